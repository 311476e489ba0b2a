"""Makes the normal form of a program.

Two programs that differ in names and layout alone have the same one. It is made in the
reader's process: the time of Python's tokenizer grows with the square of a line's
length.
"""

import builtins
import io
import tokenize
from hashlib import sha256
from keyword import iskeyword

from autograder.core.limits import LARGEST_PROGRAM

LEFT_OUT = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)


def normal_form(source: bytes) -> str:
    """Return a digest of a program's tokens, with names numbered.

    Blanks, comments and docstrings are left out. Return "" if the text is no Python,
    has no statement, or is too large.
    """
    if len(source) > LARGEST_PROGRAM:
        return ""
    try:
        pieces = _normal_words(source)
    except (tokenize.TokenError, SyntaxError, ValueError):
        return ""
    return sha256("\0".join(pieces).encode()).hexdigest() if pieces else ""


def _normal_words(source: bytes) -> list[str]:
    """Return a program's tokens as words, the program's own names as "name 0", …

    Raises as Python's tokenizer does.
    """
    pieces: list[str] = []
    new_names: dict[str, str] = {}
    line: list[str] = []
    is_docstring = True  # until the line has another token than a text
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            pieces.append(tokenize.tok_name[token.type])
        elif token.type == tokenize.NEWLINE:
            if not is_docstring:
                pieces += [*line, "\n"]
            line = []
            is_docstring = True
        elif token.type not in LEFT_OUT:
            word = token.string
            if _is_name(token):
                word = new_names.setdefault(word, f"name {len(new_names)}")
            line.append(word)
            if token.type != tokenize.STRING:
                is_docstring = False
    return pieces


def _is_name(token: tokenize.TokenInfo) -> bool:
    """Return whether a token is a name that the program chose."""
    if token.type != tokenize.NAME or iskeyword(token.string):
        return False
    return not hasattr(builtins, token.string)
