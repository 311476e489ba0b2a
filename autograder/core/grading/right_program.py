"""Finds who is at fault if a search in a set with an adapter has no answer.

The course's code is at fault if it fails with the set's right program, too.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

from autograder.core.exercises.model import Assignment
from autograder.core.files import write_whole
from autograder.core.judging.judge import Failed, Passed, Verdict
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.outcome import Cause, Failure, with_fault
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.staging import temporary_folder
from reference.observe import source
from reference.problem import Problem

Fault = Literal["course", "program", "unknown"]
IN_DOUBT: tuple[Cause, ...] = ("adapter", "not a value")
"""The causes of failures that may lie in the adapter instead of the program."""
BEGINNING = "from __future__ import annotations\n\nfrom math import inf\n"
"""The first lines of the files that have the textbook's functions."""


def with_textbook(assignment: Assignment, ending: str) -> str:
    """Return a program: the textbook's functions, and a text that uses them."""
    textbook = source(assignment.interface, assignment.prune_when)
    return "\n\n".join([BEGINNING, textbook, ending])


def right_program(assignment: Assignment) -> str:
    """Return the right program of a set with an adapter; "" if none is known.

    It is the set's own solution, or else the textbook with the set's from_textbook.py.
    """
    adapter = assignment.adapter
    if adapter is None:
        return ""
    if adapter.solution_text or not adapter.ending:
        return adapter.solution_text
    return with_textbook(assignment, adapter.ending)


class RightProgram:
    """The right program of a set with an adapter, which repeats a student's searches.

    Its process starts when it is first asked for.
    """

    def __init__(self, sandbox: Sandbox | None) -> None:
        """Take a process of it; None if no right program is known."""
        self._sandbox = sandbox
        self._faults: dict[Problem, Fault] = {}

    def fault_of_load(self) -> Fault:
        """Return the side that is at fault if the adapter broke before any search."""
        if self._sandbox is None:
            return "unknown"
        return _fault(self._sandbox.load().outcome)

    def fault(self, problem: Problem) -> Fault:
        """Return the side at fault if a search of a problem came to no answer."""
        if problem not in self._faults:
            self._faults[problem] = "unknown"
            if self._sandbox is not None:
                outcome = self._sandbox.search(problem).outcome
                self._faults[problem] = _fault(outcome)
        return self._faults[problem]

    def fair(self, verdict: Verdict) -> Verdict:
        """Return a verdict that names the side at fault, if it may be the adapter.

        If the adapter returns no value with a right program either, the value counts as
        right. If the adapter raised an exception, only the side at fault is named.
        """
        if not isinstance(verdict, Failed) or verdict.failure is None:
            return verdict
        failure, evidence = verdict.failure, verdict.evidence
        if failure.cause not in IN_DOUBT:
            return verdict
        fault = self.fault(evidence.problem)
        searched = evidence.searched._replace(outcome=with_fault(failure, fault))
        verdict = verdict._replace(evidence=evidence._replace(searched=searched))
        if fault != "course" or failure.cause == "adapter":
            return verdict
        checks = {**verdict.checks, "value": True}
        if all(checks[check] for check in verdict.exercise.asked_checks):
            return Passed(verdict.exercise, verdict.trees, (), searched.printed)
        evidence = verdict.evidence
        shown = {**evidence.checks, "value": True}
        return verdict._replace(checks=checks, evidence=evidence._replace(checks=shown))


def _fault(outcome: object) -> Fault:
    """Return the side that is at fault, by the end of the right program's search."""
    if not isinstance(outcome, Failure):
        return "program"
    return "course" if outcome.cause in IN_DOUBT else "unknown"


@contextmanager
def running(
    assignment: Assignment,
    functions: tuple[str, ...],
    layers: tuple[str, ...] = ALL_LAYERS,
) -> Iterator[RightProgram]:
    """Give the right program of a set, in its process, for a `with` statement."""
    program = right_program(assignment)
    if not program:
        yield RightProgram(None)
        return
    write_program = partial(_write_into, assignment.file, program)
    # All searches of a right program take far less time than one search may take.
    deadline = time.monotonic() + assignment.limits.seconds
    with (
        temporary_folder(write_program) as folder,
        Sandbox(
            folder,
            assignment.file,
            functions,
            assignment.limits,
            deadline,
            layers,
            assignment,
        ) as sandbox,
    ):
        yield RightProgram(sandbox)


def _write_into(name: str, program: str, folder: Path) -> Path:
    write_whole(folder / name, program)
    return folder
