"""Says what differs between where a program is graded and where it was written, as far
as an exception shows it.

An exception is told by a student's process, so all of it is a stranger's text. What is
asked beside it is asked of the grader's own copy of the submission. The sentences are
in words.json, those of the table "here and at home".
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import reference.game
from autograder.exercises.model import Adapter
from autograder.files import read_regular
from autograder.limits import LARGEST_SOURCE, LONGEST_QUOTED_LINE
from autograder.sandbox.python_versions import (
    BUILTINS_SINCE,
    GONE_MODULES,
    GONE_NAMES,
    MODULES_SINCE,
    NAMES_SINCE,
    SYNTAX_SINCE,
    Version,
)
from autograder.text import CODING, listed, table, visible_name

RUNNING: Version = sys.version_info[:2]
"""The Python that grades: the grader's process and the student's run the same one."""

PLACE = re.compile(
    r'^File "(?P<file>.*)", line (?P<line>\d+)(?P<in>, in (?P<function>.*?))?'
    r"(?:, that is line (?P<row>\d+) of cell (?P<cell>\d+))?(?:\n    (?P<text>.*))?$",
    re.MULTILINE,
)
"""A place in a student's file, as the worker's traceback tells it."""
ANY_CODING = re.compile(CODING % rb"[-\w.]+")
PROSE = re.compile(r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*""")
"""The texts, be they ended or not, and the comment of a line."""
ENDERS = re.compile(r"\b(?:sys\s*\.\s*)?(?:exit|quit)\s*(?=\()|\braise\s+SystemExit\b")
OTHER_COMPUTERS = re.compile(r"/|~|[A-Za-z]:[\\/]")
"""How a path begins that says where on a computer a file lies."""
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
NOT_ABOUT_THE_COURSES_FILES = {
    *(
        "SyntaxError",
        "IndentationError",
        "TabError",
        "NotImplementedError",
        "EOFError",
        "KeyboardInterrupt",
    ),
    *(
        "SystemExit",
        "BdbQuit",
        "PermissionError",
        "FileNotFoundError",
        "URLError",
        "gaierror",
        "MemoryError",
    ),
}
"""Exceptions that no other game.py could have kept from being raised."""

NOTEBOOKS = {"IPython", "ipywidgets"}
COLAB = "google.colab"
WELL_KNOWN = "well-known packages"
"""Where words.json has the packages that programs of courses import, by the names that
they are imported by: of these none is a file of a student's own that was not handed
in."""


class TracedLine(NamedTuple):
    """A line of a student's file: its number, its text, and where it stands in a
    notebook, if it comes from one."""

    file: str
    line: str
    text: str
    function: str
    row: str
    cell: str
    is_called: bool
    """Whether it is a line that ran, and none that Python could not read."""

    def named(self, file: str) -> str:
        """Return the line in a sentence. file: the student's own, which goes without
        saying."""
        where = (
            f"line {self.row} of cell {self.cell}" if self.cell else f"line {self.line}"
        )
        if self.file != file:
            where += f" of {visible_name(self.file)}"
        return (
            f"{where}, `{visible_name(self.text, LONGEST_QUOTED_LINE)}`"
            if self.text
            else where
        )


class Raised(NamedTuple):
    """An exception, and what is known where it is explained.

    traceback: the lines of the student's that it passed. clues: what the worker adds,
    by name: `through` (the module that ended the program), `breakpoint`, `path` (of a
    file that is not there), `moved` (whether the current folder was changed), `given`
    (modules of an adapter's that it is about), `replaced` (those in the place of
    files). packages: that the assignment allows. file: the student's. folder: the
    grader's copy of the submission, None where it is not known.
    """

    kind: str
    message: str
    traceback: str = ""
    clues: Mapping[str, str] = {}
    packages: Sequence[str] = ()
    file: str = "alphabeta.py"
    folder: Path | None = None
    adapter: Adapter | None = None

    @property
    def places(self) -> list[TracedLine]:
        """The places in the traceback, the last call last."""
        matches = PLACE.finditer(self.traceback)
        return [_traced_line(match.groupdict("")) for match in matches]


def _traced_line(parts: Mapping[str, str]) -> TracedLine:
    is_called = bool(parts["in"])
    return TracedLine(
        **{name: parts[name] for name in PLACE.groupindex if name != "in"},
        is_called=is_called,
    )


def read_clues(text: str) -> dict[str, str]:
    """Return the clues by their names. text: a line for each, "NAME VALUE", as the
    worker sends them."""
    lines = (line.partition(" ") for line in text.split("\n"))
    return {name: value for name, _, value in lines if value}


