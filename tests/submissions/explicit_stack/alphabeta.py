"""Alpha-beta without recursion.

The stack holds one list for each node on the path from the root to where the search is:
[the children, which child is next, whether MAX moves, alpha, beta, best value so far].
"""

CHILDREN, NEXT, IS_MAX, ALPHA, BETA, BEST = range(6)


def frame(state, is_max, alpha, beta):
    return [state.children, 0, is_max, alpha, beta, float("-inf") if is_max else float("inf")]


def search(state, is_max, alpha, beta):
    if state.is_terminal():
        return state.utility()
    stack = [frame(state, is_max, alpha, beta)]
    while True:
        top = stack[-1]
        value = None  # of the child that was finished last
        if top[ALPHA] >= top[BETA] or top[NEXT] == len(top[CHILDREN]):
            value = top[BEST]
            stack.pop()
            if not stack:
                return value
            top = stack[-1]
        else:
            child = top[CHILDREN][top[NEXT]]
            top[NEXT] += 1
            if child.is_terminal():
                value = child.utility()
            else:
                stack.append(frame(child, not top[IS_MAX], top[ALPHA], top[BETA]))
                continue
        if top[IS_MAX]:
            top[BEST] = max(top[BEST], value)
            top[ALPHA] = max(top[ALPHA], top[BEST])
        else:
            top[BEST] = min(top[BEST], value)
            top[BETA] = min(top[BETA], top[BEST])


def max_value(state, alpha, beta):
    return search(state, True, alpha, beta)


def min_value(state, alpha, beta):
    return search(state, False, alpha, beta)
