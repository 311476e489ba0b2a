"""Grades a submission: it finds, confines, runs and judges a program.

Everything else is advice around it. It imports nothing of the other parts.
Its rooms are `worker`, `exercises`, `reader`, `sandbox`, `judging` and `grading`. Below
them lies the ground, which every room may use, and which imports no room:

- `errors`: the exceptions that end a command, one tree with exit statuses.
- `files`: strangers' files opened safely, links checked, and files written whole.
- `launch`: starts the worker before anything else is imported.
- `limits`: every size, number and time, each with its reason.
- `outputs`: the gate that every file passes which a command writes for somebody.
- `project`: the places of the project's own files, and its version.
- `sentences`: the sentences that students read, by topic and name.
- `signals`: the cleanups when a signal ends the grader.
- `text`: strangers' text made harmless, counts, and tables of sentences.
"""
