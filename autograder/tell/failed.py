"""Shows an exercise that failed: its mistakes, its tree, and the differences."""

import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from autograder.core.exercises.model import Check, Generate, GeneratedExercise
from autograder.core.exercises.tree_format import write_tree
from autograder.core.judging.judge import (
    Evidence,
    Failed,
    NotPassed,
    calls_to_compare,
    same_looks,
)
from autograder.core.limits import LARGEST_PASTED, LONGEST_NAME, MOST_LEAVES_IN_ROW
from autograder.core.sentences import sentence
from autograder.core.text import visible_name
from autograder.explain.findings import Findings
from autograder.tell.divergence import (
    describe_calls,
    describe_visits,
    has_equal_bounds_at_parting,
    parts_in_first_of_two_passes,
)
from autograder.tell.places import (
    DescribedMistake,
    describe_mistake,
    describe_repairs,
)
from autograder.tell.search_passes import shown
from autograder.tell.styled_text import Line, Span, Text, line, line_of, paragraph
from autograder.tell.tree_drawing import TreeAnnotations, draw
from autograder.tell.wrong_values import (
    describe_answer,
    describe_first_wrong,
    describe_value,
)
from reference.game import Tree
from reference.interfaces import load
from reference.problem import Observation

ABOUT_EQUAL_BOUNDS = frozenset({"strict-cutoff", "eager-cutoff"})
"""Mistakes that show only if v equals the bound."""


# --- Mistakes ---


class KnownMistakes(NamedTuple):
    """The mistakes that explain a failure.

    are_alternatives: only one of them was made, and which one cannot be seen.
    """

    entries: list[DescribedMistake]
    are_alternatives: bool


def known_mistakes(
    verdict: NotPassed, findings: Findings, beside: Sequence[NotPassed] = ()
) -> KnownMistakes:
    """Return the known mistakes that explain a failure.

    beside: other exercises for which the text stands, too: what it says holds of all.
    """
    entries = [
        describe_mistake(name, [verdict, *beside], findings)
        for name in verdict.misconceptions
    ]
    are_alternatives = len(entries) > 1 and not findings.names
    if are_alternatives:
        are_alternatives = not are_made_together(verdict)
    return KnownMistakes(entries, are_alternatives)


def are_made_together(verdict: NotPassed) -> bool:
    """Return whether one and the same search has two of the known mistakes.

    A search agrees with both then because it makes both: with neither alone.
    """
    # Only failures need these.
    from autograder.explain.ways import variants
    from reference.changes import changed

    pattern = verdict.exercise.pattern
    book = pattern.interface, pattern.prune_when
    known_texts: set[str] = set()
    for name in verdict.misconceptions:
        texts = {changed(*book, variant.changes) for variant in variants(*book, name)}
        if not known_texts.isdisjoint(texts):
            return True
        known_texts |= texts
    return False


def diagnosis(
    verdict: NotPassed, findings: Findings, beside: Sequence[NotPassed] = ()
) -> Text:
    """Return the lines about the known mistakes that explain a failure.

    beside: as for `known_mistakes`.
    """
    entries, are_alternatives = known_mistakes(verdict, findings, beside)
    if not are_alternatives:
        return [
            line(Span(f"{mistake.title}.", "bad"), f" {mistake.explanation}")
            for mistake in entries
        ]
    either, other = sentence("failed", "either"), sentence("failed", "or")
    width = max(len(either), len(other))
    text: Text = []
    for index, mistake in enumerate(entries):
        conjunction = f"{other if index else either:>{width}} "
        ending = f" {mistake.explanation}" if len(entries) == 2 else ""
        text.append(line(conjunction, Span(f"{mistake.title}.", "bad"), ending))
    return [*text, line(sentence("failed", "cannot tell"))]


def shows_its_mistake(verdict: Failed) -> bool:
    """Return whether the search goes wrong at a node that shows the named mistake.

    That of equal bounds needs a node at which they are equal.
    """
    named = set(verdict.misconceptions)
    if not named or not named <= ABOUT_EQUAL_BOUNDS:
        return True
    evidence = verdict.evidence
    looks = evidence.searched.outcome.looks
    return has_equal_bounds_at_parting(evidence.problem, evidence.expected, looks)


# --- The search ---


class SearchSections(NamedTuple):
    """The sections about the search itself, by their names."""

    places: Text
    drawing: Text
    parting: Text
    signs: Text
    rows: Text
    hint: Text


