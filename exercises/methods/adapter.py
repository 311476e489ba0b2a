"""`max_value` and `min_value` are methods of a class `Player`, of which each search gets a new one."""

NEEDS = ("Player.max_value", "Player.min_value")


def search(student, state, problem):
    player = student.Player()
    return (player.max_value if problem.to_move == "MAX" else player.min_value)(
        state, *problem.window
    )
