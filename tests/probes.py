"""Chooses the probe trees of the diagnosis, and writes them with what each variant of a mistake does there.

    .venv/bin/python -m tests.probes [INTERFACE …]

Do so after a change to the catalogue, the forms, an interface or how visits are judged; with interfaces' names it does
only these. `autograder/explain/probe_trees.py` reads what it writes.
"""

import argparse
import json
from collections.abc import Hashable, Iterable, Sequence
from operator import mul
from random import Random
from typing import Any

from autograder.core.exercises.tree_format import ReadTree, write_problem
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.sandbox.outcome import Searched
from autograder.explain import claims
from autograder.explain.probe_trees import FILE, RIGHT, digest_of
from autograder.explain.ways import Variant, variants, ways
from reference import interfaces
from reference.changes import observe
from reference.forms import forms
from reference.problem import Observation, Problem, PruneWhen

CONVENTIONS: tuple[PruneWhen, ...] = ("alpha >= beta", "alpha > beta")
POOL = 250
"""Random problems to choose from."""
LARGEST_PROBE = 40
"""Nodes of the largest probe."""
MOST_PROBES = 32
"""Probes of an interface under a convention: a student's program runs on each."""
MOST_FOR_MAX = 24
"""Those in which MAX begins: all that can be asked in a course whose root is MAX's."""
REDUNDANCY = 3
"""How many probes tell two mistakes apart, so that a mistake which is not in the catalogue is not taken for one."""


def random_problem(random: Random, interface: str, prune_when: PruneWhen) -> Problem:
    """Return a problem with a small tree in which ties and far values are frequent."""
    values = random.choice(
        (
            [*range(-3, 4)],
            [*range(-9, 10)],
            [*range(1, 6)],
            [-(2**50), -7, 3, 2**50],
            [*range(-9, 0)],
        )
    )
    complete = interfaces.load(interface).complete_binary
    horizon = interfaces.load(interface).has_horizon
    most_depth, most_children = random.choice(((2, 3), (3, 2), (3, 3), (4, 2), (5, 2)))

    def node(ply: int) -> Any:
        if ply == most_depth or (ply and not complete and random.random() < 0.2):
            return random.choice(values)
        count = 2 if complete else random.randint(1, most_children)
        children = [node(ply + 1) for _ in range(count)]
        return (
            {"value": random.choice(values), "children": children}
            if horizon
            else children
        )

    tree = ReadTree(node(0), random.choice(("MAX", "MAX", "MIN"))).tree
    problem = Problem(tree, interface, prune_when=prune_when)
    if horizon and random.random() < 0.5:
        problem = problem._replace(depth=random.randint(0, most_depth))
    if interface == "aspiration_search":
        problem = problem._replace(
            guess=random.randint(-4, 4), epsilon=random.choice((1, 2, 5))
        )
    return problem


def pool(interface: str, prune_when: PruneWhen) -> list[Problem]:
    """Random problems, the same ones whenever they are asked for."""
    random = Random(0)
    drawn = [random_problem(random, interface, prune_when) for _ in range(POOL)]
    return [problem for problem in drawn if len(problem.tree) <= LARGEST_PROBE]


def is_right(
    cases: Iterable[tuple[Problem, Observation]], done: Iterable[Observation | None]
) -> bool:
    """Return whether searches are judged right, in whatever form; given each problem with what the textbook does there."""
    return all(
        observation == expected
        or (
            observation is not None
            and all(
                checks_in_any_form(problem, expected, Searched(observation)).values()
            )
        )
        for (problem, expected), observation in zip(cases, done, strict=True)
    )


def told_apart(
    done: Iterable[Observation | None], interface: str
) -> tuple[Hashable, ...]:
    """Return the key by which some searches are told apart: without their later passes, which may be as they like."""
    due_looks = interfaces.load(interface).due_looks
    return tuple(
        observed and (observed.value, due_looks(observed)) for observed in done
    )


