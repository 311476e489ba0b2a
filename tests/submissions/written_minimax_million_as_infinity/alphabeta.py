def minimax(state):
    """Returns the minimax value of the state."""
    if state.is_terminal():
        return state.utility()
    turn = state.to_move
    if turn == 'MAX':
        best_score = -1000000
    else:
        best_score = 1000000
    for (move, next_state) in state.successors():
        score = minimax(next_state)
        if turn == 'MAX':
            best_score = max(best_score, score)
        else:
            best_score = min(best_score, score)
    return best_score
