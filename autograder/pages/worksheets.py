"""Trees of a set to work out by hand: a page to practise on, and sheets to print with their solutions.

Everything that the script of the page may have to say is worked out here, by the textbook's search and the grader's own
words. Exercises that students may not see are in neither, and a page for an exam holds the trees alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup

from autograder.errors import WrongUsage
from autograder.exercises.generated import problems_of, varied
from autograder.exercises.model import SEARCHED_BY_HAND, Exercise, ExerciseSet, FixedExercise, Generate
from autograder.limits import LONGEST_LINE, MOST_PRACTISED_LEAVES, MOST_PRINTED_LEAVES, OTHER_TREES
from autograder.pages.picture import Picture, labels_of, part_of, picture, short, window
from autograder.pages.render import environment, rendered
from autograder.showing import TreeAnnotations, cutoff_words, parting, shown, value_words
from autograder.teaching import recorded, trace
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
SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "∞": r"\ensuremath{\infty}", "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "−": r"\ensuremath{-}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
}  # fmt: skip
"""What LaTeX would not show as it is."""


def _fits_paper(exercise: Exercise) -> bool:
    """Whether students may see an exercise, and can work it out by hand as one of `by_hand`."""
    problem = exercise.pattern
    interface = interfaces.load(problem.interface)
    plain = problem.depth is None and problem.guess is None and problem.isolate is None
    returns_value = interface.windowed != () and not interface.negated and not interface.has_horizon
    decides = interface.call(problem)[0] not in interface.windowed
    small = not isinstance(exercise, FixedExercise) or _count_leaves(problem) <= MOST_PRACTISED_LEAVES
    return exercise.is_visible and plain and returns_value and not decides and small


def left_out(exercises: ExerciseSet, made: int) -> list[str]:
    """How many exercises of a set were left out, and why, in sentences. made: how many were not."""
    hidden = sum(not exercise.is_visible for exercise in exercises.exercises)
    unfit = len(exercises.exercises) - hidden - made
    reasons = {"that students may not see": hidden, "not suited to working by hand": unfit}
    return [f"Left out: {counted(number, 'exercise')} {which}." for which, number in reasons.items() if number]


def _terms(problem: Problem) -> str:
    """Who moves at the root, and what is not as usual, in sentences."""
    name = problem.tree.name(0)
    said = [f"{problem.tree.player(0)} moves at {name}."]
    if problem.window != (-inf, inf):
        said.append(f"The window at {name} is {window(problem, 0, *problem.window)}.")
    if problem.prune_when == "alpha > beta":
        said.append("Equal bounds do not prune: only alpha > beta does.")
    return " ".join(said)


def _count_leaves(problem: Problem) -> int:
    """The leaves of a problem's tree."""
    return sum(1 for _ in problem.tree.leaves())


def _blank_tree(annotated: TreeAnnotations, name: str) -> Picture:
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
    for exercise in filter(_fits_paper, exercises.exercises):
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
        ["search.js", "practice.js"],
        title=exercises.assignment.title,
        file=Path(exercises.assignment.file).stem + ".json",
        mark=f"{mark}{'-exam' if exam else ''}",
        tasks=made,
        left_out=left_out(exercises, len(made)),
    )


def _practised(exercise: Exercise) -> Iterator[Problem]:
    """The tree of an exercise, and others of the same kind; of a generated one those that have some leaves."""
    if not isinstance(exercise, FixedExercise):
        drawn = [problem for problem in problems_of(exercise) if 4 <= _count_leaves(problem) <= MOST_PRACTISED_LEAVES]
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
    blank = _blank_tree(annotated, exercise.id)
    return PracticeTree(f"{exercise.id}/{number}", blank, problem.tree.name(0), _terms(problem), data)


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


# --- Sheets to print ---


