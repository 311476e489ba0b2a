"""The kinds of edit that repair a program: their texts, and the mistakes they undo.

The mistakes that a kind names for a role are candidates: a mistake is told only if the
program behaves as it does.

Of the edits that repair a program the cheapest are told. `likelihood` works out the
cost from counts of how often an edit was meant; a rare kind goes by the others of its
group.
"""

from collections.abc import Mapping
from typing import NamedTuple

# The groups, by the shape of a change. Those of one group are about as likely as one
# another, as each takes as much.
SLIP = "slip"
"""Code that nobody means to write."""
OPERATOR = "operator"
"""One word or sign is another one: a comparison, max or min, the function called, a
jump."""
INFINITE = "infinite"
"""A number should be one that stands for infinity."""
VALUE = "value"
"""One value is another one: an argument, a variable, a number, a position."""
LAYER = "layer"
"""An expression has one layer too much or too little: a sign, a call, a term."""
CONDITION = "condition"
"""A condition is another one, or has a part too much or too little."""
LINE = "line"
"""A line is too much, or stands elsewhere."""
LINE_ADDED = "line added"
"""A line is missing, or is another one as a whole."""
ANYTHING = "anything"
"""Any other value, part or order, without knowledge of the search: see
`operators.general`."""
GROUPS = (SLIP, OPERATOR, INFINITE, VALUE, LAYER, CONDITION, LINE, LINE_ADDED, ANYTHING)

Undoes = Mapping[str, tuple[str, ...]]
"""The ids of the mistakes that a change may undo, by the role of its node; those of
"any" hold for the roles that are not named."""
NOTHING: Undoes = {}


class Kind(NamedTuple):
    """A kind of edit.

    name: its identity, also between processes. group: its shape. description: the edit
    in words, without giving the corrected line away. undoes: by role, the mistakes that
    it may undo. is_mirrored: whether edits of this kind are one mistake in several
    nodes whatever their text, as the code for MIN does the opposite.
    """

    name: str
    group: str
    description: str
    undoes: Undoes
    is_mirrored: bool

    @property
    def is_slip(self) -> bool:
        """Tell whether it repairs code that nobody means to write.

        Its sentence is about that code.
        """
        return self.group == SLIP

    @property
    def is_general(self) -> bool:
        """Tell whether it is tried after all others, whatever its cost."""
        return self.group == ANYTHING

    def at(self, role: str) -> tuple[str, ...]:
        """Return the ids of the mistakes that it may undo at a role.

        A slip's role has the words for its sentence, then perhaps a role.
        """
        if self.is_slip:
            role = role.split(" ")[-1]
        return self.undoes.get(role) or self.undoes.get("any", ())


KINDS: dict[str, Kind] = {}


def _kind(
    name: str,
    group: str,
    description: str,
    undoes: Undoes = NOTHING,
    *,
    mirrored: bool = False,
) -> Kind:
    """Add a row to the table, with the fields of a Kind."""
    KINDS[name] = Kind(name, group, description, undoes, mirrored)
    return KINDS[name]


CUTOFF = ("strict-cutoff", "eager-cutoff")
NO_CUTOFF = ("no-pruning", "no-max-cutoff", "no-min-cutoff")
NO_UPDATE = ("alpha-not-updated", "beta-not-updated")
STATE_KEPT = "state-kept-between-searches"
PLAYER = ("player-not-toggled", "players-exchanged", "one-player")
NOT_NEGATED = ("window-not-negated",)
WRONG_WINDOW = (
    "bounds-swapped",
    "window-not-passed",
    "shallow-only",
    "own-bound-not-passed",
)
WRONG_BOUND = {"update": ("wrong-bound-updated",)}
WRONG_RESULT = {"result": ("wrong-bound-returned", "last-child-kept")}
FIRST_ONLY = {"result": ("first-child-only",)}
OF_A_STEP = {"step": ("depth-miscounted",)}
FINITE = {"initial": ("zero-initial-value", "finite-infinity")}
RESET = {"root window": ("root-window-reset",)}
NO_SECOND = {"first window": ("no-re-search",)}
TIES = ("last-of-ties",)

