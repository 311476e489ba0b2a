"""The forms in which a right search is written, as operators on the textbook's; a mistake is known in each of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache

from reference.operators import (
    Changes,
    Operator,
    applies,
    beginning,
    no_test,
    of_each_part,
    of_program,
    ordering,
    setting,
    testing,
)
from reference.problem import Problem
from reference.roles import Part, Textbook, names_in, need, program, put_in_place, refuse_if

value_tested = testing("value-tested", "{value} {ge} {other}")
bounds_tested = testing("bounds-tested", "{own} {ge} {other}")
update_first = ordering("update-first", "search", "fold", "update", "test")
best_from_bound = setting("best-from-bound", beginning, "{own}", fits=lambda part: part.initial is not None)
"""The best value so far begins with the player's own bound, and so never lies outside the window on that side."""


@of_each_part
def fail_hard(part: Part) -> None:
    """What lies outside the window is returned as the end of the window."""
    refuse_if(part.fold is None and not part.negated)
    need(part.test).body = part.write("return {other}")
    need(part.result).value = part.write_expression("{own}")


@of_each_part
def fail_soft(part: Part) -> None:
    """The best value so far is kept apart from the bound, and returned where it lies outside the window."""
    refuse_if(part.fold is not None or part.at_root)
    child = part.name_child()
    initial, fold = part.write("best = {worst}\nbest = {max}(best, {u})")
    assert isinstance(initial, ast.Assign)
    assert isinstance(fold, ast.Assign)
    part.block.insert(part.block.index(part.loop), initial)
    part.loop.body.insert(part.loop.body.index(need(part.search)) + 1, fold)
    _rename(need(part.test), child, "best")
    part.initial, part.fold, part.value = initial, fold, "best"
    need(part.result).value = part.write_expression("{value}")


@of_each_part
def best_is_bound(part: Part) -> None:
    """The bound itself is the best value so far."""
    _rename(need(part.test), part.value, part.name_child())
    part.loop.body.remove(need(part.fold))
    part.loop.body.remove(need(part.update))
    part.loop.body[1:1] = part.write("{own} = {max}({own}, {u})")
    part.update = part.loop.body[1]
    part.fold, part.initial, part.value = None, None, part.name_child()
    need(part.test).body = part.write("return {other}")
    need(part.result).value = part.write_expression("{own}")


def _rename(tree: ast.AST, old: str, new: str) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new


@of_program
def tested_on_entry(_: Textbook, parts: Sequence[Part]) -> None:
    """A function first asks whether its window is closed, and its loop does not."""
    refuse_if(len({part.function for part in parts}) < len(parts), "both players would share one test")
    for part in parts:
        test, begun = need(part.test), part.function.body
        refuse_if(names_in(test.test) != {part.alpha, part.beta})
        part.loop.body.remove(test)
        test.body = part.write(f"return {part.alpha}")
        begun.insert(1 if ast.get_docstring(part.function) else 0, test)


NEGAMAX = """
def max_value(state, alpha, beta):
    return negamax(state, alpha, beta)
def min_value(state, alpha, beta):
    return -negamax(state, -beta, -alpha)
"""


@of_program
def negamax_inside(programme: Textbook, _parts: Sequence[Part]) -> None:
    """One function that negates serves both players, and the two functions of the textbook only call it."""
    refuse_if({*programme.functions} != {"max_value", "min_value"})
    part = next(part for part in programme.parts if part.player == "MAX")
    leaf = part.write("return state.utility() if state.to_move == 'MAX' else -state.utility()")
    need(part.horizon).body = leaf
    negated = part.write_expression("-negamax(successor, -beta, -alpha)")
    put_in_place(part.loop, part.recursion, negated)
    part.recursion, part.player, part.function.name = negated.operand, "both", "negamax"
    outer = {node.name: node for node in ast.parse(NEGAMAX).body if isinstance(node, ast.FunctionDef)}
    programme.functions.update(outer, negamax=part.function)
    programme.parts = [part]


FORMS: tuple[tuple[Operator, ...], ...] = (
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
)
"""How else a right search is written. One function with a flag for whose turn it is needs no form: it does the same."""


@lru_cache
def forms(interface: str) -> tuple[Changes, ...]:
    """The forms of an interface's algorithm in which it is right, the textbook's own first.

    A decision may also do without a test at its root, as aima-python's does: it then goes on after a win is found, with
    a window that is closed. Where the algorithm is to fail hard, fail-soft is a form only with a best value that begins
    with the bound.
    """
    written = program(interface)
    decides = any(part.at_root for part in written.parts)
    soft_is_wrong = written.interface.hard_only
    kept = (form for form in FORMS if not soft_is_wrong or form[0] is not fail_soft or best_from_bound in form)
    made = [tuple(operator("both", "below" if decides else "everywhere") for operator in form) for form in ((), *kept)]
    fit = [form for form in made if applies(interface, "alpha >= beta", form)]
    return (*fit, *(((no_test("both", "root"), *form) for form in fit) if decides else ()))


def other_forms(problem: Problem) -> Iterator[Changes]:
    """The forms of a problem's search that may look at other leaves than the textbook's: as right as these.

    Under `alpha > beta` all may, as fail-soft values reach beyond the window.
    """
    strict = problem.prune_when == "alpha > beta"
    return (form for form in forms(problem.interface)[1:] if strict or form[0] == no_test("both", "root"))
