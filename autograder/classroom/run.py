"""Runs `class`: checks the options, finds the submissions, grades, and writes.

A `ClassRun` prints after each step, in this order, all that the instructor must know.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

from autograder.classroom.announcements import (
    matching_lines,
    not_understood_lines,
    recalled_lines,
    unknown_times_lines,
    zone_lines,
)
from autograder.classroom.any_name import with_any_name
from autograder.classroom.attempts import one_row_each
from autograder.classroom.class_options import ClassOptions
from autograder.classroom.classroom50 import FORMAT, write_results
from autograder.classroom.csv_file import WINDOWS
from autograder.classroom.discovery import find_class
from autograder.classroom.grades import (
    FEEDBACK_PAGES,
    Gradebook,
    bundle,
    note_written,
    was_written,
)
from autograder.classroom.grading import (
    LOCK,
    STUDENTS_PAGE,
    Grading,
    content,
    has_page,
)
from autograder.classroom.groups import (
    Groups,
    Unplaced,
    groups_of,
    may_be_members,
    owned_by_groups,
    read_groups,
    with_groups,
)
from autograder.classroom.lateness import DueTimes
from autograder.classroom.matching import (
    Matching,
    candidates,
    finder,
    notes_of,
    unread,
)
from autograder.classroom.overrides import OVERRIDES, read_overrides
from autograder.classroom.overview import (
    CLASS_PAGE,
    CLASS_TABLE,
    PAGE,
    STATISTICS_TABLE,
    TABLE,
    Statistics,
    class_page,
    in_sections,
    signed,
    statistics_table,
    summary,
    table,
)
from autograder.classroom.owners import (
    CHANGED,
    Ownerless,
    Pair,
    near_pairs,
    notes_on_missing,
    why_groups,
    without_owner,
)
from autograder.classroom.owners import (
    lines as owner_lines,
)
from autograder.classroom.processors import processors
from autograder.classroom.programs import HandedOut, export_programs
from autograder.classroom.records import (
    Class,
    HandIn,
    Overrides,
    Record,
    Student,
)
from autograder.classroom.roster import Roster, read_roster
from autograder.classroom.submissions import Owners, Submissions
from autograder.classroom.times import with_times
from autograder.classroom.unproven import NOTE_ON_UNPROVEN, lines_on_unproven
from autograder.core.errors import WrongUsage
from autograder.core.exercises.documents import from_here
from autograder.core.exercises.load import glob_around, guard_set
from autograder.core.exercises.model import Exercise, ExerciseSet
from autograder.core.exercises.needs import asked_for
from autograder.core.limits import LONGEST_MESSAGE, MOST_LINES_NAMED, MOST_NAMED
from autograder.core.outputs import FileKind, Gate, Output, any_of
from autograder.core.sandbox.containment import ALL_LAYERS, warnings_about
from autograder.core.sentences import ENGLISH, languages, speak
from autograder.core.signals import signals_blocked
from autograder.core.text import counted, joined, listed, named, visible_name
from autograder.teach.handout import files_in_each_language
from autograder.tell.styled_text import fitted
from autograder.tell.terminal import load_aloud

NO_STUDENT_OR_SEVERAL = (
    "of no student of this class, or of several, and changed nothing;"
    " name an id or an e-mail address"
)
NOBODY_ON_ROSTER = (
    "none of its students handed in anything, as far as ids, addresses and names tell."
    " Is it of this class, and are its headings in English?"
)
NO_SUBMISSION = (
    "there is no submission in it;"
    " name the folder that holds one for each student, or an export"
)
PAGES_OF_ANOTHER_SET = (
    "Left out, as the pages are on another set or on a part of it; grade without --only"
)
NOT_FROM_CLASSROOM50 = (
    "Left out, as the clone has no result.json in which Classroom 50 says whose it is"
)
NO_RESULT_YET = "Left out, as there is no grade yet"
GROUPS_UNKNOWN = (
    "{reason}, and it is not known who is in which group. So no 0 is given to"
    " {students} without a submission. Name a file that says so, as in --groups"
    " groups.csv."
)
MATES_UNKNOWN = (
    "{file} has lines that fit nobody. So no 0 is given to {students} without a"
    " submission who may be meant there, or be in a group with them."
)
DUE_UNKNOWN = (
    "Nothing counts as late, as it is not known when it was due:"
    " say so, as in --due 2026-11-20T23:59"
)
PROGRAMS_AMONG = (
    "submissions or results are there, and these programs would be taken for some; name"
    " another folder for --programs"
)
NOT_EXPORTED = "Without a program, or with nothing but what was handed out"
EXPORTED = "without what was handed out, each in a folder called as its results"
EMPTY_FOLDERS = "Nothing is in these folders, so nothing was handed in there: {names}."
NO_DUE_FOR = (
    "It is not known when it was due for {students}, so nothing is taken off there for"
    " lateness: {names}. Their section has no --due, or they are in several sections"
    " whose due times differ."
)
NO_LATE = (
    'Nothing is taken off for lateness, as assignment.json has no "late". It says what'
    ' a late day costs, as in "late": { "per_day": 0.1 }.'
)
IN_TIME_UNKNOWN = (
    "The latest submission of each student counts, as it is not known when it was due:"
    " say so, as in --due 2026-11-20T23:59"
)


class ClassRun:
    """One run of `class`. Its options and the files they name are read and checked.

    results: the folder of the results. exercises: those that `only` matches. is_whole:
    whether these are the whole set. Raises WrongUsage and InvalidExercises.
    """

    def __init__(self, options: ClassOptions) -> None:
        self.options = options
        self._named = _real(options.folder)
        self._gate = _gate_of(options)
        self.results = self._gate.folder(options.results, "--results")
        self._whole_set = load_aloud(_real(options.exercises))
        speak(ENGLISH)  # the rest is for the staff
        if options.published:
            self._whole_set = published(self._whole_set)
        chosen = _matching(self._whole_set.exercises, options.only)
        self._is_of_student = not chosen
        graded = chosen or self._whole_set.exercises
        self.exercises = self._whole_set._replace(exercises=graded)
        self.is_whole = len(graded) == len(self._whole_set.exercises)
        if not self.is_whole:
            self._refuse_files_of_whole_runs()
        self._roster = self._read_roster()
        self._dues = self._due_times()
        self._sections = self._roster.sections() if self._roster else {}
        self._gradebook = self._make_gradebook()
        self._known: set[Student] = set()
        self._refuse_results_among_submissions()
        self._outputs = self._admitted()
        self._programs = self._folder_of_programs()

    def find(self, temporary: Path) -> Submissions:
        """Find the submissions, match them with the roster, and recall their results.

        Print the refused entries, the submissions in doubt, and those that are not
        graded again. Raise WrongUsage if there is none, or if none is of a student on
        the roster. temporary: an empty folder for files that must be unpacked or
        renamed.
        """
        submitted = self._submitted(temporary)
        owners = self._owners(submitted)
        self._print_owners(owners, submitted)
        timed_hand_ins = self._with_times(submitted.hand_ins, owners.matching)
        hand_ins = self._with_languages(timed_hand_ins, owners.present)
        _print(self._due_lines(hand_ins))
        by_name = {hand_in.name: hand_in for hand_in in hand_ins}
        leaving = self._roster.leaving() if self._roster else set()
        present = [
            (student, by_name[hand_in.name])
            for student, hand_in in owners.present
            if student not in leaving
        ]
        names = {hand_in.name for _, hand_in in present}
        hand_ins = [hand_in for hand_in in hand_ins if hand_in.name in names]
        _print(self._undated_lines([student for student, _ in present]))
        students = [*dict.fromkeys(student for student, _ in present), *owners.missing]
        overrides, nearly_changed = self._read_overrides(students)
        grading = self._recall(hand_ins, self._regraded(present, students))
        grading.admit()
        unread_notes = {
            **dict.fromkeys(nearly_changed, CHANGED),
            **dict.fromkeys(owners.unproven, NOTE_ON_UNPROVEN),
            **owners.notes_on_groups(),
            **notes_on_missing(owners.ownerless, owners.missing),
            **notes_of(owners.matching.doubts()),
            **unread(submitted.not_understood, owners.roster),
        }
        submissions = Submissions(
            hand_ins, present, owners.missing, unread_notes, overrides, grading
        )
        _print(recalled_lines(submissions))
        return submissions

    def _submitted(self, temporary: Path) -> Class:
        """Return the submissions, under the set's file name if any name may do."""
        assignment = self.exercises.assignment
        submitted = find_class(
            self._named,
            assignment.file,
            temporary,
            self.results,
            every_attempt=assignment.counts != "latest",
        )
        if self._roster:
            submitted = self._without_empty_folders(submitted)
        if self.options.any_name:
            return self._with_any_names(submitted, temporary / "named")
        return submitted

    @staticmethod
    def _without_empty_folders(submitted: Class) -> Class:
        """Return a class without the folders that hold nothing; print which."""
        names = [hand_in.name for hand_in in submitted.hand_ins if hand_in.is_empty]
        if not names:
            return submitted
        print(EMPTY_FOLDERS.format(names=listed(names, most=MOST_LINES_NAMED)))
        hand_ins = [hand_in for hand_in in submitted.hand_ins if not hand_in.is_empty]
        return submitted._replace(hand_ins=hand_ins)

    def _owners(self, submitted: Class) -> Owners:
        """Return whose the submissions are, by the roster and the groups."""
        roster = self._roster.everyone() if self._roster else []
        leaving = self._roster.leaving() if self._roster else set()
        matching = Matching(submitted.hand_ins, roster)
        groups, unplaced = self._groups(submitted.hand_ins, roster)
        owned = owned_by_groups(matching.strangers, groups)
        with_owners = with_students(submitted.hand_ins, matching)
        present = with_groups(with_owners, groups, owned)
        self._known = {*roster, *chain.from_iterable(groups.values())}
        not_missing = {*leaving, *(student for student, _ in present)}
        missing = [name for name in matching.missing if name not in not_missing]
        handed_in = self._without_own_files(submitted)
        ownerless = without_owner(handed_in, matching, roster) if roster else []
        ownerless = [hand_in for hand_in in ownerless if hand_in.name not in owned]
        why = "" if groups else why_groups(submitted.hand_ins, matching)
        may_be_none = self._roster.unproven() if self._roster else set()
        unproven = [student for student in missing if student in may_be_none]
        may_be_mates = may_be_members(missing, groups, unplaced) if roster else []
        return Owners(
            roster,
            matching,
            owned,
            present,
            missing,
            unproven,
            ownerless,
            may_be_mates,
            why,
        )

    def _print_owners(self, owners: Owners, submitted: Class) -> None:
        """Print the known owners of the submissions.

        Raise WrongUsage if none is of a student on the roster.
        """
        pairs = near_pairs(owners.ownerless, owners.missing)
        if not owners.owned:
            self._refuse_nobodys(submitted, owners.matching, pairs)
        _print(not_understood_lines(submitted, self.exercises.assignment.file))
        if not self._roster:
            return
        notes = notes_on_missing(owners.ownerless, owners.missing)
        _print(matching_lines(owners.matching, owners.owned))
        _print(owner_lines(owners.ownerless, pairs, len(notes)))
        _print(self._lines_on_missing(owners))
        strangers = owners.strangers()
        if strangers:
            filled = self._gradebook.heading if self._gradebook else ""
            not_read = self._roster.not_read(_values(strangers), filled)
            _print([not_read] if not_read else [])

    def _lines_on_missing(self, owners: Owners) -> Iterator[str]:
        """Yield lines on rows that may be no students, and on members of groups."""
        options = self.options
        if options.roster is not None:
            names = [student.name for student in owners.unproven]
            yield from lines_on_unproven(names, from_here(options.roster))
        if owners.why_groups and owners.missing:
            students = counted(len(owners.missing), "student")
            yield GROUPS_UNKNOWN.format(reason=owners.why_groups, students=students)
        if owners.may_be_mates and options.groups is not None:
            students = counted(len(owners.may_be_mates), "student")
            shown = from_here(options.groups)
            yield MATES_UNKNOWN.format(file=shown, students=students)

    def grade(self, submissions: Submissions) -> list[Record]:
        """Grade, write the overview, print and return the rows.

        Only submissions without results are graded. The table and the page of the class
        are written even if this is interrupted.
        """
        options = self.options
        layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
        grading = submissions.grading
        try:
            grading.run(layers, options.jobs or processors(), options.cluster)
        finally:
            with signals_blocked():
                records = self._records(submissions)
                write_overview(self.results, self.exercises, records, self._gate)
        whole = self._whole_set
        lines = [*summary(records, whole.max_points, whole.extra_points)]
        warnings = warnings_about(grading.isolation_missing)
        lines += [f"\n{warning}" for warning in warnings]
        print(fitted(lines))
        return records

    def _records(self, submissions: Submissions) -> list[Record]:
        """Return the rows of the class, one for each person."""
        records = submissions.grading.records(
            submissions.rows,
            self._dues,
            submissions.unread_notes,
            submissions.overrides,
            self._sections,
        )
        counts = self.exercises.assignment.counts
        return one_row_each(records, counts, self._known)

    def write(self, records: Sequence[Record]) -> None:
        """Write the statistics, grades and feedback that were asked for.

        Print each file and its contents. Raise WrongUsage.
        """
        rows = counted(len(records), "row")
        shown = from_here(self.results / TABLE)
        print(f"\n{shown}: {rows}; the same to look at in {PAGE}")
        options = self.options
        if "--stats" in self._outputs:
            self._write_statistics(self._outputs["--stats"], records)
        if "--grades" in self._outputs and self._gradebook:
            is_zero = options.missing == "zero"
            grades = self._gradebook.fill(records, zero=is_zero)
            output = self._outputs["--grades"]
            output.write(grades)
            note_written(self._gate, self.results, grades)
            print(f"{from_here(output.file)}:", "\n".join(self._gradebook.lines()))
        if "--feedback" in self._outputs:
            self._write_feedback(self._outputs["--feedback"], records)
        if self._programs is not None:
            self._write_programs(self._programs, records)
        if options.format is not None:
            self._write_for_classroom50(records)

    def _write_for_classroom50(self, records: Sequence[Record]) -> None:
        """Write the files that Classroom 50 takes, and print for which submissions."""
        graded = {
            record.hand_in.name: record.hand_in
            for record in records
            if record.hand_in is not None and record.outcome is not None
        }
        lacking = write_results(self.results, graded.values(), self._gate)
        shown = from_here(self.results / FORMAT)
        print(f"{shown}: {counted(len(graded) - len(lacking), 'submission')}")
        if lacking:
            names = listed(lacking, most=MOST_LINES_NAMED)
            print(f"{NOT_FROM_CLASSROOM50}: {names}")
        unproven = [
            record.hand_in.name
            for record in records
            if record.hand_in is not None and record.is_unproven
        ]
        if unproven:
            names = listed(unproven, most=MOST_LINES_NAMED)
            print(f"{NO_RESULT_YET}: {names}")

    def _with_any_names(self, submitted: Class, scratch: Path) -> Class:
        """Return a class with the programs that have another name; print whose."""
        functions = asked_for(self._whole_set)
        hand_ins = [
            with_any_name(hand_in, self._whole_set, functions, scratch)
            for hand_in in submitted.hand_ins
        ]
        before = {hand_in.path for hand_in in submitted.hand_ins}
        names = [hand_in.name for hand_in in hand_ins if hand_in.path not in before]
        if names:
            file = self.exercises.assignment.file
            shown = listed(names, most=MOST_LINES_NAMED)
            print(f"Graded as {file}, though it has another name: {shown}")
        return submitted._replace(hand_ins=hand_ins)

    def _without_own_files(self, submitted: Class) -> Class:
        """Return a class without the entries that this run reads or writes itself."""
        options = self.options
        files = [options.roster, options.groups, options.overrides, options.grades]
        files += [options.stats, options.feedback]
        paths_of_run = {_real(file) for file in files if file is not None}
        return submitted._replace(
            not_understood=[
                refused
                for refused in submitted.not_understood
                if _real(self._named / refused.name) not in paths_of_run
            ]
        )

    def _refuse_results_among_submissions(self) -> None:
        """Raise WrongUsage if the folder of the results may be a submission.

        Inside the folder of the class it may be one, unless it is new, empty, or has
        results.
        """
        reason = ""
        if self.results == self._named:
            reason = "the submissions are there"
        elif self.results.is_relative_to(self._named) and os.path.isdir(self.results):
            names = os.listdir(self.results)
            if names and LOCK not in names:
                reason = (
                    "this is in the folder of the class and holds no results of it, so"
                    " it may be a submission"
                )
        if reason:
            shown = from_here(self.results)
            raise WrongUsage(f"{shown}: {reason}; name another folder for --results")

    def _admitted(self) -> dict[str, Output]:
        """Return the outputs of the files that options name, by these options.

        Raise WrongUsage if one of them, or the overview, cannot be written.
        """
        options = self.options
        admit_overview(self.results, self._gate)
        grades = FileKind("the grades", was_written(self.results))
        if self._gradebook is not None:
            grades_before = any_of(grades.is_ours, self._gradebook.is_filled)
            grades = grades._replace(
                is_ours=grades_before, is_alike=self._gradebook.is_alike
            )
        by_option = {
            "--stats": (options.stats, STATISTICS_TABLE),
            "--grades": (options.grades, grades),
            "--feedback": (options.feedback, FEEDBACK_PAGES),
        }
        outputs: dict[str, Output] = {}
        for option, (file, kind) in by_option.items():
            if file is not None:
                outputs[option] = self._gate.ask(file, kind, option)
        return outputs

    def _refuse_files_of_whole_runs(self) -> None:
        """Print the files that a run of a part of the set does not write.

        Raise WrongUsage if an option asks for one.
        """
        options = self.options
        all_exercises = self._whole_set.exercises
        missing = [
            exercise.id
            for exercise in all_exercises
            if exercise not in self.exercises.exercises
        ]
        how_many = f"{len(missing)} of {counted(len(all_exercises), 'exercise')}"
        only = visible_name(options.only)
        left_out = f"--only {only} leaves out {how_many}: {listed(missing)}"
        files = {
            "--grades": options.grades,
            "--feedback": options.feedback,
            "--overrides": options.overrides,
            "--format": options.format,
        }
        refused = [option for option, file in files.items() if file is not None]
        if refused:
            raise WrongUsage(
                f"{' and '.join(refused)} must be of the whole set, but {left_out}."
                " Leave --only out."
            )
        print(
            "No row has a final score, nothing is taken off for lateness"
            f" and no overrides apply, as {left_out}."
        )

    def _read_roster(self) -> Roster | None:
        """Return the roster, if there is one. Raise WrongUsage.

        The rows of withdrawn students and of other sections are left out.
        """
        options = self.options
        if options.roster is None:
            if options.section is not None:
                raise WrongUsage(
                    "--section needs --roster: its column section says who is in it"
                )
            return None
        roster = _read_roster(options.roster)
        if options.section is None:
            return roster
        return roster.of_section(options.section, from_here(options.roster))

    def _due_times(self) -> DueTimes:
        """Return the due times. Raise WrongUsage for one of an unknown section."""
        options = self.options
        for section in options.section_dues:
            if self._roster is None or options.roster is None:
                raise WrongUsage(
                    f"--due {named(section)}=…: a section's due time needs --roster,"
                    " whose column section says who is in it"
                )
            shown = from_here(options.roster)
            self._roster.check_section(section, f"--due {named(section)}=…", shown)
        return DueTimes(options.due, options.section_dues)

    def _groups(
        self, hand_ins: Sequence[HandIn], roster: Sequence[Student]
    ) -> tuple[Groups, Sequence[Unplaced]]:
        """Return the groups of the file of groups, or else of the roster.

        Return and print the lines that fit no student, too. Raise WrongUsage and
        InvalidExercises.
        """
        options = self.options
        if options.groups is None:
            if self._roster is None or options.roster is None:
                return {}, ()
            return groups_of(options.roster, self._roster, hand_ins), ()
        students = roster or [
            student for hand_in in hand_ins for student in hand_in.students
        ]
        groups, unplaced = read_groups(options.groups, dict.fromkeys(students))
        if unplaced:
            lines = [f"line {line} ({named(name)})" for line, name, _ in unplaced]
            print(
                f"{from_here(options.groups)}: of no student of this class, or of"
                f" several: {joined(lines)}. Name an id or an e-mail address."
            )
        return groups, unplaced

    def _make_gradebook(self) -> Gradebook | None:
        """Return the gradebook, if grades are asked for. Raise WrongUsage."""
        options = self.options
        if options.grades is None:
            for option, value in (
                ("--column", options.column),
                ("--out-of", options.out_of),
            ):
                if value is not None:
                    raise WrongUsage(
                        f"{option} is for --grades; say where the grades go"
                    )
            return None
        if options.roster is None or self._roster is None:
            raise WrongUsage(
                "--grades needs --roster: the file that the platform gave,"
                " in which the grades are filled in"
            )
        return Gradebook(self._roster, self.exercises, options.column, options.out_of)

    def _refuse_nobodys(
        self, submitted: Class, matching: Matching, pairs: Sequence[Pair]
    ) -> None:
        """Raise WrongUsage if there is nothing to grade, or nobody to grade.

        pairs: spellings that differ little, which the message names.
        """
        if not submitted.hand_ins:
            shown = visible_name(str(self._named), LONGEST_MESSAGE)
            raise WrongUsage(f"{shown}: {NO_SUBMISSION}")
        roster = self._roster
        if self.options.roster and roster and self._gradebook and not matching.whose:
            shown = from_here(self.options.roster)
            students = [hand_in.students for hand_in in submitted.hand_ins]
            values = _values(chain.from_iterable(students))
            not_read = roster.not_read(values, self._gradebook.heading)
            similar = [str(pair) for pair in pairs[:MOST_NAMED]]
            doubts = [f"{doubt.sentence}." for doubt in matching.doubts()[:MOST_NAMED]]
            sentences = (
                NOBODY_ON_ROSTER,
                *doubts,
                *similar,
                not_read,
                matching.kinds_in_words,
            )
            raise WrongUsage(f"{shown}: {' '.join(filter(None, sentences))}")

    def _with_times(
        self, hand_ins: Sequence[HandIn], matching: Matching
    ) -> list[HandIn]:
        """Return the submissions with their times, if something depends on these."""
        assignment = self.exercises.assignment
        needs = self._dues.each or assignment.late or assignment.counts != "latest"
        present = [student for student, _ in with_students(hand_ins, matching)]
        if not needs and len({*present}) == len(present):
            return [*hand_ins]
        roster = self._roster
        times = roster.times() if roster else {}
        late = roster.late() if roster else []
        return with_times(hand_ins, matching.whose, times, late)

    def _with_languages(
        self, hand_ins: Sequence[HandIn], present: Sequence[tuple[Student, HandIn]]
    ) -> list[HandIn]:
        """Return the submissions with the language that the roster says, if it does.

        A group that reads several languages has the set's.
        """
        language_of = self._roster.languages() if self._roster else {}
        by_name: dict[str, set[str]] = {}
        for student, hand_in in present:
            language = language_of.get(student, "")
            by_name.setdefault(hand_in.name, set()).add(language)
        in_languages = []
        for hand_in in hand_ins:
            language, *others = by_name.get(hand_in.name, {""})
            if not others:
                hand_in = hand_in._replace(language=language)
            in_languages.append(hand_in)
        return in_languages

    def _due_lines(self, hand_ins: Sequence[HandIn]) -> Iterator[str]:
        """Yield a line each on a due time, a zone and times that are not known."""
        dues = self._dues
        if dues.each:
            if dues.of_all is not None and dues.of_all.is_machines:
                yield f"Due: {dues.of_all}."
            for section, due in dues.of_sections.items():
                yield f"Due for section {named(section)}: {due}."
            costs_points = self.exercises.assignment.late is not None
            if not costs_points:
                yield NO_LATE
            yield from unknown_times_lines(hand_ins, costs_points=costs_points)
            yield from zone_lines(hand_ins, dues)
            return
        if self.exercises.assignment.counts == "latest in time":
            yield IN_TIME_UNKNOWN
        depends = any(hand_in.at or not hand_in.is_of_canvas for hand_in in hand_ins)
        if self.exercises.assignment.late and depends:
            yield DUE_UNKNOWN

    def _undated_lines(self, students: Sequence[Student]) -> Iterator[str]:
        """Yield a line on the students whose section has no due time, or several."""
        undated = [
            student.name
            for student in dict.fromkeys(students)
            if self._dues.of(self._sections.get(student, ())) is None
        ]
        if self._dues.each and undated:
            yield NO_DUE_FOR.format(
                students=counted(len(undated), "student"),
                names=listed(undated, most=MOST_LINES_NAMED),
            )

    def _file_of_overrides(self) -> Path | None:
        """Return the file of overrides; None without one, or for a part of the set."""
        if not self.is_whole:
            return None
        if self.options.overrides is not None:
            return self.options.overrides
        file = self._whole_set.folder / OVERRIDES
        return file if file.is_file() else None

    def _read_overrides(
        self, students: Sequence[Student]
    ) -> tuple[Overrides, set[Student]]:
        """Return the overrides of the students' grades; none for a part of the set.

        Return the students whom lines that fit nobody nearly name, too. Print the
        number of overrides, and these lines. Raise WrongUsage and InvalidExercises.
        """
        file = self._file_of_overrides()
        if file is None:
            return {}, set()
        # A name may be that of somebody who has left, or is in another section, too.
        leaving = self._roster.leaving() if self._roster else set()
        of_all, nobodys = read_overrides(
            file, [*students, *leaving.difference(students)]
        )
        overrides = {
            student: of_all[student] for student in students if student in of_all
        }
        print(f"{from_here(file)} changes {counted(len(overrides), 'grade')}.")
        if nobodys:  # all are, if the file in the set's folder is another class's
            are = "line is" if len(nobodys) == 1 else "lines are"
            lines = [f"line {line} ({named(name)})" for line, name in nobodys]
            print(
                f"{from_here(file)}: {len(nobodys)} {are} {NO_STUDENT_OR_SEVERAL}:"
                f" {joined(lines)}"
            )
        strangers = [
            Ownerless(f"line {line}", Student.of_folder(name)) for line, name in nobodys
        ]
        unchanged = [student for student in students if student not in overrides]
        pairs = near_pairs(strangers, unchanged)
        for pair in pairs[:MOST_LINES_NAMED]:
            print(f"  {pair._replace(where=pair.ownerless.name)}")
        of_several = candidates((line.student for line in strangers), unchanged)
        return overrides, {pair.student for pair in pairs}.union(*of_several)

    def _regraded(
        self, present: Sequence[tuple[Student, HandIn]], students: Sequence[Student]
    ) -> list[str]:
        """Return the submissions of the student that `only` names, if it names one.

        Raise WrongUsage if it matches no exercise, and no student who handed in.
        """
        if not self._is_of_student:
            return []
        only = self.options.only
        wanted = finder(students)(only)
        if wanted is None:
            reason = "is neither the id of an exercise nor one student of the class"
            ids = [exercise.id for exercise in self._whole_set.exercises]
            wider = glob_around(only, ids)
            advice = f"; {wider}" if wider else ""
            raise WrongUsage(f"--only {named(only)}: this {reason}{advice}")
        names = [hand_in.name for student, hand_in in present if student == wanted]
        if not names:
            raise WrongUsage(f"--only {named(only)}: this handed in nothing")
        return names

    def _recall(self, hand_ins: Sequence[HandIn], regraded: Collection[str]) -> Grading:
        """Return the grading of the submissions, with the results that still hold."""
        options = self.options
        return Grading(
            hand_ins,
            self.exercises,
            self.results,
            only="*" if self._is_of_student else options.only,
            pages=options.html or options.feedback is not None,
            again=options.again,
            alone=regraded,
            is_whole=self.is_whole,
            gate=self._gate,
        )

    def _write_statistics(self, output: Output, records: Sequence[Record]) -> None:
        """Write the exercises' statistics; print which students are not counted."""
        statistics = Statistics(records, self.exercises.exercises)
        by_section = {
            section: Statistics(of_section, self.exercises.exercises).exercises
            for section, of_section in in_sections(records).items()
        }
        output.write(statistics_table(statistics.exercises, by_section))
        exercises = counted(len(statistics.exercises), "exercise")
        print(f"{from_here(output.file)}: {exercises}")
        _print(statistics.remarks())

    def _folder_of_programs(self) -> Path | None:
        """Return the folder to which programs are exported, if one is named.

        Raise WrongUsage if it may be a submission, or if the set asks for no programs.
        """
        folder = self.options.programs
        if folder is None:
            return None
        if self.exercises.assignment.by_hand:
            raise WrongUsage("--programs: this set is answered by hand, not programmed")
        real = self._gate.folder(folder, "--programs")
        if real.is_relative_to(self._named) or real == self.results:
            shown = from_here(real)
            raise WrongUsage(f"{shown}: {PROGRAMS_AMONG}")
        return real

    def _write_programs(self, folder: Path, records: Sequence[Record]) -> None:
        """Export the programs; print which submissions have none."""
        exercises = self._whole_set
        handed_out = HandedOut(files_in_each_language(exercises.folder))
        needed = asked_for(exercises)
        number, without = export_programs(
            records, exercises, needed, folder, self._gate, handed_out
        )
        print(f"{from_here(folder)}: {counted(number, 'program')}, {EXPORTED}")
        if without:
            names = listed(without, most=MOST_LINES_NAMED)
            print(f"  {NOT_EXPORTED}: {names}")

    def _write_feedback(self, output: Output, records: Sequence[Record]) -> None:
        """Write the archive of pages; print which pages are left out."""
        title = self.exercises.assignment.title
        pages, number_of_pages = bundle(records, self.options.results, title)
        output.write(pages)
        print(f"{from_here(output.file)}: {counted(number_of_pages, 'page')}")
        left_out = {
            record.hand_in.name
            for record in records
            if record.hand_in is not None and record.is_partial
        }
        if left_out:
            names = listed(sorted(left_out), most=MOST_LINES_NAMED)
            print(f"{PAGES_OF_ANOTHER_SET}: {names}")


