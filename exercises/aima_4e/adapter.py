"""The games of AIMA's Python code, fourth edition.

`alphabeta_search(game, state)` returns a value and a move.
"""

# This file follows AIMA's Python code, https://github.com/aimacode/aima-python, which
# has this licence:
#
# The MIT License (MIT)
#
# Copyright (c) 2016 aima-python contributors
#
# Permission is hereby granted, free of charge, to any person obtaining a copy
# of this software and associated documentation files (the "Software"), to deal
# in the Software without restriction, including without limitation the rights
# to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
# copies of the Software, and to permit persons to whom the Software is
# furnished to do so, subject to the following conditions:
#
# The above copyright notice and this permission notice shall be included in all
# copies or substantial portions of the Software.
#
# THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
# IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
# FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
# AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
# LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
# OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
# SOFTWARE.

import sys
from math import inf
from numbers import Number
from types import ModuleType

NEEDS = ("alphabeta_search",)
MESSAGES = {
    "no pair": {
        "en": (
            "alphabeta_search must return a pair (value, move); it returned {returned}"
        ),
        "de": (
            "alphabeta_search muss ein Paar (Wert, Zug) zurückgeben; "
            "zurückgegeben wurde {returned}"
        ),
        "es": (
            "alphabeta_search debe devolver un par (valor, jugada); devolvió {returned}"
        ),
    },
    "no move": {
        "en": (
            "the move must be one of game.actions(state); alphabeta_search "
            "returned {returned}"
        ),
        "de": (
            "der Zug muss einer von game.actions(state) sein; alphabeta_search "
            "hat {returned} zurückgegeben"
        ),
        "es": (
            "la jugada debe ser una de game.actions(state); alphabeta_search "
            "devolvió {returned}"
        ),
    },
    "no number": {
        "en": "the value must be a number; alphabeta_search returned {returned}",
        "de": (
            "der Wert muss eine Zahl sein; alphabeta_search hat {returned} "
            "zurückgegeben"
        ),
        "es": "el valor debe ser un número; alphabeta_search devolvió {returned}",
    },
}
"""Sentences that students read."""
# utility(state, player) is the player's own, and who moves at the root maximizes.
MIRRORED = True


class Game:
    """What games4e.py says that a game can do.

    Whose turn it is, the state says: `state.to_move`.
    """

    def __init__(self, initial):
        self.initial = initial

    def actions(self, state):
        return state.actions()

    def result(self, state, move):
        return state.result(move)

    def is_terminal(self, state):
        return state.is_terminal()

    def utility(self, state, player):
        value = state.utility()
        return value if player == "MAX" else -value


sys.modules["games4e"] = ModuleType("games4e")
sys.modules["games4e"].Game, sys.modules["games4e"].infinity = Game, inf


def search(student, state, problem):
    returned = student.alphabeta_search(Game(state), state)
    if not isinstance(returned, tuple) or len(returned) != 2:
        message = MESSAGES["no pair"].format(returned=problem.shown(returned))
        problem.refuse(message)
    value, move = returned
    if problem.interface == "alpha_beta_search":  # this exercise is about the move
        # AIMA's own code has none where each loses for certain.
        if move not in state.actions():
            message = MESSAGES["no move"].format(returned=problem.shown(returned))
            problem.refuse(message, unless_lost=returned == (-inf, None))
        return move
    if not isinstance(value, Number):
        message = MESSAGES["no number"].format(returned=problem.shown(returned))
        problem.refuse(message)
    return value if problem.to_move == "MAX" else -value  # MIN's values are its own
