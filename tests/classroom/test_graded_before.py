"""The results of an earlier run that still hold, so that a class is not graded anew, and those of a run."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom import processes
from autograder.classroom.grading import (
    BROKE,
    Grading,
    content,
    files_digest,
    is_to_be_said,
    outcomes_in,
    run_digest,
    sent_files,
)
from autograder.classroom.lateness import Due, DueTimes
from autograder.classroom.records import (
    CANVAS_NUMBER,
    NO_DUE_TIME,
    PARTIAL,
    UNKNOWN_TIME,
    HandIn,
    Identity,
    Override,
    Student,
)
from autograder.core.errors import WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import CHECKS, ExerciseSet, Late
from autograder.tell.pages.render import rendered
from tests.sets import made_set, written

FILE = "alphabeta.py"
A_PAGE = rendered("page.html.j2")
Change = Callable[[HandIn], HandIn]


@pytest.fixture
def exercises(tmp_path: Path) -> ExerciseSet:
    """Return a set of one exercise."""
    return load_set(made_set(tmp_path / "set", {"01": {"tree": [[3, 12], [2, 4]]}}))


def handed_in(folder: Path, *names: str) -> list[HandIn]:
    """Make the submissions of some students, of whom each has one."""
    for name in names:
        written(folder / "class" / name / FILE, f"# {name}\n")
    return [
        HandIn(name, (Student(name),), folder / "class" / name, name) for name in names
    ]


def results(folder: Path, grading: Grading) -> Path:
    """Write results of all submissions, as an earlier run leaves them."""
    for hand_in in grading.hand_ins:
        extra = {"exercise": "01", "misconceptions": [], "checks": {}}
        test = {"name": "T", "score": 2.0, "max_score": 3.0, "extra_data": extra}
        about = {
            "digest": grading.digest_of(hand_in),
            "file": hand_in.file,
            "students": [],
        }
        data = {
            "score": 2.0,
            "tests": [test],
            "extra_data": {"class": about, "isolation": [], "version": "1"},
        }
        written(folder / "results" / f"{hand_in.name}.json", data)
    return folder / "results"


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("autograder/explain/catalogue.md", True),
        ("autograder/tell/pages/styles/page.css", True),
        ("autograder/tell/templates/new.j2", True),
        ("reference/new.py", True),
        ("autograder/__pycache__/new.pyc", False),
        ("autograder/.ruff_cache/new", False),
        ("docs/new.md", False),
    ],
)
def test_every_file_of_the_autograder_counts_as_a_part_of_it(
    name: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = []
    for copy in ("before", "after"):
        monkeypatch.setattr(processes, "PROJECT", tmp_path / copy)
        written(tmp_path / copy / "reference" / "game.py", "")
        written(tmp_path / copy / name, copy)
        digests.append(processes.grader_digest.__wrapped__())
    assert (digests[0] != digests[1]) == counts


def test_earlier_results_hold_for_unchanged_submissions(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    assert {*Grading(hand_ins, exercises, folder).outcomes} == {"ann", "bob"}
    assert not Grading(hand_ins, exercises, folder, again=True).outcomes
    assert not Grading(hand_ins, exercises, folder, only="02*").outcomes


def test_only_files_that_will_be_written_must_be_ones_that_may_be_replaced(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    written(folder / "ann.html", "Notes of a lecturer.\n")
    Grading(hand_ins, exercises, folder).admit()
    written(hand_ins[0].path / FILE, "x = 1\n")
    with pytest.raises(WrongUsage, match="ann"):
        Grading(hand_ins, exercises, folder).admit()


CHANGES: dict[str, Change] = {
    "another student": lambda hand_in: hand_in._replace(students=(Student("Cem"),)),
    "one more student": lambda hand_in: hand_in._replace(
        students=(*hand_in.students, Student("Cem"))
    ),
    "the student's address": lambda hand_in: hand_in._replace(
        students=(Student("ann", "ann@x.edu"),)
    ),
    "the name of what was downloaded": lambda hand_in: hand_in._replace(file="ann (1)"),
    "the language that a student reads": lambda hand_in: hand_in._replace(
        language="de"
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_submission_whose_students_or_file_name_change_is_graded_anew(
    change: Change, tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    assert {
        *Grading([change(hand_ins[0]), hand_ins[1]], exercises, folder).outcomes
    } == {"bob"}


@pytest.mark.parametrize("file", [FILE, "helper.py", "new.py"])
def test_submission_with_a_changed_file_is_graded_anew(
    file: str, tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    written(hand_ins[0].path / "helper.py", "x = 2\n")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    written(hand_ins[0].path / file, "x = 1\n")
    assert {*Grading(hand_ins, exercises, folder).outcomes} == {"bob"}


def test_class_in_another_language_is_graded_anew(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    """But who reads that language anyway has the same page."""
    ann, bob = handed_in(tmp_path, "ann", "bob")
    hand_ins = [ann._replace(language="de"), bob]
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    german = exercises.assignment._replace(language="de")
    in_german = exercises._replace(assignment=german)
    assert {*Grading(hand_ins, in_german, folder).outcomes} == {"ann"}


def test_submission_with_a_renamed_file_is_graded_anew(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    (hand_ins[0].path / FILE).rename(hand_ins[0].path / "alpha_beta.py")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    (hand_ins[0].path / "alpha_beta.py").rename(hand_ins[0].path / FILE)
    assert {*Grading(hand_ins, exercises, folder).outcomes} == {"bob"}


def test_results_are_kept_of_another_set_if_the_points_of_an_exercise_changed(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    assert not Grading(hand_ins, exercises, folder, alone=["ann"]).kept_of_other_sets()
    (exercise,) = exercises.exercises
    doubled = dict.fromkeys(CHECKS, 2.0)
    changed = exercises._replace(exercises=(exercise._replace(points=doubled),))
    grading = Grading(hand_ins, changed, folder, alone=["ann"])
    assert grading.kept_of_other_sets() == {"bob"}


def test_submission_without_a_page_is_graded_anew_where_pages_are_asked_for(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    written(folder / "ann.html", "<html>")
    assert {*Grading(hand_ins, exercises, folder, pages=True).outcomes} == {"ann"}
    # A student who is graded alone leaves the others as they are.
    assert {
        *Grading(hand_ins, exercises, folder, pages=True, alone=["ann"]).outcomes
    } == {"bob"}


def test_withheld_submission_has_a_note_and_no_results(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    ann, bob = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading([ann, bob], exercises, tmp_path / "results"))
    grading = Grading(
        [ann._replace(withheld="there was no room"), bob], exercises, folder
    )
    assert {*grading.outcomes} == {"bob"}
    assert grading.notes == {"ann": "not graded: there was no room"}
    grading.run((), 1)  # nothing is left to be graded, so no process starts


@pytest.mark.parametrize("is_whole", [True, False])
def test_records_of_a_part_of_a_set_have_no_final_score(
    is_whole: bool, tmp_path: Path, exercises: ExerciseSet
) -> None:
    (ann,) = handed_in(tmp_path, "ann")
    folder = results(tmp_path, Grading([ann], exercises, tmp_path / "results"))
    rows = [(ann.students[0], ann), (Student("Bob"), None)]
    graded, absent = Grading([ann], exercises, folder, is_whole=is_whole).records(
        rows, DueTimes(), {}, {}
    )
    assert (graded.after_late, graded.is_partial) == (
        (2.0, False) if is_whole else (None, True)
    )
    assert (absent.final, absent.is_partial) == (
        (0.0, False) if is_whole else (None, True)
    )


def test_record_has_what_is_known_of_each_student(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    """Two were late, one of them with an extension; one was not graded, one withheld."""
    rule = Late(per_day=0.25)
    late_set = exercises._replace(assignment=exercises.assignment._replace(late=rule))
    ann, bob, cem, dee = handed_in(tmp_path, "ann", "bob", "cem", "dee")
    ann = ann._replace(late=True, notes=("a link was left out",))
    bob = bob._replace(late=True)
    dee = dee._replace(withheld="two claim it")
    folder = results(tmp_path, Grading([ann, bob], late_set, tmp_path / "results"))
    grading = Grading([ann, bob, cem, dee], late_set, folder)
    rows = [(hand_in.students[0], hand_in) for hand_in in grading.hand_ins]
    eve = Student("eve")
    extension = Override("extension", 24, "extension 24h", "ill")
    overrides = {bob.students[0]: (extension,), eve: (extension,)}
    records = grading.records(
        [*rows, (eve, None)], DueTimes(), {eve: "a file"}, overrides
    )
    late = "the platform says that it is late, but not by how much"
    assert [
        (record.student.name, record.late_days, record.after_late, record.note)
        for record in records
    ] == [
        ("ann", 1, 1.5, f"a link was left out; {late}: counted as one day"),
        ("bob", None, 2.0, f"{late}: not counted, as there is an extension"),
        ("cem", None, None, "not graded yet"),
        ("dee", None, None, "not graded: two claim it"),
        ("eve", None, None, "a file"),
    ]
    assert [record.overrides for record in records] == [
        (),
        (extension,),
        (),
        (),
        (extension,),
    ]
    assert [record.outcome for record in records] == [
        *(grading.outcomes[name] for name in ("ann", "bob")),
        None,
        None,
        None,
    ]


def test_record_of_results_that_are_kept_of_another_set_says_so(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    ann, bob = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading([ann, bob], exercises, tmp_path / "results"))
    (exercise,) = exercises.exercises
    changed = exercises._replace(exercises=(exercise._replace(id="02"),))
    grading = Grading([ann, bob], changed, folder, alone=["ann"])
    (record,) = grading.records([(bob.students[0], bob)], DueTimes(), {}, {})
    assert (record.is_partial, record.after_late, record.note) == (True, None, PARTIAL)


DUE = datetime(2026, 11, 20, 23, 59, tzinfo=timezone.utc)


def test_record_counts_the_days_after_the_due_time_of_its_section(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    """Ann has hours of grace, Bob another section, Cem two, and of Dee no time is known."""
    rule = Late(per_day=0.25, grace_hours=3)
    late_set = exercises._replace(assignment=exercises.assignment._replace(late=rule))
    ann, bob, cem, dee = handed_in(tmp_path, "ann", "bob", "cem", "dee")
    evening = DUE + timedelta(hours=2)
    hand_ins = [*(hand_in._replace(at=evening) for hand_in in (ann, bob, cem)), dee]
    folder = results(tmp_path, Grading(hand_ins, late_set, tmp_path / "results"))
    eve = Student("eve")
    rows = [*((hand_in.students[0], hand_in) for hand_in in hand_ins), (eve, None)]
    dues = DueTimes(Due(DUE), {"B": Due(DUE - timedelta(days=1))})
    sections = {bob.students[0]: ("B",), cem.students[0]: ("A", "B"), eve: ("B",)}
    records = Grading(hand_ins, late_set, folder).records(rows, dues, {}, {}, sections)
    no_time = f"{UNKNOWN_TIME}, as nothing says when it was handed in"
    assert [
        (record.late_days, record.after_late, record.note) for record in records[:-1]
    ] == [
        (0, 2.0, ""),
        (2, 1.0, ""),
        (None, 2.0, NO_DUE_TIME),
        (None, 2.0, no_time),
    ]
    assert [record.hand_in for record in records] == [*hand_ins, None]
    assert [record.sections for record in records] == [
        sections.get(student, ()) for student, _ in rows
    ]


@pytest.mark.parametrize(
    ("change", "is_said"),
    [
        (lambda hand_in: hand_in, True),
        (lambda hand_in: hand_in._replace(notes=("a note",)), True),
        (lambda hand_in: hand_in._replace(late=True), False),
        (lambda hand_in: hand_in._replace(at=DUE), False),
        (
            lambda hand_in: hand_in._replace(
                students=(Student("ann", ids=(Identity(CANVAS_NUMBER, "1"),)),)
            ),
            False,
        ),
    ],
)
def test_it_is_said_once_that_it_is_not_known_whether_a_submission_is_late(
    change: Change, is_said: bool
) -> None:
    """Canvas says it of each that is late, so who is not said to be is not."""
    ann = HandIn("ann", (Student("ann"),), Path("ann"), "ann")
    assert is_to_be_said(change(ann)) == is_said


# --- What a run leaves ---


class AnsweringPool:
    """Stands for the processes that grade: has an answer for each submission."""

    answers: Mapping[str, Any] = {}
    requests: dict[str, Any]
    given: tuple[Any, ...]

    def __init__(
        self,
        exercises: ExerciseSet,
        request: Callable[[str], Any],
        jobs: int,
        cluster: str | None,
        languages: Iterable[str],
    ) -> None:
        AnsweringPool.given = exercises, jobs, cluster, [*languages]
        self._request = request

    def graded(self, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
        AnsweringPool.requests = {name: self._request(name) for name in names}
        for name in AnsweringPool.requests:
            yield name, self.answers[name]


def answer(score: float, page: str = "", **missing: str) -> dict[str, Any]:
    """Return the answer of a process that has graded a submission."""
    extra = {"exercise": "01", "misconceptions": []}
    test = {"name": "T", "score": score, "max_score": 3.0, "extra_data": extra}
    extra_data = {"isolation_missing": missing}
    data = {"score": score, "tests": [test], "extra_data": extra_data}
    return {"results": data, "page": page}


def answers_are(monkeypatch: pytest.MonkeyPatch, **answers: object) -> None:
    monkeypatch.setattr("autograder.classroom.grading.Pool", AnsweringPool)
    monkeypatch.setattr(AnsweringPool, "answers", answers)


def test_run_writes_what_comes_of_each_submission_that_has_no_results(
    tmp_path: Path,
    exercises: ExerciseSet,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ann's hold, Bob's are new, grading Cem's broke, and Dee's is withheld."""
    ann, bob, cem, dee = handed_in(tmp_path, "ann", "bob", "cem", "dee")
    bob = bob._replace(language="de")
    folder = results(tmp_path, Grading([ann], exercises, tmp_path / "results"))
    written(folder / "ann.html", A_PAGE)
    kept = (folder / "ann.json").read_bytes()
    for name in ("cem.json", "cem.html"):
        written(folder / name, (folder / f"ann.{name[4:]}").read_bytes())
    page = f"{A_PAGE}<!-- Bob's -->"
    broken = "Traceback:\n  in line 3\nValueError: no digit"
    bobs = answer(1.0, page, landlock="too old")
    answers_are(monkeypatch, bob=bobs, cem=broken)
    hand_ins = [ann, bob, cem, dee._replace(withheld="two claim it")]
    grading = Grading(hand_ins, exercises, folder, pages=True)
    grading.admit()
    grading.run(("seccomp",), 3)
    assert {*folder.iterdir()} == {
        folder / name for name in ("ann.json", "ann.html", "bob.json", "bob.html")
    }
    assert (folder / "ann.json").read_bytes() == kept
    assert json.loads((folder / "bob.json").read_text("utf-8")) == bobs["results"]
    assert (folder / "bob.html").read_text("utf-8") == page
    assert {name: outcome.score for name, outcome in grading.outcomes.items()} == {
        "ann": 2.0,
        "bob": 1.0,
    }
    assert grading.notes == {
        "cem": f"broke: {BROKE}: ValueError: no digit",
        "dee": "not graded: two claim it",
    }
    assert grading.isolation_missing == {"landlock": "too old"}
    assert capsys.readouterr().err == f"cem: {BROKE}.\n{broken}\n"
    assert AnsweringPool.given == (exercises, 3, None, ["de", "en"])
    assert AnsweringPool.requests == {
        "bob": {
            "about": {
                "digest": grading.digest_of(bob),
                "file": "bob",
                "students": [Student("bob")._asdict()],
            },
            "language": "de",
            "layers": ("seccomp",),
            "page": True,
            "submission": str(bob.path),
            "files": None,
        },
        "cem": AnsweringPool.requests["cem"],
    }


