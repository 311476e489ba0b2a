"""Finds the students of submissions.

Identities of equal kinds are compared, and a doubtful submission counts for nobody. A
platform's own words on a student are proof: its own number, the university's id, an
e-mail address, a login. The names of people, folders and files are none, as students
may choose them. A name counts only if nothing better can be compared, if it names one
student of the roster, and if no other submission names the same student.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.exported_names import platform_entry
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    CANVAS_NUMBER,
    EMAIL,
    FOLDER,
    GITHUB_NAME,
    LOGIN,
    MOODLE_NUMBER,
    NAME,
    REPOSITORY,
    UNIVERSITY_ID,
    UNREAD,
    HandIn,
    Identity,
    Student,
)
from autograder.core import limits
from autograder.core.text import joined, listed, named, visible_name

PROOFS = (
    CANVAS_NUMBER,
    MOODLE_NUMBER,
    BRIGHTSPACE_NUMBER,
    UNIVERSITY_ID,
    EMAIL,
    LOGIN,
    GITHUB_NAME,
)
"""The kinds that students cannot choose if a platform tells them.

Sentences name them in this order.
"""
OF_PLATFORMS = (CANVAS_NUMBER, MOODLE_NUMBER, BRIGHTSPACE_NUMBER)
"""The platforms' own numbers.

Two people who differ in such a number are not the same, whatever their names are.
"""
FOLDERS_NAMES = (UNIVERSITY_ID, EMAIL, LOGIN, REPOSITORY)
"""The kinds of identities that instructors use as names of folders."""
BEGINNING = "address before the @"

Submitter = tuple[str, Student]
"""A submission's name, and a student of it."""
Person = frozenset[Identity] | Submitter
"""All that a platform proves of a person; without proof, a submitter alone."""


class Claim(NamedTuple):
    """A row of the roster that a submission's student may be.

    row: its index. kind: of the identity that both have.
    """

    row: int
    kind: str


class Doubt(NamedTuple):
    """A submission that counts for nobody, as its claims or those of others disagree.

    name: the submission's. students: those who may have handed it in. sentence: says
    why.
    """

    name: str
    students: tuple[Student, ...]
    sentence: str


def _person(submitter: Submitter, identities: Iterable[Identity]) -> Person:
    """Return the person who is a submitter: others with the same proof are the same."""
    proof = frozenset(identity for identity in identities if identity.kind in PROOFS)
    return proof or submitter


def _rows(claims: Iterable[Claim]) -> set[int]:
    """Return the rows of the roster that are claimed."""
    return {claim.row for claim in claims}


def name_keys(name: str) -> set[str]:
    """Return the keys of a name; two spellings of a name share a key.

    Case, accents and order do not count. Canvas writes the last names before the
    others, without blanks, so it is not known where the last names begin.
    """
    decomposed = unicodedata.normalize("NFKD", name)
    letters = [letter for letter in decomposed if not unicodedata.combining(letter)]
    names = re.findall(r"[^\W_]+", "".join(letters).casefold())
    if not names:
        return set()
    keys = {" ".join(sorted(names))}
    for start in range(min(len(names), limits.MOST_NAMES)):
        keys.add("".join([*names[start:], *names[:start]]))
    return keys


def _keys_of(student: Student) -> set[str]:
    """Return the keys of a student's name.

    Return an empty set if a login stands in place of a name.
    """
    if Identity(LOGIN, student.name) in student.ids:
        return set()
    return name_keys(student.name)


