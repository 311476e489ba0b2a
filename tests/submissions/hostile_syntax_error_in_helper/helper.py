x = 1
def max_value(state, alpha, beta)
    return 0
