"""The textbook's algorithms with changes: kinds of change of the table, made there on purpose, and other right forms.

`scopes` finds what the lines of a textbook's function are for, as it does in a student's, and the operators are those
that are tried on a student's program. Of the edits that one finds, a change makes the one of a kind, at a role. Where
there are several, templates tell what is written: as for MAX, which for MIN reads the other way round. `changed` makes
one change after the other, and refuses one that finds nothing to change.

A change's name is its identity: the stored probes and the audit know variants by it. So names stay.
"""

import ast
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from itertools import chain, permutations
from typing import Literal, NamedTuple

from autograder.mistakes import edits, kinds
from autograder.mistakes.edits import Edit, walk
from autograder.mistakes.kinds import Kind
from autograder.mistakes.operators import expressions, lines, worse
from autograder.mistakes.scopes import Scope, constant, fold, scopes
from reference import observe as reference
from reference.problem import Observation, Problem, PruneWhen

Player = Literal["MAX", "MIN", "both"]
Where = Literal["everywhere", "below", "root"]
PLAYERS: tuple[Player, ...] = ("both", "MAX", "MIN")
SAID = ("max", "min", "ge", "worst", "best", "own", "other", "flag")
MAX = dict(
    zip(SAID, ("max", "min", ">=", "-inf", "inf", "alpha", "beta", "True"), strict=True)
)
MIN = dict(
    zip(
        SAID, ("min", "max", "<=", "inf", "-inf", "beta", "alpha", "False"), strict=True
    )
)
"""What is written for each player where a template says it as for MAX."""


def refuse_if(unfit: bool) -> None:
    """Refuses an algorithm that a change does not fit. Raises ValueError."""
    if unfit:
        raise ValueError


class Part(NamedTuple):
    """A loop over the children, with what stands around it; or a function that has none.

    player: whose loop it is; "both" where one loop negates and so serves both. at_root: whether it is the loop of a
    decision, which no other function calls. lines: in the text; others: those of the function's other loops.

    roles: the statements by what they are for. In the loop "search" names a child's value, "fold" keeps the better one,
    "test" ends it early, "update" moves the player's own bound, "choice" notes the best action. "start" sets the best
    value before it, "result" returns after it, "entry" is a test with which the function begins.

    words: what a template may ask for. child: what searches a child; u: its value, by name where it has one. value:
    what is weighed, the best so far (best_so_far) or, without a fold, u. passed, limit: the window's ends as they are
    passed on, the player's own and the other. twin: whom the other player's part calls. flag: that the same player
    moves. leaves: a test that leaves the function.
    """

    tree: ast.Module
    scope: Scope
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
        return [
            role
            for line in self.body
            for role, statement in self.roles.items()
            if statement is line
        ]

    @property
    def condition(self) -> str:
        """What the test says. Raises LookupError where there is none."""
        test = self.roles["test"]
        assert isinstance(test, ast.If)
        return ast.unparse(test.test)

    def statement(self, template: str) -> ast.stmt:
        """What a template says for this player. Raises KeyError where it asks for what is not."""
        return ast.parse(template.format_map(self.words)).body[0]

    def put(self, role: str, template: str) -> edits.Put:
        """Something else in the place of a statement. Raises KeyError where none has that role."""
        owner, field, place = self.scope.parents[self.roles[role]]
        return edits.Put(owner, field, self.statement(template), place)

    def take(self, role: str) -> edits.Take:
        """A statement less. Raises KeyError where none has that role."""
        owner, field, _ = self.scope.parents[self.roles[role]]
        return edits.Take(owner, field, self.roles[role])


def parts(tree: ast.Module) -> tuple[list[Part], list[Part]]:
    """The loops over children in some functions, in the order of the text; and the functions that have none."""
    found, without = list[Part](), list[Part]()
    for scope in scopes({"": tree}):
        loops = sorted(
            filter(scope.searches, scope.all(ast.For)), key=lambda loop: loop.lineno
        )
        own = [_part(tree, scope, loop) for loop in loops]
        for part in own:
            part.others.extend(other.lines for other in own if other is not part)
        found += own
        without += (
            [] if own else [Part(tree, scope, "both", False, {}, {}, range(0), [])]
        )
    for part, other in permutations(found, 2):
        if {part.player, other.player} == {"MAX", "MIN"}:
            part.words["twin"] = other.words["callee"]
    return found, without


