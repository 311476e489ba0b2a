"""Describes a known mistake, its lines in a program, and its repair."""

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.core.grading.report import max_points_of, points_of
from autograder.core.judging.judge import Evidence, Failed, Verdict
from autograder.core.limits import LONGEST_DIFF_LINE, LONGEST_QUOTED_LINE, MOST_EQUALS
from autograder.core.sentences import has_sentence, plain_number, sentence
from autograder.core.text import (
    between_backticks,
    source_lines,
    visible,
    visible_name,
)
from autograder.explain.findings import (
    NOTHING_FOUND,
    ClaimedRepair,
    EditedLine,
    Findings,
    rewritten,
)
from autograder.tell.styled_text import COLUMNS, Line, Span, Text, line, plain
from reference.interfaces import exact_values, searched_tree
from reference.problem import Answer

if TYPE_CHECKING:
    from autograder.explain.graded import ExplainedReport

# --- Repairs ---


class MarkedLine(NamedTuple):
    """A line of a program to look at. note: the edit, or the fault in it."""

    file: str
    line: int
    text: str
    note: str


NO_SOURCES: Mapping[str, bytes] = {}
LONGEST_CODE = 70
"""Characters of a line of the program, so that it fits beside its number."""
NOTE_MARK = "<- "
AND = "\n"
"""Between the expressions of several edits, each of which is on one line."""
ALL = 0
"""In place of a number among equal expressions of a line: every one is changed."""
PART_KEPT = "a part, kept"
"""The sentence for a part that is removed, if the part that stays can be quoted."""
MARGIN = 3
"""Columns that stay free beside a note."""


def describe_repairs(
    findings: Findings,
    sources: Mapping[str, bytes] = NO_SOURCES,
    main_file: str = "",
    *,
    is_any_right: bool = True,
    is_named: bool = True,
) -> Text:
    """Return the lines of the program to look at, and the effect of an edit there.

    The source lines that equal repairs change instead follow. sources: by the names of
    the files. main_file: the one whose name is not told above its lines. is_any_right:
    whether the program passes some visible exercise. is_named: whether known mistakes
    stand above: the other lines are marked as told beside these.
    """
    beside = unnamed(findings) if is_named else ()
    marked = marked_lines(_told_edits(findings), sources, beside)
    effects = describe_effects(findings, main_file, is_any_right=is_any_right)
    return [*_rows(marked, main_file), *effects]


def describe_effects(
    findings: Findings, main_file: str = "", *, is_any_right: bool = True
) -> Text:
    """Return the effect of a repair, and the lines that equal repairs change instead.

    main_file, is_any_right: as for `describe_repairs`.
    """
    effects = _effects(findings, is_any_right=is_any_right)
    if effects and _tells_facts(findings):
        effects.append(_where_changed(findings.told_repairs[0]))
    text = [line(f"  {effect}") for effect in effects]
    if findings.repairs:
        text += _equal_lines(findings.repairs, main_file)
    return text


def _rows(marked: Sequence[MarkedLine], main_file: str) -> Text:
    """Return marked lines as text. main_file: the one that is not named above them."""
    text: Text = []
    file = main_file
    note = ""
    for row in marked:
        if row.file != file:
            file = row.file
            note = ""
            text.append(_heading(file))
        is_same = row.note == note
        shown_note = sentence("repair", "same as above") if is_same else row.note
        text += _marked(row.line, row.text, shown_note)
        note = row.note
    return text


def _heading(file: str) -> Line:
    return line(Span(f"  {visible_name(file)}", "faint"))


def _marked(number: int, code: str, note: str) -> Text:
    """Return a line of the program, with its number and a note behind it or below."""
    row = _numbered(number, code)
    mark = Span(f"{NOTE_MARK}{note}", "cutoff")
    if len(plain([row])) + len(mark.text) + MARGIN < COLUMNS:
        return [(*row, Span(" " * MARGIN), mark)]
    return [row, line("         ", mark)]


