"""A student's program and its isolated process: found, copied, started, asked for searches, ended.

`selftest` tries what the layers of isolation must stop on this machine.
"""

from autograder.sandbox.archives import unpacked
from autograder.sandbox.containment import Isolation, students_may_read
from autograder.sandbox.outcome import Cause, Failure, Load, Loaded, Returned, Searched, broke_on_none
from autograder.sandbox.program import Sandbox, known_to_adapters
from autograder.sandbox.staging import read_sources, staged, temporary_folder
from autograder.sandbox.submission import NoSubmission, Submission, find_submission

__all__ = [
    "Cause",
    "Failure",
    "Isolation",
    "Load",
    "Loaded",
    "NoSubmission",
    "Returned",
    "Sandbox",
    "Searched",
    "Submission",
    "archives",
    "broke_on_none",
    "find_submission",
    "known_to_adapters",
    "read_sources",
    "selftest",
    "staged",
    "students_may_read",
    "temporary_folder",
    "unpacked",
]
