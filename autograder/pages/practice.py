"""A page to practise on: trees whose leaves are pressed in the order of visits.

Everything that its script may have to say is worked out here, by the textbook's search and the grader's own words.
Exercises that students may not see are not in it, and where it is for an exam only the trees are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from autograder.errors import WrongUsage
from autograder.exercises.generated import problems_of, varied
from autograder.exercises.model import SEARCHED_BY_HAND, Exercise, ExerciseSet, FixedExercise, Generate
from autograder.limits import LONGEST_LINE, MOST_PRACTISED_LEAVES, OTHER_TREES
from autograder.pages.picture import Picture, part_of, picture, window
from autograder.pages.render import rendered
from autograder.showing import TreeAnnotations, parting, shown, value_words
from autograder.teaching import trace
from autograder.text import counted, visible_name
from reference import interfaces
from reference.forms import other_forms
from reference.game import Value
from reference.observe import observe
from reference.problem import Observation, Problem

NO_TREE = (
    "{}: there is no tree {} here; it needs an exercise that students may see, with {}a search to the leaves that"
    " returns a value{}"
)
FARTHEST = 2**40
"""Stands for a number that no leaf has, in the words on a wrong value."""
TYPED = "{typed}"
SEPARATOR = "; "


def fits_paper(exercise: Exercise) -> bool:
    """Whether students may see an exercise, and can work it out by hand as one of `by_hand`."""
    problem = exercise.pattern
    interface = interfaces.load(problem.interface)
    plain = problem.depth is None and problem.guess is None and problem.isolate is None
    returns_value = interface.windowed != () and not interface.negated and not interface.has_horizon
    decides = interface.call(problem)[0] not in interface.windowed
    small = not isinstance(exercise, FixedExercise) or count_leaves(problem) <= MOST_PRACTISED_LEAVES
    return exercise.is_visible and plain and returns_value and not decides and small


def left_out(exercises: ExerciseSet, made: int) -> list[str]:
    """How many exercises of a set were left out, and why, in sentences. made: how many were not."""
    hidden = sum(not exercise.is_visible for exercise in exercises.exercises)
    unfit = len(exercises.exercises) - hidden - made
    reasons = {"that students may not see": hidden, "not suited to working by hand": unfit}
    return [f"Left out: {counted(number, 'exercise')} {which}." for which, number in reasons.items() if number]


def terms(problem: Problem) -> str:
    """Who moves at the root, and what is not as usual, in sentences."""
    name = problem.tree.name(0)
    said = [f"{problem.tree.player(0)} moves at {name}."]
    if problem.window != (-inf, inf):
        said.append(f"The window at {name} is {window(problem, 0, *problem.window)}.")
    if problem.prune_when == "alpha > beta":
        said.append("Equal bounds do not prune: only alpha > beta does.")
    return " ".join(said)


def count_leaves(problem: Problem) -> int:
    """The leaves of a problem's tree."""
    return sum(1 for _ in problem.tree.leaves())


def blank_tree(annotated: TreeAnnotations, name: str) -> Picture:
    """A tree without anything of a search. name: of its exercise."""
    return picture(annotated, part_of(annotated), words=f"The tree of {name}", blank=True)


class PracticeTree(NamedTuple):
    """A tree of the page. key: what its answers are kept under. data: what its script needs."""

    key: str
    picture: Picture
    root: str
    terms: str
    data: dict[str, Any]


class PracticeTask(NamedTuple):
    """An exercise of the page: its own tree, and others of the same kind."""

    exercise: Exercise
    trees: Sequence[PracticeTree]


def tasks(exercises: ExerciseSet, *, exam: bool = False) -> list[PracticeTask]:
    """What a set's page is made of. exam: no answer is in it. Raises WrongUsage."""
    made = []
    for exercise in filter(fits_paper, exercises.exercises):
        problems = list(_practised(exercise))[: 1 if exam else None]
        trees = [_practice_tree(exercise, problem, number, exam=exam) for number, problem in enumerate(problems)]
        if trees:
            made.append(PracticeTask(exercise, trees))
    if not made:
        most = f"at most {MOST_PRACTISED_LEAVES} leaves and "
        raise WrongUsage(NO_TREE.format(exercises.folder, "to work out by hand", most, ", as in exercises/by_hand"))
    return made


