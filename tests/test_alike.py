"""Which programs count as the same: those that differ in blanks, comments, docstrings and their own names alone."""

import pytest

from autograder.commands.one_of_a_class import normal_form

PROGRAM = b'''
def max_value(state, alpha, beta):
    """Figure 6.7."""
    v = -inf  # so far
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
    return v
'''


@pytest.mark.parametrize(
    "same",
    [
        PROGRAM.replace(b"alpha", b"a").replace(b"child", b"next_one"),
        PROGRAM.replace(b"    ", b"\t").replace(b" = ", b"=").replace(b"\n", b"\r\n"),
        PROGRAM.replace(b'    """Figure 6.7."""\n', b"\n\n").replace(b"  # so far", b""),
        b"\xef\xbb\xbf'mine'\n" + PROGRAM.replace(b"(v, min_value", b"(\n      v, # here\n      min_value"),
    ],
)
def test_blanks_comments_and_names_are_nothing(same: bytes) -> None:
    assert same != PROGRAM
    assert normal_form(same) == normal_form(PROGRAM) != ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"max(v", b"min(v"),
        (b"-inf", b"inf"),
        (b"alpha, beta))", b"beta, alpha))"),
        (b"    return v", b"        return v"),
        (b"return v", b"return v or 'v'"),
    ],
)
def test_whatever_else_differs_tells_programs_apart(old: bytes, new: bytes) -> None:
    assert normal_form(PROGRAM.replace(old, new)) not in ("", normal_form(PROGRAM))


@pytest.mark.parametrize(
    "unfit", [b"", b"# nothing\n", b"'text'\n", b"def (\n  '''", b"x = 1\n  y = 2\n z", b"\xff\xfe\0"]
)
def test_what_is_no_program_has_no_form(unfit: bytes) -> None:
    assert normal_form(unfit) == ""


def test_what_is_too_large_for_a_person_has_no_form() -> None:
    assert normal_form(b"x = 1\n" * 50_000) == ""
