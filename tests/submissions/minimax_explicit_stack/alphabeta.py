def minimax(state):
    if state.is_terminal():
        return state.utility()
    stack = [(state, iter(state.children), [])]
    while True:
        node, children, values = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            value = max(values) if node.to_move == "MAX" else min(values)
            if not stack:
                return value
            stack[-1][2].append(value)
        elif child.is_terminal():
            values.append(child.utility())
        else:
            stack.append((child, iter(child.children), []))
