"""The messages of game.py's exceptions, in the run's language."""

import re
from collections.abc import Mapping

from autograder.core.sentences import fits, topic_of
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


def pattern_of(name: str) -> str:
    """Return a pattern of a message."""
    text = messages_of_game().get(name, game.MESSAGES[name])
    pieces = NAME_OF_PART.split(text)
    return ".*".join(SPECIAL.sub(r"\\\g<0>", piece) for piece in pieces)


def is_message(name: str, text: str) -> bool:
    """Return whether a text is a message of game.py's."""
    return re.fullmatch(pattern_of(name), text, re.DOTALL) is not None
