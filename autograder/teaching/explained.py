"""A submission explained for those who help its author: the change that makes it right, as a diff with its proof."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autograder.exercises import ExerciseSet
from autograder.judging import Explanation, Failed, Repair, Report, rewritten, run
from autograder.limits import LONGEST_DIFF_LINE
from autograder.showing import kind_of, sentences
from autograder.text import counted, source_lines, visible, visible_name
from reference.misconceptions import BY_ID, CHANCE


class Explained:
    """A graded submission with what explains it."""

    def __init__(self, submission: Path, exercises: ExerciseSet) -> None:
        """Grade a submission on a set. Raises InvalidExercises where packages are not installed."""
        self.report = run.grade(submission, exercises)
        failed = [verdict for verdict in self.report.visible if isinstance(verdict, Failed)]
        self.explanation = failed[0].explanation if failed else Explanation()

    @property
    def is_explained(self) -> bool:
        """Whether it is right on all that students see, or a change was found that makes it so."""
        return bool(self.explanation.repairs) or all(verdict.passed for verdict in self.report.visible)

    def page(self) -> list[str]:
        """What is printed for people."""
        return list(_page(self.report, self.explanation))

    def document(self) -> dict[str, Any]:
        """The same as data."""
        return _document(self.report, self.explanation)


def _page(report: Report, explanation: Explanation) -> Iterator[str]:
    """What is printed for people."""
    failed = [verdict.exercise.id for verdict in report.visible if not verdict.passed]
    if report.failure is not None:
        yield visible(report.failure.words)
    elif not failed:
        yield f"Nothing to explain: {counted(len(report.visible), 'visible exercise')} passed."
    elif explanation.repairs:
        for name in explanation.named(failed_names(report)):
            yield f"{BY_ID[name].title}. {BY_ID[name].explanation}"
        yield from sentences(explanation)
        yield ""
        yield from (visible(row, LONGEST_DIFF_LINE) for row in diff(explanation.repairs[0], report.sources))
        yield ""
        yield f"Failed before, and right with this change: {', '.join(failed)}."
        yield f"Run with it and passed: all {counted(explanation.exercises, 'visible exercise')}."
    elif failed_names(report) == (CHANCE,):
        yield f"{BY_ID[CHANCE].title}. {BY_ID[CHANCE].explanation}"
        yield f"Running it does not tell which change mends it. Failed: {', '.join(failed)}."
    elif explanation.nearest is not None:
        yield "No change was found that makes this program right. The nearest, which mends a part of it:"
        edits = explanation.nearest.edits
        yield from (f"  {visible_name(edit.file, 100)}, line {edit.line}: {kind_of(edit)}" for edit in edits)
        yield ""
        yield from (visible(row, LONGEST_DIFF_LINE) for row in diff(explanation.nearest, report.sources))
        yield ""
        yield f"Failed now: {', '.join(failed)}. What this change leaves was not judged."
    else:
        yield f"No change was found that mends anything. Failed: {', '.join(failed)}."


def failed_names(report: Report) -> tuple[str, ...]:
    """The known mistakes that the program's behaviour agrees with, where there is one only."""
    names = {verdict.misconceptions for verdict in report.visible if not verdict.passed}
    if (CHANCE,) in names:
        return (CHANCE,)
    only = names.pop() if len(names) == 1 else ()
    return only if len(only) == 1 else ()


def diff(repair: Repair, sources: Mapping[str, bytes]) -> Iterator[str]:
    """A repair as a unified diff of the student's own text, in which only the changed lines differ."""
    for file, text in rewritten(repair, sources).items():
        name = visible_name(file, 100)
        before, after = source_lines(sources[file]), source_lines(text)
        yield from difflib.unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="")


def _document(report: Report, explanation: Explanation) -> dict[str, Any]:
    """The same as data."""
    repair = next(iter(explanation.repairs), explanation.nearest)
    places = explanation.places
    return {
        "passed": [verdict.exercise.id for verdict in report.visible if verdict.passed],
        "failed": [verdict.exercise.id for verdict in report.visible if not verdict.passed],
        "explained": bool(explanation.repairs),
        "misconceptions": list(explanation.named(failed_names(report))),
        "places": [{"file": entry.file, "line": entry.line, "misconception": entry.misconception} for entry in places],
        "diff": "\n".join(diff(repair, report.sources)) if repair is not None else "",
        "failure": report.failure.words if report.failure is not None else "",
    }
