"""Functions of a student's that tell the grader of each call, or leave the answer to it."""

from __future__ import annotations

from types import CodeType
from typing import Any

from autograder.worker import wire
from autograder.worker.grader import Grader, as_exact_float, as_float
from reference.game import State


def watched(grader: Grader, function: Any, number: int, window: tuple[int, int], answered: bool, ends: bool) -> Any:
    """A function that tells the grader of each call, and perhaps of its end, or leaves the answer to the grader."""

    code = getattr(function, "__code__", None)
    names: tuple[str, ...] = code.co_varnames if isinstance(code, CodeType) else ()

    def watch(*arguments: Any, **keywords: Any) -> Any:
        def argument(place: int) -> Any:
            if place < len(arguments):
                return arguments[place]
            return keywords.get(names[place]) if place < len(names) else None

        state = argument(0)
        if isinstance(state, State):
            alpha, beta = (as_float(argument(place)) for place in window)
            if answered:
                return grader.ask_function(state.index, number, alpha, beta)
            grader.tell(wire.CALL, state.index, alpha)
            grader.tell(wire.WINDOW_END, number, beta)
            if ends:
                return ended(arguments, keywords)
        return function(*arguments, **keywords)

    def ended(arguments: Any, keywords: Any) -> Any:
        value = None
        try:
            value = function(*arguments, **keywords)
        finally:
            grader.tell(wire.CALL_ENDED, 0, as_exact_float(value))
        return value

    return watch
