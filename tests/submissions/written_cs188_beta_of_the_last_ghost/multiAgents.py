import util
from game import Agent

inf = float("inf")


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    """Every state is searched by one method; who moves is the number of moves made, modulo the number of agents."""

    def getAction(self, gameState):
        self.agents = gameState.getNumAgents()
        self.plies = self.depth * self.agents
        return self.search(gameState, 0, -inf, inf)[1]

    def search(self, state, ply, alpha, beta):
        if ply == self.plies or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        agent = ply % self.agents
        v = -inf if agent == 0 else inf
        choice = None
        for action in state.getLegalActions(agent):
            below, _ = self.search(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            if agent == 0:
                if below > v:
                    v, choice = below, action
                if v > beta:
                    break
                alpha = max(alpha, v)
            else:
                if below < v:
                    v, choice = below, action
                if v < alpha:
                    break
                if agent == self.agents - 1:
                    beta = min(beta, v)
        return v, choice
