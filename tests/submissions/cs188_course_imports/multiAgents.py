"""A whole file as the course has it: it imports and names what is about the board, which question 3 does not use."""

from util import manhattanDistance, Queue, Stack, PriorityQueue, PriorityQueueWithFunction, Counter
from util import nearestPoint, flipCoin, lookup, raiseNotDefined
from game import Directions, Agent, Actions, Grid, AgentState, Configuration, GameStateData, Game
from game import *
from pacman import GameState, SCARED_TIME, GhostRules
from typing import Dict, List
import random, util, math, game, pacman


class ReflexAgent(Agent):
    opposite = Directions.REVERSE

    def evaluationFunction(self, currentGameState: GameState, action):
        food: Grid = currentGameState.generatePacmanSuccessor(action).getFood()
        ghosts: List[AgentState] = currentGameState.getGhostStates()
        nearest = util.PriorityQueue()
        for place in food.asList():
            nearest.push(place, manhattanDistance(place, currentGameState.getPacmanPosition()))
        return min(ghost.scaredTimer for ghost in ghosts) / SCARED_TIME - len(Actions.getPossibleActions(food))


def betterEvaluationFunction(currentGameState: pacman.GameState, state: game.AgentState = None) -> float:
    """Question 5, which nobody asks here."""
    return currentGameState.getScore() + Configuration((0, 0), Directions.STOP).getPosition()[0]


better = betterEvaluationFunction


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = lookup(evalFn, globals())
        self.depth = int(depth)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def pacman(state, depth, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            best = float("-inf")
            for action in state.getLegalActions(0):
                best = max(best, ghost(state.generateSuccessor(0, action), 1, depth, alpha, beta))
                if best > beta:
                    return best
                alpha = max(alpha, best)
            return best

        def ghost(state, index, depth, alpha, beta):
            if state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            worst = float("inf")
            for action in state.getLegalActions(index):
                after = state.generateSuccessor(index, action)
                if index == state.getNumAgents() - 1:
                    worst = min(worst, pacman(after, depth + 1, alpha, beta))
                else:
                    worst = min(worst, ghost(after, index + 1, depth, alpha, beta))
                if worst < alpha:
                    return worst
                beta = min(beta, worst)
            return worst

        scores = util.Counter()
        alpha, beta = float("-inf"), float("inf")
        for action in gameState.getLegalActions(0):
            score = ghost(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            scores[action] = score
            alpha = max(alpha, scores[scores.argMax()])
        return scores.argMax()
