"""`class` and `diff`: grades every submission of a class, and compares two gradings."""

import os
import signal
from argparse import Namespace
from collections import defaultdict
from collections.abc import Collection, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.classroom.comparison import changes, csv_of, difference, read_grading
from autograder.classroom.discovery import RENAME, exported_by_others, find_class
from autograder.classroom.grades import Gradebook, bundle
from autograder.classroom.grading import Grading, content, has_page, locked, replace
from autograder.classroom.lateness import Due
from autograder.classroom.matching import Matching, finder, notes_of, unread
from autograder.classroom.overview import (
    PAGE,
    TABLE,
    Statistics,
    class_page,
    signed,
    statistics_table,
    summary,
    table,
)
from autograder.classroom.pool import processors
from autograder.classroom.records import Class, HandIn, Overrides, Record, Student, told_apart
from autograder.classroom.roster import OVERRIDES, WINDOWS, Roster, read_overrides, read_roster
from autograder.commands.grade import say_what_isolates
from autograder.errors import WrongUsage
from autograder.exercises.documents import from_here
from autograder.exercises.load import load_set
from autograder.exercises.model import ExerciseSet
from autograder.files import save
from autograder.launch import ALL_LAYERS, MEANING
from autograder.limits import LONGEST_MESSAGE, MOST_LINES_NAMED
from autograder.sandbox.staging import temporary_folder
from autograder.showing.styled_text import fitted
from autograder.signals import SIGNALS, handle_signals, signals_blocked
from autograder.text import counted, listed, visible_name

NOBODYS = "of no student of this class, or not of one alone, and changed nothing; name an id or an e-mail address"
NOBODY_OF_IT = (
    "nobody in it handed in anything, by ids, addresses or names. Is it of this class, and are its headings in English?"
)
NO_SUBMISSION = "there is no submission in it; name the folder that holds one for each student, or an export"


class Interrupted(BaseException):
    """Raised with the number of a signal that asks the run to end. words: what is printed then."""

    words = "Stopped before anything was graded."


