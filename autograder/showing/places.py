"""Says what a known mistake is, and where in a student's program one is: the line, and what kind of change mends it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from autograder.judging.explanation import ClaimedRepair, EditedLine, Explanation, rewritten
from autograder.judging.judge import Evidence, Failed, Verdict
from autograder.judging.report import Report, max_points_of, points_of
from autograder.limits import LONGEST_DIFF_LINE, LONGEST_QUOTED_LINE, MOST_EQUALS
from autograder.text import counted, source_lines, visible, visible_name
from reference.problem import Answer


def sentences(explanation: Explanation) -> list[str]:
    """The lines of text about the best repair, and the source lines that equal repairs change instead."""
    known = {(edit.file, edit.line) for repair in explanation.told for edit in repair.edits if edit.kind.is_slip}
    besides = [edit for edit in explanation.seen if (edit.file, edit.line) not in known]
    said: list[str] = []
    if not explanation.repairs:
        for repair in explanation.told:
            more = len(repair.mends or repair.helps) - 1
            these = f"this exercise and {counted(more, 'other failed one')}" if more else "this exercise"
            right = f"{these} {'are' if more else 'is'} right, and those that were right still are"
            longer = f"the right leaves are looked at for longer in {these}"
            rest = "What else fails needs another change" if repair.mends else "That is not yet all that is wrong"
            said += _with_slips_first(repair, f"{right if repair.mends else longer}. {rest}")
        return [*said, *(f"{words}." for words in _slips(besides))]
    best, *equals = explanation.repairs
    few = {1: "the one visible exercise is right", 2: "both visible exercises are right"}
    right = few.get(explanation.exercises) or f"all {counted(explanation.exercises, 'visible exercise')} are right"
    said = _with_slips_first(best, right)
    known = {(edit.file, edit.line) for edit in best.edits}
    others = [edit for repair in equals[:MOST_EQUALS] for edit in repair.edits if (edit.file, edit.line) not in known]
    if others:
        said.append("A change in one of these lines instead does the same, so the mistake may be there:")
        said += list(dict.fromkeys(f"  {_place(edit)}: `{_line(edit)}`" for edit in others))[:MOST_EQUALS]
    if explanation.has_slips_first:
        return [*(f"{words}." for words in _slips(besides)), *said]
    return [*said, *(f"Besides: {words}." for words in _slips(besides))]


def _with_slips_first(repair: ClaimedRepair, right: str) -> list[str]:
    said = [f"{words}." for words in _slips(edit for edit in repair.edits if edit.kind.is_slip)]
    rest = [edit for edit in repair.edits if not edit.kind.is_slip]
    several = len({edit.file for edit in rest}) > 1
    alike = enumerate(_by_kind(rest).items())
    parts = ", and in ".join(_alike(kind, edits, named=not place or several) for place, (kind, edits) in alike)
    link = " and in ".join(filter(None, ("With that put right" * bool(said), parts)))
    return [*said, f"{link}, {right}."]


def _slips(edits: Iterable[EditedLine]) -> list[str]:
    said = []
    for words, (first, *others) in _by_kind(edits).items():
        same = "".join(f", and so in {_place(edit, first)}" for edit in others)
        said.append(f"{_place(first)}: `{_line(first)}` — {words}{same}")
    return said


def kind_of(edit: EditedLine) -> str:
    """The kind of change that an edit makes, in words that do not give the corrected line away; what a slip is."""
    if not edit.kind.is_slip:
        return edit.kind.words
    return edit.kind.words.format(*(visible_name(word.replace(",", " and ")) for word in edit.role.split()), "", "", "")


def _by_kind(edits: Iterable[EditedLine]) -> dict[str, list[EditedLine]]:
    kinds: dict[str, list[EditedLine]] = {}
    for edit in edits:
        kinds.setdefault(kind_of(edit), []).append(edit)
    return kinds


def _alike(kind: str, edits: Sequence[EditedLine], *, named: bool) -> str:
    head, *others = sorted(edits, key=lambda edit: (edit.file, edit.line))
    elsewhere = [edit for edit in others if (edit.file, edit.line) != (head.file, head.line)]
    lines = dict.fromkeys(_place(edit, head) for edit in elsewhere)
    same = f", and the same in {' and '.join(lines)}" if lines else ""
    here = "" if "line" in kind else " here"
    return f"{_place(head, None if named else head)}: `{_line(head)}` — with {kind}{here}{same}"


def _place(edit: EditedLine, beside: EditedLine | None = None) -> str:
    file = "" if beside is not None and beside.file == edit.file else f"{visible_name(edit.file)}, "
    return f"{file}line {edit.line}"


def _line(edit: EditedLine) -> str:
    return visible_name(edit.text.replace("`", "'"), LONGEST_QUOTED_LINE)


class Explained:
    """What explains a graded submission, with a diff for those who help its author. failed: visible exercises' ids."""

    def __init__(self, report: Report) -> None:
        from autograder.mistakes.catalogue import CHANCE  # only what failed needs it

        self.report = report
        self.failed = [verdict.exercise.id for verdict in report.visible if not verdict.passed]
        found = (verdict.explanation for verdict in report.visible if isinstance(verdict, Failed))
        self.explanation = max(found, key=lambda one: one.nearest is not None, default=Explanation())
        names = {verdict.misconceptions for verdict in report.visible if not verdict.passed}
        self._is_by_chance = (CHANCE,) in names
        only = (CHANCE,) if self._is_by_chance else next(iter(names)) if len(names) == 1 else ()
        self._diagnosed = only if len(only) == 1 else ()

    @property
    def _nearest(self) -> ClaimedRepair | None:
        nearest = self.explanation.nearest
        return nearest if nearest is not None and nearest.points > points_of(self.report.visible) else None

    def page(self) -> Iterator[str]:
        """The lines that `explain` prints."""
        explanation, failed, visible_ones = self.explanation, ", ".join(self.failed), self.report.visible
        if self.report.failure is not None:
            yield visible(self.report.failure.words)
            return
        if not failed:
            yield f"Nothing to explain: {counted(len(visible_ones), 'visible exercise')} passed."
            return
        names = explanation.names or self._diagnosed if explanation.repairs or self._is_by_chance else ()
        yield from (". ".join(explained(name, visible_ones)) for name in names)
        yield from sentences(explanation)
        if explanation.repairs:
            yield from self._diff(explanation.repairs[0])
            yield f"Failed before, and right with this change: {failed}."
            yield f"Run with it and passed: all {counted(explanation.exercises, 'visible exercise')}."
        elif self._is_by_chance:
            yield f"Running it does not tell which change mends it. Failed: {failed}."
        elif self._nearest is not None:
            now, most = points_of(visible_ones), counted(max_points_of(visible_ones), "point")
            more = f"With the nearest change it has {self._nearest.points:g} of {most}, and now {now:g}"
            yield f"No change was found that makes this program right. {more}:"
            yield from (f"  {_place(edit)}: {kind_of(edit)}" for edit in self._nearest.edits)
            yield from self._diff(self._nearest)
            yield f"Failed now: {failed}."
        else:
            yield f"No change was found that mends anything. Failed: {failed}."

    def document(self) -> dict[str, Any]:
        """What `explain --json` prints."""
        repair = next(iter(self.explanation.repairs), self._nearest)
        return {
            "passed": [verdict.exercise.id for verdict in self.report.visible if verdict.passed],
            "failed": self.failed,
            "explained": bool(self.explanation.repairs),
            "misconceptions": list(self.explanation.names or self._diagnosed),
            "places": [place._asdict() for place in self.explanation.places],
            "diff": "\n".join(self._changed(repair)) if repair is not None else "",
            "failure": self.report.failure.words if self.report.failure is not None else "",
        }

    def _diff(self, repair: ClaimedRepair) -> list[str]:
        return ["", *(visible(row, LONGEST_DIFF_LINE) for row in self._changed(repair)), ""]

    def _changed(self, repair: ClaimedRepair) -> Iterator[str]:
        from difflib import unified_diff  # only `explain` needs it

        for file, text in rewritten(repair, self.report.sources).items():
            name = visible_name(file, LONGEST_QUOTED_LINE)
            before, after = source_lines(self.report.sources[file]), source_lines(text)
            yield from unified_diff(before, after, f"a/{name}", f"b/{name}", lineterm="")


