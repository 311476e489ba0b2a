from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def maxLevel(gameState, depth, alpha, beta):
            currDepth = depth + 1
            if gameState.isWin() or gameState.isLose() or currDepth >= self.depth:
                return self.evaluationFunction(gameState)
            maxvalue = float("-inf")
            for action in gameState.getLegalActions(0):
                successor = gameState.generateSuccessor(0, action)
                maxvalue = max(maxvalue, minLevel(successor, currDepth, 1, alpha, beta))
                if maxvalue > beta:
                    return maxvalue
                alpha = max(alpha, maxvalue)
            return maxvalue

        def minLevel(gameState, depth, agentIndex, alpha, beta):
            if gameState.isWin() or gameState.isLose():
                return self.evaluationFunction(gameState)
            minvalue = float("inf")
            for action in gameState.getLegalActions(agentIndex):
                successor = gameState.generateSuccessor(agentIndex, action)
                if agentIndex == gameState.getNumAgents() - 1:
                    minvalue = min(minvalue, maxLevel(successor, depth, alpha, beta))
                else:
                    minvalue = min(minvalue, minLevel(successor, depth + 1, agentIndex + 1, alpha, beta))
                if minvalue < alpha:
                    return minvalue
                beta = min(beta, minvalue)
            return minvalue

        currentScore, returnAction, alpha, beta = float("-inf"), "", float("-inf"), float("inf")
        for action in gameState.getLegalActions(0):
            nextState = gameState.generateSuccessor(0, action)
            score = minLevel(nextState, 0, 1, alpha, beta)
            if score > currentScore or returnAction == "":
                returnAction = action
                currentScore = score
            alpha = max(alpha, score)
        return returnAction