def grade_class(**options: Any) -> int:
    """Grades a class. Returns 0 if all submissions have results, 1 if not, 128 + N where signal N stopped the run."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for other in SIGNALS:  # the run is cleaning up then; with SIG_IGN, Python would report a signal that is pending
            signal.signal(other, lambda number, frame: None)
        raise Interrupted(number)

    handle_signals(interrupt)
    try:
        return _class(Namespace(**options))
    except Interrupted as interrupted:
        print(interrupted.words)
        return 128 + int(interrupted.args[0])


def _class(options: Namespace) -> int:
    paths = options.folder, options.results, options.exercises
    named, results, folder_of_set = (Path(os.path.realpath(path)) for path in paths)
    whole = load_set(folder_of_set)
    chosen = [exercise for exercise in whole.exercises if fnmatchcase(exercise.id, options.only)]
    is_student = not chosen  # what --only names
    exercises = whole._replace(exercises=tuple(chosen or whole.exercises))
    is_whole = len(exercises.exercises) == len(whole.exercises)
    if not is_whole:
        _refuse_what_is_made_of_whole_runs(options, exercises, whole)
    roster, gradebook = _roster_and_gradebook(options, exercises)
    _refuse_statistics_in_the_place_of_another_file(options)
    layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
    if results == named:
        raise WrongUsage(f"{from_here(results)}: the submissions are there; name another folder for --results")
    with locked(results), temporary_folder(lambda folder: folder) as place:
        os.environ["TMPDIR"] = str(place.parent)  # even processes that are killed leave no files then
        found = find_class(named, exercises.assignment.file, place, results)
        everyone = roster.everyone() if roster else []
        matching = Matching(found.hand_ins, everyone)
        whom, missing = matching.whose, matching.missing
        not_read = {**notes_of(matching.doubts()), **unread(found.not_understood, everyone)}
        _say_what_was_found(found, exercises.assignment.file)
        _say_whose(matching, has_roster=roster is not None)
        if not found.hand_ins:
            raise WrongUsage(f"{visible_name(str(named), LONGEST_MESSAGE)}: {NO_SUBMISSION}")
        if gradebook and not whom:
            raise WrongUsage(f"{from_here(options.roster)}: {NOBODY_OF_IT} {matching.kinds_in_words}")
        _say_when_it_was_due(options.due, exercises, found)
        present = [(whom.get((each.name, one), one), each) for each in found.hand_ins for one in each.students]
        students = [*dict.fromkeys(student for student, _ in present), *missing]
        overrides = _overrides(options.overrides, folder_of_set, students) if is_whole else {}
        alone = _alone(options.only, present, students) if is_student else []
        only, pages = "*" if is_student else options.only, options.html or options.feedback is not None
        how: dict[str, Any] = {"only": only, "pages": pages, "again": options.again, "is_whole": is_whole}
        grading = Grading(found.hand_ins, exercises, results, alone=alone, **how)
        of_all = f"{len(grading.outcomes)} of {counted(len(found.hand_ins), 'submission')}"
        if alone:
            everybodys = told_apart([(student, hand_in.name) for student, hand_in in present])
            names = [name for name, (_, hand_in) in zip(everybodys, present, strict=True) if hand_in.name in alone]
            print(f"{', '.join(names)}: graded anew. {of_all} stay as they were.")
            _say_what_counts_for_nothing(grading.kept_of_other_sets())
        elif grading.outcomes:
            print(f"{of_all} unchanged since the last run.")
        say_what_isolates()
        try:
            try:
                grading.run(layers, options.jobs or processors(), options.cluster)
            finally:
                with signals_blocked():  # the table is written whatever happens
                    rows = [*present, *((student, None) for student in missing)]
                    records = grading.records(rows, options.due, not_read, overrides)
                    _write_overview(results, exercises, records)
            lacking = grading.isolation_missing.items()
            open_to = (f"\nNot isolated by {layer}: {why}. So {MEANING[layer]}." for layer, why in lacking)
            print(fitted([*summary(records, whole.max_points), *open_to]))
        except Interrupted as interrupted:
            how_far = f"{len(grading.outcomes)} of {counted(len(found.hand_ins), 'submission')} have results."
            interrupted.words = f"Stopped. {how_far} The same command grades the rest."
            raise
        print(f"\n{from_here(results / TABLE)}: {counted(len(records), 'row')}; the same to look at in {PAGE}")
        _write_files(options, exercises, records, gradebook)
        return 0 if len(grading.outcomes) == len(found.hand_ins) else 1


def _write_files(
    options: Namespace, exercises: ExerciseSet, records: Sequence[Record], gradebook: Gradebook | None
) -> None:
    """Write the files that were asked for beside the results, and print what is in them. Raise WrongUsage."""
    if options.stats is not None:
        _write_statistics(options.stats, exercises, records)
    if gradebook:
        save(options.grades, gradebook.fill(records, zero=options.missing == "zero"), "the grades")
        print(f"{from_here(options.grades)}:", "\n".join(gradebook.lines()))
    if options.feedback:
        pages, many = bundle(records, options.results, exercises.assignment.title)
        save(options.feedback, pages, "the feedback")
        print(f"{from_here(options.feedback)}: {counted(many, 'page')}")
        _say_whose_pages_are_left_out(records)


def _refuse_what_is_made_of_whole_runs(options: Namespace, part: ExerciseSet, whole: ExerciseSet) -> None:
    """Say what a run of a part of the set leaves undone. Raise WrongUsage where it is asked for just that."""
    missing = [exercise.id for exercise in whole.exercises if exercise not in part.exercises]
    many = f"{len(missing)} of {counted(len(whole.exercises), 'exercise')}"
    left_out = f"--only {visible_name(options.only)} leaves out {many}: {listed(missing)}"
    asked = {"--grades": options.grades, "--feedback": options.feedback, "--overrides": options.overrides}
    refused = [option for option, file in asked.items() if file is not None]
    if refused:
        raise WrongUsage(f"{' and '.join(refused)} must be of the whole set, but {left_out}. Leave --only out.")
    print(f"No row has a final score, nothing is taken off for lateness and no overrides apply, as {left_out}.")


def _say_what_counts_for_nothing(names: Collection[str]) -> None:
    """Print which submissions keep results of another set, or of a part of it."""
    if names:
        whose = listed(sorted(names), most=MOST_LINES_NAMED)
        words = "without a final score, as their results are of another set or of a part of it; grade without --only"
        print(f"Left {words}: {whose}")


def _say_whose_pages_are_left_out(records: Sequence[Record]) -> None:
    """Print which submissions have a page that is on another set, or on a part of it."""
    names = {record.hand_in.name for record in records if record.hand_in is not None and record.is_partial}
    if names:
        whose = listed(sorted(names), most=MOST_LINES_NAMED)
        print(f"Left out, as the pages are on another set or on a part of it; grade without --only: {whose}")


def _roster_and_gradebook(options: Namespace, exercises: ExerciseSet) -> tuple[Roster | None, Gradebook | None]:
    """The roster, and what takes the grades, where they are asked for. Raises WrongUsage before anything is graded."""
    roster = read_roster(options.roster) if options.roster else None
    if roster and roster.table.encoding == WINDOWS:
        print(f"{from_here(options.roster)} is no UTF-8, so it was read as {WINDOWS}: names may look wrong, ids do not")
    for remark in roster.table.remarks if roster else ():
        print(f"{from_here(options.roster)}: {remark}.")
    if options.grades is None:
        if options.column is not None:
            raise WrongUsage("--column is for --grades; say where the grades go")
        return roster, None
    if roster is None:
        raise WrongUsage("--grades needs --roster: the file that the platform gave, in which the grades are filled in")
    if os.path.realpath(options.grades) == os.path.realpath(options.roster):
        raise WrongUsage(f"{from_here(options.grades)}: this is the roster; name another file for --grades")
    return roster, Gradebook(roster, exercises, options.column)


def _write_overview(folder: Path, exercises: ExerciseSet, records: Sequence[Record]) -> None:
    by_name = defaultdict[str, list[Record]](list)
    for record in records:
        if record.hand_in is not None and has_page(folder, record.hand_in.name):
            by_name[record.hand_in.name].append(record)
    replace(folder / TABLE, table(records, [exercise.id for exercise in exercises.exercises]))
    replace(folder / PAGE, class_page(exercises.assignment.title, exercises.exercises, records, by_name))
    for name, theirs in by_name.items():
        before = content(folder / f"{name}.html").decode("utf-8", "replace")
        if (page := signed(before, exercises.assignment.title, theirs)) != before:
            replace(folder / f"{name}.html", page)


def _refuse_statistics_in_the_place_of_another_file(options: Namespace) -> None:
    """Raise WrongUsage where the file for the statistics is one that is read, or written, under another name."""
    if options.stats is None:
        return
    others = {
        "the roster": options.roster,
        "the overrides": options.overrides,
        "the file for --grades": options.grades,
        "the file for --feedback": options.feedback,
        "the table of the class": options.results / TABLE,
        "the page of the class": options.results / PAGE,
    }
    for what, file in others.items():
        if file is not None and os.path.realpath(file) == os.path.realpath(options.stats):
            raise WrongUsage(f"{from_here(options.stats)}: this is {what}; name another file for --stats")


def _write_statistics(file: Path, exercises: ExerciseSet, records: Sequence[Record]) -> None:
    """Write the statistics of the exercises, and print who is not counted in them. Raise WrongUsage."""
    found = Statistics(records, exercises.exercises)
    save(file, statistics_table(found.exercises), "the statistics")
    print(f"{from_here(file)}: {counted(len(found.exercises), 'exercise')}", *found.remarks(), sep="\n")


def _alone(named: str, present: Sequence[tuple[Student, HandIn]], students: Sequence[Student]) -> list[str]:
    """The names of the submissions of one of the students. present: whose each is. Raises WrongUsage."""
    found = finder(students)(named)
    names = [hand_in.name for student, hand_in in present if found and student == found]
    if not names:
        why = "handed in nothing" if found else "is no exercise's id, and no student of the class, or not one alone"
        raise WrongUsage(f"--only {visible_name(named)}: this {why}")
    return names


def _overrides(named: Path | None, folder: Path, students: Sequence[Student]) -> Overrides:
    file = named or folder / OVERRIDES
    if named is None and not file.is_file():
        return {}
    whose, unknown = read_overrides(file, students)
    print(f"{from_here(file)} changes {counted(len(whose), 'grade')}.")
    if unknown:  # all lines are, where the file in the set's folder is another class's
        are = "line is" if len(unknown) == 1 else "lines are"
        lines = listed([f"line {line} ({visible_name(student)})" for line, student in unknown])
        print(f"{from_here(file)}: {len(unknown)} {are} {NOBODYS}: {lines}")
    return whose


def _say_when_it_was_due(due: Due | None, exercises: ExerciseSet, found: Class) -> None:
    """Print by which clock days are counted, if nobody named it, or that nothing counts as late."""
    if due is not None and due.is_machines:
        print(f"Due: {due}.")
    if exercises.assignment.late and due is None and any(hand_in.at for hand_in in found.hand_ins):
        print("Nothing counts as late, as it is not known when it was due: say so, as in --due 2026-11-20T23:59")


def _say_what_was_found(found: Class, file: str) -> None:
    for name, why in found.not_understood[:MOST_LINES_NAMED]:
        print(f"Not understood: {visible_name(name)}: {why}")
    if len(found.not_understood) > MOST_LINES_NAMED:
        print(f"Not understood: {len(found.not_understood) - MOST_LINES_NAMED} more like these")
    if names := exported_by_others(found.hand_ins, file):
        print(f"These names look as if a platform had made them, and none that is known here: {listed(names, most=3)}.")
        print(f"Each is taken for a student of that name. If that is wrong, {RENAME}/{file}.")


def _say_whose(matching: Matching, *, has_roster: bool) -> None:
    """Print of which submissions it is not certain whose they are, and which are somebody's by a name alone."""
    if not has_roster:
        return
    doubts = matching.doubts()
    if doubts:
        print("It is not certain whose these are, so none of them counts for anybody on the roster:")
    for doubt in doubts[:MOST_LINES_NAMED]:
        print(f"  {doubt.sentence}.")
    if len(doubts) > MOST_LINES_NAMED:
        print(f"  and {len(doubts) - MOST_LINES_NAMED} more like these")
    if doubts:
        print("  If you know whose one is, rename its folder, or write its id or its address into the roster.")
    doubtful = {doubt.name for doubt in doubts}
    strangers = [hand_in.name for hand_in in matching.strangers if hand_in.name not in doubtful]
    if strangers:
        print(f"Not on the roster, and graded all the same: {listed(strangers, most=MOST_LINES_NAMED)}")
    if matching.by_name_alone:
        matches = listed(matching.by_name_alone, most=MOST_LINES_NAMED)
        print(f"Found by their names alone, which students may be able to choose: {matches}")


def diff(old: Path, new: Path, csv: Path | None) -> None:
    """Compares two folders of results. Raises WrongUsage, and OSError where the changes cannot be written."""
    before, after = read_grading(old), read_grading(new)
    print("\n".join(difference(before, after)))
    if csv:
        save(csv, csv_of(changes(before, after)), "the changes")
