# multiAgents.py
# --------------
# Licensing Information:  You are free to use or extend these projects for
# educational purposes.

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        "*** YOUR CODE HERE ***"
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                return value(state, 0, depth + 1)
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            vals = [value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
            return max(vals) if agent == 0 else min(vals)
        return max(gameState.getLegalActions(0), key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))


class AlphaBetaAgent(MultiAgentSearchAgent):
    """
    Your minimax agent with alpha-beta pruning (question 3)
    """

    def getAction(self, gameState):
        "*** YOUR CODE HERE ***"
        def max_value(state, depth, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            v = float('-inf')
            best = None
            for action in state.getLegalActions(0):
                score = min_value(state.generateSuccessor(0, action), 1, depth, alpha, beta)
                if score > v:
                    v = score
                    best = action
                if v >= beta:
                    return v, best
                alpha = max(alpha, v)
            return v, best

        def min_value(state, agent, depth, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            v = float('inf')
            for action in state.getLegalActions(agent):
                succ = state.generateSuccessor(agent, action)
                if agent == state.getNumAgents() - 1:
                    v = min(v, max_value(succ, depth + 1, alpha, beta)[0])
                else:
                    v = min(v, min_value(succ, agent + 1, depth, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
            return v

        return max_value(gameState, 0, float('-inf'), float('inf'))[1]
