"""Two searches of one tree side by side, the textbook's and a student's, moment by moment: what a page's player plays.

Only steps about nodes that are drawn are kept, so that a search of ten thousand leaves stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, compress, takewhile
from typing import Any, NamedTuple

from autograder.limits import LONGEST_STEP
from autograder.pages.picture import cut, is_negated, short, window
from autograder.showing import TreeAnnotations, plain, shown
from autograder.teaching import Step, trace
from autograder.text import visible_name
from reference.problem import Problem

Frame = dict[str, Any]
"""What a step changes. t: its words. d: how deep it is indented. n: the node it is about. see: the leaf that it looks
at, as which visit. p: the leaves that it prunes. c: it is a cutoff. w, v: a node's window and value from now on."""


class Playback(NamedTuple):
    """The frames of both searches, and the moments: how many frames of each are over then.

    parts: the moment where the searches part, if they do.
    """

    right: list[Frame]
    found: list[Frame]
    moments: list[tuple[int, int]]
    parts: int | None


class _RightStep(NamedTuple):
    """A step of the textbook's search, how many looks were made up to and with it, and the nodes that it is about."""

    frame: Frame
    looks: int
    about: set[int]


def playback(annotated: TreeAnnotations, returned: str, keys: set[int]) -> Playback:
    """The playback of a failed search. returned: how that ended. keys: the nodes that are drawn.

    Of the steps those about nodes that are drawn are kept, where the searches part, and the last of each search.
    """
    problem, found = annotated.problem, list(annotated.found)
    right = _right_steps(annotated)
    own = [*(_look(problem, leaf, number, annotated) for number, leaf in enumerate(found, 1)), {"t": returned}]
    both = zip(found, annotated.right, strict=False)
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], both)))
    parts = None if same == len(found) == len(annotated.right) else _parting(right, found, same)
    keeps = [keys >= step.about or place in (parts, len(right) - 1) for place, step in enumerate(right)]
    keeps_own = [frame.get("n", 0) in keys for frame in own]
    before, before_own = list(accumulate(keeps, initial=0)), list(accumulate(keeps_own, initial=0))
    kept: dict[tuple[int, int], None] = {}
    kept_parts: int | None = None
    for place, (steps, looks) in enumerate(_moments(right, len(own), parts, same)):
        kept.setdefault((before[steps], before_own[looks]))
        if place == parts:
            kept_parts = len(kept) - 1
    frames = [step.frame for step in compress(right, keeps)]
    for frame in frames:
        if "p" in frame:
            frame["p"] = [leaf for leaf in frame["p"] if leaf in keys]
    return Playback(frames, list(compress(own, keeps_own)), list(kept), kept_parts)


def _right_steps(annotated: TreeAnnotations) -> list[_RightStep]:
    problem, visited = annotated.problem, annotated.expected.visited
    steps = trace(problem) if problem.isolate is None else ()
    if tuple(dict.fromkeys(step.node for step in steps if step.look)) != visited:
        # Another right form, or one function alone: only its looks are known.
        return [_RightStep(_look(problem, leaf, place), place, {leaf}) for place, leaf in enumerate(visited, 1)]
    seen: set[int] = set()
    listed = []
    for step in steps:
        if step.look:
            seen.add(step.node)
        about = {step.node}
        if step.boxes and (child := step.boxes[-1].s) is not None:
            about.add(child)
        listed.append(_RightStep(_frame(problem, step, len(seen)), len(seen), about))
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
            frame["v"] = [box.node, short(-box.v if is_negated(problem, box.node) else box.v)]
    return frame


def _look(problem: Problem, leaf: int, place: int, annotated: TreeAnnotations | None = None) -> Frame:
    """A look at a leaf. annotated: where it is one of the student's search, which may be wrong."""
    value = problem.tree.values[leaf]
    valued = visible_name(problem.tree.name(leaf)) + ("" if value is None else f" = {shown(value)}")
    frame: Frame = {"t": f"visit {place}: {valued}", "d": 0, "n": leaf, "see": [leaf, place]}
    if annotated is not None:
        state = annotated.state(leaf)
        frame["see"].append(state)
        if state in ("extra", "moved"):
            frame["t"] = f"{valued}: {plain([annotated.of_leaf(leaf)])}"
    return frame


def _parting(right: Sequence[_RightStep], found: Sequence[int], same: int) -> int:
    """The step of the textbook's search at which a student's, after so many looks alike, does something else."""
    for place, step in enumerate(right):
        prunes = same < len(found) and found[same] in step.frame.get("p", ())
        if step.looks > same or (step.looks == same and prunes):
            return place
    return len(right) - 1


def _moments(right: Sequence[_RightStep], own: int, parts: int | None, same: int) -> list[tuple[int, int]]:
    """For each moment how many steps and how many looks are over; after the parting both go on, each in its own way."""
    moments = []
    for place, step in enumerate(right):
        ahead = step.looks
        if parts is not None and place >= parts:
            ahead += same + 1 - right[parts].looks
        moments.append((place + 1, min(ahead, own)))
    last = moments[-1][1] if moments else 0
    return moments + [(len(right), number) for number in range(last + 1, own + 1)]
