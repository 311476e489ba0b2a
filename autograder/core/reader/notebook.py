"""Makes Python of a notebook, as Jupyter reads its code cells.

It runs in the reader's process. A cell that is Python stays as it is. From any other,
the commands that only Jupyter knows are taken out. A command begins where Python's own
tokens begin a statement, so that no text, comment or continued line is taken for one.
Line numbers stay.
"""

import ast
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from autograder.core.files import NO_PYTHON
from autograder.core.limits import LONGEST_STATEMENT_LINE
from autograder.core.reader.cells import cells_of
from autograder.core.text import between_backticks, source_lines

CELL = "# %% cell {} of the notebook"
"""The line before a cell, which tracebacks look for."""
NOTHING = "pass"
RUN_THEIR_CELL = ("%%time", "%%capture", "%%prun")
"""Cell magics after which Jupyter runs the rest of the cell as if they were not there,
so that its names stay."""
RUN_THEIR_STATEMENT = "%time"
"""The magic of a line that does the same with the text behind it."""
COMMANDS = ("%", "!", "?")
"""The beginning of a line that is a command of Jupyter's: a magic, a command of the
shell, a question."""
ASSIGNED = ("%", "!")
"""The beginning of a command whose result can be given a name."""
OPENING, CLOSING = "([{", ")]}"


DEFINITION = re.compile(r"^[ \t]*(?:def|class)[ \t]+(\w+)", re.MULTILINE)


class LeftOut(NamedTuple):
    """A piece that was left out of a cell.

    situation: the name of the sentence about it. code: the Python behind a command.
    lines: those of a whole cell.
    """

    situation: str
    cell: int
    command: str
    code: str = ""
    lines: int = 0


class CodeCells(NamedTuple):
    """The code cells of a notebook as one program.

    left_out: the pieces that were left out of them. in_text: the names that
    are defined in cells of text, each with the number of its cell, of all cells.
    """

    source: str
    left_out: list[LeftOut]
    in_text: dict[str, int]


class Statement(NamedTuple):
    """A statement: its tokens but blanks and comments, and how many lines it has."""

    tokens: tuple[tokenize.TokenInfo, ...]
    lines: int
    has_comment: bool

    @property
    def is_command(self) -> bool:
        """Whether it is for Jupyter alone."""
        return self.tokens[0].string in COMMANDS

    @property
    def is_question(self) -> bool:
        """Whether it asks Jupyter for help, as in `math?`."""
        return (
            self.lines == 1 and self.tokens[-1].string == "?" and not self.has_comment
        )

    @property
    def end_of_target(self) -> int | None:
        """The column of the = in `files = !ls`; None if no command has a name."""
        depth = 0
        for token, after in pairwise(self.tokens):
            depth += (token.string in OPENING) - (token.string in CLOSING)
            if token.string == "=" and depth == 0:
                return token.start[1] if after.string in ASSIGNED else None
        return None


def as_python(content: bytes) -> CodeCells:
    """Return the code cells of a notebook as one program.

    Raises NoNotebook.
    """
    cells = cells_of(content)
    sources = [cell.text for cell in cells if cell.is_code]
    lines: list[str] = []
    left_out: list[LeftOut] = []
    for number, source in enumerate(sources, 1):
        code = _Cell(source, number)
        lines += [CELL.format(number), *code.python()]
        left_out += code.left_out
    in_text: dict[str, int] = {}
    for number, cell in enumerate(cells, 1):
        if not cell.is_code:
            for name in DEFINITION.findall(cell.text):
                in_text.setdefault(name, number)
    return CodeCells("\n".join(lines) + "\n", left_out, in_text)


