"""Sums up a class: as a table (class.csv), as a page (class.html), and as lines for the
terminal.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from statistics import fmean, median
from typing import Any
from urllib.parse import quote

from autograder import limits
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
from autograder.exercises.model import Exercise
from autograder.explaining.catalogue import BY_ID
from autograder.pages.render import rendered, short_id
from autograder.text import counted, visible_name

TABLE, PAGE = "class.csv", "class.html"
WAY_BACK = f'<a href="./{PAGE}">The class</a>'
"""What a student's page has for the instructor, and no student gets."""
DIFFERENT = (
    "The course staff did not change all of your grades alike: ask them about your own."
)
"""What stands on a group's page, which all of them read, in place of what concerns some
of them.
"""
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
AFTER = ("misconceptions", "places", "seconds", "note", "override", "final")
"""The columns of class.csv before and after those of the exercises."""
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
"""The beginning of a field that a spreadsheet would evaluate."""
FORMULA_WITHIN = re.compile(
    r"(?P<before>[;\t])(?P<blanks>[\s\"]*)(?P<sign>[=+\-@＝＋－＠])"
)
"""A separator of other spreadsheets inside a field, after which a field would begin
that they evaluate.

Quotation marks do not help there: for them the field begins before these, at the
separator before.
"""
RANGES = [*(f"{low}-{low + 10}%" for low in range(0, 90, 10)), "90-99%", "100%"]


class Statistics:
    """Students with results: how many are in each range, failed each exercise, or met
    each mistake and mishap.

    Of exercises that are named there is more: what `exercises` has, of the students
    whose results are of just these.
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

        of_this_set = [
            (record, outcome)
            for record, outcome in self.judged
            if outcome.is_of(exercises)
        ]
        self._is_part = any(record.is_partial for record, _ in of_this_set)
        self._of_others = len(self.judged) - len(of_this_set)
        self._without = len(records) - len(self.judged)
        self.exercises = statistics_of(
            exercises,
            [outcome for _, outcome in of_this_set],
            is_whole=not self._is_part,
        )

    def remarks(self) -> Iterator[str]:
        """Yield in sentences who is not counted in the statistics of the exercises, and
        what is not given there.
        """
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
        judged = f"{len(scores)} of {students} judged"
    average = f"mean {fmean(scores):.1f}, median {median(scores):.10g}"
    return f"{judged}: {average} of {maximum:.10g}"


def _distribution(outcomes: Sequence[Outcome]) -> dict[str, int]:
    """Return how many outcomes are in each of `RANGES`; nothing for no outcomes."""
    if not outcomes:
        return {}
    in_range = Counter[str]()
    for outcome in outcomes:
        tenths = int(10 * outcome.score / outcome.maximum)
        in_range[RANGES[min(10, max(0, tenths))]] += 1
    return {label: in_range[label] for label in RANGES}


def table(records: Iterable[Record], exercises: Sequence[str]) -> str:
    """The table as CSV: one row a student.

    exercises: the ids of those of the set, in order.
    """
    rows: list[Sequence[Cell]] = [[*BEFORE, *exercises, *AFTER]]
    for record in records:
        fields, points = (
            _fields(record),
            record.outcome.exercises if record.outcome else {},
        )
        of_exercises = [
            points[name][0] if name in points else None for name in exercises
        ]
        rows.append([*map(fields.get, BEFORE), *of_exercises, *map(fields.get, AFTER)])
    return as_csv(rows)


def _fields(record: Record) -> dict[str, Cell]:
    student, hand_in, outcome = record.student, record.hand_in, record.outcome
    happened = outcome.happened if outcome and not outcome.note else {}
    notes = [f"{what}: {counted(many, 'exercise')}" for what, many in happened.items()]
    fields: dict[str, Cell] = {
        "student": student.name,
        "email": student.email,
        "number": student.number,
        "file": hand_in.file if hand_in else "",
        "late_days": record.late_days,
        "note": in_one_line([record.note, *notes]),
        "override": _changes(record),
        "final": record.final,
    }
    if hand_in is None or outcome is None:
        if not record.is_absent:
            return fields
        return fields | {
            "score": 0,
            "score_after_late": None if record.is_partial else 0,
        }
    return fields | {
        "results": f"{hand_in.name}.json",
        "score": outcome.score,
        "maximum": outcome.maximum,
        "score_after_late": record.after_late,
        "misconceptions": " ".join(most_frequent_first(outcome.misconceptions)),
        "places": " ".join(outcome.places),
        "seconds": outcome.seconds,
    }


def as_csv(rows: Iterable[Sequence[Cell]]) -> str:
    """Rows as CSV, after the byte order mark by which spreadsheets know UTF-8."""
    lines = (",".join(map(_quoted, map(_as_text, row))) for row in rows)
    return "\ufeff" + "".join(f"{line}\r\n" for line in lines)


def _quoted(text: str) -> str:
    """Quote a field that holds a quotation mark, or what ends a field for this or
    another spreadsheet.
    """
    return (
        '"{}"'.format(text.replace('"', '""'))
        if re.search('[",;\t\r\n]', text)
        else text
    )


def _as_text(cell: Cell) -> str:
    """A cell on one line.

    What begins like a formula gets an apostrophe before it, so no spreadsheet runs it.
    """
    if not isinstance(cell, str):
        return "" if cell is None else f"{cell:.10g}"
    shown = visible_name(cell, limits.LONGEST_CELL)
    shown = FORMULA_WITHIN.sub(r"\g<before>'\g<blanks>\g<sign>", shown)
    return f"'{shown}" if FORMULA.match(shown) else shown


def statistics_table(statistics: Iterable[ExerciseStatistics]) -> str:
    """The statistics of exercises as CSV: one row an exercise.

    A field is empty where its number is not known.
    """
    rows: list[Sequence[Cell]] = [STATISTICS]
    for of_exercise in statistics:
        exercise = of_exercise.exercise
        about = (exercise.id, exercise.title, exercise.visibility, exercise.max_points)
        passed = (*of_exercise.passed.values(), of_exercise.passed_all)
        measures = (
            _rounded(of_exercise.mean, 4),
            _rounded(of_exercise.discrimination, 4),
        )
        mistakes = [
            f"{name} {students}" for name, students in of_exercise.mistakes.items()
        ]
        rows.append(
            [
                *about,
                of_exercise.judged,
                *passed,
                *measures,
                ", ".join(mistakes[: limits.MOST_NAMED]),
            ]
        )
    return as_csv(rows)


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits) + 0.0  # no -0


def _shown_statistics(of_exercise: ExerciseStatistics) -> dict[str, Any]:
    """Return the statistics of an exercise as the page shows them: texts, with a dash
    for what is not known.
    """
    numbers = [of_exercise.judged, *of_exercise.passed.values(), of_exercise.passed_all]
    mean, discrimination = (
        _rounded(number, 2) for number in (of_exercise.mean, of_exercise.discrimination)
    )
    worth = f"{of_exercise.exercise.max_points:.10g}"
    shown = ["–" if number is None else str(number) for number in numbers]
    shown.append("–" if mean is None else f"{mean:.2f} of {worth}")
    shown.append(
        "–" if discrimination is None else f"{discrimination:.2f}".replace("-", "−")
    )
    mistakes = [
        f"{_title(name)}: {students}" for name, students in of_exercise.mistakes.items()
    ]
    most = "; ".join(mistakes[: limits.MOST_MADE])
    return {"exercise": of_exercise.exercise, "numbers": shown, "mistakes": most}


def _named(records: Sequence[Record]) -> list[tuple[str, Record]]:
    """Return the records, each with a name that no other student's record has."""
    people = [
        (record.student, record.hand_in.name if record.hand_in else "")
        for record in records
    ]
    return list(zip(told_apart(people), records, strict=True))


