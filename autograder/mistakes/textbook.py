"""The textbook's algorithms with changes by role, so that a change fits every algorithm in which the role is found.

`scopes` finds what the lines of a textbook's function are for, as it does in a student's. What is written in a role is
kept as text, and an operator writes something else there: most are one template, as for MAX, which for MIN reads the
other way round. A change is an operator with whom it is for. Changes compose: `changed` makes one after the other, and
refuses one that finds nothing to change.

An operator's name is its identity: the stored probes and the audit know variants by it. So names stay.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from textwrap import indent
from typing import Literal, NamedTuple

from autograder.mistakes.scopes import Scope, fold, scopes
from reference import observe as reference
from reference.problem import Observation, Problem, PruneWhen

Player = Literal["MAX", "MIN", "both"]
Where = Literal["everywhere", "below", "root"]
PLAYERS: tuple[Player, ...] = ("both", "MAX", "MIN")

OF_BOTH = {"passed": "{own}", "limit": "{other}"}
WORDS = {
    "MAX": {"max": "max", "min": "min", "ge": ">=", "le": "<=", "worst": "-inf", "best": "inf"}
    | {"own": "{alpha}", "other": "{beta}", "window": "{passed}, {limit}", **OF_BOTH},
    "MIN": {"max": "min", "min": "max", "ge": "<=", "le": ">=", "worst": "inf", "best": "-inf"}
    | {"own": "{beta}", "other": "{alpha}", "window": "{limit}, {passed}", **OF_BOTH},
}
"""What is written for each player where a template says it as for MAX."""
NEGATED_WINDOW = "-({limit}), -({passed})"
LINES = {
    "horizon": "if {horizon}:\n    return {leaf}",
    "search": "{u} = {child}",
    "test": "if {test}:\n    {exit}",
    "result": "return {result}",
}
"""The lines that are written in more than one role."""
EXCHANGED = ("start", "target", "over", "child", "plies", "fold", "update", "choice", "result")
"""What the players exchange where their lines change places; whom they call and whose turn it is stays."""
SLOT, MARK, SIGN = re.compile(r"\{(\w+)\}"), re.compile(r"( *)§(\d)_(\w+)"), re.compile("[<>]=?")

Signs = dict[str, str]
STRICT = {">=": ">", "<=": "<"}
LOOSE = {">": ">=", "<": "<="}
TURNED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
NEGATED = {">=": "<", "<=": ">", ">": "<=", "<": ">="}


class NothingToChange(Exception):
    """Raised where an algorithm has nothing that a change could be made to."""


def refuse_if(unfit: bool, why: str = "it is not written so that this could be changed") -> None:
    """Refuses an algorithm that a change does not fit."""
    if unfit:
        raise NothingToChange(why)


class Part(NamedTuple):
    """A loop over the children: what is written there in each role, and the roles in the order of their lines.

    player: whose loop it is; "both" where one loop negates and so serves both. at_root: whether it is the loop of a
    decision, which no other function calls. begin: the lines with which its function begins, `loop` those of the loop,
    `after` those behind it.

    says: the text of each role, and the words of its templates. start: what the best value so far begins with, or the
    player's own bound in a decision. target, over: the loop's. child: a child's value, with `callee`, `window`, `plies`
    (what a move takes from the depth) and `turn` (whose it is) in it; u: where it is named, its name. passed, limit:
    the window's ends, the player's own and the other. fold: takes the better value. test, exit: end the loop early.
    update: moves the player's own bound. choice: notes the best action. result: what is returned after the loop.
    horizon: ends the recursion, by `depth` too, with `leaf`. ply: how it can be said at which ply this is. value: what
    holds the value that is weighed, the best so far or, without a fold, the child's.
    """

    function: str
    player: Player
    at_root: bool
    says: dict[str, str]
    begin: list[str]
    loop: list[str]
    after: list[str]

    def copied(self) -> Part:
        """The same, to be changed."""
        return self._replace(says={**self.says}, begin=[*self.begin], loop=[*self.loop], after=[*self.after])

    def text(self, template: str) -> str:
        """What a template says for this player. Raises NothingToChange where it asks for what is not."""
        for role in SLOT.findall(template):
            refuse_if(role not in self.says, f"nothing in it is the {role}")
        return SLOT.sub(lambda slot: self.text(self.says[slot[1]]), template)

    def role(self, role: str) -> str:
        """What is written in a role; refuses where nothing is."""
        return self.text(f"{{{role}}}")

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


class Textbook:
    """An interface's textbook functions, to be changed: the text around their loops, with marks, and the loops."""

    def __init__(self, frame: str, parts: Sequence[Part]) -> None:
        """frame: the functions with a mark where lines of a part are."""
        self.frame, self.parts = frame, [part.copied() for part in parts]

    def text(self) -> str:
        """The functions as they are written."""
        return MARK.sub(lambda mark: indent(self.parts[int(mark[2])].lines(mark[3]), mark[1]), self.frame)

    def twin(self, part: Part) -> Part:
        """The other player's part at the same place."""
        twins = [other for other in self.parts if other.at_root == part.at_root and other.player != part.player]
        refuse_if(not twins, "one loop serves both players")
        return twins[0]


