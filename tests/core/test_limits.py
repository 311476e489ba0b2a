"""Every limit at its edge: what is exactly as large as it may be passes, and what is larger meets what is said of it.

A row names a limit of autograder/core/limits.py, the value that it has meanwhile, and what makes something of a size. Small
values keep the rows quick; a row without one has the limit's own, as another constant is made of it at its import.
A new limit needs a row here, or a place in `PROTECTS_NOBODY` with the reason.
"""

import importlib
import io
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, redirect_stderr, suppress
from functools import lru_cache
from itertools import count
from math import inf, isnan
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import pytest

import autograder
from autograder.classroom import (
    cluster,
    discovery,
    grades,
    lateness,
    matching,
    overrides,
    overview,
    owners,
    pool,
    processes,
    records,
    roster,
    times,
)
from autograder.classroom.grading import files_digest, sent_files
from autograder.classroom.matching import Matching
from autograder.classroom.records import (
    GITHUB_NAME,
    HandIn,
    Identity,
    Outcome,
    Record,
    Student,
)
from autograder.cli import instructor, one_of_a_class
from autograder.cli.command_line import main
from autograder.core import limits, outputs, text
from autograder.core.errors import AutograderError, Mistake, WrongUsage, format_mistakes
from autograder.core.exercises import (
    cache,
    claims,
    documents,
    exhaustive,
    generate,
    generated,
    shrink,
)
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    CHECKS,
    Assignment,
    Every,
    ExerciseSet,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.exercises.model import Limits as LimitsOfASet
from autograder.core.exercises.tree_format import ReadTree
from autograder.core.grading import run
from autograder.core.grading.report import Report
from autograder.core.judging import by_hand, plainer
from autograder.core.judging.judge import (
    Evidence,
    Failed,
    NotRun,
    Passed,
    Verdict,
    with_simplest_tree,
)
from autograder.core.reader import archive, normal_form, notebook, process, zip_entries
from autograder.core.sandbox import (
    archives,
    containment,
    local_imports,
    program,
    staging,
)
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.listing import submitted_files
from autograder.core.sandbox.meaning import describe
from autograder.core.sandbox.outcome import CallEvent, Failure, Searched
from autograder.core.sandbox.own_paths import OwnPaths
from autograder.core.sandbox.process import Ended, StudentProcess
from autograder.core.sandbox.raised import (
    AdapterException,
    RaisedException,
    UnknownName,
)
from autograder.core.sandbox.submission import NoSubmission, Submission, find_submission
from autograder.core.sentences import sentence
from autograder.core.worker import adapted, tracebacks, wire
from autograder.core.worker.grader import Grader, as_exact_float
from autograder.explain import (
    chance,
    diagnosis,
    failures,
    probe_trees,
    probed_program,
    proof,
    trials,
)
from autograder.explain.findings import ClaimedRepair, EditedLine, Findings
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.repair import answer, messages, mirror
from autograder.explain.repair import bench as benches
from autograder.explain.repair.facts import UNKNOWN
from autograder.explain.repair.kinds import KINDS
from autograder.explain.repair.program import Cut, Program
from autograder.explain.repair.trial import RightLooks, Trial
from autograder.explain.repair.work import Work, of_seconds
from autograder.teach import deployment, new_sets, student_tests, worksheets
from autograder.tell import (
    failed,
    feedback,
    formats,
    places,
    terminal,
    tree_drawing,
    wrong_values,
)
from autograder.tell.pages import picture, playback
from autograder.tell.pages import report as report_pages
from autograder.tell.pages.render import prose
from autograder.tell.styled_text import folded, line, plain
from autograder.tell.trace import PROGRAM, recorded
from reference.game import Tree
from reference.observe import observe
from reference.problem import Call, Observation, Problem
from tests.core.test_program import LOADED, LOCKED, LOOK, RETURNED, Scripted
from tests.patience import PATIENCE, UNHURRIED
from tests.sets import PROJECT, made_set, valid_results, written
from tests.test_rooms import LIMITS, constants

PROTECTS_NOBODY = {
    "how often a clock is looked at": "CLOCK_SECONDS PARENT_CHECK_SECONDS STOP_CHECK_SECONDS TICK_SECONDS",
    "how often it is noted that a file of the cache is used": "USED_LATELY_SECONDS",
    "how large a pool of trees is, beside MOST_DRAWN": "DRAWN_AT_ONCE POOL_GROWTH",
    "room that is set aside, to say something in": "RESERVE",
    "layout of a terminal, and of pages": "MOST_EXPLAINED MOST_MADE WIDEST_COLUMN",
    "which trees are worth practising on": "FEWEST_PRACTISED_LEAVES",
    "how finely points are compared and written": "MOST_PARTS_OF_A_POINT POINT_UNITS",
    "what is heard of a process that is ended at once": "LARGEST_STACK STACK_SECONDS",
    "by what a text is known": "FEWEST_NUMBERED SHORTEST_BEGINNING SHORTEST_MONTH SHORTEST_SPELLING",
    "a guard of a program that answers at once": "GIT_SECONDS",
    "how wide the search for a repair is, which its time ends": """
        LEAST_ALIKE MOST_ALIKE MOST_ARGUMENTS_MOVED MOST_BESIDE_A_BLOCK MOST_CHAINED MOST_CHOICES MOST_CHOSEN_FROM MOST_OBJECTS MOST_PAIRED MOST_PARTS MOST_PROBED
        MOST_SEEN MOST_TELLING MOST_WORK_AFTER
    """,
}
"""Limits without a row, with the reason."""


class Bench:
    """The surroundings of a row: a new folder for each thing that it makes, and patches that end with it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder, self.patch = folder, patch
        self._numbers = count()

    def folder(self) -> Path:
        """Make a folder."""
        made = self._folder / str(next(self._numbers))
        made.mkdir()
        return made

    def clock(self, module: ModuleType, *readings: float) -> Callable[[float], None]:
        """Have a module read a clock that stands still; return a function that sets it."""
        now = [0.0]

        def advance(seconds: float) -> None:
            now[0] += seconds

        clock = SimpleNamespace(
            monotonic=lambda: now[0], process_time=lambda: now[0], sleep=advance
        )
        self.patch.setattr(module, "time", clock)
        return advance


Make = Callable[[Bench, Any], object]


class Row(NamedTuple):
    """A limit, and what comes of something as large as it may be, and of something larger.

    value: what the limit is meanwhile; None for its own value. make: makes something of a size and returns what comes
    of it. at, beyond: what that is; a pattern is searched for in it. step: how much more than the limit is too much.
    """

    limit: str
    value: float | None
    make: Make
    at: object
    beyond: object
    step: float = 1


def says(words: str) -> re.Pattern[str]:
    """Return a pattern of a text that holds some words."""
    return re.compile(re.escape(words))


def told(call: Callable[..., object], *arguments: Any) -> str:
    """Return the text that refuses something; "" if it is not refused."""
    refusals = (
        AutograderError,
        NoSubmission,
        Ended,
        Cut,
        new_sets.NotATree,
        process.CannotRead,
        FileNotFoundError,
    )
    try:
        call(*arguments)
    except refusals as error:
        return str(error) or type(error).__name__
    return ""


# --- Numbers and trees ---


FLAT = Problem(Tree.from_nested([3, 12, 2]))
# With a window of its own, the smallest trees of all are not searched beside it.
NOT_WHOLE = FLAT._replace(window=(-50, 50))


def document(bench: Bench, **fields: Any) -> str:
    """Return the mistakes in an exercise of some fields; "" if there are none."""
    folder = made_set(bench.folder(), {"01": fields}, **fields.pop("assignment", {}))
    return told(load_set, folder)


def nested(plies: int) -> Any:
    """Return a tree of so many plies, with one leaf."""
    return [nested(plies - 1)] if plies else 1


def sent(send: Callable[[Grader], object]) -> list[tuple[int, str]]:
    """Return the kind of each frame that a worker sends, and the words after it."""
    channel, other_end = os.pipe()
    frames = []
    try:
        send(Grader(other_end, -1))
        os.close(other_end)
        with open(channel, "rb") as opened:
            while head := opened.read(wire.SIZE):
                kind, size, _ = wire.FRAME.unpack(head)
                frames.append((kind, opened.read(size).decode()))
    finally:
        with suppress(OSError):
            os.close(other_end)
    return frames


def returned_digits(_: Bench, digits: int) -> object:
    return sent(lambda grader: grader.returned(10**digits - 1))[0][0]


def drawn_whole(_: Bench, nodes: int) -> bool:
    """Tell whether a page draws all of a tree: in a chain, the far leaf of which no search comes to."""
    tree = Tree.from_nested([1, [0, *[5] * (nodes - 4)]])
    problem = Problem(tree)
    return len(picture.part_of(drawing_of(problem)).keys) == len(tree) == nodes


def drawing_of(problem: Problem) -> tree_drawing.TreeAnnotations:
    """Return what a drawing of a tree and the textbook's search is made of."""
    return tree_drawing.TreeAnnotations(problem, recorded(problem), {})


NUMBERS_AND_TREES = [
    Row(
        "LARGEST_EXACT",
        None,
        lambda bench, size: document(bench, tree=[size, 1]),
        "",
        says("is too large; whole"),
    ),
    Row(
        "LARGEST_EXACT", None, lambda _, size: isnan(as_exact_float(size)), False, True
    ),
    Row(
        "LARGEST_EXACT",
        None,
        lambda _, size: sent(lambda to: to.returned(size))[0][0],
        wire.RETURNED_INT,
        12,
    ),
    Row("MOST_DIGITS", None, returned_digits, wire.RETURNED_LARGE, wire.REFUSED),
    Row(
        "MOST_PLIES",
        3,
        lambda bench, size: document(bench, tree=nested(size)),
        "",
        says("the tree has 4 plies; at most 3 are allowed"),
    ),
    Row(
        "LONGEST_NAME",
        5,
        lambda bench, size: document(
            bench, tree={"name": "n" * size, "children": [1, 2]}
        ),
        "",
        says('"name" must be text of 1 to 5 characters'),
    ),
    Row(
        "LONGEST_NAME",
        5,
        lambda _, size: wrong_values._visible_number(10 ** (size - 1)),
        "10000",
        says("10000 … (cut: 6"),
    ),
]


# --- Exercises ---


EXERCISE = GeneratedExercise(
    "drawn",
    "Drawn",
    FLAT._replace(tree=Tree([0])),
    Generate(examples=3, values=(0, 99)),
)


def file_of_bytes(bench: Bench, size: int) -> str:
    start = '{"title": "'
    file = written(
        bench.folder() / "01.json", start + "x" * (size - len(start) - 2) + '"}'
    )
    assert file.stat().st_size == size
    return told(documents.read_document, file)


def least_leaves(bench: Bench, leaves: int) -> str:
    branching, depth = {8: (2, 3), 9: (3, 2)}[leaves]
    return document(bench, generate={"branching": [branching, 3], "depth": [depth, 3]})


def complete_plies(bench: Bench, plies: int) -> str:
    interface = {"interface": "minimax_array"}
    return document(bench, generate={"depth": [1, plies]}, assignment=interface)


