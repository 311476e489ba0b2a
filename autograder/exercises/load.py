"""Load a folder of exercises, and collect every mistake of every file."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from keyword import iskeyword
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.errors import InvalidExercises, Mistake
from autograder.exercises import model
from autograder.exercises.claims import disagreements, unmet
from autograder.exercises.documents import (
    ASSIGNMENT,
    checked_document,
    exercise_files,
    meant,
    misnamed,
    names_in,
)
from autograder.exercises.exhaustive import every_mistakes
from autograder.exercises.generated import seeds_digest
from autograder.exercises.packages import lock_digest
from autograder.exercises.tree_format import INFINITIES, ReadTree
from autograder.files import open_regular
from autograder.limits import LARGEST_GENERATED, MOST_COMPLETE_PLIES
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    import ast

ANSWERS = "answers.json"
DEFAULTS = model.Assignment(title="")
NO_USE = "{} has no use for it; leave it out"


def load_set(
    folder: Path | str,
    only: str = "*",
    reached: Callable[[int, int], None] = lambda done, of: None,
) -> model.ExerciseSet:
    """The exercises of a folder, ordered by name. Raises InvalidExercises with every
    mistake of every file.

    only: a glob for the ids to keep; all are checked. reached: called with how many
    files were read, of how many.
    """
    folder, assignment, exercises = Path(folder), None, list[model.Exercise]()
    mistakes = list(misnamed(folder))
    if ASSIGNMENT not in names_in(folder):
        words = (
            f"there is no {ASSIGNMENT} here; a folder of exercises needs one, at "
            f'least {{ "title": … }}'
        )
        raise InvalidExercises([*mistakes, Mistake(folder, "", words)])
    try:
        assignment = load_assignment(folder / ASSIGNMENT)
    except InvalidExercises as error:
        mistakes += error.mistakes
    files = exercise_files(folder)
    for number, file in enumerate(files, 1):
        try:
            # What the exercise alone says; what it should be is not known.
            if assignment is None:
                read_exercise(file)
            else:
                exercises.append(load_exercise(file, assignment))
        except InvalidExercises as error:
            mistakes += error.mistakes
        reached(number, len(files))
    if mistakes or assignment is None:
        raise InvalidExercises(mistakes)
    if not exercises:
        raise InvalidExercises(
            [
                Mistake(
                    folder,
                    "",
                    "there are no exercises here; add a .json file with a tree",
                )
            ]
        )
    kept = tuple(exercise for exercise in exercises if fnmatchcase(exercise.id, only))
    if not kept:
        ids = ", ".join(exercise.id for exercise in exercises)
        raise InvalidExercises(
            [Mistake(folder, "", f'no exercise is called "{only}"; there are {ids}')]
        )
    loaded = model.ExerciseSet(folder, assignment, kept)
    return (
        loaded._replace(seeds=seeds_digest(assignment, exercises))
        if loaded.generated
        else loaded
    )


def load_assignment(file: Path) -> model.Assignment:
    """The assignment in a file. Raises InvalidExercises."""
    fields, mistakes = checked_document(file, "assignment")
    if mistakes:
        raise InvalidExercises(mistakes)
    mistakes = [Mistake(file, *found) for found in _unfit_fields(fields)]
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
    for name in fields.keys() & {"packages", "accept"}:
        fields[name] = tuple(fields[name])
    for name, record in {
        "feedback": model.FeedbackByAttempt,
        "late": model.Late,
        "limits": model.Limits,
    }.items():
        if isinstance(fields.get(name), dict):
            fields[name] = record(**fields[name])
    return model.Assignment(
        **fields | {"points": {**model.ONE_POINT_EACH, **fields.get("points", {})}}
    )


def _unfit_fields(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the fields of an assignment although its schema allows it, as
    (place, words).
    """
    interface, limits = (
        fields.get("interface", DEFAULTS.interface),
        fields.get("limits", {}),
    )
    by_hand = interface == model.BY_HAND
    searched = model.SEARCHED_BY_HAND if by_hand else interface
    if unknown := unknown_interface(searched):
        yield "interface", unknown
    else:
        options = interfaces.load(searched).options
        words = (
            f"{NO_USE.format(interface)}, or write it in exercises of another interface"
        )
        yield from (
            (name, words)
            for name in ("prune_when", "bound")
            if name in fields and name not in options
        )
    file = fields.get("file", ANSWERS if by_hand else DEFAULTS.file)
    module = file.removesuffix(".py")
    if by_hand != file.endswith(".json"):
        what, such_as = (
            ("answers by hand are a JSON", ANSWERS)
            if by_hand
            else ("a program is a Python", DEFAULTS.file)
        )
        yield "file", f'{what} file, so write its name, such as "{such_as}"'
    elif iskeyword(module):
        yield (
            "file",
            f'"{module}" is a word of Python\'s, so {file} could not be imported; choose another name',
        )
    elif module in sys.stdlib_module_names or module == "__init__":
        yield (
            "file",
            f'{file} would stand in the way of Python\'s own module "{module}"; choose another name',
        )
    elif module in ("game", "__main__"):
        yield "file", f"{file} is another file already; choose another name"
    if limits.get("seconds", 0) > (
        whole_run := limits.get("run_seconds", DEFAULTS.limits.run_seconds)
    ):
        words = "one search may not take longer than the whole run, limits.run_seconds"
        yield "limits.seconds", f"{words}, which is {whole_run:g}"


