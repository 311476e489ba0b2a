"""The process that runs a student's code. Standard library only.

It holds the shape of a tree and never its values. Everything here is at the mercy of
the student's code once that is imported, and so the grader believes nothing of it.
"""

import builtins
import faulthandler
import gc
import io
import os
import sys
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from autograder.core.limits import LONGEST_WORDS, MOST_LINES_NAMED, RESERVE
from autograder.core.worker import confinement, wire
from autograder.core.worker.adapted import Adapted, NotAnAnswer, type_name
from autograder.core.worker.grader import Grader, looks_of, watched
from autograder.core.worker.tracebacks import (
    ReturnRecorder,
    Tracebacks,
    frames_of,
    message,
    names_meant,
)
from reference import game
from reference.game import Looks

if TYPE_CHECKING:
    from autograder.core.worker.commands import (
        Configuration,
        EngineCommand,
        SearchCommand,
    )


def main(
    questions: int, answers: int, at_start: tuple[set[str], list[str], list[Any]]
) -> None:
    """Serve the grader's commands until it hangs up.

    questions: the descriptor of the socket to the grader. answers: that of the pipe
    from it. at_start: the modules, path and finders of plain Python.
    """
    try:
        _serve(Grader(questions, answers), *at_start)
    except BaseException:
        # A student's code reaches everywhere: its last words are never a traceback of
        # this file's.
        os._exit(wire.BROKEN)


def _serve(
    grader: Grader,
    modules_at_start: set[str],
    path_at_start: list[str],
    finders_at_start: list[Any],
) -> None:
    """Obey the grader's commands until it sends no more.

    The parameters: as `launch.BOOT` has them in `at_start`.
    """
    output = _Output(1, "w", closefd=False)
    printed: Any = io.TextIOWrapper(
        output, encoding="utf-8", errors="backslashreplace", write_through=True
    )
    program: Configuration = grader.command()
    questions, _ = grader.descriptors
    # In C, so it works in any loop, and in a call that waits.
    faulthandler.register(wire.TELL_STACK, questions, all_threads=False)
    engine = None
    if program["engine"]:  # imported while the project's files can still be read
        engine = __import__(program["engine"], fromlist=["claims"])
    os.chdir("/")  # all is imported from the project's folder
    report = confinement.apply_layers(program, grader.descriptors)
    unreadable = _find_unreadable(program)
    if unreadable:
        grader.say(wire.UNREADABLE, unreadable)
        return
    grader.say(wire.LOCKED, "\n".join(report))
    command = grader.command()
    _start_beside_the_program(program["folder"])
    gc.freeze()
    gc.enable()
    sys.stdout = sys.stderr = printed
    _forget_modules(modules_at_start)
    sys.path[:] = path_at_start
    sys.meta_path[:] = finders_at_start
    sys.argv[:] = [program["file"]]
    game.MESSAGES.update(program["messages"])
    if program["importable"]:
        sys.path.append(program["importable"])
        # Each further thread of numpy's would take its share of the address space.
        for library in ("OPENBLAS", "OMP", "MKL"):
            os.environ[f"{library}_NUM_THREADS"] = "1"
    if engine is None:
        student = _Student(grader, program)
        student.load(program)
        while True:
            student.search(grader.command())
    _use_engine(grader, program, command, engine)
    grader.command()  # which never comes: the grader ends this process


def _start_beside_the_program(folder: str) -> None:
    """Make the submission's folder the current one.

    So data files are opened by their names, as at home.
    """
    try:
        os.chdir(folder)
    except OSError:  # its files cannot be read either, and that the student is told
        return


def _find_unreadable(program: "Configuration") -> str:
    """Return "copy" or "packages", and the reason, if this process cannot open them.

    Return "" if it can open both.
    """
    copy = os.path.join(program["folder"], program["file"])
    paths = {"copy": copy, "packages": program["importable"]}
    for name, path in paths.items():
        if not path:
            continue
        try:
            os.close(os.open(path, os.O_RDONLY))
        except OSError as error:
            return f"{name} {error.strerror}"
    return ""


