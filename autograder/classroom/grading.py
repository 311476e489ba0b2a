"""Grades what is new or changed in a class since the last run, and writes each result as soon as it is there."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from autograder.classroom.pool import Pool
from autograder.classroom.records import (
    NOTHING,
    HandIn,
    Outcome,
    Override,
    Record,
    Student,
    after_penalty,
    days_late,
    outcome_of,
)
from autograder.classroom.results_folder import ResultsFolder, content, digest, files_digest, outcome_in, run_digest
from autograder.exercises.model import ExerciseSet
from autograder.sandbox.submission import NoSubmission, find_submission
from autograder.showing.formats import text_of
from autograder.showing.terminal import ProgressLines

BROKE = "the autograder itself broke on this submission"
LATE = "late by the platform's word, which does not say by how much: "
COUNTED, NOT_COUNTED = "counted as one day", "not counted, as there is an extension"


class Grading:
    """Grades a class: keeps the results of earlier runs that still hold, and adds the others.

    only: a glob of the exercises to grade. pages: whether each submission gets an HTML page. again: ignore earlier
    results. alone: the submissions that are graded anew, if the others stay as they are, even if something changed.
    notes: why a submission has no results. kept: how many results of earlier runs there are.
    """

    def __init__(
        self,
        hand_ins: Sequence[HandIn],
        exercises: ExerciseSet,
        folder: ResultsFolder,
        *,
        only: str = "*",
        pages: bool = False,
        again: bool = False,
        alone: Collection[str] = (),
    ) -> None:
        self._exercises, self._folder, self._pages, self._alone = exercises, folder, pages, alone
        self._set = run_digest(exercises, only)
        self._hand_ins = {hand_in.name: hand_in for hand_in in hand_ins}
        self._digests = {hand_in.name: self.digest_of(hand_in) for hand_in in hand_ins}
        self.outcomes: dict[str, Outcome] = {}
        self.notes: dict[str, str] = {}
        self.isolation_missing: dict[str, str] = {}
        for name, digested in self._digests.items():
            wanted = None if alone else digested
            before = (
                None if name in alone or (again and not alone) else outcome_in(folder.folder / f"{name}.json", wanted)
            )
            if before is not None and (folder.has_page(name) or not pages or alone):
                self.outcomes[name] = before
        self.kept = len(self.outcomes)

    def digest_of(self, hand_in: HandIn) -> str:
        """A digest of what a submission's results depend on: its files and students, the exercises, the autograder."""
        whose = repr((hand_in.file, hand_in.students))
        return digest([files_digest(hand_in.path, self._exercises.assignment.file), whose, self._set])

    def run(self, layers: Sequence[str], jobs: int, cluster: str | None = None) -> None:
        """Grades what has no results yet. If it is interrupted, the results until then stay. jobs: at a time, here."""
        left = [name for name in self._alone or self._hand_ins if name not in self.outcomes]
        if not left:
            return
        request = partial(self._request, layers=layers, with_files=cluster is not None)
        pool = Pool(self._exercises, request, jobs, cluster)
        progress = ProgressLines("submission", sys.stdout)
        with contextlib.closing(pool.graded(left)) as answers:
            for done, (name, answer) in enumerate(answers, 1):
                self._folder.write(f"{name}.json", "" if isinstance(answer, str) else text_of(answer["results"]))
                self._folder.write(f"{name}.html", "" if isinstance(answer, str) else answer["page"])
                progress.reached(done, len(left))
                if isinstance(answer, str):
                    self.notes[name] = f"broke: {BROKE}: {answer.splitlines()[-1]}"
                    print(f"{name}: {BROKE}.\n{answer}", file=sys.stderr)
                else:
                    self.outcomes[name] = outcome_of(answer["results"])
                    self.isolation_missing |= answer["results"]["extra_data"]["isolation_missing"]

    def _request(self, name: str, layers: Sequence[str], *, with_files: bool) -> dict[str, Any]:
        """What a process is asked to grade (see commands/one_of_a_class.py).

        with_files: for another machine, which gets the contents of the files, by their relative paths; `submission` is
        then relative, too. Where no submission is found this machine grades it, and words it as without a cluster.
        """
        hand_in = self._hand_ins[name]
        students = [student._asdict() for student in hand_in.students]
        about = {"digest": self._digests[name], "file": hand_in.file, "students": students}
        page = self._pages or (name in self._alone and self._folder.has_page(name))
        request = {"about": about, "layers": layers, "page": page, "submission": str(hand_in.path), "files": None}
        if with_files:
            with contextlib.suppress(NoSubmission):
                found = find_submission(hand_in.path, self._exercises.assignment.file, None)
                request["files"] = {str(relative): content(found.folder / relative) for relative in found.beside}
                request["submission"] = "" if os.path.isdir(hand_in.path) else found.file
        return request

    def records(
        self,
        due: datetime | None,
        who: Mapping[tuple[str, Student], Student],
        absent: Sequence[Student],
        unread: Mapping[Student, str],
        overrides: Mapping[Student, tuple[Override, ...]],
    ) -> list[Record]:
        """A record for each student who handed something in, and then for each who did not.

        due: when submissions were due. who: each student of each submission, as the roster knows one. unread: what may
        be the hand-in of some of those who are absent.
        """
        rule = self._exercises.assignment.late
        records = []
        for hand_in in self._hand_ins.values():
            outcome = self.outcomes.get(hand_in.name)
            why = outcome.note if outcome else self.notes.get(hand_in.name, "not graded yet")
            for student in hand_in.students:
                known = who[hand_in.name, student]
                changes = overrides.get(known, ())
                days = days_late(rule, hand_in, due, changes)
                late = [f"{LATE}{COUNTED if days else NOT_COUNTED}"] if hand_in.late else []
                note = "; ".join(filter(None, (why, *hand_in.notes, *late)))
                score = after_penalty(outcome.score, rule, days) if outcome else None
                records.append(Record(known, hand_in, outcome, days, score, note, changes))
        return records + [
            Record(each, None, None, note=unread.get(each, NOTHING), overrides=overrides.get(each, ()))
            for each in absent
        ]
