from functools import reduce
from math import inf

# who moves -> (how to combine two values, what to begin with)
RULES = {
    "MAX": (max, 0),
    "MIN": (min, inf),
}


def minimax(state):
    def visit(node):
        return node.utility() if node.is_terminal() else combine(node)

    def combine(node):
        better, start = RULES[node.to_move]
        return reduce(better, map(visit, node.children), start)

    return visit(state)
