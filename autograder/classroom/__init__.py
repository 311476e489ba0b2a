"""Grades a whole class.

Each submission is graded in a process of its own, and nothing but its answer is left of
it. One run at a time writes to the folder of results, every file whole. A doubtful
submission counts for no student, and the run says so.

- `run`: the steps of the command: find, grade, write.
- `class_options`: its options.
- `submissions`: records of the submissions and of their owners.
- `announcements`: the lines on refused entries, and on doubts.
- `discovery`: finds the submissions and their students.
- `exported_names`: reads the names that platforms give to students' files.
- `dates_in_names`: reads the dates in Brightspace's names, in any form.
- `gradescope_metadata`: reads Gradescope's file beside an export.
- `class_archive`: unpacks the archive of a class.
- `classroom50`: reads the files of Classroom 50's beside and in clones.
- `roster`: reads the list of the class.
- `csv_file`: reads CSV files, and writes them back as they were.
- `platforms`: the marks by which platforms' files are known.
- `student_rows`: reads the student in a row of a list.
- `overrides`: reads the staff's changes of single grades.
- `matching`: finds the student of each submission.
- `owners`: says which submissions have no owner, and whose they may be.
- `doubts`: says why points that were lost are not proven to be lost.
- `unproven`: says which rows of the list may be no students.
- `groups`: finds the members of groups.
- `lateness`: counts days after a due time, by the clock of a zone.
- `any_name`: takes a program by another name.
- `attempts`: chooses the submission that counts, if a person has several.
- `grading`: grades new and changed submissions, and keeps the folder of results.
- `times`: reads when a submission was handed in.
- `pool`: grades several submissions at a time. `processes` starts one for each,
  `cluster` has a dask cluster do it, `processors` counts those of this machine.
- `programs`: exports programs for tools that look for plagiarism.
- `records`: students, submissions, outcomes, and rows of the table.
- `exercise_statistics`: counts how a class did on each exercise.
- `overview`: class.csv, class.html, statistics and the terminal's lines.
- `grades`: writes grades into a platform's file, and packs feedback to return.
- `comparison`: compares two gradings of a class.
"""

RUNS_IN = "the grader"
MODULES = (
    "any_name",
    "attempts",
    "class_options",
    "classroom50",
    "cluster",
    "comparison",
    "discovery",
    "doubts",
    "grades",
    "grading",
    "groups",
    "lateness",
    "matching",
    "overview",
    "owners",
    "pool",
    "processes",
    "processors",
    "programs",
    "records",
    "roster",
    "run",
    "times",
)
