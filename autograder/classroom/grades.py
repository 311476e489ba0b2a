"""Writes grades into the very file that a platform gave, where nothing else changes, and bundles pages as feedback."""

import html
import io
import re
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder.classroom.discovery import FEEDBACK
from autograder.classroom.grading import content, has_page
from autograder.classroom.matching import in_doubt
from autograder.classroom.overview import FORMULA_WITHIN, WAY_BACK, signed
from autograder.classroom.records import MOODLE_NUMBER, Record, Student, told_apart
from autograder.classroom.roster import ANY, CANVAS, MOODLE, NO_STUDENT, WHOSE, Roster, graded_columns, number
from autograder.errors import WrongUsage
from autograder.exercises.model import ExerciseSet
from autograder.limits import MOST_LINES_NAMED
from autograder.mistakes.catalogue import BY_ID
from autograder.text import counted, listed, table, visible_name

OF_ASSIGNMENT = re.compile(r"(?P<title>.*) \(\d+\)", re.DOTALL)
"""A heading that Canvas makes of an assignment's title and number."""
COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
"""In headings of columns that Canvas computes; its import ignores what stands there."""
CHANGEABLE = "grade can be changed"
OURS = "Autograder: "
"""How a comment begins, by which the next run knows it."""
EXCUSED = "EX"
WRITTEN, REPLACED = "written", "replaced"
"""What was done where a row has a grade. A sentence for it, and for why one has none, is in the table of grades."""
UNCLEAR = "may be read in two ways; write it in the file without marks between thousands, with one or two decimals"
UNKNOWN_TO_MOODLE = "the headings of this Moodle worksheet are in another language"
NO_COMMENTS = "No comments are written, as these headings are in another language."


