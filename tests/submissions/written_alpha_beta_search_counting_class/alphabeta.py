from math import inf


class Searcher:
    """Alpha-beta as a class, so that I can print some statistics."""

    def __init__(self):
        self.leaves = 0
        self.pruned = 0

    def best_for_max(self, node, alpha, beta):
        if node.is_terminal():
            self.leaves += 1
            return node.utility(), None
        best_val = -inf
        best_act = node.actions()[0]
        for act in node.actions():
            val = self.best_for_min(node.result(act), alpha, beta)[0]
            if val > best_val:
                best_val = val
                best_act = act
            if best_val > beta:
                self.pruned += 1
                break
            if best_val > alpha:
                alpha = best_val
        return best_val, best_act

    def best_for_min(self, node, alpha, beta):
        if node.is_terminal():
            self.leaves += 1
            return node.utility(), None
        best_val = inf
        best_act = node.actions()[0]
        for act in node.actions():
            val = self.best_for_max(node.result(act), alpha, beta)[0]
            if val < best_val:
                best_val = val
                best_act = act
            if best_val <= alpha:
                self.pruned += 1
                break
            if best_val < beta:
                beta = best_val
        return best_val, best_act


def alpha_beta_search(state):
    searcher = Searcher()
    if state.to_move == "MAX":
        value, action = searcher.best_for_max(state, -inf, inf)
    else:
        value, action = searcher.best_for_min(state, -inf, inf)
    return action
