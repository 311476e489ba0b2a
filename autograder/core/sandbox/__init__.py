"""A student's program and its isolated process.

It is found, copied, started, asked for searches, and ended.
"""

RUNS_IN = "the grader"
MODULES = (
    "archives",
    "budget",
    "containment",
    "differences",
    "outcome",
    "program",
    "selftest",
    "staging",
    "submission",
)
