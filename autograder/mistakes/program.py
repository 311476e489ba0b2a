"""A student's program as syntax trees, which can be run as it is and with edits, each run cut after so many steps."""

from __future__ import annotations
import __future__

import ast
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cached_property
from importlib.machinery import ModuleSpec
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from autograder.limits import MOST_STEPS_OF_AN_IMPORT
from autograder.mistakes.edits import Edit, made
from autograder.worker.adapted import Adapted

STEP = "__step__"
"""What an instrumented program calls at the start of each function and of each turn of a loop."""


FIXED = (int, float, str, type(None), type, FunctionType, BuiltinFunctionType, ModuleType, staticmethod, classmethod)
"""Types of what nothing changes but what sets it anew."""


class Cut(BaseException):
    """Raised in a program that has taken too many steps."""


class _Elsewhere(Exception):
    """Raised where an edit is about more than the code of functions that can be exchanged."""


class _Home:
    """A function whose code is exchanged for that of the edited one, be it within one that is within no other."""

    def __init__(
        self, file: str, owner: ast.ClassDef | None, node: ast.FunctionDef, code: CodeType, top: _Home | None = None
    ) -> None:
        """owner: the class that it, or the one around it, is a method of. code: its own. top: the one around it."""
        self.file, self.owner, self.node, self.code, self.top = file, owner, node, code, top

    @cached_property
    def statement(self) -> ast.stmt:
        """What is compiled for it alone: it, in functions and classes of the same names that hold nothing else."""
        statement: ast.stmt = self.node
        if self.top is not None:
            around = self.top.code
            names = dict.fromkeys((*around.co_varnames, *around.co_cellvars, *around.co_freevars))
            given = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
            statement = ast.FunctionDef(self.top.node.name, given, [statement], [])
        if self.owner is not None:
            statement = ast.ClassDef(self.owner.name, [], [], [statement], [])
        return ast.fix_missing_locations(ast.copy_location(statement, self.node))

    def exchange(self, names: dict[str, Any], code: CodeType) -> FunctionType:
        """Exchanges the code of the function in its module."""
        cls = None if self.owner is None else names.get(self.owner.name)
        found = (names if self.owner is None else getattr(cls, "__dict__", {})).get(self.node.name)
        function = getattr(found, "__func__", found)
        if type(function) is not FunctionType or function.__code__ is not self.code:
            raise _Elsewhere
        try:
            function.__code__ = code
        except ValueError:  # it reads other names of what is around it
            raise _Elsewhere from None
        return function


