"""Alpha-beta pruning with type annotations throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from game import State

Number = int | float
INF: Final[float] = float("inf")


class Window(NamedTuple):
    alpha: Number
    beta: Number

    @property
    def closed(self) -> bool:
        return self.alpha >= self.beta


@dataclass(frozen=True, slots=True)
class Child:
    action: str
    state: State


def children_of(state: State) -> Iterator[Child]:
    for action in state.actions():
        yield Child(action, state.result(action))


def max_value(state: State, alpha: Number, beta: Number) -> Number:
    assert isinstance(state, State), state
    if state.is_terminal():
        return state.utility()
    v: Number = -INF
    for child in children_of(state):
        v = max(v, min_value(child.state, alpha, beta))
        if Window(v, beta).closed:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: Number, beta: Number) -> Number:
    assert isinstance(state, State), state
    if state.is_terminal():
        return state.utility()
    v: Number = INF
    for child in children_of(state):
        v = min(v, max_value(child.state, alpha, beta))
        if Window(alpha, v).closed:
            return v
        beta = min(beta, v)
    return v


FUNCTIONS: dict[str, Callable[[State, Number, Number], Number]] = {"MAX": max_value, "MIN": min_value}
