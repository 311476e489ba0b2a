"""What is asked: an assignment, its limits and its exercises, as plain records."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf, isclose
from pathlib import Path
from typing import Literal, NamedTuple

from autograder.core.exercises.cache import digest
from autograder.core.limits import MOST_UTILITIES
from autograder.core.text import counted
from reference.game import Value
from reference.observe import observe
from reference.problem import Bound, Observation, Problem, PruneWhen

Check = Literal["value", "pruned", "order"]
CHECKS: tuple[Check, ...] = ("value", "pruned", "order")
Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
Feedback = Literal["full", "diagnosis", "verdict"]

BY_HAND = "by_hand"
SEARCHED_BY_HAND = "max_value/min_value"
"""The interface whose search gives the right answers of a set that students answer with
pencil and paper.
"""
SOLUTION = "solution.py"
"""The set's own right program, beside the adapter; it is never packed nor handed out.
"""
FROM_TEXTBOOK = "from_textbook.py"
"""Beside the adapter of a set whose solution nobody may publish: what follows the
textbook's functions in a program that is made of them. It is never packed nor handed
out either.
"""

ONE_POINT_EACH: Mapping[Check, float] = {"value": 1, "pruned": 1, "order": 1}


class Limits(NamedTuple):
    """What a submission may use. seconds and cpu_seconds hold for the import and for
    each search.
    """

    seconds: float = 5
    cpu_seconds: int = 5
    run_seconds: float = 420
    memory_mb: int = 512
    output_kb: int = 16
    explain_seconds: float = 3
    """How long an ordinary machine looks for a repair of a program that fails.

    Each machine does the work of such a time. 0 for not at all.
    """


class FeedbackByAttempt(NamedTuple):
    """So many submissions get the feedback in full, so many after them the diagnosis,
    and all others the verdict.
    """

    full: int = 0
    diagnosis: int = 0


class Late(NamedTuple):
    """What handing in late costs: a share of the score for each day begun, and never
    more than a share of it.
    """

    per_day: float
    grace_hours: float = 0
    at_most: float = 1


class Adapter(NamedTuple):
    """An adapter's file and its text."""

    file: Path
    source: str
    needs: tuple[str, ...]
    """What students define, such as "Player" or "Player.max_value"; of
    "max_value|maxValue" one of the two.
    """
    mirrored: bool = False
    """Whether values are those of the player at the root, who maximizes, be it MAX or
    MIN.
    """
    solution_text: str = ""
    """The set's own right program; "" where it has none, or where it is not packed."""
    ending: str = ""
    """The text that makes the textbook's search a program of this set, likewise."""

    @property
    def solution(self) -> Path:
        """Where the set's own right program stands, if it has one."""
        return self.file.with_name(SOLUTION)

    @property
    def from_textbook(self) -> Path:
        """Where the text stands that makes the textbook's search a program of this set,
        if it has one.
        """
        return self.file.with_name(FROM_TEXTBOOK)


class Assignment(NamedTuple):
    """What holds for every exercise of a set, and the defaults for what an exercise may
    say itself.
    """

    title: str
    file: str = "alphabeta.py"
    interface: str = "max_value/min_value"
    prune_when: PruneWhen = "alpha >= beta"
    bound: Bound = "either"
    points: Mapping[Check, float] = ONE_POINT_EACH
    visibility: Visibility = "visible"
    feedback: Feedback | FeedbackByAttempt = "full"
    limits: Limits = Limits()
    adapter: Adapter | None = None
    packages: tuple[str, ...] = ()
    packages_lock: str = ""
    """A digest of the versions at which these packages are installed."""
    accept: tuple[str, ...] = (".py",)
    late: Late | None = None
    secret: str = ""
    """What the seeds of generated trees follow from, too; where it is empty, the
    installation has one.
    """

    def __repr__(self) -> str:  # without the secret
        return f"Assignment({self.title!r})"

    @property
    def by_hand(self) -> bool:
        """Whether students hand in answers, and no program."""
        return self.interface == BY_HAND


