"""Makes trees to search by hand or in class: pages for a browser, and sheets to print.

Hidden exercises are on no sheet and on no page to practise on. The lecture's page and
the page to practise on search their trees themselves, as readers may change these
(scripts/search.js; a test holds that search against the reference's). A page for an
exam has neither the search nor the titles, which may be answers.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from autograder.core.errors import WrongUsage
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.model import (
    SEARCHED_BY_HAND,
    Exercise,
    ExerciseSet,
    FixedExercise,
    Generate,
)
from autograder.core.exercises.tree_format import write_tree
from autograder.core.limits import (
    FEWEST_PRACTISED_LEAVES,
    LONGEST_LINE,
    MOST_CHARTED_LEAVES,
    MOST_PRACTISED_LEAVES,
    MOST_PRINTED_LEAVES,
)
from autograder.core.outputs import FileKind, any_of, begins_like, begins_with
from autograder.core.project import NAME
from autograder.core.sentences import ENGLISH, plain_number, sentence, speaking
from autograder.core.text import listed, visible_name
from autograder.teach.growth import growing_counts
from autograder.teach.walkthrough import Walkthrough
from autograder.tell.pages.picture import (
    DrawnPart,
    Labels,
    Picture,
    PictureNode,
    Spacing,
    labels_of,
    part_of,
    picture,
    short,
    window,
)
from autograder.tell.pages.render import (
    A_PAGE,
    environment,
    rendered,
    short_id,
    with_signs,
)
from autograder.tell.search_passes import SearchPass, describe_cutoff, passes, shown
from autograder.tell.trace import recorded
from autograder.tell.tree_drawing import TreeAnnotations
from reference import interfaces
from reference.interfaces import is_negated
from reference.observe import observe
from reference.problem import Problem

NO_TREE = (
    "{folder}: there is no tree {purpose} here; it needs an exercise that students may "
    "see, with {limit}a search to the leaves that returns a value{example}"
)
CONVENTION = {
    "alpha >= beta": "equal bounds prune",
    "alpha > beta": "equal bounds do not prune",
}
"""The name of the sentence on a pruning convention."""
SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "∞": r"\ensuremath{\infty}",
        "≤": r"\ensuremath{\le}",
        "≥": r"\ensuremath{\ge}",
        "−": r"\ensuremath{-}",
        "<": r"\ensuremath{<}",
        ">": r"\ensuremath{>}",
        "α": r"\ensuremath{\alpha}",
        "β": r"\ensuremath{\beta}",
        **{char: f"\\{char}" for char in "&%$#_{}"},
    }
)
"""LaTeX for its special characters, and for signs that fonts may lack."""


# --- The trees that can be worked out by hand ---


def left_out(exercises: ExerciseSet, *, printed: bool, named: bool) -> list[str]:
    """Return sentences on the exercises of a set that are left out, and the reasons.

    printed: on a sheet; else on a page to practise on. named: in English, with the ids.
    Students do not read these, as they may be answers, or of hidden exercises.
    """
    ids_by_reason = defaultdict[str, list[str]](list)
    for exercise in exercises.exercises:
        reason = _why_left_out(exercise, printed=printed)
        if reason:
            ids_by_reason[reason].append(exercise.id)
    if not named:
        return [_about_left_out(*entry) for entry in ids_by_reason.items()]
    with speaking(ENGLISH):
        return [
            f"{_about_left_out(reason, ids).rstrip('.')}: {listed(ids)}."
            for reason, ids in ids_by_reason.items()
        ]


def _about_left_out(reason: str, ids: Sequence[str]) -> str:
    """Return the sentence on the exercises that are left out for a reason."""
    sizes = SIZES.get(reason, {})
    return sentence("not_by_hand", reason, count=len(ids), **sizes)


SIZES: Mapping[str, Mapping[str, int]] = {
    "no fitting tree": {
        "least": FEWEST_PRACTISED_LEAVES,
        "most": MOST_PRACTISED_LEAVES,
    },
    "large": {"most": MOST_PRACTISED_LEAVES},
}
"""The numbers of leaves in the sentences on a reason."""


def _why_left_out(exercise: Exercise, *, printed: bool) -> str:
    """Return the reason for which an exercise is left out; "" if it is not."""
    if not exercise.is_visible:
        return "hidden"
    reason = _why_not_by_hand(exercise)
    if reason or printed or _trees_to_practise(exercise):
        return reason
    return "no fitting tree"


def _is_for_paper(exercise: Exercise) -> bool:
    """Return whether students may see an exercise, and can work it out by hand."""
    return exercise.is_visible and not _why_not_by_hand(exercise)


def _why_not_by_hand(exercise: Exercise) -> str:
    """Return the reason for which an exercise cannot be worked out by hand.

    Return "" if it can be: that is, if it can be searched as an exercise of `by_hand`.
    """
    problem = exercise.pattern
    interface = interfaces.load(problem.interface)
    function, _ = interface.call(problem)
    if problem.isolate is not None:
        return "isolated"
    if interface.negated:
        return "negated"
    if problem.depth is not None or interface.has_horizon:
        return "depth"
    if problem.guess is not None:
        return "guess"
    if not interface.windowed:
        return "nothing pruned"
    if function not in interface.windowed:
        return "action"
    if exercise.asked_checks == ("value",):
        return "value alone"
    has_one_tree = isinstance(exercise, FixedExercise)
    if has_one_tree and _count_leaves(problem) > MOST_PRACTISED_LEAVES:
        return "large"
    return ""


def _trees_to_practise(exercise: Exercise) -> list[Problem]:
    """Return the trees of an exercise that are not too large to work out.

    Tiny trees of a generated exercise are left out.
    """
    if isinstance(exercise, FixedExercise):
        problems: Sequence[Problem] = [exercise.problem]
        sizes = range(1, MOST_PRACTISED_LEAVES + 1)
    else:
        problems = problems_of(exercise)
        sizes = range(FEWEST_PRACTISED_LEAVES, MOST_PRACTISED_LEAVES + 1)
    return [problem for problem in problems if _count_leaves(problem) in sizes]


def _count_leaves(problem: Problem) -> int:
    return len([*problem.tree.leaves()])


def terms(problem: Problem, unneeded: Mapping[int, str]) -> str:
    """Return the terms of a search in sentences.

    They are the player at the root, the window, and the rule for equal bounds.
    unneeded: the author's words for leaves without a utility.
    """
    parts = (_own_terms(problem), _rules(problem), _about_letters(unneeded))
    return " ".join(filter(None, parts))


def _own_terms(problem: Problem) -> str:
    """Return the terms that few searches share: the first player and the window."""
    root = problem.tree.name(0)
    player = problem.tree.player(0)
    sentences = [sentence("worksheet", "moves", player=player, root=root)]
    if problem.window != (-inf, inf):
        ends = window(problem, 0, *problem.window)
        sentences.append(sentence("worksheet", "window", root=root, window=ends))
    return " ".join(sentences)


def _about_letters(unneeded: Mapping[int, str]) -> str:
    """Return what a letter in a leaf means, if there is one."""
    return sentence("worksheet", "letter") if unneeded else ""


def _rules(problem: Problem) -> str:
    """Return the order and the rule for equal bounds, which random trees share."""
    convention = sentence("worksheet", CONVENTION[problem.prune_when])
    return f"{sentence('worksheet', 'order')} {convention}"


# --- To practise on ---

Task = dict[str, Any]
"""A tree to search, as scripts/practice.js reads it."""


def tasks(exercises: ExerciseSet, *, exam: bool = False) -> list[Task]:
    """Return the tasks of a set's page. exam: no answer is in them.

    Raise WrongUsage if the set has no tree for them.
    """
    made: list[Task] = []
    for exercise in filter(_is_for_paper, exercises.exercises):
        problems = _trees_to_practise(exercise)
        if not problems:
            continue
        largest = problems[-1]
        task = _task(exercise, largest)
        if "value" not in exercise.asked_checks:
            task["noValue"] = True
        if exam:
            title = sentence("worksheet", "tree", number=len(made) + 1)
            task |= {"id": exercise.neutral_id, "title": title, "rule": ""}
        else:
            task["accepted"] = _accepted(largest)
        made.append(task)
    if not made:
        message = NO_TREE.format(
            folder=exercises.folder,
            purpose="to work out by hand",
            limit=f"at most {MOST_PRACTISED_LEAVES} leaves and ",
            example=", as in exercises/by_hand",
        )
        raise WrongUsage(message)
    return made


def _task(exercise: Exercise, problem: Problem) -> Task:
    by_hand = problem._replace(interface=SEARCHED_BY_HAND)
    return {
        "id": exercise.id,
        "title": with_signs(visible_name(exercise.title, LONGEST_LINE)),
        "terms": terms(by_hand, exercise.unneeded),
        "rules": _rules(by_hand),
        **for_scripts(by_hand, exercise.unneeded),
    }


def _accepted(problem: Problem) -> list[str]:
    """Return the least and the greatest right value, as text."""
    by_hand = problem._replace(interface=SEARCHED_BY_HAND)
    value = observe(by_hand).value
    bounds = interfaces.load(SEARCHED_BY_HAND).accepted(by_hand, value)
    return [shown(bound) for bound in bounds]


def practice_page(
    exercises: ExerciseSet, made: Sequence[Task], *, exam: bool = False
) -> str:
    """Return the page of a set. made: its tasks."""
    scripts = ["tree.js", "search.js", "board.js", "practice.js"]
    # The browser keeps the answers under a mark of these trees.
    trees = [(task["id"], task["tree"]) for task in made]
    mark = sha256(repr(trees).encode()).hexdigest()[:16]
    if exam:
        scripts.remove("search.js")
        mark += "-exam"
    return rendered(
        "practice.html.j2",
        scripts,
        title=exercises.assignment.title,
        file=Path(exercises.assignment.file).stem + ".json",
        mark=mark,
        tasks=made,
        exam=exam,
        graded=exercises.assignment.by_hand,
        left_out=left_out(exercises, printed=False, named=False),
    )


# --- For the lecture ---

RULES = ("minimax", "alpha-beta", "strict", "fail-hard")
"""The rules of scripts/search.js that every page has."""
PLAYERS = (("MAX", "MIN"), ("MIN", "MAX"))
CHARTED_BRANCHING = (2, 3, 4, 5)
"""The children of a node in the trees whose leaves the lecture's page charts."""
LECTURE_SCRIPTS = (
    "tree.js",
    "search.js",
    "notation.js",
    "board.js",
    "history.js",
    "order.js",
    "chart.js",
    "code.js",
    "editor.js",
    "lesson.js",
    "lecture.js",
)


