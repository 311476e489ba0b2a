"""The nodes of a student's program: what each is by its form alone, and new ones."""

import ast
from collections.abc import Iterator, Mapping
from math import inf
from types import MappingProxyType
from typing import TypeVar

from autograder.core.limits import LARGEST_PROGRAM
from autograder.explain.repair.edits import Dump, copied, dumped, walk
from autograder.explain.repair.program import is_step

Node = TypeVar("Node", bound=ast.AST)
VARIABLES = (ast.Name, ast.Attribute, ast.Subscript)
"""The nodes of variables, which can be read and set."""
FOLDS = {"max": "min", "min": "max"}
"""Each function that folds values, with the other player's."""
LESS = (ast.Lt, ast.LtE)
GREATER = (ast.Gt, ast.GtE)
ORDERS = (*LESS, *GREATER)
"""The comparisons of numbers."""
FUNCTIONS = (ast.FunctionDef, ast.Lambda)
LOOPS = (ast.For, ast.While)
JUMPS = (ast.Return, ast.Break, ast.Continue)
"""Statements behind which no other of their body runs."""
ASSIGNMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign)
DISPLAYS = (ast.Tuple, ast.List)
"""How pairs of a value and an action are written."""
FAR = 400
"""From here on a constant is taken for an infinity."""
LARGEST_FINITE = 1e300
"""From here on a literal is taken for infinity itself."""
INFINITE_NAMES = ("inf", "math.inf", "np.inf", "numpy.inf", "infinity")
"""The names of infinity in Python, its libraries and `float`."""
CALLED = {
    "maxsize": 2.0**63,
    "maxint": 2.0**63,
    "float_info.max": 2.0**1000,
    # The smallest number above 0, but people mean the least of all.
    "float_info.min": 2.0**-1000,
    **dict.fromkeys(INFINITE_NAMES, inf),
    **dict.fromkeys(["-inf", "-infinity"], -inf),
}
"""The numbers that a name or a text stands for, written small."""
NO_NAMES: Mapping[str, float] = MappingProxyType({})
"""The names for numbers of a program that has none."""


# --- The sort of a node, by its form alone ---


def named(node: ast.AST) -> str:
    """Return the name of a variable, or of a method; "" of any other node."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def nodes_of(kind: type[Node], *within: ast.AST) -> Iterator[Node]:
    """Yield the nodes of a type in some trees."""
    return (node for tree in within for node in walk(tree) if isinstance(node, kind))


def names_in(*within: ast.AST) -> set[str]:
    """Return the variables that are read or set in some trees."""
    return {node.id for node in nodes_of(ast.Name, *within)}


def key_of(node: ast.AST) -> Dump:
    """Return a key that is equal for the same variable, whether it is read or set."""
    is_read = isinstance(getattr(node, "ctx", None), ast.Load)
    return dumped(loaded(node) if isinstance(node, VARIABLES) and not is_read else node)


def fold(node: ast.AST | None) -> str:
    """Return the name of the fold that a node calls, "max" or "min"; else ""."""
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name) and function.id in FOLDS:
            return function.id
    return ""


def ends_early(node: ast.AST) -> bool:
    """Return whether it is a condition under which a loop or a function is left."""
    if not isinstance(node, ast.If):
        return False
    return any(isinstance(inner, (ast.Return, ast.Break)) for inner in node.body)


def leaves_at_end(node: ast.stmt) -> bool:
    """Return whether the last line of a statement leaves the body that it stands in."""
    inner: list[ast.stmt] = getattr(node, "orelse", []) or getattr(node, "body", [])
    return leaves_at_end(inner[-1]) if inner else isinstance(node, JUMPS)


def leaves_at_once(node: ast.stmt) -> bool:
    """Return whether a function is left under a condition, and nothing else is done."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Return)


def constant(
    node: ast.AST | None, names: Mapping[str, float] = NO_NAMES
) -> float | None:
    """Return the number that an expression is; None for any other expression.

    Infinity may be spelled as people do: `math.inf`, `float("inf")`, `-sys.maxsize`,
    `10**9`. names: the program's own names for numbers.
    """
    match node:
        case ast.Name(name, ast.Load()) if name in names:
            return names[name]
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return _as_float(number)
        case ast.Name() | ast.Attribute():
            name = ast.unparse(node).lower()
            return CALLED.get(name.removeprefix("self.").removeprefix("sys."))
        case ast.UnaryOp(ast.UAdd(), operand):
            return constant(operand, names)
        case ast.UnaryOp(ast.USub(), operand):
            return _opposite(constant(operand, names))
        case ast.Call(ast.Name("int" | "float"), [ast.Constant(str(text)), *_]):
            return CALLED.get(text.lower().lstrip("+"))
        case ast.Call(ast.Name("int" | "float"), [argument, *_]):
            return constant(argument, names)
        case ast.BinOp(left, ast.Mult(), right):
            return _product(constant(left, names), constant(right, names))
        case ast.BinOp(left, ast.Pow(), right):
            return _power(constant(left, names), constant(right, names))
    return None


def _as_float(number: float) -> float:
    if abs(number) < LARGEST_FINITE:
        return float(number)
    return inf if number > 0 else -inf


def _opposite(number: float | None) -> float | None:
    return None if number is None else -number


def _product(left: float | None, right: float | None) -> float | None:
    """Return the product of two numbers, if neither is 0."""
    return left * right if left and right else None


def _power(base: float | None, exponent: float | None) -> float | None:
    """Return a power as `10**9`, of a base that is above 0."""
    # A float holds 1e308 at most: no power may overflow.
    if base and exponent and 0 < base < 1e9:
        return float(base ** min(exponent, 30))
    return None


def parameters_of(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters, in order."""
    arguments = function.args
    listed = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [parameter.arg for parameter in listed]


def passed(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call, by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def body_of(node: ast.AST, field: str = "body") -> list[ast.stmt]:
    """Return the statements of a body that the student wrote."""
    return [statement for statement in getattr(node, field) if not is_step(statement)]


# --- New nodes ---


def expression(text: str) -> ast.expr:
    """Return the expression that a text is. Raises SyntaxError and ValueError."""
    return ast.parse(text, mode="eval").body


def loaded(variable: ast.expr) -> ast.expr:
    """Return a copy of a variable, to be read."""
    copy = copied(variable)
    copy.ctx = ast.Load()  # type: ignore[attr-defined]
    return copy


def stored(variable: ast.expr) -> ast.expr:
    """Return a copy of a variable, to be set."""
    copy = copied(variable)
    copy.ctx = ast.Store()  # type: ignore[attr-defined]
    return copy


def infinity(sign: float) -> ast.expr:
    """Return an infinity as a tree has it: a constant, with its sign before it."""
    return ast.Constant(inf) if sign > 0 else ast.UnaryOp(ast.USub(), ast.Constant(inf))


def negative(node: ast.expr, at: ast.AST) -> ast.expr:
    """Return the opposite of an expression, at the position of a node."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return copied(node.operand)
    opposite = ast.UnaryOp(ast.USub(), copied(node))
    return ast.fix_missing_locations(ast.copy_location(opposite, at))


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of a function by its name, with copies of some arguments."""
    return ast.Call(ast.Name(name, ast.Load()), [*map(copied, arguments)], [])


def as_added(statement: ast.stmt) -> ast.stmt:
    """Return a copy of a statement, in a line that no file has.

    So it differs from all other statements when it runs.
    """
    copy = copied(statement)
    for node in walk(copy):
        node.lineno = node.end_lineno = LARGEST_PROGRAM + 1  # type: ignore[attr-defined]
        node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    return copy
