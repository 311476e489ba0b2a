"""Question 3 of the Pacman project: `AlphaBetaAgent.getAction(gameState)`, with the modules that its file imports."""

import sys
from math import inf
from types import ModuleType

NEEDS = ("AlphaBetaAgent", "AlphaBetaAgent.getAction")


class GameState:
    """A position. Agent 0 is Pacman and MAX; the ghosts move after it, one after the other, and are all MIN."""

    def __init__(self, state):
        self._state = state

    def getNumAgents(self):
        return len(self._state.tree.players)

    def getLegalActions(self, agentIndex=0):
        return self._state.actions() if self._moves(agentIndex) else []

    def getLegalPacmanActions(self):
        return self.getLegalActions(0)

    def generateSuccessor(self, agentIndex, action):
        if not self._moves(agentIndex):
            raise Exception("Can't generate a successor of a terminal state.")
        return GameState(self._state.result(action))

    def generatePacmanSuccessor(self, action):
        return self.generateSuccessor(0, action)

    def isWin(self):  # which of the two it is says nothing of the score
        return self._state.is_terminal() and self._state.index % 2 == 0

    def isLose(self):
        return self._state.is_terminal() and self._state.index % 2 == 1

    def getScore(self):
        return self._state.evaluate()

    def _moves(self, agent):
        turn = self._state.ply % self.getNumAgents()
        if agent != turn and not self._state.is_terminal():
            raise Exception(f"It is the turn of agent {turn}, not of agent {agent!r}.")
        return not self._state.is_terminal()


class Agent:
    def __init__(self, index=0):
        self.index = index


class Directions:
    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


def lookup(name, namespace):
    return namespace[name] if isinstance(name, str) else name


def manhattanDistance(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def raiseNotDefined():
    raise NotImplementedError("AlphaBetaAgent.getAction is not written yet")


PROVIDED = {
    "util": (lookup, manhattanDistance, raiseNotDefined),
    "game": (Agent, Directions),
    "pacman": (GameState,),
}
for name, contents in PROVIDED.items():
    module = sys.modules[name] = ModuleType(name)
    module.__dict__.update({entry.__name__: entry for entry in contents}, infinity=inf)


def search(student, state, problem):
    agents = len(problem.players)
    if problem.players != ["MAX"] + ["MIN"] * (agents - 1):
        raise ValueError("agent 0 is MAX and all others are MIN: write players such as MAX MIN MIN")
    rounds, rest = divmod(state.tree.depth * agents if problem.depth is None else problem.depth, agents)
    if rest:
        raise ValueError(f"depth counts whole rounds here, of {agents} plies each; {problem.depth} is none")
    action = student.AlphaBetaAgent(depth=str(rounds)).getAction(GameState(state))
    if action not in state.actions():  # the usual loop has none where each is worth -inf
        words = f"getAction must return one of gameState.getLegalActions(0); it returned {action!r}"
        problem.refuse(words, unless_lost=action is None)
    return action