# --- Which role is whose ---


def textbook(interface: str, prune_when: PruneWhen = "alpha >= beta") -> Textbook:
    """The textbook's functions of an interface under a convention, with the roles in them."""
    return Textbook(*_read(interface, prune_when))


@lru_cache
def _read(interface: str, prune_when: PruneWhen) -> tuple[str, list[Part]]:
    tree = ast.parse(reference.source(interface, prune_when))
    parts: list[Part] = []
    for scope in scopes({"": tree}):
        loops = [loop for loop in scope.all(ast.For) if any(map(scope.own, ast.walk(loop)))]
        if isinstance(scope.root, ast.FunctionDef):
            body = scope.root.body[ast.get_docstring(scope.root) is not None :]
            begun, begin = _beginning(body[0])
            scope.root.body = [_mark(len(parts), "begin"), *body[len(begin) :]] if loops else body
            for loop in sorted(loops, key=lambda loop: loop.lineno):
                parts.append(_part(scope, loop, len(parts), begun, begin))
    return ast.unparse(tree), parts


def _mark(number: int, name: str) -> ast.Expr:
    return ast.Expr(ast.Name(f"§{number}_{name}"))


def _beginning(first: ast.stmt) -> tuple[dict[str, str], list[str]]:
    """What the test is written as that ends the recursion, if a function begins with one, and that role."""
    if not (isinstance(first, ast.If) and isinstance(first.body[0], ast.Return)):
        return {}, []
    test, leaf = ast.unparse(first.test), first.body[0].value
    state = next((ast.unparse(node.value) for node in ast.walk(first.test) if isinstance(node, ast.Attribute)), "")
    says = {"ply": f"{state}.ply" if state else "depth", "horizon": test, "leaf": ast.unparse(leaf) if leaf else ""}
    if counted := re.search(r"\bdepth [<=]+ 0", test):
        says |= {"depth": counted[0], "horizon": test.replace(counted[0], "{depth}")}
    return says, ["horizon"]


def _part(scope: Scope, loop: ast.For, number: int, begun: dict[str, str], begin: list[str]) -> Part:
    """What is written around one recursive call; a mark comes in its place."""
    assert isinstance(scope.root, ast.FunctionDef)
    block, roles = scope.siblings(loop), {_role(scope, statement): statement for statement in loop.body}
    call = next(node for node in ast.walk(loop) if scope.own(node))
    negates = isinstance(scope.parents[call][0], ast.UnaryOp)
    child = ast.unparse(scope.parents[call][0] if negates else call)
    player: Player = "MIN" if "min" in map(fold, ast.walk(loop)) else "MAX"
    window = [*map(ast.unparse, scope.window)]
    says = {**_slots(child, window), **WORDS[player], **begun, **dict(zip(("alpha", "beta"), window, strict=False))}
    says |= {"target": ast.unparse(loop.target), "over": ast.unparse(loop.iter)}
    says |= {"window": NEGATED_WINDOW} if negates else {}
    says["value"] = next(_target(roles[role]) for role in ("fold", "search", "update") if role in roles)
    says["u"] = _target(roles["search"]) if "search" in roles else "{child}"
    lines = {role: ast.unparse(roles[role]) for role in ("fold", "update", "choice") if role in roles}
    says |= {role: line.replace(child, "{u}") for role, line in lines.items()}
    if isinstance(test := roles.get("test"), ast.If):
        says |= {"test": ast.unparse(test.test), "exit": ast.unparse(test.body[-1])}
    _start(scope, loop, number, says)
    place = block.index(loop)
    after = ["result"] if isinstance(block[-1], ast.Return) and block[place + 1 :] == block[-1:] else []
    results = (node.value for node in (*block[place:], *scope.root.body) if isinstance(node, ast.Return))
    says["result"] = next(ast.unparse(value) for value in results if value)
    block[place : place + 1 + len(after)] = [_mark(number, "loop")]
    return Part(scope.root.name, "both" if negates else player, scope.is_decision, says, begin, list(roles), after)


