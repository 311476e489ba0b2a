"""Which programs of a class are the same but for blanks, comments and names: a fact for the instructor, no verdict."""

from __future__ import annotations

import builtins
import io
import tokenize
from collections import defaultdict
from collections.abc import Sequence
from keyword import iskeyword

from autograder.classroom.records import Record
from autograder.classroom.results_folder import digest
from autograder.limits import LARGEST_PROGRAM

TITLE = "The same but for blanks, comments and names"
LEFT_OUT = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)


def normal_form(source: bytes) -> str:
    """A digest of a program without blanks, comments and docstrings, each name replaced by a number.

    Names are numbered as they first appear, but Python's own, such as max, stay. "" where Python cannot read it.
    """
    numbers: dict[str, str] = {}
    whole: list[str] = []
    line: list[str] = []
    is_text = True
    try:
        for token in tokenize.tokenize(io.BytesIO(source[: LARGEST_PROGRAM + 1]).readline):
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                whole.append(tokenize.tok_name[token.type])
            elif token.type == tokenize.NEWLINE:
                whole += [] if is_text else [*line, "\n"]
                line, is_text = [], True
            elif token.type not in LEFT_OUT:
                word = token.string
                is_own = token.type == tokenize.NAME and not iskeyword(word) and not hasattr(builtins, word)
                line.append(numbers.setdefault(word, f"name {len(numbers)}") if is_own else word)
                is_text = is_text and token.type == tokenize.STRING
    except (tokenize.TokenError, SyntaxError, ValueError):
        return ""
    return digest(whole) if whole and len(source) <= LARGEST_PROGRAM else ""


def alike(records: Sequence[Record]) -> list[list[str]]:
    """The names of students whose programs are the same, a list for each program that several handed in."""
    by_form = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
    for record in records:
        if record.hand_in is not None and record.outcome is not None and record.outcome.form:
            by_form[record.outcome.form][record.hand_in.name].append(record.student.name)
    return [[" and ".join(names) for names in each.values()] for each in by_form.values() if len(each) > 1]
