"""Mirror images of code, and which edits are each other's.

What is done for MAX is done for MIN the other way round.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, product
from math import inf
from typing import Any

from autograder.core.limits import MOST_ALIKE, MOST_CHOICES, MOST_REMEMBERED
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied, grouped
from autograder.explain.repair.scopes import (
    FAR,
    FOLDS,
    PLACES,
    constant,
    expression,
    infinity,
    key,
    stored,
)

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
}
INFINITIES = re.compile(
    r"-\s*(?:(?:math|np|numpy)\.)?inf(?:inity)?\b|float\('-inf(?:inity)?'\)|-1e\d+|-float\('inf'\)",
    re.I,
)
INFINITY = re.compile(
    r"(?:(?:math|np|numpy)\.)?\binf(?:inity)?\b|float\('inf(?:inity)?'\)|1e309", re.I
)
WORDS = re.compile(r"[A-Za-z_]\w*|[<>]=?|\S")
FIRST = (
    "max maximum maximize maximizer maximizing highest greatest largest best high MAX "
    "< <= ALPHA NEGATIVE True"
)
SECOND = (
    "min minimum minimize minimizer minimizing lowest smallest smallest worst low MIN "
    "> >= BETA POSITIVE False"
)
OTHER = dict(zip(FIRST.split(), SECOND.split(), strict=True))
OTHER |= {other: word for word, other in OTHER.items()}
OTHER |= {order.__name__: turned.__name__ for order, turned in TURNED.items()}


class Exchanged(ast.NodeTransformer):
    """Puts other places in the place of some."""

    def __init__(self, names: dict[Dump, ast.expr]) -> None:
        """names: what to put, by the key of what stands there."""
        self._names = names

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the place that is meant for one."""
        if isinstance(node, PLACES) and key(node) in self._names:
            new = self._names[key(node)]
            return stored(new) if isinstance(node.ctx, ast.Store) else copied(new)
        return self.generic_visit(node)


class Turned(ast.NodeTransformer):
    """Puts min for max and < for >.

    all_of_it: also turns what stands for infinity, and the other player's flag.
    """

    def __init__(self, *, all_of_it: bool = False) -> None:
        self._all = all_of_it

    def visit(self, node: ast.AST) -> Any:
        """Return a node turned round: of a number far from 0 its opposite."""
        value = constant(node) if self._all else None
        if value is not None and abs(value) >= FAR:
            return infinity(-value) if abs(value) == inf else expression(f"{-value:g}")
        match self.generic_visit(node):
            case ast.Constant(bool(flag)) if self._all:
                return ast.Constant(not flag)
            case ast.Name(name, context) if name in FOLDS:
                return ast.Name(FOLDS[name], context)
            case ast.Compare(left, orders, others):
                return ast.Compare(
                    left,
                    [TURNED.get(type(order), type(order))() for order in orders],
                    others,
                )
        return node


def of_one_size(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Make numbers of one size infinities, each with its sign; then all large ones."""
    sizes: dict[float, dict[int, Edit]] = {}
    for edit in edits:
        value = constant(edit.old) if edit.kind is kinds.FAR else None
        if value is not None and (value < 0) == isinstance(edit.new, ast.UnaryOp):
            sizes.setdefault(abs(value), {}).setdefault(id(edit.old), edit)
    found = [tuple(places.values()) for places in sizes.values()]
    yield from (places for places in found if len(places) > 1)
    if len(found) > 1:
        yield tuple(edit for places in found for edit in places)


def groups(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield edits that are one mistake made in several places.

    They are of all places, of each pair of them, and of a function.
    """
    seen: set[frozenset[int]] = set()
    parts = grouped((edit for edit in edits if edit.part), lambda edit: edit.part)
    yield from (tuple(part) for part in parts if len(part) > 1)
    for closely in (True, False):
        alike = grouped(edits, partial(_kind, closely=closely))
        for group in (group for members in alike for group in _choices(members)):
            ids = frozenset(map(id, group))
            if len(group) > 1 and ids not in seen:
                seen.add(ids)
                yield group


def _kind(edit: Edit, *, closely: bool) -> tuple[str, ...]:
    """Return what is the same of edits that are mirror images, or the same twice."""
    if not closely and edit.kind.is_mirrored:
        return edit.kind.name, edit.role
    nodes = (edit.old, edit.new) if closely or edit.new is None else (edit.new,)
    found = [
        _words(_text(node), edit.ends, closely=closely)
        for node in nodes
        if node is not None
    ]
    words, image = (
        tuple(chain.from_iterable(each)) for each in zip(*found, strict=True)
    )
    return edit.kind.name, edit.role, *min(words, image)


@cache
def _text(node: ast.AST) -> str:
    """Return a node as text, told once for all edits of it: that takes longest."""
    return (
        ast.unparse(node)
        if isinstance(node, (ast.expr, ast.stmt))
        else type(node).__name__
    )


@lru_cache(MOST_REMEMBERED)
def _words(
    text: str, ends: tuple[str, ...], *, closely: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a text in words, and in those the other player has in their place.

    It is the same whatever the function calls its window.
    """
    text = INFINITY.sub("POSITIVE", INFINITIES.sub("NEGATIVE", text))
    for place, end in enumerate(ends):
        text = re.sub(
            rf"(?<![\w.]){re.escape(end)}(?!\w)", ("ALPHA", "BETA")[place], text
        )
    words = (*(_plain(word, closely) for word in WORDS.findall(text)), "→")
    return words, tuple(OTHER.get(word, _other_name(word)) for word in words)


def _plain(word: str, closely: bool) -> str:
    known = (
        word in OTHER
        or not word[0].isalpha()
        or word in ("if", "else", "return", "break", "and", "or", "not")
    )
    return word if known or closely else "name"


@lru_cache(MOST_REMEMBERED)
def _other_name(word: str) -> str:
    """Return the name for the other player.

    It is min_value for max_value, minEval for maxEval, MinNode for MaxNode.
    """
    parts = re.split(r"(_|(?<=[a-z])(?=[A-Z]))", word)
    return "".join(
        OTHER.get(part) or OTHER.get(part.lower(), "").capitalize() or part
        for part in parts
    )


def _choices(members: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """All at once, those of one function, and pairs, one edit for each place."""
    places = grouped(members, lambda edit: edit.old)
    firsts = [entries[0] for entries in places]
    if len(firsts) == len(members):
        yield tuple(firsts)
        for region in dict.fromkeys(edit.region for edit in firsts):
            yield tuple(edit for edit in firsts if edit.region == region)
            yield tuple(edit for edit in firsts if edit.region != region)
    pairs = (
        [pair for two in combinations(places, 2) for pair in product(*two)]
        if len(places) <= MOST_ALIKE
        else []
    )
    pairs.sort(key=lambda pair: pair[0].region == pair[1].region)
    yield from pairs[:MOST_CHOICES]
