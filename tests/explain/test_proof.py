"""Repairs are judged in the order that refuses them soonest, and no verdict depends on it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from autograder.core.exercises.model import (
    CHECKS,
    Every,
    Exercise,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.judging.judge import Evidence, Failed, Passed, Verdict
from autograder.core.sandbox.outcome import Searched
from autograder.explain import proof
from autograder.explain.findings import ClaimedRepair, EditedLine
from autograder.explain.repair import kinds
from autograder.explain.repair.messages import NewLines
from reference.game import Tree
from reference.problem import Observation, Problem

LEAVES = 3
PROBLEM = Problem(Tree.from_nested([*range(LEAVES)]))
LINES = (NewLines("alphabeta.py", 1, 1, ("pass",)),)
EXERCISES: Sequence[Exercise] = (
    GeneratedExercise("every", "", PROBLEM, Every(3, 4)),
    GeneratedExercise("drawn", "", PROBLEM, Generate()),
    FixedExercise("a", "", PROBLEM),
    GeneratedExercise("few", "", PROBLEM, Generate(examples=5)),
    FixedExercise("b", "", PROBLEM),
)


def failed(exercise: Exercise, right_looks: int, points: int) -> Failed:
    """Return a verdict on a search that looks at so many right leaves and earns so many points."""
    checks = {check: index < points for index, check in enumerate(CHECKS)}
    looks = (*range(1, right_looks + 1), 0)
    expected = Observation(2, tuple(range(1, LEAVES + 1)))
    evidence = Evidence(PROBLEM, expected, Searched(Observation(0, looks)), checks)
    return Failed(exercise, checks, 1, evidence)


def verdict(exercise: Exercise, grade: tuple[int, int] | None) -> Verdict:
    """Return the verdict of a grade: right looks and points, or None if all is right."""
    return Passed(exercise, 1, (), "") if grade is None else failed(exercise, *grade)


GRADES = st.lists(
    st.none() | st.tuples(st.integers(0, LEAVES), st.integers(0, 2)),
    min_size=len(EXERCISES),
    max_size=len(EXERCISES),
)


def graded(grades: Sequence[tuple[int, int] | None]) -> list[Verdict]:
    return [verdict(*pair) for pair in zip(EXERCISES, grades, strict=True)]


class Changed:
    """A changed program, with verdicts that are known, which notes the programs that are judged."""

    def __init__(self, verdicts: Sequence[Verdict]) -> None:
        self.verdicts: Mapping[str, Verdict] = {
            verdict.exercise.id: verdict for verdict in verdicts
        }
        self.judged: list[str] = []
        self._evidence: Evidence | None = None

    def judge(self, exercise: Exercise) -> Verdict:
        self.judged.append(exercise.id)
        judged = self.verdicts[exercise.id]
        self._evidence = judged.evidence if isinstance(judged, Failed) else None
        return judged

    def search_each(self, exercise: Exercise) -> Verdict:
        return self.judge(exercise)

    def search(self, _: Problem) -> Evidence | None:
        return self._evidence


def proved(
    before: Sequence[Verdict], kind: str, programs: Sequence[Changed]
) -> tuple[list[int], int | None]:
    """Return the changed programs that are believed to be right, and the nearest one, by number."""

    @contextmanager
    def program(repair: ClaimedRepair) -> Iterator[Any]:
        yield programs[number_of(repair)]

    known: dict[str, Any] = {
        "judge": lambda exercise, search_each, _: search_each(exercise),
        "evidence_of": lambda _, evidence, *asked: evidence,
    }
    claims = [claimed(kind, number) for number in range(len(programs))]
    with patch.multiple(proof, **known):
        findings = proof.prove(before, claims, program, lambda: True)
    nearest = findings.nearest
    right = [number_of(repair) for repair in findings.repairs]
    return right, None if nearest is None else number_of(nearest)


def claimed(kind: str, number: int) -> ClaimedRepair:
    edit = EditedLine(kinds.LOOSER, "test", "alphabeta.py", number + 1)
    return ClaimedRepair((edit,), LINES, kind)


def number_of(repair: ClaimedRepair) -> int:
    return repair.edits[0].line - 1


def nearest_of_all(
    before: Sequence[Verdict], programs: Sequence[Changed]
) -> int | None:
    """Return the nearest, if each program is judged on every exercise, in the set's order."""
    weighed = [
        proof._with_its_effect(
            claimed("nearest", number), before, [*program.verdicts.values()]
        )
        for number, program in enumerate(programs)
    ]
    points_now = sum(verdict.points for verdict in before)
    nearest = proof._nearest(weighed, points_now)
    return None if nearest is None else number_of(nearest)


@given(before=GRADES, after=st.lists(GRADES, min_size=1, max_size=3))
def test_change_that_mends_most_is_the_same_as_if_each_was_judged_on_all(
    before: list[Any], after: list[list[Any]]
) -> None:
    programs = [Changed(graded(grades)) for grades in after]
    right = [number for number, grades in enumerate(after) if not any(grades)]
    expected = None if right else nearest_of_all(graded(before), programs)
    assert proved(graded(before), "nearest", programs) == (right[:2], expected)


FAILS_DRAWN_AND_B = [None, (1, 1), None, None, (1, 1)]


def judged_of(kind: str, after: list[Any]) -> list[str]:
    """Return the exercises on which a change is judged, if two were failed before."""
    changed = Changed(graded(after))
    proved(graded(FAILS_DRAWN_AND_B), kind, [changed])
    return changed.judged


def test_failed_and_cheap_exercises_come_first_and_every_small_tree_last() -> None:
    in_order = ["b", "drawn", "a", "few", "every"]
    assert judged_of("repair", [None] * 5) == in_order
    assert judged_of("nearest", [None] * 5) == in_order


def test_repair_is_judged_until_an_exercise_fails() -> None:
    assert judged_of("repair", [(2, 2), None, (2, 2), None, None]) == [
        "b",
        "drawn",
        "a",
    ]


def test_change_that_mends_a_part_is_judged_until_it_can_be_told_no_more() -> None:
    # No right look more in b, and at most as many points as before without it.
    assert judged_of("nearest", [None, (1, 1), None, None, (1, 0)]) == ["b", "drawn"]
    # It may still mend all that was failed.
    assert len(judged_of("nearest", [None, (2, 1), None, None, (2, 1)])) == 5
