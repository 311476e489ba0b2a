"""Take a layer off an expression, or put one more around it.

Python's grammar says what can be done: an expression has parts, and it can be
negated, counted up or down, or folded with another one.
"""

import ast
from collections.abc import Iterable, Iterator
from itertools import product

from autograder.repair import kinds
from autograder.repair.edits import Dump, Edit, copied
from autograder.repair.operators.general import takes_powers, uses, values
from autograder.repair.operators.meanings import (
    looks,
    of_part,
    role_of_look,
    role_of_value,
)
from autograder.repair.scopes import (
    FOLDS,
    PLACES,
    Scope,
    call,
    constant,
    fold,
    is_depth,
    key,
    loaded,
    negative,
)

SIGNS = (ast.Sub(), ast.Add())


# --- One layer less ---


def without(scope: Scope) -> Iterator[Edit]:
    """Put one of an expression's own parts in its place."""
    for node in scope.all(ast.expr):
        if not _is_read(scope, node):
            continue
        for part in _parts(scope, node):
            kind, role, more = of_part(scope, node, part)
            yield scope.put(kind, node, copied(part), role, more)


def _is_read(scope: Scope, node: ast.expr) -> bool:
    """Whether the value of an expression is used, as something but a function."""
    owner, field, _ = scope.parents[node]
    is_set = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
    is_used = field != "func" and not isinstance(owner, ast.Expr)
    return is_used and not is_set and constant(node) is None


def _parts(scope: Scope, node: ast.expr) -> list[ast.expr]:
    parts: list[ast.expr] = []
    match node:
        case ast.UnaryOp(_, operand):
            parts = [operand]
        case ast.BinOp(left, _, right):
            parts = [left, right]
        case ast.BoolOp(operator, conditions):
            parts = [_but(operator, conditions, left_out) for left_out in conditions]
        case ast.Call(ast.Name(), arguments) if not scope.own(node):
            parts = arguments
        case ast.Subscript(value):
            parts = [value]
        case ast.IfExp(_, value, other):
            parts = [value, other]
        case ast.Tuple(entries):
            parts = entries
    return [part for part in parts if not isinstance(part, ast.Starred)]


def _but(
    operator: ast.boolop, conditions: list[ast.expr], left_out: ast.expr
) -> ast.expr:
    """Join all conditions but one."""
    rest = [condition for condition in conditions if condition is not left_out]
    return rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)


# --- One layer more ---


def around(scope: Scope) -> Iterator[Edit]:
    """Put one more layer around an expression."""
    layers = LAYERS if takes_powers(scope) else (*LAYERS, *LAYERS_OF_ANY_VALUE)
    for operator in layers:
        yield from operator(scope)


def _minus(scope: Scope) -> Iterator[Edit]:
    """Put a minus sign before what a search or a leaf is worth."""
    for asked in scope.all(ast.Call):
        owner = scope.parents[asked][0]
        if isinstance(owner, (ast.UnaryOp, ast.Expr)):
            continue
        opposite = negative(asked, asked)
        if scope.own(asked):
            yield scope.put(kinds.SIGN_ADDED, asked, opposite, "recursion")
        elif looks(asked):
            role = role_of_look(scope, asked)
            yield scope.put(kinds.SIGN_ADDED, asked, opposite, role, 0.5)


def _opposites(scope: Scope) -> Iterator[Edit]:
    """Put a minus sign before any value, the likelier if the function has others."""
    signs = (node for node in scope.all(ast.UnaryOp) if constant(node) is None)
    negates = any(True for _ in signs)
    for node in _worked_with(scope):
        likely = negates and (scope.is_number(node) or bool(scope.own(node)))
        role, more = role_of_value(scope, node), -0.5 if likely else 0
        yield scope.put(kinds.FROM_IT, node, negative(node, node), role, more)


def _worked_with(scope: Scope) -> list[ast.expr]:
    """Return the values of a function that are no constants."""
    places = (node for node in uses(scope) if isinstance(node, (*PLACES, ast.Call)))
    return [node for node in places if constant(node) is None]


def _not(scope: Scope) -> Iterator[Edit]:
    """Negate a condition, or a flag that is passed."""
    tests = (node.test for node in scope.all(ast.If, ast.IfExp, ast.While))
    for test in tests:
        if not isinstance(test, (ast.Constant, ast.Compare)):
            yield scope.put(kinds.TURN, test, _negated(test), "turn")
    for call_of_own in scope.calls():
        for argument in _passed(call_of_own):
            if isinstance(argument, ast.Name) and key(argument) not in scope.numbers:
                yield scope.put(kinds.TURN, argument, _negated(argument), "turn", 0.1)


