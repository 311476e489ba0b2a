"""The page of a class counts right, sorts and filters, and stands a class of two thousand."""

import json
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.overview import class_page, signed, summary
from autograder.classroom.records import (
    HandIn,
    Outcome,
    Override,
    Record,
    Student,
    told_apart,
)
from autograder.core.exercises.load import load_set
from autograder.core.sentences import text_of
from autograder.explain.catalogue import BY_ID
from tests.browser import opened
from tests.sets import PROJECT, written

(EXERCISE,) = load_set(PROJECT / "tests" / "exercises" / "quick", "ties").exercises
TASKS = [
    EXERCISE._replace(id=f"{number:02d}_exercise", title=f"Exercise {number}")
    for number in range(1, 34)
]
STRICT, NEVER = "strict-cutoff", "no-pruning"
HOSTILE = "</style></script><script>alert('\"1')</script>\u202e"
APPEAL_WON = (Override("points", 2, "points +2", "an appeal"),)
MOST_SECONDS = 3.0


def record(
    name: str, points: Sequence[float], misconceptions: Sequence[str] = (), **facts: Any
) -> Record:
    """Return the record of a student with so many of three points in each exercise.

    facts: other fields of the outcome.
    """
    exercises = {
        task.id: (earned, 3.0) for task, earned in zip(TASKS, points, strict=False)
    }
    outcome = Outcome(sum(points), exercises, dict.fromkeys(misconceptions, 1), **facts)
    return Record(Student(name), HandIn(name, (Student(name),), Path(), ""), outcome)


def mistakes_of(number: int) -> tuple[str, ...]:
    """Return the mistakes of the student with a number."""
    if number % 3 == 0:
        return (STRICT,)
    if number % 5 == 0:
        return (NEVER, STRICT)
    return ()


def a_class(size: int, tasks: int = len(TASKS)) -> list[Record]:
    """Return the records of a class, and of a student who handed in nothing."""
    students = []
    for number in range(size):
        points = [float((number * 7 + task * 3) % 4) for task in range(tasks)]
        name = f"Student {number:04d}"
        students.append(record(name, points, mistakes_of(number)))
    return [*students, Record(Student(HOSTILE), None, None, note="handed in nothing")]


def page_of(title: str, tasks: Sequence[Any], records: Sequence[Record]) -> str:
    """Return the page of a class whose submissions have pages of their own."""
    hand_ins = [student.hand_in for student in records]
    pages = [hand_in.name for hand_in in hand_ins if hand_in is not None]
    return class_page(title, tasks, records, pages)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = page_of("Homework 3", TASKS, a_class(2000))
    return written(tmp_path_factory.mktemp("class") / "class.html", page)


@given(
    st.lists(
        st.lists(st.sampled_from([0.0, 1.0, 3.0]), min_size=2, max_size=2), max_size=30
    )
)
@settings(max_examples=40)
def test_class_page_counts_each_student_once_in_every_chart(
    points: list[list[float]],
) -> None:
    students = [record(f"s{number}", row) for number, row in enumerate(points)]
    page = class_page("Homework", TASKS[:2], students)
    charts, _, _ = page.partition('id="exercises"')
    bars = re.findall(r'<tr><th scope="row">([^<]*)</th><td>(\d+)</td>', charts)
    tenths = [int(count) for label, count in bars if "%" in label]
    assert sum(tenths) == len(points)
    if points:
        assert tenths[-1] == sum(row == [3.0, 3.0] for row in points)
    failed = {
        label: int(count)
        for label, count in bars
        if label.startswith("0") and "%" not in label
    }
    for index, task in enumerate(TASKS[:2]):
        losing = [row for row in points if row[index] < 3]
        assert failed.get(f"{task.id}: {task.title}", 0) == len(losing)


def test_class_page_sorts_mistakes_by_number_of_students_and_shows_an_example() -> None:
    source = {"places": ("alphabeta.py:14",), "source": "if v > beta:\n    return v"}
    ada = record("Ada Lovelace", [1.0], [STRICT], **source)
    page = page_of("Homework 3", TASKS, [*a_class(30), ada])
    titles = [BY_ID[STRICT].title, BY_ID[NEVER].title]
    assert page.index(f"<h3>{titles[0]}") < page.index(f"<h3>{titles[1]}")
    assert '<span class="count">15 of 32 students</span>' in page
    assert "if v &gt; beta:\n    return v" in page
    assert '<a href="./Ada%20Lovelace.html">one of them</a>, alphabeta.py:14:' in page


