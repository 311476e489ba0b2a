"""Exercises from files: what is right is completed, and every mistake is reported with its place and the mend."""

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import category

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from autograder.core.errors import InvalidExercises, Mistake, format_mistakes
from autograder.core.exercises.load import load_assignment, load_exercise, load_set
from autograder.core.exercises.model import (
    BY_HAND,
    Assignment,
    Every,
    Exercise,
    FixedExercise,
    Generate,
    GeneratedExercise,
    Limits,
)
from autograder.core.exercises.other_names import FLAGS, SYNONYMS, Flag
from autograder.core.exercises.schema_check import schema_mistakes
from autograder.core.exercises.tree_format import ReadTree
from autograder.core.limits import LARGEST_EXACT, MOST_PLIES
from autograder.core.project import SCHEMAS
from reference import interfaces
from tests.sets import PROJECT, cases, written

ASSIGNMENT = Assignment("An assignment")
AIMA: Any = [[3, 12, 8], [2, "x", "y"], [14, 5, 2]]
Loaded = TypeVar("Loaded")
Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(st.text(max_size=8), values, max_size=4)
    ),
    max_leaves=12,
)
"""The values that Python can write as JSON, with NaN and infinities."""


def exercise_of(
    folder: Path, document: object, assignment: Assignment = ASSIGNMENT
) -> Exercise:
    return load_exercise(written(folder / "01_words.json", document), assignment)


def mistakes_of(
    folder: Path, document: object, assignment: Assignment = ASSIGNMENT
) -> tuple[Mistake, ...]:
    with pytest.raises(InvalidExercises) as caught:
        exercise_of(folder, document, assignment)
    return caught.value.mistakes


def result_of(load: Callable[[], Loaded]) -> Loaded | list[Mistake]:
    """Return the loaded set or else its mistakes; nothing else may be raised."""
    try:
        return load()
    except InvalidExercises as error:
        return list(error.mistakes)


def nested(plies: int, inmost: Any = 1) -> Any:
    for _ in range(plies):
        inmost = [inmost]
    return inmost


# Right documents


def test_exercise_with_every_field_is_read_in_full(tmp_path: Path) -> None:
    exercise = exercise_of(
        tmp_path,
        {
            "$schema": "schema/exercise.json",
            "title": "Two plies",
            "source": "AIMA",
            "hint": "Look.",
            "number": "1.2",
            "tags": ["a", "b"],
            "interface": "max_value/min_value",
            "root": "min",
            "window": [-2.5, "inf"],
            "prune_when": "alpha > beta",
            "bound": "fail-hard",
            "points": {"value": 2.5, "order": 0},
            "visibility": "after_due_date",
            "tree": {
                "name": "R",
                "value": 0.5,
                "children": [{"name": "S", "value": 3}, [4, {"value": "-inf"}]],
            },
            "expected": {"value": 3, "pruned": ["C2"], "visited": ["S", "C1"]},
        },
    )
    problem = exercise.pattern
    assert (exercise.id, exercise.title, exercise.source, exercise.hint) == (
        "01_words",
        "Two plies",
        "AIMA",
        "Look.",
    )
    assert (exercise.number, exercise.tags, exercise.visibility) == (
        "1.2",
        ("a", "b"),
        "after_due_date",
    )
    assert (exercise.points, exercise.max_points) == (
        {"value": 2.5, "pruned": 1, "order": 0},
        3.5,
    )
    assert isinstance(exercise, FixedExercise)
    assert (problem.window, problem.prune_when, problem.bound) == (
        (-2.5, inf),
        "alpha > beta",
        "fail-hard",
    )
    assert problem.tree.root.to_move == "MIN"
    assert [problem.tree.name(node) for node in range(5)] == [
        "R",
        "S",
        "B2",
        "C1",
        "C2",
    ]
    assert problem.tree.values == (0.5, 3, None, 4, -inf)


def ranges_of(exercise: Exercise) -> Generate | Every:
    """Return the ranges of an exercise, which must be a generated one."""
    assert isinstance(exercise, GeneratedExercise)
    return exercise.generate


def test_exercise_without_optional_fields_gets_the_defaults(tmp_path: Path) -> None:
    exercise = exercise_of(tmp_path, {"title": "t", "tree": AIMA})
    problem = exercise.pattern
    assert (problem.window, problem.depth, problem.tree.root.to_move) == (
        (-inf, inf),
        None,
        "MAX",
    )
    assert (exercise.source, exercise.hint, exercise.number, exercise.tags) == (
        "",
        "",
        "",
        (),
    )


