"""The files that students get: made from one source for every set, and its tests tell right from wrong."""

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from inspect import getsource
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from types import ModuleType
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference.game
from autograder.cli.command_line import main
from autograder.core.exercises.documents import ASSIGNMENT
from autograder.core.exercises.load import load_assignment, load_set
from autograder.core.exercises.model import Assignment, ExerciseSet
from autograder.teach.handout import student_files
from autograder.teach.handout_fields import OLDEST_PYTHON
from autograder.teach.student_folder import write_files
from autograder.teach.student_tests import PLAIN_SIGNS, named_by_index
from autograder.tell.divergence import describe_visits
from reference import interfaces
from reference.game import Tree
from reference.interfaces import module_of, searched_tree
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.core.test_adapter import ADAPTER, RIGHT, a_set
from tests.patience import PATIENCE
from tests.sets import (
    PROJECT,
    SUBMISSIONS,
    Typed,
    cases,
    made_set,
    not_none,
    submitted,
    written,
)
from tests.trees import problems

CORE = PROJECT / "exercises"
NAMED = [
    file.parent
    for file in sorted(CORE.glob("*/assignment.json"))
    if file.parent.name not in ("schema", "by_hand")
]
SETS = [CORE, *NAMED]
PLAIN = [folder for folder in SETS if not (folder / "adapter.py").exists()]
"""The sets whose students write an interface of the grader's own."""
Handouts: TypeAlias = Callable[[Path], Path]
AtHome: TypeAlias = Callable[..., str]


@pytest.fixture(scope="module")
def handouts(tmp_path_factory: pytest.TempPathFactory) -> Handouts:
    """Return the files that students of each set get, made when they are first asked for."""
    folder = tmp_path_factory.mktemp("handouts")

    @cache
    def made(exercises: Path) -> Path:
        write_files(student_files(load_set(exercises)), folder / exercises.name)
        return folder / exercises.name

    return made


def by_name(folder: Path) -> str:
    return folder.name


@cache
def handed_in(exercises: Path) -> str:
    return load_assignment(exercises / ASSIGNMENT).file


@cache
def programs(score: str) -> list[tuple[Path, Path]]:
    """Return each submission of one file with a score, with its set. Wrong ones are diagnosed."""
    folders = []
    for verdict in sorted(SUBMISSIONS.glob("*/verdict.json")):
        document = json.loads(verdict.read_text("utf-8"))
        exercises = PROJECT / document.get("exercises", "exercises")
        file_name = handed_in(exercises)
        # An earlier run may have left compiled files, which are no part of this.
        files = {file.name for file in verdict.parent.iterdir()} - {"__pycache__"}
        alone = files == {file_name, "verdict.json"} or "changes" in document
        known = score == "full" or document.get("misconceptions")
        if (
            document["score"] == score
            and known
            and alone
            and not verdict.parent.name.startswith("hostile_")
        ):
            folders.append((verdict.parent, exercises))
    return folders


def module(name: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the module in a file, which others then find by its name."""
    spec = not_none(importlib.util.spec_from_file_location(name, file))
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, loaded)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture
def at_home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> AtHome:
    """Return a student's machine: what `python test_alphabeta.py` prints of a program, in this process, held to its status."""
    # Importing a submission must leave no compiled files beside it.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setitem(sys.modules, "game", reference.game)
    monkeypatch.setattr(sys, "path", list(sys.path))  # the tests put their folder there

    def run(
        program: Path,
        tests: Path,
        status: int = 0,
        assignment: Assignment | None = None,
    ) -> str:
        """Run the tests on a program; return their output.

        assignment: of the set, if each reason is to be held against the grader's.
        """
        if (tests.parent / "adapter.py").is_file():
            return elsewhere(program, tests, status)
        module("alphabeta", program, monkeypatch)
        loaded = module("test_alphabeta", tests, monkeypatch)
        if assignment is not None:
            held_reasons(loaded, assignment)
        exit_status = loaded.main()
        output = capsys.readouterr().out
        assert exit_status == status, output
        return output

    return run


def algorithm(exercises: Path) -> str:
    """Return the source of the textbook's algorithm that a set is about."""
    return getsource(module_of(load_assignment(exercises / ASSIGNMENT).interface))


def elsewhere(program: Path, tests: Path, status: int = 0) -> str:
    """Return the same in a process of its own: an adapter changes which modules there are."""
    with TemporaryDirectory() as folder:
        shutil.copytree(tests.parent, folder, dirs_exist_ok=True)
        shutil.copyfile(program, Path(folder, tests.name.removeprefix("test_")))
        command = [sys.executable, "-B", tests.name]
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr) == (status, ""), done.stdout
        return done.stdout


def of_folder(program: Path, folder: Path) -> tuple[Path, Path]:
    """Return the file of a submission, and the tests in the folder that students get."""
    tests = next(folder.glob("test_*.py"))
    return program / tests.name.removeprefix("test_"), tests


# The files


