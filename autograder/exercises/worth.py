"""What a set is worth, which Gradescope has to be told by hand, and whether it was."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path

from autograder.text import counted


def to_tell(worth: float) -> str:
    """The line that says what Gradescope is to be told of a set with so many points."""
    return f"{counted(worth, 'point')}: set the assignment's points on Gradescope to {worth:.10g}."


def not_told(metadata: Path, worth: float) -> str:
    """What to say where Gradescope was told another number of points than a set has, "" where it was told right.

    metadata: Gradescope's submission_metadata.json, which has `total_points` as text. Where it says none, neither is
    anything to be said.
    """
    try:
        told = float(json.loads(metadata.read_text(encoding="utf-8"))["assignment"]["total_points"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    if isclose(told, worth):
        return ""
    return (
        f"Gradescope was told {counted(told, 'point')} for this assignment, but its exercises are worth {worth:.10g}. "
        f"Set the assignment's points to {worth:.10g}, or change those of the exercises."
    )
