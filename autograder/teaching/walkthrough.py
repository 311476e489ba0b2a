"""Shows an exercise: its tree, and the textbook's search of it step by step."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from autograder.errors import WRONG_USAGE, Mistake, WrongUsage, format_mistakes
from autograder.exercises import (
    UNNEEDED,
    Assignment,
    Exercise,
    FixedExercise,
    GeneratedExercise,
    assignment_beside,
    exercise_files,
    problems_of,
    searchable_exercise,
)
from autograder.limits import MOST_LABELS
from autograder.showing import Line, Page, Span, Style, TreeAnnotations, draw, line, plain
from autograder.teaching.trace import Step, number, recorded, trace
from autograder.text import visible_name
from reference.problem import Observation, Problem

STYLES: dict[str, Style] = {"heading": "strong", "call": "strong", "cutoff": "cutoff"}


@dataclass(frozen=True)
class Shown:
    """An exercise with the search that is shown of it.

    note: what is to be said about the problem, "" for nothing. mistakes: where the search contradicts the author.
    """

    exercise: Exercise
    problem: Problem
    expected: Observation
    steps: tuple[Step, ...]
    note: str
    mistakes: tuple[Mistake, ...] = ()


def walk_through(name: str, folder: Path, *, step: bool, seed: int | None) -> int:
    """Shows an exercise; returns the exit status, which is not 0 where the author's numbers are wrong.

    name: its id in a folder, the beginning of one, or a file. step: a key a step. seed: of generated trees those of it.
    An exercise whose author the textbook's search contradicts is shown all the same. Raises InvalidExercises, and
    WrongUsage where there is no such exercise, or no terminal to step on.
    """
    exercise, contradictions = searchable_exercise(*find_exercise(name, folder))
    exercise = _with_seed(exercise, seed)
    shown = replace(shown_search(exercise), mistakes=tuple(contradictions))
    if step:
        _step(shown)
    else:
        show(page(shown))
    return WRONG_USAGE if contradictions else 0


def find_exercise(name: str, folder: Path) -> tuple[Path, Assignment]:
    """The file of an exercise and the assignment that it is part of.

    name: the exercise's id, the beginning of one, or the path of a file. Raises WrongUsage, InvalidExercises.
    """
    file = Path(name)
    if not (file.suffix == ".json" and os.path.isfile(file)):
        if file.name != name:
            raise WrongUsage(f"{name}: there is no such .json file; name one, or the id of an exercise")
        file = _file_named(name.removesuffix(".json"), folder)
    return file, assignment_beside(file)


def shown_search(exercise: Exercise) -> Shown:
    """An exercise with the search to show; of generated trees, that of the first one that has something to show."""
    problem, note = _problem(exercise)
    if problem.isolate:
        note = f"Only {problem.isolate} is judged here, the grader answers for the other; this is the whole search."
        problem = problem._replace(isolate=None)
    expected = recorded(problem)
    return Shown(exercise, problem, expected, trace(problem, expected), note)


def page(shown: Shown) -> Page:
    """The page: what is searched, the tree, the search, and what came of it."""
    problem, expected = shown.problem, shown.expected
    names = problem.tree.name
    return [
        *heading(shown),
        line(),
        *draw(TreeAnnotations(problem, expected, shown.exercise.unneeded)),
        line(),
        *map(written, shown.steps),
        line(),
        line(f"visited   {' '.join(map(names, expected.visited)) or 'none'}"),
        line(f"pruned    {' '.join(map(names, expected.pruned(problem.tree, problem.depth))) or 'none'}"),
        line(f"{'action' if isinstance(expected.value, str) else 'value':<9} {number(expected.value)}"),
    ]


def heading(shown: Shown) -> Page:
    """The title, the source and the terms of the search, as far as they are not the usual ones."""
    exercise, terms = shown.exercise, _terms(shown.problem)
    rows: Page = [line(Span(f"{visible_name(exercise.id)}: {exercise.title}", "strong"))]
    rows += [line(Span(text, "faint")) for text in (exercise.source, shown.note, terms) if text]
    rows += [line(Span(text, "bad")) for text in format_mistakes(shown.mistakes)]
    needed = [leaf for leaf in shown.expected.visited if leaf in exercise.unneeded]
    if needed:
        labels = [f'"{exercise.unneeded[leaf]}"' for leaf in needed]
        some = ", ".join(labels[:MOST_LABELS] + ["…"] * (len(labels) > MOST_LABELS))
        rows.append(line(Span(f"In the search below {UNNEEDED} stands for {some}.", "bad")))
    return rows


def written(step: Step) -> Line:
    """A step as a line, indented by the calls that it is nested in."""
    style: Style = STYLES.get(step.kind, "cutoff" if step.kind == "test" and step.text.endswith("YES") else "")
    return line("  " * step.indent, Span(step.text, style))


def show(rows: Page) -> None:
    """Prints a page, in colour where standard output is a terminal."""
    if not sys.stdout.isatty():
        try:
            print(plain(rows), flush=True)
        except BrokenPipeError:  # as when piped into head
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    from rich.console import Console

    from autograder.teaching.stepper import styled

    Console(highlight=False, soft_wrap=True).print(styled(rows))


def _step(shown: Shown) -> None:
    """Walks through the search on a terminal. Raises WrongUsage where there is none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUsage("--step waits for keys, so it needs a terminal; without --step the whole search is printed")
    from autograder.teaching.stepper import walk

    walk(heading(shown), shown.problem, shown.exercise.unneeded, shown.steps)


