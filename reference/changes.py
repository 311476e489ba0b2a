"""Makes named changes in the textbook's algorithms.

`changed` makes one change after the other in the text of an algorithm, and refuses one
that finds nothing to change. `forms` lists those that make another right search; the
modules of wrong searches add steps of their own.

A change's name is its identity: stored records of searches have it. So names stay.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from reference import observe as searching
from reference.observe import source
from reference.parts import PLAYERS, Part, Player, parts, refuse_if
from reference.problem import Observation, Problem, PruneWhen

Where = Literal["everywhere", "below", "root"]


class TreeAlteration(Protocol):
    """An alteration of a field of one node of a syntax tree."""

    @property
    def owner(self) -> ast.AST:
        """The node."""

    @property
    def field(self) -> str:
        """The name of its field."""

    def make(self) -> None:
        """Make the alteration."""


Step = Callable[[Part], Iterable[TreeAlteration]]
"""Finds the alterations of the tree for a part. Raises LookupError or ValueError if the
step does not fit."""


class Change(NamedTuple):
    """Steps that are made one after the other, for some players and loops.

    around: whether they are made in the functions without a loop.
    """

    name: str
    steps: tuple[Step, ...]
    around: bool
    player: Player = "both"
    where: Where = "everywhere"

    def __call__(
        self, player: Player = "both", where: Where = "everywhere"
    ) -> "Change":
        """Return this change for a player or both, at a root, below it, or at both."""
        return self._replace(player=player, where=where)

    def __str__(self) -> str:
        player = "" if self.player == "both" else f" for {self.player}"
        where = "" if self.where == "everywhere" else f" ({self.where})"
        return self.name + player + where

    def applies_to(self, part: Part) -> bool:
        """Return whether it is to be made in a part."""
        where = "root" if part.at_root else "below"
        is_there = self.where in ("everywhere", where)
        return is_there and self.player in ("both", part.player)

    def made(self, text: str) -> str:
        """Return some functions with the change.

        Raises LookupError or ValueError if it does not fit.
        """
        for step in self.steps:
            tree, (with_loop, without_loop) = _read(text)
            chosen = without_loop if self.around else with_loop
            # All are found before the first is made: they are found in the same tree.
            changes = [
                change
                for fitting in filter(self.applies_to, chosen)
                for change in step(fitting)
            ]
            if changes:
                with _made(changes):
                    text = ast.unparse(tree)
        return text


Changes = tuple[Change, ...]
CHANGES: dict[str, Change] = {}


@lru_cache
def _read(text: str) -> tuple[ast.Module, tuple[list[Part], list[Part]]]:
    tree = ast.parse(text, type_comments=True)
    return tree, parts(tree)


@contextmanager
def _made(changes: Sequence[TreeAlteration]) -> Iterator[None]:
    """Keep changes made for as long as the context lasts: the tree is remembered."""
    before: list[tuple[ast.AST, str, Any]] = []
    try:
        for change in changes:
            value = getattr(change.owner, change.field)
            copy = list(value) if isinstance(value, list) else value
            before.append((change.owner, change.field, copy))
            change.make()
        yield
    finally:
        for owner, field, value in reversed(before):
            setattr(owner, field, value)


def change(name: str, *steps: Step, around: bool = False) -> Change:
    """Return a change of some steps: the first of its name."""
    return CHANGES.setdefault(name, Change(name, steps, around))


def changes_from(text: str) -> Changes:
    """Return the changes that are written so, with a semicolon between them.

    The inverse of `str`.
    """
    written = re.findall(
        r"([^;]+?)(?: for (MAX|MIN))?(?: \((below|root)\))?(?:; |$)", text
    )
    return tuple(
        CHANGES[name](player or "both", where or "everywhere")
        for name, player, where in written
    )


def for_each_player(*changes: Change) -> tuple[Changes, ...]:
    """Return each change for both players, for MAX alone, and for MIN alone."""
    return tuple(way for change in changes for way in together(change))


def together(*changes: Change, where: Where = "everywhere") -> tuple[Changes, ...]:
    """Return some changes at once: for both players, for MAX alone, for MIN alone."""
    return tuple(
        tuple(change(player, where) for change in changes) for player in PLAYERS
    )


def below(changes: Iterable[Change]) -> Changes:
    """Return the same changes, made below the root of a decision only."""
    return tuple(change._replace(where="below") for change in changes)


@cache
def changed(interface: str, prune_when: PruneWhen, changes: Changes) -> str:
    """Return the textbook's functions of an interface with changes.

    Return "" if one of them changes nothing.
    """
    if not changes:
        return _plain_text(interface, prune_when)
    before = changed(interface, prune_when, changes[:-1])
    if not before:
        return ""
    try:
        text = changes[-1].made(before)
    except (LookupError, ValueError):
        return ""
    return "" if text == before else text


def _plain_text(interface: str, prune_when: PruneWhen) -> str:
    """Return the textbook's functions without docstrings, each loop with its player."""
    tree = ast.parse(source(interface, prune_when))
    parts(tree)  # notes whose loops they are
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and ast.get_docstring(function):
            del function.body[0]
    return ast.unparse(tree)


def observe(
    problem: Problem, changes: Changes = (), *, calls: bool = False
) -> Observation:
    """Return the observation of the textbook's search with changes.

    Raises AssertionError if one changes nothing.
    """
    text = changed(problem.interface, problem.prune_when, changes)
    assert text, f"{problem.interface}: {'; '.join(map(str, changes))}"
    return searching.observe(problem, text, calls=calls)


# --- Steps ---


def either(*steps: Step) -> Step:
    """Return a step that is the first of some that fits."""

    def made(part: Part) -> Iterable[TreeAlteration]:
        for step in steps[:-1]:
            try:
                return step(part)
            except (LookupError, ValueError):
                continue
        return steps[-1](part)

    return made


def perhaps(step: Step) -> Step:
    """Return a step that is left out if it does not fit."""
    return either(step, lambda part: ())


def without(role: str) -> Step:
    """Return a step that takes the statement of a role away."""
    return lambda part: [part.take(role)]


def ordered(*roles: str) -> Step:
    """Return a step that has the lines of some roles come first in a loop, in order."""

    def made(part: Part) -> Iterable[TreeAlteration]:
        wanted = [role for role in roles if role in part.order]
        refuse_if(part.at_root or "test" not in wanted or len(wanted) < 3)
        wanted += [role for role in part.order if role not in wanted]
        if part.order == wanted:
            return []
        return [part.put_in_loop([part.roles[role] for role in wanted])]

    return made


def child_named(part: Part) -> Iterable[TreeAlteration]:
    """Give a child's value a name in a line of its own, if the source has none."""
    refuse_if("search" in part.roles or part.body[0] is not part.roles["fold"])
    folded = ast.unparse(part.roles["fold"]).replace(part.placeholders["child"], "u")
    named = [part.statement("u = {child}"), part.statement(folded)]
    return [part.put_in_loop([*named, *part.body[1:]])]


no_test = change("no-test", either(without("test"), without("entry")))
no_update = change("no-update", without("update"))
