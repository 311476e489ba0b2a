"""The cache: trees as they were drawn, never those of another exercise, and documents that passed."""

import os
import stat
import sys
import time
from importlib.metadata import version
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.core.exercises import cache, generate, generated, schema_check
from autograder.core.exercises.cache import installed
from autograder.core.exercises.model import Generate, GeneratedExercise
from reference.game import Tree
from reference.problem import Problem

RANGES = Generate(10, values=(-3, 3))
EXERCISE = GeneratedExercise("id", "title", Problem(Tree.from_nested(0)), RANGES)
EXERCISES = {
    "plain": EXERCISE,
    "infinities": EXERCISE._replace(generate=RANGES._replace(infinities=True)),
    "windows": EXERCISE._replace(generate=RANGES._replace(windows=True)),
    "seed": EXERCISE._replace(generate=RANGES._replace(seed=6)),
    "examples": EXERCISE._replace(generate=RANGES._replace(examples=9)),
    "given window": EXERCISE._replace(
        pattern=EXERCISE.pattern._replace(window=(-1.5, inf))
    ),
    "min root": EXERCISE._replace(
        pattern=EXERCISE.pattern._replace(tree=Tree.from_nested(0, "MIN"))
    ),
    "depth": EXERCISE._replace(pattern=EXERCISE.pattern._replace(depth=2)),
    "complete": EXERCISE._replace(
        pattern=EXERCISE.pattern._replace(interface="minimax_array")
    ),
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "drawn")


@pytest.fixture
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> Any:
    def refuse(*_: object) -> None:
        raise AssertionError("trees are drawn again")

    return lambda: monkeypatch.setattr(generate, "for_each_problem", refuse)


def as_data(exercise: GeneratedExercise) -> list[Any]:
    return [
        (
            list(p.tree.first_child),
            [repr(v) for v in p.tree.values],
            p.tree.players,
            repr(p.window),
            p.depth,
        )
        for p in generated.problems_of(exercise._replace())  # an exercise keeps its own
    ]


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
def test_cache_returns_the_trees_that_were_drawn(
    exercise: GeneratedExercise, nothing_is_drawn: Any
) -> None:
    first = as_data(exercise)
    nothing_is_drawn()
    assert as_data(exercise) == first
    assert isinstance(exercise.generate, Generate)
    assert len(first) == exercise.generate.examples


def test_every_seed_varies_the_same_drawn_trees_differently(
    nothing_is_drawn: Any,
) -> None:
    made = [as_data(EXERCISE)]
    nothing_is_drawn()
    made += [
        as_data(EXERCISE._replace(generate=RANGES._replace(seed=seed)))
        for seed in (1, 2, 2**53 - 1)
    ]
    assert all(
        tree != other for index, tree in enumerate(made) for other in made[:index]
    )
    # Without a seed an exercise has the trees of seed 0.
    assert as_data(EXERCISE._replace(generate=RANGES._replace(seed=0))) == made[0]


def test_generated_exercise_has_every_tree_where_there_are_few() -> None:
    """If there are no more trees than asked for, chance leaves none of them out."""
    ranges = Generate(50, depth=(1, 1), branching=(1, 2), values=(0, 1))
    made = as_data(EXERCISE._replace(generate=ranges))
    leaves = {(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)}
    assert {tuple(values[1:]) for _, values, *_ in made} == {
        tuple(map(str, values)) for values in leaves
    }


def test_exercises_with_different_ranges_have_different_trees() -> None:
    made = [as_data(exercise) for exercise in EXERCISES.values()]
    assert [as_data(exercise) for exercise in EXERCISES.values()] == made
    assert all(
        tree != other for index, tree in enumerate(made) for other in made[:index]
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"[[", b"\xff", b"{}", b"[]", b"[[1]]", b'[["x",[],[0,1]]]', b"[3]"],
)
def test_broken_cache_file_is_written_anew(content: bytes) -> None:
    first = as_data(EXERCISE)
    (file,) = (file for file in cache.FOLDER.iterdir() if file.name != cache.SALT)
    file.write_bytes(content)
    assert as_data(EXERCISE) == first
    assert file.read_bytes() != content


# Facts that a student's program could find out by asking whether files exist


def test_cache_folder_is_private_and_its_file_names_differ_by_installation(
    tmp_path: Path, monkeypatch: Any
) -> None:
    names = []
    for installation in "one", "other":
        folder = tmp_path / installation
        monkeypatch.setattr(cache, "FOLDER", folder)
        as_data(EXERCISE)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        names.append({file.name for file in folder.iterdir()})
        assert len(names[-1]) == 2
    assert names[0] & names[1] == {cache.SALT}


