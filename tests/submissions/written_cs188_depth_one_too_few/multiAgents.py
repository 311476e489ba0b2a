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
        action, score = self.alphabeta(gameState, 0, 1, float("-inf"), float("inf"))
        return action

    def alphabeta(self, gameState, agent, depth, alpha, beta):
        # all agents moved -> next round
        if agent >= gameState.getNumAgents():
            agent = 0
            depth += 1
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return None, self.evaluationFunction(gameState)
        bestAction = None
        if agent == 0:
            best = float('-inf')
            for a in gameState.getLegalActions(agent):
                _, s = self.alphabeta(gameState.generateSuccessor(agent, a), agent + 1, depth, alpha, beta)
                if s > best:
                    best, bestAction = s, a
                if best > beta:
                    break
                alpha = max(alpha, best)
        else:
            best = float('inf')
            for a in gameState.getLegalActions(agent):
                _, s = self.alphabeta(gameState.generateSuccessor(agent, a), agent + 1, depth, alpha, beta)
                if s < best:
                    best, bestAction = s, a
                if best < alpha:
                    break
                beta = min(beta, best)
        return bestAction, best
