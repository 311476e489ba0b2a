"""The grades that are not written into a platform's file: a mistake that is not the likeliest, computed columns, partial pages."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.classroom.grades import Gradebook, bundle, note_written, was_written
from autograder.classroom.overview import WAY_BACK
from autograder.classroom.owners import NO_OWNER
from autograder.classroom.records import (
    HandIn,
    Outcome,
    Override,
    Record,
    Student,
)
from autograder.classroom.roster import Roster, read_roster
from autograder.core.errors import WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.limits import MOST_NOTED
from autograder.core.outputs import Gate
from autograder.core.sentences import sentence, speaking
from tests.sets import QUICK, written

EXERCISES = load_set(QUICK)
IMPORTED = Path(__file__).parents[1] / "imported"
CANVAS = "Student,ID,SIS Login ID,Section,{} (1),{}\nPoints Possible,,,,10,{}\nAda,1,ada,A,,\n"


def roster_of(folder: Path, text: str) -> Roster:
    return read_roster(written(folder / "roster.csv", text))


def graded(
    roster: Roster, score: float = 6, mistakes: Mapping[str, int] | None = None
) -> list[Record]:
    """Return the rows of a class in which the first of a roster has results."""
    student = roster.everyone()[0]
    outcome = Outcome(score, {"ties": (score, 12.0)}, mistakes or {})
    return [Record(student, HandIn("ada", (student,), Path(), ""), outcome, 0, score)]


@pytest.mark.parametrize(
    ("mistakes", "words"),
    [
        ({"strict-cutoff": 3}, "Your most frequent mistake: Cutoffs"),
        (
            {"strict-cutoff": 3, "no-pruning": 2},
            "Your most frequent mistake: Cutoffs",
        ),
        (
            {"no-pruning": 3, "strict-cutoff": 3},
            "You lost points in 1 visible exercise.",
        ),
        (
            {"strict-cutoff": 3, "no-pruning": 3, "window-not-passed": 1},
            "You lost points in 1 visible exercise.",
        ),
        ({"no such mistake": 3}, "You lost points in 1 visible exercise."),
        ({}, "You lost points in 1 visible exercise."),
    ],
)
def test_a_comment_names_a_mistake_only_where_one_explains_more_than_any_other(
    mistakes: dict[str, int], words: str, tmp_path: Path
) -> None:
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    filled = (
        Gradebook(roster, EXERCISES, None)
        .fill(graded(roster, mistakes=mistakes), zero=False)
        .decode()
    )
    assert "Autograder: 6 of 12 points. " in filled
    assert words.partition(": Cutoffs")[0] in filled
    assert ("Your most frequent mistake" in filled) == words.startswith("Your most")


@pytest.mark.parametrize("marked", ["(read only)", "(read  only)", "10 (read only)"])
def test_a_column_that_canvas_computes_takes_no_grade(
    marked: str, tmp_path: Path
) -> None:
    computed = roster_of(tmp_path, CANVAS.format("Search", "Search 2 (2)", marked))
    filled = (
        Gradebook(computed, EXERCISES, None).fill(graded(computed), zero=False).decode()
    )
    assert "Ada,1,ada,A,5,\n" in filled
    with pytest.raises(WrongUsage, match="no column for grades is called `Search 2`"):
        Gradebook(computed, EXERCISES, "Search 2")
    free = roster_of(tmp_path, CANVAS.format("Search", "Search 2 (2)", "10"))
    with pytest.raises(WrongUsage, match="several columns fit"):
        Gradebook(free, EXERCISES, None)


def test_pages_on_a_part_of_a_set_go_back_to_nobody(tmp_path: Path) -> None:
    students = {name: Student(name) for name in ("ann", "bob")}
    for name in students:
        written(tmp_path / f"{name}.html", f"<p>{name}")
    records = [
        Record(student, HandIn(name, (student,), Path(), ""), None)
        for name, student in students.items()
    ]
    archive, many = bundle(
        [records[0]._replace(is_partial=True), records[1]], tmp_path, "Homework"
    )
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert (opened.namelist(), many) == (["bob.html"], 1)


@pytest.mark.parametrize("language", ["", "de"])
def test_comment_says_in_the_students_language_what_changed_the_points(
    language: str, tmp_path: Path
) -> None:
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    (late,) = graded(roster)
    assert late.hand_in is not None
    hand_in = late.hand_in._replace(language=language)
    given = Override("points", 1.0, "points +1", "an oral exam.")
    late = late._replace(hand_in=hand_in, after_late=4.0, overrides=(given,))
    lost = late._replace(outcome=None, overrides=(given._replace(kind="score"),))
    with speaking(language or "en"):
        text = sentence("comment", "late")
        oral = sentence(
            "comment", "override", change="points +1", reason="an oral exam"
        )
        none = sentence("comment", "no results")
    filled = Gradebook(roster, EXERCISES, None).fill([late], zero=False).decode()
    assert f"{text} {oral} " in filled
    filled = Gradebook(roster, EXERCISES, None).fill([lost], zero=False).decode()
    assert f"{oral} {none}" in filled
    assert text not in filled.partition(oral)[2]


def test_doubt_costs_no_grade_of_who_handed_in(tmp_path: Path) -> None:
    """A third submission is of one of the two who are called Cy: the other gets no 0."""
    roster = roster_of(tmp_path, "name,id\nCy,1\nCy,2\n")
    first, second = roster.everyone()
    stranger = Student.of_folder("Cy")
    known, unknown = (
        Record(student, HandIn(name, (student,), Path(), ""), Outcome(6, {}), None, 6.0)
        for name, student in (("one", first), ("Cy", stranger))
    )
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill([known, Record(second, None, None), unknown], zero=True)
    assert filled.decode().splitlines()[1:] == ["Cy,1,6,12", "Cy,2,,12"]


SOME_MAXIMA = """\
First Name,Last Name,SID,Total Score,Max Points,Status
Ada,Ali,1,,20.0,Graded
Bo,Bye,2,,,Missing
Cy,Coe,3,,{},Graded
"""


def test_a_row_without_a_maximum_has_that_of_all_others(tmp_path: Path) -> None:
    """Gradescope may write none for students who handed in nothing."""
    roster = roster_of(tmp_path, SOME_MAXIMA.format("20.0"))
    absent = [Record(student, None, None) for student in roster.everyone()[1:]]
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill([*graded(roster), *absent], zero=True).decode()
    assert [line.split(",")[3] for line in filled.splitlines()[1:]] == ["10", "0", "0"]


def test_a_row_has_no_maximum_if_those_of_the_others_differ(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, SOME_MAXIMA.format("10.0"))
    with pytest.raises(WrongUsage, match="as in --out-of 20"):
        Gradebook(roster, EXERCISES, None)


@pytest.mark.parametrize(
    ("headings", "title", "reason"),
    [
        ("Group,Level", None, "no column is an assignment's; Group, Level"),
        ("Group,Level", "Go", "no column for grades is called Go; Group, Level"),
        ("Go (1),Hex (2)", None, "several columns fit; `Go (1)`, `Hex (2)`"),
    ],
)
def test_refusal_says_why_no_column_is_chosen_and_names_the_choices(
    headings: str, title: str | None, reason: str, tmp_path: Path
) -> None:
    text = f"Student,ID,SIS Login ID,Section,{headings}\nAda,1,ada,A,,\n"
    roster = roster_of(tmp_path, text)
    with pytest.raises(WrongUsage) as refusal:
        Gradebook(roster, EXERCISES, title)
    why, _, choices = reason.partition("; ")
    assert str(refusal.value) == f"--grades: {why}; name one by --column: {choices}"


def test_refusal_says_that_there_is_no_column_for_grades(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, "Student,ID,SIS Login ID,Section\nAda,1,ada,A\n")
    with pytest.raises(WrongUsage, match=r": there is none$"):
        Gradebook(roster, EXERCISES, None)


def test_row_without_a_grade_is_listed_with_its_reason(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, "name,id\nAda,1\nBo,2\nCy,3\n")
    ada, bo, cy = roster.everyone()
    outcome = Outcome(6, {})
    nobody = Student("Zed")
    records = [
        Record(ada, HandIn("a", (ada,), Path(), ""), outcome, is_undecided=True),
        Record(bo, HandIn("b", (bo,), Path(), ""), None, note=NO_OWNER),
        Record(nobody, HandIn("c", (), Path(), ""), outcome, 0, 6),
        Record(cy, None, None),
    ]
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill(records, zero=True).decode().splitlines()[1:]
    assert filled == ["Ada,1,,12", "Bo,2,,12", "Cy,3,,12"]
    assert [*book.lines()][1:3] == [
        "  Left as they were, as it is not known which of several submissions counts: Ada",
        "  Left as they were, as it is not known whose some submissions are, and they may be theirs: Bo; Cy",
    ]


@pytest.mark.parametrize("before", ["", "-", "50"])
def test_empty_field_or_the_same_grade_is_not_called_replaced(
    before: str, tmp_path: Path
) -> None:
    text = (IMPORTED / "moodle.csv").read_text("utf-8")
    roster = roster_of(tmp_path, text.replace("Submitted,,", f"Submitted,{before},", 1))
    book = Gradebook(roster, EXERCISES, None)
    assert b"ali@x.edu,Submitted,50," in book.fill(graded(roster), zero=False)
    assert "Another grade stood there before" not in "".join(book.lines())


def test_decimal_sign_of_the_maximum_counts_before_other_signs(tmp_path: Path) -> None:
    text = "name;id;hours;tests;score;max_score\nAda;1;3,5;1,5;;12.0\n"
    roster = roster_of(tmp_path, text)
    filled = Gradebook(roster, EXERCISES, None).fill(graded(roster, 6.5), zero=False)
    assert filled.decode().splitlines()[1] == "Ada;1;3,5;1,5;6.5;12.0"


def test_comment_for_who_is_absent_is_in_the_language_of_the_set(
    tmp_path: Path,
) -> None:
    german = EXERCISES._replace(assignment=EXERCISES.assignment._replace(language="de"))
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    absent = [Record(student, None, None) for student in roster.everyone()]
    filled = Gradebook(roster, german, None).fill(absent, zero=True).decode()
    with speaking("de"):
        assert sentence("comment", "nothing handed in") in filled


@pytest.mark.parametrize(
    ("earned", "comment"),
    [
        ({"a": 6, "b": 6, "extra": 1}, "Every exercise is right."),
        ({"a": 6, "b": 6, "extra": 0}, "Every exercise is right but extra ones."),
        ({"a": 6, "b": 5, "extra": 1}, "You lost points in 1 exercise."),
        ({"a": 5, "b": 5, "extra": 1}, "You lost points in 2 exercises."),
    ],
)
def test_comment_on_a_set_that_hides_nothing_names_no_visible_exercises(
    earned: dict[str, float], comment: str, tmp_path: Path
) -> None:
    visible = EXERCISES._replace(
        exercises=tuple(
            exercise for exercise in EXERCISES.exercises if exercise.is_visible
        )
    )
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    (record,) = graded(roster)
    most = {"a": 6, "b": 6, "extra": 1}
    exercises = {name: (points, most[name]) for name, points in earned.items()}
    outcome = Outcome(6, exercises, extra=frozenset({"extra"}))
    record = record._replace(outcome=outcome)
    filled = Gradebook(roster, visible, None).fill([record], zero=False).decode()
    assert f" points. {comment}\n" in filled


def test_points_of_extra_exercises_are_told_as_a_reason_for_more_than_the_maximum(
    tmp_path: Path,
) -> None:
    first, *others = EXERCISES.exercises
    extra = EXERCISES._replace(exercises=(first._replace(extra=True), *others))
    roster = roster_of(tmp_path, "name,id\nAda,1\n")
    book = Gradebook(roster, extra, None)
    book.fill(graded(roster, extra.max_points + 1), zero=False)
    *_, above = (line for line in book.lines() if line.startswith("  "))
    text = "  Above the maximum, by extra exercises or an override: Ada with"
    assert above.startswith(text)


def test_gradebook_of_nobody_has_no_grade(tmp_path: Path) -> None:
    """All are left out by a choice of sections, for instance."""
    roster = roster_of(tmp_path, "name,id\nAda,1\n")
    book = Gradebook(roster._replace(left_out=frozenset({1})), EXERCISES, None)
    assert book.fill([], zero=True).decode().splitlines()[1].startswith("Ada,1,")
    assert next(book.lines()).startswith("0 of 0 rows have a grade")


def test_names_without_a_number_are_told_alone(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, "name\nCy\nCy\n")
    book = Gradebook(roster, EXERCISES, None)
    book.fill(
        [Record(student, None, None) for student in roster.everyone()], zero=False
    )
    assert [*book.lines()][1].endswith(": Cy; Cy")


def test_twenty_names_of_one_reason_are_listed(tmp_path: Path) -> None:
    names = [f"Student {number}" for number in range(10, 32)]
    roster = roster_of(tmp_path, "name\n" + "\n".join(names))
    book = Gradebook(roster, EXERCISES, None)
    book.fill(
        [Record(student, None, None) for student in roster.everyone()], zero=False
    )
    _, line, *_ = book.lines()
    assert line.endswith(f"{'; '.join(names[:20])} and 2 more")


def test_page_in_the_bundle_has_the_title_and_no_way_to_the_class(
    tmp_path: Path,
) -> None:
    ada = Student("Ada")
    page = f'<title>old</title><p class="who">old {WAY_BACK}</p>'
    written(tmp_path / "a.html", page)
    record = Record(ada, HandIn("a", (ada,), Path(), ""), Outcome(6, {}), 0, 6)
    archive, _ = bundle([record], tmp_path, "Homework")
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        (entry,) = opened.infolist()
        text = opened.read(entry).decode()
    assert entry.compress_type == zipfile.ZIP_DEFLATED
    assert "<title>Homework" in text
    assert "Ada" in text
    assert "The class" not in text
    assert "XX" not in text


LIST = "name,id,score,note\nAda,1,,late\nBo,2,,\n"
WITH_MAXIMUM = "name,id,score,note,max_score\nAda,1,6,late,12\nBo,2,0,,12\n"


@pytest.mark.parametrize(
    ("column", "other", "is_filled", "is_alike"),
    [
        ("score", LIST, True, True),
        ("score", LIST.replace("1,,", "1,6,"), True, True),
        ("score", LIST.replace("late", "on time"), False, True),
        ("score", LIST.replace("Bo,2,,\n", ""), False, True),
        ("score", LIST.replace("Bo,2", "Bo,3"), False, True),
        ("score", LIST.replace("note", "remark"), False, False),
        ("score", "name,id,score\nAda,1,\nBo,2,\n", False, False),
        ("score", LIST.replace("name", "Name"), False, False),
        ("score", WITH_MAXIMUM, False, False),
        (None, WITH_MAXIMUM, True, True),
        (None, LIST, True, False),
        (None, WITH_MAXIMUM.replace("max_score", "points"), True, False),
        (None, WITH_MAXIMUM.replace("late", "on time"), False, True),
    ],
)
def test_file_of_grades_may_be_replaced_if_only_grades_differ(
    column: str | None, other: str, is_filled: bool, is_alike: bool, tmp_path: Path
) -> None:
    """With --force also if its columns are the same: is_alike."""
    book = Gradebook(
        roster_of(tmp_path, LIST), EXERCISES, column, 12 if column else None
    )
    assert book.is_filled(io.BytesIO(other.encode())) == is_filled
    assert book.is_alike(io.BytesIO(other.encode())) == is_alike


def test_title_above_the_headings_is_read_in_both_files(tmp_path: Path) -> None:
    text = f"Search in 2026\n{LIST}"
    book = Gradebook(roster_of(tmp_path, text), EXERCISES, "score", 12)
    for opened, is_same in ((text, True), (text.replace("Bo,2", "Bo,3"), False)):
        assert book.is_filled(io.BytesIO(opened.encode())) == is_same
        assert book.is_alike(io.BytesIO(opened.encode()))


def test_comments_may_differ_in_a_file_of_grades_that_is_replaced(
    tmp_path: Path,
) -> None:
    text = (IMPORTED / "moodle.csv").read_text("utf-8")
    book = Gradebook(roster_of(tmp_path, text), EXERCISES, None)
    for before, is_filled in (("Come, see me", True), ("Bo Xu", False)):
        other = text.replace(before, "other")
        assert book.is_filled(io.BytesIO(other.encode())) == is_filled


def test_moodles_scale_of_words_takes_no_grades(tmp_path: Path) -> None:
    text = (IMPORTED / "moodle.csv").read_text("utf-8")
    roster = roster_of(tmp_path, text.replace("Maximum Grade", "Scale"))
    with pytest.raises(WrongUsage) as refusal:
        Gradebook(roster, EXERCISES, None)
    assert str(refusal.value) == (
        "--grades: Moodle takes words of a scale for this assignment;"
        " give it points there"
    )


def test_note_on_grades_replaces_no_file_of_another_program(tmp_path: Path) -> None:
    written(tmp_path / ".grades", "mine")
    with pytest.raises(WrongUsage, match="a note on the grades"):
        note_written(Gate(), tmp_path, b"grades")


def test_files_of_grades_that_this_program_wrote_are_known_by_their_content(
    tmp_path: Path,
) -> None:
    grades = [b"grades %d" % number for number in range(MOST_NOTED + 1)]
    for content in (*grades[:2], *grades):
        note_written(Gate(), tmp_path, content)
    is_ours = was_written(tmp_path)
    known = [is_ours(io.BytesIO(content)) for content in (*grades, b"", b"other")]
    assert known == [False, *[True] * MOST_NOTED, False, False]
    assert not was_written(tmp_path / "nowhere")(io.BytesIO(grades[1]))
