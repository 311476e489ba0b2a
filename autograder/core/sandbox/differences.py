"""Explains errors by differences between the grader and the student's computer.

An exception comes from a worker, so all of it is a stranger's text. Any
other fact is looked up in the grader's own copy of the submission. The sentences are in
the topic "here_and_at_home". Imported only if something broke.
"""

import os
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import reference.game
from autograder.core.exercises.model import Adapter
from autograder.core.files import read_regular
from autograder.core.limits import (
    LARGEST_SOURCE,
    LONGEST_QUOTED_LINE,
    LONGEST_SOURCE_LINE,
    NEARLY_THE_SAME,
)
from autograder.core.sandbox import game_messages
from autograder.core.sandbox.python_versions import (
    BUILTINS_SINCE,
    GONE_MODULES,
    GONE_NAMES,
    MODULES_SINCE,
    NAMES_SINCE,
    SYNTAX_SINCE,
    Version,
)
from autograder.core.sandbox.raised import GradedProgram, RaisedException
from autograder.core.sandbox.remedies import pasted_along, remedies_for_syntax
from autograder.core.sentences import in_a_row, languages, sentence, speaking
from autograder.core.text import (
    CODING,
    alike,
    between_backticks,
    named,
)

RUNNING: Version = sys.version_info[:2]
"""The Python that grades: the grader's process and the student's run the same one."""

ANY_CODING = re.compile(CODING % rb"[-\w.]+")
PROSE = re.compile(r"""'(\\.|[^'\\])*('|\\?$)|"(\\.|[^"\\])*("|\\?$)|#.*""")
"""The texts, ended or not, and the comment of a line.

Each quotation mark begins one, whatever follows: so no part is looked through twice.
"""
ENDERS = re.compile(r"\b(?:sys\s*\.\s*)?(?:exit|quit)\s*(?=\()|\braise\s+SystemExit\b")
ARGPARSE_CALL = r"parse_(known_)?(intermixed_)?args"
OTHER_COMPUTERS = re.compile(r"/|~|[A-Za-z]:[\\/]")
"""The beginning of a path that names a folder of one computer."""
LACKING = {
    "ImportError": re.compile(
        r"cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'"
    ),
    "AttributeError": re.compile(
        r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'"
    ),
    "ModuleNotFoundError": re.compile(
        r"No module named '(?P<module>[\w.]+)'(?P<name>)"
    ),
}
"""The messages that say that a module, or a name in it, is not there."""
NO_MODULE = re.compile(
    r"No module named '(?P<module>[^']+)'(?P<is_below>; '[^']+' is not a package)?$"
)
"""The message for any name at all. is_below: for a single module, no package."""
NOT_ABOUT_THE_COURSES_FILES = frozenset(
    {
        "BdbQuit",
        "EOFError",
        "FileNotFoundError",
        "IndentationError",
        "KeyboardInterrupt",
        "MemoryError",
        "NotImplementedError",
        "PermissionError",
        "SyntaxError",
        "SystemExit",
        "TabError",
        "URLError",
        "gaierror",
    }
)
"""Exceptions that no other game.py could have kept from being raised."""
MESSAGES_OF_GAME = re.compile(game_messages.TABLE.pattern.encode(), re.MULTILINE)

NOTEBOOKS = frozenset({"IPython", "ipywidgets"})
COLAB = "google.colab"
MARIMO = "marimo"
MARIMO_APP = b"marimo.App("
"""A text in each notebook of marimo's, which is a Python file."""
PACKAGES_OF_COURSES = """
    absl aiohttp altair arcade attr bs4 cachetools chess click cloudpickle colorama
    cv2 cython dask django dotenv easyAI emoji faker fastapi flask gekko google
    graphviz gurobipy gym gymnasium httpx hypothesis inquirer jax joblib keras
    keyboard kivy line_profiler llvmlite loguru lxml matplotlib memory_profiler
    more_itertools mpmath msgpack mypy nltk nose numba numexpr numpy openai openpyxl
    orjson ortools pandas PIL pip pkg_resources playsound plotly polars prettytable
    psutil pulp pyautogui pydantic pydot pyfiglet pygame pyglet pygraphviz pymongo
    pynput PyQt5 PyQt6 PySide2 PySide6 pytest pytz ray regex requests rich scipy
    seaborn setuptools shapely simpleai six sklearn sortedcontainers spacy
    sqlalchemy statsmodels streamlit sympy tabulate tensorflow termcolor toolz torch
    torchvision tornado tqdm treelib typer typing_extensions ujson ursina wheel wx
    xgboost yaml
"""
WELL_KNOWN_PACKAGES = frozenset(PACKAGES_OF_COURSES.split())
"""Libraries that programs of courses import, by the names in the import: none of these
is a file of a student's own that was not handed in."""


