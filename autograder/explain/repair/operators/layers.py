"""Takes a layer off an expression, or puts one more around it.

Python's grammar tells the layers: an expression has operands, and it can be
negated, counted up or down, or folded with another one.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import inf

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied
from autograder.explain.repair.nodes import (
    FOLDS,
    VARIABLES,
    call,
    key_of,
    negative,
    passed,
)
from autograder.explain.repair.operators.general import expressions_read, values_at_hand
from autograder.explain.repair.operators.meanings import (
    looks,
    of_better,
    of_flag,
    of_next,
    of_operand,
    of_opposite,
    role_of_value,
)
from autograder.explain.repair.operators.pairs import method_called
from autograder.explain.repair.scopes import Scope

COMPOUND = (ast.BinOp, ast.UnaryOp, ast.IfExp)


# --- One layer less ---


def without(scope: Scope) -> Iterator[Edit]:
    """Put one of an expression's own operands in its place."""
    for node in scope.all(ast.expr):
        if not _is_read(scope, node):
            continue
        for operand in _operands_of(scope, node):
            kind, role, surcharge = of_operand(scope, node, operand)
            yield scope.put(kind, node, copied(operand), role, surcharge)


def _is_read(scope: Scope, node: ast.expr) -> bool:
    """Return whether a program reads the value of an expression, which is no constant.

    It does not if it only calls the value, or drops it.
    """
    owner, field, _ = scope.parents[node]
    is_set = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
    is_used = field != "func" and not isinstance(owner, ast.Expr)
    return is_used and not is_set and scope.constant(node) is None


def _operands_of(scope: Scope, node: ast.expr) -> list[ast.expr]:
    operands: list[ast.expr] = []
    match node:
        case ast.UnaryOp(_, operand):
            operands = [operand]
        case ast.BinOp(left, _, right):
            operands = [left, right]
        case ast.BoolOp(operator, conditions):
            operands = [_but(operator, conditions, left_out) for left_out in conditions]
        case ast.Call(ast.Name(), arguments) if not scope.own(node):
            operands = arguments
        case ast.Call(ast.Attribute() as method, [], []) if not (
            scope.own(node) or looks(node)
        ):
            operands = [method]
        case ast.Subscript(value):
            operands = [value]
        case ast.IfExp(_, value, other):
            operands = [value, other]
    return [
        node_inside
        for node_inside in operands
        if not isinstance(node_inside, ast.Starred)
    ]


def _but(
    operator: ast.boolop, conditions: list[ast.expr], left_out: ast.expr
) -> ast.expr:
    """Join all conditions but one."""
    rest = [condition for condition in conditions if condition is not left_out]
    return rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)


# --- One layer more ---


def around(scope: Scope) -> Iterator[Edit]:
    """Put one more layer around an expression."""
    for operator in (
        _opposites,
        _negations,
        _next_numbers,
        _folds,
        _products,
        _values_of_pairs,
        _with_no_move,
        _compared_with_none,
        _chosen_by_test,
        _reversed,
        _copies,
    ):
        yield from operator(scope)


def _opposites(scope: Scope) -> Iterator[Edit]:
    """Put a minus sign before a value."""
    for node in _worked_with(scope):
        kind, role, surcharge = of_opposite(scope, node)
        yield scope.put(kind, node, negative(node, node), role, surcharge)
    yield from _opposites_of_parts(scope)


