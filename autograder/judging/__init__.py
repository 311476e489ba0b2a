"""Judges whether a search is right, for a program's (`judge`) and for answers by hand.

It knows nothing of how mistakes are found, so a course could have it alone.
"""

RUNS_IN = "the grader"
MODULES = ("by_hand", "judge")
