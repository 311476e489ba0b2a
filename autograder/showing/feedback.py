"""Says what verdicts mean for the student: a page for each exercise, made of evidence, and which to read first."""

import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from autograder.exercises.model import CHECKS, Check, Every, Feedback, GeneratedExercise
from autograder.exercises.tree_format import write_tree
from autograder.judging.judge import Evidence, Failed, NotPassed, NotRun, Passed, Verdict, due_and_answered, same_looks
from autograder.judging.report import Report, max_points_of, points_of
from autograder.limits import LARGEST_PASTED, LONGEST_NAME, MOST_LEAVES_IN_ROW, MOST_PRINTED
from autograder.sandbox.outcome import Failure
from autograder.showing.divergence import call_words, first_wrong, parting, shown, value_words
from autograder.showing.places import explained, sentences
from autograder.showing.styled_text import Line, Page, Span, line, paragraph
from autograder.showing.tree_drawing import TreeAnnotations, draw
from autograder.text import counted, quoted, visible_name
from reference.game import Tree
from reference.interfaces import load
from reference.problem import Observation

Parts = Mapping[str, Page]
"""What is shown of an exercise, by what it is about: the verdict, the diagnosis, the drawing …"""

CANNOT_TELL = "These mistakes make a search do the same, so grading cannot tell which it is. Check them one by one."
RIGHT: dict[Check, str] = {"value": "the value", "pruned": "the pruned leaves", "order": "the order of visits"}
OF_MAX = (
    "All numbers here are MAX's. MIN moves at the root, so your search maximizes where MIN moves and sees each number "
    "negated: its alpha is -beta here, and its beta -alpha."
)
CALLS = "the calls of the other function"
"""What is wrong instead of the pruned leaves, where one function is judged alone and looked at the right ones."""


def feedback(
    verdict: Verdict, earlier: NotPassed | None = None, *, show_hidden: bool = False, mirrored: bool = False
) -> Parts:
    """What is shown of an exercise, in the order in which it is read; of one that is hidden, only which checks failed.

    earlier: an exercise whose page describes an equal failure, which is then only named. show_hidden: to an instructor.
    """
    level: Feedback = "full" if show_hidden else verdict.feedback if verdict.exercise.is_visible else "verdict"
    match verdict:
        case Passed():
            generated = isinstance(verdict.exercise, GeneratedExercise)
            where = f" on {'all ' if verdict.trees > 1 else ''}{_trees(verdict)}" if generated else ""
            right = line(Span(f"Value, pruned leaves and order of visits are right{where}.", "good"))
            return {"verdict": [right], "printed": printed(verdict.printed) if level == "full" else []}
        case NotRun():
            sentence, _, _ = verdict.failure.words.partition("\n")
            if verdict.failure.cause == "not an answer" and not verdict.exercise.is_visible:
                sentence = "There is an answer, but it cannot be judged."  # why may name leaves of the tree
            if level == "verdict":
                return {"verdict": [line(Span(sentence, "strong"))]}
            return {"failure": failure_page(verdict.failure, earlier)}
        case Failed():
            return _failed(verdict, earlier, level, mirrored=mirrored)


def whole(parts: Parts) -> Page:
    """All parts as one page."""
    return [row for part in parts.values() for row in part]


def printed(text: str) -> Page:
    """What the student's code printed, if it did."""
    if not text:
        return []
    return [line(Span("Your code printed:", "faint")), *paragraph(quoted(text.rstrip("\n"), MOST_PRINTED))]


def failure_page(failure: Failure, earlier: NotPassed | None = None) -> Page:
    """Why a step came to no answer, with the student's own traceback, or the exercise whose page describes the same."""
    if earlier is not None:
        what = "same exception" if failure.cause == "raised" else "same"
        words, _, _ = failure.words.partition("\n")
        return [line(f"The {what} as in {earlier.exercise.id}: {words}")]
    return paragraph(failure.words, "bad") + (paragraph(failure.details) if failure.details else [])


def _failed(verdict: Failed, earlier: NotPassed | None, level: Feedback, *, mirrored: bool) -> Parts:
    parts: dict[str, Page] = {"verdict": [line(Span(_verdict_sentence(verdict, with_tree=level == "full"), "strong"))]}
    if level == "verdict":
        return parts
    if verdict.failure is not None:
        parts["failure"] = failure_page(verdict.failure, earlier)
        if earlier is not None:
            return parts
    parts["diagnosis"] = _diagnosis(verdict)
    if level == "diagnosis":
        return parts
    parts["places"] = [line(words) for words in sentences(verdict.explanation)]
    parts["drawing"] = draw(drawing) if (drawing := drawing_of(verdict)) is not None else []
    parts["parting"] = _parting(verdict.evidence)
    parts["rows"] = _rows(verdict, mirrored=mirrored)
    if hint_fits(verdict):
        parts["hint"] = paragraph(f"Hint: {verdict.exercise.hint}")
    return {**parts, "printed": printed(verdict.evidence.found.printed)}


