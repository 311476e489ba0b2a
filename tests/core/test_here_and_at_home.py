"""If a program does otherwise here than at home, the sentences about that are true; no path of the grader is shown."""

import builtins
import importlib.util
import json
import os
import re
import sys
import tempfile
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.judging.judge import Failed, NotRun, Passed
from autograder.core.sandbox import python_versions as versions
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.meaning import describe
from autograder.core.sandbox.outcome import missing_message, parse_absence
from autograder.core.sandbox.own_paths import OwnPaths
from autograder.core.sandbox.raised import Clues, GradedProgram, RaisedException
from autograder.core.sentences import sentence
from autograder.core.text import QUOTE
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.teach.handout import student_files
from autograder.teach.student_folder import write_files
from autograder.tell.feedback import feedback_of
from autograder.tell.formats import results
from tests.sets import PROJECT, SUBMISSIONS, cases, not_none, written

RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
ONE = load_set(PROJECT / "exercises", "01*")
PROGRAMS = Path(__file__).parents[1] / "programs"


def graded(
    folder: Path,
    source: str | bytes,
    exercises: ExerciseSet = ONE,
    layers: tuple[str, ...] = ALL_LAYERS,
    **beside: Any,
) -> ExplainedReport:
    """Return the report on a program that is handed in as the set's file. beside: other files, with __ for a dot."""
    written(folder / exercises.assignment.file, source)
    for name, content in beside.items():
        written(folder / name.replace("__", "."), content)
    return grade_and_explain(folder, exercises, layers=layers)


def shown(report: ExplainedReport) -> str:
    """Return all of a report that its student can read, but for how long it took."""
    data: dict[str, Any] = results(report, feedback_of(report))
    data.pop("execution_time", None)
    data["extra_data"].pop("seconds")
    return json.dumps(data, ensure_ascii=False)


# --- No path of the grader is shown ---

WITHOUT_USER = tuple(layer for layer in ALL_LAYERS if layer != "user")


@pytest.mark.parametrize(
    "layers", [ALL_LAYERS, WITHOUT_USER], ids=["all", "as_the_grader"]
)
def test_what_a_program_prints_of_paths_is_the_same_in_each_run(
    layers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (PROGRAMS / "tells_its_paths.py").read_text("utf-8")
    texts_shown = set()
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="it's é ") as folder:
        Path(folder).chmod(0o711)
        monkeypatch.setenv("TMPDIR", folder)
        for _ in range(2):
            explained = graded(
                tmp_path / "p",
                source,
                layers=layers,
                helper__py="x = 1 is 1\n",
                w__txt="hello",
            )
            texts_shown.add(shown(explained))
            assert explained.report.isolation.in_force
    assert len(texts_shown) == 1, "\n".join(texts_shown)
    (text,) = texts_shown
    assert "alphabeta-grading" not in text
    assert "own-" not in text
    assert "it's" not in text
    for expected in (
        "alphabeta.py:3: SyntaxWarning",
        "helper.py:1: SyntaxWarning",
        "module 'helper' from",
        "hello",
    ):
        assert expected in text
    assert explained.report.failure is not None
    assert explained.report.failure.message.startswith(
        'PermissionError: [Errno 13] Permission denied: "alphabeta.py"\n'
    )


PLACES = st.sampled_from(
    ["/tmp", "/var/tmp/it's", "/tmp/é", "/tmp/a\\b", "/srv/x" * 30]
)
DIGITS = st.text("0123456789abcdef", min_size=16, max_size=16)
PIECES = st.lists(
    st.sampled_from(["FOLDER", "FOLDER/", "ABOVE", "NAME", "QUOTED"])
    | st.text(max_size=20),
    max_size=12,
)


@given(PLACES, DIGITS, DIGITS, PIECES)
def test_no_output_tells_where_a_program_lies(
    place: str, first: str, second: str, pieces: list[str]
) -> None:
    above = f"{place}/alphabeta-grading-{first}"
    folder = f"{above}/own-{second}"
    stand_for = {
        "FOLDER": folder,
        "FOLDER/": f"{folder}/",
        "ABOVE": above,
        "NAME": f"own-{second}",
    }
    stand_for["QUOTED"] = repr(f"{folder}/alphabeta.py")
    output = "".join(stand_for.get(piece, piece) for piece in pieces).encode(
        "utf-8", "backslashreplace"
    )
    shown = OwnPaths(folder).hidden(output)
    assert (
        first.encode() not in shown
        or first.encode() in "".join(set(pieces) - {*stand_for}).encode()
    )
    assert (
        second.encode() not in shown
        or second.encode() in "".join(set(pieces) - {*stand_for}).encode()
    )


