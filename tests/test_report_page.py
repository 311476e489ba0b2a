"""The report as a page says what the terminal says, draws both searches, plays them, and hides what is hidden."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.exercises.load import load_set
from autograder.judging import Failed, Report
from autograder.judging.run import grade
from autograder.pages.picture import node_places
from autograder.pages.report import report_page
from autograder.showing import sentences
from reference.game import Tree
from tests.browser import NEEDS_BROWSER, for_everyone, opened

SUBMISSIONS = Path(__file__).parent / "submissions"
EXERCISES = Path(__file__).parents[1] / "exercises"
HOSTILE = "</style></script><script>alert('\"1')</script>\u202e\u200f"
MOST_BYTES = 2_000_000


TREES: st.SearchStrategy[Any] = st.recursive(st.just(0), lambda below: st.lists(below, min_size=1, max_size=4))


def written_set(folder: Path, **trees: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "assignment.json").write_text('{"title": "A set", "limits": {"explain_seconds": 0}}')
    for name, exercise in trees.items():
        (folder / f"{name}.json").write_text(json.dumps(exercise))
    return folder


def graded(submission: str, only: str = "0[1-9]*", folder: Path = EXERCISES) -> Report:
    return grade(SUBMISSIONS / submission, load_set(folder, only))


@pytest.fixture(scope="module")
def report() -> Report:
    return graded("strict_cutoff")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, report: Report) -> Path:
    page = tmp_path_factory.mktemp("report") / "report.html"
    page.write_text(report_page(report), encoding="utf-8")
    return page


def inner(tree: Tree) -> dict[int, list[int]]:
    return {node: list(tree.children(node)) for node in range(len(tree)) if not tree.is_leaf(node)}


@given(TREES)
@settings(max_examples=60)
def test_a_tidy_tree_keeps_neighbours_apart_and_parents_in_the_middle(nested: Any) -> None:
    tree = Tree.from_nested(nested)
    widths = {node: 10.0 + node % 3 for node in range(len(tree))}
    places = node_places(inner(tree), widths)
    x = [places[node][0] for node in range(len(tree))]
    assert [places[node][1] for node in range(len(tree))] == [tree.ply(node) for node in range(len(tree))]
    for node in range(len(tree)):
        children = tree.children(node)
        assert x[node] >= widths[node] / 2 - 1e-9
        if children:
            assert x[node] == pytest.approx((x[children[0]] + x[children[-1]]) / 2)
        if node + 1 < len(tree) and tree.ply(node) == tree.ply(node + 1):
            assert x[node + 1] - x[node] >= (widths[node] + widths[node + 1]) / 2 - 1e-6


@given(TREES)
@settings(max_examples=60)
def test_a_mirrored_tree_has_the_mirrored_drawing(nested: Any) -> None:
    def mirrored(node: Any) -> Any:
        return [mirrored(child) for child in reversed(node)] if isinstance(node, list) else node

    def rows(nested: Any) -> list[list[float]]:
        tree = Tree.from_nested(nested)
        places = node_places(inner(tree), dict.fromkeys(range(len(tree)), 10))
        plies: list[list[float]] = [[] for _ in range(tree.depth + 1)]
        for _, (x, ply) in sorted(places.items()):
            plies[ply].append(x - places[0][0])
        return plies

    there, back = rows(nested), rows(mirrored(nested))
    assert [[pytest.approx(-x) for x in reversed(ply)] for ply in there] == back


def test_the_page_says_what_the_terminal_says(report: Report) -> None:
    page = report_page(report)
    assert "Equal bounds do not prune" in page
    assert "after C3 = 4, v = 4 ≤ 4, so MIN can stop; your search went on to C4." in page
    assert f"{report.points:g}<small> of {report.max_points:g} points" in page


def test_hidden_exercises_are_not_in_the_source(report: Report) -> None:
    hidden = [verdict for verdict in report.verdicts if not verdict.passed][-1]
    secret = hidden.exercise._replace(visibility="hidden", title="SECRET", hint="SECRET")
    verdicts = [verdict._replace(exercise=secret) if verdict is hidden else verdict for verdict in report.verdicts]
    page = report_page(report._replace(verdicts=tuple(verdicts)))
    assert "SECRET" not in page
    assert hidden.exercise.id not in page
    assert "1 more exercise is hidden" in page


def test_what_others_wrote_is_shown_as_text(tmp_path: Path) -> None:
    folder = written_set(tmp_path / "set", one={"title": HOSTILE, "hint": HOSTILE, "tree": [[3, 1], [2, 9]]})
    (tmp_path / "alphabeta.py").write_text(
        f"print({HOSTILE!r})\n"
        f"def max_value(state, alpha, beta):\n    raise ValueError({HOSTILE!r})\n"
        "min_value = max_value\n"
    )
    page = report_page(grade(tmp_path / "alphabeta.py", load_set(folder)))
    assert "\u202e" not in page
    assert "\u200f" not in page
    assert "&lt;script&gt;alert" in page
    assert len(re.findall("<script", page)) == len(re.findall("</script>", page)) <= 3


def test_the_line_that_raised_is_marked_in_the_source(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text(
        "def max_value(state, alpha, beta):\n    return state.utilty()\n\n\nmin_value = max_value\n"
    )
    page = report_page(grade(tmp_path / "alphabeta.py", load_set(EXERCISES, "01*")))
    assert re.search(r'<tr class="marked"><th scope="row">2</th><td>    return state.utilty\(\)', page)


@pytest.mark.parametrize("mark", ["\f", "# \u2028 \x1c \x85", "\r", "\r\n"])
def test_the_line_that_is_told_is_the_line_that_is_marked(mark: str, tmp_path: Path) -> None:
    source = (SUBMISSIONS / "strict_cutoff" / "alphabeta.py").read_text("utf-8")
    (tmp_path / "alphabeta.py").write_text(f"{mark}\n{source}", encoding="utf-8", newline="")
    report = grade(tmp_path, load_set(EXERCISES, "0[1-9]*"))
    (verdict, *_) = [verdict for verdict in report.visible if isinstance(verdict, Failed)]
    number = re.search(r"line (\d+): `if v < alpha:`", "\n".join(sentences(verdict.explanation)))
    assert number is not None
    assert f'<tr class="marked"><th scope="row">{number[1]}</th><td>        if v &lt; alpha:' in report_page(report)


@pytest.mark.parametrize("level", ["full", "diagnosis", "verdict"])
def test_the_line_of_the_mistake_is_marked_where_all_is_told(level: Any, report: Report) -> None:
    page = report_page(
        report._replace(feedback=level, verdicts=tuple(verdict._replace(feedback=level) for verdict in report.verdicts))
    )
    marked = re.search(r'<tr class="marked"><th scope="row">24</th><td>        if v &lt; alpha:', page)
    assert (marked is not None) == (level == "full")
    assert ("Equal bounds do not prune" in page) == (level != "verdict")
    assert ("data-player" in page.split("</style>")[1].split("<script>")[0]) == (level == "full")


def test_ten_thousand_leaves_make_a_small_page(tmp_path: Path) -> None:
    def tree(plies: int, number: int) -> Any:
        return number * 7919 % 1999 if plies == 0 else [tree(plies - 1, 10 * number + child) for child in range(10)]

    flat = [number * 7919 % 1999 for number in range(5000)]
    folder = written_set(
        tmp_path / "set", deep={"title": "Deep", "tree": tree(4, 1)}, flat={"title": "Flat", "tree": [flat, [-1, flat]]}
    )
    page = report_page(graded("no_pruning_1", "*", folder))
    assert len(page) < MOST_BYTES
    assert "your search went on to" in page


@for_everyone
def test_the_page_is_fit_for_everyone(chromium: Any, file: Path, width: int, scheme: str) -> None:
    with opened(chromium, file, width, scheme) as seen:
        assert not seen.accessible()
        assert not seen.overflows
        assert not seen.complaints


@NEEDS_BROWSER
def test_the_player_is_walked(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen:
        player = seen.page.locator("[data-player='exercise-09_ties_at_min_nodes']")
        folded = seen.page.locator("details:not([open]):has(> [data-player='exercise-09_ties_at_min_nodes']) > summary")
        if folded.count():
            folded.click()
        at = player.locator("[data-at]")
        right, found = player.locator("[data-line]").all()
        assert re.fullmatch(r"step (\d+) of \1", at.inner_text())
        player.get_by_role("button", name="First step").click()
        assert at.inner_text().startswith("step 1 of ")
        assert player.locator(".node[data-state='visited']").count() == 0
        seen.page.keyboard.press("End")
        assert at.inner_text().endswith("here they part")
        assert "cutoff: pruned C4" in right.inner_text()
        assert "C4 = 1: ✗ your visit 4; it should be pruned" in found.inner_text()
        assert player.locator(".node[data-state='extra']").count() == 1
        assert player.locator(".cut:not([data-off])").count() == 1
        seen.page.keyboard.press("ArrowLeft")
        assert player.locator(".node[data-state='extra']").count() == 0
        seen.page.keyboard.press("ArrowRight")
        player.get_by_label("windows (alpha, beta)").check()
        assert "(4, ∞)" in player.locator(".window").all_text_contents()
        player.get_by_role("button", name="Last step").click()
        assert "returns 4" in right.inner_text()
        assert not seen.complaints
