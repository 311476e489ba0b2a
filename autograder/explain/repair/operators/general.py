"""Puts another value of a function in the place of a value, and moves arguments.

These edits know nothing of alpha-beta. Most are tried after those that students are
known to need, and told if none of these repairs the program. A number written for
another is a known mistake: its kind, and so when it is tried, depends on the node
around it.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, permutations, product

from autograder.core.limits import MOST_ARGUMENTS_MOVED
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, Put, copied, dumped, walk
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.nodes import (
    FOLDS,
    JUMPS,
    ORDERS,
    VARIABLES,
    fold,
    key_of,
    loaded,
    names_in,
    nodes_of,
)
from autograder.explain.repair.operators.meanings import (
    AT_EQUALS,
    of_value,
    role_of_position,
    role_of_test,
    role_of_value,
)
from autograder.explain.repair.scopes import Scope

WORKED_OUT = (
    ast.IfExp,
    ast.UnaryOp,
    ast.BinOp,
    ast.Call,
    ast.Subscript,
    ast.BoolOp,
    ast.Attribute,
)
"""Expressions that are copied from one line of a function to another."""
VALUES_OF = {
    "args": (ast.Call,),
    "slice": (ast.Subscript,),
    "value": (ast.keyword, ast.Return, ast.Assign, ast.AugAssign, ast.DictComp),
    "elt": (ast.ListComp, ast.GeneratorExp),
    "body": (ast.Lambda,),
}
"""Fields of nodes that hold values; of the next ones all do."""
ALL_VALUES = (
    ast.Compare,
    ast.BinOp,
    ast.UnaryOp,
    ast.Tuple,
    ast.List,
    ast.IfExp,
    ast.Dict,
)
MODULES = {"self", "math", "np", "numpy"}
"""Names whose attributes are read and that are no positions."""


def changes(scope: Scope) -> Iterator[Edit]:
    """Yield the edits of this module that are tried on one function alone."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    for operator in (
        others,
        _records,
        _other_fields,
        _both_ends,
        _comparisons_for_conditions,
    ):
        yield from operator(scope)
    if not _powers(scope):
        for operator in (_arguments_moved, _arguments_counted, _parameters_exchanged):
            yield from operator(scope)


def _powers(scope: Scope) -> list[ast.BinOp]:
    """Return the powers that a function works out, as `2 ** depth`.

    With another number in its place one of them may take for ever.
    """
    return [
        node
        for node in scope.all(ast.BinOp)
        if isinstance(node.op, (ast.Pow, ast.LShift)) and scope.constant(node) is None
    ]


def conditions_of_others(scopes: Sequence[Scope]) -> Iterator[Edit]:
    """Put a condition that stands elsewhere in the program in the place of another."""
    tests = [
        (scope, node.test)
        for scope in scopes
        for node in scope.all(ast.If, ast.While, ast.IfExp)
    ]
    different = {dumped(test): test for _, test in tests}
    for scope, test in tests:
        role = role_of_test(scope, test)
        for name, other in different.items():
            if name != dumped(test):
                yield scope.put(kinds.OTHER_CONDITION, test, copied(other), role)


# --- Another value ---


def others(scope: Scope) -> Iterator[Edit]:
    """Put another value that a function has, or works out elsewhere, for a value."""
    names = values_at_hand(scope)
    worked_out = [node for node in expressions_read(scope) if _is_copied(scope, node)]
    unlikely = {*_only_readings(scope), *_returned_alike(scope)}
    for node in expressions_read(scope):
        surcharge = 0.1 if node in unlikely else 0
        is_number = scope.is_number(node) or bool(fold(node))
        if is_number or isinstance(node, (*VARIABLES, ast.Constant)):
            yield from _named_otherwise(scope, node, names, surcharge)
        elif _is_asked_of_state(scope, node):
            for value in scope.numbers.values():
                yield scope.put(kinds.OTHER_VALUE, node, copied(value), "result")
        yield from _worked_out_elsewhere(scope, node, worked_out, surcharge)


