"""The cells of a notebook: every format that Jupyter opens is read, and nothing is guessed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.core.reader.cells import Cell, NoNotebook, cells_of
from autograder.core.reader.process import CannotRead
from autograder.core.sentences import languages, speaking

CODE, TEXT = "x = 1\ny = 2\n", "Words\nfor people"
CELLS = [Cell(False, TEXT), Cell(True, CODE), Cell(True, "")]


def in_format_4(minor: int | None = 5, *, as_lists: bool = True) -> dict[str, Any]:
    """Return a notebook with `CELLS`, with all that the format wants."""

    def stored(text: str) -> list[str] | str:
        return text.splitlines(keepends=True) if as_lists else text

    of_code: dict[str, Any] = {"metadata": {}, "outputs": [], "execution_count": None}
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "metadata": {}, "source": stored(TEXT)},
        {"cell_type": "code", "source": stored(CODE), **of_code},
        {"cell_type": "code", "source": stored(""), **of_code},
    ]
    if minor is not None and minor >= 5:
        cells = [{**cell, "id": f"c{number}"} for number, cell in enumerate(cells)]
    notebook: dict[str, Any] = {
        "nbformat": 4,
        "nbformat_minor": minor,
        "metadata": {},
        "cells": cells,
    }
    return {name: value for name, value in notebook.items() if value is not None}


def on_worksheets(
    code: list[str] | str, text: list[str] | str = TEXT, version: int = 3
) -> dict[str, Any]:
    """Return a notebook with `CELLS` as it was written before 2015, on two worksheets."""
    of_code = {"collapsed": False, "language": "python", "outputs": []}
    first = {"cell_type": "code", "input": code, "prompt_number": 1, **of_code}
    empty = {"cell_type": "code", "input": [], **of_code}
    words = {"cell_type": "markdown", "metadata": {}, "source": text}
    sheets = [{"cells": [words, first]}, {"cells": [empty], "metadata": {}}]
    return {"nbformat": version, "metadata": {"name": ""}, "worksheets": sheets}


def without(notebook: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return a notebook that lacks fields, and whose cells lack them."""
    kept = {name: value for name, value in notebook.items() if name not in names}
    for cell in kept["cells"]:
        for name in names:
            cell.pop(name, None)
    return kept


READ = {
    **{f"4.{minor}": in_format_4(minor) for minor in range(6)},
    "4 with texts": in_format_4(as_lists=False),
    "4 without a minor number": in_format_4(None),
    "4 of a newer minor number": in_format_4(99),
    "4 without what no program needs": without(
        in_format_4(), "metadata", "outputs", "id", "execution_count"
    ),
    "no number of the format": without(in_format_4(), "nbformat", "nbformat_minor"),
    "3 with texts": on_worksheets(CODE),
    "3 with lines": on_worksheets(["x = 1\n", "y = 2\n"], ["Words\n", "for people"]),
    "2 with lines without ends": on_worksheets(["x = 1", "y = 2", ""], version=2),
    "3 with lines without ends": on_worksheets(
        ["x = 1", "y = 2", ""], ["Words", "for people"]
    ),
}


@pytest.mark.parametrize("name", READ)
def test_cells_are_the_same_in_every_format(name: str) -> None:
    assert cells_of(json.dumps(READ[name]).encode()) == CELLS


def test_notebook_with_a_byte_order_mark_has_its_cells() -> None:
    assert cells_of(b"\xef\xbb\xbf" + json.dumps(in_format_4()).encode()) == CELLS


@pytest.mark.parametrize("kind", ["raw", "markdown", "of another program"])
@pytest.mark.parametrize("source", [{}, {"source": 5}, {"source": ["x", None]}])
def test_cell_of_text_needs_no_text(kind: str, source: dict[str, Any]) -> None:
    made = in_format_4()
    made["cells"][0] = {"cell_type": kind, **source}
    assert cells_of(json.dumps(made).encode()) == [Cell(False, ""), *CELLS[1:]]


def test_code_cell_on_a_worksheet_may_have_no_input() -> None:
    made = on_worksheets(CODE)
    del made["worksheets"][1]["cells"][0]["input"]
    assert cells_of(json.dumps(made).encode()) == CELLS


def with_cell(cell: object) -> str:
    made = in_format_4()
    made["cells"][1] = cell
    return json.dumps(made)


