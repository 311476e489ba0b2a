"""Tells which rows of a class's list may be no students, as the means below them.

Spreadsheets put them there. Such a row lacks what tells the other students apart.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from autograder.classroom.records import UNREAD, Student
from autograder.core.limits import MOST_LINES_NAMED, NAMES_PER_UNKNOWN
from autograder.core.text import joined

NOTE_ON_UNPROVEN = (
    f"{UNREAD}the list has no id or address like the others' in this row, so it may be"
    " no student's"
)
"""The note of a row without a submission that may be no student's."""
LINE_ON_UNPROVEN = (
    "It is not known whether students are meant by these rows of {shown}: {names}. They"
    " have no id or address like the others', and nothing handed in is called so. So no"
    " 0 is given there. For a student write the id into the list, or the grade into"
    " overrides.csv, as score 0."
)
NAME = "name"
"""The kind of a text that is a name; other kinds are those of ids and addresses."""
DIGIT, LETTER = "digit", "letter"
"""Stand for all digits and letters among the signs of a text."""


def may_be_no_student(students: Collection[Student]) -> set[Student]:
    """Return the students of rows that may be no student's.

    A row that has two of name, ids and address is a student's. One that has a single
    text may be none's if this text is
    - a name, and at least half of the list has ids or addresses;
    - a word in the place of an id, and nearly all have names;
    - of another form than nearly all texts of its kind.
    """
    common = _common_signs(students)
    identified = [student for student in students if student.identities()]
    have_ids = 2 * len(identified) >= len(students)
    called = [student for student in students if _own_name(student)]
    have_names = _are_nearly_all(len(called), len(students))
    unproven = set()
    for student in students:
        texts = _texts(student)
        # Two texts, as a name and an id, are enough.
        if len(texts) > 1:
            continue
        ((kind, text),) = texts.items()
        signs = _signs(text)
        if kind == NAME:
            proves_nothing = have_ids
        else:
            proves_nothing = have_names and signs.isdisjoint((DIGIT, "@"))
        is_of_their_form = common[kind] <= signs
        if proves_nothing or not is_of_their_form:
            unproven.add(student)
    return unproven


def _own_name(student: Student) -> str:
    """Return a student's name; "" if an id or an address stands in its place."""
    is_other = student.name in (student.email, student.number)
    return "" if is_other else student.name


def _texts(student: Student) -> dict[str, str]:
    """Return one text of each kind that a row has: name, ids, address.

    The name is left out if it only repeats an id or the address.
    """
    texts = dict(student.identities())
    name = _own_name(student)
    if name or not texts:
        texts[NAME] = name or student.name
    return texts


def _signs(text: str) -> set[str]:
    """Return the signs in a text: each as itself, but digits and letters as such."""
    signs = set()
    for sign in text:
        if sign.isdigit():
            sign = DIGIT
        elif sign.isalpha():
            sign = LETTER
        signs.add(sign)
    return signs


def _common_signs(students: Iterable[Student]) -> Mapping[str, set[str]]:
    """Return the signs that nearly all texts of a kind have, by the kinds."""
    signs_of = defaultdict[str, list[set[str]]](list)
    for student in students:
        for kind, text in _texts(student).items():
            signs_of[kind].append(_signs(text))
    common = {}
    for kind, of_kind in signs_of.items():
        having = Counter(chain.from_iterable(of_kind))
        common[kind] = {
            sign for sign in having if _are_nearly_all(having[sign], len(of_kind))
        }
    return common


def _are_nearly_all(having: int, in_all: int) -> bool:
    """Return whether so many have something that the rest may be no students.

    That is more than half, and all but one row, or one in NAMES_PER_UNKNOWN.
    """
    most_others = max(1, in_all // NAMES_PER_UNKNOWN)
    return 2 * having > in_all and in_all - having <= most_others


def lines_on_unproven(students: Sequence[str], shown: str) -> Iterator[str]:
    """Yield a line on the rows of a list that may be no students.

    students: their names. shown: the list's file.
    """
    if students:
        names = joined(students, most=MOST_LINES_NAMED)
        yield LINE_ON_UNPROVEN.format(shown=shown, names=names)
