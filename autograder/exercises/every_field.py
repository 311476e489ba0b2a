"""Reads what an exercise says of every small tree, and finds what does not fit it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograder.exercises.model import Every
from autograder.exercises.small_trees import ranges, searches, window_ends
from autograder.limits import MOST_EXHAUSTIVE
from reference.problem import Problem

DRAWN = "every small tree is searched, so there is nothing to draw; leave it out"
UNUSED = {
    "root": "either player moves first in every small tree; leave it out",
    "players": "MAX and MIN take turns in every small tree; leave it out",
    "require": "every small tree is searched, whatever it has; leave it out",
    "window": "every small tree is searched with the whole window; leave it out",
    "bound": "every small tree is searched with the whole window; leave it out",
    "depth": "every small tree is searched to its leaves; leave it out",
    "isolate": "every small tree is searched whole; leave it out",
}
"""What has no meaning beside it in an exercise, with what to say."""


def read_every(generate: dict[str, Any]) -> Every:
    """The record of a `generate` that has `every`."""
    sizes = {name: int(size) for name, size in generate["every"].items()}
    low, high = map(int, generate.get("values", Every.values))
    return Every(**sizes, values=(low, high), seed=int(generate["seed"]) if "seed" in generate else None)


def every_mistakes(document: dict[str, Any], every: Every, pattern: Problem) -> Iterator[tuple[str, str]]:
    """What does not fit together in an exercise with `every`, as (place, words).

    pattern: what all of its searches have in common.
    """
    yield from ((name, words) for name, words in UNUSED.items() if name in document)
    yield from ((f"generate.{name}", DRAWN) for name in document["generate"] if name not in ("every", "values", "seed"))
    ends = window_ends(pattern)
    many = searches(every.leaves, every.plies, len(ends))
    if many > MOST_EXHAUSTIVE:
        words = f"these are {many:,} searches; at most {MOST_EXHAUSTIVE:,} are graded"
        yield "generate.every", f"{words}, so let there be fewer leaves or plies (prove searches more)"
    elif any(len(numbers) < every.leaves for numbers in ranges(ends, every.values)):
        where = f" below {ends[0]:g}, between that and {ends[1]:g}, and above" if ends else ""
        yield "generate.values", f"every leaf may need a value of its own: let there be {every.leaves} numbers{where}"
