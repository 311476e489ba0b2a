"""Finds text that was pasted along with a program, such as a chat's or Git's marks.

It is reported only if Python cannot read the file. Then either Python can read the file
without that text, or no line of Python begins so.
"""

import sys
from collections.abc import Callable, Iterable

from autograder.core.limits import FEWEST_NUMBERED, MOST_LINES_NAMED

CONFLICT = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
"""The beginnings of Git's lines if it could not merge two versions: before the first,
perhaps before the version that both were made from, before the second, at the end."""
FENCE = "```"
"""The beginnings of the lines of a chat, or of a page in Markdown, around code."""
PROMPTS = (">>>", "...")
"""The beginnings of lines at Python's prompt."""
QUOTES = (">", "|")
"""The beginnings of lines that a mail or a page quotes."""


class Wrapping:
    """A text that was pasted along with a program.

    kind: the name of a sentence on pasted text. lines: the numbers of its lines,
    counted from 1. programs: the text without it, perhaps in several
    versions. certain: those of the lines that begin as no line of Python can.
    """

    def __init__(
        self,
        kind: str,
        lines: list[int],
        programs: list[str],
        certain: Iterable[int] = (),
    ) -> None:
        self.kind = kind
        self.lines = lines
        self.programs = programs
        self.certain = certain


def clue(source: str, unreadable: int) -> str:
    """Return the clue to text that was pasted along with a program; "" for none.

    It is "KIND FIRST-LAST FIRST-LAST …", the latter its lines. unreadable: the line
    that Python cannot read.
    """
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for find in FINDERS:
        wrapping = find(lines)
        if wrapping is None:
            continue
        is_certain = unreadable in wrapping.certain
        if is_certain or any(_is_readable(program) for program in wrapping.programs):
            return f"{wrapping.kind} {_ranges(wrapping.lines)}"
    return ""


def _is_readable(program: str) -> bool:
    """Return whether a text is a program that Python reads, and not empty."""
    output = sys.stderr
    sys.stderr = None  # a warning about this text is not for the student
    try:
        compile(program, "", "exec", dont_inherit=True)
    except Exception:  # also if it is nested too deeply
        return False
    finally:
        sys.stderr = output
    return bool(program.strip())


def _ranges(numbers: list[int]) -> str:
    """Return numbers in order as "FIRST-LAST FIRST-LAST", as far as they are told."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return " ".join([f"{first}-{last}" for first, last in ranges[:MOST_LINES_NAMED]])


def _numbered(lines: list[str], is_meant: Callable[[str], bool]) -> list[int]:
    """Return the numbers of the lines that a condition holds for."""
    return [number for number, line in enumerate(lines, 1) if is_meant(line)]


def _without(lines: list[str], numbers: Iterable[int]) -> str:
    left_out = set(numbers)
    kept = [line for number, line in enumerate(lines, 1) if number not in left_out]
    return "\n".join(kept)


def _define(lines: list[str]) -> bool:
    """Return whether some lines define something, so that the program is among them."""
    return any(line.lstrip().startswith(("def ", "class ")) for line in lines)


def _conflict(lines: list[str]) -> Wrapping | None:
    """Find the versions that Git could not merge.

    The rest may be either of them, both, or neither.
    """
    marks = _numbered(lines, lambda line: line[:8].rstrip() in CONFLICT)
    if not marks:
        return None
    of_version: dict[str, list[int]] = {mark: [] for mark in CONFLICT}
    current = CONFLICT[-1]
    for number, line in enumerate(lines, 1):
        if number in marks:
            current = line[:7]
        elif current != CONFLICT[-1]:
            of_version[current].append(number)
    ours, base, theirs, _ = of_version.values()
    left_out = (base + theirs, ours + base, base, ours + base + theirs)
    programs = [_without(lines, [*marks, *numbers]) for numbers in left_out]
    concerned = marks
    first, last = lines[marks[0] - 1], lines[marks[-1] - 1]
    if first.startswith(CONFLICT[0]) and last.startswith(CONFLICT[-1]):
        concerned = sorted([*marks, *ours, *base, *theirs])
    return Wrapping("conflict", concerned, programs, marks)


def _fences(lines: list[str]) -> Wrapping | None:
    """Find the lines around code in a chat, and the prose outside of them."""
    fences = _numbered(lines, lambda line: line.lstrip().startswith(FENCE))
    if not fences:
        return None
    outside = []
    is_code = False
    for number in range(1, len(lines) + 1):
        if number in fences:
            is_code = not is_code
        elif not is_code:
            outside.append(number)
    programs = [_without(lines, fences)]
    if not _define([lines[number - 1] for number in outside]):
        programs.append(_without(lines, [*fences, *outside]))
    return Wrapping("fence", fences, programs, fences)


def _prompts(lines: list[str]) -> Wrapping | None:
    """Find the signs of Python's prompt, and its answers."""
    prompted = _numbered(lines, lambda line: line.startswith(PROMPTS))
    certain = _numbered(lines, lambda line: line.startswith(PROMPTS[0]))
    if not certain:
        return None
    bare = [_after(line, 3) if line.startswith(PROMPTS) else line for line in lines]
    answers = _numbered(lines, lambda line: not line.startswith(PROMPTS))
    programs = ["\n".join(bare)]
    if not _define([lines[number - 1] for number in answers]):
        programs.append(_without(bare, answers))
    return Wrapping("prompt", prompted, programs, certain)


