"""What the course staff change of single grades: read, matched as on the roster, and applied to what was graded."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from autograder.classroom.records import HandIn, Outcome, Override, Record, Student, days_late
from autograder.classroom.roster import read_overrides
from autograder.errors import InvalidExercises, WrongUsage
from tests.sets import cases

ADA, BO, OTHER_BO = Student("Ada Lovelace", "ada@x.edu", "007"), Student("Bo", number="1"), Student("Bo", number="2")
DUE = datetime(2026, 11, 20, 23, 59, tzinfo=timezone.utc)
HEADING = "student,change,reason\n"


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "overrides.csv"
    file.write_text(text, "utf-8")
    return file


def override(change: str) -> Override:
    kind, _, number = change.partition(" ")
    return Override(kind, float(number.rstrip("h") or 0), change, "why")  # type: ignore[arg-type]


def test_lines_are_read_as_a_spreadsheet_writes_them(tmp_path: Path) -> None:
    text = '\ufeffReason;Student;Change\r\n"won; an appeal";007;points +2,5\r\n'
    with pytest.raises(InvalidExercises, match=r'line 2: "points \+2,5" is no change; write points \+2, score 34'):
        read_overrides(written(tmp_path, text), [ADA])
    read = read_overrides(written(tmp_path, text.replace("2,5", "2.5") + ";;\r\n"), [ADA])
    assert read == ({ADA: (Override("points", 2.5, "points +2.5", "won; an appeal"),)}, [])


def test_every_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    rows = [
        "a,points 2,b",
        "a,score -1,b",
        "a,extension 2,b",
        "a,excused,",
        ",excused,b",
        "a,score nan,b",
        "a,excused,it was right, after all",
        "a,excused,b,,",
    ]
    with pytest.raises(InvalidExercises) as found:
        read_overrides(written(tmp_path, HEADING + "\n".join(rows)), [])
    assert [mistake.place for mistake in found.value.mistakes] == [f"line {number}" for number in range(2, 9)]
    with pytest.raises(InvalidExercises, match="line 1: the first line must name the columns student, change, reason"):
        read_overrides(written(tmp_path, "name,change\n"), [])
    with pytest.raises(WrongUsage, match="cannot be read"):
        read_overrides(tmp_path / "none.csv", [])


def test_nobody_is_guessed(tmp_path: Path) -> None:
    """An address alone in a class has no other's key, and of two of one name the number tells."""
    names = ["lovelace, ada", "ADA@x.edu", "007", "7", "Bo", "2", "bob@y.edu", "Cy"]
    file = written(tmp_path, HEADING + "".join(f'"{name}",points +1,why\n' for name in names))
    whose, unknown = read_overrides(file, [ADA, BO, OTHER_BO, Student("eve@x.edu"), *[Student("Cy")] * 2])
    assert {student: len(changes) for student, changes in whose.items()} == {ADA: 3, OTHER_BO: 1}
    assert [student for _, student in unknown] == ["7", "Bo", "bob@y.edu", "Cy"]


@pytest.mark.parametrize(("changes", "final"), cases("the_final_score_follows_the_lines_in_order"))
def test_the_final_score_follows_the_lines_in_order(changes: list[str], final: float | None) -> None:
    graded = Record(ADA, HandIn("ada", (ADA,), Path(), ""), Outcome(10, {}), 1, 8, overrides=(*map(override, changes),))
    assert graded.final == final


def test_who_has_no_score_gets_one_by_a_line_alone() -> None:
    changes = override("points +2"), override("score 5")
    broken = Record(ADA, HandIn("ada", (ADA,), Path(), ""), None)
    assert [Record(ADA, None, None, overrides=(each,)).final for each in changes] == [2, 5]
    assert [broken._replace(overrides=(each,)).final for each in changes] == [None, 5]


def test_an_extension_moves_the_due_time_before_days_are_counted() -> None:
    hand_in = HandIn("ada", (ADA,), Path(), "", DUE + timedelta(hours=49))
    assert [days_late(None, hand_in, DUE, [override(f"extension {hours}h")]) for hours in (0, 24, 48, 49)] == [
        3,
        2,
        1,
        0,
    ]
    assert days_late(None, hand_in, DUE, [override("extension 24h"), override("extension 25h")]) == 0
    marked = HandIn("ada", (ADA,), Path(), "", late=True)
    assert (days_late(None, marked, DUE), days_late(None, marked, DUE, [override("extension 1h")])) == (1, None)
