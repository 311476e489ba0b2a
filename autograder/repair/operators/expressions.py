"""Changes within an expression: a comparison, an operand, a fold, a condition, what is set."""

import ast
from collections.abc import Iterator
from itertools import permutations

from autograder.repair import kinds
from autograder.repair.edits import Add, Edit, Put, copied, dumped, walk
from autograder.repair.kinds import Kind
from autograder.repair.mirror import Exchanged, Turned
from autograder.repair.operators.meanings import of_fold, role_of_test
from autograder.repair.operators.pairs import keeps_a_move
from autograder.repair.scopes import (
    FOLDS,
    LOOPS,
    ORDERS,
    Scope,
    at_line_of,
    body_of,
    call,
    constant,
    ends_early,
    fold,
    is_depth,
    key,
    loaded,
    stored,
)

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]]
OPPOSITE = {ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.Eq: ast.NotEq, ast.Is: ast.IsNot}
OPPOSITE |= {other: of for of, other in OPPOSITE.items()}
NAMED: dict[str, type[ast.cmpop]] = {
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
}
"""What the module `operator` calls comparisons."""
AT_EQUALS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


def comparisons(scope: Scope) -> Iterator[Edit]:
    """Another relational operator."""
    for node in scope.all(ast.Compare):
        if len(node.ops) != 1 or type(node.ops[0]) not in OPPOSITE:
            continue
        of = type(node.ops[0])
        role = (
            "kept"
            if keeps_a_move(scope, scope.statement(node))
            else role_of_test(scope, node)
        )
        # Then it is a number that is wrong.
        if dumped(node.left) == dumped(node.comparators[0]):
            role = ""
        if role in ("kept", "best", "update") and of not in AT_EQUALS:
            role = "turn"  # == tells players apart, whatever is done for one of them
        surer = any(scope.is_number(side) for side in (node.left, node.comparators[0]))
        for other in (
            (*ORDERS, ast.Eq, ast.NotEq) if of in AT_EQUALS else (OPPOSITE[of], *ORDERS)
        ):
            if other is not of:
                kind = _compared(of, other)
                more = 0 if surer or AT_EQUALS.get(of) is other else 0.3
                yield scope.edit(
                    kind,
                    node,
                    Put(node, "ops", other(), 0),
                    role=role,
                    new=other(),
                    more=more,
                )


def named_comparisons(scope: Scope) -> Iterator[Edit]:
    """Another relational operator where it is named, as in a table."""
    for function in (
        node
        for node in scope.all(ast.Attribute)
        if ast.unparse(node.value) == "operator"
    ):
        for name in NAMED.keys() - {function.attr} if function.attr in NAMED else ():
            new = ast.Attribute(copied(function.value), name, ast.Load())
            yield scope.put(
                _compared(NAMED[function.attr], NAMED[name]), function, new, "test"
            )


def _compared(of: type[ast.cmpop], other: type[ast.cmpop]) -> Kind:
    if AT_EQUALS.get(of) is other:
        return kinds.STRICTER if other in (ast.Lt, ast.Gt) else kinds.LOOSER
    return (
        kinds.OPPOSITE
        if other in (OPPOSITE[of], AT_EQUALS.get(OPPOSITE[of]))
        else kinds.OTHER_ORDER
    )


def folds(scope: Scope) -> Iterator[Edit]:
    """min for max."""
    for node in scope.all(ast.Name):
        if node.id in FOLDS and isinstance(node.ctx, ast.Load):
            kind, role, more = of_fold(scope, node)
            yield scope.put(
                kind, node, ast.Name(FOLDS[node.id], ast.Load()), role, more
            )


def conditions(scope: Scope) -> Iterator[Edit]:
    """`or` for `and`, or one part more."""
    for joined in scope.all(ast.BoolOp):
        other = ast.Or() if isinstance(joined.op, ast.And) else ast.And()
        yield scope.edit(kinds.AND_OR, joined, Put(joined, "op", other), new=other)
    for node in scope.all(ast.If):
        if isinstance(node.test, ast.Constant):
            continue
        if ends_early(node):
            yield from _horizons(scope, node)
        else:
            yield from _tests_for_nothing(scope, node)
            yield from _equals_the_best(scope, node)


def _horizons(scope: Scope, node: ast.If) -> Iterator[Edit]:
    if isinstance(scope.root, ast.FunctionDef) and "is_terminal" in ast.unparse(
        node.test
    ):
        for argument in filter(is_depth, scope.root.args.args):
            zero = ast.Compare(
                ast.Name(argument.arg, ast.Load()), [ast.LtE()], [ast.Constant(0)]
            )
            test = ast.BoolOp(ast.Or(), [copied(node.test), zero])
            yield scope.put(kinds.HORIZON_ADDED, node.test, test, "horizon")


