"""A watch on some functions: the values that their variables hold in searches."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from inspect import getattr_static
from itertools import chain, product
from types import CodeType, FrameType, MemberDescriptorType, ModuleType
from typing import Any, NamedTuple

from autograder.explain.repair.bench import Bench, Names
from autograder.explain.repair.edits import Dump, first_line
from autograder.explain.repair.nodes import (
    VARIABLES,
    key_of,
    loaded,
    nodes_of,
    parameters_of,
)
from autograder.explain.repair.ran import traced
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.trial import Trial, WatchedTrial


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


class RoleWatch:
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


def name_of(scope: Scope) -> str:
    """Return the name of a function; "" of a statement outside of all."""
    return scope.root.name if isinstance(scope.root, ast.FunctionDef) else ""
