"""The games of AIMA's Python code, third edition.

`alpha_beta_search(state, game)` returns an action.
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
from types import ModuleType

NEEDS = ("alpha_beta_search",)
MESSAGES = {
    "no action": {
        "en": (
            "alpha_beta_search must return one of game.actions(state); it "
            "returned {returned}"
        ),
        "de": (
            "alpha_beta_search muss eine Aktion aus game.actions(state) zurückgeben; "
            "zurückgegeben wurde {returned}"
        ),
        "es": (
            "alpha_beta_search debe devolver una acción de game.actions(state); "
            "devolvió {returned}"
        ),
    },
}
"""Sentences that students read."""
# utility(state, player) is the player's own, and who moves at the root maximizes.
MIRRORED = True


class Game:
    """What games.py says that a game can do."""

    def __init__(self, initial):
        self.initial = initial

    def actions(self, state):
        return state.actions()

    def result(self, state, move):
        return state.result(move)

    def utility(self, state, player):
        value = state.utility()
        return value if player == "MAX" else -value

    def terminal_test(self, state):
        return state.is_terminal()

    def to_move(self, state):
        return state.to_move


sys.modules["games"] = ModuleType("games")
sys.modules["games"].Game, sys.modules["games"].infinity = Game, inf


def search(student, state, problem):
    action = student.alpha_beta_search(state, Game(state))
    # AIMA's own code has none where each loses for certain.
    if action not in state.actions():
        message = MESSAGES["no action"].format(returned=problem.shown(action))
        problem.refuse(message, unless_lost=action is None)
    return action
