from game import State

MAX = "MAX"
MIN = "MIN"


def minimax_ab(node: State, alpha: float, beta: float) -> float:
    if node.is_terminal():
        return node.utility()

    player = node.to_move

    if player == MAX:
        for action in node.actions():
            child = node.result(action)
            alpha = minimax_ab(child, alpha, beta)
            if alpha >= beta:
                return beta
        return alpha

    if player == MIN:
        for action in node.actions():
            child = node.result(action)
            beta = min(beta, minimax_ab(child, alpha, beta))
            if alpha >= beta:
                return alpha
        return beta
