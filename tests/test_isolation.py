"""What `isolation` says of this machine, and what is done where root cannot become another user."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

from autograder.errors import InvalidExercises, NotIsolated
from autograder.exercises.load import load_set
from autograder.exercises.model import Limits
from autograder.judging import run
from autograder.launch import ALL_LAYERS
from autograder.sandbox.containment import FIRST_USER, NOBODY, Isolation, configuration, refuse_to_run_as_root
from autograder.sandbox.outcome import Failure
from autograder.sandbox.program import Sandbox
from autograder.sandbox.selftest import isolation_report
from autograder.worker import confinement
from tests.results import valid_results

PROJECT = Path(__file__).parents[1]
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
WITHOUT_USER = Isolation((), {"user": "other users may not read /secret, where Python is"})


def test_a_descriptor_of_a_library_is_no_alarm() -> None:
    before = "import os\nLIBRARY = [os.open(os.devnull, os.O_RDONLY) for _ in range(3)]\n"
    lines, all_hold = isolation_report(before=before)
    assert "    using a descriptor of the grader's: refused" in lines
    assert all_hold


def test_a_descriptor_of_the_grader_is_seen() -> None:
    lines, _ = isolation_report(layers=tuple(layer for layer in ALL_LAYERS if layer != "descriptors"))
    assert "    using a descriptor of the grader's: succeeded" in lines


@AS_ROOT
def test_root_insists_on_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotIsolated, match="--without user"):
        refuse_to_run_as_root(WITHOUT_USER)
    refuse_to_run_as_root(Isolation.of("", ALL_LAYERS[:3]))  # left out, as asked
    monkeypatch.setattr("autograder.sandbox.containment.on_gradescope", lambda: True)
    refuse_to_run_as_root(WITHOUT_USER)


def test_an_ordinary_user_cannot_become_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    refuse_to_run_as_root(WITHOUT_USER)


def test_every_process_has_a_user_of_its_own(tmp_path: Path) -> None:
    users = [configuration(tmp_path, Limits(), ALL_LAYERS, process)["user"] for process in range(1, 1000)]
    if set(users) == {NOBODY}:
        pytest.skip("this user namespace has too few ids")
    assert len(set(users)) == len(users)
    assert all(FIRST_USER <= user < 2**31 for user in users)


@pytest.fixture
def closed_python(tmp_path: Path) -> Path:
    """The project's Python in a folder that other users may not read, as one that root installed at home."""
    home, library = tmp_path / "home", f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for folder in ("bin", "lib", f"venv/lib/{library}", "venv/bin"):
        (home / folder).mkdir(parents=True)
    (home / "lib" / library).symlink_to(Path(os.__file__).parent)
    (home / "venv" / "lib" / library / "site-packages").symlink_to(sysconfig.get_path("purelib"))
    shutil.copy2(os.path.realpath(sys.executable), home / "bin" / "python3")
    (home / "venv" / "bin" / "python3").symlink_to(home / "bin" / "python3")
    (home / "venv" / "pyvenv.cfg").write_text(f"home = {home / 'bin'}\n", "utf-8")
    home.chmod(0o700)
    return home / "venv" / "bin" / "python3"


def grade(python: Path, results: Path, root: str, *options: str) -> subprocess.CompletedProcess[str]:
    submission, exercises = PROJECT / "tests/submissions/explicit_stack", PROJECT / "tests/exercises/quick"
    command = [str(python), "-I", str(PROJECT / "autograder/__main__.py"), str(submission), *options]
    command += ["--exercises", str(exercises), "--results", str(results)]
    return subprocess.run(command, env={"AUTOGRADER_ROOT": root}, capture_output=True, text=True, check=False)


@AS_ROOT
def test_grading_as_root_alone_is_refused(closed_python: Path, tmp_path: Path) -> None:
    done = grade(closed_python, tmp_path / "results.json", "/nowhere")
    assert done.returncode == 2, done.stderr
    assert "would run as root here, because other users may not read" in done.stderr
    assert "--without user" in done.stderr
    assert "Traceback" not in done.stderr
    assert "not your program's fault" in json.loads((tmp_path / "results.json").read_text("utf-8"))["output"]
    assert "tests" not in valid_results(tmp_path / "results.json")


@AS_ROOT
def test_grading_as_root_alone_can_be_asked_for(closed_python: Path, tmp_path: Path) -> None:
    done = grade(closed_python, tmp_path / "results.json", "/nowhere", "--without", "user")
    assert done.returncode == 0, done.stderr
    assert "Not isolated by user: it was left out, as asked" in done.stdout
    assert valid_results(tmp_path / "results.json")["extra_data"]["isolation_missing"].keys() >= {"user"}


@AS_ROOT
def test_on_gradescope_it_grades_and_says_so(closed_python: Path, tmp_path: Path) -> None:
    (tmp_path / "source").symlink_to(PROJECT)
    done = grade(closed_python, tmp_path / "results.json", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Not isolated by user: other users may not read" in done.stdout
    assert valid_results(tmp_path / "results.json")["score"] == 12


@AS_ROOT
def test_where_no_namespace_can_be_made_it_says_why_and_nothing_else_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.launch.FIRST", "/nowhere/cat")
    lines, _ = isolation_report()
    why = [line for line in lines if line.startswith("pid_namespace: missing: root cannot make one here: ")]
    assert why, lines
    assert os.readlink("/proc/self/ns/pid_for_children") == os.readlink("/proc/self/ns/pid")
    assert "    seeing other processes: succeeded" in lines


WITHOUT_PROC = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" "$@"']


@pytest.mark.skipif(
    subprocess.run([*WITHOUT_PROC, "true"], capture_output=True, check=False).returncode != 0,
    reason="/proc cannot be hidden here",
)
def test_a_right_program_is_right_where_there_is_no_proc(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    command = [*WITHOUT_PROC, str(PROJECT / "run_autograder"), str(PROJECT / "tests/submissions/explicit_stack")]
    command += ["--exercises", str(PROJECT / "tests/exercises/quick"), "--results", str(results)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = valid_results(results)
    assert found["score"] == 12, found["output"]
    assert "pid_namespace" in found["extra_data"]["isolation_missing"]


def test_the_machine_is_blamed_where_the_process_breaks_before_it_reads_the_program(tmp_path: Path) -> None:
    with Sandbox(tmp_path, "none.py", (), Limits(), time.monotonic() + 60, (*ALL_LAYERS, "no such layer")) as sandbox:
        outcome = sandbox.load().outcome
    assert isinstance(outcome, Failure)
    assert "a fault of the machine and not of your program" in outcome.words


@pytest.mark.parametrize("readable", ["the set", "a folder above it", "a link to that", "the project"])
def test_exercises_that_programs_may_read_are_refused(
    readable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = shutil.copytree(PROJECT / "tests" / "exercises" / "quick", tmp_path / "lib" / "quick")
    (tmp_path / "link").symlink_to(tmp_path / "lib")
    places = {"the set": quick, "a folder above it": tmp_path / "lib", "a link to that": tmp_path / "link"}
    monkeypatch.setattr(confinement, "SYSTEM_FILES", (str(places.get(readable, PROJECT)), "/nowhere"))
    with pytest.raises(InvalidExercises) as refused:
        run.grade(PROJECT / "tests" / "submissions" / "textbook", load_set(quick, "ties"))
    (mistake,) = refused.value.mistakes
    assert mistake.file == (PROJECT if readable == "the project" else quick)
    assert "move this folder elsewhere" in mistake.words