# Comparisons.
OR_EQUAL = {
    "test": (*CUTOFF, "no-re-search"),
    "horizon": ("depth-off-by-one",),
    "kept": TIES,
    "best": TIES,
    **NO_SECOND,
}
LOOSER = _kind("looser", OPERATOR, "change the comparison", OR_EQUAL, mirrored=True)
STRICTER = _kind("stricter", OPERATOR, "change the comparison", OR_EQUAL, mirrored=True)
REVERSED = {
    "test": ("inverted-cutoff",),
    "best": ("fold-reversed",),
    "kept": ("fold-reversed",),
    "update": ("update-reversed",),
    "turn": PLAYER,
}
OPPOSITE = _kind("opposite", OPERATOR, "change the comparison", REVERSED, mirrored=True)
OF_ANY_ORDER = {**OR_EQUAL, "turn": PLAYER}
OTHER_ORDER = _kind(
    "other order", CONDITION, "change the comparison", OF_ANY_ORDER, mirrored=True
)
IF_FIRST = "always take the first child"
FIRST_ONE = _kind("first one", OPERATOR, IF_FIRST, mirrored=True)
FIRST_OF_TIES = _kind(
    "first of ties",
    OPERATOR,
    f"change the comparison, and {IF_FIRST}",
    {"ties": ("last-of-ties",)},
    mirrored=True,
)
COMPARED = _kind(
    "compared",
    VALUE,
    "compare with another value",
    {"test": ("late-cutoff", "swapped-cutoff")},
)
COMPARISON_MADE = _kind(
    "comparison made",
    CONDITION,
    "change the condition",
    {"test": (*CUTOFF, *NO_CUTOFF, "first-child-only", "inverted-cutoff")},
)
FOR_TRUE = _kind(
    "for true", CONDITION, "change the condition", {"test": ("first-child-only",)}
)
FOR_FALSE = _kind("for false", CONDITION, "change the condition", {"test": NO_CUTOFF})
ENDS_EXCHANGED = _kind(
    "ends exchanged",
    VALUE,
    "exchange alpha and beta",
    {"test": ("swapped-cutoff",), **WRONG_BOUND},
)

# max and min.
TO_OTHER = {
    "fold": ("fold-reversed", "players-exchanged"),
    "update": ("update-reversed",),
}
OTHER_FOLD = _kind(
    "other fold",
    OPERATOR,
    "use max instead of min, or min instead of max",
    TO_OTHER,
    mirrored=True,
)
NO_FOLD = {"update": ("bound-overwritten",), "fold": ("last-child-kept",)}
FOLD_ADDED = _kind(
    "fold added",
    LAYER,
    "keep the better of the old and the new value",
    NO_FOLD,
    mirrored=True,
)
FOLDED = _kind("folded", VALUE, "use another value in the max or min")

# What is set.
TARGET = _kind(
    "target",
    VALUE,
    "use another variable",
    {
        "update": (*WRONG_BOUND["update"], *NO_UPDATE),
        "anew": ("window-not-passed", "shallow-only"),
    },
)
WHOLE_TARGET = _kind(
    "whole target",
    VALUE,
    "use another variable",
    {"update": (*WRONG_BOUND["update"], *NO_UPDATE)},
)
SIDES_EXCHANGED = _kind(
    "sides exchanged",
    OPERATOR,
    "exchange the two sides of the `=`",
    mirrored=True,
)
MIRRORED = _kind(
    "mirrored",
    VALUE,
    "write this line for the other player",
    {**WRONG_BOUND, "test": ("swapped-cutoff", "inverted-cutoff")},
)

