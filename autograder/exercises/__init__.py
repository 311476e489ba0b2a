"""What is asked: exercises as records, read strictly from JSON, their trees written down or drawn.

`generate` draws trees and makes failing ones smaller; it needs Hypothesis, which is slow to import.
"""

from autograder.exercises import packages
from autograder.exercises.cache import installation_secret
from autograder.exercises.documents import (
    ASSIGNMENT,
    exercise_files,
    from_here,
    read_document,
)
from autograder.exercises.exhaustive import Batch, batches, number_of_searches
from autograder.exercises.generated import problems_of, seeded, varied
from autograder.exercises.load import (
    assignment_beside,
    load_assignment,
    load_exercise,
    load_set,
    searchable_exercise,
    unknown_interface,
)
from autograder.exercises.model import (
    CHECKS,
    SEARCHED_BY_HAND,
    SOLUTION,
    Adapter,
    Assignment,
    Check,
    Every,
    Exercise,
    ExerciseSet,
    Feedback,
    FeedbackByAttempt,
    FixedExercise,
    Generate,
    GeneratedExercise,
    Late,
    Limits,
    points_mismatch,
    points_reminder,
)
from autograder.exercises.tree_format import INFINITIES, UNNEEDED, read_tree, write_problem, write_tree

__all__ = [
    "ASSIGNMENT",
    "CHECKS",
    "INFINITIES",
    "SEARCHED_BY_HAND",
    "SOLUTION",
    "UNNEEDED",
    "Adapter",
    "Assignment",
    "Batch",
    "Check",
    "Every",
    "Exercise",
    "ExerciseSet",
    "Feedback",
    "FeedbackByAttempt",
    "FixedExercise",
    "Generate",
    "GeneratedExercise",
    "Late",
    "Limits",
    "assignment_beside",
    "batches",
    "exercise_files",
    "from_here",
    "generate",
    "installation_secret",
    "load_assignment",
    "load_exercise",
    "load_set",
    "number_of_searches",
    "packages",
    "points_mismatch",
    "points_reminder",
    "problems_of",
    "read_document",
    "read_tree",
    "searchable_exercise",
    "seeded",
    "unknown_interface",
    "varied",
    "write_problem",
    "write_tree",
]
