"""Blatt 4, Aufgabe 2: Alpha-Beta-Suche."""
import operator

UNENDLICH = float("inf")

# Spieler: (Startwert, was er will, wann er aufhoert)
REGELN = {
    "MAX": (-UNENDLICH, max, operator.gt),
    "MIN": (UNENDLICH, min, operator.lt),
}


def suche(zustand, alpha, beta, spieler):
    if zustand.is_terminal():
        return zustand.utility()
    wert, waehle, reicht = REGELN[spieler]
    for kind in zustand.children:
        if spieler == "MAX":
            wert = waehle(wert, suche(kind, alpha, beta, "MIN"))
            schranke = beta
        else:
            wert = waehle(wert, suche(kind, alpha, beta, "MAX"))
            schranke = alpha
        if reicht(wert, schranke):
            return wert
        if spieler == "MAX":
            alpha = waehle(alpha, wert)
        else:
            beta = waehle(beta, wert)
    return wert


def max_value(state, alpha, beta):
    return suche(state, alpha, beta, "MAX")


def min_value(state, alpha, beta):
    return suche(state, alpha, beta, "MIN")
