"""The kinds of change that mend a program: what each costs, how it is told, which known mistakes it may undo.

The names that a kind has for a role are candidates: a mistake is named only where the program behaves as it does.

A cost says how unlikely a mistake is; of the changes that mend a program the cheapest is told. From 0.5 (a slip, which
is no way to write anything) and 0.9 (a finite number for infinity) up to 2.5 (a whole line forgotten) they follow how
often each was the mistake in the programs of tests/submissions. Within a group they were set by hand so that the line
that a person would change comes first; `python -m tests.explained` prints what they lead to.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of change.

    name: its identity, also between processes. cost: the likelier the mistake, the smaller. words: what it is, without
    giving the corrected line away. undoes: the mistakes that it may undo, by the place's role, or "any" for others.
    is_mirrored: whether it is one mistake in several places whatever these say, as it does the opposite for MIN.
    is_slip: whether what stands there is no way to write anything, so that `words` are a sentence about it.
    """

    name: str
    cost: float
    words: str
    undoes: Mapping[str, tuple[str, ...]]
    is_mirrored: bool
    is_slip: bool

    def at(self, role: str) -> tuple[str, ...]:
        """The ids of the mistakes that it may undo. A slip's role is its sentence's words, then perhaps its place."""
        return self.undoes.get(
            role.split(" ")[-1] if self.is_slip else role, ()
        ) or self.undoes.get("any", ())


KINDS: dict[str, Kind] = {}


def _kind(
    name: str,
    cost: float,
    words: str,
    undoes: str = "",
    *,
    mirrored: bool = False,
    slip: bool = False,
) -> Kind:
    """A row of the table. undoes: for each role, or "any", the ids of mistakes, as in "test: one another; any: one"."""
    by_role = (part.split(": ") for part in undoes.split("; ") if part)
    KINDS[name] = Kind(
        name,
        cost,
        words,
        {role: tuple(ids.split()) for role, ids in by_role},
        mirrored,
        slip,
    )
    return KINDS[name]


CUTOFF = "strict-cutoff eager-cutoff"
NO_CUTOFF = "no-pruning no-max-cutoff no-min-cutoff"
NO_UPDATE = "alpha-not-updated beta-not-updated"
STATE_KEPT = "state-kept-between-searches"
PLAYER = "player-not-toggled players-exchanged one-player"
NOT_NEGATED = "window-not-negated"
WRONG_WINDOW = "bounds-swapped window-not-passed shallow-only own-bound-not-passed"
WRONG_BOUND = "update: wrong-bound-updated"
WRONG_RESULT = "result: wrong-bound-returned last-child-kept"
FIRST_ONLY = "result: first-child-only"
OF_A_STEP = "step: depth-miscounted"
FINITE = "initial: zero-initial-value finite-infinity"
RESET = "root window: root-window-reset"
NO_SECOND = "first window: no-re-search"
TIES = "last-of-ties"

# Comparisons.
OR_EQUAL = f"test: {CUTOFF} no-re-search; horizon: depth-off-by-one; kept: {TIES}; best: {TIES}; {NO_SECOND}"
LOOSER = _kind("looser", 1.0, "change the comparison", OR_EQUAL, mirrored=True)
STRICTER = _kind("stricter", 1.0, "change the comparison", OR_EQUAL, mirrored=True)
REVERSED = f"test: inverted-cutoff; best: fold-reversed; kept: fold-reversed; update: update-reversed; turn: {PLAYER}"
OPPOSITE = _kind("opposite", 1.2, "change the comparison", REVERSED, mirrored=True)
OF_ANY_ORDER = f"{OR_EQUAL}; turn: {PLAYER} players-exchanged"
OTHER_ORDER = _kind(
    "other order", 1.7, "change the comparison", OF_ANY_ORDER, mirrored=True
)
IF_FIRST = "always take the first child"
FIRST_ONE = _kind("first one", 1.8, IF_FIRST, mirrored=True)
FIRST_OF_TIES = _kind(
    "first of ties",
    1.8,
    f"change the comparison, and {IF_FIRST}",
    "ties: last-of-ties",
    mirrored=True,
)
COMPARED = _kind(
    "compared", 1.4, "compare with another value", "test: late-cutoff swapped-cutoff"
)
COMPARISON_MADE = _kind(
    "comparison made",
    1.9,
    "change the condition",
    f"test: {CUTOFF} {NO_CUTOFF} first-child-only inverted-cutoff",
)
FOR_TRUE = _kind("for true", 1.9, "change the condition", "test: first-child-only")
FOR_FALSE = _kind("for false", 1.9, "change the condition", f"test: {NO_CUTOFF}")
ENDS_EXCHANGED = _kind(
    "ends exchanged",
    1.6,
    "exchange alpha and beta",
    f"test: swapped-cutoff; {WRONG_BOUND}",
)

