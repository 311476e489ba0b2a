"""Says why a text is not JSON, at the place that is to be mended: what people write who mean JSON."""

from __future__ import annotations

import json
import re

COMMENT = re.compile(r"//|/\*|#")
TYPED_QUOTES = "“”„‟«»‘’"
PYTHONS = {"True": "true", "False": "false", "None": "null"}
INFINITY = re.compile(r"[+-]?(inf(inity)?|∞)\b|[+-]?∞", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z_]\w*")
ZEROS = re.compile(r"(?<![\w.+-])(-?)0+(?=\d)([\d.eE+-]*)")
COMMA = "there is a comma after the last entry; take it out"


def why_not_json(text: str, error: json.JSONDecodeError, example: str) -> tuple[str, str]:
    """Where and why a text is not JSON: the place as line and column, and words that say what to do.

    example: the object that should stand there.
    """
    position = error.pos
    words = _end(text, example) if not text[position:].strip() else ""
    zeros = next((found for found in ZEROS.finditer(text) if found.start() < position < found.end()), None)
    if zeros:  # Python's reader takes the first 0 for a number, and misses a comma after it
        position, words = zeros.start(), f"a number does not begin with 0; write {zeros[1]}{zeros[2]}"
    if not words:
        before = len(text[:position].rstrip()) - 1
        if text[before : before + 1] == "," and text[position] in "]}":
            position, words = before, COMMA  # where Python's reader names the bracket after it
        elif text[position] == "," and text[position + 1 :].lstrip()[:1] in ("]", "}"):
            words = COMMA  # where it names the comma itself
    return _line_and_column(text, position), f"this is not JSON: {words or _words(text[position:], error)}"


def _line_and_column(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _end(text: str, example: str) -> str:
    """What to say where the text ends too early."""
    if not text.strip():
        return f"the file is empty; it must hold one object: {example}"
    return "the file ends before everything is closed; a ] or } is missing"


def _words(rest: str, error: json.JSONDecodeError) -> str:
    """What to say of a text that goes wrong where `rest` begins."""
    word = WORD.match(rest)
    meant = [
        (COMMENT.match(rest), 'JSON has no comments; take it out, or say it in "source"'),
        (rest[0] == "'", "text stands in double quotes; write \" instead of '"),
        (rest[0] in TYPED_QUOTES, f'text stands in plain double quotes; write " instead of {rest[0]}'),
        (INFINITY.match(rest), 'infinity is written "inf" or "-inf", in double quotes'),
        (re.match(r"-?\.\d", rest), "a fraction begins with a digit; write 0 before the point"),
        (re.match(r"\+[.\d]", rest), "a number begins with a digit or -; take the + out"),
    ]
    for holds, words in meant:
        if holds:
            return words
    if word and word[0] in PYTHONS:
        return f"{word[0]} is Python's; write {PYTHONS[word[0]]}"
    if word and not error.msg.startswith("Expecting ','"):
        return f'text and names stand in double quotes; write "{word[0][:40]}"'
    return {
        "Expecting ',' delimiter": "a comma is missing before this, or a bracket was not closed",
        "Expecting ':' delimiter": 'a colon is missing after the name, as in "title": "…"',
        "Extra data": "the object ends before this; take the rest out, or a bracket too many",
        "Invalid control character at": "a text ends on the line that it begins on; close its quotes, or write \\n",
        "Unterminated string starting at": "the text that begins here is not closed; add a double quote",
        "Expecting property name enclosed in double quotes": "a name in double quotes is missing here",
        "Expecting value": "a value is missing here",
        "Invalid \\escape": "a backslash begins an escape such as \\n; for one that is meant write \\\\",
    }.get(error.msg, error.msg)
