"""The meaning of an edit: its kind, the role of its node, and its surcharge.

The generators beside this file know Python. The sense of their edits in a search with
alpha and beta stands here, and in the table of kinds.
"""

import ast
from collections.abc import Callable
from itertools import chain
from math import inf
from typing import NamedTuple

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, dumped, walk
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.nodes import (
    FOLDS,
    FUNCTIONS,
    ORDERS,
    ends_early,
    fold,
    key_of,
    named,
    names_in,
    nodes_of,
)
from autograder.explain.repair.operators.pairs import assigned, keeps_a_move
from autograder.explain.repair.scopes import Scope

WRAPPERS = ("abs", "int", "round", "list", "tuple", "set", "float")
"""Functions that students may have put around a value or a list by mistake."""
STARTS = ("initial", "window")
"""The roles of the first value of a variable or of a window."""
OF_BOUNDS = ("window", "root window", "first window", "update", "test")
"""The roles in which a bound belongs."""
TEN = 10
"""From here on the first value of a variable is taken for an infinity."""
COUNT = "getNumAgents"
"""The method of a course's state for the number of agents."""
OF_LEAVES = {"utility": "evaluate", "evaluate": "utility"}
"""The methods of a state for its value, each with the other one."""


OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]]
OPPOSITE = {ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.Eq: ast.NotEq, ast.Is: ast.IsNot}
OPPOSITE |= {other: order for order, other in OPPOSITE.items()}
AT_EQUALS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
"""The comparison that differs from another only if both sides are equal."""


class Meaning(NamedTuple):
    """The meaning of an edit: its kind, the role of its node, its surcharge."""

    kind: Kind
    role: str
    surcharge: float = 0


# --- The role of a node ---


def role_of_test(scope: Scope, node: ast.AST) -> str:
    """Return the role of a comparison, from its effect.

    "test": whether a loop is left early; "horizon": whether a function is left before
    its loop; "update": whether a bound is set; "best": whether a value is kept;
    "count": how many children; "turn": whose move it is; "first window": whether to
    search again; "": unknown.
    """
    if any(_is_length(inner) for side in _sides(node) for inner in walk(side)):
        return "count"
    if _spares_a_search(scope, node):
        return "test"
    if not isinstance(scope.root, FUNCTIONS):
        return ""
    statement = scope.statement(node)
    if ends_early(statement) or isinstance(statement, ast.While):
        return _role_of_leaving(scope, node, statement)
    if isinstance(statement, ast.If):
        return _role_of_choice(scope, node, statement)
    return _role_of_expression(scope, node, statement) if _is_ordered(node) else ""


def _sides(node: ast.AST) -> list[ast.expr]:
    return [node.left, *node.comparators] if isinstance(node, ast.Compare) else []


def _is_length(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "len"


def _is_ordered(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], ORDERS)


def _spares_a_search(scope: Scope, node: ast.AST) -> bool:
    """Return whether it spares a search, as in `v if v >= beta else …`."""
    owner = scope.parents[node][0]
    if not isinstance(owner, ast.IfExp) or owner.test is not node:
        return False
    searches = [
        any(scope.own(inner) for inner in walk(side))
        for side in (owner.body, owner.orelse)
    ]
    return _is_ordered(node) and searches == [False, True]


def _role_of_leaving(scope: Scope, node: ast.AST, statement: ast.stmt) -> str:
    if any(
        isinstance(side, ast.Constant) or scope.is_depth(side) for side in _sides(node)
    ):
        is_loop = isinstance(statement, ast.While) or scope.loop(statement) is not None
        return "" if is_loop else "horizon"
    if not _is_ordered(node):
        return ""
    return "best" if _returns_what_it_compares(scope, node, statement) else "test"


def _returns_what_it_compares(scope: Scope, node: ast.AST, statement: ast.stmt) -> bool:
    """Return whether a function that searches nothing returns the better of two."""
    if scope.loop(statement) is not None or any(map(scope.own, walk(scope.root))):
        return False
    match statement:
        case ast.If(body=[ast.Return(value=ast.Name(name))]):
            return name in names_in(*_sides(node)) and not scope.mentions_end(node)
    return False


