"""Find, read and check the JSON documents of a set, each mistake with its place."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.errors import InvalidExercises, Mistake
from autograder.exercises.cache import cached, digest_of, installed
from autograder.files import open_regular
from autograder.limits import (
    LARGEST_EXACT,
    LARGEST_EXERCISE,
    LONGEST_MISTAKE,
    MOST_NAMED,
    MOST_PLIES,
)
from autograder.project import SCHEMAS, VERSION
from autograder.text import alike, nearest, visible_name

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

ASSIGNMENT = "assignment.json"


class Renamed(NamedTuple):
    """A field of a set's files that has a new name.

    schema: "exercise" or "assignment". old, new: its names, with those of the objects
    that it lies in before them, as in "limits.seconds"; it stays in its object. since:
    the first version that knows the new name.
    """

    schema: str
    old: str
    new: str
    since: str

    @property
    def until(self) -> str:
        """The first version that does not know the old name any more."""
        return f"{int(self.since.partition('.')[0]) + 1}.0.0"

    @property
    def warning(self) -> str:
        """What the author of a file that has the old name is to do."""
        message = (
            f'this field is called "{_last(self.new)}" since version {self.since}; '
            "write that"
        )
        return f"{message}, as the old name is not read from version {self.until} on"


RENAMED: tuple[Renamed, ...] = ()
"""The fields whose old names are still read. Each stays here for one major version: a
test says when it has to go.

