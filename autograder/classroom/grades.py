"""Writes grades into the file that a platform gave, and bundles pages as feedback.

Nothing else in that file changes.
"""

import html
import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from autograder.classroom.csv_file import Csv, number
from autograder.classroom.exported_names import FEEDBACK
from autograder.classroom.grading import content, has_page
from autograder.classroom.matching import candidates
from autograder.classroom.overview import FORMULA_WITHIN, WAY_BACK, signed
from autograder.classroom.owners import CHANGED, NO_OWNER, may_be
from autograder.classroom.platforms import (
    ANY,
    CANVAS,
    CLASSROOM50,
    CLASSROOM50_SCORES,
    MOODLE,
    SAKAI,
    graded_columns,
)
from autograder.classroom.records import (
    MOODLE_NUMBER,
    HandIn,
    Outcome,
    Record,
    Student,
    told_apart,
)
from autograder.classroom.roster import Roster
from autograder.classroom.student_rows import POINTS_POSSIBLE, WHOSE
from autograder.classroom.unproven import NOTE_ON_UNPROVEN
from autograder.core.errors import WrongUsage
from autograder.core.exercises.cache import digest
from autograder.core.exercises.model import ExerciseSet
from autograder.core.files import read_regular
from autograder.core.limits import MOST_LINES_NAMED, MOST_NOTED
from autograder.core.outputs import (
    ContentTest,
    FileKind,
    Gate,
    archive_comment,
    begins_with,
    ends_with,
    is_archive_of,
)
from autograder.core.sentences import plain_number, sentence, speaking
from autograder.core.text import (
    counted,
    joined,
    listed,
    named,
    table,
    visible_name,
)
from autograder.explain.catalogue import BY_ID

OF_ASSIGNMENT = re.compile(r"(?P<title>.*) \(\d+\)", re.DOTALL)
"""A heading that Canvas makes of an assignment's title and number."""
COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
"""The headings of columns that Canvas computes; its import ignores their fields."""
IN_HEADING = re.compile(
    r"Total Pts: ?(?:up to )?(?P<blackboard>[\d.,]{1,12})"
    r"|MaxPoints: ?(?P<brightspace>[\d.,]{1,12})"
    r"|\[(?P<sakai>\d{1,6}[.,]\d{1,6})\]\Z",
    re.IGNORECASE,
)
"""The most points as Blackboard, Brightspace and Sakai write them into a heading."""
IN_SAKAIS_HEADING = re.compile(r"\[(?P<sakai>\d{1,6}(?:[.,]\d{1,2})?)\]\Z")
"""The same in Sakai's own file, where whole points have no decimals."""
OF_GRADESCOPE = " - max points"
"""The end of a heading beside that of an assignment, in the grades of a course."""
ABOVE_BY_OVERRIDES = "Above the maximum, as an override says so"
ABOVE_BY_EXTRA = "Above the maximum, by extra exercises or an override"
NOT_TAKEN = ", which Moodle does not take, so the maximum is written"
CHANGEABLE = "grade can be changed"
OURS = "Autograder: "
"""The beginnings of comments, by which the next run knows them as this program's."""
EXCUSED = "EX"
WRITTEN, REPLACED = "written", "replaced"
"""The change of a row that gets a grade.

The table of grades has a sentence for it, and for each reason why a row gets none.
"""
REASONS_BY_NOTE = (
    (NO_OWNER, "no owner"),
    (NOTE_ON_UNPROVEN, "no student"),
    (CHANGED, "changed"),
)
"""The beginnings of notes of students who may have handed in nothing, or be none, with
the reasons why their rows get no 0.
"""
UNCLEAR = (
    "may be read in two ways; write it in the file without marks between thousands,"
    " with one or two decimals"
)
UNKNOWN_TO_MOODLE = "the headings of this Moodle worksheet are in another language"
NO_COMMENTS = "No comments are written, as these headings are in another language."


COMMENT = archive_comment("feedback pages")
FEEDBACK_PAGES = FileKind(
    "the feedback",
    ends_with(COMMENT),
    is_archive_of(lambda names: all(name.endswith(".html") for name in names)),
)
WRITTEN_GRADES = ".grades"
"""A file in the folder of the results, with a digest of each written file of grades.

A platform's own file has no room for a mark.
"""
NOTE = "Digests of the files that --grades wrote here:\n"


