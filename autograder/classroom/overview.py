"""Sums up a class.

It does so as a table (class.csv), a page (class.html) and lines for the terminal.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from statistics import fmean, median
from typing import Any
from urllib.parse import quote

from autograder.classroom.exercise_statistics import (
    ExerciseStatistics,
    most_frequent_first,
    statistics_of,
)
from autograder.classroom.records import (
    HIDDEN,
    NOT_NAMED,
    Outcome,
    Record,
    in_one_line,
    told_apart,
)
from autograder.core import limits
from autograder.core.exercises.model import Exercise
from autograder.core.outputs import FileKind, has_headings, shares_headings
from autograder.core.sentences import plain_number, sentence, speaking
from autograder.core.text import counted, visible_name
from autograder.explain.catalogue import BY_ID
from autograder.tell.pages.render import (
    A_PAGE,
    language_of,
    rendered,
    short_id,
    with_signs,
)

TABLE, PAGE = "class.csv", "class.html"
WAY_BACK = f'<a href="./{PAGE}">The class</a>'
"""A link in the instructor's copy of a student's page; no student gets it."""
BY_EXTRA = "{points} earned in extra exercises"
WHAT_TO_DO = (
    "  Put the file right and run this again, or write a line such as score 5 into"
    " overrides.csv. A program with another name is graded with --any-name."
)
NOT_GIVEN = "no override says so; grade with --again"
Cell = str | float | None
PASSED = ("passed_value", "passed_pruned", "passed_order", "passed_all")
STATISTICS = (
    "exercise",
    "title",
    "visibility",
    "maximum",
    "judged",
    *PASSED,
    "mean",
    "discrimination",
    "mistakes",
    "section",
)
"""The columns of the statistics as CSV."""
BEFORE = (
    "student",
    "email",
    "number",
    "file",
    "results",
    "score",
    "maximum",
    "late_days",
    "score_after_late",
)
AFTER = (
    *("misconceptions", "places", "seconds", "note", "override", "final"),
    "section",
)
"""The columns of class.csv before and after those of the exercises."""
CLASS_TABLE = FileKind(
    "the table of the class", has_headings(BEFORE), shares_headings(BEFORE)
)
CLASS_PAGE = A_PAGE._replace(noun="the page of the class")
STATISTICS_TABLE = FileKind(
    "the statistics", has_headings(STATISTICS[:-1]), shares_headings(STATISTICS)
)
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""The beginning of a field that a spreadsheet would evaluate."""
FORMULA_WITHIN = re.compile(
    r"(?P<before>[;\t])(?P<blanks>[\s\"]*)(?P<sign>[=+\-@＝＋－＠])"
)
"""A beginning of a formula behind another spreadsheet's separator, inside a field.

That spreadsheet would begin a field there, and evaluate it. Quotation marks do not
help, as for it the field before them ends at the separator.
"""
RANGES = [*(f"{low}-{low + 10}%" for low in range(0, 90, 10)), "90-99%", "100%"]


class Statistics:
    """Counts of a class: in each range, and of failed exercises, mistakes and mishaps.

    exercises: get statistics each, from the students whose results are of just these.
    """

    def __init__(
        self, records: Sequence[Record], exercises: Sequence[Exercise] = ()
    ) -> None:
        self.judged = [
            (record, record.outcome) for record in records if record.outcome is not None
        ]
        outcomes = [outcome for _, outcome in self.judged if outcome.maximum]
        self.headline = _headline(outcomes, len(records))
        self.distribution = _distribution(outcomes)
        failed: list[str] = []
        mistakes: list[str] = []
        happened: list[str] = []
        for outcome in outcomes:
            failed.extend(outcome.lost)
            mistakes.extend(outcome.misconceptions)
            happened.extend(outcome.happened)
        self.failed = most_frequent_first(failed)
        self.mistakes = most_frequent_first(mistakes)
        self.happened = most_frequent_first(happened)

        of_this_set = []
        self._is_part = False
        for record, outcome in self.judged:
            if outcome.is_of(exercises):
                of_this_set.append(outcome)
                self._is_part = self._is_part or record.is_partial
        self._of_others = len(self.judged) - len(of_this_set)
        self._without = len(records) - len(self.judged)
        is_whole = not self._is_part
        self.exercises = statistics_of(exercises, of_this_set, is_whole=is_whole)

    def remarks(self) -> Iterator[str]:
        """Yield the students and figures that the exercises' statistics leave out."""
        if self._without:
            yield (
                "Not counted, as there are no results:"
                f" {counted(self._without, 'student')}."
            )
        if self._of_others:
            of_others = counted(self._of_others, "student")
            yield (
                "Not counted, as the results are of another set or of a part of it:"
                f" {of_others}."
            )
        if self._is_part:
            yield (
                "No discrimination is given, as it needs the points of all exercises of"
                " the set."
            )


