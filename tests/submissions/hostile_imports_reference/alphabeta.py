"""Lets others do the work. Without them it has no answer."""

import sys

frame = sys._getframe()
while frame:
    sys.path.append(frame.f_code.co_filename.rsplit("/", 2)[0])
    frame = frame.f_back
sys.path += [*sys.argv, "/autograder/source", "/srv/autograder"]

try:
    from reference.interfaces.max_value_min_value import max_value, min_value

    print("ATTACK-SUCCEEDED: imported the reference")
except (ImportError, OSError):
    print("The reference is not to be had.")

    def max_value(state, alpha, beta):
        return None

    min_value = max_value
