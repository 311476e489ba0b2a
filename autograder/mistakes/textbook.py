"""The textbook's algorithms with changes by role, so that a change fits every algorithm in which the role is found.

`scopes` finds what the lines of a textbook's function are for, as it does in a student's. What is written in a role is
kept as text, and an operator writes something else there: most are one template, as for MAX, which for MIN reads the
other way round. A change is an operator with whom it is for. Changes compose: `changed` makes one after the other, and
refuses one that finds nothing to change.

An operator's name is its identity: the stored probes and the audit know variants by it. So names stay.
"""

import ast
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from textwrap import indent
from typing import Literal, NamedTuple

from autograder.mistakes.scopes import Scope, fold, scopes
from reference import observe as reference
from reference.problem import Observation, Problem, PruneWhen

Player = Literal["MAX", "MIN", "both"]
Where = Literal["everywhere", "below", "root"]
PLAYERS: tuple[Player, ...] = ("both", "MAX", "MIN")

MAX = {"max": "max", "min": "min", "ge": ">=", "le": "<=", "worst": "-inf", "best": "inf", "own": "{alpha}"}
MAX |= {"other": "{beta}", "passed": "{own}", "limit": "{other}", "window": "{passed}, {limit}"}
MIN = {"max": "min", "min": "max", "ge": "<=", "le": ">=", "worst": "inf", "best": "-inf", "own": "{beta}"}
MIN |= {"other": "{alpha}", "window": "{limit}, {passed}"}
BOTH = {"window": "-({limit}), -({passed})"}
WORDS: dict[Player, dict[str, str]] = {"MAX": MAX, "MIN": MAX | MIN, "both": MAX | BOTH}
"""What is written for each player where a template says it as for MAX."""
LINES = {
    "horizon": "if {horizon}:\n    return {leaf}",
    "search": "{u} = {child}",
    "test": "if {test}:\n    {exit}",
    "result": "return {result}",
}
"""The lines that are written in more than one role."""
IN_A_CHILD = {
    "callee": r"\w+(?=\()",
    "plies": "(?<= - )1",
    "turn": r"\b(True|False|not \w+)\b",
    "window": "alpha, beta|-beta, -alpha",
}
"""What stands in roles of its own where a child's value is written."""
EXCHANGED = ("start", "target", "over", "child", "plies", "fold", "update", "choice", "result", "test", "exit")
"""What the players exchange where their lines change places; whom they call and whose turn it is stays."""
SLOT, MARK, SIGN = re.compile(r"\{(\w+)\}"), re.compile(r"( *)§(\d)_(\w+)"), re.compile("[<>]=?")

Signs = dict[str, str]
STRICT = {">=": ">", "<=": "<"}
LOOSE = {">": ">=", "<": "<="}
TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
NEGATED = {">=": "<", "<=": ">", ">": "<=", "<": ">="}


def refuse_if(unfit: bool) -> None:
    """Refuses an algorithm that a change does not fit. Raises ValueError."""
    if unfit:
        raise ValueError