def test_defaults_come_from_the_assignment(tmp_path: Path) -> None:
    document = {
        "$schema": "schema/assignment.json",
        "title": "Pruning",
        "file": "search.py",
        "interface": "alpha_beta",
        "prune_when": "alpha > beta",
        "bound": "fail-soft",
        "points": {"order": 0, "value": 3},
        "visibility": "after_published",
        "feedback": "verdict",
        "limits": {"seconds": 0.5, "memory_mb": 1024},
    }
    assignment = load_assignment(written(tmp_path / "assignment.json", document))
    points = {"value": 3, "pruned": 1, "order": 0}
    assert (assignment.title, assignment.file, assignment.feedback) == (
        "Pruning",
        "search.py",
        "verdict",
    )
    assert assignment.limits == Limits(seconds=0.5, memory_mb=1024)
    exercise = exercise_of(tmp_path, {"title": "t", "tree": [1, 2]}, assignment)
    assert (exercise.pattern.interface, exercise.pattern.prune_when) == (
        "alpha_beta",
        "alpha > beta",
    )
    assert (exercise.pattern.bound, exercise.visibility, exercise.points) == (
        "fail-soft",
        "after_published",
        points,
    )
    fields = {
        "interface": "max_value/min_value",
        "prune_when": "alpha >= beta",
        "bound": "either",
    }
    own_too = {"visibility": "hidden", "points": {"value": 1, "order": 2}}
    exercise = exercise_of(
        tmp_path, {"title": "t", "tree": [1, 2], **fields, **own_too}, assignment
    )
    assert (exercise.pattern.interface, exercise.pattern.prune_when) == (
        "max_value/min_value",
        "alpha >= beta",
    )
    assert (exercise.pattern.bound, exercise.visibility) == ("either", "hidden")
    assert exercise.points == {"value": 1, "pruned": 1, "order": 2}


def test_a_default_reaches_only_exercises_that_have_a_use_for_it(
    tmp_path: Path,
) -> None:
    assignment = Assignment("t", prune_when="alpha > beta", bound="fail-soft")
    took = {}
    for name in interfaces.names():
        document = {"title": "t", "tree": [1, 2], "interface": name}
        guessed = {"guess": 1, "epsilon": 1} if name == "aspiration_search" else {}
        problem = exercise_of(tmp_path, {**document, **guessed}, assignment).pattern
        assert not list(interfaces.mistakes(problem))
        took[name] = problem.prune_when, problem.bound
    others = {
        "minimax": ("alpha >= beta", "either"),
        "minimax_ab": ("alpha > beta", "fail-hard"),
    }
    others |= dict.fromkeys(
        ("alpha_beta_search", "aspiration_search"), ("alpha > beta", "either")
    )
    assert took == {**dict.fromkeys(took, ("alpha > beta", "fail-soft")), **others}


def test_ranges_of_a_generated_exercise_are_read_or_get_defaults(
    tmp_path: Path,
) -> None:
    assert (
        ranges_of(exercise_of(tmp_path, {"title": "t", "generate": {}})) == Generate()
    )
    ranges = {
        "examples": 7,
        "depth": 3,
        "branching": [2, 5],
        "values": [-4, 4],
        "windows": True,
        "seed": 9,
    }
    wanted = Generate(
        7, (1, 3), (2, 5), (-4, 4), infinities=False, windows=True, seed=9
    )
    exercise = exercise_of(tmp_path, {"title": "t", "root": "min", "generate": ranges})
    assert ranges_of(exercise) == wanted
    assert exercise.pattern.tree.root.to_move == "MIN"
    small = exercise_of(
        tmp_path, {"title": "t", "generate": {"every": {"leaves": 2, "plies": 2}}}
    )
    assert ranges_of(small) == Every(2, 2)


