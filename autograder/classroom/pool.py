"""Grades each submission of a class in a process of its own.

The processes run on this machine, or on the workers of a dask cluster.
"""

import contextlib
import pickle
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from autograder.classroom.cluster import THE_REST, connected, graded_by_a_worker
from autograder.classroom.processes import (
    AT_WORK,
    STOPPING,
    Ended,
    Exhausted,
    Graded,
    graded_by_a_process,
)
from autograder.core import limits
from autograder.core.errors import WrongUsage, resources_lacking
from autograder.core.exercises.load import translated
from autograder.core.exercises.model import ExerciseSet

LOST = (
    "The process that graded it was killed twice, the second time when nothing else was"
    " graded: perhaps it had too little memory."
)
EXHAUSTED_ALONE = (
    "This machine had no process, thread or memory left for it, and a second time when"
    " nothing else was graded: perhaps the student's program used them up."
)


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
        STOPPING.clear()
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
            client = connected(self._cluster, self._jobs)
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
        return graded_by_a_worker(self._client, self._cluster, pickled, self._seconds)

    def _end(self, under_way: Iterable[Future[Ended]]) -> None:
        """Stop all work under way.

        The processes of this machine may clean up first, then they are killed.
        """
        if not under_way:
            return
        STOPPING.set()
        until = time.monotonic() + limits.CLEANUP_SECONDS
        while self._is_at_work(under_way):
            for process in tuple(AT_WORK):
                if time.monotonic() < until:
                    process.terminate()
                else:
                    process.kill()

    @staticmethod
    def _is_at_work(under_way: Iterable[Future[Ended]]) -> bool:
        """Cancel all futures that have not begun; return whether any work goes on."""
        running = [future for future in under_way if not future.cancel()]
        return bool(wait(running, 0.05).not_done or AT_WORK)