def test_student_template_equals_the_handout_of_the_core_set() -> None:
    made = student_files(load_set(CORE))
    folder = PROJECT / "student_template"
    assert {file.name for file in folder.iterdir() if file.is_file()} == set(made)
    for name, text in made.items():
        again = "rm -r student_template; ./run_autograder handout --to student_template"
        assert (folder / name).read_text("utf-8") == text, (
            f"{name} is not what is made: run {again}"
        )


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_a_stub_defines_what_is_asked_for_and_nothing_stays_to_be_filled_in(
    exercises: Path, handouts: Handouts
) -> None:
    assignment = load_assignment(exercises / ASSIGNMENT)
    needs = (
        assignment.adapter.needs
        if assignment.adapter
        else interfaces.load(assignment.interface).functions
    )
    stub = ast.parse((handouts(exercises) / assignment.file).read_text("utf-8"))
    defined = {name: node for node in stub.body for name in definitions(node)}
    # Of alternatives the stub has the first.
    assert {need.partition("|")[0] for need in needs} <= set(defined)
    if assignment.adapter is None:
        assert all(ast.get_docstring(defined[name]) for name in needs)  # type: ignore[arg-type]
    for file in handouts(exercises).iterdir():
        assert file.name in ("game.py", "adapter.py") or not re.search(
            r"\$\w|\{\{|\{%", file.read_text("utf-8")
        )


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_each_row_of_a_table_is_one_line(exercises: Path, handouts: Handouts) -> None:
    readme = (handouts(exercises) / "README.md").read_text("utf-8")
    for line in readme.splitlines():
        assert line.startswith("| ") == line.endswith(" |") or line.startswith("|--")


def test_title_that_ends_as_a_question_gets_no_full_stop(
    handouts: Handouts, tmp_path: Path
) -> None:
    title = "Two plies: what do x and y matter?"
    exercises = made_set(tmp_path / "set", {"01": {"title": title, "tree": [3, 5]}})
    (file,) = handouts(exercises).glob("test_*.py")
    text = file.read_text("utf-8")
    assert f'"""{title}"""' in text
    assert not re.search(r'[?!]\."""', text)


def test_titles_of_tests_have_the_names_of_their_trees(
    handouts: Handouts, tmp_path: Path
) -> None:
    tree = {
        "name": "A",
        "children": [
            {"name": "Left", "children": [3, 12]},
            {"name": "N", "children": [2, "x"]},
        ],
    }
    titles = {"01": "A cutoff: N is cut by A, not by x", "02": "Nothing: A few leaves"}
    exercises = made_set(
        tmp_path / "titles",
        {name: {"title": title, "tree": tree} for name, title in titles.items()}
        | {"02": {"title": titles["02"], "tree": [3, 5]}},
    )
    (file,) = handouts(exercises).glob("test_*.py")
    matches = re.findall(r'"""(.*)\."""\n    check', file.read_text("utf-8"))
    assert "A cutoff: B2 is cut by A1, not by C4" in matches
    assert titles["02"] in matches


def test_no_title_of_the_shipped_tests_names_a_node_of_another_drawing(
    handouts: Handouts,
) -> None:
    (file,) = handouts(PROJECT / "exercises").glob("test_*.py")
    matches = re.findall(r'"""(.*)\."""\n    check', file.read_text("utf-8"))
    assert "Two plies with unknown leaves C5 and C6" in matches
    assert "Deep cutoff: D13 is cut by a bound from A1" in matches
    assert "Shallow cutoff: the second player never moves to B2" in matches


def definitions(node: ast.stmt) -> list[str]:
    """Return the name of a function or class, and those of a class's methods."""
    if isinstance(node, ast.ClassDef):
        return [
            node.name,
            *(
                f"{node.name}.{name}"
                for inner in node.body
                for name in definitions(inner)
            ),
        ]
    return [node.name] if isinstance(node, ast.FunctionDef) else []


@pytest.mark.parametrize("interface", interfaces.names())
@pytest.mark.parametrize("bound", ["either", "fail-soft", "fail-hard"])
@pytest.mark.parametrize("prune_when", ["alpha >= beta", "alpha > beta"])
def test_every_convention_has_files_that_are_complete(
    interface: str, bound: str, prune_when: str, tmp_path: Path
) -> None:
    assignment = Assignment(
        "T",
        file="mine.py",
        interface=interface,
        bound=bound,  # type: ignore[arg-type]
        prune_when=prune_when,  # type: ignore[arg-type]
    )
    files = student_files(ExerciseSet(Path("none"), assignment, ()))
    assert set(files) == {"mine.py", "game.py", "README.md", "test_mine.py"}
    for name, text in files.items():
        assert "alphabeta" not in text or name == "game.py"
        if name.endswith(".py"):
            compile(text, name, "exec")
        elif interfaces.load(interface).windowed:
            assert {"alpha >= beta": "alpha ≥ beta", "alpha > beta": "alpha > beta"}[
                prune_when
            ] in text


# The command


def test_handout_does_not_overwrite_a_changed_file(
    tmp_path: Path, typed: Typed
) -> None:
    typed("new", tmp_path / "mine", "--interface", "minimax")
    stub = tmp_path / "mine-student" / "alphabeta.py"
    for _ in "twice":
        output = typed("handout", tmp_path / "mine", "--to", stub.parent)
        assert (
            "mine-student: alphabeta.py, game.py, README.md, test_alphabeta.py"
            in output
        )
    written(stub, "mine now")
    output = typed("handout", tmp_path / "mine", "--to", stub.parent, status=2)
    assert (
        "alphabeta.py: this holds something else, so the new alphabeta.py cannot "
        "replace it, not even with --force; name another folder for --to" in output
    )
    assert stub.read_text("utf-8") == "mine now"


