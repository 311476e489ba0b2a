"""`handout`: make the files that students get: one to write in, game, README, tests.

All is made of fields. Each is a template of Jinja2, in which others may stand. Texts
are those of the topic `handout`, in the language of the set. Code and the order of the
texts are the same in every language. They stand in `templates`: `every.template` holds
for every set. The fields of the set's interface, of sets with an adapter, and of the
set's own `handout.md` come after it, and each replaces those before it. In another
language that is `handout.LANGUAGE.md`, if it is there.
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import inf
from pathlib import Path
from pprint import pformat
from string import Formatter
from textwrap import fill, indent
from typing import Any, BinaryIO

from jinja2 import StrictUndefined, TemplateError
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

import reference.game
from autograder.core.errors import InvalidExercises, Mistake, WrongUsage
from autograder.core.exercises.documents import ASSIGNMENT, from_here
from autograder.core.exercises.load import guard_set, load_set, searchable_exercise
from autograder.core.exercises.model import CHECKS, Check, Exercise, ExerciseSet
from autograder.core.exercises.tree_format import write_tree
from autograder.core.files import NO_PYTHON
from autograder.core.limits import (
    LARGEST_SOURCE,
    LONGEST_HEAD,
    LONGEST_TITLE,
    LOOKS_PER_NODE,
    MOST_NODES_DRAWN,
)
from autograder.core.outputs import (
    FileKind,
    Gate,
    NeedsForce,
    Output,
)
from autograder.core.project import EXERCISES
from autograder.core.sandbox import game_messages
from autograder.core.sentences import (
    FOLDER,
    checked_topic,
    form_of,
    in_a_row,
    in_all_languages,
    language,
    languages,
    plain_number,
    sentence,
    speaking,
    text_of,
)
from autograder.core.text import listed, visible_name
from autograder.teach import student_sentences
from autograder.tell.terminal import load_aloud
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem

FRAMES = Path(__file__).with_name("templates")
TOPIC = "handout"
WORDS_OF_SET = "handout.md"
"""A set's own words, in its folder."""
WIDTH = 120
OLDEST_PYTHON = (3, 8)
"""The Python for game.py and the tests. macOS' command line tools bring 3.9."""
PLAIN_SIGNS = str.maketrans({"≤": "<=", "≥": ">=", "−": "-", "∞": "inf", "…": "..."})
"""Texts that the tests print instead of signs that not every student's terminal, file
or pipe can take.
"""
BLOCK = re.compile(r"^```\w+ (\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
"""A fenced block whose first line names the field that it is, after its language."""
ALL_FIELDS = (
    f"all are in {from_here(FRAMES)} and {from_here(FOLDER / 'en' / TOPIC)}.json"
)
OTHER_FILES = (
    "{folder} holds other files of these names already: {files}. Nothing was written;"
    " name another folder with --to, or have these files replaced with --force"
)
CODE_SPAN = re.compile("`[^`]+`")
NO_BREAK = "\N{NO-BREAK SPACE}"
"""A blank at which `fill` breaks no line."""
DOLLAR = re.compile(r"^( *)\$(\w+)$|\$(\w+)", re.MULTILINE)
"""A field as words named it before they were templates of Jinja2: `$rules`. On a line
of its own it was wrapped."""
OF_TESTS = ("count", "tests", "functions_by_interface", "more")
"""The fields about the tests."""
EARNED = {"all or nothing": "all", "with value": "value"}
"""The end of the name of the text about how points are earned, if not each alone."""


Fields = dict[str, Any]
"""Facts, and texts: `Words`, or a form of them for each plural category."""


class Words(str):
    """A text from a file, which is a template: fields may stand in it."""

    __slots__ = ()


class FieldContext(Context):
    """The fields of a template. One that is a template itself is filled in, too."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a field; of a text with forms, the one that fits."""
        value = super().resolve_or_missing(key)
        if isinstance(value, Mapping):
            value = as_template(form_of(value, self.parent))
        return filled(value, self.parent) if isinstance(value, Words) else value


def _wrapped(text: str, margin: int = 0, width: int = WIDTH) -> str:
    """Return a paragraph in lines that are not too long, all but the first indented.

    A paragraph of several lines is left as it is, and so is code. margin: the indent.
    width: of a line with its indent.
    """
    if "\n" not in text:
        text = CODE_SPAN.sub(lambda code: code[0].replace(" ", NO_BREAK), text)
        width -= margin
        text = fill(text, width, break_long_words=False, break_on_hyphens=False)
        text = text.replace(NO_BREAK, " ")
    return indent(text, " " * margin).lstrip(" ")


def not_written(name: str) -> str:
    """Return the message that the stub of a function raises."""
    return sentence(TOPIC, "not_written", name=name)


# A set may come from others, and its words are no code.
TEMPLATES = SandboxedEnvironment(
    undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
TEMPLATES.context_class = FieldContext
TEMPLATES.filters["wrapped"] = _wrapped
TEMPLATES.filters["not_written"] = not_written
TEMPLATES.filters["code"] = json.dumps


def handout(
    folder: Path | None, exercises: Path, to: Path | None, *, force: bool
) -> None:
    """Write the files that students get of a set.

    Raises WrongUsage, InvalidExercises and OSError.
    """
    named = folder or exercises
    target = to or Path(f"{named.resolve().name}-student")
    files = student_files(load_aloud(named))
    gate = Gate(force=force)
    guard_set(gate, named)
    write_files(files, target, gate, cache(partial(files_in_each_language, named)))
    print(f"{from_here(target)}: {', '.join(files)}")


def files_in_each_language(folder: Path) -> list[dict[str, str]]:
    """Return the files that students get of a set in each language, by their names.

    Raises InvalidExercises.
    """
    with speaking(language()):
        return [student_files(load_set(folder, language=code)) for code in languages()]


def student_files(exercises: ExerciseSet) -> dict[str, str]:
    """Return the text of each file that students get, by its name, the one to hand in
    first.

    Raises InvalidExercises.
    """
    assignment, adapter = exercises.assignment, exercises.assignment.adapter

    def unfit(field: str, message: str) -> InvalidExercises:
        return InvalidExercises(
            [Mistake(exercises.folder / ASSIGNMENT, field, message)]
        )

    def unfit_text(message: str) -> InvalidExercises:
        advice = f"a field is written {{{{ rules }}}}; {ALL_FIELDS}"
        return InvalidExercises(
            [Mistake(words_of(exercises), "", f"{message}; {advice}")]
        )

    if assignment.by_hand:
        message = (
            "students of this set hand in answers; ./run_autograder practice and "
            "sheet make pages for them"
        )
        raise unfit("interface", message)
    try:
        files = _files(exercises, fields_of_set(exercises))
    except TemplateError as error:
        raise unfit_text(f"this cannot be filled in: {error}") from None
    except RecursionError:
        raise unfit_text("a field stands in itself") from None
    if adapter is not None:
        if adapter.file.name in files:
            raise unfit("adapter", "students get another file of this name; rename it")
        files[adapter.file.name] = adapter.source
    return {name: text.rstrip("\n") + "\n" for name, text in files.items()}


def _files(exercises: ExerciseSet, fields: Fields) -> dict[str, str]:
    """Return the text of each file that is filled in, the one to hand in first.

    Raises InvalidExercises, TemplateError and RecursionError.
    """
    assignment, adapter = exercises.assignment, exercises.assignment.adapter
    if "stub" not in fields:
        name = interfaces.module_name(assignment.interface)
        message = f"nobody has written {FRAMES.name}/{name}.template for it"
        raise InvalidExercises(
            [Mistake(exercises.folder / ASSIGNMENT, "interface", message)]
        )
    stub = filled(fields["stub_file"], fields)
    sources = [stub] if adapter is None else [stub, adapter.source]
    fields = {**fields, **_needed_python(fields["python"], sources, exercises)}
    return {
        assignment.file: stub,
        "game.py": _game(),
        "README.md": filled(fields["readme"], fields),
        f"test_{assignment.file}": filled(
            (FRAMES / "test.py.template").read_text("utf-8"), fields
        ),
    }


def _game() -> str:
    """Return the text of game.py, with its messages in the run's language."""
    text = Path(reference.game.__file__).read_text("utf-8")
    messages = game_messages.messages_of_game()
    if not messages:
        return text
    rows = [
        f'    "{name}": {json.dumps(messages[name], ensure_ascii=False)},'
        for name in messages
    ]
    table = "\n".join(["MESSAGES = {", *rows, "}"])
    return game_messages.TABLE.sub(table.replace("\\", r"\\"), text, count=1)


def _needed_python(
    promised: str, sources: Iterable[str], exercises: ExerciseSet
) -> dict[str, str]:
    """Return the fields about the Python that students need.

    It is the promised one, or a newer one that reads the sources. promised: such as
    "3.8". sources: the files that differ from set to set. Only their grammar is read,
    not the names of Python's library that they use. Raises InvalidExercises if
    `promised` is no such version, or too old a one.
    """
    oldest = OLDEST_PYTHON[1]
    version = re.fullmatch(r"3\.(\d{1,2})", promised)
    if version is None or int(version[1]) < oldest:
        message = (
            f"this is the oldest Python that will do for students, 3.{oldest} or "
            "newer, such as 3.10"
        )
        raise InvalidExercises([Mistake(words_of(exercises), "python", message)])
    minor = int(version[1])
    while minor < sys.version_info.minor and not all(
        _is_grammatical(source, minor) for source in sources
    ):
        minor += 1
    return {"python": f"3.{minor}", "python_tuple": f"(3, {minor})"}


def _is_grammatical(source: str, minor: int) -> bool:
    """Return whether Python 3.MINOR can parse a source."""
    try:
        ast.parse(source, feature_version=(3, minor))
    except SyntaxError:
        return False
    return True


def write_files(
    files: Mapping[str, str],
    folder: Path,
    gate: Gate | None = None,
    versions: Callable[[], Sequence[Mapping[str, str]]] = list,
) -> None:
    """Write files into a folder, the one to hand in first.

    versions: returns other files that these may replace. Raises WrongUsage, and writes
    nothing, if some are there and differ.
    """
    gate = gate or Gate()
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / name: text.encode() for name, text in files.items()}
    outputs: list[tuple[Output, bytes]] = []
    differing: list[str] = []
    for index, (file, text) in enumerate(texts.items()):
        is_alike = _is_unwritten
        if index > 0:
            is_alike = partial(
                _begins_as, text, partial(_versions_of, file.name, versions)
            )
        kind = FileKind(f"the new {file.name}", partial(_holds, text), is_alike)
        try:
            outputs.append((gate.ask_within(file, kind, "--to"), text))
        except NeedsForce:
            differing.append(file.name)
    if differing:
        raise WrongUsage(
            OTHER_FILES.format(folder=from_here(folder), files=listed(differing))
        )
    for output, text in outputs:
        output.write(text)


def _holds(text: bytes, opened: BinaryIO) -> bool:
    """Return whether a file has the text that would be written."""
    return opened.read(len(text) + 1) == text


def _versions_of(
    name: str, versions: Callable[[], Sequence[Mapping[str, str]]]
) -> list[bytes]:
    """Return the texts that a file of this name has in other versions."""
    return [files[name].encode() for files in versions() if name in files]


def _begins_as(
    text: bytes, versions: Callable[[], Iterable[bytes]], opened: BinaryIO
) -> bool:
    """Return whether a file has the first line of a text, or of another version."""
    first = opened.readline(LONGEST_HEAD).rstrip(b"\r\n")
    return first == _first_line(text) or first in map(_first_line, versions())


def _first_line(text: bytes) -> bytes:
    return text.partition(b"\n")[0]


def _is_unwritten(opened: BinaryIO) -> bool:
    """Return whether a file has stubs alone, so that no work in it can be lost."""
    text = opened.read(LARGEST_SOURCE).decode("utf-8", "replace")
    try:
        statements = [*_outside_functions(ast.parse(text).body)]
    except NO_PYTHON:
        return False
    written = [statement for statement in statements if not _is_frame(statement)]
    return bool(written) and all(map(_is_stub, written))


def _outside_functions(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, and those of the classes among them."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.ClassDef):
            yield from _outside_functions(statement.body)


def _is_frame(statement: ast.stmt) -> bool:
    """Return whether a statement is an import, a class or a text alone."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.ClassDef))


def _is_stub(statement: ast.stmt) -> bool:
    """Return whether a statement is a function that only raises what a stub raises."""
    if not isinstance(statement, ast.FunctionDef):
        return False
    match [inner for inner in statement.body if not _is_frame(inner)]:
        case [ast.Raise(exc=ast.Call(args=[ast.Constant(value=str(message))]))]:
            return any(
                re.fullmatch(pattern, message) for pattern in _messages_of_stubs()
            )
    return False


def _messages_of_stubs() -> Iterator[str]:
    """Yield a pattern of a stub's message, in each language."""
    for text in in_all_languages(TOPIC, "not_written"):
        yield r"[\w.]+".join(map(re.escape, text.split("{name}")))


def fields_of_set(exercises: ExerciseSet) -> Fields:
    """Return the fields of a set, by name. Raises InvalidExercises."""
    assignment = exercises.assignment
    fields = _facts(exercises)
    fields |= _texts(TOPIC) | read_fields(FRAMES / "every.template", body="readme")
    fields |= _fields_of(interfaces.module_name(assignment.interface))
    fields |= _fields_of("adapter") if assignment.adapter is not None else {}
    file = words_of(exercises)
    own_fields = read_fields(file)
    if unknown := [name for name in own_fields if name not in fields]:
        message = f"there is no field of this name that it may replace; {ALL_FIELDS}"
        raise InvalidExercises([Mistake(file, name, message) for name in unknown])
    fields |= own_fields
    interface = interfaces.load(assignment.interface)
    convention = {"alpha >= beta": "equal", "alpha > beta": "strict"}[
        assignment.prune_when
    ]
    rule = convention if interface.windowed else "none"
    bound = "fail-hard" if interface.hard_only else assignment.bound
    fields |= {
        "rules": fields[f"rules_{rule}"],
        "rule": fields[f"rule_{rule}"],
        "pruned_check": fields.get(f"pruned_check_{rule}", fields["pruned_check"]),
        "outside_window": fields[f"outside_{bound}"],
        "window": fields.get(f"window_{bound}_{convention}", fields[f"window_{bound}"]),
    }
    names = {*fields, *OF_TESTS}
    for name, value in fields.items():
        if isinstance(value, Words):
            fields[name] = Words(without_dollars(value, names))
    fields |= fields_of_tests(exercises, filled(fields["trees"], fields).split())
    fields["more"] = fields[f"more_{fields['more']}"]
    fields["other_earned"] = "" if fields["earned"] else fields["some_earned"]
    checks = f"checks_{fields['checks_asked']}"
    way = EARNED.get(fields["earned"], "")
    fields["checks"] = fields.get(f"{checks}_{way}", fields[checks])
    return fields


def words_of(exercises: ExerciseSet) -> Path:
    """Return the file of a set's own words: that of its language, or of every one."""
    own = exercises.folder / file_of_words(exercises.assignment.language)
    return own if own.exists() else exercises.folder / WORDS_OF_SET


def file_of_words(language: str) -> str:
    """Return the name of the file that has a set's own words in a language alone."""
    stem, ending = WORDS_OF_SET.split(".")
    return f"{stem}.{language}.{ending}"


def languages_of_words(folder: Path) -> dict[str, Path]:
    """Return the files that have a set's own words in a language alone, by its code."""
    before, after = file_of_words("*").split("*")
    files = sorted(folder.glob(file_of_words("*")))
    return {file.name.removeprefix(before).removesuffix(after): file for file in files}


def _fields_of(name: str) -> Fields:
    """Return the texts and the frames for an interface, or for sets with an adapter."""
    frames = FRAMES / f"{name}.template"
    if not frames.exists():
        return {}
    return _texts(f"{TOPIC}_{name}") | read_fields(frames)


def _texts(topic: str) -> Fields:
    """Return the texts of a topic, by name."""
    return {
        name: as_template(forms) if isinstance(forms, str) else forms
        for name, forms in checked_topic(topic).items()
    }


def as_template(text: str) -> Words:
    """Return a sentence, which has its parts in braces, as Jinja2 writes it."""
    pieces = Formatter().parse(text)
    return Words(
        "".join(
            literal if part is None else f"{literal}{{{{ {part} }}}}"
            for literal, part, _, _ in pieces
        )
    )


def _facts(exercises: ExerciseSet) -> Fields:
    assignment, adapter = exercises.assignment, exercises.assignment.adapter
    needs = (
        interfaces.load(assignment.interface).functions
        if adapter is None
        else adapter.needs
    )
    names = [
        need
        for need in needs
        if not any(other.startswith(f"{need}.") for other in needs)
    ]
    packages = assignment.packages
    facts: Fields = {
        "title": visible_name(assignment.title, LONGEST_TITLE),
        "quoted_title": quoted_title(assignment.title),
        "file": assignment.file,
        "module": assignment.file.removesuffix(".py"),
        "functions": _named(names),
        "interface": assignment.interface,
        "python": ".".join(map(str, OLDEST_PYTHON)),
        "packages": in_a_row(packages, "and") if packages else "",
        "stub_of_needs": _stub_of(names),
    }
    interface = interfaces.load(assignment.interface)
    facts |= {
        "prune_when": assignment.prune_when if interface.windowed else "",
        "is_negated": str(interface.negated),
        "adapter_module": "",
        "needed": as_python([] if adapter else names),
        "looks_per_node": str(LOOKS_PER_NODE),
        "version": "{version}",  # of the Python that runs the tests
        "stops": _sentence("stops"),
        "goes_on": _sentence("goes on"),
        **student_sentences.fields(assignment.file, has_adapter=adapter is not None),
    }
    if adapter is not None:
        facts |= {"adapter": adapter.file.name, "adapter_module": adapter.file.stem}
    return facts | _facts_of_points(exercises)


def _named(needs: Sequence[str]) -> str:
    """Return the names that students define, as they stand in a sentence."""
    names = [
        in_a_row([f"`{name}`" for name in need.split("|")], "or") for need in needs
    ]
    return in_a_row(names, "and") if names else sentence(TOPIC, "not_named")


def _points_in_words(points: Sequence[float]) -> str:
    """Return how many points a check gives, which may differ from tree to tree."""
    least, most = plain_number(min(points)), plain_number(max(points))
    if least == most:
        return sentence(TOPIC, "points", count=most)
    return sentence(TOPIC, "points_between", least=least, count=most)


def _facts_of_points(exercises: ExerciseSet) -> dict[str, str]:
    """Return the sentences on points; "" for a check that is not asked."""
    visible = [exercise for exercise in exercises.exercises if exercise.is_visible]
    facts: dict[str, str] = {}
    number = 0
    for check in CHECKS:
        points = [exercise.points[check] for exercise in visible]
        points = points or [exercises.assignment.points[check]]
        facts[f"points_{check}"] = ""
        if max(points):
            number += 1
            facts[f"points_{check}"] = _points_in_words(points)
        facts[f"number_{check}"] = str(number)
    has_extra = any(exercise.extra for exercise in visible)
    ways = {exercise.earned for exercise in visible} or {exercises.assignment.earned}
    return {
        **facts,
        "checks_asked": str(number),
        "has_extra": "True" if has_extra else "",
        "earned": ways.pop() if len(ways) == 1 else "",
    }


def _sentence(situation: str) -> str:
    """Return the sentence for a cutoff, as text in a program for any terminal.

    Each clause stands on a line of its own.
    """
    text = text_of("cutoff", situation).translate(PLAIN_SIGNS)
    clauses = re.split(r"(?<=[.:]) ", text)
    lines = [f'    "{clause} "' for clause in clauses[:-1]] + [f'    "{clauses[-1]}"']
    return "\n".join(["(", *lines, ")"])


def read_fields(file: Path, body: str = "what") -> Fields:
    """Return the fields in a file, if there is one: its head, its blocks and, as
    `body`, the rest.

    Raises InvalidExercises.
    """
    if not file.exists():
        return {}
    try:
        text = file.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise InvalidExercises(
            [Mistake(file, "", f"this cannot be read: {error}")]
        ) from None
    head, text = (
        text[4:].split("\n---\n", 1)
        if text.startswith("---\n") and "\n---\n" in text
        else ("", text)
    )
    fields = {
        name.strip(): value.strip()
        for name, _, value in (line.partition(":") for line in head.splitlines())
    }
    left = re.sub(r"\n{3,}", "\n\n", BLOCK.sub("", text)).strip("\n")
    fields |= dict(BLOCK.findall(text)) | ({body: left} if left else {})
    return {name: Words(value) for name, value in fields.items()}


def filled(text: str, fields: Mapping[str, Any]) -> str:
    """Return a template with the fields in it filled in.

    Raises TemplateError and RecursionError.
    """
    try:
        return TEMPLATES.from_string(text).render(fields)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise TemplateError(f"{type(error).__name__}: {error}") from error


def without_dollars(text: str, names: Container[str]) -> str:
    """Return a text with each $name, if it is that of a field, as Jinja2 writes it."""

    def rewritten(match: re.Match[str]) -> str:
        margin, alone, inside = match.groups()
        if (alone or inside) not in names:
            return match[0]
        if inside:
            return f"{{{{ {inside} }}}}"
        return f"{margin}{{{{ {alone} | wrapped({len(margin)}) }}}}"

    return DOLLAR.sub(rewritten, text)


def _stub_of(names: Iterable[str]) -> str:
    """Return stubs of the functions and methods that an adapter needs.

    It does not say their parameters, so they take any.
    """
    owned: dict[str, list[str]] = {"": []}  # by the class of methods, "" for functions
    for name in (alternatives.partition("|")[0] for alternatives in names):
        *owner, method = name.split(".")
        head = f"def {method}({'self, ' if owner else ''}*arguments, **named):"
        stub = f'{head}\n    raise NotImplementedError("{not_written(name)}")'
        owned.setdefault(owner[0] if owner else "", []).append(
            indent(stub, "    " * bool(owner))
        )
    classes = (
        f"class {owner}:\n" + "\n\n".join(methods)
        for owner, methods in owned.items()
        if owner
    )
    return "\n\n\n".join([*owned[""], *classes])


def fields_of_tests(exercises: ExerciseSet, shipped: Iterable[str]) -> Fields:
    """Return the fields about the tests.

    No test is of a tree that a hidden exercise has. shipped: the ids of the shipped
    exercises that the tests begin with.
    """
    visible = [exercise for exercise in exercises.fixed if exercise.is_visible]
    tests = _tests(exercises, [*_shipped(shipped, exercises), *visible])
    if exercises.generated:
        trees_beside = "random"
    elif len(exercises.exercises) > len(tests):
        trees_beside = "fixed"
    else:
        trees_beside = "none"
    used = {exercise.problem.interface for exercise in visible}
    used.add(exercises.assignment.interface)
    functions = {name: list(interfaces.load(name).functions) for name in sorted(used)}
    return {
        "count": len(tests),
        "tests": "\n\n\n".join(tests),
        "functions_by_interface": as_python(functions),
        "more": trees_beside,
    }


def _shipped(ids: Iterable[str], exercises: ExerciseSet) -> Iterator[Exercise]:
    """Load shipped exercises as if they were part of a set."""
    for name in ids:
        file = EXERCISES / f"{name}.json"
        exercise, _ = searchable_exercise(file, exercises.assignment)
        yield exercise


def _tests(exercises: ExerciseSet, candidates: Iterable[Exercise]) -> list[str]:
    """Return a test of each candidate that students may see and the tests can check."""
    hidden = {
        _tree_key(exercise.problem.tree)
        for exercise in exercises.fixed
        if not exercise.is_visible
    }
    tests: dict[str, str] = {}  # by the arguments of `check`: none is tested twice
    names: set[str] = set()
    for exercise in candidates:
        problem = exercise.pattern._replace(tree=_nameless(exercise.pattern.tree))
        if not _is_testable(problem, exercises) or _tree_key(problem.tree) in hidden:
            continue
        asked_checks = exercise.asked_checks
        lines = [
            f"        {line},\n"
            for line in _arguments(problem, exercises, asked_checks)
        ]
        arguments = "".join(lines)
        if arguments in tests:
            continue
        name = _test_name(exercise.id, names)
        names.add(name)
        title = quoted_title(_title_of_test(exercise, problem)).translate(PLAIN_SIGNS)
        stop = "" if title.endswith(("?", "!")) else "."
        head = f'def test_{name}() -> None:\n    """{title}{stop}"""\n'
        tests[arguments] = f"{head}    check(\n{arguments}    )"
    return list(tests.values())


def _title_of_test(exercise: Exercise, problem: Problem) -> str:
    """Return an exercise's title with the names that nodes have in its test.

    problem: the one of the test, whose nodes have lost the names of the exercise.
    """
    if interfaces.load(problem.interface).complete_binary:
        problem = named_by_index(problem)
    named = {**exercise.pattern.tree.own_names, **exercise.unneeded}
    counts = Counter(named.values())
    names = {
        name: problem.tree.name(node)
        for node, name in named.items()
        if counts[name] == 1
    }

    def renamed(match: re.Match[str]) -> str:
        word, before = match[0], match.string[: match.start()]
        # At the beginning of a sentence it may be the article.
        if word == "A" and (not before or before.endswith(": ")):
            return word
        return names.get(word, word)

    return re.sub(r"\w+", renamed, exercise.title)


def _test_name(exercise_id: str, taken: Container[str]) -> str:
    """Return the name of an exercise's test, after its `test_`."""
    without_number = exercise_id.lstrip("0123456789_") or exercise_id
    name = re.sub("[^A-Za-z0-9_]", "_", without_number)
    while name in taken:
        name += "_again"
    return name


def _is_testable(problem: Problem, exercises: ExerciseSet) -> bool:
    """Return whether the tests search a problem as grading does."""
    assignment = exercises.assignment
    if problem.window != (-inf, inf) or problem.isolate is not None:
        return False
    if problem.interface != assignment.interface and assignment.adapter is None:
        return False
    if len(problem.tree) > MOST_NODES_DRAWN:
        return False
    # The tests know one form of a first pass.
    return problem.guess is None or not _other_visits(problem)


def _tree_key(tree: Tree) -> str:
    """Return the key that trees share if only the names of their nodes differ."""
    return str(write_tree(_nameless(tree)))


def _other_visits(problem: Problem) -> list[tuple[int, ...]]:
    """Return the visits of right searches in other forms, without the textbook's."""
    textbook = observe(problem).visited
    orders = dict.fromkeys(search.visited for search in other_right_searches(problem))
    return [visited for visited in orders if visited != textbook]


def _nameless(tree: Tree) -> Tree:
    return Tree(tree.child_counts, tree.values, tree.players)


def _arguments(
    problem: Problem, exercises: ExerciseSet, asked_checks: Sequence[Check]
) -> Iterator[str]:
    """Return the arguments of a test's call of `check`, as Python code.

    asked_checks: the checks that the exercise asks.
    """
    yield as_python(write_tree(problem.tree))
    if interfaces.load(problem.interface).complete_binary:
        problem = named_by_index(problem)
    expected = observe(problem, calls=True)
    terms = _terms(problem, exercises)
    answers = _answers(problem, expected, exercises, asked_checks)
    for name, value in {**terms, **answers}.items():
        if value is not None:
            yield f"{name}={as_python(value)}"


def named_by_index(problem: Problem) -> Problem:
    """Return a problem whose leaves are called by their place in the array."""
    tree = problem.tree
    names = {leaf: f"values[{index}]" for index, leaf in enumerate(tree.leaves())}
    named = Tree(tree.child_counts, tree.values, tree.players, names)
    return problem._replace(tree=named)


def _terms(problem: Problem, exercises: ExerciseSet) -> dict[str, object]:
    """Return the arguments beside the tree; None for those that `check` assumes."""
    tree = problem.tree
    to_move: object = tree.players
    if tree.takes_turns:
        to_move = "MIN" if tree.players[0] == "MIN" else None
    depth = problem.depth
    if depth is None and interfaces.load(problem.interface).has_horizon:
        depth = tree.depth
    is_usual = problem.interface == exercises.assignment.interface
    return {
        "to_move": to_move,
        "interface": None if is_usual else problem.interface,
        "depth": depth,
        "guess": problem.guess,
        "epsilon": problem.epsilon,
    }


def _answers(
    problem: Problem,
    expected: Observation,
    exercises: ExerciseSet,
    asked_checks: Sequence[Check],
) -> dict[str, object]:
    """Return the right results that are asked; None for those that `check` assumes."""
    name_of = problem.tree.name
    decides = isinstance(expected.value, str)
    has_adapter = exercises.assignment.adapter is not None
    is_lost = decides and has_adapter and interfaces.is_lost(problem)
    right_looks = interfaces.load(problem.interface).due_looks(expected)
    visited = [name_of(leaf) for leaf in right_looks.nodes]
    if right_looks.goes_on:
        visited.append("...")  # aspiration search goes on
    alternatives = [" ".join(map(name_of, leaves)) for leaves in _other_visits(problem)]
    answers: dict[str, object] = {"lost": True if is_lost else None}
    if "value" in asked_checks:
        answers["action" if decides else "value"] = expected.value
    elif decides:
        answers["action"] = ""
    if tuple(asked_checks) != ("value",):
        answers["visited"] = " ".join(visited)
        answers["or_visited"] = alternatives or None
        answers["in_order"] = None if "order" in asked_checks else False
    return answers


def quoted_title(title: str) -> str:
    """Return a title, escaped for a docstring and without its full stop."""
    return (
        visible_name(title, LONGEST_TITLE)
        .rstrip(".")
        .replace("\\", "\\\\")
        .replace('"', "'")
    )


def as_python(value: object) -> str:
    """Return a value as Python code, in lines of a test's width."""
    text = indent(
        pformat(value, width=WIDTH - 20, sort_dicts=False), "        "
    ).lstrip()
    return text.replace("'inf'", "inf").replace("'-inf'", "-inf").replace("'", '"')
