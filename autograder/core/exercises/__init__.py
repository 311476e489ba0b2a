"""Holds exercises as records, read strictly from JSON, with trees drawn or not.

Only these modules are for other rooms. `generate` needs Hypothesis, which is slow to
import.
"""

RUNS_IN = "the grader"
MODULES = (
    "cache",
    "documents",
    "exhaustive",
    "generate",
    "generated",
    "load",
    "model",
    "packages",
    "shrink",
    "tree_format",
)
