"""The edits that the search takes for a repair."""

import ast
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.limits import TICK_SECONDS
from autograder.core.sandbox.outcome import Searched
from autograder.explain.repair import answer, kinds
from autograder.explain.repair.bench import Bench
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.edits import Add, Edit, Put
from autograder.explain.repair.operators import edits
from autograder.explain.repair.program import Cut, Program
from autograder.explain.repair.rewriting import rewritten
from autograder.explain.repair.trial import watched
from autograder.explain.repair.work import of_seconds
from autograder.explain.trials import trials, windowed_trials
from reference.forms import other_right_searches
from reference.observe import observe
from reference.problem import Answer, Observation, Problem
from tests.explained import world_of
from tests.searches import searched
from tests.sets import PROJECT, SUBMISSIONS, made_set
from tests.trees import FEW_VALUES, problems

ROWS_OF_TWO = """\
from math import inf


def rows(state):
    moves = list(state.actions())
    return [moves[i : i + 2] for i in range(0, len(moves), 2)]


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for row in rows(state):
        for action in row:
            v = max(v, min_value(state.result(action), alpha, beta))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for row in rows(state):
        for action in row:
            v = min(v, max_value(state.result(action), alpha, beta))
            beta = min(beta, v)
            if beta <= alpha:
                break
    return v
"""


def repairs(source: str, seconds: float = 3, name: str = "") -> list[Repair]:
    """Search for repairs of a program for a shipped set."""
    exercises = load_set(PROJECT / "exercises" / name, "0*")
    return searched(source, exercises, seconds).repairs


def lines_of(repair: Repair) -> list[int]:
    """Return the lines that a repair changes."""
    return sorted(edit.line for edit in repair.edits)


def test_repair_that_looks_at_a_leaf_twice_comes_last() -> None:
    """All moves for each row, and every repeated look counts once: passes by accident."""
    assert lines_of(repairs(ROWS_OF_TWO)[0]) == [18, 31]


NEVER_OVER = """\
from math import inf


def is_over(turn):
    return False


turn = 0
while not is_over(turn):
    turn += 1
    if turn > 10**9:
        break


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in state.actions():
        v = max(v, min_value(state.result(action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for action in state.actions():
        v = min(v, max_value(state.result(action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""


def test_change_in_function_that_no_search_runs_is_not_offered() -> None:
    """A game at import that ends is another program, and no mistake of the search."""
    assert not any(6 in lines_of(repair) for repair in repairs(NEVER_OVER, seconds=0.3))


PLAYS_AT_IMPORT = """\


class Score:
    def __init__(self, points):
        self.points = points


def play():
    points = 0
    for turn in range(40_000):
        points += turn
    return Score(points)


score = play()
"""


def test_code_at_import_runs_once() -> None:
    """A trial goes on from what it made, so it takes nothing from the search."""
    plain = repairs(ROWS_OF_TWO, seconds=0.5)
    playing = repairs(ROWS_OF_TWO + PLAYS_AT_IMPORT, seconds=0.5)
    assert lines_of(plain[0]) == [18, 31]
    assert lines_of(playing[0]) == [18, 31]


DATACLASS = """\
from dataclasses import dataclass


@dataclass
class Window:
    alpha: float
"""
SQUARES = """\
def squared(number, times):
    for _ in range(times):
        number *= number
"""


def test_run_whose_numbers_grow_without_end_is_cut() -> None:
    """It takes few steps, each of them twice as long as the one before."""
    program = Program({"alphabeta": SQUARES}, "alphabeta")
    squared = program.imported_names()["squared"]
    with program.with_clock(), pytest.raises(Cut):
        program.run(squared, (3, 60), 100)
    assert program.work.done >= of_seconds(TICK_SECONDS)


def test_clock_that_ticks_once_in_each_of_many_runs_cuts_none() -> None:
    program = Program({"alphabeta": ""}, "alphabeta")
    for _ in range(5):
        program.run(program._tick, (), 10)
    program._tick()  # between two runs


def test_calls_in_code_at_import_are_work_each_time_that_it_runs() -> None:
    """As those of a decorator that makes methods: they are no steps of the program."""
    program = Program({"alphabeta": DATACLASS}, "alphabeta")
    program.import_first()
    done = program.work.done
    program.imported_names()
    assert program.work.done - done >= 200


LOADS = {"alphabeta": "import board\nimport calendar", "board": DATACLASS}


def test_calls_by_which_python_loads_a_module_are_no_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It loads a module once, as in the first import; the student's each time."""
    monkeypatch.delitem(sys.modules, "calendar", raising=False)
    of_file: list[int] = []
    for files in ({"alphabeta": DATACLASS}, LOADS):
        program = Program(files, "alphabeta")
        program.import_first()
        done = program.work.done
        program.imported_names()
        of_file.append(program.work.done - done)
    without, loading = of_file
    assert without <= loading < without + 100


