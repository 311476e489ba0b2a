"""The kinds of edit that repair a program, and the mistakes that they undo.

The mistakes that a kind names for a role are candidates: a mistake is told only if the
program behaves as it does.

Their texts stand in autograder/words/LANGUAGE/edits.json.

Of the edits that repair a program the cheapest are told. `likelihood` works out the
cost from counts of how often an edit was meant; a rare kind goes by the others of its
group. An operator may add a surcharge.
"""

from collections.abc import Mapping
from typing import NamedTuple

# The groups, by the shape of an edit. Those of one group are about as likely as one
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
"""The ids of the mistakes that an edit may undo, by the role of its node; those of
"any" hold for the roles that are not named."""
NOTHING: Undoes = {}
LIMIT = "limit"
"""The role of a number that limits values, and that no known mistake is about."""


class Kind(NamedTuple):
    """A kind of edit.

    name: its identity, also between processes, and that of its sentence in the topic
    `edits`. group: its shape. undoes: by role, the mistakes that
    it may undo. is_mirrored: whether edits of this kind are one mistake in several
    nodes whatever their text, as the code for MIN does the opposite. avoids_exception:
    whether it only works round an exception, and says less than its sentence.
    avoids_memory: whether values kept between searches may never be looked up after it.
    """

    name: str
    group: str
    undoes: Undoes
    is_mirrored: bool
    avoids_exception: bool
    avoids_memory: bool

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
        return () if role == LIMIT else self._undone_at(role)

    def _undone_at(self, role: str) -> tuple[str, ...]:
        return self.undoes.get(role) or self.undoes.get("any", ())


KINDS: dict[str, Kind] = {}


def _kind(
    name: str,
    group: str,
    undoes: Undoes = NOTHING,
    *,
    mirrored: bool = False,
    avoids_exception: bool = False,
    avoids_memory: bool = False,
) -> Kind:
    """Add a row to the table, with the fields of a Kind."""
    KINDS[name] = Kind(name, group, undoes, mirrored, avoids_exception, avoids_memory)
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
LOOSER = _kind("looser", OPERATOR, OR_EQUAL, mirrored=True)
STRICTER = _kind("stricter", OPERATOR, OR_EQUAL, mirrored=True)
REVERSED = {
    "test": ("inverted-cutoff",),
    "best": ("fold-reversed",),
    "kept": ("fold-reversed",),
    "update": ("update-reversed",),
    "turn": PLAYER,
}
OPPOSITE = _kind("opposite", OPERATOR, REVERSED, mirrored=True)
OF_ANY_ORDER = {**OR_EQUAL, "turn": PLAYER}
OTHER_ORDER = _kind("other order", CONDITION, OF_ANY_ORDER, mirrored=True)
FIRST_ONE = _kind("first one", OPERATOR, mirrored=True)
FIRST_OF_TIES = _kind(
    "first of ties",
    OPERATOR,
    {"ties": ("last-of-ties",)},
    mirrored=True,
)
IMPROVED = _kind("improved", OPERATOR, {"ties": TIES}, mirrored=True)
FIRST_KEPT = _kind("first kept", VALUE, {"ties": TIES})
COMPARED = _kind(
    "compared",
    VALUE,
    {"test": ("late-cutoff", "swapped-cutoff", *NO_CUTOFF)},
)
NAMED_FIRST = _kind("named first", OPERATOR)
COMPARISON_MADE = _kind(
    "comparison made",
    CONDITION,
    {"test": (*CUTOFF, *NO_CUTOFF, "first-child-only", "inverted-cutoff")},
)
FOR_TRUE = _kind("for true", CONDITION, {"test": ("first-child-only",)})
FOR_FALSE = _kind("for false", CONDITION, {"test": NO_CUTOFF})
ENDS_EXCHANGED = _kind(
    "ends exchanged",
    VALUE,
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
    TO_OTHER,
    mirrored=True,
)
NO_FOLD = {"update": ("bound-overwritten",), "fold": ("last-child-kept",)}
FOLD_ADDED = _kind(
    "fold added",
    LAYER,
    NO_FOLD,
    mirrored=True,
)
FOLDED = _kind("folded", VALUE, {"update": NO_UPDATE})

# Assignments.
TARGET = _kind(
    "target",
    VALUE,
    {
        "update": (*WRONG_BOUND["update"], *NO_UPDATE),
        "anew": ("window-not-passed", "shallow-only"),
    },
)
WHOLE_TARGET = _kind(
    "whole target",
    VALUE,
    {"update": (*WRONG_BOUND["update"], *NO_UPDATE)},
)
SIDES_EXCHANGED = _kind(
    "sides exchanged",
    OPERATOR,
    mirrored=True,
)
OPERANDS_EXCHANGED = _kind("operands exchanged", OPERATOR, mirrored=True)
MIRRORED = _kind(
    "mirrored",
    VALUE,
    {**WRONG_BOUND, "test": ("swapped-cutoff", "inverted-cutoff")},
)