def is_in_pool(bench: Bench, number: int) -> bool:
    """Tell whether the first drawn tree that fits is found, which has some number."""
    fitting = Problem(Tree.from_nested([1, [2, 0]]))
    drawn = 0

    def draw(exercise: GeneratedExercise, visit: Callable[[Problem], None]) -> None:
        nonlocal drawn
        drawn += exercise.ranges.examples
        if drawn >= number:
            visit(fitting)

    bench.patch.setattr(generate, "for_each_problem", draw)
    required = EXERCISE._replace(require={"leaves": (3, 3)})
    return "trees that were drawn is such a tree" not in told(generated._draw, required)


def fits_late(bench: Bench, times: int) -> bool:
    """Tell whether a variation is taken that is the first to fit, and as late as that."""
    fitting, drawn = (
        Problem(Tree.from_nested(nested)) for nested in ([1, [2, 0]], [1, 2])
    )
    tried = [drawn] * (times - 1) + [fitting] * 100
    bench.patch.setattr(generated, "varied", lambda *_: tried.pop(0))
    bench.patch.setattr(
        generated, "unmet", lambda problem, _: [] if problem is fitting else ["lacks"]
    )
    (chosen,) = generated._chosen(
        ["[[2,0,0],[null,1,2],[0,1]]"], EXERCISE._replace(generate=Generate(examples=1))
    )
    return chosen is fitting


