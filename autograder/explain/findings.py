"""What was found for a program that fails: lines of its own, and known mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from autograder.core.limits import MOST_LINES_OF_A_NAME
from autograder.core.text import encoding_of

if TYPE_CHECKING:
    from autograder.core.judging.judge import Verdict
    from autograder.explain.repair.kinds import Kind
    from autograder.explain.repair.messages import NewLines


class Place(NamedTuple):
    """A line of the student's to look at.

    misconception: the id of the known mistake that was made there, or "".
    """

    file: str
    line: int
    misconception: str = ""


class EditedLine(NamedTuple):
    """One change of a repair: its kind, the role of the place, and where that is.

    text: the line as it is.
    """

    kind: Kind
    role: str
    file: str
    line: int
    text: str = ""


def _only_one(names: Sequence[str]) -> tuple[str, ...]:
    """Return the only one of some names; () if they are not one."""
    return tuple(names) if len(names) == 1 else ()


class ClaimedRepair(NamedTuple):
    """Changes to a program. text: the lines that they change.

    kind: "repair" where it is claimed to be right with them, "nearest" where that mends
    most, "seen" where nothing is claimed but that its search comes by these lines.
    parts: where it is of several kinds, each part's edits, with the text that all other
    parts write. mistake: of a part, the id of the known mistake that it undoes, or "".

    Of the nearest change, in the exercises that students see: points: what the program
    earns with it. mends: the ids of those that failed and are right with it, where all
    that were right still are. helps: where it mends none, of those in which the search
    looks at the right leaves for longer.
    """

    edits: tuple[EditedLine, ...]
    text: tuple[NewLines, ...]
    kind: str = "repair"
    points: float = 0.0
    mends: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    parts: tuple[ClaimedRepair, ...] = ()
    mistake: str = ""

    def may_undo(self) -> tuple[str, ...]:
        """Return the ids of the mistakes that the changes may undo.

        By their kind or, where that says nothing, by their place.
        """
        by_kind = (name for edit in self.edits for name in edit.kind.at(edit.role))
        return tuple(dict.fromkeys(by_kind)) or self._by_place()

    def _by_place(self) -> tuple[str, ...]:
        """Return the ids of the mistakes that are made at every changed place.

        Some kind of change undoes each of them in the role of the place.
        """
        from autograder.explain.repair.kinds import (
            KINDS,  # a page of a right run needs none
        )

        first, *rest = (
            [name for kind in KINDS.values() for name in kind.undoes.get(edit.role, ())]
            for edit in self.edits
        )
        in_all = (name for name in first if all(name in names for names in rest))
        return tuple(dict.fromkeys(in_all))

    def undoes(self, agreeing: Sequence[str]) -> tuple[str, ...]:
        """Return the known mistakes that the changes prove were made.

        agreeing: the mistakes that do what the program does. In this order:
        1. none agrees: what the kinds of change name by themselves;
        2. fresh processes disagreed: the state that a program keeps;
        3. only slips were corrected: the one that agrees, if there is but one;
        4. those that the kinds undo or, where no kind undoes any mistake, those that
           the places can hold;
        5. several kinds are one mistake, mended in a roundabout way: the only one that
           agrees;
        6. what the kinds name by themselves, as no form of the search may be the
           program's;
        7. the only one that agrees, whatever was changed and wherever, if no other slip
           comes to the same.
        """
        # Only what failed needs these.
        from autograder.explain.repair.kinds import STATE_KEPT
        from autograder.explain.ways import ALSO_OF_OTHERS

        if not agreeing:
            return self._named_by_kinds()
        if agreeing[0] == STATE_KEPT:  # which fresh processes have shown
            return (STATE_KEPT,)
        if all(edit.kind.is_slip for edit in self.edits):
            # As a slip does nothing.
            agreeing = [name for name in agreeing if name != "update-reversed"]
            return _only_one(agreeing)
        possible = self.may_undo()
        names = tuple(name for name in agreeing if name in possible)
        only_one = _only_one(agreeing)
        if self.parts:
            names = names or only_one
        if ALSO_OF_OTHERS.issuperset(only_one):
            only_one = ()
        return names or self._named_by_kinds() or only_one

    def _named_by_kinds(self) -> tuple[str, ...]:
        """Return the mistakes that the kinds of change name by themselves."""
        from autograder.explain.ways import REPAIRED  # only what failed needs it

        names: dict[str, None] = {}
        for edit in self.edits:
            undone = edit.kind.at(edit.role)
            if len(undone) == 1 and undone[0] in REPAIRED:
                names[undone[0]] = None
        return tuple(names)

    def places(self, names: Sequence[str], otherwise: str = "") -> tuple[Place, ...]:
        """Return the lines that the repair changes, in order, each with its mistake.

        names: the mistakes that were made. otherwise: the mistake in lines whose change
        does not tell it.
        """
        first: dict[tuple[str, int], Place] = {}
        for edit in self.edits:
            mistake = self._mistake_at(edit, names) or otherwise
            if mistake or (edit.file, edit.line) not in first:
                first[edit.file, edit.line] = Place(edit.file, edit.line, mistake)
        return tuple(first.values())

    def has_line_of(self, names: Sequence[str]) -> bool:
        """Return whether it is of several kinds, of which one undoes a mistake."""
        return bool(self.parts) and any(
            self._mistake_at(edit, names) for edit in self.edits
        )

    def _mistake_at(self, edit: EditedLine, names: Sequence[str]) -> str:
        """Return which of some mistakes was made where an edit is; "" if none is known.

        That of its part, or else the one that its kind undoes.
        """
        for part in self.parts:
            if edit in part.edits and part.mistake in names:
                return part.mistake
        return _undone_by(edit, names)


def _undone_by(edit: EditedLine, names: Sequence[str]) -> str:
    """Return the first of some mistakes that an edit may undo by its kind, or ""."""
    undone = (name for name in edit.kind.at(edit.role) if name in names)
    return next(undone, "")


def rewritten(repair: ClaimedRepair, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that a repair changes.

    What it leaves is the student's own, byte for byte.
    """
    files: dict[str, bytes] = {}
    for change in sorted(repair.text, key=lambda change: -change.first):
        source = files.get(change.file, sources[change.file])
        # Of bytes it splits where Python ends a line.
        rows = source.splitlines(keepends=True)
        end = b"\r\n" if rows and rows[0].endswith(b"\r\n") else b"\n"
        ends = source.endswith((b"\n", b"\r"))
        # Else each line would begin with a mark.
        encoding = encoding_of(source).removesuffix("-sig")
        if rows and not ends:
            rows[-1] += end
        rows[change.first - 1 : change.last] = [
            line.encode(encoding, "replace") + end for line in change.lines
        ]
        text = b"".join(rows)
        files[change.file] = text if ends else text.removesuffix(end)
    return files


