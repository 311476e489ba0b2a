"""Finds in the textbook's functions what each statement is for: which tests, which moves a bound, which searches.

Nothing marks the roles in the functions. They are found in the syntax tree, once for each loop over the children, so
that a mistake, a convention and the words of a trace can be about "the test" or "the bound's update" of any algorithm.
"""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from inspect import getsource
from types import FunctionType
from typing import Any, Literal, TypeVar

from reference.interfaces import Interface, load, module_of

Player = Literal["MAX", "MIN", "both"]
Node = TypeVar("Node")
Assignment = ast.Assign | ast.AnnAssign

WORDS = {
    "MAX": {"max": "max", "min": "min", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "worst": "-inf", "best": "inf"},
    "MIN": {"max": "min", "min": "max", "ge": "<=", "gt": "<", "le": ">=", "lt": ">", "worst": "inf", "best": "-inf"},
}
"""What is written for each player where a template says it as for MAX."""


class NothingToChange(Exception):
    """Raised where an algorithm has nothing that a change could be made to."""


def refuse_if(unfit: bool, why: str = "it is not written so that this could be changed") -> None:
    """Refuses an algorithm that a change does not fit."""
    if unfit:
        raise NothingToChange(why)


def need(node: Node | None) -> Node:
    """The node that has a role; refuses where there is none."""
    if node is None:
        raise NothingToChange("nothing in it has the role")
    return node


