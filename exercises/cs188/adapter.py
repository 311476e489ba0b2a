"""Question 3 of the Pacman project: `AlphaBetaAgent.getAction(gameState)`.

The modules that its file imports are here, too.
"""

# The Pacman projects were made at UC Berkeley, http://ai.berkeley.edu, which asks that
# nobody publishes solutions. This file has the names that students' files import from
# them, and answers with a tree.

import heapq
import sys
from math import inf
from types import ModuleType

NEEDS = ("AlphaBetaAgent", "AlphaBetaAgent.getAction")
MESSAGES = {
    "game over": {
        "en": "Can't generate a successor of a terminal state.",
        "de": "Ein Endzustand hat keinen Nachfolger.",
        "es": "Un estado terminal no tiene sucesores.",
    },
    "other turn": {
        "en": "It is the turn of agent {turn}, not of agent {agent}.",
        "de": "Am Zug ist Agent {turn}, nicht Agent {agent}.",
        "es": "Le toca al agente {turn}, no al agente {agent}.",
    },
    "no such part": {
        "en": (
            "this is a part of the Pacman game, which is not here: there are only trees"
        ),
        "de": "das gehört zum Pacman-Spiel, und das gibt es hier nicht, nur Bäume",
        "es": "esto es parte del juego de Pacman, que aquí no está: solo hay árboles",
    },
    "not written": {
        "en": "AlphaBetaAgent.getAction is not written yet",
        "de": "AlphaBetaAgent.getAction ist noch nicht geschrieben",
        "es": "AlphaBetaAgent.getAction todavía no está escrito",
    },
    "no action": {
        "en": (
            "getAction must return one of gameState.getLegalActions(0); it "
            "returned {returned}"
        ),
        "de": (
            "getAction muss eine Aktion aus gameState.getLegalActions(0) zurückgeben; "
            "zurückgegeben wurde {returned}"
        ),
        "es": (
            "getAction debe devolver una acción de "
            "gameState.getLegalActions(0); devolvió {returned}"
        ),
    },
}
"""Sentences that students read."""


class GameState:
    """A position.

    Agent 0 is Pacman and MAX. The ghosts move after it, one by one, and are all MIN.
    """

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
            raise Exception(MESSAGES["game over"])
        return GameState(self._state.result(action))

    def generatePacmanSuccessor(self, action):
        return self.generateSuccessor(0, action)

    def isWin(self):  # which of the two it is says nothing of the score
        return self._state.is_terminal() and self._state.index % 2 == 0

    def isLose(self):
        return self._state.is_terminal() and self._state.index % 2 == 1

    def getScore(self):
        return float(self._state.evaluate())

    def _moves(self, agent):
        turn = self._state.ply % self.getNumAgents()
        if agent != turn and not self._state.is_terminal():
            message = MESSAGES["other turn"]
            raise Exception(message.format(turn=turn, agent=repr(agent)))
        return not self._state.is_terminal()


class Agent:
    def __init__(self, index=0):
        self.index = index


class Directions:
    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


Directions.LEFT = {
    "North": "West",
    "West": "South",
    "South": "East",
    "East": "North",
    "Stop": "Stop",
}
Directions.RIGHT = {right: left for left, right in Directions.LEFT.items()}
Directions.REVERSE = {
    "North": "South",
    "South": "North",
    "East": "West",
    "West": "East",
    "Stop": "Stop",
}


class Stack:
    def __init__(self):
        self.list = []

    def push(self, item):
        self.list.append(item)

    def pop(self):
        return self.list.pop()

    def isEmpty(self):
        return not self.list


class Queue(Stack):
    def pop(self):
        return self.list.pop(0)


class PriorityQueue:
    def __init__(self):
        self.heap, self.count = [], 0

    def push(self, item, priority):
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self):
        return heapq.heappop(self.heap)[2]

    def isEmpty(self):
        return not self.heap


class PriorityQueueWithFunction(PriorityQueue):
    def __init__(self, priorityFunction):
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item):
        super().push(item, self.priorityFunction(item))


class Counter(dict):
    def __missing__(self, key):
        return 0

    def argMax(self):
        return max(self, key=self.get, default=None)

    def sortedKeys(self):
        return sorted(self, key=self.get, reverse=True)

    def totalCount(self):
        return sum(self.values())


class OfTheGame:
    """Stands for what is about Pacman's board or chance.

    So a file that names it can be imported.
    """

    def __init__(self, *arguments, **named):
        raise RuntimeError(MESSAGES["no such part"])


def lookup(name, namespace):
    return namespace[name] if isinstance(name, str) else name


def manhattanDistance(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def raiseNotDefined():
    raise NotImplementedError(MESSAGES["not written"])


WORKING = {
    "util": (
        Stack,
        Queue,
        PriorityQueue,
        PriorityQueueWithFunction,
        Counter,
        lookup,
        manhattanDistance,
        raiseNotDefined,
    ),
    "game": (Agent, Directions),
    "pacman": (GameState,),
}
NAMED = {
    "util": (
        "FixedRandom TimeoutFunction arrayInvert chooseFromDistribution flipCoin "
        "getProbability matrixAsList nSample nearestPoint normalize pause sample "
        "sampleFromCounter sign"
    ),
    "game": "Actions AgentState Configuration Game GameStateData Grid reconstituteGrid",
    "pacman": "ClassicGameRules GhostRules PacmanRules",
}
names = {"infinity": inf}
# As in the course, game has all of util, and pacman all of game.
for module in ("util", "game", "pacman"):
    names.update(dict.fromkeys(NAMED[module].split(), OfTheGame))
    names.update({entry.__name__: entry for entry in WORKING[module]})
    sys.modules[module] = ModuleType(module)
    sys.modules[module].__dict__.update(names)
sys.modules["pacman"].SCARED_TIME, sys.modules["pacman"].TIME_PENALTY = 40, 1
sys.modules["pacman"].COLLISION_TOLERANCE = 0.7


def search(student, state, problem):
    agents = len(problem.players)
    if problem.players != ["MAX"] + ["MIN"] * (agents - 1):
        raise ValueError(
            "agent 0 is MAX and all others are MIN: write players such as MAX MIN MIN"
        )
    depth = state.tree.depth * agents if problem.depth is None else problem.depth
    rounds, rest = divmod(depth, agents)
    if rest:
        raise ValueError(
            f"depth counts whole rounds here, of {agents} plies each; "
            f"{problem.depth} is none"
        )
    action = student.AlphaBetaAgent(depth=str(rounds)).getAction(GameState(state))
    # The usual loop has none where each is worth -inf.
    if action not in state.actions():
        message = MESSAGES["no action"].format(returned=problem.shown(action))
        problem.refuse(message, unless_lost=action is None)
    return action
