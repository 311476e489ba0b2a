"""The lines that `class` prints on the submissions that it found.

They name all that was refused or is in doubt, so that an instructor can put it right
before grades go back.
"""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

from autograder.classroom.discovery import RENAME, seems_a_class
from autograder.classroom.exported_names import exported_by_others
from autograder.classroom.lateness import DueTimes
from autograder.classroom.matching import Matching
from autograder.classroom.records import Class, HandIn, told_apart
from autograder.classroom.submissions import Submissions
from autograder.core.limits import MOST_LINES_NAMED
from autograder.core.text import joined, listed, named

OF_ANOTHER_SET = (
    "without a final score, as their results are of another set or of a part of it;"
    " grade without --only"
)
NOTHING_TAKEN_OFF = "nothing is taken off there for lateness"
NO_DAYS = "late_days is empty there"
ZONE_UNKNOWN = (
    "How late {names} was handed in depends on the time zone, which this download does"
    " not tell: by this machine's clock, or by that of {zone}. The one counts by which"
    " it is less late. If you know the zone, set TZ to it, as TZ=Europe/Berlin."
)


def not_understood_lines(submitted: Class, file: str) -> Iterator[str]:
    """Yield the refused entries, and names that an unknown platform may have made.

    file: the name of the file that students write.
    """
    for name, reason in submitted.not_understood[:MOST_LINES_NAMED]:
        yield f"Not understood: {named(name)}: {reason}"
    unnamed = len(submitted.not_understood) - MOST_LINES_NAMED
    if unnamed > 0:
        yield f"Not understood: {unnamed} more like these"
    for hand_in in submitted.hand_ins:
        if os.path.isdir(hand_in.path) and seems_a_class(hand_in.path, file):
            yield (
                f"{named(hand_in.name)} seems to hold submissions of several students,"
                " and is taken for one student's. If it is the class, name that folder."
            )
    exported = exported_by_others(submitted.hand_ins, file)
    if exported:
        names = listed(exported, most=3)
        yield (
            "These names look as if a platform had made them,"
            f" and none that is known here: {names}."
        )
        yield (
            "Each is taken for a student of that name."
            f" If that is wrong, {RENAME}/{file}."
        )


def unknown_times_lines(
    hand_ins: Sequence[HandIn], *, costs_points: bool
) -> Iterator[str]:
    """Yield a line on the submissions that may be late or in time.

    costs_points: whether the set takes something off for lateness.
    """
    unknown = [hand_in.name for hand_in in hand_ins if hand_in.is_unknown_whether_late]
    if unknown:
        were = "was" if len(unknown) == 1 else "were"
        of_all = f"{len(unknown)} of {len(hand_ins)} submissions"
        so = NOTHING_TAKEN_OFF if costs_points else NO_DAYS
        names = listed(unknown, most=3)
        yield f"It is not known when {of_all} {were} handed in, so {so}: {names}."


def zone_lines(hand_ins: Iterable[HandIn], dues: DueTimes) -> Iterator[str]:
    """Yield a line on the submissions whose lateness depends on a zone."""
    for due in dues.each:
        names = [hand_in.name for hand_in in hand_ins if hand_in.depends_on_zone(due)]
        if names:
            yield ZONE_UNKNOWN.format(names=listed(names, most=3), zone=due.zone)


def matching_lines(matching: Matching, owned: Collection[str] = ()) -> Iterator[str]:
    """Yield the submissions in doubt, not on the roster, or found by a name.

    owned: submissions of groups.
    """
    doubts = matching.doubts()
    if doubts:
        yield (
            "It is not certain whose these are,"
            " so none of them counts for anybody on the roster:"
        )
        for doubt in doubts[:MOST_LINES_NAMED]:
            yield f"  {doubt.sentence}."
        unnamed = len(doubts) - MOST_LINES_NAMED
        if unnamed > 0:
            yield f"  and {unnamed} more like these"
        yield (
            "  If you know whose one is, rename its folder,"
            " or write its id or its address into the roster."
        )
    doubtful = {doubt.name for doubt in doubts}
    names = [hand_in.name for hand_in in matching.strangers]
    strangers = [name for name in names if name not in {*doubtful, *owned}]
    if strangers:
        shown = listed(strangers, most=MOST_LINES_NAMED)
        yield f"Not on the roster, and graded all the same: {shown}"
    if matching.by_name_alone:
        shown = joined(matching.by_name_alone, most=MOST_LINES_NAMED)
        yield (
            f"Found by their names alone, which students may be able to choose: {shown}"
        )


def recalled_lines(submissions: Submissions) -> Iterator[str]:
    """Yield the number of results kept of earlier runs, and students graded anew."""
    grading = submissions.grading
    if not grading.alone:
        if grading.outcomes:
            yield f"{submissions.graded_of_all} unchanged since the last run."
        return
    people = [(student, hand_in.name) for student, hand_in in submissions.present]
    anew = [
        shown_name
        for shown_name, (_, submission) in zip(told_apart(people), people, strict=True)
        if submission in grading.alone
    ]
    stayed = f"{submissions.graded_of_all} stay as they were."
    yield f"{', '.join(anew)}: graded anew. {stayed}"
    of_other_sets = grading.kept_of_other_sets()
    if of_other_sets:
        names = listed(sorted(of_other_sets), most=MOST_LINES_NAMED)
        yield f"Left {OF_ANOTHER_SET}: {names}"
