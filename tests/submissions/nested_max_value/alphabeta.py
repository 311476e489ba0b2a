"""Two functions with default windows, which print what they leave out."""


def terminal_test(tree):
    return type(tree) is int


def max_value(tree, alpha=float("-inf"), beta=float("inf")):
    if terminal_test(tree):
        return tree
    v = float("-inf")
    for i in range(len(tree)):
        v = max(v, min_value(tree[i], alpha, beta))
        if v >= beta:
            print("Pruning:", ", ".join(map(str, tree[i + 1 :])))
            tree[:] = tree[: i + 1]
            return v
        alpha = max(alpha, v)
    return v


def min_value(tree, alpha=float("-inf"), beta=float("inf")):
    if terminal_test(tree):
        return tree
    v = float("inf")
    for i in range(len(tree)):
        v = min(v, max_value(tree[i], alpha, beta))
        if v <= alpha:
            print(f"Pruning: {tree[i + 1 :]}, as {v:.1f} is at most {alpha}")
            return v
        beta = min(beta, v)
    return v
