"""Two searches of one tree side by side, the textbook's and a student's, moment by moment: what a player plays.

Only steps about nodes that are drawn are kept, so that a search of ten thousand leaves stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autograder.pages.picture import cut, short, turned, window
from autograder.showing import TreeAnnotations, plain, shown
from autograder.teaching import Step, trace
from autograder.text import visible_name
from reference.problem import Observation, Problem

LONGEST_STEP = 160

Frame = dict[str, Any]
"""What a step changes. t: its words. d: how deep it is indented. n: the node it is about. see: the leaf that it looks
at, as which visit. p: the leaves that it prunes. c: it is a cutoff. w, v: a node's window and value from now on."""


@dataclass(frozen=True)
class Playback:
    """The frames of both searches, and the moments: how many frames of each are over then.

    parts: the moment where the searches part, if they do.
    """

    right: tuple[Frame, ...]
    found: tuple[Frame, ...]
    moments: tuple[tuple[int, int], ...]
    parts: int | None

    @property
    def data(self) -> dict[str, Any]:
        """The same for the page's script."""
        return {"right": self.right, "found": self.found, "moments": self.moments, "parts": self.parts}


@dataclass(frozen=True)
class _Right:
    """A step of the textbook's search.

    looks: how many looks were made up to it, that of the step included. about: the nodes that it is about.
    """

    frame: Frame
    looks: int
    about: tuple[int, ...]
    prunes: frozenset[int] = frozenset()


def playback(marks: TreeAnnotations, returned: str, keys: set[int]) -> Playback:
    """The playback of a failed search. returned: how that ended. keys: the nodes that are drawn."""
    problem, expected = marks.problem, marks.expected
    right = _right(problem, expected)
    found = list(marks.found)
    same = 0
    while same < min(len(found), len(expected.visited)) and found[same] == expected.visited[same]:
        same += 1
    differ = not same == len(found) == len(expected.visited)
    at = _parting(right, found, same) if differ else None
    own = [*(_look(problem, marks, leaf, number) for number, leaf in enumerate(found, 1)), {"t": returned}]
    moments = _moments(right, len(own), at, same)
    return _kept(right, own, moments, at, keys)


def _right(problem: Problem, expected: Observation) -> list[_Right]:
    steps = trace(problem) if problem.isolate is None else ()
    looked = tuple(dict.fromkeys(step.node for step in steps if step.look))
    if looked != expected.visited:  # another right form, or one function alone: only its looks are known
        return [_look_alone(problem, leaf, place) for place, leaf in enumerate(expected.visited, 1)]
    seen: set[int] = set()
    listed = []
    for step in steps:
        if step.look:
            seen.add(step.node)
        child = step.boxes[-1].s if step.boxes else None
        about = (step.node,) if child is None else (step.node, child)
        listed.append(_Right(_frame(problem, step, len(seen)), len(seen), about, frozenset(step.pruned)))
    return listed


def _frame(problem: Problem, step: Step, looks: int) -> Frame:
    frame: Frame = {"t": cut(step.text, LONGEST_STEP), "d": step.indent, "n": step.node}
    if step.look:
        frame["see"] = [step.node, looks]
    if step.pruned:
        frame["p"] = list(step.pruned)
    if step.kind == "cutoff":
        frame["c"] = True
    if step.boxes:
        box = step.boxes[-1]
        frame["w"] = [box.node, window(problem, box.node, box.alpha, box.beta)]
        if box.v is not None:
            frame["v"] = [box.node, short(-box.v if turned(problem, box.node) else box.v)]
    return frame


def _look_alone(problem: Problem, leaf: int, place: int) -> _Right:
    text = f"visit {place}: {_valued(problem, leaf)}"
    return _Right({"t": text, "d": 0, "n": leaf, "see": [leaf, place]}, place, (leaf,))


def _look(problem: Problem, marks: TreeAnnotations, leaf: int, number: int) -> Frame:
    state = marks.state(leaf)
    text = f"visit {number}: {_valued(problem, leaf)}"
    if state in ("extra", "moved"):
        text = f"{_valued(problem, leaf)}: {plain([marks.of_leaf(leaf)])}"
    return {"t": text, "d": 0, "n": leaf, "see": [leaf, number, state]}


def _valued(problem: Problem, leaf: int) -> str:
    value = problem.tree.values[leaf]
    return visible_name(problem.tree.name(leaf)) + ("" if value is None else f" = {shown(value)}")


def _parting(right: Sequence[_Right], found: Sequence[int], same: int) -> int:
    """The step of the textbook's search at which a student's, after so many looks alike, does something else."""
    for place, entry in enumerate(right):
        prunes = same < len(found) and found[same] in entry.prunes
        if entry.looks > same or (entry.looks == same and prunes):
            return place
    return len(right) - 1


def _moments(right: Sequence[_Right], own: int, at: int | None, same: int) -> list[tuple[int, int]]:
    """For each moment how many steps and how many looks are over; after the parting both go on, each in its own way."""
    moments = []
    for place, entry in enumerate(right):
        ahead = entry.looks
        if at is not None and place >= at:
            ahead = same + 1 + (entry.looks - right[at].looks)
        moments.append((place + 1, min(ahead, own)))
    last = moments[-1][1] if moments else 0
    return moments + [(len(right), number) for number in range(last + 1, own + 1)]


def _kept(
    right: Sequence[_Right],
    own: Sequence[Frame],
    moments: Sequence[tuple[int, int]],
    at: int | None,
    keys: set[int],
) -> Playback:
    """The playback with the steps alone that are about nodes that are drawn, and the last of each search."""
    keeps = [keys >= set(entry.about) or place in (at, len(right) - 1) for place, entry in enumerate(right)]
    keeps_own = [frame.get("n", 0) in keys for frame in own]
    before, before_own = _counts(keeps), _counts(keeps_own)
    kept: dict[tuple[int, int], None] = {}
    parts: int | None = None
    for place, (steps, looks) in enumerate(moments):
        kept.setdefault((before[steps], before_own[looks]))
        if place == at:
            parts = len(kept) - 1
    frames = [
        entry.frame | ({"p": [leaf for leaf in entry.frame["p"] if leaf in keys]} if "p" in entry.frame else {})
        for entry, keep in zip(right, keeps, strict=True)
        if keep
    ]
    own_kept = [frame for frame, keep in zip(own, keeps_own, strict=True) if keep]
    return Playback(tuple(frames), tuple(own_kept), tuple(kept), parts)


def _counts(keeps: Sequence[bool]) -> list[int]:
    """How many are kept among the first 0, 1, 2 … of them."""
    counts = [0]
    for keep in keeps:
        counts.append(counts[-1] + keep)
    return counts
