"""Edits that make a program right by a detour are replaced, left out, or not told."""

import ast
from collections.abc import Iterable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.limits import MOST_WORK_AFTER
from autograder.explain.repair import kinds
from autograder.explain.repair.attempts import Attempts
from autograder.explain.repair.bench import Names
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.detours import removals, without_detours
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.minimizing import needed
from autograder.explain.repair.work import Work
from tests.searches import searched
from tests.sets import PROJECT, SUBMISSIONS

EXERCISES = PROJECT / "exercises"
SET = load_set(EXERCISES)
RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
STRICT = RIGHT.replace("v >= beta", "v > beta")
BOTH_MOVED = RIGHT.replace(
    "        alpha = max(alpha, v)\n",
    "        alpha = max(alpha, v)\n        beta = min(beta, alpha)\n",
)
"""MAX also lowers beta, before the next child."""
SHORTCUT = RIGHT.replace("v = -math.inf", "v = -20").replace(
    "    for a in state.actions():\n        v = max",
    "    for a in state.actions():\n"
    "        if state.result(a).is_terminal():\n"
    "            return state.result(a).utility()\n"
    "        v = max",
)
"""MAX begins at -20, and returns the value of the first leaf among its children."""

VALUE_PASSED = RIGHT.replace(
    "v = max(v, min_value(state.result(a), alpha, beta))",
    "v = max(v, min_value(state.result(a), v, beta))",
).replace("        alpha = max(alpha, v)\n", "")
"""MAX passes its best value so far, and never the bound from above."""

TWICE_ON = """from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -inf
    nodes = state.children
    at = 0
    while at < len(nodes):
        value = min_value(nodes[at], alpha, beta)
        if value > best:
            best = value
            if best >= beta:
                return best
            alpha = max(alpha, best)
            at += 1
        at += 1
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = inf
    nodes = state.children
    at = 0
    while at < len(nodes):
        value = max_value(nodes[at], alpha, beta)
        if value < best:
            best = value
            if best <= alpha:
                return best
            beta = min(beta, best)
        at += 1
    return best
"""
"""MAX goes on to the next child twice where a value is better."""