class Program:
    """The files of a student, the main one last. Of an edited program only the edited functions are compiled."""

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
        self._kept: list[_Kept] | None = None
        """What was imported last; None where that is more than functions edited, or nothing."""
        self._exchanged: list[tuple[FunctionType, CodeType]] = []
        """The functions whose code is exchanged there, each with its own."""
        self._serves_all = True
        """Whether one import may serve all candidates."""
        for node in (node for tree in self.trees.values() for node in ast.walk(tree)):
            if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
                count_steps(node)
        self._flags = {name: _flags(tree) for name, tree in self.trees.items()}
        self._codes = {name: [self._compiled(entry, name) for entry in tree.body] for name, tree in self.trees.items()}
        homes = [home for file, tree in self.trees.items() for home in _homes(file, tree, self._codes[file])]
        self._homes = {id(node): home for home in homes for part in home.node.body for node in ast.walk(part)}
        self._homes |= {id(home.node): home for home in homes}
        self._edited: dict[tuple[int, ...], CodeType | None] = {}
        self._steps = Steps()
        self._finder = _Finder(self._steps)

    def functions(self, edits: tuple[Edit, ...] = ()) -> dict[str, Any]:
        """The names that the program defines with some edits made. Raises whatever its import raises."""
        with suppress(_Elsewhere):
            return self._exchanging(self._edited_codes(edits))
        codes = {file: list(own) for file, own in self._codes.items()}
        with made(edits):
            for file, top in dict.fromkeys((edit.file, edit.top) for edit in edits):
                codes[file][top] = self._compiled(self.trees[file].body[top], file)
        return self._imported(codes)

    def _edited_codes(self, edits: tuple[Edit, ...]) -> list[tuple[_Home, CodeType]]:
        """The functions that some edits are about, each with the code that it has with them."""
        tops: dict[int, tuple[_Home, dict[int, _Home]]] = {}
        for change in (change for edit in edits for change in edit.changes):
            home = self._homes.get(id(change.owner))
            if home is not None and change.owner is home.node and change.field != "body":
                home = home.top
            if home is None:
                raise _Elsewhere
            top = home.top or home
            tops.setdefault(id(top.node), (top, {}))[1][id(home.node)] = home
        return [(top, self._code_with(top, list(homes.values()), edits)) for top, homes in tops.values()]

    def _code_with(self, top: _Home, homes: list[_Home], edits: tuple[Edit, ...]) -> CodeType:
        """The code of a function in which some functions within it, or it itself, are edited."""
        inner = {id(home.code): self._edited_code(home, edits) for home in homes}
        if top in homes or None in inner.values():
            code = self._edited_code(top, edits)
            assert code is not None
            return code
        return top.code.replace(co_consts=tuple(inner.get(id(entry), entry) for entry in top.code.co_consts))

    def _edited_code(self, home: _Home, edits: tuple[Edit, ...]) -> CodeType | None:
        """The code of a function with those edits made that are about it; None where it reads more from around it."""
        own = [edit for edit in edits if any(self._is_in(change.owner, home) for change in edit.changes)]
        key = (id(home.node), *map(id, own))
        if key not in self._edited:
            with made(tuple(own)):
                whole = self._compiled(home.statement, home.file)
            code = _code_in(whole, home.node, home.owner, home.top)
            self._edited[key] = code if code is not None and code.co_freevars == home.code.co_freevars else None
        return self._edited[key]

    def _is_in(self, node: ast.AST, home: _Home) -> bool:
        found = self._homes[id(node)]
        return found is home or found.top is home

    def _exchanging(self, codes: list[tuple[_Home, CodeType]]) -> dict[str, Any]:
        """The names that the program defines with the code of some functions exchanged."""
        if codes and not self._serves_all:
            raise _Elsewhere
        if self._kept is None or not self._serves_all:
            self._imported(self._codes)
            try:
                self._kept = [_Kept(sys.modules[name]) for name in self.trees]
            except Exception:  # whatever a student's objects raise, or a module not imported yet
                self._kept, self._serves_all = [], False
        for function, code in self._exchanged:
            function.__code__ = code
        for kept in self._kept:
            kept.put_back()
        self._exchanged = []
        for home, code in codes:
            self._exchanged.append((home.exchange(vars(sys.modules[home.file]), code), home.code))
        return vars(self.module)

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

    def _imported(self, codes: dict[str, list[CodeType]]) -> dict[str, Any]:
        """The names that the program defines, imported anew."""
        self._kept, self._exchanged = None, []
        if self.course is not None:
            self.course.begin_anew()
        if self._finder not in sys.meta_path:
            sys.meta_path.insert(0, self._finder)
        for name in codes:
            sys.modules.pop(name, None)
        self._finder.codes = codes
        self._steps.left = MOST_STEPS_OF_AN_IMPORT
        self.module = sys.modules[self.main] = ModuleType(self.main)
        self._finder.exec_module(self.module)
        return vars(self.module)


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
    """Finds a student's modules as they are meant to be in this run, and executes them."""

    def __init__(self, steps: Steps) -> None:
        self.codes: dict[str, list[CodeType]] = {}
        self._steps = steps

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self.codes else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        names = vars(module)
        names.update({STEP: self._steps, "__file__": f"{module.__name__}.py"})
        for statement in self.codes[module.__name__]:
            exec(statement, names)


