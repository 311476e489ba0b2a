"""Grades go back in the very file that a platform gave: no byte changes but those of a grade."""

import csv
import html
import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.csv_file import Csv
from autograder.classroom.grades import Gradebook, _as_html, bundle
from autograder.classroom.matching import Matching, unread
from autograder.classroom.overview import summary
from autograder.classroom.records import (
    CANVAS_NUMBER,
    MOODLE_NUMBER,
    NOTHING,
    UNIVERSITY_ID,
    HandIn,
    Identity,
    Outcome,
    Override,
    Record,
    Student,
)
from autograder.classroom.roster import Roster, read_roster
from autograder.core.errors import WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.text import table
from tests.classes import made, run
from tests.sets import QUICK, SUBMISSIONS, cases

WORTH = 12
"""The points of the quick set."""
FIELD = st.text(
    st.characters(exclude_characters="\0\ufeff", exclude_categories=["Cs"]), max_size=6
)


@given(
    st.lists(st.lists(FIELD, min_size=2, max_size=4), min_size=1, max_size=4),
    st.sampled_from(",;\t"),
    st.sampled_from(
        [("\r\n", csv.QUOTE_MINIMAL), ("\n", csv.QUOTE_ALL), ("\r", csv.QUOTE_ALL)]
    ),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.integers(0, 4),
)
def test_csv_changes_only_the_field_that_is_set(
    rows: list[list[str]],
    separator: str,
    how: tuple[str, int],
    encoding: str,
    place: int,
) -> None:
    rows = [["student", "grade"], *rows]
    written = io.StringIO(newline="")
    line_end, quoting = how
    writer = csv.writer(
        written,
        delimiter=separator,
        lineterminator=line_end,
        quoting=quoting,  # type: ignore[arg-type]
    )
    writer.writerows(rows)
    content = written.getvalue().encode(encoding)
    table = Csv(content)
    assert [
        [table.plain(row, column) for column in range(len(rows[row]))]
        for row in range(len(rows))
    ] == rows
    assert table.content() == content
    place = min(place, len(rows) - 1)
    before = [[*fields] for fields in table.rows]
    table.set(place, 1, f'7{separator}5"')
    rows[place][1] = f'7{separator}5"'
    read = csv.reader(
        io.StringIO(table.content().decode(encoding), newline=""), delimiter=separator
    )
    assert list(read) == rows
    before[place][1] = table.rows[place][1]
    assert table.rows == before


@given(st.binary() | st.text(st.sampled_from('a",;\r\n')).map(str.encode))
def test_csv_writes_back_unchanged_content_byte_for_byte(content: bytes) -> None:
    try:
        table = Csv(content)
    except ValueError:
        return
    assert table.content() == content


IMPORTED = Path(__file__).parents[1] / "imported"
CANVAS, MOODLE, GERMAN = (
    (IMPORTED / name).read_bytes().decode()
    for name in ("canvas.csv", "moodle.csv", "moodle_german.csv")
)
EXERCISES = load_set(QUICK)
IN_CANVAS = [("101", 12.0), ("102", 6.5), ("103", 6.0), ("104", 12.0), ("999", 5.0)]


def roster_of(tmp_path: Path, text: str, encoding: str = "utf-8") -> Roster:
    (tmp_path / "roster.csv").write_bytes(text.encode(encoding))
    return read_roster(tmp_path / "roster.csv")


def records_of(
    roster: Roster,
    platform: str,
    scores: Sequence[tuple[str, float]],
    changes: Mapping[str, str] | None = None,
) -> list[Record]:
    """Return the rows of a class. scores, changes: of the students, by the platform's numbers of them."""
    kind = {"Canvas": CANVAS_NUMBER, "Moodle": MOODLE_NUMBER}[platform]
    students = [
        Student(f"x{who}", "", who, (Identity(kind, who),)) for who, _ in scores
    ]
    hand_ins = [
        HandIn(person.number, (person,), Path(), "", feedback=f"x_{person.number}.html")
        for person in students
    ]
    graded = dict(zip(hand_ins, (score for _, score in scores), strict=True))
    matching = Matching(list(graded), roster.everyone())
    records = [Record(student, None, None) for student in matching.missing]
    for hand_in, score in graded.items():
        mistakes = {"strict-cutoff": 2, "no-pruning": 1} if score < WORTH else {}
        outcome = Outcome(score, {"a": (score, WORTH)}, mistakes)
        student = matching.whose.get(
            (hand_in.name, hand_in.students[0]), hand_in.students[0]
        )
        kind, _, number = (changes or {}).get(hand_in.name, "").partition(" ")
        overrides: tuple[Override, ...] = ()
        if kind:
            typed = f"{kind} {number}"
            override = Override(kind, float(number or 0), typed, "why")  # type: ignore[arg-type]
            overrides = (override,)
        records.append(Record(student, hand_in, outcome, 0, score, overrides=overrides))
    return records


