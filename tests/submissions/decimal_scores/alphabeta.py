from decimal import Decimal


def max_value(state, alpha, beta):
    if state.is_terminal():
        return Decimal(str(state.utility()))
    v = Decimal("-Infinity")
    for child in state.children:
        v = max(v, min_value(child, Decimal(str(alpha)), Decimal(str(beta))))
        if v >= Decimal(str(beta)):
            return v
        alpha = max(Decimal(str(alpha)), v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return Decimal(str(state.utility()))
    v = Decimal("Infinity")
    for child in state.children:
        v = min(v, max_value(child, Decimal(str(alpha)), Decimal(str(beta))))
        if v <= Decimal(str(alpha)):
            return v
        beta = min(Decimal(str(beta)), v)
    return v