class Gradebook:
    """A platform's file, the column that takes the grades and, by what became of them, the students of its rows."""

    def __init__(self, roster: Roster, exercises: ExerciseSet, column: str | None) -> None:
        """Chooses the column. Raises WrongUsage where none fits, or several do."""
        self._roster, (self._table, self._platform, students) = roster, roster
        self._students = {row: student for row, student in enumerate(students) if student is not None}
        self._tells, self._worth = exercises.assignment.feedback != "verdict", exercises.max_points
        self._hidden = {exercise.id for exercise in exercises.exercises if not exercise.is_visible}
        self._at = {heading.lower(): place for place, heading in enumerate(self._table.headings)}
        is_translated = self._platform is MOODLE and MOODLE.grade not in self._at
        if self._platform is MOODLE and "scale" in self._at:
            raise WrongUsage("--grades: Moodle takes words of a scale for this assignment; give it points there")
        firsts = [self._table.plain(row, 0).strip() for row in range(len(self._table.rows))]
        self._points = firsts.index(NO_STUDENT) if self._platform is CANVAS and NO_STUDENT in firsts else 0
        self._adds = self._platform is ANY and column is None
        for heading in (ANY.grade, ANY.maximum) if self._adds else ():
            if heading not in self._at:
                self._at[heading] = max(map(len, self._table.rows))  # no field of a longer row is lost
                self._table.set(0, self._at[heading], heading)
        free = graded_columns(self._table) if is_translated else self._free()
        is_chosen = self._platform is CANVAS or is_translated or column is not None
        self._column = self._chosen(column, free) if is_chosen else self._at[self._platform.grade]
        if is_translated:
            self._at |= {MOODLE.grade: self._column, MOODLE.maximum: self._column + 1}
        self._next_step = f"{NO_COMMENTS} {self._platform.next_step}" if is_translated else self._platform.next_step
        is_scaled = self._platform is not ANY and self._column == self._at.get(self._platform.grade)
        self._most = self._column if self._points else self._at.get(self._platform.maximum) if is_scaled else None
        self.became = defaultdict[str, list[str]](list)
        self._grades: dict[int, float] = {}
        self._above: list[str] = []
        for most in set(map(self._maximum, self._students)):
            if number(most) == 0:
                words = "the most points there are 0, so no grade fits; give the assignment its points on the platform"
                raise WrongUsage(f"--grades: {words}")
            if re.search(r"\d", most) and number(most) is None:
                raise WrongUsage(f"--grades: the maximum {visible_name(most)} {UNCLEAR}")

    def _free(self) -> list[int]:
        return [
            place
            for place, heading in enumerate(self._table.headings)
            if not (heading.lower() in (*WHOSE, *CANVAS.needs) or COMPUTED.search(heading))
            and not re.search(r"read\s+only", self._table.plain(self._points, place))
        ]

    def _chosen(self, wanted: str | None, free: Sequence[int]) -> int:
        """The column with a heading, or the only one of an assignment's. free: those that may take grades."""
        headings = self._table.headings
        titles = {place: found["title"] for place in free if (found := OF_ASSIGNMENT.fullmatch(headings[place]))}
        fitting = [place for place in free if wanted in (headings[place], titles.get(place))] if wanted else [*titles]
        if len(fitting) == 1:
            return fitting[0]
        listed = ", ".join(f'"{visible_name(headings[place])}"' for place in fitting or free) or "there is none"
        unknown = UNKNOWN_TO_MOODLE if self._platform is MOODLE else "no column is an assignment's"
        what = f"no column for grades is called {visible_name(wanted)}" if wanted else unknown
        raise WrongUsage(f"--grades: {'several columns fit' if fitting else what}; name one by --column: {listed}")

    def _maximum(self, row: int) -> str:
        """The most points in the platform's own scale, as the file writes them; "" where it does not say."""
        return "" if self._most is None else self._table.plain(self._points or row, self._most).strip()

    def fill(self, records: Iterable[Record], *, zero: bool) -> bytes:
        """Writes the grades; returns the file. zero: for who handed in nothing, whose fields else stay as they are."""
        by_student, strangers = defaultdict[Student, list[Record]](list), list[Student]()
        rows = self._roster.everyone()
        known = {student for student, times in Counter(rows).items() if times == 1}
        for record in records:
            if record.hand_in is None or record.student in known:
                by_student[record.student].append(record)
            else:
                strangers.append(record.student)
        doubted = in_doubt(strangers, rows)
        shown = told_apart([(student, "") for student in self._students.values()])
        names = dict(zip(self._students, shown, strict=True))
        for row, student in self._students.items():
            if self._adds:
                self._table.set(row, self._at[ANY.maximum], f"{self._worth:.10g}")
            theirs = by_student[student]
            became = self._fill(row, theirs, zero, student in doubted)
            self.became[became].append(names[row])
            if row in self._grades and any(record.is_above(self._worth) for record in theirs):
                self._above.append(f"{names[row]} with {self._grades[row]:.10g}")
        return self._table.content()

    def _fill(self, row: int, records: Sequence[Record], zero: bool, is_doubted: bool) -> str:
        """Writes a row's grade; returns what was done. is_doubted: some submission may be this student's."""
        before = self._table.plain(row, self._column).strip()
        if self._platform is CANVAS and before.upper() in (EXCUSED, "N/A"):
            return before.upper()
        if CHANGEABLE in self._at and self._table.plain(row, self._at[CHANGEABLE]).strip() == "No":
            return "locked"
        if is_doubted and not any(record.hand_in or record.overrides for record in records):
            return "doubted"
        present = [record for record in records if not record.is_absent or record.overrides]
        if not present and not zero:
            return "nothing handed in"
        final, *others = {record.final for record in present or records}
        if others:
            return "several"
        if final is None:
            is_excused = any(each.kind == "excused" for record in present for each in record.overrides)
            if is_excused and self._platform is CANVAS:
                self._table.set(row, self._column, EXCUSED)
            if is_excused:
                return "excused"
            return "other set" if any(record.is_partial for record in present) else "no results"
        if not all(record.is_earned_or_given(self._worth) for record in present):
            return "too much"
        most = self._maximum(row)
        grade = round(final * self._scale(most), 2)
        self._table.set(row, self._column, f"{grade:.10g}".replace(".", "," if "," in most else "."))
        self._grades[row] = grade
        self._comment(row, (present or records)[0], final)
        return WRITTEN if before in ("", "-") or number(before) == grade else REPLACED

    def _scale(self, most: str) -> float:
        return (number(most) or self._worth) / self._worth if self._worth else 1

    def _comment(self, row: int, record: Record, final: float) -> None:
        """Writes two sentences where the file has a column for them, and nobody else has written there."""
        place = self._at.get(self._platform.comment)
        if place is None or not re.match(rf"(<p>)?{OURS}|$", self._table.plain(row, place).strip()):
            return
        late = ", after lateness" if record.outcome and record.after_late not in (None, record.outcome.score) else ""
        changed = "".join(f", with {each.change} ({each.reason.rstrip('.')})" for each in record.overrides)
        said = f"{OURS}{final:.10g} of {counted(self._worth, 'point')}{late}{changed}. {self._why(record)}"
        self._table.set(row, place, _as_html(said))

    def _why(self, record: Record) -> str:
        outcome = record.outcome
        if outcome is None:
            return "Nothing was handed in." if record.is_absent else "What was handed in has no results."
        if record.is_partial:
            return "What was handed in has no results of this set."
        seen = [name for name in outcome.lost if name not in self._hidden]
        is_about_seen = not self._hidden or {*seen} == outcome.exercises.keys() - self._hidden
        if outcome.note and is_about_seen:  # else it may be about a hidden exercise, of which students are told nothing
            what = outcome.note.partition(": ")[2].partition(". ")[0]  # one sentence of those after the kind
            return f"Not everything was judged: {what.rstrip(' .…')}."
        (likeliest, most), (_, next_most) = [*Counter(outcome.misconceptions).most_common(2), ("", 0), ("", 0)][:2]
        if self._tells and most > next_most and likeliest in BY_ID:
            return f"The mistake that explains most: {BY_ID[likeliest].title}."
        if outcome.lost and not seen:
            return "Points were lost in hidden exercises alone."
        what = "visible exercise" if self._hidden else "exercise"
        return f"{counted(len(seen), what)} lost points." if seen else "Every exercise is right."

    def lines(self) -> Iterator[str]:
        """What was done and, where a grade is not simply written, with whom."""
        done = len(self._grades)
        most = next(map(self._maximum, self._students), "")
        worth, column = counted(self._worth, "point"), visible_name(self._table.plain(0, self._column).strip())
        scale = f"scaled: the set's {worth} are {most} there" if self._scale(most) != 1 else f"of {worth}"
        yield f'{done} of {counted(len(self._students), "row")} have a grade, in the column "{column}", {scale}.'
        for how, names in self.became.items():
            if how != WRITTEN and names:
                yield f"  {table('classroom')['grades'][how]}: {listed(names, '; ', MOST_LINES_NAMED)}"
        if self._above:
            taken = ", which Moodle does not take" if self._platform is MOODLE else ""
            whose = listed(self._above, "; ", MOST_LINES_NAMED)
            yield f"  Above the maximum, as an override says so{taken}: {whose}"
        yield from filter(None, [self._next_step])


