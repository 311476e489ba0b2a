"""Uses another comparison, fold, condition or variable."""

import ast
from collections.abc import Iterator
from itertools import permutations, product

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, copied, dumped, walk
from autograder.explain.repair.mirror import Exchanged, Turned
from autograder.explain.repair.nodes import (
    FOLDS,
    LOOPS,
    ORDERS,
    as_added,
    body_of,
    call,
    ends_early,
    expression,
    fold,
    key_of,
    loaded,
    named,
    stored,
)
from autograder.explain.repair.operators.meanings import (
    AT_EQUALS,
    OPPOSITE,
    compared,
    of_comparison,
    of_fold,
    of_target,
)
from autograder.explain.repair.scopes import Body, Scope

NAMED: dict[str, type[ast.cmpop]] = {
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
}
"""The comparisons by their names in the module `operator`."""


def comparisons(scope: Scope) -> Iterator[Edit]:
    """Use another relational operator; of a chain one that differs for equal sides."""
    for node in scope.all(ast.Compare):
        for index, operator in enumerate(node.ops):
            order = type(operator)
            for other in _other_orders(order, is_chain=len(node.ops) > 1):
                kind, role, surcharge = of_comparison(scope, node, other, index)
                put, new = Put(node, "ops", other(), index), other()
                yield scope.edit(
                    kind, node, put, role=role, new=new, surcharge=surcharge
                )


def _other_orders(
    order: type[ast.cmpop], *, is_chain: bool
) -> Iterator[type[ast.cmpop]]:
    """Yield the relational operators that may be meant in the place of one."""
    if is_chain:
        yield from filter(None, [AT_EQUALS.get(order)])
    elif order in AT_EQUALS:
        yield from (other for other in (*ORDERS, ast.Eq, ast.NotEq) if other != order)
    elif order in OPPOSITE:
        yield from (OPPOSITE[order], *ORDERS)


def named_values(scope: Scope) -> Iterator[Edit]:
    """Compare the value that `:=` sets, in place of setting what it compares to."""
    for node in scope.all(ast.NamedExpr):
        match node.value:
            case ast.Compare(left, orders, sides):
                named_value = ast.NamedExpr(copied(node.target), copied(left))
                others = [copied(side) for side in sides]
                new = ast.Compare(named_value, list(orders), others)
                yield scope.put(kinds.NAMED_FIRST, node, new)


def named_comparisons(scope: Scope) -> Iterator[Edit]:
    """Use another relational operator that is named, as in a table."""
    for node in scope.all(ast.Attribute):
        order = NAMED.get(node.attr)
        if order is None or ast.unparse(node.value) != "operator":
            continue
        for name, other in NAMED.items():
            if other is not order:
                function = ast.Attribute(copied(node.value), name, ast.Load())
                yield scope.put(compared(order, other), node, function, "test")


def folds(scope: Scope) -> Iterator[Edit]:
    """Use min for max, and max for min."""
    for node in scope.all(ast.Name):
        if node.id in FOLDS and isinstance(node.ctx, ast.Load):
            kind, role, surcharge = of_fold(scope, node)
            other = ast.Name(FOLDS[node.id], ast.Load())
            yield scope.put(kind, node, other, role, surcharge)


def conditions(scope: Scope) -> Iterator[Edit]:
    """Put `or` for `and`, `and` for `or`, and add an operand to a condition."""
    for condition in scope.all(ast.BoolOp):
        other = ast.Or() if isinstance(condition.op, ast.And) else ast.And()
        new = ast.BoolOp(other, [*map(copied, condition.values)])
        yield scope.put(
            kinds.OTHER_CONDITION, condition, new, _role_of_condition(scope, condition)
        )
    for node in scope.all(ast.If):
        if isinstance(node.test, ast.Constant):
            continue
        if ends_early(node):
            yield from _horizons(scope, node)
        else:
            yield from _tests_for_nothing(scope, node)
            yield from _equals_the_best(scope, node)


