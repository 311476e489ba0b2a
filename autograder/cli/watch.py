"""Grades a submission again whenever one of its files changes."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from autograder.core.errors import AutograderError
from autograder.core.grading.report import Report
from autograder.core.sandbox.listing import submitted_files
from autograder.core.sandbox.submission import imported_files
from autograder.core.sentences import sentence
from autograder.core.text import listed, visible_name
from autograder.tell.live import can_move_cursor

POLL_SECONDS = 0.2
"""The time between two looks at the files.

It is hardly a delay for a person, and hardly a load for a processor.
"""
CLEAR = "\x1b[2J\x1b[H"
RULE = "\n" + "=" * 72 + "\n"

FileState = tuple[int, int, int]
"""When a file was written, its size and its inode, as some editors replace files."""
Snapshot = Mapping[Path, FileState]


class Watched:
    """The files of a submission, and their state at the last look."""

    def __init__(self, submission: Path, written: Iterable[Path] = ()) -> None:
        """written: files that grading itself writes, maybe among the submission's."""
        self._submission = submission
        self._written = tuple(os.path.realpath(file) for file in written)
        self.name = visible_name(submission.name or str(submission))

    def snapshot(self) -> Snapshot:
        """Return the state of each file of the submission that is there."""
        states: dict[Path, FileState] = {}
        for file in self._files():
            # It may just have been replaced.
            with contextlib.suppress(OSError):
                status = os.stat(file)
                states[file] = (status.st_mtime_ns, status.st_size, status.st_ino)
        return states

    def wait_for_change(self, before: Snapshot) -> list[str]:
        """Wait until files changed and are whole; return the names of those."""
        now = before
        while now == before:
            time.sleep(POLL_SECONDS)
            now = self.snapshot()
        now = self._when_saved(before, now)
        files = sorted(before.keys() | now.keys())
        changed = [file for file in files if before.get(file) != now.get(file)]
        return [file.name for file in changed]

    def _when_saved(self, before: Snapshot, now: Snapshot) -> Snapshot:
        """Return the state after a save that may have several steps.

        Some editors remove a file or empty it before they write it. A save is over if
        two looks see the same, no file is missing or emptied, and something differs
        from before.
        """
        told = ""
        while True:
            complaint = self._unsaved(before, now)
            if complaint and complaint != told:
                print(complaint, flush=True)
                told = complaint
            time.sleep(POLL_SECONDS)
            later = self.snapshot()
            is_quiet = later == now
            if is_quiet and not complaint and later != before:
                return later
            now = later

    def _unsaved(self, before: Snapshot, now: Snapshot) -> str:
        """Return a sentence on a file that is missing or empty now; "" without one."""
        if not os.path.exists(self._submission):
            return sentence("watch", "not there", name=self.name)
        for file, (_, size, _) in now.items():
            had_text = file in before and before[file][1] > 0
            if size == 0 and had_text:
                return sentence("watch", "empty", name=visible_name(file.name))
        return ""

    def _is_written_by_grading(self, file: Path) -> bool:
        """Return whether grading writes a file.

        It is one of `written`, or is called so with a further ending.
        """
        path = os.path.realpath(file)
        return any(
            path == written or path.startswith(f"{written}.")
            for written in self._written
        )

    def _files(self) -> Iterator[Path]:
        """Yield the files whose changes count."""
        if os.path.isdir(self._submission):
            files = [
                self._submission / file for file in submitted_files(self._submission)
            ]
        else:
            files = imported_files(self._submission)
        for file in files:
            # Editors keep unsaved text in such files.
            is_an_editors = file.name.startswith((".", "#")) or file.name.endswith("~")
            if not is_an_editors and not self._is_written_by_grading(file):
                yield file


def watch(watched: Watched, grade_again: Callable[[Report | None], Report]) -> NoReturn:
    """Grade, and grade again after each change, until a signal ends the process.

    grade_again: grades once and prints the report. It gets the report of the run
    before, to tell what changed; None at first. Raise an error of the first run.
    """
    report: Report | None = None
    while True:
        snapshot = watched.snapshot()
        try:
            report = grade_again(report)
        except BrokenPipeError:  # nobody reads any more
            raise
        except (AutograderError, OSError) as error:
            if report is None:
                raise
            reason = str(error)
            if isinstance(error, AutograderError):
                reason = error.shown
            print(sentence("watch", "not graded", reason=reason), file=sys.stderr)
        print(f"\n{sentence('watch', 'waiting', name=watched.name)}", flush=True)
        changed = watched.wait_for_change(snapshot)
        _begin_run(changed)


def _begin_run(changed: Sequence[str]) -> None:
    """Separate a run from the one before, and print which files changed."""
    print(CLEAR if can_move_cursor() else RULE, end="")
    clock = time.strftime("%H:%M:%S")
    print(sentence("watch", "changed", clock=clock, files=listed(changed)), flush=True)