@pytest.mark.parametrize(
    ("change", "words"), cases("handout_refuses_a_set_with_the_reason")
)
def test_handout_refuses_a_set_with_the_reason(
    change: dict[str, object], words: str, tmp_path: Path, typed: Typed
) -> None:
    exercises = own_course(tmp_path, **change)
    (exercises / "handout.md").write_text(
        "" if change else "---\ntaks: a search\n---\n", "utf-8"
    )
    for folder, reason in (
        (exercises, words),
        (CORE / "by_hand", "students of this set hand in answers"),
    ):
        assert reason in typed("handout", folder, "--to", tmp_path / "made", status=2)
    assert not (tmp_path / "made").exists()


# A course of its own

SEEN = {
    "title": 'A "seen" \\ tree',
    "source": "A secret book",
    "tree": [[3, 12, 8], [2, "x", "y"], [14, 5, 2]],
}
NAMED_NODES = {
    "name": "Start",
    "children": [[5, 9], [{"name": "a leaf", "value": 7}, 1]],
}
OTHERS = {
    "02_hidden": {
        "title": "Hidden",
        "visibility": "hidden",
        "tree": [[31, 121], [21, 41]],
    },
    "03_the_same_to_a_depth": {
        "title": "Seen",
        "tree": [[31, 121], [21, 41]],
        "depth": 2,
    },
    "04_by_random": {"title": "Random", "generate": {"examples": 3}},
    "05_window": {"title": "Window", "tree": [51, 61], "window": [0, 55]},
    "06_min": {"title": "MIN", "root": "min", "tree": NAMED_NODES},
}


def own_course(folder: Path, **more: object) -> Path:
    """Return the folder of a set with an adapter that nobody has written words for."""
    fields = {
        "title": "Homework 3",
        "file": "bot.py",
        "points": {"value": 4},
        "packages": ["numpy"],
        **more,
    }
    exercises = a_set(folder, ADAPTER, SEEN, **fields)
    for name, document in OTHERS.items():
        (exercises / f"{name}.json").write_text(json.dumps(document), "utf-8")
    (exercises / "solution.py").write_text(RIGHT, "utf-8")
    return exercises


def test_a_course_of_its_own_gets_a_stub_and_tests_of_what_its_students_may_see(
    tmp_path: Path,
) -> None:
    exercises, made = own_course(tmp_path), tmp_path / "made"
    assert main(["handout", str(exercises), "--to", str(made)]) == 0
    assert {file.name for file in made.iterdir()} == {
        "bot.py",
        "game.py",
        "README.md",
        "test_bot.py",
        "adapter.py",
    }
    text = "".join(file.read_text("utf-8") for file in made.iterdir())
    assert not [
        secret
        for secret in ("A secret book", "121", "Hidden", "61", "max(alpha, v)")
        if secret in text
    ]
    readme = (made / "README.md").read_text("utf-8")
    for excerpt in (
        "# Homework 3",
        "`maxi` and `mini` in `bot.py`",
        "4 points",
        "2 small trees",
        "library and numpy",
    ):
        assert excerpt in readme
    output = elsewhere(made / "bot.py", made / "test_bot.py", status=1)
    assert "maxi is not written yet: open bot.py and write it." in output
    output = elsewhere(exercises / "solution.py", made / "test_bot.py")
    assert output == "ok      test_tree\nok      test_min\n\n2 of 2 trees are right.\n"


@pytest.mark.parametrize("field", ["{{ rules }}", "$rules"], ids=["now", "before"])
def test_handout_uses_the_documented_example_of_handout_md(
    field: str, tmp_path: Path
) -> None:
    exercises = own_course(tmp_path)
    text = (PROJECT / "docs" / "adapters.md").read_text("utf-8")
    example = dedent(
        text[text.index("    ---\n") : text.index("\nBetween the lines of")]
    )
    assert "{{ rules }}" in example
    example = example.replace("{{ rules }}", field)
    (exercises / "handout.md").write_text(example.strip("\n") + "\n", "utf-8")
    (exercises / "adapter.py").write_text(
        text.split("```python\n")[1].split("```")[0], "utf-8"
    )
    files = student_files(load_set(exercises))
    assert files["bot.py"].endswith(
        'raise NotImplementedError("choose is not written yet")\n'
    )
    for excerpt in (
        "\nWrite `choose` in `bot.py`: a bot that plays Hex and ",
        "\n`choose(position, rules)` returns the best move. Two rules make the answer unique: ",
        "\nA leaf is visited when you first ask `rules.score(position)`. ",
    ):
        assert excerpt in files["README.md"]


def test_a_title_and_an_unknown_dollar_are_no_template(tmp_path: Path) -> None:
    title = "{{ rules }} for $5, {% if %} $title"
    exercises = own_course(tmp_path, title=title)
    (exercises / "handout.md").write_text("It costs $5 or $money.\n", "utf-8")
    readme = student_files(load_set(exercises))["README.md"]
    assert readme.startswith(f"# {title}\n")
    assert "It costs $5 or $money." in readme


ESCAPE = "{{ ''.__class__.__mro__[1].__subclasses__() }}"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("{{ rulse }}", "'rulse' is undefined"),
        ("{{ rules", "unexpected end of template"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
        ("---\ntask: {{ task }}\n---\n", "a field stands in itself"),
        (ESCAPE, "unsafe"),
    ],
    ids=["unknown", "unfinished", "broken", "itself", "code"],
)
def test_handout_refuses_words_that_cannot_be_filled_in(
    words: str, reason: str, tmp_path: Path, typed: Typed
) -> None:
    exercises = own_course(tmp_path)
    (exercises / "handout.md").write_text(words, "utf-8")
    output = typed("handout", exercises, "--to", tmp_path / "made", status=2)
    assert "handout.md: " in output
    assert reason in output
    assert "a field is written {{ rules }}" in output
    assert not (tmp_path / "made").exists()


