"""Shows a grading run as a page, with the trees drawn and the searches played.

It shows the same records as the terminal. Of a search only the steps about nodes that
are drawn are played, so that one of ten thousand leaves stays small.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, compress
from typing import Any, NamedTuple

from autograder.explaining.findings import findings_of
from autograder.grading.report import Report, about_attempt, max_points_of, points_of
from autograder.judging.judge import Failed, NotPassed, Verdict, same_looks
from autograder.limits import LONGEST_STEP, MOST_PLAYED, SOURCE_LINES_AROUND
from autograder.pages.picture import (
    best_line,
    cut,
    is_negated,
    labels_of,
    listed,
    part_of,
    picture,
    short,
    window,
)
from autograder.pages.render import rendered, with_signs
from autograder.sandbox.outcome import Failure
from autograder.showing import failed, feedback
from autograder.showing.places import kind_of
from autograder.showing.styled_text import Line, Page, Span, line, plain
from autograder.showing.tree_drawing import TreeAnnotations
from autograder.teaching import (
    PROGRAM,
    SLIDES,
    Box,
    Step,
    Wording,
    recorded,
    trace,
)
from autograder.text import counted, source_lines, visible_name
from reference import interfaces
from reference.problem import Observation

Frame = dict[str, Any]
"""What a step changes.

t: its words. n: the node it is about. see: the leaf that it looks at, as which visit.
p: the leaves that it prunes. c: it is a cutoff. w: a node's window on entry, from now
on. b: what alpha or beta of the innermost call is by now, if it changed. v: a node's
value from now on.
"""
SourceRow = tuple[str, str, str]
"""A line of a program: its number, its text and, if it is marked, why."""


def report_page(
    report: Report, made_feedback: feedback.ReportFeedback | None = None
) -> str:
    """Return a report as a page.

    Nothing of hidden exercises is in it but that there are some.

    made_feedback: the feedback on the report, if it was made already.
    """
    shown = made_feedback or feedback.feedback_of(report)
    in_full = [
        verdict.exercise.id
        for verdict in shown.order
        if verdict.exercise.id not in shown.same_failure_as
    ]
    mistakes = _mistakes(shown.order)
    # How a course's own states are asked is not known here.
    has_adapter = report.exercises.assignment.adapter is not None
    wording = SLIDES if has_adapter else PROGRAM
    drawn = {
        name: _drawn(verdict, wording)
        for name, verdict in _to_draw(report.visible, shown, in_full[:MOST_PLAYED])
    }
    exercises = _exercises(report.visible, shown, mistakes, drawn)
    reason_to_begin = ""
    if len(shown.order) > 1:
        reason_to_begin = feedback.why_first(shown.order)
    if report.failure is not None:  # the page is about that alone
        exercises, in_full, reason_to_begin = {}, [], ""
    return rendered(
        "report.html.j2",
        ["player.js"],
        title=report.exercises.assignment.title,
        # Of a path only its end, as where a submission lies is nobody's business.
        submission=visible_name(report.submission.name or str(report.submission)),
        points=f"{points_of(report.visible):g}",
        max_points=counted(max_points_of(report.visible), "point"),
        about=_about(report),
        failure=_failure(report),
        chips=list(exercises.values()),
        mistakes=mistakes.values(),
        places=_places(shown),
        sources=_sources(report, shown.order),
        first=reason_to_begin,
        failed=[exercises[name] for name in in_full],
        links={name: exercise.anchor for name, exercise in exercises.items()},
        printed=_printed(report),
    )


class ShownExercise(NamedTuple):
    """An exercise, as the page's template reads it.

    anchor: what links to it name. drawn: both searches, of a failed one. mistake: the
    diagnosis, as of `_mistakes`. same: the exercises that ended in the same failure.
    """

    anchor: str
    verdict: Verdict
    parts: feedback.Parts
    drawn: Mapping[str, Any] | None
    mistake: Mapping[str, Any] | None
    same: list["ShownExercise"]


def _to_draw(
    verdicts: Sequence[Verdict], shown: feedback.ReportFeedback, names: Sequence[str]
) -> Iterator[tuple[str, Failed]]:
    """Yield the exercises whose searches are drawn.

    names: the ids of those that are asked for.
    """
    for verdict in verdicts:
        name = verdict.exercise.id
        is_asked_for = name in names and "drawing" in shown.parts[name]
        if isinstance(verdict, Failed) and is_asked_for:
            yield name, verdict


def _exercises(
    verdicts: Sequence[Verdict],
    shown: feedback.ReportFeedback,
    mistakes: Mapping[tuple[str, ...], Mapping[str, Any]],
    drawn: Mapping[str, Mapping[str, Any] | None],
) -> dict[str, ShownExercise]:
    """Return what the page's template reads of each exercise, by the exercises' ids.

    mistakes: as of `_mistakes`. drawn: both searches of some failed ones, by the ids.
    """
    exercises: dict[str, ShownExercise] = {}
    for verdict in verdicts:
        name = verdict.exercise.id
        parts = shown.parts[name]
        mistake = None
        if not verdict.passed:
            mistake = mistakes.get(verdict.misconceptions)
        exercises[name] = ShownExercise(
            anchor=f"exercise-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}",
            verdict=verdict,
            parts=defaultdict(list, parts),
            drawn=drawn.get(name),
            mistake=mistake,
            same=[],
        )
    for name, first in shown.same_failure_as.items():
        exercises[first.exercise.id].same.append(exercises[name])
    return exercises


def _about(report: Report) -> Page:
    """Return the lines under the sum: of hidden exercises, of attempts, and notes."""
    page: Page = []
    if len(report.visible) < len(report.verdicts):
        page.append(line(feedback.visible_sum(report.verdicts)))
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    if attempt:
        page.append(line(attempt))
    return page + [line(Span(note, "strong")) for note in report.notes]


def _failure(report: Report) -> Page:
    return [] if report.failure is None else feedback.failure_page(report.failure)


def _printed(report: Report) -> Page:
    return feedback.printed(report.printed) if report.feedback == "full" else []


def _places(shown: feedback.ReportFeedback) -> list[Line]:
    """Return the sentences about lines of the program, each once."""
    rows: dict[Line, None] = {}
    for verdict in shown.order:
        rows |= dict.fromkeys(shown.parts[verdict.exercise.id].get("places", []))
    return list(rows)


def _drawn(verdict: Failed, wording: Wording) -> dict[str, Any] | None:
    """Return both searches of a failed exercise, drawn and to be played.

    wording: of the steps of a right search.
    """
    annotated = failed.drawing_of(verdict)
    if annotated is None:
        return None
    problem, expected = annotated.problem, annotated.expected
    part = part_of(annotated)
    calls = expected.calls if problem.isolate else recorded(problem).calls
    labels = labels_of(problem, calls)
    best = [] if problem.isolate else best_line(problem, calls)
    right_alone = TreeAnnotations(problem, expected, verdict.exercise.unneeded)
    alpha, beta = problem.window
    ending = _ending(verdict, annotated)
    return {
        "right": picture(right_alone, part, labels, best),
        "found": picture(annotated, part, labels),
        "leaves": len([*problem.tree.leaves(depth=problem.horizon)]),
        "window": f"({short(alpha)}, {short(beta)})",
        "visits": len(expected.visited),
        "best": [visible_name(problem.tree.name(node)) for node in best],
        "returns": short(expected.value),
        "own_visits": len(annotated.visits),
        "player": _playback(annotated, ending, part.keys, wording),
        "nodes": list(listed(annotated, part, labels)),
    }


def _ending(verdict: Failed, annotated: TreeAnnotations) -> str:
    """Say how the student's search ended."""
    if not annotated.returned:
        return "stops here without an answer"
    outcome = verdict.evidence.found.outcome
    if isinstance(outcome, Observation):
        return f"returns {short(outcome.returned)}"
    return "returns what is no value"


