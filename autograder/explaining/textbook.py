"""The textbook's algorithms with mistakes: kinds of change of the table, made there on purpose.

`scopes` finds what the lines of a textbook's function are for, as it does in a student's, and the operators are those
that are tried on a student's program. Of the edits that one finds, a step makes the one of a kind, at a role. Where
there are several, templates tell what is written: as for MAX, which for MIN reads the other way round. `changes` of the
reference makes the steps, one after the other.
"""

import ast
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial

from autograder.explaining import worse
from autograder.repair import edits, kinds
from autograder.repair.edits import Edit
from autograder.repair.kinds import Kind
from autograder.repair.operators import expressions, lines
from autograder.repair.scopes import Scope, constant, scopes
from reference.changes import Change, Step, change
from reference.parts import Part

Operator = Callable[[Scope], Iterable[Edit]]
Fits = Callable[[Part, Edit], bool]


@lru_cache
def _scopes_of(tree: ast.Module) -> dict[ast.AST, Scope]:
    return {scope.root: scope for scope in scopes({"": tree})}


def scope_of(part: Part) -> Scope:
    """The function of a part, as the operators see it."""
    return _scopes_of(part.tree)[part.function]


@lru_cache
def _edits(operator: Operator, scope: Scope) -> list[Edit]:
    return list(operator(scope))


def edit(
    operator: Operator,
    kind: Kind,
    role: str,
    new: str = "",
    old: str = "",
    at: str = "",
    fits: Fits = lambda part, edit: True,
) -> Step:
    """The first edit of a kind that an operator finds at a role. old, new: what is written. at: in which statement."""

    def made(part: Part) -> Iterable[edits.Change]:
        asked = [_plainly(said.format_map(part.words)) for said in (old, new)]
        for found in _edits(operator, scope_of(part)):
            if (found.kind, found.role) != (kind, role) or any(
                found.line in lines for lines in part.others
            ):
                continue
            if fits(part, found) and (
                not at or scope_of(part).statement(found.old) is part.roles[at]
            ):
                puts = [put.new for put in found.changes if isinstance(put, edits.Put)]
                written = [found.old], [found.new] if found.new else puts
                if all(
                    not said or said == plain(*nodes)
                    for said, nodes in zip(asked, written, strict=True)
                ):
                    # Their places are those of before.
                    return sorted(
                        found.changes,
                        key=lambda change: not isinstance(change, edits.Put),
                    )
        raise LookupError(kind.name)

    return made


def plain(*nodes: ast.AST) -> str:
    """What tells pieces of code apart, be a comparison strict or not, and whichever side of it stands first."""
    return ", ".join(map(_plain, nodes))


def _plain(node: ast.AST) -> str:
    match node:
        case ast.Expr(inner):
            return _plain(inner)
        case ast.Tuple(entries):
            return plain(*entries)
        case ast.Compare(left, [ast.Gt() | ast.GtE()], [right]) | ast.Compare(
            right, [ast.Lt() | ast.LtE()], [left]
        ):
            return f"{_plain(left)} >= {_plain(right)}"
    number = constant(node)
    return ast.unparse(node) if number is None else str(number)


@cache
def _plainly(text: str) -> str:
    return plain(*ast.parse(text).body)


def starting_with(for_max: float, for_min: float) -> Change:
    """The best value so far, or the window of a decision, begins with another number."""

    steps = [
        edit(worse.finite(number), kinds.FAR, "initial", old="{worst}")
        for number in (for_max, for_min)
    ]
    return change(
        f"starting-with {for_max} and {for_min}",
        lambda part: steps[part.player == "MIN"](part),
    )


strict_test = change(
    "strict-test", edit(expressions.comparisons, kinds.STRICTER, "test")
)
dropped = partial(edit, lines.deletions)