class Generate(NamedTuple):
    """How generated trees are made, in inclusive ranges. Without a seed each submission
    gets its own.
    """

    examples: int = 100
    depth: tuple[int, int] = (1, 4)
    branching: tuple[int, int] = (1, 3)
    values: tuple[int, int] = (0, 9)
    infinities: bool = False
    windows: bool = False
    seed: int | None = None

    @property
    def utilities(self) -> Sequence[Value]:
        """The utilities that leaves may have."""
        low, high = self.values
        finite = range(low, high + 1, max(1, (high - low) // MOST_UTILITIES))
        return [*finite, inf, -inf] if self.infinities else finite


class Every(NamedTuple):
    """Every tree of at most so many leaves and plies, with every order of leaves'
    values and either player first.
    """

    leaves: int
    plies: int
    values: tuple[int, int] = (-9, 9)
    """What the leaves' values are chosen from, by the seed: each submission has its
    own, in all these orders.
    """
    seed: int | None = None


class _Exercise(NamedTuple):
    id: str
    title: str
    pattern: Problem
    """What is searched. Of a generated exercise its tree is a lone node, which says who
    moves first.
    """
    generate: Generate | Every | None = None
    unneeded: Mapping[int, str] = {}
    """The leaves without a utility, which no correct search looks at, and what the
    author calls them.
    """
    points: Mapping[Check, float] = ONE_POINT_EACH
    visibility: Visibility = "visible"
    source: str = ""
    hint: str = ""
    number: str = ""
    tags: tuple[str, ...] = ()
    require: Mapping[str, tuple[int, int]] = {}
    """What its trees must have, by criterion: the least and the most (see `claims`)."""

    @property
    def neutral_id(self) -> str:
        """What an answer is kept under where the id, which may be an answer, is not
        told.
        """
        return f"tree-{digest(self.id.encode()).hex()[:8]}"

    @property
    def is_visible(self) -> bool:
        """Whether students see how they did in it."""
        return self.visibility == "visible"

    @property
    def max_points(self) -> float:
        """What the exercise is worth."""
        return sum(self.points[check] for check in CHECKS)


class FixedExercise(_Exercise):
    """One tree to search, the same for everyone."""

    @property
    def problem(self) -> Problem:
        """What is searched."""
        return self.pattern

    @cached_property
    def textbook(self) -> Observation:
        """What the textbook's search does with the problem, searched once however often
        it is judged.
        """
        return observe(self.problem)


class GeneratedExercise(_Exercise):
    """Many trees to search: some that are drawn, or all up to a size."""

    generate: Generate | Every

    @property
    def ranges(self) -> Generate:
        """How its trees are drawn, where they are."""
        assert isinstance(self.generate, Generate)
        return self.generate


Exercise = FixedExercise | GeneratedExercise


class ExerciseSet(NamedTuple):
    """A folder of exercises: what is graded in one run, in order."""

    folder: Path
    assignment: Assignment
    exercises: tuple[Exercise, ...]
    seeds: bytes = b""
    """What seeds follow from beside the submission: what the whole folder asks, and a
    secret.
    """

    def __repr__(self) -> str:  # without the secret
        return f"ExerciseSet({str(self.folder)!r})"

    @property
    def fixed(self) -> tuple[FixedExercise, ...]:
        """The exercises with one tree."""
        return tuple(
            exercise
            for exercise in self.exercises
            if isinstance(exercise, FixedExercise)
        )

    @property
    def generated(self) -> tuple[GeneratedExercise, ...]:
        """The exercises with many."""
        return tuple(
            exercise
            for exercise in self.exercises
            if isinstance(exercise, GeneratedExercise)
        )

    @property
    def max_points(self) -> float:
        """What the exercises are worth together: the points that Gradescope is to be
        told.
        """
        return sum(exercise.max_points for exercise in self.exercises)


def points_mismatch(metadata: Path, points: float) -> str:
    """Return what to say where Gradescope's submission_metadata.json has another number
    of points than a set; else "".
    """
    try:
        default = float(
            json.loads(metadata.read_text(encoding="utf-8"))["assignment"][
                "total_points"
            ]
        )
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    if isclose(default, points):
        return ""
    message = (
        f"Gradescope was told {counted(default, 'point')} for this assignment, but its "
        "exercises are worth"
    )
    return (
        f"{message} {points:.10g}. Set the assignment's points to {points:.10g}, or "
        "change those of the exercises."
    )
