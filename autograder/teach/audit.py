"""Tells an instructor which known mistakes a set of exercises catches."""

import json
import sys
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import cache, partial
from itertools import count, product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.exercises import generated, model
from autograder.core.exercises.cache import cached, digest_of, installed
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.shrink import shrink
from autograder.core.exercises.tree_format import write_problem
from autograder.core.judging.judge import NOTHING_RIGHT, checks_in_any_form
from autograder.core.limits import LARGEST_GENERATED, TRIED_BEFORE_SHRINKING
from autograder.core.outputs import create
from autograder.core.sandbox.outcome import Searched
from autograder.core.text import counted
from autograder.explain.probe_trees import can_be_asked, known, probes
from autograder.explain.ways import Variant
from autograder.tell.terminal import ProgressLines, load_aloud
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem

MARKS: dict[model.Check, str] = {"value": "V", "pruned": "P", "order": "O"}
"""The mark of each check in the matrix, for the first check that catches a mistake.

If the value is wrong, all checks fail.
"""
FAR = 2**50  # beyond the constants that stand for infinity

# the trees among which the smallest that catches a mistake is looked for
SEARCHES = (
    model.Generate(examples=400, depth=(1, 3), branching=(1, 3), values=(-2, 3)),
    model.Generate(examples=1000, depth=(1, 5), branching=(1, 3), values=(-3, 3)),
    model.Generate(examples=1000, depth=(1, 4), branching=(1, 3), values=(-FAR, FAR)),
)

BEGINNINGS = {to_move: Tree([0], [0], to_move) for to_move in ("MAX", "MIN")}
"""The trees of patterns: only the player who begins is fixed."""
Trials = list[tuple[Tree, bool]]
"""The trees that were tried in a search for a small one, and whether each caught."""
_trials: dict[tuple[object, ...], list[Trials]] = {}
"""The trees that were tried in this process, by all inputs of Hypothesis' draws."""


Case = tuple[Problem, Observation]
"""A problem, and the textbook's search of it."""


class Stage(NamedTuple):
    """A stage of an audit, with the noun that is counted in it."""

    counts: str
    plural: str


NOT_ASKABLE = (
    "not listed: no tree that was tried, and that the adapter can be asked, "
    "shows the mistake."
)
NOT_ASKED = "not listed: the mistake shows in no check that the set asks."
DRAWING = Stage("exercise", "exercises")
TRYING = Stage("way to make a mistake", "ways to make a mistake")
PASSING = Stage("way that passes", "ways that pass")


class AuditRow(NamedTuple):
    """A variant of a mistake.

    caught: the first check that catches it, by the ids of the exercises that catch it.
    asked_checks: the checks that some exercise asks.
    """

    variant: Variant
    pattern: Problem
    caught: Mapping[str, model.Check]
    asked_checks: Collection[model.Check] = model.CHECKS


def show_audit(folder: Path | None, exercises: Path, *, write: bool) -> int:
    """Print which exercise catches which mistake; return 1 if a mistake passes, else 0.

    For a mistake that passes, an exercise that would catch it is printed, too. write:
    whether to save it in the folder of the set.
    """
    folder = folder or exercises
    audited = load_aloud(folder)
    progress = _Progress()
    rows = list(audit(audited, reached=progress))
    print("\n".join(matrix(rows, audited)))
    passing = [row for row in rows if not row.caught]
    saved: list[Case] = []
    for number, row in enumerate(passing):
        progress(PASSING, number, len(passing))
        problem = _show_passing(row, audited.assignment)
        if problem is None or not write or _is_caught_by(saved, row):
            continue
        saved.append((problem, observe(problem)))
        written = document(row, problem, audited.assignment)
        print(f"  Saved as {save_exercise(folder, written)}.")
    caught = len(rows) - len(passing)
    print(f"\n{caught} of {len(rows)} ways to make a known mistake are caught.")
    _show_not_asked(len(rows), audited)
    return 1 if passing else 0


def _is_caught_by(cases: Iterable[Case], row: AuditRow) -> bool:
    """Return whether one of several cases catches a mistake by a check that counts."""
    return any(failed(*case, row.variant) & {*row.asked_checks} for case in cases)


def _show_not_asked(asked: int, audited: model.ExerciseSet) -> None:
    """Print how many ways to make a known mistake no exercise of a set can show."""
    interfaces_used = {exercise.pattern.interface for exercise in audited.exercises}
    prune_when = audited.assignment.prune_when
    ways = sum(len(known(interface, prune_when)) for interface in interfaces_used)
    if ways > asked:
        has_adapter = audited.assignment.adapter is not None
        message = NOT_ASKABLE if has_adapter else NOT_ASKED
        print(counted(ways - asked, "more way"), message)