def _opposites_of_parts(scope: Scope) -> Iterator[Edit]:
    """Negate a value that is taken out of the result of a search, in a line more."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    for node in scope.all(ast.Assign):
        match node:
            case ast.Assign([ast.Tuple(parts)], ast.Call() as call_made):
                body, index = scope.body_of(node)
                numbers = filter(scope.is_number, parts)
                for number in numbers if scope.leads_to_search(call_made) else ():
                    name = ast.unparse(number)
                    line = f"{name} = -{name}"
                    yield scope.add(
                        kinds.SIGN_ADDED, body, index + 1, line, "recursion"
                    )


def _worked_with(scope: Scope) -> list[ast.expr]:
    """Return the variables and calls that a function reads, but for constants."""
    values = (
        node
        for node in expressions_read(scope)
        if isinstance(node, (*VARIABLES, ast.Call))
    )
    return [node for node in values if scope.constant(node) is None]


def _negations(scope: Scope) -> Iterator[Edit]:
    """Negate a condition, or a flag that is passed."""
    for node in scope.all(ast.If, ast.IfExp, ast.While):
        test = node.test
        if isinstance(test, (ast.Constant, ast.Compare)):
            continue
        new = _negated(test)
        if scope.mentions_end(test):
            # A test of the window tells of no player.
            yield scope.put(kinds.OTHER_CONDITION, test, new, "test")
        else:
            kind, role, surcharge = of_flag(scope, test)
            yield scope.put(kind, test, new, role, surcharge)
    yield from _negations_of_flags(scope)
    for searched in scope.calls():
        for argument in passed(searched):
            if isinstance(argument, ast.Name) and key_of(argument) not in scope.numbers:
                kind, role, surcharge = of_flag(scope, argument)
                new = _negated(argument)
                yield scope.put(kind, argument, new, role, surcharge + 0.1)


def _negations_of_flags(scope: Scope) -> Iterator[Edit]:
    """Negate a flag that a condition reads in the line where it is set.

    If whatever reads it has to be negated, it is the flag that is wrong.
    """
    for node in scope.all(ast.Assign):
        if not isinstance(node.targets[0], ast.Name):
            continue
        read = [
            name
            for name in scope.all(ast.Name)
            if name.id == node.targets[0].id and isinstance(name.ctx, ast.Load)
        ]
        if any(scope.parents[name].field == "test" for name in read):
            new = _negated(node.value)
            yield scope.put(kinds.FLAG, node.value, new, "turn", -0.2)


def _negated(condition: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), copied(condition))


def _next_numbers(scope: Scope) -> Iterator[Edit]:
    """Take one less or one more than a number, as a depth."""
    for node in _worked_with(scope):
        meaning = of_next(scope, node)
        if meaning is None:
            continue
        kind, role, surcharge = meaning
        for position, sign in enumerate((ast.Sub(), ast.Add())):
            sum_of_both = ast.BinOp(copied(node), sign, ast.Constant(1))
            yield scope.put(kind, node, sum_of_both, role, surcharge + position / 5)


def _folds(scope: Scope) -> Iterator[Edit]:
    """Take the better of a value and a number."""
    numbers = [
        value
        for name, value in values_at_hand(scope).items()
        if name in scope.numbers or isinstance(value, ast.Subscript)
    ]
    for node in _kept(scope):
        others = [number for number in numbers if key_of(number) != key_of(node)]
        for number, name in product(others, FOLDS):
            kind, role, surcharge = of_better(scope, node, number)
            yield scope.put(kind, node, call(name, number, node), role, surcharge)


def _kept(scope: Scope) -> list[ast.expr]:
    """Return the values for which the better of them and a number may be meant.

    Those are passed as a bound, kept as a bound or best value, compared by max or min,
    or numbers. An infinity is none: max and min return it, or the number alone.
    """
    kept: list[ast.expr] = []
    for node in _worked_with(scope):
        is_kept = role_of_value(scope, node) in ("window", "update", "fold")
        if is_kept or scope.is_number(node):
            kept.append(node)
    whole = [assignment.value for assignment in scope.all(ast.Assign)]
    kept += [node for node in whole if isinstance(node, COMPOUND)]
    return [node for node in kept if abs(scope.constant(node) or 0) != inf]


def _products(scope: Scope) -> Iterator[Edit]:
    """Multiply a value by a colour (1 or -1), or by 2 as in an array."""
    colours = list(_colours(scope))
    for node in _worked_with(scope):
        factors = [colour for colour in colours if key_of(colour) != key_of(node)]
        match scope.parents[node][0]:
            case ast.BinOp(op=ast.Add()):
                factors.append(ast.Constant(2))
        role = role_of_value(scope, node)
        for factor in factors:
            times = ast.BinOp(copied(factor), ast.Mult(), copied(node))
            yield scope.put(kinds.FACTOR, node, times, role, 0.1)


def _colours(scope: Scope) -> Iterable[ast.expr]:
    """Return the names that are passed with a minus sign, but for alpha and beta."""
    colours: dict[Dump, ast.expr] = {}
    for searched in scope.calls():
        for argument in searched.args:
            match argument:
                case ast.UnaryOp(_, ast.Name() as name) if not scope.is_end(name):
                    colours[key_of(name)] = name
    return colours.values()


def _values_of_pairs(scope: Scope) -> Iterator[Edit]:
    """Take the first element of a search's result, even if that is in a variable."""
    searches = [node for node in scope.all(ast.Assign) if scope.own(node.value)]
    held = {key_of(search.targets[0]) for search in searches}
    for node in expressions_read(scope) if scope.returns_pairs() else ():
        if scope.own(node) or key_of(node) in held:
            value = ast.Subscript(copied(node), ast.Constant(0), ast.Load())
            yield scope.put(kinds.OTHER_PART, node, value, "value")


