"""Never gets to an answer."""


def max_value(state, alpha, beta):
    while True:
        pass


min_value = max_value
