"""Which modules a single file is given: those that it imports, and no other student's program."""

import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.limits import LARGEST_PROGRAM
from autograder.sandbox.submission import local_imports
from tests.sets import cases, written

FUNCTIONS = ("max_value", "min_value")
OTHERS = "def max_value(state, alpha, beta):\n    return 0\n"


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        written(folder / name, text)


def of(
    folder: Path, source: str | bytes, functions: tuple[str, ...] = FUNCTIONS, /, **files: str
) -> tuple[set[str], set[str]]:
    """The names of the modules that a source is given, and of other submissions. __ stands for /."""
    lay(folder, {name.replace("__", "/") + ".py": text for name, text in files.items()})
    (folder / "alice.py").write_bytes(source if isinstance(source, bytes) else source.encode())
    imported, others = local_imports(folder / "alice.py", "alphabeta.py", functions)
    return {str(file) for file in imported}, {str(file) for file in others}


@pytest.mark.parametrize(
    "source",
    [
        "import helper",
        "import math, helper as h, random",
        "if True: import helper",
        "try:\n    from helper import (\n        x,  # the first\n        y as z,\n    )\nexcept ImportError: pass",
        "x = 1; from helper import *",
        "from \\\n    helper import x",
        "def f():\n\timport helper",
        'print("#1"); import helper',
        b"import math\rimport helper\r",
        b"\xef\xbb\xbfimport helper",
        b"# -*- coding: latin-1 -*-\nname = '\xe9'\nimport helper",
    ],
)
def test_an_imported_module_is_given_and_another_is_not(source: str | bytes, tmp_path: Path) -> None:
    assert of(tmp_path, source, helper="x = y = 1", other="secret = 1") == ({"helper.py"}, set())


def test_what_a_module_imports_is_given_too(tmp_path: Path) -> None:
    files = {"a": "import b", "b": "import a, c", "c": "", "d": ""}
    assert of(tmp_path, "import a", **files) == ({"a.py", "b.py", "c.py"}, set())


@pytest.mark.parametrize("source", ["import pkg.sub.deep", "from pkg.sub import (\n    deep,\n)", "from pkg import *"])
def test_of_a_package_all_modules_are_given(source: str, tmp_path: Path) -> None:
    lay(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/sub/deep.py": "from ..one import x\nimport helper", "pkg/one.py": "x = 1"},
    )
    wanted = {"pkg/__init__.py", "pkg/sub/deep.py", "pkg/one.py", "helper.py"}
    assert of(tmp_path, source, helper="", other__one="") == (wanted, set())


@pytest.mark.parametrize("theirs", [OTHERS, "class Search:\n    def min_value(self, state): pass", "max_value = 3"])
def test_another_submission_is_not_handed_over(theirs: str, tmp_path: Path) -> None:
    assert of(tmp_path, "import bob", bob=theirs) == (set(), {"bob.py"})
    assert of(tmp_path, "from bob import *", bob="from theirs import *", theirs=theirs) == ({"bob.py"}, {"theirs.py"})


@pytest.mark.parametrize("theirs", cases("another_submission_is_known_by_each_part_of_a_dotted_name"))
def test_another_submission_is_known_by_each_part_of_a_dotted_name(theirs: str, tmp_path: Path) -> None:
    needs = ("Player.max_value", "Player.min_value")
    assert of(tmp_path, "from bob import *", needs, bob=theirs) == (set(), {"bob.py"})
    assert of(tmp_path, "import helper", needs, helper="class Players: pass") == ({"helper.py"}, set())


def test_a_file_called_as_submissions_are_is_not_handed_over(tmp_path: Path) -> None:
    assert of(tmp_path, "from bob.alphabeta import f", bob__alphabeta="f = 1") == (set(), {"bob/alphabeta.py"})


def test_links_and_ways_out_of_the_folder_lead_nowhere(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    lay(tmp_path, {"secret.py": "", "away/secret.py": "", "inside/pkg/__init__.py": "from ...secret import x"})
    (inside / "link.py").symlink_to(tmp_path / "secret.py")
    (inside / "linked").symlink_to(tmp_path / "away")
    source = f"import link, pkg\nfrom linked import secret\nfrom .. import secret\nfrom {tmp_path}/secret import x\n"
    source += "from import ..\nimport ../secret, linked.secret\nfrom ../secret import secret\nfrom linked import *"
    assert of(inside, source) == ({"pkg/__init__.py"}, set())


@given(st.binary(max_size=300) | st.text("import from.*(),;:\\\n#'\" abc/", max_size=300).map(str.encode))
def test_whatever_a_source_holds_no_harm_is_done(source: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        found, others = of(Path(name), source)
    assert not found
    assert not others


@pytest.mark.parametrize("unit", cases("hostile_sources_are_read_quickly"))
def test_hostile_sources_are_read_quickly(unit: str, tmp_path: Path) -> None:
    start = time.process_time()
    of(tmp_path, "from " + unit * (2 * LARGEST_PROGRAM // len(unit)))
    of(tmp_path, "import " + unit * (2 * LARGEST_PROGRAM // len(unit)))
    assert time.process_time() - start < 8
