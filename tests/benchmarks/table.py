"""Measures the cost of grading, and prints it as one table."""

import argparse
import compileall
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from statistics import median

from autograder import load_set
from autograder.core.exercises import cache
from autograder.core.exercises.model import Every, GeneratedExercise, Limits
from autograder.core.judging.judge import judge
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.explain.graded import grade_and_explain
from autograder.tell.pages.report import report_page
from reference.game import Tree
from reference.problem import Problem
from tests.benchmarks import classes, peers, ping_pong, trees
from tests.benchmarks.growth import growth
from tests.benchmarks.measure import (
    PROJECT,
    Confinement,
    check_full,
    grader,
    half_a_processor,
    interleaved,
    on_one_processor,
    paired,
    peak_bytes,
    processor_seconds,
    python,
    run_seconds,
)
from tests.benchmarks.row import Row, ms
from tests.benchmarks.searching import TEXTBOOK, Compared, leaf_seconds, sandbox

STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff"
GRADES_A_CASE = "import json, sys; from tests import hostile; hostile.grade(json.loads(sys.argv[1]))"
HANGING = PROJECT / "tests" / "submissions" / "hostile_hangs_in_search"
PLIES = (2, 3, 4, 5, 6)
"""Of the trees of 100 to 1,000,000 leaves, ten children a node."""
HANGS = 3
BUT_SMALL_TREES = "[0-9][0-9]_[!e]*"
"""The core set without every small tree, which has a row of its own."""
PAGE_SECONDS = 0.3
SPARE_SECONDS = 1.0
ISOLATION_SECONDS = 0.04
"""The limit for the cost of all layers of isolation together in a run."""


HEAD = ("what", "figure", "baseline", "ratio", "goal", "met?")


def leaf_row() -> Iterator[Row]:
    """One leaf question against a bare exchange."""
    with sandbox() as loaded:
        figure, baseline = interleaved(
            [leaf_seconds(loaded), ping_pong.round_trip_seconds], 9
        )
    yield Row(
        "leaf question, all layers",
        _us(figure),
        f"{_us(baseline)} ping-pong",
        figure / baseline,
        1.6,
    )