@given(DIGITS, st.binary(max_size=50), st.integers(0, 120))
def test_no_beginning_of_a_path_is_left_where_output_is_cut(
    digits: str, before: bytes, length: int
) -> None:
    paths = OwnPaths(f"/tmp/alphabeta-grading-{digits}/closed")
    cut = (before + f"/tmp/alphabeta-grading-{digits}/closed/alphabeta.py".encode())[
        : len(before) + length
    ]
    assert b"alphabeta-grading" not in paths.without_beginning(paths.hidden(cut))


def test_output_that_is_cut_within_a_path_shows_none(tmp_path: Path) -> None:
    explained = graded(tmp_path, f"print((__file__ + ' ') * 1000)\n{RIGHT}")
    assert explained.report.printed.startswith("alphabeta.py alphabeta.py ")
    assert "grading" not in explained.report.printed
    explained = graded(
        tmp_path, f"for _ in range(9999): print(__file__, end=' ')\n{RIGHT}"
    )
    assert "(cut: only the first" in explained.report.printed
    assert "grading" not in explained.report.printed


def test_printed_text_without_private_paths_is_unchanged(tmp_path: Path) -> None:
    text = "/tmp /home/ada/alphabeta.py alphabeta-grading own-1 ../x /usr/bin/python"
    assert graded(tmp_path, f"print({text!r})\n{RIGHT}").report.printed == f"{text}\n"


# --- Files are found beside the program, as at home ---

LEFT_OUT = [
    (),
    ("user",),
    ("landlock",),
    ("seccomp",),
    ("pid_namespace",),
    ("rlimits",),
    ALL_LAYERS[2:],
]
WAYS = {
    "by its name": 'open("w.txt").read()',
    "beside the file": '(Path(__file__).parent / "w.txt").read_text()',
    "after a change to its folder": 'os.chdir(os.path.dirname(__file__)) or open("w.txt").read()',
}


@pytest.mark.parametrize(
    "left_out", LEFT_OUT, ids=lambda layers: "+".join(layers) or "none"
)
def test_a_file_beside_the_program_is_opened_under_each_layer(
    left_out: tuple[str, ...], tmp_path: Path
) -> None:
    layers = tuple(layer for layer in ALL_LAYERS if layer not in left_out)
    opened = "\n".join(
        f"assert {way} == 'hello', {name!r}" for name, way in WAYS.items()
    )
    explained = graded(
        tmp_path,
        f"import os\nfrom pathlib import Path\n{opened}\n{RIGHT}",
        layers=layers,
        w__txt="hello",
    )
    assert explained.report.failure is None
    assert explained.report.points == explained.report.max_points


def test_file_written_beside_the_program_is_reported_without_the_layers(
    tmp_path: Path,
) -> None:
    layers = tuple(
        layer for layer in ALL_LAYERS if layer not in ("landlock", "seccomp")
    )
    failure = not_none(
        graded(
            tmp_path, f"open('log.txt', 'w').write('x')\n{RIGHT}", layers=layers
        ).report.failure
    )
    assert (
        failure.message
        == "Your program was ended as it wrote to a file. No search needs one: remove that."
    )
    failure = not_none(
        graded(tmp_path, f"open('log.txt', 'w').write('x')\n{RIGHT}").report.failure
    )
    assert failure.message.startswith("PermissionError: ")


def test_the_working_folder_is_not_the_graders(tmp_path: Path) -> None:
    explained = graded(
        tmp_path, f"import os\nprint(os.getcwd(), os.listdir())\n{RIGHT}"
    )
    assert explained.report.printed == ". ['alphabeta.py']\n"
    assert os.getcwd() != "/"


