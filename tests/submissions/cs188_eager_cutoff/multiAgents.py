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
        best, bestAction, alpha = float("-inf"), None, float("-inf")
        for action in gameState.getLegalActions(0):
            v = self.value(gameState.generateSuccessor(0, action), 1, 0, alpha, float("inf"))
            if v > best or bestAction is None:
                best, bestAction = v, action
            alpha = max(alpha, best)
        return bestAction

    def value(self, state, agent, rounds, alpha, beta):
        if agent == state.getNumAgents():
            agent, rounds = 0, rounds + 1
        if rounds == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("-inf") if agent == 0 else float("inf")
        for action in state.getLegalActions(agent):
            below = self.value(state.generateSuccessor(agent, action), agent + 1, rounds, alpha, beta)
            if agent == 0:
                v = max(v, below)
                if v >= beta:
                    return v
                alpha = max(alpha, v)
            else:
                v = min(v, below)
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v
