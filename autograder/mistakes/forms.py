"""The forms in which a right search is written, as operators on the textbook's; a mistake is known in each of them."""

from collections.abc import Iterator
from functools import lru_cache

from autograder.mistakes import textbook as op
from autograder.mistakes.textbook import Changes, Part, no_test, operator, refuse_if
from reference import interfaces
from reference.problem import Observation, Problem

value_tested = op.testing("value-tested", "{value} {ge} {other}")
bounds_tested = op.testing("bounds-tested", "{own} {ge} {other}")
update_first = op.ordering("update-first", "search", "fold", "update", "test")
fail_hard = op.writing(
    "fail-hard", lambda part: "fold" in part.says or part.negates(), exit="return {other}", result="{own}"
)
"""What lies outside the window is returned as the end of the window."""
best_from_bound = op.writing("best-from-bound", start="{own}")
"""The best value so far begins with the player's own bound, and so never lies outside the window on that side."""


@operator
def fail_soft(part: Part) -> None:
    """The best value so far is kept apart from the bound, and returned where it lies outside the window."""
    refuse_if("fold" in part.says or part.at_root)
    part.loop.insert(part.loop.index("search") + 1, "fold")
    part.rename(part.says["u"], "best")
    fold = part.text("best = {max}(best, {u})")
    part.says.update(start=part.role("worst"), fold=fold, value="best", result="best")


@operator
def best_is_bound(part: Part) -> None:
    """The bound itself is the best value so far."""
    part.rename(part.says["value"], part.name_child())
    for role in ("fold", "update"):
        part.loop.remove(role)
    part.loop.insert(1, "update")
    part.put("update", "{own} = {max}({own}, {u})")
    part.says["value"] = part.says["u"]
    fail_hard.apply(part)
    for role in ("fold", "start"):
        part.says.pop(role)


@operator
def tested_on_entry(part: Part) -> None:
    """A function first asks whether its window is closed, and its loop does not."""
    refuse_if([other.function for other in part.book.parts].count(part.function) > 1)  # both would share one test
    refuse_if(op.names(part.role("test")) != {part.role("alpha"), part.role("beta")})
    part.loop.remove("test")
    part.begin.insert(0, "test")
    part.put("exit", "return {alpha}")


@operator
def negamax_inside(part: Part) -> None:
    """One function that negates serves both players, and the two functions of the textbook only call it."""
    book = part.book
    if part.player == "MIN":
        book.parts.remove(part)
        return
    refuse_if([part.function for part in book.parts] != ["max_value", "min_value"] or book.frame.count("def ") > 2)
    part.says |= {"leaf": "state.utility() if state.to_move == 'MAX' else -state.utility()", "callee": "negamax"}
    part.says |= {"child": "-" + part.says["child"], **op.BOTH}
    part.function, part.player, book.frame = "negamax", "both", NEGAMAX


NEGAMAX = """
def max_value(state, alpha, beta):
    return negamax(state, alpha, beta)
def min_value(state, alpha, beta):
    return -negamax(state, -beta, -alpha)
def negamax(state, alpha, beta):
    §0_begin
    §0_loop
"""
one_sided = op.rewriting(
    "one-sided-second-pass",
    "search(state, -inf, inf)",
    "search(state, -inf if v <= alpha else alpha, inf if v >= beta else beta)",
)
"""The second pass of an aspiration search opens only the side of the window on which the first one failed."""

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
    decides = any(part.at_root for part in op.textbook(interface).parts)
    soft_is_wrong = interfaces.load(interface).hard_only
    kept = (form for form in FORMS if not soft_is_wrong or form[0] != fail_soft or best_from_bound in form)
    made = [op.below(form) if decides else form for form in ((), *kept)]
    fit = [form for form in made if op.changed(interface, "alpha >= beta", form)]
    return (*fit, *(((no_test("both", "root"), *form) for form in fit) if decides else ()))


def in_other_forms(problem: Problem, *, calls: bool = False) -> Iterator[Observation]:
    """What a search does in the forms that may look at other leaves than the textbook's: as right as these.

    Under `alpha > beta` all may, as fail-soft values reach beyond the window.
    """
    strict, different = problem.prune_when == "alpha > beta", (no_test("both", "root"), one_sided)
    found = (form for form in forms(problem.interface)[1:] if strict or form[0] in different)
    return (op.observe(problem, form, calls=calls) for form in found)
