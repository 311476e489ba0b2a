"""The marks by which the files of platforms are known, and the columns in them.

Platforms change. This was read on 2026-11-27, if no other day is named, beside
downloads and lists of grades as people publish them. Public programs are not named, on
purpose; `exported_names` quotes the forms of names.
- Canvas: gradebook_exporter.rb, content_zipper.rb, abstract_assignment.rb (2026-11-21),
  gradebook_importer.rb, groups.
- Moodle: gradingtable.php, importziplib.php of mod/assign (2026-11-21),
  importgradeslib.php of version 5.2.
- Gradescope: exports and lists of grades as public programs of 2026 read them; its
  guides on exports, of no date.
- Classroom 50: groupcmd/rows.go at 5e6b6d20, the wiki on downloads, roster.csv and
  scores.csv of October 2026 (CLI 1.57).
- GitHub Classroom: grades.csv and clones (2026-11-25).
- Sakai: ImportGradesHelper.java, GradeValidator.java, ExportPanel.java and
  GradebookCsvIO.java of its gradebook, AssignmentServiceImpl.java of version 12.
- Blackboard: downloads and lists as public programs up to 2026 read and write them, its
  help on working offline; nothing newer of Ultra's downloads.
- Brightspace: the same, D2L's article 3538 on imports; no downloads in other languages
  than English.

Names of downloads are read in `exported_names`, the files beside them in `discovery`,
columns here and in `student_rows`, a heading's maximum in `grades`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from autograder.classroom.csv_file import Csv, number
from autograder.classroom.records import CANVAS_NUMBER, MOODLE_NUMBER


class Platform(NamedTuple):
    """The marks of a platform's file. Headings are in lower case.

    needs: the headings that tell the platform (of Sakai a heading of an item, too).
    own_number: the heading of the platform's number of a student. grade, comment: the
    headings of the columns that get the grade and a comment. maximum: that of the
    column with the most points there are. next_step: says where to upload the file.
    own_kind: the kind of the platform's number. "" for what a file does not have.
    takes_more: it takes a grade above the most points.
    """

    name: str
    needs: tuple[str, ...] = ()
    own_number: str = ""
    grade: str = ""
    maximum: str = ""
    comment: str = ""
    next_step: str = ""
    own_kind: str = ""
    takes_more: bool = True


NEXT_IN_CANVAS = "Import it in Canvas under Grades."
CANVAS = Platform(
    "Canvas",
    ("id", "sis login id", "section"),
    own_number="id",
    next_step=NEXT_IN_CANVAS,
    own_kind=CANVAS_NUMBER,
)
NEXT_IN_MOODLE = (
    "In Moodle choose Upload grading worksheet, and there that records may be updated."
)
MOODLE = Platform(
    "Moodle",
    ("identifier", "grade"),
    own_number="identifier",
    grade="grade",
    maximum="maximum grade",
    comment="feedback comments",
    next_step=NEXT_IN_MOODLE,
    own_kind=MOODLE_NUMBER,
    takes_more=False,
)
AFTER_NAME = 2
"""The first column of Moodle's worksheet after the identifier and the name."""
GRADESCOPE = Platform(
    "Gradescope",
    ("total score", "max points"),
    grade="total score",
    maximum="max points",
)
CLASSROOM = Platform(
    "GitHub Classroom",
    ("student_repository_name", "points_awarded", "points_available"),
    grade="points_awarded",
    maximum="points_available",
)
CLASSROOM50 = "Classroom 50"
CLASSROOM50_ROSTER = Platform(
    CLASSROOM50, ("username", "github_id"), grade="score", maximum="max_score"
)
CLASSROOM50_SCORES = Platform(
    CLASSROOM50,
    ("username", "submission_tag", "review_url"),
    grade="score",
    maximum="max_score",
)
SAKAI = Platform(
    "Sakai", ("student id", "student name"), grade="score", maximum="max_score"
)
OF_SAKAIS_ITEM = re.compile(r"\* .+|.+\[\d+([.,]\d\d?)?\]", re.DOTALL)
"""A heading in Sakai's grades of an item's points, or of the comments on it."""
ANY = Platform("", grade="score", maximum="max_score")
PLATFORMS = (
    CANVAS,
    MOODLE,
    GRADESCOPE,
    CLASSROOM,
    CLASSROOM50_ROSTER,
    CLASSROOM50_SCORES,
)


def platform_of(headings: Sequence[str]) -> Platform:
    """Return the platform that wrote these headings; `ANY` for another file."""
    for platform in PLATFORMS:
        if {*platform.needs} <= {*headings}:
            return platform
    begins_like_sakai = tuple(headings[:2]) == SAKAI.needs
    # Any list may begin so.
    has_item = any(OF_SAKAIS_ITEM.fullmatch(heading) for heading in headings)
    return SAKAI if begins_like_sakai and has_item else ANY


def graded_columns(table: Csv) -> list[int]:
    """Return the columns that may take Moodle's grades.

    They are empty or hold numbers, and the maximum is in the next column.
    """
    columns = [_fields_in(table, index) for index in range(len(table.headings))]
    return [
        index
        for index in range(AFTER_NAME, len(columns) - 1)
        if _has_grades(columns[index]) and _has_maximum(columns[index + 1])
    ]


def _fields_in(table: Csv, column: int) -> set[str]:
    """Return the different fields of a column, without blanks."""
    return {table.plain(row, column).strip() for row in table.filled()}


def _has_grades(fields: set[str]) -> bool:
    """Return whether a column can hold grades: each field is a number, "-" or empty."""
    return all(number(field or "0") is not None for field in fields - {"-"})


def _has_maximum(fields: set[str]) -> bool:
    """Return whether all fields of a column are the same number, and not 0."""
    return len(fields) == 1 and bool(number(*fields))
