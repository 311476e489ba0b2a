"""Packages that students may import: installed apart, importable in their process, and nothing else of ours."""

import json
import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from autograder.classroom.grading import run_digest
from autograder.core.errors import InvalidExercises, WrongUsage
from autograder.core.exercises import packages
from autograder.core.exercises.load import load_set
from autograder.core.judging.judge import Passed
from autograder.core.project import PROJECT
from autograder.explain.graded import grade_and_explain
from autograder.teach.deployment import install, lock_packages
from tests.attacks import open_to_all
from tests.core.test_adapter import failure, graded
from tests.sets import Typed, cases, made_set, packed_set, written

pytestmark = pytest.mark.skipif(
    os.geteuid() == 0 and not open_to_all(PROJECT),
    reason=f"the worker may not read what lies in {PROJECT}",
)
RIGHT = (
    Path(__file__).parents[1] / "submissions" / "textbook" / "alphabeta.py"
).read_text("utf-8")
NUNPY = "a version that satisfies the requirement nunpy"
NONE = "No matching distribution found for nunpy"


def a_set(folder: Path, names: tuple[str, ...] = ("numpy",), **limits: int) -> Path:
    limits = {"seconds": 20, "cpu_seconds": 20, **limits}
    tree = {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]]}
    return made_set(folder / "set", {"01_tree": tree}, packages=names, limits=limits)


@pytest.fixture(scope="module")
def lock(tmp_path_factory: pytest.TempPathFactory) -> str:
    try:
        return lock_packages(tmp_path_factory.mktemp("lock"), ("numpy",))
    except WrongUsage as error:
        pytest.skip(f"numpy cannot be had here: {error}")


@pytest.fixture
def numpy_set(tmp_path: Path, lock: str) -> Path:
    folder = a_set(tmp_path)
    (folder / packages.LOCK).write_text(lock)
    try:
        if packages.not_installed(("numpy",), packages.lock_digest(folder), folder):
            install(folder)
    except WrongUsage as error:
        pytest.skip(f"numpy cannot be had here: {error}")
    return folder


@pytest.mark.parametrize("kind", ["float64", "int64", "float32", "longdouble", "array"])
def test_numpy_works_in_the_default_memory_and_its_numbers_count(
    numpy_set: Path, kind: str
) -> None:
    program = RIGHT.replace("state.utility()", f"numpy.{kind}(state.utility())")
    verdict = graded(numpy_set, f"import numpy\n{program}")
    assert isinstance(verdict, Passed), verdict


def test_subclass_of_a_numpy_number_is_refused(numpy_set: Path) -> None:
    forged = "import numpy\nclass All(numpy.float64):\n    def item(self): return self\n    __eq__ = lambda *a: True\n"
    forged += (
        RIGHT.replace("def max_value", "def right")
        + "\ndef max_value(*a):\n    right(*a)\n    return All(7)\n"
    )
    assert (
        "must return a number"
        in failure(
            graded(numpy_set, forged.replace("max_value(child", "right(child"))
        ).message
    )


def test_packages_that_a_set_does_not_name_cannot_be_imported(numpy_set: Path) -> None:
    ended = failure(graded(numpy_set, f"import hypothesis\n{RIGHT}")).message
    assert (
        "Only Python's standard library, numpy and your own files can be imported."
        in ended
    )
    assert "`hypothesis` is a package that this course has not allowed." in ended
    ended = failure(graded(numpy_set, f"import numpy.nonsense\n{RIGHT}")).message
    assert ended.endswith(
        "Only Python's standard library, numpy and your own files can be imported."
    )


@pytest.mark.parametrize("memory_mb", [64, 80])
def test_import_of_numpy_short_of_memory_names_the_limit_to_raise(
    memory_mb: int, numpy_set: Path
) -> None:
    """Python says that there is no room, or the library that numpy uses ends the process, or waits and tries again."""
    assignment = json.loads((numpy_set / "assignment.json").read_text())
    assignment["limits"] |= {"memory_mb": memory_mb, "seconds": 3}
    (numpy_set / "assignment.json").write_text(json.dumps(assignment))
    assert (
        "limits.memory_mb"
        in failure(graded(numpy_set, f"import numpy\n{RIGHT}")).message
    )


def test_zip_command_packs_the_lock_of_packages(
    numpy_set: Path, tmp_path: Path
) -> None:
    packed_set(tmp_path / "a.zip", numpy_set)
    lock = zipfile.ZipFile(tmp_path / "a.zip").read("exercises/packages.lock").decode()
    assert lock == (numpy_set / "packages.lock").read_text()
    assert lock.startswith("numpy==")


def test_import_of_numpy_in_a_set_without_packages_is_explained(tmp_path: Path) -> None:
    ended = failure(graded(a_set(tmp_path, ()), f"import numpy\n{RIGHT}")).message
    assert "Only Python's standard library and your own files can be imported." in ended


def test_what_is_not_installed_is_told_before_anything_is_graded(
    tmp_path: Path,
) -> None:
    folder = a_set(tmp_path, ("no-such-package-of-anybodys",))
    with pytest.raises(InvalidExercises, match=r"run \./setup\.sh --packages"):
        graded(folder, RIGHT)


