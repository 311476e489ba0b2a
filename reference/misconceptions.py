"""The known mistakes, each as a small change to the textbook's own lines, so that what it does is computed.

To add one, add an entry to `CATALOGUE`: its changes are (old lines, new lines) of the files in `interfaces`, and an
entry whose old lines are not found there is refused. Where a mistake can be made in more than one way, or in one of two
functions only, each way is a variant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference.interfaces import Edit
from reference.interfaces.max_value_min_value import FAIL_HARD
from reference.interfaces.negamax import FAIL_SOFT
from reference.problem import PruneWhen

Edits = tuple[Edit, ...]

MAX_MIN = "max_value/min_value"
DECISION = "alpha_beta_search"
DEPTH = "alpha_beta"
NEGAMAX = "negamax"
HARD = "minimax_ab"
ASPIRATION = "aspiration_search"
ARRAY = "minimax_array"


@dataclass(frozen=True)
class Misconception:
    """A known mistake.

    title: in a few words. explanation: for the student: what is wrong and which line to look at, without the code.
    known_from: the source or course where the mistake is known. variants: for each interface where it can be made, the
    ways to make it. unless: the pruning convention under which it is no mistake.
    """

    id: str
    title: str
    explanation: str
    known_from: str
    variants: dict[str, tuple[Edits, ...]]
    unless: str = ""


def either_or_both(*pairs: Edits) -> tuple[Edits, ...]:
    """For each pair of changes, to MAX's part and to MIN's: both, the first alone and the second alone."""
    return tuple(edits for first, second in pairs for edits in ((first, second), (first,), (second,)))


def everywhere(edits: tuple[Edits, ...], *interfaces: str) -> dict[str, tuple[Edits, ...]]:
    """The same variants for several interfaces, whose sources share the lines."""
    return dict.fromkeys(interfaces, edits)


# The textbook's lines that the changes are about: of max_value, and of min_value.
LOOP = "for _, successor in state.successors():"
BEGIN = ("v: Value = -inf", "v: Value = inf")
CHILD = ("v = max(v, min_value(successor, alpha, beta))", "v = min(v, max_value(successor, alpha, beta))")
TEST = ("if v >= beta:", "if v <= alpha:")
CUT = (f"{TEST[0]}\n    return v", f"{TEST[1]}\n    return v")
BOUND = ("alpha = max(alpha, v)", "beta = min(beta, v)")
STEP = tuple("\n".join(lines) for lines in zip(CHILD, CUT, BOUND, strict=True))


def changed_line(lines: tuple[str, ...], for_max: str, for_min: str) -> tuple[Edit, Edit]:
    """A change to a line of max_value and to its twin in min_value."""
    return (lines[0], for_max), (lines[1], for_min)


def calling(arguments: str) -> tuple[Edit, Edit]:
    """Children are searched with other arguments."""
    return changed_line(CHILD, f"v = max(v, min_value({arguments}))", f"v = min(v, max_value({arguments}))")


def constants(scale: tuple[str, ...]) -> tuple[Edits, ...]:
    """Finite constants in the place of the infinities, both or only one of them."""
    pairs = [changed_line(BEGIN, f"v: Value = -{number}", f"v: Value = {number}") for number in scale]
    return either_or_both(*pairs)


def hard_and_soft(*changes: Edit) -> tuple[Edits, ...]:
    """Changes to negamax, each to the note's own form and to the fail-soft one."""
    return tuple(edits for change in changes for edits in ((change,), (change, *FAIL_SOFT)))


def starting_with(low: str, high: str) -> Edits:
    """Minimax that starts with a number instead of with the first child's value."""
    line = 'return min(values) if state.to_move == "MIN" else max(values)'
    return ((line, f'return min({high}, *values) if state.to_move == "MIN" else max({low}, *values)'),)


