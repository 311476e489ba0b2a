def max_value(state, alpha, beta):
    print('résultat')
    return 0


min_value = max_value
