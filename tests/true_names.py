"""What a slip is called: told by the words around it, by the script that made it, so that a wrong name is seen as such.

Nothing is named where no known mistake is surely the one that was made.
"""

import re
import tokenize
from collections.abc import Sequence

from reference.problem import PruneWhen

BOUNDS = ("alpha", "beta", "low", "high", "lower", "upper")
UPPER = ("beta", "high", "upper")
ORDERS = ("<", ">", "<=", ">=")
CHILDREN = ("children", "actions", "successors", "egalActions", "legal_moves", "range(0, 2)")
CUTOFFS = frozenset({"no-max-cutoff", "no-min-cutoff", "no-pruning"})

Names = frozenset[str]
NONE: Names = frozenset()


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
    if word == "inf":
        return frozenset({"finite-infinity"})
    if word in ('"inf"', '"-inf"'):
        return frozenset({"wrong-infinity"})
    if word == "break":
        return of_cutoff(lines[row - 2], lines)
    return NONE


def of_sign(after: str, behind: str) -> Names:
    """What it is called to leave a minus sign out. after: the word behind it. behind: what follows that."""
    if after.lower() in ("inf", "infinity", "math"):
        return frozenset({"wrong-infinity"})
    return frozenset({"sign-not-flipped" if behind == "(" else "window-not-negated"})


OF_PHRASES = {
    "board.pop()": "move-not-taken-back",
    "state.getNumAgents()": "agents-miscounted",
    "gameState.getNumAgents() - 1": "agents-miscounted",
    " - 1:": "agents-miscounted",
    "rounds + 1": "depth-miscounted",
    "depth + 1": "depth-miscounted",
    "minLevel(successor, depth,": "depth-miscounted",
    ", None\n": "value-without-move",
}


def of_phrase(old: str, new: str) -> Names:
    """What it is called to write another phrase in the place of one."""
    words = set(re.findall(r"\w+", old))
    if "best_score" in words and "inf" in words:
        return frozenset({"root-window-reset"})
    if old in OF_PHRASES:
        return frozenset({OF_PHRASES[old]})
    if not {"alpha", "beta"} <= words:
        return NONE
    return frozenset({"bounds-swapped" if "alpha" in new else "window-not-passed"})


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
    return frozenset({"first-child-only"}) if any(word in loop for word in CHILDREN) else NONE


def under(names: Names, prune_when: PruneWhen) -> Names:
    """What a slip is called in a set with a convention: where equal bounds do not prune, a test may be too eager."""
    if prune_when == "alpha >= beta" or "strict-cutoff" not in names:
        return names
    return names - {"strict-cutoff"} | {"eager-cutoff"}


def of_both(first: Names, second: Names) -> Names:
    """What two slips are called."""
    return first | second | (frozenset({"no-pruning"}) if first & CUTOFFS and second & CUTOFFS else NONE)


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
