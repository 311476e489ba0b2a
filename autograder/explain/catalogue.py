"""The known mistakes, as catalogue.md describes them.

How they are made is said in `ways`.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Misconception(NamedTuple):
    """A known mistake.

    words: for the student: what is wrong and which line to look at, without the code.
    """

    id: str
    title: str
    words: str

    def description(self, holds: Callable[[str], bool] = lambda _: False) -> str:
        """Return the words, with those claims about a tree that hold.

        holds: of the name of a claim, whether it does. Else none is there.
        """
        return CLAIMED.sub(
            lambda part: f"{part[2]} " if holds(part[1]) else "", self.words
        )


CLAIMED = re.compile(r"\[([a-z-]+): ([^]]+)\] ?")
ENTRY = re.compile(r"^## (\S+): (.+)\n\n((?:.+\n)+)\nKnown from: .+$", re.M)


def entries(text: str) -> tuple[Misconception, ...]:
    """Return the mistakes that a text describes as catalogue.md does."""
    return tuple(
        Misconception(name, title, " ".join(words.split()))
        for name, title, words in ENTRY.findall(text)
    )


CATALOGUE = entries(Path(__file__).with_suffix(".md").read_text("utf-8"))
BY_ID = {entry.id: entry for entry in CATALOGUE}
FINITE_INFINITY = BY_ID["finite-infinity"]
CHANCE = "answers-by-chance"
