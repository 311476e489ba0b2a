"""Proves repairs: none is believed that was not seen to make the program right.

A process of the submission's searches for the edits. It runs the student's code, so it
only claims which of all possible edits repair the program. A second process, which runs
nothing of the student's, writes these edits into the student's own text. The text is
then run as any submission is, and only if it passes every visible exercise the claim is
believed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from math import inf

from autograder.core import limits
from autograder.core.exercises.model import Every, FixedExercise, Generate
from autograder.core.judging.judge import (
    Failed,
    Verdict,
    evidence_of,
    judge,
    same_looks,
)
from autograder.core.sandbox.program import Sandbox
from autograder.explain.catalogue import CHANCE
from autograder.explain.findings import ClaimedRepair, EditedLine, Findings
from autograder.explain.repair.kinds import KINDS, MAY_BE_MEANT
from autograder.explain.repair.likelihood import cost
from autograder.explain.repair.messages import (
    COMPONENT,
    MOVES,
    DescribedEdit,
    DescribedRepair,
    NewLines,
    described_repairs,
)

Changed = Callable[[ClaimedRepair], AbstractContextManager[Sandbox]]
"""Starts a program with its text changed by a repair, in a process that its context
ends."""
VerdictPair = tuple[Verdict, Verdict]
"""On one exercise, before and after a program was changed."""


def prove(
    verdicts: Sequence[Verdict],
    repairs: Sequence[ClaimedRepair],
    program: Changed,
    going_on: Callable[[], bool],
) -> Findings:
    """Return the claimed repairs that are believed, or else the nearest edits.

    verdicts: of the exercises that students see; the program fails some.
    """
    proved: list[ClaimedRepair] = []
    partial: list[ClaimedRepair] = []
    points_now = sum(verdict.points for verdict in verdicts)
    for repair in _to_be_tried(repairs):
        if len(proved) == limits.MOST_BELIEVED or not going_on():
            break
        if _needs_more(repair, proved):
            continue
        least = _points_to_exceed(partial, points_now)
        with program(repair) as changed:
            pairs = _judged_again(verdicts, changed, going_on)
            after = _verdicts_after(repair, pairs, verdicts, least)
        if after is not None and all(verdict.passed for verdict in after):
            proved.append(repair)
        elif after is not None:
            partial.append(_with_its_effect(repair, verdicts, after))
    nearest = None if proved else _nearest(partial, points_now)
    slips = _slips(repairs, is_repaired=bool(proved))
    return Findings(tuple(proved), nearest, len(verdicts), slips)


def _needs_more(repair: ClaimedRepair, proved: Sequence[ClaimedRepair]) -> bool:
    """Return whether a repair changes all that a proved one does, and more."""
    return any(
        len(kept.edits) < len(repair.edits)
        and all(edit in repair.edits for edit in kept.edits)
        for kept in proved
    )


def _to_be_tried(repairs: Sequence[ClaimedRepair]) -> list[ClaimedRepair]:
    """Return the claims that have a text: whole repairs first, then the nearest."""
    written = [repair for repair in repairs if repair.text]
    whole = [repair for repair in written if repair.kind == "repair"]
    return whole + [repair for repair in written if repair.kind == "nearest"]


def _nearest(
    partial: Sequence[ClaimedRepair], points_now: float
) -> ClaimedRepair | None:
    better = [
        repair
        for repair in partial
        if repair.points > points_now or repair.exercises_helped
    ]
    return max(
        better,
        key=lambda repair: (
            repair.helps_all,
            len(repair.exercises_repaired),
            len(repair.exercises_helped),
            repair.points,
        ),
        default=None,
    )


def _slips(
    repairs: Sequence[ClaimedRepair], *, is_repaired: bool
) -> tuple[EditedLine, ...]:
    """Return the slips that a failing search came by.

    A program that answers by chance does not get here, so a slip that brings chance
    into a program explains nothing.
    """
    may_be_meant = MAY_BE_MEANT if is_repaired else ()
    slips: list[EditedLine] = []
    for repair in repairs:
        if repair.kind != "seen":
            continue
        for edit in repair.edits:
            goes_by_chance = CHANCE in edit.kind.at("")
            is_told = edit.kind.is_slip and edit.kind.name not in may_be_meant
            if is_told and not goes_by_chance:
                slips.append(edit)
    return tuple(slips[: limits.MOST_EDITS])


# --- Repairs of some exercises ---


def _with_its_effect(
    repair: ClaimedRepair, before: Sequence[Verdict], after: Sequence[Verdict]
) -> ClaimedRepair:
    helps_all = bool(_improved(before, after))
    kinds = len({edit.kind.name for edit in repair.edits})
    first = repair.edits[0]
    is_likely = kinds == 1 and cost(first.kind, first.role) <= limits.DEAREST_HELP
    exercises_repaired = _repaired(before, after, helps_all=helps_all)
    if not is_likely and not _are_many(exercises_repaired, before, kinds):
        exercises_repaired = ()
    helped = _helped(before, after) if not exercises_repaired and is_likely else ()
    points = sum(verdict.points for verdict in after)
    return repair._replace(
        points=points,
        exercises_repaired=exercises_repaired,
        exercises_helped=helped,
        helps_all=helps_all,
    )


def _repaired(
    before: Sequence[Verdict], after: Sequence[Verdict], *, helps_all: bool
) -> tuple[str, ...]:
    """Return the failed exercises that are right with edits, and tell about them.

    One of many is right by accident, and so may be all if another goes wrong earlier.
    """
    if any(map(_goes_back, before, after)):
        return ()
    pairs = zip(before, after, strict=True)
    failed = [(old, new) for old, new in pairs if not old.passed]
    repaired = tuple(new.exercise.id for _, new in failed if new.passed)
    is_one_of_many = len(failed) > limits.LEAST_HELPED or not helps_all
    if is_one_of_many and len(repaired) < limits.LEAST_HELPED:
        return ()
    return repaired


def _are_many(repaired: Sequence[str], before: Sequence[Verdict], kinds: int) -> bool:
    """Return whether unlikely edits, or several, repair too much for an accident.

    That is half of the exercises that failed, and several for each kind of edit.
    """
    failed = sum(not verdict.passed for verdict in before)
    are_half = 2 * len(repaired) >= failed
    return are_half and len(repaired) >= limits.LEAST_HELPED * kinds


def _judged_again(
    before: Sequence[Verdict], changed: Sandbox, going_on: Callable[[], bool]
) -> Iterator[VerdictPair]:
    """Yield each verdict with that on a changed program, the most telling first.

    A verdict that still fails has the evidence of the same tree, so that both can be
    compared.
    """
    for old in sorted(before, key=_judging_order):
        new = judge(old.exercise, changed.search_each, going_on)
        if isinstance(old, Failed) and isinstance(new, Failed):
            problem = old.evidence.problem
            searched = changed.search(problem)
            evidence = evidence_of(problem, searched, None, old.exercise.asked_checks)
            new = new._replace(evidence=evidence)
        yield old, new


def _verdicts_after(
    repair: ClaimedRepair,
    pairs: Iterable[VerdictPair],
    before: Sequence[Verdict],
    least: float,
) -> list[Verdict] | None:
    """Return the verdicts on a changed program; None as soon as none can be told."""
    if repair.kind == "repair":
        return _all_passed(pairs)
    return _worth_telling(pairs, before, least)


def _judging_order(verdict: Verdict) -> tuple[bool, bool, int]:
    """Return the sort key of exercises in judging a changed program.

    Every small tree comes last, as that takes as long as all the rest. First come the
    exercises that the program failed, which most wrong edits fail, too, and one search
    before many.
    """
    exercise = verdict.exercise
    match exercise.generate:
        case Every():
            return (True, verdict.passed, 0)
        case Generate(examples=examples):
            return (False, verdict.passed, examples)
        case _:
            return (False, verdict.passed, 1)


def _all_passed(pairs: Iterable[VerdictPair]) -> list[Verdict] | None:
    """Return the verdicts on a changed program; None as soon as it fails an exercise.

    Else they are in the order in which they were judged.
    """
    after: list[Verdict] = []
    for _, new in pairs:
        if not new.passed:
            return None
        after.append(new)
    return after


def _worth_telling(
    pairs: Iterable[VerdictPair], before: Sequence[Verdict], least: float
) -> list[Verdict] | None:
    """Return the verdicts on a changed program, in the order of those before.

    Return None as soon as it cannot be told: some exercise goes no further right, and
    it can earn no more than `least` points.
    """
    after: dict[str, Verdict] = {}
    most = sum(verdict.exercise.max_points for verdict in before)
    goes_further = True
    for old, new in pairs:
        after[new.exercise.id] = new
        most -= new.exercise.max_points - new.points
        goes_further = goes_further and _goes_further(old, new)
        if not goes_further and most <= least:
            return None
    return [after[verdict.exercise.id] for verdict in before]


def _points_to_exceed(partial: Sequence[ClaimedRepair], points_now: float) -> float:
    """Return the points that edits must exceed, to be told if they repair nothing."""
    best = _nearest(partial, points_now)
    if best is None:
        return points_now
    is_told = best.exercises_repaired or best.exercises_helped
    return inf if is_told and best.helps_all else best.points


def _improved(before: Sequence[Verdict], after: Sequence[Verdict]) -> list[Verdict]:
    """Return new verdicts on failed exercises, if edits make all go further right.

    Return [] if an exercise goes no further, or if one that passed does not any more:
    such edits are right by accident.
    """
    improved: list[Verdict] = []
    for old, new in zip(before, after, strict=True):
        if not _goes_further(old, new):
            return []
        if not old.passed:
            improved.append(new)
    return improved


def _goes_back(old: Verdict, new: Verdict) -> bool:
    """Return whether a search looks at the right leaves less long than before."""
    return _right_looks(new) < _right_looks(old)


def _goes_further(old: Verdict, new: Verdict) -> bool:
    """Return whether a search looks at the right leaves longer, or still passes."""
    if old.passed and new.passed:
        return True
    return _right_looks(new) > _right_looks(old)


def _helped(before: Sequence[Verdict], after: Sequence[Verdict]) -> tuple[str, ...]:
    """Return the fixed exercises in which a search looks at the right leaves longer.

    Return () if one that failed gets no further.
    """
    improved = _improved(before, after)
    helped = [new.exercise for new in improved]
    fixed = [exercise.id for exercise in helped if isinstance(exercise, FixedExercise)]
    return tuple(fixed) if len(fixed) >= limits.LEAST_HELPED else ()


def _right_looks(verdict: Verdict) -> float:
    """Return at how many leaves a search looked before the first wrong one."""
    if verdict.passed:
        return inf
    if not isinstance(verdict, Failed):
        return -1
    evidence = verdict.evidence
    if evidence.passed:
        return inf
    looks = list(dict.fromkeys(evidence.searched.outcome.looks))
    return same_looks(looks, evidence.expected.visited)


# --- The claims of a process ---


def read_repairs(text: str, files: Mapping[str, Sequence[str]]) -> list[ClaimedRepair]:
    """Return the repairs that a process wrote, up to the first line that is not valid.

    It read a stranger's text. files: the lines of the program's files.
    """
    repairs: list[ClaimedRepair] = []
    with suppress(ValueError):
        for described in described_repairs(text):
            repair = _checked(described, files)
            if described.kind != COMPONENT:
                repairs.append(repair)
            elif repairs:
                components = (*repairs[-1].components, repair)
                repairs[-1] = repairs[-1]._replace(components=components)
            else:
                break
    return repairs


def _checked(
    described: DescribedRepair, files: Mapping[str, Sequence[str]]
) -> ClaimedRepair:
    """Return a repair that fits a program's files. Raises ValueError."""
    edits = tuple(_edited_line(edit, files) for edit in described.edits)
    for new_lines in described.new_lines:
        _check_lines(new_lines, files)
    return ClaimedRepair(edits, described.new_lines, described.kind)


