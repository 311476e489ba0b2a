"""Versions: said once, printed quickly, told in the changelog; and fields of a set's files that get a new name."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.exercises import documents
from autograder.exercises.documents import ASSIGNMENT, Renamed
from autograder.exercises.load import load_set
from autograder.project import NAME, VERSION
from autograder.teaching.deployment import build
from tests.sets import PROJECT, QUICK, SUBMISSIONS, Typed, made_set, valid_results

MAJOR = int(VERSION.partition(".")[0])


def test_the_version_stands_once() -> None:
    text = (PROJECT / "pyproject.toml").read_text("utf-8")
    assert f'name = "{NAME}"\ndynamic = ["version"]' in text
    assert not re.search(r"^version\b", text, re.MULTILINE)
    tracked = [*PROJECT.glob("*.*"), *PROJECT.glob("autograder/**/*.py"), *PROJECT.glob("docs/*.md")]
    said = [file for file in tracked if file.is_file() and f'"{VERSION}"' in file.read_text("utf-8")]
    assert said == [PROJECT / "autograder" / "project.py"]


def test_the_version_is_printed_without_what_grading_takes() -> None:
    done = subprocess.run(["./run_autograder", "--version"], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{NAME} {VERSION}\n", "")
    heavy = "hypothesis jsonschema jinja2 nbformat dask ast autograder.judging.run autograder.sandbox.program"
    program = (
        "import sys; from autograder import launch; from autograder.commands.command_line import main; "
        f"main(['--version']); print(*{{*'{heavy}'.split()}} & {{*sys.modules}}, launch.preforked)"
    )
    said = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert said.stdout == f"{NAME} {VERSION}\n[]\n"


def test_results_name_the_version(tmp_path: Path, typed: Typed) -> None:
    typed(SUBMISSIONS / "textbook", "--exercises", QUICK, "--results", tmp_path / "results.json")
    assert valid_results(tmp_path / "results.json")["extra_data"]["version"] == VERSION


# Fields that have a new name

NEXT = f"{MAJOR + 1}.0.0"
OLD_NAMES = (
    Renamed("exercise", "advice", "hint", VERSION),
    Renamed("exercise", "points.worth", "points.value", VERSION),
    Renamed("assignment", "limits.time", "limits.seconds", VERSION),
)
TREE = {"tree": [[3, 12], [2, 4]]}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "RENAMED", OLD_NAMES)


@pytest.mark.usefixtures("renamed")
def test_a_field_is_read_by_its_old_name_and_validate_says_the_new_one(tmp_path: Path, typed: Typed) -> None:
    exercise = {**TREE, "advice": "Look at B2.", "points": {"worth": 7}}
    folder = made_set(tmp_path / "set", {"01": exercise, "02": TREE}, limits={"time": 2})
    loaded = load_set(folder)
    assert (loaded.exercises[0].hint, loaded.exercises[0].points["value"]) == ("Look at B2.", 7)
    assert loaded.assignment.limits.seconds == 2
    said = typed("validate", folder)
    for file, old, new in (
        ("01.json", "advice", "hint"),
        ("01.json", "points.worth", "value"),
        ("assignment.json", "limits.time", "seconds"),
    ):
        words = f'this field is called "{new}" since version {VERSION}; write that'
        assert f"{folder / file}: {old}: {words}, as the old name is not read from version {NEXT} on\n" in said
    assert "02.json" not in said
    alone = typed("validate", folder / "01.json")
    assert alone.count("this field is called") == 2
    assert "this field" not in typed(SUBMISSIONS / "textbook", "--exercises", folder)  # students did not write it
    assert f"exercises/{ASSIGNMENT}" in build(tmp_path / "a.zip", folder)


@pytest.mark.usefixtures("renamed")
def test_both_names_at_once_are_a_mistake(tmp_path: Path, typed: Typed) -> None:
    folder = made_set(tmp_path / "set", {"01": {**TREE, "advice": "One", "hint": "Two"}})
    said = typed("validate", folder, status=2)
    assert (
        f'{folder}/01.json: advice: this is the old name of "hint", which stands here too; keep "hint" alone\n' in said
    )


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("limits", [3, [], "time", None, {"time": []}])
def test_what_is_no_object_has_no_field_by_an_old_name(limits: object, tmp_path: Path, typed: Typed) -> None:
    folder = made_set(tmp_path / "set", {"01": TREE}, limits=limits)
    assert "limits" in typed("validate", folder, status=2)


NAMES = st.sampled_from(["advice", "hint", "points", "worth", "value", "limits", "time"])
JSON: st.SearchStrategy[Any] = st.recursive(st.none() | st.integers(), lambda inner: st.dictionaries(NAMES, inner))


@given(st.dictionaries(NAMES, JSON), st.sampled_from(["exercise", "assignment"]))
def test_a_document_with_old_names_is_that_with_new_ones(document: dict[str, Any], schema: str) -> None:
    before = json.dumps(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "RENAMED", OLD_NAMES)
        twice = list(documents.rename_fields(document, schema))
        assert not list(documents.fields_by_old_names(document, schema))
        again = json.loads(json.dumps(document))
        assert list(documents.rename_fields(again, schema)) == []
        assert again == document
    for place, _ in twice:
        assert place in {entry.old for entry in OLD_NAMES if entry.schema == schema}
    if not re.search("advice|worth|time", before):
        assert json.dumps(document) == before


def test_no_old_name_outlives_the_major_version_that_renamed_it() -> None:
    for entry in documents.RENAMED:
        schema = json.loads((PROJECT / "exercises" / "schema" / f"{entry.schema}.json").read_text("utf-8"))
        assert entry.old.split(".")[:-1] == entry.new.split(".")[:-1]
        assert int(entry.since.partition(".")[0]) == MAJOR, f"take {entry.old} out: its time is over"
        assert entry.new.split(".")[0] in schema["properties"]