def _start(scope: Scope, loop: ast.For, number: int, says: dict[str, str]) -> None:
    """Finds what the best value so far begins with or, in a decision, the player's bound in its window."""
    block = scope.siblings(loop)
    for node in reversed(block[: block.index(loop)]):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value and _target(node) == says["value"]:
            says["start"] = ast.unparse(node.value)
            block.remove(node)
    for window in scope.all(ast.Assign) if scope.is_decision else ():
        if isinstance(window.value, ast.Tuple):
            place = ("{alpha}", "{beta}").index(says["own"])
            says["start"] = ast.unparse(window.value.elts[place])
            window.value.elts[place] = _mark(number, "start").value


def _role(scope: Scope, statement: ast.stmt) -> str:
    """The role of a statement of a loop."""
    sort = scope.sort(statement)
    if isinstance(statement, ast.Assign) and sort == "assignment":
        return "fold" if fold(statement.value) else "search"
    return "choice" if sort == "statement" else sort


def _target(statement: ast.stmt) -> str:
    """What an assignment sets; "" for another statement."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
    return ast.unparse(target) if target else ""


def _slots(child: str, window: Sequence[str]) -> dict[str, str]:
    """How a child's value is written, and what stands in it in roles of its own."""
    says = {}
    slots = {"callee": r"\w+(?=\()", "plies": "(?<= - )1", "turn": r"\b(True|False|not \w+)\b"}
    if window:
        slots["window"] = f"{', '.join(window)}|-{window[1]}, -{window[0]}"
    for role, pattern in slots.items():
        if found := re.search(pattern, child):
            says[role] = found[0]
            child = child[: found.start()] + f"{{{role}}}" + child[found.end() :]
    return {**says, "child": child}


# --- Changes ---


class Change(NamedTuple):
    """An operator on roles, with whom it is for, and where. name: the operator's identity.

    apply: makes it to some parts of a textbook, or raises NothingToChange.
    """

    name: str
    apply: Callable[[Textbook, Sequence[Part]], None]
    player: Player = "both"
    where: Where = "everywhere"

    def __call__(self, player: Player = "both", where: Where = "everywhere") -> Change:
        """The same for a player or both, at the root of a decision, below it or everywhere."""
        return self._replace(player=player, where=where)

    def __str__(self) -> str:
        player = "" if self.player == "both" else f" for {self.player}"
        return self.name + player + ("" if self.where == "everywhere" else f" ({self.where})")


Changes = tuple[Change, ...]
OPERATORS: dict[str, Change] = {}
"""All operators by their names."""


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


@lru_cache(maxsize=4096)
def changed(interface: str, prune_when: PruneWhen, changes: Changes) -> str:
    """The textbook's functions of an interface under a convention, with changes. Raises NothingToChange."""
    result = textbook(interface, prune_when)
    before = result.text()
    for change in changes:
        try:
            there = {"everywhere": (True, False), "below": (False,), "root": (True,)}[change.where]
            parts = [part for part in result.parts if change.player in ("both", part.player) and part.at_root in there]
            refuse_if(not parts, "no loop is that player's, there")
            change.apply(result, parts)
            after = result.text()
            refuse_if(before == after, "it is written so already")
            before = after
        except NothingToChange as reason:
            raise NothingToChange(f"{interface}: {change} finds nothing to change: {reason}") from None
    return before


@cache
def applies(interface: str, prune_when: PruneWhen, changes: Changes) -> bool:
    """Whether every one of some changes finds something to change."""
    try:
        return bool(changed(interface, prune_when, changes))
    except NothingToChange:
        return False


def observe(problem: Problem, changes: Changes = (), *, calls: bool = False) -> Observation:
    """What the textbook's search does with changes. Raises NothingToChange where one fits nowhere."""
    written = changed(problem.interface, problem.prune_when, changes) if changes else ""
    return reference.observe(problem, written, calls=calls)


def attempt(problem: Problem, changes: Changes, *, calls: bool = False) -> Observation | None:
    """The result of `observe`; None where the changed search raises an exception."""
    try:
        return observe(problem, changes, calls=calls)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


# --- Operators that are told in a few words ---


