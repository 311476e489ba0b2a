"""The pages' scripts hold what their comments say of types, where a compiler for TypeScript is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.sets import PROJECT, written

TSC = shutil.which("tsc")
RULES = ("--noEmit", "--checkJs", "--strict", "--target", "es2022")
SCRIPTS = PROJECT / "autograder" / "tell" / "pages" / "scripts"

pytestmark = pytest.mark.skipif(
    TSC is None,
    reason="no compiler for TypeScript is installed; where Node.js is: npm install --global typescript",
)


def complaints(*scripts: Path) -> list[str]:
    """Return what the compiler says of scripts that are loaded together."""
    done = subprocess.run(
        [str(TSC), *RULES, *map(str, scripts)], capture_output=True, text=True
    )
    return done.stdout.splitlines()


def test_scripts_of_pages_have_the_types_that_they_state() -> None:
    assert complaints(*SCRIPTS.glob("*.js")) == []


def test_wrong_type_in_a_script_is_found(tmp_path: Path) -> None:
    wrong = written(tmp_path / "wrong.js", 'shown("5");\n')
    (complaint,) = complaints(SCRIPTS / "sentences.js", wrong)
    assert "wrong.js(1,7): error TS2345" in complaint
