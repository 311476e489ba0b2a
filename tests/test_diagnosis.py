"""The catalogue of known mistakes, the probes that tell them apart, and what is never said of a right search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercises.load import load_set
from autograder.exercises.model import Generate
from autograder.judging.explanation import BY_PLAYER, NAMED, TOGETHER
from autograder.judging.probe_trees import CONVENTIONS, alike, is_right, known, probes
from autograder.teaching.audit import audit, missed_by_chance, smallest_catch, uncaught
from reference import interfaces
from reference.forms import forms
from reference.game import Tree
from reference.misconceptions import BY_ID, CATALOGUE, STATE_KEPT, Variant
from reference.observe import observe
from reference.operators import applies
from reference.problem import Observation, Problem, PruneWhen

PROJECT = Path(__file__).parents[1]
SETS = [PROJECT / "exercises", *sorted(file.parent for file in PROJECT.glob("exercises/*/assignment.json"))]
SETS = [folder for folder in SETS if folder.name != "schema"]
INTERFACES = interfaces.names()


def test_what_a_repair_undoes_is_in_the_catalogue() -> None:
    named = {*NAMED.values(), *TOGETHER.values(), *(name for names in BY_PLAYER.values() for name in names.values())}
    assert named <= set(BY_ID)


def test_every_known_mistake_has_a_submission() -> None:
    """Which is given this diagnosis."""
    verdicts = (json.loads(file.read_text("utf-8")) for file in PROJECT.glob("tests/submissions/*/verdict.json"))
    assert set(BY_ID) <= {name for verdict in verdicts for name in verdict.get("misconceptions", ())}


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_an_entry_can_be_read_by_a_student(entry: object) -> None:
    (misconception,) = [known for known in CATALOGUE if known is entry]
    assert misconception.title
    assert not misconception.title.endswith(".")
    assert misconception.explanation.endswith((".", "?"))
    assert misconception.known_from
    assert misconception.ways or misconception.id in {STATE_KEPT, *NAMED.values()}


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_every_known_variant_is_told_from_the_textbook(interface: str, prune_when: PruneWhen) -> None:
    """On three probes, and on one where so few of all trees do that three would be too many to ask."""
    chosen = probes(interface, prune_when)
    right = [observe(problem) for problem in chosen]
    once = 0
    for entry in known(interface, prune_when):
        seen = [entry.attempt(problem) for problem in chosen]
        told = sum(one != other for one, other in zip(seen, right, strict=True))
        assert told, entry
        once += told < 3
    assert once <= len(known(interface, prune_when)) // 10


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_every_known_variant_is_found_by_what_it_does(interface: str, prune_when: PruneWhen) -> None:
    """Fails where what is stored is older than the catalogue: `python -m autograder.judging.probe_trees` mends it."""
    chosen = probes(interface, prune_when)
    for entry in known(interface, prune_when):
        seen = [entry.attempt(problem) for problem in chosen]
        assert entry in alike(interface, prune_when, [*zip(chosen, seen, strict=True)])


@given(st.data())
@settings(max_examples=50)
def test_every_variant_that_goes_wrong_is_known(data: st.DataObject) -> None:
    """Each in the form in which it was drawn."""
    interface = data.draw(st.sampled_from(INTERFACES))
    prune_when = data.draw(st.sampled_from(CONVENTIONS))
    chosen = probes(interface, prune_when)
    form = data.draw(st.sampled_from([form for form in forms(interface) if "(root)" not in str(form and form[0])]))
    entry = data.draw(st.sampled_from([entry for entry in CATALOGUE if entry.ways and entry.unless != prune_when]))
    made = Variant(entry, data.draw(st.sampled_from(entry.ways)), form)
    if applies(interface, prune_when, made.changes):
        seen = [made.attempt(problem) for problem in chosen]
        is_known = made in alike(interface, prune_when, [*zip(chosen, seen, strict=True)])
        assert is_known or is_right([(problem, observe(problem)) for problem in chosen], seen)


def same(problem: Problem, seen: Observation) -> bool:
    return seen == observe(problem)


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_every_shipped_set_passes_its_audit(folder: Path) -> None:
    assert [str(row.variant) for row in uncaught(load_set(folder))] == []


def test_what_is_uncaught_is_what_the_audit_says() -> None:
    for folder, only in ((PROJECT / "exercises", "23*"), (PROJECT / "exercises" / "minimax", "1[0-3]*")):
        exercises = load_set(folder, only)
        assert [row.variant for row in uncaught(exercises)] == [
            row.variant for row in audit(exercises) if not row.caught
        ]


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
        mistaken = row.variant.attempt(problem)
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
                mistaken = row.variant.attempt(candidate)
                if mistaken is None or not same(candidate, mistaken):
                    assert found <= leaves + 2
                    return
    assert found <= 6
