"""Fills in the templates of a handout, and reads the fields in a file.

A template is of Jinja2, and a field in it may be a template itself.
"""

import json
import re
from collections.abc import Container, Mapping
from pathlib import Path
from string import Formatter
from textwrap import fill, indent
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.sentences import form_of, sentence

TOPIC = "handout"
WIDTH = 120
BLOCK = re.compile(r"^```\w+ (\w+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
"""A fenced block whose first line names the field that it is, after its language."""
CODE_SPAN = re.compile("`[^`]+`")
NO_BREAK = "\N{NO-BREAK SPACE}"
"""A blank at which `fill` breaks no line."""
DOLLAR = re.compile(r"^( *)\$(\w+)$|\$(\w+)", re.MULTILINE)
"""A field as words named it before they were templates of Jinja2: `$rules`. On a line
of its own it was wrapped."""


Fields = dict[str, Any]
"""Facts, and texts: `Words`, or a form of them for each plural category."""


class Words(str):
    """A text from a file, which is a template: fields may stand in it."""

    __slots__ = ()


class FieldContext(Context):
    """The fields of a template. One that is a template itself is filled in, too."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a field; of a text with forms, the one that fits."""
        value = super().resolve_or_missing(key)
        if isinstance(value, Mapping):
            value = as_template(form_of(value, self.parent))
        return filled(value, self.parent) if isinstance(value, Words) else value


def _wrapped(text: str, margin: int = 0, width: int = WIDTH) -> str:
    """Return a paragraph in lines that are not too long, all but the first indented.

    A paragraph of several lines is left as it is, and so is code. margin: the indent.
    width: of a line with its indent.
    """
    if "\n" not in text:
        text = CODE_SPAN.sub(lambda code: code[0].replace(" ", NO_BREAK), text)
        width -= margin
        text = fill(text, width, break_long_words=False, break_on_hyphens=False)
        text = text.replace(NO_BREAK, " ")
    return indent(text, " " * margin).lstrip(" ")


def not_written(name: str) -> str:
    """Return the message that the stub of a function raises."""
    return sentence(TOPIC, "not_written", name=name)


# A set may come from others, and its words are no code.
TEMPLATES = SandboxedEnvironment(
    undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
TEMPLATES.context_class = FieldContext
TEMPLATES.filters["wrapped"] = _wrapped
TEMPLATES.filters["not_written"] = not_written
TEMPLATES.filters["code"] = json.dumps


def as_template(text: str) -> Words:
    """Return a sentence, which has its parts in braces, as Jinja2 writes it."""
    pieces = Formatter().parse(text)
    return Words(
        "".join(
            literal if part is None else f"{literal}{{{{ {part} }}}}"
            for literal, part, _, _ in pieces
        )
    )


def read_fields(file: Path, body: str = "what") -> Fields:
    """Return the fields in a file, if there is one: its head, its blocks and, as
    `body`, the rest.

    Raises InvalidExercises.
    """
    if not file.exists():
        return {}
    try:
        text = file.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise InvalidExercises(
            [Mistake(file, "", f"this cannot be read: {error}")]
        ) from None
    head, text = (
        text[4:].split("\n---\n", 1)
        if text.startswith("---\n") and "\n---\n" in text
        else ("", text)
    )
    fields = {
        name.strip(): value.strip()
        for name, _, value in (line.partition(":") for line in head.splitlines())
    }
    left = re.sub(r"\n{3,}", "\n\n", BLOCK.sub("", text)).strip("\n")
    fields |= dict(BLOCK.findall(text)) | ({body: left} if left else {})
    return {name: Words(value) for name, value in fields.items()}


def filled(text: str, fields: Mapping[str, Any]) -> str:
    """Return a template with the fields in it filled in.

    Raises TemplateError and RecursionError.
    """
    try:
        return TEMPLATES.from_string(text).render(fields)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise TemplateError(f"{type(error).__name__}: {error}") from error


def without_dollars(text: str, names: Container[str]) -> str:
    """Return a text with each $name, if it is that of a field, as Jinja2 writes it."""

    def rewritten(match: re.Match[str]) -> str:
        margin, alone, inside = match.groups()
        if (alone or inside) not in names:
            return match[0]
        if inside:
            return f"{{{{ {inside} }}}}"
        return f"{margin}{{{{ {alone} | wrapped({len(margin)}) }}}}"

    return DOLLAR.sub(rewritten, text)
