"""Tells an instructor which known mistakes a set of exercises catches, and which it would let pass."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from autograder.exercises import model
from autograder.exercises.generate import shrink
from autograder.exercises.generated import problems_of
from autograder.exercises.load import load_set
from autograder.exercises.tree_format import write_problem
from autograder.judging.judge import NOTHING_RIGHT, compare
from autograder.judging.probe_trees import can_be_asked, known, probes
from autograder.mistakes.ways import Variant
from autograder.sandbox.outcome import Searched
from autograder.text import counted
from reference import interfaces
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem

MARKS: dict[model.Check, str] = {"value": "V", "pruned": "P", "order": "O"}
"""What the matrix shows for the first check that catches a mistake: one that fails with the value fails in all."""
FAR = 2**50  # beyond the constants that stand for infinity

# Where the smallest tree that catches a mistake is looked for.
SEARCHES = (
    model.Generate(examples=400, depth=(1, 3), branching=(1, 3), values=(-2, 3)),
    model.Generate(examples=1000, depth=(1, 5), branching=(1, 3), values=(-3, 3)),
    model.Generate(examples=1000, depth=(1, 4), branching=(1, 3), values=(-FAR, FAR)),
)

_in_vain: dict[tuple[object, ...], list[tuple[Problem, Observation]]] = {}
"""What a search tried that caught nothing. For another mistake it would try the same, up to the first one caught."""


class AuditRow(NamedTuple):
    """One way to make one mistake: for each exercise that catches it the first check that does."""

    variant: Variant
    pattern: Problem
    caught: Mapping[str, model.Check]


def show_audit(folder: Path | None, exercises: Path, *, write: bool) -> int:
    """Prints which exercise catches which mistake, and what would pass; 1 where something would. write: saves that."""
    place, saved = folder or exercises, list[tuple[Problem, Observation]]()
    asked = load_set(place)
    rows = list(audit(asked))
    print("\n".join(matrix(rows, asked)))
    passing = [row for row in rows if not row.caught]
    for row in passing:
        name, _, made = str(row.variant).partition(": ")
        print(f"\n{name} passes, made as {made}")
        problem = smallest_catch(row)
        if problem is None:
            print("  No small tree tells it from the textbook's search.")
            continue
        written = document(row, problem, asked.assignment)
        print(f"  This exercise would catch it: {json.dumps(written, ensure_ascii=False)}")
        if write and not any(failed(*case, row.variant) for case in saved):
            saved.append((problem, observe(problem)))
            print(f"  Saved as {save_exercise(place, written)}.")
    print(f"\n{len(rows) - len(passing)} of {len(rows)} ways to make a known mistake are caught.")
    used = {exercise.pattern.interface for exercise in asked.exercises}
    if left := sum(1 for name in used for _ in known(name, asked.assignment.prune_when)) - len(rows):
        words = "not listed: no tree that was tried, and that the adapter can be asked, shows the mistake."
        print(counted(left, "more way"), words)
    return 1 if passing else 0


def audit(exercises: model.ExerciseSet, *, once: bool = False) -> Iterator[AuditRow]:
    """Tries each known mistake of the set's interfaces on every exercise. once: up to the first that catches it."""
    # What is a mistake the set's own convention says; an exercise with the other one takes part all the same.
    prune_when, adapter = exercises.assignment.prune_when, exercises.assignment.adapter
    patterns = [exercise.pattern for exercise in exercises.exercises]
    for interface in dict.fromkeys(problem.interface for problem in patterns):
        judged = [exercise for exercise in exercises.exercises if exercise.pattern.interface == interface]
        searches: dict[str, list[tuple[Problem, Observation]]] = {}
        asked = [problem for problem in probes(interface, prune_when) if can_be_asked(problem, adapter, patterns)]
        probed = [(problem, observe(problem)) for problem in asked]
        for variant in known(interface, prune_when):
            caught: dict[str, model.Check] = {}
            for exercise in judged:
                if once and caught:
                    break
                if exercise.id not in searches:
                    fixed = [exercise.pattern._replace(isolate=None)]
                    drawn = fixed if isinstance(exercise, model.FixedExercise) else problems_of(exercise)
                    searches[exercise.id] = [(problem, observe(problem)) for problem in drawn]
                check = _first_check(searches[exercise.id], variant, once or isinstance(exercise.generate, model.Every))
                caught |= {exercise.id: check} if check else {}
            # A course's program may be asked nothing that shows a mistake.
            if caught or adapter is None or _first_check(probed, variant, by_size=True):
                yield AuditRow(variant, judged[0].pattern, caught)


