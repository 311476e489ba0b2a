"""Documents that passed their schema: noted under all that the passing depends on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder.exercises import schema

EXERCISE = {"title": "t", "tree": [1, 2]}
CHANGES: dict[str, Callable[..., Any]] = {
    "VERSION": lambda: None,
    "installed": lambda library: [f"{library}-0.dist-info"],
    "_checking": lambda: ["other words"],
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_version_jsonschema_or_way_to_check_is_another_stamp(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_checker", schema._checker.__wrapped__)
    before = schema._entry(EXERCISE, "exercise")
    monkeypatch.setattr(schema, name, CHANGES[name])
    assert schema._entry(EXERCISE, "exercise") != before


def test_the_way_to_check_is_the_schemas_and_the_code_that_reads_them() -> None:
    checking = "".join(schema._checking())
    assert "Draft202012Validator(" in checking
    assert "https://json-schema.org/draft/2020-12/schema" in checking


def test_an_unchanged_document_waits_for_no_jsonschema_whatever_its_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert schema.schema_mistakes(EXERCISE, "exercise") == []
    monkeypatch.setattr(schema, "_validator", lambda _: pytest.fail("checked again"))
    assert schema.schema_mistakes({**EXERCISE, "tree": 3}, "exercise") == []
    with pytest.raises(pytest.fail.Exception):
        schema.schema_mistakes({"title": "t"}, "exercise")
