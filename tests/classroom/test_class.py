"""A whole class: graded as each would be alone, resumed after whatever ended it, and stopped by no submission."""

import csv
import errno
import fcntl
import html
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from autograder import grade, load_set
from autograder.classroom import cluster as cluster_module
from autograder.classroom import pool, processes, processors
from autograder.cli import one_of_a_class
from autograder.cli.one_of_a_class import note
from autograder.core.errors import BROKEN, WrongUsage
from autograder.core.judging.judge import NotRun
from autograder.core.launch import ONE_OF_A_CLASS
from autograder.core.sandbox.outcome import in_short
from tests.attacks import IN_A_NAMESPACE
from tests.classes import (
    MAIN,
    Cluster,
    alone,
    command,
    complaints,
    environment,
    hostile,
    judged,
    made,
    run,
    together,
)
from tests.core.test_stopping import children_of, is_gone
from tests.core.test_submission import notebook, zipped
from tests.patience import PATIENCE, wait_for
from tests.sets import PROJECT, QUICK, SUBMISSIONS, Typed, valid_results, written

SAMPLE = [
    "textbook",
    "strict_cutoff",
    "fail_hard",
    "generators",
    "constant_answer",
    "empty_file",
    "raises_index_error",
]
SOME_HOSTILE = """
hostile_daemon hostile_exception_chain hostile_fork_bomb hostile_hangs_at_import hostile_import_hook
hostile_is_a_symlink hostile_kills_everyone
"""


def rows(results: Path) -> dict[str, dict[str, str]]:
    """Return the rows of class.csv by student."""
    with (results / "class.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_in_a_class_of_files_nobody_gets_another_file(tmp_path: Path) -> None:
    textbook = (SUBMISSIONS / "methods_textbook" / "alphabeta.py").read_text("utf-8")
    folder = made(tmp_path / "class", ())
    sources = {
        "alice": textbook,
        "eve": "from alice import *",
        "helper": "",
        "mallory": f"import helper\n{textbook}",
    }
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, "utf-8")
    methods = PROJECT / "exercises" / "methods"
    run(folder, tmp_path / "results", "--only", "01*", exercises=methods)
    scores = {name: row["score"] for name, row in rows(tmp_path / "results").items()}
    # Whether eve or mallory handed in more than is here is for somebody to see.
    assert scores == {"alice": "3", "eve": "", "helper": "0", "mallory": ""}


def quick_set(folder: Path, limits: dict[str, int], **more: object) -> Path:
    """Return the quick set with other limits, and with more fields."""
    shutil.copytree(QUICK, folder)
    assignment = json.loads((folder / "assignment.json").read_text("utf-8"))
    assignment["limits"] |= limits
    (folder / "assignment.json").write_text(json.dumps({**assignment, **more}), "utf-8")
    return folder


def unhurried(tmp_path: Path, seconds: int = 20, explain_seconds: int = 30) -> Path:
    """Return the quick set, with time enough, to explain what failed too, on a machine that does much else."""
    limits = {
        "seconds": seconds,
        "cpu_seconds": seconds,
        "run_seconds": 600,
        "explain_seconds": explain_seconds,
    }
    return quick_set(tmp_path / "unhurried", limits)


def test_submission_in_a_class_is_judged_as_if_graded_alone(tmp_path: Path) -> None:
    names, exercises = SAMPLE, unhurried(tmp_path, explain_seconds=1)
    done = run(
        made(tmp_path / "class", names),
        tmp_path / "results",
        "--jobs",
        "2",
        exercises=exercises,
    )
    for name in names:
        valid_results(tmp_path / "results" / f"{name}.json")
        by_itself = alone(tmp_path / "class" / name, exercises)
        assert judged(together(tmp_path / "results", name)) == judged(by_itself), name
    table = rows(tmp_path / "results")
    assert {name: float(row["score"]) for name, row in table.items()} == {
        name: together(tmp_path / "results", name)["score"] for name in names
    }
    assert table["strict_cutoff"]["misconceptions"] == "strict-cutoff"
    assert all(
        row["misconceptions"] or row["note"]
        for row in table.values()
        if row["score"] != row["maximum"]
    )
    assert re.fullmatch(
        r"raised IndexError: \d exercises", table["raises_index_error"]["note"]
    )
    assert f"{len(names)} students: mean" in done.stdout
    assert done.stderr == ""


def test_the_class_page_shows_the_lines_that_were_graded(tmp_path: Path) -> None:
    """Wherever the file lies: in a folder of the hand-in, or in an archive."""
    folder = made(tmp_path / "class", ["strict_cutoff"])
    (folder / "strict_cutoff" / "project").mkdir()
    (folder / "strict_cutoff" / "alphabeta.py").rename(
        folder / "strict_cutoff" / "project" / "alphabeta.py"
    )
    run(folder, tmp_path / "results", exercises=unhurried(tmp_path))
    location = rows(tmp_path / "results")["strict_cutoff"]["places"].split()[0]
    text = (folder / "strict_cutoff" / "project" / "alphabeta.py").read_text("utf-8")
    line = text.split("\n")[int(location.partition(":")[2]) - 1]
    assert html.escape(line) in (tmp_path / "results" / "class.html").read_text("utf-8")


