"""Judges a JSON file of answers by hand, a value and visits for each exercise, as searches are. It runs nothing."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.errors import InvalidExercises
from autograder.exercises.documents import read_document
from autograder.exercises.model import ExerciseSet, FixedExercise
from autograder.exercises.tree_format import INFINITIES
from autograder.judging.judge import Evidence, Failed, NotRun, Verdict, judge
from autograder.judging.probe_trees import known
from autograder.judging.report import Report, none_run
from autograder.limits import (
    LARGEST_ANSWERS,
    LONGEST_NAME,
    MOST_ANSWER_MISTAKES,
    MOST_MISTAKES_BY_HAND,
)
from autograder.sandbox.outcome import Failure, Searched
from autograder.sandbox.submission import NoSubmission, find_submission, submitted_files
from autograder.text import listed, nearest, visible_name
from reference.game import Tree, Value
from reference.problem import Observation

ANSWERS = '{ "01_two_plies": { "value": …, "visited": … }, … }'
EXAMPLE = '{"value": 3, "visited": ["C1", "C2"]}'


def graded_by_hand(submission: Path, exercises: ExerciseSet, started: float) -> Report:
    """Grades a file of answers, or the one of a folder, on a set. started: when grading began."""
    file = exercises.assignment.file
    try:
        document = _document(submission, file)
    except NoSubmission as error:
        return none_run(
            exercises, submission, Failure("missing file", str(error)), started
        )
    # Of an exam's page.
    ids = {exercise.neutral_id: exercise.id for exercise in exercises.fixed}
    document = {ids.get(name, name): answer for name, answer in document.items()}
    seen = [exercise.id for exercise in exercises.fixed if exercise.is_visible]
    unknown = [name for name in document if name not in ids.values()]
    if len(unknown) == len(document):
        first = seen[0] if seen else "01_two_plies"
        words = f'{file} answers no exercise of this set. It is one object: {{"{first}": {EXAMPLE}, …}}.'
        return none_run(exercises, submission, Failure("not an answer", words), started)
    verdicts = [_verdict(exercise, document, file) for exercise in exercises.fixed]
    notes = []
    for name in unknown[:MOST_ANSWER_MISTAKES]:
        meant = f"; did you mean {near}?" if (near := nearest(name, seen)) else ""
        notes.append(
            f"Not looked at: {visible_name(name)} in {file} is no exercise of this set{meant}"
        )
    return Report(
        exercises,
        submission,
        tuple(_explained(verdicts)),
        None,
        started,
        notes=tuple(notes),
    )


def _document(submission: Path, file: str) -> dict[str, Any]:
    """What stands in the file of answers. Raises NoSubmission with words for the student."""
    if os.path.isdir(submission):
        submission = _last_download(submission, file)
    if os.path.isfile(submission) and submission.stat().st_size > LARGEST_ANSWERS:
        raise NoSubmission(
            f"{file} is larger than {LARGEST_ANSWERS // 2**20} MiB, so a person did not write it."
        )
    try:
        document, mistakes = read_document(submission, ANSWERS)
    except InvalidExercises as error:
        mistakes = list(error.mistakes)
    if mistakes:
        told = [
            ": ".join(filter(None, (file, entry.place, entry.words)))
            for entry in mistakes[:MOST_ANSWER_MISTAKES]
        ]
        raise NoSubmission("\n".join(["The answers cannot be read.", *told]))
    return document


def _last_download(folder: Path, file: str) -> Path:
    """The file of answers in a folder; of several downloads the last, which browsers number: "answers (1).json"."""
    numbered = re.compile(
        rf"{re.escape(file.removesuffix('.json'))} ?\((\d{{1,4}})\)\.json"
    )
    found = {
        entry: match
        for entry in submitted_files(folder)
        if (match := numbered.fullmatch(entry.name))
    }
    if not found:
        submission = find_submission(folder, file)
        return submission.folder / submission.file
    last = max(int(match[1]) for match in found.values())
    chosen = [entry for entry, match in found.items() if int(match[1]) == last]
    if len(chosen) > 1:
        raise NoSubmission(
            f"There is more than one {chosen[0].name}: {listed(chosen)}. Submit one of them."
        )
    return folder / chosen[0]


def _verdict(
    exercise: FixedExercise, document: Mapping[str, Any], file: str
) -> Verdict:
    if exercise.id not in document:
        return NotRun(
            exercise, Failure("not run", f"{file} has no answer to {exercise.id}.")
        )
    answer, tree = document[exercise.id], exercise.problem.tree
    try:
        if not isinstance(answer, dict):
            raise ValueError(f"an answer is an object, such as {EXAMPLE}")
        if unknown := [key for key in answer if key not in ("value", "visited")]:
            raise ValueError(
                f'there is no "{visible_name(unknown[0])}"; an answer has "value" and "visited"'
            )
        found = Searched(
            Observation(_value(answer, tree.name(0)), _visited(answer, tree))
        )
    except ValueError as error:  # says what would be right
        return NotRun(
            exercise, Failure("not an answer", f"{file}, {exercise.id}: {error}")
        )
    return judge(exercise, lambda problems: [found], lambda: True)


def _value(answer: Mapping[str, Any], root: str) -> Value:
    if "value" not in answer:
        raise ValueError(f'"value" is missing: write the value of {root}, a number')
    value = answer["value"]
    if isinstance(value, str) and value in INFINITIES:
        return INFINITIES[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(
            f'"value" must be the value of {root}: a number without quotes, "inf" or "-inf"'
        )
    return value


def _visited(answer: Mapping[str, Any], tree: Tree) -> tuple[int, ...]:
    names = answer.get("visited")
    if not isinstance(names, list):
        missing = "is missing" if names is None else "is no list"
        raise ValueError(
            f'"visited" {missing}: write the leaves in the order of visits, such as ["C1", "C2"]'
        )
    leaves = {tree.name(leaf): leaf for leaf in tree.leaves()}
    first: dict[str, int] = {}
    for place, name in enumerate(names):
        if not isinstance(name, str) or name not in leaves:
            raise ValueError(f"visited[{place}]: {_no_leaf(name, tree, list(leaves))}")
        if first.setdefault(name, place) != place:
            raise ValueError(
                f"visited[{place}]: {name} stands there twice; a search looks at each leaf once"
            )
    return tuple(leaves[name] for name in first)


def _no_leaf(name: Any, tree: Tree, leaves: Sequence[str]) -> str:
    if not isinstance(name, str):
        return f'leaves are named, in quotes, such as "{leaves[0]}"'
    if tree.node(name) is not None:
        return f"{name} is no leaf; only looks at leaves are visits"
    near = nearest(name.upper(), leaves)
    meant = (
        f"did you mean {near}?"
        if near
        else f"they are called {leaves[0]} to {leaves[-1]}"
    )
    return f'there is no leaf "{visible_name(name, LONGEST_NAME)}"; {meant}'


def _explained(verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
    """Mistakes that agree with all visible answers explain all failed ones; else those that agree with each, if few."""
    of_each = {
        verdict.exercise.id: _agreeing(verdict.kept[0])
        for verdict in verdicts
        if verdict.kept
    }
    seen = [
        of_each[verdict.exercise.id]
        for verdict in verdicts
        if verdict.kept and verdict.exercise.is_visible
    ]
    throughout = (
        [name for name in seen[0] if all(name in ids for ids in seen)] if seen else []
    )
    for verdict in verdicts:
        alone = of_each.get(verdict.exercise.id, [])
        names = throughout or (alone if len(alone) <= MOST_MISTAKES_BY_HAND else ())
        yield (
            verdict._replace(misconceptions=tuple(names))
            if isinstance(verdict, Failed)
            else verdict
        )


def _agreeing(seen: Evidence) -> list[str]:
    problem, found = seen.problem, seen.found.finished
    textbooks = [
        made for made in known(problem.interface, problem.prune_when) if not made.form
    ]
    done = [(made.misconception.id, made.attempt(problem)) for made in textbooks]
    same = [
        name
        for name, did in done
        if did and found and (did.visited, did.value) == (found.visited, found.value)
    ]
    return list(dict.fromkeys(same))
