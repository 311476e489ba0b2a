"""The files of docs/platforms for each platform, run in the folders that the platform would lay out."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from autograder.core.errors import BELOW
from autograder.core.exercises.model import Limits
from tests.container import instructions
from tests.sets import PROJECT, QUICK, written
from tests.tell.test_formats import classroom50, github, junit, prairielearn, vpl
from tests.test_locks import PYTHONS

FILES = PROJECT / "docs" / "platforms"
STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff" / "alphabeta.py"
RIGHT = PROJECT / "tests" / "submissions" / "textbook" / "alphabeta.py"
EARNED = pytest.approx(8 / 12)


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    """Return a folder with the autograder, which grades with a small set."""
    folder = tmp_path / "autograder"
    folder.mkdir()
    program = folder / "run_autograder"
    program.write_text(
        f'#!/bin/sh\nexec {shlex.quote(str(PROJECT))}/run_autograder "$@" --exercises {QUICK}\n',
        "utf-8",
    )
    program.chmod(0o755)
    return folder


def run(
    command: list[str], folder: Path, **environment: object
) -> subprocess.CompletedProcess[str]:
    """Run a command with nothing else in its environment."""
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        **{key: str(environment[key]) for key in environment},
    }
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )


def test_prairielearn_question_grades_a_submission(
    autograder: Path, tmp_path: Path
) -> None:
    question = json.loads((FILES / "prairielearn" / "info.json").read_text("utf-8"))
    options = question["externalGradingOptions"]
    assert (question["type"], question["gradingMethod"]) == ("v3", "External")
    assert Limits().run_seconds < options["timeout"] <= 600
    # Servers from before February 2026 give everybody 0 without it.
    assert options["enabled"] is True
    script = options["entrypoint"].removeprefix("/grade/")
    for name in ("tests", "student", "data"):
        (tmp_path / "grade" / name).mkdir(parents=True)
    shutil.copy(
        FILES / "prairielearn" / Path(script).name, tmp_path / "grade" / "tests"
    )
    shutil.copy(STRICT, tmp_path / "grade" / "student")
    done = run(
        ["sh", str(tmp_path / "grade" / script)],
        Path("/"),
        GRADE=tmp_path / "grade",
        AUTOGRADER=autograder,
    )
    assert done.returncode == 0, done.stderr
    results = tmp_path / "grade" / "results" / "results.json"
    assert prairielearn({"": results.read_text("utf-8")}) == EARNED
    run(
        ["sh", str(tmp_path / "grade" / script)],
        Path("/"),
        GRADE=tmp_path / "grade",
        AUTOGRADER="/nowhere",
    )
    assert prairielearn({"": results.read_text("utf-8")}) is None
    assert "could not start" in results.read_text("utf-8")


def github_step() -> str:
    """Return the command that the workflow for GitHub runs, if it checks out what it says it does."""
    workflow = yaml.safe_load((FILES / "github" / "classroom.yml").read_text("utf-8"))
    (job,) = workflow["jobs"].values()
    submission, theirs, grade = job["steps"]
    paths = (submission["with"]["path"], theirs["with"]["path"])
    assert paths == ("submission", "autograder")
    # Node 20, which v4 needs, is on GitHub's runners no longer.
    assert {step["uses"] for step in (submission, theirs)} == {"actions/checkout@v6"}
    line: str = grade["run"]
    return line


def test_github_workflow_grades_a_submission(autograder: Path, tmp_path: Path) -> None:
    (tmp_path / "submission").mkdir()
    shutil.copy(STRICT, tmp_path / "submission")
    summary = tmp_path / "summary"
    line = ["bash", "-e", "-c", github_step()]
    variables = {"RUNNER_TEMP": tmp_path, "GITHUB_STEP_SUMMARY": summary}
    done = run(line, tmp_path, **variables)
    assert done.returncode == BELOW, done.stderr
    assert "A player goes on when the bounds are equal" not in done.stdout
    files = {
        "": (tmp_path / "result").read_text("utf-8"),
        ".md": summary.read_text("utf-8"),
    }
    assert github(files) == EARNED
    shutil.copy(RIGHT, tmp_path / "submission")
    assert run(line, tmp_path, **variables).returncode == 0
    program = autograder / "run_autograder"
    program.write_text("#!/bin/sh\necho broken\nexit 1\n", "utf-8")
    done = run(line, tmp_path, **variables)
    assert done.returncode == 1
    assert "broken" in done.stdout


COMMANDS = """
add-mask add-matcher add-path debug echo endgroup error group notice remove-matcher save-state set-env set-output
stop-commands warning
"""
PRINTS_COMMANDS = f"""
for name in {COMMANDS.split()}:
    print("##[" + name + " title=Autograding report]15/15")
    print("::" + name + " title=Autograding report::15/15")