def _first_check(cases: Iterable[tuple[Problem, Observation]], variant: Variant, by_size: bool) -> model.Check | None:
    """The first of the checks that fail for a mistake on some problems. by_size: stop at the first problem with any."""
    found: set[model.Check] = set()
    for case in cases:
        found |= failed(*case, variant)
        if "value" in found or (found and by_size):
            break
    return next((check for check in model.CHECKS if check in found), None)


def failed(problem: Problem, expected: Observation, variant: Variant) -> set[model.Check]:
    """The checks that a mistaken search fails. expected: what the textbook's search does there."""
    mistaken = variant.attempt(problem)
    checks = NOTHING_RIGHT if mistaken is None else compare(problem, expected, Searched(mistaken))
    return {check for check in model.CHECKS if not checks[check]}


def smallest_catch(row: AuditRow) -> Problem | None:
    """The smallest problem that catches a mistake, shrunk from some like the set's; None where none was found."""
    found, tried = list[Problem](), list[tuple[Problem, Observation]]()

    def caught(problem: Problem) -> bool:
        tried.append((problem, observe(problem)))
        if is_caught := bool(failed(*tried[-1], row.variant)):
            found.append(problem)
        return is_caught

    depths = (None, 1, 2) if interfaces.load(row.pattern.interface).has_horizon else (None,)
    for ranges in SEARCHES:
        for to_move, depth in product(("MAX", "MIN"), depths):
            pattern = row.pattern._replace(tree=Tree([0], [0], to_move), depth=depth, window=(-inf, inf), isolate=None)
            search = (ranges, to_move, *pattern[1:])
            if search in _in_vain and not any(failed(*case, row.variant) for case in _in_vain[search]):
                continue
            tried.clear()
            shrink(model.GeneratedExercise("", "", pattern, ranges), caught)
            if not found:
                _in_vain[search] = tried.copy()
        if found:  # of several smallest ones the last
            return min(reversed(found), key=lambda problem: (sum(1 for _ in problem.tree.leaves()), len(problem.tree)))
    return None


def matrix(rows: list[AuditRow], exercises: model.ExerciseSet) -> Iterator[str]:
    """The lines of the matrix: a mistake a row, an exercise a column."""
    if not rows:
        yield "The catalogue has no mistake that can be made in these exercises' interface."
        return
    made = dict.fromkeys(row.variant.misconception.id for row in rows)
    ids, width = [exercise.id for exercise in exercises.exercises], max(map(len, made))
    numbers = range(1, len(ids) + 1)
    yield from (f"{number:>3}  {name}" for number, name in zip(numbers, ids, strict=True))
    yield ""
    for digits in ([number // 10 or " " for number in numbers], [number % 10 for number in numbers]):
        yield f"{'':<{width}} {''.join(f'{digit:>2}' for digit in digits)}"
    for misconception in made:
        same = [row for row in rows if row.variant.misconception.id == misconception]
        caught = [{row.caught.get(name) for row in same} for name in ids]
        marks = (next((MARKS[check] for check in model.CHECKS if check in checks), "·") for checks in caught)
        passing, ways = sum(not row.caught for row in same), counted(len(same), "way")
        note = f"   {passing} of {ways} to make it {'passes' if passing == 1 else 'pass'}" if passing else ""
        yield f"{misconception:<{width}} {''.join(f'{mark:>2}' for mark in marks)}{note}"
    legend = "V: the value is wrong. P: the value is right and pruning is not. O: only the order is wrong."
    yield from ("", f"{legend} A mistake can often be made in several ways: the mark is of those caught.")


def document(row: AuditRow, problem: Problem, assignment: model.Assignment) -> dict[str, Any]:
    """An exercise that catches a mistake. Students read titles, so only the source tells it, which `show` prints."""
    used = {"interface", *interfaces.load(problem.interface).options}
    own = {"interface": problem.interface, "prune_when": problem.prune_when, "bound": problem.bound}
    return {
        "title": "A small tree",
        "source": f"audit: catches {row.variant.misconception.id}",
        **{name: value for name, value in own.items() if name in used and value != getattr(assignment, name)},
        **write_problem(problem),
    }


def save_exercise(folder: Path, written: dict[str, Any]) -> Path:
    """Writes an exercise into a folder, under a name and a title that are not taken and say nothing of the mistake."""
    number = next(number for number in count(1) if not (folder / f"audit_{number:02}.json").exists())
    file, titled = folder / f"audit_{number:02}.json", {**written, "title": f"{written['title']} ({number})"}
    file.write_text(json.dumps(titled, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file