def _numbered(number: int, code: str) -> Line:
    if len(code) > LONGEST_CODE:
        code = f"{code[: LONGEST_CODE - 1]}…"
    return line(f"  {number:>4} | {code}")


def _told_edits(findings: Findings) -> list[EditedLine]:
    """Return the edits whose lines are told: the best repair's, and other slips."""
    edits = _other_slips(findings)
    for repair in findings.repairs[:1] or findings.told_repairs:
        edits += repair.edits
    return edits


def unnamed(findings: Findings) -> list[EditedLine]:
    """Return the edits of the best repair that undo no known mistake, if others do."""
    repairs = [part for best in findings.repairs[:1] for part in best.components]
    if not any(repair.mistake for repair in repairs):
        return []
    return [edit for repair in repairs if not repair.mistake for edit in repair.edits]


def marked_lines(
    edits: Sequence[EditedLine],
    sources: Mapping[str, bytes],
    unnamed: Collection[EditedLine] = (),
) -> list[MarkedLine]:
    """Return the lines that edits change, in order.

    Each is indented as in the program, without the blanks that all of them have.
    unnamed: those that undo no known mistake, beside others that do.
    """
    texts = {_position(edit): _source_line(edit, sources) for edit in edits}
    blanks = min((_indent_of(text) for text in texts.values()), default=0)
    return [
        MarkedLine(file, number, texts[file, number][blanks:], note)
        for (file, number), note in sorted(notes_by_position(edits, unnamed).items())
    ]


def notes_by_position(
    edits: Iterable[EditedLine], unnamed: Collection[EditedLine] = ()
) -> dict[tuple[str, int], str]:
    """Return the note on each line that edits change, by its file and number.

    unnamed: those that undo no known mistake, beside others that do.
    """
    by_position: dict[tuple[str, int], list[EditedLine]] = {}
    for edit in edits:
        by_position.setdefault(_position(edit), []).append(edit)
    notes: dict[tuple[str, int], str] = {}
    for position, beside in by_position.items():
        note = (
            _as_in_other_lines(beside)
            or _test_and_update(beside)
            or "; ".join(dict.fromkeys(map(note_of, _of_one_kind(beside))))
        )
        if all(edit in unnamed for edit in beside):
            note = sentence("repair", "also", note=note)
        notes[position] = note
    return notes


def _of_one_kind(edits: Iterable[EditedLine]) -> list[EditedLine]:
    """Return the edits of a line, with one for all those of a kind.

    It has the expressions of all, in the order of the line.
    """
    by_kind: dict[tuple[str, str, str, str], list[EditedLine]] = {}
    for edit in edits:
        role = edit.role if edit.kind.is_slip or _is_in_the_call(edit) else ""
        key = edit.kind.name, role, edit.part, edit.form
        by_kind.setdefault(key, []).append(edit)
    of_kinds: list[EditedLine] = []
    for first, *others in by_kind.values():
        codes = {edit.code: edit.text.find(edit.code) for edit in (first, *others)}
        if others and all(codes):
            code = AND.join(sorted(codes, key=lambda code: codes[code]))
            which = _all_of_them([first, *others])
            of_kinds.append(first._replace(code=code, which=which))
        else:
            of_kinds += [first, *others]
    return of_kinds


def _all_of_them(edits: Sequence[EditedLine]) -> tuple[int, int] | None:
    """Return that edits change all equal expressions of a line, if they do."""
    places = {edit.which for edit in edits if edit.which is not None}
    counts = {count for _, count in places}
    return (ALL, len(places)) if counts == {len(places)} else None


def _as_in_other_lines(edits: Sequence[EditedLine]) -> str:
    """Return one note about edits that follow several lines of the other player's part.

    Return "" if they are others, or if some are behind a block.
    """
    twins = {edit.twin[0] for edit in edits if edit.twin is not None}
    kinds = {edit.kind.name for edit in edits}
    is_about_lines = all(edit.twin and not edit.block for edit in edits)
    if len(twins) < 2 or not is_about_lines or not kinds <= OF_A_TWIN.keys():
        return ""
    name = "lines added as there" if kinds <= ADDED_AFTER else "lines as the other"
    return sentence("edits", name, lines=", ".join(map(str, sorted(twins))))


