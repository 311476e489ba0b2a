# multiAgents.py
# --------------
# Project 2, questions 1 to 5

from util import manhattanDistance
from game import Directions
import random, util

from game import Agent


class ReflexAgent(Agent):
    """
    A reflex agent chooses an action at each choice point by examining
    its alternatives via a state evaluation function.
    """

    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]
        chosenIndex = random.choice(bestIndices)
        return legalMoves[chosenIndex]

    def evaluationFunction(self, currentGameState, action):
        successorGameState = currentGameState.generatePacmanSuccessor(action)
        newPos = successorGameState.getPacmanPosition()
        newFood = successorGameState.getFood()
        newGhostStates = successorGameState.getGhostStates()
        newScaredTimes = [ghostState.scaredTimer for ghostState in newGhostStates]

        score = successorGameState.getScore()

        closestFood = 100000
        for food in newFood.asList():
            distance = manhattanDistance(newPos, food)
            if distance < closestFood:
                closestFood = distance
        if closestFood < 100000:
            score += 10.0 / closestFood

        for i in range(len(newGhostStates)):
            ghostDistance = manhattanDistance(newPos, newGhostStates[i].getPosition())
            if newScaredTimes[i] > ghostDistance:
                score += 100
            elif ghostDistance < 2:
                score -= 500
        if action == Directions.STOP:
            score -= 10
        return score


def scoreEvaluationFunction(currentGameState):
    """
    This default evaluation function just returns the score of the state.
    """
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """
    This class provides some common elements to all of your
    multi-agent searchers.
    """

    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    """
    Your minimax agent (question 2)
    """

    def getAction(self, gameState):
        bestAction = None
        bestValue = -float('inf')
        for action in gameState.getLegalActions(0):
            value = self.minValue(gameState.generateSuccessor(0, action), 0, 1)
            if value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def isOver(self, gameState, currentDepth):
        return currentDepth == self.depth or gameState.isWin() or gameState.isLose()

    def maxValue(self, gameState, currentDepth):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = -float('inf')
        for action in gameState.getLegalActions(0):
            v = max(v, self.minValue(gameState.generateSuccessor(0, action), currentDepth, 1))
        return v

    def minValue(self, gameState, currentDepth, agentIndex):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = float('inf')
        for action in gameState.getLegalActions(agentIndex):
            successor = gameState.generateSuccessor(agentIndex, action)
            if agentIndex == gameState.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, currentDepth + 1))
            else:
                v = min(v, self.minValue(successor, currentDepth, agentIndex + 1))
        return v


class AlphaBetaAgent(MultiAgentSearchAgent):
    """
    Your minimax agent with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        """
        Returns the minimax action using self.depth and self.evaluationFunction
        """
        bestAction = None
        bestValue = -float('inf')
        alpha = -float('inf')
        beta = float('inf')
        for action in gameState.getLegalActions(0):
            value = self.minValue(gameState.generateSuccessor(0, action), 0, 1, alpha, beta)
            if bestAction is None or value > bestValue:
                bestValue = value
                bestAction = action
            alpha = max(alpha, bestValue)
        return bestAction

    def isOver(self, gameState, currentDepth):
        return currentDepth == self.depth or gameState.isWin() or gameState.isLose()

    def maxValue(self, gameState, currentDepth, alpha, beta):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = -float('inf')
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            v = max(v, self.minValue(successor, currentDepth, 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, gameState, currentDepth, agentIndex, alpha, beta):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = float('inf')
        for action in gameState.getLegalActions(agentIndex):
            successor = gameState.generateSuccessor(agentIndex, action)
            if agentIndex == gameState.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, currentDepth + 1, alpha, beta))
            else:
                v = min(v, self.minValue(successor, currentDepth, agentIndex + 1, alpha, beta))
            if v < alpha:
                return v
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    """
      Your expectimax agent (question 4)
    """

    def getAction(self, gameState):
        bestAction = None
        bestValue = -float('inf')
        for action in gameState.getLegalActions(0):
            value = self.expValue(gameState.generateSuccessor(0, action), 0, 1)
            if value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction

    def isOver(self, gameState, currentDepth):
        return currentDepth == self.depth or gameState.isWin() or gameState.isLose()

    def maxValue(self, gameState, currentDepth):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = -float('inf')
        for action in gameState.getLegalActions(0):
            v = max(v, self.expValue(gameState.generateSuccessor(0, action), currentDepth, 1))
        return v

    def expValue(self, gameState, currentDepth, agentIndex):
        if self.isOver(gameState, currentDepth):
            return self.evaluationFunction(gameState)
        v = 0.0
        actions = gameState.getLegalActions(agentIndex)
        for action in actions:
            successor = gameState.generateSuccessor(agentIndex, action)
            if agentIndex == gameState.getNumAgents() - 1:
                v += self.maxValue(successor, currentDepth + 1)
            else:
                v += self.expValue(successor, currentDepth, agentIndex + 1)
        return v / len(actions)


def betterEvaluationFunction(currentGameState):
    """
    Eat food, eat ghosts that are scared, run away from the others.
    """
    pos = currentGameState.getPacmanPosition()
    foods = currentGameState.getFood().asList()
    ghosts = currentGameState.getGhostStates()
    capsules = currentGameState.getCapsules()

    score = currentGameState.getScore()
    if currentGameState.isWin():
        return 999999
    if currentGameState.isLose():
        return -999999

    nearest = 1000
    for food in foods:
        nearest = min(nearest, manhattanDistance(pos, food))
    score -= 1.5 * nearest
    score -= 4 * len(foods)
    score -= 20 * len(capsules)

    for ghost in ghosts:
        distance = manhattanDistance(pos, ghost.getPosition())
        if ghost.scaredTimer > 0:
            score -= 2 * distance
        elif distance < 3:
            score -= 100.0 / (distance + 1)
    return score


# Abbreviation
better = betterEvaluationFunction
