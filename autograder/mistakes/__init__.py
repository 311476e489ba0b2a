"""The engine for mistakes: it finds what to change in a student's own program, and knows the mistakes that are made.

`answer` and what it imports run in a process of the submission, with the standard library, the worker and the game
alone. For the grader are `catalogue` and what makes the mistakes in the textbook.
"""

MODULES = ("answer", "catalogue", "kinds", "textbook", "ways")
