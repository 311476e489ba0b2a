"""What instructors do with exercises: check, show, audit, make, hand out and pack them.

It grades no student's submission.

- `validation`: whether a set is right, and what is odd about it.
- `audit`: which known mistakes a set catches.
- `growth`: how many leaves are visited as trees grow.
- `walkthrough`: an exercise, and the textbook's search in it.
- `worksheets`: trees to search by hand or in class, as pages and sheets.
- `new_sets`: the sets that `new`, `import` and `prove` make.
- `handout`: what students get, made of the prose in words/.
- `deployment`: the archive for Gradescope, and students' packages.
- `installed`: whether what a lock file names can be imported, for setup.sh.
"""

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
