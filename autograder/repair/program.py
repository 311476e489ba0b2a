"""A student's program as syntax trees, which can be run as it is and with edits, each run cut after so many steps."""

import ast
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType
from typing import Any

from autograder.limits import MOST_STEPS_OF_A_FIRST_IMPORT, MOST_STEPS_OF_AN_IMPORT
from autograder.repair.edits import Edit, made, walk
from autograder.repair.imported import Imported
from autograder.repair.work import Work
from autograder.worker.adapted import Adapted

STEP = "__step__"
"""What an instrumented program calls at the start of each function and of each turn of a loop."""


class Cut(BaseException):
    """Raised in a program that has taken too many steps."""


class Program:
    """The files of a student, the main one last. Of an edited program only the edited statements are compiled."""

    def __init__(
        self, files: dict[str, str], main: str, course: Adapted | None = None
    ) -> None:
        """files: by their modules' names. Raises SyntaxError, ValueError or RecursionError for what is no program."""
        self.main = main
        self.sources = files
        self.course = course
        self.module = ModuleType(main)
        """What was imported last."""
        self.trees = {name: ast.parse(text) for name, text in files.items()}
        for node in (node for tree in self.trees.values() for node in walk(tree)):
            if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
                count_steps(node)
        self.work = Work()
        self._sizes = {
            name: [len(list(walk(entry))) for entry in tree.body]
            for name, tree in self.trees.items()
        }
        self._codes = {
            name: [self._compiled(entry, name) for entry in tree.body]
            for name, tree in self.trees.items()
        }
        self._edited: dict[
            tuple[str, int, tuple[int, ...]], tuple[CodeType, tuple[Edit, ...]]
        ] = {}
        """What was compiled, by the ids of the edits, which are kept so that no others get these."""
        self._touching: dict[tuple[str, int, int], bool] = {}
        """Whether an edit in a line may change what code at import does."""
        self._steps = Steps()
        self._finder = _Finder(self._steps)

    def import_first(self) -> None:
        """Import the program as it is, and keep what its code at import made.

        It may take as many steps as it does where it is graded, or nearly. Raises
        nothing: what it raises, the next import raises again.
        """
        self._finder.kept = kept = Imported()
        before = sys.getprofile()
        sys.setprofile(kept.note)
        try:
            self._imported(self._codes, MOST_STEPS_OF_A_FIRST_IMPORT)
        except BaseException:  # whatever a student's program raises
            return
        finally:
            sys.setprofile(before)
            self._finder.is_first = False

    def functions(self, edits: tuple[Edit, ...] = ()) -> dict[str, Any]:
        """The names that the program defines with some edits made. Raises whatever its import raises."""
        codes = {file: list(own) for file, own in self._codes.items()}
        for file, top in dict.fromkeys((edit.file, edit.top) for edit in edits):
            own = tuple(edit for edit in edits if (edit.file, edit.top) == (file, top))
            key = (file, top, tuple(map(id, own)))
            if key not in self._edited:
                self.work.compiles(self._sizes[file][top])
                with made(own):
                    self._edited[key] = (
                        self._compiled(self.trees[file].body[top], file),
                        own,
                    )
            codes[file][top] = self._edited[key][0]
        self._finder.may_restore = not any(map(self._touches_import, edits))
        return self._imported(codes, MOST_STEPS_OF_AN_IMPORT)

    def _touches_import(self, edit: Edit) -> bool:
        """Return whether an edit may change what code at import does.

        That is asked for each candidate, and to walk a statement takes as long as to
        try it.
        """
        place = (edit.file, edit.top, edit.line)
        if place not in self._touching:
            self._touching[place] = self._line_touches_import(edit)
        return self._touching[place]

    def _line_touches_import(self, edit: Edit) -> bool:
        around = [
            node
            for node in walk(self.trees[edit.file].body[edit.top])
            if isinstance(node, ast.FunctionDef)
            and node.lineno <= edit.line <= (node.end_lineno or 0)
        ]
        kept = self._finder.kept
        if not around or kept is None:
            return True
        innermost = max(around, key=lambda node: node.lineno)
        decorators = [entry.lineno for entry in innermost.decorator_list]
        first = min([innermost.lineno, *decorators])
        return (self.code_name(edit.file), first) in kept.functions

    def _imported(
        self, codes: dict[str, list[CodeType]], most_steps: int
    ) -> dict[str, Any]:
        self.work.imports(with_adapter=self.course is not None)
        if self.course is not None:
            self.course.begin_anew()
        if self._finder not in sys.meta_path:
            sys.meta_path.insert(0, self._finder)
        for name in codes:
            sys.modules.pop(name, None)
        self._finder.codes = codes
        self.module = sys.modules[self.main] = ModuleType(self.main)
        self._steps.left = self._steps.most = most_steps
        try:
            self._finder.exec_module(self.module)
        finally:
            self.work.runs(self._steps.taken)
        return vars(self.module)

    def _compiled(self, statement: ast.stmt, file: str) -> CodeType:
        """A statement of a file, with what the file asks for by `from __future__ import …`."""
        asked = [
            entry
            for entry in self.trees[file].body
            if getattr(entry, "module", "") == "__future__"
        ]
        # Of a student's file, and many times.
        with warnings.catch_warnings(module=warnings):
            warnings.simplefilter("ignore")
            tree = ast.Module([*asked, statement], [])
            code: CodeType = compile(
                tree, self.code_name(file), "exec", dont_inherit=True
            )
        return code

    @staticmethod
    def code_name(file: str) -> str:
        """What code of a file is called where it runs."""
        return f"<repair of {file}>"

    def run(
        self, function: Callable[..., Any], arguments: Sequence[Any], most_steps: int
    ) -> Any:
        """What a function returns. Raises Cut after so many steps."""
        # No context manager: this is done some ten thousand times for one program.
        self._steps.left = self._steps.most = most_steps
        try:
            return function(*arguments)
        finally:
            self.work.runs(self._steps.taken)

    @property
    def has_begun(self) -> bool:
        """Whether the last run came to the student's code at all."""
        return self._steps.left < self._steps.most


