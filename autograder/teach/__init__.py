"""What instructors do with exercises: check, show, audit, make and pack them."""

RUNS_IN = "the grader"
MODULES = (
    "audit",
    "deployment",
    "growth",
    "handout",
    "new_sets",
    "validation",
    "walkthrough",
    "worksheets",
)
