"""Makes the normal form of a program.

By it two that differ in names and layout alone are known for one. It runs in the
reader's process: Python's tokenizer takes time that grows with the square of a line's
length.
"""

import builtins
import io
import tokenize
from hashlib import sha256
from keyword import iskeyword

from autograder.limits import LARGEST_PROGRAM

LEFT_OUT = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)


def normal_form(source: bytes) -> str:
    """Return a digest of a program's tokens, with names numbered.

    Blanks, comments and docstrings are left out. It is "" for what is no Python, for a
    program without a statement, and for one that is too large.
    """
    if len(source) > LARGEST_PROGRAM:
        return ""
    numbers: dict[str, str] = {}
    whole: list[str] = []
    line: list[str] = []
    is_text = True
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type in (tokenize.INDENT, tokenize.DEDENT):
                whole.append(tokenize.tok_name[token.type])
            elif token.type == tokenize.NEWLINE:
                whole += [] if is_text else [*line, "\n"]
                line, is_text = [], True
            elif token.type not in LEFT_OUT:
                word = token.string
                is_own = (
                    token.type == tokenize.NAME
                    and not iskeyword(word)
                    and not hasattr(builtins, word)
                )
                line.append(
                    numbers.setdefault(word, f"name {len(numbers)}") if is_own else word
                )
                is_text = is_text and token.type == tokenize.STRING
    except (tokenize.TokenError, SyntaxError, ValueError):
        return ""
    return sha256("\0".join(whole).encode()).hexdigest() if whole else ""
