"""Starts the reader's process, asks it to do one task, and takes its answer.

That is JSON, within limits.
"""

import json
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any, NamedTuple

from autograder.core import limits
from autograder.core.project import PROJECT
from autograder.core.reader.archive import Bounds, Refusal
from autograder.core.sentences import has_sentence, sentence
from autograder.core.signals import on_exit
from autograder.core.text import visible_name

READER = str(PROJECT / "autograder" / "core" / "reader" / "__main__.py")


class CannotRead(Exception):
    """A file could not be read.

    reason: the name of the sentence that says why. error, number: the text, and the
    line or cell, that it tells.
    """

    def __init__(self, reason: str, error: str = "", number: int = 0) -> None:
        """Note why a file could not be read."""
        super().__init__(reason, error, number)
        self.reason, self.error, self.number = reason, error, number

    def about(self, name: str) -> str:
        """Return the sentence about the file of a name, as it stands in a sentence."""
        error = visible_name(self.error, limits.LONGEST_SOURCE_LINE)
        parts = {"name": name, "error": error, "number": self.number}
        return sentence("cannot_read", self.reason, **parts)


class Allowance(NamedTuple):
    """The resources that the reader may use for a task.

    memory: bytes of address space. cpu_seconds: processor time. seconds: the longest
    wait for it. largest_file: bytes of each file that it writes.
    """

    memory: int
    cpu_seconds: int
    seconds: float
    largest_file: int


FOR_A_SUBMISSION = Allowance(
    limits.READER_MEMORY,
    limits.READER_CPU_SECONDS,
    limits.READER_SECONDS,
    limits.LARGEST_SUBMISSION,
)
FOR_A_FORM = FOR_A_SUBMISSION._replace(
    cpu_seconds=limits.FORM_CPU_SECONDS, seconds=limits.FORM_SECONDS, largest_file=0
)
FOR_A_CLASS = Allowance(
    limits.CLASS_READER_MEMORY,
    limits.CLASS_READER_CPU_SECONDS,
    limits.CLASS_READER_SECONDS,
    limits.LARGEST_SUBMISSION,
)


def unpack(archive: Path, folder: Path, bounds: Bounds) -> list[Refusal]:
    """Unpack a .zip into a new folder, and return the files that were not unpacked.

    Raises CannotRead and OSError, like `ask`.
    """
    arguments = {"archive": str(archive), "folder": str(folder), "bounds": bounds}
    answer = ask(
        "unpack",
        arguments,
        allowance=FOR_A_CLASS if bounds.of_a_class else FOR_A_SUBMISSION,
    )
    return [Refusal(*fields) for fields in answer["refused"]]


def ask(
    task: str,
    arguments: dict[str, Any],
    content: bytes = b"",
    allowance: Allowance = FOR_A_SUBMISSION,
) -> dict[str, Any]:
    """Have a process do a task, and return its answer.

    task: a key of `TASKS` in `__main__`. arguments: for it, as JSON can hold them.
    content: the bytes that it reads. Raises CannotRead if the task says why it could
    not be done, or used up its allowance; OSError if no process could be started, or if
    there is no room for the files that it writes.
    """
    request = (
        json.dumps({**arguments, "allowance": allowance}).encode() + b"\n" + content
    )
    line = [sys.executable, "-I", "-S", READER, task]
    with (
        Popen(line, stdin=PIPE, stdout=PIPE, stderr=DEVNULL) as process,
        on_exit(process.kill),
    ):
        try:
            answer, _ = process.communicate(request, timeout=allowance.seconds)
        except TimeoutExpired:
            answer = b""
        finally:
            # it is still at work if it took too long, or if a signal interrupts
            # the grader
            process.kill()
    return _checked(answer)


def _checked(answer: bytes) -> dict[str, Any]:
    """Return the fields of the reader's answer. Raise OSError or CannotRead."""
    try:
        fields: dict[str, Any] = json.loads(answer)
    except ValueError:  # the reader was ended before it could answer
        raise CannotRead("too much") from None
    if "errno" in fields:
        raise OSError(fields["errno"], fields["error"])
    if "reason" in fields:
        raise CannotRead(fields["reason"], fields["error"], fields.get("number", 0))
    return fields


def reason_of_damage(refusal: Refusal) -> str:
    """Return why a file could not be unpacked: a clause, or the system's own words."""
    if has_sentence("damaged", refusal.error):
        return sentence("damaged", refusal.error)
    return refusal.error