def _headline(outcomes: Sequence[Outcome], number_of_records: int) -> str:
    """Return the mean and the median of a class in a sentence.

    outcomes: those with points to earn.
    """
    students = counted(number_of_records, "student")
    if not outcomes:
        return f"{students}: nothing was judged"
    scores = [outcome.score for outcome in outcomes]
    maximum = max(outcome.maximum for outcome in outcomes)
    judged = students
    if len(scores) < number_of_records:
        judged = f"{len(scores):,} of {students} judged"
    average = f"mean {fmean(scores):.1f}, median {median(scores):.10g}"
    return f"{judged}: {average} of {maximum:.10g}"


def _distribution(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """Return how many outcomes are in each of `RANGES`; empty without outcomes."""
    if not outcomes:
        return {}
    in_range = Counter[str]()
    for outcome in outcomes:
        tenths = int(10 * outcome.score / outcome.maximum)
        in_range[RANGES[min(10, max(0, tenths))]] += 1
    return {label: in_range[label] for label in RANGES}


def table(records: Iterable[Record], exercises: Sequence[str]) -> str:
    """Return the table as CSV: one row a student.

    exercises: the ids of those of the set, in order.
    """
    rows: list[Sequence[Cell]] = [[*BEFORE, *exercises, *AFTER]]
    for record in records:
        fields = _fields(record)
        points = _points(record.outcome, exercises)
        before = map(fields.get, BEFORE)
        rows.append([*before, *points, *map(fields.get, AFTER)])
    return as_csv(rows)


def _points(outcome: Outcome | None, exercises: Iterable[str]) -> list[float | None]:
    """Return the points in each exercise; None for an exercise that was not judged."""
    points = outcome.exercises if outcome is not None else {}
    return [points[name][0] if name in points else None for name in exercises]


def _fields(record: Record) -> dict[str, Cell]:
    """Return the fields of a row by their columns, but those of the exercises."""
    student = record.student
    hand_in = record.hand_in
    outcome = record.outcome
    notes = [record.note]
    if outcome is not None and not outcome.note:
        for event, count in outcome.happened.items():
            notes.append(f"{event}: {counted(count, 'exercise')}")
    fields: dict[str, Cell] = {
        "student": student.name,
        "email": student.email,
        "number": student.number,
        "file": hand_in.file if hand_in else "",
        "late_days": record.late_days,
        "note": in_one_line(notes),
        "override": _changes(record),
        "final": record.final,
        "section": ", ".join(record.sections),
    }
    if hand_in is not None and outcome is not None:
        fields["results"] = f"{hand_in.name}.json"
        fields["score"] = outcome.score
        fields["maximum"] = outcome.maximum
        fields["score_after_late"] = record.after_late
        fields["misconceptions"] = " ".join(most_frequent_first(outcome.misconceptions))
        fields["places"] = " ".join(outcome.places)
        fields["seconds"] = outcome.seconds
    elif record.is_absent:
        fields["score"] = 0
        fields["score_after_late"] = None if record.is_partial else 0
    return fields


def as_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV.

    It begins with a byte order mark, by which spreadsheets recognize UTF-8.
    """
    lines = ["\ufeff"]
    for row in rows:
        fields = [_quoted(_as_text(cell)) for cell in row]
        lines.append(",".join(fields) + "\r\n")
    return "".join(lines)


def _quoted(text: str) -> str:
    """Quote a field that holds a quotation mark, or an end of a field.

    Another spreadsheet's end of a field counts, too.
    """
    if not re.search('[",;\t\r\n]', text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _as_text(cell: Cell) -> str:
    """Return a cell on one line.

    A beginning like a formula's gets an apostrophe before it, so no spreadsheet runs
    it.
    """
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return f"{cell:.10g}"
    shown = visible_name(cell, limits.LONGEST_CELL)
    shown = FORMULA_WITHIN.sub(r"\g<before>'\g<blanks>\g<sign>", shown)
    return f"'{shown}" if FORMULA.match(shown) else shown


def in_sections(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Return the records of each section; nothing if there are fewer than two.

    A student of two sections is in both.
    """
    sections: dict[str, list[Record]] = {}
    for record in records:
        for section in record.sections:
            sections.setdefault(section, []).append(record)
    return dict(sorted(sections.items())) if len(sections) > 1 else {}


def statistics_table(
    statistics: Iterable[ExerciseStatistics],
    by_section: Mapping[str, Iterable[ExerciseStatistics]] | None = None,
) -> str:
    """Return the statistics of exercises as CSV: one row an exercise.

    Below them are those of each section. A field is empty if its number is not known.
    """
    rows: list[Sequence[Cell]] = [STATISTICS]
    rows += _rows_of_statistics(statistics, "")
    for section, of_section in (by_section or {}).items():
        rows += _rows_of_statistics(of_section, section)
    return as_csv(rows)


def _rows_of_statistics(
    statistics: Iterable[ExerciseStatistics], section: str
) -> Iterator[list[Cell]]:
    """Yield a row of the columns STATISTICS for each exercise.

    section: the one that the statistics are of; "" for the whole class.
    """
    for of_exercise in statistics:
        exercise = of_exercise.exercise
        mistakes = []
        for name, students in of_exercise.mistakes.items():
            mistakes.append(f"{name} {students}")
        row: list[Cell] = [exercise.id, exercise.title]
        row += [exercise.visibility, exercise.max_points, of_exercise.judged]
        row += [*of_exercise.passed.values(), of_exercise.passed_all]
        row.append(_rounded(of_exercise.mean, 4))
        row.append(_rounded(of_exercise.discrimination, 4))
        row.append(", ".join(mistakes[: limits.MOST_NAMED]))
        yield [*row, section]


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits) + 0.0  # no -0


