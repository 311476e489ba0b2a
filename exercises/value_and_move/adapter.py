"""`max_value` and `min_value` return a value and the move that leads to it."""

from math import inf
from numbers import Number

NEEDS = ("max_value", "min_value")
MESSAGES = {
    "no pair": {
        "en": "{name} must return a pair (value, move); it returned {returned}",
        "de": (
            "{name} muss ein Paar (Wert, Zug) zurückgeben; zurückgegeben wurde "
            "{returned}"
        ),
        "es": "{name} debe devolver un par (valor, jugada); devolvió {returned}",
    },
    "no move": {
        "en": "the move must be one of state.actions(); {name} returned {returned}",
        "de": (
            "der Zug muss einer von state.actions() sein; {name} hat {returned} "
            "zurückgegeben"
        ),
        "es": "la jugada debe ser una de state.actions(); {name} devolvió {returned}",
    },
    "no number": {
        "en": "the value must be a number; {name} returned {returned}",
        "de": "der Wert muss eine Zahl sein; {name} hat {returned} zurückgegeben",
        "es": "el valor debe ser un número; {name} devolvió {returned}",
    },
}
"""Sentences that students read."""


def search(student, state, problem):
    name = "max_value" if problem.to_move == "MAX" else "min_value"
    returned = getattr(student, name)(state, *problem.window)
    if not isinstance(returned, tuple) or len(returned) != 2:
        refuse(problem, "no pair", name, returned)
    value, move = returned
    if problem.interface == "alpha_beta_search":  # this exercise is about the move
        # The usual loop has none where each loses for certain.
        if move not in state.actions():
            worst = -inf if problem.to_move == "MAX" else inf
            is_none = returned == (worst, None)
            refuse(problem, "no move", name, returned, unless_lost=is_none)
        return move
    if not isinstance(value, Number):
        refuse(problem, "no number", name, returned)
    return value


def refuse(problem, message, name, returned, unless_lost=False):
    """End the search with a message about what a function returned."""
    text = MESSAGES[message].format(name=name, returned=problem.shown(returned))
    problem.refuse(text, unless_lost=unless_lost)
