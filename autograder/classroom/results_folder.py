"""The folder of a class's results: locked for one run at a time, every file written whole.

Results of earlier runs are kept as long as the digest of the submission, the exercises and the autograder is the same.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path

from autograder import limits
from autograder.classroom.records import Outcome, outcome_of
from autograder.errors import WrongUsage
from autograder.exercises import packages
from autograder.exercises.documents import exercise_files
from autograder.exercises.model import ExerciseSet
from autograder.files import read_regular, write_whole
from autograder.project import PROJECT, VERSION
from autograder.sandbox.submission import NoSubmission, find_submission
from autograder.text import visible_name


class ResultsFolder(AbstractContextManager["ResultsFolder"]):
    """The folder with NAME.json of each submission, class.csv and class.html. Leaving its `with` block unlocks it."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if there is none, and lock it. Raises WrongUsage and OSError."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            shown = visible_name(str(folder), limits.LONGEST_MESSAGE)
            raise WrongUsage(f"{shown}: another run is writing its results there; wait for it, or stop it") from None
        except OSError:  # the file system has no locks
            pass

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def write(self, name: str, text: str) -> None:
        """Writes a file; an empty text removes it, as an old one may be another submission's. Raises OSError."""
        file = self.folder / name
        write_whole(file, text) if text else file.unlink(missing_ok=True)

    def has_page(self, name: str) -> bool:
        """Whether a submission has a page."""
        return os.path.isfile(self.folder / f"{name}.html")


def outcomes_in(folder: Path) -> dict[str, Outcome]:
    """All results in a folder, by their names. Raises WrongUsage where there are none."""
    files = [folder / name for name in sorted(os.listdir(folder)) if re.fullmatch(r"[^.].*\.json", name, re.DOTALL)]
    found = {file.stem: outcome for file in files if (outcome := outcome_in(file)) is not None}
    if not found:
        shown = visible_name(str(folder), limits.LONGEST_MESSAGE)
        raise WrongUsage(f"{shown}: there are no results here; name the --results of a class")
    return found


def outcome_in(file: Path, wanted: str | None = None) -> Outcome | None:
    """The outcome in a file; None if it holds no results of a class, or some with another digest than wanted."""
    try:
        data = json.loads(file.read_bytes())
        is_wanted = wanted is None or data["extra_data"]["class"]["digest"] == wanted
        return outcome_of(data) if is_wanted else None
    except (OSError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def digest(parts: Iterable[str | bytes]) -> str:
    """One digest of several parts, each a text or the content of a file."""
    whole = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        whole.update(sha256(data).digest())
    return whole.hexdigest()


def files_digest(path: Path, file: str) -> str:
    """A digest of a submission's files; where none is what students submit, of the reason and of all, archives too."""
    try:
        found = find_submission(path, file, None)
    except NoSubmission as error:
        files = sorted(islice(path.rglob("*"), limits.MOST_FILES)) if os.path.isdir(path) else [path]
        return digest(chain(["none", str(error)], map(content, files)))
    beside = ((str(relative), content(found.folder / relative)) for relative in sorted(found.beside))
    return digest(chain([found.file], chain.from_iterable(beside)))


def content(file: Path) -> bytes:
    """The content of a file as far as grading reads it; nothing if it cannot be read."""
    return read_regular(file, limits.LARGEST_SUBMISSION) or b""


def run_digest(exercises: ExerciseSet, only: str) -> str:
    """A digest of what all results of a run depend on: the autograder, the set, its packages and secret, and --only."""
    folder = exercises.folder
    beside = (file for file in folder.iterdir() if file.suffix in (".json", ".py") or file.name == packages.LOCK)
    files = ((os.fsencode(file.name), file.read_bytes()) for file in sorted({*exercise_files(folder), *beside}))
    return digest(chain([grader_digest(), only, exercises.seeds], chain.from_iterable(files)))


@lru_cache(maxsize=1)
def grader_digest() -> str:
    """A digest of the autograder itself."""
    files = [file for package in ("autograder", "reference") for file in sorted((PROJECT / package).rglob("*"))]
    return digest([VERSION, *(file.read_bytes() for file in files if file.suffix in (".py", ".json"))])
