"""`handout`: make what students get: a file to write in, the game, README, tests.

The prose is Markdown with a head of fields. `words/every.md` holds for every set. The
fields of the set's interface, of sets with an adapter, and of the set's own
`handout.md` come after it, and each replaces what came before.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from pathlib import Path
from pprint import pformat
from textwrap import fill, indent

import reference.game
from autograder.errors import InvalidExercises, Mistake, WrongUsage
from autograder.exercises.documents import ASSIGNMENT, from_here
from autograder.exercises.load import load_set, searchable_exercise
from autograder.exercises.model import CHECKS, ExerciseSet
from autograder.exercises.tree_format import write_tree
from autograder.files import write_whole
from autograder.limits import LONGEST_TITLE, MOST_NODES_DRAWN
from autograder.mistakes.forms import in_other_forms
from autograder.project import EXERCISES
from autograder.showing.divergence import parting
from autograder.text import counted, visible_name
from reference import interfaces
from reference.game import Tree
from reference.interfaces.aspiration_search import first_pass, without_repeats
from reference.observe import observe
from reference.problem import Problem

WORDS = Path(__file__).with_name("words")
OWN_WORDS = "handout.md"  # a set's own words, in its folder
WIDTH = 120
OLDEST_PYTHON = (3, 8)
"""What game.py and the tests are written for. macOS' command line tools bring 3.9."""
PLAIN_SIGNS = str.maketrans({"≤": "<=", "≥": ">=", "−": "-", "∞": "inf", "…": "..."})
"""What the tests print instead of signs that not every student's terminal, file or pipe
can take.
"""
BLOCK = re.compile(r"^```\w+ (\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
"""A fenced block whose first line names the field that it is, after its language."""


def handout(folder: Path | None, exercises: Path, to: Path | None) -> None:
    """Writes what students get of a set. Raises WrongUsage, InvalidExercises and
    OSError.
    """
    named = folder or exercises
    place = to or Path(f"{named.resolve().name}-student")
    files = student_files(load_set(named))
    write_files(files, place)
    print(f"{from_here(place)}: {', '.join(files)}")


def student_files(exercises: ExerciseSet) -> dict[str, str]:
    """The text of each file that students get, by its name, the one to hand in first.
    Raises InvalidExercises.
    """
    assignment, adapter = exercises.assignment, exercises.assignment.adapter

    def unfit(field: str, words: str) -> InvalidExercises:
        return InvalidExercises([Mistake(exercises.folder / ASSIGNMENT, field, words)])

    if assignment.by_hand:
        words = "students of this set hand in answers; ./run_autograder practice and sheet make pages for them"
        raise unfit("interface", words)
    fields = _fields(exercises)
    if "stub" not in fields:
        name = interfaces.module_name(assignment.interface)
        raise unfit("interface", f"nobody has written {WORDS.name}/{name}.md for it")
    stub = _filled(fields["stub_file"], fields)
    sources = [stub] if adapter is None else [stub, adapter.source]
    fields |= _needed_python(fields["python"], sources, exercises)
    files = {
        assignment.file: stub,
        "game.py": Path(reference.game.__file__).read_text("utf-8"),
        "README.md": _filled(fields["readme"], fields),
        f"test_{assignment.file}": _filled(
            (WORDS / "test.py.template").read_text("utf-8"), fields
        ),
    }
    if adapter is not None:
        if adapter.file.name in files:
            raise unfit("adapter", "students get another file of this name; rename it")
        files[adapter.file.name] = adapter.source
    return {name: text.rstrip("\n") + "\n" for name, text in files.items()}


def _needed_python(
    promised: str, sources: Iterable[str], exercises: ExerciseSet
) -> dict[str, str]:
    """Return the fields that say which Python students need: the promised one, or a
    newer one that reads the sources.

    promised: such as "3.8". sources: the files that differ from set to set. Only their
    grammar is looked at, not which names of Python's library they use. Raises
    InvalidExercises where `promised` is no such version, or too old a one.
    """
    oldest = OLDEST_PYTHON[1]
    version = re.fullmatch(r"3\.(\d{1,2})", promised)
    if version is None or int(version[1]) < oldest:
        words = f"this is the oldest Python that will do for students, 3.{oldest} or newer, such as 3.10"
        raise InvalidExercises([Mistake(exercises.folder / OWN_WORDS, "python", words)])
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


def write_files(files: Mapping[str, str], folder: Path) -> None:
    """Writes files into a folder. Raises WrongUsage, and writes nothing, if some are
    there and differ; and OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / name: text.encode() for name, text in files.items()}
    if differing := [
        file.name
        for file, text in texts.items()
        if file.exists() and file.read_bytes() != text
    ]:
        words = f"holds other files of these names already: {', '.join(differing)}. Nothing was written"
        raise WrongUsage(
            f"{from_here(folder)} {words}; take the folder away, or name another one with --to"
        )
    for file, text in texts.items():
        write_whole(file, text, mode=None)


def _fields(exercises: ExerciseSet) -> dict[str, str]:
    assignment = exercises.assignment
    fields = _facts(exercises) | _read(WORDS / "every.md", body="readme")
    fields |= _read(WORDS / f"{interfaces.module_name(assignment.interface)}.md")
    fields |= _read(WORDS / "adapter.md") if assignment.adapter is not None else {}
    own = _read(exercises.folder / OWN_WORDS)
    if unknown := [name for name in own if name not in fields]:
        words = f"there is no field of this name in {from_here(WORDS)}, where all are that it may replace"
        raise InvalidExercises(
            [Mistake(exercises.folder / OWN_WORDS, name, words) for name in unknown]
        )
    fields |= own
    interface = interfaces.load(assignment.interface)
    convention = {"alpha >= beta": "equal", "alpha > beta": "strict"}[
        assignment.prune_when
    ]
    for name in ("rules", "rule", "pruned"):
        fields[name] = fields[f"{name}_{convention if interface.windowed else 'none'}"]
    bound = "fail-hard" if interface.hard_only else assignment.bound
    fields["bound_graded"] = fields[f"bound_graded_{bound}"]
    fields["window"] = fields.get(
        f"window_{bound}_{convention}", fields[f"window_{bound}"]
    )
    fields["noun"] = fields.get(f"noun_{fields['answer']}", fields["answer"])
    return {**fields, **_of_tests(exercises, _filled(fields["trees"], fields).split())}


def _facts(exercises: ExerciseSet) -> dict[str, str]:
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
    facts = {
        "title": visible_name(assignment.title, LONGEST_TITLE),
        "quoted_title": _quoted(assignment.title),
        "file": assignment.file,
        "module": assignment.file.removesuffix(".py"),
        "functions": " and ".join(
            "`" + name.replace("|", "` or `") + "`" for name in names
        )
        or "what is asked for",
        "interface": assignment.interface,
        "python": ".".join(map(str, OLDEST_PYTHON)),
        "library": " and ".join(["Python's own library", *assignment.packages]),
        "stub_of_needs": _stub_of(names),
    }
    if adapter is not None:
        facts |= {"adapter": adapter.file.name, "adapter_module": adapter.file.stem}
    for check in CHECKS:
        seen = [
            exercise.points[check]
            for exercise in exercises.exercises
            if exercise.is_visible
        ]
        points = seen or [assignment.points[check]]
        least = f"{min(points):g} to " if min(points) < max(points) else ""
        facts[f"points_{check}"] = least + counted(max(points), "point")
    return facts


def _read(file: Path, body: str = "what") -> dict[str, str]:
    """The fields in a file, if there is one: its head, its blocks and, as `body`, the
    rest. Raises InvalidExercises.
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
    return fields | dict(BLOCK.findall(text)) | ({body: left} if left else {})


def _filled(text: str, fields: Mapping[str, str]) -> str:
    """A text with each $name replaced by the field of this name; what is no field
    stays.

    A field on a line of its own is wrapped and indented as that line, and the line goes
    where the field is empty.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        alone = re.fullmatch(r"( *)\$(\w+)", line)
        if not alone or alone[2] not in fields:
            lines.append(
                re.sub(r"\$(\w+)", lambda found: _field(found[1], fields), line)
            )
        elif value := _field(alone[2], fields):
            width = WIDTH - len(alone[1])
            paragraph = (
                value
                if "\n" in value
                else fill(value, width, break_long_words=False, break_on_hyphens=False)
            )
            lines.append(indent(paragraph, alone[1]))
        elif lines and not lines[-1]:
            lines.pop()
    return "\n".join(lines)


def _field(name: str, fields: Mapping[str, str]) -> str:
    """The value of a field with the fields in it filled in; its own name is not, so
    that none recurses forever.
    """
    others = {other: value for other, value in fields.items() if other != name}
    return _filled(fields[name], others) if name in fields else f"${name}"


def _stub_of(names: Iterable[str]) -> str:
    """Stubs of the functions and methods that an adapter needs. It does not say their
    parameters, so they take any.
    """
    owned: dict[str, list[str]] = {"": []}  # by the class of methods, "" for functions
    for name in (alternatives.partition("|")[0] for alternatives in names):
        *owner, method = name.split(".")
        head = f"def {method}({'self, ' if owner else ''}*arguments, **named):"
        written = f'{head}\n    raise NotImplementedError("{name} is not written yet")'
        owned.setdefault(owner[0] if owner else "", []).append(
            indent(written, "    " * bool(owner))
        )
    classes = (
        f"class {owner}:\n" + "\n\n".join(each)
        for owner, each in owned.items()
        if owner
    )
    return "\n\n\n".join([*owned[""], *classes])


def _of_tests(exercises: ExerciseSet, shipped: Iterable[str]) -> dict[str, str]:
    """The fields about the tests: none is of a tree that a hidden exercise has.
    shipped: those they begin with.
    """
    own = [exercise for exercise in exercises.fixed if exercise.is_visible]
    kept = [
        searchable_exercise(EXERCISES / f"{name}.json", exercises.assignment)[0]
        for name in shipped
    ]
    left_out = {
        str(write_tree(_nameless(each.problem.tree)))
        for each in exercises.fixed
        if not each.is_visible
    }
    tests, names = dict[str, str](), set[str]()
    for exercise in (*kept, *own):
        problem = exercise.pattern._replace(tree=_nameless(exercise.pattern.tree))
        is_searched_as_in_grading = (
            (problem.window, problem.isolate) == ((-inf, inf), None)
            and (
                problem.interface == exercises.assignment.interface
                or exercises.assignment.adapter is not None
            )
            and len(problem.tree) <= MOST_NODES_DRAWN
            # The tests know one form of a first pass.
            and (problem.guess is None or not _other_visits(problem))
        )
        if not is_searched_as_in_grading or str(write_tree(problem.tree)) in left_out:
            continue
        arguments = "".join(
            f"        {argument},\n" for argument in _arguments(problem, exercises)
        )
        if arguments in tests:
            continue
        name = re.sub(
            "[^A-Za-z0-9_]", "_", exercise.id.lstrip("0123456789_") or exercise.id
        )
        while name in names:
            name += "_again"
        names.add(name)
        title = _quoted(exercise.title).translate(PLAIN_SIGNS)
        tests[arguments] = (
            f'def test_{name}() -> None:\n    """{title}."""\n    check(\n{arguments}    )'
        )
    named = {exercise.problem.interface for exercise in own} | {
        exercises.assignment.interface
    }
    more = (
        "random"
        if exercises.generated
        else "fixed"
        if len(exercises.exercises) > len(tests)
        else "none"
    )
    return {
        "count": counted(len(tests), "small tree"),
        "tests": "\n\n\n".join(tests.values()),
        "functions_by_interface": _python(
            {name: list(interfaces.load(name).functions) for name in sorted(named)}
        ),
        "more": f"$more_{more}",
    }


def _other_visits(problem: Problem) -> list[tuple[int, ...]]:
    """The visits of right searches in other forms, where they are not the textbook's."""
    found = dict.fromkeys(other.visited for other in in_other_forms(problem))
    return [visited for visited in found if visited != observe(problem).visited]


def _nameless(tree: Tree) -> Tree:
    return Tree(tree.child_counts, tree.values, tree.players)


def _arguments(problem: Problem, exercises: ExerciseSet) -> Iterator[str]:
    """What `check` is given. Why leaves are pruned is what grading says to a search
    that looks at all of them.
    """
    tree, interface = problem.tree, interfaces.load(problem.interface)
    yield _python(write_tree(tree))
    if interface.complete_binary:
        names = {leaf: f"values[{index}]" for index, leaf in enumerate(tree.leaves())}
        problem = problem._replace(
            tree=Tree(tree.child_counts, tree.values, tree.players, names)
        )
    expected = observe(problem, calls=True)
    first = first_pass(expected.looks)
    again = len(without_repeats(expected.looks)) > len(first)
    said = [
        parting(problem, expected, looks)
        for looks in (tuple(tree.leaves(depth=problem.depth)), first)
    ]
    why = ". ".join(sentence.partition("; your")[0] for sentence in said if sentence)
    decides = isinstance(expected.value, str)
    lost = (
        decides
        and exercises.assignment.adapter is not None
        and interfaces.is_lost(problem)
    )
    # Aspiration search goes on.
    visited = [*map(problem.tree.name, first), *(["..."] if again else [])]
    named = {
        "to_move": (tree.players[0] if tree.players[0] == "MIN" else None)
        if tree.takes_turns
        else tree.players,
        "interface": problem.interface
        if problem.interface != exercises.assignment.interface
        else None,
        "depth": tree.depth
        if problem.depth is None and interface.has_horizon
        else problem.depth,
        "guess": problem.guess,
        "epsilon": problem.epsilon,
        "lost": True if lost else None,
        "action" if decides else "value": expected.value,
        "visited": " ".join(visited),
        "or_visited": [
            " ".join(map(problem.tree.name, visited))
            for visited in _other_visits(problem)
        ]
        or None,
        "because": f"Why: {why}.".translate(PLAIN_SIGNS) if why else None,
    }
    yield from (
        f"{name}={_python(value)}" for name, value in named.items() if value is not None
    )


def _quoted(title: str) -> str:
    """A title, escaped for a docstring and without its full stop."""
    return (
        visible_name(title, LONGEST_TITLE)
        .rstrip(".")
        .replace("\\", "\\\\")
        .replace('"', "'")
    )


def _python(value: object) -> str:
    text = indent(
        pformat(value, width=WIDTH - 20, sort_dicts=False), "        "
    ).lstrip()
    return text.replace("'inf'", "inf").replace("'-inf'", "-inf").replace("'", '"')