IN_ALL_CALLS = """from math import inf


def max_value(state, alpha, beta):
    return maximize(state, beta, alpha)


def min_value(state, alpha, beta):
    return minimize(state, beta, alpha)


def maximize(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for child in state.children:
        v = max(v, minimize(child, beta, alpha))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def minimize(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        v = min(v, maximize(child, beta, alpha))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""
"""Alpha and beta are exchanged in each call of the two functions that search."""


class Engine:
    """The engine on a program: all edits, and whether some are a repair."""

    def __init__(self, source: str) -> None:
        self.search, self.repairs = searched(source, SET)
        self.attempts: Attempts = self.search._attempts

    def edits(self, line: int, kind: kinds.Kind) -> list[Edit]:
        """Return the edits of a kind in a line."""
        return [
            edit for edit in self.search.edits if (edit.line, edit.kind) == (line, kind)
        ]

    def repairing(self, edits: Iterable[Edit]) -> list[Edit]:
        """Return the edits that are a repair alone."""
        return [edit for edit in edits if self.attempts.are_repair((edit,))]

    def direct(self, detours: Iterable[Edit]) -> list[Edit]:
        """Return the direct edit for each of some that are a repair alone, one at least."""
        repairing = self.repairing(detours)
        assert repairing
        every, is_as_good = self.search.edits, self.attempts.are_repair
        direct = [without_detours((edit,), every, is_as_good) for edit in repairing]
        assert all(len(edits) == 1 for edits in direct)
        return [edit for (edit,) in direct]


@cache
def engine(source: str) -> Engine:
    return Engine(source)


def test_wrong_test_is_changed_and_none_added_beside_it() -> None:
    strict = engine(STRICT)
    added = [edit for edit in strict.search.edits if edit.kind is kinds.TEST_ADDED]
    for direct in strict.direct(added):
        assert (direct.kind, direct.line) == (kinds.LOOSER, 12)


def test_bound_is_passed_and_no_best_value_begins_with_it() -> None:
    passed = engine(VALUE_PASSED)
    for direct in passed.direct(passed.edits(9, kinds.BOUND)):
        assert (direct.kind, direct.line) == (kinds.BETTER_OF_TWO, 11)
    first, *_ = passed.repairs
    assert [edit.line for edit in first.edits] == [11]


def test_line_is_taken_away_and_not_moved_where_another_is_taken_away() -> None:
    first, *_ = engine(TWICE_ON).repairs
    (edit,) = first.edits
    assert (edit.kind, edit.line) == (kinds.LINE_DROPPED, 17)


def test_bound_that_is_stored_where_it_changes_nothing_is_taken_away() -> None:
    moved = engine(BOTH_MOVED)
    for direct in moved.direct(moved.edits(15, kinds.TARGET)):
        assert (direct.kind, direct.line) == (kinds.LINE_DROPPED, 15)
    for repair in moved.repairs:
        assert not any(edit.kind is kinds.TARGET for edit in repair.edits)


def test_value_that_nobody_needs_is_not_stored_elsewhere() -> None:
    """Each call of MIN begins with a window of its own."""
    anew = RIGHT.replace(
        "    v = math.inf\n",
        "    v = math.inf\n    alpha = -math.inf\n    beta = math.inf\n",
    )
    for repair in engine(anew).repairs:
        assert {edit.kind.name for edit in repair.edits} == {kinds.LINE_DROPPED.name}
        assert {edit.line for edit in repair.edits} == {22, 23}


@pytest.mark.parametrize("line", [14, 26])
def test_edit_that_is_no_detour_stays(line: int) -> None:
    """A bound that is needed cannot be taken away."""
    exchanged = RIGHT.replace("alpha = max(alpha, v)", "beta = max(alpha, v)")
    exchanged = exchanged.replace("beta = min(beta, v)", "alpha = min(beta, v)")
    wrong = engine(exchanged)
    for repair in wrong.repairs:
        assert {edit.line for edit in repair.edits} == {14, 26}
        (edit,) = (edit for edit in repair.edits if edit.line == line)
        assert edit.kind is not kinds.LINE_DROPPED


@pytest.mark.parametrize("strict", [False, True])
def test_arguments_exchanged_in_all_calls_are_exchanged_in_the_heads(
    strict: bool,
) -> None:
    """It takes two heads in place of four calls."""
    source = IN_ALL_CALLS.replace("v >= beta", "v > beta") if strict else IN_ALL_CALLS
    best, *_ = engine(source).repairs
    exchanged = [edit for edit in best.edits if edit.kind is kinds.EXCHANGED]
    assert [edit.line for edit in exchanged] == [12, 24]
    assert len(best.edits) == len(exchanged) + strict


def test_arguments_are_exchanged_in_the_calls_if_some_are_right() -> None:
    """The interface itself passes alpha and beta in order."""
    source = RIGHT.replace(
        "(state.result(a), alpha, beta)", "(state.result(a), beta, alpha)"
    )
    best, *_ = engine(source).repairs
    assert {edit.kind.name for edit in best.edits} == {kinds.EXCHANGED.name}
    assert {edit.line for edit in best.edits} == {11, 23}


def test_condition_that_never_holds_hides_a_mistake_whatever_else_is_changed() -> None:
    wrong = engine(SHORTCUT)
    infinite = wrong.edits(9, kinds.INFINITY) or wrong.edits(9, kinds.FAR)
    hiding = [
        edit
        for edit in wrong.search.edits
        if edit.line == 11
        and edit.new is not None
        and "state.is_terminal" in ast.unparse(edit.new)
    ]
    taken = [*wrong.edits(11, kinds.TEST_DROPPED), *wrong.edits(11, kinds.LINE_DROPPED)]
    assert infinite
    assert hiding
    for edit in hiding:
        assert not wrong.attempts.are_repair((infinite[0], edit))
        assert not wrong.attempts.hide_nothing((infinite[0], edit))
    assert any(wrong.attempts.are_repair((infinite[0], edit)) for edit in taken)


class Combined:
    """A bench on which only some combinations of edits are right."""

    def __init__(self, *right: set[int]) -> None:
        self._right = right
        self.program = SimpleNamespace(work=Work(), work_of_a_run=0)

    def imported_names(self, edits: tuple[Edit, ...]) -> Names | None:
        return {"lines": {edit.line for edit in edits}}

    def all_hold(self, names: Names) -> bool:
        self.program.work.done += self.program.work_of_a_run
        return names["lines"] in self._right


@pytest.mark.parametrize(
    ("right", "lines"),
    [
        ([{1, 2, 3}], [1, 2, 3]),
        ([{1, 2, 3}, {1}], [1]),  # 2 and 3 undo each other
        ([{1, 2, 3}, {1, 3}, {2}], [2]),
    ],
)
def test_edits_that_undo_each_other_are_left_out(
    right: list[set[int]], lines: list[int]
) -> None:
    (edit, *_) = engine(STRICT).search.edits
    edits = tuple(edit._replace(line=line, kind=kinds.LOOSER) for line in (1, 2, 3))
    bench: Any = Combined(*right)
    assert [edit.line for edit in needed(bench, edits)] == lines


def test_one_edit_after_the_other_is_left_out_if_choices_take_long() -> None:
    (edit, *_) = engine(STRICT).search.edits
    edits = tuple(edit._replace(line=line, kind=kinds.LOOSER) for line in (1, 2, 3, 4))
    bench: Any = Combined({1, 2, 3, 4}, {2, 3, 4}, {3, 4})
    bench.program.work_of_a_run = MOST_WORK_AFTER
    assert [edit.line for edit in needed(bench, edits)] == [3, 4]
    assert bench.program.work.done <= 8 * MOST_WORK_AFTER


TAKEN_BACK_TOO_LATE = """\
from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth, alpha, beta, maximizing):
    if depth == 0 or board.is_game_over():
        return evaluate(board)
    value = -inf if maximizing else inf
    for move in board.legal_moves:
        board.push(move)
        searched = alphabeta(board, depth - 1, alpha, beta, not maximizing)
        if not maximizing:
            board.pop()
            value = min(value, searched)
            beta = min(beta, value)
            if value <= alpha:
                return value
            continue
        value = max(value, searched)
        if value >= beta:
            return value
        alpha = max(alpha, value)
        board.pop()
    return value