@pytest.mark.parametrize("had_page", [True, False])
def test_student_who_is_graded_alone_gets_a_page_if_there_was_one(
    had_page: bool,
    tmp_path: Path,
    exercises: ExerciseSet,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand_ins = handed_in(tmp_path, "ann", "bob")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    if had_page:
        written(folder / "ann.html", A_PAGE)
    answers_are(monkeypatch, ann=answer(3.0))
    Grading(hand_ins, exercises, folder, alone=["ann"]).run((), 1)
    asked = {name: about["page"] for name, about in AnsweringPool.requests.items()}
    assert asked == {"ann": had_page}


def test_cluster_gets_the_files_of_a_submission_and_no_path_of_this_machine(
    tmp_path: Path, exercises: ExerciseSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = handed_in(tmp_path, "ann", "bob")
    bob = bob._replace(path=bob.path / FILE)
    answers_are(monkeypatch, ann=answer(3.0), bob=answer(3.0))
    grading = Grading([ann, bob], exercises, tmp_path / "results")
    (tmp_path / "results").mkdir()
    grading.run((), 1, "scheduler:1")
    assert AnsweringPool.given[2] == "scheduler:1"
    assert {
        name: (about["submission"], about["files"])
        for name, about in AnsweringPool.requests.items()
    } == {"ann": ("", {FILE: b"# ann\n"}), "bob": (FILE, {FILE: b"# bob\n"})}


@pytest.mark.parametrize("name", ["ann.json", "ann.html"])
def test_file_that_is_no_result_is_not_replaced(
    name: str, tmp_path: Path, exercises: ExerciseSet
) -> None:
    hand_ins = handed_in(tmp_path, "ann")
    written(tmp_path / "results" / name, "mine")
    with pytest.raises(WrongUsage, match=name):
        Grading(hand_ins, exercises, tmp_path / "results").admit()


def test_results_in_a_folder_are_those_of_its_submissions(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    with pytest.raises(WrongUsage, match=f"{tmp_path}: there are no results here"):
        outcomes_in(tmp_path)
    hand_ins = handed_in(tmp_path, "ann", "bob.x")
    folder = results(tmp_path, Grading(hand_ins, exercises, tmp_path / "results"))
    for name in (".cem.json", "ann.html", "json", "a.json.txt"):
        written(folder / name, (folder / "ann.json").read_bytes())
    written(folder / "assignment.json", {"title": "t"})
    assert [*outcomes_in(folder)] == ["ann", "bob.x"]
    assert outcomes_in(folder)["ann"].score == 2.0


# --- Digests ---


def test_files_digest_reads_each_file_as_far_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of ten bytes the smallest two have nine, and the third is told by its size alone."""
    monkeypatch.setattr("autograder.core.limits.LARGEST_SUBMISSION", 9)
    sizes = {"a.py": 4, "b.py": 5, "c.py": 6}
    for name, size in sizes.items():
        written(tmp_path / name, "x" * size)
    changed = {}
    for name, size in sizes.items():
        before = files_digest(tmp_path)
        written(tmp_path / name, "y" * size)
        changed[name] = files_digest(tmp_path) != before
    assert changed == {"a.py": True, "b.py": True, "c.py": False}


def test_files_digest_changes_with_the_size_of_a_file_too_large_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.core.limits.LARGEST_SUBMISSION", 10)
    large, larger = (
        written(tmp_path / str(size) / FILE, "x" * size).parent for size in (11, 12)
    )
    assert files_digest(large) != files_digest(larger)


def test_cluster_gets_only_submissions_that_another_machine_can_grade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.core.limits.LARGEST_SUBMISSION", 10)
    monkeypatch.setattr("autograder.core.limits.MOST_FILES", 2)
    sizes = {"fits": (5, 5), "too large": (5, 6), "too many": (1, 1, 1), "empty": ()}
    for name, of_files in sizes.items():
        (tmp_path / name).mkdir()
        for number, size in enumerate(of_files):
            written(tmp_path / name / f"{number}.py", "x" * size)
    sent = {name: sent_files(tmp_path / name) for name in sizes}
    assert sent == {
        "fits": {"0.py": b"xxxxx", "1.py": b"xxxxx"},
        "too large": None,
        "too many": None,
        "empty": None,
    }
    assert content(tmp_path / "none.py") == b""


@pytest.mark.parametrize(
    ("name", "is_graded_anew"),
    [
        ("assignment.json", True),
        ("01.json", True),
        ("solution.py", True),
        ("notes.txt", False),
    ],
)
def test_class_is_graded_anew_if_a_file_of_its_set_changed(
    name: str, is_graded_anew: bool, exercises: ExerciseSet
) -> None:
    before = run_digest(exercises, "*")
    with (exercises.folder / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert (run_digest(exercises, "*") != before) == is_graded_anew


def test_class_is_graded_anew_if_an_exercise_is_renamed(exercises: ExerciseSet) -> None:
    """Its results have the old id, and would be taken for those of another set."""
    before = run_digest(exercises, "*")
    (exercises.folder / "01.json").rename(exercises.folder / "02.json")
    assert run_digest(exercises, "*") != before