class _Cell:
    """A code cell, whose lines become Python one by one.

    left_out: the pieces that were taken out of them.
    """

    def __init__(self, source: str, number: int) -> None:
        self._source, self._number = source, number
        self._lines = source_lines(source.encode("utf-8", "replace"))
        self.left_out: list[LeftOut] = []

    def python(self) -> list[str]:
        """Return the lines as Python, as many as there were."""
        if _is_python(self._source):
            return self._lines
        first = next(
            (index for index, line in enumerate(self._lines) if line.strip()), 0
        )
        magic, *_ = [*self._lines[first].split(), ""]
        if magic.startswith("%%"):
            if magic not in RUN_THEIR_CELL:
                return self._without_all(first)
            self._leave_out(first, first + 1, NOTHING)
        index = 0
        while index < len(self._lines):
            index = self._after_statement(index)
        return self._lines

    def _without_all(self, first: int) -> list[str]:
        lines = len(self._source.strip().split("\n"))
        command = _in_backticks(self._lines[first])
        self.left_out.append(LeftOut("whole cell", self._number, command, lines=lines))
        return [NOTHING] + [""] * (len(self._lines) - 1)

    def _after_statement(self, index: int) -> int:
        """Take a statement out if it is a command of Jupyter's.

        Return the index of the line after it.
        """
        line = self._lines[index]
        if not line.strip() or line.lstrip().startswith("#"):
            return index + 1
        statement = _statement(self._lines, index)
        if not statement.tokens:
            return index + 1
        if statement.is_command:
            return self._without_command(index, target="", instead=NOTHING)
        end_of_target = statement.end_of_target
        if end_of_target is not None:
            target = line[: end_of_target + 1].strip()
            return self._without_command(
                index, target=f"{target} ", instead=f"{target} None"
            )
        if statement.is_question:
            self._leave_out(index, index + 1, NOTHING)
        return index + statement.lines

    def _without_command(self, index: int, target: str, instead: str) -> int:
        """Remove a command; return the index of the line to go on with.

        The text behind RUN_THEIR_STATEMENT is Python, and stays. target: the text
        before the command in its line.
        """
        line = self._lines[index].strip()
        magic, _, kept = line[len(target) :].strip().partition(" ")
        if magic == RUN_THEIR_STATEMENT and kept.strip():
            code = kept.strip()
            command = _in_backticks(magic)
            before = _in_backticks(code)
            piece = LeftOut("command before code", self._number, command, code=before)
            self.left_out.append(piece)
            self._lines[index] = _indentation(self._lines[index]) + target + code
            return index  # it may be a command as well
        after = self._after_continued(index)
        self._leave_out(index, after, instead)
        return after

    def _after_continued(self, index: int) -> int:
        """Return the index of the line after a command.

        It ends with the first line that no backslash continues.
        """
        while self._lines[index].endswith("\\") and index + 1 < len(self._lines):
            index += 1
        return index + 1

    def _leave_out(self, start: int, end: int, instead: str) -> None:
        text = " ".join(line.strip() for line in self._lines[start:end])
        self.left_out.append(LeftOut("command", self._number, _in_backticks(text)))
        empty = [""] * (end - start - 1)
        self._lines[start:end] = [_indentation(self._lines[start]) + instead, *empty]


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except NO_PYTHON:
        return False
    return True


def _statement(lines: Sequence[str], index: int) -> Statement:
    """Return the statement that begins at a line.

    One that is no Python is taken to end in that line.
    """
    tokens: list[tokenize.TokenInfo] = []
    has_comment = False
    try:
        for token in tokenize.generate_tokens(_reader(lines, index)):
            if token.type == tokenize.NEWLINE:
                return Statement(tuple(tokens), token.start[0], has_comment)
            has_comment = has_comment or token.type == tokenize.COMMENT
            if token.string.strip() and token.type != tokenize.COMMENT:
                tokens.append(token)
    except (tokenize.TokenError, SyntaxError):
        pass
    return Statement(tuple(tokens), 1, has_comment)


def _reader(lines: Sequence[str], index: int) -> Callable[[], str]:
    """Return a function that gives Python's tokenizer a line at a time.

    None is long enough to take it long.
    """

    def numbered() -> Iterator[str]:
        for line in lines[index:]:
            if len(line) > LONGEST_STATEMENT_LINE:
                return
            yield line + "\n"

    remaining = numbered()
    return lambda: next(remaining, "")


def _in_backticks(code: str) -> str:
    return f"`{between_backticks(code.strip())}`"


def _indentation(line: str) -> str:
    return re.match(r"\s*", line)[0]  # type: ignore[index]  # it matches every text