def operator(name: str, apply: Callable[[Textbook, Sequence[Part]], None]) -> Change:
    """The operator of a name, the first that was made of it."""
    return OPERATORS.setdefault(name, Change(name, apply))


def of_parts(name: str, change: Callable[[Part], None]) -> Change:
    """The operator that changes one part after the other."""

    def apply(_: Textbook, parts: Sequence[Part]) -> None:
        for part in parts:
            change(part)

    return operator(name, apply)


def of_each_part(change: Callable[[Part], None]) -> Change:
    """The operator that changes one part after the other, named for its function."""
    return of_parts(change.__name__.replace("_", "-"), change)


def writing(name: str, fits: Callable[[Part], bool] = lambda part: True, **roles: str | Signs) -> Change:
    """Something else is written in some roles: a template, in which {old} stands for what is there, or other signs."""

    def change(part: Part) -> None:
        refuse_if(not fits(part))
        for role, what in roles.items():
            part.put(role, what)

    return of_parts(name, change)


def testing(name: str, template: str) -> Change:
    """The test that ends the loop says something else, as strictly as before."""

    def change(part: Part) -> None:
        before = part.role("test")
        refuse_if("{" in template and "test" not in part.loop)
        part.put("test", template)
        refuse_if(names(before) == names(part.says["test"]), "it compares these already")
        if {*SIGN.findall(before)} & {*LOOSE}:
            part.put("test", STRICT)

    return of_parts(name, change)


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

    return of_parts(name, change)


def starting_with(for_max: float | str, for_min: float | str) -> Change:
    """The best value so far, or the window of a decision, begins with another value; told in numbers or a template."""

    def change(part: Part) -> None:
        refuse_if("inf" not in part.role("start"))
        part.put("start", str(for_min if part.player == "MIN" else for_max))

    return of_parts(f"starting-with {for_max} and {for_min}", change)


def rewriting(name: str, old: str, new: str) -> Change:
    """Around the loops, some words stand for others."""

    def apply(book: Textbook, _: Sequence[Part]) -> None:
        refuse_if(old not in book.frame)
        book.frame = book.frame.replace(old, new)

    return operator(name, apply)


def as_twin(name: str, role: str) -> Change:
    """What stands in a role is what the other player has there."""

    def apply(book: Textbook, parts: Sequence[Part]) -> None:
        for part, new in [(part, book.twin(part).role(role)) for part in parts]:
            part.put(role, new)

    return operator(name, apply)


strict_test = writing("strict-test", test=STRICT)
no_test = testing("no-test", "False")
no_update = writing("no-update", update="pass")
fresh_window = writing("fresh-window", passed="{worst}", limit="{best}")
right_to_left = writing("right-to-left", over="({old})[::-1]")
last_child_kept = writing("last-child-kept", fold="{value} = {u}")
fold_turned = writing("fold-turned", fold="{value} = {min}({value}, {u})")


# --- Operators that take more words. Each is named for what it is called ---


@of_each_part
def test_after_loop(part: Part) -> None:
    """The test that should end the loop stands behind it."""
    refuse_if("test" not in part.loop or part.says["exit"] == "break", "it could not stand there")
    part.loop.remove("test")
    part.after.insert(0, "test")


@of_each_part
def result_in_loop(part: Part) -> None:
    """The return after the loop stands in it."""
    part.loop.append("result")


@of_each_part
def all_children_first(part: Part) -> None:
    """All children are searched, and then their values looked at one by one."""
    refuse_if("choice" in part.says)
    name = part.name_child()
    part.put("over", "[{child} for {target} in {old}]")
    part.put("target", name)
    part.loop.remove("search")


@of_each_part
def window_begun_anew(part: Part) -> None:
    """A function begins with a fresh window, whatever it was given."""
    if not part.at_root:
        part.says["fresh"] = part.text("{own} = {worst}\n{other} = {best}")
        part.begin.insert(0, "fresh")


def _players_exchanged(book: Textbook, parts: Sequence[Part]) -> None:
    pairs = [(part, book.twin(part)) for part in parts if part.player == "MAX"]
    refuse_if(len(parts) != 2 * len(pairs))
    for one, other in pairs:
        for role in (*EXCHANGED, *(("test", "exit") if "test" in one.loop else ())):
            if role in one.says and not (role == "start" and one.at_root):
                one.says[role], other.says[role] = other.says[role], one.says[role]


players_exchanged = operator("players-exchanged", _players_exchanged)
"""MAX's lines stand where MIN's should, and the other way round."""
