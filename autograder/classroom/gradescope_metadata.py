"""Reads submission_metadata.yml, which Gradescope puts into an export of a class."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from autograder.classroom.exported_names import read_time
from autograder.classroom.records import (
    UNIVERSITY_ID,
    Identity,
    Student,
)
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.text import named, visible_name

SUBMISSION = re.compile(r"submission_\d+")
"""Gradescope's name for the folder of each submission."""
METADATA = "submission_metadata.yml"


class GradescopeEntry(NamedTuple):
    """One submission in Gradescope's metadata.

    students: empty if the metadata name nobody. at: None if the time is not known.
    untimed: why it is not.
    """

    students: tuple[Student, ...] = ()
    at: datetime | None = None
    notes: tuple[str, ...] = ()
    untimed: str = ""


NOT_IN_METADATA = GradescopeEntry(notes=(f"{METADATA} does not say whose it is",))


def gradescope_metadata(file: Path) -> dict[str, GradescopeEntry]:
    """Return each submission in Gradescope's metadata, by its folder's name.

    Raise WrongUsage.
    """
    import yaml  # no other class needs it

    # It makes text, lists and dictionaries alone, whatever the tag.
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    shown = visible_name(str(file), limits.LONGEST_MESSAGE)
    submissions = {}
    try:
        documents = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - see above
        for folder, fields in documents.items():
            submissions[folder] = _gradescope_entry(_without_colons(fields))
            if not SUBMISSION.fullmatch(folder):
                raise WrongUsage(
                    f"{METADATA} names {named(folder)},"
                    " which is no folder's name; export it again"
                )
    except AttributeError:
        # Some value is not the table, list or text that it should be.
        raise WrongUsage(
            f"{shown}: these are not Gradescope's metadata; export them again"
        ) from None
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise WrongUsage(
            f"{shown} cannot be read: {visible_name(reason, limits.LONGEST_MESSAGE)}"
        ) from None
    return submissions


def _gradescope_entry(fields: Mapping[str, Any]) -> GradescopeEntry:
    """Return a submission from its fields in the metadata.

    Raise AttributeError or ValueError if Gradescope does not write such fields.
    """
    students = []
    for submitter in fields.get("submitters") or ():
        student = _gradescope_student(_without_colons(submitter))
        if student is not None:
            students.append(student)
    written = fields.get("created_at", "")
    at = read_time(written)
    untimed = "" if at else _no_time(written)
    return GradescopeEntry(tuple(students), at, untimed=untimed)


def _no_time(written: str) -> str:
    """Return why the time of a submission is not known.

    written: the text in place of a time.
    """
    if written:
        return f"the time {named(written)} in {METADATA} cannot be read"
    return f"{METADATA} has no time of it"


def _gradescope_student(fields: Mapping[str, Any]) -> Student | None:
    """Return a student, known by the university's id if the metadata tell it.

    The name is the student's own choice. Return None if all fields are empty.
    """
    name = str(fields.get("name", ""))
    email = str(fields.get("email", ""))
    sid = str(fields.get("sid", ""))
    if not (name or email or sid):
        return None
    return Student(name, email, sid, (Identity(UNIVERSITY_ID, sid),) if sid else ())


def _without_colons(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return fields with plain keys: Ruby, which wrote them, begins keys with a colon.

    Raise AttributeError if these are no fields.
    """
    return {key.lstrip(":"): value for key, value in fields.items()}
