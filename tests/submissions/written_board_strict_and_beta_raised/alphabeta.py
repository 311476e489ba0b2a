import board as b


class Position:
    """with Position(board, move): ... makes a move and takes it back at the end."""

    def __init__(self, board, move):
        self.board, self.move = board, move

    def __enter__(self):
        self.board.push(self.move)
        return self.board

    def __exit__(self, *error):
        self.board.pop()


def alphabeta(board, depth, alpha, beta, maximizing):
    if depth == 0 or board.is_game_over():
        return b.evaluate(board)
    best = float("-inf" if maximizing else "inf")
    choose = max if maximizing else min
    for move in board.legal_moves:
        with Position(board, move) as after:
            score = alphabeta(after, depth - 1, alpha, beta, not maximizing)
        best = choose(best, score)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = max(beta, best)
        if alpha > beta:
            break
    return best
