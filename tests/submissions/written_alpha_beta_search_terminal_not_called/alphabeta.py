INF = float("inf")


def alpha_beta_search(state):
    bestAction = None
    if state.to_move == "MAX":
        v = maxi(state, -INF, INF)
        bestAction = v[1]
    if state.to_move == "MIN":
        v = mini(state, -INF, INF)
        bestAction = v[1]
    return bestAction


# returns (value, action)
def maxi(s, a, b):
    if s.is_terminal():
        return (s.utility(), "")
    value = -INF
    action = s.actions()[0]
    for act in s.actions():
        x = mini(s.result(act), a, b)
        if x[0] > value:
            value = x[0]
            action = act
        if value >= b:
            return (value, action)
        a = max(a, value)
    return (value, action)


# returns (value, action)
def mini(s, a, b):
    if s.is_terminal:
        return (s.utility(), "")
    value = INF
    action = s.actions()[0]
    for act in s.actions():
        x = maxi(s.result(act), a, b)
        if x[0] < value:
            value = x[0]
            action = act
        if value <= a:
            return (value, action)
        b = min(b, value)
    return (value, action)
