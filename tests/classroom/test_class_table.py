"""The table of a class: lateness, the summary, overrides, what differs between two gradings, and programs alike."""

import csv
import io
import math
import re
import statistics
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom.comparison import (
    COLUMNS,
    Graded,
    Row,
    changes,
    csv_of,
    difference,
    rows_in,
)
from autograder.classroom.csv_file import Csv
from autograder.classroom.exercise_statistics import statistics_of
from autograder.classroom.lateness import Due
from autograder.classroom.overrides import read_overrides
from autograder.classroom.overview import (
    AFTER,
    BEFORE,
    STATISTICS,
    Statistics,
    statistics_table,
    summary,
    table,
)
from autograder.classroom.records import (
    FOLDER,
    UNIVERSITY_ID,
    HandIn,
    Identity,
    Outcome,
    Override,
    Record,
    Student,
    note_of,
    outcome_of,
    told_apart,
)
from autograder.cli.one_of_a_class import normal_form
from autograder.core import limits
from autograder.core.errors import InvalidExercises, WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import CHECKS, Exercise, Late
from autograder.core.text import visible_name
from tests.sets import PROJECT, cases, written

RULE = Late(per_day=0.1, grace_hours=6, at_most=0.5)
DUE = datetime(2026, 11, 20, 23, 59, tzinfo=timezone.utc)
DEADLINE = Due(DUE)


def record(
    name: str = "alice",
    note: str = "",
    points: float = 2,
    misconceptions: tuple[str, ...] = (),
) -> Record:
    hand_in = HandIn(name, (Student(name),), Path(name), name)
    outcome = Outcome(
        points,
        {"01": (points, 3)},
        dict.fromkeys(misconceptions, 1),
        ("alphabeta.py:3",),
        0.5,
        note,
    )
    return Record(hand_in.students[0], hand_in, outcome, note=note)


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_columns_are_those_that_are_documented() -> None:
    (row,) = rows_of(table([record(misconceptions=("strict-cutoff",))], ["01"]))
    assert list(row) == [*BEFORE, "01", *AFTER]
    documented = (Path(__file__).parents[2] / "docs" / "class.md").read_text("utf-8")
    (section,) = re.findall(r"## class.csv\n(.*?)\n## ", documented, re.DOTALL)
    columns = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    assert re.findall("`(.+?)`", " ".join(columns)) == [*BEFORE, *AFTER]
    assert (row["score"], row["maximum"], row["01"], row["results"]) == (
        "2",
        "3",
        "2",
        "alice.json",
    )
    assert (row["misconceptions"], row["places"], row["seconds"]) == (
        "strict-cutoff",
        "alphabeta.py:3",
        "0.5",
    )


@given(st.lists(st.tuples(st.text(), st.text()), min_size=1))
def test_no_field_is_a_formula_and_none_is_lost(fields: list[tuple[str, str]]) -> None:
    rows = list(
        csv.reader(
            io.StringIO(
                table([record(*field) for field in fields], ["=1+1"]), newline=""
            )
        )
    )
    assert rows[0][len(BEFORE)] == "'=1+1"
    assert len(rows) == 1 + len(fields)
    for row, (name, note) in zip(rows[1:], fields, strict=True):
        assert no_formula(row)
        assert row[0].replace("'", "") == visible_name(name, 2000).replace("'", "")
        note_read = row[-1 - AFTER[::-1].index("note")]
        assert note_read.replace("'", "") == visible_name(note, 2000).replace("'", "")


def no_formula(cells: list[str]) -> bool:
    """Return whether no cell is one that a spreadsheet evaluates, or begins with what it may skip."""
    return not any(
        cell.lstrip().startswith((*FORMULAS, "\t", "\r", "\n")) for cell in cells
    )


FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
SIGNS = st.text(st.sampled_from("a=+-@;\t \",'\n"), max_size=8)


@given(st.lists(st.tuples(SIGNS, SIGNS), min_size=1), st.sampled_from(";\t,"))
@example([("a;=1+1;b", 'x;"=2"')], ";")
def test_no_field_is_a_formula_where_the_separator_is_another(
    fields: list[tuple[str, str]], separator: str
) -> None:
    text = table([record(*field) for field in fields], ["01"])
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        assert no_formula(row)


def test_a_field_with_a_separator_is_quoted() -> None:
    text = table([record("Ada; Bo", "x, y"), record("Cy", "no;thing")], ["01"])
    assert '\n"Ada; Bo",' in text
    assert ',"x, y",' in text
    assert ',"no;thing",' in text
    assert "\nCy," in text