# Calls of the student's own functions.
ARGUMENT = _kind(
    "argument",
    VALUE,
    {
        "window": (*WRONG_WINDOW, "root-window-reset", *NO_UPDATE),
        **RESET,
        "copied bound": ("own-bound-not-passed", *RESET["root window"]),
    },
)
EXCHANGED = _kind(
    "exchanged",
    VALUE,
    {"window": ("bounds-swapped",)},
    mirrored=True,
)
NEGATED = _kind(
    "negated",
    LAYER,
    {"window": (*NOT_NEGATED, "window-not-passed")},
)
TURNED = _kind(
    "turned",
    LAYER,
    {"window": (*NOT_NEGATED, "window-not-passed", "bounds-swapped")},
)
WINDOW_NARROWED = _kind(
    "window narrowed",
    VALUE,
    {"window": ("shallow-only",)},
    mirrored=True,
)
WINDOW_PASSED = _kind(
    "window passed",
    VALUE,
    {"window": (*WRONG_WINDOW, "root-window-reset", "full-first-window")},
)
WINDOW_ADDED = _kind("window added", VALUE, {"window": ("window-not-passed",)})
WHOLE_WINDOW = _kind("whole window", VALUE, NO_SECOND)
CALLEE = _kind("callee", OPERATOR, {"recursion": ("one-player",)})
POSITION = _kind(
    "position",
    VALUE,
    {"turn": PLAYER, "position": PLAYER, "move": ("move-not-taken-back",)},
)
UNWRAPPED = _kind(
    "unwrapped",
    LAYER,
    {"value": ("eager-children",)},
    avoids_exception=True,
    avoids_memory=True,
)

# Whose turn it is.
TURN = _kind("turn", VALUE, {"turn": PLAYER}, mirrored=True)
TURN_TESTED = _kind("turn tested", VALUE, {"turn": PLAYER}, mirrored=True)
FLAG = _kind("flag", VALUE, {"loop": ("right-to-left",)})
TURN_OF_STATE = _kind(
    "turn of state",
    CONDITION,
    {"turn": ("player-not-toggled",)},
    mirrored=True,
)
COUNTED = _kind("counted", VALUE, {"turn": ("agents-miscounted",)})

# The order of the children.
IN_ORDER = _kind(
    "in order",
    LAYER,
    {"loop": ("right-to-left",)},
    mirrored=True,
)
UNSORTED = _kind("unsorted", LAYER, mirrored=True)
ALL_CHILDREN = _kind("all children", LAYER, mirrored=True)
FROM_THE_FRONT = _kind(
    "from the front",
    LAYER,
    {"loop": ("right-to-left",)},
    mirrored=True,
)
OTHER_ELEMENT = _kind("other element", LAYER, {"value": TIES}, mirrored=True)
LAZY = _kind(
    "lazy",
    LAYER,
    {"loop": ("eager-children",)},
    mirrored=True,
)
NO_LIST = _kind("no list", LAYER, mirrored=True)

