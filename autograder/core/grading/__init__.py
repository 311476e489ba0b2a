"""Grades a submission from first to last.

`run` does it, and `report` is what comes of it. `judged` is what an explanation is made
of, by a function that the caller hands over.
"""

RUNS_IN = "the grader"
MODULES = ("judged", "report", "right_program", "run")
