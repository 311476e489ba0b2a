"""Judges whether a search is right.

The room knows the exercises, the sandbox and the reference. It knows nothing of how
mistakes are found or shown.

- `judge`: the three checks, and the verdict on an exercise.
- `by_hand`: answers on paper, judged as searches are.
- `plainer`: plainer evidence of a failure, such as a smaller tree.
"""

RUNS_IN = "the grader"
MODULES = ("by_hand", "judge", "plainer")