def _part(tree: ast.Module, scope: Scope, loop: ast.For) -> Part:
    assert isinstance(scope.root, ast.FunctionDef)
    call = next(node for node in walk(loop) if scope.own(node))
    above = scope.parents[call][0]
    negates = isinstance(above, ast.UnaryOp)
    roles: dict[str, ast.stmt] = {_role(scope, line): line for line in loop.body} | {
        "loop": loop
    }
    found = "both" if negates else "MIN" if "min" in map(fold, walk(loop)) else "MAX"
    # Noted in the text, as a change may take away what tells it.
    loop.type_comment = loop.type_comment or found
    player = next(each for each in PLAYERS if each == loop.type_comment)
    words = {
        **(MIN if player == "MIN" else MAX),
        "child": ast.unparse(above if negates else call),
    }
    words |= (
        {"passed": "-alpha", "limit": "-beta"}
        if negates
        else {"passed": words["own"], "limit": words["other"]}
    )
    words |= {
        "callee": scope.own(call),
        "u": _target(roles["search"]) if "search" in roles else words["child"],
    }
    words["value"] = next(
        (
            _target(roles[role])
            for role in ("fold", "search", "update")
            if role in roles
        ),
        "",
    )
    if isinstance(test := roles.get("test"), ast.If) and isinstance(
        test.body[-1], ast.Return
    ):
        words["leaves"] = ast.unparse(test)
    block, following = scope.siblings(loop), scope.following(loop)
    for node in block[: block.index(loop)]:
        if (
            isinstance(node, (ast.Assign, ast.AnnAssign))
            and node.value
            and _target(node) == words["value"]
        ):
            roles["start"], words["best_so_far"] = node, words["value"]
    for node in scope.root.body:
        if (
            isinstance(node, ast.If)
            and isinstance(node.test, ast.Compare)
            and scope.is_end(node.test.left)
        ):
            roles["entry"] = node
    last = following if isinstance(following, ast.Return) else loop
    roles |= {"result": last} if last is not loop and not scope.is_decision else {}
    within = range(roles.get("start", loop).lineno, (last.end_lineno or 0) + 1)
    return Part(tree, scope, player, scope.is_decision, roles, words, within, [])


def _role(scope: Scope, statement: ast.stmt) -> str:
    sort = scope.sort(statement)
    if isinstance(statement, ast.Assign) and sort == "assignment":
        return "fold" if fold(statement.value) else "search"
    return "choice" if sort == "statement" else sort


def _target(statement: ast.stmt) -> str:
    return ast.unparse(statement).split(" = ")[0].split(":")[0]


@cache
def textbook(
    interface: str, prune_when: PruneWhen = "alpha >= beta"
) -> tuple[Part, ...]:
    """The loops of the textbook's functions of an interface under a convention."""
    return tuple(parts(ast.parse(reference.source(interface, prune_when)))[0])


# --- Changes ---

Operator = Callable[[Scope], Iterable[Edit]]
Fits = Callable[[Part, Edit], bool]
Step = Callable[[Part], Iterable[edits.Change]]
"""What a change does to a part: the changes of its tree. Raises LookupError or ValueError where it does not fit."""


class Change(NamedTuple):
    """Steps that are made one after the other, for whom, and where. around: whether in the functions without a loop."""

    name: str
    steps: tuple[Step, ...]
    around: bool
    player: Player = "both"
    where: Where = "everywhere"

    def __call__(
        self, player: Player = "both", where: Where = "everywhere"
    ) -> "Change":
        """The same for a player or both, at the root of a decision, below it or everywhere."""
        return self._replace(player=player, where=where)

    def __str__(self) -> str:
        player = "" if self.player == "both" else f" for {self.player}"
        return (
            self.name
            + player
            + ("" if self.where == "everywhere" else f" ({self.where})")
        )

    def made(self, text: str) -> str:
        """Some functions with the change. Raises LookupError or ValueError where it does not fit."""
        for step in self.steps:
            tree, found = _read(text)
            there = (
                part
                for part in found[self.around]
                if self.player in ("both", part.player)
            )
            at = [
                part
                for part in there
                if self.where in ("everywhere", "root" if part.at_root else "below")
            ]
            changes = [*chain.from_iterable(map(step, at))]
            # Their places are those of before.
            changes.sort(key=lambda change: not isinstance(change, edits.Put))
            with edits.changes_made(changes):
                text = ast.unparse(tree) if changes else text
        return text


@lru_cache
def _read(text: str) -> tuple[ast.Module, tuple[list[Part], list[Part]]]:
    tree = ast.parse(text, type_comments=True)
    return tree, parts(tree)


@lru_cache
def _edits(operator: Operator, scope: Scope) -> list[Edit]:
    return list(operator(scope))


