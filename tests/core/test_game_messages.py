"""What game.py's exceptions, and tracebacks, say in the language of a set."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.grading.run import grade
from autograder.core.judging.judge import Failed
from autograder.core.sandbox.differences import about_replaced_files
from autograder.core.sandbox.game_messages import messages_of_game
from autograder.core.sandbox.raised import RaisedException
from autograder.core.sandbox.remedies import remedy_for
from autograder.core.sentences import ENGLISH, languages, speak, speaking
from autograder.teach.handout import student_files
from reference import game
from tests.sets import made_set, written
from tools.translations import topics

BROKEN: dict[str, Any] = {
    "no utility": lambda state: state.utility(),
    "no evaluation": lambda state: state.evaluate(),
    "no action": lambda state: state.result("C9"),
    "no action at the end": lambda state: state.children[0].result(0),
    "leaves": lambda state: state.looks.leaf_values[2],
    "unchanging": lambda state: setattr(state.tree, "depth", 1),
}
"""What raises each exception, with the state of a tree of two leaves."""
UTILITY_OF_ROOT = """
def max_value(state, alpha, beta):
    return state.utility()
min_value = max_value
"""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


def test_messages_of_the_game_stand_among_the_words() -> None:
    assert topics(ENGLISH)["game"] == game.MESSAGES
    assert messages_of_game() == {}


def raised_by(source: str, name: str) -> str:
    """Return the message of the exception of a game.py."""
    names: dict[str, Any] = {"__name__": "a_game"}
    exec(source, names)
    with pytest.raises((AttributeError, IndexError, ValueError)) as caught:
        BROKEN[name](names["State"]([1, 2]))
    return str(caught.value)


@pytest.mark.parametrize("language", languages())
def test_game_of_a_handout_speaks_the_language_of_the_set(
    language: str, tmp_path: Path
) -> None:
    """And it is not taken for another game than the course's."""
    exercises = load_set(
        made_set(tmp_path / "set", [{"tree": [1, 2]}]), language=language
    )
    source = student_files(exercises)["game.py"]
    parts = {"name": "A1", "action": "'C9'", "actions": "B1, B2", "count": 2}
    for name, text in topics(language)["game"].items():
        at_end = {"name": "B1", "action": "0"} if name == "no action at the end" else {}
        attribute = {"name": "depth"} if name == "unchanging" else {}
        right = str(text).format(**{**parts, **at_end, **attribute})
        assert raised_by(source, name) == right
    written(tmp_path / "program/game.py", source)
    assert about_replaced_files(tmp_path / "program", None) == []
    written(tmp_path / "program/game.py", source.replace("leaves", "sheets"))
    assert about_replaced_files(tmp_path / "program", None) != []


@pytest.mark.parametrize("language", languages())
def test_exception_of_the_game_is_told_in_the_language_of_the_set(
    language: str, tmp_path: Path
) -> None:
    folder = made_set(tmp_path / "set", [{"tree": [1, 2]}], language=language)
    written(tmp_path / "program/alphabeta.py", UTILITY_OF_ROOT)
    report = grade(tmp_path / "program", load_set(folder))
    (verdict,) = report.verdicts
    assert isinstance(verdict, Failed)
    assert verdict.failure is not None
    text = str(topics(language)["game"]["no utility"]).format(name="A1")
    assert f"ValueError: {text}" in verdict.failure.message


@pytest.mark.parametrize("language", languages())
def test_remedy_for_an_exception_of_the_game_is_found_in_each_language(
    language: str,
) -> None:
    message = str(topics(language)["game"]["no evaluation"]).format(name="A1")
    with speaking(language):
        remedy = remedy_for("ValueError", message)
        assert remedy is not None
        assert remedy.name == "no static evaluation"
        assert remedy_for("ValueError", "A1 is no number") is None


TRACEBACK = """\
File "a.py", line 7, in f, cell 2: 3
    f()
  … 980 …
File "a.py", line 9, in g
    g()"""
IN_WORDS = {
    "en": [", that is line 3 of cell 2", "  … 980 more calls …"],
    "de": [", das ist Zeile 3 von Zelle 2", "  … 980 weitere Aufrufe …"],
    "es": [", es decir, la línea 3 de la celda 2", "  … 980 llamadas más …"],
}


@pytest.mark.parametrize("language", IN_WORDS)
def test_traceback_says_cells_and_calls_left_out_in_each_language(
    language: str,
) -> None:
    raised = RaisedException.parse(f"ValueError\0x\0{TRACEBACK}")
    cell, calls = IN_WORDS[language]
    with speaking(language):
        assert raised.traceback_in_words.split("\n") == [
            f'File "a.py", line 7, in f{cell}',
            "    f()",
            calls,
            'File "a.py", line 9, in g',
            "    g()",
        ]
        assert raised.lines[0].cell == "2"