def sections_of_search(
    verdict: Failed,
    findings: Findings,
    *,
    mirrored: bool,
    sources: Mapping[str, bytes],
    main_file: str,
    is_any_right: bool,
) -> SearchSections:
    """Return the sections about the search itself.

    mirrored and the others: as the fields of `Surroundings`.
    """
    drawing = drawing_of(verdict)
    return SearchSections(
        places=describe_repairs(
            findings,
            sources,
            main_file,
            is_any_right=is_any_right,
            is_named=bool(verdict.misconceptions),
        ),
        drawing=[] if drawing is None else draw(drawing),
        parting=_differences(verdict, findings),
        signs=_remark_on_signs(verdict.evidence, mirrored=mirrored),
        rows=_rows(verdict),
        hint=_hint(verdict),
    )


def _hint(verdict: Failed) -> Text:
    """Return the exercise's hint if it is about the fault, or that it is about no part.

    A program whose functions do not call each other by their names is judged whole, and
    the title and the hint are of one function alone.
    """
    alone = verdict.exercise.pattern.isolate
    if alone is not None and verdict.evidence.problem.isolate is None:
        return paragraph(sentence("failed", "judged whole", function=alone))
    if not hint_fits(verdict):
        return []
    return paragraph(sentence("verdict", "hint", hint=verdict.exercise.hint))


def drawing_of(verdict: Failed) -> TreeAnnotations | None:
    """Return the annotated tree; None if the search broke off before a look."""
    evidence = verdict.evidence
    looks = evidence.searched.outcome.looks
    returned = evidence.searched.finished is not None
    if not looks and not returned:
        return None
    return TreeAnnotations(
        evidence.problem,
        evidence.expected,
        verdict.exercise.unneeded,
        looks,
        returned=returned,
        asked_checks=evidence.asked_checks,
    )


def _differences(verdict: Failed, findings: Findings) -> Text:
    """Return the sentences about the differences of the search from a right one.

    A question about the program is asked only if its mistake and line are unknown.
    """
    evidence, by_hand = verdict.evidence, findings.by_hand
    is_known = verdict.misconceptions or findings.told_repairs or findings.slips
    asks = not by_hand and not is_known
    sentences = [
        _sentence_about_visits(evidence, asks=asks),
        _sentence_about_calls(evidence),
    ]
    about_value = _sentence_about_value(evidence, by_hand=by_hand, asks=asks)
    # A wrong value of a leaf comes before the visits that follow from it.
    place = len(sentences) if evidence.has_right_visits else 0
    sentences.insert(place, about_value)
    text = [line(Span(part, "cutoff")) for part in sentences if part]
    wrong_type = _sentence_about_type(evidence)
    if wrong_type is not None:
        text.append(line(Span(wrong_type, "bad")))
    outcome = evidence.searched.outcome
    if not text and isinstance(outcome, Observation) and evidence.value_is_wrong:
        answers = evidence.expected.value, outcome.value
        unneeded = verdict.exercise.unneeded
        answer = describe_answer(evidence.problem, *answers, unneeded)
        text.append(line(Span(answer, "cutoff")))
    return text


def _sentence_about_visits(evidence: Evidence, *, asks: bool) -> str | None:
    """Return the sentence on the first wrong visit; None if all are right.

    asks: whether a question may be added.
    """
    returned = evidence.searched.finished is not None
    if not evidence.asks_visits or (returned and evidence.has_right_visits):
        return None
    looks = evidence.searched.outcome.looks
    about_visits = describe_visits(
        evidence.problem, evidence.expected, looks, returned=returned
    )
    if about_visits is None:
        return None
    if looks and parts_in_first_of_two_passes(
        evidence.problem, evidence.expected, looks
    ):
        return f"{about_visits} {sentence('divergence', 'first of two passes')}"
    if looks or not asks:
        return about_visits
    return f"{about_visits} {sentence('divergence', 'where the game is over')}"


def _sentence_about_calls(evidence: Evidence) -> str | None:
    """Return the sentence on the first wrong call, if nothing else is wrong."""
    finished = evidence.searched.finished
    if finished is None or not evidence.only_calls_are_wrong:
        return None
    problem = evidence.problem
    right_calls, calls = calls_to_compare(problem, evidence.expected, finished)
    return describe_calls(problem, right_calls, calls)


