"""Courses' own programs: what an adapter gives a student, whose its mistakes are, and several players in a round."""

import ast
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.cli.one_of_a_class import happened, note
from autograder.core.errors import InvalidExercises
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import _constant, load_set, read_adapter
from autograder.core.judging.judge import Failed, NotRun, Passed, Verdict
from autograder.core.project import EXERCISES
from autograder.core.sandbox.differences import about_replaced_files
from autograder.core.sandbox.game_messages import adapter_of_handout
from autograder.core.sandbox.meaning import describe
from autograder.core.sandbox.outcome import (
    Cause,
    Failure,
    Missing,
    adapter_message,
    in_short,
    missing_message,
    parse_absence,
    refused_message,
    returned_message,
)
from autograder.core.sandbox.raised import (
    RaisedException,
    ReturnedNoNumber,
    UnknownName,
)
from autograder.core.sentences import ENGLISH, in_a_row, speak, speaking
from autograder.core.text import QUOTE
from autograder.core.worker import adapted
from autograder.explain.graded import grade_and_explain
from autograder.teach.new_sets import courses
from autograder.teach.validation import textbook_program, validate
from autograder.tell.feedback import feedback_of
from autograder.tell.formats import results
from autograder.tell.pages.report import report_page
from autograder.tell.styled_text import plain
from autograder.tell.terminal import print_report
from reference.game import Tree
from reference.interfaces import exact_values
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.sets import (
    SUBMISSIONS,
    Typed,
    cases,
    made_set,
    not_none,
    packed_set,
    written,
)
from tests.trees import Nested, minimax, nested_trees

pytestmark = pytest.mark.usefixtures("unmended", "forked")
SETS = courses()
ADAPTER = """
import sys
from types import ModuleType

NEEDS = ("maxi", "mini")
sys.modules["world"] = ModuleType("world")
sys.modules["world"].over = lambda state: state.is_terminal()


def search(student, state, problem):
    return (student.maxi if problem.to_move == "MAX" else student.mini)(state, *problem.window)
"""
RIGHT = (
    EXERCISES.parent / "tests" / "submissions" / "textbook" / "alphabeta.py"
).read_text("utf-8")
for theirs, ours in (
    ("max_value", "maxi"),
    ("min_value", "mini"),
    ("state.is_terminal()", "over(state)"),
):
    RIGHT = RIGHT.replace(theirs, ours)
