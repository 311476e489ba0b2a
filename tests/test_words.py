"""What of a student's text is shown: nothing that disguises, bounded, and told apart from the grader's own."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.sandbox.outcome import EXCEPTIONS, exception_words, missing_function_words, returned_words
from autograder.text import QUOTE, quoted, visible, visible_name

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
    for sentence in (missing_function_words(file, name, how), returned_words(name, how)):
        assert "\n" not in sentence
    first, *others = exception_words(name, how).split("\n")
    assert "\x1b" not in first
    explained = 1 if name in EXCEPTIONS else 0
    assert all(row.startswith(QUOTE) for row in others[: len(others) - explained])


def test_where_the_graders_files_are_is_no_part_of_an_error() -> None:
    message = "cannot import name 'Node' from 'game'"
    for place in ("/srv/grader (1)/game.py", "unknown location"):
        assert exception_words("ImportError", f"{message} ({place})") == f"ImportError: {message}"


@pytest.mark.parametrize(
    ("kind", "message", "is_within", "words"),
    [
        ("ImportError", "attempted relative import with no known parent package", False, "Leave out the dot"),
        ("ImportError", "cannot import name 'Node' from 'game'", False, ""),
        ("TypeError", "max_value() missing 1 required positional argument: 'beta'", False, "the assignment names"),
        ("TypeError", "min_value() missing 1 required positional argument: 'beta'", True, "Look at the call in the"),
        ("TypeError", "Player.max_value() takes 3 positional arguments but 4 were given", False, "Is `self` the first"),
        ("TypeError", "'list' object is not callable", True, "state.children has none"),
        ("TypeError", "'<' not supported between instances of 'method' and 'float'", True, "parentheses missing"),
        ("TypeError", "'>' not supported between instances of 'float' and 'State'", True, "A state is compared"),
        ("TypeError", "'<' not supported between instances of 'str' and 'float'", True, ""),
        ("PermissionError", "[Errno 1] Operation not permitted: 'log.txt'", True, "out of reach"),
        ("ValueError", "positional argument", True, ""),
    ],
)
def test_what_an_error_means_is_said_by_its_type_and_message(
    kind: str, message: str, is_within: bool, words: str
) -> None:
    head, *explained = exception_words(kind, message, is_within=is_within).split("\n")
    assert head == f"{kind}: {message}"
    assert bool(explained) == bool(words)
    assert words in "".join(explained)