def test_second_class_run_grades_only_new_or_changed_submissions(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "constant_answer"])
    results = tmp_path / "results"
    run(folder, results)
    before = {file.name: file.stat().st_mtime_ns for file in results.glob("*.json")}
    again = run(folder, results)
    assert "2 of 2 submissions unchanged since the last run." in again.stdout
    assert {
        file.name: file.stat().st_mtime_ns for file in results.glob("*.json")
    } == before

    shutil.copy(
        SUBMISSIONS / "textbook" / "alphabeta.py",
        folder / "constant_answer" / "alphabeta.py",
    )
    changed = run(folder, results)
    assert "1 of 2 submissions unchanged" in changed.stdout
    assert rows(results)["constant_answer"]["score"] == "12"
    other_set = tmp_path / "set"
    shutil.copytree(QUICK, other_set)
    (other_set / "generated.json").unlink()
    os.rename(other_set / "ties.json", os.fsencode(other_set) + b"/ties\xff.json")
    other = run(folder, results, exercises=other_set)
    assert "unchanged" not in other.stdout
    assert rows(results)["constant_answer"]["score"] == "9"


def test_table_of_a_class_names_no_path_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line of what a submission's process says stands there."""

    def fail() -> int:
        raise IsADirectoryError(errno.EISDIR, "Is a directory", "/tmp/grading/x")

    monkeypatch.setattr(one_of_a_class, "_grade", fail)
    monkeypatch.setattr(one_of_a_class, "_end_with", lambda _: None)
    assert one_of_a_class.run(os.getppid()) == BROKEN
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "IsADirectoryError: Is a directory"


def test_submission_that_cannot_be_graded_has_a_row_and_stops_no_other(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "empty_file"])
    (folder / "nobody").mkdir()
    (folder / "binary.py").write_bytes(bytes(range(256)))
    (folder / "zipped.zip").write_bytes(b"PK\x03\x04")
    (folder / "list.xlsx").write_bytes(b"")
    roster = tmp_path / "roster.csv"
    roster.write_text("name,email\ntextbook,t@x.edu\nAbsent Minded,a@x.edu\n", "utf-8")
    done = run(folder, tmp_path / "results", "--roster", str(roster))
    table = rows(tmp_path / "results")
    assert "nobody" not in table
    assert "so nothing was handed in there: nobody" in done.stdout
    assert "no file: zipped.zip is a zip archive" in table["zipped"]["note"]
    assert table["binary"]["note"].startswith("broke: ")
    assert table["textbook"]["email"] == "t@x.edu"
    absent = table["Absent Minded"]
    assert (absent["score"], absent["final"]) == ("", "")
    assert absent["note"].startswith("not understood: it is not known whose")
    assert "Not understood: list.xlsx" in done.stdout
    (folder / "zipped.zip").write_bytes(b"PK\x03\x04 of another content")
    assert "3 of 5 submissions unchanged" in run(folder, tmp_path / "results").stdout
    assert (
        "Not on the roster, and graded all the same: binary, empty_file, zipped"
        in done.stdout
    )


