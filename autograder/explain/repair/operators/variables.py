"""Changes whose a variable is: that of one call, or one that outlives it."""

import ast
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain

from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Add, Edit, Put, copied, walk
from autograder.explain.repair.nodes import (
    LOOPS,
    as_added,
    body_of,
    fold,
    key_of,
    names_in,
    nodes_of,
)
from autograder.explain.repair.scopes import Scope

WINDOW_BEFORE = "window_before"
"""The variable in which ends of a window are kept."""


def of_the_call(scope: Scope) -> Iterator[Edit]:
    """Put a variable of the call in the place of an attribute of `self`.

    Searches of children set it, too, so that it changes while its own loop goes on.
    Only an attribute that the function sets to something new can be such a variable.
    """
    for name in _set_on_self(scope):
        nodes = [node for node in scope.all(ast.Attribute) if _is_of_self(node, name)]
        nodes.sort(key=lambda node: (node.lineno, node.col_offset))
        variable = _unused(scope, name)
        puts = []
        for node in nodes:
            owner, field, list_index = scope.parents[node]
            puts.append(Put(owner, field, ast.Name(variable, node.ctx), list_index))
        yield scope.edit(kinds.OF_THE_CALL, nodes[0], *puts, role="assignment")


def _set_on_self(scope: Scope) -> list[str]:
    """Return the attributes of `self` that a function sets, in the text's order."""
    names: dict[str, None] = {}
    for assignment in scope.all(ast.Assign):
        for target in assignment.targets:
            if isinstance(target, ast.Attribute) and _is_of_self(target, target.attr):
                names[target.attr] = None
    return [*names]


def _is_of_self(node: ast.Attribute, name: str) -> bool:
    is_self = isinstance(node.value, ast.Name) and node.value.id == "self"
    return is_self and node.attr == name


def windows_kept(scope: Scope) -> Iterator[Edit]:
    """Put alpha and beta back after a search, if it shares them with its caller.

    They are attributes, elements or global names, which outlive a call. A function that
    puts one of them back may only lack the other. If a window of the call's own is
    stored by setters, it is what these set that other calls share.
    """
    if not scope.window:
        return
    shared = [*filter(scope.is_shared, scope.window)] or _set_by_setters(scope)
    if len(shared) < len(scope.window):
        return
    both = ", ".join(map(ast.unparse, shared))
    for statement in scope.all(ast.Assign, ast.AugAssign, ast.Expr):
        owner, field, _ = scope.parents[statement]
        if any(map(scope.leads_to_search, walk(statement))):
            before, after = _kept(both, WINDOW_BEFORE)
            adds = (
                Add(owner, field, before, statement),
                Add(owner, field, after, scope.following(statement)),
            )
            yield scope.edit(kinds.WINDOW_KEPT, statement, *adds, role="window")
        elif isinstance(statement, ast.Assign) and scope.loop(statement) is None:
            yield from _other_end_kept(scope, statement, shared)


def _set_by_setters(scope: Scope) -> list[ast.expr]:
    """Return the attributes in which calls of setters store alpha and beta."""
    attributes: dict[str, ast.expr] = {}
    for node in scope.all(ast.Expr):
        match node.value:
            case ast.Call(args=[ast.Name() as end]) as call if scope.is_end(end):
                attribute = _set_by(scope, call)
                if attribute is not None:
                    attributes[end.id] = attribute
    ends = map(ast.unparse, scope.window)
    return [attributes[end] for end in ends if end in attributes]


def _set_by(scope: Scope, call: ast.Call) -> ast.expr | None:
    """Return the attribute that a call sets to its argument; None if it does more."""
    receiver = scope.receiver_of(call)
    if receiver is None:
        return None
    (setter, *_), (own, called_on) = scope.functions[scope.own(call)], receiver
    match setter.args.args, body_of(setter):
        case [
            [_, ast.arg(given)],
            [ast.Assign([ast.Attribute(ast.Name(of), name)], ast.Name(value))],
        ] if (of, value) == (own, given):
            return ast.Attribute(copied(called_on), name, ast.Load())
    return None


def _other_end_kept(
    scope: Scope, statement: ast.Assign, window: Sequence[ast.expr]
) -> Iterator[Edit]:
    """Put the other end of a window back, where a function puts one of them back."""
    alpha, beta = window
    others = {key_of(alpha): beta, key_of(beta): alpha}
    other = others.get(key_of(statement.targets[0]))
    if other is None or not isinstance(scope.root, ast.FunctionDef):
        return
    owner, field, _ = scope.parents[statement]
    before, after = _kept(ast.unparse(other), WINDOW_BEFORE)
    adds = (
        Add(scope.root, "body", before, body_of(scope.root)[0]),
        Add(owner, field, after, scope.following(statement)),
    )
    yield scope.edit(kinds.END_KEPT, statement, *adds, role="window", surcharge=-0.3)


