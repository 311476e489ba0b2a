"""What every test that produces results.json checks of it."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMA = Draft202012Validator(json.loads(Path(__file__).with_name("gradescope.schema.json").read_text("utf-8")))


def valid_results(results: Path | dict[str, Any]) -> dict[str, Any]:
    """The results in a file or a dict, after a look whether Gradescope would take them."""
    data: dict[str, Any]
    if isinstance(results, Path):
        text = results.read_bytes()
        assert b"\r" not in text
        data = json.loads(text, parse_constant=lambda name: _refuse(name))
    else:
        data = json.loads(json.dumps(results, allow_nan=False))
    SCHEMA.validate(data)
    assert set(data["extra_data"]) >= {"isolation", "version"}
    for test in data.get("tests", ()):
        extra = test["extra_data"]
        assert set(extra["checks"]) == {"value", "pruned", "order"}
        assert isinstance(extra["exercise"], str)
        assert isinstance(extra["misconceptions"], list)
        assert 0 <= test["score"] <= test["max_score"]
    return data


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")
