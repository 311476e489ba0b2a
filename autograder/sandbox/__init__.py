"""A student's program and its isolated process: found, copied, started, asked for searches, ended.

`selftest` tries what the layers of isolation must stop on this machine.
"""

from autograder.sandbox.archives import unpacked
from autograder.sandbox.containment import Isolation, students_may_read
from autograder.sandbox.outcome import Cause, Failure, Returned, Searched, broke_on_none
from autograder.sandbox.program import Sandbox, known_to_adapters
from autograder.sandbox.staging import read_sources, staged, temporary_folder
from autograder.sandbox.submission import NoSubmission, find_submission

MODULES = ("archives", "selftest")
