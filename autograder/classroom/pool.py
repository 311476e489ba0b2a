"""Grades a class: each submission in a process of its own, on this machine or by the workers of a dask cluster."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from autograder import limits
from autograder.classroom.results_folder import grader_digest
from autograder.errors import WrongUsage
from autograder.exercises import ExerciseSet
from autograder.launch import ONE_OF_A_CLASS
from autograder.project import PROJECT

LOCAL = "local"
LOST = """The process that graded it was killed, and once more when nothing else was graded; perhaps it had too little \
memory."""
NO_WORKERS = "no worker is left. The same command grades the rest"
NO_ANSWER = "its workers do not answer in time; look at what they and the scheduler print"
LACKING = "cannot import the autograder: start each in the project's folder, with PYTHONPATH=$PWD before its command"
OTHER_VERSION = """have another version of the autograder than the one that you started: bring the project on all \
machines to the same commit, and start the workers anew"""
CGROUPS = (["/sys/fs/cgroup/cpu.max"], [f"/sys/fs/cgroup/cpu/cpu.cfs_{what}_us" for what in ("quota", "period")])
"""Where a container's share of the processors is written, by version 2 of control groups and by version 1."""

Request = Callable[[str], Mapping[str, Any]]
"""Makes what a process is asked about a submission, of its name."""
Answer = Mapping[str, Any] | str
"""What a process answered, or why there is no answer."""
Ended = tuple[int, bytes, str]
"""How a process ended: its status (negative: it was killed), its standard output and its standard error."""
KILLED: Ended = (-1, b"", "")

_AT_WORK: set[subprocess.Popen[bytes]] = set()
"""The processes that grade at this moment."""


class Pool:
    """Grades submissions with one set of exercises, several at a time."""

    def __init__(self, exercises: ExerciseSet, request: Request, jobs: int, cluster: str | None = None) -> None:
        """Describe it. jobs: how many submissions are graded at a time. cluster: a scheduler's address, or LOCAL."""
        self._exercises = pickle.dumps(exercises)
        self._seconds = exercises.assignment.limits.run_seconds + limits.SLACK_SECONDS
        self._request = request
        self._jobs = jobs
        self._cluster = cluster
        self._client: Any = None
        self._stopped = threading.Event()
        self._here = threading.Semaphore(jobs)
        """Held for each process of this machine: a large cluster has more threads than this machine has processors."""
        self.on_the_way: dict[str, float] = {}
        """What is being graded now, with when that began, by time.monotonic()."""

    def graded(self, names: Iterable[str]) -> Generator[tuple[str, Answer], None, None]:
        """Grades submissions, and yields each with its answer as soon as it is done. Raises WrongUsage.

        One whose process is killed is graded a second time, when nothing else is: it may have been another one that
        took all memory.
        """
        with _dask(self._cluster, self._jobs) if self._cluster else contextlib.nullcontext() as self._client:
            threads = sum(self._client.nthreads().values()) if self._client is not None else self._jobs
            again = []
            for name, ended in self._run(names, max(1, threads)):
                if ended[0] < 0:
                    again.append(name)
                else:
                    yield name, _answer(ended)
            for name, ended in self._run(again, 1):
                yield name, LOST if ended[0] < 0 else _answer(ended)

    def _run(self, names: Iterable[str], at_a_time: int) -> Iterator[tuple[str, Ended]]:
        """How each submission's process ended."""
        left = iter(names)
        under_way: dict[Future[Ended], str] = {}
        with ThreadPoolExecutor(at_a_time) as threads:
            try:
                while True:
                    for name in islice(left, at_a_time - len(under_way)):
                        self.on_the_way[name] = time.monotonic()
                        under_way[threads.submit(self._one, name)] = name
                    if not under_way:
                        return
                    done = wait(under_way, limits.WORKER_CHECK_SECONDS, FIRST_COMPLETED).done
                    if not done and self._client is not None and not self._client.nthreads():
                        raise WrongUsage(f"--cluster {self._cluster}: {NO_WORKERS}.")
                    for future in done:
                        name = under_way.pop(future)
                        del self.on_the_way[name]
                        yield name, future.result()
            finally:
                self._end(under_way)

    def _one(self, name: str) -> Ended:
        """Has one submission graded, here or by a worker, to which its files are sent."""
        asked = self._request(name)
        request = pickle.dumps(asked) + self._exercises
        if self._client is None or asked["files"] is None:
            with self._here:
                return KILLED if self._stopped.is_set() else graded_by_a_process(request, self._seconds)
        from distributed.scheduler import KilledWorker

        try:
            arguments = request, self._seconds, grader_digest()
            task = self._client.submit(_by_value()[0], *arguments, pure=False, retries=2)
            while not self._stopped.is_set():
                with contextlib.suppress(asyncio.TimeoutError):
                    ended: Ended = task.result(timeout=limits.STOP_CHECK_SECONDS)
                    return ended
        except KilledWorker:
            pass
        except Exception as error:  # the cluster is no more, or a worker that joined it later lacks the project
            why = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise WrongUsage(f"--cluster {self._cluster}: {why} The same command grades the rest.") from None
        return KILLED

    def _end(self, under_way: Iterable[Future[Ended]]) -> None:
        """Ends what is under way: the processes of this machine are told to, and clean up."""
        if not under_way:
            return
        self._stopped.set()
        until = time.monotonic() + limits.CLEANUP_SECONDS
        while wait(under_way, 0.05).not_done:
            for process in tuple(_AT_WORK):
                process.terminate() if time.monotonic() < until else process.kill()


