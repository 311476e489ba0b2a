"""What a class came to, in a few lines for the terminal: scores, exercises, mistakes, and what was not graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from autograder.classroom.record import Outcome, Record
from autograder.text import counted, visible_name

CLASSES = 10
WIDEST = 40
MOST_LISTED = 10


def summary(records: Sequence[Record]) -> list[str]:
    """The lines."""
    outcomes = [record.outcome for record in records if record.outcome is not None]
    lines = [*_distribution(outcomes), *_exercises(outcomes), *_mistakes(outcomes)]
    unnamed = [record for record in records if record.outcome is not None and _is_unnamed(record.outcome)]
    lines += _listed("Failed, and no known mistake explains it", unnamed)
    lines += _listed(
        "Not judged on everything", [record for record in records if record.outcome and record.outcome.note]
    )
    lines += _listed("Without results", [record for record in records if record.hand_in and not record.outcome])
    return lines + _listed("Handed in nothing", [record for record in records if record.hand_in is None])


def _distribution(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """How many students have which tenth of the points."""
    graded = [outcome for outcome in outcomes if outcome.maximum]
    if not graded:
        return
    scores = [outcome.score for outcome in graded]
    points = f"mean {fmean(scores):.1f}, median {median(scores):.10g} of {graded[0].maximum:.10g}"
    yield f"{counted(len(graded), 'student')}: {points}"
    tenths = Counter(min(CLASSES - 1, int(CLASSES * outcome.score / outcome.maximum)) for outcome in graded)
    full = sum(outcome.score == outcome.maximum for outcome in graded)
    rows = [(f"{100 * tenth // CLASSES}-{100 * (tenth + 1) // CLASSES}%", tenths[tenth]) for tenth in range(CLASSES)]
    rows[-1] = (f"{100 - 100 // CLASSES}-99%", rows[-1][1] - full)
    yield from _bars([*rows, ("100%", full)])


def _bars(rows: Sequence[tuple[str, int]]) -> Iterator[str]:
    most = max(count for _, count in rows)
    for name, count in rows:
        yield f"  {name:>7}  {count:>5}  {'█' * round(WIDEST * count / most) if most else ''}".rstrip()


def _exercises(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The exercises that most fail."""
    failed: Counter[str] = Counter()
    for outcome in outcomes:
        failed.update(name for name, (points, worth) in outcome.exercises.items() if points < worth)
    if failed:
        yield from ("", "Failed most:")
        yield from _counts(failed)


def _mistakes(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The known mistakes that most make."""
    made: Counter[str] = Counter()
    for outcome in outcomes:
        made.update(outcome.misconceptions.keys())
    if made:
        yield from ("", "Mistakes made most:")
        yield from _counts(made)


def _counts(counts: Counter[str]) -> Iterator[str]:
    for name, count in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_LISTED]:
        yield f"  {count:>5}  {name}"


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
