"""The statements that run in each trial: an edit of others does not matter there."""

from functools import partial
from math import sqrt

from autograder.explain.repair.bench import Bench, Names
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.hiding import (
    Runs,
    hidden_lines,
    in_functions_of,
    lines_of,
)
from autograder.explain.repair.ran import Line, Ran


class Coverage:
    """The lines that run in the telling trials before anything is changed."""

    def __init__(self, bench: Bench, regions: frozenset[int] | None = None) -> None:
        """Take the trials. regions: the functions that run, if they are known."""
        self.regions = regions
        self._bench = bench
        self._tracer: Ran | None = None
        self._trials_with: dict[Line, int] = {}
        """The telling trials in which a line runs before they go wrong, a bit each."""
        self._covered: dict[int, int] = {}
        """The same for edits, by their ids."""

    def trace(self, names: Names) -> None:
        """Note which statements run until a trial goes wrong.

        Also note which functions run if it goes on. names: the program's definitions.
        """
        bench = self._bench
        self._tracer = Ran(bench.program)
        beyond: set[Line] = set()
        for bit, watched_trial in enumerate(bench.telling):
            run = partial(bench.run, names, watched_trial)
            watched_trial.looks.stops = False
            beyond |= self._tracer.during(run)
            watched_trial.looks.stops = True
            lines = self._tracer.during(run)
            beyond |= lines
            for line in lines:
                self._trials_with[line] = self._trials_with.get(line, 0) | 1 << bit
        if not bench.made:
            self.regions = self._tracer.regions(beyond) or None

    def touched(self, edits: tuple[Edit, ...]) -> int:
        """Return the telling trials in which some edit may matter, a bit each."""
        mask = 0
        for edit in edits:
            mask |= self._covers(edit)
        return mask

    def may_repair(self, edits: tuple[Edit, ...]) -> bool:
        """Return whether in each failing trial something runs that an edit is about."""
        return not self._bench.failed & ~self.touched(edits)

    def blame(self, edit: Edit) -> float:
        """Return how much an edit's line runs in failing trials alone.

        It is Ochiai's formula: 1 if it runs in all of them and in no other.
        """
        covered = self._covers(edit) & self._bench.all_telling
        failed = self._bench.failed
        covered_and_failed = (covered & failed).bit_count()
        if not covered_and_failed:
            return 0.0
        return covered_and_failed / sqrt(covered.bit_count() * failed.bit_count())

    def is_hidden_by(self, edits: tuple[Edit, ...], names: Names) -> bool:
        """Return whether edits only keep wrong lines from running.

        names: the program's definitions with them.
        """
        if not self.regions or self._tracer is None:
            return False
        # Nobody means to write a slip: lines that ran by it alone may stop to run.
        if any(edit.kind.is_slip for edit in edits):
            return False
        failed = self._bench.failed
        failing = {line for line, mask in self._trials_with.items() if mask & failed}
        before, after = Runs(failing, {*self._trials_with}), Runs(set(), set())
        lost = set(failing)
        for bit, watched_trial in enumerate(self._bench.trials):
            run = partial(self._bench.run, names, watched_trial)
            lines = self._tracer.during(run)
            lost -= lines
            if not lost:
                return False
            if self._bench.all_telling >> bit & 1:
                after.telling.update(lines)
            if failed >> bit & 1:
                after.failed.update(lines)
        trees = self._bench.program.trees
        return bool(hidden_lines(edits, lost, before, after, trees))

    def leaves_dead(self, edits: tuple[Edit, ...], names: Names) -> bool:
        """Return whether lines that ran run in no search with edits of other lines.

        So it is if a helper's result is made the same in all its calls: then what is
        under the tests that ask for it stands there for nothing.
        names: the program's definitions with the edits.
        """
        if self._tracer is None:
            return False
        bench = self._bench
        dead = {*self._trials_with}.difference(*map(lines_of, edits))
        ran: set[Line] = set()
        for watched_trial in bench.trials:
            ran |= self._tracer.during(partial(bench.run, names, watched_trial))
            if dead <= ran:
                return False
        return bool(in_functions_of(ran, dead - ran, bench.program.trees))

    def _covers(self, edit: Edit) -> int:
        """Return the telling trials that run a statement of an edit, a bit each."""
        if id(edit) not in self._covered:
            self._covered[id(edit)] = self._mask_of(edit)
        return self._covered[id(edit)]

    def _mask_of(self, edit: Edit) -> int:
        lines = None
        if self._tracer is not None and self.regions:
            lines = self._tracer.about(edit)
        if lines is None:
            return -1  # any trial
        mask = 0
        for line in lines:
            mask |= self._trials_with.get(line, 0)
        return mask
