"""Records of a class: students, submissions, their outcomes and the table's rows.

A row's record knows which score is final.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from math import isclose
from pathlib import Path
from typing import Any, Literal, NamedTuple

from autograder.classroom.lateness import Due
from autograder.core.exercises.model import CHECKS, Exercise, Late
from autograder.core.limits import LONGEST_NOTE, MOST_NAMED
from autograder.core.text import visible_name

NOTHING, UNREAD = "handed in nothing", "not understood: "
"""The notes of students without a submission.

UNREAD is followed by the name of an entry that may be theirs, and the reason why it
is no submission.
"""
UNKNOWN_TIME = "it is not known whether it is late"
NO_DUE_TIME = f"{UNKNOWN_TIME}, as nothing says when it was due for the section"
PARTIAL = (
    "these are results of another set, or of a part of it, so there is no final score;"
    " grade without --only"
)
"""The note on results of an earlier run, kept because another student is graded alone.
"""
NOT_NAMED = "no known mistake was found"
HIDDEN = "wrong only in hidden exercises, which are not explained"

# The kinds of identities, as sentences call them.
CANVAS_NUMBER = "Canvas' number"
MOODLE_NUMBER = "Moodle's number"
BRIGHTSPACE_NUMBER = "Brightspace's number"
UNIVERSITY_ID = "id"
EMAIL = "e-mail address"
LOGIN = "login"
GITHUB_NAME = "GitHub name"
REPOSITORY = "repository"
FOLDER = "folder's name"
NAME = "name"
MAY_BE_ADDRESSES = (UNIVERSITY_ID, LOGIN)


class Identity(NamedTuple):
    """A value that identifies a student, and the kind of this value.

    Identities are equal only if their kinds are: Canvas' number 333 and the
    university's id 333 are two people.
    """

    kind: str
    value: str


class Student(NamedTuple):
    """A student, as far as an export or a roster tells.

    email: "" if it is not known. number: the university's, or the platform's own. It is
    shown to people, and never compared, as it does not tell its kind. ids: the
    identities beside the address and the name.
    """

    name: str
    email: str = ""
    number: str = ""
    ids: tuple[Identity, ...] = ()

    @classmethod
    def of_folder(cls, name: str) -> Student:
        """Return the student of a folder or a file.

        Its name may be an id, an address, a login or a name.
        """
        return cls(name, ids=(Identity(FOLDER, name),))

    def identities(self) -> set[Identity]:
        """Return the identities that are compared as a whole, names aside.

        Capital letters do not count. Some universities' logins and ids are addresses.
        """
        identities = {*self.ids}
        if self.email:
            identities.add(Identity(EMAIL, self.email))
        return {
            Identity(
                EMAIL if kind in MAY_BE_ADDRESSES and "@" in value else kind,
                value.strip().casefold(),
            )
            for kind, value in identities
        }


class HandIn(NamedTuple):
    """A submission of a class.

    name: unique in the class; the results are NAME.json. students: several if it is a
    group's. file: its name in the instructor's download. late: whether the platform
    calls it late. notes: for the readers of its row. feedback: the name under which the
    platform takes the student's page back. original: the student's own name of a file
    that a platform exported. submission: the platform's number of it; newer ones are
    larger. withheld: why it cannot be graded, through no fault of its own.
    is_incomplete: whether something that was handed in was not taken. is_empty: whether
    it is a folder without a file, as of somebody who handed in nothing. language:
    that its students read, by the roster; "" for the set's. untimed: why the time is
    not known, if an export should say it. is_zone_unknown: whether the time was written
    without a zone, and read by this machine's clock.
    """

    name: str
    students: tuple[Student, ...]
    path: Path
    file: str
    at: datetime | None = None
    late: bool = False
    notes: tuple[str, ...] = ()
    feedback: str = ""
    original: str = ""
    submission: int = 0
    withheld: str = ""
    is_incomplete: bool = False
    is_empty: bool = False
    language: str = ""
    untimed: str = ""
    is_zone_unknown: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether only the name of a folder or a file tells whose it is."""
        kinds = {identity.kind for student in self.students for identity in student.ids}
        return kinds <= {FOLDER, GITHUB_NAME}

    @property
    def is_of_canvas(self) -> bool:
        """Whether Canvas exported it, which says of all that are late that they are."""
        return any(
            identity.kind == CANVAS_NUMBER
            for student in self.students
            for identity in student.ids
        )

    @property
    def is_unknown_whether_late(self) -> bool:
        """Whether neither a time nor the platform tells whether it is late."""
        return self.at is None and not self.late

    def days_late(
        self, rule: Late | None, due: Due | None, overrides: Sequence[Override]
    ) -> int | None:
        """Return the days begun after the due time; None if nothing is known.

        rule: of the assignment, which may grant some grace. overrides: may extend the
        time. If the zone of the time is not known, it is this machine's or that of the
        due time, whichever makes it less late.
        """
        hours = sum(
            override.number for override in overrides if override.kind == "extension"
        )
        extension = timedelta(hours=hours)
        if self.at is None or due is None:
            # An extension may cover a submission that is only called late.
            return 1 if self.late and not extension else None
        grace = timedelta(hours=rule.grace_hours if rule else 0)
        moments = [self.at]
        if self.is_zone_unknown:
            moments.append(self.at.replace(tzinfo=due.at.tzinfo))
        return min(due.days_late(moment, extension, grace) for moment in moments)

    def depends_on_zone(self, due: Due | None) -> bool:
        """Return whether the zone, which is not known, decides how late it is."""
        if self.at is None or due is None or not self.is_zone_unknown:
            return False
        by_dues_clock = self.at.replace(tzinfo=due.at.tzinfo)
        return due.days_late(self.at) != due.days_late(by_dues_clock)


