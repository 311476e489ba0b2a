"""Finds whose a submission is: identities of equal kinds are compared, and what is
doubtful counts for nobody.

What a platform says of a student is proof: its own number, the university's id, an
e-mail address, a login. What students may choose, the names of people, folders and
files, is none. A name counts only where nothing better can be compared, and where it
names one student of the roster and no other submission names the same student.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder import limits
from autograder.classroom.discovery import platform_entry
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
from autograder.text import listed, visible_name

PROOFS = (
    CANVAS_NUMBER,
    MOODLE_NUMBER,
    BRIGHTSPACE_NUMBER,
    UNIVERSITY_ID,
    EMAIL,
    LOGIN,
    GITHUB_NAME,
)
"""The kinds that students cannot choose where a platform tells them, in the order in
which sentences name them.
"""
OF_PLATFORMS = (CANVAS_NUMBER, MOODLE_NUMBER, BRIGHTSPACE_NUMBER)
"""The kinds by which, where both have one, it is certain that two are not the same,
whatever their names are.
"""
FOLDERS_NAMES = (UNIVERSITY_ID, EMAIL, LOGIN, REPOSITORY)
"""The kinds of identities after which instructors name folders."""
BEGINNING = "address before the @"

Submitter = tuple[str, Student]
"""A submission's name, and one of its students."""


class Claim(NamedTuple):
    """A row of the roster that a submission's student may be.

    row: its index. kind: of the identity that both have.
    """

    row: int
    kind: str


class Doubt(NamedTuple):
    """A submission that counts for nobody, as its claims or those of others disagree.

    name: the submission's. rows: the students of whom one may have handed it in.
    sentence: says why.
    """

    name: str
    rows: tuple[Student, ...]
    sentence: str


def name_keys(name: str) -> set[str]:
    """Return the keys of which two spellings of a name share one.

    Case, accents and order do not count.

    Canvas writes the last names and then the others, without blanks; where the last
    ones begin is not known.
    """
    letters = [
        letter
        for letter in unicodedata.normalize("NFKD", name)
        if not unicodedata.combining(letter)
    ]
    words = re.findall(r"[^\W_]+", "".join(letters).casefold())
    if not words:
        return set()
    starts = range(min(len(words), limits.MOST_NAMES))
    return {
        " ".join(sorted(words)),
        *("".join([*words[start:], *words[:start]]) for start in starts),
    }


def _keys_of(student: Student) -> set[str]:
    """Return the keys of a student's name; none where a login is shown for want of a
    name.
    """
    return (
        set()
        if Identity(LOGIN, student.name) in student.ids
        else name_keys(student.name)
    )


