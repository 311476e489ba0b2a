"""The commands of instructors: `validate`, `zip`, `show`, `audit`, `new`, `import`, `prove` and `growth`."""

import itertools
import json
import re
from collections import Counter
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograder
from autograder import grade
from autograder.cli.command_line import main
from autograder.core.exercises import exhaustive
from autograder.core.exercises.load import load_exercise, load_set
from autograder.core.exercises.model import (
    Assignment,
    FixedExercise,
    GeneratedExercise,
    points_mismatch,
)
from autograder.core.exercises.tree_format import ReadTree, write_problem, write_tree
from autograder.core.judging.judge import Passed
from autograder.core.project import EXERCISES
from autograder.explain import probe_trees
from autograder.explain.ways import Variant
from autograder.teach import audit, new_sets, walkthrough
from autograder.teach.handout import student_files
from autograder.teach.new_sets import import_tests
from autograder.teach.validation import lay_textbook_program
from autograder.tell import terminal
from reference import interfaces
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.probes import CONVENTIONS
from tests.sets import PROJECT, SUBMISSIONS, Typed, cases, made_set, not_none, written
from tests.trees import ANY_VALUES, Nested, nested_trees


def a_set(folder: Path, *exercises: dict[str, Any], **assignment: Any) -> Path:
    """Return a folder with an assignment and exercises, each completed by a title and a tree of its own."""
    titled = [
        {"title": f"Tree {number}", **fields}
        for number, fields in enumerate(exercises, 1)
    ]
    whole = [
        fields if "generate" in fields else {"tree": [1, len(fields)], **fields}
        for fields in titled
    ]
    return made_set(folder, whole, **assignment)


# Names on the command line


def test_validate_accepts_a_folder_an_option_or_a_file(
    tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path / "set", {}, {"points": {"order": 0}})
    for arguments in ([folder], ["--exercises", folder], [folder / "assignment.json"]):
        text = typed("validate", *arguments)
        assert "2 exercises, no mistakes" in text
        assert "5 points: set the assignment's points on Gradescope to 5." in text
    assert "01.json: 3 points, no mistakes" in typed("validate", folder / "01.json")


def test_an_exercise_is_validated_as_part_of_its_set(
    tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[3, 4], [2, "x"]]}, interface="minimax")
    assert "give it a number" in typed("validate", folder / "01.json", status=2)


# The points that Gradescope was told


def points_told(points: object) -> str:
    return json.dumps({"assignment": {"total_points": points}})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"assignment": null}',
        *map(points_told, ("many", "99.0", 99, "99")),
    ],
)
def test_points_mismatch_is_empty_where_gradescope_has_the_right_points_or_none(
    tmp_path: Path, text: str
) -> None:
    assert points_mismatch(written(tmp_path / "metadata.json", text), 99) == ""
    assert points_mismatch(tmp_path / "nowhere.json", 99) == ""


