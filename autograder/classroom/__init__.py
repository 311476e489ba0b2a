"""Grades a whole class.

It finds the submissions, grades several at a time, and sums them up in a table and a
page.
"""

RUNS_IN = "the grader"
MODULES = (
    "comparison",
    "discovery",
    "fork_server",
    "grades",
    "grading",
    "lateness",
    "matching",
    "overview",
    "pool",
    "records",
    "roster",
    "run",
)
