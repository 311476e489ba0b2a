"""What instructors do with exercises: check, show, audit, make and pack them."""

from autograder.teaching.trace import (
    PROGRAM,
    SLIDES,
    Box,
    Step,
    Wording,
    recorded,
    trace,
)

RUNS_IN = "the grader"
MODULES = (
    "audit",
    "deployment",
    "growth",
    "handout",
    "new_sets",
    "validation",
    "walkthrough",
)
