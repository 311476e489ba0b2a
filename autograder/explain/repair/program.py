"""Runs a student's program as it is and with edits, each run cut after so many steps.

The program is kept as syntax trees in which each function and each turn of a loop
counts a step. Edits are made in these trees, the statements at the top that they touch
are compiled, and the modules are imported anew.
"""

import ast
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from autograder.core.limits import (
    MOST_STEPS_OF_A_FIRST_IMPORT,
    MOST_STEPS_OF_AN_IMPORT,
    MOST_TICKS,
    MOST_TICKS_TRACED,
    TICK_SECONDS,
)
from autograder.core.worker.adapted import Adapted
from autograder.explain.repair.edits import Edit, first_line, grouped, made, walk
from autograder.explain.repair.imported import Imported
from autograder.explain.repair.work import Work

STEP = "__step__"
"""The name of the call at the start of each function and each turn of a loop."""


class Cut(BaseException):
    """Raised in a program that has taken too many steps, or far too long for a few."""


class _EditedCode(NamedTuple):
    """A statement compiled with edits.

    These are kept so that no other edits get their ids.
    """

    code: CodeType
    edits: tuple[Edit, ...]


class Program:
    """The files of a student, by the names of their modules.

    main: the module whose functions are called. course: its adapter, if it has one.
    module: the last one imported. work: the cost of all runs so far.
    """

    def __init__(
        self, files: dict[str, str], main: str, course: Adapted | None = None
    ) -> None:
        """Parse the files, and make them count their steps.

        Raises SyntaxError, ValueError or RecursionError for a text that is no program.
        """
        self.main = main
        self.sources = files
        self.course = course
        self.module = ModuleType(main)
        self.work = Work()
        self.trees = {name: ast.parse(text) for name, text in files.items()}
        for tree in self.trees.values():
            _count_steps(tree)
        self._codes = {file: self._compiled_all(file) for file in files}
        self._sizes = {file: _sizes(tree) for file, tree in self.trees.items()}
        """How many nodes each statement at the top of a file has."""
        self._edited: dict[tuple[int, ...], _EditedCode] = {}
        """The code compiled with edits, by the ids of these."""
        self._touching: dict[tuple[str, int, int], bool] = {}
        """Whether an edit in a line may change the effect of code at import."""
        self._steps = Steps()
        self._ticks = 0
        """How often the clock has ticked in the run that goes on."""
        self._finder = _Finder(self._steps)

    def import_first(self) -> None:
        """Import the program as it is, and keep the data that its code at import made.

        It may take as many steps as in grading, or nearly. Raises nothing: an error
        comes again in the next import.
        """
        kept = Imported()
        self._finder.kept = kept
        before = sys.getprofile()
        sys.setprofile(kept.note)
        try:
            self._imported(self._codes, MOST_STEPS_OF_A_FIRST_IMPORT)
        except BaseException:  # whatever a student's program raises
            return
        finally:
            sys.setprofile(before)
            self._finder.is_first = False

    def imported_names(self, edits: tuple[Edit, ...] = ()) -> dict[str, Any]:
        """Return all names of the main module, imported with some edits made.

        Raises any error of its import.
        """
        codes = {file: list(statements) for file, statements in self._codes.items()}
        for of_statement in grouped(edits, lambda edit: (edit.file, edit.top)):
            edit = of_statement[0]
            codes[edit.file][edit.top] = self._edited_code(tuple(of_statement))
        self._finder.may_restore = not any(map(self._touches_import, edits))
        return self._imported(codes, MOST_STEPS_OF_AN_IMPORT)

    def _edited_code(self, edits: tuple[Edit, ...]) -> CodeType:
        """Return the code of the statement that some edits change, with these made."""
        ids = tuple(map(id, edits))
        if ids not in self._edited:
            file, top = edits[0].file, edits[0].top
            statement = self.trees[file].body[top]
            self.work.count_compilation(self._sizes[file][top])
            with made(edits):
                code = self._compiled(statement, file)
            self._edited[ids] = _EditedCode(code, edits)
        return self._edited[ids].code

    def _touches_import(self, edit: Edit) -> bool:
        """Return whether an edit may change the effect of code at import.

        This is asked for each candidate, and to walk a statement takes as long as to
        try it.
        """
        line = (edit.file, edit.top, edit.line)
        if line not in self._touching:
            self._touching[line] = self._line_touches_import(edit)
        return self._touching[line]

    def _line_touches_import(self, edit: Edit) -> bool:
        """Return whether the innermost function around an edit runs at import.

        If it is in no function, it does.
        """
        kept = self._finder.kept
        functions = functions_around(edit.line, self.trees[edit.file].body[edit.top])
        if not functions or kept is None:
            return True
        innermost = max(functions, key=lambda function: function.lineno)
        return (self.code_name(edit.file), first_line(innermost)) in kept.functions

    def _imported(
        self, codes: dict[str, list[CodeType]], most_steps: int
    ) -> dict[str, Any]:
        """Import the main module anew, and return its names."""
        self.work.count_import(with_adapter=self.course is not None)
        if self.course is not None:
            self.course.begin_anew()
        if self._finder not in sys.meta_path:
            sys.meta_path.insert(0, self._finder)
        for name in codes:
            sys.modules.pop(name, None)
        self._finder.codes = codes
        self._finder.calls = 0
        self.module = ModuleType(self.main)
        sys.modules[self.main] = self.module
        self._steps.allow(most_steps)
        try:
            self._finder.exec_module(self.module)
        finally:
            self.work.count_run(self._steps.end())
            self.work.count_calls(self._finder.calls)
        return vars(self.module)

    def _compiled_all(self, file: str) -> list[CodeType]:
        return [self._compiled(statement, file) for statement in self.trees[file].body]

    def _compiled(self, statement: ast.stmt, file: str) -> CodeType:
        """Compile a statement of a file, with the file's `from __future__ import …`."""
        body = [*_future_imports(self.trees[file]), statement]
        # Or each compilation would print Python's warnings about the student's file.
        # The module is named, as in sys.modules may be a student's own `warnings`.
        with warnings.catch_warnings(module=warnings):
            warnings.simplefilter("ignore")
            code: CodeType = compile(
                ast.Module(body, []), self.code_name(file), "exec", dont_inherit=True
            )
        return code

    @staticmethod
    def code_name(file: str) -> str:
        """Return the file name that the code of a file has as it runs."""
        return f"<repair of {file}>"

    def run(
        self, function: Callable[..., Any], arguments: Sequence[Any], most_steps: int
    ) -> Any:
        """Return the result of a function. Raises Cut after so many steps."""
        # No context manager: this is done some ten thousand times for one program.
        self._steps.allow(most_steps)
        try:
            return function(*arguments)
        finally:
            self.work.count_run(self._steps.end())

    @contextmanager
    def with_clock(self) -> Iterator[None]:
        """Have the processor's clock cut runs in which a few steps take very long.

        Steps take very long with numbers that grow without end, as squares of squares.
        Any other step takes a millionth of that time, so the clock cuts no other run.
        """
        before = signal.signal(signal.SIGVTALRM, self._tick)
        signal.setitimer(signal.ITIMER_VIRTUAL, TICK_SECONDS, TICK_SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    def _tick(self, *_: object) -> None:
        """Raise Cut in a run that the clock has found more than a few times."""
        if not self._steps.is_running:
            return
        self._ticks = self._ticks + 1 if self._steps.was_noticed else 1
        self._steps.was_noticed = True
        most = MOST_TICKS_TRACED if sys.gettrace() else MOST_TICKS
        if self._ticks > most:
            self.work.count_cut(self._ticks)
            self._ticks = 0
            raise Cut

    @property
    def has_begun(self) -> bool:
        """Tell whether the last run came to the student's code at all."""
        return self._steps.taken > 0


class Steps:
    """The steps that a program may still take; a step is a call of this."""

    left = 0
    most = 0
    is_running = False
    was_noticed = False
    """Whether the clock has ticked in the run."""

    def allow(self, most: int) -> None:
        """Begin a run that may take so many."""
        self.left = most
        self.most = most
        self.is_running = True
        self.was_noticed = False

    def end(self) -> int:
        """End the run, and return how many it has taken."""
        self.is_running = False
        return self.taken

    @property
    def taken(self) -> int:
        """Return how many steps the run has taken, with the one that cut it."""
        return self.most - self.left

    def __call__(self) -> None:
        """Take a step."""
        self.left -= 1
        if self.left < 0:
            raise Cut


class _Finder:
    """Finds a student's modules for Python's import, and executes them.

    codes: the statements of each module in this run. kept: the data of the first
    import, if they are kept. is_first: whether this import is that one. may_restore:
    whether this import may take from them instead of running. calls: how many calls
    the statements that run in this import made in the first one.
    """

    def __init__(self, steps: Steps) -> None:
        self.codes: dict[str, list[CodeType]] = {}
        self.kept: Imported | None = None
        self.is_first = True
        self.may_restore = False
        self.calls = 0
        self._steps = steps

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self.codes else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        names = {STEP: self._steps, "__file__": f"{module.__name__}.py"}
        vars(module).update(names)
        with self.kept.of_a_module() if self.kept else nullcontext():
            for index, statement in enumerate(self.codes[module.__name__]):
                if not self._restore(module, index):
                    self._execute(module, index, statement)

    def _restore(self, module: ModuleType, index: int) -> bool:
        """Give a module the data that a statement made before, if they are kept."""
        if self.kept is None or self.is_first or not self.may_restore:
            return False
        data = self.kept.restored(module.__name__, index)
        vars(module).update(data or {})
        return data is not None

    def _execute(self, module: ModuleType, index: int, statement: CodeType) -> None:
        """Run a statement and, in the first import, keep the data that it made."""
        names = vars(module)
        if self.kept is None:
            exec(statement, names)
            return
        if not self.is_first:
            self.calls += self.kept.calls_of(module.__name__, index)
            exec(statement, names)
            return
        before = dict(names)
        taken, calls = self._steps.taken, self.kept.calls
        exec(statement, names)
        steps = self._steps.taken - taken
        self.kept.note_calls(module.__name__, index, self.kept.calls - calls)
        self.kept.keep(module.__name__, index, steps, before, names)


def _count_steps(tree: ast.Module) -> None:
    """Have each function and each turn of a loop count a step."""
    for node in walk(tree):
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
            step = ast.Expr(ast.Call(ast.Name(STEP, ast.Load()), [], []))
            ast.copy_location(step, node.body[0])
            node.body.insert(0, ast.fix_missing_locations(step))


def is_step(statement: ast.AST) -> bool:
    """Return whether a statement counts a step, so that no student wrote it."""
    match statement:
        case ast.Expr(ast.Call(ast.Name(id=name))):
            return name == STEP
    return False


def functions_around(line: int, tree: ast.AST) -> list[ast.FunctionDef]:
    """Return the functions of a tree that hold a line."""
    functions = [node for node in walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if node.lineno <= line <= (node.end_lineno or 0)]


def _sizes(tree: ast.Module) -> list[int]:
    return [len(walk(statement)) for statement in tree.body]


def _future_imports(tree: ast.Module) -> list[ast.stmt]:
    return [node for node in tree.body if getattr(node, "module", "") == "__future__"]
