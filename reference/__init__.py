"""Holds the truth: game trees, the textbook's algorithms, and their observations.

Knows nothing of `autograder`.

- `game`: trees, looks at them, and states. The worker and students use it, too, so it
  imports nothing else of the project and suits an older Python.
- `problem`: the task of a search, and the record of a search.
- `interfaces`: one file an algorithm, written as its source writes it.
- `observe`: runs an algorithm, or another text in its place, and records its looks.
- `proof`: tells whether the value of a node is exact, or only a bound.
- `parts`: the parts of a search's text, by their roles.
- `changes`: such a text with changes, each under a name.
- `forms`: the forms in which a right search is written.
"""
