"""The command line: a table of what can be typed.

The table imports nothing, as it is read before a student's process is started. This
part may use all others, and hands each what it needs. What a command does
stands here only if no other part does it.

- `command_line`: finds the command that was meant, and says what it cannot do.
- `options`: the options of each command, and what --help says of them.
- `grade`: grades a submission. `watch`: again whenever one of its files changes.
- `classes`: `class` and `diff`. `instructor`: what instructors type beside these.
- `one_of_a_class`: the process that grades one submission of a class.
- `version`: the version, with nothing imported that grading takes.
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