def for_scripts(problem: Problem, unneeded: Mapping[int, str]) -> dict[str, Any]:
    """Return a search for scripts/tree.js and scripts/search.js.

    If it has a horizon, the tree ends there. unneeded: the author's words for leaves
    without a utility.
    """
    tree = problem.tree
    if problem.horizon is not None:
        tree = tree.cut(problem.horizon)
    alpha, beta = problem.window
    if is_negated(problem, 0):  # the window is the mover's own
        alpha, beta = -beta, -alpha
    values: list[Any] = [None] * len(tree)
    for leaf in tree.leaves():
        values[leaf] = tree.values[leaf]
        if leaf in unneeded:
            values[leaf] = visible_name(unneeded[leaf])
    rule = _rule_of(problem)
    data = {
        "tree": write_tree(tree.with_values(values)),
        "players": tree.players,
        "window": [shown(alpha), shown(beta)],
        "rule": rule,
    }
    if problem.guess is None:
        return data
    guess = [problem.guess, problem.epsilon]
    return {"guess": guess, "within": rule, **data, "rule": "aspiration"}


def _rule_of(problem: Problem) -> str:
    """Return the rule by which a search prunes; of an aspiration search, each pass."""
    if problem.prune_when == "alpha > beta":
        return "strict"
    if problem.interface == "minimax":
        return "minimax"
    return "fail-hard" if problem.interface == "minimax_ab" else "alpha-beta"