def test_table_has_rows_for_students_without_a_submission_or_a_score() -> None:
    hand_in = HandIn("bob", (Student("bob"),), Path("bob"), "bob.py")
    nothing = Record(Student("alice"), None, None, note="handed in nothing")
    alice, bob = rows_of(
        table(
            [nothing, Record(Student("bob"), hand_in, None, note="broke: it")], ["01"]
        )
    )
    assert (alice["score"], alice["note"]) == ("0", "handed in nothing")
    assert (bob["score"], bob["file"], bob["note"]) == ("", "bob.py", "broke: it")


@pytest.mark.parametrize(
    ("hours", "days", "left"),
    [
        (-1, 0, 10),
        (0, 0, 10),
        (6, 0, 10),
        (6.1, 1, 9),
        (24, 1, 9),
        (24.1, 2, 8),
        (24 * 5, 5, 5),
        (24 * 30, 30, 5),
    ],
)
def test_late_days_and_penalty_follow_the_hours_after_the_due_time(
    hours: float, days: int, left: float
) -> None:
    assert handed_in(DUE + timedelta(hours=hours)).days_late(RULE, DEADLINE, ()) == days
    assert Outcome(10, {}).after_penalty(RULE, days) == left


def handed_in(at: datetime | None, *, late: bool = False) -> HandIn:
    return HandIn("alice", (), Path(), "", at, late)


def test_submission_only_marked_late_by_a_platform_is_one_day_late() -> None:
    assert handed_in(None, late=True).days_late(RULE, DEADLINE, ()) == 1
    assert handed_in(None).days_late(RULE, DEADLINE, ()) is None
    assert handed_in(DUE).days_late(RULE, None, ()) is None
    assert Outcome(10, {}).after_penalty(None, 3) == 10


def test_submission_due_at_the_largest_datetime_is_never_late() -> None:
    assert (
        handed_in(DUE).days_late(
            RULE, Due(datetime.max.replace(tzinfo=timezone.utc)), ()
        )
        == 0
    )


@given(st.floats(0, 100), st.floats(0, 1), st.floats(0, 1), st.integers(0, 1000))
def test_no_penalty_is_larger_than_the_largest(
    score: float, per_day: float, at_most: float, days: int
) -> None:
    rule = Late(per_day, 0, at_most)
    left = Outcome(score, {}).after_penalty(rule, days)
    assert score * (1 - at_most) - 0.001 <= left <= score + 0.001
    assert Outcome(score, {}).after_penalty(rule, days + 1) <= left + 0.001


def test_the_summary_names_exercises_mistakes_and_who_has_none_named() -> None:
    records = [
        record("alice", points=3),
        record("bob", points=1, misconceptions=("strict-cutoff",)),
        record("carol", points=0),
        record("dave", points=0, note="no file: There is no alphabeta.py"),
        Record(Student("eve"), None, None, note="handed in nothing"),
    ]
    text = "\n".join(summary(records))
    assert "4 of 5 students judged: mean 1.0, median 0.5 of 3" in text
    assert "3  01" in text
    assert "1  strict-cutoff" in text
    assert "Failed, and no known mistake was found: 1\n  carol" in text
    assert "Not judged on everything: 1\n  dave: no file" in text
    assert "Handed in nothing: 1\n  eve" in text
    assert list(summary([])) == []


SENTENCES = st.text("abcdé., ", min_size=1, max_size=60).map(str.strip).filter(bool)


@given(
    st.lists(SENTENCES, max_size=3),
    st.lists(SENTENCES, max_size=40),
    st.lists(SENTENCES, max_size=2),
)
def test_note_of_keeps_the_end_of_every_part(
    remarks: list[str], beside: list[str], why: list[str]
) -> None:
    """Only of other files that are many some are counted instead; what is longer than any sentence loses its middle."""
    note = note_of(remarks, beside, *why)
    (row,) = rows_of(table([record(note=note)], ["01"]))
    shown = row["note"].removeprefix("'")
    assert [
        remark for remark in (*remarks, *beside[:10], *why) if remark not in shown
    ] == []
    assert (f"and {len(beside) - 10} more such notes" in shown) == (len(beside) > 10)
    long = note_of(["x" * 10**6 + " Then do this."], [], "the last")
    assert long.endswith("xxx Then do this. the last")
    assert len(long) < 2 * limits.LONGEST_NOTE


def outcome(student: str = "", **points: float) -> Outcome:
    by_exercise = {name: (value, 3.0) for name, value in points.items()}
    return Outcome(
        sum(points.values()),
        by_exercise,
        students=(Student(student),) if student else (),
    )