def pool_asked_for(bench: Bench, trees: int) -> int:
    """Return how many trees are drawn for an exercise that asks for a part of so many."""
    counts: list[int] = []
    bench.patch.setattr(
        generate,
        "for_each_problem",
        lambda exercise, _: counts.append(exercise.ranges.examples),
    )
    examples = -(-trees // limits.POOL_GROWTH)
    generated._draw(EXERCISE._replace(generate=Generate(examples=examples)))
    return counts[0]


def is_kept(bench: Bench, trees: int) -> bool:
    """Tell whether an exercise keeps its trees for a second time."""
    bench.patch.setattr(generated, "cached", lambda *_: [FLAT] * trees)
    exercise = GeneratedExercise("kept", "Kept", EXERCISE.pattern, EXERCISE.generate)
    generated.problems_of(exercise)
    return "problems" in vars(exercise)


def fill_cache(bench: Bench, files: int) -> None:
    """Fill a new cache with files, each of which was last used a second later."""
    folder = bench.folder()
    bench.patch.setattr(cache, "FOLDER", folder)
    for number in range(files):
        cache.cached(number, lambda: ["line"], list)
        with suppress(FileNotFoundError):
            os.utime(cache._file(number), (number, number))


def cached_files(bench: Bench, files: int) -> int:
    """Return how many files a cache has, with its salt, that so many would be in."""
    bench.patch.setattr(cache, "CACHED_FILES_KEPT", 2)
    fill_cache(bench, files - 1)
    return len(os.listdir(cache.FOLDER))


def is_still_cached(bench: Bench, uses: int) -> bool:
    """Tell whether a file is kept that was used before all but so many others."""
    files = 6
    bench.patch.setattr(cache, "MOST_CACHED_FILES", files)
    fill_cache(bench, files)
    assert len(os.listdir(cache.FOLDER)) < files
    return cache._file(files - uses).exists()


FEW, MORE = exhaustive.count_searches(3, 1), exhaustive.count_searches(3, 2)


def every_tree(_: Bench, searches: int) -> str:
    every = Every(3, {FEW: 1, MORE: 2}[searches])
    document: dict[str, Any] = {"generate": {"every": {}}}
    return "".join(
        message
        for _, message in exhaustive.every_mistakes(document, every, EXERCISE.pattern)
    )


def tried_first(_: Bench, trees: int) -> bool:
    """Tell whether the last of so many trees is tried for one that fails, if none does."""
    tried_trees: list[Problem] = []

    def fails(problem: Problem) -> bool:
        tried_trees.append(problem)
        return False

    generate.first_failing(EXERCISE, fails)
    return len(tried_trees) >= trees


EXERCISES = [
    Row(
        "LARGEST_EXERCISE",
        200,
        file_of_bytes,
        "",
        says("the file is larger than 0 MiB; make its tree smaller"),
    ),
    Row(
        "LARGEST_GENERATED",
        8,
        least_leaves,
        "",
        says("every tree would have more than 8 leaves"),
    ),
    Row(
        "MOST_COMPLETE_PLIES", 3, complete_plies, "", says("at most 3 plies are drawn")
    ),
    Row(
        "MOST_UTILITIES",
        10,
        lambda _, size: len(Generate(values=(0, 2 * size - 1)).utilities),
        20,
        11,
    ),
    Row("MOST_TRIED", 2 * limits.DRAWN_AT_ONCE, is_in_pool, True, False),
    Row("MOST_VARIED", 3, fits_late, True, False),
    Row("MOST_KEPT", 3, is_kept, True, False),
    Row("MOST_CACHED_FILES", 5, cached_files, 5, 3),
    Row("CACHED_FILES_KEPT", 3, is_still_cached, True, False),
    Row("MOST_DRAWN", 12, pool_asked_for, 12, 12),
    Row(
        "MOST_EXHAUSTIVE",
        FEW,
        every_tree,
        "",
        says(f"at most {FEW:,} are graded"),
        step=MORE - FEW,
    ),
    Row("TRIED_BEFORE_SHRINKING", 20, tried_first, True, False),
]


# --- Submissions ---


FILE = "alphabeta.py"


def folder_of(bench: Bench, *files: str, content: str = "") -> Path:
    folder = bench.folder()
    for name in files:
        written(folder / name, content)
    return folder


def copied(bench: Bench, *sizes: int) -> int:
    """Return how many files of some sizes are copied."""
    folder = bench.folder()
    names = [Path(f"{number:02}.py") for number in range(len(sizes))]
    for name, size in zip(names, sizes, strict=True):
        written(folder / name, "x" * size)
    copy = staging.fill(bench.folder(), Submission(folder, "00.py", tuple(names)))
    return len(list(copy.iterdir()))


def packed(file: Path, files: dict[str, str], size: int = 0) -> Path:
    """Return an archive with some files. size: its own, in bytes, which a comment makes up."""
    with zipfile.ZipFile(file, "w") as opened:
        for name, content in files.items():
            opened.writestr(name, content)
    if size:
        missing = size - file.stat().st_size
        with zipfile.ZipFile(file, "a") as opened:
            opened.comment = b"x" * missing
        assert file.stat().st_size == size
    return file


def in_this_process(bench: Bench) -> None:
    """Have archives unpacked here: the reader's own process would not know of a limit's other value."""

    def unpack(
        file: Path, folder: Path, bounds: archive.Bounds
    ) -> list[archive.Refusal]:
        return archive.unpack(str(file), str(folder), bounds)

    bench.patch.setattr(process, "unpack", unpack)


def unzipped(bench: Bench, files: dict[str, str], size: int = 0) -> str:
    """Return why a student's archive is refused; "" if it is not."""
    in_this_process(bench)
    folder = bench.folder()
    return told(
        archives._unzipped,
        packed(folder / "mine.zip", files, size),
        folder / "unpacked",
    )


def pieces(bench: Bench, size: int) -> list[int]:
    """Return the sizes of the pieces in which a packed file is read."""
    read: list[int] = []
    whole = zip_entries.ZipEntries.pieces

    def watched(
        entries: zip_entries.ZipEntries, entry: zip_entries.ZipEntry
    ) -> Iterator[bytes]:
        for piece in whole(entries, entry):
            read.append(len(piece))
            yield piece

    bench.patch.setattr(zip_entries.ZipEntries, "pieces", watched)
    assert unzipped(bench, {"data": "x" * size}) == ""
    return read


def notebook_of(bench: Bench, size: int) -> str:
    bench.patch.setattr(
        process, "ask", lambda *_: {"source": "", "left_out": [], "in_text": {}}
    )
    folder = bench.folder()
    file = written(folder / "alphabeta.ipynb", "{" + " " * (size - 2) + "}")
    return told(archives._with_python, folder, file, FILE, folder / "python")


TELLS_ITS_LIMITS = f"""
import json, resource, sys
sys.path.insert(0, {str(PROJECT)!r})
from autograder.core.reader.__main__ import limit
limit(*json.loads(sys.stdin.buffer.readline())["allowance"])
kinds = {{"memory": "RLIMIT_AS", "seconds": "RLIMIT_CPU", "file": "RLIMIT_FSIZE"}}
json.dump({{name: resource.getrlimit(getattr(resource, kind)) for name, kind in kinds.items()}}, sys.stdout)
"""


@lru_cache
def limits_of_reader(allowance: process.Allowance) -> dict[str, list[int]]:
    """Return the kernel's limits for the reader's process, which can then lift nothing."""
    request = json.dumps({"allowance": allowance}).encode() + b"\n"
    ran = subprocess.run(
        [sys.executable, "-c", TELLS_ITS_LIMITS],
        input=request,
        capture_output=True,
        check=True,
    )
    limits: dict[str, list[int]] = json.loads(ran.stdout)
    return limits


def is_held_to(allowance: process.Allowance, kind: str) -> Make:
    """Return a function that tells whether the kernel lets a reader have so much, and no more."""
    if sys.platform != "linux" and kind == "memory":
        return lambda _, size: size == allowance.memory
    return lambda _, size: limits_of_reader(allowance)[kind] == [size, size]


def read_within(allowance: process.Allowance) -> Make:
    """Return a function that reads something that takes so many seconds."""

    class Slow:
        returncode = 0

        def __init__(self, seconds: float) -> None:
            self._seconds = seconds

        def __enter__(self) -> "Slow":
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def kill(self) -> None:
            pass

        def communicate(self, _: bytes, timeout: float) -> tuple[bytes, bytes]:
            if self._seconds > timeout:
                raise subprocess.TimeoutExpired("reader", timeout)
            return b"{}", b""

    def read(bench: Bench, seconds: float) -> str:
        bench.patch.setattr(process, "Popen", lambda *_, **__: Slow(seconds))
        return told(lambda: process.ask("a task", {}, allowance=allowance))

    return read


def magic_in_a_line(_: Bench, size: int) -> list[str]:
    """Return the pieces left out of a notebook whose line of so many characters begins with a magic."""
    cell = notebook._Cell("!" + "x" * (size - 1), 1)
    cell.python()
    return [f"cell {piece.cell}" for piece in cell.left_out]


def sources_read(bench: Bench, *sizes: int) -> int:
    folder = bench.folder()
    names = [f"{number:02}.py" for number in range(len(sizes))]
    for name, size in zip(names, sizes, strict=True):
        written(folder / name, "x" * size)
    return len(
        staging.read_sources(
            folder, Submission(folder, "00.py", tuple(map(Path, names)))
        )
    )


def imported_beside(bench: Bench, source: str, **helpers: str) -> list[str]:
    folder = bench.folder()
    for name, content in {"main": source, **helpers}.items():
        written(folder / f"{name}.py", content)
    return [
        module.name
        for module in local_imports.local_imports(folder / "main.py", FILE, ())[0]
    ]


def imported_after(bench: Bench, candidates: int) -> list[str]:
    """Return the imports of a file, if so many files are looked for and the last is there."""
    # Three more names are looked for: the file itself, "import" and the helper.
    unknown = [f"x{number}" for number in range(candidates - 3)]
    return imported_beside(
        bench, f"import {', '.join([*unknown, 'helper'])}", helper=""
    )


def normalized_at_once(bench: Bench, size: int) -> list[int]:
    """Return how many accents of so many are normalized at a time."""
    lengths: list[int] = []
    normalize = unicodedata.normalize

    def watched(form: Any, piece: str) -> str:
        lengths.append(len(piece))
        return normalize(form, piece)

    bench.patch.setattr(unicodedata, "normalize", watched)
    local_imports.as_names("\u0301" * size)
    return lengths


def answers_of(bench: Bench, size: int) -> str:
    start = '{"01": "'
    content = start + "x" * (size - len(start) - 2) + '"}'
    return told(
        by_hand._document,
        written(bench.folder() / "answers.json", content),
        "answers.json",
    )


def fields_of_a_test(bench: Bench, size: int) -> dict[str, str]:
    """Return the fields of a test of the Pacman project whose one field ends with so many characters."""
    field = 'alg: "a"'
    return new_sets._fields(
        written(bench.folder() / "1.test", "#" * (size - len(field) - 1) + "\n" + field)
    )


def game_of(_: Bench, states: int) -> str:
    names = [f"s{number}" for number in range(states)]
    fields = {
        "class": new_sets.TREE_TEST,
        "alg": "AlphaBetaAgent",
        "num_agents": "2",
        "depth": "2",
    }
    moves = [f"{names[0]} go{number} {name}" for number, name in enumerate(names[1:])]
    fields |= {
        "start_state": names[0],
        "win_states": " ".join(names[1:]),
        "lose_states": "",
    }
    values = [f"{name} 1" for name in names]
    return told(
        new_sets._GameGraph,
        fields | {"successors": "\n".join(moves), "evaluation": "\n".join(values)},
    )


SUBMISSIONS = [
    Row(
        "LARGEST_SUBMISSION",
        50,
        lambda bench, size: told(
            find_submission, folder_of(bench, FILE, content="x" * size), FILE
        ),
        "",
        says("alphabeta.py is larger than 0 MiB, so it is no program"),
    ),
    Row(
        "LARGEST_SUBMISSION", 50, lambda bench, size: copied(bench, 20, size - 20), 2, 1
    ),
    Row(
        "LARGEST_SUBMISSION",
        50,
        lambda bench, size: unzipped(
            bench, {"a.py": "x" * 20, "b.py": "x" * (size - 20)}
        ),
        "",
        says("larger than 0 MiB"),
    ),
    Row("MOST_FILES", 3, lambda bench, size: copied(bench, *[1] * size), 3, 3),
    Row(
        "MOST_FILES",
        3,
        lambda bench, size: unzipped(bench, {f"{n}.py": "" for n in range(size)}),
        "",
        says("holds more than 3 files"),
    ),
    Row(
        "MOST_LISTED",
        4,
        lambda bench, size: len(
            list(submitted_files(folder_of(bench, *(f"{n}.py" for n in range(size)))))
        ),
        4,
        4,
    ),
    Row(
        "DEEPEST_FOLDER",
        2,
        lambda bench, size: told(
            find_submission, folder_of(bench, "d/" * size + FILE), FILE
        ),
        "",
        says("There is no alphabeta.py in the submission"),
    ),
    Row(
        "DEEPEST_FOLDER",
        2,
        lambda bench, size: unzipped(bench, {"d/" * size + FILE: ""}),
        "",
        says("lies in more than 2 folders inside each other"),
    ),
    Row(
        "LONGEST_PATH",
        20,
        lambda bench, size: len(
            list(submitted_files(folder_of(bench, "d/" + "é" * 4 + "x" * (size - 10))))
        ),
        1,
        0,
    ),
    Row(
        "LONGEST_PATH",
        20,
        lambda bench, size: unzipped(bench, {"d/" * 5 + "x" * (size - 10): ""}),
        "",
        says("name"),
    ),
    Row(
        "LARGEST_ARCHIVE",
        300,
        lambda bench, size: unzipped(bench, {FILE: ""}, size),
        "",
        says("is larger than 0 MiB. Pack only your own files."),
    ),
    Row("PIECE", 10, pieces, [10], [10, 1]),
    Row(
        "LARGEST_NOTEBOOK",
        60,
        notebook_of,
        "",
        says("is larger than 0 MiB. Clear its outputs, submit again."),
    ),
    Row(
        "READER_MEMORY",
        None,
        is_held_to(process.FOR_A_SUBMISSION, "memory"),
        True,
        False,
    ),
    Row(
        "READER_CPU_SECONDS",
        None,
        is_held_to(process.FOR_A_SUBMISSION, "seconds"),
        True,
        False,
    ),
    Row(
        "READER_SECONDS",
        None,
        read_within(process.FOR_A_SUBMISSION),
        "",
        says("too much"),
    ),
    Row(
        "LARGEST_SUBMISSION",
        None,
        is_held_to(process.FOR_A_SUBMISSION, "file"),
        True,
        False,
    ),
    Row(
        "FORM_CPU_SECONDS", None, is_held_to(process.FOR_A_FORM, "seconds"), True, False
    ),
    Row(
        "FORM_SECONDS",
        None,
        read_within(process.FOR_A_FORM),
        "",
        says("too much"),
    ),
    Row("LONGEST_STATEMENT_LINE", 10, magic_in_a_line, ["cell 1"], []),
    Row(
        "LONGEST_PART",
        10,
        lambda bench, size: unzipped(bench, {"é" + "x" * (size - 2): ""}),
        "",
        says("name"),
    ),
    Row(
        "LONGEST_LISTED_NAME",
        20,
        lambda bench, size: unzipped(bench, {"x" * size: ""}),
        "",
        says("whose name is longer than file systems allow"),
    ),
    Row(
        "MOST_LISTED_IN_ARCHIVE",
        3,
        lambda bench, size: unzipped(bench, {f"venv/{n}": "" for n in range(size)}),
        "",
        says("holds more than"),
    ),
    Row("LARGEST_SOURCE", 50, lambda bench, size: sources_read(bench, size), 1, 0),
    Row("MOST_SOURCES", 2, lambda bench, size: sources_read(bench, *[1] * size), 2, 2),
    Row(
        "LARGEST_PROGRAM",
        50,
        lambda _, size: normal_form.normal_form(b"x" * size) == "",
        False,
        True,
    ),
    Row(
        "LARGEST_PROGRAM",
        50,
        lambda _, size: list(trials.modules({"a.py": b"x" * size})),
        ["a"],
        [],
    ),
    Row(
        "LARGEST_PROGRAMS",
        20,
        lambda bench, size: imported_beside(bench, "import a", a="#" * size),
        ["a.py"],
        [],
    ),
    Row("MOST_CANDIDATES", 6, imported_after, ["helper.py"], []),
    Row(
        "LARGEST_ANSWERS",
        60,
        answers_of,
        "",
        says("answers.json is larger than 0 MiB, so a person did not write it."),
    ),
    Row("LONGEST_NORMALIZED", 10, normalized_at_once, [10], [10, 1]),
    Row("LARGEST_PACMAN_TEST", 30, fields_of_a_test, {"alg": "a"}, {}),
    Row(
        "LARGEST_PACMAN_TREE", 4, game_of, "", says("it has more than 4 states in all")
    ),
]


# --- The worker ---


TELLS_WHAT_IT_MAY = """
import os, resource
print("stack", *resource.getrlimit(resource.RLIMIT_STACK))
print("processes", *resource.getrlimit(resource.RLIMIT_NPROC))
import _thread, time
started = 1
try:
    while started < 200:
        _thread.start_new_thread(time.sleep, (60,))
        started += 1
except RuntimeError:
    pass
print("threads", started, started)
print("thread_stack", *[_thread.stack_size()] * 2)  # which sets it to the system's
opened = []
try:
    while len(opened) < 1000:
        opened.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    print("descriptors", max(opened) + 1, max(opened) + 1)
"""


@lru_cache
def allowed_to_a_program() -> dict[str, list[int]]:
    """Return the limits of a worker: as it is told, and how many threads and descriptors it gets."""
    with tempfile.TemporaryDirectory() as folder_name:
        written(Path(folder_name) / FILE, TELLS_WHAT_IT_MAY)
        until = time.monotonic() + PATIENCE
        with (
            staging.staged(find_submission(Path(folder_name), FILE)) as folder,
            program.Sandbox(folder, FILE, (), UNHURRIED, until) as sandbox,
        ):
            loaded = sandbox.load()
    assert not isinstance(loaded.outcome, Failure), loaded
    lines = [line.split() for line in loaded.printed.splitlines()]
    return {name: [int(number) for number in numbers] for name, *numbers in lines}


def is_allowed(kind: str) -> Make:
    """Return a function that tells whether a worker may have so much, and no more."""

    def allowed(_: Bench, size: int) -> bool:
        if sys.platform != "linux":
            pytest.skip("other systems do not limit all of it")
        if kind in ("processes", "threads") and os.geteuid() != 0:
            pytest.skip(
                "only root gives each program a user of its own, whose processes can be counted"
            )
        return allowed_to_a_program()[kind] == [size, size]

    return allowed


def words_of(_: Bench, size: int) -> str:
    process_of_a_student = StudentProcess.__new__(StudentProcess)
    vars(process_of_a_student).update(_next=bytes, own_paths=OwnPaths())
    return told(process_of_a_student.message, size)


def searched(bench: Bench, looks: int) -> str:
    """Return why a search is ended that looks so many times, for each node of a tree of seven and once more."""
    most = limits.LOOKS_PER_NODE * 8
    script = [
        LOCKED,
        LOADED,
        *[LOOK] * (most + looks - limits.LOOKS_PER_NODE),
        RETURNED,
    ]
    bench.patch.setattr(program, "StudentProcess", lambda *_: Scripted(script))
    sandbox = program.Sandbox(
        Path("/nowhere"), FILE, (), LimitsOfASet(), 0.0, ("process",)
    )
    outcome = sandbox.search(Problem(Tree.from_nested([[3, 12], [2, 4]]))).outcome
    return outcome.cause if isinstance(outcome, Failure) else ""


def may_go_on(_: Bench, ends: int) -> bool:
    """Tell whether a run goes on after one end fewer."""
    ended: Any = SimpleNamespace(ends=ends - 1)
    budget = Budget(1000, lambda *_: ended, time.monotonic())
    budget.sandbox()
    return budget.may_go_on()


def is_waited_for(bench: Bench, seconds: int) -> bool:
    """Tell whether a process is waited for that is still there so many seconds after it was killed."""
    advance = bench.clock(containment)
    bench.patch.setattr(
        "autograder.core.sandbox.containment.time.sleep", lambda _: advance(1)
    )
    alive, gone = [True] * (seconds + 1), list[bool]()

    def left(_: object) -> list[int]:
        if alive:
            alive.pop()
            return [2**22 + 1]  # no process has such a number
        gone.append(True)
        return []

    reaper = containment.OrphanReaper()
    vars(reaper)["_left"] = left
    reaper.end(None)
    return bool(gone)


STUDENTS_PROCESS = [
    Row("MOST_PROCESSES", None, is_allowed("processes"), True, False),
    Row("MOST_PROCESSES", None, is_allowed("threads"), True, False),
    Row("MOST_DESCRIPTORS", None, is_allowed("descriptors"), True, False),
    Row("STACK", None, is_allowed("stack"), True, False),
    Row("THREAD_STACK", None, is_allowed("thread_stack"), True, False),
    Row(
        "LONGEST_WORDS", 10, words_of, "", says("Your program wrote to the connection")
    ),
    Row(
        "LONGEST_WORDS",
        10,
        lambda _, size: len(sent(lambda to: to.say(1, "x" * size))[0][1]),
        10,
        10,
    ),
    Row(
        "LONGEST_WORDS",
        10,
        lambda _, size: sent(lambda to: to.returned("x" * size))[0],
        (7, "x" * 10),
        (8, "str"),
    ),
    Row("LOOKS_PER_NODE", 2, searched, "", "too many looks"),
    Row("MOST_ENDS", 3, may_go_on, True, False),
    Row("KILLED_SECONDS", 3, is_waited_for, True, False),
]


# --- A run ---


class _Stop(Exception):
    """Ends a run as soon as the answer is known."""


def seconds_of(bench: Bench, whole: float) -> dict[str, float]:
    """Return the seconds for each part of a run of so many."""
    seconds = []

    def budget(given: float, *_: object) -> object:
        seconds.append(given)
        if len(seconds) == 2:
            raise _Stop
        return None

    bench.patch.setattr(run, "Budget", budget)
    made = made_set(
        bench.folder(), {"01": {"tree": [1, 2]}}, limits={"run_seconds": whole}
    )
    with suppress(_Stop):
        grade_and_explain(folder_of(bench, FILE), load_set(made))
    return {
        "explaining": round(seconds[1], 2),
        "report": round(whole - sum(seconds), 2),
    }


def of_values(
    values: Sequence[Any], looks: Sequence[int] | None = None, value: float = 99
) -> Evidence:
    """Return a search of leaves, with all right leaves and another value than the textbook's."""
    problem = Problem(Tree.from_nested(list(values)))
    expected = observe(problem)
    search_result = Searched(
        Observation(value, expected.looks if looks is None else tuple(looks))
    )
    return Evidence(
        problem,
        expected,
        search_result,
        {"value": False, "pruned": True, "order": True},
    )


def failing(
    values: Sequence[Any], number: int = 1, exercise: Any = None, **fields: Any
) -> Failed:
    """Return a failed verdict on a tree of some leaves."""
    evidence = of_values(values)
    exercise = exercise or FixedExercise(
        f"{number:02}", f"Tree {number}", evidence.problem
    )
    return Failed(exercise, evidence.checks, 1, evidence, **fields)


def is_shrunk(bench: Bench, nodes: int) -> bool:
    shrunk = []
    bench.patch.setattr(shrink, "shrink", lambda *_: shrunk.append(True))
    with_simplest_tree(
        failing([0] * (nodes - 1), exercise=EXERCISE), lambda _: FOUND, lambda: True
    )
    return bool(shrunk)


FOUND = Searched(Observation(3, (1, 2, 3)))


def kept_call_events(_: Bench, events: int) -> int:
    """Return how many beginnings and ends of calls of a search are kept."""
    verdict = failing([1, 2])
    outcome = verdict.evidence.searched.outcome
    call = Call("max_value", 0, -inf, inf, None)
    again = Searched(outcome, events=(CallEvent(call, False, 0),) * events)
    sandbox: Any = SimpleNamespace(search=lambda *_: again)
    budget: Any = SimpleNamespace(may_go_on=lambda: True)
    plainer_evidence = plainer.PlainerEvidence(Assignment(""), budget, sandbox).of(
        verdict
    )
    assert isinstance(plainer_evidence, Failed)
    return len(plainer_evidence.evidence.searched.events)


def shrinks_on_after(_: Bench, searches: int) -> bool:
    """Tell whether the last of so many searches for a smaller tree is made."""
    searching: Any = plainer.PlainerEvidence.__new__(plainer.PlainerEvidence)
    searching._budget = SimpleNamespace(may_go_on=lambda: True)
    going_on: Callable[[], bool] = searching._shrinking()
    return [going_on() for _ in range(searches)][-1]


def repeated(*leaves: int) -> list[Problem]:
    return chance.searches_to_repeat([failing(range(number)) for number in leaves])


def searched_anew(_: Bench, failures: int) -> int:
    """Return how many of some failed searches are made again, each in a new process."""
    fresh: list[Problem] = []

    def search(problem: Problem) -> Searched:
        fresh.append(problem)
        return Searched(observe(problem))

    program: Any = probed_program.ProbedProgram.__new__(probed_program.ProbedProgram)
    program._failed = [FLAT._replace() for _ in range(failures)]
    program._searched_anew = []
    program._fresh = search
    program._going_on = lambda: True
    program._asked_checks = set(CHECKS)
    assert program.is_right_when_fresh
    return len(fresh)


def processes_asked(_: Bench, most: int) -> int:
    """Return in how many processes a failed search is repeated, if a program answers by chance."""
    asked: list[int] = []

    def answers_to(problems: Sequence[Problem]) -> list[object]:
        asked.append(len(problems))
        return []

    failed: Any = SimpleNamespace(
        exercise=SimpleNamespace(id="a"), evidence=SimpleNamespace(problem=FLAT)
    )
    chance.answered_otherwise([failed], answers_to)
    assert all(asked)
    return len(asked)


def made_in_tries(bench: Bench, tries: int) -> str:
    """Return why no folder is made that others remove again and again, but for the last time of so many."""
    taken = iter([True] * (tries - 1))
    lies, folder = os.path.lexists, bench.folder() / "made"

    def lies_there(path: object) -> bool:
        if next(taken, False):
            folder.rmdir()
        return lies(folder)

    bench.patch.setattr("autograder.core.sandbox.staging.os.path.lexists", lies_there)
    return told(lambda: os.close(staging._make_locked(folder)))


RUN = [
    Row(
        "REPORT_SECONDS",
        5,
        lambda bench, size: seconds_of(bench, 5 * size)["report"],
        5,
        5,
    ),
    Row(
        "EXPLAINING_SECONDS",
        6,
        lambda bench, size: seconds_of(bench, 6 * size)["explaining"],
        6,
        6,
    ),
    Row("LARGEST_GLANCED", 5, is_shrunk, False, True),
    Row("MOST_SHRUNK", 7, shrinks_on_after, True, False),
    Row("MOST_REPEATED", 6, lambda _, size: len(repeated(*range(2, 2 + size))), 6, 6),
    Row(
        "MOST_DIFFERENT",
        3,
        lambda _, size: len(
            {len(problem.tree) for problem in repeated(*range(2, 2 + size))}
        ),
        3,
        3,
    ),
    Row("PROCESSES_ASKED", 3, processes_asked, 3, 3),
    Row("MOST_SEARCHED_ANEW", 4, searched_anew, 4, 4),
    Row(
        "LARGEST_REPEATED", 6, lambda _, size: len(repeated(size - 1)) > 0, True, False
    ),
    Row(
        "MOST_PRINTED",
        10,
        lambda _, size: plain(feedback.printed("x" * size)),
        says("x" * 10),
        says("(cut: 11"),
    ),
    Row("MOST_TRIES", 3, made_in_tries, "", says("others remove it again and again")),
]


# --- Explaining ---


def agrees_nearby(_: Bench, searches: int) -> bool:
    """Tell whether so many searches are enough to tell what a program nearly does."""
    diagnosed: Any = diagnosis.Diagnosis.__new__(diagnosis.Diagnosis)
    done = (FLAT, observe(FLAT))
    diagnosed._program = SimpleNamespace(
        on_probes=[done] * (searches - 1), in_exercises=[done], with_other_values=()
    )
    diagnosed._book = ("max_value/min_value", "alpha >= beta")
    diagnosed._agreeing = lambda *_: iter([True])
    diagnosed.refutes = lambda _: False
    diagnosed._going_on = lambda: True
    return bool(diagnosed.agrees_nearby("no-pruning"))


def names_of(count_of_names: int) -> int:
    """Return how many of so many mistakes, which a repair may all undo, are named."""
    undoes_all: Any = SimpleNamespace(undoes=tuple)
    return len(
        failures._agreed(
            undoes_all, [f"mistake-{number}" for number in range(count_of_names)], []
        )
    )


KIND = (
    KINDS["strict"]
    if "strict" in KINDS
    else next(kind for kind in KINDS.values() if not kind.is_slip)
)


def edited(line: int, file: str = FILE, text: str = "", kind: Any = KIND) -> EditedLine:
    return EditedLine(kind, "cutoff", file, line, text)


def is_named(bench: Bench, lines: int) -> bool:
    """Tell whether a repair of several kinds in so many lines may have a name."""
    explainer: Any = failures.FailedProgram.__new__(failures.FailedProgram)
    explainer._agreeing, explainer._diagnoses = ("strict-cutoff",), []
    bench.patch.setattr(failures, "_agreed", lambda *_: ("strict-cutoff",))
    # Equal changes in the parts for both players are one.
    kind = KINDS["break"]
    edits = tuple(edited(line, kind=kind) for line in range(1, lines + 1))
    repair = ClaimedRepair(edits, (), components=(ClaimedRepair(edits[:1], ()),))
    return bool(explainer._undone(repair, explainer._components(repair, [])))


def has_few_results(_: Bench, values: int) -> bool:
    """Tell whether a set whose leaves have so many values has few results."""
    tree = Tree.from_nested([*range(values)])
    return bool(probe_trees.few_results([FixedExercise("1", "", Problem(tree))]))


def own_probes(_: Bench, problems: int) -> int:
    """Return how many of so many problems of a set's own are asked as probes."""
    drawn = GeneratedExercise("1", "", FLAT, Generate())
    vars(drawn)["problems"] = [FLAT] * problems
    program: Any = probed_program.ProbedProgram.__new__(probed_program.ProbedProgram)
    # No stored probe of an array has leaves at unequal depths.
    program.book = ("minimax_array", "alpha >= beta")
    program._can_be_asked = lambda problem: True
    program._exercises = [drawn]
    return len(list(program._own_probes()))


def trial_count(leaves: Sequence[int], failures: Sequence[int] = ()) -> int:
    """Return on how many searches a repair is looked for, of exercises and of failures with so many leaves."""
    problems, failed_on = (
        [NOT_WHOLE._replace(tree=Tree.from_nested([*range(most)])) for most in sizes]
        for sizes in (leaves, failures)
    )
    exercises = [
        FixedExercise(str(number), "", problem)
        for number, problem in enumerate(problems)
    ]
    return len(list(trials.trials(exercises, failed_on)))


def believed(_: Bench, repairs: int) -> int:
    """Return how many of so many repairs, which all make the program right, are believed."""
    claimed = [ClaimedRepair((edited(1),), ("changed",)) for _ in range(repairs)]  # type: ignore[arg-type]
    program_of: Any = lambda _: nullcontext()  # noqa: E731
    return len(proof.prove([], claimed, program_of, lambda: True).repairs)


def claimed_numbers(word: str, numbers: int) -> int:
    return len(messages.read_claims(json.dumps([word, [*range(numbers)]])).edits)


def spellings(_: Bench, length: int) -> int:
    """Return how many texts of a student with a name of a length are compared."""
    return len(owners._spellings(Student("x" * length)))


def time_in_a_file(bench: Bench, size: int) -> int:
    """Return how many characters are read of a file of a clone."""
    return len(times._text_of(written(bench.folder() / "HEAD", "x" * size)))


def numbers_of(places: int) -> messages.Claims:
    """Return the reading of so many places that hold numbers of plies."""
    return messages.read_claims(json.dumps([1, ["depth"] * places, []]))


def window_of(length: int) -> messages.Claims:
    """Return the reading of a window whose alpha has a name of a length."""
    return messages.read_claims(json.dumps([1, "x" * length, "beta"]))


SOURCE = {FILE: [f"line {number}" for number in range(1, 30)]}


def repairs_of(
    edits: int = 1, new_lines: int = 0, length: int = 2
) -> list[ClaimedRepair]:
    told_edits = [(KIND.name, "cutoff", FILE, 1, 0, 0, "", 0, 0, "", "")] * edits
    told_lines = [(FILE, 1, 1, ["x" * length] * new_lines)] if new_lines else []
    text = json.dumps(["repair", told_edits, told_lines])
    return proof.read_repairs(text, SOURCE)


def files_of_a_program(modules: int) -> int:
    """Return in how many files of a program a repair is looked for, if each of so many imports the next."""
    sources = {
        f"module_{number}": f"import module_{number + 1}" for number in range(modules)
    }
    return len(answer._needed_files(sources, "module_0"))


def told_repairs(word: str) -> Make:
    """Return a function that tells how many of so many repairs a process claims."""

    def claimed(bench: Bench, repairs: int) -> int:
        edits = [
            SimpleNamespace(file=FILE, line=10 * number) for number in range(repairs)
        ]
        claims = [SimpleNamespace(edits=(edit,)) for edit in edits]

        class Found:
            regions, seen, roles = None, (), UNKNOWN
            nearest = claims

            def __init__(self, *_: object) -> None:
                self.edits = edits

            def run(self) -> list[Any]:
                return claims if word == "repair" else []

        bench.patch.setattr(answer, "Search", Found)
        bench.patch.setattr(answer, "_program", lambda *_: None)
        lines = answer.claims(
            {"trials": [], "wide": [], "windowed": [], "seconds": 1, "processor": inf}
        ).split("\n")
        return sum(json.loads(line)[0] == word for line in lines)

    return claimed


def helps(bench: Bench, cost: float) -> bool:
    """Tell whether a change of a kind that costs so much is told if it only helps."""
    bench.patch.setattr(proof, "_helped", lambda *_: ("01",))
    dear = SimpleNamespace(name="dear")
    bench.patch.setattr(proof, "cost", lambda *_: cost)
    return bool(
        proof._with_its_effect(
            ClaimedRepair((edited(1, kind=dear),), ()), [], []
        ).exercises_helped
    )


def helped(_: Bench, exercises: int) -> int:
    """Return in how many of so many exercises a change is said to help that helps in all."""
    fixed = [FixedExercise(str(number), "", FLAT) for number in range(exercises)]
    before = [NotRun(exercise, Failure("not run", "")) for exercise in fixed]
    return len(
        proof._helped(before, [Passed(exercise, 1, (), "") for exercise in fixed])
    )


def remembered(_: Bench, words: int) -> int:
    mirror._tokens.cache_clear()
    for number in range(words):
        mirror._tokens(f"name_{number}", (), (), closely=True)
    kept = mirror._tokens.cache_info().currsize
    mirror._tokens.cache_clear()
    return kept


def looping(source: str) -> Program:
    return Program({"alphabeta": source}, "alphabeta", None)


def is_imported(_: Bench, steps: int) -> str:
    return told(looping(f"for number in range({steps}):\n    pass").imported_names)


def ticked(_: Bench, ticks: int) -> str:
    """Return the outcome of a run in which the clock ticks so often."""
    program = Program({"alphabeta": ""}, "alphabeta", None)

    def run() -> None:
        for _ in range(ticks):
            program._tick()

    return told(program.run, run, (), 10)


def ticked_traced(bench: Bench, ticks: int) -> str:
    with bench.patch.context() as patch:
        patch.setattr("sys.gettrace", lambda: print)
        return ticked(bench, ticks)


def is_imported_first(_: Bench, steps: int) -> str:
    program = looping(f"for number in range({steps}):\n    pass")
    program.import_first()
    return told(program.imported_names)


def runs_again(_: Bench, steps: int) -> bool:
    """Tell whether a loop of so many turns at import runs for each candidate."""
    program = looping(f"for number in range({steps}):\n    pass")
    program.import_first()
    done = program.work.done
    program.imported_names()
    return program.work.done - done >= steps


def is_work_of_a_second(_: Bench, steps: int) -> bool:
    """Tell whether a search of a second goes on after so many steps."""
    work = Work()
    work.begin(1)
    work.done = steps
    return work.may_reach(of_seconds(1))


def is_guarded_after(bench: Bench, seconds: int) -> bool:
    """Tell whether a search of a second goes on after so much processor time."""
    work = Work()
    with bench.patch.context() as patch:
        patch.setattr("time.process_time", lambda: 0)
        work.begin(1)
        patch.setattr("time.process_time", lambda: seconds)
        return work.may_reach(of_seconds(1))


def is_searched(_: Bench, steps: int) -> bool:
    """Tell whether a candidate is let search that takes so many steps for each node of a tree, and two more."""
    turns = steps * (len(FLAT.tree) + 2) - 1  # the call is a step, too
    if steps > limits.MOST_STEPS:
        turns = limits.MOST_STEPS * (len(FLAT.tree) + 2)
    lines = [
        "def max_value(state, alpha, beta):",
        f"    for number in range({turns}):",
        "        pass",
    ]
    lines += ["    return max(child.utility() for child in state.children)"]
    candidate = looping("\n".join(lines))
    right = observe(FLAT)
    trial = Trial(
        FLAT.tree,
        "max_value",
        ("<root>", -inf, inf),
        (RightLooks(right.visited),),
        12,
        12,
        False,
        False,
        {},
    )
    tried = benches.Bench(candidate, [trial])
    tried.order()
    return tried.failing == []


EXPLAINING = [
    Row("FEWEST_SEARCHES", 4, agrees_nearby, True, False, step=-1),
    Row("MOST_RESULTS", 3, has_few_results, True, False),
    Row("MOST_OWN_PROBES", 3, own_probes, 3, 3),
    Row("MOST_MISTAKES_NAMED", 3, lambda _, size: names_of(size), 3, 3),
    Row("MOST_LINES_OF_A_NAME", 3, is_named, True, False),
    Row("MOST_TRIALS", 3, lambda _, size: trial_count([2] * size), 3, 3),
    Row("LARGEST_TRIAL", 6, lambda _, size: trial_count([size - 1]), 1, 0),
    Row("LARGEST_FAILED", 6, lambda _, size: trial_count([], [size - 1]), 1, 0),
    Row("MOST_BELIEVED", 2, believed, 2, 2),
    Row(
        "MOST_CLAIMS",
        3,
        lambda _, size: len(
            messages.read_claims("\n".join(['["repair",[1]]'] * size)).edits
        ),
        3,
        3,
    ),
    Row("MOST_REGIONS", None, lambda _, size: claimed_numbers("in", size), 1, 0),
    Row("LONGEST_SPELLING", 10, spellings, 1, 0),
    Row("LONGEST_TIME", 30, time_in_a_file, 30, 30),
    Row("MOST_NUMBERS_HELD", 3, lambda _, size: len(numbers_of(size).numbers), 1, 0),
    Row("LONGEST_END", 10, lambda _, size: len(window_of(size).windows), 1, 0),
    Row("MOST_EDITS", None, lambda _, size: claimed_numbers("repair", size), 1, 0),
    Row("MOST_EDITS", 3, lambda _, size: len(repairs_of(edits=size)), 1, 0),
    Row("MOST_NEW_LINES", 3, lambda _, size: len(repairs_of(new_lines=size)), 1, 0),
    Row(
        "LONGEST_NEW_LINE",
        10,
        lambda _, size: len(repairs_of(new_lines=1, length=size)),
        1,
        0,
    ),
    Row(
        "LARGEST_CLAIMED",
        1000,
        lambda _, size: len(messages.read_claims(f'["repair",[{size - 1}]]').edits),
        1,
        0,
    ),
    Row("MOST_REPAIRED_FILES", 3, lambda _, size: files_of_a_program(size), 3, 3),
    Row("MOST_REPAIRS", 3, told_repairs("repair"), 3, 3),
    Row("MOST_NEAREST", 3, told_repairs("nearest"), 3, 3),
    Row("DEAREST_HELP", 1.5, helps, True, False, step=0.1),
    Row("LEAST_HELPED", 3, helped, 3, 0, step=-1),
    Row(
        "MOST_REMEMBERED",
        None,
        remembered,
        limits.MOST_REMEMBERED,
        limits.MOST_REMEMBERED,
    ),
    Row("MOST_STEPS", 3, is_searched, True, False),
    Row("MOST_STEPS_OF_A_FIRST_IMPORT", 150_000, is_imported_first, "", says("Cut")),
    Row("LEAST_KEPT", 700, runs_again, False, True, step=-1),
    Row("WORK_A_SECOND", 30, is_work_of_a_second, True, False),
    Row("GUARD_OF_WORK", 4, is_guarded_after, True, False),
    Row("MOST_TICKS", 3, ticked, "", says("Cut")),
    Row("MOST_TICKS_TRACED", 3, ticked_traced, "", says("Cut")),
    Row("MOST_STEPS_OF_AN_IMPORT", 20, is_imported, "", says("Cut")),
]


# --- What is shown ---


def traceback_of(bench: Bench, calls: int = 1, line: str = "boom()") -> str:
    """Return the text about an exception that passed so many calls of a file, with a line of it."""
    folder = bench.folder()
    deeper = "".join(
        f"def call_{number}():\n    call_{number + 1}()\n"
        for number in range(calls - 2)
    )
    source = f"{deeper}def call_{calls - 2}():\n    {line}\n" if calls > 1 else ""
    source += "call_0()\n" if calls > 1 else f"{line}\n"
    file = written(folder / FILE, source)
    try:
        exec(compile(source, str(file), "exec"), {})
    except NameError as error:
        return tracebacks.Tracebacks(str(folder)).of(error.__traceback__)
    raise AssertionError(source)


def shown_characters(bench: Bench, size: int) -> int:
    """Return how long a line of so many characters is in a traceback."""
    line = "boom()#" + "x" * (size - 7)
    return len(traceback_of(bench, line=line).splitlines()[1].strip())


def example(lines: Sequence[str], marked: int) -> str:
    """Return the lines that a class's page shows of a file with one marked line."""
    report: Any = SimpleNamespace(sources={FILE: "\n".join(lines).encode()})
    data = {"tests": [{"extra_data": {"places": [{"file": FILE, "line": marked}]}}]}
    return one_of_a_class._source(report, data)


def record(name: str, **fields: Any) -> Record:
    """Return the row of a student with an outcome."""
    outcome = Outcome(1.0, {"01": (1.0, 3.0)}, **fields)
    return Record(
        Student(name), HandIn(name, (Student(name),), Path(name), name), outcome
    )


def longest_example(_: Bench, size: int) -> str:
    """Return the lines of a student's that the page of a class shows, of so many characters."""
    records_of_a_class = [
        record("ada", misconceptions={"strict-cutoff": 1}, source="x" * size)
    ]
    (mistake,) = overview._mistakes({}, overview.Statistics(records_of_a_class))
    return str(mistake["source"])


def known_by_its_beginning(_: Bench, size: int) -> bool:
    mark = "x" * size
    return outputs.begins_with(mark)(io.BytesIO(mark.encode()))


def known_as_results(_: Bench, size: int) -> bool:
    """Tell whether results of so many bytes are known to be this program's."""
    text = '{"extra_data": {"isolation": [], "version": 1}'.ljust(size - 1) + "}"
    with suppress(ValueError):  # if the end was not read
        return formats.RESULTS.is_ours(io.BytesIO(text.encode()))
    return False


def grades_known(bench: Bench, size: int) -> int:
    """Return how many of so many files of grades are known to be this program's."""
    folder = bench.folder()
    files = [b"%d" % number for number in range(size)]
    for file in files:
        grades.note_written(outputs.Gate(), folder, file)
    return sum(grades.was_written(folder)(io.BytesIO(file)) for file in files)


def foreign(_: Bench, size: int) -> bool:
    """Tell whether a page is kept in results for another platform that have so many bytes."""
    extra = {
        "exercise": "01",
        "checks": dict.fromkeys(("value", "pruned", "order"), True),
        "misconceptions": [],
    }
    test: dict[str, Any] = {
        "name": "T",
        "score": 3.0,
        "max_score": 3.0,
        "visibility": "visible",
        "output": "x",
    }
    result = {**test, "status": "passed", "extra_data": extra}
    results = {
        "output": "",
        "score": 3.0,
        "tests": [result],
        "extra_data": {"isolation": [], "version": "1"},
    }
    valid_results(results)
    return _keeps_a_page(results, "prairielearn", "", size)


def release(_: Bench, size: int) -> bool:
    """Tell whether a page is kept in a release's text that has so many bytes."""
    extra = {"exercise": "01", "checks": {"value": False}}
    test = {
        "name": "T",
        "score": 0.0,
        "max_score": 3.0,
        "status": "failed",
        "visibility": "visible",
        "output": "x",
        "extra_data": extra,
    }
    about = {"isolation": [], "version": "1"}
    results = {"output": "", "tests": [test], "extra_data": about}
    return _keeps_a_page(results, "classroom50", ".md", size)


def _keeps_a_page(results: dict[str, Any], form: str, file: str, size: int) -> bool:
    """Tell whether the page of the only test is kept in a file of so many bytes."""
    shortest = len(formats.texts(form, results)[file].encode())
    results["tests"][0]["output"] = "x" * (1 + size - shortest)
    return sentence("platforms", "left out") not in formats.texts(form, results)[file]


def reason_of(bench: Bench, size: int) -> str:
    """Return the reason of a change that an instructor wrote with so many characters."""
    reason = "x" * size
    file = written(
        bench.folder() / "overrides.csv",
        f"student,change,reason\nAda,points +1,{reason}\n",
    )
    changes, _ = overrides.read_overrides(file, [Student("Ada")])
    ((change,),) = changes.values()
    return change.reason


def repositories_matched(bench: Bench, count: int) -> int:
    """Return of how many repositories it is known whose they are; one is nobody's."""
    names = ["nobody", *(f"student{number}" for number in range(count - 1))]
    roster = [Student(name, ids=(Identity(GITHUB_NAME, name),)) for name in names[1:]]
    hand_ins = class_of(bench, *(f"hw-{name}/{FILE}" for name in names))
    return len(Matching(hand_ins, roster).whose)


def class_of(bench: Bench, *files: str) -> list[HandIn]:
    folder = folder_of(bench, *files)
    return discovery.find_class(folder, FILE, bench.folder()).hand_ins


def is_meant(_: Bench, likeness: float) -> str:
    """Return the sentences about a name that is like another one as far as said."""
    wrong, right = {0.8: ("abcdX", "abcde"), 0.75: ("abcX", "abcd")}[round(likeness, 2)]
    unknown_name = UnknownName(wrong, (right,))
    return describe(
        RaisedException(
            "NameError", f"name '{wrong}' is not defined", unknown_name=unknown_name
        )
    )


def mistakes(count_of_mistakes: int) -> str:
    return "\n".join(
        format_mistakes([Mistake(Path("01.json"), "tree", "wrong")] * count_of_mistakes)
    )


def other_places(_: Bench, equals: int) -> int:
    """Return how many places are told beside the likeliest one of a mistake, if there are so many."""
    repairs = tuple(
        ClaimedRepair((edited(line, text="x = 1"),), ())
        for line in range(1, equals + 2)
    )
    text = plain(places.describe_repairs(Findings(repairs, None, 1), main_file=FILE))
    return text.partition("is right.")[2].count(" | ")


def diff_row(_: Bench, size: int) -> str:
    output: Any = places.ExplainOutput.__new__(places.ExplainOutput)
    output._changed = lambda _: iter(["x" * size])
    return str(output._diff(None)[1])


def by_hand_set(bench: Bench) -> ExerciseSet:
    return load_set(
        made_set(
            bench.folder(),
            {"01": {"tree": [1, 2]}},
            interface="by_hand",
            file="answers.json",
        )
    )


def unknown_answers(bench: Bench, exercises: int) -> int:
    """Return how many answers are named that answer no exercise, of so many."""
    right = {"01": {"value": 2, "visited": ["B1", "B2"]}}
    answers = right | {f"no such {number}": {} for number in range(exercises)}
    file = written(bench.folder() / "answers.json", answers)
    judged = by_hand.judge_answers(file, by_hand_set(bench))
    assert not isinstance(judged, Failure)
    return len(judged.notes)


def told_of_answers(bench: Bench, mistakes_in_all: int) -> int:
    """Return how many mistakes in a file of answers are told, of so many."""
    fields = ", ".join(f'"{number}": NaN' for number in range(mistakes_in_all))
    file = written(bench.folder() / "answers.json", f"{{{fields}}}")
    return told(by_hand._document, file, "answers.json").count("NaN is not JSON")


MISTAKES = ("inverted-cutoff", "no-pruning", "strict-cutoff", "window-not-passed")


def report_of(failures: int) -> ExplainedReport:
    """Return a report on so many failed exercises, each of its own kind."""
    names = list(enumerate(MISTAKES[:failures], 1))
    verdicts = [
        failing([number, 7], number, misconceptions=(name,)) for number, name in names
    ]
    exercises = ExerciseSet(
        Path(), Assignment("T"), tuple(verdict.exercise for verdict in verdicts)
    )
    report = Report(exercises, Path("mine"), tuple(verdicts), None, time.monotonic())
    return ExplainedReport(report, {})


def progress(bench: Bench, seconds: float) -> str:
    """Return the sentences about a run after so many seconds without a word."""
    printed = io.StringIO()
    advance = bench.clock(terminal)
    lines = terminal.ProgressLines("tree", printed)
    advance(seconds)
    lines.reached(1, 100)
    return printed.getvalue()


def pasted(_: Bench, nodes: int) -> bool:
    """Tell whether a tree of so many nodes is written out beside its drawing."""
    verdict = failing([1] * (nodes - 1), exercise=EXERCISE)
    return "tree      [" in plain(feedback.whole(feedback.feedback(verdict)))


def drawn_lines(_: Bench, nodes: int) -> int:
    tree = Tree.from_nested([1, [0, *[5] * (nodes - 4)]])
    return len(tree_drawing.draw(drawing_of(Problem(tree))))


def cut_of(limit: str, show: Callable[[str], str], value: int | None = None) -> Row:
    """Return a row for what cuts a text, and says how long it was."""
    most = value or getattr(limits, limit)
    whole = re.compile(f"x{{{most}}}(?! … )(?!x)")
    message = says(f"(cut: {most + 1} characters in all)")
    return Row(limit, value, lambda _, size: show("x" * int(size)), whole, message)


def parts_of_raised(size: int) -> list[str]:
    """Return the parts of an exception of a worker's that keeps to no limit."""
    many = "x" * size
    raised = RaisedException.parse(
        f"K\0{many}\0\0{many} tuple f\0{many} y\0path {many}"
    )
    assert raised.returned is None
    path = f"path {raised.clues.path}"
    adapters = AdapterException.parse(f"K\0{many}").message
    return [raised.message, raised.unknown_name.name, path, adapters]


def traceback_parsed(text: str) -> str:
    """Return the traceback of such an exception."""
    return RaisedException.parse(f"K\0m\0{text}").traceback


SHOWN = [
    cut_of("LONGEST_MESSAGE", text.visible),
    cut_of("LONGEST_MESSAGE", text.quoted),
    cut_of("LONGEST_WORD", text.visible_name),
    cut_of("LONGEST_TITLE", student_tests.quoted_title, 10),
    cut_of("LONGEST_ERROR", lambda words: WrongUsage(words).shown, 10),
    cut_of("LONGEST_MISTAKE", lambda words: str(Mistake(Path("f"), "tree", words)), 10),
    cut_of(
        "LONGEST_QUOTED_LINE",
        lambda words: places._source_line(edited(1, text=words), {}),
        10,
    ),
    cut_of("LONGEST_CELL", lambda words: overview.as_csv([[words]]), 10),
    Row(
        "LONGEST_DIFF_LINE", 10, diff_row, "x" * 10, says("(cut: 11 characters in all)")
    ),
    Row("LONGEST_FIELD", 20, reason_of, "x" * 20, says("(cut: 21 characters in all)")),
    Row(
        "LONGEST_EXCEPTION",
        10,
        lambda _, size: len(tracebacks.message("x" * size)),
        10,
        10,
    ),
    Row(
        "LONGEST_EXCEPTION",
        10,
        lambda _, size: {len(field) for field in parts_of_raised(size)},
        {10},
        {10},
    ),
    Row(
        "LONGEST_TYPE_NAME",
        10,
        lambda _, size: [
            len(adapted.type_name(type("x" * size, (), {}))),
            len(RaisedException.parse("x" * size).kind),
            len(AdapterException.parse("x" * size).kind),
        ],
        [10, 10, 10],
        [10, 10, 10],
    ),
    Row(
        "LONGEST_PLACE",
        30,
        lambda _, size: len(traceback_parsed("x" * size)),
        30,
        30,
    ),
    Row(
        "LONGEST_SOURCE_LINE",
        20,
        lambda _, size: len(traceback_parsed("    " + "x" * size)),
        24,
        24,
    ),
    Row(
        "LONGEST_TRACEBACK",
        5,
        lambda _, size: traceback_parsed("x\n" * (2 * size)).rstrip("\n").count("\n"),
        9,
        9,
    ),
    Row(
        "LONGEST_QUOTED_LINE",
        10,
        lambda _, size: len(AdapterException.parse("K\0m\0" + "1" * size).line),
        10,
        10,
    ),
    Row(
        "LONGEST_TRACEBACK",
        5,
        lambda bench, size: re.findall(r"… (\d+) …", traceback_of(bench, calls=size)),
        [],
        ["2"],
    ),
    Row(
        "MOST_MARKS",
        3,
        lambda _, size: text.visible("a" + "\u0301" * size),
        "a" + "\u0301" * 3,
        says("\\u0301"),
    ),
    Row("LONGEST_SOURCE_LINE", 20, shown_characters, 20, 20),
    Row(
        "LONGEST_SOURCE_LINE",
        20,
        lambda _, size: process.CannotRead("closed", "x" * size).about("a"),
        f"a cannot be read: {'x' * 20}.",
        says("(cut: 21"),
    ),
    Row(
        "LARGEST_SOURCE",
        20,
        lambda bench, size: traceback_of(
            bench, line="#" * (size - 7) + "\nboom()"
        ).split()[-1],
        "boom()",
        "boom(",
    ),
    Row(
        "LONGEST_EXAMPLE_LINE",
        10,
        lambda _, size: len(example(["x" * size], 1)),
        10,
        10,
    ),
    Row("LONGEST_EXAMPLE", 10, longest_example, "x" * 10, "x" * 10),
    Row("LARGEST_FOREIGN", None, foreign, True, False),
    Row("LARGEST_RELEASE", None, release, True, False),
    Row("LONGEST_HEAD", 10, known_by_its_beginning, True, False),
    Row("LARGEST_RESULTS", 100, known_as_results, True, False),
    Row("MOST_NOTED", 3, grades_known, 3, 3),
    Row(
        "LONGEST_NOTE",
        10,
        lambda _, size: records.shortened("x" * size),
        "x" * 10,
        "xxxxx … xxxxx",
    ),
    Row(
        "LONGEST_RESULT_NAME",
        10,
        lambda bench, size: len(class_of(bench, f"{'n' * size}.py")[0].name),
        10,
        10 + len("-0123456789abcdef"),
    ),
    Row(
        "NEARLY_THE_SAME",
        0.8,
        is_meant,
        says("Did you mean `abcde`?"),
        re.compile(r"\A(?!.*Did you mean)", re.DOTALL),
        step=-0.05,
    ),
    Row(
        "MOST_NAMED",
        None,
        lambda _, size: text.listed(range(size)),
        re.compile("9$"),
        re.compile(r"9 and 1 more$"),
    ),
    Row(
        "MOST_NAMED",
        3,
        lambda _, size: records.note_of(
            (), [f"note {number}" for number in range(size)]
        ),
        "note 0; note 1; note 2",
        "note 0; note 1; note 2; and 1 more such notes",
    ),
    Row(
        "MOST_LINES_NAMED",
        3,
        lambda _, size: mistakes(size),
        re.compile(r"\A(.*wrong\n?){3}\Z"),
        says("… and 1 more mistake"),
    ),
    Row(
        "MOST_LEAVES_NAMED",
        3,
        lambda _, size: claims._listed(["B1"] * size),
        "B1 B1 B1",
        "B1 B1 B1 … (4 in all)",
    ),
    Row(
        "MOST_LEAVES_IN_ROW",
        4,
        lambda _, size: failed._names(
            Tree.from_nested([*range(size)]), range(1, size + 1), range(1, size + 1)
        )[0],
        "B1 B2 B3 B4",
        "… B4 B5",
    ),
    Row("LARGEST_PASTED", 7, pasted, True, False),
    Row("MOST_LINES_OF_TREE", 7, drawn_lines, 7, 3),
    Row(
        "LARGEST_PLAIN",
        99,
        lambda _, size: of_values([-size, 1]).simplicity()[3],
        False,
        True,
    ),
    Row("MOST_EQUALS", 2, other_places, 2, 2),
    Row("MOST_ANSWER_MISTAKES", 3, unknown_answers, 3, 3),
    Row("MOST_ANSWER_MISTAKES", 3, told_of_answers, 3, 3),
    Row(
        "FEWEST_COLUMNS",
        20,
        lambda _, columns: len(folded([line("x" * 30)], columns)),
        2,
        1,
        step=-1,
    ),
    Row("SILENCE_SECONDS", 2, progress, says("1 of 100 trees"), "", step=-0.1),
]


# --- Pages ---


def left_out_of_a_drawing(bench: Bench, children: int) -> int:
    """Return how many children of the root are not drawn of a tree that is too large to be drawn whole."""
    bench.patch.setattr(limits, "MOST_NODES_DRAWN", 4)
    tree = Tree.from_nested([[5, 6, 7, 8], *[0] * (children - 1)])
    left_out = picture.part_of(drawing_of(Problem(tree))).left_out
    return sum(map(len, left_out.values()))


def node_named(length: int, *, is_leaf: bool) -> picture.PictureNode:
    """Return what is drawn of a node with a name of some length."""
    long_name, other = "n" * length, "m"
    named = (
        {"name": long_name, "value": 1}
        if is_leaf
        else {"name": long_name, "children": [1, 2]}
    )
    annotated = drawing_of(
        Problem(
            ReadTree([named, {"name": other, "value": 2}] if is_leaf else named).tree
        )
    )
    nodes = picture.picture(annotated, picture.part_of(annotated), {}).nodes
    return next(node for node in nodes if node.key == (1 if is_leaf else 0))


def step_shown(bench: Bench, size: int) -> str:
    """Return how a step of so many characters stands under a drawing."""
    box = SimpleNamespace(number=0, node=0, alpha=-inf, beta=inf, v=None, s=None)
    step = SimpleNamespace(
        node=0,
        look=False,
        kind="enter",
        boxes=[box],
        text="x" * size,
        pruned=(),
        returned="",
        known=None,
    )
    bench.patch.setattr(playback, "trace", lambda *_: [step])
    annotated: Any = SimpleNamespace(problem=FLAT, expected=SimpleNamespace(visited=()))
    return str(playback._right_steps(annotated, {0}, PROGRAM)[0][0]["text"])


def drawn_exercises(bench: Bench, failures: int) -> int:
    """Return of how many failed exercises a report has drawings."""
    drawn: list[Verdict] = []

    def draw(verdict: Verdict, _: object) -> None:
        drawn.append(verdict)

    bench.patch.setattr(report_pages, "_drawn", draw)
    report_pages.report_page(report_of(failures))
    return len(drawn)


def is_beside(distance: int) -> bool:
    """Tell whether a line is shown that stands so far from a marked one, before it and after it."""
    source = "\n".join(f"line {number}" for number in range(1, 100)).encode()
    numbers = [row[0] for row in report_pages._rows(source, {50: "here"})]
    assert (str(50 - distance) in numbers) == (str(50 + distance) in numbers)
    return str(50 + distance) in numbers


def example_beside(distance: int) -> bool:
    shown = example([f"<{number}>" for number in range(1, 100)], 50)
    assert (f"<{50 - distance}>" in shown) == (f"<{50 + distance}>" in shown)
    return f"<{50 + distance}>" in shown


def practised(bench: Bench, leaves: int) -> str:
    exercise = FixedExercise("01", "Tree", Problem(Tree.from_nested([*range(leaves)])))
    return told(
        worksheets.tasks, ExerciseSet(Path("set"), Assignment("T"), (exercise,))
    )


def title_practised(_: Bench, size: int) -> str:
    exercise = FixedExercise("01", "x" * size, FLAT)
    return str(
        worksheets.tasks(ExerciseSet(Path("set"), Assignment("T"), (exercise,)))[0][
            "title"
        ]
    )


def printed_trees(bench: Bench, leaves: int) -> int:
    """Return how many different trees are printed, of one with two leaves and one with so many."""
    trees = [Problem(Tree.from_nested([*range(most)])) for most in (2, leaves)]
    bench.patch.setattr(worksheets, "problems_of", lambda _: trees)
    return len(
        {len(problem.tree) for problem in worksheets._trees_to_print(EXERCISE, 4, 0)}
    )


def charted(bench: Bench, leaves: int) -> int:
    """Return how many trees are charted, if a node has so many leaves for children."""
    bench.patch.setattr(worksheets, "CHARTED_BRANCHING", (leaves,))
    worksheets._growth.cache_clear()
    number = len(worksheets._growth())
    worksheets._growth.cache_clear()
    return number


def explained_on_a_page(_: Bench, mistakes_made: int) -> int:
    """Return how many mistakes of a class the page explains, of so many."""
    records_of_a_class = [
        record("ada", misconceptions=dict.fromkeys(MISTAKES[:mistakes_made], 1))
    ]
    page = overview.class_page(
        "T", [FixedExercise("01", "Tree", FLAT)], records_of_a_class
    )
    also: list[str] = re.findall(r"Also: (.*)\.</p>", page)
    return mistakes_made - sum(names.count("; ") + 1 for names in also)


PAGES = [
    cut_of("LONGEST_TEXT", lambda words: str(prose(words)), 10),
    Row("MOST_NODES_DRAWN", 6, drawn_whole, True, False),
    Row("MOST_CHILDREN_DRAWN", 5, left_out_of_a_drawing, 0, 3),
    Row(
        "LONGEST_IN_LEAF",
        6,
        lambda _, size: node_named(size, is_leaf=True).whole,
        "",
        "n" * 7,
    ),
    Row(
        "LONGEST_IN_TRIANGLE",
        3,
        lambda _, size: node_named(size, is_leaf=False).inside,
        "nnn",
        "",
    ),
    Row("LONGEST_STEP", 50, step_shown, "x" * 50, "x" * 49 + "…"),
    Row(
        "LONGEST_LINE",
        10,
        title_practised,
        "x" * 10,
        says("(cut: 11 characters in all)"),
    ),
    Row("MOST_PLAYED", 2, drawn_exercises, 2, 2),
    Row("MOST_CALL_EVENTS", 8, kept_call_events, 8, 0),
    Row("SOURCE_LINES_AROUND", 3, lambda _, size: is_beside(size), True, False),
    Row("EXAMPLE_LINES_AROUND", 3, lambda _, size: example_beside(size), True, False),
    Row("MOST_PRACTISED_LEAVES", 5, practised, "", says("at most 5 leaves")),
    Row("MOST_PRINTED_LEAVES", 5, printed_trees, 2, 1),
    Row("MOST_CHARTED_LEAVES", 5, charted, 1, 0),
    Row("MOST_SHOWN", 2, explained_on_a_page, 2, 2),
]


# --- A class ---


def unpacked_class(bench: Bench, files: dict[str, str]) -> str:
    """Return why the archive of a class is refused, or the sentences about its files; "" if there are none."""
    in_this_process(bench)
    folder = bench.folder()
    archive_of_a_class = packed(bench.folder() / "class.zip", files)
    try:
        the_class = discovery.find_class(archive_of_a_class, FILE, folder)
    except WrongUsage as error:
        return str(error)
    of_students = [note for hand_in in the_class.hand_ins for note in hand_in.notes]
    return " ".join([*of_students, *(reason for _, reason in the_class.not_understood)])


def class_of_bytes(bench: Bench, size: int) -> str:
    return unpacked_class(bench, {"ada/a.py": "x" * 20, "bob/b.py": "x" * (size - 20)})


def listed_in_a_class(bench: Bench, files: int) -> str:
    return unpacked_class(
        bench,
        {
            f"{name}/{FILE}": ""
            for name in [f"student{number}" for number in range(files)]
        },
    )


def deep_in_a_class(bench: Bench, folders: int) -> str:
    return unpacked_class(
        bench, {f"ada/{'d/' * (folders - 1)}{FILE}": "", f"bob/{FILE}": ""}
    )


def copied_under_their_names(bench: Bench, size: int) -> str:
    """Return the sentences about the files of a student's that a platform renamed, of so many bytes in all."""
    folder = bench.folder()
    for name, of_file in (("ann_1_2_a.py", 20), ("ann_1_3_b.py", size - 20)):
        written(folder / name, "x" * of_file)
    (hand_in,) = discovery.find_class(folder, FILE, bench.folder()).hand_ins
    return " ".join(hand_in.notes)


def roster_with_titles(bench: Bench, lines: int) -> str:
    """Return why a roster is not read that has so many lines before its headings."""
    file = written(
        bench.folder() / "roster.csv",
        "A title\n" * lines + "name,email\nAda,ada@x.edu\n",
    )
    return told(roster.read_roster, file)


def digested(bench: Bench, size: int) -> bool:
    """Tell whether the digest of a submission depends on what stands in a file of so many bytes."""
    first, other = (folder_of(bench, FILE, content=letter * size) for letter in "xy")
    return files_digest(first) != files_digest(other)


def sent_away(bench: Bench, files: int) -> bool:
    return (
        sent_files(folder_of(bench, *(f"{number}.py" for number in range(files))))
        is not None
    )


def waited_for_a_submission(bench: Bench, seconds: float) -> bool:
    """Tell whether a submission's process is waited for, of a run of ten seconds, so much longer."""
    waited: list[float] = []

    def graded(_: bytes, most: float) -> dict[str, object]:
        waited.append(most)
        return {}

    exercises = load_set(
        made_set(bench.folder(), {"01": {"tree": [1, 2]}}, limits={"run_seconds": 10})
    )
    bench.patch.setattr(pool, "graded_by_a_process", graded)
    made = pool.Pool(exercises, lambda _: {"files": None}, 1)
    assert list(made.graded(["ada"])) == [("ada", {})]
    return waited == [10 + seconds]


def may_clean_up(bench: Bench, seconds: float) -> list[str]:
    """Return the calls to a process that has not ended a second before so many after the class was stopped."""
    done: list[str] = []
    at_work: set[object] = set()
    advance = bench.clock(pool)

    class Process:
        def terminate(self) -> None:
            done.append("told to end")
            at_work.clear()

        def kill(self) -> None:
            done.append("killed")
            at_work.clear()

    def wait(*_: object) -> object:
        advance(seconds - 1)
        return SimpleNamespace(not_done=[])

    at_work.add(Process())
    bench.patch.setattr(pool, "AT_WORK", at_work)
    bench.patch.setattr(pool, "wait", wait)
    stopping: Any = SimpleNamespace(cancel=lambda: True)
    pool.Pool(ExerciseSet(Path(), Assignment("T"), ()), lambda _: {}, 1)._end(
        [stopping]
    )
    processes.STOPPING.clear()
    return done


def without_workers(bench: Bench, seconds: float) -> str:
    """Return why a class on a cluster ends which has no worker for so many seconds; "" if it does not."""
    advance = bench.clock(pool)
    waits = iter([seconds])

    def wait(futures: dict[Any, str], *_: object) -> object:
        advance(next(waits, 0.0))
        return SimpleNamespace(done=set() if next(looks, 0) else set(futures))

    looks = iter([1])
    made = pool.Pool(
        ExerciseSet(Path(), Assignment("T"), ()),
        lambda _: {"files": None},
        1,
        "tcp://nowhere",
    )
    made._client = SimpleNamespace(nthreads=dict)
    bench.patch.setattr(pool, "wait", wait)
    bench.patch.setattr(pool.Pool, "_one", lambda *_: {})
    bench.patch.setattr(pool.Pool, "_end", lambda *_: None)
    return told(lambda: list(made._run(["ada"], 1)))


def scheduler_waited_for(bench: Bench, seconds: float) -> bool:
    """Tell whether a scheduler is given so much time to answer."""
    timeouts = []

    def client(_: object, timeout: float) -> object:
        timeouts.append(timeout)
        raise OSError("nobody answers")

    bench.patch.setitem(
        sys.modules, "distributed", SimpleNamespace(Client=client, LocalCluster=None)
    )
    bench.patch.setattr("autograder.classroom.cluster.logging.disable", lambda: None)
    assert "no dask scheduler answers there" in told(
        cluster.connected("tcp://nowhere", 1).__enter__
    )
    return timeouts == [seconds]


def workers_waited_for(_: Bench, seconds: float) -> bool:
    timeouts = []

    def sync(*_: object, callback_timeout: float, **__: object) -> object:
        timeouts.append(callback_timeout)
        raise OSError

    assert "do not answer in time" in told(
        cluster._check_workers, SimpleNamespace(sync=sync, _run=None), "tcp://nowhere"
    )
    return timeouts == [seconds]


CLASS = [
    Row(
        "MOST_CLASS_ENTRIES",
        3,
        listed_in_a_class,
        "",
        says("class.zip holds more than 3 files"),
    ),
    Row(
        "LARGEST_CLASS",
        50,
        class_of_bytes,
        "",
        says("what others handed in has used up the room"),
    ),
    Row(
        "DEEPEST_CLASS_FOLDER",
        4,
        deep_in_a_class,
        "",
        says("more than 4 folders inside each other"),
    ),
    Row(
        "MOST_LISTED",
        2,
        lambda bench, size: unpacked_class(
            bench, {f"ada/{n}.py": "" for n in range(size)} | {"bob/a.py": ""}
        ),
        "",
        says("more than 2 files"),
    ),
    Row("LARGEST_SUBMISSION", 50, digested, True, False),
    Row("MOST_FILES", 3, sent_away, True, False),
    Row(
        "CLASS_READER_MEMORY",
        None,
        is_held_to(process.FOR_A_CLASS, "memory"),
        True,
        False,
    ),
    Row(
        "CLASS_READER_CPU_SECONDS",
        None,
        is_held_to(process.FOR_A_CLASS, "seconds"),
        True,
        False,
    ),
    Row(
        "CLASS_READER_SECONDS",
        None,
        read_within(process.FOR_A_CLASS),
        "",
        says("too much"),
    ),
    Row(
        "LARGEST_SUBMISSION",
        50,
        copied_under_their_names,
        "",
        says("ann_1_3_b.py was left out"),
    ),
    Row("NAMES_PER_UNKNOWN", 4, repositories_matched, 3, 0, step=-1),
    Row(
        "FEWEST_OF_A_CLASS",
        3,
        lambda bench, size: discovery.seems_a_class(
            folder_of(bench, *(f"{number}/{FILE}" for number in range(size))), FILE
        ),
        True,
        False,
        step=-1,
    ),
    Row(
        "MOST_NAMES",
        3,
        lambda _, names: len(matching.name_keys(" ".join("abcdef"[:names]))),
        4,
        4,
    ),
    Row(
        "MOST_TITLE_LINES",
        3,
        roster_with_titles,
        "",
        says("its first line names no column of a roster"),
    ),
    Row(
        "EARLIEST_YEAR",
        None,
        lambda _, year: _refused_due(f"{year}-01-01T12:00Z"),
        "",
        says("is no time; write it as in"),
        step=-1,
    ),
    Row("SLACK_SECONDS", 5, waited_for_a_submission, True, False),
    Row("CLEANUP_SECONDS", 5, may_clean_up, ["told to end"], ["killed"]),
    Row("SCHEDULER_SECONDS", 5, scheduler_waited_for, True, False),
    Row("WORKERS_SECONDS", 5, workers_waited_for, True, False),
    Row("NO_WORKER_SECONDS", 5, without_workers, "", says("no worker is left")),
]


def _refused_due(due: str) -> str:
    try:
        lateness.parse_due(due)
    except lateness.NoDueTime as error:
        return str(error)
    return ""


# --- Commands ---


def proof_of(bench: Bench, leaves: int) -> str:
    errors = io.StringIO()
    bench.patch.setattr(instructor, "MOST_PROOF_SEARCHES", 0)
    submission = str(PROJECT / "tests" / "submissions" / "textbook")
    with redirect_stderr(errors), suppress(SystemExit):
        main(["prove", submission, "--leaves", str(leaves), "--plies", "1"])
    return errors.getvalue()


def proof_searches(bench: Bench, searches: int) -> str:
    """Return why no proof is tried that needs so many searches; "" if it is."""
    passed: Any = Passed(FixedExercise("proof", "", FLAT), searches, (), "")
    bench.patch.setattr(
        instructor,
        "grade_and_explain",
        lambda *_, **__: SimpleNamespace(report=SimpleNamespace(verdicts=[passed])),
    )
    for silent in ("say_what_isolates", "print_report", "print"):
        bench.patch.setattr(instructor, silent, lambda *_: None, raising=False)
    submission = str(PROJECT / "tests" / "submissions" / "textbook")
    return told(
        instructor.prove,
        submission,
        PROJECT / "exercises",
        3,
        {FEW: 1, MORE: 2}[searches],
    )


def proof_days(_: Bench, days: int) -> bool:
    exercises = load_set(PROJECT / "exercises", "01*")
    return (
        new_sets.proof_set(exercises, 2, 2).assignment.limits.run_seconds
        == days * 24 * 3600
    )


def installed_in(bench: Bench, seconds: float) -> str:
    def ran(*_: object, timeout: float, **__: object) -> object:
        if seconds > timeout:
            raise subprocess.TimeoutExpired("pip", timeout)
        return SimpleNamespace(returncode=0, stdout="")

    bench.patch.setattr("autograder.teach.deployment.subprocess.run", ran)
    return told(deployment._pip)


COMMANDS = [
    Row(
        "MOST_PROOF_LEAVES",
        None,
        proof_of,
        says("searches; at most 0 are made"),
        says("must be at most 20, not 21"),
    ),
    Row(
        "MOST_PROOF_SEARCHES",
        FEW,
        proof_searches,
        "",
        says(f"at most {FEW:,} are made"),
        step=MORE - FEW,
    ),
    Row("PROOF_DAYS", 2, proof_days, True, False),
    Row("INSTALL_SECONDS", 600, installed_in, "", says("pip was stopped after 600 s")),
]

ROWS = [
    *NUMBERS_AND_TREES,
    *EXERCISES,
    *SUBMISSIONS,
    *STUDENTS_PROCESS,
    *RUN,
    *EXPLAINING,
    *SHOWN,
    *PAGES,
    *CLASS,
    *COMMANDS,
]


# --- The test ---


def modules_with(limit: str) -> Iterator[ModuleType]:
    """Yield every module of the project that has a limit by its name, or is the one that defines it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("autograder", "reference") and limit in vars(
            module
        ):
            yield module


@pytest.fixture(scope="module", autouse=True)
def everything_is_imported() -> None:
    """Import all modules: one that is imported while a limit has another value would keep that."""
    for module in pkgutil.walk_packages(autograder.__path__, "autograder."):
        if not module.name.endswith(("__main__", "worker.boot")):
            importlib.import_module(module.name)


def fits(found: object, expected: object) -> bool:
    """Tell whether what came of something is as it should be."""
    if isinstance(expected, re.Pattern):
        return expected.search(str(found)) is not None
    return found == expected and isinstance(found, bool) == isinstance(expected, bool)


def tried(row: Row, size: float, folder: Path) -> object:
    """Return the outcome of something of a size, with the limit at its value for this row."""
    with pytest.MonkeyPatch.context() as patch:
        if row.value is not None:
            for module in modules_with(row.limit):
                patch.setattr(module, row.limit, row.value)
        folder.mkdir()
        return row.make(Bench(folder, patch), size)


@pytest.mark.parametrize("row", ROWS, ids=[row.limit for row in ROWS])
def test_limit_holds_at_its_edge(row: Row, tmp_path: Path) -> None:
    most: float = getattr(limits, row.limit) if row.value is None else row.value
    as_large = tried(row, most, tmp_path / "at")
    larger = tried(row, most + row.step, tmp_path / "beyond")
    assert fits(as_large, row.at), f"{row.limit}, {most}: {as_large!r}"
    assert fits(larger, row.beyond), f"{row.limit}, {most + row.step}: {larger!r}"


def test_every_limit_has_a_row_or_is_listed_as_protecting_nobody() -> None:
    spared = [name for names in PROTECTS_NOBODY.values() for name in names.split()]
    assert len(spared) == len(set(spared))
    rows = {row.limit for row in ROWS}
    assert not rows & set(spared)
    assert sorted({*rows, *spared}) == sorted(constants(LIMITS)), (
        "a new limit needs a row, or a reason to have none"
    )
