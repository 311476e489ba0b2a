"""Patterns that look at strangers' texts take no square of their length: counted in steps, not by a clock.

The texts are made of what the pattern's own parts match, as these lead it astray.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.discovery import AGAIN, FILES, SAKAI
from autograder.core.sandbox import differences, raised, remedies
from tests.steps import Counted, TooManySteps, unit_samples

MOST_GROWTH = 2.6
"""How many times as many steps a text of twice the length may take: a square takes four."""


class Use(NamedTuple):
    """A pattern, its flags, and whether it is only matched where a text begins."""

    pattern: str
    flags: int
    is_anchored: bool


def uses() -> Iterator[Use]:
    """Yield the patterns that look at names of files, and at what a worker tells."""
    searched: list[re.Pattern[str]] = [
        raised.PLACE,
        differences.PROSE,
        differences.ENDERS,
    ]
    matched: list[re.Pattern[str]] = [
        *FILES,
        SAKAI,
        AGAIN,
        differences.NO_MODULE,
        *differences.LACKING.values(),
    ]
    for pattern in searched:
        yield Use(pattern.pattern, pattern.flags & ~re.UNICODE, is_anchored=False)
    for pattern in matched:
        yield Use(pattern.pattern, pattern.flags & ~re.UNICODE, is_anchored=True)
    for remedy in remedies.FOR_EXCEPTIONS:
        yield Use(remedy.pattern, re.DOTALL, is_anchored=True)
    for remedy in remedies.FOR_SYNTAX_ERRORS:
        yield Use(remedy.pattern, 0, is_anchored=True)
    for remedy in remedies.FOR_OTHER_LANGUAGES:
        yield Use(remedy.pattern, 0, is_anchored=False)


def steps(use: Use, text: str) -> int:
    counted = Counted(use.pattern, use.flags)
    with suppress(TooManySteps):
        if use.is_anchored:
            counted.match(text, full=True)
        else:
            counted.search_all(text)
    return counted.steps


def growth(use: Use) -> tuple[float, str]:
    """Return how many times as many steps twice the text takes, at worst, and the text."""
    samples = unit_samples(Counted(use.pattern, use.flags).parsed)
    worst = (0.0, "")
    for start in ("", samples[-1], samples[0]):
        for unit in (*samples, "\\'"):  # an escaped character, too
            texts = [start + unit * times + "\x01\\" for times in (10, 20)]
            short, long = (steps(use, text) + 30 for text in texts)
            worst = max(worst, (long / short, f"{start!r} + {unit!r} * n"))
    return worst


USES = list(uses())


@pytest.mark.parametrize("use", USES, ids=lambda use: use.pattern[:40])
def test_no_pattern_takes_the_square_of_a_text(use: Use) -> None:
    factor, text = growth(use)
    assert factor < MOST_GROWTH, f"{text}: {factor:.2f} times the steps"


@pytest.mark.parametrize(
    ("pattern", "is_anchored"),
    [
        (r".+?_.+?_attempt_", True),
        (r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*""", False),
        (r"Error: .*not so .*'State'", True),
    ],
)
def test_pattern_that_takes_the_square_is_known(
    pattern: str, is_anchored: bool
) -> None:
    """Such as stood here once."""
    factor, _ = growth(Use(pattern, 0, is_anchored))
    assert factor > MOST_GROWTH


@given(st.sampled_from(USES), st.data())
def test_counted_pattern_matches_as_re_does(use: Use, data: Any) -> None:
    counted = Counted(use.pattern, use.flags)
    units = st.sampled_from([*unit_samples(counted.parsed), " ", "\n", "'", "x"])
    text = "".join(data.draw(st.lists(units, max_size=5)))
    compiled = re.compile(use.pattern, use.flags)
    for is_full in (False, True):
        expected = (compiled.fullmatch if is_full else compiled.match)(text)
        end = counted.match(text, full=is_full)
        assert end == (expected.end() if expected else -1)


OLD_PROSE = re.compile(r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*""")
OLD_BLACKBOARD = re.compile(
    r"(?P<whose>.+?_.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
PARTS = ["_", "a", "_attempt_", "2026-11-20-10-00-00", ".txt", "\n", "é", "_attempt"]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_blackboards_names_are_read_as_by_the_slower_pattern(name: str) -> None:
    blackboard = FILES[2]
    matches = [pattern.fullmatch(name) for pattern in (blackboard, OLD_BLACKBOARD)]
    new, old = (match and match.groupdict() for match in matches)
    assert new == old


@given(st.text(st.sampled_from("ab'\"# ")))
def test_texts_of_a_line_are_those_of_the_slower_pattern(line: str) -> None:
    assert differences.PROSE.sub("|", line) == OLD_PROSE.sub("|", line)