class NotUnderstood(NamedTuple):
    """An entry of a class's folder that is no submission, and why it is none."""

    name: str
    reason: str


class Class(NamedTuple):
    """The submissions of a class, sorted by name, and the entries that are none."""

    hand_ins: list[HandIn]
    not_understood: list[NotUnderstood]


class Outcome(NamedTuple):
    """The results of one submission, from its results.json.

    misconceptions: how many exercises each explains. places: FILE:LINE, best first.
    note: why not all was judged. remarks: files that were left out or not looked at.
    source: the lines around the first place. happened: other reasons for lost points,
    in short, with the number of exercises. form: a digest of its program without
    blanks, comments and names. checks: which checks hold, of each exercise whose
    results tell it. mistakes: the possible mistakes of each exercise. extra: the
    exercises whose points are not in the maximum. doubt: why lost points are not proven
    to be lost. by_machine: whether the machine may be at fault.
    """

    score: float
    exercises: Mapping[str, tuple[float, float]]
    misconceptions: Mapping[str, int] = {}
    places: tuple[str, ...] = ()
    seconds: float = 0.0
    note: str = ""
    source: str = ""
    students: tuple[Student, ...] = ()
    happened: Mapping[str, int] = {}
    form: str = ""
    remarks: tuple[str, ...] = ()
    checks: Mapping[str, Mapping[str, bool]] = {}
    mistakes: Mapping[str, Sequence[str]] = {}
    extra: frozenset[str] = frozenset()
    doubt: str = ""
    by_machine: bool = False

    @property
    def maximum(self) -> float:
        """The points that can be earned, without extra ones."""
        return sum(
            worth
            for name, (_, worth) in self.exercises.items()
            if name not in self.extra
        )

    @property
    def extra_points(self) -> float:
        """The points earned in extra exercises."""
        return sum(self.exercises[name][0] for name in self.extra)

    def after_penalty(self, rule: Late | None, days: int | None) -> float:
        """Return the score after the penalty for some days of lateness."""
        if rule is None or not days:
            return self.score
        penalty = min(rule.at_most, rule.per_day * days)
        return round(self.score * (1 - penalty), 4)

    def is_of(self, exercises: Iterable[Exercise]) -> bool:
        """Return whether these are results of just these exercises.

        Each must be worth the same in both, and extra in both or in neither.
        """
        due = {exercise.id: exercise for exercise in exercises}
        if due.keys() != self.exercises.keys():
            return False
        return all(
            isclose(worth, due[name].max_points)
            and due[name].extra == (name in self.extra)
            for name, (_, worth) in self.exercises.items()
        )

    @property
    def lost(self) -> list[str]:
        """The exercises that lost points. Nobody loses extra ones."""
        return [
            name
            for name, (points, worth) in self.exercises.items()
            if points < worth and name not in self.extra
        ]

    @property
    def failed_extra(self) -> list[str]:
        """The extra exercises that do not have all of their points."""
        return [
            name
            for name, (points, worth) in self.exercises.items()
            if points < worth and name in self.extra
        ]


