"""Witnesses: each knows the behaviour of a failing search that shows its slip.

A slip is found in the text, and its sentence tells of the program's behaviour. So
a search has to be seen to behave so. A `Witness` watches for that, and `first_look`
reports the events to it.

- `base`: what all witnesses have. `frames`: the facts in a frame.
- `values`, `calls`, `ends`: the witnesses, by the events that they watch for.
"""

from collections.abc import Collection, Mapping

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.witnesses.base import Witness
from autograder.explain.repair.witnesses.calls import (
    AlwaysTrue,
    DroppedResult,
    EachAlone,
    NotCalled,
    SamePosition,
    SameSense,
)
from autograder.explain.repair.witnesses.ends import (
    BegunAnew,
    EndsNothing,
    GoesOn,
    SameForBoth,
    Unread,
)
from autograder.explain.repair.witnesses.values import (
    GoesByChance,
    InCapitals,
    KeptDefault,
    LineRuns,
    NeverEquals,
    NoEffect,
    NotAState,
    NoValue,
    OtherVariable,
    RedefinedFold,
    SetToStep,
    WithoutSelf,
)

WITNESSES: Mapping[str, type[Witness]] = {
    "tested": AlwaysTrue,
    "uncalled": NotCalled,
    "fold": RedefinedFold,
    "does nothing": NoEffect,
    "value": DroppedResult,
    "same": SamePosition,
    "unread": Unread,
    "same as other": SameSense,
    "bare": NoValue,
    "misspelt": OtherVariable,
    "self": WithoutSelf,
    "letters": InCapitals,
    "no text": NeverEquals,
    "sign": SetToStep,
    "default": KeptDefault,
    "pair": NotAState,
    "text": NotAState,
    "anew": BegunAnew,
    "no way out": GoesOn,
    "ends nothing": EndsNothing,
    "after all": GoesOn,
    "all at once": GoesOn,
    "read through": GoesOn,
    "each alone": EachAlone,
    "chance": GoesByChance,
    "same variable": SameForBoth,
    "same condition": SameForBoth,
}
"""The witness for each kind of slip; for the others it is enough that a line runs."""


def witness(edit: Edit, files: Collection[str]) -> Witness:
    """Return a witness for a slip."""
    return WITNESSES.get(edit.kind.name, LineRuns)(edit, files)
