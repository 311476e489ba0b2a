"""The process that runs a student's code. Standard library only; it holds the shape of a tree and never its values.

Everything here is at the mercy of the student's code once that is imported, and so the grader believes nothing of it:
the visits that count are the questions that the grader itself answered.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import marshal
import os
import sys
from array import array
from collections.abc import Iterator
from math import inf, nan
from opcode import opmap
from stat import S_ISREG
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

from autograder.inside import confinement, wire
from autograder.inside.adapted import Adapted, NotAnAnswer, place_in, plain
from reference import game
from reference.game import Looks, State, Tree, Value

_read, _write, _pack, _unpack, _SIZE = os.read, os.write, wire.FRAME.pack, wire.FRAME.unpack, wire.SIZE
LONGEST_TRACEBACK = 12
"""Frames of the student's code that are shown; of a longer traceback the first and last half."""
LONGEST_LINE = 300
LONGEST_MESSAGE = 10_000
LARGEST_SOURCE = 2**20
"""Characters of a line, of an exception's text, and of a source file that is read to show a line of it."""
RESERVE = 2**20
"""Bytes kept for saying that there are no more."""
RETURNS = {opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap}
"""What a function's last instruction is where it does not end by an exception."""
POP_TOP, CACHE = opmap["POP_TOP"], opmap.get("CACHE")
"""What follows a call whose result nobody wants, and what may stand between."""
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""Each further thread of numpy's would take its share of the address space."""
LARGEST_EXACT = 2**53
"""Whole numbers up to here travel as doubles; no tree holds a larger one."""
LARGEST_WHOLE = 10**wire.MOST_DIGITS
"""Whole numbers below it travel as their digits."""


def main(channel: int, modules_at_start: set[str], path_at_start: list[str], packages: str) -> None:
    """Serves the grader's commands until it hangs up.

    channel: the descriptor of the socket to the grader.
    modules_at_start, path_at_start: what plain Python had loaded, and where from; a student's imports start there.
    packages: where the sandbox libraries are, which are imported while the grader still is at its own imports; empty
    where no layer needs them.
    """
    try:
        if packages:
            confinement.libraries(packages)
        _serve(_Grader(channel), modules_at_start, path_at_start)
    except BaseException:  # a student's code reaches everywhere: its last words are never this file's traceback
        os._exit(wire.BROKEN)


def _serve(grader: _Grader, modules_at_start: set[str], path_at_start: list[str]) -> None:
    printed: Any = io.TextIOWrapper(_Printed(), encoding="utf-8", errors="backslashreplace", write_through=True)
    student: _Student | None = None
    while True:
        command = grader.command()
        if command["do"] == "lock":
            if command["repairs"]:
                _import_repair()
            grader.say(wire.LOCKED, "\n".join(confinement.shut_in(command)))
        elif command["do"] in ("load", "explain"):
            sys.stdout = sys.stderr = printed
            _forget_modules(modules_at_start)
            sys.path[:] = path_at_start
            if command["importable"]:
                sys.path.append(command["importable"])
                os.environ.update(ONE_THREAD)
            if command["do"] == "explain":
                _explain(grader, command)
            else:
                student = _Student(command["folder"], command["file"])
                student.load(grader, command)
        elif student is not None:
            student.search(grader, command)


class _Grader:
    """The grader at the other end of the socket."""

    def __init__(self, channel: int) -> None:
        self._channel = channel

    def command(self) -> dict[str, Any]:
        """Waits for the grader's next command; ends this process when the grader is gone."""
        _, size, _ = wire.FRAME.unpack(self._read(wire.SIZE))
        command: dict[str, Any] = marshal.loads(self._read(size))
        return command

    def ask(self, node: int) -> Value | None:
        """The value at a node: one question, one answer."""
        _write(self._channel, _pack(wire.LOOK, node, 0.0))
        return self._answer()

    def _answer(self) -> Value | None:
        data = _read(self._channel, _SIZE)
        kind, _, value = _unpack(data if len(data) == _SIZE else data + self._read(_SIZE - len(data)))
        return int(value) if kind == wire.INT else value if kind == wire.FLOAT else None

    def ask_function(self, node: int, function: int, alpha: float, beta: float) -> Value | None:
        """What the textbook's function returns for a node and a window."""
        self.tell(wire.ASK, node, alpha)
        os.write(self._channel, wire.FRAME.pack(wire.WINDOW_END, function, beta))
        return self._answer()

    def tell(self, kind: int, number: int, value: float) -> None:
        """Sends a frame."""
        os.write(self._channel, wire.FRAME.pack(kind, number, value))

    def say(self, kind: int, words: str) -> None:
        """Sends a frame with words."""
        text = words.encode("utf-8", "backslashreplace")[: wire.LONGEST_WORDS]
        os.write(self._channel, wire.FRAME.pack(kind, len(text), 0.0) + text)

    def _read(self, size: int) -> bytes:
        data = os.read(self._channel, size)
        while len(data) < size:
            more = os.read(self._channel, size - len(data))
            if not more:
                os._exit(0)
            data += more
        return data