def replaced(text: str, *fields: tuple[str, str]) -> str:
    for before, after in fields:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def test_single_row_with_a_grade_has_a_verb_of_its_own(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, CANVAS)
    book = Gradebook(roster, EXERCISES, "Search, 1")
    book.fill(records_of(roster, "Canvas", IN_CANVAS[:1]), zero=False)
    assert next(book.lines()).startswith("1 of 6 rows has a grade, in the column ")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_canvas_gradebook_changes_only_in_its_grades(
    tmp_path: Path, encoding: str, end: str
) -> None:
    text = CANVAS.replace("\n", end)
    roster = roster_of(tmp_path, text, encoding)
    book = Gradebook(roster, EXERCISES, "Search, 1")
    grades = [
        ('B",5.00,,', 'B",5.00,6,'),
        ("z2,A,,2.00", "z2,A,,3.25"),
        ("EX,3.00", "EX,3"),
    ]
    filled = book.fill(records_of(roster, "Canvas", IN_CANVAS), zero=False)
    assert filled.decode(encoding) == replaced(text, *grades)
    assert filled[:4] == text.encode(encoding)[:4]
    assert list(book.lines()) == [
        '3 of 6 rows have a grade, in the column "Search, 1 (22)", scaled: the set\'s 12 points are 6.00 there.',
        "  Another grade stood there before: Li, Wei (008)",
        "  Left as they were, excused in Canvas: Xu, Bo",
        '  Left as they were, as nothing was handed in: ="=cmd"',
        "  Left as they were, not assigned to them in Canvas: Zu, Al",
        "Import it in Canvas under Grades.",
    ]
    again = roster_of(tmp_path, text, encoding)
    zeros = Gradebook(again, EXERCISES, "Search, 1 (22)").fill(
        records_of(again, "Canvas", IN_CANVAS), zero=True
    )
    assert zeros.decode(encoding) == replaced(text, *grades, ("z5,A,,,", "z5,A,,0,"))


def test_gradebook_column_is_chosen_and_never_guessed(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, CANVAS)
    for column, message in (
        (
            None,
            "several columns fit; name one by --column: `Quiz (1)`, `Search, 1 (22)`",
        ),
        (
            "Serach",
            "no column for grades is called Serach; name one by --column: `Quiz (1)`, `Search, 1 (22)`",
        ),
        ("ID", "no column for grades is called ID; "),
        ("Final Score (3)", "no column for grades is called `Final Score (3)`"),
    ):
        with pytest.raises(WrongUsage, match=re.escape(message)):
            Gradebook(roster, EXERCISES, column)
    alone = roster_of(tmp_path, CANVAS.replace("Quiz (1)", "Notes"))
    assert b'z1,"A, B",5.00,6,95.00' in Gradebook(alone, EXERCISES, None).fill(
        records_of(alone, "Canvas", IN_CANVAS), zero=False
    )
    with pytest.raises(WrongUsage, match="no column is an assignment's"):
        Gradebook(
            roster_of(tmp_path, "Student,ID,SIS Login ID,Section\nA,1,a,S\n"),
            EXERCISES,
            None,
        )
    with pytest.raises(WrongUsage, match="words of a scale"):
        Gradebook(
            roster_of(tmp_path, "Identifier,Grade,Scale\nParticipant 1,,Good\n"),
            EXERCISES,
            None,
        )