def _role_of_condition(scope: Scope, node: ast.BoolOp) -> str:
    """Return the role of a condition with several operands."""
    if scope.mentions_end(node):
        return "test"
    is_horizon = any(map(scope.is_depth, walk(node)))
    return "horizon" if is_horizon and scope.loop(node) is None else ""


def _horizons(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """End the search at the horizon, too."""
    is_end = "is_terminal" in ast.unparse(node.test)
    if isinstance(scope.root, ast.FunctionDef) and is_end:
        for argument in filter(scope.is_depth, scope.root.args.args):
            zero = expression(f"{argument.arg} <= 0")
            test = ast.BoolOp(ast.Or(), [copied(node.test), zero])
            yield scope.put(kinds.HORIZON_ADDED, node.test, test, "horizon")


def _tests_for_nothing(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """Put `best is None or` before a test for a better one, and make it strict."""
    test = node.test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ORDERS):
        return
    order = type(test.ops[0])
    is_strict = order in (ast.Lt, ast.Gt)
    strict = order if is_strict else AT_EQUALS[order]
    kind = kinds.FIRST_ONE if is_strict else kinds.FIRST_OF_TIES
    for name in walk(node):
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
            nothing = expression(f"{name.id} is None")
            sides = [copied(side) for side in test.comparators]
            better = ast.Compare(copied(test.left), [strict()], sides)
            either = ast.BoolOp(ast.Or(), [nothing, better])
            yield scope.put(kind, test, either, "ties")


def _equals_the_best(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """Keep a move only if its value is better than the best one was before.

    If its value equals the best one, the best one includes it by then.
    """
    test, loop = node.test, scope.loop(node)
    match test:
        case ast.Compare(left, [ast.Eq()], [right]) if loop is not None:
            sides = (left, right)
        case _:
            return
    for best, other in permutations(sides):
        before = _folded_with(scope, best, other)
        if before is not None:
            differs = ast.Compare(copied(best), [ast.NotEq()], [copied(before)])
            new_test = ast.BoolOp(ast.And(), [copied(test), differs])
            yield scope.put(kinds.IMPROVED, test, new_test, "ties")
        elif isinstance(best, ast.Name) and key_of(best) in scope.numbers:
            differs = ast.Compare(copied(best), [ast.NotEq()], [BEFORE])
            put = scope.put(kinds.IMPROVED, test, differs, "ties")
            start = body_of(loop)[0]
            kept = as_added(ast.Assign([stored(BEFORE)], copied(best)))
            add = Add(loop, "body", kept, start)
            yield put._replace(alterations=(*put.alterations, add))


def actions_by_value(scope: Scope) -> Iterator[Edit]:
    """Keep the first action of each value in a dictionary of actions by value."""
    for node in scope.all(ast.Assign):
        match node.targets:
            case [ast.Subscript(ast.Name() as actions, value)] if scope.loop(node):
                if scope.is_number(value) and _begins_empty(scope, actions):
                    kept = ast.Attribute(loaded(actions), "setdefault", ast.Load())
                    arguments = [copied(value), copied(node.value)]
                    line = ast.Expr(ast.Call(kept, arguments, []))
                    yield scope.put(kinds.FIRST_KEPT, node, line, "ties")


def first_found(scope: Scope) -> Iterator[Edit]:
    """Leave a loop that searches nothing with the first element that it is to find."""
    for node in scope.all(ast.If):
        loop = scope.loop(node)
        if loop is None or any(map(scope.leads_to_search, walk(loop))):
            continue
        match node:
            case ast.If(ast.Compare(_, [ast.Eq()]), [*_, ast.Assign()] as lines, []):
                body = Body(node, "body", lines)
                yield scope.add(kinds.FIRST_KEPT, body, len(lines), "break", "ties")


def _begins_empty(scope: Scope, variable: ast.Name) -> bool:
    """Return whether a variable begins as an empty dictionary."""
    return any(
        key_of(node.targets[0]) == key_of(variable)
        and ast.unparse(node.value) in ("{}", "dict()")
        for node in scope.all(ast.Assign)
    )


BEFORE = ast.Name("before", ast.Load())


def _folded_with(scope: Scope, best: ast.expr, other: ast.expr) -> ast.expr | None:
    """Return the operand that a call folds with the best value, or None."""
    if not isinstance(other, ast.Call) or scope.own(other):
        return None
    rest = [argument for argument in other.args if key_of(argument) != key_of(best)]
    return rest[0] if rest and len(rest) < len(other.args) else None


def targets(scope: Scope) -> Iterator[Edit]:
    """Set another variable."""
    for node in scope.all(ast.Assign):
        match node.targets:
            case [ast.Tuple(elements), *_]:
                for target in elements:
                    for number in _others_than(scope, target):
                        new = stored(number)
                        yield scope.put(kinds.TARGET, target, new, "assignment")
            case [target]:
                yield from _sides_exchanged(scope, node)
                for number in _others_than(scope, target):
                    yield from _other_target(scope, node, number)


def fields_named(scope: Scope) -> Iterator[Edit]:
    """Name the other end of the window in a call: `beta=` for `alpha=`."""
    names = [named(end) for end in scope.window if isinstance(end, ast.Attribute)]
    for node in scope.all(ast.Call):
        given = [keyword.arg for keyword in node.keywords]
        for keyword, name in product(node.keywords, names):
            if keyword.arg in names and name not in given:
                other = ast.keyword(name, copied(keyword.value))
                yield scope.put(kinds.TARGET, keyword, other, "update")


def operands_exchanged(scope: Scope) -> Iterator[Edit]:
    """Exchange the sides of a difference: `1 - player` for `player - 1`."""
    for node in scope.all(ast.BinOp):
        if isinstance(node.op, ast.Sub):
            turned = ast.BinOp(copied(node.right), ast.Sub(), copied(node.left))
            yield scope.put(kinds.OPERANDS_EXCHANGED, node, turned)


def _others_than(scope: Scope, target: ast.expr) -> list[ast.expr]:
    """Return the other numbers that may be set instead of one."""
    if key_of(target) not in scope.numbers:
        return []
    return [number for name, number in scope.numbers.items() if name != key_of(target)]


def _sides_exchanged(scope: Scope, node: ast.Assign) -> Iterator[Edit]:
    target, value = node.targets[0], node.value
    is_choice = isinstance(scope.parents[node][0], ast.If)
    if is_choice and {key_of(target), key_of(value)} <= set(scope.numbers):
        turned = ast.Assign([stored(value)], loaded(target))
        yield scope.put(kinds.SIDES_EXCHANGED, node, turned, "assignment")


def _other_target(scope: Scope, node: ast.Assign, number: ast.expr) -> Iterator[Edit]:
    """Set another number, and `beta = min(beta, v)` for `alpha = max(alpha, v)`."""
    (target,), value = node.targets, node.value
    kind, role, surcharge = of_target(scope, node, number)
    yield scope.put(kind, target, stored(number), role, surcharge)
    if not isinstance(value, ast.Call) or not fold(value):
        return
    is_update = scope.is_end(target) and scope.is_end(number)
    role = "update" if is_update else "assignment"
    arguments = [number if key_of(old) == key_of(target) else old for old in value.args]
    for name in FOLDS:
        new = ast.Assign([stored(number)], call(name, *arguments))
        yield scope.put(kinds.WHOLE_TARGET, node, new, role)


def bounds_exchanged(scope: Scope) -> Iterator[Edit]:
    """Exchange alpha and beta in one statement, or in a condition and its branch."""
    if not scope.window:
        return
    alpha, beta = scope.window
    names = {key_of(alpha): beta, key_of(beta): alpha}
    for node in scope.all(ast.Assign, ast.If):
        sort = scope.sort(node)
        has_loop = any(isinstance(inner, LOOPS) for inner in walk(node))
        is_elif = scope.parents[node][2] is None
        if is_elif or has_loop or sort not in ("test", "update"):
            continue
        new = Exchanged(names).visit(copied(node))
        if dumped(new) != dumped(node):
            yield scope.put(kinds.ENDS_EXCHANGED, node, new, sort)
            turned = Turned().visit(copied(new))
            if dumped(turned) != dumped(new):
                yield scope.put(kinds.MIRRORED, node, turned, sort)
