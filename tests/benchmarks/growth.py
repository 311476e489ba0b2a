"""The cost of one tree of a given size, in a process of its own so that its memory shows. Prints JSON.

python -m tests.benchmarks.growth PLIES      ten children a node, so 10 ** PLIES leaves
"""

import argparse
import json
import os
import subprocess
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from autograder.core.exercises.documents import read_document
from autograder.core.exercises.tree_format import ReadTree
from autograder.core.judging.judge import checks_in_any_form
from reference.observe import observe
from reference.problem import Problem
from tests.benchmarks.measure import PROJECT, family, peak_of, python
from tests.benchmarks.searching import sandbox
from tests.benchmarks.trees import Nested, worst_ordered

BRANCHING = 10
MOST_PLIES = 7
"""Of the largest tree: it has ten million leaves."""
LEAVES_PER_MEASURE = 50_000
"""Small trees are measured over and over until so many leaves were seen."""


@dataclass(frozen=True)
class Growth:
    """The cost of a leaf of a tree: seconds for each step, bytes for the tree with its search, and both processes' peak.

    resident: bytes in all, not a leaf.
    """

    leaves: int
    reading: float
    reference: float
    sandbox: float
    memory: float
    resident: int


def growth(plies: int) -> Growth:
    """Return the figures of a tree, measured in a process of its own."""
    command = python("-m", "tests.benchmarks.growth", str(plies))
    done = subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    return Growth(**json.loads(done.stdout))


def _measure(plies: int) -> Growth:
    leaves = BRANCHING**plies
    tree = worst_ordered(BRANCHING, plies)
    problem = Problem(ReadTree(tree).tree)
    with TemporaryDirectory() as name, sandbox() as loaded:
        file = Path(name, "large.json")
        file.write_text(json.dumps({"title": "Large", "tree": tree}), "utf-8")

        def search() -> None:
            checks_in_any_form(problem, observe(problem), loaded.search(problem))

        search_seconds = _seconds_a_leaf(search, leaves)
        resident = sum(map(peak_of, family(os.getpid())))
        reading = _seconds_a_leaf(
            lambda: ReadTree(read_document(file)[0]["tree"]), leaves
        )
    return Growth(
        leaves,
        reading,
        _seconds_a_leaf(lambda: observe(problem), leaves),
        search_seconds,
        _bytes_held(tree) / leaves,
        resident,
    )


def _seconds_a_leaf(step: Callable[[], Any], leaves: int) -> float:
    times = []
    step()
    for _ in range(max(1, min(50, LEAVES_PER_MEASURE // leaves))):
        start = time.perf_counter()
        step()
        times.append(time.perf_counter() - start)
    return median(times) / leaves


def _bytes_held(document: Nested) -> int:
    """Return the bytes that a tree and the record of its search keep, beside the document that it was read from."""
    tracemalloc.start()
    problem = Problem(ReadTree(document).tree)
    kept = (problem, observe(problem))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return held


def main() -> None:
    """Print the figures of a tree."""
    printed = "Prints what a tree of ten children a node costs to read, to search by the reference, and to grade."
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.growth", description=printed
    )
    depths = range(1, MOST_PLIES + 1)
    parser.add_argument(
        "plies",
        type=int,
        choices=depths,
        metavar="PLIES",
        help=f"how deep it is: 1 to {MOST_PLIES}",
    )
    print(json.dumps(vars(_measure(parser.parse_args().plies))))


if __name__ == "__main__":
    main()
