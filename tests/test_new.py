"""`new` makes a set that is ready to hand out and to grade."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.commands.command_line import main
from autograder.exercises.load import load_set
from autograder.exercises.model import FixedExercise, GeneratedExercise
from autograder.judging.run import grade
from autograder.teaching import new_sets
from reference import interfaces

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
RIGHT = {
    **{interface: f"{interface}_textbook" for interface in interfaces.names()},
    "max_value/min_value": "textbook",
    "aspiration_search": "aspiration_search_moving_guess",
}


@pytest.mark.parametrize("interface", interfaces.names())
def test_a_new_set_grades_the_stub_with_0_and_a_right_program_in_full(interface: str, tmp_path: Path) -> None:
    folder = tmp_path / "made" / "set"
    assert main(["new", str(folder), "--interface", interface]) == 0
    made = load_set(folder)
    assert made.assignment.interface == interface
    fixed, generated = made.exercises
    assert isinstance(fixed, FixedExercise)
    assert isinstance(generated, GeneratedExercise)
    assert main(["handout", str(folder), "--to", str(tmp_path / "student")]) == 0
    stub = grade(tmp_path / "student", made)
    assert stub.points == 0
    right = grade(SUBMISSIONS / RIGHT[interface], made)
    assert right.points == right.max_points > 0


def test_its_exercises_name_their_schema_and_nothing_of_the_shipped_set(tmp_path: Path) -> None:
    new_sets.new_set(tmp_path, "negamax")
    for file in tmp_path.glob("*.json"):
        document = json.loads(file.read_text("utf-8"))
        schema = "assignment.json" if file.name == "assignment.json" else "exercise.json"
        assert (tmp_path / document["$schema"]).resolve() == PROJECT / "exercises" / "schema" / schema
        assert not {"number", "expected"} & set(document)
        assert "seed" not in document.get("generate", {})


def test_it_says_what_it_made_and_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    assert main(["new", str(folder), "--interface", "minimax_array"]) == 0
    said = capsys.readouterr().out
    for file in folder.iterdir():
        assert file.name in said
    assert f"./run_autograder validate {folder}" in said
    assert f"./run_autograder zip --exercises {folder}" in said
    assert f"./run_autograder handout {folder}" in said


@pytest.mark.parametrize(
    ("interface", "words"), [("negamx", 'did you mean "negamax"?'), ("zzz", "known are alpha_beta, ")]
)
def test_an_unknown_interface_makes_nothing(
    interface: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", str(tmp_path / "mine"), "--interface", interface]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
