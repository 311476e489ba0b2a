import math

from board import evaluate


def alphabeta(board, depth, alpha, beta, maximizing):
    # horizon reached or game over
    if depth == 0 or board.is_game_over():
        return evaluate(board)

    if maximizing:
        maxEval = -math.inf
        for move in board.legal_moves:
            board.push(move)
            value = alphabeta(board, depth - 1, alpha, beta, False)
            maxEval = max(maxEval, value)
            alpha = max(alpha, value)
            if beta <= alpha:
                return maxEval
            board.pop()
        return maxEval
    else:
        minEval = math.inf
        for move in board.legal_moves:
            board.push(move)
            value = alphabeta(board, depth - 1, alpha, beta, True)
            minEval = min(minEval, value)
            beta = min(beta, value)
            if beta <= alpha:
                return minEval
            board.pop()
        return minEval
