"""A whole class at once: what was handed in, graded side by side, and what came of it in a table.

`grading` grades it, each submission in a process of its own, which `pool` starts.
"""

from autograder.classroom.difference import changes_shown, csv_of, difference
from autograder.classroom.discovery import find_class
from autograder.classroom.lms_names import read_time
from autograder.classroom.records import Class, HandIn, InvalidClass, Outcome, Record, Student, outcome_of
from autograder.classroom.results_folder import OVERVIEW, TABLE, ResultsFolder, outcomes_in
from autograder.classroom.roster import matched, read_roster
from autograder.classroom.summary import summary
from autograder.classroom.table import table

__all__ = [
    "OVERVIEW",
    "TABLE",
    "Class",
    "HandIn",
    "InvalidClass",
    "Outcome",
    "Record",
    "ResultsFolder",
    "Student",
    "changes_shown",
    "class_page",
    "csv_of",
    "difference",
    "digest",
    "find_class",
    "grading",
    "matched",
    "outcome_of",
    "outcomes_in",
    "pool",
    "read_roster",
    "read_time",
    "summary",
    "table",
]
