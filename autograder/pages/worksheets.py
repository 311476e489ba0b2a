"""Trees to search by hand or in class: pages to practise on and for the lecture, and sheets to print with solutions.

Exercises that students may not see are on no page to practise on and no sheet. The lecture's page and that to practise
on search their trees by themselves, as these may become any others (scripts/search.js; a test holds that search against
the reference's). A page for an exam has neither the search nor the titles, which may be answers.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from markupsafe import Markup

from autograder.errors import WrongUsage
from autograder.exercises.generated import problems_of
from autograder.exercises.model import (
    SEARCHED_BY_HAND,
    Exercise,
    ExerciseSet,
    FixedExercise,
    Generate,
)
from autograder.exercises.tree_format import write_tree
from autograder.limits import (
    FEWEST_PRACTISED_LEAVES,
    LONGEST_LINE,
    MOST_PRACTISED_LEAVES,
    MOST_PRINTED_LEAVES,
)
from autograder.pages.picture import (
    is_negated,
    labels_of,
    part_of,
    picture,
    short,
    window,
)
from autograder.pages.render import environment, rendered
from autograder.showing.divergence import describe_cutoff, shown
from autograder.showing.tree_drawing import TreeAnnotations
from autograder.teaching import recorded, trace
from autograder.teaching.walkthrough import Walkthrough
from autograder.text import counted, listed, visible_name
from reference import interfaces
from reference.observe import observe
from reference.problem import Problem

NO_TREE = (
    "{}: there is no tree {} here; it needs an exercise that students may see, with {}a search to the leaves that"
    " returns a value{}"
)
CONVENTION = {
    "alpha >= beta": "Equal bounds prune, too: alpha ≥ beta is enough.",
    "alpha > beta": "Equal bounds do not prune: only alpha > beta does.",
}
SPECIAL = str.maketrans({
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "∞": r"\ensuremath{\infty}", "≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "−": r"\ensuremath{-}",
    "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "α": r"\ensuremath{\alpha}", "β": r"\ensuremath{\beta}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
})  # fmt: skip


def _fits_paper(exercise: Exercise) -> bool:
    """Whether students may see an exercise, and can work it out by hand as one of `by_hand`."""
    return exercise.is_visible and not _why_not_by_hand(exercise)


def _why_not_by_hand(exercise: Exercise) -> str:
    """Return why an exercise cannot be worked out by hand as one of `by_hand`, after "exercises"; "" if it can."""
    problem, interface = exercise.pattern, interfaces.load(exercise.pattern.interface)
    has_one_tree = isinstance(exercise, FixedExercise)
    reasons = [
        (problem.isolate is not None, "in which one function is judged alone"),
        (interface.negated, "in which values are those of the side to move"),
        (
            problem.depth is not None or interface.has_horizon,
            "in which the search is given a depth",
        ),
        (problem.guess is not None, "in which the search begins with a guess"),
        (not interface.windowed, "in which nothing is pruned"),
        (
            interface.call(problem)[0] not in interface.windowed,
            "in which an action is asked for, not a value",
        ),
        (
            has_one_tree and len([*problem.tree.leaves()]) > MOST_PRACTISED_LEAVES,
            f"with more than {MOST_PRACTISED_LEAVES} leaves",
        ),
    ]
    return next((reason for holds, reason in reasons if holds), "")


def left_out(exercises: ExerciseSet, *, printed: bool, named: bool) -> list[str]:
    """Return which exercises of a set were left out, and why, in sentences.

    printed: on a sheet; else on a page to practise on. named: with the ids, which students do not read, as they may be
    those of exercises that they may not see, or answers.
    """
    ids = defaultdict[str, list[str]](list)
    for exercise in exercises.exercises:
        why = (
            _why_not_by_hand(exercise)
            if exercise.is_visible
            else "that students may not see"
        )
        if not why and not printed and not _practised(exercise):
            why = f"in which no tree has {FEWEST_PRACTISED_LEAVES} to {MOST_PRACTISED_LEAVES} leaves"
        if why:
            ids[why].append(exercise.id)
    sentences = []
    for why, which in ids.items():
        names = f": {listed(which)}" if named else ""
        sentences.append(f"Left out: {counted(len(which), 'exercise')} {why}{names}.")
    return sentences


def _practised(exercise: Exercise) -> list[Problem]:
    """Return the trees of an exercise that are neither too large to work out nor, of generated ones, tiny."""
    if isinstance(exercise, FixedExercise):
        drawn, least = [exercise.problem], 1
    else:
        drawn, least = [*problems_of(exercise)], FEWEST_PRACTISED_LEAVES
    return [
        problem
        for problem in drawn
        if least <= len([*problem.tree.leaves()]) <= MOST_PRACTISED_LEAVES
    ]


def terms(problem: Problem, unneeded: Mapping[int, str]) -> str:
    """Who moves at the root, the window, the rule for equal bounds and what letters mean, in sentences."""
    name = problem.tree.name(0)
    said = [f"{problem.tree.player(0)} moves at {name}."]
    if problem.window != (-inf, inf):
        said.append(f"The window at {name} is {window(problem, 0, *problem.window)}.")
    said.append(
        f"Children are searched from left to right. {CONVENTION[problem.prune_when]}"
    )
    if unneeded:
        said.append("A letter stands for any number.")
    return " ".join(said)


def tasks(exercises: ExerciseSet, *, exam: bool = False) -> list[dict[str, Any]]:
    """What a set's page is made of, as its script reads it. exam: no answer is in it. Raises WrongUsage."""
    made: list[dict[str, Any]] = []
    for exercise in filter(_fits_paper, exercises.exercises):
        for problem in _practised(exercise)[-1:]:
            by_hand = problem._replace(interface=SEARCHED_BY_HAND)
            accepted = interfaces.load(SEARCHED_BY_HAND).accepted(
                by_hand, observe(by_hand).value
            )
            told = {
                "id": exercise.neutral_id if exam else exercise.id,
                "title": f"Tree {len(made) + 1}"
                if exam
                else visible_name(exercise.title, LONGEST_LINE),
                "terms": terms(by_hand, exercise.unneeded),
                **for_scripts(by_hand, exercise.unneeded),
            }
            made.append(
                told
                | ({"rule": ""} if exam else {"accepted": list(map(shown, accepted))})
            )
    if not made:
        most = f"at most {MOST_PRACTISED_LEAVES} leaves and "
        raise WrongUsage(
            NO_TREE.format(
                exercises.folder,
                "to work out by hand",
                most,
                ", as in exercises/by_hand",
            )
        )
    return made


