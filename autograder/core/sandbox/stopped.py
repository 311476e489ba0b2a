"""Says in which line a program was when its time was over.

The process itself dumps its stack, so a hostile program can forge it. It is only words
on the program's own page.

Imported only if a program was ended.
"""

import re
from collections import Counter
from typing import NamedTuple

from autograder.core.sandbox.differences import content_of
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.raised import GradedProgram, TracedLine
from autograder.core.sentences import sentence

FRAME = re.compile(r'^  File "([^"\n]{1,500})", line (\d{1,7}) in (\S{1,500})$', re.M)
"""A line of Python's faulthandler, which writes the last call first."""
WHILE, ANY_LOOP = re.compile(r"while\b"), re.compile(r"(while|for)\b")


class StackFrame(NamedTuple):
    """A call that had not ended: its file, relative to the submission, and its line."""

    file: str
    line: int
    function: str


def with_its_line(failure: Failure, stack: str, program: GradedProgram) -> Failure:
    """Return the failure of a program that was ended, with the line that it was in."""
    frames = [StackFrame(f, int(n), name) for f, n, name in FRAME.findall(stack)]
    own_frames = [frame for frame in frames if _is_own(frame, program)]
    added: list[str] = []
    if any(frame.function == "<module>" for frame in own_frames):
        added.append(sentence("sandbox", "stopped while loaded"))
    whiles = (_loop_of(frame, WHILE, program) for frame in own_frames)
    loop = next(filter(None, whiles), None)
    is_line_known = failure.cause != "too many looks" and not _is_recursive(own_frames)
    if loop is None and is_line_known:
        loop = _loop_of(own_frames[0], ANY_LOOP, program)
    if loop is not None:
        line = _named(loop, program)
        added.append(sentence("sandbox", "stopped in a loop", line=line))
    elif is_line_known:
        line = _named(own_frames[0], program)
        added.append(sentence("sandbox", "stopped in a line", line=line))
    return failure._replace(message=" ".join([failure.message, *added]))


def _is_own(frame: StackFrame, program: GradedProgram) -> bool:
    return 0 < frame.line <= len(_lines(frame.file, program))


def _is_recursive(own_frames: list[StackFrame]) -> bool:
    """Return whether the last call is one of several, or there is none.

    Its line is then any of those that a search goes through.
    """
    return (
        not own_frames
        or Counter(frame.function for frame in own_frames)[own_frames[0].function] > 1
    )


def _named(frame: StackFrame, program: GradedProgram) -> str:
    """Return the line of a frame as sentences name it."""
    text = _lines(frame.file, program)[frame.line - 1].strip()
    line = TracedLine(
        frame.file,
        str(frame.line),
        text,
        frame.function,
        row="",
        cell="",
        is_called=True,
    )
    return line.named(program.file)


def _loop_of(
    frame: StackFrame, head: re.Pattern[str], program: GradedProgram
) -> StackFrame | None:
    """Return the loop that a call's line is in, as a frame; None for no such loop.

    head: how the loop begins.
    """
    lines = _lines(frame.file, program)
    margin = _margin(lines[frame.line - 1]) + 1
    for number in range(frame.line, 0, -1):
        code = lines[number - 1].strip()
        if not code or code.startswith("#") or _margin(lines[number - 1]) >= margin:
            continue
        margin = _margin(lines[number - 1])
        if head.match(code):
            return frame._replace(line=number)
        if code.startswith(("def ", "class ")):
            return None
    return None


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _lines(file: str, program: GradedProgram) -> list[str]:
    """Return the lines of a file of the submission; [] if there is none."""
    content = content_of(file, program)
    return content.decode("utf-8", "replace").split("\n") if content else []