def _edited_line(edit: DescribedEdit, files: Mapping[str, Sequence[str]]) -> EditedLine:
    lines = files.get(edit.file, ())
    is_inside = max(edit.line, edit.twin, edit.block) <= len(lines) and edit.line >= 1
    if edit.kind not in KINDS or not is_inside:
        raise ValueError(edit.file)
    kind = KINDS[edit.kind]
    text = _text_of(lines, edit.line)
    is_one_of_several = 1 <= edit.number <= edit.alike <= text.count(edit.code or text)
    edited = EditedLine(kind, edit.role, edit.file, edit.line, text)
    return edited._replace(
        twin=(edit.twin, _text_of(lines, edit.twin)) if edit.twin else None,
        block=(edit.block, _text_of(lines, edit.block)) if edit.block else None,
        code=edit.code if edit.code in text else "",
        which=(edit.number, edit.alike) if is_one_of_several else None,
        part=edit.part if _are_in(lines, edit.part) else "",
        form=edit.form if edit.block or edit.form not in MOVES else "",
    )


def _are_in(lines: Sequence[str], part: str) -> bool:
    """Return whether a part of an expression, or some variables, are in a file."""
    return all(any(word in line for line in lines) for word in part.split(", "))


def _text_of(lines: Sequence[str], number: int) -> str:
    return lines[number - 1].strip()[: limits.LONGEST_NEW_LINE]


def _check_lines(new: NewLines, files: Mapping[str, Sequence[str]]) -> None:
    """Raise ValueError for lines that are in no file."""
    behind_last = len(files.get(new.file, ())) + 1
    begins_inside = 1 <= new.first <= behind_last
    ends_inside = new.first - 1 <= new.last <= behind_last
    if new.file not in files or not begins_inside or not ends_inside:
        raise ValueError(new.file)
