"""What explains a program that fails: lines of its own, and the known mistakes that were made there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reference.problem import PruneWhen

NAMED: dict[tuple[str, str, str], str] = {
    ("comparison", "at equals", "test"): "strict-cutoff",
    ("comparison", "at equals, strict", "test"): "strict-cutoff",
    ("comparison", "opposite", "test"): "inverted-cutoff",
    ("comparison", "at equals", "horizon"): "depth-off-by-one",
    ("comparison", "at equals, strict", "horizon"): "depth-off-by-one",
    ("comparison", "opposite", "best"): "fold-reversed",
    ("comparison", "opposite", "update"): "update-reversed",
    ("comparison", "ties", "ties"): "last-of-ties",
    ("comparison", "at equals, strict", "kept"): "last-of-ties",
    ("comparison", "opposite", "kept"): "fold-reversed",
    ("operand", "exchanged", "test"): "swapped-cutoff",
    ("operand", "other end", "test"): "swapped-cutoff",
    ("fold", "other", "fold"): "fold-reversed",
    ("fold", "other", "update"): "update-reversed",
    ("fold", "added", "update"): "bound-overwritten",
    ("target", "another altogether", "update"): "wrong-bound-updated",
    ("target", "mirrored", "update"): "wrong-bound-updated",
    ("target", "another", "update"): "wrong-bound-updated",
    ("argument", "exchanged", "window"): "bounds-swapped",
    ("argument", "negated and exchanged", "window"): "window-not-negated",
    ("argument", "window negated", "window"): "window-not-negated",
    ("argument", "negated", "window"): "window-not-negated",
    ("argument", "exchanged, negated", "window"): "window-not-negated",
    ("argument", "window added", "window"): "window-not-passed",
    ("argument", "infinite window", "window"): "window-not-passed",
    ("constant", "far", "initial"): "finite-infinity",
    ("constant", "far", ""): "finite-infinity",
    ("constant", "infinity", "initial"): "zero-initial-value",
    ("constant", "infinity by turn", "initial"): "zero-initial-value",
    ("constant", "other infinity", "initial"): "wrong-infinity",
    ("constant", "a bound", "window"): "own-bound-not-passed",
    ("constant", "a bound", "root's window"): "root-window-reset",
    ("argument", "another", "root's window"): "root-window-reset",
    ("constant", "around the guess", "first window"): "full-first-window",
    ("more", "search", "first window"): "no-re-search",
    ("more", "loop", "both's test"): "no-pruning",
    ("jump", "break", "both's test"): "no-pruning",
    ("callee", "another", "recursion"): "one-player",
    ("result", "other end", "result"): "wrong-bound-returned",
    ("arithmetic", "added", "horizon"): "depth-miscounted",
    ("fold", "added", "fold"): "last-child-kept",
    ("sign", "added", "recursion"): "sign-not-flipped",
    ("sign", "added", "leaf"): "leaf-sign",
    ("sign", "dropped", "leaf"): "leaf-sign",
    ("moved", "out, behind", "result"): "first-child-only",
    ("moved", "test down", "test"): "late-cutoff",
    ("moved", "value's test down", "test"): "cutting-child-not-counted",
    ("more", "test", "both's test"): "no-pruning",
    ("order", "undone", "loop"): "right-to-left",
    ("order", "from the front", "loop"): "right-to-left",
    ("order", "lazy", "loop"): "eager-children",
    ("state", "not remembered", "state"): "state-kept-between-searches",
    ("more", "taken back", "move"): "move-not-taken-back",
    ("pair", "made", "result"): "value-without-move",
    ("agents", "counted", "turn"): "agents-miscounted",
    ("agents", "one more or fewer", "turn"): "agents-miscounted",
}
BY_PLAYER: dict[tuple[str, str, str], dict[str, str]] = {
    ("more", "test", "test"): {"MAX": "no-max-cutoff", "MIN": "no-min-cutoff"},
    ("more", "loop", "test"): {"MAX": "no-max-cutoff", "MIN": "no-min-cutoff"},
    ("jump", "break", "test"): {"MAX": "no-max-cutoff", "MIN": "no-min-cutoff"},
    ("more", "update", "update"): {"MAX": "alpha-not-updated", "MIN": "beta-not-updated"},
    ("argument", "folded", "window"): {"MAX": "alpha-not-updated", "MIN": "beta-not-updated"},
}
TOGETHER = {frozenset({"no-max-cutoff", "no-min-cutoff"}): "no-pruning"}
"""What two mistakes are called that are made together."""


class Place(NamedTuple):
    """A line of the student's that is not as it should be, and the known mistake that was made there, or ""."""

    file: str
    line: int
    misconception: str = ""