class Question(NamedTuple):
    """An exercise on a sheet, with its solution. problem: what is searched. lines: each inner node's name and label."""

    exercise: Exercise
    terms: str
    problem: Problem
    blank: Picture
    solved: Picture
    root: str
    value: str
    visited: Sequence[str]
    pruned: Sequence[str]
    cutoffs: Sequence[str]
    lines: Sequence[tuple[str, str, str]]
    trace: Sequence[str]


class Sheet(NamedTuple):
    """One variant. name: which it is, "" where there is one alone."""

    name: str
    questions: Sequence[Question]


def sheets(exercises: ExerciseSet, variants: int, seed: int) -> list[Sheet]:
    """The variants of a set's sheet. Raises WrongUsage, and InvalidExercises where no tree has what is required."""
    chosen = [exercise for exercise in exercises.exercises if _fits_paper(exercise)]
    if not chosen:
        raise WrongUsage(NO_TREE.format(exercises.folder, "for a sheet", "", ""))
    trees = [_printed(exercise, variants, seed) for exercise in chosen]
    names = [f"Variant {number} of {variants}" for number in range(1, variants + 1)] if variants > 1 else [""]
    named = zip(names, zip(*trees, strict=True), strict=True)
    return [Sheet(name, list(map(_question, chosen, own))) for name, own in named]


def sheet_page(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The page with the sheets, or with their solutions."""
    return rendered("sheet.html.j2", title=title, sheets=made, solutions=solutions)


def _printed(exercise: Exercise, variants: int, seed: int) -> list[Problem]:
    """The trees of the variants: of a generated exercise different ones, as long as so many are drawn."""
    if isinstance(exercise, FixedExercise):
        return [exercise.problem._replace(interface=SEARCHED_BY_HAND)] * variants
    own = exercise.generate._replace(seed=seed)
    if isinstance(own, Generate):
        own = own._replace(examples=max(own.examples, variants))
    drawn = problems_of(exercise._replace(generate=own))
    fit = [problem for problem in drawn if 1 < _count_leaves(problem) <= MOST_PRINTED_LEAVES] or drawn
    by_tree = {(tuple(problem.tree.child_counts), tuple(problem.tree.values)): problem for problem in fit}
    different = [problem._replace(interface=SEARCHED_BY_HAND) for problem in by_tree.values()]
    Random(f"{seed} {exercise.id}").shuffle(different)  # noqa: S311 (reproducible, not secret)
    return [different[number % len(different)] for number in range(variants)]


def _question(exercise: Exercise, problem: Problem) -> Question:
    tree, name = problem.tree, problem.tree.name
    expected = recorded(problem)
    annotated = TreeAnnotations(problem, expected, exercise.unneeded)
    labels = labels_of(problem, expected.calls)
    inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    return Question(
        exercise,
        _terms(problem),
        problem,
        _blank_tree(annotated, exercise.id),
        picture(annotated, part_of(annotated), labels, words=f"The search of {exercise.id}"),
        name(0),
        shown(expected.value),
        list(map(name, expected.visited)),
        list(map(name, expected.pruned(tree))),
        [f"{name(node)}: {cutoff_words(problem, moment)}" for node, moment in annotated.cutoffs.items()],
        [(name(node), *labels.get(node, ("", ""))) for node in inner],
        ["  " * step.indent + visible_name(step.text, LONGEST_LINE) for step in trace(problem)],
    )


def sheet_latex(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The sheets, or their solutions, as LaTeX to paste into an exam of one's own; the package forest draws them."""
    # Delimiters that LaTeX does not use; what a macro returns is Markup, and stays as it is.
    latex = environment().overlay(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        finalize=lambda value: Markup(escaped(value)) if type(value) is str else value,  # noqa: S704
    )
    template = latex.get_template("sheet.tex.j2")
    text: str = template.render(title=title, sheets=made, solutions=solutions, short=short)
    return text


def escaped(text: str) -> str:
    """Text that LaTeX shows as it is."""
    return "".join(SPECIAL.get(char, char) for char in visible_name(text, LONGEST_LINE))
