"""Changes right programs in one place, as students' slips do, and tells what each slip is called.

By words and lines of the text, nothing parsed; nothing is named where no known mistake is surely the one that was made.
It knows nothing of the engine that looks for repairs, so the two cannot agree by having one idea of a mistake.
"""

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BOUNDS = ("alpha", "beta", "low", "high", "lower", "upper")
UPPER = ("beta", "high", "upper")
ORDERS = ("<", ">", "<=", ">=")
CUTOFFS = frozenset({"no-max-cutoff", "no-min-cutoff", "no-pruning"})

Names = frozenset[str]
NONE: Names = frozenset()
WORDS = {
    "max": ("min",),
    "min": ("max",),
    "alpha": ("beta",),
    "beta": ("alpha",),
    "max_value": ("min_value",),
    "min_value": ("max_value",),
    ">": (">=", "<"),
    "<": ("<=", ">"),
    ">=": (">", "<="),
    "<=": ("<", ">="),
    "==": ("!=",),
    '"inf"': ('"-inf"',),
    '"-inf"': ('"inf"',),
}
"""What is easily written for what."""
MOVABLE = ("if ", "alpha", "beta", "value", "low", "high", "return ")


@dataclass(frozen=True)
class Mutant:
    """A changed program. lines: where, in its own numbers. about: what was done. names: the mistakes that it is."""

    source: str
    lines: tuple[int, ...]
    about: str
    names: Names = NONE


def mutants(source: str) -> list[Mutant]:
    """Every program that is one slip away."""
    return list(dict.fromkeys([*_words(source), *_signs(source), *_lines(source)]))


def _words(source: str) -> Iterator[Mutant]:
    """One word for another."""
    lines = source.split("\n")
    tokens = _tokens(source)
    for place, token in enumerate(tokens):
        for other in WORDS.get(token.string, ()):
            (row, start), (_, end) = token.start, token.end
            if lines[row - 1].lstrip().startswith(("def ", "from ", "import ", "class ")):
                continue
            if token.string in ("max_value", "min_value") and lines[row - 1].startswith(token.string):
                continue
            line = lines[row - 1][:start] + other + lines[row - 1][end:]
            names = of_word(tokens, place, other, lines)
            yield _with_line(lines, row, line, f"{token.string} → {other}", names)


def _signs(source: str) -> Iterator[Mutant]:
    """A minus sign less, and a child left out."""
    lines = source.split("\n")
    tokens = _tokens(source)
    for before, token, after, behind in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        row, start = token.start
        if token.string == "-" and before.string in ("(", ",", "=", "return") and after.type == tokenize.NAME:
            names = of_sign(after.string, behind.string)
            yield _with_line(lines, row, lines[row - 1][:start] + lines[row - 1][start + 1 :], "sign dropped", names)
        if token.string == ":" and token.start[0] == row and lines[row - 1].lstrip().startswith("for "):
            line = lines[row - 1]
            if line.rstrip().endswith((".children:", ".actions():")):
                yield _with_line(lines, row, line.rstrip()[:-1] + "[1:]:", "first child left out")
                backwards = line.rstrip()[:-1] + "[::-1]:"
                yield _with_line(lines, row, backwards, "from the right", frozenset({"right-to-left"}))


def _lines(source: str) -> Iterator[Mutant]:
    """A line left out, two lines in the other order, a return too far in."""
    lines = source.split("\n")
    for place, line in enumerate(lines):
        text, indent = line.lstrip(), len(line) - len(line.lstrip())
        if not indent or not text.startswith(MOVABLE):
            continue
        block = _block(lines, place)
        before = lines[:place]
        if (
            block - place < 4
            and text.startswith(("if ", "alpha", "beta", "low", "high"))
            and not text.startswith("if state.is_t")
        ):
            names = of_left_out(lines[place:block], lines)
            yield Mutant("\n".join(before + lines[block:]), (max(place, 1),), "line left out", names)
        if block < len(lines) and len(lines[block]) - len(lines[block].lstrip()) == indent and lines[block].strip():
            after = _block(lines, block)
            if not lines[block].lstrip().startswith(("else", "elif")) and not text.startswith("return"):
                new = before + lines[block:after] + lines[place:block] + lines[after:]
                names = of_exchanged(lines[place:block], lines[block:after])
                yield Mutant("\n".join(new), (place + 1, place + 1 + after - block), "lines exchanged", names)
        loop = _loop_before(lines, place, indent)
        if text.startswith("return ") and loop:
            names = of_early_return(loop)
            yield _with_line(lines, place + 1, "    " + line, "return too far in", names)


def _block(lines: list[str], place: int) -> int:
    """Where the statement at a line ends: the next line that is no further in."""
    indent = len(lines[place]) - len(lines[place].lstrip())
    end = place + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
        end += 1
    while end > place + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _loop_before(lines: list[str], place: int, indent: int) -> str:
    """The first line of the loop that the line before belongs to, if that loop begins where this line does."""
    for line in reversed(lines[:place]):
        if len(line) - len(line.lstrip()) <= indent:
            return line if line.lstrip().startswith(("for ", "while ")) else ""
    return ""