def _file_named(name: str, folder: Path) -> Path:
    """The file of the exercise whose id is, or alone begins with, a name."""
    files = exercise_files(folder)
    if not files:
        raise WrongUsage(f"{folder}: there are no exercises here; name a folder with --exercises")
    found = [file for file in files if file.stem == name] or [file for file in files if file.stem.startswith(name)]
    if len(found) == 1:
        return found[0]
    why = f'several exercises begin with "{name}"' if found else f'no exercise is called "{name}"'
    listed = "".join(f"\n  {file.stem}" for file in found or files)
    raise WrongUsage(f"{folder}: {why}; {'name one of them' if found else 'there are'}:{listed}")


def _with_seed(exercise: Exercise, seed: int | None) -> Exercise:
    """The exercise with the trees of a seed, such as one that stands in results.json."""
    if seed is None:
        return exercise
    if isinstance(exercise, FixedExercise):
        raise WrongUsage(f"{exercise.id} has one tree and is the same for everyone; leave --seed out")
    return replace(exercise, generate=replace(exercise.generate, seed=seed))


def _problem(exercise: Exercise) -> tuple[Problem, str]:
    """The problem to show, and what is to be said about it."""
    match exercise:
        case FixedExercise():
            return exercise.problem, ""
        case GeneratedExercise():
            return _generated(exercise)


def _generated(exercise: GeneratedExercise) -> tuple[Problem, str]:
    """The first generated problem in which something is pruned and not all utilities are equal, and words about it."""
    problems = problems_of(exercise)

    def interest(problem: Problem) -> tuple[bool, bool]:
        tree = problem.tree
        values = {tree.values[leaf] for leaf in tree.leaves(depth=problem.depth)}
        return len(values) > 1, bool(recorded(problem).pruned(tree, problem.depth))

    best = max(map(interest, problems))
    problem = next(problem for problem in problems if interest(problem) == best)
    which = f"number {problems.index(problem) + 1} of {len(problems)} of seed {exercise.generate.seed or 0}"
    what = "the first with different values" + (" and pruned leaves" if best[1] else "")
    return (
        problem,
        f"There is no one tree: they are generated. This is {which}, {what if best[0] else 'like the others'}.",
    )


def _terms(problem: Problem) -> str:
    window = f"window ({number(problem.window[0])}, {number(problem.window[1])})"
    terms: list[tuple[bool, Callable[[], str]]] = [
        (problem.window != (-inf, inf), lambda: window),
        (problem.depth is not None, lambda: f"searched to a depth of {problem.depth}"),
        (problem.prune_when == "alpha > beta", lambda: "prunes when alpha > beta, not when they are equal"),
    ]
    return "; ".join(words() for holds, words in terms if holds)
