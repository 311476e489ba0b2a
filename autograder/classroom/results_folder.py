"""The folder that a class's results go to: one run at a time, every file whole, and what is there already."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.classroom.records import InvalidClass, Outcome, outcome_of
from autograder.showing.gradescope import write_whole
from autograder.text import visible_name

TABLE, OVERVIEW = "class.csv", "class.html"
LOCK = ".lock"


class ResultsFolder:
    """Where NAME.json of each submission and class.csv are. To be used in a `with` statement, which frees it."""

    def __init__(self, folder: Path) -> None:
        """Make the folder where there is none, and keep other runs out. Raises InvalidClass."""
        self.folder = folder
        shown = visible_name(str(folder), 300)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise InvalidClass(f"{shown}: results cannot be written there: {error.strerror}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise InvalidClass(f"{shown}: another run is writing its results there; wait for it, or stop it") from None
        except OSError:  # a file system without locks
            pass
        for left in folder.glob(".results-*"):  # by a run that was killed
            left.unlink(missing_ok=True)

    def __enter__(self) -> ResultsFolder:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._lock)

    def write(self, name: str, results: str) -> None:
        """Writes the results of one submission. This and all that writes here raises InvalidClass where it cannot."""
        self._write(f"{name}.json", results)

    def remove(self, name: str) -> None:
        """Takes results away that are another submission's by now."""
        for ending in ("json", "html"):
            self._remove(f"{name}.{ending}")

    def write_page(self, name: str, page: str) -> None:
        """Writes the page of one submission, and takes one away that is another submission's by now."""
        if page:
            self._write(f"{name}.html", page)
        else:
            self._remove(f"{name}.html")

    def has_page(self, name: str) -> bool:
        """Whether one submission has a page."""
        return os.path.isfile(self.folder / f"{name}.html")

    def write_overview(self, page: str) -> None:
        """Writes class.html."""
        self._write(OVERVIEW, page)

    def write_table(self, text: str) -> None:
        """Writes class.csv."""
        self._write(TABLE, text)

    def _write(self, name: str, text: str) -> None:
        with self._writing(name):
            write_whole(self.folder / name, text)

    def _remove(self, name: str) -> None:
        with self._writing(name):
            (self.folder / name).unlink(missing_ok=True)

    @contextlib.contextmanager
    def _writing(self, name: str) -> Iterator[None]:
        """Turns what a full disk, or a folder that was closed meanwhile, raises in the block into words."""
        try:
            yield
        except OSError as error:
            shown = visible_name(str(self.folder / name), 300)
            raise InvalidClass(f"{shown}: this cannot be written: {error.strerror}") from None

    def outcome(self, name: str, digest: str) -> Outcome | None:
        """What came of a submission when it was graded before; None where it was not, or is another one now."""
        data = _read(self.folder / f"{name}.json")
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            if data["extra_data"]["class"]["digest"] == digest:
                return outcome_of(data)
        return None


def outcomes_in(folder: Path) -> dict[str, Outcome]:
    """All results in a folder, by their names. Raises InvalidClass where there are none."""
    return dict(_outcomes_in(folder)) or _none(folder)


def _outcomes_in(folder: Path) -> Iterator[tuple[str, Outcome]]:
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise InvalidClass(f"{visible_name(str(folder), 300)} cannot be read: {error.strerror}") from None
    for file in (folder / name for name in names if name.endswith(".json") and not name.startswith(".")):
        with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
            yield file.stem, outcome_of(_read(file))


def _none(folder: Path) -> dict[str, Outcome]:
    raise InvalidClass(f"{visible_name(str(folder), 300)}: there are no results here; name the --results of a class")


def _read(file: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
