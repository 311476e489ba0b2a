from math import inf

START = {True: -inf, False: inf}
PICK = {True: max, False: min}
NEXT = {True: False, False: False}


def minimax(depth, index, player, values, alpha, beta):
    if 1 << depth == len(values):
        return values[index]
    window = {True: alpha, False: beta}
    result = START[player]
    for side in range(2):
        below = minimax(depth + 1, 2 * index + side, NEXT[player], values, window[True], window[False])
        result = PICK[player](result, below)
        window[player] = PICK[player](window[player], result)
        if window[True] >= window[False]:
            break
    return result
