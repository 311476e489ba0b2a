"""The processes that grade a class are forks of one, and none finds anything of another."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.fork_server import ForkedProcess, ForkServer, ServerGone
from autograder.core.errors import BROKEN
from autograder.core.launch import FORK_SERVER
from tests.attacks import namespace
from tests.classes import alone, command, environment, made, run, together, wait_for
from tests.core.test_stopping import children_of
from tests.sets import QUICK, SUBMISSIONS, written

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere each process is started alone"
)


@pytest.fixture(name="server", scope="module")
def _server() -> Iterator[ForkServer]:
    with ForkServer() as server:
        yield server


@pytest.fixture(name="process")
def _process(server: ForkServer) -> Iterator[ForkedProcess]:
    with server.start() as process:
        yield process


CHILDREN = 1 + (os.geteuid() == 0 and namespace() is not None)
"""A student's process, and the first of its namespace, if root may make one."""


def open_files(pid: int) -> set[tuple[int, int]]:
    """What a process has open, by device and inode, but for the null device and its own namespace."""
    links = Path(f"/proc/{pid}/fd").iterdir()
    shared = ("/dev/null", "pid:")
    files = [link for link in links if not os.readlink(link).startswith(shared)]
    return {(file.stat().st_dev, file.stat().st_ino) for file in files}


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text("utf-8").split(") ")[1].split()[1])


def test_forks_have_no_file_and_no_session_in_common_with_each_other_or_the_server(
    server: ForkServer, process: ForkedProcess
) -> None:
    with server.start() as other:
        forks = (process.pid, other.pid)
        place = parent_of(process.pid)
        assert place == parent_of(other.pid)
        # Each has started a student's process ahead, and waits for its request.
        wait_for(lambda: min(map(len, map(children_of, forks))) == CHILDREN)
        files = [open_files(pid) for pid in (*forks, place)]
        assert not files[0] & files[1]
        assert not files[0] & files[2]
        assert not files[1] & files[2]
        theirs = children_of(process.pid)
        assert all(not open_files(pid) & (files[1] | files[2]) for pid in theirs)
        assert tuple(map(os.getsid, forks)) == forks


def test_server_keeps_nothing_of_a_process_that_has_ended(server: ForkServer) -> None:
    with server.start() as process:
        place = parent_of(process.pid)
        before = open_files(place)
        process.communicate(b"no pickle")
    assert open_files(place) == before
    assert process.pid not in children_of(place)


def test_answer_and_status_are_those_of_a_process_that_is_started_alone(
    process: ForkedProcess,
) -> None:
    answer, errors = process.communicate(b"no pickle")
    assert (answer, process.returncode) == (b"", BROKEN)
    assert b"UnpicklingError" in errors


def test_request_may_be_larger_than_a_pipe_and_unread(process: ForkedProcess) -> None:
    process.communicate(b"." + bytes(2**20))
    assert process.returncode == BROKEN


def test_process_that_does_not_end_in_time_can_be_killed(
    process: ForkedProcess,
) -> None:
    os.kill(process.pid, signal.SIGSTOP)
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(b"", timeout=0.2)
    process.kill()
    assert process.communicate() == (b"", b"")
    assert process.returncode == -signal.SIGKILL
    process.kill()  # its id may be another's by now


@pytest.mark.of("autograder.classroom.fork_server", "autograder.cli.forks")
def test_process_that_is_told_to_end_does(process: ForkedProcess) -> None:
    process.terminate()
    process.communicate()
    assert process.returncode == -signal.SIGTERM


def test_no_process_is_started_once_the_server_is_gone() -> None:
    with ForkServer() as server:
        with server.start() as process:
            os.kill(parent_of(process.pid), signal.SIGKILL)
            process.communicate()  # it sees that its parent has gone, and ends
        with pytest.raises(ServerGone):
            server.start()
        with pytest.raises(ServerGone):
            server.start()


SPY = """
import builtins, gc, os, random, sys
print("hash", hash("alphabeta"), "random", random.random())
print("remembered", "left_behind" in sys.modules, hasattr(builtins, "left_behind"))
sys.modules["left_behind"] = builtins.left_behind = sys
here = os.getpid()
beside = os.getppid()
for pid in (-1, *range(1, 100), *range(max(1, beside - 30), beside + 30)):
    if pid == here:  # its own output is its own to read
        continue
    for number in (9, 15, 19):
        try:
            os.kill(pid, number)
            print("signalled", pid)
        except OSError:
            pass
    for name in ("mem", "environ", "cmdline", "fd/0", "fd/1", "fd/4"):
        try:
            print("read", name, open(f"/proc/{pid}/{name}", "rb").read(20))
        except OSError:
            pass
for text in [text for text in gc.get_objects() if type(text) is str]:
    if "left" + "_behind" in text:
        print("found", text)
"""
FORGER = """
import os
for number in range(3, 64):
    try:
        os.write(number, b"x" * 16)
    except OSError:
        pass
"""


def test_program_that_attacks_its_process_changes_nothing_of_the_next(
    tmp_path: Path,
) -> None:
    """With one job they are graded one after the other, by forks of the same server."""
    folder = made(tmp_path / "class", ["textbook", "strict_cutoff"])
    right = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    for name in ("a_forger", "p_forger"):
        written(folder / name / "alphabeta.py", right + FORGER)
    for name in ("b_spy", "r_spy", "u_spy"):
        written(folder / name / "alphabeta.py", right + SPY)
    run(folder, tmp_path / "results", "--jobs", "1")
    for name in ("textbook", "strict_cutoff"):
        assert together(tmp_path / "results", name) == alone(SUBMISSIONS / name)
    told = {
        seen_by(together(tmp_path / "results", name))
        for name in ("b_spy", "r_spy", "u_spy")
    }
    assert len(told) == 3  # hashes and random numbers of their own
    for text in told:
        assert re.fullmatch(r"hash \S+ random \S+\nremembered False False", text)


def seen_by(results: dict[str, Any]) -> str:
    """What a spy printed, which is right in every exercise."""
    assert results["score"] == 12
    printed = re.findall(
        r"(?:hash|remembered|signalled|read|found) .*", results["output"]
    )
    return "\n".join(printed)


def test_class_goes_on_where_the_server_is_killed(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", ["textbook", "fail_hard"])
    for number in range(4):
        program = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
        written(folder / f"z{number}" / "alphabeta.py", f"{program}\n# {number}\n")
    line = command(folder, tmp_path / "results", "--jobs", "1", exercises=QUICK)
    process = subprocess.Popen(
        line,
        env=environment(tmp_path / "temporary"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: bool(list((tmp_path / "results").glob("*.json"))))
    servers = [
        pid
        for pid in children_of(process.pid)
        if FORK_SERVER in Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    ]
    assert len(servers) == 1
    os.kill(servers[0], signal.SIGKILL)
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 0, output + errors
    for name in ("textbook", "fail_hard"):
        assert together(tmp_path / "results", name) == alone(SUBMISSIONS / name)
