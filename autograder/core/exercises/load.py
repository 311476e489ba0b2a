"""Loads a folder of exercises, and collects every mistake of every file."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from fnmatch import fnmatchcase
from keyword import iskeyword
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises import model
from autograder.core.exercises.claims import disagreements, unmet
from autograder.core.exercises.documents import (
    ASSIGNMENT,
    checked_document,
    exercise_files,
    misnamed,
    names_in,
)
from autograder.core.exercises.exhaustive import every_mistakes
from autograder.core.exercises.generated import seeds_digest
from autograder.core.exercises.other_names import NOT_ZERO_SUM
from autograder.core.exercises.packages import lock_digest
from autograder.core.exercises.schema_check import meant
from autograder.core.exercises.tree_format import INFINITIES, ReadTree
from autograder.core.files import open_regular, read_regular
from autograder.core.limits import (
    LARGEST_EXERCISE,
    LARGEST_GENERATED,
    MOST_COMPLETE_PLIES,
)
from autograder.core.outputs import Gate
from autograder.core.sentences import (
    ENGLISH,
    in_language,
    languages,
    parts_of,
    sentence,
    speak,
    speaking,
)
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    import ast

ANSWERS = "answers.json"
DEFAULTS = model.Assignment(title="")
BY_LANGUAGE = ("title", "hint")
"""The fields of an exercise whose text may be an object with one for each language."""
NO_USE = "{} has no use for it; leave it out"
VALUE_NOT_ASKED = (
    '"with value" makes the value the condition of the other points, but the value is'
    " worth 0 and so not asked; give it points, or write another word here"
)
NOTHING_ASKED = (
    "every check of every exercise is worth 0, so nothing is asked; give points to what"
    " is to be judged"
)


def load_set(
    folder: Path | str,
    only: str = "*",
    reached: Callable[[int, int], None] = lambda done, of: None,
    language: str = "",
) -> model.ExerciseSet:
    """Return the exercises of a folder, ordered by name.

    Raises InvalidExercises with every mistake of every file.

    only: a glob for the ids of the exercises to return; all are checked.
    reached: called with how many files were read, of how many. language: the code of a
    language for all texts; "" for the one that the set names.
    """
    folder = Path(folder)
    mistakes = list(misnamed(folder))
    if ASSIGNMENT not in names_in(folder):
        message = (
            f"there is no {ASSIGNMENT} here; a folder of exercises needs one, at "
            'least { "title": … }'
        )
        raise InvalidExercises([*mistakes, Mistake(folder, "", message)])
    assignment = None
    try:
        assignment = load_assignment(folder / ASSIGNMENT, language)
    except InvalidExercises as error:
        mistakes += error.mistakes
    read, mistakes_of_exercises = _read_exercises(folder, assignment, reached)
    mistakes += mistakes_of_exercises
    if mistakes or assignment is None:
        raise InvalidExercises(mistakes)
    exercises = [exercise for exercise in read if exercise.asked_checks]
    if read and not exercises:
        raise InvalidExercises([Mistake(folder / ASSIGNMENT, "points", NOTHING_ASKED)])
    chosen = _chosen(exercises, only, folder)
    loaded = model.ExerciseSet(folder, assignment, chosen)
    if not loaded.generated:
        return loaded
    # Of all exercises, so that `only` draws the same trees.
    return loaded._replace(seeds=seeds_digest(assignment, exercises))


def _read_exercises(
    folder: Path,
    assignment: model.Assignment | None,
    reached: Callable[[int, int], None],
) -> tuple[list[model.Exercise], list[Mistake]]:
    """Return the exercises of a folder, and the mistakes in their files.

    assignment: None if it cannot be read; then no exercise is returned. reached: as
    `load_set` gets it.
    """
    exercises: list[model.Exercise] = []
    mistakes: list[Mistake] = []
    files = exercise_files(folder)
    for number, file in enumerate(files, 1):
        try:
            # The mistakes of the exercise alone; the assignment's are told already.
            if assignment is None:
                read_exercise(file)
            else:
                exercises.append(load_exercise(file, assignment))
        except InvalidExercises as error:
            mistakes += error.mistakes
        reached(number, len(files))
    return exercises, mistakes


def translated(exercises: model.ExerciseSet, language: str) -> model.ExerciseSet:
    """Return a set with its authors' texts in another language, from its folder.

    The process goes on to speak as before. Raises InvalidExercises.
    """
    with speaking(language):
        other = load_set(exercises.folder, language=language)
    texts = {exercise.id: exercise for exercise in other.exercises}
    assignment = exercises.assignment._replace(
        language=language, title=other.assignment.title
    )
    return exercises._replace(
        assignment=assignment,
        exercises=tuple(
            exercise._replace(
                **{name: getattr(texts[exercise.id], name) for name in BY_LANGUAGE}
            )
            for exercise in exercises.exercises
        ),
    )


def _chosen(
    exercises: list[model.Exercise], only: str, folder: Path
) -> tuple[model.Exercise, ...]:
    """Return the exercises whose ids match a glob. Raises InvalidExercises for none."""
    if not exercises:
        message = "there are no exercises here; add a .json file with a tree"
        raise InvalidExercises([Mistake(folder, "", message)])
    chosen = tuple(exercise for exercise in exercises if fnmatchcase(exercise.id, only))
    if not chosen:
        ids = [exercise.id for exercise in exercises]
        there_are = glob_around(only, ids) or f"there are {', '.join(ids)}"
        message = f'no exercise is called "{only}"; {there_are}'
        raise InvalidExercises([Mistake(folder, "", message)])
    return chosen


def glob_around(only: str, ids: Sequence[str]) -> str:
    """Return the option that takes each id which contains the text of a glob.

    The ids that it takes stand behind it. Return "" if there are none.
    """
    from shlex import quote  # nothing else needs it

    text = only.strip("*")
    for wider in (f"*{text}*", f"*{text.lower()}*"):
        fitting = [name for name in ids if fnmatchcase(name, wider)]
        if text and fitting:
            return f"--only {quote(wider)} takes {', '.join(fitting)}"
    return ""


def load_assignment(file: Path, language: str = "") -> model.Assignment:
    """Return the assignment in a file, and speak its language from here on.

    Raises InvalidExercises. language: the one to speak instead; "" for its own.
    """
    fields, mistakes = checked_document(file, "assignment")
    if mistakes:
        raise InvalidExercises(mistakes)
    mistakes = [
        Mistake(file, field, message) for field, message in _unfit_fields(fields)
    ]
    if "adapter" in fields:
        try:
            fields["adapter"] = read_adapter(file.with_name(fields["adapter"]))
        except InvalidExercises as error:
            mistakes += error.mistakes
    if mistakes:
        raise InvalidExercises(mistakes)
    fields.pop("$schema", None)
    if fields.get("interface") == model.BY_HAND:
        fields.setdefault("file", ANSWERS)
    if fields.get("packages"):
        fields["packages_lock"] = lock_digest(file.parent)
    if language:
        fields["language"] = language
    speak(fields.get("language", DEFAULTS.language))
    fields["title"] = in_language(fields["title"])
    return model.Assignment(**_as_records(fields))


def _as_records(fields: dict[str, Any]) -> dict[str, Any]:
    """Return an assignment's fields with records for its lists and objects."""
    fields = dict(fields)
    for name in fields.keys() & {"packages", "accept"}:
        fields[name] = tuple(fields[name])
    records = {
        "feedback": model.FeedbackByAttempt,
        "late": model.Late,
        "limits": model.Limits,
    }
    for name, record in records.items():
        if isinstance(fields.get(name), dict):
            fields[name] = record(**fields[name])
    fields["points"] = {**model.ONE_POINT_EACH, **fields.get("points", {})}
    return fields


