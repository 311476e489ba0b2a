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
    """
      Your minimax agent with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        result = self.getValue(gameState, 0, 0, -float("inf"), float("inf"))
        return result[1]

    def getValue(self, gameState, agentIndex, depth, alpha, beta):
        if gameState.isWin() or gameState.isLose() or depth == self.depth:
            return self.evaluationFunction(gameState), None
        if agentIndex == 0:
            return self.search(gameState, agentIndex, depth, alpha, beta, True)
        return self.search(gameState, agentIndex, depth, alpha, beta, False)

    def search(self, gameState, agentIndex, depth, alpha, beta, maximize):
        nextAgent = (agentIndex + 1) % gameState.getNumAgents()
        best = (-float("inf"), None) if maximize else (float("inf"), None)
        for action in gameState.getLegalActions(agentIndex):
            successor = gameState.generateSuccessor(agentIndex, action)
            value = self.getValue(successor, nextAgent, depth + 1, alpha, beta)[0]
            if maximize:
                if value > best[0]:
                    best = (value, action)
                if best[0] > beta:
                    return best
                alpha = max(alpha, best[0])
            else:
                if value < best[0]:
                    best = (value, action)
                if best[0] < alpha:
                    return best
                beta = min(beta, best[0])
        return best
