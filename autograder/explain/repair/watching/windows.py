"""The variables for alpha and beta in each function, by values or by position."""

import ast
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import isfinite
from typing import NamedTuple

from autograder.explain.repair.edits import Dump
from autograder.explain.repair.facts import Window
from autograder.explain.repair.nodes import VARIABLES
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.trial import Trial
from autograder.explain.repair.watching.watch import Called, RoleWatch, name_of

BELOW, ABOVE = -1, 1
"""The side of all leaves that a number is on; 0 if it is on neither."""


class Candidate(NamedTuple):
    """A variable that may hold one end of the window; the greater is the likelier.

    is_given: whether it held exactly the end that the search was given. at_call:
    whether it held a number when its function was called. changes: whether it held
    several values. key: of the variable.
    """

    is_given: bool
    at_call: bool
    changes: bool
    key: Dump

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """Return the key by which candidates are compared."""
        return self.is_given, self.at_call, self.changes


def windows_of(functions: Sequence[Scope], watch: RoleWatch) -> dict[int, Window]:
    """Return the variables for alpha and beta in each function.

    The keys are the numbers of their regions. A function is left out if nothing tells.
    """
    windows: dict[int, Window] = {}
    for scope in functions:
        window = _window_by_values(scope, watch)
        if window is not None:
            windows[scope.region] = window
    for by_position in (_window_that_it_passes, _window_that_it_gets):
        for scope in functions:
            if scope.region not in windows:
                held = _held_in(scope, watch)
                window = by_position(scope, windows, functions, held)
                if window is not None:
                    windows[scope.region] = window
    return windows


# --- By the values of variables ---


def _window_by_values(scope: Scope, watch: RoleWatch) -> Window | None:
    """Return the variables below and above all leaves when a search begins."""
    variables, calls = watch.variables[scope.region], watch.calls_of(scope)
    alphas = _likeliest(_candidates(variables, calls, BELOW))
    betas = _likeliest(_candidates(variables, calls, ABOVE))
    held = {variable for call in calls for variable in call.held}
    order = [variable for variable in variables if variable in held]
    pairs: list[tuple[int, int, Dump, Dump]] = []
    for alpha, beta in product(alphas, betas):
        # MAX's best value and MIN's look like a window, but no call holds both.
        if any(alpha in call.held and beta in call.held for call in calls):
            index = order.index(alpha)
            pairs.append((abs(order.index(beta) - index), index, alpha, beta))
    if not pairs:
        return None
    *_, alpha, beta = min(pairs, key=lambda pair: pair[:2])
    return Window(
        scope.region, ast.unparse(variables[alpha]), ast.unparse(variables[beta])
    )


def _likeliest(candidates: Sequence[Candidate]) -> list[Dump]:
    """Return the keys of the candidates that are as likely as any other."""
    best = max((candidate.rank for candidate in candidates), default=None)
    return [candidate.key for candidate in candidates if candidate.rank == best]


def _candidates(
    variables: Collection[Dump], calls: Sequence[Called], side: int
) -> list[Candidate]:
    """Return the variables on one side of all leaves before any is looked at."""
    candidates: list[Candidate] = []
    for variable in variables:
        calls_with = [call for call in calls if variable in call.held]
        if _weight(variable, calls_with, side) <= 0:
            continue
        held = [call.held[variable] for call in calls_with]
        given = [
            _is_given(call.held[variable].value, call.trial) for call in calls_with
        ]
        at_call = any(value.at_call for value in held)
        changes = len({value.value for value in held}) > 1
        candidates.append(Candidate(any(given), at_call, changes, variable))
    return candidates


def _weight(variable: Dump, calls: Iterable[Called], side: int) -> float:
    """Return the weight of calls with a variable on one side of all leaves.

    That of the other calls is subtracted. The nearer a call is to the root, the more it
    counts: the effect of a wrong argument shows further down.
    """
    weight = 0.0
    for call in calls:
        if call.is_first:
            value = call.held[variable].value
            is_on_side = _side(value, call.trial) == side
            is_on_side = is_on_side and value != call.trial.known["epsilon"]
            weight += (1 if is_on_side else -1) * 0.5**call.depth
    return weight


def _is_given(value: float, trial: Trial) -> bool:
    """Return whether a number is a finite end of the window that a search was given.

    An infinite one tells nothing: programs write it themselves.
    """
    ends = [*trial.known["window"]]
    guess, epsilon = trial.known["guess"], trial.known["epsilon"]
    if guess is not None:
        ends += [guess - epsilon, guess + epsilon]
    return isfinite(value) and value in ends