def test_note_of_a_syntax_error_is_written_as_sentences(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text("def max_value(:\n", "utf-8")
    text = note(grade(tmp_path, load_set(PROJECT / "exercises", "01*")))
    assert text.startswith(
        "broke: SyntaxError: invalid syntax. Python cannot read the file. "
    )


def test_unanswered_trees_are_not_called_cut_off(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text('{"01_two_plies": {"visited": ["C1"]}}')
    report = grade(tmp_path, load_set(PROJECT / "exercises" / "by_hand"))
    assert note(report) == ""
    unanswered = [verdict for verdict in report.verdicts if isinstance(verdict, NotRun)]
    assert len(unanswered) == len(report.verdicts) - 1
    assert {in_short(verdict.failure) for verdict in unanswered} == {"not answered"}


def test_row_names_files_not_looked_at_and_missing_functions(tmp_path: Path) -> None:
    """The right program lies beside the one that was graded, as a browser's second download."""
    folder = made(tmp_path / "class", [])
    names = ["ada", *(f"s{number:02}" for number in range(12))]
    for name in names:
        written(
            folder / name / "alphabeta.py", "def helper(): pass\n" * (name == "ada")
        )
    shutil.copy(
        SUBMISSIONS / "textbook" / "alphabeta.py", folder / "ada" / "alphabeta (1).py"
    )
    done = run(folder, tmp_path / "results")
    note = (
        "no grade yet, as `alphabeta (1).py` may be meant, and was not looked at;"
        " Graded: alphabeta.py. Not looked at: `alphabeta (1).py`. If the newer one is there, submit it as alphabeta.py."
        " broke: alphabeta.py has no functions called max_value and min_value. It defines helper; the names must be"
        " exactly those of the assignment."
    )
    assert rows(tmp_path / "results")["ada"]["note"] == note
    assert f"  ada: {note}\n" in done.stdout
    assert note in html.unescape(
        (tmp_path / "results" / "class.html").read_text("utf-8")
    )


def test_a_class_one_folder_too_high_or_without_the_command_is_told(
    tmp_path: Path, typed: Typed
) -> None:
    files = [f"{name}/alphabeta.py" for name in ("ada", "bo", "cy")]
    program = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    for file in (*(f"handed in/{file}" for file in files), "new/alphabeta.py"):
        written(tmp_path / "term" / file, program)
    folder = tmp_path / "term" / "handed in"
    exercises = quick_set(tmp_path / "set", {})
    output = typed(folder, "--exercises", exercises)
    assert "seems to hold submissions of several students." in output
    assert f"./run_autograder class '{folder}'\n" in output
    assert "seems" not in typed(folder / "ada", "--exercises", exercises)
    done = run(tmp_path / "term", tmp_path / "results")
    sentence = "`handed in` seems to hold submissions of several students"
    assert sentence in done.stdout
    assert sentence not in run(folder, tmp_path / "right").stdout


def test_a_row_says_all_that_was_left_out_of_a_notebook(tmp_path: Path) -> None:
    exercises = quick_set(tmp_path / "set", {}, accept=[".py", ".ipynb"])
    folder = made(tmp_path / "class", [])
    magics = [f"%config Figures.number_{number} = {number}" for number in range(9)]
    program = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    written(folder / "ada" / "alphabeta.ipynb", notebook(program, *magics))
    run(folder, tmp_path / "results", exercises=exercises)
    row = rows(tmp_path / "results")["ada"]
    assert row["score"] == "12"
    assert row["note"].startswith("Graded: the code cells of alphabeta.ipynb")
    assert [magic for magic in magics if magic not in row["note"]] == []


def test_class_run_takes_days_late_from_a_gradescope_export(tmp_path: Path) -> None:
    exercises = quick_set(
        tmp_path / "set", {}, late={"per_day": 0.25, "grace_hours": 2, "at_most": 0.5}
    )
    people = {"submission_1": "18:00", "submission_2": "20:00"}
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        metadata = ""
        for name, at in people.items():
            archive.write(
                SUBMISSIONS / "textbook" / "alphabeta.py",
                f"assignment_1_export/{name}/alphabeta.py",
            )
            metadata += f"{name}:\n  :submitters:\n  - :name: {name} person\n  :created_at: 2026-11-21 {at}:00 Z\n"
        archive.writestr("assignment_1_export/submission_metadata.yml", metadata)
    unknown = run(tmp_path / "export.zip", tmp_path / "results", exercises=exercises)
    assert (
        "Nothing counts as late, as it is not known when it was due" in unknown.stdout
    )
    run(
        tmp_path / "export.zip",
        tmp_path / "results",
        "--due",
        "2026-11-21T17:00Z",
        exercises=exercises,
    )
    first, two = rows(tmp_path / "results").values()
    assert (first["score"], first["late_days"], first["score_after_late"]) == (
        "12",
        "0",
        "12",
    )
    assert (two["score"], two["late_days"], two["score_after_late"]) == ("12", "1", "9")


def test_overrides_change_earlier_results_without_grading_all_again(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "constant_answer"])
    results = tmp_path / "results"
    exercises = quick_set(tmp_path / "set", {})
    run(folder, results, exercises=exercises)
    text = "student,change,reason\ntextbook,points +2,an appeal\nnobody,excused,ill\n"
    (exercises / "overrides.csv").write_text(text, "utf-8")
    changed = run(folder, results, exercises=exercises)
    assert "2 of 2 submissions unchanged" in changed.stdout
    assert "overrides.csv changes 1 grade.\n" in changed.stdout
    assert (
        "overrides.csv: 1 line is of no student of this class, or of several, and changed"
        in changed.stdout
    )
    assert "; name an id or an e-mail address: line 3 (nobody)\n" in changed.stdout
    table = rows(results)
    texts = [table["textbook"][column] for column in ("score", "override", "final")]
    assert texts == ["12", "points +2: an appeal", "14"]
    assert (
        table["constant_answer"]["final"] == table["constant_answer"]["score"] != "12"
    )

    (exercises / "ties.json").unlink()
    shutil.copy(
        SUBMISSIONS / "textbook" / "alphabeta.py",
        folder / "constant_answer" / "alphabeta.py",
    )
    alone = run(folder, results, "--only", "constant_answer", exercises=exercises)
    assert (
        "constant_answer: graded anew. 1 of 2 submissions stay as they were."
        in alone.stdout
    )
    assert (
        "of another set or of a part of it; grade without --only: textbook"
        in alone.stdout
    )
    assert {name: row["final"] for name, row in rows(results).items()} == {
        "textbook": "",
        "constant_answer": "9",
    }
    assert rows(results)["textbook"]["note"].startswith(
        "these are results of another set, or of a part of it, so"
    )
    unknown = run(folder, results, "--only", "nobody", exercises=exercises, status=2)
    assert (
        "--only nobody: this is neither the id of an exercise nor one student"
        in unknown.stderr
    )


def test_overrides_of_another_class_are_told_in_one_line(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", ["textbook"])
    exercises = quick_set(tmp_path / "set", {})
    others = "".join(f"{number:04},points +1,an appeal\n" for number in range(30))
    written(exercises / "overrides.csv", f"student,change,reason\n{others}")
    output = run(folder, tmp_path / "results", exercises=exercises).stdout
    assert "overrides.csv changes 0 grades.\n" in output
    (line,) = [
        line for line in output.splitlines() if "of no student of this class" in line
    ]
    assert "overrides.csv: 30 lines are of no student" in line
    assert "line 2 (0000), line 3 (0001)" in line
    assert line.endswith("line 11 (0009) and 20 more")


ROSTER = "name,email\ntextbook,t@x.edu\nconstant_answer,c@x.edu\nabsent,a@x.edu\n"


@pytest.mark.parametrize("option", ["--grades", "--feedback", "--overrides"])
def test_option_that_needs_the_whole_set_is_refused_together_with_only(
    tmp_path: Path, option: str
) -> None:
    folder, results = made(tmp_path / "class", ["textbook"]), tmp_path / "results"
    roster = written(tmp_path / "roster.csv", ROSTER)
    given = written(tmp_path / "given.csv", "student,change,reason\n")
    file = given if option == "--overrides" else tmp_path / "out"
    refused = run(
        folder,
        results,
        "--only",
        "t*",
        "--roster",
        str(roster),
        option,
        str(file),
        status=2,
    )
    text = "leaves out 2 of 4 exercises: generated, hidden_tree. Leave --only out."
    assert f"{option} must be of the whole set, but --only t* {text}" in refused.stderr
    assert not results.exists()
    assert not (tmp_path / "out").exists()
    run(folder, results, "--only", "*", "--roster", str(roster), option, str(file))


def test_a_run_of_a_part_of_the_set_has_points_and_no_final_score(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "constant_answer"])
    results = tmp_path / "results"
    exercises = quick_set(tmp_path / "set", {}, late={"per_day": 0.5})
    roster = written(tmp_path / "roster.csv", ROSTER)
    written(
        exercises / "overrides.csv",
        "student,change,reason\ntextbook,points +2,an appeal\nabsent,excused,ill\n",
    )
    done = run(
        folder, results, "--only", "ties", "--roster", str(roster), exercises=exercises
    )
    assert (
        "No row has a final score, nothing is taken off for lateness and no overrides apply"
        in done.stdout
    )
    assert (
        "as --only ties leaves out 3 of 4 exercises: generated, hidden_tree, two_plies."
        in done.stdout
    )
    columns = [
        [row[column] for column in ("score", "score_after_late", "override", "final")]
        for row in rows(results).values()
    ]
    assert columns == [["0", "", "", ""], ["3", "", "", ""], ["0", "", "", ""]]


def test_earlier_results_of_a_part_of_the_set_make_no_grade(tmp_path: Path) -> None:
    """One student is graded alone, and all others have the results of an earlier run of a part of the set."""
    folder = made(tmp_path / "class", ["textbook", "constant_answer"])
    results = tmp_path / "results"
    roster, pages = written(tmp_path / "roster.csv", ROSTER), tmp_path / "pages.zip"
    run(folder, results, "--only", "ties", "--html")
    back = (
        "--roster",
        str(roster),
        "--grades",
        str(tmp_path / "out.csv"),
        "--feedback",
        str(pages),
    )
    done = run(folder, results, "--only", "constant_answer", *back)
    assert (
        "of another set or of a part of it; grade without --only: textbook"
        in done.stdout
    )
    assert (
        "Left out, as the pages are on another set or on a part of it; grade without --only: textbook"
        in done.stdout
    )
    score = rows(results)["constant_answer"]["score"]
    graded = f"textbook,t@x.edu,,12\nconstant_answer,c@x.edu,{score},12\nabsent,a@x.edu,,12\n"
    assert (tmp_path / "out.csv").read_text("utf-8").endswith(graded)
    with zipfile.ZipFile(pages) as opened:
        assert opened.namelist() == ["constant_answer.html"]
    run(folder, results, *back)
    graded = f"textbook,t@x.edu,12,12\nconstant_answer,c@x.edu,{score},12\nabsent,a@x.edu,,12\n"
    assert (tmp_path / "out.csv").read_text("utf-8").endswith(graded)


@pytest.mark.parametrize(("mask", "mode"), [(0o077, 0o600), (0o022, 0o644)])
def test_files_of_a_class_run_have_the_modes_that_the_umask_leaves(
    tmp_path: Path, mask: int, mode: int
) -> None:
    folder = made(tmp_path / "class", ["constant_answer"])
    results = tmp_path / "results"
    (results.parent / "results-temporary").mkdir()
    before = os.umask(mask)
    try:
        run(folder, results, "--html")
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in results.iterdir()}
    names = (
        "class.csv",
        "class.html",
        "constant_answer.json",
        "constant_answer.html",
        ".lock",
    )
    assert modes == dict.fromkeys(names, mode)