# max and min.
TO_OTHER = "fold: fold-reversed players-exchanged; update: update-reversed"
OTHER_FOLD = _kind(
    "other fold",
    1.2,
    "use max instead of min, or min instead of max",
    TO_OTHER,
    mirrored=True,
)
NO_FOLD = "update: bound-overwritten; fold: last-child-kept"
FOLD_ADDED = _kind(
    "fold added",
    1.5,
    "keep the better of the old and the new value",
    NO_FOLD,
    mirrored=True,
)
FOLDED = _kind("folded", 1.6, "use another value in the max or min")

# What is set.
TARGET = _kind(
    "target",
    1.8,
    "use another variable",
    f"{WRONG_BOUND} {NO_UPDATE}; anew: window-not-passed shallow-only",
)
WHOLE_TARGET = _kind(
    "whole target", 1.7, "use another variable", f"{WRONG_BOUND} {NO_UPDATE}"
)
SIDES_EXCHANGED = _kind(
    "sides exchanged",
    1.3,
    "exchange the two sides of the `=` of the `=`",
    mirrored=True,
)
MIRRORED = _kind(
    "mirrored",
    1.7,
    "use another variable",
    f"{WRONG_BOUND}; test: swapped-cutoff inverted-cutoff",
)

# Calls of the student's own functions.
ARGUMENT = _kind(
    "argument",
    1.5,
    "pass other arguments",
    f"window: {WRONG_WINDOW} root-window-reset {NO_UPDATE}; {RESET}; copied bound: own-bound-not-passed",
)
EXCHANGED = _kind("exchanged", 1.4, "exchange two arguments", "window: bounds-swapped")
NEGATED = _kind(
    "negated", 1.5, "pass other arguments", f"window: {NOT_NEGATED} window-not-passed"
)
TURNED = _kind(
    "turned",
    1.5,
    "pass other arguments",
    f"window: {NOT_NEGATED} window-not-passed bounds-swapped",
)
WINDOW_NARROWED = _kind(
    "window narrowed",
    1.7,
    "pass other arguments",
    "window: shallow-only",
    mirrored=True,
)
WINDOW_PASSED = _kind(
    "window passed",
    1.5,
    "pass other arguments",
    f"window: {WRONG_WINDOW} root-window-reset full-first-window",
)
WINDOW_ADDED = _kind(
    "window added", 1.5, "pass alpha and beta on", "window: window-not-passed"
)
WHOLE_WINDOW = _kind("whole window", 1.7, "pass other arguments", NO_SECOND)
CALLEE = _kind("callee", 1.3, "call another function", "recursion: one-player")
POSITION = _kind(
    "position",
    1.6,
    "use another state",
    f"turn: {PLAYER}; position: {PLAYER}; move: move-not-taken-back",
)
UNWRAPPED = _kind(
    "unwrapped",
    1.8,
    "use the value itself, without the call around it",
    "value: eager-children",
)

# Whose turn it is.
TURN = _kind(
    "turn", 1.4, "make it the other player's turn", f"turn: {PLAYER}", mirrored=True
)
TURN_OF_STATE = _kind(
    "turn of state",
    1.9,
    "make it the other player's turn",
    "turn: player-not-toggled",
    mirrored=True,
)
COUNTED = _kind(
    "counted", 1.4, "use another number of agents", "turn: agents-miscounted"
)
AGENT = _kind("agent", 1.5, "use another agent")

