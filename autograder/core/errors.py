"""Exceptions that end a command, in one tree below `AutograderError`.

Only `commands.command_line.main` catches the base: it prints the text and exits with
the status. A fault of a student's submission is none of these but part of its report
(`sandbox.Failure`), and the exit status is 0. An exception that its caller always
catches (a tree that cannot be read, a process that ended) stands in the module that
raises it.
"""

import errno
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.core.limits import LONGEST_ERROR, LONGEST_MISTAKE, MOST_LINES_NAMED
from autograder.core.text import counted, visible, visible_name

BROKEN, WRONG_USAGE, BELOW, EXHAUSTED = 1, 2, 3, 4
"""Exit statuses. A command that checks something exits with 1, too, if it is wrong.
BELOW: the points are fewer than --fail-below asks for, which is a fault neither of the
autograder nor of the command. EXHAUSTED: the internal command that grades one of a
class ends so if the machine has no process, no thread or no memory left for it."""


class AutograderError(Exception):
    """A command cannot do its work.

    Its text says why, and the way out if there is one.
    """

    status = WRONG_USAGE

    @property
    def shown(self) -> str:
        """The text as it is printed."""
        return visible(str(self), LONGEST_ERROR)


class WrongUsage(AutograderError):
    """An argument, or the thing that it names, is not fit for the command.

    It names a file, folder, set, class or cluster.
    """


class NotIsolated(AutograderError):
    """A student's program would run as root, and nobody asked for that.

    This machine has no other user for it.
    """


class NoTemporaryFolder(AutograderError):
    """This machine has no folder, or no room, for temporary files."""

    status = BROKEN


class TooFewResources(AutograderError):
    """This machine, or a limit on it, gives the grader too little.

    It needs open files, processes and memory.
    """

    status = BROKEN


RESOURCES = {
    errno.EMFILE: (
        "This command may not open as many files at once as it needs. Raise that "
        "limit, as with `ulimit -n 256`, and run the command again."
    ),
    errno.ENFILE: (
        "This machine has as many files open as it can have. End other programs, and "
        "run the command again."
    ),
    errno.EAGAIN: (
        "This command may not start as many processes as it needs. End other programs, "
        "or raise that limit (`ulimit -u`; of a container --pids-limit), and run the "
        "command again."
    ),
    errno.ENOMEM: (
        "There is too little memory for this command. End other programs, or raise "
        "that limit (`ulimit -v`; of a container --memory), and run the command again."
    ),
}
"""The lack and its remedy, by the error number that the system refuses with."""


def resources_lacking(error: BaseException) -> TooFewResources | None:
    """Return in words which resource an exception says is lacking.

    It is None for an exception about anything else.
    """
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, MemoryError):
        number = errno.ENOMEM
    elif isinstance(error, RuntimeError) and "start new thread" in str(error):
        number = errno.EAGAIN  # a thread counts as a process
    return TooFewResources(RESOURCES[number]) if number in RESOURCES else None


class Mistake(NamedTuple):
    """One mistake in a file.

    location: the field or line in the file; "" for the file as a whole. message: the
    mistake, and the way to put it right.
    """

    file: Path
    location: str
    message: str

    def __str__(self) -> str:
        texts = (str(self.file), self.location, self.message)
        return ": ".join(visible_name(text, LONGEST_MISTAKE) for text in texts if text)


class InvalidExercises(AutograderError):
    """A set of exercises cannot be used. Carries every mistake of every file."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = tuple(mistakes)

    @property
    def shown(self) -> str:
        """A line for each mistake, as far as they are not too many."""
        return "\n".join(format_mistakes(self.mistakes))


def format_mistakes(mistakes: Sequence[Mistake]) -> Iterator[str]:
    """Yield mistakes as lines.

    A file with very many has a line for each of the first, and one with the number of
    the others.
    """
    by_file: dict[Path, list[Mistake]] = {}
    for mistake in mistakes:
        by_file.setdefault(mistake.file, []).append(mistake)
    for file, of_file in by_file.items():
        yield from map(str, of_file[:MOST_LINES_NAMED])
        left = len(of_file) - MOST_LINES_NAMED
        if left > 0:
            yield str(Mistake(file, "", f"… and {counted(left, 'more mistake')}"))