def _test_and_update(edits: Sequence[EditedLine]) -> str:
    """Return one note if both the test and the update of a bound are missing, or ""."""
    if any(edit.twin or edit.block for edit in edits):
        return ""
    tests = [edit for edit in edits if edit.kind.name == "test added"]
    updates = [edit for edit in edits if _updates_a_bound(edit)]
    if not tests or not updates or len(tests) + len(updates) < len(edits):
        return ""
    return sentence("edits", "test and update added")


def _updates_a_bound(edit: EditedLine) -> bool:
    """Return whether the next child gets a better bound, perhaps only in the call."""
    return edit.kind.name == "update added" or _is_in_the_call(edit)


def _is_in_the_call(edit: EditedLine) -> bool:
    """Return whether a call of the search gets the better of a bound and a value."""
    return edit.kind.name == "better of two" and edit.role == "window"


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


def _effects(findings: Findings, *, is_any_right: bool) -> list[str]:
    """Return the effect of the repair, or of each of the nearest edits."""
    if not findings.repairs:
        return [
            _effect_of_nearest(nearest, is_any_right=is_any_right)
            for nearest in findings.told_repairs
        ]
    best, *_ = findings.repairs
    if all(edit.kind.is_slip for edit in best.edits):
        return [_effect_of_slips(findings.exercises)]
    return [_effect_of_all(findings.exercises, _lines_of(best))]


def _tells_facts(findings: Findings) -> bool:
    """Return whether slips are told in lines that the best repair does not change."""
    changed = {
        _position(edit) for best in findings.told_repairs[:1] for edit in best.edits
    }
    return any(_position(edit) not in changed for edit in _other_slips(findings))


def _where_changed(repair: ClaimedRepair) -> str:
    """Return at which lines a program was changed, as others are marked, too."""
    numbers = sorted({edit.line for edit in repair.edits})
    lines = ", ".join(map(str, numbers))
    return sentence("repair", "where changed", count=len(numbers), lines=lines)


def _effect_of_slips(exercises: int) -> str:
    """Return the effect of a repair of slips alone, whose notes name no change."""
    if exercises == 1:
        return sentence("repair", "slip of the only one")
    if exercises == 2:
        return sentence("repair", "slip of both")
    return sentence("repair", "slip of all", count=exercises)


def _effect_of_all(exercises: int, lines: int) -> str:
    """Return the effect of a repair that changes some lines."""
    if exercises == 1:
        return sentence("repair", "makes the only one right", lines=lines)
    if exercises == 2:
        return sentence("repair", "makes both right", lines=lines)
    return sentence("repair", "makes all right", count=exercises, lines=lines)


def _lines_of(repair: ClaimedRepair) -> int:
    """Return how many lines a repair changes."""
    return len(set(map(_position, repair.edits)))


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


def _effect_of_nearest(repair: ClaimedRepair, *, is_any_right: bool) -> str:
    """Return the effect of edits that do not repair everything.

    is_any_right: whether there are exercises that were right before.
    """
    exercises = repair.exercises_repaired or repair.exercises_helped
    parts = {
        "exercise": exercises[0],
        "count": len(exercises),
        "lines": _lines_of(repair),
    }
    is_only_one = len(exercises) == 1
    if not repair.exercises_repaired:
        return sentence("repair", "helps one" if is_only_one else "helps more", **parts)
    if not repair.helps_all:
        name = "makes some right"
    else:
        name = "makes one right" if is_only_one else "makes more right"
    return sentence("repair", name if is_any_right else NONE_BEFORE[name], **parts)


NONE_BEFORE: Mapping[str, str] = {
    "makes one right": "makes one right, none before",
    "makes more right": "makes more right, none before",
    "makes some right": "makes some right, none before",
}
"""By the sentence on a change, the one that holds if no exercise was right before."""


