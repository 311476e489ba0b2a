from board import Board, evaluate

INF = float("inf")


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    """Minimax with alpha beta pruning, for the chess bot."""
    if board.is_game_over() or depth == 0:
        return evaluate(board)
    if maximizing:
        score_max = -INF
        for m in board.legal_moves:
            board.push(m)
            s = alphabeta(board, depth - 1, alpha, beta, False)
            board.pop()
            score_max = max(score_max, s)
            if score_max >= beta:
                return score_max
            alpha = max(alpha, score_max)
        return score_max
    else:
        score_min = INF
        for m in board.legal_moves:
            board.push(m)
            s = alphabeta(board, depth - 1, alpha, beta, True)
            board.pop()
            score_min = min(score_min, s)
            if score_min < alpha:
                return score_min
        return score_min
