"""What is said of a known mistake beside a tree holds of that tree, for every mistake and every tree of the sets."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from autograder.exercises.load import load_set
from autograder.exercises.model import FixedExercise
from autograder.judging.judge import Evidence, Failed, evidence_of
from autograder.mistakes.catalogue import CATALOGUE, Misconception, variants
from autograder.sandbox.outcome import Searched
from autograder.showing.places import CLAIMS, explained
from reference.observe import observe
from reference.problem import Observation

SETS = Path(__file__).parents[1] / "exercises"
LARGEST = 30
CLAIMED = [entry for entry in CATALOGUE if entry.claims]


def sets() -> Iterator[list[FixedExercise]]:
    """The fixed exercises of each interface and convention, with small trees."""
    for folder in (".", "minimax_ab", "alpha_beta_search", "negamax", "cs188"):
        fixed = [entry for entry in load_set(SETS / folder).exercises if isinstance(entry, FixedExercise)]
        yield [entry for entry in fixed if entry.problem.isolate is None and len(entry.problem.tree) <= LARGEST]


def failures(exercises: list[FixedExercise], entry: Misconception) -> Iterator[Failed]:
    """Where the first way to make a mistake fails some exercises."""
    problem = exercises[0].problem
    for made in islice(variants(problem.interface, problem.prune_when, entry.id), 1):
        for exercise in exercises:
            found = made.attempt(exercise.problem)
            evidence = found and evidence_of(exercise.problem, Searched(found))
            if evidence and not evidence.passed:
                yield Failed(exercise, evidence.checks, 1, evidence)


def claimed_of(evidence: Evidence) -> set[str]:
    """What holds of a search, found out in other ways than `CLAIMS` has."""
    problem, found = evidence.problem, evidence.found.outcome
    assert isinstance(found, Observation)
    known = set[str]()
    if any(look not in evidence.expected.visited for look in found.looks):
        known.add("extra-leaf")
    if found.value not in problem.tree.values:
        known |= {"value-of-no-leaf", *(["returned-zero"] if found.value == 0 else [])}
    if observe(problem).value != found.value:
        known.add("wrong-value")
    return known | ({"equal-bounds-prune"} if problem.prune_when == "alpha >= beta" else set())


def test_what_is_claimed_beside_a_tree_holds_of_it() -> None:
    told, silent = Counter[str](), Counter[str]()
    for exercises in sets():
        for entry in CLAIMED:
            for verdict in failures(exercises, entry):
                holds = {claim for claim in CLAIMS if CLAIMS[claim](verdict.evidence)}
                assert holds <= claimed_of(verdict.evidence), f"{entry.id}: {verdict.exercise.id}"
                for named in CLAIMED:  # beside this one there may be another
                    assert explained(named.id, [verdict]) == (named.title, named.explanation(holds.__contains__))
                told.update(holds)
                silent.update({*CLAIMS} - holds)
    assert set(told) == set(silent) == set(CLAIMS)
