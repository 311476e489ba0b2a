"""Makes the input of a search for a repair: the program, and its trials.

A trial is a search with its right results: edits that repair the program make all of
them right.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf, isfinite
from typing import Any

from autograder.core import limits
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.model import (
    CHECKS,
    Check,
    Every,
    Exercise,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.sandbox.program import known_to_adapters
from autograder.core.text import encoding_of, source_lines
from autograder.explain.probe_trees import among, few_results
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem

SMALLEST = (
    [1, 2],
    [2, 1],
    [1, 1],
    [2, 1, 3],
    [2, 3, 1],
    [[2, 3]],
    [[3, 2]],
    [[2], [1, 3]],
    [[1], [2, 3]],
    [[2], [3, 1]],
)
"""Trees that are tried before any other."""
WATCHED = (
    [[[23, 41], [37, -29]], [[61, -53], [31, 47]]],
    [[[-43, 67], [59, 27]], [[39, -35], [71, -25]]],
)
"""Trees with leaves that are far from the numbers of plies and from each other."""
WINDOWED = (
    [2, 1, 3],
    [[2], [1, 3]],
    [[3, 2], [1, 4]],
    [[[3, 6], [5, 1]], [[2, 7], [8, 4]]],
)
"""Trees that are searched with finite windows."""
OFF = 0.5
"""How far from a value such a window ends."""
WHOLE = (-inf, inf)
WIDE = (-1000.25, 1000.75)
"""A window that no program begins with by itself."""
ANY_NUMBER, ANY_TEXT = (-inf, inf), ("", chr(sys.maxunicode))
"""The ranges of answers of which all are right."""
INFINITE = (inf, -inf, [inf, inf], [-inf, -inf])
"""Trees of infinite leaves alone."""
ROUNDS = 5
"""How deep the smallest trees may be searched, in rounds of all players."""


def modules(sources: Mapping[str, bytes]) -> dict[str, str]:
    """Return the text of the files that a repair may change, by module."""
    texts: dict[str, str] = {}
    for file, data in sources.items():
        # A file that is no text could not be written back as it was.
        with suppress(UnicodeError):
            data.decode(encoding_of(data))
            if "/" not in file and len(data) <= limits.LARGEST_PROGRAM:
                texts[file.removesuffix(".py")] = "\n".join(source_lines(data))
    return texts


def trials(
    exercises: Sequence[Exercise], failed: Sequence[Problem] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield the searches of some exercises, and failed ones, with their right results.

    They are plain tuples, for marshal.
    """
    fitting = [
        problem
        for problem in _problems_of(exercises)
        if problem.isolate is None and len(problem.tree) <= limits.LARGEST_TRIAL
    ]
    by_size = sorted(fitting, key=lambda problem: len(problem.tree))
    chosen = by_size[: limits.MOST_TRIALS]
    results = few_results(exercises)
    asked_checks = {check for exercise in exercises for check in exercise.asked_checks}
    for problem in _smallest(fitting):
        yield _trial(among(results, problem), asked_checks)
    for problem in chosen:
        yield _trial(problem, asked_checks)
    # A program's mistake may show in none of the smallest, or edits repair the failed
    # ones alone.
    for problem in failed:
        fits = problem.isolate is None and len(problem.tree) <= limits.LARGEST_FAILED
        if fits and problem not in chosen:
            yield _trial(problem, asked_checks)


def wide_trials(exercises: Sequence[Exercise]) -> Iterator[tuple[Any, ...]]:
    """Yield searches with a window that is wider than their tree, for both players.

    In them alpha and beta differ from all other numbers. They are plain tuples, for
    marshal.
    """
    fitting = [
        problem for problem in _problems_of(exercises) if problem.isolate is None
    ]
    results = few_results(exercises)
    for problem in _like_each(fitting, WATCHED):
        yield _trial(_with_wide_window(among(results, problem)), CHECKS)


def _with_wide_window(problem: Problem) -> Problem:
    """Return a search with the window WIDE, if it can be asked with one."""
    low, high = WIDE
    if problem.guess is not None:
        return problem._replace(guess=(low + high) / 2, epsilon=(high - low) / 2)
    wide = problem._replace(window=WIDE)
    return problem if any(interfaces.mistakes(wide)) else wide


def windowed_trials(exercises: Sequence[Exercise]) -> Iterator[tuple[Any, ...]]:
    """Yield searches with finite windows that a repair is held against, too.

    A set has few of them, and an edit may make those right by chance. They are for the
    players at whose roots it has some. So are searches of infinite leaves, if they are
    among every small tree. They are plain tuples, for marshal.
    """
    windowed = [
        problem._replace(window=WHOLE)
        for problem in _problems_of(exercises)
        if problem.isolate is None and any(map(isfinite, problem.window))
    ]
    results = few_results(exercises)
    asked_checks = {check for exercise in exercises for check in exercise.asked_checks}
    for problem in _like_each(windowed, WINDOWED):
        asked = among(results, problem)
        values = sorted(value for value in asked.tree.values if value is not None)
        for window in _windows_off(values):
            within = asked._replace(window=window)
            if not any(interfaces.mistakes(within)):
                yield _trial(within, asked_checks)
    for problem in _with_infinite_leaves(exercises):
        yield _trial(problem, asked_checks)


