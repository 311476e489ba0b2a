"""The command line of ./run_autograder."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import traceback
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import COMMANDS
from autograder.exercises import InvalidExercises, from_here, told
from autograder.isolation import ALL_LAYERS
from autograder.paths import EXERCISES, PROJECT
from autograder.sandbox import NotIsolated
from autograder.signals import tidied
from autograder.text import LONGEST_MESSAGE, counted, visible_name

if TYPE_CHECKING:
    from autograder.exercises import ExerciseSet
    from autograder.judging import Report
    from reference.problem import Problem

SAMPLE = PROJECT / "tests" / "submissions" / "strict_cutoff"
WRONG_USAGE = 2
BROKEN = 1

OURS = """The autograder itself broke on this submission. This is not your program's fault.
Tell the course staff: the log of this run, which they find beside the submission's results, says what happened."""

NOT_ISOLATED = """Nothing was graded, as programs cannot be shut in on this machine. This is not your program's fault.
Tell the course staff: the log of this run says what is missing."""

EPILOG = """without a command it grades:
  ./run_autograder alphabeta.py            grade one file
  ./run_autograder folder --only '0[1-3]*' grade a folder on some exercises
other commands (each has its own --help):
  ./run_autograder new DIR                 make a set of exercises, and what its students get
  ./run_autograder validate [DIR]          check exercises
  ./run_autograder show EXERCISE           walk through the textbook's search, step by step
  ./run_autograder growth                  how visited leaves grow with depth
  ./run_autograder audit [DIR]             show which known mistakes they catch
  ./run_autograder zip [FILE]              build the archive for Gradescope
  ./run_autograder isolation               what shuts students' programs in on this machine"""


def main(arguments: list[str]) -> int:
    """Runs a command; returns the exit status: 0 done, 1 the grader broke, 2 wrong usage, exercises or machine."""
    commands = dict(zip(COMMANDS, (_validate, _show, _growth, _audit, _zip, _isolation, _new), strict=True))
    try:
        if arguments and arguments[0] in commands:
            return commands[arguments[0]](arguments[1:])
        return _grade(arguments)
    except InvalidExercises as error:
        for words in told(error.mistakes):
            print(words, file=sys.stderr)
        return WRONG_USAGE


def _grade(arguments: list[str]) -> int:
    parser = _parser("", "Grades a submission.", epilog=EPILOG)
    parser.add_argument("submission", nargs="?", metavar="SUBMISSION", help="a folder or a .py file")
    _add_exercises(parser)
    parser.add_argument("--results", type=Path, metavar="FILE", help="where to write Gradescope's results.json")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page too, with drawn trees")
    parser.add_argument("--only", default="*", metavar="GLOB", help="grade the exercises whose id matches")
    hidden = "show hidden exercises too, in full, on the terminal alone: for instructors"
    parser.add_argument("--show-hidden", action="store_true", help=hidden)
    parser.add_argument(
        "--without",
        choices=["user"],
        metavar="user",
        help="as root: run the student's program as root where it cannot be run as another user",
    )
    options = parser.parse_args(arguments)
    gradescope = _gradescope() if options.submission is None else None
    place = options.results or (gradescope and gradescope / "results" / "results.json")
    results = place and Path(os.path.realpath(place))
    try:
        return _grade_with(options, gradescope, results)
    except InvalidExercises as error:
        _write_broken(results, "The exercises of this autograder have mistakes; the course staff must mend them.")
        raise error
    except NotIsolated as error:
        print(error, file=sys.stderr)
        _write_broken(results, NOT_ISOLATED)
        return WRONG_USAGE
    except Exception as error:
        from autograder.sandbox import NoPlace

        print(error, file=sys.stderr) if isinstance(error, NoPlace) else traceback.print_exc()
        _write_broken(results, OURS)
        return BROKEN


