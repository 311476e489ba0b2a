"""Finds the members of groups: a submission of one is a submission of all.

A file says the groups, with the columns group and student, or a column of the roster.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.csv_file import doubled, read_csv
from autograder.classroom.matching import finder
from autograder.classroom.platforms import MOODLE
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    FOLDER,
    GITHUB_NAME,
    LOGIN,
    MOODLE_NUMBER,
    HandIn,
    Student,
)
from autograder.classroom.roster import GROUPS, Roster
from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.text import named

COLUMNS = ("group", "student")
OF_CLASSROOM50 = ("group", "username", "in_roster", "note")
"""Columns of Classroom 50's list of groups, which has a username for a student."""
MORE_FIELDS = (
    "more fields than the first line has; a field with a comma in it needs quotation"
    " marks around it"
)
NO_MEMBERS = (
    "Classroom 50 could not read who is in the group {group}; download the list again"
)

Groups = Mapping[str, Sequence[Student]]
"""The members of each group, by its name."""


class Unplaced(NamedTuple):
    """A line of a list of groups that fits no student, or several.

    text: names a student. group: the name of the group.
    """

    line: int
    text: str
    group: str


def read_groups(
    file: Path, students: Iterable[Student]
) -> tuple[Groups, list[Unplaced]]:
    """Return the groups in a file, and the lines that fit no student.

    Raise WrongUsage, and InvalidExercises if somebody is in two groups.
    """
    table = read_csv(file)
    column = _column_of_students(file, table.headings)
    find = finder(students)
    unplaced: list[Unplaced] = []
    members: list[tuple[int, str, Student]] = []
    mistakes: list[Mistake] = []
    longer = {*table.longer_rows()}
    for row, (line, fields) in enumerate(table.records(), 1):
        name, text = fields["group"], fields[column]
        reason = MORE_FIELDS if row in longer else ""
        if column == OF_CLASSROOM50[1] and fields["note"]:
            reason = NO_MEMBERS.format(group=named(name))
        if reason:
            mistakes.append(Mistake(file, f"line {line}", reason))
        elif name and text:
            student = find(text)
            if student is None:
                unplaced.append(Unplaced(line, text, name))
            else:
                members.append((line, name, student))
    if mistakes:
        raise InvalidExercises(mistakes)
    return _grouped(file, members), unplaced


def may_be_members(
    missing: Iterable[Student], groups: Groups, unplaced: Sequence[Unplaced]
) -> list[Student]:
    """Return the students without a submission whom some lines of groups may mean.

    They are in no group, or in one that has such a line, too.
    """
    if not unplaced:
        return []
    group_of = _group_of(groups)
    unclear = {_key(line.group) for line in unplaced}
    return [
        student
        for student in missing
        if student not in group_of or _key(group_of[student]) in unclear
    ]


def _group_of(groups: Groups) -> dict[Student, str]:
    """Return the name of each student's group."""
    return {student: name for name, members in groups.items() for student in members}


def _column_of_students(file: Path, headings: Iterable[str]) -> str:
    """Return the heading of the column of students. Raise InvalidExercises."""
    small = [heading.lower() for heading in headings]
    reason = doubled(small, (*COLUMNS, *OF_CLASSROOM50))
    is_of_classroom50 = {*OF_CLASSROOM50} <= {*small}
    if not {*COLUMNS} <= {*small} and not is_of_classroom50:
        reason = f"the first line must name the columns {' and '.join(COLUMNS)}"
    if reason:
        raise InvalidExercises([Mistake(file, "line 1", reason)])
    return OF_CLASSROOM50[1] if is_of_classroom50 else COLUMNS[1]


def groups_of(file: Path, roster: Roster, hand_ins: Iterable[HandIn]) -> Groups:
    """Return the groups that a roster's column says. Raise InvalidExercises.

    Moodle's download has a group's submission once for each of its members, and a
    sentence stands in its column for students in no group.
    """
    if roster.platform is MOODLE and all(map(_is_of_moodle, hand_ins)):
        return {}
    below = roster.fields_below(GROUPS)
    members = []
    for row, student in enumerate(roster.students):
        if student is not None and student in below:
            members.append((row + 1, below[student], student))
    return _grouped(file, members)


def _is_of_moodle(hand_in: HandIn) -> bool:
    identities = [identity for student in hand_in.students for identity in student.ids]
    return any(identity.kind == MOODLE_NUMBER for identity in identities)


def _grouped(file: Path, members: Iterable[tuple[int, str, Student]]) -> Groups:
    """Return the members of each group. Raise InvalidExercises.

    members: the line, the group and the student of each.
    """
    groups = defaultdict[str, list[Student]](list)
    group_of: dict[Student, str] = {}
    spelling: dict[str, str] = {}
    mistakes = []
    for line, written, student in members:
        # A group is the same in capital letters, or with more blanks.
        name = spelling.setdefault(_key(written), written)
        before = group_of.setdefault(student, name)
        if before != name:
            reason = (
                f"{named(student.name)} is in the group {named(before)}, too;"
                " a student has one group"
            )
            mistakes.append(Mistake(file, f"line {line}", reason))
        elif student not in groups[name]:
            groups[name].append(student)
    if mistakes:
        raise InvalidExercises(mistakes)
    return groups


def owned_by_groups(hand_ins: Iterable[HandIn], groups: Groups) -> dict[str, str]:
    """Return the group of each submission that is called as a group is."""
    by_key = {_key(name): name for name in groups}
    owned = {}
    for hand_in in hand_ins:
        for student in hand_in.students:
            for name in _names_of(student):
                group = by_key.get(_key(name))
                if group is not None:
                    owned[hand_in.name] = group
    return owned


def _names_of(student: Student) -> list[str]:
    """Return the names that a student's submission may have, maybe after a group."""
    identities = student.identities()
    names = [
        value for kind, value in identities if kind in (FOLDER, GITHUB_NAME, LOGIN)
    ]
    # If folders are named after students, a group's has its title there.
    if {kind for kind, _ in identities} & {LOGIN, BRIGHTSPACE_NUMBER}:
        names.append(student.name)
    return names


def _key(name: str) -> str:
    """Return a key that the spellings of a group's name share."""
    return " ".join(name.split()).casefold()


def with_groups(
    present: Iterable[tuple[Student, HandIn]], groups: Groups, owned: Mapping[str, str]
) -> list[tuple[Student, HandIn]]:
    """Return the students with submissions; a group shares that of a member.

    owned: the group of a submission that is called so.
    """
    group_of = _group_of(groups)
    pairs: dict[tuple[Student, str], tuple[Student, HandIn]] = {}
    for student, hand_in in present:
        group = owned.get(hand_in.name) or group_of.get(student)
        members = groups[group] if group is not None else [student]
        for member in members:
            pairs[member, hand_in.name] = member, hand_in
    return [*pairs.values()]
