"""The gate: the files of commands replace earlier files of this program, and nothing of anybody else's."""

import ast
import base64
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from autograder.cli.command_line import main
from autograder.core.errors import WrongUsage
from autograder.core.outputs import FileKind, Gate, NeedsForce, begins_with, create
from autograder.tell.formats import FORMATS, RESULTS, texts, unfinished
from autograder.tell.pages import render
from autograder.tell.pages.render import A_PAGE, rendered
from tests.sets import PROJECT, SUBMISSIONS, made_set, written

RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_bytes()
ROSTER = "name,id\nada,1\nbob,2\n"
NOTES = "Notes of mine."
FILE = "alphabeta.py"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that commands run in, with a set, a class of two, a roster, overrides and a file of notes."""
    for folder in (tmp_path, *tmp_path.parents[:2]):
        with suppress(OSError):  # pytest's folders are closed to others
            folder.chmod(folder.stat().st_mode | 0o055)
    made_set(tmp_path / "set", {"01": {"tree": [[3, 12], [2, 4]]}})
    for name in ("ada", "bob"):
        written(tmp_path / "class" / name / FILE, RIGHT)
    written(tmp_path / "own" / FILE, RIGHT)
    written(tmp_path / "roster.csv", ROSTER)
    written(tmp_path / "overrides.csv", "student,change,reason\nada,points +1,x\n")
    written(tmp_path / "notes", NOTES)
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        opened.writestr("ada/alphabeta.py", RIGHT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRADER_ROOT", "/nowhere")
    return tmp_path


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, str]]:
    """Run a command line, and return its status and its errors."""

    def run(line: str) -> tuple[int, str]:
        status = main(line.split())
        return status, capsys.readouterr().err

    return run


Run = Callable[[str], tuple[int, str]]
GRADE = "own --exercises set"
CLASS = "class class --results results --exercises set --roster roster.csv"
OF_THE_SET = "set/01.json"
READ = (
    (f"{GRADE} --html own/alphabeta.py", "own/alphabeta.py"),
    (f"{GRADE} --results own/alphabeta.py", "own/alphabeta.py"),
    (f"own/{FILE} --exercises set --html own/alphabeta.py", "own/alphabeta.py"),
    (f"own/{FILE} --exercises set --results own/../own/{FILE}", "own/alphabeta.py"),
    (f"{GRADE} --results {OF_THE_SET}", OF_THE_SET),
    (f"practice set --html {OF_THE_SET}", OF_THE_SET),
    (f"sheet set --html sheet --solutions {OF_THE_SET}", OF_THE_SET),
    (f"show 01 --exercises set --html {OF_THE_SET}", OF_THE_SET),
    ("show 01 --exercises set --html set/assignment.json", "set/assignment.json"),
    (f"zip --exercises set {OF_THE_SET}", OF_THE_SET),
    (f"zip --exercises set {PROJECT}/LICENSE", f"{PROJECT}/LICENSE"),
    (f"{CLASS} --feedback roster.csv", "roster.csv"),
    (f"{CLASS} --grades roster.csv", "roster.csv"),
    (f"{CLASS} --overrides overrides.csv --grades overrides.csv", "overrides.csv"),
    (f"{CLASS} --grades class/ada/alphabeta.py", "class/ada/alphabeta.py"),
    (f"{CLASS} --stats class/bob/alphabeta.py", "class/bob/alphabeta.py"),
    (f"{CLASS} --stats {OF_THE_SET}", OF_THE_SET),
    (
        "class class.zip --results results --exercises set --feedback class.zip",
        "class.zip",
    ),
)
"""Lines that name a file which they read, too."""


@pytest.mark.parametrize("force", ["", " --force"])
@pytest.mark.parametrize(("line", "victim"), READ)
def test_what_a_command_reads_is_never_replaced(
    line: str, victim: str, force: str, course: Path, typed: Run
) -> None:
    before = (course / victim).read_bytes()
    status, error = typed(f"{line}{force}")
    assert status == 2, error
    assert error.count("\n") == 1
    assert "; name another file" in error
    assert (course / victim).read_bytes() == before
    assert not (course / "results").exists()


WRITES = {
    "notes for --html": f"{GRADE} --html OUT",
    "notes for --results": f"{GRADE} --results OUT",
    **{
        f"{name} for --results": f"{GRADE} --format {name} --results OUT"
        for name in FORMATS
    },
    "practice": "practice set --html OUT",
    "exam": "practice set --exam --html OUT",
    "lecture": "show 01 --exercises set --html OUT",
    "sheet": "sheet set --html OUT",
    "latex": "sheet set --format latex --html OUT",
    "solutions": "sheet set --html other --solutions OUT",
    "latex solutions": "sheet set --format latex --html other --solutions OUT",
    "zip": "zip --exercises set OUT",
    "grades": f"{CLASS} --grades OUT",
    "feedback": f"{CLASS} --feedback OUT",
    "stats": f"{CLASS} --stats OUT",
}


ANOTHERS_RESULTS = '{"tests": [], "score": 3, "version": 1}'
ALIKE = {
    "--format junit": '<?xml version="1.0"?>\n<testsuites></testsuites>\n',
    "--format vpl": "Well done.\nGrade :=>> 5\n",
    "--format github": base64.b64encode(ANOTHERS_RESULTS.encode()).decode(),
    "--results OUT": ANOTHERS_RESULTS,
    "--format latex": "% Sheets of mine\n\\documentclass{article}\n",
    "html": "\n<!doctype HTML>\n<title>Mine</title>\n",
    "--grades": "name;id;score;max_score\nEve;9;1;1\n",
    "--stats": "title,exercise,maximum,judged,mean,discrimination,mistakes,visibility\n",
}
"""Lines that a file of another program's may hold, by a part of the line that may replace it."""