class Gradebook:
    """A platform's file, and the column in it that takes the grades.

    rows_by_result: the names of the rows' students, by the result for their row.
    """

    def __init__(
        self,
        roster: Roster,
        exercises: ExerciseSet,
        column: str | None,
        out_of: float | None = None,
    ) -> None:
        """Choose the column. Raise WrongUsage if none fits, or several do.

        column: its heading, if it was named. out_of: the most points that it holds, if
        somebody says so.
        """
        self._roster = roster
        self._table = roster.table
        self._platform = roster.platform
        self._students = {
            row: student
            for row, student in enumerate(roster.students)
            if student is not None and row not in roster.left_out
        }
        self._language = exercises.assignment.language
        self._tells_mistakes = exercises.assignment.feedback != "verdict"
        self._worth = exercises.max_points
        self._with_extra = exercises.max_points + exercises.extra_points
        self._hidden = {
            exercise.id for exercise in exercises.exercises if not exercise.is_visible
        }
        self._columns = {
            heading.lower(): index for index, heading in enumerate(self._table.headings)
        }
        if self._platform is MOODLE and "scale" in self._columns:
            raise WrongUsage(
                "--grades: Moodle takes words of a scale for this assignment;"
                " give it points there"
            )
        self._points_row = self._find_points_row()
        lists = (ANY.name, CLASSROOM50, SAKAI.name)
        is_a_list = self._platform.name in lists
        self._adds_columns = is_a_list and column is None
        if self._adds_columns:
            self._add_columns()
        self._next_step = self._platform.next_step
        self._column = self._choose_column(column)
        self._maximum_column = self._find_maximum_column()
        self._said_maximum = "" if out_of is None else f"{out_of:.10g}"
        self.rows_by_result = defaultdict[str, list[str]](list)
        self._grades: dict[int, float] = {}
        self._strangers: list[Student] = []
        self._above: list[str] = []
        self._scaled_changes: dict[str, str] = {}
        self._refuse_unusable_maxima()

    @property
    def heading(self) -> str:
        """The heading of the column that takes the grades."""
        return self._table.plain(0, self._column).strip()

    def _find_points_row(self) -> int:
        """Return the row of Canvas's points possible; 0, of the headings, for none."""
        first_fields = [
            self._table.plain(row, 0).strip() for row in range(len(self._table.rows))
        ]
        if self._platform is CANVAS and POINTS_POSSIBLE in first_fields:
            return first_fields.index(POINTS_POSSIBLE)
        return 0

    def _add_columns(self) -> None:
        """Add the columns of the grade and its maximum that the file lacks."""
        for heading in (ANY.grade, ANY.maximum):
            if heading not in self._columns:
                # Behind the longest row, so that no field of it is lost.
                self._columns[heading] = max(map(len, self._table.rows))
                self._table.set(0, self._columns[heading], heading)
                # Some programs read no file whose rows are not equally long.
                for row in self._table.filled():
                    self._table.set(row, self._columns[heading], "")

    def _choose_column(self, heading: str | None) -> int:
        """Return the column that takes the grades. Raise WrongUsage."""
        if self._platform is MOODLE and MOODLE.grade not in self._columns:
            column = self._chosen(heading, graded_columns(self._table))
            # In another language only its position tells the maximum.
            self._columns |= {MOODLE.grade: column, MOODLE.maximum: column + 1}
            self._next_step = f"{NO_COMMENTS} {MOODLE.next_step}"
            return column
        if self._platform is CANVAS or heading is not None:
            return self._chosen(heading, self._free())
        return self._columns[self._platform.grade]

    def _find_maximum_column(self) -> int | None:
        """Return the column of the most points; None if the file does not say them."""
        if self._points_row:
            return self._column
        if self._platform is CLASSROOM50_SCORES:
            return None  # these are the points of the platform's own tests
        if self._column == self._columns.get(self._platform.grade):
            return self._columns.get(self._platform.maximum)
        heading = self._table.headings[self._column].lower()
        return self._columns.get(f"{heading}{OF_GRADESCOPE}")

    def _refuse_unusable_maxima(self) -> None:
        """Raise WrongUsage if grades cannot be scaled to the file's most points."""
        for row in self._students:
            self._refuse_unusable(row)

    def _refuse_unusable(self, row: int) -> None:
        """Raise WrongUsage if the most points of a row are none, or not known."""
        of_file = self._files_maximum(row)
        for maximum in (of_file, self._maximum(row)):
            points = number(maximum)
            if points == 0:
                raise WrongUsage(
                    "--grades: the most points there are 0, so no grade fits;"
                    " give the assignment its points on the platform"
                )
            if points is None and re.search(r"\d", maximum):
                shown = visible_name(maximum)
                raise WrongUsage(f"--grades: the maximum {shown} {UNCLEAR}")
        if points is None:
            column = named(self.heading)
            raise WrongUsage(
                f"--grades: the file does not say how many points the column {column}"
                " holds; say it, as in --out-of 20"
            )
        said = number(self._said_maximum)
        if said is not None and number(of_file) not in (None, said):
            raise WrongUsage(
                f"--out-of {self._said_maximum}: the file says that the column holds"
                f" {of_file}; leave --out-of out, or change that on the platform"
            )

    def _free(self) -> list[int]:
        """Return the columns that may take grades."""
        free = []
        for index, heading in enumerate(self._table.headings):
            is_of_students = heading.lower() in (*WHOSE, *CANVAS.needs)
            field = self._table.plain(self._points_row, index)
            is_read_only = re.search(r"read\s+only", field) is not None
            if not (is_of_students or COMPUTED.search(heading) or is_read_only):
                free.append(index)
        return free

    def _chosen(self, wanted: str | None, free: Sequence[int]) -> int:
        """Return the column with a heading, or the only one of an assignment.

        free: the columns that may take grades. Raise WrongUsage if none fits, or
        several do.
        """
        headings = self._table.headings
        titles = {}
        for index in free:
            match = OF_ASSIGNMENT.fullmatch(headings[index])
            if match:
                titles[index] = match["title"]
        fitting = [*titles]
        if wanted:
            fitting = [
                index
                for index in free
                if wanted in (headings[index], titles.get(index))
            ]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            reason = "several columns fit"
        elif wanted:
            reason = f"no column for grades is called {named(wanted)}"
        elif self._platform is MOODLE:
            reason = UNKNOWN_TO_MOODLE
        else:
            reason = "no column is an assignment's"
        choices = [headings[index] for index in fitting or free]
        shown = listed(choices) or "there is none"
        raise WrongUsage(f"--grades: {reason}; name one by --column: {shown}")

    def _maximum(self, row: int) -> str:
        """Return the most points of a row as they are written; "" without any."""
        maximum = self._files_maximum(row) or self._said_maximum
        if not maximum and self._adds_columns:
            return f"{self._worth:.10g}"
        return maximum

    def _files_maximum(self, row: int) -> str:
        """Return the most points as the file writes them; "" if it does not."""
        if self._maximum_column is not None:
            row_of_maximum = self._points_row or row
            field = self._table.plain(row_of_maximum, self._maximum_column).strip()
            return field or self._only_maximum
        pattern = IN_SAKAIS_HEADING if self._platform is SAKAI else IN_HEADING
        match = pattern.search(self._table.headings[self._column])
        return match[match.lastgroup or 0] if match else ""

    @cached_property
    def _only_maximum(self) -> str:
        """The most points in the rows of all students who have some; "" if they differ.

        Gradescope's row of a student who handed in nothing may have none.
        """
        column = self._maximum_column
        if column is None or self._points_row:
            return ""
        fields = {self._table.plain(row, column).strip() for row in self._students}
        maxima = fields - {""}
        return maxima.pop() if len(maxima) == 1 else ""

    def is_filled(self, opened: BinaryIO) -> bool:
        """Return whether a file is the roster, with other grades at most.

        Raise ValueError for most that is no table.
        """
        columns = {self._column, self._columns.get(self._platform.comment)}
        if self._adds_columns:
            columns.add(self._columns[ANY.maximum])
        other = Csv(opened.read(), self._table.titles)
        return _fields_besides(columns, other) == _fields_besides(columns, self._table)

    def is_alike(self, opened: BinaryIO) -> bool:
        """Return whether a file has all columns of the file of grades.

        Raise ValueError for most that is no table.
        """
        other = Csv(opened.read(), self._table.titles)
        width = max(len(other.rows[0]), len(self._table.rows[0]))
        return all(
            other.plain(0, column).strip() == self._table.plain(0, column).strip()
            for column in range(width)
        )

    def fill(self, records: Iterable[Record], *, zero: bool) -> bytes:
        """Write the grades, and return the file.

        zero: write 0 for students who handed in nothing; else their fields stay as they
        are.
        """
        by_student = defaultdict[Student, list[Record]](list)
        strangers: list[Student] = []
        rows_of = Counter(self._roster.everyone())
        for record in records:
            if record.hand_in is None or rows_of[record.student] == 1:
                by_student[record.student].append(record)
            else:
                strangers.append(record.student)
        doubted = self._doubted(strangers)
        people = [(student, "") for student in self._students.values()]
        names = told_apart(people)
        for (row, student), name in zip(self._students.items(), names, strict=True):
            if self._adds_columns:
                self._table.set(row, self._columns[ANY.maximum], self._maximum(row))
            of_student = by_student[student]
            result = self._fill(row, of_student, zero, student in doubted)
            self.rows_by_result[result].append(name)
            is_above = any(record.is_above(self._worth) for record in of_student)
            if row in self._grades and is_above:
                self._above.append(f"{name} with {self._grades[row]:.10g}")
        return self._table.content()

    def _doubted(self, strangers: Sequence[Student]) -> set[Student]:
        """Return the students who may be one of some strangers; keep the others."""
        doubted: set[Student] = set()
        possible = candidates(strangers, self._roster.everyone())
        for stranger, students in zip(strangers, possible, strict=True):
            doubted |= students
            if not students:
                self._strangers.append(stranger)
        return doubted

    def _fill(
        self, row: int, records: Sequence[Record], zero: bool, is_doubted: bool
    ) -> str:
        """Write the grade of a row, if it gets one; return the result or the reason.

        is_doubted: a submission in doubt may be this student's.
        """
        reason = self._why_untouched(row, records, is_doubted)
        if reason:
            return reason
        counting = [
            record for record in records if not record.is_absent or record.overrides
        ]
        if not counting:
            if not zero:
                return "nothing handed in"
            if self._may_own_a_stranger(row):
                return "no owner"
            counting = [*records]
        scores = {record.final for record in counting}
        if len(scores) > 1:
            return "several"
        (score,) = scores
        if score is None:
            return self._without_score(row, counting)
        if not all(record.is_earned_or_given(self._with_extra) for record in counting):
            return "too much"
        return self._write_grade(row, score, counting[0])

    def _may_own_a_stranger(self, row: int) -> bool:
        """Return whether a submission of nobody on the roster may be a row's."""
        student = self._students[row]
        return any(may_be(stranger, student) for stranger in self._strangers)

    def _why_untouched(
        self, row: int, records: Sequence[Record], is_doubted: bool
    ) -> str:
        """Return why nothing is written into a row, whatever its student's score is."""
        before = self._field(row).upper()
        if self._platform is CANVAS and before in (EXCUSED, "N/A"):
            return before
        if self._is_locked(row):
            return "locked"
        is_known = any(record.hand_in or record.overrides for record in records)
        if is_doubted and not is_known:
            return "doubted"
        return ""

    def _is_locked(self, row: int) -> bool:
        """Return whether Moodle says that the grade of a row cannot be changed."""
        column = self._columns.get(CHANGEABLE)
        return column is not None and self._table.plain(row, column).strip() == "No"

    def _without_score(self, row: int, records: Sequence[Record]) -> str:
        """Return why a student has no score. Write an excuse if Canvas takes it."""
        overrides = [override for record in records for override in record.overrides]
        if any(override.kind == "excused" for override in overrides):
            if self._platform is CANVAS:
                self._table.set(row, self._column, EXCUSED)
            return "excused"
        return _why_no_score(records)

    def _write_grade(self, row: int, score: float, record: Record) -> str:
        """Write a score, scaled, and a comment; return whether it replaced a grade.

        A platform that takes no more than the most points gets these.
        """
        before = self._field(row)
        maximum = self._maximum(row)
        scale = self._scale(maximum)
        grade = round(score * scale, 2)
        for override in record.overrides:
            if scale != 1 and override.kind in ("points", "score"):
                sign = "+" if override.kind == "points" else ""
                scaled = f"{override.number * scale:{sign}.2f}"
                self._scaled_changes[named(override.change)] = scaled
        in_column = grade
        if not self._platform.takes_more and record.is_above(self._worth):
            in_column = round(self._worth * scale, 2)
        text = f"{in_column:.10g}"
        if self._has_decimal_commas(maximum):
            text = text.replace(".", ",")
        self._table.set(row, self._column, text)
        self._grades[row] = grade
        self._comment(row, record, score)
        is_same = before in ("", "-") or number(before) == in_column
        return WRITTEN if is_same else REPLACED

    def _has_decimal_commas(self, maximum: str) -> bool:
        """Return whether the file has commas for decimal points.

        If the most points tell nothing, as 20 does, its other numbers do, or else the
        signs between the fields.
        """
        if re.search("[.,]", maximum):
            return "," in maximum
        return self._table.has_decimal_commas

    def _field(self, row: int) -> str:
        """Return the text in a row's field for the grade."""
        return self._table.plain(row, self._column).strip()

    def _scale(self, maximum: str) -> float:
        """Return the factor that makes a score a grade in the file."""
        if not self._worth:
            return 1
        return (number(maximum) or self._worth) / self._worth

    def _comment(self, row: int, record: Record, score: float) -> None:
        """Write two sentences into the column of comments, if the file has one.

        A comment that somebody else wrote stays.
        """
        column = self._columns.get(self._platform.comment)
        if column is None:
            return
        before = self._table.plain(row, column).strip()
        if not re.match(rf"(<p>)?{OURS}|$", before):
            return
        language = record.hand_in.language if record.hand_in else ""
        with speaking(language or self._language):
            sentences = [*self._on_points(record, score), self._explanation(record)]
        self._table.set(row, column, _as_html(f"{OURS}{' '.join(sentences)}"))

    def _on_points(self, record: Record, score: float) -> Iterator[str]:
        """Yield the sentences of a comment on the points, and on their changes."""
        told = f"{score:.10g}"
        worth = plain_number(self._worth)
        yield sentence("comment", "points", score=told, count=worth)
        outcome = record.outcome
        if outcome and record.after_late not in (None, outcome.score):
            yield sentence("comment", "late")
        for override in record.overrides:
            yield sentence(
                "comment",
                "override",
                change=override.change,
                reason=override.reason.rstrip("."),
            )

    def _explanation(self, record: Record) -> str:
        """Return the sentence of a comment on the main reason for lost points."""
        outcome = record.outcome
        if outcome is None:
            if record.is_absent:
                return sentence("comment", "nothing handed in")
            return sentence("comment", "no results")
        if record.is_partial:
            return sentence("comment", "no results of this set")
        return self._main_reason(outcome)

    def _main_reason(self, outcome: Outcome) -> str:
        """Return the sentence on the main reason for lost points of some results."""
        visible = [name for name in outcome.lost if name not in self._hidden]
        could_be_lost = outcome.exercises.keys() - self._hidden - outcome.extra
        lost_all_visible = {*visible} == could_be_lost
        # Else the note may be about a hidden exercise, of which students are told
        # nothing.
        if outcome.note and (not self._hidden or lost_all_visible):
            after_kind = outcome.note.partition(": ")[2]
            first_sentence = after_kind.partition(". ")[0]
            reason = first_sentence.rstrip(" .…")
            return sentence("comment", "not all graded", reason=reason)
        likeliest = _clear_winner(Counter(outcome.misconceptions))
        if self._tells_mistakes and likeliest in BY_ID:
            return sentence(
                "comment", "mistake", mistake=BY_ID[likeliest].title_beside_root
            )
        if not outcome.lost:
            name = "all right but extra" if outcome.failed_extra else "all right"
            return sentence("comment", name)
        if not visible:
            return sentence("comment", "hidden alone")
        name = "lost visible" if self._hidden else "lost"
        return sentence("comment", name, count=len(visible))

    def lines(self) -> Iterator[str]:
        """Yield how many grades were written, and the students of all other rows."""
        rows = counted(len(self._students), "row")
        column = visible_name(self._table.plain(0, self._column).strip())
        worth = counted(self._worth, "point")
        maximum = next(map(self._maximum, self._students), "")
        scale = f"of {worth}"
        if self._scale(maximum) != 1:
            scale = f"scaled: the set's {worth} are {maximum} there"
        has = "has" if len(self._grades) == 1 else "have"
        yield (
            f'{len(self._grades)} of {rows} {has} a grade, in the column "{column}",'
            f" {scale}."
        )
        if self._scaled_changes:
            changes = self._scaled_changes.items()
            scaled = [f"{change} is {points}" for change, points in changes]
            in_file = joined(scaled, "; ", MOST_LINES_NAMED)
            yield f"  Overrides are in points of the set. In this file {in_file}."
        sentences = table("classroom")["grades"]
        for result, names in self.rows_by_result.items():
            if result != WRITTEN:
                yield f"  {sentences[result]}: {joined(names, '; ', MOST_LINES_NAMED)}"
        if self._above:
            refused = "" if self._platform.takes_more else NOT_TAKEN
            students = joined(self._above, "; ", MOST_LINES_NAMED)
            has_extra = self._with_extra > self._worth
            above = ABOVE_BY_EXTRA if has_extra else ABOVE_BY_OVERRIDES
            yield f"  {above}{refused}: {students}"
        if self._next_step:
            yield self._next_step


