"""Writes the pages anew."""

from tests.pages import CASES, FOLDER, STUDENTS, file_of, page, with_pages

for old in FOLDER.glob("*.txt"):
    old.unlink()
for name, case in CASES.items():
    file_of(name).write_text(page(case), "utf-8")
STUDENTS.write_text(with_pages(STUDENTS.read_text("utf-8")), "utf-8")
