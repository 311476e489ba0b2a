"""The newest edition: alpha_beta_search(state, depth), with functions inside."""

import random

from isolation import DebugState
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        print(DebugState)
        self.queue.put(random.choice(state.actions()))
        depth = 1
        while True:
            self.queue.put(self.alpha_beta_search(state, depth))
            depth += 1

    def alpha_beta_search(self, state, depth):
        def min_value(state, alpha, beta, depth):
            if state.terminal_test():
                return state.utility(self.player_id)
            if depth <= 0:
                return self.heuristic(state)
            value = float("inf")
            for action in state.actions():
                value = min(
                    value, max_value(state.result(action), alpha, beta, depth - 1)
                )
                if value <= alpha:
                    return value
                beta = min(beta, value)
            return value

        def max_value(state, alpha, beta, depth):
            if state.terminal_test():
                return state.utility(self.player_id)
            if depth <= 0:
                return self.heuristic(state)
            value = float("-inf")
            for action in state.actions():
                value = max(
                    value, min_value(state.result(action), alpha, beta, depth - 1)
                )
                if value >= beta:
                    return value
                alpha = max(alpha, value)
            return value

        alpha = float("-inf")
        best_score, best_move = float("-inf"), None
        for action in state.actions():
            score = min_value(state.result(action), alpha, float("inf"), depth - 1)
            alpha = max(alpha, score)
            if score > best_score:
                best_score, best_move = score, action
        return best_move or random.choice(state.actions())

    def heuristic(self, state):
        own = state.liberties(state.locs[self.player_id])
        other = state.liberties(state.locs[1 - self.player_id])
        return len(own) - len(other)
