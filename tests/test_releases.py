"""Versions: said once, printed quickly, told in the changelog; and fields of a set's files that get a new name."""

import ast
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.exercises import documents
from autograder.core.exercises.documents import ASSIGNMENT, Renamed
from autograder.core.exercises.load import load_set
from autograder.core.project import NAME, VERSION
from autograder.tell import version
from autograder.tell.version import _state_of, version_of
from tests.sets import (
    PROJECT,
    QUICK,
    SUBMISSIONS,
    Typed,
    made_set,
    packed_set,
    valid_results,
)

MAJOR = int(VERSION.partition(".")[0])


def test_version_is_written_in_only_one_file() -> None:
    text = (PROJECT / "pyproject.toml").read_text("utf-8")
    assert f'name = "{NAME}"\ndynamic = ["version"]' in text
    assert not re.search(r"^version\b", text, re.MULTILINE)
    tracked = [
        *PROJECT.glob("*.*"),
        *PROJECT.glob("autograder/**/*.py"),
        *PROJECT.glob("docs/*.md"),
    ]
    files_naming_it = [
        file
        for file in tracked
        if file.is_file() and f'"{VERSION}"' in file.read_text("utf-8")
    ]
    assert files_naming_it == [PROJECT / "autograder" / "core" / "project.py"]


