"""Grades a submission in a process of its own."""

import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.core.errors import EXHAUSTED, WRONG_USAGE, WrongUsage
from autograder.core.exercises.cache import digest_of
from autograder.core.files import is_left_by_programs
from autograder.core.launch import COMMAND_LINE, ONE_OF_A_CLASS
from autograder.core.project import PROJECT

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

AT_WORK: set[subprocess.Popen[bytes]] = set()
"""The children of this process, the run or a cluster's worker, that are grading now."""
STOPPING = threading.Event()
"""Set while the run in this process is being stopped: nothing more is graded."""


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
    if STOPPING.is_set():
        return None
    try:
        process = _started()
    except OSError:  # too many processes or open files, or too little memory
        return Exhausted()
    with process:
        AT_WORK.add(process)
        if STOPPING.is_set():
            # A cluster within the run still starts submissions that were sent earlier.
            process.kill()
        try:
            answer, errors = process.communicate(request, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            answer, errors = process.communicate()
        finally:
            AT_WORK.discard(process)
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
