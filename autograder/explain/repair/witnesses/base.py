"""A witness, and a look at a leaf, which it is told of."""

from collections.abc import Collection, Iterable
from types import FrameType
from typing import NamedTuple

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.trial import WatchedLooks
from autograder.explain.repair.witnesses.frames import callers, lines_of, module_of


class Look(NamedTuple):
    """A look at a leaf.

    stack: the frames of all calls that led to it, the innermost first. is_right:
    whether a right search may look at the leaf then.
    """

    looks: WatchedLooks
    node: int
    stack: tuple[FrameType, ...]
    is_right: bool


class Witness:
    """Watches failing searches for the behaviour that one slip claims.

    is_shown: whether a search did it. is_refuted: whether a search did something that
    the sentence rules out.
    """

    def __init__(self, edit: Edit, files: Collection[str]) -> None:
        """Watch for a slip. files: the names of the student's modules."""
        self.edit = edit
        self.files = files
        self.is_shown = False
        self.is_refuted = False

    @property
    def lines(self) -> range:
        """Return the lines of the slip's node."""
        return lines_of(self.edit.old)

    @property
    def lines_watched(self) -> Iterable[int]:
        """Return the lines whose start and end are passed to the witness."""
        return self.lines[:1]

    def is_in(self, frame: FrameType) -> bool:
        """Return whether a frame is in the lines of the slip's node."""
        return module_of(frame) == self.edit.file and frame.f_lineno in self.lines

    def is_outermost(self, frame: FrameType) -> bool:
        """Return whether none of the student's functions called that of a frame."""
        return not any(module_of(caller) in self.files for caller in callers(frame))

    def at_line(self, frame: FrameType) -> None:
        """Note that a frame comes to one of the watched lines."""

    def behind_line(self, frame: FrameType) -> None:
        """Note that a frame has left one of the watched lines."""

    def at_call(self, callee: FrameType, caller: FrameType) -> None:
        """Note a call of the student's functions, or one that these make."""

    def at_return(self, frame: FrameType, value: object) -> None:
        """Note the value that a function of the student's returns."""

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        """Note that an exception comes through a frame of the student's."""

    def at_look(self, look: Look) -> None:
        """Note a look at a leaf. After a look that is not right the search ends."""

    def at_end(self) -> None:
        """Note that the search has failed."""
