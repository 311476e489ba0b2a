"""A grading run as a page: the same records as on the terminal, with the trees drawn and the searches played.

Of a search only the steps about nodes that are drawn are played, so that one of ten thousand leaves stays small.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, compress, takewhile
from math import inf
from typing import Any, NamedTuple

from autograder import showing
from autograder.judging import Failed, NotPassed, Report, Verdict, about_attempt, max_points_of, points_of
from autograder.limits import LONGEST_STEP, MOST_PLAYED, SOURCE_LINES_AROUND
from autograder.pages.picture import (
    ListedNode,
    Picture,
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
from autograder.showing import FeedbackPart, Page, Parts, ReportFeedback, Span, TreeAnnotations, plain
from autograder.teaching import Step, recorded, trace
from autograder.text import counted, source_lines, visible_name
from reference.problem import Observation, Problem

PARTS: tuple[FeedbackPart, ...] = ("verdict", "failure", "parting", "rows", "hint", "printed")
PLACE = re.compile(r'File "([^"]*)", line (\d+)')

SourceRow = tuple[str, str, str]
"""A line of a student's source as it is shown: its number, its text and, if it is marked, why."""

Frame = dict[str, Any]
"""What a step changes. t: its words. n: the node it is about. see: the leaf that it looks at, as which visit. p: the
leaves that it prunes. c: it is a cutoff. w, v: a node's window and value from now on."""


class Playback(NamedTuple):
    """The frames of both searches, how many of each are over at each moment, and the moment where they part, if any."""

    right: list[Frame]
    found: list[Frame]
    moments: list[tuple[int, int]]
    parts: int | None


class NamedMistake(NamedTuple):
    """What is wrong in the algorithm, and in which exercises it shows. number: its place on the page."""

    number: int
    title: str
    explanations: Sequence[str]
    where: str


class DrawnSearches(NamedTuple):
    """Both searches of a failed exercise, and what each node is, in words."""

    right: Picture
    found: Picture
    player: Playback
    nodes: Sequence[ListedNode]


class ShownExercise(NamedTuple):
    """An exercise as it is shown. mistake: why it failed, where that is known. drawn: where there is a tree to see.

    same: the exercises that ended in the same failure, of which no more is said.
    """

    anchor: str
    verdict: Verdict
    parts: Parts
    mistake: NamedMistake | None
    drawn: DrawnSearches | None
    same: Sequence[ShownExercise] = ()

    @property
    def of_same(self) -> tuple[str, str]:
        """How many ended in the same failure, with their points, and that failure, in words."""
        verdicts = [entry.verdict for entry in self.same]
        points = f"{points_of(verdicts):g} of {counted(max_points_of(verdicts), 'point')}"
        return f"{counted(len(verdicts), 'more exercise')} · {points}", plain(self.same[0].parts["failure"])


def report_page(report: Report, said: ReportFeedback | None = None) -> str:
    """A report as a page. Of exercises that students do not see nothing is in it but that there are some.

    said: the feedback on it, where it has been made already.
    """
    said = said or showing.feedback_of(report)
    failed = said.order if report.failure is None else []
    same = {name: first.exercise.id for name, first in said.same_failure_as.items()}
    new = [verdict.exercise.id for verdict in said.order if verdict.exercise.id not in same]
    in_order = [said.parts[verdict.exercise.id] for verdict in said.order]
    mistakes = _mistakes(said.order)
    shown_exercises = {
        verdict.exercise.id: _exercise(verdict, said.parts[verdict.exercise.id], mistakes, new[:MOST_PLAYED])
        for verdict in report.visible
    }
    folded = {first: [shown_exercises[name] for name in same if same[name] == first] for first in same.values()}
    return rendered(
        "report.html.j2",
        ["player.js"],
        title=report.exercises.assignment.title,
        # Of a path the last part, as where a submission lies is nobody's business.
        submission=visible_name(report.submission.name or str(report.submission)),
        points=f"{points_of(report.visible):g}",
        max_points=counted(max_points_of(report.visible), "point"),
        about=_about(report),
        failure=showing.failure_page(report.failure) if report.failure is not None else [],
        chips=list(shown_exercises.values()) if report.failure is None else [],
        mistakes=mistakes.values(),
        places=list(dict.fromkeys(row for parts in in_order for row in parts.get("places", []))),
        sources=_sources(report, said.order),
        first=showing.why_first(said.order) if len(failed) > 1 else "",
        failed=[shown_exercises[name]._replace(same=folded.get(name, ())) for name in (new if failed else ())],
        links={name: entry.anchor for name, entry in shown_exercises.items()} if report.failure is None else {},
        passed=[entry for entry in shown_exercises.values() if entry.verdict.passed],
        printed=showing.printed(report.printed) if report.feedback == "full" else [],
    )


