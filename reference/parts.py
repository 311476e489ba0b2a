"""Finds the parts of a search's text: its loops over children, and the lines in them.

The text is a textbook's of `interfaces`, or one that `changes` made of it. So the way
it is written is known: the window is called alpha and beta, each value has a name, and
functions are called by their names.

A change writes its lines as templates, for MAX: "{own} = {max}({own}, v)". Each part
fills in its own texts (`Part.placeholders`): for MIN that is "beta = min(beta, v)".
"""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Literal, NamedTuple

from reference.observe import source
from reference.problem import PruneWhen

Player = Literal["MAX", "MIN", "both"]
PLAYERS: tuple[Player, ...] = ("both", "MAX", "MIN")
MAX = {
    "max": "max",
    "min": "min",
    "gt": ">",
    "worst": "-inf",
    "best": "inf",
    "own": "alpha",
    "other": "beta",
    "flag": "True",
}
MIN = {
    "max": "min",
    "min": "max",
    "gt": "<",
    "worst": "inf",
    "best": "-inf",
    "own": "beta",
    "other": "alpha",
    "flag": "False",
}
"""The text of each placeholder for each player: a template is written for MAX."""
WINDOW = ("alpha", "beta")
FOLDS = ("max", "min")


def refuse_if(unfit: bool) -> None:
    """Refuse an algorithm that a change does not fit. Raises ValueError."""
    if unfit:
        raise ValueError


class Exchange(NamedTuple):
    """Statements that take the place of others, which follow each other in a body.

    owner, field: the node that has the body, and the body's name there. A body that
    becomes empty gets a `pass`.
    """

    owner: ast.AST
    field: str
    old: Sequence[ast.stmt]
    new: Sequence[ast.stmt]

    def make(self) -> None:
        """Make the change."""
        body: list[ast.stmt] = getattr(self.owner, self.field)
        first = body.index(self.old[0])
        body[first : first + len(self.old)] = self.new
        if not body:
            body.append(ast.Pass())


class AllFunctions(NamedTuple):
    """Functions that stand in the place of all those of a text."""

    owner: ast.Module
    new: list[ast.stmt]
    field: str = "body"

    def make(self) -> None:
        """Make the change."""
        self.owner.body = self.new


class Part(NamedTuple):
    """A loop over the children, with the lines around it; or a function without one.

    player: the player whose loop it is; "both" if one loop negates and serves both.
    at_root: whether it is the loop of a decision, that is of the function at the root
    that returns an action, and that no other function calls.
    lines: its lines in the text; others: those of the function's other loops.

    roles: the statements by their purpose.
        loop      the loop itself
        call      searches a child; in the loop, as the next four
        search    gives a child's value a name
        fold      keeps the better value
        test      ends the loop early
        update    moves the player's own bound
        choice    notes the best action
        start     sets the best value before the loop
        initial   sets the value that the best one begins with
        result    returns after the loop
        entry     a test with which the function begins

    placeholders: the text for each name in braces in a template, as in "{own}".
        own, other     the player's own bound and the other's: alpha and beta for MAX
        max, min, gt   the player's better of two, its contrary, and its ">"
        worst, best    the worst and the best value for the player: -inf and inf for MAX
        child          the expression that searches a child
        u              the child's value: its name, or that expression if it has none
        best_so_far    the name of the best value, if the function keeps one
        value          the value that is weighed: best_so_far or, without a fold, u
        passed, limit  the window's ends in the call of the child, own and other
        callee         the function that searches a child
        twin           the function that the other player's part calls
        flag           the expression for "the same player moves"
        leaves         a test that leaves the function
    """

    tree: ast.Module
    function: ast.FunctionDef
    player: Player
    at_root: bool
    roles: dict[str, ast.stmt]
    placeholders: dict[str, str]
    lines: range
    others: list[range]

    @property
    def body(self) -> list[ast.stmt]:
        """The lines of the loop."""
        body: list[ast.stmt] = vars(self.roles["loop"])["body"]
        return body

    @property
    def order(self) -> list[str]:
        """The roles of the lines of the loop."""
        role_of = {statement: role for role, statement in self.roles.items()}
        return [role_of[line] for line in self.body if line in role_of]

    @property
    def condition(self) -> str:
        """The condition of the test. Raises LookupError if there is no test."""
        test = self.roles["test"]
        assert isinstance(test, ast.If)
        return ast.unparse(test.test)

    def statement(self, template: str) -> ast.stmt:
        """Return the statement of a template, filled in for this part.

        Raises KeyError if it has a placeholder that the part has no text for.
        """
        return ast.parse(template.format_map(self.placeholders)).body[0]

    def put(self, role: str, template: str) -> Exchange:
        """Replace the statement of a role. Raises KeyError for no such role."""
        return self._exchange(role, [self.statement(template)])

    def put_condition(self, condition: str) -> Exchange:
        """Put another condition in the test. Raises KeyError if there is no test."""
        test = self.roles["test"]
        assert isinstance(test, ast.If)
        new_test = ast.parse(condition, mode="eval").body
        return self._exchange("test", [ast.If(new_test, test.body, test.orelse)])

    def take(self, role: str) -> Exchange:
        """Take a statement away. Raises KeyError for no such role."""
        return self._exchange(role, [])

    def put_before(self, role: str, template: str) -> Exchange:
        """Put a statement before another. Raises KeyError for no such role."""
        return self._exchange(role, [self.statement(template), self.roles[role]])

    def put_in_loop(self, lines: Sequence[ast.stmt]) -> Exchange:
        """Put other lines in the place of all those of the loop."""
        return Exchange(self.roles["loop"], "body", [*self.body], lines)

    def _exchange(self, role: str, new: Sequence[ast.stmt]) -> Exchange:
        old = self.roles[role]
        owner, field = _home(self.function, old)
        return Exchange(owner, field, [old], new)


