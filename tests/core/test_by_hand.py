"""Answers by hand are judged as a search is, and a mistake is named if they are its answers."""

import json
import re
import subprocess
from math import inf
from pathlib import Path
from typing import Any

import pytest

from autograder.core.errors import InvalidExercises
from autograder.core.exercises.documents import read_document
from autograder.core.exercises.load import load_assignment, load_set
from autograder.core.judging.by_hand import judge_answers
from autograder.core.judging.judge import Failed, NotRun, evidence_of
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sentences import (
    languages,
    parts_of,
    sentence,
    speaking,
    topic_of,
)
from autograder.explain.answers import with_known_mistakes
from autograder.explain.catalogue import CATALOGUE
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.probe_trees import known
from autograder.tell.feedback import feedback, whole
from autograder.tell.formats import results
from autograder.tell.levels import cut_verdict
from autograder.tell.places import describe_mistake
from autograder.tell.styled_text import plain
from reference.observe import observe
from reference.problem import Observation
from tests.reading import pattern
from tests.sets import PROJECT, cases, not_none, rows, written

SET = load_set(PROJECT / "exercises" / "by_hand")


def answer(seen: Observation, exercise: Any) -> dict[str, Any]:
    value = str(seen.value) if abs(float(seen.value)) == inf else seen.value
    return {
        "value": value,
        "visited": [exercise.problem.tree.name(leaf) for leaf in seen.visited],
    }


def right() -> dict[str, Any]:
    return {
        exercise.id: answer(observe(exercise.problem), exercise)
        for exercise in SET.fixed
    }


def graded(answers: Any, folder: Path) -> ExplainedReport:
    file = folder / "answers.json"
    file.write_text(
        answers if isinstance(answers, str) else json.dumps(answers), encoding="utf-8"
    )
    return grade_and_explain(file, SET)


def feedback_on(explained: ExplainedReport, exercise: str) -> str:
    return next(
        plain(
            whole(
                feedback(cut_verdict(verdict), None, explained.findings.get(exercise))
            )
        )
        for verdict in explained.report.verdicts
        if verdict.exercise.id == exercise
    )


@pytest.mark.of("autograder.core.judging.by_hand")
def test_right_answers_get_every_point(tmp_path: Path) -> None:
    explained = graded(right(), tmp_path)
    assert explained.report.points == explained.report.max_points == 36
    assert grade_and_explain(tmp_path, SET).report.points == 36


def test_the_answers_of_a_known_mistake_name_it(tmp_path: Path) -> None:
    missed = []
    # People who work by hand follow the textbook: mistakes of other forms are left out.
    mistakes = known("max_value/min_value", "alpha >= beta")
    one_of_each = {
        made.misconception.id: made for made in reversed(mistakes) if not made.form
    }
    for made in one_of_each.values():
        observation = {
            exercise.id: made.attempt(exercise.problem) for exercise in SET.fixed
        }
        if any(
            answer_given is None or isinstance(answer_given.value, str)
            for answer_given in observation.values()
        ):
            continue
        answers = {
            exercise.id: answer(answer_given, exercise)
            for exercise in SET.exercises
            if (answer_given := observation[exercise.id])
        }
        failed = [
            verdict
            for verdict in graded(answers, tmp_path).report.verdicts
            if not verdict.passed
        ]
        if len(failed) > 1 and any(
            made.misconception.id not in verdict.misconceptions for verdict in failed
        ):
            missed.append(str(made))
    assert not missed


def test_no_mistake_on_a_sheet_is_looked_for_in_lines_or_loops() -> None:
    exercise = SET.fixed[0]
    evidence = evidence_of(exercise.problem, Searched(Observation(0, ())))
    failed = Failed(exercise, evidence.checks, 1, evidence)
    (findings,) = with_known_mistakes((failed,)).findings.values()
    for known_mistake in CATALOGUE:
        mistake = describe_mistake(known_mistake.id, [failed], findings)
        message = mistake.explanation
        assert not re.search("Look|line|loop|argument|function", message), message