# --- What an exception means here ---


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("code", "files", "says", "never"),
    cases("failure_explains_what_differs_from_the_students_machine"),
)
def test_failure_explains_what_differs_from_the_students_machine(
    code: str, files: dict[str, str], says: list[str], never: list[str], tmp_path: Path
) -> None:
    for name, text in files.items():
        written(tmp_path / name, text)
    explained = graded(tmp_path, f"{code}\n{RIGHT}")
    assert explained.report.failure is not None
    _, *rows = explained.report.failure.message.split("\n")
    for expected in says:
        assert expected in explained.report.failure.message
    for untrue in never:
        assert untrue not in "\n".join(rows), explained.report.failure.message


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            "if 1:\n    x = 1\n\n   # no\n   y = 2\n",
            ["1 if 1:", "2 ····x = 1", "5 ···y = 2"],
        ),
        ("if 1:\n\tx = 1\n        y = 2\n", ["1 if 1:", "2 →x = 1", "3 ········y = 2"]),
        ("def f():\nx = 1\n", ["1 def f():", "2 x = 1"]),
        ("  x = 1\n", ["1 ··x = 1"]),
    ],
    ids=["blanks", "tab", "no block", "first line"],
)
def test_wrong_indentation_is_shown_below_the_lines_before(
    source: str, lines: list[str], tmp_path: Path
) -> None:
    failure = not_none(graded(tmp_path, source).report.failure)
    assert "each · is a blank and each → is a tab" in failure.message
    _, *shown = failure.details.split("\n")
    assert [line.removeprefix(QUOTE).strip() for line in shown] == lines


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("ender", ["exit()", "sys.exit(1)", "raise SystemExit"])
def test_search_that_calls_exit_is_advised_to_take_that_out(
    ender: str, tmp_path: Path
) -> None:
    source = "import sys\n" + RIGHT.replace("return state.utility()", ender)
    (verdict,) = graded(tmp_path, source).report.verdicts
    assert isinstance(verdict, Failed)
    assert verdict.failure is not None
    assert (
        f"by {ender.removesuffix('(1)').removesuffix('()')}" in verdict.failure.message
    )
    assert verdict.failure.message.endswith("Remove that.")


@pytest.mark.usefixtures("forked")
def test_exit_without_a_line_of_the_file_is_explained(tmp_path: Path) -> None:
    """Its traceback is empty, as the function says that it comes from another file."""
    function = (
        """eval(compile("lambda *_: exec('raise SystemExit')", "elsewhere", "eval"))"""
    )
    source = f"max_value = {function}\nmin_value = max_value\n"
    (verdict,) = graded(tmp_path, source).report.verdicts
    assert isinstance(verdict, Failed)
    assert (
        not_none(verdict.failure).message
        == f"SystemExit\n{sentence('exceptions', 'SystemExit')}"
    )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        ("print(“done”)\n".encode("cp1252"), True),
        ("s = '表示'\n".encode("shift-jis"), True),
        ("x = 'é'\n".encode("latin-1"), True),
        ("# -*- coding: latin-1 -*-\nx = 'é'\nif True\n".encode("latin-1"), False),
        ("x = 'é'\nif True\n".encode(), False),
        ("# -*- coding: ascii -*-\nx = 'é'\n".encode(), False),
        ("x = 1\n".encode("utf-16"), False),
    ],
)
def test_a_file_in_another_encoding_is_to_be_saved_anew(
    source: bytes, is_told: bool, tmp_path: Path
) -> None:
    message = not_none(graded(tmp_path, source).report.failure).message
    assert message.startswith("SyntaxError")
    assert (
        "alphabeta.py is not saved as UTF-8, which Python needs. Save it as UTF-8"
        in message
    ) == is_told
    assert (
        "Look at the line below" not in message
        or "line " in not_none(graded(tmp_path, source).report.failure).details
    )


@pytest.mark.usefixtures("forked")
def test_a_state_that_is_no_leaf_is_evaluated_too_early(tmp_path: Path) -> None:
    early = RIGHT.replace("state.is_terminal()", "True").replace(
        "state.utility()", "state.evaluate()"
    )
    (verdict,) = graded(tmp_path / "a", early).report.verdicts
    assert isinstance(verdict, Failed)
    message = not_none(verdict.failure).message
    assert message.endswith(
        "A state is evaluated that is no leaf: its value comes from its children. Is it evaluated too early, or is another state meant?"
    )
    depth = load_set(PROJECT / "exercises" / "alpha_beta", "05*")
    source = (SUBMISSIONS / "alpha_beta_textbook" / "alphabeta.py").read_text("utf-8")
    early = re.sub(r"(?m)^(\s+)if .*is_terminal\(\).*:$", r"\1if True:", source)
    assert early != source
    (verdict,) = graded(tmp_path / "b", early, depth).report.verdicts
    assert isinstance(verdict, Failed)
    message = not_none(verdict.failure).message
    assert message.endswith(
        "Only where the game is over or the depth is used up does evaluate() give its value."
    )


