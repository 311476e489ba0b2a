"""Describes a known mistake, its lines in a program, and its repair."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.core.grading.report import max_points_of, points_of
from autograder.core.judging.judge import Evidence, Failed, Verdict
from autograder.core.limits import LONGEST_DIFF_LINE, LONGEST_QUOTED_LINE, MOST_EQUALS
from autograder.core.text import counted, named, source_lines, visible, visible_name
from autograder.explain.findings import (
    NOTHING_FOUND,
    ClaimedRepair,
    EditedLine,
    Findings,
    rewritten,
)
from reference.problem import Answer

if TYPE_CHECKING:
    from autograder.explain.graded import ExplainedReport

# --- Repairs ---


def describe_repairs(explanation: Findings) -> list[str]:
    """Return the lines of text about the best repair, or about the nearest edits.

    The source lines that equal repairs change instead follow, and then other slips.
    """
    other_slips = _describe_slips(_other_slips(explanation))
    lines: list[str] = []
    if explanation.repairs:
        best, *equals = explanation.repairs
        lines += _describe_repair(best, _outcome_of_whole(explanation.exercises))
        lines += _describe_equals(best, equals)
        if explanation.has_slips_first:
            return [f"{slip}." for slip in other_slips] + lines
        lines += [f"Besides: {slip}." for slip in other_slips]
        return lines
    for nearest in explanation.told_repairs:
        lines += _describe_repair(nearest, _outcome_of_nearest(nearest))
    lines += [f"{slip}." for slip in other_slips]
    return lines


class MarkedLine(NamedTuple):
    """A line of a program to look at. note: the edit, or the fault in it."""

    file: str
    line: int
    text: str
    note: str


def marked_lines(
    explanation: Findings, sources: Mapping[str, bytes]
) -> list[MarkedLine]:
    """Return the lines that `describe_repairs` names, in order.

    Each is indented as in the program, without the blanks that all of them have.
    """
    edits = _other_slips(explanation)
    for repair in explanation.repairs[:1] or explanation.told_repairs:
        edits = [*edits, *repair.edits]
    notes: dict[tuple[str, int], dict[str, None]] = {}
    texts: dict[tuple[str, int], str] = {}
    for edit in edits:
        notes.setdefault(_position(edit), {})[kind_of(edit)] = None
        texts[_position(edit)] = _source_line(edit, sources)
    blanks = min((_indent_of(text) for text in texts.values()), default=0)
    return [
        MarkedLine(file, number, texts[file, number][blanks:], ", and ".join(kinds))
        for (file, number), kinds in sorted(notes.items())
    ]


def _source_line(edit: EditedLine, sources: Mapping[str, bytes]) -> str:
    """Return an edit's line with its indent, or without if the source is not known."""
    if edit.file in sources:
        rows = source_lines(sources[edit.file])
        if edit.line <= len(rows):
            row = rows[edit.line - 1].expandtabs(TAB_WIDTH)
            indent = " " * min(_indent_of(row), DEEPEST_INDENT)
            return indent + visible_name(row.strip(), LONGEST_QUOTED_LINE)
    return visible_name(edit.text, LONGEST_QUOTED_LINE)


