"""Draws each submission's own trees for generated exercises.

Seeds follow from a submission's files, from the exercises, and from a secret: without
it nobody can tell the trees that a program gets. The same files get the same trees, and
a program with answers written into it gets others.

A seed samples trees from a pool that Hypothesis drew, and varies each. It is cached:
Hypothesis is slow to import.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import tee
from pathlib import Path
from random import Random

from autograder.core import limits
from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.cache import (
    cached,
    digest,
    digest_of,
    installation_secret,
    installed,
)
from autograder.core.exercises.claims import unmet
from autograder.core.exercises.exhaustive import Batch, batches
from autograder.core.exercises.model import (
    Assignment,
    Every,
    Exercise,
    ExerciseSet,
    FixedExercise,
    GeneratedExercise,
)
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


def seeded(exercises: ExerciseSet, submission: Path) -> ExerciseSet:
    """Return the set with a seed for each generated exercise that has none.

    submission: all that the worker sees.
    """
    if not exercises.generated:
        return exercises
    files = sorted(file for file in submission.rglob("*") if file.is_file())
    contents = (
        digest(os.fsencode(file.relative_to(submission))) + digest(file.read_bytes())
        for file in files
    )
    whole = digest(b"".join(contents)) + exercises.seeds

    def with_seed(exercise: Exercise) -> Exercise:
        if isinstance(exercise, FixedExercise) or exercise.generate.seed is not None:
            return exercise
        # Each its own, so that a program that somehow came by the trees of one exercise
        # has not come by all.
        seed = (
            int.from_bytes(digest(whole + os.fsencode(exercise.id)), "big")
            % limits.LARGEST_EXACT
        )
        return exercise._replace(generate=exercise.generate._replace(seed=seed))

    return exercises._replace(exercises=tuple(map(with_seed, exercises.exercises)))


def seeds_digest(assignment: Assignment, exercises: Iterable[Exercise]) -> bytes:
    """Return a digest of the secret and of the exercises, without titles, points and
    other fields that change no answer.
    """
    requests = []
    for exercise in exercises:
        tree, *terms = exercise.pattern
        nodes = (
            tree.players,
            tree.child_counts.tolist(),
            list(tree.values),
            tree.own_names,
        )
        requests.append((exercise.id, exercise.generate, *terms, *nodes))
    secret = assignment.secret or installation_secret()
    return b"".join(
        digest(text.encode("utf-8", "surrogatepass"))
        for text in (repr(requests), secret)
    )


def problems_of(exercise: GeneratedExercise) -> Sequence[Problem]:
    """Return the problems of a generated exercise: those of its seed.

    An exercise without a seed has those of the seed 0.
    """
    if isinstance(exercise.generate, Every):
        return [problem for batch in batches(exercise) for problem in batch.problems]
    # They are searched again when repairs are looked for.
    remembered: dict[str, list[Problem]] = vars(exercise)
    if "problems" in remembered:
        return remembered["problems"]
    problems = cached(
        _key(exercise), lambda: _draw(exercise), lambda pool: _chosen(pool, exercise)
    )
    if len(problems) <= limits.MOST_KEPT:
        remembered["problems"] = problems
    return problems


def batches_of(exercise: GeneratedExercise) -> Iterable[Batch]:
    """Return the searches of a generated exercise, each drawn tree by itself, and the
    textbook's observations.
    """
    if "batches" in vars(exercise):
        drawn, vars(exercise)["batches"] = tee(vars(exercise)["batches"])
        return drawn
    if isinstance(exercise.generate, Every):
        return batches(exercise)
    return (Batch([problem], [observe(problem)]) for problem in problems_of(exercise))


@contextmanager
def kept(
    exercise: GeneratedExercise, drawn: Iterable[Batch]
) -> Iterator[Iterable[Batch]]:
    """Yield the searches of an exercise; `batches_of` returns them meanwhile, too.

    To make every small tree takes a third of the time of a proof.
    """
    drawn, vars(exercise)["batches"] = tee(drawn)
    try:
        yield drawn
    finally:
        del vars(exercise)["batches"]


def varied(problem: Problem, utilities: Sequence[Value], random: Random) -> Problem:
    """Return a problem with a tree of the same kind, whose values do not follow from
    its shape.

    The children of each node change places. Each value becomes another of `utilities`,
    equal ones the same, and then they are dealt out anew: with only an order-preserving
    change, a program that recognised the tree by its shape would know the others
    from two looks. There are as many ties, and the ranges are kept.
    """
    tree = problem.tree
    order = [0]
    child_counts = list[int]()
    for node in order:  # grows as it is walked
        children = list(tree.children(node))
        child_counts.append(len(children))
        if len(children) > 1:
            random.shuffle(children)
        order += children
    values = [value for value in tree.values if value is not None]
    different = list(dict.fromkeys(values))
    renamed = dict(
        zip(different, random.sample(utilities, len(different)), strict=True)
    )
    random.shuffle(values)
    evaluated = len(values) == len(tree)
    dealt = iter(values)
    new = [
        renamed[next(dealt)] if evaluated or many == 0 else None
        for many in child_counts
    ]
    return problem._replace(tree=Tree(child_counts, new, tree.players))


def _chosen(pool: list[str], exercise: GeneratedExercise) -> list[Problem]:
    """Return the problems that the seed samples from the pool, in the order of the
    pool: the simplest first.
    """
    ranges = exercise.ranges
    chosen = []
    if len(pool) < ranges.examples:  # these are all that there are
        return [_read(line, exercise.pattern) for line in pool]
    random, utilities = Random(ranges.seed or 0), ranges.utilities  # noqa: S311 (reproducible, not secret)
    for index in sorted(random.sample(range(len(pool)), ranges.examples)):
        drawn = _read(pool[index], exercise.pattern)
        tried = (varied(drawn, utilities, random) for _ in range(limits.MOST_VARIED))
        fitting = (
            problem for problem in tried if not any(unmet(problem, exercise.require))
        )
        # It is the drawn one if no other with all that is required is found soon.
        chosen.append(next(fitting, drawn))
    return chosen


def _draw(exercise: GeneratedExercise) -> list[str]:
    """Return the pool of an exercise's pattern, each tree with its window as JSON.

    Raise InvalidExercises if no tree that is drawn has all that is required.
    """
    from autograder.core.exercises.generate import for_each_problem

    ranges, require = exercise.ranges, exercise.require
    few_shapes = interfaces.load(exercise.pattern.interface).complete_binary
    growth = 1 if few_shapes else limits.POOL_GROWTH
    grown = min(growth * ranges.examples, limits.MOST_DRAWN)
    many = max(ranges.examples, grown)
    pool: list[str] = []

    def keep(problem: Problem) -> None:
        enough = require and len(pool) >= many
        if not enough and not any(unmet(problem, require)):
            drawn = list(problem.tree.child_counts), problem.tree.values, problem.window
            pool.append(json.dumps(drawn, separators=(",", ":")))

    # Their number ends it and not a clock, so a slow machine draws the same trees.
    at_once = limits.DRAWN_AT_ONCE if require else many
    for seed in range(limits.MOST_TRIED // limits.DRAWN_AT_ONCE):
        request = ranges._replace(examples=at_once, seed=seed)
        for_each_problem(exercise._replace(generate=request), keep)
        if not require:
            return pool
        if len(pool) >= many:
            break
    if not pool:
        message = f"none of {limits.MOST_TRIED:,} trees that were drawn is such a tree"
        message += "; ask for less, or let depth or branching be larger"
        raise InvalidExercises(
            [Mistake(Path(f"{exercise.id}.json"), "require", message)]
        )
    return list(dict.fromkeys(pool))


def _read(line: str, pattern: Problem) -> Problem:
    child_counts, values, (alpha, beta) = json.loads(line)
    return pattern._replace(
        tree=Tree(child_counts, values, pattern.tree.players), window=(alpha, beta)
    )


def _key(exercise: GeneratedExercise) -> tuple[object, ...]:
    """Everything that the pool depends on: the versions of Python and Hypothesis, too,
    and the code that draws.
    """
    problem = exercise.pattern
    pattern = (
        problem.tree.players,
        problem.window,
        problem.depth,
        interfaces.load(problem.interface).complete_binary,
    )
    request = (
        exercise.ranges._replace(seed=None),
        sorted(exercise.require.items()),
        pattern,
    )
    drawing = (
        sys.version,
        installed("hypothesis"),
        digest_of(Path(__file__).with_name("generate.py")),
    )
    return (
        *request,
        limits.POOL_GROWTH,
        limits.MOST_DRAWN,
        limits.LARGEST_GENERATED,
        *drawing,
    )