@dataclass(eq=False)
class Part:
    """A loop over the children: what is written there in each role, and the roles in the order of their lines.

    player: whose loop it is; "both" where one loop negates and so serves both. at_root: whether it is the loop of a
    decision, which no other function calls. begin: the lines with which its function begins, `loop` those of the loop,
    `after` those behind it. was: what it said before the change that is being made.

    says: the text of each role, and the words of its templates. start: what the best value so far begins with, or the
    player's own bound in a decision. target, over: the loop's. child: a child's value, with `callee`, `window`, `plies`
    (what a move takes from the depth) and `turn` (whose it is) in it; u: where it is named, its name. passed, limit:
    the window's ends, the player's own and the other. fold: takes the better value. test, exit: end the loop early.
    update: moves the player's own bound. choice: notes the best action. result: what is returned after the loop.
    horizon: ends the recursion, by `depth` too, with `leaf`. ply: how it can be said at which ply this is. value: what
    holds the value that is weighed, the best so far or, without a fold, the child's.
    """

    book: "Textbook"
    function: str
    player: Player
    at_root: bool
    says: dict[str, str]
    begin: list[str]
    loop: list[str]
    after: list[str]
    was: dict[str, str] = field(default_factory=dict)

    @property
    def twin(self) -> dict[str, str]:
        """What the other player's part at the same place said before the change. Raises KeyError where it has none."""
        beside = {part.player: part.was for part in self.book.parts if part.at_root == self.at_root}
        return beside["MAX" if self.player == "MIN" else "MIN"]

    def text(self, template: str) -> str:
        """What a template says for this player. Raises KeyError where it asks for what is not."""
        return SLOT.sub(lambda slot: self.text(self.says[slot[1]]), template)

    def role(self, role: str) -> str:
        """What is written in a role. Raises KeyError where nothing is."""
        return self.text(self.says[role])

    def put(self, role: str, what: str | Signs) -> None:
        """Write something else in a role, be it with other signs; {old} stands for what is there."""
        old = self.role(role)
        if isinstance(what, dict):
            self.says[role] = SIGN.sub(lambda sign: what.get(sign[0], sign[0]), old)
            return
        if "{u}" in what:
            self.name_child()
        self.says[role] = self.text(what.replace("{old}", old))

    def name_child(self) -> str:
        """The name of a child's value, which is given one where the source has none."""
        if "{" in self.says["u"]:
            self.says["u"] = "u"
            self.loop.insert(min(self.loop.index(role) for role in ("fold", "update") if role in self.loop), "search")
        return self.says["u"]

    def rename(self, old: str, new: str) -> None:
        """The test is about something else."""
        for role in ("test", "exit"):
            self.says[role] = re.sub(rf"\b{old}\b", new, self.role(role))

    def negates(self) -> bool:
        """Whether a child's value is that of the other side, and so is negated."""
        return self.says["child"].startswith("-")

    def is_below(self) -> bool:
        """Whether it is no decision's."""
        return not self.at_root

    def keeps_best(self) -> bool:
        """Whether it begins with a best value, which is worse than any."""
        return not self.at_root and "start" in self.says

    def lines(self, mark: str) -> str:
        """The lines at a mark of its function."""
        if mark == "start":
            return self.role("start")
        if mark == "begin":
            return self._written(self.begin)
        start = self.text("{value} = {start}") if self.keeps_best() else ""
        body = indent(self._written(self.loop), "    ")
        return "\n".join([start, self.text("for {target} in {over}:"), body, self._written(self.after)])

    def _written(self, roles: Iterable[str]) -> str:
        return "\n".join(self.text(LINES.get(role, f"{{{role}}}")) for role in roles)


@dataclass(eq=False)
class Textbook:
    """An interface's textbook functions: the text around their loops, with marks, and the loops."""

    frame: str = ""
    parts: list[Part] = field(default_factory=list)

    def text(self) -> str:
        """The functions as they are written."""
        return MARK.sub(lambda mark: indent(self.parts[int(mark[2])].lines(mark[3]), mark[1]), self.frame)


# --- Which role is whose ---


@cache
def textbook(interface: str, prune_when: PruneWhen = "alpha >= beta") -> Textbook:
    """The textbook's functions of an interface under a convention, with the roles in them. Who changes it copies it."""
    tree, book = ast.parse(reference.source(interface, prune_when)), Textbook()
    for scope in scopes({"": tree}):
        assert isinstance(scope.root, ast.FunctionDef)
        body = scope.root.body
        if ast.get_docstring(scope.root) is not None:
            del body[0]
        if loops := [loop for loop in scope.all(ast.For) if scope.searches(loop)]:
            begun = _beginning(body)
            body.insert(0, ast.Expr(ast.Name(f"§{len(book.parts)}_begin")))
            for loop in sorted(loops, key=lambda loop: loop.lineno):
                book.parts.append(_part(book, scope, loop, begun))
    book.frame = ast.unparse(tree)
    return book


def _beginning(body: list[ast.stmt]) -> dict[str, str]:
    """Takes the test away that ends the recursion, if a function begins with one, and tells what is written there."""
    first = body[0]
    if not (isinstance(first, ast.If) and isinstance(first.body[0], ast.Return)):
        return {}
    test, leaf = ast.unparse(first.test), ast.unparse(first.body[0]).removeprefix("return ")
    state, depth = re.search(r"\w+(?=\.)", test), re.search(r"\bdepth [<=]+ 0", test)
    del body[0]
    says = {"ply": f"{state[0]}.ply" if state else "depth", "horizon": test, "leaf": leaf}
    return says | {"depth": depth[0], "horizon": test.replace(depth[0], "{depth}")} if depth else says


