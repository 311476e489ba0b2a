"""The command line: a table of what can be typed. Told none of `COMMANDS`, it grades a submission.

The table imports nothing, as it is read before a student's process is started. What --help says of a command, and of
each of its arguments, stands in words.json; `command_line` has what these may be.
"""

RUNS_IN = "the grader"

COMMANDS = {
    "new": "teaching.new_sets.new_set",
    "handout": "teaching.handout.handout",
    "import": "teaching.new_sets.import_course",
    "validate": "teaching.validation.validate",
    "show": "commands.instructor.show",
    "growth": "teaching.growth.growth",
    "audit": "teaching.audit.show_audit",
    "zip": "commands.instructor.pack",
    "isolation": "commands.instructor.try_isolation",
    "practice": "commands.instructor.practice",
    "sheet": "commands.instructor.sheet",
    "class": "commands.classes.grade_class",
    "diff": "commands.classes.diff",
    "explain": "commands.instructor.explain",
    "prove": "commands.instructor.prove",
    "--version": "commands.version.show_version",
}
"""What runs a command: ROOM.MODULE.FUNCTION, which takes the options by their names and may return an exit status."""