class _Index:
    """The students of a roster, by what they are known by.

    Each is a row, as two may have equal records.
    """

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = [*students]
        self.by_identity = defaultdict[Identity, list[int]](list)
        self.by_name = defaultdict[str, list[int]](list)
        self.by_beginning = defaultdict[str, list[int]](list)
        hosts = set()
        for row, student in enumerate(self.students):
            for identity in student.identities():
                self.by_identity[identity].append(row)
                if identity.kind == EMAIL:
                    beginning, _, host = identity.value.rpartition("@")
                    self.by_beginning[beginning].append(row)
                    hosts.add(host)
            for key in _keys_of(student):
                self.by_name[key].append(row)
        self.kinds = {identity.kind for identity in self.by_identity}
        self.is_of_one_host = len(hosts) == 1

    def comparable(self, identities: Iterable[Identity]) -> list[str]:
        """Return the kinds of proof that a student and the roster have both: where
        there are some, they decide.
        """
        kinds = self.kinds.intersection(identity.kind for identity in identities)
        return [kind for kind in PROOFS if kind in kinds]

    def proofs(self, identities: Iterable[Identity]) -> list[Claim]:
        """Return the claims by what a platform says."""
        told = [
            identity
            for kind in PROOFS
            for identity in identities
            if identity.kind == kind
        ]
        return [
            Claim(row, identity.kind)
            for identity in told
            for row in self.by_identity.get(identity, ())
        ]

    def by_folder(self, identities: Iterable[Identity]) -> list[Claim]:
        """Return the claims by the whole name of a folder, which may be an id, an
        address or a login.

        What stands before the @ of an address is a login only where all addresses have
        one host.
        """
        claims = []
        for name in _folders(identities):
            for kind in FOLDERS_NAMES:
                claims += [
                    Claim(row, kind)
                    for row in self.by_identity.get(Identity(kind, name), ())
                ]
            if self.is_of_one_host:
                claims += [
                    Claim(row, BEGINNING) for row in self.by_beginning.get(name, ())
                ]
        return claims

    def by_names(self, student: Student) -> list[Claim]:
        """Return the claims by a student's name."""
        rows = {row for key in _keys_of(student) for row in self.by_name.get(key, ())}
        return [Claim(row, NAME) for row in sorted(rows)]

    def possible(self, student: Student, identities: Iterable[Identity]) -> list[Claim]:
        """Return the claims of a student that may be meant, even where they do not
        count.
        """
        known = [*identities]
        claims = self.proofs(known)
        if claims or set(OF_PLATFORMS).intersection(self.comparable(known)):
            return claims
        claims += [*self.by_folder(known), *self.by_names(student)]
        for name in _folders(known):
            claims += [Claim(row, BEGINNING) for row in self.by_beginning.get(name, ())]
            for kind, value in self.by_identity:
                if kind == GITHUB_NAME and name.endswith(f"-{value}"):
                    claims += [
                        Claim(row, kind)
                        for row in self.by_identity[Identity(kind, value)]
                    ]
        return [*dict.fromkeys(claims)]

    def shown(self, row: int) -> str:
        """Return a student's name, with what tells two of one name apart."""
        student = self.students[row]
        apart = student.number or student.email
        return visible_name(
            student.name if apart in ("", student.name) else f"{student.name} ({apart})"
        )


def _folders(identities: Iterable[Identity]) -> list[str]:
    return [value for kind, value in identities if kind == FOLDER]


def _assignment_prefix(folders: Sequence[str], usernames: Sequence[str]) -> str:
    """Return what stands before the GitHub names in the names of repositories, with its
    hyphen; "" if that is unclear.

    A name may have hyphens, and be the end of another: so all folders must begin alike,
    and two names must fit.
    """
    fitting = defaultdict[str, set[str]](set)
    for folder in folders:
        for username in usernames:
            if folder.endswith(f"-{username}"):
                fitting[folder.removesuffix(username)].add(username)
    common = [
        prefix
        for prefix, names in fitting.items()
        if len(names) > 1 and all(folder.startswith(prefix) for folder in folders)
    ]
    return common[0] if len(common) == 1 else ""


def _with_github_names(
    submitters: Iterable[Submitter], index: _Index
) -> dict[Submitter, set[Identity]]:
    """Return the identities of each student, with the GitHub name where folders are
    called ASSIGNMENT-NAME.
    """
    known = {submitter: submitter[1].identities() for submitter in submitters}
    usernames = [
        identity.value for identity in index.by_identity if identity.kind == GITHUB_NAME
    ]
    prefix = _assignment_prefix(
        [name for theirs in known.values() for name in _folders(theirs)], usernames
    )
    for identities in known.values() if prefix else ():
        if not any(identity.kind == GITHUB_NAME for identity in identities):
            identities |= {
                Identity(GITHUB_NAME, name.removeprefix(prefix))
                for name in _folders(identities)
            }
    return known