def practice_page(
    exercises: ExerciseSet, made: Sequence[dict[str, Any]], *, exam: bool = False
) -> str:
    """The page of a set with these tasks."""
    mark = sha256(
        repr([(task["id"], task["tree"]) for task in made]).encode()
    ).hexdigest()[:16]
    return rendered(
        "practice.html.j2",
        ["tree.js", *([] if exam else ["search.js"]), "board.js", "practice.js"],
        title=exercises.assignment.title,
        file=Path(exercises.assignment.file).stem + ".json",
        mark=f"{mark}{'-exam' if exam else ''}",
        tasks=made,
        exam=exam,
        left_out=left_out(exercises, printed=False, named=False),
    )


# --- For the lecture ---

RULES = {
    "minimax": "Minimax, without pruning",
    "alpha-beta": "Alpha-beta: alpha ≥ beta prunes",
    "strict": "Strict comparison: only alpha > beta prunes",
    "fail-hard": "Fail-hard alpha-beta",
}
"""The rules of scripts/search.js, in words."""


def for_scripts(problem: Problem, unneeded: Mapping[int, str]) -> dict[str, Any]:
    """A search as scripts/tree.js and scripts/search.js read it. Where it has a horizon, the tree ends there."""
    tree = (
        problem.tree if problem.horizon is None else problem.tree.cut(problem.horizon)
    )
    low, high = problem.window
    ends = (
        (-high, -low) if is_negated(problem, 0) else (low, high)
    )  # the window is the mover's own
    leaves = {
        leaf: visible_name(unneeded[leaf]) if leaf in unneeded else tree.values[leaf]
        for leaf in tree.leaves()
    }
    rule = {"minimax": "minimax", "minimax_ab": "fail-hard"}.get(
        problem.interface, "alpha-beta"
    )
    rule = "strict" if problem.prune_when == "alpha > beta" else rule
    guess = (
        {}
        if problem.guess is None
        else {"guess": [problem.guess, problem.epsilon], "within": rule}
    )
    values = [leaves.get(node) for node in range(len(tree))]
    return {
        **guess,
        "tree": write_tree(tree.with_values(values)),  # type: ignore[arg-type]
        "players": tree.players,
        "window": list(map(shown, ends)),
        "rule": "aspiration" if guess else rule,
    }


