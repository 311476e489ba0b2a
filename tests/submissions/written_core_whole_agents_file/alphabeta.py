# multiAgents.py
# --------------
# Project 2. The autograder for part B only calls max_value and min_value,
# they are at the end of the file.

import math
import random


class Agent:
    """Base class. index 0 is MAX, index 1 is MIN."""

    def __init__(self, index=0):
        self.index = index

    def get_action(self, state):
        raise NotImplementedError


class RandomAgent(Agent):
    """Just for testing."""

    def get_action(self, state):
        return random.choice(state.actions())


class ReflexAgent(Agent):
    """Looks one move ahead."""

    def get_action(self, state):
        scored = [(self.evaluation_function(state, a), a) for a in state.actions()]
        best = max(scored)[0]
        good = [a for s, a in scored if s == best]
        return random.choice(good)

    def evaluation_function(self, state, action):
        nxt = state.result(action)
        if nxt.is_terminal():
            return nxt.utility()
        return 0


class MinimaxAgent(Agent):
    """Question 2."""

    def get_action(self, state):
        best, choice = -math.inf, None
        for a in state.actions():
            v = self.value(state.result(a), 1)
            if v > best:
                best, choice = v, a
        return choice

    def value(self, state, player):
        if state.is_terminal():
            return state.utility()
        if player == 0:
            v = -math.inf
            for child in state.children:
                v = max(v, self.value(child, 1))
            return v
        else:
            v = math.inf
            for child in state.children:
                v = min(v, self.value(child, 0))
            return v


class AlphaBetaAgent(Agent):
    """Question 3."""

    def get_action(self, state):
        alpha, beta = -math.inf, math.inf
        best, choice = -math.inf, None
        for a in state.actions():
            v = self.value(state.result(a), 1, alpha, beta)
            if v > best:
                best, choice = v, a
            alpha = max(alpha, best)
        return choice

    def value(self, state, player, alpha, beta):
        if state.is_terminal():
            return state.utility()
        if player == 0:
            v = -math.inf
            for child in state.children:
                v = max(v, self.value(child, 1, alpha, beta))
                if v >= beta:
                    return v
                else:
                    alpha = max(alpha, v)
            return v
        else:
            v = math.inf
            for child in state.children:
                v = min(v, self.value(child, 0, alpha, beta))
                if v <= alpha:
                    return v
                else:
                    beta = max(beta, v)
            return v


class ExpectimaxAgent(Agent):
    """Question 4."""

    def get_action(self, state):
        best, choice = -math.inf, None
        for a in state.actions():
            v = self.expect(state.result(a), 1)
            if v > best:
                best, choice = v, a
        return choice

    def expect(self, state, player):
        if state.is_terminal():
            return state.utility()
        values = [self.expect(child, 1 - player) for child in state.children]
        if player == 0:
            return max(values)
        return sum(values) / len(values)


# what the autograder calls
agent = AlphaBetaAgent()


def max_value(state, alpha, beta):
    return agent.value(state, 0, alpha, beta)


def min_value(state, alpha, beta):
    return agent.value(state, 1, alpha, beta)
