"""Changes right programs in one or two places, as students' slips do: by words and lines of the text, nothing parsed.

It knows nothing of the engine that looks for repairs, so the two cannot agree by having one idea of a mistake.
"""

import io
import random
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from tests import true_names
from tests.true_names import NONE, Names

WORDS = {
    "max": ("min",),
    "min": ("max",),
    "alpha": ("beta",),
    "beta": ("alpha",),
    "low": ("high",),
    "high": ("low",),
    "max_value": ("min_value",),
    "min_value": ("max_value",),
    "maximize": ("minimize",),
    "minimize": ("maximize",),
    "True": ("False",),
    "False": ("True",),
    "inf": ("1000",),
    "utility": (),
    "break": ("continue", "pass"),
    ">": (">=", "<"),
    "<": ("<=", ">"),
    ">=": (">", "<="),
    "<=": ("<", ">="),
    "==": ("!=",),
    "'MAX'": ("'MIN'",),
    '"MAX"': ('"MIN"',),
    '"inf"': ('"-inf"',),
    '"-inf"': ('"inf"',),
}
"""What is easily written for what."""
PHRASES = {
    "board.pop()": "pass",
    "board.push(move)": "pass",
    "not maximizing": "maximizing",
    " or board.is_game_over()": "",
    " or state.isLose()": "",
    "state.getNumAgents()": "2",
    "agent + 1": "1",
    "agent, rounds = 0, rounds + 1": "agent = 0",
    "rounds + 1": "rounds",
    ", best_score, inf)": ", -inf, inf)",
    "value, _ =": "_, value =",
    "v2, _ =": "_, v2 =",
    ", None\n": "\n",
    "return v, best": "return best, v",
    " or best is None": "",
    " or move is None": "",
    "alpha, beta)\n": "beta, alpha)\n",
    "alpha=alpha, beta=beta": "alpha=beta, beta=alpha",
    ", alpha=alpha, beta=beta": "",
    ", key=worth": "",
    "beta)[0]": "beta)[1]",
    "gameState.getNumAgents() - 1": "1",
    " - 1:": ":",
    "agentIndex + 1": "agentIndex",
    "minLevel(successor, depth,": "minLevel(successor, depth + 1,",
    "maxLevel(successor, depth,": "maxLevel(gameState, depth,",
    "depth + 1": "depth",
    " or gameState.isLose()": "",
    "generateSuccessor(agentIndex": "generateSuccessor(0",
    "getLegalActions(agentIndex": "getLegalActions(0",
}
"""What is easily written for what in courses' programs: their words for moves, agents, rounds and pairs."""
MOVABLE = ("if ", "alpha", "beta", "v ", "best", "value", "low", "high", "return ", "score", "break")


@dataclass(frozen=True)
class Mutant:
    """A changed program. lines: where it was changed, in its own numbers. about: what was done.
    names: the known mistakes that this is. parts: the programs with one of two changes alone.
    """

    source: str
    lines: tuple[int, ...]
    about: str
    names: Names = NONE
    parts: tuple["Mutant", ...] = ()


def mutants(source: str) -> list[Mutant]:
    """Every program that is one slip away."""
    return list(dict.fromkeys([*_words(source), *_phrases(source), *_signs(source), *_lines(source)]))


def pairs(source: str, number: int, seed: int) -> list[Mutant]:
    """Programs that are two slips away, in different lines: half of them the same slip twice, half any two."""
    chosen = random.Random(seed)
    ones = [mutant for mutant in mutants(source) if mutant.source.count("\n") == source.count("\n")]
    found: list[Mutant] = []
    for attempt in range(number * 20):
        first, second = chosen.sample(ones, 2)
        alike = first.about.split(":")[0] == second.about.split(":")[0]
        if first.lines != second.lines and len(first.lines) == len(second.lines) == 1 and (alike or attempt % 2):
            lines = source.split("\n")
            for mutant in (first, second):
                lines[mutant.lines[0] - 1] = mutant.source.split("\n")[mutant.lines[0] - 1]
            about = f"{first.about} and {second.about}"
            names = true_names.of_both(first.names, second.names)
            found.append(Mutant("\n".join(lines), first.lines + second.lines, about, names, (first, second)))
        if len(found) == number:
            break
    return found


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
            names = true_names.of_word(tokens, place, other, lines)
            yield _with_line(lines, row, line, f"{token.string} → {other}", names)


def _phrases(source: str) -> Iterator[Mutant]:
    """One phrase for another."""
    for old, new in PHRASES.items():
        place = source.find(old)
        while place >= 0:
            row = source.count("\n", 0, place) + 1
            if not source.split("\n")[row - 1].lstrip().startswith("def "):
                changed = source[:place] + new + source[place + len(old) :]
                names = true_names.of_phrase(old, new)
                yield Mutant(changed, (row,), f"{old.strip()} → {new.strip() or 'nothing'}", names)
            place = source.find(old, place + 1)


def _signs(source: str) -> Iterator[Mutant]:
    """A minus sign less, and a child left out."""
    lines = source.split("\n")
    tokens = _tokens(source)
    for before, token, after, behind in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        row, start = token.start
        if token.string == "-" and before.string in ("(", ",", "=", "return") and after.type == tokenize.NAME:
            names = true_names.of_sign(after.string, behind.string)
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
            names = true_names.of_left_out(lines[place:block], lines)
            yield Mutant("\n".join(before + lines[block:]), (max(place, 1),), "line left out", names)
        if block < len(lines) and len(lines[block]) - len(lines[block].lstrip()) == indent and lines[block].strip():
            after = _block(lines, block)
            if not lines[block].lstrip().startswith(("else", "elif")) and not text.startswith("return"):
                new = before + lines[block:after] + lines[place:block] + lines[after:]
                names = true_names.of_exchanged(lines[place:block], lines[block:after])
                yield Mutant("\n".join(new), (place + 1, place + 1 + after - block), "lines exchanged", names)
        loop = _loop_before(lines, place, indent)
        if text.startswith("return ") and loop:
            names = true_names.of_early_return(loop)
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