def graded(**outcomes: Outcome) -> Graded:
    """Return a grading whose table has each submission's score as the final one."""
    return Graded(
        outcomes,
        [Row(Student(name), name, outcome.score) for name, outcome in outcomes.items()],
    )


def test_difference_names_student_change_and_exercises() -> None:
    old = graded(
        alice=outcome(a=3, b=1),
        bob=outcome(a=3, b=3),
        carol=outcome(a=0, b=3),
        dave=outcome(a=1),
    )
    new = graded(
        alice=outcome(a=3, b=3),
        bob=outcome(a=3, b=3),
        carol=outcome(a=3, b=0),
        eve=outcome(a=2),
    )
    differences = changes(old, new)
    scores = {"dave": (1, None), "carol": (3, 3), "alice": (4, 6), "eve": (None, 2)}
    assert [(change.name, change.score) for change in differences] == [*scores.items()]
    lines = list(difference(old, new))
    assert "alice        4 → 6        +2  b 1 → 3" in lines
    assert lines[-1] == "4 of 5 submissions changed."
    rows = rows_of(csv_of(differences))
    assert list(rows[0]) == [*COLUMNS]
    carols = {
        "submission": "carol",
        "exercise": "b",
        "old": "3",
        "new": "0",
        "change": "-3",
    }
    daves = {
        "submission": "dave",
        "exercise": "",
        "old": "1",
        "new": "",
        "change": "-1",
    }
    assert [
        wanted
        for wanted in (carols, daves)
        if not any(wanted.items() <= row.items() for row in rows)
    ] == []
    assert list(difference(old, old)) == ["0 of 4 submissions changed."]


def test_difference_names_students_and_counts_common_submissions() -> None:
    old = graded(
        submission_1=outcome("Ada", a=3, b=1),
        submission_2=outcome("Bo", a=3, b=1),
        s3=outcome("Bo", a=1),
    )
    new = graded(
        submission_1=outcome("Ada", a=2, c=3),
        submission_2=outcome("Bo", a=3, c=3),
        s3=outcome("Bo", a=0),
    )
    assert list(difference(old, new)) == [
        "Bo (s3)        1 → 0        -1  a 1 → 0",
        "Ada            3 → 2        -1  a 3 → 2",
        "Not counted, as only in the old results: b",
        "Not counted, as only in the new results: c",
        "Final scores are not compared where the exercises are not the same.",
        "2 of 3 submissions changed.",
    ]


def test_difference_says_which_exercise_is_worth_more_or_less_now() -> None:
    old = graded(ada=Outcome(5, {"a": (5.0, 5.0), "b": (0.0, 1.0)}))
    new = graded(ada=Outcome(2, {"a": (2.0, 2.0), "b": (0.0, 1.0)}))
    lines = list(difference(old, new))
    assert "The most that a is worth changed: 5 → 2" in lines
    assert not any("b is worth" in line for line in lines)
    assert not any("worth" in line for line in difference(old, old))


def test_difference_calls_students_on_the_terminal_as_in_its_table() -> None:
    """A download of Canvas has brandtnia for the name on the roster."""
    before, after = (outcome("brandtnia", a=points) for points in (3, 1))
    rows = [Row(Student("Brandt, Nia"), "s1", None)]
    old, new = (Graded({"s1": graded}, rows) for graded in (before, after))
    first, *_ = difference(old, new)
    (score, _) = rows_of(csv_of(changes(old, new)))
    assert first.startswith("Brandt, Nia  ")
    assert score["submission"] == score["name"] == "Brandt, Nia"


def test_difference_names_exercises_that_only_one_side_of_a_submission_has() -> None:
    """One graded alone has all exercises, while the others have results of a part."""
    old = graded(ada=outcome(a=3), bo=outcome(a=3, b=1), cy=outcome(a=3))
    new = graded(ada=outcome(a=3, b=3), bo=outcome(a=3, b=1), cy=outcome(a=3, b=2))
    assert list(difference(old, new)) == [
        "Not counted for ada, cy, as only in the new results: b",
        "Final scores are not compared where the exercises are not the same.",
        "0 of 3 submissions changed.",
    ]


def test_difference_names_only_the_first_of_many_changed_exercises() -> None:
    old, new = (
        graded(
            ada=outcome("", **{f"e{number:02}": float(points) for number in range(12)})
        )
        for points in (1, 3)
    )
    first, last = difference(old, new)
    assert first.endswith("  e09 1 → 3 and 2 more")
    assert last == "1 of 1 submission changed."
    assert len(rows_of(csv_of(changes(old, new)))) == 13


ANA, BEN, CAT = (
    Student(name, f"{name.lower()}@x.edu", number)
    for name, number in (("Ana", "1"), ("Ben", "2"), ("Cat", "3"))
)