def test_moodles_worksheet_gets_grade_and_comment(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, MOODLE)
    book = Gradebook(roster, EXERCISES, None)
    scores = [("101", 12.0), ("102", 7.0), ("103", 5.0), ("104", 3.0)]
    changes = {"104": "points 10"}
    filled = book.fill(
        records_of(roster, "Moodle", scores, changes), zero=False
    ).decode()
    assert filled == (IMPORTED / "moodle_graded.csv").read_bytes().decode()
    assert [line for line in book.lines() if line.startswith("  ")] == [
        "  Overrides are in points of the set. In this file `points 10` is +83.33.",
        "  Another grade stood there before: Wei Li (008)",
        "  Left as they were, as Moodle says that they cannot be changed: Wei Li (009)",
        "  Left as they were, as nothing was handed in: No One",
        "  Above the maximum, as an override says so, which Moodle does not take, so the maximum is written: Bo Xu with 108.33",
    ]


def test_grade_above_the_maximum_is_named_and_only_given_by_an_override(
    tmp_path: Path,
) -> None:
    """Ada's and Bo's are given, the results of Cy and Di were changed by hand, and Ed's are above it no more."""
    roster = roster_of(tmp_path, "name,id\nAda,1\nBo,2\nCy,3\nDi,4\nEd,5\n")
    given = {
        "1": (12, "points +1"),
        "2": (3, "score 20"),
        "3": (13, ""),
        "4": (13, "points +1"),
        "5": (13, "score 12"),
    }
    records = []
    for student, (score, change) in zip(roster.everyone(), given.values(), strict=True):
        kind, _, number = change.partition(" ")
        overrides = (Override(kind, float(number), change, "why"),) if kind else ()  # type: ignore[arg-type]
        outcome = Outcome(score, {"a": (score, WORTH)})
        records.append(
            Record(
                student,
                HandIn(student.name, (student,), Path(), ""),
                outcome,
                0,
                score,
                "",
                overrides,
            )
        )
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill(records, zero=True).decode().splitlines()[1:]
    assert filled == ["Ada,1,13,12", "Bo,2,20,12", "Cy,3,,12", "Di,4,,12", "Ed,5,12,12"]
    left, above = (line for line in book.lines() if line.startswith("  "))
    assert left == f"  {table('classroom')['grades']['too much']}: Cy; Di"
    assert left.startswith(
        "  Left as they were, as the results have more points than the set, and no override says"
    )
    assert (
        above == "  Above the maximum, as an override says so: Ada with 13; Bo with 20"
    )
    texts = [*summary(records, WORTH)]
    first = texts.index("A final score above the maximum: 4")
    assert texts[first + 1 : first + 5] == [
        "  Ada: 13 of 12: points +1: why",
        "  Bo: 20 of 12: score 20: why",
        "  Cy: 13 of 12: no override says so; grade with --again",
        "  Di: 14 of 12: no override says so; grade with --again",
    ]


def test_gradebook_refuses_a_maximum_of_zero(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, CANVAS.replace("6.00,(", "0,("))
    with pytest.raises(
        WrongUsage,
        match="the most points there are 0, so no grade fits; give the assignment its points",
    ):
        Gradebook(roster, EXERCISES, "Search, 1")


@given(
    st.floats(0, 40).map(lambda points: round(points, 2)),
    st.lists(
        st.tuples(st.sampled_from(["points", "score", "extension"]), st.floats(-5, 40)),
        max_size=3,
    ),
)
def test_grade_exceeds_the_maximum_only_by_an_override(
    score: float, changes: list[tuple[str, float]]
) -> None:
    overrides = tuple(Override(kind, number, kind, "why") for kind, number in changes)  # type: ignore[arg-type]
    hand_in = HandIn("ada", (Student("ada"),), Path(), "")
    record = Record(
        Student("ada"), hand_in, Outcome(score, {}), 0, score, "", overrides
    )
    if record.is_earned_or_given(WORTH) and record.is_above(WORTH):
        assert {"points", "score"} & {override.kind for override in overrides}
        assert score <= WORTH or "score" in {override.kind for override in overrides}


