"""Explain the failures of one program by smaller trees, known mistakes and repairs.

That never costs a point.
"""

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from autograder.core import limits
from autograder.core.errors import resources_lacking
from autograder.core.exercises.model import Assignment, FixedExercise
from autograder.core.judging.judge import Failed, Verdict, judge
from autograder.core.judging.plainer import PlainerEvidence
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Searched
from autograder.core.sandbox.program import Sandbox
from autograder.explain.catalogue import CHANCE
from autograder.explain.chance import fresh_answers, searches_to_repeat
from autograder.explain.diagnosis import Diagnosis, can_be_diagnosed
from autograder.explain.findings import (
    ClaimedRepair,
    EditedLine,
    Explanation,
    Findings,
)
from autograder.explain.parts import (
    RepairPart,
    as_shown,
    exercises_that_show,
    what_was_done,
    without_idle,
)
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    from autograder.explain.repairs import RepairSearch


@contextmanager
def _spared() -> Iterator[None]:
    """Report what goes wrong, and go on.

    A grade that stands is not lost for want of an explanation.
    """
    try:
        yield
    except Exception as error:
        print(resources_lacking(error) or traceback.format_exc(), file=sys.stderr)


class FailedProgram:
    """A program that failed exercises, and what its processes may still use."""

    def __init__(
        self,
        assignment: Assignment,
        sources: Mapping[str, bytes],
        budget: Budget,
        repair_sought: Callable[[], None] = lambda: None,
    ) -> None:
        """Take a program. sources: its files.

        repair_sought: called where a repair is looked for.
        """
        self._repair_sought = repair_sought
        self._assignment = assignment
        self._sources = sources
        self._budget = budget
        self._agreeing: tuple[str, ...] = ()
        self._diagnoses: list[Diagnosis] = []

    def explained(self, verdicts: list[Verdict], *, repair: bool) -> Explanation:
        """Return the verdicts, the failed ones explained.

        repair: whether to look for a change that mends the program.
        """
        self._budget.go_on()
        mender = self._mender(verdicts) if repair else None
        # For smaller trees, probe trees, and to say why a search broke.
        self._again = self._budget.sandbox()
        plainer = PlainerEvidence(self._assignment, self._budget, self._again)
        judged = [plainer.of(verdict) for verdict in verdicts]
        explained = Explanation(_by_exercise(judged), {})
        searches = searches_to_repeat(judged)
        answers = fresh_answers(searches, self._budget)
        by_chance = self._differ(answers, searches)
        if not by_chance:
            with _spared():
                explained.verdicts.update(self._diagnosed(judged))
            with _spared():
                claimed = mender.repairs() if mender is not None else []
                repaired = self._repaired(list(explained.verdicts.values()), claimed)
                explained.verdicts.update(repaired.verdicts)
                explained.findings.update(repaired.findings)
            # What was found holds of a program that is still the same.
            by_chance = self._differ(answers, searches)
        if by_chance:
            explained = self._by_chance(judged, mender)
        self._budget.pause()
        return explained

    def _differ(self, answers: list[object], searches: Sequence[Problem]) -> bool:
        """Return whether a fresh process answers searches otherwise than one before.

        Not where there is no time to see it.
        """
        again = fresh_answers(searches, self._budget)
        return bool(answers and again) and answers != again

    def _by_chance(
        self, judged: list[Verdict], mender: "RepairSearch | None"
    ) -> Explanation:
        """Return the verdicts on a program that answers by chance."""
        findings = Findings()
        with _spared():
            claimed = mender.repairs() if mender is not None else []
            findings = Findings(seen=tuple(_lines_of_chance(claimed)))
        explained = Explanation(_by_exercise(judged), {})
        for verdict in judged:
            if isinstance(verdict, Failed) and not verdict.failure:
                name = verdict.exercise.id
                explained.verdicts[name] = verdict._replace(misconceptions=(CHANCE,))
                explained.findings[name] = findings
        return explained

    # --- Known mistakes ---

    def _diagnosed(self, verdicts: list[Verdict]) -> dict[str, Verdict]:
        explained: dict[str, Verdict] = {}
        for group in _groups(verdicts):
            failed = [verdict for verdict in group if isinstance(verdict, Failed)]
            if not failed:
                continue
            diagnosis = self._diagnosis(group, self._again)
            self._diagnoses.append(diagnosis)
            agreeing = [*self._agreeing, *diagnosis.agreeing]
            interface = interfaces.load(group[0].exercise.pattern.interface)
            # A slice of an array looks at many leaves, too.
            can_slice = interfaces.LEAVES in interface.arguments
            for verdict in failed:
                names = diagnosis.names_for(verdict)
                agreeing += names
                # Where no place is known: the only one that agrees, or all where every
                # leaf is looked at.
                looks_at_all = "no-pruning" in names and not can_slice
                is_told = len(diagnosis.agreeing) <= 1 or looks_at_all
                explained[verdict.exercise.id] = verdict._replace(
                    misconceptions=names if is_told else ()
                )
            self._agreeing = tuple(dict.fromkeys(agreeing))
        return explained

    def _diagnosis(self, verdicts: list[Verdict], probing: Sandbox) -> Diagnosis:
        def fresh(problem: Problem) -> Searched:
            with self._budget.sandbox() as sandbox:
                return sandbox.search(problem)

        noted = partial(probing.search, note="calls")
        return Diagnosis(
            verdicts, self._assignment, noted, fresh, self._budget.may_go_on
        )

    # --- Repairs ---

    def _mender(self, verdicts: list[Verdict]) -> "RepairSearch | None":
        """Start a search for a repair; None where there is no use for one."""
        failed = [verdict for verdict in verdicts if isinstance(verdict, Failed)]
        can_be_searched = any(
            verdict.evidence.can_be_repeated or verdict.evidence.searched.outcome.looks
            for verdict in failed
        )
        if not can_be_searched:
            return None
        from autograder.explain.repairs import RepairSearch  # may be of no use

        self._repair_sought()
        mender = RepairSearch(self._assignment, self._sources, self._budget)
        with _spared():
            mender.start(verdicts)
            return mender
        return None

    def _repaired(
        self, verdicts: list[Verdict], claimed: list[ClaimedRepair]
    ) -> Explanation:
        findings = self._proved(verdicts, claimed)
        names: tuple[str, ...] = ()
        parts: list[RepairPart] = []
        with _spared():  # nor is a line that is proved lost for want of a name
            if findings.repairs:
                parts = self._parts(findings.repairs[0], verdicts)
                names = self._undone(findings.repairs[0], parts)
                parts = [part.named(names) for part in parts]
                findings = findings.with_parts([part.repair for part in parts])
        is_sure = len(names) == 1 or (bool(parts) and not self._agreeing)
        findings = findings._replace(names=names if is_sure else ())
        repaired = Explanation({}, {})
        for verdict in verdicts:
            if not isinstance(verdict, Failed):
                continue
            name = verdict.exercise.id
            shown, mistakes = as_shown(findings, names, parts, name)
            if not shown.repairs:
                mistakes = _without_repair(verdict, shown)
            repaired.verdicts[name] = verdict._replace(misconceptions=mistakes)
            repaired.findings[name] = _findings_on(verdict, shown)
        return repaired

    def _proved(
        self, verdicts: list[Verdict], claimed: list[ClaimedRepair]
    ) -> Findings:
        if not claimed:
            return Findings(exercises=len(verdicts))
        from autograder.explain.proof import prove  # nothing else needs it

        return prove(verdicts, claimed, self._changed, self._budget.may_go_on)

    def _changed(self, repair: ClaimedRepair) -> Sandbox:
        from autograder.explain.repairs import changed_program

        return changed_program(repair, self._sources, self._budget)

    def _undone(
        self, repair: ClaimedRepair, parts: Sequence[RepairPart]
    ) -> tuple[str, ...]:
        """Return the mistakes that a repair undoes.

        These are of those that the program makes or, if it makes none, of each part.
        """
        if repair.parts and not parts:
            return ()  # it may be right by accident
        if self._agreeing or not parts:
            return _agreed(repair, self._agreeing, self._diagnoses)
        return tuple(dict.fromkeys(part.mistake for part in parts if part.mistake))

    def _parts(
        self, repair: ClaimedRepair, verdicts: Sequence[Verdict]
    ) -> list[RepairPart]:
        """Return what each part of a repair mends; none of one in many lines."""
        lines = {(edit.file, edit.line) for edit in repair.edits}
        if len(lines) > limits.MOST_LINES_OF_A_NAME:
            return []
        parts = [self._part(part, verdicts) for part in repair.parts]
        probed = [done for diagnosis in self._diagnoses for done in diagnosis.probed]
        return without_idle(parts, what_was_done(verdicts, probed))

    def _part(self, repair: ClaimedRepair, verdicts: Sequence[Verdict]) -> RepairPart:
        """Return what the program does with all but one part of a repair made."""
        if not repair.text:
            return RepairPart(repair)
        with self._changed(repair) as program:
            judged = [
                judge(verdict.exercise, program.search_each, self._budget.may_go_on)
                for verdict in verdicts
                if isinstance(verdict.exercise, FixedExercise)
            ]
            shown_in = exercises_that_show(verdicts, program)
            groups = [] if self._agreeing else _groups(judged)
            # If all passed, the part undoes nothing.
            if len(groups) != 1 or all(verdict.passed for verdict in judged):
                return RepairPart(repair, what_was_done(judged, []), shown_in)
            diagnosis = self._diagnosis(groups[0], program)
            names = _agreed(repair, diagnosis.agreeing, [diagnosis])
        # Of a part the place alone proves none: with the rest mended in another way it
        # might behave otherwise.
        names = _of_kinds(names, repair.edits)
        done = what_was_done(judged, diagnosis.probed)
        mistake = names[0] if len(names) == 1 else ""
        return RepairPart(repair, done, shown_in).undoing(mistake)