def _side(value: float, trial: Trial) -> int:
    """Return the side of all leaves of a trial's tree that a number is on."""
    values = [leaf for leaf in trial.tree.values if leaf is not None]
    if value < min(values):
        return BELOW
    return ABOVE if value > max(values) else 0


# --- By the positions of arguments ---


def _held_in(scope: Scope, watch: RoleWatch) -> set[str]:
    """Return the variables of a function that held numbers, as written."""
    variables = watch.variables[scope.region]
    held = {variable for call in watch.calls_of(scope) for variable in call.held}
    return {ast.unparse(variables[variable]) for variable in held}


def _window_that_it_passes(
    scope: Scope,
    windows: Mapping[int, Window],
    functions: Sequence[Scope],
    _: Container[str],
) -> Window | None:
    """Return the variables that a function passes for the window of another."""
    ends = _Ends(scope.region)
    for call, callee in product(scope.calls(), functions):
        window = windows.get(callee.region)
        if window is not None and scope.own(call) == name_of(callee):
            arguments = scope.passed_to(call)
            for side, end in enumerate((window.alpha, window.beta)):
                for variable, is_negated in _variable_in(scope, arguments.get(end)):
                    ends.count(side ^ is_negated, variable)
    return ends.window()


def _window_that_it_gets(
    scope: Scope,
    windows: Mapping[int, Window],
    functions: Sequence[Scope],
    held: Container[str],
) -> Window | None:
    """Return the variables in which a function gets its callers' window.

    They are parameters, fields of these, or the variables that these are unpacked to.
    held: the variables of the function that held numbers.
    """
    ends = _Ends(scope.region)
    unpacked = _unpacked(scope)
    callers = [caller for caller in functions if caller.region in windows]
    for caller in callers:
        for call in caller.calls():
            if caller.own(call) == name_of(scope):
                for passed in _variables_passed(caller, call):
                    ends.count_passed(passed, windows[caller.region], unpacked, held)
    return ends.window()


def _unpacked(scope: Scope) -> dict[str, str]:
    """Return the variables that elements of others are unpacked to, by the elements.

    After `low, high = window` these are `window[0]` and `window[1]`.
    """
    variables: dict[str, str] = {}
    for assignment in scope.all(ast.Assign):
        match assignment:
            case ast.Assign([ast.Tuple(targets)], ast.Name(name)):
                for index, target in enumerate(targets):
                    variables[f"{name}[{index}]"] = ast.unparse(target)
    return variables


class PassedVariable(NamedTuple):
    """A variable that a call passes for a parameter, and whether it is negated."""

    parameter: str
    variable: str
    is_negated: bool


def _variables_passed(scope: Scope, call: ast.Call) -> Iterator[PassedVariable]:
    """Yield the variables that a call passes, the object of a method among them."""
    receiver = scope.receiver_of(call)
    if receiver is not None:
        parameter, owner = receiver
        yield PassedVariable(parameter, ast.unparse(owner), is_negated=False)
    for parameter, argument in scope.passed_to(call).items():
        for variable, is_negated in _variable_in(scope, argument):
            yield PassedVariable(parameter, variable, is_negated)


class _Ends:
    """Counts the variables that stand for alpha and beta in the calls of a function."""

    def __init__(self, region: int) -> None:
        self._region = region
        self._counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()

    def count(self, side: int, variable: str) -> None:
        """Count a variable: side 0 is alpha, side 1 is beta."""
        self._counts[side][variable] += 1

    def count_passed(
        self,
        passed: PassedVariable,
        window: Window,
        unpacked: Mapping[str, str],
        held: Container[str],
    ) -> None:
        """Count a parameter that gets an end of the caller's window, or its element."""
        for side, end in enumerate((window.alpha, window.beta)):
            element = f"{passed.parameter}{end.removeprefix(passed.variable)}"
            if passed.variable == end:
                self.count(side ^ passed.is_negated, passed.parameter)
            elif end.startswith(passed.variable) and element in unpacked:
                self.count(side, unpacked[element])
            elif end.startswith(passed.variable) and element in held:
                self.count(side, element)

    def window(self) -> Window | None:
        """Return the variables that were counted most, if they are two."""
        if not all(self._counts):
            return None
        alpha, beta = (counted.most_common(1)[0][0] for counted in self._counts)
        return Window(self._region, alpha, beta) if alpha != beta else None


def _variable_in(scope: Scope, argument: ast.expr | None) -> Iterator[tuple[str, bool]]:
    """Yield the variable that an argument is, and whether it is negated."""
    is_negated = isinstance(argument, ast.UnaryOp)
    if isinstance(argument, ast.UnaryOp):
        argument = argument.operand
    if isinstance(argument, VARIABLES) and scope.constant(argument) is None:
        yield ast.unparse(argument), is_negated