def test_class_page_has_the_statistics_of_each_exercise() -> None:
    ids = [task.id for task in TASKS[:2]]
    passed = dict.fromkeys(("value", "pruned", "order"), True)
    value_alone = {"value": True, "pruned": False, "order": False}
    failed = dict.fromkeys(passed, False)
    right = dict.fromkeys(ids, passed)
    students = [
        record("Ada", [3.0, 3.0], checks=right),
        record(
            "Bo",
            [1.0, 3.0],
            [STRICT],
            checks={**right, ids[0]: value_alone},
            mistakes={ids[0]: [STRICT]},
        ),
        record("Cy", [3.0, 0.0], checks={**right, ids[1]: failed}),
    ]
    hidden = TASKS[1]._replace(visibility="after_due_date")
    page = class_page("Homework", [TASKS[0], hidden], students)
    rows = re.findall(
        r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', page.split('id="exercises"')[1]
    )
    cells = {name: re.findall(r"<td[^>]*>(.*?)</td>", rest) for name, rest in rows[:2]}
    assert cells == {
        "01_exercise: Exercise 1": [
            "3",
            "3",
            "2",
            "2",
            "2",
            "2.33 of 3",
            "−0.50",
            f"{BY_ID[STRICT].title}: 1",
        ],
        "02_exercise: Exercise 2 (after due date)": [
            "3",
            "2",
            "2",
            "2",
            "2",
            "2.00 of 3",
            "−0.50",
            "",
        ],
    }


def test_students_of_one_name_are_told_apart_wherever_names_stand() -> None:
    people = [
        Student("Ada Ali", "a@x.edu", "1"),
        Student("Ada Ali", "b@x.edu", "2"),
        Student("Ada Ali", "c@x.edu"),
    ]
    people += [Student("Bo"), Student("Bo"), Student("Cy", "c@y.edu", "4")]
    outcome = Outcome(1, {TASKS[0].id: (1.0, 3.0)}, form="a form", note="broke: it")
    records = [
        Record(student, HandIn(f"submission_{number}", (student,), Path(), ""), outcome)
        for number, student in enumerate(people)
    ]
    names = [
        "Ada Ali (1)",
        "Ada Ali (2)",
        "Ada Ali (c@x.edu)",
        "Bo (submission_3)",
        "Bo (submission_4)",
        "Cy",
    ]
    page = page_of("Homework", TASKS[:1], records)
    assert f"<li>{', '.join(names)}</li>" in page
    data = json.loads(
        re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)[
            0
        ]
    )
    assert [student[0] for student in data["students"]] == names
    lines = [*summary(records)]
    first = lines.index("Not judged on everything: 6")
    assert lines[first + 1 : first + 7] == [f"  {name}" for name in names]


IDENTITIES = st.sampled_from(
    [("a@x.edu", ""), ("b@x.edu", ""), ("", "1"), ("", "2"), ("", "3")]
)
STUDENTS = st.tuples(st.sampled_from(["Ada", "Bo"]), IDENTITIES).map(
    lambda drawn: Student(drawn[0], *drawn[1])
)


@given(st.lists(STUDENTS))
def test_different_students_are_shown_by_different_names(drawn: list[Student]) -> None:
    shown = told_apart(
        [(student, f"submission_{number}") for number, student in enumerate(drawn)]
    )
    assert len({*shown}) == len({*drawn})
    assert all(
        name.startswith(student.name)
        for name, student in zip(shown, drawn, strict=True)
    )


def test_class_page_escapes_names_notes_and_sources() -> None:
    student = record(
        HOSTILE, [1.0], [HOSTILE], places=(HOSTILE,), source=HOSTILE, note=HOSTILE
    )
    hand_in = HandIn("javascript:alert(1)", (Student(HOSTILE),), Path(), "")
    tasks = [TASKS[0]._replace(title=HOSTILE)]
    page = page_of(HOSTILE, tasks, [student._replace(hand_in=hand_in, note=HOSTILE)])
    assert "\u202e" not in page
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    data = json.loads(
        re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)[
            0
        ]
    )
    assert data["students"][0][4] == "./javascript%3Aalert%281%29.html"


