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
        alpha = float("-inf")
        beta = float("inf")
        value = float("-inf")
        best = None
        for action in gameState.getLegalActions(0):
            succ = gameState.generateSuccessor(0, action)
            new = self.min_value(succ, 0, 1, alpha, beta)
            if new > value:
                value = new
                best = action
        return best

    def terminal(self, state, ply):
        return state.isWin() or state.isLose() or ply >= self.depth

    def max_value(self, state, ply, alpha, beta):
        if self.terminal(state, ply):
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            succ = state.generateSuccessor(0, action)
            v = max(v, self.min_value(succ, ply, 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state, ply, agent, alpha, beta):
        if self.terminal(state, ply):
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agent):
            succ = state.generateSuccessor(agent, action)
            if agent + 1 < state.getNumAgents():
                v = min(v, self.min_value(succ, ply, agent + 1, alpha, beta))
            else:
                v = min(v, self.max_value(succ, ply + 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