NO_CELLS, BROKEN = "notebook without cells", "notebook with a broken cell"
FORMAT, DEEP = "notebook of another format", "notebook too deep"
REFUSED: list[tuple[str, str, int]] = [
    ("", "empty notebook", 0),
    (" \n", "empty notebook", 0),
    ("x = 1\n", "notebook not in JSON", 1),
    (
        '{\n "cells": [\n<<<<<<< HEAD\n ]\n}',
        "notebook not in JSON",
        3,
    ),  # left by a merge
    (json.dumps(in_format_4(), indent=1)[:-30], "notebook not in JSON", 31),
    ("\udcff", "notebook not in UTF-8", 0),
    ("[" * 100_000, DEEP, 0),
    ("[]", NO_CELLS, 0),
    ("null", NO_CELLS, 0),
    ("{}", NO_CELLS, 0),
    ('{"nbformat": 4, "cells": {}}', NO_CELLS, 0),
    ('{"nbformat": 4, "worksheets": [{"cells": []}]}', NO_CELLS, 0),
    ('{"nbformat": 3, "cells": []}', NO_CELLS, 0),
    ('{"nbformat": 3, "worksheets": [3]}', NO_CELLS, 0),
    ('{"nbformat": 3, "worksheets": [{"metadata": {}}]}', NO_CELLS, 0),
    ('{"nbformat": 5, "cells": []}', FORMAT, 0),
    ('{"nbformat": 1, "cells": []}', FORMAT, 0),
    ('{"nbformat": "4", "cells": []}', FORMAT, 0),
    ('{"nbformat": 1e999, "cells": []}', FORMAT, 0),
    ('{"nbformat": null, "cells": []}', FORMAT, 0),
    ('{"nbformat": [4], "cells": []}', FORMAT, 0),
    (with_cell("x = 1"), BROKEN, 2),
    (with_cell(None), BROKEN, 2),
    (with_cell({"source": "x = 1"}), BROKEN, 2),
    (with_cell({"cell_type": ["code"], "source": "x = 1"}), BROKEN, 2),
    (with_cell({"cell_type": "code"}), BROKEN, 2),
    (with_cell({"cell_type": "code", "input": "x = 1"}), BROKEN, 2),
    (with_cell({"cell_type": "code", "source": None}), BROKEN, 2),
    (with_cell({"cell_type": "code", "source": ["x", 1]}), BROKEN, 2),
    (json.dumps(on_worksheets(["x = 1", None])), BROKEN, 2),  # type: ignore[list-item]
    (json.dumps(on_worksheets(CODE)).replace('"code"', "5", 1), BROKEN, 2),
]


@pytest.mark.parametrize(("text", "reason", "number"), REFUSED)
def test_what_is_no_notebook_is_refused_with_the_reason(
    text: str, reason: str, number: int
) -> None:
    with pytest.raises(NoNotebook) as refusal:
        cells_of(text.encode("utf-8", "surrogateescape"))
    assert (refusal.value.reason, refusal.value.number) == (reason, number)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("reason", sorted({reason for _, reason, _ in REFUSED}))
def test_reason_is_a_sentence_about_the_file(reason: str, language: str) -> None:
    with speaking(language):
        about = CannotRead(reason, number=17).about("hw.ipynb")
    assert about.startswith("hw.ipynb ")
    assert ("17" in about) == (reason in ("notebook not in JSON", BROKEN))


LINE = st.text(st.characters(exclude_characters="\r\n"), max_size=5)
SOURCES = st.lists(LINE, min_size=1, max_size=4).map("\n".join)


def stored_cells(
    cells: list[Cell], of_code: str, as_lines: Callable[[str], list[str] | str]
) -> list[dict[str, Any]]:
    """Return cells as they are stored. of_code: the field of a program's text."""
    return [
        {"cell_type": "code", of_code: as_lines(cell.text)}
        if cell.is_code
        else {"cell_type": "markdown", "source": as_lines(cell.text)}
        for cell in cells
    ]


@given(st.lists(st.builds(Cell, st.booleans(), SOURCES), max_size=4))
@example([Cell(True, "\ud800"), Cell(False, "\u2028x")])
def test_text_of_cells_comes_back_however_it_is_stored(cells: list[Cell]) -> None:
    for as_lines in (str, lambda text: text.split("\n")):
        sheet = {"cells": stored_cells(cells, "input", as_lines)}
        made = {"nbformat": 3, "worksheets": [sheet]}
        assert cells_of(json.dumps(made).encode()) == cells
    for as_lines in (str, lambda text: text.splitlines(keepends=True)):
        alone = {"nbformat": 4, "cells": stored_cells(cells, "source", as_lines)}
        assert cells_of(json.dumps(alone).encode()) == cells


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
NAMES = st.sampled_from(
    ["nbformat", "cells", "worksheets", "cell_type", "source", "input"]
)
ANYTHING = st.recursive(
    SCALARS | st.sampled_from([2, 3, 4, "code", "markdown"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4)
    ),
)


@given(ANYTHING.map(json.dumps).map(str.encode) | st.binary(max_size=40))
@example(f'{{"nbformat": {"9" * 5000}, "cells": []}}'.encode())
def test_any_content_is_cells_or_no_notebook(content: bytes) -> None:
    try:
        cells = cells_of(content)
    except NoNotebook:
        return
    assert all(isinstance(cell.text, str) for cell in cells)