def graded_by_a_process(request: bytes, seconds: float) -> Ended:
    """Has a process of its own grade one submission, and kills it after so many seconds.

    Its session is its own, too: Ctrl-C in a terminal then reaches the run alone, which ends its processes.
    """
    line = [sys.executable, "-I", str(PROJECT / "autograder" / "__main__.py"), ONE_OF_A_CLASS, str(os.getpid())]
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, cwd="/", start_new_session=True)
    except OSError:  # too many processes, or too little memory
        return KILLED
    with process:
        _AT_WORK.add(process)
        try:
            answer, errors = process.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            answer, errors = process.communicate()
        finally:
            _AT_WORK.discard(process)
    return process.returncode, answer, errors.decode("utf-8", "replace")


def _answer(ended: Ended) -> Answer:
    """What a process answered, or why it did not. Raises WrongUsage where no other could have any either."""
    status, answer, errors = ended
    if status == 2:
        raise WrongUsage(errors.strip())
    with contextlib.suppress(ValueError):  # an answer that is cut off stands for none
        if status == 0:
            data: Mapping[str, Any] = json.loads(answer)
            return data
    return errors.strip() or f"its process ended with status {status}"


def _by_value() -> tuple[Callable[[bytes, float, str], Ended], Callable[[], str]]:
    """What a worker does with a submission, and what says which version of the autograder it has, "" if none.

    Functions made in another one are sent to a cluster as code. Those of a module would be sent by name, and the
    scheduler, which reads them, lacks the project.
    """

    def on_a_worker(request: bytes, seconds: float, version: str) -> Ended:
        from autograder.classroom.pool import graded_by_a_process
        from autograder.classroom.results_folder import grader_digest

        if grader_digest() != version:  # it joined the cluster after the others were asked
            raise RuntimeError("a worker has another version of the autograder.")
        return graded_by_a_process(request, seconds)

    def version() -> str:
        from importlib.util import find_spec

        if find_spec("autograder") is None:
            return ""
        from autograder.classroom.results_folder import grader_digest

        return grader_digest()

    return on_a_worker, version


def _check_workers(client: Any, address: str) -> None:
    """Raises WrongUsage where workers of a cluster lack the autograder, have another version, or do not answer."""
    version = _by_value()[1]
    try:
        answers = client.sync(client._run, version, on_error="return", callback_timeout=limits.WORKERS_SECONDS)
    except (OSError, asyncio.TimeoutError):
        raise WrongUsage(f"--cluster {address}: {NO_ANSWER}") from None
    lacking = [worker for worker, answer in answers.items() if answer == ""]
    others = [worker for worker, answer in answers.items() if answer not in ("", grader_digest())]
    for workers, why in ((lacking, LACKING), (others, OTHER_VERSION)):
        if workers:
            raise WrongUsage(f"--cluster {address}: these workers {why}: {', '.join(sorted(workers))}")


@contextmanager
def _dask(address: str, jobs: int) -> Iterator[Any]:
    """A client of a cluster: of one that runs somewhere, or of one within this process."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise WrongUsage("--cluster needs dask, which is not installed: ./setup.sh --cluster installs it") from None
    logging.disable()  # dask logs a traceback where the scheduler is lost, which is said in words here
    with contextlib.ExitStack() as stack:
        where: Any = address
        if address == LOCAL:
            port = "127.0.0.1:0"  # a free one; dask warns where its own is taken
            where = LocalCluster(n_workers=1, threads_per_worker=jobs, processes=False, dashboard_address=port)
            stack.enter_context(where)
        try:
            client = stack.enter_context(Client(where, timeout=limits.SCHEDULER_SECONDS))
        except (OSError, asyncio.TimeoutError, ValueError) as error:
            raise WrongUsage(f"--cluster {address}: no dask scheduler answers there: {error}") from None
        if not client.nthreads():
            raise WrongUsage(f"--cluster {address}: the scheduler has no workers; start some: dask worker {address}")
        _check_workers(client, address)
        yield client


def processors() -> int:
    """How many processors this process may use: those that it is confined to, or its container's share of them."""
    most = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    for files in CGROUPS:
        with contextlib.suppress(OSError, ValueError):  # no such file, or no limit, which is "max"
            quota, period = map(int, " ".join(Path(file).read_text("ascii") for file in files).split())
            most = min(most, math.ceil(quota / period)) if quota > 0 else most
    return max(1, most)
