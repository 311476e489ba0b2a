"""Changes to moves that are made on a board and taken back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from autograder.mistakes.edits import Add, Edit
from autograder.mistakes.scopes import Scope, at_line_of, body_of

UNDONE = {
    "push": ("pop",),
    "make_move": ("undo_move", "unmake_move", "undo"),
    "make": ("unmake", "undo"),
    "do": ("undo",),
    "play": ("undo",),
    "apply": ("undo", "revert"),
}
"""What boards call a move that is made, and what takes it back."""
BODIES = (ast.For, ast.While, ast.If)


def moves_taken_back(scope: Scope) -> Iterator[Edit]:
    """A move taken back that was not, after one of the lines behind it or before the loop or function is left."""
    for owner, field, body in _bodies(scope):
        for place, statement in enumerate(body):
            board, made = _asked(statement)
            for back in UNDONE.get(made, ()):
                if any(_asked(entry) == (board, back) for entry in body):
                    continue
                undone = ast.parse(f"{board}.{back}()").body[0]
                for before in range(place + 1, len(body) + 1):
                    yield _taken_back(scope, owner, field, body, before, undone)


def _taken_back(scope: Scope, owner: ast.AST, field: str, body: list[ast.stmt], before: int, undone: ast.stmt) -> Edit:
    """An edit that adds a line before a place of a body, told of the line behind which it comes."""
    last = body[before - 1]
    following = body[before] if before < len(body) else None
    new = at_line_of(undone, last)
    return scope.more("taken back", 1.8, last, Add(owner, field, new, following), "move")


def moves_made(scope: Scope) -> Iterator[Edit]:
    """A move made at the start of a loop that only takes it back."""
    for loop in (node for node in scope.nodes if isinstance(node, ast.For) and isinstance(node.target, ast.Name)):
        body = body_of(loop)
        asked = [_asked(statement) for statement in body]
        for made, backs in UNDONE.items():
            for board, back in asked:
                if back in backs and (board, made) not in asked:
                    move = ast.parse(f"{board}.{made}({ast.unparse(loop.target)})").body[0]
                    new = at_line_of(move, body[0])
                    yield scope.edit(
                        "more", "made", 1.9, body[0], Add(loop, "body", new, body[0]), role="move", new=new
                    )


def _bodies(scope: Scope) -> Iterator[tuple[ast.AST, str, list[ast.stmt]]]:
    """The bodies of a scope's loops and conditions."""
    for node in scope.nodes:
        if isinstance(node, BODIES):
            yield node, "body", body_of(node)
            if node.orelse:
                yield node, "orelse", node.orelse


def _asked(statement: ast.stmt) -> tuple[str, str]:
    """What a statement that is nothing but a call of a method asks of whom: the board and the method, or nothing."""
    value = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return ast.unparse(value.func.value), value.func.attr
    return "", ""