FINITE = ("1000", "10000000")
"""Two of many; a diagnosis finds out which constant a program really uses."""
NEVER: Edits = (("if v >= beta:", "if False:"), ("if v <= alpha:", "if False:"))
SOFT_WITHOUT_CUTOFF: Edits = tuple((old, new.replace("if val >= beta:", "if False:")) for old, new in FAIL_SOFT)
PLAIN_NEGAMAX: Edits = (*SOFT_WITHOUT_CUTOFF, ("if val > alpha:\n    alpha = val", "pass"))
PLAIN_MINIMAX: Edits = (*NEVER, (BOUND[0], "pass"), (BOUND[1], "pass"))
STRICTER: Edits = (("if v >= beta:", "if v > beta:"), ("if v <= alpha:", "if v < alpha:"))
NEVER_AT_ROOT: Edits = (("if alpha >= beta:", "if False:"), ("if beta <= alpha:", "if False:"))
ROOT_RESET = "successor, *((alpha, beta) if state.ply else (-inf, inf))"
TESTED_LATE = (
    "u = min_value(successor, alpha, beta)\nif v >= beta:\n    return v\nv = max(v, u)\nalpha = max(alpha, v)",
    "u = max_value(successor, alpha, beta)\nif v <= alpha:\n    return v\nv = min(v, u)\nbeta = min(beta, v)",
)
LAST_CHILD = (
    "u = min_value(successor, alpha, beta)\nv = max(v, u)\nif v >= beta:\n    return v\nalpha = u",
    "u = max_value(successor, alpha, beta)\nv = min(v, u)\nif v <= alpha:\n    return v\nbeta = u",
)
ALL_FIRST = (
    "for u in [min_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = max(v, u)",
    "for u in [max_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = min(v, u)",
)
LOOP_AND_CHILD = tuple(f"{LOOP}\n    {child}" for child in CHILD)
# The textbook's test in other words: a convention that changes its lines does not find these.
EQUAL_CUTS: Edits = (("if v >= beta:", "if beta <= v:"), ("if v <= alpha:", "if alpha >= v:"))
EXCHANGED: Edits = (
    (BEGIN[0], "v: Value = +inf"),
    (BEGIN[1], "v: Value = -inf"),
    (STEP[0], "v = min(v, min_value(successor, alpha, beta))\nif alpha >= v:\n    return v\nbeta = min(v, beta)"),
    (STEP[1], "v = max(v, max_value(successor, alpha, beta))\nif beta <= v:\n    return v\nalpha = max(v, alpha)"),
)
# The same in lines that a convention changes: its own tests, exchanged with the players.
EXCHANGED_TESTS: Edits = tuple(
    (old, new.replace("if alpha >= v:", TEST[1]).replace("if beta <= v:", TEST[0])) for old, new in EXCHANGED
)

