INFINITO = float("inf")


def max_value(estado, alfa, beta):
    if estado.is_terminal():
        return estado.utility()
    mejor = -INFINITO
    for hijo in estado.children:
        valor = min_value(hijo, alfa, beta)
        if valor > mejor:
            mejor = valor
    # poda
    if mejor >= beta:
        return mejor
    alfa = max(alfa, mejor)
    return mejor


def min_value(estado, alfa, beta):
    if estado.is_terminal():
        return estado.utility()
    peor = INFINITO
    for hijo in estado.children:
        valor = max_value(hijo, alfa, beta)
        if valor < peor:
            peor = valor
        # poda
        if peor <= alfa:
            return peor
        beta = min(beta, peor)
    return peor
