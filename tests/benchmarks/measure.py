"""Takes times and memory, of functions and of whole processes with everything that they start."""

import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
BETWEEN_SAMPLES = 0.002
MEMORY_ON_GRADESCOPE = 768 * 2**20
PERIOD_US = 100_000

Confinement = Callable[[], None]
"""Called in a process before it starts its program."""


def interleaved(
    measures: Sequence[Callable[[], float]], repetitions: int
) -> list[float]:
    """Return the median of each measure; they take turns, so that what slows the machine down slows down all of them."""
    taken: list[list[float]] = [[] for _ in measures]
    for _ in range(repetitions):
        for measure, results in zip(measures, taken, strict=True):
            results.append(measure())
    return [median(results) for results in taken]


class Paired(NamedTuple):
    """Two measures that took turns: the median of each, and of the ratios of neighbours."""

    figure: float
    baseline: float
    ratio: float


def paired(
    figure: Callable[[], float], baseline: Callable[[], float], repetitions: int
) -> Paired:
    """Return two measures, each figure over the baseline that was taken right after it."""
    pairs = [(figure(), baseline()) for _ in range(repetitions)]
    figures, baselines = zip(*pairs, strict=True)
    ratio = median(ours / theirs for ours, theirs in pairs)
    return Paired(median(figures), median(baselines), ratio)


def seconds_of(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def python(*arguments: str) -> list[str]:
    """Return a command that runs the project's Python."""
    return [sys.executable, *arguments]


def grader(*arguments: str) -> list[str]:
    """Return a command that grades."""
    return [str(PROJECT / "run_autograder"), *arguments]


def run_seconds(command: Sequence[str], confine: Confinement | None = None) -> float:
    """Return the seconds of a program, from before its start to after its end."""
    return seconds_of(lambda: _run(command, confine))


def processor_seconds(command: Sequence[str], folder: Path = PROJECT) -> float:
    """Return the processor time of a program, with all that it starts and waits for, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(command, None, folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(
    command: Sequence[str], confine: Confinement | None, folder: Path = PROJECT
) -> None:
    environment = {**os.environ, "AUTOGRADER_ROOT": "/nowhere"}
    subprocess.run(
        command,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        preexec_fn=confine,
        cwd=folder,
    )


def check_full(results: Path, number: int | None = None) -> None:
    """Check that a measured run was right."""
    tests = json.loads(results.read_text("utf-8"))["tests"]
    assert number is None or len(tests) == number
    assert all(test["score"] == test["max_score"] for test in tests), (
        "the right submission lost points"
    )


def peak_bytes(command: Sequence[str]) -> int:
    """Return the peak resident memory of a program and of all that it starts, each process's own peak added up."""
    environment = {**os.environ, "AUTOGRADER_ROOT": "/nowhere"}
    peaks: dict[int, int] = {}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, cwd=PROJECT
    ) as process:
        while process.poll() is None:
            for pid in family(process.pid):
                peaks[pid] = max(peaks.get(pid, 0), peak_of(pid))
            time.sleep(BETWEEN_SAMPLES)
    assert process.returncode == 0
    return sum(peaks.values())


def family(pid: int) -> Iterator[int]:
    """Yield a process and its descendants."""
    yield pid
    with contextlib.suppress(OSError):
        for task in Path(
            f"/proc/{pid}/task"
        ).iterdir():  # any thread may have started some
            for child in (task / "children").read_text("ascii").split():
                yield from family(int(child))


def peak_of(pid: int) -> int:
    """Return the peak resident memory of a process up to now, in bytes; 0 if it is gone."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def on_one_processor() -> None:
    """Confine a process to one of the processors that it may use."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


@contextlib.contextmanager
def half_a_processor() -> Iterator[Confinement | None]:
    """Yield a function that confines processes to half a processor and 0.75 GB, as on Gradescope; None if only root could do it.

    The processor's time is limited by a control group of our own, address space by each process's own limit.
    """
    group = None
    with contextlib.suppress(OSError):
        group = _limited_group()
    if group is None:
        yield None
        return
    procs = group / "cgroup.procs"

    def confine() -> None:
        procs.write_text(str(os.getpid()), "ascii")
        resource.setrlimit(
            resource.RLIMIT_AS, (MEMORY_ON_GRADESCOPE, MEMORY_ON_GRADESCOPE)
        )

    try:
        yield confine
    finally:
        group.rmdir()


def _limited_group() -> Path | None:
    """Return a new control group below this process's own that gets half a processor."""
    for entry in Path("/proc/self/cgroup").read_text("ascii").splitlines():
        _, controllers, own = entry.split(":", 2)
        parent = Path(
            "/sys/fs/cgroup", *(["cpu"] if controllers else []), own.lstrip("/")
        )
        if "cpu" in controllers.split(",") or (
            not controllers and (parent / "cpu.max").exists()
        ):
            group = Path(tempfile.mkdtemp(prefix="alphabeta-benchmark-", dir=parent))
            try:
                if controllers:
                    (group / "cpu.cfs_period_us").write_text(str(PERIOD_US), "ascii")
                    (group / "cpu.cfs_quota_us").write_text(
                        str(PERIOD_US // 2), "ascii"
                    )
                else:
                    (group / "cpu.max").write_text(
                        f"{PERIOD_US // 2} {PERIOD_US}", "ascii"
                    )
            except OSError:
                group.rmdir()
                raise
            return group
    return None
