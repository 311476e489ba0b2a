"""Makes the tests that students get: one for each tree that they may see."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from math import inf
from pprint import pformat
from textwrap import indent

from autograder.core.exercises.load import searchable_exercise
from autograder.core.exercises.model import Check, Exercise, ExerciseSet
from autograder.core.exercises.tree_format import write_tree
from autograder.core.limits import LONGEST_TITLE, MOST_NODES_DRAWN
from autograder.core.project import EXERCISES
from autograder.core.text import visible_name
from autograder.teach.handout_templates import WIDTH, Fields
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem

PLAIN_SIGNS = str.maketrans({"≤": "<=", "≥": ">=", "−": "-", "∞": "inf", "…": "..."})
"""Texts that the tests print instead of signs that not every student's terminal, file
or pipe can take.
"""


def fields_of_tests(exercises: ExerciseSet, shipped: Iterable[str]) -> Fields:
    """Return the fields about the tests.

    No test is of a tree that a hidden exercise has. shipped: the ids of the shipped
    exercises that the tests begin with.
    """
    visible = [exercise for exercise in exercises.fixed if exercise.is_visible]
    tests = _tests(exercises, [*_shipped(shipped, exercises), *visible])
    if exercises.generated:
        trees_beside = "random"
    elif len(exercises.exercises) > len(tests):
        trees_beside = "fixed"
    else:
        trees_beside = "none"
    used = {exercise.problem.interface for exercise in visible}
    used.add(exercises.assignment.interface)
    functions = {name: list(interfaces.load(name).functions) for name in sorted(used)}
    return {
        "count": len(tests),
        "tests": "\n\n\n".join(tests),
        "functions_by_interface": as_python(functions),
        "more": trees_beside,
    }


def _shipped(ids: Iterable[str], exercises: ExerciseSet) -> Iterator[Exercise]:
    """Load shipped exercises as if they were part of a set."""
    for name in ids:
        file = EXERCISES / f"{name}.json"
        exercise, _ = searchable_exercise(file, exercises.assignment)
        yield exercise


def _tests(exercises: ExerciseSet, candidates: Iterable[Exercise]) -> list[str]:
    """Return a test of each candidate that students may see and the tests can check."""
    hidden = {
        _tree_key(exercise.problem.tree)
        for exercise in exercises.fixed
        if not exercise.is_visible
    }
    tests: dict[str, str] = {}  # by the arguments of `check`: none is tested twice
    names: set[str] = set()
    for exercise in candidates:
        problem = exercise.pattern._replace(tree=_nameless(exercise.pattern.tree))
        if not _is_testable(problem, exercises) or _tree_key(problem.tree) in hidden:
            continue
        asked_checks = exercise.asked_checks
        lines = [
            f"        {line},\n"
            for line in _arguments(problem, exercises, asked_checks)
        ]
        arguments = "".join(lines)
        if arguments in tests:
            continue
        name = _test_name(exercise.id, names)
        names.add(name)
        title = quoted_title(_title_of_test(exercise, problem)).translate(PLAIN_SIGNS)
        stop = "" if title.endswith(("?", "!")) else "."
        head = f'def test_{name}() -> None:\n    """{title}{stop}"""\n'
        tests[arguments] = f"{head}    check(\n{arguments}    )"
    return list(tests.values())


def _title_of_test(exercise: Exercise, problem: Problem) -> str:
    """Return an exercise's title with the names that nodes have in its test.

    problem: the one of the test, whose nodes have lost the names of the exercise.
    """
    if interfaces.load(problem.interface).complete_binary:
        problem = named_by_index(problem)
    named = {**exercise.pattern.tree.own_names, **exercise.unneeded}
    counts = Counter(named.values())
    names = {
        name: problem.tree.name(node)
        for node, name in named.items()
        if counts[name] == 1
    }

    def renamed(match: re.Match[str]) -> str:
        word, before = match[0], match.string[: match.start()]
        # At the beginning of a sentence it may be the article.
        if word == "A" and (not before or before.endswith(": ")):
            return word
        return names.get(word, word)

    return re.sub(r"\w+", renamed, exercise.title)


def _test_name(exercise_id: str, taken: Container[str]) -> str:
    """Return the name of an exercise's test, after its `test_`."""
    without_number = exercise_id.lstrip("0123456789_") or exercise_id
    name = re.sub("[^A-Za-z0-9_]", "_", without_number)
    while name in taken:
        name += "_again"
    return name


