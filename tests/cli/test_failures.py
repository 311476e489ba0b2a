"""Every command meets every failure: a sentence and the right exit status, never a traceback, and nothing waits."""

import csv
import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from types import FrameType
from typing import Any

import pytest

from autograder.cli import COMMANDS
from autograder.cli.command_line import main, printed
from autograder.core.launch import Started
from autograder.core.sandbox import staging
from autograder.core.sandbox.containment import Isolation
from tests.attacks import OTHERS_RUN_PYTHON
from tests.sets import PROJECT, Typed, made_set, rows, valid_results, written

LINES = dict(rows("right_lines"))
"""A right line of each command. It reads the files in capitals or, those of WRITTEN, makes them."""
WRITTEN = ("OUT", "OUT2", "MADE")
PATHS = [
    (name, word)
    for name, line in LINES.items()
    for word in line.split()
    if word.isupper() or word == "OUT2"
]
BAD = ("missing", "too long", "loop", "pipe", "file", "folder", "below a file")
RIGHT = {
    # A wrong submission is no wrong usage: it is graded, and gets no points.
    ("", "SUBMISSION"): dict.fromkeys(("pipe", "file", "folder"), 0),
    ("explain", "SUBMISSION"): dict.fromkeys(("pipe", "file", "folder"), 1),
    ("prove", "SUBMISSION"): dict.fromkeys(("pipe", "file", "folder"), 1),
    ("handout", "MADE"): {"folder": 0},
    ("class", "MADE"): {"folder": 0},
}
"""The exit statuses that are not WRONG_USAGE."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the files that the commands read, all of them right, and a set that is WRONG."""
    folder = tmp_path_factory.mktemp("failures")
    for name, fields in (("SET", {}), ("WRONG", {"colour": 1})):
        made_set(folder / name, {"1": {"tree": [[3, 12], [2, 4]]}}, **fields)
    source = (
        PROJECT / "tests" / "submissions" / "strict_cutoff" / "alphabeta.py"
    ).read_bytes()
    for name in ("SUBMISSION", "CLASS/ada"):
        written(folder / name / "alphabeta.py", source)
    written(folder / "ROSTER", "name\nada\n")
    written(folder / "TESTS" / "1.test", 'class: "PacmanGameTreeTest"\n')
    for name in ("OLD", "NEW"):
        written(
            folder / name / "ada.json",
            {"score": 1, "tests": [], "extra_data": {"class": {}}},
        )
    return folder


@pytest.fixture(autouse=True)
def _nothing_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """End a test that waits, as for somebody to write into a pipe, and undo what `class` sets for its processes."""
    monkeypatch.setenv("TMPDIR", gettempdir())

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("this command waits")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def arguments(name: str, house: Path, made: Path, **instead: Path) -> list[str]:
    """Return a line of a command with its paths. instead: of what is right."""
    line = LINES[name].split()
    places = {
        word: str(instead.get(word, (made if word in WRITTEN else house) / word))
        for word in line
    }
    return [places[word] if (name, word) in PATHS else word for word in line]


