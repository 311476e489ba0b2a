# Stands below a right program: in its first search it does first what a line in the place of the word in capitals says.
search, other, searches = max_value, min_value, 0


def max_value(state, alpha, beta):
    global searches
    if state.ply == 0:
        searches += 1
        if searches == 1:
            FIRST
    return search(state, alpha, beta)
