"""What instructors ask for: a new set, whether a program is right on every tree, how visited leaves grow with depth."""

import json
from pathlib import Path

import pytest

from autograder.commands.command_line import main
from autograder.exercises import exhaustive
from autograder.exercises.load import load_set
from autograder.exercises.model import FixedExercise, GeneratedExercise
from autograder.judging.run import grade
from autograder.teaching import growth, new_sets
from reference import interfaces

# --- `new`: a set that is ready to hand out and to grade ---


pytestmark = pytest.mark.usefixtures("unmended")
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


# --- `prove`: every tree up to a size, of any interface's set ---


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


def test_too_many_to_be_remembered_are_searched_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(exhaustive, "MOST_EXHAUSTIVE", 9)
    monkeypatch.setattr(exhaustive, "cached", lambda *_: pytest.fail("remembered"))
    quick = str(Path(__file__).parent / "exercises" / "quick")
    arguments = ["--leaves", "2", "--plies", "1", "--exercises", quick]
    assert main(["prove", str(SUBMISSIONS / "textbook"), *arguments]) == 0
    assert "10 searches" not in capsys.readouterr().err


# --- `growth`: the worst order visits all leaves, the perfect one Knuth and Moore's count ---


def test_rows_agree_with_knuth_and_moore() -> None:
    rows = list(growth.rows((2, 3, 4, 5), most_leaves=1100, trees=3, seed=0))
    assert {(row.branching, row.depth) for row in rows} >= {(2, 10), (3, 6), (4, 5), (5, 4)}
    for row in rows:
        assert row.worst == row.branching**row.depth
        assert row.perfect == row.knuth_moore
        assert row.perfect <= row.random <= row.worst


def test_the_best_order_of_the_exercise_is_counted_alike() -> None:
    (row,) = [row for row in growth.rows((3,), most_leaves=81, trees=1, seed=0) if row.depth == 4]
    assert (row.worst, row.perfect, row.knuth_moore) == (81, 17, 17)


def test_the_table_is_markdown_and_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--branching", "2", "3", "--most-leaves", "30", "--trees", "4"]
    printed = []
    for seed in ("1", "1", "2"):
        assert main(["growth", *arguments, "--seed", seed]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    lines = printed[0].splitlines()
    assert {line.count("|") for line in lines} == {10}
    assert [tuple(line.split(" | ")[:2]) for line in lines[2:]] == [
        *(("| 2", str(depth)) for depth in (1, 2, 3, 4)),
        *(("| 3", str(depth)) for depth in (1, 2, 3)),
    ]
