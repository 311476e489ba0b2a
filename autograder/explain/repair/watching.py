"""Finds the roles of a program's variables from the values that they hold in runs.

The program searches trees whose leaves are all known, each with a window that is wider
than all of them. When a function is called before any leaf was looked at, a variable
that is below every leaf holds alpha, and one that is above every leaf holds beta,
whatever their names. If no run shows the window of a function, it comes from the
positions of arguments: in its calls of functions with a known window, or in their calls
of it. A variable that holds another small number for each depth of the recursion holds
a number of plies, and so does one that holds the depth that the search was given.
"""

import ast
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from inspect import getattr_static
from itertools import chain, product
from math import isfinite
from types import CodeType, FrameType, MemberDescriptorType, ModuleType
from typing import Any, NamedTuple

from autograder.core.limits import MOST_NUMBERS_HELD
from autograder.explain.repair.bench import Bench, Names
from autograder.explain.repair.edits import Dump, first_line
from autograder.explain.repair.facts import Numbers, Roles, Window
from autograder.explain.repair.nodes import (
    VARIABLES,
    key_of,
    loaded,
    nodes_of,
    parameters_of,
)
from autograder.explain.repair.ran import traced
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.trial import Trial, WatchedTrial, watched

LEAST_LEAF = 20
"""No leaf of the trees that are searched is as near to 0 as this."""
BELOW, ABOVE = -1, 1
"""The side of all leaves that a number is on; 0 if it is on neither."""


class Held(NamedTuple):
    """The first value of a variable in one call of its function.

    value: a number. at_call: whether the variable held it when the function was called.
    """

    value: float
    at_call: bool


class Called(NamedTuple):
    """One call of a function of the program.

    depth: in how many other calls it is. is_first: whether no leaf was looked at
    before. trial: the search. held: by the key of the variable.
    """

    depth: int
    is_first: bool
    trial: Trial
    held: dict[Dump, Held]


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


def roles(
    bench: Bench, names: Names, scopes: Sequence[Scope], trials: Iterable[Trial]
) -> Roles:
    """Return the roles of the variables in each function, as far as runs tell.

    names: the program's definitions. trials: searches for it to run; a repair need not
    make these right.
    """
    functions = [scope for scope in scopes if isinstance(scope.root, ast.FunctionDef)]
    watch = _Watch(bench, functions)
    for trial in trials:
        watch.run(names, watched(trial))
    windows = _windows(functions, watch)
    numbers = {scope.region: _numbers(scope, watch) for scope in functions}
    for scope, counts in _counted_up_to_depths(functions, watch, numbers).items():
        held = numbers[scope.region]
        numbers[scope.region] = held._replace(depths=(*held.depths, *counts))
    return Roles(
        tuple(windows.values()),
        tuple(held for held in numbers.values() if held.depths or held.values),
    )


def _windows(functions: Sequence[Scope], watch: "_Watch") -> dict[int, Window]:
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


# --- Watching ---


class _Watch:
    """Notes the values of some functions' variables, as a tracer for sys.settrace."""

    def __init__(self, bench: Bench, functions: Sequence[Scope]) -> None:
        self._bench = bench
        fields = _fields(functions)
        self.variables = {
            scope.region: _variables(scope, fields) for scope in functions
        }
        """The variables of each function, by its number and their keys."""
        self._regions = {_code_key(bench, scope): scope.region for scope in functions}
        self._calls: dict[int, list[Called]] = {}
        self._open: dict[FrameType, Called] = {}
        self._trial: WatchedTrial

    def calls_of(self, scope: Scope) -> list[Called]:
        """Return the calls of a function that were seen."""
        return self._calls.get(scope.region, [])

    def run(self, names: Names, trial: WatchedTrial) -> None:
        """Have the program search a tree, to its end."""
        self._trial = trial
        self._open.clear()
        trial.looks.stops = False  # a wrong look does not end the search
        with traced(self):
            self._bench.run(names, trial)

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:
        """Note the values that a frame holds."""
        region = self._regions.get(_key_of(frame.f_code))
        if region is None:
            return None
        if event == "call":
            is_first = not self._trial.looks.nodes
            called = Called(len(self._open), is_first, self._trial.trial, {})
            self._open[frame] = called
            self._calls.setdefault(region, []).append(called)
        if event == "return":
            self._open.pop(frame, None)
        elif frame in self._open:
            self._note(self._open[frame], self.variables[region], frame, event)
        return self

    def _note(
        self,
        called: Called,
        variables: Mapping[Dump, ast.expr],
        frame: FrameType,
        event: str,
    ) -> None:
        """Note each variable that holds a number for the first time in its call."""
        local_names = frame.f_locals
        for variable_key, variable in variables.items():
            if variable_key in called.held:
                continue
            with suppress(BaseException):  # whatever a program's classes do
                value = _value(variable, local_names, frame.f_globals)
                if type(value) in (int, float):
                    at_call = event == "call" and _root_of(variable) in local_names
                    called.held[variable_key] = Held(value, at_call)