# The order of the children.
IN_ORDER = _kind(
    "in order",
    1.3,
    "search the children from left to right",
    "loop: right-to-left",
    mirrored=True,
)
UNSORTED = _kind(
    "unsorted", 1.3, "search the children from left to right", mirrored=True
)
ALL_CHILDREN = _kind("all children", 1.4, "search all children", mirrored=True)
FROM_THE_FRONT = _kind(
    "from the front",
    1.4,
    "search the children from left to right",
    f"loop: right-to-left; value: {TIES}",
    mirrored=True,
)
LAZY = _kind(
    "lazy",
    1.6,
    "search the children one at a time",
    "loop: eager-children",
    mirrored=True,
)
NO_LIST = _kind(
    "no list", 1.6, "call each function as soon as it is made", mirrored=True
)

# Numbers.
INFINITY = _kind("infinity", 1.2, "use another value", FINITE)
FAR = _kind("far", 0.9, "use another value", "any: finite-infinity")
OTHER_INFINITY = _kind(
    "other infinity", 1.3, "use another value", "initial: wrong-infinity"
)
INFINITY_BY_TURN = _kind(
    "infinity by turn", 1.5, "use another value", f"{FINITE} wrong-infinity"
)
BOUND = _kind("bound", 1.5, "use another value", RESET)
NEXT_NUMBER = _kind(
    "next number",
    1.7,
    "use another number",
    f"horizon: depth-off-by-one; {OF_A_STEP}",
)
AROUND_THE_GUESS = _kind(
    "around the guess", 1.8, "use another value", "first window: full-first-window"
)
SIGN_ADDED = _kind(
    "sign added",
    1.5,
    "add a minus sign",
    "recursion: sign-not-flipped; leaf: leaf-sign",
    mirrored=True,
)
SIGN_DROPPED = _kind(
    "sign dropped", 1.6, "remove a minus sign", "leaf: leaf-sign", mirrored=True
)
SUM_DROPPED = _kind(
    "sum dropped",
    1.7,
    "change the calculation",
    f"horizon: depth-off-by-one; {OF_A_STEP}",
)
SUM_ADDED = _kind(
    "sum added",
    1.7,
    "change the calculation",
    f"horizon: depth-off-by-one; {OF_A_STEP}",
)
LEAF = _kind("leaf", 1.7, "call another method of the state")

# Conditions.
PART_DROPPED = _kind("part dropped", 1.8, "change the condition")
IS_NONE = _kind("is none", 1.5, "change the test so that 0 counts as a value")
HORIZON_ADDED = _kind("horizon added", 1.9, "change the condition")
END_ADDED = _kind("end added", 1.8, "use another test for the end of the game")

# What is returned, and how a loop is left.
RESULT = _kind(
    "result",
    1.6,
    "return another value",
    f"{WRONG_RESULT} cutting-child-not-counted",
)
RETURNED = _kind("returned", 1.7, "add a `return`")
RETURN_AT_END = _kind(
    "return at end",
    1.7,
    "add a `return` at the end of the function, after this line",
)
RETURN_BEHIND_LOOP = _kind(
    "return behind loop",
    1.7,
    "add a `return` after the whole loop that ends in this line",
)
ONE_OF_A_PAIR = _kind("one of a pair", 1.8, "return another value")
BREAK = _kind(
    "break",
    1.8,
    "use another of `break`, `continue` and `return`",
    f"test: {NO_CUTOFF}",
)
OTHER_JUMP = _kind(
    "other jump",
    1.8,
    "use another of `break`, `continue` and `return`",
    "any: cutting-child-not-counted",
)

