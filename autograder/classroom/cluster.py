"""Grades submissions on the workers of a dask cluster."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from autograder.classroom.processes import (
    STOPPING,
    Ended,
    graded_by_a_process,
    grader_digest,
)
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.text import table

LOCAL = "local"
THE_REST = "The same command grades the rest."


def graded_by_a_worker(
    client: Any, address: str | None, request: bytes, seconds: float
) -> Ended:
    """Have a worker of a cluster grade a submission.

    request, seconds: as `graded_by_a_process` takes them. address: the scheduler's.
    Raise WrongUsage if that is impossible.
    """
    from distributed.scheduler import KilledWorker

    try:
        task = client.submit(
            _there("on_a_worker"),
            request,
            seconds,
            grader_digest(),
            pure=False,
            retries=2,
        )
        # Asked for a result with a timeout, dask fails once in some thousand times.
        is_done = threading.Event()
        task.add_done_callback(lambda _: is_done.set())
        while not STOPPING.is_set():
            if is_done.wait(limits.STOP_CHECK_SECONDS):
                ended: Ended = task.result()
                return ended
    except KilledWorker:
        pass
    # The cluster is no more, or a worker that joined it later lacks the project.
    except Exception as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise WrongUsage(f"--cluster {address}: {reason} {THE_REST}") from None
    return None


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
    module = "autograder.classroom.cluster"
    return lambda *given: getattr(import_module(module), function)(*given)


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
def connected(address: str, jobs: int) -> Iterator[Any]:
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