@lru_cache
def _growth() -> list[dict[str, Any]]:
    """Return the numbers of `growth` for scripts/chart.js, by its own count."""
    return [
        {**counts._asdict(), "random": round(counts.random, 1)}
        for counts in growing_counts(CHARTED_BRANCHING, MOST_CHARTED_LEAVES)
    ]


def _listing_of(problem: Problem, rule: str) -> tuple[str, str]:
    """Return the listing of scripts/code.js that an exercise follows, and its rule.

    rule: by which the exercise prunes.
    """
    if problem.interface == "negamax" and rule == "alpha-beta":
        return "negamax", "fail-hard"
    by_rule = {"minimax": "minimax", "fail-hard": "hard"}
    if rule in by_rule:
        return by_rule[rule], rule
    has_flag = problem.interface in ("alpha_beta", "minimax_array")
    return "flag" if has_flag else "aima", rule


def lecture_page(walk: Walkthrough) -> str:
    """Return the page of an exercise's search."""
    return lesson_page([walk])


def lesson_page(walks: Sequence[Walkthrough]) -> str:
    """Return the page of some exercises' searches, one after the other.

    A lesson of several says beside each tree the exercise's hint: what to look at.
    """
    trees = [_lecture_tree(walk) for walk in walks]
    data = trees[0]
    if len(walks) > 1:
        for tree, walk in zip(trees, walks, strict=True):
            sentences = [with_signs(walk.exercise.hint), walk.note]
            tree["sentence"] = " ".join(filter(None, sentences))
        data = {"lesson": trees}
    rules = {rule: sentence("worksheet", rule) for rule in RULES}
    guesses = {tuple(tree["guess"]) for tree in trees if "guess" in tree}
    if guesses:
        rules["aspiration"] = _about_aspiration(guesses)
    return rendered(
        "lecture.html.j2",
        LECTURE_SCRIPTS,
        note=walks[0].note if len(walks) == 1 else "",
        rules=rules,
        trees=len(trees),
        growth=_growth(),
        turns=dict.fromkeys([*(tuple(tree["players"]) for tree in trees), *PLAYERS]),
        data=data,
    )