def _role_of_choice(scope: Scope, node: ast.AST, statement: ast.If) -> str:
    if not _is_ordered(node):
        return "turn"
    inside = (inner for line in statement.body for inner in walk(line))
    if scope.loop(statement) is None and any(map(scope.own, inside)):
        return "first window"
    sorts = {scope.sort(line) for line in statement.body}
    if "update" in sorts:
        return "update"
    return "best" if "assignment" in sorts else "turn"


def _role_of_expression(scope: Scope, node: ast.AST, statement: ast.stmt) -> str:
    if not isinstance(statement, (ast.Assign, ast.Return)):
        return ""
    # `beta = v if v < beta else beta`.
    is_choice = isinstance(scope.parents[node][0], ast.IfExp)
    if isinstance(statement, ast.Assign) and is_choice:
        return "update" if scope.is_end(target_of(statement, node)) else "best"
    if statement.value is not node:
        return ""
    if any(map(scope.is_end, _sides(node))):
        return "test"
    return "horizon" if any(map(scope.is_depth, _sides(node))) else ""


def target_of(statement: ast.Assign, value: ast.AST) -> ast.expr:
    """Return the variable that an assignment sets to a value in it."""
    return next(
        (target for target, set_to in assigned(statement) if value in walk(set_to)),
        statement.targets[0],
    )


def role_of_value(scope: Scope, value: ast.expr) -> str:
    """Return the role of a value, from the nodes around it; "" if it has none."""
    if _is_asked_of_leaf(scope, value):
        return "leaf"
    if _is_changed_in_turn(scope, value):
        return "move"
    node: ast.AST = value
    while not isinstance(node, ast.stmt):
        argument, node = node, scope.parents[node][0]
        if scope.own(node):
            return "window" if scope.passes_window(node, argument) else ""
        if isinstance(node, ast.Compare):
            return role_of_test(scope, node)
        if fold(node):
            return "update" if scope.sort(scope.statement(node)) == "update" else "fold"
    return _role_in_statement(scope, node)


def _is_changed_in_turn(scope: Scope, value: ast.expr) -> bool:
    """Return whether a call makes a variable out of itself in each turn of a loop.

    If it is a position, a move is made on the position after the one before.
    """
    statement = scope.statement(value)
    owner = scope.parents[value][0]
    if not isinstance(statement, ast.Assign) or scope.loop(statement) is None:
        return False
    if not isinstance(owner, ast.Call) or fold(owner) or scope.leads_to_search(owner):
        return False
    targets = chain.from_iterable(map(walk, statement.targets))
    is_set = any(key_of(target) == key_of(value) for target in targets)
    return is_set and isinstance(value, ast.Name) and not scope.is_number(value)


def _is_asked_of_leaf(scope: Scope, value: ast.expr) -> bool:
    """Return whether a value is no number, and passed where a search ends.

    The call searches nothing, and its result is returned under a condition.
    """
    statement = scope.statement(value)
    if not isinstance(statement, ast.Return) or scope.loop(statement) is not None:
        return False
    if scope.is_number(value) or scope.is_depth(value):
        return False
    calls = [call for call in nodes_of(ast.Call, statement) if not fold(call)]
    is_passed = any(value in walk(call) and value is not call for call in calls)
    is_end = isinstance(scope.parents[statement][0], ast.If)
    has_search = any(map(scope.leads_to_search, calls))
    is_search = any(map(scope.leads_to_search, walk(scope.root)))
    return is_passed and is_end and is_search and not has_search


def _role_in_statement(scope: Scope, statement: ast.stmt) -> str:
    """Return the role of the value of a statement."""
    sort = scope.sort(statement)
    if sort == "assignment":
        return "fold"
    if sort == "test":
        return "test" if scope.loop(statement) else ""
    return sort if sort in ("update", "result") else ""


