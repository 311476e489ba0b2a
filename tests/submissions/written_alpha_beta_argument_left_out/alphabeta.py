# Alpha-Beta-Suche mit Tiefe

UNENDLICH = float("inf")


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if node.is_terminal() or depth == 0:
        return node.evaluate()
    if maximizing_player:
        wert = -UNENDLICH
        for zug in node.actions():
            kind = node.result(zug)
            wert = max(wert, alpha_beta(kind, depth - 1, alpha, beta))
            if wert >= beta:
                return wert  # Beta-Schnitt
            alpha = max(alpha, wert)
    else:
        wert = UNENDLICH
        for zug in node.actions():
            kind = node.result(zug)
            wert = min(wert, alpha_beta(kind, depth - 1, alpha, beta, True))
            if wert <= alpha:
                return wert  # Alpha-Schnitt
            beta = min(beta, wert)
    return wert