def parts(tree: ast.Module) -> tuple[list[Part], list[Part]]:
    """Return the loops over children, in the order of the text, and the functions
    without a loop. Each loop's player is noted in the text, as a type comment.
    """
    with_loop: list[Part] = []
    without_loop: list[Part] = []
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = {function.name for function in functions}
    for function in functions:
        of_function = [
            _part_of(tree, function, loop, names)
            for loop in _loops_over_children(function, names)
        ]
        with_loop += of_function
        if not of_function:
            without_loop.append(
                Part(tree, function, "both", False, {}, {}, range(0), [])
            )
    for loop_part, other in permutations(with_loop, 2):
        _introduce(loop_part, other)
    return with_loop, without_loop


@cache
def textbook(
    interface: str, prune_when: PruneWhen = "alpha >= beta"
) -> tuple[Part, ...]:
    """Return the loops of the textbook's functions of an interface."""
    with_loop, _ = parts(ast.parse(source(interface, prune_when)))
    return tuple(with_loop)


# --- One part ---


def _introduce(part: Part, other: Part) -> None:
    """Note in a part the lines of another loop, or the function of the other player."""
    if other.function is part.function:
        part.others.append(other.lines)
    if {part.player, other.player} == {"MAX", "MIN"}:
        part.placeholders["twin"] = other.placeholders["callee"]


def _loops_over_children(
    function: ast.FunctionDef, names: set[str]
) -> Iterator[ast.For]:
    loops = [node for node in ast.walk(function) if isinstance(node, ast.For)]
    for loop in sorted(loops, key=lambda loop: loop.lineno):
        if any(_called(node, names) for node in ast.walk(loop)):
            yield loop


def _part_of(
    tree: ast.Module, function: ast.FunctionDef, loop: ast.For, names: set[str]
) -> Part:
    call = next(node for node in ast.walk(loop) if _called(node, names))
    negation = _negation_of(call, loop)
    player = _player_of(loop, negates=negation is not None)
    at_root = not any(function.name in _names_in(other) for other in tree.body)
    roles = _roles_of(function, loop, at_root=at_root)

    texts = dict(MIN if player == "MIN" else MAX)
    texts["callee"] = _called(call, names)
    texts["child"] = ast.unparse(negation or call)
    texts["passed"], texts["limit"] = texts["own"], texts["other"]
    if negation is not None:
        texts["passed"], texts["limit"] = "-alpha", "-beta"
    texts["u"] = _target(roles["search"]) if "search" in roles else texts["child"]
    texts["value"] = _weighed(roles)
    test = roles.get("test")
    if isinstance(test, ast.If) and isinstance(test.body[-1], ast.Return):
        texts["leaves"] = ast.unparse(test)
    start = _start_of(function, loop, texts["value"])
    if start is not None:
        roles["start"], texts["best_so_far"] = start, texts["value"]

    first = roles.get("start", loop).lineno
    following = _following(function, loop)
    last = following if isinstance(following, ast.Return) else loop
    lines = range(first, (last.end_lineno or 0) + 1)
    return Part(tree, function, player, at_root, roles, texts, lines, [])


