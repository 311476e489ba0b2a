"""Late days are counted by the clock of a zone, and a due time that is no single moment is refused with words."""

import os
import re
import subprocess
import zoneinfo
from datetime import datetime, timedelta, timezone
from math import ceil
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from autograder.classroom import lateness
from autograder.classroom.lateness import Due, NoDueTime, parse_due, parse_time
from autograder.core.limits import EARLIEST_YEAR
from tests.classes import MAIN, run
from tests.classroom.test_class import quick_set, rows
from tests.sets import QUICK, SUBMISSIONS, written

BERLIN = "Europe/Berlin"
ZONES = (
    BERLIN,
    "America/New_York",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
)
"""With clocks that are changed by an hour, in the south and at midnight, by half an hour, and never."""
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NO_TIME = timedelta()

walls = st.datetimes(datetime(2025, 1, 1), datetime(2027, 12, 31)).map(
    lambda time: time.replace(microsecond=0)
)
NIGHTS = [
    ("2026-10-24T20:00", "2026-10-25T19:30", 1),
    ("2026-03-28T20:00", "2026-03-29T20:30", 2),
]
"""Due, handed in on the next day, and the days that have begun: nights of 25 and of 23 hours."""


def in_zone(text: str, zone: str = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def due_at(text: str, zone: str = BERLIN) -> Due:
    return Due(in_zone(text, zone), zone)


@pytest.mark.parametrize(("due", "handed_in", "days"), NIGHTS)
def test_a_day_ends_when_the_clock_shows_the_due_time_again(
    due: str, handed_in: str, days: int
) -> None:
    for zone in (timezone.utc, ZoneInfo(BERLIN), ZoneInfo("Asia/Tokyo")):
        assert due_at(due).days_late(in_zone(handed_in).astimezone(zone)) == days


def clock_stands_still_around(at: datetime, zone: str) -> bool:
    around = (at + hours * HOUR for hours in (-2, 2))
    before, after = (moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in around)
    return before != after


@given(
    st.sampled_from(ZONES),
    walls,
    st.timedeltas(timedelta(days=-2), timedelta(days=400)),
    st.integers(0, 100),
)
@example(BERLIN, datetime(2026, 10, 24, 20), 24.5 * HOUR, 0)
@example(BERLIN, datetime(2026, 3, 28, 20), 23.5 * HOUR, 0)
@example(BERLIN, datetime(2026, 3, 28, 2, 30), 24 * HOUR, 0)
def test_late_days_are_the_days_that_the_calendar_and_the_clock_count(
    zone: str, wall: datetime, later: timedelta, extension: int
) -> None:
    """The hours at which clocks are changed have a test of their own."""
    deadline = wall.replace(tzinfo=ZoneInfo(zone))
    at = deadline.astimezone(timezone.utc) + later
    assume(not clock_stands_still_around(at, zone))
    assume(not clock_stands_still_around(deadline.astimezone(timezone.utc), zone))
    by_the_clock = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    after = by_the_clock - wall - extension * HOUR
    counted = ceil(after / DAY) if after > NO_TIME else 0
    assert Due(deadline, zone).days_late(at, extension * HOUR) == counted


@given(
    st.sampled_from(ZONES),
    walls,
    st.integers(0, 30),
    st.integers(-180, 180),
    st.integers(0, 300),
)
def test_late_days_never_decrease_with_a_later_hand_in(
    zone: str, wall: datetime, days: int, near: int, more: int
) -> None:
    """Nor in the hour that a night has twice, or lacks."""
    deadline = Due(wall.replace(tzinfo=ZoneInfo(zone)), zone)
    at = deadline.at.astimezone(timezone.utc) + days * DAY + timedelta(minutes=near)
    assert deadline.days_late(at) <= deadline.days_late(at + timedelta(minutes=more))


@given(walls, st.timedeltas(timedelta(days=-2), timedelta(days=400)))
def test_an_offset_alone_has_days_of_24_hours(wall: datetime, later: timedelta) -> None:
    due_time = parse_due(f"{wall.isoformat()}+02:00")
    assert due_time.days_late(due_time.at + later) == max(0, ceil(later / DAY))


@pytest.mark.parametrize(
    ("hours", "handed_in", "days"),
    [
        (24, "2026-10-25T20:00", 0),
        (24, "2026-10-25T20:01", 1),
        (36, "2026-10-26T08:00", 0),
        (36, "2026-10-26T08:01", 1),
        (36, "2026-10-27T08:01", 2),
    ],
)
def test_an_extension_moves_the_clock(hours: int, handed_in: str, days: int) -> None:
    assert (
        due_at("2026-10-24T20:00").days_late(in_zone(handed_in), hours * HOUR) == days
    )


def test_hours_of_grace_are_those_of_the_clock() -> None:
    deadline = due_at("2026-10-24T22:00")
    for minute, days in (("04:00", 0), ("04:01", 1)):
        assert (
            deadline.days_late(in_zone(f"2026-10-25T{minute}"), grace=6 * HOUR) == days
        )


@pytest.mark.parametrize(
    ("handed_in", "days"),
    [
        ("2026-10-25T02:29+02:00", 1),
        ("2026-10-25T02:40+02:00", 1),  # after which the clock shows 02:00 again
        ("2026-10-25T02:20+01:00", 1),
        ("2026-10-25T02:30+01:00", 1),
        ("2026-10-25T02:31+01:00", 2),
        ("2026-10-26T02:31+01:00", 3),
    ],
)
def test_no_day_begins_before_the_clock_is_put_back(handed_in: str, days: int) -> None:
    assert (
        due_at("2026-10-24T02:30").days_late(datetime.fromisoformat(handed_in)) == days
    )


def test_due_time_that_clocks_show_twice_is_the_named_one() -> None:
    first, second = (
        parse_due(f"2026-10-25T02:30+0{hours}:00 {BERLIN}") for hours in (2, 1)
    )
    assert (
        second.at.astimezone(timezone.utc) - first.at.astimezone(timezone.utc) == HOUR
    )
    between = datetime(2026, 10, 25, 1, 0, tzinfo=timezone.utc)
    assert (first.days_late(between), second.days_late(between)) == (1, 0)
    next_day = in_zone("2026-10-26T02:30")
    assert (first.days_late(next_day), second.days_late(next_day)) == (1, 1)


TWICE = 'write "2026-10-25T02:30+02:00 Europe/Berlin" for the first time or "2026-10-25T02:30+01:00 Europe/Berlin" for'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-10-25T02:30 Europe/Berlin", re.escape(TWICE)),
        (
            "2026-10-25T02:30 Europe/Berlin",
            "the clocks of Europe/Berlin show 2026-10-25T02:30 twice",
        ),
        (
            "2026-03-29T02:30 Europe/Berlin",
            "no clock of Europe/Berlin shows 2026-03-29T02:30",
        ),
        (
            "2026-03-29T02:30 Europe/Berlin",
            "write 2026-03-29T01:30 or 2026-03-29T03:30",
        ),
        (
            "2026-03-29T02:30+01:00 Europe/Berlin",
            "no clock of Europe/Berlin shows 2026-03-29T02:30",
        ),
        (
            "2026-11-20T20:00+02:00 Europe/Berlin",
            r"no time of Europe/Berlin, whose clocks are at \+01:00 then",
        ),
        (
            "2026-11-20T20:00 Europe/Berlim",
            r"no time zone is called Europe/Berlim: did you mean Europe/Berlin\?",
        ),
        (
            "2026-11-20T20:00 Middle_of_nowhere",
            "no time zone is called Middle_of_nowhere: zones are called as in Europe/Berlin$",
        ),
        ("2026-11-20T20:00 Europe", "no time zone is called Europe: "),
        (
            "2026-10-25T02:30+05:00 Europe/Berlin",
            r"whose clocks are at \+02:00 or \+01:00 then$",
        ),
        ("2026-11-20T20:00 A/../../B", r"A/../../B is no time; write it as in"),
        ("2026-11-20", "2026-11-20 is no time; write it as in 2026-11-20T23:59, "),
        ("tomorrow at 8:00", "tomorrow at 8:00 is no time"),
        ("2026-11-20T25:00 Europe/Berlin", "is no time"),
    ],
)
def test_a_due_time_that_is_no_single_moment_is_refused_with_what_to_write(
    text: str, words: str
) -> None:
    with pytest.raises(NoDueTime, match=words):
        parse_due(text)