def explained(raised: Raised) -> str:
    """Return what an exception means where that depends on where it was raised; "" for
    any other."""
    match raised.kind:
        case "ModuleNotFoundError":
            return _missing_module(raised)
        case "FileNotFoundError":
            return _missing_file(raised)
        case "SystemExit":
            return _ended(raised)
        case "BdbQuit":
            return _stopped_in_debugger(raised)
        case "SyntaxError":
            return _unreadable(raised)
    return ""


def added(raised: Raised) -> list[str]:
    """Return the sentences that are said after what an exception means: the Python that
    grades, the course's files."""
    about_course = [*_about_replaced_modules(raised)]
    if raised.folder is not None and _may_be_about_the_courses_files(raised):
        about_course += about_replaced_files(raised.folder, raised.adapter)
    return [
        *_about_version(raised),
        *(about_course or _about_the_courses_modules(raised)),
    ]


def _about_replaced_modules(raised: Raised) -> Iterator[str]:
    if modules := raised.clues.get("replaced", "").split():
        names = " and ".join(f"`{visible_name(module)}`" for module in modules)
        files = listed([f"{module}.py" for module in modules], " and ")
        yield _words("replaced module").format(modules=names, files=files)


def _about_the_courses_modules(raised: Raised) -> Iterator[str]:
    """Yield which name a module of the course's lacks: at home another one may have it,
    which was not handed in."""
    given = {"game", *raised.clues.get("given", "").split()}
    module, name = _lacking(raised)
    if name and module in given:
        yield _words("not in the course's").format(module=module, name=name)


def _lacking(raised: Raised) -> tuple[str, str]:
    """Return the module, and the name in it, that an exception says is not there; ""
    for each that it does not name."""
    pattern = LACKING.get(raised.kind)
    match = pattern.match(raised.message) if pattern else None
    return (match["module"], match["name"]) if match else ("", "")


def _may_be_about_the_courses_files(raised: Raised) -> bool:
    if raised.kind == "ModuleNotFoundError":
        return raised.message.endswith("'game' is not a package")
    return raised.kind not in NOT_ABOUT_THE_COURSES_FILES


def _words(name: str) -> str:
    return table("sandbox")["here and at home"][name]


# --- The course's own files ---


def about_replaced_files(folder: Path, adapter: Adapter | None) -> list[str]:
    """Return a sentence about each file of a submission that differs from one that
    grading has of its own."""
    names = [
        name
        for name, text in _files_of_the_course(adapter).items()
        if _differs(folder / name, text)
    ]
    return [_words("replaced file").format(file=name) for name in names]


def _files_of_the_course(adapter: Adapter | None) -> dict[str, bytes]:
    """Return the files of a handout that students do not hand in, and that grading has
    of its own, by their names."""
    files = {"game.py": Path(reference.game.__file__).read_bytes()}
    if adapter is None:
        return files
    # it may give a module of this name, which is in no file
    if re.search(r"""["']game["']""", adapter.source):
        files = {}
    return {**files, adapter.file.name: adapter.source.encode()}


def _differs(file: Path, text: bytes) -> bool:
    """Return whether a module is another text, or a package; line ends, and blanks at
    the end, are no difference."""
    content = read_regular(file, LARGEST_SOURCE)
    is_other_file = content is not None and _plain(content) != _plain(text)
    return is_other_file or os.path.isfile(file.with_suffix("") / "__init__.py")


def _plain(content: bytes) -> bytes:
    unmarked = content.removeprefix(b"\xef\xbb\xbf")
    return unmarked.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip()


# --- The Python that grades ---


def _about_version(raised: Raised) -> Iterator[str]:
    """Yield from which Python on something works, where another one than that which
    grades reads it, and that one."""
    version = _words("version").format(version=_number(RUNNING))
    if raised.kind == "SyntaxError":
        if (
            is_text_of_a_file(raised)
            and "codec can't decode" not in raised.message
            and raised.places
        ):
            yield from _newer_syntax(raised)
            yield version
    elif wanted := _name_of_library(raised):
        yield from _newer_or_gone(*wanted)
        yield version
    elif raised.kind == "NameError" and (
        name := re.match(r"name '(\w+)' is not defined", raised.message)
    ):
        since = BUILTINS_SINCE.get(name[1], RUNNING)
        if since > RUNNING:
            yield _words("newer builtin").format(name=name[1], since=_number(since))
            yield version


