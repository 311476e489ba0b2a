import sys

print("alphabeta loaded", "." * 30_000)


def say(*words):
    print(*words)
    print(*words, file=sys.stderr)


def max_value(state, alpha, beta):
    say("MAX", state.name, "alpha", alpha, "beta", beta, "=" * 400)
    if state.is_terminal():
        return state.utility()
    v = -float("inf")
    for a in state.actions():
        v = max(v, min_value(state.result(a), alpha, beta))
        say("  after", a, "v is", v)
        if v >= beta:
            say("  beta cutoff at", state.name)
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    say("MIN", state.name, "alpha", alpha, "beta", beta, "=" * 400)
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for a in state.actions():
        v = min(v, max_value(state.result(a), alpha, beta))
        say("  after", a, "v is", v)
        if v <= alpha:
            say("  alpha cutoff at", state.name)
            return v
        beta = min(beta, v)
    return v
