"""The forms in which a right search is written, as changes of the textbook's; a mistake is known in each of them."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from autograder.mistakes import kinds
from autograder.mistakes import textbook as op
from autograder.mistakes.edits import Add, Change, Put
from autograder.mistakes.operators import general, numbers
from autograder.mistakes.scopes import body_of
from autograder.mistakes.textbook import (
    Changes,
    Part,
    change,
    child_named,
    edit,
    no_test,
    ordered,
    perhaps,
    refuse_if,
)
from reference import interfaces
from reference.problem import Observation, Problem


def ends_returned(part: Part) -> list[Change]:
    """What lies outside the window is returned as the end of the window."""
    refuse_if("fold" not in part.roles and part.player != "both")
    return [
        part.put("test", f"if {part.condition}: return {{other}}"),
        part.put("result", "return {own}"),
    ]


def best_kept_apart(part: Part) -> list[Change]:
    """The best value so far is kept apart from the bound, and returned where it lies outside the window."""
    refuse_if("fold" in part.roles or part.at_root)
    test = part.statement(
        re.sub(rf"\b{part.words['u']}\b", "best", ast.unparse(part.roles["test"]))
    )
    rest = [test if line is part.roles["test"] else line for line in part.body[1:]]
    owner, field, _ = part.scope.parents[part.roles["loop"]]
    return [
        Put(
            part.roles["loop"],
            "body",
            [part.body[0], part.statement("best = {max}(best, {u})"), *rest],
        ),
        part.put("result", "return best"),
        Add(owner, field, part.statement("best = {worst}"), part.roles["loop"]),
    ]


def bound_kept_alone(part: Part) -> list[Change]:
    """The bound itself is the best value so far."""
    condition = re.sub(rf"\b{part.words['value']}\b", part.words["u"], part.condition)
    return [
        *ends_returned(part),
        part.put("test", f"if {condition}: return {{other}}"),
        part.put("fold", "{own} = {max}({own}, {u})"),
        part.take("update"),
        part.take("start"),
    ]


def test_on_entry(part: Part) -> list[Change]:
    """A function first asks whether its window is closed, and its loop does not."""
    # Of one loop alone.
    refuse_if(
        bool(part.others)
        or set(re.findall("[a-z]+", part.condition)) != {"alpha", "beta"}
    )
    test, root = part.statement(f"if {part.condition}: return alpha"), part.scope.root
    return [part.take("test"), Add(root, "body", test, body_of(root)[0])]


def one_function(part: Part) -> list[Change]:
    """One function that negates serves both players, and the two functions of the textbook only call it."""
    # Raises ValueError where there is none.
    maximum, minimum = ast.unparse(part.tree).split("def min_value")
    refuse_if("def " in maximum.removeprefix("def ") + minimum)
    return reworded(part, NEGAMAX + maximum, NEGATED)


NEGAMAX = """
def max_value(state, alpha, beta):
    return negamax(state, alpha, beta)
def min_value(state, alpha, beta):
    return -negamax(state, -beta, -alpha)
"""
NEGATED = {
    "# type: MAX": "# type: both",
    "def max_value(state: State": "def negamax(state: State",
    "state.utility()": "(1 if state.to_move == 'MAX' else -1) * state.utility()",
    "min_value(successor, alpha, beta)": "-negamax(successor, -beta, -alpha)",
}


def one_side_opened(part: Part) -> list[Change]:
    """The second pass of an aspiration search opens only the side of the window on which the first one failed."""
    one_side = (
        "search(state, -inf if v <= alpha else alpha, inf if v >= beta else beta)"
    )
    return reworded(
        part, ast.unparse(part.tree), {"search(state, -inf, inf)": one_side}
    )


def reworded(part: Part, text: str, words: dict[str, str]) -> list[Change]:
    """A text in the place of all functions, in which some words stand for others."""
    for old, new in words.items():
        text = text.replace(old, new)
    return [Put(part.tree, "body", ast.parse(text, type_comments=True).body)]


value_tested = change(
    "value-tested",
    edit(general.others, kinds.COMPARED, "test", old="{own}", new="{value}"),
)
bounds_tested = change(
    "bounds-tested",
    edit(general.others, kinds.COMPARED, "test", old="{value}", new="{own}"),
)
update_first = change(
    "update-first", perhaps(child_named), ordered("search", "fold", "update", "test")
)
best_from_bound = change(
    "best-from-bound", edit(numbers.constants, kinds.BOUND, "initial", new="{own}")
)
"""The best value so far begins with the player's own bound, and so never lies outside the window on that side."""
fail_hard = change("fail-hard", ends_returned)
fail_soft = change("fail-soft", best_kept_apart)
best_is_bound = change("best-is-bound", perhaps(child_named), bound_kept_alone)
tested_on_entry = change("tested-on-entry", test_on_entry)
negamax_inside = change("negamax-inside", one_function)
one_sided = change("one-sided-second-pass", one_side_opened, around=True)

FORMS: tuple[Changes, ...] = (
    (bounds_tested, update_first),
    (value_tested,),
    (bounds_tested, tested_on_entry),
    (tested_on_entry,),
    (fail_hard,),
    (fail_hard, bounds_tested, update_first),
    (fail_hard, value_tested),
    (fail_soft,),
    (fail_soft, bounds_tested, update_first),
    (fail_soft, value_tested),
    (fail_soft, best_from_bound),
    (fail_soft, best_from_bound, value_tested),
    (best_from_bound,),
    (best_is_bound, bounds_tested),
    (best_is_bound,),
    (negamax_inside,),
    (one_sided,),
)
"""How else a right search is written. One function with a flag for whose turn it is needs no form: it does the same."""


@lru_cache
def forms(interface: str) -> tuple[Changes, ...]:
    """The forms of an interface's algorithm in which it is right, the textbook's own first.

    A decision may also do without a test at its root, as aima-python's does: it then goes on after a win is found, with
    a window that is closed. Where the algorithm is to fail hard, fail-soft is a form only with a best value that begins
    with the bound.
    """
    decides = any(part.at_root for part in op.textbook(interface))
    soft_is_wrong = interfaces.load(interface).hard_only
    kept = (
        form
        for form in FORMS
        if not soft_is_wrong or form[0] != fail_soft or best_from_bound in form
    )
    made = [op.below(form) if decides else form for form in ((), *kept)]
    fit = [form for form in made if op.changed(interface, "alpha >= beta", form)]
    return (
        *fit,
        *(((no_test("both", "root"), *form) for form in fit) if decides else ()),
    )


def in_other_forms(problem: Problem, *, calls: bool = False) -> Iterator[Observation]:
    """What a search does in the forms that may look at other leaves than the textbook's: as right as these.

    Under `alpha > beta` all may, as fail-soft values reach beyond the window.
    """
    strict, different = (
        problem.prune_when == "alpha > beta",
        (no_test("both", "root"), one_sided),
    )
    found = (
        form for form in forms(problem.interface)[1:] if strict or form[0] in different
    )
    return (op.observe(problem, form, calls=calls) for form in found)
