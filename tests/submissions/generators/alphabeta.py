def node(state, is_max, alpha, beta):
    """Yields (child, is_max, alpha, beta) to have a child searched, and is sent its value."""
    if state.is_terminal():
        return state.utility()
    best = None
    for child in state.children:
        value = yield child, not is_max, alpha, beta
        if is_max:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def run(*arguments):
    path, value = [node(*arguments)], None
    while path:
        try:
            arguments = path[-1].send(value)
        except StopIteration as finished:
            path.pop()
            value = finished.value
        else:
            path.append(node(*arguments))
            value = None
    return value


def max_value(state, alpha, beta):
    return run(state, True, alpha, beta)


def min_value(state, alpha, beta):
    return run(state, False, alpha, beta)