def _equal_lines(repairs: Sequence[ClaimedRepair], main_file: str) -> Text:
    """Return the source lines that equal repairs change in place of all of the best's.

    A repair that also changes some of the best's lines replaces only the others.
    """
    best, *equals = repairs
    changed = {_position(edit) for edit in best.edits}
    alone: list[EditedLine] = []
    together: list[list[EditedLine]] = []
    for repair in equals[:MOST_EQUALS]:
        if not changed.isdisjoint(map(_position, repair.edits)):
            continue
        edits = list({_position(edit): edit for edit in repair.edits}.values())
        if len(edits) > 1:
            together.append(edits)
        else:
            alone += edits
    text: Text = []
    if alone:
        lines = len(set(map(_position, alone)))
        text.append(line(f"  {sentence('repair', 'equal line', count=lines)}"))
        text += _rows(_without_sources(alone), main_file)
    if together:
        text.append(line(f"  {sentence('repair', 'equal lines')}"))
        text += _rows(_without_sources(together[0]), main_file)
    return text


def _without_sources(edits: Iterable[EditedLine]) -> list[MarkedLine]:
    """Return the lines that edits change, each once and without its indent."""
    return marked_lines(
        [*{_position(edit): edit for edit in edits}.values()], NO_SOURCES
    )


OF_A_TWIN: Mapping[str, str] = {
    "as the other": "as the other, line",
    "added as there": "added as there, line",
    "leaf added": "leaf added, line",
    "update added": "update added, line",
    "update put": "update put, line",
}
"""By kind, the name of the sentence that names a line of the other player's part."""
DROPPED = ("test dropped", "result dropped", "line dropped")
"""Kinds that take a line away, perhaps with its block."""
BEHIND_A_BLOCK: Mapping[str, tuple[str, str]] = {
    "test added": ("test added, block", "test added, behind"),
    "update added": ("update added, block", "update added, behind"),
}
"""By kind, the sentences about a block that begins or ends in the line."""
OF_BOTH: Mapping[str, tuple[str, str]] = {
    "added as there": ("added as there, line, block", "added as there, line, behind"),
    "update added": ("update added, line, block", "update added, line, behind"),
}
"""By kind, those that also name a line of the other player's part."""
ADDED_AFTER = OF_BOTH.keys()
"""Kinds that add a line after the one that is told."""


def note_of(edit: EditedLine) -> str:
    """Return the note about an edit's line: how to change it, or a slip in it.

    It does not give the corrected line away. That the line is wrong is not proved, only
    that the program is right with the change; a slip is seen in the run.
    """
    kind = edit.kind
    if edit.block and kind.name in DROPPED:
        is_all_of_it = edit.block[0] != edit.line
        return sentence("edits", "only line" if is_all_of_it else "block dropped")
    is_added = kind.name in (OF_BOTH if edit.twin else BEHIND_A_BLOCK)
    if edit.block and is_added:
        return _note_behind_a_block(edit, *edit.block)
    if edit.block and edit.form and has_sentence("edits", f"{kind.name}, {edit.form}"):
        return sentence("edits", f"{kind.name}, {edit.form}", **_quoted(edit.block))
    if edit.twin and kind.name in OF_A_TWIN:
        return sentence("edits", OF_A_TWIN[kind.name], **_quoted(edit.twin))
    return _note_of_a_slip(edit) if kind.is_slip else _note_of_an_expression(edit)


def _note_of_a_slip(edit: EditedLine) -> str:
    """Return the note about a slip: its role has the names of which the note tells."""
    names = [visible_name(name.replace(",", ", ")) for name in edit.role.split()]
    if edit.kind.name == "same as other":
        first, other, sense, *_ = names
        name = "same as other, smallest"
        if sense == "greatest":
            name = "same as other, greatest"
        return sentence("edits", name, name=first, other=other)
    # A role may lack the last names that a sentence has room for.
    first, other, third, *_ = [*names, "", "", ""]
    return sentence("edits", edit.kind.name, name=first, other=other, third=third)


