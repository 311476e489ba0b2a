"""A lesson is one page of several trees, each with a sentence, that next and back lead through."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from autograder.cli.command_line import main
from autograder.core.exercises.load import load_set
from autograder.core.project import EXERCISES
from autograder.teach.walkthrough import Walkthrough, walkthrough_of
from autograder.teach.worksheets import lecture_page, lesson_page
from tests.browser import for_everyone, opened, wait_until
from tests.sets import Typed

LESSON = (
    "exercises/minimax/02_two_plies.json",
    "02",
    "03",
    "04",
    "16",
    "exercises/aspiration_search/02_fail_high.json",
    "19",
    "20",
)
"""The lesson of docs/pages.md."""
LEAVES = (9, 7, 5, 14, 4, 6, 17, 81)
"""How many leaves each search looks at; of an aspiration search, the second pass."""


def walk_of(folder: str, start: str) -> Walkthrough:
    return walkthrough_of(load_set(EXERCISES / folder, f"{start}*").exercises[0])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("lesson") / "lesson.html"
    names = [
        str(EXERCISES.parent / name) if name.endswith(".json") else name
        for name in LESSON
    ]
    assert main(["show", *names, "--html", str(page)]) == 0
    return page


def heading(page: Any) -> str:
    return str(page.locator("h1").inner_text())


def test_one_key_leads_through_the_lesson_and_back(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page, keys = seen_page.page, seen_page.page.keyboard
        for number, leaves in enumerate(LEAVES, 1):
            assert heading(page) == page.title() == f"Tree {number} of {len(LEAVES)}"
            assert page.locator("[data-sentence]").inner_text()
            current = page.locator("[data-tree][aria-current]")
            assert current.inner_text() == str(number)
            keys.press("End")
            assert "Tree" not in heading(page)
            looks = page.locator("[data-visits] bdi").count()
            assert looks == leaves
            keys.press("PageDown")
        keys.press("Home")
        keys.press("PageUp")
        # A tree is as it was left.
        assert heading(page) == "The best order: 17 of 81 leaves"
        on = page.get_by_role("button", name="Next tree", exact=True)
        on.click()
        assert heading(page) == "Tree 8 of 8"


def test_first_and_last_tree_lead_no_further(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        on, back = (page.locator(f"[data-go='{step}']") for step in ("on", "back"))
        assert back.get_attribute("aria-disabled") == "true"
        page.keyboard.press("PageUp")
        assert heading(page) == "Tree 1 of 8"
        page.get_by_role("button", name="Tree 8 of 8").click()
        assert back.get_attribute("aria-disabled") == "false"
        page.keyboard.press("End")
        assert (on.get_attribute("aria-disabled"), on.inner_text()) == ("true", "Next")


def test_address_leads_to_a_tree_and_its_step(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.goto(f"{file.as_uri()}#lesson=4&at=3")
        wait_until(page, "document.querySelector('h1').textContent === 'Tree 4 of 8'")
        assert page.locator("[data-visits]").inner_text() == "D1 D2 D3"
        address = page.url
        page.get_by_role("button", name="Tree 2 of 8").click()
        page.goto(address)
        wait_until(page, "document.querySelector('h1').textContent === 'Tree 4 of 8'")
        assert page.locator("[data-visits]").inner_text() == "D1 D2 D3"
        for wrong in ("9", "0", "x"):
            page.goto("about:blank")
            page.goto(f"{file.as_uri()}#lesson={wrong}")
            assert heading(page) == "Tree 1 of 8"


def test_code_stands_where_it_has_room_unless_it_is_switched_off(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page, code = seen_page.page, seen_page.page.locator("[data-code-shown]")
        for number, is_shown in ((3, True), (4, False), (5, True)):
            page.get_by_role("button", name=f"Tree {number} of 8").click()
            assert code.is_visible() == is_shown
        page.get_by_label("code", exact=True).uncheck()
        page.get_by_role("button", name="Tree 6 of 8").click()
        assert not code.is_visible()


def test_tree_has_the_room_that_its_sentence_leaves(chromium: Any, file: Path) -> None:
    bottom = "document.querySelector('[data-stage]').getBoundingClientRect().bottom"
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.set_viewport_size({"width": 1280, "height": 800})
        for number in (1, 2, 1):
            page.get_by_role("button", name=f"Tree {number} of 8").click()
            assert page.evaluate(bottom) <= 740.5


UNSEEN = """() => {
  const isSeen = () => {
    const told = document.querySelector("[data-told]").getBoundingClientRect();
    const sentence = document.querySelector("[data-said]").getBoundingClientRect();
    const node = document.querySelector("[data-now]");
    const boxes = [...(node ?? document).querySelectorAll(node ? ".inside, .window, .name" : "[data-node='0'] .inside")]
      .map((part) => part.getBoundingClientRect()).filter((box) => box.height);
    const { left, right } = (node ?? document).querySelector(".inside").getBoundingClientRect();
    return boxes.every(({ top, bottom }) => top >= told.bottom - 1 && bottom <= innerHeight + 1)
      && left >= -1 && right <= innerWidth + 1 && sentence.top >= 0;
  };
  const unseen = [];
  for (const name of ["on", "back"]) {
    for (let step = 0; step < 30; step += 1) {
      document.querySelector(`[data-go='${name}']`).click();
      if (!isSeen()) unseen.push(document.querySelector("[data-said]").textContent);
    }
  }
  scrollTo(0, document.body.scrollHeight);
  document.querySelector("[data-go='last']").click();
  if (!isSeen()) unseen.push("the end");
  return unseen;
}"""
"""The steps of which a window does not show the sentence, or the node that it is about, with its window and its name."""


@pytest.mark.parametrize("size", [(360, 740), (320, 640), (740, 360)])
def test_step_that_is_told_and_its_node_are_seen_on_a_telephone(
    size: tuple[int, int], chromium: Any, file: Path
) -> None:
    deep: Any = [3, 1]
    for number in range(9):
        deep = [[number, -number], deep]
    trees = (json.dumps(deep), "[[[[1,2],[3,4],[5,6]],[7,8,9,10,11,12,13]],5]")
    with opened(chromium, file) as seen_page:
        page, (width, height) = seen_page.page, size
        page.set_viewport_size({"width": width, "height": height})
        for tree in trees:
            page.goto("about:blank")
            page.goto(f"{file.as_uri()}#lesson=4&tree={tree}&players=MAX,MIN&by=line")
            assert page.evaluate(UNSEEN) == []


def test_lesson_is_given_on_a_projector_without_scrolling(
    chromium: Any, file: Path
) -> None:
    lowest = """() => Math.max(...["[data-do='undo']", "[data-do='restart']", "[data-stage]", "[data-chart]"]
      .map((part) => document.querySelector(part).getBoundingClientRect().bottom))"""
    with opened(chromium, file, 1024) as seen_page:
        page = seen_page.page
        page.set_viewport_size({"width": 1024, "height": 768})
        code, orders = (page.locator(f"[data-{part}]") for part in ("code", "orders"))
        for number in range(1, len(LESSON) + 1):
            page.locator(f"[data-tree='{number - 1}']").click()
            page.keyboard.press("End")
            assert page.evaluate(lowest) <= 768
            orders.check()
            assert not code.is_checked()
            assert page.locator(".chart").is_visible()
            assert page.evaluate(lowest) <= 768
            code.check()
            assert not orders.is_checked()
            code.uncheck()
            orders.check()
        page.set_viewport_size({"width": 1024, "height": 1600})
        code.check()
        assert orders.is_checked()


def test_changes_of_a_tree_are_its_own(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        undo = page.get_by_role("button", name="Undo", exact=True)
        leaf = page.get_by_role("textbox", name=re.compile("^C1, "))
        page.locator("[data-by]").select_option("line")
        leaf.fill("7")
        page.get_by_role("button", name="Tree 2 of 8").click()
        assert undo.get_attribute("aria-disabled") == "true"
        assert leaf.input_value() == "3"
        # How a search is shown stays.
        assert page.locator("[data-by]").input_value() == "line"
        page.get_by_role("button", name="Tree 1 of 8").click()
        assert leaf.input_value() == "7"
        page.get_by_role("button", name="Back to the exercise").click()
        assert leaf.input_value() == "3"


def test_rule_of_an_aspiration_search_is_offered_where_there_is_a_guess(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.locator("[data-rules] summary").click()
        row = page.locator("[data-rule='aspiration']")
        for number, is_offered in ((1, False), (6, True), (7, False)):
            page.get_by_role("button", name=f"Tree {number} of 8").click()
            assert row.is_visible() == is_offered
            chosen = page.locator("input[name='rule']:checked")
            assert chosen.input_value() == (
                {1: "minimax", 6: "aspiration"}.get(number, "alpha-beta")
            )


def test_saved_page_has_the_lesson_and_begins_with_the_present_tree(
    chromium: Any, file: Path, tmp_path: Path
) -> None:
    with opened(chromium, file) as seen_page:
        page = seen_page.page
        page.get_by_role("button", name="Tree 4 of 8").click()
        sentence = page.locator("[data-sentence]").inner_text()
        page.keyboard.press("ArrowRight")
        page.locator("[data-editor] summary").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this page").click()
        saved = tmp_path / "saved.html"
        download.value.save_as(saved)
    with opened(chromium, saved) as seen_page:
        page = seen_page.page
        assert heading(page) == "Tree 4 of 8"
        assert page.locator("[data-visits]").inner_text() == "D1"
        assert page.locator("[data-sentence]").inner_text() == sentence
        page.get_by_role("button", name="Tree 2 of 8").click()
        page.get_by_role("button", name="Tree 4 of 8").click()
        assert page.locator("[data-visits]").inner_text() == "D1"


def test_page_of_one_tree_is_no_lesson() -> None:
    page = lecture_page(walk_of(".", "01"))
    assert "data-sentence" not in page.split("</style>")[1].split("<script>")[0]
    (text,) = re.findall(r'<script type="application/json">(.*?)</script>', page)
    assert "lesson" not in json.loads(text)


def test_lesson_escapes_hints_and_writes_infinity_as_drawings_do() -> None:
    walk = walk_of(".", "01")
    exercise = walk.exercise._replace(hint="</script><b>-inf</b>")
    page = lesson_page([walk, walk._replace(exercise=exercise)])
    assert "</script><b>" not in page
    assert "-∞" in page


def test_windows_of_several_guesses_are_not_named() -> None:
    first, second = (walk_of("aspiration_search", start) for start in ("01", "02"))
    assert "first with the window (1, 7)" in lesson_page([first, first])
    assert "first with a narrow window" in lesson_page([first, second])


def test_several_exercises_are_shown_on_the_terminal(typed: Typed) -> None:
    output = typed("show", "01", "03")
    first, second = (typed("show", name) for name in ("01", "03"))
    assert output == f"{first}\n{second}"


def test_unknown_exercise_of_a_lesson_is_named(typed: Typed, tmp_path: Path) -> None:
    page = tmp_path / "lesson.html"
    output = typed("show", "01", "zebra", "--html", page, status=2)
    assert 'no exercise is called "zebra"' in output
    assert not page.exists()


@for_everyone
def test_lesson_fits_every_page(
    chromium: Any, file: Path, width: int, scheme: str
) -> None:
    with opened(chromium, file, width, scheme) as seen_page:
        for number in range(1, len(LESSON) + 1):
            seen_page.page.get_by_role("button", name=f"Tree {number} of 8").click()
            assert not seen_page.overflows


def test_lesson_of_the_guide_is_the_one_that_is_tried() -> None:
    guide = (EXERCISES.parent / "docs" / "pages.md").read_text("utf-8")
    command = re.sub(r"\s*\\\n\s*", " ", guide)
    assert f"show {' '.join(LESSON)} --html lesson.html" in command