`secret` and `packages` are also looked for by name in teaching/deployment.py and in
setup.sh.
"""


class Synonym(NamedTuple):
    """Names that people write for a field that has another one.

    field: its name. written: how it is written in a file, such as "root": "max".
    """

    field: str
    written: str
    names: tuple[str, ...]


SYNONYMS = (
    Synonym("visibility", '"visibility": "hidden"', ("hidden",)),
    Synonym("visibility", '"visibility": "visible"', ("visible",)),
    Synonym("title", '"title"', ("name", "description")),
    Synonym("source", '"source"', ("comment", "note")),
    Synonym("root", '"root": "max" or "min"', ("player", "to_move")),
    Synonym("root", '"root": "max"', ("maximizing",)),
    Synonym("root", '"root": "min"', ("minimizing",)),
    Synonym("window", '"window": [alpha, beta]', ("alpha", "beta")),
    Synonym(
        "expected", '"expected": {"value", "pruned", "visited"}', ("answer", "solution")
    ),
    Synonym("expected", '"expected": {"value": …}', ("value",)),
    Synonym("expected", '"expected": {"pruned": […]}', ("pruned",)),
    Synonym("expected", '"expected": {"visited": […]}', ("visited",)),
    Synonym(
        "points",
        '"points": {"value", "pruned", "order"}',
        ("score", "weight", "max_score"),
    ),
    Synonym("tree", '"tree"', ("children",)),
    Synonym("generate", '"generate"', ("random",)),
    Synonym("generate", '"generate": {"examples": …}', ("examples",)),
    Synonym("generate", '"generate": {"seed": …}', ("seed",)),
    Synonym("generate", '"generate": {"branching": …}', ("branching",)),
    Synonym("examples", '"examples"', ("count", "trees")),
    Synonym("prune_when", '"prune_when": "alpha > beta"', ("strict",)),
    Synonym("bound", '"bound": "fail-soft"', ("fail_soft",)),
    Synonym("bound", '"bound": "fail-hard"', ("fail_hard",)),
    Synonym("file", '"file"', ("filename",)),
    Synonym("interface", '"interface"', ("function", "algorithm")),
    Synonym("limits", '"limits": {"seconds": …}', ("seconds", "timeout")),
    Synonym("seconds", '"seconds"', ("time",)),
    Synonym("memory_mb", '"memory_mb"', ("memory",)),
)
_DUE_DATE = (
    "the due date is not part of a set; give it to class, "
    "as in ./run_autograder class … --due 2026-11-20T23:59"
)
NO_FIELDS = dict.fromkeys(
    ("due", "due_date", "due_at", "duedate", "due_time", "deadline"),
    _DUE_DATE,
)
"""What to say of names for what no field is for."""
SCHEMA_REMEDIES = {
    "enum": "write one of {choices}",
    "pattern of file": (
        'students submit a Python file, so write its name, such as "alphabeta.py"'
    ),
    "pattern of adapter": (
        "the adapter is a Python file beside assignment.json, "
        'so write its name, such as "adapter.py"'
    ),
    "pattern of packages": (
        'write the name of one package, without a version, such as "numpy"'
    ),
    "type": "write {kind}{such as}",
    "minimum": "the least is {limit}",
    "maximum": "the most is {limit}",
    "exclusiveMinimum": "it must be more than {limit}",
    "number of items": "write {limit} {entries}",
    "minItems": "write {limit} {entries} or more",
    "maxItems": "write {limit} {entries} at most",
    "uniqueItems": "write each entry once",
    "minProperties": "it may not be empty",
    "minLength": "it may not be empty",
    "maxLength": "at most {limit:,} characters",
}
"""What to say of a value, by the keyword of the schema that it breaks."""
KINDS = {
    "object": "an object { … }",
    "array": "an array [ … ]",
    "string": 'text in quotes, "…"',
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}
"""The types of JSON Schema in words."""


def from_here(path: Path) -> str:
    """Return a path as it is typed in the current folder, on one line."""
    typed = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    return visible_name(typed, LONGEST_MISTAKE)


def exercise_files(folder: Path) -> list[Path]:
    """Return the files of a folder that hold an exercise, in the order of grading.

    Raises InvalidExercises.
    """
    documents = [name for name in names_in(folder) if name.endswith(".json")]
    hidden = [name for name in documents if name.startswith(".")]
    return [folder / name for name in sorted({*documents} - {*hidden, ASSIGNMENT})]


def names_in(folder: Path) -> set[str]:
    """Return the names in a folder.

    Raises InvalidExercises where there is no folder, or where it may not be read.
    """
    try:
        return set(os.listdir(folder))
    except FileNotFoundError:
        message = "there is no such folder"
    except NotADirectoryError:
        message = (
            f"this is a file; name the folder that holds {ASSIGNMENT} and the exercises"
        )
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror}"
    raise InvalidExercises([Mistake(folder, "", message)])


def misnamed(folder: Path) -> Iterator[Mistake]:
    """Yield the files that are meant as exercises but have names that are skipped.

    Raises InvalidExercises.
    """
    for name in sorted(names_in(folder)):
        # An editor may add an ending of its own.
        right = re.sub(r"(?ai)\.json(\.txt|\.json)?\Z", ".json", name)
        right = ASSIGNMENT if right.lower() == ASSIGNMENT else right
        if name != right and not name.startswith("."):
            message = f"by this name it would be passed over; call it {right}"
            yield Mistake(folder / name, "", message)


class Unreadable(NamedTuple):
    """A placeholder for a value that Python's parser accepts and the format does not.

    instead: the value to go on with.
    """

    message: str
    instead: Any


def place_of(path: Sequence[str | int]) -> str:
    """Return a path into a document as people write it: tree[1].children[0]."""
    place = ""
    for step in path:
        if isinstance(step, int):
            place += f"[{step}]"
        else:
            place += f".{step}" if place else step
    return place


def read_document(
    file: Path, example: str = '{ "title": …, "tree": … }'
) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the JSON object in a file, and its mistakes, which are replaced in it.

    Raises InvalidExercises where the file holds no object.
    """
    place = ""
    try:
        document, is_plain = _parse(file)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8; save the file as UTF-8"
    except json.JSONDecodeError as error:
        # Only a mistake needs it.
        from autograder.exercises.not_json import why_not_json

        place, message = why_not_json(error, example)
    except RecursionError:
        message = f"arrays are nested too deeply; a tree has at most {MOST_PLIES} plies"
    except ValueError as error:
        message = str(error)
    else:
        if isinstance(document, dict):
            replaced = [] if is_plain else list(_replace_unreadable(document))
            return document, [Mistake(file, *mistake) for mistake in replaced]
        message = f"the file must hold one object: {example}"
    raise InvalidExercises([Mistake(file, place, message)])