class _AskedTree(Tree):
    """A tree of which only the shape is here. Whoever makes a state of it looks by asking the grader, too."""

    _grader: _Grader

    def __init__(self, grader: _Grader, shape: array[int], command: dict[str, Any]) -> None:
        super().__init__(shape, (), command["players"], command["names"])
        vars(self).update(_grader=grader)

    def again(self) -> _AskedTree:
        """The same shape for another search: states of two searches are not equal."""
        tree = _AskedTree.__new__(_AskedTree)
        vars(tree).update(vars(self))
        return tree

    def new_looks(self) -> Looks:
        return _AskedLooks(self, self._grader)


class _AskedLooks(Looks):
    """Looks at such a tree. Each is a question to the grader."""

    def __init__(self, tree: Tree, grader: _Grader) -> None:
        super().__init__(tree)
        self._grader = grader

    def look(self, node: int) -> Value | None:
        return self._grader.ask(node)


class _Student:
    """The student's module. Nothing of it is asked for its attributes, its type or its text without care."""

    def __init__(self, folder: str, file: str) -> None:
        self._folder = folder
        self._file = file
        self._module = ModuleType(file.removesuffix(".py"))
        self._names = self._module.__dict__
        self._reserve = bytearray(RESERVE)
        self._loaded = False
        self._adapter: Adapted | None = None
        self._adapter_file = ""

    def load(self, grader: _Grader, command: dict[str, Any]) -> None:
        """Imports the student's file, after the course's adapter, and says which of the functions it lacks."""
        if command["adapter"] is not None:
            name, source = command["adapter"]
            self._adapter_file = name
            try:
                self._adapter = Adapted(name, source, command["functions"])
            except BaseException as error:  # whatever a course's code raises: it is not the student's
                self._say_adapter_raised(grader, error)
                return
        if command["recipe"] is None:
            self._load_as_it_is(grader, command["functions"])
        else:
            self._load_repaired(grader, command["recipe"])

    def _load_as_it_is(self, grader: _Grader, functions: list[str]) -> None:
        path = os.path.join(self._folder, self._file)
        sys.path.insert(0, self._folder)
        sys.modules[self._module.__name__] = self._module
        self._names["__file__"] = path
        try:
            with open(path, "rb") as file:
                source = file.read()
            if b"\0" in source:
                grader.say(wire.RAISED, f'SyntaxError\0{_not_text(source)}\0File "{self._file}"')
                return
            exec(compile(source, path, "exec", dont_inherit=True), self._names)
        except BaseException as error:  # whatever a student's module raises, SystemExit included
            self._say_raised(grader, error)
            return
        self._loaded = True
        lacking = [name for name in functions if not callable(self._function(name))]
        grader.say(wire.LOADED, "\n".join(f"{name} {self._what_is(name)}" for name in lacking))

    def _load_repaired(self, grader: _Grader, recipe: list[int]) -> None:
        """Imports the student's file with some changes made."""
        sys.path.insert(0, self._folder)
        try:
            self._module = _repair["answer"].repaired(self._folder, self._file, recipe, self._adapter)
            self._names = self._module.__dict__
        except BaseException as error:
            self._say_raised(grader, error)
            return
        self._loaded = True
        grader.say(wire.LOADED, "")

    def search(self, grader: _Grader, command: dict[str, Any]) -> None:
        """Calls the student's function on so many trees of a shape, and tells the grader each time what came back."""
        shape = array("I")
        shape.frombytes(command["shape"])
        tree = _AskedTree(grader, shape, command)
        for _ in range(command["times"]):
            self._search(grader, command, tree.again().new_looks())

    def _search(self, grader: _Grader, command: dict[str, Any], looks: Looks) -> None:
        stand_for: dict[object, object] = {"<root>": looks.root, "<leaves>": looks.leaf_values}
        nones = _Nones(self._folder)
        try:
            with self._watched(grader, command), nones.noted() if command["note_none"] else contextlib.nullcontext():
                value = self._started(command, stand_for)
        except NotAnAnswer as error:
            grader.say(wire.NOT_AN_ANSWER, _message(error))
        except BaseException as error:
            self._say_raised(grader, error, nones)
        else:
            _tell_value(grader, value)

    def _started(self, command: dict[str, Any], stand_for: dict[object, Any]) -> Any:
        """What the search returns, be it through the course's adapter."""
        if self._adapter is not None:
            return self._adapter.search(self._module, stand_for["<root>"], command["known"])
        return self._function(command["function"])(*(stand_for.get(entry, entry) for entry in command["arguments"]))

    def _function(self, name: str) -> Any:
        """What the module has under a name, be it by a `__getattr__` of its own; None where it has nothing.

        A method is called CLASS.METHOD.
        """
        if name in self._names:
            return self._names[name]
        found: Any = self._module
        with contextlib.suppress(BaseException):
            for part in name.split("."):
                found = getattr(found, part)
            return found
        return None

    def _what_is(self, name: str) -> str:
        """What stands in a function's place: "is TYPE", or "missing" and the functions that are there."""
        value = self._function(name)
        if value is not None or name in self._names:
            return "is " + _type_name(type(value))
        kinds = (FunctionType, type) if self._adapter is not None else (FunctionType,)
        others = [key for key, entry in self._names.items() if type(key) is str and type(entry) in kinds]
        return "missing " + " ".join(others[:20])

    @contextlib.contextmanager
    def _watched(self, grader: _Grader, command: dict[str, Any]) -> Iterator[None]:
        """While a search runs, some of the module's functions are noted when called, or answered by the grader."""
        names: list[str] = command["noted"] + command["answered"]
        originals = {name: self._names[name] for name in names if name in self._names}
        for number, name in enumerate(names):
            if name in originals:
                answered = name in command["answered"]
                ends = command["note_ends"]
                self._names[name] = _watch(grader, originals[name], number, command["window"], answered, ends)
        try:
            yield
        finally:
            self._names.update(originals)

    def _say_raised(self, grader: _Grader, error: BaseException, nones: _Nones | None = None) -> None:
        if isinstance(error, MemoryError):  # make room to say so
            self._reserve.clear()
            if not self._loaded:
                self._names.clear()
        if isinstance(error, SyntaxError):
            words, where = _message(error.msg), self._syntax_error(error)
        else:
            words, where = _message(error), self._traceback(error.__traceback__)
        if self._adapter is not None and not where and self._adapter.is_to_blame(error):
            self._say_adapter_raised(grader, error)
            return
        none = nones.before(error.__traceback__) if nones is not None and isinstance(error, TypeError) else ""
        grader.say(wire.RAISED, f"{_type_name(type(error))}\0{words}\0{where}\0{none}")

    def _say_adapter_raised(self, grader: _Grader, error: BaseException) -> None:
        where = place_in(self._adapter_file, error.__traceback__)
        grader.say(wire.ADAPTER_RAISED, f"{_type_name(type(error))}\0{_message(error)}\0{where}")

    def _syntax_error(self, error: SyntaxError) -> str:
        """The place of a syntax error, with the line and a caret below; its fields may be anything at all."""
        shown = self._shown(error.filename)
        if shown is None:
            return self._traceback(error.__traceback__)
        line = error.lineno if type(error.lineno) is int and error.lineno > 0 else None
        lines = [f'File "{shown}"' + (f", line {line}" if line else "")]
        if line and type(error.text) is str:
            text = error.text.rstrip("\n")[:LONGEST_LINE]
            lines.append("    " + text.lstrip())
            if type(error.offset) is int and 0 < error.offset <= len(text) + 1:
                indent = len(text) - len(text.lstrip())
                lines.append("    " + " " * max(0, error.offset - 1 - indent) + "^")
        return "\n".join(lines)

    def _traceback(self, traceback: TracebackType | None) -> str:
        """The lines of the student's own files in a traceback."""
        frames: list[str] = []
        while traceback is not None:
            shown = self._shown(traceback.tb_frame.f_code.co_filename)
            if shown is not None:
                frames.append(self._frame(shown, traceback.tb_frame.f_code, traceback.tb_lineno))
            traceback = traceback.tb_next
        if len(frames) > LONGEST_TRACEBACK:
            half = (LONGEST_TRACEBACK - 1) // 2
            frames[half:-half] = [f"  … {len(frames) - 2 * half} more calls …"]
        return "\n".join(frames)

    def _frame(self, shown: str, code: CodeType, line: int) -> str:
        head = f'File "{shown}", line {line}, in {_message(code.co_name)}'
        with contextlib.suppress(OSError, IndexError, ValueError, TypeError):
            with open(os.path.join(self._folder, shown), encoding="utf-8", errors="replace") as file:
                lines = file.read(LARGEST_SOURCE).split("\n")[:line]
            return f"{head}{_in_cell(lines)}\n    {lines[line - 1].strip()[:LONGEST_LINE]}"
        return head

    def _shown(self, path: object) -> str | None:
        """How a path of the student's own is shown; None for any other, and for what is no regular file."""
        if type(path) is not str:
            return None
        with contextlib.suppress(OSError, ValueError):
            normal = os.path.normpath(path)
            if normal.startswith(self._folder + os.sep) and S_ISREG(os.stat(normal).st_mode):
                return normal[len(self._folder) + 1 :]
        return None


