"""What goes wrong in each interface, and what does not, as edits to the textbook's lines: what it does is computed.

The names are those of the known misconceptions where there is one.
"""

from __future__ import annotations

from collections.abc import Callable

from reference.interfaces import Edit, load
from reference.interfaces.negamax import FAIL_SOFT

Edits = tuple[Edit, ...]
Mistakes = dict[str, Edits]
Pair = tuple[str, str]
"""A line, or lines, for MAX and for MIN."""

CONSTANTS: tuple[float, ...] = 99, 1000, 10**6, 10**7, 10**8, 2**31 - 1, 2**53, 1.7e308
UTILITIES_ARE_FINITE = CONSTANTS[:6]
"""A constant that no utility reaches does no harm."""


def each_and_both(name: str, old: Pair, new: Pair) -> Mistakes:
    """A mistake made for both players, for MAX alone and for MIN alone."""
    for_max, for_min = zip(old, new, strict=True)
    return {name: (for_max, for_min), f"{name}, max only": (for_max,), f"{name}, min only": (for_min,)}


def finite_infinities(initial: Pair, name: str, constants: tuple[float, ...] = CONSTANTS) -> Mistakes:
    """A number for infinity, whatever the number; and note 003's own pair."""
    mistakes: Mistakes = {}
    for constant in constants:
        start = f"{name} = -{constant}", f"{name} = {constant}"
        mistakes |= each_and_both(f"finite-infinity {constant}", initial, start)
    of_the_note = f"{name} = -100000000", f"{name} = 10000000"
    return mistakes | each_and_both("finite-infinity of note 003", initial, of_the_note)


def of_two_functions(constants: tuple[float, ...] = CONSTANTS) -> Mistakes:
    """Mistakes in MAX-VALUE and MIN-VALUE, whatever interface they serve."""
    loop = "for _, successor in state.successors():"
    initial = "v: Value = -inf", "v: Value = inf"
    test = "if v >= beta:", "if v <= alpha:"
    bound = "    return v\nalpha = max(alpha, v)", "    return v\nbeta = min(beta, v)"

    def search(window: str, for_min: str = "") -> Pair:
        return (
            f"v = max(v, min_value(successor, {window}))",
            f"v = min(v, max_value(successor, {for_min or window}))",
        )

    child = search("alpha, beta")
    all_children = (
        "for u in [min_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = max(v, u)",
        "for u in [max_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = min(v, u)",
    )
    return {
        **each_and_both("no-pruning", test, ("if False:", "if False:")),
        **each_and_both("strict-cutoff", test, ("if v > beta:", "if v < alpha:")),
        **each_and_both("swapped-cutoff", test, ("if v >= alpha:", "if v <= beta:")),
        **each_and_both("alpha- and beta-not-updated", bound, ("    return v", "    return v")),
        **each_and_both("bound-overwritten", bound, ("    return v\nalpha = v", "    return v\nbeta = v")),
        **each_and_both(
            "wrong-bound-updated", bound, ("    return v\nbeta = min(beta, v)", "    return v\nalpha = max(alpha, v)")
        ),
        **each_and_both("window-not-passed", child, search("-inf, inf")),
        **each_and_both("shallow-only", child, search("alpha, inf", "-inf, beta")),
        **each_and_both("bounds-swapped", child, search("beta, alpha")),
        **each_and_both("zero-initial-value", initial, ("v = 0", "v = 0")),
        **finite_infinities(initial, "v", constants),
        **each_and_both("first-child-only", bound, ("    return v\nreturn v", "    return v\nreturn v")),
        **each_and_both("eager-children", (f"{loop}\n    {child[0]}", f"{loop}\n    {child[1]}"), all_children),
        "right-to-left": ((loop, "for _, successor in state.successors()[::-1]:"),),
        "one-player, max": ((child[0], child[0].replace("min_value", "max_value")),),
        "one-player, min": ((child[1], child[1].replace("max_value", "min_value")),),
    }