def test_a_stub_has_classes_with_their_methods_and_the_first_of_alternatives(
    tmp_path: Path,
) -> None:
    exercises = own_course(tmp_path)
    needs = 'NEEDS = ("Bot", "Bot.go|Bot.move", "play")'
    (exercises / "adapter.py").write_text(
        ADAPTER.replace('NEEDS = ("maxi", "mini")', needs), "utf-8"
    )
    files = student_files(load_set(exercises))
    assert [
        name for node in ast.parse(files["bot.py"]).body for name in definitions(node)
    ] == ["play", "Bot", "Bot.go"]
    assert "Write `Bot.go` or `Bot.move` and `play` in `bot.py`" in files["README.md"]


CALLS = {
    "aspiration_search": "(state, problem.guess, problem.epsilon)",
    "minimax_array": "(0, 0, problem.to_move == 'MAX', state.looks.leaf_values, *problem.window)",
    "negamax": "(state, problem.depth or state.tree.depth, *problem.window)",
}


@pytest.mark.parametrize(("interface", "call"), CALLS.items())
def test_an_adapter_is_given_in_the_tests_what_grading_gives_it(
    interface: str, call: str, tmp_path: Path
) -> None:
    exercises, made = tmp_path / "set", tmp_path / "made"
    assert main(["new", str(exercises), "--interface", interface]) == 0
    document = json.loads((exercises / ASSIGNMENT).read_text("utf-8"))
    (exercises / ASSIGNMENT).write_text(
        json.dumps({**document, "adapter": "to_us.py"}), "utf-8"
    )
    search = f"def search(student, state, problem):\n    return getattr(student, problem.functions[0]){call}\n"
    (exercises / "to_us.py").write_text(f"NEEDS = ()\n\n{search}")
    adapter_example = (
        CORE / interface / "02_fail_high.json"
        if "guess" in call
        else exercises / "01_one_tree.json"
    )
    shutil.copy(adapter_example, exercises / "03_more.json")
    assert main(["handout", str(exercises), "--to", str(made)]) == 0
    program = (
        "aspiration_search_moving_guess"
        if interface == "aspiration_search"
        else f"{interface}_textbook"
    )
    output = elsewhere(
        SUBMISSIONS / program / "alphabeta.py", made / "test_alphabeta.py"
    )
    assert output.count("ok ") == (2 if interface == "aspiration_search" else 1)
    output = elsewhere(made / "alphabeta.py", made / "test_alphabeta.py", status=1)
    assert "has no attribute" in output


# The tests that students run


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_stub_fails_the_student_tests_with_a_kind_message(
    exercises: Path, at_home: AtHome, handouts: Handouts
) -> None:
    folder, file = handouts(exercises), load_assignment(exercises / ASSIGNMENT).file
    output = at_home(folder / file, folder / f"test_{file}", status=1)
    assert f"is not written yet: open {file} and write it." in output
    assert "\nThe same is wrong in " in output or output.count("FAILED") == 1
    assert "Traceback" not in output
    assert "\n0 of " in output


@pytest.mark.parametrize(("program", "exercises"), programs("full"), ids=by_name)
def test_right_programs_pass_the_student_tests(
    program: Path, exercises: Path, at_home: AtHome, handouts: Handouts, tmp_path: Path
) -> None:
    program = submitted(program, handed_in(exercises), tmp_path)
    output = at_home(*of_folder(program, handouts(exercises)))
    assert "FAILED" not in output


@cache
def load_tests(interface: str) -> ModuleType:
    """Return the tests that students of an interface get, as a module that nobody else sees."""
    folder = next(
        folder
        for folder in PLAIN
        if load_assignment(folder / ASSIGNMENT).interface == interface
    )
    text = student_files(load_set(folder))["test_alphabeta.py"]
    with TemporaryDirectory() as temporary, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        patch.setattr(sys, "path", list(sys.path))
        patch.setitem(sys.modules, "game", reference.game)
        file = Path(temporary, "test_alphabeta.py")
        file.write_text(text, "utf-8")
        return module("test_alphabeta", file, patch)


def reason_of_the_grader(problem: Problem, looks: tuple[int, ...]) -> str:
    """Return the sentence of `divergence` about the comparison if the visits part; else ""."""
    sentence = describe_visits(problem, observe(problem, calls=True), looks) or ""
    reason = sentence.partition(" Your search")[0]
    return reason.translate(PLAIN_SIGNS) if ", v is " in reason else ""


def right_visits(problem: Problem, expected: Observation) -> list[str]:
    """Return the visits that a test of a problem names."""
    due_looks = interfaces.load(problem.interface).due_looks(expected)
    names = [problem.tree.name(leaf) for leaf in due_looks.nodes]
    return [*names, "..."] if due_looks.goes_on else names


def facts_of_students(problem: Problem) -> dict[str, object]:
    """Return the other facts that the tests give to `search` and `why`."""
    facts = {
        "depth": problem.depth,
        "guess": problem.guess,
        "epsilon": problem.epsilon,
    }
    return {name: fact for name, fact in facts.items() if fact is not None}