# Numbers.
INFINITY = _kind("infinity", INFINITE, FINITE)
FAR = _kind("far", INFINITE, {"any": ("finite-infinity",)})
OTHER_INFINITY = _kind("other infinity", INFINITE, {"initial": ("wrong-infinity",)})
INFINITY_BY_TURN = _kind(
    "infinity by turn",
    INFINITE,
    {"initial": (*FINITE["initial"], "wrong-infinity")},
)
BOUND = _kind("bound", VALUE, RESET)
NEXT_NUMBER = _kind(
    "next number",
    VALUE,
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
AROUND_THE_GUESS = _kind(
    "around the guess",
    VALUE,
    {"first window": ("full-first-window",)},
)
SIGN_ADDED = _kind(
    "sign added",
    LAYER,
    {"recursion": ("sign-not-flipped",), "leaf": ("leaf-sign",)},
    mirrored=True,
)
SIGN_DROPPED = _kind(
    "sign dropped",
    LAYER,
    {"leaf": ("leaf-sign",)},
    mirrored=True,
)
SUM_DROPPED = _kind(
    "sum dropped",
    LAYER,
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
SUM_ADDED = _kind(
    "sum added",
    LAYER,
    {"horizon": ("depth-off-by-one",), **OF_A_STEP},
)
BY_ROUND = _kind("by round", LAYER, OF_A_STEP)
LEAF = _kind("leaf", VALUE)
ONE_SIDE = _kind("one side", VALUE, {"leaf": ("leaf-sign",)}, mirrored=True)

# Conditions.
PART_DROPPED = _kind("part dropped", CONDITION)
IS_NONE = _kind("is none", CONDITION)
JUMP_TESTED = _kind("jump tested", CONDITION, {"test": ("first-child-only",)})
HORIZON_ADDED = _kind("horizon added", CONDITION)
END_ADDED = _kind("end added", CONDITION)

# Results, and how a loop is left.
RESULT = _kind(
    "result",
    VALUE,
    {"result": (*WRONG_RESULT["result"], "cutting-child-not-counted")},
)
RETURNED = _kind("returned", LAYER)
RETURN_AT_END = _kind(
    "return at end",
    LINE_ADDED,
)
RETURN_BEHIND_LOOP = _kind(
    "return behind loop",
    LINE_ADDED,
)
BREAK = _kind(
    "break",
    OPERATOR,
    {"test": NO_CUTOFF},
)
OTHER_JUMP = _kind(
    "other jump",
    OPERATOR,
    {"any": ("cutting-child-not-counted", *NO_CUTOFF)},
)

# Whole lines.
TEST_DROPPED = _kind(
    "test dropped",
    LINE,
    mirrored=True,
    avoids_exception=True,
    avoids_memory=True,
)
RESULT_DROPPED = _kind(
    "result dropped",
    LINE,
    FIRST_ONLY,
    mirrored=True,
    avoids_exception=True,
    avoids_memory=True,
)
LINE_DROPPED = _kind(
    "line dropped",
    LINE,
    mirrored=True,
    avoids_exception=True,
    avoids_memory=True,
)
MOVED_DOWN = _kind(
    "moved down",
    LINE,
    {
        "test": ("late-cutoff", "cutting-child-not-counted"),
        "move": ("move-not-taken-back",),
    },
    mirrored=True,
    avoids_memory=True,
)
OUT_BEHIND = _kind(
    "out, behind",
    LINE,
    {**FIRST_ONLY, "count": ("first-child-only",), **OF_A_STEP},
    mirrored=True,
    avoids_memory=True,
)
NO_ELIF = _kind(
    "no elif",
    OPERATOR,
    {"test": ("late-cutoff",)},
    mirrored=True,
)
OUT_BEFORE = _kind(
    "out, before",
    LINE,
    OF_A_STEP,
    mirrored=True,
    avoids_memory=True,
)
INTO = _kind(
    "into",
    LINE,
    {"update": NO_UPDATE, "test": (*NO_CUTOFF, "eager-children")},
    mirrored=True,
    avoids_memory=True,
)
ELSE = _kind(
    "else",
    LINE,
    {"update": WRONG_BOUND["update"]},
    mirrored=True,
    avoids_memory=True,
)
REPEATED = _kind(
    "repeated",
    LINE,
    {"any": ("own-bound-not-passed",)},
    mirrored=True,
)
TEST_ADDED = _kind(
    "test added",
    LINE_ADDED,
    {"test": NO_CUTOFF},
)
UPDATE_ADDED = _kind(
    "update added",
    LINE_ADDED,
    {"update": NO_UPDATE},
)
UPDATE_PUT = _kind(
    "update put",
    LINE_ADDED,
    {"update": NO_UPDATE},
)
ONE_BY_ONE = _kind(
    "one by one",
    LINE_ADDED,
    RESET,
)
BY_TURN = _kind("by turn", LINE_ADDED)
SEARCH_ADDED = _kind(
    "search added",
    LINE_ADDED,
    NO_SECOND,
)

# Moves on a board, pairs of a value and a move, data kept between searches.
TAKEN_BACK = _kind(
    "taken back",
    LINE_ADDED,
    {"move": ("move-not-taken-back",)},
)
ON_A_COPY = _kind(
    "on a copy",
    LINE_ADDED,
    {"move": ("move-not-taken-back",)},
)
PAIR_MADE = _kind(
    "pair made",
    LAYER,
    {"result": ("value-without-move",)},
)
OTHER_PART = _kind(
    "other part",
    VALUE,
    {"update": (*WRONG_BOUND["update"], *NO_UPDATE), "window": WRONG_WINDOW},
)
BY_VALUE = _kind("by value", LAYER, {"fold": ("last-of-ties",)})

OF_THE_CALL = _kind(
    "of the call",
    VALUE,
    mirrored=True,
)
WINDOW_KEPT = _kind("window kept", LINE_ADDED, mirrored=True)
END_KEPT = _kind("end kept", LINE_ADDED)
BEGUN_ANEW = _kind("begun anew", LINE_ADDED, OF_A_STEP, mirrored=True)
DECLARED = _kind("declared", VALUE, {"update": NO_UPDATE}, mirrored=True)

# Lines as in the code for the other player: see `operators.players`.
OF_A_LINE = {
    "test": (*CUTOFF, *NO_CUTOFF, "late-cutoff", "first-child-only"),
    "update": (*NO_UPDATE, "wrong-bound-updated", "bound-overwritten", "shallow-only"),
    "window": (*WRONG_WINDOW, "one-player", "player-not-toggled"),
    "fold": (
        "fold-reversed",
        "last-child-kept",
        "players-exchanged",
        "first-child-only",
    ),
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
    {**OF_A_PART, **OF_A_LINE, "count": NO_CUTOFF},
    avoids_exception=True,
    avoids_memory=True,
)
ADDED_AS_THERE = _kind(
    "added as there",
    LINE_ADDED,
    OF_A_LINE,
)
GIVE_A_VALUE = (DECLARED, ADDED_AS_THERE)
"""Kinds after which a name has a value in the line that reads it."""
LEAF_ADDED = _kind(
    "leaf added",
    LINE_ADDED,
)

# Edits without knowledge of the search: see `operators.general`.
OF_A_VALUE = {
    "window": WRONG_WINDOW,
    "update": (*WRONG_BOUND["update"], "bound-overwritten"),
    "fold": ("last-child-kept", "first-child-only"),
    **WRONG_RESULT,
}
OTHER_VALUE = _kind(
    "other value",
    ANYTHING,
    {
        "test": ("swapped-cutoff", "late-cutoff"),
        "leaf": ("leaf-sign",),
        "move": ("move-not-taken-back",),
        **OF_A_VALUE,
    },
)
OF_A_SIGN = {
    "window": NOT_NEGATED,
    "fold": ("sign-not-flipped",),
    "result": ("leaf-sign", "sign-not-flipped"),
}
SIGN_TURNED = _kind("sign turned", ANYTHING, OF_A_SIGN)
FACTOR = _kind(
    "factor",
    ANYTHING,
    {**OF_A_SIGN, "leaf": ("leaf-sign",)},
)
BETTER_OF_TWO = _kind(
    "better of two",
    ANYTHING,
    {"window": ("shallow-only", *NO_UPDATE), **NO_FOLD},
)
A_PART = _kind(
    "a part",
    ANYTHING,
    avoids_exception=True,
    avoids_memory=True,
)
COPIED = _kind("copied", ANYTHING)
ARGUMENTS_COUNTED = _kind("arguments counted", ANYTHING)
ARGUMENTS_MOVED = _kind(
    "arguments moved",
    ANYTHING,
    {"window": ("bounds-swapped",)},
)
OTHER_CONDITION = _kind(
    "other condition",
    ANYTHING,
    {"first window": ("no-re-search",), "any": (*CUTOFF, *NO_CUTOFF)},
    mirrored=True,
)

CONDITION_DROPPED = _kind("condition dropped", ANYTHING, mirrored=True)

# Code that nobody means to write: see `slips`. The role has the names in its sentence.
NO_EFFECT = ("only compared", "fold", "misspelt", "unreached")
"""Slips with which alpha or beta may stay as it was."""
SAME_FOR_BOTH = ("same variable", "same condition")
"""Slips of a choice between the players that comes out the same for both."""
NO_WAY_OUT = ("no way out", "ends nothing", "after all", "all at once", "read through")
"""Slips of a search that looks at every child, or of what reads the tree for it."""
OF_SLIPS: dict[str, Undoes] = {
    **{rule: {"update": NO_UPDATE} for rule in NO_EFFECT},
    **{rule: {"any": NO_CUTOFF} for rule in NO_WAY_OUT},
    "after all": {"any": ("eager-children",)},
    **{rule: {"any": PLAYER} for rule in SAME_FOR_BOTH},
    **{rule: {"any": (STATE_KEPT,)} for rule in ("default", "kept")},
    "sign": {"any": ("depth-miscounted", "depth-off-by-one")},
    "anew": {"any": ("window-not-passed",)},
    "chance": {"any": ("answers-by-chance",)},
    "value": {"any": ("no-re-search", "full-first-window")},
}
"""The mistakes that a slip may be: of an update of alpha or beta, if its role says that
it is one, or wherever it stands."""
MAY_BE_MEANT = ("anew", *NO_WAY_OUT, *SAME_FOR_BOTH, "chance")
"""Slips that are none in a program that another edit makes right."""
SLIPS = {
    rule: _kind(rule, SLIP, OF_SLIPS.get(rule, NOTHING))
    for rule in (
        *("tested", "uncalled", "only compared", "fold", "does nothing", "value"),
        *("same", "unread", "same as other", "bare", "misspelt", "self", "letters"),
        *(
            "no text",
            "sign",
            "default",
            "kept",
            "unreached",
            "pair",
            "text",
            "anew",
        ),
        *(*NO_WAY_OUT, *SAME_FOR_BOTH, "each alone", "always", "chance"),
    )
}
