import util
from game import Agent

INF = float('inf')


def scoreEvaluationFunction(currentGameState):
    """
    This default evaluation function just returns the score of the state.
    """
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        bestVal, bestAct = -INF, None
        a, b = -INF, INF
        for act in gameState.getLegalActions(self.index):
            val = self.minVal(gameState.generateSuccessor(self.index, act), 0, 1, a, b)
            if val > bestVal:
                bestVal, bestAct = val, act
            a = max(a, bestVal)
        return bestAct

    def maxVal(self, state, d, a, b):
        if d == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        val = -INF
        for act in state.getLegalActions(0):
            val = max(val, self.minVal(state.generateSuccessor(0, act), d, 1, a, b))
            if val > b:
                return val
            a = max(a, val)
        return val

    def minVal(self, state, d, ghost, a, b):
        if state.isWin():
            return self.evaluationFunction(state)
        val = INF
        last = state.getNumAgents() - 1
        for act in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, act)
            if ghost == last:
                val = min(val, self.maxVal(child, d + 1, a, b))
            else:
                val = min(val, self.minVal(child, d, ghost + 1, a, b))
            if val < a:
                return val
            b = min(b, val)
        return val