def _why_no_score(records: Sequence[Record]) -> str:
    """Return why none of a student's records has a score, but by an excuse."""
    if any(record.is_partial for record in records):
        return "other set"
    if any(record.is_undecided for record in records):
        return "undecided"
    if any(record.is_unproven for record in records):
        return "unproven"
    for beginning, reason in REASONS_BY_NOTE:
        if all(record.note.startswith(beginning) for record in records):
            return reason
    return "no results"


def _fields_besides(columns: Container[int | None], table: Csv) -> list[list[str]]:
    """Return the fields of a table by rows, without those of some columns."""
    width = max(map(len, table.rows))
    kept = [column for column in range(width) if column not in columns]
    rows = range(len(table.rows))
    return [[table.plain(row, column) for column in kept] for row in rows]


def was_written(results: Path) -> ContentTest:
    """Return a test for files of grades that a run with these results wrote."""
    noted = _noted(results)
    return lambda opened: digest(opened.read()).hex() in noted


def note_written(gate: Gate, results: Path, grades: bytes) -> None:
    """Note the digest of the grades, for the next run. Raise WrongUsage."""
    digests = list(dict.fromkeys([*_noted(results), digest(grades).hex()]))
    output = gate.ask_within(
        results / WRITTEN_GRADES, FileKind("a note on the grades", begins_with(NOTE))
    )
    output.write(NOTE + "".join(f"{line}\n" for line in digests[-MOST_NOTED:]))


