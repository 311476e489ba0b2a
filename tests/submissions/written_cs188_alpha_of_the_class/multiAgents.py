from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    alpha = float("-inf")
    beta = float("inf")

    def getAction(self, gameState):
        move, best = None, None
        for action in gameState.getLegalActions(self.index):
            after = gameState.generateSuccessor(self.index, action)
            score = self.minimize(after, 1, 0, AlphaBetaAgent.alpha, AlphaBetaAgent.beta)
            if best is None or score > best:
                move, best = action, score
            AlphaBetaAgent.alpha = max(AlphaBetaAgent.alpha, score)
        return move

    def maximize(self, state, rounds, alpha, beta):
        if rounds == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        scores = []
        for action in state.getLegalActions(0):
            scores.append(self.minimize(state.generateSuccessor(0, action), 1, rounds, alpha, beta))
            if max(scores) > beta:
                break
            alpha = max(alpha, max(scores))
        return max(scores)

    def minimize(self, state, ghost, rounds, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        scores = []
        for action in state.getLegalActions(ghost):
            after = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                scores.append(self.maximize(after, rounds + 1, alpha, beta))
            else:
                scores.append(self.minimize(after, ghost + 1, rounds, alpha, beta))
            if min(scores) < alpha:
                break
            beta = min(beta, min(scores))
        return min(scores)
