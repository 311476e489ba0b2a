"""Remembers which documents passed the JSON Schemas: a set that is unchanged needs no jsonschema, slow to import."""

from __future__ import annotations

import contextlib
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from autograder.exercises.installed import installed
from autograder.paths import REMEMBERED, SCHEMAS
from autograder.version import VERSION

FILE = REMEMBERED / ".passed-schemas"


def stamp(document: dict[str, Any], schema: str) -> str:
    """A digest of everything that decides whether a document passes. Trees are none of the schemas' business."""
    checked = {key: value for key, value in document.items() if key != "tree"}
    what = (VERSION, _checking(), installed("jsonschema"), schema, "tree" in document, checked)
    return sha256(repr(what).encode()).hexdigest()


def has_passed(stamp: str) -> bool:
    """Whether a document with this stamp passed before."""
    return stamp in _passed()


def note_passed(stamp: str) -> None:
    """Notes that a document passed, where there is a place to note it."""
    _passed().add(stamp)
    with contextlib.suppress(OSError), FILE.open("a", encoding="ascii") as file:
        file.write(f"{stamp}\n")


@lru_cache
def _passed() -> set[str]:
    """The stamps noted before: read once, as a set may have thousands of files."""
    with contextlib.suppress(OSError):
        return set(FILE.read_text("ascii").split())
    return set()


@lru_cache
def _checking() -> list[str]:
    """How documents are checked: the schemas, and the module that uses them."""
    files = [*sorted(SCHEMAS.glob("*.json")), Path(__file__).with_name("schema.py")]
    return [file.read_text("utf-8") for file in files]
