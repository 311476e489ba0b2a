"""Sheets to print, as a page and as LaTeX: trees with blank lines, N variants of each generated one, and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from autograder.errors import WrongUsage
from autograder.exercises import SEARCHED_BY_HAND, Exercise, ExerciseSet, FixedExercise, Generate, problems_of
from autograder.limits import LONGEST_LINE, MOST_PRINTED_LEAVES
from autograder.pages.picture import NodeLabels, Picture, part_of, picture, short
from autograder.pages.practice import NO_TREE, blank_tree, count_leaves, fits_paper, terms
from autograder.pages.render import rendered
from autograder.showing import TreeAnnotations, cutoff_words, shown
from autograder.teaching import recorded, trace
from autograder.text import counted, visible_name
from reference.game import Tree
from reference.problem import Problem

BLANK_LINE = r"\blank{90mm}"
SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "∞": r"\ensuremath{\infty}", "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "−": r"\ensuremath{-}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
}  # fmt: skip
PREAMBLE = r"""% Needs, in the preamble: \usepackage[T1]{fontenc} \usepackage{forest} \usetikzlibrary{shapes.geometric}
\providecommand\blank[1]{\underline{\hspace{#1}}}
\forestset{
  game tree/.style={for tree={parent anchor=south, child anchor=north, l sep=8mm, s sep=3mm, font=\small}},
  max node/.style={isosceles triangle, isosceles triangle apex angle=60, shape border rotate=90, draw, inner sep=1pt},
  min node/.style={isosceles triangle, isosceles triangle apex angle=60, shape border rotate=-90, draw, inner sep=1pt},
  leaf node/.style={rectangle, draw, inner sep=3pt, label={[font=\scriptsize]below:{#1}}},
}
"""


class AnswerLine(NamedTuple):
    """What belongs on the line of an inner node. window, value: "" where the search does not come."""

    name: str
    window: str
    value: str


class Question(NamedTuple):
    """An exercise on a sheet, with its solution. problem: what is searched."""

    id: str
    title: str
    points: str
    terms: str
    problem: Problem
    blank: Picture
    solved: Picture
    root: str
    value: str
    visited: Sequence[str]
    pruned: Sequence[str]
    cutoffs: Sequence[str]
    lines: Sequence[AnswerLine]
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


def sheet_page(exercises: ExerciseSet, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The page with the sheets, or with their solutions."""
    title = exercises.assignment.title
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
    labels = NodeLabels(problem, expected.calls)
    return Question(
        exercise.id,
        exercise.title,
        counted(exercise.max_points, "point"),
        terms(problem),
        problem,
        blank_tree(annotated, exercise.id),
        picture(annotated, part_of(annotated), labels, words=f"The search of {exercise.id}"),
        name(0),
        shown(expected.value),
        list(map(name, expected.visited)),
        list(map(name, expected.pruned(tree))),
        [f"{name(node)}: {cutoff_words(problem, moment)}" for node, moment in annotated.cutoffs.items()],
        [
            AnswerLine(name(node), labels.window(node), labels.value(node))
            for node in range(len(tree))
            if not tree.is_leaf(node)
        ],
        ["  " * step.indent + visible_name(step.text, LONGEST_LINE) for step in trace(problem)],
    )


# --- As LaTeX, with trees for the package forest, to paste into an exam of one's own ---


def sheet_latex(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The sheets, or their solutions, as LaTeX to be included."""
    rows = []
    for sheet in made:
        name = f" ({escaped(sheet.name)})" if sheet.name else ""
        rows.append(f"\\section*{{{escaped(title)}{name}{': solutions' if solutions else ''}}}")
        for number, question in enumerate(sheet.questions, 1):
            rows += _question_latex(number, question, solutions=solutions)
        rows += [r"\clearpage", ""]
    return PREAMBLE + "\n".join(rows)


def escaped(text: str) -> str:
    """Text that LaTeX shows as it is."""
    return "".join(SPECIAL.get(char, char) for char in visible_name(text, LONGEST_LINE))


def _question_latex(number: int, question: Question, *, solutions: bool) -> Iterator[str]:
    yield f"\\subsection*{{{number}. {escaped(question.title)} ({question.points})}}"
    yield f"{escaped(question.terms)}\n"
    yield r"\begin{center}\begin{forest} game tree"
    yield _forest(question.problem.tree, 0)
    yield r"\end{forest}\end{center}"
    yield r"\begin{tabular}{lll}node & $(\alpha, \beta)$ & value\\\hline"
    for line in question.lines:
        window, value = r"\blank{30mm}", r"\blank{15mm}"
        if solutions:
            window, value = escaped(line.window) or "--", escaped(line.value) or "--"
        yield f"{escaped(line.name)} & {window} & {value}\\\\"
    yield "\\end{tabular}\n"
    for what, leaves in (("Leaves visited, in order", question.visited), ("Leaves pruned", question.pruned)):
        yield f"{what}: {(escaped(' '.join(leaves)) or 'none') if solutions else BLANK_LINE}\n"
    if solutions:
        yield from (f"Cutoff at {escaped(cutoff)}\n" for cutoff in question.cutoffs)
        yield r"{\footnotesize\ttfamily\obeylines"
        for text in question.trace:
            yield f"\\hspace*{{{len(text) - len(text.lstrip())}ex}}{escaped(text.strip())}"
        yield "}"


def _forest(tree: Tree, node: int) -> str:
    """A tree in forest's brackets, a node a line."""
    indent, name = "  " * (tree.ply(node) + 1), escaped(tree.name(node))
    if tree.is_leaf(node):
        return f"{indent}[{{{escaped(short(tree.values[node]))}}}, leaf node={{{name}}}]"
    children = [_forest(tree, child) for child in tree.children(node)]
    return "\n".join([f"{indent}[{{{name}}}, {tree.player(node).lower()} node", *children, f"{indent}]"])