class Override(NamedTuple):
    """A change of a student's grade, as it was written.

    number: the points to add, the score, or the hours more.
    """

    kind: Literal["points", "score", "extension", "excused"]
    number: float
    change: str
    reason: str

    def __str__(self) -> str:
        return f"{self.change}: {self.reason}"


Overrides = Mapping[Student, tuple[Override, ...]]
Rows = Sequence[tuple[Student, HandIn | None]]


class Record(NamedTuple):
    """A row of the class.

    hand_in: None if nothing was handed in. outcome: if None, the note says why.
    late_days: None if lateness is not known. after_late: the score with points taken
    off for lateness; None if there is none. overrides: in the order in which they
    apply. is_partial: the run judged a part of the set, or the results are kept from a
    run of a part or of another set. Such points make no final score. is_undecided: it
    is not known which of several submissions counts. is_unproven: lost points are not
    proven to be lost, and the outcome is left out. sections: of the student, by the
    roster.
    """

    student: Student
    hand_in: HandIn | None
    outcome: Outcome | None
    late_days: int | None = None
    after_late: float | None = None
    note: str = ""
    overrides: tuple[Override, ...] = ()
    is_partial: bool = False
    is_undecided: bool = False
    is_unproven: bool = False
    sections: tuple[str, ...] = ()

    @property
    def is_absent(self) -> bool:
        """Whether nothing was handed in, not even an entry that is no submission."""
        return self.hand_in is None and not self.note.startswith(UNREAD)

    @property
    def final(self) -> float | None:
        """The score that counts, with points taken off for lateness, and overrides.

        It is None without results, or if the student is excused.
        """
        score = self.after_late
        if self.is_absent and not self.is_partial:
            score = 0.0
        for override in self.overrides:
            if override.kind == "score":
                score = override.number
            elif override.kind == "excused":
                score = None
            elif override.kind == "points" and score is not None:
                score = max(0.0, round(score + override.number, 4))
        return score

    def is_above(self, most: float) -> bool:
        """Return whether the final score is more than the set is worth."""
        final = self.final
        return final is not None and final > most and not isclose(final, most)

    def is_earned_or_given(self, most: float) -> bool:
        """Return whether the final score can be earned, or was given.

        Overrides may raise it above that. most: all points of the set, with extra ones.
        """
        kinds = {override.kind for override in self.overrides}
        if not self.is_above(most) or "score" in kinds:
            return True
        is_too_much = self._replace(overrides=()).is_above(most)
        return "points" in kinds and not is_too_much


def told_apart(people: Sequence[tuple[Student, str]]) -> list[str]:
    """Return the names of students, with a mark if two have the same name.

    The mark stands behind the name, as in "Ada Ali (007)". people: students, each with
    the name of the submission, or "". The mark is a number rather than an e-mail
    address, and this rather than the submission's name. Equal records are the same
    student, if they have more than the name.
    """
    namesakes = defaultdict[str, set[tuple[str, ...]]](set)
    for student, submission in people:
        namesakes[_name_key(student)].add(_marks(student, submission))
    names = []
    for student, submission in people:
        name = visible_name(student.name)
        with_same_name = namesakes[_name_key(student)]
        mark = _unique_mark(_marks(student, submission), with_same_name)
        if mark and len(with_same_name) > 1:
            name = f"{name} ({visible_name(mark)})"
        names.append(name)
    return names


def _name_key(student: Student) -> str:
    return unicodedata.normalize("NFKC", student.name).casefold()


def _marks(student: Student, submission: str) -> tuple[str, ...]:
    """Return the possible marks of a student, to tell namesakes apart.

    These are the number, the address and, without both, the name of the submission.
    """
    has_mark = bool(student.number or student.email)
    return student.number, student.email, "" if has_mark else submission


