"""Grades a class: what is new or changed since the last time, with results that are written as they come."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from autograder.classroom import digest
from autograder.classroom.pool import Pool
from autograder.classroom.progress import Progress
from autograder.classroom.records import HandIn, Lateness, Outcome, Record, Student, after_penalty, lateness, outcome_of
from autograder.classroom.results_folder import ResultsFolder
from autograder.exercises import ExerciseSet, Late
from autograder.sandbox import NoSubmission, Submission, find_submission
from autograder.showing.gradescope import text_of

NOT_YET = "not graded yet"
HANDED_IN_NOTHING = "handed in nothing"
BROKE, BY_THE_GRADER = "broke", "the autograder itself broke on this submission"


@dataclass(frozen=True)
class Asked:
    """The options of a run. only: which exercises are graded, as a glob. layers: of isolation.

    jobs: how many submissions are graded at a time on this machine. pages: whether each gets an HTML page.
    """

    exercises: ExerciseSet
    only: str
    layers: tuple[str, ...]
    jobs: int
    cluster: str | None = None
    pages: bool = False


class Grading:
    """Grades a class: keeps the results that are there already, and adds the others."""

    def __init__(self, hand_ins: Sequence[HandIn], asked: Asked, folder: ResultsFolder, *, again: bool = False) -> None:
        """Look up what was graded before. again: as if nothing was."""
        self._asked = asked
        self._folder = folder
        self._set = digest.together(digest.of_set(asked.exercises, asked.only), digest.of_grader())
        self._hand_ins = {hand_in.name: hand_in for hand_in in hand_ins}
        self.outcomes: dict[str, Outcome] = {}
        self.notes: dict[str, str] = {}
        """Why a submission has no results."""
        self.isolation_missing: dict[str, str] = {}
        self._digests = {hand_in.name: self.digest_of(hand_in) for hand_in in hand_ins}
        for hand_in in hand_ins:
            before = None if again else folder.outcome(hand_in.name, self._digests[hand_in.name])
            if before is not None and (folder.has_page(hand_in.name) or not asked.pages):
                self.outcomes[hand_in.name] = before
        self.kept = len(self.outcomes)

    @property
    def left(self) -> list[str]:
        """The names of what has neither results nor a reason why not."""
        return [name for name in self._hand_ins if name not in self.outcomes and name not in self.notes]

    def run(self) -> None:
        """Grades what is left. Where it is interrupted, what was done until then stays."""
        if not self.left:
            return
        asked = self._asked
        pool = Pool(asked.exercises, asked.jobs, asked.cluster)
        progress = Progress(len(self.left), pool.on_the_way)
        with progress.shown(), contextlib.closing(pool.graded(self.left, self._request)) as answers:
            for name, answer in answers:
                self._keep(name, answer)
                progress.count(failed=isinstance(answer, str))

    def _keep(self, name: str, answer: Mapping[str, Any] | str) -> None:
        """Writes the results of one submission, and its page; or says why there are none."""
        if isinstance(answer, str):
            for ending in ("json", "html"):
                self._folder.write(f"{name}.{ending}", "")
            self.notes[name] = f"{BROKE}: {BY_THE_GRADER}: {answer.splitlines()[-1]}"
            print(f"{name}: {BY_THE_GRADER}.\n{answer}", file=sys.stderr)
            return
        results = answer["results"]
        self._folder.write(f"{name}.json", text_of(results))
        self._folder.write(f"{name}.html", answer["page"])
        self.outcomes[name] = outcome_of(results)
        self.isolation_missing |= results["extra_data"]["isolation_missing"]

    def _request(self, name: str) -> dict[str, Any]:
        """What a process is asked to grade (see commands/one_of_a_class.py).

        submission: the path on this machine or, where the files come along, below the folder that they are put into.
        files: by their paths; None where they are on this machine. Another machine gets them; one that is not found
        there is looked for here, so that the words about it are those of a run without a cluster.
        about: what the results say besides.
        """
        hand_in, asked = self._hand_ins[name], self._asked
        about = {
            "digest": self._digests[name],
            "file": hand_in.file,
            "students": [vars(student) for student in hand_in.students],
        }
        request = {"about": about, "layers": asked.layers, "page": asked.pages}
        found = self._found(hand_in) if asked.cluster is not None else None
        if not isinstance(found, Submission):
            return {**request, "submission": str(hand_in.path), "files": None}
        files = {str(relative): digest.content(found.folder / relative) for relative in found.beside}
        named = "" if os.path.isdir(hand_in.path) else found.file
        return {**request, "submission": named, "files": files}

    def _found(self, hand_in: HandIn) -> Submission | NoSubmission:
        try:
            return find_submission(hand_in.path, self._asked.exercises.assignment.file, None)
        except NoSubmission as error:
            return error

    def digest_of(self, hand_in: HandIn) -> str:
        """What stands in the results of a submission that need not be graded again: of it, and of whose it is."""
        whose = repr((hand_in.file, hand_in.students))
        return digest.together(digest.of_submission(hand_in.path, self._found(hand_in)), whose, self._set)

    def records(self, due: datetime | None, whom: Mapping[tuple[str, Student], Student]) -> Iterator[Record]:
        """A record for each student who handed something in.

        due: when it had to be handed in. whom: who a student of a submission is by the roster.
        """
        for hand_in in self._hand_ins.values():
            rule = self._asked.exercises.assignment.late
            late = lateness(rule, hand_in.at, due, marked=hand_in.late)
            outcome = self.outcomes.get(hand_in.name)
            note = self._said(hand_in, outcome, late)
            for student in hand_in.students:
                final = after_penalty(outcome.score, rule, late.days) if outcome else None
                known = whom.get((hand_in.name, student), student)
                yield Record(known, hand_in, outcome, late.days, final, note)

    def _said(self, hand_in: HandIn, outcome: Outcome | None, late: Lateness) -> str:
        """Everything that whoever reads a row must know besides."""
        why = outcome.note if outcome else self.notes.get(hand_in.name, NOT_YET)
        return "; ".join(filter(None, (why, *hand_in.notes, late.note)))


def absent(students: Sequence[Student]) -> Iterator[Record]:
    """Records of students who handed in nothing."""
    for student in students:
        yield Record(student, None, None, note=HANDED_IN_NOTHING)


def late_but_unknown(rule: Late | None, hand_ins: Sequence[HandIn], due: datetime | None) -> bool:
    """Whether nobody's lateness can be told for want of the due date, though the assignment has a penalty for it."""
    return rule is not None and due is None and any(hand_in.at is not None for hand_in in hand_ins)