def _negated(condition: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), copied(condition))


def _passed(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def _sums(scope: Scope) -> Iterator[Edit]:
    """Count a depth down or up by 1."""
    passed = [argument for node in scope.calls() for argument in _passed(node)]
    for assignment in scope.all(ast.Assign):
        value = assignment.value
        passed += value.elts if isinstance(value, ast.Tuple) else [value]
    for node, (place, sign) in product(filter(is_depth, passed), enumerate(SIGNS)):
        new = ast.BinOp(copied(node), sign, ast.Constant(1))
        yield scope.put(kinds.SUM_ADDED, node, new, "horizon", place / 10)


def _kept(scope: Scope) -> Iterator[Edit]:
    """Keep the better of the old and the new value."""
    for assignment in scope.all(ast.Assign):
        value, target = assignment.value, assignment.targets[0]
        is_folded = constant(value) is not None or bool(fold(value))
        if is_folded or len(assignment.targets) > 1 or key(target) not in scope.numbers:
            continue
        role = "update" if scope.is_end(target) else "fold"
        for name in FOLDS:
            better = call(name, loaded(target), value)
            yield scope.put(kinds.FOLD_ADDED, value, better, role)


def _folds(scope: Scope) -> Iterator[Edit]:
    """Take the better of a value and another number."""
    numbers = [
        value
        for name, value in values(scope).items()
        if name in scope.numbers or isinstance(value, ast.Subscript)
    ]
    for node in _worked_with(scope):
        role = role_of_value(scope, node)
        is_number = scope.is_number(node) or role in ("window", "update", "fold")
        others = [number for number in numbers if key(number) != key(node)]
        for number, name in product(others if is_number else (), FOLDS):
            better = call(name, number, node)
            yield scope.put(kinds.FROM_IT, node, better, role, 0.1)


def _next_numbers(scope: Scope) -> Iterator[Edit]:
    """Take one less or one more than a number."""
    numbers = (node for node in _worked_with(scope) if scope.is_number(node))
    for node, sign in product(numbers, SIGNS):
        new = ast.BinOp(copied(node), sign, ast.Constant(1))
        yield scope.put(kinds.FROM_IT, node, new, role_of_value(scope, node), 0.2)


def _products(scope: Scope) -> Iterator[Edit]:
    """Multiply a value by a colour, which is 1 or -1, or by 2, as in an array."""
    colours = list(_colours(scope))
    for node in _worked_with(scope):
        factors = [colour for colour in colours if key(colour) != key(node)]
        match scope.parents[node][0]:
            case ast.BinOp(op=ast.Add()):
                factors.append(ast.Constant(2))
        role = role_of_value(scope, node)
        for factor in factors:
            times = ast.BinOp(copied(factor), ast.Mult(), copied(node))
            yield scope.put(kinds.FROM_IT, node, times, role, 0.1)


def _colours(scope: Scope) -> Iterable[ast.expr]:
    """Return the names that are passed with a minus sign, but for alpha and beta."""
    colours: dict[Dump, ast.expr] = {}
    for searched in scope.calls():
        for argument in searched.args:
            match argument:
                case ast.UnaryOp(_, ast.Name() as name) if not scope.is_end(name):
                    colours[key(name)] = name
    return colours.values()


def _asked_for_none(scope: Scope) -> Iterator[Edit]:
    """Ask whether a number is None, not whether it is true: 0 is a value, too."""
    for node in scope.all(ast.expr):
        owner = scope.parents[node][0]
        is_test = isinstance(owner, ast.BoolOp) or getattr(owner, "test", None) is node
        is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        asked = vars(node)["operand"] if is_not else node
        if is_test and isinstance(asked, ast.Name) and key(asked) in scope.numbers:
            order = ast.Is() if is_not else ast.IsNot()
            new = ast.Compare(copied(asked), [order], [ast.Constant(None)])
            yield scope.put(kinds.IS_NONE, node, new)


def _reversed(scope: Scope) -> Iterator[Edit]:
    """Go through the children from the other end."""
    for loop in filter(scope.searches, scope.all(ast.For)):
        other_end = call("reversed", call("list", loop.iter))
        yield scope.put(kinds.IN_ORDER, loop.iter, other_end, "loop", 0.1)


LAYERS = (_minus, _not, _sums, _kept, _asked_for_none, _reversed)
"""The layers that students forget, each where they do."""
LAYERS_OF_ANY_VALUE = (_opposites, _next_numbers, _folds, _products)
