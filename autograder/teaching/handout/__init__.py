"""What students are given: the stub to fill in, the game, a README and tests. For every interface from one source.

The words of an interface stand in `words/NAME.py`. What follows from the interface itself or from the assignment (the
pruning convention, what a search may return outside its window, the answers of the tests) is worked out in `files` and
`public`. A set with a game of its own passes a `Handout` of its own.

Run as a program (`python -m autograder.teaching.handout`) it writes the folders that come with the shipped sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import reference.game
from autograder.exercises import Assignment, from_here
from autograder.paths import EXERCISES
from autograder.teaching.handout.public import PublicTree
from reference.interfaces import module_name

GAME = Path(reference.game.__file__)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a student's function: its name, its type, and what is said of it in the stub, if anything."""

    name: str
    type: str
    text: str = ""


@dataclass(frozen=True)
class Function:
    """A function that students write.

    brief: what the README says of it. summary, notes, returns: the stub's docstring around the parameters. In the notes
    `$window` stands for what is to be returned inside the window and outside of it.
    """

    name: str
    parameters: tuple[Parameter, ...]
    type: str
    brief: str
    summary: str
    notes: tuple[str, ...] = ()
    returns: str = ""

    @property
    def call(self) -> str:
        """The function with the names of its parameters."""
        return f"{self.name}({', '.join(parameter.name for parameter in self.parameters)})"


@dataclass(frozen=True)
class Handout:
    """The words of an interface.

    heading: what the algorithm is called. task: the first words of the README, after "Write … in alphabeta.py:".
    about: what the stub says first of how values or states are to be read.
    called: how the search is called, and what it returns. tells: the README's part on what a state tells.
    visit: when a leaf is visited. expect: which trees are to be expected when it is graded.
    imports: the stub's imports. search: the tests' functions `game_of` and `search`, and whatever those need.
    leaf, right: what the tests call a leaf, and the leaves of `visited`, as expressions. seen, again: how visits are
    counted, and the advice for a search that has to look again.
    answer: what a search returns, "value" or "action". shipped: the set of the interface, below exercises/.
    trees: the trees of the tests, the first of which a new set begins with.
    game: the file with the game, which is handed out as game.py.
    written: the stub's definitions, where they are more than plain functions.
    """

    heading: str
    task: str
    functions: tuple[Function, ...]
    called: str
    tells: str
    visit: str
    expect: str
    search: str
    shipped: str
    trees: tuple[PublicTree, ...]
    about: str = "README.md says what a state can tell you."
    imports: str = "from game import State"
    leaf: str = "tree.name(leaf)"
    right: str = "visited.split()"
    seen: str = "seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count"
    again: str = ""
    answer: str = "value"
    game: Path = GAME
    written: str = ""


class NoWords(Exception):
    """Raised where nobody has written what students of a set are told. Its text says what to do."""


def courses() -> list[str]:
    """The names of the courses whose own interface a shipped set fits; each is that of the set and of its words."""
    return sorted(file.parent.name for file in EXERCISES.glob("*/adapter.py"))


def of_assignment(assignment: Assignment) -> Handout:
    """The words for an assignment: those of its interface or, where it has an adapter, of the course whose that is.

    Raises NoWords for an adapter that is nobody's but its author's.
    """
    adapter = assignment.adapter
    if adapter is None:
        return load(assignment.interface)
    for course in courses():
        if (EXERCISES / course / "adapter.py").read_text("utf-8") == adapter.source:
            return load(course)
    own = f"{from_here(adapter.file)} is an adapter of your own, so what its students get is yours to write"
    raise NoWords(f"{own}; docs/exercises.md, A course's own code, says how")


def load(interface: str) -> Handout:
    """The words of an interface or course. Raises ModuleNotFoundError where nobody has written them yet."""
    module: Any = import_module(f"{__name__}.words.{module_name(interface)}")
    handout: Handout = module.HANDOUT
    return handout
