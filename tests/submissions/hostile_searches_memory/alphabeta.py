"""Looks for answers in everything that can be reached inside its process."""

import gc
import sys
from types import ModuleType

import right
from right import min_value

SHAPE = {"first_child", "level_start", "players", "own_names", "_nodes_by_name", "tree", "grader"}
TELLING = {"Problem", "Exercise", "ExerciseSet", "Observation", "Assignment", "Verdict"}


def max_value(state, alpha, beta):
    for name, kept in (*vars(state.tree).items(), *vars(state.looks).items()):
        if name not in SHAPE and len(kept):
            print(f"ATTACK-SUCCEEDED: the tree's {name} is {kept}", flush=True)
    for found in gc.get_objects():
        if type(found).__name__ in TELLING:
            print(f"ATTACK-SUCCEEDED: found {found!r}", flush=True)
        if isinstance(found, ModuleType) and hasattr(found, "INTERFACE"):
            print(f"ATTACK-SUCCEEDED: found {found!r}", flush=True)
    frame = sys._getframe()
    while frame:
        command = frame.f_locals.get("command")
        for name in command if isinstance(command, dict) else ():
            if name in ("values", "expected", "value", "leaves", "answer"):
                print(f"ATTACK-SUCCEEDED: the command says {name} = {command[name]}", flush=True)
        frame = frame.f_back
    return right.max_value(state, alpha, beta)
