"""What instructors type beside grading: sets made, checked and handed out, pages to print, submissions explained.

Each function is a command of the table. It returns the exit status, where that may be another than 0.
"""

import json
import os
import sys
import zipfile
from argparse import Namespace
from pathlib import Path

from autograder.commands.grade import existing, say_what_isolates
from autograder.errors import WRONG_USAGE, WrongUsage, format_mistakes
from autograder.exercises.documents import ASSIGNMENT, from_here
from autograder.exercises.exhaustive import count_searches, window_ends
from autograder.exercises.load import load_set
from autograder.exercises.model import ExerciseSet
from autograder.files import save
from autograder.judging.judge import Passed
from autograder.judging.run import grade
from autograder.limits import MOST_PROOF_SEARCHES
from autograder.pages import worksheets
from autograder.project import EXERCISES
from autograder.sandbox.selftest import isolation_report
from autograder.showing import Explained, styled
from autograder.showing.terminal import ProgressLines, print_report
from autograder.teaching.deployment import NAME, build
from autograder.teaching.growth import table
from autograder.teaching.handout import student_files, write_files
from autograder.teaching.new_sets import import_tests, new_set, proof_set
from autograder.teaching.validation import print_worth, validate
from autograder.teaching.walkthrough import find_walkthrough, page, step_through
from autograder.text import counted
from reference.observe import observe
from reference.problem import Observation, Problem


def new(options: Namespace) -> None:
    """Makes a set, and says what to do next."""
    print(new_set(options.folder, options.interface))


def import_course(options: Namespace) -> None:
    """Makes a set of a course's tests, and says what was left out and what differs."""
    made, said = import_tests(options.tests, options.folder)
    named = from_here(options.folder)
    print(f"{named}: {counted(len(made), 'exercise')} for multiAgents.py. Check them next:")
    print(f"  ./run_autograder validate {named}")
    if said:
        print("\nWhat you should know:", *said, sep="\n")


def handout(options: Namespace) -> None:
    """Writes what students get of a set."""
    named = options.folder or options.exercises
    folder: Path = options.to or Path(f"{named.resolve().name}-student")
    files = student_files(load_set(named))
    differing = write_files(files, folder)
    if differing:
        words = (
            f"holds other files of these names already: {', '.join(differing)}. Nothing was written; take the folder"
        )
        raise WrongUsage(f"{from_here(folder)} {words} away, or name another one with --to")
    print(f"{from_here(folder)}: {', '.join(files)}")


def pack(options: Namespace) -> None:
    """Packs a set for Gradescope."""
    archive, folder = options.file or Path(NAME), options.exercises
    if folder == EXERCISES and os.path.isfile(archive / ASSIGNMENT):  # a set was named in place of the archive
        archive, folder = Path(NAME), archive
    if os.path.exists(archive) and not (os.path.isfile(archive) and zipfile.is_zipfile(archive)):
        raise WrongUsage(f"{from_here(archive)}: this is there already and is no archive; name another file")
    exercises = load_set(folder)
    names = build(archive, folder)
    graded = f"{counted(len(exercises.exercises), 'exercise')} for {exercises.assignment.file}"
    print(f"{from_here(archive)}: {counted(len(names), 'file')}, {graded}. Upload it under Configure Autograder.")
    print_worth(exercises)


def check(options: Namespace) -> None:
    """Checks a set or an exercise."""
    validate(options.folder or options.exercises)


def show(options: Namespace) -> int:
    """Shows the textbook's search in one of three ways; 2 where the exercise's author is mistaken about it."""
    walk = find_walkthrough(options.exercise, options.exercises, options.seed)
    if options.html is not None:
        save(options.html, worksheets.lecture_page(walk), "the page")
        print(*format_mistakes(walk.mistakes), sep="\n", end="")
    elif options.step:
        step_through(walk)
    else:
        print(styled(page(walk)))
    return WRONG_USAGE if walk.mistakes else 0


def show_growth(options: Namespace) -> None:
    """Prints the table of visited leaves."""
    print("\n".join(table(options.branching, options.most_leaves, options.trees, options.seed)))


def try_isolation(options: Namespace) -> int:
    """Prints a line for each layer of isolation and what it stopped; 1 where one in force did not."""
    lines, all_hold = isolation_report()
    print("\n".join(lines))
    return 0 if all_hold else 1


