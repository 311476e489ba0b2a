"""Grades each submission of a class in a process of its own.

The processes run on this machine, or on the workers of a dask cluster.
"""

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
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from autograder.core import limits
from autograder.core.errors import EXHAUSTED, WRONG_USAGE, WrongUsage, resources_lacking
from autograder.core.exercises.cache import digest_of
from autograder.core.exercises.load import translated
from autograder.core.exercises.model import ExerciseSet
from autograder.core.files import is_left_by_programs
from autograder.core.launch import COMMAND_LINE, ONE_OF_A_CLASS
from autograder.core.project import PROJECT
from autograder.core.text import table

LOCAL = "local"
THE_REST = "The same command grades the rest."
LOST = (
    "The process that graded it was killed twice, the second time when nothing else was"
    " graded: perhaps it had too little memory."
)
EXHAUSTED_ALONE = (
    "This machine had no process, thread or memory left for it, and a second time when"
    " nothing else was graded: perhaps the student's program used them up."
)
CGROUPS = (
    ["/sys/fs/cgroup/cpu.max"],
    ["/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "/sys/fs/cgroup/cpu/cpu.cfs_period_us"],
)
"""The files with a container's limit of processor time: of cgroups version 2, and of
version 1.
"""

Graded = Mapping[str, Any] | str
"""The answer about a submission: results and page, or the reason why there are none."""


class Exhausted(Exception):
    """The machine could not start a process or a thread for a submission.

    Others may have used them up.
    """


Ended = Graded | WrongUsage | Exhausted | None
"""The end of a process: its answer; WrongUsage if the set or the command is at fault;
Exhausted if it could not be started; None if it was killed.
"""

_AT_WORK: set[subprocess.Popen[bytes]] = set()
"""The children of this process, the run or a cluster's worker, that are grading now."""
_STOPPING = threading.Event()
"""Set while the run in this process is being stopped: nothing more is graded."""


class Pool:
    """Grades submissions with one set of exercises, several at a time."""

    def __init__(
        self,
        exercises: ExerciseSet,
        request: Callable[[str], Mapping[str, Any]],
        jobs: int,
        cluster: str | None = None,
        languages: Iterable[str] = (),
    ) -> None:
        """Prepare to grade.

        request: makes the request for a submission, by its name. Its language is the
        set's or one of `languages`. jobs: the number of processes at a time. cluster: a
        scheduler's address, LOCAL, or None to grade on this machine.
        """
        self._language = exercises.assignment.language
        self._exercises = {self._language: pickle.dumps(exercises)}
        for language in {*languages} - {self._language}:
            self._exercises[language] = pickle.dumps(translated(exercises, language))
        self._request = request
        self._jobs = jobs
        self._cluster = cluster
        self._seconds = exercises.assignment.limits.run_seconds + limits.SLACK_SECONDS
        self._client: Any = None
        _STOPPING.clear()
        self._here = threading.Semaphore(jobs)
        """Limits the processes on this machine: for a large cluster there are more
        threads than it has processors.
        """

    def graded(self, names: Iterable[str]) -> Generator[tuple[str, Graded], None, None]:
        """Yield each submission with its answer as soon as it is done.

        A submission whose process was killed, or could not be started, is graded a
        second time when all others are done: one of these may have used up the memory
        or the processes. Raise WrongUsage.
        """
        names = tuple(names)
        client: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
        if self._cluster:
            client = _dask(self._cluster, self._jobs)
        with client as self._client:
            threads = self._jobs
            if self._client is not None:
                threads = sum(self._client.nthreads().values())
            again = []
            for name, ended in self._run(names, max(1, threads)):
                if ended is None or isinstance(ended, Exhausted):
                    again.append(name)
                else:
                    yield name, ended
            for name, ended in self._run(again, 1):
                if isinstance(ended, Exhausted):
                    yield name, EXHAUSTED_ALONE
                else:
                    yield name, LOST if ended is None else ended

    def _run(
        self, names: Iterable[str], at_a_time: int
    ) -> Iterator[tuple[str, Graded | Exhausted | None]]:
        """Yield the end of each submission as soon as it is done. Raise WrongUsage.

        at_a_time: the number of threads.
        """
        under_way: dict[Future[Ended], str] = {}
        working = time.monotonic()
        with ThreadPoolExecutor(at_a_time) as threads:
            try:
                self._submit(threads, names, under_way)
                while under_way:
                    seconds = limits.STOP_CHECK_SECONDS
                    done = wait(under_way, seconds, FIRST_COMPLETED).done
                    if done or self._client is None or self._client.nthreads():
                        working = time.monotonic()
                    elif time.monotonic() - working > limits.NO_WORKER_SECONDS:
                        raise WrongUsage(
                            f"--cluster {self._cluster}: no worker is left. {THE_REST}"
                        )
                    for future in done:
                        ended = future.result()
                        if isinstance(ended, WrongUsage):
                            raise ended
                        yield under_way.pop(future), ended
            finally:
                self._end(under_way)

    def _submit(
        self,
        threads: ThreadPoolExecutor,
        names: Iterable[str],
        under_way: dict[Future[Ended], str],
    ) -> None:
        """Have threads grade submissions.

        under_way: gets a future for each submission, with its name. If some threads
        cannot be started, the others do the work. If none can, nothing is graded.
        """
        has_thread = False
        for name in names:
            future = Future[Ended]()
            under_way[future] = name
            try:
                threads.submit(self._settle, future, name)
                has_thread = True
            except RuntimeError as error:  # the work is in the queue all the same
                if resources_lacking(error) is None:
                    raise
        if not has_thread:
            for future in under_way:
                future.set_result(Exhausted())

    def _settle(self, future: Future[Ended], name: str) -> None:
        """Grade a submission, and put the end of its process into a future.

        A cancelled future is left alone.
        """
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(self._one(name))
        except BaseException as error:  # the thread that waits for the future raises it
            future.set_exception(error)

    def _one(self, name: str) -> Ended:
        """Grade a submission, here or on a worker of the cluster."""
        try:
            request = self._request(name)
        except OSError as error:
            if resources_lacking(error) is not None:
                return Exhausted()
            raise
        language = request.get("language", self._language)
        pickled = pickle.dumps(request) + self._exercises[language]
        if self._client is None or request["files"] is None:
            with self._here:
                return graded_by_a_process(pickled, self._seconds)
        return self._on_cluster(pickled)

    def _on_cluster(self, request: bytes) -> Ended:
        """Have a worker grade a submission. Raise WrongUsage if that is impossible."""
        from distributed.scheduler import KilledWorker

        try:
            arguments = request, self._seconds, grader_digest()
            task = self._client.submit(
                _there("on_a_worker"), *arguments, pure=False, retries=2
            )
            # Asked for a result with a timeout, dask fails once in some thousand times.
            is_done = threading.Event()
            task.add_done_callback(lambda _: is_done.set())
            while not _STOPPING.is_set():
                if is_done.wait(limits.STOP_CHECK_SECONDS):
                    ended: Ended = task.result()
                    return ended
        except KilledWorker:
            pass
        # The cluster is no more, or a worker that joined it later lacks the project.
        except Exception as error:
            reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise WrongUsage(
                f"--cluster {self._cluster}: {reason} {THE_REST}"
            ) from None
        return None

    def _end(self, under_way: Iterable[Future[Ended]]) -> None:
        """Stop all work under way.

        The processes of this machine may clean up first, then they are killed.
        """
        if not under_way:
            return
        _STOPPING.set()
        until = time.monotonic() + limits.CLEANUP_SECONDS
        while self._is_at_work(under_way):
            for process in tuple(_AT_WORK):
                if time.monotonic() < until:
                    process.terminate()
                else:
                    process.kill()

    @staticmethod
    def _is_at_work(under_way: Iterable[Future[Ended]]) -> bool:
        """Cancel all futures that have not begun; return whether any work goes on."""
        running = [future for future in under_way if not future.cancel()]
        return bool(wait(running, 0.05).not_done or _AT_WORK)


def _started() -> subprocess.Popen[bytes]:
    """Start a process that grades a submission. Raise OSError if it cannot start."""
    pipe = subprocess.PIPE
    # In a session of its own, so that Ctrl-C in a terminal reaches the run alone, which
    # then stops its processes.
    return subprocess.Popen(
        [*COMMAND_LINE, ONE_OF_A_CLASS, str(os.getpid())],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd="/",
        start_new_session=True,
    )


def graded_by_a_process(request: bytes, seconds: float) -> Ended:
    """Grade one submission in a new process.

    request: its standard input. seconds: the time after which it is killed.
    """
    if _STOPPING.is_set():
        return None
    try:
        process = _started()
    except OSError:  # too many processes or open files, or too little memory
        return Exhausted()
    with process:
        _AT_WORK.add(process)
        if _STOPPING.is_set():
            # A cluster within the run still starts submissions that were sent earlier.
            process.kill()
        try:
            answer, errors = process.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            answer, errors = process.communicate()
        finally:
            _AT_WORK.discard(process)
    status = process.returncode
    message = errors.decode("utf-8", "replace").strip()
    if status < 0:
        return None
    if status == EXHAUSTED:
        return Exhausted()
    if status == WRONG_USAGE:
        return WrongUsage(message)
    with contextlib.suppress(ValueError):  # an answer that was cut off counts as none
        if status == 0:
            data: Mapping[str, Any] = json.loads(answer)
            return data
    return message or f"its process ended with status {status}"


@lru_cache
def grader_digest() -> bytes:
    """Return a digest of all files of the autograder, words and templates included."""
    files: list[Path] = []
    for package in ("autograder", "reference"):
        for file in sorted((PROJECT / package).rglob("*")):
            names = file.relative_to(PROJECT).parts
            if file.is_file() and not any(map(is_left_by_programs, names)):
                files.append(file)
    return digest_of(*files)


def on_a_worker(request: bytes, seconds: float, version: bytes) -> Ended:
    """Grade a submission on a worker, as `graded_by_a_process` does here.

    version: the digest of the run's autograder. Raise RuntimeError if the worker's is
    another.
    """
    if grader_digest() != version:  # it joined the cluster after the others were asked
        raise RuntimeError("a worker has another version of the autograder.")
    return graded_by_a_process(request, seconds)


def _there(function: str) -> Callable[..., Any]:
    """Return a function of this module in a form that can be sent to workers.

    The scheduler need not have the module, as dask sends a lambda as code.
    """
    return lambda *given: getattr(import_module("autograder.classroom.pool"), function)(
        *given
    )


def _check_workers(client: Any, address: str) -> None:
    """Raise WrongUsage if workers of a cluster cannot grade.

    They may lack the autograder, have another version of it, or not answer.
    """
    seconds = limits.WORKERS_SECONDS
    try:
        answers = client.sync(
            client._run,
            _there("grader_digest"),
            on_error="return",
            callback_timeout=seconds,
        )
    except (OSError, asyncio.TimeoutError):
        reason = (
            "its workers do not answer in time; look at what they and the scheduler"
            " print"
        )
        raise WrongUsage(f"--cluster {address}: {reason}") from None
    lacking = []
    unfit = []
    for worker, answer in sorted(answers.items()):
        if isinstance(answer, ModuleNotFoundError):
            lacking.append(worker)
        # An OSError says that a worker was lost.
        if answer != grader_digest() and not isinstance(answer, OSError):
            unfit.append(worker)
    if unfit:
        reasons = table("classroom")["cluster"]
        reason = reasons["lacking" if lacking else "other version"]
        workers = ", ".join(lacking or unfit)
        raise WrongUsage(f"--cluster {address}: these workers {reason}: {workers}")


@contextlib.contextmanager
def _dask(address: str, jobs: int) -> Iterator[Any]:
    """Connect to a cluster, or make one within this process; yield the client."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise WrongUsage(
            "--cluster needs dask, which is not installed:"
            " ./setup.sh --cluster installs it"
        ) from None
    # Dask logs a traceback if the scheduler is lost, and the run says it in words.
    logging.disable()
    with contextlib.ExitStack() as stack:
        where: Any = address
        if address == LOCAL:
            port = "127.0.0.1:0"  # a free port; dask warns if its usual port is taken
            where = LocalCluster(
                n_workers=1,
                threads_per_worker=jobs,
                processes=False,
                dashboard_address=port,
            )
            stack.enter_context(where)
        try:
            client = stack.enter_context(
                Client(where, timeout=limits.SCHEDULER_SECONDS)
            )
        except (OSError, asyncio.TimeoutError, ValueError) as error:
            raise WrongUsage(
                f"--cluster {address}: no dask scheduler answers there: {error}"
            ) from None
        if not client.nthreads():
            raise WrongUsage(
                f"--cluster {address}: the scheduler has no workers; start some:"
                f" dask worker {address}"
            )
        _check_workers(client, address)
        yield client


def processors() -> int:
    """Return how many processors this process may use.

    Its affinity and its container's limit say so.
    """
    if sys.platform == "linux":
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    for files in CGROUPS:
        # There may be no such file, or no limit, which is "max".
        with contextlib.suppress(OSError, ValueError):
            text = " ".join(Path(file).read_text("ascii") for file in files)
            quota, period = map(int, text.split())
            if quota > 0:
                count = min(count, math.ceil(quota / period))
    return max(1, count)
