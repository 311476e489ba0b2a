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
        return self.value(gameState, 0, self.depth, -float("inf"), float("inf"))[1]

    def value(self, state, agent, depth, alpha, beta):
        """A score, or a score with the action that leads to it."""
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        sign = 1 if agent == 0 else -1
        following = (agent + 1) % state.getNumAgents()
        best = (-sign * float("inf"), None)
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            found = self.value(child, following, depth - (following == 0), alpha, beta)
            score = found if isinstance(found, float) else found[0]
            if best[1] is None or sign * score > sign * best[0]:
                best = (score, action)
            if agent == 0:
                if score > beta:
                    return best
                alpha = max(alpha, score)
            else:
                if score < alpha:
                    return best
                beta = min(beta, score)
        return best
