"""Explains the failures of one program by smaller trees, known mistakes and repairs.

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
from autograder.explain.chance import (
    answered_otherwise,
    fresh_answers,
    searches_to_repeat,
)
from autograder.explain.choices import WHATEVER_CHANGES
from autograder.explain.components import (
    Component,
    as_shown,
    behaviour_in,
    exercises_that_show,
    without_idle,
    without_refuted,
)
from autograder.explain.diagnosis import NO_PRUNING, Diagnosis
from autograder.explain.findings import (
    ClaimedRepair,
    EditedLine,
    Explanation,
    Findings,
)
from autograder.explain.probed_program import can_be_diagnosed
from autograder.explain.repair.kinds import SLIPS, STATE_KEPT
from reference import interfaces
from reference.problem import Problem

if TYPE_CHECKING:
    from autograder.explain.repairs import RepairSearch


@contextmanager
def _spared() -> Iterator[None]:
    """Report an error, and go on.

    A grade that stands is not lost for want of an explanation.
    """
    try:
        yield
    except Exception as error:
        print(resources_lacking(error) or traceback.format_exc(), file=sys.stderr)


class FailedProgram:
    """A program that failed exercises, and the budget of its processes."""

    def __init__(
        self,
        assignment: Assignment,
        sources: Mapping[str, bytes],
        budget: Budget,
        repair_sought: Callable[[], None] = lambda: None,
    ) -> None:
        """Take a program. sources: its files.

        repair_sought: called before a search for a repair.
        """
        self._repair_sought = repair_sought
        self._assignment = assignment
        self._sources = sources
        self._budget = budget
        self._agreeing: tuple[str, ...] = ()
        self._diagnoses: list[Diagnosis] = []

    def explained(self, verdicts: list[Verdict], *, repair: bool) -> Explanation:
        """Return the verdicts, the failed ones explained.

        repair: whether to search for edits that repair the program.
        """
        self._budget.go_on()
        repair_search = self._start_repair(verdicts) if repair else None
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
                claimed = repair_search.repairs() if repair_search is not None else []
                repaired = self._repaired(list(explained.verdicts.values()), claimed)
                explained.verdicts.update(repaired.verdicts)
                explained.findings.update(repaired.findings)
            # The findings hold of a program that is still the same.
            by_chance = self._differ(answers, searches)
        if by_chance:
            explained = self._by_chance(judged, repair_search)
        self._budget.pause()
        return explained

    def _differ(self, answers: list[object], searches: Sequence[Problem]) -> bool:
        """Return whether a fresh process answers searches otherwise than one before.

        If there is no time to find out, return False.
        """
        again = fresh_answers(searches, self._budget)
        return bool(answers and again) and answers != again

    def _by_chance(
        self, judged: list[Verdict], repair_search: "RepairSearch | None"
    ) -> Explanation:
        """Return the verdicts on a program that answers by chance.

        It is told of exercises in which it was seen: others may fail otherwise.
        """
        findings = Findings()
        with _spared():
            claimed = repair_search.repairs() if repair_search is not None else []
            findings = Findings(slips=tuple(_lines_of_chance(claimed)))
        explained = Explanation(_by_exercise(judged), {})
        failed = [verdict for verdict in _failed(judged) if not verdict.failure]
        seen = answered_otherwise(
            failed, lambda problems: fresh_answers(problems, self._budget)
        )
        for verdict in failed:
            name = verdict.exercise.id
            if name in seen:
                explained.verdicts[name] = verdict._replace(misconceptions=(CHANCE,))
                explained.findings[name] = findings
        return explained

    # --- Known mistakes ---

    def _diagnosed(self, verdicts: list[Verdict]) -> dict[str, Verdict]:
        explained: dict[str, Verdict] = {}
        for group in _groups(verdicts):
            failed = _failed(group)
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
                # If no line is known: the only one that agrees, or all if every
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

    def _start_repair(self, verdicts: list[Verdict]) -> "RepairSearch | None":
        """Start a search for a repair; return None if there is no use for one."""
        failed = _failed(verdicts)
        can_be_searched = any(
            verdict.evidence.can_be_repeated or verdict.evidence.searched.outcome.looks
            for verdict in failed
        )
        if not can_be_searched:
            return None
        from autograder.explain.repairs import RepairSearch  # may be of no use

        self._repair_sought()
        repair_search = RepairSearch(self._assignment, self._sources, self._budget)
        with _spared():
            repair_search.start(verdicts)
            return repair_search
        return None

    def _repaired(
        self, verdicts: list[Verdict], claimed: list[ClaimedRepair]
    ) -> Explanation:
        findings = self._proved(verdicts, claimed)
        names: tuple[str, ...] = ()
        components: list[Component] = []
        with _spared():  # nor is a line that is proved lost for want of a name
            if findings.repairs:
                components = self._components(findings.repairs[0], verdicts)
                names = self._undone(findings.repairs[0], components)
                components = [component.named(names) for component in components]
                names = without_refuted(names, components)
                findings = findings.with_components(
                    [component.repair for component in components]
                )
        is_sure = len(names) == 1 or self._is_sure_of(components, names)
        findings = findings._replace(names=names if is_sure else ())
        repaired = Explanation({}, {})
        for verdict in verdicts:
            if not isinstance(verdict, Failed):
                continue
            name = verdict.exercise.id
            shown, mistakes = as_shown(findings, names, components, name)
            if not shown.repairs:
                mistakes = self._without_repair(verdict, shown)
            repaired.verdicts[name] = verdict._replace(misconceptions=mistakes)
            repaired.findings[name] = _findings_on(verdict, shown)
        return repaired

    def _proved(
        self, verdicts: list[Verdict], claimed: list[ClaimedRepair]
    ) -> Findings:
        if not claimed:
            return Findings(exercises=len(verdicts))
        from autograder.explain.proof import prove  # nothing else needs it

        findings = prove(verdicts, claimed, self._changed, self._budget.may_go_on)
        kept = tuple(slip for slip in findings.slips if slip.kind is SLIPS["kept"])
        if kept and self._agreeing[:1] == (STATE_KEPT,):
            # Edits that keep the program from using it repair it by accident.
            return Findings(exercises=findings.exercises, slips=kept)
        return findings

    def _is_sure_of(
        self, components: Sequence[Component], names: Sequence[str]
    ) -> bool:
        """Return whether all mistakes that components undo were made."""
        all_named = all(component.mistake in names for component in components)
        return bool(components) and (all_named or not self._agreeing)

    def _changed(self, repair: ClaimedRepair) -> Sandbox:
        from autograder.explain.repairs import changed_program

        return changed_program(repair, self._sources, self._budget)

    def _undone(
        self, repair: ClaimedRepair, components: Sequence[Component]
    ) -> tuple[str, ...]:
        """Return the mistakes that a repair undoes.

        They are those of its components or, if not all of these have one, some of
        those that the program makes. One that looks at every leaf behaves alike
        whatever it does with its bounds: only a component proves another mistake. A
        repair of one change undoes one.
        """
        if repair.components and not components:
            return ()  # it may be right by accident
        mistakes = [component.mistake for component in components]
        if components and (all(mistakes) or not self._agreeing):
            return tuple(dict.fromkeys(filter(None, mistakes)))
        names = _agreed(repair, self._agreeing, self._diagnoses)
        if NO_PRUNING in names:
            names = tuple(name for name in names if name in (NO_PRUNING, *mistakes))
        return names if components else _likeliest(repair, names)

    def _without_repair(self, verdict: Failed, findings: Findings) -> tuple[str, ...]:
        """Return the mistakes that explain an exercise if no edits repair the program.

        Of several that agree a slip that was seen may tell the one.
        """
        if not findings.slips:
            return verdict.misconceptions
        names = verdict.misconceptions
        if len(names) != 1 and can_be_diagnosed(verdict):
            agreeing = [
                name
                for name in self._agreeing
                if all(diagnosis.fits_text(name) for diagnosis in self._diagnoses)
            ]
            names = _of_kinds(agreeing, findings.slips)
        return names if len(names) == 1 else ()

    def _components(
        self, repair: ClaimedRepair, verdicts: Sequence[Verdict]
    ) -> list[Component]:
        """Return the components of a repair; [] if it changes many lines."""
        if repair.changes_much:
            return []
        components = [
            self._component(component, verdicts) for component in repair.components
        ]
        # Beside the other changes alone no player may stop: in the program it did.
        components = [
            component.undoing("") if self._stops_early(component.mistake) else component
            for component in components
        ]
        probed = [done for diagnosis in self._diagnoses for done in diagnosis.probed]
        return without_idle(components, behaviour_in(verdicts, probed))

    def _stops_early(self, mistake: str) -> bool:
        """Return whether the program stops early where by a mistake it never would."""
        return any(diagnosis.stops_early(mistake) for diagnosis in self._diagnoses)

    def _component(
        self, repair: ClaimedRepair, verdicts: Sequence[Verdict]
    ) -> Component:
        """Return a component of a repair, judged with all others made."""
        if not repair.text:
            return Component(repair)
        with self._changed(repair) as program:
            judged = [
                judge(verdict.exercise, program.search_each, self._budget.may_go_on)
                for verdict in verdicts
                if isinstance(verdict.exercise, FixedExercise)
            ]
            shown_in = exercises_that_show(verdicts, program)
            failing = [group for group in _groups(judged) if _failed(group)]
            # If all passed, the component undoes nothing.
            if not failing:
                return Component(repair, behaviour_in(judged, []), *shown_in)
            diagnoses = [self._diagnosis(group, program) for group in failing]
            agreeing = _agreeing_with_all(diagnoses)
            mistake = self._mistake_of(repair, agreeing, diagnoses)
        probed = [done for diagnosis in diagnoses for done in diagnosis.probed]
        done = behaviour_in(judged, probed)
        repair = repair._replace(ends_exception=bool(shown_in.broken))
        return Component(repair, done, *shown_in, agreeing).undoing(mistake)

    def _mistake_of(
        self,
        component: ClaimedRepair,
        agreeing: Sequence[str],
        diagnoses: Sequence[Diagnosis],
    ) -> str:
        """Return the one mistake that a component undoes; "" if that is not known.

        agreeing: the mistakes with which all diagnoses agree. diagnoses: of the program
        with all other components made.
        """
        # The role alone proves none: with the rest repaired in another way, the program
        # might behave otherwise.
        of_kinds = _of_kinds(_agreed(component, agreeing, diagnoses), component.edits)
        mistakes = [
            name
            for name in of_kinds
            if not any(own.refutes(name) for own in self._diagnoses)
        ]
        return mistakes[0] if len(mistakes) == 1 else ""


def _agreeing_with_all(diagnoses: Sequence[Diagnosis]) -> tuple[str, ...]:
    """Return the ids of the mistakes that agree in every diagnosis."""
    first, *others = (diagnosis.agreeing for diagnosis in diagnoses)
    return tuple(name for name in first if all(name in also for also in others))


def _lines_of_chance(claimed: Sequence[ClaimedRepair]) -> Iterator[EditedLine]:
    """Yield the lines that go by chance, of the slips that a search came by."""
    for repair in claimed:
        if repair.kind != "seen":
            continue
        for edit in repair.edits:
            if CHANCE in edit.kind.at(edit.role):
                yield edit


def _findings_on(verdict: Failed, findings: Findings) -> Findings:
    """Return the findings without nearest edits that do not help an exercise."""
    nearest = findings.nearest
    if nearest is None:
        return findings
    improved = nearest.exercises_repaired or nearest.exercises_helped
    if improved and verdict.exercise.id not in improved:
        return findings._replace(nearest=None)
    return findings


def _of_kinds(names: Sequence[str], edits: Sequence[EditedLine]) -> tuple[str, ...]:
    """Return the mistakes that the kind of some edit may undo."""
    undone = {name for edit in edits for name in edit.kind.at(edit.role)}
    return tuple(name for name in names if name in undone)


def _agreed(
    repair: ClaimedRepair, agreeing: Sequence[str], diagnoses: Sequence[Diagnosis]
) -> tuple[str, ...]:
    """Return the mistakes that a repair may undo, of those that agree with a program.

    If none agrees, they are of those that its choices show, or that nearly agree.
    """
    nearby: Sequence[str] = ()
    if not agreeing and diagnoses:
        agreeing = _shown(repair, diagnoses)
        nearby = () if agreeing else _agreeing_nearby(repair, diagnoses)
    names = [
        name
        for name in repair.undoes(agreeing or nearby)
        if name in nearby or all(diagnosis.fits_text(name) for diagnosis in diagnoses)
    ]
    return tuple(names[: limits.MOST_MISTAKES_NAMED])


def _shown(repair: ClaimedRepair, diagnoses: Sequence[Diagnosis]) -> list[str]:
    """Return the mistakes that a repair may undo and a program's choices show."""
    return [
        name
        for name in dict.fromkeys((*repair.may_undo(), *WHATEVER_CHANGES))
        if all(diagnosis.shows(name) for diagnosis in diagnoses)
    ]


def _agreeing_nearby(
    repair: ClaimedRepair, diagnoses: Sequence[Diagnosis]
) -> list[str]:
    """Return those that it may undo and that agree in trees like the set's."""
    return [
        name
        for name in repair.may_undo()
        if all(diagnosis.agrees_nearby(name) for diagnosis in diagnoses)
    ]


def _likeliest(repair: ClaimedRepair, names: Sequence[str]) -> tuple[str, ...]:
    """Return the one of some mistakes that a repair of one change undoes, or nothing.

    The kind of its change lists the likeliest first.
    """
    in_order = [name for name in repair.may_undo() if name in names]
    return tuple([*in_order, *names][:1])


def _by_exercise(verdicts: Sequence[Verdict]) -> dict[str, Verdict]:
    """Return verdicts by the ids of their exercises."""
    return {verdict.exercise.id: verdict for verdict in verdicts}


def _failed(verdicts: Sequence[Verdict]) -> list[Failed]:
    return [verdict for verdict in verdicts if isinstance(verdict, Failed)]


def _groups(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Return the verdicts that can be diagnosed, by interface."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in filter(can_be_diagnosed, verdicts):
        groups.setdefault(verdict.exercise.pattern.interface, []).append(verdict)
    return list(groups.values())
