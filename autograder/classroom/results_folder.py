"""The folder that a class's results go to: one run at a time, every file whole, and what is there already."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autograder.classroom.records import Outcome, outcome_of
from autograder.errors import WrongUsage
from autograder.files import write_whole
from autograder.text import visible_name

LOCK = ".lock"


class ResultsFolder:
    """Where NAME.json of each submission and class.csv are. To be used in a `with` statement, which frees it."""

    def __init__(self, folder: Path) -> None:
        """Make the folder where there is none, and keep other runs out. Raises WrongUsage."""
        self.folder = folder
        shown = visible_name(str(folder), 300)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise WrongUsage(f"{shown}: results cannot be written there: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise WrongUsage(f"{shown}: another run is writing its results there; wait for it, or stop it") from None
        except OSError:  # a file system without locks
            pass

    def __enter__(self) -> ResultsFolder:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def write(self, name: str, text: str) -> None:
        """Writes a file; without a text removes it, as it may be another submission's. Raises WrongUsage."""
        file = self.folder / name
        try:
            write_whole(file, text) if text else file.unlink(missing_ok=True)
        except OSError as error:  # a full disk, or a folder that was closed meanwhile
            raise WrongUsage(f"{visible_name(str(file), 300)}: this cannot be written: {error.strerror}") from None

    def has_page(self, name: str) -> bool:
        """Whether one submission has a page."""
        return os.path.isfile(self.folder / f"{name}.html")

    def outcome(self, name: str, digest: str) -> Outcome | None:
        """What came of a submission when it was graded before; None where it was not, or is another one now."""
        data = _read(self.folder / f"{name}.json")
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            if data["extra_data"]["class"]["digest"] == digest:
                return outcome_of(data)
        return None


def outcomes_in(folder: Path) -> dict[str, Outcome]:
    """All results in a folder, by their names. Raises WrongUsage where there are none."""
    shown = visible_name(str(folder), 300)
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise WrongUsage(f"{shown} cannot be read: {error.strerror}") from None
    found = {}
    for file in (folder / name for name in names if name.endswith(".json") and not name.startswith(".")):
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            found[file.stem] = outcome_of(_read(file))
    if not found:
        raise WrongUsage(f"{shown}: there are no results here; name the --results of a class")
    return found


def _read(file: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
