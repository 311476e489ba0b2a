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
        """
        Returns the minimax action using self.depth and self.evaluationFunction
        """
        numGhosts = gameState.getNumAgents() - 1

        def isOver(state, depth):
            return state.isWin() or state.isLose() or depth == self.depth

        def maxValue(state, depth, alpha, beta):
            if isOver(state, depth):
                return self.evaluationFunction(state)
            v = float("-inf")
            for action in state.getLegalActions(0):
                v = max(v, minValue(state.generateSuccessor(0, action), depth, 1, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            return v

        def minValue(state, depth, ghost, alpha, beta):
            if isOver(state, depth):
                return self.evaluationFunction(state)
            v = float("inf")
            for action in state.getLegalActions(ghost):
                successor = state.generateSuccessor(ghost, action)
                if ghost == numGhosts:
                    v = min(v, maxValue(successor, depth + 1, alpha, beta))
                else:
                    v = min(v, minValue(successor, depth, ghost + 1, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v

        alpha = float("-inf")
        beta = float("inf")
        bestScore = float("-inf")
        bestAction = None
        for action in gameState.getLegalActions(0):
            score = minValue(gameState.generateSuccessor(0, action), 0, 1, alpha, beta)
            if score > bestScore:
                bestScore = score
                bestAction = action
            alpha = max(alpha, bestScore)
        return bestAction
