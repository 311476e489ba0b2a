"""Pacman: alpha-beta pruning (question 3): write the function below, and hand in this file.

README.md says what a state can tell you. In this course the search goes on where a value only equals a bound: go
through the moves from left to right, and prune as soon as alpha > beta.

Add functions of your own as you need them. `python test_multiAgents.py` tries it on some small trees.
"""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    """What a state is worth: its score."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """What the searching agents have in common: how deep they look, and what they take a state to be worth."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    """Pacman with alpha-beta pruning."""

    def getAction(self, gameState):
        """Find the best of Pacman's actions, looking self.depth rounds ahead.

        Go through the actions from left to right. A node stops when v is more than beta at Pacman, or less than alpha
        at a ghost; where they are equal, the search goes on. If several actions are best, return the first of them.
        """
        util.raiseNotDefined()
