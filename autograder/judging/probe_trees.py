"""The probe trees of the diagnosis: few and small, and chosen so that the known mistakes differ on them.

`python -m autograder.judging.probe_trees` chooses them anew and writes probe_trees.json; do so after adding to the
catalogue. Mistakes that no tree of the pool tells apart are named together by the diagnosis.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from autograder.exercises import INFINITIES, read_tree, write_problem
from reference import interfaces
from reference.misconceptions import Edits, variants
from reference.observe import attempt
from reference.problem import Problem, PruneWhen

FILE = Path(__file__).with_suffix(".json")
POOL = 3000
"""Random problems to choose from."""
REDUNDANCY = 3
"""How many probes tell two mistakes apart, so that a mistake which is not in the catalogue is not taken for one."""
CONVENTIONS: tuple[PruneWhen, ...] = ("alpha >= beta", "alpha > beta")


def probes(interface: str, prune_when: PruneWhen) -> list[Problem]:
    """The probe problems of an interface under a pruning convention."""
    documents = _documents().get(f"{interface}, {prune_when}", ())
    return [_problem(document, interface, prune_when) for document in documents]


def indistinguishable(interface: str, prune_when: PruneWhen, problems: list[Problem]) -> set[tuple[str, str]]:
    """The pairs of mistakes (or of a mistake and "right") that value and visits on the problems do not tell apart."""
    behaviours: dict[tuple[Hashable, ...], set[str]] = {}
    for name, edits in _named_variants(interface, prune_when):
        key = tuple(_behaviour(problem, edits) for problem in problems)
        behaviours.setdefault(key, set()).add(name)
    return {pair for same in behaviours.values() for pair in combinations(sorted(same), 2)}


def choose(interface: str, prune_when: PruneWhen, pool: list[Problem]) -> list[Problem]:
    """The problems of a pool that together tell the mistakes apart: in turn the one that tells most apart."""
    entries = list(_named_variants(interface, prune_when))
    behaviours = [[_behaviour(problem, edits) for _, edits in entries] for problem in pool]
    pairs = {(a, b) for a, b in combinations(range(len(entries)), 2) if entries[a][0] != entries[b][0]}
    wanted = dict.fromkeys(pairs, REDUNDANCY)
    chosen: list[int] = []
    while wanted:
        told = [
            0.0 if number in chosen else sum(row[a] != row[b] for a, b in wanted) / (8 + len(pool[number].tree))
            for number, row in enumerate(behaviours)
        ]
        best = max(range(len(pool)), key=told.__getitem__)
        if told[best] == 0:
            break
        chosen.append(best)
        for a, b in [pair for pair in wanted if behaviours[best][pair[0]] != behaviours[best][pair[1]]]:
            wanted[a, b] -= 1
            if wanted[a, b] == 0:
                del wanted[a, b]
    return [pool[number] for number in chosen]


def _named_variants(interface: str, prune_when: PruneWhen) -> Iterator[tuple[str, Edits]]:
    yield "right", ()
    for entry, edits in variants(interface, prune_when):
        yield entry.id, edits


def _behaviour(problem: Problem, edits: Edits) -> Hashable:
    observed = attempt(problem, edits)
    return observed and (observed.value, observed.looks)


@lru_cache
def _documents() -> dict[str, list[dict[str, Any]]]:
    documents: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return documents


def _problem(document: dict[str, Any], interface: str, prune_when: PruneWhen) -> Problem:
    tree = read_tree(document["tree"], document["root"].upper()).tree
    alpha, beta = (INFINITIES.get(end, end) for end in document.get("window", ("-inf", "inf")))
    return Problem(
        tree,
        interface,
        (alpha, beta),
        depth=document.get("depth"),
        guess=document.get("guess"),
        epsilon=document.get("epsilon"),
        prune_when=prune_when,
    )


def _random_problem(random: Random, interface: str, prune_when: PruneWhen) -> Problem:
    values = random.choice(
        ([*range(-3, 4)], [*range(-9, 10)], [*range(1, 6)], [-(2**50), -7, 3, 2**50], [*range(-9, 0)])
    )
    complete = interfaces.load(interface).complete_binary
    horizon = interfaces.load(interface).has_horizon
    most_depth, most_children = random.choice(((2, 3), (3, 2), (3, 3), (4, 2), (5, 2)))

    def node(ply: int) -> Any:
        if ply == most_depth or (ply and not complete and random.random() < 0.2):
            return random.choice(values)
        count = 2 if complete else random.randint(1, most_children)
        children = [node(ply + 1) for _ in range(count)]
        return {"value": random.choice(values), "children": children} if horizon else children

    tree = read_tree(node(0), random.choice(("MAX", "MIN"))).tree
    problem = Problem(tree, interface, prune_when=prune_when)
    if horizon and random.random() < 0.5:
        problem = replace(problem, depth=random.randint(0, most_depth))
    if interface == "aspiration_search":
        problem = replace(problem, guess=random.randint(-4, 4), epsilon=random.choice((1, 2, 5)))
    return problem


def main() -> None:
    """Chooses the probes of every interface and convention, and writes them."""
    random = Random(0)
    documents = {}
    for interface in interfaces.names():
        for prune_when in CONVENTIONS:
            pool = [_random_problem(random, interface, prune_when) for _ in range(POOL)]
            pool = [problem for problem in pool if len(problem.tree) <= 40]
            chosen = choose(interface, prune_when, pool)
            documents[f"{interface}, {prune_when}"] = [write_problem(problem) for problem in chosen]
            same = sorted(indistinguishable(interface, prune_when, chosen))
            print(f"{interface}, {prune_when}: {len(chosen)} probes; not told apart: {same or 'none'}", flush=True)
    text = json.dumps(documents, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
