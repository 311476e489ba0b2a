"""Counts the days after a due time, by the clock of a time zone."""

import os
import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from math import ceil
from pathlib import Path
from typing import NamedTuple

from autograder.core.limits import EARLIEST_YEAR
from autograder.core.text import nearest, visible_name

DAY = timedelta(days=1)
NO_TIME = timedelta()
LOCALTIME = Path("/etc/localtime")
"""The rules of this machine's zone, mostly a link to a file that has the zone's name.
"""
EXAMPLE = "2026-11-20T23:59"
NAME_IT = (
    f'write a zone after the time, as in "{EXAMPLE} Europe/Berlin", or an offset,'
    f" as in {EXAMPLE}+01:00"
)
WITH_SECONDS = re.compile(r"[T ]\d\d:?\d\d:?\d\d")
LEAP_SECOND = re.compile(r"(?P<minute>.*\d\d:\d\d):60(?P<rest>.*)", re.DOTALL)


class NoDueTime(ValueError):
    """A text is no due time, or may mean two. The message says why, with an example."""


class Due(NamedTuple):
    """The time when an assignment was due.

    at: with a zone, whose clock counts the days. is_machines: nobody named the zone.
    """

    at: datetime
    zone: str = ""
    is_machines: bool = False

    def __str__(self) -> str:
        """Return the time and the zone in words."""
        whose = ", this machine's time zone" if self.is_machines else ""
        return (
            f"{self.at:%Y-%m-%d %H:%M} by the clock of {visible_name(self.zone)}{whose}"
        )

    def days_late(
        self, at: datetime, extension: timedelta = NO_TIME, grace: timedelta = NO_TIME
    ) -> int:
        """Return how many days have begun after the due time, by the zone's clock.

        A day begins when the clock shows the due time, however many hours the day
        before had. at: with its time zone. extension: moves the due time. grace: for so
        long after it, nothing is late.
        """
        # Two times of one zone would be compared by their clocks.
        at = at.astimezone(timezone.utc)
        if self._is_in_time(at, extension + grace):
            return 0
        passed = _wall(at.astimezone(self.at.tzinfo)) - _wall(self.at) - extension
        days = max(1, ceil(passed / DAY))
        # In the hour that a night has twice the clock goes back, and no day begins anew
        # by that.
        is_day_before = days > 1 and self._is_in_time(at, extension + (days - 1) * DAY)
        return days - 1 if is_day_before else days

    def _is_in_time(self, at: datetime, moved: timedelta) -> bool:
        """Return whether a moment is in time, by the zone's clock.

        at: the moment. moved: the time by which the due time is put off.
        """
        # If the clock shows the due time twice, the due time says which is meant.
        if not moved:
            return at <= self.at
        try:
            limit = _wall(self.at) + moved
        except OverflowError:  # after the year 9999
            return True
        shown = _wall(at.astimezone(self.at.tzinfo))
        # If the clock shows the limit twice, the second time counts.
        last_moment = limit.replace(tzinfo=self.at.tzinfo, fold=1)
        return shown <= limit or at <= last_moment


class DueTimes(NamedTuple):
    """When an assignment was due, for all and for single sections.

    of_all: None if none is known for all. of_sections: by the sections' names.
    """

    of_all: Due | None = None
    of_sections: Mapping[str, Due] = {}

    @property
    def each(self) -> list[Due]:
        """All due times."""
        return [*filter(None, [self.of_all]), *self.of_sections.values()]

    def of(self, sections: Collection[str]) -> Due | None:
        """Return the due time of a student who is in some sections.

        Return None if none is known, or if the sections have different due times.
        """
        by_name = {name.casefold(): due for name, due in self.of_sections.items()}
        dues = {by_name.get(name.casefold(), self.of_all) for name in sections}
        dues = dues or {self.of_all}
        return dues.pop() if len(dues) == 1 else None


def _wall(time: datetime) -> datetime:
    """Return the time on the clock, without its zone."""
    return time.replace(tzinfo=None)


def parse_time(text: str) -> datetime | None:
    """Parse a time in ISO 8601, with or without an offset; None for any other text.

    A 60th second is the next one.
    """
    text = re.sub(r" ?(Z|UTC)$", "+00:00", text.strip())
    leap = LEAP_SECOND.fullmatch(text)
    if leap:
        text = f"{leap['minute']}:59{leap['rest']}"
    # With as many digits of a second as Python reads, and no blank before the offset.
    plain = re.sub(r"(?<=:\d\d)\.\d+", lambda digits: f"{digits[0]:0<7.7}", text)
    plain = re.sub(r" (?=[+-]\d\d:?\d\d$)", "", plain)
    try:
        return datetime.fromisoformat(plain) + timedelta(seconds=1 if leap else 0)
    except (ValueError, OverflowError):
        return None


def parse_due(text: str) -> Due:
    """Parse a due time: TIME, TIME+OFFSET, "TIME ZONE" or "TIME+OFFSET ZONE".

    A time without seconds ends with its minute. Without an offset or a zone, this
    machine's zone is meant. An offset alone is a zone whose days have 24 hours. A date
    alone is refused, as it would mean the beginning of that day. Raise NoDueTime.
    """
    written = re.fullmatch(
        r"(?P<time>.*\d)(?: +(?P<zone>[A-Za-z][\w+/-]*))?", text.strip()
    )
    has_zone = written is not None and written["zone"] not in (None, "UTC", "Z")
    time = parse_time(written["time"] if written and has_zone else text)
    if time is None or ":" not in text or time.year < EARLIEST_YEAR:
        forms = f'{EXAMPLE}, {EXAMPLE}+01:00 or "{EXAMPLE} Europe/Berlin"'
        raise NoDueTime(f"{visible_name(text)} is no time; write it as in {forms}")
    if not WITH_SECONDS.search(text):
        time = time.replace(second=59, microsecond=999999)
    if written and has_zone:
        name = written["zone"]
        return Due(_in_zone(time, zone_called(name), name), name)
    if time.tzinfo is not None:
        return Due(time, _offset(time))
    zone, name = machine_zone()
    return Due(_in_zone(time, zone, name), name, is_machines=True)