def summary(records: Sequence[Record], worth: float = inf) -> Iterator[str]:
    """The lines for the terminal. worth: the points of the set."""
    found = Statistics(records)
    if found.distribution:
        yield found.headline
    for label, many in found.distribution.items():
        bar = "█" * round(
            limits.WIDEST_COLUMN * many / max(found.distribution.values())
        )
        yield f"  {label:>7}  {many:>5}  {bar}".rstrip()
    most = {
        "Failed most": found.failed,
        "Mistakes made most": found.mistakes,
        "What else happened": found.happened,
    }
    for title, counts in most.items():
        if counts:
            yield from ("", f"{title}:")
            yield from (
                f"  {many:>5}  {name}"
                for name, many in [*counts.items()][: limits.MOST_NAMED]
            )
    lists: dict[str, Callable[[Record], bool]] = {
        "Failed, and no known mistake was found": _is_unexplained,
        "Not judged on everything": lambda record: (
            record.outcome is not None and record.outcome.note != ""
        ),
        "Without results": lambda record: (
            record.outcome is None and not record.is_absent
        ),
        "Handed in nothing": lambda record: record.is_absent,
    }
    named = _named(records)
    for title, belongs in lists.items():
        yield from _listed(
            title, [(name, record.note) for name, record in named if belongs(record)]
        )
    above = [(name, record) for name, record in named if record.is_above(worth)]
    yield from _listed(
        "A final score above the maximum",
        [(name, _how_above(record, worth)) for name, record in above],
    )
    groups = alike(records)
    if groups:
        programs = counted(len(groups), "program")
        yield ""
        yield f"The same but for blanks, comments and names: {programs}, in {PAGE}"


def _is_unexplained(record: Record) -> bool:
    """Return whether points were lost, and no mistake nor anything else says why."""
    outcome = record.outcome
    if outcome is None or outcome.note or outcome.score >= outcome.maximum:
        return False
    return {*outcome.misconceptions, *outcome.happened} <= {NOT_NAMED, HIDDEN}