def assignment_beside(file: Path) -> model.Assignment:
    """The assignment that an exercise is part of: that in its folder, or else the
    defaults. Raises InvalidExercises.
    """
    beside = file.parent / ASSIGNMENT
    return load_assignment(beside) if os.path.isfile(beside) else DEFAULTS


def load_exercise(file: Path, assignment: model.Assignment) -> model.Exercise:
    """The exercise in a file, completed from its assignment. Raises InvalidExercises
    with every mistake in it.
    """
    exercise, contradictions = searchable_exercise(file, assignment)
    if contradictions:
        raise InvalidExercises(contradictions)
    return exercise


def searchable_exercise(
    file: Path, assignment: model.Assignment
) -> tuple[model.Exercise, list[Mistake]]:
    """The exercise in a file, and where the textbook contradicts its author. Raises
    InvalidExercises for the rest.
    """
    builder = _Builder(file, assignment)
    return builder.exercise(), [Mistake(file, *found) for found in builder.found]


def read_exercise(file: Path) -> tuple[dict[str, Any], ReadTree]:
    """An exercise's document and its tree. Raises InvalidExercises with every mistake
    in a field by itself.
    """
    document, mistakes = checked_document(file, "exercise")
    to_move = (
        "MAX"
        if mistakes
        else document.get("players") or document.get("root", "max").upper()
    )
    read = ReadTree(document.get("tree", 0), to_move)
    mistakes += [Mistake(file, *found) for found in read.mistakes()]
    if mistakes:
        raise InvalidExercises(mistakes)
    return document, read


def unknown_interface(name: str) -> str | None:
    """What to say of an interface that does not exist; None for one that does."""
    return (
        None
        if interfaces.exists(name)
        else f'there is no interface "{name}"; {meant(name, interfaces.names())}'
    )


