"""The authors of the code and of its sources; and that nothing here tells who published a program."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
from email.message import Message
from fnmatch import fnmatch
from importlib.metadata import PackageMetadata, version
from pathlib import Path
from typing import cast

import pytest

from autograder.explain.catalogue import CATALOGUE
from tests import explained, licences
from tests.core.test_adapter import ADAPTER, RIGHT
from tests.sets import PROJECT, SUBMISSIONS, made_set, packed_set, written

AIMA = "Copyright (c) 2016 aima-python contributors"
PERMISSION = re.compile(
    r"Permission is hereby granted, free of charge.*THE SOFTWARE IS PROVIDED \"AS IS\"",
    re.DOTALL,
)
AIMA_SETS = ("aima_python", "aima_4e")


def test_licence_is_named_in_readme_and_metadata() -> None:
    licence = (PROJECT / "LICENSE").read_text("utf-8")
    assert licence.startswith(
        "MIT License\n\nCopyright (c) 2026 the authors of the alpha-beta autograder\n"
    )
    assert PERMISSION.search(licence)
    assert "[MIT licence](LICENSE)" in (PROJECT / "README.md").read_text("utf-8")
    assert '\nlicense = "MIT"\n' in (PROJECT / "pyproject.toml").read_text("utf-8")


def test_the_archive_for_gradescope_carries_the_licence(tmp_path: Path) -> None:
    assert "LICENSE" in packed_set(tmp_path / "a.zip", PROJECT / "exercises")


FREE = re.compile(r"MIT|BSD|Apache|MPL-2\.0|PSF-2\.0")
"""Licences under which all may hand the packages on."""


def test_installed_packages_may_be_handed_on() -> None:
    """Those that set-up installs. Packages that only tests need are handed on by nobody."""
    packages = [
        package
        for package in licences.packages()
        if package.lock in ("grading", "cluster")
    ]
    names = {package.name for package in packages}
    assert {"hypothesis", "jinja2", "dask"} <= names
    assert [package for package in packages if not FREE.search(package.licence)] == []


def metadata_of(**fields: str) -> PackageMetadata:
    """Return a package's metadata, whose fields have _ for -."""
    about = Message()
    for name, value in fields.items():
        about[name.replace("_", "-")] = value
    return cast(PackageMetadata, about)


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License_Expression": "MIT", "License": "other"}, "MIT"),
        ({"License": "BSD\nThe whole text", "Classifier": "License :: X"}, "BSD"),
        ({"License": "", "Classifier": "License :: OSI Approved :: X"}, "X"),
        ({"Classifier": "Topic :: X"}, licences.NOT_TOLD),
    ],
)
def test_licence_is_read_of_the_field_that_tells_it(
    fields: dict[str, str], licence: str
) -> None:
    assert licences.licence_of(metadata_of(**fields)) == licence


def test_licences_are_printed_as_a_table() -> None:
    command = [sys.executable, "-m", "tests.licences"]
    ran = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    rows = [re.split(r" {2,}", row) for row in ran.stdout.splitlines()]
    assert {len(row) for row in rows} == {4}
    assert rows[0] == ["package", "version", "licence", "lock"]
    assert ["hypothesis", version("hypothesis"), "MPL-2.0", "grading"] in rows


@pytest.mark.parametrize("name", AIMA_SETS)
def test_files_that_follow_aimas_code_carry_its_notice(name: str) -> None:
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
    names = {
        file.parent.name: json.loads(file.read_text("utf-8"))
        for file in SUBMISSIONS.glob("*/verdict.json")
    }
    assert all(any(fnmatch(name, pattern) for name in names) for pattern in patterns)
    sets = tuple(f"exercises/{name}" for name in AIMA_SETS)
    followers = [
        name for name, verdict in names.items() if verdict.get("exercises") in sets
    ]
    assert len(followers) > 30
    for name in followers:
        assert any(fnmatch(name, pattern) for pattern in patterns), name


# Programs that people published

NUMBERS = r"\d+(,\d+)*"
CELLS = {
    "number": r"[1-9]\d*",
    "digest": r"[0-9a-f]{64}",
    "half": r"tune|aside",
    "set": r"(exercises|sets/\d+)",
    "verdict": r"right|wrong",
    "lines": rf"({NUMBERS}( or {NUMBERS})*)?",
    "names": r"[a-z,-]*",
}
"""The pattern of each column of the list of real programs."""