class _Student:
    """The student's module.

    Nothing of it is asked for its attributes, its type or its text without care.
    """

    def __init__(self, grader: Grader, program: "Configuration") -> None:
        self._grader = grader
        self._tracebacks = Tracebacks(program["folder"])
        self._results = ReturnRecorder(program["folder"])
        self._module = ModuleType(program["file"].removesuffix(".py"))
        self._names = self._module.__dict__
        self._reserve = bytearray(RESERVE)
        self._loaded = False
        self._adapter: Adapted | None = None
        self._adapter_file = ""
        if program["adapter"]:
            self._adapter_file = program["adapter"][0]
        self._given: dict[str, ModuleType] = {}
        """The modules that the course's adapter gives, by their names."""

    def load(self, program: "Configuration") -> None:
        """Run the course's adapter and the student's file; report the missing names."""
        if program["adapter"]:
            try:
                self._start_adapter(program["adapter"])
            except BaseException as error:  # whatever a course's code raises
                self._say_adapter_raised(error)
                return
        path = os.path.join(program["folder"], program["file"])
        sys.path.insert(0, program["folder"])
        sys.modules[self._module.__name__] = self._module
        self._names["__file__"] = path
        try:
            source = _read_source(path)
            exec(compile(source, path, "exec", dont_inherit=True), self._names)
        except BaseException as error:  # whatever a student's code raises, exit() too
            self._say_raised(error)
            return
        self._loaded = True
        lacking = [name for name in program["functions"] if not self._defines(name)]
        lines = [f"{name} {self._object_instead(name)}" for name in lacking]
        self._grader.say(wire.LOADED, "\n".join(lines))

    def search(self, command: "SearchCommand") -> None:
        """Have the student's function search as often as a command says."""
        for looks in looks_of(self._grader, command):
            try:
                value = self._call(command, looks)
            except NotAnAnswer as error:
                kind = wire.NO_ACTION if error.is_no_action else wire.NOT_AN_ANSWER
                self._grader.say(kind, message(error))
            except BaseException as error:
                self._say_raised(error)
            else:
                self._grader.returned(value)

    # --- The functions of the student's file ---

    def _start_adapter(self, adapter: tuple[str, str, list[str], str]) -> None:
        """Run the adapter. The modules that it makes are those without a file."""
        before = dict(sys.modules)
        self._adapter = Adapted(*adapter)
        for name, module in dict(sys.modules).items():
            is_new = before.get(name) is not module
            if is_new and getattr(module, "__spec__", None) is None:
                self._given[name] = module

    def _defines(self, need: str) -> bool:
        """Return whether one of the functions "f|g" can be called."""
        return any(callable(self._function(name)) for name in need.split("|"))

    def _function(self, name: str) -> Any:
        """Return the object that the module has under a name or CLASS.METHOD, or None.

        The module may provide it by its own `__getattr__`.
        """
        if name in self._names:
            return self._names[name]
        value: Any = self._module
        try:
            for attribute in name.split("."):
                value = getattr(value, attribute)
        except BaseException:
            return None
        return value

    def _object_instead(self, name: str) -> str:
        """Return the object that has a function's name, as `wire.LOADED` has it."""
        value = self._function(name)
        if value is not None or name in self._names:
            return f"is {type_name(type(value))}"
        defined = [item for item in self._names.items() if type(item[0]) is str]
        for key, member in defined:
            if type(member) is type and type(vars(member).get(name)) is FunctionType:
                return f"within {key}"
        kinds = (FunctionType, type) if self._adapter is not None else (FunctionType,)
        functions = [key for key, member in defined if type(member) in kinds]
        return f"missing {' '.join(functions[:MOST_LINES_NAMED])}"

    # --- A search ---

    def _call(self, command: "SearchCommand", looks: Looks) -> Any:
        """Call the student's function, with those of its names watched meanwhile.

        Any exception of it passes through.
        """
        originals = self._watch(command)
        if command["note"] == "none":  # a TypeError names the calls that gave None
            sys.setprofile(self._results.note)
        try:
            if self._adapter is not None:
                return self._adapter.search(self._module, looks.root, command["known"])
            function = self._function(command["function"])
            return function(*_arguments(command, looks))
        finally:
            sys.setprofile(None)
            self._names.update(originals)

    def _watch(self, command: "SearchCommand") -> dict[str, Any]:
        """Put functions in the place of those to be watched; return the originals.

        The "noted" functions run, and their calls are reported. The "answered" do not
        run: the grader tells their results.
        """
        names: list[str] = command["noted"] + command["answered"]
        originals = {name: self._names[name] for name in names if name in self._names}
        for name, original in originals.items():
            self._names[name] = watched(
                self._grader,
                original,
                names.index(name),
                command["window"],
                answered=name in command["answered"],
                ends=command["note"] == "ends",
            )
        return originals

    # --- Exceptions ---

    def _say_raised(self, error: BaseException) -> None:
        """Tell the grader of an exception, with the clues about its cause."""
        if isinstance(error, MemoryError):  # make room to say so
            self._reserve.clear()
            if not self._loaded:
                self._names.clear()
        if isinstance(error, SyntaxError):
            text = message(error.msg)
            traceback = self._tracebacks.of_syntax_error(error)
        else:
            text = message(error)
            traceback = self._tracebacks.of(error.__traceback__)
        if not traceback and self._is_the_adapters(error):
            self._say_adapter_raised(error)
            return
        returned = ""
        if isinstance(error, TypeError):
            returned = self._results.before(error.__traceback__, text)
        adapter = self._adapter_file.removesuffix(".py")
        fields = {
            "kind": type_name(type(error)),
            "message": text,
            "traceback": traceback,
            "returned": returned,
            "names": names_meant(error),
            "clues": self._tracebacks.clues(error, self._given, adapter),
        }
        texts = [fields[name] for name in wire.RAISED_FIELDS]
        self._grader.say(wire.RAISED, "\0".join(texts))

    def _is_the_adapters(self, error: BaseException) -> bool:
        """Return whether an exception outside the student's lines is the adapter's."""
        adapter = self._adapter
        return adapter is not None and adapter.is_to_blame(error, self._names)

    def _say_adapter_raised(self, error: BaseException) -> None:
        """Tell the grader of an exception in the adapter, with its line there."""
        line = ""
        for frame, number in frames_of(error.__traceback__):
            if frame.f_code.co_filename == self._adapter_file:
                line = str(number)
        fields = (type_name(type(error)), message(error), line)
        self._grader.say(wire.ADAPTER_RAISED, "\0".join(fields))


