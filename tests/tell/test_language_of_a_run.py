"""A run reads one language: which files of words it opens."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from autograder.cli import grade as cli
from autograder.cli.grade import GradeOptions
from autograder.core.sentences import ENGLISH, speak
from tests.reading import forget_sentences
from tests.sets import PROJECT, made_set

WORDS = re.compile(r"words/(\w+)/\w+\.json$")
SUBMISSIONS = PROJECT / "tests" / "submissions"
TREES = {"01": {"tree": [[3, 3], [3, 9]]}}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], set[str]]]:
    """Return the languages whose files were read since the beginning."""
    files: list[str] = []
    read_text = Path.read_text

    def noted(file: Path, *arguments: Any, **named: Any) -> str:
        files.append(file.as_posix())
        return read_text(file, *arguments, **named)

    forget_sentences()
    monkeypatch.setattr(Path, "read_text", noted)
    yield lambda: {match[1] for match in map(WORDS.search, files) if match is not None}
    speak(ENGLISH)


def grade(folder: Path, submission: str, language: str) -> None:
    """Grade and write all that there is to read of it."""
    arguments: dict[str, Any] = dict.fromkeys(GradeOptions._fields)
    arguments |= {
        "submission": SUBMISSIONS / submission,
        "exercises": made_set(folder / "set", TREES, language=language),
        "results": folder / "results.json",
        "html": folder / "page.html",
        "format": "gradescope",
        "only": "*",
    }
    cli.grade(**arguments)


@pytest.mark.parametrize("language", ["de", "es"])
@pytest.mark.parametrize("submission", ["empty_file", "strict_cutoff"])
def test_run_reads_the_words_of_its_language_alone(
    tmp_path: Path,
    read: Callable[[], set[str]],
    capsys: pytest.CaptureFixture[str],
    submission: str,
    language: str,
) -> None:
    grade(tmp_path, submission, language)
    assert capsys.readouterr().out
    assert read() == {language}


def test_results_of_a_killed_run_are_in_the_language_of_the_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[], set[str]]
) -> None:
    """They are written first, before the set is checked."""
    monkeypatch.setattr(cli, "_graded", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        grade(tmp_path, "empty_file", "de")
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert results["output"].startswith("Die Korrektur wurde nicht fertig.")
    assert read() == {"de"}