def test_difference_compares_final_scores_too() -> None:
    """A group of which one has an extension, a score that an override outdoes, and one who handed in nothing."""
    old = {"g": outcome(a=3), "cat": outcome(a=1), "dan": outcome(a=2)}
    new = {"g": outcome(a=3), "cat": outcome(a=2)}
    new["dan"] = outcome(a=2)
    before = [
        Row(ANA, "g", 2.4),
        Row(BEN, "g", 2.4),
        Row(CAT, "cat", 5.0),
        Row(Student("dan"), "dan", 2.0),
    ]
    after = [
        Row(ANA, "g", 3.0),
        Row(BEN, "g", 2.4),
        Row(CAT, "cat", 5.0),
        Row(Student("Dan", "d@x.edu"), "dan", 2.0),
    ]
    absent = Student("Eve", "e@x.edu", "5")
    graded = Graded(old, [*before, Row(absent, "", 0.0)])
    other = Graded(new, [*after, Row(absent, "", 4.0)])
    assert list(difference(graded, other)) == [
        "Ana, Ben        3 → 3        +0  final of Ana 2.4 → 3  final of Ben 2.4 → 2.4",
        "Eve             – → –        +0  final 0 → 4",
        "Cat             1 → 2        +1  a 1 → 2  final 5 → 5",
        "2 of 3 submissions changed.",
        "The final score of 1 student without results changed.",
    ]
    rows = rows_of(csv_of(changes(graded, other)))
    last = COLUMNS[5:]
    assert [
        [row[column] for column in ("submission", "exercise", *last)] for row in rows
    ] == [
        ["Ana, Ben", "", "Ana", "ana@x.edu", "1", "2.4", "3"],
        ["Ana, Ben", "", "Ben", "ben@x.edu", "2", "2.4", "2.4"],
        ["Eve", "", "Eve", "e@x.edu", "5", "0", "4"],
        ["Cat", "", "Cat", "cat@x.edu", "3", "5", "5"],
        ["Cat", "a", "Cat", "cat@x.edu", "3", "", ""],
    ]


def test_difference_leaves_out_students_without_results_whose_final_score_is_equal() -> (
    None
):
    absent = [Row(Student("Ada"), "", 0.0), Row(Student("Bo"), "", None)]
    old = Graded({"cy": outcome(a=3)}, [*absent, Row(Student("Cy"), "cy", 3.0)])
    assert changes(old, old) == []
    excused = [absent[0]._replace(final=2.0), *old.rows[1:]]
    assert [change.name for change in changes(old, Graded(old.outcomes, excused))] == [
        "Ada"
    ]


@pytest.mark.parametrize(
    ("which", "finals"), [("old", [None, 3.0]), ("new", [3.0, None])]
)
def test_difference_leaves_out_final_scores_that_one_side_lacks(
    which: str, finals: list[float | None]
) -> None:
    """As those of a run of a part of the set."""
    graded, other = (
        Graded({"ana": outcome(a=3)}, [Row(ANA, "ana", final)]) for final in finals
    )
    assert list(difference(graded, other)) == [
        f"Final scores are not compared, as class.csv has none in the {which} results.",
        "0 of 1 submission changed.",
    ]


def test_rows_of_class_csv_are_read_back_as_written() -> None:
    """A formula without its apostrophe, exercises called as columns are, and as a spreadsheet saves it."""
    hand_in = HandIn("+a", (), Path(), "")
    records = [
        Record(
            Student("=1+1", "a@x.edu", "7"),
            hand_in,
            Outcome(2, {"final": (1, 3), "number": (1, 3)}),
            after_late=2.5,
        ),
        Record(Student("Bo"), None, None, note="handed in nothing"),
    ]
    text = table(records, ["final", "number"])
    wanted = [
        Row(Student("=1+1", "a@x.edu", "7"), "+a", 2.5),
        Row(Student("Bo"), "", 0.0),
    ]
    assert rows_in(Csv(text.encode())) == wanted
    saved = text.removeprefix("\ufeff").replace(",", ";").replace("2.5", "2,5")
    assert rows_in(Csv(saved.encode("utf-16"))) == wanted
    assert rows_in(Csv(b"student,score\nBo,3\n")) == []


ADA = Student("Ada Lovelace", "ada@x.edu", "007", (Identity(UNIVERSITY_ID, "007"),))
BO, OTHER_BO = (
    Student("Bo", number=number, ids=(Identity(UNIVERSITY_ID, number),))
    for number in ("1", "2")
)
HEADING = "student,change,reason\n"