def _listed(title: str, students: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Return lines that name students, each with a note that may be empty; none where
    there are no students.
    """
    if students:
        yield from ("", f"{title}: {len(students)}")
    for name, note in students[: limits.MOST_NAMED]:
        yield (
            f"  {name}: {visible_name(note, limits.LONGEST_CELL)}"
            if note
            else f"  {name}"
        )
    if len(students) > limits.MOST_NAMED:
        yield f"  and {len(students) - limits.MOST_NAMED} more, in {TABLE}"


def _how_above(record: Record, worth: float) -> str:
    """Return a final score that is above the points of the set, and the overrides that
    make it so, if they do.
    """
    why = _changes(record) if record.is_earned_or_given(worth) else NOT_GIVEN
    return f"{record.final:.10g} of {worth:.10g}: {why}"


def _changes(record: Record) -> str:
    """Return the overrides of a record in one line."""
    return "; ".join(map(str, record.overrides))


def alike(records: Sequence[Record]) -> list[list[str]]:
    """The names of students whose programs are the same, a list for each program that
    several handed in.
    """
    by_form = defaultdict[str, dict[str, list[str]]](lambda: defaultdict(list))
    for name, record in _named(records):
        if (
            record.hand_in is not None
            and record.outcome is not None
            and record.outcome.form
        ):
            by_form[record.outcome.form][record.hand_in.name].append(name)
    return [
        [" and ".join(names) for names in each.values()]
        for each in by_form.values()
        if len(each) > 1
    ]


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
    data = {
        "tasks": [_task(exercise) for exercise in exercises],
        "mistakes": [_title(name) for name in numbers],
        "late": any(record.late_days for record in records),
        "changed": any(record.overrides for record in records),
        "students": [
            _row(name, record, links, exercises, numbers)
            for name, record in _named(records)
        ],
    }
    return rendered(
        "class.html.j2",
        ["matrix.js"],
        most=limits.MOST_SHOWN,
        records=records,
        data=data,
        title=title,
        found=statistics,
        mistakes=_mistakes(links, statistics),
        titles={exercise.id: exercise.title for exercise in exercises},
        alike=alike(records),
        statistics=[*map(_shown_statistics, statistics.exercises)],
    )


def _task(exercise: Exercise) -> list[Any]:
    """Return an exercise as the page's script takes it: id, title, points, short id."""
    name = visible_name(exercise.id)
    title = visible_name(exercise.title, limits.LONGEST_MESSAGE)
    return [name, title, exercise.max_points, short_id(name)]


def signed(page: str, title: str, records: Sequence[Record]) -> str:
    """The page of one submission with what only the class knows: whose it is, what
    changed the scores, a way back.
    """
    (late, overrides), *unlike = {(each.late_days, each.overrides) for each in records}
    changes = [f"{counted(late, 'day')} late"] if late else []
    changes += [f"Changed by the course staff: {each}" for each in overrides]
    about = {
        "names": [visible_name(record.student.name) for record in records],
        "way_back": WAY_BACK,
    }
    said = rendered(
        "whose.html.j2",
        title=title,
        changes=[DIFFERENT] if unlike else changes,
        **about,
    )
    head, _, who = said.partition("\n")
    page = re.sub(r"(?s)<title>.*?</title>", lambda _: head, page, count=1)
    return re.sub(r'(?s)<p class="who">.*?</p>', lambda _: who, page, count=1)


def _mistakes(links: Mapping[str, str], found: Statistics) -> list[dict[str, Any]]:
    """The mistakes, the most frequent first, each with an example: the lines of a
    student who best makes no other.
    """
    mistakes = []
    for name, many in found.mistakes.items():
        makers = (each for each in found.judged if name in each[1].misconceptions)
        record, outcome = max(
            makers,
            key=lambda each: (len(each[1].misconceptions) == 1, bool(each[1].places)),
        )
        explanation = BY_ID[name].description() if name in BY_ID else ""
        place, source = (
            next(iter(outcome.places), ""),
            outcome.source[: limits.LONGEST_EXAMPLE],
        )
        report = links.get(record.hand_in.name, "") if record.hand_in else ""
        example = {"report": report, "place": place, "source": source}
        mistakes.append(
            {
                "title": _title(name),
                "explanation": explanation,
                "students": many,
                **example,
            }
        )
    return mistakes


def _title(mistake: str) -> str:
    return BY_ID[mistake].title if mistake in BY_ID else visible_name(mistake)


def _row(
    name: str,
    record: Record,
    links: dict[str, str],
    exercises: Sequence[Exercise],
    numbers: dict[str, int],
) -> list[Any]:
    """A student's row of the table that the page's script builds.

    numbers: the indices of the mistakes.
    """
    outcome = record.outcome or Outcome(0, {})
    points = [
        outcome.exercises[each.id][0] if each.id in outcome.exercises else None
        for each in exercises
    ]
    return [
        name,
        outcome.score if record.outcome is not None else None,
        points if outcome.exercises else [],
        [numbers[mistake] for mistake in (*outcome.misconceptions, *outcome.happened)],
        links.get(record.hand_in.name, "") if record.hand_in else "",
        visible_name(record.note, limits.LONGEST_CELL),
        record.late_days,
        record.final,
        visible_name(_changes(record), limits.LONGEST_CELL),
    ]
