"""Grades one submission of a class; `class` starts this process for each."""

import json
import os
import pickle
import re
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from autograder.classroom.doubts import doubt_about
from autograder.classroom.records import HIDDEN, NOT_NAMED, shortened
from autograder.core import limits
from autograder.core.errors import BROKEN, EXHAUSTED, resources_lacking
from autograder.core.exercises.needs import asked_for
from autograder.core.grading.report import Report
from autograder.core.judging.judge import Failed, NotRun, Passed, Verdict
from autograder.core.reader.process import FOR_A_FORM, CannotRead, ask
from autograder.core.sandbox.outcome import OVERRUN, Cause, in_short
from autograder.core.sandbox.staging import temporary_folder
from autograder.core.text import source_lines
from autograder.explain.graded import grade_and_explain
from autograder.tell.feedback import feedback_of
from autograder.tell.formats import results

CUT_OFF: tuple[Cause, ...] = (*OVERRUN, "not run")
LINE_WITHOUT_AN_END = re.compile(r"(?<=[^\s.:;,?!])\s*\n")


def run(parent: int) -> int:
    """Grade the submission that standard input describes.

    Write results, and a page if asked for, as JSON. Standard input holds two pickles,
    written by the run that started this process: the request, a dictionary made by
    `Grading._request`, and the exercises. The exit status is 0 if there are results,
    BROKEN if this submission cannot be graded, EXHAUSTED if it may be graded later,
    when the machine has processes left, and WRONG_USAGE if no other could be graded
    here either. parent: the process that started this one.
    """
    try:
        threading.Thread(target=_end_with, args=[parent], daemon=True).start()
        return _grade()
    except (OSError, RuntimeError, MemoryError) as error:
        lacking = resources_lacking(error)
        if isinstance(error, RuntimeError) and lacking is None:
            raise
        # Else the error may be about a file of this submission, and must not stop the
        # class.
        print(lacking or traceback.format_exc(), file=sys.stderr)
        if lacking is None and isinstance(error, OSError):
            # the last line stands in the table of the class, so it names no path
            print(f"{type(error).__name__}: {error.strerror}", file=sys.stderr)
        return BROKEN if lacking is None else EXHAUSTED


def _grade() -> int:
    """Grade, print the results and the page as JSON, and return the exit status."""
    request = pickle.load(sys.stdin.buffer)  # noqa: S301 (trusted, see above)
    exercises = pickle.load(sys.stdin.buffer)  # noqa: S301
    layers = request["layers"]
    with temporary_folder(partial(_lay, request)) as path:
        explained = grade_and_explain(
            path, exercises, layers=layers, with_local_imports=False
        )
        report = explained.report
        doubt = doubt_about(report, path, asked_for(exercises))
    shown = feedback_of(explained)
    record = results(explained, shown)
    record["extra_data"]["class"] = {
        **request["about"],
        "doubt": doubt,
        "by_machine": report.by_machine,
        "note": note(report),
        "remarks": report.notes,
        "happened": happened(report),
        "form": _form(report),
        "seconds": round(report.seconds, 3),
        "source": _source(report, record),
    }
    page = ""
    if request["page"]:
        from autograder.tell.pages.report import report_page

        page = report_page(explained, shown)
    json.dump({"results": record, "page": page}, sys.stdout, allow_nan=False)
    return 0


def happened(report: Report) -> dict[str, int]:
    """Return the failures that cost points, beside known mistakes.

    They are in short, each with the number of exercises.
    """
    lost = [verdict for verdict in report.verdicts if not isinstance(verdict, Passed)]
    failures = [verdict.failure for verdict in lost if verdict.failure is not None]
    counts = Counter(map(in_short, failures))
    visible = [verdict for verdict in lost if verdict.exercise.is_visible]
    has_name = any(verdict.misconceptions for verdict in visible)
    if lost and not counts and not has_name:
        counts[NOT_NAMED if visible else HIDDEN] = len(lost)
    return dict(counts.most_common())


def _form(report: Report) -> str:
    """Return the normal form of the program that was graded.

    It is "" for a program that looked at no leaf, such as a stub or an empty file.
    """
    if not report.sources or not any(map(_looked, report.verdicts)):
        return ""
    return normal_form(next(iter(report.sources.values())))


def _looked(verdict: Verdict) -> bool:
    """Return whether the program looked at a leaf in an exercise."""
    if isinstance(verdict, Failed):
        return bool(verdict.evidence.searched.outcome.looks)
    return isinstance(verdict, Passed)


def normal_form(source: bytes) -> str:
    """Return a digest of a program that names and layout do not change.

    Return "" for a program without one, or if it takes too long.
    """
    # One byte more than a program may have, so that a longer one is refused.
    start = source[: limits.LARGEST_PROGRAM + 1]
    try:
        form: str = ask("normal form", {}, start, FOR_A_FORM)["form"]
    except (CannotRead, OSError):  # no grade depends on it
        return ""
    return form


def _source(report: Report, record: Mapping[str, Any]) -> str:
    """Return the lines around the first place in the results; "" without one."""
    places = []
    for test in record["tests"]:
        places += test["extra_data"]["places"]
    if not places or places[0]["file"] not in report.sources:
        return ""
    lines = source_lines(report.sources[places[0]["file"]])
    line = places[0]["line"]
    start = max(0, line - 1 - limits.EXAMPLE_LINES_AROUND)
    around = lines[start : line + limits.EXAMPLE_LINES_AROUND]
    return "\n".join(text[: limits.LONGEST_EXAMPLE_LINE] for text in around)


def note(report: Report) -> str:
    """Return in short why not all exercises were judged; "" if all were."""
    failures = [
        verdict.failure for verdict in report.verdicts if isinstance(verdict, NotRun)
    ]
    # A tree that was left blank by hand was judged: it earns nothing.
    failures = [failure for failure in failures if failure.cause != "not answered"]
    if report.failure is not None:
        failures.insert(0, report.failure)
    if not failures:
        return ""
    failure = failures[0]
    if failure.cause == "missing file":
        kind = "no file"
    elif failure.cause in CUT_OFF:
        kind = "cut off"
    else:
        kind = "broke"
    lines = [shortened(line) for line in failure.message.strip().split("\n")]
    sentences = LINE_WITHOUT_AN_END.sub(". ", "\n".join(lines))
    return f"{kind}: {' '.join(sentences.split())}"


def _lay(request: Mapping[str, Any], folder: Path) -> Path:
    """Write the files that are part of a request into a folder.

    Return the path of the submission.
    """
    for relative, content in (request["files"] or {}).items():
        file = folder / relative
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    # A submission on this machine has its whole path as name, which replaces the
    # folder's.
    return folder / str(request["submission"])


def _end_with(parent: int) -> None:
    """End this process as soon as its parent has ended.

    The parent may have been killed, and then cannot stop it.
    """
    while os.getppid() == parent:
        time.sleep(limits.PARENT_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