class Findings(NamedTuple):
    """What was found for a program.

    repairs: those that pass every visible exercise, best first; equals follow it.
    nearest: where there are none, what mended most, if the program earns more with it.
    exercises: how many visible exercises there are. seen: slips that a failing search
    came by. names: all known mistakes that were made, which the best repair undoes and
    the program does. by_hand: whether there is no program, but answers on paper.
    """

    repairs: tuple[ClaimedRepair, ...] = ()
    nearest: ClaimedRepair | None = None
    exercises: int = 0
    seen: tuple[EditedLine, ...] = ()
    names: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def told(self) -> tuple[ClaimedRepair, ...]:
        """The changes whose lines are told: the repairs, or else what mends a part."""
        return self.repairs or tuple(
            part for part in (self.nearest,) if part and (part.mends or part.helps)
        )

    @property
    def has_slips_first(self) -> bool:
        """Whether slips are told before the best repair.

        Where that changes many lines it may be a roundabout way.
        """
        changed = {
            (edit.file, edit.line)
            for repair in self.repairs[:1]
            for edit in repair.edits
        }
        return bool(self.seen) and len(changed) > MOST_LINES_OF_A_NAME

    def with_parts(self, parts: Sequence[ClaimedRepair]) -> Findings:
        """Return findings whose best repair has some parts, in their order."""
        if not parts:
            return self
        best, *others = self.repairs

        def position(edit: EditedLine) -> int:
            return next(
                (index for index, part in enumerate(parts) if edit in part.edits),
                len(parts),
            )

        edits = tuple(sorted(best.edits, key=position))
        best = best._replace(edits=edits, parts=tuple(parts))
        return self._replace(repairs=(best, *others))

    @property
    def places(self) -> tuple[Place, ...]:
        """All lines to look at, each once."""
        return self.places_of(self.names)

    def places_of(self, names: Sequence[str]) -> tuple[Place, ...]:
        """Return all lines to look at, each once, with the mistake that was made there.

        Those of the best repair, then of its equals or of what mends a part; and other
        slips, in order. names: the mistakes that were made.
        """
        otherwise = ""
        if self.repairs and len(names) == 1 and not self.repairs[0].has_line_of(names):
            otherwise = names[0]  # one mistake was made, in whichever line
        places = [
            place for repair in self.told for place in repair.places(names, otherwise)
        ]
        lines = {(place.file, place.line) for place in places}
        # Beside a repair a slip is another mistake than those that it undoes.
        of_slips = () if self.repairs else names
        slips = [
            Place(edit.file, edit.line, _undone_by(edit, of_slips))
            for edit in self.seen
            if (edit.file, edit.line) not in lines
        ]
        return tuple(
            dict.fromkeys(slips + places if self.has_slips_first else places + slips)
        )


NOTHING_FOUND = Findings()


class Explanation(NamedTuple):
    """Verdicts with their known mistakes, and beside them what was found for each.

    Both are by the ids of exercises. An exercise without findings has none of its own.
    """

    verdicts: dict[str, Verdict]
    findings: dict[str, Findings]