RIGHT = f"from world import over\n{RIGHT}"
RETURNS_NONE = RIGHT.replace("maxi(", "inner(") + "\ndef maxi(*a):\n    inner(*a)\n"
TREE = {"title": "Two plies", "tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}


def a_set(
    folder: Path,
    adapter: str = ADAPTER,
    exercise: Mapping[str, object] | None = None,
    **more: object,
) -> Path:
    """Return the folder of a set of one exercise, with an adapter."""
    written(folder / "set" / "adapter.py", adapter)
    return made_set(
        folder / "set", {"01_tree": exercise or TREE}, adapter="adapter.py", **more
    )


def graded(folder: Path, program: str) -> Verdict:
    """Return the verdict on the one exercise of a set."""
    (folder.parent / "alphabeta.py").write_text(program)
    return grade_and_explain(
        folder.parent / "alphabeta.py", load_set(folder)
    ).report.verdicts[0]


def failure(verdict: Verdict) -> Failure:
    assert isinstance(verdict, (NotRun, Failed))
    assert verdict.failure is not None
    return verdict.failure


def test_adapter_searches_with_a_course_s_own_modules_and_function_names(
    tmp_path: Path,
) -> None:
    verdict = graded(a_set(tmp_path), RIGHT)
    assert verdict.passed, verdict
    assert verdict.kept[0].searched.outcome.looks == (4, 5, 6, 7, 10, 11, 12)


def test_adapter_sees_shape_and_terms_of_a_problem_but_no_values(
    tmp_path: Path,
) -> None:
    folder = a_set(
        tmp_path,
        ADAPTER.replace(
            "    return (",
            "    print(sorted(vars(problem)), state.tree.values)\n    return (",
        ),
    )
    names = [
        "depth",
        "epsilon",
        "functions",
        "guess",
        "interface",
        "players",
        "refuse",
        "shown",
        "to_move",
        "window",
    ]
    verdict = graded(folder, RIGHT)
    assert isinstance(verdict, Passed)
    assert verdict.printed.strip() == f"{names} ()"


@pytest.mark.parametrize(
    ("change", "place", "raised"), cases("mistakes_of_the_adapter_are_the_instructors")
)
def test_mistakes_of_the_adapter_are_the_instructors(
    change: tuple[str, str], place: str, raised: str, tmp_path: Path
) -> None:
    folder = a_set(tmp_path, ADAPTER.replace(*change))
    ended = failure(graded(folder, RIGHT))
    assert ended.cause == "adapter"
    unknown = "The course's own code broke on what your program returned or did."
    assert ended.message.startswith(unknown)
    assert ended.message.split("\n")[1].startswith(f"{QUOTE}adapter.py")
    (folder / "solution.py").write_text(RIGHT)
    ended = failure(graded(folder, RIGHT))
    assert ended.cause == "adapter"
    assert "with a right program too" in ended.message
    assert ended.message.split("\n")[1].startswith(f"{QUOTE}adapter.py")
    with pytest.raises(InvalidExercises) as error:
        validate(folder)
    (mistake,) = error.value.mistakes
    assert (mistake.file, mistake.location) == (folder / "adapter.py", place)
    assert raised in mistake.message


MOVES = """
NEEDS = ("best",)


def search(student, state, problem):
    return student.best(state)
"""
BEST = """
from math import inf


def best(state):
    return search(state, -inf, inf)[1]


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    mine = state.to_move == "MAX"
    value, move = (-inf if mine else inf), None
    for action in state.actions():
        other, _ = search(state.result(action), alpha, beta)
        if other > value if mine else other < value:
            value, move = other, action
        if mine:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, move
"""
PAIR = BEST.replace("[1]", "")
UNCOMPARABLE = """
class Action:
    __eq__ = {}.__getitem__


def best(state):
    return Action()
"""
AN_ACTION = "must return an action, one of state.actions(); it returned"


@pytest.mark.parametrize(
    ("program", "what"), [(PAIR, "a tuple"), ("def best(state): pass", "None")]
)
def test_an_action_is_asked_for_where_an_adapter_s_set_is_judged_by_it(
    program: str, what: str, tmp_path: Path
) -> None:
    exercise = {**TREE, "interface": "alpha_beta_search"}
    folder = a_set(tmp_path, MOVES, exercise)
    ended = failure(graded(folder, program))
    assert ended.message == f"Your search {AN_ACTION} {what}."


@pytest.mark.of("autograder.core.grading.right_program")
def test_what_an_adapter_cannot_use_is_the_programs_fault_where_a_right_one_passes(
    tmp_path: Path,
) -> None:
    """With no right program beside it nobody knows."""
    exercise = {**TREE, "interface": "alpha_beta_search"}
    compares = MOVES.replace("return student.best(state)", "move = student.best(state)")
    compares += "    assert move in state.actions()\n    return move\n"
    folder = a_set(tmp_path, compares, exercise)
    assert failure(graded(folder, UNCOMPARABLE)).cause == "adapter"
    (folder / "solution.py").write_text(BEST)
    assert graded(folder, BEST).passed
    ended = failure(graded(folder, UNCOMPARABLE))
    assert ended.cause == "not an answer"
    ours, theirs = ended.message.split("\n")
    assert ours.startswith("The course's own code works with a right program, and not")
    assert theirs.startswith("  │ adapter.py, line 7: KeyError")
    assert in_short(ended) == "an answer that cannot be judged"


def test_a_value_that_the_adapter_returns_to_nobody_costs_no_point(
    tmp_path: Path, typed: Typed
) -> None:
    """The adapter passes on the course's pair, and no program can do anything about it."""
    exercise = {**TREE, "interface": "alpha_beta_search"}
    folder = a_set(tmp_path, MOVES, exercise)
    (folder / "solution.py").write_text(PAIR)
    (tmp_path / "alphabeta.py").write_text(PAIR)
    explained = grade_and_explain(tmp_path / "alphabeta.py", load_set(folder))
    assert explained.report.points == 3
    (note,) = explained.report.notes
    assert note.startswith("adapter.py, the course's own code, gives the grader no")
    wrong = graded(folder, PAIR.replace("if alpha >= beta", "if False"))
    assert wrong.checks == {"value": True, "pruned": False, "order": False}
    assert "not your program's fault" in failure(wrong).message
    for command in (
        ("validate", folder),
        ("zip", tmp_path / "a.zip", "--exercises", folder),
    ):
        output = typed(*command, status=2)
        assert f"adapter.py: search: {AN_ACTION} a tuple on 01_tree" in output
    assert not (tmp_path / "a.zip").exists()


class Unshown:
    def __repr__(self) -> str:
        raise KeyError


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        ((None, "B1"), "(None, 'B1')"),
        (10**5000, "<int object>"),
        ((10**5000,), "<tuple object>"),
        (Unshown(), "<Unshown object>"),
    ],
    ids=("number", "pair", "many digits", "many digits in a tuple", "unshown"),
)
def test_shown_gives_a_text_for_whatever_is_returned(value: object, text: str) -> None:
    assert adapted.shown(value) == text


