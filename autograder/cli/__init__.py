"""The command line: a table of what can be typed.

The table imports nothing, as it is read before a student's process is started.
`options` has the options of each command, and what --help says of them.
"""

RUNS_IN = "the grader"

COMMANDS = {
    "new": "teach.new_sets.new_set",
    "handout": "teach.handout.handout",
    "import": "teach.new_sets.import_course",
    "validate": "teach.validation.validate",
    "show": "cli.instructor.show",
    "growth": "teach.growth.growth",
    "audit": "teach.audit.show_audit",
    "zip": "cli.instructor.pack",
    "isolation": "cli.instructor.try_isolation",
    "practice": "cli.instructor.practice",
    "sheet": "cli.instructor.sheet",
    "class": "cli.classes.grade_class",
    "diff": "cli.classes.diff",
    "explain": "cli.instructor.explain",
    "prove": "cli.instructor.prove",
    "--version": "cli.version.show_version",
}
"""What runs a command: ROOM.MODULE.FUNCTION, which takes the options by their names and
may return an exit status."""
GRADE = "cli.grade.grade"
"""The same where a command line begins with none of these: it grades a submission."""
