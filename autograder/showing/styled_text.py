"""A page of text with styles, made once and shown on terminals, in Gradescope and in plain files alike."""

import os
import sys
from typing import Literal, NamedTuple

Style = Literal["", "good", "bad", "strong", "faint", "cutoff"]
ANSI_CODES: dict[Style, str] = {"good": "32", "bad": "1;31", "strong": "1", "faint": "2", "cutoff": "33"}


class Span(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: Style = ""


Line = tuple[Span, ...]
Page = list[Line]


def line(*pieces: Span | str) -> Line:
    """A line of pieces; a bare string has no style."""
    return tuple(piece if isinstance(piece, Span) else Span(piece) for piece in pieces)


def paragraph(text: str, style: Style = "") -> Page:
    """The lines of a text, all in one style."""
    return [line(Span(row, style)) for row in text.split("\n")]


def plain(page: Page) -> str:
    """A page without its styles."""
    return "\n".join("".join(span.text for span in row) for row in page)


def ansi(page: Page) -> str:
    """A page with its styles as terminal escape sequences."""
    return "\n".join(
        "".join(f"\x1b[{ANSI_CODES[style]}m{text}\x1b[0m" if style and text else text for text, style in row)
        for row in page
    )


def styled(page: Page) -> str:
    """A page with its styles where standard output is a terminal that has colours, and is to have them."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return ansi(page) if coloured else plain(page)
