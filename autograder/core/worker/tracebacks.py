"""Shows a student's exception.

It is never asked for its attributes, type or text without care.
"""

import os
from collections.abc import Iterator, Mapping
from opcode import opmap
from stat import S_ISREG
from types import (
    CodeType,
    FrameType,
    FunctionType,
    ModuleType,
    TracebackType,
)

from autograder.core.limits import (
    LARGEST_SOURCE,
    LONGEST_EXCEPTION,
    LONGEST_SOURCE_LINE,
    LONGEST_TRACEBACK,
)
from autograder.core.worker import pasted, wire

RETURNS = {opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in opmap}
"""The opcode that a function ends with, unless by an exception."""
POP_TOP = opmap["POP_TOP"]
CACHE = opmap.get("CACHE")
"""Opcodes after a call: POP_TOP discards the result; CACHE entries may come first."""


class Tracebacks:
    """Shows the lines of a student's files that an exception passed.

    The files lie in a folder; lines of other files are not shown.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def of_syntax_error(self, error: SyntaxError) -> str:
        """Return the place of a syntax error, with the line and a caret below.

        The error's fields may be anything at all.
        """
        file = self._shown(error.filename)
        if not file:
            return self.of(error.__traceback__)
        line, text, offset = error.lineno, error.text, error.offset
        if type(line) is not int or line <= 0:
            return f'File "{file}"'
        lines = [f'File "{file}", line {line}']
        if isinstance(error, IndentationError):
            return "\n".join(lines + self._indentation(file, line))
        if type(text) is str:
            text = text.rstrip("\n")[:LONGEST_SOURCE_LINE]
            code = text.lstrip()
            lines.append(f"    {code}")
            if type(offset) is int and 0 < offset <= len(text) + 1:
                indentation = len(text) - len(code)
                lines.append("    " + " " * (offset - 1 - indentation) + "^")
        return "\n".join(lines)

    def _indentation(self, file: str, number: int) -> list[str]:
        """Return a line and the last two before it, their indentation made visible."""
        try:
            lines = _first_lines(os.path.join(self._folder, file), number)
        except OSError:
            return []
        numbered = list(enumerate(lines, 1))
        code = [pair for pair in numbered[:-1] if _is_code(pair[1])]
        shown = [*code[-2:], *numbered[number - 1 :]]
        width = len(str(number))
        return [f"  {row:>{width}} {_visible_indentation(text)}" for row, text in shown]

    def of(self, traceback: TracebackType | None) -> str:
        """Return the lines of the student's own files in a traceback.

        Of many calls it has the first, how many are left out, "  … NUMBER …", the last.
        """
        places: list[str] = []
        for frame, line in frames_of(traceback):
            file = self._shown(frame.f_code.co_filename)
            if file:
                places.append(self._place(file, frame.f_code, line))
        if len(places) > LONGEST_TRACEBACK:
            half = (LONGEST_TRACEBACK - 1) // 2
            places[half:-half] = [f"  … {len(places) - 2 * half} …"]
        return "\n".join(places)

    def _place(self, file: str, code: CodeType, line: int) -> str:
        """Return a line as tracebacks have it, with its cell and line in a notebook."""
        shown = f'File "{file}", line {line}, in {message(code.co_name)}'
        path = os.path.join(self._folder, file)
        try:
            lines = _first_lines(path, line)
            text = lines[line - 1].strip()[:LONGEST_SOURCE_LINE]
            for row, other in enumerate(reversed(lines)):
                if other.startswith("# %% cell ") and other.endswith(
                    " of the notebook"
                ):
                    shown += f", cell {other.split()[3]}: {row}"
                    break
        except (OSError, IndexError, ValueError, TypeError):
            return shown
        return f"{shown}\n    {text}"

    def clues(
        self, error: BaseException, given: Mapping[str, ModuleType], adapter: str
    ) -> str:
        """Return the clues to an exception beside its text, as lines "NAME VALUE".

        `sandbox.raised.Clues` describes each. given: the modules that an adapter
        gives, by their names. adapter: the name of its own module.
        """
        try:
            clues = self._clues(error, given, adapter)
            lines = [f"{name} {value}" for name, value in clues.items() if value]
            return message("\n".join([line.replace("\n", " ") for line in lines]))
        except BaseException:  # as `error` may be of any class
            return ""

    def _clues(
        self, error: BaseException, given: Mapping[str, ModuleType], adapter: str
    ) -> dict[str, str]:
        """Return the clues about an exception, by the names of `raised.Clues`."""
        traceback = error.__traceback__
        if isinstance(error, SyntaxError):
            return {"pasted": self._pasted(error)}
        if isinstance(error, SystemExit):
            return {"through": self._module_after_theirs(traceback)}
        if type(error).__name__ == "BdbQuit":
            return {"breakpoint": self._breakpoint(traceback)}
        if isinstance(error, FileNotFoundError):
            moved = "yes" if os.getcwd() != self._folder else ""
            is_of_a_program = self._module_after_theirs(traceback) == "subprocess"
            return {"path": "" if is_of_a_program else _path_of(error), "moved": moved}
        if isinstance(error, UnboundLocalError):
            return {"outside": declaration_outside(error)}
        if isinstance(error, TypeError):
            return {"number": self._called_number(error)}
        if isinstance(error, (ImportError, AttributeError)) and given:
            return self._clues_of_modules(_modules_of(error), given, adapter)
        return {}

    def _clues_of_modules(
        self, concerned: list[str], given: Mapping[str, ModuleType], adapter: str
    ) -> dict[str, str]:
        concerned_given = [name for name in concerned if name in given]
        about = given if adapter in concerned else concerned_given
        replaced = [name for name in about if self._is_handed_in(name)]
        return {"given": " ".join(concerned_given), "replaced": " ".join(replaced)}

    def _called_number(self, error: TypeError) -> str:
        """Return the name of a number that the last line calls; "" if not one alone."""
        *_, (frame, line) = frames_of(error.__traceback__)
        path = frame.f_code.co_filename
        if not self._shown(path):
            return ""
        text = _first_lines(path, line)[line - 1]
        names = {**frame.f_globals, **frame.f_locals}
        numbers = [
            name
            for name in called_names(text)
            if type(names.get(name)) in (int, float)
            and str(error) == f"'{type(names[name]).__name__}' object is not callable"
        ]
        return numbers[0] if len(numbers) == 1 else ""

    def _module_after_theirs(self, traceback: TracebackType | None) -> str:
        """Return the module that the student's last line called, if it broke there.

        A module below another one is told as that one.
        """
        module = ""
        for frame, _ in frames_of(traceback):
            if frame.f_code.co_filename.startswith(self._folder + os.sep):
                module = ""
            elif not module:
                module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        return module

    def _pasted(self, error: SyntaxError) -> str:
        """Return the clue to text that was pasted along with an unreadable file."""
        path, line = error.filename, error.lineno
        if not self._shown(path) or type(line) is not int:
            return ""
        with open(str(path), encoding="utf-8-sig", errors="replace") as file:
            source = file.read(LARGEST_SOURCE)
        return pasted.clue(source, line)

    def _breakpoint(self, traceback: TracebackType | None) -> str:
        """Return the line that stopped in the debugger, "NUMBER TEXT".

        It is the line that the program was at, or the nearest one before; "" if there
        is none.
        """
        places = [
            (frame.f_code.co_filename, line) for frame, line in frames_of(traceback)
        ]
        path, line = [traced for traced in places if self._shown(traced[0])][-1]
        lines = _first_lines(path, line)
        for number in range(len(lines), 0, -1):
            text = lines[number - 1].strip()
            if "breakpoint(" in text or "set_trace(" in text:
                return f"{number} {text[:LONGEST_SOURCE_LINE]}"
        return ""

    def _is_handed_in(self, module: str) -> bool:
        return os.path.isfile(os.path.join(self._folder, f"{module}.py"))

    def _shown(self, path: object) -> str:
        """Return the form in which a path of the student's own is shown.

        It is "" for any other path, and for one of no regular file.
        """
        if type(path) is not str:
            return ""
        try:
            normal = os.path.normpath(path)
            is_below = normal.startswith(self._folder + os.sep)
            is_own = is_below and S_ISREG(os.stat(normal).st_mode)
            return normal[len(self._folder) + 1 :] if is_own else ""
        except (OSError, ValueError):
            return ""


def called_names(text: str) -> list[str]:
    """Return the names before an opening parenthesis in a line, each once.

    A method is none: its name is that of an attribute.
    """
    names: dict[str, None] = {}
    for before in text.split("(")[:-1]:
        start = len(before)
        while start and (before[start - 1].isalnum() or before[start - 1] == "_"):
            start -= 1
        if not before[:start].endswith("."):
            names[before[start:]] = None
    return [name for name in names if name.isidentifier()]


def _is_code(line: str) -> bool:
    return line.strip() != "" and not line.lstrip().startswith("#")


def _visible_indentation(line: str) -> str:
    """Return a line that begins with · for each blank and → for each tab."""
    code = line.lstrip()
    margin = line[: len(line) - len(code)].replace(" ", "·").replace("\t", "→")
    return (margin + code.rstrip())[:LONGEST_SOURCE_LINE]


def _first_lines(path: str, most: int) -> list[str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read(LARGEST_SOURCE).split("\n")[:most]


def frames_of(traceback: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames of a traceback, each with its line."""
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def message(text: object) -> str:
    """Return the text of an exception or of part of one, as a plain string.

    Its `__str__` may do anything.
    """
    try:
        return str.__getitem__(str(text), slice(0, LONGEST_EXCEPTION))
    except BaseException:
        return "<exception str() failed>"  # as Python says it