def _lines_of_chance(claimed: Sequence[ClaimedRepair]) -> Iterator[EditedLine]:
    """Yield the lines that go by chance, of the slips that a search came by."""
    for repair in claimed:
        if repair.kind != "seen":
            continue
        for edit in repair.edits:
            if CHANCE in edit.kind.at(edit.role):
                yield edit


def _findings_on(verdict: Failed, findings: Findings) -> Findings:
    """Return the findings without a nearest change that does not help an exercise."""
    nearest = findings.nearest
    if nearest is None:
        return findings
    mended = nearest.mends or nearest.helps
    if mended and verdict.exercise.id not in mended:
        return findings._replace(nearest=None)
    return findings


def _without_repair(verdict: Failed, findings: Findings) -> tuple[str, ...]:
    """Return the mistakes that explain an exercise where nothing mends the program.

    Of several that agree a slip that was seen may tell the one.
    """
    if not findings.seen:
        return verdict.misconceptions
    names = verdict.misconceptions
    if len(names) > 1:
        names = _of_kinds(names, findings.seen)
    return names if len(names) == 1 else ()


def _of_kinds(names: Sequence[str], edits: Sequence[EditedLine]) -> tuple[str, ...]:
    """Return the mistakes that the kind of some edit may undo."""
    undone = {name for edit in edits for name in edit.kind.at(edit.role)}
    return tuple(name for name in names if name in undone)


def _agreed(
    repair: ClaimedRepair, agreeing: Sequence[str], diagnoses: Sequence[Diagnosis]
) -> tuple[str, ...]:
    """Return the mistakes that a repair may undo, of those that a program agrees with.

    If it agrees with none, of those with which it nearly does.
    """
    if not agreeing and diagnoses:
        agreeing = [
            name
            for name in repair.may_undo()
            if all(diagnosis.agrees_nearby(name) for diagnosis in diagnoses)
        ]
    names = [
        name
        for name in repair.undoes(agreeing)
        if all(diagnosis.fits_words(name) for diagnosis in diagnoses)
    ]
    return tuple(names[: limits.MOST_MISTAKES_NAMED])


def _by_exercise(verdicts: Sequence[Verdict]) -> dict[str, Verdict]:
    """Return verdicts by the ids of their exercises."""
    return {verdict.exercise.id: verdict for verdict in verdicts}


def _groups(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Return the verdicts that can be diagnosed, by interface."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in filter(can_be_diagnosed, verdicts):
        groups.setdefault(verdict.exercise.pattern.interface, []).append(verdict)
    return list(groups.values())