"""


def test_position_is_not_copied_if_its_moves_are_taken_back() -> None:
    _, repairs = searched(TAKEN_BACK_TOO_LATE, load_set(EXERCISES / "board"))
    assert repairs
    for repair in repairs:
        assert not any(edit.kind is kinds.COPIED for edit in repair.edits)


FINITE_START = RIGHT.replace(
    "    v = -math.inf\n", "    v = -20\n    chosen = None\n"
).replace(
    "        v = max(v, min_value(state.result(a), alpha, beta))\n",
    "        value = min_value(state.result(a), alpha, beta)\n"
    "        if value > v:\n"
    "            v, chosen = value, a\n",
)
"""MAX begins at -20, and keeps an action."""
ENDS_IF_NO_BETTER = RIGHT.replace(
    """        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
""",
    """        value = min_value(state.result(a), alpha, beta)
        if value > v:
            v = value
            if v >= beta:
                break
            alpha = max(alpha, v)
        else:
            break
""",
)
"""MAX leaves its loop at the first child that is no better."""


def test_number_is_made_infinite_in_place_of_a_condition_for_the_first_child() -> None:
    wrong = engine(FINITE_START)
    for direct in wrong.direct(wrong.edits(13, kinds.FIRST_ONE)):
        assert direct.line == 9


SMALLEST_FIRST = """from math import inf


