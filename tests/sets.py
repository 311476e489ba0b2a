"""Files and sets of exercises that tests write, rows of what is given and what is said of it, and what results hold."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from jsonschema import Draft202012Validator

from autograder.exercises.load import load_set
from autograder.teaching.validation import textbook_program

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
QUICK = PROJECT / "tests" / "exercises" / "quick"
Some = TypeVar("Some")
Typed: TypeAlias = Callable[..., str]
"""What the fixture of this name gives: it runs a command with an exit status, and says all that is printed."""


def written(file: Path, contents: object) -> Path:
    """The file, in its folders, after bytes, text or else a JSON document have been written to it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = contents if isinstance(contents, (bytes, str)) else json.dumps(contents)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def made_set(
    folder: Path, exercises: Mapping[str, Any] | Sequence[Any], **assignment: Any
) -> Path:
    """A folder with an assignment and with exercises, which are called by their names or else numbers."""
    written(folder / "assignment.json", {"title": "T", **assignment})
    named = (
        exercises
        if isinstance(exercises, Mapping)
        else {f"{n:02}": one for n, one in enumerate(exercises, 1)}
    )
    for name, exercise in named.items():
        written(folder / f"{name}.json", {"title": name, **exercise})
    return folder


def made_of_textbook(folder: Path) -> str:
    """The program of a submission to a set whose solution nobody may publish: the textbook's, with its changes.

    They stand in its verdict.json, each a text that the program has once, and what stands there in its place.
    """
    verdict = json.loads((folder / "verdict.json").read_text("utf-8"))
    program = textbook_program(load_set(PROJECT / verdict["exercises"]))
    for old, new in verdict["changes"]:
        assert program.count(old) == 1, (folder.name, old)
        program = program.replace(old, new)
    return program


def submitted(folder: Path, file: str, place: Path) -> Path:
    """The folder of a submission's program; where it is made of the textbook's, `place`, with the program in it."""
    if (folder / file).exists() or "changes" not in json.loads(
        (folder / "verdict.json").read_text("utf-8")
    ):
        return folder
    (place / file).write_text(made_of_textbook(folder), "utf-8")
    return place


def rows(name: str) -> list[list[str]]:
    """The rows of a text in tests/rows, parted at each arrow."""
    text = (Path(__file__).parent / "rows" / f"{name}.txt").read_text("utf-8")
    return [line.split(" → ") for line in text.splitlines()]


def cases(name: str) -> list[Any]:
    """What a test of this name is given, a JSON document in each line of a file in tests/rows, remarks aside."""
    text = (Path(__file__).parent / "rows" / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line and line[0] != "#"]


def some(value: Some | None) -> Some:
    """What must be there."""
    assert value is not None
    return value


SCHEMA = Draft202012Validator(
    json.loads(Path(__file__).with_name("gradescope.schema.json").read_text("utf-8"))
)


def valid_results(results: Path | dict[str, Any]) -> dict[str, Any]:
    """The results in a file or a dict, after a look whether Gradescope would take them."""
    data: dict[str, Any]
    if isinstance(results, Path):
        text = results.read_bytes()
        assert b"\r" not in text
        data = json.loads(text, parse_constant=lambda name: _refuse(name))
    else:
        data = json.loads(json.dumps(results, allow_nan=False))
    SCHEMA.validate(data)
    assert set(data["extra_data"]) >= {"isolation", "version"}
    for test in data.get("tests", ()):
        extra = test["extra_data"]
        assert set(extra["checks"]) == {"value", "pruned", "order"}
        assert isinstance(extra["exercise"], str)
        assert isinstance(extra["misconceptions"], list)
        assert 0 <= test["score"] <= test["max_score"]
    return data


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
