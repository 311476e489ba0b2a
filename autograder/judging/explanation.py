"""What explains a program that fails: lines of its own, and the known mistakes that were made there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.mistakes.kinds import STATE_KEPT, Kind
from reference.problem import PruneWhen


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
    """One change of a repair: of which kind, to what part of the search, and where. text: the line as it is."""

    kind: Kind
    role: str
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
        """The known mistakes to name: of those diagnosed the ones that the repair may undo, if one was found.

        Slips say themselves what is wrong: beside them names of which only one can be meant are no help.
        """
        changed = self.repairs[0].edits if self.repairs else self.seen
        if changed and all(edit.kind.is_slip for edit in changed) and len(diagnosed) > 1:
            return ()
        if not self.repairs or diagnosed == (STATE_KEPT,):  # which a fresh process has shown
            return diagnosed
        undone = {name for edit in self.repairs[0].edits for name in candidates(edit)}
        return tuple(name for name in diagnosed if name in undone) or self.misconceptions


def candidates(edit: Edit) -> tuple[str, ...]:
    """The ids of the mistakes that a change may undo, by its kind and the role of the changed place."""
    return edit.kind.undoes.get(edit.role, ())


def misconceptions_of(edits: Sequence[Edit], prune_when: PruneWhen) -> list[str]:
    """The id of the mistake that each change undoes; "" where none is surely it."""
    return [_named(edit, prune_when) for edit in edits]


def _named(edit: Edit, prune_when: PruneWhen) -> str:
    other = "strict-cutoff" if prune_when == "alpha > beta" else "eager-cutoff"
    ids = [name for name in candidates(edit) if name != other]
    return ids[0] if len(ids) == 1 else ""
