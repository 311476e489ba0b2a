"""Shares the submissions of a class out among workers: processes of this machine, or those of a dask cluster."""

from __future__ import annotations

import contextlib
import gc
import pickle
import signal
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import resource_tracker
from typing import Any

from joblib import Parallel, cpu_count, delayed, parallel_config

from autograder.classroom.hand_in import InvalidClass
from autograder.classroom.work import Done, Lost, Work, work
from autograder.signals import held_back

LOCAL = "local"
SLACK = 300.0
"""Seconds that a submission may take beyond its run's own limit before its worker is taken for lost."""
LOST = (
    "The worker that graded it was ended, and once more when it graded nothing else; perhaps it had too little memory."
)
NO_WORKERS = "The workers ended or stopped answering before they were given anything. The same command grades the rest."
NO_ANSWER = "its workers do not answer in time; look at what they and the scheduler print"
NO_CLUSTER = "--cluster needs dask, which is not installed: ./setup.sh --cluster installs it"
FOR_ANSWERS, FROM_WORKERS = 5.0, 10.0
"""Seconds within which a scheduler must answer, and then its workers."""


class Pool:
    """Workers that grade a class with one set of exercises."""

    def __init__(self, exercises: bytes, jobs: int, run_seconds: float, cluster: str | None = None) -> None:
        """Describe it. exercises: the set, pickled. jobs: how many submissions are graded at a time.

        run_seconds: how long one may take. cluster: dask's scheduler, or "local" for one on this machine.
        """
        self._exercises = exercises
        self._jobs = jobs
        self._timeout = run_seconds + SLACK
        self._cluster = cluster
        self.on_the_way: dict[str, float] = {}
        """What is being graded now, with when it was given to a worker, by time.monotonic()."""

    def graded(self, names: Sequence[str], work_of: Callable[[str], Work]) -> Generator[Done, None, None]:
        """Grades submissions, and hands out each as soon as it is done. work_of: what there is to do for a name.

        What was on the way where a worker was lost is graded again, one at a time: so it is known which one to blame.
        """
        left = dict.fromkeys(names)
        while left:
            suspects: list[str] = []
            with self._backend(len(left)) as jobs:
                try:
                    for done in self._run(list(left), work_of, jobs):
                        del left[done.name]
                        yield done
                except _lost_workers():
                    suspects = [name for name in self.on_the_way if name in left]
                    if not suspects:
                        raise InvalidClass(NO_WORKERS) from None
            for name in suspects:  # each with workers of its own: the lost ones may have held what all need
                del left[name]
                with self._backend(1):
                    yield self._alone(name, work_of)

    def _alone(self, suspect: str, work_of: Callable[[str], Work]) -> Done:
        try:
            (done,) = self._run([suspect], work_of, 1)
            return done
        except _lost_workers():
            return Lost(suspect, LOST)

    def _run(self, names: Sequence[str], work_of: Callable[[str], Work], at_a_time: int) -> Iterator[Done]:
        """One pass over some submissions, by joblib. Only so many are given out at a time as can be graded."""
        self.on_the_way.clear()
        on_a_cluster = _by_value()

        def given_out() -> Iterator[Any]:
            for name in names:
                self.on_the_way[name] = time.monotonic()
                if self._cluster is None:
                    yield delayed(work)(work_of(name), self._exercises)
                else:
                    yield delayed(on_a_cluster)(pickle.dumps(work_of(name)), self._exercises)

        # With one job joblib would grade in this process, which must not die with a submission.
        parallel = Parallel(
            n_jobs=max(2, at_a_time),
            pre_dispatch=at_a_time,
            batch_size=1,
            return_as="generator_unordered",
            timeout=self._timeout,
        )
        with contextlib.ExitStack() as stack:
            stack.enter_context(_quiet_when_stopped())
            with _interrupts_later():
                results = stack.enter_context(contextlib.closing(parallel(given_out())))
            for done in results:
                self.on_the_way.pop(done.name, None)
                yield done

    @contextmanager
    def _backend(self, many: int) -> Iterator[int]:
        """Makes joblib use the workers that are asked for; gives how many submissions they grade at a time.

        many: how many submissions there are; more workers would have nothing to do.
        """
        jobs = min(self._jobs, many)
        if self._cluster is not None:
            try:
                with _dask(self._cluster, jobs) as client, _dask_backend(client, self._exercises):
                    yield max(1, sum(client.nthreads().values()))
            except _lost_workers():  # nobody to blame for it: what was being graded is looked after by those who yield
                raise InvalidClass(f"--cluster {self._cluster}: {NO_ANSWER}") from None
            return
        try:
            with parallel_config(backend="loky"):
                yield jobs
        finally:
            _end_workers()