def _shown_statistics(of_exercise: ExerciseStatistics) -> dict[str, Any]:
    """Return the statistics of an exercise as the page shows them.

    These are texts, with a dash for a number that is not known.
    """
    counts = [of_exercise.judged, *of_exercise.passed.values(), of_exercise.passed_all]
    shown = ["–" if count is None else f"{count:,}" for count in counts]
    mean = _rounded(of_exercise.mean, 2)
    worth = f"{of_exercise.exercise.max_points:.10g}"
    shown.append("–" if mean is None else f"{mean:.2f} of {worth}")
    discrimination = _rounded(of_exercise.discrimination, 2)
    text = "–" if discrimination is None else f"{discrimination:.2f}"
    shown.append(text.replace("-", "−"))
    mistakes = []
    for name, students in of_exercise.mistakes.items():
        mistakes.append(f"{_title(name)}: {students:,}")
    most = "; ".join(mistakes[: limits.MOST_MADE])
    return {"exercise": of_exercise.exercise, "numbers": shown, "mistakes": most}


def _named(records: Sequence[Record]) -> list[tuple[str, Record]]:
    """Return the records, each with a name that no other student's record has."""
    people = []
    for record in records:
        submission = record.hand_in.name if record.hand_in else ""
        people.append((record.student, submission))
    return list(zip(told_apart(people), records, strict=True))