def max_value(state, alpha, beta):
    raise ValueError("##[error file=x.py,line=1]Everything else is broken\\n::error::And this")
def min_value(state, alpha, beta):
    return 0
"""


def obeyed(log: str) -> list[str]:
    """Return the commands that GitHub's runner takes from a step's log: ActionCommand and ActionCommandManager, in short."""
    known, word, commands = {*COMMANDS.split()}, "", list[str]()
    for line in re.split(r"\r\n|\r|\n", log):
        second = re.match(r"\s*::(.*?)::(.*)", line)
        first = re.search(r"##\[(.*?)\](.*)", line)
        heads = [
            (found[1].split(" ")[0].lower(), found[2])
            for found in (second, first)
            if found
        ]
        name, data = next(
            (head for head in heads if head[0] in known or head[0] == word), ("", "")
        )
        if word:
            word = "" if name == word else word
        elif name:
            word = data.lower() if name == "stop-commands" else ""
            commands.append(line)
    return commands


@pytest.mark.parametrize("status", [BELOW, 1])
def test_github_obeys_no_command_that_a_program_prints(
    status: int, autograder: Path, tmp_path: Path
) -> None:
    written(tmp_path / "submission" / "alphabeta.py", PRINTS_COMMANDS)
    if status == 1:  # grading breaks after it has printed all that
        with (autograder / "run_autograder").open("a") as script:
            script.write("exit 1\n")
        text = (autograder / "run_autograder").read_text("utf-8").replace("exec ", "")
        (autograder / "run_autograder").write_text(text, "utf-8")
    summary = tmp_path / "summary"
    done = run(
        ["bash", "-e", "-c", github_step()],
        tmp_path,
        RUNNER_TEMP=tmp_path,
        GITHUB_STEP_SUMMARY=summary,
    )
    assert done.returncode == status
    assert obeyed("  │ ##[notice title=Autograding report]15/15")
    after = "::error::of the step that follows"
    commands = obeyed(f"{done.stdout}{done.stderr}\n{after}")
    assert commands.pop() == after
    stops = "::stop-commands::[0-9a-f]{32}"
    assert all(re.fullmatch(stops, command) for command in commands)
    assert ("Autograding report" in done.stdout) == (status == 1)
    assert "Autograding report" in summary.read_text("utf-8")


def classroom50_run(autograder: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command of Classroom 50's runner, in the folder of a student's checkout."""
    script = FILES / "classroom50" / "autograder.py"
    told = {"CLASSROOM": "cs", "ASSIGNMENT": "search", "SUBMISSION_TAG": "submit/1"}
    command = [sys.executable, str(script)]
    return run(command, folder, AUTOGRADER=autograder, **told)