def override(change: str) -> Override:
    kind, _, number = change.partition(" ")
    return Override(kind, float(number.rstrip("h") or 0), change, "why")  # type: ignore[arg-type]


def test_overrides_are_read_as_a_spreadsheet_writes_them(tmp_path: Path) -> None:
    text = '\ufeffReason;Student;Change\r\n"won; an appeal";007;points +2,5\r\n'
    with pytest.raises(
        InvalidExercises,
        match=r'line 2: "points \+2,5" is no change; write points \+2, score 34',
    ):
        read_overrides(written(tmp_path / "overrides.csv", text), [ADA])
    read = read_overrides(
        written(tmp_path / "overrides.csv", text.replace("2,5", "2.5") + ";;\r\n"),
        [ADA],
    )
    assert read == (
        {ADA: (Override("points", 2.5, "points +2.5", "won; an appeal"),)},
        [],
    )


def test_read_overrides_reports_every_mistake_with_its_line(tmp_path: Path) -> None:
    rows = [
        "a,points 2,b",
        "a,score -1,b",
        "a,extension 2,b",
        "a,excused,",
        ",excused,b",
        "a,score nan,b",
    ]
    rows += ["a,excused,it was right, after all", "a,excused,b,,"]
    with pytest.raises(InvalidExercises) as caught:
        read_overrides(
            written(tmp_path / "overrides.csv", HEADING + "\n".join(rows)), []
        )
    assert [mistake.location for mistake in caught.value.mistakes] == [
        f"line {number}" for number in range(2, 9)
    ]
    with pytest.raises(
        InvalidExercises,
        match="line 1: the first line must name the columns student, change, reason",
    ):
        read_overrides(written(tmp_path / "overrides.csv", "name,change\n"), [])
    with pytest.raises(WrongUsage, match="cannot be read"):
        read_overrides(tmp_path / "none.csv", [])


def test_override_is_given_only_to_a_student_it_names_unambiguously(
    tmp_path: Path,
) -> None:
    """An address alone in a class has no other's key, and of two of one name the number tells."""
    names = ["lovelace, ada", "ADA@x.edu", "007", "7", "Bo", "2", "bob@y.edu", "Cy"]
    file = written(
        tmp_path / "overrides.csv",
        HEADING + "".join(f'"{name}",points +1,why\n' for name in names),
    )
    whose, unknown = read_overrides(
        file, [ADA, BO, OTHER_BO, Student("eve@x.edu"), *[Student("Cy")] * 2]
    )
    assert {student: len(changes) for student, changes in whose.items()} == {
        ADA: 3,
        OTHER_BO: 1,
    }
    assert [student for _, student in unknown] == ["7", "Bo", "bob@y.edu", "Cy"]


@pytest.mark.parametrize(
    ("changes", "final"), cases("final_score_applies_overrides_in_order")
)
def test_final_score_applies_overrides_in_order(
    changes: list[str], final: float | None
) -> None:
    graded = Record(
        ADA,
        HandIn("ada", (ADA,), Path(), ""),
        Outcome(10, {}),
        1,
        8,
        overrides=(*map(override, changes),),
    )
    assert graded.final == final


def test_override_alone_gives_a_final_score_where_nothing_was_graded() -> None:
    changes = override("points +2"), override("score 5")
    broken = Record(ADA, HandIn("ada", (ADA,), Path(), ""), None)
    assert [
        Record(ADA, None, None, overrides=(change,)).final for change in changes
    ] == [
        2,
        5,
    ]
    assert [broken._replace(overrides=(change,)).final for change in changes] == [
        None,
        5,
    ]


def test_extension_moves_the_due_time_before_late_days_are_counted() -> None:
    hand_in = HandIn("ada", (ADA,), Path(), "", DUE + timedelta(hours=49))
    late = [
        hand_in.days_late(None, DEADLINE, [override(f"extension {hours}h")])
        for hours in (0, 24, 48, 49)
    ]
    assert late == [3, 2, 1, 0]
    assert (
        hand_in.days_late(
            None, DEADLINE, [override("extension 24h"), override("extension 25h")]
        )
        == 0
    )
    marked = HandIn("ada", (ADA,), Path(), "", late=True)
    assert (
        marked.days_late(None, DEADLINE, ()),
        marked.days_late(None, DEADLINE, [override("extension 1h")]),
    ) == (
        1,
        None,
    )


def test_score_after_lateness_is_rounded_to_four_digits() -> None:
    rule = Late(per_day=0.123456, at_most=0.5)
    assert Outcome(10, {}).after_penalty(rule, 1) == 8.7654


