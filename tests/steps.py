"""Count the steps that a pattern of `re` takes on a text, as no clock can be relied on.

It matches as `re` does, by going back, and counts each try to match a part of a pattern
at a place in a text. Text that `re` skips quickly counts as a step, too, so a count may be
too large, by a factor that does not grow with the text.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # until Python 3.10
    import sre_parse as parser

REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
CHARACTERS = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
"""The kinds of the parts of a pattern that take one character."""


MOST_STEPS = 30_000


class TooManySteps(Exception):
    """A pattern took more than MOST_STEPS."""


class Part(NamedTuple):
    """A part of a pattern.

    value: as the parser has it, but the parts within it are Parts. taken: whether a
    character is taken, for those that were asked before.
    """

    kind: str
    value: Any
    taken: dict[str, bool]


def _parts(parsed: Any) -> tuple[Part, ...]:
    """Return the parts of a parsed pattern."""
    return tuple(_part(str(kind), value) for kind, value in parsed)


def _part(kind: str, value: Any) -> Part:
    if kind in REPEATS:
        least, most, items = value
        value = least, most, _parts(items)
    elif kind == "SUBPATTERN":
        value = value[0], _parts(value[3])
    elif kind == "BRANCH":
        value = [_parts(items) for items in value[1]]
    elif kind in ("ASSERT", "ASSERT_NOT"):
        direction, items = value
        value = direction, items.getwidth()[0], _parts(items)
    elif kind == "AT":
        value = str(value)
    return Part(kind, value, {})


class Counted:
    """A pattern whose steps are counted. Matching raises TooManySteps."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.parsed = parser.parse(pattern, flags)
        self._items = _parts(self.parsed)
        self._flags = re.compile(pattern, flags).flags  # with those that are in it
        self._groups: dict[int, tuple[int, int]] = {}
        self.steps = 0

    def match(self, text: str, start: int = 0, *, full: bool = False) -> int:
        """Return where a match at a place ends, -1 without one."""
        for end in self._sequence(self._items, 0, text, start):
            if not full or end == len(text):
                return end
        return -1

    def search_all(self, text: str) -> None:
        """Look for all matches, one after the other, as `re.sub` does."""
        position = 0
        while position <= len(text):
            end = self.match(text, position)
            position = end if end > position else position + 1

    def _sequence(
        self, items: tuple[Part, ...], at: int, text: str, place: int
    ) -> Iterator[int]:
        """Yield where the items of a pattern from one on can end."""
        while at < len(items) and items[at].kind in CHARACTERS:
            if not self._takes(items[at], text, place):
                return
            at, place = at + 1, place + 1
        if at == len(items):
            yield place
            return
        for end in self._item(items[at], text, place):
            yield from self._sequence(items, at + 1, text, end)

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManySteps

    def _item(  # noqa: C901 (a case for each kind)
        self, item: Part, text: str, place: int
    ) -> Iterator[int]:
        """Yield where a part can end that is more than one character."""
        self._count()
        kind, value = item.kind, item.value
        if kind in REPEATS:
            yield from self._repeat(kind, value, text, place)
        elif kind == "SUBPATTERN":
            group, items = value
            for end in self._sequence(items, 0, text, place):
                if group:
                    self._groups[group] = (place, end)
                yield end
        elif kind == "BRANCH":
            for items in value:
                yield from self._sequence(items, 0, text, place)
        elif kind in ("ASSERT", "ASSERT_NOT"):
            if self._looks(value, text, place) == (kind == "ASSERT"):
                yield place
        elif kind == "GROUPREF":
            start, end = self._groups.get(value, (0, 0))
            if text.startswith(text[start:end], place):
                yield place + end - start
        else:
            assert kind == "AT", kind
            if self._is_at(value, text, place):
                yield place

    def _looks(self, value: Any, text: str, place: int) -> bool:
        """Return whether something is ahead, or behind, of a place."""
        direction, width, items = value
        if direction > 0:
            return any(True for _ in self._sequence(items, 0, text, place))
        start = place - width
        return start >= 0 and place in self._sequence(items, 0, text, start)

    def _repeat(self, kind: str, value: Any, text: str, place: int) -> Iterator[int]:
        least, most, items = value
        if len(items) == 1 and items[0].kind in CHARACTERS:
            yield from self._repeat_character(kind, value, text, place)
            return
        is_greedy = kind != "MIN_REPEAT"
        nothing: Iterator[int] = iter(())
        # where each turn ended, and how else the turn after it may end
        ends = [place]
        turns = [self._sequence(items, 0, text, place) if most else nothing]
        if not is_greedy and least == 0:
            yield place
        while turns:
            end = next(turns[-1], None)
            if end is None:
                turns.pop()
                last = ends.pop()
                if is_greedy and len(ends) >= least:
                    yield last
            elif end > ends[-1]:
                ends.append(end)
                if not is_greedy and len(turns) >= least:
                    yield end
                may_go_on = len(turns) < most
                turns.append(
                    self._sequence(items, 0, text, end) if may_go_on else nothing
                )

    def _repeat_character(
        self, kind: str, value: Any, text: str, place: int
    ) -> Iterator[int]:
        """Yield where a repeat of one character can end: most repeats are of one."""
        least, most, (item,) = value
        is_greedy = kind != "MIN_REPEAT"
        end = place
        if not is_greedy and least == 0:
            yield place
        while end - place < most and self._takes(item, text, end):
            end += 1
            if not is_greedy and end - place >= least:
                yield end
        if is_greedy:
            yield from range(end, place + least - 1, -1)

    def _is_at(self, kind: str, text: str, place: int) -> bool:
        if kind == "AT_BEGINNING" and self._flags & re.MULTILINE:
            return place == 0 or text[place - 1] == "\n"
        if kind in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
            return place == 0
        if kind == "AT_END" and self._flags & re.MULTILINE:
            return place == len(text) or text[place] == "\n"
        if kind == "AT_END":
            return text[place:] in ("", "\n")
        if kind == "AT_END_STRING":
            return place == len(text)
        around = [text[i : i + 1] for i in (place - 1, place) if i >= 0]
        are_letters = [bool(re.match(r"\w", char)) for char in around]
        is_boundary = (
            len(are_letters) == 2 and are_letters[0] != are_letters[1]
        ) or are_letters == [True]
        return is_boundary == (kind == "AT_BOUNDARY")

    def _takes(self, item: Part, text: str, place: int) -> bool:
        """Return whether a part takes the character at a place: one step."""
        self._count()
        if place == len(text):
            return False
        char = text[place]
        if char not in item.taken:
            item.taken[char] = self._is_one(item, char)
        return item.taken[char]

    def _is_one(self, item: Part, char: str) -> bool:
        """Return whether a part of a pattern that takes one character takes this."""
        kind, value = item.kind, item.value
        chars = {char}
        if self._flags & re.IGNORECASE:
            chars |= {char.lower(), char.upper()[:1]}
        if kind == "ANY":
            return bool(self._flags & re.DOTALL) or char != "\n"
        if kind in ("LITERAL", "NOT_LITERAL"):
            return (chr(value) in chars) == (kind == "LITERAL")
        assert kind == "IN", kind
        is_in = any(self._is_in(part, other) for part in value for other in chars)
        return is_in != (str(value[0][0]) == "NEGATE")

    @staticmethod
    def _is_in(part: Any, char: str) -> bool:
        kind, value = str(part[0]), part[1]
        if kind == "LITERAL":
            return bool(ord(char) == value)
        if kind == "RANGE":
            return bool(value[0] <= ord(char) <= value[1])
        if kind == "CATEGORY":
            name = str(value).removeprefix("CATEGORY_")
            letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[
                name.removeprefix("NOT_")
            ]
            return bool(re.match(rf"\{letter}", char)) != name.startswith("NOT_")
        return False