def test_what_code_at_import_made_belongs_to_the_classes_of_the_next_import() -> None:
    program = Program({"alphabeta": PLAYS_AT_IMPORT}, "alphabeta")
    program.import_first()
    done = program.work.done
    names = program.imported_names()
    assert program.work.done - done < 1000
    assert type(names["score"]) is names["Score"]
    assert names["score"].points == sum(range(40_000))


@st.composite
def searches(draw: st.DrawFn) -> tuple[Problem, Observation]:
    """Return a problem, and what a search of it may do that is right or nearly is."""
    problem = draw(problems())
    expected = observe(problem)
    right = draw(st.sampled_from([expected, *other_right_searches(problem)]))
    looks = list(right.looks)
    for _ in range(draw(st.integers(0, 2))):
        drawn = draw(st.integers(0, len(looks)))
        if draw(st.booleans()):
            looks.insert(drawn, draw(st.integers(0, len(problem.tree) - 1)))
        else:
            del looks[drawn : drawn + draw(st.integers(1, 3))]
    answers = st.sampled_from([expected.value, *problem.window]) | FEW_VALUES
    return problem, Observation(draw(answers), tuple(looks))


@settings(max_examples=500)
@given(searches())
def test_trial_accepts_what_judging_accepts(
    search: tuple[Problem, Observation],
) -> None:
    problem, observed = search
    exercise = FixedExercise("a", "t", pattern=problem)
    *_, entry = trials([exercise])
    watched_trial = watched(answer.trial_of(entry))

    def searched(*_: object) -> Answer:
        for node in observed.looks:
            watched_trial.looks.look(node)
        return observed.value

    checks = checks_in_any_form(problem, observe(problem), Searched(observed))
    bench = Bench(Program({"alphabeta": ""}, "alphabeta"), [])
    tried = bench.run({watched_trial.trial.function: searched}, watched_trial)
    assert tried.holds == all(checks.values())


def test_line_is_found_in_a_search_whose_windows_widen() -> None:
    """No form of the textbook's looks in its second pass at the leaves of this one."""
    folder = SUBMISSIONS / "aspiration_search_widening_sides"
    source = (folder / "alphabeta.py").read_text("utf-8")
    assert lines_of(repairs(source, name="aspiration_search")[0]) == [32]


@pytest.mark.of("autograder.explain.repair.*", "autograder.explain.repairs")
def test_line_that_only_leads_to_dead_code_is_not_told() -> None:
    """The other player's end of the game, put before a wrong one, hides that."""
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    lines = source.split("\n")
    lines[19] = "        return sorted([state.utility(), 0, 1])[1]"
    found = [lines_of(repair) for repair in repairs("\n".join(lines))]
    assert [20] in found
    assert not any(19 in places for places in found)


SHARED = """\
from math import inf


class Best:
    score = 0


best = Best()


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best.score = -inf
    for child in state.children:
        value = min_value(child, alpha, beta)
        if value > best.score:
            best.score = value
        if best.score >= beta:
            break
        alpha = max(alpha, best.score)
    return best.score


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best.score = inf
    for child in state.children:
        value = max_value(child, alpha, beta)
        if value < best.score:
            best.score = value
        if best.score <= alpha:
            break
        beta = min(beta, best.score)
    return best.score
"""


