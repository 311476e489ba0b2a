"""How far a class is: a bar where somebody watches, a line every few seconds where nobody does."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from autograder.text import visible_name

BETWEEN_LINES = 5.0


class Progress:
    """What is done, and what is on the way. Counted by one thread, and shown by another."""

    def __init__(self, total: int, on_the_way: Mapping[str, float]) -> None:
        """Describe it. total: how many submissions there are to grade. on_the_way: since when each is being graded."""
        self.total = total
        self.done = self.failed = 0
        self._on_the_way = on_the_way
        self._start = time.monotonic()

    def count(self, *, failed: bool) -> None:
        """Counts a submission that is done. failed: it has no results."""
        self.done += 1
        self.failed += failed

    def words(self) -> str:
        """How far it is, in a line."""
        failed = f", {self.failed} without results" if self.failed else ""
        return f"{self.done} of {self.total} graded{failed}{self._left()}{self._longest()}"

    def _left(self) -> str:
        if not self.done or self.done >= self.total:
            return ""
        seconds = (time.monotonic() - self._start) / self.done * (self.total - self.done)
        return f", about {_duration(seconds)} left"

    def _longest(self) -> str:
        """The submission that has been graded longest of those on the way."""
        on_the_way = list(self._on_the_way.items())
        if not on_the_way:
            return ""
        name, since = min(on_the_way, key=lambda entry: entry[1])
        return f"; longest: {visible_name(name, 40)}, {_duration(time.monotonic() - since)}"

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Shows how far it is as long as the block lasts."""
        with self._bar() if sys.stdout.isatty() else self._lines():
            yield

    @contextmanager
    def _lines(self) -> Iterator[None]:
        ended = threading.Event()

        def print_lines() -> None:
            with contextlib.suppress(OSError):  # nobody is there to read them: the grading goes on
                while not ended.wait(BETWEEN_LINES):
                    print(self.words(), flush=True)

        printer = threading.Thread(target=print_lines, daemon=True)
        printer.start()
        try:
            yield
        finally:
            ended.set()
            printer.join()

    @contextmanager
    def _bar(self) -> Iterator[None]:
        from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
        from rich.progress import Progress as Bar
        from rich.text import Text

        progress = self

        class Words(ProgressColumn):
            """Says how far it is, anew each time that the bar is drawn."""

            def render(self, task: Task) -> Text:
                bar.update(task.id, completed=progress.done)
                return Text(progress.words(), overflow="ellipsis", no_wrap=True)

        with Bar(TextColumn("grading"), BarColumn(20), Words(), transient=True) as bar:
            bar.add_task("", total=self.total)
            yield


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
