def in_order(state):
    """The actions, not shuffled."""
    return state.actions()