def test_shown_gives_a_text_for_a_path_that_is_too_deep() -> None:
    path: tuple[object, ...] = ()
    for _ in range(5000):
        path = (path,)
    shown = adapted.shown(path)
    assert shown.startswith(("(((", "<tuple object>"))
    while path:  # taken apart by Python itself it would be as deep
        (path,) = path  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("program", "cause", "words"),
    [
        (
            RIGHT.replace("def maxi(state, alpha, beta)", "def maxi(state)"),
            "raised",
            "TypeError: maxi() takes 1",
        ),
        (RIGHT.replace("over(state)", "over(3)"), "raised", "AttributeError"),
        (
            RIGHT.replace("def maxi", "def max_value"),
            "missing function",
            "alphabeta.py has no function called maxi.",
        ),
        (
            RETURNS_NONE,
            "not a value",
            "Your search must return a number; it returned None",
        ),
        (
            "def maxi(*a): raise NotImplementedError\nmini = maxi",
            "raised",
            "as in the template. Write that code",
        ),
    ],
)
def test_mistakes_of_the_student_stay_the_students(
    program: str, cause: str, words: str, tmp_path: Path
) -> None:
    ended = failure(graded(a_set(tmp_path), program))
    assert ended.cause == cause
    assert words in ended.message


def test_answer_that_an_adapter_refuses_fails_value_but_keeps_visits(
    tmp_path: Path,
) -> None:
    adapter = ADAPTER.replace(
        "    return (", "    problem.refuse('a pair was\\nasked for')\n    return ("
    )
    verdict = graded(a_set(tmp_path, adapter), RIGHT)
    ours = (
        "Your search's answer was refused by the course's adapter, or by your program:"
    )
    assert failure(verdict).message == f"{ours}\n  │ a pair was\n  │ asked for"
    refused = adapter.replace(
        "    problem", "    student.maxi(state, *problem.window)\n    problem"
    )
    (tmp_path / "set" / "adapter.py").write_text(refused)
    assert graded(tmp_path / "set", RIGHT).checks == {
        "value": False,
        "pruned": True,
        "order": True,
    }


SENTENCE = "The exercise is broken: the course staff will give all points."
SPEAKS = f"""
import sys
words = "; it returned full points\\n{SENTENCE}"
def speak(*arguments):
    frame = sys._getframe()
    while frame:
        problem = frame.f_locals.get("problem")
        if problem is not None:
            problem.refuse(words)
        frame = frame.f_back
class Player:
    max_value = min_value = speak
max_value = min_value = speak
"""


@pytest.mark.parametrize(
    "program",
    [
        SPEAKS,
        SPEAKS.replace(
            "problem.refuse(words)", "raise type(words, (Exception,), {})(words)"
        ),
    ],
)
@pytest.mark.parametrize("name", ["methods", "value_and_move"])
def test_program_s_text_in_an_adapter_s_message_is_quoted_behind_the_bar(
    name: str, program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "alphabeta.py", program)
    explained = grade_and_explain(
        tmp_path / "alphabeta.py", load_set(EXERCISES / name, "0[1-3]*")
    )
    print_report(explained)
    record = results(explained, write=plain)
    texts = [
        capsys.readouterr().out,
        record["output"],
        *(test["output"] for test in record["tests"]),
    ]
    # The output of the example's test leaves out what stands at the top.
    assert sum(SENTENCE in text for text in texts) >= 2
    lines = [line for text in texts for line in text.split("\n") if SENTENCE in line]
    assert {line.lstrip()[0] for line in lines} == {"│"}
    shown = re.findall(
        r">([^<]*)The exercise is broken",
        report_page(explained, feedback_of(explained)),
    )
    assert (
        "│"
        in {before.strip()[:1] for before in shown if not before.startswith("words = ")}
        <= {"│"}
    )
    in_short_of = {SPEAKS: "an answer that was refused"}
    expected = in_short_of.get(program, "raised an exception of another kind")
    assert (note(explained.report), [*happened(explained.report)]) == ("", [expected])


