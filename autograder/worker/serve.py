"""The process that runs a student's code. Standard library only; it holds the shape of
a tree and never its values.

Everything here is at the mercy of the student's code once that is imported, and so the
grader believes nothing of it.
"""

import builtins
import gc
import io
import os
import sys
from types import FunctionType, ModuleType
from typing import Any

from autograder.limits import LONGEST_WORDS, MOST_LINES_NAMED, RESERVE
from autograder.worker import confinement, wire
from autograder.worker.adapted import Adapted, NotAnAnswer
from autograder.worker.grader import AskedTree, Grader, watched
from autograder.worker.tracebacks import (
    ReturnedNone,
    Tracebacks,
    frames_of,
    message,
    names_meant,
    type_name,
)
from reference import game
from reference.game import Looks


def main(channel: int, at_start: tuple[set[str], list[str], list[Any]]) -> None:
    """Serves the grader's commands until it hangs up. at_start: the modules, path and
    finders of plain Python."""
    try:
        _serve(Grader(channel), *at_start)
    except BaseException:  # a student's code reaches everywhere: its last words are never this file's traceback
        os._exit(wire.BROKEN)


def _serve(
    grader: Grader,
    modules_at_start: set[str],
    path_at_start: list[str],
    finders_at_start: list[Any],
) -> None:
    output = _Output(1, "w", closefd=False)
    printed: Any = io.TextIOWrapper(
        output, encoding="utf-8", errors="backslashreplace", write_through=True
    )
    program = grader.command()
    # Imported while the project's files can still be read.
    engine = (
        __import__(program["engine"], fromlist=["claims"])
        if program["engine"]
        else None
    )
    os.chdir("/")  # all is imported from the project's folder
    report = confinement.apply_layers(program, grader.channel)
    if why := _why_unreadable(program):
        grader.say(wire.UNREADABLE, why)
        return
    grader.say(wire.LOCKED, "\n".join(report))
    command = grader.command()
    _start_beside_the_program(program["folder"])
    gc.freeze()
    gc.enable()
    sys.stdout = sys.stderr = printed
    _forget_modules(modules_at_start)
    sys.path[:], sys.meta_path[:], sys.argv[:] = (
        path_at_start,
        finders_at_start,
        [program["file"]],
    )
    if program["importable"]:
        sys.path.append(program["importable"])
        # Each further thread of numpy's would take its share of the address space.
        os.environ.update(
            OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1"
        )
    if engine is None:
        student = _Student(grader, program)
        student.load(program)
        while True:
            student.search(grader.command())
    _explain(grader, {**program, **command}, engine)
    grader.command()  # which never comes: the grader ends this process


def _start_beside_the_program(folder: str) -> None:
    """Make the submission's folder the current one, as it is at home, where data files
    are opened by their names."""
    try:
        os.chdir(folder)
    except (
        OSError
    ):  # then its files cannot be read either, and that is what the student is told
        return


def _why_unreadable(program: dict[str, Any]) -> str:
    """Return what this process cannot open, "copy" or "packages", and after a space
    why; "" where it can open both."""
    places = {
        "copy": os.path.join(program["folder"], program["file"]),
        "packages": program["importable"],
    }
    for name, path in places.items():
        if not path:
            continue
        try:
            os.close(os.open(path, os.O_RDONLY))
        except OSError as error:
            return f"{name} {error.strerror}"
    return ""