def _named_otherwise(
    scope: Scope, node: ast.expr, names: Mapping[Dump, ast.expr], surcharge: float
) -> Iterator[Edit]:
    """Put a function's other names for a value."""
    excluded = {key_of(node), *_keys_of_targets(scope, node)}
    for name, value in names.items():
        if name not in excluded:
            kind, role, of_kind = of_value(scope, node, name)
            yield scope.put(kind, node, copied(value), role, of_kind + surcharge)


def _is_asked_of_state(scope: Scope, node: ast.expr) -> bool:
    """Return whether a call that searches nothing is returned behind a loop.

    The value of a child that was found there may be meant, and not the state's own.
    """
    statement = scope.statement(node)
    is_call = isinstance(node, ast.Call) and not fold(node)
    if not is_call or not isinstance(statement, ast.Return):
        return False
    body, index = scope.body_of(statement)
    before = chain.from_iterable(map(walk, body.statements[:index]))
    has_searched = any(map(scope.leads_to_search, before))
    return has_searched and not any(map(scope.leads_to_search, walk(node)))


def _only_readings(scope: Scope) -> Iterator[ast.expr]:
    """Yield the results in variables that the same body sets for that alone."""
    for returned in scope.all(ast.Return):
        names = [*nodes_of(ast.Name, *scope.siblings(returned))]
        times = Counter(node.id for node in names if isinstance(node.ctx, ast.Load))
        stored_names = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        for node in nodes_of(ast.Name, returned):
            if times[node.id] == 1 and node.id in stored_names:
                yield node


def _returned_alike(scope: Scope) -> Iterator[ast.expr]:
    """Yield the values that several lines return: nobody means one of them alone."""
    returned = list(scope.all(ast.Return))
    times = Counter(map(dumped, returned))
    for node in returned:
        if times[dumped(node)] > 1:
            yield from (part for part in walk(node) if isinstance(part, ast.expr))


def _keys_of_targets(scope: Scope, node: ast.expr) -> list[Dump]:
    """Return the keys of variables that are set to a value: nobody means `i += i`."""
    match scope.parents[node][0]:
        case ast.Assign(targets):
            return [key_of(target) for target in targets]
        case ast.AugAssign(target):
            return [key_of(target)]
    return []


def _records(scope: Scope) -> Iterator[Edit]:
    """Take the same element of another parameter: `you["own"]` for `me["own"]`."""
    parameters = [parameter.arg for parameter in scope.all(ast.arg)]
    for element in scope.all(ast.Subscript):
        match element:
            case ast.Subscript(ast.Name(name) as record, ast.Constant(str())):
                for other in parameters:
                    if name in parameters and other != name:
                        new = ast.Name(other, ast.Load())
                        role = role_of_value(scope, element)
                        yield scope.put(kinds.OTHER_VALUE, record, new, role)


