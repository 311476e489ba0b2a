"""What instructors meet: `validate`, `zip`, `show` and `audit --write` on sets with and without mistakes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.commands.command_line import main
from autograder.exercises.load import load_exercise, load_set
from autograder.exercises.model import Assignment, points_mismatch
from autograder.exercises.tree_format import read_tree, write_problem, write_tree
from autograder.judging import probe_trees
from autograder.showing import terminal
from autograder.teaching import audit, walkthrough
from reference import interfaces
from reference.game import Tree
from reference.problem import Problem
from tests.sets import cases, made_set, written
from tests.trees import ANY_VALUES, Nested, nested_trees

PROJECT = Path(__file__).parents[1]


def a_set(folder: Path, *exercises: dict[str, Any], **assignment: Any) -> Path:
    """A folder with an assignment and exercises, each completed by a title and a tree of its own."""
    titled = [{"title": f"Tree {number}", **fields} for number, fields in enumerate(exercises, 1)]
    whole = [fields if "generate" in fields else {"tree": [1, len(fields)], **fields} for fields in titled]
    return made_set(folder, whole, **assignment)


def printed(capsys: pytest.CaptureFixture[str], arguments: Sequence[object], status: int = 0) -> str:
    """What a command prints, on either stream; nothing of it may be a traceback."""
    assert main([str(argument) for argument in arguments]) == status
    streams = capsys.readouterr()
    text = streams.out + streams.err
    assert "Traceback" not in text
    return text


# What is named on the command line


def test_a_set_is_named_in_any_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = a_set(tmp_path / "set", {}, {"points": {"order": 0}})
    for arguments in ([folder], ["--exercises", folder], [folder / "assignment.json"]):
        text = printed(capsys, ["validate", *arguments])
        assert "2 exercises, no mistakes" in text
        assert "5 points: set the assignment's points on Gradescope to 5." in text
    assert "01.json: 3 points, no mistakes" in printed(capsys, ["validate", folder / "01.json"])


def test_an_exercise_is_validated_as_part_of_its_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[3, 4], [2, "x"]]}, interface="minimax")
    assert "give it a number" in printed(capsys, ["validate", folder / "01.json"], 2)


# What Gradescope was told


def points_told(points: object) -> str:
    return json.dumps({"assignment": {"total_points": points}})


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"assignment": null}', *map(points_told, ("many", "99.0", 99, "99"))]
)
def test_nothing_is_said_where_gradescope_was_told_right_or_nothing(tmp_path: Path, text: str) -> None:
    assert points_mismatch(written(tmp_path / "metadata.json", text), 99) == ""
    assert points_mismatch(tmp_path / "nowhere.json", 99) == ""


def test_the_log_says_where_gradescope_was_told_another_number_of_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRADER_ROOT", str(tmp_path))
    (tmp_path / "submission").mkdir()
    (tmp_path / "results").mkdir()
    folder = a_set(tmp_path / "set", {})
    words = "Gradescope was told 100 points for this assignment, but its exercises are worth 3. Set"
    for told, said in (("100.0", True), ("3.0", False)):
        written(tmp_path / "submission_metadata.json", points_told(told))
        assert (words in printed(capsys, ["--exercises", folder])) == said
        assert "was told" not in (tmp_path / "results" / "results.json").read_text()


# The archive


def test_a_folder_of_exercises_is_packed_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = printed(capsys, ["zip", a_set(tmp_path / "set", {})])
    assert "autograder.zip: " in text
    assert "1 exercise for alphabeta.py" in text
    assert "3 points: set the assignment's points on Gradescope to 3." in text
    assert (tmp_path / "autograder.zip").is_file()


@pytest.mark.parametrize(("arguments", "words"), cases("an_archive_that_cannot_be_written"))
def test_an_archive_that_cannot_be_written(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").mkdir()
    before = (a_set(tmp_path / "set", {}) / "01.json").read_bytes()
    assert words in printed(capsys, ["zip", *arguments], 2)
    assert (tmp_path / "set" / "01.json").read_bytes() == before


# What is right but may not be meant


def test_what_may_not_be_meant_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = {"value": 0, "pruned": 0, "order": 0}
    folder = a_set(tmp_path / "set", {}, {"title": "Tree 1"}, {"points": nothing})
    for arguments in (["validate", folder], ["zip", tmp_path / "x.zip", "--exercises", folder]):
        text = printed(capsys, arguments)
        assert "may not be meant" in text
        assert "02.json: title: 01 has the same title" in text
        assert "03.json: points: every check is worth 0" in text
    folder = a_set(tmp_path / "nothing", {}, points=nothing)
    assert "assignment.json: points: all exercises together are worth 0" in printed(capsys, ["validate", folder])
    assert "may not be meant" not in printed(capsys, ["validate"])


def test_a_tree_too_large_for_its_time_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    leaves = [list(range(100)) for _ in range(60)]
    folder = a_set(tmp_path / "set", {"tree": leaves, "interface": "minimax"}, limits={"seconds": 0.1})
    assert "a right search looks at 6,000 leaves, which can take" in printed(capsys, ["validate", folder])
    folder = a_set(tmp_path / "set", {"tree": leaves, "interface": "minimax"}, limits={"seconds": 1})
    assert "may not be meant" not in printed(capsys, ["validate", folder])


def test_a_long_validation_says_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_set(tmp_path / "set", {}, {}, {})
    main(["validate", str(folder)])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(terminal, "SILENCE_SECONDS", 0)
    main(["validate", str(folder)])
    assert capsys.readouterr().err.splitlines() == ["1 of 3 files", "2 of 3 files"]


# Exercises that their author and the textbook disagree about


def test_a_contradicted_exercise_is_shown_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree = [[3, 12, 8], [2, "x", "y"]]
    folder = a_set(tmp_path / "set", {"tree": tree, "expected": {"pruned": ["y"]}}, {"tree": [[3, "z"], [2, 1]]})
    text = printed(capsys, ["show", folder / "01.json"], 2)
    mistake, search = text.index('the leaf "y" is called C6'), text.index("MaxValue(A1, -inf, +inf)")
    assert mistake < search
    assert text.rstrip().endswith("value     3")
    text = printed(capsys, ["show", folder / "02.json"], 2)
    assert 'tree[0][1]: "z" stands for a leaf that nobody looks at, but a correct search does' in text
    assert 'In the search below 0 stands for "z".' in text
    assert "visited   C1 C2 C3" in text


def test_an_exercise_without_a_search_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[], 1]})
    text = printed(capsys, ["show", folder / "01.json"], 2)
    assert "this node has no children" in text
    assert "MaxValue" not in text


# What audit saves


@pytest.mark.parametrize("own", [{"interface": "negamax", "bound": "fail-soft"}, {"interface": "minimax_ab"}])
def test_what_audit_saves_means_the_same_in_its_set_and_tells_students_nothing(
    own: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[3, 4], [2, 1]], **own})
    exercises = load_set(folder)
    rows = [row for row in audit.audit(exercises) if not row.caught]
    assert rows
    for row in rows[:1]:
        problem = audit.smallest_catch(row)
        assert problem is not None
        file = audit.save_exercise(folder, audit.document(row, problem, exercises.assignment))
        loaded = load_exercise(file, exercises.assignment)
        assert same(loaded.pattern, problem)
        assert audit.catches(loaded.pattern, row)
        assert row.variant.misconception.title not in loaded.title
        assert row.variant.misconception.id not in loaded.title + loaded.id
        assert row.variant.misconception.id in loaded.source
    assert "may not be meant" not in printed(capsys, ["validate", folder])


def same(one: Problem, other: Problem) -> bool:
    """Whether two problems are the same search of the same tree."""
    trees = [
        (list(problem.tree.child_counts), list(problem.tree.values), problem.tree.players) for problem in (one, other)
    ]
    tree = Tree([0], [0])
    return trees[0] == trees[1] and one._replace(tree=tree) == other._replace(tree=tree)


# The writer


@given(nested_trees(ANY_VALUES), st.sampled_from(["MAX", "MIN"]))
def test_a_written_tree_is_read_as_the_same_tree(nested: Nested, to_move: str) -> None:
    tree = Tree.from_nested(nested, to_move)
    again = read_tree(json.loads(json.dumps(write_tree(tree), allow_nan=False)), to_move).tree
    assert list(again.child_counts) == list(tree.child_counts)
    assert again.values == tree.values


def test_names_and_evaluations_are_written() -> None:
    document = {
        "name": "R",
        "value": 0.5,
        "children": [{"name": "S", "value": "-inf"}, [1, {"value": 2, "children": [3]}]],
    }
    assert write_tree(read_tree(document).tree) == document
    assert write_tree(read_tree(7).tree) == 7


def test_the_probes_are_written_as_they_were_read() -> None:
    documents = json.loads(probe_trees.FILE.read_text("utf-8"))
    for interface in interfaces.names():
        for prune_when in probe_trees.CONVENTIONS:
            made = [write_problem(problem) for problem in probe_trees.probes(interface, prune_when)]
            assert made == documents[f"{interface}, {prune_when}"]["probes"]


def test_an_exercise_alone_has_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"title": "X", "tree": 1}')
    assert walkthrough.find_exercise(str(tmp_path / "x.json"), tmp_path) == (tmp_path / "x.json", Assignment(title=""))
