"""The probe trees of the diagnosis: few and small, and all known mistakes differ there.

With them is stored the behaviour of each variant of a mistake there, as a digest of two
letters, so that a diagnosis need not run them all. `python -m tests.probes` chooses
them and writes probe_trees.json.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

from autograder.core.exercises.model import Adapter, Every, Exercise, Generate
from autograder.core.exercises.tree_format import ReadTree
from autograder.core.limits import MOST_RESULTS
from autograder.explain.catalogue import BY_ID
from autograder.explain.ways import Variant, ways
from reference import interfaces
from reference.changes import changes_from
from reference.game import Tree, Value
from reference.problem import Answer, Observation, Problem, PruneWhen

DEALS = (3, 7)
"""Numbers with which values are dealt out once more."""
DEALT = range(-8, 9)
"""The values that are dealt out."""
FILE = Path(__file__).with_suffix(".json")
RIGHT = ".."
"""In the place of a digest: in this form this way is not the mistake.

It finds nothing to change, or shows on no probe, or contradicts a claim in the text of
the mistake.
"""


def probes(interface: str, prune_when: PruneWhen) -> list[Problem]:
    """Return the probe problems of an interface under a pruning convention."""
    documents = _documents(interface, prune_when)["probes"]
    return [_problem(document, interface, prune_when) for document in documents]


def even_probes(interface: str, prune_when: PruneWhen) -> list[Problem]:
    """Return the probes whose leaves lie at different depths, made even.

    Every leaf then lies in the last ply: one that was higher hangs below a chain of
    nodes with one child each. They are for programs that count plies, and never ask
    whether the game is over.
    """
    problems: list[Problem] = []
    for document in _documents(interface, prune_when)["probes"]:
        tree = document["tree"]
        evaluated = isinstance(tree, dict)
        even = _with_leaves_at(tree, _height(tree), evaluated=evaluated)
        if even != tree:
            even_document = {**document, "tree": even}
            problems.append(_problem(even_document, interface, prune_when))
    return problems


def _problem(
    document: dict[str, Any], interface: str, prune_when: PruneWhen
) -> Problem:
    tree = ReadTree(document["tree"], document["root"].upper()).tree
    given: dict[str, Any] = {
        name: document.get(name) for name in ("depth", "guess", "epsilon")
    }
    return Problem(tree, interface, prune_when=prune_when, **given)


def _children(node: Any) -> list[Any]:
    """Return the children of a node of a tree as it is written."""
    children = node["children"] if isinstance(node, dict) else node
    return children if isinstance(children, list) else []


def _height(node: Any) -> int:
    return max((1 + _height(child) for child in _children(node)), default=0)


def _with_leaves_at(node: Any, plies: int, *, evaluated: bool) -> Any:
    """Return a node with all leaves so many plies below it.

    evaluated: whether each node has a value, and not the leaves alone.
    """
    if plies == 0:
        return node
    children = _children(node) or [node]
    below = [
        _with_leaves_at(child, plies - 1, evaluated=evaluated) for child in children
    ]
    if not evaluated:
        return below
    value = node["value"] if isinstance(node, dict) else node
    return {"value": value, "children": below}


def revalued(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems on the same trees with other values, several times each.

    What a text claims of a program is tried on them.
    """
    for shift, (deal, problem) in enumerate(product(DEALS, problems)):
        tree = problem.tree
        values = [
            None
            if value is None
            else DEALT[(deal * (node + shift) ** 2 + node) % len(DEALT)]
            for node, value in enumerate(tree.values)
        ]
        yield problem._replace(tree=tree.with_values(values))


def few_results(exercises: Iterable[Exercise]) -> tuple[Value, ...]:
    """Return the values of a set in order if they are few, as win, draw and loss.

    A program of such a game may have no other results. () if there are more.
    """
    values: set[Value] = set()
    for exercise in exercises:
        match exercise.generate:
            case Generate() as ranges:
                values.update(ranges.utilities)
            case Every(values=None):
                return ()
            case Every(values=(low, high)):
                values.update(range(low, high + 1))
            case None:
                values_of_leaves = exercise.pattern.tree.values
                values.update(value for value in values_of_leaves if value is not None)
    return tuple(sorted(values)) if len(values) <= MOST_RESULTS else ()


def among(results: Sequence[Value], problem: Problem) -> Problem:
    """Return a problem with its values turned into a game's few results, by order.

    Several values may become one. results: in order; if there are none the values stay.
    """
    tree = problem.tree
    different = sorted({value for value in tree.values if value is not None})
    if not results or not different:
        return problem
    steps = max(len(different) - 1, 1)
    # A lone value becomes the greatest result if it is positive, else the least.
    is_lone = len(different) == 1
    first_rank = 1 if is_lone and different[0] > 0 else 0
    last = len(results) - 1
    result_of = {
        value: results[round(rank * last / steps)]
        for rank, value in enumerate(different, first_rank)
    }
    values = [None if value is None else result_of[value] for value in tree.values]
    return problem._replace(tree=Tree(tree.child_counts, values, tree.players))