NAMES = st.sampled_from(
    [
        "ValueError",
        "KeyError",
        "Exception",
        "x",
        "",
        SENTENCE,
        f"ValueError\n{SENTENCE}",
        f"a.{SENTENCE}",
    ]
)
MESSAGES = st.lists(
    st.sampled_from(
        [
            "",
            SENTENCE,
            "; it returned ",
            "and returned None.",
            "\n",
            "\r",
            "\u2028",
            ":",
            " ",
        ]
    )
).map("".join)


@given(
    NAMES,
    MESSAGES,
    st.sampled_from(["raised", "not a value", "adapter", "missing function"]),
)
def test_no_line_of_a_failure_is_a_sentence_of_the_programs(
    kind: str, message: str, cause: Cause
) -> None:
    returned = ReturnedNoNumber.parse(f"3 tuple {kind}")
    unknown_name = UnknownName.parse(f"{kind} {kind}")
    raised = RaisedException(
        kind, message, returned=returned, unknown_name=unknown_name
    )
    words = {
        "raised": describe(raised),
        "not a value": refused_message(message)
        if message
        else returned_message("max_value", kind),
        "adapter": adapter_message("adapter.py", kind, message),
        "missing function": missing_message(
            "alphabeta.py", {"max_value": parse_absence(f"is {kind}")}
        ),
    }[cause]
    for line in words.split("\n"):
        ours = line.startswith(
            ("  │ ", *(f"{own}: " for own in ("ValueError", "KeyError", "Exception")))
        )
        assert ours or SENTENCE not in re.sub(r"`[^`]*`", "", line), words
    failure = Failure(
        cause,
        words,
        returned=kind if cause == "not a value" and not message else "",
        raised=kind if cause == "raised" else "",
    )
    short = in_short(failure)
    assert SENTENCE not in re.sub(r"`[^`]*`", "", short), short


def test_validate_refuses_a_solution_that_is_wrong_on_an_exercise(
    tmp_path: Path,
) -> None:
    folder = a_set(tmp_path)
    (folder / "solution.py").write_text(RIGHT.replace("if v >= beta", "if v > 99"))
    validate(folder)  # on this tree it is right
    (folder / "solution.py").write_text(RIGHT.replace("if v <= alpha", "if v < -99"))
    with pytest.raises(
        InvalidExercises,
        match="this is to be the right program, and is wrong on 01_tree",
    ):
        validate(folder)


@pytest.mark.parametrize(
    ("adapter", "place", "words"), cases("load_set_refuses_a_file_that_is_no_adapter")
)
def test_load_set_refuses_a_file_that_is_no_adapter(
    adapter: str, place: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidExercises) as error:
        load_set(a_set(tmp_path, adapter))
    (mistake,) = error.value.mistakes
    assert mistake.location == place
    assert words in mistake.message


TELLS = """
NEEDS = ("maxi",)
MESSAGES = {
    "move": {"en": "there is no {move}", "de": "{move} gibt es nicht"},
    "one": "no language",
}


def search(student, state, problem):
    if problem.to_move == "MAX":
        problem.refuse(MESSAGES["move"].format(move="C9"))
    problem.refuse(MESSAGES["one"])
"""


@pytest.mark.parametrize(
    ("language", "root", "message"),
    [
        ("en", "max", "there is no C9"),
        ("de", "max", "C9 gibt es nicht"),
        ("es", "max", "there is no C9"),
        ("es", "min", "no language"),
    ],
)
def test_messages_of_an_adapter_are_in_the_language_of_the_set_else_in_english(
    language: str, root: str, message: str, tmp_path: Path
) -> None:
    exercise = {**TREE, "root": root}
    folder = a_set(tmp_path, TELLS, exercise, language=language)
    ended = failure(graded(folder, "def maxi(): pass"))
    assert ended.message.endswith(f"\n{QUOTE}{message}")
    speak(ENGLISH)


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_adapter_of_a_handout_has_its_messages_in_the_language_of_the_set(
    language: str,
) -> None:
    adapter = read_adapter(EXERCISES / "board" / "adapter.py")
    messages, _ = _constant(ast.parse(adapter.source), "MESSAGES")
    assert isinstance(messages, dict)
    with speaking(language):
        source = adapter_of_handout(adapter.source)
    names: dict[str, Any] = {}
    exec(source, names)
    assert names["MESSAGES"] == {
        name: texts[language] for name, texts in messages.items()
    }
    assert adapter_of_handout(ADAPTER) == ADAPTER


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_handed_out_adapter_is_not_taken_for_another_than_the_courses(
    language: str, tmp_path: Path
) -> None:
    adapter = read_adapter(EXERCISES / "board" / "adapter.py")
    with speaking(language):
        source = adapter_of_handout(adapter.source)
    written(tmp_path / "adapter.py", source)
    assert about_replaced_files(tmp_path, adapter) == []
    written(tmp_path / "adapter.py", source.replace("pop", "push"))
    assert len(about_replaced_files(tmp_path, adapter)) == 1


