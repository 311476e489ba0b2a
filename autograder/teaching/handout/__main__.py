"""Writes what students get anew, of the shipped sets or of sets that are named; run it in the project's folder.

.venv/bin/python -m autograder.teaching.handout [DIR …]
"""

import sys
from pathlib import Path

from autograder.exercises import ASSIGNMENT, InvalidExercises, load_assignment, told
from autograder.teaching.handout import NoWords, of_assignment
from autograder.teaching.handout.files import student_files
from autograder.teaching.handout.shipped import STUDENT, student_folders


def main(arguments: list[str]) -> int:
    """Writes the students' files of each set; returns the exit status."""
    named = {Path(name): Path(name, STUDENT) for name in arguments}
    try:
        for exercises, folder in (named or student_folders()).items():
            assignment = load_assignment(exercises / ASSIGNMENT)
            files = student_files(of_assignment(assignment), assignment)
            folder.mkdir(exist_ok=True)
            for name, text in files.items():
                Path(folder, name).write_text(text, "utf-8")
            print(folder)
    except InvalidExercises as error:
        print("\n".join(told(error.mistakes)), file=sys.stderr)
        return 2
    except NoWords as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