def test_lateness_and_overrides_are_columns_where_there_are_some(
    chromium: Any, tmp_path: Path
) -> None:
    late = record("Late", [3.0])._replace(
        late_days=2, after_late=2.4, overrides=APPEAL_WON
    )
    page = tmp_path / "class.html"
    page.write_text(
        class_page(
            "Homework",
            TASKS[:1],
            [record("In time", [3.0])._replace(after_late=3.0), late],
        ),
        "utf-8",
    )
    with opened(chromium, page) as window:
        heads = window.page.locator(".matrix thead th")
        assert heads.all_inner_texts() == [
            "student",
            "points",
            "late",
            "final",
            "override",
            "mistakes, notes",
            "01",
        ]
        window.page.get_by_role("button", name="Sort by Final score").click()
        rows = [
            row.inner_text().split("\t")
            for row in window.page.locator(".matrix tbody tr").all()
        ]
        assert rows == [
            ["In time", "3", "–", "3", "", "", "✓"],
            ["Late", "3", "2", "4.4", "points +2: an appeal", "", "✓"],
        ]


def test_changes_are_told_in_the_language_of_the_page() -> None:
    page = '<html lang="de">\n<title>x</title><p class="who">x</p>'
    late = record("Ada", [3.0])._replace(late_days=2)
    assert "<strong>2 Tage zu spät</strong>" in signed(page, "Übung", [late])
    assert "<strong>2 days late</strong>" in signed(
        page.replace("de", "qq"), "", [late]
    )


def test_page_of_a_group_states_common_changes_once() -> None:
    """A change for one student, such as for an illness, is not for the others to read."""
    page = '<title>Homework: submission_1</title><p class="who">submission_1</p><pre>&lt;p class="who"&gt;</pre>'
    ada, bo = (
        record(name, [3.0])._replace(late_days=1, overrides=APPEAL_WON)
        for name in ("<Ada>", "Bo")
    )
    once = signed(page, "Homework", [ada, bo])
    assert signed(once, "Homework", [ada, bo]) == once
    assert "<title>Homework: &lt;Ada&gt;, Bo</title>" in once
    changed = "<strong>1 day late</strong><br><strong>Changed by the course staff: points +2 (in points of this page): an appeal</strong>"
    assert (
        f'<p class="who">&lt;Ada&gt;<br>Bo<br>{changed}<br><a href="./class.html">The class</a></p>'
        in once
    )
    assert once.endswith('<pre>&lt;p class="who"&gt;</pre>')
    for changed_bo in (bo._replace(late_days=0), bo._replace(overrides=())):
        unlike = signed(once, "Homework", [ada, changed_bo])
        different = text_of("page_whose", "different changes")
        assert (
            f'<p class="who">&lt;Ada&gt;<br>Bo<br><strong>{different}</strong><br><a'
            in unlike
        )
        assert "an appeal" not in unlike
        assert f'<p class="who">&lt;Ada&gt;<br>{changed}<br><a' in signed(
            unlike, "Homework", [ada]
        )


def test_class_page_writes_infinity_as_drawings_do() -> None:
    task = TASKS[0]._replace(title="Wins and losses: +inf and −inf")
    page = class_page("Homework 3", [task], [record("Ada", [1.0])])
    assert page.count("Wins and losses: ∞ and −∞") == 2
    assert r"Wins and losses: \u221e and \u2212\u221e" in page
    assert "−inf" not in page


def test_class_page_of_no_students_says_that_nothing_was_judged() -> None:
    assert "0 students: nothing was judged." in class_page("Homework 3", TASKS, [])


def test_class_page_of_two_thousand_students_is_made_quickly() -> None:
    students = a_class(2000)
    start = time.process_time()
    class_page("Homework 3", TASKS, students)
    assert time.process_time() - start < MOST_SECONDS


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_class_page_has_one_margin_and_mistakes_in_sight(
    chromium: Any, file: Path, width: int
) -> None:
    with opened(chromium, file, width) as window:
        page = window.page
        lefts = page.locator("h1, h2").evaluate_all(
            "headings => headings.map(heading => heading.getBoundingClientRect().left)"
        )
        assert len({*lefts}) == 1 + (width > 800)  # two charts stand side by side
        assert page.locator("h1").bounding_box()["x"] == min(lefts)
        notes = page.get_by_text("mistakes, notes").bounding_box()
        assert notes["x"] + notes["width"] < width