@pytest.mark.parametrize("name", SETS)
def test_each_message_of_a_shipped_adapter_is_there_in_each_language(name: str) -> None:
    """Each language is one that the core set's title has."""
    title = json.loads((EXERCISES / "assignment.json").read_text("utf-8"))["title"]
    adapter = read_adapter(EXERCISES / name / "adapter.py")
    messages, _ = _constant(ast.parse(adapter.source), "MESSAGES")
    if messages is not None:
        assert isinstance(messages, dict)
        assert {frozenset(texts) for texts in messages.values()} == {frozenset(title)}


@pytest.mark.parametrize(
    ("said", "needs", "mirrored"), cases("read_adapter_reads_needs_and_mirrored")
)
def test_read_adapter_reads_needs_and_mirrored(
    said: str, needs: list[str], mirrored: bool, tmp_path: Path
) -> None:
    (tmp_path / "adapter.py").write_text(
        f"{said}\ndef search(student, state, problem): pass\n"
    )
    adapter = read_adapter(tmp_path / "adapter.py")
    assert ([*adapter.needs], adapter.mirrored) == (needs, mirrored)


def test_submission_needs_only_one_of_an_adapter_s_alternative_names(
    tmp_path: Path,
) -> None:
    finds = ADAPTER.replace('("maxi", "mini")', '("maxi|highest", "mini")')
    finds = finds.replace(
        "student.maxi if", "getattr(student, 'maxi', None) or student.highest if"
    )
    folder = a_set(tmp_path, finds)
    assert graded(folder, RIGHT).passed
    assert graded(folder, RIGHT.replace("maxi", "highest")).passed
    ended = failure(graded(folder, RIGHT.replace("maxi", "largest"))).message
    assert ended.startswith(
        "alphabeta.py has no function called maxi or highest. It defines over, largest, mini; "
    )


def test_every_one_of_long_alternative_names_is_told_whole() -> None:
    needs = read_adapter(EXERCISES / "aind_isolation" / "adapter.py").needs
    message = missing_message("game_agent.py", {need: Missing() for need in needs})
    either = in_a_row(needs[0].split("|"), "or")
    assert message.startswith(
        f"game_agent.py has no method called {either}. It defines"
    )


FINDS = ADAPTER.replace('("maxi", "mini")', "()").replace(
    "    return (",
    "    if not hasattr(student, 'maxi'):\n        problem.refuse('write maxi')\n    return (",
)


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (RIGHT.replace("maxi", "largest"), "write maxi"),
        (
            RIGHT.replace("def maxi(state, alpha, beta)", "def maxi(state)"),
            "TypeError: maxi() takes 1 positional",
        ),
    ],
)
def test_adapter_that_needs_no_function_by_name_is_accepted(
    program: str, words: str, tmp_path: Path
) -> None:
    folder = a_set(tmp_path, FINDS)
    assert graded(folder, RIGHT).passed
    ended = failure(graded(folder, program))
    assert ended.cause != "adapter"
    assert words in ended.message


GO = 'NEEDS = ("go",)\n\ndef search(student, state, problem):\n    '
EVALUATED = {
    "value": 9,
    "children": [{"value": 7, "children": [1, 2]}, {"value": 8, "children": [3, 4]}],
}


@pytest.mark.parametrize(
    ("exercise", "asked", "told"), cases("adapter_gets_the_terms_of_the_problem")
)
def test_adapter_gets_the_terms_of_the_problem(
    exercise: dict[str, object], asked: str, told: str, tmp_path: Path
) -> None:
    folder = a_set(
        tmp_path,
        f"{GO}print({asked})\n    return 0\n",
        {"title": "T", "tree": EVALUATED, **exercise},
    )
    judged = graded(folder, "def go():\n    pass\n").kept[0].searched
    assert judged.printed.strip() == told


