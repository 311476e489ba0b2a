"""The list of system calls, held against what the kernel lets a student's program do."""

import os
import re
import sys
from pathlib import Path

import pytest

from autograder.core.worker import confinement, syscalls
from tests.attacks import IN_A_NAMESPACE, ORDINARY_USER, run

PROBE = "hostile_makes_every_call"
ENDS_OR_WAITS = {"exit", "exit_group", "rt_sigreturn", "pause"}
"""Allowed calls that the probe leaves out, as it would not come back from them."""
UNFILTERED = {335, 336} if os.uname().machine == "x86_64" else set()
"""uretprobe and uprobe, which the kernel shows to no filter: they end a program that was not being traced."""
FILTERS = not isinstance(confinement.libraries()["pyseccomp"], Exception)
pytestmark = [
    IN_A_NAMESPACE,
    pytest.mark.skipif(not FILTERS, reason="there is no libseccomp here"),
    pytest.mark.skipif(
        os.uname().machine not in ("x86_64", "aarch64"),
        reason="the probe has no numbers for it",
    ),
]


@pytest.fixture(
    scope="module",
    params=[
        None,
        pytest.param(
            ORDINARY_USER,
            marks=pytest.mark.skipif(
                os.geteuid() != 0, reason="only root can become another user"
            ),
        ),
    ],
)
def refused(
    request: pytest.FixtureRequest,
    project: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[tuple[str, str], set[int]]:
    """Return the places in its range that were refused, by the attempt and the error."""
    outcome = run(PROBE, project, tmp_path_factory.mktemp("probe"), request.param)
    matches = re.findall(
        r"^[ │]*([\w ]+) (EPERM|ENOSYS|EAGAIN) ([0-9a-f]+)$",
        outcome["output"],
        re.MULTILINE,
    )
    assert len(matches) == 42, outcome
    return {(what, error): _places(int(bits, 16)) for what, error, bits in matches}


def _places(bits: int) -> set[int]:
    return {place for place in range(bits.bit_length()) if bits >> place & 1}


def _allowed(
    refused: dict[tuple[str, str], set[int]], what: str, tried: range
) -> set[int]:
    """Return the places that were neither refused nor said to be missing or to be tried again."""
    gone = refused[what, "EPERM"] | refused[what, "ENOSYS"] | refused[what, "EAGAIN"]
    return {number for index, number in enumerate(tried) if index not in gone}


def _numbers(calls: list[str] | set[str]) -> set[int]:
    library = confinement.libraries()["pyseccomp"]
    numbers = {library.resolve_syscall(library.Arch.NATIVE, call) for call in calls}
    return {number for number in numbers if number >= 0}


def test_filter_allows_exactly_the_listed_system_calls(
    refused: dict[tuple[str, str], set[int]],
) -> None:
    # Left out by the probe, a call counts as let through. Of the conditional ones, mmap takes these arguments.
    assert (
        _allowed(refused, "calls", range(601))
        == _numbers({*syscalls.ALWAYS, "mmap"}) | UNFILTERED
    )
    assert set(syscalls.ALWAYS) >= ENDS_OR_WAITS


def test_filter_reports_unnamed_calls_as_missing_and_refuses_the_rest(
    refused: dict[tuple[str, str], set[int]],
) -> None:
    missing = {
        number
        for number in refused["calls", "ENOSYS"]
        if number < syscalls.NUMBERED_ALIKE.stop
    }
    library = confinement.libraries()["pyseccomp"]
    new = syscalls.NUMBERED_ALIKE
    named = _numbers(
        {
            library.resolve_syscall(0, number).decode()
            for number in new
            if _has_name(library, number)
        }
    )
    assert missing == set(new) - named | _numbers(set(syscalls.MISSING))
    assert 600 in refused["calls", "EPERM"]


def _has_name(library: object, number: int) -> bool:
    try:
        library.resolve_syscall(0, number)  # type: ignore[attr-defined]
    except ValueError:
        return False
    return True


def test_filter_allows_exactly_the_listed_arguments(
    refused: dict[tuple[str, str], set[int]],
) -> None:
    assert _allowed(refused, "fcntl", range(1100)) == set(syscalls.FCNTLS)
    requests = _allowed(refused, "ioctl 5400", range(0x5400, 0x5500))
    assert requests == {request for request in syscalls.IOCTLS if request < 0x10000}
    assert _allowed(refused, "ioctl 8900", range(0x8900, 0x8A00)) == set()
    assert _allowed(refused, "madvise", range(128)) == set(syscalls.ADVICE)
    assert _allowed(refused, "mmap", range(4)) == {1, 3}
    assert _allowed(refused, "setrlimit", range(20)) == {syscalls.RLIMIT_STACK}
    assert _allowed(refused, "prlimit64", range(20)) == {syscalls.RLIMIT_STACK}
    assert _allowed(refused, "kill", range(3)) == {2}
    assert _allowed(refused, "sched_getaffinity", range(3)) == {0, 2}


def test_futexes_are_private(refused: dict[tuple[str, str], set[int]]) -> None:
    assert _allowed(refused, "futex", range(512)) == set(syscalls.PRIVATE_FUTEXES)
    assert refused["futex", "EAGAIN"] == {0, 9, 256, 256 + 9}


def test_clocks_are_the_system_s_and_its_own(
    refused: dict[tuple[str, str], set[int]],
) -> None:
    assert _allowed(refused, "clock_getres", range(-64, 64)) == set(range(16))


def test_files_are_opened_for_reading_only(
    refused: dict[tuple[str, str], set[int]],
) -> None:
    flags = {1 << bit for bit in range(32)} - {
        1 << bit for bit in refused["openat", "EPERM"]
    }
    assert sum(flags) == syscalls.READING & ~os.O_RDONLY


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only x86-64 has them")
def test_calls_of_x32_are_missing(refused: dict[tuple[str, str], set[int]]) -> None:
    assert refused["x32", "ENOSYS"] == set(range(601))


def test_the_list_names_no_call_twice() -> None:
    calls = [
        *syscalls.ALWAYS,
        *{call for call, _ in syscalls.conditional(1)},
        *syscalls.MISSING,
    ]
    assert len(calls) == len(set(calls))
    assert sys.platform != "linux" or all(call.isidentifier() for call in calls)


def test_library_that_needs_more_than_a_stand_in_module_counts_as_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Asking:
        @staticmethod
        def find_spec(name: str, *_: object) -> None:
            raise AttributeError(f"{name} asks enum for Flag")

    for name in ("py_landlock", "pyseccomp"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(confinement, "_imported", {})
    monkeypatch.setattr(sys, "meta_path", [Asking])
    needs = [
        f"needs {name}: {name} asks enum for Flag"
        for name in ("py_landlock", "pyseccomp")
    ]
    assert [str(library) for library in confinement.libraries().values()] == needs
