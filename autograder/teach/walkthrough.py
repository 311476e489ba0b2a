"""Shows an exercise: its tree and the textbook's search."""

import os
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple

from autograder.core.errors import Mistake, WrongUsage, format_mistakes
from autograder.core.exercises.documents import exercise_files
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import assignment_beside, searchable_exercise
from autograder.core.exercises.model import (
    Assignment,
    Exercise,
    FixedExercise,
    GeneratedExercise,
)
from autograder.core.exercises.tree_format import UNNEEDED
from autograder.core.sentences import sentence
from autograder.core.text import visible_name
from autograder.tell.failed import title_of_row
from autograder.tell.search_passes import shown
from autograder.tell.styled_text import Span, Style, Text, line
from autograder.tell.trace import Step, recorded, trace
from autograder.tell.tree_drawing import TreeAnnotations, draw
from reference.problem import Observation, Problem

STYLES: dict[str, Style] = {"heading": "strong", "call": "strong", "cutoff": "cutoff"}


class Walkthrough(NamedTuple):
    """An exercise with the search that is shown.

    note: on the search, or "". mistakes: contradictions between the search and the
    author.
    """

    exercise: Exercise
    problem: Problem
    expected: Observation
    steps: tuple[Step, ...]
    note: str
    mistakes: Sequence[Mistake]


def find_walkthrough(name: str, folder: Path, seed: int | None) -> Walkthrough:
    """Return an exercise with the search to show.

    name: a path, or the beginning of the id. seed: of its generated trees. Raise
    WrongUsage and InvalidExercises.
    """
    exercise, contradictions = searchable_exercise(*find_exercise(name, folder))
    if seed is not None:
        if isinstance(exercise, FixedExercise):
            raise WrongUsage(
                f"{exercise.id} has one tree and is the same for everyone; leave "
                "--seed out"
            )
        exercise = exercise._replace(generate=exercise.generate._replace(seed=seed))
    return walkthrough_of(exercise, contradictions)


def find_exercise(name: str, folder: Path) -> tuple[Path, Assignment]:
    """Return an exercise's file and assignment.

    name: a path, or the beginning of the id. Raise WrongUsage and InvalidExercises.
    """
    file = Path(name)
    if file.suffix == ".json" and os.path.isfile(file):
        return file, assignment_beside(file)
    if file.name != name:
        raise WrongUsage(
            f"{name}: there is no such .json file; name one, or the id of an exercise"
        )
    file = _file_of_id(name.removesuffix(".json"), folder)
    return file, assignment_beside(file)


def _file_of_id(start: str, folder: Path) -> Path:
    """Return the file of the only exercise whose id begins so. Raise WrongUsage."""
    files = exercise_files(folder)
    if not files:
        raise WrongUsage(
            f"{folder}: there are no exercises here; name a folder with --exercises"
        )
    candidates = [file for file in files if file.stem.startswith(start)]
    for file in candidates:
        if file.stem == start:
            return file
    if not candidates:
        no_exercise = f'{folder}: no exercise is called "{start}"'
        containing = [file for file in files if start.lower() in file.stem.lower()]
        if containing:
            ids = _listed(containing)
            raise WrongUsage(f"{no_exercise}; these contain it:{ids}")
        raise WrongUsage(f"{no_exercise}; there are:{_listed(files)}")
    if len(candidates) > 1:
        ids = _listed(candidates)
        raise WrongUsage(
            f'{folder}: several exercises begin with "{start}"; name one of them:{ids}'
        )
    return candidates[0]


def _listed(files: Iterable[Path]) -> str:
    return "".join(f"\n  {file.stem}" for file in files)


def walkthrough_of(exercise: Exercise, mistakes: Sequence[Mistake] = ()) -> Walkthrough:
    """Return an exercise with the search to show.

    For generated trees, it is the search of the first tree with something to show.
    """
    if isinstance(exercise, FixedExercise):
        problem = exercise.problem
        note = ""
    else:
        problem, note = _generated(exercise)
    if problem.isolate:
        note = sentence("worksheet", "one function", function=problem.isolate)
        problem = problem._replace(isolate=None)
    return Walkthrough(
        exercise, problem, recorded(problem), trace(problem), note, mistakes
    )


def _generated(exercise: GeneratedExercise) -> tuple[Problem, str]:
    """Return the first generated problem that is worth showing, and a note on it.

    It has pruned leaves and different utilities, if any has.
    """
    problems = problems_of(exercise)
    # Search no further than needed, as each tree takes a search.
    best = next((problem for problem in problems if all(_interest(problem))), None)
    if best is None:
        best = max(problems, key=_interest)
    differ, prunes = _interest(best)
    if not differ:
        name = "generated, alike"
    elif prunes:
        name = "generated, first that prunes"
    else:
        name = "generated, first that differs"
    note = sentence(
        "worksheet",
        name,
        number=problems.index(best) + 1,
        count=len(problems),
        seed=exercise.generate.seed or 0,
    )
    return best, note


def _interest(problem: Problem) -> tuple[bool, bool]:
    """Return whether a problem's leaves differ in value, and whether any is pruned."""
    tree, depth = problem.tree, problem.depth
    values = {tree.values[leaf] for leaf in tree.leaves(depth=depth)}
    return len(values) > 1, bool(recorded(problem).pruned(tree, depth))


def text_of(walk: Walkthrough) -> Text:
    """Return the exercise, its tree, the search and its result."""
    problem, expected = walk.problem, walk.expected
    rows = [*heading(walk), line()]
    rows += draw(TreeAnnotations(problem, expected, walk.exercise.unneeded))
    rows.append(line())
    for step in walk.steps:
        rows.append(line("  " * step.indent, Span(step.text, _style(step))))
    rows.append(line())
    leaves = {
        "visited": expected.visited,
        "pruned": expected.pruned(problem.tree, problem.depth),
    }
    for label, nodes in leaves.items():
        names = " ".join(map(problem.tree.name, nodes))
        rows.append(line(title_of_row(label), names or sentence("failed", "none")))
    label = "action" if isinstance(expected.value, str) else "value"
    rows.append(line(title_of_row(label), shown(expected.value)))
    return rows


def heading(walk: Walkthrough) -> Text:
    """Return the title, the source, and the terms of the search that are not usual."""
    exercise = walk.exercise
    mistakes = list(format_mistakes(walk.mistakes))
    if any(leaf in exercise.unneeded for leaf in walk.expected.visited):
        mistakes.append(f"In the search below {UNNEEDED} stands for such letters.")
    rows = [line(Span(f"{visible_name(exercise.id)}: {exercise.title}", "strong"))]
    notes = (exercise.source, walk.note, "; ".join(_unusual_terms(walk.problem)))
    rows += [line(Span(note, "faint")) for note in notes if note]
    rows += [line(Span(mistake, "bad")) for mistake in mistakes]
    return rows


def _unusual_terms(problem: Problem) -> Iterator[str]:
    """Yield the terms of a search that are not the usual ones, in words."""
    if problem.window != (-inf, inf):
        alpha, beta = problem.window
        ends = f"({shown(alpha)}, {shown(beta)})"
        yield sentence("walkthrough", "window", window=ends)
    if problem.depth is not None:
        yield sentence("walkthrough", "depth", depth=problem.depth)
    if problem.prune_when == "alpha > beta":
        yield sentence("walkthrough", "strict")


def _style(step: Step) -> Style:
    if step.kind == "test" and step.holds:
        return "cutoff"
    return STYLES.get(step.kind, "")