def test_list_of_real_programs_holds_no_personal_data() -> None:
    listed = explained.read_list(explained.REAL_PROGRAMS)
    shipped = {
        f"exercises/{file.parent.name}"
        for file in (PROJECT / "exercises").glob("*/assignment.json")
    }
    known = {mistake.id for mistake in CATALOGUE}
    assert len(listed) > 500
    for row in listed:
        assert list(row) == list(CELLS)
        assert row["set"] in shipped or re.fullmatch(CELLS["set"], row["set"])
        assert all(
            re.fullmatch(CELLS[name], cell)
            for name, cell in row.items()
            if name != "set"
        ), row
        assert {*row["names"].split(",")} <= {*known, ""}
    digests = [row["digest"] for row in listed]
    assert digests == sorted(set(digests)), (
        "an order of its own would tell what the digests hide"
    )


def test_no_archive_of_others_code_is_kept() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=False
    ).stdout
    assert not re.findall(r"^.*\.(?:tar|xz|gz|zip|7z)$", tracked, re.MULTILINE)


STRICT = RIGHT.replace("if v >= beta", "if v > beta")
ORIGINS = (
    "id\thalf\torigin\tlanguage\tset\tverdict\tlines\tnames\tnote\n"
    "ada\ttune\tada/Connect4 search.py @abc\ten\tsets/adas_game\twrong\t9\tstrict-cutoff\tAda's own words\n"
    "bob\taside\tbob/chess bot.py @def\ten\tsets/adas_game\twrong\t9\tstrict-cutoff\t\n"
    "cy\ttune\tcy/go go.py @123\ten\texercises\tright\t\t\t\n"
)


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with real programs and where they are from; the project's list is one in a folder of the test's."""
    monkeypatch.setattr(explained, "REAL_PROGRAMS", tmp_path / "real_programs.tsv")
    monkeypatch.setattr(explained, "written", lambda *_: iter(()))
    folder = tmp_path / "people"
    written(folder / "real_programs.tsv", ORIGINS)
    tree = {"tree": [[4, 7], [4, 1], [5, 3]]}
    game = made_set(
        folder / "sets" / "adas_game",
        {"01_tie": tree},
        adapter="adapter.py",
        visibility="visible",
    )
    written(game / "adapter.py", ADAPTER)
    written(folder / "tune" / "ada" / "alphabeta.py", STRICT)
    return folder


def explain(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["explained.py", *map(str, arguments)])
    return explained.main()


@pytest.mark.parametrize("packed", [False, True], ids=["a folder", "an archive"])
def test_real_option_reads_programs_from_the_named_folder(
    packed: bool,
    people: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert explain(monkeypatch, "--real", people, "--number") == 0
    assert (people / "key").stat().st_size == explained.KEY_BYTES
    text = explained.REAL_PROGRAMS.read_text("utf-8")
    assert not re.search(
        "ada|bob|Connect4|chess|abc|game", re.sub(r"\t[0-9a-f]{64}\t", "", text)
    )
    assert text.count("sets/1\twrong\t9\tstrict-cutoff\n") == 2
    if packed:
        with tarfile.open(people / "real_sets.tar.xz", "w:xz") as archive:
            archive.add(people / "sets", "sets")
        shutil.rmtree(people / "sets")
    explain(monkeypatch, "--real", people)
    output = capsys.readouterr().out
    assert "real: 1 programs are not there, and are left out" in output
    assert re.search(r"real, tune: 1 programs in all; .*1 with a name", output)
    assert "real, aside: 0 programs in all" in output


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("real_programs.tsv", "has no real_programs.tsv, the list with origins"),
        (
            "key",
            "has no key, so no row can be found; --number makes one and lists the programs anew",
        ),
        ("sets", "has neither sets nor real_sets.tar.xz, the adapters"),
    ],
)
def test_real_option_names_what_the_folder_lacks(
    missing: str,
    said: str,
    people: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    explain(monkeypatch, "--real", people, "--number")
    (people / missing).rename(people / "elsewhere")
    with pytest.raises(SystemExit):
        explain(monkeypatch, "--real", people)
    assert said in capsys.readouterr().err


def test_real_option_refuses_another_key(
    people: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    explain(monkeypatch, "--real", people, "--number")
    (people / "key").write_bytes(b"another")
    with pytest.raises(SystemExit):
        explain(monkeypatch, "--real", people)
    assert "3 programs here are not in" in capsys.readouterr().err