# Whole lines.
TEST_DROPPED = _kind("test dropped", 1.35, "remove this line", mirrored=True)
RESULT_DROPPED = _kind(
    "result dropped", 2.0, "remove this line", FIRST_ONLY, mirrored=True
)
LINE_DROPPED = _kind("line dropped", 2.1, "remove this line", mirrored=True)
MOVED_DOWN = _kind(
    "moved down",
    1.7,
    "put the lines here in another order",
    "test: late-cutoff cutting-child-not-counted; move: move-not-taken-back",
    mirrored=True,
)
OUT_BEHIND = _kind(
    "out, behind",
    1.7,
    "move this line out of its block, to the line after the block",
    f"{FIRST_ONLY}; count: first-child-only; {OF_A_STEP}",
    mirrored=True,
)
NO_ELIF = _kind(
    "no elif",
    1.5,
    "write `if` instead of `elif`",
    "test: late-cutoff cutting-child-not-counted",
    mirrored=True,
)
OUT_BEFORE = _kind(
    "out, before",
    2.2,
    "move this line out of its block, to the line before the block",
    OF_A_STEP,
    mirrored=True,
)
TEST_ADDED = _kind(
    "test added",
    2.35,
    "add a test that ends the loop early, after this line",
    f"test: {NO_CUTOFF}",
)
UPDATE_ADDED = _kind(
    "update added",
    2.3,
    "update alpha or beta after this line",
    f"update: {NO_UPDATE}",
)
UPDATE_PUT = _kind(
    "update put",
    2.3,
    "update alpha or beta in place of this line",
    f"update: {NO_UPDATE}",
)
ONE_BY_ONE = _kind(
    "one by one",
    1.9,
    "replace this line by a loop that passes the best value so far on to the next child",
    RESET,
)
SEARCH_ADDED = _kind(
    "search added",
    2.0,
    "after this line, search again if the first search failed",
    NO_SECOND,
)

# Moves on a board, pairs of a value and a move, what is kept between searches.
TAKEN_BACK = _kind(
    "taken back",
    1.8,
    "take the move back after this line",
    "move: move-not-taken-back",
)
PAIR_MADE = _kind(
    "pair made", 1.4, "return both a value and a move", "result: value-without-move"
)
OTHER_PART = _kind("other part", 1.5, "use another part of the pair")
BY_VALUE = _kind("by value", 1.6, "compare only the values", "fold: last-of-ties")

OF_THE_CALL = _kind(
    "of the call",
    1.8,
    "use a local variable instead of the attribute of `self`",
    mirrored=True,
)

# What stands in the part for the other player: see `operators.parts`.
OF_A_LINE = (
    f"test: {CUTOFF} {NO_CUTOFF} late-cutoff first-child-only; update: {NO_UPDATE} wrong-bound-updated bound-overwritten shallow-only; "
    f"window: {WRONG_WINDOW} one-player player-not-toggled; fold: fold-reversed last-child-kept players-exchanged; "
    f"{FINITE} wrong-infinity"
)
"""What a line may be that the other player's part has otherwise, by its role."""
OF_A_PART = f"{WRONG_RESULT} first-child-only; best: fold-reversed {TIES}; horizon: depth-off-by-one; turn: {PLAYER}"
AS_THE_OTHER = _kind(
    "as the other",
    1.75,
    "write this line as in the other player's part",
    f"{OF_A_PART}; {OF_A_LINE}; count: {NO_CUTOFF}",
)
ADDED_AS_THERE = _kind(
    "added as there",
    1.78,
    "add a line here, as in the other player's part",
    OF_A_LINE,
)

# What needs no knowledge of the search: see `operators.general`.
OF_A_VALUE = f"window: {WRONG_WINDOW}; {WRONG_BOUND} bound-overwritten; fold: last-child-kept; {WRONG_RESULT}"
OTHER_VALUE = _kind(
    "other value",
    2.2,
    "use another value",
    f"test: swapped-cutoff late-cutoff; {OF_A_VALUE}",
)
OF_A_SIGN = (
    f"window: {NOT_NEGATED}; fold: sign-not-flipped; result: leaf-sign sign-not-flipped"
)
SIGN_TURNED = _kind("sign turned", 2.2, "change the sign of a value", OF_A_SIGN)
FACTOR = _kind(
    "factor",
    2.2,
    "multiply a value by another value",
    f"{OF_A_SIGN}; leaf: leaf-sign",
)
ONE_MORE = _kind("one more", 2.2, "use a number that is 1 more or less")
BETTER_OF_TWO = _kind(
    "better of two",
    2.2,
    "take the max or the min of two values",
    f"window: shallow-only {NO_UPDATE}; {NO_FOLD}",
)
A_PART = _kind("a part", 2.5, "use only a part of the expression")
COPIED = _kind("copied", 2.2, "pass a copy")
ARGUMENTS_COUNTED = _kind("arguments counted", 2.3, "pass one argument more or fewer")
ARGUMENTS_MOVED = _kind(
    "arguments moved",
    1.9,
    "put the arguments in another order",
    "window: bounds-swapped",
)
OTHER_CONDITION = _kind(
    "other condition",
    2.3,
    "change the condition",
    f"first window: no-re-search; any: {CUTOFF} {NO_CUTOFF}",
    mirrored=True,
)
GENERAL = (
    OTHER_VALUE,
    SIGN_TURNED,
    FACTOR,
    ONE_MORE,
    BETTER_OF_TWO,
    A_PART,
    COPIED,
    ARGUMENTS_COUNTED,
    ARGUMENTS_MOVED,
    OTHER_CONDITION,
)
"""Kinds that are tried after all others, whatever they cost."""

