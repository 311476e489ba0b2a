"""A course's adapter: the file that fits students' programs, as the course has them written, to the grader.

It runs in the student's process and nowhere else. Here it is only read.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from autograder.exercises.model import Adapter

NEEDS, MIRRORED = "NEEDS", "MIRRORED"
SEARCH = "search"
ARGUMENTS = 3
SIGNATURE = "def search(student, state, problem):"


class UnfitAdapter(Exception):
    """Raised for a file that is no adapter. Its text says what is wrong, `place` where."""

    def __init__(self, place: str, words: str) -> None:
        super().__init__(words)
        self.place = place


def read_adapter(file: Path) -> Adapter:
    """The adapter in a file. Raises UnfitAdapter."""
    try:
        source = file.read_text("utf-8")
        tree = ast.parse(source)
    except OSError as error:
        raise UnfitAdapter("", f"the adapter cannot be read: {error.strerror}") from None
    except SyntaxError as error:
        raise UnfitAdapter(f"line {error.lineno}", f"Python cannot read the adapter: {error.msg}") from None
    except ValueError as error:
        raise UnfitAdapter("", f"the adapter is no text in UTF-8: {error}") from None
    _insist_on_search(tree)
    return Adapter(file, source, _needs(tree), mirrored=_mirrored(tree))


def _insist_on_search(tree: ast.Module) -> None:
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == SEARCH:
            if len(statement.args.posonlyargs + statement.args.args) != ARGUMENTS:
                raise UnfitAdapter(f"line {statement.lineno}", f"search has three parameters: {SIGNATURE}")
            return
    raise UnfitAdapter("", f"the adapter has no function that starts a search; write {SIGNATURE}")


def _needs(tree: ast.Module) -> tuple[str, ...]:
    """What the adapter says that students define."""
    said = _said(tree, NEEDS)
    if said is None:
        raise UnfitAdapter("", f"the adapter does not say what students define; {_SUCH_AS}")
    names = _literal(said)
    if isinstance(names, (tuple, list)) and all(isinstance(name, str) for name in names):
        needs = tuple(name.replace(" ", "") for name in names)
        if all(part.isidentifier() for need in needs for part in re.split(r"[|.]", need)):
            return needs
    raise UnfitAdapter(f"line {said.lineno}", f"{NEEDS} is no list of names; {_SUCH_AS}")


def _mirrored(tree: ast.Module) -> bool:
    """Whether the adapter says that values are the root player's own."""
    said = _said(tree, MIRRORED)
    mirrored = False if said is None else _literal(said)
    if said is not None and not isinstance(mirrored, bool):
        raise UnfitAdapter(f"line {said.lineno}", f"{MIRRORED} is neither True nor False")
    return mirrored is True


def _said(tree: ast.Module, constant: str) -> ast.expr | None:
    """What the adapter says that a constant is, if it does, with or without a type."""
    for statement in tree.body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if [ast.unparse(target) for target in targets] == [constant]:
                return statement.value
    return None


_SUCH_AS = (
    f'write it with plain names, such as {NEEDS} = ("max_value", "min_value") or ("Player.max_value",), '
    f"with a | between those of which one is enough; {NEEDS} = () where the adapter looks for it itself"
)


def _literal(value: ast.expr) -> object:
    try:
        return ast.literal_eval(value)
    except ValueError:
        return None
