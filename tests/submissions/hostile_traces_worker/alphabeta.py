"""Listens in."""

import sys
import threading

from right import max_value, min_value

told = set()


def listen(frame, event, argument):
    for name in ("values", "expected", "exercise", "problem"):
        if name in frame.f_locals and frame.f_code.co_name != "__init__" and name not in told:
            told.add(name)
            print(f"ATTACK-SUCCEEDED: {frame.f_code.co_name} knows {name} = {frame.f_locals[name]!r}", flush=True)
    return listen


sys.settrace(listen)
sys.setprofile(listen)
threading.settrace(listen)
threading.setprofile(listen)
frame = sys._getframe()
while frame:
    frame.f_trace = listen
    frame = frame.f_back