def _mistakes(
    not_passed: Sequence[NotPassed],
) -> Mapping[tuple[str, ...], dict[str, Any]]:
    """Return what the template reads of each diagnosis, by the mistakes' ids."""
    diagnosed: dict[tuple[str, ...], list[NotPassed]] = {}
    for verdict in not_passed:
        if verdict.misconceptions and verdict.feedback != "verdict":
            diagnosed.setdefault(verdict.misconceptions, []).append(verdict)
    mistakes: dict[tuple[str, ...], dict[str, Any]] = {}
    for number, (ids, verdicts) in enumerate(diagnosed.items(), 1):
        known = failed.known_mistakes(verdicts[0])
        titles = [title for title, _ in known.entries]
        explanations = [explanation for _, explanation in known.entries]
        title = "; ".join(titles)
        if known.are_alternatives:
            title = "Either: " + "; or: ".join(titles)
            explanations.append(failed.CANNOT_TELL)
        mistakes[ids] = {
            "number": number,
            "title": title,
            "explanations": explanations,
            "shows": [verdict.exercise.id for verdict in verdicts],
        }
    return mistakes


# --- The lines of the program to look at ---


def _sources(
    report: Report, not_passed: Sequence[NotPassed]
) -> list[tuple[str, list[SourceRow]]]:
    """Return the marked lines of each file, with those around them."""
    notes = defaultdict[str, dict[int, str]](dict)
    for file, number, note in _notes(report, not_passed):
        notes[file].setdefault(number, note)
    sources: list[tuple[str, list[SourceRow]]] = []
    for file, notes_of_file in notes.items():
        if file in report.sources:
            rows = list(_rows(report.sources[file], notes_of_file))
            sources.append((visible_name(file), rows))
    return sources


