from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if depth == 0 or board.is_game_over():
        return evaluate(board)

    if maximizing:
        best = -inf
        for move in board.legal_moves:
            board.push(move)
            best = max(best, alphabeta(board, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            board.pop()
        return best
    else:
        best = inf
        for move in board.legal_moves:
            board.push(move)
            best = min(best, alphabeta(board, depth - 1, alpha, beta, True))
            beta = min(beta, best)
            if alpha >= beta:
                break
            board.pop()
        return best
