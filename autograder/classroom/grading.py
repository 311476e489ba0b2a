"""Grades the submissions of a class that are new or changed since the last run.

Each result is written as soon as it is there. Results of earlier runs are kept as long
as the digest of the submission, the exercises and the autograder is the same.
"""

import contextlib
import fcntl
import json
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.classroom.doubts import INCOMPLETE, NO_GRADE
from autograder.classroom.lateness import Due, DueTimes
from autograder.classroom.pool import Pool
from autograder.classroom.processes import Graded, grader_digest
from autograder.classroom.records import (
    NO_DUE_TIME,
    NOTHING,
    PARTIAL,
    UNKNOWN_TIME,
    HandIn,
    Outcome,
    Override,
    Overrides,
    Record,
    Rows,
    Student,
    in_one_line,
    note_of,
    outcome_of,
)
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.exercises import cache, packages
from autograder.core.exercises.documents import exercise_files
from autograder.core.exercises.model import ExerciseSet
from autograder.core.files import OTHER_JSON, read_regular
from autograder.core.outputs import Gate
from autograder.core.sandbox.listing import submitted_files
from autograder.core.text import visible_name
from autograder.tell.formats import RESULTS, text_of
from autograder.tell.pages.render import A_PAGE
from autograder.tell.terminal import ProgressLines

LOCK = ".lock"
"""A file in the folder of the results that keeps other runs out. It stays there."""
STUDENTS_PAGE = A_PAGE._replace(noun="a student's page")
NO_SECTIONS: Mapping[Student, tuple[str, ...]] = {}
BROKE = "the autograder itself failed on this submission"
LATE = "the platform says that it is late, but not by how much: {}"