def role_of_constant(scope: Scope, node: ast.AST) -> str:
    """Return the role of a number that stands in the text.

    "initial": the first value of a variable; "window": an end that is passed; "count":
    of children, or of a depth; "number": any other.
    """
    owner = scope.parents[node][0]
    if scope.own(owner):
        return "window" if scope.passes_window(owner, node) else "initial"
    statement = scope.statement(node)
    if isinstance(owner, ast.arguments):
        return "count" if _is_counted(scope, owner, node) else "initial"
    if (
        isinstance(statement, ast.Assign)
        and key_of(statement.targets[0]) in scope.counts
    ):
        return "count"
    is_set = isinstance(statement, (ast.Assign, ast.AnnAssign))
    is_start = is_set and not isinstance(owner, (ast.Compare, ast.BinOp))
    return "initial" if is_start or _is_of_numbers(scope, owner) else "number"


def _is_of_numbers(scope: Scope, node: ast.AST) -> bool:
    """Return whether a node chooses between two numbers, as one start for each player.

    If the other side is worked out, the number is no start.
    """
    return isinstance(node, ast.IfExp) and all(
        scope.constant(side) is not None for side in (node.body, node.orelse)
    )


def _is_counted(scope: Scope, arguments: ast.arguments, default: ast.AST) -> bool:
    """Return whether a function counts the argument with a default, as a depth."""
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    given = list(zip(with_default, arguments.defaults, strict=True))
    names = {argument.arg for argument, value in given if value is default}
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    names |= {argument.arg for argument, value in keywords if value is default}
    for node in scope.all(ast.BinOp):
        match node:
            case ast.BinOp(ast.Name(name), ast.Add() | ast.Sub()) if name in names:
                return True
    return False


def role_of_depth(scope: Scope, node: ast.AST) -> str:
    """Return the role of a number of plies.

    "step": it is passed to a child, or set for one. "horizon": it ends the search, in a
    comparison, or a decision begins with it. "number": no depth stands beside it.
    """
    above, role = node, "step"
    while not isinstance(above, ast.stmt) and role == "step":
        above = scope.parents[above][0]
        is_first = scope.is_decision and bool(scope.own(above))
        if is_first or isinstance(above, ast.Compare):
            role = "horizon"
    return role if any(map(scope.is_depth, walk(above))) else "number"


def role_of_position(scope: Scope, node: ast.AST) -> str:
    """Return the role of a state.

    "turn": it is asked who moves. "move": it is changed. "position": any other.
    """
    above = node
    while not isinstance(above, ast.stmt):
        above = scope.parents[above][0]
        if isinstance(above, ast.Compare) and role_of_test(scope, above) == "turn":
            return "turn"
    return "move" if isinstance(above, ast.Expr) else "position"


def looks(node: ast.AST) -> bool:
    """Return whether a node asks a state for a value."""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr in OF_LEAVES


def role_of_look(scope: Scope, node: ast.AST) -> str:
    """Return "leaf" if a leaf's value is for the player to move, so has a sign."""
    negated = (sign.operand for sign in scope.all(ast.UnaryOp))
    return "leaf" if looks(node) and any(map(scope.own, negated)) else ""


# --- A comparison, a max or min, or a variable for another ---


def of_comparison(
    scope: Scope, node: ast.Compare, other: type[ast.cmpop], index: int
) -> Meaning:
    """Return the meaning of another relational operator at an index of a comparison."""
    order, sides = type(node.ops[index]), _sides(node)
    is_likely = any(map(scope.is_number, sides)) or AT_EQUALS.get(order) is other
    role = role_of_test(scope, node)
    if keeps_a_move(scope, scope.statement(node)):
        role = "kept"
    # == tells players apart, whatever is done for one of them.
    if order not in AT_EQUALS and role in ("kept", "best", "update"):
        role = "turn"
    # Then it is a number that is wrong.
    if dumped(sides[0]) == dumped(sides[1]):
        role = ""
    return Meaning(compared(order, other), role, 0 if is_likely else 0.3)


