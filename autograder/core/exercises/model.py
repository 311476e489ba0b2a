"""Records of a set: its assignment, its limits and its exercises."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf, isclose
from pathlib import Path
from typing import Literal, NamedTuple

from autograder.core.exercises.cache import digest
from autograder.core.files import OTHER_JSON
from autograder.core.limits import MOST_UTILITIES
from autograder.core.sentences import ENGLISH
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
"""The end of a program that begins with the textbook's functions. It stands beside the
adapter of a set whose solution nobody may publish, and is never packed nor handed out
either.
"""

ONE_POINT_EACH: Mapping[Check, float] = {"value": 1, "pruned": 1, "order": 1}


class Limits(NamedTuple):
    """The resources of a submission, which instructors may set.

    seconds and cpu_seconds hold for the import and for each search. A new limit is a
    field here and in the schema beside `limits`. If the kernel holds it,
    `containment.configuration` sends it, typed in `worker/commands.py`, and
    `worker/confinement.py` puts it on. docs/security.md lists those of programs.
    """

    seconds: float = 5
    cpu_seconds: int = 5
    run_seconds: float = 420
    memory_mb: int = 512
    output_kb: int = 16
    explain_seconds: float = 3
    """The seconds that an ordinary machine looks for a repair of a program that fails.

    Each machine does the work of such a time. 0 stands for no search.
    """


class FeedbackByAttempt(NamedTuple):
    """So many submissions get the feedback in full, so many after them the diagnosis,
    and all others the verdict.
    """

    full: int = 0
    diagnosis: int = 0


Earned = Literal["each", "with value", "all or nothing"]
"""The condition of the points of a check: itself, the value, too, or all checks."""
Counts = Literal["latest", "best", "latest in time"]
"""The submission that counts if a student has several."""


class Late(NamedTuple):
    """The price of handing in late: a share of the score for each day begun, and never
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
    """The names that students define, such as "Player" or "Player.max_value"; one of
    the two in "max_value|maxValue".
    """
    mirrored: bool = False
    """Whether values are those of the player at the root, who maximizes, also if it
    is MIN.
    """
    solution_text: str = ""
    """The set's own right program; "" if it has none, or if it is not packed."""
    ending: str = ""
    """The text of from_textbook.py, which makes the textbook's search a program of this
    set; "" likewise.
    """

    @property
    def solution(self) -> Path:
        """The file of the set's own right program, if it has one."""
        return self.file.with_name(SOLUTION)

    @property
    def from_textbook(self) -> Path:
        """The file of the text that makes the textbook's search a program of this set,
        if it has one.
        """
        return self.file.with_name(FROM_TEXTBOOK)


class Assignment(NamedTuple):
    """The settings for every exercise of a set; an exercise may override some."""

    title: str
    language: str = ENGLISH
    """The code of the language that students read, a folder of `autograder/words`."""
    file: str = "alphabeta.py"
    interface: str = "max_value/min_value"
    prune_when: PruneWhen = "alpha >= beta"
    bound: Bound = "either"
    points: Mapping[Check, float] = ONE_POINT_EACH
    earned: Earned = "each"
    visibility: Visibility = "visible"
    feedback: Feedback | FeedbackByAttempt = "full"
    limits: Limits = Limits()
    adapter: Adapter | None = None
    """The course's adapter; None if programs are called as their interface says."""
    packages: tuple[str, ...] = ()
    packages_lock: str = ""
    """A digest of the versions at which these packages are installed."""
    accept: tuple[str, ...] = (".py",)
    late: Late | None = None
    """The points that a late day costs; None if lateness costs none."""
    counts: Counts = "latest"
    secret: str = ""
    """A text that the seeds of generated trees follow from, too; if it is empty, the
    installation has one.
    """

    def __repr__(self) -> str:  # without the secret
        return f"Assignment({self.title!r})"

    @property
    def by_hand(self) -> bool:
        """Whether students hand in answers, and no program."""
        return self.interface == BY_HAND