def _as_html(text: str) -> str:
    """Return a comment as Moodle takes it, in which no spreadsheet finds a formula behind a semicolon.

    The entity of < ends with one, and so does that of = itself, which Moodle shows as the character.
    """
    escaped = html.escape(text, quote=False)
    while found := FORMULA_WITHIN.search(escaped):
        entity = f"&#{ord(found['sign'])};"
        escaped = escaped[: found.start("sign")] + entity + escaped[found.end() :]
    return escaped


def bundle(records: Iterable[Record], folder: Path, title: str) -> tuple[bytes, int]:
    """An archive of the students' pages as the platform takes them back, with nothing of others; and how many.

    Pages on another set, or on a part of it, are left out.
    """
    names, whose = dict[str, str](), defaultdict[str, list[Record]](list)
    for record in records:
        if record.hand_in is not None and not record.is_partial and has_page(folder, record.hand_in.name):
            page = f"{record.hand_in.name}.html"
            name = record.hand_in.feedback or page
            moodles = [identity.value for identity in record.student.ids if identity.kind == MOODLE_NUMBER]
            if moodles and not record.hand_in.feedback:  # only the roster is Moodle's
                who = " ".join(re.split(r'[\\/:*?"<>|_\s\x00-\x1f]+', record.student.name))
                name = f"{who}_{moodles[0]}_assignsubmission_file_/{FEEDBACK}"
            name = name if names.get(name, page) == page else page  # of two submissions neither page is lost
            names[name] = page
            whose[name].append(record)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        for name, page in names.items():
            theirs = signed(content(folder / page).decode("utf-8", "replace"), title, whose[name])
            opened.writestr(zipfile.ZipInfo(name), theirs.replace(WAY_BACK, "", 1), zipfile.ZIP_DEFLATED)
    return archive.getvalue(), len(names)
