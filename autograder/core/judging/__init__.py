"""Judges whether a search is right, for a program's (`judge`) and for answers by hand.

`plainer` looks for a smaller tree that fails, and for what was returned to a search.
The room knows nothing of how mistakes are found, so a course could have it alone.
"""

RUNS_IN = "the grader"
MODULES = ("by_hand", "judge", "plainer")
