"""Judge a JSON file of answers by hand as searches are judged. It runs nothing.

For each exercise the file has a value and the leaves that were visited.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.errors import InvalidExercises
from autograder.core.exercises.documents import read_document
from autograder.core.exercises.model import ExerciseSet, FixedExercise
from autograder.core.exercises.tree_format import INFINITIES
from autograder.core.judging.judge import Failed, NotRun, Passed, Verdict, judge
from autograder.core.limits import LARGEST_ANSWERS, LONGEST_NAME, MOST_ANSWER_MISTAKES
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sandbox.submission import (
    NoSubmission,
    find_submission,
    submitted_files,
)
from autograder.core.text import listed, nearest, visible_name
from reference.game import Tree, Value
from reference.problem import Observation

ANSWERS = '{ "01_two_plies": { "value": …, "visited": … }, … }'
EXAMPLE = '{"value": 3, "visited": ["C1", "C2"]}'
FIELDS = ("value", "visited")
NOT_COUNTED = "{file}, {exercise}: {reason}. The rest of this answer is judged."


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
                NOT_COUNTED.format(file=file, exercise=exercise.id, reason=reason)
                for reason in reasons
            ]
    return JudgedAnswers(tuple(verdicts), tuple(notes[:MOST_ANSWER_MISTAKES]))


def _no_exercise_answered(file: str, visible: Sequence[str]) -> str:
    first = visible[0] if visible else "01_two_plies"
    right = f'{{"{first}": {EXAMPLE}, …}}'
    return f"{file} answers no exercise of this set. It is one object: {right}."


def _not_looked_at(name: str, file: str, visible: Sequence[str]) -> str:
    near = nearest(name, visible)
    meant = f"; did you mean {near}?" if near else ""
    return (
        f"Not looked at: {visible_name(name)} in {file} is no exercise of this "
        f"set{meant}"
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
        raise NoSubmission(
            f"{file} is larger than {most} MiB, so a person did not write it."
        )
    try:
        document, mistakes = read_document(submission, ANSWERS)
    except InvalidExercises as error:
        mistakes = list(error.mistakes)
    if mistakes:
        lines = ["The answers cannot be read."]
        for mistake in mistakes[:MOST_ANSWER_MISTAKES]:
            texts = (file, mistake.location, mistake.message)
            lines.append(": ".join(text for text in texts if text))
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
        raise NoSubmission(
            f"There is more than one {chosen[0].name}: {listed(chosen)}. "
            "Submit one of them."
        )
    return folder / chosen[0]


# --- One answer ---


def _verdict(
    exercise: FixedExercise, answers: Mapping[str, Any], file: str
) -> tuple[Verdict, list[str]]:
    """Return the verdict on an answer, and why parts of it are not counted."""
    if exercise.id not in answers:
        reason = f"{file} has no answer to {exercise.id}."
        return NotRun(exercise, Failure("not answered", reason)), []
    reasons: list[str] = []
    try:
        answer = _fields(answers[exercise.id], reasons)
        visited = exercise.textbook.visited
        if exercise.asked_checks != ("value",):
            visited = _visited(answer, exercise.problem.tree, reasons)
    except ValueError as error:  # says what would be right
        reason = f"{file}, {exercise.id}: {error}"
        return NotRun(exercise, Failure("not an answer", reason)), []
    searched = Searched(_outcome(exercise, answer, visited, file))
    verdict = judge(exercise, lambda problems: [searched], lambda: True)
    if isinstance(verdict, Failed) and _has_one_wrong_visit(verdict):
        checks = {**verdict.checks, "order": True}
        evidence = verdict.evidence._replace(checks=checks)
        verdict = verdict._replace(checks=checks, evidence=evidence)
        if verdict.passed:  # no other check is asked
            return Passed(exercise, 1, (evidence,), ""), reasons
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
        reason = f"{file}, {exercise.id}: {error}"
        return Failure("not a value", reason, looks=visited)
    return Observation(value, visited)


def _fields(answer: Any, reasons: list[str]) -> Mapping[str, Any]:
    """Return an answer that is an object. Raises ValueError.

    reasons: gets why a field is not counted.
    """
    if not isinstance(answer, dict):
        raise ValueError(f"an answer is an object, such as {EXAMPLE}")
    reasons += [
        f'there is no "{visible_name(name)}"; an answer has "value" and "visited"'
        for name in answer
        if name not in FIELDS
    ]
    return answer


def _value(answer: Mapping[str, Any], root: str) -> Value:
    """Return the value of an answer. Raises ValueError."""
    if "value" not in answer:
        raise ValueError(f'"value" is missing: write the value of {root}, a number')
    value = answer["value"]
    if isinstance(value, str) and value in INFINITIES:
        return INFINITIES[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(
            f'"value" must be the value of {root}: a number without quotes, "inf" or '
            '"-inf"'
        )
    return value


def _visited(
    answer: Mapping[str, Any], tree: Tree, reasons: list[str]
) -> tuple[int, ...]:
    """Return the leaves that an answer names, each once.

    Raise ValueError if it names none. reasons: gets why a name is no visit.
    """
    names = answer.get("visited")
    if not isinstance(names, list):
        problem = "is missing" if names is None else "is no list"
        raise ValueError(
            f'"visited" {problem}: write the leaves in the order of visits, such as '
            '["C1", "C2"]'
        )
    leaves = {tree.name(leaf): leaf for leaf in tree.leaves()}
    visited: dict[int, None] = {}
    refused: list[str] = []
    for index, name in enumerate(names):
        if not isinstance(name, str) or name not in leaves:
            reason = _why_no_leaf(name, tree, list(leaves))
            refused.append(f"visited[{index}]: {reason}")
        elif leaves[name] in visited:
            refused.append(
                f"visited[{index}]: {name} stands there twice; a search looks at each "
                "leaf once"
            )
        else:
            visited[leaves[name]] = None
    if refused and not visited:
        raise ValueError(refused[0])
    reasons += refused
    return tuple(visited)


def _why_no_leaf(name: Any, tree: Tree, leaves: Sequence[str]) -> str:
    if not isinstance(name, str):
        return f'leaves are named, in quotes, such as "{leaves[0]}"'
    if tree.node(name) is not None:
        return f"{name} is no leaf; only looks at leaves are visits"
    near = nearest(name.upper(), leaves)
    meant = f"they are called {leaves[0]} to {leaves[-1]}"
    if near:
        meant = f"did you mean {near}?"
    return f'there is no leaf "{visible_name(name, LONGEST_NAME)}"; {meant}'