def of_alpha_beta_search() -> Mistakes:
    """Mistakes in the decision at the root, beside those below it."""
    better = "if v > alpha or not best:", "if v < beta or not best:"
    child = "v = min_value(successor, alpha, beta)", "v = max_value(successor, alpha, beta)"
    loop = "for action, successor in state.successors():"
    for_whom = 'if state.to_move == "MAX":'
    again = (
        "search, v = (min_value, alpha) if state.to_move == 'MAX' else (max_value, beta)\n"
        "return next(action for action, successor in state.successors() if search(successor, -inf, inf) == v)"
    )
    return {
        **of_two_functions(),
        **each_and_both("last-of-ties", better, ("if v >= alpha:", "if v <= beta:")),
        **each_and_both("no action where all are lost", better, ("if v > alpha:", "if v < beta:")),
        **each_and_both(
            "root-window-reset", child, ("v = min_value(successor, -inf, inf)", "v = max_value(successor, -inf, inf)")
        ),
        "right-to-left at the root": ((loop, "for action, successor in state.successors()[::-1]:"),),
        "first-child-only at the root": (("return best", "return state.actions()[0]"),),
        "always for MAX": ((for_whom, "if True:"),),
        "always for MIN": ((for_whom, "if False:"),),
        "players-exchanged at the root": ((for_whom, 'if state.to_move == "MIN":'),),
        "value first, action by a second search": (("return best", again),),
    }


def of_minimax() -> Mistakes:
    """Mistakes in minimax without pruning."""
    values = "values = [minimax(successor) for _, successor in state.successors()]"
    answer = 'return min(values) if state.to_move == "MIN" else max(values)'
    one_by_one = "values = []\nfor successor in state.children:\n    values.append(minimax(successor"
    head = "def minimax(state: State) -> Value:"
    with_window = "def minimax(state: State, alpha: Value = -float('inf'), beta: Value = float('inf')) -> Value:"
    cutting = (
        f"{one_by_one}, alpha, beta))\n    if state.to_move == 'MAX':\n        alpha = max(alpha, values[-1])\n"
        "    else:\n        beta = min(beta, values[-1])\n    if alpha >= beta:\n        break"
    )
    won = "(float('inf') if state.to_move == 'MAX' else -float('inf'))"
    return {
        "pruning": ((head, with_window), (values, cutting)),
        "stops at a won state": ((values, f"{one_by_one}))\n    if values[-1] == {won}:\n        break"),),
        "first-child-only": ((values, "values = [minimax(state.children[0])]"),),
        "last child only": ((values, "values = [minimax(successor) for successor in state.children][-1:]"),),
        "players-exchanged": ((answer, answer.replace("MIN", "MAX")),),
        "one-player, max": ((answer, "return max(values)"),),
        "one-player, min": ((answer, "return min(values)"),),
        "MAX at every root": ((answer, "return min(values) if state.ply % 2 else max(values)"),),
        "right-to-left": ((values, "values = [minimax(successor) for successor in state.children[::-1]]"),),
        "zero-initial-value, max": ((answer, answer.replace("max(values)", "max(0, *values)")),),
        "zero-initial-value, min": ((answer, answer.replace("min(values)", "min(0, *values)")),),
        **{
            f"finite-infinity {constant}, {better}": (
                (answer, answer.replace(f"{better}(values)", f"{better}({start}, *values)")),
            )
            for constant in CONSTANTS
            for better, start in (("max", -constant), ("min", constant))
        },
        "two plies only": (
            ("return state.utility()", "return state.evaluate()"),
            ("if state.is_terminal():", "if state.ply == 2 or state.is_terminal():"),
        ),
        "fractions-lost": (
            ("return state.utility()", "u = state.utility()\nreturn u if abs(u) == float('inf') else int(u)"),
        ),
    }


