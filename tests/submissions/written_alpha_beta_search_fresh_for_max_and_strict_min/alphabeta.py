infinity = float("inf")


def alpha_beta_search(state):
    search(state, -infinity, infinity)
    answer = moves[state]
    moves.clear()
    return answer


moves = {}  # the best move that was found in each state


def search(state, low, high):
    if state.is_terminal():
        return state.utility()
    children = state.actions()
    moves[state] = children[0]
    if state.to_move == "MAX":
        value = -infinity
        for action in children:
            below = search(state.result(action), -infinity, infinity)
            if below > value:
                value, moves[state] = below, action
            if value >= high:
                return value
            low = max(low, value)
    else:
        value = infinity
        for action in children:
            below = search(state.result(action), low, high)
            if below < value:
                value, moves[state] = below, action
            if value < low:
                return value
            high = min(high, value)
    return value