def test_whole_numbers_with_a_point_are_whole(tmp_path: Path) -> None:
    """5.0 is an integer to JSON Schema, but not to Python."""
    pointed = {
        "examples": 5.0,
        "depth": [1.0, 3.0],
        "branching": 2.0,
        "values": [0.0, 9.0],
        "seed": 1.0,
    }
    every = {"every": {"leaves": 3.0, "plies": 4}, "values": [1, 5.0], "seed": 3}
    made = [
        ranges_of(exercise_of(tmp_path, {"title": "t", "generate": ranges}))
        for ranges in (pointed, every)
    ]
    assert repr(made) == repr(
        [Generate(5, (1, 3), (1, 2), (0, 9), seed=1), Every(3, 4, (1, 5), 3)]
    )
    limits = {"cpu_seconds": 5.0, "memory_mb": 512.0, "output_kb": 16.0}
    read = load_assignment(
        written(tmp_path / "assignment.json", {"title": "t", "limits": limits})
    ).limits
    assert repr(read) == repr(Limits(cpu_seconds=5, memory_mb=512, output_kb=16))


def test_largest_and_smallest_numbers_are_read_exactly(tmp_path: Path) -> None:
    values = [LARGEST_EXACT, -LARGEST_EXACT, 0.1, 1e300, -5e-324, 0]
    tree = exercise_of(
        tmp_path, {"title": "t", "tree": values, "interface": "minimax"}
    ).pattern.tree
    assert tree.values[1:] == tuple(values)


def test_exercise_file_with_bytes_that_editors_add_is_read(tmp_path: Path) -> None:
    text = '\ufeff{\r\n"title": "Größe – ∞", "tree": [1, 2]}\r\n'
    assert exercise_of(tmp_path, text.encode()).title == "Größe – ∞"


def test_tree_of_the_greatest_depth_is_read(tmp_path: Path) -> None:
    assert (
        exercise_of(
            tmp_path, {"title": "t", "tree": nested(MOST_PLIES)}
        ).pattern.tree.depth
        == MOST_PLIES
    )


# Leaves that nobody needs


def test_leaves_written_as_words_are_read_as_unneeded(tmp_path: Path) -> None:
    exercise = exercise_of(tmp_path, {"title": "t", "tree": AIMA})
    names = {
        exercise.pattern.tree.name(node): text
        for node, text in exercise.unneeded.items()
    }
    assert names == {"C5": "x", "C6": "y"}


# The author's own answer


def test_expected_leaves_are_accepted_in_any_order(tmp_path: Path) -> None:
    expected = {
        "value": 3.0,
        "pruned": ["C6", "C5"],
        "visited": ["C1", "C2", "C3", "C4", "C7", "C8", "C9"],
    }
    assert (
        exercise_of(tmp_path, {"title": "t", "tree": AIMA, "expected": expected}).id
        == "01_words"
    )


# Wrong documents


def wrong(name: str) -> list[Any]:
    """Return the blocks of a file of tests/exercises: what stands in a document, and then each mistake that is told of it."""
    text = (Path(__file__).parents[1] / "exercises" / f"wrong_{name}s.txt").read_text(
        "utf-8"
    )
    blocks = [block.split("\n→ ") for block in text.strip("\n").split("\n\n")]
    return [
        pytest.param(name, contents.encode(), messages, id=contents[:60])
        for contents, *messages in blocks
    ]


UNWRITTEN: list[tuple[bytes, str]] = [
    (b"", "line 1, column 1: this is not JSON: the file is empty"),
    (b'{"title": "t", "tree": 1}\x00', "line 1, column 26: "),
    (
        b'{"title": "\x00", "tree": 1}',
        "line 1, column 12: this is not JSON: a control character stands here",
    ),
    (
        b'{"title": "a\tb", "tree": 1}',
        "line 1, column 13: this is not JSON: a tab stands in a text; write \\t or a blank",
    ),
    (
        b'{"title": "a\nb", "tree": 1}',
        "line 1, column 13: this is not JSON: a text ends on the line that it begins on",
    ),
    (b'{"title": "\xe4", "tree": 1}', "byte 11 is not UTF-8; save the file as UTF-8"),
    ('{"title": "t", "tree": 1}'.encode("utf-16"), "byte 0 is not UTF-8"),
    (b'{"title": "t", "tree": 1, "hint": "%s"}' % (b"h" * 2001), "hint: "),
    (
        json.dumps({"title": "t", "tree": nested(MOST_PLIES + 1)}).encode(),
        "tree: the tree has 201 plies",
    ),
]
"""Documents that no such file holds well, and how the mistake begins."""


