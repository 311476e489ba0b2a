"""Finds the members of groups: a submission of one is a submission of all.

A file says the groups, with the columns group and student, or a column of the roster.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograder.classroom.matching import finder
from autograder.classroom.records import FOLDER, GITHUB_NAME, HandIn, Student
from autograder.classroom.roster import GROUPS, Roster, read_csv
from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.text import named

COLUMNS = ("group", "student")

Groups = Mapping[str, Sequence[Student]]
"""The members of each group, by its name."""


def read_groups(
    file: Path, students: Iterable[Student]
) -> tuple[Groups, list[tuple[int, str]]]:
    """Return the groups in a file, and the lines that fit no student.

    Such a line is its number and the name in it. Raise WrongUsage, and InvalidExercises
    if somebody is in two groups.
    """
    table = read_csv(file)
    if not {*COLUMNS} <= {heading.lower() for heading in table.headings}:
        reason = f"the first line must name the columns {' and '.join(COLUMNS)}"
        raise InvalidExercises([Mistake(file, "line 1", reason)])
    find = finder(students)
    nobodys: list[tuple[int, str]] = []
    members: list[tuple[int, str, Student]] = []
    for line, fields in table.records():
        name, text = fields["group"], fields["student"]
        if not (name and text):
            continue
        student = find(text)
        if student is None:
            nobodys.append((line, text))
        else:
            members.append((line, name, student))
    return _grouped(file, members), nobodys


def groups_of(file: Path, roster: Roster) -> Groups:
    """Return the groups that a roster's column says. Raise InvalidExercises."""
    below = roster.fields_below(GROUPS)
    members = []
    for row, student in enumerate(roster.students):
        if student is not None and student in below:
            members.append((row + 1, below[student], student))
    return _grouped(file, members)


def _grouped(file: Path, members: Iterable[tuple[int, str, Student]]) -> Groups:
    """Return the members of each group. Raise InvalidExercises.

    members: the line, the group and the student of each.
    """
    groups = defaultdict[str, list[Student]](list)
    group_of: dict[Student, str] = {}
    mistakes = []
    for line, name, student in members:
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
    by_key = {name.strip().casefold(): name for name in groups}
    owned = {}
    for hand_in in hand_ins:
        for student in hand_in.students:
            for kind, value in student.identities():
                if kind in (FOLDER, GITHUB_NAME) and value in by_key:
                    owned[hand_in.name] = by_key[value]
    return owned


def with_groups(
    present: Iterable[tuple[Student, HandIn]], groups: Groups, owned: Mapping[str, str]
) -> list[tuple[Student, HandIn]]:
    """Return the students with submissions; a group shares that of a member.

    owned: the group of a submission that is called so.
    """
    group_of = {
        student: name for name, members in groups.items() for student in members
    }
    pairs: dict[tuple[Student, str], tuple[Student, HandIn]] = {}
    for student, hand_in in present:
        group = owned.get(hand_in.name) or group_of.get(student)
        members = groups[group] if group is not None else [student]
        for member in members:
            pairs[member, hand_in.name] = member, hand_in
    return [*pairs.values()]
