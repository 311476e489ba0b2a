"""What the text of a search is made of: its loops over children, and the lines in them.

The text is a textbook's of `interfaces`, or one that `changes` made of it. So it is
known how it is written: the window is called alpha and beta, each value has a name, and
functions are called by their names.
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
"""What is written for each player where a template says it as for MAX."""
WINDOW = ("alpha", "beta")
FOLDS = ("max", "min")


def refuse_if(unfit: bool) -> None:
    """Refuse an algorithm that a change does not fit. Raises ValueError."""
    if unfit:
        raise ValueError


class Exchange(NamedTuple):
    """Statements that stand in a body in the place of others, which follow each other.

    owner, field: whose body. An empty body passes.
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
    """A loop over the children, with what stands around it; or a function without one.

    player: whose loop it is; "both" where one loop negates and so serves both.
    at_root: whether it is the loop of a decision, that is of the function at the root
    that returns an action, and that no other function calls.
    lines: in the text; others: those of the function's other loops.

    roles: the statements by what they are for.
        loop      the loop itself
        call      searches a child; in the loop, as the next four
        search    gives a child's value a name
        fold      keeps the better value
        test      ends the loop early
        update    moves the player's own bound
        choice    notes the best action
        start     sets the best value before the loop
        initial   the value with which that begins
        result    returns after the loop
        entry     a test with which the function begins

    words: what a template may ask for.
        child          the expression that searches a child
        u              its value, by name where it has one
        value          what is weighed: best_so_far or, without a fold, u
        passed, limit  the window's ends as they are passed on, own and other
        twin           the function that the other player's part calls
        flag           the expression for "the same player moves"
        leaves         a test that leaves the function
    """

    tree: ast.Module
    function: ast.FunctionDef
    player: Player
    at_root: bool
    roles: dict[str, ast.stmt]
    words: dict[str, str]
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
        """What the test says. Raises LookupError where there is none."""
        test = self.roles["test"]
        assert isinstance(test, ast.If)
        return ast.unparse(test.test)

    def statement(self, template: str) -> ast.stmt:
        """Return what a template says for this player.

        Raises KeyError where it asks for what is not there.
        """
        return ast.parse(template.format_map(self.words)).body[0]

    def put(self, role: str, template: str) -> Exchange:
        """Replace the statement of a role. Raises KeyError for no such role."""
        return self._exchange(role, [self.statement(template)])

    def put_condition(self, condition: str) -> Exchange:
        """Put another condition in the test. Raises KeyError where there is none."""
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
    """Return the loops over children in the order of the text, and the functions
    without one. Which player's a loop is, is noted there, as a type comment.
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
    for part, other in permutations(with_loop, 2):
        _introduce(part, other)
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
    """Note in a part of a text what another says of it."""
    if other.function is part.function:
        part.others.append(other.lines)
    if {part.player, other.player} == {"MAX", "MIN"}:
        part.words["twin"] = other.words["callee"]


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
    negation = next(
        (
            node
            for node in ast.walk(loop)
            if isinstance(node, ast.UnaryOp) and node.operand is call
        ),
        None,
    )
    player = _player_of(loop, negates=negation is not None)
    at_root = not any(function.name in _names_in(other) for other in tree.body)
    roles = _roles_of(function, loop, at_root=at_root)

    words = dict(MIN if player == "MIN" else MAX)
    words["callee"] = _called(call, names)
    words["child"] = ast.unparse(negation or call)
    words["passed"], words["limit"] = words["own"], words["other"]
    if negation is not None:
        words["passed"], words["limit"] = "-alpha", "-beta"
    words["u"] = _target(roles["search"]) if "search" in roles else words["child"]
    words["value"] = _weighed(roles)
    test = roles.get("test")
    if isinstance(test, ast.If) and isinstance(test.body[-1], ast.Return):
        words["leaves"] = ast.unparse(test)
    start = _start_of(function, loop, words["value"])
    if start is not None:
        roles["start"], words["best_so_far"] = start, words["value"]

    first = roles.get("start", loop).lineno
    following = _following(function, loop)
    last = following if isinstance(following, ast.Return) else loop
    lines = range(first, (last.end_lineno or 0) + 1)
    return Part(tree, function, player, at_root, roles, words, lines, [])


def _player_of(loop: ast.For, *, negates: bool) -> Player:
    """Return whose loop it is, and note it there: a change may take away what tells."""
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
    """Return what a line of a loop is for."""
    match line:
        case ast.If(body=body) if _leaves(body):
            return "test"
        case ast.If(body=body) if all(_role(entry) == "update" for entry in body):
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
    return any(isinstance(entry, (ast.Return, ast.Break)) for entry in body)


def _weighed(roles: dict[str, ast.stmt]) -> str:
    """Return the name of the value that is weighed; "" where none has a name."""
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
    """Return which of the text's functions a node calls; "" for any other node."""
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
    """Return in whose body a statement stands, and which. Raises LookupError."""
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
    """Return what stands behind a statement in its body; None behind the last."""
    block = _block(function, statement)
    behind = block[block.index(statement) + 1 :]
    return behind[0] if behind else None