class _Index:
    """The students of a roster, by their identities and names.

    Each is a row, as two may have equal records.
    """

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = [*students]
        self.by_identity = defaultdict[Identity, list[int]](list)
        self.by_name = defaultdict[str, list[int]](list)
        self.by_beginning = defaultdict[str, list[int]](list)
        self._hosts = set[str]()
        for row, student in enumerate(self.students):
            self._add(row, student)
        self.kinds = {identity.kind for identity in self.by_identity}

    def _add(self, row: int, student: Student) -> None:
        """Add a student, who has this row of the roster."""
        for identity in student.identities():
            self.by_identity[identity].append(row)
            if identity.kind == EMAIL:
                beginning, _, host = identity.value.rpartition("@")
                self.by_beginning[beginning].append(row)
                self._hosts.add(host)
        for key in _keys_of(student):
            self.by_name[key].append(row)

    def claims(self, kind: str, value: str) -> list[Claim]:
        """Return the claims of the students who have an identity."""
        rows = self.by_identity.get(Identity(kind, value), ())
        return [Claim(row, kind) for row in rows]

    def comparable(self, identities: Iterable[Identity]) -> list[str]:
        """Return the kinds of proof that both a student and the roster have.

        If there are any, they decide.
        """
        kinds = self.kinds.intersection(identity.kind for identity in identities)
        return [kind for kind in PROOFS if kind in kinds]

    def proofs(self, identities: Collection[Identity]) -> list[Claim]:
        """Return the claims that a platform proves."""
        claims = []
        for proof in PROOFS:
            for kind, value in identities:
                if kind == proof:
                    claims += self.claims(kind, value)
        return claims

    def by_folder(self, identities: Iterable[Identity]) -> list[Claim]:
        """Return the claims by the whole name of a folder.

        It may be an id, an address or a login. The text before the @ of an address is a
        login only if all addresses have one host.
        """
        claims = []
        for name in _folders(identities):
            for kind in FOLDERS_NAMES:
                claims += self.claims(kind, name)
            if len(self._hosts) == 1:
                claims += self._by_beginning(name)
        return claims

    def _by_beginning(self, name: str) -> list[Claim]:
        """Return the claims of students by the text before the @ of their addresses."""
        return [Claim(row, BEGINNING) for row in self.by_beginning.get(name, ())]

    def by_names(self, student: Student) -> list[Claim]:
        """Return the claims by a student's name."""
        rows = set[int]()
        for key in _keys_of(student):
            rows.update(self.by_name.get(key, ()))
        return [Claim(row, NAME) for row in sorted(rows)]

    def possible(
        self, student: Student, identities: Collection[Identity]
    ) -> list[Claim]:
        """Return the claims of a student that may be meant, even if none counts."""
        claims = self.proofs(identities)
        if claims or set(OF_PLATFORMS).intersection(self.comparable(identities)):
            return claims
        claims += [*self.by_folder(identities), *self.by_names(student)]
        for name in _folders(identities):
            claims += self._by_beginning(name)
            for kind, value in self.by_identity:
                if kind == GITHUB_NAME and name.endswith(f"-{value}"):
                    claims += self.claims(kind, value)
        return [*dict.fromkeys(claims)]

    def shown(self, row: int) -> str:
        """Return a student's name, with a mark if two have the same name."""
        student = self.students[row]
        mark = student.number or student.email
        if mark in ("", student.name):
            return visible_name(student.name)
        return visible_name(f"{student.name} ({mark})")


def _folders(identities: Iterable[Identity]) -> list[str]:
    return [value for kind, value in identities if kind == FOLDER]


def _assignment_prefix(folders: Sequence[str], usernames: Sequence[str]) -> str:
    """Return the text before the GitHub names in the names of repositories.

    It ends with the hyphen; it is "" if that is unclear. A name may have hyphens, and
    be the end of another: so all folders must begin alike, and two names must fit.
    """
    fitting = defaultdict[str, set[str]](set)
    for folder in folders:
        for username in usernames:
            if folder.endswith(f"-{username}"):
                fitting[folder.removesuffix(username)].add(username)
    common = []
    for prefix, names in fitting.items():
        if len(names) > 1 and all(folder.startswith(prefix) for folder in folders):
            common.append(prefix)
    return common[0] if len(common) == 1 else ""


def _with_github_names(
    submitters: Iterable[Submitter], index: _Index
) -> dict[Submitter, set[Identity]]:
    """Return the identities of each student.

    A GitHub name is among them if folders have names like ASSIGNMENT-NAME, and the
    roster has nearly all of these names.
    """
    identities = {submitter: submitter[1].identities() for submitter in submitters}
    usernames = [value for kind, value in index.by_identity if kind == GITHUB_NAME]
    if not usernames:
        return identities
    _discard_names_of_teams(identities.values(), usernames)
    folders = [*chain.from_iterable(map(_folders, identities.values()))]
    prefix = _assignment_prefix(folders, usernames)
    ends = [folder.removeprefix(prefix) for folder in folders]
    if not prefix or not _are_github_names(ends, usernames):
        return identities
    for of_student in identities.values():
        kinds = {identity.kind for identity in of_student}
        if GITHUB_NAME not in kinds:
            for name in _folders(of_student):
                of_student.add(Identity(GITHUB_NAME, name.removeprefix(prefix)))
    return identities