_repair: dict[str, Any] = {}
"""The engine that looks for repairs, in the processes that are asked for it."""


def _import_repair() -> None:
    """Imports what looks for repairs, while the project's files can still be read."""
    from autograder.inside.repair import answer

    _repair["answer"] = answer


def _explain(grader: _Grader, command: dict[str, Any]) -> None:
    """Looks for a repair of a program, and says what it found: nothing where the program is none."""
    try:
        course = None
        if command["adapter"] is not None:
            name, source = command["adapter"]
            course = Adapted(name, source, command["functions"])
        sys.path.insert(0, command["folder"])
        told = _repair["answer"].explanation(command["folder"], command["file"], command, course)
    except BaseException:  # a file that is no program says so when it is loaded
        told = ""
    grader.say(wire.EXPLAINED, told if len(told) < wire.LONGEST_WORDS else "")


class _Nones:
    """Which of the student's functions returned None to which of their calls that still run.

    A missing `return` breaks the search one call up, where None meets a number. Only what was seen is said of it.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder + os.sep
        self._returned: dict[FrameType, str] = {}

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """Notes what returns None meanwhile. Python calls the profiler at each call and return, so this is slow."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def before(self, traceback: TracebackType | None) -> str:
        """What had returned None to the student's call that broke, as "LINE FUNCTION"; nothing if nothing had."""
        broke = None
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename.startswith(self._folder):
                broke = traceback.tb_frame
            traceback = traceback.tb_next
        return "" if broke is None else self._returned.get(_caller(broke), "")

    def _note(self, frame: FrameType, event: str, returned: object) -> None:
        if event != "return":
            return
        code, caller = frame.f_code, frame.f_back
        by_exception = code.co_code[frame.f_lasti] not in RETURNS
        if not by_exception:
            self._returned.pop(frame, None)
        if returned is None and not by_exception and caller is not None and code.co_filename.startswith(self._folder):
            name = _message(code.co_name)
            if not name.startswith("<") and _is_used(caller):
                self._returned[_caller(caller)] = f"{frame.f_lineno} {name}"


