"""The lecture's page: its own search is the reference's on thousands of trees, and all that is changed is kept."""

import json
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autograder.cli.command_line import main
from autograder.core.exercises.load import DEFAULTS, load_set, searchable_exercise
from autograder.core.exercises.model import FixedExercise
from autograder.teach.walkthrough import walkthrough_of
from autograder.teach.worksheets import RULES, for_scripts, lecture_page
from autograder.tell.pages.picture import best_line, labels_of
from autograder.tell.trace import recorded
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem
from reference.proof import proved_values
from tests.browser import opened, wait_until
from tests.sets import PROJECT, Typed, written

OF_RULE: dict[str, dict[str, Any]] = {
    "minimax": {"interface": "minimax"},
    "alpha-beta": {},
    "strict": {"prune_when": "alpha > beta"},
    "fail-hard": {"interface": "minimax_ab"},
    "aspiration": {
        "interface": "aspiration_search",
        "window": (-inf, inf),
        "guess": 1,
        "epsilon": 2,
    },
}
SEARCHES_OF_THE_PAGE = """cases => (RULES.aspiration = {...RULES["alpha-beta"], first: [-1, 3]}) &&
cases.map(([tree, players, ends]) => Object.keys(RULES).map(name => {
  const nodes = planted(tree, players);
  const steps = searched(nodes, ends.map(worth), RULES[name]);
  const returns = steps.filter(({kind}) => kind === "return");
  return [
    steps.filter(({kind}) => kind === "look").map(({node}) => nodes[node].name),
    plain(steps.at(-1).v),
    Object.fromEntries(returns.map(({node, meaning}) => [nodes[node].name, meaning])),
    bestLine(nodes, lastPass(steps)).map((node) => nodes[node].name),
  ];
}))"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("lecture") / "lecture.html"
    assert main(["show", "01", "--html", str(page)]) == 0
    return page


def unfold(page: Any) -> None:
    """Open the folded parts."""
    for summary in page.locator("details:not([open]) > summary").all()[::-1]:
        summary.click()
    wait_until(page, "location.hash.includes('rules=1&editor=1')")


def nested(random: Random, plies: int) -> Any:
    """Return a tree in which ties, lone children and infinite leaves are frequent."""
    if plies == 0 or random.random() < 0.2:
        return random.choice(
            [
                random.randint(-4, 4),
                random.randint(-4, 4),
                random.randint(-4, 4),
                inf,
                -inf,
            ]
        )
    return [nested(random, plies - 1) for _ in range(random.randint(1, 3))]


def in_json(entry: Any) -> Any:
    if isinstance(entry, list):
        return list(map(in_json, entry))
    return str(entry) if isinstance(entry, float) else entry


def facts_of(problem: Problem) -> list[Any]:
    """Return the looks of the reference, its value, its proofs, and the best line."""
    tree, observation = problem.tree, recorded(problem)
    names = [tree.name(leaf) for leaf in observation.looks]
    meanings = {
        tree.name(node): proved.meaning
        for node, proved in proved_values(problem, observation).items()
        if not tree.is_leaf(node)
    }
    best = [tree.name(node) for node in best_line(problem, observation.calls)]
    return [names, in_json(observation.value), meanings, best]


def test_lecture_pages_search_equals_the_references(file: Path, chromium: Any) -> None:
    random, cases, right = Random(1), [], []
    for number in range(2000):
        tree = [nested(random, 3) for _ in range(2)]
        players = random.choice([["MAX", "MIN"], ["MIN", "MAX"], ["MAX", "MIN", "MIN"]])
        ends = (
            (-inf, inf) if number % 2 else (random.randint(-4, 0), random.randint(1, 4))
        )
        cases.append([in_json(tree), players, [str(end) for end in ends]])
        problem = Problem(Tree.from_nested(tree, players), window=ends)
        problems = [problem._replace(**terms) for terms in OF_RULE.values()]
        right.append(list(map(facts_of, problems)))
    with opened(chromium, file) as seen_page:
        answers = seen_page.page.evaluate(SEARCHES_OF_THE_PAGE, cases)
    assert [
        case
        for case, answer, other in zip(cases, answers, right, strict=True)
        if answer != other
    ] == []
    assert (
        len(
            {
                json.dumps([search[:2] for search in searches_of_case[1:]])
                for searches_of_case in right
            }
        )
        > 1000
    )
    assert list(OF_RULE) == [*RULES, "aspiration"]


@pytest.mark.parametrize(
    ("players", "leaf"), [(["MAX", "MIN"], 5), (["MIN", "MAX"], 1)]
)
def test_cutoff_names_the_node_that_set_the_bound_first(
    players: list[str], leaf: int, file: Path, chromium: Any
) -> None:
    """B1 sets its bound to 3; an equal value at D1 sets nothing, and at E2 it is cut off."""
    bounds = """([tree, players]) => {
      const nodes = planted(tree, players);
      const steps = searched(nodes, [-Infinity, Infinity], RULES["alpha-beta"]);
      const cuts = steps.filter(({kind}) => kind === "cutoff");
      return cuts.map(({node, bound}) => [nodes[node].name, nodes[bound].name]);
    }"""
    tree = [[3, [[3, [leaf, 9]]]]]
    with opened(chromium, file) as seen_page:
        named = seen_page.page.evaluate(bounds, [in_json(tree), players])
    assert named == [["E2", "B1"]]


def test_lecture_page_is_stepped_by_keys_and_buttons(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page, caption = seen_page.page, seen_page.page.locator("[data-said]")
        assert caption.inner_text() == "MAX moves at A1. Nothing is searched yet."
        for key in ("ArrowRight", "PageDown", "ArrowRight", "ArrowRight"):
            page.keyboard.press(key)
        assert caption.inner_text() == "C4 is looked at: 2."
        page.get_by_label("pause before cutoffs").check()
        page.get_by_role("button", name="Next").click()
        assert (
            caption.inner_text()
            == "At B2 MIN has 2; alpha is 3, beta stays ∞. What is next?"
        )
        page.get_by_role("button", name="Next").click()
        assert caption.inner_text() == (
            "Cutoff at B2: v = 2 ≤ alpha = 3. B2 is worth at most 2, and MAX already has 3 at A1. "
            "So C5 and C6 are pruned."
        )
        pruned = [
            page.locator(f"[data-node='{node}']").get_attribute("data-state")
            for node in (8, 9, 10)
        ]
        assert pruned == ["pruned", "pruned", ""]
        page.get_by_label("steps by").select_option("line")
        page.keyboard.press("Home")
        page.get_by_role("button", name="Next").focus()
        page.keyboard.press("Enter")
        assert caption.inner_text() == "MAX moves at A1, with alpha = -∞ and beta = ∞."
        page.get_by_role("button", name="Last").click()
        assert caption.inner_text().startswith("A1 returns 3: MAX plays B1")
        assert page.locator("[data-visits]").inner_text() == "C1 C2 C3 C4 C7 C8 C9"
        assert (
            page.get_by_role("button", name="Next").get_attribute("aria-disabled")
            == "true"
        )


@pytest.mark.parametrize("state", ["at=1.5", "rule=toString"])
def test_lecture_page_opens_with_an_address_that_does_not_fit(
    state: str, file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.goto("about:blank")
        seen_page.page.goto(f"{file.as_uri()}#{state}")
        assert seen_page.page.locator("[data-said]").inner_text()


def test_code_on_paper_has_nine_points(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.emulate_media(media="print")
        size = "line => parseFloat(getComputedStyle(line).fontSize)"
        assert seen_page.page.locator("[data-lines] li").first.evaluate(size) >= 12


def test_cancelled_touch_moves_no_node(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        before = seen_page.page.locator("[data-source]").input_value()
        seen_page.page.evaluate("""() => {
          const said = (where, kind, clientX) => where.dispatchEvent(new PointerEvent(kind, {clientX, bubbles: true}));
          said(document.querySelector("[data-node='1']"), "pointerdown", 100);
          said(document, "pointercancel", 100);
          said(document, "pointerup", 1200);
        }""")
        assert seen_page.page.locator("[data-source]").input_value() == before


@pytest.mark.parametrize(
    "folder", ["minimax", "minimax_ab", "negamax", "minimax_array", "aspiration_search"]
)
def test_the_page_begins_with_the_search_of_its_exercise(
    folder: str, file: Path, chromium: Any
) -> None:
    exercises = load_set(PROJECT / "exercises" / folder).exercises
    if folder == "aspiration_search":  # its passes may compare strictly
        exercises += tuple(
            exercise._replace(
                pattern=exercise.pattern._replace(prune_when="alpha > beta")
            )
            for exercise in exercises
            if isinstance(exercise, FixedExercise)
        )
    walks = [walkthrough_of(exercise) for exercise in exercises]
    made = [for_scripts(walk.problem, walk.exercise.unneeded) for walk in walks]
    with opened(chromium, file) as seen_page:
        answers = seen_page.page.evaluate(
            "made => made.map(({tree, players, window: ends, rule, guess: [g, e] = [0, 0], within}) => {"
            " const nodes = planted(tree, players), first = {...RULES[within], first: [g - e, g + e]};"
            " return searched(nodes, ends.map(worth), RULES[rule] ?? first).filter(({kind}) => kind === 'look')"
            ".map(({node}) => nodes[node].name); })",
            made,
        )
    assert answers == [
        list(map(walk.problem.tree.name, observe(walk.problem).looks)) for walk in walks
    ]


@pytest.mark.parametrize("number", ["04", "06", "09"])
def test_windows_are_those_on_entry_as_in_a_report(
    number: str, chromium: Any, tmp_path: Path
) -> None:
    exercises = load_set(PROJECT / "exercises", f"{number}*").exercises
    walk = walkthrough_of(exercises[0])
    labels = labels_of(walk.problem, recorded(walk.problem))
    right = {
        node: label.window
        for node, label in labels.items()
        if not walk.problem.tree.is_leaf(node)
    }
    page_file = written(tmp_path / "lecture.html", lecture_page(walk))
    with opened(chromium, page_file) as seen_page:
        seen_page.page.keyboard.press("End")
        windows = {
            node: seen_page.page.locator(f"[data-node='{node}'] .window").inner_text()
            for node in right
        }
    assert windows == right
    assert len({*right.values()}) > 1


def test_bounds_and_present_windows_stand_beside_nodes(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        values = [page.locator(f"[data-node='{node}'] .value") for node in range(4)]
        assert [value.inner_text() for value in values] == ["≥ 3", "3", "≤ 2", ""]
        root = page.locator("[data-node='0']")
        assert root.locator(".entry").inner_text() == "(-∞, ∞)"
        assert root.locator(".present").inner_text() == "now (3, ∞)"
        label = page.locator("[data-node='2'] button").get_attribute("aria-label")
        assert label == (
            "B2, MIN, child of A1 MAX, best value so far 2, worth at most 2, "
            "window on entry (3, ∞)"
        )
        page.keyboard.press("End")
        assert [value.inner_text() for value in values] == ["3", "3", "≤ 2", "2"]
        assert page.locator(".present").all_inner_texts() == [""] * len(
            page.locator(".spot").all()
        )


def test_return_of_a_bound_says_so(chromium: Any, tmp_path: Path) -> None:
    walk = walkthrough_of(load_set(PROJECT / "exercises", "15*").exercises[0])
    page_file = written(tmp_path / "lecture.html", lecture_page(walk))
    with opened(chromium, page_file) as seen_page:
        seen_page.page.keyboard.press("End")
        caption = seen_page.page.locator("[data-said]").inner_text()
    assert caption == (
        "A1 returns 5: the search is over. A1 is worth at most 5, perhaps less."
    )


def test_both_passes_of_an_aspiration_search_are_shown(
    chromium: Any, tmp_path: Path
) -> None:
    folder = PROJECT / "exercises" / "aspiration_search"
    walks = [walkthrough_of(exercise) for exercise in load_set(folder).exercises]
    walk, looks = next(
        (walk, looks)
        for walk in walks
        if len(looks := observe(walk.problem).looks) > len({*looks})
    )
    with opened(
        chromium, written(tmp_path / "lecture.html", lecture_page(walk))
    ) as seen_page:
        page, caption, captions = (
            seen_page.page,
            seen_page.page.locator("[data-said]"),
            [],
        )
        unfold(page)
        page.get_by_label("steps by").select_option("line")
        while (
            page.get_by_role("button", name="Next").get_attribute("aria-disabled")
            == "false"
        ):
            page.keyboard.press("ArrowRight")
            captions.append(caption.inner_text())
        assert (
            sum("searched again, with the whole window" in text for text in captions)
            == 1
        )
        assert sum("is looked at" in text for text in captions) == len(looks)
        assert page.locator(
            "[data-rule='aspiration'] [data-count]"
        ).inner_text() == str(len(looks))
        right = observe(
            walk.problem._replace(
                interface="max_value/min_value", guess=None, epsilon=None
            )
        )
        assert page.locator("[data-visits]").inner_text().split() == list(
            map(walk.problem.tree.name, right.looks)
        )
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as an exercise").click()
        download.value.save_as(tmp_path / "saved.json")
    (tmp_path / "assignment.json").write_text('{"title": "Lecture"}', "utf-8")
    assert (
        observe(searchable_exercise(tmp_path / "saved.json", DEFAULTS)[0].pattern).looks
        == looks
    )


def test_long_names_and_two_hundred_leaves_stay_legible(
    chromium: Any, tmp_path: Path
) -> None:
    long = {
        "name": "a name too long",
        "children": [{"name": "another name too long", "value": 10**15}, 1],
    }
    tree = {"title": "One", "tree": [long, *([leaf] * 22 for leaf in range(9))]}
    (tmp_path / "1.json").write_text(json.dumps(tree), "utf-8")
    assert (
        main(["show", str(tmp_path / "1.json"), "--html", str(tmp_path / "x.html")])
        == 0
    )
    with opened(chromium, tmp_path / "x.html", 390) as seen_page:
        assert (
            seen_page.page.get_by_title("another name too long").inner_text().strip()
            == "another …"
        )
        assert (
            seen_page.page.get_by_role(
                "textbox", name="another name too long, 1000000000000000, child"
            ).count()
            == 1
        )
        for where in ("First", "Last"):
            seen_page.page.keyboard.press("End" if where == "Last" else "Home")
        for _ in range(2):
            seen_page.page.keyboard.press("ArrowLeft")
        now = seen_page.page.locator("[data-now] .inside")
        assert 0 <= now.bounding_box()["x"] <= 390  # the tree is scrolled to it
        assert not seen_page.overflows


def nodes_beyond(page: Any) -> list[str]:
    """Return the nodes of a tree that are not within its scroller, or lie on the number of a visit."""
    answers = page.evaluate("""() => {
      const { left, right } = document.querySelector(".scroll").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".spot > *")].filter((e) => e.textContent || e.matches("input"))
        .map((e) => [e.value ?? e.textContent, e.className, e.getBoundingClientRect()]);
      const cut = boxes.filter(([, , box]) => box.left < left - 0.5 || box.right > right + 0.5);
      const covered = boxes.filter(([, kind, badge], index) => kind === "badge" && boxes.some(([, other, box], at) =>
        at !== index && other.includes("inside") && box.left > badge.left
        && box.left < badge.right - 0.5 && box.top < badge.bottom && badge.top < box.bottom));
      return [...cut, ...covered].map(([text, kind]) => `${kind} ${text}`);
    }""")
    return list(answers)


def test_25_leaves_are_legible_on_a_projector(chromium: Any, tmp_path: Path) -> None:
    assert main(["show", "04", "--html", str(tmp_path / "x.html")]) == 0
    with opened(chromium, tmp_path / "x.html", 1024) as seen_page:
        page = seen_page.page
        page.set_viewport_size({"width": 1024, "height": 768})
        page.keyboard.press("End")
        assert page.locator(".leaf input").count() == 25
        sizes = {
            kind: float(
                page.locator(f".spot {kind}")
                .last.evaluate("element => getComputedStyle(element).fontSize")
                .removesuffix("px")
            )
            for kind in ("input", ".window", ".name", ".badge")
        }
        assert sizes["input"] >= 15
        assert min(sizes.values()) >= 11
        assert nodes_beyond(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_tree_of_nine_leaves_fits_a_telephone(
    width: int, file: Path, chromium: Any
) -> None:
    with opened(chromium, file, width) as seen_page:
        seen_page.page.keyboard.press("End")
        assert nodes_beyond(seen_page.page) == []


def test_tree_is_placed_anew_in_another_window(file: Path, chromium: Any) -> None:
    with opened(chromium, file, 1280) as seen_page:
        seen_page.page.keyboard.press("End")
        for width in (390, 844, 390):
            seen_page.page.set_viewport_size({"width": width, "height": 800})
            seen_page.page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
            )
            assert nodes_beyond(seen_page.page) == []


def counts(page: Any) -> list[str]:
    return list(page.locator("[data-count]").all_inner_texts())


def test_changed_leaf_is_searched_at_once_and_kept_in_the_address(
    file: Path, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        assert counts(page) == ["9", "7", "7", "7"]
        page.get_by_role("button", name="Last").click()
        page.locator("[data-node='7'] input").fill("9")  # C4; x counts as 0
        assert counts(page) == ["9", "8", "8", "8"]
        page.locator("[data-node='7'] input").press("ArrowDown")
        assert "8" in page.evaluate("location.hash")
        page.locator("[data-node='7'] input").fill("many")
        assert (
            page.locator("[data-node='7'] input").get_attribute("aria-invalid")
            == "true"
        )
        assert counts(page) == ["9", "8", "8", "8"]
        # B2, with x and y behind B3.
        page.locator("[data-node='2'] button").press("Alt+ArrowRight")
        assert "[[3,12,8],[14,5,2],[8,%22x%22,%22y%22]]" in page.evaluate(
            "location.hash"
        )
        assert page.evaluate("document.activeElement.textContent") == "B3"
        page.locator("[data-rule='strict'] input").check()
        address = page.evaluate("location.href")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as an exercise").click()
        download.value.save_as(tmp_path / "saved.json")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this page").click()
        download.value.save_as(tmp_path / "saved.html")
        page.goto("about:blank")
        page.goto(address)
        assert (
            page.locator("[data-source]").input_value()
            == '[[3,12,8],[14,5,2],[8,"x","y"]]'
        )
        assert page.locator("[data-rule='strict'] input").is_checked()
    (tmp_path / "assignment.json").write_text('{"title": "Lecture"}', "utf-8")
    saved = searchable_exercise(tmp_path / "saved.json", DEFAULTS)[0]
    assert saved.pattern.prune_when == "alpha > beta"
    with opened(chromium, tmp_path / "saved.html") as seen_page:
        unfold(seen_page.page)
        assert (
            seen_page.page.locator("[data-source]").input_value()
            == '[[3,12,8],[14,5,2],[8,"x","y"]]'
        )
        assert (
            seen_page.page.locator("[data-said]").inner_text().startswith("A1 returns")
        )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("abc", 'C1 stays 3: "abc" is no number. Write a number, inf or -inf.'),
        (
            "1,000",
            'C1 stays 3: the comma in "1,000" is not clear, write 1000 or use a point. Write a number, inf or -inf.',
        ),
        ("-", ""),
        ("", ""),
    ],
)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (320, "dark")])
def test_leaf_that_is_no_number_is_refused_at_once_and_seen(
    width: int, scheme: str, typed: str, told: str, file: Path, chromium: Any
) -> None:
    with opened(chromium, file, width, scheme) as seen_page:
        page, refused = seen_page.page, seen_page.page.locator("[data-refused]")
        page.keyboard.press("End")
        leaf = page.locator("[data-node='4'] input")
        before = leaf.evaluate("leaf => getComputedStyle(leaf).borderColor")
        leaf.fill(typed)
        assert refused.inner_text() == told
        marked = leaf.evaluate("leaf => getComputedStyle(leaf).borderColor")
        assert marked != before
        leaf.evaluate("leaf => leaf.blur()")
        assert leaf.input_value() == "3"
        assert leaf.get_attribute("aria-invalid") is None
        assert refused.inner_text().startswith("C1 stays 3: ")
        box = refused.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 300
        seen_page.is_fit_for_everyone()
        page.keyboard.press("Home")
        assert refused.inner_text() == ""


def test_number_that_would_be_rounded_is_refused_wherever_it_is_written(
    file: Path, chromium: Any
) -> None:
    """JavaScript keeps fewer digits than people can write."""
    kept = [
        "9007199254740992",
        "100000000000000000",
        "1e300",
        "0.1",
        "1.50",
        "-0",
        ".5",
    ]
    rounded = ["9007199254740993", "1152921504606846976", "1e400", "1e-400"]
    rounded += ["0.12345678901234567890", "-9007199254740993"]
    cannot = "the page cannot keep 9007199254740993 exactly."
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page, refused = seen_page.page, seen_page.page.locator("[data-refused]")
        numbers = page.evaluate(
            "texts => texts.map((text) => Number.isNaN(worth(text)))", kept + rounded
        )
        assert numbers == [False] * len(kept) + [True] * len(rounded)
        before = page.evaluate("location.hash")
        page.locator("[data-node='4'] input").fill(rounded[0])
        assert refused.inner_text().startswith(f"C1 stays 3: {cannot}")
        page.locator("[data-alpha]").fill(rounded[0])
        page.locator("[data-alpha]").press("Enter")
        assert refused.inner_text().startswith(f"The window stays as it is: {cannot}")
        for tree, suffix in (
            ("[2, 9007199254740993]", " at place 5"),
            ("[2, '9007199254740993']", ""),
        ):
            page.locator("[data-source]").fill(tree)
            page.get_by_role("button", name="Use this tree").click()
            assert f"9007199254740993{suffix} exactly. Write" in refused.inner_text()
        assert page.evaluate("location.hash") == before
        page.locator("[data-source]").fill(f"[1, {kept[0]}]")
        page.get_by_role("button", name="Use this tree").click()
        assert page.locator("[data-node='2'] input").input_value() == kept[0]


@pytest.mark.parametrize(
    ("alpha", "beta", "told"),
    [
        ("abc", "3", '"abc" is no number. Write numbers, inf or -inf.'),
        ("1,000", "2000", 'the comma in "1,000" is not clear'),
        ("3", "3", "alpha must be less than beta."),
    ],
)
def test_window_that_is_none_is_refused_and_seen(
    alpha: str, beta: str, told: str, file: Path, chromium: Any
) -> None:
    with opened(chromium, file, 390) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        page.locator("[data-beta]").fill(beta)
        page.locator("[data-beta]").press("Enter")
        before = page.evaluate("location.hash")
        page.locator("[data-alpha]").fill(alpha)
        page.locator("[data-alpha]").press("Enter")
        refused = page.locator("[data-refused]")
        shown_text = refused.inner_text()
        assert shown_text.startswith(f"The window stays as it is: {told}")
        assert refused.bounding_box()["y"] >= 0
        assert page.locator("[data-alpha]").get_attribute("aria-invalid") == "true"
        page.keyboard.press("PageDown")
        page.keyboard.press("PageUp")
        assert page.evaluate("location.hash") == before
        assert page.locator("[data-alpha]").input_value() == "-∞"


def pressed(page: Any, *names: str) -> str:
    """Return the tree after some buttons were pressed."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
    return str(page.locator("[data-source]").input_value())


