"""Practica 3: busqueda con adversario.

Contiene el juego de tres en raya de la practica 2 y los jugadores nuevos.
"""

INFINITO = float("inf")


class TresEnRaya:
    """El tablero de la practica 2 (no se usa en la entrega de alfa-beta)."""

    LINEAS = (
        (0, 1, 2), (3, 4, 5), (6, 7, 8),
        (0, 3, 6), (1, 4, 7), (2, 5, 8),
        (0, 4, 8), (2, 4, 6),
    )

    def __init__(self, casillas=None, turno="X"):
        self.casillas = casillas or [" "] * 9
        self.turno = turno

    def libres(self):
        return [i for i, c in enumerate(self.casillas) if c == " "]

    def gana(self, quien):
        for a, b, c in self.LINEAS:
            if self.casillas[a] == self.casillas[b] == self.casillas[c] == quien:
                return True
        return False

    def juega(self, i):
        nuevas = list(self.casillas)
        nuevas[i] = self.turno
        return TresEnRaya(nuevas, "O" if self.turno == "X" else "X")

    def __str__(self):
        filas = [self.casillas[i:i + 3] for i in (0, 3, 6)]
        return "\n".join("|".join(f) for f in filas)


class JugadorVoraz:
    """Elige lo mejor a un solo movimiento."""

    def elige(self, tablero):
        for i in tablero.libres():
            if tablero.juega(i).gana(tablero.turno):
                return i
        return tablero.libres()[0]


class JugadorMinimax:
    def valor(self, nodo, es_max):
        if nodo.is_terminal():
            return nodo.utility()
        valores = [self.valor(h, not es_max) for h in nodo.children]
        return max(valores) if es_max else min(valores)


class JugadorAlfaBeta:
    def __init__(self):
        self.podas = 0

    def juega_max(self, nodo, alfa, beta):
        if nodo.is_terminal():
            return nodo.utility()
        value = -INFINITO
        for sucesor in nodo.children:
            value = max(value, self.juega_min(sucesor, value, INFINITO))
            if value >= beta:
                self.podas += 1
                return value
        return value

    def juega_min(self, nodo, alfa, beta):
        if nodo.is_terminal():
            return nodo.utility()
        value = INFINITO
        for sucesor in nodo.children:
            value = min(value, self.juega_max(sucesor, alfa, beta))
            if value <= alfa:
                self.podas += 1
                return value
            beta = min(beta, value)
        return value


def max_value(state, alpha, beta):
    return JugadorAlfaBeta().juega_max(state, alpha, beta)


def min_value(state, alpha, beta):
    return JugadorAlfaBeta().juega_min(state, alpha, beta)