def compared(order: type[ast.cmpop], other: type[ast.cmpop]) -> Kind:
    """Return the kind of edit that puts one relational operator for another."""
    if AT_EQUALS.get(order) is other:
        return kinds.STRICTER if other in (ast.Lt, ast.Gt) else kinds.LOOSER
    opposite = OPPOSITE[order]
    is_opposite = other in (opposite, AT_EQUALS.get(opposite))
    return kinds.OPPOSITE if is_opposite else kinds.OTHER_ORDER


def of_target(scope: Scope, node: ast.Assign, number: ast.expr) -> Meaning:
    """Return the meaning of setting another number in an assignment."""
    if not scope.is_end(node.targets[0]):
        return Meaning(kinds.TARGET, "assignment")
    if scope.constant(node.value) is not None:
        return Meaning(kinds.TARGET, "anew")
    return Meaning(kinds.TARGET, "update" if scope.is_end(number) else "assignment")


def of_fold(scope: Scope, node: ast.Name) -> Meaning:
    """Return the meaning of the other one of max and min."""
    statement, owner = scope.statement(node), scope.parents[node][0]
    surcharge = 0 if isinstance(owner, ast.Call) else 0.1
    target = target_of(statement, node) if isinstance(statement, ast.Assign) else None
    if target is not None and scope.is_end(target):
        folded = [key_of(argument) for argument in getattr(owner, "args", ())]
        is_alpha = key_of(target) == key_of(scope.window[0])
        usual = "max" if is_alpha else "min"
        is_right = key_of(target) in folded and node.id == usual
        return Meaning(kinds.OTHER_FOLD, "update", 1.0 if is_right else surcharge)
    around = scope.parents[owner][0] if owner in scope.parents else None
    is_passed = around is not None and bool(scope.own(around))
    return Meaning(kinds.OTHER_FOLD, "window" if is_passed else "fold", surcharge)


def of_callee(scope: Scope, node: ast.expr) -> Meaning:
    """Return the meaning of another function that is called, passed or kept instead."""
    owner, field, _ = scope.parents[node]
    if not isinstance(owner, ast.Call) or field != "func":
        # At the root it may choose the first function, before any move.
        role = "" if scope.is_decision else "recursion"
        return Meaning(kinds.CALLEE, role, 0.2)
    # A function that passes on its own arguments searches no child.
    given = scope.root.args.args if isinstance(scope.root, ast.FunctionDef) else []
    match owner.args:
        case [ast.Name(name), *_] if name in {parameter.arg for parameter in given}:
            return Meaning(kinds.CALLEE, "")
    return Meaning(kinds.CALLEE, "recursion")


# --- One number for another ---


OF_NUMBERS = {
    "compare": kinds.COMPARED,
    "fold": kinds.FOLDED,
    "call": kinds.ARGUMENT,
    "return": kinds.RESULT,
}
"""The kinds of edit that put one number for another, by the node around it."""


def of_value(scope: Scope, node: ast.expr, name: Dump) -> Meaning:
    """Return the meaning of putting a named value in the place of another."""
    role = role_of_value(scope, node)
    if role == "leaf" and name in scope.numbers:
        role = ""
    is_number = scope.is_number(node) or bool(fold(node))
    if not is_number or name not in scope.numbers or name in _beside(scope, node):
        return Meaning(kinds.OTHER_VALUE, role)
    kind = OF_NUMBERS.get(_holder(scope, scope.parents[node][0]))
    if kind is None:
        return Meaning(kinds.OTHER_VALUE, role, -0.5 if role == "result" else -0.3)
    is_infinite = abs(scope.constant(node) or 0) == inf
    if kind is kinds.ARGUMENT and scope.is_decision and is_infinite:
        role = "root window"
    # A bound is no value of the state, so hardly anybody means to return it there.
    is_bound = kind is kinds.RESULT and scope.is_end(node)
    is_inside = is_bound and scope.loop(node) is not None
    return Meaning(kind, role, -0.3 if is_inside else 0)


def _beside(scope: Scope, node: ast.expr) -> set[Dump]:
    """Return the keys of a value and of the others in its comparison or fold."""
    owner = scope.parents[node][0]
    if isinstance(owner, ast.Compare):
        return set(map(key_of, _sides(owner)))
    if isinstance(owner, ast.Call) and fold(owner):
        return set(map(key_of, owner.args))
    return {key_of(node)}


