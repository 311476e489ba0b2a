"""Data that a program's code makes at import, kept for the next import."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any

from autograder.core.limits import LEAST_KEPT

Function = tuple[str, int]
"""The name of a code's file, and the line in which a function begins."""
LOADS_MODULES = "importlib._bootstrap"
"""The name of the module by which Python loads others."""


class Imported:
    """The statements of one import that took many steps, with the data of each.

    A statement is kept if it made only data that can be pickled. A class or a function
    is found anew by its name, so that data of the next import belong to its classes.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.functions: set[Function] = set()
        """The functions that ran."""
        self.calls = 0
        """How often something was called, be it Python's own."""
        self._loading: FrameType | None = None
        """The call in which Python loads a module that is not the student's."""
        self._calls_of: dict[tuple[str, int], int] = {}
        self._data: dict[tuple[str, int], bytes] = {}

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Note a function that is called, as sys.setprofile has it.

        Python loads a module once, so calls for that are no work of the next import.
        """
        if self._loading is None:
            if frame.f_globals.get("__name__") == LOADS_MODULES:
                self._loading = frame
            else:
                self.calls += event in ("call", "c_call")
        elif frame is self._loading and event == "return":
            self._loading = None
        if event == "call":
            code = frame.f_code
            self.functions.add((code.co_filename, code.co_firstlineno))

    @contextmanager
    def of_a_module(self) -> Iterator[None]:
        """Count the calls of a module of the student's, which is loaded each time.

        They are noted as those of its own statements, and not of the import.
        """
        before = self._loading, self.calls
        self._loading = None
        try:
            yield
        finally:
            self._loading, self.calls = before

    def calls_of(self, file: str, index: int) -> int:
        """Return how often a statement called something, with all that this called."""
        return self._calls_of.get((file, index), 0)

    def note_calls(self, file: str, index: int, calls: int) -> None:
        """Note how often a statement called something."""
        self._calls_of[file, index] = calls

    def keep(
        self, file: str, index: int, steps: int, before: dict[str, Any], names: Any
    ) -> None:
        """Keep the data of a statement, if it took many steps and left only data."""
        if steps < LEAST_KEPT or _others(before) != _others(names):
            return
        data = {name: value for name, value in names.items() if _is_data(name, value)}
        try:
            self._data[file, index] = pickle.dumps(data)
        except Exception:  # whatever a student's objects raise
            return

    def restored(self, file: str, index: int) -> dict[str, Any] | None:
        """Return the data that a statement left before; None if it has to run."""
        kept = self._data.get((file, index))
        if kept is None:
            return None
        try:
            # It was made by this process, which runs the student's code anyway.
            data: dict[str, Any] = pickle.loads(kept)  # noqa: S301
        except Exception:  # whatever a student's objects raise
            return None
        return data


def _is_data(name: str, value: object) -> bool:
    if name.startswith("__"):
        return False
    return not isinstance(value, (ModuleType, type)) and not callable(value)


def _others(names: dict[str, Any]) -> dict[str, int]:
    """Return the names that are no data, with the identities of their values."""
    return {
        name: id(value)
        for name, value in names.items()
        if not name.startswith("__") and not _is_data(name, value)
    }