def _number(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def _newer_syntax(raised: Raised) -> Iterator[str]:
    line = raised.places[-1].text
    # what stands in quotation marks is no code, but how they begin is
    code = PROSE.sub('""', line)
    for syntax in SYNTAX_SINCE:
        if syntax.since <= RUNNING or not re.match(syntax.message, raised.message):
            continue
        if re.search(syntax.pattern, line if syntax.in_text else code):
            yield _words("newer syntax").format(
                what=syntax.what, since=_number(syntax.since)
            )
            return


def _name_of_library(raised: Raised) -> tuple[str, str] | None:
    """Return the module of Python's library, and the name in it or "", that an
    exception says is not there."""
    module, name = _lacking(raised)
    if not module or _is_handed_in(raised, module):
        return None
    top = module.partition(".")[0]
    is_known = (
        top in sys.stdlib_module_names or module in MODULES_SINCE or top in GONE_MODULES
    )
    return (module, name) if is_known else None


def _newer_or_gone(module: str, name: str) -> Iterator[str]:
    if not name:
        if MODULES_SINCE.get(module, RUNNING) > RUNNING:
            yield _words("newer module").format(
                module=module, since=_number(MODULES_SINCE[module])
            )
        if (gone := GONE_MODULES.get(module.partition(".")[0])) and gone <= RUNNING:
            yield _words("gone module").format(module=module, since=_number(gone))
        return
    full = f"{module}.{name}"
    if NAMES_SINCE.get(full, RUNNING) > RUNNING:
        yield _words("newer name").format(
            module=module, name=name, since=_number(NAMES_SINCE[full])
        )
    elif (replacement := GONE_NAMES.get(full)) and replacement.since <= RUNNING:
        since = _number(replacement.since)
        yield _words("gone name").format(
            module=module, name=name, since=since, instead=replacement.instead
        )


# --- What Python cannot read ---


def is_text_of_a_file(raised: Raised) -> bool:
    """Return whether a syntax error is one of a file, and not of text that a program
    hands to eval() or the like."""
    return not (raised.places and raised.places[-1].is_called)


def _unreadable(raised: Raised) -> str:
    """Return what a syntax error means, and what of another language or encoding may be
    its cause."""
    if not is_text_of_a_file(raised):
        is_raised_by_them = re.match(r"raise\b", raised.places[-1].text)
        return _words("raised by the program" if is_raised_by_them else "evaluated")
    tables = table("sandbox")
    sentences = [tables["exceptions"]["SyntaxError"]]
    is_undecodable = re.search(r"'utf-8' codec can't decode", raised.message)
    # a line that cannot be decoded is shown with signs in its place
    if is_undecodable or not raised.places:
        sentences = [_words("unreadable")]
    if is_undecodable or _is_in_another_encoding(raised):
        sentences.append(_words("other encoding").format(file=_unreadable_file(raised)))
    said = f"SyntaxError: {raised.message}"
    sentences += [
        hint for pattern, hint in tables["messages"].items() if re.match(pattern, said)
    ]
    if raised.places:
        code = PROSE.sub("", raised.places[-1].text)
        sentences += [
            hint
            for pattern, hint in tables["other languages"].items()
            if re.search(pattern, code)
        ]
    return " ".join(sentences)


def _unreadable_file(raised: Raised) -> str:
    return visible_name(raised.places[-1].file if raised.places else raised.file)


def _is_in_another_encoding(raised: Raised) -> bool:
    """Return whether the file that cannot be read is not in UTF-8, and does not say so:
    then its text is another."""
    relative = Path(_unreadable_file(raised))
    if raised.folder is None or relative.is_absolute() or ".." in relative.parts:
        return False
    content = read_regular(raised.folder / relative, LARGEST_SOURCE) or b""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        is_binary = b"\0" in content  # as UTF-16 is, which is told in the message
        return not is_binary and not ANY_CODING.match(content)
    return False


# --- Modules and files that are not there ---


def _missing_module(raised: Raised) -> str:
    packages = ", ".join(raised.packages)
    there = (
        _words("packages there").format(packages=packages)
        if packages
        else _words("there")
    )
    match = re.match(
        r"No module named '([^']+)'(; '[^']+' is not a package)?$", raised.message
    )
    if match is None:
        return there
    name, is_below_a_file = match[1], bool(match[2])
    top = name.partition(".")[0]
    last_line = raised.places[-1].text if raised.places else ""
    if written := re.search(rf"\b{re.escape(name)}(?:\.\w+)+", last_line):
        # where `a` is not there, that is all that Python says of `a.b`
        name = written[0]
    fields = {"module": visible_name(name), "top": visible_name(top), "there": there}
    fields["line"] = (
        raised.places[-1].named(raised.file)
        if raised.places
        else "the line that imports it"
    )
    if name.startswith(COLAB) or top in NOTEBOOKS:
        return _words("notebook module").format(**fields)
    if wanted := _name_of_library(raised):
        # which is said beside the version
        is_of_another_version = any(_newer_or_gone(*wanted))
        return "" if is_of_another_version else _words("absent module").format(**fields)
    if is_below_a_file:
        return _words("no package").format(**fields)
    is_package_there = "." in match[1]
    # one that the assignment allows
    if is_package_there and not _is_handed_in(raised, top):
        return there
    if top in _words(WELL_KNOWN).split() and top not in raised.packages:
        return _words("not allowed").format(**fields)
    last = name.rpartition(".")[2]
    if last != name and _is_handed_in(raised, last):
        return _words("module beside").format(
            last=visible_name(last), file=visible_name(raised.file), **fields
        )
    fields["own"] = visible_name(name.replace(".", "/") + ".py")
    return _words("unknown module").format(**fields)


def _is_handed_in(raised: Raised, module: str) -> bool:
    """Return whether a module is a file or a folder of the submission."""
    path = module.partition(".")[0]
    if raised.folder is None or not path.isidentifier():
        return False
    return os.path.isfile(raised.folder / f"{path}.py") or os.path.isdir(
        raised.folder / path
    )


def _missing_file(raised: Raised) -> str:
    path = raised.clues.get("path", "")
    if not path or raised.folder is None:
        return ""
    parts = [part for part in re.split(r"[\\/]", path) if part not in ("", ".")]
    name = parts[-1] if parts else path
    files = _files_of(raised.folder)
    wanted = "/".join(parts)
    fields = {
        "path": visible_name(path),
        "file": visible_name(raised.file),
        "name": visible_name(name),
    }
    is_elsewhere = bool(OTHER_COMPUTERS.match(path))
    alike = [file for file in files if file.rpartition("/")[2].lower() == name.lower()]
    if not alike:
        return _words(
            "file of another computer" if is_elsewhere else "file not there"
        ).format(**fields)
    nearest = wanted if wanted in files else alike[0]
    fields |= {"found": visible_name(nearest), "remedy": _remedy(nearest, raised)}
    if is_elsewhere:
        return _words("file handed in").format(**fields)
    if nearest == wanted and "\\" in path:
        return _words("backslash").format(**fields)
    if nearest.lower() == wanted.lower() and nearest != wanted:
        return _words("capital letters").format(**fields)
    if nearest == wanted and raised.clues.get("moved"):
        return _words("moved").format(**fields)
    return _words("file elsewhere").format(**fields)


def _files_of(folder: Path) -> list[str]:
    """Return the files of the grader's copy, which are not too many, relative to it."""
    paths = (Path(place, name) for place, _, names in os.walk(folder) for name in names)
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _remedy(file: str, raised: Raised) -> str:
    """Return the Python that opens a file of the submission from wherever the program
    was started."""
    program = raised.places[-1].file if raised.places else raised.file
    relative = os.path.relpath(file, os.path.dirname(program) or ".")
    steps = " / ".join(f'"{visible_name(part)}"' for part in relative.split("/"))
    return f"Path(__file__).parent / {steps}"


# --- What ends a program ---


def _ended(raised: Raised) -> str:
    """Return what ended a program by SystemExit, and how to keep it from that."""
    last = raised.places[-1].text if raised.places else ""
    module = raised.clues.get("through", "")
    ender = ENDERS.search(PROSE.sub("", last))
    if module == "unittest" and "main" in last:
        ended = _words("ended by unittest")
    elif module == "argparse" and re.search(r"parse_\w*args", last):
        ended = _words("ended by argparse")
    elif module:
        ended = _words("ended by a module").format(module=visible_name(module))
    elif ender:
        ended = _words("ended by a call").format(call=_name_of_ender(ender[0]))
    else:
        return table("sandbox")["exceptions"]["SystemExit"]
    is_imported = raised.places[0].function == "<module>"
    return f"{ended} {_words('not at import' if is_imported else 'not at all')}"


def _name_of_ender(call: str) -> str:
    words = "".join(call.split())
    return "raise SystemExit" if words == "raiseSystemExit" else f"{words}()"


def _stopped_in_debugger(raised: Raised) -> str:
    line, _, text = raised.clues.get("breakpoint", "").partition(" ")
    place = (
        f"line {visible_name(line)}, `{visible_name(text, LONGEST_QUOTED_LINE)}`"
        if text
        else ""
    )
    return _words("debugger").format(line=place or "breakpoint() and pdb.set_trace()")
