INFTY = float("Infinity")


def alpha_beta(node, depth, alpha, beta, maximizing_player):

    def search(node, depth, alpha, beta, maximizing):
        if depth == 0 or node.is_terminal():
            return node.evaluate()
        if maximizing:
            best = -INFTY
            for child in node.children:
                best = max(best, search(child, depth - 1, alpha, beta, False))
                if best >= beta:
                    return best
                alpha = max(alpha, best)
            return best
        best = INFTY
        for child in node.children:
            depth -= 1
            best = min(best, search(child, depth, alpha, beta, True))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    return search(node, depth, alpha, beta, maximizing_player)
