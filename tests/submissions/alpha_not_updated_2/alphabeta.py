def max_value(position, a, b):
    if position.is_terminal():
        return position.utility()
    moves = position.actions()
    value = min_value(position.result(moves[0]), a, b)
    new_a = max(a, value)
    for k in range(1, len(moves)):
        if value >= b:
            break
        value = max(value, min_value(position.result(moves[k]), a, b))
        new_a = max(new_a, value)
    return value


def min_value(position, a, b):
    if position.is_terminal():
        return position.utility()
    moves = position.actions()
    value = max_value(position.result(moves[0]), a, b)
    b = min(b, value)
    for k in range(1, len(moves)):
        if value <= a:
            break
        value = min(value, max_value(position.result(moves[k]), a, b))
        b = min(b, value)
    return value
