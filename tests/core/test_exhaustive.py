"""Every small tree: all of them, each once, with every order of values, and searched as any other tree is."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from math import inf, isfinite
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.exercises import cache, exhaustive
from autograder.core.exercises.exhaustive import batches, count_searches, orders, shapes
from autograder.core.exercises.model import Every, GeneratedExercise, Limits
from autograder.core.sandbox import process
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.process import StudentProcess
from autograder.core.sandbox.program import Note, Sandbox
from autograder.core.sandbox.staging import staged
from autograder.core.sandbox.submission import find_submission
from reference.changes import observe
from reference.game import Tree
from reference.problem import Observation, Problem
from tests.patience import PATIENCE, UNHURRIED

PATTERN = Problem(Tree.from_nested(0))
SMALL = Every(3, 2, seed=1)
EXERCISE = GeneratedExercise("id", "title", PATTERN, SMALL)
PATTERNS = {
    "core": PATTERN,
    "strict": PATTERN._replace(prune_when="alpha > beta"),
    "aspiration": PATTERN._replace(interface="aspiration_search", guess=0, epsilon=4.5),
    "arrays": PATTERN._replace(interface="minimax_array"),
    **{
        name: PATTERN._replace(interface=name)
        for name in ("negamax", "alpha_beta", "alpha_beta_search", "minimax_ab")
    },
}


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def order_of(values: Sequence[Any]) -> tuple[int, ...]:
    """Return a key of the order of some values."""
    return tuple(sign(value - other) for value, other in product(values, repeat=2))


def leaf_values(problem: Problem) -> list[Any]:
    return [
        problem.tree.values[node]
        for node in range(len(problem.tree))
        if problem.tree.is_leaf(node)
    ]


# The trees


@pytest.mark.parametrize(
    ("leaves", "plies", "wanted"),
    [(3, 4, 6586), (4, 2, 5474), (1, 0, 2), (2, 1, 10), (5, 3, 1_982_986)],
)
def test_count_searches_gives_the_known_numbers(
    leaves: int, plies: int, wanted: int
) -> None:
    assert count_searches(leaves, plies) == wanted


def test_count_searches_counts_the_trees_that_are_made() -> None:
    for leaves, plies in product(range(1, 4), range(4)):
        made = 2 * sum(
            len(shapes(count, plies)) * len(orders(count))
            for count in range(1, leaves + 1)
        )
        assert count_searches(leaves, plies) == made
    assert all(
        count_searches(1, 0, ends) == 2 * len(orders(1, ends)) for ends in range(3)
    )
    # Instantly: a set that asks for so many searches is refused with their number.
    assert len(str(count_searches(20, 20, 2))) == 69
    assert count_searches(3, 2, 2) == 2 * sum(
        len(shapes(count, 2)) * len(orders(count, 2)) for count in range(1, 4)
    )


@given(
    st.recursive(
        st.integers(-9, 9),
        lambda nodes: st.lists(nodes, min_size=1, max_size=3),
        max_leaves=3,
    )
)
def test_every_small_tree_is_made_exactly_once(nested: Any) -> None:
    """A tree that somebody else makes, with values of its own."""
    tree = Tree.from_nested(nested)
    values = [value for value in tree.values if value is not None]
    if tree.depth > 3 or len(values) > 3:
        return
    shaped = [
        problem
        for problem in small_trees_of(Every(3, 3, values=(-9, 9)))
        if problem.tree.child_counts == tree.child_counts
    ]
    same = [
        one.tree.players[0]
        for one in shaped
        if order_of(leaf_values(one)) == order_of(values)
    ]
    assert sorted(same) == ["MAX", "MIN"]


def test_values_are_of_every_sort_if_no_range_is_named() -> None:
    values = [
        value
        for problem in small_trees_of(Every(3, 2, seed=5))
        for value in leaf_values(problem)
    ]
    assert {-inf, inf} < set(values)
    finite = [value for value in values if isfinite(value)]
    assert any(value != int(value) for value in finite)
    assert min(finite) < -(10**12)
    assert max(finite) > 10**12


def test_values_are_whole_numbers_of_the_range_that_an_author_names() -> None:
    made = small_trees_of(Every(3, 2, values=(-4, 4), seed=5))
    values = {value for problem in made for value in leaf_values(problem)}
    assert values <= {*range(-4, 5)}
    assert len(made) == count_searches(3, 2)


@pytest.mark.parametrize("leaves", [1, 2, 3])
def test_infinite_leaves_are_found_in_every_place(leaves: int) -> None:
    made = small_trees_of(Every(3, 4))
    places = {
        tuple(value if abs(value) == inf else 0 for value in values)
        for problem in made
        if len(values := leaf_values(problem)) == leaves
    } - {(0,) * leaves}
    assert len(places) == 2 * (2**leaves - 1)
    assert len(made) == count_searches(3, 4) + exhaustive.count_infinite(3, 4)


@lru_cache
def small_trees_of(every: Every) -> list[Problem]:
    return [
        problem
        for batch in batches(EXERCISE._replace(generate=every))
        for problem in batch.problems
    ]


def test_small_trees_are_sorted_by_size() -> None:
    sizes = [
        len(problem.tree) for batch in batches(EXERCISE) for problem in batch.problems
    ]
    assert sizes == sorted(sizes)


def test_values_around_a_guess_lie_in_every_part_of_the_window() -> None:
    """Below the first window, on its lower end, inside, on its upper end and above."""
    pattern = PATTERN._replace(interface="aspiration_search", guess=0, epsilon=4)
    exercise = GeneratedExercise(
        "id", "title", pattern, Every(2, 1, values=(-20, 20), seed=3)
    )
    pairs = [
        leaf_values(problem)
        for batch in batches(exercise)
        for problem in batch.problems
    ]
    orders_seen = {order_of([*pair, -4, 4]) for pair in pairs if len(pair) == 2}
    assert len(orders_seen) == len(orders(2, 2)) == 31
    assert Counter(map(len, pairs)) == {1: 2 * 2 * 5, 2: 2 * 31}


# The textbook's searches


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_expected_answers_of_small_trees_are_the_textbooks(pattern: Problem) -> None:
    """With the values of the submission, whichever they are, infinite ones and all."""
    count = 0
    for seed, values in ((1, (-30, 30)), (2, None)):
        exercise = GeneratedExercise(
            "id", "title", pattern, Every(3, 2, values=values, seed=seed)
        )
        for batch in batches(exercise):
            for problem, expected in zip(batch.problems, batch.expected, strict=True):
                assert observe(problem) == expected
                count += 1
    assert count > 5


def test_cache_file_of_small_trees_depends_on_everything_but_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "drawn")
    for pattern in PATTERNS.values():
        next(batches(EXERCISE._replace(pattern=pattern)))
    # Other ranges have another file; another seed has not.
    for every in (
        Every(3, 1),
        Every(2, 2),
        SMALL._replace(seed=2),
    ):
        next(batches(EXERCISE._replace(generate=every)))
    with monkeypatch.context() as changed:
        changed.setattr(exhaustive, "digest_of", lambda *_: b"another textbook")
        next(batches(EXERCISE))
    assert (
        len([file for file in cache.FOLDER.iterdir() if file.name != cache.SALT])
        == len(PATTERNS) + 3
    )
    first = list(batches(EXERCISE))
    monkeypatch.setattr(exhaustive, "observe", lambda *_: pytest.fail("searched again"))
    assert [batch.expected for batch in batches(EXERCISE)] == [
        batch.expected for batch in first
    ]


# Other submissions have other values and another order


def test_order_of_values_does_not_follow_from_number_or_shape_of_a_search() -> None:
    made = [small_trees_of(SMALL._replace(seed=seed)) for seed in range(6)]
    searches_by_seed = [
        [
            (order_of(leaf_values(problem)), tuple(leaf_values(problem)))
            for problem in problems
        ]
        for problems in made
    ]
    several = [
        set(entries)
        for entries in zip(*searches_by_seed, strict=True)
        if len(entries[0][1]) > 1
    ]
    assert sum(
        len({order for order, _ in entries}) > 1 for entries in several
    ) > 0.9 * len(several)
    assert sum(
        len({values for _, values in entries}) > 1 for entries in several
    ) > 0.99 * len(several)


# In the sandbox: one command, many searches


@contextmanager
def loaded(
    place: Path, text: str = "", limits: Limits = UNHURRIED
) -> Iterator[Sandbox]:
    """Yield a program in the sandbox: that of a folder or, with a text, one that is written there."""
    if text:
        (place / "alphabeta.py").write_text(text, "utf-8")
    with staged(find_submission(place, "alphabeta.py")) as folder:
        functions = ("max_value", "min_value")
        with Sandbox(
            folder, "alphabeta.py", functions, limits, time.monotonic() + 20 * PATIENCE
        ) as sandbox:
            yield sandbox


def test_search_each_goes_on_after_an_exception_and_stops_when_the_process_ends(
    tmp_path: Path,
) -> None:
    text = """
