"""Changes whose turn it is, for whom a leaf counts, and which child comes next."""

import ast
from collections.abc import Iterator, Sequence
from itertools import chain, product

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied, walk
from autograder.explain.repair.nodes import (
    VARIABLES,
    body_of,
    ends_early,
    expression,
    fold,
    key_of,
    parameters_of,
    passed,
)
from autograder.explain.repair.operators.meanings import COUNT, of_flag, role_of_depth
from autograder.explain.repair.scopes import Scope, asked_of

ASKED_OF = ("getLegalActions", "generateSuccessor")
"""The methods that take an agent."""
OVER = {
    "getLegalActions": ("{0}.isWin()", "{0}.isLose()"),
    "legal_moves": ("{0}.is_game_over()",),
    "children": ("{0}.is_terminal()",),
    "successors": ("{0}.is_terminal()",),
    "actions": ("{0}.is_terminal()", "{0}.terminal_test({1})", "{0}.is_terminal({1})"),
}
"""By a course's method for the moves, its tests whether the game is over."""


OTHER_PLAYER: dict[object, bool | str]
OTHER_PLAYER = {True: False, False: True, "MAX": "MIN", "MIN": "MAX"}


def flags(scope: Scope) -> Iterator[Edit]:
    """Turn a flag: True for False, MIN for MAX."""
    for node in scope.all(ast.Constant):
        is_text = isinstance(node.value, str) and node.value in OTHER_PLAYER
        is_flag = isinstance(node.value, bool)
        # A loop without an end is left inside of it.
        owner = scope.parents[node][0]
        if isinstance(owner, ast.keyword):
            owner = scope.parents[owner][0]
        if not is_text and (not is_flag or isinstance(owner, ast.While)):
            continue
        other = ast.Constant(OTHER_PLAYER[node.value])
        kind, role, surcharge = of_flag(scope, node)
        yield scope.put(kind, node, other, role, surcharge - 0.1 * is_flag)
    for inverted in scope.all(ast.UnaryOp):
        if isinstance(inverted.op, ast.Invert):  # ~True is -2, which counts as true
            turned = ast.UnaryOp(ast.Not(), copied(inverted.operand))
            yield scope.put(kinds.TURN, inverted, turned, "turn")


def texts(scope: Scope) -> Iterator[Edit]:
    """Write a text as the function writes it elsewhere: `"max"` for `"Max"`."""
    found = [node for node in scope.all(ast.Constant) if isinstance(node.value, str)]
    spellings = dict.fromkeys(str(node.value) for node in found)
    for node, other in product(found, spellings):
        text = str(node.value)
        if other != text and other.casefold() == text.casefold():
            yield scope.put(kinds.OTHER_VALUE, node, ast.Constant(other), "turn")


def turns(scope: Scope) -> Iterator[Edit]:
    """Ask the state for the player to move instead of reading a flag.

    And ask in a condition for the other player, if another asks for one and for more.
    """
    yield from _turns_tested(scope)
    for node in scope.all(ast.If, ast.IfExp):
        if isinstance(node.test, ast.Name):
            for state in asked_of(scope, "is_terminal"):
                turn = expression(f"{ast.unparse(state)}.to_move == 'MAX'")
                yield scope.put(kinds.TURN_OF_STATE, node.test, turn, "turn")


def _turns_tested(scope: Scope) -> Iterator[Edit]:
    joined = list(scope.all(ast.BoolOp))
    asked = {
        key_of(condition): condition
        for node in joined
        for condition in node.values
        if isinstance(node.op, ast.And) and not scope.mentions_end(condition)
    }
    tests = [node.test for node in scope.all(ast.If)]
    for node in joined:
        tests += node.values if isinstance(node.op, ast.Or) else []
    for test, (key, condition) in product(tests, asked.items()):
        if key not in map(key_of, walk(test)):
            other = ast.UnaryOp(ast.Not(), copied(condition))
            both = ast.BoolOp(ast.And(), [other, copied(test)])
            yield scope.put(kinds.TURN_TESTED, test, both, "turn")


def sides_of_leaves(scopes: Sequence[Scope]) -> Iterator[Edit]:
    """Have each leaf count for a player who is the same in the whole search."""
    functions = [scope for scope in scopes if isinstance(scope.root, ast.FunctionDef)]
    for scope in functions:
        arguments = list(_passed_at_leaf(scope))
        same = _same_throughout(scope, functions) if arguments else {}
        for argument, (key, value) in product(arguments, same.items()):
            if key != key_of(argument):
                yield scope.put(kinds.ONE_SIDE, argument, copied(value), "leaf")


def _passed_at_leaf(scope: Scope) -> Iterator[ast.expr]:
    """Yield what is passed for the value that a function returns without a search.

    It is returned as it is, or kept before that.
    """
    searches = any(map(scope.leads_to_search, scope.all(ast.Call)))
    for call in scope.all(ast.Call):
        statement = scope.statement(call)
        is_under_condition = isinstance(scope.parents[statement].owner, ast.If)
        is_at_leaf = is_under_condition or not searches
        is_of_leaf = not fold(call) and not scope.leads_to_search(call)
        if is_at_leaf and is_of_leaf and _is_returned(scope, statement):
            for argument in passed(call):
                if isinstance(argument, VARIABLES) and not _counts(scope, argument):
                    yield argument


def _is_returned(scope: Scope, statement: ast.stmt) -> bool:
    """Return whether the value of a statement, which is in no loop, is returned."""
    if scope.loop(statement) is not None:
        return False
    if not isinstance(statement, ast.Assign):
        return isinstance(statement, ast.Return)
    key = key_of(statement.targets[0])
    returns = [
        node for node in scope.siblings(statement) if isinstance(node, ast.Return)
    ]
    return key in map(key_of, chain.from_iterable(map(walk, returns)))


