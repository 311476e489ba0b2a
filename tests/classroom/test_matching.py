"""The students of a submission: whatever students call themselves and their files, nobody gets another's points."""

import csv
import io
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from autograder.classroom.discovery import find_class
from autograder.classroom.matching import Matching
from autograder.classroom.records import HandIn, Student
from autograder.classroom.roster import read_roster
from autograder.core.errors import WrongUsage
from tests import sets
from tests.classes import run
from tests.sets import SUBMISSIONS

NUMBERS = [str(number) for number in range(1, 7)]
"""All ids are drawn from these: Canvas' number 3, the university's id 3 and the login 3 are three students."""
NAMES = ["Ada Lee", "Lee Ada", "Ada Marie Lee", "Bo Kern", "Cy Ott"]
HOSTS = ["x.edu", "gmail.com"]
PATHS = ["alphabeta.py", "x_1_2_alphabeta.py", "x_1_assignsubmission_file_alphabeta.py"]
PATHS += [
    "x_ada_attempt_2026-11-20-10-00-00_alphabeta.py",
    "1-2 - Bo Kern - Nov 20, 2026 1000 AM - alphabeta.py",
]


class Person(NamedTuple):
    """Somebody with one identity of each kind.

    chosen, file: what a dishonest student calls himself and his file. is_stray: puts a folder beside a platform's.
    """

    name: str
    address: str
    university: str
    login: str
    canvas: str
    moodle: str
    is_on_roster: bool
    hands_in: bool
    is_honest: bool
    convention: str
    chosen: str
    file: str
    is_stray: bool = False

    @property
    def shown_name(self) -> str:
        return self.name if self.is_honest else self.chosen

    @property
    def file_name(self) -> str:
        return "alphabeta.py" if self.is_honest else self.file


LOGINS = [*NUMBERS, "ada", "lee", "ada-lee"]
CHOSEN = [*NAMES, *LOGINS, *(f"{login}@{host}" for login in LOGINS for host in HOSTS)]
CHOSEN += [
    "Bo Kern_3_assignsubmission_file_",
    "Bo(3)",
    "kernbo_3_7_x.py",
    "1-2 - Ada Lee - Nov 20, 2026 1000 AM - y",
]


MOSTLY = st.booleans() | st.just(True)


@st.composite
def classes(draw: st.DrawFn) -> list[Person]:
    many = draw(st.integers(2, 4))
    university, canvas, moodle = (draw(st.permutations(NUMBERS)) for _ in range(3))
    logins = draw(st.permutations(LOGINS))
    addresses = draw(
        st.lists(
            st.tuples(st.sampled_from(LOGINS), st.sampled_from(HOSTS)),
            min_size=4,
            unique=True,
        )
    )
    people = []
    for number in range(many):
        somebody = Person(
            name=draw(st.sampled_from(NAMES)),
            address="@".join(addresses[number]),
            university=university[number],
            login=logins[number],
            canvas=canvas[number],
            moodle=moodle[number],
            is_on_roster=draw(MOSTLY),
            hands_in=draw(MOSTLY),
            is_honest=draw(MOSTLY),
            convention=draw(
                st.sampled_from(["university", "address", "login", "name"])
            ),
            chosen=draw(st.sampled_from(NAMES) | st.sampled_from(CHOSEN)),
            file=draw(st.sampled_from(PATHS)),
            is_stray=draw(st.booleans()),
        )
        people.append(somebody)
    return people


# --- What platforms make of a class: each writes a hand-in of a person, whose index is its program ---

Writer = Callable[[Path, Person, str], object]


def write_canvas(folder: Path, person: Person, program: str) -> object:
    matches = re.findall(r"[^\W_]+", person.shown_name.lower())
    name = "".join([*matches[-1:], *matches[:-1]])
    return sets.written(
        folder / f"{name}_{person.canvas}_9{program}_{person.file_name}", program
    )


def write_moodle(folder: Path, person: Person, program: str) -> object:
    name = person.shown_name.replace("_", " ")
    return sets.written(
        folder / f"{name}_{person.moodle}_assignsubmission_file_" / person.file_name,
        program,
    )


