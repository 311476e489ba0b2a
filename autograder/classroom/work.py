"""What a worker does: grades one submission of a class after the other, each as if it were the only one.

A worker stays up for many submissions, so what they have in common is loaded once. What belongs to one of them, its
processes, its user, its folder and its results, ends with it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import signal
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.classroom import digest
from autograder.exercises import ExerciseSet, InvalidExercises
from autograder.judging import NotRun, Report
from autograder.judging.run import grade
from autograder.launch import start_ahead
from autograder.sandbox import Cause, NotIsolated, temporary_folder
from autograder.showing import feedback_of
from autograder.showing.gradescope import results, text_of
from autograder.signals import end_on_signals
from autograder.text import Complaint, source_lines

ONE_AT_A_TIME = threading.Lock()
"""Threads of one worker take turns: what shuts a student's program in belongs to the whole process."""
BETWEEN_LOOKS = 1.0
"""Seconds between two looks at whether the run that a worker belongs to is still there."""
BROKE, NO_FILE, CUT_OFF = "broke", "no file", "cut off"
KINDS: Mapping[Cause, str] = {
    "missing file": NO_FILE,
    "too slow": CUT_OFF,
    "processor time": CUT_OFF,
    "too many looks": CUT_OFF,
    "not run": CUT_OFF,
}
"""What a failure is called in a note; any other broke."""
LONGEST_NOTE = 200
LINE_WITHOUT_AN_END = re.compile(r"(?<=[^\s.:;,?!])\s*\n")
AROUND, LONGEST_LINE = 2, 200
"""Lines shown before and after the one that is a mistake's, and characters of each."""


class OtherVersion(Complaint):
    """Raised where a worker has another version of the autograder than the run that it works for."""


@dataclass(frozen=True)
class Sent:
    """A submission that comes along: its files by their relative names. file: the one to grade, or "" for all."""

    files: Mapping[str, bytes]
    file: str


@dataclass(frozen=True)
class Work:
    """One submission to grade.

    about: what its results are to say of it besides. submission: where it is on this machine, or it itself.
    grader: a digest of the autograder that asks. pages: whether a page to look at is made, too.
    """

    name: str
    about: Mapping[str, Any]
    submission: str | Sent
    grader: str
    layers: tuple[str, ...]
    pages: bool = False


@dataclass(frozen=True)
class Graded:
    """A submission was graded: its results as text, and its page where one was asked for."""

    name: str
    results: str
    page: str = ""


@dataclass(frozen=True)
class Lost:
    """A submission broke the grader, or cost its worker its life. why: in words, a traceback before them if any."""

    name: str
    why: str


Done = Graded | Lost


def work(work: Work, exercises: bytes) -> Done:
    """Grades one submission. exercises: the set, pickled; it is unpacked once, however many submissions there are.

    Raises NotIsolated, InvalidExercises and OtherVersion, as no other submission would fare better here.
    """
    if threading.current_thread() is threading.main_thread():  # in one of dask's threads, dask ends what is to end
        _stop_with_the_run()
    if work.grader != digest.of_grader():
        words = "A worker has another version of the autograder than the one that you started."
        raise OtherVersion(f"{words} Bring the project on all machines to the same commit, and start the workers anew.")
    with ONE_AT_A_TIME:
        try:
            return done(work, _unpacked(exercises))
        finally:
            with contextlib.suppress(OSError):  # Python starts in it while this one is told what comes next
                start_ahead()


def done(work: Work, exercises: ExerciseSet) -> Done:
    """What comes of grading one submission here and now. Raises NotIsolated and InvalidExercises."""
    try:
        with _laid_out(work) as path:
            text, page = _results(path, exercises, work)
            return Graded(work.name, text, page)
    except (NotIsolated, InvalidExercises):
        raise
    except Exception as error:  # it is one of many: the others are graded all the same
        return Lost(work.name, f"{traceback.format_exc()}\n{type(error).__name__}: {error}")


def _results(path: Path, exercises: ExerciseSet, work: Work) -> tuple[str, str]:
    """The results of a submission, and its page where one is asked for."""
    report = grade(path, exercises, layers=work.layers, with_neighbours=False)
    said = feedback_of(report)
    data = results(report, said)
    about = {"note": note(report), "seconds": round(report.seconds, 3), "source": _source(report, data)}
    data["extra_data"]["class"] = {**work.about, **about}
    if not work.pages:
        return text_of(data), ""
    from autograder.pages.report import report_page

    return text_of(data), report_page(report, said)


def _source(report: Report, data: Mapping[str, Any]) -> str:
    """The lines around the first place that results name: of the copy that was graded, which is soon gone."""
    places = [place for test in data["tests"] for place in test["extra_data"]["places"]]
    if not places or places[0]["file"] not in report.sources:
        return ""
    lines, line = source_lines(report.sources[places[0]["file"]]), places[0]["line"]
    return "\n".join(text[:LONGEST_LINE] for text in lines[max(0, line - 1 - AROUND) : line + AROUND])


def note(report: Report) -> str:
    """Why a submission was not judged on all exercises, in short; nothing where it was."""
    not_run = (verdict.failure for verdict in report.verdicts if isinstance(verdict, NotRun))
    found = report.failure or next(not_run, None)
    if found is None:
        return ""
    in_a_row = LINE_WITHOUT_AN_END.sub(". ", found.words.strip())
    words = " ".join(in_a_row.split())
    short = words if len(words) <= LONGEST_NOTE else f"{words[:LONGEST_NOTE]} …"
    return f"{KINDS.get(found.cause, BROKE)}: {short}"


@lru_cache(maxsize=1)
def _unpacked(exercises: bytes) -> ExerciseSet:
    loaded = pickle.loads(exercises)  # noqa: S301 (it comes from the run that started this worker)
    assert isinstance(loaded, ExerciseSet)
    return loaded


@contextmanager
def _laid_out(work: Work) -> Iterator[Path]:
    """Where the submission is on this machine."""
    sent = work.submission
    if isinstance(sent, str):
        yield Path(sent)
        return

    def lay(folder: Path) -> Path:
        for relative, data in sent.files.items():
            (folder / relative).parent.mkdir(parents=True, exist_ok=True)
            (folder / relative).write_bytes(data)
        return folder / sent.file

    with temporary_folder(lay) as path:
        yield path


@lru_cache(maxsize=1)
def _stop_with_the_run() -> None:
    """Lets a worker of this machine end when its run has: it looks, as nobody tells it where the run was killed.

    Ctrl-C reaches all processes of a terminal. The run alone acts on it, and ends its workers.
    """
    end_on_signals()
    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(BETWEEN_LOOKS)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
