"""What a function of a student's program is made of: its nodes, its numbers, and what it calls alpha and beta."""

import ast
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from itertools import chain, count
from math import inf, isinf
from typing import NamedTuple, TypeVar, overload

from autograder.limits import LARGEST_PROGRAM
from autograder.repair.edits import Add, Change, Dump, Edit, Put, copied, dumped, walk
from autograder.repair.kinds import Kind
from autograder.repair.program import is_step

Node = TypeVar("Node", bound=ast.AST)
Other = TypeVar("Other", bound=ast.AST)
Third = TypeVar("Third", bound=ast.AST)
PLACES = (ast.Name, ast.Attribute, ast.Subscript)
"""What can be read and set."""
FOLDS = {"max": "min", "min": "max"}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
FUNCTIONS = (ast.FunctionDef, ast.Lambda)
LOOPS = (ast.For, ast.While)
DISPLAYS = (ast.Tuple, ast.List)
"""How pairs of a value and an action are written."""
ENDS = (
    ("alpha", "beta"),
    ("alfa", "beta"),
    ("low", "high"),
    ("lo", "hi"),
    ("lower", "upper"),
    ("a", "b"),
    ("floor", "ceiling"),
)
"""What people call the two ends of a window."""
FAR = 400
"""From here on a constant is taken for what stands for infinity."""
CALLED = {
    "maxsize": 2.0**63,
    "maxint": 2.0**63,
    "float_info.max": 2.0**1000,
    "float_info.min": 2.0**-1000,
}
CALLED |= dict.fromkeys(("inf", "math.inf", "np.inf", "numpy.inf", "infinity"), inf)
CALLED |= dict.fromkeys(
    (
        "-inf",
        "-infinity",
        "neg_inf",
        "ninf",
        "neginf",
        "minus_inf",
        "negative_infinity",
    ),
    -inf,
)
"""What numbers are called, in a name or as text; float_info.min is the smallest above 0, and meant as the least."""
NUMBERS = {*chain.from_iterable(ENDS), "bound", "best", "value"}
"""Words in the names of parameters that are numbers."""
COUNTED = {"ply", "plies", "round", "rounds", "level", "levels"}
"""Words in the names of depths."""
UNSEARCHED = ("annotation", "returns", "decorator_list", "ctx", "type_comment")
"""Fields of a node in which nothing of the search stands."""


class Body(NamedTuple):
    """The statements of a body that the student wrote, and where they stand."""

    owner: ast.AST
    field: str
    statements: list[ast.stmt]


