"""Checks documents against the JSON Schemas in exercises/schema, and says mistakes in words that help to mend them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

from autograder.exercises.documents import place_of
from autograder.limits import MOST_NAMED
from autograder.paths import SCHEMAS
from autograder.text import counted, nearest

MEANT: dict[str, tuple[str, str]] = {
    "hidden": ("visibility", '"visibility": "hidden"'),
    "visible": ("visibility", '"visibility": "visible"'),
    "name": ("title", '"title"'),
    "description": ("title", '"title"'),
    "comment": ("source", '"source"'),
    "note": ("source", '"source"'),
    "player": ("root", '"root": "max" or "min"'),
    "to_move": ("root", '"root": "max" or "min"'),
    "maximizing": ("root", '"root": "max"'),
    "minimizing": ("root", '"root": "min"'),
    "alpha": ("window", '"window": [alpha, beta]'),
    "beta": ("window", '"window": [alpha, beta]'),
    "answer": ("expected", '"expected": {"value", "pruned", "visited"}'),
    "solution": ("expected", '"expected": {"value", "pruned", "visited"}'),
    "value": ("expected", '"expected": {"value": …}'),
    "pruned": ("expected", '"expected": {"pruned": […]}'),
    "visited": ("expected", '"expected": {"visited": […]}'),
    "score": ("points", '"points": {"value", "pruned", "order"}'),
    "weight": ("points", '"points": {"value", "pruned", "order"}'),
    "max_score": ("points", '"points": {"value", "pruned", "order"}'),
    "children": ("tree", '"tree"'),
    "random": ("generate", '"generate"'),
    "examples": ("generate", '"generate": {"examples": …}'),
    "seed": ("generate", '"generate": {"seed": …}'),
    "branching": ("generate", '"generate": {"branching": …}'),
    "count": ("examples", '"examples"'),
    "trees": ("examples", '"examples"'),
    "strict": ("prune_when", '"prune_when": "alpha > beta"'),
    "fail_soft": ("bound", '"bound": "fail-soft"'),
    "fail_hard": ("bound", '"bound": "fail-hard"'),
    "filename": ("file", '"file"'),
    "function": ("interface", '"interface"'),
    "algorithm": ("interface", '"interface"'),
    "seconds": ("limits", '"limits": {"seconds": …}'),
    "timeout": ("limits", '"limits": {"seconds": …}'),
    "time": ("seconds", '"seconds"'),
    "memory": ("memory_mb", '"memory_mb"'),
}
"""What people write for a field: the field that they mean, and how it is written."""


def mistakes(document: dict[str, Any], schema: str) -> Iterator[tuple[str, str]]:
    """Each mistake of a document as (place, words). schema: "exercise" or "assignment".

    The tree of an exercise is left to `autograder.tree`, which reads a million leaves where a recursive schema cannot.
    """
    document = {key: 0 if key == "tree" else value for key, value in document.items()}
    for error in sorted(_validator(schema).iter_errors(document), key=lambda error: place_of(list(error.path))):
        yield place_of(list(error.absolute_path)), _words(error)


@lru_cache
def _validator(schema: str) -> Draft202012Validator:
    schemas = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in SCHEMAS.glob("*.json")}
    del schemas["exercise.json"]["$defs"]["interface"]["enum"]  # for editors; what there is the loader asks `reference`
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(contents)) for name, contents in schemas.items()
    )
    return Draft202012Validator(schemas[f"{schema}.json"], registry=registry)


def _words(error: ValidationError) -> str:
    """What is wrong and what would be right."""
    schema: Any = error.schema
    found: Any = error.instance
    if error.validator == "additionalProperties":
        return _unknown_field(schema, found)
    if error.validator == "required":
        return error.message.replace("'", '"').replace(" is a required property", " is missing")
    if error.validator == "oneOf" and not error.path:
        has = "both" if "tree" in found else "neither"
        return f'an exercise has a "tree" or "generate", exactly one of them; this one has {has}'
    wanted: dict[str, Callable[[], str]] = {
        "enum": lambda: "write one of " + ", ".join(json.dumps(value) for value in schema["enum"]),
        "pattern": lambda: (
            f"students submit a Python file, so write its name, such as {json.dumps(_python_file(found))}"
        ),
        "type": lambda: f"write {_article(str(schema['type']))}{_such_as(schema)}",
        "minimum": lambda: f"the least is {schema['minimum']}",
        "maximum": lambda: f"the most is {schema['maximum']}",
        "exclusiveMinimum": lambda: f"it must be more than {schema['exclusiveMinimum']}",
        "minItems": lambda: f"write {counted(schema['minItems'], 'entry', 'entries')}",
        "maxItems": lambda: f"write {counted(schema['maxItems'], 'entry', 'entries')}",
        "minLength": lambda: "it may not be empty",
        "maxLength": lambda: f"at most {counted(schema['maxLength'], 'character')}",
    }
    otherwise = lambda: str(schema.get("description") or error.message)  # noqa: E731
    return f"{_shown(found)} is not right here; {wanted.get(str(error.validator), otherwise)()}"


def _unknown_field(schema: dict[str, Any], found: dict[str, Any]) -> str:
    known = list(schema["properties"])
    unknown = [key for key in found if key not in known]
    words = [f"there is no field {_shown(key)}; {_meant(key, known)}" for key in unknown[:MOST_NAMED]]
    return "; ".join(words) + (f"; and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else "")


def _meant(key: str, known: list[str]) -> str:
    """What to write instead of a field that there is not."""
    field, written = MEANT.get(key.lower().replace("-", "_"), ("", ""))
    if field in known:
        return f"did you mean {written}?"
    near = nearest(key, known)
    return f'did you mean "{near}"?' if near else "known are " + ", ".join(known)


def _python_file(name: str) -> str:
    """A name that students' file may have, as near as can be to one that it may not."""
    stem = re.sub(r"\W", "_", Path(name).name.split(".")[0], flags=re.ASCII)
    return f"{stem}.py" if stem and not stem[0].isdigit() else "alphabeta.py"


def _article(kind: str) -> str:
    return {
        "object": "an object { … }",
        "array": "an array [ … ]",
        "string": 'text in quotes, "…"',
        "integer": "a whole number",
        "number": "a number",
        "boolean": "true or false",
    }[kind]


def _such_as(schema: dict[str, Any]) -> str:
    """An example of an object or array, where the schema has one."""
    examples = schema.get("examples", []) if schema["type"] in ("object", "array") else []
    return f", such as {json.dumps(examples[0], ensure_ascii=False)}" if examples else ""


def _shown(found: Any) -> str:
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