def test_open_cache_folder_is_made_private(nothing_is_drawn: Any) -> None:
    cache.FOLDER.mkdir(mode=0o755)
    cache.FOLDER.chmod(0o755)
    as_data(EXERCISE)
    nothing_is_drawn()
    as_data(EXERCISE)
    assert stat.S_IMODE(cache.FOLDER.stat().st_mode) == 0o700


# The facts that trees depend on


def test_installed_names_the_version_of_hypothesis() -> None:
    assert installed("hypothesis") == [f"hypothesis-{version('hypothesis')}.dist-info"]


def test_cache_file_changes_with_hypothesis_python_and_drawing_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.FOLDER.mkdir()
    files = {cache._file(generated._key(EXERCISE))}
    for name, value in (
        ("installed", lambda _: ["hypothesis-1.dist-info"]),
        ("digest_of", lambda _: b"other lines"),
    ):
        with monkeypatch.context() as changed:
            changed.setattr(generated, name, value)
            files.add(cache._file(generated._key(EXERCISE)))
    with monkeypatch.context() as changed:
        changed.setattr(sys, "version", "3.99")
        files.add(cache._file(generated._key(EXERCISE)))
    assert len(files) == 4


def test_use_of_a_cached_file_is_noted_once_a_day() -> None:
    cache.cached("key", lambda: ["line"], list)
    file = cache._file("key")
    for age, is_noted in ((86_000, False), (87_000, True)):
        then = time.time() - age
        os.utime(file, (then, then))
        assert cache.cached("key", list, list) == ["line"]
        assert (file.stat().st_mtime > then + 1) is is_noted


def test_trees_are_drawn_again_where_the_cache_folder_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "FOLDER", tmp_path / "nowhere" / "drawn")
    assert as_data(EXERCISE) == as_data(EXERCISE)


# --- What was found in documents: kept under all that it depends on ---


DOCUMENT = {"title": "t", "tree": [1, 2]}


@pytest.mark.parametrize(
    ("document", "mistakes"), [(DOCUMENT, 0), ({"title": 5, "tree": [1, 2]}, 1)]
)
def test_schema_mistakes_are_cached_whatever_the_tree(
    document: dict[str, Any], mistakes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = schema_check.schema_mistakes(document, "exercise")
    assert len(messages) == mistakes
    monkeypatch.setattr(
        schema_check, "_validator", lambda _: pytest.fail("checked again")
    )
    assert schema_check.schema_mistakes({**document, "tree": 3}, "exercise") == messages


VALUES = (
    st.none() | st.booleans() | st.sampled_from([0, 1, -1, 1.0, 1e9, "t", "", "MAX"])
)
FIELDS = st.sampled_from(
    ["title", "window", "tree", "root", "generate", "hint", "titel"]
)
DOCUMENTS = st.dictionaries(
    FIELDS, VALUES | st.lists(VALUES, max_size=2) | st.dictionaries(FIELDS, VALUES)
)


@settings(max_examples=20)
@given(st.lists(DOCUMENTS, min_size=1, max_size=3))
@example([{"title": "t", "root": True}, {"title": "t", "root": 1}, {"root": 1.0}])
def test_schema_mistakes_are_the_same_from_the_cache(
    drawn: list[dict[str, Any]],
) -> None:
    """Nor are those of another document that is nearly the same taken for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema_check, "cached", lambda _, make, read: read(make()))
        anew = [
            schema_check.schema_mistakes(document, "exercise") for document in drawn
        ]
    for _ in ("made", "read"):
        messages = [
            schema_check.schema_mistakes(document, "exercise") for document in drawn
        ]
        assert messages == anew


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("VERSION", None),
        ("installed", lambda library: [f"{library}-0.dist-info"]),
        (
            "digest_of",
            lambda *files: (
                b"other words"
                * any("$schema" in file.read_text("utf-8") for file in files)
            ),
        ),
    ],
)
def test_schema_mistakes_are_checked_anew_with_another_version_or_schema(
    name: str, other: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema_check.schema_mistakes(DOCUMENT, "exercise")
    monkeypatch.setattr(
        schema_check, "_validator", lambda _: pytest.fail("checked again")
    )
    monkeypatch.setattr(schema_check, name, other)
    monkeypatch.setattr(
        schema_check, "_checked_by", schema_check._checked_by.__wrapped__
    )
    with pytest.raises(pytest.fail.Exception):
        schema_check.schema_mistakes(DOCUMENT, "exercise")
