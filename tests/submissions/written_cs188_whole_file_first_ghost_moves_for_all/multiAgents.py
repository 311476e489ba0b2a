from util import manhattanDistance
from game import Directions
from game import Agent
from pacman import GameState
import random
import util

INFINITY = float("inf")


class ReflexAgent(Agent):
    """One-step lookahead."""

    def getAction(self, gameState: GameState):
        legalMoves = gameState.getLegalActions()
        best = max(self.evaluationFunction(gameState, a) for a in legalMoves)
        good = [a for a in legalMoves if self.evaluationFunction(gameState, a) == best]
        return random.choice(good)

    def evaluationFunction(self, currentGameState: GameState, action):
        nextState = currentGameState.generatePacmanSuccessor(action)
        position = nextState.getPacmanPosition()
        foods = nextState.getFood().asList()
        if nextState.isWin():
            return INFINITY
        for ghost in nextState.getGhostStates():
            if ghost.scaredTimer == 0 and manhattanDistance(position, ghost.getPosition()) < 2:
                return -INFINITY
        nearest = min(manhattanDistance(position, f) for f in foods)
        return nextState.getScore() + 1.0 / nearest


def scoreEvaluationFunction(currentGameState: GameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """Common elements of the searchers. Not meant to be instantiated."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        return self.value(gameState, 0, 0)[1]

    def value(self, state, agentIndex, depth):
        if agentIndex >= state.getNumAgents():
            agentIndex = 0
            depth += 1
        if depth == self.depth or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        results = []
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            results.append((self.value(successor, agentIndex + 1, depth)[0], action))
        if agentIndex == 0:
            return max(results, key=lambda r: r[0])
        return min(results, key=lambda r: r[0])


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        alpha, beta = -INFINITY, INFINITY
        bestAction = None
        bestScore = -INFINITY
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            score = self.minValue(successor, 1, 1, alpha, beta)
            if score > bestScore:
                bestScore = score
                bestAction = action
            alpha = max(alpha, bestScore)
        return bestAction

    def terminal(self, state):
        return state.isWin() or state.isLose()

    def maxValue(self, state, depth, alpha, beta):
        """Pacman. depth is the number of the round, the first one is 1."""
        if self.terminal(state) or depth > self.depth:
            return self.evaluationFunction(state)
        v = -INFINITY
        for action in state.getLegalActions(0):
            successor = state.generateSuccessor(0, action)
            v = max(v, self.minValue(successor, depth, 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, depth, agentIndex, alpha, beta):
        """A ghost."""
        if self.terminal(state):
            return self.evaluationFunction(state)
        lastGhost = state.getNumAgents() - 1
        v = INFINITY
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(1, action)
            if agentIndex < lastGhost:
                score = self.minValue(successor, depth, agentIndex + 1, alpha, beta)
            else:
                score = self.maxValue(successor, depth + 1, alpha, beta)
            v = min(v, score)
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda a: self.expected(gameState.generateSuccessor(0, a), 1, 0))

    def expected(self, state, agentIndex, depth):
        if agentIndex == state.getNumAgents():
            return self.expected(state, 0, depth + 1)
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        actions = state.getLegalActions(agentIndex)
        values = [self.expected(state.generateSuccessor(agentIndex, a), agentIndex + 1, depth) for a in actions]
        if agentIndex == 0:
            return max(values)
        return sum(values) / len(values)


def betterEvaluationFunction(currentGameState: GameState):
    """The reciprocal of the distance to food, minus what is left to eat, and hunts scared ghosts."""
    if currentGameState.isLose():
        return -INFINITY
    if currentGameState.isWin():
        return INFINITY
    position = currentGameState.getPacmanPosition()
    features = util.Counter()
    foods = currentGameState.getFood().asList()
    features["score"] = currentGameState.getScore()
    features["food"] = 1.0 / min(manhattanDistance(position, f) for f in foods)
    features["left"] = -len(foods)
    features["capsules"] = -len(currentGameState.getCapsules())
    for ghost in currentGameState.getGhostStates():
        d = manhattanDistance(position, ghost.getPosition())
        if ghost.scaredTimer > d:
            features["hunt"] += 200.0 / (1 + d)
        else:
            features["danger"] -= 2.0 / (1 + d)
    weights = {"score": 1, "food": 10, "left": 4, "capsules": 20, "hunt": 1, "danger": 1}
    return sum(weights[name] * features[name] for name in weights)


better = betterEvaluationFunction
