"""Reads the files that Classroom 50 writes beside and into its clones.

Of what lies in a clone students may have changed everything, so it counts only if all
clones agree.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path

from autograder.classroom.records import HandIn
from autograder.core.files import read_regular
from autograder.core.limits import LARGEST_FOREIGN, LONGEST_HEAD

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
    content = read_regular(clone / RESULT, LARGEST_FOREIGN)
    try:
        data = json.loads(content or b"")
    except (ValueError, RecursionError):
        return ""
    kind = data.get("assignment_type") if isinstance(data, dict) else ""
    return kind if isinstance(kind, str) else ""