def _note_behind_a_block(edit: EditedLine, first_line: int, text: str) -> str:
    """Return the note about a line to add behind a block that begins in a line."""
    begins_here = first_line == edit.line
    if edit.twin:
        at_head, at_end = OF_BOTH[edit.kind.name]
        if begins_here:
            return sentence("edits", at_head, **_quoted(edit.twin))
        return sentence("edits", at_end, block=first_line, **_quoted(edit.twin))
    at_head, at_end = BEHIND_A_BLOCK[edit.kind.name]
    if begins_here:
        return sentence("edits", at_head)
    return sentence("edits", at_end, **_quoted((first_line, text)))


def _note_of_an_expression(edit: EditedLine) -> str:
    """Return the note about an edit that is no slip: with the expression, if known."""
    name = "better of two, window" if _is_in_the_call(edit) else edit.kind.name
    if has_sentence("edits", f"{name}, {edit.role}"):
        return sentence("edits", f"{name}, {edit.role}")
    if has_sentence("edits", f"{name}, {edit.form}"):
        name = f"{name}, {edit.form}"
    parts = edit.part.split(", ") if edit.form else [edit.part]
    part = "`, `".join(between_backticks(part, LONGEST_QUOTED_LINE) for part in parts)
    if part and not edit.form:
        name = PART_KEPT
    if not edit.code or not has_sentence("replaced", name):
        return sentence("edits", name, part=part)
    codes = edit.code.split(AND)
    code = "`, `".join(between_backticks(code, LONGEST_QUOTED_LINE) for code in codes)
    note = sentence("replaced", name, code=code, count=len(codes), part=part)
    if edit.which is None:
        return note
    number, count = edit.which
    if number == ALL:
        return sentence("repair", "each one", note=note, count=count)
    return sentence("repair", "which one", note=note, number=number, count=count)


def _quoted(other: tuple[int, str]) -> dict[str, object]:
    """Return the number and the code of another line, as parts of a sentence."""
    number, text = other
    return {"line": number, "code": between_backticks(text, LONGEST_QUOTED_LINE)}


def _position(edit: EditedLine) -> tuple[str, int]:
    return edit.file, edit.line


# --- The command `explain` ---


class ExplainOutput:
    """The output of `explain`: explanations, and a diff for those who help the author.

    failed: the ids of the visible exercises that failed.
    """

    def __init__(self, explained: "ExplainedReport") -> None:
        from autograder.explain.catalogue import CHANCE  # only failures need it

        report = explained.report
        self.report = report
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

    def lines(self) -> Iterator[str]:
        """Yield the lines that `explain` prints."""
        if self.report.failure is not None:
            yield visible(self.report.failure.message)
            return
        if not self.failed:
            passed = len(self.report.visible)
            yield sentence("repair", "nothing to explain", count=passed)
            return
        explanation = self.explanation
        failed = ", ".join(self.failed)
        if explanation.repairs or self._is_by_chance:
            for name in explanation.names or self._diagnosed:
                mistake = describe_mistake(name, self.report.visible, explanation)
                yield f"{mistake.title}. {mistake.explanation}"
        file = self.report.exercises.assignment.file
        text = describe_repairs(
            explanation,
            self.report.sources,
            file,
            is_any_right=len(self.failed) < len(self.report.visible),
        )
        yield from plain(text).splitlines()
        if explanation.repairs:
            yield from self._diff(explanation.repairs[0])
            yield sentence("repair", "right with this change", exercises=failed)
            exercises = explanation.exercises
            yield sentence("repair", "passed with this change", count=exercises)
        elif self._is_by_chance:
            yield sentence("repair", "by chance", exercises=failed)
        elif self._nearest is not None:
            yield from self._lines_about(self._nearest)
            yield sentence("repair", "failed now", exercises=failed)
        else:
            yield sentence("repair", "no change", exercises=failed)

    def _lines_about(self, nearest: ClaimedRepair) -> Iterator[str]:
        """Yield the lines on the repair that comes nearest, and makes not all right."""
        verdicts = self.report.visible
        yield sentence(
            "repair",
            "nearest change",
            points=f"{nearest.points:g}",
            count=plain_number(max_points_of(verdicts)),
            now=f"{points_of(verdicts):g}",
        )
        file = self.report.exercises.assignment.file
        rows = _rows(marked_lines(nearest.edits, self.report.sources), file)
        yield from plain(rows).splitlines()
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
        changed = self._changed(repair)
        lines = [visible(diff_line, LONGEST_DIFF_LINE) for diff_line in changed]
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


