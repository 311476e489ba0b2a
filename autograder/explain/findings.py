"""The findings on a program that fails: lines of its own, and known mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from autograder.core.limits import MOST_LINES_OF_A_NAME
from autograder.core.text import encoding_of

if TYPE_CHECKING:
    from autograder.core.judging.judge import Verdict
    from autograder.explain.repair.kinds import Kind
    from autograder.explain.repair.messages import NewLines


class Location(NamedTuple):
    """A line of the student's to look at.

    misconception: the id of the known mistake that was made there, or "".
    """

    file: str
    line: int
    misconception: str = ""


class EditedLine(NamedTuple):
    """One edit of a repair: its kind, the role of its node, file and line.

    text: the line as it is. twin: the number and the text of the line in the other
    player's part that this one, or one that is added here, is to be like. block: those
    of the line with which a block begins, if something is to be added behind it, or it
    is to be taken away, or a line that is all of it. code: the expression in the line
    that the edit replaces, or "". which: if the line has several of it, the number of
    this one, and how many there are. part: the part that the edit leaves of this
    expression, if it only takes the others away, or the variables that it keeps, or "".
    form: the fact that its sentence tells beyond its kind, such as "line behind block",
    if what it moves comes behind `block`, or "".
    """

    kind: Kind
    role: str
    file: str
    line: int
    text: str = ""
    twin: tuple[int, str] | None = None
    block: tuple[int, str] | None = None
    code: str = ""
    which: tuple[int, int] | None = None
    part: str = ""
    form: str = ""


def _only_one(names: Sequence[str]) -> tuple[str, ...]:
    """Return the only one of some names; () if they are not one."""
    return tuple(names) if len(names) == 1 else ()


class ClaimedRepair(NamedTuple):
    """Edits of a program. text: the lines that they change.

    kind: "repair" if it is claimed that they make the program right; "nearest" if they
    only come nearest to that; "seen" if the search comes by these lines, and no more is
    claimed. components: if it has several, the edits of each, with the text that all
    others write. mistake: of a component, the id of the known mistake that it undoes,
    or "". ends_exception: of a component, whether the program raises an exception with
    all others made.

    Of the nearest one, in the exercises that students see: points: the program's points
    with it. exercises_repaired: the ids of those that failed and are right with it, if
    all that were right still are. exercises_helped: if it repairs none, those in which
    the search looks at the right leaves for longer. helps_all: whether it does in each
    one that fails; in none it goes wrong earlier.
    """

    edits: tuple[EditedLine, ...]
    text: tuple[NewLines, ...]
    kind: str = "repair"
    points: float = 0.0
    exercises_repaired: tuple[str, ...] = ()
    exercises_helped: tuple[str, ...] = ()
    helps_all: bool = True
    components: tuple[ClaimedRepair, ...] = ()
    mistake: str = ""
    ends_exception: bool = False

    @property
    def changes_much(self) -> bool:
        """Tell whether it changes more lines than a known mistake takes.

        Numbers that stand for infinity are one change all together, and so are edits of
        one kind that are the same mistake in the parts for both players.
        """
        from autograder.explain.repair.kinds import FAR  # only failures need it

        changes = {
            (edit.kind.name, edit.role)
            if edit.kind is FAR or edit.kind.is_mirrored
            else (edit.file, edit.line)
            for edit in self.edits
        }
        return len(changes) > MOST_LINES_OF_A_NAME

    def may_undo(self) -> tuple[str, ...]:
        """Return the ids of the mistakes that the edits may undo.

        They follow from the kinds or, if these undo none, from the roles.
        """
        by_kind = (name for edit in self.edits for name in edit.kind.at(edit.role))
        return tuple(dict.fromkeys(by_kind)) or self._by_role()

    def _by_role(self) -> tuple[str, ...]:
        """Return the ids of the mistakes that are made at every changed node.

        Some kind of edit undoes each of them in the role of the node.
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
        """Return the known mistakes that the edits prove were made.

        agreeing: the mistakes that behave as the program does. In this order:
        1. none agrees: the mistakes that the kinds of edit name by themselves;
        2. fresh processes disagreed: the state that a program keeps;
        3. all edits are of slips: the one that agrees, if there is but one;
        4. those that the kinds undo or, if no kind undoes any mistake, those that the
           roles allow;
        5. several kinds are one mistake, repaired in a roundabout way: the only one
           that agrees;
        6. the mistakes that the kinds name by themselves, as no form of the search may
           be the program's;
        7. the only one that agrees, whatever the edits are, if no other slip comes to
           the same. If the roles tell nothing, it is the only one of those that the
           kinds undo anywhere.
        """
        from autograder.explain.repair.kinds import STATE_KEPT  # only failures need it

        if not agreeing:
            return tuple(filter(self._is_proved, self._named_by_kinds()))
        if agreeing[0] == STATE_KEPT:  # which fresh processes have shown
            return (STATE_KEPT,)
        if all(edit.kind.is_slip for edit in self.edits):
            # As a slip does nothing.
            agreeing = [name for name in agreeing if name != "update-reversed"]
            return _only_one(agreeing)
        possible = self.may_undo()
        names = tuple(name for name in agreeing if name in possible)
        if self.components:
            names = names or _only_one(agreeing)
        names = names or self._named_by_kinds() or self._told_apart(agreeing)
        return tuple(filter(self._is_proved, names))

    def _is_proved(self, name: str) -> bool:
        """Return whether a mistake may be told by behaviour, or an edit undoes it."""
        from autograder.explain.repair.kinds import (
            FINITE,  # only failures need it
            LIMIT,
        )
        from autograder.explain.ways import BY_KIND_ALONE

        if any(edit.role == LIMIT for edit in self.edits):
            return name not in FINITE["initial"]
        return name not in BY_KIND_ALONE or any(
            name in edit.kind.at(edit.role) for edit in self.edits
        )

    def _told_apart(self, agreeing: Sequence[str]) -> tuple[str, ...]:
        """Return the only mistake that agrees, besides those that others come to."""
        from autograder.explain.ways import ALSO_OF_OTHERS  # only failures need it

        names = [name for name in agreeing if name not in ALSO_OF_OTHERS]
        if len(names) < 2 or self.may_undo():
            return _only_one(names)
        undone = {
            name
            for edit in self.edits
            for undone_at_role in edit.kind.undoes.values()
            for name in undone_at_role
        }
        return _only_one([name for name in names if name in undone])

    def _named_by_kinds(self) -> tuple[str, ...]:
        """Return the mistakes that the kinds of edit name by themselves.

        What is wrong at the root alone is shown by searches, and by no kind.
        """
        from autograder.explain.ways import AT_ROOT, REPAIRED  # only failures need it

        names: dict[str, None] = {}
        for edit in self.edits:
            undone = [name for name in edit.kind.at(edit.role) if name != AT_ROOT]
            if len(undone) == 1 and undone[0] in REPAIRED:
                names[undone[0]] = None
        return tuple(names)

    def locations(
        self, names: Sequence[str], otherwise: str = ""
    ) -> tuple[Location, ...]:
        """Return the lines that the repair changes, in order, each with its mistake.

        names: the mistakes that were made. otherwise: the mistake in lines whose edit
        does not tell it.
        """
        first: dict[tuple[str, int], Location] = {}
        for edit in self.edits:
            mistake = self._mistake_at(edit, names) or otherwise
            if mistake or (edit.file, edit.line) not in first:
                first[edit.file, edit.line] = Location(edit.file, edit.line, mistake)
        return tuple(first.values())

    def has_line_of(self, names: Sequence[str]) -> bool:
        """Return whether it has several components and one undoes a mistake."""
        return bool(self.components) and any(
            self._mistake_at(edit, names) for edit in self.edits
        )

    def _mistake_at(self, edit: EditedLine, names: Sequence[str]) -> str:
        """Return the mistake that was made in the line of an edit, of some; or "".

        It is that of its component, or else the one that its kind undoes.
        """
        for component in self.components:
            if edit in component.edits and component.mistake in names:
                return component.mistake
        return _undone_by(edit, names)


