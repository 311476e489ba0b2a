"""What is shown of a student's exception, which is never asked for its attributes, type
or text without care."""

import os
from collections.abc import Iterator, Mapping
from opcode import opmap
from stat import S_ISREG
from types import CodeType, FrameType, FunctionType, ModuleType, TracebackType

from autograder.limits import (
    LARGEST_SOURCE,
    LONGEST_EXCEPTION,
    LONGEST_SOURCE_LINE,
    LONGEST_TRACEBACK,
)

RETURNS = {opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap}
"""The opcode that a function ends with, unless by an exception."""
POP_TOP, CACHE = opmap["POP_TOP"], opmap.get("CACHE")
"""Opcodes after a call: POP_TOP discards the result; CACHE entries may come first."""


class Tracebacks:
    """Shows where in a student's files, which lie in a folder, an exception was raised.
    Of others nothing is shown."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def of_syntax_error(self, error: SyntaxError) -> str:
        """The place of a syntax error, with the line and a caret below; its fields may
        be anything at all."""
        shown = self._shown(error.filename)
        if not shown:
            return self.of(error.__traceback__)
        line, text, offset = error.lineno, error.text, error.offset
        if type(line) is not int or line <= 0:
            return f'File "{shown}"'
        lines = [f'File "{shown}", line {line}']
        if type(text) is str:
            text = text.rstrip("\n")[:LONGEST_SOURCE_LINE]
            lines.append("    " + text.lstrip())
            if type(offset) is int and 0 < offset <= len(text) + 1:
                lines.append(
                    "    " + " " * (offset - 1 - len(text) + len(text.lstrip())) + "^"
                )
        return "\n".join(lines)

    def of(self, traceback: TracebackType | None) -> str:
        """The lines of the student's own files in a traceback."""
        placed = [
            (self._shown(frame.f_code.co_filename), frame.f_code, line)
            for frame, line in frames_of(traceback)
        ]
        frames = [
            self._frame(shown, code, line) for shown, code, line in placed if shown
        ]
        if len(frames) > LONGEST_TRACEBACK:
            half = (LONGEST_TRACEBACK - 1) // 2
            frames[half:-half] = [f"  … {len(frames) - 2 * half} more calls …"]
        return "\n".join(frames)

    def _frame(self, shown: str, code: CodeType, line: int) -> str:
        head = f'File "{shown}", line {line}, in {message(code.co_name)}'
        try:
            with open(
                os.path.join(self._folder, shown), encoding="utf-8", errors="replace"
            ) as file:
                lines = file.read(LARGEST_SOURCE).split("\n")[:line]
            shown_line = lines[line - 1].strip()[:LONGEST_SOURCE_LINE]
            for back, text in enumerate(reversed(lines)):
                if text.startswith("# %% cell ") and text.endswith(" of the notebook"):
                    head += f", that is line {back} of cell {text.split()[3]}"
                    break
            return f"{head}\n    {shown_line}"
        except (OSError, IndexError, ValueError, TypeError):
            return head

    def clues(
        self, error: BaseException, given: Mapping[str, ModuleType], adapter: str
    ) -> str:
        """What explains an exception beside its text, as lines "NAME VALUE";
        `sandbox.differences` says what each is.

        given: the modules that an adapter gives, by their names. adapter: the name of
        its own module.
        """
        try:
            clues: dict[str, object] = {}
            if isinstance(error, SystemExit):
                clues["through"] = self._module_after_theirs(error.__traceback__)
            elif type(error).__name__ == "BdbQuit":
                clues["breakpoint"] = self._breakpoint(error.__traceback__)
            elif isinstance(error, FileNotFoundError):
                is_of_a_program = (
                    self._module_after_theirs(error.__traceback__) == "subprocess"
                )
                clues["path"] = "" if is_of_a_program else _path_of(error)
                clues["moved"] = "yes" if os.getcwd() != self._folder else ""
            elif isinstance(error, (ImportError, AttributeError)) and given:
                concerned = _modules_of(error)
                clues["given"] = " ".join([name for name in concerned if name in given])
                clues["replaced"] = " ".join(self._replaced(concerned, given, adapter))
            lines = [
                f"{name} {value}".replace("\n", " ")
                for name, value in clues.items()
                if value
            ]
            return message("\n".join(lines))
        except BaseException:  # as `error` may be of any class
            return ""

    def _module_after_theirs(self, traceback: TracebackType | None) -> str:
        """The module, without those below it, that the last line of the student's
        called, where it broke in there."""
        module = ""
        for frame, _ in frames_of(traceback):
            is_theirs = frame.f_code.co_filename.startswith(self._folder + os.sep)
            if is_theirs:
                module = ""
            elif not module:
                module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        return module

    def _breakpoint(self, traceback: TracebackType | None) -> str:
        """The line that stopped in the debugger, "NUMBER TEXT": where the program was,
        or the nearest one before."""
        theirs = [
            (frame.f_code.co_filename, line) for frame, line in frames_of(traceback)
        ]
        path, line = [place for place in theirs if self._shown(place[0])][-1]
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(LARGEST_SOURCE).split("\n")[:line]
        for number in range(len(lines), 0, -1):
            text = lines[number - 1].strip()
            if "breakpoint(" in text or "set_trace(" in text:
                return f"{number} {text[:LONGEST_SOURCE_LINE]}"
        return ""

    def _replaced(
        self, concerned: list[str], given: Mapping[str, ModuleType], adapter: str
    ) -> list[str]:
        """Those of an adapter's modules that an error is about, where a file of that
        name was handed in."""
        about = (
            given
            if adapter in concerned
            else [name for name in concerned if name in given]
        )
        return [
            name
            for name in about
            if os.path.isfile(os.path.join(self._folder, name + ".py"))
        ]

    def _shown(self, path: object) -> str:
        """How a path of the student's own is shown; nothing for any other, and for what
        is no regular file."""
        try:
            normal = os.path.normpath(path) if type(path) is str else ""
            own = normal.startswith(self._folder + os.sep) and S_ISREG(
                os.stat(normal).st_mode
            )
            return normal[len(self._folder) + 1 :] if own else ""
        except (OSError, ValueError):
            return ""


