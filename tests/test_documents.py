"""The lists in documents are those of the code and the schemas."""

import json
import re
from pathlib import Path

import pytest

from autograder.core import limits
from autograder.core.exercises.model import Limits
from autograder.core.sandbox.containment import ALL_LAYERS
from reference import interfaces
from tests.fields import PAGE, TABLES, with_tables
from tests.sets import PROJECT, SUBMISSIONS, Typed, made_set

DOCS = PROJECT / "docs"


def section_of(name: str, heading: str) -> str:
    """Return the text of a page below a heading, up to the next of its level or above."""
    text = (DOCS / name).read_text("utf-8")
    level = heading.partition(" ")[0]
    body = text.partition(f"\n{heading}\n")[2]
    assert body, f"{name} has no {heading}"
    return re.split(rf"^#{{1,{len(level)}}} ", body, flags=re.MULTILINE)[0]


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of a text's tables, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for before, line in zip(["", *lines], lines, strict=False)
        if not re.fullmatch(r"[|: -]+", line) and before
    ]


def test_security_lists_the_layers_in_the_order_of_the_code() -> None:
    layers = section_of("security.md", "## LAYERS")
    named = [row[0] for row in rows_of(layers) if re.fullmatch(r"`\w+`", row[0])]
    assert [*dict.fromkeys(named)] == [f"`{layer}`" for layer in ALL_LAYERS]


def test_security_says_the_limits_of_the_code() -> None:
    gib = 2**30
    readers = section_of("security.md", "## THE READER")
    table = {row[0]: row[1:] for row in rows_of(readers)}
    assert table["address space"] == [
        f"{limits.READER_MEMORY // gib} GiB",
        f"{limits.CLASS_READER_MEMORY // gib} GiB",
    ]
    assert table["processor time"] == [
        f"{limits.READER_CPU_SECONDS} s; {limits.FORM_CPU_SECONDS} s for the digest of a program",
        f"{limits.CLASS_READER_CPU_SECONDS} s",
    ]
    assert table["folders inside each other"] == [
        str(limits.DEEPEST_FOLDER),
        str(limits.DEEPEST_CLASS_FOLDER),
    ]
    assert table["listed files, counted as the archive's own list is read"] == [
        f"{limits.MOST_LISTED_IN_ARCHIVE:,}",
        f"{limits.MOST_CLASS_ENTRIES:,}",
    ]
    layers = {row[0]: row for row in rows_of(section_of("security.md", "## LAYERS"))}
    assert layers["open descriptors"][2] == str(limits.MOST_DESCRIPTORS)
    assert layers["looks"][2] == str(limits.LOOKS_PER_NODE)
    defaults = Limits()
    assert layers["address space"][2] == str(defaults.memory_mb)
    assert layers["time, import and each search"][2] == f"{defaults.seconds:g}"
    assert layers["processor time of these"][2] == str(defaults.cpu_seconds)
    assert layers["printed text"][2] == str(defaults.output_kb)
    assert layers["time, the run"][2].startswith(
        f"{defaults.run_seconds:g}; of these {limits.REPORT_SECONDS:g} for the results"
        f" and at most {limits.EXPLAINING_SECONDS:g} for explaining"
    )
    assert layers["processes that hung or died"][2] == (
        f"{limits.MOST_ENDS} in judging, {limits.MOST_ENDS} in explaining"
    )
    assert layers["what is copied of a submission"][2] == (
        f"{limits.MOST_FILES:,} files, {limits.LARGEST_SUBMISSION // 2**20} MiB;"
        f" of a folder {limits.MOST_LISTED:,} entries, {limits.DEEPEST_FOLDER} levels,"
        f" paths of {limits.LONGEST_PATH:,} bytes"
    )
    processes = layers["processes and threads of the user"][2]
    assert processes.startswith(f"{limits.MOST_PROCESSES},")


def test_exercises_has_the_tables_of_fields_that_the_schemas_give() -> None:
    text = PAGE.read_text("utf-8")
    assert text == with_tables(text), "write them by: python -m tests.fields"
    for name in TABLES:
        assert f"<!-- fields {name} -->" in text


def test_exercises_has_a_row_for_each_interface() -> None:
    table = section_of("exercises.md", "## Interfaces")
    listed = [row[0].strip("`") for row in rows_of(table) if row[0].startswith("`")]
    assert sorted(listed) == sorted({*interfaces.names()} - {"by_hand"})


NUMBERS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
WORDS_A_MINUTE = 220


@pytest.mark.parametrize("file", sorted(DOCS.glob("*.md")), ids=lambda file: file.name)
def test_each_page_says_at_its_head_for_whom_it_is_and_how_long_it_takes(
    file: Path,
) -> None:
    words = file.read_text("utf-8").split()
    head = " ".join(words[:90])
    assert re.search(r"\b[Ff]or\b", head)
    minutes = re.findall(r"\b(\w+) minutes", head)
    assert minutes, "the first number of minutes is that of the whole page"
    told = NUMBERS.index(minutes[0].lower()) + 1
    assert abs(told - len(words) / WORDS_A_MINUTE) < 2


LINE_LENGTH = 120
DOCUMENTS = [
    *sorted(DOCS.glob("*.md")),
    PROJECT / "README.md",
    PROJECT / "CONTRIBUTING.md",
]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_prose_stands_in_lines_of_at_most_120_characters(file: Path) -> None:
    """A table and a block of code have lines as long as they need."""
    text = re.sub(r"^```.*?^```$", "", file.read_text("utf-8"), flags=re.M | re.S)
    prose = [line for line in text.splitlines() if not line.startswith(("|", "    "))]
    assert [line for line in prose if len(line) > LINE_LENGTH] == []


def test_readme_shows_what_a_student_sees(typed: Typed) -> None:
    text = (PROJECT / "README.md").read_text("utf-8")
    quoted = text.partition("## What a student sees")[2].partition("\n\n    ")[2]
    block = re.split(r"\n\n(?! )", quoted)[0].splitlines()
    shown = [line.strip() for line in block if line.strip() not in ("", "…")]
    output = typed(SUBMISSIONS / "strict_cutoff", "--only", "09*").splitlines()
    lines = [line.strip() for line in output]
    assert len(shown) > 10
    assert [line for line in shown if line not in lines] == []


@pytest.mark.parametrize("name", ["README.md", "docs/exercises.md"])
def test_exercises_that_a_page_shows_are_valid_as_they_stand(
    name: str, tmp_path: Path, typed: Typed
) -> None:
    text = (PROJECT / name).read_text("utf-8")
    shown = re.findall(r'^    (\{ "title": .*"tree": .*\})$', text, re.MULTILINE)
    assert shown
    folder = made_set(
        tmp_path, {f"{n:02}": json.loads(line) for n, line in enumerate(shown)}
    )
    assert "no mistakes" in typed("validate", folder)