def _discard_names_of_teams(
    identities: Iterable[set[Identity]], usernames: Sequence[str]
) -> None:
    """Take away the GitHub names of repositories if they seem to be chosen by teams.

    If the name of a folder is no identity itself, its platform lets nobody choose.
    """
    of_students = [of_student for of_student in identities if _folders(of_student)]
    ends = [
        identity.value
        for of_student in of_students
        for identity in of_student
        if identity.kind == GITHUB_NAME
    ]
    if _are_github_names(ends, usernames):
        return
    for of_student in of_students:
        for identity in [*of_student]:
            if identity.kind == GITHUB_NAME:
                of_student.discard(identity)


def _are_github_names(ends: Sequence[str], usernames: Sequence[str]) -> bool:
    """Return whether the ends of repositories' names are students' names on GitHub.

    The ends are names of teams in a group assignment. Students choose these, so more of
    them are not on the roster.
    """
    unknown = [end for end in ends if end not in usernames]
    return len(unknown) <= len(ends) // limits.NAMES_PER_UNKNOWN


def _undisputed(
    claims: Mapping[Person, Sequence[Claim]], disputing: Iterable[Sequence[Claim]]
) -> dict[Person, Claim]:
    """Return the claim of each person who claims one row only, alone.

    disputing: all claims that count, a sequence for each person.
    """
    claimants = Counter[int]()
    for of_student in disputing:
        claimants.update(_rows(of_student))
    undisputed = {}
    for person, of_person in claims.items():
        rows = _rows(of_person)
        if len(rows) == 1 and claimants[min(rows)] == 1:
            undisputed[person] = of_person[0]
    return undisputed


class Matching:
    """The students of a class's submissions, as far as they are certain.

    whose: the student on the roster, by a submission's name and its student. missing:
    the students without a submission. strangers: the submissions with a student who is
    not on the roster.
    """

    def __init__(self, hand_ins: Sequence[HandIn], roster: Iterable[Student]) -> None:
        self._index = _Index(roster)
        submitters = [
            (hand_in.name, student)
            for hand_in in hand_ins
            for student in hand_in.students
        ]
        self._identities = _with_github_names(submitters, self._index)
        self._person = {
            submitter: _person(submitter, identities)
            for submitter, identities in self._identities.items()
        }
        self._claims = self._decided()
        students = self._index.students
        self.whose = {
            submitter: students[claim.row] for submitter, claim in self._claims.items()
        }
        present = _rows(self._claims.values())
        self.missing = [
            student for row, student in enumerate(students) if row not in present
        ]
        self.strangers = [
            hand_in for hand_in in hand_ins if not self._is_of_roster(hand_in)
        ]

    def _is_of_roster(self, hand_in: HandIn) -> bool:
        """Return whether all students of a submission are on the roster."""
        submitters = [(hand_in.name, student) for student in hand_in.students]
        return all(submitter in self.whose for submitter in submitters)

    def _decided(self) -> dict[Submitter, Claim]:
        """Return the claims that count.

        They are by proof, or else, if nothing better can be compared, by names.
        """
        index = self._index
        proofs: dict[Person, list[Claim]] = {}
        by_names_alone: dict[Person, list[Claim]] = {}
        for submitter, identities in self._identities.items():
            person = self._person[submitter]
            proofs[person] = index.proofs(identities)
            if not index.comparable(identities):
                by_folder = index.by_folder(identities)
                by_names_alone[person] = [*by_folder, *index.by_names(submitter[1])]
        # A submission that contradicts itself proves nothing: it must not take a row
        # from the student who is proven to have it.
        consistent = [claims for claims in proofs.values() if len(_rows(claims)) == 1]
        decided = _undisputed(proofs, consistent)
        of_proof = set[int]().union(*map(_rows, proofs.values()))
        by_name = _undisputed(by_names_alone, by_names_alone.values())
        for person, claim in by_name.items():
            if claim.row not in of_proof:
                decided[person] = claim
        return {
            submitter: decided[person]
            for submitter, person in self._person.items()
            if person in decided
        }

    @property
    def by_name_alone(self) -> list[str]:
        """The submissions that a name, or the beginning of an address, decides.

        Behind each stands its student.
        """
        shown = []
        for (name, _), claim in self._claims.items():
            if claim.kind in (NAME, BEGINNING):
                shown.append(f"{named(name)} ({self._index.shown(claim.row)})")
        return shown

    @property
    def kinds_in_words(self) -> str:
        """A sentence on the kinds of identities of the submissions and the roster."""
        identities = set[Identity]().union(*self._identities.values())
        kinds = {identity.kind for identity in identities}
        of_submissions = [kind for kind in (*PROOFS, FOLDER) if kind in kinds]
        of_roster = [
            kind for kind in (*PROOFS, REPOSITORY) if kind in self._index.kinds
        ]
        return (
            f"The submissions tell of a student: {joined(of_submissions or [NAME])}."
            f" The roster has: {joined([*of_roster, NAME])}."
        )

    def doubts(self) -> list[Doubt]:
        """Return the submissions that may be somebody's and count for nobody."""
        undecided = {}
        for submitter, identities in self._identities.items():
            if submitter not in self._claims:
                undecided[submitter] = self._index.possible(submitter[1], identities)
        claimants = defaultdict[int, list[Submitter]](list)
        for submitter, claims in undecided.items():
            for row in _rows(claims):
                claimants[row].append(submitter)
        holders = {claim.row: name for (name, _), claim in self._claims.items()}
        doubts = []
        for submitter, claims in undecided.items():
            if not claims:
                continue
            name = submitter[0]
            reason = self._reason(submitter, claims, claimants, holders)
            sentence = f"{self._possibilities(name, claims)}{reason}"
            rows = dict.fromkeys(claim.row for claim in claims)
            students = tuple(self._index.students[row] for row in rows)
            doubts.append(Doubt(name, students, sentence))
        return doubts

    def _possibilities(self, name: str, claims: Sequence[Claim]) -> str:
        """Return the possible students of a submission, and by which identities."""
        kinds = defaultdict[int, list[str]](list)
        for claim in claims:
            kinds[claim.row].append(claim.kind)
        students = []
        for row, of_row in kinds.items():
            students.append(f"{self._index.shown(row)} by its {' and '.join(of_row)}")
        return f"{named(name)} may be {joined(students, ' or ')}"

    def _reason(
        self,
        submitter: Submitter,
        claims: Sequence[Claim],
        claimants: Mapping[int, Sequence[Submitter]],
        holders: Mapping[int, str],
    ) -> str:
        """Return why the only row that is claimed does not count; "" for several rows.

        claimants: the undecided submissions that claim a row. holders: the submission
        that has a row.
        """
        rows = _rows(claims)
        if len(rows) > 1:
            return ""
        (row,) = rows
        if row in holders:
            return f", whose submission is {named(holders[row])}"
        person = self._person[submitter]
        others = [other[0] for other in claimants[row] if self._person[other] != person]
        if others:
            return f", and so may {listed(others)}"
        kinds = self._index.comparable(self._identities[submitter])
        if not kinds:
            return ", which is not certain"
        return f", but its {' and '.join(kinds)} is not on the roster"


