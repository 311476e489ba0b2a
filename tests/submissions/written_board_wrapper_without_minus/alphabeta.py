from math import inf

from board import Board, evaluate


def negamax(board: Board, depth: int, alpha: float, beta: float, color: int) -> float:
    if depth == 0 or board.is_game_over():
        return color * evaluate(board)
    best = -inf
    for move in board.legal_moves:
        board.push(move)
        score = -negamax(board, depth - 1, -beta, -alpha, -color)
        board.pop()
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    if maximizing:
        return negamax(board, depth, alpha, beta, 1)
    return negamax(board, depth, -beta, -alpha, -1)
