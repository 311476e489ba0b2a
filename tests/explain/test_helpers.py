"""A mistake in a helper, or in a window that an object keeps, is found in its own line."""

from textwrap import dedent

import pytest

from autograder.core.exercises.load import load_set
from autograder.explain.repair.kinds import BY_VALUE
from autograder.explain.repair.operators import edits
from autograder.explain.repair.program import Program
from tests.searches import searched
from tests.sets import PROJECT

EXERCISES = PROJECT / "exercises"

WINDOW_OBJECT = """
    from typing import NamedTuple
    from math import inf

    class Span(NamedTuple):
        low: float
        high: float

        def lifted(self, worth):
            return self._replace(low=max(self.low, worth))

        def sunk(self, worth):
            return self._replace(high=min(self.high, worth))

    def enough(worth, span):
        return worth >= span.high

    def little(worth, span):
        return worth <= span.low

    def max_value(state, alpha, beta):
        return greatest(state, Span(alpha, beta))

    def min_value(state, alpha, beta):
        return least(state, Span(alpha, beta))

    def greatest(state, span):
        if state.is_terminal():
            return state.utility()
        worth = -inf
        for child in state.children:
            value = least(child, span)
            worth = max(worth, value)
            if enough(worth, span):
                break
            span = span.lifted(value)
        return worth

    def least(state, span):
        if state.is_terminal():
            return state.utility()
        worth = inf
        for child in state.children:
            worth = min(worth, greatest(child, span))
            if little(worth, span):
                break
            span = span.sunk(worth)
        return worth
    """

SHARED_WINDOW = """
    from math import inf

    class Search:
        def __init__(self, low, high):
            self.low, self.high = low, high

        def greatest(self, state):
            if state.is_terminal():
                return state.utility()
            worth = -inf
            for child in state.children:
                worth = max(worth, self.least(child))
                if worth >= self.high:
                    break
                self.low = max(self.low, worth)
            return worth

        def least(self, state):
            if state.is_terminal():
                return state.utility()
            worth = inf
            for child in state.children:
                worth = min(worth, self.greatest(child))
                if worth <= self.low:
                    break
                self.high = min(self.high, worth)
            return worth

    def max_value(state, alpha, beta):
        return Search(alpha, beta).greatest(state)

    def min_value(state, alpha, beta):
        return Search(alpha, beta).least(state)
    """

ACTIONS = """
    from math import inf

    def action_of(best, tried):
        chosen = None
        for worth, action in tried:
            if worth == best:
                chosen = action
        return chosen

    def alpha_beta_search(state):
        best, tried = -inf, []
        if state.to_move == "MIN":
            best = inf
        for action in state.actions():
            child = state.result(action)
            if state.to_move == "MAX":
                tried.append((worth_of(child, best, inf), action))
                best = max(best, tried[-1][0])
            else:
                tried.append((worth_of(child, -inf, best), action))
                best = min(best, tried[-1][0])
        return action_of(best, tried)

    def worth_of(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = -inf if state.to_move == "MAX" else inf
        for action in state.actions():
            worth = worth_of(state.result(action), alpha, beta)
            if state.to_move == "MAX":
                best = max(best, worth)
                alpha = max(alpha, best)
            else:
                best = min(best, worth)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best
    """

SCORED = """
    def score(state):
        return -state.evaluate()

    def negamax(state, depth, alpha, beta):
        if depth == 0 or state.is_terminal():
            return score(state)
        for action in state.actions():
            worth = -negamax(state.result(action), depth - 1, -beta, -alpha)
            if worth >= beta:
                return worth
            alpha = max(alpha, worth)
        return alpha
    """


@pytest.mark.parametrize(
    ("name", "source", "change", "kind", "line"),
    [
        pytest.param("", WINDOW_OBJECT, change, kind, line, id=kind)
        for change, kind, line in (
            (("worth <= span.low", "worth <= span.high"), "compared", 19),
            (("low=max(self.low, worth)", "low=worth"), "fold added", 10),
        )
    ]
    + [
        pytest.param("", SHARED_WINDOW, ("", ""), "window kept", 13, id="shared"),
        pytest.param(
            "alpha_beta_search", ACTIONS, ("", ""), "first kept", 8, id="last"
        ),
        pytest.param("negamax", SCORED, ("", ""), "sign dropped", 3, id="sign"),
    ],
)
def test_mistake_in_a_helper_is_found_in_its_line(
    name: str, source: str, change: tuple[str, str], kind: str, line: int
) -> None:
    wrong = dedent(source).replace(*change)
    exercises = load_set(EXERCISES / name, "[02]*")
    search, repairs = searched(wrong, exercises, 1)
    told = (repairs or search.nearest)[0].edits
    assert (told[0].kind.name, min(edit.line for edit in told)) == (kind, line)


def test_call_that_compares_pairs_may_compare_the_values_alone() -> None:
    source = "def kept(better, best, new):\n    return better((best, 1), (new, 2))\n"
    edits_made = edits(Program({"program": source}, "program").trees)
    assert BY_VALUE.name in {edit.kind.name for edit in edits_made}
