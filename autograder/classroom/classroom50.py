"""Reads the files that Classroom 50 writes beside and into its clones.

Students may have changed any file in their clone, so one counts only if all clones
agree.
"""

import contextlib
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from autograder.classroom.records import GITHUB_NAME, HandIn
from autograder.core.files import read_regular
from autograder.core.limits import LARGEST_FOREIGN, LARGEST_RESULTS, LONGEST_HEAD
from autograder.core.outputs import Gate
from autograder.tell.classroom50 import SCHEMA, UNKNOWN
from autograder.tell.formats import RESULTS, texts
from autograder.tell.styled_text import without_colours

MARK = ".classroom50.yaml"
"""The file that Classroom 50 writes into each repository."""
FIELD = re.compile(r"(classroom|assignment): ?[\"']?([\w.-]{1,100})[\"']?")
"""A line of that file."""
SCORES = "scores.csv"
"""The list of scores that Classroom 50 adds to a download."""
RESULT = "result.json"
"""The results of its own runner, in each clone."""
OF_GROUPS = ("group", "team")
"""The types of assignments in which several students hand in one repository."""
DOWNLOAD = re.compile(
    r"(?P<assignment>.+)_submissions_\d{4}_\d\d_\d\d_T_\d\d_\d\d_\d\d"
)
"""The name of the folder of a download, as cs-search_submissions_2026_11_20_T_23_59_00.
"""


def prefix_of_repositories(folder: Path, entries: Iterable[Path]) -> str:
    """Return the start of the names of clones, before a student's GitHub name.

    The name of their folder says it, or else a file in the clones. The hyphen before
    the GitHub name belongs to it, and all letters are small. Return "" if it is not
    known.
    """
    download = DOWNLOAD.fullmatch(folder.name)
    if download is not None:
        return f"{download['assignment']}-".lower()
    prefixes = {*filter(None, map(_prefix_in, entries))}
    return prefixes.pop() if len(prefixes) == 1 else ""


def _prefix_in(clone: Path) -> str:
    """Return the start of a clone's name, as a file in it says, or ""."""
    content = read_regular(clone / MARK, LONGEST_HEAD) or b""
    lines = content.decode("utf-8", "replace").splitlines()
    matches = [FIELD.fullmatch(line.rstrip()) for line in lines]
    fields = {match[1]: match[2] for match in matches if match is not None}
    if not fields.keys() >= {"classroom", "assignment"}:
        return ""
    return f"{fields['classroom']}-{fields['assignment']}-".lower()


def is_of_groups(hand_ins: Iterable[HandIn]) -> bool:
    """Return whether all results in the clones say that groups hand in."""
    types = {_type_in(hand_in.path) for hand_in in hand_ins} - {""}
    return bool(types) and types <= {*OF_GROUPS}


def _type_in(clone: Path) -> str:
    """Return the type of assignment in a clone's results; "" without any."""
    kind = _result_in(clone).get("assignment_type")
    return kind if isinstance(kind, str) else ""


def _result_in(clone: Path) -> Mapping[str, Any]:
    """Return the result that Classroom 50 put into a clone; empty without any."""
    content = read_regular(clone / RESULT, LARGEST_FOREIGN)
    try:
        data = json.loads(content or b"")
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


# --- Results of a class, in place of those of its own runner ---

FORMAT = "classroom50"
FILES = {"": RESULT, ".md": "release-body.md"}
"""The names of the files of a submission, by the ends of the format's names."""
KEPT = (
    *("classroom", "assignment", "assignment_type", "owner"),
    *("submission", "commit", "release", "review", "datetime"),
)
"""The fields that say which submission a result is of. They stay as they were."""
WORD = r"[\w./:@+-]{1,200}"
LINK = rf"https://[\w./:@+?=&#%~-]{{1,400}}|{UNKNOWN}"
FORMS = {"commit": LINK, "release": LINK, "review": LINK}
"""The forms of those fields that are no `WORD`."""


def write_results(folder: Path, hand_ins: Iterable[HandIn], gate: Gate) -> list[str]:
    """Write the files that Classroom 50 takes, into a folder for each submission.

    folder: of the class's results. Return the submissions whose clone has no result of
    Classroom 50's, so that it is not known which submission is graded. Raise
    WrongUsage.
    """
    lacking: list[str] = []
    for hand_in in hand_ins:
        kept = _kept(hand_in)
        if not kept:
            lacking.append(hand_in.name)
            continue
        content = read_regular(folder / f"{hand_in.name}.json", LARGEST_RESULTS)
        record = _without_colours(json.loads(content or b"{}"))
        own_folder = folder / FORMAT / hand_in.name
        with contextlib.suppress(OSError):  # the gate says what is wrong
            own_folder.mkdir(parents=True, exist_ok=True)
        for end, text in texts(FORMAT, record).items():
            if not end:
                text = json.dumps({**json.loads(text), **kept}, indent=2) + "\n"
            gate.ask_within(own_folder / FILES[end], RESULTS).write(text)
    return lacking


def _kept(hand_in: HandIn) -> dict[str, str]:
    """Return the fields that stay; empty if the result is not of this repository.

    Empty, too, if one has not the form that Classroom 50 writes.
    """
    result = _result_in(hand_in.path)
    kept = {field: result.get(field) for field in KEPT}
    fields = {field: text for field, text in kept.items() if text}
    are_right = all(
        isinstance(text, str) and re.fullmatch(FORMS.get(field, WORD), text)
        for field, text in fields.items()
    )
    if result.get("schema") != SCHEMA or len(fields) < len(KEPT) or not are_right:
        return {}
    names = {
        value.casefold()
        for student in hand_in.students
        for kind, value in student.ids
        if kind == GITHUB_NAME
    }
    is_owner = str(fields["owner"]).casefold() in names
    return {field: str(text) for field, text in fields.items() if is_owner}


def _without_colours(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return results without the marks of a terminal's colours."""
    tests = [
        {**test, "output": without_colours(test["output"])}
        for test in record.get("tests", ())
    ]
    return {**record, "output": without_colours(record["output"]), "tests": tests}