class _Builder:
    """Completes one exercise whose fields each are well-formed, and checks what they
    mean together.
    """

    def __init__(self, file: Path, assignment: model.Assignment) -> None:
        self.file, self.assignment, self.found = (
            file,
            assignment,
            list[tuple[str, str]](),
        )
        self.document, self.read = read_exercise(file)

    def exercise(self) -> model.Exercise:
        """The exercise; where the textbook's search contradicts its author `found`
        says. Raises InvalidExercises.
        """
        document, problem = self.document, self._problem()
        generate = self._generate(problem) if "generate" in document else None
        require = {
            key: self._ends(f"require.{key}", ends, ends)
            for key, ends in document.get("require", {}).items()
        }
        self._stop_at_mistakes()
        self._check_fields(problem, generate)
        self._stop_at_mistakes()
        self.found += (
            found
            for found in interfaces.mistakes(problem)
            if generate is None or found[0] != "tree"
        )
        if generate is not None and "expected" in document:
            self._mistake(
                "expected", "generated trees have no one answer; leave it out"
            )
        self._stop_at_mistakes()
        common: dict[str, Any] = {
            "id": self.file.stem,
            "pattern": problem,
            "points": {**self.assignment.points, **document.get("points", {})},
            "visibility": document.get("visibility", self.assignment.visibility),
            "tags": tuple(document.get("tags", ())),
            "require": require,
            **{
                name: document.get(name, "")
                for name in ("title", "source", "hint", "number")
            },
        }
        if generate is not None:
            return model.GeneratedExercise(generate=generate, **common)
        exercise = model.FixedExercise(unneeded=self.read.unneeded, **common)
        self._check_against_textbook(exercise)
        return exercise

    def _mistake(self, place: str, words: str) -> None:
        self.found.append((place, words))

    def _stop_at_mistakes(self) -> None:
        if self.found:
            raise InvalidExercises([Mistake(self.file, *found) for found in self.found])

    def _problem(self) -> Problem:
        document = self.document
        interface = document.get("interface", self.assignment.interface)
        if (interface == model.BY_HAND) != self.assignment.by_hand:
            words = (
                "all of a set is answered by hand or nothing is: write "
                f'"{model.BY_HAND}" in {ASSIGNMENT}'
            )
            self._mistake("interface", f"{words}, and leave it out here")
        interface = model.SEARCHED_BY_HAND if interface == model.BY_HAND else interface
        if mistake := unknown_interface(interface):
            self._mistake("interface", mistake)
        alpha, beta = (
            INFINITIES.get(end, end) for end in document.get("window", (-inf, inf))
        )
        if not alpha < beta:
            self._mistake(
                "window",
                f"alpha must be less than beta; [{alpha}, {beta}] leaves nothing "
                "between",
            )
        said: dict[str, Any] = {
            "prune_when": self.assignment.prune_when,
            "bound": self.assignment.bound,
        }
        said |= {
            name: document[name]
            for name in interfaces.OPTIONS - {"window"}
            if name in document
        }
        problem = Problem(self.read.tree, interface, (alpha, beta), **said)
        # What the assignment says may be for others.
        return problem if mistake else interfaces.fitted(problem)

    def _check_fields(
        self, problem: Problem, generate: model.Generate | model.Every | None
    ) -> None:
        """Note fields that the interface has no use for or that contradict others."""
        self._check_use(interfaces.load(problem.interface))
        self._check_players(problem)
        if isinstance(generate, model.Generate):
            self._check_drawing(problem, generate)

    def _check_use(self, interface: interfaces.Interface) -> None:
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
        interface = interfaces.load(problem.interface)
        takes_turns = problem.tree.takes_turns
        if "players" in self.document and "root" in self.document:
            self._mistake("root", "players says already who moves first; leave it out")
        # Where a flag or a sign says who moves the players can only take turns.
        has_flag = interfaces.MAXIMIZES in interface.arguments
        if (interface.negated or has_flag) and not takes_turns:
            message = f"in {interface.name} MAX and MIN can only take turns"
            self._mistake("players", f"{message}; leave it out")
        if problem.isolate and (self.assignment.adapter or not takes_turns):
            message = "the grader answers calls only of functions of its own kind"
            self._mistake("isolate", f"{message}; leave it out")

    def _check_drawing(self, problem: Problem, generate: model.Generate) -> None:
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

    def _ends(self, place: str, given: Any, least: Any = 1) -> tuple[int, int]:
        """The least and the most of a range. least: of one that is given by its most
        alone.
        """
        low, high = given if isinstance(given, (list, tuple)) else (least, given)
        if low > high:
            self._mistake(place, f"the first must not be greater: [{low}, {high}]")
        return low, high

    def _generate(self, pattern: Problem) -> model.Generate | model.Every:
        given = dict(self.document["generate"])
        if "every" in given:
            low, high = given.get("values", model.Every(1, 1).values)
            every = model.Every(
                **given["every"], values=(low, high), seed=given.get("seed")
            )
            self.found += every_mistakes(self.document, every, pattern)
            return every
        for key in ("depth", "branching", "values"):
            given[key] = self._ends(
                f"generate.{key}", given.get(key, model.Generate._field_defaults[key])
            )
        if given["branching"][0] ** given["depth"][0] > LARGEST_GENERATED:
            words = f"every tree would have more than {LARGEST_GENERATED} leaves"
            self._mistake(
                "generate.branching", f"{words}; let depth or branching begin lower"
            )
        return model.Generate(**given)

    def _check_against_textbook(self, exercise: model.FixedExercise) -> None:
        problem, unneeded, expected = (
            exercise.problem,
            exercise.unneeded,
            self.document.get("expected", {}),
        )
        if unneeded or expected:
            for node in exercise.textbook.visited:
                if node in unneeded:
                    words = (
                        f'"{unneeded[node]}" stands for a leaf that nobody looks at, '
                        "but a correct search does"
                    )
                    self._mistake(self.read.place(node), f"{words}; give it a number")
            self.found = self.found or list(
                disagreements(expected, exercise.textbook, problem, unneeded)
            )
        if not self.found:
            self.found += unmet(problem, exercise.require)


