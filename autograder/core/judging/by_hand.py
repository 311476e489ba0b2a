"""Judges a JSON file of answers by hand as searches are judged. It runs nothing.

For each exercise the file has a value and the leaves that were visited.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.errors import InvalidExercises
from autograder.core.exercises.model import ExerciseSet, FixedExercise
from autograder.core.exercises.strict_json import read_object
from autograder.core.exercises.tree_format import INFINITIES
from autograder.core.judging.judge import Failed, NotRun, Passed, Verdict, judge
from autograder.core.limits import (
    LARGEST_ANSWERS,
    LONGEST_MISTAKE,
    LONGEST_NAME,
    MOST_ANSWER_MISTAKES,
)
from autograder.core.sandbox.listing import submitted_files
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sandbox.submission import NoSubmission, find_submission
from autograder.core.sentences import sentence
from autograder.core.text import between_quotes, listed, named, nearest, visible_name
from reference.game import Tree, Value
from reference.problem import Observation

ANSWERS = '{ "01_two_plies": { "value": …, "visited": … }, … }'
EXAMPLE = '{"value": 3, "visited": ["C1", "C2"]}'
FIELDS = ("value", "visited")


class JudgedAnswers(NamedTuple):
    """The verdicts on a file of answers, and notes for their author."""

    verdicts: tuple[Verdict, ...]
    notes: tuple[str, ...]


def judge_answers(submission: Path, exercises: ExerciseSet) -> JudgedAnswers | Failure:
    """Judge a file of answers, or the one of a folder.

    A failure says why there is nothing to be judged.
    """
    file = exercises.assignment.file
    try:
        document = _document(submission, file)
    except NoSubmission as error:
        return Failure("missing file", str(error))
    # The page of an exam names exercises by neutral ids.
    ids = {exercise.neutral_id: exercise.id for exercise in exercises.fixed}
    answers = {ids.get(name, name): answer for name, answer in document.items()}
    unknown = [name for name in answers if name not in ids.values()]
    visible = [exercise.id for exercise in exercises.fixed if exercise.is_visible]
    if len(unknown) == len(answers):
        return Failure("not an answer", _no_exercise_answered(file, visible))
    verdicts: list[Verdict] = []
    notes = [_not_looked_at(name, file, visible) for name in unknown]
    for exercise in exercises.fixed:
        verdict, reasons = _verdict(exercise, answers, file)
        verdicts.append(verdict)
        if exercise.is_visible:
            notes += [
                sentence(
                    "by_hand",
                    "answer in part",
                    file=file,
                    exercise=exercise.id,
                    reason=reason,
                )
                for reason in reasons
            ]
    return JudgedAnswers(tuple(verdicts), tuple(notes[:MOST_ANSWER_MISTAKES]))


def _no_exercise_answered(file: str, visible: Sequence[str]) -> str:
    first = visible[0] if visible else "01_two_plies"
    right = f'{{"{first}": {EXAMPLE}, …}}'
    return sentence("by_hand", "no exercise", file=file, right=right)


def _not_looked_at(name: str, file: str, visible: Sequence[str]) -> str:
    """Return the sentence on an answer whose name no exercise has.

    visible: the ids of the exercises, of which one may be meant.
    """
    shown = named(name)
    meant = nearest(name, visible)
    if not meant:
        return sentence("by_hand", "unknown exercise", name=shown, file=file)
    return sentence(
        "by_hand", "unknown exercise, meant", name=shown, file=file, meant=meant
    )


# --- Finding and reading the file ---


def _document(submission: Path, file: str) -> dict[str, Any]:
    """Return the answers in the file, by their keys.

    Raises NoSubmission with words for the student.
    """
    if os.path.isdir(submission):
        submission = _last_download(submission, file)
    if os.path.isfile(submission) and submission.stat().st_size > LARGEST_ANSWERS:
        most = LARGEST_ANSWERS // 2**20
        raise NoSubmission(sentence("by_hand", "large", file=file, most=most))
    try:
        document, mistakes = read_object(submission, ANSWERS)
    except InvalidExercises as error:
        mistakes = list(error.mistakes)
    if mistakes:
        lines = [sentence("by_hand", "unreadable")]
        for mistake in mistakes[:MOST_ANSWER_MISTAKES]:
            texts = (file, mistake.location, mistake.message)
            shown = [visible_name(text, LONGEST_MISTAKE) for text in texts if text]
            lines.append(": ".join(shown))
        raise NoSubmission("\n".join(lines))
    return document


def _last_download(folder: Path, file: str) -> Path:
    """Return the file of answers in a folder.

    Of several downloads it is the last, which browsers number: "answers (1).json".
    """
    stem = re.escape(file.removesuffix(".json"))
    numbered = re.compile(rf"{stem} ?\((\d{{1,4}})\)\.json")
    numbers: dict[Path, int] = {}
    for path in submitted_files(folder):
        match = numbered.fullmatch(path.name)
        if match:
            numbers[path] = int(match[1])
    if not numbers:
        submission = find_submission(folder, file)
        return submission.folder / submission.file
    last = max(numbers.values())
    chosen = [path for path, number in numbers.items() if number == last]
    if len(chosen) > 1:
        name = chosen[0].name
        files = listed(chosen)
        raise NoSubmission(sentence("by_hand", "several", name=name, files=files))
    return folder / chosen[0]


# --- One answer ---


def _verdict(
    exercise: FixedExercise, answers: Mapping[str, Any], file: str
) -> tuple[Verdict, list[str]]:
    """Return the verdict on an answer, and why parts of it are not counted."""
    if exercise.id not in answers:
        reason = sentence("by_hand", "not answered", file=file, exercise=exercise.id)
        return NotRun(exercise, Failure("not answered", reason)), []
    reasons: list[str] = []
    try:
        answer = _fields(answers[exercise.id], reasons)
        visited = exercise.textbook.visited
        if exercise.asked_checks != ("value",):
            visited = _visited(answer, exercise.problem.tree, reasons)
    except ValueError as error:  # says what would be right
        message = _no_answer(exercise, file, str(error))
        return NotRun(exercise, Failure("not an answer", message)), []
    searched = Searched(_outcome(exercise, answer, visited, file))
    verdict = judge(exercise, lambda problems: [searched], lambda: True)
    if isinstance(verdict, Failed) and _has_one_wrong_visit(verdict):
        checks = {**verdict.checks, "order": True}
        evidence = verdict.evidence._replace(checks=checks)
        verdict = verdict._replace(checks=checks, evidence=evidence)
        if verdict.passed:  # no other check is asked
            passed = Passed(exercise, trees=1, kept=(evidence,), printed="")
            return passed, reasons
    return verdict, reasons


def _has_one_wrong_visit(verdict: Failed) -> bool:
    """Return whether a leaf too many, a leaf too few, or both, is all that is wrong.

    The other leaves come in the right order.
    """
    expected = verdict.evidence.expected.visited
    visited = tuple(dict.fromkeys(verdict.evidence.searched.outcome.looks))
    extra = set(visited) - set(expected)
    missing = set(expected) - set(visited)
    if not visited or len(extra) > 1 or len(missing) > 1:
        return False
    common = [leaf for leaf in expected if leaf not in missing]
    return common == [leaf for leaf in visited if leaf not in extra]


def _outcome(
    exercise: FixedExercise,
    answer: Mapping[str, Any],
    visited: tuple[int, ...],
    file: str,
) -> Observation | Failure:
    """Return the outcome to judge: an answer without a value has its visits."""
    try:
        value = _value(answer, exercise.problem.tree.name(0))
    except ValueError as error:
        message = _no_answer(exercise, file, str(error))
        return Failure("not a value", message, looks=visited)
    return Observation(value, visited)


def _no_answer(exercise: FixedExercise, file: str, reason: str) -> str:
    return sentence(
        "by_hand", "no answer", file=file, exercise=exercise.id, reason=reason
    )


def _fields(answer: Any, reasons: list[str]) -> Mapping[str, Any]:
    """Return an answer that is an object. Raises ValueError.

    reasons: gets why a field is not counted.
    """
    if not isinstance(answer, dict):
        raise ValueError(sentence("by_hand", "no object", example=EXAMPLE))
    reasons += [
        sentence("by_hand", "unknown field", name=between_quotes(name))
        for name in answer
        if name not in FIELDS
    ]
    return answer


def _value(answer: Mapping[str, Any], root: str) -> Value:
    """Return the value of an answer. Raises ValueError."""
    if "value" not in answer:
        raise ValueError(sentence("by_hand", "no value", root=root))
    value = answer["value"]
    if isinstance(value, str) and value in INFINITIES:
        return INFINITIES[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(sentence("by_hand", "value is no number", root=root))
    return value


def _visited(
    answer: Mapping[str, Any], tree: Tree, reasons: list[str]
) -> tuple[int, ...]:
    """Return the leaves that an answer names, each once.

    Raise ValueError if it names none. reasons: gets why a name is no visit.
    """
    names = answer.get("visited")
    if not isinstance(names, list):
        situation = "no visited" if names is None else "visited is no list"
        raise ValueError(sentence("by_hand", situation))
    leaves = {tree.name(leaf): leaf for leaf in tree.leaves()}
    visited: dict[int, None] = {}
    refused: list[str] = []
    for index, name in enumerate(names):
        if not isinstance(name, str) or name not in leaves:
            refused.append(_why_no_leaf(index, name, tree, list(leaves)))
        elif leaves[name] in visited:
            refused.append(sentence("by_hand", "twice", index=index, name=name))
        else:
            visited[leaves[name]] = None
    if refused and not visited:
        raise ValueError(refused[0])
    reasons += refused
    return tuple(visited)


def _why_no_leaf(index: int, name: Any, tree: Tree, leaves: Sequence[str]) -> str:
    """Return why an element of a list of visits names no leaf.

    index: of the element. name: the element itself. leaves: the names of all leaves.
    """
    if not isinstance(name, str):
        return sentence("by_hand", "no text", index=index, leaf=leaves[0])
    if tree.node(name) is not None:
        return sentence("by_hand", "no leaf", index=index, name=name)
    shown = between_quotes(name, LONGEST_NAME)
    meant = nearest(name.upper(), leaves)
    if meant:
        return sentence(
            "by_hand", "unknown leaf, meant", index=index, name=shown, meant=meant
        )
    return sentence(
        "by_hand",
        "unknown leaf",
        index=index,
        name=shown,
        first=leaves[0],
        last=leaves[-1],
    )
