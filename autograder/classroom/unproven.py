"""Tells which rows of a class's list may be no students, as one called Mean below them.

Such a row has nothing by which the other students are told apart.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from autograder.classroom.records import UNREAD, Student
from autograder.core.limits import MOST_LINES_NAMED, NAMES_PER_UNKNOWN
from autograder.core.text import joined

NO_STUDENT = (
    f"{UNREAD}the list has no id or address like the others' in this row, so it may be"
    " no student's"
)
"""The note of a row without a submission that may be no student's."""
UNPROVEN = (
    "It is not known whether students are meant by these rows of {shown}: {names}. They"
    " have no id or address like the others', and nothing handed in is called so. So no"
    " 0 is given there. For a student write the id into the list, or the grade into"
    " overrides.csv, as score 0."
)
NAME, DIGIT, LETTER = "name", "digit", "letter"


def may_be_no_student(students: Collection[Student]) -> set[Student]:
    """Return those of whom nothing is told as it is told of the others.

    A name alone is nothing if others have ids or addresses, and neither is a word
    alone in the place of an id if the others have names. Where the list has one column
    of people, the text there is of the others' form, or is nothing.
    """
    common = _common_signs(students)
    identified = [student for student in students if student.identities()]
    have_ids = 2 * len(identified) >= len(students)
    called = [student for student in students if _own_name(student)]
    have_names = _are_nearly_all(len(called), len(students))
    unproven = set()
    for student in students:
        texts = _texts(student)
        if len(texts) > 1:
            continue
        ((kind, text),) = texts.items()
        signs = _signs(text)
        is_a_word = signs.isdisjoint((DIGIT, "@"))
        may_be_a_name = have_ids if kind == NAME else have_names and is_a_word
        if may_be_a_name or not common[kind] <= signs:
            unproven.add(student)
    return unproven


def _own_name(student: Student) -> str:
    """Return a student's name; "" if an id or an address stands in its place."""
    is_other = student.name in (student.email, student.number)
    return "" if is_other else student.name


def _texts(student: Student) -> dict[str, str]:
    """Return the name, ids and addresses of a student, by their kinds."""
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
        common[kind] = {
            sign
            for sign in set[str]().union(*of_kind)
            if _are_nearly_all(sum(sign in signs for signs in of_kind), len(of_kind))
        }
    return common


def _are_nearly_all(number: int, of_all: int) -> bool:
    """Return whether a number is all, but for as few as may be no students."""
    most_others = max(1, of_all // NAMES_PER_UNKNOWN)
    return 2 * number > of_all and of_all - number <= most_others


def lines(students: Sequence[str], shown: str) -> Iterator[str]:
    """Yield a line on the rows of a list that may be no students.

    students: their names. shown: the list's file.
    """
    if students:
        names = joined(students, most=MOST_LINES_NAMED)
        yield UNPROVEN.format(shown=shown, names=names)