def _show_passing(row: AuditRow, assignment: model.Assignment) -> Problem | None:
    """Print a mistake that passes, and return a problem that catches it, or None."""
    name, _, way = str(row.variant).partition(": ")
    print(f"\n{name} passes, made as {way}")
    problem = smallest_catch(row)
    if problem is None:
        print("  No small tree tells it from the textbook's search.")
        return None
    written = document(row, problem, assignment)
    print(f"  This exercise would catch it: {json.dumps(written, ensure_ascii=False)}")
    return problem


class _Progress:
    """Shows on standard error how far an audit is, one stage after the other."""

    def __init__(self) -> None:
        self._stage: Stage | None = None

    def __call__(self, stage: Stage, done: int, of: int) -> None:
        """Note how many of how many are done in a stage, which begins with 0."""
        if stage is not self._stage:
            self._stage = stage
            self._lines = ProgressLines(stage.counts, plural=stage.plural)
        if done:
            self._lines.reached(done, of)


def audit(
    exercises: model.ExerciseSet,
    *,
    once: bool = False,
    reached: Callable[[Stage, int, int], None] = lambda stage, done, of: None,
) -> Iterator[AuditRow]:
    """Try each known mistake of the set's interfaces on every exercise.

    once: stop at the first exercise that catches it. reached: called with a stage, and
    how many of how many are done.
    """
    work = _Audit(exercises, once=once)
    if not once:
        for number, exercise in enumerate(exercises.exercises):
            reached(DRAWING, number, len(exercises.exercises))
            work.searches.of(exercise)
    # The set's own convention decides about mistakes; an exercise with the other
    # convention takes part all the same.
    prune_when = exercises.assignment.prune_when
    used = dict.fromkeys(exercise.pattern.interface for exercise in exercises.exercises)
    ways = {interface: known(interface, prune_when) for interface in used}
    total = sum(map(len, ways.values()))
    tried = count()
    for interface, variants in ways.items():
        judged = work.exercises_of(interface)
        probed = work.probes_of(interface)
        for variant in variants:
            reached(TRYING, next(tried), total)
            row = work.row(variant, judged, probed)
            if row is not None:
                yield row


class _Audit:
    """An audit's set, and the searches on which its mistakes are tried.

    once: only the first exercise that catches a mistake is looked for.
    """

    def __init__(self, exercises: model.ExerciseSet, *, once: bool) -> None:
        self.searches = _Searches()
        self._exercises = exercises
        self._once = once
        self._asked = tuple(
            check
            for check in model.CHECKS
            if any(check in exercise.asked_checks for exercise in exercises.exercises)
        )

    def exercises_of(self, interface: str) -> Sequence[model.Exercise]:
        """Return the exercises of an interface."""
        return [
            exercise
            for exercise in self._exercises.exercises
            if exercise.pattern.interface == interface
        ]

    def probes_of(self, interface: str) -> Sequence[Case]:
        """Return searches that show mistakes, as far as a student may be asked them."""
        assignment = self._exercises.assignment
        patterns = [exercise.pattern for exercise in self._exercises.exercises]
        return [
            (problem, observe(problem))
            for problem in probes(interface, assignment.prune_when)
            if can_be_asked(problem, assignment.adapter, patterns)
        ]

    def row(
        self,
        variant: Variant,
        judged: Sequence[model.Exercise],
        probed: Sequence[Case],
    ) -> AuditRow | None:
        """Try a mistake; return None if no tree can be asked for that shows it.

        judged, probed: the exercises and the probes of the mistake's interface.
        """
        # Exercises may have searches in common.
        fails = cache(partial(_failed_case, variant))
        caught: dict[str, model.Check] = {}
        for exercise in judged:
            by_size = self._once or isinstance(exercise.generate, model.Every)
            check = _first_check(
                self.searches.of(exercise), fails, by_size, exercise.asked_checks
            )
            if check is not None:
                caught[exercise.id] = check
                if self._once:
                    break
        adapter = self._exercises.assignment.adapter
        # Without an adapter, some tree shows each mistake, if all checks are asked.
        asks_all = adapter is None and self._asked == model.CHECKS
        is_shown = bool(caught) or asks_all
        if not is_shown and _first_check(probed, fails, True, self._asked) is None:
            return None
        return AuditRow(variant, judged[0].pattern, caught, self._asked)