def _homes(file: str, tree: ast.Module, codes: Sequence[CodeType]) -> Iterator[_Home]:
    """The functions of a file, the methods of its classes, and those that stand in the body of one."""
    for statement, code in zip(tree.body, codes, strict=True):
        owner = statement if isinstance(statement, ast.ClassDef) else None
        for node in [statement] if owner is None else owner.body:
            if isinstance(node, ast.FunctionDef) and (own := _code_in(code, node, owner)) is not None:
                yield (top := _Home(file, owner, node, own))
                for entry in (entry for entry in node.body if isinstance(entry, ast.FunctionDef)):
                    if (inner := _code_in(own, entry)) is not None:
                        yield _Home(file, owner, entry, inner, top)


def _code_in(
    code: CodeType, node: ast.FunctionDef, owner: ast.ClassDef | None = None, top: _Home | None = None
) -> CodeType | None:
    """The code of a function in that of its statement. owner, top: the class and the function around it."""
    line = min([node.lineno, *(entry.lineno for entry in node.decorator_list)])
    outer = [code]
    for name in ([] if owner is None else [owner.name]) + ([] if top is None else [top.node.name]):
        outer = [entry for around in outer for entry in _named(around, name)]
    found = (entry for around in outer for entry in _named(around, node.name) if entry.co_firstlineno == line)
    return next(found, None)


def _named(code: CodeType, name: str) -> list[CodeType]:
    return [entry for entry in code.co_consts if isinstance(entry, CodeType) and entry.co_name == name]


class _Kept:
    """What the import of a module made, put back before the next candidate runs, as a search may have changed it."""

    def __init__(self, module: ModuleType) -> None:
        """Keep it. Raises what making a copy of the student's objects raises."""
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        classes = [value for value in own if isinstance(value, type)]
        methods = [getattr(value, "__func__", value) for space in classes for value in vars(space).values()]
        functions = [value for value in (*own, *methods) if type(value) is FunctionType]
        if not all(isinstance(value, (*FIXED, tuple)) for one in functions for value in one.__defaults__ or ()):
            raise ValueError("a default may change")
        self._spaces = [(space, _own_names(space)) for space in (module, *classes, *functions)]
        may_change = [{k: v for k, v in names.items() if not isinstance(v, FIXED)} for _, names in self._spaces]
        self._copies = deepcopy({number: names for number, names in enumerate(may_change) if names})

    def put_back(self) -> None:
        """Makes it as it was."""
        copies = deepcopy(self._copies)
        for number, (space, names) in enumerate(self._spaces):
            now = _own_names(space)
            for name in now.keys() - names.keys():
                delattr(space, name)
            for name, value in (names | copies.get(number, {})).items():
                if now.get(name, self) is not value:
                    setattr(space, name, value)


def _own_names(space: object) -> dict[str, Any]:
    """What a module, a class or a function holds by names of a student's."""
    return {name: value for name, value in vars(space).items() if not name.startswith(("__", "_abc_"))}


def _flags(tree: ast.Module) -> int:
    """What the file's `from __future__ import …` asks for, as each of its statements is compiled alone."""
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    names = [alias.name for node in imported for alias in node.names]
    return sum(getattr(__future__, name).compiler_flag for name in names if hasattr(__future__, name))


def count_steps(node: ast.For | ast.While | ast.FunctionDef) -> None:
    """Puts a step at the start of a body."""
    call = ast.Expr(ast.Call(ast.Name(STEP, ast.Load()), [], []))
    node.body.insert(0, ast.fix_missing_locations(ast.copy_location(call, node.body[0])))


def is_step(statement: ast.AST) -> bool:
    """Whether a statement is one that instrumentation put there."""
    match statement:
        case ast.Expr(ast.Call(ast.Name(id=name))):
            return name == STEP
    return False
