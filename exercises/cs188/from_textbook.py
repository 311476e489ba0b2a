"""Makes a Pacman program of the textbook's search: no solution may be published.

`validate` puts the textbook's functions before this text, and grades the whole.
"""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class Position:
    """A state of the game that knows whose turn it is and where the search ends."""

    def __init__(self, gameState, evaluate, movesLeft, agent=0):
        self.gameState = gameState
        self.evaluate = evaluate
        self.movesLeft = movesLeft
        self.agent = agent
        self.to_move = "MAX" if agent == 0 else "MIN"

    def is_terminal(self):
        return self.movesLeft == 0 or self.gameState.isWin() or self.gameState.isLose()

    def utility(self):
        return self.evaluate(self.gameState)

    def successors(self):
        nextAgent = (self.agent + 1) % self.gameState.getNumAgents()
        for action in self.gameState.getLegalActions(self.agent):
            after = self.gameState.generateSuccessor(self.agent, action)
            yield action, Position(after, self.evaluate, self.movesLeft - 1, nextAgent)


def of_who_moves(maximize, minimize):
    """Take each state to the function of who moves there: ghosts move in a row."""

    def value(position, alpha, beta):
        function = maximize if position.to_move == "MAX" else minimize
        return function(position, alpha, beta)

    return value


max_value = min_value = of_who_moves(max_value, min_value)


class AlphaBetaAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        super().__init__()
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState):
        moves = self.depth * gameState.getNumAgents()
        return alpha_beta_search(Position(gameState, self.evaluationFunction, moves))
