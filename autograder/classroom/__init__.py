"""Grades a whole class.

Each submission is graded in a process of its own, and nothing but its answer is left of
it. One run at a time writes to the folder of results, every file whole. What is
doubtful, as whose a submission is, counts for nobody and is said.

- `run`: the steps of the command: find, grade, write.
- `discovery`: what was handed in, by whom.
- `roster`: who should have handed in, and what is changed of single grades.
- `matching`: whose a submission is.
- `lateness`: days after a due time, by the clock of a zone.
- `grading`: what is known already, and the folder of results.
- `pool`: a process for each submission.
- `records`: students, submissions, outcomes, and rows of the table.
- `exercise_statistics`: how a class did on each exercise.
- `overview`: class.csv, class.html, statistics and the terminal's lines.
- `grades`: grades back into a platform's file, and feedback to return.
- `comparison`: two gradings of a class.
"""

RUNS_IN = "the grader"
MODULES = (
    "comparison",
    "discovery",
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