def summary(
    records: Sequence[Record], worth: float = inf, extra: float = 0
) -> Iterator[str]:
    """Yield the lines for the terminal.

    worth, extra: the points of the set, and those of its extra exercises.
    """
    statistics = Statistics(records)
    if statistics.distribution:
        yield statistics.headline
        yield from _histogram(statistics.distribution)
        yield from _section_lines(records)
    yield from _most_frequent("Failed most", statistics.failed)
    yield from _most_frequent("Mistakes made most", statistics.mistakes)
    yield from _most_frequent("What else happened", statistics.happened)
    named = _named(records)
    for title, belongs in LISTS.items():
        notes = [(name, record.note) for name, record in named if belongs(record)]
        yield from _listed(title, notes)
        if title == LOOK_AT_THESE and notes:
            yield WHAT_TO_DO
    above = [
        (name, _how_above(record, worth, extra))
        for name, record in named
        if record.is_above(worth)
    ]
    yield from _listed("A final score above the maximum", above)
    groups = alike(records)
    if groups:
        programs = counted(len(groups), "program")
        yield ""
        yield f"The same except for blanks, comments and names: {programs}, in {PAGE}"


def _section_lines(records: Sequence[Record]) -> Iterator[str]:
    """Yield the mean and the median of each section, if there are several."""
    for section, of_section in in_sections(records).items():
        shown = visible_name(section, limits.LONGEST_CELL)
        yield f"  Section {shown}: {Statistics(of_section).headline}"


def _histogram(distribution: Mapping[str, int]) -> Iterator[str]:
    """Yield a bar for each range. distribution: how many are in each."""
    highest = max(distribution.values())
    for label, count in distribution.items():
        bar = "█" * round(limits.WIDEST_COLUMN * count / highest)
        yield f"  {label:>7}  {count:>5}  {bar}".rstrip()


