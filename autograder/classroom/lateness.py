"""What handing in late costs, by the assignment's own rule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from autograder.exercises import Late

DAY = timedelta(days=1)
NOT_SAID = "late by the platform's word, which does not say by how much: counted as one day"


@dataclass(frozen=True)
class Lateness:
    """How late a submission is. days: those begun after the due date; None where that is not known."""

    days: int | None
    note: str = ""


def lateness(rule: Late | None, at: datetime | None, due: datetime | None, *, marked: bool) -> Lateness:
    """How late a submission is.

    rule: the assignment's. at: when it was handed in. due: when it had to be. marked: the platform calls it late.
    """
    if at is not None and due is not None:
        grace = timedelta(hours=rule.grace_hours if rule else 0)
        return Lateness(0 if at - due <= grace else ceil((at - due) / DAY))
    if marked:
        return Lateness(1, NOT_SAID)
    return Lateness(None)


def after_penalty(score: float, rule: Late | None, days: int | None) -> float:
    """What is left of a score."""
    if rule is None or not days:
        return score
    return round(score * (1 - min(rule.at_most, rule.per_day * days)), 4)
