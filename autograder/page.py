"""A page of text with styles, made once and shown on terminals, in Gradescope and in plain files alike."""

from __future__ import annotations

from typing import Literal, NamedTuple

Style = Literal["", "good", "bad", "strong", "faint", "cutoff"]

RICH_STYLES: dict[Style, str] = {
    "": "",
    "good": "green",
    "bad": "bold red",
    "strong": "bold",
    "faint": "dim",
    "cutoff": "yellow",
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
    """The lines of a text that may hold line ends, all in one style."""
    return [line(Span(row, style)) for row in text.split("\n")]


def plain(page: Page) -> str:
    """A page without its styles."""
    return "\n".join("".join(span.text for span in row) for row in page)


def ansi(page: Page) -> str:
    """A page with its styles as terminal escape sequences."""
    from rich.console import Console  # slow to import

    console = Console(width=10_000, force_terminal=True, color_system="standard", highlight=False, no_color=False)
    with console.capture() as captured:
        for row in page:
            for span in row:
                console.print(
                    span.text, style=RICH_STYLES[span.style], end="", markup=False, highlight=False, emoji=False
                )
            console.print()
    return captured.get().rstrip("\n")