KINDS = st.sampled_from(
    [
        "ModuleNotFoundError",
        "FileNotFoundError",
        "SystemExit",
        "BdbQuit",
        "SyntaxError",
        "ImportError",
        "AttributeError",
    ]
)
PIECES_OF_WORDS = st.sampled_from(
    [
        *(
            "No module named '",
            "'",
            ".",
            "\n",
            'File "',
            '", line 3',
            ", in <module>",
            "\n    ",
            "path ",
            "through ",
        ),
        *(
            "breakpoint 3 ",
            "replaced ",
            "moved yes",
            "../",
            "w.txt",
            "\x1b[31m",
            "cannot import name '",
            "' from '",
            "game",
        ),
        *(
            "f-string: unmatched",
            'f"{x["',
            "{",
            "}",
            "/",
            "C:\\",
            "argparse",
            "exit()",
            "numpy",
            "\u202e",
            "a\tb",
        ),
    ]
)
WORDS = st.lists(PIECES_OF_WORDS | st.text(max_size=5), max_size=12).map("".join)


@settings(max_examples=300)
@given(KINDS, WORDS, WORDS, WORDS)
def test_whatever_a_process_says_of_an_exception_is_told_in_one_line(
    kind: str, message: str, traceback: str, clues: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder) / "odd\n\x1b[31m" / "w.txt", "")
        raised = RaisedException(kind, message, traceback, clues=Clues.parse(clues))
        description = describe(raised, GradedProgram(folder=Path(folder)))
    others = description.split("\n")[1:]
    others_rows = [row for row in others if not row.startswith(QUOTE)]
    assert len(others_rows) <= 1
    assert not re.search("[\x00-\x08\x0b-\x1f\u202e]", description.replace("\t", ""))
    assert folder not in description


# --- The Python that grades ---


def is_there(name: str) -> bool:
    """Return whether the running Python's library has a name, MODULE.NAME."""
    module, _, name = name.rpartition(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return hasattr(import_module(module), name)


def test_tables_of_python_versions_hold_for_the_running_python() -> None:
    running = sys.version_info[:2]
    for name, since in versions.NAMES_SINCE.items():
        assert is_there(name) == (since <= running), name
    for name, gone in versions.GONE_NAMES.items():
        assert is_there(name) == (running < gone.since), name
        assert is_there(gone.instead), gone
    for name, since in versions.BUILTINS_SINCE.items():
        assert hasattr(builtins, name) == (since <= running), name
    for name, since in versions.MODULES_SINCE.items():
        assert (find_spec_of(name) is not None) == (since <= running), name
    for name, since in versions.GONE_MODULES.items():
        assert (name in sys.stdlib_module_names) == (running < since), name


def find_spec_of(module: str) -> object:
    """Return the spec of a module of the running Python's library, None if it has none."""
    try:
        return importlib.util.find_spec(module)
    except ModuleNotFoundError:  # of the package that it would be in
        return None


NEWER = [
    ("d = {'a': 1}\nx = f'{d['a']}'", (3, 12)),
    ('x = f"{", ".join("ab")}"', (3, 12)),
    ("x = f\"{'\\n'.join('ab')}\"", (3, 12)),
    ("type X = int", (3, 12)),
    ("type Y[T] = list[T]", (3, 12)),
    ("def f[T](x: T) -> T: return x", (3, 12)),
    ("async def g[T](x: T) -> T: return x", (3, 12)),
    ("class A[T]: pass", (3, 12)),
    ("try:\n    pass\nexcept* ValueError:\n    pass", (3, 11)),
    ("try:\n    pass\nexcept ValueError, KeyError:\n    pass", (3, 14)),
    ("x = t'hello {1}'", (3, 14)),
    ("import tomllib", (3, 11)),
    ("import annotationlib", (3, 14)),
    ("from itertools import batched", (3, 12)),
    ("import itertools; itertools.batched", (3, 12)),
    ("from typing import Self", (3, 11)),
    ("from typing import override", (3, 12)),
    ("x = ExceptionGroup", (3, 11)),
    ("import copy; copy.replace", (3, 13)),
]


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("code", "since"), NEWER, ids=[code.split("\n")[-1] for code, _ in NEWER]
)
def test_failure_names_the_python_from_which_a_feature_works(
    code: str, since: tuple[int, int], tmp_path: Path
) -> None:
    failure = graded(tmp_path, f"{code}\n{RIGHT}").report.failure
    running = "{}.{}".format(*sys.version_info)
    if since <= sys.version_info[:2]:
        assert failure is None
    else:
        assert (
            f"{since[0]}.{since[1]} on. It was graded by Python {running}."
            in not_none(failure).message
        )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    "code",
    [
        "x = f'{1'",
        "x = f'{}'",
        "def f(x:",
        "type = = 3",
        "try:\n    pass\nexcept ValueError, error:\n    pass",
        "x = set'a'",
    ],
)
def test_syntax_error_of_every_python_names_no_newer_version(
    code: str, tmp_path: Path
) -> None:
    message = not_none(graded(tmp_path, f"{code}\n{RIGHT}").report.failure).message
    assert " on." not in message
    assert "It was graded by Python" in message


