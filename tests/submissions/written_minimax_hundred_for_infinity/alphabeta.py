def minimax(state):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MIN":
        return smallest(state)
    return largest(state)


def smallest(state):
    lowest = 100  # higher than any score
    for child in state.children:
        score = minimax(child)
        if score < lowest:
            lowest = score
    return lowest


def largest(state):
    highest = -100
    for child in state.children:
        score = minimax(child)
        if score > highest:
            highest = score
    return highest
