"""results.json: valid at every moment, and honest about what the student may see."""

from __future__ import annotations

import json
import math
import os
import pwd
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.grade import Report, grade
from autograder.gradescope import results, unfinished, write
from autograder.load import load_set
from tests.results import valid_results

PROJECT = Path(__file__).parents[1]
STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff"


def make_set(folder: Path, **exercises: dict[str, object]) -> Path:
    """A folder with an assignment and exercises."""
    folder.mkdir(exist_ok=True)
    (folder / "assignment.json").write_text('{"title": "Test"}', "utf-8")
    for name, exercise in exercises.items():
        (folder / f"{name}.json").write_text(json.dumps({"title": name, **exercise}), "utf-8")
    return folder


def report_on(submission: Path, folder: Path) -> Report:
    return grade(submission, load_set(folder))


TIES: dict[str, object] = {"tree": [[3, 12], [3, 4]]}


def test_points_visibility_tags_and_numbers_arrive(tmp_path: Path) -> None:
    points = {"value": 2, "pruned": 0.5, "order": 0.25}
    extras: dict[str, object] = {"points": points, "visibility": "after_due_date", "tags": ["ties"], "number": "1.2"}
    data = valid_results(results(report_on(STRICT, make_set(tmp_path / "set", ties={**TIES, **extras}))))
    (test,) = data["tests"]
    assert test["name"] == "ties"
    assert (test["score"], test["max_score"], test["status"]) == (2, 2.75, "failed")
    assert (test["visibility"], test["tags"], test["number"]) == ("after_due_date", ["ties"], "1.2")
    assert test["extra_data"]["checks"] == {"value": True, "pruned": False, "order": False}
    assert data["score"] == 2
    assert data["test_output_format"] == "ansi"


def test_what_a_hidden_exercise_holds_is_shown_nowhere(tmp_path: Path) -> None:
    submission = tmp_path / "alphabeta.py"
    source = (STRICT / "alphabeta.py").read_text("utf-8")
    # Prints every value it sees, at once and again in later exercises.
    submission.write_text(source.replace("return state.utility()", "return seen(state.utility())"), "utf-8")
    with submission.open("a", encoding="utf-8") as file:
        file.write("\n\nSEEN = []\n\n\ndef seen(value):\n    SEEN.append(value)\n    print(SEEN)\n    return value\n")
    hidden: dict[str, object] = {"tree": [[48151, 62342], [48151, 31415]], "visibility": "hidden"}
    report = report_on(submission, make_set(tmp_path / "set", a_hidden=hidden, b_visible=TIES))
    shown = json.dumps(valid_results(results(report)))
    assert "12" in shown
    for value in ("48151", "62342", "31415"):
        assert value not in shown


def test_results_are_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    write(file, unfinished())
    assert "did not finish" in valid_results(file)["output"]
    with pytest.raises(ValueError, match="JSON compliant"):
        write(file, {"score": math.nan})
    assert "did not finish" in valid_results(file)["output"]
    assert list(tmp_path.iterdir()) == [file]


@pytest.fixture(scope="module")
def gradescope(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A root laid out as Gradescope does, with the uploaded archive unpacked and set up in it."""
    root = tmp_path_factory.mktemp("autograder")
    for folder in (root, *root.parents):  # pytest's folders are closed; Gradescope's root is not
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    archive = root / "upload.zip"
    run([str(PROJECT / "run_autograder"), "zip", str(archive)], root)
    for name in ("source", "submission", "results"):
        (root / name).mkdir()
    with zipfile.ZipFile(archive) as opened:
        assert {"setup.sh", "run_autograder"} <= set(opened.namelist())
        assert not [name for name in opened.namelist() if name.startswith(("tests", "docs", "student_template"))]
        opened.extractall(root / "source")
    users = {entry.pw_name for entry in pwd.getpwall()}
    run(["bash", str(root / "source" / "setup.sh")], root)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    yield root
    if os.geteuid() == 0 and "student" not in users:
        environment = {"PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
        subprocess.run(["userdel", "student"], check=False, env=environment)


def run(command: list[str], root: Path, status: int = 0) -> str:
    """Runs a command as Gradescope does, in its root."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(root), "AUTOGRADER_ROOT": str(root)}
    environment |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_submission_is_graded_on_gradescope(gradescope: Path) -> None:
    shutil.rmtree(gradescope / "submission")
    (gradescope / "submission" / "homework").mkdir(parents=True)
    shutil.copy(STRICT / "alphabeta.py", gradescope / "submission" / "homework")
    run(["bash", str(gradescope / "run_autograder")], gradescope)
    data = valid_results(gradescope / "results" / "results.json")
    here = results(report_on(STRICT, PROJECT / "exercises"))
    assert [test["extra_data"]["checks"] for test in data["tests"]] == [
        test["extra_data"]["checks"] for test in here["tests"]
    ]
    if os.geteuid() == 0:
        assert "user" in data["extra_data"]["isolation"]


def test_an_empty_submission_is_told_so(gradescope: Path) -> None:
    shutil.rmtree(gradescope / "submission")
    (gradescope / "submission").mkdir()
    run(["bash", str(gradescope / "run_autograder")], gradescope)
    data = valid_results(gradescope / "results" / "results.json")
    assert data["score"] == 0
    assert "There is no alphabeta.py in the submission" in data["output"]


def test_broken_exercises_are_not_the_students_fault(gradescope: Path) -> None:
    broken = gradescope / "source" / "exercises" / "99_broken.json"
    broken.write_text('{"title": "x", "tree": []}', "utf-8")
    try:
        output = run(["bash", str(gradescope / "run_autograder")], gradescope, status=2)
    finally:
        broken.unlink()
    assert "99_broken.json: tree: this node has no children" in output
    data = valid_results(gradescope / "results" / "results.json")
    assert "course staff must mend" in data["output"]


@pytest.mark.parametrize("module", ["reference/observe.py", "autograder/document.py"])
def test_a_broken_grader_is_not_the_students_fault(gradescope: Path, module: str) -> None:
    file = gradescope / "source" / module
    whole = file.read_text("utf-8")
    file.write_text("raise RuntimeError('broken for a test')\n", "utf-8")
    try:
        output = run(["bash", str(gradescope / "run_autograder")], gradescope, status=1)
    finally:
        file.write_text(whole, "utf-8")
    assert "broken for a test" in output
    data = json.loads((gradescope / "results" / "results.json").read_text("utf-8"))
    assert data["score"] == 0
    assert "not your program's fault" in data["output"]