def _holder(scope: Scope, owner: ast.AST) -> str:
    """Return the sort of node that holds a value: "compare", "call", "fold" or
    "return"."""
    if isinstance(owner, (ast.keyword, ast.UnaryOp)):
        owner = scope.parents[owner][0]
    if _is_ordered(owner):
        return "compare"
    if scope.own(owner):
        return "call"
    if fold(owner):
        return "fold"
    return "return" if isinstance(owner, ast.Return) else ""


def of_infinity(value: float, role: str, *, is_far: bool) -> Meaning:
    """Return the meaning of an infinity in the place of a number.

    is_far: whether the number is far from 0.
    """
    if is_far:
        return Meaning(kinds.FAR, role)
    if abs(value) >= TEN:
        return Meaning(kinds.FAR, role, 0.3)
    return Meaning(kinds.INFINITY, role, 0 if role in STARTS else 1)


# --- A layer less ---


def of_operand(scope: Scope, node: ast.expr, operand: ast.expr) -> Meaning:
    """Return the meaning of putting an operand in the place of its expression."""
    tell = OF_OPERANDS.get(type(node), _of_any_operand)
    return tell(scope, node, operand)


def _of_any_operand(scope: Scope, node: ast.expr, _: ast.expr) -> Meaning:
    return Meaning(kinds.A_PART, role_of_value(scope, node))


def of_flag(scope: Scope, node: ast.expr) -> Meaning:
    """Return the meaning of turning a flag, which may tell whose turn it is."""
    owner = scope.parents[node].owner
    if getattr(owner, "test", None) is node:
        return Meaning(kinds.TURN_TESTED, "turn", -0.1)
    if isinstance(owner, ast.keyword):
        owner = scope.parents[owner].owner
    if scope.own(owner) and not scope.leads_to_search(owner):
        # A helper that searches nothing gets no player's turn.
        is_in_head = isinstance(scope.statement(node), ast.For)
        return Meaning(kinds.FLAG, "loop" if is_in_head else "", -0.1)
    return Meaning(kinds.TURN, "turn")


def _of_signed(scope: Scope, node: ast.expr, operand: ast.expr) -> Meaning:
    if isinstance(vars(node)["op"], ast.Not):
        return of_flag(scope, node)
    if looks(operand):
        return Meaning(kinds.SIGN_DROPPED, "leaf")
    role = "recursion" if scope.own(operand) else "window"
    return Meaning(kinds.SIGN_DROPPED, role)


def _of_sum(scope: Scope, node: ast.expr, term: ast.expr) -> Meaning:
    operator, left = vars(node)["op"], vars(node)["left"]
    if isinstance(operator, ast.Mult) and looks(term):
        return Meaning(kinds.SIGN_DROPPED, "leaf", -0.2)
    if isinstance(operator, (ast.Add, ast.Sub)) and term is left:
        return Meaning(kinds.SUM_DROPPED, role_of_depth(scope, node))
    return _of_any_operand(scope, node, term)


def _of_conditions(scope: Scope, node: ast.expr, rest: ast.expr) -> Meaning:
    kept = [rest] if rest in scope.parents else vars(rest)["values"]
    (left_out,) = (
        condition for condition in vars(node)["values"] if condition not in kept
    )
    # Before a counter that is turned.
    is_limit = any(map(scope.is_depth, walk(left_out)))
    return Meaning(kinds.PART_DROPPED, "", -0.35 if is_limit else 0)


def _of_called(scope: Scope, node: ast.expr, argument: ast.expr) -> Meaning:
    name = vars(vars(node)["func"]).get("id")
    if name is None:
        return Meaning(kinds.UNWRAPPED, "value")
    if name in FOLDS and isinstance(scope.parents[node][0], ast.Return):
        # The one of its two that is no bound.
        return Meaning(kinds.RESULT, "result", 0.1)
    if name in ("reversed", "sorted"):
        kind = kinds.IN_ORDER if name == "reversed" else kinds.UNSORTED
        return Meaning(kind, "loop")
    if name in WRAPPERS:
        return Meaning(kinds.UNWRAPPED, "value", -0.3 if name == "abs" else 0)
    return _of_any_operand(scope, node, argument)