def test_the_log_says_where_gradescope_was_told_another_number_of_points(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRADER_ROOT", str(tmp_path))
    (tmp_path / "submission").mkdir()
    (tmp_path / "results").mkdir()
    folder = a_set(tmp_path / "set", {})
    text = "Gradescope was told 100 points for this assignment, but its exercises are worth 3. Set"
    for points, is_logged in (("100.0", True), ("3.0", False)):
        written(tmp_path / "submission_metadata.json", points_told(points))
        assert (text in typed("--exercises", folder)) == is_logged
        assert "was told" not in (tmp_path / "results" / "results.json").read_text()


# The archive


def test_a_folder_of_exercises_is_packed_itself(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = typed("zip", a_set(tmp_path / "set", {}))
    assert "autograder.zip: " in text
    assert "1 exercise for alphabeta.py" in text
    assert "3 points: set the assignment's points on Gradescope to 3." in text
    assert (tmp_path / "autograder.zip").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"), cases("zip_command_refuses_an_archive_it_cannot_write")
)
def test_zip_command_refuses_an_archive_it_cannot_write(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    typed: Typed,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain").mkdir()
    before = (a_set(tmp_path / "set", {}) / "01.json").read_bytes()
    assert words in typed("zip", *arguments, status=2)
    assert (tmp_path / "set" / "01.json").read_bytes() == before


# Right documents that may not be meant


def test_validate_warns_of_what_may_not_be_meant(tmp_path: Path, typed: Typed) -> None:
    nothing = {"value": 0, "pruned": 0, "order": 0}
    folder = a_set(tmp_path / "set", {}, {"title": "Tree 1"}, {"points": nothing})
    for arguments in (
        ["validate", folder],
        ["zip", tmp_path / "x.zip", "--exercises", folder],
    ):
        text = typed(*arguments)
        assert "may not be meant" in text
        assert "02.json: title: 01 has the same title" in text
        assert "03.json: points: every check is worth 0" in text
    folder = a_set(tmp_path / "nothing", {}, points=nothing)
    refused = typed("validate", folder, status=2)
    assert (
        "assignment.json: points: every check of every exercise is worth 0" in refused
    )
    worth = "assignment.json: points: all exercises together are worth 0 but for extra"
    folder = made_set(tmp_path / "extra", [{"tree": [1, 2], "extra": True}])
    assert worth in typed("validate", folder)
    assert "may not be meant" not in typed("validate")


def warnings_of(folder: Path, typed: Typed) -> list[str]:
    """Return the warnings of `validate`, without the paths of the files."""
    lines = (
        typed("validate", folder)
        .partition("This is allowed, but may not be meant:\n")[2]
        .splitlines()
    )
    return [line.removeprefix(f"{folder}/") for line in lines]


@pytest.mark.parametrize(
    ("assignment", "exercises", "warnings"),
    cases("validate_warns_of_exercises_that_one_program_cannot_pass"),
)
def test_validate_warns_of_exercises_that_one_program_cannot_pass(
    assignment: dict[str, Any],
    exercises: list[dict[str, Any]],
    warnings: list[str],
    tmp_path: Path,
    typed: Typed,
) -> None:
    assert (
        warnings_of(a_set(tmp_path / "set", *exercises, **assignment), typed)
        == warnings
    )


@pytest.mark.parametrize("program", ["textbook", "strict_cutoff"])
@pytest.mark.parametrize(
    "tree",
    [[[4, 7], [4, 1]], [[4, 7], [3, 1]], [[2, 2], [2, 2]], [[5, 6], [5, 5], [5, 1]]],
)
def test_what_is_told_of_two_conventions_is_what_grading_does(
    program: str, tree: Nested, tmp_path: Path, typed: Typed
) -> None:
    """The two programs are right, each by one convention."""
    conventions = {"textbook": "alpha >= beta", "strict_cutoff": "alpha > beta"}
    (other,) = set(conventions.values()) - {conventions[program]}
    folder = a_set(
        tmp_path / "set",
        {},
        {"tree": tree, "prune_when": other},
        prune_when=conventions[program],
    )
    first, second = grade(SUBMISSIONS / program, load_set(folder)).verdicts
    assert first.passed
    assert second.passed == (not warnings_of(folder, typed))


@pytest.mark.parametrize(
    "folder", sorted(file.parent for file in EXERCISES.rglob("assignment.json"))
)
def test_validate_warns_of_nothing_in_a_shipped_set(folder: Path, typed: Typed) -> None:
    if folder.name != "schema":
        assert warnings_of(folder, typed) == []


def test_validate_reads_the_sets_own_words_for_the_handout(
    tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path / "set", {})
    file = written(folder / "handout.md", "---\ntsak: typo\n---\n")
    assert "handout.md: tsak: there is no field of this name" in typed(
        "validate", folder, status=2
    )
    file.write_text("---\ntask: a search.\n---\n", "utf-8")
    assert "no mistakes" in typed("validate", folder)


@pytest.mark.parametrize(
    ("names", "warning"),
    [
        (["1", "2", "10"], "10 comes before 2, as names are compared letter by letter"),
        (["tree_9", "tree_10"], "tree_10 comes before tree_9"),
        (["01", "02", "10"], ""),
        (["1", "2", "9"], ""),
        (["ties", "a_window", "1_first"], ""),
    ],
)
def test_validate_warns_of_numbers_that_do_not_count_up(
    names: list[str], warning: str, tmp_path: Path, typed: Typed
) -> None:
    exercises = {name: {"title": name, "tree": [1, 2]} for name in names}
    output = typed("validate", made_set(tmp_path / "set", exercises))
    assert warning in output
    assert ("comes before" in output) == bool(warning)


EVALUATED: dict[str, Any] = {"tree": [{"name": "L", "value": 3, "children": [1, 2]}, 4]}


@pytest.mark.parametrize(
    ("exercise", "warning"),
    [
        (EVALUATED, "L: the value of a node with children is not used, as the search"),
        ({**EVALUATED, "interface": "alpha_beta"}, 'write "depth", or leave'),
        ({**EVALUATED, "interface": "alpha_beta", "depth": 1}, ""),
        ({"tree": [[1, 2], 4]}, ""),
    ],
)
def test_validate_warns_of_evaluations_that_no_search_asks_for(
    exercise: dict[str, Any], warning: str, tmp_path: Path, typed: Typed
) -> None:
    interface = exercise.get("interface", "max_value/min_value")
    output = typed("validate", a_set(tmp_path / "set", exercise, interface=interface))
    assert warning in output
    assert ("not used" in output) == bool(warning)


def test_validate_warns_of_a_tree_too_large_for_its_time(
    tmp_path: Path, typed: Typed
) -> None:
    leaves = [list(range(100)) for _ in range(60)]
    folder = a_set(
        tmp_path / "set", {"tree": leaves}, interface="minimax", limits={"seconds": 0.1}
    )
    assert "a right search looks at 6,000 leaves, which can take" in typed(
        "validate", folder
    )
    folder = a_set(
        tmp_path / "set", {"tree": leaves}, interface="minimax", limits={"seconds": 1}
    )
    assert "may not be meant" not in typed("validate", folder)


def test_a_long_validation_says_how_far_it_is(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = a_set(tmp_path / "set", {}, {}, {})
    quick = typed("validate", folder)
    monkeypatch.setattr(terminal, "SILENCE_SECONDS", 0)
    # A file that comes just after another one gets no line.
    assert typed("validate", folder).startswith(f"{quick}1 of 3 files\n")


# Exercises that their author and the textbook disagree about


def test_show_prints_an_exercise_whose_expected_answer_is_wrong(
    tmp_path: Path, typed: Typed
) -> None:
    tree = [[3, 12, 8], [2, "x", "y"]]
    folder = a_set(
        tmp_path / "set",
        {"tree": tree, "expected": {"pruned": ["y"]}},
        {"tree": [[3, "z"], [2, 1]]},
    )
    text = typed("show", folder / "01.json", status=2)
    mistake = text.index('the leaf "y" is called C6')
    search = text.index("MaxValue(A1, -inf, inf)")
    assert mistake < search
    assert text.rstrip().endswith("value     3")
    text = typed("show", folder / "02.json", status=2)
    assert (
        'tree[0][1]: "z" stands for a leaf that nobody looks at, but a correct search does'
        in text
    )
    assert "In the search below 0 stands for such letters." in text
    assert "visited   C1 C2 C3" in text


def test_an_exercise_without_a_search_is_not_shown(
    tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[], 1]})
    text = typed("show", folder / "01.json", status=2)
    assert "this node has no children" in text
    assert "MaxValue" not in text


# The files that audit saves


@pytest.mark.parametrize(
    "own", [{"interface": "negamax", "bound": "fail-soft"}, {"interface": "minimax_ab"}]
)
def test_exercise_saved_by_audit_keeps_its_meaning_and_reveals_nothing(
    own: dict[str, str], tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path / "set", {"tree": [[3, 4], [2, 1]], **own})
    exercises = load_set(folder)
    rows = [row for row in audit.audit(exercises) if not row.caught]
    assert rows
    for row in rows[:1]:
        problem = not_none(audit.smallest_catch(row))
        file = audit.save_exercise(
            folder, audit.document(row, problem, exercises.assignment)
        )
        loaded = load_exercise(file, exercises.assignment)
        assert same(loaded.pattern, problem)
        assert audit.failed(loaded.pattern, observe(loaded.pattern), row.variant)
        assert row.variant.misconception.title not in loaded.title
        assert row.variant.misconception.id not in loaded.title + loaded.id
        assert row.variant.misconception.id in loaded.source
    warnings = (
        typed("validate", folder).partition("may not be meant:\n")[2].splitlines()
    )
    assert all(
        "interface: students are told to write max_value and min_value" in line
        for line in warnings
    )


def test_audit_says_in_the_plural_and_the_singular_how_many_ways_pass(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = a_set(
        tmp_path / "set", {"tree": [[3, 4], [2, 1]]}, {"tree": [[3, 2], [3, 4]]}
    )
    monkeypatch.setattr(audit, "smallest_catch", lambda row: row.pattern)
    output = typed("audit", poor, status=1)
    assert re.search(
        r"^\S+ .*   1 of \d+ ways to make this mistake passes$", output, re.MULTILINE
    )
    assert re.search(
        r"^\S+ .*   [2-9] of \d+ ways to make this mistake pass$", output, re.MULTILINE
    )


def test_audit_says_how_far_it_is_and_not_among_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "smallest_catch", lambda row: row.pattern)
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: 0.0))
    folder = a_set(tmp_path / "set", {"tree": [[3, 4], [2, 1]]}, {"tree": [3, 4]})
    assert main(["audit", str(folder)]) == 1
    quick = capsys.readouterr()
    assert quick.err == ""
    monkeypatch.setattr(
        terminal, "time", SimpleNamespace(monotonic=itertools.count(step=3).__next__)
    )
    assert main(["audit", str(folder)]) == 1
    slow = capsys.readouterr()
    assert slow.out == quick.out, slow.err
    caught, ways = not_none(
        re.search(r"(?m)^(\d+) of (\d+) ways to make a known", slow.out)
    ).groups()
    lines = slow.err.splitlines()
    assert lines[0].startswith("1 of 2 exercises")
    assert any(line.startswith(f"7 of {ways} ways to make a mistake") for line in lines)
    assert any(
        line.startswith(f"2 of {int(ways) - int(caught)} ways that pass")
        for line in lines
    )


