#!/usr/bin/env python3
"""Classroom 50's autograder.py.

It goes into CLASSROOM/autograders/ASSIGNMENT of your organization's classroom50
repository. Its runner starts it in the student's checkout, and reads result.json and
release-body.md there.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

AUTOGRADER = "https://github.com/YOUR-ORGANIZATION/autograder"
"""Your copy of this project, which must be public: the job has no key to another."""
EXERCISES = ""
"""The name of a set's folder beside this file; empty for the exercises of the copy.

Classroom 50 publishes the folder, so it is no place for hidden exercises.
"""


def main() -> int:
    """Grade, and write what the runner reads; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as output:
            status = grade(Path(folder, "result"), output)
        if status:
            # GitHub's runner obeys commands in a step's log, and a program can print
            # some: so they are stopped, by a word that the program cannot know.
            word = secrets.token_hex(16)
            print(f"::stop-commands::{word}")
            print(log.read_text("utf-8", "replace"))
            print(f"::{word}::")
            return status
        for end, name in (("", "result.json"), (".md", "release-body.md")):
            text = Path(folder, f"result{end}").read_bytes()
            Path(name).unlink(missing_ok=True)  # a student may have committed a link
            Path(name).write_bytes(text)
    print("The report is in the release of this submission.")
    return 0


def grade(result, output) -> int:
    """Grade the submission that lies here; return the exit status.

    result: the file to write. output: the open log.
    """
    place = os.environ.get("AUTOGRADER", "")  # to try this elsewhere
    if not place:
        place = str(result.with_name("autograder"))
        clone = ["git", "clone", "--quiet", "--depth", "1", AUTOGRADER, place]
        if subprocess.run(clone, stdout=output, stderr=output).returncode:
            return 1
    command = [f"{place}/run_autograder", ".", "--format", "classroom50"]
    command += ["--results", str(result)]
    if EXERCISES:
        command += ["--exercises", str(Path(__file__).resolve().parent / EXERCISES)]
    return subprocess.run(command, stdout=output, stderr=output).returncode


if __name__ == "__main__":
    sys.exit(main())
