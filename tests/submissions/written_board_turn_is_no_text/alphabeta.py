from board import Board, evaluate

inf = float("inf")


def alphabeta(board, depth, alpha, beta, maximizing):
    """alpha-beta with push and pop, ask the board who moves"""
    if depth <= 0:
        return evaluate(board)
    if board.is_game_over():
        return evaluate(board)
    if board.turn == "MAX":
        return max_part(board, depth, alpha, beta)
    return min_part(board, depth, alpha, beta)


def max_part(board, depth, alpha, beta):
    v = -inf
    for m in board.legal_moves:
        board.push(m)
        v = max(v, alphabeta(board, depth - 1, alpha, beta, False))
        board.pop()
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_part(board, depth, alpha, beta):
    v = inf
    for m in board.legal_moves:
        board.push(m)
        v = min(v, alphabeta(board, depth - 1, alpha, beta, True))
        board.pop()
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
