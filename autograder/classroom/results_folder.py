"""The folder that a class's results go to: one run at a time, every file whole, and what is there already."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.classroom.hand_in import InvalidClass
from autograder.classroom.record import Outcome, outcome_of
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
        """Writes the results of one submission."""
        write_whole(self.folder / f"{name}.json", results)

    def remove(self, name: str) -> None:
        """Takes results away that are another submission's by now."""
        for ending in ("json", "html"):
            (self.folder / f"{name}.{ending}").unlink(missing_ok=True)

    def write_page(self, name: str, page: str) -> None:
        """Writes the page of one submission, and takes one away that is another submission's by now."""
        file = self.folder / f"{name}.html"
        if page:
            write_whole(file, page)
        else:
            file.unlink(missing_ok=True)

    def has_page(self, name: str) -> bool:
        """Whether one submission has a page."""
        return (self.folder / f"{name}.html").is_file()

    def write_overview(self, page: str) -> None:
        """Writes class.html."""
        write_whole(self.folder / OVERVIEW, page)

    def write_table(self, text: str) -> None:
        """Writes class.csv."""
        write_whole(self.folder / TABLE, text)

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
    for file in sorted(folder.glob("*.json")):
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