def test_moodles_worksheet_in_another_language_needs_a_named_column(
    tmp_path: Path,
) -> None:
    """Its columns have one order, so the maximum is beside the grades, and the first says whose a row is."""
    roster = roster_of(tmp_path, GERMAN)
    assert roster.everyone()[1] == Student(
        "Wei Li", "", "102", (Identity(MOODLE_NUMBER, "102"),)
    )
    for column, message in (
        (None, "are in another language"),
        ("Bestwertung", "is called Bestwertung"),
    ):
        with pytest.raises(
            WrongUsage, match=f"{message}; name one by --column: Bewertung$"
        ):
            Gradebook(roster, EXERCISES, column)
    book = Gradebook(roster, EXERCISES, "Bewertung")
    filled = book.fill(
        records_of(roster, "Moodle", [("101", 12.0), ("102", 7.0)]), zero=False
    ).decode()
    assert filled == replaced(
        GERMAN, ('"0,00"', '"100"'), ('Abgegeben,,"', 'Abgegeben,"58,33","')
    )
    assert (
        "No comments are written, as these headings are in another language."
        in [*book.lines()][-1]
    )
    with pytest.raises(WrongUsage, match="of Moodle take the grading worksheet"):
        roster_of(
            tmp_path, GERMAN.replace('"100,00"', "gut").replace("ID,", "Kennung,")
        )


@pytest.mark.parametrize("most", ["1,000", "100.000", "1.000,0", "1 000"])
def test_ambiguous_maximum_grade_is_not_guessed(tmp_path: Path, most: str) -> None:
    with pytest.raises(
        WrongUsage,
        match=f"the maximum {most} may be read in two ways; write it in the file without",
    ):
        Gradebook(
            roster_of(tmp_path, MOODLE.replace("100,00", most, 1)), EXERCISES, None
        )
    with pytest.raises(WrongUsage, match=f"the maximum {most} "):
        Gradebook(
            roster_of(tmp_path, CANVAS.replace("6.00,(", f'"{most}",(')),
            EXERCISES,
            "Search, 1",
        )


def test_student_with_an_unread_file_is_not_noted_as_handing_in_nothing(
    tmp_path: Path,
) -> None:
    """No zero is written for it, and no comment that the student handed in nothing."""
    roster = roster_of(tmp_path, MOODLE)
    entries = [
        ("José Ali_101_assignsubmission_file_", "a link"),
        ("Bo Xu.txt", "no submission"),
        (".hidden", "junk"),
    ]
    notes = unread([*entries, ("Wei Li.rar", "no submission")], roster.everyone())
    assert {student.number: note for student, note in notes.items()} == {
        "007": "not understood: José Ali_101_assignsubmission_file_: a link",
        "010": "not understood: Bo Xu.txt: no submission",
        **dict.fromkeys(("008", "009"), "not understood: Wei Li.rar: no submission"),
    }
    records = [
        Record(student, None, None, note=notes.get(student, NOTHING))
        for student in roster.everyone()
    ]
    book = Gradebook(roster, EXERCISES, None)
    nobody = 'no@x.edu,Nothing,,"100,00",Yes,-,'
    zero = 'no@x.edu,Nothing,0,"100,00",Yes,-,Autograder: 0 of 12 points. You handed in nothing.'
    assert book.fill(records, zero=True).decode() == replaced(MOODLE, (nobody, zero))
    assert (
        "Left as they were, as there are no results: José Ali; Wei Li (008); Bo Xu"
        in "\n".join(book.lines())
    )
    assert [record.final for record in records] == [None] * 4 + [0]
    lines = [*summary(records)]
    assert (
        lines[lines.index("Handed in nothing: 1") + 1] == "  No One: handed in nothing"
    )
    assert "Without results: 4" in lines


def test_a_comment_says_what_was_changed_and_tells_no_more_than_the_set_does(
    tmp_path: Path,
) -> None:
    silent = EXERCISES._replace(
        assignment=EXERCISES.assignment._replace(feedback="verdict")
    )
    roster = roster_of(tmp_path, MOODLE)
    records = records_of(roster, "Moodle", [("101", 7.0)], {"101": "points 2"})
    filled = Gradebook(roster, silent, None).fill(records, zero=True).decode()
    assert (
        "Autograder: 9 of 12 points. With this change: points 2 (why). You lost points in 1 visible exercise.\r\n"
        in filled
    )
    assert "Autograder: 0 of 12 points. You handed in nothing.\r\n" in filled


