"""The internal command that grades one submission of a class: `class` starts a process
of it for each.
"""

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

from autograder import limits
from autograder.classroom.records import HIDDEN, NOT_NAMED, shortened
from autograder.errors import BROKEN, EXHAUSTED, resources_lacking
from autograder.grading.report import Report
from autograder.grading.run import grade
from autograder.judging.judge import Failed, NotRun, Passed
from autograder.reader.process import FOR_A_FORM, CannotRead, ask
from autograder.sandbox.outcome import Cause, in_short
from autograder.sandbox.staging import temporary_folder
from autograder.showing.feedback import feedback_of
from autograder.showing.formats import results
from autograder.text import source_lines

CUT_OFF: tuple[Cause, ...] = ("too slow", "processor time", "too many looks", "not run")
LINE_WITHOUT_AN_END = re.compile(r"(?<=[^\s.:;,?!])\s*\n")


def run(parent: int) -> int:
    """Grades the submission that standard input describes; writes results, and a page
    if asked for, as JSON.

    Standard input holds two pickles, written by the run that started this process: the
    request, a dictionary made by `Grading._request`, and the exercises. The exit status
    is 0 if there are results, BROKEN if this submission cannot be graded, EXHAUSTED if
    it may be graded later, when the machine has processes left, and WRONG_USAGE if no
    other could be graded here either. parent: the process that started this one.
    """
    try:
        threading.Thread(target=_end_with, args=[parent], daemon=True).start()
        return _grade()
    except (OSError, RuntimeError, MemoryError) as error:
        lacking = resources_lacking(error)
        if isinstance(error, RuntimeError) and lacking is None:
            raise
        # Else it may be about a file of this submission, which must not stop the class.
        print(lacking or traceback.format_exc(), file=sys.stderr)
        return BROKEN if lacking is None else EXHAUSTED


def _grade() -> int:
    """Grade, and print what came of it; return the exit status."""
    asked = pickle.load(sys.stdin.buffer)  # noqa: S301 (trusted, see above)
    exercises = pickle.load(sys.stdin.buffer)  # noqa: S301
    with temporary_folder(partial(_lay, asked)) as path:
        report = grade(
            path, exercises, layers=asked["layers"], with_local_imports=False
        )
    said = feedback_of(report)
    data = results(report, said)
    about: dict[str, Any] = {
        "note": note(report),
        "remarks": report.notes,
        "happened": happened(report),
        "form": _form(report),
    }
    about |= {"seconds": round(report.seconds, 3), "source": _source(report, data)}
    data["extra_data"]["class"] = {**asked["about"], **about}
    page = ""
    if asked["page"]:
        from autograder.pages.report import report_page

        page = report_page(report, said)
    json.dump({"results": data, "page": page}, sys.stdout, allow_nan=False)
    return 0


def happened(report: Report) -> dict[str, int]:
    """What kept a submission from points beside known mistakes, in short, each with the
    number of exercises.
    """
    lost = [verdict for verdict in report.verdicts if not isinstance(verdict, Passed)]
    found = Counter(
        in_short(verdict.failure) for verdict in lost if verdict.failure is not None
    )
    seen = [verdict for verdict in lost if verdict.exercise.is_visible]
    if lost and not found and not any(verdict.misconceptions for verdict in seen):
        found[NOT_NAMED if seen else HIDDEN] = len(lost)
    return dict(found.most_common())


def _form(report: Report) -> str:
    """The normal form of the program that was graded; "" of one that looked at no leaf,
    as a stub or an empty file.
    """
    found = (
        verdict.evidence.found.outcome
        for verdict in report.verdicts
        if isinstance(verdict, Failed)
    )
    looked = any(isinstance(verdict, Passed) for verdict in report.verdicts) or any(
        each.looks for each in found
    )
    return (
        normal_form(next(iter(report.sources.values())))
        if looked and report.sources
        else ""
    )


def normal_form(source: bytes) -> str:
    """Return a digest of a program that names and layout do not change; "" if it has
    none, or that takes too long.
    """
    try:
        form: str = ask(
            "normal form", {}, source[: limits.LARGEST_PROGRAM + 1], FOR_A_FORM
        )["form"]
    except (CannotRead, OSError):  # no grade depends on it
        return ""
    return form


def _source(report: Report, data: Mapping[str, Any]) -> str:
    places = [place for test in data["tests"] for place in test["extra_data"]["places"]]
    if not places or places[0]["file"] not in report.sources:
        return ""
    lines, line = source_lines(report.sources[places[0]["file"]]), places[0]["line"]
    around = lines[
        max(0, line - 1 - limits.EXAMPLE_LINES_AROUND) : line
        + limits.EXAMPLE_LINES_AROUND
    ]
    return "\n".join(text[: limits.LONGEST_EXAMPLE_LINE] for text in around)


def note(report: Report) -> str:
    """Why a submission was not judged on all exercises, in short; "" if it was."""
    not_run = (
        verdict.failure for verdict in report.verdicts if isinstance(verdict, NotRun)
    )
    if (found := report.failure or next(not_run, None)) is None:
        return ""
    kind = (
        "no file"
        if found.cause == "missing file"
        else "cut off"
        if found.cause in CUT_OFF
        else "broke"
    )
    lines = [shortened(line) for line in found.words.strip().split("\n")]
    words = " ".join(LINE_WITHOUT_AN_END.sub(". ", "\n".join(lines)).split())
    return f"{kind}: {words}"


def _lay(asked: Mapping[str, Any], folder: Path) -> Path:
    """Writes the files of the submission that are part of the request into a folder;
    returns the submission's path.
    """
    for relative, data in (asked["files"] or {}).items():
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        (folder / relative).write_bytes(data)
    return folder / str(
        asked["submission"]
    )  # one that lies on this machine is named by its whole path


def _end_with(parent: int) -> None:
    """Ends this process as soon as its parent has ended, which may have been killed and
    then cannot stop it.
    """
    while os.getppid() == parent:
        time.sleep(limits.PARENT_CHECK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
