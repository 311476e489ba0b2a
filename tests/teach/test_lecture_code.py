"""The lecture's page shows the text of the search, lights what runs, and says in the end how to play."""

from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autograder.cli.command_line import main
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise
from autograder.teach.walkthrough import walkthrough_of
from autograder.teach.worksheets import lecture_page
from autograder.tell.trace import trace
from reference.game import Tree
from reference.interfaces import load
from reference.problem import Problem
from tests.browser import opened
from tests.sets import PROJECT, written
from tests.teach.test_lecture_page import in_json, nested

LISTINGS = {
    "aima": ("max_value/min_value", "alpha-beta"),
    "flag": ("alpha_beta", "alpha-beta"),
    "negamax": ("negamax", "fail-hard"),
    "hard": ("minimax_ab", "fail-hard"),
}
"""The interface whose source each listing is, and the rule by which it searches."""
UPDATES = """([cases, listings]) => cases.map(([tree, players, ends]) =>
  Object.entries(listings).map(([name, [, rule]]) => {
    const nodes = planted(tree, players);
    const steps = searched(nodes, ends.map(worth), RULES[rule]);
    const updates = steps.filter((step) => rolesOf(LISTINGS[name], step, RULES[rule]).includes("update"));
    return updates.map((step) => {
      const bounds = boundsBy(LISTINGS[name], step, RULES[rule]);
      return [nodes[step.node].name, ...bounds.map((bound) => String(plain(bound)))];
    });
  }))"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("lecture") / "lecture.html"
    assert main(["show", "01", "--html", str(page)]) == 0
    return page


def updates_of(problem: Problem) -> list[list[str]]:
    """Return where the reference updates a bound, with its bounds after that."""
    tree, is_negated = problem.tree, load(problem.interface).negated
    updates = []
    for step in trace(problem):
        if step.kind != "update":
            continue
        box = step.boxes[-1]
        alpha, beta = box.alpha, box.beta
        if is_negated and tree.player(box.node) == "MIN":
            alpha, beta = -beta, -alpha
        ends = [str(end) if abs(end) == inf else str(int(end)) for end in (alpha, beta)]
        updates.append([tree.name(box.node), *ends])
    return updates


def test_each_listing_updates_bounds_where_its_source_does(
    file: Path, chromium: Any
) -> None:
    random, cases, expected = Random(5), [], []
    for number in range(200):
        tree = [nested(random, 3) for _ in range(2)]
        players = [["MAX", "MIN"], ["MIN", "MAX"]][number % 2]
        ends = (
            (-inf, inf) if number % 4 else (random.randint(-4, 0), random.randint(1, 4))
        )
        cases.append([in_json(tree), players, [str(end) for end in ends]])
        updates = []
        for interface, _ in LISTINGS.values():
            made = Tree.from_nested(tree, players)
            window = ends
            if load(interface).negated and players[0] == "MIN":
                window = (-ends[1], -ends[0])
            updates.append(updates_of(Problem(made, interface, window=window)))
        expected.append(updates)
    with opened(chromium, file) as seen_page:
        answers = seen_page.page.evaluate(UPDATES, [cases, LISTINGS])
    for case, own, right in zip(cases, answers, expected, strict=True):
        assert own == right, case


def lit(page: Any) -> list[str]:
    return list(page.locator(".listing [aria-current]").all_inner_texts())


def answers(page: Any) -> list[str]:
    """Return the answers of the tests that are lit."""
    rows = page.locator(".listing [data-answer]")
    return [row.get_attribute("data-answer") for row in rows.all()]


def opened_calls(page: Any) -> list[list[str]]:
    rows = page.locator("[data-calls] tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return list(rows)


def test_lines_that_run_are_lit_beside_the_tree(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page, step = seen_page.page, seen_page.page.keyboard.press
        assert page.locator(".listing").is_visible()
        assert lit(page) == []
        page.get_by_label("steps by").select_option("line")
        step("ArrowRight")
        assert lit(page) == ["function MAX-VALUE(state, α, β)", "v ← −∞"]
        for _ in range(2):
            step("ArrowRight")
        # MAX-VALUE looks at the leaves of a MIN node.
        assert lit(page) == ["if TERMINAL-TEST(state) then return UTILITY(state)"]
        assert page.locator(".listing li").nth(1).get_attribute("aria-current")
        step("ArrowRight")
        assert lit(page) == [
            "v ← MIN(v, MAX-VALUE(RESULT(state, a), α, β))",
            "if v ≤ α then return v",
            "β ← MIN(β, v)",
        ]
        assert answers(page) == ["no"]
        assert opened_calls(page) == [
            ["A1 MAX", "-∞", "∞", "-∞"],
            ["B1 MIN", "-∞", "3", "3"],
        ]
        page.get_by_label("steps by").select_option("leaf")
        step("Home")
        for _ in range(5):
            step("ArrowRight")
        assert page.locator("[data-said]").inner_text().startswith("Cutoff at B2")
        assert lit(page) == ["if v ≤ α then return v"]
        assert answers(page) == ["yes"]
        assert opened_calls(page)[1] == ["B2 MIN", "3", "∞", "2"]
        step("End")
        assert lit(page) == ["return v"]
        assert page.locator("[data-calls]").is_visible() is False


@pytest.mark.parametrize(
    ("listing", "rule", "line"),
    [
        ("flag", "alpha-beta", ["if beta <= alpha:", "break"]),
        ("negamax", "fail-hard", ["if (val >= beta) return val;"]),
        ("hard", "fail-hard", ["when Beta <= Alpha then exit loop"]),
    ],
)
def test_another_listing_searches_by_its_rule(
    listing: str, rule: str, line: list[str], file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.locator("[data-listing]").select_option(listing)
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        assert lit(page) == line
        assert page.locator(f"[data-rule='{rule}'] input").is_checked()
        address = page.evaluate("location.hash")
        assert f"listing={listing}" in address
        page.reload()
        assert lit(page) == line
        # As MIN sees them: B2 has alpha = -∞ and beta = -3.
        if listing == "negamax":
            assert opened_calls(page)[1] == ["B2 MIN", "-∞", "-3"]


def test_rule_that_is_chosen_brings_its_listing(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_text("Compare rules").click()
        listing = page.locator("[data-listing]")
        page.locator("[data-rule='fail-hard'] input").check()
        assert listing.input_value() == "hard"
        page.locator("[data-rule='minimax'] input").check()
        assert listing.input_value() == "minimax"
        assert "α" not in page.locator(".listing").inner_text()
        page.locator("[data-rule='strict'] input").check()
        assert listing.input_value() == "aima"
        assert "if v > β then return v" in page.locator(".listing").inner_text()
        assert "≥" not in page.locator(".listing").inner_text()


@pytest.mark.parametrize(
    ("folder", "listing"),
    [
        ("", "aima"),
        ("negamax", "negamax"),
        ("alpha_beta", "flag"),
        ("minimax_array", "flag"),
        ("minimax_ab", "hard"),
        ("minimax", "minimax"),
        ("aspiration_search", "aima"),
        ("strict_convention", "aima"),
    ],
)
def test_page_begins_with_the_listing_that_its_exercise_follows(
    folder: str, listing: str, chromium: Any, tmp_path: Path
) -> None:
    exercises = load_set(PROJECT / "exercises" / folder).exercises
    fixed = next(
        exercise for exercise in exercises if isinstance(exercise, FixedExercise)
    )
    page_file = written(tmp_path / "x.html", lecture_page(walkthrough_of(fixed)))
    with opened(chromium, page_file) as seen_page:
        seen_page.page.evaluate("location.hash += '&code=1'")
        assert seen_page.page.locator("[data-listing]").input_value() == listing


def test_code_has_room_beside_a_small_tree_alone(
    file: Path, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, file, 1024) as seen_page:
        listing = seen_page.page.locator(".listing").bounding_box()
        scroll = seen_page.page.locator(".scroll").bounding_box()
        assert listing["x"] >= scroll["x"] + scroll["width"]
        seen_page.page.get_by_label("code", exact=True).first.uncheck()
        assert not seen_page.page.locator(".listing").is_visible()
        seen_page.page.reload()
        assert not seen_page.page.locator(".listing").is_visible()
    with opened(chromium, file, 390) as seen_page:
        assert not seen_page.page.locator(".listing").is_visible()


# --- The end, the plies and the pace ---


def test_end_says_how_to_play_and_marks_the_line(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.keyboard.press("End")
        assert page.locator("[data-said]").inner_text() == (
            "A1 returns 3: MAX plays B1, and the best line of play is B1, C1. "
            "7 of 9 leaves were looked at."
        )
        assert page.locator(".edge[data-best]").count() == 2
        page.keyboard.press("ArrowLeft")
        assert page.locator(".edge[data-best]").count() == 0


def test_move_to_a_leaf_is_said_alone(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.goto("about:blank")
        seen_page.page.goto(f"{file.as_uri()}#tree=[4,7]&at=9")
        assert seen_page.page.locator("[data-said]").inner_text() == (
            "A1 returns 7: MAX plays B2. 2 of 2 leaves were looked at."
        )


def test_each_ply_says_who_moves_without_covering_a_node(
    chromium: Any, tmp_path: Path
) -> None:
    page_file = tmp_path / "x.html"
    assert main(["show", "04", "--html", str(page_file)]) == 0
    for width in (1024, 1280):
        with opened(chromium, page_file, width) as seen_page:
            movers = seen_page.page.locator(".mover")
            visible = [mover for mover in movers.all() if mover.is_visible()]
            assert [mover.inner_text() for mover in visible[:3]] == [
                "MAX",
                "MIN",
                "MAX",
            ]
            covered = seen_page.page.evaluate("""() => {
              const box = (element) => element.getBoundingClientRect();
              const movers = [...document.querySelectorAll(".mover:not([hidden])")].map(box);
              const nodes = [...document.querySelectorAll(".spot .inside")].map(box);
              return movers.filter((a) => nodes.some((b) =>
                a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
            }""")
            assert covered == 0


def test_keys_change_the_pace(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page, pace = seen_page.page, seen_page.page.get_by_label("a step every")
        page.keyboard.press("+")
        assert pace.input_value() == "1"
        for _ in range(3):
            page.keyboard.press("+")
        assert pace.input_value() == "0.5"
        for _ in range(9):
            page.keyboard.press("-")
        assert pace.input_value() == "8"
        leaf = page.locator("[data-node='4'] input")
        leaf.fill("")
        leaf.press("-")
        assert pace.input_value() == "8"
