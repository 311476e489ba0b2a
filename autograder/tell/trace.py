"""Traces the textbook's search step by step, as a lecture writes it down.

All of it follows from the recorded calls with their windows and values. Sources differ
in whether the bound is updated before the test or after it, and in the variable that
holds the best value so far. This follows from the roles in their code.
"""

import inspect
from collections.abc import Iterator, Mapping
from itertools import count
from math import inf
from operator import ge, gt, le, lt
from typing import Any, Literal, NamedTuple

from autograder.core.sentences import sentence
from autograder.tell.search_passes import is_maximizing, shown, signed
from reference import interfaces
from reference.changes import no_test, no_update, observe
from reference.game import Value
from reference.interfaces import is_negated
from reference.parts import Part, textbook
from reference.problem import Answer, Call, Observation, Problem
from reference.proof import Meaning, Proof

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
COMPARISONS = {">=": ("≥", ge), "<=": ("≤", le), ">": (">", gt), "<": ("<", lt)}
PASSES = ("first pass", "second pass", "third pass", "fourth pass")
OPPOSITE: Mapping[Meaning, Meaning] = {
    "exactly": "exactly",
    "at most": "at least",
    "at least": "at most",
}
"""The meaning of a value for the other player, who sees it negated."""
ANSWERS = {True: "yes", False: "no"}
"""The names of the sentences for how a test came out."""


class Wording(NamedTuple):
    """The names of a search's functions in its steps.

    functions: by the names in a source; others keep theirs. maximum, minimum: of two
    values. The rest are patterns with the name of a state and, of successors, theirs.
    """

    functions: Mapping[str, str]
    maximum: str
    minimum: str
    terminal: str
    utility: str
    evaluate: str
    successors: str


SLIDES = Wording(
    functions={"max_value": "MaxValue", "min_value": "MinValue"},
    maximum="Max",
    minimum="Min",
    terminal="TerminalState({name})",
    utility="Utility({name})",
    evaluate="Evaluate({name})",
    successors="Successors({name}) = {{{names}}}",
)
"""The names in the pseudocode of the course's slides."""
PROGRAM = Wording(
    functions={},
    maximum="max",
    minimum="min",
    terminal="{name}.is_terminal()",
    utility="{name}.utility()",
    evaluate="{name}.evaluate()",
    successors="{name}.children = {names}",
)
"""The names that students write, as `reference.game.State` has them."""


class Box(NamedTuple):
    """A call's variables, as slides show them.

    number: in the order of calls. v, s: the value and the successor; None at first.
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

    boxes: the call stack after it, outermost first; the line belongs to the last.
    node: the node that it is about. look: whether it looks at the node's value.
    value: the result of the node, if the line says so.
    pruned: the leaves that it cuts off.
    meaning: of `known`, as MAX sees it.
    returned: of a return, the text without the expression.
    holds: of a test, whether it holds.
    """

    kind: Kind
    text: str
    boxes: tuple[Box, ...]
    node: int
    look: bool = False
    value: Answer | None = None
    pruned: tuple[int, ...] = ()
    meaning: Meaning | None = None
    returned: str = ""
    holds: bool = False

    @property
    def known(self) -> Value | None:
        """The value of the last box so far or, at its return, its result."""
        if self.kind == "return" and not isinstance(self.value, str):
            return self.value
        return self.boxes[-1].v

    @property
    def indent(self) -> int:
        """Return how many calls the line is nested in."""
        return 0 if self.kind == "heading" else len(self.boxes)


class NestedCall(NamedTuple):
    """A call, with the calls that it made.

    A call that made none looked at its node's own value.
    """

    call: Call
    inner: list["NestedCall"]


def recorded(problem: Problem) -> Observation:
    """Return the textbook's search with all of its calls.

    `observe` records only calls with a window. Minimax makes the calls of a max_value
    and min_value that never prune, so those are recorded instead. An outermost function
    without a window, such as the decision at the root, is added as a call with the
    problem's window.
    """
    problem = problem._replace(isolate=None)
    interface = interfaces.load(problem.interface)
    if not interface.windowed:
        plain = observe(
            problem._replace(interface="max_value/min_value"),
            (no_test(), no_update()),
            calls=True,
        )
        name = interface.functions[0]
        calls = tuple(call._replace(function=name) for call in plain.calls)
        return plain._replace(calls=calls)
    expected = observe(problem, calls=True)
    outermost, _ = interface.call(problem)
    if outermost in interface.windowed:
        return expected
    call = Call(outermost, 0, *problem.window, expected.value)
    return expected._replace(calls=(call, *expected.calls))


def trace(problem: Problem, wording: Wording = SLIDES) -> tuple[Step, ...]:
    """Return the steps of the textbook's search."""
    outermost = _nested(recorded(problem).calls, problem)
    return tuple(_Writer(problem, wording).steps(outermost))


