"""Lists the submissions without an owner, and the students who may own them.

As long as there are some, no student is known to have handed in nothing.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.classroom50 import is_of_groups
from autograder.classroom.discovery import A_PROGRAMS
from autograder.classroom.exported_names import platform_entry
from autograder.classroom.matching import (
    OF_PLATFORMS,
    Matching,
    candidates,
    name_keys,
)
from autograder.classroom.records import (
    EMAIL,
    UNREAD,
    Class,
    HandIn,
    Student,
)
from autograder.core.limits import (
    LONGEST_SPELLING,
    MOST_LINES_NAMED,
    SHORTEST_SPELLING,
)
from autograder.core.text import counted, joined, listed, named

NO_OWNER = f"{UNREAD}it is not known whose "
"""The beginning of the note of a student who may own a submission without an owner."""
GROUP_UNKNOWN = f"{NO_OWNER}the submissions of groups are"
"""The note of a student who may be in a group that handed in."""
CHANGED = f"{UNREAD}a line of the overrides may mean this student"
"""The note of a student without a submission whose grade somebody may have changed."""
OF_GROUPS = "Classroom 50 says that this is a group assignment"
OF_CANVAS_GROUPS = "Canvas calls {names}, as it does for groups"
ZEROS = "leading zeros, which spreadsheets take away"
CASE = "small and capital letters"
ONE_LETTER = "one letter or digit"


class Ownerless(NamedTuple):
    """A submission, or a refused entry, whose student is not on the roster.

    name: the submission's or the entry's.
    """

    name: str
    student: Student


class Pair(NamedTuple):
    """Two spellings that may be meant to be the same, and how they differ.

    typed: of a submission without an owner, or in a list, as `where` says. written: of
    a student on the roster.
    """

    ownerless: Ownerless
    typed: str
    student: Student
    written: str
    difference: str
    where: str = "handed in"

    def __str__(self) -> str:
        """Return a sentence."""
        written = named(self.written)
        whose = "on the roster"
        if self.student.name != self.written:
            whose = f"{named(self.student.name)} on the roster"
        return (
            f"{named(self.typed)} ({self.where}) and {written} ({whose}) differ only in"
            f" {self.difference}."
        )


def without_owner(
    submitted: Class, matching: Matching, roster: Sequence[Student]
) -> list[Ownerless]:
    """Return the submissions and refused entries of nobody on the roster.

    Files that a program left are passed over, and so are entries for which there is a
    candidate on the roster.
    """
    ownerless: list[Ownerless] = []
    for hand_in in matching.strangers:
        ownerless += [
            Ownerless(hand_in.name, student)
            for student in hand_in.students
            if (hand_in.name, student) not in matching.whose
        ]
    for name, reason in submitted.not_understood:
        if reason == A_PROGRAMS:
            continue
        exported = platform_entry(name)
        student = Student.of_folder(Path(name).stem)
        if exported is not None:
            student = exported.students[0]
        ownerless.append(Ownerless(name, student))
    of_all = candidates((submission.student for submission in ownerless), roster)
    return [
        submission
        for submission, possible in zip(ownerless, of_all, strict=True)
        if not possible
    ]


def why_groups(hand_ins: Sequence[HandIn], matching: Matching) -> str:
    """Return a sentence on the sign that groups handed in; "" if there is none.

    Canvas calls the file of a group after the group, with the number of one of its
    students.
    """
    if is_of_groups(hand_ins):
        return OF_GROUPS
    called_otherwise: list[str] = []
    known = 0
    for hand_in in hand_ins:
        for student in hand_in.students:
            owner = matching.whose.get((hand_in.name, student))
            if owner is None or not hand_in.is_of_canvas:
                continue
            known += 1
            if name_keys(student.name).isdisjoint(name_keys(owner.name)):
                shown = f"{named(student.name)} what {named(owner.name)} handed in"
                called_otherwise.append(shown)
    if 2 * len(called_otherwise) <= known:
        return ""
    names = joined(called_otherwise, most=3)
    return OF_CANVAS_GROUPS.format(names=names)


def may_be(stranger: Student, student: Student) -> bool:
    """Return whether a stranger may be a student of the roster.

    Only a platform's own number, which no person types, tells two people apart.
    """
    return _are_compatible(_numbers(stranger), _numbers(student))


Numbers = Mapping[str, Collection[str]]
"""The platforms' own numbers of a person, by their kinds."""


def _are_compatible(numbers: Numbers, others: Numbers) -> bool:
    """Return whether two people may be one: no number tells them apart."""
    kinds = [kind for kind in numbers if kind in others]
    return not any({*numbers[kind]}.isdisjoint(others[kind]) for kind in kinds)


