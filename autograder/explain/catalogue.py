"""The known mistakes, as catalogue.md describes them.

How they are made is said in `ways`.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Misconception(NamedTuple):
    """A known mistake.

    text: for the student: the fault and the line to look at, without the code.
    """

    id: str
    title: str
    text: str

    def description(self, holds: Callable[[str], bool] = lambda _: False) -> str:
        """Return the text, with those claims about a tree that hold.

        holds: tells, by the name of a claim, whether it does. By default none is
        included.
        """
        return CLAIMED.sub(
            lambda claim: f"{claim[2]} " if holds(claim[1]) else "", self.text
        )


CLAIMED = re.compile(r"\[([a-z-]+): ([^]]+)\] ?")
ENTRY = re.compile(r"^## (\S+): (.+)\n\n((?:.+\n)+)\nKnown from: .+$", re.M)


def mistakes_in(document: str) -> tuple[Misconception, ...]:
    """Return the mistakes that a document describes as catalogue.md does."""
    return tuple(
        Misconception(name, title, " ".join(text.split()))
        for name, title, text in ENTRY.findall(document)
    )


CATALOGUE = mistakes_in(Path(__file__).with_suffix(".md").read_text("utf-8"))
BY_ID = {mistake.id: mistake for mistake in CATALOGUE}
FINITE_INFINITY = BY_ID["finite-infinity"]
CHANCE = "answers-by-chance"
