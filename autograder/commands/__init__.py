"""The command line: a file for each command, which says its options and runs it.

`command_line` finds the command that was meant. Told none of `COMMANDS`, it grades.
"""

COMMANDS = (
    "new",
    "handout",
    "import",
    "validate",
    "show",
    "growth",
    "audit",
    "zip",
    "isolation",
    "practice",
    "sheet",
    "class",
    "diff",
    "explain",
    "prove",
)

__all__ = ["COMMANDS", "command_line"]