def _unique_mark(marks: Sequence[str], namesakes: Iterable[tuple[str, ...]]) -> str:
    """Return the first mark that no other of the namesakes has; "" without one."""
    for mark, of_all in zip(marks, zip(*namesakes, strict=True), strict=True):
        if mark and of_all.count(mark) == 1:
            return mark
    return ""


def outcome_of(data: Mapping[str, Any]) -> Outcome:
    """Return the outcome that the data of a results.json hold.

    Raise LookupError, TypeError or ValueError if they are not those of a class.
    """
    points: dict[str, tuple[float, float]] = {}
    misconceptions = Counter[str]()
    places: list[str] = []
    checks: dict[str, Mapping[str, bool]] = {}
    mistakes: dict[str, Sequence[str]] = {}
    extra_exercises: list[str] = []
    for test in data["tests"]:
        extra = test["extra_data"]
        exercise = extra["exercise"]
        points[exercise] = (float(test["score"]), float(test["max_score"]))
        for name in extra["misconceptions"]:
            misconceptions[name] += 1
        mistakes[exercise] = tuple(map(str, extra["misconceptions"]))
        places += map(_shown_place, extra.get("places", ()))
        if extra.get("extra"):
            extra_exercises.append(exercise)
        known_checks = _checks_of(extra)
        if known_checks:
            checks[exercise] = known_checks
    about = data["extra_data"].get("class", {})
    return Outcome(
        score=float(data["score"]),
        exercises=points,
        misconceptions=misconceptions,
        places=tuple(dict.fromkeys(places)),
        seconds=float(data["extra_data"].get("seconds", 0.0)),
        note=about.get("note", ""),
        source=about.get("source", ""),
        students=tuple(map(_student_of, about.get("students", ()))),
        happened=about.get("happened", {}),
        form=about.get("form", ""),
        remarks=tuple(map(str, about.get("remarks", ()))),
        checks=checks,
        mistakes=mistakes,
        extra=frozenset(extra_exercises),
        doubt=str(about.get("doubt", "")),
        by_machine=about.get("by_machine") is True,
    )


def _shown_place(location: Mapping[str, Any]) -> str:
    return f"{location['file']}:{location['line']}"


def _checks_of(extra: Mapping[str, Any]) -> Mapping[str, bool]:
    """Return which checks hold, from a test's extra_data.

    Return an empty dict if these do not tell it.
    """
    checks = extra.get("checks")
    if not isinstance(checks, Mapping):
        return {}
    return {check: bool(checks[check]) for check in CHECKS if check in checks}


def _student_of(fields: Mapping[str, str]) -> Student:
    """Return a student from the results. Raise LookupError if they name none."""
    return Student(
        str(fields["name"]), str(fields.get("email", "")), str(fields.get("number", ""))
    )


def shortened(sentence: str) -> str:
    """Return a sentence of a note, without its middle if it is too long.

    Its end stays, as that may say what to do.
    """
    if len(sentence) <= LONGEST_NOTE:
        return sentence
    half = LONGEST_NOTE // 2
    return f"{sentence[:half]} … {sentence[-half:]}"


def note_of(remarks: Sequence[str], beside: Sequence[str], *reasons: str) -> str:
    """Return a note from several sentences, and cut none at its end.

    remarks: on the files that were graded and left out. beside: on the student's other
    files, of which there may be many. reasons: why not all was judged, and the rest;
    empty texts are left out.
    """
    notes = [*remarks, *beside[:MOST_NAMED]]
    unnamed = len(beside) - MOST_NAMED
    if unnamed > 0:
        notes.append(f"and {unnamed} more such notes")
    return in_one_line(map(shortened, [*notes, *reasons]))


def in_one_line(sentences: Iterable[str]) -> str:
    """Return sentences in one line, without empty ones.

    A sentence that ends with a full stop gets no other sign behind it.
    """
    line = ""
    for sentence in filter(None, sentences):
        between = " " if line.endswith(".") else "; "
        line = f"{line}{between}{sentence}" if line else sentence
    return line