def _negation_of(call: ast.AST, loop: ast.For) -> ast.UnaryOp | None:
    """Return the minus before a call in a loop; None if it has none."""
    for node in ast.walk(loop):
        if isinstance(node, ast.UnaryOp) and node.operand is call:
            return node
    return None


def _player_of(loop: ast.For, *, negates: bool) -> Player:
    """Return the player of a loop, and note it there: a change may remove the sign."""
    if loop.type_comment is None:
        has_min = any(_fold(node) == "min" for node in ast.walk(loop))
        loop.type_comment = "both" if negates else "MIN" if has_min else "MAX"
    return next(player for player in PLAYERS if player == loop.type_comment)


def _roles_of(
    function: ast.FunctionDef, loop: ast.For, *, at_root: bool
) -> dict[str, ast.stmt]:
    roles: dict[str, ast.stmt] = {_role(line): line for line in loop.body}
    roles["loop"] = loop
    for statement in function.body:
        match statement:
            case ast.If(ast.Compare(left)) if _is_bound(left):
                roles["entry"] = statement
    following = _following(function, loop)
    if isinstance(following, ast.Return) and not at_root:
        roles["result"] = following
    return roles


def _role(line: ast.stmt) -> str:
    """Return the role of a line in a loop."""
    match line:
        case ast.If(body=body) if _leaves(body):
            return "test"
        case ast.If(body=body) if all(_role(inner) == "update" for inner in body):
            return "update"
        case ast.Assign([target, *_], value):
            if _is_bound(target):
                return "update"
            if _is_number(value):
                return "initial"
            return "fold" if _fold(value) else "search"
        case ast.Return():
            return "result"
        case ast.Expr():
            return "call"
    return "choice"


def _leaves(body: Sequence[ast.stmt]) -> bool:
    return any(isinstance(line, (ast.Return, ast.Break)) for line in body)


def _weighed(roles: dict[str, ast.stmt]) -> str:
    """Return the name of the value that is weighed; "" if no value has a name."""
    for role in ("fold", "search", "update"):
        if role in roles:
            return _target(roles[role])
    return ""


def _start_of(function: ast.FunctionDef, loop: ast.For, value: str) -> ast.stmt | None:
    """Return the last statement before a loop that sets a value."""
    block = _block(function, loop)
    before = block[: block.index(loop)]
    settings = [
        node
        for node in before
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        and node.value is not None
        and _target(node) == value
    ]
    return settings[-1] if settings else None


def _target(statement: ast.stmt) -> str:
    """Return the name that a statement sets: "v" of `v: Value = -inf`."""
    return ast.unparse(statement).split(" = ")[0].split(":")[0]


# --- Nodes ---


def _called(node: ast.AST, names: set[str]) -> str:
    """Return the function of the text that a node calls; "" for any other node."""
    match node:
        case ast.Call(ast.Name(name), [_, *_]) if name in names:
            return name
    return ""


def _fold(node: ast.AST) -> str:
    """Return "max" or "min" for a call of it, else ""."""
    match node:
        case ast.Call(ast.Name(name)) if name in FOLDS:
            return name
    return ""


def _is_bound(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in WINDOW


def _is_number(node: ast.AST) -> bool:
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            return _is_number(operand)
        case ast.Constant(value):
            return isinstance(value, (int, float)) and not isinstance(value, bool)
        case ast.Name("inf"):
            return True
    return False


def _names_in(root: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(root) if isinstance(node, ast.Name)}
    return names | {
        node.attr for node in ast.walk(root) if isinstance(node, ast.Attribute)
    }


def _home(function: ast.FunctionDef, statement: ast.stmt) -> tuple[ast.AST, str]:
    """Return the node whose body has a statement, and the body's name there.

    Raises LookupError if no body has it.
    """
    for node in ast.walk(function):
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list) and statement in body:
                return node, field
    raise LookupError(ast.unparse(statement))


def _block(function: ast.FunctionDef, statement: ast.stmt) -> list[ast.stmt]:
    """Return the body that a statement stands in."""
    owner, field = _home(function, statement)
    block: list[ast.stmt] = getattr(owner, field)
    return block


def _following(function: ast.FunctionDef, statement: ast.stmt) -> ast.stmt | None:
    """Return the next statement in the same body; None for the last one."""
    block = _block(function, statement)
    behind = block[block.index(statement) + 1 :]
    return behind[0] if behind else None