class Scope:
    """A function, or a top-level statement outside of any: what belongs to it and to no function inside of it."""

    def __init__(
        self,
        region: tuple[int, str, int, ast.AST],
        functions: dict[str, list[ast.FunctionDef]],
        called: set[str],
        counts: set[Dump],
        infinities: Mapping[str, float],
    ) -> None:
        """called: names that functions of the program read. counts: what it adds to in place, or compares with that.

        infinities: names that the program has for them.
        """
        self.region, self.file, self.top, self.root = region
        self.functions, self.called, self.counts = functions, called, counts
        self._infinities = infinities
        self.parents: dict[ast.AST, tuple[ast.AST, str, int | None]] = {}
        self._of_kinds: dict[tuple[type[ast.AST], ...], list[ast.AST]] = {}
        self.nodes = list(self._nodes())
        self.parents.setdefault(self.root, (self.root, "", None))
        self.other_names: dict[str, str] = {}
        """Names that are set to functions: of either of two the first."""
        for node in self.all(ast.Assign):
            function = (
                node.value.body if isinstance(node.value, ast.IfExp) else node.value
            )
            if (
                isinstance(function, (ast.Name, ast.Attribute))
                and named(function) in functions
            ):
                self.other_names[named(node.targets[0])] = named(function)
        self.numbers = {dumped(node): node for node in _numbers(self.nodes)}
        self.window = _window(self.numbers.values())
        self._ends, self._end_keys = (
            tuple(map(ast.unparse, self.window)),
            set(map(key, self.window)),
        )

    def _nodes(self) -> Iterator[ast.AST]:
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            for name, value in ast.iter_fields(node):
                for place, child in (
                    enumerate(value) if isinstance(value, list) else [(None, value)]
                ):
                    if (
                        isinstance(child, ast.AST)
                        and name not in UNSEARCHED
                        and not is_step(child)
                    ):
                        self.parents[child] = (node, name, place)
                        stack += [] if isinstance(child, ast.FunctionDef) else [child]

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds a node."""
        while not isinstance(node, ast.stmt):
            node = self.parents[node][0]
        return node

    def siblings(self, node: ast.AST) -> list[ast.stmt]:
        """The body that a statement stands in, to be changed."""
        owner, name, _ = self.parents[node]
        body: list[ast.stmt] = getattr(owner, name)
        return body

    def edit(
        self,
        kind: Kind,
        node: ast.AST,
        *changes: Change,
        role: str = "",
        new: ast.AST | None = None,
        more: float = 0,
    ) -> Edit:
        """An edit of this scope, about the line of a node. more: what it costs beyond its kind."""
        line = getattr(node, "lineno", None) or self.statement(node).lineno
        for value in (change.new for change in changes if isinstance(change, Put)):
            for entry in value if isinstance(value, list) else [value]:
                if isinstance(entry, ast.AST) and not hasattr(entry, "lineno"):
                    ast.copy_location(entry, node)
        return Edit(
            kind,
            role,
            kind.cost + more,
            self.file,
            self.top,
            line,
            self.region,
            changes,
            node,
            new,
            self._ends,
        )

    def put(
        self, kind: Kind, node: ast.AST, new: ast.AST, role: str = "", more: float = 0
    ) -> Edit:
        """An edit that puts a node in the place of another."""
        owner, name, place = self.parents[node]
        ast.copy_location(new, node)
        return self.edit(
            kind, node, Put(owner, name, new, place), role=role, new=new, more=more
        )

    def add(
        self,
        kind: Kind,
        body: Body,
        place: int,
        line: ast.stmt | str,
        role: str = "",
        more: float = 0,
    ) -> Edit:
        """An edit that adds a line at a place of a body: told of the line before it or, at the start, after it."""
        before = body.statements[place] if place < len(body.statements) else None
        beside = body.statements[max(place - 1, 0)]
        (statement,) = ast.parse(line).body if isinstance(line, str) else [line]
        new = as_added(statement)
        edit = self.edit(
            kind,
            beside,
            Add(body.owner, body.field, new, before),
            role=role,
            new=new,
            more=more,
        )
        return edit._replace(line=beside.end_lineno or beside.lineno) if place else edit

    def body_of(self, statement: ast.stmt) -> tuple[Body, int]:
        """The body that a statement stands in, and its place there."""
        owner, name, _ = self.parents[statement]
        body = Body(owner, name, body_of(owner, name))
        return body, body.statements.index(statement)

    @overload
    def all(self, one: type[Node], /) -> Iterator[Node]: ...

    @overload
    def all(self, one: type[Node], two: type[Other], /) -> Iterator[Node | Other]: ...

    @overload
    def all(
        self, one: type[Node], two: type[Other], three: type[Third], /
    ) -> Iterator[Node | Other | Third]: ...

    def all(self, *kinds: type[ast.AST]) -> Iterator[ast.AST]:
        """The nodes of some types, which are found once: some forty operators ask for the same."""
        if kinds not in self._of_kinds:
            self._of_kinds[kinds] = [
                node for node in self.nodes if isinstance(node, kinds)
            ]
        return iter(self._of_kinds[kinds])

    def following(self, statement: ast.stmt) -> ast.stmt | None:
        """What stands behind a statement in its body; None where it is the last."""
        body, place = self.body_of(statement)
        return next(iter(body.statements[place + 1 :]), None)

    def calls(self) -> Iterator[ast.Call]:
        """The calls of functions of the student's own."""
        return (node for node in self.all(ast.Call) if self.own(node))

    def is_number(self, node: ast.AST) -> bool:
        """Whether an expression is a number of the search's, as far as its form tells."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.is_number(node.operand)
        return constant(node) is not None or key(node) in self.numbers

    def infinite(self, node: ast.AST) -> float | None:
        """The infinity that an expression is, be it by a name of the program's; None for any other expression."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            return self._infinities.get(node.id, constant(node))
        return constant(node)

    def is_end(self, node: ast.AST) -> bool:
        """Whether a place is alpha or beta."""
        return key(node) in self._end_keys

    @property
    def is_decision(self) -> bool:
        """Whether it is the root's function alone: it searches, and no function of the program calls it."""
        return (
            isinstance(self.root, ast.FunctionDef) and self.root.name not in self.called
        )

    def loop(self, node: ast.AST) -> ast.For | ast.While | None:
        """The innermost loop of this function's that a node stands in; None where it is in none."""
        while node is not self.root:
            node = self.parents[node][0]
            if isinstance(node, LOOPS):
                return node
        return None

    def own(self, node: ast.AST) -> str:
        """The name of the student's own function that is called; "" for any other node."""
        if isinstance(node, ast.Call):
            name = named(node.func)
            name = self.other_names.get(name, name)
            return name if name in self.functions else ""
        return ""

    def searches(self, within: ast.AST) -> bool:
        """Whether in a node a function of the student's own is called, and passed something."""
        return any(
            isinstance(node, ast.Call) and node.args and self.own(node)
            for node in walk(within)
        )

    def returns_pairs(self) -> bool:
        """Return whether some function of the program returns two values."""
        functions = chain.from_iterable(self.functions.values())
        for node in each(ast.Return, *functions):
            match node.value:
                case ast.Tuple([_, _]) | ast.List([_, _]):
                    return True
        return False

    def sort(self, node: ast.stmt) -> str:
        """What sort of statement it is, as far as its shape tells."""
        if ends_early(node):
            return "test"
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            if self.is_end(
                node.targets[0] if isinstance(node, ast.Assign) else node.target
            ):
                return "update"
            return (
                "initial"
                if node.value is not None and constant(node.value) is not None
                else "assignment"
            )
        if isinstance(node, ast.If) and all(
            self.sort(entry) == "update" for entry in node.body
        ):
            return "update"
        return {ast.Return: "result", ast.Expr: "call"}.get(type(node), "statement")


