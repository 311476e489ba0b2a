"""Axe finds nothing on any page in any of its states, light or dark, and no width makes a page scroll sideways.

Axe looks at a page as wide as a telephone and as wide as a desk: it takes longest, and other widths change only how
things are laid out.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.explain.catalogue import BY_ID
from autograder.explain.graded import grade_and_explain
from autograder.teach.worksheets import practice_page, sheet_page, sheets, tasks
from autograder.tell.pages.report import report_page
from tests import pictures
from tests.browser import Seen, opened
from tests.classroom.test_class_page import APPEAL_WON, TASKS, page_of, record
from tests.classroom.test_class_page import a_class as students
from tests.sets import PROJECT, written

BY_HAND = load_set(PROJECT / "exercises" / "by_hand")
Act = Callable[[Any], None]


def report_of(submission: str) -> str:
    """Return the report on a submission of the tests."""
    folder = PROJECT / "tests" / "submissions" / submission
    return report_page(
        grade_and_explain(folder, load_set(PROJECT / "exercises", "0[1-3]*"))
    )


def a_class() -> str:
    """Return the page of a class in which all that may happen does."""
    worst = record("All mistakes", [1.0] * 9, [*BY_ID], happened={"returned None": 9})
    late = worst._replace(late_days=2, overrides=APPEAL_WON)
    return page_of("Homework 3", TASKS[:9], [*students(12, 9), late])


def exam() -> str:
    """Return a page to be examined on."""
    return practice_page(BY_HAND, tasks(BY_HAND, exam=True), exam=True)


def questions() -> str:
    """Return a sheet without its solutions."""
    exercises = load_set(PROJECT / "exercises" / "by_hand", "0[46]*")
    return sheet_page("Homework 4", sheets(exercises, 2, 0), solutions=False)


def press(*names: str) -> Act:
    """Return a function that presses buttons one after the other, by how their names begin."""

    def act(page: Any) -> None:
        for name in names:
            button = page.get_by_role("button", name=re.compile(rf"^{re.escape(name)}"))
            button.first.click()

    return act


def check(part: str) -> Act:
    """Return a function that ticks a box, by its attribute."""
    return lambda page: page.locator(part).first.check()


def fill(part: str, text: str) -> Act:
    """Return a function that types into a field, by its attribute."""
    return lambda page: page.locator(part).first.fill(text)


def choose(part: str, index: int) -> Act:
    """Return a function that chooses an entry of a list, by its attribute."""
    return lambda page: page.locator(part).first.select_option(index=index)


def open_details(page: Any) -> None:
    """Open all that is folded."""
    page.locator("details").evaluate_all(
        "parts => parts.forEach((part) => { part.open = true; })"
    )


def solve_with_windows(page: Any) -> None:
    """Write the windows, and mark the cut edges, of the first tree by hand."""
    starts = {"A1": ("-inf", "inf"), "B1": ("-inf", "inf")}
    for name, ends in {**starts, "B2": ("3", "inf"), "B3": ("3", "inf")}.items():
        for end, typed in zip(("alpha", "beta"), ends, strict=True):
            page.get_by_label(f"{end} at {name}", exact=True).fill(typed)
    press("the edge from B2 to C5", "the edge from B2 to C6", "Check")(page)


PAGES: dict[str, tuple[Callable[[], str], list[Act]]] = {
    "report": (
        pictures.report,
        [
            press("First difference"),
            check("[data-windows]"),
            press("Last"),
            open_details,
        ],
    ),
    "report_of_no_program": (lambda: report_of("syntax_error"), []),
    "report_of_an_exception": (lambda: report_of("raises_index_error"), []),
    "report_of_a_right_program": (lambda: report_of("textbook"), []),
    "lecture": (
        pictures.lecture,
        [
            press("Next", "Next", "Next"),
            check("[data-windows]"),
            check("[data-ask]"),
            check("[data-code]"),
            choose("[data-listing]", 2),
            check("[data-orders]"),
            press("Worst first", "Shuffle", "Best first", "As it is"),
            press("Last"),
            fill(".leaf input", "abc"),
            open_details,
            lambda page: page.locator("[data-node='1'] button").click(),
            fill("[data-source]", "[1, abc"),
            press("Use this tree"),
            press("Add a child", "Undo", "Redo"),
            press("Random tree"),
            press("Back to the exercise"),
        ],
    ),
    "lesson": (
        pictures.lesson,
        [
            press("Tree 2"),
            press("Next", "Next"),
            press("Last", "Next tree"),
            open_details,
            press("Tree 8", "Last"),
            check("[data-orders]"),
            press("Best first"),
        ],
    ),
    "practice": (
        pictures.practice,
        [
            lambda page: page.keyboard.press("Tab"),
            press("C1", "Hint"),
            press("C3", "Check"),
            press("Take back"),
            press("C2", "C3", "C4", "C7", "C8", "C9", "Check"),
            fill("[data-value]", "3"),
            press("Check"),
            check("[data-asks]"),
            press("Check"),
            solve_with_windows,
            press("Start over"),
            press("New random tree"),
            press("Save answers"),
        ],
    ),
    "exam": (
        exam,
        [press("C1"), fill("[data-value]", "abc"), press("Save answers")],
    ),
    "class": (
        a_class,
        [
            press("Show these students"),
            fill("[data-find]", "nobody at all"),
            fill("[data-find]", ""),
            check("[data-nameless]"),
            choose("[data-failed]", 1),
            press("Sort by Points"),
        ],
    ),
    "questions": (questions, []),
    "solutions": (pictures.sheet, []),
}
"""For each page how it is made, and what is done on it, step by step."""


@pytest.fixture(scope="module")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function that returns the file of a page, made when it is first asked for."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def made(name: str) -> Path:
        make, _ = PAGES[name]
        return written(folder / f"{name}.html", make())

    return made


def states(seen: Seen, name: str) -> Iterator[None]:
    """Take an open page through all its states, and yield in each."""
    yield
    for act in PAGES[name][1]:
        act(seen.page)
        yield


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_page_is_fit_for_everyone_in_each_of_its_states(
    chromium: Any, file_of: Callable[[str], Path], name: str, width: int, scheme: str
) -> None:
    with opened(chromium, file_of(name), width, scheme) as seen_page:
        for _ in states(seen_page, name):
            seen_page.is_fit_for_everyone()


CONTRAST = """(names) => {
  const style = getComputedStyle(document.documentElement);
  const luminance = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const whole = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
    const [red, green, blue] = whole.match(/../g).map((part) => parseInt(part, 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = names.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("color", ["--faint", "--wrong", "--right", "--ink"])
@pytest.mark.parametrize("ground", ["--paper", "--card"])
def test_text_has_a_contrast_of_seven_to_one(
    chromium: Any,
    file_of: Callable[[str], Path],
    color: str,
    ground: str,
    scheme: str,
) -> None:
    with opened(chromium, file_of("exam"), 1280, scheme) as seen_page:
        assert seen_page.page.evaluate(CONTRAST, [color, ground]) >= 7


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 1024])
def test_page_does_not_scroll_sideways_in_any_of_its_states(
    chromium: Any, file_of: Callable[[str], Path], name: str, width: int
) -> None:
    with opened(chromium, file_of(name), width) as seen_page:
        for _ in states(seen_page, name):
            assert not seen_page.overflows
            # Elements outside of the page cannot be scrolled to.
            ends = seen_page.page.evaluate(
                "[...document.querySelectorAll('.bar-of')].map(bar => bar.getBoundingClientRect().right)"
            )
            assert all(end <= width for end in ends)
