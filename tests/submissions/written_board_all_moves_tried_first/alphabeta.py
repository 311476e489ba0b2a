from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if depth == 0 or board.is_game_over():
        return evaluate(board)

    scores = [try_move(board, move, depth, alpha, beta, maximizing) for move in board.legal_moves]

    if maximizing:
        best = -inf
        for score in scores:
            best = max(best, score)
            alpha = max(alpha, best)
            if beta <= alpha:
                break
    else:
        best = inf
        for score in scores:
            best = min(best, score)
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best


def try_move(board, move, depth, alpha, beta, maximizing):
    board.push(move)
    score = alphabeta(board, depth - 1, alpha, beta, not maximizing)
    board.pop()
    return score