def _lecture_tree(walk: Walkthrough) -> dict[str, Any]:
    """Return the tree of an exercise, as scripts/lecture.js reads it."""
    title = walk.exercise.title or walk.exercise.id
    data = for_scripts(walk.problem, walk.exercise.unneeded)
    # The page shows its title when the search is over, as it may be an answer.
    data["title"] = visible_name(title, LONGEST_LINE)
    data["tab"] = _tab(walk)
    data["listing"], data["rule"] = _listing_of(walk.problem, data["rule"])
    return data


def _about_aspiration(guesses: Collection[tuple[Any, ...]]) -> str:
    """Return the name of the rule of aspiration searches, with their window."""
    if len(guesses) > 1:
        return sentence("worksheet", "aspiration, several guesses")
    ((guess, epsilon),) = guesses
    ends = f"({short(guess - epsilon)}, {short(guess + epsilon)})"
    return sentence("worksheet", "aspiration", window=ends)


def _tab(walk: Walkthrough) -> str:
    """Return the text of a browser's tab until the page tells its title.

    Of an id, which may be an answer, it is only the number that it begins with.
    """
    exercise = walk.exercise.id
    name = short_id(exercise)
    if name == exercise:
        return sentence("worksheet", "tab, leaves", count=_count_leaves(walk.problem))
    return sentence("worksheet", "tab", name=name)


# --- Sheets to print ---

WIDTH_UPRIGHT = 680  # of A4
WIDTH_ACROSS = 943  # of Letter, on its side
"""Pixels between the margins of a page: the smaller one of A4 and Letter."""
HEIGHT_UPRIGHT = 820
HEIGHT_ACROSS = 220
"""Pixels from the middle of the root to the lowest leaves: a page of Letter, and the
width that it leaves, on its side, to the table of a tree as wide as that.
"""
ROOMY = Spacing(ply=60, gap=8, padding=4, narrowest=15, digit=9.8, letter=7.8)
CLOSE = ROOMY._replace(gap=5, padding=3, narrowest=12)
CLOSEST = ROOMY._replace(gap=2, padding=1, narrowest=10)
ON_PAPER = (
    (WIDTH_UPRIGHT, HEIGHT_UPRIGHT, ROOMY),
    (WIDTH_UPRIGHT, HEIGHT_UPRIGHT, CLOSE),
    (WIDTH_ACROSS, HEIGHT_ACROSS, ROOMY),
    (WIDTH_ACROSS, HEIGHT_ACROSS, CLOSE),
    (WIDTH_ACROSS, HEIGHT_ACROSS, CLOSEST),
)
"""How far apart nodes stand on paper, in the order in which it is tried.

Text keeps its size: a wide tree moves closer together, and lies on its side.
"""
LOWEST_PLY = 44
WIDTH_OF_TABLE = 264
HEIGHT_OF_HEAD = 100
HEIGHT_OF_LINE = 17
"""Pixels of a table of nodes, its head with what stands below it, and its lines."""
MOST_LINES_OF_ONE_TABLE = 5
MOST_LINES_OF_TWO_TABLES = 16


class NodeLine(NamedTuple):
    """The search of an inner node, as the table of a solution tells it.

    window: on entry. course: v after each child that was searched. value: of the node,
    or its bound. The search did not come to a node of which all are "".
    """

    name: str
    window: str = ""
    course: str = ""
    value: str = ""