# --- A course's adapter ---

SIGNATURE = "def search(student, state, problem):"
SUCH_AS = (
    'write it with plain names, such as NEEDS = ("max_value", "min_value") or '
    '("Player.max_value",), '
    "with a | between those of which one is enough; NEEDS = () where the adapter "
    "looks for it itself"
)


def read_adapter(file: Path) -> model.Adapter:
    """The adapter in a file, which runs in the student's process and nowhere else.
    Raises InvalidExercises.
    """
    import ast  # few sets have one

    def unfit(words: str, line: int | None = None) -> InvalidExercises:
        return InvalidExercises([Mistake(file, f"line {line}" if line else "", words)])

    try:
        with open_regular(Path(os.path.realpath(file))) as opened:
            source = opened.read().decode()
        tree = ast.parse(source)
    except OSError as error:
        raise unfit(f"the adapter cannot be read: {error.strerror}") from None
    except SyntaxError as error:
        raise unfit(
            f"Python cannot read the adapter: {error.msg}", error.lineno
        ) from None
    except ValueError as error:
        raise unfit(f"the adapter is no text in UTF-8: {error}") from None
    search = next(
        (
            each
            for each in tree.body
            if isinstance(each, ast.FunctionDef) and each.name == "search"
        ),
        None,
    )
    if search is None:
        raise unfit(
            f"the adapter has no function that starts a search; write {SIGNATURE}"
        )
    if len(search.args.posonlyargs + search.args.args) != 3:
        raise unfit(f"search has three parameters: {SIGNATURE}", search.lineno)
    needs, needs_line = _constant(tree, "NEEDS")
    if not needs_line:
        raise unfit(f"the adapter does not say what students define; {SUCH_AS}")
    listed = needs if isinstance(needs, (tuple, list)) else [None]
    names = [need.replace(" ", "") if isinstance(need, str) else "" for need in listed]
    if not all(
        part.isidentifier() for name in names for part in re.split(r"[|.]", name)
    ):
        raise unfit(f"NEEDS is no list of names; {SUCH_AS}", needs_line)
    mirrored, mirrored_line = _constant(tree, "MIRRORED")
    if mirrored_line and not isinstance(mirrored, bool):
        raise unfit("MIRRORED is neither True nor False", mirrored_line)
    return model.Adapter(file, source, tuple(names), mirrored=mirrored is True)


def _constant(tree: ast.Module, name: str) -> tuple[object, int]:
    """The value of a constant of the adapter's, None for what is no literal, and its
    line, 0 where it has none.
    """
    import ast

    for statement in tree.body:
        match statement:
            case ast.Assign([ast.Name(found)], value) | ast.AnnAssign(
                ast.Name(found), _, ast.expr() as value
            ):
                if found == name:
                    with contextlib.suppress(ValueError):
                        return ast.literal_eval(value), value.lineno
                    return None, value.lineno
    return None, 0