def _undone_by(edit: EditedLine, names: Sequence[str]) -> str:
    """Return the first of some mistakes that an edit may undo by its kind, or ""."""
    undone = (name for name in edit.kind.at(edit.role) if name in names)
    return next(undone, "")


def rewritten(repair: ClaimedRepair, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files that a repair changes.

    All other bytes are the student's own.
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
    """The findings on a program.

    repairs: those that pass every visible exercise, best first; equals follow it.
    nearest: if there are none, the edits that come nearest, if the program earns more
    with them. exercises: the number of visible exercises. slips: those that a failing
    search came by. names: all known mistakes that were made: the best repair undoes
    them, and the program behaves so. by_hand: whether there is no program, but answers
    on paper.
    """

    repairs: tuple[ClaimedRepair, ...] = ()
    nearest: ClaimedRepair | None = None
    exercises: int = 0
    slips: tuple[EditedLine, ...] = ()
    names: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def told_repairs(self) -> tuple[ClaimedRepair, ...]:
        """Return the repairs whose lines are told, or else the nearest edits."""
        return self.repairs or tuple(
            repair
            for repair in (self.nearest,)
            if repair and (repair.exercises_repaired or repair.exercises_helped)
        )

    @property
    def has_slips_first(self) -> bool:
        """Return whether slips are told before the best repair.

        If that changes many lines it may be a roundabout way.
        """
        is_roundabout = any(repair.changes_much for repair in self.repairs[:1])
        return bool(self.slips) and is_roundabout

    def with_components(self, components: Sequence[ClaimedRepair]) -> Findings:
        """Return findings whose best repair has some components, in their order."""
        if not components:
            return self
        best, *others = self.repairs

        def position(edit: EditedLine) -> int:
            return next(
                (
                    index
                    for index, component in enumerate(components)
                    if edit in component.edits
                ),
                len(components),
            )

        edits = tuple(sorted(best.edits, key=position))
        best = best._replace(edits=edits, components=tuple(components))
        return self._replace(repairs=(best, *others))

    @property
    def locations(self) -> tuple[Location, ...]:
        """Return all lines to look at, each once."""
        return self.locations_of(self.names)

    def locations_of(self, names: Sequence[str]) -> tuple[Location, ...]:
        """Return all lines to look at, each once, with the mistake that was made there.

        They are those of the best repair, then of its equals or of the nearest edits;
        and other slips, in order. names: the mistakes that were made.
        """
        otherwise = ""
        if self.repairs and len(names) == 1 and not self.repairs[0].has_line_of(names):
            otherwise = names[0]  # one mistake was made, in whichever line
        changed_lines = [
            location
            for repair in self.told_repairs
            for location in repair.locations(names, otherwise)
        ]
        lines = {(location.file, location.line) for location in changed_lines}
        # Beside a repair a slip is another mistake than those that it undoes.
        of_slips = () if self.repairs else names
        lines_of_slips = [
            Location(edit.file, edit.line, _undone_by(edit, of_slips))
            for edit in self.slips
            if (edit.file, edit.line) not in lines
        ]
        return tuple(
            dict.fromkeys(
                lines_of_slips + changed_lines
                if self.has_slips_first
                else changed_lines + lines_of_slips
            )
        )


NOTHING_FOUND = Findings()


class Explanation(NamedTuple):
    """Verdicts with their known mistakes, and beside them the findings on each.

    Both are by the ids of exercises. An exercise without findings has none of its own.
    """

    verdicts: dict[str, Verdict]
    findings: dict[str, Findings]