class Question(NamedTuple):
    """A tree of an exercise on a sheet, with its solution.

    points: those of the exercise. terms: of the search, in sentences. own_terms, rules:
    their parts, as most trees of a sheet share the rules. blank, solved: the tree drawn
    without and with the search. drawn: the nodes of the latter, by key. value, visited,
    pruned: the right answers. cutoffs: the nodes of them, with the
    tests. lines: of the inner nodes.
    """

    exercise: Exercise
    points: int | float
    terms: str
    own_terms: str
    rules: str
    problem: Problem
    blank: Picture
    solved: Picture
    drawn: Mapping[int, PictureNode]
    value: str
    visited: Sequence[str]
    pruned: Sequence[str]
    cutoffs: Sequence[tuple[str, str]]
    lines: Sequence[NodeLine]


LATEX = f"% {NAME}\n"
LATEX_UNTIL_3_0 = "% Needs, in the preamble: \\usepackage[T1]{fontenc} "
SHEETS = FileKind(
    "sheets",
    any_of(A_PAGE.is_ours, begins_with(LATEX, LATEX_UNTIL_3_0)),
    any_of(A_PAGE.is_alike, begins_like(rb"(%[^\n]*\n\s*)*\\[a-z]+")),
)
"""Sheets are a page or LaTeX, and so are their solutions."""
Sheet = list[Question]
"""A variant, with a question of each exercise."""


def sheets(
    exercises: ExerciseSet,
    variants: int,
    seed: int,
    reached: Callable[[int, int], None] = lambda done, of: None,
) -> list[Sheet]:
    """Return the variants of a set's sheet.

    reached: called after each question, with the number of those that are done, and of
    all. Raise WrongUsage if the set has no tree for it, and InvalidExercises if no
    generated tree has all that is required.
    """
    chosen = list(filter(_is_for_paper, exercises.exercises))
    if not chosen:
        message = NO_TREE.format(
            folder=exercises.folder, purpose="for a sheet", limit="", example=""
        )
        raise WrongUsage(message)
    problems_of_exercises = [
        _trees_to_print(exercise, variants, seed) for exercise in chosen
    ]
    done = count(1)

    def question(exercise: Exercise, problem: Problem) -> Question:
        made = _question(exercise, problem)
        reached(next(done), variants * len(chosen))
        return made

    return [
        list(map(question, chosen, problems))
        for problems in zip(*problems_of_exercises, strict=True)
    ]


def alike(made: Sequence[Sheet]) -> str:
    """Return a sentence if some variants are the same; "" if all differ.

    Variants are the same if nothing in them is generated, or too few trees are.
    """
    drawings = {tuple(question.blank for question in sheet) for sheet in made}
    different = len(drawings)
    if different == len(made):
        return ""
    are_alike = f"Only {different} of {len(made)} variants differ"
    if different == 1:
        are_alike = "All variants are the same"
    return (
        f"{are_alike}: only trees that an exercise generates can differ, "
        "and these have no more."
    )