@pytest.mark.usefixtures("forked")
def test_import_of_a_removed_module_names_the_python_that_lacks_it(
    tmp_path: Path,
) -> None:
    description = describe(
        RaisedException("ModuleNotFoundError", "No module named 'parser'")
    )
    assert (
        "Python's library has no `parser` any more from version 3.10 on. It was graded by Python"
        in description
    )
    assert "hand in" not in description


@pytest.mark.parametrize(
    ("name", "meant"), [("Game", "game"), ("Math", "math"), ("randon", "random")]
)
def test_mistyped_module_is_asked_for_by_its_name(name: str, meant: str) -> None:
    message = f"No module named '{name}'"
    text = describe(RaisedException("ModuleNotFoundError", message))
    assert f"\nDid you mean `{meant}`?" in text
    description = describe(
        RaisedException("ModuleNotFoundError", "No module named 'utils'")
    )
    assert "Did you mean" not in description


# --- The course's own files ---

OWN = (Path(__file__).parents[2] / "reference" / "game.py").read_text("utf-8")
CHANGED = OWN + "\n\ndef helper() -> int:\n    return 3\n"
DIFFERS = "Grading uses the course's own game.py: the one that was handed in differs, and is not used."
FAILS = {
    "an import": f"from game import helper\n{RIGHT}",
    "an attribute": RIGHT.replace("state.is_terminal()", "state.is_over()"),
    "another exception": RIGHT.replace("return state.utility()", "return [][3]"),
    "a wrong value": RIGHT.replace("return state.utility()", "return -state.utility()"),
}


def all_words(explained: ExplainedReport) -> str:
    """Return all words of a report that a student reads."""
    failures = [
        explained.report.failure,
        *(
            verdict.failure
            for verdict in explained.report.verdicts
            if not isinstance(verdict, Passed)
        ),
    ]
    return "\n".join(
        [*explained.report.notes, *(failure.message for failure in failures if failure)]
    )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("program", FAILS.values(), ids=FAILS)
def test_where_a_program_fails_a_changed_game_is_named(
    program: str, tmp_path: Path
) -> None:
    explained = graded(tmp_path, program, game__py=CHANGED)
    assert all_words(explained).count(DIFFERS) >= 1
    assert bool(explained.report.notes) == (program == FAILS["a wrong value"])


COPIES = {
    "the template's": OWN,
    "with line ends of Windows": OWN.replace("\n", "\r\n"),
    "with old line ends": OWN.replace("\n", "\r"),
    "without its last line end": OWN.rstrip("\n"),
    "with a byte order mark": "\ufeff" + OWN,
}


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("program", FAILS.values(), ids=FAILS)
def test_unchanged_game_is_not_reported_as_a_difference(
    program: str, copy: str, tmp_path: Path
) -> None:
    text = all_words(graded(tmp_path, program, game__py=copy))
    assert "handed in" not in text
    assert ("Grading uses the course's own `game`, which has no `helper`." in text) == (
        program == FAILS["an import"]
    )


@pytest.mark.usefixtures("forked")
def test_name_missing_from_the_courses_game_is_explained_without_a_handed_in_game(
    tmp_path: Path,
) -> None:
    text = "Grading uses the course's own `game`, which has no `helper`."
    for code in ("from game import State, helper", "import game\ngame.helper"):
        assert text in all_words(graded(tmp_path, f"{code}\n{RIGHT}"))
        assert text not in all_words(
            graded(tmp_path, f"{code.replace('helper', 'State')}\n{RIGHT}")
        )


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    "name",
    [
        ".",
        "negamax",
        "board",
        "cs188",
        "aima_python",
        "aind_isolation",
        "methods",
        "nested",
        "value_and_move",
    ],
)
def test_a_whole_handout_that_is_handed_in_differs_in_nothing(
    name: str, tmp_path: Path
) -> None:
    exercises = load_set(PROJECT / "exercises" / name, "0[1-3]*")
    write_files(student_files(exercises), tmp_path)
    explained = grade_and_explain(tmp_path, exercises)
    assert explained.report.points == 0
    assert "Grading uses" not in all_words(explained)


