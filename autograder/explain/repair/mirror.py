"""Finds mirror images of code, and which edits are each other's.

The code for MAX is the mirror image of the code for MIN.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations, product
from math import inf
from typing import Any

from autograder.core.limits import MOST_ALIKE, MOST_CHOICES, MOST_REMEMBERED
from autograder.explain.repair import kinds
from autograder.explain.repair.edits import Dump, Edit, copied, grouped
from autograder.explain.repair.nodes import (
    FAR,
    FOLDS,
    VARIABLES,
    constant,
    expression,
    infinity,
    key_of,
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
TOKENS = re.compile(r"[^\W\d]\w*|[<>]=?|\S")
"""Names in any script, orders, and all else a sign each."""
OTHER = {
    "max": "min",
    "<": ">",
    "<=": ">=",
    "ALPHA": "BETA",
    "NEGATIVE": "POSITIVE",
    "True": "False",
}
"""What the other player has in the place of a token. No name of the program's is there:
that it is called after a player is no fact."""
OTHER |= {other: word for word, other in OTHER.items()}
OTHER |= {order.__name__: turned.__name__ for order, turned in TURNED.items()}


class Exchanged(ast.NodeTransformer):
    """Puts other variables in the place of some."""

    def __init__(self, names: dict[Dump, ast.expr]) -> None:
        """Take the names. names: the new variables, by the keys of the old ones."""
        self._names = names

    def visit(self, node: ast.AST) -> ast.AST:
        """Return a node, with the new variable if it is one of the old ones."""
        if isinstance(node, VARIABLES) and key_of(node) in self._names:
            new = self._names[key_of(node)]
            return stored(new) if isinstance(node.ctx, ast.Store) else copied(new)
        return self.generic_visit(node)


class Turned(ast.NodeTransformer):
    """Puts min for max and < for >.

    number_of: returns the number that an expression is; if it is given, numbers that
    stand for infinity are turned, too, and the other player's flag.
    """

    def __init__(
        self, number_of: Callable[[ast.AST], float | None] | None = None
    ) -> None:
        self._number_of = number_of

    def visit(self, node: ast.AST) -> Any:
        """Return a node turned round; of a number far from 0 its opposite."""
        value = self._number_of(node) if self._number_of else None
        if value is not None and abs(value) >= FAR:
            return infinity(-value) if abs(value) == inf else expression(f"{-value:g}")
        match self.generic_visit(node):
            case ast.Constant(bool(flag)) if self._number_of:
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
    by_size = [tuple(alike.values()) for alike in sizes.values()]
    yield from (alike for alike in by_size if len(alike) > 1)
    if len(by_size) > 1:
        yield tuple(edit for alike in by_size for edit in alike)


def groups(
    edits: Sequence[Edit], infinities: Mapping[str, float]
) -> Iterator[tuple[Edit, ...]]:
    """Yield edits that are one mistake made in several nodes.

    They are of all nodes, of each pair of them, and of one function; or they indent
    lines that follow each other. infinities: the program's names for them.
    """
    far = tuple(infinities.items())
    known: set[frozenset[int]] = set()
    yield from _indented(edits)
    mirrored = grouped(
        (edit for edit in edits if edit.mirror_group), lambda edit: edit.mirror_group
    )
    yield from (tuple(members) for members in mirrored if len(members) > 1)
    # Nobody exchanges the parameters of several functions: it only gives all their
    # variables other names.
    in_bodies = [edit for edit in edits if not isinstance(edit.old, ast.arg)]
    for closely in (True, False):
        alike = grouped(in_bodies, partial(_kind, infinities=far, closely=closely))
        for group in (group for members in alike for group in _choices(members)):
            ids = frozenset(map(id, group))
            if len(group) > 1 and ids not in known:
                known.add(ids)
                yield group


def _indented(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits that indent the first lines behind a block, two or more."""
    into = [edit for edit in edits if edit.kind is kinds.INTO]
    for members in grouped(into, lambda edit: edit.alterations[-1].owner):
        in_order = sorted(members, key=lambda edit: edit.line)
        for count in range(2, len(in_order) + 1):
            yield tuple(in_order[:count])


def _kind(
    edit: Edit, *, infinities: tuple[tuple[str, float], ...], closely: bool
) -> tuple[str, ...]:
    """Return the key that edits share if they are mirror images, or the same twice."""
    if not closely and edit.kind.is_mirrored:
        return edit.kind.name, edit.role
    nodes = (edit.old, edit.new) if closely or edit.new is None else (edit.new,)
    readings = [
        _tokens(_text(node), edit.ends, infinities, closely=closely)
        for node in nodes
        if node is not None
    ]
    tokens, image = (
        tuple(chain.from_iterable(sides)) for sides in zip(*readings, strict=True)
    )
    return edit.kind.name, edit.role, *min(tokens, image)


@cache
def _text(node: ast.AST) -> str:
    """Return a node as text, kept for all edits of the node: that takes longest."""
    return (
        ast.unparse(node)
        if isinstance(node, (ast.expr, ast.stmt))
        else type(node).__name__
    )


@lru_cache(MOST_REMEMBERED)
def _tokens(
    text: str,
    ends: tuple[str, ...],
    infinities: tuple[tuple[str, float], ...],
    *,
    closely: bool,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tokens of a text, and those that the other player has instead.

    The names of the window's variables make no difference, nor those of infinities.
    """
    for name, value in infinities:
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", f"{value}", text)
        text = text.replace("--inf", "inf")
    text = INFINITY.sub("POSITIVE", INFINITIES.sub("NEGATIVE", text))
    for index, end in enumerate(ends):
        text = re.sub(
            rf"(?<![\w.]){re.escape(end)}(?!\w)", ("ALPHA", "BETA")[index], text
        )
    tokens = (*(_plain(token, closely) for token in TOKENS.findall(text)), "→")
    return tokens, tuple(OTHER.get(token, token) for token in tokens)


def _plain(token: str, closely: bool) -> str:
    known = (
        token in OTHER
        or not token[0].isalpha()
        or token in ("if", "else", "return", "break", "and", "or", "not")
    )
    return token if known or closely else "name"


def _choices(members: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield groups of similar edits, with one edit for each node.

    They are all at once, those of one function, and pairs.
    """
    by_node = grouped(members, lambda edit: edit.old)
    first_edits = [same_node[0] for same_node in by_node]
    if len(first_edits) == len(members):
        yield tuple(first_edits)
        for region in dict.fromkeys(edit.region for edit in first_edits):
            yield tuple(edit for edit in first_edits if edit.region == region)
            yield tuple(edit for edit in first_edits if edit.region != region)
    pairs = (
        [pair for two in combinations(by_node, 2) for pair in product(*two)]
        if len(by_node) <= MOST_ALIKE
        else []
    )
    pairs.sort(key=lambda pair: pair[0].region == pair[1].region)
    yield from pairs[:MOST_CHOICES]