def hint_fits(verdict: Failed) -> bool:
    """Whether an exercise's hint is about what went wrong; never where the search came to no answer or no leaf.

    Of a fixed tree with pruning it is about that, under alpha > beta perhaps about going on; of an action, window or
    guess about the value.
    """
    evidence, hint = verdict.evidence, verdict.exercise.hint
    problem, expected, looks = evidence.problem, evidence.expected, evidence.found.outcome.looks
    if not hint or verdict.failure is not None or not looks:
        return False
    is_generated = isinstance(verdict.exercise, GeneratedExercise)
    if is_generated and re.search("[-+−]inf|infinit|∞", hint) and {inf, -inf}.isdisjoint(problem.tree.values):
        return False  # one about infinite leaves needs some
    prunes = is_generated or expected.pruned(problem.tree, problem.horizon)
    if not evidence.checks["order"]:
        own = tuple(dict.fromkeys(looks))
        first_wrong_look = own[same_looks(own, expected.visited) :][:1]
        about_pruning = prunes and not is_generated and problem.prune_when == "alpha >= beta"
        return not about_pruning or not {*first_wrong_look} <= {*expected.visited}
    if isinstance(expected.value, str) or problem.window != (-inf, inf) or problem.guess is not None:
        return True
    return not prunes and first_wrong(problem, looks, evidence.found.returned) is None


def _verdict_sentence(verdict: Failed, *, with_tree: bool) -> str:
    evidence = verdict.evidence
    of_many = isinstance(verdict.exercise, GeneratedExercise) and verdict.trees > 1
    tried = f"one of the {_trees(verdict)} that were tried" if of_many else ""
    if evidence.found.finished is None:
        return f"Your search did not finish{of_many * ' on '}{tried}."
    what = {**RIGHT, "value": "the action"} if isinstance(evidence.expected.value, str) else RIGHT
    what = {**what, "pruned": CALLS} if _only_calls_are_wrong(evidence) else what
    right, wrong = ([what[check] for check in CHECKS if verdict.checks[check] == holds] for holds in (True, False))
    neither = f"neither {what['value']} nor the pruned leaves are right"
    sentence = f"{_are(right)} right, but {_are(wrong)} not" if right else neither
    sentence = f"{sentence[0].upper()}{sentence[1:]}{of_many * ', on at least '}{tried}."
    here = [what[check] for check in CHECKS if not evidence.checks[check]]
    more = with_tree and here and evidence.checks != verdict.checks  # more is wrong on others
    return f"{sentence} On the tree below {_are(here)} wrong." if more else sentence


def _trees(verdict: Passed | Failed) -> str:
    return counted(verdict.trees, "small tree" if isinstance(verdict.exercise.generate, Every) else "generated tree")


def _are(things: Sequence[str]) -> str:
    """The subject of a sentence with its verb: the value and the order of visits are."""
    plural = len(things) > 1 or things[0] in (RIGHT["pruned"], CALLS)
    return f"{' and '.join(things)} {'are' if plural else 'is'}"


def named(verdict: NotPassed) -> tuple[list[tuple[str, str]], bool]:
    """The mistakes that explain a failure, with title and explanation, and whether one was made, as they look alike."""
    entries = [explained(name, [verdict]) for name in verdict.misconceptions]
    all_made = isinstance(verdict, Failed) and bool(verdict.explanation.names)
    return entries, len(entries) > 1 and not all_made


def _diagnosis(verdict: Failed) -> Page:
    entries, are_alike = named(verdict)
    page = []
    for place, (title, explanation) in enumerate(entries):
        lead = ("    or: " if place else "Either: ",) if are_alike else ()
        page.append(line(*lead, Span(f"{title}.", "bad"), "" if are_alike and len(entries) > 2 else f" {explanation}"))
    return [*page, line(CANNOT_TELL)] if are_alike else page


def drawing_of(verdict: Failed) -> TreeAnnotations | None:
    """The annotated tree of a failed exercise; None where its search broke off before its first look."""
    evidence, unneeded = verdict.evidence, verdict.exercise.unneeded
    looks, returned = evidence.found.outcome.looks, evidence.found.finished is not None
    if not looks and not returned:
        return None
    return TreeAnnotations(evidence.problem, evidence.expected, unneeded, looks, returned=returned)


