"""The direction of imports: which room may use which, and that it uses no more of it than its face."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
GROUND = ("errors", "project", "text", "files", "signals", "launch", "limits")
"""The modules below the rooms, which each may use."""
ROOMS = ("worker", "exercises", "sandbox", "judging", "showing", "teaching", "pages", "classroom", "commands")
"""Each may use those before it, `reference` and the ground."""
FILES = sorted((PROJECT / "autograder").rglob("*.py"))


def imported(file: Path) -> Iterator[tuple[str, list[str]]]:
    """The modules of the project that a file imports from, with the names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.split(".")[0] in ("autograder", "reference")
        ):
            yield node.module, [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in ("autograder", "reference"):
                    yield alias.name, []


def room_of(module: str) -> str:
    """The room of a module, or the module itself below the rooms."""
    return [*module.split("."), ""][1]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(PROJECT).as_posix())
def test_imports_go_one_way_and_by_the_face(file: Path) -> None:
    here = room_of(".".join(file.relative_to(PROJECT).with_suffix("").parts))
    for module, names in imported(file):
        package, room = module.split(".")[0], room_of(module)
        if package == "reference":
            assert here != "worker" or (module == "reference" and names == ["game"]) or module == "reference.game"
            continue
        if module == "autograder":
            assert set(names) <= {*GROUND, *ROOMS}, f"{names} of the library's face, which imports the rooms"
        if here in GROUND:
            assert not room or room in GROUND
        if room not in ROOMS or room == here or here not in ROOMS:
            continue
        assert here != "worker", f"{module} would run beside a student's code"
        assert ROOMS.index(room) < ROOMS.index(here), f"{here} comes before {room}"
        used = module.split(".")[2:3] or names
        assert set(used) <= set(import_module(f"autograder.{room}").__all__), f"{used} is not in the face of {room}"


def test_every_module_has_its_place() -> None:
    places = {room_of(".".join(file.relative_to(PROJECT).with_suffix("").parts)) for file in FILES}
    assert places <= {*ROOMS, *GROUND, "__init__", "__main__"}


def test_reference_knows_nothing_of_the_autograder() -> None:
    for file in sorted((PROJECT / "reference").rglob("*.py")):
        assert all(module.split(".")[0] == "reference" for module, _ in imported(file)), file