def _code_key(bench: Bench, scope: Scope) -> tuple[str, int, str]:
    assert isinstance(scope.root, ast.FunctionDef)
    file = bench.program.code_name(scope.file)
    return file, first_line(scope.root), scope.root.name


def _key_of(code: CodeType) -> tuple[str, int, str]:
    return code.co_filename, code.co_firstlineno, code.co_name


def _fields(functions: Iterable[Scope]) -> dict[Dump, ast.Attribute | ast.Subscript]:
    """Return the fields that functions read of variables, as `.alpha` and `[0]`."""
    fields: dict[Dump, ast.Attribute | ast.Subscript] = {}
    for scope in functions:
        for node in scope.all(ast.Attribute, ast.Subscript):
            is_method = scope.parents[node].field == "func"
            if isinstance(node.value, ast.Name) and not is_method:
                fields.setdefault(key_of(_field_of("", node)), node)
    return fields


def _field_of(
    name: str, field: ast.Attribute | ast.Subscript
) -> ast.Attribute | ast.Subscript:
    """Return the same attribute or element of another variable, to be read."""
    new = loaded(field)
    assert isinstance(new, (ast.Attribute, ast.Subscript))
    new.value = ast.Name(name, ast.Load())
    return new


def _variables(
    scope: Scope, fields: Mapping[Dump, ast.Attribute | ast.Subscript]
) -> dict[Dump, ast.expr]:
    """Return the variables that a function reads or sets, by their keys, as written.

    Those that it does not write are fields of its parameters. fields: those that some
    function of the program reads of a variable.
    """
    variables: dict[Dump, ast.expr] = {}
    assert isinstance(scope.root, ast.FunctionDef)
    parameters = parameters_of(scope.root)
    for parameter in parameters:
        name = ast.Name(parameter, ast.Load())
        variables[key_of(name)] = name
    ever_set = _set_in_functions(scope)
    for node in sorted(scope.all(*VARIABLES), key=_position):
        is_constant = isinstance(node, ast.Name) and node.id not in ever_set
        if scope.constant(node) is None and not is_constant:
            variables.setdefault(key_of(node), loaded(node))
    for parameter, field in product(parameters, fields.values()):
        variable = _field_of(parameter, field)
        if scope.constant(variable) is None:
            variables.setdefault(key_of(variable), variable)
    return variables


def _set_in_functions(scope: Scope) -> set[str]:
    """Return the names that functions of the program set, or get: others are constant.

    A constant may hold what alpha or beta begins with, as `INF`.
    """
    functions = list(chain.from_iterable(scope.functions.values()))
    names = nodes_of(ast.Name, *functions)
    ever_set = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return ever_set.union(*map(parameters_of, functions))


