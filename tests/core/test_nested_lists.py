"""Trees as nested lists: which uses of a leaf look at it, and what a tree is for a program."""

import math
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from autograder.core.project import EXERCISES
from reference.game import Looks, Tree

ADAPTER = (EXERCISES / "nested" / "adapter.py").read_text("utf-8")
NESTED = [[3, 12, 8], [2, 4.5, 6], [float("inf"), 5, 0]]


def searched(program: str, to_move: str = "MAX") -> tuple[Any, str]:
    """Return the result of a program's alphabeta, and the leaves that it looked at, by their names."""
    adapter, student = ModuleType("adapter"), ModuleType("student")
    exec(ADAPTER, vars(adapter))
    exec(f"from copy import *\nfrom math import *\n{program}", vars(student))
    looks = Looks(Tree.from_nested(NESTED, to_move))

    class Terms:
        depth = None
        window = (-math.inf, math.inf)

    Terms.to_move = to_move  # type: ignore[attr-defined]
    value = adapter.search(student, looks.root, Terms)
    return value, " ".join(map(looks.tree.name, dict.fromkeys(looks.nodes)))


def used(expression: str) -> tuple[Any, str]:
    """Return an expression's value, and the leaves that it looked at."""
    return searched(f"def alphabeta(tree, *_):\n    return {expression}")


@pytest.mark.parametrize(
    "expression",
    [
        "[first for first, *rest in tree] and 1",
        "len(tree[0][1:]) - 1",
        "isinstance(tree[0][0], int) + isinstance(tree[0][1], float) - 1",
        "isinstance(tree, list) and isinstance(tree[1], tuple)",
        "type(tree[0][0]) in (int, float) and type(tree[0][0]) is int",
        "len(str(tree) + repr(tree[0]) + f'{tree[0][0]:.2f}') and 1",
        "str(tree[0]) == '[C1, C2, C3]'",
        "tree[0][0] is tree[0][0]",
        "tree[0][0] != [] and tree[0][0] != None and tree[1][1] not in ('x', None)",
        "{tree[0][0]: 1}[tree[0][0]]",
        "{(tree, 0): 1}[tree, 0]",
        "len(deepcopy(tree)[0]) - 2",
        "len((*tree[0], *tree[1])) == 6 == len(tree[0] + tree[1]) == len((1,) + tree[0]) + 2",
        "tree[0][3:] == () and tree[0][3:] == []",
        "callable(hash) and 1",
    ],
)
def test_use_of_a_leaf_that_needs_no_number_looks_at_nothing(expression: str) -> None:
    assert used(expression) == (1, "")


@pytest.mark.parametrize(
    ("expression", "value", "visited"),
    [
        ("tree[0][1]", 12, "C2"),
        ("tree[0][1] > 3", True, "C2"),
        ("3 < tree[0][1]", True, "C2"),
        ("3.5 < tree[0][1]", True, "C2"),
        ("-inf < tree[0][1] < inf", True, "C2"),
        ("Fraction(7, 2) < tree[0][1]", True, "C2"),
        ("tree[0][1] == 12", True, "C2"),
        ("12.0 == tree[0][1]", True, "C2"),
        ("12 in tree[0]", True, "C1 C2"),
        ("max(tree[0])", 12, "C1 C2 C3"),
        ("min(tree[1])", 2, "C4 C5 C6"),
        ("max(-inf, tree[0][0])", 3, "C1"),
        ("min(inf, tree[0][0])", 3, "C1"),
        ("sum(tree[0])", 23, "C1 C2 C3"),
        ("sorted(tree[0])[0] + 0", 3, "C1 C2 C3"),
        ("-tree[0][0]", -3, "C1"),
        ("+tree[0][0]", 3, "C1"),
        ("abs(tree[0][0])", 3, "C1"),
        ("tree[0][0] + 1", 4, "C1"),
        ("1.5 - tree[0][0]", -1.5, "C1"),
        ("tree[0][0] * -1", -3, "C1"),
        ("-1 * tree[0][0]", -3, "C1"),
        ("7 // tree[0][0]", 2, "C1"),
        ("2 ** tree[0][0]", 8, "C1"),
        ("tree[0][0] - tree[0][1]", -9, "C1 C2"),
        ("tree[0][1] - tree[0][0]", 9, "C1 C2"),
        ("int(tree[1][1])", 4, "C5"),
        ("float(tree[0][0])", 3.0, "C1"),
        ("round(tree[1][1])", 4, "C5"),
        ("floor(tree[1][1]) + ceil(tree[1][1])", 9, "C5"),
        ("bool(tree[2][2])", False, "C9"),
        ("not tree[0][0]", False, "C1"),
        ("1 if tree[0][0] else 0", 1, "C1"),
        ("len(str(tree[0][1] + 0))", 2, "C2"),
        ("tree[2][0]", math.inf, "C7"),
    ],
)
def test_use_of_a_leafs_number_is_one_look_and_gives_the_number(
    expression: str, value: float, visited: str
) -> None:
    returned = searched(
        "from fractions import Fraction\n"
        f"def alphabeta(tree, *_):\n    return {expression}"
    )
    assert returned == (value, visited)
    assert type(returned[0]) is type(value)