def _nested(calls: tuple[Call, ...], problem: Problem) -> NestedCall:
    """Return the outermost call, with the others in the calls that made them."""
    outermost, *rest = (NestedCall(call, []) for call in calls)
    stack = [outermost]
    for nested in rest:
        node = nested.call.node
        if node == 0:
            # Of several calls at the root the others are passes of the outermost one.
            del stack[1:]
        else:
            # A call was made by the latest open call of its node's parent.
            parent = problem.tree.parent(node)
            while len(stack) > 1 and stack[-1].call.node != parent:
                stack.pop()
        stack[-1].inner.append(nested)
        stack.append(nested)
    return outermost


class _Writer:
    """Writes the steps, with a generator for each stage of a search.

    Its state is the call stack, in `_boxes` and `_calls`, and the bounds that the looks
    so far prove.
    """

    def __init__(self, problem: Problem, wording: Wording) -> None:
        self._problem = problem
        self._wording = wording
        self._tree = problem.tree
        self._interface = interfaces.load(problem.interface)
        self._module = interfaces.module_of(problem.interface)
        self._loops = textbook(problem.interface, problem.prune_when)
        self._sign = -1 if self._interface.negated else 1
        self._boxes: list[Box] = []
        self._calls: list[Call] = []
        self._proof = Proof(problem)
        self._numbers = count()

    def steps(self, outermost: NestedCall) -> Iterator[Step]:
        """Yield the steps of a call and of all calls in it, with a heading."""
        self._enter(outermost.call)
        yield self._step("heading", self._call_text(outermost.call))
        if outermost.inner and outermost.inner[0].call.node == 0:
            yield from self._passes(outermost)
        elif isinstance(outermost.call.value, str):
            yield from self._decision(outermost)
        else:
            yield from self._search(outermost)

    def _passes(self, outermost: NestedCall) -> Iterator[Step]:
        """Trace a pass with the narrow window and, if that fails, another."""
        guess, epsilon = shown(self._problem.guess), shown(self._problem.epsilon)
        alpha, beta = outermost.inner[0].call.alpha, outermost.inner[0].call.beta
        self._set(alpha=alpha, beta=beta)
        sums = f"{guess} − {epsilon}, {guess} + {epsilon}"
        ends = f"{shown(alpha)}, {shown(beta)}"
        yield self._step(
            "successors",
            f"alpha, beta = guess − epsilon, guess + epsilon = {sums} = {ends}",
        )
        for nested, name in zip(outermost.inner, PASSES, strict=False):
            yield from self._child(nested, "v = ", name)
            v = self._value(nested)
            self._set(v=v)
            if name == PASSES[0]:
                below = f"{shown(v)} ≤ {shown(alpha)}"
                above = f"{shown(v)} ≥ {shown(beta)}"
                is_outside = v <= alpha or v >= beta
                text = _test_text(
                    "v ≤ alpha or v ≥ beta", f"{below} or {above}", holds=is_outside
                )
                yield self._step("test", text, holds=is_outside)
        yield self._return("v", outermost.call)

    def _decision(self, outermost: NestedCall) -> Iterator[Step]:
        """Trace the root of a search for an action.

        Its loop is that of the other calls, and notes the best action.
        """
        yield self._successors(0)
        best = ""
        for nested in outermost.inner:
            yield from self._child(nested, "v = ")
            self._set(v=self._value(nested))
            is_better = "v > alpha" if self._greatest else "v < beta"
            text, better = self._comparison(is_better)
            if better or not best:
                situation = "better" if better else "first action"
                best = self._tree.name(nested.call.node)
                text = sentence("trace", situation, test=text, action=best)
            yield self._step("best", text)
            yield from self._weigh(nested, self._loop_in_source(at_root=True))
        yield self._return("best", outermost.call)

    def _search(self, nested: NestedCall) -> Iterator[Step]:
        """Trace a call, from its test for a terminal state to its return."""
        name = self._tree.name(nested.call.node)
        if self._interface.has_horizon:
            over, on = "over at the horizon", "not at the horizon"
            look = self._wording.evaluate
        else:
            over, on = "is over", "goes on"
            look = self._wording.utility
        test = self._wording.terminal.format(name=name)
        answer = on if nested.inner else over
        yield self._step("opening", sentence("trace", answer, test=test))
        if not nested.inner:
            yield self._return(look.format(name=name), nested.call, look=True)
        elif self._interface.windowed:
            yield from self._loop(nested)
        else:
            yield self._successors(nested.call.node)
            for child in nested.inner:
                yield from self._child(child, "")
            values = ", ".join(shown(self._value(child)) for child in nested.inner)
            function = self._best_of_two
            yield self._return(f"{function}({values})", nested.call)

    def _loop(self, nested: NestedCall) -> Iterator[Step]:
        """Trace the loop over the children of a call that has a window."""
        loop = self._loop_in_source()
        # The best so far, or the child's own value.
        variable = loop.placeholders["value"]
        keeps_best = "fold" in loop.roles
        if keeps_best:
            worst = -inf if self._greatest else inf
            self._set(v=worst)
            yield self._step("opening", f"{variable} = {shown(worst)}")
        yield self._successors(nested.call.node)
        for child in nested.inner:
            yield from self._child(child, "" if keeps_best else f"{variable} = ")
            value = self._value(child)
            if keeps_best:
                yield self._assign("best", variable, "v", shown(value), value)
            else:
                self._set(v=value)
            yield from self._weigh(child, loop)
        if keeps_best or self._left_before_update(loop):
            yield self._return(variable, nested.call)
        else:
            yield self._return("alpha" if self._greatest else "beta", nested.call)

    def _left_before_update(self, loop: Part) -> bool:
        """Return whether a loop ended by a test that stands before the update."""
        return not _updates_first(loop) and self._comparison(loop.condition)[1]

    def _child(
        self, nested: NestedCall, lead: str, name_of_pass: str = ""
    ) -> Iterator[Step]:
        """Trace the search of a child by a call.

        lead: the start of its first line. name_of_pass: which one it is at the root.
        """
        call, node = nested.call, nested.call.node
        text = self._call_text(call, self._sign)
        came_back = f"{text} = {shown(self._value(nested))}"
        if node:
            self._set(s=node)
            lead = f"s = {self._tree.name(node)}: {lead}"
            formula = self._formula(call)
            if formula:
                lead += f"{formula} = "
        first_line = lead + (text if nested.inner else came_back)
        if name_of_pass:
            first_line = sentence("trace", name_of_pass, call=first_line)
        if not nested.inner:
            yield self._step("leaf", first_line, node, look=True, value=call.value)
            return
        yield self._step("call", first_line, node)
        self._enter(call)
        yield from self._search(nested)
        self._boxes.pop()
        self._calls.pop()
        yield self._step("back", came_back, node)

    def _weigh(self, child: NestedCall, loop: Part) -> Iterator[Step]:
        """Trace the test and the update after a child, and the cutoff."""
        bound = "alpha" if self._greatest else "beta"
        update = (bound, bound, loop.placeholders["value"], self._boxes[-1].v)
        updates_first = _updates_first(loop)
        if updates_first:
            yield self._assign("update", *update)
        text, cuts = self._comparison(loop.condition)
        yield self._step("test", text, holds=cuts)
        if cuts:
            yield from self._cutoff(child.call.node)
        elif not updates_first:
            yield self._assign("update", *update)

    def _cutoff(self, node: int) -> Iterator[Step]:
        """Trace that the siblings right of a node are pruned, if it has any."""
        tree = self._tree
        names = []  # of leaves, and of subtrees with their leaves
        pruned: list[int] = []
        for sibling in range(node + 1, tree.children(tree.parent(node)).stop):
            leaves = list(tree.leaves(sibling, self._problem.depth))
            pruned += leaves
            name = tree.name(sibling)
            if leaves != [sibling]:
                name += f" ({', '.join(map(tree.name, leaves))})"
            names.append(name)
        if names:
            text = sentence("trace", "cutoff", names=", ".join(names))
            yield self._step("cutoff", text, pruned=tuple(pruned))

    def _successors(self, node: int) -> Step:
        names = ", ".join(map(self._tree.name, self._tree.children(node)))
        name = self._tree.name(node)
        text = self._wording.successors.format(name=name, names=names)
        return self._step("successors", text)

    def _return(self, expression: str, call: Call, *, look: bool = False) -> Step:
        """Return the step at which a call returns.

        expression: the code that is returned. look: whether its value is that of a
        leaf.
        """
        parts = {"value": shown(call.value)}
        step = self._step("return", "", look=look, value=call.value)
        situation, in_short = "return", "return, in short"
        if step.meaning not in (None, "exactly"):
            # In negamax the numbers of a line are those of the player to move.
            is_turned = is_negated(self._problem, call.node)
            meaning = OPPOSITE[step.meaning] if is_turned else step.meaning
            parts["node"] = self._tree.name(call.node)
            parts["bound"] = signed(shown(call.value), meaning)
            situation = "return of a bound"
            in_short = "return of a bound, in short"
        text = sentence("trace", situation, expression=expression, **parts)
        returned = sentence("trace", in_short, **parts)
        return step._replace(text=text, returned=returned)

    def _step(
        self, kind: Kind, text: str, node: int | None = None, **fields: Any
    ) -> Step:
        """Return a step, and note the look that it is, if it is one.

        node: by default that of the innermost call.
        """
        if node is None:
            node = self._boxes[-1].node
        step = Step(kind, text, tuple(self._boxes), node, **fields)
        if step.look:
            self._proof.look(node)
        call = self._calls[-1]._replace(value=step.known)
        return step._replace(meaning=self._proof.meaning(call))

    def _enter(self, call: Call) -> None:
        heading = self._call_text(call)
        order = next(self._numbers)
        self._boxes.append(Box(heading, order, call.node, call.alpha, call.beta))
        self._calls.append(call)

    def _set(self, **variables: Any) -> None:
        self._boxes[-1] = self._boxes[-1]._replace(**variables)

    @property
    def _greatest(self) -> bool:
        return is_maximizing(self._problem, self._boxes[-1].node)

    @property
    def _best_of_two(self) -> str:
        wording = self._wording
        return wording.maximum if self._greatest else wording.minimum

    def _loop_in_source(self, *, at_root: bool = False) -> Part:
        """Return the loop in the source that the current call runs.

        at_root: whether it is the loop of a decision.
        """
        players = ("MAX" if self._greatest else "MIN", "both")
        return next(
            loop
            for loop in self._loops
            if loop.at_root == at_root and loop.player in players
        )

    def _value(self, nested: NestedCall) -> Value:
        """Return the value that a call gives its caller: in negamax the negated one."""
        assert isinstance(nested.call.value, (int, float))
        return self._sign * nested.call.value

    def _assign(
        self, kind: Kind, name: str, variable: str, written: str, value: Any
    ) -> Step:
        """Assign the better of a variable and a value: v = Max(v, 3) = Max(2, 3) = 3.

        variable: "v", "alpha" or "beta". name, written: of variable and value in the
        line.
        """
        before = getattr(self._boxes[-1], variable)
        function = self._best_of_two
        after = max(before, value) if self._greatest else min(before, value)
        self._set(**{variable: after})
        result = f"{function}({shown(before)}, {shown(value)}) = {shown(after)}"
        return self._step(kind, f"{name} = {function}({name}, {written}) = {result}")

    def _comparison(self, source: str) -> tuple[str, bool]:
        """Return the text of a comparison, and whether it holds.

        source: two variables, such as "v >= beta". The text has their values, too:
        v ≥ beta? 3 ≥ 2? YES
        """
        left, sign, right = source.split()
        left_value, right_value = self._variable(left), self._variable(right)
        written, compare = COMPARISONS[sign]
        holds: bool = compare(left_value, right_value)
        numbers = f"{shown(left_value)} {written} {shown(right_value)}"
        return _test_text(f"{left} {written} {right}", numbers, holds=holds), holds

    def _variable(self, name: str) -> Any:
        """Return the value of a variable that a source names, in the current call."""
        box = self._boxes[-1]
        return getattr(box, name if name in ("alpha", "beta") else "v")

    def _call_text(self, call: Call, sign: int = 1) -> str:
        """Return a call with its arguments: MinValue(B2, 3, inf)."""
        tree, node = self._tree, call.node
        ply = tree.ply(node)
        parameters = self._parameters(call)
        depth = tree.depth if self._problem.depth is None else self._problem.depth
        arguments = {
            "state": tree.name(node),
            "node": tree.name(node),
            # Over an array depth counts up.
            "depth": str(ply if "index" in parameters else depth - ply),
            "index": str(node - tree.level_start[ply]),
            "alpha": shown(call.alpha),
            "beta": shown(call.beta),
            "maximizing_player": str(tree.player(node) == "MAX"),
            "guess": shown(self._problem.guess),
            "epsilon": shown(self._problem.epsilon),
        }
        texts = [arguments.get(parameter, parameter) for parameter in parameters]
        return self._signed_call(call.function, texts, sign)

    def _formula(self, call: Call) -> str:
        """Return a call as its source has it, MinValue(s, alpha, beta), "" if long."""
        negated = self._interface.negated
        arguments = {
            "alpha": "-beta" if negated else "alpha",
            "beta": "-alpha" if negated else "beta",
            "state": "s",
            "node": "s",
            "depth": "depth - 1",
        }
        parameters = self._parameters(call)
        if not set(parameters) <= set(arguments):
            return ""
        texts = [arguments[parameter] for parameter in parameters]
        return self._signed_call(call.function, texts, self._sign)

    def _signed_call(self, function: str, arguments: list[str], sign: int) -> str:
        name = self._wording.functions.get(function, function)
        return f"{'-' if sign < 0 else ''}{name}({', '.join(arguments)})"

    def _parameters(self, call: Call) -> list[str]:
        function = getattr(self._module, call.function)
        return list(inspect.signature(function).parameters)


def _test_text(test: str, numbers: str, *, holds: bool) -> str:
    situation = "test holds" if holds else "test fails"
    return sentence("trace", situation, test=test, numbers=numbers)


def _updates_first(loop: Part) -> bool:
    return next(role for role in loop.order if role in ("update", "test")) == "update"
