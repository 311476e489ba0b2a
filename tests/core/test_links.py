"""Links in submissions: none leads to another's program, and each is told."""

from pathlib import Path

import pytest

from autograder import grade, load_set
from autograder.core.sandbox.submission import (
    NoSubmission,
    find_submission,
    refuse_links,
)
from tests.sets import PROJECT, SUBMISSIONS, made_set, written

RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_bytes()
NOTES = "Notes of mine."
FILE = "alphabeta.py"


@pytest.mark.parametrize(
    ("link", "target", "named"),
    [
        ("class/eve/alphabeta.py", "../ada/alphabeta.py", "class/eve/alphabeta.py"),
        ("class/eve.py", "ada/alphabeta.py", "class/eve.py"),
        ("class/eve", "ada", "class/eve"),
        ("class/eve", "ada", "class/eve/alphabeta.py"),
        ("class/eve/src", "../ada", "class/eve/src"),
        ("class/eve/src", "../ada", "class/eve/src/alphabeta.py"),
        ("class/eve/a/b", "../../ada", "class/eve/a/b/alphabeta.py"),
        ("class/eve/a/b", "../../ada", "class/eve/a/../a/b/alphabeta.py"),
    ],
)
def test_link_to_a_classmates_program_earns_nothing(
    link: str, target: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made_set(tmp_path / "set", {"01": {"tree": [[3, 12], [2, 4]]}})
    written(tmp_path / "class" / "ada" / FILE, RIGHT)
    (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / link).symlink_to(target)
    report = grade(named, load_set(tmp_path / "set"))
    assert report.points == 0
    assert report.failure is not None
    name = Path(link).name
    assert f"{name} is a link to {target}, which is not followed." in str(
        report.failure.message
    )


def test_link_to_answers_by_hand_earns_nothing(tmp_path: Path) -> None:
    written(tmp_path / "ada" / "answers.json", {"01": {"value": 3, "visited": ["C1"]}})
    (tmp_path / "answers.json").symlink_to("ada/answers.json")
    exercises = load_set(PROJECT / "exercises" / "by_hand")
    report = grade(tmp_path / "answers.json", exercises)
    assert report.failure is not None
    assert "is a link to ada/answers.json" in report.failure.message


def test_linked_folder_on_another_part_of_the_machine_is_followed(
    tmp_path: Path,
) -> None:
    (tmp_path / "disk").symlink_to("/usr")
    refuse_links(tmp_path / "disk" / "lib")
    refuse_links(tmp_path / "disk")
    (tmp_path / "python").symlink_to("/usr/bin/env")
    with pytest.raises(NoSubmission, match=r"python is a link to .*, which"):
        refuse_links(tmp_path / "python")


@pytest.mark.parametrize("has_more", [False, True])
def test_folder_that_holds_a_link_as_the_program_says_so(
    has_more: bool, tmp_path: Path
) -> None:
    (tmp_path / FILE).symlink_to("../ada/alphabeta.py")
    if has_more:
        written(tmp_path / "notes.txt", NOTES)
    link = r"alphabeta\.py is a link to \.\./ada/alphabeta\.py, which is not followed"
    with pytest.raises(NoSubmission, match=link) as raised:
        find_submission(tmp_path, FILE)
    assert "is empty" not in str(raised.value)


def test_program_below_too_many_folders_is_not_called_missing(tmp_path: Path) -> None:
    written(Path(tmp_path, *["d"] * 34, FILE), RIGHT)
    with pytest.raises(
        NoSubmission, match="More than 32 folders lie inside each other"
    ):
        find_submission(tmp_path, FILE)


def test_folders_alone_are_not_called_empty(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    with pytest.raises(NoSubmission, match="there is no file in it"):
        find_submission(tmp_path, FILE)


def test_link_of_the_programs_name_beside_the_graded_one_is_told(
    tmp_path: Path,
) -> None:
    """The one that is graded may be an old one."""
    written(tmp_path / "old" / FILE, RIGHT)
    (tmp_path / FILE).symlink_to("new.py")
    submission = find_submission(tmp_path, FILE)
    link = f"{FILE} is a link to new.py, which is not followed"
    note = f"Graded: old/{FILE}. {link}. Hand in the file itself."
    assert submission.notes == (note,)
