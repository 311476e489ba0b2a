"""How the project gets onto a machine: a clone, its set-up by setup.sh, and how run_autograder may be called."""

import hashlib
import os
import shutil
import signal
import socketserver
import subprocess
import threading
import zipfile
from pathlib import Path

import pytest

from autograder.core.exercises import packages
from autograder.teach.deployment import install
from autograder.teach.installed import why_not_importable
from tests import patience
from tests.sets import PROJECT, QUICK, cases, made_set, written

OWNER = 54321
INSTALLED = "autograder/teach/installed.py"
LOCK = "requirements/grading.lock"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a project whose set-up takes seconds, as it needs no packages, and whose last step lasts while `slow` exists."""
    for name in ("setup.sh", "run_autograder"):
        shutil.copy(PROJECT / name, tmp_path)
    for name in ("autograder", "reference"):
        (tmp_path / name).mkdir()
    slow = "import os, time\nfor _ in range(6000):\n    if os.path.exists('slow'):\n        time.sleep(0.01)\n"
    (tmp_path / "autograder" / "__main__.py").write_text(slow, "utf-8")
    (tmp_path / "autograder" / "teach").mkdir()
    shutil.copy(PROJECT / INSTALLED, tmp_path / INSTALLED)
    (tmp_path / "requirements").mkdir()
    (tmp_path / LOCK).write_text("# nothing\n", "utf-8")
    return tmp_path


def set_up(clone: Path, **environment: str) -> subprocess.Popen[str]:
    """Start setup.sh, in a process group of its own as a terminal does."""
    line, place = ["bash", str(clone / "setup.sh")], {**os.environ, **environment}
    return subprocess.Popen(
        line, stderr=subprocess.PIPE, text=True, env=place, start_new_session=True
    )


def is_made(clone: Path) -> bool:
    check = f"source {clone}/setup.sh; is_made {clone} .ready {LOCK}"
    return subprocess.run(["bash", "-c", check], check=False).returncode == 0


def wait_for(clone: Path, pattern: str, process: subprocess.Popen[str]) -> None:
    patience.wait_for(lambda: process.poll() is not None or any(clone.glob(pattern)))
    assert process.poll() is None


def test_interrupted_setup_is_repeated_and_belongs_to_the_folders_owner(
    clone: Path,
) -> None:
    as_root = os.geteuid() == 0
    if as_root:
        subprocess.run(["chown", "-R", f"{OWNER}:{OWNER}", str(clone)], check=True)
    before = os.umask(0o077)
    try:
        (clone / "slow").touch()
        for stage in (
            ".venv*/bin/python",
            ".venv*/lib/*/site-packages/pip",
            ".venv/bin",
        ):
            process = set_up(clone)
            wait_for(clone, stage, process)
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait() != 0
            assert not is_made(clone)
            assert [path.name for path in clone.glob(".venv*")] in ([], [".venv"])
        (clone / "slow").unlink()
        process = set_up(clone)
        errors = process.communicate()[1]
    finally:
        os.umask(before)
    assert process.returncode == 0, errors
    assert is_made(clone)
    assert not [*clone.glob(".venv/lib/*/site-packages/pip")], "it leaves"
    made = [path for path in (clone / ".venv").rglob("*") if not path.is_symlink()]
    assert all(path.stat().st_mode & 0o004 for path in made)
    assert not as_root or {path.stat().st_uid for path in clone.rglob("*")} <= {
        0,
        OWNER,
    }
    assert not as_root or {path.stat().st_uid for path in made} == {OWNER}


def test_second_of_two_setups_waits_and_contents_tell_what_is_made(
    clone: Path,
) -> None:
    (clone / "slow").touch()
    first = set_up(clone)
    wait_for(clone, ".venv.new/bin", first)
    second = set_up(clone)
    assert second.stderr is not None
    assert "waiting" in second.stderr.readline()
    (clone / "slow").unlink()
    assert "making .venv" in first.communicate()[1]
    assert second.communicate()[1] == ""
    assert (first.returncode, second.returncode) == (0, 0)
    assert is_made(clone)
    os.utime(clone / LOCK, (2**31, 2**31))
    assert is_made(clone)
    made_by = clone / ".venv" / ".made-by"
    lines = made_by.read_text("utf-8").splitlines()
    assert len(lines) == 3
    # As earlier versions of setup.sh wrote it.
    made_by.write_text("\n".join(lines[:2]) + "\n", "utf-8")
    assert is_made(clone)
    (clone / ".venv" / "bin" / "python").rename(clone / "python")
    assert not is_made(clone)
    (clone / "python").rename(clone / ".venv" / "bin" / "python")
    (lib,) = (clone / ".venv" / "lib").iterdir()
    lib.rename(lib.with_name("python3.9"))
    assert not is_made(clone)
    lib.with_name("python3.9").rename(lib)
    assert is_made(clone)
    (clone / LOCK).write_text("# other\n", "utf-8")
    os.utime(clone / LOCK, (0, 0))
    assert not is_made(clone)


def test_setup_without_a_network_fails_in_one_sentence(clone: Path) -> None:
    (clone / LOCK).write_text(f"nothing==1 --hash=sha256:{'0' * 64}\n", "utf-8")
    nowhere = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9",
        "PIP_RETRIES": "1",
    }
    process = set_up(clone, **nowhere)
    *_, sentence, printed = process.communicate()[1].splitlines()
    assert process.returncode == 1
    assert (
        sentence
        == "setup.sh: no package index could be reached: connect this machine to the network and run this again"
    )
    assert printed.startswith("setup.sh: this was printed: WARNING: Retrying")
    assert "Connection refused" in printed
    assert not list(clone.glob(".venv*"))


@pytest.mark.parametrize(("printed", "sentence"), cases("pip_failed_for_a_reason"))
def test_setup_says_why_pip_failed_and_what_it_printed(
    printed: str, sentence: str
) -> None:
    fails = 'source setup.sh; quietly sh -c \'echo "$1"; exit 1\' sh "$1"'
    done = subprocess.run(
        ["bash", "-c", fails, "bash", printed],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    message, line = done.stderr.splitlines()
    assert message.startswith(f"setup.sh: {sentence}")
    assert line.removeprefix("setup.sh: this was printed: ") in printed.splitlines()


def test_setup_shows_all_of_an_unknown_failure_and_its_last_error() -> None:
    fails = "source setup.sh; quietly sh -c 'echo ERROR: why; echo more; exit 1'"
    done = subprocess.run(
        ["bash", "-c", fails], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(
        "ERROR: why\nmore\nsetup.sh: this failed, see above: "
    )
    assert done.stderr.endswith("\nsetup.sh: this was printed: ERROR: why\n")


class WantsAPassword(socketserver.StreamRequestHandler):
    """A proxy that lets nobody through."""

    def handle(self) -> None:
        """Refuse one request."""
        self.rfile.readline()
        self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")


def test_setup_behind_a_proxy_that_wants_a_password_says_so(clone: Path) -> None:
    require(clone, "nothing", b"")
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), WantsAPassword) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        settings = {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": "https://index.invalid/simple",
            "PIP_PROXY": f"http://127.0.0.1:{proxy.server_address[1]}",
            "PIP_RETRIES": "1",
        }
        process = set_up(clone, **settings)
        errors = process.communicate()[1]
        proxy.shutdown()
    assert process.returncode == 1
    assert "setup.sh: the proxy of your network wants a name and a password." in errors
    assert "Proxy Authentication Required" in errors.splitlines()[-1]


def require(clone: Path, name: str, wheel: bytes) -> None:
    row = f"{name}==1 --hash=sha256:{hashlib.sha256(wheel).hexdigest()}\n"
    (clone / LOCK).write_text(row, "utf-8")


@pytest.fixture
def wheels(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the one package that the clone needs."""
    folder = tmp_path_factory.mktemp("wheels")
    wheel = folder / "needed-1-py3-none-any.whl"
    about = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        "needed/__init__.py": "",
        "needed-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: needed\nVersion: 1\n",
        "needed-1.dist-info/WHEEL": about,
    }
    files["needed-1.dist-info/RECORD"] = "".join(f"{name},,\n" for name in files)
    with zipfile.ZipFile(wheel, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    require(clone, "needed", wheel.read_bytes())
    return folder


def settings_for_pip(wheels: Path, kind: str, elsewhere: Path) -> dict[str, str]:
    """Return the variables by which pip is told where packages are, and to put them elsewhere or nowhere."""
    settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    away = {"target": elsewhere, "prefix": elsewhere, "user": "yes", "dry-run": "yes"}
    away["python"] = Path(shutil.which("true") or "")
    if kind == "variables":
        for name, value in away.items():
            settings[f"PIP_{name.upper().replace('-', '_')}"] = str(value)
        written(
            elsewhere / "needed-1.dist-info" / "METADATA", "Name: needed\nVersion: 1"
        )
        settings["PYTHONPATH"] = str(elsewhere)  # pip finds it there already
    else:
        lines = "".join(f"{name} = {value}\n" for name, value in away.items())
        file = written(wheels / "pip.conf", f"[global]\n{lines}[install]\n{lines}")
        settings["PIP_CONFIG_FILE"] = str(file)
    return settings


@pytest.mark.parametrize("kind", ["variables", "a file"])
def test_setup_installs_into_venv_whatever_pips_settings_say(
    kind: str, clone: Path, wheels: Path
) -> None:
    process = set_up(clone, **settings_for_pip(wheels, kind, wheels / "elsewhere"))
    errors = process.communicate()[1]
    assert process.returncode == 0, errors
    assert is_made(clone)
    assert list(clone.glob(".venv/lib/*/site-packages/needed/__init__.py"))
    assert not list(wheels.glob("elsewhere/**/__init__.py"))


@pytest.mark.parametrize("kind", ["variables", "a file"])
def test_students_packages_are_installed_whatever_pips_settings_say(
    kind: str, wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings_for_pip(wheels, kind, wheels / "elsewhere").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("autograder.core.exercises.packages.PROJECT", tmp_path)
    folder = made_set(tmp_path / "set", [{"tree": [1, 2]}], packages=["needed"])
    written(folder / packages.LOCK, "needed==1\n")
    installed = install(folder)
    assert installed is not None
    assert (installed / "needed" / "__init__.py").exists()
    assert not list(wheels.glob("elsewhere/**/__init__.py"))


def test_setup_is_not_ready_if_pip_ended_well_and_installed_nothing(
    clone: Path, wheels: Path
) -> None:
    """By a setting that is left to the user."""
    settings = settings_for_pip(wheels, "a file", wheels / "elsewhere")
    process = set_up(clone, **settings, PIP_ROOT=str(wheels / "root"))
    *_, sentence, remedy = process.communicate()[1].splitlines()
    assert process.returncode == 1
    assert sentence.endswith("still they cannot be used: needed is not there")
    assert "pip config list" in remedy
    assert not list(clone.glob(".venv*"))


def test_setup_makes_anew_what_can_no_longer_be_imported(
    clone: Path, wheels: Path
) -> None:
    settings = settings_for_pip(wheels, "a file", wheels / "elsewhere")
    assert set_up(clone, **settings).wait() == 0
    (module,) = clone.glob(".venv/lib/*/site-packages/needed/__init__.py")
    module.write_text("import nothing_of_that_name", "utf-8")
    assert set_up(clone, **settings).wait() == 0
    assert module.read_text("utf-8") == ""


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("not-here==1", "not-here is not there"),
        ("not-here==1 ; sys_platform == 'linux'", ""),
        ("not-here==1 ; python_full_version < '3.11'", ""),
        ("jsonschema==1 \\\n    --hash=sha256:0", ""),
    ],
)
def test_packages_are_needed_that_are_for_every_machine(
    row: str, why: str, tmp_path: Path
) -> None:
    lock = written(tmp_path / "grading.lock", f"# a comment\n{row}\n")
    assert why_not_importable(lock) == why


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_clone_with_the_line_ends_of_windows_has_the_same_bytes_and_starts(
    tmp_path: Path,
) -> None:
    repository, clone = tmp_path / "repository", tmp_path / "clone"
    git = [
        "git",
        f"--git-dir={repository}",
        f"--work-tree={PROJECT}",
        "-c",
        "core.autocrlf=false",
    ]
    author = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "--all"], cwd=PROJECT, check=True)
    subprocess.run([*git, *author, "commit", "-q", "-m", "All files"], check=True)
    subprocess.run(
        ["git", "clone", "-q", "-c", "core.autocrlf=true", repository, clone],
        check=True,
    )
    files = [
        file
        for file in clone.rglob("*")
        if file.is_file() and ".git" not in file.relative_to(clone).parts
    ]
    changed = [
        file
        for file in files
        if file.read_bytes() != (PROJECT / file.relative_to(clone)).read_bytes()
    ]
    assert files
    assert not changed
    (clone / ".venv").symlink_to(PROJECT / ".venv")
    done = subprocess.run(
        [clone / "run_autograder", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ./run_autograder")


RIGHT = PROJECT / "tests" / "submissions" / "textbook"
QUICKLY = [str(RIGHT), "--exercises", str(QUICK)]


def test_a_link_to_the_command_grades_whatever_way_it_leads(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    (tmp_path / "project").symlink_to(PROJECT)
    (tmp_path / "bin" / "absolute").symlink_to(PROJECT / "run_autograder")
    (tmp_path / "bin" / "relative").symlink_to("../project/run_autograder")
    (tmp_path / "bin" / "to a link").symlink_to("relative")
    (tmp_path / "deep").symlink_to("elsewhere/deep")  # so deep/.. is elsewhere
    (tmp_path / "elsewhere" / "deep" / "upwards").symlink_to("../../bin/absolute")
    links = ["bin/absolute", "bin/relative", "bin/to a link", "deep/upwards"]
    for line in (
        *([f"./{link}", *QUICKLY] for link in links),
        ["bash", links[0], *QUICKLY],
        ["relative", *QUICKLY],
    ):
        variables = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
        done = subprocess.run(
            line,
            cwd=tmp_path,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "9 of 9 points" in done.stdout


def test_a_copy_of_the_command_alone_says_that_the_autograder_is_not_there(
    tmp_path: Path,
) -> None:
    """Gradescope's copy finds the autograder in source beside it."""
    copy = shutil.copy(PROJECT / "run_autograder", tmp_path)
    (tmp_path / "results").mkdir()
    variables = {**os.environ, "AUTOGRADER_ROOT": str(tmp_path)}
    for arguments in (QUICKLY, []):
        line = [str(copy), *arguments]
        done = subprocess.run(
            line, env=variables, capture_output=True, text=True, check=False
        )
        where = f"neither beside {copy} nor in {tmp_path}/source"
        text = f"The autograder is {where}: call run_autograder where the autograder lies, or by a link to it.\n"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", text)
    assert "could not be set up" in (tmp_path / "results" / "results.json").read_text(
        "utf-8"
    )


@pytest.mark.parametrize("script", ["run_autograder", "setup.sh"])
@pytest.mark.parametrize("shell", ["dash", "busybox"])
def test_script_run_by_another_shell_asks_for_bash_in_one_sentence(
    script: str, shell: str
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    line = [shell, *(["sh"] if shell == "busybox" else []), str(PROJECT / script)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    text = f"This is a script for bash, and sh is another shell here: call it as ./{script}, or as bash {script}.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", text)


def test_bash_called_sh_reads_the_command_too(tmp_path: Path) -> None:
    (tmp_path / "sh").symlink_to(str(shutil.which("bash")))
    line = [str(tmp_path / "sh"), str(PROJECT / "run_autograder"), *QUICKLY]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
