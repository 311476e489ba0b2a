# -*- coding: latin-1 -*-
# Travail déposé par Zoë

INFINI = float("inf")

def max_value(state, alpha, beta):
	if state.is_terminal(): return state.utility()
	v = -INFINI
	for a, s in state.successors():
		v = max(v, min_value(s, alpha, beta))
		if v >= beta: return v
		alpha = max(alpha, v)
	return v

def min_value(state, alpha, beta):
	if state.is_terminal(): return state.utility()
	v = INFINI
	for a, s in state.successors():
		v = min(v, max_value(s, alpha, beta))
		if v <= alpha: return v
		beta = min(beta, v)
	return v
