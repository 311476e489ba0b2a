"""Classifies an edit by its new code as well as by the old.

The search for a repair needs a cost alone, which `likelihood` works out from the kind
and the role that an operator names. The mistake behind a repair is worked out here, for
the few edits that are told: a student who has to put in `alpha = max(alpha, best)` had
not updated alpha.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, Take, made, walk
from autograder.explain.repair.facts import UNKNOWN, Roles
from autograder.explain.repair.kinds import LIMIT, Kind
from autograder.explain.repair.nodes import JUMPS, LOOPS, fold, key_of, named, names_in
from autograder.explain.repair.operators.meanings import looks, role_of_test
from autograder.explain.repair.operators.pairs import assigned
from autograder.explain.repair.scopes import Scope, scopes

AS_OTHER_PLAYER = (kinds.AS_THE_OTHER, kinds.ADDED_AS_THERE)
"""Edits that make a line of one player's code as the other player's code has it."""
Scopes = Callable[[], Iterator[Scope]]
"""Yields the scopes of a program as its trees are now."""
ENDLESS = (kinds.FAR, kinds.INFINITY)
"""Changes of a number to infinity."""
SIGNS = (kinds.SIGN_ADDED, kinds.SIGN_DROPPED, kinds.FACTOR)
"""Changes after which a value is for the other side."""


def classified(
    trees: dict[str, ast.Module],
    edits: Sequence[Edit],
    roles: Roles = UNKNOWN,
) -> list[Edit]:
    """Return edits with the kinds and roles that also say how new lines are meant.

    roles: the known roles of the program's variables.
    """
    scopes_now = partial(scopes, trees, roles=roles)
    return [_classified(scopes_now, edit) for edit in edits]


def _classified(scopes_now: Scopes, edit: Edit) -> Edit:
    if edit.kind.is_slip:
        return edit
    if _makes_a_pair(edit):
        edit = edit._replace(kind=kinds.PAIR_MADE)
    edit = edit._replace(kind=_kind_of_added_line(edit) or edit.kind)
    role = (
        _role_of_moved(scopes_now, edit)
        or _role_of_sign(scopes_now, edit)
        or _role_of_limit(scopes_now, edit)
        or _role_of_copy(scopes_now, edit)
        or _role_of_new(scopes_now, edit)
    )
    if role == "update" and edit.kind in AS_OTHER_PLAYER and not _changes_update(edit):
        edit = edit._replace(kind=kinds.UPDATE_ADDED if edit.adds else kinds.UPDATE_PUT)
    is_known = role == LIMIT or _tells_mistakes(edit.kind, role)
    return edit._replace(role=role) if is_known else edit


def _scope_of(scopes_now: Scopes, edit: Edit) -> Scope:
    """Return the scope that an edit changes."""
    return next(scope for scope in scopes_now() if scope.region == edit.region)


def _kind_of_added_line(edit: Edit) -> Kind | None:
    """Return the kind of a line that begins or ends one player's function only.

    A `return` ends it, and the line to look at may stand in a loop, behind which the
    `return` has to be. A line that begins it returns the value of a terminal state.
    """
    if edit.kind is not kinds.ADDED_AS_THERE or len(edit.alterations) != 1:
        return None
    (alteration,) = edit.alterations
    if not isinstance(alteration, Add):
        return None
    match alteration.statement:
        case ast.If(ast.Call(), [ast.Return(ast.Call())], []):
            return kinds.LEAF_ADDED
        case ast.Return():
            pass
        case _:
            return None
    if alteration.before is not None or not isinstance(
        alteration.owner, ast.FunctionDef
    ):
        return None
    *_, last = alteration.owner.body
    is_loop = isinstance(last, LOOPS)
    return kinds.RETURN_BEHIND_LOOP if is_loop else kinds.RETURN_AT_END


def _changes_update(edit: Edit) -> bool:
    """Return whether a line that sets a bound is changed, and no line is added."""
    return edit.role == "update" and not edit.adds


def _tells_mistakes(kind: Kind, role: str) -> bool:
    """Return whether the table names mistakes for a kind at this very role."""
    return bool(role and kind.undoes.get(role))


def _makes_a_pair(edit: Edit) -> bool:
    """Return whether a value is returned with a move that was returned alone before."""
    new, old = _value(edit.new), _value(edit.old)
    is_returned = edit.role == "result" and new is not None
    return is_returned and isinstance(new, ast.Tuple) and not isinstance(old, ast.Tuple)


def _value(node: ast.AST | None) -> ast.AST | None:
    return node.value if isinstance(node, ast.Return) else node


def _role_of_moved(scopes_now: Scopes, edit: Edit) -> str:
    """Return the role of a moved line; "" if it is unknown.

    A moved `x += 1` is a "step" if x is a depth, else a "count" of children. A moved
    call whose value is not used makes a "move" of the game, or takes it back; so does
    one that stands behind a `try` that leaves the loop, until this is moved behind it.
    """
    moved = [
        alteration.statement
        for alteration in edit.alterations
        if isinstance(alteration, Take)
    ]
    if len(moved) == 1 and isinstance(moved[0], ast.AugAssign):
        scope = _scope_of(scopes_now, edit)
        return "step" if scope.is_depth(moved[0].target) else "count"
    is_call = [isinstance(statement, ast.Expr) for statement in moved]
    if (is_call and all(is_call)) or any(
        _skips_a_call(edit, statement) for statement in moved
    ):
        return "move"
    return ""


def _skips_a_call(edit: Edit, moved: ast.stmt) -> bool:
    """Return whether a moved `try` leaves a body, and so may skip a call behind it."""
    leaves = any(isinstance(node, JUMPS) for node in walk(moved))
    return (isinstance(moved, ast.Try) and leaves) and any(
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        for alteration in edit.alterations
        if isinstance(alteration, Add)
        for statement in _passed(alteration)
    )


def _passed(add: Add) -> list[ast.stmt]:
    """Return the statements of a body behind which an edit moves another of its own."""
    body: list[ast.stmt] = getattr(add.owner, add.field)
    if add.statement not in body:
        return []
    end = body.index(add.before) if add.before in body else len(body)
    return body[body.index(add.statement) + 1 : end]


def _role_of_sign(scopes_now: Scopes, edit: Edit) -> str:
    """Return "leaf" if a leaf's value gets another sign, perhaps by a helper."""
    if edit.kind not in SIGNS:
        return ""
    calls = [value for value in _operands(edit.old) if isinstance(value, ast.Call)]
    if any(map(looks, calls)):
        return "leaf"
    names = {named(call.func) for call in calls}
    helpers = [
        scope
        for scope in scopes_now()
        if isinstance(scope.root, ast.FunctionDef) and scope.root.name in names
    ]
    return "leaf" if helpers and all(map(_only_looks, helpers)) else ""


