"""Write files and sets of exercises, read rows of cases, and check results."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from jsonschema import Draft202012Validator

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.explain.graded import ExplainedReport
from autograder.teach.deployment import archive_output, write_archive
from autograder.teach.validation import textbook_program

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
QUICK = PROJECT / "tests" / "exercises" / "quick"
Value = TypeVar("Value")
Typed: TypeAlias = Callable[..., str]
"""The fixture `typed`: it runs a command, and returns all that is printed."""


def written(file: Path, contents: object) -> Path:
    """Write bytes, text or else a JSON document to a file, and return the file.

    Its folders are made.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(contents, (bytes, str)):
        contents = json.dumps(contents)
    if isinstance(contents, str):
        contents = contents.encode()
    file.write_bytes(contents)
    return file


def packed_set(archive: Path, exercises: Path) -> list[str]:
    """Write the archive of a set into a file; return the names of the files in it."""
    return write_archive(archive_output(archive, exercises), exercises)


def made_set(
    folder: Path, exercises: Mapping[str, Any] | Sequence[Any], **assignment: Any
) -> Path:
    """Write a set, with an assignment and exercises, and return its folder.

    exercises: by their names. A sequence of them gets numbers as names.
    """
    written(folder / "assignment.json", {"title": "T", **assignment})
    if not isinstance(exercises, Mapping):
        exercises = {f"{n:02}": exercise for n, exercise in enumerate(exercises, 1)}
    for name, exercise in exercises.items():
        written(folder / f"{name}.json", {"title": name, **exercise})
    return folder


def with_seed(exercises: ExerciseSet, seed: int) -> ExerciseSet:
    """Return the set with the same seed in every generated exercise, these first."""
    made = [
        exercise._replace(generate=exercise.generate._replace(seed=seed))
        for exercise in exercises.generated
    ]
    return exercises._replace(exercises=(*made, *exercises.fixed))


def altered(explained: ExplainedReport, **fields: Any) -> ExplainedReport:
    """Return an explained report, some fields of the report replaced."""
    return explained._replace(report=explained.report._replace(**fields))


def made_of_textbook(folder: Path) -> str:
    """Return the program of a submission to a set whose solution nobody may publish.

    It is made of the textbook's search by the changes in verdict.json. Each is a text
    that the program has once, and the text that replaces it.
    """
    verdict = json.loads((folder / "verdict.json").read_text("utf-8"))
    program = textbook_program(load_set(PROJECT / verdict["exercises"]))
    for old, new in verdict["changes"]:
        assert program.count(old) == 1, (folder.name, old)
        program = program.replace(old, new)
    return program


def submitted(folder: Path, file: str, place: Path) -> Path:
    """Return the folder of a submission's program.

    A program that is made of the textbook's is written to the folder `place`.
    """
    if (folder / file).exists():
        return folder
    verdict = json.loads((folder / "verdict.json").read_text("utf-8"))
    if "changes" not in verdict:
        return folder
    (place / file).write_text(made_of_textbook(folder), "utf-8")
    return place


def rows(name: str) -> list[list[str]]:
    """Return the lines of a text in tests/rows, each split at its arrows."""
    text = (Path(__file__).parent / "rows" / f"{name}.txt").read_text("utf-8")
    return [line.split(" → ") for line in text.splitlines()]


def cases(name: str) -> list[Any]:
    """Return the cases of a test, by its name.

    Each is a JSON document in a line of a file in tests/rows; # begins a remark.
    """
    text = (Path(__file__).parent / "rows" / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line and line[0] != "#"]


def not_none(value: Value | None) -> Value:
    """Return a value that must not be None."""
    assert value is not None
    return value


SCHEMA = Draft202012Validator(
    json.loads(Path(__file__).with_name("gradescope.schema.json").read_text("utf-8"))
)


def valid_results(results: Path | dict[str, Any]) -> dict[str, Any]:
    """Return the results in a file or a dict, and check that Gradescope takes them."""
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
