"""What instructors type beside grading: pages to show and to print, the archive, submissions explained and proved."""

import os
import sys
import zipfile
from json import dumps
from pathlib import Path

from autograder.commands.grade import existing, say_what_isolates
from autograder.errors import WRONG_USAGE, WrongUsage, format_mistakes
from autograder.exercises.documents import ASSIGNMENT, from_here
from autograder.exercises.exhaustive import count_searches, window_ends
from autograder.exercises.load import load_set
from autograder.exercises.model import ExerciseSet
from autograder.files import save
from autograder.grading.run import grade
from autograder.judging.judge import Passed
from autograder.limits import MOST_PROOF_SEARCHES
from autograder.pages import worksheets
from autograder.project import EXERCISES
from autograder.sandbox.selftest import isolation_report
from autograder.showing.places import Explained
from autograder.showing.styled_text import fitted, styled
from autograder.showing.terminal import ProgressLines, print_report
from autograder.teaching.deployment import NAME, build
from autograder.teaching.new_sets import proof_set
from autograder.teaching.validation import print_worth
from autograder.teaching.walkthrough import find_walkthrough, page, step_through
from autograder.text import counted


def pack(file: Path | None, exercises: Path) -> None:
    """Packs a set for Gradescope."""
    archive = file or Path(NAME)
    if exercises == EXERCISES and os.path.isfile(
        archive / ASSIGNMENT
    ):  # a set was named in place of the archive
        archive, exercises = Path(NAME), archive
    if os.path.exists(archive) and not (
        os.path.isfile(archive) and zipfile.is_zipfile(archive)
    ):
        raise WrongUsage(
            f"{from_here(archive)}: this is there already and is no archive; name another file"
        )
    packed = load_set(exercises)
    files = counted(len(build(archive, exercises)), "file")
    graded = (
        f"{counted(len(packed.exercises), 'exercise')} for {packed.assignment.file}"
    )
    print(
        f"{from_here(archive)}: {files}, {graded}. Upload it under Configure Autograder."
    )
    print_worth(packed)


def show(
    exercise: str, exercises: Path, seed: int | None, html: Path | None, *, step: bool
) -> int:
    """Shows the textbook's search in one of three ways; 2 where the exercise's author is mistaken about it."""
    walk = find_walkthrough(exercise, exercises, seed)
    if html is not None:
        save(html, worksheets.lecture_page(walk), "the page")
        print(*format_mistakes(walk.mistakes), sep="\n", end="")
    elif step:
        step_through(walk)
    else:
        print(styled(page(walk)))
    return WRONG_USAGE if walk.mistakes else 0


def try_isolation() -> int:
    """Prints a line for each layer of isolation and what it stopped; 1 where one in force did not."""
    lines, all_hold = isolation_report()
    print("\n".join(lines))
    return 0 if all_hold else 1


def practice(folder: Path, html: Path, *, exam: bool) -> None:
    """Makes a page to practise on."""
    exercises = load_set(folder)
    made = worksheets.tasks(exercises, exam=exam)
    for words in worksheets.left_out(exercises, printed=False, named=True):
        print(words)
    save(html, worksheets.practice_page(exercises, made, exam=exam), "the page")


def sheet(
    folder: Path,
    html: Path,
    solutions: Path | None,
    variants: int,
    seed: int,
    format: str,  # noqa: A002 (the option's name)
) -> None:
    """Makes sheets to print, and their solutions."""
    if solutions is not None and os.path.realpath(solutions) == os.path.realpath(html):
        raise WrongUsage(
            f"{html}: the sheets and their solutions cannot be one file; name another for --solutions"
        )
    exercises = load_set(folder)
    made = worksheets.sheets(exercises, variants, seed)
    left_out = worksheets.left_out(exercises, printed=True, named=True)
    for words in (*left_out, *filter(None, [worksheets.alike(made)])):
        print(words)
    written = worksheets.sheet_latex if format == "latex" else worksheets.sheet_page
    save(html, written(exercises.assignment.title, made, solutions=False), "sheets")
    if solutions is not None:
        save(
            solutions,
            written(exercises.assignment.title, made, solutions=True),
            "solutions",
        )


def explain(submission: str, exercises: Path, *, json: bool) -> int:
    """Prints the change that makes a submission right; 1 where it is wrong and none was found."""
    say_what_isolates(sys.stderr if json else None)
    explained = Explained(
        grade(existing(submission), _programs_set(exercises, "explain"))
    )
    print(_harmless_json(explained.document()) if json else fitted(explained.page()))
    return 0 if explained.explanation.repairs or not explained.failed else 1


def _harmless_json(document: object) -> str:
    """Return JSON that no terminal obeys, whatever a student's source holds."""
    return dumps(document, indent=1).replace(
        "\x7f", "\\u007f"
    )  # the one character that it would let stand


def prove(submission: str, exercises: Path, leaves: int, plies: int) -> int:
    """Searches every tree up to a size; prints the verdict, and meanwhile how far it is; 1 where it is wrong."""
    program = existing(submission)
    asked = proof_set(_programs_set(exercises, "prove right"), leaves, plies)
    many = count_searches(leaves, plies, len(window_ends(asked.generated[0].pattern)))
    if many > MOST_PROOF_SEARCHES:
        words = f"these are {many:,} searches; at most {MOST_PROOF_SEARCHES:,} are made"
        raise WrongUsage(f"{words}, so ask for fewer leaves or plies")
    say_what_isolates()
    progress = ProgressLines("tree")
    report = grade(program, asked, searched=lambda done: progress.reached(done, many))
    print_report(report)
    verdict = report.verdicts[0]
    if not isinstance(verdict, Passed):
        return 1
    done = counted(verdict.trees, "search", "searches")
    print(
        f"{done}, all right: of a program that only compares values, a proof for trees of these sizes."
    )
    return 0


def _programs_set(folder: Path, wanted: str) -> ExerciseSet:
    """The set in a folder. Raises WrongUsage where it is answered by hand, so that there is no program wanted."""
    exercises = load_set(folder)
    if exercises.assignment.by_hand:
        words = f"these exercises are answered by hand, so there is no program to {wanted}; name another set"
        raise WrongUsage(f"{from_here(folder)}: {words}")
    return exercises