def _notes(
    report: Report, not_passed: Sequence[NotPassed]
) -> Iterator[tuple[str, int, str]]:
    """Yield the lines to mark, each with why: its first reason is the one shown."""
    yield from _note_about(report.failure)
    for verdict in not_passed:
        if verdict.feedback != "verdict":
            yield from _note_about(verdict.failure)
    for verdict in not_passed:
        if not isinstance(verdict, Failed) or verdict.feedback != "full":
            continue
        findings = findings_of(verdict)
        edits = list(findings.seen)
        if findings.repairs:
            edits = [*findings.repairs[0].edits, *edits]
        for edit in edits:
            yield edit.file, edit.line, f"look here: {kind_of(edit)}"


def _note_about(failure: Failure | None) -> Iterator[tuple[str, int, str]]:
    """Yield the line where a step broke off, if a traceback tells it."""
    if failure is None:
        return
    calls = re.findall(r'File "([^"]*)", line (\d+)', failure.details)
    for file, number in calls[-1:]:
        yield file, int(number), failure.headline


def _rows(source: bytes, notes: Mapping[int, str]) -> Iterator[SourceRow]:
    """Yield the marked lines of a file, with those around them."""
    last_shown = 0
    for number, text in enumerate(source_lines(source), 1):
        distance = min((abs(number - marked) for marked in notes), default=None)
        if distance is None or distance > SOURCE_LINES_AROUND:
            continue
        if number > last_shown + 1:
            yield "⋮", "", ""
        yield str(number), text, notes.get(number, "")
        last_shown = number


# --- Both searches of a failed exercise, moment by moment ---


class RightStep(NamedTuple):
    """A step of the textbook's search.

    looks: how many leaves were looked at when it was done. nodes: those that it is
    about.
    """

    frame: Frame
    looks: int
    nodes: set[int]


def _playback(
    annotated: TreeAnnotations, ending: str, keys: set[int], wording: Wording
) -> dict[str, Any]:
    """Return the playback of a failed search, as player.js reads it.

    Of the steps those about nodes that are drawn are kept, the one where the searches
    part, and the last of each search. Its moments say how many of the frames of each
    search are over then, and `parts` is the moment where they part, if they do.

    ending: how the student's search ended, in words. keys: the nodes that are drawn.
    """
    right = _right_steps(annotated, keys, wording)
    student = _student_frames(annotated, ending)
    parting = _parting_step(annotated, right)
    always_kept = (parting, len(right) - 1)
    is_right_kept = [
        step.nodes <= keys or index in always_kept for index, step in enumerate(right)
    ]
    is_student_kept = [frame.get("n", 0) in keys for frame in student]
    # How many frames are kept of the first so many.
    right_kept = list(accumulate(is_right_kept, initial=0))
    student_kept = list(accumulate(is_student_kept, initial=0))
    moments: list[tuple[int, int]] = []
    frames_over = _frames_over(annotated, right, parting, len(student))
    for steps, frames in enumerate(frames_over, 1):
        moments.append((right_kept[steps], student_kept[frames]))
    moment_of_parting = None if parting is None else moments[parting]
    # When the right search is done, the student's may still go on.
    kept_afterwards = student_kept[frames_over[-1] + 1 :]
    moments += [(right_kept[-1], kept) for kept in kept_afterwards]
    different = list(dict.fromkeys(moments))
    parts = None
    if moment_of_parting is not None:
        parts = different.index(moment_of_parting)
    return {
        "right": [step.frame for step in compress(right, is_right_kept)],
        "found": list(compress(student, is_student_kept)),
        "moments": different,
        "parts": parts,
    }


def _frames_over(
    annotated: TreeAnnotations,
    right: Sequence[RightStep],
    parting: int | None,
    student_frames: int,
) -> list[int]:
    """Return how many of the student's frames are over after each right step.

    parting: the index of the step where the searches part. student_frames: all.
    """
    frames_over = [step.looks for step in right]
    if parting is not None:
        # From there both go on, each in its own way.
        ahead = _agreeing_visits(annotated) + 1 - right[parting].looks
        for index in range(parting, len(right)):
            frames_over[index] = min(frames_over[index] + ahead, student_frames)
    return frames_over


def _agreeing_visits(annotated: TreeAnnotations) -> int:
    return same_looks(list(annotated.visits), annotated.expected.visited)


