"""A class as each platform exports it, with all that happens to facts: each row right, each list read back."""

import contextlib
import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder import grade, load_set
from autograder.classroom.class_options import ClassOptions
from autograder.classroom.lateness import parse_due
from autograder.classroom.records import Outcome
from autograder.classroom.run import ClassRun
from autograder.core.errors import WrongUsage
from tests.classroom.test_class import quick_set
from tests.platform_classes import (
    DUE,
    EXTRA,
    LATER,
    OUT_OF,
    PER_DAY,
    PLATFORMS,
    SCORES,
    WITH_EXTRA,
    WORTH,
    Case,
    Person,
    Platform,
    handed_in,
    people,
    score_of,
    source,
)
from tests.sets import QUICK, SUBMISSIONS, written

SMALL = len(Case)
SIZES = [SMALL, 400]


def test_programs_of_these_classes_earn_what_is_said() -> None:
    for name, score in SCORES.items():
        assert grade(SUBMISSIONS / name, load_set(QUICK)).points == score


class Result:
    """The output and the files of a run of a class."""

    def __init__(
        self,
        folder: Path,
        platform: Platform,
        class_of: Sequence[Person],
        out_of: float | None = None,
    ) -> None:
        """out_of: the most points in the list, if it does not say so."""
        submissions = platform.write(folder / "class", handed_in(class_of))
        self.given = platform.table(class_of)
        roster = written(folder / "roster.csv", platform.content(self.given))
        late = {"per_day": PER_DAY, "at_most": 0.5}
        exercises = quick_set(folder / "set", {}, late=late)
        extra = {"title": "Z", "tree": [1, 2], "extra": True}
        written(exercises / "zz.json", extra)
        deadline = parse_due(f"{DUE:%Y-%m-%dT%H:%M}Z")
        options = ClassOptions(
            submissions,
            folder / "results",
            exercises,
            roster=roster,
            groups=written(folder / "groups.csv", groups_of(class_of)),
            grades=folder / "grades.csv",
            column=platform.grade if platform.is_named else None,
            missing="zero",
            due=deadline,
            section_dues={"B": deadline._replace(at=deadline.at + LATER)},
            out_of=out_of,
        )
        (folder / "results").mkdir()
        (folder / "temporary").mkdir()
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            run = ClassRun(options)
            found = run.find(folder / "temporary")
            self.hand_ins = len(found.hand_ins)
            worth = {
                exercise.id: exercise.max_points for exercise in run.exercises.exercises
            }
            points = {name: (0.0, most) for name, most in worth.items()}
            for hand_in in found.hand_ins:
                file = hand_in.path / "alphabeta.py"
                if not file.exists():
                    nothing = {**points, "zz": (0.0, float(EXTRA))}
                    outcome = Outcome(
                        0, nothing, extra=frozenset({"zz"}), doubt="it was not run"
                    )
                    found.grading.outcomes[hand_in.name] = outcome
                    continue
                text = file.read_text("utf-8")
                names = [*SCORES, WITH_EXTRA]
                (score,) = [score_of(name) for name in names if source(name) == text]
                extra_points = {"zz": (max(0.0, score - WORTH), float(EXTRA))}
                outcome = Outcome(
                    score, {**points, **extra_points}, extra=frozenset(extra_points)
                )
                found.grading.outcomes[hand_in.name] = outcome
            run.write(run.grade(found))
        self.said = stream.getvalue()
        self.written = platform.read((folder / "grades.csv").read_bytes())
        table = (folder / "results" / "class.csv").read_text("utf-8-sig")
        self.finals = {
            row["student"]: row["final"] for row in csv.DictReader(io.StringIO(table))
        }


def groups_of(class_of: Sequence[Person]) -> str:
    members = [
        student for student in class_of if student.case in (Case.GROUP, Case.MATE)
    ]
    rows = [f"G,{student.first} {student.last}" for student in members]
    return "\n".join(["group,student", *rows, ""])