def write_flat_moodle(folder: Path, person: Person, program: str) -> object:
    name = person.shown_name.replace("_", " ")
    return sets.written(
        folder / f"{name}_{person.moodle}_assignsubmission_file_{person.file_name}",
        program,
    )


def write_gradescope(folder: Path, person: Person, program: str) -> object:
    sets.written(folder / f"submission_{program}" / "alphabeta.py", program)
    is_strange = not person.is_honest and "@" in person.chosen
    # Nobody signs up with another's address.
    address = f"{person.chosen}.org" if is_strange else person.address
    text = (
        f"  :submitters:\n  - :name: '{person.shown_name}'\n    :email: '{address}'\n"
    )
    text += f"    :sid: '{'' if is_strange else person.university}'\n"
    with (folder / "submission_metadata.yml").open("a", encoding="utf-8") as file:
        return file.write(f"submission_{program}:\n{text}")


def write_blackboard(folder: Path, person: Person, program: str) -> object:
    start = f"Homework 5_{person.login}_attempt_2026-11-20-10-00-00"
    sets.written(folder / f"{start}.txt", "a receipt")
    return sets.written(folder / f"{start}_{person.file_name}", program)


def write_brightspace(folder: Path, person: Person, program: str) -> object:
    start = f"{person.moodle}-77 - {person.shown_name.replace('/', ' ')} - Nov 20, 2026 1000 AM"
    return sets.written(folder / f"{start} - {person.file_name}", program)


def write_sakai(folder: Path, person: Person, program: str) -> object:
    within = (
        folder / f"{person.shown_name}({person.login})" / "Submission attachment(s)"
    )
    return sets.written(within / "alphabeta.py", program)


def write_github(folder: Path, person: Person, program: str) -> object:
    return sets.written(folder / f"search-{person.login}" / "alphabeta.py", program)


def folder_name(person: Person) -> str:
    return (
        str(getattr(person, person.convention)) if person.is_honest else person.chosen
    )


def write_folder(folder: Path, person: Person, program: str) -> object:
    target = folder / folder_name(person) / "alphabeta.py"
    return None if target.exists() else sets.written(target, program)


class Platform(NamedTuple):
    """How a platform writes a class, and the attributes of persons that it tells and students cannot choose."""

    write: Writer
    tells: frozenset[str] = frozenset()


PLATFORMS = {
    "canvas": Platform(write_canvas, frozenset({"canvas"})),
    "moodle": Platform(write_moodle, frozenset({"moodle"})),
    "flat moodle": Platform(write_flat_moodle, frozenset({"moodle"})),
    "gradescope": Platform(write_gradescope, frozenset({"address", "university"})),
    "blackboard": Platform(write_blackboard, frozenset({"login"})),
    "brightspace": Platform(write_brightspace),
    "sakai": Platform(write_sakai, frozenset({"login"})),
    "github": Platform(write_github, frozenset({"github"})),
    "folders": Platform(write_folder),
}
ROSTERS: Mapping[str, Mapping[str, str]] = {
    "names": {"name": "name"},
    "ids": {"name": "name", "id": "university"},
    "addresses": {"name": "name", "email": "address"},
    "both": {"name": "name", "email": "address", "id": "university"},
    "logins": {"name": "name", "username": "login"},
    "canvas": {
        "Student": "name",
        "ID": "canvas",
        "SIS User ID": "university",
        "SIS Login ID": "login",
        "Section": "",
    },
    "moodle": {
        "Identifier": "moodle",
        "Full name": "name",
        "ID number": "university",
        "Grade": "",
    },
    "gradescope": {
        "Name": "name",
        "SID": "university",
        "Email": "address",
        "Total Score": "",
        "Max Points": "",
    },
    "github": {
        "identifier": "address",
        "github_username": "github",
        "github_id": "",
        "name": "name",
    },
}