def _with_no_move(scope: Scope) -> Iterator[Edit]:
    """Return a pair with no move instead of a value alone."""
    for node in scope.all(ast.Return) if scope.returns_pairs() else ():
        value = node.value
        is_pair = value is None or isinstance(value, ast.Tuple) or scope.own(value)
        if value is not None and not is_pair:
            pair = ast.Tuple([copied(value), ast.Constant(None)], ast.Load())
            yield scope.put(kinds.PAIR_MADE, value, pair, "result")


def _compared_with_none(scope: Scope) -> Iterator[Edit]:
    """Ask whether a number is None, not whether it is true: 0 is a value, too."""
    for node in scope.all(ast.expr):
        owner = scope.parents[node][0]
        is_test = isinstance(owner, ast.BoolOp) or getattr(owner, "test", None) is node
        is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        tested = vars(node)["operand"] if is_not else node
        if is_test and isinstance(tested, ast.Name) and key_of(tested) in scope.numbers:
            order = ast.Is() if is_not else ast.IsNot()
            new = ast.Compare(copied(tested), [order], [ast.Constant(None)])
            yield scope.put(kinds.IS_NONE, node, new)
            if not is_not and isinstance(getattr(owner, "op", None), ast.Or):
                is_first = ast.Compare(copied(tested), [ast.Is()], [ast.Constant(None)])
                yield scope.put(kinds.FIRST_ONE, node, is_first)


def _chosen_by_test(scope: Scope) -> Iterator[Edit]:
    """Choose a leaf's value by a test alone, and not by `and` and `or`: it may be 0."""
    for node in scope.all(ast.BoolOp):
        match node:
            case ast.BoolOp(
                ast.Or(), [ast.BoolOp(ast.And(), [*tests, value]), *others]
            ) if looks(value):
                test = _joined(ast.And(), tests)
                other = _joined(ast.Or(), others)
                chosen = ast.IfExp(test, copied(value), other)
                yield scope.put(kinds.IS_NONE, node, chosen)


def _joined(operator: ast.boolop, values: Sequence[ast.expr]) -> ast.expr:
    """Return a copy of a value, or of several that an operator joins."""
    first, *others = map(copied, values)
    return ast.BoolOp(operator, [first, *others]) if others else first


def _reversed(scope: Scope) -> Iterator[Edit]:
    """Go through the children from the other end."""
    loops = list(scope.all(ast.For))
    # Without recursion, a loop puts the children on a stack.
    searching = [loop for loop in loops if scope.searches(loop)] or loops
    for loop in searching:
        other_end = call("reversed", call("list", loop.iter))
        yield scope.put(kinds.IN_ORDER, loop.iter, other_end, "loop", 0.1)


def _copies(scope: Scope) -> Iterator[Edit]:
    """Pass a copy, so that the search may change it.

    If the moves are taken back, it only hides that one is not.
    """
    for searched in scope.calls():
        for node in searched.args:
            if isinstance(node, ast.Name) and not scope.is_number(node):
                method = ast.Attribute(copied(node), "copy", ast.Load())
                copy = ast.Call(method, [], [])
                detour = 1 if _is_changed_back(scope, searched, node.id) else 0
                yield scope.put(kinds.COPIED, node, copy, "position", detour)


def _is_changed_back(scope: Scope, searched: ast.Call, board: str) -> bool:
    """Return whether a board's methods are called before a search of it and after."""
    statement = scope.statement(searched)
    if scope.parents[statement][2] is None:
        return False  # it stands in no body
    body, index = scope.body_of(statement)
    before, after = body.statements[:index], body.statements[index + 1 :]
    return all(
        any(method_called(statement)[0] == board for statement in side)
        for side in (before, after)
    )
