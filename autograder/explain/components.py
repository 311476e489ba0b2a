"""Finds the mistake that each component of a repair undoes, if it has several."""

from collections.abc import Sequence
from typing import NamedTuple

from autograder.core.exercises.model import FixedExercise
from autograder.core.judging.judge import Failed, Verdict, evidence_of
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.program import Sandbox
from autograder.explain.chance import told_apart_by
from autograder.explain.findings import ClaimedRepair, Findings
from autograder.explain.probed_program import Done


class Component(NamedTuple):
    """A component of a repair, and the program's behaviour with all others made.

    behaviour: in the fixed exercises and on the probes. shown_in: the ids of the failed
    exercises whose tree shows the mistake of this component. broken_in: of those, the
    ids of the ones that then end in an exception. agreeing: the ids of the known
    mistakes with which the program agrees then.
    """

    repair: ClaimedRepair
    behaviour: Sequence[object] = ()
    shown_in: frozenset[str] = frozenset()
    broken_in: frozenset[str] = frozenset()
    agreeing: tuple[str, ...] = ()

    @property
    def mistake(self) -> str:
        """Return the id of the known mistake that it undoes, or ""."""
        return self.repair.mistake

    @property
    def hides_others(self) -> bool:
        """Tell whether the mistake that it undoes may hide all other mistakes."""
        return bool(self.mistake) or self.repair.ends_exception

    def named(self, names: Sequence[str]) -> "Component":
        """Return the component with its mistake, of those that were made."""
        of_lines = {
            location.misconception for location in self.repair.locations(names)
        } - {""}
        mistake = of_lines.pop() if len(of_lines) == 1 else ""
        if self.mistake in names:
            return self
        return self.undoing("" if self.refutes(mistake) else mistake)

    def refutes(self, mistake: str) -> bool:
        """Return whether the program, with all others made, agrees with other ones."""
        return bool(self.agreeing) and mistake not in self.agreeing

    def undoing(self, mistake: str) -> "Component":
        """Return the component with the mistake that it undoes."""
        return self._replace(repair=self.repair._replace(mistake=mistake))


class ShownIn(NamedTuple):
    """The ids of failed exercises whose tree a changed program gets wrong.

    broken: of those, the ones that end in an exception.
    """

    wrong: frozenset[str]
    broken: frozenset[str]


def exercises_that_show(verdicts: Sequence[Verdict], program: Sandbox) -> ShownIn:
    """Search the tree of each failed exercise again, by a changed program."""
    wrong: set[str] = set()
    broken: set[str] = set()
    for verdict in verdicts:
        if isinstance(verdict, Failed):
            problem = verdict.evidence.problem
            asked_checks = verdict.exercise.asked_checks
            searched = program.search(problem)
            if not evidence_of(problem, searched, None, asked_checks).passed:
                wrong.add(verdict.exercise.id)
            outcome = searched.outcome
            if isinstance(outcome, Failure) and outcome.cause == "raised":
                broken.add(verdict.exercise.id)
    return ShownIn(frozenset(wrong), frozenset(broken))


def behaviour_in(verdicts: Sequence[Verdict], probed: Sequence[Done]) -> list[object]:
    """Return a program's behaviour in the fixed exercises, and in other searches."""
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
    components: Sequence[Component], before: Sequence[object]
) -> list[Component]:
    """Return components without the mistake of one that changes nothing by itself.

    It may only undo an effect of another component, and the program not make this
    mistake. It is believed beside another known mistake, or an exception, which may
    hide it. Only of two components is it known how each behaves alone: that is the
    program with the other one made. before: the program's own behaviour.
    """
    if len(components) != 2:
        return list(components)
    first, second = components
    return [
        component.undoing("")
        if other.behaviour == before and not other.hides_others
        else component
        for component, other in ((first, second), (second, first))
    ]


def without_refuted(
    names: tuple[str, ...], components: Sequence[Component]
) -> tuple[str, ...]:
    """Return the names of mistakes without those that some component alone removes.

    The program made no such mistake besides: it only behaved so. names: several with
    which the program agrees. components: named by them.
    """
    unnamed = [component for component in components if not component.mistake]
    made = {component.mistake for component in components}
    kept = [
        name
        for name in names
        if name in made or not all(other.refutes(name) for other in unnamed)
    ]
    return tuple(kept) if len(names) > 1 and components and kept else names


def as_shown(
    findings: Findings,
    names: tuple[str, ...],
    components: Sequence[Component],
    exercise: str,
) -> tuple[Findings, tuple[str, ...]]:
    """Return findings and names for an exercise: mistakes that its tree shows first.

    There are no names, if the mistakes that it shows have none, unless an exception
    hides all others.
    """
    shown = [component for component in components if exercise in component.shown_in]
    if not shown:
        return findings, names
    ordered = sorted(components, key=lambda component: component not in shown)
    findings = findings.with_components([component.repair for component in ordered])
    has_name = any(component.mistake for component in shown)
    has_mistake = any(component.mistake for component in components)
    hides_others = all(exercise in component.broken_in for component in shown)
    if has_mistake and not has_name and not hides_others:
        return findings, ()
    of_components = [
        component.mistake for component in ordered if component.mistake in names
    ]
    return findings, tuple(dict.fromkeys([*of_components, *names]))