def sheet_page(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """Return the page with the sheets, or with their solutions."""
    return rendered(
        "sheet.html.j2",
        title=title,
        sheets=made,
        solutions=solutions,
        widest=WIDTH_UPRIGHT,
        columns=_columns_of_tables,
    )


def _columns_of_tables(drawing: Picture, lines: int) -> int:
    """Return in how many tables the nodes of a tree stand: 1 beside it, more below it.

    The shorter of both is chosen. lines: as many as inner nodes.
    """
    if drawing.width > WIDTH_UPRIGHT:
        return 3 if lines > MOST_LINES_OF_TWO_TABLES else 2
    beside = max(drawing.height, HEIGHT_OF_HEAD + HEIGHT_OF_LINE * lines)
    below = drawing.height + HEIGHT_OF_HEAD + HEIGHT_OF_LINE * -(-lines // 2)
    has_room_beside = drawing.width <= WIDTH_UPRIGHT - WIDTH_OF_TABLE
    if has_room_beside and beside <= below:
        return 1
    return 2 if lines > MOST_LINES_OF_ONE_TABLE else 1


def _trees_to_print(exercise: Exercise, variants: int, seed: int) -> list[Problem]:
    """Return the tree of each variant.

    Trees of a generated exercise differ, as long as enough trees are drawn.
    """
    if isinstance(exercise, FixedExercise):
        return [exercise.problem] * variants
    generate = exercise.generate._replace(seed=seed)
    if isinstance(generate, Generate):
        generate = generate._replace(examples=max(generate.examples, variants))
    drawn = problems_of(exercise._replace(generate=generate))
    sizes = range(2, MOST_PRINTED_LEAVES + 1)
    fitting = [problem for problem in drawn if _count_leaves(problem) in sizes]
    by_tree: dict[tuple[Sequence[object], ...], Problem] = {}
    for problem in fitting or drawn:
        tree = problem.tree
        by_tree[tuple(tree.child_counts), tuple(tree.values)] = problem
    different = list(by_tree.values())
    Random(f"{seed} {exercise.id}").shuffle(different)  # noqa: S311 (reproducible, not secret)
    return [different[index % len(different)] for index in range(variants)]


def _question(exercise: Exercise, problem: Problem) -> Question:
    problem = problem._replace(interface=SEARCHED_BY_HAND)
    tree = problem.tree
    expected = recorded(problem)
    annotated = TreeAnnotations(problem, expected, exercise.unneeded)
    labels = labels_of(problem, expected)
    excerpt = part_of(annotated)
    solved = _on_paper(annotated, excerpt, labels)
    cutoffs: list[tuple[str, str]] = []
    for node, moment in annotated.cutoffs.items():
        test = with_signs(describe_cutoff(problem, moment))
        cutoffs.append((tree.name(node), test))
    return Question(
        exercise=exercise,
        points=plain_number(exercise.max_points),
        terms=terms(problem, exercise.unneeded),
        own_terms=f"{_own_terms(problem)} {_about_letters(exercise.unneeded)}".rstrip(),
        rules=_rules(problem),
        problem=problem,
        blank=_on_paper(annotated, excerpt, None),
        solved=solved,
        drawn={node.key: node for node in solved.nodes},
        value=short(expected.value),
        visited=[tree.name(leaf) for leaf in expected.visited],
        pruned=[tree.name(leaf) for leaf in expected.pruned(tree)],
        cutoffs=cutoffs,
        lines=_lines_of(problem, passes(problem, expected)[0], labels),
    )


def _lines_of(problem: Problem, right: SearchPass, labels: Labels) -> list[NodeLine]:
    """Return the steps of the search at each inner node, which are the whole of it."""
    tree = problem.tree
    lines: list[NodeLine] = []
    for node in range(len(tree)):
        if tree.is_leaf(node):
            continue
        if node not in right.calls:
            lines.append(NodeLine(tree.name(node)))
            continue
        searched = [child for child in tree.children(node) if child in right.calls]
        values = [short(right.moment_after(child).v) for child in searched]
        label = labels[node]
        course = ", ".join(values)
        lines.append(
            NodeLine(tree.name(node), label.window, course, label.signed_value)
        )
    return lines


def _on_paper(
    annotated: TreeAnnotations, drawn: DrawnPart, labels: Labels | None
) -> Picture:
    """Return the drawing of a tree that fits across a page with text of 9 points.

    Its depth decides how far apart the plies are, and its width the rest.
    """
    plies = max(1, annotated.tree.depth)
    for widest, highest, spacing in ON_PAPER:
        ply = max(LOWEST_PLY, min(spacing.ply, highest // plies))
        close_enough = spacing._replace(ply=ply)
        drawing = picture(annotated, drawn, labels, spacing=close_enough)
        if drawing.width <= widest:
            break
    return drawing


def sheet_latex(title: str, made: Sequence[Sheet], *, solutions: bool) -> str:
    """Return the sheets, or their solutions, as LaTeX to paste into an exam.

    The package forest draws the trees.
    """
    template = latex_environment().get_template("sheet.tex.j2")
    return template.render(
        title=title, sheets=made, solutions=solutions, generator=NAME, say=sentence
    )


def latex_environment() -> Environment:
    """Return the environment that reads LaTeX, with delimiters of its own."""
    return environment().overlay(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        finalize=_escaped_for_latex,
    )


def _escaped_for_latex(value: object) -> object:
    # A macro returns Markup, which is a str, too, but not by its exact type: it stays.
    if type(value) is not str:
        return value
    text = visible_name(value, LONGEST_LINE).translate(SPECIAL)
    return Markup(text)  # noqa: S704 (escaped for LaTeX, not for HTML)
