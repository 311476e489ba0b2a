import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float('-inf'), float('inf')
        v, best = float('-inf'), None
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 1, self.depth, alpha, beta)
            if value > v:
                v, best = value, action
            alpha = max(alpha, v)
        return best

    def isTerminal(self, state, depth):
        return depth == 0 or state.isWin() or state.isLose()

    def value(self, state, agentIndex, depth, alpha, beta):
        if self.isTerminal(state, depth):
            return self.evaluationFunction(state)
        if agentIndex == 0:
            return self.maxValue(state, agentIndex, depth, alpha, beta)
        return self.minValue(state, agentIndex, depth, alpha, beta)

    def maxValue(self, state, agentIndex, depth, alpha, beta):
        v = float('-inf')
        for action in state.getLegalActions(agentIndex):
            v = max(v, self.value(state.generateSuccessor(agentIndex, action), 1, depth, alpha, beta))
            if v > beta: return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, agentIndex, depth, alpha, beta):
        v = float('inf')
        nextAgent = (agentIndex + 1) % 2
        nextDepth = depth - 1 if nextAgent == 0 else depth
        for action in state.getLegalActions(agentIndex):
            v = min(v, self.value(state.generateSuccessor(agentIndex, action), nextAgent, nextDepth, alpha, beta))
            if v < alpha: return v
            beta = min(beta, v)
        return v
