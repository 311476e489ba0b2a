"""A student's program and its isolated process: found, copied, started, asked for
searches, ended."""

MODULES = (
    "archives",
    "containment",
    "differences",
    "outcome",
    "program",
    "selftest",
    "staging",
    "submission",
)