class _Searches:
    """The problems of a set's exercises, each with the textbook's search of it.

    Exercises that have a problem in common share its search.
    """

    def __init__(self) -> None:
        self._of_exercises: dict[str, Sequence[Case]] = {}
        self._cases: dict[tuple[object, ...], Case] = {}

    def of(self, exercise: model.Exercise) -> Sequence[Case]:
        """Return the searches of an exercise.

        The trees of a generated exercise are drawn if they were not yet.
        """
        if exercise.id not in self._of_exercises:
            problems: Sequence[Problem]
            if isinstance(exercise, model.FixedExercise):
                problems = [exercise.pattern._replace(isolate=None)]
            else:
                problems = problems_of(exercise)
            cases = [self._case(problem) for problem in problems]
            self._of_exercises[exercise.id] = cases
        return self._of_exercises[exercise.id]

    def _case(self, problem: Problem) -> Case:
        tree, *terms = problem
        key = (tuple(tree.child_counts), tree.values, tree.players, *terms)
        if key not in self._cases:
            self._cases[key] = (problem, observe(problem))
        return self._cases[key]


def _first_check(
    cases: Iterable[Case],
    fails: Callable[[Case], set[model.Check]],
    by_size: bool,
    asked_checks: Sequence[model.Check],
) -> model.Check | None:
    """Return the first of the checks that fail for a mistake on some problems.

    by_size: whether to stop at the first problem with a failing check.
    """
    first_asked = asked_checks[0]
    failing: set[model.Check] = set()
    for case in cases:
        failing |= fails(case).intersection(asked_checks)
        if first_asked in failing or (failing and by_size):
            break
    return next((check for check in asked_checks if check in failing), None)


def _failed_case(variant: Variant, case: Case) -> set[model.Check]:
    return failed(*case, variant)


def failed(
    problem: Problem, expected: Observation, variant: Variant
) -> set[model.Check]:
    """Return the checks that a mistaken search of a problem fails.

    expected: the textbook's search of it.
    """
    mistaken = variant.attempt(problem)
    checks = NOTHING_RIGHT
    if mistaken is not None:
        checks = checks_in_any_form(problem, expected, Searched(mistaken))
    return {check for check in model.CHECKS if not checks[check]}


def smallest_catch(row: AuditRow) -> Problem | None:
    """Return the smallest problem that catches a mistake; None if none was found.

    It is shrunk from problems like the set's.
    """
    catching: list[Problem] = []
    depths: tuple[int | None, ...] = (None,)
    if interfaces.load(row.pattern.interface).has_horizon:
        depths = (None, 1, 2)
    for ranges in SEARCHES:
        for to_move, depth in product(("MAX", "MIN"), depths):
            beginning = BEGINNINGS[to_move]
            pattern = row.pattern._replace(
                tree=beginning, depth=depth, window=(-inf, inf), isolate=None
            )
            catching += _caught_while_shrinking(row, pattern, ranges)
        if catching:  # of several smallest ones the last
            return min(reversed(catching), key=_size)
    return None


def _size(problem: Problem) -> tuple[int, int]:
    """Return the numbers of leaves and of nodes of a problem's tree."""
    return len(list(problem.tree.leaves())), len(problem.tree)


def _caught_while_shrinking(
    row: AuditRow, pattern: Problem, ranges: model.Generate
) -> list[Problem]:
    """Return the problems that caught a mistake, in the order of the search for them.

    The next tree to try follows only from which trees before it were caught. So an
    earlier search, for another mistake, player or interface, tried the same trees if it
    caught the same ones.
    """
    answers: dict[Tree, bool] = {}

    def catches(tree: Tree) -> bool:
        if tree not in answers:
            failing = failed(*_case(pattern, tree), row.variant)
            answers[tree] = not failing.isdisjoint(row.asked_checks)
        return answers[tree]

    earlier = _earlier_trials(pattern, ranges)
    for trials in earlier:
        if all(catches(tree) == is_caught for tree, is_caught in trials):
            break
    else:
        trials = _shrunk(pattern, ranges, catches)
        earlier.append(trials)
    return [_case(pattern, tree)[0] for tree, is_caught in trials if is_caught]


def _earlier_trials(pattern: Problem, ranges: model.Generate) -> list[Trials]:
    """Return the trees of earlier searches with the same draws of Hypothesis.

    The first are those of a search without a tree that catches a mistake.
    """
    kind = (
        ranges,
        pattern.depth is not None,
        interfaces.load(pattern.interface).complete_binary,
    )
    if kind not in _trials:
        drawing = (
            sys.version,
            installed("hypothesis"),
            digest_of(Path(generated.__file__).with_name("generate.py")),
        )
        key = ("in vain", *kind, LARGEST_GENERATED, TRIED_BEFORE_SHRINKING, *drawing)
        in_vain = cached(
            key, lambda: _written(_shrunk(pattern, ranges, lambda tree: False)), _read
        )
        _trials[kind] = [in_vain]
    return _trials[kind]


def _written(trials: Trials) -> list[str]:
    """Return a line for each tree: the children and the values of its nodes."""
    return [json.dumps((list(tree.child_counts), tree.values)) for tree, _ in trials]


