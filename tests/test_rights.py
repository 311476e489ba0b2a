"""Whose code this is, whose it follows, and that nothing here tells who published a program."""

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from autograder.teaching.deployment import build
from tests.sets import PROJECT, SUBMISSIONS

AIMA = "Copyright (c) 2016 aima-python contributors"
PERMISSION = re.compile(r"Permission is hereby granted, free of charge.*THE SOFTWARE IS PROVIDED \"AS IS\"", re.DOTALL)
AIMA_SETS = ("aima_python", "aima_4e")


def test_the_licence_is_named_where_people_and_tools_look() -> None:
    licence = (PROJECT / "LICENSE").read_text("utf-8")
    assert licence.startswith("MIT License\n\nCopyright (c) 2026 the authors of the alpha-beta autograder\n")
    assert PERMISSION.search(licence)
    assert "[MIT licence](LICENSE)" in (PROJECT / "README.md").read_text("utf-8")
    assert '\nlicense = "MIT"\n' in (PROJECT / "pyproject.toml").read_text("utf-8")


def test_the_archive_for_gradescope_carries_the_licence(tmp_path: Path) -> None:
    assert "LICENSE" in build(tmp_path / "a.zip", PROJECT / "exercises")


@pytest.mark.parametrize("name", AIMA_SETS)
def test_what_follows_aimas_code_carries_its_notice(name: str) -> None:
    programs = list((PROJECT / "exercises" / name).glob("*.py"))
    assert len(programs) == 2
    for file in programs:
        text = file.read_text("utf-8")
        assert AIMA in text
        assert PERMISSION.search(text)


def test_submissions_that_follow_aimas_code_are_named_in_its_notice() -> None:
    notice = (SUBMISSIONS / "LICENSE-aima-python.txt").read_text("utf-8")
    assert AIMA in notice
    assert PERMISSION.search(notice)
    patterns = re.findall(r"^    (\S+)$", notice, re.MULTILINE)
    names = {file.parent.name: json.loads(file.read_text("utf-8")) for file in SUBMISSIONS.glob("*/verdict.json")}
    assert all(any(fnmatch(name, pattern) for name in names) for pattern in patterns)
    sets = tuple(f"exercises/{name}" for name in AIMA_SETS)
    followers = [name for name, verdict in names.items() if verdict.get("exercises") in sets]
    assert len(followers) > 30
    for name in followers:
        assert any(fnmatch(name, pattern) for pattern in patterns), name