def known(interface: str, prune_when: PruneWhen) -> list[Variant]:
    """Return the variants that show on the probes, in the catalogue's order.

    Of variants of one mistake with the same digest only the first is returned.
    """
    different: dict[tuple[str, str], Variant] = {}
    for variant, digest in digests(interface, prune_when):
        different.setdefault((variant.misconception.id, digest), variant)
    ids = [*BY_ID]
    return sorted(
        different.values(), key=lambda variant: ids.index(variant.misconception.id)
    )


def alike(
    interface: str,
    prune_when: PruneWhen,
    probed: Sequence[tuple[Problem, Observation | None]],
) -> list[Variant]:
    """Return every variant that may behave on the probes as a program did there.

    probed: the probes, with None if the program broke. The digests are of those in
    which MAX begins, as those can be asked in every course. If a program cannot be
    asked these, any variant may behave as it does.
    """
    digest_of_program = digest_of(probed)
    was_asked = any(_max_begins(problem) for problem, _ in probed)
    return [
        variant
        for variant, digest in digests(interface, prune_when)
        if digest == digest_of_program or not was_asked
    ]


def alike_if_run(
    interface: str, prune_when: PruneWhen, does_the_same: Callable[[Variant], bool]
) -> list[Variant]:
    """Return every variant that may behave as a program that was asked other trees.

    Of the ways to make a mistake that do the same on the probes, one is run.
    """
    same: dict[tuple[str, str], bool] = {}
    suspects: list[Variant] = []
    for variant, digest in digests(interface, prune_when):
        behaviour = (variant.misconception.id, digest)
        if behaviour not in same:
            same[behaviour] = does_the_same(variant)
        if same[behaviour]:
            suspects.append(variant)
    return suspects


def can_be_asked(
    problem: Problem, adapter: Adapter | None, exercise_problems: Iterable[Problem]
) -> bool:
    """Return whether a course's program can be asked a problem.

    It may be unable to have MIN at the root, or to choose a move without a ply to look
    ahead. exercise_problems: those of the exercises.
    """
    if adapter is None:
        return True
    exercise_problems = list(exercise_problems)
    if problem.depth == 0 and all(other.depth != 0 for other in exercise_problems):
        return False
    # MIN may be at the root here, but values are then MIN's own: it maximizes, and a
    # mistake in one function shows as one in the other.
    if adapter.mirrored:
        return _max_begins(problem)
    return problem.tree.players[0] in {
        other.tree.players[0] for other in exercise_problems
    }


@lru_cache
def digests(interface: str, prune_when: PruneWhen) -> list[tuple[Variant, str]]:
    """Return the variants that show on the probes, with digests of their behaviour."""
    shown: list[tuple[Variant, str]] = []
    for form, line in _documents(interface, prune_when)["known"].items():
        changes = changes_from(form)
        digests_of_ways = [line[at : at + 2] for at in range(0, len(line), 2)]
        pairs = zip(ways(interface), digests_of_ways, strict=True)
        for (misconception, way), digest in pairs:
            if digest != RIGHT:
                variant = Variant(misconception, way, changes)
                shown.append((variant, digest))
    return shown


def digest_of(probed: Iterable[tuple[Problem, Observation | None]]) -> str:
    """Return two letters for the behaviour of a search on the probes that MAX begins.

    Another behaviour seldom has the same ones, and a search with the same is run.
    """
    done: list[tuple[Answer, tuple[int, ...]] | None] = []
    for problem, observed in probed:
        if not _max_begins(problem):
            continue
        if observed is None:
            done.append(None)
        else:
            done.append(_told_apart_by(problem, observed))
    checksum = crc32(repr(done).encode())
    return b64encode(checksum.to_bytes(4, "big")).decode()[:2]


def _max_begins(problem: Problem) -> bool:
    return problem.tree.players[0] == "MAX"


def _told_apart_by(
    problem: Problem, observed: Observation
) -> tuple[Answer, tuple[int, ...]]:
    """Return the value and the looks by which searches are told apart.

    Those of a later pass are left out, as a program may make any.
    """
    looks = interfaces.load(problem.interface).due_looks(observed)
    return _in_one_form(observed.value), looks.nodes


def _in_one_form(value: Answer) -> Answer:
    """Return a value so that equal ones have one `repr`: 3 as 3.0. An action stays.

    A whole number that is too large for a float equals none, and stays, too.
    """
    if isinstance(value, str):
        return value
    with suppress(OverflowError):
        return value + 0.0
    return value


@lru_cache
def _documents(interface: str, prune_when: PruneWhen) -> dict[str, Any]:
    """Return the part of probe_trees.json for an interface under a convention.

    "probes": trees with the fields of their problems. "known": by form, a line with two
    letters for each of `ways`.
    """
    documents: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return documents.get(f"{interface}, {prune_when}", {"probes": [], "known": {}})
