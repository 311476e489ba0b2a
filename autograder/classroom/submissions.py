"""The submissions of a class that were found, with their owners."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from autograder.classroom.grading import Grading
from autograder.classroom.matching import Matching
from autograder.classroom.owners import GROUP_UNKNOWN, Ownerless
from autograder.classroom.records import HandIn, Overrides, Rows, Student
from autograder.core.text import counted


class Owners(NamedTuple):
    """The owners of a class's submissions.

    owned: the group of a submission that is called so. present: students with their
    submissions. missing: students of whom nothing is known. unproven: those of them who
    may be no students. ownerless: submissions of nobody there. may_be_mates: those of
    the missing whom a line of the groups that fits nobody may mean. why_groups: the
    sign that groups handed in whose members are not known; "" if there is none.
    """

    roster: list[Student]
    matching: Matching
    owned: dict[str, str]
    present: list[tuple[Student, HandIn]]
    missing: list[Student]
    unproven: list[Student]
    ownerless: list[Ownerless]
    may_be_mates: list[Student]
    why_groups: str

    def strangers(self) -> list[Student]:
        """Return the students of submissions who are not on the roster, or in doubt."""
        of_nobody = [submission.student for submission in self.ownerless]
        for hand_in in self.matching.strangers:
            if hand_in.name not in self.owned:
                of_nobody += hand_in.students
        return of_nobody

    def notes_on_groups(self) -> dict[Student, str]:
        """Return a note for each student who may be in a group that handed in."""
        may_be_members = self.missing if self.why_groups else self.may_be_mates
        return dict.fromkeys(may_be_members, GROUP_UNKNOWN)


@dataclass(frozen=True)
class Submissions:
    """The submissions of a class, and their students.

    present: each student who handed in, with the submission; each member of a group is
    there with the group's. missing: the students on the roster without a submission.
    unread_notes: notes on entries that may be the submissions of some of these.
    grading: has the outcomes of earlier runs that still hold.
    """

    hand_ins: Sequence[HandIn]
    present: Sequence[tuple[Student, HandIn]]
    missing: Sequence[Student]
    unread_notes: dict[Student, str]
    overrides: Overrides
    grading: Grading

    @property
    def rows(self) -> Rows:
        """The rows of the class: first the students who handed in, then the others."""
        return [*self.present, *((student, None) for student in self.missing)]

    @property
    def graded_of_all(self) -> str:
        """How many submissions have results, as in "3 of 7 submissions"."""
        submissions = counted(len(self.hand_ins), "submission")
        return f"{len(self.grading.outcomes)} of {submissions}"

    @property
    def is_graded(self) -> bool:
        """Whether all submissions have results."""
        return len(self.grading.outcomes) == len(self.hand_ins)
