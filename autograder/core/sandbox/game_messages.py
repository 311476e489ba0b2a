"""The messages of game.py's exceptions, and of adapters, in the run's language."""

import json
import re
from collections.abc import Mapping

from autograder.core.sentences import fits, in_language, topic_of
from reference import game

TABLE = re.compile(r"^MESSAGES = \{\n(?:[ )].*\n)*\}$", re.MULTILINE)
"""The table of messages in game.py, which `handout` writes in the set's language."""
SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
"""A character that means something in a pattern.

`re.escape` escapes blanks, too, and the students' own tests have these patterns.
"""
NAME_OF_PART = re.compile(r"\{\w+\}")


def messages_of_game() -> dict[str, str]:
    """Return those that game.py has to be told, by name."""
    texts: Mapping[str, object] = topic_of("game")
    return {
        name: str(texts[name])
        for name, english in game.MESSAGES.items()
        if texts.get(name, english) != english and fits(english, texts[name])
    }


def adapter_of_handout(source: str) -> str:
    """Return the text of an adapter with its messages in the run's language alone.

    At home it runs without the grader, which puts in the right ones.
    """
    import ast  # few sets have one

    for statement in ast.parse(source).body:
        match statement:
            case ast.Assign([ast.Name("MESSAGES")], table) | ast.AnnAssign(
                ast.Name("MESSAGES"), _, ast.expr() as table
            ):
                texts = ast.literal_eval(table)
                written = ast.get_source_segment(source, table) or ""
                rows = {name: in_language(text) for name, text in texts.items()}
                return source.replace(written, table_of(rows), 1)
    return source


def table_of(messages: Mapping[str, str]) -> str:
    """Return a table of messages as Python writes it."""
    rows = [
        f"    {json.dumps(name)}: {json.dumps(text, ensure_ascii=False)},"
        for name, text in messages.items()
    ]
    return "\n".join(["{", *rows, "}"])


def pattern_of(name: str) -> str:
    """Return a pattern of a message."""
    text = messages_of_game().get(name, game.MESSAGES[name])
    pieces = NAME_OF_PART.split(text)
    return ".*".join(SPECIAL.sub(r"\\\g<0>", piece) for piece in pieces)


def is_message(name: str, text: str) -> bool:
    """Return whether a text is a message of game.py's."""
    return re.fullmatch(pattern_of(name), text, re.DOTALL) is not None
