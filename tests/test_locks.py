"""The lock files are what pyproject.toml asks for, with hashes, and name no place where packages come from."""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.sets import PROJECT

LOCKS = {
    "requirements/grading.lock": (),
    "requirements/cluster.lock": ("cluster",),
    "requirements/dev.lock": ("cluster", "dev"),
}
"""Each lock file, with the lists of pyproject.toml that are in it beside `dependencies`."""
PYTHONS = [f"3.{minor}" for minor in range(10, 16)]
SYSTEMS = ("linux", "darwin")


def read_lists(text: str) -> dict[str, list[Requirement]]:
    """Read the requirements in a pyproject.toml, by the names of their lists. Python 3.10 has no reader of TOML."""
    lists = re.compile(
        r"^(dependencies|cluster|dev) = \[(\n.*?^\]|.*?\]) *(?:#[^\n]*)?$",
        re.MULTILINE | re.DOTALL,
    )
    return {
        name: [Requirement(entry) for entry in re.findall('"([^"]*)"', body)]
        for name, body in lists.findall(text)
    }


ASKED = read_lists((PROJECT / "pyproject.toml").read_text("utf-8"))


class Locked(NamedTuple):
    """A row of a lock file, and how many hashes it has."""

    requirement: Requirement
    hashes: int

    @property
    def version(self) -> Version:
        (pin,) = self.requirement.specifier
        assert pin.operator == "=="
        return Version(pin.version)


def read_lock(name: str) -> Iterator[Locked]:
    """Yield the rows of a lock file. Any line that is neither a row nor a hash fails."""
    text = (PROJECT / name).read_text("utf-8")
    for row in re.split(r"\n(?=\S)", text.rstrip("\n")):
        first, *others = row.split(" \\\n")
        assert all(
            re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", other) for other in others
        ), first
        yield Locked(Requirement(first), len(others))


def environments() -> Iterator[dict[str, Any]]:
    """Yield each Python and system that is supported, as markers see it."""
    for python in PYTHONS:
        for system in SYSTEMS:
            yield {
                **default_environment(),
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": system,
                "platform_system": system.capitalize(),
                "platform_python_implementation": "CPython",
                "implementation_name": "cpython",
                "os_name": "posix",
            }


def applies(requirement: Requirement, environment: dict[str, Any]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


def test_every_dependency_of_pyproject_is_read() -> None:
    assert {name: len(entries) for name, entries in ASKED.items()} == {
        "dependencies": 7,
        "cluster": 1,
        "dev": 9,
    }


@pytest.mark.parametrize("name", LOCKS)
def test_lock_has_every_dependency_of_pyproject_within_its_range(name: str) -> None:
    locked = list(read_lock(name))
    wanted = [
        entry for group in ("dependencies", *LOCKS[name]) for entry in ASKED[group]
    ]
    for environment in environments():
        versions = {
            canonicalize_name(entry.requirement.name): entry.version
            for entry in locked
            if applies(entry.requirement, environment)
        }
        for requirement in wanted:
            if applies(requirement, environment):
                version = versions.get(canonicalize_name(requirement.name))
                assert version is not None, (
                    f"{requirement}: not in {name}; run tools/lock"
                )
                assert version in requirement.specifier, (
                    f"{requirement}: {name} has {version}; run tools/lock"
                )


@pytest.mark.parametrize("name", LOCKS)
def test_locked_package_has_hashes_and_names_no_source(name: str) -> None:
    text = (PROJECT / name).read_text("utf-8")
    assert not re.search(r"://|@|#|index|^\s*-(?!-hash)", text, re.MULTILINE)
    for pin in read_lock(name):
        assert pin.hashes > 0
        assert pin.requirement.url is None
        assert str(pin.requirement.specifier).startswith("==")


@pytest.mark.parametrize(
    "larger", ["requirements/cluster.lock", "requirements/dev.lock"]
)
def test_package_has_the_same_version_in_every_lock(larger: str) -> None:
    versions = {(pin.requirement.name, pin.version) for pin in read_lock(larger)}
    assert {
        (pin.requirement.name, pin.version)
        for pin in read_lock("requirements/grading.lock")
    } <= versions


@pytest.mark.parametrize("name", LOCKS)
def test_no_package_is_locked_twice_for_one_machine(name: str) -> None:
    for environment in environments():
        names = sorted(
            canonicalize_name(pin.requirement.name)
            for pin in read_lock(name)
            if applies(pin.requirement, environment)
        )
        assert not [one for one, other in pairwise(names) if one == other]


FAKE_UV = """#!{python}
import sys
arguments = sys.argv[1:]
made = arguments[arguments.index("--output-file") + 1]
needed = "--universal --generate-hashes --no-emit-index-url --no-emit-find-links".split()
assert not [option for option in needed if option not in arguments], arguments
assert arguments[arguments.index("--python-version") + 1] == "3.10"
with open(made, "w") as file:
    file.write({written!r})
"""


@pytest.mark.parametrize(
    "leak",
    ["--index-url https://pypi.example/simple\n", "a @ https://host.example/a.whl\n"],
)
def test_a_lock_that_names_a_host_is_not_written(leak: str, tmp_path: Path) -> None:
    for name in ("pyproject.toml", "tools/lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((PROJECT / name).read_bytes())
    lock = tmp_path / "requirements/grading.lock"
    lock.parent.mkdir()
    lock.write_text("old==1\n")
    uv = tmp_path / "bin" / "uv"
    uv.parent.mkdir()
    uv.write_text(
        FAKE_UV.format(
            python=sys.executable,
            written=f"a==1 \\\n    --hash=sha256:{'0' * 64}\n{leak}",
        )
    )
    uv.chmod(0o755)
    done = subprocess.run(
        ["bash", "tools/lock"],
        cwd=tmp_path,
        env={"PATH": f"{uv.parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert (
        "tools/lock: requirements/grading.lock would name where packages come from"
        in done.stderr
    )
    assert lock.read_text() == "old==1\n"