@settings(max_examples=500)
@given(problem=problems(), data=st.data())
def test_the_reason_of_the_tests_is_that_of_the_grader(
    problem: Problem, data: st.DataObject
) -> None:
    problem = problem._replace(window=(-inf, inf))
    interface = interfaces.load(problem.interface)
    if interface.complete_binary:
        problem = named_by_index(problem)
    tree = problem.tree
    expected = observe(problem, calls=True)
    right = right_visits(problem, expected)
    leaves = list(tree.leaves(depth=problem.depth))
    agreeing = data.draw(st.integers(0, len(right)))
    agreed = [tree.node(name) for name in right[:agreeing] if name != "..."]
    others = [leaf for leaf in leaves if leaf not in agreed]
    drawn = data.draw(
        st.lists(st.sampled_from(others), unique=True) if others else st.just([])
    )
    looks = tuple(not_none(leaf) for leaf in [*agreed, *drawn])
    tests = load_tests(problem.interface)
    vars(tests).update(
        PRUNE_WHEN=problem.prune_when if interface.windowed else "",
        IS_NEGATED=interface.negated,
    )
    looked_at = [tree.name(leaf) for leaf in looks]
    game = searched_tree(problem)
    kind = "action" if isinstance(expected.value, str) else "value"
    reason = tests.why(game, right, looked_at, kind, **facts_of_students(problem))
    if looked_at and looked_at != right:
        assert reason == reason_of_the_grader(problem, looks)


def held_reasons(tests: ModuleType, assignment: Assignment) -> None:
    """Hold each reason that the tests give from now on against the grader's."""
    why = tests.why

    def held(
        game: Tree, right: list[str], seen: list[str], kind: str, **facts: Any
    ) -> object:
        reason = why(game, right, seen, kind, **facts)
        terms = {**facts, "prune_when": assignment.prune_when}
        tree = game
        if interfaces.load(assignment.interface).negated:
            tree = searched_tree(Problem(game, assignment.interface))
        problem = Problem(tree, assignment.interface, **terms)
        looks = tuple(not_none(tree.node(name)) for name in seen if name != "...")
        assert reason == reason_of_the_grader(problem, looks)
        return reason

    vars(tests).update(why=held)


@pytest.mark.parametrize(("program", "exercises"), programs("partial"), ids=by_name)
def test_wrong_programs_fail_at_home_with_true_reasons(
    program: Path, exercises: Path, at_home: AtHome, handouts: Handouts, tmp_path: Path
) -> None:
    program = submitted(program, handed_in(exercises), tmp_path)
    assignment = load_assignment(exercises / ASSIGNMENT)
    at_home(*of_folder(program, handouts(exercises)), status=1, assignment=assignment)


@pytest.mark.parametrize("infinity", ["0", "1000"])
@pytest.mark.parametrize(
    "exercises",
    [folder for folder in PLAIN if "inf\n" in algorithm(folder)],
    ids=by_name,
)
def test_program_without_infinite_start_values_fails_the_student_tests(
    exercises: Path, infinity: str, at_home: AtHome, handouts: Handouts, tmp_path: Path
) -> None:
    wrong = tmp_path / "alphabeta.py"
    wrong.write_text(
        algorithm(exercises).replace("from math import inf\n", f"inf = {infinity}\n"),
        "utf-8",
    )
    at_home(wrong, handouts(exercises) / "test_alphabeta.py", status=1)


@pytest.mark.parametrize(
    ("best", "worst"), [("0", "inf"), ("0", "1000"), ("-inf", "1000"), ("-1000", "inf")]
)
def test_program_with_one_finite_start_value_fails_the_student_tests(
    best: str, worst: str, at_home: AtHome, tmp_path: Path
) -> None:
    source = algorithm(CORE)
    wrong = source.replace("v: Value = -inf", f"v: Value = {best}").replace(
        "v: Value = inf", f"v: Value = {worst}"
    )
    (tmp_path / "alphabeta.py").write_text(wrong, "utf-8")
    at_home(
        tmp_path / "alphabeta.py",
        PROJECT / "student_template" / "test_alphabeta.py",
        status=1,
    )


def test_student_test_that_was_added_is_run(at_home: AtHome, tmp_path: Path) -> None:
    folder = PROJECT / "student_template"
    tests = tmp_path / "test_alphabeta.py"
    text = (folder / "test_alphabeta.py").read_text("utf-8")
    count = len(re.findall("^def test_", text, re.MULTILINE))
    right = SUBMISSIONS / "textbook" / "alphabeta.py"
    for name, value, said_of_it in (
        ("mine", 3, f"{count + 1} of {count + 1}"),
        ("mine", 44, "FAILED  test_mine"),
    ):
        mine = f'def test_{name}() -> None:\n    check([3, 2], value={value}, visited="B1 B2")\n\n\ndef explain('
        tests.write_text(text.replace("def explain(", mine), "utf-8")
        assert said_of_it in at_home(right, tests, status=int(value == 44))


def test_student_tests_of_the_same_name_are_reported(
    at_home: AtHome, tmp_path: Path
) -> None:
    tests = tmp_path / "test_alphabeta.py"
    text = (PROJECT / "student_template" / "test_alphabeta.py").read_text("utf-8")
    copy = 'def test_eight_leaves() -> None:\n    check([3, 2], value=3, visited="B1 B2")\n\n\ndef explain('
    tests.write_text(text.replace("def explain(", copy), "utf-8")
    output = at_home(SUBMISSIONS / "textbook" / "alphabeta.py", tests, status=1)
    assert "Two tests are called test_eight_leaves" in output