def of_one_function(best: str, loop: Pair, search: Callable[[str, str, str], str]) -> Mistakes:
    """Mistakes in the functions of note 003: one for both players, who are told apart by an argument.

    best: what the best value so far is called. loop: the loop's head, and the same from right to left.
    search: the lines that search a child and take the better value, given max or min, the player and the window.
    """
    initial = f"{best} = -inf", f"{best} = inf"
    updates = f"alpha = max(alpha, {best})", f"beta = min(beta, {best})"

    def searching(window: str, for_min: str = "") -> Pair:
        return search("max", "False", window), search("min", "True", for_min or window)

    def testing(test: str) -> Pair:
        return f"{updates[0]}\nif {test}:", f"{updates[1]}\nif {test}:"

    searches, tests = searching("alpha, beta"), testing("beta <= alpha")
    keeping_the_turn = search("max", "True", "alpha, beta"), search("min", "False", "alpha, beta")
    return {
        **each_and_both("no-pruning", tests, testing("False")),
        **each_and_both("strict-cutoff", tests, testing("beta < alpha")),
        **each_and_both("first-child-only", tests, testing("True")),
        **each_and_both("alpha- and beta-not-updated", updates, ("pass", "pass")),
        **each_and_both("bound-overwritten", updates, (f"alpha = {best}", f"beta = {best}")),
        **each_and_both("wrong-bound-updated", updates, (f"beta = min(beta, {best})", f"alpha = max(alpha, {best})")),
        **each_and_both("window-not-passed", searches, searching("-inf, inf")),
        **each_and_both("shallow-only", searches, searching("alpha, inf", "-inf, beta")),
        **each_and_both("bounds-swapped", searches, searching("beta, alpha")),
        **each_and_both("player-not-toggled", searches, keeping_the_turn),
        "players-exchanged": (
            ("if maximizing_player:", "if not maximizing_player:"),
            *zip(searches, keeping_the_turn, strict=True),
        ),
        **each_and_both("zero-initial-value", initial, (f"{best} = 0", f"{best} = 0")),
        **finite_infinities(initial, best),
        "right-to-left": (loop,),
    }


def of_alpha_beta() -> Mistakes:
    """Mistakes in note 003's alpha_beta."""
    horizon = "if depth == 0 or node.is_terminal():"

    def search(better: str, player: str, window: str, depth: str = "depth - 1") -> str:
        return f"v = {better}(v, alpha_beta(child, {depth}, {window}, {player}))"

    def counting(depth: str) -> Pair:
        return search("max", "False", "alpha, beta", depth), search("min", "True", "alpha, beta", depth)

    return {
        **of_one_function("v", ("for child in node.children:", "for child in node.children[::-1]:"), search),
        "depth-off-by-one, a ply early": ((horizon, "if depth <= 1 or node.is_terminal():"),),
        "depth-off-by-one, a ply early, but not at depth 0": ((horizon, "if depth == 1 or node.is_terminal():"),),
        "depth-off-by-one, a ply late": ((horizon, "if depth < 0 or node.is_terminal():"),),
        "depth-off-by-one, a ply late, but not at depth 0": (
            (horizon, "if depth <= -1 + (node.ply == 0) or node.is_terminal():"),
        ),
        "depth ignored": ((horizon, "if node.is_terminal():"),),
        "depth is two": ((horizon, "if node.ply == 2 or node.is_terminal():"),),
        "ends at the horizon only": ((horizon, "if depth == 0:"),),
        **each_and_both("depth not counted", counting("depth - 1"), counting("depth")),
        **each_and_both("depth counted twice", counting("depth - 1"), counting("depth - 2")),
    }


def of_minimax_array() -> Mistakes:
    """Mistakes in note 003's minimax over an array."""
    end, value = "if 2**depth == len(values):", "return values[index]"

    def search(better: str, player: str, window: str, place: str = "index * 2 + i") -> str:
        call = f"minimax(depth + 1, {place}, {player}, values, {window})"
        return f"val = {call}\noptimum = {better}(optimum, val)"

    def placing(place: str) -> Pair:
        return search("max", "False", "alpha, beta", place), search("min", "True", "alpha, beta", place)

    return {
        **of_one_function("optimum", ("for i in range(2):", "for i in (1, 0):"), search),
        "three plies only": ((end, "if depth == 3:"),),
        "two plies only": ((end, "if depth == 2:"),),
        "depth-off-by-one, a ply early": ((end, "if 2 ** (depth + 1) >= len(values):"),),
        "reads everything first": ((end, f"values = list(values)\n{end}"),),
        "reads both before comparing": ((value, "values[index ^ 1 if len(values) > 1 else 0]\nreturn values[index]"),),
        "reads by a slice of siblings": ((value, "return values[index // 2 * 2 : index // 2 * 2 + 2][index % 2]"),),
        **each_and_both("children of a heap", placing("index * 2 + i"), placing("index * 2 + i + 1")),
        **each_and_both("children beside each other", placing("index * 2 + i"), placing("index + i")),
    }