def frames_of(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """The frames of a traceback, each with its line."""
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def message(words: object) -> str:
    """The text of an exception or of part of one, as a plain string; its `__str__` may
    do anything."""
    try:
        return str.__getitem__(str(words), slice(0, LONGEST_EXCEPTION))
    except BaseException as another:
        return (
            f"(its text cannot be shown: its __str__ raises {type_name(type(another))})"
        )


def type_name(kind: type) -> str:
    """A type's name, whatever its metaclass says."""
    name: str = type.__dict__["__name__"].__get__(kind)
    return str.__getitem__(name, slice(0, 200))


def _path_of(error: FileNotFoundError) -> str:
    """The path that is not there, as the program wrote it; nothing where it named
    none."""
    path = error.filename
    return os.fsdecode(path) if type(path) in (str, bytes) else ""


def _modules_of(error: ImportError | AttributeError) -> list[str]:
    """The modules that may lack what was asked for: the imported one, or where an
    object and its classes come from."""
    if isinstance(error, ImportError):
        return [str(error.name).partition(".")[0]]
    if type(error.obj) is ModuleType:
        return [error.obj.__name__]
    return [str(kind.__module__) for kind in type.mro(type(error.obj))]


def names_meant(error: BaseException) -> str:
    """An unknown name that broke a program, and those that are known in its place;
    nothing for any other error."""
    known: list[object] = []
    try:
        if isinstance(error, AttributeError):
            known = [*getattr(error.obj, "__dict__", ())]
            for kind in type.mro(type(error.obj)):
                known += [
                    f"{name}()" * (type(entry) is FunctionType) or name
                    for name, entry in _shown_of(kind)
                ]
        elif isinstance(error, NameError):
            *_, (frame, _) = frames_of(error.__traceback__)
            known = [*frame.f_locals, *frame.f_globals]
            known += [
                f"self.{name}()"
                for name, _ in _shown_of(type(frame.f_locals.get("self")))
            ]
        else:
            return ""
        names = [
            name
            for name in known
            if type(name) is str and name[0] != "_" and not name.startswith("self._")
        ]
        return message(
            " ".join([str(error.name), *dict.fromkeys(names)]) if names else ""
        )
    except BaseException:  # as `error` may be of any class
        return ""


def _shown_of(kind: type) -> list[tuple[str, object]]:
    """The methods and properties of a class that is not Python's own."""
    entries = [] if kind.__module__ == "builtins" else vars(kind).items()
    return [
        (name, entry)
        for name, entry in entries
        if type(entry) in (FunctionType, property)
    ]


class ReturnedNone:
    """Records which running calls got None from which function: a missing `return`
    breaks the search one call up."""

    def __init__(self, folder: str) -> None:
        self._folder = folder + os.sep
        self._returned: dict[FrameType, str] = {}

    def before(self, traceback: TracebackType | None) -> str:
        """What had returned None to the student's call that broke, as "LINE FUNCTION";
        nothing if nothing had."""
        theirs = [
            frame
            for frame, _ in frames_of(traceback)
            if frame.f_code.co_filename.startswith(self._folder)
        ]
        return self._returned.get(_function_of(theirs[-1]), "") if theirs else ""

    def note(self, frame: FrameType, event: str, returned: object) -> None:
        """Notes an event of the profiler's, which makes all slow."""
        code, caller = frame.f_code, frame.f_back
        if event != "return" or code.co_code[frame.f_lasti] not in RETURNS:
            return
        self._returned.pop(frame, None)
        name = message(code.co_name)
        own = code.co_filename.startswith(self._folder) and not name.startswith("<")
        if returned is None and caller is not None and own:
            calling, place = caller.f_code.co_code, caller.f_lasti + 2
            while calling[place] == CACHE:
                place += 2
            if calling[place] != POP_TOP:
                self._returned[_function_of(caller)] = f"{frame.f_lineno} {name}"


def _function_of(frame: FrameType) -> FrameType:
    """The frame of the function that a comprehension or a generator expression stands
    in; any other frame itself."""
    while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
        frame = frame.f_back
    return frame
