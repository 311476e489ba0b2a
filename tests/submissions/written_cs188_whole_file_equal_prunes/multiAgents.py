# multiAgents.py
# --------------
# Intro to AI, project 2

from util import manhattanDistance
from game import Directions
import random, util

from game import Agent


class ReflexAgent(Agent):
    """
    Chooses an action at each choice point by looking one move ahead.
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

        # closest food
        foodList = newFood.asList()
        if foodList:
            closest = min([manhattanDistance(newPos, food) for food in foodList])
            score += 10.0 / closest

        # stay away from ghosts that are not scared
        for ghost, timer in zip(newGhostStates, newScaredTimes):
            distance = manhattanDistance(newPos, ghost.getPosition())
            if timer > 0:
                score += 50.0 / (distance + 1)
            elif distance <= 1:
                score -= 500

        if action == Directions.STOP:
            score -= 10

        return score


def scoreEvaluationFunction(currentGameState):
    """
    The score of the state, the same one displayed in the GUI.
    """
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    """
    Minimax (question 2)
    """

    def getAction(self, gameState):
        def maxLevel(state, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            value = float('-inf')
            for action in state.getLegalActions(0):
                value = max(value, minLevel(state.generateSuccessor(0, action), depth, 1))
            return value

        def minLevel(state, depth, ghost):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            value = float('inf')
            for action in state.getLegalActions(ghost):
                successor = state.generateSuccessor(ghost, action)
                if ghost == state.getNumAgents() - 1:
                    value = min(value, maxLevel(successor, depth + 1))
                else:
                    value = min(value, minLevel(successor, depth, ghost + 1))
            return value

        bestValue = float('-inf')
        bestAction = Directions.STOP
        for action in gameState.getLegalActions(0):
            value = minLevel(gameState.generateSuccessor(0, action), 0, 1)
            if value > bestValue:
                bestValue = value
                bestAction = action
        return bestAction


class AlphaBetaAgent(MultiAgentSearchAgent):
    """
    Minimax with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        def maxLevel(state, depth, alpha, beta):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), None
            value = float('-inf')
            best = None
            for action in state.getLegalActions(0):
                score = minLevel(state.generateSuccessor(0, action), depth, 1, alpha, beta)
                if score > value:
                    value = score
                    best = action
                if value >= beta:
                    return value, best
                alpha = max(alpha, value)
            return value, best

        def minLevel(state, depth, ghost, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            value = float('inf')
            for action in state.getLegalActions(ghost):
                successor = state.generateSuccessor(ghost, action)
                if ghost == state.getNumAgents() - 1:
                    value = min(value, maxLevel(successor, depth + 1, alpha, beta)[0])
                else:
                    value = min(value, minLevel(successor, depth, ghost + 1, alpha, beta))
                if value <= alpha:
                    return value
                beta = min(beta, value)
            return value

        return maxLevel(gameState, 0, float('-inf'), float('inf'))[1]


class ExpectimaxAgent(MultiAgentSearchAgent):
    """
    Expectimax (question 4)
    """

    def getAction(self, gameState):
        def maxLevel(state, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            return max(expLevel(state.generateSuccessor(0, a), depth, 1) for a in state.getLegalActions(0))

        def expLevel(state, depth, ghost):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            total = 0
            actions = state.getLegalActions(ghost)
            for action in actions:
                successor = state.generateSuccessor(ghost, action)
                if ghost == state.getNumAgents() - 1:
                    total += maxLevel(successor, depth + 1)
                else:
                    total += expLevel(successor, depth, ghost + 1)
            return float(total) / len(actions)

        actions = gameState.getLegalActions(0)
        scores = util.Counter()
        for action in actions:
            scores[action] = expLevel(gameState.generateSuccessor(0, action), 0, 1)
        return scores.argMax()


def betterEvaluationFunction(currentGameState):
    """
    Score, distance to the closest food, number of food and capsules left, and the ghosts (question 5).
    """
    pos = currentGameState.getPacmanPosition()
    food = currentGameState.getFood().asList()
    capsules = currentGameState.getCapsules()
    ghosts = currentGameState.getGhostStates()

    score = currentGameState.getScore()
    if len(food) > 0:
        score += 5.0 / min(manhattanDistance(pos, f) for f in food)
    score -= 4 * len(food)
    score -= 20 * len(capsules)

    for ghost in ghosts:
        d = manhattanDistance(pos, ghost.getPosition())
        if ghost.scaredTimer > 0:
            score += 100.0 / (d + 1)
        elif d < 2:
            score -= 200
    return score


# Abbreviation
better = betterEvaluationFunction
