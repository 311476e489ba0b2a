"""The direction of imports: which room may use which, and that it uses no more of it than its face."""

import ast
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from autograder.core import launch
from autograder.core.exercises.load import load_set
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.project import REMEMBERED
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.outcome import Searched
from autograder.explain import catalogue, worse
from autograder.explain import ways as made_so
from autograder.explain.repair import kinds
from autograder.explain.repair.likelihood import cost
from autograder.explain.repair.operators import edits, meanings
from autograder.explain.textbook import strict_test
from autograder.explain.ways import variants
from reference import interfaces
from reference.changes import CHANGES, observe
from reference.forms import forms
from tests.probes import CONVENTIONS, random_problem
from tests.sets import PROJECT, SUBMISSIONS, made_set
from tests.sets import QUICK as QUICK_SET

GROUND = (
    *("errors", "project", "text", "files", "outputs"),
    *("signals", "launch", "limits", "sentences"),
)
"""The modules below the rooms, which each may use."""
IN_ORDER = (
    "core.worker core.exercises core.reader core.sandbox core.judging core.grading",
    "explain.repair explain tell tell.pages teach classroom cli",
)
ROOMS = " ".join(IN_ORDER).split()
"""The parts, and the rooms of a part that has some. Each may use those before it,
`reference` and the ground."""
GRADER, STUDENTS, READERS = "the grader", "the worker", "the reader"
"""The processes: what a room's face says in `RUNS_IN` is one of these."""
FILES = sorted((PROJECT / "autograder").rglob("*.py"))