def practice_page(exercises: ExerciseSet, made: Sequence[PracticeTask], *, exam: bool = False) -> str:
    """The page of a set with these tasks."""
    mark = sha256(repr([task.trees[0].picture for task in made]).encode()).hexdigest()[:16]
    return rendered(
        "practice.html.j2",
        ["practice.js"],
        title=exercises.assignment.title,
        file=Path(exercises.assignment.file).stem + ".json",
        mark=f"{mark}{'-exam' if exam else ''}",
        tasks=made,
        left_out=left_out(exercises, len(made)),
    )


def _practised(exercise: Exercise) -> Iterator[Problem]:
    """The tree of an exercise, and others of the same kind; of a generated one those that have some leaves."""
    if not isinstance(exercise, FixedExercise):
        drawn = [problem for problem in problems_of(exercise) if 4 <= count_leaves(problem) <= MOST_PRACTISED_LEAVES]
        yield from (problem._replace(interface=SEARCHED_BY_HAND) for problem in drawn[-1 - OTHER_TREES :])
        return
    problem = exercise.problem._replace(interface=SEARCHED_BY_HAND)
    yield problem
    random = Random(exercise.id)  # noqa: S311 (reproducible, not secret)
    for _ in range(OTHER_TREES):
        yield varied(problem, _utilities(problem), random)


def _utilities(problem: Problem) -> Sequence[Value]:
    """What the leaves of other trees may have: whole numbers as far apart as the tree's own, and the infinities."""
    values = [value for leaf in problem.tree.leaves() if (value := problem.tree.values[leaf]) is not None]
    finite = [int(value) for value in values if abs(value) != inf]
    low, high = min(finite, default=0), max(finite, default=0)
    return Generate(values=(low, max(high, low + len(values))), infinities=len(finite) < len(values)).utilities


def _practice_tree(exercise: Exercise, problem: Problem, number: int, *, exam: bool) -> PracticeTree:
    expected = observe(problem, calls=True)
    annotated = TreeAnnotations(problem, expected, exercise.unneeded if number == 0 else {})
    names = {leaf: problem.tree.name(leaf) for leaf in problem.tree.leaves()}
    data = {"names": names} | ({} if exam else _answers(problem, expected))
    blank = blank_tree(annotated, exercise.id)
    return PracticeTree(f"{exercise.id}/{number}", blank, problem.tree.name(0), terms(problem), data)


def _answers(problem: Problem, expected: Observation) -> dict[str, Any]:
    """What Check and Hint need.

    accepted: the least and the greatest right value. visited: the right visits. also: those of other right forms.
    parted: for each number of right visits what is said of each leaf that comes next, or of "" for none, as numbers of
    parts of sentences. said: these parts, as many sentences have some in common. wrong: what is said of wrong values.
    steps: the trace, each step with the visits made before it.
    """
    said: dict[str, int] = {}
    parted = [
        {
            key: [said.setdefault(part, len(said)) for part in words.split(SEPARATOR)]
            for key, words in _partings(problem, expected, same)
        }
        for same in range(len(expected.visited) + 1)
    ]
    forms = [observe(problem, form) for form in other_forms(problem)]
    accepted = interfaces.load(problem.interface).accepted(problem, expected.value)
    steps = trace(problem)
    before = accumulate((step.look for step in steps), initial=0)
    return {
        "accepted": [shown(end) for end in accepted],
        "visited": expected.visited,
        "also": [form.visited for form in forms if form.visited != expected.visited],
        "parted": parted,
        "said": list(said),
        "wrong": _wrong_values(problem, expected),
        "steps": [(looks, visible_name(step.text, LONGEST_LINE)) for looks, step in zip(before, steps, strict=False)],
    }


def _partings(problem: Problem, expected: Observation, same: int) -> Iterator[tuple[str, str]]:
    """What the grader says where after so many right visits another leaf comes, or none."""
    start = expected.visited[:same]
    right = expected.visited[same] if same < len(expected.visited) else None
    for leaf in problem.tree.leaves():
        if leaf not in start and leaf != right:
            yield str(leaf), parting(problem, expected, (*start, leaf)) or ""
    if right is not None:
        yield "", parting(problem, expected, start) or ""


def _wrong_values(problem: Problem, expected: Observation) -> dict[str, str]:
    """What the grader says of wrong values after right visits; under "" of a number that no leaf has."""
    tree = problem.tree
    values = {value for leaf in tree.leaves() if (value := tree.values[leaf]) is not None} | {FARTHEST}
    if not isinstance(expected.value, str):
        values.add(-expected.value)
    said = {shown(value): value_words(problem, expected, expected._replace(value=value)) or "" for value in values}
    far = said.pop(shown(FARTHEST))
    return said | {"": far.replace(str(FARTHEST), TYPED)}
