"""What students are told who write question 3 of the Pacman project."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import EVALUATED, through_adapter
from autograder.teaching.handout.words.board import GAME

STATE = """
## What a state tells you

| | |
|---|---|
| `gameState.isWin()`, `gameState.isLose()` | is the game over here? |
| `gameState.getNumAgents()` | how many agents there are; agent 0 is Pacman, the others are ghosts |
| `gameState.getLegalActions(agentIndex)` | what an agent may do, left to right |
| `gameState.generateSuccessor(agentIndex, action)` | the state after an agent's action |
| `self.evaluationFunction(gameState)` | what a state is worth to Pacman. **Asking is visiting** |

`self.depth` counts rounds: one move of Pacman and one of each ghost. What is not about the tree, such as where the food
is, a state does not know here. The modules `util`, `game` and `pacman` are there, so that your whole file can be
imported: the containers of `util` work, and what is about the board, such as `Grid` and `Actions`, has only its name.

In the tests, `Evaluated(4, [3, 5])` is a state with two actions whose evaluation is 4.
"""

WRITTEN = '''
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
'''

HANDOUT = Handout(
    heading="Pacman: alpha-beta pruning (question 3)",
    task="minimax for Pacman against any number of ghosts, which leaves out every state that cannot matter.",
    functions=(
        Function(
            "AlphaBetaAgent.getAction",
            (Parameter("self", ""), Parameter("gameState", "")),
            "",
            "the best of Pacman's actions",
            "",
        ),
    ),
    called=(
        "Pacman moves first and maximizes; then each ghost moves in turn and minimizes, and then it is Pacman's turn "
        "again. Return one of `gameState.getLegalActions(0)`; if several are best, the first of them. "
        "Where every action is worth −∞, which no score in Pacman is, None is right too."
    ),
    tells=STATE,
    visit="A state is visited when you first evaluate it or ask for its score. Asking again is no second visit.",
    expect="more ghosts, other depths, deeper trees, uneven ones, ties, negative values",
    search=through_adapter("alpha_beta_search", EVALUATED + "\n" + GAME),
    about="README.md says what a state can tell you.",
    imports="import util\nfrom game import Agent",
    answer="action",
    shipped="cs188",
    trees=(
        PublicTree("02_two_plies_with_numbers"),
        PublicTree("cs188/08_depth_of_one_round"),
        PublicTree("cs188/09_depth_with_two_ghosts"),
        PublicTree("cs188/07_second_round"),
        PublicTree("cs188/12_negative_scores"),
        PublicTree("cs188/10_lost_position"),
        PublicTree("cs188/13_alpha_below_the_root"),
    ),
    written=WRITTEN,
)
