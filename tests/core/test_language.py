"""The language of a set: of its sentences, and of its authors' own texts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.core import sentences
from autograder.core.exercises.load import load_set
from autograder.core.grading.run import grade
from autograder.core.sentences import ENGLISH, FOLDER, language, sentence, speak
from autograder.teach.validation import lint
from tests.reading import forget_sentences
from tests.sets import PROJECT
from tools.translations import topics

TITLES = {"en": "Two plies", "xx": "XX"}
EXTRA = "{title} [+]"


@pytest.fixture(autouse=True)
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English, and a language that has one sentence alone."""
    folder = tmp_path / "words"
    (folder / "xx").mkdir(parents=True)
    (folder / ENGLISH).symlink_to(FOLDER / ENGLISH)
    (folder / "xx/language.json").write_text('{"name": "X", "plurals": {}}')
    (folder / "xx/exercise.json").write_text(json.dumps({"extra": EXTRA}))
    monkeypatch.setattr(sentences, "FOLDER", folder)
    forget_sentences()
    yield
    speak(ENGLISH)
    forget_sentences()


def written(folder: Path, language: str, **fields: object) -> Path:
    """Write a set of one exercise, and return its folder."""
    folder.mkdir()
    assignment = {"title": {"en": "Homework", "xx": "HW"}, "language": language}
    (folder / "assignment.json").write_text(json.dumps(assignment))
    exercise = {"title": TITLES, "tree": [1, 2], **fields}
    (folder / "01_first.json").write_text(json.dumps(exercise))
    return folder


def test_set_is_told_in_the_language_that_it_names(tmp_path: Path) -> None:
    exercises = load_set(written(tmp_path / "set", "xx", extra=True))
    assert language() == "xx"
    assert exercises.assignment.title == "HW"
    assert exercises.exercises[0].title == "XX [+]"


def test_set_without_a_language_is_told_in_english(tmp_path: Path) -> None:
    speak("xx")
    folder = written(tmp_path / "set", "xx")
    (folder / "assignment.json").write_text('{"title": {"xx": "HW", "en": "Homework"}}')
    exercises = load_set(folder)
    assert language() == ENGLISH
    assert exercises.assignment.title == "Homework"
    assert exercises.exercises[0].title == "Two plies"


def test_another_language_than_the_sets_own_may_be_asked_for(tmp_path: Path) -> None:
    exercises = load_set(written(tmp_path / "set", ENGLISH), language="xx")
    assert exercises.assignment.language == language() == "xx"
    assert exercises.exercises[0].title == "XX"


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Two plies", "Two plies"),
        ({"fr": "Deux", "en": "Two"}, "Two"),
        ({"fr": "Deux", "pt": "Dois"}, "Deux"),
    ],
)
def test_title_that_lacks_the_language_is_told_in_another(
    tmp_path: Path, title: object, told: str
) -> None:
    exercises = load_set(written(tmp_path / "set", "xx", title=title))
    assert exercises.exercises[0].title == told


def test_each_run_speaks_the_language_of_its_own_set(tmp_path: Path) -> None:
    other = load_set(written(tmp_path / "other", "xx"))
    english = load_set(written(tmp_path / "english", ENGLISH))
    program = PROJECT / "tests/submissions/textbook/alphabeta.py"
    grade(program, other)
    assert sentence("exercise", "extra", title="T") == "T [+]"
    grade(program, english)
    assert sentence("exercise", "extra", title="T") == "T (extra)"


def test_author_learns_what_students_read_in_english(tmp_path: Path) -> None:
    exercises = load_set(written(tmp_path / "set", "xx"))
    (hint,) = [hint for hint in lint(exercises) if hint.location == "language"]
    total = sum(map(len, topics(ENGLISH).values()))
    assert hint.message == (
        f"students read {total - 1:,} of {total:,} sentences in English, as xx lacks"
        " them; tools/words check xx names them"
    )
    speak(ENGLISH)
    english = load_set(written(tmp_path / "english", ENGLISH))
    assert "language" not in [hint.location for hint in lint(english)]