# --- Files that are read, and refused, before anything is graded ---


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def published(exercises: ExerciseSet) -> ExerciseSet:
    """Return a set whose exercises are visible that students see in the end."""
    seen_later = ("after_due_date", "after_published")
    return exercises._replace(
        exercises=tuple(
            exercise._replace(visibility="visible")
            if exercise.visibility in seen_later
            else exercise
            for exercise in exercises.exercises
        )
    )


def _matching(exercises: Iterable[Exercise], pattern: str) -> tuple[Exercise, ...]:
    return tuple(
        exercise for exercise in exercises if fnmatchcase(exercise.id, pattern)
    )


def _values(students: Iterable[Student]) -> set[str]:
    """Return the values of all identities of some students, in small letters."""
    return {identity.value for student in students for identity in student.identities()}


def _read_roster(file: Path) -> Roster:
    """Read the roster, and print its oddities. Raise WrongUsage."""
    roster = read_roster(file)
    if roster.table.encoding == WINDOWS:
        print(
            f"{from_here(file)} is no UTF-8, so it was read as {WINDOWS}:"
            " names may look wrong, ids do not"
        )
    for remark in roster.table.remarks:
        print(f"{from_here(file)}: {remark}.")
    unknown = roster.unknown_statuses()
    if unknown:
        statuses = listed(unknown, " or ")
        print(
            f"{from_here(file)}: whoever has the status {statuses} counts as a student"
            " of the course, as no such status is known."
        )
    for language in roster.unknown_languages():
        print(
            f"{from_here(file)}: there is no language {named(language)}; there are"
            f" {', '.join(languages())}. Whoever has it there reads the set's."
        )
    students = roster.without_staff()
    staff = [student.name for student in students.leaving()]
    if staff:
        names = joined(sorted(staff), most=MOST_LINES_NAMED)
        print(f"Not graded, as {from_here(file)} says that they are staff: {names}")
    staying = students.without_withdrawn()
    leaving = staying.leaving() - students.leaving()
    withdrawn = [student.name for student in leaving]
    if withdrawn:
        names = joined(sorted(withdrawn), most=MOST_LINES_NAMED)
        print(
            f"Not graded, as {from_here(file)} says that they have left the course:"
            f" {names}"
        )
    return staying


