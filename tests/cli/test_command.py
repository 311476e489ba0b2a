"""The command line, as it is typed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from inspect import signature
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from autograder.cli import COMMANDS, GRADE
from autograder.cli.command_line import main, printed
from autograder.cli.options import ADD_OPTIONS, SUMMARIES, parser_of
from autograder.core.launch import ONE_OF_A_CLASS
from tests.attacks import OTHERS_RUN_PYTHON
from tests.sets import PROJECT, made_set, rows, valid_results, written

STRICT = "tests/submissions/strict_cutoff"


def typed(
    *arguments: str, cwd: Path = PROJECT, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as a shell starts it, and hold its exit status."""
    command = [str(PROJECT / "run_autograder"), *arguments]
    environment = {**os.environ, "AUTOGRADER_ROOT": "/nowhere"}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


def run(
    *arguments: str, root: Path = Path("/nowhere"), status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Return the same in this process, which has imported all that it takes."""
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(StringIO()) as stream,
        redirect_stderr(StringIO()) as errors,
    ):
        patch.chdir(PROJECT)
        patch.setenv("AUTOGRADER_ROOT", str(root))
        try:
            exit_status = printed(main([*arguments]))
        except SystemExit as ended:  # argparse's
            exit_status = int(ended.code or 0)
    assert exit_status == status, errors.getvalue()
    return subprocess.CompletedProcess(
        arguments, exit_status, stream.getvalue(), errors.getvalue()
    )


def test_every_command_has_options_and_a_line_in_help() -> None:
    assert list(ADD_OPTIONS) == ["", *COMMANDS]
    assert [usage.split()[0] for usage in SUMMARIES] == list(COMMANDS)


@pytest.mark.parametrize(
    ("name", "path"), [("", GRADE), *COMMANDS.items()], ids=["", *COMMANDS]
)
@pytest.mark.of("autograder.cli.*", "autograder.teach.growth")
def test_options_of_a_command_are_parameters_of_its_function(
    name: str, path: str
) -> None:
    module, _, function = path.rpartition(".")
    command = getattr(import_module(f"autograder.{module}"), function)
    options = {action.dest: None for action in parser_of(name)._actions}
    del options["help"]
    signature(command).bind(**options)


def test_a_failing_submission_is_graded_with_status_0(tmp_path: Path) -> None:
    done = typed(STRICT, "--only", "0*", "--results", str(tmp_path / "results.json"))
    assert "a right search stops here. Your search looked at" in done.stdout
    assert "\x1b" not in done.stdout
    tests = valid_results(tmp_path / "results.json")["tests"]
    assert all(test["extra_data"]["checks"]["value"] for test in tests)
    assert not all(test["extra_data"]["checks"]["pruned"] for test in tests)


def test_without_a_submission_the_sample_is_graded() -> None:
    done = typed("--only", "01*")
    assert f"the sample {STRICT}" in done.stdout


def test_a_single_file_of_any_name_is_graded(tmp_path: Path) -> None:
    file = tmp_path / "my_solution.py"
    file.write_text((PROJECT / STRICT / "alphabeta.py").read_text("utf-8"), "utf-8")
    done = run(str(file), "--only", "01*")
    assert "3 of 3 points" in done.stdout


def test_command_imports_no_module_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("json", "argparse", "hypothesis", "autograder", "reference"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')\n", "utf-8")
    done = typed(str(PROJECT / STRICT), "--only", "01*", cwd=tmp_path)
    assert "hijacked" not in done.stdout + done.stderr


def test_the_untouched_template_gets_nothing_and_friendly_words_on_one_screen() -> None:
    done = run("student_template")
    assert "\n0 of " in done.stdout
    assert "as in the template. Write that code in its place" in done.stdout
    assert len(done.stdout.splitlines()) <= 32


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        *((shlex.split(typed), message) for typed, message in rows("wrong_usage")),
        (["\x1b]52;c;eA==\x07\n"], "\\x1b]52;c;eA==\\x07\\n: there is no such file"),
        (["n" * 5000], "there is no such file"),
    ],
)
@pytest.mark.of("autograder.__main__", "autograder.cli.grade")
def test_wrong_usage_is_explained_with_status_2(
    arguments: list[str], words: str
) -> None:
    done = run(*arguments, status=2)
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr
    assert not list(PROJECT.glob(".unfinished-*"))


@pytest.mark.parametrize("argument", [(), ("0",), ("x",), ("1", "2")], ids=str)
def test_internal_option_that_is_typed_gets_one_sentence(
    argument: tuple[str, ...],
) -> None:
    done = typed(ONE_OF_A_CLASS, *argument, status=2)
    sentence = "cannot be typed: the command class starts its processes with it."
    assert done.stderr == f"{ONE_OF_A_CLASS} {sentence}\n"
    assert done.stdout == ""


def test_a_single_file_cannot_use_another_submission_beside_it(tmp_path: Path) -> None:
    (tmp_path / "bob.py").write_text(
        (PROJECT / STRICT / "alphabeta.py").read_text("utf-8"), "utf-8"
    )
    (tmp_path / "alice.py").write_text(
        "from bob import max_value, min_value\n", "utf-8"
    )
    done = typed(str(tmp_path / "alice.py"), "--only", "01*")
    assert "bob.py beside alice.py was not handed over: it mentions m" in done.stdout
    assert "0/3" in done.stdout or "0 of 3" in done.stdout


@pytest.mark.skipif(
    os.geteuid() != 0, reason="whoever owns .venv has Hypothesis write there"
)
@OTHERS_RUN_PYTHON
def test_hypothesis_does_not_write_through_a_planted_link(project: Path) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        planted, target = Path(name, "alphabeta-hypothesis-54321"), Path(name, "target")
        target.mkdir()
        planted.symlink_to(target)
        for path in (Path(name), target):
            path.chmod(0o777)
        python = str(project / ".venv" / "bin" / "python")
        done = subprocess.run(
            [
                python,
                "-I",
                "-B",
                str(project / "autograder" / "__main__.py"),
                STRICT,
                "--only",
                "26_generated*",
            ],
            cwd=project,
            env={
                "PATH": os.environ["PATH"],
                "TMPDIR": name,
                "AUTOGRADER_ROOT": "/nowhere",
            },
            capture_output=True,
            text=True,
            check=False,
            user=54321,
            group=54321,
            extra_groups=[],
        )
        assert done.returncode == 0, done.stderr
        assert "generated trees" in done.stdout
        assert list(target.iterdir()) == []
        assert {file.name for file in Path(name).iterdir()} == {
            planted.name,
            target.name,
        }


def test_a_name_that_would_change_the_terminal_is_shown_escaped(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b]52;c;eA==\x07\n9 of 9 points.py"
    file.write_text("x = 1", "utf-8")
    done = run(str(file), "--only", "01*", "--results", str(tmp_path / "results.json"))
    assert (
        "\\x1b]52;c;eA==\\x07\\n9 of 9 points.py` has no functions called max_value and min_value."
        in done.stdout
    )
    shown = done.stdout + json.dumps(
        valid_results(tmp_path / "results.json"), ensure_ascii=False
    )
    assert "\x1b]" not in shown
    assert "\n9 of 9" not in shown


def test_command_with_a_named_submission_writes_nothing_to_gradescopes_folder(
    tmp_path: Path,
) -> None:
    (tmp_path / "results").mkdir()
    done = run(STRICT, "--only", "01*", root=tmp_path)
    assert "3 of 3 points" in done.stdout
    assert not list((tmp_path / "results").iterdir())


@pytest.fixture(scope="module")
def small_project(project: Path) -> Iterator[Path]:
    """Yield the project with one exercise, as all of the sample takes long to grade; an ordinary user can read it."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        copy = Path(name)
        for path in (
            "autograder",
            "reference",
            "requirements",
            "exercises/schema",
            STRICT,
        ):
            shutil.copytree(project / path, copy / path)
        for file in ("run_autograder", "setup.sh"):
            shutil.copy(project / file, copy)
        for file in ("assignment.json", "01_two_plies.json"):
            shutil.copy(project / "exercises" / file, copy / "exercises")
        (copy / ".venv").symlink_to(project / ".venv")
        subprocess.run(["chmod", "-R", "a+rX", name], check=True)
        yield copy


@OTHERS_RUN_PYTHON
@pytest.mark.parametrize(
    "arguments", [["--only", "01*"], [], [STRICT, "--only", "01*"]]
)
def test_ordinary_user_can_grade_where_gradescopes_folder_is_read_only(
    arguments: list[str], small_project: Path
) -> None:
    project = small_project
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        Path(name, "results").mkdir()
        Path(name, "results").chmod(0o555)
        user: dict[str, Any] = (
            {"user": 54321, "group": 54321, "extra_groups": []}
            if os.geteuid() == 0
            else {}
        )
        command = [
            str(project / ".venv" / "bin" / "python"),
            "-I",
            str(project / "autograder" / "__main__.py"),
        ]
        shell = ["bash", str(project / "run_autograder")]
        for start in (command, shell):
            environment = {"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": name}
            done = subprocess.run(
                [*start, *arguments],
                cwd=project,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                **user,
            )
            assert done.returncode == 0, done.stderr
            assert "points" in done.stdout
            assert done.stderr == ""


@pytest.mark.parametrize("arguments", ["--help", "show 01"])
@pytest.mark.parametrize("output", [">/dev/full", ">&-"])
def test_closed_or_full_standard_output_is_reported_in_one_sentence(
    arguments: str, output: str
) -> None:
    command = f"exec ./run_autograder {arguments} {output}"
    done = subprocess.run(
        ["bash", "-fc", command],
        cwd=PROJECT,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert re.fullmatch(r"Standard output cannot be written to: .*\n", done.stderr)


def test_validate_prints_every_mistake_of_every_file(tmp_path: Path) -> None:
    made_set(tmp_path, {"a": {"tree": [[1, []], [None]]}}, colour=1)
    (tmp_path / "b.json").write_text("{,}", "utf-8")
    for arguments in (
        ["validate", str(tmp_path)],
        [STRICT, "--exercises", str(tmp_path)],
    ):
        done = run(*arguments, status=2)
        lines = done.stderr.splitlines()
        assert len(lines) == 4
        for file, message in (
            ("assignment.json", "colour"),
            ("a.json", "tree[0][1]"),
            ("a.json", "tree[1][0]"),
        ):
            assert any(file in row and message in row for row in lines)
        assert any("b.json: line 1, column 2" in row for row in lines)


def test_every_layer_of_isolation_in_force_holds() -> None:
    done = typed("isolation")
    assert "succeeded" not in "".join(
        line for line in done.stdout.split("\n") if "in force" in line
    )


def test_the_archive_is_the_same_whenever_it_is_built(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        typed("zip", str(tmp_path / name))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_results_survive_a_grader_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text("while True:\n    pass\n", "utf-8")
    results = tmp_path / "results.json"
    command = [
        str(PROJECT / "run_autograder"),
        str(tmp_path),
        "--results",
        str(results),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not results.exists():
        assert process.poll() is None
    process.kill()
    process.wait()
    assert "did not finish" in json.loads(results.read_text("utf-8"))["output"]


HIDING = {
    "a_visible": {"title": "Visible", "tree": [[3, 12], [3, 4]]},
    "b_hidden": {"title": "Secret", "tree": [[6, 9], [6, 4]], "visibility": "hidden"},
}


def test_show_hidden_changes_the_terminal_but_not_the_results(
    tmp_path: Path,
) -> None:
    folder = made_set(tmp_path / "set", HIDING, limits={"explain_seconds": 1})
    texts = []
    pages = []
    for option in ([], ["--show-hidden"]):
        done = run(
            STRICT,
            "--exercises",
            str(folder),
            "--results",
            str(tmp_path / "results.json"),
            *option,
        )
        data = valid_results(tmp_path / "results.json")
        del data["extra_data"]["seconds"]
        texts.append(json.dumps(data))
        pages.append(done.stdout)
    assert texts[0] == texts[1]
    assert (
        "Visible exercises: 1 of 3 points. 1 more exercise is hidden: it counts for the score too."
        in pages[0]
    )
    for excerpt in (
        "1/3  Secret  (hidden)  (value ✓ pruned ✗ order ✗)",
        "After C3 = 6, v is 6, and 6 ≤ 6",
        "2 of 6 points",
    ):
        assert (excerpt in pages[0], excerpt in pages[1]) == (False, True)
    only = run(
        STRICT, "--exercises", str(folder), "--show-hidden", "--only", "b*"
    ).stdout
    assert "A player goes on when the bounds are equal" in only


def test_the_log_on_gradescope_names_no_option_that_cannot_be_typed_there(
    tmp_path: Path,
) -> None:
    """What it says holds: the output of each test has the drawing, also of those that the log has in a line."""
    (tmp_path / "results").mkdir()
    written(
        tmp_path / "submission" / "alphabeta.py",
        (PROJECT / STRICT / "alphabeta.py").read_text("utf-8"),
    )
    trees = {
        f"e{number}": {"title": f"T{number}", "tree": [[5, 6], [5, number]]}
        for number in range(3)
    }
    folder = made_set(tmp_path / "set", trees, limits={"explain_seconds": 1})
    log = run("--exercises", str(folder), root=tmp_path).stdout
    assert "--only" not in log
    assert (
        "Gradescope shows each failed exercise in full, in the output of its own test.\n"
        in log
    )
    results = valid_results(tmp_path / "results" / "results.json")
    example, *others = results["tests"]
    assert "a right search stops here. Your search looked at" in results["output"]
    assert (
        "a right search stops here. Your search looked at" not in example["output"]
    ), "it stands at the top"
    assert all(
        "a right search stops here. Your search looked at" in test["output"]
        for test in others
    )
    assert "leaderboard" not in results
    output = run(str(tmp_path / "submission"), "--exercises", str(folder)).stdout
    assert "All of them in full: --all. One of them: --only e1\n" in output


@pytest.mark.parametrize("level", ["full", "diagnosis", "verdict"])
def test_log_on_gradescope_promises_full_outputs_only_where_they_are(
    level: str, tmp_path: Path
) -> None:
    (tmp_path / "results").mkdir()
    written(
        tmp_path / "submission" / "alphabeta.py",
        (PROJECT / STRICT / "alphabeta.py").read_text("utf-8"),
    )
    trees = {
        f"e{number}": {"title": f"T{number}", "tree": [[5, 6], [5, number]]}
        for number in range(3)
    }
    limits = {"explain_seconds": 1}
    folder = made_set(tmp_path / "set", trees, feedback=level, limits=limits)
    log = run("--exercises", str(folder), root=tmp_path).stdout
    assert ("in full, in the output" in log) == (level == "full")


def test_feedback_depends_on_the_attempt_in_gradescopes_metadata(
    tmp_path: Path,
) -> None:
    (tmp_path / "results").mkdir()
    written(
        tmp_path / "submission" / "alphabeta.py",
        (PROJECT / STRICT / "alphabeta.py").read_text("utf-8"),
    )
    by_attempt = {
        "feedback": {"full": 1, "diagnosis": 1},
        "limits": {"explain_seconds": 0},
    }
    folder = made_set(tmp_path / "set", HIDING, **by_attempt)
    for earlier, level in enumerate(
        ("feedback in full", "the diagnosis", "the verdict alone", None)
    ):
        metadata = {"previous_submissions": [{"score": 1.0}] * earlier} if level else {}
        (tmp_path / "submission_metadata.json").write_text(
            json.dumps(metadata), "utf-8"
        )
        done = run("--exercises", str(folder), root=tmp_path)
        assert done.returncode == 0, done.stderr
        output = valid_results(tmp_path / "results" / "results.json")["output"]
        for text in (output, done.stdout):
            assert (f"This is attempt {earlier + 1}: it gets {level}" in text) == (
                level is not None
            )
            assert ("your visit 4" in text) == (level in ("feedback in full", None))
        assert ("does not say which attempt" in done.stderr) == (level is None)


@pytest.mark.parametrize("command", ["", "class"])
def test_only_is_refused_a_second_time(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first one was passed over without a word."""
    given = ["a.py", "--only", "01*", "--only", "02*"]
    given += ["--results", "b"] if command else []
    with pytest.raises(SystemExit):
        parser_of(command).parse_args(given)
    assert "--only: is there twice" in capsys.readouterr().err
