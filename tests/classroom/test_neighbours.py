"""The programs of a class find nothing of one another."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.classes import alone, made, run, together
from tests.sets import SUBMISSIONS, written

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the spy looks into /proc"
)

SPY = """
import builtins, gc, os, random, sys
print("hash", hash("alphabeta"), "random", random.random())
print("remembered", "left_behind" in sys.modules, hasattr(builtins, "left_behind"))
sys.modules["left_behind"] = builtins.left_behind = sys
here = os.getpid()
beside = os.getppid()
for pid in (-1, *range(1, 100), *range(max(1, beside - 30), beside + 30)):
    if pid == here:  # its own output is its own to read
        continue
    for number in (9, 15, 19):
        try:
            os.kill(pid, number)
            print("signalled", pid)
        except OSError:
            pass
    for name in ("mem", "environ", "cmdline", "fd/0", "fd/1", "fd/4"):
        try:
            print("read", name, open(f"/proc/{pid}/{name}", "rb").read(20))
        except OSError:
            pass
for text in [text for text in gc.get_objects() if type(text) is str]:
    if "left" + "_behind" in text:
        print("found", text)
"""
FORGER = """
import os
for number in range(3, 64):
    try:
        os.write(number, b"x" * 16)
    except OSError:
        pass
"""


def test_program_that_attacks_its_process_changes_nothing_of_the_next(
    tmp_path: Path,
) -> None:
    """With one job they are graded one after the other."""
    folder = made(tmp_path / "class", ["textbook", "strict_cutoff"])
    right = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    for name in ("a_forger", "p_forger"):
        written(folder / name / "alphabeta.py", right + FORGER)
    for name in ("b_spy", "r_spy", "u_spy"):
        written(folder / name / "alphabeta.py", right + SPY)
    run(folder, tmp_path / "results", "--jobs", "1")
    for name in ("textbook", "strict_cutoff"):
        assert together(tmp_path / "results", name) == alone(SUBMISSIONS / name)
    told = {
        seen_by(together(tmp_path / "results", name))
        for name in ("b_spy", "r_spy", "u_spy")
    }
    assert len(told) == 3  # hashes and random numbers of their own
    for text in told:
        assert re.fullmatch(r"hash \S+ random \S+\nremembered False False", text)


def seen_by(results: dict[str, Any]) -> str:
    """Return the output of a spy, which is right in every exercise."""
    assert results["score"] == 12
    printed = re.findall(
        r"(?:hash|remembered|signalled|read|found) .*", results["output"]
    )
    return "\n".join(printed)