def test_mark_is_none_that_a_namesake_has_too() -> None:
    marks = (("1", "e"), ("1", "f"), ("2", "e"))
    people = [(Student("Ada", email, number), "") for number, email in marks]
    assert told_apart(people) == ["Ada", "Ada (f)", "Ada (2)"]


def test_folder_of_a_name_is_a_students_identity() -> None:
    assert Student.of_folder("Ada").identities() == {Identity(FOLDER, "ada")}


def test_note_is_one_line_and_no_longer_than_it_must_be() -> None:
    """A sentence that is too long loses its middle, and of many such the last are counted."""
    assert note_of(["A full stop.", "", "none"], [], "the end") == (
        "A full stop. none; the end"
    )
    longest = "a" * limits.LONGEST_NOTE
    assert note_of([longest], []) == longest
    half = limits.LONGEST_NOTE // 2
    assert note_of([f"b{longest}c"], []) == f"b{'a' * (half - 1)} … {'a' * (half - 1)}c"
    files = [str(number) for number in range(limits.MOST_NAMED + 1)]
    named = "; ".join(files[:-1])
    assert note_of([], files[:-1]) == named
    assert note_of([], files) == f"{named}; and 1 more such notes"


PROGRAM = b'''
def max_value(state, alpha, beta):
    """Figure 6.7."""
    v = -inf  # so far
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
    return v
'''


@pytest.mark.parametrize(
    "same",
    [
        PROGRAM.replace(b"alpha", b"a").replace(b"child", b"next_one"),
        PROGRAM.replace(b"    ", b"\t").replace(b" = ", b"=").replace(b"\n", b"\r\n"),
        PROGRAM.replace(b'    """Figure 6.7."""\n', b"\n\n").replace(
            b"  # so far", b""
        ),
        b"\xef\xbb\xbf'mine'\n"
        + PROGRAM.replace(b"(v, min_value", b"(\n      v, # here\n      min_value"),
    ],
)
def test_normal_form_ignores_blanks_comments_and_names(same: bytes) -> None:
    assert same != PROGRAM
    assert normal_form(same) == normal_form(PROGRAM) != ""


@pytest.mark.parametrize(
    ("old", "new"), cases("normal_form_changes_with_any_other_difference")
)
def test_normal_form_changes_with_any_other_difference(old: str, new: str) -> None:
    assert normal_form(PROGRAM.replace(old.encode(), new.encode())) not in (
        "",
        normal_form(PROGRAM),
    )


@pytest.mark.parametrize(
    "unfit",
    [
        b"",
        b"# nothing\n",
        b"'text'\n",
        b"def (\n  '''",
        b"x = 1\n  y = 2\n z",
        b"\xff\xfe\0",
    ],
)
def test_normal_form_of_what_is_no_program_is_empty(unfit: bytes) -> None:
    assert normal_form(unfit) == ""


def test_normal_form_of_a_program_too_large_for_a_person_is_empty() -> None:
    assert normal_form(b"x = 1\n" * 50_000) == ""


# --- Statistics of the exercises ---

(TIES,) = load_set(PROJECT / "tests" / "exercises" / "quick", "ties").exercises
A, B, C = (TIES._replace(id=name, title=f"Tree {name.upper()}") for name in "abc")
HIDDEN_B = B._replace(visibility="hidden")


def judged(
    student: str, checks: dict[str, str], mistakes: dict[str, list[str]] | None = None
) -> Record:
    """Return a student with results as a file has them. checks: of each exercise the initials of those that hold."""
    tests = []
    for name, held in checks.items():
        extra: dict[str, object] = {
            "exercise": name,
            "misconceptions": (mistakes or {}).get(name, []),
        }
        extra["checks"] = {check: check[0] in held for check in CHECKS}
        tests.append({"score": len(held), "max_score": 3, "extra_data": extra})
    outcome = outcome_of(
        {"tests": tests, "score": sum(map(len, checks.values())), "extra_data": {}}
    )
    return Record(
        Student(student),
        HandIn(student, (Student(student),), Path(student), student),
        outcome,
    )


SOME = [
    judged("ada", {"a": "vpo", "b": "vpo", "c": "vpo"}),
    judged(
        "bo", {"a": "vpo", "b": "vp", "c": "v"}, {"c": ["strict-cutoff", "late-cutoff"]}
    ),
    judged("cy", {"a": "vpo", "b": "", "c": "v"}, {"c": ["strict-cutoff"]}),
    judged("di", {"a": "vpo", "b": "v", "c": ""}, {"c": ["no-pruning"]}),
    Record(Student("eve"), None, None, note="handed in nothing"),
]


