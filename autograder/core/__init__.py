"""Grades a submission: it finds, confines, runs and judges a program.

Everything else is advice around it. It imports nothing of the other parts.
Its rooms are `worker`, `exercises`, `reader`, `sandbox`, `judging` and `grading`. Below
them lies the ground, which every room may use, and which imports no room:

- `errors`: what may end a command, one tree of exceptions with exit statuses.
- `files`: strangers' files opened safely, and files written whole.
- `launch`: starts the worker before anything else is imported; lists the layers.
- `limits`: every size, number and time, each with its reason.
- `outputs`: the gate that every file passes which a command writes for somebody.
- `project`: where the project's own files are, and its version.
- `sentences`: the sentences that students read, by topic and name.
- `signals`: what is cleaned up when a signal ends the grader.
- `text`: strangers' text made harmless, counts, and tables of sentences.
"""
