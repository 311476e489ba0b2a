"""Search agents for Pacman. Everything in one file, as it has to be handed in."""

import math
import random

import util
from game import Actions, Agent, Directions
from util import manhattanDistance

PLUS = math.inf
MINUS = -math.inf


# ---------------------------------------------------------------- question 1

class ReflexAgent(Agent):
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [i for i in range(len(scores)) if scores[i] == bestScore]
        return legalMoves[random.choice(bestIndices)]

    def evaluationFunction(self, currentGameState, action):
        after = currentGameState.generatePacmanSuccessor(action)
        here = after.getPacmanPosition()
        dots = currentGameState.getFood().asList()
        threat = [
            manhattanDistance(here, g.getPosition())
            for g in after.getGhostStates()
            if not g.scaredTimer
        ]
        if threat and min(threat) <= 1:
            return MINUS
        return -min(manhattanDistance(here, dot) for dot in dots)


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def isLeaf(self, state, rounds):
        return rounds == self.depth or state.isWin() or state.isLose()

    def next(self, state, agent, rounds):
        """Who comes after an agent, and in which round."""
        agent += 1
        if agent == state.getNumAgents():
            return 0, rounds + 1
        return agent, rounds


# ---------------------------------------------------------------- question 2

class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions(0)
        scores = [self.search(gameState.generateSuccessor(0, a), 1, 0) for a in legalMoves]
        return legalMoves[scores.index(max(scores))]

    def search(self, state, agent, rounds):
        if self.isLeaf(state, rounds):
            return self.evaluationFunction(state)
        nextAgent, nextRounds = self.next(state, agent, rounds)
        values = [
            self.search(state.generateSuccessor(agent, a), nextAgent, nextRounds)
            for a in state.getLegalActions(agent)
        ]
        return max(values) if agent == 0 else min(values)


# ---------------------------------------------------------------- question 3

class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        # like in MinimaxAgent, but the search prunes
        legalMoves = gameState.getLegalActions(0)
        scores = [
            self.search(gameState.generateSuccessor(0, action), 1, 0, MINUS, PLUS)
            for action in legalMoves
        ]
        bestScore = max(scores)
        return legalMoves[scores.index(bestScore)]

    def search(self, state, agent, rounds, alpha, beta):
        if self.isLeaf(state, rounds):
            return self.evaluationFunction(state)
        if agent == 0:
            return self.maximum(state, rounds, alpha, beta)
        return self.minimum(state, agent, rounds, alpha, beta)

    def maximum(self, state, rounds, alpha, beta):
        value = MINUS
        nextAgent, nextRounds = self.next(state, 0, rounds)
        for action in state.getLegalActions(0):
            after = state.generateSuccessor(0, action)
            value = max(value, self.search(after, nextAgent, nextRounds, alpha, beta))
            if value > beta:
                return value
            alpha = max(alpha, value)
        return value

    def minimum(self, state, agent, rounds, alpha, beta):
        value = PLUS
        nextAgent, nextRounds = self.next(state, agent, rounds)
        for action in state.getLegalActions(agent):
            after = state.generateSuccessor(agent, action)
            value = min(value, self.search(after, nextAgent, nextRounds, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value


# ---------------------------------------------------------------- question 4

class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, choice = MINUS, Directions.STOP
        for action in gameState.getLegalActions(0):
            value = self.search(gameState.generateSuccessor(0, action), 1, 0)
            if value > best:
                best, choice = value, action
        return choice

    def search(self, state, agent, rounds):
        if self.isLeaf(state, rounds):
            return self.evaluationFunction(state)
        nextAgent, nextRounds = self.next(state, agent, rounds)
        values = []
        for action in state.getLegalActions(agent):
            after = state.generateSuccessor(agent, action)
            values.append(self.search(after, nextAgent, nextRounds))
        if agent == 0:
            return max(values)
        return sum(values) / float(len(values))


# ---------------------------------------------------------------- question 5

def mazeDistance(gameState, start, goals):
    """Steps to the nearest goal, by breadth first search."""
    walls = gameState.getWalls()
    queue = util.Queue()
    queue.push((start, 0))
    seen = {start}
    while not queue.isEmpty():
        place, steps = queue.pop()
        if place in goals:
            return steps
        for neighbor in Actions.getLegalNeighbors(place, walls):
            if neighbor not in seen:
                seen.add(neighbor)
                queue.push((neighbor, steps + 1))
    return PLUS


def betterEvaluationFunction(currentGameState):
    """Score, real distance to food and power pellets."""
    here = currentGameState.getPacmanPosition()
    dots = currentGameState.getFood().asList()
    total = currentGameState.getScore()
    if dots:
        total += 9.0 / (1 + mazeDistance(currentGameState, here, set(dots)))
    pellets = currentGameState.getCapsules()
    if pellets:
        total += 30.0 / (1 + mazeDistance(currentGameState, here, set(pellets)))
    return total


better = betterEvaluationFunction