def _parting(evidence: Evidence) -> Page:
    problem, expected, finished = evidence.problem, evidence.expected, evidence.found.finished
    outcome, said = evidence.found.outcome, list[str | None]()
    if finished is None or not evidence.checks["order"]:
        said.append(parting(problem, expected, outcome.looks, returned=finished is not None))
    else:
        if _only_calls_are_wrong(evidence):
            said.append(call_words(problem, *due_and_answered(problem, expected, finished)))
        if not evidence.checks["value"]:
            first = first_wrong(problem, outcome.looks, evidence.found.returned)
            said.append(value_words(problem, expected, finished, first))
    page = [line(Span(sentence, "cutoff")) for sentence in said if sentence]
    if isinstance(outcome, Observation) and isinstance(expected.value, str) != isinstance(outcome.value, str):
        function, _ = load(problem.interface).call(problem)
        what = f"a value, {shown(outcome.value)}. An action is asked for, a name from state.actions()."
        if isinstance(outcome.value, str):
            what = f'text, "{visible_name(outcome.value, 40)}". A value is asked for, a number.'
        page.append(line(Span(f"{function} returned {what}", "bad")))
    return page


def _only_calls_are_wrong(evidence: Evidence) -> bool:
    return evidence.problem.isolate is not None and evidence.checks["order"] and not evidence.checks["pruned"]


def _rows(verdict: Failed, *, mirrored: bool) -> Page:
    evidence, exercise, checks = verdict.evidence, verdict.exercise, verdict.checks
    problem, tree, expected = evidence.problem, evidence.problem.tree, evidence.expected
    page: Page = []
    if isinstance(exercise, GeneratedExercise) and len(tree) <= LARGEST_PASTED:
        window = "" if problem.window == (-inf, inf) else "   window ({}, {})".format(*map(shown, problem.window))
        depth = "" if problem.depth is None else f"   depth {problem.depth}"
        page.append(line(f"tree      {nested(tree)}{window}{depth}   (seed {exercise.generate.seed})"))
    if load(problem.interface).negated:
        page.append(line(Span("The drawing has MAX's values; at MIN's nodes your search sees them negated.", "faint")))
    elif mirrored and tree.player(0) == "MIN":
        page.append(line(Span(OF_MAX, "faint")))
    finished, outcome = evidence.found.finished, evidence.found.outcome
    value = visible_name(shown(outcome.returned) if isinstance(outcome, Observation) else "none", LONGEST_NAME)
    returned = "action" if isinstance(expected.value, str) else "value"
    page.append(_row(returned, shown(expected.value), value, evidence.checks["value"]))
    page.append(_row("visited", *_names(tree, expected.visited, list(dict.fromkeys(outcome.looks))), checks["order"]))
    if finished is not None:
        names = _names(tree, expected.pruned(tree, problem.horizon), finished.pruned(tree, problem.horizon))
        page.append(_row("pruned", *names, checks["pruned"]))
    return page


def _row(what: str, expected: str, found: str, right: bool) -> Line:
    if expected == found:
        return line(f"{what:<9} ", expected)
    if right and what == "value":  # outside the window any bound that was proved will do
        return line(f"{what:<9} ", found, Span(f" (the textbook's search returns {expected})", "faint"))
    return line(f"{what:<9} expected ", expected, ", found ", Span(found, "good" if right else "bad"))


