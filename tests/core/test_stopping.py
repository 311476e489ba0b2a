"""A grader that is told to stop, at whatever moment: valid results, no traceback, nothing left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_for
from tests.sets import PROJECT, valid_results, written

ENDLESS = "import time\nwhile True:\n    time.sleep(0.01)\n"
MAIN = [sys.executable, "-I", str(PROJECT / "autograder" / "__main__.py")]


def started(folder: Path, source: str) -> subprocess.Popen[str]:
    """Return the command line, grading a program into a folder, with a place for temporary files of its own."""
    for name in ("submission", "temporary", "results"):
        (folder / name).mkdir(exist_ok=True)
    # Pytest closes its folders to other users, and another user must reach these.
    for path in (
        folder / "temporary",
        folder,
        *folder.parents[:3],
    ):
        path.chmod(path.stat().st_mode | 0o055)
    (folder / "submission" / "alphabeta.py").write_text(source, "utf-8")
    # With these exercises a run does all that a grader does in under half a second.
    some = [
        "--only",
        "[01]*",
    ]
    command = [
        *MAIN,
        str(folder / "submission"),
        *some,
        "--results",
        str(folder / "results" / "results.json"),
    ]
    environment = {
        **os.environ,
        "TMPDIR": str(folder / "temporary"),
        "AUTOGRADER_ROOT": "/nowhere",
    }
    return subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def children_of(pid: int) -> set[int]:
    """Return the processes that any thread of a process has started."""
    try:
        tasks = [
            (task / "children").read_text("ascii")
            for task in Path(f"/proc/{pid}/task").iterdir()
        ]
    except OSError:
        return set()
    return {int(word) for text in tasks for word in text.split()}


def is_gone(pid: int) -> bool:
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0]
            in "ZX"
        )
    except OSError:
        return True


def check_the_end(
    process: subprocess.Popen[str], theirs: set[int], folder: Path, status: set[int]
) -> None:
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in status, output + errors
    assert "Traceback" not in errors
    assert list((folder / "temporary").iterdir()) == []
    results = list((folder / "results").iterdir())
    assert [file.name for file in results] in ([], ["results.json"])
    for file in results:
        valid_results(file)
    wait_for(lambda: all(map(is_gone, theirs)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signal_while_a_program_runs_ends_it_and_writes_results(
    number: signal.Signals, tmp_path: Path
) -> None:
    process = started(tmp_path, ENDLESS)
    wait_for(lambda: bool([*(tmp_path / "temporary").glob("*/*/alphabeta.py")]))
    wait_for(lambda: bool(children_of(process.pid)))
    theirs = children_of(process.pid)
    process.send_signal(number)
    check_the_end(process, theirs, tmp_path, {-number})
    assert (
        "did not finish"
        in valid_results(tmp_path / "results" / "results.json")["output"]
    )


def test_killed_grader_leaves_no_process_and_the_next_clears_its_files(
    tmp_path: Path,
) -> None:
    process = started(tmp_path, ENDLESS)
    wait_for(lambda: bool([*(tmp_path / "temporary").glob("*/*/alphabeta.py")]))
    wait_for(lambda: bool(children_of(process.pid)))
    theirs = children_of(process.pid)
    process.kill()
    process.communicate()
    wait_for(lambda: all(map(is_gone, theirs)))
    assert list((tmp_path / "temporary").iterdir())
    process = started(tmp_path, "")
    check_the_end(process, set(), tmp_path, {0})


@pytest.mark.parametrize("moment", range(16))
def test_signal_at_any_moment_ends_the_grader_cleanly(
    moment: int, tmp_path: Path
) -> None:
    """While it imports, grades and writes: each moment is some hundredths of a second after the one before."""
    source = (
        PROJECT / "tests" / "submissions" / "strict_cutoff" / "alphabeta.py"
    ).read_text("utf-8")
    process = started(tmp_path, source)
    while not handles_signals(process) and process.poll() is None:
        time.sleep(0.001)
    theirs: set[int] = set()
    until = time.monotonic() + 0.04 * moment
    while time.monotonic() < until:
        theirs |= children_of(process.pid)
        time.sleep(0.002)
    process.send_signal((signal.SIGINT, signal.SIGTERM)[moment % 2])
    check_the_end(
        process,
        theirs | children_of(process.pid),
        tmp_path,
        {0, -signal.SIGINT, -signal.SIGTERM},
    )


def handles_signals(
    process: subprocess.Popen[str], number: int = signal.SIGTERM
) -> bool:
    """Return whether the grader has got as far as to have a handler for TERM: Python has none of its own, but one for INT."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    except OSError:
        return False
    caught = next(
        (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt")),
        "0",
    )
    return bool(int(caught, 16) >> (number - 1) & 1)


def is_python(process: subprocess.Popen[str]) -> bool:
    try:
        return "python" in os.path.basename(os.readlink(f"/proc/{process.pid}/exe"))
    except OSError:
        return False


@pytest.mark.of("autograder.core.signals")
def test_hangup_ignored_by_nohup_stays_ignored(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        process = started(tmp_path, "import time\ntime.sleep(1)\n")
    finally:
        signal.signal(signal.SIGHUP, before)
    while not handles_signals(process) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGHUP)
    check_the_end(process, set(), tmp_path, {0})


HOLDS_SIGNALS = (
    subprocess.run(
        ["env", "--block-signal=INT", "true"], capture_output=True, check=False
    ).returncode
    == 0
)


@pytest.mark.skipif(not HOLDS_SIGNALS, reason="env has no --block-signal here")
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["validate", str(PROJECT / "exercises")],  # goes on long enough
        ["class", "submission", "--results", "class"],
    ],
)
def test_interrupt_while_python_starts_ends_it_without_a_traceback(
    arguments: list[str], tmp_path: Path
) -> None:
    written(tmp_path / "submission" / "alphabeta.py", ENDLESS)
    line = [str(PROJECT / "run_autograder"), *(arguments or ["submission"])]
    both = subprocess.PIPE
    process = subprocess.Popen(
        line, cwd=tmp_path, stdout=both, stderr=both, text=True, start_new_session=True
    )
    while (
        not (is_python(process) and handles_signals(process, signal.SIGINT))
        and process.poll() is None
    ):
        time.sleep(0.0001)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output, errors) == (-signal.SIGINT, "", "")
