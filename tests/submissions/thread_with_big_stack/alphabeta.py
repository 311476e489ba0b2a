import sys
import threading

sys.setrecursionlimit(20_000)
threading.stack_size(16 * 1024 * 1024)


def in_a_thread(function, *arguments):
    results = []
    thread = threading.Thread(target=lambda: results.append(function(*arguments)))
    thread.start()
    thread.join()
    return results[0]


def highest(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for child in state.children:
        v = max(v, lowest(child, alpha, beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def lowest(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for child in state.children:
        v = min(v, highest(child, alpha, beta))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v


def max_value(state, alpha, beta):
    return in_a_thread(highest, state, alpha, beta)


def min_value(state, alpha, beta):
    return in_a_thread(lowest, state, alpha, beta)