@pytest.mark.parametrize(
    ("text", "told", "offset"),
    [
        ("2026-11-20T20:00 Europe/Berlin", "Europe/Berlin", HOUR),
        ("2026-11-20T20:00+01:00 Europe/Berlin", "Europe/Berlin", HOUR),
        ("2026-11-20T20:00+05:45", "+05:45", 5.75 * HOUR),
        ("2026-11-20T20:00Z", "+00:00", NO_TIME),
        ("2026-11-20 20:00 UTC", "+00:00", NO_TIME),
        ("2026-11-20 20:00 Z", "+00:00", NO_TIME),
    ],
)
def test_due_time_is_told_by_the_zone_that_is_written(
    text: str, told: str, offset: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the machine's own is."""
    in_machines_zone(monkeypatch, "Asia/Tokyo")
    due_time = parse_due(text)
    assert str(due_time) == f"2026-11-20 20:00 by the clock of {told}"
    assert due_time.at.utcoffset() == offset


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("2026-11-20T23:59Z", "23:59:59.999999"),
        ("2026-11-20T23:59:10Z", "23:59:10"),
        ("2026-11-20T23:59:00 Europe/Berlin", "23:59:00"),
        (f"{EARLIEST_YEAR}-11-20 23:59+01:00", "23:59:59.999999"),
    ],
)
def test_due_time_without_seconds_ends_with_its_minute(text: str, last: str) -> None:
    assert str(parse_due(text).at.time()) == last


