"""The command line: a table of what can be typed. Told none of `COMMANDS`, it grades a submission.

The table imports nothing, as it is read before a student's process is started. What --help says of a command, and of
each of its arguments, stands in words.json; `command_line` has what these may be.
"""

COMMANDS = {
    "new": "instructor.new",
    "handout": "instructor.handout",
    "import": "instructor.import_course",
    "validate": "instructor.check",
    "show": "instructor.show",
    "growth": "instructor.show_growth",
    "audit": "instructor.show_audit",
    "zip": "instructor.pack",
    "isolation": "instructor.try_isolation",
    "practice": "instructor.practice",
    "sheet": "instructor.sheet",
    "class": "classes.grade_class",
    "diff": "classes.diff",
    "explain": "instructor.explain",
    "prove": "instructor.prove",
}
"""What runs a command: MODULE.FUNCTION in this package, which takes the options and may return an exit status."""
