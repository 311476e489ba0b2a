"""Checks documents against the JSON Schemas in exercises/schema, and says mistakes in words that help to mend them.

What was found is cached: an unchanged set does not wait for the import of jsonschema, which is slow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.exercises.cache import cached, digest_of, installed
from autograder.exercises.documents import place_of
from autograder.limits import MOST_NAMED
from autograder.project import SCHEMAS, VERSION
from autograder.text import counted, nearest, table

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


def schema_mistakes(document: dict[str, Any], schema: str) -> list[tuple[str, str]]:
    """Each mistake of a document as (place, words). schema: "exercise" or "assignment".

    The tree of an exercise is left to `tree_format`, which reads a million leaves where a recursive schema cannot.
    """
    document = {key: 0 if key == "tree" else value for key, value in document.items()}

    def check() -> list[str]:
        errors = sorted(_validator(schema).iter_errors(document), key=lambda error: place_of(list(error.path)))
        return [json.dumps([(place_of(list(error.absolute_path)), _words(error)) for error in errors])]

    files = (*sorted(SCHEMAS.glob("*.json")), Path(__file__), Path(__file__).with_name("words.json"))
    key = (VERSION, installed("jsonschema"), digest_of(*files), schema, document)
    return cached(key, check, lambda lines: [(place, words) for place, words in json.loads(lines[0])])


@lru_cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

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
        known = list(schema["properties"])
        unknown = [key for key in found if key not in known]
        words = [f"there is no field {_shown(key)}; {_meant(key, known)}" for key in unknown[:MOST_NAMED]]
        return "; ".join(words + ([f"and {len(unknown) - MOST_NAMED} more"] if len(unknown) > MOST_NAMED else []))
    if error.validator == "required":
        return error.message.replace("'", '"').replace(" is a required property", " is missing")
    if error.validator == "oneOf" and not error.path:
        has = "both" if "tree" in found else "neither"
        return f'an exercise has a "tree" or "generate", exactly one of them; this one has {has}'
    wanted: dict[str, Callable[[], str]] = {
        "enum": lambda: "write one of " + ", ".join(json.dumps(value) for value in schema["enum"]),
        "pattern": lambda: f'students submit a Python file, so write its name, such as "{_python_file(found)}"',
        "type": lambda: f"write {table('exercises')['kinds'][schema['type']]}{_such_as(schema)}",
        "minimum": lambda: f"the least is {schema['minimum']}",
        "maximum": lambda: f"the most is {schema['maximum']}",
        "exclusiveMinimum": lambda: f"it must be more than {schema['exclusiveMinimum']}",
        "minItems": lambda: f"write {counted(schema['minItems'], 'entry', 'entries')}",
        "maxItems": lambda: f"write {counted(schema['maxItems'], 'entry', 'entries')}",
        "minLength": lambda: "it may not be empty",
        "maxLength": lambda: f"at most {counted(schema['maxLength'], 'character')}",
    }
    right = wanted[error.validator]() if error.validator in wanted else schema.get("description") or error.message
    return f"{_shown(found)} is not right here; {right}"


def _meant(key: str, known: list[str]) -> str:
    """What to write instead of a field that there is not."""
    for written, words in table("exercises")["fields"].items():
        if key.lower().replace("-", "_") in words.split() and written.split('"')[1] in known:
            return f"did you mean {written}?"
    near = nearest(key, known)
    return f'did you mean "{near}"?' if near else "known are " + ", ".join(known)


def _python_file(name: str) -> str:
    """A name that students' file may have, as near as can be to one that it may not."""
    stem = re.sub(r"\W", "_", Path(name).name.split(".")[0], flags=re.ASCII)
    return f"{stem}.py" if stem and not stem[0].isdigit() else "alphabeta.py"


def _such_as(schema: dict[str, Any]) -> str:
    """An example of an object or array, where the schema has one."""
    examples = schema.get("examples", []) if schema["type"] in ("object", "array") else []
    return f", such as {json.dumps(examples[0], ensure_ascii=False)}" if examples else ""


def _shown(found: Any) -> str:
    text = json.dumps(found, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"