def in_machines_zone(
    monkeypatch: pytest.MonkeyPatch, zone: str | None, localtime: Path | None = None
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    if zone is not None:
        monkeypatch.setenv("TZ", zone)
    monkeypatch.setattr(lateness, "LOCALTIME", localtime or Path("/dev/null/no zone"))


REAL = next(file for path in zoneinfo.TZPATH if (file := Path(path) / BERLIN).exists())
"""The rules of a zone."""


@pytest.mark.parametrize("zone", [BERLIN, f":{BERLIN}", str(REAL)])
def test_due_time_without_a_zone_uses_the_machines_zone(
    monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    in_machines_zone(monkeypatch, zone)
    due_time = parse_due("2026-10-24T20:00")
    assert (
        str(due_time)
        == "2026-10-24 20:00 by the clock of Europe/Berlin, this machine's time zone"
    )
    assert due_time.days_late(in_zone("2026-10-25T19:30")) == 1
    with pytest.raises(NoDueTime, match=re.escape(TWICE)):
        parse_due("2026-10-25T02:30")


def test_this_machines_zone_is_known_by_its_rules_if_not_by_a_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "linked").symlink_to(REAL)
    in_machines_zone(monkeypatch, None, tmp_path / "linked")
    assert parse_due("2026-10-24T20:00").zone == BERLIN
    with pytest.raises(NoDueTime, match=re.escape(TWICE)):
        parse_due("2026-10-25T02:30")
    copied = written(tmp_path / "localtime", REAL.read_bytes())
    in_machines_zone(monkeypatch, None, copied)
    due_time = parse_due("2026-10-24T20:00")
    assert (due_time.zone, due_time.days_late(in_zone("2026-10-25T19:30"))) == (
        str(copied),
        1,
    )
    with pytest.raises(
        NoDueTime, match=r'write "2026-10-25T02:30\+02:00" for the first time'
    ):
        parse_due("2026-10-25T02:30")
    (tmp_path / "to_copy").symlink_to(copied)
    in_machines_zone(monkeypatch, None, tmp_path / "to_copy")
    assert parse_due("2026-10-24T20:00").zone == str(tmp_path / "to_copy")


@pytest.mark.parametrize("zone", [None, "", "UTC", ":UTC", "UTC0"])
def test_machine_without_a_zone_of_its_own_has_utc(
    zone: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_machines_zone(monkeypatch, zone)
    due_time = parse_due("2026-10-24T20:00")
    assert (due_time.zone, due_time.at.tzinfo, due_time.is_machines) == (
        "UTC",
        timezone.utc,
        True,
    )


@pytest.mark.parametrize(
    ("zone", "reason"),
    [
        ("CET-1CEST,M3.5.0,M10.5.0/3", ", TZ=.*/3`?, are not known"),
        ("Mars/Sea", ", TZ=Mars/Sea, are not known"),
        ("/etc/passwd", " cannot be read from /etc/passwd"),
    ],
)
def test_a_machine_whose_zone_is_not_known_is_told_what_to_write(
    monkeypatch: pytest.MonkeyPatch, zone: str, reason: str
) -> None:
    in_machines_zone(monkeypatch, zone)
    remedy = 'write a zone after the time, as in "2026-11-20T23:59 Europe/Berlin"'
    with pytest.raises(
        NoDueTime, match=f"the rules of this machine's time zone{reason}: {remedy}"
    ):
        parse_due("2026-10-24T20:00")
    assert (
        parse_due("2026-10-24T20:00Z").days_late(
            datetime(2026, 10, 24, 20, 1, tzinfo=timezone.utc)
        )
        == 1
    )


def test_a_machine_without_data_of_zones_is_told_what_to_install_or_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown(name: str) -> ZoneInfo:
        raise zoneinfo.ZoneInfoNotFoundError(name)

    monkeypatch.setattr(zoneinfo, "ZoneInfo", unknown)
    monkeypatch.setattr(zoneinfo, "available_timezones", set)
    with pytest.raises(
        NoDueTime,
        match=r"no data of time zones, .* install tzdata, or write the offset, .* then each day has 24 hours$",
    ):
        parse_due("2026-10-24T20:00 Europe/Berlin")


@pytest.mark.parametrize("zone", [BERLIN, "America/New_York", "UTC"])
def test_submission_due_at_the_end_of_year_9999_is_never_late(zone: str) -> None:
    due_time = parse_due(f"9999-12-31T23:59 {zone}")
    assert due_time.days_late(in_zone("2026-10-25T19:30"), 9999 * HOUR, HOUR) == 0


@pytest.mark.parametrize("offset", ["+0100", "+01:00", " +0100", " +01:00"])
def test_time_is_read_with_a_blank_before_its_offset_and_many_digits(
    offset: str,
) -> None:
    time = parse_time(f"2026-12-31 23:59:58.1234567{offset}")
    assert time is not None
    assert time.isoformat() == "2026-12-31T23:59:58.123456+01:00"


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("2026-12-31 23:59:60.500000000 Z", 0),
        ("2026-12-31T23:59:60+00:00", 0),
        ("2026-12-31 23:59:59 Z", 59),
    ],
)
def test_leap_second_is_read_as_the_following_second(text: str, second: int) -> None:
    time = parse_time(text)
    assert time is not None
    assert (time.second, time.year) == (second, 2026 if second else 2027)