def test_a_search_may_put_functions_into_the_students_module(tmp_path: Path) -> None:
    gives = ADAPTER.replace(
        "    return (", "    student.over = type(state).is_terminal\n    return ("
    )
    assert graded(
        a_set(tmp_path, gives), RIGHT.replace("from world import over", "")
    ).passed


def test_a_search_may_complete_the_students_class(tmp_path: Path) -> None:
    adapter = """
NEEDS = ("Player",)


def search(student, state, problem):
    class Whole(student.Player):
        def over(self, state):
            return state.is_terminal()

    return Whole().max_value(state, *problem.window)
"""
    program = (EXERCISES / "methods" / "solution.py").read_text("utf-8")
    assert graded(
        a_set(tmp_path, adapter),
        program.replace("state.is_terminal()", "self.over(state)"),
    ).passed


def test_load_set_refuses_a_missing_adapter_file(tmp_path: Path) -> None:
    folder = a_set(tmp_path)
    (folder / "adapter.py").unlink()
    with pytest.raises(
        InvalidExercises, match=r"adapter\.py: the adapter cannot be read: No such file"
    ):
        load_set(folder)


def test_no_solution_of_the_pacman_project_is_published() -> None:
    folders = (EXERCISES, SUBMISSIONS, SUBMISSIONS.with_name("programs"))
    programs = [file for folder in folders for file in folder.rglob("*.py")]
    playing = re.compile(r"\.getLegalActions\(")
    texts = {file: file.read_bytes().decode("utf-8", "replace") for file in programs}
    adapter = EXERCISES / "cs188" / "adapter.py"
    from_textbook = EXERCISES / "cs188" / "from_textbook.py"
    assert {file for file, text in texts.items() if playing.search(text)} == {
        adapter,
        from_textbook,
    }
    assert not re.search("[<>]", texts[from_textbook]), (
        "nothing is compared there, so nothing is pruned"
    )


def test_the_textbooks_search_tries_an_adapter_whose_solution_nobody_publishes(
    tmp_path: Path, typed: Typed
) -> None:
    folder = shutil.copytree(EXERCISES / "cs188", tmp_path / "set")
    before = sorted(folder.iterdir())
    output = typed("validate", folder)
    assert (
        f"The textbook's search, made a program by {folder}/from_textbook.py, gets 57 points of 57 points."
        in output
    )
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        (
            "adapter.py",
            ("return float(self", "return float(-self"),
            "from_textbook.py: with the textbook's functions",
        ),
        (
            "adapter.py",
            ("len(problem.players)", "len(problem.all)"),
            "adapter.py: line 240: AttributeError",
        ),
        (
            "from_textbook.py",
            ("self.evaluate(self", "self.evaluated(self"),
            "from_textbook.py: AttributeError",
        ),
        (
            "from_textbook.py",
            ("self.movesLeft == 0 or ", ""),
            "does not play the game as the exercises do",
        ),
    ],
)
def test_validate_names_the_mistake_of_an_adapter_that_the_textbooks_search_finds(
    file: str, change: tuple[str, str], said: str, tmp_path: Path, typed: Typed
) -> None:
    folder = shutil.copytree(EXERCISES / "cs188", tmp_path / "set")
    text = (folder / file).read_text("utf-8")
    assert change[0] in text
    (folder / file).write_text(text.replace(*change), "utf-8")
    assert said in typed("validate", folder, status=2)


def test_the_archive_has_the_adapter_and_not_the_solution(tmp_path: Path) -> None:
    names = packed_set(tmp_path / "a.zip", EXERCISES / "cs188")
    assert "exercises/adapter.py" in names
    unpacked = ("solution.py", "from_textbook.py", "handout.md")
    assert not [name for name in names if name.endswith(unpacked)]


@pytest.mark.parametrize("name", SETS)
def test_shipped_set_has_a_solution_ten_exercises_and_different_titles(
    name: str,
) -> None:
    exercises = load_set(EXERCISES / name)
    adapter = not_none(exercises.assignment.adapter)
    assert adapter.solution.is_file() != adapter.from_textbook.is_file()
    assert len(exercises.exercises) >= 10
    titles = [exercise.title for exercise in exercises.exercises]
    assert len(set(titles)) == len(titles)


