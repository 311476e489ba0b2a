"""`validate`: checks a set, or one exercise of it, and lints it.

The lint finds rules that are valid but probably unintended. `validate` and `zip` print
it; nothing depends on it.
"""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from autograder.core.errors import InvalidExercises, Mistake, format_mistakes
from autograder.core.exercises import packages
from autograder.core.exercises.documents import (
    ASSIGNMENT,
    exercise_files,
    from_here,
    old_names,
)
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import (
    assignment_beside,
    load_exercise,
    load_set,
    unknown_language,
)
from autograder.core.exercises.model import (
    CHECKS,
    Adapter,
    Assignment,
    Check,
    Exercise,
    ExerciseSet,
    FixedExercise,
    Limits,
)
from autograder.core.files import open_regular, write_whole
from autograder.core.grading import run
from autograder.core.grading.right_program import with_textbook
from autograder.core.judging.judge import Passed, checks_in_any_form
from autograder.core.project import EXERCISES
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sandbox.staging import temporary_folder
from autograder.core.sentences import ENGLISH, count_told_in_english, speaking
from autograder.core.text import QUOTE, counted, listed
from autograder.teach import handout, handout_fields
from autograder.teach.features import missing_features
from autograder.tell.formats import full_marks
from autograder.tell.terminal import ProgressLines
from reference import interfaces
from reference.observe import observe
from reference.problem import Problem, PruneWhen

Lost = Callable[[Problem, str], Collection[Check]]
"""A function that gives the checks of a problem that another rule fails."""
LEFT_OUT = "every check is worth 0, so the exercise is left out everywhere"
EXTRA = "{points} can be earned in extra exercises, above this maximum."
SECONDS_A_LOOK = 40e-6
"""The time for a look at a leaf, search included, on a busy processor.

It is twice the time on an idle processor.
"""


def validate(folder: Path | None, exercises: Path = EXERCISES) -> None:
    """Print the points of the set in a folder, or of the exercise in a file.

    Raise InvalidExercises.
    """
    target = folder or exercises
    if os.path.isfile(target) and target.name != ASSIGNMENT:
        exercise = load_exercise(target, assignment_beside(target))
        print(
            f"{from_here(target)}: {counted(exercise.max_points, 'point')}, no mistakes"
        )
        print_doubts(old_names(target))
        return
    target = (
        target.parent
        if target.name == ASSIGNMENT and os.path.isfile(target)
        else target
    )
    checked = load_set(target, reached=ProgressLines("file").reached)
    progress = ProgressLines("generated exercise")
    trees = 0
    for number, generated in enumerate(checked.generated, 1):
        trees += len(problems_of(generated))
        progress.reached(number, len(checked.generated))
    _check_own_words(checked)
    full_marks(checked.exercises)  # cached before grading, as the trees are
    tried = tried_solution(checked)
    drawn = f", {counted(trees, 'generated tree')}" if checked.generated else ""
    print(
        f"{from_here(target)}: "
        f"{counted(len(checked.exercises), 'exercise')}{drawn}, no mistakes{tried}"
    )
    _print_points(checked)
    if missing := list(missing_features(checked)):
        print("\nNothing in this set tries some features of trees:", *missing, sep="\n")
    print_doubts(lint(checked))


def _check_own_words(exercises: ExerciseSet) -> None:
    """Check a set's own words for the handout, if it has some, in each language.

    Raise InvalidExercises.
    """
    if exercises.assignment.by_hand:
        return
    if os.path.isfile(exercises.folder / handout_fields.WORDS_OF_SET):
        handout.student_files(exercises)
    for language, file in handout_fields.languages_of_words(exercises.folder).items():
        if message := unknown_language(language):
            raise InvalidExercises([Mistake(file, "", message)])
        with speaking(language):
            handout.student_files(load_set(exercises.folder, language=language))


def print_worth(exercises: ExerciseSet) -> None:
    """Print the points of a set on Gradescope, and its lint."""
    _print_points(exercises)
    print_doubts(lint(exercises))


def _print_points(exercises: ExerciseSet) -> None:
    points = exercises.max_points
    print(
        f"{counted(points, 'point')}: set the assignment's points on Gradescope "
        f"to {points:.10g}."
    )
    if extra := exercises.extra_points:
        print(EXTRA.format(points=counted(extra, "more point")))


def print_doubts(doubts: Iterable[Mistake]) -> None:
    """Print the hints of a lint, if there are any."""
    if lines := list(format_mistakes(list(doubts))):
        print("\nThis is allowed, but may not be meant:", *lines, sep="\n")


