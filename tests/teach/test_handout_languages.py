"""The texts of what students get: each is used, and fits its place in every language."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from autograder.core import sentences
from autograder.core.exercises.load import load_set
from autograder.core.sentences import ENGLISH, FOLDER, languages, speak
from autograder.teach import handout
from autograder.teach.handout import FRAMES, OLDEST_PYTHON, student_files
from tests.asked import literals
from tests.sets import PROJECT
from tools.translations import topics

CORE = PROJECT / "exercises"
SETS = [
    CORE,
    *(
        file.parent
        for file in sorted(CORE.glob("*/assignment.json"))
        if file.parent.name not in ("schema", "by_hand")
    ),
]
TEXTS = {
    topic: texts
    for topic, texts in topics(ENGLISH).items()
    if topic.split("_")[0] == handout.TOPIC
}
NAME_IN_FRAME = re.compile(r"\{[{%] (?:if )?(\w+)")
BY_CONVENTION = ("rules", "rule", "pruned_check", "outside", "window", "checks", "more")
"""The texts that the set's convention, or its checks, choose from."""


def parts(forms: sentences.Forms) -> Iterator[str]:
    texts = [forms] if isinstance(forms, str) else forms.values()
    for text in texts:
        yield from (name for _, name, _, _ in Formatter().parse(text) if name)


def test_each_text_of_the_handout_has_a_place() -> None:
    used = literals(Path(handout.__file__))
    for frame in FRAMES.glob("*.template"):
        used |= set(NAME_IN_FRAME.findall(frame.read_text("utf-8")))
    for texts in TEXTS.values():
        used |= {part for forms in texts.values() for part in parts(forms)}
    unused = [
        f"{topic}: {name}"
        for topic, texts in TEXTS.items()
        for name in texts
        if name not in used
        and not any(name.startswith(f"{choice}_") for choice in BY_CONVENTION)
    ]
    assert not unused


def test_frames_have_no_prose_of_their_own() -> None:
    prose = []
    for frame in FRAMES.glob("*.template"):
        if frame.name in ("test.py.template", "new_set.template"):
            continue
        text = frame.read_text("utf-8").split("\n---\n", 1)[1]
        without_code = re.sub(r"```python \w+\n.*?\n```", "", text, flags=re.DOTALL)
        without_fields = re.sub(r"\{[{%].*?[}%]\}", "", without_code)
        prose += re.findall(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}.*", without_fields)
    assert not prose


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)
    sentences._texts.cache_clear()
    sentences._categories.cache_clear()


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("exercises", SETS, ids=lambda folder: folder.name)
def test_handout_is_whole_in_every_language(exercises: Path, language: str) -> None:
    """Its Python can be read by the oldest one, and its texts break no docstring."""
    files = student_files(load_set(exercises, language=language))
    english = student_files(load_set(exercises))
    assert [*files] == [*english]
    for name, text in files.items():
        assert "{{" not in text.replace("{{}}", "")
        if name.endswith(".py"):
            assert shape(text) == shape(english[name])


def shape(source: str) -> list[type[ast.AST]]:
    """Return the kinds of the nodes of a program, which its texts do not change."""
    tree = ast.parse(source, feature_version=OLDEST_PYTHON)
    return [type(node) for node in ast.walk(tree)]


@pytest.mark.usefixtures("english_again")
def test_handout_is_in_the_language_of_the_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words"
    (words / "qq").mkdir(parents=True)
    (words / ENGLISH).symlink_to(FOLDER / ENGLISH)
    about = {"name": "X", "plurals": {"few": "2-30"}}
    (words / "qq" / "language.json").write_text(json.dumps(about))
    texts = {
        "not_written": "xx {name} xx",
        "alpha": "alpha: xx",
        "heading_test": "Xx",
        "on_trees": {"few": "Few: {count}", "other": "Other: {count}"},
    }
    (words / "qq" / "handout.json").write_text(json.dumps(texts))
    monkeypatch.setattr(sentences, "FOLDER", words)
    sentences._texts.cache_clear()
    stub, _, readme, _ = student_files(load_set(CORE, language="qq")).values()
    sentences._texts.cache_clear()
    assert 'raise NotImplementedError("xx max_value xx")' in stub
    assert "    alpha: xx\n    beta: the value that MIN already has" in stub
    assert "\n## Xx\n" in readme
    assert "\nFew: 20\n" in readme