def _with_line(lines: list[str], row: int, line: str, about: str, names: Names = NONE) -> Mutant:
    return Mutant("\n".join([*lines[: row - 1], line, *lines[row:]]), (row,), about, names)


def _tokens(source: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(source).readline))


def of_word(tokens: Sequence[tokenize.TokenInfo], place: int, other: str, lines: Sequence[str]) -> Names:
    """What it is called to write another word in the place of a token. lines: the program's."""
    word, row = tokens[place].string, tokens[place].start[0]
    line = lines[row - 1]
    if word in ORDERS:
        return _of_order(tokens, place, other, lines)
    if word in ("max", "min"):
        return _of_fold(tokens, place, line)
    if word in BOUNDS:
        return _of_bound(tokens, place, lines)
    if word in ("max_value", "min_value"):
        return frozenset({"one-player"})
    if word in ('"inf"', '"-inf"'):
        return frozenset({"wrong-infinity"})
    return NONE


def of_sign(after: str, behind: str) -> Names:
    """What it is called to leave a minus sign out. after: the word behind it. behind: what follows that."""
    if after.lower() in ("inf", "infinity", "math"):
        return frozenset({"wrong-infinity"})
    return frozenset({"sign-not-flipped" if behind == "(" else "window-not-negated"})


def of_left_out(block: Sequence[str], lines: Sequence[str]) -> Names:
    """What it is called to leave some lines out."""
    first = block[0].strip()
    if is_test(block):
        return of_cutoff(first, lines)
    updated = [line.strip().split(" ")[0] for line in block if _sets_a_bound(line) and "_value(" not in line]
    if not updated:
        return NONE
    return frozenset({"beta-not-updated" if updated[0] in UPPER else "alpha-not-updated"})


def of_exchanged(first: Sequence[str], second: Sequence[str]) -> Names:
    """What it is called to exchange two neighbours: a test now before what it was behind is of an older value."""
    if not is_test(second):
        return NONE
    target = first[0].strip().split(" ")[0]
    late = target in re.findall(r"\w+", second[0])
    return frozenset({"late-cutoff" if late else "cutting-child-not-counted"})


def of_early_return(loop: str) -> Names:
    """What it is called to return within a loop, given its first line."""
    return frozenset({"first-child-only"}) if "children" in loop else NONE


def of_cutoff(test: str, lines: Sequence[str]) -> Names:
    """What it is called to do without a test: whose it is shows where it is about one end of the window alone."""
    if any("-negamax(" in line for line in lines):
        return frozenset({"no-pruning"})
    named = [word for word in re.findall(r"\w+", test) if word in BOUNDS]
    if len(set(named)) != 1:
        return CUTOFFS
    return frozenset({"no-max-cutoff" if named[0] in UPPER else "no-min-cutoff"})


def is_test(block: Sequence[str]) -> bool:
    """Whether some lines leave a loop or a function where a value reaches a bound."""
    head, *body = [line.strip() for line in block]
    bounded = any(word in BOUNDS for word in re.findall(r"\w+", head)) and any(order in head for order in "<>")
    return head.startswith("if ") and bounded and any(line.startswith(("return", "break", "raise")) for line in body)


def _of_order(tokens: Sequence[tokenize.TokenInfo], place: int, other: str, lines: Sequence[str]) -> Names:
    word, row = tokens[place].string, tokens[place].start[0]
    sides = {tokens[place - 1].string, tokens[place + 1].string}
    turned = word[0] != other[0]
    if sides & set(BOUNDS):
        if row < len(lines) and _sets_a_bound(lines[row]):
            return frozenset({"update-reversed"}) if turned else NONE
        return frozenset({"inverted-cutoff" if turned else "strict-cutoff"})
    if "depth" in sides:
        return NONE if turned else frozenset({"depth-off-by-one"})
    if "len" in sides:
        return NONE
    return frozenset({"fold-reversed" if turned else "last-of-ties"})


def _of_fold(tokens: Sequence[tokenize.TokenInfo], place: int, line: str) -> Names:
    if tokens[place + 2].string not in BOUNDS and not _sets_a_bound(line):
        return frozenset({"fold-reversed"})
    return frozenset({"update-reversed", "fold-reversed"} if "_value(" in line else {"update-reversed"})


def _of_bound(tokens: Sequence[tokenize.TokenInfo], place: int, lines: Sequence[str]) -> Names:
    before, after, row = tokens[place - 1].string, tokens[place + 1].string, tokens[place].start[0]
    if before in ORDERS or after in ORDERS:
        updates = row < len(lines) and _sets_a_bound(lines[row])
        return NONE if updates else frozenset({"swapped-cutoff"})
    if before == "return":
        return frozenset({"wrong-bound-returned"})
    return frozenset({"wrong-bound-updated"}) if after == "=" else NONE


def _sets_a_bound(line: str) -> bool:
    return line.strip().split(" ")[0] in BOUNDS and " = " in line
