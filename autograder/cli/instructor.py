"""Runs instructors' commands other than grading.

They make pages to show and to print, and the archive for Gradescope, and explain
submissions or prove them right.
"""

import os
import sys
from collections.abc import Sequence
from json import dumps
from pathlib import Path

from autograder.cli.grade import existing, say_what_isolates, terminal_listener
from autograder.core.errors import WRONG_USAGE, WrongUsage, format_mistakes
from autograder.core.exercises.documents import ASSIGNMENT, from_here
from autograder.core.exercises.exhaustive import (
    count_infinite,
    count_searches,
    window_ends,
)
from autograder.core.exercises.load import guard_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.judging.judge import Passed
from autograder.core.limits import MOST_PROOF_SEARCHES
from autograder.core.outputs import Gate
from autograder.core.project import EXERCISES
from autograder.core.sandbox.selftest import isolation_report
from autograder.core.sentences import sentence
from autograder.core.text import counted
from autograder.explain.graded import grade_and_explain
from autograder.teach import worksheets
from autograder.teach.deployment import NAME, archive_output, write_archive
from autograder.teach.new_sets import proof_set
from autograder.teach.validation import print_worth, tried_solution
from autograder.teach.walkthrough import (
    find_exercise,
    find_walkthrough,
    text_of,
)
from autograder.tell.pages.render import A_PAGE
from autograder.tell.places import ExplainOutput
from autograder.tell.styled_text import fitted, styled
from autograder.tell.terminal import ProgressLines, load_aloud, print_report

COLLECTED = (
    "Students hand in the {file} that {button} writes. For a class: "
    "./run_autograder class FOLDER --exercises {folder} --results DIR --html"
)


def pack(file: Path | None, exercises: Path, *, force: bool) -> None:
    """Pack a set for Gradescope.

    file: the archive to write, or a folder of exercises to pack in place of the option.
    Raise WrongUsage if another file is there already.
    """
    archive = file or Path(NAME)
    if exercises == EXERCISES and os.path.isfile(archive / ASSIGNMENT):
        exercises = archive
        archive = Path(NAME)
    output = archive_output(archive, exercises, force=force)
    packed = load_aloud(exercises)
    # With an adapter that breaks a right program, too, everybody would lose points.
    tried_solution(packed)
    files = counted(len(write_archive(output, exercises)), "file")
    many_exercises = counted(len(packed.exercises), "exercise")
    print(
        f"{from_here(archive)}: {files}, {many_exercises} for"
        f" {packed.assignment.file}. Upload it under Configure Autograder."
    )
    print_worth(packed)


def show(
    exercise: Sequence[str],
    exercises: Path,
    seed: int | None,
    html: Path | None,
    *,
    force: bool,
) -> int:
    """Show the textbook's searches of exercises on the terminal or as a page.

    exercise: the names of those, in the order in which they are shown. Return
    WRONG_USAGE if an exercise's author is mistaken about it, else 0.
    """
    walks = [find_walkthrough(name, exercises, seed) for name in exercise]
    mistakes = [mistake for walk in walks for mistake in walk.mistakes]
    if html is not None:
        gate = Gate(force=force)
        for name in exercise:
            file, _ = find_exercise(name, exercises)
            gate.reads(file, "the exercise")
            gate.reads(file.parent / ASSIGNMENT, "a file of the set of exercises")
        gate.ask(html, A_PAGE, "--html").write(worksheets.lesson_page(walks))
        print(*format_mistakes(mistakes), sep="\n", end="")
    else:
        print("\n\n".join(styled(text_of(walk)) for walk in walks))
    return WRONG_USAGE if mistakes else 0


def try_isolation() -> int:
    """Print a line for each layer of isolation, with the attacks that it stopped.

    Return 1 if a layer in force did not stop an attack that it must stop, else 0.
    """
    lines, all_hold = isolation_report()
    print("\n".join(lines))
    return 0 if all_hold else 1


def practice(folder: Path, html: Path, *, exam: bool, force: bool) -> None:
    """Make a page to practise on.

    html: the file to write. exam: leave all answers out of it.
    """
    gate = Gate(force=force)
    guard_set(gate, folder)
    output = gate.ask(html, A_PAGE, "--html")
    exercises = load_aloud(folder)
    tasks = worksheets.tasks(exercises, exam=exam)
    for message in worksheets.left_out(exercises, printed=False, named=True):
        print(message)
    output.write(worksheets.practice_page(exercises, tasks, exam=exam))
    assignment = exercises.assignment
    if assignment.by_hand:
        button = sentence("page_practice", "save")
        message = COLLECTED.format(
            file=assignment.file, button=button, folder=from_here(folder)
        )
        print(message)


