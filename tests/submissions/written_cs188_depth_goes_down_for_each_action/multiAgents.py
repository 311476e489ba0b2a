import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, chosen = float("-inf"), None
        for action in gameState.getLegalActions(0):
            child = gameState.generateSuccessor(0, action)
            score = self.ghost(child, 1, self.depth, best, float("inf"))
            if chosen is None or score > best:
                best, chosen = score, action
        return chosen

    def isOver(self, gameState, depth):
        return depth <= 0 or gameState.isWin() or gameState.isLose()

    def pacman(self, gameState, depth, alpha, beta):
        if self.isOver(gameState, depth):
            return self.evaluationFunction(gameState)
        score = float("-inf")
        for action in gameState.getLegalActions(0):
            child = gameState.generateSuccessor(0, action)
            score = max(score, self.ghost(child, 1, depth, alpha, beta))
            if score > beta:
                return score
            alpha = max(alpha, score)
        return score

    def ghost(self, gameState, agent, depth, alpha, beta):
        if self.isOver(gameState, depth):
            return self.evaluationFunction(gameState)
        score = float("inf")
        isLast = agent == gameState.getNumAgents() - 1
        for action in gameState.getLegalActions(agent):
            child = gameState.generateSuccessor(agent, action)
            if isLast:
                depth = depth - 1
                value = self.pacman(child, depth, alpha, beta)
            else:
                value = self.ghost(child, agent + 1, depth, alpha, beta)
            score = min(score, value)
            if score < alpha:
                return score
            beta = min(beta, score)
        return score
