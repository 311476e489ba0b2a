"""The report as a page says what the terminal says, draws both searches, plays them, and hides what is hidden."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.core.judging.judge import Failed
from autograder.core.project import EXERCISES
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.teach.worksheets import ON_PAPER
from autograder.tell.feedback import feedback, feedback_of
from autograder.tell.formats import results
from autograder.tell.pages.picture import (
    CHARACTER,
    ON_SCREEN,
    TRIANGLE,
    Spacing,
    best_line,
    labels_of,
    node_positions,
    part_of,
    picture,
)
from autograder.tell.pages.report import report_page
from autograder.tell.places import describe_repairs
from autograder.tell.search_passes import shown
from autograder.tell.styled_text import Line, line, plain
from autograder.tell.terminal import print_report
from autograder.tell.trace import recorded
from autograder.tell.tree_drawing import TreeAnnotations, branches, draw
from reference.game import Tree
from reference.problem import Problem
from tests.browser import opened, wait_until
from tests.sets import SUBMISSIONS, altered, made_set, not_none, written
from tests.tell.test_divergence import LEAF

pytestmark = pytest.mark.usefixtures("forked")
HOSTILE = "</style></script><script>alert('\"1')</script>\u202e\u200f"
MOST_BYTES = 2_000_000
TREES: st.SearchStrategy[Any] = st.recursive(
    st.just(0), lambda below: st.lists(below, min_size=1, max_size=4)
)


def written_set(folder: Path, **trees: Any) -> Path:
    return made_set(folder, trees, limits={"explain_seconds": 0})


def graded(
    submission: str, only: str = "0[1-9]*", folder: Path = EXERCISES
) -> ExplainedReport:
    return grade_and_explain(SUBMISSIONS / submission, load_set(folder, only))


@pytest.fixture(scope="module")
def explained() -> ExplainedReport:
    return graded("strict_cutoff", "[01]*")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, explained: ExplainedReport) -> Path:
    return written(
        tmp_path_factory.mktemp("report") / "report.html", report_page(explained)
    )


def inner(tree: Tree) -> dict[int, list[int]]:
    return {
        node: list(tree.children(node))
        for node in range(len(tree))
        if not tree.is_leaf(node)
    }


@given(TREES)
@settings(max_examples=60)
def test_node_positions_keep_neighbours_apart_and_parents_centred(
    nested: Any,
) -> None:
    tree = Tree.from_nested(nested)
    widths = {node: 10.0 + node % 3 for node in range(len(tree))}
    places = node_positions(inner(tree), widths)
    x = [places[node][0] for node in range(len(tree))]
    assert [places[node][1] for node in range(len(tree))] == [
        tree.ply(node) for node in range(len(tree))
    ]
    for node in range(len(tree)):
        children = tree.children(node)
        assert x[node] >= widths[node] / 2 - 1e-9
        if children:
            assert x[node] == pytest.approx((x[children[0]] + x[children[-1]]) / 2)
        if node + 1 < len(tree) and tree.ply(node) == tree.ply(node + 1):
            assert x[node + 1] - x[node] >= (widths[node] + widths[node + 1]) / 2 - 1e-6


@pytest.mark.parametrize("spacing", [ON_SCREEN, *(to_try[-1] for to_try in ON_PAPER)])
def test_value_beside_a_node_does_not_lie_under_the_next_one(
    spacing: Spacing,
) -> None:
    tree = [[[[-15, 2], -15], -1], [[8, [-25, -25]], 3]]
    problem = Problem(Tree.from_nested(tree), window=(0, 1))
    expected = recorded(problem)
    annotated = TreeAnnotations(problem, expected, {})
    labels = labels_of(problem, expected)
    drawn = picture(annotated, part_of(annotated), labels, spacing=spacing)
    pairs = [
        (left, right) for left, right in pairwise(drawn.nodes) if left.y == right.y
    ]
    assert any(left.value.startswith("≤ -") for left, _ in pairs)
    for left, right in pairs:
        reach = TRIANGLE + len(left.value) * CHARACTER if left.value else 0
        edge = right.half if right.shape == "leaf" else TRIANGLE
        assert left.x + reach <= right.x - edge, left


def test_report_page_has_the_text_of_the_terminal(explained: ExplainedReport) -> None:
    page = report_page(explained)
    assert "A player goes on when the bounds are equal" in page
    assert (
        "After C3 = 4, v is 4, and 4 ≤ 4: a right search stops here. Your search looked at C4, too."
        in page
    )
    assert (
        f"{explained.report.points:g} of {explained.report.max_points:g} points" in page
    )


def test_new_section_reaches_the_terminal_the_results_and_the_page(
    explained: ExplainedReport,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    class MoreSections(NamedTuple):
        """The sections of an exercise, and one that is new."""

        verdict: Sequence[Line]
        failure: Sequence[Line]
        diagnosis: Sequence[Line]
        places: Sequence[Line]
        drawing: Sequence[Line]
        parting: Sequence[Line]
        signs: Sequence[Line]
        rows: Sequence[Line]
        hint: Sequence[Line]
        printed: Sequence[Line]
        advice: Sequence[Line]

    def with_advice(*given: Any, **named: Any) -> MoreSections:
        return MoreSections(*feedback(*given, **named), [line("Read on: page 5.")])

    monkeypatch.setattr("autograder.tell.feedback.feedback", with_advice)
    sections = feedback_of(explained)
    assert "Read on: page 5." in report_page(explained, sections)
    assert "Read on: page 5." in json.dumps(results(explained, sections))
    print_report(explained, sections)
    assert "Read on: page 5." in capsys.readouterr().out


def test_report_page_source_holds_no_hidden_exercise(
    explained: ExplainedReport,
) -> None:
    hidden = [verdict for verdict in explained.report.verdicts if not verdict.passed][
        -1
    ]
    secret = hidden.exercise._replace(
        visibility="hidden", title="SECRET", hint="SECRET"
    )
    verdicts = [
        verdict._replace(exercise=secret) if verdict is hidden else verdict
        for verdict in explained.report.verdicts
    ]
    page = report_page(altered(explained, verdicts=tuple(verdicts)))
    assert "SECRET" not in page
    assert hidden.exercise.id not in page
    assert "1 more exercise is hidden" in page


def test_report_page_escapes_titles_hints_and_messages(tmp_path: Path) -> None:
    folder = written_set(
        tmp_path / "set",
        one={"title": HOSTILE, "hint": HOSTILE, "tree": [[3, 1], [2, 9]]},
    )
    source = f"print({HOSTILE!r})\ndef max_value(*_):\n    raise ValueError({HOSTILE!r})\nmin_value = max_value\n"
    page = report_page(
        grade_and_explain(written(tmp_path / "alphabeta.py", source), load_set(folder))
    )
    assert "\u202e" not in page
    assert "\u200f" not in page
    assert "&lt;script&gt;alert" in page
    assert len(re.findall("<script", page)) == len(re.findall("</script>", page)) <= 3


def test_report_page_marks_the_line_that_raised(tmp_path: Path) -> None:
    source = "def max_value(state, alpha, beta):\n    return state.utilty()\n\n\nmin_value = max_value\n"
    page = report_page(
        grade_and_explain(
            written(tmp_path / "alphabeta.py", source), load_set(EXERCISES, "01*")
        )
    )
    assert re.search(
        r'<tr class="marked"><th scope="row">2</th><td><div class="noted"><span class="text">    return state.utilty\(\)',
        page,
    )


def test_report_page_tells_first_what_happened_first(chromium: Any, file: Path) -> None:
    """An exception, the lines, and what comes of mending them, as on a terminal."""
    explained = graded("raises_index_error", "0[1-2]*")
    page_file = written(file.with_name("raised.html"), report_page(explained))
    with opened(chromium, page_file, 390) as seen_page:
        text = seen_page.page.locator("main").inner_text()
        order = [
            "IndexError: list index out of range",
            "alphabeta.py",
            "look here: change the calculation",
            "With these changes",
            "Look at 01_two_plies first",
            'File "alphabeta.py", line 10',
        ]
        assert [text.index(heading) for heading in order] == sorted(
            text.index(heading) for heading in order
        )
        card = seen_page.page.locator(".card")
        message, exercise = card.inner_text().split("\n\n")
        assert message == "IndexError: list index out of range"
        assert exercise.startswith("Seen in 01_two_plies (")
        notes = seen_page.page.locator(".note").all()
        assert len(notes) == 3
        for note in notes:
            box = note.bounding_box()
            assert 0 <= box["x"] < box["x"] + box["width"] <= 390


def test_report_page_with_verdicts_alone_tells_no_exception() -> None:
    broken = graded("raises_index_error", "01*")
    verdicts = tuple(
        verdict._replace(feedback="verdict") for verdict in broken.report.verdicts
    )
    page = report_page(altered(broken, feedback="verdict", verdicts=verdicts))
    assert "IndexError" not in page


@pytest.mark.parametrize("mark", ["\f", "# \u2028 \x1c \x85", "\r", "\r\n"])
def test_report_page_marks_the_line_that_the_text_names(
    mark: str, tmp_path: Path
) -> None:
    source = (SUBMISSIONS / "strict_cutoff" / "alphabeta.py").read_text("utf-8")
    (tmp_path / "alphabeta.py").write_text(
        f"{mark}\n{source}", encoding="utf-8", newline=""
    )
    explained = grade_and_explain(tmp_path, load_set(EXERCISES, "0[1-9]*"))
    (verdict, *_) = [
        verdict for verdict in explained.report.visible if isinstance(verdict, Failed)
    ]
    number = not_none(
        re.search(
            r"(\d+) \| if v < alpha:",
            plain(describe_repairs(explained.findings[verdict.exercise.id])),
        )
    )
    assert (
        f'<tr class="marked"><th scope="row">{number[1]}</th><td><div class="noted"><span class="text">        if v &lt; alpha:'
        in report_page(explained)
    )


@pytest.mark.parametrize("level", ["full", "diagnosis", "verdict"])
def test_report_page_marks_the_line_of_a_mistake_with_full_feedback(
    level: Any, explained: ExplainedReport
) -> None:
    page = report_page(
        altered(
            explained,
            feedback=level,
            verdicts=tuple(
                verdict._replace(feedback=level)
                for verdict in explained.report.verdicts
            ),
        )
    )
    marked = re.search(
        r'<tr class="marked"><th scope="row">24</th><td><div class="noted"><span class="text">        if v &lt; alpha:',
        page,
    )
    assert (marked is not None) == (level == "full")
    assert ("A player goes on when the bounds are equal" in page) == (
        level != "verdict"
    )
    assert ("data-player" in page.split("</style>")[1].split("<script>")[0]) == (
        level == "full"
    )


def test_report_page_of_ten_thousand_leaves_is_small(tmp_path: Path) -> None:
    def tree(plies: int, number: int) -> Any:
        return (
            number * 7919 % 1999
            if plies == 0
            else [tree(plies - 1, 10 * number + child) for child in range(10)]
        )

    flat = [number * 7919 % 1999 for number in range(5000)]
    folder = written_set(
        tmp_path / "set",
        deep={"title": "Deep", "tree": tree(4, 1)},
        flat={"title": "Flat", "tree": [flat, [-1, flat]]},
    )
    page = report_page(graded("no_pruning_1", "*", folder))
    assert len(page) < MOST_BYTES
    assert ", too." in page


def test_report_page_of_two_hundred_leaves_is_light(tmp_path: Path) -> None:
    tree = [
        [
            [
                [7919 * (20 * i + 10 * j + 5 * k + leaf) % 199 for leaf in range(5)]
                for k in range(2)
            ]
            for j in range(2)
        ]
        for i in range(10)
    ]
    folder = written_set(
        tmp_path / "set", one={"title": "Two hundred leaves", "tree": tree}
    )
    assert len(list(Tree.from_nested(tree).leaves())) == 200
    page = report_page(graded("no_pruning_1", "*", folder))
    assert "data-player" in page.split("</style>")[1].split("<script>")[0]
    assert len(page.encode()) <= 300_000
    (packed,) = re.findall(r'<script type="application/json">(.*?)</script>', page)
    expected = {
        str(node): value
        for frame in json.loads(packed)["right"]
        for node, value in [frame.get("value", (-1, ""))]
    }
    drawn = re.findall(
        r'data-node="(\d+)"(?:(?!</g>).)*class="value"[^>]*>([^<]+)<', page, re.DOTALL
    )
    assert drawn
    assert drawn == [(node, expected[node]) for node, _ in drawn]


def test_report_page_writes_numbers_and_windows_uniformly(tmp_path: Path) -> None:
    tree = [["-inf", 3], ["inf", 2], [-9007199254740991, 7]]
    folder = written_set(
        tmp_path / "set",
        one={
            "title": "`x` is inf",
            "tree": tree,
            "window": [-6, "inf"],
            "hint": "`-inf` or -inf?",
        },
    )
    page = report_page(graded("no_pruning_1", "*", folder)).split("</style>")[1]
    assert "window (-6, ∞)" in page
    assert (
        re.findall(
            r".*[-+ (]inf\\b.*",
            re.sub("<code>.*?</code>", "", page.split("<script>")[0]),
        )
        == []
    )
    assert ">-9007199254740991<" in page


def test_report_page_marks_an_action_with_an_arrow(tmp_path: Path) -> None:
    page = report_page(
        graded("alpha_beta_search_no_pruning", "01*", EXERCISES / "alpha_beta_search")
    )
    assert re.search(r'class="value"[^>]*>→ B\d<', page)
    assert not re.search(r'class="value"[^>]*>B\d<', page)


OPEN_ALL = (
    "() => document.querySelectorAll('details').forEach(part => { part.open = true; })"
)


def test_report_page_of_a_whole_set_fits_whatever_width_its_window_gets(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file, 1280) as seen_page:
        seen_page.page.evaluate(OPEN_ALL)
        for width in (1280, 390, 320):
            seen_page.page.set_viewport_size({"width": width, "height": 660})
            assert not seen_page.overflows


def test_report_page_opens_one_exercise_and_links_open_the_others(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        first, *others = seen_page.page.locator("details.exercise").all()
        assert first.get_attribute("open") is not None
        assert others
        for other in others:
            assert other.get_attribute("open") is None
            assert other.bounding_box()["height"] < 60
        seen_page.page.locator(".card a").nth(1).click()
        target = seen_page.page.locator(":target")
        assert target.get_attribute("open") is not None
        assert target.get_by_role("button", name="First difference").is_visible()
        assert "`" not in seen_page.page.locator("main").inner_text()
        marked = seen_page.page.locator(".source .marked td").first
        assert "if v > beta:" in marked.inner_text()


def test_skip_link_leads_past_the_list_of_exercises(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page, keys = seen_page.page, seen_page.page.keyboard
        keys.press("Tab")
        link = page.get_by_role("link", name="To what was found")
        assert link.evaluate("link => document.activeElement === link")
        assert link.bounding_box()["height"] > 20
        keys.press("Enter")
        keys.press("Tab")
        name = page.evaluate("document.activeElement.textContent")
        assert name == "09_ties_at_min_nodes"
        chip = page.get_by_role("link", name="failed 09: Ties at MIN nodes", exact=True)
        assert chip.is_visible()


def test_paper_has_the_whole_search_wherever_the_screen_is(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        at = seen_page.page.locator("[data-at]").first
        assert at.text_content() == "Step 4 of 9, first difference"
        for media, step in (("print", 9), ("screen", 4)):
            seen_page.page.emulate_media(media=media)
            wait_until(
                seen_page.page,
                "step => document.querySelector('[data-at]').textContent.startsWith(step)",
                f"Step {step} of 9",
            )


def test_drawing_that_is_unfolded_shows_the_first_difference(
    chromium: Any, wide: Path
) -> None:
    with opened(chromium, wide, 390) as seen_page:
        exercise = seen_page.page.locator("details.exercise")
        exercise.evaluate("details => { details.open = false; }")
        seen_page.page.reload()
        exercise.evaluate("details => { details.open = false; }")
        exercise.evaluate("details => { details.open = true; }")
        scroller = seen_page.page.locator("figure .scroll").first.element_handle()
        wait_until(seen_page.page, "scroller => scroller.scrollLeft > 0", scroller)


def test_printed_report_page_has_all_of_an_open_exercise(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file, 680) as seen_page:
        seen_page.page.emulate_media(media="print")
        first, other, *_ = seen_page.page.locator("details.exercise").all()
        assert not seen_page.page.locator(".controls").first.is_visible()
        assert seen_page.page.get_by_text("Dashed: pruned.").is_visible()
        assert first.get_by_text("should stop: v = 4 ≤ alpha = 4").first.is_visible()
        assert first.locator("text.window").first.is_visible()
        assert not other.locator("figure").first.is_visible()
        left, right = (
            figure.bounding_box() for figure in first.locator("figure").all()
        )
        assert left["y"] == right["y"]
        assert not seen_page.overflows


def test_report_page_folds_exercises_not_run_into_a_line(
    chromium: Any, tmp_path: Path
) -> None:
    trees = {
        f"{number:02}": {"title": f"Tree {number}", "tree": [[number, 1], [2, 9]]}
        for number in range(30)
    }
    explained = graded(
        "raises_index_error", "*", written_set(tmp_path / "set", **trees)
    )
    with opened(
        chromium, written(tmp_path / "report.html", report_page(explained)), 390
    ) as seen_page:
        assert [
            element.locator("h2").inner_text()
            for element in seen_page.page.locator("details.exercise").all()
        ] == [
            "✗ Tree 0 00 · 0 of 3 points",
            "✗ 29 more exercises · 0 of 87 points",
        ]
        assert seen_page.page.evaluate("document.documentElement.scrollHeight") < 2800
        tree = seen_page.page.locator("main > details").get_by_text("Tree 17")
        assert not tree.is_visible()
        seen_page.page.get_by_role("link", name="17").click()
        assert tree.is_visible()


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a tree whose searches part far to the right, with long values and a name from right to left."""
    folder = tmp_path_factory.mktemp("wide")
    tree = [[10**15 + 10 * child + leaf for leaf in range(4)] for child in range(6)] + [
        {"name": "אב", "children": [{"name": "a name too long", "value": 3}, 4, 5]}
    ]
    exercises = written_set(folder / "set", wide={"title": "רחב", "tree": tree})
    return written(
        folder / "report.html", report_page(graded("no_pruning_1", "*", exercises))
    )