def _most_frequent(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    """Yield the most frequent names below a title; no line if there are no names."""
    if counts:
        yield ""
        yield f"{title}:"
    for name, count in [*counts.items()][: limits.MOST_NAMED]:
        yield f"  {count:>5}  {name}"


def _is_unexplained(record: Record) -> bool:
    """Return whether points were lost, and no mistake nor anything else says why."""
    outcome = record.outcome
    if outcome is None or outcome.note or not outcome.lost:
        return False
    return {*outcome.misconceptions, *outcome.happened} <= {NOT_NAMED, HIDDEN}


def _is_in_part(record: Record) -> bool:
    """Return whether a submission was not judged on all exercises."""
    return record.outcome is not None and record.outcome.note != ""


def _is_without_results(record: Record) -> bool:
    """Return whether something was handed in, and has no results."""
    return record.outcome is None and not (record.is_absent or record.is_unproven)


def _is_unproven(record: Record) -> bool:
    """Return whether lost points are not proven to be lost."""
    return record.is_unproven


def _is_absent(record: Record) -> bool:
    """Return whether nothing was handed in."""
    return record.is_absent


LOOK_AT_THESE = "No grade yet, as somebody has to look at these"
LISTS: dict[str, Callable[[Record], bool]] = {
    LOOK_AT_THESE: _is_unproven,
    "Failed, and no known mistake was found": _is_unexplained,
    "Not judged on everything": _is_in_part,
    "Without results": _is_without_results,
    "Handed in nothing": _is_absent,
}
"""The lists of students for the terminal: a title, and the test for its students."""


def _listed(title: str, students: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield lines that name students; no line if there are none.

    students: names, each with a note that may be empty.
    """
    if students:
        yield ""
        yield f"{title}: {len(students)}"
    for name, note in students[: limits.MOST_NAMED]:
        shown = f": {visible_name(note, limits.LONGEST_CELL)}" if note else ""
        yield f"  {name}{shown}"
    if len(students) > limits.MOST_NAMED:
        yield f"  and {len(students) - limits.MOST_NAMED} more, in {TABLE}"


def _how_above(record: Record, worth: float, extra: float) -> str:
    """Return a final score that is above the points of the set, and why it is.

    worth, extra: these points, and those of the extra exercises.
    """
    reason = NOT_GIVEN
    if record.is_earned_or_given(worth + extra):
        earned_extra = record.outcome.extra_points if record.outcome else 0
        reasons = [
            BY_EXTRA.format(points=f"{earned_extra:.10g}") if earned_extra else "",
            _changes(record),
        ]
        reason = "; ".join(filter(None, reasons))
    return f"{record.final:.10g} of {worth:.10g}: {reason}"


def _changes(record: Record) -> str:
    """Return the overrides of a record in one line."""
    return "; ".join(map(str, record.overrides))


def alike(records: Sequence[Record]) -> list[list[str]]:
    """Return groups of submissions with the same program.

    A submission is a text that names its students.
    """
    by_form = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
    for name, record in _named(records):
        if record.hand_in is None or record.outcome is None:
            continue
        form = record.outcome.form
        if form:
            by_form[form][record.hand_in.name].append(name)
    groups = [submissions for submissions in by_form.values() if len(submissions) > 1]
    return [[*map(" and ".join, submissions.values())] for submissions in groups]


def class_page(
    title: str,
    exercises: Sequence[Exercise],
    records: Sequence[Record],
    pages: Iterable[str] = (),
) -> str:
    """Return the page of a class.

    pages: the names of the submissions that have pages of their own beside this one.
    """
    statistics = Statistics(records, exercises)
    links = {name: f"./{quote(f'{name}.html')}" for name in pages}
    shown_mistakes = [*sorted(statistics.mistakes), *statistics.happened]
    numbers = {name: number for number, name in enumerate(shown_mistakes)}
    ids = [exercise.id for exercise in exercises]
    rows = []
    for name, record in _named(records):
        link = links.get(record.hand_in.name, "") if record.hand_in else ""
        rows.append(_row(name, record, link, ids, numbers))
    data = {
        "tasks": [_task(exercise) for exercise in exercises],
        "maximum": sum(exercise.points_in_maximum for exercise in exercises),
        "mistakes": [_title(name) for name in numbers],
        "late": any(record.late_days for record in records),
        "changed": any(record.overrides for record in records),
        "students": rows,
    }
    return rendered(
        "class.html.j2",
        ["matrix.js"],
        most=limits.MOST_SHOWN,
        records=records,
        data=data,
        title=title,
        found=statistics,
        sections={
            visible_name(section): Statistics(of_section).headline
            for section, of_section in in_sections(records).items()
        },
        mistakes=_mistakes(links, statistics),
        titles={exercise.id: exercise.title for exercise in exercises},
        alike=alike(records),
        statistics=[*map(_shown_statistics, statistics.exercises)],
    )


def _task(exercise: Exercise) -> list[Any]:
    """Return an exercise as the page's script takes it: id, title, points, short id."""
    name = visible_name(exercise.id)
    title = with_signs(visible_name(exercise.title, limits.LONGEST_MESSAGE))
    return [name, title, exercise.max_points, short_id(name)]


def grade_with_its_sum(record: Record) -> str:
    """Return the final score and how it comes about; "" without one."""
    outcome = record.outcome
    final = record.final
    if outcome is None or final is None or record.is_partial:
        return ""
    steps = [_earned(outcome)]
    if record.after_late not in (None, outcome.score) and record.late_days:
        share = round(100 * (1 - record.after_late / outcome.score), 2)
        days = record.late_days
        steps.append(sentence("page_whose", "late", count=days, share=f"{share:.10g}"))
    steps += [
        override.change
        for override in record.overrides
        if override.kind in ("points", "score")
    ]
    shown = ", ".join(steps)
    if len(steps) == 1:
        return sentence("page_whose", "grade", points=shown)
    return sentence("page_whose", "grade and sum", steps=shown, sum=f"{final:.10g}")


def _earned(outcome: Outcome) -> str:
    """Return the points that a program earned, as a phrase."""
    points = f"{outcome.score:.10g}"
    maximum = plain_number(outcome.maximum)
    if not outcome.extra_points:
        return sentence("page_whose", "earned", points=points, count=maximum)
    extra = f"{outcome.extra_points:.10g}"
    return sentence(
        "page_whose", "earned, some extra", points=points, count=maximum, extra=extra
    )


def signed(page: str, title: str, records: Sequence[Record]) -> str:
    """Return the page of a submission with the facts that only the class knows.

    These are its students, their grade, the changes of it, and a way back, in the
    page's own language. records: of the submission's students.
    """
    with speaking(language_of(page)):
        changes = _change_sentences(records)
    text = rendered(
        "whose.html.j2",
        title=title,
        changes=changes,
        names=[visible_name(record.student.name) for record in records],
        way_back=WAY_BACK,
    )
    head, _, who = text.partition("\n")
    page = re.sub(r"(?s)<title>.*?</title>", lambda _: head, page, count=1)
    return re.sub(r'(?s)<p class="who">.*?</p>', lambda _: who, page, count=1)


def _change_sentences(records: Sequence[Record]) -> list[str]:
    """Return the grade of a submission's students, and how it was changed.

    All members of a group read this. If their grades were changed differently, it does
    not tell any single change.
    """
    if all(record.is_unproven and record.final is None for record in records):
        return [sentence("page_whose", "no grade yet")]
    changed = {(record.late_days, record.overrides) for record in records}
    if len(changed) > 1:
        return [sentence("page_whose", "different changes")]
    late_days, overrides = changed.pop()
    changes = [*filter(None, [grade_with_its_sum(records[0])])]
    if late_days:
        changes.append(sentence("page_whose", "days late", count=late_days))
    for override in overrides:
        in_points = override.kind in ("points", "score")
        name = "changed, in points" if in_points else "changed"
        change, reason = override.change, override.reason
        changes.append(sentence("page_whose", name, change=change, reason=reason))
    return changes


def _mistakes(links: Mapping[str, str], statistics: Statistics) -> list[dict[str, Any]]:
    """Return the mistakes for the page, the most frequent first.

    Each has the lines of a student as an example, if possible of one who makes no other
    mistake.
    """
    mistakes = []
    for name, students in statistics.mistakes.items():
        makers = []
        for record, outcome in statistics.judged:
            if name in outcome.misconceptions:
                makers.append((record, outcome))
        record, outcome = max(makers, key=_is_good_example)
        mistakes.append(
            {
                "title": _title(name),
                "explanation": BY_ID[name].description() if name in BY_ID else "",
                "students": students,
                "report": links.get(record.hand_in.name, "") if record.hand_in else "",
                "place": next(iter(outcome.places), ""),
                "source": outcome.source[: limits.LONGEST_EXAMPLE],
            }
        )
    return mistakes


def _is_good_example(maker: tuple[Record, Outcome]) -> tuple[bool, bool]:
    """Return whether a student makes this mistake alone, and whether its line is known.

    maker: the record and the outcome of the student.
    """
    _, outcome = maker
    return len(outcome.misconceptions) == 1, bool(outcome.places)


def _title(mistake: str) -> str:
    return (
        BY_ID[mistake].title_beside_root if mistake in BY_ID else visible_name(mistake)
    )


def _row(
    name: str,
    record: Record,
    link: str,
    exercises: Sequence[str],
    numbers: Mapping[str, int],
) -> list[Any]:
    """Return a student's row of the table that the page's script builds.

    link: to the submission's page, or "". numbers: the indices of the mistakes.
    """
    outcome = record.outcome or Outcome(0, {})
    names = (*outcome.misconceptions, *outcome.happened)
    return [
        name,
        outcome.score if record.outcome is not None else None,
        _points(outcome, exercises) if outcome.exercises else [],
        [numbers[mistake] for mistake in names],
        link,
        visible_name(record.note, limits.LONGEST_CELL),
        record.late_days,
        record.final,
        visible_name(_changes(record), limits.LONGEST_CELL),
    ]
