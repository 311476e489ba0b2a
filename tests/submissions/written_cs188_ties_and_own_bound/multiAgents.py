from game import Agent, Directions
import util


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
        alpha = float('-inf')
        beta = float('inf')
        bestScore = float('-inf')
        bestAction = ''

        def gameOver(state):
            return state.isWin() or state.isLose()

        def pacmanTurn(state, level, alpha, beta):
            if gameOver(state) or level == 0:
                return self.evaluationFunction(state)
            best = float('-inf')
            for move in state.getLegalActions(0):
                best = max(best, ghostTurn(state.generateSuccessor(0, move), level, 1, alpha, beta))
                if best > beta:
                    break
                alpha = max(alpha, best)
            return best

        def ghostTurn(state, level, ghost, alpha, beta):
            if gameOver(state):
                return self.evaluationFunction(state)
            worst = float('inf')
            for move in state.getLegalActions(ghost):
                child = state.generateSuccessor(ghost, move)
                if ghost == numGhosts:
                    worst = min(worst, pacmanTurn(child, level - 1, alpha, beta))
                else:
                    worst = min(worst, ghostTurn(child, level, ghost + 1, alpha, beta))
                if worst < beta:
                    break
                beta = min(beta, worst)
            return worst

        for action in gameState.getLegalActions(0):
            score = ghostTurn(gameState.generateSuccessor(0, action), self.depth, 1, alpha, beta)
            if score >= bestScore or not bestAction:
                bestScore = score
                bestAction = action
            alpha = max(alpha, bestScore)
        return bestAction
