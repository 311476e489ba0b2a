"""Changes to the textbook's algorithms by role, so that one fits every algorithm in which the role is found.

Most are told in a template, written as for MAX; for MIN it reads the other way round. A change is an operator with whom
it is for. Changes compose: `changed` makes one after the other in the same tree, and refuses one that finds nothing to
change.

An operator's name is its identity: the stored probes and the audit know variants by it. So names stay.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal

from reference.problem import PruneWhen
from reference.roles import NothingToChange, Part, Player, Textbook, names_in, need, program, put_in_place, refuse_if

Where = Literal["everywhere", "below", "root"]
Signs = Mapping[type[ast.cmpop], type[ast.cmpop]]
PLAYERS: tuple[Player, ...] = ("both", "MAX", "MIN")

STRICT: Signs = {ast.GtE: ast.Gt, ast.LtE: ast.Lt}
LOOSE: Signs = {ast.Gt: ast.GtE, ast.Lt: ast.LtE}
TURNED: Signs = {ast.GtE: ast.LtE, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.Lt: ast.Gt}
NEGATED: Signs = {ast.GtE: ast.Lt, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.Lt: ast.GtE}

OPERATORS: dict[str, Operator] = {}
"""All operators by their names."""


@dataclass(frozen=True)
class Operator:
    """A change by role. name: its identity. apply: makes it to some parts of a program, or raises NothingToChange."""

    name: str
    apply: Callable[[Textbook, Sequence[Part]], None] = field(compare=False, repr=False)

    def __post_init__(self) -> None:
        OPERATORS[self.name] = self

    def __call__(self, player: Player = "both", where: Where = "everywhere") -> Change:
        """The change for a player or both, at the root of a decision, below it or everywhere."""
        return Change(self, player, where)


@dataclass(frozen=True)
class Change:
    """An operator with whom it is for, and where."""

    operator: Operator
    player: Player = "both"
    where: Where = "everywhere"

    def __str__(self) -> str:
        player = "" if self.player == "both" else f" for {self.player}"
        return self.operator.name + player + ("" if self.where == "everywhere" else f" ({self.where})")

    def concerns(self, part: Part) -> bool:
        """Whether a part is to be changed."""
        here: tuple[Where, Where] = ("everywhere", "root" if part.at_root else "below")
        return self.player in ("both", part.player) and self.where in here


Changes = tuple[Change, ...]


def changes_from(text: str) -> Changes:
    """The changes that are written so, with a semicolon between them: the inverse of `str`."""
    return tuple(_change(one) for one in text.split("; ") if one)


def _change(text: str) -> Change:
    name, _, where = text.removesuffix(")").partition(" (")
    name, _, player = name.partition(" for ")
    return Change(OPERATORS[name], player or "both", where or "everywhere")  # type: ignore[arg-type]


def each(*operators: Operator) -> tuple[Changes, ...]:
    """Each of some operators for both players, for MAX alone and for MIN alone."""
    return tuple(way for operator in operators for way in together(operator))


def together(*operators: Operator) -> tuple[Changes, ...]:
    """Some operators at once: for both players, for MAX alone and for MIN alone."""
    return tuple(tuple(operator(player) for operator in operators) for player in PLAYERS)


def below(changes: Iterable[Change]) -> Changes:
    """The same changes, made below the root of a decision only."""
    return tuple(replace(change, where="below") for change in changes)


def changed(interface: str, prune_when: PruneWhen = "alpha >= beta", changes: Changes = ()) -> Textbook:
    """The textbook's functions of an interface under a convention, with changes. Raises NothingToChange."""
    result = program(interface)
    if prune_when == "alpha > beta":
        strict_test.apply(result, [part for part in result.parts if part.test])
    before = _written(result)
    for change in changes:
        try:
            parts = [part for part in result.parts if change.concerns(part)]
            refuse_if(not parts, "no loop is that player's, there")
            change.operator.apply(result, parts)
            after = _written(result)
            refuse_if(before == after, "it is written so already")
            before = after
        except NothingToChange as reason:
            raise NothingToChange(f"{interface}: {change} finds nothing to change: {reason}") from None
    return result


def _written(programme: Textbook) -> list[str]:
    return [ast.dump(function, annotate_fields=False) for function in programme.functions.values()]


@cache
def applies(interface: str, prune_when: PruneWhen, changes: Changes) -> bool:
    """Whether every one of some changes finds something to change."""
    try:
        changed(interface, prune_when, changes)
    except NothingToChange:
        return False
    return True


# --- Operators that are told in a few words ---


def of_parts(name: str, change: Callable[[Part], None]) -> Operator:
    """The operator that changes one part after the other."""

    def apply(_: Textbook, parts: Sequence[Part]) -> None:
        for part in parts:
            change(part)

    return Operator(name, apply)


