"""Find, read and check the JSON documents of a set, each mistake with its place."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.cache import cached, digest_of, installed
from autograder.core.files import open_regular
from autograder.core.limits import (
    LARGEST_EXACT,
    LARGEST_EXERCISE,
    LONGEST_MISTAKE,
    MOST_NAMED,
    MOST_PLIES,
    SHORTEST_BEGINNING,
)
from autograder.core.project import SCHEMAS, VERSION
from autograder.core.text import alike, nearest, visible_name

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
        """The advice to the author of a file that has the old name."""
        message = (
            f'this field is called "{_last(self.new)}" since version {self.since}; '
            "write that"
        )
        return f"{message}, as the old name is not read from version {self.until} on"


RENAMED: tuple[Renamed, ...] = ()
"""The fields whose old names are still read. Each stays here for one major version: a
test says when it has to go.

`secret` and `packages` are also looked for by name in teach/deployment.py and in
setup.sh.
"""


VALUE = ...
"""Stands in a synonym's form for the value that was given."""


class Synonym(NamedTuple):
    """Names that people write for a field that has another one.

    field: its name. names: the others. form: the content of the field, with `VALUE` for
    the given value. written: the field as it is shown, if the form does not say it; a
    field that has this text is meant by any value but null and false.
    """

    field: str
    names: tuple[str, ...]
    form: Any = VALUE
    written: str = ""

    def holding(self, value: Any) -> Any:
        """Return the content of the field for a value: its form, filled in."""
        return _filled_in(self.form, value)

    @property
    def shown(self) -> str:
        """The field as it is written in a file, such as "root": "max"."""
        if self.written:
            return self.written
        if self.form is VALUE:
            return f'"{self.field}"'
        return f'"{self.field}": {json.dumps(_filled_in(self.form, "…"))}'.replace(
            '"\\u2026"', "…"
        )


def _filled_in(form: Any, value: Any) -> Any:
    if form is VALUE:
        return value
    if isinstance(form, dict):
        return {key: _filled_in(inner, value) for key, inner in form.items()}
    return form


SYNONYMS = (
    Synonym("title", ("name", "description")),
    Synonym("source", ("comment", "note")),
    Synonym("root", ("player", "to_move"), written='"root": "max" or "min"'),
    Synonym("window", ("alpha", "beta"), written='"window": [alpha, beta]'),
    Synonym(
        "expected",
        ("answer", "solution"),
        written='"expected": {"value", "pruned", "visited"}',
    ),
    Synonym("expected", ("value",), {"value": VALUE}),
    Synonym("expected", ("pruned",), {"pruned": VALUE}, '"expected": {"pruned": […]}'),
    Synonym(
        "expected", ("visited",), {"visited": VALUE}, '"expected": {"visited": […]}'
    ),
    Synonym(
        "points",
        ("score", "weight", "max_score"),
        written='"points": {"value", "pruned", "order"}',
    ),
    Synonym("earned", ("all_or_nothing",), written='"earned": "all or nothing"'),
    Synonym(
        "extra",
        ("extra_credit", "bonus", "bonus_points"),
        written='"extra": true',
    ),
    Synonym("tree", ("children",)),
    Synonym("generate", ("random",), written='"generate"'),
    Synonym("generate", ("examples",), {"examples": VALUE}),
    Synonym("generate", ("seed",), {"seed": VALUE}),
    Synonym("generate", ("branching",), {"branching": VALUE}),
    Synonym("examples", ("count", "trees")),
    Synonym("file", ("filename",)),
    Synonym("interface", ("function", "algorithm")),
    Synonym("limits", ("seconds", "timeout"), {"seconds": VALUE}),
    Synonym("seconds", ("time",)),
    Synonym("memory_mb", ("memory",)),
)