def _parse(file: Path) -> tuple[Any, bool]:
    """Return a file's JSON value, and whether surely nothing in it is to be replaced.

    `Unreadable` stands for values that the format does not allow. Raises as reading
    does.
    """
    with open_regular(Path(os.path.realpath(file))) as opened:
        data = opened.read(LARGEST_EXERCISE + 1)
    if len(data) > LARGEST_EXERCISE:
        largest = f"{LARGEST_EXERCISE // 2**20} MiB"
        raise ValueError(f"the file is larger than {largest}; make its tree smaller")
    text = data.decode("utf-8-sig")
    hooks = _Hooks()
    document = json.loads(
        text,
        object_pairs_hook=hooks.entries,
        parse_constant=hooks.constant,
        parse_int=hooks.integer,
        parse_float=hooks.fraction,
    )
    # To walk through all that was read would take as long as to read it. Other
    # characters that are not allowed are no JSON.
    has_odd_text = re.search(r"\\[ubfr]|[\x7f-\x9f]", text)
    return document, not hooks.unreadable and not has_odd_text


class _Hooks:
    """What Python's JSON parser calls for values that may not be allowed.

    unreadable: whether any is not.
    """

    def __init__(self) -> None:
        self.unreadable = False

    def integer(self, text: str) -> int | Unreadable:
        """Read a whole number."""
        if len(text) <= 17 and abs(int(text)) <= LARGEST_EXACT:
            return int(text)
        shown = text if len(text) <= 24 else f"{text[:12]}… ({len(text)} digits)"
        return self._unreadable(
            f"{shown} is too large; whole numbers go up to 2^53 = {LARGEST_EXACT}"
        )

    def fraction(self, text: str) -> float | Unreadable:
        """Read a number with a point or an exponent; 2.0 is whole in JSON."""
        number = float(text)
        if abs(number) == inf:
            return self._unreadable(
                f'{text[:24]} is too large; write "inf" or "-inf" if you mean infinity'
            )
        if number.is_integer() and abs(number) <= LARGEST_EXACT:
            return int(number)
        return number

    def constant(self, text: str) -> Unreadable:
        """Refuse NaN and Infinity."""
        return self._unreadable(
            f'{text} is not JSON; write "inf" or "-inf", or a number'
        )

    def entries(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Make an object of its entries."""
        entries: dict[str, Any] = {}
        for key, value in pairs:
            if key in entries:
                value = self._unreadable(f'"{key}" stands here twice; keep one', value)
            entries[key] = value
        return entries

    def _unreadable(self, message: str, instead: Any = 0) -> Unreadable:
        self.unreadable = True
        return Unreadable(message, instead)


def _replace_unreadable(document: Any) -> Iterator[tuple[str, str]]:
    """Replace what is not allowed in a document; yield each as (place, message)."""
    stack: list[tuple[list[str | int], Any]] = [([], document)]
    while stack:
        path, parent = stack.pop()
        items = parent.items() if isinstance(parent, dict) else enumerate(parent)
        for key, value in list(items):
            message = _unreadable_text(key, value)
            if message:
                yield place_of([*path, key]), message
                value = parent[key] = "?"
            while isinstance(value, Unreadable):
                yield place_of([*path, key]), value.message
                value = parent[key] = value.instead
            if isinstance(value, (dict, list)):
                stack.append(([*path, key], value))


def _unreadable_text(*texts: object) -> str | None:
    """Return what characters are not allowed in some texts, None if all are."""
    text = "".join(text for text in texts if isinstance(text, str))
    if re.search("[\ud800-\udfff]", text):
        return "a \\u escape stands for half a character; write the character itself"
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
        return (
            "the text holds a control character, which would give orders to a "
            "terminal; take it out"
        )
    return None


def _last(place: str) -> str:
    return place.rpartition(".")[2]


def fields_by_old_names(
    document: dict[str, Any], schema: str
) -> Iterator[tuple[Renamed, dict[str, Any]]]:
    """Find the fields that a document has by an old name, each with the object that it
    lies in.
    """
    for renamed in RENAMED:
        parent: Any = document
        for name in renamed.old.split(".")[:-1]:
            parent = parent.get(name) if isinstance(parent, dict) else None
        if (
            renamed.schema == schema
            and isinstance(parent, dict)
            and _last(renamed.old) in parent
        ):
            yield renamed, parent


def rename_fields(document: dict[str, Any], schema: str) -> Iterator[tuple[str, str]]:
    """Give the fields of a document that have old names the new ones, in place.

    Yields a mistake, as (place, words), for each field that stands there by both its
    names.
    """
    for renamed, parent in [*fields_by_old_names(document, schema)]:
        old, new = _last(renamed.old), _last(renamed.new)
        if new in parent:
            yield (
                renamed.old,
                (
                    f'this is the old name of "{new}", which stands here too; keep '
                    f'"{new}" alone'
                ),
            )
        parent.setdefault(new, parent.pop(old))


def old_names(file: Path) -> Iterator[Mistake]:
    """Warn of each field that a file of a set has by an old name. Raises
    InvalidExercises where it holds no object.
    """
    if RENAMED:
        document, _ = read_document(file)
        schema = "assignment" if file.name == ASSIGNMENT else "exercise"
        for renamed, _ in fields_by_old_names(document, schema):
            yield Mistake(file, renamed.old, renamed.warning)


def checked_document(file: Path, schema: str) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the document in a file, and its mistakes.

    schema: "exercise" or "assignment". Raises InvalidExercises.
    """
    document, mistakes = read_document(file)
    for place, message in rename_fields(document, schema):
        mistakes.append(Mistake(file, place, message))
    try:
        for place, message in schema_mistakes(document, schema):
            mistakes.append(Mistake(file, place, message))
    except RecursionError:
        mistakes.append(Mistake(file, "", "this is nested too deeply to be meant"))
        raise InvalidExercises(mistakes) from None
    return document, mistakes


def schema_mistakes(document: dict[str, Any], schema: str) -> list[tuple[str, str]]:
    """Return the mistakes that a schema finds in a document, as (place, message).

    They are cached, as jsonschema is slow to import.
    """
    # The tree is left to `tree_format`, which reads a million leaves where a recursive
    # schema cannot.
    document = {key: 0 if key == "tree" else value for key, value in document.items()}

    def check() -> list[str]:
        errors = sorted(
            _validator(schema).iter_errors(document),
            key=lambda error: place_of(list(error.path)),
        )
        mistakes = []
        for error in errors:
            for narrowed in _narrowed(error):
                place = place_of(list(narrowed.absolute_path))
                mistakes.append((place, _words(narrowed)))
        return [json.dumps(mistakes)]

    key = (*_what_checks(), schema, document)
    return cached(
        key,
        check,
        lambda lines: [(place, words) for place, words in json.loads(lines[0])],
    )


@lru_cache
def _what_checks() -> tuple[object, ...]:
    files = (*sorted(SCHEMAS.glob("*.json")), Path(__file__))
    return VERSION, installed("jsonschema"), digest_of(*files)


@lru_cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    schemas = {
        file.name: json.loads(file.read_text(encoding="utf-8"))
        for file in SCHEMAS.glob("*.json")
    }
    # The list is for editors: the loader asks `reference` which interfaces there are.
    del schemas["exercise.json"]["$defs"]["interface"]["enum"]
    resources = [
        (name, Resource.from_contents(contents)) for name, contents in schemas.items()
    ]
    return Draft202012Validator(
        schemas[f"{schema}.json"], registry=Registry().with_resources(resources)
    )


def _narrowed(error: ValidationError) -> Sequence[ValidationError]:
    """Return the mistakes in the alternative that a value was meant as, where its type
    says which; else the error.
    """
    if error.validator != "oneOf" or not error.path:
        return [error]
    by_alternative: dict[str | int, list[ValidationError]] = {}
    for mistake in error.context or ():
        by_alternative.setdefault(mistake.schema_path[0], []).append(mistake)
    meant = [
        mistakes
        for mistakes in by_alternative.values()
        if not any(map(_is_of_another_kind, mistakes))
    ]
    return meant[0] if len(meant) == 1 else [error]


def _is_of_another_kind(error: ValidationError) -> bool:
    return error.validator in ("type", "enum") and not error.path


def _words(error: ValidationError) -> str:
    schema: Any = error.schema
    value: Any = error.instance
    if error.validator == "additionalProperties":
        known = list(schema["properties"])
        unknown = [key for key in value if key not in known]
        alternatives = [
            f"there is no field {_shown(key)}; {meant(key, known)}"
            for key in unknown[:MOST_NAMED]
        ]
        return "; ".join(
            alternatives
            + (
                [f"and {len(unknown) - MOST_NAMED} more"]
                if len(unknown) > MOST_NAMED
                else []
            )
        )
    if error.validator == "required":
        return error.message.replace("'", '"').replace(
            " is a required property", " is missing"
        )
    if error.validator == "oneOf" and not error.path:
        has = "both" if "tree" in value else "neither"
        return (
            'an exercise has a "tree" or "generate", exactly one of them; this one '
            f"has {has}"
        )
    return f"{_shown(value)} is not right here; {_instead(error)}"


def _instead(error: ValidationError) -> str:
    """Return what is to be written in the place of a value, as the end of a sentence
    without its period.
    """
    schema: Any = error.schema
    alternatives = (schema, *schema.get("oneOf", ()))
    choices = [
        value for alternative in alternatives for value in alternative.get("enum", ())
    ]
    if isinstance(error.instance, str) and (near := alike(error.instance, choices)):
        return f'did you mean "{near}"?'
    examples = (
        schema.get("examples", []) if schema.get("type") in ("object", "array") else []
    )
    message_by_rule = {
        "limit": error.validator_value,
        "entries": "entry" if error.validator_value == 1 else "entries",
        "choices": ", ".join(json.dumps(value) for value in schema.get("enum", ())),
        "kind": KINDS.get(schema.get("type")),
        "such as": f", such as {json.dumps(examples[0], ensure_ascii=False)}"
        if examples
        else "",
    }
    broken = str(error.validator)
    if broken in ("minItems", "maxItems") and schema.get("minItems") == schema.get(
        "maxItems"
    ):
        broken = "number of items"
    if broken == "pattern":
        broken = f"pattern of {error.absolute_path[0]}"
    sentence = SCHEMA_REMEDIES.get(broken)
    if sentence is not None:
        return sentence.format(**message_by_rule)
    # Of alternatives: what there is to choose from.
    description = str(schema.get("description") or error.message)
    return f"write {description[:1].lower()}{description[1:].rstrip('.')}"


def meant(key: str, known: Sequence[str]) -> str:
    """Return what to say of a name that does not exist.

    That is which of the known names may have been meant, or else all of these.
    """
    word = re.sub(r"[-\s]+", "_", key.lower())
    for synonym in SYNONYMS:
        if word in synonym.names and synonym.field in known:
            return f"did you mean {synonym.written}?"
    if word in NO_FIELDS:
        return NO_FIELDS[word]
    near = nearest(key, known)
    return f'did you mean "{near}"?' if near else f"known are {', '.join(known)}"


def _shown(found: Any) -> str:
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
