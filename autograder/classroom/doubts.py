"""Tells why the points that a submission lost are not proven to be lost.

A person with all the facts may give them. So nobody gets a 0 until somebody has looked.
"""

import os
from collections.abc import Collection
from pathlib import Path

from autograder.core.grading.report import Report
from autograder.core.judging.judge import Passed
from autograder.core.sandbox.listing import submitted_files
from autograder.core.sandbox.local_imports import imports_in_turn
from autograder.core.sandbox.misnamed import may_be_program
from autograder.core.text import listed, named

NO_GRADE = "no grade yet, as {doubt}"
"""The beginning of the note of a submission whose points are not proven to be lost."""
BY_MACHINE = (
    "this machine had too little memory or time, or the program stopped itself:"
    " run the same command again, or look at the program"
)
BY_ADAPTER = "the adapter of the set failed: put it right"
MAY_BE_PROGRAM = "{file} may be the program, and was not run"
INCOMPLETE = "something that was handed in was not looked at"
NOTHING_READ = "no file of it could be read"
OTHERS = "{files} may be meant, and was not looked at"
NOT_TAKEN = (
    "it imports {modules}, which lies beside it: put both into a folder that is called"
    " as the student"
)


def doubt_about(report: Report, submission: Path, functions: Collection[str]) -> str:
    """Return why lost points are not proven to be lost; "" if they are.

    functions: those that the set asks for; none if it is answered by hand.
    """
    lost = [verdict for verdict in report.verdicts if not isinstance(verdict, Passed)]
    if not lost:
        return ""
    if report.by_machine:
        return BY_MACHINE
    failures = [report.failure, *(verdict.failure for verdict in lost)]
    causes = {failure.cause for failure in failures if failure is not None}
    if "adapter" in causes:
        return BY_ADAPTER
    if "missing file" in causes:
        return _doubt_about_files(submission, functions)
    if report.points:
        return ""
    if report.others:
        return OTHERS.format(files=listed(report.others))
    return _doubt_about_imports(report, submission, functions)


def _doubt_about_files(submission: Path, functions: Collection[str]) -> str:
    """Return why a submission without a program to run may have one; "" if not."""
    file = may_be_program(submission, functions)
    if file:
        return MAY_BE_PROGRAM.format(file=named(file))
    is_read = next(submitted_files(submission), None) is not None
    return "" if is_read else NOTHING_READ


def _doubt_about_imports(
    report: Report, submission: Path, functions: Collection[str]
) -> str:
    """Return which modules a single file imports from beside it; "" for none.

    They lie in the folder of the class, so they may be submissions themselves.
    """
    if os.path.isdir(submission):
        return ""
    file = report.exercises.assignment.file
    imports = imports_in_turn(submission, file, functions)
    modules = [*imports.imported, *imports.left_out]
    return NOT_TAKEN.format(modules=listed(modules)) if modules else ""