def lecture_page(walk: Walkthrough) -> str:
    """The page of an exercise's search."""
    data, rules = for_scripts(walk.problem, walk.exercise.unneeded), RULES
    if "guess" in data:
        guess, epsilon = data["guess"]
        ends = f"({short(guess - epsilon)}, {short(guess + epsilon)})"
        rules = {
            **RULES,
            "aspiration": f"Aspiration: first with the window {ends}, and if that fails again",
        }
    return rendered(
        "lecture.html.j2",
        ["tree.js", "search.js", "board.js", "lecture.js"],
        title=walk.exercise.title or walk.exercise.id,
        note=walk.note,
        rules=rules,
        turns=dict.fromkeys([tuple(data["players"]), ("MAX", "MIN"), ("MIN", "MAX")]),
        data=data,
    )


# --- Sheets to print ---

Sheet = list[dict[str, Any]]
"""One variant: its questions, each a tree of an exercise with its solution."""


def sheets(exercises: ExerciseSet, variants: int, seed: int) -> list[Sheet]:
    """The variants of a set's sheet. Raises WrongUsage, and InvalidExercises where no tree has what is required."""
    if not (chosen := list(filter(_fits_paper, exercises.exercises))):
        raise WrongUsage(NO_TREE.format(exercises.folder, "for a sheet", "", ""))
    trees = zip(
        *(_printed(exercise, variants, seed) for exercise in chosen), strict=True
    )
    return [list(map(_question, chosen, own)) for own in trees]


def alike(made: Sequence[Sheet]) -> str:
    """What to say where variants are the same, as nothing in them is generated or too few trees are; else ""."""
    different = len({tuple(question["blank"] for question in sheet) for sheet in made})
    which = (
        "All variants are the same"
        if different == 1
        else f"Only {different} of {len(made)} variants differ"
    )
    words = f"{which}: only trees that an exercise generates can differ, and these have no more."
    return words if different < len(made) else ""


def sheet_page(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """The page with the sheets, or with their solutions."""
    return rendered("sheet.html.j2", title=title, sheets=made, solutions=solutions)


def _printed(exercise: Exercise, variants: int, seed: int) -> list[Problem]:
    """The trees of the variants: of a generated exercise different ones, as long as so many are drawn."""
    if isinstance(exercise, FixedExercise):
        return [exercise.problem] * variants
    own = exercise.generate._replace(seed=seed)
    if isinstance(own, Generate):
        own = own._replace(examples=max(own.examples, variants))
    drawn = problems_of(exercise._replace(generate=own))
    fit = [
        problem
        for problem in drawn
        if 1 < len([*problem.tree.leaves()]) <= MOST_PRINTED_LEAVES
    ] or drawn
    by_tree = {
        (tuple(problem.tree.child_counts), tuple(problem.tree.values)): problem
        for problem in fit
    }
    different = list(by_tree.values())
    Random(f"{seed} {exercise.id}").shuffle(different)  # noqa: S311 (reproducible, not secret)
    return [different[number % len(different)] for number in range(variants)]


def _question(exercise: Exercise, problem: Problem) -> dict[str, Any]:
    problem = problem._replace(interface=SEARCHED_BY_HAND)
    tree, name, expected = problem.tree, problem.tree.name, recorded(problem)
    annotated, labels = (
        TreeAnnotations(problem, expected, exercise.unneeded),
        labels_of(problem, expected.calls),
    )
    solved = picture(annotated, part_of(annotated), labels)
    return {
        "exercise": exercise,
        "terms": terms(problem, exercise.unneeded),
        "problem": problem,
        "blank": picture(annotated, part_of(annotated), None),
        "solved": solved,
        "drawn": {node.key: node for node in solved.nodes},
        "value": shown(expected.value),
        "visited": list(map(name, expected.visited)),
        "pruned": list(map(name, expected.pruned(tree))),
        "cutoffs": [
            f"{name(node)}: {describe_cutoff(problem, moment)}"
            for node, moment in annotated.cutoffs.items()
        ],
        "lines": [
            (name(node), *labels.get(node, ("", "")))
            for node in range(len(tree))
            if not tree.is_leaf(node)
        ],
        "trace": trace(problem),
    }


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
        finalize=lambda text: (
            Markup(visible_name(text, LONGEST_LINE).translate(SPECIAL))  # noqa: S704
            if type(text) is str
            else text
        ),
    )
    return latex.get_template("sheet.tex.j2").render(
        title=title, sheets=made, solutions=solutions
    )