def test_loop_is_not_left_with_a_bound_where_a_best_value_is_kept() -> None:
    """It hides that all calls share one best value."""
    for repair in repairs(SHARED):
        assert not any(isinstance(edit.old, ast.Break) for edit in repair.edits)


def test_best_value_that_begins_anew_in_the_loop_is_moved_out_of_it() -> None:
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    start, loop = "    v = -math.inf\n", "    for a in state.actions():\n"
    first, *_ = repairs(source.replace(start + loop, f"{loop}    {start}"))
    assert [edit.kind for edit in first.edits] == [kinds.OUT_BEFORE]


REST_OF_MAX = """\
from math import inf


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    return best_of(node.children, -inf, low, high)


def best_of(nodes, best, low, high):
    if not nodes:
        return best
    best = max(best, min_value(nodes[0], low, high))
    if best >= high:
        return best
    return best_of(nodes[1:], best, best, high)


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    return worst_of(node.children, inf, low, high)


def worst_of(nodes, worst, low, high):
    if not nodes:
        return worst
    worst = min(worst, max_value(nodes[0], low, high))
    if worst <= low:
        return worst
    return worst_of(nodes[1:], worst, low, min(high, worst))
"""
FOLDED = """\
from functools import reduce
from math import inf


def of_max(sofar, child):
    v, low, high, done = sofar
    if done:
        return sofar
    v = max(v, min_value(child, low, high))
    return v, max(low, v), high, done


def of_min(sofar, child):
    v, low, high, done = sofar
    if done:
        return sofar
    v = min(v, max_value(child, low, high))
    return v, low, min(high, v), v <= low


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    return reduce(of_max, node.children, (-inf, low, high, False))[0]


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    return reduce(of_min, node.children, (inf, low, high, False))[0]
"""
RAISED_AND_LEFT = """\
from math import inf


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    v = -inf
    for child in node.children:
        v = max(v, min_value(child, low, high))
        if v > low:
            low = v
            break
    return v


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    v = inf
    for child in node.children:
        v = min(v, max_value(child, low, high))
        high = min(high, v)
        if low >= high:
            break
    return v
"""
TURNED_IN_A_HELPER = """\
from math import inf


def narrowed(window, v, is_max):
    low, high = window
    if is_max:
        return max(low, v), high
    return min(high, v), low


def value(node, window, is_max):
    if node.is_terminal():
        return node.utility()
    v = -inf if is_max else inf
    for child in node.children:
        below = value(child, window, not is_max)
        v = max(v, below) if is_max else min(v, below)
        window = narrowed(window, v, is_max)
        if window[0] >= window[1]:
            break
    return v


def max_value(node, low, high):
    return value(node, (low, high), True)


def min_value(node, low, high):
    return value(node, (low, high), False)
"""


AND_FOR_OR = """\
from math import inf


def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    v = -inf
    for child in node.children:
        v = max(v, min_value(child, low, high))
        low = max(low, v)
        if v >= high and low > 10**6:
            break
    return v


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    v = inf
    for child in node.children:
        v = min(v, max_value(child, low, high))
        high = min(high, v)
        if low >= high:
            break
    return v
"""


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (REST_OF_MAX, [16]),
        (FOLDED, [10]),
        (RAISED_AND_LEFT, [12]),
        (TURNED_IN_A_HELPER, [8]),
        (AND_FOR_OR, [11]),
    ],
    ids=[
        "a helper's window",
        "a tuple of a fold",
        "a break of an update",
        "a pair",
        "and for or",
    ],
)
def test_line_at_fault_is_changed_and_no_right_one(
    source: str, lines: list[int]
) -> None:
    """A right line beside it can be changed so that the mistake does not show."""
    assert lines_of(repairs(source)[0]) == lines


LAST_OF_EQUALS = """\
from math import inf


def action_with(value, pairs):
    answer = None
    for v, action in pairs:
        if v == value:
            answer = action
    return answer


def alpha_beta_search(state):
    sign = 1 if state.to_move == "MAX" else -1
    best, pairs = -inf, []
    for action in state.actions():
        v = -search(state.result(action), -inf, -best, -sign)
        pairs.append((v, action))
        best = max(best, v)
    return action_with(best, pairs)


def search(state, alpha, beta, sign):
    if state.is_terminal():
        return sign * state.utility()
    best = -inf
    for action in state.actions():
        v = -search(state.result(action), -beta, -max(alpha, best), -sign)
        best = max(best, v)
        if best >= beta:
            break
    return best
"""


