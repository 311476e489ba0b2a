"""Text with styles, made once for terminals, Gradescope and plain files."""

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from autograder.core.limits import FEWEST_COLUMNS
from autograder.core.sentences import sentence
from autograder.core.text import QUOTE

Style = Literal["", "good", "bad", "fault", "strong", "faint", "cutoff", "branch"]
"""The style of a piece of a line.

A fault looks as "bad" does, and is in the grader's own words. A branch looks plain: it
is the piece of a drawn tree before a node, "" before its root.
"""
BAR = QUOTE.lstrip()
CONTINUATION = "  "
"""The indent of the rows after the first of a folded line that is not quoted.

The line's own blanks stand before it.
"""
BRANCHES = re.compile("(?: |│  )*[├└]─ ")
"""The marks before a node in a drawing of a tree.

A quoted line that begins alike keeps its bar.
"""
BRANCH_WIDTH = 3
"""Characters of a drawing's branches for each ply."""
MARKS = ("✓", "✗")
GAP = "  "
"""The blanks between two verdicts in a row."""
COLUMNS = 80
"""The width of a file, or of a terminal that tells none."""
TAB_STOP = 8
"""Columns from one stop of a terminal's tabs to the next."""
ANSI_CODES: dict[Style, str] = {
    "good": "38;5;29",
    "bad": "1;38;5;131",
    "fault": "1;38;5;131",
    "strong": "1",
    "faint": "2",
    "cutoff": "1;38;5;63",
}
"""Green, red and blue of the 256 colours, as each terminal has its own first 16.

These have a contrast of 4.5:1 on white and on black, which few of the others have.
"""
LIGHT = "48;5;255"
"""#eeeeee as a background, which is hardly seen on Gradescope's grey."""
CODES_ON_GREY: dict[Style, str] = {
    **ANSI_CODES,
    "good": f"38;5;22;{LIGHT}",
    "bad": f"1;38;5;88;{LIGHT}",
    "fault": f"1;38;5;88;{LIGHT}",
    "cutoff": f"1;38;5;19;{LIGHT}",
}
"""Darker ones, for Gradescope's boxes: 4.5:1 on #f5f5f5 is too dark for black.

So they bring their own background, for pages that a browser or a theme makes dark.
"""


