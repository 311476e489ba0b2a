"""A grading run as a page: the same records as on the terminal, with the trees drawn and the searches played.

Of a search only the steps about nodes that are drawn are played, so that one of ten thousand leaves stays small.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, compress
from typing import Any

from autograder.judging.judge import Failed, NotPassed, same_looks
from autograder.judging.report import Report, about_attempt, max_points_of, points_of
from autograder.limits import LONGEST_STEP, MOST_PLAYED, SOURCE_LINES_AROUND
from autograder.pages.picture import cut, is_negated, labels_of, listed, part_of, picture, short, window
from autograder.pages.render import rendered, with_signs
from autograder.showing import failed, feedback
from autograder.showing.places import kind_of
from autograder.showing.styled_text import Span, line, plain
from autograder.showing.tree_drawing import TreeAnnotations
from autograder.teaching import recorded, trace
from autograder.text import counted, source_lines, visible_name
from reference.problem import Observation

Frame = dict[str, Any]
"""What a step changes. t: its words. n: the node it is about. see: the leaf that it looks at, as which visit. p: the
leaves that it prunes. c: it is a cutoff. w, v: a node's window and value from now on."""


def report_page(report: Report, said: feedback.ReportFeedback | None = None) -> str:
    """A report as a page. Of exercises that students do not see nothing is in it but that there are some."""
    said = said or feedback.feedback_of(report)
    same = {name: first.exercise.id for name, first in said.same_failure_as.items()}
    new = [verdict.exercise.id for verdict in said.order if verdict.exercise.id not in same]
    mistakes = _mistakes(said.order)
    entries: dict[str, dict[str, Any]] = {}
    for verdict in report.visible:
        name, parts = verdict.exercise.id, said.parts[verdict.exercise.id]
        is_drawn = "drawing" in parts and name in new[:MOST_PLAYED]
        entries[name] = {
            "anchor": f"exercise-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}",
            "verdict": verdict,
            "parts": defaultdict(list, parts),
            "mistake": None if verdict.passed else mistakes.get(verdict.misconceptions),
            "drawn": _drawn(verdict) if is_drawn and isinstance(verdict, Failed) else None,
        }
    for name, entry in entries.items():  # those that ended in the same failure, of which no more is said
        entry["same"] = [entries[other] for other, first in same.items() if first == name]
    ran = report.failure is None
    hidden = feedback.visible_sum(report.verdicts) if len(report.visible) < len(report.verdicts) else ""
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    about: tuple[str | Span, ...] = (hidden, attempt, *(Span(note, "strong") for note in report.notes))
    places = [row for verdict in said.order for row in said.parts[verdict.exercise.id].get("places", [])]
    return rendered(
        "report.html.j2",
        ["player.js"],
        title=report.exercises.assignment.title,
        # Of a path the last part, as where a submission lies is nobody's business.
        submission=visible_name(report.submission.name or str(report.submission)),
        points=f"{points_of(report.visible):g}",
        max_points=counted(max_points_of(report.visible), "point"),
        about=[line(words) for words in about if words],
        failure=feedback.failure_page(report.failure) if report.failure is not None else [],
        chips=list(entries.values()) if ran else [],
        mistakes=mistakes.values(),
        places=list(dict.fromkeys(places)),
        sources=_sources(report, said.order),
        first=feedback.why_first(said.order) if ran and len(said.order) > 1 else "",
        failed=[entries[name] for name in new] if ran else [],
        links={name: entry["anchor"] for name, entry in entries.items()} if ran else {},
        printed=feedback.printed(report.printed) if report.feedback == "full" else [],
    )


def _drawn(verdict: Failed) -> dict[str, Any] | None:
    if (annotated := failed.drawing_of(verdict)) is None:
        return None
    problem, expected, part = annotated.problem, annotated.expected, part_of(annotated)
    labels = labels_of(problem, expected.calls if problem.isolate else recorded(problem).calls)
    alone = TreeAnnotations(problem, expected, verdict.exercise.unneeded)
    outcome = verdict.evidence.found.outcome
    answer = short(outcome.returned) if isinstance(outcome, Observation) else "what is no value"
    return {
        "right": picture(alone, part, labels),
        "found": picture(annotated, part, labels),
        "leaves": len([*problem.tree.leaves(depth=problem.horizon)]),
        "window": "({}, {})".format(*map(short, problem.window)),
        "visits": len(expected.visited),
        "returns": short(expected.value),
        "own_visits": len(annotated.visits),
        "player": _playback(annotated, f"returns {answer}" if annotated.returned else "breaks off here", part.keys),
        "nodes": list(listed(annotated, part, labels)),
    }


def _mistakes(not_passed: Sequence[NotPassed]) -> Mapping[tuple[str, ...], dict[str, Any]]:
    told = [verdict for verdict in not_passed if verdict.misconceptions and verdict.feedback != "verdict"]
    mistakes = {}
    for number, ids in enumerate(dict.fromkeys(verdict.misconceptions for verdict in told), 1):
        verdicts = [verdict for verdict in told if verdict.misconceptions == ids]
        entries, are_alike = failed.known_mistakes(verdicts[0])
        titles, explanations = zip(*entries, strict=True)
        mistakes[ids] = {
            "number": number,
            "title": "Either: " + "; or: ".join(titles) if are_alike else "; ".join(titles),
            "explanations": (*explanations, failed.CANNOT_TELL) if are_alike else explanations,
            "shows": [verdict.exercise.id for verdict in verdicts],
        }
    return mistakes


