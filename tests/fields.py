"""Writes the tables of fields in docs/exercises.md anew, made of the schemas: .venv/bin/python -m tests.fields."""

import argparse
import json
import re
from collections.abc import Iterator
from typing import Any

from tests.sets import PROJECT

PAGE = PROJECT / "docs" / "exercises.md"
SCHEMAS = PROJECT / "exercises" / "schema"
TABLES = {
    "exercise": ("exercise", "properties"),
    "require": ("exercise", "$defs", "require", "properties"),
    "generate": ("exercise", "$defs", "generate", "properties"),
    "assignment": ("assignment", "properties"),
}
"""The place of a table's fields: the schema, and the names that lead to them."""
WITH_PARTS = {"late", "limits"}
"""Fields whose own fields have rows."""
VALUES = re.compile(r'\{[^}]*\}|\[[^\]]*\]|"[^"]*"')
DEFAULT = re.compile(r" Default: (.*)\.$")


def _schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))


def _referred(field: dict[str, Any]) -> dict[str, Any]:
    """Return a field with the definition that it names."""
    name = field.get("$ref", "").rpartition("/")[2]
    definition = _schema("exercise")["$defs"][name] if name else {}
    return {**definition, **field}


def _code(value: object) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _default(field: dict[str, Any], told: str) -> str:
    """Return the last cell of a row. told: the default that the description says."""
    value = field.get("default", "")
    if value in ("", [], {}):
        return told
    return _code(value) if isinstance(value, str | list | dict) else json.dumps(value)


def row(name: str, field: dict[str, Any]) -> str:
    """Return a field's row: its meaning with what it may be, and its default."""
    field = _referred(field)
    meaning = field["description"]
    match = DEFAULT.search(meaning)
    default = match[1] if match else ""
    meaning = VALUES.sub(r"`\g<0>`", DEFAULT.sub("", meaning)).removesuffix(".")
    if 0 < len(field.get("enum", ())) < 5:
        meaning += ": " + ", ".join(map(_code, field["enum"]))
    if "minimum" in field and field.get("maximum", 10**6) < 10**6:
        meaning += f" ({field['minimum']:,} to {field['maximum']:,})"
    return f"| `{name}` | {meaning} | {_default(field, default)} |"


def _rows(fields: dict[str, Any], before: str = "") -> Iterator[str]:
    for name, field in fields.items():
        if name in WITH_PARTS:
            yield from _rows(field["properties"], f"{name}.")
        elif name != "$schema":
            yield row(before + name, field)


def _for_all_exercises(fields: dict[str, Any]) -> dict[str, Any]:
    """Return an assignment's fields, briefly if an exercise has them, too."""
    names = {*_schema("exercise")["properties"]} - {"title"}
    marks = {"description": "Of exercises that do not say", "enum": []}
    return {
        name: {**field, **marks} if name in names else field
        for name, field in fields.items()
    }


def table(name: str) -> str:
    """Return a table of fields."""
    schema, *path = TABLES[name]
    fields = _schema(schema)
    for step in path:
        fields = fields[step]
    if schema == "assignment":
        fields = _for_all_exercises(fields)
    return "\n".join(["| field | meaning | default |", "|---|---|---|", *_rows(fields)])


def with_tables(text: str) -> str:
    """Return a text with the table that each `<!-- fields NAME -->` names, up to `<!-- end -->`."""
    for name in TABLES:
        start = f"<!-- fields {name} -->\n"
        before, _, after = text.partition(start)
        _, end, rest = after.partition("\n<!-- end -->")
        text = f"{before}{start}\n{table(name)}\n{end}{rest}"
    return text


def main() -> None:
    """Write the tables."""
    written = (
        "Writes the tables of fields in docs/exercises.md anew, made of the schemas."
    )
    argparse.ArgumentParser(
        prog="python -m tests.fields", description=written
    ).parse_args()
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