def imported(file: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the modules of the project that a file imports from, with the names."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, (
                f"{file}: a relative import passes by this file's tests"
            )
            if node.module and node.module.split(".")[0] in ("autograder", "reference"):
                yield node.module, [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in ("autograder", "reference"):
                    yield alias.name, []


def named_modules(file: Path) -> set[str]:
    """Return the names of all modules that a file imports anywhere, the project's and others, from the text alone."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            named.add(node.module or "")
        elif isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
    return named


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(PROJECT).with_suffix("").parts)


def room_of(module: str) -> str:
    """Return the room of a module, or the module itself below the rooms."""
    name = module.removeprefix("autograder").removeprefix(".").removeprefix("core.")
    if name.partition(".")[0] in GROUND:
        return name.partition(".")[0]
    name = module.removeprefix("autograder").removeprefix(".")
    rooms = [room for room in ROOMS if f"{name}.".startswith(f"{room}.")]
    return max(rooms, key=len, default=name)


def words(*lines: str) -> set[str]:
    """Return the words of some lines."""
    return {word for line in lines for word in line.split()}


def top_levels(modules: Iterable[str]) -> set[str]:
    """Return the first part of each module's name."""
    return {module.partition(".")[0] for module in modules}


def imported_by(*command: str, **how: Any) -> set[str]:
    """Run a command of Python's; return the names of all modules that it imports, also those that it drops again."""
    line = [command[0], "-X", "importtime", *command[1:]]
    ran = subprocess.run(line, capture_output=True, text=True, check=True, **how)
    modules = set(
        re.findall(r"^import time: +\d+ \| +\d+ \| *(\S+)$", ran.stderr, re.MULTILINE)
    )
    assert len(modules) > 10, ran.stderr  # else nothing was looked at
    return modules


def face(room: str) -> set[str]:
    """Return what a room lets those after it use.

    These are the functions of its `__init__`, what that imports, and the modules that it names.
    """
    module = import_module(f"autograder.{room}")
    names = {
        name for _, names in imported(Path(module.__file__ or "")) for name in names
    }
    functions = {
        name
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    return names | functions | set(getattr(module, "MODULES", ()))


def process_of(room: str) -> str:
    """Return the process that a room says it runs in."""
    process: str = import_module(f"autograder.{room}").RUNS_IN
    return process


@pytest.mark.parametrize(
    "file", FILES, ids=lambda file: file.relative_to(PROJECT).as_posix()
)
def test_imports_go_one_way_and_through_a_rooms_face(file: Path) -> None:
    own_room = room_of(".".join(file.relative_to(PROJECT).with_suffix("").parts))
    for module, names in imported(file):
        package, room = module.split(".")[0], room_of(module)
        if package == "reference":
            assert (
                own_room != "core.worker"
                or (module == "reference" and names == ["game"])
                or module == "reference.game"
            )
            continue
        if module in ("autograder", "autograder.core"):
            assert set(names) <= {*GROUND, *ROOMS}, (
                f"{names} of the library's face, which imports the rooms"
            )
            continue
        if own_room in GROUND:
            assert not room or room in GROUND
        if room not in ROOMS or room == own_room or own_room not in ROOMS:
            continue
        assert own_room != "core.worker", f"{module} would run beside a student's code"
        assert ROOMS.index(room) < ROOMS.index(own_room), (
            f"{own_room} comes before {room}"
        )
        inside = module.removeprefix(f"autograder.{room}").removeprefix(".")
        used = [inside.partition(".")[0]] if inside else names
        assert set(used) <= face(room), f"{used} is not in the face of {room}"


def test_every_room_says_in_which_process_it_runs() -> None:
    processes = {room: process_of(room) for room in ROOMS}
    assert {*processes.values()} == {GRADER, STUDENTS, READERS}
    elsewhere = [room for room in ROOMS if processes[room] != GRADER]
    assert elsewhere == ["core.worker", "core.reader", "explain.repair"]


IN_ANOTHER_PROCESS = [
    file
    for file in FILES
    if room_of(module_of(file)) in ("core.worker", "explain.repair", "core.reader")
    and module_of(file) != "autograder.core.reader.process"
]
"""All files of the rooms that run in no grader, but the grader's side of the reader."""


@pytest.mark.parametrize("file", IN_ANOTHER_PROCESS, ids=lambda file: module_of(file))
def test_what_runs_in_another_process_imports_what_runs_there(file: Path) -> None:
    process = process_of(room_of(module_of(file)))
    modules = {module for module, _ in imported(file)}
    rooms = {room_of(module) for module in modules} & {*ROOMS}
    assert {process_of(room) for room in rooms} <= {process}
    if process == STUDENTS:
        ground = {room_of(module) for module in modules} & {*GROUND}
        assert ground <= {"limits"}
    of_reference = {
        module for module in modules if top_levels([module]) == {"reference"}
    }
    assert of_reference <= {"reference", "reference.game"}


def test_core_imports_nothing_beside_it_and_the_reference() -> None:
    for file in sorted((PROJECT / "autograder" / "core").rglob("*.py")):
        modules = {module for module, _ in imported(file)}
        allowed = ("autograder.core", "reference")
        assert all(f"{module}.".startswith(allowed) for module in modules), file


def test_judging_knows_what_is_right_and_what_was_asked_alone() -> None:
    """So a course could have it without what finds mistakes."""
    for file in sorted((PROJECT / "autograder" / "core" / "judging").glob("*.py")):
        rooms = {room_of(module) for module, _ in imported(file)} & {*ROOMS}
        assert rooms <= {"core.judging", "core.exercises", "core.sandbox"}, file


def reached(file: Path, files: dict[str, Path]) -> set[str]:
    """Return the modules of a file's room that it imports, or that these import."""
    room = room_of(module_of(file))
    todo, modules = [file], set[str]()
    while todo:
        for module, names in imported(todo.pop()):
            for name in (module, *(f"{module}.{name}" for name in names)):
                if name in files and room_of(name) == room and name not in modules:
                    modules.add(name)
                    todo.append(files[name])
    return modules


FACES = [
    *(PROJECT / "autograder" / Path(*room.split(".")) for room in ("core", *ROOMS)),
    *(
        PROJECT / "autograder" / "explain" / "repair" / name
        for name in ("operators", "slips")
    ),
    *(PROJECT / name for name in ("autograder", "reference")),
]
"""The folders whose `__init__` says what they are for, and what lies in them."""


@pytest.mark.parametrize(
    "folder", FACES, ids=lambda folder: folder.relative_to(PROJECT).as_posix()
)
def test_a_face_tells_of_each_of_its_modules_and_of_no_other(folder: Path) -> None:
    """An entry is a line of its own, or stands in a sentence."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
    assert text, "a face says what its room is for"
    modules = {file.stem for file in folder.glob("*.py") if file.stem[:2] != "__"}
    folders = {file.parent.name for file in folder.glob("*/__init__.py")}
    entries = set(re.findall(r"^- `(\w+)`", text, re.MULTILINE))
    named = set(re.findall(r"`(\w+)`", text))
    assert modules | folders <= named
    assert entries <= modules | folders


def test_modules_say_what_they_do_and_functions_what_to_do() -> None:
    """A module "Finds …", a function has a docstring that begins with "Find …"."""
    imperatives: set[str] = set()
    first_words: dict[str, str] = {}
    for file in FILES:
        tree = ast.parse(file.read_text("utf-8"))
        first_words[module_of(file)] = first_word(tree)
        imperatives.update(
            first_word(node)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and not node.decorator_list
        )
    assert {"Find", "Make", "Return"} <= imperatives
    nouns = {"", "The", "A", "An"}
    wrong = imperatives - nouns
    assert [name for name, word in first_words.items() if word in wrong] == []


def first_word(node: ast.Module | ast.FunctionDef) -> str:
    return ((ast.get_docstring(node) or "").split() or [""])[0]


def test_no_module_imports_itself_through_others() -> None:
    files = {module_of(file): file for file in FILES if file.name != "__init__.py"}
    assert [
        module for module, file in files.items() if module in reached(file, files)
    ] == []


def test_every_module_belongs_to_a_known_room() -> None:
    places = {
        room_of(".".join(file.relative_to(PROJECT).with_suffix("").parts))
        for file in FILES
    }
    assert places <= {*ROOMS, *GROUND, "core", "core.__init__", "__init__", "__main__"}


def test_engine_imports_only_allowed_modules_into_a_students_process() -> None:
    listed = "import sys, autograder.explain.repair.answer; print(*sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", listed],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = {
        name
        for name in ran.stdout.split()
        if name.split(".")[0] in ("autograder", "reference")
    }
    allowed = {
        "autograder",
        "autograder.core",
        "autograder.explain",
        "autograder.core.limits",
        "autograder.core.worker",
        "autograder.core.worker.adapted",
        "reference",
    }
    assert {
        name for name in modules if not name.startswith("autograder.explain.repair")
    } == {
        *allowed,
        "reference.game",
    }
    rooms = {room_of(name) for name in modules - {"autograder.explain"}}
    assert {process_of(room) for room in rooms & {*ROOMS}} == {STUDENTS}


SLOW = words(
    "argparse asyncio collections concurrent contextlib copy dataclasses datetime difflib email enum fnmatch",
    "functools glob hashlib http inspect json logging pathlib pickle platform random re selectors shutil signal",
    "socket ssl subprocess tempfile textwrap threading tokenize traceback typing unittest urllib uuid weakref zipfile",
)
"""The modules that a worker does without: each takes up to a tenth of a process's start."""
QUICK = words(
    "_thread array bisect builtins ctypes errno faulthandler gc importlib io itertools marshal math opcode operator os",
    "resource stat struct sys types",
)
"""Modules that Python has loaded at its start, or that are as quick to import."""
STANDS_IN = {"collections", "signal", "typing"}
"""Of these `boot` gives the worker the few names that it uses."""
IN_THE_WORKER = [
    *sorted((PROJECT / "autograder" / "core" / "worker").glob("*.py")),
    PROJECT / "reference" / "game.py",
]


@pytest.mark.parametrize("file", IN_THE_WORKER, ids=lambda file: file.name)
def test_worker_names_nothing_slow(file: Path) -> None:
    assert not SLOW & QUICK
    assert top_levels(named_modules(file)) <= {
        *QUICK,
        *STANDS_IN,
        "__future__",
        "autograder",
        "reference",
    }


@pytest.mark.parametrize(
    "packages",
    [launch.PACKAGES, ""],
    ids=["with the libraries of the layers", "without"],
)
@pytest.mark.of("autograder.core.worker.boot", "autograder.core.worker.grader")
def test_worker_starts_with_nothing_slow(packages: str) -> None:
    """As it is started: it imports all that it ever does, and ends as nobody is at the other end of its pipe."""
    answers, ours = os.pipe()
    os.close(ours)
    python, *options = launch.PYTHON
    command = [python, *options, "-c", launch.BOOT, "1", str(answers), packages]
    modules = imported_by(*command, cwd=PROJECT, env={}, pass_fds=[answers])
    os.close(answers)
    assert "autograder.core.worker.serve" in modules
    assert not SLOW & top_levels(modules)
    ours_alone = {name for name in modules if name.startswith("autograder.")}
    assert {room_of(name) for name in ours_alone} == {"core", "limits", "core.worker"}


NEVER_IN_A_RIGHT_RUN = words(
    "ast asyncio concurrent dask dataclasses difflib email gradescope_utils hashlib html http hypothesis inspect",
    "jinja2 jsonschema logging numpy pytest site ssl tempfile tokenize traceback unittest xml yaml zipfile",
)
FOR_FAILURES_ALONE = words(
    "core.judging.by_hand tell.divergence tell.search_passes tell.wrong_values tell.failed tell.places tell.tree_drawing",
)
FOR_OTHERS = {
    "classroom",
    "explain",
    "explain.repair",
    "core.reader",
    "tell.pages",
    "teach",
}


def test_right_run_imports_only_what_it_uses(tmp_path: Path) -> None:
    """Exercises that were checked and drawn before, as `validate` has done at set-up."""
    if not os.access(REMEMBERED if REMEMBERED.exists() else REMEMBERED.parent, os.W_OK):
        pytest.skip("where nothing can be remembered each run checks and draws anew")
    arguments = [str(SUBMISSIONS / "textbook"), "--exercises", str(QUICK_SET)]
    arguments += ["--results", str(tmp_path / "results.json")]
    command = [
        sys.executable,
        *("-I", "-S"),
        str(PROJECT / "autograder" / "__main__.py"),
        *arguments,
    ]
    subprocess.run(command, capture_output=True, check=True)
    modules = imported_by(*command)
    assert not NEVER_IN_A_RIGHT_RUN & top_levels(modules)
    names = {
        name.removeprefix("autograder.")
        for name in modules
        if name.startswith("autograder.")
    }
    assert {"core.grading.run", "core.judging.judge", "tell.terminal"} <= names
    assert not FOR_FAILURES_ALONE & names
    names -= {"explain", "explain.graded"}  # the door, and who calls it
    assert not FOR_OTHERS & {room_of(name) for name in names}


FOR_A_SUBMISSION_OF_A_CLASS = {
    "autograder.classroom",
    "autograder.classroom.doubts",
    "autograder.classroom.lateness",
    "autograder.classroom.records",
}


def test_right_program_of_a_class_loads_nothing_of_grading_a_class(
    tmp_path: Path,
) -> None:
    """A class of 400 starts this process 400 times."""
    exercises = made_set(tmp_path, {"01": {"tree": [[3, 12], [2, 4]]}})
    request: dict[str, Any] = {
        "layers": ALL_LAYERS,
        "files": None,
        "submission": str(SUBMISSIONS / "textbook"),
        "about": {},
        "page": False,
    }
    asked = tmp_path / "request"
    asked.write_bytes(pickle.dumps(request) + pickle.dumps(load_set(exercises)))
    with asked.open("rb") as file:
        modules = imported_by(
            *launch.COMMAND_LINE, launch.ONE_OF_A_CLASS, str(os.getpid()), stdin=file
        )
    rooms = {name for name in modules if name.startswith("autograder.classroom")}
    assert rooms == FOR_A_SUBMISSION_OF_A_CLASS
    behind = {name for name in modules if name.startswith(BEHIND_THE_DOOR)}
    assert behind <= {"autograder.explain.findings", "autograder.explain.graded"}


BEHIND_THE_DOOR = ("autograder.explain.", "autograder.explain.repair.")
IN_THE_GRADER = {
    "autograder.explain.diagnosis",
    "autograder.explain.failures",
    "autograder.explain.probed_program",
    "autograder.explain.proof",
    "autograder.explain.repairs",
    "autograder.explain.trials",
}


def test_door_of_explaining_imports_nothing_behind_it() -> None:
    opened = imported_by(sys.executable, "-c", "import autograder.explain", cwd=PROJECT)
    behind = {name for name in opened if name.startswith("autograder.explain.")}
    assert not behind
    rooms = {room_of(name) for name in opened}
    assert not rooms & {"core.judging", "explain.repair", "core.sandbox"}


@pytest.mark.parametrize("seconds", [0, 1])
def test_what_explains_is_imported_only_where_it_is_asked_for(
    seconds: float, tmp_path: Path
) -> None:
    tree = {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}
    limited = {"explain_seconds": seconds}
    exercises = made_set(tmp_path, {"01": tree}, limits=limited)
    submission = SUBMISSIONS / "inverted_cutoff"
    command = [
        sys.executable,
        "-I",
        str(PROJECT / "autograder" / "__main__.py"),
        *(str(submission), "--exercises", str(exercises)),
    ]
    modules = imported_by(*command)
    behind = {name for name in modules if name.startswith(BEHIND_THE_DOOR)}
    if seconds:
        assert behind >= IN_THE_GRADER
    else:
        # These belong to the door: the one calls it, telling knows the other's records.
        assert behind <= {"autograder.explain.findings", "autograder.explain.graded"}


def test_reference_knows_nothing_of_the_autograder() -> None:
    for file in sorted((PROJECT / "reference").rglob("*.py")):
        assert all(
            module.split(".")[0] == "reference" for module, _ in imported(file)
        ), file


LIMITS = PROJECT / "autograder" / "core" / "limits.py"
ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
NO_LIMITS = {
    "exit statuses": "BROKEN WRONG_USAGE BELOW EXHAUSTED",
    "the kernel's, and glibc's": "M_ARENA_MAX CLONE_NEWNS CLONE_NEWPID RLIMIT_STACK MAP_SHARED MAP_ANONYMOUS WORD A_THREAD PRIVATE_OR_WHAT",
    "the kernel's of mounts": "AT_FDCWD AT_RECURSIVE MOUNT_SETATTR MOUNT_ATTR_NOATIME MOUNT_ATTR__ATIME",
    "users and files": "FIRST_USER PROCESS_ID_BITS NAMESPACES NOBODY",
    "the format of archives": "ENCRYPTED PATCHED LIST_ENCRYPTED IN_UTF_8 STORED DEFLATED SIZES_64 IN_EXTRA_FIELD "
    "LONGEST_COMMENT NEWEST_VERSION",
    "the format of notebooks": "CELLS_ALONE",
    "rows and columns of a terminal": "COLUMNS DEEPEST_INDENT END_OF_TRACEBACK LEAST_TITLE LONGEST_CODE MOST_PRINTED_LINES "
    "ROWS_OF_A_WATCH TAB_WIDTH",
    "distances of a drawing": "TOP BOTTOM MARGIN TRIANGLE FOLDED CHARACTER WIDTH WIDTH_UPRIGHT WIDTH_ACROSS HEIGHT_UPRIGHT HEIGHT_ACROSS LOWEST_PLY WIDTH_OF_TABLE HEIGHT_OF_HEAD HEIGHT_OF_LINE MOST_LINES_OF_ONE_TABLE MOST_LINES_OF_TWO_TABLES",
    "facts": "ALL MIN_ROOT_COUNTS AFTER_NAME TAB_STOP BRANCH_WIDTH ARGUMENTS LINES_OF_A_PLACE ROUNDS SECONDS_A_LOOK",
    "how often files are looked at": "POLL_SECONDS",
    "values that stand for others": "ABOVE BELOW BEST END LEAST_LEAF FAR FARTHEST LARGEST_FINITE NEAR OFF TEN UNNEEDED",
    "how trees are drawn, in the file whose digest names them": "INNER_TO_LEAF LARGEST_DRAW MOST_NESTED",
    "costs": "AGAIN AGAIN_THERE BESIDE CHEAPEST_AGAIN LIKELY LIKELIEST DEAR IDLE NEARLY ONE_OF_FOUR ALL_OF_THEM COSTS NO_PARTIAL_REPAIR "
    "EVEN STEP PROGRAMS_MORE LEAST MOST OF_A_SLIP UNLIKELY",
    "what work costs": "A_RUN A_LOOK A_CALL AN_IMPORT AN_ADAPTER A_COMPILATION",
    "likelihoods": "LESS_LIKELY",
    "shares": "OF_WHAT_IS_LEFT OF_A_SEARCH",
    "bytes that go at once, and how long they wait": "KEPT_SECONDS READ_AT_ONCE SENT_AT_ONCE",
    "plurals": "BEFORE_REPETITION",
}


def constants(file: Path) -> Iterator[str]:
    """Yield the names in capitals that a module gives numbers to."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            ]
            values = (
                node.value.elts
                if isinstance(node.value, ast.Tuple) and len(names) > 1
                else [node.value]
            )
            numbers = [
                part
                for value in values
                for part in ast.walk(value)
                if not isinstance(part, ARITHMETIC)
            ]
            if all(
                isinstance(part, ast.Constant) and type(part.value) in (int, float)
                for part in numbers
            ):
                yield from (
                    name
                    for name in names
                    if name.isupper() and not name.startswith(("PR_", "MS_"))
                )


def test_no_two_classes_have_one_name() -> None:
    trees = [
        ast.parse(file.read_text("utf-8"))
        for file in [*FILES, *(PROJECT / "reference").rglob("*.py")]
    ]
    names = [
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    assert [name for name in names if names.count(name) > 1] == []


def test_every_limit_is_in_one_file_with_its_reason_and_used() -> None:
    known = {name for names in NO_LIMITS.values() for name in names.split()}
    # The constants in wire.py number the kinds of frames; they limit nothing.
    files = [file for file in FILES if file != LIMITS and file.name != "wire.py"]
    elsewhere = {
        (file.name, name)
        for file in files
        for name in constants(file)
        if name not in known
    }
    assert not elsewhere, (
        "a limit belongs into autograder/core/limits.py; what is none, into NO_LIMITS"
    )
    limits = list(constants(LIMITS))
    assert len(limits) == len(set(limits))
    lines = LIMITS.read_text("utf-8").splitlines()
    first_of_each = [
        number for number, line in enumerate(lines) if re.match("[A-Z_]+ = ", line)
    ]
    assert len(first_of_each) == len(limits)
    assert all(lines[number - 1].startswith("# ") for number in first_of_each)
    used = {
        word
        for file in FILES
        if file != LIMITS
        for word in re.findall(r"\w+", file.read_text("utf-8"))
    }
    assert set(limits) <= used


def test_limits_import_nothing() -> None:
    """The worker imports them, too."""
    assert named_modules(LIMITS) == set()
    start = "import sys; sys.path.append('.'); import autograder"
    before, after = (
        imported_by(*launch.PYTHON, "-c", start + module, cwd=PROJECT)
        for module in (".core", ".core.limits")
    )
    assert after - before == {"autograder.core.limits"}


# --- What docs/extending.md shows of adding something, done word for word ---


PAGE = (PROJECT / "docs" / "extending.md").read_text("utf-8")
BLOCK = re.compile(
    r"^`(?P<file>[\w/.]+)`, (?P<where>[^\n]+):\n\n```\w+\n(?P<text>.*?)^```$",
    re.S | re.M,
)
BLOCKS = [match.group("file", "where", "text") for match in BLOCK.finditer(PAGE)]
"""Of each block the file that it is pasted into, its place there, and its text."""
INTERFACE, MISCONCEPTION, OPERATOR, WAY, MEANING, KIND = (text for _, _, text in BLOCKS)
PASTED = """
from autograder.explain.repair import kinds
from autograder.explain.repair.operators import meanings
from autograder.explain.catalogue import BY_ID
from autograder.explain.ways import WAYS
from reference import interfaces
from reference.changes import changed

[for_both, _, _] = WAYS[BY_ID["two-children-only"].id]
for name in interfaces.names():
    print(name, changed(name, "alpha >= beta", for_both).count("[:2]"))
print(kinds.CHOICE_DROPPED.group, [node.__name__ for node in meanings.OF_OPERANDS])
"""


def with_row(text: str, table: str, row: str) -> str:
    """Return a module's text with a row more at the end of one of its dictionaries."""
    [end] = [
        node.end_lineno
        for node in ast.parse(text).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == table
    ]
    assert end is not None
    lines = text.splitlines(keepends=True)
    assert lines[end - 1] == "}\n"
    return "".join([*lines[: end - 1], row, *lines[end - 1 :]])


@pytest.fixture(scope="module")
def pasted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project's code with each block pasted where the page says."""
    copy = tmp_path_factory.mktemp("pasted")
    for name in ("autograder", "reference", "pyproject.toml"):
        source = PROJECT / name
        if source.is_dir():
            left_out = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, copy / name, ignore=left_out)
        else:
            shutil.copy(source, copy / name)
    for name, where, text in BLOCKS:
        file = copy / name
        match where:
            case "a new file":
                assert not file.exists()
                file.write_text(text, "utf-8")
            case "at the end":
                gap = "\n" if file.suffix == ".md" else "\n\n"
                file.write_text(file.read_text("utf-8") + gap + text, "utf-8")
            case "in `WAYS`":
                file.write_text(
                    with_row(file.read_text("utf-8"), "WAYS", text), "utf-8"
                )
            case _:
                pytest.fail(f"nobody can tell where {name}, {where}, is")
    return copy


def test_every_block_of_extending_can_be_pasted_into_the_file_above_it(
    pasted: Path,
) -> None:
    assert len(BLOCKS) == PAGE.count("\n```python") + PAGE.count("\n```markdown")
    command = [sys.executable, "-c", PASTED]
    ran = subprocess.run(
        command, cwd=pasted, capture_output=True, text=True, check=True
    )
    *counted, last = ran.stdout.splitlines()
    names = {*interfaces.names(), "alphabeta"}
    assert {line.split()[0] for line in counted} == names
    assert all(int(line.split()[1]) >= 1 for line in counted)
    assert last.startswith("layer ")
    assert "'IfExp'" in last


def test_pasted_blocks_of_extending_are_lint_free(pasted: Path) -> None:
    files = [name for name, _, _ in BLOCKS if name.endswith(".py")]
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", *files]
    ran = subprocess.run(
        command, cwd=pasted, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


@pytest.fixture
def alphabeta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the interface of the page, added as one file."""
    (tmp_path / "alphabeta.py").write_text(INTERFACE, encoding="utf-8")
    monkeypatch.setattr(interfaces, "__path__", [*interfaces.__path__, str(tmp_path)])
    yield "alphabeta"
    del sys.modules["reference.interfaces.alphabeta"]
    interfaces.load.cache_clear()


def test_an_interface_is_one_file(alphabeta: str) -> None:
    """It searches as the textbook does under both conventions, in every form, and has the catalogue."""
    random = Random(1)
    for _ in range(60):
        for convention in CONVENTIONS:
            problem = random_problem(random, "max_value/min_value", convention)
            expected, added = observe(problem), problem._replace(interface=alphabeta)
            assert (observe(added).value, observe(added).looks) == (
                expected.value,
                expected.looks,
            )
            for form in forms(alphabeta):
                assert all(
                    checks_in_any_form(
                        added, observe(added), Searched(observe(added, form))
                    ).values()
                )
    ids = {variant.misconception.id for variant in variants(alphabeta, "alpha >= beta")}
    assert {
        "no-pruning",
        "strict-cutoff",
        "inverted-cutoff",
        "window-not-passed",
        "players-exchanged",
    } <= ids
    drawn = (
        random_problem(random, "max_value/min_value", "alpha >= beta")
        for _ in range(200)
    )
    added_ones = [problem._replace(interface=alphabeta) for problem in drawn]
    assert any(
        observe(problem, (strict_test,)) != observe(problem) for problem in added_ones
    )


def test_a_misconception_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to every interface, and is told from the right search."""
    operator = dict(vars(worse))
    exec(OPERATOR, operator)
    names = {**vars(made_so), "worse": SimpleNamespace(**operator)}
    ways: dict[str, Any] = eval(f"{{{WAY}}}", names)
    made = catalogue.mistakes_in(MISCONCEPTION)
    assert [(mistake.id, len(ways[mistake.id])) for mistake in made] == [
        ("two-children-only", 3)
    ]
    monkeypatch.setattr(made_so, "CATALOGUE", made)
    monkeypatch.setattr(made_so, "WAYS", ways)
    random = Random(2)
    for name in interfaces.names():
        entries = list(variants(name, "alpha >= beta"))
        assert {item.misconception.id for item in entries} == {"two-children-only"}
        if not interfaces.load(name).complete_binary:
            problems = [
                random_problem(random, name, "alpha >= beta") for _ in range(40)
            ]
            assert any(
                entries[0].attempt(problem) != observe(problem) for problem in problems
            )
    monkeypatch.delitem(CHANGES, "first-two-children")


def test_what_a_change_means_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    table: dict[type[ast.expr], Any] = {}
    exec(MEANING, {**vars(meanings), "OF_OPERANDS": table})
    source = "def value(maximizing):\n    return 1 if maximizing else -1\n"

    def told() -> set[str]:
        every = edits({"alphabeta": ast.parse(source)})
        return {
            edit.kind.name
            for edit in every
            if isinstance(edit.old, ast.IfExp) and isinstance(edit.new, ast.Constant)
        }

    assert told() == {"a part"}
    monkeypatch.setitem(meanings.OF_OPERANDS, ast.IfExp, table[ast.IfExp])
    assert told() == {"turn"}


def test_a_kind_of_change_is_one_row() -> None:
    """It costs as much as others of its group, and needs no number."""
    names = dict(vars(kinds))
    exec(KIND, names)
    kind = names["CHOICE_DROPPED"]
    try:
        added = cost(kind, "turn")
    finally:
        del kinds.KINDS[kind.name]
    of_group = [other for other in kinds.KINDS.values() if other.group == kind.group]
    costs = [cost(other, role) for other in of_group for role in ("", *other.undoes)]
    assert min(costs) <= added <= max(costs)