def _role_of_limit(scopes_now: Scopes, edit: Edit) -> str:
    """Return "limit" if a number limits values that the search comes by.

    So does 0 in `min(v, search(child), 0)`, in `return max(v, 0)`, in a loop in which
    children are searched, and where it is set because something was compared with it.
    No variable begins with it there.
    """
    if edit.kind not in ENDLESS or edit.old is None:
        return ""
    scope = _scope_of(scopes_now, edit)
    is_there = edit.old in scope.parents
    return LIMIT if is_there and _is_limit(scope, edit.old) else ""


def _is_limit(scope: Scope, number: ast.AST) -> bool:
    above = number
    while not isinstance(above, ast.stmt):
        above = scope.parents[above][0]
        if isinstance(above, ast.keyword) or scope.own(above):
            return False
        if isinstance(above, ast.expr) and _limits(scope, above, number):
            return True
    return isinstance(above, ast.Assign) and _is_set_late(scope, above)


def _limits(scope: Scope, choice: ast.expr, number: ast.AST) -> bool:
    """Return whether an expression chooses between a number and a value found."""
    if isinstance(choice, ast.IfExp):
        return _is_compared(choice.test, number)
    if not fold(choice):
        return False
    is_returned = isinstance(scope.statement(choice), ast.Return)
    return is_returned or any(looks(node) or scope.own(node) for node in walk(choice))


def _is_set_late(scope: Scope, assignment: ast.Assign) -> bool:
    """Return whether a variable is set where it has a value already."""
    loop = scope.loop(assignment)
    if loop is not None and any(scope.loop(call) is loop for call in scope.calls()):
        return True
    choice = scope.parents[assignment][0]
    return isinstance(choice, ast.If) and _is_compared(
        choice.test, assignment.targets[0], assignment.value
    )


def _is_compared(test: ast.expr, *values: ast.AST) -> bool:
    """Return whether a test compares some values."""
    if not isinstance(test, ast.Compare):
        return False
    compared = {key_of(side) for side in (test.left, *test.comparators)}
    return {key_of(value) for value in values} <= compared