def test_one_slip_alone_is_not_called_a_mistake_of_many(tmp_path: Path) -> None:
    answers = right()
    answers["06_eight_leaves"]["visited"].reverse()
    (failed,) = [
        verdict
        for verdict in graded(answers, tmp_path).report.verdicts
        if not verdict.passed
    ]
    assert failed.misconceptions == ()
    assert failed.checks == {"value": True, "pruned": True, "order": False}


def test_single_wrong_answers_are_slips_of_the_pen_and_no_mistake(
    tmp_path: Path,
) -> None:
    """One that a known mistake would give, and two of which each would be another's."""
    made = next(
        made
        for made in known("max_value/min_value", "alpha >= beta")
        if made.misconception.id == "last-child-kept"
    )
    wrong: dict[str, Any] = {}
    for exercise in SET.fixed:
        observation = not_none(made.attempt(exercise.problem))
        if answer(observation, exercise) != right()[exercise.id]:
            wrong[exercise.id] = answer(observation, exercise)
    (first, given), *_ = wrong.items()
    forgotten = next(other for other in reversed(SET.fixed) if other.id != first)
    with_a_leaf_less = right()[forgotten.id]
    with_a_leaf_less["visited"].pop()
    for changed in ({first: given}, {first: given, forgotten.id: with_a_leaf_less}):
        verdicts = graded({**right(), **changed}, tmp_path).report.verdicts
        failed = [verdict for verdict in verdicts if not verdict.passed]
        assert {verdict.exercise.id for verdict in failed} == {*changed}
        assert {verdict.misconceptions for verdict in failed} == {()}


def test_page_of_a_sheet_does_not_speak_of_a_program(tmp_path: Path) -> None:
    answers = right()
    for exercise, given in answers.items():
        for value in (given["value"], "7", -1e18, 3):
            page = feedback_on(
                graded({**answers, exercise: {**given, "value": value}}, tmp_path),
                exercise,
            )
            assert not re.search(
                "your code|your program|Use math|What is returned", page
            ), page


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        *rows("answers"),
        (json.dumps({"value": 3, "visited": ["z" * 99]}), f'"{"z" * 40} … (cut'),
    ],
)
def test_an_answer_that_cannot_be_judged_is_told_and_costs_no_other(
    tmp_path: Path, changed: str, words: str
) -> None:
    explained = graded({**right(), "01_two_plies": json.loads(changed)}, tmp_path)
    text = "\n".join((feedback_on(explained, "01_two_plies"), *explained.report.notes))
    assert words in text
    assert "\u202e" not in text
    failed = [verdict for verdict in explained.report.verdicts if not verdict.passed]
    assert [verdict.exercise.id for verdict in failed] == ["01_two_plies"]
    assert not failed[0].checks["pruned"]
    assert not failed[0].checks["order"]


@pytest.mark.parametrize(
    ("value", "words"),
    [({}, '"value" is missing'), ({"value": "abc"}, '"value" must be the value of A1')],
    ids=["missing", "no number"],
)
def test_answer_without_a_value_keeps_its_visits(
    value: dict[str, str], words: str, tmp_path: Path
) -> None:
    answers = right()
    visited = answers["01_two_plies"]["visited"]
    answers["01_two_plies"] = {"visited": visited, **value}
    explained = graded(answers, tmp_path)
    assert words in feedback_on(explained, "01_two_plies")
    (failed,) = [verdict for verdict in explained.report.verdicts if not verdict.passed]
    assert failed.checks == {"value": False, "pruned": True, "order": True}


LARGE = [
    ("[" * 100_000, "lists lie too deep inside each other"),
    (" " * (2**20 + 1), "larger than 1 MiB"),
]


@pytest.mark.parametrize(
    ("text", "words"),
    [*cases("unreadable_answers_file_fails_every_exercise_with_the_reason"), *LARGE],
)
def test_unreadable_answers_file_fails_every_exercise_with_the_reason(
    tmp_path: Path, text: str, words: str
) -> None:
    explained = graded(text, tmp_path)
    assert explained.report.failure is not None
    assert words in explained.report.failure.message
    assert explained.report.points == 0
    assert {
        verdict.failure
        for verdict in explained.report.verdicts
        if isinstance(verdict, NotRun)
    } == {explained.report.failure}
    assert [test["extra_data"]["exercise"] for test in results(explained)["tests"]] == [
        exercise.id for exercise in SET.exercises
    ]


