"""Writes the pages anew."""

from __future__ import annotations

from tests.pages import CASES, FOLDER, file_of, page

for old in FOLDER.glob("*.txt"):
    old.unlink()
for name, case in CASES.items():
    file_of(name).write_text(page(case), "utf-8")