IN_VIEW = """node => { const {x, y, right, bottom} = node.getBoundingClientRect();
  const box = node.closest(".scroll").getBoundingClientRect();
  return x >= box.x && right <= box.right && y >= 0 && bottom <= innerHeight; }"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_report_page_scrolls_both_drawings_to_the_first_difference(
    chromium: Any, wide: Path, width: int, height: int
) -> None:
    with opened(chromium, wide, width) as seen_page:
        seen_page.page.set_viewport_size({"width": width, "height": height})
        seen_page.page.get_by_role("button", name="First difference").click()
        marked = seen_page.page.locator("[data-now]")
        assert [node.get_attribute("data-node") for node in marked.all()] == ["7", "33"]
        assert [node.evaluate(IN_VIEW) for node in marked.all()] == [True, True]
        assert (
            "1000000000000011" in seen_page.page.locator("text.in").all_text_contents()
        )
        right, shown_search = (
            figure.bounding_box() for figure in seen_page.page.locator("figure").all()
        )
        assert (right["y"] == shown_search["y"]) == (width == 1280)
        assert (right["width"], right["height"]) == (
            shown_search["width"],
            shown_search["height"],
        )
        scroller = seen_page.page.locator("figure .scroll").first
        at = seen_page.page.locator("[data-at]")
        before, step = scroller.evaluate("e => e.scrollLeft"), at.inner_text()
        scroller.focus()
        seen_page.page.keyboard.press("ArrowLeft")
        wait_until(
            seen_page.page,
            "([e, left]) => e.scrollLeft < left",
            [scroller.element_handle(), before],
        )
        assert at.inner_text() == step
        assert seen_page.page.locator("bdi", has_text="אב").count()
        assert (
            seen_page.page.locator("svg .node > title").all_text_contents()
            == ["a name too long"] * 2
        )
        assert seen_page.page.locator("text.name", has_text="a name t…").count() == 2
        seen_page.page.get_by_role("button", name="Full screen").click()
        wait_until(seen_page.page, "document.fullscreenElement?.matches('.player')")


def test_drawing_describes_each_node_to_a_screen_reader(
    chromium: Any, tmp_path: Path
) -> None:
    tree = [[3, 12, 8], [2, 4, 6], [14, [5, 3], 2]]
    folder = written_set(tmp_path / "set", one={"title": "One", "tree": tree})
    heard = set()
    for submission in (
        "no_pruning_1",
        "right_to_left_1",
        "first_child_only_1",
        "returns_none",
    ):
        explained = graded(submission, "*", folder)
        (verdict,) = explained.report.verdicts
        assert isinstance(verdict, Failed)
        page = written(tmp_path / "report.html", report_page(explained))
        evidence, problem = verdict.evidence, verdict.evidence.problem
        returned = evidence.searched.finished is not None
        drawn = draw(
            TreeAnnotations(
                problem,
                evidence.expected,
                {},
                evidence.searched.outcome.looks,
                returned=returned,
            )
        )
        leaves = (re.fullmatch(LEAF, row) for row in plain(drawn).split("\n"))
        marks = {leaf["name"]: leaf["mark"] for leaf in leaves if leaf}
        with opened(chromium, page) as seen_page:
            seen_page.page.get_by_text("The tree, node by node").click()
            snapshot = seen_page.page.locator(".nested").first.aria_snapshot()
        items = re.findall(
            r"""^( *)- (?:listitem|text): ["']?(\w+), (.*?)["']?$""",
            snapshot,
            re.MULTILINE,
        )
        assert [name for _, name, _ in items] == [
            problem.tree.name(node) for node, _ in branches(problem.tree, ())
        ]
        for indent, name, description in items:
            node = not_none(problem.tree.node(name))
            parent = problem.tree.parent(node)
            of = (
                f"child of {problem.tree.name(parent)} {problem.tree.player(parent)}"
                if node
                else "root"
            )
            # Text of a list item.
            assert len(indent) // 4 == problem.tree.ply(node) + (
                not problem.tree.is_leaf(node)
            )
            if problem.tree.is_leaf(node):
                assert (
                    description
                    == f"{shown(problem.tree.values[node])}, {of}, {marks[name]}"
                )
                heard.add(re.sub(r"\d+", "1", marks[name]))
            else:
                assert description.startswith(f"{problem.tree.player(node)}, {of}")
    wrong = {
        "visit 1 (should be 1)",
        "✗ your visit 1; it should be pruned",
        "✗ not looked at; it should be visit 1",
    }
    assert heard == {"visit 1", "pruned", "not reached", *wrong}


