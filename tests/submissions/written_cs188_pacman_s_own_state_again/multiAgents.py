from util import lookup
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.choice = None
        self.pacman(gameState, self.depth, float("-inf"), float("inf"))
        return self.choice

    # Pacman = MAX
    def pacman(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = float("-inf")
        for action in state.getLegalActions(0):
            successor = state.generateSuccessor(0, action)
            value = self.ghosts(state, 1, depth, alpha, beta)
            if value > best:
                best = value
                if depth == self.depth:
                    self.choice = action
            if best > beta:
                return best
            if best > alpha:
                alpha = best
        return best

    # ghosts = MIN
    def ghosts(self, state, agent, depth, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = float("inf")
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            if agent + 1 == state.getNumAgents():
                value = self.pacman(successor, depth - 1, alpha, beta)
            else:
                value = self.ghosts(successor, agent + 1, depth, alpha, beta)
            if value < best:
                best = value
            if best < alpha:
                return best
            if best < beta:
                beta = best
        return best