def test_the_statistics_of_exercises_are_those_worked_out_by_hand() -> None:
    """Points of b: 3 2 0 1, of a and c together: 6 4 4 3; of c: 3 1 1 0, of a and b together: 6 5 3 4."""
    figures = Statistics(SOME, [A, HIDDEN_B, C])
    first, second, third = rows_of(statistics_table(figures.exercises))
    assert list(first) == list(STATISTICS)
    assert list(first.values()) == [
        "a",
        "Tree A",
        "visible",
        "3",
        "4",
        "4",
        "4",
        "4",
        "4",
        "3",
        "",
        "",
        "",
    ]
    assert list(second.values())[:-3] == [
        "b",
        "Tree B",
        "hidden",
        "3",
        "4",
        "3",
        "2",
        "1",
        "1",
        "1.5",
    ]
    assert list(third.values())[:-3] == [
        "c",
        "Tree C",
        "visible",
        "3",
        "4",
        "3",
        "1",
        "1",
        "1",
        "1.25",
    ]
    # Deviations of b: 1.5 0.5 -1.5 -0.5, of the rest: 1.75 -0.25 -0.25 -1.25; their products: 3.5; squares: 5 and 4.75.
    assert float(second["discrimination"]) == pytest.approx(
        3.5 / math.sqrt(5 * 4.75), abs=5e-5
    )
    # Deviations of c: 1.75 -0.25 -0.25 -1.25, of the rest: 1.5 0.5 -1.5 -0.5; the same four pairs.
    assert third["discrimination"] == second["discrimination"] == "0.7182"
    assert (second["mistakes"], third["mistakes"]) == (
        "",
        "strict-cutoff 2, late-cutoff 1, no-pruning 1",
    )
    assert list(figures.remarks()) == [
        "Not counted, as there are no results: 1 student."
    ]


def test_an_exercise_that_goes_against_the_others_has_a_negative_discrimination() -> (
    None
):
    records = [judged("ada", {"a": "vpo", "b": ""}), judged("bo", {"a": "", "b": "vp"})]
    text = statistics_table(Statistics(records, [A, B]).exercises)
    assert [row["discrimination"] for row in rows_of(text)] == ["-1", "-1"]


def test_old_results_without_checks_leave_the_counts_of_statistics_empty() -> None:
    old = {"exercise": "a", "misconceptions": ["strict-cutoff"]}
    data = {
        "tests": [{"score": 2, "max_score": 3, "extra_data": old}],
        "score": 2,
        "extra_data": {},
    }
    records = [
        Record(Student("old"), SOME[0].hand_in, outcome_of(data)),
        judged("new", {"a": "vpo"}),
    ]
    (row,) = rows_of(statistics_table(Statistics(records, [A]).exercises))
    assert (row["judged"], row["mean"], row["mistakes"]) == (
        "2",
        "2.5",
        "strict-cutoff 1",
    )
    assert {row[f"passed_{check}"] for check in (*CHECKS, "all")} == {""}


def test_outcome_has_all_that_results_say_of_a_submission() -> None:
    location = {"file": "a.py", "misconception": ""}
    extra = {"misconceptions": ["x", "y"], "checks": {"value": 1}}
    tests = [
        {
            "score": 1,
            "max_score": 3,
            "extra_data": {"exercise": name, "places": places, **extra},
        }
        for name, places in (
            ("a", [{**location, "line": 7}]),
            ("b", [{**location, "line": 8}, {**location, "line": 7}]),
        )
    ]
    student = {"name": "Ada", "email": "ada@x.edu", "number": 7}
    about = {
        "note": "cut off",
        "source": "return v",
        "students": [student, {"name": "Bo"}],
        "happened": {"raised TypeError": 2},
        "form": "digest",
        "remarks": ["Not looked at: notes.txt"],
    }
    data = {
        "score": 2,
        "tests": tests,
        "extra_data": {"class": about, "seconds": 1.5},
    }
    assert outcome_of(data) == Outcome(
        score=2.0,
        exercises={"a": (1.0, 3.0), "b": (1.0, 3.0)},
        misconceptions={"x": 2, "y": 2},
        places=("a.py:7", "a.py:8"),
        seconds=1.5,
        note="cut off",
        source="return v",
        students=(Student("Ada", "ada@x.edu", "7"), Student("Bo")),
        happened={"raised TypeError": 2},
        form="digest",
        remarks=("Not looked at: notes.txt",),
        checks={"a": {"value": True}, "b": {"value": True}},
        mistakes={"a": ("x", "y"), "b": ("x", "y")},
    )


