"""The table of a class, class.csv: one row a student, in columns that stay as they are."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from autograder.classroom.records import Record
from autograder.text import visible_name

Row = Sequence[str | float | None]

LONGEST_FIELD = 2000

BEFORE = ("student", "email", "number", "file", "results", "score", "maximum", "late_days", "score_after_late")
AFTER = ("misconceptions", "places", "seconds", "note")
"""The columns; between them stands one for each exercise, by its id."""
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""How a field begins that a spreadsheet would run."""


def table(records: Iterable[Record], exercises: Sequence[str]) -> str:
    """The table as CSV. exercises: the ids of those of the set, in order."""
    rows: list[Row] = [[*BEFORE, *exercises, *AFTER]]
    for record in records:
        fields = _fields(record)
        points = record.outcome.exercises if record.outcome else {}
        of_exercises = [points[name][0] if name in points else None for name in exercises]
        before, after = ([fields.get(column) for column in columns] for columns in (BEFORE, AFTER))
        rows.append([*before, *of_exercises, *after])
    return as_csv(rows)


def as_csv(rows: Iterable[Row]) -> str:
    """Rows as CSV, with the mark before them by which spreadsheets know UTF-8."""
    written = io.StringIO(newline="")
    csv.writer(written).writerows(map(_cell, row) for row in rows)
    return "\ufeff" + written.getvalue()


def _as_text(field: str) -> str:
    """A field on one line. One that begins like a formula gets an apostrophe before it, so no spreadsheet runs it."""
    shown = visible_name(field, LONGEST_FIELD)
    return f"'{shown}" if FORMULA.match(shown) else shown


def _cell(field: str | float | None) -> str:
    if field is None:
        return ""
    return _as_text(field) if isinstance(field, str) else f"{field:.10g}"


def _fields(record: Record) -> dict[str, str | float | None]:
    """What is known of a student, by column."""
    student, hand_in, outcome = record.student, record.hand_in, record.outcome
    fields: dict[str, str | float | None] = {
        "student": student.name,
        "email": student.email,
        "number": student.number,
        "late_days": record.late_days,
        "note": record.note,
    }
    if hand_in is None:
        return fields | {"score": 0, "score_after_late": 0}
    fields["file"] = hand_in.file
    if outcome is None:
        return fields
    named = sorted(outcome.misconceptions, key=lambda name: (-outcome.misconceptions[name], name))
    return fields | {
        "results": f"{hand_in.name}.json",
        "score": outcome.score,
        "maximum": outcome.maximum,
        "score_after_late": outcome.score if record.final is None else record.final,
        "misconceptions": " ".join(named),
        "places": " ".join(outcome.places),
        "seconds": outcome.seconds,
    }