def bad(kind: str, place: Path) -> Path:
    """Return a path that is wrong in one way."""
    path = place / f"bad-{kind.replace(' ', '-')}"
    if kind == "too long":
        return place / f"bad-{'n' * 300}"
    if kind == "loop":
        path.symlink_to(path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
        (path / "notes.txt").touch()
    elif kind != "missing":
        path.write_bytes(b"\xff\xfe\x00")
    return path / "inner" if kind == "below a file" else path


@pytest.fixture
def errors_of(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Run a line of a command, with some paths replaced, and return its errors; only what broke has a traceback."""

    def errors(name: str, status: int, *, broke: bool = False, **instead: Path) -> str:
        exit_status = main(arguments(name, house, tmp_path, **instead))
        message = capsys.readouterr().err
        assert (exit_status, "Traceback" in message) == (status, broke), message
        return message

    return errors


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize(("name", "word"), PATHS)
def test_command_refuses_a_wrong_path_in_one_sentence(
    name: str, word: str, kind: str, tmp_path: Path, errors_of: Typed
) -> None:
    if kind == "missing" and word in WRITTEN:
        return
    status = RIGHT.get((name, word), {}).get(kind, 2)
    errors = errors_of(name, status, **{word: bad(kind, tmp_path)})
    if status == 2:
        assert errors.count("\n") == 1
        assert "bad-" in errors
        assert kind != "folder" or [
            file.name for file in (tmp_path / "bad-folder").iterdir()
        ] == ["notes.txt"]
    if kind == "pipe":
        assert (tmp_path / "bad-pipe").is_fifo()


@pytest.mark.parametrize(
    "name", [name for name, line in LINES.items() if "SET" in line]
)
def test_command_reports_the_mistake_of_a_set_in_one_sentence(
    name: str, house: Path, tmp_path: Path, errors_of: Typed
) -> None:
    errors = errors_of(name, 2, SET=house / "WRONG")
    assert 'WRONG/assignment.json: there is no field "colour"' in errors
    assert errors.count("\n") == 1
    if not name:
        assert "course staff must mend them" in (tmp_path / "OUT").read_text("utf-8")


@pytest.mark.parametrize("name", LINES)
def test_command_reports_a_full_standard_output_in_one_sentence(
    name: str,
    house: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Looking for smallest trees takes long, and is tested elsewhere.
    monkeypatch.setattr(
        "autograder.teach.audit.smallest_catch", lambda row: row.pattern
    )
    with suppress(OSError), open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        status = printed(main(arguments(name, house, tmp_path)))
    errors = capsys.readouterr().err
    assert "Traceback" not in errors
    why = "No space left on device"
    if name in ("practice", "sheet"):  # they print nothing
        assert (status, errors) == (0, "")
    elif status == 2:
        # The audit prints so much that Python writes before the end. On a busy machine
        # it has said by then how far it was.
        assert name == "audit"
        assert errors.endswith(
            f"Standard output or a temporary file cannot be written or read: {why}\n"
        )
        assert errors.count(why) == 1
    else:
        assert status == 1
        assert errors.endswith(
            f"Standard output cannot be written to: {why}. Not all of it was printed.\n"
        )
        assert errors.count(why) == 1


@contextmanager
def full_disk() -> Iterator[None]:
    """Stand for a full disk by a limit on the size of files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize(
    ("name", "word"), [(name, word) for name, word in PATHS if word in ("OUT", "MADE")]
)
def test_command_reports_a_full_disk_in_one_sentence(
    name: str, word: str, errors_of: Typed
) -> None:
    with full_disk():
        # A class goes on, and prints with a traceback which submission failed.
        errors = errors_of(name, 2, broke=name == "class")
    assert f"/{word}" in errors.splitlines()[-1]
    assert "File too large" in errors
    assert name == "class" or errors.count("\n") == 1


OPEN_FILES = "This command may not open as many files at once as it needs."
PROCESSES = "This command may not start as many processes as it needs."
MEMORY = "There is too little memory for this command."
LACKING: list[tuple[Exception, str]] = [
    (OSError(errno.EMFILE, "Too many open files"), OPEN_FILES),
    (OSError(errno.EMFILE, "Too many open files", os.devnull), OPEN_FILES),
    (
        OSError(errno.ENFILE, "Too many open files in system"),
        "This machine has as many files open as it can have.",
    ),
    (OSError(errno.EAGAIN, "Resource temporarily unavailable"), PROCESSES),
    (RuntimeError("can't start new thread"), PROCESSES),
    (OSError(errno.ENOMEM, "Cannot allocate memory"), MEMORY),
    (MemoryError(), MEMORY),
]


@pytest.mark.parametrize(("error", "sentence"), LACKING, ids=repr)
@pytest.mark.parametrize("name", ["", "explain", "isolation", "prove"])
def test_command_reports_a_lacking_resource_in_one_sentence(
    name: str,
    error: Exception,
    sentence: str,
    house: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(layers: object) -> Started:
        raise error

    monkeypatch.setattr("autograder.core.sandbox.process.started", refused)
    assert main(arguments(name, house, tmp_path)) == 1
    errors = capsys.readouterr().err
    assert errors.startswith(sentence)
    assert errors.endswith(" and run the command again.\n")
    assert errors.count("\n") == 1
    if not name:
        assert "not your program's fault" in valid_results(tmp_path / "OUT")["output"]
        assert "tests" not in valid_results(tmp_path / "OUT")


@OTHERS_RUN_PYTHON
@pytest.mark.parametrize("limit", ["-n 5", "-n 6", "-n 7", "-n 8", "-n 9", "-u 1"])
@pytest.mark.parametrize("name", ["", "class"])
def test_command_under_a_low_limit_ends_without_a_traceback(
    name: str, limit: str, house: Path, project: Path
) -> None:
    """The lower it is, the earlier something lacks: of so few files already before the program is looked for."""
    root_has_no_limit: dict[str, Any] = {
        "user": 54323,
        "group": 54323,
        "extra_groups": [],
    }
    with TemporaryDirectory(dir="/var/tmp") as folder_name:
        made = Path(folder_name, "made")
        made.mkdir()
        made.chmod(0o777)
        shutil.copytree(house, Path(folder_name, "house"))
        for folder in (folder_name, Path(folder_name, "house")):
            os.chmod(folder, 0o755)
        typed = arguments(name, Path(folder_name, "house"), made)
        command = [
            str(project / ".venv" / "bin" / "python"),
            "-I",
            str(project / "autograder" / "__main__.py"),
            *typed,
        ]
        line = ["bash", "-c", f'ulimit {limit} && exec "$@"', "bash", *command]
        user = root_has_no_limit if os.geteuid() == 0 else {}
        done = subprocess.run(line, capture_output=True, text=True, check=False, **user)
        assert done.returncode == 1, done.stderr
        assert "Traceback" not in done.stderr
        if name:
            # With very few open files allowed, not even the table can be written.
            for table in made.glob("MADE/class.csv"):
                (row,) = csv.DictReader(table.read_text("utf-8-sig").splitlines())
                assert row["score"] == row["final"] == ""
        else:
            assert done.stderr.startswith(PROCESSES if "-u" in limit else OPEN_FILES)
            assert "not your program's fault" in valid_results(made / "OUT")["output"]
            assert "tests" not in valid_results(made / "OUT")


COURSE = PROJECT / "exercises" / "board"
"""A set whose adapter is tried when it is validated."""


@pytest.mark.parametrize(
    "name", ["", "explain", "prove", "class", "validate", "isolation"]
)
def test_command_without_a_temporary_folder_advises_tmpdir(
    name: str,
    house: Path,
    tmp_path: Path,
    errors_of: Typed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(staging, "_parents", list)
    assert "Set TMPDIR" in errors_of(
        name, 1, SET=COURSE if name == "validate" else house / "SET"
    )
    if not name:
        assert "not your program's fault" in (tmp_path / "OUT").read_text("utf-8")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
@pytest.mark.parametrize("name", ["", "explain", "prove", "validate"])
def test_command_of_root_without_another_user_is_refused_with_the_reason(
    name: str,
    house: Path,
    tmp_path: Path,
    errors_of: Typed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    isolation = Isolation((), {"user": "other users may not read Python"})
    monkeypatch.setattr(Isolation, "of", lambda report, layers: isolation)
    errors = errors_of(name, 2, SET=COURSE if name == "validate" else house / "SET")
    assert "because other users may not read Python" in errors
    if not name:
        assert "programs cannot be shut in" in (tmp_path / "OUT").read_text("utf-8")


@pytest.mark.parametrize("name", LINES)
def test_command_refuses_an_unknown_option_and_prints_its_help(
    name: str, house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sorted(LINES) == sorted(["", *COMMANDS])
    for option, status in (("--nonsense", 2), ("--help", 0)):
        with pytest.raises(SystemExit) as ended:
            main([*arguments(name, house, tmp_path), option])
        assert ended.value.code == status
    captured = capsys.readouterr()
    assert captured.err.endswith("error: unrecognized arguments: --nonsense\n")
    assert f"./run_autograder {name}".rstrip() in captured.out
