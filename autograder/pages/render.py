"""Makes a page of a template: one file, whose styles and script stand in it and are the only ones that may run."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from autograder.limits import LONGEST_TEXT
from autograder.text import counted, visible

HERE = Path(__file__).parent


def rendered(template: str, scripts: Sequence[str] = (), **values: Any) -> str:
    """A page. scripts: the names of those that it needs. values: what its template asks for."""
    style = (HERE / "styles" / "page.css").read_text("utf-8")
    names = ["parts.js", *scripts] if scripts else []
    script = "".join((HERE / "scripts" / name).read_text("utf-8") for name in names)
    return environment().get_template(template).render(style=Markup(style), script=Markup(script), **values)  # noqa: S704


def with_signs(text: str) -> str:
    """A text whose infinities are written as in drawings; those of Python, in quotes, stay."""
    return re.sub(r"(?<![\w.\"'])(?:\+|(-))?inf(?![\w\"'])", r"\1∞", text)


def prose(text: str, links: Mapping[str, str] | None = None) -> Markup:
    """A sentence as HTML: its code, in backticks, is code, and ids of exercises lead to their places on the page.

    links: these places, by id; None where a program's own words are in the sentence, whose infinities stay.
    """
    signed = str if links is None else with_signs
    ids = (rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(links or (), key=len, reverse=True))
    pieces = re.split(rf"`([^`\n]+)`|({'|'.join(ids) or '(?!)'})", visible(text, LONGEST_TEXT))
    made = [escape(signed(piece)) for piece in pieces[::3]]
    for place, (code, name) in enumerate(zip(pieces[1::3], pieces[2::3], strict=True)):
        mark, values = ("<code>{}</code>", [code]) if code else ('<a href="#{}">{}</a>', [(links or {})[name], name])
        made[place] += Markup(mark).format(*values)  # noqa: S704 (one of two, whose values are escaped)
    return Markup("").join(made)


def short_id(exercise: str) -> str:
    """The number that an exercise's id begins with, or the id."""
    return exercise.split("_")[0] if exercise[:1].isdigit() else exercise


@lru_cache
def environment() -> Environment:
    """How templates are read, and the filters that they have."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Text that could disguise itself is made visible, whoever wrote it.
        finalize=lambda value: visible(value, LONGEST_TEXT) if type(value) is str else value,
    )
    made.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    # What a Content-Security-Policy calls a style or a script that stands in the page.
    made.filters["hashed"] = lambda source: f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"
    made.filters.update(counted=counted, short_id=short_id, prose=prose)
    return made
