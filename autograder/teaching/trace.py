"""Trace the textbook's search step by step, as a lecture writes it down.

All of it follows from the recorded calls with their windows and values. What the
sources write differently (whether the bound is updated before the test or after it,
what holds the best value so far) follows from the roles in their code.
"""

import inspect
from collections.abc import Iterator
from itertools import count
from math import inf
from operator import ge, gt, le, lt
from typing import Any, Literal, NamedTuple

from autograder.showing.divergence import is_maximizing, shown
from reference import interfaces
from reference.changes import no_test, no_update, observe
from reference.game import Value
from reference.parts import Part, textbook
from reference.problem import Answer, Call, Observation, Problem

Kind = Literal[
    "heading",
    "opening",
    "successors",
    "call",
    "leaf",
    "back",
    "best",
    "test",
    "update",
    "cutoff",
    "return",
]
SLIDES_NAMES = {"max_value": "MaxValue", "min_value": "MinValue"}
COMPARISONS = {">=": ("≥", ge), "<=": ("≤", le), ">": (">", gt), "<": ("<", lt)}
PASSES = ("first", "second", "third", "fourth")
ANSWERS = {True: "YES", False: "No"}


class Box(NamedTuple):
    """A call's variables, as slides show them. number: in the order of calls. v, s:
    value, successor; None at first.
    """

    heading: str
    number: int
    node: int
    alpha: Value
    beta: Value
    v: Value | None = None
    s: int | None = None


class Step(NamedTuple):
    """One line of a trace.

    boxes: the call stack after it, outermost first; it belongs to the last. node: what
    it is about; look: whether it looks at its value. value: what came back from it,
    where the line says so. pruned: the leaves that it cuts off.
    """

    kind: Kind
    text: str
    boxes: tuple[Box, ...]
    node: int
    look: bool = False
    value: Answer | None = None
    pruned: tuple[int, ...] = ()

    @property
    def indent(self) -> int:
        """How many calls the line is nested in."""
        return 0 if self.kind == "heading" else len(self.boxes)


class NestedCall(NamedTuple):
    """A call, with the calls that it made. Without any it looked at its node's own
    value.
    """

    call: Call
    inner: list["NestedCall"]


def recorded(problem: Problem) -> Observation:
    """The textbook's search with all of its calls, also those for which `observe` lacks
    a window.

    Minimax makes the calls of a max_value and min_value that never prune, so those are
    recorded instead. An outermost function without a window, such as the decision at
    the root, is added as a call with the problem's window.
    """
    problem = problem._replace(isolate=None)
    interface = interfaces.load(problem.interface)
    if not interface.windowed:
        plain = observe(
            problem._replace(interface="max_value/min_value"),
            (no_test(), no_update()),
            calls=True,
        )
        return plain._replace(
            calls=tuple(
                call._replace(function=interface.functions[0]) for call in plain.calls
            )
        )
    expected, (outer, _) = observe(problem, calls=True), interface.call(problem)
    added = (
        ()
        if outer in interface.windowed
        else (Call(outer, 0, *problem.window, expected.value),)
    )
    return expected._replace(calls=added + expected.calls)


def trace(problem: Problem) -> tuple[Step, ...]:
    """The steps of the textbook's search."""
    # A call was made by the latest open call of its node's parent; one of the root,
    # where there are several, is a pass made by the outermost call.
    outermost, *rest = (NestedCall(call, []) for call in recorded(problem).calls)
    stack = [outermost]
    for made in rest:
        node = made.call.node
        while len(stack) > 1 and (
            node == 0 or stack[-1].call.node != problem.tree.parent(node)
        ):
            stack.pop()
        stack[-1].inner.append(made)
        stack.append(made)
    return tuple(_Writer(problem).steps(outermost))


def number(value: object) -> str:
    """A number as the slides write it: +inf for infinity."""
    return "+inf" if value == inf else shown(value)