def _is_testable(problem: Problem, exercises: ExerciseSet) -> bool:
    """Return whether the tests search a problem as grading does."""
    assignment = exercises.assignment
    if problem.window != (-inf, inf) or problem.isolate is not None:
        return False
    if problem.interface != assignment.interface and assignment.adapter is None:
        return False
    if len(problem.tree) > MOST_NODES_DRAWN:
        return False
    # The tests know one form of a first pass.
    return problem.guess is None or not _other_visits(problem)


def _tree_key(tree: Tree) -> str:
    """Return the key that trees share if only the names of their nodes differ."""
    return str(write_tree(_nameless(tree)))


def _other_visits(problem: Problem) -> list[tuple[int, ...]]:
    """Return the visits of right searches in other forms, without the textbook's."""
    textbook = observe(problem).visited
    orders = dict.fromkeys(search.visited for search in other_right_searches(problem))
    return [visited for visited in orders if visited != textbook]


def _nameless(tree: Tree) -> Tree:
    return Tree(tree.child_counts, tree.values, tree.players)


def _arguments(
    problem: Problem, exercises: ExerciseSet, asked_checks: Sequence[Check]
) -> Iterator[str]:
    """Return the arguments of a test's call of `check`, as Python code.

    asked_checks: the checks that the exercise asks.
    """
    yield as_python(write_tree(problem.tree))
    if interfaces.load(problem.interface).complete_binary:
        problem = named_by_index(problem)
    expected = observe(problem, calls=True)
    terms = _terms(problem, exercises)
    answers = _answers(problem, expected, exercises, asked_checks)
    for name, value in {**terms, **answers}.items():
        if value is not None:
            yield f"{name}={as_python(value)}"


def named_by_index(problem: Problem) -> Problem:
    """Return a problem whose leaves are called by their place in the array."""
    tree = problem.tree
    names = {leaf: f"values[{index}]" for index, leaf in enumerate(tree.leaves())}
    named = Tree(tree.child_counts, tree.values, tree.players, names)
    return problem._replace(tree=named)


def _terms(problem: Problem, exercises: ExerciseSet) -> dict[str, object]:
    """Return the arguments beside the tree; None for those that `check` assumes."""
    tree = problem.tree
    to_move: object = tree.players
    if tree.takes_turns:
        to_move = "MIN" if tree.players[0] == "MIN" else None
    depth = problem.depth
    if depth is None and interfaces.load(problem.interface).has_horizon:
        depth = tree.depth
    is_usual = problem.interface == exercises.assignment.interface
    return {
        "to_move": to_move,
        "interface": None if is_usual else problem.interface,
        "depth": depth,
        "guess": problem.guess,
        "epsilon": problem.epsilon,
    }


def _answers(
    problem: Problem,
    expected: Observation,
    exercises: ExerciseSet,
    asked_checks: Sequence[Check],
) -> dict[str, object]:
    """Return the right results that are asked; None for those that `check` assumes."""
    name_of = problem.tree.name
    decides = isinstance(expected.value, str)
    has_adapter = exercises.assignment.adapter is not None
    is_lost = decides and has_adapter and interfaces.is_lost(problem)
    right_looks = interfaces.load(problem.interface).due_looks(expected)
    visited = [name_of(leaf) for leaf in right_looks.nodes]
    if right_looks.goes_on:
        visited.append("...")  # aspiration search goes on
    alternatives = [" ".join(map(name_of, leaves)) for leaves in _other_visits(problem)]
    answers: dict[str, object] = {"lost": True if is_lost else None}
    if "value" in asked_checks:
        answers["action" if decides else "value"] = expected.value
    elif decides:
        answers["action"] = ""
    if tuple(asked_checks) != ("value",):
        answers["visited"] = " ".join(visited)
        answers["or_visited"] = alternatives or None
        answers["in_order"] = None if "order" in asked_checks else False
    return answers


def quoted_title(title: str) -> str:
    """Return a title, escaped for a docstring and without its full stop."""
    return (
        visible_name(title, LONGEST_TITLE)
        .rstrip(".")
        .replace("\\", "\\\\")
        .replace('"', "'")
    )


def as_python(value: object) -> str:
    """Return a value as Python code, in lines of a test's width."""
    text = indent(
        pformat(value, width=WIDTH - 20, sort_dicts=False), "        "
    ).lstrip()
    return text.replace("'inf'", "inf").replace("'-inf'", "-inf").replace("'", '"')