def _is_used(call: FrameType) -> bool:
    """Whether something is done with what the call returns that a frame is at."""
    code, place = call.f_code.co_code, call.f_lasti + 2
    while code[place] == CACHE:
        place += 2
    return code[place] != POP_TOP


def _caller(frame: FrameType) -> FrameType:
    """The function that a frame belongs to; a comprehension or generator expression belongs to the one around it."""
    while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
        frame = frame.f_back
    return frame


class _Printed(io.RawIOBase):
    """Standard output of the student's code: a pipe that drops what does not fit, so that printing never blocks."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with contextlib.suppress(OSError):
            os.write(1, data)
        return len(data)

    def fileno(self) -> int:
        return 1


def _watch(grader: _Grader, function: Any, number: int, window: tuple[int, int], answered: bool, ends: bool) -> Any:
    """A function that tells the grader of each call, and perhaps of its end, or leaves the answer to the grader."""

    code = getattr(function, "__code__", None)
    names: tuple[str, ...] = code.co_varnames if isinstance(code, CodeType) else ()

    def watch(*arguments: Any, **keywords: Any) -> Any:
        def argument(place: int) -> Any:
            if place < len(arguments):
                return arguments[place]
            return keywords.get(names[place]) if place < len(names) else None

        state = argument(0)
        if isinstance(state, State):
            alpha, beta = (_as_float(argument(place)) for place in window)
            if answered:
                return grader.ask_function(state.index, number, alpha, beta)
            grader.tell(wire.CALL, state.index, alpha)
            grader.tell(wire.WINDOW_END, number, beta)
            if ends:
                return ended(arguments, keywords)
        return function(*arguments, **keywords)

    def ended(arguments: Any, keywords: Any) -> Any:
        value = None
        try:
            value = function(*arguments, **keywords)
        finally:
            grader.tell(wire.CALL_ENDED, 0, _as_exact_float(value))
        return value

    return watch


def _as_float(value: object) -> float:
    """A number as a double, and what is too large for one as an infinity; nan for anything else."""
    value = plain(value)
    try:
        return float(value) if type(value) in (int, float, bool) else nan  # type: ignore[arg-type]
    except OverflowError:
        return inf if value > 0 else -inf  # type: ignore[operator]


def _as_exact_float(value: object) -> float:
    """A number as a double that is equal to it; nan for anything else."""
    value, number = plain(value), _as_float(value)
    return nan if type(value) is int and abs(value) > LARGEST_EXACT else number


def _tell_value(grader: _Grader, value: object) -> None:
    """Sends what a student's function returned. Exact types only: a subclass may claim to equal everything."""
    value = plain(value)
    kind = type(value)
    if (kind is int or kind is bool) and -LARGEST_EXACT <= value <= LARGEST_EXACT:  # type: ignore[operator]
        grader.tell(wire.RETURNED_INT, 0, float(value))  # type: ignore[arg-type]
    elif kind is int and -LARGEST_WHOLE < value < LARGEST_WHOLE:
        grader.say(wire.RETURNED_LARGE, f"{value:d}")
    elif kind is float:
        grader.tell(wire.RETURNED_FLOAT, 0, value)  # type: ignore[arg-type]
    elif kind is str and len(value) <= wire.LONGEST_WORDS:  # type: ignore[arg-type]
        grader.say(wire.RETURNED_TEXT, value)  # type: ignore[arg-type]
    else:
        grader.say(wire.REFUSED, wire.TOO_LARGE if kind is int else _type_name(kind))