@pytest.mark.parametrize(
    ("kind", "contents", "said"), [*wrong("exercise"), *wrong("assignment")]
)
@pytest.mark.of("autograder.core.exercises.not_json")
def test_mistake_in_a_document_is_told_with_its_place_and_its_remedy(
    tmp_path: Path, kind: str, contents: bytes, said: list[str]
) -> None:
    file = written(tmp_path / f"{kind}.json", contents)
    mistakes = result_of(
        lambda: (
            load_assignment(file)
            if kind == "assignment"
            else load_exercise(file, ASSIGNMENT)
        )
    )
    assert isinstance(mistakes, list)
    assert [str(mistake) for mistake in mistakes] == [
        f"{file}: {message}" for message in said
    ]


@pytest.mark.parametrize(
    ("contents", "said"), UNWRITTEN, ids=lambda value: str(value)[:60]
)
def test_document_of_wrong_bytes_or_size_is_refused_with_the_reason(
    tmp_path: Path, contents: bytes, said: str
) -> None:
    (mistake,) = mistakes_of(tmp_path, contents)
    assert str(mistake._replace(file=Path("x"))).startswith(f"x: {said}")


FIELDS = [
    (kind, name)
    for kind in ("assignment", "exercise")
    for name in json.loads((SCHEMAS / f"{kind}.json").read_text("utf-8"))["properties"]
]


UNKNOWN = st.sampled_from(
    [name for names in (*FLAGS, *SYNONYMS) for name in names.names]
    + [name[:-1] for _, name in FIELDS]
    + [f"in{name}" for _, name in FIELDS]
)
"""Names that no field has, nor any that is spelt alike."""


@given(kind=st.sampled_from(["exercise", "assignment"]), name=UNKNOWN, value=Json)
@example(kind="exercise", name="invisible", value=True)
def test_field_is_suggested_by_its_name_alone_only_if_it_could_hold_the_value(
    kind: str, name: str, value: object
) -> None:
    document: dict[str, Any] = {"title": "t"}
    if kind == "exercise":
        document["generate"] = {}
    for _, message in schema_mistakes({**document, name: value}, kind):
        suggested = re.search(r'did you mean "(\w+)"\?', message)
        if not suggested or suggested[1] in ("tree", "generate"):
            continue
        mistakes = schema_mistakes({**document, suggested[1]: value}, kind)
        assert not [field for field, _ in mistakes if field.startswith(suggested[1])]


@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.on)
@pytest.mark.parametrize("value", [True, False])
def test_flag_is_never_told_as_its_opposite(flag: Flag, value: bool) -> None:
    right, opposite = (flag.on, flag.off) if value else (flag.off, flag.on)
    for name in flag.names:
        document = {"title": "t", "generate": {}, name: value}
        ((_, message),) = schema_mistakes(document, "exercise")
        assert f'"{opposite}"' not in message.partition("; ")[2]
        assert not right or f'did you mean "{flag.field}": "{right}"?' in message


@given(field=st.sampled_from(FIELDS), value=Json)
@example(field=("exercise", "window"), value=["-infinity", "inf"])
@example(field=("assignment", "feedback"), value=3)
def test_schema_mistake_is_told_in_one_sentence(
    field: tuple[str, str], value: object
) -> None:
    kind, name = field
    for _, message in schema_mistakes(
        {"title": "t", "generate": {}, name: value}, kind
    ):
        wrong, is_told, remedy = message.rpartition(" is not right here; ")
        assert not is_told or (
            wrong and remedy[:1].islower() and not remedy.endswith(".")
        )


def test_pipes_devices_and_folders_are_not_read_as_exercises(tmp_path: Path) -> None:
    """A named pipe would be waited for, and /dev/zero read until the memory ends."""
    os.mkfifo(tmp_path / "pipe.json")
    for name, target in (
        ("zero.json", "/dev/zero"),
        ("folder.json", tmp_path),
        ("gone.json", "nowhere"),
    ):
        (tmp_path / name).symlink_to(target)
    for file in tmp_path.iterdir():
        why = "No such file" if file.name == "gone.json" else "it is no regular file"
        with pytest.raises(InvalidExercises, match=f"cannot be read: {why}"):
            load_exercise(file, ASSIGNMENT)