def test_children_that_are_searched_in_order_are_not_told_to_be_turned() -> None:
    """To go through the pairs from the end would be right, but no child is searched there."""
    found = repairs(LAST_OF_EQUALS, name="alpha_beta_search")
    kinds_told = {edit.kind.name for repair in found for edit in repair.edits}
    assert kinds.IN_ORDER.name not in kinds_told


REPLY_KEPT = """\
from math import inf


def max_value(state, alpha, beta, last=None):
    if state.is_terminal():
        return state.utility(), last
    v, best = -inf, None
    for step in state.successors():
        value, reply = min_value(step[1], alpha, beta, step[0])
        if value > v or best is None:
            v = value
            best = reply
        if v >= beta:
            return v, best
        alpha = max(alpha, v)
    return v, best


def min_value(state, alpha, beta, last=None):
    if state.is_terminal():
        return state.utility(), last
    v, best = inf, None
    for step in state.successors():
        value, reply = max_value(step[1], alpha, beta, step[0])
        if value < v or best is None:
            v = value
            best = reply
        if v <= alpha:
            return v, best
        beta = min(beta, v)
    return v, best
"""


def test_action_of_the_last_ply_that_is_kept_is_found_in_little_work() -> None:
    """All looks are right, so what decides about looks is tried last.

    Nobody means another value in one of two lines that return the same.
    """
    exercises = load_set(PROJECT / "exercises/value_and_move")
    repair, *_ = searched(REPLY_KEPT, exercises, 1).repairs
    assert lines_of(repair) == [12, 27]


STATE_ASKED_BEHIND_LOOP = """\
def negamax(state, depth, alpha, beta):
    if depth == 0:
        return state.evaluate()
    best = state
    for child in state.children:
        value = -negamax(child, depth - 1, -beta, -alpha)
        if value > alpha:
            alpha = value
            best = child
        if alpha >= beta:
            break
    return -best.evaluate()
"""


def in_full_depth(folder: Path, source: str) -> list[Repair]:
    """Search for repairs in a set whose searches are as deep as their trees."""
    exercises = [
        {"tree": tree, "depth": 2}
        for tree in ([[3, 12], [2, 4]], [[5, 1], [7, 6]], [[4, 8, 1], [3, 9], [6, 5]])
    ]
    made = made_set(folder, exercises, interface="negamax", file="alphabeta.py")
    return searched(source, load_set(made)).repairs


def test_value_that_the_search_found_is_returned_and_not_the_state_s_own(
    tmp_path: Path,
) -> None:
    repair, *_ = in_full_depth(tmp_path, STATE_ASKED_BEHIND_LOOP)
    assert lines_of(repair) == [12]


def test_small_trees_are_searched_to_their_end_where_exercises_are(
    tmp_path: Path,
) -> None:
    """A program may take the depth for the only end, and be right for its course."""
    source = STATE_ASKED_BEHIND_LOOP.replace("-best.evaluate()", "alpha")
    assert not in_full_depth(tmp_path, source)
    wrong = source.replace("value > alpha", "value < alpha")
    assert lines_of(in_full_depth(tmp_path, wrong)[0]) == [7]


PAIRS_IN_NEGAMAX = """\
from math import inf


def negamax(state, depth, alpha, beta):
    value, _ = best_of(state, depth, alpha, beta)
    return value


def best_of(state, depth, alpha, beta):
    if depth <= 0 or state.is_terminal():
        return state.evaluate(), None
    best, chosen = -inf, None
    for child in state.children:
        value, _ = best_of(child, depth - 1, -beta, -alpha)
        value = -value
        if value > best:
            best, chosen = value, child
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
"""


