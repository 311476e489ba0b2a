"""Unpacks the archive of a class, and says of each refused file why."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autograder.classroom.exported_names import FILES
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.files import NO_ROOM
from autograder.core.text import counted, named, table, visible_name

if TYPE_CHECKING:
    from autograder.core.reader.archive import Refusal

FULL = "there is no room; set TMPDIR to a folder that has some"
UNPACK_YOURSELF = "Download it again, or unpack it yourself and name the folder"


class NotUnpacked(NamedTuple):
    """A file of a class's archive that was not unpacked, or several of one student's.

    path: the place that the file would have. reason: a sentence. for_others_sake:
    whether other students' files had taken all the room.
    """

    path: Path
    reason: str
    for_others_sake: bool


def unpack_class(archive: Path, folder: Path) -> list[NotUnpacked]:
    """Unpack a .zip of a class into a new folder, and return the refused files.

    Raise WrongUsage if nothing can be read, or the disk is full.
    """
    from autograder.core.reader.archive import NO_ROOM_LEFT, Bounds
    from autograder.core.reader.process import (  # few classes are archives
        CannotRead,
        unpack,
    )

    bounds = Bounds(
        of_a_class=True,
        most_listed=limits.MOST_CLASS_ENTRIES,
        most_files=limits.MOST_LISTED,
        room=limits.LARGEST_SUBMISSION,
        room_in_all=limits.LARGEST_CLASS,
        deepest=limits.DEEPEST_CLASS_FOLDER,
        exported=[pattern.pattern for pattern in FILES],
    )
    name = named(archive.name)
    try:
        refusals = unpack(archive, folder, bounds)
    except CannotRead as error:
        raise WrongUsage(f"{error.about(name)} {UNPACK_YOURSELF}.") from None
    except OSError as error:
        why = FULL if error.errno in NO_ROOM else error.strerror or str(error)
        raise WrongUsage(f"{name} was not unpacked: {why}.") from None
    if any(refusal.is_of_all for refusal in refusals):
        raise WrongUsage(
            f"{name} holds more than {limits.MOST_CLASS_ENTRIES:,} files."
            f" {UNPACK_YOURSELF}."
        )
    return [
        NotUnpacked(
            folder / refusal.path,
            _reason(refusal),
            for_others_sake=refusal.reason == NO_ROOM_LEFT,
        )
        for refusal in refusals
    ]


def _reason(refusal: "Refusal") -> str:
    """Return a sentence why a file was not unpacked."""
    from autograder.core.reader.process import reason_of_damage

    reasons = table("classroom")["refused"]
    if refusal.more:
        return reasons["more"].format(more=counted(refusal.more, "more file"))
    reason = reasons[refusal.reason].format(
        error=visible_name(reason_of_damage(refusal), limits.LONGEST_MESSAGE),
        most=limits.LARGEST_SUBMISSION // 2**20,
        many=limits.MOST_LISTED,
        deepest=limits.DEEPEST_CLASS_FOLDER,
    )
    return f"{named(refusal.name)} was not unpacked: {reason}"
