"""The command line: a table of the commands.

The table imports nothing, as it is read before a worker is started. This
part may use all others, and hands each its input. A command's own code stands here only
if no other part has it.

- `command_line`: finds the command that was meant, and reports errors.
- `options`: defines the options of each command, and the texts of --help.
- `grade`: grades a submission. `watch`: again whenever one of its files changes.
- `classes`: runs `class` and `diff`. `instructor`: runs the other commands.
- `one_of_a_class`: is the process that grades one submission of a class.
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
    "--version": "tell.version.show_version",
}
"""The function of each command: ROOM.MODULE.FUNCTION.

It takes the options by their names and may return an exit status.
"""
GRADE = "cli.grade.grade"
"""The function for a command line that begins with none of these: it grades."""