def _after(line: str, signs: int) -> str:
    """Return a line without the signs that it begins with, and without a blank."""
    return line[signs:].removeprefix(" ")


def _numbers(lines: list[str]) -> Wrapping | None:
    """Find the numbers of lines, each before its line."""
    filled = _numbered(lines, lambda line: bool(line.strip()))
    texts = [lines[number - 1].lstrip() for number in filled]
    if not _count_up([_number(text) for text in texts]):
        return None
    rests = [_after_number(text) for text in texts]
    indentations = [len(rest) - len(rest.lstrip()) for rest in rests if rest.strip()]
    margin = min(indentations, default=0)
    program = "\n".join([rest[margin:] for rest in rests])
    return Wrapping("numbers", filled, [program])


def _numbers_alone(lines: list[str]) -> Wrapping | None:
    """Find the numbers of lines, each on a line of its own."""
    alone = _numbered(lines, lambda line: line.strip().isdecimal())
    if not _count_up([_number(lines[number - 1].strip()) for number in alone]):
        return None
    concerned = [*range(alone[0], alone[-1] + 1)]
    return Wrapping("numbers", concerned, [_without(lines, alone)])


def _count_up(values: list[int]) -> bool:
    """Return whether some numbers follow each other."""
    if len(values) < FEWEST_NUMBERED or values[0] < 0:
        return False
    return values == [*range(values[0], values[0] + len(values))]


def _number(text: str) -> int:
    """Return the number that a text begins with, as "12:" does; -1 for none."""
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return int(digits) if 0 < len(digits) < 7 else -1


def _after_number(text: str) -> str:
    rest = text.lstrip("0123456789")
    if rest.lstrip().startswith("|"):
        return rest.lstrip()[1:]
    return rest[1:] if rest.startswith((":", ".", ")")) else rest


def _quoted(lines: list[str]) -> Wrapping | None:
    """Find the signs that a mail, or a page, quotes lines with."""
    quoted = _numbered(lines, lambda line: line.startswith(QUOTES))
    if not quoted:
        return None
    bare = [_after(line, 1) if line.startswith(QUOTES) else line for line in lines]
    return Wrapping("quote", quoted, ["\n".join(bare)])


def _difference(lines: list[str]) -> Wrapping | None:
    """Find the signs before the lines of two versions, as Git shows how they differ."""
    heads = ("@@", "+++", "---", "diff ", "index ")
    texts = [line for line in lines if line and not line.startswith(heads)]
    marked = _numbered(lines, lambda line: line.startswith(("+", "-", "@@")))
    if not marked or not all(line.startswith(("+", "-", " ")) for line in texts):
        return None
    program = "\n".join([line[1:] for line in texts if not line.startswith("-")])
    return Wrapping("difference", marked, [program])


FINDERS: tuple[Callable[[list[str]], Wrapping | None], ...] = (
    _conflict,
    _fences,
    _prompts,
    _numbers,
    _numbers_alone,
    _quoted,
    _difference,
)
"""Each finds one kind of wrapping in the lines of a file, if it is there."""
