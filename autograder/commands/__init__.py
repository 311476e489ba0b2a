"""The command line: a file for each command."""

__all__ = [
    "main",
]
