"""Sees which of a student's functions returned None, and to whom: a `return` that is missing shows one call up."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from opcode import opmap
from types import FrameType, TracebackType

from autograder.worker.tracebacks import message

RETURNS = {opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap}
"""What a function's last instruction is where it does not end by an exception."""
POP_TOP, CACHE = opmap["POP_TOP"], opmap.get("CACHE")
"""What follows a call whose result nobody wants, and what may stand between."""


class ReturnedNone:
    """Which of the student's functions returned None to which of their calls that still run.

    A missing `return` breaks the search one call up, where None meets a number. Only what was seen is said of it.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder + os.sep
        self._returned: dict[FrameType, str] = {}

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Notes what returns None meanwhile. Python calls the profiler at each call and return, so this is slow."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def before(self, traceback: TracebackType | None) -> str:
        """What had returned None to the student's call that broke, as "LINE FUNCTION"; nothing if nothing had."""
        broke = None
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename.startswith(self._folder):
                broke = traceback.tb_frame
            traceback = traceback.tb_next
        return "" if broke is None else self._returned.get(_caller(broke), "")

    def _note(self, frame: FrameType, event: str, returned: object) -> None:
        if event != "return":
            return
        code, caller = frame.f_code, frame.f_back
        by_exception = code.co_code[frame.f_lasti] not in RETURNS
        if not by_exception:
            self._returned.pop(frame, None)
        if returned is None and not by_exception and caller is not None and code.co_filename.startswith(self._folder):
            name = message(code.co_name)
            if not name.startswith("<") and _is_used(caller):
                self._returned[_caller(caller)] = f"{frame.f_lineno} {name}"


def _is_used(call: FrameType) -> bool:
    """Whether something is done with what the call returns that a frame is at."""
    code, place = call.f_code.co_code, call.f_lasti + 2
    while code[place] == CACHE:
        place += 2
    return code[place] != POP_TOP


def _caller(frame: FrameType) -> FrameType:
    """The function that a frame belongs to; a comprehension or generator expression belongs to the one around it."""
    while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
        frame = frame.f_back
    return frame