@given(st.text("a;=+-@<>&\t \"'", max_size=20))
def test_no_comment_has_a_formula_behind_a_semicolon(text: str) -> None:
    """Which < and > bring with them, as they are entities in what Moodle takes."""
    comment = _as_html(text)
    assert html.unescape(comment) == text
    assert not re.search(r'[;\t][\s"]*[=+@-]', comment)


@pytest.mark.parametrize(
    ("points", "note", "said"), cases("a_comment_tells_nothing_of_a_hidden_exercise")
)
def test_a_comment_tells_nothing_of_a_hidden_exercise(
    tmp_path: Path, points: tuple[float, ...], note: str, said: str
) -> None:
    hidden = next(
        exercise for exercise in EXERCISES.exercises if not exercise.is_visible
    )
    three = EXERCISES._replace(
        exercises=(
            *[exercise for exercise in EXERCISES.exercises if exercise.is_visible][:2],
            hidden,
        )
    )
    roster = roster_of(tmp_path, MOODLE)
    record = records_of(roster, "Moodle", [("101", 7.0)])[-1]
    earned_points = zip(three.exercises, points, strict=True)
    scores = {
        exercise_of_set.id: (
            earned * exercise_of_set.max_points,
            exercise_of_set.max_points,
        )
        for exercise_of_set, earned in earned_points
    }
    record = Record(record.student, record.hand_in, Outcome(1, scores, note=note), 0, 1)
    filled = Gradebook(roster, three, None).fill([record], zero=False).decode()
    assert f" {said}\r\n" in filled


@pytest.mark.parametrize(
    ("before", "after"), cases("gradescopes_grades_and_any_list_of_ids_are_filled_in")
)
def test_gradescopes_grades_and_any_list_of_ids_are_filled_in(
    tmp_path: Path, before: str, after: str
) -> None:
    roster = roster_of(tmp_path, before)
    ada = Student("Ada", "a@x.edu", "007", (Identity(UNIVERSITY_ID, "007"),))
    hand_in = HandIn("ada", (ada,), Path(), "")
    matching = Matching([hand_in], roster.everyone())
    records = [Record(student, None, None) for student in matching.missing]
    records.append(Record(matching.whose["ada", ada], hand_in, Outcome(6, {}), None, 6))
    book = Gradebook(roster, EXERCISES, None)
    assert book.fill(records, zero=False).decode() == after
    assert ("scaled: " if "24.0" in before else ", of 12 points.") in next(book.lines())


def test_named_grade_column_is_scaled_like_a_found_one(
    tmp_path: Path,
) -> None:
    roster = roster_of(tmp_path, MOODLE)
    filled = Gradebook(roster, EXERCISES, "Grade").fill(
        records_of(roster, "Moodle", [("101", 6.0)]), zero=False
    )
    assert b"ali@x.edu,Submitted,50," in filled


def test_student_who_may_have_handed_in_gets_neither_zero_nor_another_s_grade(
    tmp_path: Path,
) -> None:
    """Of two of one name with one submission between them it is not known whose it is."""
    for text, after in (
        ("name\nCy\nCy\nBo\nEd\n", "Cy,,12\nCy,,12\nBo,6,12\nEd,0,12\n"),
        (
            "name,id\nCy,1\nCy,2\nBo,3\nEd,4\n",
            "Cy,1,,12\nCy,2,,12\nBo,3,6,12\nEd,4,0,12\n",
        ),
    ):
        roster = roster_of(tmp_path, text)
        hand_ins = [
            HandIn(name, (Student.of_folder(name),), Path(), name)
            for name in ("Cy", "Bo")
        ]
        matching = Matching(hand_ins, roster.everyone())
        assert [stranger.name for stranger in matching.strangers] == ["Cy"]
        records = [Record(student, None, None) for student in matching.missing]
        whose = [
            matching.whose.get((hand_in.name, hand_in.students[0]), hand_in.students[0])
            for hand_in in hand_ins
        ]
        records += [
            Record(candidate, hand_ins[0], Outcome(6, {}), None, 6)
            for candidate in whose
        ]
        book = Gradebook(roster, EXERCISES, None)
        assert book.fill(records, zero=True).decode().split("max_score\n")[1] == after
        assert (
            "as a submission may be theirs, and the file does not tell whose it is: Cy"
            in "\n".join(book.lines())
        )


