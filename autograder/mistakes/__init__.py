"""The engine for mistakes: it finds what to change in a student's own program, and knows the mistakes that are made.

`answer` and what it imports run in a process of the submission, with the standard library, the worker and the game
alone. `catalogue` is for the grader.
"""

MODULES = ("answer", "catalogue", "kinds")
