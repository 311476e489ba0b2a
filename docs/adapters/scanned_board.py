"""Runs alphabeta(board, depth, alpha, beta, is_max) on a board of 3 by 3 cells.

The program looks for an empty cell, fills it, searches, and empties it again.
"""

NEEDS = ("alphabeta",)
EMPTY, TAKEN, SIDE = " ", "#", 3


class Row:
    def __init__(self, board, row):
        self.board, self.first = board, row * SIDE

    def __len__(self):
        return SIDE

    def __getitem__(self, column):
        cell = self.first + range(SIDE)[column]
        return EMPTY if cell < len(self.board.state.actions()) else TAKEN

    def __setitem__(self, column, mark):
        cell = self.first + range(SIDE)[column]
        self.board.take_back(cell) if mark == EMPTY else self.board.play(cell)


class Board:
    def __init__(self, state, before=()):
        self.state, self.before = state, before

    def __len__(self):
        return SIDE

    def __getitem__(self, row):
        return Row(self, range(SIDE)[row])

    def __deepcopy__(self, memo):
        return Board(self.state, self.before)

    def play(self, cell):
        self.before = (*self.before, (cell, self.state))
        self.state = self.state.result(self.state.actions()[cell])

    def take_back(self, cell):
        if self.before and self.before[-1][0] == cell:
            self.state, self.before = self.before[-1][1], self.before[:-1]


def search(student, state, problem):
    if max(state.tree.child_counts) > SIDE * SIDE:
        raise ValueError("a position has more moves than the board has cells")
    student.game_over = lambda board: board.state.is_terminal()
    student.evaluate = lambda board: board.state.utility()
    depth, is_max = state.tree.depth, problem.to_move == "MAX"
    return student.alphabeta(Board(state), depth, *problem.window, is_max)
