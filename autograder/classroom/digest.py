"""Digests of a submission, of the exercises and of the autograder: where all are the same, results are kept."""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from autograder.exercises import ExerciseSet, exercise_files, packages
from autograder.files import open_regular
from autograder.limits import LARGEST_SUBMISSION, MOST_FILES
from autograder.paths import PROJECT
from autograder.sandbox import NoSubmission, Submission
from autograder.version import VERSION


def of_submission(path: Path, found: Submission | NoSubmission) -> str:
    """A digest of a submission's files. found: what find_submission found there.

    If it found none, the digest is of its reason and of all files, as an archive among them may hold what is graded.
    """
    if isinstance(found, NoSubmission):
        whole = sha256(b"none" + str(found).encode("utf-8", "surrogateescape"))
        files = sorted(islice(path.rglob("*"), MOST_FILES)) if os.path.isdir(path) else [path]
        for file in files:
            whole.update(sha256(content(file)).digest())
        return whole.hexdigest()
    whole = sha256(found.file.encode("utf-8", "surrogateescape"))
    for relative in sorted(found.beside):
        whole.update(sha256(str(relative).encode("utf-8", "surrogateescape")).digest())
        whole.update(sha256(content(found.folder / relative)).digest())
    return whole.hexdigest()


def content(file: Path) -> bytes:
    """What is in a file, as far as it is graded with; nothing where it cannot be read."""
    try:
        with open_regular(file) as opened:
            return opened.read(LARGEST_SUBMISSION)
    except OSError:
        return b""


def of_set(exercises: ExerciseSet, only: str) -> str:
    """A digest of a set's files, the versions of its packages and its secret, and of which exercises are graded."""
    whole = sha256(only.encode("utf-8", "surrogateescape") + exercises.secret)
    folder = exercises.folder
    beside = (file for file in folder.iterdir() if file.suffix in (".json", ".py") or file.name == packages.LOCK)
    files = {*exercise_files(folder), *beside}
    for file in sorted(files):
        whole.update(sha256(os.fsencode(file.name)).digest() + sha256(file.read_bytes()).digest())
    return whole.hexdigest()


@lru_cache(maxsize=1)
def of_grader() -> str:
    """A digest of the autograder itself."""
    whole = sha256(VERSION.encode())
    for package in ("autograder", "reference"):
        for file in sorted((PROJECT / package).rglob("*")):
            if file.suffix in (".py", ".json"):
                whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def together(*digests: str) -> str:
    """One digest of several."""
    return sha256(" ".join(digests).encode("utf-8", "surrogateescape")).hexdigest()
