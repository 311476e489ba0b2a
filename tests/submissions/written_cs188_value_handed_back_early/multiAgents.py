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
        self.bestMove = None
        self.expand(gameState, 0, 0, float('-inf'), float('inf'))
        return self.bestMove

    def expand(self, state, agent, ply, alpha, beta):
        # ply counts all moves, one round = getNumAgents() plies
        n = state.getNumAgents()
        if ply == self.depth * n or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        nxt = (agent + 1) % n
        if agent == 0:
            best = float('-inf')
            for move in state.getLegalActions(0):
                val = self.expand(state.generateSuccessor(0, move), nxt, ply + 1, alpha, beta)
                if val > best:
                    best = val
                    if ply == 0:
                        self.bestMove = move
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best
        worst = float('inf')
        for move in state.getLegalActions(agent):
            val = self.expand(state.generateSuccessor(agent, move), nxt, ply + 1, alpha, beta)
            if val < worst:
                worst = val
            if worst < alpha:
                return worst
            beta = min(beta, worst)
            return worst
