"""Sheets have the trees that were asked for, nothing that answers them, and their solutions are the textbook's."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.cli.command_line import main
from autograder.core.errors import InvalidExercises
from autograder.core.exercises.claims import measured, unmet
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import load_set
from autograder.core.project import EXERCISES
from autograder.teach.worksheets import (
    SPECIAL,
    NodeLine,
    sheet_latex,
    sheet_page,
    sheets,
)
from autograder.tell.search_passes import passes
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem
from tests.browser import opened
from tests.sets import Typed, cases, made_set, written

REQUIRE = {"cutoffs": [2, 4], "deep_cutoffs": 1, "ties": 0, "leaves": [9, 12]}
DEEP = {
    "title": "Deep",
    "generate": {"examples": 5, "depth": [4, 4], "branching": [1, 3]},
    "require": REQUIRE,
}
FIXED = {"title": "Two plies", "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}
TREES: st.SearchStrategy[Any] = st.recursive(
    st.integers(0, 4),
    lambda below: st.lists(below, min_size=1, max_size=3),
    max_leaves=12,
)


SMALLEST_TEXT = """(across) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const isOnSuchPage = !element.closest("svg, .question") || Boolean(element.closest(".across")) === across;
    if (!texts.currentNode.textContent.trim() || !isOnSuchPage || !element.checkVisibility()) continue;
    if (element.closest("title, .vh")) continue;
    const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
    sizes.push([scale * parseFloat(getComputedStyle(element).fontSize), texts.currentNode.textContent]);
  }
  return sizes.reduce((least, size) => (size[0] < least[0] ? size : least));
}"""
"""The size of the smallest text, in pixels, on pages that lie on their side or on the others."""
OVERLAPPING = """() => [...document.querySelectorAll(".answers")].filter((answers) => {
  const [place, ...boxes] = [answers, ...answers.children].map((box) => box.getBoundingClientRect());
  const areApart = boxes.every((a, index) => boxes.slice(index + 1)
    .every((b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
  return !areApart || boxes.some(({right}) => right > place.right + 1);
}).map((answers) => answers.closest(".question").querySelector("h2").textContent)"""
"""The questions of which tables lie over what stands beside them, or outside of the page."""
NINE_POINTS = 12
WIDTHS_OF_PAPER = {"A4": (680, 1009), "Letter": (703, 943)}
"""Pixels between the margins, upright and on its side."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_set(tmp_path / "set", {"a": FIXED, "b": DEEP})


@given(
    TREES,
    st.sampled_from(["MAX", "MIN"]),
    st.sampled_from(["alpha >= beta", "alpha > beta"]),
)
@settings(max_examples=200)
def test_cutoffs_and_ties_are_counted_as_the_search_makes_them(
    nested: Any, root: str, prune_when: Any
) -> None:
    problem = Problem(Tree.from_nested(nested, root), prune_when=prune_when)
    expected = observe(problem, calls=True)
    (course,) = passes(problem, expected)
    has, moments = measured(problem), course.cutoffs()
    tests = [course.moment_after(child) for child in course.calls if child]
    at_max = [problem.tree.player(moment.node) == "MAX" for moment in tests]
    ties = sum(
        moment.v == (moment.beta if greatest else moment.alpha)
        for moment, greatest in zip(tests, at_max, strict=True)
    )
    assert has["cutoffs"] == len(moments)
    assert has["ties"] == ties
    assert has["leaves"] == sum(1 for _ in problem.tree.leaves())
    assert 0 <= has["deep_cutoffs"] <= has["cutoffs"]
    if not has["ties"]:
        other = problem._replace(
            prune_when="alpha > beta"
            if prune_when == "alpha >= beta"
            else "alpha >= beta"
        )
        assert observe(other).visited == expected.visited


@pytest.mark.parametrize(
    ("nested", "root", "deep"),
    cases("a_deep_cutoff_needs_a_bound_from_above_the_parent"),
)
def test_a_deep_cutoff_needs_a_bound_from_above_the_parent(
    nested: Any, root: str, deep: int
) -> None:
    assert measured(Problem(Tree.from_nested(nested, root)))["deep_cutoffs"] == deep


def test_a_window_alone_makes_no_cutoff_deep() -> None:
    assert (
        measured(Problem(Tree.from_nested([[[1, 9], 5], 3]), window=(2, 4)))[
            "deep_cutoffs"
        ]
        == 0
    )


def test_generated_trees_of_a_sheet_meet_every_requirement(folder: Path) -> None:
    exercise = load_set(folder, "b").generated[0]
    for seed in range(5):
        for problem in problems_of(
            exercise._replace(generate=exercise.generate._replace(seed=seed))
        ):
            assert not list(unmet(problem, exercise.require))


def test_requirement_that_no_tree_meets_is_refused_with_the_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.core.limits.MOST_TRIED", 500)
    made_set(folder, {"b": {**DEEP, "require": {"cutoffs": 900}}})
    with pytest.raises(
        InvalidExercises,
        match=r"b\.json: require: none of 500 trees that were drawn is such a tree; ask for less",
    ):
        sheets(load_set(folder), 1, 0)


def test_variants_differ_where_trees_are_generated_and_a_seed_makes_the_same_again(
    folder: Path,
) -> None:
    made_set(folder, {"b": {**DEEP, "require": {"cutoffs": [1, 6], "leaves": [6, 16]}}})
    exercises = load_set(folder)

    def searches(seed: int) -> list[Sequence[NodeLine]]:
        return [
            question.lines for sheet in sheets(exercises, 6, seed) for question in sheet
        ]

    made = sheets(exercises, 6, 1)
    assert len({sheet[0].blank for sheet in made}) == 1
    assert len({sheet[1].blank for sheet in made}) == 6
    assert searches(1) == searches(1) != searches(2)


def test_each_question_of_a_sheet_is_counted(folder: Path) -> None:
    exercises = load_set(folder)
    counted: list[tuple[int, int]] = []
    made = sheets(exercises, 3, 0, lambda *reached: counted.append(reached))
    questions = sum(map(len, made))
    assert counted == [(done, questions) for done in range(1, questions + 1)]


def test_sheet_holds_no_answer_and_solutions_hold_all(folder: Path) -> None:
    exercises = load_set(folder)
    made = sheets(exercises, 2, 0)
    blank, solved = (
        sheet_page("Homework 4", made, solutions=solutions)
        for solutions in (False, True)
    )
    body = blank.split("</style>")[1]
    assert not re.search(
        r'data-state="|data-pruned|class="cut"|class="badge"|class="value"|cutoff|return v',
        body,
    )
    for sheet in made:
        for question in sheet:
            assert f"<bdi>{'</bdi> <bdi>'.join(question.visited)}</bdi>" in solved
            assert (
                f"<b>Value of <bdi>{question.problem.tree.name(0)}</bdi>:</b> {question.value}"
                in solved
            )


def test_rules_that_all_trees_share_stand_once(folder: Path) -> None:
    order, equal = (
        "Children are searched from left to right.",
        "Equal bounds prune, too",
    )
    for rule, times in (("alpha >= beta", 1), ("alpha > beta", 2)):
        made_set(folder, {"a": {**FIXED, "prune_when": rule}})
        page = sheet_page("Homework", sheets(load_set(folder), 1, 0), solutions=True)
        assert page.count(order) == times
        assert page.count(equal) == 1


def test_solution_tells_a_search_in_a_line_for_each_node(tmp_path: Path) -> None:
    tree = [["-inf", 2], [3, 1], [-1, [5, 6]]]
    exercises = load_set(made_set(tmp_path, {"a": {**FIXED, "tree": tree}}))
    made = sheets(exercises, 1, 0)
    ((question,),) = made
    assert question.lines == [
        NodeLine("A1", "(-∞, ∞)", "-∞, 1, 1", "1"),
        NodeLine("B1", "(-∞, ∞)", "-∞", "-∞"),
        NodeLine("B2", "(-∞, ∞)", "3, 1", "1"),
        NodeLine("B3", "(1, ∞)", "-1", "≤ -1"),
        NodeLine("C6"),
    ]
    assert question.cutoffs == [
        ("B1", "v = -∞ ≤ alpha = -∞"),
        ("B3", "v = -1 ≤ alpha = 1"),
    ]
    page = sheet_page("Homework 4", made, solutions=True)
    assert '<th scope="row">C6</th><td colspan="3">not searched</td>' in page
    text = sheet_latex("Homework 4", made, solutions=True)
    assert (
        "\nB2 & (-\\ensuremath{\\infty}, \\ensuremath{\\infty}) & 3, 1 & 1\\\\\n"
        in text
    )
    assert "C6 & \\multicolumn{3}{l}{not searched}" in text


def test_latex_has_balanced_trees_and_escapes(folder: Path) -> None:
    hostile = "50% of $x_1 & {y} \\input{z} # ~ ^"
    made_set(folder, {"a": {**FIXED, "title": hostile}})
    exercises = load_set(folder)
    for solutions in (False, True):
        text = sheet_latex(hostile, sheets(exercises, 2, 0), solutions=solutions)
        assert "\\input" not in text
        trees = re.findall(
            r"\\begin\{forest\} game tree\n(.*?)\\end\{forest\}", text, re.DOTALL
        )
        assert len(trees) == 4
        assert all(tree.count("[") == tree.count("]") for tree in trees)
        drawn = [
            len(re.findall(rf", {what}", trees[0]))
            for what in ("visit=", "known=", "pruned first")
        ]
        assert drawn == ([7, 4, 2] if solutions else [0, 0, 0])
        assert (
            "50\\%" in text.split("subsection", 1)[1].split("forest")[0]
        ) == solutions  # a title may be the answer
    assert "a_b\\".translate(SPECIAL) == r"a\_b\textbackslash{}"


def test_sheet_command_writes_both_files_and_reports_mistakes(
    folder: Path, tmp_path: Path, typed: Typed
) -> None:
    files = [tmp_path / "sheet.html", tmp_path / "solutions.html"]
    options = (
        "sheet",
        folder,
        "--html",
        files[0],
        "--solutions",
        files[1],
        "--variants",
        2,
    )
    assert "variants" not in typed(*options)
    assert all(file.read_text("utf-8").startswith("<!DOCTYPE html>") for file in files)
    made_set(folder, {"b": FIXED})
    assert (
        "All variants are the same: only trees that an exercise generates can differ"
        in typed(*options)
    )
    made_set(
        folder,
        {
            "a": {**FIXED, "interface": "negamax"},
            "b": {**FIXED, "visibility": "hidden"},
        },
    )
    assert "there is no tree for a sheet here" in typed(
        "sheet", folder, "--html", files[0], status=2
    )


@pytest.mark.parametrize("paper", WIDTHS_OF_PAPER)
@pytest.mark.parametrize("solutions", [False, True], ids=["blank", "solved"])
@pytest.mark.parametrize(("name", "most_pages"), [("by_hand", 6), (".", 18)])
def test_text_on_paper_has_nine_points_and_trees_share_pages(
    chromium: Any,
    tmp_path: Path,
    name: str,
    most_pages: int,
    solutions: bool,
    paper: str,
) -> None:
    exercises = load_set(EXERCISES / name)
    page = sheet_page("Homework", sheets(exercises, 1, 0), solutions=solutions)
    file = written(tmp_path / "sheet.html", page)
    with opened(chromium, file) as seen_page:
        seen_page.page.emulate_media(media="print")
        for width, across in zip(WIDTHS_OF_PAPER[paper], (False, True), strict=True):
            seen_page.page.set_viewport_size({"width": width, "height": 900})
            size, text = seen_page.page.evaluate(SMALLEST_TEXT, across)
            assert size >= NINE_POINTS - 0.01, text
        seen_page.page.set_viewport_size(
            {"width": WIDTHS_OF_PAPER[paper][0], "height": 900}
        )
        assert seen_page.page.evaluate(OVERLAPPING) == []
        printed = seen_page.page.pdf(format=paper, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) <= most_pages


def test_depth_of_a_tree_does_not_make_its_text_small(
    chromium: Any, tmp_path: Path
) -> None:
    tall: Any = 5
    for number in range(14):
        tall = [number, tall]
    exercises = load_set(made_set(tmp_path, {"a": {**FIXED, "tree": tall}}))
    page = sheet_page("Homework", sheets(exercises, 1, 0), solutions=True)
    with opened(chromium, written(tmp_path / "tall.html", page), 680) as seen_page:
        seen_page.page.emulate_media(media="print")
        size, text = seen_page.page.evaluate(SMALLEST_TEXT, False)
        assert size >= NINE_POINTS - 0.01, text


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_sheet_prints_each_variant_on_separate_paper(
    chromium: Any, folder: Path, tmp_path: Path, paper: str
) -> None:
    # Two such trees fit on a page, so nothing but a break parts the variants.
    exercises = load_set(made_set(folder, {"b": FIXED}))
    file = tmp_path / "sheet.html"
    file.write_text(
        sheet_page("Homework 4", sheets(exercises, 7, 0), solutions=False),
        encoding="utf-8",
    )
    names = {
        "name": "אב",
        "children": [{"name": "גד", "value": 1}, {"name": "הו", "value": 2}],
    }
    (tmp_path / "names").mkdir()
    named = load_set(made_set(tmp_path / "names", {"b": {**FIXED, "tree": names}}))
    (tmp_path / "names.html").write_text(
        sheet_page("Homework", sheets(named, 1, 0), solutions=True), "utf-8"
    )
    with opened(chromium, tmp_path / "names.html", 680) as seen_page:
        assert seen_page.page.locator("bdi", has_text="גד").count() == 1
    with opened(chromium, file) as seen_page:
        printed = seen_page.page.pdf(format=paper, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 7


def test_latex_option_names_the_file_that_format_latex_writes(
    folder: Path, tmp_path: Path, typed: Typed
) -> None:
    short, long = tmp_path / "short.tex", tmp_path / "long.tex"
    typed("sheet", folder, "--latex", short)
    typed("sheet", folder, "--format", "latex", "--html", long)
    assert "forest" in short.read_text("utf-8")
    assert short.read_bytes() == long.read_bytes()
    with pytest.raises(SystemExit):
        main(["sheet", str(folder)])
