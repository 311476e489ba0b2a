"""A whole class at once: what was handed in, graded side by side, and what came of it in a table.

`grading` grades it, with the workers of `pool`; they need joblib, which is slow to import.
"""

from autograder.classroom.difference import as_csv, changes_shown, difference
from autograder.classroom.exports import read_time
from autograder.classroom.hand_in import Class, HandIn, InvalidClass, Student
from autograder.classroom.hand_ins import find_class
from autograder.classroom.record import Outcome, Record, outcome_of
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
    "as_csv",
    "changes_shown",
    "difference",
    "find_class",
    "grading",
    "matched",
    "outcome_of",
    "outcomes_in",
    "overview",
    "pool",
    "read_roster",
    "read_time",
    "summary",
    "table",
]
