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
        numGhosts = gameState.getNumAgents() - 1

        def maxLevel(state, depth, alpha, beta):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            maxvalue = -float("inf")
            alpha1 = alpha
            for action in state.getLegalActions(0):
                maxvalue = max(maxvalue, minLevel(state.generateSuccessor(0, action), depth, 1, alpha1, beta))
                if maxvalue >= beta:
                    return maxvalue
                alpha1 = max(alpha1, maxvalue)
            return maxvalue

        def minLevel(state, depth, agentIndex, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            minvalue = float('inf')
            beta1 = beta
            for action in state.getLegalActions(agentIndex):
                successor = state.generateSuccessor(agentIndex, action)
                if agentIndex == numGhosts:
                    minvalue = min(minvalue, maxLevel(successor, depth + 1, alpha, beta1))
                else:
                    minvalue = min(minvalue, minLevel(successor, depth, agentIndex + 1, alpha, beta1))
                if minvalue < alpha:
                    return minvalue
                beta1 = min(beta1, minvalue)
            return minvalue

        # root
        maxScore = -float('inf')
        bestAction = None
        alpha = -float('inf')
        for action in gameState.getLegalActions(0):
            score = minLevel(gameState.generateSuccessor(0, action), 0, 1, alpha, float('inf'))
            if score >= maxScore:
                maxScore = score
                bestAction = action
            alpha = max(alpha, maxScore)
        return bestAction