def test_outcome_names_the_extra_exercises_of_results() -> None:
    tests = [
        {
            "score": 1,
            "max_score": 3,
            "extra_data": {"exercise": name, "misconceptions": [], **extra},
        }
        for name, extra in (("a", {}), ("b", {"extra": True}), ("c", {"extra": False}))
    ]
    outcome = outcome_of({"score": 3, "tests": tests, "extra_data": {}})
    assert outcome.extra == {"b"}
    assert (outcome.maximum, outcome.extra_points) == (6.0, 1.0)


def test_outcome_of_results_that_say_only_points_has_nothing_else() -> None:
    extra = {"exercise": "a", "misconceptions": []}
    test = {"score": 1, "max_score": 3, "extra_data": extra}
    data = {"score": 1, "tests": [test], "extra_data": {}}
    only_points = Outcome(1.0, {"a": (1.0, 3.0)}, mistakes={"a": ()})
    assert outcome_of(data) == only_points


def test_results_of_other_exercises_are_not_counted() -> None:
    of_a_part = judged("part", {"a": "vpo"})._replace(is_partial=True)
    figures = Statistics([*SOME[:2], of_a_part], [A, B, C])
    assert {of_exercise.judged for of_exercise in figures.exercises} == {2}
    assert list(figures.remarks()) == [
        "Not counted, as the results are of another set or of a part of it: 1 student."
    ]


def test_a_part_of_the_set_has_no_discrimination() -> None:
    records = [record._replace(is_partial=True) for record in SOME[:4]]
    figures = Statistics(records, [A, B, C])
    assert {of_exercise.discrimination for of_exercise in figures.exercises} == {None}
    assert [of_exercise.judged for of_exercise in figures.exercises] == [4, 4, 4]
    assert list(figures.remarks()) == [
        "No discrimination is given, as it needs the points of all exercises of the set."
    ]


def test_an_exercise_that_nobody_has_results_of_has_no_numbers() -> None:
    (row,) = rows_of(statistics_table(Statistics(SOME[4:], [A]).exercises))
    assert list(row.values())[4:] == ["0", "0", "0", "0", "0", "", "", "", ""]


POINTS = st.lists(
    st.tuples(*[st.sampled_from([0, 0.1, 0.2, 0.3, 0.5, 1, 2.25, 3])] * 3), max_size=12
)


def discriminations(points: Sequence[Sequence[float]]) -> list[float | None]:
    """Return the discriminations of three exercises. points: of each student in each of them."""
    exercises: list[Exercise] = [A, B, C]
    outcomes = [
        Outcome(
            sum(row),
            {
                exercise.id: (earned, 9.0)
                for exercise, earned in zip(exercises, row, strict=True)
            },
        )
        for row in points
    ]
    return [
        statistics_row.discrimination
        for statistics_row in statistics_of(exercises, outcomes, is_whole=True)
    ]


@given(POINTS)
@example([(0.1, 0.1, 0.2), (0.2, 0.3, 0), (0.3, 0, 0.3)])
def test_discrimination_is_the_correlation_with_the_rest_of_the_points(
    points: list[tuple[float, ...]],
) -> None:
    for index, discrimination in enumerate(discriminations(points)):
        points_of_exercise = [round(row[index], 6) for row in points]
        rest = [round(sum(row) - row[index], 6) for row in points]
        if len({*points_of_exercise}) < 2 or len({*rest}) < 2:
            assert discrimination is None
        else:
            assert discrimination is not None
            assert discrimination == pytest.approx(
                statistics.correlation(points_of_exercise, rest), abs=1e-9
            )
            assert -1 <= discrimination <= 1


@given(POINTS, st.sampled_from([0.5, 2, 3, 10, 1000]))
def test_discrimination_is_the_same_where_all_points_are_worth_more(
    points: list[tuple[float, ...]], factor: float
) -> None:
    scaled = discriminations([[earned * factor for earned in row] for row in points])
    for before, after in zip(discriminations(points), scaled, strict=True):
        assert (before is None) == (after is None)
        assert before is None or after == pytest.approx(before, abs=1e-12)


@given(POINTS, st.randoms(use_true_random=False))
def test_discrimination_does_not_depend_on_the_order_of_students(
    points: list[tuple[float, ...]], random: Random
) -> None:
    shuffled = random.sample(points, len(points))
    assert discriminations(shuffled) == discriminations(points)


def test_the_columns_of_the_statistics_are_those_that_are_documented() -> None:
    documented = (PROJECT / "docs" / "class.md").read_text("utf-8")
    (section,) = re.findall(r"## Statistics\n(.*?)\n## ", documented, re.DOTALL)
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    assert re.findall("`(.+?)`", " ".join(rows)) == [*STATISTICS]