def _role_of_copy(scopes_now: Scopes, edit: Edit) -> str:
    """Return "copied bound" if a call gets the function's copy of a bound.

    The function changes this copy, as `low` after `low = alpha`, and not the bound. The
    root's function has none from above, so its copy makes the "root window".
    """
    if edit.role != "window" or not isinstance(edit.new, ast.Name):
        return ""
    scope = _scope_of(scopes_now, edit)
    if not _copies_an_end(scope, edit.new.id):
        return ""
    return "root window" if scope.is_decision else "copied bound"


def _copies_an_end(scope: Scope, name: str) -> bool:
    """Return whether a variable begins as an end of the window, and is not returned.

    A returned variable is the best value, be it a copy of a bound or not.
    """
    for assignment in scope.all(ast.Assign):
        for target, value in assigned(assignment):
            if named(target) == name and scope.is_end(value):
                return name not in names_in(*scope.all(ast.Return))
    return False


def _operands(value: ast.AST) -> tuple[ast.AST, ...]:
    """Return a value without its sign or factor: it is one of these operands."""
    if isinstance(value, ast.UnaryOp):
        return (value.operand,)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return (value.left, value.right)
    return (value,)


def _only_looks(scope: Scope) -> bool:
    """Return whether a function asks a state for a value, and searches nothing."""
    nodes = list(walk(scope.root))
    return any(map(looks, nodes)) and not any(map(scope.own, nodes))


def _role_of_new(scopes_now: Scopes, edit: Edit) -> str:
    """Return the role of a new node; "" if it has none.

    The program is read with the edit made.
    """
    with made((edit,)):
        every = list(scopes_now())
        for scope in (scope for scope in every if scope.region == edit.region):
            for node in _new(edit):
                if node in scope.parents:
                    return _role(scope, node) or _role_of_helper(scope, node, every)
    return ""


def _new(edit: Edit) -> Iterator[ast.AST]:
    """Yield the nodes that an edit puts in, and those that get another part."""
    for alteration in edit.alterations:
        if isinstance(alteration, Add):
            yield alteration.statement
        elif isinstance(alteration, Put):
            put = (
                alteration.new if isinstance(alteration.new, list) else [alteration.new]
            )
            yield from (node for node in put if isinstance(node, ast.AST))
            yield alteration.owner


def _role(scope: Scope, node: ast.AST) -> str:
    statement = scope.statement(node)
    if scope.sort(statement) == "update":
        return "update"
    comparison = _comparison(scope, node)
    return role_of_test(scope, comparison) if comparison is not None else ""


def _comparison(scope: Scope, node: ast.AST) -> ast.Compare | None:
    """Return the comparison that a node is, is a part of, or begins with."""
    inner: ast.AST = node
    while not isinstance(inner, (ast.stmt, ast.Compare)):
        inner = scope.parents[inner][0]
    if isinstance(inner, ast.Compare):
        return inner
    test = getattr(node, "test", None)
    return test if isinstance(test, ast.Compare) else None


def _role_of_helper(scope: Scope, node: ast.AST, every: Sequence[Scope]) -> str:
    """Return the role of a comparison in a helper, from the calls of that helper."""
    root = scope.root
    statement = scope.statement(node)
    if not isinstance(root, ast.FunctionDef) or not isinstance(statement, ast.Return):
        return ""
    if any(scope.own(node) for node in walk(root)):
        return ""
    calls = [
        (caller, call)
        for caller in every
        for call in caller.all(ast.Call)
        if named(call.func) == root.name
    ]
    if not calls or not _decides_to_leave(*calls[0]):
        return ""
    caller, call = calls[0]
    is_before_loop = caller.loop(call) is None
    return "horizon" if is_before_loop and _counts_plies(scope, node) else "test"


def _decides_to_leave(scope: Scope, call: ast.Call) -> bool:
    """Return whether the result of a call decides if a loop or function is left."""
    statement = scope.statement(call)
    is_asked = isinstance(statement, ast.If) and call in walk(statement.test)
    return is_asked and scope.sort(statement) == "test"


def _counts_plies(scope: Scope, node: ast.AST) -> bool:
    """Return whether a comparison is one of a depth, or with a constant."""
    comparison = _comparison(scope, node)
    sides = [] if comparison is None else [comparison.left, *comparison.comparators]
    return any(isinstance(side, ast.Constant) or scope.is_depth(side) for side in sides)
