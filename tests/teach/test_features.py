"""The remarks of `validate` on features that no exercise of a set has."""

from pathlib import Path
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.teach.features import missing_features
from tests.sets import PROJECT, Typed, made_set

WHOLE: dict[str, Any] = {"title": "Fixed", "tree": [[3, 12], [2, 4]]}
SENTENCES: dict[str, dict[str, Any]] = {
    "a fraction": {"tree": [1, 2.5]},
    "a value beyond 1,000,000,000": {"tree": [1, -2000000000]},
    "a leaf worth inf or -inf": {"tree": [1, "inf"]},
    "MIN at the root": {"root": "min", "tree": [1, 2]},
    "a tie at a cutoff": {"tree": [[2, 3], [2, 1]]},
    "a window at the root": {"window": [2, 5], "tree": [1, 2]},
}


def said(folder: Path, *exercises: dict[str, Any], **assignment: Any) -> str:
    return "\n".join(
        missing_features(load_set(made_set(folder, exercises, **assignment)))
    )


def test_each_feature_that_a_set_lacks_has_a_sentence(tmp_path: Path) -> None:
    sentences = said(tmp_path, WHOLE).split("\n")
    assert len(sentences) == len(SENTENCES)
    for start, sentence in zip(SENTENCES, sentences, strict=True):
        assert sentence.startswith(f"No exercise has {start}")
        assert sentence.endswith(".")


@pytest.mark.parametrize("feature", SENTENCES)
def test_feature_that_one_exercise_has_is_not_missed(
    feature: str, tmp_path: Path
) -> None:
    text = said(tmp_path, WHOLE, {"title": "Other", **SENTENCES[feature]})
    assert f"No exercise has {feature}" not in text
    assert text.count("No exercise has") == len(SENTENCES) - 1


def test_every_small_tree_has_all_sorts_of_values_unless_a_range_is_named(
    tmp_path: Path,
) -> None:
    every = {"every": {"leaves": 2, "plies": 2}}
    text = said(tmp_path / "a", {"title": "All", "generate": every})
    assert text.startswith("No exercise has a window")
    named = {**every, "values": [-9, 9]}
    text = said(tmp_path / "b", {"title": "All", "generate": named})
    assert "a fraction" in text
    assert "MIN at the root" not in text


@pytest.mark.parametrize(
    ("interface", "absent"),
    [("minimax", ["window", "tie"]), ("alpha_beta_search", ["window"])],
)
def test_feature_that_an_interface_cannot_have_is_not_missed(
    interface: str, absent: list[str], tmp_path: Path
) -> None:
    text = said(tmp_path, WHOLE, interface=interface)
    assert not [word for word in absent if word in text]


def test_nothing_is_missed_by_hand() -> None:
    assert not list(missing_features(load_set(PROJECT / "exercises" / "by_hand")))


def test_validate_says_what_is_missing_and_does_not_fail(
    tmp_path: Path, typed: Typed
) -> None:
    text = typed("validate", made_set(tmp_path, [WHOLE]))
    assert "no mistakes" in text
    assert (
        "\nNothing in this set tries some features of trees:\nNo exercise has a fraction"
        in text
    )
    assert "Nothing in this set" not in typed("validate", PROJECT / "exercises")
