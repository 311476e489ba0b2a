from game import State


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Only starts the search."""
    window = {"alpha": alpha, "beta": beta}
    return search(node, depth, window, "MAX" if maximizing_player else "MIN")


def search(node, depth, window, player):
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    other = "MIN" if player == "MAX" else "MAX"
    best = None
    for child in node.children:
        value = search(child, depth - 1, window, other)
        if player == "MAX":
            if best is None or value > best:
                best = value
            window["alpha"] = max(window["alpha"], best)
        else:
            if best is None or value < best:
                best = value
            window["beta"] = min(window["beta"], best)
        if window["alpha"] >= window["beta"]:
            break
    return best