def unit_samples(parsed: Any) -> list[str]:
    """Return texts that parts of a pattern match, to be repeated in adversarial texts."""
    samples: list[str] = []

    def sample(items: Any) -> str:
        text = ""
        for item in items:
            kind, value = str(item[0]), item[1]
            piece = ""
            if kind in REPEATS:
                piece = sample(value[2]) * max(1, value[0])
            elif kind == "SUBPATTERN":
                piece = sample(value[3])
            elif kind == "BRANCH":
                piece = next(sample(branch) for branch in value[1])
            elif kind == "LITERAL":
                piece = chr(value)
            elif kind == "IN":
                piece = _char_in(value)
            elif kind in ("ANY", "NOT_LITERAL"):
                piece = "x"
            text += piece
            samples.extend([piece, text])
        samples.append(text)
        return text

    sample(parsed)
    return list(dict.fromkeys(text for text in samples if text))


def _char_in(parts: Any) -> str:
    first = parts[0]
    kind, value = str(first[0]), first[1]
    if kind == "NEGATE":
        return "y"
    if kind == "LITERAL":
        return chr(value)
    if kind == "RANGE":
        return chr(value[0])
    return {"DIGIT": "1", "SPACE": " ", "WORD": "w"}.get(
        str(value).removeprefix("CATEGORY_"), "z"
    )
