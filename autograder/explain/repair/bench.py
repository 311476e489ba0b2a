"""Runs the program with edits on the trials, and counts those that hold."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from autograder.core.limits import MOST_PROBED, MOST_STEPS, MOST_TELLING
from autograder.core.worker.adapted import NotAnAnswer, plain
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.program import Program
from autograder.explain.repair.trial import Trial, WatchedTrial, WrongLook, watched

Names = dict[str, Any]
"""The program's definitions, by name."""


class Tried(NamedTuple):
    """The result of one search. share: how much of the right looks it makes."""

    holds: bool
    share: float


class Progress(NamedTuple):
    """The result of several searches.

    mask: those that hold, a bit each, the first trial's the lowest. share: how much of
    the right looks they make, in all.
    """

    mask: int
    share: float


class Bench:
    """Runs the program on all trials, with some edits made beside those it begins with.

    The telling trials are the first of them, MOST_TELLING at most. A bit in a mask
    stands for each.
    """

    def __init__(
        self,
        program: Program,
        given: Sequence[Trial],
        made: tuple[Edit, ...] = (),
        windowed: Sequence[Trial] = (),
    ) -> None:
        """Take a program. given: its trials. made: edits that are always made.

        windowed: searches that are run once all trials hold, and have to hold, too.
        """
        self.program = program
        self.given = given
        self.windowed = windowed
        self.made = made
        self.failing: list[WatchedTrial] = []
        """Trials that fail, to have a first look at: the smallest, and some others."""
        self.trials: list[WatchedTrial] = []
        """All trials, the telling ones first."""
        self.hardest: list[WatchedTrial] = []
        """The same and those with windows, those first that failed last."""
        self.looks_wrongly = True
        """Whether some telling trial makes other looks than a right search."""
        self.held = 0
        """The telling trials that hold before anything else is changed."""
        self._shares = [0.0] * MOST_TELLING

    @property
    def telling(self) -> list[WatchedTrial]:
        """Return the trials by which candidates are compared."""
        return self.trials[:MOST_TELLING]

    @property
    def all_telling(self) -> int:
        """Return the mask of the telling trials."""
        return (1 << len(self.telling)) - 1

    @property
    def failed(self) -> int:
        """Return the mask of the telling trials that fail before an edit."""
        return self.all_telling & ~self.held

    # --- One candidate ---

    def imported_names(self, edits: tuple[Edit, ...]) -> Names | None:
        """Import the program with some edits; return None if that raises."""
        try:
            return self.program.imported_names(self.made + edits)
        except BaseException:  # whatever a student's program raises
            return None

    def run(self, names: Names, watched_trial: WatchedTrial) -> Tried:
        """Run a trial, and count its work. names: the program's definitions."""
        tried = self._tried(names, watched_trial)
        self.program.work.count_looks(len(watched_trial.looks.nodes))
        return tried

    def way(self, names: Names, watched_trial: WatchedTrial) -> object:
        """Return the answer to a trial, and its looks up to the first wrong one."""
        watched_trial.looks.begin()
        answer: object = None
        with suppress(BaseException):  # whatever a student's program raises
            answer = plain(self._answer(names, watched_trial))
        return answer, tuple(watched_trial.looks.nodes)

    def all_hold(self, names: Names) -> bool:
        """Return whether every trial holds.

        One that does not is the first to be run the next time.
        """
        for index, watched_trial in enumerate(self.hardest):
            if not self.run(names, watched_trial).holds:
                self.hardest.insert(0, self.hardest.pop(index))
                return False
        return True

    def progress_in_all(self, edits: tuple[Edit, ...]) -> Progress:
        """Run every trial with some edits; nothing holds if the import raises."""
        mask = 0
        share = 0.0
        names = self.imported_names(edits)
        if names is None:
            return Progress(mask, share)
        for bit, watched_trial in enumerate(self.trials):
            tried = self.run(names, watched_trial)
            mask |= tried.holds << bit
            share += tried.share
        return Progress(mask, share)

    def progress(self, names: Names, trials_to_run: int) -> Progress:
        """Run some telling trials; `share` is how much more of the right looks is made.

        trials_to_run: their mask. It ends after MOST_PROBED of them without any gain.
        """
        mask = probed = 0
        gained = 0.0
        for bit, watched_trial in enumerate(self.telling):
            if not trials_to_run >> bit & 1:
                continue
            tried = self.run(names, watched_trial)
            mask |= tried.holds << bit
            gained += tried.share - self._shares[bit]
            probed += 1
            if probed == MOST_PROBED and not mask and gained <= 0:
                break
        return Progress(mask, gained)

    def _tried(self, names: Names, watched_trial: WatchedTrial) -> Tried:
        trial, looks = watched_trial
        looks.begin()
        first_form = trial.forms[0]
        try:
            value = plain(self._answer(names, watched_trial))
        except BaseException as error:  # whatever a student's program raises
            is_none_where_lost = isinstance(error, NotAnAnswer) and error.is_no_action
            if not trial.lost or not is_none_where_lost:
                right = len(looks.nodes) - isinstance(error, WrongLook)
                return Tried(False, first_form.share(right))
            value = trial.low
        share = first_form.share(len(looks.nodes))
        has_looked = any(form.are_made(looks.nodes) for form in trial.forms)
        return Tried(has_looked and trial.accepts(value), share)

    def _answer(self, names: Names, watched_trial: WatchedTrial) -> Any:
        """Return the answer of the program, or of a course's adapter, to a search."""
        trial, looks = watched_trial
        root = looks.root
        most_steps = MOST_STEPS * (len(trial.tree) + 2)
        course = self.program.course
        if course is not None:
            known = (self.program.module, root, trial.known)
            return self.program.run(course.search, known, most_steps)
        arguments = list(trial.arguments)
        for index, argument in enumerate(arguments):
            if argument == "<root>":
                arguments[index] = root
            elif argument == "<leaves>":
                arguments[index] = looks.leaf_values
        return self.program.run(names[trial.function], arguments, most_steps)

    # --- Before any candidate ---

    def order(self) -> Names | None:
        """Put the failing trials first, the smallest before the others.

        Some that hold stand behind them. Return the program's definitions, or None if
        its import raises.
        """
        by_size = sorted(self.given, key=lambda trial: len(trial.tree))
        names = self.imported_names(())
        held: list[WatchedTrial] = []
        failed: list[WatchedTrial] = []
        in_order: list[WatchedTrial] = []
        for watched_trial in map(watched, by_size):
            if names is not None and self.run(names, watched_trial).holds:
                held.append(watched_trial)
            elif names is None or self._reached_program():
                failed.append(watched_trial)
            else:  # the course's adapter itself has no such search
                continue
            in_order.append(watched_trial)
        self.failing = failed[:MOST_TELLING] + failed[MOST_TELLING::MOST_TELLING]
        telling = list(failed)
        if len(failed) > MOST_TELLING // 2:
            telling = failed[: MOST_TELLING // 2] + failed[-2:]
        telling += held[: MOST_TELLING - len(telling)]
        others = [
            watched_trial for watched_trial in in_order if watched_trial not in telling
        ]
        self.trials = telling + others
        self.hardest = [*self.trials, *map(watched, self.windowed)]
        return names

    def _reached_program(self) -> bool:
        """Return whether the last run came to the student's code."""
        return self.program.course is None or self.program.has_begun

    def note_as_it_is(self, names: Names) -> None:
        """Note the results of the telling trials before the program is changed."""
        before = [self.run(names, watched_trial) for watched_trial in self.telling]
        self.held = sum(tried.holds << bit for bit, tried in enumerate(before))
        self._shares = [tried.share for tried in before]
        self.looks_wrongly = not all(map(self._looks_rightly, self.telling))

    def _looks_rightly(self, watched_trial: WatchedTrial) -> bool:
        """Return whether the last search of a trial made the right looks alone."""
        trial, looks = watched_trial
        return any(form.are_made(looks.nodes) for form in trial.forms)

    def revisiting(self, names: Names) -> set[int]:
        """Return the ids of the trials in which the program looks twice at a leaf."""
        ids: set[int] = set()
        for watched_trial in self.trials:
            watched_trial.looks.stops = False
            self.run(names, watched_trial)
            watched_trial.looks.stops = True
            if watched_trial.looks.looks_again:
                ids.add(id(watched_trial.trial))
        return ids
