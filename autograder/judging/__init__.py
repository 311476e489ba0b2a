"""Whether a search is right, and which known mistake explains one that is not.

`run` grades a submission from first to last.
"""

from autograder.judging.explanation import ClaimedRepair, EditedLine, Explanation, rewritten
from autograder.judging.judge import (
    NOTHING_RIGHT,
    Evidence,
    Failed,
    NotPassed,
    NotRun,
    Passed,
    Verdict,
    answered_calls,
    compare,
    due_calls,
    simplicity,
)
from autograder.judging.report import Report, about_attempt, attempt_number, max_points_of, points_of

MODULES = ("probe_trees", "run")
