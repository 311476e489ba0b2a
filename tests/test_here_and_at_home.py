"""Where a program does otherwise here than at home, what is said of it is true; no path of the grader is shown."""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.exercises.load import load_set
from autograder.exercises.model import ExerciseSet
from autograder.judging.judge import NotRun
from autograder.judging.report import Report
from autograder.judging.run import grade
from autograder.launch import ALL_LAYERS
from autograder.sandbox.outcome import missing_words
from autograder.sandbox.own_paths import OwnPaths
from autograder.showing.feedback import feedback_of
from autograder.showing.formats import results
from tests.sets import PROJECT, SUBMISSIONS, written

RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
ONE = load_set(PROJECT / "exercises", "01*")
PROGRAMS = Path(__file__).parent / "programs"


def graded(
    folder: Path, source: str | bytes, exercises: ExerciseSet = ONE, layers: tuple[str, ...] = ALL_LAYERS, **beside: Any
) -> Report:
    """The report on a program that is handed in as the set's file. beside: other files, with __ for a dot."""
    written(folder / exercises.assignment.file, source)
    for name, content in beside.items():
        written(folder / name.replace("__", "."), content)
    return grade(folder, exercises, layers=layers)


def shown(report: Report) -> str:
    """All of a report that its student can read, but for how long it took."""
    data: dict[str, Any] = results(report, feedback_of(report))
    data.pop("execution_time", None)
    data["extra_data"].pop("seconds")
    return json.dumps(data, ensure_ascii=False)


# --- No path of the grader is shown ---

WITHOUT_USER = tuple(layer for layer in ALL_LAYERS if layer != "user")


@pytest.mark.parametrize("layers", [ALL_LAYERS, WITHOUT_USER], ids=["all", "as_the_grader"])
def test_what_a_program_prints_of_paths_is_the_same_in_each_run(
    layers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (PROGRAMS / "tells_its_paths.py").read_text("utf-8")
    seen = set()
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="it's é ") as place:
        Path(place).chmod(0o711)
        monkeypatch.setenv("TMPDIR", place)
        for _ in range(2):
            report = graded(tmp_path / "p", source, layers=layers, helper__py="x = 1 is 1\n", w__txt="hello")
            seen.add(shown(report))
            assert report.isolation.in_force
    assert len(seen) == 1, "\n".join(seen)
    (text,) = seen
    assert "alphabeta-grading" not in text
    assert "own-" not in text
    assert "it's" not in text
    for expected in ("alphabeta.py:3: SyntaxWarning", "helper.py:1: SyntaxWarning", "module 'helper' from", "hello"):
        assert expected in text
    assert report.failure is not None
    assert report.failure.words.startswith('PermissionError: [Errno 13] Permission denied: "alphabeta.py"\n')


PLACES = st.sampled_from(["/tmp", "/var/tmp/it's", "/tmp/é", "/tmp/a\\b", "/srv/x" * 30])
DIGITS = st.text("0123456789abcdef", min_size=16, max_size=16)
PIECES = st.lists(st.sampled_from(["FOLDER", "FOLDER/", "ABOVE", "NAME", "QUOTED"]) | st.text(max_size=20), max_size=12)


@given(PLACES, DIGITS, DIGITS, PIECES)
def test_no_output_tells_where_a_program_lies(place: str, first: str, second: str, pieces: list[str]) -> None:
    above = f"{place}/alphabeta-grading-{first}"
    folder = f"{above}/own-{second}"
    stand_for = {"FOLDER": folder, "FOLDER/": f"{folder}/", "ABOVE": above, "NAME": f"own-{second}"}
    stand_for["QUOTED"] = repr(f"{folder}/alphabeta.py")
    output = "".join(stand_for.get(piece, piece) for piece in pieces).encode("utf-8", "backslashreplace")
    said = OwnPaths(folder).hidden(output)
    assert first.encode() not in said or first.encode() in "".join(set(pieces) - {*stand_for}).encode()
    assert second.encode() not in said or second.encode() in "".join(set(pieces) - {*stand_for}).encode()


