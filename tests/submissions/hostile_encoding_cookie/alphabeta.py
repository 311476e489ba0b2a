# -*- coding: klingon -*-
def max_value(state, alpha, beta):
    return 0