def test_unprintable_character_is_refused_in_a_printable_message(
    tmp_path: Path,
) -> None:
    """Control characters, and half a surrogate pair, which JSON can escape, in a value and in a name."""
    for char in map(
        chr, (*range(0x100), 0x2028, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x1F600)
    ):
        for document, escaped in product(
            ({"hint": char}, {"tree": [1, {char: 1}]}), (False, True)
        ):
            contents = json.dumps(document, ensure_ascii=escaped).encode(
                "utf-8", "backslashreplace"
            )
            mistakes = mistakes_of(tmp_path, contents)
            refused = any(
                fragment in mistake.message
                for mistake in mistakes
                for fragment in ("control character", "half a")
            )
            assert refused == (category(char) in ("Cc", "Cs") and char not in "\t\n")
            assert all(str(mistake).encode() for mistake in mistakes)


def test_mistake_is_written_as_one_line_with_file_place_and_remedy(
    tmp_path: Path,
) -> None:
    mistake = Mistake(Path("exercises/01.json"), "tree[1]", "mend it")
    assert str(mistake) == "exercises/01.json: tree[1]: mend it"
    assert str(Mistake(Path("01.json"), "", "mend it")) == "01.json: mend it"
    mistakes = mistakes_of(tmp_path, {"title": 5, "tree": [None, True]})
    assert str(InvalidExercises(mistakes)).splitlines() == [
        str(mistake) for mistake in mistakes
    ]
    assert len(mistakes) == 3


def test_mistake_prints_no_control_characters_of_names(tmp_path: Path) -> None:
    """Names of files and of unknown fields are whatever someone chose."""
    file = written(
        tmp_path / "a\x1b]52;c;\x07\n.json",
        {"title": "t", "tree": {"value": 1, "k\x1b[2J": 1}, "\x9b1m": 1},
    )
    with pytest.raises(InvalidExercises) as caught:
        load_exercise(file, ASSIGNMENT)
    assert {mistake.location for mistake in caught.value.mistakes} >= {
        r'tree."k\u001b[2J"',
        "",
    }
    assert all(str(mistake).isprintable() for mistake in caught.value.mistakes)


def test_format_mistakes_lists_twenty_of_a_file_and_counts_the_rest() -> None:
    mistakes = [
        Mistake(Path(f"{number % 50:02}.json"), f"tree[{number}]", "mend it")
        for number in range(20_000)
    ]
    lines = list(format_mistakes(mistakes))
    assert len(lines) == 50 * 21
    assert lines[:2] == ["00.json: tree[0]: mend it", "00.json: tree[50]: mend it"]
    assert lines[20] == "00.json: … and 380 more mistakes"
    assert list(format_mistakes(mistakes[:3])) == [
        str(mistake) for mistake in mistakes[:3]
    ]


# Several mistakes at once


def test_all_mistakes_of_all_files_are_reported(tmp_path: Path) -> None:
    written(
        tmp_path / "assignment.json",
        {"title": 1, "feedback": "none", "limits": {"seconds": 0}},
    )
    written(
        tmp_path / "01.json",
        {"title": "", "root": "MAX", "tree": [None, [], {"nmae": 1, "value": True}]},
    )
    written(tmp_path / "02.json", {"title": "t", "tree": [1, 2]})
    written(tmp_path / "03.json", b"{")
    (tmp_path / "05.json").mkdir()
    with pytest.raises(InvalidExercises) as caught:
        load_set(tmp_path)
    places = sorted(
        f"{mistake.file.name} {mistake.location}" for mistake in caught.value.mistakes
    )
    assert places == [
        *(
            "01.json root",
            "01.json title",
            "01.json tree[0]",
            "01.json tree[1]",
            "01.json tree[2]",
            "01.json tree[2]",
        ),
        *("03.json line 1, column 2", "05.json "),
        *(
            "assignment.json feedback",
            "assignment.json limits.seconds",
            "assignment.json title",
        ),
    ]


def test_a_broken_assignment_makes_no_mistakes_in_others(tmp_path: Path) -> None:
    """The exercise is right under the assignment's convention, which cannot be known before it is mended."""
    written(
        tmp_path / "assignment.json",
        {"title": "t", "prune_when": "alpha > beta", "limitz": {}},
    )
    written(
        tmp_path / "01.json",
        {"title": "t", "tree": [[4, 7], [4, 1]], "expected": {"pruned": []}},
    )
    with pytest.raises(InvalidExercises) as caught:
        load_set(tmp_path)
    assert [mistake.file.name for mistake in caught.value.mistakes] == [
        "assignment.json"
    ]


# Folders