class _Student:
    """The student's module. Nothing of it is asked for its attributes, its type or its
    text without care."""

    def __init__(self, grader: Grader, command: dict[str, Any]) -> None:
        self._grader = grader
        self._tracebacks, self._nones = (
            Tracebacks(command["folder"]),
            ReturnedNone(command["folder"]),
        )
        self._module = ModuleType(command["file"].removesuffix(".py"))
        self._names = self._module.__dict__
        self._reserve = bytearray(RESERVE)
        self._loaded = False
        self._adapter: Adapted | None = None
        self._adapter_file: str = command["adapter"] and command["adapter"][0]
        self._given: dict[str, ModuleType] = {}
        """The modules that the course's adapter gives, by their names."""

    def load(self, command: dict[str, Any]) -> None:
        try:
            if command["adapter"]:
                before = dict(sys.modules)
                self._adapter = Adapted(*command["adapter"])
                new = [
                    name
                    for name, module in sys.modules.items()
                    if before.get(name) is not module
                ]
                made = [
                    name
                    for name in new
                    if getattr(sys.modules[name], "__spec__", None) is None
                ]
                self._given = {name: sys.modules[name] for name in made}
        except (
            BaseException
        ) as error:  # whatever a course's code raises: it is not the student's
            self._say_adapter_raised(error)
            return
        path = os.path.join(command["folder"], command["file"])
        sys.path.insert(0, command["folder"])
        sys.modules[self._module.__name__] = self._module
        self._names["__file__"] = path
        try:
            with open(path, "rb") as file:
                source = file.read()
            if b"\0" in source:
                why = "the file holds null bytes, so it is no Python program; save it as text, in UTF-8"
                if source.startswith((b"\xff\xfe", b"\xfe\xff")):
                    why = "the file is saved as UTF-16; save it as UTF-8"
                raise SyntaxError(why, (path, None, None, None))
            exec(compile(source, path, "exec", dont_inherit=True), self._names)
        except (
            BaseException
        ) as error:  # whatever a student's module raises, SystemExit included
            self._say_raised(error)
            return
        self._loaded = True
        needs = command["functions"]
        lacking = [
            name
            for name in needs
            if not any(callable(self._function(one)) for one in name.split("|"))
        ]
        self._grader.say(
            wire.LOADED, "\n".join(f"{name} {self._what_is(name)}" for name in lacking)
        )

    def search(self, command: dict[str, Any]) -> None:
        tree = AskedTree(self._grader, command)
        for _ in range(command["times"]):
            try:
                value = self._watched(command, tree.again().new_looks())
            except NotAnAnswer as error:
                self._grader.say(
                    wire.NO_ACTION if error.unless_lost else wire.NOT_AN_ANSWER,
                    message(error),
                )
            except BaseException as error:
                self._say_raised(error)
            else:
                self._grader.returned(value)

    def _function(self, name: str) -> Any:
        """What the module has under a name or CLASS.METHOD, perhaps by its own
        `__getattr__`; None for nothing."""
        if name in self._names:
            return self._names[name]
        found: Any = self._module
        try:
            for part in name.split("."):
                found = getattr(found, part)
            return found
        except BaseException:
            return None

    def _what_is(self, name: str) -> str:
        """What stands in a function's place: "is TYPE", "within CLASS", or "missing"
        and what functions there are."""
        value = self._function(name)
        if value is not None or name in self._names:
            return "is " + type_name(type(value))
        defined = [
            (key, entry) for key, entry in self._names.items() if type(key) is str
        ]
        for key, entry in defined:
            if type(entry) is type and type(vars(entry).get(name)) is FunctionType:
                return "within " + key
        kinds = (FunctionType, type) if self._adapter is not None else (FunctionType,)
        return "missing " + " ".join(
            [key for key, entry in defined if type(entry) in kinds][:MOST_LINES_NAMED]
        )

    def _watched(self, command: dict[str, Any], looks: Looks) -> Any:
        names: list[str] = command["noted"] + command["answered"]
        originals = {name: self._names[name] for name in names if name in self._names}
        window, ends = command["window"], command["note"] == "ends"
        for name, original in originals.items():
            answered = name in command["answered"]
            self._names[name] = watched(
                self._grader, original, names.index(name), window, answered, ends
            )
        if command["note"] == "none":
            sys.setprofile(self._nones.note)
        try:
            if self._adapter is not None:
                return self._adapter.search(self._module, looks.root, command["known"])
            stand_for: dict[object, object] = {
                "<root>": looks.root,
                "<leaves>": looks.leaf_values,
            }
            return self._function(command["function"])(
                *(stand_for.get(entry, entry) for entry in command["arguments"])
            )
        finally:
            sys.setprofile(None)
            self._names.update(originals)

    def _say_raised(self, error: BaseException) -> None:
        if isinstance(error, MemoryError):  # make room to say so
            self._reserve.clear()
            if not self._loaded:
                self._names.clear()
        if isinstance(error, SyntaxError):
            words, where = message(error.msg), self._tracebacks.of_syntax_error(error)
        else:
            words, where = message(error), self._tracebacks.of(error.__traceback__)
        if (
            self._adapter is not None
            and not where
            and self._adapter.is_to_blame(error, self._names)
        ):
            self._say_adapter_raised(error)
            return
        none = (
            self._nones.before(error.__traceback__)
            if isinstance(error, TypeError)
            else ""
        )
        adapter = self._adapter_file.removesuffix(".py") if self._adapter_file else ""
        clues = self._tracebacks.clues(error, self._given, adapter)
        parts = (type_name(type(error)), words, where, none, names_meant(error), clues)
        self._grader.say(wire.RAISED, "\0".join(parts))

    def _say_adapter_raised(self, error: BaseException) -> None:
        frames = frames_of(error.__traceback__)
        lines = [
            f"line {line}"
            for frame, line in frames
            if frame.f_code.co_filename == self._adapter_file
        ]
        self._grader.say(
            wire.ADAPTER_RAISED,
            f"{type_name(type(error))}\0{message(error)}\0{''.join(lines[-1:])}",
        )


def _explain(grader: Grader, command: dict[str, Any], engine: Any) -> None:
    """Has the engine look for a repair or write one, and says what came of it: nothing
    where the program is none."""
    try:
        adapter = Adapted(*command["adapter"]) if command["adapter"] else None
        if command["do"] == "explain":
            sys.path.insert(0, command["folder"])
            found = engine.claims(command, adapter)
        else:  # nothing of the student's may be imported
            found = engine.rewriting(command, adapter)
    except BaseException:  # a file that is no program says so when it is loaded
        found = ""
    grader.say(wire.EXPLAINED, found if len(found) < LONGEST_WORDS else "")


class _Output(io.FileIO):
    """Standard output of the student's code: a pipe that drops what does not fit, so
    that printing never blocks."""

    def write(self, data: Any) -> int:
        try:
            super().write(data)
        except OSError:
            return len(data)
        return len(data)


def _forget_modules(modules_at_start: set[str]) -> None:
    """Undoes this file's imports, so that a student's `import json` finds json.py
    beside it as it does at home."""
    for name in set(sys.modules) - modules_at_start:
        del sys.modules[name]
    # plain Python's site module adds them, and it is left out here
    for name in ("exit", "quit"):
        setattr(builtins, name, sys.exit)
    game.__name__ = "game"
    sys.modules["game"] = game
    sys.modules["__main__"] = ModuleType("__main__")
