"""Trees as nested lists or tuples: `alphabeta(tree, alpha, beta, maximizing)`.

A leaf is a number. It is looked at when it is first compared or calculated with, not
when it is taken out of its list. So `first, *rest = tree` looks at nothing.
"""

import builtins
import inspect
import math
import operator
from itertools import count
from numbers import Number

NEEDS = (
    "alphabeta|alpha_beta|alpha_beta_pruning|max_value",
    "alphabeta|alpha_beta|alpha_beta_pruning|min_value",
)


class Leaf(float):
    """A number that is asked for when it is first needed.

    `isinstance` takes it for a float and for an int. What reads a float without a
    call, as `math.isinf` does, finds NaN.
    """

    __class__ = int
    # numpy leaves the operators to this class, as it would read the NaN.
    __array_ufunc__ = None

    def __new__(cls, state, number):
        self = super().__new__(cls, "nan")
        self._state = state
        self._number = number
        self._value = None
        return self

    def ask(self):
        if self._value is None:
            self._value = self._state.utility()
        return self._value

    # A tree may be a key of a dict, which must look at no leaf.
    def __hash__(self):
        return id(self)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    # Printing a tree looks at nothing: a leaf without a look has only its name.
    def __repr__(self):
        return self._state.name if self._value is None else repr(self._value)

    __str__ = __repr__

    def __format__(self, spec):
        known = self._value is not None
        return format(self._value, spec) if known else self._state.name

    def __round__(self, digits=None):
        return round(self.ask(), digits)

    def as_integer_ratio(self):
        return self.ask().as_integer_ratio()

    def is_integer(self):
        return self.ask() == math.inf or float(self.ask()).is_integer()

    @property
    def real(self):
        return self.ask()

    @property
    def numerator(self):
        return self.as_integer_ratio()[0]

    @property
    def denominator(self):
        return self.as_integer_ratio()[1]


def plain(value):
    """Return a leaf's number, and anything else as it is."""
    return value.ask() if builtins.type(value) is Leaf else value


def ask_in_order(leaf, other):
    """Ask two leaves that meet from left to right: `max` compares the second first."""
    if builtins.type(other) is Leaf and other._number < leaf._number:
        other.ask()


def one_number(function):
    return lambda leaf: function(leaf.ask())


def two_numbers(function):
    def calculate(leaf, other):
        ask_in_order(leaf, other)
        return function(leaf.ask(), plain(other))

    return calculate


def turned(function):
    return lambda leaf, other: function(plain(other), leaf.ask())


def only_of_numbers(function):
    """Ask only if the other one is a number: what is none has no equal leaf."""

    def compare(leaf, other):
        if not isinstance(other, Number):
            return NotImplemented
        ask_in_order(leaf, other)
        return function(leaf.ask(), plain(other))

    return compare


for name in ["neg", "pos", "abs"]:
    setattr(Leaf, f"__{name}__", one_number(getattr(operator, name)))
for name, function in {
    "bool": bool,
    "int": int,
    "float": float,
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
}.items():
    setattr(Leaf, f"__{name}__", one_number(function))
for name in ["lt", "le", "gt", "ge"]:
    setattr(Leaf, f"__{name}__", two_numbers(getattr(operator, name)))
for name in ["eq", "ne"]:
    setattr(Leaf, f"__{name}__", only_of_numbers(getattr(operator, name)))
for name in ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "divmod"]:
    function = divmod if name == "divmod" else getattr(operator, name)
    setattr(Leaf, f"__{name}__", two_numbers(function))
    setattr(Leaf, f"__r{name}__", turned(function))


class Node(list):
    """The children of an inner node, left to right: a list that is a tuple, too."""

    __class__ = tuple
    __hash__ = object.__hash__

    def __getitem__(self, index):
        child = super().__getitem__(index)
        return Node(child) if builtins.type(index) is slice else child

    def __eq__(self, other):
        return isinstance(other, (list, tuple)) and list(self) == list(other)

    def __ne__(self, other):
        return not self == other

    def __add__(self, other):
        return Node([*self, *other])

    def __radd__(self, other):
        return Node([*other, *self])


def tree_of(state, numbers):
    """Return the state's tree as a program sees it, its leaves numbered."""
    if state.is_terminal():
        return Leaf(state, next(numbers))
    return Node(tree_of(child, numbers) for child in state.children)


def names_in(code):
    """Yield the names that a function's code uses."""
    yield from code.co_names
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from names_in(constant)


def kinds_for(student):
    """Return the function `type` for a program, which then sees ordinary types.

    A node is a list for a program that speaks of lists alone, else a tuple.
    """
    functions = [entry for entry in vars(student).values() if inspect.isfunction(entry)]
    names = {name for entry in functions for name in names_in(entry.__code__)}
    node = list if "list" in names and "tuple" not in names else tuple
    ordinary = {Leaf: int, Node: node}

    def kind(*arguments):
        result = builtins.type(*arguments)
        return ordinary.get(result, result) if len(arguments) == 1 else result

    return kind


def search(student, state, problem):
    if problem.depth is not None:
        raise ValueError("nested lists have no static evaluations: leave depth out")
    vars(student).setdefault("type", kinds_for(student))
    maximizing = problem.to_move == "MAX"
    arguments = [tree_of(state, count()), *problem.window]
    for name in ("alphabeta", "alpha_beta", "alpha_beta_pruning"):
        if hasattr(student, name):
            function = getattr(student, name)
            arguments.append(maximizing)
            add_depth(arguments, function, state.tree.depth)
            return plain(function(*arguments))
    function = student.max_value if maximizing else student.min_value
    return plain(function(*arguments))


def add_depth(arguments, function, depth):
    """Put the number of plies where a function has a parameter for it."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # it is no function, as the call will say
        return
    for index, parameter in enumerate(parameters):
        if "depth" in parameter.name and parameter.default is parameter.empty:
            arguments.insert(index, depth)
