"""The trees of a submission: the same for the same files, others for others, and to be had again from results.json."""

import json
import shutil
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.grading import Grading
from autograder.classroom.records import HandIn, Student
from autograder.core.exercises import cache
from autograder.core.exercises.generated import problems_of, seeded
from autograder.core.exercises.load import load_assignment, load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.explain.graded import grade_and_explain
from autograder.teach.worksheets import practice_page, tasks
from autograder.tell.feedback import feedback_of
from autograder.tell.formats import results
from autograder.tell.pages.report import report_page
from tests.core.test_generate import as_data
from tests.sets import (
    PROJECT,
    Typed,
    cases,
    made_set,
    packed_set,
    valid_results,
    written,
)

pytestmark = pytest.mark.usefixtures("unmended", "forked")
STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff" / "alphabeta.py"
FILES = {"alphabeta.py": "import helper\n", "helper.py": "", "data/openings.txt": "e4"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a set of a fixed tree and two generated exercises that ask the same."""
    ranges = {"examples": 30, "depth": [2, 3], "values": [-2, 2], "windows": True}
    generated = {f"{number}_generated": {"generate": ranges} for number in (2, 3)}
    return made_set(
        tmp_path / "set", {"1_fixed": {"tree": [[3, 5], [2, "x"]]}, **generated}
    )


def change(file: Path, **fields: Any) -> None:
    written(file, {**json.loads(file.read_text("utf-8")), **fields})


def submission(place: Path, files: dict[str, str] = FILES) -> Path:
    for name, text in files.items():
        written(place / name, text)
    return place


def seeds(exercises: ExerciseSet, files: Path) -> dict[str, int | None]:
    return {
        exercise.id: exercise.generate.seed
        for exercise in seeded(exercises, files).generated
    }


# The facts that seeds follow from


def test_same_files_in_another_folder_have_the_same_seeds(
    folder: Path, tmp_path: Path
) -> None:
    exercises = load_set(folder)
    first = seeds(exercises, submission(tmp_path / "here"))
    assert seeds(exercises, submission(tmp_path / "a class" / "there")) == first
    assert None not in first.values()


@pytest.mark.parametrize("changed", cases("changed_files_have_other_seeds"))
def test_changed_files_have_other_seeds(
    changed: dict[str, str], folder: Path, tmp_path: Path
) -> None:
    exercises = load_set(folder)
    first = seeds(exercises, submission(tmp_path / "first"))
    other = seeds(exercises, submission(tmp_path / "other", changed))
    assert not set(first.values()) & set(other.values())
    made = [
        problems_of(exercise)
        for exercise in seeded(exercises, tmp_path / "first").generated
    ]
    made += [
        problems_of(exercise)
        for exercise in seeded(exercises, tmp_path / "other").generated
    ]
    trees = [[as_data(problem) for problem in problems] for problems in made]
    assert all(
        drawn != other for index, drawn in enumerate(trees) for other in trees[:index]
    )


def test_choosing_exercises_changes_no_seed(folder: Path, tmp_path: Path) -> None:
    files = submission(tmp_path / "files")
    alone = seeds(load_set(folder, "3_*"), files)
    assert alone == {"3_generated": seeds(load_set(folder), files)["3_generated"]}


def test_change_of_words_or_points_changes_no_seed(
    folder: Path, tmp_path: Path
) -> None:
    files = submission(tmp_path / "files")
    before = seeds(load_set(folder), files)
    change(
        folder / "assignment.json",
        title="new",
        feedback="verdict",
        limits={"seconds": 9},
    )
    change(
        folder / "1_fixed.json",
        title="new",
        hint="look",
        points={"value": 5},
        root="max",
    )
    change(folder / "2_generated.json", title="new", visibility="hidden", tags=["new"])
    assert seeds(load_set(folder), files) == before


def test_another_secret_gives_other_seeds(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, runs = submission(tmp_path / "files"), list[dict[str, int | None]]()
    monkeypatch.setattr(cache, "SECRET", tmp_path / "secret")
    runs += [seeds(load_set(folder), files), seeds(load_set(folder), files)]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    (tmp_path / "secret").unlink()
    runs.append(seeds(load_set(folder), files))
    for name in ("one", "two", "one"):
        change(folder / "assignment.json", secret=name)
        runs.append(seeds(load_set(folder), files))
    first, same, other, changed, two, again = runs
    assert (same, again) == (first, changed)
    assert (
        len(
            {
                first["2_generated"],
                other["2_generated"],
                changed["2_generated"],
                two["2_generated"],
            }
        )
        == 4
    )


def test_a_class_is_graded_again_with_another_secret(
    folder: Path, tmp_path: Path
) -> None:
    hand_in = HandIn(
        "alice", (Student("alice"),), submission(tmp_path / "files"), "alice"
    )
    exercises = load_set(folder)
    secrets = (exercises, exercises, exercises._replace(seeds=b"another"))
    assert (
        len({Grading([], secret, tmp_path).digest_of(hand_in) for secret in secrets})
        == 2
    )


def test_where_no_secret_can_be_kept_grading_goes_on(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SECRET", tmp_path / "missing" / "secret")
    assert None not in seeds(load_set(folder), submission(tmp_path / "files")).values()


def test_an_archive_has_the_secret_and_nothing_that_students_see_has(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "SECRET", tmp_path / "secret")
    files = submission(tmp_path / "files", {"alphabeta.py": STRICT.read_text("utf-8")})
    unpacked = seeds(load_set(folder), files)
    kept = (tmp_path / "secret").read_bytes().hex()
    packed_set(tmp_path / "a.zip", folder)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    (tmp_path / "secret").unlink()
    packed = load_set(tmp_path / "unpacked" / "exercises")
    assert seeds(packed, files) == unpacked
    assert (
        load_assignment(tmp_path / "unpacked" / "exercises" / "assignment.json").secret
        == kept
    )
    report = grade_and_explain(files, packed)
    feedback = feedback_of(report)
    assert kept not in json.dumps(results(report, feedback)) + report_page(
        report, feedback
    ) + repr(packed)
    assert kept not in practice_page(packed, tasks(packed))


@pytest.mark.parametrize(
    ("file", "fields"), cases("change_of_an_exercises_search_changes_the_seeds")
)
def test_change_of_an_exercises_search_changes_the_seeds(
    file: str, fields: Any, folder: Path, tmp_path: Path
) -> None:
    files = submission(tmp_path / "files")
    before = seeds(load_set(folder), files)
    change(folder / file, **fields)
    assert not set(before.values()) & set(seeds(load_set(folder), files).values())


def test_given_seed_is_used_whatever_is_submitted(folder: Path, tmp_path: Path) -> None:
    change(folder / "2_generated.json", generate={"seed": 0})
    for name in FILES:
        used = seeds(
            load_set(folder), submission(tmp_path / name.replace("/", "_"), {name: ""})
        )
        assert used["2_generated"] == 0
        assert used["3_generated"]


# From results.json back to the trees


def graded(place: Path, exercises: Path, more: str = "") -> dict[str, dict[str, Any]]:
    """Return the tests of the results of a wrong program, by their exercises."""
    place.mkdir()
    shutil.copy(STRICT, place / "alphabeta.py")
    with (place / "alphabeta.py").open("a", encoding="utf-8") as file:
        file.write(more)
    data = valid_results(results(grade_and_explain(place, load_set(exercises))))
    return {test["extra_data"]["exercise"]: test for test in data["tests"]}


def test_grading_again_gives_the_same_results(folder: Path, tmp_path: Path) -> None:
    first, again = graded(tmp_path / "one", folder), graded(tmp_path / "other", folder)
    for test in (*first.values(), *again.values()):
        test.pop("execution_time", None)
    assert first == again


def test_seed_in_the_results_reproduces_the_trees(folder: Path, tmp_path: Path) -> None:
    first = graded(tmp_path / "first", folder)["2_generated"]
    assert f"(seed {first['extra_data']['seed']})" in first["output"]
    changed = graded(tmp_path / "changed", folder, "\n# one more line\n")["2_generated"]
    assert changed["extra_data"]["seed"] != first["extra_data"]["seed"]
    ranges = json.loads((folder / "2_generated.json").read_text("utf-8"))["generate"]
    change(
        folder / "2_generated.json",
        generate={**ranges, "seed": first["extra_data"]["seed"]},
    )
    again = graded(tmp_path / "again", folder, "\n# one more line\n")["2_generated"]
    # The page may differ: it names another exercise if that has the simpler tree.
    assert again["extra_data"] == first["extra_data"]
    assert f"(seed {first['extra_data']['seed']})" in again["output"]


def test_results_hold_the_tree_that_failed(folder: Path, tmp_path: Path) -> None:
    """Put in the place of `generate`, it fails alone."""
    first = graded(tmp_path / "first", folder)["2_generated"]
    written(
        folder / "2_generated.json",
        {"title": "the one tree", **first["extra_data"]["failed_on"]},
    )
    again = graded(tmp_path / "again", folder)["2_generated"]
    assert again["score"] < again["max_score"]
    assert "seed" not in again["extra_data"]


def test_show_shows_the_trees_of_a_seed(
    folder: Path, tmp_path: Path, typed: Typed
) -> None:
    seed = graded(tmp_path / "first", folder)["2_generated"]["extra_data"]["seed"]
    pages = [
        typed("show", "2", "--exercises", folder, *seeds)
        for seeds in [("--seed", seed)] * 2 + [()]
    ]
    assert pages[0] == pages[1] != pages[2]
    assert f"seed {seed}" in pages[0]
    exercise = next(
        candidate
        for candidate in load_set(folder).generated
        if candidate.id == "2_generated"
    )
    problems = problems_of(
        exercise._replace(generate=exercise.generate._replace(seed=seed))
    )
    alpha, beta = problems[
        int(pages[0].split("This is number ")[1].split(" ")[0]) - 1
    ].window
    assert f"window ({alpha}, {beta})" in pages[0]