def zone_called(name: str) -> tzinfo:
    """Return the time zone of a name.

    Raise NoDueTime for an unknown name; its message offers the nearest known one.
    """
    # Needed only to read a due time, not in the process of each submission.
    import zoneinfo

    try:
        return zoneinfo.ZoneInfo(name)
    # There is no such file, the name is impossible, or it is a folder's.
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        pass
    known = sorted(zoneinfo.available_timezones())
    if not known:
        remedy = (
            f"install tzdata, or write the offset, as in {EXAMPLE}+01:00:"
            " then each day has 24 hours"
        )
        raise NoDueTime(
            "this machine has no data of time zones,"
            f" so {visible_name(name)} is not known: {remedy}"
        )
    meant = nearest(name, known)
    remedy = (
        f"did you mean {meant}?" if meant else "zones are called as in Europe/Berlin"
    )
    raise NoDueTime(f"no time zone is called {visible_name(name)}: {remedy}")


def machine_zone() -> tuple[tzinfo, str]:
    """Return this machine's time zone and its name.

    Raise NoDueTime if its rules are not known.
    """
    named = os.environ.get("TZ")
    if named is None:
        return _zone_of_file(LOCALTIME) if LOCALTIME.exists() else (timezone.utc, "UTC")
    name = named.removeprefix(":")
    if name in ("", "UTC", "UTC0"):
        return timezone.utc, "UTC"
    if name.startswith("/"):
        return _zone_of_file(Path(name))
    try:
        return zone_called(name), name
    except NoDueTime:
        raise NoDueTime(
            f"the rules of this machine's time zone, TZ={visible_name(name)},"
            f" are not known: {NAME_IT}"
        ) from None


def _zone_of_file(file: Path) -> tuple[tzinfo, str]:
    """Return the time zone in a file, and its name, or the file if it has none.

    Raise NoDueTime if it cannot be read.
    """
    from zoneinfo import ZoneInfo  # see above

    real = os.path.realpath(file)
    _, is_among_zones, name = real.rpartition("/zoneinfo/")
    try:
        with open(real, "rb") as opened:
            zone = ZoneInfo.from_file(opened, name if is_among_zones else None)
    except (OSError, ValueError):
        raise NoDueTime(
            "the rules of this machine's time zone cannot be read from"
            f" {visible_name(real)}: {NAME_IT}"
        ) from None
    return zone, name if is_among_zones else str(file)


def _in_zone(time: datetime, zone: tzinfo, name: str) -> datetime:
    """Return a time as a moment in a zone.

    time: with or without an offset. An offset must be the zone's. Raise NoDueTime if
    the zone's clock never shows the time, or shows it twice.
    """
    shown = _wall(time)
    first = shown.replace(tzinfo=zone, fold=0)
    second = shown.replace(tzinfo=zone, fold=1)
    possible = [first]
    if first.utcoffset() != second.utcoffset():
        possible = [moment for moment in (first, second) if _is_shown(moment)]
    if not possible:
        raise NoDueTime(_in_gap(first, second, zone, visible_name(name)))
    if time.tzinfo is not None:
        return _with_offset_of(time, possible, visible_name(name))
    if len(possible) > 1:
        raise NoDueTime(_shown_twice(possible, zone, visible_name(name)))
    return possible[0]


def _in_gap(first: datetime, second: datetime, zone: tzinfo, name: str) -> str:
    """Say that no clock of a zone shows a time.

    first, second: the readings of the time. The first lies after the gap, and the
    second before it.
    """
    after = first.astimezone(timezone.utc).astimezone(zone)
    before = second.astimezone(timezone.utc).astimezone(zone)
    return (
        f"no clock of {name} shows {_iso(first)}, as clocks are put forward then:"
        f" write {_iso(before)} or {_iso(after)}, say"
    )


def _with_offset_of(
    time: datetime, possible: Sequence[datetime], name: str
) -> datetime:
    """Return the moment with the same offset as a time. Raise NoDueTime without one."""
    for moment in possible:
        if moment.utcoffset() == time.utcoffset():
            return moment
    offsets = " or ".join(map(_offset, possible))
    raise NoDueTime(
        f"{_iso(time)}{_offset(time)} is no time of {name},"
        f" whose clocks are at {offsets} then"
    )


def _shown_twice(possible: Sequence[datetime], zone: tzinfo, name: str) -> str:
    """Say that the clocks of a zone show a time twice. possible: both moments."""
    key = getattr(zone, "key", None)
    zone_name = f" {key}" if key else ""
    early, late = possible
    shown = _iso(early)
    return (
        f"the clocks of {name} show {shown} twice, as they are put back then:"
        f' write "{shown}{_offset(early)}{zone_name}" for the first time'
        f' or "{shown}{_offset(late)}{zone_name}" for the second'
    )


def _is_shown(moment: datetime) -> bool:
    """Return whether a zone's clock shows this time of it."""
    same_moment = moment.astimezone(timezone.utc).astimezone(moment.tzinfo)
    return _wall(same_moment) == _wall(moment)


def _iso(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%M}"


def _offset(moment: datetime) -> str:
    """Return a moment's offset as +01:00."""
    text = f"{moment:%z}"
    return f"{text[:3]}:{text[3:5]}"
