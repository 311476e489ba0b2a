"""`import cs188`: sets made of tests in the Pacman project's format. The files here are written for this test."""

from pathlib import Path

import pytest

from autograder.exercises.load import load_set
from autograder.judging import Passed, run
from autograder.teaching.handout import student_files
from autograder.teaching.new_sets import import_tests

TWO_GHOSTS = (Path(__file__).parent / "imported" / "two_ghosts.test").read_text("utf-8")
SOLUTION = '# a comment\naction: "Left"\ngenerated: "a b c d e f k l m"\n'
GAME = 'class: "PacmanGameTreeTest"\nalg: "AlphaBetaAgent"\ndepth: "2"\n'


def folder_of(place: Path, **files: str) -> Path:
    (place / "q3").mkdir()
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (place / "q3" / f"{stem}.{ending}").write_text(text)
    return place / "q3"


def test_a_folder_becomes_a_set_that_grades(tmp_path: Path) -> None:
    tests = folder_of(tmp_path, two_ghosts_test=TWO_GHOSTS, two_ghosts_solution=SOLUTION, pacman_test=GAME)
    made, said = import_tests(tests, tmp_path / "set")
    assert made == ["two_ghosts"]
    assert said == [
        "pacman.test: left out: it plays Pacman, which needs the course's own game and layouts; this grader has trees."
    ]
    exercises = load_set(tmp_path / "set")
    (exercise,) = exercises.fixed
    assert exercise.problem.tree.players == ("MAX", "MIN", "MIN")
    assert exercise.problem.depth == 3
    report = run.grade(tmp_path / "set" / "solution.py", exercises)
    (verdict,) = report.verdicts
    assert isinstance(verdict, Passed)
    tree = exercise.problem.tree
    assert [tree.name(look) for look in verdict.kept[0].found.outcome.looks] == ["k", "l", "k#6", "m"]
    files = student_files(exercises)
    assert {*files} >= {"multiAgents.py", "adapter.py"}
    assert 'to_move=("MAX", "MIN", "MIN")' in files["test_multiAgents.py"]


def test_what_differs_from_the_solution_is_told(tmp_path: Path) -> None:
    wrong = 'action: "Right"\ngenerated: "a b c d e f g k l m"\n'
    _, said = import_tests(folder_of(tmp_path, t_test=TWO_GHOSTS, t_solution=wrong), tmp_path / "set")
    assert said == [
        "t.solution: the action is Right, but the textbook's search takes Left.",
        "t.solution: it generates other states than the textbook's search: g too many, none missing.",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("d Left k", "d Left a"), "the state a comes after itself"),
        (("k 4.0\n", "k four\n"), "four is no value"),
        (("d Left k", "d Left"), "a line of successors has not 3 words: d Left"),
        (('depth: "1"', 'depth: "deep"'), "depth is deep, and no whole number"),
        (("AlphaBetaAgent", "MinimaxAgent"), "it is about MinimaxAgent, and not AlphaBetaAgent"),
        (('num_agents: "3"\n', ""), "it lacks num_agents"),
        (("m 3.0\n", ""), "stands for a leaf that nobody looks at, but a correct search does"),
    ],
)
def test_a_test_that_is_no_tree_is_left_out_with_a_sentence(
    change: tuple[str, str], words: str, tmp_path: Path
) -> None:
    made, said = import_tests(folder_of(tmp_path, t_test=TWO_GHOSTS.replace(*change)), tmp_path / "set")
    assert made == []
    assert len(said) == 1
    assert said[0].startswith("t.test: left out: ")
    assert words in said[0]