def declaration_outside(error: UnboundLocalError) -> str:
    """Return the declaration of the variable of that name outside of a function.

    It is "global NAME" or "nonlocal NAME", as the code of the functions that were
    called tells; "" if there is no such variable.
    """
    *before, (frame, _) = frames_of(error.__traceback__)
    code = frame.f_code
    own = [name for name in code.co_varnames if name not in frame.f_locals]
    for name in own:
        if f"'{name}'" not in str(error):
            continue
        for outer, _ in before:
            known = outer.f_code.co_varnames + outer.f_code.co_cellvars
            if code in outer.f_code.co_consts and name in known:
                return f"nonlocal {name}"
        return f"global {name}" if name in frame.f_globals else ""
    return ""


def _path_of(error: FileNotFoundError) -> str:
    """Return the path that is not there, as the program wrote it, if it named one."""
    path = error.filename
    return os.fsdecode(path) if type(path) in (str, bytes) else ""


def _modules_of(error: ImportError | AttributeError) -> list[str]:
    """Return the modules that may lack a name that was asked for.

    These are the imported one, or those that an object and its classes come from.
    """
    if isinstance(error, ImportError):
        return [str(error.name).partition(".")[0]]
    if type(error.obj) is ModuleType:
        return [error.obj.__name__]
    return [str(kind.__module__) for kind in type.mro(type(error.obj))]