def max_value(state, alpha, beta):
    value = state.children[0].utility()
    print(value)
    if value == 1: raise ValueError(value)
    if value == 3: import os; os._exit(4)
    return value
def min_value(state, alpha, beta): return 0
"""
    problems = [PATTERN._replace(tree=Tree.from_nested([value])) for value in range(5)]
    with loaded(tmp_path, text) as sandbox:
        outcomes = sandbox.search_each(problems)
        again = sandbox.search_each(problems[:1])
    assert [searched.printed.strip() for searched in outcomes] == ["0", "1", "2", "3"]
    causes = [
        result.outcome.cause if isinstance(result.outcome, Failure) else ""
        for result in outcomes
    ]
    assert causes == ["", "raised", "", "died"]
    assert again[0].outcome == observe(problems[0])


PARTS_WITH_THEIR_MISTAKES = """
def max_value(state, alpha, beta):
    return searched(state, alpha, beta, max, lambda v: v >= beta)
def min_value(state, alpha, beta):
    return searched(state, alpha, beta, min, lambda v: v <= alpha)
def searched(state, alpha, beta, best, is_enough):
    if state.is_terminal():
        return state.utility()
    v = None
    for child in state.children:
        found = (min_value if best is max else max_value)(child, alpha, beta)
        v = found if v is None else best(v, found)
        if v == 0: print(v)
        if v == 7: raise ValueError(v)
        if v == 5: return [v]
        if is_enough(v): return v
        if best is max: alpha = max(alpha, v)
        else: beta = min(beta, v)
    return v