class Flag(NamedTuple):
    """Names that people write with true or false for a value of another field.

    field: its name. on, off: the values that true and false mean; off is "" if false
    has no known meaning.
    """

    field: str
    on: str
    off: str
    names: tuple[str, ...]

    def shown(self, value: Any) -> str:
        """Return the setting that a value means, such as "visibility": "hidden".

        A value that is neither true nor false does not tell, so both are named.
        """
        choices = {True: [self.on], False: [self.off]}
        wanted = choices[value] if isinstance(value, bool) else [self.on, self.off]
        named = " or ".join(f'"{choice}"' for choice in wanted if choice)
        return f'"{self.field}": {named}' if named else ""


FLAGS = (
    Flag("visibility", "hidden", "visible", ("hidden", "hide", "invisible")),
    Flag("visibility", "visible", "hidden", ("visible", "show", "shown", "public")),
    Flag("root", "max", "min", ("maximizing", "maximize", "maximizing_player")),
    Flag("root", "min", "max", ("minimizing", "minimize", "minimizing_player")),
    Flag("prune_when", "alpha > beta", "alpha >= beta", ("strict",)),
    Flag("bound", "fail-soft", "", ("fail_soft",)),
    Flag("bound", "fail-hard", "", ("fail_hard",)),
)


class NoField(NamedTuple):
    """Names that no field exists for, and the advice on each."""

    names: tuple[str, ...]
    message: str


