"""Finds the mistake in a text that is not JSON, and the remedy."""

import json
import re
from typing import NamedTuple

from autograder.core.sentences import sentence


class JsonRemedy(NamedTuple):
    """The remedy for a text that cannot be read on.

    pattern: a regular expression for the text from there on; its named groups are parts
    of the sentence. name: the sentence's.
    """

    pattern: str
    name: str


ZEROS = r"(?P<sign>-?)0+(?=\d)(?P<digits>[\d.eE+-]*)"
"""A number with a 0 too many at its beginning."""
REMEDIES = (
    JsonRemedy(r"//|/\*|#", "comment"),
    JsonRemedy(r"\(", "parentheses"),
    JsonRemedy(r"\)", "closing parenthesis"),
    JsonRemedy(r"/\s*\d", "fraction"),
    JsonRemedy(r"'", "single quote"),
    JsonRemedy(r"(?P<quote>[“”„‟«»‘’])", "curly quote"),
    JsonRemedy(r"(?i)[+-]?(inf(inity)?|∞)\b|[+-]?∞", "infinity"),
    JsonRemedy(r"-?\.\d", "no digit before the point"),
    JsonRemedy(r"\+[.\d]", "plus"),
    JsonRemedy(r"True\b", "true of Python"),
    JsonRemedy(r"False\b", "false of Python"),
    JsonRemedy(r"None\b", "null of Python"),
    JsonRemedy(ZEROS, "zero at the beginning"),
    JsonRemedy(r"\t", "tab"),
    JsonRemedy(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "control character"),
    JsonRemedy(r",\s*[]}]", "comma at the end"),
    JsonRemedy(r"\s*\Z", "not closed"),
)
"""The first whose pattern matches counts."""
OF_PARSER = {
    "Expecting ',' delimiter": "no comma",
    "Expecting ':' delimiter": "no colon",
    "Extra data": "text after the end",
    "Invalid control character at": "end of line in a text",
    "Unterminated string starting at": "text without an end",
    "Expecting property name enclosed in double quotes": "no name",
    "Expecting value": "no value",
    "Invalid \\escape": "escape",
}
"""The names of the sentences in place of the messages of Python's parser."""
IN_A_SET = {"comment": "comment in a set", "no colon": "no colon in a set"}
"""The sentences that name fields of a set, by those that stand elsewhere."""


def why_not_json(
    error: json.JSONDecodeError, example: str, *, of_a_set: bool
) -> tuple[str, str]:
    """Return the place of a mistake, such as "line 2, column 3", and a message.

    example: an object that the file could hold, for one that is empty. of_a_set:
    whether it is a file of a set.
    """
    text = error.doc
    position = _position(error)
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    if text.strip():
        rest = text[position:]
        reason = _decimal_comma(text, position) or _remedy(rest, error.msg, of_a_set)
    else:
        reason = sentence("not_json", "empty", example=example)
    place = sentence("not_json", "place", line=line, column=column)
    return place, sentence("not_json", "message", reason=reason)


def _decimal_comma(text: str, position: int) -> str:
    """Return the message about a comma in a number that is a field's value.

    There no second number can follow; it is "" for any other mistake.
    """
    before = re.search(r":\s*(-?\d+),\s*\Z", text[:position])
    after = re.match(r"\d+", text[position:])
    if before is None or after is None:
        return ""
    return sentence("not_json", "decimal comma", whole=before[1], digits=after[0])


def _position(error: json.JSONDecodeError) -> int:
    """Return the position of the mistake; the parser may have stopped later."""
    text, position = error.doc, error.pos
    # Python's parser takes the first 0 for a number, and misses a comma after it.
    for number in re.finditer(rf"(?<![\w.+-]){ZEROS}", text):
        if number.start() < position < number.end():
            return number.start()
    # Later versions of the parser name the comma before a closing bracket themselves.
    comma = re.search(r",\s*\Z", text[:position])
    if comma and text.startswith(("]", "}"), position):
        return comma.start()
    return position


def _remedy(rest: str, parser_message: str, of_a_set: bool) -> str:
    """Return the remedy for a text that goes on, from a mistake, with `rest`."""
    for remedy in REMEDIES:
        match = re.match(remedy.pattern, rest)
        if match:
            name = IN_A_SET.get(remedy.name, remedy.name) if of_a_set else remedy.name
            return sentence("not_json", name, **match.groupdict())
    word = re.match(r"[A-Za-z_]\w*", rest)
    if word and not parser_message.startswith("Expecting ','"):
        return sentence("not_json", "no quotes", word=word[0][:40])
    name = OF_PARSER.get(parser_message, "")
    if not name:
        return parser_message
    return sentence("not_json", IN_A_SET.get(name, name) if of_a_set else name)
