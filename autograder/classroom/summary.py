"""What a class came to in numbers, and as lines for the terminal: scores, exercises, mistakes, what was not graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from autograder.classroom.records import Outcome, Record
from autograder.text import counted, visible_name

TENTHS = 10
WIDEST = 40
MOST_LISTED = 10


@dataclass(frozen=True)
class Statistics:
    """What a class came to, for the terminal and for class.html.

    tenths: how many students have which tenth of the points; those who have all are counted by `full` alone.
    failed: by an exercise's id how many students lack points there. mistakes: by their ids how many students make them.
    Both begin with the most frequent.
    """

    scores: Sequence[float]
    maximum: float
    tenths: Sequence[int]
    full: int
    failed: dict[str, int]
    mistakes: dict[str, int]

    @property
    def averages(self) -> str:
        """The mean and the median of the scores, in words."""
        return f"mean {fmean(self.scores):.1f}, median {median(self.scores):.10g}"


def statistics_of(records: Sequence[Record]) -> Statistics:
    """The statistics of all students whose submissions have results."""
    outcomes = [record.outcome for record in records if record.outcome is not None and record.outcome.maximum]
    tenths = [0] * TENTHS
    failed: Counter[str] = Counter()
    mistakes: Counter[str] = Counter()
    for outcome in outcomes:
        if outcome.score < outcome.maximum:
            tenths[max(0, min(TENTHS - 1, int(TENTHS * outcome.score / outcome.maximum)))] += 1
        failed.update(name for name, (points, worth) in outcome.exercises.items() if points < worth)
        mistakes.update(outcome.misconceptions.keys())
    full = len(outcomes) - sum(tenths)
    maximum = max((outcome.maximum for outcome in outcomes), default=0.0)
    scores = [outcome.score for outcome in outcomes]
    return Statistics(scores, maximum, tenths, full, _most_first(failed), _most_first(mistakes))


def _most_first(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])))


def summary(records: Sequence[Record]) -> list[str]:
    """The lines for the terminal."""
    found = statistics_of(records)
    lines = [*_distribution(found)]
    for title, counts in (("Failed most", found.failed), ("Mistakes made most", found.mistakes)):
        if counts:
            lines += ["", f"{title}:", *(f"  {many:>5}  {name}" for name, many in [*counts.items()][:MOST_LISTED])]
    unnamed = [record for record in records if record.outcome is not None and _is_unnamed(record.outcome)]
    lines += _listed("Failed, and no known mistake explains it", unnamed)
    lines += _listed(
        "Not judged on everything", [record for record in records if record.outcome and record.outcome.note]
    )
    lines += _listed("Without results", [record for record in records if record.hand_in and not record.outcome])
    return lines + _listed("Handed in nothing", [record for record in records if record.hand_in is None])


def _distribution(found: Statistics) -> Iterator[str]:
    """How many students have which tenth of the points."""
    if not found.scores:
        return
    yield f"{counted(len(found.scores), 'student')}: {found.averages} of {found.maximum:.10g}"
    ends = [f"{100 * tenth // TENTHS}%" for tenth in range(1, TENTHS)]
    labels = [f"{low}-{high}" for low, high in zip(("0", *(end[:-1] for end in ends)), (*ends, "99%"), strict=True)]
    most = max(*found.tenths, found.full)
    for label, many in [*zip(labels, found.tenths, strict=True), ("100%", found.full)]:
        yield f"  {label:>7}  {many:>5}  {'█' * round(WIDEST * many / most)}".rstrip()


def _is_unnamed(outcome: Outcome) -> bool:
    return outcome.score < outcome.maximum and not outcome.misconceptions and not outcome.note


def _listed(title: str, records: Sequence[Record]) -> list[str]:
    if not records:
        return []
    lines = ["", f"{title}: {len(records)}"]
    for record in records[:MOST_LISTED]:
        note = f": {visible_name(record.note, 300)}" if record.note else ""
        lines.append(f"  {visible_name(record.student.name)}{note}")
    left = len(records) - MOST_LISTED
    return lines + ([f"  and {left} more, in class.csv"] if left > 0 else [])