def test_every_change_of_the_tree_is_undone_and_done_again(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page, source = seen_page.page, seen_page.page.locator("[data-source]")
        trees = [source.input_value()]
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.locator("[data-node='4'] input").press_sequentially("-17")
        trees.append(source.input_value())
        page.locator("[data-node='2'] button").press("Alt+ArrowRight")
        trees.append(source.input_value())
        trees.append(pressed(page, "Random tree"))
        source.fill("[[1, 2], 3]")
        trees.append(pressed(page, "Use this tree"))
        assert len({*trees}) == 5
        assert [pressed(page, "Undo") for _ in trees[1:]] == trees[-2::-1]
        undo = page.get_by_role("button", name="Undo", exact=True)
        assert undo.get_attribute("aria-disabled") == "true"
        assert page.locator("[data-at]").inner_text() == "step 3 of 9"
        assert [pressed(page, "Redo") for _ in trees[1:]] == trees[1:]
        page.locator("[data-node='0'] button").focus()
        page.keyboard.press("Control+z")
        assert source.input_value() == trees[3]
        page.keyboard.press("Control+Shift+Z")
        assert source.input_value() == trees[4]
        assert pressed(page, "Back to the exercise") == trees[0]
        assert pressed(page, "Undo") == trees[4]


def test_terms_of_the_search_are_undone_and_a_reload_finds_the_exercise(
    file: Path, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        before = page.evaluate("location.hash")
        page.locator("[data-players]").select_option("MIN,MAX")
        page.locator("[data-beta]").fill("9")
        page.locator("[data-beta]").press("Enter")
        pressed(page, "Random tree")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this page").click()
        download.value.save_as(tmp_path / "saved.html")
        page.reload()
        back = page.get_by_role("button", name="Back to the exercise")
        undo = page.get_by_role("button", name="Undo")
        assert back.get_attribute("aria-disabled") == "false"
        assert undo.get_attribute("aria-disabled") == "true"
        pressed(page, "Back to the exercise")
        assert page.evaluate("location.hash") == before
        assert back.get_attribute("aria-disabled") == "true"
        page.locator("[data-players]").select_option("MIN,MAX")
        pressed(page, "Undo")
        assert page.evaluate("location.hash") == before
    with opened(chromium, tmp_path / "saved.html") as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        before = page.locator("[data-source]").input_value()
        pressed(page, "Random tree", "Random tree")
        assert pressed(page, "Back to the exercise") == before


def headings(page: Any) -> set[str]:
    return {page.locator("h1").inner_text(), page.title()}


def test_title_is_hidden_until_the_search_is_over(file: Path, chromium: Any) -> None:
    title = load_set(PROJECT / "exercises", "01*").exercises[0].title
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        visible = page.locator("body").inner_text()
        assert title not in visible
        assert headings(page) == {"A tree to search", "01: a tree to search"}
        page.keyboard.press("End")
        assert headings(page) == {title}
        page.keyboard.press("ArrowLeft")
        assert headings(page) == {"A tree to search", "01: a tree to search"}


def test_tab_of_an_exercise_without_a_number_does_not_tell_its_name(
    chromium: Any, tmp_path: Path
) -> None:
    exercise = load_set(PROJECT / "exercises", "01*").exercises[0]
    walk = walkthrough_of(exercise._replace(id="never_pruned"))
    page_file = written(tmp_path / "lecture.html", lecture_page(walk))
    with opened(chromium, page_file) as seen_page:
        assert seen_page.page.title() == "9 leaves: a tree to search"


def test_address_of_a_step_shows_its_node_on_a_telephone(
    chromium: Any, tmp_path: Path
) -> None:
    page_file = tmp_path / "lecture.html"
    assert main(["show", "04", "--html", str(page_file)]) == 0
    with opened(chromium, page_file, 390) as seen_page:
        page = seen_page.page
        page.goto(f"{page_file.as_uri()}#at=17")
        page.reload()
        now = page.locator("[data-now] .inside").bounding_box()
        assert 0 <= now["x"] <= 390 - now["width"]


def test_title_on_the_page_writes_infinity_as_the_drawing_does(
    chromium: Any, tmp_path: Path
) -> None:
    exercise = load_set(PROJECT / "exercises", "12*").exercises[0]
    assert isinstance(exercise, FixedExercise)
    walk = walkthrough_of(exercise)
    page_file = written(tmp_path / "lecture.html", lecture_page(walk))
    with opened(chromium, page_file) as seen_page:
        seen_page.page.keyboard.press("End")
        assert headings(seen_page.page) == {"Wins and losses: ∞ and -∞"}


def test_another_tree_does_not_keep_the_title(
    file: Path, chromium: Any, tmp_path: Path
) -> None:
    title = load_set(PROJECT / "exercises", "01*").exercises[0].title
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        page.keyboard.press("End")
        leaf = page.locator("[data-node='4'] input")
        leaf.press("ArrowUp")
        assert headings(page) == {f"{title} (changed)"}
        leaf.press("ArrowDown")
        assert headings(page) == {title}
        pressed(page, "Random tree", "Last")
        assert headings(page) == {"A random tree"}
        page.reload()
        assert headings(page) == {"A random tree"}
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as an exercise").click()
        download.value.save_as(tmp_path / "saved.json")
        saved = json.loads((tmp_path / "saved.json").read_text("utf-8"))
        assert saved["title"] == "A random tree"
        page.locator("[data-source]").fill("[[1, 2], 3]")
        pressed(page, "Use this tree", "Last")
        assert headings(page) == {"A tree of your own"}


def test_children_are_added_and_taken_away_by_buttons_and_keys(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        unfold(page)
        name = page.locator("[data-name]")
        assert name.inner_text() == "A1"
        assert page.get_by_role("button", name="Remove").get_attribute(
            "aria-disabled"
        ) == ("true")
        before = page.locator("[data-source]").input_value()
        page.locator("[data-node='1'] button").click()
        assert name.inner_text() == "B1"
        tree = pressed(page, "Add a child")
        assert tree == '[[3,12,8,0],[2,"x","y"],[14,5,2]]'
        assert name.inner_text() == "C4"
        page.keyboard.type("7")
        assert pressed(page) == '[[3,12,8,7],[2,"x","y"],[14,5,2]]'
        assert pressed(page, "Add a child") == '[[3,12,8,[7]],[2,"x","y"],[14,5,2]]'
        page.keyboard.press("Alt+Delete")
        assert pressed(page) == '[[3,12,8,7],[2,"x","y"],[14,5,2]]'
        assert name.inner_text() == "C4"
        assert pressed(page, "Remove") == before
        assert name.inner_text() == "C3"
        page.locator("[data-node='3'] button").focus()
        page.keyboard.press("Alt+ArrowDown")
        assert pressed(page) == '[[3,12,8],[2,"x","y"],[14,5,2,0]]'
        page.keyboard.press("Control+z")
        page.locator("[data-node='3'] button").focus()
        page.keyboard.press("Alt+Backspace")
        assert pressed(page) == '[[3,12,8],[2,"x","y"]]'
        page.locator("[data-node='0'] button").focus()
        page.keyboard.press("Alt+Delete")
        refused = page.locator("[data-refused]")
        assert refused.inner_text() == "The root stays: a tree has at least one node."
        page.locator("[data-source]").fill(json.dumps([[0] * 200]))
        pressed(page, "Use this tree", "Add a child")
        assert refused.inner_text().startswith("The tree has 201 leaves; at most 200")
        page.keyboard.press("End")
        assert page.locator("[data-said]").inner_text().startswith("A1 returns 0")


def test_random_tree_has_the_size_that_is_chosen(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        unfold(page)
        page.locator("[data-plies]").select_option("4")
        page.locator("[data-branching]").select_option("2")
        pressed(page, "Random tree")
        assert page.locator("li li li li li").count() == 2**4
        assert page.locator("[data-node]").count() == 2**5 - 1
        before = page.locator("[data-source]").input_value()
        page.locator("[data-plies]").select_option("6")
        page.locator("[data-branching]").select_option("5")
        assert pressed(page, "Random tree") == before
        assert page.locator("[data-refused]").inner_text() == (
            "Such a tree has 15625 leaves; at most 200 can be shown. Nothing was changed."
        )


def test_search_is_played_and_paused(file: Path, chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, file) as seen_page:
        page, at = seen_page.page, seen_page.page.locator("[data-at]")
        # The page's clock is the test's.
        page.evaluate("""() => {
          window.setInterval = (tick, time) => { window.tick = tick; window.time = time; return 7; };
          window.clearInterval = (timer) => { if (timer === 7) window.tick = () => {}; };
        }""")
        pressed(page, "Play")
        assert page.evaluate("time") == 2000
        page.evaluate("tick(); tick()")
        assert at.inner_text() == "step 2 of 9"
        pressed(page, "Pause")
        page.evaluate("tick()")
        assert at.inner_text() == "step 2 of 9"
        page.get_by_label("pause before cutoffs").check()
        page.get_by_label("a step every").select_option("4")
        pressed(page, "Play")
        assert page.evaluate("time") == 4000
        page.get_by_label("a step every").select_option("1")
        assert page.evaluate("time") == 1000
        for _ in range(9):
            page.evaluate("tick()")
        assert page.locator("[data-said]").inner_text().endswith("What is next?")
        stopped = at.inner_text()
        assert stopped == "step 5 of 10"
        pressed(page, "Play")
        page.evaluate("tick()")
        page.keyboard.press("ArrowLeft")
        assert at.inner_text() == stopped
        page.evaluate("tick()")
        assert at.inner_text() == stopped
        pressed(page, "Play")
        for _ in range(9):
            page.evaluate("tick()")
        assert at.inner_text() == "step 10 of 10"
        unfold(page)
        pressed(page, "Play")
        assert at.inner_text() == "step 0 of 10"
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this page").click()
        download.value.save_as(tmp_path / "saved.html")
        pressed(page, "Pause")
    with opened(chromium, tmp_path / "saved.html") as seen_page:
        assert seen_page.page.get_by_role(
            "button", name="Play", exact=True
        ).is_visible()


def test_rules_and_fields_are_folded_away_and_the_address_keeps_that(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file, 1024) as seen_page:
        page = seen_page.page
        table, source = page.locator(".rules"), page.locator("[data-source]")
        assert not table.is_visible()
        assert not source.is_visible()
        page.get_by_text("Compare rules").click()
        assert table.is_visible()
        wait_until(page, "location.hash.includes('rules=1')")
        page.reload()
        assert table.is_visible()
        assert not source.is_visible()
        page.get_by_text("Compare rules").click()
        wait_until(page, "location.hash.includes('rules=0')")
        page.reload()
        assert not table.is_visible()


def test_rule_that_looks_at_an_unknown_leaf_says_with_which_value(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        returns = seen_page.page.locator("[data-rule='minimax'] [data-returns]")
        assert returns.inner_text() == "3, with x = y = 0"


def test_a_node_is_dragged_among_its_siblings(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        mouse = seen_page.page.mouse
        boxes = [
            seen_page.page.locator(f"[data-node='{node}'] button").bounding_box()
            for node in (1, 3)
        ]
        (x, y), (to, _) = [
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
        ]
        mouse.move(x, y)
        mouse.down()
        mouse.move(to, y, steps=5)
        mouse.up()
        assert (
            seen_page.page.locator("[data-source]").input_value()
            == '[[2,"x","y"],[14,5,2],[3,12,8]]'
        )


READ = {
    "[[3, 12, 8], [2, 4, 6]]": [[3, 12, 8], [2, 4, 6]],
    "[(3, 12,), (2, -inf), (5)]": [[3, 12], [2, "-inf"], 5],
    "tree = [[3, float('inf')], [-float(\"inf\"), math.inf]]  # mine": [
        [3, "inf"],
        ["-inf", "inf"],
    ],
    "[[3, -np.inf, +7], # left\n [2, 'x', \"y\"],\n]\n": [
        [3, "-inf", 7],
        [2, "x", "y"],
    ],
    "[inf, -inf, .5, 1., −3, ∞]": ["inf", "-inf", 0.5, 1, -3, "inf"],
    "{'name': 'R', 'children': [{'name': 'it\\'s', 'value': 3}, \"\\u00e9\"]}": {
        "name": "R",
        "children": [{"name": "it's", "value": 3}, "é"],
    },
    '{"title": "One", "tree": [[1, 2], 3], "root": "min"}': [[1, 2], 3],
    '{"tree": [[1, 2], 3]}': [[1, 2], 3],
    ' "tree": [[1, 2], 3],': [[1, 2], 3],
    " 7 ": 7,
}
NOT_READ = {
    "": "nothing is written",
    "abc": "abc at place 1 is no number, and has no quotes",
    "[[3, 12, 8], [2, 4, 6]": "] is missing at the end",
    "[[3, 12, 8], [2, (4, 6": ")]] are missing at the end",
    "[[3, 12, 8]], [2, 4, 6]]": "the brackets around all are missing: a comma is at place 13",
    "[[3, 12]]]": "the ] at place 10 has no bracket before it",
    "[[3, 12), 4]": "the [ at place 2 needs a ], and at place 8 is a )",
    "[[3 12]]": "a comma is missing at place 5",
    "[[3,,12]]": "a value is missing at place 5",
    "[[3, x]]": "x at place 6 is no number, and has no quotes",
    "[[1,000,2]]": "000 at place 5 begins with 0. If the comma before it parts thousands, leave it out.",
    "[[3, nan]]": "nan at place 6 is no number, and has no quotes",
    '[[3, "x]]': 'the " at place 6 has no second one',
    "{name: 3}": "name at place 2 is no number, and has no quotes",
    '{"name" 3}': "a : is missing at place 9",
    '{"name": }': "a value is missing at place 10",
    "{3: 4}": "a name in quotes is missing at place 2",
    '"three": [3]': "the : at place 8 belongs to no name",
    "[1, 2] 3": "something follows behind the tree at place 8",
    "[[3, null]]": "null is no utility",
    '[[3, {"name": 5, "value": 3}]]': "5 is no name",
    "[" * 50_000: "50000 brackets are missing at the end",
    "#" * 50_000: "nothing is written",
    "[" + " " * 50_000 + "?": "is no number, and has no quotes",
}


def test_tree_is_read_as_json_and_python_write_it(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        read = seen_page.page.evaluate(
            "texts => texts.map((text) => written(planted(searchOf(text).tree, ['MAX', 'MIN'])))",
            [*READ],
        )
        assert dict(zip(READ, read, strict=True)) == READ
        answers = seen_page.page.evaluate(
            """texts => texts.map((text) => {
              try { return JSON.stringify(planted(searchOf(text).tree, ["MAX"])); } catch ({ message }) { return message; }
            })""",
            [*NOT_READ],
        )
    assert [
        (text[:40], message)
        for text, message in zip(NOT_READ, answers, strict=True)
        if NOT_READ[text] not in message
    ] == []


def test_title_with_half_a_character_is_kept_in_the_address(
    file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        unfold(page)
        page.locator("[data-source]").fill('{"title": "A \\ud800 B", "tree": [1, 2]}')
        pressed(page, "Use this tree", "Last")
        page.reload()
        assert headings(page) == {"A \ufffd B"}


@pytest.mark.parametrize(
    ("language", "title", "told"),
    [
        ("en", '{"de": "Eins", "en": "One"}', "One"),
        ("de", '{"en": "One", "de": "Eins"}', "Eins"),
        ("de", '{"es": "Uno", "en": "One"}', "One"),
        ("de", '{"es": "Uno", "fr": "Un"}', "Uno"),
    ],
)
def test_title_of_an_exercise_is_told_in_the_language_of_the_page(
    file: Path, chromium: Any, language: str, title: str, told: str
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.evaluate("code => { document.documentElement.lang = code; }", language)
        unfold(page)
        page.locator("[data-source]").fill(f'{{"title": {title}, "tree": [1, 2]}}')
        pressed(page, "Use this tree", "Last")
        assert headings(page) == {told}


def test_mistake_in_a_typed_tree_is_marked_and_seen(file: Path, chromium: Any) -> None:
    with opened(chromium, file, 390) as seen_page:
        unfold(seen_page.page)
        source = seen_page.page.locator("[data-source]")
        source.fill("[[3, 12], [2, x]]")
        seen_page.page.get_by_role("button", name="Use this tree").click()
        refused = seen_page.page.locator("[data-refused]")
        assert refused.inner_text().startswith("This is no tree: x at place 15")
        assert refused.bounding_box()["y"] >= 0
        assert source.get_attribute("aria-invalid") == "true"
        marked = "({selectionStart, selectionEnd}) => [selectionStart, selectionEnd]"
        assert source.evaluate(marked) == [14, 15]
        source.fill("[[3, 12], [2, 'x']]")
        seen_page.page.get_by_role("button", name="Use this tree").click()
        assert refused.inner_text() == ""
        assert source.get_attribute("aria-invalid") is None
        assert source.input_value() == '[[3,12],[2,"x"]]'


def test_infinite_leaf_is_kept_by_the_address_and_the_saved_page(
    file: Path, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        page.locator("[data-source]").fill("[inf, 3]")
        page.get_by_role("button", name="Use this tree").click()
        assert page.locator("[data-source]").input_value() == '["inf",3]'
        page.reload()
        assert page.locator("[data-source]").input_value() == '["inf",3]'
        assert page.locator("[data-refused]").inner_text() == ""
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this page").click()
        download.value.save_as(tmp_path / "saved.html")
        saved = (tmp_path / "saved.html").read_text("utf-8")
    dead = written(tmp_path / "dead.html", saved.replace('["inf",3]', "[null,3]"))
    assert "[null,3]" in dead.read_text("utf-8")
    with opened(chromium, tmp_path / "saved.html") as seen_page:
        unfold(seen_page.page)
        assert seen_page.page.locator("[data-source]").input_value() == '["inf",3]'
    with opened(chromium, dead) as seen_page:
        unfold(seen_page.page)
        refused = seen_page.page.locator("[data-refused]")
        assert refused.inner_text().startswith("This is no tree: null is no utility.")
        seen_page.page.locator("[data-source]").fill("[1, 2]")
        seen_page.page.get_by_role("button", name="Use this tree").click()
        seen_page.page.keyboard.press("End")
        assert (
            seen_page.page.locator("[data-said]")
            .inner_text()
            .startswith("A1 returns 2")
        )


@pytest.mark.parametrize("rule", ["minimax", "alpha-beta", "strict", "fail-hard"])
def test_saved_exercise_can_be_pasted_again(
    rule: str, file: Path, chromium: Any, tmp_path: Path
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        page = seen_page.page
        page.locator(f"[data-rule='{rule}'] input").check()
        page.locator("[data-players]").select_option("MIN,MAX")
        if rule != "minimax":
            page.locator("[data-beta]").fill("9")
            page.locator("[data-beta]").press("Enter")
        saved_state = page.evaluate("location.hash")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as an exercise").click()
        download.value.save_as(tmp_path / "saved.json")
        page.goto("about:blank")
        page.goto(file.as_uri())
        unfold(page)
        page.locator("[data-source]").fill((tmp_path / "saved.json").read_text("utf-8"))
        page.get_by_role("button", name="Use this tree").click()
        assert page.evaluate("location.hash") == saved_state


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "[[1, 2], []]",
            "This is no tree: a node is a number, or an array of at least one node",
        ),
        ("[[1, 2], [true]]", "This is no tree: true is no utility"),
        (
            "[" * 3000 + "1" + "]" * 3000,
            "The tree has 3000 plies; at most 40 can be shown",
        ),
        (json.dumps([[0] * 201]), "The tree has 201 leaves; at most 200 can be shown"),
        ("[[3, 12], [2, 4]", "This is no tree: ] is missing at the end"),
        (
            '{"title": "One", "tree": [1, 2], "window": [3, 1]}',
            "Alpha and beta are numbers, inf or -inf, and alpha is less than beta",
        ),
        ('{"title": "One", "tree": [1, 2], "players": []}', "Players are MAX and MIN"),
    ],
)
def test_text_that_is_no_tree_changes_nothing_on_the_lecture_page(
    typed: str, said: str, file: Path, chromium: Any
) -> None:
    with opened(chromium, file) as seen_page:
        unfold(seen_page.page)
        before = seen_page.page.evaluate("location.hash")
        seen_page.page.locator("[data-source]").fill(typed)
        seen_page.page.get_by_role("button", name="Use this tree").click()
        assert (
            seen_page.page.locator("[data-refused]").inner_text()
            == f"{said}. Nothing was changed."
        )
        assert seen_page.page.evaluate("location.hash") == before
        seen_page.page.goto("about:blank")
        seen_page.page.goto(f"{file.as_uri()}#tree={typed}&window=3,1&at=x")
        assert seen_page.page.locator("[data-node]").count() == 13
        assert (
            seen_page.page.locator("[data-refused]")
            .inner_text()
            .endswith("Nothing was changed.")
        )


def test_a_tree_is_read_aloud_as_nested_lists(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as seen_page:
        seen_page.page.get_by_role("button", name="Last").click()
        stage = seen_page.page.locator("[data-stage]")
        assert (
            stage.get_by_role("textbox", name="C4, 2, child of B2 MIN, visit 4").count()
            == 1
        )
        assert (
            stage.get_by_role("textbox", name="C5, x, child of B2 MIN, pruned").count()
            == 1
        )
        assert (
            stage.get_by_role(
                "button",
                name="B2, MIN, child of A1 MAX, returns 2, worth at most 2, window on entry (3, ∞)",
            ).count()
            == 1
        )
        assert stage.locator("li li li").count() == 9


@pytest.mark.parametrize(
    "folder",
    [
        "",
        "negamax",
        "alpha_beta",
        "minimax_array",
        "strict_convention",
        "aspiration_search",
        "by_hand",
    ],
)
def test_lecture_page_is_made_of_every_exercise(folder: str) -> None:
    for exercise in load_set(PROJECT / "exercises" / folder).exercises:
        page = lecture_page(walkthrough_of(exercise))
        assert page.count("<script") == 3


def test_show_writes_the_page_and_reports_a_wrong_expected_value(
    tmp_path: Path, typed: Typed
) -> None:
    (tmp_path / "1.json").write_text(
        '{"title": "<b>One", "tree": [3, 12], "expected": {"value": 3}}', "utf-8"
    )
    output = typed("show", tmp_path / "1.json", "--html", tmp_path / "x.html", status=2)
    assert "the file says 3, but the textbook's search gives 12" in output
    assert "\\u003cb\\u003eOne" in (tmp_path / "x.html").read_text("utf-8")