def roster_text(people: Iterable[Person], columns: Mapping[str, str]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    for person in people:
        known = {
            **person._asdict(),
            "github": person.login,
            "moodle": f"Participant {person.moodle}",
            "": "",
        }
        writer.writerow([known[attribute] for attribute in columns.values()])
    return text.getvalue()


def spellings(name: str) -> set[str]:
    matches = re.findall(r"[^\W_]+", name.lower())
    return {
        " ".join(sorted(matches)),
        "".join(matches),
        "".join([*matches[-1:], *matches[:-1]]),
    }


def may_show(
    person: Person,
    of: Person,
    platform: str,
    columns: Mapping[str, str],
    hosts: set[str],
) -> bool:
    """Return whether what a person's hand-in shows for want of proof is what the roster has of somebody."""
    shows_folder = platform == "folders" or is_beside(person, platform)
    shows_login = platform in ("blackboard", "github") and not shows_folder
    name = person.login if shows_login else person.shown_name
    shown = folder_name(person) if shows_folder else name
    if not spellings(shown).isdisjoint(spellings(of.name)):
        return True
    ids = {
        str(getattr(of, each))
        for each in columns.values()
        if each in ("university", "login", "address")
    }
    if "address" in columns.values() and len(hosts) == 1:
        ids.add(of.address.partition("@")[0])
    return shows_folder and shown in ids


def is_beside(person: Person, platform: str) -> bool:
    """Return whether a hand-in is a folder that somebody put beside those of a platform."""
    return (
        person.is_stray
        and not person.is_honest
        and platform not in ("gradescope", "github")
    )


class Taken(NamedTuple):
    """Whose hand-in is taken for that of each student on the roster, and all who have one; people are indices."""

    owner_of_row: Mapping[int, int]
    owners: frozenset[int]


def matched(
    people: Sequence[Person], platform: str, columns: Mapping[str, str]
) -> Taken:
    """Write a class and a roster and match them as `class` does."""
    with tempfile.TemporaryDirectory() as name:
        folder, place = Path(name) / "search-submissions", Path(name) / "place"
        folder.mkdir()
        place.mkdir()
        on_roster = [
            number for number, person in enumerate(people) if person.is_on_roster
        ]
        for number, person in enumerate(people):
            if person.hands_in:
                write = (
                    write_folder
                    if is_beside(person, platform)
                    else PLATFORMS[platform].write
                )
                write(folder, person, str(number))
        (Path(name) / "roster.csv").write_text(
            roster_text([people[number] for number in on_roster], columns), "utf-8"
        )
        roster = read_roster(Path(name) / "roster.csv")
        hand_ins = find_class(folder, "alphabeta.py", place).hand_ins
        students = [student for student in roster.students if student is not None]
        rows = dict(zip(map(id, students), on_roster, strict=True))
        owners = {hand_in.name: owner_of(hand_in) for hand_in in hand_ins}
        whose = whose_of(hand_ins, students)
        taken = {
            rows[id(student)]: owners[name] for (name, _), student in whose.items()
        }
        return Taken(taken, frozenset(owners.values()))


def owner_of(hand_in: HandIn) -> int:
    files = [
        path for path in [hand_in.path, *hand_in.path.rglob("*")] if path.is_file()
    ]
    return int(files[0].read_text("utf-8"))


def whose_of(
    hand_ins: Sequence[HandIn], students: Sequence[Student]
) -> Mapping[tuple[str, Student], Student]:
    return Matching(hand_ins, students).whose


def person(name: str, number: str, **facts: object) -> Person:
    address = f"{name.split()[0].lower()}@x.edu"
    plain = Person(
        name,
        address,
        number,
        f"u{number}",
        f"1{number}",
        f"2{number}",
        True,
        True,
        True,
        "name",
        "",
        "",
    )
    return plain._replace(**facts)  # type: ignore[arg-type]


DORA, ERIK = person("Cy Ott", "5"), person("Erik Ek", "6")
AS_MOODLE = "Bo Kern_3_assignsubmission_file_"
AS_BRIGHTSPACE = "1-2 - Ada Lee - Nov 20, 2026 1000 AM - y"
MALLORY = person(
    "Mallory Moe", "8", is_honest=False, is_on_roster=False, file="alphabeta.py"
)
ALICE = person("Ada Lee", "3", hands_in=False)
CARL = person("Bo Marie Kern", "7", canvas="3", moodle="3")


@settings(max_examples=400)
@given(
    classes(),
    st.sampled_from(sorted(PLATFORMS)) | st.just("folders"),
    st.sampled_from(sorted(ROSTERS)),
)
@example([ALICE, CARL._replace(name="Bo Kern")], "canvas", "both")
@example([ALICE, CARL._replace(is_on_roster=False)], "moodle", "both")
@example(
    [ALICE, CARL._replace(is_honest=False, chosen="3@gmail.com", file="alphabeta.py")],
    "gradescope",
    "both",
)
@example(
    [ALICE, CARL._replace(is_honest=False, chosen="ada@x.edu", file="alphabeta.py")],
    "gradescope",
    "both",
)
@example(
    [ALICE._replace(hands_in=True), DORA, MALLORY._replace(chosen="3")],
    "folders",
    "both",
)
@example(
    [
        ALICE,
        DORA._replace(address="cy@gmail.com"),
        DORA,
        MALLORY._replace(chosen="ada"),
    ],
    "folders",
    "addresses",
)
@example(
    [ALICE._replace(canvas="3"), DORA, ERIK, MALLORY._replace(chosen="3")],
    "folders",
    "canvas",
)
@example(
    [ALICE._replace(moodle="3"), DORA, ERIK, MALLORY._replace(chosen=AS_MOODLE)],
    "folders",
    "moodle",
)
@example(
    [
        ALICE._replace(hands_in=True),
        DORA,
        MALLORY._replace(chosen="Ada Lee", is_stray=True),
    ],
    "canvas",
    "canvas",
)
@example(
    [ALICE._replace(canvas="1"), MALLORY._replace(chosen="Eve", file=PATHS[1])],
    "flat moodle",
    "canvas",
)
@example([ALICE, DORA, MALLORY._replace(chosen=AS_BRIGHTSPACE)], "flat moodle", "both")
def test_roster_row_gets_no_points_of_another_hand_in(
    people: list[Person], platform: str, roster: str
) -> None:
    """Nor is a student of whom the platform tells what the roster has robbed of a grade by what others choose."""
    handing_in = [person for person in people if person.hands_in]
    if platform == "folders" or any(
        is_beside(person, platform) for person in handing_in
    ):
        # Of names alone it is told by most of them whether a platform made a folder.
        assume(sum(person.is_honest for person in handing_in) * 2 > len(handing_in))
    columns = ROSTERS[roster]
    try:
        taken, owners = matched(people, platform, columns)
    except WrongUsage:  # all names imitate another platform's
        assert not any(person.is_honest for person in handing_in)
        return
    common = PLATFORMS[platform].tells & set(columns.values())
    hosts = {
        person.address.partition("@")[2] for person in people if person.is_on_roster
    }
    for row, owner in taken.items():
        if row == owner:
            continue
        student, stranger = people[row], people[owner]
        assert not common or is_beside(stranger, platform), (
            "what the platform tells decides alone"
        )
        assert may_show(stranger, student, platform, columns, hosts), (
            "there is nothing but a name to compare"
        )
        is_proven = bool(common) and not is_beside(student, platform)
        is_disputed = row in owners and (
            is_proven or may_show(student, student, platform, columns, hosts)
        )
        assert not is_disputed, "a name that two submissions have is nobody's"
    for number, student in enumerate(people):
        if common and student.is_on_roster and number in owners and student.is_honest:
            assert taken.get(number) == number, "an honest student is robbed"


WRONG = b"def max_value(s, a, b): return 1\ndef min_value(s, a, b): return 1\n"
RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_bytes()
ROSTER = "name,email,id\nAlice Able,alice@x.edu,333\nCarl Core,carl@x.edu,7\n"


def class_of(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, program in files.items():
        sets.written(folder / "class" / name, program)
    for path in (folder, *folder.parents[:3]):  # pytest's folders are closed to others
        path.chmod(path.stat().st_mode | 0o055)
    return folder / "class"


def test_canvas_number_is_not_taken_for_the_universitys_id(tmp_path: Path) -> None:
    files = {
        "coremiddlecarl_333_9001_alphabeta.py": RIGHT,
        "ablealice_501_9002_alphabeta.py": WRONG,
    }
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    options = [
        "--roster",
        str(tmp_path / "roster.csv"),
        "--grades",
        str(tmp_path / "out.csv"),
        "--missing",
        "zero",
    ]
    done = run(class_of(tmp_path, files), tmp_path / "results", *options)
    assert (
        "Not on the roster, and graded all the same: coremiddlecarl_333\n"
        in done.stdout
    )
    by_name = "Found by their names alone, which students may be able to choose: ablealice_501 (Alice Able (333))\n"
    assert by_name in done.stdout
    rows = (tmp_path / "out.csv").read_text("utf-8").splitlines()
    assert rows[1:] == [
        "Alice Able,alice@x.edu,333,0,12",
        "Carl Core,carl@x.edu,7,,12",
    ]


def test_student_with_two_possible_hand_ins_gets_no_zero_and_both_are_named(
    tmp_path: Path,
) -> None:
    files = {
        "333/alphabeta.py": RIGHT,
        "Alice Able/alphabeta.py": WRONG,
        "7/alphabeta.py": WRONG,
    }
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    options = [
        "--roster",
        str(tmp_path / "roster.csv"),
        "--grades",
        str(tmp_path / "out.csv"),
        "--missing",
        "zero",
    ]
    done = run(class_of(tmp_path, files), tmp_path / "results", *options)
    assert (
        "  333 may be Alice Able (333) by its id, and so may `Alice Able`.\n"
        in done.stdout
    )
    assert "the file does not tell whose it is: Alice Able\n" in done.stdout
    rows = (tmp_path / "out.csv").read_text("utf-8").splitlines()
    assert rows[1:] == ["Alice Able,alice@x.edu,333,,12", "Carl Core,carl@x.edu,7,0,12"]
    with (tmp_path / "results" / "class.csv").open(
        encoding="utf-8-sig", newline=""
    ) as table:
        (alice,) = (
            row for row in csv.DictReader(table) if row["email"] == "alice@x.edu"
        )
    note = "not understood: whether 333 or `Alice Able` is this student's"
    assert (alice["score"], alice["final"], alice["note"]) == ("", "", note)


def test_an_override_names_a_student_by_the_number_that_canvas_roster_has(
    tmp_path: Path,
) -> None:
    rows = ['"Able, Alice",501,333,aa,S,', '"Core, Carl",333,7,cc,S,']
    text = "\n".join(["Student,ID,SIS User ID,SIS Login ID,Section,Search (7)", *rows])
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    changes = "student,change,reason\n501,points +1,why\n333,points +1,Carl's number and Alice's id\n"
    (tmp_path / "overrides.csv").write_text(changes, "utf-8")
    options = [
        "--roster",
        str(tmp_path / "roster.csv"),
        "--overrides",
        str(tmp_path / "overrides.csv"),
    ]
    done = run(
        class_of(tmp_path, {"ablealice_501_9002_alphabeta.py": WRONG}),
        tmp_path / "results",
        *options,
    )
    assert "changes 1 grade.\n" in done.stdout
    assert (
        "1 line is of no student of this class, or of several, and changed nothing"
        in done.stdout
    )
    assert "line 3 (333)" in done.stdout


def test_roster_that_matches_nobody_is_refused_with_the_comparable_columns(
    tmp_path: Path,
) -> None:
    (tmp_path / "roster.csv").write_text(ROSTER, "utf-8")
    options = [
        "--roster",
        str(tmp_path / "roster.csv"),
        "--grades",
        str(tmp_path / "out.csv"),
    ]
    files = {"HW_aa_attempt_2026-11-20-10-00-00_alphabeta.py": RIGHT}
    done = run(class_of(tmp_path, files), tmp_path / "results", *options, status=2)
    assert (
        "The submissions tell of a student: login. The roster has: id, e-mail address, name."
        in done.stderr
    )


def test_export_of_an_unknown_platform_is_reported(
    tmp_path: Path,
) -> None:
    files = {"HW-u000-alphabeta.py": RIGHT, "HW-u001-alphabeta.py": WRONG}
    done = run(class_of(tmp_path, files), tmp_path / "results")
    assert (
        "none that is known here: HW-u000-alphabeta.py, HW-u001-alphabeta.py.\n"
        in done.stdout
    )
    assert (
        "put each student's files into a folder that is called by the student's login, id or address, "
        in done.stdout
    )
    assert "as in u000/alphabeta.py.\n" in done.stdout
