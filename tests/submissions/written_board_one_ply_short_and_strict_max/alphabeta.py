from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if depth <= 1 or board.is_game_over():
        return evaluate(board)

    if maximizing:
        v = -inf
        for move in board.legal_moves:
            board.push(move)
            v = max(v, alphabeta(board, depth - 1, alpha, beta, not maximizing))
            board.pop()
            alpha = max(alpha, v)
            if alpha > beta:
                break
        return v

    v = inf
    for move in board.legal_moves:
        board.push(move)
        v = min(v, alphabeta(board, depth - 1, alpha, beta, not maximizing))
        board.pop()
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
