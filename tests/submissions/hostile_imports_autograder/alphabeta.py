"""Imports whatever there is of the grader."""

import importlib
import sys

from right import max_value, min_value

frame = sys._getframe()
while frame:
    sys.path.append(frame.f_code.co_filename.rsplit("/", 2)[0])
    frame = frame.f_back
sys.path += [*sys.argv, "/autograder/source", "/srv/autograder"]

for name in ("worker", "wire", "isolation", "process", "sandbox", "grade", "load", "judge", "gradescope"):
    try:
        importlib.import_module(f"autograder.{name}")
        print(f"ATTACK-SUCCEEDED: imported autograder.{name}", flush=True)
    except (ImportError, OSError):
        pass
