"""No English is left on pages to practise on, sheets and reports in another language."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.explain.graded import grade_and_explain
from autograder.teach.worksheets import (
    practice_page,
    sheet_latex,
    sheet_page,
    sheets,
    tasks,
)
from autograder.tell.pages.report import report_page
from reference.observe import observe
from tests.browser import opened
from tests.sets import SUBMISSIONS, made_set, written
from tests.wide_letters import OWN_WORDS, english_on, language_in_wide_letters

TREES = {
    "01": {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]], "hint": "H"},
    "02": {"tree": [[3, 3], [3, 9]], "window": [-5, 5]},
    "03": {"tree": [[6, 7], [5, 8]], "window": [-5, 2]},
    "04": {"tree": [[1, 2], [3, 4]], "visibility": "hidden"},
    "05": {"tree": [[1, 2], [3, 4]], "isolate": "max_value"},
}


@pytest.fixture
def language(tmp_path: Path) -> Iterator[str]:
    with language_in_wide_letters(tmp_path / "words") as code:
        yield code


@pytest.fixture
def exercises(tmp_path: Path, language: str) -> ExerciseSet:
    return load_set(made_set(tmp_path / "set", TREES, language=language))


def press(page: Any, *actions: str) -> None:
    """Press buttons of a page to practise on, and hold it each time."""
    for action in actions:
        page.locator(f"[data-do='{action}']").click()
        assert english_on(page) == set()


def visit(page: Any, *leaves: int) -> None:
    """Visit leaves by their numbers, and hold the page each time."""
    for leaf in leaves:
        page.locator(f"[data-node='{leaf}'] .inside").click()
        assert english_on(page) == set()


def test_page_to_practise_on_in_another_language_has_no_english(
    chromium: Any, tmp_path: Path, exercises: ExerciseSet
) -> None:
    text = practice_page(exercises, tasks(exercises))
    with opened(chromium, written(tmp_path / "practice.html", text)) as seen_page:
        page = seen_page.page
        assert english_on(page) == set()
        press(page, "check", "hint", "hint")
        visit(page, 4, 5, 5, 5, 4, 6, 7, 8)
        press(page, "check", "hint", "take-back", "hint", "hint", "again", "again")
        press(page, "again")
        for number, exercise in enumerate(exercises.fixed[:3]):
            page.locator(f"[data-task='{number}']").click()
            right = observe(exercise.problem)
            for leaf in right.visited:
                visit(page, leaf)
                press(page, "check", "hint", "hint")
            for value in ("?", "99", f"-{right.value}", f"{right.value}"):
                page.locator("[data-value]").fill(value)
                press(page, "check")
        page.locator("[data-asks]").check()
        press(page, "check", "hint", "hint")
        for field in page.locator(".asked input").all():
            field.fill("1")
            press(page, "check")
        page.locator(".edge-mark").first.click()
        press(page, "check", "hint", "save", "another")


def test_page_for_an_exam_in_another_language_has_no_english(
    chromium: Any, tmp_path: Path, exercises: ExerciseSet
) -> None:
    text = practice_page(exercises, tasks(exercises, exam=True), exam=True)
    with opened(chromium, written(tmp_path / "exam.html", text)) as seen_page:
        page = seen_page.page
        assert english_on(page) == set()
        visit(page, 4)
        press(page, "save", "after", "again")


@pytest.mark.parametrize("solutions", [False, True], ids=["blank", "solved"])
def test_sheet_in_another_language_has_no_english(
    chromium: Any, tmp_path: Path, exercises: ExerciseSet, solutions: bool
) -> None:
    text = sheet_page("T", sheets(exercises, 2, 0), solutions=solutions)
    with opened(chromium, written(tmp_path / "sheet.html", text)) as seen_page:
        assert english_on(seen_page.page) == set()
    latex = sheet_latex("T", sheets(exercises, 2, 0), solutions=solutions)
    plain = re.sub(r"%.*|\\\w+", "", latex.partition("\\section")[2])
    styles = {"node", "leaf", "max", "min", "visit", "known", "pruned", "first"}
    of_latex = {
        "game",
        "tree",
        "forest",
        "lrbox",
        "center",
        "minipage",
        "tabular",
        "lll",
        "llll",
    }
    english = {*re.findall("[a-zA-Z]{3,}", plain)}
    assert english <= styles | of_latex | OWN_WORDS


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize(
    ("submission", "of_python"),
    [
        ("strict_cutoff", ""),
        ("raises_index_error", 'File "", line 1; IndexError: list index out of range'),
    ],
)
def test_report_in_another_language_has_no_english(
    chromium: Any,
    tmp_path: Path,
    exercises: ExerciseSet,
    submission: str,
    of_python: str,
) -> None:
    folder = SUBMISSIONS / submission
    text = report_page(grade_and_explain(folder, exercises))
    program = (folder / "alphabeta.py").read_text("utf-8")
    with opened(chromium, written(tmp_path / "report.html", text)) as seen_page:
        page = seen_page.page
        page.evaluate(
            "document.querySelectorAll('details').forEach(part => { part.open = true; })"
        )
        assert (
            english_on(page, f"{program} {submission} alphabeta.py {of_python}")
            == set()
        )