def testing(name: str, template: str) -> Operator:
    """The test that ends the loop says something else, as strictly as before."""

    def apply(part: Part) -> None:
        test = need(part.test)
        refuse_if("{" in template and test not in part.loop.body)
        strict = any(isinstance(node, (ast.Gt, ast.Lt)) for node in ast.walk(test.test))
        asked, test.test = names_in(test.test), part.write_expression(template)
        refuse_if(asked == names_in(test.test), "it compares these already")
        compare(test.test, STRICT if strict else {})

    return of_parts(name, apply)


def comparing(name: str, role: Literal["test", "choice"], signs: Signs) -> Operator:
    """The comparison of a role has other signs."""

    def apply(part: Part) -> None:
        condition: ast.If = need(getattr(part, role))
        compare(condition.test, signs)

    return of_parts(name, apply)


def compare(tree: ast.expr, signs: Signs) -> ast.expr:
    """A condition after the signs of all its comparisons have been exchanged."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            node.ops = [signs.get(type(sign), type(sign))() for sign in node.ops]
    return tree


def updating(name: str, template: str) -> Operator:
    """Something else becomes of the bound, or nothing."""

    def apply(part: Part) -> None:
        old = need(part.update)
        (part.update,) = part.write(template)
        part.loop.body[part.loop.body.index(old)] = part.update

    return of_parts(name, apply)


def passing(name: str, own: str, other: str, *, negated: bool | None = None) -> Operator:
    """The children get another window, told as for MAX: the bound that it moves, and the other one.

    negated: whether only where a child's value is negated, or only where it is not.
    """

    def apply(part: Part) -> None:
        refuse_if(negated not in (None, part.negated))
        refuse_if("{value}" in own and part.initial is None)
        window = [part.write_expression(bound) for bound in ((other, own) if part.player == "MIN" else (own, other))]
        if part.negated:
            window = [ast.UnaryOp(ast.USub(), bound) for bound in reversed(window)]
        places = [place for place, node in enumerate(part.recursion.args) if names_in(node) & {part.alpha, part.beta}]
        refuse_if(len(places) != 2)
        for place, bound in zip(places, window, strict=True):
            part.recursion.args[place] = bound

    return of_parts(name, apply)


def ordering(name: str, *roles: str) -> Operator:
    """The statements of the loop stand in another order: those of some roles first."""

    def apply(part: Part) -> None:
        refuse_if(part.at_root or part.test not in part.loop.body)
        part.name_child()
        first = [node for node in (getattr(part, role) for role in roles) if node is not None]
        refuse_if(len(first) < 3)
        part.loop.body = first + [statement for statement in part.loop.body if statement not in first]

    return of_parts(name, apply)


def setting(
    name: str,
    place: Callable[[Part], Any],
    for_max: str,
    for_min: str = "",
    fits: Callable[[Part], bool] = lambda part: True,
) -> Operator:
    """Another expression stands at a place, told in a template; {old} stands for the one that is there.

    for_min: another template for MIN, where one that reads the other way round would not do.
    """

    def apply(part: Part) -> None:
        refuse_if(not fits(part))
        old, template = need(place(part)), (part.player == "MIN" and for_min) or for_max
        put_in_place(part.function, old, part.write_expression(template.replace("{old}", ast.unparse(old))))

    return of_parts(name, apply)


def starting_with(for_max: float | str, for_min: float | str) -> Operator:
    """The best value so far, or the window of a decision, begins with another value; told in numbers or a template."""
    name = f"starting-with {for_max} and {for_min}"
    return setting(name, beginning, str(for_max), str(for_min), lambda part: "inf" in names_in(beginning(part)))


def looping(name: str, template: str) -> Operator:
    """The loop goes over something else; {old} stands for what it goes over."""
    return setting(name, lambda part: part.loop.iter, template)


def returning(name: str, template: str) -> Operator:
    """Something else is returned after the loop."""
    return setting(name, lambda part: need(part.result).value, template, fits=lambda part: not part.at_root)


def asking(name: str, question: str) -> Operator:
    """In aspiration search, another question decides whether the first pass has failed."""

    def apply(programme: Textbook, _parts: Sequence[Part]) -> None:
        _, fails = _passes(programme)
        fails.test = ast.parse(question, mode="eval").body

    return Operator(name, apply)


def as_twin(name: str, place: Callable[[Part], ast.expr | None]) -> Operator:
    """What stands at a place is what the other player has there."""

    def apply(programme: Textbook, parts: Sequence[Part]) -> None:
        twins = [deepcopy(need(place(programme.twin(part)))) for part in parts]
        for part, new in zip(parts, twins, strict=True):
            put_in_place(part.function, need(place(part)), new)

    return Operator(name, apply)


# --- Places ---


def beginning(part: Part) -> ast.expr:
    """What the best value so far begins with, or the player's own bound in the window of a decision."""
    if part.initial is not None:
        return need(part.initial.value)
    return need(part.window).elts[0 if part.own == part.alpha else 1]


