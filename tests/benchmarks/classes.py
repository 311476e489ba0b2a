"""Measures grading a whole class: against a shell's loop, two jobs against one, a second run of what is unchanged."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from autograder.classroom.discovery import find_class
from autograder.classroom.grading import Grading
from autograder.classroom.processors import processors
from autograder.core.exercises.load import load_set
from autograder.explain.graded import grade_and_explain
from autograder.tell.formats import results as results_of
from tests.benchmarks import trees
from tests.benchmarks.measure import (
    PROJECT,
    grader,
    paired,
    processor_seconds,
    run_seconds,
    seconds_of,
)
from tests.benchmarks.row import Row

SUBMISSIONS = PROJECT / "tests" / "submissions"
CORE = PROJECT / "exercises"
RIGHT = (
    "textbook",
    "fail_hard",
    "generators",
    "floats",
    "children_style",
    "class_based",
    "functional_style",
)
WRONG = (
    "strict_cutoff",
    "alpha_not_updated_1",
    "constant_answer",
    "half_max_only",
    "bounds_swapped_1",
    "break_instead_of_return",
    "first_child_only_1",
    "empty_file",
)
HANGS = "hostile_hangs_in_search"
UNCHANGED = 2000
CLASS_PAIRS = 3


def made(folder: Path, right: int, wrong: int, hanging: int) -> Path:
    """Return a class of so many: each has a comment of its own, so that no two are the same submission."""
    kinds = [
        *islice(cycle(RIGHT), right),
        *islice(cycle(WRONG), wrong),
        *[HANGS] * hanging,
    ]
    for number, kind in enumerate(kinds):
        copy = folder / f"{number:04} {kind}"
        shutil.copytree(SUBMISSIONS / kind, copy)
        with (copy / "alphabeta.py").open("a", encoding="utf-8") as file:
            file.write(f"\n# {number}\n")
    return folder


def class_rows(size: int) -> Iterator[Row]:
    """Yield a class, a third of it right and one of forty hanging, against a loop over it; and one job against two."""
    hanging = size // 40
    with tempfile.TemporaryDirectory() as name:
        folder = made(
            Path(name, "class"), size // 3, size - size // 3 - hanging, hanging
        )
        loop = seconds_of(lambda: _loop(folder, Path(name)))
        figure = _class_seconds(folder, Path(name, "results"))
        same = _scores(Path(name, "results")) == _scores(Path(name, "alone"))
        assert same, "the class and the loop gave different scores"
        text = f"class of {size}, {hanging} hanging, {processors()} jobs"
        yield Row(
            text, f"{figure:.1f} s", f"{loop:.1f} s shell loop", figure / loop, 0.35
        )
    with tempfile.TemporaryDirectory() as name:
        folder = made(Path(name, "class"), size // 3, size - size // 3, 0)
        one = _class_seconds(folder, Path(name, "one"), "--jobs", "1")
        two = _class_seconds(folder, Path(name, "two"), "--jobs", "2")
        yield Row(
            f"class of {size} that do not hang, 2 jobs",
            f"{two:.1f} s",
            f"{one:.1f} s one job",
            two / one,
            1 / 1.8,
        )


def processor_rows(size: int) -> Iterator[Row]:
    """Yield a class of right programs on the fixed trees, against a run for each of them, by processor time."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        trees.write_fixed(path)
        folder = made(path / "class", size, 0, 0)
        asked = ("--exercises", str(path / "exercises"), "--results")
        alone = [
            [str(submission), *asked, str(path / "results.json")]
            for submission in sorted(folder.iterdir())
        ]

        def in_a_class() -> float:
            with tempfile.TemporaryDirectory() as results:
                return processor_seconds(
                    grader("class", str(folder), *asked, f"{results}/of")
                )

        compared = paired(
            in_a_class,
            lambda: sum(processor_seconds(grader(*one)) for one in alone),
            CLASS_PAIRS,
        )
    yield Row(
        f"class of {size} right programs, processor time",
        f"{compared.figure:.2f} s",
        f"{compared.baseline:.2f} s run by run",
        compared.ratio,
        1.1,
    )


def unchanged_row() -> Row:
    """Return a run over a class that was graded before and has not changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = made(
            Path(name, "class"), UNCHANGED // 3, UNCHANGED - UNCHANGED // 3, 0
        )
        results = Path(name, "results")
        _forge(folder, results, Path(name))
        seconds = _class_seconds(folder, results)
    return Row(
        f"second run of {UNCHANGED:,}, nothing changed",
        f"{seconds:.2f} s",
        "2 s",
        seconds / 2,
        1,
    )


def _forge(folder: Path, results: Path, place: Path) -> None:
    """Write results as a first run leaves them: those of one wrong submission, under everybody's digest."""
    exercises = load_set(CORE)
    data = results_of(grade_and_explain(SUBMISSIONS / "strict_cutoff", exercises))
    the_class = find_class(folder, "alphabeta.py", place)
    results.mkdir()
    grading = Grading(the_class.hand_ins, exercises, results)
    for hand_in in the_class.hand_ins:
        data["extra_data"]["class"] = {"digest": grading.digest_of(hand_in)}
        (results / f"{hand_in.name}.json").write_text(
            json.dumps(data, indent=1), "utf-8"
        )


def _loop(folder: Path, place: Path) -> None:
    """Grade as a shell's loop does: a run for each, one after the other."""
    (place / "alone").mkdir()
    for submission in sorted(folder.iterdir()):
        run_seconds(
            grader(
                str(submission),
                "--results",
                str(place / "alone" / f"{submission.name}.json"),
            )
        )


def _class_seconds(folder: Path, results: Path, *options: str) -> float:
    start = time.perf_counter()
    command = grader("class", str(folder), "--results", str(results), *options)
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "AUTOGRADER_ROOT": "/nowhere"},
    )
    return time.perf_counter() - start


def _scores(results: Path) -> dict[str, float]:
    return {
        file.stem: json.loads(file.read_text("utf-8"))["score"]
        for file in results.glob("*.json")
    }


def rows(size: int) -> Iterator[Row]:
    """Yield all of them. size: of the class that is graded."""
    yield from class_rows(size)
    yield unchanged_row()