def _read(lines: list[str]) -> Trials:
    """Return the trees that `_written` wrote, as trees that catch nothing."""
    return [(_tree(*map(tuple, json.loads(line))), False) for line in lines]


def _shrunk(
    pattern: Problem, ranges: model.Generate, catches: Callable[[Tree], bool]
) -> Trials:
    """Look for a small tree that catches a mistake.

    Return all trees that were tried.
    """
    # slow to import, and needed only if a mistake passes
    from autograder.core.exercises.generate import first_failing

    trials: Trials = []

    def is_caught(problem: Problem) -> bool:
        tree = _tree(tuple(problem.tree.child_counts), problem.tree.values)
        trials.append((tree, catches(tree)))
        return trials[-1][1]

    exercise = model.GeneratedExercise("", "", pattern, ranges)
    first = first_failing(exercise, is_caught)
    if first is not None:
        shrink(first, ranges, is_caught)
    return trials


@cache
def _tree(child_counts: Sequence[int], values: Sequence[Value | None]) -> Tree:
    """Return the tree with these children and values, for either player to begin."""
    return Tree(child_counts, values)


@cache
def _case(pattern: Problem, tree: Tree) -> Case:
    """Return a problem like a pattern with a tree, and the textbook's search of it."""
    played = Tree(tree.child_counts, tree.values, pattern.tree.players)
    problem = pattern._replace(tree=played)
    return problem, observe(problem)


def matrix(rows: list[AuditRow], exercises: model.ExerciseSet) -> Iterator[str]:
    """Return the lines of the matrix: a mistake a row, an exercise a column."""
    if not rows:
        yield (
            "The catalogue has no mistake that can be made in these exercises' "
            "interface."
        )
        return
    ids = [exercise.id for exercise in exercises.exercises]
    for number, name in enumerate(ids, 1):
        yield f"{number:>3}  {name}"
    yield ""
    rows_of: dict[str, list[AuditRow]] = {}  # by the mistake's id
    for row in rows:
        rows_of.setdefault(row.variant.misconception.id, []).append(row)
    width = max(map(len, rows_of))
    numbers = range(1, len(ids) + 1)
    tens = [str(number // 10 or " ") for number in numbers]
    units = [str(number % 10) for number in numbers]
    for digits in (tens, units):
        yield f"{'':<{width}} {_columns(digits)}"
    for misconception, ways in rows_of.items():
        marks = [_mark(ways, name) for name in ids]
        yield f"{misconception:<{width}} {_columns(marks)}{_passing_note(ways)}"
    yield ""
    yield (
        "V: the value is wrong. P: the value is right and pruning is not. "
        "O: only the order is wrong. A mistake can often be made in several ways: "
        "the mark is of those caught."
    )


def _columns(cells: Iterable[str]) -> str:
    return "".join(f"{cell:>2}" for cell in cells)


def _mark(ways: Iterable[AuditRow], exercise_id: str) -> str:
    """Return the mark of an exercise for a mistake. ways: the rows of that mistake."""
    checks = {row.caught.get(exercise_id) for row in ways}
    return next((MARKS[check] for check in model.CHECKS if check in checks), "·")


def _passing_note(ways: Sequence[AuditRow]) -> str:
    """Return how many ways to make a mistake pass, as the end of a line, or ""."""
    passing = sum(not row.caught for row in ways)
    if not passing:
        return ""
    verb = "passes" if passing == 1 else "pass"
    return f"   {passing} of {counted(len(ways), 'way')} to make this mistake {verb}"


def document(
    row: AuditRow, problem: Problem, assignment: model.Assignment
) -> dict[str, Any]:
    """Return an exercise that catches a mistake, as a document.

    Students read titles, so only the source tells the mistake; `show` prints it.
    """
    written: dict[str, Any] = {
        "title": "A small tree",
        "source": f"audit: catches {row.variant.misconception.id}",
    }
    used = {"interface", *interfaces.load(problem.interface).options}
    for name in ("interface", "prune_when", "bound"):
        value = getattr(problem, name)
        if name in used and value != getattr(assignment, name):
            written[name] = value
    return written | write_problem(problem)


def save_exercise(folder: Path, written: dict[str, Any]) -> Path:
    """Write an exercise into a folder, and return its file.

    Its name and its title are not taken yet, and say nothing of the mistake.
    """
    number = 1
    while (folder / f"audit_{number:02}.json").exists():
        number += 1
    file = folder / f"audit_{number:02}.json"
    titled = {**written, "title": f"{written['title']} ({number})"}
    text = json.dumps(titled, ensure_ascii=False, indent=1)
    create(file, text + "\n")
    return file
