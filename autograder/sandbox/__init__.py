"""A student's program and its isolated process: found, copied, started, asked for searches, ended.

Only these modules are for other rooms. `selftest` tries what the layers of isolation must stop on this machine.
"""

MODULES = ("archives", "containment", "outcome", "program", "selftest", "staging", "submission")