def _gate_of(options: ClassOptions) -> Gate:
    """Return the gate of a run, which knows the files that the run reads."""
    gate = Gate(force=options.force)
    if os.path.isdir(options.folder):
        gate.distrust(options.folder)
        gate.reads(options.folder, "what a student handed in", besides=options.results)
    else:
        gate.reads(options.folder, "the archive of the class")
    guard_set(gate, options.exercises)
    if options.roster is not None:
        gate.reads(options.roster, "the roster")
    if options.groups is not None:
        gate.reads(options.groups, "the file of groups")
    gate.reads(
        options.overrides or options.exercises / OVERRIDES, "the file of overrides"
    )
    return gate


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def with_students(
    hand_ins: Iterable[HandIn], matching: Matching
) -> list[tuple[Student, HandIn]]:
    """Return each student who handed in, as on the roster, and the submission."""
    present = []
    for hand_in in hand_ins:
        for submitter in hand_in.students:
            student = matching.whose.get((hand_in.name, submitter), submitter)
            present.append((student, hand_in))
    return present


# --- Files that every run writes ---


def admit_overview(folder: Path, gate: Gate) -> tuple[Output, Output]:
    """Let class.csv and class.html through the gate. Raise WrongUsage."""
    table_of_class = gate.ask_within(folder / TABLE, CLASS_TABLE)
    return table_of_class, gate.ask_within(folder / PAGE, CLASS_PAGE)


def write_overview(
    folder: Path, exercises: ExerciseSet, records: Sequence[Record], gate: Gate
) -> None:
    """Write class.csv and class.html, and each submission's students into its page."""
    by_submission = defaultdict[str, list[Record]](list)
    for record in records:
        if record.hand_in is not None and has_page(folder, record.hand_in.name):
            by_submission[record.hand_in.name].append(record)
    title = exercises.assignment.title
    ids = [exercise.id for exercise in exercises.exercises]
    table_of_class, page_of_class = admit_overview(folder, gate)
    table_of_class.write(table(records, ids))
    overview = class_page(title, exercises.exercises, records, by_submission)
    page_of_class.write(overview)
    for name, of_submission in by_submission.items():
        file = folder / f"{name}.html"
        before = content(file).decode("utf-8", "replace")
        page = signed(before, title, of_submission)
        if page != before:
            gate.ask_within(file, STUDENTS_PAGE).write(page)