def test_sign_of_a_value_taken_out_of_a_pair_is_put_behind_the_search() -> None:
    """In a function: what stands outside of all searches no child."""
    without = PAIRS_IN_NEGAMAX.replace("        value = -value\n", "")
    repair, *_ = repairs(without, name="negamax")
    assert [(edit.kind, edit.line) for edit in repair.edits] == [(kinds.SIGN_ADDED, 14)]
    outside = without + "first, best = best_of(None, 0, -inf, inf)\n"
    at_top = edits_of(outside, kinds.SIGN_ADDED, outside.count("\n"))
    assert not any(isinstance(edit.alterations[0], Add) for edit in at_top)


LONG_TURN = """\
from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best, seen, last = -inf, 0, None
    for child in state.children:
        value = min_value(child, alpha, beta)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
        seen += 1
        last = child
        if value > best:
            best = value
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best, seen, last = inf, 0, None
    for child in state.children:
        value = max_value(child, alpha, beta)
        beta = min(beta, value)
        if alpha >= beta:
            break
        seen += 1
        last = child
        if value < best:
            best = value
    return best
"""


def edits_of(source: str, kind: kinds.Kind, line: int) -> list[Edit]:
    """Return the edits of a kind in a line of a program."""
    return edits_of_program(Program({"alphabeta": source}, "alphabeta"), kind, line)


def edits_of_program(program: Program, kind: kinds.Kind, line: int) -> list[Edit]:
    """Return the edits of a kind in a line, of a program that is there."""
    every = edits(program.trees)
    return [edit for edit in every if edit.kind is kind and edit.line == line]


def test_test_is_moved_to_the_end_of_a_turn_behind_many_lines() -> None:
    moved = edits_of(LONG_TURN, kinds.MOVED_DOWN, 11)
    behind = [
        alteration
        for edit in moved
        for alteration in edit.alterations
        if isinstance(alteration, Add)
    ]
    assert any(change.before is None for change in behind)


LEAF_OF_A_SIDE = """\
class Searcher:
    def value(self, state, depth, alpha, beta):
        if state.winner == self.side:
            return 1
        if depth == 0:
            return self.worth(state, state.mover)
        for child in state.children:
            alpha = max(alpha, -self.value(child, depth - 1, -beta, -alpha))
        return alpha

    def worth(self, state, side):
        return state.count(side)
"""


def test_player_for_whom_a_leaf_is_worth_its_value_tells_the_wrong_side() -> None:
    of_leaf = {
        ast.unparse(edit.new): edit.kind.at(edit.role)
        for edit in edits_of(LEAF_OF_A_SIDE, kinds.OTHER_VALUE, 6)
        if edit.new is not None and ast.unparse(edit.old) == "state.mover"
    }
    assert of_leaf["self.side"] == ("leaf-sign",)
    assert of_leaf["alpha"] == ()


MIXED = """\
from math import inf


def negamax(state, depth, alpha, beta):
    if depth <= 0 or state.is_terminal():
        return state.evaluate()
    if state.to_move == "MAX":
        best = -inf
        for child in state.children:
            best = max(best, -negamax(child, depth - 1, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
    else:
        best = inf
        for child in state.children:
            best = min(best, -negamax(child, depth - 1, alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best
"""


def test_condition_that_tells_players_apart_is_not_made_to_hold_always() -> None:
    """Then all that is wrong in the other player's part would run no more."""
    for repair in repairs(MIXED, name="negamax"):
        assert 7 not in lines_of(repair)


KEPT_WITH_VALUES = """\
def best_action(state):
    actions = {}
    pairs = []
    best = -1e309
    for action in state.actions():
        value = search(state.result(action))
        pair = [value, action]
        pairs.append(pair)
        actions[value] = action
        best = max(best, value)
    pairs = sorted(pairs)
    if state.is_lost():
        return max(pairs)[1]
    return actions[best], pairs[-1]


def search(state):
    return max(search(child) for child in state.children)
"""


