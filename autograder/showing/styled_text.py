"""A page of text with styles, made once and shown on terminals, in Gradescope and in plain files alike."""

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from autograder.limits import FEWEST_COLUMNS
from autograder.text import QUOTE

Style = Literal["", "good", "bad", "strong", "faint", "cutoff"]
BAR = QUOTE.lstrip()
CONTINUATION = "  "
"""What stands before what goes on of a line that is not quoted, beside that line's own blanks."""
TAB_STOP = 8
"""The columns from one stop of a terminal's tabs to the next."""
ANSI_CODES: dict[Style, str] = {
    "good": "32",
    "bad": "1;31",
    "strong": "1",
    "faint": "2",
    "cutoff": "33",
}


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
        "".join(
            f"\x1b[{ANSI_CODES[style]}m{text}\x1b[0m" if style and text else text
            for text, style in row
        )
        for row in page
    )


def fitted(lines: Iterable[str]) -> str:
    """Return lines without styles as one text, folded where standard output is a terminal."""
    return plain(fitting(paragraph("\n".join(lines))))


def fitting(page: Page) -> Page:
    """Return a page as it fits standard output: folded where that is a terminal, else unchanged."""
    return (
        folded(page, shutil.get_terminal_size().columns)
        if sys.stdout.isatty()
        else page
    )


def folded(page: Page, columns: int) -> Page:
    """Return a page without rows wider than a screen: what goes on stands behind a bar, or else is indented.

    A terminal folds rows by itself, but lets what goes on begin at its left edge, where lines of the report begin: so a
    program that printed enough blanks first could write one. Behind the bar goes on what is quoted, and what went
    wrong, as an exception's message is the program's, too. On a screen of few columns nothing is folded.
    """
    if columns < FEWEST_COLUMNS:
        return page
    return [part for row in page for part in _folded(row, columns)]


def _folded(row: Line, columns: int) -> Page:
    cells = _cells(row)
    if _count_that_fits(cells, columns) == len(cells):
        return [row]
    text = "".join(cell.text for cell in cells)
    margin_end = len(text) - len(text.lstrip(" "))
    is_quoted = text.startswith(BAR, margin_end)
    is_bad = all(style == "bad" for piece, style in row if piece.strip())
    margin = " " * min(margin_end, columns // 2) + (
        BAR if is_quoted or is_bad else CONTINUATION
    )
    parts = [_first_part(cells, columns, margin_end, exactly=is_quoted)]
    rest = cells[len(parts[0]) :]
    while rest:
        part = _first_part(rest, columns - len(margin), 0, exactly=is_quoted)
        rest = rest[len(part) :]
        parts.append([Span(margin), *part])
    return [_joined(part) for part in parts]


def _cells(row: Line) -> list[Span]:
    """Return each character of a line in its style, and for a tab the blanks that a terminal makes of it."""
    cells: list[Span] = []
    column = 0
    for text, style in row:
        for char in text:
            blanks = TAB_STOP - column % TAB_STOP if char == "\t" else 0
            cells += [Span(" ", style)] * blanks if blanks else [Span(char, style)]
            column += blanks or columns_of(char)
    return cells


def _count_that_fits(cells: Sequence[Span], columns: int) -> int:
    used = 0
    for count, cell in enumerate(cells):
        used += columns_of(cell.text)
        if used > columns:
            return max(count, 1)
    return len(cells)


def _first_part(
    cells: Sequence[Span], columns: int, margin_end: int, *, exactly: bool
) -> list[Span]:
    """Return what of a line stands in a row: to a blank of its second half, if there is one, or exactly what fits."""
    count = _count_that_fits(cells, columns)
    if not exactly and count < len(cells):
        blanks = [
            place
            for place in range(count // 2, count)
            if cells[place].text == " " and place >= margin_end
        ]
        count = blanks[-1] + 1 if blanks else count
    return list(cells[:count])


def _joined(cells: Sequence[Span]) -> Line:
    """Return a line of cells in as few pieces as it has changes of style."""
    styles = groupby(cells, key=lambda cell: cell.style)
    return tuple(
        Span("".join(cell.text for cell in pieces), style) for style, pieces in styles
    )


def columns_of(char: str) -> int:
    """Return how many columns of a terminal a character takes: two for the wide ones of East Asia, none for marks."""
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def styled(page: Page) -> str:
    """A page with its styles where standard output is a terminal that has colours, and is to have them."""
    coloured = (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
    return ansi(page) if coloured else plain(page)
