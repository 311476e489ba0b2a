"""The form that is widely handed in: getAction has a loop of its own, which begins with no action."""

from game import Agent
from util import lookup


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def pacman(state, depth, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            best = float("-inf")
            for action in state.getLegalActions(0):
                best = max(best, ghost(state.generateSuccessor(0, action), 1, depth, alpha, beta))
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best

        def ghost(state, index, depth, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            worst = float("inf")
            for action in state.getLegalActions(index):
                after = state.generateSuccessor(index, action)
                if index == state.getNumAgents() - 1:
                    worst = min(worst, pacman(after, depth + 1, alpha, beta))
                else:
                    worst = min(worst, ghost(after, index + 1, depth, alpha, beta))
                if worst < alpha:
                    return worst
                beta = min(beta, worst)
            return worst

        bestScore, bestAction = float("-inf"), None
        alpha, beta = float("-inf"), float("inf")
        for action in gameState.getLegalActions(0):
            score = ghost(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if score > bestScore:
                bestScore, bestAction = score, action
            alpha = max(alpha, bestScore)
        return bestAction
