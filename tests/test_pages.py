"""The pages of some telling submissions are those that were read in review."""

from __future__ import annotations

import pytest

from tests.pages import CASES, FOLDER, READ, STUDENTS, file_of, page, quoted, with_pages


@pytest.mark.parametrize("name", CASES)
def test_a_page_is_the_one_that_was_read(name: str) -> None:
    assert page(CASES[name]) == file_of(name).read_text("utf-8"), "if it is meant: .venv/bin/python -m tests.pages"


def test_no_page_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(CASES)


def test_students_are_shown_pages_as_the_grader_prints_them() -> None:
    text = STUDENTS.read_text("utf-8")
    assert with_pages(text) == text, "if it is meant: .venv/bin/python -m tests.pages"
    assert all(quoted(name) in text for name in READ)
