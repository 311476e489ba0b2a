"""Reads the cells of a notebook, as the formats 2 to 4 of Jupyter have them.

Only the parts of a program are looked at: the type and the text of each cell. All
else, as outputs and metadata, may be missing or have any form. A notebook in which code
may stand elsewhere, as in an unknown format, is refused: no program is guessed.
"""

import json
from typing import Any, NamedTuple

CELLS_ALONE = 4
"""The format that has cells alone. Before it they lie on worksheets."""
FORMATS = (2, 3, CELLS_ALONE)
CODE = "code"
LINE_ENDS = ("\n", "\r")


class NoNotebook(Exception):
    """A file cannot be read as a notebook.

    reason: the name of the sentence that says why. number: the line or the cell that it
    names.
    """

    def __init__(self, reason: str, number: int = 0) -> None:
        """Note why a file is no notebook."""
        self.reason, self.number = reason, number


class Cell(NamedTuple):
    """A cell of a notebook: code, or text for people."""

    is_code: bool
    text: str


def cells_of(content: bytes) -> list[Cell]:
    """Return the cells of a notebook, from its bytes. Raises NoNotebook."""
    notebook = _from_json(content)
    if not isinstance(notebook, dict):
        raise NoNotebook("notebook without cells")
    version = notebook.get("nbformat", CELLS_ALONE)
    if version not in FORMATS:
        raise NoNotebook("notebook of another format")
    if version == CELLS_ALONE:
        entries = _entries(notebook)
        return [_cell(entry, number) for number, entry in enumerate(entries, 1)]
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        raise NoNotebook("notebook without cells")
    entries = [entry for sheet in sheets for entry in _entries(sheet)]
    return [_cell_of_sheet(entry, number) for number, entry in enumerate(entries, 1)]


def _from_json(content: bytes) -> object:
    """Return the content of a notebook. Raise NoNotebook if it is no JSON."""
    if not content.strip():
        raise NoNotebook("empty notebook")
    try:
        return json.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NoNotebook("notebook not in UTF-8") from None
    except json.JSONDecodeError as error:
        raise NoNotebook("notebook not in JSON", error.lineno) from None
    except (ValueError, RecursionError):  # a number or a depth beyond Python's limits
        raise NoNotebook("notebook too deep") from None


def _entries(sheet: Any) -> list[Any]:
    """Return the cells of a notebook, or of a worksheet, as they are stored."""
    entries = sheet.get("cells") if isinstance(sheet, dict) else None
    if not isinstance(entries, list):
        raise NoNotebook("notebook without cells")
    return entries


def _cell(entry: Any, number: int) -> Cell:
    is_code = _is_code(entry, number)
    lines = _lines(entry.get("source"), is_code, number)
    return Cell(is_code, "".join(lines))


def _cell_of_sheet(entry: Any, number: int) -> Cell:
    """Return a cell of a worksheet. Its lines may be stored without their ends."""
    is_code = _is_code(entry, number)
    stored = entry.get("input", "") if is_code else entry.get("source")
    lines = _lines(stored, is_code, number)
    have_ends = bool(lines) and lines[0].endswith(LINE_ENDS)
    return Cell(is_code, ("" if have_ends else "\n").join(lines))


def _is_code(entry: Any, number: int) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("cell_type"), str):
        raise NoNotebook("notebook with a broken cell", number)
    return bool(entry["cell_type"] == CODE)


def _lines(stored: object, is_code: bool, number: int) -> list[str]:
    """Return the text of a cell as it is stored: the list of its lines, or itself.

    A cell for people may be without: no program is lost by that.
    """
    lines: list[Any] = stored if isinstance(stored, list) else [stored]
    if all(isinstance(line, str) for line in lines):
        return lines
    if is_code:
        raise NoNotebook("notebook with a broken cell", number)
    return []