def test_results_of_a_set_with_other_points_give_no_grade(tmp_path: Path) -> None:
    """They are kept if one student is graded alone, and all points of a smaller set are not a part of these."""
    roster = roster_of(tmp_path, MOODLE)
    (record,) = (
        row for row in records_of(roster, "Moodle", [("101", 3.0)]) if row.hand_in
    )
    old = Record(
        record.student, record.hand_in, Outcome(3, {"a": (3, 3)}), 0, is_partial=True
    )
    book = Gradebook(roster, EXERCISES, None)
    assert book.fill([old], zero=False).decode() == MOODLE
    text = "the results are of another set or of a part of it; grade without --only: José Ali"
    assert text in "\n".join(book.lines())
    given = old._replace(overrides=(Override("score", 6, "score 6", "an oral exam"),))
    filled = Gradebook(roster, EXERCISES, None).fill([given], zero=False).decode()
    assert "Submitted,50," in filled
    assert (
        "With this change: score 6 (an oral exam). Your submission has no results for this assignment. Ask the course staff."
        in filled
    )


def test_points_of_an_override_are_told_as_the_file_has_them(tmp_path: Path) -> None:
    changes = {"101": "points +2", "102": "score 6"}
    texts = []
    for text in (MOODLE, MOODLE.replace("100,00", "12,00")):
        roster = roster_of(tmp_path, text)
        book = Gradebook(roster, EXERCISES, None)
        scores = [("101", 3.0), ("102", 3.0)]
        book.fill(records_of(roster, "Moodle", scores, changes), zero=False)
        texts.append([line for line in book.lines() if "Overrides" in line])
    in_file = "In this file `points +2` is +16.67; `score 6` is 50.00."
    assert texts == [[f"  Overrides are in points of the set. {in_file}"], []]


def test_gradebook_keeps_extra_fields_and_names_replaced_grades(tmp_path: Path) -> None:
    """A field beyond the headings stays, and words that a grade replaces are named."""
    roster = roster_of(tmp_path, "id,score\n007,absent,call her\n008,\n")
    records = [
        Record(student, HandIn("x", (), Path(), ""), Outcome(6, {}), None, 6)
        for student in roster.everyone()
    ]
    book = Gradebook(roster, EXERCISES, None)
    assert (
        book.fill(records, zero=False)
        == b"id,score,,max_score\n007,6,call her,12\n008,6,,12\n"
    )
    assert "  Another grade stood there before: 007" in [*book.lines()]


def test_gradebook_leaves_students_without_exactly_one_grade(tmp_path: Path) -> None:
    """Two submissions of one student, one without results, and one that is excused."""
    roster = roster_of(tmp_path, CANVAS)
    records = records_of(
        roster,
        "Canvas",
        [("101", 12.0), ("102", 6.5), ("103", 6.0)],
        {"103": "excused"},
    )
    ali = next(record for record in records if record.student.number == "007")
    li = next(record for record in records if record.student.number == "008")
    records += [Record(ali.student, ali.hand_in, ali.outcome, 0, 5.0)]
    records[records.index(li)] = Record(li.student, li.hand_in, None)
    book = Gradebook(roster, EXERCISES, "Search, 1")
    assert book.fill(records, zero=False).decode() == replaced(
        CANVAS, ("EX,3.00", "EX,EX")
    )
    text = "\n".join(book.lines())
    assert 'as several submissions have different scores: Ali, "Al" José' in text
    assert "as there are no results: Li, Wei (008)" in text
    assert "Excused by an override: Li, Wei (009)" in text