def _tests_for_nothing(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """`best is None or` before a test for a better one, which then is strict."""
    test = node.test
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ORDERS):
        return
    names = [
        entry
        for entry in walk(node)
        if isinstance(entry, ast.Name) and isinstance(entry.ctx, ast.Store)
    ]
    for name in names:
        for order in {type(test.ops[0]), AT_EQUALS[type(test.ops[0])]} & {
            ast.Lt,
            ast.Gt,
        }:
            nothing = ast.Compare(
                ast.Name(name.id, ast.Load()), [ast.Is()], [ast.Constant(None)]
            )
            better = ast.Compare(
                copied(test.left), [order()], [*map(copied, test.comparators)]
            )
            kind = (
                kinds.FIRST_ONE
                if isinstance(test.ops[0], order)
                else kinds.FIRST_OF_TIES
            )
            yield scope.put(kind, test, ast.BoolOp(ast.Or(), [nothing, better]), "ties")


def _equals_the_best(scope: Scope, node: ast.If) -> Iterator[Edit]:
    """A move kept where its value equals the best one, which has it in it by then: where it is better than that was."""
    test, loop = node.test, scope.loop(node)
    if (
        not isinstance(test, ast.Compare)
        or not isinstance(test.ops[0], ast.Eq)
        or loop is None
    ):
        return
    for best, other in permutations((test.left, test.comparators[0])):
        asked = (
            other.args if isinstance(other, ast.Call) and not scope.own(other) else []
        )
        folded = [entry for entry in asked if key(entry) != key(best)]
        if folded and len(folded) < len(asked):
            differs = ast.Compare(copied(best), [ast.NotEq()], [copied(folded[0])])
            yield scope.put(
                kinds.FIRST_OF_TIES,
                test,
                ast.BoolOp(ast.And(), [copied(test), differs]),
                "ties",
            )
        elif isinstance(best, ast.Name) and key(best) in scope.numbers:
            (before,) = ast.parse(f"before = {best.id}").body
            put = scope.put(
                kinds.FIRST_OF_TIES,
                test,
                ast.parse(f"{best.id} != before", mode="eval").body,
                "ties",
            )
            start = body_of(loop)[0]
            yield put._replace(
                changes=(
                    *put.changes,
                    Add(loop, "body", at_line_of(before, start), start),
                )
            )


def targets(scope: Scope) -> Iterator[Edit]:
    """Another variable set."""
    for node in scope.all(ast.Assign):
        first = node.targets[0]
        if isinstance(first, ast.Tuple):
            for target in (
                entry for entry in first.elts if key(entry) in scope.numbers
            ):
                for name, number in scope.numbers.items():
                    if name != key(target):
                        yield scope.put(
                            kinds.TARGET, target, stored(number), "assignment"
                        )
        elif len(node.targets) == 1 and key(first) in scope.numbers:
            if key(node.value) in scope.numbers and isinstance(
                scope.parents[node][0], ast.If
            ):
                turned = ast.Assign([stored(node.value)], loaded(first))
                yield scope.put(kinds.SIDES_EXCHANGED, node, turned, "assignment")
            for name, number in scope.numbers.items():
                if name != key(first):
                    yield from _targets(scope, node, number)


def _targets(scope: Scope, node: ast.Assign, number: ast.expr) -> Iterator[Edit]:
    """Another number set, and beta = min(beta, v) for alpha = max(alpha, v): another bound updated altogether."""
    ends, is_anew = (
        scope.is_end(node.targets[0]) and scope.is_end(number),
        constant(node.value) is not None,
    )
    role = (
        "anew"
        if is_anew and scope.is_end(node.targets[0])
        else "update"
        if ends
        else "assignment"
    )
    yield scope.put(kinds.TARGET, node.targets[0], stored(number), role)
    if isinstance(node.value, ast.Call) and fold(node.value):
        target = key(node.targets[0])
        arguments = [
            number if key(argument) == target else argument
            for argument in node.value.args
        ]
        for name in FOLDS:
            new = ast.Assign([stored(number)], call(name, *arguments))
            yield scope.put(
                kinds.WHOLE_TARGET, node, new, "update" if ends else "assignment"
            )


def bounds_exchanged(scope: Scope) -> Iterator[Edit]:
    """Alpha for beta and beta for alpha in one whole statement, or in a condition with what it decides."""
    if not scope.window:
        return
    names = {
        key(end): other
        for end, other in zip(scope.window, scope.window[::-1], strict=True)
    }
    for node in scope.all(ast.Assign, ast.If):
        if scope.parents[node][2] is None or any(
            isinstance(entry, LOOPS) for entry in walk(node)
        ):
            continue
        sort = scope.sort(node)
        new = Exchanged(names).visit(copied(node))
        if sort in ("test", "update") and dumped(new) != dumped(node):
            yield scope.put(kinds.ENDS_EXCHANGED, node, new, sort)
            turned = Turned().visit(copied(new))
            if dumped(turned) != dumped(new):
                yield scope.put(kinds.MIRRORED, node, turned, sort)
