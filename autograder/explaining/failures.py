"""Explains failures by smaller trees, known mistakes and the change that mends them. It never costs a point."""

import sys
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from math import ceil

from autograder import limits
from autograder.errors import resources_lacking
from autograder.exercises.model import Assignment, FixedExercise
from autograder.explaining.catalogue import CHANCE
from autograder.explaining.diagnosis import (
    Diagnosis,
    can_be_diagnosed,
    can_be_explained,
)
from autograder.explaining.findings import ClaimedRepair, Findings, rewritten
from autograder.explaining.proof import (
    explanation,
    modules,
    read_claims,
    read_repairs,
    trials,
)
from autograder.judging.judge import (
    Evidence,
    Failed,
    Verdict,
    judge,
    with_simplest_tree,
)
from autograder.sandbox.budget import Budget
from autograder.sandbox.outcome import Failure, Searched, broke_on_none
from autograder.sandbox.program import Sandbox
from autograder.text import source_lines
from reference import interfaces
from reference.problem import Observation, Problem


@contextmanager
def _spared() -> Iterator[None]:
    """Reports what goes wrong, and goes on: a grade that stands is not lost for want of an explanation."""
    try:
        yield
    except Exception as error:
        print(resources_lacking(error) or traceback.format_exc(), file=sys.stderr)