def _other_fields(scope: Scope) -> Iterator[Edit]:
    """Take another field that the function sets: `self.second` for `self.first`."""
    fields = {
        key_of(target): target
        for node in scope.all(ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
    }
    for node in expressions_read(scope):
        if not isinstance(node, ast.Attribute) or key_of(node) not in fields:
            continue
        excluded = {key_of(node), *_keys_of_targets(scope, node)}
        for key, other in fields.items():
            if key not in excluded and key_of(other.value) == key_of(node.value):
                role = role_of_value(scope, node)
                yield scope.put(kinds.OTHER_VALUE, node, loaded(other), role)


def _worked_out_elsewhere(
    scope: Scope, node: ast.expr, worked_out: Sequence[ast.expr], surcharge: float
) -> Iterator[Edit]:
    inner, role = set(walk(node)), role_of_value(scope, node)
    surcharge += -0.4 if role == "move" else 0.2
    others = {dumped(other): other for other in worked_out}
    others.pop(key_of(node), None)
    for other in others.values():
        if other not in inner and node not in walk(other):
            yield scope.put(
                kinds.OTHER_VALUE, node, copied(other), role, 0.2 + surcharge
            )


def values_at_hand(scope: Scope) -> dict[Dump, ast.expr]:
    """Return a function's numbers and the names that it takes nothing out of."""
    by_key = dict(scope.numbers)
    for pair in scope.numbers.values():
        if isinstance(pair, ast.Subscript) and scope.constant(pair.slice) in (0, 1):
            for index in (0, 1):
                end = ast.Subscript(copied(pair.value), ast.Constant(index), ast.Load())
                by_key.setdefault(key_of(end), end)
    without = {"self", *FOLDS, *scope.functions}
    without.update(map(ast.unparse, _taken_out_of(scope)))
    for name in _names(scope):
        if name not in without:
            variable = ast.Name(name, ast.Load())
            by_key.setdefault(key_of(variable), variable)
    return by_key


def _taken_out_of(scope: Scope) -> Iterator[ast.expr]:
    """Yield nodes that are no values: callees, iterables, owners of attributes, ..."""
    for element in scope.all(ast.Attribute, ast.Subscript):
        yield element.value
    for loop in scope.all(ast.For):
        yield loop.iter
    for called in scope.all(ast.Call):
        yield called.func
        yield from called.args if len(called.args) == 1 else ()


def _names(scope: Scope) -> list[str]:
    """Return the names of a function's variables and parameters, each once."""
    names = [node.id for node in scope.all(ast.Name)]
    if isinstance(scope.root, ast.FunctionDef):
        given = scope.root.args
        names += [argument.arg for argument in (*given.args, *given.kwonlyargs)]
    return list(dict.fromkeys(names))


def expressions_read(scope: Scope) -> Iterator[ast.expr]:
    """Yield the expressions whose value a function works with.

    Left out are those that may become an operand of a power.
    """
    powers = _powers(scope)
    for node in scope.all(ast.expr):
        owner, field, _ = scope.parents[node]
        is_read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        has_value = isinstance(owner, (*ALL_VALUES, *VALUES_OF.get(field, ())))
        if is_read and has_value and not _may_reach(scope, node, powers):
            yield node


def _may_reach(scope: Scope, node: ast.expr, powers: Sequence[ast.BinOp]) -> bool:
    """Return whether the value of an expression may become an operand of a power.

    It stands in a power, becomes the value of a variable there, or is passed on; but
    alpha and beta are passed on as alpha and beta.
    """
    if not powers:
        return False
    statement = scope.statement(node)
    names = {
        name.id
        for name in nodes_of(ast.Name, statement)
        if isinstance(name.ctx, ast.Store)
    }
    if names & names_in(*powers):
        return True
    calls = [call for call in nodes_of(ast.Call, statement) if scope.own(call)]
    outer = powers if scope.is_end(node) else [*powers, *calls]
    return any(node in walk(whole) for whole in outer)


def _is_copied(scope: Scope, node: ast.expr) -> bool:
    """Return whether it may stand elsewhere: it searches nothing and does not grow.

    Products may not, as their digits could fill the memory.
    """
    grows = any(
        not isinstance(inner.op, (ast.Add, ast.Sub))
        or scope.constant(inner.right) is None
        for inner in nodes_of(ast.BinOp, node)
    )
    searches = any(map(scope.own, walk(node)))
    return isinstance(node, WORKED_OUT) and not grows and not searches


# --- Another position ---


def positions(scope: Scope) -> Iterator[Edit]:
    """Pass another position to a search, ask another one, or ask about another one."""
    positions_held = _positions(scope)
    # In the order of the text: what they are called decides nothing.
    in_text = dict.fromkeys(node.id for node in scope.all(ast.Name))
    names = [name for name in in_text if name in positions_held]
    for (old, surcharge), name in product(_read_or_passed(scope), names):
        if old.id in names and name != old.id:
            new = ast.Name(name, ast.Load())
            role = role_of_position(scope, old)
            yield scope.put(kinds.POSITION, old, new, role, surcharge)


def _read_or_passed(scope: Scope) -> Iterator[tuple[ast.Name, float]]:
    """Yield the names in whose place a position may stand, with the surcharge."""
    for attribute in scope.all(ast.Attribute):
        if isinstance(attribute.value, ast.Name):
            yield attribute.value, 0.4
    for node in scope.all(ast.Name):
        match scope.parents[node]:
            case ast.Call() as call, "args", _ if scope.own(call):
                yield node, 0
            case ast.Call(ast.Attribute()), "args", _:
                yield node, 0.4


def _positions(scope: Scope) -> set[str]:
    """Return names whose attributes are read, or that are searched or looped over.

    A name of a call's result is one, too. A position has no other sign.
    """
    nodes = [attribute.value for attribute in scope.all(ast.Attribute)]
    nodes += [search.args[0] for search in scope.calls() if search.args]
    for assignment in scope.all(ast.Assign):
        if isinstance(assignment.value, (ast.Call, ast.Attribute)):
            nodes.append(assignment.targets[0])
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= names_in(*(loop.target for loop in scope.all(ast.For)))
    return names - names_in(*scope.numbers.values()) - MODULES


# --- Arguments and parameters in another order ---


def _arguments_moved(scope: Scope) -> Iterator[Edit]:
    for call in scope.calls():
        if len(call.args) <= MOST_ARGUMENTS_MOVED:
            for order in _orders(len(call.args)):
                put = Put(call, "args", [copied(call.args[index]) for index in order])
                role = "window" if _moves_bounds_alone(scope, call, order) else ""
                yield scope.edit(kinds.ARGUMENTS_MOVED, call, put, role=role)


def _moves_bounds_alone(scope: Scope, call: ast.Call, order: Sequence[int]) -> bool:
    """Return whether each argument that is another one then is alpha or beta now."""
    moved = [call.args[at] for at, index in enumerate(order) if at != index]
    return all(map(scope.mentions_end, moved))


def _arguments_counted(scope: Scope) -> Iterator[Edit]:
    """Pass one argument less, or one more that the function has."""
    names = [name for name in _names(scope) if name not in {*scope.functions, *FOLDS}]
    for call in scope.all(ast.Call):
        is_method = isinstance(call.func, ast.Attribute)
        if len(call.args) > MOST_ARGUMENTS_MOVED or not (is_method or scope.own(call)):
            continue
        with_one_less = [
            [*call.args[:at], *call.args[at + 1 :]] for at in range(len(call.args))
        ]
        with_one_more = [[*call.args, ast.Name(name, ast.Load())] for name in names]
        for arguments in (*with_one_less, *with_one_more):
            put = Put(call, "args", arguments)
            yield scope.edit(kinds.ARGUMENTS_COUNTED, call, put, role="window")


def _orders(number: int) -> list[tuple[int, ...]]:
    """Return the orders of some indices after one moves, or two are exchanged."""
    indices = tuple(range(number))
    orders: dict[tuple[int, ...], None] = {}
    for moved, to in permutations(indices, 2):
        rest = [index for index in indices if index != moved]
        shifted = (*rest[:to], moved, *rest[to:])
        exchanged = {moved: to, to: moved}
        swapped = tuple(exchanged.get(index, index) for index in indices)
        orders |= {shifted: None, swapped: None}
    return list(orders)


def _parameters_exchanged(scope: Scope) -> Iterator[Edit]:
    ends = names_in(*scope.window)
    match [parameter for parameter in scope.all(ast.arg) if parameter.arg in ends]:
        case [first, second]:
            puts = (Put(first, "arg", second.arg), Put(second, "arg", first.arg))
            defaults = _defaults_exchanged(scope, first, second)
            yield scope.edit(kinds.EXCHANGED, first, *puts, *defaults, role="window")


def _defaults_exchanged(scope: Scope, *both: ast.arg) -> list[Put]:
    """Return the alterations that exchange the defaults of two parameters, if any."""
    owners = {scope.parents[parameter].owner for parameter in both}
    if len(owners) != 1:
        return []
    (owner,) = owners
    arguments, defaults = vars(owner), vars(owner)["defaults"]
    in_order = [*arguments["posonlyargs"], *arguments["args"]]
    with_default = in_order[len(in_order) - len(defaults) :]
    indices = [
        index for index, parameter in enumerate(with_default) if parameter in both
    ]
    return [
        Put(owner, "defaults", copied(defaults[other]), index)
        for index, other in zip(indices, reversed(indices), strict=True)
        if len(indices) == len(both)
    ]


# --- Another comparison ---


def _both_ends(scope: Scope) -> Iterator[Edit]:
    """Make both comparisons of `low <= v <= high` strict, or loose."""
    for node in scope.all(ast.Compare):
        if len(node.ops) == 2 and all(type(order) in AT_EQUALS for order in node.ops):
            orders: list[ast.cmpop] = [AT_EQUALS[type(order)]() for order in node.ops]
            is_strict = isinstance(orders[0], (ast.Lt, ast.Gt))
            kind = kinds.STRICTER if is_strict else kinds.LOOSER
            sides = [copied(side) for side in node.comparators]
            new = ast.Compare(copied(node.left), orders, sides)
            yield scope.put(kind, node, new, role_of_test(scope, node))


def _comparisons_for_conditions(scope: Scope) -> Iterator[Edit]:
    """Put a comparison for a condition without one, as True, that leaves a loop."""
    for node in scope.all(ast.If):
        is_left = scope.loop(node) is not None and scope.sort(node) == "test"
        if is_left and isinstance(node.test, (ast.Constant, ast.Name, ast.Attribute)):
            kind = _kind_of_condition(node.test)
            for comparison in _comparisons_of_numbers(scope):
                yield scope.put(kind, node.test, comparison, "test")


def _kind_of_condition(condition: ast.expr) -> Kind:
    if not isinstance(condition, ast.Constant):
        return kinds.COMPARISON_MADE
    return kinds.FOR_TRUE if condition.value else kinds.FOR_FALSE


def _comparisons_of_numbers(scope: Scope) -> Iterator[ast.Compare]:
    """Yield comparisons of two of a function's numbers, with a bound if it has one."""
    for left, right in permutations(scope.numbers.values(), 2):
        if scope.window and not scope.is_end(right):
            continue
        for order in ORDERS:
            yield ast.Compare(copied(left), [order()], [copied(right)])


def conditions_dropped(scope: Scope) -> Iterator[Edit]:
    """Do what stands under a condition in any case, if it leaves nothing."""
    for node in scope.all(ast.If):
        owner = scope.parents[node][0]
        # What is in an `else` of another condition is indented more.
        is_elif = isinstance(owner, ast.If) and node.col_offset == owner.col_offset
        leaves = any(isinstance(inner, (*JUMPS, ast.Raise)) for inner in walk(node))
        if not (is_elif or leaves or node.orelse):
            yield scope.put(kinds.CONDITION_DROPPED, node.test, ast.Constant(True))


def values_around(scope: Scope) -> Iterator[Edit]:
    """Ask for a leaf's value by a variable of the function around.

    That may hold the player whose search it is.
    """
    names = _set_around(scope)
    for node in scope.all(ast.expr) if names else ():
        owner = scope.parents[node].owner
        is_argument = isinstance(owner, ast.Call) and node in owner.args
        if is_argument and role_of_value(scope, node) == "leaf":
            for name in names:
                new = ast.Name(name, ast.Load())
                yield scope.put(kinds.OTHER_VALUE, node, new, "leaf")


def _set_around(scope: Scope) -> list[str]:
    """Return the variables that the function around sets outside of any block."""
    names: dict[str, None] = {}
    for function in chain.from_iterable(scope.functions.values()):
        if scope.root not in function.body:
            continue
        for statement in function.body:
            match statement:
                case ast.Assign([ast.Name(name)]):
                    names[name] = None
    return [*names]
