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
        """ Q3 """
        value, action = self.maxi(gameState, 0, float("-inf"), float("inf"))
        return action

    def maxi(self, state, level, alpha, beta):
        if level == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        v, move = float("-inf"), None
        for action in state.getLegalActions(0):
            new_v, _ = self.mini(state.generateSuccessor(0, action), level, 1, alpha, beta)
            if new_v > v:
                v, move = new_v, action
            if v > beta:
                return v, move
            alpha = max(alpha, v)
        return v, move

    def mini(self, state, level, ghost, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        v, move = float("inf"), None
        for action in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, action)
            if ghost + 1 == state.getNumAgents():
                new_v, _ = self.maxi(child, level + 1, alpha, beta)
            else:
                new_v, _ = self.mini(child, level, ghost + 1, alpha, beta)
            if new_v < v:
                v, move = new_v, action
            if v <= alpha:
                return v, move
        return v, move