def _grade_with(options: argparse.Namespace, gradescope: Path | None, results: Path | None) -> int:
    submission = _submission(options.submission, gradescope)
    if submission is None:
        return WRONG_USAGE
    from autograder.exercises import load_set, not_told
    from autograder.judging import attempt_number
    from autograder.judging.run import grade
    from autograder.showing.terminal import Terminal

    if results is not None and not _can_be_written(results):
        return WRONG_USAGE
    exercises = load_set(options.exercises, options.only)
    metadata = gradescope and gradescope / "submission_metadata.json"
    differs = not_told(metadata, exercises.max_points) if metadata and options.only == "*" else ""
    if differs:
        print(f"{differs}\n")
    terminal = Terminal(exercises, show_hidden=options.show_hidden)
    attempt = attempt_number(metadata) if metadata and exercises.assignment.feedback_by_attempt else None
    layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
    hidden = options.show_hidden
    with tidied(terminal.stop):
        report = grade(submission, exercises, terminal.reached, layers, attempt=attempt, diagnose_hidden=hidden)
    if results is not None:
        from autograder.showing.gradescope import results as results_of
        from autograder.showing.gradescope import write

        write(results, results_of(report))
    with contextlib.suppress(OSError):  # nobody is there to read it: the grade stands
        terminal.report(report)
    return 0 if options.html is None else _save_page(options.html, report)


def _save_page(file: Path, report: Report) -> int:
    from autograder.pages.render import CannotSave, save
    from autograder.pages.report import report_page

    try:
        save(file, report_page(report))
    except CannotSave as error:
        print(visible_name(str(error), LONGEST_MESSAGE), file=sys.stderr)
        return WRONG_USAGE
    return 0


def _submission(named: str | None, gradescope: Path | None) -> Path | None:
    """What is to be graded; None, with words, where that is nothing."""
    if named is None and gradescope is not None and (gradescope / "submission").is_dir():
        return gradescope / "submission"
    if named is None:
        print(f"No submission was named, so this grades the sample {from_here(SAMPLE)}.\n")
        return SAMPLE
    if named and os.path.exists(named):
        return Path(named)
    if not named:
        print("An empty name is none; name the student's folder or .py file", file=sys.stderr)
        return None
    near = get_close_matches(named, COMMANDS, 1)
    meant = f"did you mean the command {near[0]}?" if near else "name the student's folder or .py file"
    print(f"{visible_name(named, LONGEST_MESSAGE)}: there is no such file or folder; {meant}", file=sys.stderr)
    return None


def _can_be_written(results: Path) -> bool:
    """Whether results can be written to a file: tries it, with results that say that there are none yet."""
    if not results.parent.is_dir():
        why = f"{results.parent}: there is no such folder to write results to; make it first"
    elif results.exists() and not results.is_file():
        why = f"{results}: this is no file, so no results can be written to it; name a file, such as results.json"
    else:
        from autograder.showing.gradescope import unfinished, write

        try:
            write(results, unfinished())
        except OSError as error:
            why = f"{results}: results cannot be written there: {error.strerror}"
        else:
            return True
    print(visible_name(why, LONGEST_MESSAGE), file=sys.stderr)
    return False


def _validate(arguments: list[str]) -> int:
    from autograder.teaching.validation import validate

    parser = _parser(
        "validate", "Checks every exercise of a folder, or one file, and says every mistake with its place."
    )
    validate(_set_named(parser, arguments).exercises)
    return 0


def _show(arguments: list[str]) -> int:
    from autograder.teaching.walkthrough import main as show

    return show(arguments)


def _growth(arguments: list[str]) -> int:
    from autograder.teaching.growth import main as growth

    return growth(arguments)