def weight(tree):
    return 100 if not isinstance(tree, list) else 1 + sum(map(weight, tree))


def alphabeta(tree, alpha, beta, maximizing):
    if not isinstance(tree, list):
        return tree
    best = -inf if maximizing else inf
    for part in sorted(tree, key=weight):
        value = alphabeta(part, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            if best <= alpha:
                break
            beta = min(beta, best)
    return best
"""
"""The children are sorted; if a leaf weighs infinitely much, all weigh the same."""


def test_no_infinity_is_told_that_no_far_number_could_stand_for() -> None:
    _, repairs = searched(SMALLEST_FIRST, load_set(EXERCISES / "nested"))
    assert {edit.line for repair in repairs for edit in repair.edits} == {12}


BOUND_REPLACED = """from math import inf


class Window:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def raised(self, value):
        return Window(value, self.high)

    def lowered(self, value):
        return Window(self.low, min(self.high, value))


def search(state, window):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        best = -inf
        for child in state.children:
            value = search(child, window)
            if value > best:
                best = value
            if best >= window.high:
                break
            window = window.raised(best)
        return best
    best = inf
    for child in state.children:
        value = search(child, window)
        if value < best:
            best = value
        if best <= window.low:
            break
        window = window.lowered(best)
    return best


def max_value(state, alpha, beta):
    return search(state, Window(alpha, beta))


min_value = max_value
"""
"""A best value that began at alpha would keep the new bound from being worse."""


def test_best_value_does_not_begin_at_a_bound_that_is_replaced() -> None:
    repairs = engine(BOUND_REPLACED).repairs
    lines = {edit.line for repair in repairs for edit in repair.edits}
    assert 10 in lines
    assert 19 not in lines


LAST_GHOST_PASSED_OVER = """from math import inf

import util
from game import Agent


def scoreEvaluationFunction(state):
    return state.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()

        def search(state, turn, alpha, beta):
            if turn == self.depth * agents or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            agent = turn % max(2, agents - 1)
            best, best_action = (inf if agent else -inf), None
            for action in state.getLegalActions(agent):
                child = state.generateSuccessor(agent, action)
                value, _ = search(child, turn + 1, alpha, beta)
                if best_action is None or (value < best if agent else value > best):
                    best, best_action = value, action
                if best < alpha if agent else best > beta:
                    break
                if agent:
                    beta = min(beta, best)
                else:
                    alpha = max(alpha, best)
            return best, best_action

        return search(gameState, 0, -inf, inf)[1]
"""
"""The agent is a remainder, and no depth goes down there once in a round."""


def test_number_of_agents_is_no_depth_that_is_counted_by_rounds() -> None:
    pacman = load_set(EXERCISES / "cs188")
    first, *_ = searched(LAST_GHOST_PASSED_OVER, pacman).repairs
    assert [edit.kind for edit in first.edits] == [kinds.SUM_DROPPED]


def test_jump_is_taken_away_if_it_has_no_condition_to_be_made_under() -> None:
    wrong = engine(ENDS_IF_NO_BETTER)
    for direct in wrong.direct(wrong.edits(18, kinds.JUMP_TESTED)):
        assert direct.new is None
        assert direct.line == 18


def test_test_that_is_moved_for_nothing_is_rather_taken_away() -> None:
    wrong = engine(SHORTCUT)
    moved = wrong.edits(11, kinds.OUT_BEHIND)
    assert moved
    for edit in moved:
        removed = [*removals(edit, wrong.search.edits)]
        assert {(other.line, other.new) for other in removed} == {(11, None)}


def test_edit_that_two_detours_go_round_is_made_once() -> None:
    strict = engine(STRICT)
    added = [edit for edit in strict.search.edits if edit.kind is kinds.TEST_ADDED]
    first, second, *_ = strict.repairing(added)
    direct = strict.search._direct(Repair((first, second), 0))
    assert [edit.kind for edit in direct.edits] == [kinds.LOOSER]
