"""Finds the mistake in a text that is not JSON, and the remedy."""

import json
import re
from typing import NamedTuple


class JsonRemedy(NamedTuple):
    """The remedy for a text that cannot be read on.

    pattern: a regular expression for the text from there on. text: a format, which may
    name the match's groups, as in {0[1]}.
    """

    pattern: str
    text: str


REMEDIES = (
    JsonRemedy(r"//|/\*|#", 'JSON has no comments; take it out, or say it in "source"'),
    JsonRemedy(r"\(", "JSON has no parentheses; write [ and ] instead of ( and )"),
    JsonRemedy(r"\)", "JSON has no parentheses; write ] instead of )"),
    JsonRemedy(
        r"/\s*\d",
        "JSON has no fractions; write a number with a decimal point, such as 0.5",
    ),
    JsonRemedy(r"'", "text stands in double quotes; write \" instead of '"),
    JsonRemedy(
        r"[“”„‟«»‘’]",
        'text stands in plain double quotes; write " instead of {0[0]}',
    ),
    JsonRemedy(
        r"(?i)[+-]?(inf(inity)?|∞)\b|[+-]?∞",
        'infinity is written "inf" or "-inf", in double quotes',
    ),
    JsonRemedy(r"-?\.\d", "a fraction begins with a digit; write 0 before the point"),
    JsonRemedy(r"\+[.\d]", "a number begins with a digit or -; take the + out"),
    JsonRemedy(r"True\b", "True is Python's; write true"),
    JsonRemedy(r"False\b", "False is Python's; write false"),
    JsonRemedy(r"None\b", "None is Python's; write null"),
    JsonRemedy(
        r"(-?)0+(?=\d)([\d.eE+-]*)",
        "a number does not begin with 0; write {0[1]}{0[2]}",
    ),
    JsonRemedy(r"\t", r"a tab stands in a text; write \t or a blank for it"),
    JsonRemedy(
        r"[\x00-\x08\x0b\x0c\x0e-\x1f]",
        "a control character stands here; take it out",
    ),
    JsonRemedy(r",\s*[]}]", "there is a comma after the last entry; take it out"),
    JsonRemedy(
        r"\s*\Z",
        "the file ends before everything is closed; a ] or }} is missing",
    ),
)
"""The first whose pattern matches counts."""
PARSER_MESSAGES = {
    "Expecting ',' delimiter": (
        "a comma is missing before this, or a bracket was not closed"
    ),
    "Expecting ':' delimiter": (
        'a colon is missing after the name, as in "title": "…"'
    ),
    "Extra data": (
        "the object ends before this; take the rest out, or a bracket too many"
    ),
    "Invalid control character at": (
        r"a text ends on the line that it begins on; close its quotes, or write \n"
    ),
    "Unterminated string starting at": (
        "the text that begins here is not closed; add a double quote"
    ),
    "Expecting property name enclosed in double quotes": (
        "a name in double quotes is missing here"
    ),
    "Expecting value": "a value is missing here",
    "Invalid \\escape": (
        r"a backslash begins an escape such as \n; for one that is meant write \\"
    ),
}
"""The message in place of one of Python's parser, by that message."""
ZEROS = r"(?<![\w.+-])(-?)0+(?=\d)([\d.eE+-]*)"
"""A number with a 0 too many at its beginning."""


def why_not_json(error: json.JSONDecodeError, example: str) -> tuple[str, str]:
    """Return the place of a mistake, such as "line 2, column 3", and a message.

    example: an object that the file could hold, for one that is empty.
    """
    text = error.doc
    position = _position(error)
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    if text.strip():
        message = _decimal_comma(text, position) or _message(text[position:], error.msg)
    else:
        message = f"the file is empty; it must hold one object: {example}"
    return f"line {line}, column {column}", f"this is not JSON: {message}"


def _decimal_comma(text: str, position: int) -> str:
    """Return the message about a comma in a number that is a field's value.

    There no second number can follow; it is "" for any other mistake.
    """
    before = re.search(r":\s*(-?\d+),\s*\Z", text[:position])
    after = re.match(r"\d+", text[position:])
    if before is None or after is None:
        return ""
    return f"a number has a decimal point, not a comma; write {before[1]}.{after[0]}"


def _position(error: json.JSONDecodeError) -> int:
    """Return the position of the mistake; the parser may have stopped later."""
    text, position = error.doc, error.pos
    # Python's parser takes the first 0 for a number, and misses a comma after it.
    for number in re.finditer(ZEROS, text):
        if number.start() < position < number.end():
            return number.start()
    # Later versions of the parser name the comma before a closing bracket themselves.
    comma = re.search(r",\s*\Z", text[:position])
    if comma and text.startswith(("]", "}"), position):
        return comma.start()
    return position


def _message(rest: str, parser_message: str) -> str:
    """Return the message about a text that goes on, from a mistake, with `rest`."""
    for remedy in REMEDIES:
        match = re.match(remedy.pattern, rest)
        if match:
            return remedy.text.format(match)
    word = re.match(r"[A-Za-z_]\w*", rest)
    if word and not parser_message.startswith("Expecting ','"):
        return f'text and names stand in double quotes; write "{word[0][:40]}"'
    return PARSER_MESSAGES.get(parser_message, parser_message)
