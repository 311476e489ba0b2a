"""What the commands that make pages have in common: writing them."""

from __future__ import annotations

import sys
from pathlib import Path

from autograder.text import LONGEST_MESSAGE, visible_name

WRONG_USAGE = 2


def write_page(file: Path, page: str) -> int:
    """Writes a page; returns the exit status: 0 done, 2 it cannot be written there, which is said."""
    from autograder.pages.render import CannotSave, save

    try:
        save(file, page)
    except CannotSave as error:
        say(error)
        return WRONG_USAGE
    return 0


def say(error: Exception | str) -> None:
    """Says on standard error what is wrong."""
    print(visible_name(str(error), LONGEST_MESSAGE), file=sys.stderr)
