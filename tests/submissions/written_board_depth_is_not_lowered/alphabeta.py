import math
from board import Board, evaluate


def alphabeta(board, depth, alpha, beta, maximizing):
    # leaf node or game over
    if depth == 0 or board.is_game_over():
        return evaluate(board)

    if maximizing:
        max_value = -math.inf
        for move in board.legal_moves:
            board.push(move)
            value = alphabeta(board, depth - 1, alpha, beta, False)
            board.pop()
            if value > max_value:
                max_value = value
            alpha = max(alpha, max_value)
            if beta <= alpha:
                break
        return max_value

    min_value = math.inf
    for move in board.legal_moves:
        board.push(move)
        value = alphabeta(board, depth, alpha, beta, True)
        board.pop()
        if value < min_value:
            min_value = value
        beta = min(beta, min_value)
        if beta <= alpha:
            break
    return min_value