def _undisputed(
    claims: Mapping[Submitter, Sequence[Claim]], disputing: Iterable[Sequence[Claim]]
) -> dict[Submitter, Claim]:
    """Return the claim of each who claims one row alone, which no other claims.

    disputing: all claims that count.
    """
    claimed = Counter(
        row for theirs in disputing for row in {claim.row for claim in theirs}
    )
    sole = {
        submitter: theirs
        for submitter, theirs in claims.items()
        if len({claim.row for claim in theirs}) == 1
    }
    return {
        submitter: theirs[0]
        for submitter, theirs in sole.items()
        if claimed[theirs[0].row] == 1
    }


class Matching:
    """Whose the submissions of a class are, as far as that is certain, and what is in
    doubt.

    whose: by a submission's name and its student, the student on the roster. missing:
    the students of whom there is no submission. strangers: the submissions of somebody
    who is not on the roster.
    """

    def __init__(self, hand_ins: Sequence[HandIn], roster: Iterable[Student]) -> None:
        self._index = _Index(roster)
        submitters = [
            (hand_in.name, student)
            for hand_in in hand_ins
            for student in hand_in.students
        ]
        self._identities = _with_github_names(submitters, self._index)
        self._claims = self._decided()
        students = self._index.students
        self.whose = {
            submitter: students[claim.row] for submitter, claim in self._claims.items()
        }
        present = {claim.row for claim in self._claims.values()}
        self.missing = [
            student for row, student in enumerate(students) if row not in present
        ]
        self.strangers = [
            hand_in
            for hand_in in hand_ins
            if not all(
                (hand_in.name, student) in self.whose for student in hand_in.students
            )
        ]

    def _decided(self) -> dict[Submitter, Claim]:
        """Return the claims that count: by proof, else by names, where nothing better
        can be compared.
        """
        proofs = {
            submitter: self._index.proofs(known)
            for submitter, known in self._identities.items()
        }
        # One that contradicts itself proves nothing: it must not take a row from
        # whoever is proven to be it.
        consistent = [
            claims
            for claims in proofs.values()
            if len({claim.row for claim in claims}) == 1
        ]
        proven = _undisputed(proofs, consistent)
        named = {}
        for submitter, known in self._identities.items():
            if not self._index.comparable(known):
                named[submitter] = [
                    *self._index.by_folder(known),
                    *self._index.by_names(submitter[1]),
                ]
        of_proof = {claim.row for claims in proofs.values() for claim in claims}
        by_name = _undisputed(named, named.values())
        free = {
            submitter: claim
            for submitter, claim in by_name.items()
            if claim.row not in of_proof
        }
        return {**proven, **free}

    @property
    def by_name_alone(self) -> list[str]:
        """The submissions that are somebody's by a name, or by the beginning of an
        address, with the students.
        """
        weak = {
            submitter: claim
            for submitter, claim in self._claims.items()
            if claim.kind in (NAME, BEGINNING)
        }
        return [
            f"{visible_name(name)} ({self._index.shown(claim.row)})"
            for (name, _), claim in weak.items()
        ]

    @property
    def kinds_in_words(self) -> str:
        """A sentence that says which kinds of identities the submissions and the roster
        have.
        """
        told = {
            identity.kind for known in self._identities.values() for identity in known
        }
        submissions = listed(
            [kind for kind in (*PROOFS, FOLDER) if kind in told] or [NAME]
        )
        roster = listed(
            [
                *(kind for kind in (*PROOFS, REPOSITORY) if kind in self._index.kinds),
                NAME,
            ]
        )
        return (
            f"The submissions tell of a student: {submissions}. The roster has:"
            f" {roster}."
        )

    def doubts(self) -> list[Doubt]:
        """Return the submissions that may be somebody's on the roster and count for
        nobody.
        """
        undecided = {}
        for submitter, known in self._identities.items():
            if submitter not in self._claims and (
                claims := self._index.possible(submitter[1], known)
            ):
                undecided[submitter] = claims
        claimants = defaultdict[int, list[str]](list)
        for (name, _), claims in undecided.items():
            for row in {claim.row for claim in claims}:
                claimants[row].append(name)
        holders = {claim.row: name for (name, _), claim in self._claims.items()}
        doubts = []
        for submitter, claims in undecided.items():
            reason = self._reason(submitter, claims, claimants, holders)
            rows = tuple(
                self._index.students[row]
                for row in dict.fromkeys(claim.row for claim in claims)
            )
            doubts.append(
                Doubt(
                    submitter[0],
                    rows,
                    f"{self._possibilities(submitter[0], claims)}{reason}",
                )
            )
        return doubts

    def _possibilities(self, name: str, claims: Sequence[Claim]) -> str:
        """Return the words that say who a submission's student may be, and by what."""
        kinds = defaultdict[int, list[str]](list)
        for claim in claims:
            kinds[claim.row].append(claim.kind)
        may_be = [
            f"{self._index.shown(row)} by its {' and '.join(by)}"
            for row, by in kinds.items()
        ]
        return f"{visible_name(name)} may be {listed(may_be, ' or ')}"

    def _reason(
        self,
        submitter: Submitter,
        claims: Sequence[Claim],
        claimants: Mapping[int, Sequence[str]],
        holders: Mapping[int, str],
    ) -> str:
        """Return the words that say why one row alone that is claimed is not the
        student's; "" for several rows.

        claimants: the undecided submissions that claim a row. holders: the submission
        that is a row's.
        """
        rows = {claim.row for claim in claims}
        if len(rows) > 1:
            return ""
        (row,) = rows
        if row in holders:
            return f", whose submission is {visible_name(holders[row])}"
        others = [name for name in claimants[row] if name != submitter[0]]
        if others:
            return f", and so may {listed(others)}"
        differing = " and ".join(self._index.comparable(self._identities[submitter]))
        return (
            f", but its {differing} is not on the roster"
            if differing
            else ", which is not certain"
        )


