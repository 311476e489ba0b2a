"""Walks through a search on a terminal, a key a step: the tree as far as searched, and the call that is at work."""

from __future__ import annotations

import os
import re
import sys
import termios
import textwrap
import tty
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.showing import RICH_STYLES, Line, Page, Span, Style, line, shown
from autograder.signals import interrupts
from autograder.teaching.trace import Box, Step, number
from reference import interfaces
from reference.problem import Answer, Problem

if TYPE_CHECKING:
    from rich.text import Text

GOES_ON = ("heading", "call", "opening", "back")
"""Kinds of steps that are shown together with the next one, as a slide does."""
FEWEST_TREE_LINES = 5
BACK = ("\x1b[D", "\x1bOD", "\x7f", "b")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "G")
"""What terminals send for ← and Backspace, Home, and End; and the letters that pagers take for them."""
KEYS = "any key: next   ← back   Home first   End last   q quit"
KEYS_AT_THE_END = "end of the search   any key: leave   ← back   Home first"
KEY = re.compile(r"\x1b[\[O]?[0-9;]*.?|.", re.DOTALL)
"""One key in what a terminal sends: a character, or an escape sequence such as that of an arrow."""


@dataclass
class Progress:
    """What is known of the nodes after some steps.

    visits: the leaves looked at, each with its place in the order. values: what came back from each node.
    open: the box of each open call, by its node; the current one is the last.
    """

    visits: dict[int, int] = field(default_factory=dict)
    values: dict[int, Answer] = field(default_factory=dict)
    pruned: set[int] = field(default_factory=set)
    open: dict[int, Box] = field(default_factory=dict)
    current: int = 0


def walk(heading: Page, problem: Problem, unneeded: Mapping[int, str], steps: Sequence[Step]) -> None:
    """Shows the steps, forth and back as keys are pressed, until `q` or past the last. Leaves the terminal as it was.

    unneeded: what the author calls the leaves without a utility.
    """
    from rich.console import Console

    stops = [place for place, step in enumerate(steps) if step.kind not in GOES_ON]
    console = Console(highlight=False)
    with suppress(KeyboardInterrupt), interrupts(), keys() as pressed, console.screen(hide_cursor=True) as screen:
        place: int | None = 0
        while place is not None:
            before = stops[place - 1] if place else -1
            what = KEYS_AT_THE_END if place == len(stops) - 1 else KEYS
            footer = line(Span(f"{what}   {place + 1}/{len(stops)}", "faint"))
            width, height = console.size
            room = (width, height - len(heading) - 3)
            rows = view(problem, unneeded, steps[: stops[place] + 1], before + 1, room)
            screen.update(styled([*heading, line(), *rows, line(), footer]))
            place = after(next(pressed, "q"), place, len(stops))


def after(key: str, place: int, stops: int) -> int | None:
    """Where a key leads from a place among so many stops; None where it ends the walk."""
    if key in BACK:
        return max(place - 1, 0)
    if key in FIRST:
        return 0
    if key in LAST:
        return stops - 1
    return None if key in ("q", "Q") or place == stops - 1 else place + 1


def view(problem: Problem, unneeded: Mapping[int, str], steps: Sequence[Step], new: int, room: tuple[int, int]) -> Page:
    """The tree after some steps, and under it the lines of the call that is at work.

    new: the place of the first step that was not shown before. room: columns and rows.
    """
    width, height = room
    calls = call_lines(steps, new, width)
    calls = calls[-max(height - FEWEST_TREE_LINES - 1, 1) :]
    tree = tree_lines(problem, unneeded, progress(steps), height - len(calls) - 1)
    return [*tree, line(), *calls]


def progress(steps: Sequence[Step]) -> Progress:
    """What the steps so far tell of the nodes."""
    known = Progress()
    for step in steps:
        if step.kind == "call" and step.node == 0:  # another pass over the same tree
            known.values.clear()
            known.pruned.clear()
        if step.look:
            known.visits.setdefault(step.node, len(known.visits) + 1)
        if step.value is not None:
            known.values[step.node] = step.value
        known.pruned.update(step.pruned)
    known.open = {box.node: box for box in steps[-1].boxes}
    known.current = steps[-1].node
    return known


def call_lines(steps: Sequence[Step], new: int, width: int) -> Page:
    """The lines so far of the call that the last step belongs to, the new ones bright."""
    last = steps[-1]
    rows: Page = [line(Span(last.boxes[-1].heading, "strong"))]
    for place, step in enumerate(steps):
        if step.call == last.call and step.kind != "heading":
            style: Style = "faint" if place < new else "cutoff" if step.kind == "cutoff" else ""
            wrapped = textwrap.wrap(step.text, max(width, 20), initial_indent="  ", subsequent_indent="      ")
            rows += [line(Span(row, style)) for row in wrapped]
    return rows


