"""A student's program and its isolated process, as the grader sees them.

It is found, copied, started, asked for searches, and ended. The list of looks is made
here, of the questions that were answered. All that the process says is a stranger's:
it is checked where it comes in.

- `submission`: the student's file, and the modules that it imports from beside it.
  `listing` has its files, `file_kinds` the kinds of those that are no programs,
  `misnamed` the advice on names, and `local_imports` the modules that a file imports.
- `archives`: a submission as plain files, unpacked by the reader.
- `staging`: the copy that runs, in a temporary folder.
- `program`: a program that is loaded and asked for searches: `Sandbox`.
- `process`: one process, talked to under a deadline.
- `containment`: the grader's side of the layers.
- `budget`: the time and the ended processes of a part of a run.
- `outcome`: how a step ended, in records.
- `game_messages`: the messages of game.py and of adapters, in the run's language.
- `selftest`: the layers tried on this machine.

Only if something broke:

- `raised`: an exception, as the process tells it.
- `meaning`: its meaning, by `remedies`, and by `differences` and `python_versions`,
  which know the differences between grading and the student's own machine.
- `stopped`: the line of a program that was ended.
- `own_paths`: the grader's paths, taken out of the messages of the process.
"""

RUNS_IN = "the grader"
MODULES = (
    "archives",
    "budget",
    "containment",
    "differences",
    "game_messages",
    "listing",
    "local_imports",
    "misnamed",
    "outcome",
    "program",
    "remedies",
    "selftest",
    "staging",
    "submission",
)
