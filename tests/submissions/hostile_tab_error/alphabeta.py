def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
	return 0


min_value = max_value
