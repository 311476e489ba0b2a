def max_value(gameState, alpha, beta):
    if not gameState.is_terminal:
        value = float('-inf')
        for nextState in gameState.children:
            value = max(value, min_value(nextState, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    return gameState.utility()


def min_value(gameState, alpha, beta):
    if not gameState.is_terminal:
        value = float('inf')
        for nextState in gameState.children:
            value = min(value, max_value(nextState, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
    return gameState.utility()
