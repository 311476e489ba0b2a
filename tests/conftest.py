"""Fixtures for several test files."""

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

# A failed assertion in them says more than that it failed.
pytest.register_assert_rewrite("tests.attacks", "tests.browser", "tests.sets")

from autograder.cli.command_line import main  # noqa: E402
from tests import forks  # noqa: E402
from tests.attacks import open_to_all  # noqa: E402 (only after that)
from tests.browser import chromium  # noqa: E402 (one for all files: starting it takes seconds)
from tests.layers import (  # noqa: E402
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_runtest_makereport,
    pytest_runtest_setup,
)
from tests.patience import PATIENCE  # noqa: E402
from tests.sets import Typed  # noqa: E402

__all__ = [
    "chromium",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_runtest_makereport",
    "pytest_runtest_setup",
]
PROJECT = Path(__file__).parents[1]

# No deadlines: how long an example takes is the machine's affair.
settings.register_profile("anew", deadline=None)
settings.register_profile("the same", settings.get_profile("anew"), derandomize=True)
# The same examples each time, so a test that fails now fails because of a change.
# --hypothesis-profile=anew draws others.
settings.load_profile("the same")

# For mutmut: one failure is enough; it is neither made smaller nor tried again on the
# next change.
settings.register_profile(
    "mutants", settings.get_profile("the same"), phases=[Phase.explicit, Phase.generate]
)

# A program that is started in the background inherits these as ignored.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_finish() -> None:
    """Have the garbage collector leave out all objects so far, and run more rarely.

    That saves a sixth of the time.
    """
    gc.collect()
    gc.freeze()
    # The threshold of autograder/__main__.py; it saves a twentieth of the time of
    # test_submissions.py.
    gc.set_threshold(50_000)


@pytest.fixture(scope="session", autouse=True)
def unhurried_explaining() -> Iterator[None]:
    """Have a run end its explanations by their counted work, and not by the clock of a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("autograder.core.grading.run.EXPLAINING_SECONDS", PATIENCE)
        yield


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the project's folder where an ordinary user can read it.

    If that may not be read, it is a copy without the tests' own files.
    """
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
    """Look for no change that mends a wrong program.

    That takes long, and is tested elsewhere.
    """
    monkeypatch.setattr(
        "autograder.explain.failures.FailedProgram._start_repair", lambda *_: None
    )


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Typed:
    """Return a function that runs a command, and returns its output.

    It asserts that the command ends with the given status, and prints no traceback on
    either stream.
    """

    def run(*arguments: object, status: int = 0) -> str:
        assert main([str(argument) for argument in arguments]) == status
        text = "".join(capsys.readouterr())
        assert "Traceback" not in text
        return text

    return run


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start students' processes as forks of one, which takes a third of the time."""
    if sys.platform == "linux":
        monkeypatch.setattr("autograder.core.sandbox.process.started", forks.started)
