# multiAgents.py
from __future__ import print_function

from util import *
from game import Directions, Agent
import random, util


class ReflexAgent(Agent):

    def getAction(self, gameState):
        moves = gameState.getLegalActions()
        bestMove = moves[0]
        bestValue = -1e400
        for move in moves:
            value = self.evaluationFunction(gameState, move)
            if value > bestValue:
                bestValue = value
                bestMove = move
        return bestMove

    def evaluationFunction(self, currentGameState, action):
        nextState = currentGameState.generatePacmanSuccessor(action)
        pos = nextState.getPacmanPosition()
        ghosts = nextState.getGhostPositions()
        food = nextState.getFood().asList()
        value = nextState.getScore()
        for g in ghosts:
            if manhattanDistance(pos, g) < 3:
                value = value - 100
        for f in food:
            value = value + 1.0 / manhattanDistance(pos, f)
        return value


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):

    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        bestMove = None
        bestValue = -1e400
        for move in gameState.getLegalActions(0):
            value = self.getMin(gameState.generateSuccessor(0, move), 1, self.depth)
            if value > bestValue:
                bestValue, bestMove = value, move
        return bestMove

    def getMax(self, state, depth):
        if depth == 0 or len(state.getLegalActions(0)) == 0:
            return self.evaluationFunction(state)
        return max([self.getMin(state.generateSuccessor(0, m), 1, depth) for m in state.getLegalActions(0)])

    def getMin(self, state, ghost, depth):
        if len(state.getLegalActions(ghost)) == 0:
            return self.evaluationFunction(state)
        values = []
        for m in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, m)
            if ghost == state.getNumAgents() - 1:
                values.append(self.getMax(child, depth - 1))
            else:
                values.append(self.getMin(child, ghost + 1, depth))
        return min(values)


class AlphaBetaAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        alpha = -1e400
        beta = 1e400
        bestMove = gameState.getLegalActions(0)[0]
        for move in gameState.getLegalActions(0):
            value = self.getMin(gameState.generateSuccessor(0, move), 1, self.depth, alpha, beta)
            if value > alpha:
                alpha = value
                bestMove = move
        return bestMove

    def getMax(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = -1e400
        for m in state.getLegalActions(0):
            v = max(v, self.getMin(state.generateSuccessor(0, m), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def getMin(self, state, ghost, depth, alpha, beta):
        v = 1e400
        for m in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, m)
            if ghost == state.getNumAgents() - 1:
                v = min(v, self.getMax(child, depth - 1, alpha, beta))
            else:
                v = min(v, self.getMin(child, ghost + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        bestMove = None
        bestValue = -1e400
        for move in gameState.getLegalActions(0):
            value = self.getExp(gameState.generateSuccessor(0, move), 1, self.depth)
            if value > bestValue:
                bestValue, bestMove = value, move
        return bestMove

    def getMax(self, state, depth):
        if depth == 0 or len(state.getLegalActions(0)) == 0:
            return self.evaluationFunction(state)
        return max([self.getExp(state.generateSuccessor(0, m), 1, depth) for m in state.getLegalActions(0)])

    def getExp(self, state, ghost, depth):
        moves = state.getLegalActions(ghost)
        if len(moves) == 0:
            return self.evaluationFunction(state)
        total = 0.0
        for m in moves:
            child = state.generateSuccessor(ghost, m)
            if ghost == state.getNumAgents() - 1:
                total = total + self.getMax(child, depth - 1)
            else:
                total = total + self.getExp(child, ghost + 1, depth)
        return total / len(moves)


def betterEvaluationFunction(currentGameState):
    """
    DESCRIPTION: same as in my ReflexAgent, but for states; scared ghosts are good.
    """
    pos = currentGameState.getPacmanPosition()
    value = currentGameState.getScore()
    for ghostState in currentGameState.getGhostStates():
        d = manhattanDistance(pos, ghostState.getPosition())
        if ghostState.scaredTimer > 0:
            value = value + 50.0 / (d + 1)
        elif d < 3:
            value = value - 100
    for f in currentGameState.getFood().asList():
        value = value + 1.0 / manhattanDistance(pos, f)
    return value


better = betterEvaluationFunction


class ContestAgent(MultiAgentSearchAgent):

    def getAction(self, gameState):
        print("no contest this year")
        util.raiseNotDefined()