def names_in(tree: ast.AST) -> set[str]:
    """The names in a syntax tree."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def put_in_place(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Puts one node of a syntax tree in the place of another."""

    class Exchange(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return new if node is old else self.generic_visit(node)

    Exchange().visit(tree)


@dataclass
class Part:
    """A loop over the children, with the nodes of the syntax tree that have a role in it; None where there is none.

    player: whose loop it is; "both" where one loop negates and so serves both. at_root: whether it is the loop of a
    decision, which no other function calls. alpha, beta: what the window is called, "" where there is none. value: what
    holds the value that is weighed: the best so far or, without a fold, the child's.

    initial: sets that value before the loop. search: gives a child's value a name. recursion: the call that searches a
    child. fold: takes the better value. test: ends the loop early. update: moves the player's own bound. choice: notes
    the best action. result: the return after the loop. horizon: ends the recursion. turn: which argument of the
    recursion says whose turn it is. window: what a decision begins with.
    """

    function: ast.FunctionDef
    block: list[ast.stmt]
    loop: ast.For
    recursion: ast.Call
    player: Player = "both"
    at_root: bool = False
    alpha: str = ""
    beta: str = ""
    value: str = ""
    initial: Assignment | None = None
    search: ast.Assign | None = None
    fold: ast.Assign | None = None
    test: ast.If | None = None
    update: ast.stmt | None = None
    choice: ast.If | None = None
    result: ast.Return | None = None
    window: ast.Tuple | None = None
    horizon: ast.If | None = None
    turn: int | None = None

    @property
    def own(self) -> str:
        """The bound that this player moves."""
        return self.beta if self.player == "MIN" else self.alpha

    @property
    def other(self) -> str:
        """The bound that stops this player."""
        return self.alpha if self.player == "MIN" else self.beta

    @property
    def negated(self) -> bool:
        """Whether a child's value is that of the other side, and so is negated."""
        return isinstance(self.child, ast.UnaryOp)

    @property
    def child(self) -> ast.expr:
        """A child's value as it is computed: the recursion, with the sign before it."""
        signs = [node for node in ast.walk(self.loop) if isinstance(node, ast.UnaryOp)]
        return next((node for node in signs if node.operand is self.recursion), self.recursion)

    def name_child(self) -> str:
        """The name of a child's value, which is given one where the source has none."""
        if self.search is None:
            (search,) = ast.parse(f"u = {ast.unparse(self.child)}").body
            assert isinstance(search, ast.Assign)
            holder = need(self.fold or self.update)
            self.loop.body.insert(self.loop.body.index(holder), search)
            put_in_place(holder, self.child, ast.Name("u", ast.Load()))
            self.search = search
            self.recursion = next(node for node in ast.walk(search) if isinstance(node, ast.Call))
        return _target(self.search)

    def write(self, template: str) -> list[ast.stmt]:
        """Statements from a template that is written as for MAX. Raises NothingToChange where it asks for what is not.

        In it {max} {min} {ge} {le} {worst} {best} {own} {other} {value} {u} {ply} stand for what the player has there:
        the functions, the signs, the infinities, the bounds, the value, the child's value and a word for the ply.
        """
        refuse_if(not self.own and ("{own}" in template or "{other}" in template), "it has no window")
        names = {"own": self.own, "other": self.other, "value": self.value}
        if "{u}" in template:
            names["u"] = self.name_child()
        if "{ply}" in template:
            names["ply"] = self._ply()
        return ast.parse(template.format(**WORDS["MIN" if self.player == "MIN" else "MAX"], **names)).body

    def write_expression(self, template: str) -> Any:
        """An expression from a template."""
        (statement,) = self.write(template)
        assert isinstance(statement, ast.Expr)
        return statement.value

    def _ply(self) -> str:
        """How the function can say at which ply it is."""
        asked = [node.value for node in ast.walk(need(self.horizon).test) if isinstance(node, ast.Attribute)]
        return f"{ast.unparse(asked[0])}.ply" if asked else "depth"


@dataclass
class Textbook:
    """An interface's textbook functions as a syntax tree of one's own to change, and the loops in it."""

    interface: Interface
    functions: dict[str, ast.FunctionDef]
    parts: list[Part] = field(default_factory=list)

    def twin(self, part: Part) -> Part:
        """The other player's part at the same place."""
        return need(next((p for p in self.parts if p.at_root == part.at_root and p.player != part.player), None))


def program(interface: str) -> Textbook:
    """The textbook's functions of an interface, with the roles in them."""
    own: Textbook = pickle.loads(_pickled(interface))  # noqa: S301 - it is our own, and some times faster than deepcopy
    return own


@lru_cache
def _pickled(name: str) -> bytes:
    interface = load(name)
    functions = _functions(module_of(name), list(interface.functions))
    found = Textbook(interface, functions)
    called = {call for function in functions.values() for call in _called(function) if call != function.name}
    for function in functions.values():
        own = _called(function)
        for block, loop in _loops(function.body):
            calls = [node for node in ast.walk(loop) if isinstance(node, ast.Call) and _name(node.func) in functions]
            if calls:
                part = Part(function, block, loop, calls[0], at_root=not {function.name} & (called | own))
                _fill(part, interface)
                found.parts.append(part)
    return pickle.dumps(found)


def _functions(module: Any, names: list[str]) -> dict[str, ast.FunctionDef]:
    """The functions with some names and all that they call, wherever they are imported from."""
    functions: dict[str, ast.FunctionDef] = {}
    for name in names:  # grows as it is walked
        function = getattr(module, name, None)
        if isinstance(function, FunctionType) and name not in functions:
            (definition,) = ast.parse(getsource(function)).body
            assert isinstance(definition, ast.FunctionDef)
            functions[name] = definition
            names += sorted(_called(definition))
    return functions


def _called(function: ast.AST) -> set[str]:
    return {_name(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}


def _name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _loops(block: list[ast.stmt]) -> Iterator[tuple[list[ast.stmt], ast.For]]:
    """The loops among some statements and in their branches, each with the statements that it stands among."""
    for statement in block:
        if isinstance(statement, ast.For):
            yield block, statement
        if isinstance(statement, ast.If):
            yield from _loops(statement.body)
            yield from _loops(statement.orelse)


def _fill(part: Part, interface: Interface) -> None:
    """Finds the roles around one recursive call."""
    part.player = "both" if part.negated else "MAX" if "max" in _called(part.loop) else "MIN"
    if interface.windowed:
        window = [_operand(part.recursion.args[place]) for place in interface.window]
        part.alpha, part.beta = reversed(window) if part.negated else window
    for statement in part.loop.body:
        _assign_role(part, statement)
    part.value = _target(part.fold or part.search or part.update)
    before = part.block[: part.block.index(part.loop)]
    starts = (node for node in reversed(before) if isinstance(node, Assignment) and node.value)
    part.initial = next((node for node in starts if _target(node) == part.value), None)
    if part.at_root:
        values = (node.value for node in part.function.body if isinstance(node, ast.Assign))
        part.window = next((value for value in values if isinstance(value, ast.Tuple)), None)
    after = (*part.block[len(before) :], *part.function.body)
    part.result = next(node for node in after if isinstance(node, ast.Return))
    first = part.function.body[1 if ast.get_docstring(part.function) else 0]
    if isinstance(first, ast.If) and isinstance(first.body[-1], ast.Return) and not _called(first) & {"max", "min"}:
        part.horizon = first
    flags = [argument.arg for argument in part.function.args.args]
    tested = [_name(node.test) for node in ast.walk(part.function) if isinstance(node, ast.If)]
    if not part.at_root:
        part.turn = next((flags.index(name) for name in tested if name in flags), None)


def _assign_role(part: Part, statement: ast.stmt) -> None:
    """Finds the role of a statement of the loop."""
    target = _target(statement)
    if isinstance(statement, ast.If) and isinstance(statement.body[-1], (ast.Return, ast.Break)):
        part.test = statement
    elif part.own and part.own in (target, _target(statement.body[0]) if isinstance(statement, ast.If) else ""):
        part.update = statement
    elif isinstance(statement, ast.If):
        part.choice = statement
    elif isinstance(statement, ast.Assign):
        keeps = isinstance(statement.value, ast.Call) and target in map(_name, statement.value.args)
        part.fold, part.search = (statement, part.search) if keeps else (part.fold, statement)


def _target(statement: ast.stmt | None) -> str:
    """The name that a statement assigns to, "" where it does something else."""
    if isinstance(statement, ast.Assign):
        return _name(statement.targets[0])
    return _name(statement.target) if isinstance(statement, ast.AnnAssign) else ""


def _operand(node: ast.expr) -> str:
    return _name(node.operand if isinstance(node, ast.UnaryOp) else node)
