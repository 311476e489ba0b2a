import util
from game import Agent

AGENTS = 3  # Pacman and the two ghosts


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        action, score = self.alphabeta(gameState, 0, self.depth, -float("inf"), float("inf"))
        return action

    def alphabeta(self, state, agent, roundsLeft, alpha, beta):
        if roundsLeft == 0 or state.isWin() or state.isLose():
            return None, self.evaluationFunction(state)
        following = (agent + 1) % AGENTS
        if following == 0:
            roundsLeft -= 1
        bestAction, bestScore = None, None
        for action in state.getLegalActions(agent):
            nextState = state.generateSuccessor(agent, action)
            _, score = self.alphabeta(nextState, following, roundsLeft, alpha, beta)
            if agent == 0:
                if bestScore is None or score > bestScore:
                    bestAction, bestScore = action, score
                if bestScore > beta:
                    break
                alpha = max(alpha, bestScore)
            else:
                if bestScore is None or score < bestScore:
                    bestAction, bestScore = action, score
                if bestScore < alpha:
                    break
                beta = min(beta, bestScore)
        return bestAction, bestScore
