"""The same sheets as LaTeX, with trees for the package forest, to paste into an exam of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from autograder.pages.picture import short
from autograder.pages.sheet import Question, Sheet
from autograder.text import visible_name
from reference.game import Tree

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


def sheet_latex(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The sheets, or their solutions, as LaTeX to be included."""
    return PREAMBLE + "\n".join(_sheet(title, sheet, solutions=solutions) for sheet in made)


def escaped(text: str) -> str:
    """Text that LaTeX shows as it is."""
    return "".join(SPECIAL.get(char, char) for char in visible_name(text, 400))


def _sheet(title: str, sheet: Sheet, *, solutions: bool) -> str:
    name = f" ({escaped(sheet.name)})" if sheet.name else ""
    said = ": solutions" if solutions else ""
    parts = [_question(number, question, solutions=solutions) for number, question in enumerate(sheet.questions, 1)]
    return "\n".join([f"\\section*{{{escaped(title)}{name}{said}}}", *parts, r"\clearpage", ""])


def _question(number: int, question: Question, *, solutions: bool) -> str:
    points = "point" if question.points == "1" else "points"
    rows = [
        f"\\subsection*{{{number}. {escaped(question.title)} ({question.points} {points})}}",
        f"{escaped(question.terms)}\n",
        r"\begin{center}\begin{forest} game tree",
        "\n".join(_nested(question.problem.tree, question)),
        r"\end{forest}\end{center}",
    ]
    return "\n".join([*rows, *(_solution(question) if solutions else _blanks(question)), ""])


def _nested(tree: Tree, question: Question) -> Iterator[str]:
    """The tree in forest's brackets, a node a line."""
    stack: list[tuple[int, str]] = [(0, "")]
    while stack:
        node, text = stack.pop()
        if text:
            yield text
            continue
        indent, name = "  " * (tree.ply(node) + 1), escaped(tree.name(node))
        if tree.is_leaf(node):
            yield f"{indent}[{{{escaped(short(tree.values[node]))}}}, leaf node={{{name}}}]"
            continue
        yield f"{indent}[{{{name}}}, {tree.player(node).lower()} node"
        stack.append((node, f"{indent}]"))
        stack += [(child, "") for child in reversed(tree.children(node))]


def _blanks(question: Question) -> Iterator[str]:
    yield r"\begin{tabular}{lll}node & $(\alpha, \beta)$ & value\\\hline"
    for line in question.lines:
        yield f"{escaped(line.name)} & \\blank{{30mm}} & \\blank{{15mm}}\\\\"
    yield "\\end{tabular}\n"
    yield "Leaves visited, in order: \\blank{90mm}\n"
    yield "Leaves pruned: \\blank{90mm}"


def _solution(question: Question) -> Iterator[str]:
    yield r"\begin{tabular}{lll}node & $(\alpha, \beta)$ & value\\\hline"
    for line in question.lines:
        yield f"{escaped(line.name)} & {escaped(line.window) or '--'} & {escaped(line.value) or '--'}\\\\"
    yield "\\end{tabular}\n"
    yield f"Leaves visited, in order: {escaped(' '.join(question.visited)) or 'none'}\n"
    yield f"Leaves pruned: {escaped(' '.join(question.pruned)) or 'none'}\n"
    yield from (f"Cutoff at {escaped(cutoff)}\n" for cutoff in question.cutoffs)
    yield r"{\footnotesize\ttfamily\obeylines"
    for text in question.trace:
        depth = len(re.match(" *", text).group())  # type: ignore[union-attr]  # matches always
        yield f"\\hspace*{{{depth}ex}}{escaped(text.strip())}"
    yield "}"
