"""Functions of a student's program: their nodes, and the roles of these in a search.

A `Scope` is one function, or one statement outside of all: its nodes with their
parents, its numbers, and its variables for alpha and beta.
"""

import ast
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, TypeVar, overload

from autograder.explain.repair.edits import (
    Add,
    Alteration,
    Dump,
    Edit,
    Put,
    dumped,
    walk,
)
from autograder.explain.repair.facts import (
    UNKNOWN,
    Numbers,
    ProgramFacts,
    Region,
    Roles,
    facts_of,
    roots,
)
from autograder.explain.repair.kinds import Kind
from autograder.explain.repair.likelihood import cost
from autograder.explain.repair.nodes import (
    ASSIGNMENTS,
    LOOPS,
    ORDERS,
    VARIABLES,
    Node,
    as_added,
    body_of,
    constant,
    ends_early,
    expression,
    fold,
    key_of,
    leaves_at_end,
    loaded,
    named,
    nodes_of,
    parameters_of,
)
from autograder.explain.repair.program import is_step

Other = TypeVar("Other", bound=ast.AST)
Third = TypeVar("Third", bound=ast.AST)
TEXTBOOK_ENDS = ("alpha", "beta")
"""The textbook's names for the two ends of a window.

They decide only where no run tells of any variable: in the textbook's own text, and in
a program that fails before its first leaf.
"""
TEXTBOOK_DEPTH = "depth"
"""Its name for the number of plies that are left."""
UNSEARCHED = ("annotation", "returns", "decorator_list", "ctx", "type_comment")
"""Fields of a node in which nothing of the search stands."""
SORTS: dict[type[ast.AST], str] = {ast.Return: "result", ast.Expr: "call"}
"""Sorts of statement that the type alone tells."""


class Position(NamedTuple):
    """The position of a node in a tree: a field of its owner, an index in a list."""

    owner: ast.AST
    field: str
    list_index: int | None


class Body(NamedTuple):
    """The statements of a body that the student wrote, and the position of the body."""

    owner: ast.AST
    field: str
    statements: list[ast.stmt]


