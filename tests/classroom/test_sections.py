"""Sections: due times of their own, and rows and statistics by section."""

import contextlib
import csv
import io
import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from autograder.classroom.class_options import ClassOptions
from autograder.classroom.lateness import Due, DueTimes, parse_due
from autograder.classroom.overview import STATISTICS
from autograder.classroom.records import Outcome
from autograder.classroom.roster import read_roster
from autograder.classroom.run import ClassRun
from autograder.cli.command_line import main
from tests.classroom.test_class import quick_set
from tests.sets import written

DUE = datetime(2026, 11, 20, 20, tzinfo=timezone.utc)
WEEK = "2026-11-27T20:00Z"
ROSTER = """\
id,name,section
ada1,Ada,A
bo1,Bo,B
cy1,Cy,"A and B"
di1,Di,
"""


def due(hours: int = 0) -> Due:
    return Due(DUE + timedelta(hours=hours))


def graded(
    folder: Path,
    hours: Mapping[str, int],
    due_of_all: str = "",
    dues: Mapping[str, str] | None = None,
    **more: object,
) -> tuple[dict[str, dict[str, str]], str]:
    """Grade a class whose students have full points; return its rows and its output.

    hours: after DUE at which each student handed in.
    """
    metadata = ""
    for number, (student, after) in enumerate(hours.items(), 1):
        name = f"submission_{number}"
        written(folder / "class" / name / "alphabeta.py", "")
        at = DUE + timedelta(hours=after)
        metadata += (
            f"{name}:\n  :submitters:\n  - :name: x\n    :sid: '{student}'\n"
            f"  :created_at: {at:%Y-%m-%d %H:%M:%S} Z\n"
        )
    written(folder / "class" / "submission_metadata.yml", metadata)
    late = {"per_day": 0.1, "at_most": 0.5}
    for name in ("results", "temporary"):
        (folder / name).mkdir()
    options = ClassOptions(
        folder / "class",
        folder / "results",
        quick_set(folder / "set", {}, late=late),
        roster=written(folder / "roster.csv", ROSTER),
        due=parse_due(due_of_all) if due_of_all else None,
        section_dues={name: parse_due(text) for name, text in (dues or {}).items()},
        stats=folder / "stats.csv",
        **more,  # type: ignore[arg-type]
    )
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        run = ClassRun(options)
        submissions = run.find(folder / "temporary")
        worth = {
            exercise.id: exercise.max_points for exercise in run.exercises.exercises
        }
        full = {name: (most, most) for name, most in worth.items()}
        for hand_in in submissions.hand_ins:
            outcome = Outcome(sum(worth.values()), full)
            submissions.grading.outcomes[hand_in.name] = outcome
        run.write(run.grade(submissions))
    text = (folder / "results" / "class.csv").read_text("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    return {row["student"]: row for row in rows}, stream.getvalue()


def test_each_section_has_its_own_due_time(tmp_path: Path) -> None:
    hours = {"ada1": 30, "bo1": 30, "di1": 30}
    rows, printed = graded(tmp_path, hours, f"{DUE:%Y-%m-%dT%H:%M}Z", {"b": WEEK})
    assert (rows["Ada"]["late_days"], rows["Bo"]["late_days"]) == ("2", "0")
    assert rows["Di"]["late_days"] == "2"
    assert "Due for section b: 2026-11-27 20:00" in printed


def test_who_has_no_due_time_or_two_is_neither_late_nor_said_to_be_in_time(
    tmp_path: Path,
) -> None:
    hours = {"ada1": 30, "cy1": 30, "di1": 30}
    dues = {"A": f"{DUE:%Y-%m-%dT%H:%M}Z", "B": WEEK}
    rows, printed = graded(tmp_path, hours, "", dues)
    assert rows["Ada"]["late_days"] == "2"
    for name in ("Cy", "Di"):
        assert (rows[name]["late_days"], rows[name]["final"]) == ("", "12")
        assert "nothing says when it was due for the section" in rows[name]["note"]
    assert "It is not known when it was due for 2 students" in printed
    assert "Cy, Di" in printed


def test_two_sections_with_one_due_time_have_that(tmp_path: Path) -> None:
    rows, _ = graded(tmp_path, {"cy1": 30}, "", {"A": WEEK, "B": WEEK})
    assert rows["Cy"]["late_days"] == "0"


def test_table_has_the_section_of_each_student(tmp_path: Path) -> None:
    rows, printed = graded(tmp_path, {"ada1": 0, "cy1": 0})
    sections = {name: row["section"] for name, row in rows.items()}
    assert sections == {"Ada": "A", "Bo": "B", "Cy": "A, B", "Di": ""}
    again = read_roster(tmp_path / "results" / "class.csv").sections()
    assert [*again.values()] == [("A",), ("A", "B"), ("B",)]
    assert "Section A: 2 students: mean 12.0" in printed
    assert "Section B: 1 of 2 students judged: mean 12.0" in printed
    page = (tmp_path / "results" / "class.html").read_text("utf-8")
    assert "Section <bdi>A</bdi>: 2 students: mean 12.0, median 12 of 12." in page


def test_statistics_have_rows_of_each_section_below_those_of_all(
    tmp_path: Path,
) -> None:
    graded(tmp_path, {"ada1": 0, "bo1": 0, "di1": 0})
    text = (tmp_path / "stats.csv").read_text("utf-8-sig")
    rows = [*csv.DictReader(io.StringIO(text))]
    assert tuple(rows[0]) == STATISTICS
    counts = [(row["exercise"], row["section"], row["judged"]) for row in rows]
    exercises = [exercise for exercise, section, _ in counts if not section]
    assert counts == [
        *((exercise, "", "3") for exercise in exercises),
        *((exercise, "A", "1") for exercise in exercises),
        *((exercise, "B", "1") for exercise in exercises),
    ]


def test_one_section_alone_is_no_comparison(tmp_path: Path) -> None:
    _, printed = graded(tmp_path, {"ada1": 0}, section="B")
    assert "Section" not in printed


def test_whole_field_is_a_section_if_its_parts_are_none(tmp_path: Path) -> None:
    text = "id,section\n1,Rock and Roll\n2,Jazz\n"
    sections = read_roster(written(tmp_path / "roster.csv", text)).sections()
    assert [*sections.values()] == [("Rock and Roll",), ("Jazz",)]


@pytest.mark.parametrize(
    ("sections", "expected"),
    [((), due()), (("B",), due(24)), (("b",), due(24)), (("A",), due())],
)
def test_due_time_of_a_section_goes_before_that_of_all(
    sections: tuple[str, ...], expected: Due
) -> None:
    assert DueTimes(due(), {"B": due(24)}).of(sections) == expected
    assert DueTimes(due(), {"B": due(24)}).of(("A", "B")) is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--due", f"C={WEEK}", "--roster"], "C=…: .* has no such section, but A, B"),
        (["--due", f"B={WEEK}"], "a section's due time needs --roster"),
        (
            ["--due", f"B={WEEK}", "--due", f"b={WEEK}"],
            "section b has two due times",
        ),
        (["--due", WEEK, "--due", WEEK], "the class has two due times"),
        (["--due", "B=tomorrow"], "tomorrow is no time"),
        (["--due", f"={WEEK}"], "names no section before the ="),
    ],
)
def test_due_time_that_cannot_be_meant_is_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "class" / "ada1" / "alphabeta.py", "")
    roster = written(tmp_path / "roster.csv", ROSTER)
    if options[-1] == "--roster":
        options = [*options, str(roster)]
    arguments = ["class", tmp_path / "class", "--results", tmp_path / "r", *options]
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status == 2
    printed = capsys.readouterr().err
    assert re.search(message, printed), printed
