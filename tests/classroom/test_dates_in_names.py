"""Dates in the names of Brightspace's downloads: read by one form of all, or not at all."""

from datetime import datetime
from pathlib import Path

import pytest

from autograder.classroom.dates_in_names import times_in
from autograder.classroom.discovery import find_class
from tests.sets import written

EVENING = datetime(2026, 11, 20, 23, 59)
MORNING = datetime(2026, 11, 5, 9, 59)


@pytest.mark.parametrize(
    "texts",
    [
        ("Nov 20, 2026 1159 PM", "Nov 5, 2026 959 AM"),
        ("November 20, 2026 11 59 p.m.", "November 5, 2026 9 59 a.m."),
        ("Nov\xa020,\xa02026 1159\u202fPM", "Nov\xa05,\xa02026 959\u202fAM"),
        ("20 November 2026 2359", "5 November 2026 959"),
        ("20. Nov. 2026 um 23.59 Uhr", "5. Nov. 2026 um 09.59 Uhr"),
        ("20-11-2026 2359", "05-11-2026 0959"),
        ("11-20-2026 2359", "11-05-2026 0959"),
        ("2026-11-20 2359", "2026-11-05 0959"),
        ("ven. 20 nov. 2026 23 h 59", "jeu. 5 nov. 2026 09 h 59"),
        ("20 de noviembre de 2026 23.59", "5 de noviembre de 2026 9.59"),
        ("20 kas 2026 2359", "5 kas 2026 959"),
        ("2026年11月20日 2359", "2026年11月5日 959"),
    ],
)
def test_a_date_is_read_in_whatever_form_all_names_have(texts: tuple[str, str]) -> None:
    assert times_in(texts) == [EVENING, MORNING]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # day and month may be exchanged
        ("05-11-2026 2359", "06-11-2026 0959"),
        # the word may say the half of the day
        ("20 nov. 2026 11.59 μμ", "5 nov. 2026 9.59 πμ"),
        ("2026年11月20日 下午1159", "2026年11月5日 上午959"),
        ("20 ноября 2026 2359", "5 ноября 2026 959"),
        ("20-11-26 2359", "05-11-26 0959"),
        ("Nov 20, 2026 1359 PM", "Nov 31, 2026 959 AM"),
        ("gestern", ""),
    ],
)
def test_a_date_that_may_be_another_is_not_read(first: str, second: str) -> None:
    assert times_in([first, second]) == [None, None]


def test_names_of_two_downloads_are_read_each_alone() -> None:
    texts = ["Nov 20, 2026 1159 PM", "20 nov. 2026 2359", "05-11-2026 2359"]
    assert times_in(texts) == [EVENING, EVENING, None]
    assert times_in([]) == []


def times_of(folder: Path, *names: str) -> list[datetime | None]:
    """Return the times of the submissions in folders of these names, without a zone."""
    for name in names:
        written(folder / "class" / name / "alphabeta.py", "")
    hand_ins = find_class(folder / "class", "alphabeta.py", folder).hand_ins
    assert not any("folder's name" in str(hand_in.students) for hand_in in hand_ins)
    return [hand_in.at and hand_in.at.replace(tzinfo=None) for hand_in in hand_ins]


def test_folders_of_another_language_are_brightspaces(tmp_path: Path) -> None:
    names = "1-2 - Ada Ali - 20 nov. 2026 2359", "2-2 - Bo - 5 nov. 2026 959"
    assert times_of(tmp_path, *names) == [EVENING, MORNING]


def test_a_date_that_is_not_read_leaves_the_submission_and_is_said(
    tmp_path: Path,
) -> None:
    name = "1-2 - Ada Ali - 05-11-2026 0959"
    written(tmp_path / "class" / name / "alphabeta.py", "")
    (hand_in,) = find_class(tmp_path / "class", "alphabeta.py", tmp_path).hand_ins
    assert hand_in.at is None
    assert hand_in.untimed == "the date `05-11-2026 0959` cannot be read with certainty"
    assert hand_in.students[0].name == "Ada Ali"


def test_a_date_in_the_name_of_a_person_makes_nobody_punctual(tmp_path: Path) -> None:
    names = (
        "1-2 - Ada - Nov 5, 2026 959 AM - Nov 20, 2026 1159 PM",
        "2-2 - Bo - Nov 5, 2026 959 AM",
    )
    assert times_of(tmp_path, *names) == [EVENING, MORNING]


def test_of_attempts_without_a_known_order_none_is_taken_for_the_latest(
    tmp_path: Path,
) -> None:
    names = "1-2 - Ada - 05-11-2026 0959", "1-2 - Ada - 06-11-2026 0959"
    assert times_of(tmp_path, *names) == [None, None]
