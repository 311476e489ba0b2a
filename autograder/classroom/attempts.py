"""Chooses the submission that counts, if a person has several.

A person may hand in several times, alone or in groups, and has one row all the same.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timezone
from typing import NamedTuple

from autograder.classroom.records import (
    FOLDER,
    Record,
    Student,
    in_one_line,
)
from autograder.core.exercises.model import Counts
from autograder.core.text import listed, named

EARLIEST = datetime(1, 1, 1, tzinfo=timezone.utc)
NOTE_ON_UNDECIDED = "it is not known which of {} {}, so none of them counts"
"""The note of a person whose submissions cannot be compared."""


class Choice(NamedTuple):
    """The choice among a person's records.

    record: the record that counts; None if that is not known. reason: a phrase for the
    note, such as "the latest".
    """

    record: Record | None
    reason: str


def one_row_each(
    records: Iterable[Record], counts: Counts, known: Collection[Student]
) -> list[Record]:
    """Return the records with one for each person.

    counts: which of a person's submissions counts. known: the students on the roster.
    """
    by_person: dict[object, list[Record]] = {}
    for index, record in enumerate(records):
        by_person.setdefault(_person(record, known, index), []).append(record)
    return [
        of_person[0] if len(of_person) == 1 else _counting(of_person, counts)
        for of_person in by_person.values()
    ]


def _person(record: Record, known: Collection[Student], index: int) -> object:
    """Return a key that the records of one person share.

    A name, and the name of a folder, may be two people's.
    """
    student = record.student
    if record.hand_in is None:
        return index
    kinds = {identity.kind for identity in student.identities()}
    if student in known or kinds - {FOLDER}:
        return student
    return index


def _counting(records: Sequence[Record], counts: Counts) -> Record:
    """Return the record that counts, with a note on the others."""
    choice = _chosen(records, counts)
    scores = {record.after_late for record in records}
    if choice.record is None and len(scores) > 1:
        names = [record.hand_in.name for record in records if record.hand_in]
        note = NOTE_ON_UNDECIDED.format(listed(names, " and "), choice.reason)
        return records[0]._replace(
            outcome=None, after_late=None, is_undecided=True, note=note
        )
    chosen = choice.record or records[0]
    others = [record for record in records if record is not chosen]
    note = f"of {len(records)} submissions {choice.reason} counts"
    if choice.record is None:
        note = f"{len(records)} submissions have the same score"
    if scores == {None}:
        note = f"none of {len(records)} submissions has a score"
    would_have = [_would_have(record) for record in others]
    return chosen._replace(note=in_one_line([chosen.note, note, *would_have]))


def _would_have(record: Record) -> str:
    """Return a phrase about the score that another submission would have."""
    name = named(record.hand_in.name if record.hand_in else "")
    if record.after_late is None:
        return f"{name} has no score"
    return f"{name} would have {record.after_late:.10g}"


def _chosen(records: Sequence[Record], counts: Counts) -> Choice:
    """Return the record that counts, by the rule of the set."""
    if counts == "best":
        if any(record.after_late is None for record in records):
            return Choice(None, "is the best")
        best = max(records, key=lambda record: (record.after_late, *_time(record)))
        return Choice(best, "the best")
    if not _are_in_order(records):
        return Choice(None, "is the latest")
    if counts == "latest":
        return _latest(records, "the latest")
    in_time = [record for record in records if not record.late_days]
    if not in_time:
        return _latest(records, "the latest, as none is in time,")
    return _latest(in_time, "the latest in time")


def _latest(records: Sequence[Record], reason: str) -> Choice:
    """Return the latest record; no record if several of that time differ in scores."""
    time = max(map(_time, records))
    latest = [record for record in records if _time(record) == time]
    if len({record.after_late for record in latest}) > 1:
        return Choice(None, "is the latest")
    return Choice(latest[0], reason)


def _are_in_order(records: Iterable[Record]) -> bool:
    """Return whether all submissions have a time, or all have a platform's number.

    Newer submissions have larger numbers.
    """
    hand_ins = [record.hand_in for record in records if record.hand_in is not None]
    has_times = all(hand_in.at for hand_in in hand_ins)
    return has_times or all(hand_in.submission for hand_in in hand_ins)


def _time(record: Record) -> tuple[datetime, int]:
    """Return when a submission was handed in, to sort by."""
    hand_in = record.hand_in
    if hand_in is None:
        return EARLIEST, 0
    return hand_in.at or EARLIEST, hand_in.submission