def test_the_version_is_printed_without_what_grading_takes() -> None:
    done = subprocess.run(
        ["./run_autograder", "--version"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"{NAME} {version_of(PROJECT)}\n",
        "",
    )
    heavy = "hypothesis jsonschema jinja2 dask autograder.core.grading.run autograder.core.sandbox.program"
    program = (
        "import sys; from autograder.core import launch; from autograder.cli.command_line import main; "
        f"main(['--version']); print(*{{*'{heavy}'.split()}} & {{*sys.modules}}, launch.preforked)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout == f"{NAME} {version_of(PROJECT)}\n[]\n"


def git(folder: Path, *arguments: str) -> str:
    """Return git's output, for somebody without settings."""
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    command = ["git", "-C", str(folder), *who, "-c", "commit.gpgsign=false", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.of("autograder.tell.version")
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_clone_names_the_commits_since_its_release(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert version_of(tmp_path) == VERSION, "nothing is committed"
    versions = []
    for tags in (("v1.0.0",), (f"v{VERSION}", "newer"), ("of-a-course",)):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", "A change")
        for tag in tags:
            git(tmp_path, "tag", tag)
        commit = git(tmp_path, "rev-parse", "--short", "HEAD")
        versions.append(version_of(tmp_path).replace(commit, "COMMIT"))
    assert versions == [f"{VERSION}+gCOMMIT", VERSION, f"{VERSION}+1.gCOMMIT"]
    inside = tmp_path / "autograder"
    inside.mkdir()
    assert version_of(inside) == VERSION, "a repository around it is another's"


@pytest.mark.of("autograder.tell.version")
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_what_is_remembered_of_a_clone_changes_with_its_commit_and_its_tag(
    tmp_path: Path,
) -> None:
    states = [_state_of(tmp_path)]
    git(tmp_path, "init", "-q")
    states.append(_state_of(tmp_path))
    for command in ("commit -q --allow-empty -m A", "commit -q --allow-empty -m B"):
        git(tmp_path, *command.split())
        states.append(_state_of(tmp_path))
    git(tmp_path, "tag", f"v{VERSION}")
    states.append(_state_of(tmp_path))
    git(tmp_path, "pack-refs", "--all")
    states.append(_state_of(tmp_path))
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "C")
    states.append(_state_of(tmp_path))
    assert states[0] == ()
    assert len({*states}) == len(states)


@pytest.mark.of("autograder.tell.version")
def test_archive_names_the_version_of_the_clone_that_packed_it(tmp_path: Path) -> None:
    archive = tmp_path / "autograder.zip"
    packed_set(archive, QUICK)
    with zipfile.ZipFile(archive) as opened:
        written = opened.read("version.txt").decode()
    assert written == f"{version_of(PROJECT)}\n"


@pytest.mark.of("autograder.tell.version")
def test_version_that_is_written_in_an_archive_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "version.txt").write_text("4.0.0+3.gabc1234\n")
    monkeypatch.setattr(version, "PROJECT", tmp_path)
    version.version.cache_clear()
    try:
        assert version.version() == "4.0.0+3.gabc1234"
    finally:
        version.version.cache_clear()


@pytest.mark.of("autograder.tell.version")
def test_results_name_the_version(tmp_path: Path, typed: Typed) -> None:
    typed(
        SUBMISSIONS / "textbook",
        "--exercises",
        QUICK,
        "--results",
        tmp_path / "results.json",
    )
    assert valid_results(tmp_path / "results.json")["extra_data"][
        "version"
    ] == version_of(PROJECT)


# Files that others read: the changelog, how to cite, how to report

VERSIONS = re.compile(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
READERS = ("**Students:**", "**Instructors:**", "**A set's files:**")
PARTS = ("Students", "Instructors", "Sets and code", "Upgrading")
"""The parts of a version from 4.0.0 on; before, each line said whom it is for."""


def test_the_changelog_says_for_whom_each_version_changed_what() -> None:
    text = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    released = VERSIONS.findall(text)
    assert released[0][0] == VERSION, "a version's changes stand under its number"
    assert [date for _, date in released] == sorted(
        (date for _, date in released), reverse=True
    )
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == [
        "Unreleased",
        *(f"{number} - {date}" for number, date in released),
    ]
    assert {*re.findall(r"^### (.*)$", text, re.MULTILINE)} <= {*KINDS, *PARTS}
    for section in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        kind, _, lines = section.partition("\n")
        changes = re.findall(r"^- (.*)$", lines, re.MULTILINE)
        assert changes
        assert kind in (*PARTS, "Security") or all(
            change.startswith(READERS) for change in changes
        ), kind


def test_a_version_is_told_in_at_most_25_lines_with_how_to_upgrade() -> None:
    text = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        lines = [line for line in body.splitlines() if line and line[0] != "#"]
        assert len(lines) <= 25, heading
    newest = text.partition(f"## {VERSION} - ")[2].partition("\n## ")[0]
    assert re.findall(r"^### (.*)$", newest, re.MULTILINE) == [*PARTS]


def test_the_citation_has_what_its_format_requires() -> None:
    citation = yaml.safe_load((PROJECT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert all(
        isinstance(citation[name], str)
        for name in ("message", "title", "type", "license", "abstract")
    )
    assert citation["authors"] == [{"name": "The authors of the alpha-beta autograder"}]
    assert "version" not in citation, "it stands in autograder/core/project.py alone"


LINKS = re.compile(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)")


def anchors(file: Path) -> set[str]:
    """Return the anchors of a page: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def dead_links(file: Path) -> list[str]:
    """Return the links of a page that lead to no file, or to no heading of one."""
    return [
        f"{path}#{anchor}"
        for path, anchor in LINKS.findall(file.read_text("utf-8"))
        if not (file.parent / path).exists()
        or (anchor and anchor not in anchors(file.parent / path if path else file))
    ]


@pytest.mark.parametrize(
    "name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
)
def test_every_page_beside_the_readme_is_found_and_leads_somewhere(name: str) -> None:
    assert name == "README.md" or f"]({name})" in (PROJECT / "README.md").read_text(
        "utf-8"
    )
    assert LINKS.findall((PROJECT / name).read_text("utf-8"))
    assert dead_links(PROJECT / name) == []


DOCUMENTS = sorted((PROJECT / "docs").glob("*.md"))
QUOTED = re.compile(r"^```.*?^```$|^    [^\n]*$", re.DOTALL | re.MULTILINE)
"""Code, and a program's output: these keep the words that they have."""


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_every_document_is_linked_and_leads_somewhere(file: Path) -> None:
    others = {*DOCUMENTS, PROJECT / "README.md", PROJECT / "CONTRIBUTING.md"} - {file}
    assert any(
        re.search(rf"\]\((?:docs/)?{file.name}[)#]", other.read_text("utf-8"))
        for other in others
    )
    assert dead_links(file) == []


def words_that_go() -> list[str]:
    """Return the words that the glossary lets stand in no document."""
    text = (PROJECT / "docs" / "glossary.md").read_text("utf-8")
    section = text.partition("## Words that go")[2]
    return re.findall(r"\*([a-z]+)\*", section)


@pytest.mark.parametrize(
    "file",
    [
        *DOCUMENTS,
        *(PROJECT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
    ],
    ids=lambda file: file.name,
)
def test_no_document_has_a_word_that_goes(file: Path) -> None:
    banned = words_that_go()
    assert {"mend", "fix", "correction"} <= {*banned}
    text, _, _ = file.read_text("utf-8").partition("## Words that go")
    prose = QUOTED.sub("", text)
    assert not re.search(rf"\b(?:{'|'.join(banned)})\b", prose, re.IGNORECASE)


@pytest.mark.parametrize("part", ["autograder", "reference"])
def test_no_docstring_has_a_word_that_goes(part: str) -> None:
    pattern = re.compile(rf"\b(?:{'|'.join(words_that_go())})\b", re.IGNORECASE)
    occurrences = [
        f"{file.relative_to(PROJECT)}:{node.lineno}"
        for file in sorted((PROJECT / part).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and pattern.search(node.value.value)
    ]
    assert not occurrences


def test_glossary_has_one_meaning_for_each_term() -> None:
    text = (PROJECT / "docs" / "glossary.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    terms = re.findall(r"^- \*\*([\w ]+)\*\*: \S", text, re.MULTILINE)
    assert len(lines) == len(terms) == len({*terms}) > 50


def test_architecture_is_a_page_of_two_thousand_words() -> None:
    text = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
    assert len(text.split()) <= 2000
    for path in re.findall(r"`((?:core|explain|tell)/[\w/]+\.py)`", text):
        assert (PROJECT / "autograder" / path).is_file(), path


def test_contributing_names_only_existing_modules_and_paths() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    for module in re.findall(r"-m (tests\.\w+)", text):
        target = PROJECT / module.replace(".", "/")
        assert (
            target.with_suffix(".py").is_file() or (target / "__main__.py").is_file()
        ), module
    for path in re.findall(r"`((?:autograder|tests|tools|docs)/[\w./]+)`", text):
        assert (PROJECT / path).exists(), path
    assert len(text.split()) < 650, "a page"


# Results of an earlier version

OLD_RESULTS = PROJECT / "tests" / "imported" / "results_2.0.0"


def test_diff_compares_results_of_an_earlier_version(
    tmp_path: Path, typed: Typed
) -> None:
    new = shutil.copytree(OLD_RESULTS, tmp_path / "new")
    changed = json.loads((new / "bob.json").read_text("utf-8"))
    for test in changed["tests"]:
        test["score"] = test["max_score"]
    changed["score"] = 12
    (new / "bob.json").write_text(json.dumps(changed), "utf-8")
    output = typed("diff", OLD_RESULTS, new)
    assert "Final scores are not compared, as class.csv has none" in output
    assert "1 of 2 submissions changed." in output
    assert re.search(r"bob +8 +→? *12", output)


def test_class_is_graded_again_after_an_upgrade(tmp_path: Path, typed: Typed) -> None:
    results = shutil.copytree(OLD_RESULTS, tmp_path / "results")
    shutil.copytree(SUBMISSIONS / "textbook", tmp_path / "class" / "ada")
    typed(
        "class",
        tmp_path / "class",
        "--results",
        results,
        "--exercises",
        QUICK,
        "--jobs",
        "1",
    )
    assert json.loads((results / "ada.json").read_text("utf-8"))["extra_data"][
        "version"
    ] == version_of(PROJECT)


# Fields that have a new name

NEXT = f"{MAJOR + 1}.0.0"
OLD_NAMES = (
    Renamed("exercise", "advice", "hint", VERSION),
    Renamed("exercise", "points.worth", "points.value", VERSION),
    Renamed("assignment", "limits.time", "limits.seconds", VERSION),
)
TREE = {"tree": [[3, 12], [2, 4]]}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "RENAMED", OLD_NAMES)


@pytest.mark.usefixtures("renamed")
def test_a_field_is_read_by_its_old_name_and_validate_says_the_new_one(
    tmp_path: Path, typed: Typed
) -> None:
    exercise = {**TREE, "advice": "Look at B2.", "points": {"worth": 7}}
    folder = made_set(
        tmp_path / "set", {"01": exercise, "02": TREE}, limits={"time": 2}
    )
    loaded = load_set(folder)
    assert (loaded.exercises[0].hint, loaded.exercises[0].points["value"]) == (
        "Look at B2.",
        7,
    )
    assert loaded.assignment.limits.seconds == 2
    output = typed("validate", folder)
    for file, old, new in (
        ("01.json", "advice", "hint"),
        ("01.json", "points.worth", "value"),
        ("assignment.json", "limits.time", "seconds"),
    ):
        text = f'this field is called "{new}" since version {VERSION}; write that'
        assert (
            f"{folder / file}: {old}: {text}, as the old name is not read from version {NEXT} on\n"
            in output
        )
    assert "02.json" not in output
    alone = typed("validate", folder / "01.json")
    assert alone.count("this field is called") == 2
    # Students did not write the old name, so grading does not mention it.
    assert "this field" not in typed(SUBMISSIONS / "textbook", "--exercises", folder)
    assert f"exercises/{ASSIGNMENT}" in packed_set(tmp_path / "a.zip", folder)


@pytest.mark.usefixtures("renamed")
def test_old_and_new_name_of_a_field_together_are_refused(
    tmp_path: Path, typed: Typed
) -> None:
    folder = made_set(
        tmp_path / "set", {"01": {**TREE, "advice": "One", "hint": "Two"}}
    )
    output = typed("validate", folder, status=2)
    assert (
        f'{folder}/01.json: advice: this is the old name of "hint", which stands here too; keep "hint" alone\n'
        in output
    )


@pytest.mark.usefixtures("renamed")
@pytest.mark.parametrize("limits", [3, [], "time", None, {"time": []}])
def test_validate_reports_limits_that_are_no_object_despite_old_names(
    limits: object, tmp_path: Path, typed: Typed
) -> None:
    folder = made_set(tmp_path / "set", {"01": TREE}, limits=limits)
    assert "limits" in typed("validate", folder, status=2)


NAMES = st.sampled_from(
    ["advice", "hint", "points", "worth", "value", "limits", "time"]
)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(), lambda inner: st.dictionaries(NAMES, inner)
)


@given(st.dictionaries(NAMES, JSON), st.sampled_from(["exercise", "assignment"]))
def test_rename_fields_is_idempotent_and_keeps_new_names(
    document: dict[str, Any], schema: str
) -> None:
    before = json.dumps(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "RENAMED", OLD_NAMES)
        twice = list(documents.rename_fields(document, schema))
        assert not list(documents.fields_by_old_names(document, schema))
        again = json.loads(json.dumps(document))
        assert list(documents.rename_fields(again, schema)) == []
        assert again == document
    for field, _ in twice:
        assert field in {
            renaming.old for renaming in OLD_NAMES if renaming.schema == schema
        }
    if not re.search("advice|worth|time", before):
        assert json.dumps(document) == before


def test_no_old_name_outlives_the_major_version_that_renamed_it() -> None:
    for renaming in documents.RENAMED:
        schema = json.loads(
            (PROJECT / "exercises" / "schema" / f"{renaming.schema}.json").read_text(
                "utf-8"
            )
        )
        assert renaming.old.split(".")[:-1] == renaming.new.split(".")[:-1]
        assert int(renaming.since.partition(".")[0]) == MAJOR, (
            f"take {renaming.old} out: its time is over"
        )
        assert renaming.new.split(".")[0] in schema["properties"]