def _read_source(path: str) -> bytes:
    """Return a program's text. Raises SyntaxError for a text that plainly is none."""
    with open(path, "rb") as file:
        source = file.read()
    if b"\0" not in source:
        return source
    # As Python says it; the grader says more.
    raise SyntaxError("source code cannot contain null bytes", (path, None, None, None))


def _arguments(command: "SearchCommand", looks: Looks) -> list[Any]:
    """Return a search's arguments, with the tree's root and leaves in their places."""
    stand_ins = {"<root>": looks.root, "<leaves>": looks.leaf_values}
    return [stand_ins.get(argument, argument) for argument in command["arguments"]]


def _use_engine(
    grader: Grader, program: "Configuration", command: "EngineCommand", engine: Any
) -> None:
    """Have the engine look for a repair or write one, and say its answer.

    Say "" if the program is none.
    """
    given = {**command, "file": program["file"]}
    try:
        adapter = Adapted(*program["adapter"]) if program["adapter"] else None
        if command["do"] == "repair":
            sys.path.insert(0, program["folder"])
            answer = engine.claims(given, adapter)
        else:  # nothing of the student's may be imported
            answer = engine.rewriting(given, adapter)
    except BaseException:  # a file that is no program says so when it is loaded
        answer = ""
    grader.say(wire.ENGINE_ANSWER, answer if len(answer) < LONGEST_WORDS else "")


class _Output(io.FileIO):
    """Standard output of the student's code: a pipe that never blocks.

    It drops bytes that do not fit.
    """

    def write(self, data: Any) -> int:
        try:
            super().write(data)
        except OSError:
            return len(data)
        return len(data)


def _forget_modules(modules_at_start: set[str]) -> None:
    """Undo this file's imports.

    So a student's `import json` finds json.py beside it, as it does at home.
    """
    for name in set(sys.modules) - modules_at_start:
        del sys.modules[name]
    for name in ("exit", "quit"):  # plain Python's site module adds them
        setattr(builtins, name, sys.exit)
    game.__name__ = "game"
    sys.modules["game"] = game
    sys.modules["__main__"] = ModuleType("__main__")