def test_a_folder_is_loaded_in_the_order_of_its_names(tmp_path: Path) -> None:
    written(tmp_path / "assignment.json", {"title": "Set"})
    for name in ("10", "02_b", "02_a", ".hidden", "1"):
        written(tmp_path / f"{name}.json", {"title": name, "tree": [1, 2]})
    written(tmp_path / "notes.txt", b"not JSON")
    (tmp_path / "schema").mkdir()
    written(tmp_path / "schema" / "exercise.json", b"not loaded")
    loaded = load_set(tmp_path)
    assert (loaded.folder, loaded.assignment) == (tmp_path, Assignment("Set"))
    assert [exercise.id for exercise in loaded.exercises] == ["02_a", "02_b", "1", "10"]
    assert [exercise.id for exercise in load_set(tmp_path, "02_*").exercises] == [
        "02_a",
        "02_b",
    ]
    with pytest.raises(
        InvalidExercises,
        match=r'no exercise is called "3\*"; there are 02_a, 02_b, 1, 10',
    ):
        load_set(tmp_path, "3*")
    written(tmp_path / "3.json", {"title": "t"})
    with pytest.raises(InvalidExercises, match=r"3\.json"):
        load_set(tmp_path, "02_*")


@pytest.mark.parametrize("only", ["ties", "Ties", "ties*", "*ties"])
def test_word_of_an_id_that_fits_no_exercise_is_told_with_its_stars(
    tmp_path: Path, only: str
) -> None:
    written(tmp_path / "assignment.json", {"title": "Set"})
    for name in ("09_ties_at_min", "10_ties_at_max", "11_windows"):
        written(tmp_path / f"{name}.json", {"title": name, "tree": [1, 2]})
    with pytest.raises(InvalidExercises) as raised:
        load_set(tmp_path, only)
    assert str(raised.value).endswith(
        f"no exercise is called \"{only}\"; --only '*ties*' takes 09_ties_at_min, 10_ties_at_max"
    )


@pytest.mark.parametrize(
    ("name", "right"), cases("load_set_refuses_files_whose_names_it_would_pass_over")
)
def test_load_set_refuses_files_whose_names_it_would_pass_over(
    tmp_path: Path, name: str, right: str
) -> None:
    written(tmp_path / "assignment.json", {"title": "Set"})
    written(tmp_path / "01.json", {"title": "t", "tree": [1, 2]})
    written(tmp_path / name, {"title": "u", "tree": [1, 2]})
    with pytest.raises(
        InvalidExercises, match=f"it would be passed over; call it {right}"
    ):
        load_set(tmp_path)


def test_load_set_refuses_a_folder_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)  # root may read everything
    with pytest.raises(
        InvalidExercises, match="the folder cannot be read: Permission denied"
    ):
        load_set(tmp_path)


def test_load_set_refuses_a_folder_without_exercises(tmp_path: Path) -> None:
    file = written(tmp_path / "titled" / "assignment.json", {"title": "t"})
    for folder, message in (
        (tmp_path / "nowhere", "there is no such folder"),
        (file, "this is a file; name the folder"),
        (tmp_path, r"there is no assignment\.json here"),
        (file.parent, "there are no exercises here"),
    ):
        with pytest.raises(InvalidExercises, match=message):
            load_set(folder)


# The schemas and the code


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text("utf-8"))


@pytest.mark.parametrize("name", ["exercise.json", "assignment.json"])
def test_schemas_are_valid_json_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))


def test_schemas_have_the_defaults_of_the_code(tmp_path: Path) -> None:
    fields = schema("assignment.json")["properties"]
    limits = {
        name: limit["default"] for name, limit in fields["limits"]["properties"].items()
    }
    defaults = {
        name: field["default"] for name, field in fields.items() if "default" in field
    }
    file = written(
        tmp_path / "assignment.json", {"title": "t", **defaults, "limits": limits}
    )
    assert load_assignment(file) == Assignment("t")
    assert set(limits) == set(Limits._fields)
    ranges = schema("exercise.json")["$defs"]["generate"]["properties"]
    given = {
        name: field["default"] for name, field in ranges.items() if "default" in field
    }
    document = {"title": "t", "generate": given}
    assert ranges_of(exercise_of(tmp_path, document)) == Generate()
    assert set(ranges) - set(given) == {"every", "seed"}
    assert set(ranges) == {*Generate._fields, "every"}
    assert set(ranges["every"]["properties"]) | {"values", "seed"} == set(Every._fields)