def _numbers(student: Student) -> Numbers:
    """Return the platforms' own numbers of a student."""
    numbers = defaultdict[str, set[str]](set)
    for kind, value in student.identities():
        if kind in OF_PLATFORMS:
            numbers[kind].add(value)
    return numbers


def notes_on_missing(
    ownerless: Sequence[Ownerless], missing: Iterable[Student]
) -> dict[Student, str]:
    """Return a note for each missing student who may own one of some submissions."""
    numbered = [
        (submission.name, _numbers(submission.student)) for submission in ownerless
    ]
    notes = {}
    for student in missing:
        numbers = _numbers(student)
        possible = [
            name for name, others in numbered if _are_compatible(others, numbers)
        ]
        names = [*dict.fromkeys(possible)]
        if names:
            are = "is" if len(names) == 1 else "are"
            notes[student] = f"{NO_OWNER}{listed(names, most=3)} {are}"
    return notes


def near_pairs(
    ownerless: Iterable[Ownerless], missing: Iterable[Student]
) -> list[Pair]:
    """Return the pairs of spellings that differ in zeros, case or one letter alone."""
    by_variant = _by_variants(missing)
    pairs: dict[Pair, None] = {}
    for submission in ownerless:
        for typed in _spellings(submission.student):
            alike = chain.from_iterable(map(by_variant.__getitem__, _variants(typed)))
            for student, written in alike:
                difference = _difference(typed, written)
                if difference and may_be(submission.student, student):
                    pair = Pair(submission, typed, student, written, difference)
                    pairs[pair] = None
    return [*pairs]


def _by_variants(students: Iterable[Student]) -> dict[str, list[tuple[Student, str]]]:
    """Return the spellings of students, each with its student, by their variants."""
    by_variant = defaultdict[str, list[tuple[Student, str]]](list)
    for student in students:
        for written in _spellings(student):
            for variant in _variants(written):
                by_variant[variant].append((student, written))
    return by_variant


def _spellings(student: Student) -> list[str]:
    """Return the texts that people type of a student: ids, addresses and the name."""
    texts = [student.name, student.email]
    texts += [value for kind, value in student.ids if kind not in OF_PLATFORMS]
    for kind, value in student.identities():
        if kind == EMAIL:
            texts.append(value.partition("@")[0])
    spellings = dict.fromkeys(text.strip() for text in texts)
    return [
        text for text in spellings if SHORTEST_SPELLING <= len(text) <= LONGEST_SPELLING
    ]


def _variants(text: str) -> set[str]:
    """Return keys of a text: two texts that differ little share one."""
    small = text.casefold()
    variants = {small, small.lstrip("0")}
    for index in range(len(small)):
        variants.add(small[:index] + small[index + 1 :])
    return variants


def _difference(typed: str, written: str) -> str:
    """Return the only difference of two texts; "" if there are more, or none."""
    text = typed.casefold()
    other = written.casefold()
    if typed == written:
        return ""
    if text == other:
        return CASE
    if text.lstrip("0") == other.lstrip("0"):
        return ZEROS
    return ONE_LETTER if _differ_in_one_letter(text, other) else ""


def _differ_in_one_letter(text: str, other: str) -> bool:
    """Return whether a letter is another, left out, or has changed places."""
    if len(text) == len(other):
        differing = [index for index in range(len(text)) if text[index] != other[index]]
        if len(differing) == 2:
            first, second = differing
            is_next = second == first + 1
            return is_next and text[first : second + 1] == other[second] + other[first]
        return len(differing) == 1
    shorter, longer = sorted((text, other), key=len)
    if len(longer) > len(shorter) + 1:
        return False
    return any(
        longer[:index] + longer[index + 1 :] == shorter for index in range(len(longer))
    )


def lines(
    ownerless: Sequence[Ownerless], pairs: Sequence[Pair], blank: int
) -> Iterator[str]:
    """Yield lines on the pairs, and on the 0 that nobody gets while owners are unknown.

    blank: the number of students without a submission who may own one of these.
    """
    for pair in pairs[:MOST_LINES_NAMED]:
        yield f"{pair}"
    unnamed = len(pairs) - MOST_LINES_NAMED
    if unnamed > 0:
        yield f"{unnamed} more pairs differ as little."
    if not blank:
        return
    names = [*dict.fromkeys(submission.name for submission in ownerless)]
    whose = listed(names, most=MOST_LINES_NAMED)
    are = "is" if len(names) == 1 else "are"
    yield (
        f"It is not known whose {whose} {are}. So no 0 is given to"
        f" {counted(blank, 'student')} without a submission: it may be theirs."
        " Write the right id or address into the roster, or rename the folder;"
        " what is of nobody in this class, move elsewhere."
    )