def textbook_program(exercises: ExerciseSet) -> str:
    """Return a right program of a set with an adapter.

    It is the textbook's functions, then the set's own from_textbook.py. Raise
    InvalidExercises if that file cannot be read.
    """
    assignment = exercises.assignment
    adapter = assignment.adapter
    assert adapter is not None
    try:
        with open_regular(adapter.from_textbook) as opened:
            ending = opened.read().decode()
    except (OSError, ValueError) as error:
        raise InvalidExercises(
            [Mistake(adapter.from_textbook, "", f"this cannot be read: {error}")]
        ) from None
    return with_textbook(assignment, ending)


def lay_textbook_program(exercises: ExerciseSet, folder: Path) -> Path:
    """Write the set's textbook_program into a folder, under the name that students'
    programs have; return the file.
    """
    file = folder / exercises.assignment.file
    write_whole(file, textbook_program(exercises))
    return file


def tried_solution(exercises: ExerciseSet) -> str:
    """Return a line on the points of the right program of a set with an adapter.

    Raise InvalidExercises if it loses points.
    """
    if (adapter := exercises.assignment.adapter) is None:
        return ""
    if os.path.isfile(adapter.solution):
        return _tried(adapter.solution, from_here(adapter.solution), exercises)
    if os.path.isfile(adapter.from_textbook):
        name = (
            "The textbook's search, made a program by "
            f"{from_here(adapter.from_textbook)},"
        )
        with temporary_folder(partial(lay_textbook_program, exercises)) as program:
            return _tried(program, name, exercises)
    unknown = (
        f"nobody knows whether {adapter.file.name} works: write the right program there"
    )
    return f"\nThere is no {from_here(adapter.solution)}, so {unknown}."


def _tried(program: Path, name: str, exercises: ExerciseSet) -> str:
    """Grade the right program of a set; return a line on its points.

    name: the program, in this line. Raise InvalidExercises if it loses points.
    """
    adapter = exercises.assignment.adapter
    assert adapter is not None
    assignment = exercises.assignment._replace(language=ENGLISH)
    exercises = exercises._replace(assignment=assignment)
    report = run.grade(program, exercises, asks_whose_fault=False)
    if report.failure is not None:
        raise InvalidExercises([_unlike(adapter, report.failure, "")])
    if failed := [
        verdict for verdict in report.verdicts if not isinstance(verdict, Passed)
    ]:
        raise InvalidExercises(
            [
                _unlike(adapter, verdict.failure, f" on {verdict.exercise.id}")
                for verdict in failed
            ]
        )
    return (
        f"\n{name} gets {counted(report.points, 'point')} of "
        f"{counted(report.max_points, 'point')}."
    )


def _unlike(adapter: Adapter, outcome: Failure | None, on: str) -> Mistake:
    """Return the mistake of an adapter or of a right program that fails.

    If the adapter broke, it is at the adapter's line; else it tells the failure.
    """
    is_made = not os.path.isfile(adapter.solution)
    right = adapter.from_textbook if is_made else adapter.solution
    if outcome is None and is_made:
        message = (
            "with the textbook's functions before it this is to be the right "
            f"program, and is wrong{on}"
        )
        return Mistake(
            right,
            "",
            f"{message}; the adapter or this file does not play the game as the "
            "exercises do",
        )
    if outcome is None:
        return Mistake(
            right,
            "",
            f"this is to be the right program, and is wrong{on}; grade it to see more",
        )
    if outcome.returned:
        # It is the adapter's function that must return an answer.
        message = outcome.message.removeprefix("Your search ").rstrip(".")
        return Mistake(adapter.file, "search", f"{message}{on}")
    if outcome.cause == "adapter":
        _, *lines = outcome.message.split("\n")
        quoted = "\n".join(line.removeprefix(QUOTE) for line in lines)
        located = quoted.removeprefix(f"{adapter.file.name}, ")
        location, _, raised = located.partition(": ")
        return Mistake(adapter.file, location, f"{raised}{on}")
    message = " ".join(
        [
            outcome.message.replace("\n", " "),
            *outcome.details.replace("\n", " ").split(),
        ]
    )
    return Mistake(right, "", f"{message}{on}")


def _told_in_english(exercises: ExerciseSet) -> Iterator[Mistake]:
    """Yield a hint if the set's language lacks sentences."""
    language = exercises.assignment.language
    if language == ENGLISH:
        return
    lacking, total = count_told_in_english(language)
    if lacking:
        message = (
            f"students read {lacking:,} of {total:,} sentences in English, as"
            f" {language} lacks them; tools/words check {language} names them"
        )
        yield Mistake(exercises.folder / ASSIGNMENT, "language", message)
    file = handout_fields.words_of(exercises)
    if (
        file.name == handout_fields.WORDS_OF_SET
        and file.exists()
        and _has_languages(exercises)
    ):
        message = (
            "students read this in every language, while the set's title has one for"
            f" each; write {handout_fields.file_of_words(language)} beside it"
        )
        yield Mistake(file, "", message)