def right_fields(person: Person, platform: Platform, *, is_zero: bool) -> set[str]:
    """Return the grade that the list may have for a student; "" if it must have none.

    is_zero: who handed in nothing gets 0 for certain.
    """
    without = {Case.LEFT, Case.NOT_RUN, *platform.unknown}
    if person.case in without:
        return {""}
    worth = person.points if platform.takes_more else min(person.points, WORTH)
    points = f"{round(worth * platform.out_of / WORTH, 2):g}"
    return {points} if person.case is not Case.ABSENT or is_zero else {points, ""}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("all_have_owners", [False, True])
@pytest.mark.parametrize("name", PLATFORMS)
def test_each_row_of_a_platforms_list_has_the_grade_that_the_facts_give(
    name: str, all_have_owners: bool, size: int, tmp_path: Path
) -> None:
    platform = PLATFORMS[name]
    class_of = people(size, platform, all_have_owners=all_have_owners)
    result = Result(tmp_path, platform, class_of)
    headings, *rows = result.written
    column = headings.index(platform.grade)
    first = len(rows) - len(class_of)
    for person, row in zip(class_of, rows[first:], strict=True):
        text = row[column] if column < len(row) else ""
        shown = f"{float(text):g}" if text else ""
        right = right_fields(person, platform, is_zero=all_have_owners)
        assert shown in right, (person, row)
    # Whatever else the platform wrote is as it was.
    changed = {platform.grade, "Feedback comments", "max_score"}
    for before, after in zip(result.given, result.written, strict=True):
        pairs = zip(result.given[0], before, after, strict=False)
        for heading, old, new in pairs:
            assert heading in changed or old == new, (heading, old, new)
    assert platform.grade not in result.said.partition("Not read")[2].partition("\n")[0]
    is_doubted = any(
        phrase in result.said for phrase in ("differ only", "may be theirs")
    )
    assert is_doubted == (bool(platform.unknown) and not all_have_owners)
    assert is_doubted == ("Not read, as no such heading is known" in result.said)
    extra = [one for one in class_of if one.case is Case.EXTRA_POINTS]
    assert "Left as they were, as somebody has to look at what they" in result.said
    assert len(extra) == result.said.count("Above the maximum, by extra exercises")
    if platform.may_hide_times:
        assert "It is not known when" in result.said


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_person_has_one_row_in_the_table_of_a_platforms_class(
    name: str, tmp_path: Path
) -> None:
    class_of = people(SMALL, PLATFORMS[name], all_have_owners=True)
    result = Result(tmp_path, PLATFORMS[name], class_of)
    counted = [person for person in class_of if person.case is not Case.LEFT]
    assert len(result.finals) == len(counted)
    assert result.hand_ins == sum(person.hands_in for person in class_of)


WITHOUT_MAXIMUM = {
    "canvas": "Homework 4 (77)",
    "blackboard": "Homework 4 |123456",
    "brightspace": "Homework 4 Points Grade",
    "sakai": "Homework 4",
}


@pytest.mark.parametrize("name", WITHOUT_MAXIMUM)
def test_a_list_that_says_no_maximum_is_filled_by_that_of_out_of(
    name: str, tmp_path: Path
) -> None:
    platform = PLATFORMS[name]
    heading = WITHOUT_MAXIMUM[name]
    before = [*platform.headings]
    before[before.index(platform.grade)] = heading
    platform = platform._replace(headings=before, grade=heading, out_of=0)
    class_of = people(SMALL, platform, all_have_owners=True)
    with pytest.raises(WrongUsage, match="as in --out-of 20"):
        Result(tmp_path / "unknown", platform, class_of)
    result = Result(tmp_path / "said", platform, class_of, out_of=OUT_OF)
    platform = platform._replace(out_of=OUT_OF)
    column = result.written[0].index(heading)
    for person, row in zip(class_of, result.written[1:], strict=True):
        shown = f"{float(row[column]):g}" if row[column] else ""
        assert shown in right_fields(person, platform, is_zero=True), (person, row)