def _in_cell(lines: list[str]) -> str:
    """Where the last of some lines is in the notebook that they were made of, if they were."""
    for back, text in enumerate(reversed(lines)):
        if text.startswith("# %% cell ") and text.endswith(" of the notebook"):
            return f", that is line {back} of cell {text.split()[3]}"
    return ""


def _message(words: object) -> str:
    """The text of an exception or of part of one, as a plain string; its `__str__` may do anything."""
    try:
        return str.__getitem__(str(words), slice(0, LONGEST_MESSAGE))
    except BaseException as another:
        return f"(its text cannot be shown: its __str__ raises {_type_name(type(another))})"


def _type_name(kind: type) -> str:
    """A type's name, whatever its metaclass says."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return str.__getitem__(name, slice(0, 200))


def _not_text(source: bytes) -> str:
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file is saved as UTF-16; save it as UTF-8"
    return "the file holds null bytes, so it is no Python program; save it as text, in UTF-8"


def _forget_modules(modules_at_start: set[str]) -> None:
    """Undoes this file's imports, so that a student's `import json` finds json.py beside it as it does at home."""
    for name in set(sys.modules) - modules_at_start:
        del sys.modules[name]
    for name in ("exit", "quit"):  # plain Python's site module adds them, and it is left out here
        setattr(builtins, name, sys.exit)
    game.__name__ = "game"
    sys.modules["game"] = game
    sys.modules["__main__"] = ModuleType("__main__")