def _has_languages(exercises: ExerciseSet) -> bool:
    """Return whether a set's title is an object with a text for each language."""
    assignment = json.loads((exercises.folder / ASSIGNMENT).read_text("utf-8"))
    return isinstance(assignment["title"], dict)


def lint(exercises: ExerciseSet) -> Iterator[Mistake]:
    """Yield hints for the author of a set, in the order of the exercises."""
    for file in (exercises.folder / ASSIGNMENT, *exercise_files(exercises.folder)):
        yield from old_names(file)
    yield from _told_in_english(exercises)
    yield from _other_order(exercises)
    ids = {exercise.id for exercise in exercises.exercises}
    for file in exercise_files(exercises.folder):
        if file.stem not in ids:
            yield Mistake(file, "points", LEFT_OUT)
    titles: dict[str, Exercise] = {}
    for exercise in exercises.exercises:
        namesake = titles.setdefault(exercise.title, exercise)
        for field, hint in _hints_on(exercise, namesake, exercises.assignment):
            yield Mistake(exercises.folder / f"{exercise.id}.json", field, hint)
    for hint in _hints_on_packages(exercises):
        yield Mistake(exercises.folder / ASSIGNMENT, "packages", hint)
    if not exercises.max_points:
        yield Mistake(
            exercises.folder / ASSIGNMENT,
            "points",
            "all exercises together are worth 0 but for extra ones",
        )
    if exercises.assignment.adapter is None and not exercises.assignment.by_hand:
        yield from _other_functions(exercises)
        yield from _other_rules(exercises)


def _hints_on(
    exercise: Exercise, namesake: Exercise, assignment: Assignment
) -> Iterator[tuple[str, str]]:
    """Yield hints on an exercise, each with the field that it is about.

    namesake: the first exercise of the same title, perhaps this one.
    """
    if namesake is not exercise:
        yield (
            "title",
            f"{namesake.id} has the same title; students tell exercises apart by it",
        )
    if unused := _unused_values(exercise, assignment.adapter):
        yield "tree", unused
    if slow := _slow(exercise, assignment.limits):
        yield "tree", slow


def _hints_on_packages(exercises: ExerciseSet) -> list[str]:
    """Return the hints on packages that are not locked, or not installed here."""
    names, lock = exercises.assignment.packages, exercises.assignment.packages_lock
    hints = [
        packages.not_locked(names, exercises.folder),
        packages.not_installed(names, lock, exercises.folder),
    ]
    return [hint for hint in hints if hint]


def _other_order(exercises: ExerciseSet) -> Iterator[Mistake]:
    """Warn of numbers in the files' names that do not count up in the order shown."""
    names = [exercise.id for exercise in exercises.exercises]
    counted_up = sorted(names, key=_by_numbers)
    if names == counted_up:
        return
    index = next(i for i, name in enumerate(names) if name != counted_up[i])
    before, after = names[index], counted_up[index]
    yield Mistake(
        exercises.folder,
        "",
        f"{before} comes before {after}, as names are compared letter by letter; write "
        "all numbers with as many digits, as in 01 and 10, for another order",
    )


def _by_numbers(name: str) -> list[tuple[int, str]]:
    """Return the sort key of a name, with its numbers compared as numbers."""
    pieces = re.split(r"(\d+)", name)
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]


def _unused_values(exercise: Exercise, adapter: Adapter | None) -> str:
    """Return a warning of static evaluations that no search asks for; "" for none.

    An adapter may have a use for them.
    """
    is_deep = exercise.pattern.depth is None and adapter is None
    if not isinstance(exercise, FixedExercise) or not is_deep:
        return ""
    tree = exercise.problem.tree
    leaves = {*tree.leaves()}
    nodes = [
        tree.name(node)
        for node in range(len(tree))
        if node not in leaves and tree.values[node] is not None
    ]
    if not nodes:
        return ""
    remedy = 'write "depth", or leave the value out'
    if "depth" not in _options(exercise):
        remedy = "leave the value out"
    return (
        f"{listed(nodes)}: the value of a node with children is not used, as the "
        f"search goes down to the leaves; {remedy}"
    )


# A program cannot know these values. An adapter may make up for it, as its solution
# shows, and by hand each tree has its rules.


def _other_functions(exercises: ExerciseSet) -> Iterator[Mistake]:
    """Yield the interfaces that exercises ask for beside the assignment's.

    The handout tells only of the assignment's.
    """
    of_set = interfaces.load(exercises.assignment.interface)
    ids_of: dict[str, list[str]] = {}
    for exercise in exercises.exercises:
        if exercise.pattern.interface != of_set.name:
            ids_of.setdefault(exercise.pattern.interface, []).append(exercise.id)
    for name, ids in ids_of.items():
        other = interfaces.load(name)
        message = (
            f"students are told to write {_named(of_set)}, and {_ask(ids)} for "
            f"{_named(other)}"
        )
        if len(ids) == len(exercises.exercises):
            remedy = f'write "interface": "{name}" here'
        elif set(of_set.functions) & set(other.functions):
            message += " with other arguments, so no program passes both"
            remedy = "put them into a set of their own"
        else:
            remedy = (
                "put them into a set of their own, or tell students to write all of "
                "these functions"
            )
        yield Mistake(
            exercises.folder / ASSIGNMENT, "interface", f"{message}; {remedy}"
        )