def fixed_rows() -> Iterator[Row]:
    """Yield a whole run on fixed trees, its time, its processor time and its memory, against the usual grader's."""
    for room in ("autograder", "reference"):  # as setting up does
        compileall.compile_dir(PROJECT / room, quiet=1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees.write_fixed(folder)
        usual_grader = str(Path(__file__).with_name("usual_grader.py"))
        files = str(TEXTBOOK), str(folder / "cases.json"), str(folder / "usual.json")
        usual = python(usual_grader, *files)
        exercises, results = str(folder / "exercises"), folder / "results.json"
        ours = grader(
            str(TEXTBOOK), "--exercises", exercises, "--results", str(results)
        )
        figure, baseline = interleaved(
            [lambda: run_seconds(ours), lambda: run_seconds(usual)], 11
        )
        yield Row(
            "26 fixed trees, from the shell to results.json",
            ms(figure),
            f"{ms(baseline)} usual grader",
            figure / baseline,
            2.2,
        )
        processor = paired(
            lambda: processor_seconds(ours), lambda: processor_seconds(usual), 15
        )
        yield Row(
            "  processor time of these",
            ms(processor.figure),
            f"{ms(processor.baseline)} usual grader",
            processor.ratio,
            2.2,
        )
        memory, usual_memory = interleaved(
            [lambda: peak_bytes(ours), lambda: peak_bytes(usual)], 5
        )
        check_full(results, trees.FIXED_TREES)
    ratio = memory / usual_memory
    yield Row(
        "  peak memory of these",
        _mb(memory),
        f"{_mb(usual_memory)} usual grader",
        ratio,
        3,
    )


def grading(folder: Path, without: tuple[str, ...]) -> list[str]:
    """Return the command that grades a right submission on the fixed trees in a folder, without some layers."""
    case = {
        "submission": str(TEXTBOOK),
        "exercises": str(folder / "exercises"),
        "inherits": (),
        "limits": {},
    }
    case |= {"results": str(folder / "results.json"), "without": without}
    return python("-c", GRADES_A_CASE, json.dumps(case))


def isolation_row() -> Iterator[Row]:
    """Yield a right submission with every layer of isolation, against the same with none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees.write_fixed(folder)
        shut_in, free = grading(folder, ()), grading(folder, ALL_LAYERS)
        figure, baseline = interleaved(
            [lambda: run_seconds(shut_in), lambda: run_seconds(free)], 11
        )
        check_full(folder / "results.json", trees.FIXED_TREES)
    goal = (baseline + ISOLATION_SECONDS) / baseline
    yield Row(
        "every layer of isolation, 26 fixed trees",
        ms(figure),
        f"{ms(baseline)} no layer",
        figure / baseline,
        goal,
    )


def generated_row() -> Iterator[Row]:
    """Yield a generated tree, drawn, searched and compared."""
    with sandbox() as loaded:
        ours, recursive = Compared(loaded), Compared(loaded)
        ours.ours(), recursive.recursive()  # until both are warm
        figure, baseline = interleaved([ours.ours, recursive.recursive], 9)
    text = "generated tree, drawn, searched and compared"
    yield Row(
        text,
        ms(figure),
        f"{ms(baseline)} st.recursive, {_leaves(recursive)} leaves; ours {_leaves(ours)}",
        figure / baseline,
        2 / 3,
    )


def core_row(
    what: str, repetitions: int, goal: float, confine: Confinement | None = None
) -> Row:
    """Return the core set's whole run, against Python's start, importing hypothesis and the student's code."""
    with tempfile.TemporaryDirectory() as name:
        results = Path(name, "results.json")
        ours = grader(
            str(TEXTBOOK), "--results", str(results), "--only", BUT_SMALL_TREES
        )
        start = python("-I", "-c", "import hypothesis")
        figure, started, searched = interleaved(
            [
                lambda: run_seconds(ours, confine),
                lambda: run_seconds(start, confine),
                lambda: _searching_seconds(confine),
            ],
            repetitions,
        )
        check_full(results)
    baseline = started + searched
    return Row(
        what,
        ms(figure),
        f"{ms(baseline)} start, hypothesis, code",
        figure / baseline,
        goal,
    )


def first_run_row() -> Row:
    """Return the core set before its generated trees are drawn, which setting up does once and for all."""
    ours = grader(str(TEXTBOOK))

    def first_run() -> float:
        shutil.rmtree(cache.FOLDER, ignore_errors=True)
        return run_seconds(ours)

    first, later = interleaved([first_run, lambda: run_seconds(ours)], 5)
    return Row(
        "  the first time, trees to be drawn",
        ms(first),
        f"{ms(later)} every other time",
        first / later,
    )


def core_rows() -> Iterator[Row]:
    """Yield the core set, on this machine and on less of it."""
    yield core_row("core set, a right submission", 9, 2)
    yield first_run_row()
    yield core_row("core set on one processor", 5, 2, on_one_processor)
    with half_a_processor() as confine:
        if confine is None:
            print(
                "No control group for half a processor can be made here.",
                file=sys.stderr,
            )
        else:
            # The control group lets it run in turns, so the times vary.
            yield core_row("core set on half a processor, 0.75 GB", 15, 2, confine)


def every_row() -> Iterator[Row]:
    """Yield every small tree, searched in the sandbox and compared, against the second that it may take."""
    exercise = GeneratedExercise(
        "id", "title", Problem(Tree([0])), Every(3, 4, (-9, 9))
    )

    with sandbox() as loaded:

        def seconds() -> float:
            start = time.perf_counter()
            assert judge(exercise, loaded.search_each, lambda: True).passed
            return time.perf_counter() - start

        seconds()  # until it is remembered
        figure = min(seconds() for _ in range(5))
    yield Row("every small tree: 6,586 searches", ms(figure), "1 s", figure, 0.6)


def growth_rows() -> Iterator[Row]:
    """Time and memory a leaf, from 100 leaves to 1,000,000 in one tree."""
    sizes = [growth(plies) for plies in PLIES]
    first, last = sizes[0], sizes[-1]
    for what, small, large in (
        ("reading", first.reading, last.reading),
        ("the reference's search", first.reference, last.reference),
        ("both searches", first.sandbox, last.sandbox),
    ):
        yield Row(
            f"1,000,000 leaves: time of each, {what}",
            _us(large),
            f"{_us(small)} at 100",
            large / small,
            1.3,
        )
    second = sizes[1]  # of the first, Python keeps the numbers of the nodes anyway
    ratio = last.memory / second.memory
    yield Row(
        "1,000,000 leaves: memory of each",
        f"{last.memory:.0f} B",
        f"{second.memory:.0f} B at 1,000",
        ratio,
        1.3,
    )
    middle = sizes[-2]
    small, large = (
        (size.resident - first.resident) / size.leaves for size in (middle, last)
    )
    yield Row(
        "  resident memory of each, both processes",
        f"{large:.0f} B",
        f"{small:.0f} B at 100,000",
        large / small,
        1.3,
    )
    for size in sizes:
        print("growth:", json.dumps(vars(size)), file=sys.stderr)


def hanging_row() -> Iterator[Row]:
    """Yield a submission that hangs in every search, with a limit of a second."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees.write_fixed(folder)
        limits = {"title": "Fixed trees", "limits": {"seconds": 1}}
        (folder / "exercises" / "assignment.json").write_text(
            json.dumps(limits), "utf-8"
        )
        command = grader(str(HANGING), "--exercises", str(folder / "exercises"))
        command += ["--results", str(folder / "results.json")]
        figure = run_seconds(command)
    goal = (HANGS + SPARE_SECONDS) / HANGS
    yield Row(
        "hangs in every search, limit 1 s",
        f"{figure:.2f} s",
        f"{HANGS} s: 3 limits",
        figure / HANGS,
        goal,
    )


def failing_row() -> Iterator[Row]:
    """Wrong programs, with all that explains them, against a right one; every fourth of tests/submissions."""
    with tempfile.TemporaryDirectory() as name:
        results = str(Path(name, "results.json"))
        right: list[float] = []
        taken: list[float] = []
        # Both are measured in turns, so that a busy machine slows down both.
        for folder in _failing()[::4]:
            right.append(processor_seconds(grader(str(TEXTBOOK), "--results", results)))
            taken.append(processor_seconds(grader(str(folder), "--results", results)))
    assert max(taken) < Limits().run_seconds
    ratios = [ours / base for ours, base in zip(taken, right, strict=True)]
    baseline = f"{ms(median(right))} right program"
    text = f"failing programs, median of {len(taken)}, processor time"
    yield Row(text, ms(median(taken)), baseline, median(ratios), 2)
    worst = max(ratios)
    longest = taken[ratios.index(worst)]
    baseline = f"{ms(right[ratios.index(worst)])} right program"
    yield Row("  the worst of them", ms(longest), baseline, worst, 5)


def page_row() -> Iterator[Row]:
    """Yield the report of a wrong program as a page, which is made once all else is done."""
    report = grade_and_explain(STRICT, load_set(PROJECT / "exercises"))
    taken = []
    for _ in range(3):  # the first also imports, which a run that fails has made mostly
        start = time.process_time()
        report_page(report)
        taken.append(time.process_time() - start)
    yield Row(
        "a failing program's report as a page",
        ms(min(taken)),
        ms(PAGE_SECONDS),
        min(taken) / PAGE_SECONDS,
        1,
    )


def _failing() -> list[Path]:
    """Return the wrong submissions to the core set that end by themselves."""
    files = sorted((PROJECT / "tests" / "submissions").glob("*/verdict.json"))
    verdicts = {file.parent: json.loads(file.read_text("utf-8")) for file in files}
    return [
        folder
        for folder, verdict in verdicts.items()
        if verdict["score"] == "partial"
        and "exercises" not in verdict
        and not folder.name.startswith("hostile_")
    ]


def _searching_seconds(confine: Confinement | None) -> float:
    command = python("-m", "tests.benchmarks.core_set")
    done = subprocess.run(
        command, cwd=PROJECT, check=True, capture_output=True, preexec_fn=confine
    )
    return float(done.stdout)


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} µs"


def _mb(size: float) -> str:
    return f"{size / 2**20:.0f} MB"


def _leaves(compared: Compared) -> str:
    return f"{compared.leaves / compared.trees:.0f}"


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "leaf": leaf_row,
    "fixed": fixed_rows,
    "isolation": isolation_row,
    "generated": generated_row,
    "core": core_rows,
    "every": every_row,
    "growth": growth_rows,
    "hanging": hanging_row,
    "failing": failing_row,
    "page": page_row,
    "class": lambda: classes.rows(size=40),
    "alone": lambda: classes.processor_rows(size=40),
    "peers": peers.rows,
}
AT_LENGTH: dict[str, Callable[[], Iterator[Row]]] = {
    "class_of_200": lambda: classes.rows(size=200)
}
"""The parts that take too long to be measured unless they are named."""


def print_table(rows: list[Row]) -> None:
    """Print the rows in columns, as a Markdown table."""
    lines = [HEAD, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, tuple("-" * width for width in widths))
    for cells in lines:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        print("| " + " | ".join(padded) + " |")


def part_name(name: str) -> str:
    """Return the name of a part. Raises ArgumentTypeError for any other word."""
    if name not in PARTS | AT_LENGTH:
        raise argparse.ArgumentTypeError(
            f"there is no part {name}; there are {', '.join(PARTS | AT_LENGTH)}"
        )
    return name


def main() -> None:
    """Measure the parts that are named; without one, all."""
    measured = "Prints one table of what grading costs, each figure against a baseline of the same run."
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.table", description=measured
    )
    which = f"a part to measure: {', '.join(PARTS)}, all if none is named, or {', '.join(AT_LENGTH)}, which takes long"
    parser.add_argument("parts", nargs="*", type=part_name, metavar="PART", help=which)
    names: list[str] = parser.parse_args().parts
    start = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt):
        print_table(
            list(
                chain.from_iterable(
                    (PARTS | AT_LENGTH)[name]() for name in names or PARTS
                )
            )
        )
        print(f"\nmeasured in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
