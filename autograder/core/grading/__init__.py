"""Grades a submission from first to last.

The explanation of failures is handed to it as a function. It knows nothing of those who
show the report.

- `run`: from files to a report: visible exercises first, then the others in new
  processes. It shares the time, and tells a `RunListener` how far it is.
- `report`: its results.
- `judged`: the facts for an explanation, by a function that the caller hands over.
- `right_program`: whether a search that came to no answer through an adapter does so
  with a right program, too.
"""

RUNS_IN = "the grader"
MODULES = ("judged", "report", "right_program", "run")