def names_meant(error: BaseException) -> str:
    """Return an unknown name that broke a program, and those known in its place.

    It is "" for any other error.
    """
    try:
        if isinstance(error, AttributeError):
            known = _attributes_of(error.obj)
        elif isinstance(error, NameError):
            known = _names_at_the_end_of(error.__traceback__)
        else:
            return ""
        names = [name for name in known if type(name) is str and _is_public(name)]
        if not names:
            return ""
        return message(" ".join([str(error.name), *dict.fromkeys(names)]))
    except BaseException:  # as `error` may be of any class
        return ""


def _attributes_of(owner: object) -> list[object]:
    """Return the names of an object's attributes, methods with parentheses."""
    known: list[object] = [*getattr(owner, "__dict__", ())]
    for kind in type.mro(type(owner)):
        for name, value in _own_entries(kind):
            known.append(f"{name}()" if type(value) is FunctionType else name)
    return known


def _names_at_the_end_of(traceback: TracebackType | None) -> list[object]:
    """Return the names that the last line of a traceback knows, also those of self."""
    *_, (frame, _) = frames_of(traceback)
    known: list[object] = [*frame.f_locals, *frame.f_globals]
    for name, _ in _own_entries(type(frame.f_locals.get("self"))):
        known.append(f"self.{name}()")
    return known


def _is_public(name: str) -> bool:
    return name[0] != "_" and not name.startswith("self._")


def _own_entries(kind: type) -> list[tuple[str, object]]:
    """Return the methods and properties of a class that is not Python's own."""
    if kind.__module__ == "builtins":
        return []
    entries = vars(kind).items()
    return [item for item in entries if type(item[1]) in (FunctionType, property)]


class ReturnRecorder:
    """Records the functions that returned no number, with the calls that got it.

    A missing `return` breaks the search one call up.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder + os.sep
        self._returned: dict[tuple[FrameType, str], str] = {}

    def before(self, traceback: TracebackType | None, text: str) -> str:
        """Return the function that had returned to the student's call that broke.

        It is "LINE KIND FUNCTION", with a kind that the exception's text names; "" if
        none had.
        """
        last = None
        for frame, _ in frames_of(traceback):
            if frame.f_code.co_filename.startswith(self._folder):
                last = frame
        if last is None:
            return ""
        function = _function_of(last)
        told = [
            self._returned.get((function, kind), "")
            for kind in wire.NO_NUMBERS
            if kind in text
        ]
        return next(filter(None, told), "")

    def note(self, frame: FrameType, event: str, returned: object) -> None:
        """Note an event of the profiler's, which makes all slow."""
        code, caller = frame.f_code, frame.f_back
        if event != "return" or code.co_code[frame.f_lasti] not in RETURNS:
            return
        for kind in wire.NO_NUMBERS:
            self._returned.pop((frame, kind), None)
        name = message(code.co_name)
        is_own = code.co_filename.startswith(self._folder) and not name.startswith("<")
        # Not by ==, which a student's metaclass may define.
        no_numbers = wire.NO_NUMBERS.values()
        is_no_number = any(type(returned) is known for known in no_numbers)
        if is_no_number and caller is not None and is_own and _uses_result(caller):
            kind = type(returned).__name__
            key = _function_of(caller), kind
            self._returned[key] = f"{frame.f_lineno} {kind} {name}"


def _uses_result(caller: FrameType) -> bool:
    """Return whether a frame does anything with the result of the call it is at."""
    code = caller.f_code.co_code
    index = caller.f_lasti + 2
    while code[index] == CACHE:
        index += 2
    return code[index] != POP_TOP


def _function_of(frame: FrameType) -> FrameType:
    """Return the frame of the function that a comprehension stands in.

    So it is for a generator expression; any other frame is its own.
    """
    while frame.f_code.co_name.startswith("<") and frame.f_back is not None:
        frame = frame.f_back
    return frame