def _parting_step(annotated: TreeAnnotations, right: Sequence[RightStep]) -> int | None:
    """Return the index of the right step where the searches part, if they do.

    There the right search looks at another leaf, or prunes the one that the student's
    looks at.
    """
    visits, due_visits = list(annotated.visits), annotated.expected.visited
    agreeing = _agreeing_visits(annotated)
    if agreeing == len(visits) == len(due_visits):
        return None
    wrong_leaf = visits[agreeing] if agreeing < len(visits) else None
    for index, step in enumerate(right):
        is_pruned = wrong_leaf in step.frame.get("p", ())
        if step.looks > agreeing or (step.looks == agreeing and is_pruned):
            return index
    return len(right) - 1


def _right_steps(
    annotated: TreeAnnotations, keys: set[int], wording: Wording
) -> list[RightStep]:
    """Return the steps of the textbook's search. keys: the nodes that are drawn."""
    problem, visited = annotated.problem, annotated.expected.visited
    # An array has no states to ask.
    over_array = interfaces.LEAVES in interfaces.load(problem.interface).arguments
    words = SLIDES if over_array else wording
    steps = trace(problem, words) if problem.isolate is None else ()
    visited_in_steps = dict.fromkeys(step.node for step in steps if step.look)
    if tuple(visited_in_steps) != visited:
        # Another right form, or one function alone: only its looks are known.
        return [
            RightStep(_look(annotated, leaf, visit), visit, {leaf})
            for visit, leaf in enumerate(visited, 1)
        ]
    leaves_seen: set[int] = set()
    entered: dict[int, Box] = {}
    right: list[RightStep] = []
    for step in steps:
        if step.look:
            leaves_seen.add(step.node)
        box, nodes = step.boxes[-1], {step.node}
        if step.kind != "return" and box.s is not None:
            nodes.add(box.s)
        entry = entered.setdefault(box.number, box)
        frame = _frame_of(annotated, step, entry, len(leaves_seen), keys)
        right.append(RightStep(frame, len(leaves_seen), nodes))
    return right


def _frame_of(
    annotated: TreeAnnotations, step: Step, entry: Box, looks: int, keys: set[int]
) -> Frame:
    """Return what a step of the textbook's search changes.

    entry: the variables of its call when that began. looks: how many leaves were
    looked at when it was done. keys: the nodes that are drawn.
    """
    problem, box = annotated.problem, step.boxes[-1]
    text = step.text
    if step.kind == "return":  # the program may have another name for it
        _, _, text = text.rpartition(": ")
    frame: Frame = {"t": cut(with_signs(text), LONGEST_STEP), "n": step.node}
    if step.look:
        frame["see"] = [step.node, looks]
    if step.kind == "cutoff":
        frame["p"] = [leaf for leaf in step.pruned if leaf in keys]
        frame["c"] = True
    frame["w"] = [box.node, window(problem, box.node, entry.alpha, entry.beta)]
    bounds = _changed_bounds(entry, box)
    # What is returned does not depend on them any more.
    if bounds and step.kind != "return":
        name = visible_name(annotated.tree.name(box.node))
        frame["b"] = f"at {name}, {bounds}"
    if box.v is not None:
        value_for_max = -box.v if is_negated(problem, box.node) else box.v
        frame["v"] = [box.node, short(value_for_max)]
    return frame


def _changed_bounds(entry: Box, now: Box) -> str:
    """Say what the bounds of a call are by now that changed since it began."""
    changed: list[str] = []
    if now.alpha != entry.alpha:
        changed.append(f"alpha is now {short(now.alpha)}")
    if now.beta != entry.beta:
        changed.append(f"beta is now {short(now.beta)}")
    return ", ".join(changed)


def _look(annotated: TreeAnnotations, leaf: int, visit: int) -> Frame:
    """Return what a look of a right search changes."""
    text = f"visit {visit}: {_leaf_with_value(annotated, leaf)}"
    return {"t": text, "n": leaf, "see": [leaf, visit]}


def _student_frames(annotated: TreeAnnotations, ending: str) -> list[Frame]:
    """Return what each look of the student's search changes, and how it ended."""
    frames: list[Frame] = []
    for visit, leaf in enumerate(annotated.visits, 1):
        frame = _look(annotated, leaf, visit)
        state = annotated.state(leaf)
        frame["see"].append(state)
        if state in ("extra", "moved"):
            description = plain([annotated.describe_leaf(leaf)])
            frame["t"] = f"{_leaf_with_value(annotated, leaf)}: {description}"
        frames.append(frame)
    return [*frames, {"t": ending}]


def _leaf_with_value(annotated: TreeAnnotations, leaf: int) -> str:
    name = visible_name(annotated.tree.name(leaf))
    value = annotated.tree.values[leaf]
    return name if value is None else f"{name} = {short(value)}"
