import board as chess

INFINITY = float("inf")


def play(board, move):
    after = board.copy()
    after.push(move)
    return after


def alphabeta(board, depth, alpha, beta, maximizing):
    out_of_depth = depth < 0
    if out_of_depth or board.is_game_over():
        return chess.evaluate(board)
    boards = (play(board, move) for move in board.legal_moves)
    if maximizing:
        v = -INFINITY
        for after in boards:
            v = max(v, alphabeta(after, depth - 1, alpha, beta, False))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
    v = INFINITY
    for after in boards:
        v = min(v, alphabeta(after, depth - 1, alpha, beta, True))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
