# Übung 3 – αβ-Suche
from math import inf


def max_value(zustand, α, β):
    if zustand.is_terminal():
        return zustand.utility()
    wert = -inf
    for _, nachfolger in zustand.successors():
        wert = max(wert, min_value(nachfolger, α, β))
        if wert >= β:
            return wert
        α = max(α, wert)
    return wert


def min_value(zustand, α, β):
    if zustand.is_terminal():
        return zustand.utility()
    wert = inf
    for _, nachfolger in zustand.successors():
        wert = min(wert, max_value(nachfolger, α, β))
        if wert <= α:
            return wert
        β = min(β, wert)
    return wert
