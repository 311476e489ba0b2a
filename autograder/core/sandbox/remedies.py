"""Finds the remedy for an exception whose message or line has a known pattern.

Imported only if something broke.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from autograder.core.sandbox.game_messages import pattern_of
from autograder.core.sentences import has_sentence, in_a_row, sentence


class Remedy(NamedTuple):
    """The advice for a pattern.

    beginning: of the pattern. name, name_of_addition: of sentences of the topic. The
    addition does not hold for the states of a course's adapter, which have methods of
    their own. message: the name of a message of game.py's that the pattern ends with.
    """

    beginning: str
    name: str
    name_of_addition: str = ""
    message: str = ""

    @property
    def pattern(self) -> str:
        """The pattern, in the run's language."""
        return self.beginning + (pattern_of(self.message) if self.message else "")

    @property
    def text(self) -> str:
        """The sentence for students."""
        return sentence("remedies", self.name)

    @property
    def of_our_states(self) -> str:
        """The addition; "" if there is none."""
        if not self.name_of_addition:
            return ""
        return sentence("remedies", self.name_of_addition)


WRONG_ARGUMENTS = Remedy(r"TypeError: .*positional argument", "arguments")
"""It does not hold if the call is one of the student's own."""
WRONG_METHOD_ARGUMENTS = Remedy(
    r"TypeError: \w+\.\w+\(\) takes \d+ positional argument", "method arguments"
)
"""Something else is said of a method of the course's."""

PYTHON_2 = (
    Remedy(r"NameError: name 'xrange' is", "xrange"),
    Remedy(r"NameError: name 'raw_input' is", "raw_input"),
    Remedy(r"NameError: name '(unicode|basestring)' is", "unicode"),
    Remedy(r"NameError: name 'unichr' is", "unichr"),
    Remedy(r"NameError: name 'long' is", "long"),
    Remedy(r"NameError: name 'reduce' is", "reduce"),
    Remedy(r"NameError: name 'cmp' is", "cmp"),
    Remedy(
        r"TypeError: ('cmp' is an invalid keyword|.* keyword argument 'cmp')",
        "sort by cmp",
    ),
    Remedy(r"AttributeError: .* has no attribute 'iteritems'", "iteritems"),
    Remedy(r"AttributeError: .* has no attribute 'itervalues'", "itervalues"),
    Remedy(r"AttributeError: .* has no attribute 'iterkeys'", "iterkeys"),
    Remedy(r"AttributeError: .* has no attribute 'has_key'", "has_key"),
    Remedy(r"AttributeError: module 'sys' has no attribute 'maxint'", "maxint"),
    Remedy(r"AttributeError: '.*iterator' object has no attribute 'next'", "next"),
    Remedy(
        r"TypeError: '(dict_keys|dict_values|dict_items|map|filter|zip)' object is not "
        r"subscriptable",
        "view is no list",
    ),
    Remedy(
        r"TypeError: object of type '(map|filter|zip)' has no len", "view has no length"
    ),
)
"""For the names that Python 2 had: Python itself says that one is not there."""

FOR_EXCEPTIONS = (
    *PYTHON_2,
    Remedy(
        r"ImportError: .*(failed to map segment|[cC]annot allocate memory)", "no room"
    ),
    Remedy(r"ImportError: .*attempted relative import", "relative import"),
    WRONG_METHOD_ARGUMENTS,
    WRONG_ARGUMENTS,
    Remedy(r"\w+: .*('(async_generator|coroutine)'|in 'await' expression)", "async"),
    Remedy(r"\w+: .*'generator'", "generator"),
    Remedy(
        r"TypeError: .*'list' object is not callable",
        "list is called",
        "list is called, our states",
    ),
    Remedy(
        r"(Type|Attribute)Error: .*'(method|function)'( object (is not|has no)| and|$)"
        r"|.* of type 'method' has no len",
        "function is not called",
        "function is not called, our states",
    ),
    Remedy(r"ValueError: ", "no static evaluation", message="no evaluation"),
    Remedy(r"ValueError: ", "no utility", message="no utility"),
    Remedy(r"NameError: name 'get_ipython'", "get_ipython"),
    Remedy(r"NameError: name 'display'", "display"),
    Remedy(
        r"AttributeError: 'tuple' object has no attribute",
        "attribute of a tuple",
        "attribute of a tuple, our states",
    ),
    Remedy(
        r"AttributeError: 'str' object has no attribute",
        "attribute of text",
        "attribute of text, our states",
    ),
    Remedy(
        r"AttributeError: 'list' object has no attribute '(length|size)'",
        "length of a list",
    ),
    Remedy(
        r"TypeError: .*(State' object is not itera|non-iterable (Game)?State)",
        "iteration over a state",
        "iteration over a state, our states",
    ),
    Remedy(r"UnboundLocalError", "unbound"),
    Remedy(r"NameError: name '(null|true|false|none)'", "null"),
    Remedy(r"NameError: name '(inf|infinity|INF|Infinity)'", "infinity"),
    Remedy(r"NameError: name 'math'", "math"),
    Remedy(
        r"TypeError: (?:(?!not supported between).)*"
        r"not supported between instances of .*'State'",
        "state is compared",
    ),
    Remedy(
        r"TypeError: '[<>]=?' not supported between instances of .*'tuple'",
        "tuple is compared",
    ),
    Remedy(
        r"TypeError: '[<>]=?' not supported between instances of .*'str'",
        "text is compared",
    ),
)
"""By the beginning of TYPE: MESSAGE. The first that matches is meant."""