@pytest.mark.parametrize(
    ("kind", "line", "texts"),
    [
        (
            kinds.BY_VALUE,
            11,
            {
                "lambda pair: pair[0]",
                "sorted(reversed(pairs), key=lambda pair: pair[0])",
            },
        ),
        (kinds.BY_VALUE, 13, {"lambda pair: pair[0]"}),
        (kinds.FIRST_KEPT, 9, {"actions.setdefault(value, action)"}),
    ],
)
def test_first_of_equals_is_taken_of_pairs_in_a_list_or_a_dictionary(
    kind: kinds.Kind, line: int, texts: set[str]
) -> None:
    made = edits_of(KEPT_WITH_VALUES, kind, line)
    assert {ast.unparse(edit.new) for edit in made if edit.new} == texts


def test_pairs_in_another_order_are_written_in_the_line_of_their_call() -> None:
    program = Program({"alphabeta": KEPT_WITH_VALUES}, "alphabeta")
    turned, *_ = edits_of_program(program, kinds.BY_VALUE, 11)[1:]
    (change,) = rewritten(program, [turned])
    assert (change.first, change.last) == (11, 11)


BOARD_CHANGED = """\
from copy import deepcopy


def search(board, depth):
    if depth == 0:
        return board.worth()
    best = -1
    for column in board.columns():
        board.drop(column)
        best = max(best, -search(board, depth - 1))
    return best


def played_on(board, depth):
    if depth == 0:
        return board.worth()
    best = -1
    after = deepcopy(board)
    for column in board.columns():
        after, again = dropped(after, column)
        best = max(best, -played_on(after, depth - 1))
    return best
"""


def test_move_is_made_on_a_copy_whatever_the_methods_of_a_board_are_called() -> None:
    program = Program({"alphabeta": BOARD_CHANGED}, "alphabeta")
    (edit,) = edits_of_program(program, kinds.ON_A_COPY, 9)
    assert edit.kind.at(edit.role) == ("move-not-taken-back",)
    lines = [change.lines for change in rewritten(program, [edit])]
    assert lines == [
        ("    from copy import deepcopy", "    board_before = deepcopy(board)"),
        ("        board = deepcopy(board_before)",),
    ]


def test_position_that_is_changed_in_each_turn_is_begun_anew() -> None:
    of_board = {
        ast.unparse(edit.new): edit
        for edit in edits_of(BOARD_CHANGED, kinds.OTHER_VALUE, 20)
        if edit.new is not None and ast.unparse(edit.old) == "after"
    }
    anew = of_board["deepcopy(board)"]
    assert anew.kind.at(anew.role) == ("move-not-taken-back",)
    assert anew.cost == min(edit.cost for edit in of_board.values())


def test_arguments_in_another_order_are_a_window_only_if_they_are_bounds() -> None:
    source = (SUBMISSIONS / "alpha_beta_textbook/alphabeta.py").read_text("utf-8")
    line = next(
        number
        for number, text in enumerate(source.splitlines(), 1)
        if "depth - 1" in text
    )
    roles = {
        ast.unparse(ast.Tuple(edit.alterations[0].new)): edit.role  # type: ignore[union-attr]
        for edit in edits_of(source, kinds.ARGUMENTS_MOVED, line)
    }
    assert set(roles.values()) == {"", "window"}
    for arguments, role in roles.items():
        are_bounds = arguments.startswith("(child, depth - 1, beta, alpha,")
        assert role == ("window" if are_bounds else ""), arguments


LOWERED_IN_A_HELPER = """\
ALPHA, BETA = -1e309, 1e309


def lower(value):
    global ALPHA
    if value < globals()["BETA"]:
        BETA = value


def visits(state):
    seen = 0

    def note(child):
        seen = 1
        return child

    return note(state), seen, ALPHA, BETA
"""
ENDS_EACH_TURN = """\
def value(state, alpha, beta):
    best = -1e309
    for child in state.children:
        best = max(best, -value(child, -beta, -alpha))
        if best > alpha:
            alpha = best
        break
    return best
"""
ONE_END_PUT_BACK = """\
class Search:
    def value(self, state):
        low, high = self.alpha, self.beta
        for child in state.children:
            self.alpha = max(self.alpha, self.value(child))
            if self.alpha >= self.beta:
                break
        self.alpha = low
        return self.alpha
"""
BEHIND_SETTERS = """\
class Search:
    def lower(self):
        return self.__low

    def upper(self):
        return self.__high

    def begin(self, low):
        self.__low = low

    def end(self, high):
        self.__high = high

    def maximum(self, state, alpha, beta):
        self.begin(alpha)
        self.end(beta)
        for child in state.children:
            self.begin(max(self.lower(), self.minimum(child, alpha, beta)))
        return self.lower()

    def minimum(self, state, alpha, beta):
        return self.maximum(state, alpha, beta)
"""
ONE_PLAYER_ASKED_FOR = """\
def enough(turn, v, alpha, beta):
    return turn and v >= beta or v <= alpha
"""
ASKED_TOO_LATE = """\
def value(board, alpha, beta):
    for move in board.legal_moves:
        board.push(move)
        white = board.turn
        score = value(board, alpha, beta)
        board.pop()
        if white:
            alpha = max(alpha, score)
    return alpha
"""


