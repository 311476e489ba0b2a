"""The command line, as it is typed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.results import valid_results

PROJECT = Path(__file__).parents[1]
STRICT = "tests/submissions/strict_cutoff"


def run(*arguments: str, cwd: Path = PROJECT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "AUTOGRADER_ROOT": "/nowhere"}
    command = [str(PROJECT / "run_autograder"), *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def test_a_failing_submission_is_graded_with_status_0(tmp_path: Path) -> None:
    done = run(STRICT, "--results", str(tmp_path / "results.json"))
    assert done.returncode == 0, done.stderr
    assert "your search went on to" in done.stdout
    assert "\x1b" not in done.stdout
    tests = valid_results(tmp_path / "results.json")["tests"]
    assert all(test["extra_data"]["checks"]["value"] for test in tests)
    assert not all(test["extra_data"]["checks"]["pruned"] for test in tests)


def test_without_a_submission_the_sample_is_graded() -> None:
    done = run("--only", "01*")
    assert done.returncode == 0, done.stderr
    assert f"the sample {STRICT}" in done.stdout


def test_a_single_file_of_any_name_is_graded(tmp_path: Path) -> None:
    file = tmp_path / "my_solution.py"
    file.write_text((PROJECT / STRICT / "alphabeta.py").read_text("utf-8"), "utf-8")
    done = run(str(file), "--only", "01*")
    assert done.returncode == 0, done.stderr
    assert "3 of 3 points" in done.stdout


def test_files_in_the_current_folder_stand_in_for_nothing(tmp_path: Path) -> None:
    for name in ("json", "argparse", "rich", "autograder", "reference"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')\n", "utf-8")
    done = run(str(PROJECT / STRICT), "--only", "01*", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "hijacked" not in done.stdout + done.stderr


def test_the_untouched_template_gets_nothing_and_friendly_words() -> None:
    done = run("student_template")
    assert done.returncode == 0, done.stderr
    assert "\n0 of " in done.stdout
    assert "still the stub from the template" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere/at/all"], "there is no such file or folder"),
        ([STRICT, "--only", "zzz"], 'no exercise is called "zzz"'),
        ([STRICT, "--exercises", "docs"], "there is no assignment.json here"),
        ([STRICT, "--results", "/nowhere/results.json"], "there is no such folder"),
        ([STRICT, "--wrong"], "unrecognized arguments"),
        (["validate", "docs"], "there is no assignment.json here"),
    ],
)
def test_wrong_usage_is_explained_with_status_2(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_validate_prints_every_mistake_of_every_file(tmp_path: Path) -> None:
    (tmp_path / "assignment.json").write_text('{"title": "T", "colour": 1}', "utf-8")
    (tmp_path / "a.json").write_text('{"title": "A", "tree": [[1, []], [null]]}', "utf-8")
    (tmp_path / "b.json").write_text("{,}", "utf-8")
    for arguments in (["validate", str(tmp_path)], [STRICT, "--exercises", str(tmp_path)]):
        done = run(*arguments)
        assert done.returncode == 2
        lines = done.stderr.splitlines()
        assert len(lines) == 4
        for file, place in (("assignment.json", "colour"), ("a.json", "tree[0][1]"), ("a.json", "tree[1][0]")):
            assert any(file in entry and place in entry for entry in lines)
        assert any("b.json: line 1, column 2" in entry for entry in lines)


def test_validate_passes_on_the_core_set() -> None:
    done = run("validate")
    assert done.returncode == 0, done.stderr
    assert "no mistakes" in done.stdout


def test_every_layer_of_isolation_in_force_holds() -> None:
    done = run("isolation")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "succeeded" not in "".join(entry for entry in done.stdout.split("\n") if "in force" in entry)


def test_the_archive_is_the_same_whenever_it_is_built(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        assert run("zip", str(tmp_path / name)).returncode == 0
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_results_survive_a_grader_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text("while True:\n    pass\n", "utf-8")
    results = tmp_path / "results.json"
    command = [str(PROJECT / "run_autograder"), str(tmp_path), "--results", str(results)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not results.exists():
        assert process.poll() is None
    process.kill()
    process.wait()
    assert "did not finish" in json.loads(results.read_text("utf-8"))["output"]