CHARACTERS = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "*",
    "⋅": "*",
    "·": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "—": "-",
    "→": "->",
    "¬": "`not`",
    "∧": "`and`",
    "∨": "`or`",
}
"""The spelling in Python of characters that no program has outside of texts and
comments."""
SPECIAL_CHARACTERS = {"∞": "infinity sign", "…": "dots"}
"""The remedies for others, by name."""
SIGNS = "∞≤≥≠×⋅·÷−–—→…¬∧∨"
"""All of these characters, as the students' tests have them."""
RANGES = re.compile(r"\d{1,7}-\d{1,7}( \d{1,7}-\d{1,7})*")
INVALID_CHARACTER = re.compile(r"invalid character '(?P<char>.)'")

FOR_SYNTAX_ERRORS = (
    Remedy(
        r"invalid character '[\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]'",
        "quotation marks",
    ),
    Remedy(
        r"invalid non-printable character U\+(00A0|200B|FEFF)", "invisible character"
    ),
    Remedy(r"Missing parentheses in call to 'print'", "print statement"),
    Remedy(r".*'unicodeescape' codec", "backslash in text"),
    Remedy(r"(unknown encoding|encoding problem)", "unknown encoding"),
)
"""By the beginning of the message. All that match are said."""

FOR_OTHER_LANGUAGES = (
    Remedy(r"\w(\+\+|--)(?![\w(])", "increment"),
    Remedy(r"&&|\|\||(?<!^)(?<!<)!(?!=)", "logical signs"),
    Remedy(r"^[!%]\s*[A-Za-z]", "magic"),
    Remedy(r"\belse if\b", "else if"),
)
"""By a pattern in the code of the line that Python cannot read."""


def remedy_for(kind: str, message: str) -> Remedy | None:
    """Return the remedy for an exception of a type with a message, if there is one."""
    text = f"{kind}: {message}"
    for remedy in FOR_EXCEPTIONS:
        if re.match(remedy.pattern, text, re.DOTALL):
            return remedy
    return None


def pasted_along(clue: str) -> str:
    """Return the advice on text that was pasted along with a program; "" for none.

    clue: as `worker.pasted` writes it, by the word of a worker.
    """
    kind, _, ranges = clue.partition(" ")
    if not has_sentence("pasted", kind) or not RANGES.fullmatch(ranges):
        return ""
    shown: list[str] = []
    count = 0
    for text in ranges.split():
        first, last = map(int, text.split("-"))
        count += last - first + 1
        shown.append(f"{first}" if first == last else f"{first}-{last}")
    return sentence("pasted", kind, lines=in_a_row(shown, "and"), count=count)


def about_character(char: str) -> str:
    """Return the advice on a character that Python cannot read; "" for none."""
    if char in SPECIAL_CHARACTERS:
        return sentence("remedies", SPECIAL_CHARACTERS[char])
    plain = unicodedata.normalize("NFKC", char)
    is_plain = plain != char and plain.isascii()
    python = CHARACTERS.get(char, plain if is_plain else "")
    return sentence("remedies", "character", python=python, char=char) if python else ""


def remedies_for_syntax(message: str, code: str) -> Iterator[str]:
    """Yield the remedies for a syntax error, by its message and by the line's code."""
    for remedy in FOR_SYNTAX_ERRORS:
        if re.match(remedy.pattern, message):
            yield remedy.text
    match = INVALID_CHARACTER.match(message)
    advice = about_character(match["char"]) if match is not None else ""
    if advice:
        yield advice
    for remedy in FOR_OTHER_LANGUAGES:
        if re.search(remedy.pattern, code):
            yield remedy.text
