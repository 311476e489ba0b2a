"""Wrong programs as changes of right ones: diffs, without lines around them, each under what is said of it."""

import re
from pathlib import Path


def changes(name: str) -> list[tuple[list[str], str]]:
    """Return for each change in a file the texts of its heading, from | to |, and the diff."""
    text = (Path(__file__).parent / f"{name}.diff").read_text("utf-8")
    blocks = [block.partition("\n") for block in text.split("=== ")[1:]]
    return [(heading.split(" | "), diff) for heading, _, diff in blocks]


def patched(source: str, diff: str) -> str:
    """Return a program with a diff applied."""
    lines = source.split("\n")
    hunks = re.findall(
        r"^@@ -(\d+)(?:,(\d+))? \S+ @@\n((?:[-+].*\n?)*)", diff, re.MULTILINE
    )
    for start, count, changed in reversed(hunks):
        first = int(start) - (count != "0")
        assert lines[first : first + int(count or 1)] == re.findall(
            r"^-(.*)", changed, re.MULTILINE
        )
        lines[first : first + int(count or 1)] = re.findall(
            r"^\+(.*)", changed, re.MULTILINE
        )
    return "\n".join(lines)