def statistics(file: Path) -> dict[str, dict[str, str]]:
    """Return the rows of a file of statistics by exercise."""
    with file.open(encoding="utf-8-sig", newline="") as opened:
        return {row["exercise"]: row for row in csv.DictReader(opened)}


def test_stats_option_writes_a_file_from_earlier_results(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", ["textbook", "strict_cutoff", "empty_file"])
    results = tmp_path / "results"
    roster = written(
        tmp_path / "roster.csv", "name\ntextbook\nstrict_cutoff\nempty_file\nabsent\n"
    )
    run(folder, results)
    before = os.umask(0o077)
    try:
        done = run(
            folder,
            results,
            "--stats",
            str(tmp_path / "stats.csv"),
            "--roster",
            str(roster),
        )
    finally:
        os.umask(before)
    assert "3 of 3 submissions unchanged since the last run." in done.stdout
    assert (
        "stats.csv: 4 exercises\nNot counted, as there are no results: 1 student.\n"
        in done.stdout
    )
    assert (tmp_path / "stats.csv").stat().st_mode & 0o777 == 0o600
    figures = statistics(tmp_path / "stats.csv")
    assert list(figures) == ["generated", "hidden_tree", "ties", "two_plies"]
    ties = figures["ties"]
    assert [
        ties[f"passed_{check}"] for check in ("value", "pruned", "order", "all")
    ] == ["2", "1", "1", "1"]
    assert (ties["judged"], ties["mistakes"], figures["hidden_tree"]["visibility"]) == (
        "3",
        "strict-cutoff 1",
        "hidden",
    )
    assert 0 < float(ties["discrimination"]) <= 1
    page = (results / "class.html").read_text("utf-8")
    assert f"<td>{float(ties['discrimination']):.2f}</td>" in page


def test_statistics_of_a_part_of_the_set_give_no_discrimination_and_say_why(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "strict_cutoff"])
    results = tmp_path / "results"
    stats = tmp_path / "stats.csv"
    done = run(folder, results, "--only", "t*", "--stats", str(stats))
    text = "No discrimination is given, as it needs the points of all exercises of the set."
    assert f"stats.csv: 2 exercises\n{text}\n" in done.stdout
    assert text in (results / "class.html").read_text("utf-8")
    assert {name: row["discrimination"] for name, row in statistics(stats).items()} == {
        "ties": "",
        "two_plies": "",
    }
    alone = run(folder, results, "--only", "textbook", "--stats", str(stats))
    assert (
        "Not counted, as the results are of another set or of a part of it: 1 student.\n"
        in alone.stdout
    )
    assert {row["judged"] for row in statistics(stats).values()} == {"1"}


