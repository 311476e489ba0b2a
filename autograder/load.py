"""Loads a folder of exercises: reads, checks and completes them, and collects every mistake of every file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from math import inf
from pathlib import Path
from typing import Any

from autograder.document import InvalidExercises, Mistake, read_document
from autograder.exercise import (
    ONE_POINT_EACH,
    Assignment,
    Check,
    Exercise,
    ExerciseSet,
    FeedbackByAttempt,
    Generate,
    Limits,
)
from autograder.stamp import has_passed, note_passed, stamp
from autograder.tree import INFINITIES, MOST_NODES, InvalidTree, ReadTree, read_tree
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Observation, Problem

ASSIGNMENT = "assignment.json"
MOST_NESTING = 10
"""Arrays and objects in each other, outside of trees; the formats need three."""


def load_set(folder: Path, only: str = "*") -> ExerciseSet:
    """The exercises of a folder, in the order of their names.

    only: a glob for the ids of the exercises to keep; all are checked all the same.
    Raises InvalidExercises with every mistake of every file.
    """
    mistakes: list[Mistake] = []
    assignment: Assignment | None = None
    exercises = []
    if not (folder / ASSIGNMENT).is_file():
        words = f'there is no {ASSIGNMENT} here; a folder of exercises needs one, at least {{ "title": … }}'
        raise InvalidExercises([Mistake(folder, "", words)])
    try:
        assignment = load_assignment(folder / ASSIGNMENT)
    except InvalidExercises as error:
        mistakes += error.mistakes
    for file in exercise_files(folder):
        try:
            exercises.append(load_exercise(file, assignment))
        except InvalidExercises as error:
            mistakes += error.mistakes
    if mistakes or assignment is None:
        raise InvalidExercises(mistakes)
    if not exercises:
        raise InvalidExercises([Mistake(folder, "", "there are no exercises here; add a .json file with a tree")])
    kept = tuple(exercise for exercise in exercises if fnmatchcase(exercise.id, only))
    if not kept:
        ids = ", ".join(exercise.id for exercise in exercises)
        raise InvalidExercises([Mistake(folder, "", f'no exercise is called "{only}"; there are {ids}')])
    return ExerciseSet(folder, assignment, kept)


def exercise_files(folder: Path) -> list[Path]:
    """The files of a folder that hold an exercise, in the order in which they are graded."""
    return sorted(file for file in folder.glob("*.json") if file.name != ASSIGNMENT and not file.name.startswith("."))


def load_assignment(file: Path) -> Assignment:
    """The assignment in a file. Raises InvalidExercises."""
    document = _checked(file, "assignment")
    fields = {key: value for key, value in document.items() if key not in ("$schema", "points", "limits")}
    mistake = unknown_interface(fields.get("interface", Assignment.interface))
    if mistake:
        raise InvalidExercises([Mistake(file, "interface", mistake)])
    whole = ("cpu_seconds", "memory_mb", "output_kb")
    limits = {key: int(value) if key in whole else value for key, value in document.get("limits", {}).items()}
    if isinstance(fields.get("feedback"), dict):
        fields["feedback"] = FeedbackByAttempt(**{level: int(many) for level, many in fields["feedback"].items()})
    return Assignment(**fields, points=_points(document, ONE_POINT_EACH), limits=Limits(**limits))


def load_exercise(file: Path, assignment: Assignment | None) -> Exercise:
    """The exercise in a file, completed from its assignment. Raises InvalidExercises with every mistake in it.

    Where the assignment is None, as it has mistakes itself, only what the exercise alone says is checked.
    """
    document = _checked(file, "exercise")
    try:
        return _Builder(file, document, assignment).exercise()
    except InvalidTree as error:
        raise InvalidExercises([Mistake(file, place, words) for place, words in error.mistakes]) from None


def unknown_interface(name: str) -> str | None:
    """What to say of an interface that does not exist; None for one that does."""
    known = interfaces.names()
    if name in known:
        return None
    near = get_close_matches(name, known, 1)
    return f'there is no interface "{name}"; ' + (
        f'did you mean "{near[0]}"?' if near else f"known are {', '.join(known)}"
    )


def _checked(file: Path, schema: str) -> dict[str, Any]:
    document, found = read_document(file)
    deep = [key for key, value in document.items() if key != "tree" and _nesting(value) > MOST_NESTING]
    if deep:
        raise InvalidExercises([*found, *(Mistake(file, key, "this is nested too deeply to be meant") for key in deep)])
    found += _schema_mistakes(file, document, schema)
    if schema == "exercise" and "tree" in document:
        try:
            read_tree(document["tree"])
        except InvalidTree as error:
            found += [Mistake(file, place, words) for place, words in error.mistakes]
    if found:
        raise InvalidExercises(found)
    return document


def _schema_mistakes(file: Path, document: dict[str, Any], schema: str) -> list[Mistake]:
    mark = stamp(document, schema)
    if has_passed(mark):
        return []
    from autograder.schema import mistakes  # jsonschema is slow to import

    found = [Mistake(file, place, words) for place, words in mistakes(document, schema)]
    if not found:
        note_passed(mark)
    return found


def _nesting(value: Any) -> int:
    """How deeply arrays and objects are nested in a value."""
    depth, level = 0, [value]
    while level := [entry for outer in level if isinstance(outer, (dict, list)) for entry in _entries(outer)]:
        depth += 1
    return depth


def _entries(outer: dict[str, Any] | list[Any]) -> list[Any]:
    return list(outer.values()) if isinstance(outer, dict) else outer


def _points(document: dict[str, Any], default: Any) -> dict[Check, float]:
    return {**default, **document.get("points", {})}


def _number(value: Any) -> Value:
    return INFINITIES[value] if isinstance(value, str) else value


@dataclass
class _Builder:
    """Completes one exercise whose fields each are well-formed, and checks what they mean together."""

    file: Path
    document: dict[str, Any]
    given: Assignment | None
    mistakes: list[Mistake] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.assignment = self.given or Assignment(title="")

    def exercise(self) -> Exercise:
        """The exercise. Raises InvalidExercises."""
        document = self.document
        to_move = document.get("root", "max").upper()
        read = read_tree(document.get("tree", 0), to_move)
        problem = self._problem(read)
        generate = self._generate() if "generate" in document else None
        self._stop_at_mistakes()
        if self.given:
            self._check_fields(problem)
        self._stop_at_mistakes()
        for place, words in interfaces.load(problem.interface).mistakes(problem) if self.given else ():
            if place != "tree" or generate is None:
                self._mistake(place, words)
        self._stop_at_mistakes()
        if generate is not None and "expected" in document:
            self._mistake("expected", "generated trees have no one answer; leave it out")
        elif generate is None and self.given is not None:
            self._check_against_reference(problem, read)
        self._stop_at_mistakes()
        return Exercise(
            id=self.file.stem,
            title=document["title"],
            problem=problem,
            generate=generate,
            points=_points(document, self.assignment.points),
            visibility=document.get("visibility", self.assignment.visibility),
            source=document.get("source", ""),
            hint=document.get("hint", ""),
            number=document.get("number", ""),
            tags=tuple(document.get("tags", ())),
            unneeded=read.unneeded,
        )

    def _mistake(self, place: str, words: str) -> None:
        self.mistakes.append(Mistake(self.file, place, words))

    def _stop_at_mistakes(self) -> None:
        if self.mistakes:
            raise InvalidExercises(self.mistakes)

    def _problem(self, read: ReadTree) -> Problem:
        document = self.document
        interface = document.get("interface", self.assignment.interface)
        mistake = unknown_interface(interface)
        if mistake:
            self._mistake("interface", mistake)
        alpha, beta = map(_number, document.get("window", (-inf, inf)))
        if not alpha < beta:
            self._mistake("window", f"alpha must be less than beta; [{alpha}, {beta}] leaves nothing between")
        return Problem(
            tree=read.tree,
            interface=interface,
            window=(alpha, beta),
            depth=int(document["depth"]) if "depth" in document else None,
            guess=document.get("guess"),
            epsilon=document.get("epsilon"),
            prune_when=document.get("prune_when", self.assignment.prune_when),
            bound=document.get("bound", self.assignment.bound),
            isolate=document.get("isolate"),
        )

    def _check_fields(self, problem: Problem) -> None:
        """Fields that the interface has no use for would be ignored, or worse."""
        interface = interfaces.load(problem.interface)
        unused = {
            "depth": not interface.has_horizon,
            "window": not interface.windowed,
            "isolate": len(interface.functions) < 2,
        }
        for name, is_unused in unused.items():
            if name in self.document and is_unused:
                self._mistake(name, f"{interface.name} has no use for it; leave it out")

    def _generate(self) -> Generate:
        given = dict(self.document["generate"])
        for key in ("depth", "branching"):
            if isinstance(given.get(key), (int, float)):
                given[key] = (1, given[key])
        for key in ("examples", "seed"):  # 5.0 is a whole number in JSON
            given[key] = int(given.get(key, getattr(Generate, key)))
        for key in ("depth", "branching", "values"):
            least, most = map(int, given.get(key, getattr(Generate, key)))
            given[key] = (least, most)
            if least > most:
                self._mistake(f"generate.{key}", f"the first must not be greater: [{least}, {most}]")
        if given["branching"][0] ** given["depth"][0] > MOST_NODES:
            words = f"every tree would have more than {MOST_NODES} leaves"
            self._mistake("generate.branching", f"{words}; let depth or branching begin lower")
        return Generate(**given)

    def _check_against_reference(self, problem: Problem, read: ReadTree) -> None:
        textbook = observe(problem)
        for node in textbook.visited:
            if node in read.unneeded:
                words = f'"{read.unneeded[node]}" stands for a leaf that nobody looks at, but a correct search does'
                self._mistake(read.place(node), f"{words}; give it a number")
        if not self.mistakes and "expected" in self.document:
            for place, words in disagreements(self.document["expected"], textbook, problem):
                self._mistake(f"expected.{place}", words)


def disagreements(expected: dict[str, Any], textbook: Observation, problem: Problem) -> Iterator[tuple[str, str]]:
    """Where an author's own answer differs from the reference's: (field, both answers in words)."""

    def names(leaves: tuple[int, ...]) -> list[str]:
        return [tree.name(leaf) for leaf in leaves]

    def words(author: object, reference: object) -> str:
        return f"the file says {author}, but the textbook's search gives {reference}; mend the tree or the answer"

    answer, tree = textbook.value, problem.tree
    accepts = interfaces.load(problem.interface).accepts
    for key in ("value", "action"):
        if key in expected and (key == "action") != isinstance(answer, str):
            yield key, f"this interface returns {'an action' if isinstance(answer, str) else 'a value'}; leave it out"
        elif key in expected and not accepts(
            problem, answer, expected[key] if key == "action" else _number(expected[key])
        ):
            yield key, words(expected[key], answer)
    if "pruned" in expected:
        pruned = names(textbook.pruned(tree, problem.horizon))
        if sorted(expected["pruned"]) != sorted(pruned):
            yield "pruned", words(" ".join(expected["pruned"]) or "none", " ".join(pruned) or "none")
    if "visited" in expected and expected["visited"] != names(textbook.visited):
        yield "visited", words(" ".join(expected["visited"]) or "none", " ".join(names(textbook.visited)))
