"""Writes the pages anew."""

import argparse

from tests.pages import CASES, FOLDER, STUDENTS, file_of, page, with_pages


def main() -> None:
    """Write all pages, and those that docs/students.md quotes."""
    written = "Writes tests/pages/*.txt anew, and the pages that docs/students.md quotes, which takes half a minute."
    argparse.ArgumentParser(
        prog="python -m tests.pages", description=written
    ).parse_args()
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, case in CASES.items():
        file_of(name).write_text(page(case), "utf-8")
    STUDENTS.write_text(with_pages(STUDENTS.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
