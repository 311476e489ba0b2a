from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth, alpha, beta, maximizing):
    if depth == 0:
        return evaluate(board)
    best = -inf if maximizing else inf
    for move in board.legal_moves:
        board.push(move)
        value = alphabeta(board, depth - 1, alpha, beta, not maximizing)
        board.pop()
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
