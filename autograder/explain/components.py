"""Tell the mistakes of one program apart: what each part of a repair mends."""

from collections.abc import Sequence
from typing import NamedTuple

from autograder.core.exercises.model import FixedExercise
from autograder.core.judging.judge import Failed, Verdict, evidence_of
from autograder.core.sandbox.program import Sandbox
from autograder.explain.chance import told_apart_by
from autograder.explain.diagnosis import Done
from autograder.explain.findings import ClaimedRepair, Findings


class RepairPart(NamedTuple):
    """A part of a repair, and what the program does with all other parts made.

    done: in the fixed exercises and on the probes. shown_in: the ids of the failed
    exercises whose tree shows the mistake of this part.
    """

    repair: ClaimedRepair
    done: Sequence[object] = ()
    shown_in: frozenset[str] = frozenset()

    @property
    def mistake(self) -> str:
        """The id of the known mistake that it undoes, or ""."""
        return self.repair.mistake

    def named(self, names: Sequence[str]) -> "RepairPart":
        """Return the part with the mistake that it undoes, of those that were made."""
        of_lines = {place.misconception for place in self.repair.places(names)} - {""}
        mistake = of_lines.pop() if len(of_lines) == 1 else ""
        return self.undoing(self.mistake or mistake)

    def undoing(self, mistake: str) -> "RepairPart":
        """Return the part with the mistake that it undoes."""
        return self._replace(repair=self.repair._replace(mistake=mistake))


def exercises_that_show(
    verdicts: Sequence[Verdict], program: Sandbox
) -> frozenset[str]:
    """Return the ids of failed exercises whose tree a changed program gets wrong."""
    shown: set[str] = set()
    for verdict in verdicts:
        if isinstance(verdict, Failed):
            problem = verdict.evidence.problem
            if not evidence_of(problem, program.search(problem)).passed:
                shown.add(verdict.exercise.id)
    return frozenset(shown)


def what_was_done(verdicts: Sequence[Verdict], probed: Sequence[Done]) -> list[object]:
    """Return what a program did in the fixed exercises, and in other searches."""
    in_exercises = [
        told_apart_by(evidence.searched.outcome)
        for verdict in verdicts
        if isinstance(verdict.exercise, FixedExercise)
        for evidence in verdict.kept
    ]
    return in_exercises + [
        None if observed is None else told_apart_by(observed) for _, observed in probed
    ]


def without_idle(
    parts: Sequence[RepairPart], before: Sequence[object]
) -> list[RepairPart]:
    """Return parts without the mistake of one that changes nothing when made alone.

    It may only mend what another part does, and the program not make this mistake. It
    is believed beside another known mistake, which may hide it. Only of two parts it is
    known what each does alone: what the other has left. before: what the program did.
    """
    if len(parts) != 2:
        return list(parts)
    first, second = parts
    return [
        part.undoing("") if other.done == before and not other.mistake else part
        for part, other in ((first, second), (second, first))
    ]


def as_shown(
    findings: Findings,
    names: tuple[str, ...],
    parts: Sequence[RepairPart],
    exercise: str,
) -> tuple[Findings, tuple[str, ...]]:
    """Return findings and names for an exercise: what its tree shows comes first.

    None of the names, if the mistakes that it shows have none.
    """
    shown = [part for part in parts if exercise in part.shown_in]
    if not shown:
        return findings, names
    ordered = sorted(parts, key=lambda part: part not in shown)
    findings = findings.with_parts([part.repair for part in ordered])
    has_name = any(part.mistake for part in shown)
    is_told_by_part = any(part.mistake for part in parts)
    if is_told_by_part and not has_name:
        return findings, ()
    of_parts = [part.mistake for part in ordered if part.mistake in names]
    return findings, tuple(dict.fromkeys([*of_parts, *names]))