def lay_alike(file: Path, line: str) -> bytes:
    """Write a file as another program may have written it that has the form of a line's output."""
    is_feedback = "--feedback" in line
    if is_feedback or line.startswith("zip"):
        names = ["run_autograder", "setup.sh", "exercises/assignment.json", "a.py"]
        with zipfile.ZipFile(file, "w") as opened:
            for name in ["ada/page.html"] if is_feedback else names:
                opened.writestr(name, NOTES)
    else:
        written(file, next(text for part, text in ALIKE.items() if part in line))
    return file.read_bytes()


@pytest.mark.parametrize("line", WRITES.values(), ids=WRITES)
def test_file_of_the_same_form_is_replaced_only_by_force(
    line: str, course: Path, typed: Run
) -> None:
    before = lay_alike(course / "theirs", line)
    status, error = typed(line.replace("OUT", "theirs"))
    assert status == 2
    assert error.count("\n") == 1
    assert "this program did not write what is in it" in error
    assert "name another file" in error
    assert error.endswith(", or have it replaced with --force\n")
    assert (course / "theirs").read_bytes() == before
    status, error = typed(line.replace("OUT", "theirs") + " --force")
    assert status == 0, error
    assert (course / "theirs").read_bytes() != before


@pytest.mark.parametrize("force", ["", " --force"])
@pytest.mark.parametrize("line", WRITES.values(), ids=WRITES)
def test_file_of_another_form_is_not_replaced_by_force(
    line: str, force: str, course: Path, typed: Run
) -> None:
    """Whatever it is called, and though no command reads it."""
    status, error = typed(line.replace("OUT", "notes") + force)
    assert status == 2
    assert error.count("\n") == 1
    assert "notes: this holds something else, so " in error
    assert "cannot replace it, not even with --force; name another file" in error
    assert (course / "notes").read_text("utf-8") == NOTES