def _of_sliced(scope: Scope, node: ast.expr, listed: ast.expr) -> Meaning:
    match node:
        case ast.Subscript(slice=ast.Slice(step=step)) if scope.constant(step) == -1:
            return Meaning(kinds.IN_ORDER, "loop", 0.1)
        case ast.Subscript(slice=ast.Slice()):
            return Meaning(kinds.ALL_CHILDREN, "loop")
    return _of_any_operand(scope, node, listed)


Tell = Callable[[Scope, ast.expr, ast.expr], Meaning]
OF_OPERANDS: dict[type[ast.expr], Tell] = {
    ast.UnaryOp: _of_signed,
    ast.BinOp: _of_sum,
    ast.BoolOp: _of_conditions,
    ast.Call: _of_called,
    ast.Subscript: _of_sliced,
}
"""By the type of an expression, the meaning of one of its operands alone."""


# --- A layer more ---


def of_opposite(scope: Scope, node: ast.expr) -> Meaning:
    """Return the meaning of a minus sign before a value."""
    is_signed = isinstance(scope.parents[node][0], ast.UnaryOp)
    if scope.leads_to_search(node) and not is_signed:
        return Meaning(kinds.SIGN_ADDED, "recursion")
    if looks(node) and not is_signed:
        return Meaning(kinds.SIGN_ADDED, role_of_look(scope, node), 0.5)
    # The likelier, the more signs there are.
    signs = (sign for sign in scope.all(ast.UnaryOp) if scope.constant(sign) is None)
    is_likely = scope.is_number(node) and any(True for _ in signs)
    surcharge = -0.5 if is_likely else 0
    return Meaning(kinds.SIGN_TURNED, role_of_value(scope, node), surcharge)


def of_next(scope: Scope, node: ast.expr) -> Meaning | None:
    """Return the meaning of counting a number up or down; None if nothing counts it."""
    owner = scope.parents[node][0]
    if scope.is_depth(node) and not isinstance(owner, (ast.Compare, ast.BinOp)):
        return Meaning(kinds.SUM_ADDED, role_of_depth(scope, node))
    if counts_agents(node):
        return Meaning(kinds.COUNTED, "turn", 0.1)
    return None


def counts_agents(node: ast.AST) -> bool:
    """Return whether a node asks for the number of agents."""
    function = node.func if isinstance(node, ast.Call) else None
    return isinstance(function, ast.Attribute) and function.attr == COUNT


def of_better(scope: Scope, node: ast.expr, number: ast.expr) -> Meaning:
    """Return the meaning of taking the better of a value and a number."""
    match scope.parents[node][0]:
        case ast.Assign([target]) if key_of(target) == key_of(number) and not fold(
            node
        ):
            role = "update" if scope.is_end(target) else "fold"
            return Meaning(kinds.FOLD_ADDED, role)
        case ast.keyword(name) if scope.is_end(number) and named(number) == name:
            # A window is made of another, as by `window._replace(alpha=value)`.
            return Meaning(kinds.FOLD_ADDED, "update")
    return Meaning(kinds.BETTER_OF_TWO, role_of_value(scope, node), 0.1)


# --- A statement less ---


def of_dropped(scope: Scope, statement: ast.stmt) -> Meaning:
    """Return the meaning of taking a statement away."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(attr="reverse"))):
            return Meaning(kinds.IN_ORDER, "loop")
        case ast.Expr(ast.Call(ast.Attribute(attr="sort" | "shuffle"))):
            return Meaning(kinds.UNSORTED, "loop")
    sort = scope.sort(statement)
    of_sort = {"test": kinds.TEST_DROPPED, "result": kinds.RESULT_DROPPED}
    return Meaning(of_sort.get(sort, kinds.LINE_DROPPED), sort)