def _position(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _root_of(variable: ast.expr) -> str:
    """Return the name that an element or an attribute is reached from."""
    while isinstance(variable, (ast.Attribute, ast.Subscript)):
        variable = variable.value
    return variable.id if isinstance(variable, ast.Name) else ""


def _value(
    variable: ast.expr, local_names: Mapping[str, Any], global_names: Mapping[str, Any]
) -> Any:
    """Return the value of a variable, without running any code of the program.

    Raises any error of the attempt if the variable holds nothing.
    """
    match variable:
        case ast.Name(name):
            return local_names[name] if name in local_names else global_names[name]
        case ast.Attribute(base, name):
            return _attribute(_value(base, local_names, global_names), name)
        case ast.Subscript(base, ast.Constant(index)):
            owner = _value(base, local_names, global_names)
            if type(owner) in (dict, list, tuple):
                return owner[index]
    raise LookupError


def _attribute(owner: Any, name: str) -> Any:
    """Return an attribute that is data; a property is not read."""
    if isinstance(owner, ModuleType):
        raise LookupError
    value = getattr_static(owner, name)
    is_slot = type(value) is MemberDescriptorType
    is_field = name in getattr_static(type(owner), "_fields", ())
    if is_slot or is_field:
        return value.__get__(owner)
    return value


# --- A window by the values of variables ---


def _window_by_values(scope: Scope, watch: _Watch) -> Window | None:
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


# --- A window by the positions of arguments ---


def _held_in(scope: Scope, watch: _Watch) -> set[str]:
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
        if window is not None and scope.own(call) == _name(callee):
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
            if caller.own(call) == _name(scope):
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


def _name(scope: Scope) -> str:
    return scope.root.name if isinstance(scope.root, ast.FunctionDef) else ""


def _variable_in(scope: Scope, argument: ast.expr | None) -> Iterator[tuple[str, bool]]:
    """Yield the variable that an argument is, and whether it is negated."""
    is_negated = isinstance(argument, ast.UnaryOp)
    if isinstance(argument, ast.UnaryOp):
        argument = argument.operand
    if isinstance(argument, VARIABLES) and scope.constant(argument) is None:
        yield ast.unparse(argument), is_negated


# --- Numbers of plies, and values of leaves ---


def _numbers(scope: Scope, watch: _Watch) -> Numbers:
    """Return the variables of a function that hold plies, and those with values."""
    depths: list[str] = []
    values: list[str] = []
    for variable, calls_with, numbers in _numbers_held(scope, watch):
        if _are_plies(numbers) and (
            _are_given(numbers, calls_with) or _tell_depths(numbers, calls_with)
        ):
            depths.append(variable)
        elif numbers and min(map(abs, numbers)) >= LEAST_LEAF:
            values.append(variable)
    most = MOST_NUMBERS_HELD
    return Numbers(scope.region, tuple(depths[:most]), tuple(values[:most]))


def _numbers_held(
    scope: Scope, watch: _Watch
) -> Iterator[tuple[str, list[Called], list[float]]]:
    """Yield a function's variables as written, each with the numbers that it held.

    Between them stand the calls in which it held them.
    """
    calls = watch.calls_of(scope)
    for key, variable in watch.variables[scope.region].items():
        calls_with = [call for call in calls if key in call.held]
        numbers = [call.held[key].value for call in calls_with]
        yield ast.unparse(variable), calls_with, numbers


def _counted_up_to_depths(
    functions: Sequence[Scope], watch: _Watch, numbers: Mapping[int, Numbers]
) -> dict[Scope, set[str]]:
    """Return further variables for plies, by their functions.

    They hold small numbers and are compared with a depth, or passed to where they are:
    a program that forgets to count gives the same number to all depths.
    """
    of_plies = {
        scope: _of_plies(scope, watch) - {*numbers[scope.region].depths}
        for scope in functions
    }
    compared = {
        scope: _compared_with(scope, numbers[scope.region].depths) & counts
        for scope, counts in of_plies.items()
    }
    by_name = {_name(scope): counts for scope, counts in compared.items()}
    return {
        scope: compared[scope] | (_passed_for(by_name, scope) & counts)
        for scope, counts in of_plies.items()
    }


def _passed_for(parameters: Mapping[str, Container[str]], scope: Scope) -> set[str]:
    """Return what a function passes for parameters of others, by these names."""
    passed: set[str] = set()
    for call in scope.calls():
        wanted = parameters.get(scope.own(call), ())
        for parameter, argument in scope.passed_to(call).items():
            if parameter in wanted:
                passed.add(ast.unparse(argument))
    return passed


def _of_plies(scope: Scope, watch: _Watch) -> set[str]:
    """Return the variables of a function that held numbers that may count plies."""
    held = _numbers_held(scope, watch)
    return {variable for variable, _, numbers in held if _are_plies(numbers)}


def _compared_with(scope: Scope, depths: Container[str]) -> set[str]:
    """Return what a function compares with a depth, or with what one is a part of."""
    compared: set[str] = set()
    for comparison in scope.all(ast.Compare):
        sides = [comparison.left, *comparison.comparators]
        parts = chain.from_iterable(nodes_of(ast.expr, side) for side in sides)
        if any(ast.unparse(part) in depths for part in parts):
            compared.update(map(ast.unparse, sides))
    return compared


def _are_plies(numbers: Sequence[float]) -> bool:
    """Return whether numbers may count plies: they are whole, and near to 0."""
    are_whole = all(type(number) is int for number in numbers)
    return bool(numbers) and are_whole and max(map(abs, numbers)) < LEAST_LEAF


def _are_given(numbers: Sequence[float], calls: Sequence[Called]) -> bool:
    """Return whether the outermost calls have the depths that the searches were given.

    In calls within them a wrong program may have lost count.
    """
    outermost = min(call.depth for call in calls)
    return all(
        number == _depth_of(call.trial)
        for number, call in zip(numbers, calls, strict=True)
        if call.depth == outermost
    )


def _depth_of(trial: Trial) -> int:
    """Return the number of plies of a search: of the tree, if it is given no other."""
    depth = trial.known["depth"]
    return trial.tree.depth if depth is None else int(depth)


def _tell_depths(numbers: Sequence[float], calls: Sequence[Called]) -> bool:
    """Return whether all calls of a depth have one number, and each depth another.

    One depth alone shows nothing.
    """
    by_depth: dict[int, set[float]] = {}
    for number, call in zip(numbers, calls, strict=True):
        by_depth.setdefault(call.depth, set()).add(number)
    different = set.union(*by_depth.values())
    return sum(map(len, by_depth.values())) == len(different) == len(by_depth) > 1
