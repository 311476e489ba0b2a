"""Remembers the problems that a seed stands for, so that an unchanged exercise needs no Hypothesis, slow to import."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from autograder.exercise import Exercise
from autograder.tree import MOST_NODES
from reference import interfaces
from reference.game import Tree
from reference.problem import Problem

PROJECT = Path(__file__).parents[1]
FOLDER = PROJECT / ".venv" / ".drawn"


def problems_of(exercise: Exercise) -> Sequence[Problem]:
    """The problems of a generated exercise: those that were drawn before, or else drawn now."""
    file = FOLDER / _digest(exercise)
    with contextlib.suppress(OSError, ValueError, TypeError):
        return _read(file, exercise.problem)
    from autograder.generate import for_each_problem

    problems: list[Problem] = []
    for_each_problem(exercise, problems.append)
    with contextlib.suppress(OSError):  # where there is no place for it, they are drawn again
        FOLDER.mkdir(exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")
        _write(unfinished, problems)
        unfinished.replace(file)
    return problems


def _digest(exercise: Exercise) -> str:
    """Of everything that decides what is drawn."""
    problem = exercise.problem
    complete = interfaces.load(problem.interface).complete_binary
    pattern = (problem.tree.players, problem.window, problem.depth, complete)
    what = (exercise.generate, pattern, MOST_NODES, sys.version, _drawing())
    return sha256(repr(what).encode()).hexdigest()


@lru_cache
def _drawing() -> list[bytes]:
    """How trees are drawn, and the version of Hypothesis that draws them."""
    return [(PROJECT / name).read_bytes() for name in ("autograder/generate.py", "requirements.lock")]


def _write(file: Path, problems: list[Problem]) -> None:
    drawn = [(list(problem.tree.child_counts), problem.tree.values, problem.window) for problem in problems]
    file.write_text(json.dumps(drawn, separators=(",", ":")), "ascii")


def _read(file: Path, pattern: Problem) -> list[Problem]:
    problems = []
    for child_counts, values, (alpha, beta) in json.loads(file.read_bytes()):
        tree = Tree(child_counts, values, pattern.tree.players[0])
        problems.append(replace(pattern, tree=tree, window=(alpha, beta)))
    if not problems:
        raise ValueError("a search that is tried on no tree at all would pass")
    return problems