class NewLines(NamedTuple):
    """Lines of a file, from `first` to `last`, with what a repair writes in their place."""

    file: str
    first: int
    last: int
    lines: tuple[str, ...]


class Edit(NamedTuple):
    """One change of a repair: which operator made it, to what part of the search, for whom, and where.

    text: the line as it is.
    """

    operator: str
    what: str
    role: str
    player: str
    file: str
    line: int
    text: str = ""


class Repair(NamedTuple):
    """Changes to a program. text: the lines that they change.

    kind: "repair" where it is claimed to be right with them, "nearest" where that mends most, "seen" where nothing is
    claimed but that its search comes by these lines.
    """

    edits: tuple[Edit, ...]
    text: tuple[NewLines, ...]
    kind: str = "repair"

    def places(self, prune_when: PruneWhen) -> tuple[Place, ...]:
        """The lines that the repair changes, in order, each with its mistake."""
        named = misconceptions_of(self.edits, prune_when)
        places = [Place(edit.file, edit.line, name) for edit, name in zip(self.edits, named, strict=True)]
        first: dict[tuple[str, int], Place] = {}
        for place in sorted(places, key=lambda place: not place.misconception):
            first.setdefault((place.file, place.line), place)
        return tuple(first.values())


def rewritten(repair: Repair, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a repair changes; what it leaves is the student's own, byte for byte."""
    return {
        file: _rewritten(sources[file], [change for change in repair.text if change.file == file])
        for file in dict.fromkeys(change.file for change in repair.text)
    }


def _rewritten(source: bytes, changes: Sequence[NewLines]) -> bytes:
    rows = source.splitlines(keepends=True)  # of bytes it splits where Python ends a line
    end = b"\r\n" if rows and rows[0].endswith(b"\r\n") else b"\n"
    ends = source.endswith((b"\n", b"\r"))
    if rows and not ends:
        rows[-1] += end
    for change in sorted(changes, key=lambda change: -change.first):
        rows[change.first - 1 : change.last] = [line.encode() + end for line in change.lines]
    text = b"".join(rows)
    return text if ends else text.removesuffix(end)


class Explanation(NamedTuple):
    """What was found for a program.

    repairs: those that pass every visible exercise, best first; equals follow it. nearest: where there are none, what
    mended most, which no exercise vouches for. seen: slips that a failing search came by. exercises: how many visible
    exercises there are.
    """

    repairs: tuple[Repair, ...] = ()
    nearest: Repair | None = None
    exercises: int = 0
    prune_when: PruneWhen = "alpha >= beta"
    seen: tuple[Edit, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """All lines of the best repair, then those of its equals, then other slips."""
        places = [place for repair in self.repairs for place in repair.places(self.prune_when)]
        lines = {(place.file, place.line) for place in places}
        slips = [Place(edit.file, edit.line, "") for edit in self.seen if (edit.file, edit.line) not in lines]
        return tuple(dict.fromkeys(places + slips))

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """The known mistakes that the best repair undoes, as far as the table knows its changes."""
        names = [place.misconception for place in self.repairs[0].places(self.prune_when)] if self.repairs else []
        return tuple(name for name in dict.fromkeys(names) if name)

    def named(self, diagnosed: tuple[str, ...]) -> tuple[str, ...]:
        """The known mistakes to name: those that the repair undoes or, where that says nothing, those diagnosed.

        Slips say themselves what is wrong: beside them names of which only one can be meant are no help.
        """
        changed = self.repairs[0].edits if self.repairs else self.seen
        are_slips = bool(changed) and all(edit.operator == "slip" for edit in changed)
        return self.misconceptions or (() if are_slips and len(diagnosed) > 1 else diagnosed)


def misconceptions_of(edits: Sequence[Edit], prune_when: PruneWhen) -> list[str]:
    """The id of the mistake that each change undoes; "" where none is surely it."""
    taken_away = {edit.role for edit in edits if edit.operator == "less"}  # what was there is not missing
    found = ["" if edit.operator == "more" and edit.role in taken_away else _named(edit, prune_when) for edit in edits]
    together = TOGETHER.get(frozenset(found), "")
    return [together] * len(found) if together else found


def _named(edit: Edit, prune_when: PruneWhen) -> str:
    change = edit.operator, edit.what, edit.role
    name = BY_PLAYER.get(change, {}).get(edit.player, "") or NAMED.get(change, "")
    if name == "strict-cutoff" and prune_when == "alpha > beta":
        return "eager-cutoff"
    return name
