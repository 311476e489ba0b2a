"""Chooses the tests of a run of pytest, and its secret.

A person runs the quick tests at every change, CI all of them. The slow ones were measured:
`durations.tsv` has the seconds of each test that takes longer than SLOW_SECONDS, and
`tests/run --all --measure` writes it anew.
"""

import os
import random
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from tests import attacks
from tests.attacks import open_to_all

DURATIONS = Path(__file__).with_name("durations.tsv")
SLOW_SECONDS = 0.15
"""Tests that take longer than this are one in seven, and hold nine tenths of the time."""
FIXED_SECRET = bytes(range(32)).hex()
"""Stands for the installation's own secret, so that each clone draws the same trees."""
SECRET_FILE = "ALPHABETA_SECRET_FILE"
MEASURED = "seconds"
COSTLY = {"gradescope", "lock"}
"""Fixtures that install packages. One test pays for all that use them, and is measured:
so each of these is slow, whichever it is."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of `tests/run`."""
    group = parser.getgroup("layers")
    group.addoption("--all", action="store_true", help="run the slow tests, too")
    group.addoption("--measure", action="store_true", help="write durations.tsv anew")
    group.addoption("--secret", default=FIXED_SECRET, help="32 bytes in hexadecimal")
    group.addoption("--passed-again", metavar="FILE", help="list here what passes")


def pytest_configure(config: pytest.Config) -> None:
    """Put the run's secret in the place of the installation's.

    The processes that tests start get it by their environment, as do the processes of
    pytest-xdist.
    """
    config.addinivalue_line(
        "markers", "of(*modules): modules that the test holds and does not import"
    )
    if hasattr(config, "workerinput"):
        return
    from autograder.core.exercises import cache
    from autograder.core.files import remove_tree

    usual = os.path.realpath(tempfile.gettempdir())
    place = usual if _suits(usual) else "/var/tmp"
    folder = new_folder(Path(place))
    config.add_cleanup(lambda: remove_tree(folder))  # however deep
    folder.chmod(0o755)
    # Whenever a run begins, pytest closes its usual folder, /tmp/pytest-of-USER, to other
    # users; those of a run that goes on meanwhile could no longer enter it.
    os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
    cache.SECRET = folder / "secret"
    cache.SECRET.write_bytes(bytes.fromhex(config.getoption("secret")))
    os.environ[SECRET_FILE] = str(cache.SECRET)
    config.pluginmanager.register(Recorder(config))


def new_folder(place: Path) -> Path:
    """Make a folder for the run's temporary files, and return it.

    Programs print its name, in which no digit and no word may stand by chance: tests ask
    whether such a thing is printed.
    """
    letters = random.SystemRandom().choices("bcdfghjklmnpqrstvwxz", k=12)
    folder = place / f"alphabeta-tests-{''.join(letters)}"
    folder.mkdir(0o700)
    return folder


def _suits(place: str) -> bool:
    """Return whether tests can start programs in a folder, and others can enter it.

    Hardened machines start none in /tmp, or have a closed folder there for each user.
    """
    if os.statvfs(place).f_flag & getattr(os, "ST_NOEXEC", 0):
        return False
    return os.geteuid() != 0 or open_to_all(Path(place))


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave the slow tests out, unless all are asked for, or they are named."""
    if config.getoption("all") or config.getoption("lf", default=False):
        return
    named = {Path(argument.partition("::")[0]).resolve() for argument in config.args}
    slow = slow_tests()
    left_out = {
        item
        for item in items
        if (item.nodeid in slow or not COSTLY.isdisjoint(_fixtures_of(item)))
        and item.path not in named
    }
    if left_out:
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def _fixtures_of(item: pytest.Item) -> list[str]:
    """Return the names of the fixtures that a test uses."""
    names: list[str] = getattr(item, "fixturenames", [])
    return names


def slow_tests() -> dict[str, float]:
    """Return the seconds of each slow test, by its id."""
    lines = DURATIONS.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {name: float(seconds) for seconds, name in rows}


# The time of each test

STARTED = pytest.StashKey[float]()


def _clock_of(item: pytest.Item) -> float:
    """Return the seconds so far by the clock that a test is measured by.

    It is the processor time of this process, of those that it ended, and of those in
    which attacks happen, which the load does not change. A browser goes on after the test, so a test that looks at pages is
    measured by the clock on the wall.
    """
    if "chromium" in _fixtures_of(item):
        return time.monotonic()
    return sum(os.times()[:4]) + attacks.processor_time()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note when a test begins."""
    item.stash[STARTED] = _clock_of(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note in the last report of a test how many seconds it took."""
    report = yield
    if call.when == "teardown":
        seconds = _clock_of(item) - item.stash[STARTED]
        report.user_properties.append((MEASURED, seconds))
    return report


class Recorder:
    """Hears the outcome of each test, in the process that tells it."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._seconds: dict[str, float] = {}
        self._passed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the seconds of a test that ended, and whether it passed."""
        if report.when == "call" and report.passed:
            self._passed.append(report.nodeid)
        if report.when == "teardown":
            self._seconds[report.nodeid] = float(
                str(dict(report.user_properties)[MEASURED])
            )

    def pytest_sessionfinish(self) -> None:
        """Write the files that were asked for."""
        if self._config.getoption("measure"):
            write_durations(self._seconds)
        if file := self._config.getoption("passed_again"):
            Path(file).write_text(
                "".join(f"{name}\n" for name in self._passed), "utf-8"
            )


def write_durations(seconds: dict[str, float]) -> None:
    """Write the slow ones of all tests to durations.tsv."""
    slow = sorted(name for name in seconds if seconds[name] > SLOW_SECONDS)
    lines = [f"{seconds[name]:.1f}\t{name}\n" for name in slow]
    DURATIONS.write_text("".join(lines), "utf-8")