def of_negamax() -> Mistakes:
    """Mistakes in note 001's alphabeta."""
    horizon, leaf = "if depth <= 0 or state.is_terminal():", "return state.evaluate()"
    loop, test, raising = "for successor in state.children:", "if val >= beta:", "if val > alpha:\n    alpha = val"

    def search(child: str) -> Edits:
        return (("val = -negamax(successor, depth - 1, -beta, -alpha)", f"val = {child}"),)

    def best_from(start: str, then: str = raising) -> Edits:
        return (
            (loop, f"best = {start}\n{loop}"),
            (test, f"best = max(best, val)\n{test}"),
            (raising, then),
            ("return alpha", "return best"),
        )

    return {
        "sign-not-flipped": search("negamax(successor, depth - 1, -beta, -alpha)"),
        "sign-not-flipped, nor the window": search("negamax(successor, depth - 1, alpha, beta)"),
        "window-not-negated": search("-negamax(successor, depth - 1, alpha, beta)"),
        "window-not-negated, only exchanged": search("-negamax(successor, depth - 1, beta, alpha)"),
        "window-not-negated, but not exchanged": search("-negamax(successor, depth - 1, -alpha, -beta)"),
        "values made MAX's": ((leaf, "return state.evaluate() if state.to_move == 'MAX' else -state.evaluate()"),),
        "values negated": ((leaf, "return -state.evaluate()"),),
        "no-pruning": ((test, "if False:"),),
        "strict-cutoff": ((test, "if val > beta:"),),
        "alpha-not-updated": best_from("-float('inf')", "pass"),
        "bound-overwritten": ((raising, "alpha = val"),),
        "window-not-passed": search("-negamax(successor, depth - 1, -float('inf'), float('inf'))"),
        "shallow-only": search("-negamax(successor, depth - 1, -float('inf'), -alpha)"),
        "first-child-only": ((raising, f"{raising}\nreturn alpha"),),
        "right-to-left": ((loop, "for successor in state.children[::-1]:"),),
        "zero-initial-value": best_from("0"),
        **{f"finite-infinity {constant}": best_from(f"-{constant}") for constant in CONSTANTS},
        "depth-off-by-one, a ply early": ((horizon, "if depth <= 1 or state.is_terminal():"),),
        "depth-off-by-one, a ply early, but not at depth 0": ((horizon, "if depth == 1 or state.is_terminal():"),),
        "depth-off-by-one, a ply late": ((horizon, "if depth < 0 or state.is_terminal():"),),
        "depth ignored": ((horizon, "if state.is_terminal():"),),
        "ends at the horizon only": ((horizon, "if depth <= 0:"),),
        "depth not counted": search("-negamax(successor, depth, -beta, -alpha)"),
        "depth counted twice": search("-negamax(successor, depth - 2, -beta, -alpha)"),
    }


