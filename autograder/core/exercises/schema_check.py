"""Checks a document of a set against its schema; each mistake has advice."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from autograder.core.exercises.cache import cached, digest_of, installed
from autograder.core.exercises.other_names import (
    FLAGS,
    NO_FIELDS,
    NOT_ZERO_SUM,
    SYNONYMS,
)
from autograder.core.limits import MOST_NAMED, SHORTEST_BEGINNING
from autograder.core.project import SCHEMAS, VERSION
from autograder.core.text import alike, nearest

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

PLAIN_STEP = r"[\w$-]+"
"""A name in a path that cannot be taken for more than a name."""
SCHEMA_REMEDIES = {
    "enum": "write one of {choices}",
    "enum of players": f"write one of {{choices}}: {NOT_ZERO_SUM.message}",
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


def location_of(path: Sequence[str | int]) -> str:
    """Return a path into a document as people write it: tree[1].children[0].

    A name that is no plain word stands in quotes, as in JSON.
    """
    path_text = ""
    for step in path:
        if isinstance(step, int):
            path_text += f"[{step}]"
            continue
        name = step if re.fullmatch(PLAIN_STEP, step) else json.dumps(step)
        path_text += f".{name}" if path_text else name
    return path_text


def schema_mistakes(document: dict[str, Any], schema: str) -> list[tuple[str, str]]:
    """Return the mistakes that a schema finds in a document, as (location, message).

    They are cached, as jsonschema is slow to import.
    """
    # The tree is left to `tree_format`: it reads a million leaves, and a recursive
    # schema cannot.
    document = {key: 0 if key == "tree" else value for key, value in document.items()}

    def check() -> list[str]:
        """Return the mistakes as one line of JSON, as the cache keeps lines."""
        errors = sorted(
            _validator(schema).iter_errors(document),
            key=lambda error: location_of(list(error.path)),
        )
        mistakes = []
        for error in errors:
            for narrowed in _narrowed(error):
                location = location_of(list(narrowed.absolute_path))
                context = _Context(schema, document, list(narrowed.absolute_path))
                mistakes.append((location, _message(narrowed, context)))
        return [json.dumps(mistakes)]

    key = (*_checked_by(), schema, document)
    return cached(
        key,
        check,
        lambda lines: [(path, message) for path, message in json.loads(lines[0])],
    )


@lru_cache
def _checked_by() -> tuple[object, ...]:
    """Return keys of all that the mistakes of a document depend on."""
    names = Path(__file__).with_name("other_names.py")
    files = (*sorted(SCHEMAS.glob("*.json")), names, Path(__file__))
    return VERSION, installed("jsonschema"), digest_of(*files)


@lru_cache
def _validator(schema: str) -> Draft202012Validator:
    """Return the validator for a schema, which knows the other schemas by name."""
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


def _message(error: ValidationError, context: _Context) -> str:
    """Return the sentence about a mistake, without its place."""
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
    # The description of alternatives names them.
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