NO_ANSWERS = {
    ("strict_json", name): text
    for name, text in {
        "cannot be read": None,
        "not UTF-8": b"\xe4",
        "too deep": b"[" * 100_000,
        "no object": b"[]",
        "large integer": b'{"x": 9007199254740993}',
        "long integer": b'{"x": %s}' % (b"9" * 25),
        "large fraction": b'{"x": 1e999}',
        "no number": b'{"x": NaN}',
        "twice": b'{"x": 1, "x": 2}',
        "half a character": b'{"x": "\\ud800"}',
        "control character in a text": b'{"x": "\\u0007"}',
    }.items()
} | {
    ("not_json", name): text
    for name, text in {
        "empty": b" ",
        "comment": b"{} // x",
        "parentheses": b'{"x": (1)}',
        "closing parenthesis": b'{"x": [1)}',
        "fraction": b'{"x": 1/2}',
        "decimal comma": b'{"x": 1,5}',
        "single quote": b"{'x': 1}",
        "curly quote": "{“x”: 1}".encode(),
        "no quotes": b"{x: 1}",
        "infinity": b'{"x": inf}',
        "no digit before the point": b'{"x": .5}',
        "plus": b'{"x": +1}',
        "true of Python": b'{"x": True}',
        "false of Python": b'{"x": False}',
        "null of Python": b'{"x": None}',
        "zero at the beginning": b'{"x": 01}',
        "tab": b'{"x": "\t"}',
        "control character": b'{"x": "\x07"}',
        "comma at the end": b'{"x": 1,}',
        "not closed": b'{"x": 1',
        "no comma": b'{"x": 1 "y": 2}',
        "no colon": b'{"x" 1}',
        "text after the end": b"{}{}",
        "end of line in a text": b'{"x": "\n"}',
        "text without an end": b'{"x": "}',
        "no name": b"{2: 3}",
        "no value": b'{"x": }',
        "escape": b'{"x": "\\q"}',
    }.items()
}
"""What a file holds of which a sentence is told; None if it is a folder."""
OF_SETS = {"large", "too deep for a tree", "comment in a set", "no colon in a set"}
"""Sentences that the authors of a set alone are told."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("asked", NO_ANSWERS, ids=": ".join)
@pytest.mark.of("autograder.core.exercises.strict_json")
def test_student_learns_in_the_language_of_the_set_why_answers_cannot_be_read(
    tmp_path: Path, asked: tuple[str, str], language: str
) -> None:
    file = tmp_path / "answers.json"
    content = NO_ANSWERS[asked]
    if content is not None:
        file.write_bytes(content)
    with speaking(language):
        failure = judge_answers(file, SET)
        any_parts = dict.fromkeys(parts_of(topic_of(asked[0])[asked[1]]), ".*")
        expected = pattern(*asked, **any_parts)
        first = sentence("by_hand", "unreadable")
    assert isinstance(failure, Failure)
    beginning, _, mistake = failure.message.partition("\n")
    assert beginning == first
    assert re.search(rf": {expected}\Z", mistake), mistake


def test_each_reason_for_unreadable_answers_is_tried() -> None:
    names = {
        (topic, name)
        for topic in ("strict_json", "not_json")
        for name in topic_of(topic)
    }
    tried = {name for _, name in NO_ANSWERS}
    assert {name for _, name in names} - tried == OF_SETS | {"place", "message"}


def test_author_learns_in_english_what_is_wrong_in_a_set(tmp_path: Path) -> None:
    file = written(tmp_path / "01.json", '{"tree": NaN}')
    with speaking("de"):
        _, (mistake,) = read_document(file)
    assert mistake.message == 'NaN is not JSON; write "inf" or "-inf", or a number'


def test_missing_answer_and_unknown_exercise_are_named(tmp_path: Path) -> None:
    answers = right()
    answers["01_two_plys"] = answers.pop("01_two_plies")
    explained = graded(answers, tmp_path)
    assert "answers.json has no answer to 01_two_plies." in feedback_on(
        explained, "01_two_plies"
    )
    note = "Not looked at: 01_two_plys in answers.json is no exercise of this set; did you mean 01_two_plies?"
    assert explained.report.notes == (note,)
    assert graded({**right(), "zebra": 1}, tmp_path).report.notes == (
        "Not looked at: zebra in answers.json is no exercise of this set.",
    )


CLAIM = 'x". All is right: 36 of 36 points.'
SIGNS = "\n36 of 36 points\x1b[2J\u202e"


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({SIGNS: float("nan")}),
        f'{{"{SIGNS[-1]}": 1e999}}',
        json.dumps({"a": {SIGNS: [float("nan")]}}),
        '{"a\\u202e": 1, "a\\u202e": 2}',
    ],
)
def test_keys_of_unreadable_answers_are_shown_by_their_escapes(
    text: str, tmp_path: Path
) -> None:
    failure = not_none(graded(text, tmp_path).report.failure)
    first, mistake = failure.message.split("\n")
    assert (first, mistake.isprintable()) == ("The answers cannot be read.", True)


def test_names_in_answers_end_where_their_quotes_end(tmp_path: Path) -> None:
    answers = {**right(), CLAIM: 1}
    answers["01_two_plies"][CLAIM] = 1
    answers["01_two_plies"]["visited"].append(CLAIM)
    shown = CLAIM.replace('"', "'")
    notes = graded(answers, tmp_path).report.notes
    assert [f"`{CLAIM}`" in notes[0], *(f'"{shown}"' in note for note in notes[1:])] == [
        True, True, True,
    ]  # fmt: skip
    twice = graded(f"{{{json.dumps(CLAIM)}: 1, {json.dumps(CLAIM)}: 2}}", tmp_path)
    message = not_none(twice.report.failure).message
    assert message.count(CLAIM) == 0
    assert message.count(json.dumps(CLAIM)) == 2


def test_nothing_is_told_of_exercises_that_students_may_not_see(tmp_path: Path) -> None:
    entries = tuple(
        exercise._replace(
            visibility="hidden" if exercise.id == "01_two_plies" else "visible"
        )
        for exercise in SET.exercises
    )
    exercises, file = SET._replace(exercises=entries), tmp_path / "answers.json"
    file.write_text(
        json.dumps(
            {"01_two_plies": {"value": 3, "visited": ["zebra"]}, "01_two_plys": 1}
        ),
        "utf-8",
    )
    explained = grade_and_explain(file, exercises)
    assert "C1" not in feedback_on(explained, "01_two_plies")
    assert explained.report.notes == (
        "Not looked at: 01_two_plys in answers.json is no exercise of this set.",
    )
    file.write_text("{}", "utf-8")
    assert "01_two_plies" not in str(
        results(grade_and_explain(file, exercises))["output"]
    )


@pytest.mark.parametrize(
    "names",
    [
        ("answers.json", "answers (1).json"),
        ("answers (1).json", "answers (2).json"),
        ("answers (9).json", "answers (10).json"),
    ],
)
def test_last_of_several_downloads_is_graded(
    names: tuple[str, str], tmp_path: Path
) -> None:
    earlier, last = names
    written(tmp_path / earlier, {})
    written(tmp_path / last, right())
    assert grade_and_explain(tmp_path, SET).report.points == SET.max_points


@pytest.mark.parametrize(
    "answers", [{"01_two_plies": 3}, {"01_two_plies": right()["01_two_plies"]}]
)
def test_single_answer_is_judged_and_unanswered_exercises_earn_nothing(
    tmp_path: Path, answers: dict[str, Any]
) -> None:
    first, *others = graded(answers, tmp_path).report.verdicts
    assert first.passed == isinstance(answers["01_two_plies"], dict)
    assert not any(verdict.points for verdict in others)


def test_empty_submission_is_told_that_answers_json_is_missing(tmp_path: Path) -> None:
    failure = not_none(grade_and_explain(tmp_path, SET).report.failure)
    assert failure.message == "There is no answers.json in the submission: it is empty."


def test_gradescope_run_grades_answers_by_hand(tmp_path: Path) -> None:
    command = [
        str(PROJECT / "run_autograder"),
        "--exercises",
        str(PROJECT / "exercises" / "by_hand"),
    ]
    for folder in ("submission", "results"):
        (tmp_path / folder).mkdir()
    (tmp_path / "submission" / "answers.json").write_text(json.dumps(right()))
    subprocess.run(
        command,
        env={"PATH": "/usr/bin:/bin", "AUTOGRADER_ROOT": str(tmp_path)},
        check=True,
    )
    written = json.loads((tmp_path / "results" / "results.json").read_text())
    assert sum(test["score"] for test in written["tests"]) == 36
    assert written["extra_data"]["isolation"] == []


def test_a_wrong_answer_is_drawn_and_told_on_gradescope(tmp_path: Path) -> None:
    answers = right()
    answers["09_equal_bounds"]["visited"].insert(3, "C4")
    record = results(graded(answers, tmp_path))
    test = record["tests"][8]
    assert (
        "a right search stops here. Your search looked at C4, too" in record["output"]
    )
    assert test["extra_data"]["checks"] == {
        "value": True,
        "pruned": False,
        "order": True,
    }


@pytest.mark.parametrize(
    ("visited", "pruned", "order"),
    [
        ("C1 C2 C3 C4 C5 C7 C8 C9", False, True),  # one too many
        ("C1 C2 C3 C4 C7 C8", False, True),  # one too few
        ("C1 C2 C3 C4 C5 C8 C9", False, True),  # another
        ("C2 C1 C3 C4 C7 C8 C9", True, False),  # two swapped
        ("C1 C2 C3 C4 C5 C6 C7 C8 C9", False, False),  # two too many
        ("C1 C2 C3 C4 C7", False, False),  # two too few
        ("C2 C1 C3 C4 C5 C7 C8 C9", False, False),  # one too many, and two swapped
    ],
)
def test_one_wrong_visit_costs_one_check(
    visited: str, pruned: bool, order: bool, tmp_path: Path
) -> None:
    answers = right()
    answers["01_two_plies"]["visited"] = visited.split()
    explained = graded(answers, tmp_path)
    (failed,) = [verdict for verdict in explained.report.verdicts if not verdict.passed]
    assert failed.checks == {"value": True, "pruned": pruned, "order": order}
    text = feedback_on(explained, "01_two_plies")
    is_first_wrong = visited.startswith("C1 C2 C3 C4 C5")
    assert ("Your search looked at C5, too" in text) == is_first_wrong


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("B2", "visited[7]: B2 is no leaf; only looks at leaves are visits."),
        ("C33", 'visited[7]: there is no leaf "C33"; did you mean C3?'),
        ("C1", "visited[7]: C1 stands there twice; a search looks at each leaf once."),
    ],
)
def test_name_that_is_no_visit_is_told_and_costs_no_visit(
    extra: str, reason: str, tmp_path: Path
) -> None:
    answers = right()
    answers["01_two_plies"]["visited"].append(extra)
    report = graded(answers, tmp_path).report
    assert report.points == report.max_points
    where = "answers.json, 01_two_plies"
    assert report.notes == (f"{where}: {reason} The rest of this answer is judged.",)
    # Nothing is told of an exercise that students may not see.
    hidden = tuple(exercise._replace(visibility="hidden") for exercise in SET.exercises)
    file = tmp_path / "answers.json"
    assert grade_and_explain(file, SET._replace(exercises=hidden)).report.notes == ()


def test_a_set_is_answered_by_hand_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "assignment.json"
    file.write_text('{"title": "t", "interface": "by_hand"}')
    assert load_assignment(file).file == "answers.json"
    (tmp_path / "one.json").write_text(
        '{"title": "t", "tree": [1, 2], "interface": "negamax"}'
    )
    (tmp_path / "two.json").write_text('{"title": "t", "generate": {}}')
    with pytest.raises(InvalidExercises) as caught:
        load_set(tmp_path)
    message = str(caught.value)
    assert (
        "one.json: interface: all of a set is answered by hand or nothing is" in message
    )
    assert "two.json: generate: by_hand has no use for it" in message
    file.write_text('{"title": "t", "interface": "by_hand", "file": "alphabeta.py"}')
    with pytest.raises(
        InvalidExercises,
        match=r'answers by hand are a JSON file, so write its name, such as "answers\.',
    ):
        load_assignment(file)