def test_validate_says_what_is_not_installed_or_not_in_the_lock(
    tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path, ("networkx", "SymPy"))
    (folder / packages.LOCK).write_text("networkx==1.0\n", "utf-8")
    output = typed("validate", folder)
    assert (
        "packages: networkx, SymPy: not installed for students' programs yet: run ./setup.sh --packages"
        in output
    )
    assert (
        "packages.lock has no version of SymPy: delete it, and ./setup.sh --packages"
        in output
    )
    with pytest.raises(WrongUsage, match="has no version of SymPy"):
        install(folder)


@pytest.mark.parametrize(
    ("name", "doubt"),
    [
        ("nunpy", 'By nunpy, did you mean "numpy"?'),
        ("Scikit_Lern", 'By Scikit_Lern, did you mean "scikit-learn"?'),
        ("sklearn", 'By sklearn, did you mean "scikit-learn"?'),
        ("math", "math is a part of Python itself: leave it out."),
        (
            "no-such-package-of-anybodys",
            "no-such-package-of-anybodys is no package that is well known.",
        ),
    ],
)
def test_a_name_that_may_be_misspelt_is_doubted_before_it_is_to_be_installed(
    name: str, doubt: str, tmp_path: Path, typed: Typed
) -> None:
    folder = a_set(tmp_path, ("numpy", name))
    (folder / packages.LOCK).write_text("numpy==2.0\n", "utf-8")
    output = typed("validate", folder)
    remedy = f"{doubt} Be sure of the spelling first; then"
    assert (
        f"numpy, {name}: not installed for students' programs yet. {remedy} run ./setup.sh"
        in output
    )
    assert (
        f"packages.lock has no version of {name}. {remedy} delete it, and ./setup.sh"
        in output
    )


@pytest.mark.parametrize(
    ("said", "words"), cases("lock_packages_reports_why_pip_failed")
)
def test_lock_packages_reports_why_pip_failed(
    said: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 1, "", said)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: failed)
    with pytest.raises(WrongUsage, match=words):
        lock_packages(tmp_path, ("nunpy",))


@pytest.mark.parametrize(("said", "sentence"), cases("pip_failed_for_a_reason"))
def test_lock_packages_says_what_to_do_and_what_pip_said(
    said: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = subprocess.CompletedProcess([], 1, "", said)
    monkeypatch.setattr("subprocess.run", lambda *_, **__: failed)
    with pytest.raises(WrongUsage) as raised:
        lock_packages(tmp_path, ("nunpy",))
    remedy, line = str(raised.value).split(". pip said: ")
    assert remedy.startswith(sentence)
    assert line in said.splitlines()


@pytest.mark.parametrize("name", ["../numpy", "numpy==1", "-r x", ""])
def test_load_set_refuses_invalid_package_names(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidExercises, match="packages"):
        load_set(a_set(tmp_path, (name,)))


def test_on_gradescope_packages_lie_where_students_may_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert packages.packages_folder((), "1") is None
    assert (
        packages.packages_folder(("b", "a"), "1")
        == PROJECT / ".venv" / "packages" / "a-b-1"
    )
    (tmp_path / "source").symlink_to(PROJECT)
    monkeypatch.setenv("AUTOGRADER_ROOT", str(tmp_path))
    assert (
        packages.packages_folder(("numpy",), "1") == tmp_path / "packages" / "numpy-1"
    )


def test_two_locks_of_one_package_share_neither_a_folder_nor_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(*words: str) -> str:
        made = Path(words[words.index("--target") + 1], "numpy-1.dist-info", "METADATA")
        written(made, "Name: numpy\n")
        return ""

    folder = a_set(tmp_path)
    monkeypatch.setattr("autograder.teach.deployment._pip", pip)
    monkeypatch.setattr("autograder.core.exercises.packages.PROJECT", tmp_path)
    places, digests = set[Path | None](), set[bytes]()
    for version in ("1.0", "2.0"):
        (folder / packages.LOCK).write_text(f"numpy=={version}\n")
        assert "not installed" in str(
            packages.not_installed(("numpy",), packages.lock_digest(folder), folder)
        )
        places.add(install(folder))
        assert (
            packages.not_installed(("numpy",), packages.lock_digest(folder), folder)
            is None
        )
        exercises = load_set(folder)
        digests |= {
            run_digest(exercises, "*"),
            run_digest(exercises._replace(seeds=b"another"), "*"),
        }
    assert len(places) == 2
    assert len(digests) == 4


def test_a_program_that_returns_numbers_of_numpys_is_explained(numpy_set: Path) -> None:
    (numpy_set / "01_tree.json").write_text(
        json.dumps({"title": "T", "tree": [[3, 12], [3, 1], [2, 4]]})
    )
    source = "import numpy\n" + RIGHT.replace(
        "return state.utility()", "return numpy.float64(state.utility())"
    )
    program = numpy_set.parent / "alphabeta.py"
    program.write_text(source.replace("if v <= alpha", "if v < alpha"), "utf-8")
    (findings,) = grade_and_explain(program, load_set(numpy_set)).findings.values()
    line = 1 + source.split("\n").index("        if v <= alpha:")
    assert [place.line for place in findings.locations] == [line]
