"""The command line: a table of what can be typed.

The table imports nothing, as it is read before a student's process is started.
`options` has the options of each command, and what --help says of them.
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
"""What runs a command: ROOM.MODULE.FUNCTION, which takes the options by their names and
may return an exit status."""
GRADE = "commands.grade.grade"
"""The same where a command line begins with none of these: it grades a submission."""