def _unfit_fields(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the mistakes that an assignment's schema allows, as (field, message)."""
    interface = fields.get("interface", DEFAULTS.interface)
    by_hand = interface == model.BY_HAND
    searched = model.SEARCHED_BY_HAND if by_hand else interface
    if unknown := unknown_interface(searched):
        yield "interface", unknown
    else:
        options = interfaces.load(searched).options
        no_use = NO_USE.format(interface)
        for name in ("prune_when", "bound"):
            if name in fields and name not in options:
                yield name, f"{no_use}, or write it in exercises of another interface"
    file = fields.get("file", ANSWERS if by_hand else DEFAULTS.file)
    if message := _unfit_file(file, by_hand):
        yield "file", message
    if message := unknown_language(fields.get("language", DEFAULTS.language)):
        yield "language", message
    limits = fields.get("limits", {})
    run_seconds = limits.get("run_seconds", DEFAULTS.limits.run_seconds)
    if limits.get("seconds", 0) > run_seconds:
        message = "one search may not take longer than the whole run"
        yield (
            "limits.seconds",
            f"{message}, limits.run_seconds, which is {run_seconds:g}",
        )


def _unfit_file(file: str, by_hand: bool) -> str | None:
    """Return the mistake in the name of the file that students hand in, if any."""
    module = file.removesuffix(".py")
    if by_hand and not file.endswith(".json"):
        return (
            f'answers by hand are a JSON file, so write its name, such as "{ANSWERS}"'
        )
    if not by_hand and file.endswith(".json"):
        default = DEFAULTS.file
        return f'a program is a Python file, so write its name, such as "{default}"'
    if iskeyword(module):
        return (
            f'"{module}" is a word of Python\'s, so {file} could not be imported; '
            "choose another name"
        )
    if module in sys.stdlib_module_names or module == "__init__":
        return (
            f"{file} would stand in the way of Python's own module "
            f'"{module}"; choose another name'
        )
    if module in ("game", "__main__"):
        return f"{file} is another file already; choose another name"
    return None


def assignment_beside(file: Path) -> model.Assignment:
    """Return the assignment in the folder of an exercise, or the defaults.

    Raises InvalidExercises.
    """
    beside = file.parent / ASSIGNMENT
    return load_assignment(beside) if os.path.isfile(beside) else DEFAULTS


def guard_set(gate: Gate, folder: Path) -> None:
    """Tell a gate that a command reads a set."""
    gate.reads(folder, "a file of the set of exercises")


def load_exercise(file: Path, assignment: model.Assignment) -> model.Exercise:
    """Return the exercise in a file, completed from its assignment.

    Raises InvalidExercises with every mistake in it.
    """
    exercise, contradictions = searchable_exercise(file, assignment)
    if contradictions:
        raise InvalidExercises(contradictions)
    return exercise


def searchable_exercise(
    file: Path, assignment: model.Assignment
) -> tuple[model.Exercise, list[Mistake]]:
    """Return the exercise in a file, and the textbook's contradictions of its author.

    Raises InvalidExercises for all other mistakes.
    """
    builder = _Builder(file, assignment)
    exercise = builder.exercise()
    return exercise, builder.mistakes()


def read_exercise(file: Path) -> tuple[dict[str, Any], ReadTree]:
    """Return an exercise's document and its tree.

    Raises InvalidExercises with every mistake that a field has by itself.
    """
    document, mistakes = checked_document(file, "exercise")
    to_move = "MAX"
    if not mistakes:
        to_move = document.get("players") or document.get("root", "max").upper()
    read = ReadTree(document.get("tree", 0), to_move)
    for location, message in read.mistakes():
        mistakes.append(Mistake(file, location, message))
    if mistakes:
        raise InvalidExercises(mistakes)
    return document, read


def speak_language_of(folder: Path) -> None:
    """Speak the language that a set names, before anything of it is checked.

    Nothing changes if it names none that is there.
    """
    content = read_regular(folder / ASSIGNMENT, LARGEST_EXERCISE) or b""
    try:
        assignment = json.loads(content)
    except (ValueError, RecursionError):  # `load_set` says what is wrong with it
        return
    language = assignment.get("language") if isinstance(assignment, dict) else None
    if language in languages():
        speak(str(language))


def unknown_language(code: str) -> str | None:
    """Return a message about a language that does not exist, else None."""
    if code in languages():
        return None
    return f'there is no language "{code}"; {meant(code, languages())}'


def unknown_interface(name: str, others: Collection[str] = ()) -> str | None:
    """Return a message about an interface that does not exist, else None.

    others: names that are possible, too.
    """
    known = [*interfaces.names(), *others]
    if interfaces.exists(name) or name in others:
        return None
    is_other_game = name.lower() in NOT_ZERO_SUM.names
    advice = NOT_ZERO_SUM.message if is_other_game else meant(name, known)
    return f'there is no interface "{name}"; {advice}'


class _Builder:
    """Completes one exercise, and checks that its fields go together.

    Each field by itself is well-formed. `contradictions` has the mistakes, as
    (field, message).
    """

    def __init__(self, file: Path, assignment: model.Assignment) -> None:
        self.file = file
        self.assignment = assignment
        self.contradictions: list[tuple[str, str]] = []
        self.document, self.read = read_exercise(file)

    def exercise(self) -> model.Exercise:
        """Return the exercise. Raises InvalidExercises.

        Nothing is raised if the textbook's search contradicts the author: `mistakes`
        has it.
        """
        document = self.document
        problem = self._problem()
        generate = self._generate(problem) if "generate" in document else None
        require = {
            key: self._ends(f"require.{key}", ends, ends)
            for key, ends in document.get("require", {}).items()
        }
        self._stop_at_mistakes()
        self._check_fields(problem, generate)
        self._stop_at_mistakes()
        if message := self._unearnable():
            self._mistake("earned", message)
        for field, message in interfaces.mistakes(problem):
            # Generated trees take the place of the document's.
            if generate is None or field != "tree":
                self._mistake(field, message)
        if generate is not None and "expected" in document:
            self._mistake(
                "expected", "generated trees have no one answer; leave it out"
            )
        self._stop_at_mistakes()
        common: dict[str, Any] = {
            "id": self.file.stem,
            "pattern": problem,
            "points": self._points(),
            "earned": document.get("earned", self.assignment.earned),
            "visibility": document.get("visibility", self.assignment.visibility),
            "extra": document.get("extra", False),
            "source": document.get("source", ""),
            "number": document.get("number", ""),
            "tags": tuple(document.get("tags", ())),
            "require": require,
        }
        for name in BY_LANGUAGE:
            common[name] = in_language(document.get(name, ""))
        if common["extra"]:
            common["title"] = sentence("exercise", "extra", title=common["title"])
        if generate is not None:
            return model.GeneratedExercise(generate=generate, **common)
        exercise = model.FixedExercise(unneeded=self.read.unneeded, **common)
        self._check_against_textbook(exercise)
        return exercise

    def _points(self) -> dict[model.Check, float]:
        return {**self.assignment.points, **self.document.get("points", {})}

    def _unearnable(self) -> str:
        """Return the mistake of a value that is a condition, but not asked; else ""."""
        earned = self.document.get("earned", self.assignment.earned)
        points = self._points()
        if earned == "with value" and any(points.values()) and not points["value"]:
            return VALUE_NOT_ASKED
        return ""

    def mistakes(self) -> list[Mistake]:
        """Return all contradictions as mistakes of the file."""
        return [
            Mistake(self.file, field, message) for field, message in self.contradictions
        ]

    def _mistake(self, field: str, message: str) -> None:
        self.contradictions.append((field, message))

    def _stop_at_mistakes(self) -> None:
        if self.contradictions:
            raise InvalidExercises(self.mistakes())

    def _problem(self) -> Problem:
        """Return the problem that the fields set, and note their mistakes."""
        document = self.document
        interface = document.get("interface", self.assignment.interface)
        if (interface == model.BY_HAND) != self.assignment.by_hand:
            message = (
                "all of a set is answered by hand or nothing is: write "
                f'"{model.BY_HAND}" in {ASSIGNMENT}'
            )
            self._mistake("interface", f"{message}, and leave it out here")
        if interface == model.BY_HAND:
            interface = model.SEARCHED_BY_HAND
        unknown = unknown_interface(interface)
        if unknown:
            self._mistake("interface", unknown)
        alpha, beta = document.get("window", (-inf, inf))
        alpha, beta = INFINITIES.get(alpha, alpha), INFINITIES.get(beta, beta)
        if not alpha < beta:
            message = "alpha must be less than beta"
            self._mistake(
                "window", f"{message}; [{alpha}, {beta}] leaves nothing between"
            )
        terms: dict[str, Any] = {
            "prune_when": self.assignment.prune_when,
            "bound": self.assignment.bound,
        }
        for name in interfaces.OPTIONS - {"window"}:
            if name in document:
                terms[name] = document[name]
        problem = Problem(self.read.tree, interface, (alpha, beta), **terms)
        # Terms of the assignment may be for exercises of other interfaces.
        return problem if unknown else interfaces.fitted(problem)

    def _check_fields(
        self, problem: Problem, generate: model.Generate | model.Every | None
    ) -> None:
        """Note fields that the interface has no use for or that contradict others."""
        self._check_use(interfaces.load(problem.interface))
        self._check_players(problem)
        if isinstance(generate, model.Generate):
            self._check_drawing(problem, generate)

    def _check_use(self, interface: interfaces.Interface) -> None:
        """Note each field that this interface, or the way of the set, does not use."""
        unused = interfaces.OPTIONS - interface.options
        name = interface.name
        if self.assignment.adapter:
            unused = unused - {"depth"}
        if self.assignment.by_hand:
            unused = unused | {"isolate", "generate"}
            name = model.BY_HAND
        for field in self.document:
            if field in unused:
                self._mistake(field, NO_USE.format(name))

    def _check_players(self, problem: Problem) -> None:
        """Note fields that contradict each other about whose turn it is."""
        interface = interfaces.load(problem.interface)
        takes_turns = problem.tree.takes_turns
        if "players" in self.document and "root" in self.document:
            self._mistake("root", "players says already who moves first; leave it out")
        # If a flag or a sign says who moves, the players can only take turns.
        has_flag = interfaces.MAXIMIZES in interface.arguments
        if (interface.negated or has_flag) and not takes_turns:
            message = f"in {interface.name} MAX and MIN can only take turns"
            self._mistake("players", f"{message}; leave it out")
        if problem.isolate and (self.assignment.adapter or not takes_turns):
            message = "the grader answers calls only of functions of its own kind"
            self._mistake("isolate", f"{message}; leave it out")

    def _check_drawing(self, problem: Problem, generate: model.Generate) -> None:
        """Note ranges whose trees, or windows, the interface does not take."""
        interface = interfaces.load(problem.interface)
        deepest = generate.depth[1]
        if interface.complete_binary and deepest > MOST_COMPLETE_PLIES:
            leaves = f"a complete tree of {deepest} plies has {2**deepest} leaves"
            message = f"{leaves}; at most {MOST_COMPLETE_PLIES} plies are drawn"
            self._mistake("generate.depth", message)
        refused = dict(interface.mistakes(problem._replace(window=(0, 1))))
        if generate.windows and (not interface.windowed or "window" in refused):
            message = f"{interface.name} starts without a window of its own"
            self._mistake("generate.windows", f"{message}; leave it out")

    def _ends(self, field: str, ends: Any, least: Any = 1) -> tuple[int, int]:
        """Return the least and the most of a range.

        ends: both, or the most alone. least: of a range that is its most alone.
        """
        low, high = ends if isinstance(ends, (list, tuple)) else (least, ends)
        if low > high:
            self._mistake(field, f"the first must not be greater: [{low}, {high}]")
        return low, high

    def _generate(self, pattern: Problem) -> model.Generate | model.Every:
        """Return the trees that the field `generate` asks for; note its mistakes."""
        ranges = dict(self.document["generate"])
        if "every" in ranges:
            values = tuple(ranges["values"]) if "values" in ranges else None
            every = model.Every(
                **ranges["every"], values=values, seed=ranges.get("seed")
            )
            self.contradictions += every_mistakes(self.document, every, pattern)
            return every
        for key in ("depth", "branching", "values"):
            ends = ranges.get(key, model.Generate._field_defaults[key])
            ranges[key] = self._ends(f"generate.{key}", ends)
        if ranges["branching"][0] ** ranges["depth"][0] > LARGEST_GENERATED:
            message = f"every tree would have more than {LARGEST_GENERATED} leaves"
            self._mistake(
                "generate.branching", f"{message}; let depth or branching begin lower"
            )
        return model.Generate(**ranges)

    def _check_against_textbook(self, exercise: model.FixedExercise) -> None:
        """Note claims of the document that the textbook's search does not bear out.

        They are the answers that are expected, the leaves without a utility, and what
        is required of the tree.
        """
        unneeded = exercise.unneeded
        expected = self.document.get("expected", {})
        if unneeded or expected:
            textbook = exercise.textbook
            for node in textbook.visited:
                if node in unneeded:
                    message = (
                        f'"{unneeded[node]}" stands for a leaf that nobody looks at, '
                        "but a correct search does"
                    )
                    self._mistake(
                        self.read.location(node), f"{message}; give it a number"
                    )
            if not self.contradictions:
                self.contradictions += disagreements(
                    expected, textbook, exercise.problem, unneeded
                )
        if not self.contradictions:
            self.contradictions += unmet(exercise.problem, exercise.require)


# --- A course's adapter ---

SIGNATURE = "def search(student, state, problem):"
SUCH_AS = (
    'write it with plain names, such as NEEDS = ("max_value", "min_value") or '
    '("Player.max_value",), with a | between those of which one is enough; '
    "NEEDS = () where the adapter looks for it itself"
)
MESSAGES_SUCH_AS = (
    'write for each name a text, or one for each language: MESSAGES = {"no move": '
    '{"en": "There is no move.", "de": "Es gibt keinen Zug."}}'
)


def read_adapter(file: Path) -> model.Adapter:
    """Return the adapter in a file. Raises InvalidExercises.

    It is read only: it runs in the worker and nowhere else.
    """
    source = _adapter_source(file)
    tree = _parsed_adapter(file, source)
    search = _search_function(tree)
    if search is None:
        message = "the adapter has no function that starts a search"
        raise _unfit_adapter(file, f"{message}; write {SIGNATURE}")
    if len(search.args.posonlyargs + search.args.args) != 3:
        message = f"search has three parameters: {SIGNATURE}"
        raise _unfit_adapter(file, message, search.lineno)
    needs, needs_line = _constant(tree, "NEEDS")
    if not needs_line:
        message = "the adapter does not say what students define"
        raise _unfit_adapter(file, f"{message}; {SUCH_AS}")
    names = _plain_names(needs)
    if names is None:
        message = f"NEEDS is no list of names; {SUCH_AS}"
        raise _unfit_adapter(file, message, needs_line)
    mirrored, mirrored_line = _constant(tree, "MIRRORED")
    if mirrored_line and not isinstance(mirrored, bool):
        message = "MIRRORED is neither True nor False"
        raise _unfit_adapter(file, message, mirrored_line)
    messages, messages_line = _constant(tree, "MESSAGES")
    if messages_line and (message := _unfit_messages(messages)):
        raise _unfit_adapter(file, message, messages_line)
    adapter = model.Adapter(file, source, names, mirrored=mirrored is True)
    return adapter._replace(
        solution_text=_text_of(adapter.solution), ending=_text_of(adapter.from_textbook)
    )


def _text_of(file: Path) -> str:
    """Return the text of a right program; "" if it cannot be read."""
    try:
        return file.read_text("utf-8")
    except (OSError, ValueError):  # `validate` says so
        return ""


def _unfit_adapter(
    file: Path, message: str, line: int | None = None
) -> InvalidExercises:
    return InvalidExercises([Mistake(file, f"line {line}" if line else "", message)])


def _adapter_source(file: Path) -> str:
    """Return the text of an adapter. Raise InvalidExercises if it cannot be read."""
    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            return opened.read().decode()
    except OSError as error:
        message = f"the adapter cannot be read: {error.strerror}"
        raise _unfit_adapter(file, message) from None
    except ValueError as error:
        message = f"the adapter is no text in UTF-8: {error}"
        raise _unfit_adapter(file, message) from None


def _parsed_adapter(file: Path, source: str) -> ast.Module:
    """Return the syntax tree of an adapter. Raise InvalidExercises if it has none."""
    import ast  # few sets have one

    try:
        return ast.parse(source)
    except SyntaxError as error:
        message = f"Python cannot read the adapter: {error.msg}"
        raise _unfit_adapter(file, message, error.lineno) from None
    except ValueError as error:  # a null byte, for some versions of Python
        message = f"the adapter is no text in UTF-8: {error}"
        raise _unfit_adapter(file, message) from None


def _search_function(tree: ast.Module) -> ast.FunctionDef | None:
    """Return the function of an adapter that starts a search, if it has one."""
    import ast

    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "search":
            return statement
    return None


def _plain_names(needs: object) -> tuple[str, ...] | None:
    """Return the names in an adapter's NEEDS without spaces; None if one is no name.

    A name may have several parts: "Player.max_value", "max_value|maxValue".
    """
    if not isinstance(needs, (tuple, list)):
        return None
    names = []
    for need in needs:
        if not isinstance(need, str):
            return None
        name = need.replace(" ", "")
        if not all(piece.isidentifier() for piece in re.split(r"[|.]", name)):
            return None
        names.append(name)
    return tuple(names)


def _unfit_messages(messages: object) -> str:
    """Return why an adapter cannot tell its MESSAGES; "" if it can."""
    if not isinstance(messages, dict):
        return f"MESSAGES is no table of texts; {MESSAGES_SUCH_AS}"
    for name, message in messages.items():
        texts = message if isinstance(message, dict) else {ENGLISH: message}
        if not texts or not all(isinstance(text, str) for text in texts.values()):
            return f"MESSAGES has no text for {name!r}; {MESSAGES_SUCH_AS}"
        try:
            parts = {frozenset(parts_of(text)) for text in texts.values()}
        except ValueError as error:
            return f"MESSAGES, {name!r}: {error}; double a brace that is text"
        if len(parts) > 1:
            return (
                f"MESSAGES, {name!r}: the languages have different names in braces; "
                "write the same in each"
            )
    return ""


def _constant(tree: ast.Module, name: str) -> tuple[object, int]:
    """Return the value of an adapter's constant, and its line.

    The value is None if it is no literal. The line is 0 if there is no constant.
    """
    import ast

    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(target)], value):
                pass
            case ast.AnnAssign(ast.Name(target), _, ast.expr() as value):
                pass
            case _:
                continue
        if target == name:
            with contextlib.suppress(ValueError):
                return ast.literal_eval(value), value.lineno
            return None, value.lineno
    return None, 0