class DescribedMistake(NamedTuple):
    """The sentences about a known mistake.

    explanation: all of them. reason: those that are left if its lines are shown.
    """

    title: str
    explanation: str
    reason: str


def describe_mistake(
    name: str, verdicts: Sequence[Verdict] = (), findings: Findings = NOTHING_FOUND
) -> DescribedMistake:
    """Return the title of a known mistake, and its explanation.

    A claim in the explanation is left out unless it holds of all of `verdicts` that
    failed. If one of these asks for an action, the title leaves out the root, which may
    have a loop of its own. findings: on the program. By hand there is none, and the
    sentences about it are left out; a search whose leaves are asked for elsewhere is
    not asked about its own lines.
    """
    # Only failures need it.
    from autograder.explain.catalogue import ABOUT_CODE, BY_ID, LOOK, QUESTION
    from autograder.explain.repair.kinds import SLIPS

    searches = [verdict.evidence for verdict in verdicts if isinstance(verdict, Failed)]

    def holds(claim: str) -> bool:
        return bool(searches) and all(CLAIMS[claim](search) for search in searches)

    mistake = BY_ID[name]
    left_out: tuple[str, ...] = ABOUT_CODE if findings.by_hand else ()
    if any(slip.kind is SLIPS["read through"] for slip in findings.slips):
        left_out = (*left_out, QUESTION)
    is_choice = any(isinstance(search.expected.value, str) for search in searches)
    return DescribedMistake(
        mistake.title_beside_root if is_choice else mistake.title,
        mistake.description(holds, left_out),
        mistake.description(holds, (*left_out, LOOK)),
    )


def _has_extra_leaf(evidence: Evidence) -> bool:
    looks = evidence.searched.outcome.looks
    return not set(looks) <= set(evidence.expected.visited)


def _value_of_no_leaf(evidence: Evidence) -> Answer | None:
    """Return a wrong number that stands neither in the tree nor in the window.

    In negamax a leaf may be worth the drawn value, or the negated one.
    """
    finished, problem = evidence.searched.finished, evidence.problem
    if finished is None or isinstance(finished.value, str):
        return None
    if not evidence.value_is_wrong:
        return None
    seen_by_search = searched_tree(problem).values
    given = {*problem.tree.values, *seen_by_search, *problem.window}
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


def _took_a_worse_action(evidence: Evidence) -> bool:
    """Return whether a search looked at the right leaves and took a worse action.

    It is worth less than the right action: only a bound of it may have been as good.
    """
    finished, problem = evidence.searched.finished, evidence.problem
    if not (evidence.checks["pruned"] and evidence.checks["order"]):
        return False
    right = str(evidence.expected.value)
    returned = "" if finished is None else str(finished.value)
    exact = exact_values(problem)
    worth = {
        problem.tree.name(child): exact[child] for child in problem.tree.children(0)
    }
    if right not in worth or returned not in worth:
        return False
    return worth[right] != worth[returned]


CLAIMS: Mapping[str, Callable[[Evidence], bool]] = {
    "extra-leaf": _has_extra_leaf,
    "below-depth": _looks_below_depth,
    "above-depth": _evaluates_above_depth,
    "wrong-value": lambda evidence: evidence.value_is_wrong,
    "returned-zero": lambda evidence: _value_of_no_leaf(evidence) == 0,
    "value-of-no-leaf": lambda evidence: _value_of_no_leaf(evidence) is not None,
    "worth-less": _took_a_worse_action,
}
"""Claims that may be made of a known mistake, as tests of a search that is shown."""