def show_audit(options: Namespace) -> int:
    """Prints which exercise catches which mistake, and what would pass; 1 where something would."""
    from autograder.teaching.audit import audit, document, failed, matrix, save_exercise, smallest_catch

    exercises = load_set(options.folder or options.exercises)
    rows = list(audit(exercises))
    print("\n".join(matrix(rows, exercises)))
    passing = [row for row in rows if not row.caught]
    saved: list[tuple[Problem, Observation]] = []
    for row in passing:
        name, _, made = str(row.variant).partition(": ")
        print(f"\n{name} passes, made as {made}")
        problem = smallest_catch(row)
        if problem is None:
            print("  No small tree tells it from the textbook's search.")
            continue
        written = document(row, problem, exercises.assignment)
        print(f"  This exercise would catch it: {json.dumps(written, ensure_ascii=False)}")
        if options.write and not any(failed(*case, row.variant) for case in saved):
            saved.append((problem, observe(problem)))
            print(f"  Saved as {save_exercise(options.folder or options.exercises, written)}.")
    print(f"\n{len(rows) - len(passing)} of {len(rows)} ways to make a known mistake are caught.")
    return 1 if passing else 0


def practice(options: Namespace) -> None:
    """Makes a page to practise on."""
    exercises = load_set(options.folder)
    made = worksheets.tasks(exercises, exam=options.exam)
    for words in worksheets.left_out(exercises, len(made)):
        print(words)
    save(options.html, worksheets.practice_page(exercises, made, exam=options.exam), "the page")


def sheet(options: Namespace) -> None:
    """Makes sheets to print, and their solutions."""
    if options.solutions is not None and os.path.realpath(options.solutions) == os.path.realpath(options.html):
        words = "the sheets and their solutions cannot be one file; name another for --solutions"
        raise WrongUsage(f"{options.html}: {words}")
    exercises = load_set(options.folder)
    made = worksheets.sheets(exercises, options.variants, options.seed)
    for words in (*worksheets.left_out(exercises, len(made[0])), *filter(None, [worksheets.alike(made)])):
        print(words)
    written = worksheets.sheet_latex if options.format == "latex" else worksheets.sheet_page
    title = exercises.assignment.title
    save(options.html, written(title, made, solutions=False), "sheets")
    if options.solutions is not None:
        save(options.solutions, written(title, made, solutions=True), "solutions")


def explain(options: Namespace) -> int:
    """Prints the change that makes a submission right; 1 where it is wrong and none was found."""
    say_what_isolates(sys.stderr if options.json else None)
    explained = Explained(grade(existing(options.submission), _programs_set(options.exercises, "explain")))
    if options.json:
        print(json.dumps(explained.document(), indent=1, ensure_ascii=False))
    else:
        print("\n".join(explained.page()))
    return 0 if explained.explanation.repairs or not explained.failed else 1


def prove(options: Namespace) -> int:
    """Searches every tree up to a size; prints the verdict, and meanwhile how far it is; 1 where it is wrong."""
    submission = existing(options.submission)
    exercises = proof_set(_programs_set(options.exercises, "prove right"), options.leaves, options.plies)
    many = count_searches(options.leaves, options.plies, len(window_ends(exercises.generated[0].pattern)))
    if many > MOST_PROOF_SEARCHES:
        words = f"these are {many:,} searches; at most {MOST_PROOF_SEARCHES:,} are made"
        raise WrongUsage(f"{words}, so ask for fewer leaves or plies")
    say_what_isolates()
    progress = ProgressLines("tree")
    report = grade(submission, exercises, searched=lambda done: progress.reached(done, many))
    print_report(report)
    verdict = report.verdicts[0]
    if not isinstance(verdict, Passed):
        return 1
    done = counted(verdict.trees, "search", "searches")
    print(f"{done}, all right: of a program that only compares values, a proof for trees of these sizes.")
    return 0


def _programs_set(folder: Path, wanted: str) -> ExerciseSet:
    """The set in a folder. Raises WrongUsage where it is answered by hand, so that there is no program wanted."""
    exercises = load_set(folder)
    if exercises.assignment.by_hand:
        words = f"these exercises are answered by hand, so there is no program to {wanted}; name another set"
        raise WrongUsage(f"{from_here(folder)}: {words}")
    return exercises