class LibraryName(NamedTuple):
    """A module of Python's library, or a name in one, that is not there."""

    module: str
    name: str
    """ "" if the whole module is not there."""

    @property
    def package(self) -> str:
        """The module without those below it."""
        return self.module.partition(".")[0]


def sentences_about(raised: RaisedException, program: GradedProgram) -> str:
    """Return the meaning of an exception that depends on the computer.

    Return "" for any other exception.
    """
    match raised.kind:
        case "ModuleNotFoundError":
            return _missing_module(raised, program)
        case "FileNotFoundError":
            return _missing_file(raised, program)
        case "SystemExit":
            return _ended(raised)
        case "BdbQuit":
            return _stopped_in_debugger(raised)
        case "IndentationError" | "TabError" if not raised.clues.pasted:
            return ""
        case "SyntaxError" | "IndentationError" | "TabError":
            return _unreadable(raised, program)
    return ""


def added(raised: RaisedException, program: GradedProgram) -> list[str]:
    """Return the sentences after the meaning of an exception.

    They are about the Python that grades, and about the course's files.
    """
    about_course = _about_replaced_modules(raised)
    if program.folder is not None and _may_be_about_the_courses_files(raised):
        about_course += about_replaced_files(program.folder, program.adapter)
    if not about_course:
        about_course = _about_the_courses_modules(raised)
    return [*_about_version(raised, program), *about_course]


def _about_replaced_modules(raised: RaisedException) -> list[str]:
    """Return a sentence on files that stand in the place of Python's modules."""
    modules = raised.clues.replaced.split()
    if not modules:
        return []
    shown = [f"`{between_backticks(module)}`" for module in modules]
    names = in_a_row(shown, "and")
    files = in_a_row([named(f"{module}.py") for module in modules], "and")
    return [sentence("here_and_at_home", "replaced module", modules=names, files=files)]


def _about_the_courses_modules(raised: RaisedException) -> list[str]:
    """Return which name a module of the course's lacks.

    At home another module may have it, which was not handed in.
    """
    lacking = _lacking(raised)
    given = {"game", *raised.clues.given.split()}
    if lacking is None or not lacking.name or lacking.module not in given:
        return []
    return [sentence("here_and_at_home", "not in the course's", **lacking._asdict())]


def _lacking(raised: RaisedException) -> LibraryName | None:
    """Return the module, or the name in it, that an exception says is not there."""
    pattern = LACKING.get(raised.kind)
    match = pattern.match(raised.message) if pattern else None
    return LibraryName(match["module"], match["name"]) if match else None


def _may_be_about_the_courses_files(raised: RaisedException) -> bool:
    if raised.kind == "ModuleNotFoundError":
        return raised.message.endswith("'game' is not a package")
    return raised.kind not in NOT_ABOUT_THE_COURSES_FILES


# --- The course's own files ---


def about_replaced_files(folder: Path, adapter: Adapter | None) -> list[str]:
    """Return a sentence about each submitted file that grading has another one of."""
    files = _files_of_the_course(adapter)
    return [
        sentence("here_and_at_home", "replaced file", file=name)
        for name, contents in files.items()
        if _differs(folder / name, contents)
    ]


def _files_of_the_course(adapter: Adapter | None) -> dict[str, list[bytes]]:
    """Return the files of a handout that grading has of its own, by their names.

    Each may have one of several contents.
    """
    files = {"game.py": [Path(reference.game.__file__).read_bytes()]}
    if adapter is None:
        return files
    if re.search(r"""["']game["']""", adapter.source):
        files = {}  # the adapter may give a module of this name, which is in no file
    sources = [adapter.source]
    for code in languages():
        with speaking(code):
            sources.append(game_messages.adapter_of_handout(adapter.source))
    return {**files, adapter.file.name: [source.encode() for source in sources]}