def of_minimax_ab() -> Mistakes:
    """Mistakes in note 004's MINIMAX-AB."""
    loop, for_whom = "for successor in node.children:", 'if node.to_move == "MIN":'
    tests = "if alpha >= beta:", "if beta <= alpha:"

    def step(alpha: str, beta: str, window: str, for_min: str = "") -> Pair:
        return (
            f"val = minimax_ab(successor, {window})\nalpha = {alpha}",
            f"val = minimax_ab(successor, {for_min or window})\nbeta = {beta}",
        )

    def searching(window: str, for_min: str = "") -> Pair:
        return step("max(alpha, val)", "min(beta, val)", window, for_min)

    steps = searching("alpha, beta")
    other_bounds = (
        steps[0].split("\n")[0] + "\nbeta = min(beta, val)",
        steps[0].split("\n")[0] + "\nalpha = max(alpha, val)",
    )
    first_window = (loop, f"low, high = alpha, beta\n{loop}")
    no_update = each_and_both("alpha- and beta-not-updated", steps, searching("low, high"))
    return {
        **each_and_both("no-pruning", tests, ("if False:", "if False:")),
        **each_and_both("strict-cutoff", tests, ("if alpha > beta:", "if beta < alpha:")),
        **each_and_both("first-child-only", tests, ("if True:", "if True:")),
        **{name: (*edits, first_window) for name, edits in no_update.items()},
        **each_and_both("bound-overwritten", steps, step("val", "val", "alpha, beta")),
        **each_and_both("wrong-bound-updated", steps, other_bounds),
        **each_and_both("window-not-passed", steps, searching("-float('inf'), float('inf')")),
        **each_and_both("shallow-only", steps, searching("alpha, float('inf')", "-float('inf'), beta")),
        **each_and_both("bounds-swapped", steps, searching("beta, alpha")),
        **each_and_both("wrong bound returned", ("return alpha", "return beta"), ("return beta", "return alpha")),
        "fail-soft": (
            (loop, f"best = []\n{loop}"),
            *((lines, f"{lines}\nbest.append(val)") for lines in steps),
            ("return alpha", "return max(best)"),
            ("return beta", "return min(best)"),
        ),
        "players-exchanged": ((for_whom, for_whom.replace("MIN", "MAX")),),
        "one-player, max": ((for_whom, "if False:"),),
        "one-player, min": ((for_whom, "if True:"),),
        "MAX at every root": ((for_whom, "if node.ply % 2:"),),
        "right-to-left": ((loop, "for successor in node.children[::-1]:"),),
        "fractions-lost": (
            ("return node.utility()", "u = node.utility()\nreturn u if abs(u) == float('inf') else int(u)"),
        ),
    }


def of_aspiration_search() -> Mistakes:
    """Mistakes in the schedule of aspiration search, beside those of the search itself."""
    first = "alpha, beta = guess - epsilon, guess + epsilon"
    fails, again = "if v <= alpha or v >= beta:", "v = search(state, -inf, inf)"
    for_whom = 'return max_value(state, alpha, beta) if state.to_move == "MAX" else min_value(state, alpha, beta)'
    return {
        **of_two_functions(UTILITIES_ARE_FINITE),
        "no-re-search": ((fails, "if False:"),),
        "no-re-search on a fail low": ((fails, "if v >= beta:"),),
        "no-re-search on a fail high": ((fails, "if v <= alpha:"),),
        "no-re-search at the boundaries": ((fails, "if v < alpha or v > beta:"),),
        "no-re-search at the lower boundary": ((fails, "if v < alpha or v >= beta:"),),
        "no-re-search at the upper boundary": ((fails, "if v <= alpha or v > beta:"),),
        "the same window again": ((again, "v = search(state, alpha, beta)"),),
        "searches again in any case": ((fails, "if True:"),),
        "always with the full window": ((first, "alpha, beta = -inf, inf"),),
        "the whole epsilon": ((first, "alpha, beta = guess - epsilon / 2, guess + epsilon / 2"),),
        "the window above the guess": ((first, "alpha, beta = guess, guess + epsilon"),),
        "the window below the guess": ((first, "alpha, beta = guess - epsilon, guess"),),
        "exchanged half windows": (
            (again, "v = search(state, beta, inf) if v <= alpha else search(state, -inf, alpha)"),
        ),
        "twice the epsilon, once": ((again, "v = search(state, guess - 2 * epsilon, guess + 2 * epsilon)"),),
        "the bound returned": ((again, "v = alpha if v <= alpha else beta"),),
        "the guess made whole": ((first, "alpha, beta = int(guess) - epsilon, int(guess) + epsilon"),),
        "epsilon made whole": ((first, "alpha, beta = guess - int(epsilon), guess + int(epsilon)"),),
        "always for MAX": ((for_whom, "return max_value(state, alpha, beta)"),),
        "always for MIN": ((for_whom, "return min_value(state, alpha, beta)"),),
        "players-exchanged": ((for_whom, for_whom.replace("MAX", "MIN")),),
    }