# What is no way to write anything: see `slips`. The words are a sentence, in which the role says what `{0}` is.
NO_WAY_OUT = ("no way out", "ends nothing", "after all", "all at once")
"""Slips of a search that looks at every child."""
OF_SLIPS = {
    **dict.fromkeys(
        ("only compared", "fold", "misspelt", "unreached"), f"update: {NO_UPDATE}"
    ),
    **dict.fromkeys(NO_WAY_OUT, f"any: {NO_CUTOFF} eager-children"),
    "all at once": f"any: {NO_CUTOFF}",
    "default": f"any: {STATE_KEPT}",
    "sign": "any: depth-miscounted depth-off-by-one",
    "anew": "any: window-not-passed",
    "chance": "any: answers-by-chance",
    "value": "any: no-re-search full-first-window",
}
"""The mistakes that a slip may be: one of an update of alpha or beta, as its role says then, or wherever it stands."""
MAY_BE_MEANT = ("anew", *NO_WAY_OUT, "chance")
"""Slips that are none in a program that another change makes right."""
SLIPS = {
    rule: _kind(rule, 0.5, words, OF_SLIPS.get(rule, ""), slip=True)
    for rule, words in {
        "tested": "`{0}` is not called: without () it is always true",
        "uncalled": "`{0}` is not called: its () are missing",
        "only compared": "this only compares: the result is not used",
        "fold": "the result of this {0} is not used",
        "does nothing": "this line does nothing: its value is not used",
        "value": "the result of `{0}()` is not used",
        "same": "`{0}` is called with `{1}` each time, and `{2}` is not used: each turn of the loop searches the same position",
        "unread": "`{0}` never uses the {1} that it is given",
        "bare": "this `return` has no value, so None is returned",
        "misspelt": "`{0}` is set but never used; perhaps `{1}` is meant",
        "self": "`{0}` is a method: `self.` is missing before it",
        "letters": "`{0}` is in capital letters here, so it never equals `{1}`",
        "no text": "`{0}` is not a string here, so it never equals a string",
        "sign": "`=-` and `=+` set `{0}` to the value after them: `-=` and `+=` change it by that value",
        "default": "the default value of `{0}` is made only once: what is put into it is still there in later calls",
        "unreached": "this line never runs: line {0} leaves the block before it",
        "pair": "`{0}` is a pair here, and not a state",
        "text": "`{0}` is a string here, such as an action, and not a state",
        "anew": "each call sets `{0}` and `{1}` anew here, so it knows nothing of the bounds found higher up in the tree",
        "unbound": "this function sets `{0}`, so Python makes it a local variable: it has no value when it is read before that",
        "no way out": "nothing after this line can end the loop: it searches every child",
        "ends nothing": "this test does not end the loop, which searches every child",
        "after all": "this test comes after the loop: by then every child has been searched",
        "all at once": "this searches every child: nothing can end it early",
        "each alone": "here every agent moves from the same position: it does not see the moves of the agents before it",
        "always": "`{0}` is a number, not a comparison: every number except 0 counts as true",
        "chance": "`{0}` is random: search the children from left to right, and take the first of equal ones",
    }.items()
}
