"""Lists the right forms of a search, as changes of the textbook's text.

A program in any of them is right, and so are the leaves that it looks at. One function
with a flag for whose turn it is needs no form: it does the same.

A change takes a part of the text, a loop over children, and writes lines for it: the
names in braces are filled in for each player. `reference.parts.Part` lists these
placeholders, such as {own} for the player's own bound and {u} for the child's value,
and the roles of statements, such as "fold".
"""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from reference import interfaces
from reference.changes import (
    Change,
    Changes,
    Step,
    TreeAlteration,
    below,
    change,
    changed,
    child_named,
    no_test,
    observe,
    ordered,
    perhaps,
)
from reference.parts import AllFunctions, Exchange, Part, refuse_if, textbook
from reference.problem import Observation, Problem


def tested(old: str, new: str) -> Step:
    """Return a step that compares another value in the test.

    old, new: the placeholders of the values.
    """

    def made(part: Part) -> list[TreeAlteration]:
        before, after = part.placeholders[old], part.placeholders[new]
        compared = re.findall(r"\w+", part.condition)
        refuse_if(before not in compared or after in compared)
        return [part.put_condition(_renamed(part.condition, before, after))]

    return made


def _renamed(text: str, before: str, after: str) -> str:
    return re.sub(rf"\b{before}\b", after, text)


def best_value_from_bound(part: Part) -> list[TreeAlteration]:
    """Have the best value so far begin with the player's own bound.

    So it never lies outside the window on that side.
    """
    start = part.roles["start"]
    parameters = {parameter.arg for parameter in part.function.args.args}
    refuse_if(part.placeholders["own"] not in parameters)
    assert isinstance(start, (ast.Assign, ast.AnnAssign))
    target = ast.unparse(start).rpartition(" = ")[0]
    return [part.put("start", f"{target} = {{own}}")]


def ends_returned(part: Part) -> list[TreeAlteration]:
    """Return the end of the window for a value outside it."""
    return [
        part.put("test", f"if {part.condition}: return {{other}}"),
        part.put("result", "return {own}"),
    ]


def best_kept_apart(part: Part) -> list[TreeAlteration]:
    """Keep the best value so far apart from the bound.

    It is returned even if it lies outside the window.
    """
    refuse_if("fold" in part.roles or part.at_root)
    test = part.roles["test"]
    new_test = part.statement(
        _renamed(ast.unparse(test), part.placeholders["u"], "best")
    )
    rest = [new_test if line is test else line for line in part.body[1:]]
    best = part.statement("best = {max}(best, {u})")
    return [
        part.put_in_loop([part.body[0], best, *rest]),
        part.put("result", "return best"),
        part.put_before("loop", "best = {worst}"),
    ]


def best_kept_apart_at_root(part: Part) -> list[TreeAlteration]:
    """Have a decision keep its best value apart from the bound, as other loops do."""
    refuse_if(not part.at_root)
    lines = [
        part.statement("u = {child}"),
        part.statement("if u {gt} v or not best: best = action"),
        part.statement("v = {max}(v, u)"),
    ]
    if "test" in part.roles:
        condition = _renamed(part.condition, part.placeholders["own"], "v")
        lines.append(part.statement(f"if {condition}: break"))
    lines.append(part.statement("{own} = {max}({own}, v)"))
    return [part.put_in_loop(lines), part.put_before("loop", "v = {worst}")]


def bound_kept_alone(part: Part) -> list[TreeAlteration]:
    """Have the bound itself be the best value so far."""
    refuse_if("fold" not in part.roles and part.player != "both")
    condition = _renamed(
        part.condition, part.placeholders["value"], part.placeholders["u"]
    )
    return [
        part.put("result", "return {own}"),
        part.put("test", f"if {condition}: return {{other}}"),
        part.put("fold", "{own} = {max}({own}, {u})"),
        part.take("update"),
        part.take("start"),
    ]


def test_on_entry(part: Part) -> list[TreeAlteration]:
    """Have a function first ask whether its window is closed, and not its loop."""
    has_one_loop = not part.others
    compared = set(re.findall("[a-z]+", part.condition))
    refuse_if(not has_one_loop or compared != {"alpha", "beta"})
    first = part.function.body[0]
    test = part.statement(f"if {part.condition}: return alpha")
    return [part.take("test"), Exchange(part.function, "body", [first], [test, first])]


def one_function(part: Part) -> list[TreeAlteration]:
    """Have one function that negates serve both players.

    The two functions of the textbook only call it.
    """
    # Raises ValueError if there is no function for MIN.
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


def one_side_opened(part: Part) -> list[TreeAlteration]:
    """Have the second pass of an aspiration search open one side of the window alone.

    It is the side on which the first pass failed.
    """
    one_side = (
        "search(state, -inf if v <= alpha else alpha, inf if v >= beta else beta)"
    )
    return reworded(
        part, ast.unparse(part.tree), {"search(state, -inf, inf)": one_side}
    )


def reworded(part: Part, text: str, replaced: dict[str, str]) -> list[TreeAlteration]:
    """Put a text in the place of all functions. replaced: new for old pieces."""
    for old, new in replaced.items():
        text = text.replace(old, new)
    functions = ast.parse(text, type_comments=True).body
    return [AllFunctions(part.tree, functions)]


value_tested = change("value-tested", tested("own", "value"))
bounds_tested = change("bounds-tested", tested("value", "own"))
update_first = change(
    "update-first", perhaps(child_named), ordered("search", "fold", "update", "test")
)
best_from_bound = change("best-from-bound", best_value_from_bound)
fail_hard = change("fail-hard", ends_returned)
fail_soft = change("fail-soft", best_kept_apart)
best_apart_at_root = change("best-apart-at-root", best_kept_apart_at_root)
best_is_bound = change("best-is-bound", perhaps(child_named), bound_kept_alone)
tested_on_entry = change("tested-on-entry", test_on_entry)
negamax_inside = change("negamax-inside", one_function)
one_sided = change("one-sided-second-pass", one_side_opened, around=True)
no_test_at_root = no_test("both", "root")

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
"""The changes that make each other right form."""


@lru_cache
def forms(interface: str) -> tuple[Changes, ...]:
    """Return the right forms of an interface's algorithm, the textbook's first.

    A decision may also do without a test at its root, as aima-python's does: it then
    goes on after a win is found, with a window that is closed. If the algorithm has to
    fail hard, fail-soft is a form only with a best value that begins with the bound.
    """
    has_root = any(loop.at_root for loop in textbook(interface))
    hard_only = interfaces.load(interface).hard_only
    written: list[Changes] = [()]
    for form in FORMS:
        is_soft = form[0] == fail_soft and best_from_bound not in form
        if not (hard_only and is_soft):
            written.append(below(form) if has_root else form)
    fit = [form for form in written if changed(interface, "alpha >= beta", form)]
    if has_root:
        fit += [(no_test_at_root, *form) for form in fit]
    return tuple(fit)


def other_right_searches(
    problem: Problem, *, calls: bool = False
) -> Iterator[Observation]:
    """Yield the other right searches that may look at other leaves than the textbook's.

    Under `alpha > beta` every form may, as fail-soft values reach beyond the window.
    calls: whether to record their calls.
    """
    for form in forms(problem.interface)[1:]:
        if problem.prune_when == "alpha > beta" or _looks_elsewhere(form[0]):
            yield observe(problem, form, calls=calls)


def _looks_elsewhere(first: Change) -> bool:
    return first in (no_test_at_root, one_sided)