def _part(book: Textbook, scope: Scope, loop: ast.For, begun: dict[str, str]) -> Part:
    """What is written around one recursive call; a mark comes in its place."""
    assert isinstance(scope.root, ast.FunctionDef)
    number, block = len(book.parts), scope.siblings(loop)
    call = next(node for node in ast.walk(loop) if scope.own(node))
    above = scope.parents[call][0]
    negates = isinstance(above, ast.UnaryOp)
    child = ast.unparse(above if negates else call)
    player: Player = "both" if negates else "MIN" if "min" in map(fold, ast.walk(loop)) else "MAX"
    roles = {_role(scope, statement): statement for statement in loop.body}
    lines = {role: ast.unparse(statement).replace(child, "{u}") for role, statement in roles.items()}
    says = {**WORDS[player], **begun, **lines}
    says |= {"target": ast.unparse(loop.target), "over": ast.unparse(loop.iter)}
    says |= {"alpha": "alpha", "beta": "beta"} if scope.window else {}
    says["u"] = _target(roles["search"]) if "search" in roles else "{child}"
    says["value"] = next(_target(roles[role]) for role in ("fold", "search", "update") if role in roles)
    if isinstance(test := roles.get("test"), ast.If):
        says |= {"test": ast.unparse(test.test), "exit": ast.unparse(test.body[-1])}
    for role, pattern in IN_A_CHILD.items():
        if found := re.search(pattern, child):
            says.setdefault(role, found[0])
            child = re.sub(pattern, f"{{{role}}}", child, count=1)
    says["child"] = child
    for node in block[: block.index(loop)]:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value and _target(node) == says["value"]:
            says["start"] = ast.unparse(node.value)
            block.remove(node)
    for window in scope.all(ast.Assign) if scope.is_decision else ():
        if isinstance(window.value, ast.Tuple):
            place = ("{alpha}", "{beta}").index(says["own"])
            says["start"] = ast.unparse(window.value.elts[place])
            window.value.elts[place] = ast.Name(f"§{number}_start")
    place = block.index(loop)
    results = (node for node in (*block[place:], *scope.root.body) if isinstance(node, ast.Return))
    says["result"] = ast.unparse(next(results)).removeprefix("return ")
    after = ["result"] if isinstance(scope.following(loop), ast.Return) else []
    block[place : place + 1 + len(after)] = [ast.Expr(ast.Name(f"§{number}_loop"))]
    begin = ["horizon"] if begun else []
    return Part(book, scope.root.name, player, scope.is_decision, says, begin, [*roles], after)


def _role(scope: Scope, statement: ast.stmt) -> str:
    sort = scope.sort(statement)
    if isinstance(statement, ast.Assign) and sort == "assignment":
        return "fold" if fold(statement.value) else "search"
    return "choice" if sort == "statement" else sort


def _target(statement: ast.stmt) -> str:
    return ast.unparse(statement).split(" = ")[0].split(":")[0]


# --- Changes ---


class Change(NamedTuple):
    """An operator on roles, for whom, and where. apply: raises LookupError or ValueError where it does not fit."""

    name: str
    apply: Callable[[Part], None]
    player: Player = "both"
    where: Where = "everywhere"

    def __call__(self, player: Player = "both", where: Where = "everywhere") -> "Change":
        """The same for a player or both, at the root of a decision, below it or everywhere."""
        return self._replace(player=player, where=where)

    def __str__(self) -> str:
        player = "" if self.player == "both" else f" for {self.player}"
        return self.name + player + ("" if self.where == "everywhere" else f" ({self.where})")


Changes = tuple[Change, ...]
OPERATORS: dict[str, Change] = {}


def changes_from(text: str) -> Changes:
    """The changes that are written so, with a semicolon between them: the inverse of `str`."""
    found = re.findall(r"([^;]+?)(?: for (MAX|MIN))?(?: \((below|root)\))?(?:; |$)", text)
    return tuple(OPERATORS[name](player or "both", where or "everywhere") for name, player, where in found)


def each(*operators: Change) -> tuple[Changes, ...]:
    """Each of some operators for both players, for MAX alone and for MIN alone."""
    return tuple(way for operator in operators for way in together(operator))


def together(*operators: Change) -> tuple[Changes, ...]:
    """Some operators at once: for both players, for MAX alone and for MIN alone."""
    return tuple(tuple(operator(player) for operator in operators) for player in PLAYERS)


def below(changes: Iterable[Change]) -> Changes:
    """The same changes, made below the root of a decision only."""
    return tuple(change._replace(where="below") for change in changes)


@cache
def changed(interface: str, prune_when: PruneWhen, changes: Changes) -> str:
    """The textbook's functions of an interface under a convention, with changes; "" where one changes nothing."""
    book = deepcopy(textbook(interface, prune_when))
    text = book.text()
    for change in changes:
        before = text
        for part in book.parts:
            part.was = {**part.says}
        there = [part for part in book.parts if change.where in ("everywhere", "root" if part.at_root else "below")]
        try:
            for part in there:
                if change.player in ("both", part.player):
                    change.apply(part)
            text = book.text()
        except (LookupError, ValueError):
            return ""
        if text == before:
            return ""
    return text