@pytest.mark.parametrize(
    "command", [["test_alphabeta.py"], ["-m", "pytest", "-q", "-p", "no:cacheprovider"]]
)
def test_student_tests_give_the_same_status_with_pytest_and_without(
    command: list[str], handouts: Handouts, tmp_path: Path
) -> None:
    shutil.copytree(handouts(CORE / "negamax"), tmp_path, dirs_exist_ok=True)
    # A student's machine has no plugins of pytest; without them it also starts faster.
    alone = {
        **os.environ,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    for program, status in (
        (None, 1),
        (SUBMISSIONS / "negamax_textbook" / "alphabeta.py", 0),
    ):
        if program:
            shutil.copy(program, tmp_path)
        line = [sys.executable, *command]
        done = subprocess.run(
            line, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert (
            "negamax is not written yet: open alphabeta.py and write it." in done.stdout
        ) == (program is None)


ENDLESS = """
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    index = 0
    while index < len(state.children):
        {line}
        index += 1
    return v


def min_value(state, alpha, beta):
    return max_value(state, alpha, beta)
"""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "v = max(v, min_value(state.children[index], alpha, beta)); continue",
            "Your search looked at leaves ",
        ),
        ("continue", "Your search did not come to an end and was stopped"),
    ],
)
def test_an_endless_search_ends_with_a_sentence_and_its_line(
    line: str, words: str, tmp_path: Path
) -> None:
    shutil.copytree(PROJECT / "student_template", tmp_path, dirs_exist_ok=True)
    program = ENDLESS.format(line=line)
    (tmp_path / "alphabeta.py").write_text(program, "utf-8")
    tests = tmp_path / "test_alphabeta.py"
    quick = tests.read_text("utf-8").replace("_TREE = 10.0", "_TREE = 0.5")
    tests.write_text(quick.replace("AN_END = 1.0", "AN_END = 0.05"), "utf-8")
    done = run_tests(tmp_path)
    assert done.returncode == 1
    assert words in done.stdout
    assert re.search(r" in alphabeta\.py, line \d+:\n {8}while .*\n {4}\w", done.stdout)
    assert "Traceback" not in done.stdout + done.stderr