TWO_SIDES = NoField(
    (
        "chance",
        "chance_node",
        "chance_nodes",
        "dice",
        "expectimax",
        "expectiminimax",
        "max_n",
        "maxn",
        "nature",
        "payoff",
        "payoffs",
        "probabilities",
        "probability",
        "utilities",
    ),
    "in a game here what MAX gains MIN loses, so there are no chance nodes, and no "
    "third player with values of its own",
)
"""Names of games that alpha-beta as it is taught here does not search."""
NO_FIELDS = (
    TWO_SIDES,
    NoField(
        ("due", "due_date", "due_at", "duedate", "due_time", "deadline"),
        "the due date is not part of a set; give it to class, "
        "as in ./run_autograder class … --due 2026-11-20T23:59",
    ),
    NoField(
        ("total", "total_points", "max_points", "points_possible", "out_of"),
        "a set is worth what its exercises are together; validate says how much",
    ),
    NoField(
        (
            "attempts",
            "max_attempts",
            "attempt_limit",
            "max_submissions",
            "submission_limit",
        ),
        "how often students may submit is set on the platform itself, such as "
        'Gradescope; "feedback" by attempt in assignment.json shows less from an '
        'attempt on, as in "feedback": {"full": 3}',
    ),
    NoField(
        ("language", "lang", "locale", "programming_language"),
        'programs are in Python; "language" in assignment.json says in what language '
        'students read, as in "language": "de"',
    ),
    NoField(
        ("leaderboard", "ranking"),
        "there is no leaderboard; leave it out",
    ),
    NoField(
        ("forbid", "forbidden", "forbidden_imports", "disallow", "ban", "banned"),
        "a program is judged by what it does and not by its text, so nothing can be "
        'forbidden; "packages" in assignment.json are all that it may import beside '
        "Python's own library",
    ),
    NoField(
        ("required", "mandatory", "must_pass"),
        'write "earned": "with value" or "earned": "all or nothing" for the points of '
        "one exercise; none can be made a condition of others",
    ),
)
"""Advice on fields that a set cannot have, and on settings made elsewhere."""
SCHEMA_REMEDIES = {
    "enum": "write one of {choices}",
    "enum of players": f"write one of {{choices}}: {TWO_SIDES.message}",
    "pattern of file": (
        'students submit a Python file, so write its name, such as "alphabeta.py"'
    ),
    "pattern of adapter": (
        "the adapter is a Python file beside assignment.json, "
        'so write its name, such as "adapter.py"'
    ),
    "pattern of language": ('write the code of a language, such as "de" or "pt-BR"'),
    "pattern of packages": (
        'write the name of one package, without a version, such as "numpy"'
    ),
    "name of a language": (
        'the code of a language stands here, such as "en", "de" or "pt-BR"'
    ),
    "type": "write {kind}{such as}",
    "name of a leaf": (
        'leaves stand here by their names in quotes, such as "C1": a letter for the '
        "ply, and a number from left to right"
    ),
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
"""The message about a value, by the keyword of the schema that it breaks."""
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

    Raises InvalidExercises if there is no folder, or if it may not be read.
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


def location_of(path: Sequence[str | int]) -> str:
    """Return a path into a document as people write it: tree[1].children[0]."""
    path_text = ""
    for step in path:
        if isinstance(step, int):
            path_text += f"[{step}]"
        else:
            path_text += f".{step}" if path_text else step
    return path_text


def read_document(
    file: Path, example: str = '{ "title": …, "tree": … }'
) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the JSON object in a file, and its mistakes, which are replaced in it.

    Raises InvalidExercises if the file holds no object.
    """
    location = ""
    try:
        document, is_plain = _parse(file)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8; save the file as UTF-8"
    except json.JSONDecodeError as error:
        # Only a mistake needs it.
        from autograder.core.exercises.not_json import why_not_json

        location, message = why_not_json(error, example)
    except RecursionError:
        message = f"arrays are nested too deeply; a tree has at most {MOST_PLIES} plies"
    except ValueError as error:
        message = str(error)
    else:
        if isinstance(document, dict):
            replaced = [] if is_plain else list(_replace_unreadable(document))
            return document, [Mistake(file, *mistake) for mistake in replaced]
        message = f"the file must hold one object: {example}"
    raise InvalidExercises([Mistake(file, location, message)])


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
    """Functions that Python's JSON parser calls for values that may not be allowed.

    unreadable: whether any value is not allowed.
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
    """Replace values that are not allowed in a document; yield (location, message)."""
    stack: list[tuple[list[str | int], Any]] = [([], document)]
    while stack:
        path, parent = stack.pop()
        items = parent.items() if isinstance(parent, dict) else enumerate(parent)
        for key, value in list(items):
            message = _unreadable_text(key, value)
            if message:
                yield location_of([*path, key]), message
                value = parent[key] = "?"
            while isinstance(value, Unreadable):
                yield location_of([*path, key]), value.message
                value = parent[key] = value.instead
            if isinstance(value, (dict, list)):
                stack.append(([*path, key], value))


def _unreadable_text(*texts: object) -> str | None:
    """Return the message about characters that a text may not have, or None."""
    text = "".join(text for text in texts if isinstance(text, str))
    if re.search("[\ud800-\udfff]", text):
        return "a \\u escape stands for half a character; write the character itself"
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
        return (
            "the text holds a control character, which would give orders to a "
            "terminal; take it out"
        )
    return None


def _last(path: str) -> str:
    return path.rpartition(".")[2]


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

    Yields a mistake, as (location, message), for each field that has both its names.
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
    """Warn of each field that a file of a set has by an old name.

    Raises InvalidExercises if it holds no object.
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
    for location, message in rename_fields(document, schema):
        mistakes.append(Mistake(file, location, message))
    try:
        for location, message in schema_mistakes(document, schema):
            mistakes.append(Mistake(file, location, message))
    except RecursionError:
        mistakes.append(Mistake(file, "", "this is nested too deeply to be meant"))
        raise InvalidExercises(mistakes) from None
    return document, mistakes


def schema_mistakes(document: dict[str, Any], schema: str) -> list[tuple[str, str]]:
    """Return the mistakes that a schema finds in a document, as (location, message).

    They are cached, as jsonschema is slow to import.
    """
    # The tree is left to `tree_format`: it reads a million leaves, and a recursive
    # schema cannot.
    document = {key: 0 if key == "tree" else value for key, value in document.items()}

    def check() -> list[str]:
        errors = sorted(
            _validator(schema).iter_errors(document),
            key=lambda error: location_of(list(error.path)),
        )
        mistakes = []
        for error in errors:
            for narrowed in _narrowed(error):
                location = location_of(list(narrowed.absolute_path))
                context = _Context(schema, document, list(narrowed.absolute_path))
                mistakes.append((location, _words(narrowed, context)))
        return [json.dumps(mistakes)]

    key = (*_what_checks(), schema, document)
    return cached(
        key,
        check,
        lambda lines: [(path, message) for path, message in json.loads(lines[0])],
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
    """Return the mistakes in the alternative that a value was meant as.

    Return the error itself if the value's type does not tell the alternative.
    """
    if error.validator != "oneOf" or not error.path:
        return [error]
    by_alternative: dict[str | int, list[ValidationError]] = {}
    for mistake in error.context or ():
        by_alternative.setdefault(mistake.schema_path[0], []).append(mistake)
    fitting = [
        mistakes
        for mistakes in by_alternative.values()
        if not any(map(_is_of_another_kind, mistakes))
    ]
    return fitting[0] if len(fitting) == 1 else [error]


def _is_of_another_kind(error: ValidationError) -> bool:
    return error.validator in ("type", "enum") and not error.path


class _Context(NamedTuple):
    """The place of a mistake: the object at a path of a document."""

    schema: str
    document: dict[str, Any]
    path: list[str | int]

    def could_be(self, value: Any) -> bool:
        """Return whether a value would be right in the place of this one."""
        document = deepcopy(self.document)
        parent: Any = document
        for step in self.path[:-1]:
            parent = parent[step]
        parent[self.path[-1]] = value
        return not any(
            list(narrowed.absolute_path)[: len(self.path)] == self.path
            for error in _validator(self.schema).iter_errors(document)
            for narrowed in _narrowed(error)
        )

    def could_hold(self, field: str, value: Any) -> bool:
        """Return whether a field of the object here could hold a value."""
        if field == "tree":
            # It is read elsewhere, and may be deeper than a schema can follow.
            return isinstance(value, (list, dict))
        return self._replace(path=[*self.path, field]).could_be(value)


def _words(error: ValidationError, context: _Context) -> str:
    schema: Any = error.schema
    value: Any = error.instance
    if error.validator == "additionalProperties":
        known = list(schema["properties"])
        unknown = [key for key in value if key not in known]
        alternatives = [
            f"there is no field {_shown(key)}; "
            f"{_meant_field(key, value[key], known, context)}"
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
    return f"{_shown(value)} is not right here; {_instead(error, context)}"


def _instead(error: ValidationError, context: _Context) -> str:
    """Return the advice on a value that is not right, as the end of a sentence without
    its period.
    """
    schema: Any = error.schema
    if isinstance(error.instance, str):
        right_text = _text_meant(error.instance, schema, context)
        if right_text:
            return right_text
    is_of_many = schema.get("type") in ("object", "array")
    examples = schema.get("examples", []) if is_of_many else []
    example = json.dumps(examples[0], ensure_ascii=False) if examples else ""
    message_by_rule = {
        "limit": error.validator_value,
        "entries": "entry" if error.validator_value == 1 else "entries",
        "choices": ", ".join(json.dumps(value) for value in schema.get("enum", ())),
        "kind": KINDS.get(schema.get("type")),
        "such as": f", such as {example}" if example else "",
    }
    sentence = SCHEMA_REMEDIES.get(_broken_rule(error, context))
    if sentence is not None:
        return sentence.format(**message_by_rule)
    # Of alternatives: what there is to choose from.
    description = str(schema.get("description") or error.message)
    return f"write {description[:1].lower()}{description[1:].rstrip('.')}"


def _text_meant(text: str, schema: Any, context: _Context) -> str:
    """Return the text to write in the place of another; "" if none is near it."""
    alternatives = (schema, *schema.get("oneOf", ()))
    choices = [
        value for alternative in alternatives for value in alternative.get("enum", ())
    ]
    near = alike(text, choices) or _choice_meant(text, choices)
    if near:
        return f'did you mean "{near}"?'
    unquoted = _without_quotes(text, context)
    return f"write it without quotes: {unquoted}" if unquoted else ""


def _broken_rule(error: ValidationError, context: _Context) -> str:
    """Return the name under which SCHEMA_REMEDIES has the rule that a value breaks."""
    schema: Any = error.schema
    rule = str(error.validator)
    has_one_number = schema.get("minItems") == schema.get("maxItems")
    if rule in ("minItems", "maxItems") and has_one_number:
        return "number of items"
    if rule == "type" and _is_a_leaf(context.path):
        return "name of a leaf"
    if rule == "pattern" and "propertyNames" in error.absolute_schema_path:
        return "name of a language"
    if rule == "pattern":
        return f"pattern of {error.absolute_path[0]}"
    if rule == "enum" and error.absolute_path[0] in ("players", "root"):
        return "enum of players"
    return rule


def _is_a_leaf(path: Sequence[str | int]) -> bool:
    """Return whether a path leads to a leaf in the lists of an author's answer."""
    return len(path) == 3 and path[0] == "expected" and path[1] in ("pruned", "visited")


def _choice_meant(text: str, choices: Sequence[str]) -> str | None:
    """Return the choice that a text is meant for; None if that is not one alone.

    It is the same comparison, written in another way, or the only one that begins so.
    """
    comparison = _comparison(text)
    if comparison is not None:
        same = [choice for choice in choices if _comparison(choice) == comparison]
    else:
        beginning = text.strip().casefold().replace(" ", "_").replace("-", "_")
        same = [
            choice
            for choice in choices
            if len(beginning) >= SHORTEST_BEGINNING
            and choice.replace("-", "_").startswith(beginning)
        ]
    return same[0] if len(same) == 1 else None


def _comparison(text: str) -> tuple[str, str, str] | None:
    """Return the sides of a comparison and its sign, the greater side first."""
    match = re.fullmatch(r"\s*(\w+)\s*([<>]=?|=[<>]|[≤≥])\s*(\w+)\s*", text)
    if match is None:
        return None
    left, written, right = match.groups()
    is_greater = ">" in written or "≥" in written
    sign = ">" if written in ("<", ">") else ">="
    greater, less = (left, right) if is_greater else (right, left)
    return greater.casefold(), sign, less.casefold()


def _without_quotes(text: str, context: _Context) -> str:
    """Return a text that would be right without its quotes; "" for any other."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    is_right = not isinstance(value, str) and context.could_be(value)
    return _shown(value) if is_right else ""


def _meant_field(key: str, value: Any, known: Sequence[str], context: _Context) -> str:
    """Return the advice on a field that does not exist.

    A known field is suggested only if it could hold the value, and then means the same:
    a name that is spelt alike may mean the opposite.
    """
    word = re.sub(r"[-\s]+", "_", key.lower())
    other_name = _by_flag(word, value, known, context)
    other_name = other_name or _by_synonym(word, value, known, context)
    if other_name:
        return f"did you mean {other_name}?"
    for no_field in NO_FIELDS:
        if word in no_field.names:
            return no_field.message
    near = nearest(key, known)
    if near and (near == alike(key, known) or context.could_hold(near, value)):
        return f"did you mean {_quoted(near)}?"
    return _all_known(known)


def _by_flag(word: str, value: Any, known: Sequence[str], context: _Context) -> str:
    """Return the field that a flag of another name stands for; "" if it is none."""
    for flag in FLAGS:
        shown = flag.shown(value)
        if word in flag.names and flag.field in known and shown:
            is_its_value = context.could_hold(flag.field, value)
            return _quoted(flag.field) if is_its_value else shown
    return ""


def _by_synonym(word: str, value: Any, known: Sequence[str], context: _Context) -> str:
    """Return the field that has another name here; "" if it has none."""
    for synonym in SYNONYMS:
        if word in synonym.names and synonym.field in known:
            is_meant = synonym.written and value not in (None, False)
            if is_meant or context.could_hold(synonym.field, synonym.holding(value)):
                return synonym.shown
    return ""


def _quoted(name: str) -> str:
    return f'"{name}"'


def _all_known(known: Sequence[str]) -> str:
    return f"known are {', '.join(known)}"


def meant(name: str, known: Sequence[str]) -> str:
    """Return the advice on a name that does not exist.

    It is the known name that may have been meant, or else all of them.
    """
    near = nearest(name, known)
    return f"did you mean {_quoted(near)}?" if near else _all_known(known)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