def test_no_score_of_pacmans_is_infinite() -> None:
    files = (EXERCISES / "cs188").glob("[0-9]*.json")
    assert [
        file.name
        for file in files
        if re.search('"-?inf"|infinities', file.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    ("tree", "passed"),
    [([["-inf", 3], ["-inf", 5]], True), ([["-inf", 3], [-500, 5]], False)],
)
def test_no_action_is_right_where_none_is_better_than_the_worst(
    tree: Nested, passed: bool, tmp_path: Path
) -> None:
    adapter = (EXERCISES / "cs188" / "adapter.py").read_text("utf-8")
    exercise = {
        "title": "T",
        "tree": tree,
        "interface": "alpha_beta_search",
        "prune_when": "alpha > beta",
    }
    program = textbook_program(load_set(EXERCISES / "cs188")).replace(
        "return alpha_beta_search(", "alpha_beta_search("
    )
    assert graded(a_set(tmp_path, adapter, exercise), program).passed == passed


# Several players in a round

EVERY = {"every": {"leaves": 2, "plies": 2}}
PLAYERS = st.lists(st.sampled_from(("MAX", "MIN")), min_size=1, max_size=4)


@given(nested_trees(), PLAYERS, st.sampled_from(("alpha >= beta", "alpha > beta")))
def test_any_players_find_the_minimax_value(
    nested: Nested, players: list[str], prune_when: str
) -> None:
    tree = Tree.from_nested(nested, players)
    assert [tree.player(node) for node in range(len(tree))] == [
        players[tree.ply(node) % len(players)] for node in range(len(tree))
    ]
    for interface in ("max_value/min_value", "minimax_ab", "minimax"):
        problem = Problem(tree, interface, prune_when=prune_when)  # type: ignore[arg-type]
        assert observe(problem).value == exact_values(problem)[0] == minimax(tree)
    pruning = Problem(tree, prune_when=prune_when)  # type: ignore[arg-type]
    one_function = Problem(tree, "minimax_ab", prune_when=prune_when)  # type: ignore[arg-type]
    # With strict pruning, fail-soft and fail-hard searches may visit other leaves.
    if prune_when == "alpha >= beta":
        assert observe(pruning).looks == observe(one_function).looks
    assert {call.function for call in observe(pruning, calls=True).calls} <= {
        "max_value",
        "min_value",
    }


@pytest.mark.parametrize(
    ("exercise", "words"),
    cases("load_set_refuses_players_that_contradict_the_exercise"),
)
def test_load_set_refuses_players_that_contradict_the_exercise(
    exercise: dict[str, object], words: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidExercises, match=words):
        load_set(
            a_set(
                tmp_path,
                exercise={
                    **({"title": "T"} if "generate" in exercise else TREE),
                    **exercise,
                },
            )
        )


def test_a_depth_without_a_parameter_ends_the_game_there(tmp_path: Path) -> None:
    tree = {
        "value": 0,
        "children": [
            {"value": 5, "children": [9, 1]},
            {"value": 3, "children": [9, 9]},
        ],
    }
    folder = a_set(
        tmp_path,
        exercise={
            "title": "T",
            "tree": tree,
            "depth": 1,
            "interface": "alpha_beta_search",
        },
    )
    (exercise,) = load_set(folder).fixed
    assert observe(exercise.problem) == Observation("B1", (1, 2))


def test_the_adapter_in_the_documents_works_in_under_forty_lines(
    tmp_path: Path,
) -> None:
    text = (EXERCISES.parent / "docs" / "adapters.md").read_text("utf-8")
    adapter = text.split('```python\n"""Homework 3')[1].split("```")[0]
    assert adapter.count("\n") < 40
    exercise = {**TREE, "interface": "alpha_beta_search"}
    program = (EXERCISES / "aima_python" / "solution.py").read_text("utf-8")
    for theirs, ours in {
        "alpha_beta_search(state, game)": "choose(state, game)",
        "player = game.to_move(state)": "player = 1 if game.whites_turn(state) else -1",
        "terminal_test": "over",
        "game.utility(state, player)": "player * game.score(state)",
        "actions": "moves",
        "game.result": "game.after",
    }.items():
        program = program.replace(theirs, ours)
    assert graded(a_set(tmp_path, f'"""Homework 3{adapter}', exercise), program).passed


ENGINE = """
from math import inf


class Engine:
    def decide(self, state, deepest):
        for depth in range(1, deepest + 1):
            value = self.search(state, depth, -inf, inf, state.to_move == "MAX")
        return value

    def search(self, state, depth, alpha, beta, maximizes):
        if state.is_terminal():
            return state.utility()
        if depth == 0:
            return 0
        best = -inf if maximizes else inf
        for child in state.children:
            value = self.search(child, depth - 1, alpha, beta, not maximizes)
            best = max(best, value) if maximizes else min(best, value)
            if best >= beta if maximizes else best <= alpha:
                break
            alpha, beta = (max(alpha, best), beta) if maximizes else (alpha, min(beta, best))
        return best
"""


def test_documented_adapter_judges_the_inner_search_of_iterative_deepening(
    tmp_path: Path,
) -> None:
    """A right engine has all points there; its whole loop has not, on leaves at different depths, and has on others."""
    text = (EXERCISES.parent / "docs" / "adapters.md").read_text("utf-8")
    inner = '"""Homework 4' + text.split('```python\n"""Homework 4')[1].split("```")[0]
    whole = inner.replace("Engine.search", "Engine.decide").partition("    return")[0]
    whole += "    return student.Engine().decide(state, depth)\n"
    uneven = {"title": "T", "tree": [[[3, 7], [4, 9]], 5], "interface": "alpha_beta"}
    even = {**uneven, "tree": [[3, 12], [5, 4]]}
    for number, (adapter, tree, passed) in enumerate(
        [
            (inner, uneven, True),
            (inner, even, True),
            (whole, uneven, False),
            (whole, even, True),
        ]
    ):
        verdict = graded(a_set(tmp_path / str(number), adapter, tree), ENGINE)
        assert verdict.passed == passed, (number, verdict)
        assert verdict.checks["value"]


SCANS = """
from copy import deepcopy


def alphabeta(board, depth, alpha, beta, is_max):
    if depth == 0 or game_over(board):
        return evaluate(board)
    best = float("-inf") if is_max else float("inf")
    for i in range(len(board)):
        for j in range(len(board[i])):
            if board[i][j] == " ":
                board[i][j] = "X" if is_max else "O"
                value = alphabeta(board, depth - 1, alpha, beta, not is_max)
                board[i][j] = " "
                best = max(best, value) if is_max else min(best, value)
                if is_max:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    return best
    return best
"""


@pytest.mark.parametrize(
    ("old", "new", "passed"),
    [
        ("", "", True),
        ("in range(len(board))", "in range(3)", True),
        (
            '                board[i][j] = " "\n',
            "                board = before\n",
            True,
        ),
        ("return best\n    return", "break\n    return", False),
        ('                board[i][j] = " "\n', "", False),
        ("alpha >= beta", "alpha > beta", False),
    ],
    ids=["right", "sizes", "copies", "one loop", "not taken back", "strict"],
)
def test_documented_board_judges_programs_that_scan_its_cells(
    old: str, new: str, *, passed: bool, tmp_path: Path
) -> None:
    file = EXERCISES.parent / "docs" / "adapters" / "scanned_board.py"
    adapter = file.read_text("utf-8")
    program = SCANS.replace(old, new, 1) if old else SCANS
    if "before" in new:
        mark = '                board[i][j] = "X"'
        program = program.replace(
            mark, f"                before, board = board, deepcopy(board)\n{mark}"
        )
    wide = {
        "title": "T",
        "tree": [[4, 7], [4, 5, 6, 3, 2], [[1, 2], [3, 4], [2, 9], [8, 8]], 9],
    }
    assert graded(a_set(tmp_path, adapter, wide), program).passed == passed


def test_equal_ends_of_the_depth_range_draw_trees_of_one_depth(tmp_path: Path) -> None:
    made = {"title": "T", "generate": {"depth": [3, 3], "branching": [1, 3]}}
    (exercise,) = load_set(made_set(tmp_path, {"01": made})).generated
    trees = [problem.tree for problem in problems_of(exercise)]
    assert trees
    assert all(tree.level_start[3] <= leaf for tree in trees for leaf in tree.leaves())


def test_no_file_of_the_set_can_be_read_in_the_students_process(tmp_path: Path) -> None:
    folder = a_set(tmp_path)
    files = [str(folder / name) for name in ("01_tree.json", "adapter.py")]
    reads = "def read(name):\n    try:\n        return open(name).read()\n    except OSError:\n        return None\n"
    reads += f"print([read(name) for name in {files}])\n"
    (tmp_path / "alphabeta.py").write_text(reads + RIGHT)
    explained = grade_and_explain(tmp_path / "alphabeta.py", load_set(folder))
    if "landlock" not in explained.report.isolation.in_force:
        pytest.skip("this machine has no Landlock")
    assert explained.report.printed.strip() == "[None, None]"
