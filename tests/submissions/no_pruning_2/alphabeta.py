INF = 1e400  # infinity


def max_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    moves = s.actions()
    highest = -INF
    i = 0
    while i < len(moves):
        x = min_value(s.result(moves[i]), a, b)
        if x > highest:
            highest = x
        if highest > a:
            a = highest
        i += 1
    return highest


def min_value(s, a, b):
    if s.is_terminal():
        return s.utility()
    moves = s.actions()
    lowest = INF
    i = 0
    while i < len(moves):
        x = max_value(s.result(moves[i]), a, b)
        if x < lowest:
            lowest = x
        if lowest < b:
            b = lowest
        i += 1
    return lowest