class _Writer:
    """Writes the steps, with a generator for each part of a search. Its only state is
    the call stack, `_boxes`.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._tree = problem, problem.tree
        self._interface, self._module = (
            interfaces.load(problem.interface),
            interfaces.module_of(problem.interface),
        )
        self._parts = textbook(problem.interface, problem.prune_when)
        self._sign = -1 if self._interface.negated else 1
        self._boxes: list[Box] = []
        self._numbers = count()

    def steps(self, outermost: NestedCall) -> Iterator[Step]:
        self._enter(outermost.call)
        yield self._step("heading", self._words(outermost.call))
        if outermost.inner and outermost.inner[0].call.node == 0:
            yield from self._passes(outermost)
        elif isinstance(outermost.call.value, str):
            yield from self._decision(outermost)
        else:
            yield from self._search(outermost)

    def _passes(self, outermost: NestedCall) -> Iterator[Step]:
        """Trace a pass with the narrow window and, if that fails, another."""
        guess, epsilon = number(self._problem.guess), number(self._problem.epsilon)
        alpha, beta = outermost.inner[0].call.alpha, outermost.inner[0].call.beta
        self._set(alpha=alpha, beta=beta)
        ends = (
            f"{guess} − {epsilon}, {guess} + {epsilon} = {number(alpha)}, "
            f"{number(beta)}"
        )
        yield self._step(
            "successors", f"alpha, beta = guess − epsilon, guess + epsilon = {ends}"
        )
        for made, which in zip(outermost.inner, PASSES, strict=False):
            yield from self._child(made, f"{which} pass: v = ")
            v = self._value(made)
            self._set(v=v)
            if which == "first":
                numbers = (
                    f"{number(v)} ≤ {number(alpha)} or {number(v)} ≥ {number(beta)}"
                )
                yield self._step(
                    "test",
                    f"v ≤ alpha or v ≥ beta? {numbers}? "
                    f"{ANSWERS[v <= alpha or v >= beta]}",
                )
        yield self._return("v", outermost.call)

    def _decision(self, outermost: NestedCall) -> Iterator[Step]:
        """The root of a search for an action: the loop of the other calls, with the
        best action noted.
        """
        yield self._successors(0)
        best = ""
        for made in outermost.inner:
            yield from self._child(made, "v = ")
            self._set(v=self._value(made))
            words, better = self._comparison(
                "v > alpha" if self._greatest else "v < beta"
            )
            if better or not best:
                best = self._tree.name(made.call.node)
                words += (
                    "" if better else ", but it is the first"
                ) + f": best = {best}"
            yield self._step("best", words)
            yield from self._weigh(made, self._part(at_root=True))
        yield self._return("best", outermost.call)

    def _search(self, made: NestedCall) -> Iterator[Step]:
        name, part, windowed = (
            self._tree.name(made.call.node),
            self._part(),
            bool(self._interface.windowed),
        )
        # The best so far, or the child's own value.
        variable, keeps_best = part.words["value"], "fold" in part.roles
        ends, looks = (
            ("depth = 0 or ", "Evaluate")
            if self._interface.has_horizon
            else ("", "Utility")
        )
        yield self._step(
            "opening", f"{ends}TerminalState({name})? {ANSWERS[not made.inner]}"
        )
        if not made.inner:
            yield self._return(f"{looks}({name})", made.call, look=True)
            return
        if windowed and keeps_best:
            worst = -inf if self._greatest else inf
            self._set(v=worst)
            yield self._step("opening", f"{variable} = {number(worst)}")
        yield self._successors(made.call.node)
        for child in made.inner:
            yield from self._child(child, "" if keeps_best else f"{variable} = ")
            if not windowed:
                continue
            value = self._value(child)
            if keeps_best:
                yield self._assign("best", variable, "v", number(value), value)
            else:
                self._set(v=value)
            yield from self._weigh(child, part)
        if not windowed:
            values = ", ".join(number(self._value(child)) for child in made.inner)
            what = f"{'Max' if self._greatest else 'Min'}({values})"
        elif keeps_best or (
            not _updates_first(part) and self._comparison(part.condition)[1]
        ):
            what = variable
        else:
            what = "alpha" if self._greatest else "beta"
        yield self._return(what, made.call)

    def _child(self, made: NestedCall, lead: str) -> Iterator[Step]:
        call, node = made.call, made.call.node
        words = self._words(call, self._sign)
        came_back = f"{words} = {number(self._value(made))}"
        if node:
            self._set(s=node)
            formula = self._words(call, self._sign, as_written=True)
            lead = f"s = {self._tree.name(node)}: {lead}" + (
                f"{formula} = " if formula else ""
            )
        if not made.inner:
            yield self._step(
                "leaf", lead + came_back, node, look=True, value=call.value
            )
            return
        yield self._step("call", lead + words, node)
        self._enter(call)
        yield from self._search(made)
        self._boxes.pop()
        yield self._step("back", came_back, node)

    def _weigh(self, child: NestedCall, part: Part) -> Iterator[Step]:
        bound, before = "alpha" if self._greatest else "beta", _updates_first(part)
        update = (bound, bound, part.words["value"], self._boxes[-1].v)
        if before:
            yield self._assign("update", *update)
        words, cuts = self._comparison(part.condition)
        yield self._step("test", words)
        if not cuts:
            if not before:
                yield self._assign("update", *update)
            return
        tree, node = self._tree, child.call.node
        names, pruned = [], list[int]()  # of leaves, and of subtrees with their leaves
        for other in range(node + 1, tree.children(tree.parent(node)).stop):
            leaves = list(tree.leaves(other, self._problem.depth))
            pruned += leaves
            names.append(
                tree.name(other)
                + (
                    f" ({', '.join(map(tree.name, leaves))})"
                    if leaves != [other]
                    else ""
                )
            )
        if names:
            yield self._step(
                "cutoff", f"cutoff: pruned {', '.join(names)}", pruned=tuple(pruned)
            )

    def _successors(self, node: int) -> Step:
        names = ", ".join(map(self._tree.name, self._tree.children(node)))
        return self._step(
            "successors", f"Successors({self._tree.name(node)}) = {{{names}}}"
        )

    def _return(self, what: str, call: Call, *, look: bool = False) -> Step:
        return self._step(
            "return",
            f"return {what}: returns {number(call.value)}",
            look=look,
            value=call.value,
        )

    def _step(
        self, kind: Kind, text: str, node: int | None = None, **told: Any
    ) -> Step:
        return Step(
            kind,
            text,
            tuple(self._boxes),
            self._boxes[-1].node if node is None else node,
            **told,
        )

    def _enter(self, call: Call) -> None:
        self._boxes.append(
            Box(
                self._words(call), next(self._numbers), call.node, call.alpha, call.beta
            )
        )

    def _set(self, **known: Any) -> None:
        self._boxes[-1] = self._boxes[-1]._replace(**known)

    @property
    def _greatest(self) -> bool:
        return is_maximizing(self._problem, self._boxes[-1].node)

    def _part(self, *, at_root: bool = False) -> Part:
        """The loop in the source that the current call runs, or that at the root of a
        decision.
        """
        players = ("MAX" if self._greatest else "MIN", "both")
        return next(
            part
            for part in self._parts
            if part.at_root == at_root and part.player in players
        )

    def _value(self, made: NestedCall) -> Value:
        """The value that a call gives its caller: in negamax the negated one."""
        assert isinstance(made.call.value, (int, float))
        return self._sign * made.call.value

    def _assign(
        self, kind: Kind, name: str, variable: str, written: str, value: Any
    ) -> Step:
        """Assigns the better of a variable and a value: v = Max(v, 3) = Max(2, 3) = 3.
        name, written: their words.
        """
        before = getattr(self._boxes[-1], variable)
        function, after = (
            ("Max", max(before, value))
            if self._greatest
            else ("Min", min(before, value))
        )
        self._set(**{variable: after})
        result = f"{function}({number(before)}, {number(value)}) = {number(after)}"
        return self._step(kind, f"{name} = {function}({name}, {written}) = {result}")

    def _comparison(self, source: str) -> tuple[str, bool]:
        """A comparison of two names with its numbers, v ≥ beta? 3 ≥ 2? YES, and whether
        it holds.
        """
        left, sign, right = source.split()
        a, b = (
            getattr(self._boxes[-1], name if name in ("alpha", "beta") else "v")
            for name in (left, right)
        )
        written, compare = COMPARISONS[sign]
        holds: bool = compare(a, b)
        return (
            (
                f"{left} {written} {right}? {number(a)} {written} {number(b)}? "
                f"{ANSWERS[holds]}"
            ),
            holds,
        )

    def _words(self, call: Call, sign: int = 1, *, as_written: bool = False) -> str:
        """A call with its arguments, MinValue(B2, 3, +inf), or as written, MinValue(s,
        alpha, beta), "" where long.
        """
        tree, node = self._tree, call.node
        ply, parameters = (
            tree.ply(node),
            inspect.signature(getattr(self._module, call.function)).parameters,
        )
        depth = tree.depth if self._problem.depth is None else self._problem.depth
        arguments = {
            "state": tree.name(node),
            "node": tree.name(node),
            # Over an array depth counts up.
            "depth": str(ply if "index" in parameters else depth - ply),
            "index": str(node - tree.level_start[ply]),
            "alpha": number(call.alpha),
            "beta": number(call.beta),
            "maximizing_player": str(tree.player(node) == "MAX"),
            "guess": number(self._problem.guess),
            "epsilon": number(self._problem.epsilon),
        }
        if as_written:
            alpha, beta = (
                ("-beta", "-alpha") if self._interface.negated else ("alpha", "beta")
            )
            arguments = {
                "alpha": alpha,
                "beta": beta,
                "state": "s",
                "node": "s",
                "depth": "depth - 1",
            }
            if not set(parameters) <= set(arguments):
                return ""
        given = ", ".join(
            arguments.get(parameter, parameter) for parameter in parameters
        )
        return f"{'-' if sign < 0 else ''}{SLIDES_NAMES.get(call.function, call.function)}({given})"


def _updates_first(part: Part) -> bool:
    return next(role for role in part.order if role in ("update", "test")) == "update"