def _fold(part: Part) -> Any:
    return need(part.fold).value


def horizon(part: Part) -> ast.expr | None:
    """The test of the depth that is left."""
    compared = (node for node in ast.walk(need(part.horizon).test) if isinstance(node, ast.Compare))
    return next((node for node in compared if ast.unparse(node.left) == "depth"), None)


def plies(part: Part) -> ast.expr | None:
    """What a move takes from the depth."""
    counted = (node for node in part.recursion.args if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub))
    return next((node.right for node in counted), None)


def _leaf(part: Part) -> Any:
    leaf = need(part.horizon).body[-1]
    return leaf.value if isinstance(leaf, ast.Return) else None


def _turn(part: Part) -> ast.expr | None:
    return None if part.turn is None else part.recursion.args[part.turn]


def _passes(programme: Textbook) -> tuple[Any, Any]:
    """The first pass, and the question whether it fails with the second pass."""
    outer = programme.functions[programme.interface.functions[0]].body
    conditions = [node for node in outer if isinstance(node, ast.If) and isinstance(node.test, ast.BoolOp)]
    questions = [node for node in conditions if isinstance(node.body[0], ast.Assign)]
    refuse_if(not questions, "there are no passes")
    return outer[outer.index(questions[0]) - 1], questions[0]


# --- Operators that take more words. Each is named for what it is called ---


def of_each_part(change: Callable[[Part], None]) -> Operator:
    """The operator that changes one part after the other, named for its function."""
    return of_parts(change.__name__.replace("_", "-"), change)


def of_program(change: Callable[[Textbook, Sequence[Part]], None]) -> Operator:
    """The operator that changes parts together, named for its function."""
    return Operator(change.__name__.replace("_", "-"), change)


strict_test = comparing("strict-test", "test", STRICT)
no_test = testing("no-test", "False")
no_update = updating("no-update", "pass")
fresh_window = passing("fresh-window", "{worst}", "{best}")
right_to_left = looping("right-to-left", "({old})[::-1]")
fold_turned = setting("fold-turned", lambda part: _fold(part).func, "{min}")
last_child_kept = setting("last-child-kept", _fold, "{u}")
leaf_negated = setting("leaf-negated", _leaf, "-({old})", fits=lambda part: part.negated)
sign_dropped = setting("sign-dropped", lambda part: part.child, "-({old})", fits=lambda part: part.negated)
same_function = as_twin("same-function", lambda part: part.recursion.func)
same_turn = as_twin("same-turn", _turn)


@of_each_part
def test_after_loop(part: Part) -> None:
    """The test that should end the loop stands behind it."""
    test = need(part.test)
    refuse_if(test not in part.loop.body or isinstance(test.body[-1], ast.Break), "it could not stand there")
    part.loop.body.remove(test)
    part.block.insert(part.block.index(part.loop) + 1, test)


@of_each_part
def result_in_loop(part: Part) -> None:
    """The return after the loop stands in it."""
    part.loop.body.append(deepcopy(need(part.result)))


@of_each_part
def all_children_first(part: Part) -> None:
    """All children are searched, and then their values looked at one by one."""
    refuse_if(part.choice is not None)
    name = part.name_child()
    search = need(part.search)
    child, target, over = map(ast.unparse, (search.value, part.loop.target, part.loop.iter))
    part.loop.target = ast.Name(name, ast.Store())
    part.loop.iter = part.write_expression(f"[{child} for {target} in {over}]")
    part.loop.body.remove(search)


@of_program
def window_begun_anew(_: Textbook, parts: Sequence[Part]) -> None:
    """A function begins with a fresh window, whatever it was given."""
    for function, part in {part.function: part for part in parts if not part.at_root}.items():
        function.body[1 if ast.get_docstring(function) else 0 : 0] = part.write("{own} = {worst}\n{other} = {best}")


@of_program
def players_exchanged(programme: Textbook, parts: Sequence[Part]) -> None:
    """MAX's lines stand where MIN's should, and the other way round."""
    pairs = [(part, programme.twin(part)) for part in parts if part.player == "MAX"]
    refuse_if(len(parts) != 2 * len(pairs))
    for pair in pairs:
        for one, other in zip(*map(_lines, pair), strict=True):
            if one is not None and other is not None and one is not other:
                one.__dict__, other.__dict__ = other.__dict__, one.__dict__


def _lines(part: Part) -> list[ast.AST | None]:
    """A player's own lines; and, in these, what stays where it is when they change places."""
    return [part.loop, part.initial, part.result, part.recursion.func, _turn(part)]


@of_program
def wide_first_pass(programme: Textbook, _parts: Sequence[Part]) -> None:
    """In aspiration search, the first pass has the window of the second."""
    first, fails = _passes(programme)
    first.value = deepcopy(fails.body[0].value)
