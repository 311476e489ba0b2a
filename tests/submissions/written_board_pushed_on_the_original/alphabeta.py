"""Alpha-beta with copies of the board, so nothing has to be undone."""

from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if board.is_game_over() or depth == 0:
        return evaluate(board)
    best = None
    for move in board.legal_moves:
        child = board.copy()
        board.push(move)
        score = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = score if best is None else max(best, score)
            alpha = max(alpha, best)
        else:
            best = score if best is None else min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best