CATALOGUE: tuple[Misconception, ...] = (
    Misconception(
        "no-pruning",
        "Nothing is ever pruned",
        "The search is minimax: it returns the right value after looking at every leaf. In both functions look for "
        "the line that ends the loop early, and whether its condition can ever hold.",
        "source 004: MINIMAX explores each node",
        {
            **everywhere((NEVER, PLAIN_MINIMAX), MAX_MIN, ASPIRATION),
            DECISION: (NEVER, (*NEVER, *NEVER_AT_ROOT)),
            DEPTH: ((("if beta <= alpha:", "if False:"),),),
            NEGAMAX: ((("if val >= beta:", "if False:"),), SOFT_WITHOUT_CUTOFF, PLAIN_NEGAMAX),
            HARD: ((("if beta <= alpha:", "if False:"), ("if alpha >= beta:", "if False:")),),
            ARRAY: ((("if beta <= alpha:", "if False:"),),),
        },
    ),
    Misconception(
        "no-max-cutoff",
        "MAX never stops early",
        "MIN prunes and MAX does not. Look for the test against beta in the part for MAX.",
        "AIMA figure 5.7: the test stands in both functions",
        {
            **everywhere(((NEVER[0],),), MAX_MIN, DECISION, ASPIRATION),
            HARD: ((("if alpha >= beta:", "if False:"),),),
        },
    ),
    Misconception(
        "no-min-cutoff",
        "MIN never stops early",
        "MAX prunes and MIN does not. Look for the test against alpha in the part for MIN.",
        "AIMA figure 5.7: the test stands in both functions",
        {
            **everywhere(((NEVER[1],),), MAX_MIN, DECISION, ASPIRATION),
            HARD: ((("if beta <= alpha:", "if False:"),),),
        },
    ),
    Misconception(
        "strict-cutoff",
        "Equal bounds do not prune",
        "When v is exactly as good as the bound, nothing better can come for the player above, and this course prunes "
        "there. Look at the comparison in the line that ends the loop: what does it say when both sides are equal?",
        "source 000: the condition is alpha ≥ beta; some courses use alpha > beta",
        {
            MAX_MIN: (
                *either_or_both((("if v >= beta:", "if v > beta:"), ("if v <= alpha:", "if v < alpha:"))),
                tuple(
                    (old, new.replace("v >= beta", "v > beta").replace("v <= alpha", "v < alpha"))
                    for old, new in FAIL_HARD
                ),
            ),
            **everywhere((STRICTER,), ASPIRATION),
            DECISION: (
                STRICTER,
                (*STRICTER, ("if alpha >= beta:", "if alpha > beta:"), ("if beta <= alpha:", "if beta < alpha:")),
            ),
            DEPTH: ((("if beta <= alpha:", "if beta < alpha:"),),),
            NEGAMAX: ((("if val >= beta:", "if val > beta:"),),),
            HARD: either_or_both(
                (("if beta <= alpha:", "if beta < alpha:"), ("if alpha >= beta:", "if alpha > beta:")),
            ),
            ARRAY: ((("if beta <= alpha:", "if beta < alpha:"),),),
        },
        unless="alpha > beta",
    ),
    Misconception(
        "eager-cutoff",
        "Equal bounds prune",
        "This course prunes only when alpha is greater than beta, and searches on when they are equal. Look at the "
        "comparison in the line that ends the loop: what does it say when both sides are equal?",
        "courses that prune when alpha > beta",
        {
            MAX_MIN: either_or_both(EQUAL_CUTS),
            **everywhere((EQUAL_CUTS,), DECISION, ASPIRATION),
            DEPTH: ((("if beta <= alpha:", "if alpha >= beta:"),),),
            NEGAMAX: ((("if val >= beta:", "if beta <= val:"),),),
            HARD: ((("if beta <= alpha:", "if not alpha < beta:"), ("if alpha >= beta:", "if not alpha < beta:")),),
            ARRAY: ((("if beta <= alpha:", "if alpha >= beta:"),),),
        },
        unless="alpha >= beta",
    ),
    Misconception(
        "swapped-cutoff",
        "The test looks at the wrong bound",
        "MAX can stop when v reaches beta, the best that MIN already has elsewhere; its own alpha is no reason to "
        "stop. Look at which bound each of the two tests compares v with.",
        "AIMA figure 5.7: MAX compares with β, MIN with α",
        everywhere(
            either_or_both(
                changed_line(TEST, "if v >= alpha:", "if v <= beta:"),
                changed_line(TEST, "if v <= alpha:", "if v >= beta:"),
            ),
            MAX_MIN,
            ASPIRATION,
        ),
    ),
    Misconception(
        "late-cutoff",
        "The test comes one child too late",
        "The loop tests before the value of the child just searched is taken into account, so one more child is "
        "searched than needed. Look at the order of the lines in the loop: first update v, then test.",
        "source 002: v is updated, then tested, then the bound is moved",
        everywhere(
            either_or_both(
                changed_line(STEP, *TESTED_LATE), changed_line(TEST, "if alpha >= beta:", "if alpha >= beta:")
            ),
            MAX_MIN,
            ASPIRATION,
        ),
    ),
    Misconception(
        "alpha-not-updated",
        "MAX never raises alpha",
        "What MAX has found so far has to reach the children that are searched next, as their alpha. Look for the "
        "line in the part for MAX that changes alpha.",
        "source 000: the MAX player only updates alpha",
        {
            **everywhere((((BOUND[0], "pass"),), ((BOUND[0], "pass"), (BOUND[1], "pass"))), MAX_MIN, ASPIRATION),
            DECISION: (((f"    return v\n{BOUND[0]}", "    return v"),),),
            HARD: (
                (
                    ('if node.to_move == "MIN":', 'low = alpha\nif node.to_move == "MIN":'),
                    (
                        "val = minimax_ab(successor, alpha, beta)\nalpha = max(alpha, val)",
                        "val = minimax_ab(successor, low, beta)\nalpha = max(alpha, val)",
                    ),
                ),
            ),
            DEPTH: (
                (("alpha = max(alpha, v)", "pass"),),
                (("alpha = max(alpha, v)\nif beta <= alpha:", "if beta <= v:"),),
            ),
            NEGAMAX: (
                (
                    ("if val > alpha:\n    alpha = val", "best = max(best, val)"),
                    ("return alpha", "return best"),
                    ("for successor in state.children:", "best = -float('inf')\nfor successor in state.children:"),
                ),
            ),
            ARRAY: (
                (("alpha = max(alpha, optimum)", "pass"),),
                (("alpha = max(alpha, optimum)\nif beta <= alpha:", "if beta <= optimum:"),),
            ),
        },
    ),
    Misconception(
        "beta-not-updated",
        "MIN never lowers beta",
        "What MIN has found so far has to reach the children that are searched next, as their beta. Look for the line "
        "in the part for MIN that changes beta.",
        "source 000: the MIN player only updates beta",
        {
            **everywhere((((BOUND[1], "pass"),), ((BOUND[0], "pass"), (BOUND[1], "pass"))), MAX_MIN, ASPIRATION),
            DEPTH: (
                (("beta = min(beta, v)", "pass"),),
                (("beta = min(beta, v)\nif beta <= alpha:", "if v <= alpha:"),),
            ),
            ARRAY: (
                (("beta = min(beta, optimum)", "pass"),),
                (("beta = min(beta, optimum)\nif beta <= alpha:", "if optimum <= alpha:"),),
            ),
        },
    ),
    Misconception(
        "bound-overwritten",
        "A bound is replaced even when it gets worse",
        "Alpha may only rise and beta may only fall. Here the last child's value takes the place of the bound even "
        "when the bound was better. Look at the line that changes it: does it keep the better of the two?",
        "source 004: alpha is set to the largest of the scores so far",
        everywhere(
            either_or_both(changed_line(STEP, *LAST_CHILD), changed_line(BOUND, "alpha = v", "beta = v")),
            MAX_MIN,
            ASPIRATION,
        ),
    ),
    Misconception(
        "wrong-bound-updated",
        "A player moves the other one's bound",
        "MAX raises alpha and MIN lowers beta, never the other way round. Look at which of the two each part changes.",
        "sources 000 and 003: MAX updates only alpha, MIN only beta",
        everywhere(
            either_or_both(changed_line(BOUND, "beta = min(beta, v)", "alpha = max(alpha, v)")), MAX_MIN, ASPIRATION
        ),
    ),
    Misconception(
        "window-not-passed",
        "Children are searched with a fresh window",
        "Each child starts with (−inf, +inf), so it knows nothing of what was found before and can prune nothing "
        "because of it. Look at what stands for alpha and beta where a child is searched.",
        "source 003: child nodes get alpha and beta",
        {
            **everywhere(either_or_both(calling("successor, -inf, inf")), MAX_MIN, ASPIRATION),
            HARD: (
                (
                    (
                        'if node.to_move == "MIN":',
                        'alpha, beta = -float("inf"), float("inf")\nif node.to_move == "MIN":',
                    ),
                ),
            ),
            DEPTH: (
                (
                    (
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                        "v = max(v, alpha_beta(child, depth - 1, -inf, inf, False))",
                    ),
                    (
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                        "v = min(v, alpha_beta(child, depth - 1, -inf, inf, True))",
                    ),
                ),
            ),
        },
    ),
    Misconception(
        "shallow-only",
        "Bounds from further up are lost",
        "A child is given only what its parent has found itself, and so deep cutoffs are missed: those because of a "
        "bound two or more plies up. Look at what is passed to a child: both bounds, with those that came from above.",
        "source 001: deep pruning",
        everywhere(
            (
                *either_or_both(
                    changed_line(
                        CHILD, "v = max(v, min_value(successor, v, inf))", "v = min(v, max_value(successor, -inf, v))"
                    )
                ),
                *either_or_both(
                    changed_line(
                        CHILD,
                        "v = max(v, min_value(successor, alpha, inf))",
                        "v = min(v, max_value(successor, -inf, beta))",
                    )
                ),
            ),
            MAX_MIN,
            ASPIRATION,
        ),
    ),
    Misconception(
        "bounds-swapped",
        "Alpha and beta are passed in the wrong order",
        "Where a child is searched, its alpha is given as beta and its beta as alpha. Look at the order of the "
        "arguments.",
        "AIMA figure 5.7: both functions take alpha before beta",
        everywhere(either_or_both(calling("successor, beta, alpha")), MAX_MIN, ASPIRATION),
    ),
    Misconception(
        "root-window-reset",
        "Each move at the root is searched with a fresh window",
        "What the first moves at the root were worth has to narrow the window for the next ones. Look at the loop "
        "over the root's actions: what is passed for alpha and beta there?",
        "AIMA figure 5.7: one call of MAX-VALUE covers all moves at the root",
        {
            **everywhere(
                (
                    *either_or_both(calling(ROOT_RESET)),
                    *either_or_both(
                        changed_line(
                            BOUND,
                            "alpha = max(alpha, v) if state.ply else alpha",
                            "beta = min(beta, v) if state.ply else beta",
                        )
                    ),
                ),
                MAX_MIN,
            ),
            DECISION: (
                (
                    ("v = min_value(successor, alpha, beta)", "v = min_value(successor, -inf, inf)"),
                    ("v = max_value(successor, alpha, beta)", "v = max_value(successor, -inf, inf)"),
                ),
                (
                    ("v = min_value(successor, alpha, beta)", "v = min_value(successor, -inf, inf)"),
                    ("v = max_value(successor, alpha, beta)", "v = max_value(successor, -inf, inf)"),
                    *NEVER_AT_ROOT,
                ),
            ),
        },
    ),
    Misconception(
        "zero-initial-value",
        "The best value starts at 0",
        "With v = 0 at the start MAX never finds less than 0 and MIN never more. Look at the line before the loop: no "
        "value at all has been found yet.",
        "AIMA figure 5.7: v starts at −∞ and +∞",
        {
            **everywhere(either_or_both(changed_line(BEGIN, "v: Value = 0", "v: Value = 0")), MAX_MIN, ASPIRATION),
            "minimax": (starting_with("0", "0"),),
            DEPTH: ((("v = -inf", "v = 0"), ("v = inf", "v = 0")),),
            ARRAY: ((("optimum = -inf", "optimum = 0"), ("optimum = inf", "optimum = 0")),),
        },
    ),
    Misconception(
        "finite-infinity",
        "A finite number stands for infinity",
        "Some utility lies beyond the number that the search starts with, and so is never seen as better. Look at the "
        "line before the loop, and use infinity itself.",
        "source 003's program starts with ±10,000,000 and −100,000,000",
        {
            **everywhere(constants(FINITE), MAX_MIN),
            "minimax": (
                starting_with("-100000000", "10000000"),
                *(starting_with(f"-{number}", number) for number in FINITE),
            ),
            ARRAY: tuple(
                (("optimum = -inf", f"optimum = {low}"), ("optimum = inf", f"optimum = {high}"))
                for low, high in (
                    ("-100000000", "10000000"),
                    ("-1000", "1000"),
                    ("-10000", "10000"),
                    ("-1000000", "1000000"),
                    ("-10000000", "10000000"),
                    ("-1000000000", "1000000000"),
                )
            ),
        },
    ),
    Misconception(
        "right-to-left",
        "Children are searched from right to left",
        "The order of the children decides what is pruned, and the textbook's is from the first to the last. Look at "
        "what the loop runs over.",
        "all sources: successors in their order",
        {
            **everywhere((((LOOP, "for _, successor in reversed(state.successors()):"),),), MAX_MIN, ASPIRATION),
            "minimax": (
                (
                    (
                        "values = [minimax(successor) for _, successor in state.successors()]",
                        "values = [minimax(successor) for _, successor in reversed(state.successors())]",
                    ),
                ),
            ),
            DEPTH: ((("for child in node.children:", "for child in reversed(node.children):"),),),
            NEGAMAX: ((("for successor in state.children:", "for successor in reversed(state.children):"),),),
            HARD: ((("for successor in node.children:", "for successor in reversed(node.children):"),),),
            ARRAY: ((("for i in range(2):", "for i in (1, 0):"),),),
        },
    ),
    Misconception(
        "one-player",
        "The same player moves twice",
        "The players take turns: after MAX it is MIN's move, and after MIN it is MAX's. Look at which function each "
        "of the two calls for a child.",
        "AIMA figure 5.7: MAX-VALUE calls MIN-VALUE, and MIN-VALUE calls MAX-VALUE",
        everywhere(
            (
                ((CHILD[1], "v = min(v, min_value(successor, alpha, beta))"),),
                ((CHILD[0], "v = max(v, max_value(successor, alpha, beta))"),),
            ),
            MAX_MIN,
            ASPIRATION,
        ),
    ),
    Misconception(
        "players-exchanged",
        "MAX minimizes and MIN maximizes",
        "The two parts do each other's work. MAX wants the greatest value and raises alpha; MIN the least and lowers "
        "beta.",
        "source 000: MAX and MIN",
        {
            **everywhere((EXCHANGED, EXCHANGED_TESTS), MAX_MIN, ASPIRATION),
            "minimax": (
                (
                    (
                        'return min(values) if state.to_move == "MIN" else max(values)',
                        'return max(values) if state.to_move == "MIN" else min(values)',
                    ),
                ),
            ),
            DEPTH: (
                (
                    ("if maximizing_player:", "if not maximizing_player:"),
                    (
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                    ),
                    (
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                    ),
                ),
            ),
            HARD: ((('if node.to_move == "MIN":', 'if node.to_move == "MAX":'),),),
            ARRAY: (
                (
                    ("if maximizing_player:", "if not maximizing_player:"),
                    (
                        "val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)",
                        "val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)",
                    ),
                    (
                        "val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)",
                        "val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)",
                    ),
                ),
            ),
        },
    ),
    Misconception(
        "first-child-only",
        "Only the first child is searched",
        "The function returns in the first round of the loop, whatever the child was worth. Look at how far the "
        "return after the loop is indented.",
        "a frequent slip of indentation",
        {
            **everywhere(either_or_both(changed_line(BOUND, "return v", "return v")), MAX_MIN, ASPIRATION),
            DECISION: (
                (
                    ("    return v\n" + BOUND[0], "    return v\nreturn v"),
                    ("    return v\n" + BOUND[1], "    return v\nreturn v"),
                ),
            ),
            "minimax": (
                (
                    (
                        "values = [minimax(successor) for _, successor in state.successors()]",
                        "values = [minimax(state.children[0])]",
                    ),
                ),
            ),
            DEPTH: ((("if beta <= alpha:", "if True:"),),),
            NEGAMAX: ((("if val >= beta:", "if True:"),),),
            HARD: ((("if beta <= alpha:", "if True:"), ("if alpha >= beta:", "if True:")),),
            ARRAY: ((("if beta <= alpha:", "if True:"),),),
        },
    ),
    Misconception(
        "eager-children",
        "All children are searched before the first test",
        "The values of all children are computed first, and only then compared, so nothing is saved. Look at where "
        "the children are searched: it has to be inside the loop, one at a time.",
        "a frequent use of a list where a loop is needed",
        everywhere(either_or_both(changed_line(LOOP_AND_CHILD, *ALL_FIRST)), MAX_MIN, ASPIRATION),
    ),
    Misconception(
        "depth-off-by-one",
        "The search ends one ply too early or too late",
        "At depth 0 the state itself is evaluated; each move takes one ply from the depth. Look at the test for the "
        "horizon, and at the depth that is passed to a child.",
        "source 003: if depth == 0 or node is a terminal node",
        {
            DEPTH: (
                (("if depth == 0 or node.is_terminal():", "if depth == 1 or node.is_terminal():"),),
                (("if depth == 0 or node.is_terminal():", "if depth <= 1 or node.is_terminal():"),),
                (("if depth == 0 or node.is_terminal():", "if depth < 0 or node.is_terminal():"),),
            ),
            NEGAMAX: (
                (("if depth <= 0 or state.is_terminal():", "if depth <= 1 or state.is_terminal():"),),
                (("if depth <= 0 or state.is_terminal():", "if depth < 0 or state.is_terminal():"),),
            ),
        },
    ),
    Misconception(
        "player-not-toggled",
        "The same player moves at every ply",
        "maximizing_player has to change with every move. Look at what is passed for it where a child is searched.",
        "source 003: alpha_beta(child, depth − 1, alpha, beta, False)",
        {
            DEPTH: (
                (
                    (
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                    ),
                ),
                (
                    (
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                    ),
                ),
                (
                    (
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))",
                        "v = max(v, alpha_beta(child, depth - 1, alpha, beta, maximizing_player))",
                    ),
                    (
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))",
                        "v = min(v, alpha_beta(child, depth - 1, alpha, beta, maximizing_player))",
                    ),
                ),
            ),
            ARRAY: (
                (
                    (
                        "val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)",
                        "val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)",
                    ),
                ),
                (
                    (
                        "val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)",
                        "val = minimax(depth + 1, index * 2 + i, maximizing_player, values, alpha, beta)",
                    ),
                    (
                        "val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)",
                        "val = minimax(depth + 1, index * 2 + i, maximizing_player, values, alpha, beta)",
                    ),
                ),
            ),
        },
    ),
    Misconception(
        "sign-not-flipped",
        "A child's value is not negated",
        "In negamax a child's value is good for the opponent, so it has to be negated before it is compared. Look at "
        "the line that searches a child.",
        "source 001: double val = −alphabeta(…)",
        {
            NEGAMAX: hard_and_soft(
                (
                    "val = -negamax(successor, depth - 1, -beta, -alpha)",
                    "val = negamax(successor, depth - 1, -beta, -alpha)",
                ),
            )
        },
    ),
    Misconception(
        "window-not-negated",
        "The window is not turned round for the opponent",
        "The opponent's alpha is −beta and their beta is −alpha: both are negated and they change places. Look at "
        "what is passed where a child is searched.",
        "source 001: alphabeta(depth − 1, −beta, −alpha)",
        {
            NEGAMAX: hard_and_soft(
                *(
                    (
                        "val = -negamax(successor, depth - 1, -beta, -alpha)",
                        f"val = -negamax(successor, depth - 1, {window})",
                    )
                    for window in ("alpha, beta", "-alpha, -beta", "beta, alpha")
                )
            )
        },
    ),
    Misconception(
        "no-re-search",
        "A failed first pass is taken for the answer",
        "Outside the window, ends included, the first pass has only proved a bound. Look at what happens when the "
        "value is not strictly between guess − epsilon and guess + epsilon.",
        "source 001: fail high and fail low",
        {
            ASPIRATION: (
                (("if v <= alpha or v >= beta:", "if False:"),),
                (("if v <= alpha or v >= beta:", "if v < alpha or v > beta:"),),
                (("if v <= alpha or v >= beta:", "if v <= alpha:"),),
                (("if v <= alpha or v >= beta:", "if v >= beta:"),),
            )
        },
    ),
    Misconception(
        "full-first-window",
        "The first pass is not narrow",
        "Aspiration search is worth its trouble because the first pass prunes more: it has the window (guess − "
        "epsilon, guess + epsilon). Look at the bounds that the first pass is given.",
        "source 001: alphabeta(D, x − epsilon, x + epsilon)",
        {ASPIRATION: ((("v = search(state, alpha, beta)", "v = search(state, -inf, inf)"),),)},
    ),
    Misconception(
        "last-of-ties",
        "A later action that only ties replaces the best one",
        "A later action with an equal value may have been cut off, and be worse in truth; and of real ties the first "
        "counts. Look at the comparison that decides whether an action is the best so far.",
        "AIMA figure 5.7: the action with value v",
        {DECISION: ((("if v > alpha or not best:", "if v >= alpha:"), ("if v < beta or not best:", "if v <= beta:")),)},
    ),
    Misconception(
        "state-kept-between-searches",
        "Something is remembered from earlier searches",
        "In a fresh program the same search is right. Look for global variables, default arguments that are lists or "
        "dictionaries, and caches that a new search does not reset.",
        "globals in students' programs",
        {},
    ),
)
BY_ID = {entry.id: entry for entry in CATALOGUE}
STATE_KEPT = "state-kept-between-searches"


def variants(interface: str, prune_when: PruneWhen) -> Iterator[tuple[Misconception, Edits]]:
    """Every way to make each mistake that can be made in an interface under a pruning convention."""
    for entry in CATALOGUE:
        if entry.unless != prune_when:
            for edits in entry.variants.get(interface, ()):
                yield entry, edits
