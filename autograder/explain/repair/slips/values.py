"""Slips in an expression: its value is not the one that is meant."""

import ast
from collections.abc import Iterator

from autograder.explain.repair.edits import Edit, copied
from autograder.explain.repair.kinds import SLIPS, Kind
from autograder.explain.repair.nodes import fold, nodes_of
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips.shapes import is_condition, parameters


def uncalled(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield calls of methods, and of the student's functions, that are not called.

    They are without arguments, or pass the first parameter.
    """
    every_parameter = {parameter.arg for parameter in nodes_of(ast.arg, root.args)}
    functions = scope.functions.keys() - every_parameter
    first = [ast.Name(parameter.arg, ast.Load()) for parameter in root.args.args[:1]]
    for node in scope.all(ast.Attribute, ast.Name):
        match node:
            case ast.Name(name) if name in functions:
                argument_lists = [first]
            case ast.Attribute(ast.Name(), name):
                argument_lists = [[], first] if first else [[]]
            case _:
                continue
        kind = _kind_of_uncalled(scope, node)
        if kind is None:
            continue
        for arguments in argument_lists:
            passed: list[ast.expr] = [*map(copied, arguments)]
            yield scope.put(kind, node, ast.Call(copied(node), passed, []), name)


def _kind_of_uncalled(scope: Scope, node: ast.AST) -> Kind | None:
    """Return the slip of a function that is not called; None if it may be meant."""
    if _is_tested(scope, node):
        return SLIPS["tested"]
    return SLIPS["uncalled"] if _is_answer(scope, node) else None


def _is_tested(scope: Scope, node: ast.AST) -> bool:
    """Return whether an expression is a condition, or the last part of an answer.

    As in `return depth == 0 or state.is_terminal`.
    """
    owner, _, _ = scope.parents[node]
    is_part = isinstance(owner, ast.BoolOp)
    is_answer = is_part and isinstance(scope.parents[owner].owner, ast.Return)
    return is_answer or is_condition(scope, node)


def _is_answer(scope: Scope, node: ast.AST) -> bool:
    """Return whether an expression stands in the place of a call's result."""
    owner, field, _ = scope.parents[node]
    if field == "iter" or fold(owner):
        return True
    return isinstance(owner, (ast.Return, ast.Expr, ast.Compare))


def texts_and_signs(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield comparisons of an attribute with text, and signs behind a `=`."""
    for node in scope.nodes:
        if isinstance(node, ast.Compare):
            yield from _compared_with_text(scope, node)
        elif isinstance(node, ast.Assign):
            yield from _sign_behind_equals(scope, root, node)


def _compared_with_text(scope: Scope, comparison: ast.Compare) -> Iterator[Edit]:
    """Yield a value to compare with, if an attribute never equals the text in a test.

    It may be the text in capitals, or a flag.
    """
    match comparison:
        case ast.Compare(
            ast.Attribute(ast.Name(), name) as attribute,
            [ast.Eq()],
            [ast.Constant(str(text))],
        ) if text.isalpha():
            capitals = ast.Constant(text.upper())
            new = ast.Compare(copied(attribute), [ast.Eq()], [capitals])
            yield scope.put(SLIPS["letters"], comparison, new, f"{name} {text}")
            yield scope.put(SLIPS["no text"], comparison, copied(attribute), name)


def _sign_behind_equals(
    scope: Scope, root: ast.FunctionDef, assignment: ast.Assign
) -> Iterator[Edit]:
    """Yield the sign before the `=`, if a parameter is set as in `depth =- 1`."""
    match assignment:
        case ast.Assign(
            [ast.Name(name) as target],
            ast.UnaryOp(
                ast.USub() | ast.UAdd() as sign, ast.Constant() as step
            ) as value,
        ) if name in parameters(root):
            from_target_to_sign = value.col_offset - (target.end_col_offset or 0)
            from_sign_to_step = step.col_offset - value.col_offset
            if (from_target_to_sign, from_sign_to_step) == (2, 2):
                operator = ast.Sub() if isinstance(sign, ast.USub) else ast.Add()
                new = ast.AugAssign(copied(target), operator, step)
                yield scope.put(SLIPS["sign"], assignment, new, name)


def sums_as_conditions(scope: Scope, _root: ast.FunctionDef) -> Iterator[Edit]:
    """Yield sums that are conditions: a number that is not 0 counts as true."""
    for node in scope.all(ast.BinOp):
        is_sum = isinstance(node.op, ast.Add) and scope.constant(node.right) is not None
        if is_sum and is_condition(scope, node):
            text = ast.unparse(node).replace(" ", "")
            yield scope.edit(SLIPS["always"], node, role=text)
