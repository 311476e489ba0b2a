import sys

def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for succ in state.children:
        v = max(v, min_value(succ, alpha, beta))
        if v >= beta:
            return v
        alpha = v
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for succ in state.children:
        v = min(v, max_value(succ, alpha, beta))
        if v <= alpha:
            return v
        beta = v
    return v

if __name__ == "__main__":
    print("run test_alphabeta.py instead", file=sys.stderr)