def export(folder: Path, *times: str) -> Path:
    """Make Gradescope's export of right programs that were handed in at some times."""
    metadata = ""
    for number, time in enumerate(times, 1):
        name = f"submission_{number}"
        written(
            folder / name / "alphabeta.py",
            (SUBMISSIONS / "textbook" / "alphabeta.py").read_bytes(),
        )
        created = f"  :created_at: {time}\n" if time else ""
        metadata += f"{name}:\n  :submitters:\n  - :name: s{number}\n    :email: s{number}@x.edu\n{created}"
    written(folder / "submission_metadata.yml", metadata)
    for path in (folder, *folder.parents[:2]):
        path.chmod(0o755)
    return folder


def test_a_class_is_late_by_the_clock_of_the_machine_that_grades_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercises = quick_set(
        tmp_path / "set", {}, late={"per_day": 0.25, "grace_hours": 0, "at_most": 1}
    )
    folder = export(
        tmp_path / "export",
        "2026-10-25 18:30:00 Z",
        "2026-10-25 19:00:00 Z",
        "2026-10-25 19:01:00 Z",
    )
    monkeypatch.setenv("TZ", BERLIN)
    done = run(
        folder, tmp_path / "results", "--due", "2026-10-24T20:00", exercises=exercises
    )
    assert (
        "Due: 2026-10-24 20:00 by the clock of Europe/Berlin, this machine's time zone."
        in done.stdout
    )
    table = rows(tmp_path / "results")
    assert [table[name]["late_days"] for name in ("s1", "s2", "s3")] == ["1", "1", "2"]
    assert [table[name]["final"] for name in ("s1", "s2", "s3")] == ["9", "9", "6"]
    written(
        exercises / "overrides.csv",
        "student,change,reason\ns2@x.edu,extension 24h,ill\ns3@x.edu,extension 24h,ill\n",
    )
    named = run(
        folder,
        tmp_path / "results",
        "--due",
        f"2026-10-24T20:00 {BERLIN}",
        exercises=exercises,
    )
    assert "this machine's time zone" not in named.stdout
    assert [
        rows(tmp_path / "results")[name]["late_days"] for name in ("s1", "s2", "s3")
    ] == ["1", "0", "1"]


def test_a_due_time_that_is_refused_stops_the_command(tmp_path: Path) -> None:
    line = [
        *MAIN,
        "class",
        str(tmp_path),
        "--results",
        str(tmp_path / "r"),
        "--due",
        "2026-10-25T02:30",
    ]
    variables = {**os.environ, "TZ": BERLIN}
    done = subprocess.run(
        line, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert TWICE in done.stderr


def test_a_time_that_cannot_be_read_is_told_in_the_row(tmp_path: Path) -> None:
    folder = export(
        tmp_path / "export", "2026-11-20 24:61:00 Z", "", "2026-11-20 23:59:60 Z"
    )
    run(folder, tmp_path / "results", "--due", "2026-11-21T00:00Z", exercises=QUICK)
    table = rows(tmp_path / "results")
    unread = (
        "the time `2026-11-20 24:61:00 Z` in submission_metadata.yml cannot be read"
    )
    unknown = "it is not known whether it is late, as"
    assert table["s1"]["note"] == f"{unknown} {unread}"
    untimed = "submission_metadata.yml has no time of it"
    assert table["s2"]["note"] == f"{unknown} {untimed}"
    assert table["s3"]["note"] == ""
    assert [table[name]["late_days"] for name in ("s1", "s2", "s3")] == ["", "", "0"]