def test_feedback_pages_are_named_as_each_platform_takes_them_back(
    tmp_path: Path,
) -> None:
    known = Student("O'Neil / Al_B", "", "7", (Identity(MOODLE_NUMBER, "55"),))
    ids = [f"submission_{number}" for number in range(1, 5)]
    feedback = ("ann_LATE_1_22_feedback.html", "", "", "")
    records = [
        Record(student, HandIn(name, (), Path(), "", feedback=given), None)
        for student, name, given in zip(
            (Student("ann"), known, Student("cy"), known), ids, feedback, strict=True
        )
    ]
    for name in ids:
        (tmp_path / f"{name}.html").write_text(f"<p>{name}", "utf-8")
    archive, many = bundle(
        [*records, Record(Student("eve"), HandIn("eve", (), Path(), ""), None)],
        tmp_path,
        "Homework",
    )
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert {name: opened.read(name).decode() for name in opened.namelist()} == {
            "ann_LATE_1_22_feedback.html": "<p>submission_1",
            "O'Neil Al B_55_assignsubmission_file_/feedback.html": "<p>submission_2",
            "submission_3.html": "<p>submission_3",
            "submission_4.html": "<p>submission_4",
        }
    assert many == 4


def test_class_command_fills_moodles_worksheet_and_bundles_pages(
    tmp_path: Path,
) -> None:
    """Moodle's folder and worksheet in, the worksheet and a bundle of pages out; the second time nothing is graded."""
    folder = made(tmp_path / "class", [])
    for name, program in (("José Ali_101", "textbook"), ("Wei Li_102", "empty_file")):
        made(folder / f"{name}_assignsubmission_file", [])
        source = (SUBMISSIONS / program / "alphabeta.py").read_bytes()
        (folder / f"{name}_assignsubmission_file" / "alphabeta.py").write_bytes(source)
    sheet, back, pages = (
        tmp_path / name for name in ("sheet.csv", "back.csv", "pages.zip")
    )
    sheet.write_bytes(MOODLE.encode())
    how = ["--roster", str(sheet), "--grades", str(back)]
    done = run(folder, tmp_path / "results", *how, "--feedback", str(pages))
    assert (
        '2 of 5 rows have a grade, in the column "Grade", scaled: the set\'s 12 points are 100,00'
        in done.stdout
    )
    before, after = (
        list(csv.reader(io.StringIO(file.read_text("utf-8")))) for file in (sheet, back)
    )
    pairs = zip(before, after, strict=True)
    differing = [
        (row[0][-3:], column)
        for row, now in pairs
        for column in range(10)
        if row[column] != now[column]
    ]
    assert differing == [("101", 5), ("101", 9), ("102", 5), ("102", 9)]
    with zipfile.ZipFile(pages) as opened:
        assert opened.namelist() == [
            "José Ali_101_assignsubmission_file/feedback.html",
            "Wei Li_102_assignsubmission_file/feedback.html",
        ]
        page = opened.read("José Ali_101_assignsubmission_file/feedback.html").decode()
        assert (
            '<p class="who">José Ali<br><strong>Grade: 12 of 12 points</strong><br></p>'
            in page
        )
    again = run(folder, tmp_path / "results", *how)
    assert "2 of 2 submissions unchanged" in again.stdout
    for wrong, message in (
        (["--grades", str(sheet)], "this is the roster"),
        (["--column", "x"], "--column is for"),
    ):
        assert (
            message
            in run(
                folder, tmp_path / "results", "--roster", str(sheet), *wrong, status=2
            ).stderr
        )
    sheet.write_text("name,id\nsomebody else,9\n", "utf-8")
    assert (
        "none of its students handed in anything"
        in run(folder, tmp_path / "results", *how, status=2).stderr
    )
    sheet.write_bytes(MOODLE.encode())
    assert (
        "--grades needs --roster"
        in run(folder, tmp_path / "results", "--grades", str(back), status=2).stderr
    )
    assert sheet.read_bytes() == MOODLE.encode()


def test_students_whom_any_of_the_strangers_may_be_are_in_doubt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that none of them gets a 0 for having handed in nothing."""
    ada, bo, cy = map(Student, ("Ada", "Bo", "Cy"))
    possible = [{ada}, {bo}, set()]
    monkeypatch.setattr(
        "autograder.classroom.grades.candidates", lambda *_: iter(possible)
    )
    gradebook: Any = Gradebook.__new__(Gradebook)
    gradebook._roster, gradebook._strangers = Mock(), []
    assert gradebook._doubted([ada, bo, cy]) == {ada, bo}
    assert gradebook._strangers == [cy]
