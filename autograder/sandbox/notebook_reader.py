"""Turns a notebook into Python: its code cells in their order. Run as a program, in a process of its own.

What it reads may be anything. It gets the notebook on standard input and writes {"source", "left_out"} or {"error"}; it
runs nothing of it, and uses no more memory and time than is set here. A cell begins with the line that `MARK` makes.
"""

from __future__ import annotations

import ast
import json
import re
import resource
import sys
from typing import Any

from autograder.limits import NOTEBOOK_CPU_SECONDS, NOTEBOOK_MEMORY
from autograder.text import source_lines

MARK = "# %% cell {} of the notebook"
NOT_PYTHON = re.compile(r"^(\s*)(%|!|\?)|^(\s*).*[^\s#]\?\s*$")
"""How a line begins or ends that is for Jupyter alone: a magic, a shell command, a question."""


def to_python(text: str) -> dict[str, object]:
    """The source of a notebook's code cells, and the lines that were left out; or what is wrong with it."""
    import nbformat  # slow to import

    notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    lines: list[str] = []
    left_out: list[str] = []
    for number, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), 1):
        lines += [MARK.format(number), *_python(cell.source, number, left_out)]
    return {"source": "\n".join(lines) + "\n", "left_out": left_out}


def _python(source: str, number: int, left_out: list[str]) -> list[str]:
    """The lines of a cell; each that is for Jupyter alone does nothing, so that line numbers stay."""
    lines = source_lines(source.encode("utf-8", "replace"))
    if lines and lines[0].startswith("%%"):
        left_out.append(f"cell {number}: {lines[0]}")
        return ["pass"] + [""] * (len(lines) - 1)
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        for place, line in enumerate(lines):
            found = NOT_PYTHON.match(line)
            if found:
                left_out.append(f"cell {number}: {line.strip()}")
                lines[place] = (found[1] or found[3] or "") + "pass"
    return lines


def main() -> None:
    """Reads the notebook and answers, within its bounds."""
    resource.setrlimit(resource.RLIMIT_AS, (NOTEBOOK_MEMORY, NOTEBOOK_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (NOTEBOOK_CPU_SECONDS, NOTEBOOK_CPU_SECONDS))
    try:
        answer = to_python(sys.stdin.buffer.read().decode("utf-8"))
    except Exception as error:  # whatever is wrong with it
        answer = {"error": f"{type(error).__name__}: {error}"[:300]}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