@pytest.mark.parametrize("line", WRITES.values(), ids=WRITES)
def test_empty_file_and_what_an_earlier_run_wrote_are_replaced(
    line: str, course: Path, typed: Run
) -> None:
    (course / "empty").touch()
    for _ in range(2):
        status, error = typed(line.replace("OUT", "empty"))
        assert status == 0, error
        assert (course / "empty").stat().st_size
        if "--results OUT" in line:  # a run that was ended left this
            name = line.partition("--format ")[2].partition(" ")[0] or "gradescope"
            for ending, text in texts(name, unfinished()).items():
                written(course / f"empty{ending}", text)


def test_results_in_one_format_replace_those_in_another(
    course: Path, typed: Run
) -> None:
    for name in FORMATS:
        status, error = typed(f"{GRADE} --format {name} --results out")
        assert status == 0, error


def test_file_of_one_kind_replaces_none_of_another(course: Path, typed: Run) -> None:
    assert typed(f"{GRADE} --results out")[0] == 0
    before = (course / "out").read_bytes()
    assert typed(f"{GRADE} --html out")[0] == 2
    assert (course / "out").read_bytes() == before


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (A_PAGE, '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'),
        (RESULTS, '{"score": 0, "extra_data": {"isolation": [], "version": "3.0.0"}}'),
        (RESULTS, '{"gradable": false, "format_errors": ["It could not start."]}'),
    ],
)
def test_file_of_an_earlier_version_is_known(
    kind: FileKind, text: str, tmp_path: Path
) -> None:
    if kind is A_PAGE:
        policy = "default-src 'none'; style-src 'sha256-x'"
        text += f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    Gate().ask(written(tmp_path / "file", text), kind, "--file").write("")
    with pytest.raises(WrongUsage, match="holds something else"):
        Gate().ask(written(tmp_path / "file", " " + text[2:]), kind, "--file")


def test_page_in_another_language_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "language", lambda: "pt-BR")
    page = written(tmp_path / "page.html", rendered("page.html.j2"))
    Gate().ask(page, A_PAGE, "--html").write("")
    other = written(tmp_path / "other.html", '<!DOCTYPE html>\n<html lang="pt-BR">\n')
    with pytest.raises(NeedsForce):
        Gate().ask(other, A_PAGE, "--html")


@pytest.mark.parametrize("text", ["[" * 10**5, "{}", "[]", "1", "\x80", "e30=", "null"])
def test_no_other_text_is_taken_for_results(text: str, tmp_path: Path) -> None:
    file = written(tmp_path / "file", text)
    for force in (False, True):
        with pytest.raises(WrongUsage, match="holds something else"):
            Gate(force=force).ask(file, RESULTS, "--results")


@pytest.mark.parametrize(
    ("line", "second"),
    [
        (f"{GRADE} --results out --html out", "--html"),
        (f"{GRADE} --format github --results out --html out.md", "--html"),
        ("sheet set --html out --solutions ./out", "--solutions"),
        (f"{CLASS} --grades out --feedback out", "--feedback"),
        (f"{CLASS} --stats results/class.csv", "--stats"),
        (f"{CLASS} --grades results/class.html", "--grades"),
    ],
)
def test_two_options_name_no_one_file(
    line: str, second: str, course: Path, typed: Run
) -> None:
    status, error = typed(line)
    assert status == 2
    assert f"; name another file for {second}\n" in error
    assert not (course / "out").exists()
    assert not (course / "results").exists()