def _with_infinite_leaves(exercises: Sequence[Exercise]) -> Iterator[Problem]:
    """Yield the smallest searches of exercises that have every small tree.

    Of those no others are tried, and only they have infinite leaves.
    """
    for exercise in exercises:
        match exercise:
            case GeneratedExercise(pattern=pattern, generate=Every(values=None)):
                yield from _like(pattern, pattern.tree.players, INFINITE, False)


def _windows_off(values: Sequence[Value]) -> Iterator[tuple[Value, Value]]:
    """Yield windows below sorted values, above them and among them: at none."""
    least, middle, greatest = values[0], values[len(values) // 2], values[-1]
    yield least - 2 * OFF, least - OFF
    yield greatest + OFF, greatest + 2 * OFF
    yield middle - OFF, middle + OFF
    yield least - OFF, middle - OFF


def _problems_of(exercises: Sequence[Exercise]) -> list[Problem]:
    problems = [
        exercise.problem
        for exercise in exercises
        if isinstance(exercise, FixedExercise)
    ]
    for exercise in exercises:
        # Of every small tree there would be too many.
        match exercise:
            case GeneratedExercise(generate=Generate()):
                problems += problems_of(exercise)
    return problems


def _trial(problem: Problem, asked_checks: Collection[Check]) -> tuple[Any, ...]:
    """Return a search with its right results, as far as checks are asked."""
    interface = interfaces.load(problem.interface)
    tree = interfaces.searched_tree(problem)
    nodes = (
        tree.child_counts.tobytes(),
        list(tree.values),
        list(tree.players),
        tree.own_names,
    )
    function, arguments = interface.call(problem)
    expected = observe(problem)
    looks_of_forms = {interface.due_looks(expected): None}
    for search in other_right_searches(problem):
        looks_of_forms[interface.due_looks(search)] = None
    if {*asked_checks} == {"value"}:
        looks_of_forms = {
            looks._replace(nodes=(), goes_on=True): None for looks in looks_of_forms
        }
    right_looks = tuple(tuple(looks) for looks in looks_of_forms)
    answers = interface.accepted(problem, expected.value)
    ends_only = interface.hard_only
    if "value" not in asked_checks:
        is_text = isinstance(expected.value, str)
        answers = ANY_TEXT if is_text else ANY_NUMBER
        ends_only = False
    is_lost = interfaces.is_lost(problem)
    right = (right_looks, *answers, ends_only, is_lost)
    return (*nodes, function, tuple(arguments), *right, known_to_adapters(problem))


def _smallest(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the smallest trees there are, for both players.

    In them one mistake shows and another does not.
    """
    without_guess = [problem for problem in problems if problem.guess is None]
    yield from _like_each(without_guess, SMALLEST)


def _like_each(
    problems: Sequence[Problem], all_nested: Sequence[Any]
) -> Iterator[Problem]:
    """Yield searches of some trees for each interface and order of players."""
    patterns: dict[str, Problem] = {}
    for problem in problems:
        if problem.window == WHOLE:
            patterns.setdefault(problem.interface, problem)
    for interface, pattern in patterns.items():
        of_interface = [
            problem for problem in problems if problem.interface == interface
        ]
        goes_past_end = any(map(_goes_past_end, of_interface))
        for players in sorted({problem.tree.players for problem in of_interface}):
            yield from _like(pattern, players, all_nested, goes_past_end)


def _goes_past_end(problem: Problem) -> bool:
    """Return whether a search is deeper than its tree, so that the game ends first."""
    return problem.depth is not None and problem.depth > problem.tree.depth


def _like(
    pattern: Problem,
    players: Sequence[str],
    all_nested: Sequence[Any],
    goes_past_end: bool,
) -> Iterator[Problem]:
    """Yield searches of some trees that fit a pattern.

    players: the player to move at each ply. goes_past_end: whether they may be deeper
    than their tree. A course that asks for none may take the depth for the only end.
    """
    interface = interfaces.load(pattern.interface)
    for nested in all_nested:
        tree = Tree.from_nested(nested, players)
        # Whole rounds, as some courses count them.
        deepest = ROUNDS * len(players) if goes_past_end else tree.depth
        depth = None if pattern.depth is None else deepest
        problem = pattern._replace(tree=tree, depth=depth)
        if not any(interface.mistakes(problem)):
            yield problem