def in_doubt(strangers: Iterable[Student], roster: Sequence[Student]) -> set[Student]:
    """Return the students on a roster whom one of these may be, of whom it is not known
    who they are.
    """
    index = _Index(roster)
    claims = [
        claim
        for student in strangers
        for claim in index.possible(student, student.identities())
    ]
    return {index.students[claim.row] for claim in claims}


def unread(
    entries: Iterable[tuple[str, str]], roster: Sequence[Student]
) -> dict[Student, str]:
    """Return a note for each student whose hand-in may be among entries that are none.

    entries: with reasons.
    """
    index = _Index(roster)
    notes: dict[Student, str] = {}
    for name, why in entries:
        entry = platform_entry(name)
        student = entry.students[0] if entry else Student.of_folder(Path(name).stem)
        for claim in index.possible(student, student.identities()):
            notes[index.students[claim.row]] = f"{UNREAD}{name}: {why}"
    return notes


def notes_of(doubts: Iterable[Doubt]) -> dict[Student, str]:
    """Return a note for each student whose submission may be among those that count for
    nobody.
    """
    names = defaultdict[Student, list[str]](list)
    for doubt in doubts:
        for student in doubt.rows:
            names[student].append(doubt.name)
    return {
        student: f"{UNREAD}whether {listed(theirs, ' or ')} is this student's"
        for student, theirs in names.items()
    }


def finder(students: Iterable[Student]) -> Callable[[str], Student | None]:
    """Return what finds the student whom an instructor names; it returns None for
    nobody, or not one alone.

    An id, an address or a login comes before a name, which somebody may have chosen to
    look like one.
    """
    index = _Index(students)

    def find(text: str) -> Student | None:
        typed = text.strip().casefold()
        exact = {
            row
            for kind in PROOFS
            for row in index.by_identity.get(Identity(kind, typed), ())
        }
        rows = exact or {claim.row for claim in index.by_names(Student(text))}
        return index.students[rows.pop()] if len(rows) == 1 else None

    return find