"""


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("note", ["", "calls", "ends"])
@pytest.mark.parametrize("isolate", [None, "max_value"])
def test_searches_of_one_command_come_out_as_each_alone(
    isolate: str | None, note: Note, tmp_path: Path
) -> None:
    """Of a program that prints, breaks and answers nothing at some values."""
    shaped = GeneratedExercise(
        "id", "title", PATTERN, Every(3, 2, values=(-8, 8), seed=3)
    )
    largest = max(batches(shaped), key=lambda batch: len(batch.problems)).problems
    problems = [problem._replace(isolate=isolate) for problem in largest]
    with loaded(tmp_path, PARTS_WITH_THEIR_MISTAKES) as sandbox:
        together = sandbox.search_each(problems, note)
        alone = [sandbox.search(problem, note) for problem in problems]
    assert together == alone
    causes = {
        searched.outcome.cause
        for searched in together
        if isinstance(searched.outcome, Failure)
    }
    assert causes == {"raised", "not a value"}
    assert any(searched.printed for searched in together)


def test_search_each_gives_every_search_the_full_time_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of four takes two fifths of the limit, by a clock that frames push on: a look, and an answer."""
    text = """
def max_value(state, alpha, beta):
    return state.utility()
def min_value(state, alpha, beta): return 0
"""
    passed = 0.0
    frame = StudentProcess.frame

    def slow_frame(process: StudentProcess) -> tuple[int, int, float]:
        nonlocal passed
        passed += UNHURRIED.seconds / 5
        return frame(process)

    monkeypatch.setattr(process, "_now", lambda: time.monotonic() + passed)
    monkeypatch.setattr(StudentProcess, "frame", slow_frame)
    with loaded(tmp_path, text) as sandbox:
        outcomes = sandbox.search_each(
            [PATTERN._replace(tree=Tree.from_nested(value)) for value in range(4)]
        )
    assert [searched.outcome for searched in outcomes] == [
        Observation(value, (0,)) for value in range(4)
    ]