@pytest.mark.parametrize(
    ("source", "kind", "line", "code"),
    [
        (LOWERED_IN_A_HELPER, kinds.DECLARED, 5, "global BETA"),
        (LOWERED_IN_A_HELPER, kinds.DECLARED, 14, "nonlocal seen"),
        (ENDS_EACH_TURN, kinds.JUMP_TESTED, 7, "if alpha >= beta:\n    break"),
        (ONE_END_PUT_BACK, kinds.END_KEPT, 8, "self.beta = window_before"),
        (
            BEHIND_SETTERS,
            kinds.WINDOW_KEPT,
            18,
            "self.__low, self.__high = window_before",
        ),
        (ONE_PLAYER_ASKED_FOR, kinds.TURN_TESTED, 2, "not turn and v <= alpha"),
        (ASKED_TOO_LATE, kinds.FLAG, 4, "not board.turn"),
        (LONG_TURN, kinds.UPDATE_ADDED, 11, "alpha = max(alpha, best)"),
    ],
)
def test_edit_is_told_in_the_line_at_fault(
    source: str, kind: kinds.Kind, line: int, code: str
) -> None:
    texts = {
        ast.unparse(
            alteration.statement if isinstance(alteration, Add) else alteration.new
        )
        for edit in edits_of(source, kind, line)
        for alteration in edit.alterations
        if isinstance(alteration, Add)
        or (isinstance(alteration, Put) and isinstance(alteration.new, ast.AST))
    }
    assert code in texts


def test_number_for_infinity_that_is_passed_by_name_is_made_infinite() -> None:
    source = """\
def search(state, low, high):
    return max((search(child, low, high) for child in state), default=-1000000)


def max_value(state, alpha, beta):
    return search(state, low=-1000000, high=beta)
"""
    assert not edits_of(source, kinds.FAR, 2)
    assert edits_of(source, kinds.FAR, 6)


BOUND_STAYS_BEHIND = """\
from math import inf


def minimax_ab(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MAX":
        for child in node.children:
            alpha = max(alpha, minimax_ab(child, alpha, beta))
            if alpha >= beta:
                return alpha
        return alpha
    best = inf
    for child in node.children:
        best = min(best, minimax_ab(child, alpha, beta))
        beta = min(beta, best)
        if beta <= alpha:
            return beta
    return best
"""


def test_repair_is_right_with_other_windows_than_those_of_the_set() -> None:
    """To return MAX's beta makes the set's windows right, but not `min` above a window."""
    exercises = load_set(PROJECT / "exercises" / "minimax_ab")
    repairs = searched(BOUND_STAYS_BEHIND, exercises).repairs
    assert {line for repair in repairs for line in lines_of(repair)} == {13, 19}


@pytest.mark.parametrize("name", ["minimax_ab", "negamax", "minimax", ""])
def test_right_searches_hold_in_the_windows_that_repairs_are_held_against(
    name: str,
) -> None:
    exercises = load_set(PROJECT / "exercises" / name).exercises
    windowed = [answer.trial_of(fields) for fields in windowed_trials(exercises)]
    players = {trial.tree.players[0] for trial in windowed}
    assert players == ({"MAX"} if name == "minimax" else {"MAX", "MIN"})
    folder = SUBMISSIONS / {"": "textbook"}.get(name, f"{name}_textbook")
    source = (folder / "alphabeta.py").read_text("utf-8")
    bench = Bench(Program({"alphabeta": source}, "alphabeta"), [], windowed=windowed)
    with world_of(load_set(PROJECT / "exercises" / name, "01*").assignment):
        names = bench.order()
        assert names is not None
        assert bench.all_hold(names)


