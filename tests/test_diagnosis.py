"""The catalogue of known mistakes, the probes that tell them apart, and what is never said of a right search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercises.load import load_set
from autograder.exercises.model import Generate
from autograder.judging.probe_trees import CONVENTIONS, indistinguishable, probes
from autograder.teaching.audit import audit, missed_by_chance, smallest_catch
from reference import interfaces
from reference.game import Tree
from reference.misconceptions import CATALOGUE, STATE_KEPT, variants
from reference.observe import attempt, observe
from reference.problem import Problem

PROJECT = Path(__file__).parents[1]
SETS = [PROJECT / "exercises", *sorted(file.parent for file in PROJECT.glob("exercises/*/assignment.json"))]
SETS = [folder for folder in SETS if folder.name != "schema"]
INTERFACES = interfaces.names()

# Each has an entry in the catalogue, and in tests/submissions a program that is given this diagnosis.
KNOWN = """
    no-pruning no-max-cutoff no-min-cutoff strict-cutoff eager-cutoff swapped-cutoff late-cutoff alpha-not-updated
    beta-not-updated bound-overwritten wrong-bound-updated window-not-passed shallow-only bounds-swapped
    root-window-reset zero-initial-value finite-infinity right-to-left one-player players-exchanged first-child-only
    eager-children state-kept-between-searches depth-off-by-one player-not-toggled sign-not-flipped
    window-not-negated no-re-search last-of-ties
"""


def test_the_catalogue_is_complete() -> None:
    assert set(KNOWN.split()) <= {entry.id for entry in CATALOGUE}


def test_every_known_mistake_has_a_submission() -> None:
    verdicts = (json.loads(file.read_text("utf-8")) for file in PROJECT.glob("tests/submissions/*/verdict.json"))
    assert set(KNOWN.split()) <= {name for verdict in verdicts for name in verdict.get("misconceptions", ())}


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_an_entry_can_be_read_by_a_student(entry: object) -> None:
    (misconception,) = [known for known in CATALOGUE if known is entry]
    assert misconception.title
    assert not misconception.title.endswith(".")
    assert misconception.explanation.endswith((".", "?"))
    assert misconception.known_from
    assert misconception.variants or misconception.id == STATE_KEPT


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_every_mistake_differs_from_the_textbook_on_three_probes(interface: str, prune_when: str) -> None:
    (convention,) = [known for known in CONVENTIONS if known == prune_when]
    chosen = probes(interface, convention)
    for entry, edits in variants(interface, convention):
        told = [problem for problem in chosen if (seen := attempt(problem, edits)) is None or not same(problem, seen)]
        assert len(told) >= 3, (entry.id, edits)
    assert not [pair for pair in indistinguishable(interface, convention, chosen) if "right" in pair]


def same(problem: Problem, seen: object) -> bool:
    expected = observe(problem)
    return seen == expected


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_every_shipped_set_passes_its_audit(folder: Path) -> None:
    rows = audit(load_set(folder))
    assert rows
    assert [(row.misconception.id, row.edits) for row in rows if not row.caught] == []


@pytest.mark.parametrize("seed", [1, 17])
def test_the_generated_exercises_of_the_core_set_need_no_luck(seed: int) -> None:
    """A sample of what ./run_autograder audit --seeds 50 tries."""
    exercises = load_set(PROJECT / "exercises")
    assert sum(one.generate.examples for one in exercises.generated if isinstance(one.generate, Generate)) == 300
    assert [row.misconception.id for row in missed_by_chance(exercises, seed)] == []


def test_a_poor_set_fails_its_audit_and_is_told_what_would_catch() -> None:
    exercises = load_set(PROJECT / "exercises", "23*")
    passing = [row for row in audit(exercises) if not row.caught]
    assert "shallow-only" in {row.misconception.id for row in passing}
    for row in passing[:3]:
        problem = smallest_catch(row)
        assert problem is not None
        mistaken = attempt(problem, row.edits)
        assert mistaken is None or not same(problem, mistaken)


def small_trees(leaves: int, plies: int) -> list[object]:
    """All trees with so many leaves, of 0s and 1s and -1s, at most so many plies deep and without single children."""
    if leaves == 1:
        return [-1, 0, 1]
    if plies == 0:
        return []
    return [children for split in splits(leaves) for children in forests(split, plies - 1)]


def splits(leaves: int) -> list[list[int]]:
    if leaves == 0:
        return [[]]
    return [
        [first, *rest] for first in range(1, leaves + 1) for rest in splits(leaves - first) if first < leaves or rest
    ]


def forests(split: list[int], plies: int) -> list[list[object]]:
    if not split:
        return [[]]
    return [[tree, *rest] for tree in small_trees(split[0], plies) for rest in forests(split[1:], plies)]


@pytest.mark.parametrize(
    "name", ["strict-cutoff", "alpha-not-updated", "late-cutoff", "first-child-only", "no-max-cutoff"]
)
def test_what_is_shrunk_is_nearly_as_small_as_can_be(name: str) -> None:
    (row, *_) = [row for row in audit(load_set(PROJECT / "exercises", "01*")) if row.misconception.id == name]
    problem = smallest_catch(row)
    assert problem is not None
    found = sum(1 for _ in problem.tree.leaves())
    for leaves in range(1, 5):
        for nested in small_trees(leaves, 3):
            for to_move in ("MAX", "MIN"):
                candidate = Problem(Tree.from_nested(nested, to_move))
                mistaken = attempt(candidate, row.edits)
                if mistaken is None or not same(candidate, mistaken):
                    assert found <= leaves + 2
                    return
    assert found <= 6


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_mistake_agrees_with_a_right_search_on_all_probes(data: st.DataObject) -> None:
    interface = data.draw(st.sampled_from(INTERFACES))
    convention = data.draw(st.sampled_from(CONVENTIONS))
    known = list(variants(interface, convention))
    _, edits = data.draw(st.sampled_from(known))
    assert any(attempt(problem, edits) != observe(problem) for problem in probes(interface, convention))