def _differs(file: Path, contents: Sequence[bytes]) -> bool:
    """Return whether a module has other content than one of these, or is a package.

    Line ends, blanks at the end, and the language of game.py's messages are no
    difference.
    """
    submitted = read_regular(file, LARGEST_SOURCE)
    if submitted is not None and _plain(submitted) not in map(_plain, contents):
        return True
    return os.path.isfile(file.with_suffix("") / "__init__.py")


def _plain(content: bytes) -> bytes:
    unmarked = content.removeprefix(b"\xef\xbb\xbf")
    text = unmarked.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip()
    return MESSAGES_OF_GAME.sub(b"", text, 1)


# --- The Python that grades ---


def _about_version(raised: RaisedException, program: GradedProgram) -> Iterator[str]:
    """Yield sentences on the Python that reads the program, and on this one."""
    library_name = _name_of_library(raised, program)
    if raised.kind == "SyntaxError":
        if not _may_be_of_another_version(raised):
            return
        yield from _newer_syntax(raised)
    elif library_name is not None:
        yield from _newer_or_gone(library_name)
    elif newer_builtin := _newer_builtin(raised):
        yield newer_builtin
    else:
        return
    yield sentence("here_and_at_home", "version", version=_number(RUNNING))


def _number(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def _may_be_of_another_version(raised: RaisedException) -> bool:
    if raised.clues.pasted or "codec can't decode" in raised.message:
        return False
    return is_text_of_a_file(raised) and bool(raised.lines)


def _newer_syntax(raised: RaisedException) -> Iterator[str]:
    """Yield a sentence on syntax that only a newer Python reads, if the line has it."""
    line = raised.last_text
    # Text in quotation marks is no code, but the letters before them are.
    code = PROSE.sub('""', line)
    for syntax in SYNTAX_SINCE:
        is_newer = syntax.since > RUNNING
        if not is_newer or not re.match(syntax.message, raised.message):
            continue
        if re.search(syntax.pattern, line if syntax.in_text else code):
            yield syntax.explanation
            return


def _newer_builtin(raised: RaisedException) -> str:
    """Return a sentence on a builtin name of a newer Python; "" for any other."""
    match = re.match(r"name '(\w+)' is not defined", raised.message)
    if raised.kind != "NameError" or match is None:
        return ""
    name = match[1]
    since = BUILTINS_SINCE.get(name, RUNNING)
    if since <= RUNNING:
        return ""
    return sentence(
        "here_and_at_home", "newer builtin", name=name, since=_number(since)
    )


def _name_of_library(
    raised: RaisedException, program: GradedProgram
) -> LibraryName | None:
    """Return the name of Python's library that an exception says is not there."""
    lacking = _lacking(raised)
    if lacking is None or _is_handed_in(program, lacking.module):
        return None
    is_known = (
        lacking.package in sys.stdlib_module_names
        or lacking.module in MODULES_SINCE
        or lacking.package in GONE_MODULES
    )
    return lacking if is_known else None


def _newer_or_gone(lacking: LibraryName) -> Iterator[str]:
    """Yield since when something of the library is there, or no more."""
    if lacking.name:
        yield from _newer_or_gone_name(lacking)
        return
    since = MODULES_SINCE.get(lacking.module, RUNNING)
    if since > RUNNING:
        fields = {"module": lacking.module, "since": _number(since)}
        yield sentence("here_and_at_home", "newer module", **fields)
    gone = GONE_MODULES.get(lacking.package)
    if gone is not None and gone <= RUNNING:
        fields = {"module": lacking.module, "since": _number(gone)}
        yield sentence("here_and_at_home", "gone module", **fields)


def _newer_or_gone_name(lacking: LibraryName) -> Iterator[str]:
    """Yield a sentence on a library's name that is newer than this Python, or gone."""
    name = f"{lacking.module}.{lacking.name}"
    fields = lacking._asdict()
    since = NAMES_SINCE.get(name, RUNNING)
    gone = GONE_NAMES.get(name)
    if since > RUNNING:
        yield sentence("here_and_at_home", "newer name", since=_number(since), **fields)
    elif gone is not None and gone.since <= RUNNING:
        fields["instead"] = gone.instead
        yield sentence(
            "here_and_at_home", "gone name", since=_number(gone.since), **fields
        )


# --- Files that Python cannot read ---


def is_text_of_a_file(raised: RaisedException) -> bool:
    """Return whether a syntax error is one of a file.

    It may also be one of text that a program hands to eval() or the like.
    """
    line = raised.last_line
    return line is None or not line.is_called


def _unreadable(raised: RaisedException, program: GradedProgram) -> str:
    """Return the meaning of a syntax error, and its possible cause.

    That may be another language, or another encoding.
    """
    if not is_text_of_a_file(raised):
        is_raised_by_them = re.match(r"raise\b", raised.last_text)
        situation = "raised by the program" if is_raised_by_them else "evaluated"
        return sentence("here_and_at_home", situation)
    pasted = pasted_along(raised.clues.pasted)
    if pasted:
        return f"{sentence('here_and_at_home', 'unreadable')} {pasted}"
    is_undecodable = "'utf-8' codec can't decode" in raised.message
    # A line that cannot be decoded is shown with signs in its place.
    is_shown = bool(raised.lines) and not is_undecodable
    meaning = sentence("exceptions", "SyntaxError")
    sentences = [meaning if is_shown else sentence("here_and_at_home", "unreadable")]
    file = _file_of(raised, program)
    content = content_of(file, program)
    if b"\0" in content:
        situation = "null bytes"
        if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            situation = "UTF-16"
        sentences.append(sentence("here_and_at_home", situation, file=file))
    elif is_undecodable or _is_in_another_encoding(content):
        sentences.append(sentence("here_and_at_home", "other encoding", file=file))
    code = PROSE.sub("", raised.last_text)
    sentences += remedies_for_syntax(raised.message, code)
    return " ".join(sentences)


def has_self_outside_of_a_class(function: str, program: GradedProgram) -> bool:
    """Return whether a function that is no method has `self` as its first parameter."""
    heads = (f"def {function}(self,", f"def {function}(self)", f"def {function}(self:")
    return any(line.startswith(heads) for line in _text_of(program).split("\n"))


def about_print(function: str, program: GradedProgram, end: str = "") -> str:
    """Return the remedy for a function that ends with a print in place of a return.

    It is "" if a function does not, is not in the program's text, or prints a text of
    the student's own. end: the number of the line in which a call ended, if known.
    """
    is_within, last, last_number = False, "", 0
    for number, line in enumerate(_text_of(program).split("\n"), 1):
        if line.strip() and not line[0].isspace():
            is_within = line.startswith(f"def {function}(")
        elif is_within and line.strip():
            last = line.strip()
            last_number = number
    if end not in ("", str(last_number)) or not _prints_a_value(last):
        return ""
    return sentence("sandbox", "printed", line=last_number)


def _prints_a_value(code: str) -> bool:
    """Return whether a line prints one expression that has no text of its own."""
    import ast  # few programs print in place of returning

    if not code.startswith("print(") or len(code) > LONGEST_SOURCE_LINE:
        return False
    try:
        statements = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    match statements:
        case [ast.Expr(ast.Call(ast.Name("print"), [argument], []))]:
            nodes = ast.walk(argument)
            constants = [node for node in nodes if isinstance(node, ast.Constant)]
            has_text = any(isinstance(node.value, str) for node in constants)
            return not has_text and argument not in constants
    return False


def _file_of(raised: RaisedException, program: GradedProgram) -> str:
    line = raised.last_line
    return named(line.file if line else program.file)


def _text_of(program: GradedProgram) -> str:
    return content_of(program.file, program).decode("utf-8", "replace")


def content_of(file: str, program: GradedProgram) -> bytes:
    """Return the content of a file of the submission; b"" if there is none."""
    relative = Path(file)
    is_outside = relative.is_absolute() or ".." in relative.parts
    if program.folder is None or is_outside:
        return b""
    return read_regular(program.folder / relative, LARGEST_SOURCE) or b""


def _is_in_another_encoding(content: bytes) -> bool:
    """Return whether a file that cannot be read is not in UTF-8, and does not say so.

    Then its text is another.
    """
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return not ANY_CODING.match(content)
    return False


# --- Modules that are not there ---


def _missing_module(raised: RaisedException, program: GradedProgram) -> str:
    """Return the sentences on a module that cannot be imported.

    They say why, as far as it is known, and which modules there are.
    """
    match = NO_MODULE.match(raised.message)
    if match is None:
        return _what_is_there(program)
    module = match["module"]
    package = module.partition(".")[0]
    name = _name_as_written(module, raised.last_text)
    fields = {
        "module": between_backticks(name),
        "top": between_backticks(package),
    }
    there = _what_is_there(program)
    if name.startswith(COLAB) or package in NOTEBOOKS:
        return _about_module("notebook module", fields, raised, program)
    if package == MARIMO and _is_marimo_notebook(raised, program):
        return sentence("here_and_at_home", "marimo notebook")
    library_name = _name_of_library(raised, program)
    if library_name is not None:
        # Another sentence compares its version with the one that grades.
        is_of_another_version = any(_newer_or_gone(library_name))
        absent = _about_module("absent module", fields, raised, program)
        return "" if is_of_another_version else absent
    if match["is_below"]:
        return sentence("here_and_at_home", "no package", **fields)
    has_package = "." in module
    if has_package and not _is_handed_in(program, package):
        return there  # the assignment allows the package
    if package in WELL_KNOWN_PACKAGES and package not in program.packages:
        return f"{there} {_about_module('not allowed', fields, raised, program)}"
    last = name.rpartition(".")[2]
    if last != name and _is_handed_in(program, last):
        fields |= {"last": between_backticks(last), "file": named(program.file)}
        beside = sentence("here_and_at_home", "module beside", **fields)
        return f"{there} {beside}"
    fields["own"] = named(name.replace(".", "/") + ".py")
    unknown = _about_module("unknown module", fields, raised, program)
    return _or_meant(package, f"{there} {unknown}", program)


def _or_meant(package: str, unknown: str, program: GradedProgram) -> str:
    """Return the sentences on an unknown module, with the name that may be meant.

    unknown: those for a module of an unknown name. One that differs in case alone is
    meant for sure.
    """
    meant = _meant_module(package, program)
    if not meant:
        return unknown
    question = _about_meant(meant)
    return question if alike(package, [meant]) else f"{question} {unknown}"


def _meant_module(package: str, program: GradedProgram) -> str:
    """Return the module that a mistyped name was meant for; "" for any other name.

    The course's game lies beside the program, as at home.
    """
    game = reference.game.__name__.rpartition(".")[2]
    known = [game, *program.packages, *sorted(sys.stdlib_module_names)]
    close = get_close_matches(package, known, 1, NEARLY_THE_SAME)
    return alike(package, known) or next(iter(close), "")


def _about_meant(module: str) -> str:
    return sentence("sandbox", "meant", name=module)


WITHOUT_LINE: Mapping[str, str] = {
    "notebook module": "notebook module, no line",
    "absent module": "absent module, no line",
    "not allowed": "not allowed, no line",
    "unknown module": "unknown module, no line",
}
"""The names of sentences about a module if the line that imports it is not known."""


def _about_module(
    name: str,
    fields: Mapping[str, str],
    raised: RaisedException,
    program: GradedProgram,
) -> str:
    """Return the sentence of a name on a module that is not there, with its line."""
    line = raised.last_line
    if line is None:
        return sentence("here_and_at_home", WITHOUT_LINE[name], **fields)
    line_named = line.named(program.file)
    return sentence("here_and_at_home", name, line=line_named, **fields)


def _is_marimo_notebook(raised: RaisedException, program: GradedProgram) -> bool:
    """Return whether the file that imports marimo is one of its notebooks.

    Without that import the rest of such a file does not run either.
    """
    content = content_of(_file_of(raised, program), program)
    return MARIMO_APP in content


def _what_is_there(program: GradedProgram) -> str:
    if not program.packages:
        return sentence("here_and_at_home", "there")
    packages = ", ".join(program.packages)
    return sentence("here_and_at_home", "packages there", packages=packages)


def _name_as_written(module: str, line: str) -> str:
    """Return a module's name as a line has it.

    Python names only `a` if the `a` of `a.b` is not there.
    """
    written = re.search(rf"\b{re.escape(module)}(?:\.\w+)+", line)
    return written[0] if written else module


def _is_handed_in(program: GradedProgram, module: str) -> bool:
    """Return whether a module is a file or a folder of the submission."""
    package = module.partition(".")[0]
    if program.folder is None or not package.isidentifier():
        return False
    folder = program.folder / package
    return os.path.isfile(f"{folder}.py") or os.path.isdir(folder)


# --- Files that are not there ---


def _missing_file(raised: RaisedException, program: GradedProgram) -> str:
    """Return why a file that the program opens is not there, and the remedy.

    Return "" if the exception names no file, or the program has no folder.
    """
    path = raised.clues.path
    if not path or program.folder is None:
        return ""
    steps = [step for step in re.split(r"[\\/]", path) if step not in ("", ".")]
    wanted = "/".join(steps)
    name = steps[-1] if steps else path
    files = _files_of(program.folder)
    fields = {
        "path": between_backticks(path),
        "file": named(program.file),
        "name": between_backticks(name),
        "data": named(name),
    }
    is_elsewhere = bool(OTHER_COMPUTERS.match(path))
    alike = [file for file in files if _has_name(file, name)]
    if not alike:
        situation = "file of another computer" if is_elsewhere else "file not there"
        return sentence("here_and_at_home", situation, **fields)
    nearest = wanted if wanted in files else alike[0]
    fields |= {"found": between_backticks(nearest)}
    fields |= {"remedy": _opening(nearest, raised, program)}
    if is_elsewhere:
        situation = "file handed in"
    elif nearest != wanted:
        situation = _elsewhere(nearest, wanted)
    else:
        situation = _not_opened(path, raised)
    return sentence("here_and_at_home", situation, **fields)


def _elsewhere(nearest: str, wanted: str) -> str:
    """Return the name of the sentence on a file whose path is not the one wanted."""
    differs_in_case = nearest.lower() == wanted.lower()
    return "capital letters" if differs_in_case else "file elsewhere"


def _not_opened(path: str, raised: RaisedException) -> str:
    """Return the name of the sentence on a file that is there and was not opened.

    path: as the program wrote it.
    """
    if "\\" in path:
        return "backslash"
    return "moved" if raised.clues.moved else "file elsewhere"


def _has_name(file: str, name: str) -> bool:
    """Return whether a file has a name, perhaps with other capital letters."""
    return file.rpartition("/")[2].lower() == name.lower()


def _files_of(folder: Path) -> list[str]:
    """Return the files of the grader's copy, which are not too many, relative to it."""
    files: list[str] = []
    for path, _, names in os.walk(folder):
        relative = Path(path).relative_to(folder)
        files += [(relative / name).as_posix() for name in names]
    return sorted(files)


def _opening(file: str, raised: RaisedException, program: GradedProgram) -> str:
    """Return the Python that opens a submitted file wherever the program was started.

    That is relative to the file which the failing line is in.
    """
    line = raised.last_line
    opened_in = line.file if line else program.file
    relative = os.path.relpath(file, os.path.dirname(opened_in) or ".")
    steps = " / ".join(f'"{between_backticks(step)}"' for step in relative.split("/"))
    return f"Path(__file__).parent / {steps}"


# --- Programs that end themselves ---


def _ended(raised: RaisedException) -> str:
    """Return the cause of a program's SystemExit, and the remedy."""
    ending = _what_ended(raised)
    if not ending:
        return sentence("exceptions", "SystemExit")
    is_imported = raised.lines[0].function == "<module>"
    situation = "not at import" if is_imported else "not at all"
    return f"{ending} {sentence('here_and_at_home', situation)}"


def _what_ended(raised: RaisedException) -> str:
    """Return the cause of a program's end; "" if that cannot be told.

    No line of the student's has to be in the traceback: a function of theirs may be one
    of another file.
    """
    if not raised.lines:
        return ""
    line, module = raised.last_text, raised.clues.through
    if module == "unittest" and "main" in line:
        return sentence("here_and_at_home", "ended by unittest")
    if module == "argparse" and re.search(ARGPARSE_CALL, line):
        return sentence("here_and_at_home", "ended by argparse")
    if module:
        shown = between_backticks(module)
        return sentence("here_and_at_home", "ended by a module", module=shown)
    ender = ENDERS.search(PROSE.sub("", line))
    if ender is None:
        return ""
    return sentence(
        "here_and_at_home", "ended by a call", call=_name_of_ender(ender[0])
    )


def _name_of_ender(call: str) -> str:
    name = "".join(call.split())
    return "raise SystemExit" if name == "raiseSystemExit" else f"{name}()"


def _stopped_in_debugger(raised: RaisedException) -> str:
    """Return a sentence on a breakpoint, with its line if that is known."""
    number, _, text = raised.clues.breakpoint.partition(" ")
    if not text:
        return sentence("here_and_at_home", "debugger")
    shown = between_backticks(text, LONGEST_QUOTED_LINE)
    line = sentence("line", "line, text", line=named(number), text=shown)
    return sentence("here_and_at_home", "debugger, line", line=line)
