"""What several test files need."""

import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

# What fails in them says more than that it failed.
pytest.register_assert_rewrite("tests.attacks", "tests.browser", "tests.sets")

from autograder.commands.command_line import main  # noqa: E402
from tests import forks  # noqa: E402
from tests.attacks import open_to_all  # noqa: E402 (only after that)
from tests.browser import chromium  # noqa: E402 (one for all files: starting it takes seconds)
from tests.sets import Typed  # noqa: E402

__all__ = ["chromium"]
PROJECT = Path(__file__).parents[1]

# No deadlines: how long an example takes is the machine's affair.
settings.register_profile("anew", deadline=None)
settings.register_profile("the same", settings.get_profile("anew"), derandomize=True)
# So a change is why a test fails; --hypothesis-profile=anew draws anew.
settings.load_profile("the same")

# For mutmut: one failure is enough; it is neither made smaller nor tried again on the next change.
settings.register_profile(
    "mutants", settings.get_profile("the same"), phases=[Phase.explicit, Phase.generate]
)

# What is started in the background inherits them ignored.
for _number in (
    signal.SIGINT,
    signal.SIGHUP,
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(
            _number,
            signal.SIG_DFL if _number is signal.SIGHUP else signal.default_int_handler,
        )


def pytest_collection_finish() -> None:
    """Has the garbage collector leave out what was collected, which saves a sixth of the time, and run more rarely."""
    gc.collect()
    gc.freeze()
    # As in autograder/__main__.py: saves a twentieth of what test_submissions.py takes.
    gc.set_threshold(50_000)


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The project where an ordinary user can read it: itself, or a copy without what only the tests need."""
    if open_to_all(PROJECT):
        yield PROJECT
        return
    copy = Path("/var/tmp") / f"alphabeta-project-{os.getpid()}"
    tools = (
        "*mypy*",
        "ruff*",
        "playwright*",
        "dask*",
        "distributed*",
        "tornado*",
        "pip*",
        "setuptools*",
    )
    ignored = shutil.ignore_patterns(".git", ".*_cache", "__pycache__", *tools)
    shutil.copytree(PROJECT, copy, symlinks=True, ignore=ignored)
    subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
    yield copy
    shutil.rmtree(copy)


@pytest.fixture
def unmended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has no change looked for that mends a wrong program: that takes long, and is tested elsewhere."""
    monkeypatch.setattr(
        "autograder.explaining.failures.FailedProgram._mender", lambda *_: None
    )


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Typed:
    """Runs a command, which is to end with a status, and returns what it prints, on either stream; no traceback."""

    def printed(*arguments: object, status: int = 0) -> str:
        assert main([str(argument) for argument in arguments]) == status
        text = "".join(capsys.readouterr())
        assert "Traceback" not in text
        return text

    return printed


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has students' processes be forks of one, which takes a third of the time."""
    if sys.platform == "linux":
        monkeypatch.setattr("autograder.sandbox.process.started", forks.started)