def _named(interface: interfaces.Interface) -> str:
    return " and ".join(interface.functions)


def _ask(ids: Sequence[str]) -> str:
    return f"{listed(ids)} {'asks' if len(ids) == 1 else 'ask'}"


def _other_rules(exercises: ExerciseSet) -> Iterator[Mistake]:
    """Yield the conventions of exercises that differ from the assignment's.

    The handout tells the assignment's, and a program that keeps to it loses points by
    the others.
    """
    lost_by: dict[str, Lost] = {
        "prune_when": _lost_by_convention,
        "bound": _lost_by_bound,
    }
    for field, lost in lost_by.items():
        rule: str = getattr(exercises.assignment, field)
        having = [
            exercise for exercise in exercises.exercises if field in _options(exercise)
        ]
        ids_by_rule: dict[str, list[str]] = {}
        for exercise in having:
            wanted: str = getattr(exercise.pattern, field)
            if wanted != rule and _loses_points(exercise, rule, lost):
                ids_by_rule.setdefault(wanted, []).append(exercise.id)
        for wanted, ids in ids_by_rule.items():
            message = (
                f'students are told "{rule}", and {_ask(ids)} for "{wanted}": who does '
                "as told can lose points there"
            )
            remedy = (
                "let all exercises ask the same, or put them into a set of their own"
            )
            if len(ids) == len(having):
                remedy = f'write "{field}": "{wanted}" here'
            yield Mistake(exercises.folder / ASSIGNMENT, field, f"{message}; {remedy}")


def _loses_points(exercise: Exercise, rule: str, lost: Lost) -> bool:
    """Return whether a program that keeps to a rule loses points of an exercise."""
    worth = {check for check in CHECKS if exercise.points[check]}
    for problem in _problems(exercise):
        if worth.intersection(lost(problem, rule)):
            return True
    return False


def _options(exercise: Exercise) -> frozenset[str]:
    return interfaces.load(exercise.pattern.interface).options


def _problems(exercise: Exercise) -> Sequence[Problem]:
    return (
        [exercise.problem]
        if isinstance(exercise, FixedExercise)
        else problems_of(exercise)
    )


def _lost_by_convention(problem: Problem, rule: str) -> Collection[Check]:
    """Return the checks that fail for the textbook's search by a convention.

    rule: the convention, as students are told it.
    """
    convention: PruneWhen = (
        "alpha > beta" if rule == "alpha > beta" else "alpha >= beta"
    )
    calls = problem.isolate is not None
    expected = observe(problem, calls=calls)
    observed = observe(problem._replace(prune_when=convention), calls=calls)
    holds = checks_in_any_form(problem, expected, Searched(observed))
    return [check for check in CHECKS if not holds[check]]


def _lost_by_bound(problem: Problem, rule: str) -> Collection[Check]:
    """Return the checks that fail for a fail-soft or fail-hard search, by a rule.

    rule: students are told it; if it names neither of these, they may choose.
    """
    fail_soft = observe(problem).value
    assert not isinstance(fail_soft, str)
    alpha, beta = problem.window
    answers = {"fail-soft": fail_soft, "fail-hard": min(max(fail_soft, alpha), beta)}
    possible = [answers[rule]] if rule in answers else answers.values()
    accepts = interfaces.load(problem.interface).accepts
    is_right = all(accepts(problem, fail_soft, answer) for answer in possible)
    return [] if is_right else ["value"]


def _slow(exercise: Exercise, limits: Limits) -> str:
    """Return a warning if a right search may exceed the time limit; else "".

    Only a large tree needs so much time.
    """
    most = min(limits.seconds, limits.cpu_seconds, limits.run_seconds)
    if (
        not isinstance(exercise, FixedExercise)
        or len(exercise.problem.tree) * SECONDS_A_LOOK <= most
    ):
        return ""
    looks = len(observe(exercise.problem).looks)
    if (seconds := looks * SECONDS_A_LOOK) <= most:
        return ""
    taken = f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.1g}"
    message = (
        f"a right search looks at {counted(looks, 'leaf', 'leaves')}, which can take "
        f"{taken} seconds"
    )
    return (
        f"{message}; it is ended after {most:g}, so make the tree smaller or the limit "
        "larger"
    )