def test_refused_page_is_told_before_anything_is_graded(
    course: Path, typed: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in ("notes", "nowhere/page.html", "set"):
        assert typed(f"{GRADE} --results out --html {file}")[0] == 2
        assert not (course / "out").exists()
        assert typed(f"{CLASS} --feedback {file}")[0] == 2
        assert not (course / "results").exists()


# --- Programs ---

ZIPPED = "hw.zip"
SOMEBODYS = {
    FILE: RIGHT.decode(),
    "alphabeta": RIGHT.decode(),
    "two_columns.py": "import math, sys\nfrom math import inf, nan\n",
    "page.py": f'"""<html>"""\n{RIGHT.decode()}',
    "roster_2.csv": "name,id\neve,9\n",
    "overrides_2.csv": "student,change,reason\nada,points +1,x\n",
    "groups.csv": "group,student\n1,ada\n",
    "01_other.json": '{"title": "T", "tree": [[3, 12], [2, 4]], "points": {"value": 1}}',
    "assignment_2.json": '{"title": "T", "file": "alphabeta.py", "seed": "tests"}',
    "mine.json": '{"01": {"value": 3, "visited": "A B"}, "tests": {"value": 3}}',
    "hw.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    "answer.md": "# Answer\n\nGrade: 5\n",
}
"""Files that people write, and may name by mistake for a command's output."""


@pytest.mark.parametrize("name", [*SOMEBODYS, ZIPPED])
@pytest.mark.parametrize("line", WRITES.values(), ids=WRITES)
def test_what_somebody_wrote_is_not_replaced_by_force(
    line: str, name: str, course: Path, typed: Run
) -> None:
    written(course / name, SOMEBODYS.get(name, ""))
    if name == ZIPPED:
        with zipfile.ZipFile(course / name, "w") as opened:
            opened.writestr("ada/alphabeta.py", RIGHT)
            opened.writestr("ada/page.html", NOTES)
    before = (course / name).read_bytes()
    status, error = typed(line.replace("OUT", name) + " --force")
    assert (status, (course / name).read_bytes()) == (2, before)
    assert f"{name}: this holds something else, so " in error


def test_archive_that_cannot_be_read_is_not_replaced_by_force(
    course: Path, typed: Run
) -> None:
    with zipfile.ZipFile(course / ZIPPED, "w") as opened:
        opened.writestr("na\u00efve.html", NOTES)
    before = (course / ZIPPED).read_bytes().replace("\u00ef".encode(), b"\xff\xfe")
    (course / ZIPPED).write_bytes(before)
    status, error = typed(f"{CLASS} --feedback {ZIPPED} --force")
    assert (status, (course / ZIPPED).read_bytes()) == (2, before)
    assert "this holds something else" in error


def test_program_is_not_replaced_if_no_submission_is_named(
    course: Path, typed: Run
) -> None:
    written(course / FILE, RIGHT)
    for force in ("", " --force"):
        status, error = typed(f"--html {FILE}{force}")
        assert (status, (course / FILE).read_bytes()) == (2, RIGHT)
        assert "not even with --force" in error


def test_changes_replace_only_what_has_their_headings(course: Path, typed: Run) -> None:
    assert typed(CLASS)[0] == 0
    for name, text in SOMEBODYS.items():
        before = written(course / name, text).read_bytes()
        assert typed(f"diff results results --csv {name} --force")[0] == 2, name
        assert (course / name).read_bytes() == before
    written(course / "changes", "submission;exercise;old;new;change\n")
    assert typed("diff results results --csv changes")[0] == 2
    assert typed("diff results results --csv changes --force") == (0, "")


def test_what_one_run_read_the_next_one_does_not_replace(
    course: Path, typed: Run
) -> None:
    """Not by force either, though the next run reads none of it."""
    line = f"{CLASS} --overrides overrides.csv"
    assert typed(line)[0] == 0
    read = ("roster.csv", "overrides.csv", "class/bob/alphabeta.py", OF_THE_SET)
    before = {name: (course / name).read_bytes() for name in (*read, "class.zip")}
    for name in before:
        for other in (
            "practice other --html",
            "own --exercises other --html",
            "own --exercises other --results",
            "class more --exercises other --results more_results --stats",
            "zip --exercises other",
        ):
            made_set(course / "other", {"01": {"tree": [[1, 2], [3, 4]]}})
            written(course / "more" / "cyd" / FILE, RIGHT)
            status, error = typed(f"{other} {name} --force")
            assert status == 2, (other, name)
            assert "not even with --force" in error
    assert {name: (course / name).read_bytes() for name in before} == before


def test_handout_replaces_what_begins_as_its_files_by_force(
    course: Path, typed: Run
) -> None:
    assert typed("handout set --to out") == (0, "")
    stub = (course / "out" / FILE).read_text("utf-8")
    game = (course / "out" / "game.py").read_text("utf-8")
    written(course / "out" / FILE, f"# An older one.\n{stub}")
    written(course / "out" / "game.py", f"{game}# Mine.\n")
    status, error = typed("handout set --to out")
    assert status == 2
    assert f"of these names already: {FILE}, game.py. Nothing was written" in error
    assert error.endswith("or have these files replaced with --force\n")
    assert typed("handout set --to out --force") == (0, "")
    assert (course / "out" / FILE).read_text("utf-8") == stub
    assert (course / "out" / "game.py").read_text("utf-8") == game


@pytest.mark.parametrize("force", ["", " --force"])
def test_handout_replaces_no_work_of_anybodys(
    force: str, course: Path, typed: Run
) -> None:
    """It does not advise --force then, though other files could be replaced by that."""
    assert typed("handout set --to out") == (0, "")
    stub = (course / "out" / FILE).read_text("utf-8")
    half_done = stub.replace("raise Not", "return 1  # Not", 1)
    begun = stub.replace("    raise", "    return state.utility()\n    raise", 1)
    beside = f"{stub}\n\nsearch = lambda state: state.utility()\n"
    works = {FILE: [RIGHT.decode(), half_done, begun, beside, NOTES]}
    works |= {"game.py": [NOTES], "README.md": ["# My project\n"]}
    edited = (course / "out" / f"test_{FILE}").read_text("utf-8") + "# Mine.\n"
    written(course / "out" / f"test_{FILE}", edited)
    for name, contents in works.items():
        before = (course / "out" / name).read_text("utf-8")
        for text in contents:
            written(course / "out" / name, text)
            status, error = typed(f"handout set --to out{force}")
            assert (status, (course / "out" / name).read_text("utf-8")) == (2, text)
            assert f"out/{name}: this holds something else, so the new {name} " in error
            assert "; name another folder for --to\n" in error
            assert "or have" not in error
        written(course / "out" / name, before)
    assert (course / "out" / f"test_{FILE}").read_text("utf-8") == edited


# --- Links ---


def test_link_in_a_clone_replaces_no_other_students_program(
    course: Path, typed: Run
) -> None:
    (course / "class" / "ada" / "results.json").symlink_to("../bob/alphabeta.py")
    for force in ("", " --force"):
        line = "class/ada --exercises set --results class/ada/results.json"
        status, error = typed(line + force)
        assert status == 2
        assert "class/ada/results.json is a link to ../bob/alphabeta.py, " in error
        assert "name another file for --results" in error
    assert (course / "class" / "bob" / FILE).read_bytes() == RIGHT


def test_linked_folder_in_a_clone_is_not_written_into(course: Path, typed: Run) -> None:
    (course / "class" / "ada" / "out").symlink_to("../bob")
    for named in ("class/ada", f"class/ada/{FILE}"):
        for option in ("--results", "--html"):
            status, error = typed(f"{named} --exercises set {option} class/ada/out/new")
            assert status == 2
            assert "out is a link to ../bob" in error
    assert [file.name for file in (course / "class" / "bob").iterdir()] == [FILE]


def test_linked_folder_of_the_instructors_is_written_into(
    course: Path, typed: Run
) -> None:
    (course / "elsewhere").mkdir()
    (course / "linked").symlink_to("elsewhere")
    assert typed(f"{GRADE} --results linked/out")[0] == 0
    assert (course / "elsewhere" / "out").is_file()


def test_link_that_comes_after_the_question_is_not_followed(tmp_path: Path) -> None:
    kind = FileKind("a text", begins_with("ours"))
    (tmp_path / "clone" / "out").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    gate = Gate()
    gate.distrust(tmp_path / "clone")
    output = gate.ask(tmp_path / "clone" / "out" / "file", kind, "--file")
    (tmp_path / "clone" / "out").rmdir()
    (tmp_path / "clone" / "out").symlink_to("../other")
    with pytest.raises(WrongUsage, match="cannot be written there"):
        output.write("ours")
    assert not [*(tmp_path / "other").iterdir()]


def test_file_that_comes_after_the_question_is_not_replaced(tmp_path: Path) -> None:
    kind = FileKind("a text", begins_with("ours"))
    output = Gate().ask(tmp_path / "file", kind, "--file")
    written(tmp_path / "file", NOTES)
    with pytest.raises(WrongUsage, match="holds something else"):
        output.write("ours")
    with pytest.raises(WrongUsage, match="there already"):
        create(tmp_path / "file", "ours")
    assert (tmp_path / "file").read_text("utf-8") == NOTES


def test_nothing_is_made_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(WrongUsage, match="there already"):
        create(tmp_path / "link", "ours")
    assert not (tmp_path / "target").exists()


# --- A class ---


def test_class_leaves_the_folder_of_temporary_files_as_it_was(
    course: Path, typed: Run
) -> None:
    before = os.environ.get("TMPDIR")
    assert typed(CLASS)[0] == 0
    assert os.environ.get("TMPDIR") == before


def test_same_class_is_graded_each_night(course: Path, typed: Run) -> None:
    line = f"{CLASS} --html --grades g.csv --feedback f.zip --stats s.csv"
    for roster in (ROSTER, f"{ROSTER}cyd,3\n", ROSTER):
        written(course / "roster.csv", roster)
        status, error = typed(line)
        assert status == 0, error
    assert "ada,1," in (course / "g.csv").read_text("utf-8")
    shutil.rmtree(course / "results")  # who begins anew needs no force either
    assert typed(line)[0] == 0


@pytest.mark.parametrize(
    ("has_grades", "advice"),
    [
        (True, "for --grades, or have it replaced with --force"),
        (False, "not even with --force; name another file for --grades"),
    ],
)
def test_grades_that_somebody_changed_are_not_replaced(
    has_grades: bool, advice: str, course: Path, typed: Run
) -> None:
    """Nor is the roster of another class, which has no grades yet."""
    assert typed(f"{CLASS} --grades g.csv")[0] == 0
    changed = (course / "g.csv").read_text("utf-8").replace("bob", "Bob")
    written(course / "g.csv", changed if has_grades else f"{ROSTER}cyd,3\n")
    before = (course / "g.csv").read_bytes()
    status, error = typed(f"{CLASS} --grades g.csv")
    assert (status, (course / "g.csv").read_bytes()) == (2, before)
    assert advice in error


@pytest.mark.parametrize(
    "name", ["ada.json", "ada.html", "class.csv", "class.html", "bob.html"]
)
def test_results_of_a_class_replace_nothing_of_anybody_elses(
    name: str, course: Path, typed: Run
) -> None:
    alike = {
        "json": ANOTHERS_RESULTS,
        "html": ALIKE["html"],
        "csv": "student,email,number,file,score,maximum\n",
    }
    for text in (NOTES, alike[name.partition(".")[2]]):
        written(course / "results" / name, text)
        for force in ("", " --force"):
            status, error = typed(CLASS + force)
            if force and text is not NOTES:
                break
            assert status == 2
            assert f"results/{name}: " in error
            assert "name another folder for --results" in error
            assert {file.name for file in (course / "results").iterdir()} <= {
                name,
                ".lock",
            }
    assert status == 0, error
    page = course / "results" / name
    assert not page.exists() or page.read_text("utf-8") != text


def test_link_in_the_folder_of_results_is_not_followed(
    course: Path, typed: Run
) -> None:
    (course / "results").mkdir()
    for name in (".lock", "ada.json"):
        link = course / "results" / name
        link.symlink_to("../notes")
        status, error = typed(CLASS)
        assert status == 2
        assert name in error
        link.unlink()
    assert (course / "notes").read_text("utf-8") == NOTES


@pytest.mark.parametrize("results", [".", "./results", "class/../class/out"])
def test_what_students_handed_in_is_read_wherever_the_results_are(
    results: str, course: Path, typed: Run
) -> None:
    """Also below the folder of results, and also if it is empty."""
    for name, text in (("notes.csv", NOTES), ("empty", "")):
        written(course / "class" / "ada" / name, text)
        line = f"class class --results {results} --exercises set"
        status, error = typed(f"{line} --stats class/ada/{name} --force")
        assert status == 2, error
        assert "this is what a student handed in" in error
        assert (course / "class" / "ada" / name).read_text("utf-8") == text


def test_folder_of_a_submission_takes_no_results(course: Path, typed: Run) -> None:
    line = "class class --exercises set --results class/"
    status, error = typed(f"{line}ada")
    assert status == 2
    assert "it may be a submission; name another folder for --results" in error
    for _ in range(2):
        assert typed(f"{line}results") == (0, "")
    assert sorted(os.listdir(course / "class" / "ada")) == [FILE]


@pytest.mark.parametrize("force", ["", " --force"])
def test_changes_replace_no_results(force: str, course: Path, typed: Run) -> None:
    assert typed(CLASS)[0] == 0
    before = (course / "results" / "ada.json").read_bytes()
    line = "diff results results --csv"
    status, error = typed(f"{line} results/ada.json{force}")
    assert status == 2
    assert "name another file for --csv" in error
    assert (course / "results" / "ada.json").read_bytes() == before
    for _ in range(2):
        assert typed(f"{line} results/changes.csv{force}") == (0, "")


# --- Gradescope, and what is new ---


def test_graders_own_results_are_written_whatever_is_there(
    course: Path, typed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = course / "autograder"
    file = written(root / "results" / "results.json", NOTES)
    written(root / "submission" / FILE, RIGHT)
    monkeypatch.setenv("AUTOGRADER_ROOT", str(root))
    assert typed("--exercises set") == (0, "")
    assert '"version"' in file.read_text("utf-8")
    file.unlink()
    file.symlink_to("../submission/alphabeta.py")
    assert typed("--exercises set") == (0, "")
    assert '"version"' in file.read_text("utf-8")
    assert (root / "submission" / FILE).read_bytes() == RIGHT


def test_handout_replaces_what_differs_only_by_force(course: Path, typed: Run) -> None:
    for _ in range(2):
        assert typed("handout set --to out") == (0, "")
    readme = (course / "out" / "README.md").read_text("utf-8")
    written(course / "out" / "README.md", readme + NOTES)
    status, error = typed("handout set --to out")
    assert (status, "--force" in error) == (2, True)
    assert (course / "out" / "README.md").read_text("utf-8") == readme + NOTES
    assert typed("handout set --to out --force") == (0, "")
    assert (course / "out" / "README.md").read_text("utf-8") == readme


def test_handout_replaces_no_file_of_the_set(course: Path, typed: Run) -> None:
    written(course / "set" / "README.md", NOTES)
    assert typed("handout set --to set --force")[0] == 2
    assert (course / "set" / "README.md").read_text("utf-8") == NOTES


# --- One place ---

TEMPORARY = "a temporary folder of the grader's"
KEPT = "what this installation keeps for itself in .venv"
IN_MEMORY = "an archive in memory, which the gate writes"
OPENS_FILES = {
    "core.files.write_into": "the one way to write a file, which the gate goes",
    "core.files.write_whole": "the same for what the installation keeps",
    "core.outputs.Output.write": "the gate",
    "core.outputs.create": "the gate, for a file that is not there yet",
    "core.exercises.cache.cached": KEPT,
    "core.exercises.cache._kept_secret": KEPT,
    "core.grading.right_program": TEMPORARY,
    "classroom.grading.locked": "an empty file to lock; a link is not followed",
    "classroom.discovery._copy": TEMPORARY,
    "cli.one_of_a_class._lay": TEMPORARY,
    "classroom.any_name.with_any_name": TEMPORARY,
    "classroom.times._make_repository": TEMPORARY,
    "core.reader.archive": TEMPORARY,
    "core.sandbox.selftest": TEMPORARY,
    "core.sandbox.staging": TEMPORARY,
    "teach.validation.lay_textbook_program": TEMPORARY,
    "classroom.grades.bundle": IN_MEMORY,
    "teach.deployment.write_archive": IN_MEMORY,
    "teach.deployment.install": KEPT,
    "core.files.remove_tree": "moves what it removes",
}
"""The code that opens a file for writing, by module or function, and why it may without the gate."""
WRITERS = {
    *("write_text", "write_bytes", "touch", "write_whole", "write_into"),
    *("rename", "renames", "link", "symlink", "symlink_to", "hardlink_to"),
    *("copy", "copy2", "copyfile", "copytree", "move", "truncate", "mknod", "mkfifo"),
    *("NamedTemporaryFile", "mkstemp"),
}
"""Calls that make a file or change one, whatever their arguments are."""
FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}


def opens_for_writing(call: ast.Call) -> bool:
    """Return whether a call makes or changes a file, as far as its text tells."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name in WRITERS:
        return True
    if name == "replace":  # Path's has one argument; that of a text has more
        return len(call.args) == 1 and not call.keywords
    if name not in ("open", "fdopen", "ZipFile", "TarFile", "FileIO"):
        return False
    names = {getattr(node, "attr", "") for node in ast.walk(call)}
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    modes = [node.value for node in arguments if isinstance(node, ast.Constant)]
    is_a_mode = any(
        isinstance(mode, str) and 0 < len(mode) < 4 and set(mode) & {*"wax+"}
        for mode in modes
    )
    return bool(names & FLAGS) or is_a_mode


def writers(source: str, module: str) -> Iterator[str]:
    """Yield the function, with its module, of each call that opens a file for writing."""

    def within(node: ast.AST, place: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            inner = place
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                inner = f"{place}.{child.name}"
            if isinstance(child, ast.Call) and opens_for_writing(child):
                yield place
            yield from within(child, inner)

    yield from within(ast.parse(source), module)


def test_no_other_module_opens_a_file_for_writing() -> None:
    places_written = set[str]()
    for file in (PROJECT / "autograder").rglob("*.py"):
        parts = file.relative_to(PROJECT / "autograder").with_suffix("").parts
        places_written |= {*writers(file.read_text("utf-8"), ".".join(parts))}
    allowed = {
        place: known
        for place in places_written
        for known in OPENS_FILES
        if place == known or place.startswith(f"{known}.")
    }
    assert places_written - allowed.keys() == set(), (
        "ask the gate in autograder/core/outputs.py"
    )
    assert {*OPENS_FILES} == {*allowed.values()}, "an exception that nothing needs"


@pytest.mark.parametrize(
    "line",
    [
        "open(file, 'w')",
        "file.open('xb')",
        "open(file, mode='r+')",
        "os.open(file, os.O_RDWR)",
        "file.write_text('')",
        "unfinished.replace(file)",
        "os.rename(a, b)",
        "ZipFile(file, 'w')",
        "shutil.copy(a, b)",
    ],
)
def test_each_way_to_write_is_seen(line: str) -> None:
    assert [*writers(f"def f():\n    {line}", "m")] == ["m.f"]


@pytest.mark.parametrize("line", ["open(file, 'rb')", "a.replace('b', 'c')", "open(f)"])
def test_no_way_to_read_is_taken_for_one_to_write(line: str) -> None:
    assert [*writers(line, "m")] == []
