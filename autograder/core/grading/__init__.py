"""Grades a submission from first to last.

`run` does it, and `report` is what comes of it.
"""

RUNS_IN = "the grader"
MODULES = ("report", "right_program", "run")
