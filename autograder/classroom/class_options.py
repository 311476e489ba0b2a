"""The options of the command `class`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.lateness import Due


@dataclass(frozen=True)
class ClassOptions:
    """The options of the command `class`, with its defaults.

    roster, groups, grades, feedback, stats, programs: files or folders; None if the
    option is not given. overrides: None for overrides.csv in the set's folder. jobs:
    how many submissions at a time; None for one a processor. only: a glob of exercises'
    ids or, if it matches none, a student. groups: a file of groups. section: of the
    roster; no other gets rows or grades. column: the heading of the roster's column for
    the grades. out_of: the most points that this column holds. due, section_dues: when
    it was due for all, and for sections by their names. missing: the grade of a student
    who handed in nothing, "zero" or "blank". published: exercises that students see
    later count as visible. format: of another platform, for which results are written,
    too. any_name: a program may have another name. cluster: a scheduler's address.
    without: the layer of isolation that the run leaves out.
    """

    folder: Path
    results: Path
    exercises: Path
    only: str = "*"
    roster: Path | None = None
    groups: Path | None = None
    section: str | None = None
    overrides: Path | None = None
    grades: Path | None = None
    column: str | None = None
    out_of: float | None = None
    missing: str = "blank"
    feedback: Path | None = None
    stats: Path | None = None
    programs: Path | None = None
    due: Due | None = None
    section_dues: Mapping[str, Due] = field(default_factory=dict)
    jobs: int | None = None
    cluster: str | None = None
    html: bool = False
    published: bool = False
    format: str | None = None
    any_name: bool = False
    again: bool = False
    force: bool = False
    without: str | None = None
