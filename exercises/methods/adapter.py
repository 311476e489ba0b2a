"""`max_value` and `min_value` are methods of a class `Player`.

Each search gets a new player.
"""

NEEDS = ("Player.max_value", "Player.min_value")


def search(student, state, problem):
    player = student.Player()
    start = player.max_value if problem.to_move == "MAX" else player.min_value
    return start(state, *problem.window)