def _about(report: Report) -> Page:
    """What stands under the points: hidden exercises, the attempt, which files were chosen."""
    visible = showing.visible_sum(report.verdicts) if len(report.visible) < len(report.verdicts) else ""
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    said: list[str | Span] = [visible, attempt, *(Span(note, "strong") for note in report.notes)]
    return [showing.line(words) for words in said if words]


def _exercise(
    verdict: Verdict, said: Parts, mistakes: Mapping[tuple[str, ...], NamedMistake], drawn: Collection[str]
) -> ShownExercise:
    exercise = verdict.exercise
    return ShownExercise(
        f"exercise-{re.sub(r'[^A-Za-z0-9_-]', '-', exercise.id)}",
        verdict,
        {part: said.get(part, []) for part in PARTS},
        None if verdict.passed else mistakes.get(verdict.misconceptions),
        _drawn(verdict) if isinstance(verdict, Failed) and "drawing" in said and exercise.id in drawn else None,
    )


def _drawn(verdict: Failed) -> DrawnSearches | None:
    annotated = showing.drawing_of(verdict)
    if annotated is None:
        return None
    problem, expected = annotated.problem, annotated.expected
    part = part_of(annotated)
    labels = labels_of(problem, expected.calls if problem.isolate else recorded(problem).calls)
    alone = TreeAnnotations(problem, expected, verdict.exercise.unneeded)
    outcome = verdict.evidence.found.outcome
    answer = short(outcome.returned) if isinstance(outcome, Observation) else "what is no value"
    ended = f"returns {answer}" if annotated.returned else "breaks off here"
    leaves = counted(len([*problem.tree.leaves(depth=problem.horizon)]), "leaf", "leaves")
    alpha, beta = problem.window
    terms = f", window ({short(alpha)}, {short(beta)})" if (alpha, beta) != (-inf, inf) else ""
    visits, value = counted(len(expected.visited), "visit"), short(expected.value)
    return DrawnSearches(
        picture(alone, part, labels, words=f"A right search of a tree with {leaves}{terms}: {visits}, returns {value}"),
        picture(annotated, part, labels, words=f"Your search: {counted(len(annotated.found), 'visit')}"),
        playback(annotated, ended, part.keys),
        list(listed(annotated, part, labels)),
    )


def _mistakes(failed: Sequence[NotPassed]) -> Mapping[tuple[str, ...], NamedMistake]:
    """The mistakes that were named, each once."""
    shows = defaultdict[tuple[str, ...], list[NotPassed]](list)
    for verdict in failed:
        if verdict.misconceptions and verdict.feedback != "verdict":
            shows[verdict.misconceptions].append(verdict)
    mistakes = {}
    for number, (ids, (first, *others)) in enumerate(shows.items(), 1):
        entries, are_alike = showing.named(first)
        titles, explanations = zip(*entries, strict=True)
        title = "Either: " + "; or: ".join(titles) if are_alike else "; ".join(titles)
        some = ", ".join(verdict.exercise.id for verdict in (first, *others[:2]))
        more = f" and {len(others) - 2} more" if len(others) > 2 else ""
        told = (*explanations, showing.CANNOT_TELL) if are_alike else explanations
        mistakes[ids] = NamedMistake(number, title, told, f"It explains {some}{more}.")
    return mistakes