def _sentence_about_value(
    evidence: Evidence, *, by_hand: bool, asks: bool
) -> str | None:
    """Return the sentence on a wrong value, by the call that first returned one.

    Return None if the value is right, or if the search did not return.
    """
    finished = evidence.searched.finished
    if finished is None or not evidence.value_is_wrong:
        return None
    looks, returned = evidence.searched.outcome.looks, evidence.searched.returned
    # A value that follows from wrong visits is no mistake of its own, but a leaf's is.
    follows = not evidence.asks_visits and not evidence.checks["order"]
    if follows or not evidence.has_right_visits:
        return describe_first_wrong(evidence.problem, looks, returned, at_end=True)
    first_wrong = describe_first_wrong(evidence.problem, looks, returned)
    if not evidence.asks_visits:
        return first_wrong
    return describe_value(
        evidence.problem,
        evidence.expected,
        finished,
        first_wrong,
        by_hand=by_hand,
        asks=asks,
    )


def _sentence_about_type(evidence: Evidence) -> str | None:
    """Say that a value was returned for an action, or the other way round."""
    outcome = evidence.searched.outcome
    if not isinstance(outcome, Observation) or "value" not in evidence.asked_checks:
        return None
    is_text = isinstance(outcome.value, str)
    if is_text == isinstance(evidence.expected.value, str):
        return None
    if is_text:
        text = visible_name(str(outcome.value), LONGEST_NAME)
        return sentence("failed", "returned text", text=text)
    return sentence("failed", "returned a value", value=shown(outcome.value))


def hint_fits(verdict: Failed) -> bool:
    """Return whether an exercise's hint is about the fault.

    It never is if the search came to no answer or to no leaf.
    """
    evidence = verdict.evidence
    hint, looks = verdict.exercise.hint, evidence.searched.outcome.looks
    if not hint or verdict.failure is not None or not looks:
        return False
    is_generated = isinstance(verdict.exercise, GeneratedExercise)
    generate = verdict.exercise.generate
    # The hint of such an exercise is about its infinite utilities.
    needs_infinity = isinstance(generate, Generate) and generate.infinities
    if needs_infinity and {inf, -inf}.isdisjoint(evidence.problem.tree.values):
        return False
    if evidence.has_right_visits:
        return _hint_fits_value(evidence, is_generated=is_generated)
    return _hint_fits_visits(evidence, is_generated=is_generated)


def _hint_fits_visits(evidence: Evidence, *, is_generated: bool) -> bool:
    """Return whether a hint is about wrong visits.

    That of a fixed tree with pruning is about that; under alpha > beta it may be about
    going on, too.
    """
    if is_generated or not _has_pruning(evidence):
        return True
    if evidence.problem.prune_when == "alpha > beta":
        return True
    looks = evidence.searched.outcome.looks
    return _begins_with_extra_leaf(looks, evidence.expected.visited)


def _hint_fits_value(evidence: Evidence, *, is_generated: bool) -> bool:
    """Return whether a hint is about a wrong value after right visits.

    It is if the exercise is about an action, a window or a guess. Another one is not,
    if it is about pruning, or if the call with the first wrong value is known.
    """
    problem, searched = evidence.problem, evidence.searched
    if isinstance(evidence.expected.value, str):
        return True
    if problem.window != (-inf, inf) or problem.guess is not None:
        return True
    if is_generated or _has_pruning(evidence):
        return False
    return (
        describe_first_wrong(problem, searched.outcome.looks, searched.returned) is None
    )


def _has_pruning(evidence: Evidence) -> bool:
    problem = evidence.problem
    return bool(evidence.expected.pruned(problem.tree, problem.horizon))


def _begins_with_extra_leaf(looks: Sequence[int], expected: Sequence[int]) -> bool:
    """Return whether the first wrong visit is to a leaf that should be pruned."""
    visited = list(dict.fromkeys(looks))
    agreeing = same_looks(visited, expected)
    return agreeing < len(visited) and visited[agreeing] not in expected


# --- Rows ---


