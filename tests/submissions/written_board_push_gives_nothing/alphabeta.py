import board as chess_board
from board import evaluate


def alphabeta(board, depth, alpha, beta, maximizing):
    if depth == 0:
        return evaluate(board)
    if board.is_game_over():
        return evaluate(board)
    if maximizing:
        value = float("-inf")
        for move in board.legal_moves:
            value = max(value, alphabeta(board.push(move), depth - 1, alpha, beta, False))
            board.pop()
            if value >= beta:
                break
            alpha = max(alpha, value)
        return value
    else:
        value = float("inf")
        for move in board.legal_moves:
            value = min(value, alphabeta(board.push(move), depth - 1, alpha, beta, True))
            board.pop()
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
