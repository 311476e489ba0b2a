def minimax_ab(node, alpha, beta):
    def search(state, low, high, sign):
        if state.is_terminal():
            return sign * state.utility()
        i, children = 0, state.children
        while i < len(children) and low < high:
            low = max(low, -search(children[i], -high, -low, -sign))
            i += 1
        return min(low, high)

    if node.to_move == "MAX":
        return search(node, alpha, beta, 1)
    return -search(node, -beta, -alpha, -1)
