"""What docs/architecture.md shows of adding an interface and a misconception is done here, word for word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from autograder.judging.judge import compare
from autograder.judging.probe_trees import CONVENTIONS, random_problem
from autograder.sandbox.outcome import Searched
from reference import interfaces, misconceptions, operators
from reference.forms import forms
from reference.misconceptions import Misconception, variants
from reference.observe import attempt, observe

PAGE = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text("utf-8")
INTERFACE, MISCONCEPTION = (dedent(block) for block in re.findall(r"^ *```python\n(.*?)^ *```", PAGE, re.S | re.M))


@pytest.fixture
def alphabeta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The interface of the page, added as one file."""
    (tmp_path / "alphabeta.py").write_text(INTERFACE, encoding="utf-8")
    monkeypatch.setattr(interfaces, "__path__", [*interfaces.__path__, str(tmp_path)])
    yield "alphabeta"
    del sys.modules["reference.interfaces.alphabeta"]
    interfaces.load.cache_clear()


def test_an_interface_is_one_file(alphabeta: str) -> None:
    """It searches as the textbook does under both conventions, in every form, and has the catalogue."""
    random = Random(1)
    for _ in range(60):
        for convention in CONVENTIONS:
            problem = random_problem(random, "max_value/min_value", convention)
            expected, added = observe(problem), problem._replace(interface=alphabeta)
            assert (observe(added).value, observe(added).looks) == (expected.value, expected.looks)
            for form in forms(alphabeta):
                assert all(compare(added, observe(added), Searched(observe(added, form))).values())
    ids = {entry.misconception.id for entry in variants(alphabeta, "alpha >= beta")}
    assert {"no-pruning", "strict-cutoff", "inverted-cutoff", "window-not-passed", "players-exchanged"} <= ids
    drawn = (random_problem(random, "max_value/min_value", "alpha >= beta") for _ in range(200))
    added_ones = [problem._replace(interface=alphabeta) for problem in drawn]
    assert any(attempt(problem, (operators.strict_test(),)) != observe(problem) for problem in added_ones)


def test_a_misconception_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """It belongs to every interface, and is told from the right search."""
    made: Any = eval(MISCONCEPTION, {"Misconception": Misconception, **vars(operators)})
    monkeypatch.setattr(misconceptions, "CATALOGUE", (made,))
    random = Random(2)
    for name in interfaces.names():
        entries = list(variants(name, "alpha >= beta"))
        assert {entry.misconception.id for entry in entries} == {"two-children-only"}
        if not interfaces.load(name).complete_binary:
            problems = [random_problem(random, name, "alpha >= beta") for _ in range(40)]
            assert any(attempt(problem, entries[0].changes) != observe(problem) for problem in problems)
    monkeypatch.delitem(operators.OPERATORS, "first-two-children")