def of_strict_convention() -> Mistakes:
    """Mistakes where only alpha > beta prunes: the tests are then written in other words than the textbook's."""
    mistakes = {name: edits for name, edits in of_two_functions().items() if not name.startswith("strict-cutoff")}
    test = "if v >= beta:", "if v <= alpha:"
    return mistakes | each_and_both("eager-cutoff", test, ("if beta <= v:", "if alpha >= v:"))


MISTAKES: dict[str, Mistakes] = {
    "alpha_beta_search": of_alpha_beta_search(),
    "minimax": of_minimax(),
    "alpha_beta": of_alpha_beta(),
    "negamax": of_negamax(),
    "minimax_ab": of_minimax_ab(),
    "aspiration_search": of_aspiration_search(),
    "minimax_array": of_minimax_array(),
    "strict_convention": of_strict_convention(),
}
"""For each folder of exercises beside the core set, what it must catch."""

HALF = "v = search(state, v, inf) if v >= beta else search(state, -inf, v)"
FAIL_HARD_ENDS: Edits = (
    ("v = search(state, alpha, beta)", "v = max(alpha, min(beta, search(state, alpha, beta)))"),
    ("v = search(state, -inf, inf)", "v = search(state, beta, inf) if v >= beta else search(state, -inf, alpha)"),
)
WIDENING = (
    "while v <= alpha or v >= beta:\n    epsilon *= 2\n    alpha, beta = guess - epsilon, guess + epsilon\n"
    "    v = search(state, alpha, beta)"
)
RIGHT: dict[str, Mistakes] = {
    "alpha_beta_search": {
        "actions and results": (
            (
                "for action, successor in state.successors():",
                "for action in state.actions():\n    successor = state.result(action)",
            ),
        ),
        "no test at the root, max only": (("if alpha >= beta:", "if False:"),),
        "no test at the root, min only": (("if beta <= alpha:", "if False:"),),
        **{
            f"no test at the root, form {form}": edits
            for form, edits in enumerate(load("alpha_beta_search").also_right)
        },
    },
    "minimax": {"looks twice": (("return state.utility()", "state.utility()\nreturn state.utility()"),)},
    "alpha_beta": {
        "fail-hard": load("alpha_beta").alternative,
        "utility of terminal nodes": (
            (
                "if depth == 0 or node.is_terminal():",
                "if node.is_terminal():\n    return node.utility()\nif depth == 0:",
            ),
        ),
    },
    "negamax": {"fail-soft": FAIL_SOFT, "fail-hard": (("return val", "return beta"),)},
    "minimax_ab": {
        "never outside of the window": (("return node.utility()", "return max(alpha, min(beta, node.utility()))"),)
    },
    "aspiration_search": {
        "half window": (("v = search(state, -inf, inf)", HALF),),
        "half window, fail-hard": FAIL_HARD_ENDS,
        "widening": (
            ("if v <= alpha or v >= beta:", WIDENING),
            ("v = search(state, -inf, inf)", "pass"),
        ),
    },
    "minimax_array": {
        "fail-hard": load("minimax_array").alternative,
        "a slice of one": (("return values[index]", "return values[index : index + 1][0]"),),
        "negative places": (("return values[index]", "return values[index - len(values)]"),),
    },
    "strict_convention": {
        "bound moved first": (
            (
                "if v >= beta:\n    return v\nalpha = max(alpha, v)",
                "alpha = max(alpha, v)\nif alpha > beta:\n    break",
            ),
            ("if v <= alpha:\n    return v\nbeta = min(beta, v)", "beta = min(beta, v)\nif beta < alpha:\n    break"),
        )
    },
}
"""Right searches in other styles, for each folder of exercises."""
