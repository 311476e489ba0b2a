"""The textbook's algorithms with mistakes: edits that are made there on purpose.

`scopes` finds the roles of the lines of a textbook's function, as it does in a
student's, and the operators are those that are tried on a student's program. Of the
edits that one finds, a step makes the one of a kind, at a role. If there are several,
templates tell the new text: as for MAX, which for MIN reads the other way round.
`changes` of the reference makes the steps, one after the other.
"""

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from autograder.explain import worse
from autograder.explain.repair import edits, kinds
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.nodes import constant
from autograder.explain.repair.operators import expressions, lines
from autograder.explain.repair.scopes import Scope, scopes
from reference.changes import Change, Step, TreeAlteration, change
from reference.parts import Part

Operator = Callable[[Scope], Iterable[Edit]]
Fits = Callable[[Part, Edit], bool]


@lru_cache
def _scopes_of(tree: ast.Module) -> dict[ast.AST, Scope]:
    return {scope.root: scope for scope in scopes({"": tree})}


def scope_of(part: Part) -> Scope:
    """Return the function of a part, as the operators see it."""
    return _scopes_of(part.tree)[part.function]


@lru_cache
def _edits(operator: Operator, scope: Scope) -> list[Edit]:
    return list(operator(scope))


@dataclass(frozen=True, eq=False)
class EditStep:
    """Makes the first edit of a kind and role that an operator finds.

    new, old: templates of the new text, and of the old one; "" for anything. at: the
    role of the statement that it is in; "" for any. fits: another condition that it has
    to meet.
    """

    operator: Operator
    kind: Kind
    role: str
    new: str
    old: str
    at: str
    fits: Fits

    def __call__(self, part: Part) -> Iterable[edits.Alteration]:
        """Return the alterations of the edit. Raises LookupError if there is none."""
        old = _from_template(self.old, part)
        new = _from_template(self.new, part)
        for candidate in _edits(self.operator, scope_of(part)):
            if self._is_meant(part, candidate) and _reads(candidate, old, new):
                # Their positions are those before a line is added or taken.
                return sorted(candidate.alterations, key=_puts_first)
        raise LookupError(self.kind.name)

    def _is_meant(self, part: Part, candidate: Edit) -> bool:
        """Return whether an edit is of this kind, in the lines of a part."""
        if (candidate.kind, candidate.role) != (self.kind, self.role):
            return False
        if any(candidate.line in lines for lines in part.others):
            return False
        if not self.fits(part, candidate):
            return False
        if not self.at:
            return True
        return scope_of(part).statement(candidate.old) is part.roles[self.at]


def edit(
    operator: Operator,
    kind: Kind,
    role: str,
    new: str = "",
    old: str = "",
    at: str = "",
    fits: Fits = lambda part, edit: True,
) -> Step:
    """Return a step that makes one edit. The parameters are those of `EditStep`."""
    return EditStep(operator, kind, role, new, old, at, fits)


def _reads(candidate: Edit, old: str, new: str) -> bool:
    """Return whether an edit puts one text in the place of another; "" is any."""
    if old and old != plain(candidate.old):
        return False
    if not new:
        return True
    if candidate.new:
        return new == plain(candidate.new)
    puts = [
        alteration
        for alteration in candidate.alterations
        if isinstance(alteration, edits.Put)
    ]
    return new == plain(*[put.new for put in puts])


def _puts_first(alteration: edits.Alteration) -> bool:
    """Return a key that sorts alterations: a new node comes before a new line."""
    return not isinstance(alteration, edits.Put)


def plain(*nodes: ast.AST) -> str:
    """Return code as text that is the same for comparisons that differ little.

    They may be strict or not, and have either side first.
    """
    return ", ".join(map(_plain, nodes))


def _plain(node: ast.AST) -> str:
    match node:
        case ast.Expr(inner):
            return _plain(inner)
        case ast.Tuple(elements):
            return plain(*elements)
        case ast.Compare(left, [ast.Gt() | ast.GtE()], [right]):
            return f"{_plain(left)} >= {_plain(right)}"
        case ast.Compare(left, [ast.Lt() | ast.LtE()], [right]):
            return f"{_plain(right)} >= {_plain(left)}"
    number = constant(node)
    return ast.unparse(node) if number is None else str(number)


def _from_template(template: str, part: Part) -> str:
    """Return the text of a template for a part, as `plain` text."""
    return _plain_text(template.format_map(part.placeholders))


@cache
def _plain_text(text: str) -> str:
    return plain(*ast.parse(text).body)


def starting_with(for_max: float, for_min: float) -> Change:
    """Return the change that begins the best values so far with other numbers.

    The window of a decision begins with them as well.
    """
    max_step = edit(worse.finite(for_max), kinds.FAR, "initial", old="{worst}")
    min_step = edit(worse.finite(for_min), kinds.FAR, "initial", old="{worst}")

    def step(part: Part) -> Iterable[TreeAlteration]:
        return min_step(part) if part.player == "MIN" else max_step(part)

    return change(f"starting-with {for_max} and {for_min}", step)


strict_test = change(
    "strict-test", edit(expressions.comparisons, kinds.STRICTER, "test")
)
dropped = partial(edit, lines.deletions)