Changes = tuple[Change, ...]
CHANGES: dict[str, Change] = {}


def change(name: str, *steps: Step, around: bool = False) -> Change:
    """A change of some steps: the first of its name."""
    return CHANGES.setdefault(name, Change(name, steps, around))


def changes_from(text: str) -> Changes:
    """The changes that are written so, with a semicolon between them: the inverse of `str`."""
    found = re.findall(
        r"([^;]+?)(?: for (MAX|MIN))?(?: \((below|root)\))?(?:; |$)", text
    )
    return tuple(
        CHANGES[name](player or "both", where or "everywhere")
        for name, player, where in found
    )


def each(*changes: Change) -> tuple[Changes, ...]:
    """Each of some changes for both players, for MAX alone and for MIN alone."""
    return tuple(way for change in changes for way in together(change))


def together(*changes: Change, where: Where = "everywhere") -> tuple[Changes, ...]:
    """Some changes at once: for both players, for MAX alone and for MIN alone."""
    return tuple(
        tuple(change(player, where) for change in changes) for player in PLAYERS
    )


def below(changes: Iterable[Change]) -> Changes:
    """The same changes, made below the root of a decision only."""
    return tuple(change._replace(where="below") for change in changes)


@cache
def changed(interface: str, prune_when: PruneWhen, changes: Changes) -> str:
    """The textbook's functions of an interface under a convention, with changes; "" where one changes nothing."""
    if not changes:
        tree = ast.parse(reference.source(interface, prune_when))
        parts(tree)  # notes whose loops they are
        for function in tree.body:
            if isinstance(function, ast.FunctionDef) and ast.get_docstring(function):
                del function.body[0]
        return ast.unparse(tree)
    before = changed(interface, prune_when, changes[:-1])
    try:
        text = changes[-1].made(before) if before else ""
    except (LookupError, ValueError):
        return ""
    return "" if text == before else text


def observe(
    problem: Problem, changes: Changes = (), *, calls: bool = False
) -> Observation:
    """What the textbook's search does with changes. Raises AssertionError where one changes nothing."""
    written = changed(problem.interface, problem.prune_when, changes)
    assert written, f"{problem.interface}: {'; '.join(map(str, changes))}"
    return reference.observe(problem, written, calls=calls)


# --- Steps ---


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
        for found in _edits(operator, part.scope):
            if (found.kind, found.role) != (kind, role) or any(
                found.line in lines for lines in part.others
            ):
                continue
            if fits(part, found) and (
                not at or part.scope.statement(found.old) is part.roles[at]
            ):
                puts = [put.new for put in found.changes if isinstance(put, edits.Put)]
                written = [found.old], [found.new] if found.new else puts
                if all(
                    not said or said == plain(*nodes)
                    for said, nodes in zip(asked, written, strict=True)
                ):
                    return found.changes
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


def either(*steps: Step) -> Step:
    """The first of some steps that fits."""

    def made(part: Part) -> Iterable[edits.Change]:
        for step in steps[:-1]:
            try:
                return step(part)
            except (LookupError, ValueError):
                continue
        return steps[-1](part)

    return made


def perhaps(step: Step) -> Step:
    """A step that is left out where it does not fit, as it says so already there."""
    return either(step, lambda part: ())


def ordered(*roles: str) -> Step:
    """A line of the loop moved, so that those of some roles come first, in this order."""

    def made(part: Part) -> Iterable[edits.Change]:
        wanted = [role for role in roles if role in part.order]
        refuse_if(part.at_root or "test" not in wanted or len(wanted) < 3)
        wanted += [role for role in part.order if role not in wanted]
        if part.order == wanted:
            return ()
        for found in _edits(lines.moves, part.scope):
            with edits.made((found,)):
                is_so = part.order == wanted
            if is_so and found.kind is kinds.MOVED_DOWN:
                return found.changes
        raise LookupError(kinds.MOVED_DOWN.name)

    return made


def child_named(part: Part) -> Iterable[edits.Change]:
    """A child's value gets a name in a line of its own, where the source has none."""
    refuse_if("search" in part.roles or part.body[0] is not part.roles["fold"])
    folded = ast.unparse(part.roles["fold"]).replace(part.words["child"], "u")
    named = [*map(part.statement, ("u = {child}", folded)), *part.body[1:]]
    return [edits.Put(part.roles["loop"], "body", named)]


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
no_test = change(
    "no-test",
    either(*(dropped(kinds.TEST_DROPPED, "test", at=at) for at in ("test", "entry"))),
)
no_update = change("no-update", dropped(kinds.LINE_DROPPED, "update", at="update"))
