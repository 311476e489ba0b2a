"""`prove`: every tree up to a size, of any interface's set, and what it says where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.commands.command_line import main
from autograder.exercises import exhaustive

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
BY_HAND = str(PROJECT / "exercises" / "by_hand")


@pytest.mark.parametrize(
    ("submission", "folder", "searches"),
    [("textbook", "exercises", 36), ("aspiration_search_widening", "exercises/aspiration_search", 340)],
)
def test_a_right_program_is_proved(
    submission: str, folder: str, searches: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["prove", str(SUBMISSIONS / submission), "--exercises", str(PROJECT / folder)]
    assert main([*arguments, "--leaves", "2", "--plies", "2"]) == 0
    assert f"{searches} searches, all right" in capsys.readouterr().out


def test_of_a_wrong_program_the_smallest_wrong_tree_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", str(SUBMISSIONS / "strict_cutoff"), "--leaves", "3", "--plies", "2"]) == 1
    shown = capsys.readouterr().out
    assert "C2" in shown
    assert "C3" not in shown
    assert "all right" not in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([str(SUBMISSIONS / "textbook"), "--leaves", "9", "--plies", "9"], "ask for fewer leaves or plies"),
        ([str(SUBMISSIONS / "textbook"), "--exercises", BY_HAND], "there is no program to prove right"),
    ],
)
def test_what_cannot_be_proved(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_answers_by_hand_cannot_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(SUBMISSIONS / "textbook"), "--exercises", BY_HAND]) == 2
    assert "there is no program to explain" in capsys.readouterr().err


def test_too_many_to_be_remembered_are_searched_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(exhaustive, "MOST_EXHAUSTIVE", 9)
    monkeypatch.setattr(exhaustive, "cached", lambda *_: pytest.fail("remembered"))
    quick = str(Path(__file__).parent / "exercises" / "quick")
    arguments = ["--leaves", "2", "--plies", "1", "--exercises", quick]
    assert main(["prove", str(SUBMISSIONS / "textbook"), *arguments]) == 0
    assert "10 searches" not in capsys.readouterr().err