def _audit(arguments: list[str]) -> int:
    from autograder.exercises import load_set
    from autograder.teaching.audit import audit, catches, document, matrix, save, smallest_catch

    parser = _parser("audit", "Shows which exercise catches which known mistake, and what would pass. Exit 1 if any.")
    parser.add_argument("--seeds", type=int, metavar="N", help="try the generated exercises alone, with N other seeds")
    parser.add_argument("--write", action="store_true", help="save an exercise for each mistake that would pass")
    options = _set_named(parser, arguments)
    exercises = load_set(options.exercises)
    if options.seeds:
        return _audit_seeds(exercises, options.seeds)
    rows = audit(exercises)
    print("\n".join(matrix(rows, exercises)))
    passing = [row for row in rows if not row.caught]
    saved: list[Problem] = []
    for row in passing:
        changes = "; ".join(f"{old!r} → {new!r}" for old, new in row.edits)
        print(f"\n{row.misconception.id} passes, made as {changes}")
        problem = smallest_catch(row)
        if problem is None:
            print("  No small tree tells it from the textbook's search.")
            continue
        written = document(row, problem, exercises.assignment)
        print(f"  This exercise would catch it: {json.dumps(written, ensure_ascii=False)}")
        if options.write and not any(catches(other, row) for other in saved):
            saved.append(problem)
            print(f"  Saved as {save(options.exercises, written)}.")
    print(f"\n{len(rows) - len(passing)} of {len(rows)} ways to make a known mistake are caught.")
    return 1 if passing else 0


def _audit_seeds(exercises: ExerciseSet, seeds: int) -> int:
    from autograder.teaching.audit import missed_by_chance

    trees = sum(exercise.generate.examples for exercise in exercises.exercises if exercise.generate)
    missed_ever = 0
    for seed in range(seeds):
        missed = missed_by_chance(exercises, seed)
        missed_ever += len(missed)
        names = ", ".join(row.misconception.id for row in missed)
        print(f"seed +{seed}: {'every known mistake is caught' if not missed else f'not caught: {names}'}")
    tried = f"{counted(trees, 'generated tree')}, {counted(seeds, 'seed')}"
    print(f"\n{tried}: {counted(missed_ever, 'time')} a known mistake passed.")
    return 1 if missed_ever else 0


def _zip(arguments: list[str]) -> int:
    from autograder.exercises import load_set
    from autograder.teaching.archive import CannotPack, archive_and_set, build
    from autograder.teaching.validation import print_worth

    parser = _parser("zip", "Builds the archive to upload to Gradescope.")
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the archive; a folder of exercises is packed itself"
    )
    parser.add_argument("--exercises", type=Path, metavar="DIR", help="the exercises")
    options = parser.parse_args(arguments)
    try:
        archive, folder = archive_and_set(options.file, options.exercises)
        exercises = load_set(folder)
        names = build(archive, folder)
    except CannotPack as error:
        print(error, file=sys.stderr)
        return WRONG_USAGE
    graded = f"{counted(len(exercises.exercises), 'exercise')} for {exercises.assignment.file}"
    print(f"{from_here(archive)}: {counted(len(names), 'file')}, {graded}. Upload it under Configure Autograder.")
    print_worth(exercises)
    return 0


def _isolation(arguments: list[str]) -> int:
    from autograder.sandbox.selftest import isolation_report

    _parser("isolation", "Tries what each layer of isolation must stop on this machine.").parse_args(arguments)
    lines, all_hold = isolation_report()
    print("\n".join(lines))
    return 0 if all_hold else BROKEN


def _new(arguments: list[str]) -> int:
    from autograder.teaching.new_set import main as new

    return new(arguments)


def _parser(command: str, description: str, epilog: str | None = None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        f"./run_autograder {command}".rstrip(),
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _add_exercises(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--exercises", type=Path, metavar="DIR", default=EXERCISES, help="the exercises")


def _set_named(parser: argparse.ArgumentParser, arguments: list[str]) -> argparse.Namespace:
    """The options of a command that is about a set: it stands by itself or, as elsewhere, after --exercises."""
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="the exercises")
    parser.add_argument("--exercises", type=Path, metavar="DIR", help="the same")
    options = parser.parse_args(arguments)
    if options.folder and options.exercises:
        parser.error("DIR and --exercises DIR are the same; name one folder")
    options.exercises = options.folder or options.exercises or EXERCISES
    return options


def _gradescope() -> Path | None:
    """Gradescope's root, where there is one that this user may write results to."""
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    return root if os.access(root / "results", os.W_OK | os.X_OK) else None


def _write_broken(results: Path | None, words: str) -> None:
    """Leaves valid results behind whatever happened."""
    if results is not None:
        from autograder.showing.gradescope import unfinished, write

        with contextlib.suppress(OSError):  # what broke may be the disk
            write(results, unfinished(words))