class Scope:
    """A function, or a top-level statement outside of any, without functions inside.

    parents: the position of each of its nodes. numbers: the variables that hold
    numbers. window: the variables for alpha and beta, in this order, as the program's
    runs tell or else its names; empty if neither does.
    """

    def __init__(self, region: Region, facts: ProgramFacts) -> None:
        """Walk a region, and find its numbers and its window."""
        self.region = region.number
        self.file = region.file
        self.top = region.top
        self.root = region.root
        self.functions = facts.functions
        self.called = facts.called
        self.counts = facts.counts
        self._infinities = facts.infinities
        self._methods = facts.methods
        self._searching = facts.searching
        self._ends_of = facts.ends
        self.parents: dict[ast.AST, Position] = {}
        self._of_kinds: dict[tuple[type[ast.AST], ...], list[ast.AST]] = {}
        self.nodes = list(self._nodes())
        self.parents.setdefault(self.root, Position(self.root, "", None))
        self.other_names = self._other_names()
        numbers = _numbers(self.nodes, self._infinities)
        self._names_decide = not facts.tell_roles
        if self._names_decide:
            numbers = chain(_numeric_parameters(self.root), numbers)
        self.numbers = {dumped(number): number for number in numbers}
        self.window = self._window(facts)
        held = facts.numbers.get(region.number, Numbers(region.number))
        for value in map(expression, held.values):
            self.numbers.setdefault(key_of(value), value)
        self.numbers = self._in_the_order_of_the_text(self.numbers)
        self._depths = {*map(key_of, map(expression, held.depths))}
        self._ends = tuple(map(ast.unparse, self.window))
        self._end_keys = set(map(key_of, self.window))

    def _nodes(self) -> Iterator[ast.AST]:
        """Yield the nodes of the scope, and note the position of each.

        Of a function inside it only the position is noted.
        """
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            for child, position in _children(node):
                self.parents[child] = position
                if not isinstance(child, ast.FunctionDef):
                    stack.append(child)

    def _other_names(self) -> dict[str, str]:
        """Return names that are set to functions, with the names of the functions.

        An example is `search = max_value`; of `search = max_value if … else min_value`
        it is the first, and so it is of `{"MAX": max_value, "MIN": min_value}[…]`.
        """
        other_names: dict[str, str] = {}
        for node in self.all(ast.Assign):
            function = _first_choice(node.value)
            if not isinstance(function, (ast.Name, ast.Attribute)):
                continue
            if named(function) in self.functions:
                other_names[named(node.targets[0])] = named(function)
        return other_names

    def _window(self, facts: ProgramFacts) -> tuple[ast.expr, ...]:
        """Return the variables for alpha and beta."""
        window = facts.windows.get(self.region)
        if window is None:
            by_name = self.numbers.values() if self._names_decide else ()
            return _window_by_name(by_name)
        ends = (expression(window.alpha), expression(window.beta))
        self.numbers.update((key_of(end), end) for end in ends)
        return ends

    def _in_the_order_of_the_text(
        self, variables: Mapping[Dump, ast.expr]
    ) -> dict[Dump, ast.expr]:
        """Return variables by their keys, the first in the text first.

        Else what they are called decides which change is tried first.
        """
        places: dict[Dump, tuple[int, int]] = {}
        for node in self.nodes:
            if isinstance(node, VARIABLES) and hasattr(node, "lineno"):
                key, place = key_of(node), (node.lineno, node.col_offset)
                places[key] = min(place, places.get(key, place))
        nowhere = (0, 0)
        in_order = sorted(variables, key=lambda key: places.get(key, nowhere))
        return {key: variables[key] for key in in_order}

    # --- Edits ---

    def edit(
        self,
        kind: Kind,
        node: ast.AST,
        *alterations: Alteration,
        role: str = "",
        new: ast.AST | None = None,
        surcharge: float = 0,
    ) -> Edit:
        """Return an edit of this scope, about the line of a node.

        role: of the changed node. new: the node that replaces it, if it is a
        single one. surcharge: the cost beyond that of `likelihood`.
        """
        line = getattr(node, "lineno", None) or self.statement(node).lineno
        for alteration in alterations:
            if isinstance(alteration, Put):
                _locate(alteration, node)
        return Edit(
            kind,
            role,
            cost(kind, role) + surcharge,
            self.file,
            self.top,
            line,
            self.region,
            alterations,
            node,
            new,
            self._ends,
        )

    def put(
        self,
        kind: Kind,
        node: ast.AST,
        new: ast.AST,
        role: str = "",
        surcharge: float = 0,
    ) -> Edit:
        """Return an edit that puts a node in the place of another."""
        owner, field, list_index = self.parents[node]
        ast.copy_location(new, node)
        alteration = Put(owner, field, new, list_index)
        return self.edit(
            kind, node, alteration, role=role, new=new, surcharge=surcharge
        )

    def add(
        self,
        kind: Kind,
        body: Body,
        index: int,
        line: ast.stmt | str,
        role: str = "",
        surcharge: float = 0,
    ) -> Edit:
        """Return an edit that adds a line before the statement at an index of a body.

        Its line is the one that runs before it or, at the start of the body, after it:
        behind a loop, or a block whose last line leaves the body, that is its head.
        """
        following = body.statements[index] if index < len(body.statements) else None
        beside = body.statements[max(index - 1, 0)]
        (statement,) = ast.parse(line).body if isinstance(line, str) else [line]
        new = as_added(statement)
        alteration = Add(body.owner, body.field, new, following)
        edit = self.edit(
            kind, beside, alteration, role=role, new=new, surcharge=surcharge
        )
        if index == 0:
            return edit
        last_line = beside.end_lineno or beside.lineno
        is_block = hasattr(beside, "body") and last_line > beside.lineno
        is_at_head = isinstance(beside, LOOPS) or leaves_at_end(beside)
        return edit._replace(
            line=beside.lineno if is_at_head else last_line,
            block=beside.lineno if is_block else 0,
        )

    # --- The place of a node ---

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that holds a node."""
        while not isinstance(node, ast.stmt):
            node = self.parents[node].owner
        return node

    def siblings(self, node: ast.AST) -> list[ast.stmt]:
        """Return the body that a statement stands in, to be changed."""
        owner, field, _ = self.parents[node]
        body: list[ast.stmt] = getattr(owner, field)
        return body

    def body_of(self, statement: ast.stmt) -> tuple[Body, int]:
        """Return the body that a statement stands in, and its index there."""
        owner, field, _ = self.parents[statement]
        body = Body(owner, field, body_of(owner, field))
        return body, body.statements.index(statement)

    def following(self, statement: ast.stmt) -> ast.stmt | None:
        """Return the statement behind another in its body; None behind the last."""
        body, index = self.body_of(statement)
        behind = body.statements[index + 1 :]
        return behind[0] if behind else None

    def loop(self, node: ast.AST) -> ast.For | ast.While | None:
        """Return the innermost loop of this scope around a node, if it is in one."""
        while node is not self.root:
            node = self.parents[node].owner
            if isinstance(node, LOOPS):
                return node
        return None

    # --- The contents of the scope ---

    @overload
    def all(self, first: type[Node], /) -> Iterator[Node]: ...

    @overload
    def all(
        self, first: type[Node], second: type[Other], /
    ) -> Iterator[Node | Other]: ...

    @overload
    def all(
        self, first: type[Node], second: type[Other], third: type[Third], /
    ) -> Iterator[Node | Other | Third]: ...

    def all(self, *kinds: type[ast.AST]) -> Iterator[ast.AST]:
        """Yield the nodes of some types.

        They are looked for once, as some forty operators ask for the same.
        """
        if kinds not in self._of_kinds:
            nodes = [node for node in self.nodes if isinstance(node, kinds)]
            self._of_kinds[kinds] = nodes
        return iter(self._of_kinds[kinds])

    def calls(self) -> Iterator[ast.Call]:
        """Yield the calls of functions of the student's own."""
        return (node for node in self.all(ast.Call) if self.own(node))

    @property
    def is_decision(self) -> bool:
        """Tell whether it is the root's function alone.

        That searches, and no function of the program calls it.
        """
        root = self.root
        return isinstance(root, ast.FunctionDef) and root.name not in self.called

    def prunes_elsewhere(self, functions: Iterable[ast.FunctionDef]) -> bool:
        """Return whether functions have a window, but none of some, and not this."""
        names = [function.name for function in functions]
        has_window = bool(self.window) or any(self._ends_of.get(name) for name in names)
        return not has_window and any(self._ends_of.values())

    def returns_pairs(self) -> bool:
        """Return whether some function of the program returns two values."""
        functions = chain.from_iterable(self.functions.values())
        for node in nodes_of(ast.Return, *functions):
            match node.value:
                case ast.Tuple([_, _]) | ast.List([_, _]):
                    return True
        return False

    # --- The sort of a node in this scope ---

    def is_number(self, node: ast.AST) -> bool:
        """Return whether an expression is a number, as far as its form tells."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.is_number(node.operand)
        return self.constant(node) is not None or key_of(node) in self.numbers

    def constant(self, node: ast.AST | None) -> float | None:
        """Return the number that an expression is, as the function `constant` does.

        The program's own names for infinities count, too, such as `INF` in `INF =
        float("inf")`.
        """
        return constant(node, self._infinities)

    def is_shared(self, variable: ast.expr) -> bool:
        """Return whether other calls read and set the same variable."""
        if not isinstance(variable, ast.Name):
            return True
        shared = chain.from_iterable(
            node.names for node in self.all(ast.Global, ast.Nonlocal)
        )
        return variable.id in shared

    def is_end(self, node: ast.AST) -> bool:
        """Return whether a node is the variable for alpha or beta."""
        return key_of(node) in self._end_keys

    def mentions_end(self, within: ast.AST) -> bool:
        """Return whether alpha or beta stands in a node."""
        return any(map(self.is_end, walk(within)))

    def is_bound(self, node: ast.AST) -> bool:
        """Return whether a node is alpha or beta, or the better of it and more."""
        return self.mentions_end(node) if fold(node) else self.is_end(node)

    def is_depth(self, node: ast.AST) -> bool:
        """Return whether a variable or a parameter holds a number of plies.

        Runs tell it, or else, if they tell of no variable, the name.
        """
        if not self._depths:
            return self._names_decide and _is_named_depth(node)
        variable = ast.Name(node.arg) if isinstance(node, ast.arg) else node
        return isinstance(variable, VARIABLES) and key_of(variable) in self._depths

    def own(self, node: ast.AST) -> str:
        """Return the name of the student's function that a node calls, or ""."""
        if not isinstance(node, ast.Call):
            return ""
        name = named(node.func)
        name = self.other_names.get(name, name)
        return name if name in self.functions else ""

    def passed_to(self, call: ast.Call) -> dict[str, ast.expr]:
        """Return the arguments in a call of the student's function, by parameters."""
        passed: dict[str, ast.expr] = {}
        for function in self.functions.get(self.own(call), ())[:1]:
            names = parameters_of(function)
            if self.receiver_of(call) is not None:
                del names[:1]
            passed.update(zip(names, call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg is not None:
                passed[keyword.arg] = keyword.value
        return passed

    def receiver_of(self, call: ast.Call) -> tuple[str, ast.expr] | None:
        """Return the parameter of a method for its object, and the object, or None."""
        if not isinstance(call.func, ast.Attribute):
            return None
        for function in self.functions.get(self.own(call), ())[:1]:
            names = parameters_of(function)
            if names and function in self._methods:
                return names[0], call.func.value
        return None

    @property
    def receiver(self) -> str:
        """The parameter for the object that the function is called on, or ""."""
        if self.root in self._methods and isinstance(self.root, ast.FunctionDef):
            return next(iter(parameters_of(self.root)), "")
        return ""

    def passes_window(self, call: ast.AST, argument: ast.AST) -> bool:
        """Return whether a call of the student's function passes alpha or beta there.

        It may, too, if no run tells which of its parameters they are.
        """
        name = self.own(call)
        if not isinstance(call, ast.Call) or name not in self._ends_of:
            return bool(name)
        ends = self._ends_of[name]
        for parameter, value in self.passed_to(call).items():
            if value is argument:
                return parameter in ends
        return True

    def leads_to_search(self, call: ast.AST) -> bool:
        """Return whether a call may come back to a function that called itself."""
        return self.is_searching(self.own(call))

    def is_searching(self, name: str) -> bool:
        """Return whether a function may come back to one that called itself."""
        return name in self._searching

    def searches(self, within: ast.AST) -> bool:
        """Return whether the student's function is called in a node, with arguments."""
        for node in walk(within):
            if isinstance(node, ast.Call) and node.args and self.own(node):
                return True
        return False

    def sort(self, node: ast.stmt) -> str:
        """Return the sort of a statement, as far as its shape tells.

        "test" may leave a loop or a function, "update" sets a bound, "initial" sets
        something to a number, "assignment" to anything else. A "result" is returned, a
        "call" stands alone; all others are a "statement".
        """
        if ends_early(node):
            return "test"
        if isinstance(node, ASSIGNMENTS):
            return self._sort_of_assignment(node)
        if isinstance(node, ast.If) and self._only_updates(node.body):
            return "update"
        return SORTS.get(type(node), "statement")

    def _only_updates(self, body: list[ast.stmt]) -> bool:
        return all(self.sort(statement) == "update" for statement in body)

    def _sort_of_assignment(
        self, node: ast.Assign | ast.AugAssign | ast.AnnAssign
    ) -> str:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if self.is_end(target):
            return "update"
        return "assignment" if self.constant(node.value) is None else "initial"


# --- The scopes of a program ---


def scopes(
    trees: dict[str, ast.Module],
    regions: Container[int] | None = None,
    roles: Roles = UNKNOWN,
) -> Iterator[Scope]:
    """Yield the scopes of a program, in the order of its files.

    regions: the numbers of the regions to include; None for all. roles: the known roles
    of the program's variables.
    """
    facts = facts_of(trees, roles)
    for region in roots(trees):
        if regions is None or region.number in regions:
            yield Scope(region, facts)


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, Position]]:
    """Yield the nodes in a node that the student wrote for the search."""
    for field, value in ast.iter_fields(node):
        if field in UNSEARCHED:
            continue
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST) and not is_step(child):
                    yield child, Position(node, field, index)
        elif isinstance(value, ast.AST) and not is_step(value):
            yield value, Position(node, field, None)


def _locate(alteration: Put, node: ast.AST) -> None:
    """Give new nodes the position of a node in the text, if they have none."""
    for new in alteration.new if isinstance(alteration.new, list) else [alteration.new]:
        if isinstance(new, ast.AST) and not hasattr(new, "lineno"):
            ast.copy_location(new, node)


# --- Numbers, and the window ---


def _numbers(
    nodes: Iterable[ast.AST], infinities: Mapping[str, float]
) -> Iterator[ast.expr]:
    """Yield the variables that hold numbers, to be read.

    They are compared, folded, negated or set to a number.
    infinities: the program's names for them, which are no variables.
    """
    for node in nodes:
        for candidate in _numeric_operands(node, infinities):
            is_variable = isinstance(candidate, VARIABLES)
            if is_variable and constant(loaded(candidate), infinities) is None:
                yield loaded(candidate)


def _numeric_operands(
    node: ast.AST, infinities: Mapping[str, float]
) -> Iterable[ast.expr]:
    """Return the nodes within a node that are numbers, if they are variables."""
    match node:
        case ast.Compare(left, [order, *_], others) if isinstance(order, ORDERS):
            return [left, *others]
        case ast.Call(_, arguments) if fold(node):
            return arguments
        case ast.Assign([ast.Tuple(targets), *_], ast.Tuple(values)):
            pairs = zip(targets, values, strict=False)
            return [target for target, value in pairs if _is_numeric(value, infinities)]
        case ast.Assign(targets, value) if _is_numeric(value, infinities):
            return targets
        case ast.UnaryOp(ast.USub(), operand):
            return [operand]
    return ()


def _numeric_parameters(function: ast.AST) -> list[ast.expr]:
    """Return the parameters that are numbers in the textbook's text."""
    match function:
        case ast.FunctionDef(args=parameters) | ast.Lambda(parameters):
            known = [*parameters.args, *parameters.kwonlyargs]
            names = [parameter.arg for parameter in known]
            return [
                ast.Name(name, ast.Load()) for name in names if name in TEXTBOOK_ENDS
            ]
    return []


def _is_numeric(value: ast.expr, infinities: Mapping[str, float]) -> bool:
    return bool(fold(value)) or constant(value, infinities) is not None


def _first_choice(value: ast.expr) -> ast.expr:
    """Return the first value of those that an expression chooses from."""
    match value:
        case ast.IfExp(_, first):
            return first
        case ast.Subscript(ast.Dict(values=[first, *_])):
            return first
        case ast.Subscript(ast.Tuple([first, *_]) | ast.List([first, *_])):
            return first
    return value


def _window_by_name(numbers: Collection[ast.expr]) -> tuple[ast.expr, ...]:
    """Return the variables named alpha and beta as in the textbook, or nothing."""
    by_name = {named(number): number for number in numbers}
    window = tuple(by_name[end] for end in TEXTBOOK_ENDS if end in by_name)
    return window if len(window) == len(TEXTBOOK_ENDS) else ()


def _is_named_depth(node: ast.AST) -> bool:
    """Return whether a variable, parameter or attribute has the textbook's name."""
    names = (getattr(node, field, None) for field in ("id", "arg", "attr"))
    return TEXTBOOK_DEPTH in names


def asked_of(scope: Scope, *names: str) -> list[ast.expr]:
    """Return the objects whose attributes of some names a scope reads, in order.

    Of `state.utility()` and the name "utility" it is `state`. Objects that are written
    alike come once.
    """
    attributes = [node for node in scope.all(ast.Attribute) if node.attr in names]
    return list({dumped(node.value): node.value for node in attributes}.values())
