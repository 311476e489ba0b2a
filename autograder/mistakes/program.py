"""A student's program as syntax trees, which can be run as it is and with edits, each run cut after so many steps."""

from __future__ import annotations
import __future__

import ast
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from autograder.limits import MOST_STEPS_OF_AN_IMPORT
from autograder.mistakes.edits import Edit, made
from autograder.worker.adapted import Adapted

STEP = "__step__"
"""What an instrumented program calls at the start of each function and of each turn of a loop."""


class Cut(BaseException):
    """Raised in a program that has taken too many steps."""


class Program:
    """The files of a student, the main one last, with the code of each top-level statement compiled once."""

    def __init__(self, files: dict[str, str], main: str, course: Adapted | None = None) -> None:
        """files: the text of each module by its name. main: the name of the one that is graded. course: its adapter.

        Raises SyntaxError, ValueError or RecursionError where a file is no program.
        """
        self.main = main
        self.sources = files
        self.course = course
        self.module = ModuleType(main)
        """What was imported last."""
        self.trees = {name: ast.parse(text) for name, text in files.items()}
        for tree in self.trees.values():
            _instrument(tree)
        self._flags = {name: _flags(tree) for name, tree in self.trees.items()}
        self._codes = {name: [self._compiled(entry, name) for entry in tree.body] for name, tree in self.trees.items()}
        self._edited_codes: dict[int, CodeType] = {}
        self._steps = Steps()
        self._finder = _Finder(self._steps)

    def functions(self, edits: tuple[Edit, ...] = ()) -> dict[str, Any]:
        """The names that the program defines with some edits made. Raises whatever its import raises."""
        codes = dict(self._codes)
        for file, top in dict.fromkeys((edit.file, edit.top) for edit in edits):
            if codes[file] is self._codes[file]:
                codes[file] = list(codes[file])
            codes[file][top] = self._edited(file, top, edits)
        return self._imported(codes, MOST_STEPS_OF_AN_IMPORT)

    def _edited(self, file: str, top: int, edits: tuple[Edit, ...]) -> CodeType:
        """The code of a top-level statement with those edits made that are about it; that of a single one is kept."""
        own = tuple(edit for edit in edits if (edit.file, edit.top) == (file, top))
        known = self._edited_codes.get(id(own[0])) if len(own) == 1 else None
        if known is not None:
            return known
        with made(own):
            code = self._compiled(self.trees[file].body[top], file)
        if len(own) == 1:
            self._edited_codes[id(own[0])] = code
        return code

    def _compiled(self, statement: ast.stmt, file: str) -> CodeType:
        tree = ast.Module([statement], [])
        with warnings.catch_warnings(module=warnings):  # of a student's file, and many times
            warnings.simplefilter("ignore")
            code: CodeType = compile(tree, self.code_name(file), "exec", self._flags[file], dont_inherit=True)
        return code

    @staticmethod
    def code_name(file: str) -> str:
        """What code of a file is called where it runs."""
        return f"<repair of {file}>"

    def run(self, function: Callable[..., Any], arguments: Sequence[Any], most_steps: int) -> Any:
        """What a function returns. Raises Cut after so many steps."""
        self._steps.left = self._steps.most = most_steps
        return function(*arguments)

    @property
    def has_begun(self) -> bool:
        """Whether the last run came to the student's code at all."""
        return self._steps.left < self._steps.most

    def _imported(self, codes: dict[str, list[CodeType]], most_steps: float) -> dict[str, Any]:
        if self.course is not None:
            self.course.begin_anew()
        self._finder.codes = {name: code for name, code in codes.items() if name != self.main}
        if self._finder not in sys.meta_path:
            sys.meta_path.insert(0, self._finder)
        for name in codes:
            sys.modules.pop(name, None)
        self._steps.left = most_steps
        self.module = sys.modules[self.main] = ModuleType(self.main)
        _execute(self.module, codes[self.main], self._steps)
        return self.module.__dict__


class Steps:
    """Counts the steps that a program may still take."""

    def __init__(self) -> None:
        self.left: float = 0
        self.most: float = 0

    def __call__(self) -> None:
        """Take a step."""
        self.left -= 1
        if self.left < 0:
            raise Cut


class _Finder:
    """Finds a student's helper modules as they are meant to be in this run."""

    def __init__(self, steps: Steps) -> None:
        self.codes: dict[str, list[CodeType]] = {}
        self._steps = steps

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self.codes else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        _execute(module, self.codes[module.__name__], self._steps)


def _execute(module: ModuleType, codes: Iterable[CodeType], steps: Steps) -> None:
    names = module.__dict__
    names[STEP] = steps
    for code in codes:
        exec(code, names)


def _flags(tree: ast.Module) -> int:
    """What the file's `from __future__ import …` asks for, as each of its statements is compiled alone."""
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    names = [alias.name for node in imported for alias in node.names]
    return sum(getattr(__future__, name).compiler_flag for name in names if hasattr(__future__, name))


def _instrument(tree: ast.Module) -> None:
    """Puts a step at the start of each function and of each turn of a loop."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
            call = ast.Expr(ast.Call(ast.Name(STEP, ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))


def is_step(statement: ast.AST) -> bool:
    """Whether a statement is one that instrumentation put there."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Name)
        and statement.value.func.id == STEP
    )