def _rows(verdict: Failed) -> Text:
    """Return the tree to paste, and the results beside right ones."""
    evidence, checks = verdict.evidence, verdict.checks
    problem, expected = evidence.problem, evidence.expected
    tree, finished = problem.tree, evidence.searched.finished
    text = _row_of_tree(verdict)
    if "value" in evidence.asked_checks:
        text.append(_row_of_value(evidence))
    if not evidence.asks_visits:
        return text
    visited = list(dict.fromkeys(evidence.searched.outcome.looks))
    due_names, names = _names(tree, expected.visited, visited)
    visits: Check = "order" if "order" in evidence.asked_checks else "pruned"
    text.append(_row("visited", due_names, names, checks[visits]))
    if finished is not None and "pruned" in evidence.asked_checks:
        due_pruned = expected.pruned(tree, problem.horizon)
        pruned = finished.pruned(tree, problem.horizon)
        due_names, names = _names(tree, due_pruned, pruned)
        text.append(_row("pruned", due_names, names, checks["pruned"]))
    return text


def _row_of_tree(verdict: Failed) -> Text:
    """Return a row with a generated tree, if it is small enough to be pasted."""
    exercise, problem = verdict.exercise, verdict.evidence.problem
    if not isinstance(exercise, GeneratedExercise):
        return []
    if len(problem.tree) > LARGEST_PASTED:
        return []
    columns = [nested(problem.tree)]
    if problem.window != (-inf, inf):
        alpha, beta = map(shown, problem.window)
        columns.append(sentence("failed", "window", alpha=alpha, beta=beta))
    if problem.depth is not None:
        columns.append(sentence("failed", "depth", depth=problem.depth))
    columns.append(sentence("failed", "seed", seed=exercise.generate.seed))
    return [line(title_of_row("tree"), "   ".join(columns))]


def _remark_on_signs(evidence: Evidence, *, mirrored: bool) -> Text:
    """Return a remark on the player whose numbers these are; [] if MAX's go unsaid."""
    if load(evidence.problem.interface).negated:
        return [line(Span(sentence("failed", "negated in negamax"), "faint"))]
    if mirrored and evidence.problem.tree.player(0) == "MIN":
        return [line(Span(sentence("failed", "numbers are MAX's"), "faint"))]
    return []


def _row_of_value(evidence: Evidence) -> Line:
    """Return the row that compares the returned value or action with the right one."""
    outcome, expected = evidence.searched.outcome, evidence.expected.value
    returned = sentence("failed", "no value")
    if isinstance(outcome, Observation):
        returned = shown(outcome.returned)
    title = "action" if isinstance(expected, str) else "value"
    visible_value = visible_name(returned, LONGEST_NAME)
    return _row(title, shown(expected), visible_value, evidence.checks["value"])


def title_of_row(name: str) -> Span:
    """Return the title of a row, as wide as the longest in its language."""
    titles = [sentence("failed", title) for title in TITLES]
    width = max(LEAST_TITLE, *map(len, titles))
    return Span(f"{sentence('failed', name):<{width}} ")


TITLES = ("tree", "value", "action", "visited", "pruned")
"""The names of the rows' titles."""
LEAST_TITLE = 9


def _row(title: str, expected: str, result: str, is_right: bool) -> Line:
    """Return the row of a check: the right result, and the student's if it differs."""
    start = title_of_row(title)
    if expected == result:
        return line(start, expected)
    if is_right and title == "value":  # outside the window any proved bound will do
        return (
            start,
            *line_of("failed", "textbook returns", due=expected, result=result),
        )
    styled = Span(result, "good" if is_right else "bad")
    return (start, *line_of("failed", "expected", due=expected, result=styled))


def _names(
    tree: Tree, expected: Sequence[int], leaves: Sequence[int]
) -> tuple[str, str]:
    """Return two rows of leaves by name; of long ones from where they differ."""
    start = 0
    if max(len(expected), len(leaves)) > MOST_LEAVES_IN_ROW:
        start = max(0, same_looks(leaves, expected) - MOST_LEAVES_IN_ROW // 2)
    return _names_from(start, tree, expected), _names_from(start, tree, leaves)


def _names_from(start: int, tree: Tree, leaves: Sequence[int]) -> str:
    """Return as many leaves' names from an index on as a row takes.

    The row says if some are left out before them, and how many there are in all if some
    are left out behind.
    """
    end = start + MOST_LEAVES_IN_ROW
    names = [tree.name(leaf) for leaf in leaves[start:end]]
    if start:
        names.insert(0, "…")
    if len(leaves) > end:
        names.append(sentence("failed", "in all", count=len(leaves)))
    return " ".join(names) or sentence("failed", "none")


def nested(tree: Tree) -> str:
    """Return a tree as a nested list of Python, to paste into a test."""
    with_floats = re.sub("'(-?inf)'", r'float("\1")', str(write_tree(tree)))
    return with_floats.replace("'", '"')