def tree_lines(problem: Problem, unneeded: Mapping[int, str], known: Progress, height: int) -> Page:
    """The tree as far as it was searched, in at most `height` lines.

    Where there is no room for all nodes, the children of those off the way to the current node are left out; if that
    is not enough, so are the lines far from the current node's.
    """
    tree = problem.tree
    way = {0, known.current}
    for node in (known.current, *known.open):
        while node:
            way.add(node)
            node = tree.parent(node)
    frontier = set(tree.leaves(depth=problem.depth))
    nodes = _listed(problem, frontier, None)
    if len(nodes) > height:
        nodes = _listed(problem, frontier, way)
    drawer = _Drawer(problem, unneeded, known, frontier)
    rows = [line(before, *drawer.node(node)) for node, before in nodes]
    at = [node for node, _ in nodes].index(known.current)
    first = max(0, min(at - height // 2, len(rows) - height))
    return rows[first : first + max(height, 1)]


def styled(rows: Page) -> Text:
    """A page as rich shows it."""
    from rich.text import Text

    text = Text(no_wrap=True)
    for place, row in enumerate(rows):
        text.append("\n" if place else "")
        for span in row:
            text.append(span.text, RICH_STYLES[span.style])
    return text


@contextmanager
def keys() -> Iterator[Iterator[str]]:
    """The keys pressed at the terminal, each as soon as it is pressed. Leaves the terminal as it was."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        attributes = termios.tcgetattr(terminal)
        attributes[6][termios.VSUSP] = (
            b"\0"  # a stopped walk would leave its screen behind: Ctrl-Z is a key like others
        )
        termios.tcsetattr(terminal, termios.TCSADRAIN, attributes)
        yield _pressed(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed(terminal: int) -> Iterator[str]:
    while typed := os.read(terminal, 1024):
        yield from KEY.findall(typed.decode("utf-8", "replace"))


def _listed(problem: Problem, frontier: set[int], only_below: set[int] | None) -> list[tuple[int, str]]:
    """The nodes to draw from top to bottom, each with the lines that lead to it. None draws below every node."""
    listed = []
    # Each entry: a node, what stands before it, and what stands before its children.
    stack = [(0, "", "")]
    while stack:
        node, before, below = stack.pop()
        listed.append((node, before))
        if node in frontier or (only_below is not None and node not in only_below):
            continue
        children = problem.tree.children(node)
        for child in reversed(children):
            branch, gap = ("└─ ", "   ") if child == children[-1] else ("├─ ", "│  ")
            stack.append((child, below + branch, below + gap))
    return listed


@dataclass(frozen=True)
class _Drawer:
    problem: Problem
    unneeded: Mapping[int, str]
    known: Progress
    frontier: set[int]

    def node(self, node: int) -> Line:
        """What is known of a node."""
        known, tree = self.known, self.problem.tree
        is_current = node == known.current
        name = Span(tree.name(node), "good" if is_current else "strong" if node in known.open else "")
        if node in self.frontier:
            value = self.unneeded.get(node) or shown(tree.values[node])
            return (name, Span(f" {value}"), *self._leaf_mark(node))
        box = known.open.get(node)
        if box is not None:
            return (name, Span(f" {tree.player(node)}"), Span(self._box(box), "strong"))
        if node in known.values:
            return (name, Span(f" {tree.player(node)}"), Span(f"   returned {number(known.values[node])}"))
        if all(leaf in known.pruned for leaf in tree.leaves(node, self.problem.depth)):
            return (name, Span(f" {tree.player(node)}   pruned", "faint"))
        return (name, Span(f" {tree.player(node)}", "faint"))

    def _leaf_mark(self, node: int) -> Line:
        if node in self.known.visits:
            return (Span(f"   visit {self.known.visits[node]}"),)
        return (Span("   pruned", "faint"),) if node in self.known.pruned else ()

    def _box(self, box: Box) -> str:
        """The numbers of an open call, as the slides keep them beside the trace."""
        numbers = []
        if interfaces.load(self.problem.interface).windowed:
            numbers = [f"alpha = {number(box.alpha)}", f"beta = {number(box.beta)}"]
        if box.v is not None:
            numbers.append(f"v = {number(box.v)}")
        return "".join(f"   {text}" for text in numbers)
