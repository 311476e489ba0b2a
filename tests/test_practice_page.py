"""The page to practise on: it says what the grader would, is played to the end by keys, and keeps what it must."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.commands.command_line import main
from autograder.errors import WrongUsage
from autograder.exercises.load import load_set
from autograder.exercises.model import ExerciseSet
from autograder.judging.run import grade
from autograder.pages.worksheets import practice_page, tasks
from autograder.showing.divergence import parting, shown
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem
from tests.browser import NEEDS_BROWSER, for_everyone, opened

PROJECT = Path(__file__).parents[1]
SET = load_set(PROJECT / "exercises" / "by_hand")
HOSTILE = "</style></script><script>alert('\"1')</script>\u202e"
ANSWERS = ("accepted", "parted", "steps", "wrong", "also")

SHIPPED = [
    PROJECT / "exercises",
    *sorted(file.parent for file in (PROJECT / "exercises").glob("*/assignment.json") if file.parent.name != "schema"),
]
LEAVES = st.integers(-3, 3)
TREES: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=9
)


def packed(page: str) -> list[dict[str, Any]]:
    """What is packed into a page for each of its trees."""
    return [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)]


def page_of(exercises: ExerciseSet, *, exam: bool = False) -> str:
    return practice_page(exercises, tasks(exercises, exam=exam))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("practice") / "practice.html"
    page.write_text(page_of(SET), encoding="utf-8")
    return page


def one_tree(problem: Problem) -> dict[str, Any]:
    exercise = SET.fixed[0]._replace(pattern=problem)
    return packed(page_of(SET._replace(exercises=(exercise,))))[0]


@given(TREES, st.sampled_from(["alpha >= beta", "alpha > beta"]), st.data())
@settings(max_examples=40)
def test_every_wrong_way_is_told_in_the_graders_words(nested: Any, prune_when: Any, data: st.DataObject) -> None:
    problem = Problem(Tree.from_nested([nested, nested]), prune_when=prune_when)
    right = observe(problem, calls=True)
    told = one_tree(problem)
    assert told["visited"] == list(right.visited)
    same = data.draw(st.integers(0, len(right.visited)))
    start = right.visited[:same]
    others = [
        leaf for leaf in problem.tree.leaves() if leaf not in start and (*start, leaf) != right.visited[: same + 1]
    ]
    leaf = data.draw(st.sampled_from([*others, None]))
    if leaf is None and same == len(right.visited):
        return  # that is right
    looks = start if leaf is None else (*start, leaf)
    parts = told["parted"][same]["" if leaf is None else str(leaf)]
    assert "; ".join(told["said"][part] for part in parts) == parting(problem, right, looks)
    # what comes after the first wrong leaf changes nothing
    if leaf is not None:
        rest = [other for other in problem.tree.leaves() if other not in looks]
        assert parting(problem, right, (*looks, *rest)) == parting(problem, right, looks)


def test_the_hints_are_the_trace_with_the_visits_before_each_step() -> None:
    steps = packed(page_of(SET))[0]["steps"]
    assert steps[0] == [0, "MaxValue(A1, -inf, +inf)"]
    assert [3, "return v: returns 3"] in steps
    assert steps[-1] == [7, "return v: returns 3"]


def test_no_answer_is_in_the_source_of_an_exam() -> None:
    exercises = tuple(entry._replace(hint="SECRET") for entry in SET.exercises)
    page = page_of(SET._replace(exercises=exercises), exam=True)
    assert all(set(told) == {"names"} for told in packed(page))
    assert 'data-do="check"' not in page
    assert 'data-do="hint"' not in page
    assert "SECRET" not in page
    assert not re.search('data-state="|data-pruned="', page.split("<script>")[0].split("</style>")[1])


@pytest.mark.parametrize("command", [["practice"], ["practice", "--exam"], ["sheet"], ["sheet", "--format", "latex"]])
def test_nothing_is_made_of_what_students_may_not_see(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"source": "audit: SECRET", "hint": "SECRET"}
    (tmp_path / "assignment.json").write_text('{"title": "Homework"}', "utf-8")
    (tmp_path / "1.json").write_text(json.dumps({**told, "title": "One", "tree": [[3, 12], [2, 4]]}), "utf-8")
    for visibility in ("hidden", "after_due_date", "after_published"):
        of_it = {**told, "title": "SECRET", "tree": [[71, 72], [73, 74]], "visibility": visibility}
        (tmp_path / f"secret_{visibility}.json").write_text(json.dumps(of_it), "utf-8")
    (tmp_path / "2.json").write_text('{"title": "Deeper", "interface": "negamax", "tree": [1, 2]}', "utf-8")
    files = [tmp_path / "page", tmp_path / "solutions"]
    solutions = ["--solutions", str(files[1])] if command[0] == "sheet" else []
    assert main([*command[:1], str(tmp_path), "--html", str(files[0]), *solutions, *command[1:]]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Left out: 3 exercises that students may not see.",
        "Left out: 1 exercise not suited to working by hand.",
    ]
    for file in files[: 1 + len(solutions)]:
        text = file.read_text("utf-8")
        assert "One" in text
        assert not re.search(r"secret|>7[1-4]<|7[1-4]\b.{0,3}leaf node", text.split("</style>")[-1], re.IGNORECASE)
        assert ("Left out: 3 exercises" in text) == (command[0] == "practice")


@pytest.mark.parametrize("command", ["practice", "sheet"])
@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_every_shipped_set_is_made_a_page_of_or_refused(
    folder: Path, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, page = main([command, str(folder), "--html", str(tmp_path / "page.html")]), tmp_path / "page.html"
    shown = capsys.readouterr()
    assert (status, page.exists()) in ((0, True), (2, False))
    assert ("there is no tree" in shown.err) == (status == 2)
    if folder.name == "exercises":
        assert status == 0
        assert f"Left out: {5 if command == 'practice' else 4} exercises not suited" in shown.out


def test_other_trees_are_of_the_same_kind() -> None:
    page = page_of(SET)
    trees = packed(page)
    assert len(trees) == 5 * len(SET.exercises)
    assert [len(tree["names"]) for tree in trees[:5]] == [9] * 5
    assert page_of(SET) == page


def test_generated_sets_can_be_practised_and_others_are_told() -> None:
    core = load_set(PROJECT / "exercises", "2[56]*")
    assert "2 exercises" not in page_of(core)
    with pytest.raises(WrongUsage, match="there is no tree to work out by hand here"):
        page_of(load_set(PROJECT / "exercises" / "negamax"))


def test_what_others_wrote_is_shown_as_text() -> None:
    tree = Tree([2, 0, 0], [None, 1, 2], names={0: HOSTILE[:-1], 1: HOSTILE[:-1] + "a"})
    exercise = SET.fixed[0]._replace(title=HOSTILE, source=HOSTILE, pattern=Problem(tree))
    page = page_of(ExerciseSet(SET.folder, SET.assignment, (exercise,)))
    assert "\u202e" not in page
    assert "<script>alert" not in page


@for_everyone
def test_the_page_is_fit_for_everyone(chromium: Any, file: Path, width: int, scheme: str) -> None:
    with opened(chromium, file, width, scheme) as seen:
        seen.page.get_by_role("button", name="C1, 3").click()
        seen.page.get_by_role("button", name="Check").click()
        assert not seen.accessible()
        assert not seen.overflows
        assert not seen.complaints


@NEEDS_BROWSER
def test_the_page_is_played_to_the_end_by_keys_and_graded(chromium: Any, file: Path, tmp_path: Path) -> None:
    with opened(chromium, file) as seen:
        keys = seen.page.keyboard
        for exercise in SET.fixed:
            right, tree = observe(exercise.problem), exercise.problem.tree
            for leaf in right.visited:
                value = shown(tree.values[leaf])
                seen.page.get_by_role("button", name=f"{tree.name(leaf)}, {value}", exact=True).focus()
                keys.press("Space" if leaf % 2 else "Enter")
            seen.page.get_by_label(f"Value of {tree.name(0)}", exact=True).focus()
            keys.type(shown(right.value))
            keys.press("Enter")
            assert seen.page.locator("[data-said]:visible p").all_inner_texts() == [
                "✓ The value is right.", "✓ The pruned leaves are right.", "✓ The order of visits is right.",
            ]  # fmt: skip
            seen.page.get_by_role("button", name="Next").focus()
            keys.press("Enter")
        seen.page.reload()
        with seen.page.expect_download() as waiting:
            seen.page.get_by_role("button", name="Save answers").press("Enter")
        answers = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(answers)
        assert answers.name == "answers.json"
        assert not seen.complaints
    assert grade(answers, SET).points == 36


@NEEDS_BROWSER
def test_pressing_hinting_and_checking(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as seen:

        def button(name: str) -> Any:
            return seen.page.get_by_role("button", name=name, exact=True)

        def said() -> str:
            return "\n".join(seen.page.locator("[data-said]:visible p").all_inner_texts())

        visits = seen.page.locator("[data-visits]:visible")
        button("Hint").click()
        assert said() == "MaxValue(A1, -inf, +inf)"
        button("Hint").click()
        assert said() == "TerminalState(A1)? No"
        for name in ("C1, 3", "C2, 12", "C2, 12", "C2, 12", "C3, 8", "C5, 4"):
            button(name).click()
        assert visits.inner_text() == "C1 C2 C3 C5"
        assert button("C5, 4").get_attribute("aria-pressed") == "true"
        button("C1, 3").click()
        assert said() == "C1 is visited already. Only the last visit can be taken back."
        seen.page.get_by_label("Value of A1").fill("4")
        button("Check").click()
        assert "✗ The value is not right.\n✗ The pruned leaves are not right.\n✗ The order" in said()
        assert said().endswith("so MAX cannot stop yet, and C4 is next; your search looked at C5.")
        button("Hint").click()
        assert said() == "The first 3 visits are right. Take back the others, the last one first."
        seen.page.reload()
        assert visits.inner_text() == "C1 C2 C3 C5"
        assert seen.page.get_by_label("Value of A1").input_value() == "4"
        button("New tree").click()
        assert visits.inner_text() == "nothing yet"
        for _ in range(4):
            button("New tree").click()
        assert visits.inner_text() == "C1 C2 C3 C5"
        button("C5, 4").click()
        for name in ("C4, 2", "C7, 14", "C8, 5", "C9, 2"):
            button(name).click()
        button("Check").click()
        assert said().startswith("✗ The value is not right.\n✓ The pruned leaves are right.")
        assert "returned 4, which is the value of none of them. Where does it come from?" in said()
        seen.page.get_by_label("Value of A1").fill("−3")
        button("Check").click()
        assert "returned -3, which is right but for the sign." in said()
        button("Start over").click()
        assert visits.inner_text() == "nothing yet"
        assert not seen.complaints