def _counts(scope: Scope, node: ast.expr) -> bool:
    return scope.is_number(node) or scope.is_depth(node)


def _same_throughout(scope: Scope, scopes: Sequence[Scope]) -> dict[Dump, ast.expr]:
    """Return what a function has that stays the same while it searches, by its key.

    It is the object that it is called on, what a function around it was given, and of
    both the fields that the program passes or compares.
    """
    owners = [(scope.receiver, reader) for reader in scopes if scope.receiver]
    for around in scopes:
        is_around = around is not scope and scope.root in walk(around.root)
        if is_around and isinstance(around.root, ast.FunctionDef):
            owners += [(name, around) for name in parameters_of(around.root)]
    same: dict[Dump, ast.expr] = {}
    for name, reader in owners:
        owner = ast.Name(name, ast.Load())
        same[key_of(owner)] = owner
        same |= {key_of(field): field for field in _fields_of(name, reader)}
    return same


def _fields_of(name: str, scope: Scope) -> Iterator[ast.expr]:
    """Yield the fields of a variable that a function passes or compares."""
    for node in scope.all(ast.Attribute):
        user, field, _ = scope.parents[node]
        is_passed = isinstance(user, ast.Call) and field == "args"
        is_used = is_passed or isinstance(user, ast.Compare)
        is_its_field = isinstance(node.value, ast.Name) and node.value.id == name
        if is_used and is_its_field and not _counts(scope, node):
            yield node


def orders(scope: Scope) -> Iterator[Edit]:
    """Take children from the front, and only when it is their turn."""
    for node in scope.all(ast.ListComp):  # a list of functions has searched nothing
        kind = kinds.NO_LIST if isinstance(node.elt, ast.Lambda) else kinds.LAZY
        yield scope.put(kind, node, ast.GeneratorExp(node.elt, node.generators), "loop")
    for call in scope.all(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "pop":
            first = ast.Call(call.func, [ast.Constant(0)], [])
            if not call.args:
                yield scope.put(kinds.FROM_THE_FRONT, call, first, "loop")


def agents(scope: Scope) -> Iterator[Edit]:
    """Ask for the number of agents instead of a number."""
    for state in asked_of(scope, *ASKED_OF, "isWin", "isLose"):
        count = f"{ast.unparse(state)}.{COUNT}()"
        for node, role in _numbers_of_agents(scope):
            yield scope.put(kinds.COUNTED, node, expression(count), role)
            last = expression(f"{count} - 1")
            yield scope.put(kinds.COUNTED, node, last, role, 0.1)


def rounds(scope: Scope) -> Iterator[Edit]:
    """Count the depth on only once all agents have moved."""
    states = asked_of(scope, *ASKED_OF)
    steps = [node for node in scope.all(ast.BinOp) if _is_step(scope, node)]
    agents_passed = list(_agents_passed(scope)) if states and steps else []
    for node, agent in product(steps, agents_passed):
        for last in ("0", f"{ast.unparse(states[0])}.{COUNT}() - 1"):
            is_over = expression(f"({ast.unparse(agent)}) == {last}")
            new = ast.IfExp(is_over, copied(node), copied(node.left))
            yield scope.put(kinds.BY_ROUND, node, new, "step")


def _is_step(scope: Scope, node: ast.BinOp) -> bool:
    """Return whether a depth is counted on by 1, for a child."""
    is_next = (
        isinstance(node.op, (ast.Add, ast.Sub)) and scope.constant(node.right) == 1
    )
    return is_next and role_of_depth(scope, node) == "step"


def _agents_passed(scope: Scope) -> Iterator[ast.expr]:
    """Yield what may be the agent, each once: what a state or search is asked with."""
    asked = [
        node
        for node in scope.all(ast.Call)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ASKED_OF
    ]
    different: dict[Dump, ast.expr] = {}
    for argument in chain.from_iterable(call.args for call in (*asked, *scope.calls())):
        is_worked_out = isinstance(argument, (ast.Name, ast.BinOp))
        if is_worked_out and not _counts(scope, argument):
            different.setdefault(key_of(argument), argument)
    yield from different.values()


def _numbers_of_agents(scope: Scope) -> Iterator[tuple[ast.expr, str]]:
    """Yield numbers that an agent is compared with or counted up to, with roles."""
    for node in scope.all(ast.Constant, ast.Name):
        match scope.parents[node][0]:
            case ast.Compare() if scope.constant(node) is not None:
                yield node, "turn"
            case ast.BinOp(left, ast.Mod(), right) if right is node:
                # As `agent % 2` does.
                yield node, "" if isinstance(left, ast.Name) else "turn"


def endings(scope: Scope) -> Iterator[Edit]:
    """Add another end of the game to a test that ends a function."""
    if not isinstance(scope.root, ast.FunctionDef):
        return
    ways = list(dict.fromkeys(_ways_to_end(scope)))
    for node in body_of(scope.root):
        if isinstance(node, ast.If) and ends_early(node):
            for over in ways:
                if over not in ast.unparse(node.test):
                    either = [copied(node.test), expression(over)]
                    new = ast.BoolOp(ast.Or(), either)
                    yield scope.put(kinds.END_ADDED, node.test, new, "horizon")


def _ways_to_end(scope: Scope) -> Iterator[str]:
    """Yield the tests whether a game is over, for the states asked for moves."""
    for node in scope.all(ast.Attribute):
        match scope.parents[node][0]:
            case ast.Call(args=[first, *_]):
                about = ast.unparse(first)
            case _:
                about = ""
        for way in OVER.get(node.attr, ()):
            if about or "{1}" not in way:
                yield way.format(ast.unparse(node.value), about)
