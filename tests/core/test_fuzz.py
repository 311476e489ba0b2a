"""A few runs of the fuzzer, which are the same each time: many more are made by hand."""

import pytest

from tests.fuzz import fuzz


@pytest.mark.parametrize("kind", ["archives", "rosters"])
def test_what_chance_makes_ends_with_valid_results_and_leaves_nothing(
    kind: str,
) -> None:
    words, failures = fuzz(kind, 7, range(8))
    assert failures == []
    assert sum(words.values()) == 8
