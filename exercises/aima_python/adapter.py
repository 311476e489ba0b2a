"""The games of AIMA's Python code, third edition: `alpha_beta_search(state, game)` returns an action."""

import sys
from math import inf
from types import ModuleType

NEEDS = ("alpha_beta_search",)
MIRRORED = True  # utility(state, player) is the player's own, and who moves at the root maximizes


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
    if action not in state.actions():  # AIMA's own code has none where each loses for certain
        words = f"alpha_beta_search must return one of game.actions(state); it returned {action!r}"
        problem.refuse(words, unless_lost=action is None)
    return action