def test_class_page_groups_the_digits_of_all_numbers(file: Path, chromium: Any) -> None:
    with opened(chromium, file) as window:
        page = window.page
        texts = page.locator("header, section").all_inner_texts()
        assert (
            re.findall(r"(?<![\w.])\d{4,}", re.sub(r"Student \d+", "", "".join(texts)))
            == []
        )
        assert "2,001" in page.locator("[data-many]").inner_text()


def seconds_to_open(page: Any) -> float:
    """Return the processor time that a page takes to open."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    rows = session.send("Performance.getMetrics")["metrics"]
    return float({row["name"]: row["value"] for row in rows}["TaskDuration"])


def test_the_matrix_sorts_and_filters(chromium: Any, file: Path) -> None:
    with opened(chromium, file) as window:
        page = window.page
        assert seconds_to_open(page) < MOST_SECONDS
        range_shown = page.locator("[data-many]")
        names = page.locator(".matrix tbody th")
        assert range_shown.inner_text() == "1–100 of 2,001"
        page.get_by_role("button", name="Sort by Points of 99").click()
        scores = [
            float(text) for text in page.locator(".matrix .score").all_inner_texts()
        ]
        assert scores == sorted(scores, reverse=True)
        page.get_by_role("button", name="Sort by 02_exercise: Exercise 2").click()
        assert names.first.inner_text().startswith("</style></script>")
        page.get_by_role("button", name="Next").click()
        assert range_shown.inner_text() == "101–200 of 2,001"
        page.get_by_label("Find").fill("student 00")
        assert range_shown.inner_text() == "1–100 of 100"
        page.get_by_label("Mistake").select_option(label=BY_ID[NEVER].title)
        expected = [
            f"Student {number:04d}"
            for number in range(100)
            if number % 3 and number % 5 == 0
        ]
        assert sorted(names.all_inner_texts()) == expected
        page.locator("[data-failed]").select_option(label="01_exercise")
        assert len(expected) > names.count() > 0
        page.get_by_label("Find").fill("nobody at all")
        assert range_shown.inner_text() == "no students"


def test_the_class_command_makes_the_page_and_each_students_own(tmp_path: Path) -> None:
    handed_in = tmp_path / "handed in"
    for name in ("strict_cutoff", "textbook", "untouched_template"):
        shutil.copytree(PROJECT / "tests" / "submissions" / name, handed_in / name)
    (handed_in / "strict_cutoff").rename(handed_in / "Ada Lovelace")
    for name, other in (("textbook", "Grace"), ("untouched_template", "Hal")):
        shutil.copytree(handed_in / name, handed_in / other)
    with (handed_in / "Grace" / "alphabeta.py").open("a", encoding="utf-8") as file:
        file.write("# all mine\n")
    overrides = tmp_path / "appeals.csv"
    overrides.write_text(
        "student,change,reason\nAda Lovelace,points +1.5,<i>won</i>\n", "utf-8"
    )
    command = [
        str(PROJECT / "run_autograder"),
        "class",
        str(handed_in),
        "--results",
        str(tmp_path / "results"),
    ]
    exercises = tmp_path / "set"
    for name in ("assignment.json", "09_ties_at_min_nodes.json"):
        written(exercises / name, (PROJECT / "exercises" / name).read_bytes())
    command += ["--overrides", str(overrides), "--exercises", str(exercises)]
    done = subprocess.run(
        [*command, "--html"], check=True, capture_output=True, text=True
    )
    assert (
        done.stdout.count(
            "The same except for blanks, comments and names: 1 program, in class.html"
        )
        == 1
    )
    page = (tmp_path / "results" / "class.html").read_text("utf-8")
    data = json.loads(
        re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)[
            0
        ]
    )
    by_name = {student[0]: student for student in data["students"]}
    assert by_name["textbook"][1:3] == [3.0, [3.0]]
    assert by_name["Ada Lovelace"][1:3] == [1.0, [1.0]]
    assert by_name["Ada Lovelace"][6:] == [None, 2.5, "points +1.5: <i>won</i>"]
    assert BY_ID[STRICT].title in page
    assert re.findall(r"<li>(Grace.*)</li>", page) == ["Grace, textbook"]
    assert '<tr><th scope="row">raised NotImplementedError</th><td>2</td>' in page
    for student in by_name.values():
        student_page = tmp_path / "results" / unquote(student[4])
        text = student_page.read_text("utf-8")
        assert text.startswith("<!DOCTYPE html>")
        assert f'<p class="who">{student[0]}<br>' in text
        assert '<a href="./class.html">' in text
    ada = tmp_path / "results" / "Ada Lovelace.html"
    assert (
        "staff: points +1.5 (in points of this page): &lt;i&gt;won&lt;/i&gt;"
        in ada.read_text("utf-8")
    )
    overrides.write_text("student,change,reason\n", "utf-8")
    subprocess.run(command, check=True, capture_output=True)
    assert "Changed by" not in ada.read_text("utf-8")


def test_class_table_is_legible_on_screen_on_paper_and_on_a_projector(
    chromium: Any, file: Path
) -> None:
    with opened(chromium, file) as window:
        page, rows = window.page, window.page.locator(".matrix tbody tr")
        page.get_by_role("button", name="Show these students").last.click()
        assert page.locator("[data-mistake]").input_value() != ""
        assert "of 266" in page.locator("[data-many]").inner_text()
        page.locator("[data-mistake]").select_option("")
        head, table = page.locator(".matrix thead th").first, page.locator(".tall")
        table.evaluate("e => e.scrollTo(0, 900)")
        assert abs(head.bounding_box()["y"] - table.bounding_box()["y"]) < 3
        notes = page.locator(".matrix td.notes").first.bounding_box()
        assert notes["width"] < 500
        page.get_by_label("hide names").check()
        assert not page.get_by_text("Student 0000").is_visible()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        on_paper = page.locator(".matrix:not([hidden])")
        assert on_paper.count() == 3
        assert on_paper.first.locator("tbody tr").count() == 2001
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert rows.count() == 100


def test_sorting_keeps_ties_in_order_and_search_ignores_accents(
    chromium: Any, tmp_path: Path
) -> None:
    page = tmp_path / "class.html"
    names = ["Björn", "Ada", "Zoe"]
    page.write_text(
        class_page("Homework", TASKS[:1], [record(name, [3.0]) for name in names]),
        "utf-8",
    )
    with opened(chromium, page) as window:
        shown = window.page.locator(".matrix tbody th")
        window.page.get_by_role("button", name="Sort by Points of 3").click()
        assert shown.all_inner_texts() == ["Ada", "Björn", "Zoe"]
        window.page.locator("[data-find]").fill("bjorn")
        assert shown.all_inner_texts() == ["Björn"]


NINE_POINTS = 12
"""In pixels of a style sheet."""
LONG_NAME = "Oppenheimer-Schnarrenberger, Maximiliane"
MILLIMETRE = 96 / 25.4
"""Pixels of a style sheet."""
PAPER_WIDTHS = {"A4": 297 - 30, "Letter": 279.4 - 30}
"""Millimetres between the margins of a page that lies on its side."""


@pytest.mark.parametrize("paper", PAPER_WIDTHS)
@pytest.mark.parametrize("name", ["Student 0000", LONG_NAME])
def test_a_class_on_paper_keeps_every_column(
    chromium: Any, tmp_path: Path, paper: str, name: str
) -> None:
    exercises = [
        EXERCISE._replace(id=f"{number:02d}_exercise", title=f"Exercise {number}")
        for number in range(1, 35)
    ]
    students = [record(name, [0.75] * 33, [*BY_ID]), *a_class(29)]
    file = written(tmp_path / "class.html", page_of("Homework 3", exercises, students))
    with opened(chromium, file) as window:
        page = window.page
        width = int(PAPER_WIDTHS[paper] * MILLIMETRE)
        page.set_viewport_size({"width": width, "height": 700})
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        edges = page.locator(".matrix:not([hidden]) thead th").evaluate_all(
            "cells => cells.map(cell => [cell.textContent, cell.getBoundingClientRect().right])"
        )
        headings = [heading for heading, _ in edges]
        assert headings.count("student") == headings.count("points") == 3
        assert headings.count("mistakes, notes") == 1
        numbers = [f"{number:02d}" for number in range(1, 35)]
        assert [heading for heading in headings if heading in numbers] == numbers
        assert max(right for _, right in edges) <= width
        sizes = page.locator("table:visible :is(th, td)").evaluate_all(
            "cells => cells.map(cell => parseFloat(getComputedStyle(cell).fontSize))"
        )
        assert min(sizes) >= NINE_POINTS
        cut = page.locator(".matrix th, .matrix td").evaluate_all(
            "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1)"
            ".map(cell => cell.textContent)"
        )
        assert cut == []