def _sources(report: Report, not_passed: Sequence[NotPassed]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    marked = defaultdict[str, dict[int, str]](dict)
    failures = [report.failure, *(verdict.failure for verdict in not_passed if verdict.feedback != "verdict")]
    for failure in filter(None, failures):
        for file, number in re.findall(r'File "([^"]*)", line (\d+)', failure.details)[-1:]:
            marked[file].setdefault(int(number), failure.headline)
    for verdict in not_passed:
        if isinstance(verdict, Failed) and verdict.feedback == "full":
            best = (edit for repair in verdict.explanation.repairs[:1] for edit in repair.edits)
            for edit in (*best, *verdict.explanation.seen):
                marked[edit.file].setdefault(edit.line, f"look here: {kind_of(edit)}")
    sources = report.sources
    return [(visible_name(file), list(_rows(sources[file], marked[file]))) for file in marked if file in sources]


def _rows(source: bytes, notes: Mapping[int, str]) -> Iterator[tuple[str, str, str]]:
    """The marked lines of a file, with those around them: the number, the text and, if it is marked, why."""
    before = 0
    for number, text in enumerate(source_lines(source), 1):
        if any(abs(number - marked) <= SOURCE_LINES_AROUND for marked in notes):
            if number > before + 1:
                yield "⋮", "", ""
            yield str(number), text, notes.get(number, "")
            before = number


# --- Both searches of a failed exercise, moment by moment ---


def _playback(annotated: TreeAnnotations, ended: str, keys: set[int]) -> dict[str, Any]:
    """The playback of a failed search. ended: how, in words. keys: the nodes that are drawn.

    moments: how many frames of each search are over at each. parts: the moment where they part, if any. Of the steps
    those about nodes that are drawn are kept, where the searches part, and the last of each search.
    """
    found, visited = list(annotated.visits), annotated.expected.visited
    right = _right_steps(annotated, keys)
    own = [*(_look(annotated, leaf, number) for number, leaf in enumerate(found, 1)), {"t": ended}]
    looks = [seen for _, seen, _ in right]  # of the student's search at each moment
    same, last, parts = same_looks(found, visited), len(right) - 1, None
    if not same == len(found) == len(visited):
        due = found[same] if same < len(found) else None  # what a right search does not look at, or prunes
        differs = (seen > same or (seen == same and due in frame.get("p", ())) for frame, seen, _ in right)
        parts = next((place for place, differ in enumerate(differs) if differ), last)
        ahead = same + 1 - looks[parts]  # from there both go on, each in its own way
        looks[parts:] = [min(seen + ahead, len(own)) for seen in looks[parts:]]
    keeps = [keys >= about or place in (parts, last) for place, (_, _, about) in enumerate(right)]
    keeps_own = [frame.get("n", 0) in keys for frame in own]
    kept_own = list(accumulate(keeps_own, initial=0))
    at = [(done, kept_own[over]) for done, over in zip(accumulate(map(int, keeps)), looks, strict=True)]
    moments = list(dict.fromkeys([*at, *((at[last][0], over) for over in kept_own[looks[last] + 1 :])]))
    return {
        "right": [frame for frame, _, _ in compress(right, keeps)],
        "found": list(compress(own, keeps_own)),
        "moments": moments,
        "parts": None if parts is None else moments.index(at[parts]),
    }


def _right_steps(annotated: TreeAnnotations, keys: set[int]) -> list[tuple[Frame, int, set[int]]]:
    """The textbook's search: each step, how many looks were made up to and with it, and the nodes that it is about."""
    problem, visited = annotated.problem, annotated.expected.visited
    steps = trace(problem) if problem.isolate is None else ()
    if tuple(dict.fromkeys(step.node for step in steps if step.look)) != visited:
        # Another right form, or one function alone: only its looks are known.
        return [(_look(annotated, leaf, place, own=False), place, {leaf}) for place, leaf in enumerate(visited, 1)]
    seen, made = set[int](), []
    for step in steps:
        box, about = step.boxes[-1], {step.node}
        frame: Frame = {"t": cut(with_signs(step.text), LONGEST_STEP), "n": step.node}
        if step.look:
            seen.add(step.node)
            frame["see"] = [step.node, len(seen)]
        if step.kind == "cutoff":
            frame |= {"p": [leaf for leaf in step.pruned if leaf in keys], "c": True}
        frame["w"] = [box.node, window(problem, box.node, box.alpha, box.beta)]
        if box.v is not None:
            frame["v"] = [box.node, short(-box.v if is_negated(problem, box.node) else box.v)]
        if step.kind != "return" and box.s is not None:
            about.add(box.s)
        made.append((frame, len(seen), about))
    return made


def _look(annotated: TreeAnnotations, leaf: int, place: int, *, own: bool = True) -> Frame:
    """A look at a leaf. own: whether it is one of the student's search, which may be wrong."""
    value = annotated.tree.values[leaf]
    valued = visible_name(annotated.tree.name(leaf)) + ("" if value is None else f" = {short(value)}")
    state = [annotated.state(leaf)] if own else []
    words = f"{valued}: {plain([annotated.describe_leaf(leaf)])}" if {"extra", "moved"} & {*state} else ""
    return {"t": words or f"visit {place}: {valued}", "n": leaf, "see": [leaf, place, *state]}
