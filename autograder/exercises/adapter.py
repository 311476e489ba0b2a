"""A course's adapter: the file that fits students' programs, as the course has them written, to the grader.

It runs in the student's process and nowhere else. Here it is only read.
"""

from __future__ import annotations

import ast
import contextlib
import re
from pathlib import Path

from autograder.errors import InvalidExercises, Mistake
from autograder.exercises.model import Adapter

NEEDS, MIRRORED = "NEEDS", "MIRRORED"
SIGNATURE = "def search(student, state, problem):"
SUCH_AS = (
    f'write it with plain names, such as {NEEDS} = ("max_value", "min_value") or ("Player.max_value",), '
    f"with a | between those of which one is enough; {NEEDS} = () where the adapter looks for it itself"
)


def read_adapter(file: Path) -> Adapter:
    """The adapter in a file. Raises InvalidExercises."""

    def unfit(words: str, line: int | None = None) -> InvalidExercises:
        return InvalidExercises([Mistake(file, f"line {line}" if line else "", words)])

    try:
        source = file.read_text("utf-8")
        tree = ast.parse(source)
    except OSError as error:
        raise unfit(f"the adapter cannot be read: {error.strerror}") from None
    except SyntaxError as error:
        raise unfit(f"Python cannot read the adapter: {error.msg}", error.lineno) from None
    except ValueError as error:
        raise unfit(f"the adapter is no text in UTF-8: {error}") from None
    search = next((each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "search"), None)
    if search is None:
        raise unfit(f"the adapter has no function that starts a search; write {SIGNATURE}")
    if len(search.args.posonlyargs + search.args.args) != 3:
        raise unfit(f"search has three parameters: {SIGNATURE}", search.lineno)
    needs, needs_line = _constant(tree, NEEDS)
    if not needs_line:
        raise unfit(f"the adapter does not say what students define; {SUCH_AS}")
    if not isinstance(needs, (tuple, list)) or not all(map(_is_need, needs)):
        raise unfit(f"{NEEDS} is no list of names; {SUCH_AS}", needs_line)
    mirrored, mirrored_line = _constant(tree, MIRRORED)
    if mirrored_line and not isinstance(mirrored, bool):
        raise unfit(f"{MIRRORED} is neither True nor False", mirrored_line)
    return Adapter(file, source, tuple(need.replace(" ", "") for need in needs), mirrored=mirrored is True)


def _constant(tree: ast.Module, name: str) -> tuple[object, int]:
    """What the adapter says that a constant is, with or without a type, and in which line: in 0 where it does not.

    What is no literal is None.
    """
    for statement in tree.body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if [ast.unparse(target) for target in targets] == [name]:
                with contextlib.suppress(ValueError):
                    return ast.literal_eval(statement.value), statement.value.lineno
                return None, statement.value.lineno
    return None, 0


def _is_need(need: object) -> bool:
    """Whether this is the name of a function, a class or a method, or several with a | between them."""
    return isinstance(need, str) and all(part.isidentifier() for part in re.split(r"[|.]", need.replace(" ", "")))
