"""The textbook's search step by step, as a lecture writes it down: calls, values of v, tests with numbers, cutoffs.

All of it follows from the recorded calls with their windows and values. What the sources write differently (whether the
bound is updated before the test or after it, what holds the best value so far) follows from the roles in their code.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Literal

from autograder.showing import maximizing, shown
from reference import interfaces
from reference.game import Tree, Value
from reference.interfaces import Interface, module_of
from reference.observe import observe
from reference.operators import changed, no_test, no_update
from reference.problem import Answer, Call, Observation, Problem, PruneWhen

Kind = Literal["heading", "opening", "successors", "call", "leaf", "back", "best", "test", "update", "cutoff", "return"]
SLIDES_NAMES = {"max_value": "MaxValue", "min_value": "MinValue"}
SIGNS = {">=": "≥", "<=": "≤", ">": ">", "<": "<"}
PASSES = ("first", "second", "third", "fourth")


@dataclass(frozen=True)
class Form:
    """How a source writes a loop over the successors, by the roles in it.

    name: what it calls the value that it weighs. keeps_best: whether that is the best so far, else the child's own.
    tests: the cutoff test where the greatest value is wanted, and where the least is. updates_first: whether the bound
    is updated before the test.
    """

    name: str
    keeps_best: bool
    tests: tuple[str, str]
    updates_first: bool


def form_of(interface: str, prune_when: PruneWhen, *, at_root: bool = False) -> Form:
    """The form of an interface's loop, or of the loop at the root of a decision."""
    parts = [part for part in changed(interface, prune_when).parts if part.at_root == at_root]
    tests = [ast.unparse(part.test.test) for part in sorted(parts, key=lambda part: part.player) if part.test]
    part, body = parts[0], parts[0].loop.body
    updates_first = part.test in body and part.update in body and body.index(part.update) < body.index(part.test)
    return Form(part.value, part.fold is not None, (tests[0], tests[-1]) if tests else ("", ""), updates_first)


@dataclass(frozen=True)
class Box:
    """What one open call knows, as the slides keep it beside the trace. `v` and `s` are None before the first child."""

    heading: str
    node: int
    alpha: Value
    beta: Value
    v: Value | None = None
    s: int | None = None


@dataclass(frozen=True)
class Step:
    """One line of a trace.

    indent: how many calls it is nested in. call: the number of the call that it belongs to, in the order of beginning.
    boxes: the open calls after this line, the outermost first. node: what the line is about.
    look: whether it looks at that node's value. value: what came back from that node, where this line says so.
    pruned: the leaves that it cuts off.
    """

    kind: Kind
    text: str
    indent: int
    call: int
    boxes: tuple[Box, ...]
    node: int
    look: bool = False
    value: Answer | None = None
    pruned: tuple[int, ...] = ()


@dataclass
class Frame:
    """A call, with the calls that it made. Without any it looked at its node's own value."""

    call: Call
    inner: list[Frame] = field(default_factory=list)


def recorded(problem: Problem) -> Observation:
    """What the textbook's search does, with all of its calls: those that `observe` leaves out are added.

    Minimax has no windows to record, but makes the calls of a max_value and min_value that never prune. And a function
    that takes no window, such as the decision at the root, is recorded as a call with the problem's own.
    """
    problem = problem._replace(isolate=None)
    interface = interfaces.load(problem.interface)
    if not interface.windowed:
        never_prunes = (no_test(), no_update())
        plain = observe(problem._replace(interface="max_value/min_value"), never_prunes, calls=True)
        return plain._replace(calls=tuple(call._replace(function=interface.functions[0]) for call in plain.calls))
    expected = observe(problem, calls=True)
    outer, _ = interface.call(problem)
    if outer in interface.windowed:
        return expected
    return expected._replace(calls=(Call(outer, 0, *problem.window, expected.value), *expected.calls))


def trace(problem: Problem, expected: Observation) -> tuple[Step, ...]:
    """The steps of the textbook's search, given what `recorded` says of it."""
    problem = problem._replace(isolate=None)
    return tuple(_Writer(problem).steps(nested_calls(problem, expected.calls)))