def test_report_page_player_steps_and_tells_each_change(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        player = seen_page.page.locator("[data-player='exercise-09_ties_at_min_nodes']")
        status = player.get_by_role("status")
        at = player.locator("[data-at]")
        right, shown_search = player.locator("[data-line]").all()
        assert at.inner_text() == "Step 4 of 9, first difference"
        assert player.locator(".node[data-state='extra']").count() == 1
        player.get_by_label("steps by").select_option("line")
        assert at.inner_text() == "Step 29 of 54, first difference"
        player.get_by_role("button", name="Last step").click()
        assert re.fullmatch(r"Step (\d+) of \1", at.inner_text())
        assert right.inner_text() == "Right search: returns 4"
        assert shown_search.inner_text() == "Your search: returns 4"
        player.get_by_role("button", name="First step").click()
        assert at.inner_text().startswith("Step 1 of ")
        assert shown_search.inner_text() == "Your search: max_value(A1, -∞, ∞)"
        assert player.locator(".node[data-state='visited']").count() == 0
        player.get_by_role("button", name="First difference").click()
        extra_look = (
            "C4 = 1: ✗ your visit 4; it should be pruned (in max_value(C4, 4, 4))"
        )
        assert status.inner_text().split("\n\n") == [
            "Step 29 of 54, first difference",
            "Right search: cutoff: pruned C4",
            f"Your search: {extra_look}",
        ]
        assert (
            status.bounding_box()["y"]
            < player.locator("figure").first.bounding_box()["y"]
        )
        assert player.locator(".node[data-state='extra']").count() == 1
        assert player.locator(".cut:not([data-off])").count() == 1
        player.locator(
            ".scroll"
        ).first.focus()  # nothing to scroll there, so that keys are steps
        seen_page.page.keyboard.press("ArrowLeft")
        assert player.locator(".node[data-state='extra']").count() == 0
        status.evaluate(
            "e => { self.told = []; const told = all => self.told.push(...all.map(one => one.target.textContent));"
            "new MutationObserver(told).observe(e, {childList: true, subtree: true}); }"
        )
        seen_page.page.keyboard.press("ArrowRight")
        seen_page.page.keyboard.press("ArrowRight")
        assert (
            sum(
                text.startswith("Your search: C4")
                for text in seen_page.page.evaluate("self.told")
            )
            == 1
        )
        player.get_by_label("windows on entry").check()
        assert "(4, ∞)" in player.locator(".window").all_text_contents()
        seen_page.page.keyboard.press("End")
        assert right.inner_text() == "Right search: returns 4"


def test_drawing_of_the_students_search_has_its_own_windows_and_values(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        player = seen_page.page.locator("[data-player='exercise-09_ties_at_min_nodes']")
        figure = player.locator("figure").last
        player.get_by_role("button", name="Last step").click()
        second = figure.locator("[data-node='2']")
        assert second.locator(".value").text_content() == "1"
        right = player.locator("figure").first.locator("[data-node='2']")
        assert right.locator(".value").text_content() == "≤ 4"
        assert second.locator(".window:not(.present)").text_content() == "(4, ∞)"
        player.get_by_role("button", name="First step").click()
        assert second.locator(".value").text_content() == ""
        player.get_by_label("steps by").select_option("line")
        player.get_by_role("button", name="First difference").click()
        assert second.locator(".value").text_content() == ""
        assert second.locator(".window:not(.present)").text_content() == "(4, ∞)"
        player.get_by_role("button", name="Next step").click()
        assert second.locator(".value").text_content() == "1"
        node_by_node = player.locator(".nested").first.text_content()
        assert (
            "window (4, ∞), value at most 4, your window (4, ∞), your value 1"
            in node_by_node
        )


def playback_of(explained: ExplainedReport, exercise: str) -> Any:
    """Return the moments of an exercise, as the page holds it."""
    page = report_page(explained)
    pattern = rf'data-player="exercise-{exercise}".*?<script type="application/json">(.*?)</script>'
    return json.loads(not_none(re.search(pattern, page, re.DOTALL))[1])


def test_address_that_no_link_has_is_no_error(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.evaluate("location.hash = '%E0%A4%A'")
        seen_page.page.reload()
        assert seen_page.page.title()


def test_player_halts_at_each_leaf_or_at_each_line(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        player = seen_page.page.locator("[data-player='exercise-09_ties_at_min_nodes']")
        at, right = player.locator("[data-at]"), player.locator("[data-line]").first
        player.get_by_role("button", name="First step").click()
        first = right.inner_text()
        for visits in (1, 2, 3):
            assert (
                player.locator("figure")
                .first.locator(".node[data-state='visited']")
                .count()
                == visits
            )
            player.get_by_role("button", name="Next step").click()
        assert first.startswith("Right search: s = C1: v = max(") or "C1" in first
        by_leaf = int(at.inner_text().split(",")[0].split()[-1])
        player.get_by_label("steps by").select_option("line")
        assert int(at.inner_text().split(",")[0].split()[-1]) > 3 * by_leaf


def test_windows_of_the_player_are_those_on_entry_at_every_step() -> None:
    """Each node has one window in all steps: the one that the drawing has at the end."""
    explained = graded("no_pruning_1", "0[69]*")
    for exercise in ("06_three_plies", "09_ties_at_min_nodes"):
        frames = playback_of(explained, exercise)["right"]
        windows: dict[int, set[str]] = {}
        for node, window in (frame["window"] for frame in frames):
            windows.setdefault(node, set()).add(window)
        assert all(len(texts) == 1 for texts in windows.values()), windows
        assert windows[0] == {"(-∞, ∞)"}
        drawn = report_page(explained).split(f'id="exercise-{exercise}"')[1]
        for node, (window,) in windows.items():
            shown_last = re.search(
                rf'data-node="{node}".*?class="window"[^>]*>([^<]*)<', drawn, re.DOTALL
            )
            assert not_none(shown_last)[1] == window
        bounds = [frame["bounds"] for frame in frames if "bounds" in frame]
        pattern = r"at \w+, (alpha|beta) is now -?\d+"
        assert any(re.fullmatch(pattern, text) for text in bounds)


def test_player_names_functions_as_students_write_them(
    explained: ExplainedReport,
) -> None:
    text = "\n".join(
        frame["text"]
        for frame in playback_of(explained, "09_ties_at_min_nodes")["right"]
    )
    assert "max_value(A1, -∞, ∞)" in text
    assert "A1.is_terminal()? No" in text
    assert "A1.children = B1, B2" in text
    assert not re.search("MaxValue|TerminalState|Successors|Utility|Max\\(", text)


@given(
    st.recursive(
        st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3)
    ).filter(lambda tree: isinstance(tree, list)),
    st.sampled_from(["max_value/min_value", "negamax", "minimax"]),
)
@settings(max_examples=60, deadline=None)
def test_best_line_of_play_ends_at_a_leaf_with_the_roots_value(
    nested: Any, interface: str
) -> None:
    tree = Tree.from_nested(nested)
    calls = recorded(Problem(tree, interface)).calls
    best = best_line(Problem(tree, interface), calls)
    assert tree.values[best[-1]] == calls[0].value
    assert [tree.parent(node) for node in best] == [0, *best[:-1]]


def test_best_line_of_play_is_marked_once_the_search_is_over(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        player = seen_page.page.locator("[data-player='exercise-09_ties_at_min_nodes']")
        right, shown_search = player.locator("figure").all()
        player.get_by_role("button", name="Last step").click()
        assert right.locator(".edge[data-best]").count() == 2
        assert shown_search.locator(".edge[data-best]").count() == 0
        assert (
            "The best line of play is B1, C1."
            in right.locator("svg > title").inner_html()
        )
        player.get_by_role("button", name="First step").click()
        assert right.locator(".edge[data-best]").count() == 0
