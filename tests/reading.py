"""Reads sentences back, in any language: a pattern for each sentence, by its topic and name."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import Formatter

from autograder.core import sentences
from autograder.core.sentences import language, speaking, topic_of

NUMBER = r"-?(?:inf|\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
NODE = r"[A-Z]+\d+"
SIGN = "[<>≤≥]"
PARTS = {
    **dict.fromkeys(("node", "leaf", "child", "next", "above"), NODE),
    "sign": SIGN,
    "name": "alpha|beta",
    "function": r"\w+",
    "mover": "MAX|MIN",
}
"""The patterns of the parts of a sentence, by their names; other parts are numbers."""


def forget_sentences() -> None:
    """Have the sentences read anew, from where they are then."""
    for reader in (
        sentences._own,
        sentences._english,
        sentences._checked,
        sentences._about,
        sentences._categories,
    ):
        reader.cache_clear()


def pattern(topic: str, name: str, **parts: str) -> str:
    """Return the pattern of a sentence in the language that is spoken.

    Each part is a group of its own name. parts: other patterns for some.
    """
    text = topic_of(topic)[name]
    assert isinstance(text, str), "a sentence whose form a number decides"
    pieces: list[str] = []
    group_names: set[str] = set()
    for literal, part, _, _ in Formatter().parse(text):
        pieces.append(re.escape(literal))
        if part is None:
            continue
        if part in group_names:
            pieces.append(f"(?P={part})")
            continue
        group_names.add(part)
        pieces.append(f"(?P<{part}>{parts.get(part, PARTS.get(part, NUMBER))})")
    return "".join(pieces)


Names = tuple[tuple[str, str], ...]
"""The topics and names of sentences that stand one after the other."""


@lru_cache
def _compiled(
    language: str, names: Names, parts: tuple[tuple[str, str], ...]
) -> re.Pattern[str]:
    with speaking(language):
        patterns = [pattern(topic, name, **dict(parts)) for topic, name in names]
    return re.compile(" ".join(_numbered(patterns)))


def _numbered(patterns: Iterable[str]) -> list[str]:
    """Return patterns in which no group has the name of an earlier one.

    A second one is called by the name and 2.
    """
    group_names: set[str] = set()
    renamed = []
    for text in patterns:
        again = {
            name for name in re.findall(r"\(\?P<(\w+)>", text) if name in group_names
        }
        group_names |= {*re.findall(r"\(\?P<(\w+)>", text)}
        for name in again:
            text = text.replace(f"(?P<{name}>", f"(?P<{name}2>")
            text = text.replace(f"(?P={name})", f"(?P={name}2)")
        renamed.append(text)
    return renamed


def read(
    text: str, kinds: Mapping[str, Names], **parts: str
) -> tuple[str, dict[str, str]]:
    """Return which kind of sentences a text is, and what it says of each part.

    Exactly one kind fits, in the language that is spoken.
    """
    others = tuple(sorted(parts.items()))
    fitting = [
        (kind, match.groupdict())
        for kind, names in kinds.items()
        if (match := _compiled(language(), names, others).fullmatch(text))
    ]
    assert len(fitting) == 1, text
    return fitting[0]