class Generate(NamedTuple):
    """The inclusive ranges of generated trees. Without a seed each submission gets its
    own trees.
    """

    examples: int = 100
    """The number of trees that each submission gets."""
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
    values: tuple[int, int] | None = None
    """The range of the leaves' values, which are whole numbers then; None for values of
    every sort. The seed chooses them: each submission has its own, in all these orders.
    """
    seed: int | None = None
    """The seed that chooses the values; None for one of each submission's own."""

    @property
    def range(self) -> tuple[int, int]:
        """Return the whole numbers to choose from, whatever values they stand for."""
        return self.values or (-9, 9)


class _Exercise(NamedTuple):
    id: str
    title: str
    pattern: Problem
    """The problem to search. The tree of a generated exercise is a lone node, which
    says who moves first.
    """
    generate: Generate | Every | None = None
    unneeded: Mapping[int, str] = {}
    """The leaves without a utility, which no correct search looks at, and the
    author's names for them.
    """
    points: Mapping[Check, float] = ONE_POINT_EACH
    earned: Earned = "each"
    visibility: Visibility = "visible"
    extra: bool = False
    """Whether its points count in the score, and not in the maximum."""
    source: str = ""
    """The book, figure or lecture that the tree is from; "" for none."""
    hint: str = ""
    """The author's advice for students whose search goes wrong; "" for none."""
    number: str = ""
    """Its number among Gradescope's tests, as "1.2"; "" for none."""
    tags: tuple[str, ...] = ()
    require: Mapping[str, tuple[int, int]] = {}
    """The least and the most that its trees must have of each criterion of `claims`."""

    @property
    def neutral_id(self) -> str:
        """The key of an answer if the id is not told, which may be an answer itself."""
        return f"tree-{digest(self.id.encode()).hex()[:8]}"

    @property
    def is_visible(self) -> bool:
        """Whether students see how they did in it."""
        return self.visibility == "visible"

    @property
    def asked_checks(self) -> tuple[Check, ...]:
        """The checks that are worth points. No other is judged or shown."""
        return tuple(check for check in CHECKS if self.points[check])

    @property
    def max_points(self) -> float:
        """The points of the exercise."""
        return sum(self.points[check] for check in CHECKS)

    def points_for(self, checks: Mapping[Check, bool]) -> float:
        """Return the points that are earned if these checks hold."""
        held = [check for check in self.asked_checks if checks[check]]
        is_short = self.earned == "all or nothing" and len(held) < len(
            self.asked_checks
        )
        is_wrong = self.earned == "with value" and "value" not in held
        if is_short or is_wrong:
            return 0
        return sum(self.points[check] for check in held)

    @property
    def points_in_maximum(self) -> float:
        """The points that the exercise adds to the maximum: none if it is extra."""
        return 0 if self.extra else self.max_points


class FixedExercise(_Exercise):
    """One tree to search, the same for everyone."""

    @property
    def problem(self) -> Problem:
        """The problem to search."""
        return self.pattern

    @cached_property
    def textbook(self) -> Observation:
        """The textbook's search of the problem. It is done once, for all judging."""
        return observe(self.problem)


class GeneratedExercise(_Exercise):
    """Many trees to search: some that are drawn, or all up to a size."""

    generate: Generate | Every

    @property
    def ranges(self) -> Generate:
        """The ranges of its trees, if they are drawn."""
        assert isinstance(self.generate, Generate)
        return self.generate


Exercise = FixedExercise | GeneratedExercise


class ExerciseSet(NamedTuple):
    """A folder of exercises that are graded in one run, in order."""

    folder: Path
    assignment: Assignment
    exercises: tuple[Exercise, ...]
    seeds: bytes = b""
    """The part of the seeds beside the submission, made of the folder's tasks and of a
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
        """The points of all exercises but extra ones: the number to tell Gradescope."""
        return sum(exercise.points_in_maximum for exercise in self.exercises)

    @property
    def extra_points(self) -> float:
        """The points of all extra exercises together."""
        return sum(exercise.max_points for exercise in self.exercises if exercise.extra)


def points_mismatch(metadata: Path, points: float) -> str:
    """Return a warning if Gradescope's submission_metadata.json has another number of
    points than a set; else "".
    """
    try:
        default = float(
            json.loads(metadata.read_text(encoding="utf-8"))["assignment"][
                "total_points"
            ]
        )
    except OTHER_JSON:
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