def test_leaf_of_value_0_is_chosen_by_a_test_and_not_by_and_and_or() -> None:
    """To ask in the other half for the end of the game once more repairs it, and says less."""
    source = """\
minimax = lambda state: state.is_terminal() and state.utility() or (
    max if state.to_move == "MAX" else min
)(map(minimax, state.children))
"""
    best, *_ = repairs(source, name="minimax")
    (edit,) = best.edits
    assert edit.kind is kinds.IS_NONE
    assert isinstance(edit.new, ast.IfExp)
    assert ast.unparse(edit.new.body) == "state.utility()"


CHOSEN_FROM_A_DICTIONARY = """\
def aspiration_search(state, guess, epsilon):
    ends = {"low": guess - epsilon, "high": guess + epsilon}
    search = {"MAX": max_value, "MIN": min_value}[state.to_move]
    found = search(state, ends["low"], ends["high"])
    if found < ends["low"] or found > ends["high"]:
        found = search(state, -inf, inf)
    return found


def max_value(state, alpha, beta):
    return max(min_value(child, alpha, beta) for child in state.children)


def min_value(state, alpha, beta):
    return min(max_value(child, alpha, beta) for child in state.children)
"""


@pytest.mark.parametrize("end", ["}", "]", ")"])
def test_search_chosen_from_several_functions_is_one(end: str) -> None:
    """So the test before it decides whether to search again."""
    source = CHOSEN_FROM_A_DICTIONARY
    if end != "}":
        chosen = f"{'[' if end == ']' else '('}max_value, min_value{end}[0]"
        source = re.sub(r"\{\"MAX\".*", chosen, source)
    program = Program({"alphabeta": source}, "alphabeta")
    roles = {edit.role for edit in edits(program.trees) if edit.kind is kinds.LOOSER}
    assert roles == {"first window"}


SHORT_CUT = """\
from math import inf


def all_over(states):
    return all(state.is_terminal() for state in states)


def max_value(state, alpha, beta):
    children = state.children
    if not children:
        return state.utility()
    if all_over(children):
        return max(child.utility() for child in children)
    best = -inf
    for child in children:
        best = max(best, min_value(child, alpha, beta))
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def min_value(state, alpha, beta):
    children = state.children
    if not children:
        return state.utility()
    if all_over(children):
        return min(child.utility() for child in children)
    best = inf
    for child in children:
        best = min(best, max_value(child, alpha, beta))
        if best <= alpha:
            break
        beta = min(beta, best)
    return best
"""


def test_helper_is_not_made_useless_in_place_of_lines_that_can_go() -> None:
    """Without its `return` a helper says no in every call, and its tests stand there for nothing."""
    (repair,) = repairs(SHORT_CUT)
    assert lines_of(repair) == [12, 27]


def test_repair_is_held_against_infinite_leaves_of_every_small_tree() -> None:
    """With a finite value, the whole search may begin again; with inf it never ends."""
    folder = SUBMISSIONS / "aspiration_search_beyond_the_bound"
    exercises = load_set(PROJECT / "exercises" / "aspiration_search")
    source = (folder / "alphabeta.py").read_text("utf-8")
    (edit,) = searched(source, exercises).repairs[0].edits
    assert (edit.line, edit.kind.name) == (26, "as the other")


def test_number_beside_one_that_is_worked_out_is_no_first_value() -> None:
    """If all subtrees count as infinite, sorting them changes nothing either."""
    folder = SUBMISSIONS / "nested_small_subtrees_first"
    exercises = load_set(PROJECT / "exercises" / "nested")
    source = (folder / "alphabeta.py").read_text("utf-8")
    assert lines_of(searched(source, exercises).repairs[0]) == [11]