def _names(tree: Tree, expected: Sequence[int], found: Sequence[int]) -> tuple[str, str]:
    """Expected and found leaves by name; of long rows the part where they first differ."""
    same = same_looks(found, expected)
    start = max(0, same - MOST_LEAVES_IN_ROW // 2) if max(len(expected), len(found)) > MOST_LEAVES_IN_ROW else 0

    def row(leaves: Sequence[int]) -> str:
        named = [tree.name(leaf) for leaf in leaves[start : start + MOST_LEAVES_IN_ROW]]
        after = [f"… ({len(leaves)} in all)"] if len(leaves) > start + MOST_LEAVES_IN_ROW else []
        return " ".join(["…"] * bool(start) + named + after) or "none"

    return row(expected), row(found)


def nested(tree: Tree) -> str:
    """A tree as a nested list of Python, to paste into a test."""
    return re.sub("'(-?inf)'", r'float("\1")', str(write_tree(tree))).replace("'", '"')


# --- All exercises of a report, and the order in which they are best read ---


class ReportFeedback(NamedTuple):
    """What is shown of the exercises of a report. order: the failed ones, the simplest first. parts: by their ids."""

    order: Sequence[NotPassed]
    same_failure_as: Mapping[str, NotPassed]
    parts: Mapping[str, Parts]

    def page(self, verdict: Verdict) -> Page:
        """What is shown of an exercise, whole."""
        return whole(self.parts[verdict.exercise.id])


def feedback_of(report: Report, *, show_hidden: bool = False) -> ReportFeedback:
    """The feedback on a report. show_hidden: shows an instructor all of every exercise."""
    order = simplest_first(report.verdicts if show_hidden else report.visible)
    same = same_failure_as([verdict for verdict in order if show_hidden or verdict.feedback != "verdict"])
    mirrored = (adapter := report.exercises.assignment.adapter) is not None and adapter.mirrored
    parts = {
        each.exercise.id: feedback(each, same.get(each.exercise.id), show_hidden=show_hidden, mirrored=mirrored)
        for each in report.verdicts
    }
    return ReportFeedback(order, same, parts)


def simplest_first(verdicts: Sequence[Verdict]) -> list[NotPassed]:
    """The failed ones of some verdicts, the clearest first, and last those that were not run at all.

    A search that broke before its first look has a traceback and no tree. Where a change mends a part, what it mends
    comes next; of the others the simplest comes first, and of sizes between two powers of 2 a wrong value before a leaf
    too many, then the author's order.
    """

    def key(verdict: NotPassed) -> tuple[bool, bool, tuple[int, ...], bool]:
        if isinstance(verdict, NotRun) or not size_of_evidence(verdict):
            return isinstance(verdict, NotRun), False, (), verdict.checks["value"]
        *kind, size = verdict.evidence.simplicity(drawn=isinstance(verdict.exercise, GeneratedExercise))
        return False, not _is_mended(verdict), (*kind, size.bit_length()), verdict.checks["value"]

    return sorted((verdict for verdict in verdicts if isinstance(verdict, (NotRun, Failed))), key=key)


def _is_mended(verdict: NotPassed) -> bool:
    nearest = verdict.explanation.nearest if isinstance(verdict, Failed) else None
    return nearest is not None and bool(nearest.mends) and verdict.feedback == "full"


def size_of_evidence(verdict: NotPassed) -> int:
    """The number of nodes of the tree that a failure is shown on; 0 where the search broke before its first look."""
    broke_at_once = verdict.failure is not None and not verdict.failure.looks
    return 0 if isinstance(verdict, NotRun) or broke_at_once else len(verdict.evidence.problem.tree)


def same_failure_as(verdicts: Sequence[NotPassed]) -> Mapping[str, NotPassed]:
    """Of exercises that ended in an equal failure, by id, the first of them, whose page describes it.

    verdicts: in the order of reading. Failures are equal if what is said of them is, and the traceback's last line; not
    where a wrong thing was returned, as what the search looked at counts there.
    """
    first: dict[tuple[str, ...], NotPassed] = {}
    same: dict[str, NotPassed] = {}
    for verdict in verdicts:
        failure = verdict.failure
        if failure is not None and failure.cause != "not a value":
            place = failure.details.split("\n")[-2:]  # the file with the line's number, and the line itself
            same[verdict.exercise.id] = first.setdefault((failure.cause, failure.words, *place), verdict)
    return {name: earlier for name, earlier in same.items() if name != earlier.exercise.id}


def why_first(order: Sequence[NotPassed]) -> str:
    """Which failed exercise to look at first, and why, in a sentence. order: the failed ones, simplest first."""
    first = order[0]
    words = f"Look at {first.exercise.id} first"
    if isinstance(first, NotRun):
        return f"{words}: it could not be run."
    if len(order) == 1:
        return f"{words}: it is the only one that fails."
    if _is_mended(first):
        return f"{words}: a change was found that makes it right, though not every exercise."
    size = size_of_evidence(first)
    why = f"on a tree of {counted(size, 'node')}" if size else "as the search ended before it looked at any leaf"
    return f"{words}: of {counted(len(order), 'exercise')} that fail it is the simplest, {why}."


def visible_sum(verdicts: Sequence[Verdict]) -> str:
    """The points in the exercises that students see, and that there are others, whatever became of these."""
    seen = [verdict for verdict in verdicts if verdict.exercise.is_visible]
    hidden = len(verdicts) - len(seen)
    points = f"{points_of(seen):g} of {counted(max_points_of(seen), 'point')}"
    if not hidden:
        return points
    of_seen = f"Visible exercises: {points}." if seen else "No exercise is visible."
    many = counted(hidden, "more exercise" if seen else "exercise")
    return f"{of_seen} {many} {'is hidden: it counts' if hidden == 1 else 'are hidden: they count'} for the score too."
