"""Lists the files of a submission, as far as they may be looked at.

No link is followed, and the numbers of files and of folders in each other are limited.
"""

import contextlib
import os
from collections import deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

from autograder.core import limits
from autograder.core.files import is_left_by_programs


def submitted_files(folder: Path) -> Iterator[Path]:
    """Yield the regular files below a folder, relative to it, the nearest first.

    The number of files is limited. Closed folders are left out.
    """
    for relative, is_file in paths_met(folder):
        if is_file:
            yield relative


def paths_met(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield each path that `submitted_files` meets, and whether it is such a file.

    Others are links, devices and the like, and folders that lie too deep.
    """
    todo = deque([(Path(), 0)])
    looked_at = 0
    while todo:
        parent, depth = todo.popleft()
        try:
            with os.scandir(folder / parent) as opened:
                scanned = islice(opened, limits.MOST_LISTED - looked_at)
                members = sorted(scanned, key=lambda member: member.name)
        except OSError:
            continue
        looked_at += len(members)
        for member in members:
            relative = parent / member.name
            if len(os.fsencode(relative)) > limits.LONGEST_PATH:
                continue
            kind = _kind_of_member(member)
            if kind == "file":
                yield relative, True
            elif is_left_by_programs(member.name):
                continue
            elif kind == "folder" and depth < limits.DEEPEST_FOLDER:
                todo.append((relative, depth + 1))
            else:
                yield relative, False


def holds_nothing(folder: Path) -> bool:
    """Return whether a folder has no file in it, as far as it can be looked into.

    It is False for a file, and for a folder with a part that is closed or too deep.
    """
    todo = [(folder, 0)]
    while todo:
        parent, depth = todo.pop()
        if depth > limits.DEEPEST_FOLDER:
            return False
        try:
            with os.scandir(parent) as members:
                for member in members:
                    if not member.is_dir(follow_symlinks=False):
                        return False
                    if not is_left_by_programs(member.name):
                        todo.append((parent / member.name, depth + 1))
        except OSError:
            return False
    return True


def _kind_of_member(member: "os.DirEntry[str]") -> Literal["file", "folder", ""]:
    """Return the kind of a member of a folder; "" for a link, a device and the like."""
    with contextlib.suppress(OSError):  # if the folder does not tell, the file is asked
        if member.is_file(follow_symlinks=False):
            return "file"
        if member.is_dir(follow_symlinks=False):
            return "folder"
    return ""