def sheet(
    folder: Path,
    html: Path | None,
    latex: Path | None,
    solutions: Path | None,
    variants: int,
    seed: int,
    format: str,  # noqa: A002 (the option's name)
    *,
    force: bool,
) -> None:
    """Make sheets to print, and their solutions in a separate file.

    html, latex: the file of the sheets, one of them. format: of that in html.
    solutions: None for none. Raise WrongUsage if both are the same file.
    """
    file, option = (latex, "--latex") if latex is not None else (html, "--html")
    assert file is not None
    gate = Gate(force=force)
    guard_set(gate, folder)
    outputs = [gate.ask(file, worksheets.SHEETS, option)]
    if solutions is not None:
        outputs.append(gate.ask(solutions, worksheets.SHEETS, "--solutions"))
    exercises = load_aloud(folder)
    reached = ProgressLines("question").reached
    sheets = worksheets.sheets(exercises, variants, seed, reached)
    messages = [*worksheets.left_out(exercises, printed=True, named=True)]
    alike = worksheets.alike(sheets)
    if alike:
        messages.append(alike)
    for message in messages:
        print(message)
    is_latex = latex is not None or format == "latex"
    write = worksheets.sheet_latex if is_latex else worksheets.sheet_page
    title = exercises.assignment.title
    for output, with_solutions in zip(outputs, (False, True), strict=False):
        output.write(write(title, sheets, solutions=with_solutions))


def explain(submission: str, exercises: Path, *, json: bool) -> int:
    """Print the change that makes a submission right.

    Return 1 if it is wrong and no such change was found, else 0.
    """
    say_what_isolates(sys.stderr if json else None)
    program = existing(submission)
    exercise_set = _set_of_programs(exercises, "explain")
    with terminal_listener(show_hidden=False) as listener:
        explained = grade_and_explain(program, exercise_set, listener=listener)
    output = ExplainOutput(explained)
    print(_harmless_json(output.document()) if json else fitted(output.lines()))
    return 0 if output.explanation.repairs or not output.failed else 1


def _harmless_json(document: object) -> str:
    """Return JSON that no terminal obeys, whatever a student's source holds."""
    # `dumps` escapes every control character but DEL.
    return dumps(document, indent=1).replace("\x7f", "\\u007f")


def prove(submission: str, exercises: Path, leaves: int, plies: int) -> int:
    """Search every tree up to a size, and print the progress and the verdict.

    leaves, plies: the most that a tree has. Return 1 if a search is wrong, else 0.
    Raise WrongUsage if these are too many searches.
    """
    program = existing(submission)
    proof = proof_set(_set_of_programs(exercises, "prove right"), leaves, plies)
    windows = window_ends(proof.generated[0].pattern)
    searches = count_searches(leaves, plies, len(windows))
    if searches > MOST_PROOF_SEARCHES:
        raise WrongUsage(
            f"these are {searches:,} searches; at most {MOST_PROOF_SEARCHES:,} are"
            " made, so ask for fewer leaves or plies"
        )
    searches += count_infinite(leaves, plies)
    say_what_isolates()
    progress = ProgressLines("tree")
    explained = grade_and_explain(
        program, proof, searched=lambda done: progress.reached(done, searches)
    )
    print_report(explained)
    verdict = explained.report.verdicts[0]
    if not isinstance(verdict, Passed):
        return 1
    done = counted(verdict.trees, "search", "searches")
    print(
        f"{done}, all right: of a program that only compares values, a proof for trees"
        " of these sizes."
    )
    return 0


def _set_of_programs(folder: Path, purpose: str) -> ExerciseSet:
    """Return the set in a folder.

    purpose: a verb, with a program as its object. Raise WrongUsage if the set is
    answered by hand, so that there is no program.
    """
    exercises = load_aloud(folder)
    if exercises.assignment.by_hand:
        raise WrongUsage(
            f"{from_here(folder)}: these exercises are answered by hand, so there is no"
            f" program to {purpose}; name another set"
        )
    return exercises