def observe(problem: Problem, changes: Changes = (), *, calls: bool = False) -> Observation:
    """What the textbook's search does with changes. Raises AssertionError where one changes nothing."""
    written = changed(problem.interface, problem.prune_when, changes)
    assert written, f"{problem.interface}: {'; '.join(map(str, changes))}"
    return reference.observe(problem, written, calls=calls)


# --- Operators ---


def operator(change: Callable[[Part], None], name: str = "") -> Change:
    """The operator that changes one part after the other: the first of its name, or of its function's."""
    name = name or change.__name__.replace("_", "-")
    return OPERATORS.setdefault(name, Change(name, change))


def writing(name: str, fits: Callable[[Part], bool] = lambda part: True, **roles: str | Signs) -> Change:
    """Something else is written in some roles: a template, in which {old} stands for what is there, or other signs."""

    def change(part: Part) -> None:
        refuse_if(not fits(part))
        for role, what in roles.items():
            part.put(role, what)

    return operator(change, name)


def testing(name: str, template: str) -> Change:
    """The test that ends the loop says something else, as strictly as before."""

    def change(part: Part) -> None:
        before = part.role("test")
        refuse_if("{" in template and "test" not in part.loop)
        part.put("test", template)
        refuse_if(names(before) == names(part.says["test"]))
        if {*SIGN.findall(before)} & {*LOOSE}:
            part.put("test", STRICT)

    return operator(change, name)


def names(text: str) -> set[str]:
    """The names in some text."""
    return set(re.findall(r"[A-Za-z_]\w*", text))


def ordering(name: str, *roles: str) -> Change:
    """The lines of the loop stand in another order: those of some roles first."""

    def change(part: Part) -> None:
        refuse_if(part.at_root or "test" not in part.loop)
        part.name_child()
        first = [role for role in roles if role in part.loop]
        refuse_if(len(first) < 3)
        part.loop[:] = [*first, *(role for role in part.loop if role not in first)]

    return operator(change, name)


def starting_with(for_max: float | str, for_min: float | str) -> Change:
    """The best value so far, or the window of a decision, begins with another value; told in numbers or a template."""

    def change(part: Part) -> None:
        refuse_if("inf" not in part.role("start"))
        part.put("start", str(for_min if part.player == "MIN" else for_max))

    return operator(change, f"starting-with {for_max} and {for_min}")


def rewriting(name: str, old: str, new: str) -> Change:
    """Around the loops, some words stand for others."""

    def change(part: Part) -> None:
        part.book.frame = part.book.frame.replace(old, new)

    return operator(change, name)


def as_twin(name: str, role: str) -> Change:
    """What stands in a role is what the other player has there."""

    def change(part: Part) -> None:
        part.says[role] = part.twin[role]

    return operator(change, name)


strict_test = writing("strict-test", test=STRICT)
no_test = testing("no-test", "False")
no_update = writing("no-update", update="pass")
fresh_window = writing("fresh-window", passed="{worst}", limit="{best}")
right_to_left = writing("right-to-left", over="({old})[::-1]")
last_child_kept = writing("last-child-kept", fold="{value} = {u}")
fold_turned = writing("fold-turned", fold="{value} = {min}({value}, {u})")


@operator
def test_after_loop(part: Part) -> None:
    """The test that should end the loop stands behind it."""
    refuse_if(part.says["exit"] == "break")
    part.loop.remove("test")
    part.after.insert(0, "test")


@operator
def result_in_loop(part: Part) -> None:
    """The return after the loop stands in it."""
    part.loop.append("result")


@operator
def all_children_first(part: Part) -> None:
    """All children are searched, and then their values looked at one by one."""
    refuse_if("choice" in part.says)
    name = part.name_child()
    part.put("over", "[{child} for {target} in {old}]")
    part.put("target", name)
    part.loop.remove("search")


@operator
def window_begun_anew(part: Part) -> None:
    """A function begins with a fresh window, whatever it was given."""
    if not part.at_root:
        part.says["fresh"] = part.text("{own} = {worst}\n{other} = {best}")
        part.begin.insert(0, "fresh")


@operator
def players_exchanged(part: Part) -> None:
    """MAX's lines stand where MIN's should, and the other way round."""
    kept = {"start"} if part.at_root else set()
    kept |= set() if "test" in part.loop else {"test", "exit"}
    part.says |= {role: part.twin[role] for role in EXCHANGED if role in part.says and role not in kept}