class Steps:
    """Counts the steps that a program may still take."""

    left = most = 0

    @property
    def taken(self) -> int:
        """How many were taken of those that it might."""
        return self.most - self.left

    def __call__(self) -> None:
        """Take a step."""
        self.left -= 1
        if self.left < 0:
            raise Cut


class _Finder:
    """Finds a student's modules as they are meant to be in this run, and executes them."""

    def __init__(self, steps: Steps) -> None:
        self.codes: dict[str, list[CodeType]] = {}
        self.kept: Imported | None = None
        self.is_first = True
        """Whether this import is the one of which is kept what it makes."""
        self.may_restore = False
        self._steps = steps

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self.codes else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        names = vars(module)
        names.update({STEP: self._steps, "__file__": f"{module.__name__}.py"})
        for place, statement in enumerate(self.codes[module.__name__]):
            if not self._restore(module, place):
                self._execute(module, place, statement)

    def _restore(self, module: ModuleType, place: int) -> bool:
        """Give a module what a statement made the first time, if that is kept."""
        if self.kept is None or self.is_first or not self.may_restore:
            return False
        data = self.kept.restored(module.__name__, place)
        vars(module).update(data or {})
        return data is not None

    def _execute(self, module: ModuleType, place: int, statement: CodeType) -> None:
        names, left = vars(module), self._steps.left
        if self.kept is None or not self.is_first:
            exec(statement, names)
            return
        before = dict(names)
        exec(statement, names)
        steps = left - self._steps.left
        self.kept.keep(module.__name__, place, steps, before, names)


def count_steps(node: ast.For | ast.While | ast.FunctionDef) -> None:
    """Puts a step at the start of a body."""
    call = ast.Expr(ast.Call(ast.Name(STEP, ast.Load()), [], []))
    node.body.insert(
        0, ast.fix_missing_locations(ast.copy_location(call, node.body[0]))
    )


def is_step(statement: ast.AST) -> bool:
    """Whether a statement is one that instrumentation put there."""
    match statement:
        case ast.Expr(ast.Call(ast.Name(id=name))):
            return name == STEP
    return False