# --- Known mistakes ---


def explained(name: str, shown: Sequence[Verdict] = ()) -> tuple[str, str]:
    """The title of a known mistake and its explanation, with what its words claim where that holds of all shown."""
    from autograder.mistakes.catalogue import BY_ID  # only what failed needs it

    seen = [verdict.evidence for verdict in shown if isinstance(verdict, Failed)]

    def holds(claim: str) -> bool:
        return bool(seen) and all(CLAIMS[claim](evidence) for evidence in seen)

    return BY_ID[name].title, BY_ID[name].explanation(holds)


def _value_of_no_leaf(evidence: Evidence) -> Answer | None:
    finished, problem = evidence.found.finished, evidence.problem
    known = {*problem.tree.values, *problem.window}
    return None if finished is None or isinstance(finished.value, str) or finished.value in known else finished.value


CLAIMS: Mapping[str, Callable[[Evidence], bool]] = {
    "extra-leaf": lambda evidence: not set(evidence.found.outcome.looks) <= set(evidence.expected.visited),
    "wrong-value": lambda evidence: not evidence.checks["value"],
    "returned-zero": lambda evidence: _value_of_no_leaf(evidence) == 0,
    "value-of-no-leaf": lambda evidence: _value_of_no_leaf(evidence) is not None,
    "equal-bounds-prune": lambda evidence: evidence.problem.prune_when == "alpha >= beta",
}
"""What a text of catalogue.md may claim, and whether it holds of a search that is shown."""
