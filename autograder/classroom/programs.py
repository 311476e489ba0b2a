"""Exports the programs of a class for tools that compare them, as MOSS and JPlag.

Text that was handed out is in all programs, so it is left out. Programs are compared
line by line and never parsed here, as their authors could choose the time of that.
"""

import ast
import io
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograder.classroom.records import HandIn, Record
from autograder.core.exercises.model import ExerciseSet
from autograder.core.outputs import FileKind, Gate, begins_with
from autograder.core.project import NAME
from autograder.core.sandbox.archives import unpacked
from autograder.core.sandbox.staging import read_sources
from autograder.core.sandbox.submission import NoSubmission, find_submission
from autograder.core.text import source_lines

Lines = Sequence[str]
MARK = f"# {NAME}: a program of a class, without what was handed out"
PROGRAM = FileKind("a student's program", begins_with(MARK))


class HandedOut:
    """The texts of a handout in each language, by which they are found in programs.

    Which language a student had is not asked: friends may have passed their files on.
    """

    def __init__(self, handouts: Iterable[Mapping[str, str]]) -> None:
        """Take the files of a handout in each language, by their names."""
        programs = {
            text
            for files in handouts
            for name, text in files.items()
            if name.endswith(".py")
        }
        blocks = {block for text in programs for block in _blocks(text)}
        self._blocks = sorted(blocks, key=lambda block: (-len(block), block))
        self._comments = {comment for text in programs for comment in _comments(text)}

    def left_out_of(self, lines: Lines) -> list[str]:
        """Return the lines of a program without those that were handed out.

        They are whole statements and docstrings that nobody changed, and comments.
        """
        kept = [line.rstrip() for line in lines]
        for block in self._blocks:
            kept = _without(kept, block)
        return [line for line in kept if line.strip() not in self._comments]


def _blocks(text: str) -> list[tuple[str, ...]]:
    """Return the statements at the top of a handed-out file, and the docstrings."""
    lines = [line.rstrip() for line in text.splitlines()]
    tree = ast.parse(text)
    docstrings = [
        node.body[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node)
    ]
    return [
        tuple(lines[node.lineno - 1 : node.end_lineno])
        for node in [*tree.body, *docstrings]
    ]


def _comments(text: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def _without(lines: Lines, block: Lines) -> list[str]:
    """Return lines without each run of them that is equal to a block."""
    kept: list[str] = []
    index = 0
    while index < len(lines):
        end = index + len(block)
        if lines[index] == block[0] and lines[index:end] == [*block]:
            index = end
        else:
            kept.append(lines[index])
            index += 1
    return kept


def programs_of(
    hand_in: HandIn,
    exercises: ExerciseSet,
    handed_out: HandedOut,
    needed: Sequence[str],
) -> dict[str, str]:
    """Return the Python files of a submission, by their paths, as they are exported.

    Files without a line of the student's own are left out. needed: the functions that
    the set asks for. Raise NoSubmission.
    """
    assignment = exercises.assignment
    texts: dict[str, str] = {}
    with unpacked(hand_in.path, assignment.file, assignment.accept) as plain:
        submission = find_submission(
            plain.path,
            assignment.file,
            needed,
            alone=True,
            notebook=plain.notebook,
        )
        for name, data in read_sources(submission.folder, submission).items():
            lines = handed_out.left_out_of(source_lines(data))
            text = "\n".join(lines).strip("\n")
            if text.strip():
                texts[name] = f"{MARK}\n{text}\n"
    return texts


def export_programs(
    records: Iterable[Record],
    exercises: ExerciseSet,
    needed: Sequence[str],
    folder: Path,
    gate: Gate,
    handed_out: HandedOut,
) -> tuple[int, list[str]]:
    """Write a folder with each submission that counts, called as its results.

    Return how many there are, and the names of those without a program of their own.
    Raise WrongUsage if a file cannot be written.
    """
    hand_ins = {
        record.hand_in.name: record.hand_in
        for record in records
        if record.hand_in is not None
    }
    without: list[str] = []
    for name, hand_in in hand_ins.items():
        try:
            texts = programs_of(hand_in, exercises, handed_out, needed)
        except NoSubmission:
            texts = {}
        if not texts:
            without.append(name)
        for file, text in texts.items():
            output = gate.ask_within(folder / name / file, PROGRAM, "--programs")
            output.file.parent.mkdir(parents=True, exist_ok=True)
            output.write(text)
    return len(hand_ins) - len(without), without