def choose(
    drawn: list[Problem],
    behaviours: Sequence[Sequence[Hashable]],
    names: Sequence[Hashable],
) -> list[int]:
    """Return problems that together tell behaviours with different names apart: in turn the one that tells most.

    Sets of pairs are the bits of whole numbers; `wanted` holds those to be told apart once more, twice more and so on.
    """
    differing = [different_pairs(row) for row in zip(*behaviours, strict=True)]
    wanted = [different_pairs(names)] * REDUNDANCY
    # Telling apart what no other probe does counts most.
    worth = [8**digit for digit in reversed(range(REDUNDANCY))]

    def gain(number: int) -> int:
        gains = [(differing[number] & pairs).bit_count() for pairs in wanted]
        return sum(map(mul, gains, worth))

    every = range(len(drawn))
    for_max = [number for number in every if drawn[number].tree.players[0] == "MAX"]
    chosen: list[int] = []
    for numbers, most in ((for_max, MOST_FOR_MAX), (every, MOST_PROBES)):
        while len(chosen) < most:
            gains = {number: gain(number) for number in numbers if number not in chosen}
            best = max(
                gains, key=lambda number: gains[number] / (8 + len(drawn[number].tree))
            )
            if gains[best] == 0:
                break
            chosen.append(best)
            wanted = [
                more & (~differing[best] | after)
                for more, after in zip(wanted, (*wanted[1:], 0), strict=True)
            ]
    return chosen


def different_pairs(row: Sequence[Hashable]) -> int:
    """Return the pairs of places in a row at which it is not the same, each a bit."""
    members: dict[Hashable, int] = {}
    for number, behaviour in enumerate(row):
        members[behaviour] = members.get(behaviour, 0) | 1 << number
    everyone, pairs = 2 ** len(row) - 1, 0
    for behaviour in reversed(row):
        pairs = pairs << len(row) | everyone ^ members[behaviour]
    return pairs


def document(interface: str, prune_when: PruneWhen) -> dict[str, Any]:
    """Return the probes of an interface under a convention; and for each form, as `digests` reads it, what the ways do."""
    drawn = pool(interface, prune_when)
    cases = [(problem, observe(problem)) for problem in drawn]
    done = {
        made: tuple(map(made.attempt, drawn))
        for made in variants(interface, prune_when)
    }
    wrong = {
        made: observations
        for made, observations in done.items()
        if not is_right(cases, observations)
    }
    right = (
        tuple(observe(problem, form) for problem in drawn) for form in forms(interface)
    )
    names: dict[tuple[Hashable, ...], set[str]] = {
        told_apart(observations, interface): {"right"} for observations in right
    }
    for made, observations in wrong.items():
        ids = names.setdefault(told_apart(observations, interface), set())
        ids.add(made.misconception.id)
    chosen = choose(drawn, list(names), [frozenset(ids) for ids in names.values()])
    lines = {
        form: {Variant(*way, form): RIGHT for way in ways(interface)}
        for form in dict.fromkeys(made.form for made in wrong)
    }
    for made, observations in wrong.items():
        textbooks = told_apart((expected for _, expected in cases), interface)
        program = told_apart(observations, interface)
        shows = any(program[number] != textbooks[number] for number in chosen)
        searches = [
            (drawn[number], observation)
            for number in chosen
            if (observation := observations[number]) is not None
        ]
        if shows and claims.hold(made.misconception.id, searches):
            lines[made.form][made] = digest_of(
                (drawn[number], observations[number]) for number in chosen
            )
    # Their places in the line are those of the ways.
    assert {len(line) for line in lines.values()} <= {len(ways(interface))}
    return {
        "probes": [write_problem(drawn[number]) for number in chosen],
        "known": {
            "; ".join(map(str, form)): "".join(line.values())
            for form, line in lines.items()
        },
    }


def interface_name(name: str) -> str:
    """Return the name of an interface. Raises ArgumentTypeError for any other word."""
    if name not in interfaces.names():
        raise argparse.ArgumentTypeError(
            f"there is no interface {name}; there are {', '.join(interfaces.names())}"
        )
    return name


def main() -> None:
    """Choose the probes of some interfaces, or of all, under each convention, and write them."""
    written = "Chooses the trees on which wrong programs are told apart, and writes them to probe_trees.json."
    parser = argparse.ArgumentParser(prog="python -m tests.probes", description=written)
    which = "whose trees are chosen; all, if none is named, which takes some minutes"
    parser.add_argument(
        "interfaces", nargs="*", type=interface_name, metavar="INTERFACE", help=which
    )
    chosen: list[str] = parser.parse_args().interfaces
    documents = json.loads(FILE.read_text(encoding="utf-8")) if chosen else {}
    for interface in chosen or interfaces.names():
        for prune_when in CONVENTIONS:
            made = documents[f"{interface}, {prune_when}"] = document(
                interface, prune_when
            )
            print(
                f"{interface}, {prune_when}: {len(made['probes'])} probes", flush=True
            )
    lines = (
        f"{json.dumps(name)}: {json.dumps(documents[name], separators=(',', ':'))}"
        for name in sorted(documents)
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