def scopes(
    trees: dict[str, ast.Module], regions: Container[int] | None = None
) -> Iterator[Scope]:
    """The scopes of a program, in the order of its files. regions: those that are asked for, where not all are."""
    nodes = [node for tree in trees.values() for node in walk(tree)]
    functions: dict[str, list[ast.FunctionDef]] = {}
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for name in (
                target.id for target in node.targets if isinstance(target, ast.Name)
            ):
                functions.setdefault(name, []).append(
                    ast.FunctionDef(name, node.value.args, [], [])
                )
    called = {
        named(node)
        for function in nodes
        if isinstance(function, FUNCTIONS)
        for node in walk(function)
    }
    counters = {key(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
    compared = [
        {*map(key, (node.left, *node.comparators))}
        for node in nodes
        if isinstance(node, ast.Compare)
    ]
    counts = counters.union(*(sides for sides in compared if sides & counters))
    infinities = dict(_infinities(trees))
    for region in roots(trees):
        if regions is None or region[0] in regions:
            yield Scope(region, functions, called, counts, infinities)


def _infinities(trees: dict[str, ast.Module]) -> Iterator[tuple[str, float]]:
    """The names that stand for an infinity at the top of a file."""
    for statement in (entry for tree in trees.values() for entry in tree.body):
        match statement:
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                pairs = zip(names, values, strict=False)
            case ast.Assign([name], value):
                pairs = zip([name], [value], strict=True)
            case _:
                continue
        for name, value in pairs:
            number = constant(value)
            if isinstance(name, ast.Name) and number is not None and isinf(number):
                yield name.id, number


def roots(trees: dict[str, ast.Module]) -> Iterator[tuple[int, str, int, ast.AST]]:
    """The regions of a program, each with its file, its top-level statement, and the function or statement it is."""
    region = count(1)
    for file, tree in trees.items():
        for top, statement in enumerate(tree.body):
            found: list[ast.AST] = [
                node for node in walk(statement) if isinstance(node, ast.FunctionDef)
            ]
            if not isinstance(statement, (ast.FunctionDef, ast.Import, ast.ImportFrom)):
                found.append(statement)
            yield from ((next(region), file, top, root) for root in found)


def named(node: ast.AST) -> str:
    """The name of a variable, or of a method."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _numbers(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The places that hold numbers: compared, folded, negated, set to a number, or named as such a parameter."""
    for candidate in (entry for node in nodes for entry in _counted(node)):
        if isinstance(candidate, PLACES) and constant(candidate) is None:
            yield loaded(candidate)


def _counted(node: ast.AST) -> Iterable[ast.expr]:
    """The parts of a node that are numbers, if they are places."""
    match node:
        case ast.FunctionDef(args=given) | ast.Lambda(given):
            names = (entry.arg for entry in [*given.args, *given.kwonlyargs])
            return [
                ast.Name(name)
                for name in names
                if NUMBERS & set(re.split(r"[_\d]", name.lower()))
            ]
        case ast.Compare(left, [order, *_], others) if isinstance(order, ORDERS):
            return [left, *others]
        case ast.Call(_, arguments) if fold(node):
            return arguments
        case ast.Assign([ast.Tuple(places), *_], ast.Tuple(values)):
            pairs = zip(places, values, strict=False)
            return [
                place
                for place, value in pairs
                if fold(value) or constant(value) is not None
            ]
        case ast.Assign(places, value) if fold(value) or constant(value) is not None:
            return places
        case ast.UnaryOp(ast.USub(), operand):
            return [operand]
    return ()


def _window(numbers: Collection[ast.expr]) -> tuple[ast.expr, ...]:
    """What holds alpha and beta, as far as names tell, alpha first; nothing where they tell nothing."""
    for pair in ENDS:
        found: dict[str, ast.expr] = {}
        for number in numbers:
            name = re.split(r"[.'\"\[]", ast.unparse(number).lower().rstrip("'\"]"))[-1]
            for word in pair:
                if name == word or (len(word) > 1 and word in name.split("_")):
                    found.setdefault(word, number)
        if len(found) == 2:
            return tuple(found[word] for word in pair)
    return ()


def each(kind: type[Node], *within: ast.AST) -> Iterator[Node]:
    """The nodes of a type in some trees."""
    return (node for tree in within for node in walk(tree) if isinstance(node, kind))


def names_in(*within: ast.AST) -> set[str]:
    """The variables that are read or set in some trees."""
    return {node.id for node in each(ast.Name, *within)}


def loaded(place: ast.expr) -> ast.expr:
    """A place, to be read."""
    copy = copied(place)
    copy.ctx = ast.Load()  # type: ignore[attr-defined]
    return copy


def stored(place: ast.expr) -> ast.expr:
    """A place, to be set."""
    copy = copied(place)
    copy.ctx = ast.Store()  # type: ignore[attr-defined]
    return copy


def key(node: ast.AST) -> Dump:
    """What tells places apart, be they read or written."""
    is_read = isinstance(getattr(node, "ctx", None), ast.Load)
    return dumped(loaded(node) if isinstance(node, PLACES) and not is_read else node)


def fold(node: ast.AST | None) -> str:
    """ "max" or "min" of a call of it, else ""."""
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FOLDS
    ):
        return node.func.id
    return ""


def ends_early(node: ast.AST) -> bool:
    """Whether a statement is a condition under which a loop or a function is left."""
    return isinstance(node, ast.If) and any(
        isinstance(entry, (ast.Return, ast.Break)) for entry in node.body
    )


def leaves_at_once(node: ast.stmt) -> bool:
    """Return whether a function is left under a condition, and nothing else is done."""
    return isinstance(node, ast.If) and isinstance(node.body[0], ast.Return)


def constant(node: ast.AST | None) -> float | None:
    """The number that an expression is, infinity in its usual spellings too; None for any other expression."""
    match node:
        case ast.Constant(int() | float() as number) if not isinstance(number, bool):
            return (
                float(number) if abs(number) < 1e300 else (inf if number > 0 else -inf)
            )
        case ast.Name() | ast.Attribute():
            return CALLED.get(
                ast.unparse(node).lower().removeprefix("self.").removeprefix("sys.")
            )
        case ast.UnaryOp(ast.USub() | ast.UAdd() as sign, operand):
            value = constant(operand)
            return -value if value is not None and isinstance(sign, ast.USub) else value
        case ast.Call(ast.Name("int" | "float"), [ast.Constant(str(text)), *_]):
            return CALLED.get(text.lower().lstrip("+"))
        case ast.Call(ast.Name("int" | "float"), [argument, *_]):
            return constant(argument)
        case ast.BinOp(one, ast.Pow() | ast.Mult() as sign, other):
            left, right = constant(one), constant(other)
            if left and right and (isinstance(sign, ast.Mult) or 0 < left < 1e9):
                return (
                    left * right
                    if isinstance(sign, ast.Mult)
                    else float(left ** min(right, 30))
                )
    return None


def is_depth(node: ast.AST) -> bool:
    """Whether a name is one for a depth."""
    name = str(
        getattr(node, "id", None)
        or getattr(node, "arg", None)
        or getattr(node, "attr", "")
    ).lower()
    return name == "d" or "dep" in name or bool(COUNTED & set(re.split(r"[_\d]", name)))


def asked_of(scope: Scope, *names: str) -> list[ast.expr]:
    """What a scope asks for its attributes of some names: each once, in the order of the text."""
    asked = [node.value for node in scope.all(ast.Attribute) if node.attr in names]
    return list({dumped(value): value for value in asked}.values())


def infinity(sign: float) -> ast.expr:
    """What stands for an infinity in a tree: a constant with its sign before it."""
    return ast.Constant(inf) if sign > 0 else ast.UnaryOp(ast.USub(), ast.Constant(inf))


def negative(node: ast.expr, at: ast.AST) -> ast.expr:
    """The opposite of an expression, at the place of a node."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return copied(node.operand)
    return ast.fix_missing_locations(
        ast.copy_location(ast.UnaryOp(ast.USub(), copied(node)), at)
    )


def passed(call: ast.Call) -> list[ast.expr]:
    """Return what a call passes, by position and by name."""
    return [*call.args, *(word.value for word in call.keywords)]


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a function by its name, with copies of some arguments."""
    return ast.Call(
        ast.Name(name, ast.Load()), [copied(argument) for argument in arguments], []
    )


def body_of(node: ast.AST, name: str = "body") -> list[ast.stmt]:
    """The statements of a body that the student wrote."""
    return [entry for entry in getattr(node, name) if not is_step(entry)]


def as_added(statement: ast.stmt) -> ast.stmt:
    """A copy of a statement, in a line that no file has: so it is told apart from all others where it runs."""
    copy = copied(statement)
    for entry in walk(copy):
        entry.lineno = entry.end_lineno = LARGEST_PROGRAM + 1  # type: ignore[attr-defined]
        entry.col_offset = entry.end_col_offset = 0  # type: ignore[attr-defined]
    return copy
