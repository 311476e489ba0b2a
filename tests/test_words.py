"""What of a student's text is shown: nothing that disguises, bounded, and told apart from the grader's own."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.sandbox.outcome import exception_words, missing_words, returned_words
from autograder.text import QUOTE, quoted, table, visible, visible_name
from reference import interfaces
from tests.sets import cases, rows

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
MARKS = st.lists(st.sampled_from("a \n\t\u0300\u0301\u034f\u20dd\ufe0f\u3164\u2028")).map("".join)
MOST_MARKS = 3


@given(ANY_TEXT | MARKS)
@example("a" + "\u0300" * 3000)
@example("\u0300 at the start")
@example("\u3164\uffa0\u115f\u1160\u2800\u2028\u2029\u00a0\u3000\u202e\x1b]52;c;\x07\ud800")
def test_nothing_that_is_shown_can_disguise(text: str) -> None:
    shown = visible(text)
    marks = MOST_MARKS
    for char in shown:
        category = unicodedata.category(char)
        assert char in " \n\t" or category[0] in "LNPSM"
        assert char not in "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0f\uffa0"
        marks = marks + 1 if category[0] == "M" else MOST_MARKS if char in " \n\t" else 0
        assert marks <= MOST_MARKS or category[0] != "M"
    assert visible(shown, len(shown)) == shown


@given(
    st.text(st.characters(min_codepoint=33, max_codepoint=126)) | st.sampled_from(["Größe", "值", "שלום", "e\u0301"])
)
def test_what_disguises_nothing_is_shown_as_it_is(text: str) -> None:
    assert visible(text) == text


@given(ANY_TEXT, st.integers(1, 40))
def test_lengths_are_cut_and_said(text: str, longest: int) -> None:
    shown = visible(text, longest)
    assert len(shown) <= 10 * longest + 60
    assert ("(cut: " in shown.removeprefix(visible(text[:longest]))) == (len(text) > longest)


@given(ANY_TEXT)
def test_every_quoted_line_is_marked_and_a_name_is_one_line(text: str) -> None:
    assert all(row.startswith(QUOTE) for row in quoted(text).split("\n"))
    assert "\n" not in visible_name(text)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
@example("alphabeta.py", "max_value", "")
def test_sentences_are_found_for_whatever_the_process_says(file: str, name: str, how: str) -> None:
    for sentence in (missing_words(file, name, how), returned_words(name, how)):
        assert "\n" not in sentence
    first, *others = exception_words(name, how).split("\n")
    assert "\x1b" not in first
    explained = 1 if name in table("sandbox")["exceptions"] else 0
    assert all(row.startswith(QUOTE) for row in others[: len(others) - explained])


def test_where_the_graders_files_are_is_no_part_of_an_error() -> None:
    message = "cannot import name 'Node' from 'game'"
    for place in ("/srv/grader (1)/game.py", "unknown location"):
        assert exception_words("ImportError", f"{message} ({place})") == f"ImportError: {message}"


@pytest.mark.parametrize(("error", "where", "words"), rows("exceptions"))
def test_what_an_error_means_is_said_by_its_type_and_message(error: str, where: str, words: str) -> None:
    kind, _, message = error.partition(": ")
    head, *explained = exception_words(kind, message, "their line" if where == "in their code" else "").split("\n")
    assert head == error
    assert bool(explained) == (words != "nothing")
    assert words in ("".join(explained) or "nothing")


@pytest.mark.parametrize(("kind", "message"), cases("of_a_course_s_own_states_nothing_is_said_that_holds_of_ours"))
def test_of_a_course_s_own_states_nothing_is_said_that_holds_of_ours(kind: str, message: str) -> None:
    said = exception_words(kind, message, has_own_states=True)
    assert "state." not in said
    ours = exception_words(kind, message)
    assert ours.startswith(said)
    assert "state." in ours
    assert "|" not in said + ours


STATE = "actions() children evaluate() is_terminal() name result() successors() to_move utility()"


@pytest.mark.parametrize(("kind", "meant", "words"), cases("a_name_that_was_meant_is_found"))
def test_a_name_that_was_meant_is_found(kind: str, meant: str, words: str) -> None:
    assert exception_words(kind, "?", meant=meant).split("\n")[1:] == ([words] if words else [])


@pytest.mark.parametrize(("line", "words"), cases("what_is_of_another_language_is_told"))
def test_what_is_of_another_language_is_told(line: str, words: str) -> None:
    said = exception_words("SyntaxError", "invalid syntax", f"their file\n{line}")
    assert words in said
    assert said.endswith("the one before it.") == (not words)


def test_how_a_function_is_called_is_told() -> None:
    for name in interfaces.names():
        assert all(call.startswith(f"{function}(") for function, call in interfaces.load(name).takes.items())
    takes = interfaces.load("max_value/min_value").takes
    said = exception_words("TypeError", "min_value() missing 1 required positional argument: 'beta'", takes=takes)
    assert said.endswith("In the assignment it is min_value(state, alpha, beta).")
    told = exception_words("TypeError", "spare() missing 1 required positional argument: 'beta'", takes=takes)
    assert "In the assignment" not in told


def test_what_a_depth_ends_is_evaluated() -> None:
    told = [
        exception_words("ValueError", "B1 is not terminal, so it has no utility: …", takes=interfaces.load(name).takes)
        for name in ("alpha_beta", "max_value/min_value")
    ]
    assert ["evaluate()" in words for words in told] == [True, False]