def _sources(report: Report, failed: Sequence[NotPassed]) -> list[tuple[str, list[SourceRow]]]:
    """The student's own files, with the lines marked that raised an exception or that a repair would change."""
    marked = defaultdict[str, dict[int, str]](dict)
    failures = [report.failure, *(verdict.failure for verdict in failed if verdict.feedback != "verdict")]
    for failure in filter(None, failures):
        for file, number in PLACE.findall(failure.details)[-1:]:
            marked[file].setdefault(int(number), failure.words.split("\n")[0])
    for verdict in failed:
        if isinstance(verdict, Failed) and verdict.feedback == "full":
            best = (edit for repair in verdict.explanation.repairs[:1] for edit in repair.edits)
            for edit in (*best, *verdict.explanation.seen):
                marked[edit.file].setdefault(edit.line, f"look here: {showing.kind_of(edit)}")
    known = {file: notes for file, notes in marked.items() if file in report.sources}
    return [(visible_name(file), list(_rows(report.sources[file], notes))) for file, notes in known.items()]


def _rows(source: bytes, notes: Mapping[int, str]) -> Iterator[SourceRow]:
    """The marked lines of a file, with those around them."""
    before = 0
    for number, text in enumerate(source_lines(source), 1):
        if any(abs(number - marked) <= SOURCE_LINES_AROUND for marked in notes):
            if number > before + 1:
                yield "⋮", "", ""
            yield str(number), text, notes.get(number, "")
            before = number


# --- Both searches of a failed exercise, moment by moment ---


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
    parts = None
    if not same == len(found) == len(annotated.right):
        due = found[same] if same < len(found) else None  # what a right search does not look at, or prunes
        differs = (step.looks > same or (step.looks == same and due in step.frame.get("p", ())) for step in right)
        parts = next((place for place, differ in enumerate(differs) if differ), len(right) - 1)
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
    known: dict[tuple[str, int], str] = {}
    for frame in frames:
        if "p" in frame:
            frame["p"] = [leaf for leaf in frame["p"] if leaf in keys]
        for part in {"w", "v"} & frame.keys():
            node, words = frame[part]
            if known.get((part, node)) == words:
                del frame[part]  # it stands there already
            known[part, node] = words
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
        if step.kind != "return" and step.boxes and (child := step.boxes[-1].s) is not None:
            about.add(child)
        listed.append(_RightStep(_frame(problem, step, len(seen)), len(seen), about))
    return listed


def _frame(problem: Problem, step: Step, looks: int) -> Frame:
    frame: Frame = {"t": cut(with_signs(step.text), LONGEST_STEP), "n": step.node}
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
    valued = visible_name(problem.tree.name(leaf)) + ("" if value is None else f" = {short(value)}")
    frame: Frame = {"t": f"visit {place}: {valued}", "n": leaf, "see": [leaf, place]}
    if annotated is not None:
        state = annotated.state(leaf)
        frame["see"].append(state)
        if state in ("extra", "moved"):
            frame["t"] = f"{valued}: {plain([annotated.of_leaf(leaf)])}"
    return frame


def _moments(right: Sequence[_RightStep], own: int, parts: int | None, same: int) -> list[tuple[int, int]]:
    """For each moment how many steps and how many looks are over; after the parting both go on, each in its own way."""
    ahead = 0 if parts is None else same + 1 - right[parts].looks
    is_ahead = (parts is not None and place >= parts for place in range(len(right)))
    moments = [
        (place, min(step.looks + ahead * after, own))
        for place, (step, after) in enumerate(zip(right, is_ahead, strict=True), 1)
    ]
    last = moments[-1][1] if moments else 0
    return moments + [(len(right), number) for number in range(last + 1, own + 1)]