def fields_of(part: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every field that a schema, or a part of one, gives a name to."""
    for name, field in part.get("properties", {}).items():
        yield f"{place}{name}", field
        yield from fields_of(field, f"{place}{name}.")
    for name, field in part.get("$defs", {}).items():
        for described in (field, *field.get("oneOf", ())):
            yield from fields_of(described, f"{name}.")


@pytest.mark.parametrize("name", ["exercise.json", "assignment.json"])
def test_schemas_describe_every_field_and_its_default(
    name: str,
) -> None:
    whole = schema(name)
    required = {"title", "tree", "generate"}
    for path, field in fields_of(whole):
        referred = (
            schema("exercise.json")["$defs"][field["$ref"].rpartition("/")[2]]
            if "$ref" in field
            else {}
        )
        described = {**referred, **field}
        assert described.get("description"), path
        text = (
            "default" in described
            or "Default:" in described["description"]
            or "needs it" in described["description"]
        )
        assert (
            text
            or path in required
            or path == "$schema"
            or path.partition(".")[0] in ("expected", "tree")
        ), path


def test_examples_in_the_schemas_are_valid() -> None:
    exercise, assignment = schema("exercise.json"), schema("assignment.json")
    registry: Any = Registry().with_resource(
        "exercise.json", Resource.from_contents(exercise)
    )
    tried = 0
    for whole, title in (
        (exercise, {"title": "t", "tree": 1}),
        (assignment, {"title": "t"}),
    ):
        validator = Draft202012Validator(whole, registry=registry)
        for shown in whole.get("examples", ()):
            validator.validate(shown)
        for name, field in whole["properties"].items():
            referred = (
                exercise["$defs"][field["$ref"].rpartition("/")[2]]
                if "$ref" in field
                else {}
            )
            for shown in field.get("examples", referred.get("examples", ())):
                document = {**title, name: shown}
                validator.validate(
                    {
                        key: value
                        for key, value in document.items()
                        if key != "tree" or name != "generate"
                    }
                )
                tried += 1
    assert tried > 15


def test_schema_lists_every_interface() -> None:
    assert schema("exercise.json")["$defs"]["interface"]["enum"] == sorted(
        [*interfaces.names(), BY_HAND]
    )


ONLY_THE_READER = [
    "still needs a letter",  # a blank string is text to the schema
    "is text, not a number",
    '"name" must be text',  # a blank name, or one of several lines
    "is taken already",
    "is what another node without a name is called",
    "the static evaluation of an inner node",
]
"""Rules of the tree reader that JSON Schema cannot say."""
strings = st.sampled_from(
    [
        "x",
        "y",
        "inf",
        "-inf",
        "",
        " ",
        "5",
        "4,5",
        "1/2",
        "nan",
        "G",
        "B1",
        "A\n",
        "n" * 41,
    ]
)
leaves = st.integers(-3, 3) | st.floats(-2, 2) | strings | st.none() | st.booleans()
documents = st.recursive(
    leaves,
    lambda nodes: (
        st.lists(nodes, max_size=3)
        | st.fixed_dictionaries(
            {},
            optional={
                "name": strings | nodes,
                "value": nodes,
                "children": st.lists(nodes),
            },
        )
        | st.dictionaries(
            st.sampled_from(["name", "value", "children", "child"]), nodes
        )
    ),
    max_leaves=10,
)
valid = Draft202012Validator(schema("exercise.json")).is_valid


@settings(max_examples=300)
@given(documents)
def test_schema_and_reader_agree(tree: Any) -> None:
    mistakes = list(ReadTree(tree).mistakes())
    if valid({"title": "t", "tree": tree}):
        assert all(
            any(rule in message for rule in ONLY_THE_READER) for _, message in mistakes
        )
    else:
        assert mistakes


# Whatever stands in a file


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exercises") / "01_words.json"


def loads_or_says_why(file: Path) -> None:
    """Check the property of every file: it holds an exercise, or mistakes that name it are reported, and quickly."""
    start = time.process_time()
    loaded = result_of(lambda: load_exercise(file, ASSIGNMENT))
    if isinstance(loaded, list):
        assert loaded
        assert {mistake.file for mistake in loaded} == {file}
        assert all(mistake.message for mistake in loaded)
    else:
        assert loaded.id == file.stem
    # A generous bound: a slow way takes hours.
    assert time.process_time() - start < 60


def with_field(document: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """Return the document with another value at a place such as points.value."""
    first, _, rest = place.partition(".")
    return {
        **document,
        first: with_field(document.get(first, {}), rest, value) if rest else value,
    }


PLACES = [
    *(name for name in schema("exercise.json")["properties"]),
    *(
        "points.value",
        "expected.value",
        "expected.pruned",
        "expected.visited",
        "expected.action",
    ),
    *(
        f"generate.{name}"
        for name in schema("exercise.json")["$defs"]["generate"]["properties"]
    ),
    *("tree.name", "tree.value", "tree.children", "xyz"),
]
plausible = st.sampled_from(
    [0, 1, 2.0, -1, "inf", "-inf", "x", "B1", 2**53, 1e308, True, None, ""]
)
almost = plausible | st.lists(plausible, max_size=3) | Json


@settings(max_examples=150)
@given(contents=st.binary() | Json.map(lambda value: json.dumps(value).encode()))
def test_file_of_any_content_is_loaded_or_refused_with_reasons(
    file: Path, contents: bytes
) -> None:
    loads_or_says_why(written(file, contents))


@settings(max_examples=150)
@given(
    kind=st.sampled_from(["tree", "generate"]),
    changes=st.dictionaries(st.sampled_from(PLACES), almost, max_size=3),
)
def test_exercise_with_any_value_in_any_field_is_loaded_or_refused(
    file: Path, kind: str, changes: dict[str, Any]
) -> None:
    document: dict[str, Any] = (
        {"title": "t", "tree": {"children": [1, 2]}}
        if kind == "tree"
        else {"title": "t", "generate": {}}
    )
    for path, value in sorted(changes.items()):
        if isinstance(document.get(path.partition(".")[0], {}), dict):
            document = with_field(document, path, value)
    loads_or_says_why(written(file, document))


@settings(max_examples=150)
@given(
    place=st.floats(0, 1),
    cut=st.integers(0, 9),
    instead=st.binary(max_size=4) | st.sampled_from([b"[", b"}", b'"']),
)
def test_exercise_file_with_any_cut_or_insertion_is_loaded_or_refused(
    file: Path, place: float, cut: int, instead: bytes
) -> None:
    contents = json.dumps(
        {"title": "t", "tree": AIMA, "points": {"value": 2}, "window": ["-inf", 4.5]}
    ).encode()
    start = int(place * len(contents))
    loads_or_says_why(
        written(file, contents[:start] + instead + contents[start + cut :])
    )


@settings(max_examples=150)
@given(
    name=st.sampled_from(
        [
            *schema("assignment.json")["properties"],
            "limits.seconds",
            "limits.cpu_seconds",
        ]
    ),
    value=almost,
)
def test_assignment_with_any_value_in_a_field_is_loaded_or_refused(
    file: Path, name: str, value: Any
) -> None:
    written(file, with_field({"title": "t"}, name, value))
    loaded = result_of(lambda: load_assignment(file))
    if isinstance(loaded, list):
        assert {mistake.file for mistake in loaded} == {file}
    else:
        assert loaded.title in ("t", value)


@pytest.mark.parametrize("place", [b"title", b"tree", b"generate"])
def test_document_of_any_nesting_is_loaded_or_refused(file: Path, place: bytes) -> None:
    """Among them the depths that one reader just manages and the next does not."""
    for plies in (*range(190, 210), *range(850, 1000), 2000, 10_000, 100_000):
        for opening, closing in ((b"[", b"]"), (b'{"value": ', b"}")):
            contents = b'{"title": "t", "%s": %s1%s}' % (
                place,
                opening * plies,
                closing * plies,
            )
            loads_or_says_why(written(file, contents))


@pytest.mark.parametrize(
    ("contents", "repeated", "times"),
    cases("document_of_any_size_is_loaded_or_refused"),
)
def test_document_of_any_size_is_loaded_or_refused(
    file: Path, contents: str, repeated: str, times: int
) -> None:
    loads_or_says_why(written(file, contents.replace("…", repeated * times)))


def test_hint_of_a_set_that_asks_for_a_pair_asks_for_one_too() -> None:
    (first, *_) = load_set(PROJECT / "exercises" / "aima_4e", "01*").exercises
    assert "not its value" not in (first.hint or "")
    assert "pair" in (first.hint or "")
