"""Udacity's Isolation projects, of three editions.

`AlphaBetaPlayer.alphabeta(game, depth)` in game_agent.py returns a move, and
`CustomPlayer.alphabeta(game, depth)`, before it, a pair of score and move.
`CustomPlayer.alpha_beta_search(state, depth)` in my_custom_player.py returns an action.
"""

# The names here are those of the projects of Udacity's Artificial Intelligence
# Nanodegree, so that students' whole files can be imported. The games answer with a
# tree; there is no board.

import inspect
import sys
from types import ModuleType

NEEDS = (
    "AlphaBetaPlayer.alphabeta|CustomPlayer.alphabeta|CustomPlayer.alpha_beta_search",
)
# Who moves at the root maximizes, and scores are that player's.
MIRRORED = True
SIDE = 7
"""The board is said to have 7 rows and columns, so a move is a pair below 7."""
NO_MOVES = ((-1, -1), None, ())
MESSAGES = {
    "not legal": {
        "en": "this is none of the legal moves here",
        "de": "dieser Zug ist hier nicht erlaubt",
        "es": "esta jugada no es legal aquí",
    },
    "no move": {
        "en": "{name} must return one of {moves}; it returned {returned}",
        "de": (
            "{name} muss einen Zug aus {moves} zurückgeben; "
            "zurückgegeben wurde {returned}"
        ),
        "es": "{name} debe devolver una jugada de {moves}; devolvió {returned}",
    },
}
"""Sentences that students read."""


class Opponent:
    """The other player, of whom a search only asks who it is."""


class Position:
    """What both kinds of game have: a state, and the ply in which a search ends."""

    def __init__(self, state, horizon, sign):
        self._state = state
        self._horizon = horizon
        self._sign = sign

    def _is_last(self):
        return self._state.is_terminal() or self._state.ply == self._horizon

    def _value(self):
        return self._sign * self._state.evaluate()

    def _after(self, index):
        actions = self._state.actions()
        if self._is_last() or not 0 <= index < len(actions):
            raise ValueError(MESSAGES["not legal"])
        return self._state.result(actions[index])


class Board(Position):
    """A game of game_agent.py, which never ends.

    After a leaf there is one move until the depth is used up. Further down all scores
    are 0.
    """

    width = height = SIDE
    move_count = 10
    BLANK = 0
    NOT_MOVED = None

    def __init__(self, state, horizon, sign, players, later=0):
        super().__init__(state, horizon, sign)
        self._players = players
        self._later = later

    @property
    def active_player(self):
        return self._players[(self._state.ply + self._later) % 2]

    @property
    def inactive_player(self):
        return self.get_opponent(self.active_player)

    __active_player__ = active_player
    __inactive_player__ = inactive_player

    def get_opponent(self, player):
        return self._players[1 if player is self._players[0] else 0]

    def get_legal_moves(self, player=None):
        if self._is_last():
            return [(SIDE - 1, SIDE - 1)]
        return [divmod(index, SIDE) for index in range(len(self._state.actions()))]

    def forecast_move(self, move):
        more = self._horizon, self._sign, self._players
        if self._is_last():
            return Board(self._state, *more, self._later + 1)
        row, column = move
        return Board(self._after(row * SIDE + column), *more)

    def copy(self):
        more = self._horizon, self._sign, self._players, self._later
        return Board(self._state, *more)

    def move_is_legal(self, move):
        return move in self.get_legal_moves()

    def is_winner(self, player):
        return False

    def is_loser(self, player):
        return False

    def utility(self, player):
        return 0.0

    def get_player_location(self, player):
        return (3, 3) if player is self._players[0] else (2, 5)

    def get_blank_spaces(self):
        return [(row, column) for row in range(SIDE) for column in range(SIDE)]

    def hash(self):
        return self._state.index, self._later

    def to_string(self):
        return self._state.name

    def score_for(self, player):
        if self._state.ply + self._later > self._horizon:
            return 0.0
        return self._value() if player is self._players[0] else -self._value()


class Isolation(Position):
    """A state of my_custom_player.py. The game is over at a leaf."""

    locs = (57, 62)

    @property
    def ply_count(self):
        return self._state.ply + 2

    def player(self):
        return self._state.ply % 2

    def actions(self):
        count = 0 if self._is_last() else len(self._state.actions())
        return list(range(1, count + 1))

    def result(self, action):
        return Isolation(self._after(action - 1), self._horizon, self._sign)

    def terminal_test(self):
        return self._is_last()

    def utility(self, player_id):
        return self._value() if player_id == 0 else -self._value()

    def liberties(self, location):
        return []

    def __eq__(self, other):
        return isinstance(other, Isolation) and self._state == other._state

    def __hash__(self):
        return hash(self._state)


class Queue:
    def put(self, action, block=True, timeout=None):
        self.action = action


class BasePlayer:
    def __init__(self, player_id=0):
        self.player_id = player_id
        self.timer_start = self.time_limit = self.context = self.data = None
        self.queue = Queue()


def add_module(name, **contents):
    sys.modules[name] = ModuleType(name)
    sys.modules[name].__dict__.update(contents)


def no_score(game, player=None):
    return 0.0


games = {"Board": Board, "Isolation": Isolation, "DebugState": Isolation}
add_module("isolation", **games)
add_module("isolation.isolation", **games, _WIDTH=11, _HEIGHT=9, _SIZE=11 * 9)
add_module(
    "sample_players",
    BasePlayer=BasePlayer,
    DataPlayer=BasePlayer,
    **dict.fromkeys(
        ("null_score", "open_move_score", "improved_score", "center_score"), no_score
    ),
)


def search(student, state, problem):
    horizon = state.tree.depth if problem.depth is None else problem.depth
    sign = 1 if problem.to_move == "MAX" else -1
    kind = getattr(student, "AlphaBetaPlayer", None) or student.CustomPlayer
    if issubclass(kind, BasePlayer):
        player = kind(0)
        name = (
            "alpha_beta_search" if hasattr(kind, "alpha_beta_search") else "alphabeta"
        )
        player.score = lambda position, *more: position.utility(0)
        game = Isolation(state, horizon, sign)
        legal, of = game.actions(), "state.actions()"
    else:
        player, name = board_player(student, kind, horizon), "alphabeta"
        game = Board(state, horizon, sign, (player, Opponent()))
        legal, of = game.get_legal_moves(), "game.get_legal_moves()"
    returned = getattr(player, name)(game, horizon)
    move = returned
    # The first edition returned a pair of score and move.
    if isinstance(move, tuple) and len(move) == 2 and isinstance(move[1], tuple):
        move = move[1]
    if move not in legal:
        shown = problem.shown(returned)
        message = MESSAGES["no move"].format(name=name, moves=of, returned=shown)
        problem.refuse(message, unless_lost=move in NO_MOVES)
    return state.actions()[legal.index(move)]


def board_player(student, kind, depth):
    """Return a player of game_agent.py that scores with the tree, and has time."""

    def score(game, player):
        return game.score_for(player)

    for name in vars(student).copy():
        if name.startswith("custom_score"):
            setattr(student, name, score)
    known = {"search_depth": depth, "score_fn": score, "timeout": 10.0}
    known.update(method="alphabeta", iterative=False)
    accepted = inspect.signature(kind).parameters
    player = kind(**{name: known[name] for name in known if name in accepted})
    player.score = score
    player.time_left = lambda: 100_000.0
    return player