def run_tests(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the tests as a student does, in the folder that was handed out."""
    return subprocess.run(
        [sys.executable, "test_alphabeta.py"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_ctrl_c_says_where_the_search_was(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "student_template", tmp_path, dirs_exist_ok=True)
    (tmp_path / "alphabeta.py").write_text(
        "def max_value(state, alpha, beta):\n    raise KeyboardInterrupt\n\n\n"
        "min_value = max_value\n",
        "utf-8",
    )
    done = run_tests(tmp_path)
    assert done.returncode == 130
    assert (
        "You stopped test_two_plies_with_numbers in alphabeta.py, line 2:"
        in done.stdout
    )
    assert done.stderr == ""


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_syntax_error_is_told_in_the_graders_words(
    encoding: str, tmp_path: Path
) -> None:
    shutil.copytree(PROJECT / "student_template", tmp_path, dirs_exist_ok=True)
    (tmp_path / "alphabeta.py").write_text(
        "def max_value(state, alpha, beta)\n    return '→'\n", "utf-8"
    )
    done = run_tests(tmp_path, PYTHONIOENCODING=encoding)
    assert done.returncode == 1
    first, advice, code = done.stdout.splitlines()
    assert first.startswith("alphabeta.py, line 1: ")
    assert code == "    def max_value(state, alpha, beta)"
    assert advice == (
        "Python cannot read the file. Look at the line below, and at the one before it."
    )
    assert done.stderr == ""


def test_a_notebook_grades_what_was_written_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(PROJECT / "student_template", tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "path", list(sys.path))
    for name in ("alphabeta", "helper", "game"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))  # and is put back
        del sys.modules[name]
    tests = module("test_alphabeta", tmp_path / "test_alphabeta.py", monkeypatch)
    right = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    (tmp_path / "helper.py").write_text(right, "utf-8")
    (tmp_path / "alphabeta.py").write_text("from helper import *\n", "utf-8")
    assert tests.main() == 0
    wrong = right.replace("alpha >= beta", "alpha > beta").replace(">=", ">")
    (tmp_path / "helper.py").write_text(wrong, "utf-8")
    assert tests.main() == 1
    assert "20 of 20" in capsys.readouterr().out


# Demands on students' machines

ENCODINGS = ["cp1252", "gbk", "cp932", "cp437", "latin-1", "ascii"]
"""The encodings that Python writes with into a file or a pipe: Windows in several countries, and a terminal without a language."""
NEWER_NAMES = {
    *(
        "removeprefix",
        "removesuffix",
        "cache",
        "lcm",
        "nextafter",
        "ulp",
        "unparse",
        "is_relative_to",
    ),  # 3.9
    *("Annotated", "randbytes", "topological_sort", "graphlib", "zoneinfo"),
    *(
        "pairwise",
        "strict",
        "bit_count",
        "aiter",
        "anext",
        "TypeAlias",
        "ParamSpec",
        "slots",
        "kw_only",
    ),  # 3.10
    *(
        "cbrt",
        "exp2",
        "ExceptionGroup",
        "add_note",
        "Self",
        "StrEnum",
        "assert_never",
        "tomllib",
    ),  # 3.11
    *("batched", "override", "sumprod", "is_junction"),  # 3.12
}
"""Names and keywords of Python's library that 3.8 does not have."""
NO_GENERICS = {
    "list",
    "dict",
    "tuple",
    "set",
    "frozenset",
    "type",
    "array",
    "deque",
    "defaultdict",
    "Counter",
}
"""The types that cannot be written with [...] in 3.8, if it is not only an annotation that is never evaluated."""


class WithoutAnnotations(ast.NodeTransformer):
    """Takes the annotations out, as `from __future__ import annotations` does."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def too_new(source: str) -> list[str]:
    """List the features in a file that the oldest promised Python lacks. Raises SyntaxError if that cannot parse it."""
    tree: ast.Module = ast.parse(source, feature_version=OLDEST_PYTHON)
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    if "__future__" in {node.module for node in imports}:
        tree = WithoutAnnotations().visit(tree)
    abstract = {
        alias.name
        for node in imports
        if node.module == "collections.abc"
        for alias in node.names
    }
    return [
        ast.dump(node)
        for node in ast.walk(tree)
        if is_too_new(node, NO_GENERICS | abstract)
    ]


def is_too_new(node: ast.AST, no_generics: set[str]) -> bool:
    """Return whether a part of a program works only in a newer Python than promised. `|` joins types (3.10) or dicts (3.9)."""
    match node:
        case (
            ast.Name(id=name)
            | ast.Attribute(attr=name)
            | ast.alias(name=name)
            | ast.keyword(arg=name)
        ):
            return name in NEWER_NAMES
        case ast.Subscript(value=ast.Name(id=name)):
            return name in no_generics
        case ast.BinOp(op=ast.BitOr()) | ast.AugAssign(op=ast.BitOr()):
            return True
    return False


@pytest.mark.parametrize(
    "source",
    [
        "from itertools import pairwise",
        "zip([], [], strict=True)",
        "'abc'.removesuffix('c')",
        "Value = int | float",
        "def f(x: int | None): pass",
        "def f() -> list[int]: pass",
        "value: dict[str, int] = {}",
        "about = {}\nabout |= {}",
        "from collections.abc import Sequence\nclass Values(Sequence[int]): pass",
        "from __future__ import annotations\nx = list[int]()",
        "import math\nmath.lcm(4, 6)",
    ],
)
def test_too_new_finds_syntax_that_python_3_8_lacks(source: str) -> None:
    assert too_new(source)


def test_too_new_accepts_new_syntax_in_postponed_annotations() -> None:
    assert not too_new(
        "from __future__ import annotations\ndef f(x: int | None, *y: str | int) -> list[int]: z: set[int]"
    )


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_handed_out_files_use_nothing_newer_than_the_promised_python(
    exercises: Path, handouts: Handouts
) -> None:
    for file in handouts(exercises).glob("*.py"):
        assert not too_new(file.read_text("utf-8")), file.name


@cache
def pythons() -> dict[tuple[int, ...], str]:
    """Return the Pythons of this machine by their versions: the one that runs this, pyenv's, and those with a command."""
    commands = [
        sys.executable,
        *map(str, Path.home().glob(".pyenv/versions/3.*/bin/python")),
    ]
    commands += filter(
        None, (shutil.which(f"python3.{minor}") for minor in range(6, 20))
    )
    versions: dict[tuple[int, ...], str] = {}
    for command in commands:
        ask = [command, "-c", "import sys; print(*sys.version_info[:2])"]
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
        if done.returncode == 0:  # else it is pyenv's script that finds no such Python
            versions[tuple(map(int, done.stdout.split()))] = command
    return versions


def a_program(score: str, exercises: Path) -> Path:
    """Return a submission to a set with a score, the textbook's if there is one."""
    of_the_set = [
        program for program, its_set in programs(score) if its_set == exercises
    ]
    return next(
        (program for program in of_the_set if program.name.endswith("textbook")),
        of_the_set[0],
    )


def lay(program: Path, file: str, folder: Path) -> None:
    """Write the file of a submission into a folder."""
    (folder / file).unlink(missing_ok=True)
    laid = submitted(program, file, folder)
    if laid != folder:
        shutil.copy(laid / file, folder)


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_handed_out_files_run_on_old_and_new_pythons(
    exercises: Path, handouts: Handouts, tmp_path: Path
) -> None:
    shutil.copytree(handouts(exercises), tmp_path, dirs_exist_ok=True)
    file = handed_in(exercises)
    lay(a_program("full", exercises), file, tmp_path)
    fit = sorted(version for version in pythons() if version >= OLDEST_PYTHON)
    for version in {*fit[:2], fit[-1]}:
        command = [pythons()[version], "-B", f"test_{file}"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), (version, done.stdout)


AS_AN_OLD_PYTHON = """
import runpy, sys
sys.version_info, sys.version = (3, 7, 16, "final", 0), "3.7.16 (default)"
runpy.run_path(sys.argv[1], run_name="__main__")
"""


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_a_python_that_is_too_old_is_told_before_anything_fails(
    exercises: Path, handouts: Handouts, tmp_path: Path
) -> None:
    shutil.copytree(handouts(exercises), tmp_path, dirs_exist_ok=True)
    (tmp_path / "game.py").write_text(
        "this is what a Python that is too old cannot read", "utf-8"
    )
    tests = f"test_{handed_in(exercises)}"
    ast.parse((tmp_path / tests).read_text("utf-8"), feature_version=(3, 6))
    commands = {"3.7.16": [sys.executable, "-c", AS_AN_OLD_PYTHON]}
    commands |= {
        f"3.{minor}": [command]
        for (_, minor), command in pythons().items()
        if minor < OLDEST_PYTHON[1]
    }
    for version, command in commands.items():
        done = subprocess.run(
            [*command, tests], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.stderr.startswith(
            f"{tests} needs Python 3.8 or newer, and this is Python {version}"
        )
        assert done.stderr.count("\n") == 1
        assert done.returncode == 1


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_the_readme_names_the_version_and_the_command_of_each_system(
    exercises: Path, handouts: Handouts
) -> None:
    readme = (handouts(exercises) / "README.md").read_text("utf-8")
    tests = f"test_{handed_in(exercises)}"
    for excerpt in (
        "You need Python 3.8 or newer.",
        f"    python3 {tests} ",
        f"    py {tests} ",
    ):
        assert excerpt in readme


MATCH = "\n\ndef kind(value):\n    match value:\n        case _:\n            return value\n"


@pytest.mark.parametrize(
    ("words", "needed"), [("", "3.10"), ("---\npython: 3.12\n---\n", "3.12")]
)
def test_a_course_that_needs_a_newer_python_says_so(
    words: str, needed: str, tmp_path: Path
) -> None:
    exercises = own_course(tmp_path)
    with (exercises / "adapter.py").open("a", encoding="utf-8") as adapter:
        adapter.write(MATCH)
    (exercises / "handout.md").write_text(words, "utf-8")
    files = student_files(load_set(exercises))
    assert f"You need Python {needed} or newer." in files["README.md"]
    assert f"sys.version_info < (3, {needed[2:]}):" in files["test_bot.py"]


@pytest.mark.parametrize("version", ["3.7", "3", "three", "2.7", "3.8.1"])
def test_handout_refuses_an_invalid_python_version(
    version: str, tmp_path: Path, typed: Typed
) -> None:
    exercises = own_course(tmp_path)
    (exercises / "handout.md").write_text(f"---\npython: {version}\n---\n", "utf-8")
    output = typed("handout", exercises, "--to", tmp_path / "made", status=2)
    assert (
        "handout.md: python: this is the oldest Python that will do for students, 3.8 or newer, such as 3.10"
        in output
    )
    assert not (tmp_path / "made").exists()


def run_at_home(
    tests: Path, *options: str, encoding: str = "utf-8", cwd: Path | None = None
) -> tuple[int, str, str]:
    """Run a handout's tests in a process of their own. Returns its exit status, and its text on each stream."""
    command = [sys.executable, "-B", *options, str(tests)]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        command,
        cwd=cwd or tests.parent,
        env=environment,
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def reported(output: str) -> tuple[int, int]:
    """Count the tests that have a line of their own in an output; return this and the number in its last line."""
    count = not_none(
        re.search(r"^\d+ of (\d+) trees are right\.$", output, re.MULTILINE)
    )
    return len(re.findall(r"^(?:ok|FAILED) +test_", output, re.MULTILINE)), int(
        count[1]
    )


@pytest.mark.parametrize("exercises", SETS, ids=by_name)
def test_student_tests_print_only_ascii(
    exercises: Path, handouts: Handouts, tmp_path: Path
) -> None:
    shutil.copytree(handouts(exercises), tmp_path, dirs_exist_ok=True)
    file = handed_in(exercises)
    for program, expected in (
        (None, 1),
        (a_program("partial", exercises), 1),
        (a_program("full", exercises), 0),
    ):
        if program is not None:
            lay(program, file, tmp_path)
        status, output, errors = run_at_home(tmp_path / f"test_{file}")
        assert (status, errors) == (expected, "")
        assert output.isascii()


OF_MANY_SIGNS = """
print("imported: α ≤ β")

def max_value(state, alpha, beta):
    print("α ist größer: 木")
    raise ValueError("−1 ≥ β")  # wie groß? 木

def min_value(state, alpha, beta):
    return "≤"
"""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_student_tests_go_on_where_a_character_cannot_be_printed(
    encoding: str, handouts: Handouts, tmp_path: Path
) -> None:
    shutil.copytree(handouts(CORE), tmp_path, dirs_exist_ok=True)
    tests = tmp_path / "test_alphabeta.py"
    title = '"""Zwei Züge: −9 ≤ α 木."""\n    check('
    tests.write_text(
        re.sub(r'""".*"""\n    check\(', title, tests.read_text("utf-8")), "utf-8"
    )
    for program in (None, OF_MANY_SIGNS):
        if program is not None:
            (tmp_path / "alphabeta.py").write_text(program, "utf-8")
        status, output, errors = run_at_home(tests, encoding=encoding)
        assert (status, errors) == (1, "")
        assert reported(output) == (20, 20)
        assert "UnicodeEncodeError" not in output


@pytest.mark.parametrize("options", [[], ["-I"], ["-W", "error", "-bb"]])
def test_student_tests_run_from_any_folder(
    options: list[str], handouts: Handouts, tmp_path: Path
) -> None:
    folder = tmp_path / "Übung 1 木" / "a b"
    shutil.copytree(handouts(CORE), folder)
    folder.chmod(0o555)
    for encoding in ("utf-8", "ascii"):
        status, output, errors = run_at_home(
            folder / "test_alphabeta.py", *options, encoding=encoding, cwd=tmp_path
        )
        assert (status, errors) == (1, "")
        assert reported(output) == (20, 20)
        assert "max_value is not written yet: open alphabeta.py and write it." in output
