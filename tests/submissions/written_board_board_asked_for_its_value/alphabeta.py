from board import *


def alphabeta(board, depth, alpha, beta, maximizing):
    if board.is_game_over() or depth == 0:
        return board.evaluate()

    bestValue = None
    for move in list(board.legal_moves):
        # try the move
        board.push(move)
        value = alphabeta(board, depth - 1, alpha, beta, not maximizing)
        board.pop()

        if bestValue is None:
            bestValue = value
        if maximizing:
            if value > bestValue:
                bestValue = value
            if bestValue > alpha:
                alpha = bestValue
        else:
            if value < bestValue:
                bestValue = value
            if bestValue < beta:
                beta = bestValue

        # prune
        if alpha >= beta:
            return bestValue
    return bestValue