@dataclass
class Grading:
    """Grades a class: keeps the results that still hold, and adds the others.

    only: a glob of exercises. pages: whether each submission gets a page. alone: if not
    empty, these submissions are graded anew, and all others keep their results even if
    something changed. is_whole: no exercise of the set is left out. gate: lets files be
    written. notes: why a submission has no results.
    """

    hand_ins: Sequence[HandIn]
    exercises: ExerciseSet
    folder: Path
    only: str = "*"
    pages: bool = False
    again: bool = False
    alone: Collection[str] = ()
    is_whole: bool = True
    gate: Gate = field(default_factory=Gate)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    isolation_missing: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._set = run_digest(self.exercises, self.only)
        for hand_in in self.hand_ins:
            if hand_in.withheld:
                self.notes[hand_in.name] = f"not graded: {hand_in.withheld}"
                continue
            if self._is_graded_anew(hand_in):
                continue
            outcome = self._earlier_outcome(hand_in)
            if outcome is not None:
                self.outcomes[hand_in.name] = outcome

    def _is_graded_anew(self, hand_in: HandIn) -> bool:
        """Return whether a submission is graded even if nothing of it changed."""
        if self.alone:
            return hand_in.name in self.alone
        return self.again

    def _earlier_outcome(self, hand_in: HandIn) -> Outcome | None:
        """Return the outcome of an earlier run, if it still holds."""
        file = self.folder / f"{hand_in.name}.json"
        if self.alone:  # the others stay as they are
            return outcome_in(file)
        outcome = outcome_in(file, self.digest_of(hand_in))
        if outcome is not None and outcome.by_machine and outcome.doubt:
            return None
        if self.pages and not has_page(self.folder, hand_in.name):
            return None
        return outcome

    def digest_of(self, hand_in: HandIn) -> str:
        """Return a digest of all that decides a submission's results.

        This is its files and students, the exercises and the autograder.
        """
        language = self._language_of(hand_in)
        about = ascii((hand_in.file, hand_in.students, language)).encode()
        return _digest([files_digest(hand_in.path), about, self._set]).hex()

    def _language_of(self, hand_in: HandIn) -> str:
        """Return the code of the language in which a submission's page is written."""
        return hand_in.language or self.exercises.assignment.language

    def run(self, layers: Sequence[str], jobs: int, cluster: str | None = None) -> None:
        """Grade the submissions without results.

        If the run is interrupted, the results so far stay. jobs: the number of
        processes at a time on this machine.
        """
        names = {hand_in.name for hand_in in self.hand_ins}
        chosen = self.alone or names - self.outcomes.keys()
        left = {}
        for hand_in in self.hand_ins:
            if hand_in.name in chosen and not hand_in.withheld:
                left[hand_in.name] = hand_in
        if not left:
            return
        pool = Pool(
            self.exercises,
            lambda name: self._request(left[name], layers, cluster),
            jobs,
            cluster,
            map(self._language_of, left.values()),
        )
        progress = ProgressLines("submission", sys.stdout)
        with contextlib.closing(pool.graded(left)) as answers:
            for done, (name, answer) in enumerate(answers, 1):
                if isinstance(answer, str):
                    self._write(name, "", "")
                else:
                    self._write(name, text_of(answer["results"]), answer["page"])
                progress.reached(done, len(left))
                self._note_answer(name, answer)

    def admit(self) -> None:
        """Raise WrongUsage if the files of some submission cannot be written.

        Those of an earlier run that still hold stay as they are.
        """
        for hand_in in self.hand_ins:
            if hand_in.name in self.outcomes:
                continue
            for ending, kind in (("json", RESULTS), ("html", STUDENTS_PAGE)):
                self.gate.ask_within(self.folder / f"{hand_in.name}.{ending}", kind)

    def _write(self, name: str, results: str, page: str) -> None:
        """Write the files of a submission; an empty text removes a file.

        The old file may be another submission's. The umask decides who may read grades,
        not the grader. Raise WrongUsage.
        """
        texts = ("json", RESULTS, results), ("html", STUDENTS_PAGE, page)
        for ending, kind, text in texts:
            output = self.gate.ask_within(self.folder / f"{name}.{ending}", kind)
            if text:
                output.write(text)
            else:
                output.remove()

    def _note_answer(self, name: str, answer: Graded) -> None:
        """Note a submission's answer; without results, print why."""
        if isinstance(answer, str):
            self.notes[name] = f"broke: {BROKE}: {answer.splitlines()[-1]}"
            print(f"{name}: {BROKE}.\n{answer}", file=sys.stderr)
            return
        results = answer["results"]
        self.outcomes[name] = outcome_of(results)
        self.isolation_missing |= results["extra_data"]["isolation_missing"]

    def _request(
        self, hand_in: HandIn, layers: Sequence[str], cluster: str | None
    ) -> dict[str, Any]:
        """Return the request to grade a submission (see cli/one_of_a_class.py).

        Another machine gets the contents of all files, by their relative paths;
        `submission` is then relative, too.
        """
        had_page = bool(self.alone) and has_page(self.folder, hand_in.name)
        request = {
            "about": {
                "digest": self.digest_of(hand_in),
                "file": hand_in.file,
                "students": [student._asdict() for student in hand_in.students],
            },
            "language": self._language_of(hand_in),
            "layers": layers,
            "page": self.pages or had_page,
            "submission": str(hand_in.path),
            "files": None,
        }
        if cluster:
            is_folder = os.path.isdir(hand_in.path)
            request["files"] = sent_files(hand_in.path)
            request["submission"] = "" if is_folder else hand_in.path.name
        return request

    def records(
        self,
        rows: Rows,
        dues: DueTimes,
        unread: Mapping[Student, str],
        overrides: Overrides,
        sections: Mapping[Student, tuple[str, ...]] = NO_SECTIONS,
    ) -> list[Record]:
        """Return a record for each of the rows.

        unread: notes on entries that may be the submissions of students without one.
        sections: those of each student, if the roster tells them.
        """
        of_other_sets = self.kept_of_other_sets()
        records = []
        for student, hand_in in rows:
            of_student = overrides.get(student, ())
            in_sections = sections.get(student, ())
            if hand_in is not None:
                is_kept = hand_in.name in of_other_sets
                due = dues.of(in_sections)
                record = self._record(student, hand_in, due, of_student, is_kept)
                if dues.each and due is None:
                    note = in_one_line([record.note, NO_DUE_TIME])
                    record = record._replace(note=note)
                records.append(record._replace(sections=in_sections))
                continue
            note = unread.get(student, NOTHING)
            absent = Record(student, None, None, note=note, overrides=of_student)
            records.append(
                absent._replace(is_partial=not self.is_whole, sections=in_sections)
            )
        return records

    def _record(
        self,
        student: Student,
        hand_in: HandIn,
        due: Due | None,
        overrides: tuple[Override, ...],
        is_of_other_set: bool,
    ) -> Record:
        """Return the record of a student who handed in.

        is_of_other_set: the results are kept from a run of another set, or of a part.
        """
        rule = self.exercises.assignment.late
        days = hand_in.days_late(rule, due, overrides)
        is_partial = is_of_other_set or not self.is_whole
        outcome = self.outcomes.get(hand_in.name)
        doubt = _doubt_about(hand_in, outcome)
        if any(override.kind in ("score", "excused") for override in overrides):
            doubt = ""  # somebody has decided
        score = None
        reason = self.notes.get(hand_in.name, "not graded yet")
        remarks = [PARTIAL] if is_of_other_set else []
        if outcome is not None:
            reason = outcome.note
            remarks += outcome.remarks
            if not is_partial and not doubt:
                score = outcome.after_penalty(rule, days)
        late = ""
        if hand_in.late:
            how = "counted as one day"
            if not days:
                how = "not counted, as there is an extension"
            late = LATE.format(how)
        elif due and is_to_be_said(hand_in):
            reason_untimed = hand_in.untimed or "nothing says when it was handed in"
            late = f"{UNKNOWN_TIME}, as {reason_untimed}"
        if doubt:
            remarks.insert(0, NO_GRADE.format(doubt=doubt))
            outcome = None
        note = note_of(remarks, hand_in.notes, late, reason)
        record = Record(
            student, hand_in, outcome, days, score, note, overrides, is_partial
        )
        return record._replace(is_unproven=bool(doubt))

    def kept_of_other_sets(self) -> set[str]:
        """Return the submissions whose results are of another set, or of a part of it.

        A run that grades one student alone keeps such results.
        """
        of_other_sets = set()
        for name, outcome in self.outcomes.items():
            if not outcome.is_of(self.exercises.exercises):
                of_other_sets.add(name)
        return of_other_sets


