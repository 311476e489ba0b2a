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
        move = None
        v = float("-inf")
        a, b = float("-inf"), float("inf")
        for act in gameState.getLegalActions(0):
            tmp = self.minPart(gameState.generateSuccessor(0, act), 1, self.depth, a, b)
            if tmp > v or move is None:
                v = tmp
                move = act
            a = max(a, v)
        return v

    def maxPart(self, gs, d, a, b):
        if d == 0 or gs.isWin() or gs.isLose():
            return self.evaluationFunction(gs)
        v = float("-inf")
        for act in gs.getLegalActions(0):
            v = max(v, self.minPart(gs.generateSuccessor(0, act), 1, d, a, b))
            if v > b:
                return v
            a = max(a, v)
        return v

    def minPart(self, gs, ghost, d, a, b):
        if d == 0 or gs.isWin() or gs.isLose():
            return self.evaluationFunction(gs)
        v = float("inf")
        last = ghost == gs.getNumAgents() - 1
        for act in gs.getLegalActions(ghost):
            nxt = gs.generateSuccessor(ghost, act)
            if last:
                v = min(v, self.maxPart(nxt, d - 1, a, b))
            else:
                v = min(v, self.minPart(nxt, ghost + 1, d, a, b))
            if v < a:
                return v
            b = min(b, v)
        return v