def _kept(variables: str, copy: str) -> tuple[ast.stmt, ast.stmt]:
    """Return a line that keeps variables in a copy, and one that puts them back."""
    before, after = ast.parse(f"{copy} = {variables}\n{variables} = {copy}").body
    return as_added(before), as_added(after)


def begun_anew(scope: Scope) -> Iterator[Edit]:
    """Begin each turn of a loop with a variable as it was before the loop.

    A turn that changes it for its own child, as the number of plies that are left,
    changes it for the next children, too.
    """
    for loop in filter(scope.searches, scope.all(*LOOPS)):
        owner, field, list_index = scope.parents[loop]
        if list_index is None:
            continue
        for statement, target in _changed_for_children(scope, loop):
            before, anew = _kept(target.id, f"{target.id}_before")
            adds = (
                Add(owner, field, before, loop),
                Add(loop, "body", anew, body_of(loop)[0]),
            )
            role = "step" if scope.is_depth(target) else scope.sort(statement)
            yield scope.edit(kinds.BEGUN_ANEW, statement, *adds, role=role)


def _changed_for_children(
    scope: Scope, loop: ast.AST
) -> Iterator[tuple[ast.stmt, ast.Name]]:
    """Yield statements of a loop that change a variable that a search there gets."""
    searches = filter(scope.leads_to_search, walk(loop))
    passed_on = names_in(*searches)
    for statement in nodes_of(ast.Assign, loop):
        match statement.targets, statement.value:
            case [ast.Name(name) as target], value if not fold(value):
                if name in passed_on and name in names_in(value):
                    yield statement, target
    for augmented in nodes_of(ast.AugAssign, loop):
        match augmented.target:
            case ast.Name(name) as changed if name in passed_on:
                yield augmented, changed


def _unused(scope: Scope, name: str) -> str:
    """Return a name for a variable that the function does not use for another."""
    names = {node.id for node in scope.all(ast.Name)}
    names |= {parameter.arg for parameter in scope.all(ast.arg)}
    return f"own_{name}" if name in names else name


def declarations(scopes: Sequence[Scope]) -> Iterator[Edit]:
    """Set a variable from outside of a function in place of one of the function's own.

    Python makes each variable that a function sets its own, unless it is declared.
    """
    for scope in scopes:
        if isinstance(scope.root, ast.FunctionDef):
            around = _set_in(
                other
                for other in scopes
                if other is not scope and scope.root in other.parents
            )
            of_file = _set_in(other for other in scopes if _is_at_top(other, scope))
            yield from _declared(scope, scope.root, ast.Nonlocal, around)
            yield from _declared(scope, scope.root, ast.Global, of_file - around)


def _is_at_top(scope: Scope, other: Scope) -> bool:
    """Return whether a scope is outside of all functions, in the file of another."""
    is_outside = not isinstance(scope.root, (ast.FunctionDef, ast.ClassDef))
    return is_outside and scope.file == other.file


def _set_in(scopes: Iterable[Scope]) -> set[str]:
    return set(chain.from_iterable(map(_settings, scopes)))


def _declared(
    scope: Scope,
    root: ast.FunctionDef,
    declaration: type[ast.Global | ast.Nonlocal],
    names: Container[str],
) -> Iterator[Edit]:
    for name, first in _settings(scope).items():
        if name in names:
            line = as_added(declaration([name]))
            added = Add(root, "body", line, body_of(root)[0])
            statement = scope.statement(first)
            role = scope.sort(statement)
            edit = scope.edit(kinds.DECLARED, statement, added, role=role)
            declared = next(scope.all(ast.Global, ast.Nonlocal), first)
            yield edit._replace(line=declared.lineno)


def _settings(scope: Scope) -> dict[str, ast.Name]:
    """Return the names that a scope sets and does not declare, as each is set first."""
    first: dict[str, ast.Name] = {}
    for node in scope.all(ast.Name):
        if isinstance(node.ctx, ast.Store):
            before = first.setdefault(node.id, node)
            first[node.id] = min(before, node, key=lambda name: name.lineno)
    for declaration in scope.all(ast.Global, ast.Nonlocal):
        for name in declaration.names:
            first.pop(name, None)
    return first