def _indent_of(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def remarks(explanation: Findings) -> list[str]:
    """Return the effect of a change in the marked lines, and lines that do as well."""
    lines: list[str] = []
    if explanation.repairs:
        outcome = _outcome_of_whole(explanation.exercises)
        lines.append(f"If you correct this, {outcome}.")
        best, *equals = explanation.repairs
        return lines + _describe_equals(best, equals)
    return [
        f"If you correct this, {_outcome_of_nearest(nearest)}."
        for nearest in explanation.told_repairs
    ]


TAB_WIDTH = 4
DEEPEST_INDENT = 24
"""Blanks before a line that is shown, so that the line itself is seen."""


def _other_slips(explanation: Findings) -> list[EditedLine]:
    """Return the slips that a failing search came by and that no repair undoes.

    Behind a repair its own lines are not told again.
    """
    lines_told: set[tuple[str, int]] = set()
    for repair in explanation.told_repairs:
        lines_told |= {_position(edit) for edit in repair.edits if edit.kind.is_slip}
    if not explanation.has_slips_first:
        for repair in explanation.told_repairs[:1]:
            lines_told |= set(map(_position, repair.edits))
    return [edit for edit in explanation.slips if _position(edit) not in lines_told]


def _outcome_of_whole(exercises: int) -> str:
    """Return the clause about a repair that makes all visible exercises right."""
    if exercises == 1:
        return "the one visible exercise is right"
    if exercises == 2:
        return "both visible exercises are right"
    return f"all {counted(exercises, 'visible exercise')} are right"


def _outcome_of_nearest(repair: ClaimedRepair) -> str:
    """Return the clauses about edits that do not repair everything."""
    others = len(repair.exercises_repaired or repair.exercises_helped) - 1
    exercises, are = "this exercise", "is"
    if others:
        exercises = f"this exercise and {counted(others, 'other failed one')}"
        are = "are"
    if repair.exercises_repaired:
        outcome = f"{exercises} {are} right, and those that were right still are"
        further = (
            "In the others that fail, your search looks at the right leaves for longer"
        )
        return f"{outcome}. {further}"
    outcome = f"your search looks at the right leaves for longer in {exercises}"
    return f"{outcome}. Something else is wrong, too"


def _describe_equals(best: ClaimedRepair, equals: Sequence[ClaimedRepair]) -> list[str]:
    """Return the source lines that equal repairs change in place of all of the best's.

    One that changes some of the best's lines as well replaces only the others.
    """
    changed = {_position(edit) for edit in best.edits}
    alone: list[str] = []
    together: list[list[str]] = []
    for repair in equals[:MOST_EQUALS]:
        if not changed.isdisjoint(map(_position, repair.edits)):
            continue
        lines = [f"  {_line_name(edit)}: `{_line_text(edit)}`" for edit in repair.edits]
        lines = list(dict.fromkeys(lines))
        if len(lines) > 1:
            together.append(lines)
        elif lines[0] not in alone:
            alone += lines
    text = [EQUAL_LINE, *alone] if alone else []
    for lines in together[:1]:
        text += [EQUAL_LINES, *lines]
    return text


EQUAL_LINE = (
    "A change in one of these lines has the same effect, so the mistake may be there:"
)
EQUAL_LINES = (
    "Changes in these lines, made together, have the same effect, so the mistake may "
    "be there:"
)


def _describe_repair(repair: ClaimedRepair, outcome: str) -> list[str]:
    """Return a sentence for each slip that a repair undoes, then one about the rest."""
    slips = [edit for edit in repair.edits if edit.kind.is_slip]
    changes = [edit for edit in repair.edits if not edit.kind.is_slip]
    lines = [f"{slip}." for slip in _describe_slips(slips)]
    if not changes:
        return [*lines, f"If you correct this, {outcome}."]
    also = "Also " if lines else ""
    return [*lines, f"{also}{_describe_changes(changes)}: then {outcome}."]


def _describe_changes(changes: Sequence[EditedLine]) -> str:
    """Return phrases about changes, one for all lines that change alike, joined."""
    are_in_one_file = len({edit.file for edit in changes}) == 1
    phrases: list[str] = []
    for kinds, lines in _by_changes(changes).items():
        is_file_known = are_in_one_file and bool(phrases)
        phrases.append(_describe_kinds(kinds, lines, with_file=not is_file_known))
    return "; in ".join(phrases)


def _by_changes(
    changes: Iterable[EditedLine],
) -> dict[tuple[str, ...], list[EditedLine]]:
    """Return an edit of each line by all kinds of change that are made there."""
    by_line: dict[tuple[str, int], list[EditedLine]] = {}
    for edit in changes:
        by_line.setdefault(_position(edit), []).append(edit)
    lines: dict[tuple[str, ...], list[EditedLine]] = {}
    for edits in by_line.values():
        kinds = tuple(dict.fromkeys(map(kind_of, edits)))
        lines.setdefault(kinds, []).append(edits[0])
    return lines


def _describe_kinds(
    kinds: Sequence[str], lines: Sequence[EditedLine], *, with_file: bool
) -> str:
    """Return a phrase about all lines that change alike: the first, and the others."""
    first, *others = sorted(lines, key=_position)
    name = _line_name(first) if with_file else _line_name(first, first)
    start = f"{name}: `{_line_text(first)}` — "
    other_lines = [_line_name(edit, first) for edit in others]
    only_kind = len(kinds) == 1 and " line" not in kinds[0]
    if only_kind:
        return start + " and in ".join([f"{kinds[0]} in this line", *other_lines])
    # Some kinds name the line themselves.
    names_line = any(" line" in kind for kind in kinds)
    head, *tail = kinds if names_line else (f"{kinds[0]} in this line", *kinds[1:])
    also = f", and the same in {' and '.join(other_lines)}" if other_lines else ""
    return start + ", and ".join([head, *tail]) + also


def _describe_slips(edits: Iterable[EditedLine]) -> list[str]:
    """Return sentences about slips, one for each kind, without their full stops."""
    sentences = []
    for kind, (first, *others) in _by_kind(edits).items():
        also = "".join(f"; the same in {_line_name(edit, first)}" for edit in others)
        name = _line_name(first)
        sentences.append(f"{name}: `{_line_text(first)}` — {kind}{also}")
    return sentences


def kind_of(edit: EditedLine) -> str:
    """Return the description of an edit's kind, with the names in it.

    It does not give the corrected line away.
    """
    if not edit.kind.is_slip:
        return edit.kind.description
    names = [visible_name(name.replace(",", " and ")) for name in edit.role.split()]
    blanks = ["", "", ""]  # a role may lack the last names that a sentence has room for
    return edit.kind.description.format(*names, *blanks)


def _by_kind(edits: Iterable[EditedLine]) -> dict[str, list[EditedLine]]:
    kinds: dict[str, list[EditedLine]] = {}
    for edit in edits:
        kinds.setdefault(kind_of(edit), []).append(edit)
    return kinds


def _position(edit: EditedLine) -> tuple[str, int]:
    return edit.file, edit.line


def _line_name(edit: EditedLine, beside: EditedLine | None = None) -> str:
    """Return an edit's file and line, or the line alone if the file is `beside`'s."""
    if beside is not None and beside.file == edit.file:
        return f"line {edit.line}"
    return f"{named(edit.file)}, line {edit.line}"


def _line_text(edit: EditedLine) -> str:
    return visible_name(edit.text.replace("`", "'"), LONGEST_QUOTED_LINE)


# --- The command `explain` ---


class ExplainOutput:
    """The output of `explain`: explanations, and a diff for those who help the author.

    failed: the ids of the visible exercises that failed.
    """

    def __init__(self, explained: "ExplainedReport") -> None:
        from autograder.explain.catalogue import CHANCE  # only what failed needs it

        report = self.report = explained.report
        not_passed = [verdict for verdict in report.visible if not verdict.passed]
        self.failed = [verdict.exercise.id for verdict in not_passed]
        self.explanation = _explanation_of(not_passed, explained.findings)
        diagnoses = {verdict.misconceptions for verdict in not_passed}
        self._is_by_chance = (CHANCE,) in diagnoses
        self._diagnosed: tuple[str, ...] = ()
        if self._is_by_chance:
            self._diagnosed = (CHANCE,)
        elif len(diagnoses) == 1:
            (only_diagnosis,) = diagnoses
            if len(only_diagnosis) == 1:
                self._diagnosed = only_diagnosis

    @property
    def _nearest(self) -> ClaimedRepair | None:
        nearest = self.explanation.nearest
        if nearest is None or nearest.points <= points_of(self.report.visible):
            return None
        return nearest

    def page(self) -> Iterator[str]:
        """Yield the lines that `explain` prints."""
        if self.report.failure is not None:
            yield visible(self.report.failure.message)
            return
        if not self.failed:
            passed = counted(len(self.report.visible), "visible exercise")
            yield f"Nothing to explain: {passed} passed."
            return
        explanation, failed = self.explanation, ", ".join(self.failed)
        if explanation.repairs or self._is_by_chance:
            for name in explanation.names or self._diagnosed:
                yield ". ".join(describe_mistake(name, self.report.visible))
        yield from describe_repairs(explanation)
        if explanation.repairs:
            yield from self._diff(explanation.repairs[0])
            yield f"Failed before, and right with this change: {failed}."
            exercises = counted(explanation.exercises, "visible exercise")
            yield f"Run with it and passed: all {exercises}."
        elif self._is_by_chance:
            yield f"Running it does not tell which change mends it. Failed: {failed}."
        elif self._nearest is not None:
            yield from self._lines_about(self._nearest)
            yield f"Failed now: {failed}."
        else:
            yield f"No change was found that mends anything. Failed: {failed}."

    def _lines_about(self, nearest: ClaimedRepair) -> Iterator[str]:
        verdicts = self.report.visible
        all_points = counted(max_points_of(verdicts), "point")
        yield (
            "No change was found that makes this program right. "
            f"With the nearest change it has {nearest.points:g} of {all_points}, "
            f"and now {points_of(verdicts):g}:"
        )
        for kinds, lines in _by_changes(nearest.edits).items():
            for edit in lines:
                yield f"  {_line_name(edit)}: {', and '.join(kinds)}"
        yield from self._diff(nearest)

    def document(self) -> dict[str, Any]:
        """Return the document that `explain --json` prints."""
        report = self.report
        repairs = self.explanation.repairs
        repair = repairs[0] if repairs else self._nearest
        return {
            "passed": [
                verdict.exercise.id for verdict in report.visible if verdict.passed
            ],
            "failed": self.failed,
            "explained": bool(repairs),
            "misconceptions": list(self.explanation.names or self._diagnosed),
            "places": [location._asdict() for location in self.explanation.locations],
            "diff": "\n".join(self._changed(repair)) if repair is not None else "",
            "failure": report.failure.message if report.failure is not None else "",
        }

    def _diff(self, repair: ClaimedRepair) -> list[str]:
        lines = [visible(line, LONGEST_DIFF_LINE) for line in self._changed(repair)]
        return ["", *lines, ""]

    def _changed(self, repair: ClaimedRepair) -> Iterator[str]:
        """Yield the lines of a unified diff of the files that a repair changes."""
        from difflib import unified_diff  # only `explain` needs it

        sources = self.report.sources
        for file, repaired in rewritten(repair, sources).items():
            name = visible_name(file, LONGEST_QUOTED_LINE)
            before, after = source_lines(sources[file]), source_lines(repaired)
            yield from unified_diff(
                before, after, f"a/{name}", f"b/{name}", lineterm=""
            )


def _explanation_of(
    not_passed: Sequence[Verdict], findings: Mapping[str, Findings]
) -> Findings:
    """Return the explanation that has a nearest change, else the first one."""
    explanations = [
        findings[verdict.exercise.id]
        for verdict in not_passed
        if verdict.exercise.id in findings
    ]
    for explanation in explanations:
        if explanation.nearest is not None:
            return explanation
    return explanations[0] if explanations else NOTHING_FOUND


# --- Known mistakes ---


def describe_mistake(
    name: str, verdicts: Sequence[Verdict] = (), *, by_hand: bool = False
) -> tuple[str, str]:
    """Return the title of a known mistake, and its explanation.

    A claim in the explanation is left out unless it holds of all of `verdicts` that
    failed. by_hand: leave out the sentences about a program.
    """
    from autograder.explain.catalogue import BY_ID  # only what failed needs it

    searches = [verdict.evidence for verdict in verdicts if isinstance(verdict, Failed)]

    def holds(claim: str) -> bool:
        return bool(searches) and all(CLAIMS[claim](search) for search in searches)

    text = BY_ID[name].description(holds)
    if by_hand:
        text = without_code(text)
    return BY_ID[name].title, text


def without_code(text: str) -> str:
    """Return a text without the sentences about a program, as a sheet has none."""
    sentences = re.split(r"(?<=[.?]) ", text)
    return " ".join(
        sentence for sentence in sentences if not ABOUT_CODE.search(sentence)
    )


ABOUT_CODE = re.compile(
    r"\b(Look at|Look for|Read|lines?|loops?|functions?|arguments?|returns?|code"
    r"|programs?|math|What is returned)\b"
)


def _has_extra_leaf(evidence: Evidence) -> bool:
    looks = evidence.searched.outcome.looks
    return not set(looks) <= set(evidence.expected.visited)


def _value_of_no_leaf(evidence: Evidence) -> Answer | None:
    """Return a returned number that stands neither in the tree nor in the window."""
    finished, problem = evidence.searched.finished, evidence.problem
    if finished is None or isinstance(finished.value, str):
        return None
    given = {*problem.tree.values, *problem.window}
    return None if finished.value in given else finished.value


def _looks_below_depth(evidence: Evidence) -> bool:
    problem, looks = evidence.problem, evidence.searched.outcome.looks
    depth = problem.depth
    return depth is not None and any(problem.tree.ply(look) > depth for look in looks)


def _evaluates_above_depth(evidence: Evidence) -> bool:
    """Return whether a search looked too early at a state amid the game."""
    problem, looks = evidence.problem, evidence.searched.outcome.looks
    depth, tree = problem.depth, problem.tree
    return any(
        not tree.is_leaf(look) and (depth is None or tree.ply(look) < depth)
        for look in looks
    )


CLAIMS: Mapping[str, Callable[[Evidence], bool]] = {
    "extra-leaf": _has_extra_leaf,
    "below-depth": _looks_below_depth,
    "above-depth": _evaluates_above_depth,
    "wrong-value": lambda evidence: evidence.value_is_wrong,
    "returned-zero": lambda evidence: _value_of_no_leaf(evidence) == 0,
    "value-of-no-leaf": lambda evidence: _value_of_no_leaf(evidence) is not None,
    "equal-bounds-prune": lambda evidence: (
        evidence.problem.prune_when == "alpha >= beta"
    ),
}
"""Claims that a text of catalogue.md may make, as tests of a search that is shown."""
