import sys
from types import FunctionType, ModuleType

NEEDS = ("maxi", "mini")


class Table:
    kept = []


sys.modules["world"] = ModuleType("world")
sys.modules["world"].Table = Table
sys.modules["world"].over = lambda state: state.is_terminal()


def search(student, state, problem):
    if state.tree.depth < 2:
        raise ValueError("a game of this course has two plies at least")
    return (student.maxi if problem.to_move == "MAX" else student.mini)(state, *problem.window)