@pytest.mark.usefixtures("forked")
def test_changed_game_is_not_noted_where_the_program_is_right(tmp_path: Path) -> None:
    explained = graded(tmp_path, RIGHT, game__py=CHANGED)
    assert explained.report.points == explained.report.max_points
    assert explained.report.notes == ()


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    "code",
    [
        "if True\n",
        "raise NotImplementedError\n",
        "import numpy\n",
        "exit()\n",
        "open('x')\n",
    ],
)
def test_changed_game_is_not_blamed_for_an_unrelated_failure(
    code: str, tmp_path: Path
) -> None:
    assert "Grading uses" not in all_words(
        graded(tmp_path, code + RIGHT, game__py=CHANGED)
    )


GAMES = load_set(PROJECT / "exercises" / "aima_python", "01*")
AIMA = (SUBMISSIONS / "aima_python_textbook" / GAMES.assignment.file).read_text("utf-8")


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("program", "is_told"),
    [
        (f"from games import query_player\n{AIMA}", True),
        (f"import games\ngames.query_player\n{AIMA}", True),
        (AIMA.replace("game.terminal_test(", "game.display("), True),
        (f"from math import query_player\n{AIMA}", False),
        (f"1 / 0\n{AIMA}", False),
    ],
)
def test_a_module_that_an_adapter_gives_is_not_the_one_that_was_handed_in(
    program: str, is_told: bool, tmp_path: Path
) -> None:
    text = "Grading uses the course's own `games`: what was handed in as games.py is not used."
    report = graded(tmp_path / "a", program, GAMES, games__py="query_player = 1\n")
    assert (text in all_words(report)) == is_told, all_words(report)
    alone = all_words(graded(tmp_path / "b", program, GAMES))
    is_of_games = is_told and "query_player" in program
    assert (
        "Grading uses the course's own `games`, which has no `query_player`." in alone
    ) == is_of_games
    assert "handed in" not in alone


@pytest.mark.usefixtures("forked")
def test_changed_adapter_is_named_where_a_program_fails(tmp_path: Path) -> None:
    adapter = not_none(GAMES.assignment.adapter)
    files: dict[str, Any] = {
        adapter.file.name.replace(".", "__"): adapter.source + "\nx = 1\n"
    }
    text = f"Grading uses the course's own {adapter.file.name}: the one that was handed in differs"
    assert text in all_words(graded(tmp_path, f"1 / 0\n{AIMA}", GAMES, **files))


# --- Functions that are missing ---


ALIKE = "; the names must be exactly those of the assignment."
NOTHING = "It defines no function when it is imported"
OUTSIDE = "are methods of Search. Write them as functions, outside of the class."
LACKING = [
    (
        {"max_value": "missing f", "min_value": "missing f"},
        f"a.py has no functions called max_value and min_value. It defines f{ALIKE}",
    ),
    (
        {"max_value": "missing f g"},
        f"a.py has no function called max_value. It defines f, g{ALIKE}",
    ),
    (
        {"max_value": "missing", "min_value": "is int"},
        f"min_value in a.py is not a function but of type int. a.py has no function called max_value. {NOTHING}{ALIKE}",
    ),
    (
        {"P": "missing f", "P.f": "missing f", "g|h": "missing f"},
        f"a.py has no class called P. a.py has no method called P.f. a.py has no function called g or h. It defines f{ALIKE}",
    ),
    (
        {"max_value": "within Search", "min_value": "within Search"},
        f"max_value and min_value in a.py {OUTSIDE}",
    ),
]


@pytest.mark.parametrize(("lacking", "words"), LACKING)
def test_missing_words_names_all_missing_functions_at_once(
    lacking: dict[str, str], words: str
) -> None:
    absences = {name: parse_absence(absence) for name, absence in lacking.items()}
    assert missing_message("a.py", absences) == words


@pytest.mark.usefixtures("forked")
def test_feedback_names_missing_functions_in_one_sentence(tmp_path: Path) -> None:
    (verdict,) = graded(tmp_path, "def maxvalue(): pass\n").report.verdicts
    assert isinstance(verdict, NotRun)
    text = f"alphabeta.py has no functions called max_value and min_value. It defines maxvalue{ALIKE}"
    assert verdict.failure.message == text
