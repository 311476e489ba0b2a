"""The known mistakes; catalogue.md has their ids, and where they are known from.

Their sentences stand in autograder/words/LANGUAGE/mistakes.json. Each has the mistake's
id and its own part as its name, and they are told in the order of that file. How the
mistakes are made is said in `ways`.
"""

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from autograder.core.sentences import sentence, topic_of

TITLE = "title"
APART = "title apart"
"""The title if the root may have a loop of its own, which may not make the mistake."""
TITLES = (TITLE, APART)
LOOK = "look"
"""The part that asks the student to look for the line of the mistake."""
QUESTION = "question"
"""The part that asks something of the search's own lines."""
ABOUT_CODE = ("code", LOOK, QUESTION)
"""The parts about the text of a program, which an answer by hand does not have."""
PARTS = ("why", *ABOUT_CODE)
"""The parts of an explanation. All others are claims about the tree that is shown."""


class Misconception(NamedTuple):
    """A known mistake."""

    id: str

    @property
    def title(self) -> str:
        """Return the mistake in a few words, without a full stop."""
        return sentence("mistakes", f"{self.id}: {TITLE}")

    @property
    def title_beside_root(self) -> str:
        """Return a title that is also true if the root alone is searched rightly."""
        name = f"{self.id}: {APART}"
        return (
            sentence("mistakes", name) if name in topic_of("mistakes") else self.title
        )

    @property
    def parts(self) -> list[str]:
        """Return the parts of the explanation, claims included, in their order."""
        beginning = f"{self.id}: "
        names = [name for name in topic_of("mistakes") if name.startswith(beginning)]
        parts = [name.removeprefix(beginning) for name in names]
        return [part for part in parts if part not in TITLES]

    @property
    def claims(self) -> list[str]:
        """Return the claims that the explanation makes about a tree."""
        return [part for part in self.parts if part not in PARTS]

    def description(
        self,
        holds: Callable[[str], bool] = lambda _: False,
        without: Collection[str] = (),
    ) -> str:
        """Return the explanation: the fault and the line to look at, without the code.

        holds: tells, by the name of a claim, whether it does. By default none is
        included. without: the parts that are left out.
        """
        return " ".join(
            sentence("mistakes", f"{self.id}: {part}")
            for part in self.parts
            if part not in without and (part in PARTS or holds(part))
        )


ENTRY = re.compile(r"^## (\S+)\n\nKnown from: .+$", re.M)


def mistakes_in(document: str) -> tuple[Misconception, ...]:
    """Return the mistakes that a document lists as catalogue.md does."""
    return tuple(map(Misconception, ENTRY.findall(document)))


CATALOGUE = mistakes_in(Path(__file__).with_suffix(".md").read_text("utf-8"))
BY_ID = {mistake.id: mistake for mistake in CATALOGUE}
FINITE_INFINITY = BY_ID["finite-infinity"]
CHANCE = "answers-by-chance"