def test_leaf_that_was_looked_at_is_printed_as_its_number() -> None:
    shown = "f'{tree[0]} {tree[0][0]:.1f} {tree[0][1]:.1f}'"
    assert used(f"tree[0][0] > 1 and {shown}") == ("[3, C2, C3] 3.0 C2", "C1")


def test_leaf_agrees_with_fractions_and_refuses_decimals() -> None:
    leaf = "tree[1][1]"
    program = "from fractions import *\ndef alphabeta(tree, *_): return "
    assert searched(f"{program}Fraction({leaf})")[0] == Fraction(9, 2)
    # Decimal's own comparison reads the number past the leaf's methods, and finds NaN.
    with pytest.raises(ArithmeticError):
        searched(
            "from decimal import *\n"
            f"def alphabeta(tree, *_): return Decimal(1) < {leaf}"
        )
    assert searched(
        f"from decimal import *\ndef alphabeta(tree, *_): return {leaf} > Decimal(1)"
    ) == (Decimal("4.5") > 1, "C5")


@pytest.mark.parametrize("to_move", ["MAX", "MIN"])
@pytest.mark.parametrize(
    ("parameters", "returned"),
    [
        ("alphabeta(tree, alpha, beta, maximizing)", "alpha, beta, maximizing"),
        ("alpha_beta(t, a, b, player)", "a, b, player"),
        (
            "alpha_beta_pruning(node, depth, alpha, beta, maximizing)",
            "alpha, beta, maximizing, depth",
        ),
        (
            "alphabeta(tree, alpha, beta, maximizing, max_depth)",
            "alpha, beta, maximizing, max_depth",
        ),
        (
            "alphabeta(tree, alpha, beta, maximizing, depth=0)",
            "alpha, beta, maximizing",
        ),
    ],
)
def test_function_gets_the_window_the_player_and_the_depth(
    parameters: str, returned: str, to_move: str
) -> None:
    depth = (2,) if returned.endswith("depth") else ()
    value, _ = searched(f"def {parameters}: return {returned}", to_move)
    assert value == (-math.inf, math.inf, to_move == "MAX", *depth)


def test_player_at_the_root_decides_which_of_two_functions_is_called() -> None:
    program = "def max_value(*a): return 'MAX', *a[1:]\ndef min_value(*a): return 'MIN', *a[1:]"
    for player in ("MAX", "MIN"):
        assert searched(program, player)[0] == (player, -math.inf, math.inf)


@pytest.mark.parametrize(
    ("test", "kind"),
    [
        ("type(tree) is list", True),
        ("type(tree) is tuple", True),
        ("type(tree) is not list", False),
        ("type(tree) == list", True),
    ],
)
def test_type_of_a_tree_is_the_one_that_the_program_speaks_of(
    test: str, *, kind: bool
) -> None:
    assert used(test) == (kind, "")
