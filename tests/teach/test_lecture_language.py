"""No English is left on a lecture's page in another language, whatever is done on it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.project import EXERCISES
from autograder.core.sentences import languages, speaking
from autograder.teach.walkthrough import walkthrough_of
from autograder.teach.worksheets import lecture_page
from tests.browser import opened
from tests.sets import written
from tests.wide_letters import english_on, language_in_wide_letters

NO_TREES = (
    "",
    "[1, 2",
    "[1, 2)",
    "2]",
    "[1 2]",
    "[1,, 2]",
    "1, 2",
    "(",
    "{1: 2}",
    '{"a" 3}',
    ": 2",
    "word",
    '"a',
    "[]",
    "[[[[[[[",
    '{"title": "a"}',
    '{"tree": [1, 2], "players": []}',
    '{"tree": [1, 2], "window": [3, 1]}',
    '{"name": 3, "value": 2}',
    "[true]",
)


@pytest.fixture
def language(tmp_path: Path) -> Iterator[str]:
    with language_in_wide_letters(tmp_path / "words") as code:
        yield code


def walked(page: Any) -> None:
    """Go through the search to its end, and hold each step."""
    page.locator("[data-go=first]").dispatch_event("click")
    while page.locator("[data-go=on]").get_attribute("aria-disabled") == "false":
        assert english_on(page) == set()
        page.locator("[data-go=on]").dispatch_event("click")
    page.locator("[data-go=back]").dispatch_event("click")


def test_lecture_in_another_language_has_no_english(
    chromium: Any, tmp_path: Path, language: str
) -> None:
    exercises = load_set(EXERCISES / "minimax_ab", "02*").exercises
    with speaking(language):
        text = lecture_page(walkthrough_of(exercises[0]))
    with opened(chromium, written(tmp_path / "lecture.html", text)) as seen_page:
        page = seen_page.page
        assert page.locator("html").get_attribute("lang") == "qq"
        for summary in page.locator("details:not([open]) > summary").all()[::-1]:
            summary.click()
        for switch in ("windows", "ask", "code", "orders"):
            page.locator(f"[data-{switch}]").check()
        for by in ("leaf", "line"):
            page.locator("[data-by]").select_option(by)
            for rule in page.locator("input[name=rule]:visible").all():
                rule.check()
                walked(page)
        for text in NO_TREES:
            page.locator("[data-source]").fill(text)
            page.locator("[data-do=use]").click()
            assert page.locator("[data-refused]").inner_text(), text
            assert english_on(page, text) == set()
        for number in ("none", "1,000", ""):
            page.locator("input.inside").first.fill(number)
            page.locator("input.inside").first.blur()
            page.locator("[data-alpha]").fill(number)
            page.locator("[data-alpha]").blur()
            assert english_on(page, number) == set()
        page.locator("[data-do=play]").click()
        page.locator("[data-plies]").select_option("6")
        page.locator("[data-do=random]").click()
        assert english_on(page) == set()


@pytest.mark.parametrize("code", languages())
def test_lecture_fits_a_telephone_in_each_language(
    chromium: Any, tmp_path: Path, code: str
) -> None:
    exercises = load_set(EXERCISES, "04*").exercises
    with speaking(code):
        text = lecture_page(walkthrough_of(exercises[0]))
    file = written(tmp_path / "lecture.html", text)
    with opened(chromium, file, width=320) as seen_page:
        page = seen_page.page
        for summary in page.locator("details:not([open]) > summary").all()[::-1]:
            summary.click()
        for switch in ("windows", "ask", "code", "orders"):
            page.locator(f"[data-{switch}]").check()
        assert not seen_page.overflows
