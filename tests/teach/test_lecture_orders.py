"""The lecture's page puts children into another order, counts the leaves, and draws how they grow."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autograder.cli.command_line import main
from autograder.teach.growth import Counts, growing_counts
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem
from tests.browser import opened, wait_until
from tests.trees import Nested, minimax, uniform

AIMA = '[[3,12,8],[2,"x","y"],[14,5,2]]'
BEST = '[[3,8,12],[2,5,14],["x","y",2]]'
WORST = '[[2,"x","y"],[14,5,2],[12,8,3]]'


def page_of(exercise: str, folder: Path) -> Path:
    page = folder / f"{exercise}.html"
    assert main(["show", exercise, "--html", str(page)]) == 0
    return page


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return page_of("01", tmp_path_factory.mktemp("lecture"))


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tree_of(page: Any) -> str:
    return str(page.locator("[data-source]").input_value())


def said(page: Any) -> str:
    return str(page.locator("[data-leaves]").inner_text())


def in_order(nested: Nested, player: str, *, best_first: bool) -> Nested:
    """Return a tree with the children of each node sorted by their minimax values."""
    if not isinstance(nested, list):
        return nested
    other = "MIN" if player == "MAX" else "MAX"
    children = [in_order(child, other, best_first=best_first) for child in nested]
    values = [minimax(Tree.from_nested(child, other)) for child in nested]
    is_falling = best_first == (player == "MAX")
    order = sorted(
        range(len(children)),
        key=lambda index: -values[index] if is_falling else values[index],
    )
    return [children[index] for index in order]


def drawn(random: Random, plies: int) -> Nested:
    if plies == 0 or random.random() < 0.2:
        return random.randint(-9, 9)
    return [drawn(random, plies - 1) for _ in range(random.randint(1, 4))]


def test_orders_go_by_the_minimax_values(file: Path, chromium: Any) -> None:
    random = Random(7)
    cases = [
        ([drawn(random, 3) for _ in range(3)], player)
        for player in ("MAX", "MIN") * 100
    ]
    with opened(chromium, file) as seen_page:
        ordered = seen_page.page.evaluate(
            """cases => cases.map(([tree, first]) => ["best", "worst"].map((order) => {
              const players = first === "MAX" ? ["MAX", "MIN"] : ["MIN", "MAX"];
              const nodes = planted(tree, players);
              return reordered(nodes, order, [...nodes.keys()], 1);
            }))""",
            cases,
        )
    for (tree, player), (best, worst) in zip(cases, ordered, strict=True):
        assert best == in_order(tree, player, best_first=True)
        assert worst == in_order(tree, player, best_first=False)


def test_complete_tree_in_the_best_order_needs_what_the_formula_says(
    file: Path, chromium: Any
) -> None:
    random = Random(8)
    shapes = [(2, 5), (3, 3), (3, 4), (4, 3), (5, 2)]
    trees = [uniform(b, d, best_first=False) for b, d in shapes]
    for b, d in shapes:
        leaves = iter(random.sample(range(1000), b**d))
        trees.append(complete(b, d, leaves))
    with opened(chromium, file) as seen_page:
        made = seen_page.page.evaluate(
            """trees => trees.map((tree) => {
              const nodes = planted(tree, ["MAX", "MIN"]);
              const best = reordered(nodes, "best", [...nodes.keys()], 1);
              return [best, fewestLeaves(shapeOf(nodes)), formulaOfFewest(shapeOf(nodes))];
            })""",
            trees,
        )
    for (b, d), (best, fewest, formula) in zip(shapes * 2, made, strict=True):
        assert len(observe(Problem(Tree.from_nested(best))).visited) == fewest
        assert fewest == b ** (d - d // 2) + b ** (d // 2) - 1
        assert formula.endswith(f"− 1 = {fewest}")


def complete(branching: int, depth: int, leaves: Any) -> Nested:
    if depth == 0:
        return int(next(leaves))
    return [complete(branching, depth - 1, leaves) for _ in range(branching)]


def test_children_of_all_nodes_are_put_in_order_and_leaves_counted(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        assert not page.locator("[data-leaves]").is_visible()
        assert not page.locator(".chart").is_visible()
        page.get_by_label("order", exact=True).check()
        assert said(page) == (
            "7 of 9 leaves are looked at. In the best order they are 3¹ + 3¹ − 1 = 5."
        )
        press(page, "Best first")
        assert tree_of(page) == BEST
        assert said(page).startswith("5 of 9 leaves")
        best = page.get_by_role("button", name="Best first")
        assert best.get_attribute("aria-pressed") == "true"
        press(page, "Worst first")
        assert tree_of(page) == WORST
        assert said(page).startswith("9 of 9 leaves")
        assert page.locator(".here").count() == 1
        page.reload()
        assert tree_of(page) == WORST
        press(page, "As it is")
        assert tree_of(page) == AIMA
        press(page, "Undo")
        assert tree_of(page) == WORST
        press(page, "Back to the exercise")
        assert tree_of(page) == AIMA
        assert best.get_attribute("aria-pressed") == "false"


def test_children_of_one_node_are_put_in_order(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_label("order", exact=True).check()
        page.locator("[data-node='3'] button").click()
        page.locator("[data-scope]").select_option(label="B3 alone")
        press(page, "Best first")
        assert tree_of(page) == '[[3,12,8],[2,"x","y"],[2,5,14]]'
        assert said(page).startswith("5 of 9 leaves")
        assert page.locator("[aria-pressed='true']").count() == 0
        press(page, "Worst first")
        assert tree_of(page) == AIMA
        press(page, "As it is")
        assert tree_of(page) == AIMA


def test_orders_that_are_drawn_are_the_same_each_time(
    file: Path, chromium: Any
) -> None:
    drawn_orders = []
    for _ in range(2):
        with opened(chromium, file) as seen_page:
            seen_page.page.get_by_label("order", exact=True).check()
            orders = []
            for _ in range(3):
                press(seen_page.page, "Shuffle")
                orders.append(tree_of(seen_page.page))
            drawn_orders.append(orders)
    assert drawn_orders[0] == drawn_orders[1]
    assert len({*drawn_orders[0], AIMA}) == 4
    leaves = sorted(json.dumps(json.loads(AIMA)))
    assert all(sorted(json.dumps(json.loads(o))) == leaves for o in drawn_orders[0])


def test_tree_that_is_changed_is_the_given_one_from_then_on(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_label("order", exact=True).check()
        press(page, "Best first")
        page.locator("[data-node='4'] input").fill("4")
        changed = BEST.replace("[3,", "[4,")
        assert tree_of(page) == changed
        press(page, "Worst first")
        press(page, "As it is")
        assert tree_of(page) == changed


@pytest.mark.parametrize(
    "state", ["given=abc&tree=[1,2]", "given=[1,2]&order=none", "order=best"]
)
def test_address_with_an_odd_order_opens(state: str, file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.goto("about:blank")
        seen_page.page.goto(f"{file.as_uri()}#{state}&orders=1")
        assert " leaves are looked at." in said(seen_page.page)


def test_tree_that_is_not_complete_has_no_best_case(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.goto("about:blank")
        seen_page.page.goto(f"{file.as_uri()}#tree=[[1,2],3]&orders=1")
        assert said(seen_page.page) == "3 of 3 leaves are looked at."
        assert seen_page.page.locator(".here").count() == 0
        assert (
            "2 children of each node"
            in seen_page.page.locator("figcaption").inner_text()
        )


# --- The chart ---


def counted_by_the_reference(counts: Counts) -> tuple[int, int]:
    """Return how many leaves the worst order and the best one need."""
    shape = (counts.branching, counts.depth)
    worst, best = (
        len(
            observe(
                Problem(Tree.from_nested(uniform(*shape, best_first=is_best)))
            ).visited
        )
        for is_best in (False, True)
    )
    return worst, best


def test_chart_shows_what_growth_counts(file: Path, chromium: Any) -> None:
    expected = list(growing_counts((2, 3, 4, 5), 700))
    for counts in expected:
        assert counted_by_the_reference(counts) == (counts.worst, counts.perfect)
        assert counts.perfect == counts.fewest
        assert counts.perfect <= counts.random <= counts.worst
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_label("order", exact=True).check()
        for b in (2, 3, 4, 5):
            page.evaluate(f"location.hash = '#tree={json.dumps([[0] * b] * b)}'")
            caption = page.locator("figcaption")
            wait_until(
                page,
                "b => document.querySelector('figcaption').innerText.includes(`${b} children`)",
                b,
            )
            assert caption.is_visible()
            rows = [row for row in expected if row.branching == b]
            cells = page.locator(".counts tbody tr").evaluate_all(
                "rows => rows.map((row) => [...row.cells].map((cell) => Number(cell.textContent)))"
            )
            assert cells == [
                [row.depth, row.worst, round(row.random, 1), row.perfect]
                for row in rows
            ]
            assert heights(page) == pytest.approx(
                [
                    leaves
                    for name in ("worst", "random", "perfect")
                    for leaves in (getattr(row, name) for row in rows)
                ],
                rel=0.04,
            )


def heights(page: Any) -> list[float]:
    """Return the leaves that the dots of a chart stand for, by the scale at its side."""
    values: list[float] = page.evaluate("""() => {
      const ticks = [...document.querySelectorAll(".chart .end")];
      const y = (tick) => Number(tick.getAttribute("y")) - 4;
      const decade = y(ticks[0]) - y(ticks[1]);
      const dots = [...document.querySelectorAll(".chart .dot")];
      return dots.map((dot) => 10 ** ((y(ticks[0]) - Number(dot.getAttribute("cy"))) / decade));
    }""")
    return values


# --- A large tree as a whole ---

SCROLLS = """(() => {
  const { scrollWidth, clientWidth } = document.querySelector("[data-stage]").parentElement;
  return scrollWidth > clientWidth;
})()"""
SIZES = "all => all.map((text) => parseFloat(getComputedStyle(text).fontSize))"


@pytest.mark.parametrize("exercise", ["19", "20"])
def test_81_leaves_are_seen_at_once_and_can_be_read(
    exercise: str, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, page_of(exercise, tmp_path), 1024) as seen_page:
        page = seen_page.page
        page.set_viewport_size({"width": 1024, "height": 768})
        page.keyboard.press("End")
        boxes = page.locator(".spot .inside").evaluate_all(
            "all => all.map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.right, b.bottom])"
        )
        assert len(boxes) == 81 + 40
        assert min(left for left, _, _ in boxes) >= 0
        assert max(right for _, right, _ in boxes) <= 1024
        assert max(bottom for _, _, bottom in boxes) <= 768
        assert not page.evaluate(SCROLLS)
        # The search is followed at the inner nodes, of which most have their values.
        names = page.locator(":is(.max, .min) .inside").evaluate_all(SIZES)
        assert min(names) >= 9
        for node in (0, 1, 2, 3, 4, 7):
            for told in (".value", ".entry"):
                assert page.locator(f"[data-node='{node}'] {told}").is_visible()
        values = page.locator(".value:visible").evaluate_all(SIZES)
        assert min(values) >= 12
        movers = page.locator(".mover:visible").all_inner_texts()
        assert movers == ["MAX", "MIN", "MAX", "MIN"]
        page.get_by_label("whole tree").uncheck()
        size = "leaf => parseFloat(getComputedStyle(leaf).fontSize)"
        assert page.locator(".leaf input").first.evaluate(size) >= 11
        page.get_by_label("whole tree").check()
        assert page.locator(".leaf input").first.evaluate(size) < 11


def test_whole_tree_is_offered_only_where_it_has_no_room(
    file: Path, chromium: Any
) -> None:
    """A telephone begins with text that can be read, and scrolls."""
    with opened(chromium, file, 390) as seen_page:
        whole = seen_page.page.get_by_label("whole tree")
        assert not whole.is_visible()
        seen_page.page.set_viewport_size({"width": 200, "height": 800})
        wait_until(
            seen_page.page,
            "!document.querySelector('[data-whole]').parentElement.hidden",
        )
        assert not whole.is_checked()