def nested_calls(problem: Problem, calls: Sequence[Call]) -> Frame:
    """The outermost call with all others nested in it, found from the order in which they began.

    A call was made by the latest open call of its node's parent; one of the root, where there are several, is a pass
    made by the outermost call.
    """
    outermost, *rest = map(Frame, calls)
    stack = [outermost]
    for frame in rest:
        node = frame.call.node
        while len(stack) > 1 and (node == 0 or stack[-1].call.node != problem.tree.parent(node)):
            stack.pop()
        stack[-1].inner.append(frame)
        stack.append(frame)
    return outermost


def number(value: object) -> str:
    """A number as the slides write it: +inf for infinity."""
    return "+inf" if value == inf else shown(value)


class _Writer:
    """Writes the steps down, one generator for each part of a search. Only the boxes of the open calls change."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._tree: Tree = problem.tree
        self._interface: Interface = interfaces.load(problem.interface)
        self._form = form_of(problem.interface, problem.prune_when)
        self._sign = -1 if self._interface.negated else 1
        self._module = module_of(problem.interface)
        self._boxes: list[Box] = []
        self._calls: list[int] = []
        self._begun = 0

    def steps(self, outermost: Frame) -> Iterator[Step]:
        call = outermost.call
        self._enter(call)
        yield self._step("heading", self._words(call), indent=0)
        if outermost.inner and outermost.inner[0].call.node == 0:
            yield from self._passes(outermost)
        elif isinstance(call.value, str):
            yield from self._decision(outermost)
        else:
            yield from self._search(outermost)

    # --- The parts of a search ---

    def _passes(self, outermost: Frame) -> Iterator[Step]:
        """Aspiration search: a pass with the narrow window and, if that fails, another."""
        guess, epsilon = number(self._problem.guess), number(self._problem.epsilon)
        first = outermost.inner[0].call
        alpha, beta = first.alpha, first.beta
        self._set(alpha=alpha, beta=beta)
        ends = f"{guess} − {epsilon}, {guess} + {epsilon} = {number(alpha)}, {number(beta)}"
        yield self._step("successors", f"alpha, beta = guess − epsilon, guess + epsilon = {ends}")
        for place, frame in enumerate(outermost.inner):
            v = self._value(frame)
            yield from self._child(frame, f"{PASSES[place]} pass: v = ")
            self._set(v=v)
            if place == 0:
                fails = v <= alpha or v >= beta
                numbers = f"{number(v)} ≤ {number(alpha)} or {number(v)} ≥ {number(beta)}"
                yield self._step("test", f"v ≤ alpha or v ≥ beta? {numbers}? {_answer(fails)}")
        yield self._return("v", outermost.call)

    def _decision(self, outermost: Frame) -> Iterator[Step]:
        """The root of a search for an action: the loop of the other calls, with the best action noted."""
        yield self._successors(0)
        best = ""
        for frame in outermost.inner:
            yield from self._child(frame, "v = ")
            self._set(v=self._value(frame))
            words, better = self._improves()
            if better or not best:
                words += ("" if better else ", but it is the first") + f": best = {self._tree.name(frame.call.node)}"
                best = self._tree.name(frame.call.node)
            yield self._step("best", words)
            yield from self._weigh(frame, form_of(self._problem.interface, self._problem.prune_when, at_root=True))
        yield self._return("best", outermost.call)

    def _improves(self) -> tuple[str, bool]:
        """Whether an action is better than the best so far, as the test with its numbers."""
        box = self._boxes[-1]
        assert box.v is not None
        if maximizing(self._problem, box.node):
            name, sign, bound, better = "alpha", ">", box.alpha, box.v > box.alpha
        else:
            name, sign, bound, better = "beta", "<", box.beta, box.v < box.beta
        return f"v {sign} {name}? {number(box.v)} {sign} {number(bound)}? {_answer(better)}", better

    def _search(self, frame: Frame) -> Iterator[Step]:
        """The inside of a call."""
        node, form = frame.call.node, self._form
        horizon = "depth = 0 or " if self._interface.has_horizon else ""
        yield self._step("opening", f"{horizon}TerminalState({self._tree.name(node)})? {_answer(not frame.inner)}")
        if not frame.inner:
            name = "Evaluate" if horizon else "Utility"
            yield self._return(f"{name}({self._tree.name(node)})", frame.call, look=True)
            return
        if self._interface.windowed and form.keeps_best:
            worst = -inf if maximizing(self._problem, node) else inf
            self._set(v=worst)
            yield self._step("opening", f"{form.name} = {number(worst)}")
        yield self._successors(node)
        yield from self._loop(frame)

    def _loop(self, frame: Frame) -> Iterator[Step]:
        """The loop over the children of a call, and its return."""
        form = self._form
        for child in frame.inner:
            yield from self._child(child, "" if form.keeps_best else f"{form.name} = ")
            if self._interface.windowed:
                yield from self._best(child)
                yield from self._weigh(child, form)
        greatest = maximizing(self._problem, frame.call.node)
        if not self._interface.windowed:
            values = ", ".join(number(self._value(child)) for child in frame.inner)
            what = f"{'Max' if greatest else 'Min'}({values})"
        elif form.keeps_best or (not form.updates_first and self._cuts(form)):
            what = form.name
        else:
            what = "alpha" if greatest else "beta"
        yield self._return(what, frame.call)

    def _child(self, frame: Frame, lead: str) -> Iterator[Step]:
        """A call that another call makes, up to its return."""
        call = frame.call
        words = self._words(call, self._sign)
        if call.node:
            self._set(s=call.node)
            formula = self._formula(call)
            lead = f"s = {self._tree.name(call.node)}: {lead}" + (f"{formula} = " if formula else "")
        if not frame.inner:
            came_back = f"{lead}{words} = {number(self._value(frame))}"
            yield self._step("leaf", came_back, node=call.node, look=True, value=call.value)
            return
        yield self._step("call", lead + words, node=call.node)
        self._enter(call)
        yield from self._search(frame)
        self._boxes.pop()
        self._calls.pop()
        yield self._step("back", f"{words} = {number(self._value(frame))}", node=call.node)

    def _best(self, child: Frame) -> Iterator[Step]:
        """What becomes of the best value so far."""
        form, value, box = self._form, self._value(child), self._boxes[-1]
        if not form.keeps_best:
            self._set(v=value)
            return
        assert box.v is not None
        greatest = maximizing(self._problem, box.node)
        name, v = ("Max", max(box.v, value)) if greatest else ("Min", min(box.v, value))
        self._set(v=v)
        result = f"{name}({number(box.v)}, {number(value)}) = {number(v)}"
        yield self._step("best", f"{form.name} = {name}({form.name}, {number(value)}) = {result}")

    def _weigh(self, child: Frame, form: Form) -> Iterator[Step]:
        """The cutoff test after a child, and the update of the window, in the order of the form."""
        if form.updates_first:
            yield self._update(form)
        cuts = self._cuts(form)
        left, sign, right = self._test(form)
        numbers = self._numbers(form)
        question = f"{left} {SIGNS[sign]} {right}? {number(numbers[left])} {SIGNS[sign]} {number(numbers[right])}?"
        yield self._step("test", f"{question} {_answer(cuts)}")
        if cuts:
            yield from self._cutoff(child.call.node)
        elif not form.updates_first:
            yield self._update(form)

    def _update(self, form: Form) -> Step:
        box = self._boxes[-1]
        assert box.v is not None
        if maximizing(self._problem, box.node):
            name, function, before, after = "alpha", "Max", box.alpha, max(box.alpha, box.v)
            self._set(alpha=after)
        else:
            name, function, before, after = "beta", "Min", box.beta, min(box.beta, box.v)
            self._set(beta=after)
        result = f"{function}({number(before)}, {number(box.v)}) = {number(after)}"
        return self._step("update", f"{name} = {function}({name}, {form.name}) = {result}")

    def _cutoff(self, child: int) -> Iterator[Step]:
        """Says what the call leaves out after a child: leaves by name, larger parts with the leaves in them."""
        tree = self._tree
        left_out = range(child + 1, tree.children(tree.parent(child)).stop)
        words, pruned = [], []
        for node in left_out:
            leaves = list(tree.leaves(node, self._problem.depth))
            pruned += leaves
            inside = f" ({', '.join(map(tree.name, leaves))})" if leaves != [node] else ""
            words.append(tree.name(node) + inside)
        if words:
            yield self._step("cutoff", f"cutoff: pruned {', '.join(words)}", pruned=tuple(pruned))

    def _successors(self, node: int) -> Step:
        names = ", ".join(map(self._tree.name, self._tree.children(node)))
        return self._step("successors", f"Successors({self._tree.name(node)}) = {{{names}}}")

    def _return(self, what: str, call: Call, *, look: bool = False) -> Step:
        return self._step("return", f"return {what}: returns {number(call.value)}", look=look, value=call.value)

    # --- What the parts are made of ---

    def _step(
        self,
        kind: Kind,
        text: str,
        *,
        indent: int | None = None,
        node: int | None = None,
        look: bool = False,
        value: Answer | None = None,
        pruned: tuple[int, ...] = (),
    ) -> Step:
        boxes = tuple(self._boxes)
        indent = len(boxes) if indent is None else indent
        node = boxes[-1].node if node is None else node
        return Step(kind, text, indent, self._calls[-1], boxes, node, look, value, pruned)

    def _enter(self, call: Call) -> None:
        self._boxes.append(Box(self._words(call), call.node, call.alpha, call.beta))
        self._calls.append(self._begun)
        self._begun += 1

    def _set(
        self,
        *,
        alpha: Value | None = None,
        beta: Value | None = None,
        v: Value | None = None,
        s: int | None = None,
    ) -> None:
        """Changes what the innermost open call knows."""
        box = self._boxes[-1]
        self._boxes[-1] = Box(
            box.heading,
            box.node,
            box.alpha if alpha is None else alpha,
            box.beta if beta is None else beta,
            box.v if v is None else v,
            box.s if s is None else s,
        )

    def _value(self, frame: Frame) -> Value:
        """What a call brought its caller: in negamax, the negated value."""
        value = frame.call.value
        assert value is not None
        assert not isinstance(value, str)
        return self._sign * value

    def _test(self, form: Form) -> tuple[str, str, str]:
        """The cutoff test of the innermost call: left, sign, right."""
        greatest = maximizing(self._problem, self._boxes[-1].node)
        left, sign, right = form.tests[0 if greatest else 1].split()
        return left, sign, right

    def _numbers(self, form: Form) -> dict[str, Value]:
        box = self._boxes[-1]
        assert box.v is not None
        return {"alpha": box.alpha, "beta": box.beta, form.name: box.v}

    def _cuts(self, form: Form) -> bool:
        left, sign, right = self._test(form)
        numbers = self._numbers(form)
        a, b = (numbers[left], numbers[right]) if sign[0] == ">" else (numbers[right], numbers[left])
        return a >= b if "=" in sign else a > b

    def _parameters(self, function: str) -> list[str]:
        return list(inspect.signature(getattr(self._module, function)).parameters)

    def _words(self, call: Call, sign: int = 1) -> str:
        """A call with its arguments: MinValue(B2, 3, +inf)."""
        tree, node = self._tree, call.node
        ply, parameters = tree.ply(node), self._parameters(call.function)
        depth = tree.depth if self._problem.depth is None else self._problem.depth
        arguments = {
            "state": tree.name(node),
            "node": tree.name(node),
            "depth": str(ply if "index" in parameters else depth - ply),  # over an array depth counts up
            "index": str(node - tree.level_start[ply]),
            "alpha": number(call.alpha),
            "beta": number(call.beta),
            "maximizing_player": str(tree.player(node) == "MAX"),
            "guess": number(self._problem.guess),
            "epsilon": number(self._problem.epsilon),
        }
        listed = ", ".join(arguments.get(parameter, parameter) for parameter in parameters)
        return f"{'-' if sign < 0 else ''}{SLIDES_NAMES.get(call.function, call.function)}({listed})"

    def _formula(self, call: Call) -> str:
        """The call as its source writes it, where it is short: MinValue(s, alpha, beta)."""
        negated = self._interface.negated
        meanings = {
            "state": "s",
            "node": "s",
            "depth": "depth - 1",
            "alpha": "-beta" if negated else "alpha",
            "beta": "-alpha" if negated else "beta",
        }
        parameters = self._parameters(call.function)
        if not set(parameters) <= set(meanings):
            return ""
        listed = ", ".join(meanings[parameter] for parameter in parameters)
        return f"{'-' if negated else ''}{SLIDES_NAMES.get(call.function, call.function)}({listed})"


def _answer(holds: bool) -> str:
    return "YES" if holds else "No"
