"""What is shown of an exercise that failed: its mistakes, its tree, where the search went wrong, and what it did."""

import re
from collections.abc import Sequence
from math import inf

from autograder.exercises.model import GeneratedExercise
from autograder.exercises.tree_format import write_tree
from autograder.judging.judge import Evidence, Failed, NotPassed, due_and_answered, same_looks
from autograder.limits import LARGEST_PASTED, LONGEST_NAME, MOST_LEAVES_IN_ROW
from autograder.showing.divergence import describe_calls, describe_first_wrong, describe_value, describe_visits, shown
from autograder.showing.places import describe_mistake, describe_repairs
from autograder.showing.styled_text import Line, Page, Span, line, paragraph
from autograder.showing.tree_drawing import TreeAnnotations, draw
from autograder.text import visible_name
from reference.game import Tree
from reference.interfaces import load
from reference.problem import Observation

CANNOT_TELL = "These mistakes make a search do the same, so grading cannot tell which it is. Check them one by one."
OF_MAX = (
    "All numbers here are MAX's. MIN moves at the root, so your search maximizes where MIN moves and sees each number "
    "negated: its alpha is -beta here, and its beta -alpha."
)


def named(verdict: NotPassed) -> tuple[list[tuple[str, str]], bool]:
    """The mistakes that explain a failure, with title and explanation, and whether one was made, as they look alike."""
    entries = [describe_mistake(name, [verdict]) for name in verdict.misconceptions]
    all_made = isinstance(verdict, Failed) and bool(verdict.explanation.names)
    return entries, len(entries) > 1 and not all_made


def diagnosis(verdict: Failed) -> Page:
    """What the known mistakes are that explain a failure."""
    entries, are_alike = named(verdict)
    page = []
    for place, (title, explanation) in enumerate(entries):
        lead = ("    or: " if place else "Either: ",) if are_alike else ()
        page.append(line(*lead, Span(f"{title}.", "bad"), "" if are_alike and len(entries) > 2 else f" {explanation}"))
    return [*page, line(CANNOT_TELL)] if are_alike else page


def parts(verdict: Failed, *, mirrored: bool) -> dict[str, Page]:
    """What is shown of the search itself. mirrored: whether it sees each number negated where MIN moves first."""
    drawing = drawing_of(verdict)
    shown = {
        "places": [line(words) for words in describe_repairs(verdict.explanation)],
        "drawing": [] if drawing is None else draw(drawing),
        "parting": _parting(verdict.evidence),
        "rows": _rows(verdict, mirrored=mirrored),
    }
    return {**shown, "hint": paragraph(f"Hint: {verdict.exercise.hint}")} if hint_fits(verdict) else shown


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
        said.append(describe_visits(problem, expected, outcome.looks, returned=finished is not None))
    else:
        if evidence.only_calls_are_wrong:
            said.append(describe_calls(problem, *due_and_answered(problem, expected, finished)))
        if not evidence.checks["value"]:
            first = describe_first_wrong(problem, outcome.looks, evidence.found.returned)
            said.append(describe_value(problem, expected, finished, first))
    page = [line(Span(sentence, "cutoff")) for sentence in said if sentence]
    if isinstance(outcome, Observation) and isinstance(expected.value, str) != isinstance(outcome.value, str):
        function, _ = load(problem.interface).call(problem)
        what = f"a value, {shown(outcome.value)}. An action is asked for, a name from state.actions()."
        if isinstance(outcome.value, str):
            what = f'text, "{visible_name(outcome.value, 40)}". A value is asked for, a number.'
        page.append(line(Span(f"{function} returned {what}", "bad")))
    return page


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
    return not prunes and describe_first_wrong(problem, looks, evidence.found.returned) is None


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
