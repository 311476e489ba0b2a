"""Slips in a loop over the moves: which position is searched, and in which order."""

import ast
from collections.abc import Iterator

from autograder.explain.repair.edits import Edit, Put, copied
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import (
    body_of,
    expression,
    fold,
    named,
    names_in,
    nodes_of,
)
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import leads_back, parameters, sets_element

CHANGES_NOTHING = ("result", "generateSuccessor", "forecast_move", "copy")
"""Methods that change no position, and give another one."""
CHANCE_FUNCTIONS = ("choice", "sample", "shuffle", "randint", "randrange")
"""Functions of Python's `random`; the run tells which of them a search calls."""
OF_LISTS = CHANCE_FUNCTIONS[:3]


def same_position(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a child for the position that a recursive call in a loop gets again.

    The call gets nothing of the loop's move, so each turn searches the same.
    """
    for loop in scope.all(ast.For):
        if names_in(loop.target):
            yield from _same_in_each_turn(scope, root, loop)


def _same_in_each_turn(
    scope: Scope, root: ast.FunctionDef, loop: ast.For
) -> Iterator[Edit]:
    """Yield names to pass for the position in the recursive calls of a loop."""
    move = min(names_in(loop.target))
    children = _names_of_children(scope, root, loop)
    positions = _sources(loop.iter, root) & parameters(root)
    if _may_change_position(loop, positions, {*children}):
        return
    for call in nodes_of(ast.Call, *loop.body):
        passes_child = not names_in(call).isdisjoint(children)
        if passes_child or not leads_back(scope, root, call):
            continue
        for position in _names_passed(call, positions):
            role = f"{scope.own(call)} {position.id} {move}"
            for child in [*children, f"{position.id}.result({move})"]:
                new = expression(child)
                yield scope.put(SLIPS["same"], position, new, role)


def _names_passed(call: ast.Call, names: set[str]) -> Iterator[ast.Name]:
    """Yield the arguments of a call that are some of the names."""
    for argument in call.args:
        if isinstance(argument, ast.Name) and argument.id in names:
            yield argument


def _names_of_children(scope: Scope, root: ast.FunctionDef, loop: ast.For) -> list[str]:
    """Return the names of a loop's moves, then of the values that it makes of them."""
    names = dict.fromkeys(sorted(names_in(loop.target)))
    assignments = list(nodes_of(ast.Assign, *loop.body))
    for assignment in [*assignments, *assignments]:  # a name may be made of a later one
        value = assignment.value
        calls_function = not all(map(fold, nodes_of(ast.Call, value)))
        is_made_of_child = not names_in(value).isdisjoint(names)
        if not calls_function and not is_made_of_child:
            continue
        if not leads_back(scope, root, value):
            names |= dict.fromkeys(sorted(names_in(*assignment.targets)))
    return list(names)


def _sources(moves: ast.expr, root: ast.FunctionDef) -> set[str]:
    """Return the names that the moves are made of, at once or kept before."""
    names = names_in(moves)
    assignments = list(nodes_of(ast.Assign, *body_of(root)))
    for assignment in [*assignments, *assignments]:
        if names_in(*assignment.targets) & names:
            names = names | names_in(assignment.value)
    return names


def _may_change_position(
    loop: ast.For, positions: set[str], children: set[str]
) -> bool:
    """Return whether a loop may make its move in the position itself.

    positions, children: the names of both.
    """
    for call in nodes_of(ast.Call, *loop.body):
        method = getattr(call.func, "attr", "")
        if fold(call) or method in CHANGES_NOTHING:
            continue
        names = names_in(call)
        if names & positions and names & children:
            return True
    for line in nodes_of(ast.Expr, *loop.body):
        if names_in(line) & children:
            return True
    return any(map(sets_element, nodes_of(ast.AST, *loop.body)))


def each_agent_alone(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip for a loop over the ghosts that moves each from one position."""
    for loop in scope.all(ast.For):
        inner_loops = [inner for inner in nodes_of(ast.For, loop) if inner is not loop]
        if _asks_for_actions_of(loop) and any(map(scope.searches, inner_loops)):
            yield scope.edit(SLIPS["each alone"], loop)


def _asks_for_actions_of(loop: ast.For) -> bool:
    """Return whether a loop asks for the actions of its elements."""
    agents = names_in(loop.target)
    for call in nodes_of(ast.Call, loop):
        method = getattr(call.func, "attr", "")
        if method == "getLegalActions" and names_in(*call.args) & agents:
            return True
    return False


def by_chance(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield the first of several for a random one, and their own order for another."""
    for call in scope.all(ast.Call):
        function = named(call.func)
        if function not in CHANCE_FUNCTIONS or not call.args:
            continue
        text = ast.unparse(call.func)
        if function not in OF_LISTS:
            yield scope.edit(SLIPS["chance"], call, role=text)
            continue
        new: ast.expr = copied(call.args[0])
        if function == "choice":
            new = ast.Subscript(new, ast.Constant(0), ast.Load())
        yield scope.put(SLIPS["chance"], call, new, text)


def no_states(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip if a loop takes its elements for states.

    They may be pairs, or actions. `children` is put in the place of `actions`.
    """
    for loop in scope.all(ast.For):
        target, iterated = loop.target, loop.iter
        if not isinstance(target, ast.Name) or not isinstance(iterated, ast.Call):
            continue
        if not _takes_for_state(scope, loop, target.id):
            continue
        names: list[ast.expr] = [ast.Name("_", ast.Store()), copied(target)]
        pair = ast.copy_location(ast.Tuple(names, ast.Store()), target)
        as_pair = Put(loop, "target", pair)
        yield scope.edit(SLIPS["pair"], loop, as_pair, role=target.id)
        over_children: list[Put] = []
        match iterated.func:
            case ast.Attribute(position, "actions"):
                children = ast.Attribute(position, "children", ast.Load())
                new = ast.copy_location(children, iterated)
                over_children.append(Put(loop, "iter", new))
        yield scope.edit(SLIPS["text"], loop, *over_children, role=target.id)


def _takes_for_state(scope: Scope, loop: ast.For, name: str) -> bool:
    """Return whether a loop uses an element as a state, and never as a pair.

    It reads attributes of a state, or passes it to a function that does.
    """
    elements = {node for node in nodes_of(ast.Name, *loop.body) if node.id == name}
    as_states = [node.value for node in nodes_of(ast.Attribute, *loop.body)]
    for call in nodes_of(ast.Call, *loop.body):
        if _asks_first_argument(scope, call):
            as_states += call.args[:1]
    if elements.isdisjoint(as_states):
        return False
    for node in nodes_of(ast.AST, *loop.body):
        if isinstance(node, (ast.Subscript, ast.Assign)) and node.value in elements:
            return False
    return True


def _asks_first_argument(scope: Scope, call: ast.Call) -> bool:
    """Return whether a function of the student's asks its first argument."""
    for function in scope.functions.get(scope.own(call), ()):
        names = [parameter.arg for parameter in function.args.args]
        first = [name for name in names if name != "self"][:1]
        for attribute in nodes_of(ast.Attribute, function):
            if getattr(attribute.value, "id", "") in first:
                return True
    return False
