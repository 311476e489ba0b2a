"""The trees of a seed: chosen from a pool that Hypothesis drew for all seeds, and varied.

The pool is remembered, so that an unchanged exercise needs no Hypothesis, slow to import.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeVar

from autograder.errors import InvalidExercises, Mistake
from autograder.exercises.criteria import unmet
from autograder.exercises.installed import installed
from autograder.exercises.model import Generate, GeneratedExercise
from autograder.exercises.secret import kept_secret
from autograder.exercises.variation import varied
from autograder.files import write_whole
from autograder.limits import DRAWING_SECONDS, DRAWN_AT_ONCE, LARGEST_GENERATED, MOST_DRAWN, MOST_VARIED, POOL_GROWTH
from autograder.paths import REMEMBERED
from reference import interfaces
from reference.game import Tree
from reference.problem import Problem

Read = TypeVar("Read")

FOLDER = REMEMBERED / ".drawn"
SALT = "salt"


def drawn_problems(exercise: GeneratedExercise) -> Sequence[Problem]:
    """The problems of a generated exercise: those of its seed. Where it has none, those of the seed 0."""
    return remembered(_digest(exercise), lambda: _draw(exercise), lambda pool: _chosen(pool, exercise))


def remembered(digest: bytes, make: Callable[[], list[str]], read: Callable[[list[str]], Read]) -> Read:
    """What is read of lines that were made before. Where they were not, or can no longer be read, they are made.

    digest: of everything that decides what is made.
    """
    with contextlib.suppress(OSError, ValueError, TypeError):
        return read(_remembered(_file(digest)))
    lines = make()
    with contextlib.suppress(OSError):  # where there is no place for it, they are made again
        write_whole(_file(digest), "\n".join(lines), mode=None)
    return read(lines)


def _remembered(file: Path) -> list[str]:
    """A pool that was drawn before. Raises OSError where none was, and ValueError where that is broken."""
    about = file.stat()
    return _read_once(file, about.st_ino, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=64)
def _read_once(file: Path, number: int, changed: int, size: int) -> list[str]:
    """A file's lines, read once however many submissions are graded, as long as it is the same file."""
    return file.read_text("ascii").splitlines()


def _chosen(pool: list[str], exercise: GeneratedExercise) -> list[Problem]:
    """A seed's own problems, in the order of the pool, which begins with the simplest."""
    pattern, ranges = exercise.pattern, exercise.generate
    assert isinstance(ranges, Generate)
    if not pool:
        raise ValueError("a search that is tried on no tree at all would pass")
    if len(pool) < ranges.examples:  # these are all that there are
        return [_read(line, pattern) for line in pool]
    random = Random(ranges.seed or 0)  # noqa: S311 (reproducible, not secret)
    places = sorted(random.sample(range(len(pool)), ranges.examples))
    return [_varied(_read(pool[place], pattern), exercise, ranges, random) for place in places]


def _varied(drawn: Problem, exercise: GeneratedExercise, ranges: Generate, random: Random) -> Problem:
    """Another tree like a drawn one that has what is required; where none is found soon, the drawn one."""
    for _ in range(MOST_VARIED):
        problem = varied(drawn, ranges.utilities, random)
        if not any(unmet(problem, exercise.require)):
            return problem
    return drawn


def _draw(exercise: GeneratedExercise) -> list[str]:
    """Draws a pool: a line a problem."""
    from autograder.exercises.generate import for_each_problem

    assert isinstance(exercise.generate, Generate)
    examples = exercise.generate.examples
    larger = 1 if interfaces.load(exercise.pattern.interface).complete_binary else POOL_GROWTH  # those have few shapes
    ranges = replace(exercise.generate, examples=max(examples, min(larger * examples, MOST_DRAWN)), seed=None)
    pool: list[str] = []
    if not exercise.require:
        for_each_problem(replace(exercise, generate=ranges), lambda problem: pool.append(_written(problem)))
        return pool
    until = time.monotonic() + DRAWING_SECONDS
    seed = 0

    def keep(problem: Problem) -> None:
        if len(pool) < ranges.examples and time.monotonic() < until and not any(unmet(problem, exercise.require)):
            pool.append(_written(problem))

    while len(pool) < ranges.examples and time.monotonic() < until:
        for_each_problem(replace(exercise, generate=replace(ranges, examples=DRAWN_AT_ONCE, seed=seed)), keep)
        seed += 1
    if not pool:
        words = f"no such tree was drawn in {DRAWING_SECONDS:g} s; ask for less, or let depth or branching be larger"
        raise InvalidExercises([Mistake(Path(f"{exercise.id}.json"), "require", words)])
    return list(dict.fromkeys(pool))


def _written(problem: Problem) -> str:
    drawn = list(problem.tree.child_counts), problem.tree.values, problem.window
    return json.dumps(drawn, separators=(",", ":"))


def _read(line: str, pattern: Problem) -> Problem:
    child_counts, values, (alpha, beta) = json.loads(line)
    return pattern._replace(tree=Tree(child_counts, values, pattern.tree.players), window=(alpha, beta))


def _file(digest: bytes) -> Path:
    """Where lines are remembered.

    A student's program might ask whether a file of some name exists, so names do not follow from what is in them.
    """
    return FOLDER / sha256(_salt() + digest).hexdigest()


def _salt() -> bytes:
    """A secret of this installation, made where there is none yet."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    if FOLDER.stat().st_mode & 0o077:
        FOLDER.chmod(0o700)
    return kept_secret(FOLDER / SALT)


def _digest(exercise: GeneratedExercise) -> bytes:
    """Of everything that decides what is drawn."""
    problem = exercise.pattern
    assert isinstance(exercise.generate, Generate)
    complete = interfaces.load(problem.interface).complete_binary
    pattern = (problem.tree.players, problem.window, problem.depth, complete)
    ranges = replace(exercise.generate, seed=None)
    required = sorted(exercise.require.items())
    hypothesis = installed("hypothesis")
    what = (ranges, required, pattern, POOL_GROWTH, MOST_DRAWN, LARGEST_GENERATED, sys.version, hypothesis, _drawing())
    return sha256(repr(what).encode()).digest()


@lru_cache
def _drawing() -> bytes:
    """How trees are drawn."""
    return Path(__file__).with_name("generate.py").read_bytes()
