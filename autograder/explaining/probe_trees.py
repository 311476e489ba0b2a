"""The probe trees of the diagnosis: few and small, and chosen so that the known mistakes differ on them.

With them is stored what each variant of a mistake does there, as a digest of two letters, so that a diagnosis need not
run them all. `python -m tests.probes` chooses them and writes probe_trees.json.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from autograder.exercises.model import Adapter
from autograder.exercises.tree_format import ReadTree
from autograder.explaining.catalogue import BY_ID
from autograder.explaining.ways import Variant, ways
from reference import interfaces
from reference.changes import changes_from
from reference.problem import Answer, Observation, Problem, PruneWhen

FILE = Path(__file__).with_suffix(".json")
RIGHT = ".."
"""Stands in the place of a digest where a change finds nothing to change, is no mistake, or shows on no probe."""


def probes(interface: str, prune_when: PruneWhen) -> list[Problem]:
    """The probe problems of an interface under a pruning convention."""
    problems = []
    for document in _documents(interface, prune_when)["probes"]:
        tree = ReadTree(document["tree"], document["root"].upper()).tree
        given = {name: document.get(name) for name in ("depth", "guess", "epsilon")}
        problems.append(Problem(tree, interface, prune_when=prune_when, **given))
    return problems


def known(interface: str, prune_when: PruneWhen) -> list[Variant]:
    """The ways to make each mistake that differ from the right search on the probes, of those that do the same one."""
    first: dict[tuple[str, str], Variant] = {}
    for made, digest in digests(interface, prune_when):
        first.setdefault((made.misconception.id, digest), made)
    return sorted(
        first.values(), key=lambda made: [*BY_ID].index(made.misconception.id)
    )


def alike(
    interface: str,
    prune_when: PruneWhen,
    found: Sequence[tuple[Problem, Observation | None]],
) -> list[Variant]:
    """Every variant that may do on the probes what a program did there; None where the program broke.

    The digests are of the probes in which MAX begins, as those can be asked in every course. Who cannot be asked these
    may do as any variant does.
    """
    wanted = digest_of(found)
    asked = any(problem.tree.players[0] == "MAX" for problem, _ in found)
    return [
        made
        for made, digest in digests(interface, prune_when)
        if digest == wanted or not asked
    ]


def can_be_asked(
    problem: Problem, adapter: Adapter | None, asked: Iterable[Problem]
) -> bool:
    """Whether a course's program can be asked a problem: it may have no word for MIN at the root."""
    # Where it has one, but MIN's values are the greatest there, a mistake in one function is one in the other.
    begins = (
        {"MAX"}
        if adapter and adapter.mirrored
        else {other.tree.players[0] for other in asked}
    )
    return adapter is None or problem.tree.players[0] in begins


@lru_cache
def digests(interface: str, prune_when: PruneWhen) -> list[tuple[Variant, str]]:
    """The variants that show on the probes, with the digest of what each does there."""
    return [
        (Variant.named(entry, way, changes_from(form)), digest)
        for form, line in _documents(interface, prune_when)["known"].items()
        for place, (entry, way) in enumerate(ways(interface))
        if (digest := line[2 * place : 2 * place + 2]) != RIGHT
    ]


def digest_of(found: Iterable[tuple[Problem, Observation | None]]) -> str:
    """Two letters: another behaviour seldom has the same ones, and who finds them alike looks closer."""
    done = [
        observed and _told_apart_by(problem, observed)
        for problem, observed in found
        if problem.tree.players[0] == "MAX"
    ]
    return b64encode(crc32(repr(done).encode()).to_bytes(4, "big")).decode()[:2]


def _told_apart_by(
    problem: Problem, observed: Observation
) -> tuple[Answer, tuple[int | str, ...]]:
    """Its value and its looks, without those of a later pass, which are as a program likes."""
    looks = interfaces.load(problem.interface).due_looks(observed)
    ends: tuple[int | str, ...] = ("goes on",) if looks.goes_on else ()
    return _alike_if_equal(observed.value), (*looks.nodes, *ends)


def _alike_if_equal(value: Answer) -> Answer:
    """A number as a float, and an action as it is. A whole number that is too large for a float equals none."""
    with suppress(OverflowError):
        return value if isinstance(value, str) else value + 0.0
    return value


@lru_cache
def _documents(interface: str, prune_when: PruneWhen) -> dict[str, Any]:
    documents: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return documents.get(f"{interface}, {prune_when}", {"probes": [], "known": {}})
