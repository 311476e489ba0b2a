"""Slips about names: misspelt, unread, or one value for all calls."""

import ast
import builtins
from collections.abc import Iterator
from difflib import get_close_matches

from autograder.explain.repair.edits import Add, Edit, Put, walk
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.nodes import (
    as_added,
    body_of,
    expression,
    names_in,
    nodes_of,
)
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import is_read, names_declared, update_word

CHANGING = (
    "append",
    "add",
    "update",
    "extend",
    "insert",
    "pop",
    "setdefault",
    "clear",
    "remove",
)
"""Methods that change a list, a set or a dictionary."""
COLLECTIONS = (ast.List, ast.Dict, ast.Set)
ONE_OF_FOUR = 0.75
"""How alike two names have to be: one letter of four may differ."""
EMPTY_COLLECTIONS = ("list()", "dict()", "set()")


def unread_ends(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield a slip without a repair if alpha or beta is passed and never read."""
    names_read = {node.id for node in nodes_of(ast.Name, root) if is_read(node)}
    arguments = root.args
    without_default = len(arguments.args) - len(arguments.defaults)
    given = {parameter.arg for parameter in arguments.args[:without_default]}
    ends = [end.id for end in scope.window if isinstance(end, ast.Name)]
    unread = [end for end in ends if end in given and end not in names_read]
    is_stub = isinstance(root.body[-1], ast.Raise)
    if unread and not is_stub:
        role = f"{root.name} {','.join(unread)}"
        edit = scope.edit(SLIPS["unread"], body_of(root)[0], role=role)
        yield edit._replace(line=root.lineno)


def misspelt(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield the name that is read, for one that is nearly it and is never read.

    Nobody means to set a function of Python's, such as `len`.
    """
    names = list(nodes_of(ast.Name, root))
    names_read = {node.id for node in names if is_read(node)}
    may_be_meant = sorted(names_read.difference(dir(builtins)))
    known = names_read | names_declared(walk(root))
    for node in names:
        name = node.id
        is_too_short = len(name) <= 3  # it is nearly the same as many others
        if name in known or is_too_short or not _is_assigned(scope, node):
            continue
        for other in get_close_matches(name, may_be_meant, 1, ONE_OF_FOUR):
            assignment = ast.Assign([ast.Name(other)], node)
            role = f"{name} {other}{update_word(scope, assignment)}"
            alteration = Put(node, "id", other)
            yield scope.edit(SLIPS["misspelt"], node, alteration, role=role)


def _is_assigned(scope: Scope, node: ast.Name) -> bool:
    """Return whether a name is the whole target of an assignment in the function."""
    if not isinstance(node.ctx, ast.Store) or node not in scope.parents:
        return False
    owner, _, _ = scope.parents[node]
    return isinstance(owner, ast.Assign)


def without_self(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield `self.` before the name of a method that is read without it."""
    is_method = [parameter.arg for parameter in root.args.args[:1]] == ["self"]
    if not is_method:
        return
    for node in scope.nodes:
        if isinstance(node, ast.Name) and is_read(node) and node.id in scope.functions:
            method = expression(f"self.{node.id}")
            yield scope.put(SLIPS["self"], node, method, node.id)


def changed_defaults(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield None for a default that is a collection and is changed in the function.

    A line makes the collection then. A name that is set to another value is left out.
    """
    names = _changed_in_place(root)
    arguments = root.args
    first = len(arguments.args) - len(arguments.defaults)
    for index, default in enumerate(arguments.defaults):
        name = arguments.args[first + index].arg
        text = ast.unparse(default).replace(" ", "")
        is_collection = isinstance(default, COLLECTIONS) or text in EMPTY_COLLECTIONS
        if name not in names or not is_collection:
            continue
        first_line = body_of(root)[0]
        none = ast.copy_location(ast.Constant(None), default)
        (making,) = ast.parse(f"if {name} is None:\n    {name} = {text}").body
        edit = scope.edit(
            SLIPS["default"],
            first_line,
            Put(arguments, "defaults", none, index),
            Add(root, "body", as_added(making), first_line),
            role=name,
        )
        yield edit._replace(line=default.lineno)


def made_at_import(scope: Scope) -> Iterator[Edit]:
    """Yield a slip for each variable that is made when a file is loaded."""
    root = scope.root
    prefix = f"{root.name}." if isinstance(root, ast.ClassDef) else ""
    for statement in root.body if isinstance(root, ast.ClassDef) else [root]:
        match statement:
            case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
                yield scope.edit(SLIPS["kept"], statement, role=prefix + name)


def _changed_in_place(root: ast.FunctionDef) -> set[str]:
    """Return the names that are never set, and whose values are changed."""
    changed: set[str] = set()
    for attribute in nodes_of(ast.Attribute, root):
        if attribute.attr in CHANGING:
            changed |= names_in(attribute.value)
    for element in nodes_of(ast.Subscript, root):
        if not is_read(element):
            changed |= names_in(element.value)
    rebound = {node.id for node in nodes_of(ast.Name, root) if not is_read(node)}
    return changed - rebound