@pytest.mark.parametrize(
    "taken", ["roster.csv", "results/class.csv", "results/class.html"]
)
def test_statistics_replace_no_other_file(tmp_path: Path, taken: str) -> None:
    folder, results = made(tmp_path / "class", ["textbook"]), tmp_path / "results"
    roster = written(tmp_path / "roster.csv", ROSTER)
    done = run(
        folder,
        results,
        "--roster",
        str(roster),
        "--stats",
        str(tmp_path / taken),
        status=2,
    )
    assert "name another file for --stats" in done.stderr
    assert roster.read_text("utf-8") == ROSTER
    assert not results.exists()


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    folder, results = made(tmp_path / "class", ["textbook"]), tmp_path / "results"
    results.mkdir()
    with (results / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run(folder, results, status=2)
    assert "another run is writing its results there" in done.stderr
    assert [file.name for file in results.iterdir()] == [".lock"]


def test_results_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", ["constant_answer", "fail_hard", "textbook"])
    results = tmp_path / "results"
    for name in ("fail_hard.json", "textbook.json", "class.csv"):
        (results / name).mkdir(parents=True)
    done = run(folder, results, "--jobs", "3", status=2)
    assert (
        done.stderr
        == f"{results}/class.csv: the table of the class cannot be written there: Is a directory; name another folder for --results\n"
    )


def test_submissions_are_not_overwritten_by_results(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", [])
    (folder / "alice.json").write_text("{}", "utf-8")
    done = run(folder, folder, exercises=PROJECT / "exercises" / "by_hand", status=2)
    assert [file.name for file in folder.iterdir()] == ["alice.json"]
    assert "the submissions are there" in done.stderr


def test_ctrl_c_while_processes_start_is_told_in_a_line(tmp_path: Path) -> None:
    """It reaches all processes of a terminal, and these are in the middle of their imports."""
    folder, results = slow_class(tmp_path), tmp_path / "results"
    process = popen(folder, results, slow_set(tmp_path))
    wait_for(
        lambda: any(
            ONE_OF_A_CLASS in _command_line(pid) for pid in children_of(process.pid)
        )
    )
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    process.terminate()  # as some press it again, and another asks at the same time
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (130, 143), output + errors
    assert "Stopped. " in output
    assert errors == ""
    assert rows(results)["zzz_slow"]["note"] == "not graded yet"


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except OSError:
        return ""


def slow_class(tmp_path: Path) -> Path:
    """Return a class of which the last one keeps its worker for long."""
    folder = made(tmp_path / "class", ["textbook", "fail_hard"])
    written(
        folder / "zzz_slow" / "alphabeta.py",
        "import time\nwhile True:\n    time.sleep(0.01)\n",
    )
    return folder


def slow_set(tmp_path: Path, **more: object) -> Path:
    return quick_set(
        tmp_path / "set",
        {"seconds": 600, "cpu_seconds": 60, "run_seconds": 600},
        **more,
    )


def popen(
    folder: Path, results: Path, exercises: Path, *options: str
) -> subprocess.Popen[str]:
    line = command(folder, results, *options, exercises=exercises)
    variables = environment(results.with_name("temporary"))
    return subprocess.Popen(
        line,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def started(
    folder: Path, results: Path, exercises: Path, *options: str
) -> subprocess.Popen[str]:
    """Return a run that has reached the slow one."""
    process = popen(folder, results, exercises, *options)
    wait_for(lambda: len(list(results.glob("*.json"))) >= 2)
    wait_for(lambda: any(map(_is_a_student, family(process.pid))))  # the slow one's
    return process


def family(pid: int) -> set[int]:
    """Return a process's descendants."""
    below = children_of(pid)
    return below.union(*(family(child) for child in below))


def assert_gone(pids: set[int]) -> None:
    wait_for(lambda: all(map(is_gone, pids)))


def finish(folder: Path, results: Path, exercises: Path) -> str:
    """Make the slow one a right one, and grade the rest."""
    shutil.copy(
        SUBMISSIONS / "textbook" / "alphabeta.py", folder / "zzz_slow" / "alphabeta.py"
    )
    done = run(folder, results, exercises=exercises)
    assert {row["score"] for row in rows(results).values()} == {"12"}
    return done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_leaves_a_table_and_is_resumed(
    tmp_path: Path, number: signal.Signals
) -> None:
    folder = slow_class(tmp_path)
    results = tmp_path / "results"
    exercises = slow_set(tmp_path)
    process = started(folder, results, exercises)
    theirs = family(process.pid)
    process.send_signal(number)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number, output + errors
    assert (
        "Stopped. 2 of 3 submissions have results. The same command grades the rest."
        in output
    )
    assert "Traceback" not in errors
    assert rows(results)["zzz_slow"]["note"] == "not graded yet"
    assert rows(results)["textbook"]["score"] == "12"
    assert_gone(theirs)
    assert list((tmp_path / "temporary").iterdir()) == []
    assert "2 of 3 submissions unchanged" in finish(folder, results, exercises)


def test_a_run_that_is_killed_loses_at_most_what_was_being_graded(
    tmp_path: Path,
) -> None:
    folder = slow_class(tmp_path)
    results = tmp_path / "results"
    exercises = slow_set(tmp_path)
    process = started(folder, results, exercises)
    theirs = family(process.pid)
    assert theirs
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert_gone(theirs)
    for file in results.glob("*.json"):
        valid_results(file)
    assert "2 of 3 submissions unchanged" in finish(folder, results, exercises)


def test_a_submission_whose_process_is_killed_is_graded_again(tmp_path: Path) -> None:
    folder = slow_class(tmp_path)
    results = tmp_path / "results"
    exercises = slow_set(tmp_path)
    process = started(folder, results, exercises, "--jobs", "2")
    shutil.copy(
        SUBMISSIONS / "textbook" / "alphabeta.py", folder / "zzz_slow" / "alphabeta.py"
    )
    busy = [
        pid for pid in children_of(process.pid) if any(map(_is_a_student, family(pid)))
    ]
    assert busy
    for pid in busy:
        os.kill(pid, signal.SIGKILL)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, output + errors
    assert {row["score"] for row in rows(results).values()} == {"12"}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip(
        "distributed", reason="dask is not installed: ./setup.sh --cluster installs it"
    )
    with Cluster(tmp_path) as started:
        yield started


def test_cluster_grades_again_the_submissions_of_a_killed_worker(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Two workers at two addresses, of which one is killed while both grade; what each gets is what it gets alone.

    If root tests, the workers do not see the folders of the class, so all that they grade was sent.
    """
    exercises = slow_set(tmp_path, accept=[".py", ".ipynb", ".zip"])
    names = ["textbook", "strict_cutoff", "empty_file", "hostile_is_a_symlink"]
    folder, results = made(tmp_path / "class", names), tmp_path / "results"
    right = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    for name in ("aaa_slow", "aab_slow"):
        written(
            folder / name / "alphabeta.py",
            f"import time, helper\ntime.sleep(10)\n{right}",
        )
        written(folder / name / "helper.py", "x = 1\n")
    written(folder / "notebook" / "alphabeta.ipynb", notebook(right))
    (folder / "archive").mkdir()
    zipped(folder / "archive" / "mine.zip", {"mine/alphabeta.py": right})
    for host in ("127.0.0.2", "127.0.0.3"):
        cluster.add_worker(host=host, hidden=[folder, exercises])
    process = popen(folder, results, exercises, "--cluster", cluster.address)
    wait_for(
        lambda: all(
            any(map(_is_a_student, family(worker.pid)))
            for worker in cluster.processes[1:]
        )
    )
    theirs = family(cluster.processes[-1].pid)
    cluster.kill_last()
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, output + errors
    assert_gone(theirs)
    table = rows(results)
    right_ones = {name for name, row in table.items() if row["score"] == "12"}
    assert right_ones == {"archive", "notebook", "textbook", "aaa_slow", "aab_slow"}
    for name in ("textbook", "strict_cutoff", "empty_file"):
        assert judged(together(results, name)) == judged(
            alone(folder / name, exercises)
        ), name
    assert table["hostile_is_a_symlink"]["note"].startswith("no file: ")


def test_workers_that_cannot_grade_are_named(tmp_path: Path, cluster: Cluster) -> None:
    folder, results = made(tmp_path / "class", ["textbook"]), tmp_path / "results"
    for package in ("autograder", "reference"):
        shutil.copytree(
            PROJECT / package,
            tmp_path / "other" / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    with (tmp_path / "other" / "autograder" / "__init__.py").open(
        "a", encoding="utf-8"
    ) as file:
        file.write("# another version\n")
    for project, reason in (
        (None, "cannot import the autograder"),
        (tmp_path / "other", "have another version"),
    ):
        cluster.add_worker(project)
        done = run(folder, results, "--cluster", cluster.address, status=2)
        assert re.fullmatch(
            rf"--cluster \S+: these workers {reason}.*: tcp://127\.0\.0\.1:\d+\n",
            done.stderr,
        )
        cluster.kill_last()


def test_local_cluster_starts_and_ends_within_the_run(tmp_path: Path) -> None:
    pytest.importorskip(
        "distributed", reason="dask is not installed: ./setup.sh --cluster installs it"
    )
    folder = slow_class(tmp_path)
    results = tmp_path / "results"
    exercises = slow_set(tmp_path)
    process = started(folder, results, exercises, "--cluster", "local")
    theirs = family(process.pid)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, ""), output
    assert "2 of 3 submissions have results" in output
    assert_gone(theirs)


def test_result_of_a_cluster_task_is_fetched_only_after_the_task_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a timeout dask sometimes raises an UnboundLocalError of its own, which ended a class of two thousand."""
    pytest.importorskip(
        "distributed", reason="dask is not installed: ./setup.sh --cluster installs it"
    )

    class Task:
        def add_done_callback(self, call: Any) -> None:
            threading.Timer(0.05, call, [self]).start()

        def result(self, timeout: float | None = None) -> processes.Ended:
            assert timeout is None
            return {}

    grading = pool.Pool(load_set(QUICK), lambda name: {"name": name, "files": {}}, 1)
    monkeypatch.setattr(
        grading, "_client", SimpleNamespace(submit=lambda *_, **__: Task())
    )
    assert grading._one("one") == {}


def _is_a_student(pid: int) -> bool:
    return "autograder/core/worker/boot.py" in _command_line(pid)


def test_a_submission_whose_process_is_killed_twice_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is tried again when nothing else is graded; what is ended by another's fault has results then."""
    kills_left = {"deadly": 2, "unlucky": 1}
    beside: list[tuple[str, int]] = []
    under_way: set[str] = set()
    grading = pool.Pool(load_set(QUICK), lambda name: {"name": name, "files": None}, 4)

    def stub(request: bytes, *_: object) -> processes.Ended:
        name = pickle.loads(request)["name"]
        under_way.add(name)
        time.sleep(0.05)
        beside.append((name, len(under_way)))
        under_way.remove(name)
        kills_left[name] = kills_left.get(name, 0) - 1
        return None if kills_left[name] >= 0 else {}

    monkeypatch.setattr(pool, "graded_by_a_process", stub)
    answers = dict(grading.graded(["a", "deadly", "unlucky", "b"]))
    assert answers == {"a": {}, "b": {}, "unlucky": {}, "deadly": pool.LOST}
    assert sorted(beside[4:]) == [("deadly", 1), ("unlucky", 1)]


def test_process_that_starts_while_a_run_is_stopped_is_ended_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a cluster within the run may start what it was sent before: else the run would wait for it."""
    stopping = threading.Event()
    monkeypatch.setattr(processes, "STOPPING", stopping)
    popen = subprocess.Popen

    def stopped_meanwhile(*arguments: Any, **named: Any) -> "subprocess.Popen[bytes]":
        stopping.set()
        return popen(
            [sys.executable, "-c", "import time; time.sleep(3000)"],
            *arguments[1:],
            **named,
        )

    monkeypatch.setattr(subprocess, "Popen", stopped_meanwhile)
    start = time.monotonic()
    assert processes.graded_by_a_process(b"", 60) is None
    assert processes.graded_by_a_process(b"", 60) is None
    assert time.monotonic() - start < PATIENCE


def test_check_of_workers_versions_ignores_a_worker_that_is_lost_meanwhile() -> None:
    answers: dict[str, object] = {
        "tcp://a:1": processes.grader_digest(),
        "tcp://b:1": ConnectionResetError(),
    }
    client = SimpleNamespace(sync=lambda *arguments, **named: answers, _run=None)
    cluster_module._check_workers(client, "tcp://c:1")
    answers["tcp://d:1"] = TypeError("unreadable in another Python")
    with pytest.raises(WrongUsage, match=r"another version.*: tcp://d:1$"):
        cluster_module._check_workers(client, "tcp://c:1")


def test_number_of_jobs_follows_the_container_s_share_of_processors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpu.max"
    monkeypatch.setattr(processors, "CGROUPS", [[str(file)]])
    allowed = len(os.sched_getaffinity(0))
    for text, most in (
        ("max 100000", allowed),
        ("50000 100000", 1),
        ("100000 100000", 1),
        ("9900000 100000", allowed),
    ):
        file.write_text(text, "ascii")
        assert processors.processors() == most


@IN_A_NAMESPACE
def test_hostile_submissions_do_not_touch_the_others(tmp_path: Path) -> None:
    outcome = hostile(SOME_HOSTILE.split(), tmp_path, unhurried(tmp_path, seconds=5))
    assert complaints(SOME_HOSTILE.split(), outcome) == []


def test_class_run_imports_no_module_from_the_current_folder(tmp_path: Path) -> None:
    """Students' files may lie there, and be called like Python's own."""
    folder = made(tmp_path / "class", ["textbook"])
    for name in ("subprocess.py", "random.py", "yaml.py", "pickle.py"):
        (folder / name).write_text(
            f"open({str(tmp_path / 'taken')!r}, 'w')\nraise SystemExit\n", "utf-8"
        )
    run(Path(), tmp_path / "results", cwd=folder)
    assert not (tmp_path / "taken").exists()
    assert rows(tmp_path / "results")["textbook"]["score"] == "12"


def test_a_scheduler_that_does_not_answer_is_told(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    folder = written(tmp_path / "class" / "alice.py", "x = 1\n").parent
    done = run(folder, tmp_path / "results", "--cluster", "tcp://127.0.0.1:9", status=2)
    assert "no dask scheduler answers there" in done.stderr
    assert "Traceback" not in done.stderr


def test_grading_a_right_submission_imports_no_classroom_mistakes_or_openssl() -> None:
    script = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from autograder.cli.command_line import main
main([sys.argv[2], "--exercises", sys.argv[3], "--only", "two_plies"])
heavy = set("concurrent.futures dask yaml ast hashlib unittest autograder.classroom autograder.explain.failures autograder.explain.catalogue autograder.explain.repair".split())
print(*(heavy & set(sys.modules)), file=sys.stderr)
"""
    line = [
        sys.executable,
        "-I",
        "-c",
        script,
        str(PROJECT),
        str(SUBMISSIONS / "textbook"),
        str(QUICK),
    ]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_diff_command_prints_changed_scores_and_fails_without_results(
    tmp_path: Path,
) -> None:
    run(made(tmp_path / "class", ["textbook"]), tmp_path / "old")
    data = json.loads((tmp_path / "old" / "textbook.json").read_text("utf-8"))
    next(test for test in data["tests"] if test["extra_data"]["exercise"] == "ties")[
        "score"
    ] += 4
    written(tmp_path / "new" / "textbook.json", {**data, "score": 16})
    done, same, nothing = (
        subprocess.run(
            [*MAIN, "diff", *line.split()],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        for line in ("old new --csv changes.csv", "old old", "old .")
    )
    assert done.stdout.splitlines() == [
        "textbook       12 → 16       +4  ties 3 → 7",
        "Final scores are not compared, as class.csv has none in the new results.",
        "1 of 1 submission changed.",
    ]
    with (tmp_path / "changes.csv").open(encoding="utf-8-sig", newline="") as file:
        changed = {
            "submission": "textbook",
            "exercise": "ties",
            "old": "3",
            "new": "7",
            "change": "4",
        }
        assert any(changed.items() <= row.items() for row in csv.DictReader(file))
    assert "0 of 1 submission changed." in same.stdout
    assert (done.returncode, same.returncode, nothing.returncode) == (0, 0, 2)
    assert "there are no results here" in nothing.stderr


def test_diff_command_counts_scores_that_overrides_change(
    tmp_path: Path,
) -> None:
    folder = made(tmp_path / "class", ["textbook", "constant_answer"])
    exercises = quick_set(tmp_path / "set", {})
    roster = written(
        tmp_path / "roster.csv",
        "name,email,id\ntextbook,t@x.edu,007\nconstant_answer,c@x.edu,8\n",
    )
    run(folder, tmp_path / "old", "--roster", str(roster), exercises=exercises)
    written(
        exercises / "overrides.csv", "student,change,reason\n007,points +2,an appeal\n"
    )
    run(folder, tmp_path / "new", "--roster", str(roster), exercises=exercises)
    line = [*MAIN, "diff", "old", "new", "--csv", "changes.csv"]
    done = subprocess.run(
        line, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert (
        done.stdout
        == "textbook       12 → 12       +0  final 12 → 14\n1 of 2 submissions changed.\n"
    )
    with (tmp_path / "changes.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert [*row.values()] == [
        "textbook",
        "",
        "12",
        "12",
        "0",
        "textbook",
        "t@x.edu",
        "007",
        "12",
        "14",
    ]


def test_diff_command_ends_quietly_when_piped_into_head(tmp_path: Path) -> None:
    for folder, score in (("old", 1), ("new", 0)):
        tests = [
            {
                "score": score,
                "max_score": 1,
                "extra_data": {"exercise": "a", "misconceptions": []},
            }
        ]
        text = json.dumps({"score": score, "tests": tests, "extra_data": {}})
        for number in range(400):
            written(tmp_path / folder / f"a_student_of_the_class_{number}.json", text)
    line = [*MAIN, "diff", str(tmp_path / "old"), str(tmp_path / "new")]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        line, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")