class Explainer:
    """Explains the failed exercises of one submission."""

    def __init__(
        self, assignment: Assignment, sources: Mapping[str, bytes], budget: Budget
    ) -> None:
        self._assignment, self._sources, self._budget = assignment, sources, budget
        self._too_slow_to_note = False
        self._agreeing: tuple[str, ...] = ()
        self._diagnoses: list[Diagnosis] = []

    def explained(self, verdicts: list[Verdict], *, repair: bool) -> dict[str, Verdict]:
        """The failed verdicts by exercise, with the simplest tree and what explains them. repair: by a change, too."""
        self._budget.go_on()
        mender = self._mender(verdicts) if repair else None
        # For smaller trees, probe trees, and to say why a search broke.
        self._again = self._budget.sandbox()
        judged = [self._with_plainer_evidence(verdict) for verdict in verdicts]
        searches = _to_repeat(judged)
        answers = self._fresh_answers(searches)
        explained = {verdict.exercise.id: verdict for verdict in judged}
        by_chance = self._differ(answers, searches)
        if not by_chance:
            with _spared():
                explained |= self._diagnosed(judged)
            with _spared():
                explained |= self._repaired(
                    list(explained.values()), self._repairs(mender)
                )
            # What was found holds of a program that is still the same.
            by_chance = self._differ(answers, searches)
        if by_chance:
            found = Findings()
            with _spared():
                seen = [
                    edit
                    for repair in self._repairs(mender)
                    if repair.kind == "seen"
                    for edit in repair.edits
                ]
                found = Findings(
                    seen=tuple(
                        edit for edit in seen if CHANCE in edit.kind.at(edit.role)
                    )
                )
            explained = {verdict.exercise.id: verdict for verdict in judged}
            for verdict in judged:
                if isinstance(verdict, Failed) and not verdict.failure:
                    explained[verdict.exercise.id] = verdict._replace(
                        misconceptions=(CHANCE,), findings=found
                    )
        self._budget.pause()
        return explained

    def _differ(self, answers: list[object], searches: Sequence[Problem]) -> bool:
        """Whether a fresh process answers searches otherwise than one before; not where there is no time to see it."""
        again = self._fresh_answers(searches)
        return bool(answers and again) and answers != again

    def _fresh_answers(self, searches: Sequence[Problem]) -> list[object]:
        """What a process that has searched nothing before does in some searches; nothing where it comes to an end."""
        if not (searches and self._budget.may_go_on()):
            return []
        with self._budget.sandbox() as sandbox:
            outcomes = [
                sandbox.search(problem).outcome
                for problem in searches
                if not sandbox.ends
            ]
        if sandbox.ends:
            return []
        # The words of an error make no difference, as they may hold an address in memory.
        return [
            (each.value if isinstance(each, Observation) else each.cause, each.looks)
            for each in outcomes
        ]

    def _mender(self, verdicts: list[Verdict]) -> Sandbox | None:
        shown = [
            verdict.evidence for verdict in verdicts if isinstance(verdict, Failed)
        ]
        given, seconds = (
            self._assignment.limits,
            self._assignment.limits.explain_seconds,
        )
        if not seconds or not any(
            seen.can_be_repeated or seen.found.outcome.looks for seen in shown
        ):
            return None
        given = given._replace(
            seconds=given.seconds + 3 * seconds,
            cpu_seconds=given.cpu_seconds + ceil(seconds),
        )
        mender = self._budget.sandbox(given)
        with _spared():
            tried = [
                *trials(
                    [verdict.exercise for verdict in verdicts],
                    [seen.problem for seen in shown],
                )
            ]
            trying = {
                "sources": modules(self._sources),
                "trials": tried,
                "seconds": seconds,
            }
            mender.start_explaining({"do": "explain", **trying})
            return mender
        return None

    def _repaired(
        self, verdicts: list[Verdict], claimed: list[ClaimedRepair]
    ) -> dict[str, Verdict]:
        found = explanation(verdicts, claimed, self._changed, self._budget.may_go_on)
        names: tuple[str, ...] = ()
        with _spared():  # nor is a line that is proved lost for want of a name
            names = self._undone(found.repairs[0], verdicts) if found.repairs else ()
        both = found.repairs and found.repairs[0].parts and not self._agreeing
        found = found._replace(names=names if both or len(names) == 1 else ())
        explained: dict[str, Verdict] = {}
        for verdict in (verdict for verdict in verdicts if isinstance(verdict, Failed)):
            alone = verdict.misconceptions
            # Of several that agree what was seen may tell the one.
            if found.seen and len(alone) > 1:
                alone = tuple(
                    name
                    for name in alone
                    if any(name in edit.kind.at(edit.role) for edit in found.seen)
                )
            chosen = (
                names
                if found.repairs
                else alone
                if len(alone) == 1 or not found.seen
                else ()
            )
            part = found.nearest
            mended = part is None or verdict.exercise.id in (
                part.mends or part.helps or (verdict.exercise.id,)
            )
            here = found if mended else found._replace(nearest=None)
            explained[verdict.exercise.id] = verdict._replace(
                findings=here, misconceptions=chosen
            )
        return explained

    def _changed(self, repair: ClaimedRepair) -> Sandbox:
        return self._budget.sandbox(rewritten=rewritten(repair, self._sources))

    def _undone(
        self, repair: ClaimedRepair, verdicts: Sequence[Verdict]
    ) -> tuple[str, ...]:
        """The mistakes that a repair undoes: those that the program makes or, if it makes none, those of each part."""
        if (
            repair.parts
            and len({(edit.file, edit.line) for edit in repair.edits})
            > limits.MOST_LINES_OF_A_NAME
        ):
            return ()  # which may be right by accident
        if self._agreeing or not repair.parts:
            return _agreed(repair, self._agreeing, self._diagnoses)
        of_parts = [
            self._undone_by_part(part, verdicts)
            for part in repair.parts[: limits.MOST_MISTAKES_NAMED]
        ]
        return tuple(dict.fromkeys(names[0] for names in of_parts if len(names) == 1))

    def _undone_by_part(
        self, part: ClaimedRepair, verdicts: Sequence[Verdict]
    ) -> tuple[str, ...]:
        """The mistakes that a part of a repair may undo: with all else mended the program does what each does."""
        if not part.text:
            return ()
        fixed = [
            verdict.exercise
            for verdict in verdicts
            if isinstance(verdict.exercise, FixedExercise)
        ]
        with self._changed(part) as program:
            judged = [
                judge(exercise, program.search_each, self._budget.may_go_on)
                for exercise in fixed
            ]
            groups = _groups(judged)
            # Then the part undoes nothing.
            if len(groups) != 1 or all(verdict.passed for verdict in judged):
                return ()
            diagnosis = self._diagnosis(groups[0], program)
            names = _agreed(part, diagnosis.agreeing, [diagnosis])
            # Of a part the place alone proves none: with the rest mended in another way it might behave otherwise.
            return tuple(
                name
                for name in names
                if any(name in edit.kind.at(edit.role) for edit in part.edits)
            )

    def _repairs(self, mender: Sandbox | None) -> list[ClaimedRepair]:
        """The repairs that a process of the program claims, written by one that runs nothing of the program."""
        if mender is None or not (claims := read_claims(mender.explained())):
            return []
        mender.start_explaining(
            {"do": "rewrite", "sources": modules(self._sources), "claims": claims}
        )
        return read_repairs(
            mender.explained(),
            {file: source_lines(data) for file, data in self._sources.items()},
        )

    def _with_plainer_evidence(self, verdict: Verdict) -> Verdict:
        if not isinstance(verdict, Failed):
            return verdict
        search, until = self._again.search, time.monotonic() + limits.SHRINKING_SECONDS
        verdict = with_simplest_tree(
            verdict,
            search,
            lambda: time.monotonic() < until and self._budget.may_go_on(),
        )
        evidence = verdict.evidence
        found = (
            self._with_what_was_returned(evidence)
            if self._budget.may_go_on()
            else evidence.found
        )
        return verdict._replace(evidence=evidence._replace(found=found))

    def _with_what_was_returned(self, evidence: Evidence) -> Searched:
        """A search that broke on None, or came to a wrong value alone, after a look at what was returned to it."""
        problem, found, outcome = (
            evidence.problem,
            evidence.found,
            evidence.found.outcome,
        )
        if isinstance(outcome, Failure):
            if broke_on_none(outcome) and not self._too_slow_to_note:
                ends = self._again.ends
                broken = self._again.search(problem, "none").outcome
                # As it is slower than a search that counts.
                self._too_slow_to_note = self._again.ends > ends
                if isinstance(broken, Failure) and broken.words.startswith(
                    outcome.words
                ):
                    return found._replace(outcome=outcome._replace(words=broken.words))
            return found
        interface = interfaces.load(problem.interface)
        tells = self._assignment.adapter is None and set(interface.functions) & set(
            interface.windowed
        )
        if (
            tells
            and problem.isolate is None
            and evidence.checks["order"]
            and not evidence.checks["value"]
        ):
            again = self._again.search(problem, "ends")
            seen = again.outcome
            if isinstance(seen, Observation) and seen._replace(
                calls=()
            ) == outcome._replace(calls=()):
                return found._replace(returned=again.returned)
        return found

    def _diagnosed(self, verdicts: list[Verdict]) -> dict[str, Verdict]:
        explained: dict[str, Verdict] = {}
        for group in _groups(verdicts):
            failed = [verdict for verdict in group if isinstance(verdict, Failed)]
            if not failed:
                continue
            diagnosis = self._diagnosis(group, self._again)
            self._diagnoses.append(diagnosis)
            agreeing = [*self._agreeing, *diagnosis.agreeing]
            # A slice of an array looks at many leaves, too.
            can_slice = (
                interfaces.LEAVES
                in interfaces.load(group[0].exercise.pattern.interface).arguments
            )
            for verdict in failed:
                names = diagnosis.explains(verdict)
                agreeing += names
                # Where no place is known: the only one that agrees, or all where every leaf is looked at.
                alone = len(diagnosis.agreeing) <= 1 or (
                    "no-pruning" in names and not can_slice
                )
                explained[verdict.exercise.id] = verdict._replace(
                    misconceptions=names if alone else ()
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


def _agreed(
    repair: ClaimedRepair, agreeing: Sequence[str], diagnoses: Sequence[Diagnosis]
) -> tuple[str, ...]:
    """The mistakes that a repair may undo, of those that a program agrees with or, if with none, nearly does."""
    if not agreeing and diagnoses:
        agreeing = [
            name
            for name in repair.may_undo()
            if all(each.agrees_nearby(name) for each in diagnoses)
        ]
    return repair.undoes(agreeing)[: limits.MOST_MISTAKES_NAMED]


def _groups(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    groups: dict[str, list[Verdict]] = {}
    for verdict in filter(can_be_diagnosed, verdicts):
        groups.setdefault(verdict.exercise.pattern.interface, []).append(verdict)
    return [*groups.values()]


def _to_repeat(verdicts: Sequence[Verdict]) -> list[Problem]:
    """Searches in which a program that answers by chance gives itself away: those that failed first, small ones."""
    fit = [
        seen
        for verdict in verdicts
        for seen in verdict.kept
        if can_be_explained(seen.found.outcome)
    ]
    fit.sort(key=lambda seen: (seen.passed, len(seen.problem.tree)))
    small = [
        seen.problem
        for seen in fit
        if len(seen.problem.tree) <= limits.LARGEST_REPEATED
    ]
    return list(islice(cycle(small[: limits.MOST_DIFFERENT]), limits.MOST_REPEATED))