def _doubt_about(hand_in: HandIn, outcome: Outcome | None) -> str:
    """Return why the points that a submission lost are not proven to be lost."""
    if outcome is None or hand_in.is_empty:
        return ""
    if hand_in.is_incomplete and not outcome.score:
        return INCOMPLETE
    return outcome.doubt


def is_to_be_said(hand_in: HandIn) -> bool:
    """Return whether a row must say that it is not known whether it is late."""
    return hand_in.is_unknown_whether_late and not hand_in.is_of_canvas


# --- The folder of the results ---


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder of the results if there is none, and keep other runs out.

    Raise WrongUsage and OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # A link may lead to somebody else's file, which the lock would create or lock.
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(folder / LOCK, flags, 0o666), "wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            shown = visible_name(str(folder), limits.LONGEST_MESSAGE)
            raise WrongUsage(
                f"{shown}: another run is writing its results there; wait for it,"
                " or stop it"
            ) from None
        except OSError:  # the file system has no locks
            pass
        yield


def has_page(folder: Path, name: str) -> bool:
    """Return whether the submission of a name has a page."""
    return os.path.isfile(folder / f"{name}.html")


def outcomes_in(folder: Path) -> dict[str, Outcome]:
    """Return all results in a folder, by their names.

    Raise WrongUsage if there are none.
    """
    outcomes = {}
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(r"[^.].*\.json", name, re.DOTALL):
            continue
        outcome = outcome_in(folder / name)
        if outcome is not None:
            outcomes[Path(name).stem] = outcome
    if not outcomes:
        shown = visible_name(str(folder), limits.LONGEST_MESSAGE)
        raise WrongUsage(
            f"{shown}: there are no results here; name the --results of a class"
        )
    return outcomes


def outcome_in(file: Path, wanted: str | None = None) -> Outcome | None:
    """Return the outcome in a file; None if it holds no results of a class.

    wanted: the digest that the results must have, if any.
    """
    try:
        data = json.loads(file.read_bytes())
        if wanted is not None and data["extra_data"]["class"]["digest"] != wanted:
            return None
        return outcome_of(data)
    except OTHER_JSON:
        return None


def files_digest(path: Path) -> bytes:
    """Return a digest of a submission's files.

    It covers the contents of as many files as grading copies, and the sizes of the
    others. Only one file at a time is in memory, and of each no more than a whole
    submission may have.
    """
    pieces = []
    room = limits.LARGEST_SUBMISSION
    for relative, size in _by_size(path):
        data = content(_file_of(path, relative)) if size <= room else b""
        room -= len(data)
        pieces += [os.fsencode(relative), b"%d" % size, cache.digest(data)]
    return _digest(pieces)


def sent_files(path: Path) -> dict[str, bytes] | None:
    """Return the contents of a submission's files by their paths.

    Another machine can grade it from these. Return None if only this machine can say
    why it cannot be graded: it is empty, too large, or cannot be read.
    """
    files = _by_size(path)
    if not 0 < len(files) <= limits.MOST_FILES:
        return None
    if sum(size for _, size in files) > limits.LARGEST_SUBMISSION:
        return None
    sent = {}
    for relative, _ in files:
        data = read_regular(_file_of(path, relative), limits.LARGEST_SUBMISSION)
        if data is None:
            return None
        sent[str(relative)] = data
    return sent


def _by_size(path: Path) -> list[tuple[Path, int]]:
    """Return the files of a submission, relative to it, with their sizes.

    Python's come first, then the small ones.
    """
    files = list(submitted_files(path)) if os.path.isdir(path) else [Path(path.name)]
    sized = []
    for relative in files:
        with contextlib.suppress(OSError):
            sized.append((relative, _file_of(path, relative).lstat().st_size))
    return sorted(sized, key=lambda file: (file[0].suffix != ".py", file[1], file[0]))


def _file_of(path: Path, relative: Path) -> Path:
    return path / relative if os.path.isdir(path) else path


def content(file: Path) -> bytes:
    """Return the content of a file as far as grading reads it.

    It is empty if the file cannot be read.
    """
    return read_regular(file, limits.LARGEST_SUBMISSION) or b""


def run_digest(exercises: ExerciseSet, only: str) -> bytes:
    """Return a digest of all that decides the results of a whole run.

    This is the autograder, the set, its packages and secret, and --only.
    """
    pieces = [grader_digest(), os.fsencode(only), exercises.seeds]
    pieces += [exercise.visibility.encode() for exercise in exercises.exercises]
    files = {*exercise_files(exercises.folder)}
    for file in exercises.folder.iterdir():
        if file.suffix in (".json", ".py") or file.name == packages.LOCK:
            files.add(file)
    for file in sorted(files):
        pieces += [os.fsencode(file.name), file.read_bytes()]
    return _digest(pieces)


def _digest(pieces: Iterable[bytes]) -> bytes:
    return cache.digest(b"".join(map(cache.digest, pieces)))
