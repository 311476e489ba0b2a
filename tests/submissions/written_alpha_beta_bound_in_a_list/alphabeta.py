# bounds[0] is alpha and bounds[1] is beta, so True and False can index them


def alpha_beta(node, depth, alpha, beta, maximizing_player):
    if depth < 0 or node.is_terminal():
        return node.evaluate()
    pick = max if maximizing_player else min
    best = pick(float("-inf"), float("inf"), key=lambda x: -x)
    bounds = [alpha, beta]
    for child in node.children:
        reply = alpha_beta(child, depth - 1, *bounds, not maximizing_player)
        best = pick(best, reply)
        bounds[maximizing_player] = pick(bounds[maximizing_player], best)
        if bounds[0] >= bounds[1]:
            break
    return best