def test_classroom50_autograder_grades_a_submission(
    autograder: Path, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    written(checkout / ".classroom50.yaml", 'classroom: "cs"\n')
    shutil.copy(STRICT, checkout)
    victim = written(tmp_path / "victim", "of somebody else\n")
    (checkout / "result.json").symlink_to(victim)  # what a student may commit
    done = classroom50_run(autograder, checkout)
    assert done.returncode == 0, done.stderr
    files = {
        "": (checkout / "result.json").read_text("utf-8"),
        ".md": (checkout / "release-body.md").read_text("utf-8"),
    }
    assert classroom50(files) == EARNED
    assert json.loads(files[""])["submission"] == "submit/1"
    assert "A player goes on when the bounds are equal" in files[".md"]
    assert victim.read_text("utf-8") == "of somebody else\n"


@pytest.mark.parametrize("breaks", [False, True])
def test_classroom50_is_told_by_the_exit_status_that_grading_failed(
    breaks: bool, autograder: Path, tmp_path: Path
) -> None:
    checkout = tmp_path / "checkout"
    written(checkout / "alphabeta.py", PRINTS_COMMANDS)
    if breaks:
        program = autograder / "run_autograder"
        text = program.read_text("utf-8").replace("exec ", "")
        program.write_text(f"{text}exit 1\n", "utf-8")
    done = classroom50_run(autograder, checkout)
    assert done.returncode == breaks
    # Its runner takes a result of an autograder that failed for none.
    assert (checkout / "result.json").exists() == (not breaks)
    after = "::error::of the step that follows"
    *commands, last = obeyed(f"{done.stdout}{done.stderr}\n{after}")
    assert last == after
    stops = "::stop-commands::[0-9a-f]{32}"
    assert all(re.fullmatch(stops, command) for command in commands)


def test_gitlab_job_grades_a_submission(autograder: Path, tmp_path: Path) -> None:
    (job,) = yaml.safe_load((FILES / "gitlab-ci.yml").read_text("utf-8")).values()
    (clear,) = job["before_script"]
    clone, grade = job["script"]
    path = clone.split()[-1]
    assert shlex.split(grade)[0] == f"{path}/run_autograder"
    report = tmp_path / "project" / job["artifacts"]["reports"]["junit"]
    assert job["artifacts"]["when"] == "always"
    (tmp_path / "project").mkdir()
    shutil.copy(STRICT, tmp_path / "project")
    report.symlink_to(STRICT.name)  # what a student may commit
    line = f"{clear}\n{grade.replace(path, str(autograder))}"
    done = run(["sh", "-ec", line], tmp_path / "project")
    assert done.returncode == 0, done.stderr
    assert junit({"": report.read_text("utf-8")}) == EARNED
    (tmp_path / "project" / STRICT.name).write_text("def max_value(): pass\n", "utf-8")
    assert run(["sh", "-ec", line], tmp_path / "project").returncode == BELOW
    assert junit({"": report.read_text("utf-8")}) == 0


def vpl_folder(folder: Path, *names: str) -> Path:
    """Return the home folder of a run on VPL's execution server, with files of a student's and the variables that VPL sets."""
    folder.mkdir()
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(STRICT, folder / name)
    for script in (FILES / "vpl").iterdir():
        shutil.copy(script, folder)
    listed = "".join(f"{name}\n" for name in names)
    exported = f"export VPL_SUBFILES={shlex.quote(listed)}\nexport VPL_GRADEMIN='2'\nexport VPL_GRADEMAX='10'\n"
    (folder / "vpl_environment.sh").write_text(f"#!/bin/bash\n{exported}", "utf-8")
    return folder


VPL_GRADE = pytest.approx((2 + 8 / 12 * 8) / 10)


def vpl_evaluated(folder: Path, autograder: Path) -> float | None:
    """Return the grade that VPL reads of an evaluation; nothing but the student's and the platform's files may be left."""
    before = {file.relative_to(folder) for file in folder.rglob("*")} | {
        Path("vpl_execution")
    }
    assert run(["./vpl_evaluate.sh"], folder, AUTOGRADER=autograder).returncode == 0
    printed = run(["./vpl_execution"], folder).stdout
    assert {file.relative_to(folder) for file in folder.rglob("*")} <= before
    return vpl({"": printed})


@pytest.mark.parametrize(
    "name",
    [
        "alphabeta.py",
        "my folder/alphabeta.py",
        "submission/alphabeta.py",
        "-rf/alphabeta.py",
    ],
)
def test_vpl_scripts_grade_a_submission(
    name: str, autograder: Path, tmp_path: Path
) -> None:
    assert vpl_evaluated(vpl_folder(tmp_path / "home", name), autograder) == VPL_GRADE


@pytest.mark.parametrize(
    "other",
    [
        *(
            "autograder_run.sh/x",
            "vpl_execution/x",
            "vpl_execution",
            "submission",
            "submission/x",
            "autograder.log/x",
        ),
        *(
            "autograder.vpl",
            "autograder.vpl/x",
            "result",
            "log",
            "place",
            "mktemp",
            "-rf",
            "--help",
            "*",
        ),
    ],
)
def test_vpl_grades_whatever_else_a_student_has_handed_in(
    other: str, autograder: Path, tmp_path: Path
) -> None:
    folder = vpl_folder(tmp_path / "home", "alphabeta.py", other)
    (folder / other).write_text("Grade :=>>10\n", "utf-8")
    assert vpl_evaluated(folder, autograder) == VPL_GRADE


def test_vpl_shows_a_report_when_a_program_is_run_and_no_grade(
    autograder: Path, tmp_path: Path
) -> None:
    folder = vpl_folder(tmp_path / "home", "alphabeta.py")
    assert run(["./vpl_run.sh"], folder, AUTOGRADER=autograder).returncode == 0
    done = run(["./vpl_execution"], folder)
    assert "A player goes on when the bounds are equal" in done.stdout
    assert vpl({"": f"<|--\n--|>\n{done.stdout}"}) is None


def test_vpl_script_reports_a_missing_autograder(tmp_path: Path) -> None:
    folder = vpl_folder(tmp_path / "home", "alphabeta.py")
    run(["./vpl_evaluate.sh"], folder, AUTOGRADER="/nowhere")
    log, comment = run(["./vpl_execution"], folder).stdout.splitlines()[-2:]
    assert log.startswith("log: ")
    assert comment.startswith("Comment :=>>The autograder could not start")


def test_crontab_line_grades_a_class(autograder: Path, tmp_path: Path) -> None:
    lines = (FILES / "crontab").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if not line.startswith("#"))
    # To cron a % is the end of the command.
    match = re.fullmatch(r"(?:[\d*/,-]+ ){5}([^%]+)", line)
    assert match
    (tmp_path / "handed-in" / "ann").mkdir(parents=True)
    shutil.copy(STRICT, tmp_path / "handed-in" / "ann")
    done = run(["sh", "-c", match[1]], tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert "ann" in (tmp_path / "results" / "class.csv").read_text("utf-8")
    assert "1 student" in (tmp_path / "grading.log").read_text("utf-8")


def test_image_is_made_of_folders_that_are_there() -> None:
    text = (FILES / "Dockerfile").read_text("utf-8")
    named = re.findall(r"/opt/autograder/([\w./-]+)", text)
    missing = [name for name in named if not (PROJECT / name).exists()]
    assert missing in ([], [".venv"])  # the latter is taken away if it is there


def test_each_platform_file_says_where_a_set_of_ones_own_is_named() -> None:
    for file in FILES.rglob("*"):
        is_graded_by = file.is_file() and "run_autograder" in file.read_text("utf-8")
        if is_graded_by and file.name != "Dockerfile":
            assert "--exercises" in file.read_text("utf-8"), file


def test_image_holds_what_is_needed_and_no_path_of_this_machine() -> None:
    commands = [word for word, _ in instructions()]
    assert commands == [
        "FROM",
        "RUN",
        "COPY",
        "RUN",
        "ENTRYPOINT",
        "FROM",
        "RUN",
        "USER",
    ]
    ignored = (PROJECT / ".dockerignore").read_text("utf-8").split()
    # .venv holds the secret of this installation, .git whatever was ever committed.
    assert {".venv*", ".git"} <= set(ignored)
    page = (PROJECT / "docs" / "platforms.md").read_text("utf-8")
    # On some platforms the image is public, so it must hold nothing of a class.
    of_a_class = set(re.findall(r"\$PWD/(\w+):", page))
    assert {*of_a_class, "**/*.csv"} <= set(ignored)
    assert of_a_class == {"results", "submissions"}


@pytest.mark.skipif(
    shutil.which("shellcheck") is None, reason="shellcheck is not installed"
)
def test_shellcheck_finds_nothing_in_any_script() -> None:
    scripts = [
        "run_autograder",
        "tests/run",
        "tests/machine",
        "tools/lock",
        *map(str, FILES.glob("*/*.sh")),
    ]
    done = run(["shellcheck", "-x", "-S", "warning", *scripts], PROJECT)
    assert (done.returncode, done.stdout) == (0, "")


def test_documentation_links_every_platform_file() -> None:
    page = (PROJECT / "docs" / "platforms.md").read_text("utf-8")
    linked = set(re.findall(r"\]\(platforms/([^)]+)\)", page))
    assert linked == {
        str(file.relative_to(FILES)) for file in FILES.rglob("*") if file.is_file()
    }


def test_workflow_runs_the_tests_on_linux_and_mac_in_every_fork() -> None:
    workflow = yaml.safe_load(
        (PROJECT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    )
    job = workflow["jobs"]["tests"]
    matrix = job["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest"]
    assert matrix["python"] == PYTHONS
    assert 'requires-python = ">=3.10"' in (PROJECT / "pyproject.toml").read_text(
        "utf-8"
    )
    assert "${{ matrix.python }}" in [
        step.get("with", {}).get("python-version") for step in job["steps"]
    ]
    assert job["steps"][-1]["run"] == "tests/run --all"


def test_every_action_is_pinned_by_a_digest_beside_its_version() -> None:
    workflows = list((PROJECT / ".github" / "workflows").iterdir())
    used = [
        line
        for file in workflows
        for line in re.findall(r"uses: *(.*)", file.read_text("utf-8"))
    ]
    assert used
    assert all(
        re.fullmatch(r"[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)
        for line in used
    ), used


def test_dependabot_looks_at_packages_and_actions() -> None:
    settings = yaml.safe_load(
        (PROJECT / ".github" / "dependabot.yml").read_text("utf-8")
    )
    assert settings["version"] == 2
    assert [update["package-ecosystem"] for update in settings["updates"]] == [
        "pip",
        "github-actions",
    ]
    assert all(
        update["directory"] == "/" and update["schedule"]["interval"]
        for update in settings["updates"]
    )