def _by_value() -> Callable[[bytes, bytes], Done]:
    """What grades on a cluster. Made here, it is sent as code: the scheduler, which reads it, lacks the autograder."""

    def on_a_cluster(packed: bytes, exercises: bytes) -> Done:
        import pickle

        from autograder.classroom.work import work

        return work(pickle.loads(packed), exercises)  # noqa: S301 (it comes from the run that this worker works for)

    return on_a_cluster


def _insist_on_the_autograder(client: Any, address: str) -> None:
    """Raises InvalidClass where workers of a cluster cannot import the autograder, or do not answer."""

    def is_there() -> bool:
        from importlib.util import find_spec

        return find_spec("autograder") is not None

    answers = client.sync(client._run, is_there, on_error="return", callback_timeout=FROM_WORKERS)
    lacking = ", ".join(sorted(worker for worker, answer in answers.items() if answer is not True))
    if lacking:
        why = (
            "cannot import the autograder: start each in the project's folder, with PYTHONPATH=$PWD before its command"
        )
        raise InvalidClass(f"--cluster {address}: these workers {why}: {lacking}")


def processors() -> int:
    """How many processors this process may use: those that it is confined to, or the share that its container has."""
    return int(cpu_count())


def _end_workers() -> None:
    """Ends joblib's workers, which it would keep for later, and lets go of the names that it keeps for them."""
    from joblib.externals.loky import reusable_executor

    executor = reusable_executor._executor
    if executor is not None:
        executor.terminate(kill_workers=True)
        gc.collect()  # the names go with objects that hold each other; left over, joblib complains of them at the end


def _lost_workers() -> tuple[type[Exception], ...]:
    """What is raised where a worker died, or does not answer."""
    from concurrent.futures import TimeoutError as NoAnswer
    from concurrent.futures.process import BrokenProcessPool

    with contextlib.suppress(ImportError):
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker

        return BrokenProcessPool, NoAnswer, TimeoutError, KilledWorker, FutureCancelledError
    return BrokenProcessPool, NoAnswer, TimeoutError


@contextmanager
def _quiet_when_stopped() -> Iterator[None]:
    """Keeps joblib from remarking on tasks that were cancelled in the block: whoever stopped the run knows."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".* tasks which ", UserWarning)
        yield


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Workers that start in the block are deaf to Ctrl-C until they say otherwise; for this process it only waits."""
    resource_tracker.ensure_running()  # started with the first worker, it would let the signal through again
    with held_back([signal.SIGINT]):
        yield


@contextmanager
def _dask(address: str, jobs: int) -> Iterator[Any]:
    """A client of a cluster: of one that runs somewhere, or of one of this machine's own."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InvalidClass(NO_CLUSTER) from None
    with contextlib.ExitStack() as stack:
        where: Any = address
        if address == LOCAL:
            with _interrupts_later():
                where = LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
                stack.enter_context(where)
        try:
            client = stack.enter_context(Client(where, timeout=FOR_ANSWERS))
        except (OSError, TimeoutError, ValueError) as error:
            raise InvalidClass(f"--cluster {address}: no dask scheduler answers there: {error}") from None
        if not client.nthreads():
            raise InvalidClass(f"--cluster {address}: the scheduler has no workers; start some: dask worker {address}")
        _insist_on_the_autograder(client, address)
        yield client


def _dask_backend(client: Any, exercises: bytes) -> AbstractContextManager[Any]:
    """Joblib's own dask backend. The set is sent to the workers once, ahead of all submissions."""
    backend: Callable[..., AbstractContextManager[Any]] = parallel_config
    return backend(backend="dask", client=client, scatter=[exercises])