def candidates(
    strangers: Iterable[Student], roster: Iterable[Student]
) -> Iterator[set[Student]]:
    """Yield, for each stranger, the students of the roster who may be meant."""
    index = _Index(roster)
    for student in strangers:
        claims = index.possible(student, student.identities())
        yield {index.students[claim.row] for claim in claims}


def unread(
    entries: Iterable[tuple[str, str]], roster: Sequence[Student]
) -> dict[Student, str]:
    """Return a note for each student whose submission may be among refused entries.

    entries: names, each with the reason.
    """
    index = _Index(roster)
    notes: dict[Student, str] = {}
    for name, reason in entries:
        exported = platform_entry(name)
        if exported is None:
            student = Student.of_folder(Path(name).stem)
        else:
            student = exported.students[0]
        for claim in index.possible(student, student.identities()):
            notes[index.students[claim.row]] = f"{UNREAD}{name}: {reason}"
    return notes


def notes_of(doubts: Iterable[Doubt]) -> dict[Student, str]:
    """Return a note for each student who may have handed in a doubtful submission."""
    names = defaultdict[Student, list[str]](list)
    for doubt in doubts:
        for student in doubt.students:
            names[student].append(doubt.name)
    return {
        student: f"{UNREAD}whether {listed(of_student, ' or ')} is this student's"
        for student, of_student in names.items()
    }


def finder(students: Iterable[Student]) -> Callable[[str], Student | None]:
    """Return a function that finds the student whom an instructor names.

    It returns None if the name fits no student, or several. An id, an address or a
    login comes before a name, which somebody may have chosen to look like one. The name
    of a folder will do as it does for a submission.
    """
    index = _Index(students)

    def find(text: str) -> Student | None:
        """Return the one student whom an id, an address or a name means."""
        typed = text.strip().casefold()
        exact = index.proofs([Identity(kind, typed) for kind in PROOFS])
        by_folder = index.by_folder([Identity(FOLDER, typed)])
        rows = _rows(exact or [*by_folder, *index.by_names(Student(text))])
        return index.students[rows.pop()] if len(rows) == 1 else None

    return find