# Calls of the student's own functions.
ARGUMENT = _kind(
    "argument",
    VALUE,
    "pass other arguments",
    {
        "window": (*WRONG_WINDOW, "root-window-reset", *NO_UPDATE),
        **RESET,
        "copied bound": ("own-bound-not-passed",),
    },
)
EXCHANGED = _kind(
    "exchanged", VALUE, "exchange two arguments", {"window": ("bounds-swapped",)}
)
NEGATED = _kind(
    "negated",
    LAYER,
    "pass other arguments",
    {"window": (*NOT_NEGATED, "window-not-passed")},
)
TURNED = _kind(
    "turned",
    LAYER,
    "pass other arguments",
    {"window": (*NOT_NEGATED, "window-not-passed", "bounds-swapped")},
)
WINDOW_NARROWED = _kind(
    "window narrowed",
    VALUE,
    "pass other arguments",
    {"window": ("shallow-only",)},
    mirrored=True,
)
WINDOW_PASSED = _kind(
    "window passed",
    VALUE,
    "pass other arguments",
    {"window": (*WRONG_WINDOW, "root-window-reset", "full-first-window")},
)
WINDOW_ADDED = _kind(
    "window added", VALUE, "pass alpha and beta on", {"window": ("window-not-passed",)}
)
WHOLE_WINDOW = _kind("whole window", VALUE, "pass other arguments", NO_SECOND)
CALLEE = _kind(
    "callee", OPERATOR, "call another function", {"recursion": ("one-player",)}
)
POSITION = _kind(
    "position",
    VALUE,
    "use another state",
    {"turn": PLAYER, "position": PLAYER, "move": ("move-not-taken-back",)},
)
UNWRAPPED = _kind(
    "unwrapped",
    LAYER,
    "use the value itself, without the call around it",
    {"value": ("eager-children",)},
)

# Whose turn it is.
TURN = _kind(
    "turn", VALUE, "make it the other player's turn", {"turn": PLAYER}, mirrored=True
)
TURN_OF_STATE = _kind(
    "turn of state",
    CONDITION,
    "make it the other player's turn",
    {"turn": ("player-not-toggled",)},
    mirrored=True,
)
COUNTED = _kind(
    "counted", VALUE, "use another number of agents", {"turn": ("agents-miscounted",)}
)
AGENT = _kind("agent", VALUE, "use another agent")

# The order of the children.
IN_ORDER = _kind(
    "in order",
    LAYER,
    "search the children from left to right",
    {"loop": ("right-to-left",)},
    mirrored=True,
)
UNSORTED = _kind(
    "unsorted", LAYER, "search the children from left to right", mirrored=True
)
ALL_CHILDREN = _kind("all children", LAYER, "search all children", mirrored=True)
FROM_THE_FRONT = _kind(
    "from the front",
    LAYER,
    "search the children from left to right",
    {"loop": ("right-to-left",), "value": TIES},
    mirrored=True,
)
LAZY = _kind(
    "lazy",
    LAYER,
    "search the children one at a time",
    {"loop": ("eager-children",)},
    mirrored=True,
)
NO_LIST = _kind(
    "no list", LAYER, "call each function as soon as it is made", mirrored=True
)

