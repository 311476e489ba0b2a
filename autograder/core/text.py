"""Text for people: strangers' text made harmless, counts, and tables of sentences."""

import json
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from errno import errorcode
from functools import lru_cache

from autograder.core.limits import LONGEST_MESSAGE, LONGEST_WORD, MOST_MARKS, MOST_NAMED
from autograder.core.project import PROJECT
from autograder.core.sentences import has_sentence, sentence

# Letters and marks that are there and show nothing: fillers, joiners, variation
# selectors, the empty braille cell.
INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    r"\U0001d159\U000e0100-\U000e01ef]"
)
CODING = (
    rb"(?i)(?:[ \t\f\r]*(?:#(?!.*coding[:=]).*)?\n)??"
    rb"[ \t\f]*#.*?coding[:=][ \t]*(%b)(?![-\w])"
)
BYTES = rb"latin[-_]?1|iso[-_]?8859[-_](?:[1-9]|1[013-6])|(?:cp|windows[-_])125[0-8]"
"""Encodings with a byte for each character, which the first line names, or the second
behind a comment."""
PLAIN_NAME = r"[\w./@~+-]*[\w~]"
"""A name that nobody can take for a sentence: it has no blank and no other sign."""
QUOTE = "  │ "
"""Prefix of each quoted line of a student's, so that none can be taken for a line of
the grader's."""


def visible(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Return a stranger's text with all that could disguise it made visible.

    Control characters, escape sequences, bidirectional overrides, lone surrogates, line
    separators, blanks but the space, invisible letters and piled-up marks become their
    escapes. Line ends and tabs stay. longest: characters, after which it is cut.
    """
    shown: list[str] = []
    marks = MOST_MARKS  # at the start there is no letter that could carry one
    for char in text[:longest]:
        kind = unicodedata.category(char)[0]
        is_blank = char in " \n\t"
        marks = marks + 1 if kind == "M" else 0
        is_hidden = not is_blank and (
            kind in "CZ" or marks > MOST_MARKS or INVISIBLE.match(char)
        )
        shown.append(char.encode("unicode_escape").decode() if is_hidden else char)
        marks = MOST_MARKS if is_blank or is_hidden else marks
    if len(text) > longest:
        return sentence("list", "cut", text="".join(shown), length=len(text))
    return "".join(shown)


def visible_name(name: str, longest: int = LONGEST_WORD) -> str:
    """Return a name on one line, with line ends and tabs as their escapes, too."""
    return visible(name, longest).replace("\n", "\\n").replace("\t", "\\t")


def named(name: object, longest: int = LONGEST_WORD) -> str:
    """Return a stranger's name as it stands in a sentence of the grader's.

    It stands in backticks unless it is one plain word, so that its end is seen, and
    none can go on as a sentence.
    """
    shown = between_backticks(str(name), longest)
    return shown if re.fullmatch(PLAIN_NAME, shown) else f"`{shown}`"


def between_backticks(name: str, longest: int = LONGEST_WORD) -> str:
    """Return a stranger's name as it stands between backticks, with none of its own."""
    return visible_name(name, longest).replace("`", "'")


def between_quotes(name: str, longest: int = LONGEST_WORD) -> str:
    """Return a stranger's name as it stands between quotes, with none of its own."""
    return visible_name(name, longest).replace('"', "'")


def listed(names: Sequence[object], between: str = ", ", most: int = MOST_NAMED) -> str:
    """Return strangers' names on one line, as far as they are not too many."""
    return _with_rest(between.join(map(named, names[:most])), len(names) - most)


def joined(phrases: Sequence[str], between: str = ", ", most: int = MOST_NAMED) -> str:
    """Return the grader's own phrases, or people's names, as a list like `listed`."""
    shown = [visible_name(phrase, LONGEST_MESSAGE) for phrase in phrases[:most]]
    return _with_rest(between.join(shown), len(phrases) - most)


def _with_rest(names: str, more: int) -> str:
    """Return a list of names that says how many more there are, if there are any."""
    return sentence("list", "more", names=names, count=more) if more > 0 else names


def encoding_of(data: bytes) -> str:
    """Return the encoding of a Python file.

    It is the one that the file names, if that has a byte for each character; else
    UTF-8.
    """
    match = re.match(CODING % BYTES, data)
    return match[1].decode() if match else "utf-8-sig"


def source_lines(data: bytes) -> list[str]:
    """Return the lines of a Python file, counted as Python counts them.

    No form feed and no U+2028 ends a line.
    """
    text = data.decode(encoding_of(data), "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def reason_of(error: OSError) -> str:
    """Return why a file could not be opened or made, in a few words."""
    number, text = error.errno or 0, error.strerror or str(error)
    # The project's own text for a file that is none has its number, too.
    name = errorcode.get(number, "") if text == os.strerror(number) else text
    return sentence("os_errors", name) if has_sentence("os_errors", name) else text


def counted(count: float, noun: str, plural: str = "") -> str:
    """Return a number of things in words: 1 exercise, 2 exercises.

    plural: the noun's plural, if that is not the noun with an s.
    """
    return f"{count:,.10g} {noun if count == 1 else plural or noun + 's'}"


def quoted(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """Return text of a student's, made visible, with QUOTE before each line."""
    return "\n".join(QUOTE + row for row in visible(text, longest).split("\n"))


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that a mistaken one may have been meant for, if any."""
    from difflib import get_close_matches  # only a mistake needs it

    return alike(name, known) or next(iter(get_close_matches(name, known, 1)), None)


def alike(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that differs in case, blanks, _ and - alone, if any."""
    return next((other for other in known if _bare(other) == _bare(name)), None)


def _bare(name: str) -> str:
    """Return a name without its case, its blanks, and the signs between its words.

    "Fail soft" is "failsoft".
    """
    one_word = re.sub(r"(?<=\w)[-_\s]+(?=\w)", "", name.casefold())
    return "".join(one_word.split()).replace("≥", ">=")


@lru_cache
def table(room: str) -> Mapping[str, Mapping[str, str]]:
    """Return a room's sentences by occasion: the tables in its words.json.

    They are read when the first of them is needed.
    """
    tables: dict[str, dict[str, str]] = json.loads(
        (PROJECT / "autograder" / room / "words.json").read_text("utf-8")
    )
    return tables
