"""Changes to searches that return a value together with the move that leads to it, and to moves made on a board."""

import ast
from collections.abc import Iterator

from autograder.repair import kinds
from autograder.repair.edits import Edit, Put, walk
from autograder.repair.scopes import (
    DISPLAYS,
    FOLDS,
    Body,
    Scope,
    body_of,
    fold,
    names_in,
)

PARTS = (0, 1)
UNDONE = {
    "push": ("pop",),
    "make_move": ("undo_move", "unmake_move", "undo"),
    "make": ("unmake", "undo"),
    "do": ("undo",),
    "play": ("undo",),
    "apply": ("undo", "revert"),
}
"""What boards call a move that is made, and what takes it back."""


def keys(scope: Scope) -> Iterator[Edit]:
    """The best of some pairs by their values alone: the first of equals, whatever its move is called."""
    for node in scope.all(ast.Call):
        sorts = ast.unparse(node.func).rpartition(".")[2] in ("sort", "sorted")
        chosen = (
            isinstance(node.func, ast.IfExp) and ast.unparse(node.func.body) in FOLDS
        )
        if not (fold(node) or sorts or chosen):
            continue
        has_key = any(keyword.arg == "key" for keyword in node.keywords)
        if not has_key and (
            scope.returns_pairs() or not any(map(scope.is_number, node.args))
        ):
            by_value = ast.keyword(
                "key", ast.parse("lambda pair: pair[0]", mode="eval").body
            )
            put = Put(node, "keywords", [*node.keywords, by_value])
            yield scope.edit(kinds.BY_VALUE, node, put, role="fold", new=by_value.value)


def by_values(scope: Scope) -> Iterator[Edit]:
    """Pairs of a value and a move of which a function takes the best, taken by their values: the first of equals."""
    pairs: dict[str, ast.expr] = {}
    for node in scope.all(ast.Assign, ast.Call):
        match node:
            case ast.Assign([ast.Name(name)], ast.ListComp(made)) | ast.Call(
                ast.Attribute(ast.Name(name), "append"), [made]
            ):
                found = [made]
            case ast.Assign([ast.Name(name)], made):
                found = [made, *(getattr(made, "args", ()) if fold(made) else ())]
            case _:
                continue
        pairs.update(
            (name, entry)
            for entry in found
            if isinstance(entry, DISPLAYS) and entry.elts
        )
    changes, first = list[Put](), None
    for node in scope.all(ast.Call):
        given = [
            pairs.get(ast.unparse(entry), entry)
            for entry in node.args
            if fold(node) and not node.keywords
        ]
        for entry in [
            entry for entry in given if isinstance(entry, DISPLAYS) and entry.elts
        ][:1]:
            by_value = ast.parse(
                f"lambda pair: pair[{place_of_value(scope, entry)}]", mode="eval"
            ).body
            changes.append(Put(node, "keywords", [ast.keyword("key", by_value)]))
            # Of equals the first one stays.
            if len(node.args) == 2 and node.args[0] is entry:
                changes.append(Put(node, "args", node.args[::-1]))
            first = first or node
    if first is not None:
        yield scope.edit(kinds.BY_VALUE, first, *changes, role="fold")


def keeps_a_move(scope: Scope, statement: ast.stmt) -> bool:
    """Whether a statement is the condition under which the move that a loop is at is kept."""
    if not isinstance(statement, ast.If):
        return False
    moves = names_in(*(loop.target for loop in scope.all(ast.For)))
    values = [
        value
        for node in statement.body
        if isinstance(node, ast.Assign)
        for _, value in assigned(node)
    ]
    return any(isinstance(value, ast.Name) and value.id in moves for value in values)


def assigned(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """What is set to what, also where several are side by side."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def only_value(scope: Scope, argument: ast.expr) -> ast.expr:
    """What a name is set to, where that is so in one line alone; what is no such name itself."""
    lines = [
        line.value
        for line in scope.all(ast.Assign)
        if ast.unparse(line.targets[0]) == ast.unparse(argument)
    ]
    return lines[0] if len(lines) == 1 else argument


def place_of_value(scope: Scope, pair: ast.Tuple | ast.List) -> int:
    """Where in a pair the value stands: the first part that is a number, or searched."""
    is_value = [
        scope.is_number(part) or any(map(scope.own, walk(only_value(scope, part))))
        for part in pair.elts
    ]
    return is_value.index(True) if True in is_value else 0


def moves_taken_back(scope: Scope) -> Iterator[Edit]:
    """A move taken back that was not, after one of the lines behind it or before the loop or function is left."""
    for node in scope.all(ast.For, ast.While, ast.If):
        for field in ("body", "orelse") if node.orelse else ("body",):
            body = Body(node, field, body_of(node, field))
            asked = [_asked(statement) for statement in body.statements]
            for place, (board, made) in enumerate(asked, 1):
                for back in UNDONE.get(made, ()):
                    if (board, back) not in asked:
                        for behind in range(place, len(asked) + 1):
                            yield scope.add(
                                kinds.TAKEN_BACK,
                                body,
                                behind,
                                f"{board}.{back}()",
                                "move",
                            )


def _asked(statement: ast.stmt) -> tuple[str, str]:
    """What a statement that is nothing but a call of a method asks of whom: the board and the method, or nothing."""
    value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return ast.unparse(value.func.value), value.func.attr
    return "", ""