def test_audit_runs_no_mistake_twice_on_one_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = {"tree": [[3, 4], [2, 1]]}
    rows = list(audit.audit(load_set(a_set(tmp_path / "once", same))))
    runs: Counter[tuple[Variant, str]] = Counter()
    attempt = Variant.attempt

    def counted_attempt(
        variant: Variant, problem: Problem, **how: bool
    ) -> Observation | None:
        runs[variant, json.dumps(write_problem(problem))] += 1
        return attempt(variant, problem, **how)

    monkeypatch.setattr(Variant, "attempt", counted_attempt)
    twice = list(
        audit.audit(
            load_set(
                a_set(tmp_path / "twice", same, same, {**same, "points": {"order": 2}})
            )
        )
    )
    assert set(runs.values()) == {1}
    assert len(runs) == len(rows)
    for row, of_three in zip(rows, twice, strict=True):
        assert set(of_three.caught.values()) == set(row.caught.values())
        assert len(of_three.caught) == 3 * len(row.caught)


@pytest.mark.parametrize(
    ("interface", "depth"),
    [("max_value/min_value", None), ("alpha_beta", 2), ("negamax", None)],
)
def test_smallest_catch_does_not_depend_on_earlier_mistakes(
    interface: str, depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    variants = probe_trees.known(interface, "alpha >= beta")[::15]
    patterns = [
        Problem(tree, interface, depth=depth) for tree in audit.BEGINNINGS.values()
    ]
    searches = [
        (audit.AuditRow(variant, pattern, {}), pattern, audit.SEARCHES[0])
        for variant in variants
        for pattern in patterns
    ]

    def caught() -> list[list[Problem]]:
        return [audit._caught_while_shrinking(*search) for search in searches]

    monkeypatch.setattr(audit, "_trials", {})
    shared = [caught(), caught()]
    # Without earlier trials each search draws its own, as if it were the first.
    monkeypatch.setattr(audit, "_earlier_trials", lambda *_: [])
    alone = caught()
    assert sum(map(bool, alone)) > len(variants)
    for problems in shared:
        assert [list(map(write_problem, catches)) for catches in problems] == [
            list(map(write_problem, catches)) for catches in alone
        ]


def test_an_audit_needs_no_hypothesis_where_it_knows_what_that_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = list(
        audit.audit(load_set(a_set(tmp_path / "set", {"tree": [[3, 4], [2, 1]]})))
    )
    passing = [row for row in rows if not row.caught][:4]
    before = [audit.smallest_catch(row) for row in passing]
    monkeypatch.setattr(audit, "_shrunk", Mock(side_effect=AssertionError))
    assert [audit.smallest_catch(row) for row in passing] == before


def test_audit_says_how_many_ways_no_question_of_an_adapter_shows(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copytree(PROJECT / "exercises" / "cs188", tmp_path / "set")
    for file in [*folder.glob("[0-9]*.json")][1:]:
        file.unlink()
    monkeypatch.setattr(audit, "probes", lambda *_: [])
    output = typed("audit", folder)
    caught = int(
        not_none(
            re.search(r"(\d+) of \1 ways to make a known mistake are caught", output)
        )[1]
    )
    left = int(not_none(re.search(r"(\d+) more ways not listed", output))[1])
    assert caught > 0
    assert caught + left == len(
        list(probe_trees.known("alpha_beta_search", "alpha > beta"))
    )


def same(one: Problem, other: Problem) -> bool:
    """Return whether two problems are the same search of the same tree."""
    trees = [
        (
            list(problem.tree.child_counts),
            list(problem.tree.values),
            problem.tree.players,
        )
        for problem in (one, other)
    ]
    tree = Tree([0], [0])
    return trees[0] == trees[1] and one._replace(tree=tree) == other._replace(tree=tree)


# The writer


@given(nested_trees(ANY_VALUES), st.sampled_from(["MAX", "MIN"]))
def test_written_tree_is_read_as_the_same_tree(nested: Nested, to_move: str) -> None:
    tree = Tree.from_nested(nested, to_move)
    again = ReadTree(
        json.loads(json.dumps(write_tree(tree), allow_nan=False)), to_move
    ).tree
    assert list(again.child_counts) == list(tree.child_counts)
    assert again.values == tree.values


def test_write_tree_writes_names_and_evaluations() -> None:
    document: dict[str, Any] = {"name": "R", "value": 0.5}
    document["children"] = [
        {"name": "S", "value": "-inf"},
        [1, {"value": 2, "children": [3]}],
    ]
    assert write_tree(ReadTree(document).tree) == document
    assert write_tree(ReadTree(7).tree) == 7


def test_write_tree_writes_probes_as_they_were_read() -> None:
    documents = json.loads(probe_trees.FILE.read_text("utf-8"))
    for interface in interfaces.names():
        for prune_when in CONVENTIONS:
            made = [
                write_problem(problem)
                for problem in probe_trees.probes(interface, prune_when)
            ]
            assert made == documents[f"{interface}, {prune_when}"]["probes"]


def test_find_exercise_without_an_assignment_uses_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"title": "X", "tree": 1}')
    assert walkthrough.find_exercise(str(tmp_path / "x.json"), tmp_path) == (
        tmp_path / "x.json",
        Assignment(title=""),
    )


# --- `new`: a set that is ready to hand out and to grade ---


pytestmark = pytest.mark.usefixtures("unmended")
RIGHT = {interface: f"{interface}_textbook" for interface in interfaces.names()}
RIGHT |= {
    "max_value/min_value": "textbook",
    "aspiration_search": "aspiration_search_moving_guess",
}


@pytest.mark.parametrize("interface", interfaces.names())
def test_a_new_set_grades_the_stub_with_0_and_a_right_program_in_full(
    interface: str, tmp_path: Path
) -> None:
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


def test_exercises_of_a_new_set_name_their_schema(
    tmp_path: Path,
) -> None:
    new_sets.new_set(tmp_path, "negamax")
    for file in tmp_path.glob("*.json"):
        document = json.loads(file.read_text("utf-8"))
        schema = (
            "assignment.json" if file.name == "assignment.json" else "exercise.json"
        )
        assert (
            tmp_path / document["$schema"]
        ).resolve() == PROJECT / "exercises" / "schema" / schema
        assert not {"number", "expected"} & set(document)
        assert "seed" not in document.get("generate", {})


def test_new_command_lists_its_files_and_the_next_commands(
    tmp_path: Path, typed: Typed
) -> None:
    folder = tmp_path / "mine"
    output = typed("new", folder, "--interface", "minimax_array")
    for file in folder.iterdir():
        assert file.name in output
    assert f"./run_autograder validate {folder}" in output
    assert f"./run_autograder zip --exercises {folder}" in output
    assert f"./run_autograder handout {folder}" in output


@pytest.mark.parametrize(
    ("interface", "words"),
    [
        ("negamx", 'did you mean "negamax"?'),
        ("nestd", 'did you mean "nested"?'),
        ("zzz", "known are alpha_beta, "),
    ],
)
def test_new_command_with_an_unknown_interface_makes_nothing(
    interface: str, words: str, tmp_path: Path, typed: Typed
) -> None:
    assert words in typed("new", tmp_path / "mine", "--interface", interface, status=2)
    assert not (tmp_path / "mine").exists()


# --- `prove`: every tree up to a size, of any interface's set ---


@pytest.mark.parametrize(
    ("submission", "folder", "searches"),
    [
        ("textbook", "exercises", 36),
        (
            "aspiration_search_widening_to_the_whole",
            "exercises/aspiration_search",
            340,
        ),
    ],
)
def test_prove_command_finds_a_right_program_all_right(
    submission: str, folder: str, searches: int, typed: Typed
) -> None:
    arguments = ("--exercises", PROJECT / folder, "--leaves", 2, "--plies", 2)
    assert f"{searches} searches, all right" in typed(
        "prove", SUBMISSIONS / submission, *arguments
    )


def test_prove_command_shows_the_smallest_wrong_tree(typed: Typed) -> None:
    shown = typed(
        "prove", SUBMISSIONS / "strict_cutoff", "--leaves", 3, "--plies", 2, status=1
    )
    assert "C2" in shown
    # The path of the submission may have these letters in a word.
    assert not re.search(r"\bC3\b", shown)
    assert "all right" not in shown


def test_prove_command_searches_more_trees_than_can_be_cached(
    monkeypatch: pytest.MonkeyPatch, typed: Typed
) -> None:
    monkeypatch.setattr(exhaustive, "MOST_EXHAUSTIVE", 9)
    monkeypatch.setattr(exhaustive, "cached", lambda *_: pytest.fail("remembered"))
    arguments = (
        "--leaves",
        2,
        "--plies",
        1,
        "--exercises",
        PROJECT / "tests" / "exercises" / "quick",
    )
    assert "10 searches, all right" in typed(
        "prove", SUBMISSIONS / "textbook", *arguments
    )


# --- `growth`: the worst order visits all leaves, the perfect one Knuth and Moore's count ---


def knuth_moore(branching: int, depth: int) -> int:
    """b^⌈d/2⌉ + b^⌊d/2⌋ − 1."""
    return int(branching ** (depth - depth // 2) + branching ** (depth // 2)) - 1


def test_growth_table_agrees_with_knuth_and_moore(typed: Typed) -> None:
    printed = typed(
        "growth",
        "--branching",
        "2",
        "3",
        "4",
        "5",
        "--most-leaves",
        "1100",
        "--trees",
        "3",
    )
    rows = {tuple(map(int, row[:2])): row[2:6] for row in numbers(printed)}
    assert set(rows) >= {(2, 10), (3, 6), (4, 5), (5, 4)}
    for (branching, depth), (worst, random, perfect, fewest) in rows.items():
        assert worst == branching**depth
        assert perfect == fewest == knuth_moore(branching, depth)
        assert perfect <= random <= worst


def test_long_growth_says_how_far_it_is(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("growth", "--branching", "2", "--most-leaves", "4", "--trees", "1")
    quick = typed(*command)
    monkeypatch.setattr(terminal, "SILENCE_SECONDS", 0)
    clock = SimpleNamespace(
        monotonic=itertools.count().__next__
    )  # a second later each time
    monkeypatch.setattr(terminal, "time", clock)
    output = typed(*command).removeprefix(quick)
    # Two trees of an order and one at random, of two leaves and of four.
    lines = [f"{leaves} of 18 leaves" for leaves in (2, 4, 6, 10, 14)]
    assert output.splitlines() == lines


def numbers(printed: str) -> list[list[float]]:
    """Return the rows of the table."""
    return [
        [float(cell) for cell in row.strip("| ").split(" | ")]
        for row in printed.splitlines()[2:]
    ]


def test_growth_table_counts_the_best_order_like_the_exercise(typed: Typed) -> None:
    printed = typed("growth", "--branching", "3", "--most-leaves", "81", "--trees", "1")
    assert numbers(printed)[-1][2:5:2] == [81, 17]


def test_growth_table_is_markdown_and_the_same_for_each_seed(typed: Typed) -> None:
    arguments = [
        "growth",
        "--branching",
        "2",
        "3",
        "--most-leaves",
        "30",
        "--trees",
        "4",
    ]
    printed = [typed(*arguments, "--seed", seed) for seed in (1, 1, 2)]
    assert printed[0] == printed[1] != printed[2]
    lines = printed[0].splitlines()
    assert {line.count("|") for line in lines} == {10}
    depths = [("| 2", str(depth)) for depth in (1, 2, 3, 4)] + [
        ("| 3", str(depth)) for depth in (1, 2, 3)
    ]
    assert [tuple(line.split(" | ")[:2]) for line in lines[2:]] == depths


TWO_GHOSTS = (Path(__file__).parents[1] / "imported" / "two_ghosts.test").read_text(
    "utf-8"
)
SOLUTION = '# a comment\naction: "Left"\ngenerated: "a b c d e f k l m"\n'
GAME = 'class: "PacmanGameTreeTest"\nalg: "AlphaBetaAgent"\ndepth: "2"\n'


def folder_of(place: Path, **files: str) -> Path:
    (place / "q3").mkdir()
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (place / "q3" / f"{stem}.{ending}").write_text(text)
    return place / "q3"


def test_imported_folder_of_tests_becomes_a_set_that_grades(tmp_path: Path) -> None:
    tests = folder_of(
        tmp_path,
        two_ghosts_test=TWO_GHOSTS,
        two_ghosts_solution=SOLUTION,
        pacman_test=GAME,
    )
    made, output = import_tests(tests, tmp_path / "set")
    assert made == ["two_ghosts"]
    assert output == [
        "pacman.test: left out: it plays Pacman, which needs the course's own game and layouts; this grader has trees."
    ]
    exercises = load_set(tmp_path / "set")
    (exercise,) = exercises.fixed
    assert exercise.problem.tree.players == ("MAX", "MIN", "MIN")
    assert exercise.problem.depth == 3
    report = autograder.grade(lay_textbook_program(exercises, tmp_path), exercises)
    (verdict,) = report.verdicts
    assert isinstance(verdict, Passed)
    tree = exercise.problem.tree
    assert [tree.name(look) for look in verdict.kept[0].searched.outcome.looks] == [
        "k",
        "l",
        "k#6",
        "m",
    ]
    files = student_files(exercises)
    assert {*files} >= {"multiAgents.py", "adapter.py"}
    assert 'to_move=("MAX", "MIN", "MIN")' in files["test_multiAgents.py"]


def test_import_reports_where_the_textbook_differs_from_the_solution(
    tmp_path: Path,
) -> None:
    wrong = 'action: "Right"\ngenerated: "a b c d e f g k l m"\n'
    _, output = import_tests(
        folder_of(tmp_path, t_test=TWO_GHOSTS, t_solution=wrong), tmp_path / "set"
    )
    assert output == [
        "t.solution: the action is Right, but the textbook's search takes Left.",
        "t.solution: it generates other states than the textbook's search: g too many, none missing.",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    cases("imported_test_without_a_tree_is_left_out_with_the_reason"),
)
def test_imported_test_without_a_tree_is_left_out_with_the_reason(
    change: tuple[str, str], words: str, tmp_path: Path
) -> None:
    made, output = import_tests(
        folder_of(tmp_path, t_test=TWO_GHOSTS.replace(*change)), tmp_path / "set"
    )
    assert made == []
    assert len(output) == 1
    assert output[0].startswith("t.test: left out: ")
    assert words in output[0]