# Numbers.
INFINITY = _kind("infinity", INFINITE, "use another value", FINITE)
FAR = _kind("far", INFINITE, "use another value", {"any": ("finite-infinity",)})
OTHER_INFINITY = _kind(
    "other infinity", INFINITE, "use another value", {"initial": ("wrong-infinity",)}
)
INFINITY_BY_TURN = _kind(
    "infinity by turn",
    INFINITE,
    "use another value",
    {"initial": (*FINITE["initial"], "wrong-infinity")},
)
BOUND = _kind("bound", VALUE, "use another value", RESET)
NEXT_NUMBER = _kind(
    "next number",
    VALUE,
    "use another number",
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
AROUND_THE_GUESS = _kind(
    "around the guess",
    VALUE,
    "use another value",
    {"first window": ("full-first-window",)},
)
SIGN_ADDED = _kind(
    "sign added",
    LAYER,
    "add a minus sign",
    {"recursion": ("sign-not-flipped",), "leaf": ("leaf-sign",)},
    mirrored=True,
)
SIGN_DROPPED = _kind(
    "sign dropped",
    LAYER,
    "remove a minus sign or a factor",
    {"leaf": ("leaf-sign",)},
    mirrored=True,
)
SUM_DROPPED = _kind(
    "sum dropped",
    LAYER,
    "change the calculation",
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
SUM_ADDED = _kind(
    "sum added",
    LAYER,
    "add or subtract a number",
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
LEAF = _kind("leaf", VALUE, "call another method of the state")

# Conditions.
PART_DROPPED = _kind("part dropped", CONDITION, "change the condition")
IS_NONE = _kind("is none", CONDITION, "change the test so that 0 counts as a value")
HORIZON_ADDED = _kind("horizon added", CONDITION, "change the condition")
END_ADDED = _kind("end added", CONDITION, "use another test for the end of the game")

# What is returned, and how a loop is left.
RESULT = _kind(
    "result",
    VALUE,
    "return another value",
    {"result": (*WRONG_RESULT["result"], "cutting-child-not-counted")},
)
RETURNED = _kind("returned", LAYER, "add a `return`")
RETURN_AT_END = _kind(
    "return at end",
    LINE_ADDED,
    "add a `return` at the end of the function, after this line",
)
RETURN_BEHIND_LOOP = _kind(
    "return behind loop",
    LINE_ADDED,
    "add a `return` after the whole loop that ends in this line",
)
ONE_OF_A_PAIR = _kind("one of a pair", VALUE, "return another value")
BREAK = _kind(
    "break",
    OPERATOR,
    "use another of `break`, `continue` and `return`",
    {"test": NO_CUTOFF},
)
OTHER_JUMP = _kind(
    "other jump",
    OPERATOR,
    "use another of `break`, `continue` and `return`",
    {"any": ("cutting-child-not-counted",)},
)

# Whole lines.
TEST_DROPPED = _kind("test dropped", LINE, "remove this line", mirrored=True)
RESULT_DROPPED = _kind(
    "result dropped", LINE, "remove this line", FIRST_ONLY, mirrored=True
)
LINE_DROPPED = _kind("line dropped", LINE, "remove this line", mirrored=True)
MOVED_DOWN = _kind(
    "moved down",
    LINE,
    "put the lines here in another order",
    {
        "test": ("late-cutoff", "cutting-child-not-counted"),
        "move": ("move-not-taken-back",),
    },
    mirrored=True,
)
OUT_BEHIND = _kind(
    "out, behind",
    LINE,
    "move this line out of its block, to the line after the block",
    {**FIRST_ONLY, "count": ("first-child-only",), **OF_A_STEP},
    mirrored=True,
)
NO_ELIF = _kind(
    "no elif",
    OPERATOR,
    "write `if` instead of `elif`",
    {"test": ("late-cutoff", "cutting-child-not-counted")},
    mirrored=True,
)
OUT_BEFORE = _kind(
    "out, before",
    LINE,
    "move this line out of its block, to the line before the block",
    OF_A_STEP,
    mirrored=True,
)
TEST_ADDED = _kind(
    "test added",
    LINE_ADDED,
    "add a test that ends the loop early, after this line",
    {"test": NO_CUTOFF},
)
UPDATE_ADDED = _kind(
    "update added",
    LINE_ADDED,
    "update alpha or beta after this line",
    {"update": NO_UPDATE},
)
UPDATE_PUT = _kind(
    "update put",
    LINE_ADDED,
    "update alpha or beta in place of this line",
    {"update": NO_UPDATE},
)
ONE_BY_ONE = _kind(
    "one by one",
    LINE_ADDED,
    "replace the statement of this line by a loop that passes the best "
    "value so far on to the next child",
    RESET,
)
SEARCH_ADDED = _kind(
    "search added",
    LINE_ADDED,
    "after this line, search again if the first search failed",
    NO_SECOND,
)

# Moves on a board, pairs of a value and a move, what is kept between searches.
TAKEN_BACK = _kind(
    "taken back",
    LINE_ADDED,
    "take the move back after this line",
    {"move": ("move-not-taken-back",)},
)
PAIR_MADE = _kind(
    "pair made",
    LAYER,
    "return both a value and a move",
    {"result": ("value-without-move",)},
)
OTHER_PART = _kind("other part", VALUE, "use another part of the pair")
BY_VALUE = _kind(
    "by value", LAYER, "compare only the values", {"fold": ("last-of-ties",)}
)

OF_THE_CALL = _kind(
    "of the call",
    VALUE,
    "begin to use a local variable in place of the attribute of `self`",
    mirrored=True,
)

# Lines as in the code for the other player: see `operators.players`.
OF_A_LINE = {
    "test": (*CUTOFF, *NO_CUTOFF, "late-cutoff", "first-child-only"),
    "update": (*NO_UPDATE, "wrong-bound-updated", "bound-overwritten", "shallow-only"),
    "window": (*WRONG_WINDOW, "one-player", "player-not-toggled"),
    "fold": ("fold-reversed", "last-child-kept", "players-exchanged"),
    "initial": (*FINITE["initial"], "wrong-infinity"),
}
"""By role, the mistake of a line that the code for the other player has otherwise."""
OF_A_PART = {
    "result": (*WRONG_RESULT["result"], "first-child-only"),
    "best": ("fold-reversed", *TIES),
    "horizon": ("depth-off-by-one",),
    "turn": PLAYER,
}
AS_THE_OTHER = _kind(
    "as the other",
    LINE_ADDED,
    "write this line as in the other player's part",
    {**OF_A_PART, **OF_A_LINE, "count": NO_CUTOFF},
)
ADDED_AS_THERE = _kind(
    "added as there",
    LINE_ADDED,
    "add a line here, as in the other player's part",
    OF_A_LINE,
)
LEAF_ADDED = _kind(
    "leaf added",
    LINE_ADDED,
    "before this line, return the value of the state if the game is over, as the other "
    "player's part does",
)

# What needs no knowledge of the search: see `operators.general`.
OF_A_VALUE = {
    "window": WRONG_WINDOW,
    "update": (*WRONG_BOUND["update"], "bound-overwritten"),
    "fold": ("last-child-kept",),
    **WRONG_RESULT,
}
OTHER_VALUE = _kind(
    "other value",
    ANYTHING,
    "use another value",
    {"test": ("swapped-cutoff", "late-cutoff"), **OF_A_VALUE},
)
OF_A_SIGN = {
    "window": NOT_NEGATED,
    "fold": ("sign-not-flipped",),
    "result": ("leaf-sign", "sign-not-flipped"),
}
SIGN_TURNED = _kind("sign turned", ANYTHING, "change the sign of a value", OF_A_SIGN)
FACTOR = _kind(
    "factor",
    ANYTHING,
    "multiply a value by another value",
    {**OF_A_SIGN, "leaf": ("leaf-sign",)},
)
ONE_MORE = _kind("one more", ANYTHING, "use a number that is 1 more or less")
BETTER_OF_TWO = _kind(
    "better of two",
    ANYTHING,
    "take the max or the min of two values",
    {"window": ("shallow-only", *NO_UPDATE), **NO_FOLD},
)
A_PART = _kind("a part", ANYTHING, "use only a part of the expression")
COPIED = _kind("copied", ANYTHING, "pass a copy")
ARGUMENTS_COUNTED = _kind(
    "arguments counted", ANYTHING, "pass one argument more or fewer"
)
ARGUMENTS_MOVED = _kind(
    "arguments moved",
    ANYTHING,
    "put the arguments in another order",
    {"window": ("bounds-swapped",)},
)
OTHER_CONDITION = _kind(
    "other condition",
    ANYTHING,
    "change the condition",
    {"first window": ("no-re-search",), "any": (*CUTOFF, *NO_CUTOFF)},
    mirrored=True,
)

# Code that nobody means to write: see `slips`. The description is a sentence, and the
# role has the words for `{0}`.
NO_EFFECT = ("only compared", "fold", "misspelt", "unreached")
"""Slips with which alpha or beta may stay as it was."""
NO_WAY_OUT = ("no way out", "ends nothing", "after all", "all at once")
"""Slips of a search that looks at every child."""
OF_SLIPS: dict[str, Undoes] = {
    **{rule: {"update": NO_UPDATE} for rule in NO_EFFECT},
    **{rule: {"any": (*NO_CUTOFF, "eager-children")} for rule in NO_WAY_OUT},
    "all at once": {"any": NO_CUTOFF},
    "default": {"any": (STATE_KEPT,)},
    "sign": {"any": ("depth-miscounted", "depth-off-by-one")},
    "anew": {"any": ("window-not-passed",)},
    "chance": {"any": ("answers-by-chance",)},
    "value": {"any": ("no-re-search", "full-first-window")},
}
"""The mistakes that a slip may be: of an update of alpha or beta, if its role says that
it is one, or wherever it stands."""
MAY_BE_MEANT = ("anew", *NO_WAY_OUT, "chance")
"""Slips that are none in a program that another change makes right."""
SLIPS = {
    rule: _kind(rule, SLIP, description, OF_SLIPS.get(rule, NOTHING))
    for rule, description in {
        "tested": "`{0}` is not called: without () it is always true",
        "uncalled": "`{0}` is not called: its () are missing",
        "only compared": "this only compares: the result is not used",
        "fold": "the result of this {0} is not used",
        "does nothing": "this line does nothing: its value is not used",
        "value": "the result of `{0}()` is not used",
        "same": (
            "`{0}` is called with `{1}` each time, and `{2}` is not used: each turn of "
            "the loop searches the same position"
        ),
        "unread": "`{0}` never uses the {1} that it is given",
        "same as other": (
            "`{0}` does the same as `{1}`: both keep the {2} value. One of them has to "
            "keep the {3}"
        ),
        "bare": "this `return` has no value, so None is returned",
        "misspelt": "`{0}` is set but never used; perhaps `{1}` is meant",
        "self": "`{0}` is a method: `self.` is missing before it",
        "letters": "`{0}` is in capital letters here, so it never equals `{1}`",
        "no text": "`{0}` is not a string here, so it never equals a string",
        "sign": (
            "`=-` and `=+` set `{0}` to the value after them: `-=` and `+=` change it "
            "by that value"
        ),
        "default": (
            "the default value of `{0}` is made only once: what is put into it is "
            "still there in later calls"
        ),
        "unreached": "this line never runs: line {0} leaves the block before it",
        "pair": "`{0}` is a pair here, and not a state",
        "text": "`{0}` is a string here, such as an action, and not a state",
        "anew": (
            "each call sets `{0}` and `{1}` anew here, so it knows nothing of the "
            "bounds found higher up in the tree"
        ),
        "unbound": (
            "this function sets `{0}`, so Python makes it a local variable: it has no "
            "value when it is read before that"
        ),
        "no way out": (
            "nothing after this line can end the loop: it searches every child"
        ),
        "ends nothing": "this test does not end the loop, which searches every child",
        "after all": (
            "this test comes after the loop: by then every child has been searched"
        ),
        "all at once": "this searches every child: nothing can end it early",
        "each alone": (
            "here every agent moves from the same position: it does not see the moves "
            "of the agents before it"
        ),
        "always": (
            "`{0}` is a number, not a comparison: every number except 0 counts as true"
        ),
        "chance": (
            "`{0}` is random: search the children from left to right, and take the "
            "first of equal ones"
        ),
    }.items()
}