@given(DIGITS, st.binary(max_size=50), st.integers(0, 120))
def test_no_beginning_of_a_path_is_left_where_output_is_cut(digits: str, before: bytes, length: int) -> None:
    paths = OwnPaths(f"/tmp/alphabeta-grading-{digits}/closed")
    cut = (before + f"/tmp/alphabeta-grading-{digits}/closed/alphabeta.py".encode())[: len(before) + length]
    assert b"alphabeta-grading" not in paths.without_beginning(paths.hidden(cut))


def test_output_that_is_cut_within_a_path_shows_none(tmp_path: Path) -> None:
    report = graded(tmp_path, f"print((__file__ + ' ') * 1000)\n{RIGHT}")
    assert report.printed.startswith("alphabeta.py alphabeta.py ")
    assert "grading" not in report.printed
    report = graded(tmp_path, f"for _ in range(9999): print(__file__, end=' ')\n{RIGHT}")
    assert "(cut: only the first" in report.printed
    assert "grading" not in report.printed


def test_other_text_stays_as_it_was_printed(tmp_path: Path) -> None:
    text = "/tmp /home/ada/alphabeta.py alphabeta-grading own-1 ../x /usr/bin/python"
    assert graded(tmp_path, f"print({text!r})\n{RIGHT}").printed == f"{text}\n"


# --- Files are found beside the program, as at home ---

LEFT_OUT = [(), ("user",), ("landlock",), ("seccomp",), ("pid_namespace",), ("rlimits",), ALL_LAYERS[2:]]
WAYS = {
    "by its name": 'open("w.txt").read()',
    "beside the file": '(Path(__file__).parent / "w.txt").read_text()',
    "after a change to its folder": 'os.chdir(os.path.dirname(__file__)) or open("w.txt").read()',
}


@pytest.mark.parametrize("left_out", LEFT_OUT, ids=lambda layers: "+".join(layers) or "none")
def test_a_file_beside_the_program_is_opened_under_each_layer(left_out: tuple[str, ...], tmp_path: Path) -> None:
    layers = tuple(layer for layer in ALL_LAYERS if layer not in left_out)
    opened = "\n".join(f"assert {way} == 'hello', {name!r}" for name, way in WAYS.items())
    report = graded(tmp_path, f"import os\nfrom pathlib import Path\n{opened}\n{RIGHT}", layers=layers, w__txt="hello")
    assert report.failure is None
    assert report.points == report.max_points


def test_the_working_folder_is_not_the_graders(tmp_path: Path) -> None:
    report = graded(tmp_path, f"import os\nprint(os.getcwd(), os.listdir())\n{RIGHT}")
    assert report.printed == ". ['alphabeta.py']\n"
    assert os.getcwd() != "/"


# --- Functions that are missing ---


ALIKE = "; the names must be exactly those of the assignment."
NOTHING = "It defines no function when it is imported"
OUTSIDE = "is a method of Search. It has to be a function outside of any class."
LACKING = [
    (
        {"max_value": "missing f", "min_value": "missing f"},
        f"a.py has no functions called max_value and min_value. It defines f{ALIKE}",
    ),
    ({"max_value": "missing f g"}, f"a.py has no function called max_value. It defines f, g{ALIKE}"),
    (
        {"max_value": "missing", "min_value": "is int"},
        f"min_value in a.py is not a function but of type int. a.py has no function called max_value. {NOTHING}{ALIKE}",
    ),
    (
        {"P": "missing f", "P.f": "missing f", "g|h": "missing f"},
        f"a.py has no class called P and no method called P.f and no function called g or h. It defines f{ALIKE}",
    ),
    (
        {"max_value": "within Search", "min_value": "within Search"},
        f"max_value in a.py {OUTSIDE} min_value in a.py {OUTSIDE}",
    ),
]


@pytest.mark.parametrize(("lacking", "words"), LACKING)
def test_functions_that_are_missing_are_told_at_once(lacking: dict[str, str], words: str) -> None:
    assert missing_words("a.py", lacking) == words


@pytest.mark.usefixtures("forked")
def test_what_a_file_lacks_is_one_sentence_in_feedback(tmp_path: Path) -> None:
    (verdict,) = graded(tmp_path, "def maxvalue(): pass\n").verdicts
    assert isinstance(verdict, NotRun)
    told = f"alphabeta.py has no functions called max_value and min_value. It defines maxvalue{ALIKE}"
    assert verdict.failure.words == told
