"""Sheets to print, as a page and as LaTeX: trees with blank lines, N variants of each generated one, and solutions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from markupsafe import Markup

from autograder.errors import WrongUsage
from autograder.exercises.generated import problems_of
from autograder.exercises.model import SEARCHED_BY_HAND, Exercise, ExerciseSet, FixedExercise, Generate
from autograder.limits import LONGEST_LINE, MOST_PRINTED_LEAVES
from autograder.pages.picture import Picture, labels_of, part_of, picture, short
from autograder.pages.practice import NO_TREE, blank_tree, count_leaves, fits_paper, terms
from autograder.pages.render import environment, rendered
from autograder.showing import TreeAnnotations, cutoff_words, shown
from autograder.teaching import recorded, trace
from autograder.text import visible_name
from reference.problem import Problem

SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "∞": r"\ensuremath{\infty}", "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "−": r"\ensuremath{-}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
}  # fmt: skip


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
    chosen = [exercise for exercise in exercises.exercises if fits_paper(exercise)]
    if not chosen:
        raise WrongUsage(NO_TREE.format(exercises.folder, "for a sheet", "", ""))
    trees = [_printed(exercise, variants, seed) for exercise in chosen]
    names = [f"Variant {number} of {variants}" for number in range(1, variants + 1)] if variants > 1 else [""]
    return [
        Sheet(name, list(map(_question, chosen, own)))
        for name, own in zip(names, zip(*trees, strict=True), strict=True)
    ]


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
    fit = [problem for problem in drawn if 1 < count_leaves(problem) <= MOST_PRINTED_LEAVES] or drawn
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
        terms(problem),
        problem,
        blank_tree(annotated, exercise.id),
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