class Span(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: Style = ""


Line = tuple[Span, ...]
Text = list[Line]


def line(*pieces: Span | str) -> Line:
    """Return a line of pieces; a bare string has no style."""
    return tuple(piece if isinstance(piece, Span) else Span(piece) for piece in pieces)


def line_of(topic: str, name: str, /, **parts: str | Span) -> Line:
    """Return a sentence as a line, in which some parts may have a style."""
    spans = {key: part for key, part in parts.items() if isinstance(part, Span)}
    marks = {key: f"\0{key}\0" for key in spans}
    pieces = sentence(topic, name, **{**parts, **marks}).split("\0")
    # Every other piece stood between two marks: it is the name of a part.
    return tuple(
        spans[piece] if index % 2 else Span(piece)
        for index, piece in enumerate(pieces)
        if piece
    )


def paragraph(text: str, style: Style = "") -> Text:
    """Return the lines of a text, all in one style."""
    return [line(Span(row, style)) for row in text.split("\n")]


def plain(text: Sequence[Line]) -> str:
    """Return a text without its styles."""
    return "\n".join(_text(row) for row in text)


def _text(row: Iterable[Span]) -> str:
    return "".join(span.text for span in row)


COLOUR = re.compile(r"\x1b\[[\d;]{0,40}m")
"""An escape sequence by which a terminal changes the style of a text."""


def without_colours(text: str) -> str:
    """Return a text that was made for a terminal, without its colours."""
    return COLOUR.sub("", text)


def ansi(text: Text, codes: Mapping[Style, str] = ANSI_CODES) -> str:
    """Return a text with its styles as terminal escape sequences."""
    return "\n".join("".join(_escaped(span, codes) for span in row) for row in text)


def ansi_on_grey(text: Text) -> str:
    """Return a text as `ansi` does, for a page with a light grey behind it."""
    return ansi(text, CODES_ON_GREY)


def _escaped(span: Span, codes: Mapping[Style, str]) -> str:
    text, style = span
    code = codes.get(style)
    return f"\x1b[{code}m{text}\x1b[0m" if code and text else text


def styled(text: Text) -> str:
    """Return a text, with its styles if standard output shows and wants colours."""
    is_plain_terminal = os.environ.get("TERM") == "dumb"
    wants_colours = not is_plain_terminal and not os.environ.get("NO_COLOR")
    return ansi(text) if wants_colours and sys.stdout.isatty() else plain(text)


def as_lists(text: Text) -> Text:
    """Return a text with its drawn trees as lists, without branches.

    Each node names its parent, so that a listener understands it.
    """
    rows: Text = []
    path: list[str] = []  # of names, from the root to the node before
    for row in text:
        styles = [span.style for span in row]
        if "branch" not in styles:
            rows.append(row)
            continue
        position = styles.index("branch")
        depth = len(row[position].text) // BRANCH_WIDTH
        name, label, *rest = row[position + 1 :]
        path[depth:] = [name.text]
        node = {"node": name, "label": label}
        if depth:
            named = line_of("drawing", "listed child", **node, parent=path[depth - 1])
        else:
            named = line_of("drawing", "listed root", **node)
        item = (Span("- "), *named, *rest)
        rows.append((*row[:position], *item))
    return rows


# --- Folded as a terminal needs it ---


def fitted(lines: Iterable[str]) -> str:
    """Return lines without styles as one text, folded on a terminal."""
    return plain(fitting(paragraph("\n".join(lines))))


def fitting(text: Text) -> Text:
    """Return a text, folded if standard output is a terminal."""
    if not sys.stdout.isatty():
        return text
    return folded(text, shutil.get_terminal_size().columns)


def folded(text: Text, columns: int) -> Text:
    """Return a text without rows wider than a screen.

    A terminal folds rows by itself, but lets the rest begin at its left edge, where
    lines of the report begin: so a program that printed enough blanks first could write
    one. Here the rest is indented. It stands behind a bar if the line is quoted or is
    the message of an exception, as that is the program's, too.

    columns: of the screen; if they are few, nothing is folded.
    """
    if columns < FEWEST_COLUMNS:
        return text
    rows: Text = []
    for row in text:
        rows += _folded(row, columns)
    return rows


def _folded(row: Line, columns: int) -> Text:
    """Return a line as rows of at most so many columns.

    Further rows are indented as the first, or go on its branches or its bar.
    """
    cells = _cells(row)
    if _count_that_fits(cells, columns) == len(cells):
        return [row]
    text = _text(cells)
    indent = len(text) - len(text.lstrip(" "))
    is_bad = all(style == "bad" for piece, style in row if piece.strip())
    branches = None if is_bad else BRANCHES.match(text)
    is_quoted = text.startswith(BAR, indent) and branches is None
    if branches is not None:
        indent = branches.end()
        margin = _below_branches(branches[0], columns)
    else:
        prefix = BAR if is_quoted or is_bad else CONTINUATION
        margin = " " * min(indent, columns // 2) + prefix
    # Quoted code and output are cut at the edge, prose between two words.
    first_end = _end_of_row(cells, columns, indent, exactly=is_quoted)
    rows = [_joined(cells[:first_end])]
    rest = cells[first_end:]
    while rest:
        end = _end_of_row(rest, columns - len(margin), 0, exactly=is_quoted)
        rows.append(_joined([Span(margin), *rest[:end]]))
        rest = rest[end:]
    return rows


def _below_branches(branches: str, columns: int) -> str:
    """Return the start of the further rows of a node's line in a drawing.

    The branches to later nodes go on there.
    """
    below = branches.replace("├─", "│ ").replace("└─", "  ")
    return below[: columns // 2] + CONTINUATION


def _cells(row: Line) -> list[Span]:
    """Return the characters of a line, each in its style.

    A tab becomes the blanks that a terminal makes of it.
    """
    cells: list[Span] = []
    column = 0
    for text, style in row:
        for char in text:
            if char == "\t":
                blanks = TAB_STOP - column % TAB_STOP
                cells += [Span(" ", style)] * blanks
                column += blanks
            else:
                cells.append(Span(char, style))
                column += columns_of(char)
    return cells


def _count_that_fits(cells: Sequence[Span], columns: int) -> int:
    """Return how many characters fit in a row, at least one."""
    used = 0
    for count, cell in enumerate(cells):
        used += columns_of(cell.text)
        if used > columns:
            return max(count, 1)
    return len(cells)


def _end_of_row(
    cells: Sequence[Span], columns: int, indent: int, *, exactly: bool
) -> int:
    """Return how many characters of a line stand in its next row.

    The row ends with its last blank, if that is in its second half. indent: the number
    of blanks at the start; no row ends there. exactly: the row has all that fits.
    """
    count = _count_that_fits(cells, columns)
    if exactly or count == len(cells):
        return count
    for index in reversed(range(max(count // 2, indent), count)):
        if cells[index].text == " " and not _belongs_to_word(cells, index + 1):
            return index + 1
    return count


def _belongs_to_word(cells: Sequence[Span], index: int) -> bool:
    """Return whether a mark stands just behind a word, as in "pruned ✗"."""
    is_mark = cells[index].text in MARKS
    return is_mark and index > 1 and cells[index - 2].text != " "


def _joined(cells: Sequence[Span]) -> Line:
    """Return a line of cells in as few pieces as it has changes of style."""
    styles = groupby(cells, key=lambda cell: cell.style)
    return tuple(Span(_text(piece), style) for style, piece in styles)


def columns_of(char: str) -> int:
    """Return how many columns of a terminal a character takes.

    Wide ones of East Asia take two, marks none.
    """
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