def _noted(results: Path) -> list[str]:
    """Return the digests of the files of grades that runs wrote, the newest last."""
    noted = read_regular(results / WRITTEN_GRADES, 100 * MOST_NOTED) or b""
    return noted.decode("utf-8", "replace").splitlines()[1:]


def _clear_winner(counts: Counter[str]) -> str:
    """Return the name with the highest count; "" if there is none, or a tie."""
    ranking = counts.most_common(2)
    if not ranking:
        return ""
    if len(ranking) == 2 and ranking[0][1] == ranking[1][1]:
        return ""
    return ranking[0][0]


def _as_html(text: str) -> str:
    """Return a comment as Moodle takes it, escaped.

    The entity of < ends with a semicolon, behind which a spreadsheet would find a
    formula. So = and the like get entities, too, which Moodle shows as characters.
    """
    escaped = html.escape(text, quote=False)
    while match := FORMULA_WITHIN.search(escaped):
        entity = f"&#{ord(match['sign'])};"
        escaped = escaped[: match.start("sign")] + entity + escaped[match.end() :]
    return escaped


def bundle(records: Iterable[Record], folder: Path, title: str) -> tuple[bytes, int]:
    """Return an archive of the students' pages for the platform, and their number.

    A page has nothing of other students. Pages on another set, or on a part of it, are
    left out. folder: of the results.
    """
    pages: dict[str, str] = {}
    readers = defaultdict[str, list[Record]](list)
    for record in records:
        hand_in = record.hand_in
        if hand_in is None or record.is_partial or not has_page(folder, hand_in.name):
            continue
        page = f"{hand_in.name}.html"
        name = _name_in_bundle(record.student, hand_in)
        if pages.get(name, page) != page:
            name = page  # of two submissions neither page is lost
        pages[name] = page
        readers[name].append(record)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        opened.comment = COMMENT
        for name, page in pages.items():
            before = content(folder / page).decode("utf-8", "replace")
            text = signed(before, title, readers[name]).replace(WAY_BACK, "", 1)
            opened.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return archive.getvalue(), len(pages)


def _name_in_bundle(student: Student, hand_in: HandIn) -> str:
    """Return the name under which the platform takes a student's page back."""
    if hand_in.feedback:
        return hand_in.feedback
    for kind, value in student.ids:
        if kind == MOODLE_NUMBER:  # only the roster is Moodle's
            names = re.split(r'[\\/:*?"<>|_\s\x00-\x1f]+', student.name)
            return f"{' '.join(names)}_{value}_assignsubmission_file_/{FEEDBACK}"
    return f"{hand_in.name}.html"
