"""Sheets to print: the trees of a set with blank lines, N variants of each generated one, and the solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from autograder.errors import WrongUsage
from autograder.exercises import SEARCHED_BY_HAND, Exercise, ExerciseSet, FixedExercise, Generate, problems_of
from autograder.pages.picture import NodeLabels, Picture, part_of, picture
from autograder.pages.practice import fits_paper, terms
from autograder.pages.render import rendered
from autograder.showing import TreeAnnotations, cutoff_words, shown
from autograder.teaching import recorded, trace
from autograder.text import visible_name
from reference.problem import Problem

MOST_LEAVES = 26
"""What fits across a sheet that is held upright."""


@dataclass(frozen=True)
class Line:
    """An inner node, and what belongs on its line. window, value: "" where the search does not come."""

    name: str
    player: str
    window: str
    value: str


@dataclass(frozen=True)
class Question:
    """An exercise on a sheet, with its solution. problem: what is searched."""

    id: str
    title: str
    points: str
    terms: str
    problem: Problem
    blank: Picture
    solved: Picture
    root: str
    value: str
    visited: tuple[str, ...]
    pruned: tuple[str, ...]
    cutoffs: tuple[str, ...]
    lines: tuple[Line, ...]
    trace: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """One variant. name: which it is, "" where there is one alone."""

    name: str
    questions: tuple[Question, ...]


def sheets(exercises: ExerciseSet, variants: int, seed: int) -> tuple[Sheet, ...]:
    """The variants of a set's sheet. Raises WrongUsage, and InvalidExercises where no tree has what is required."""
    chosen = [exercise for exercise in exercises.exercises if fits_paper(exercise)]
    if not chosen:
        raise WrongUsage(
            f"{exercises.folder}: there is no tree for a sheet here; it needs an exercise that students may"
            " see, with a search to the leaves that returns a value"
        )
    trees = [_problems(exercise, variants, seed) for exercise in chosen]
    return tuple(
        Sheet(
            f"Variant {number + 1} of {variants}" if variants > 1 else "",
            tuple(_question(exercise, own[number]) for exercise, own in zip(chosen, trees, strict=True)),
        )
        for number in range(variants)
    )


def sheet_page(exercises: ExerciseSet, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The page with the sheets, or with their solutions."""
    title = exercises.assignment.title
    return rendered("sheet.html.j2", title=title, sheets=made, solutions=solutions)


def _problems(exercise: Exercise, variants: int, seed: int) -> list[Problem]:
    """The trees of the variants: of a generated exercise different ones, as long as so many are drawn."""
    if isinstance(exercise, FixedExercise):
        return [exercise.problem._replace(interface=SEARCHED_BY_HAND)] * variants
    own = exercise.generate._replace(seed=seed)
    if isinstance(own, Generate):
        own = own._replace(examples=max(own.examples, variants))
    drawn = problems_of(exercise._replace(generate=own))
    fit = [problem for problem in drawn if 1 < _leaves(problem) <= MOST_LEAVES] or drawn
    by_tree = {(tuple(problem.tree.child_counts), tuple(problem.tree.values)): problem for problem in fit}
    different = list(by_tree.values())
    Random(f"{seed} {exercise.id}").shuffle(different)  # noqa: S311 (reproducible, not secret)
    chosen = [different[number % len(different)] for number in range(variants)]
    return [problem._replace(interface=SEARCHED_BY_HAND) for problem in chosen]


def _leaves(problem: Problem) -> int:
    return sum(1 for _ in problem.tree.leaves())


def _question(exercise: Exercise, problem: Problem) -> Question:
    tree = problem.tree
    expected = recorded(problem)
    marks = TreeAnnotations(problem, expected, exercise.unneeded)
    part, known = part_of(marks), NodeLabels(problem, expected.calls)
    name = tree.name
    cutoffs = [f"{name(node)}: {cutoff_words(problem, moment)}" for node, moment in marks.cutoffs.items()]
    return Question(
        exercise.id,
        exercise.title,
        f"{exercise.max_points:g}",
        terms(problem),
        problem,
        picture(marks, part, words=f"The tree of {exercise.id}", blank=True),
        picture(marks, part, known, words=f"The search of {exercise.id}"),
        name(0),
        shown(expected.value),
        tuple(map(name, expected.visited)),
        tuple(map(name, expected.pruned(tree))),
        tuple(cutoffs),
        tuple(_lines(problem, known)),
        tuple("  " * step.indent + visible_name(step.text, 400) for step in trace(problem)),
    )


def _lines(problem: Problem, known: NodeLabels) -> Iterator[Line]:
    tree = problem.tree
    for node in range(len(tree)):
        if not tree.is_leaf(node):
            yield Line(tree.name(node), tree.player(node), known.window(node), known.value(node))
