"""Patterns of the project take no square of a stranger's text: counted in steps, not by a clock.

The texts are made of what the pattern's own parts match, as these lead it astray.
"""

import ast
import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.classroom50 import LINK, WORD
from autograder.classroom.csv_file import FIELD
from autograder.classroom.exported_names import FILES
from autograder.core.exercises import not_json
from autograder.core.sandbox import differences, remedies
from autograder.core.sandbox.python_versions import SYNTAX_SINCE
from tests.sets import PROJECT
from tests.steps import REPEATS, Counted, TooManySteps, unit_samples

MOST_GROWTH = 2.6
"""How many times as many steps a text of twice the length may take: a square takes four."""


class Use(NamedTuple):
    """A pattern, its flags, and whether it is only matched at the beginning of a text."""

    pattern: str
    flags: int
    is_anchored: bool


MATCHED = ("match", "fullmatch")
SEARCHED = ("search", "sub", "split", "findall", "finditer")
FLAGS_AT = {"compile": 1, "sub": 4, "split": 3}
"""The index of the flags among the arguments of a function of `re`, if not 2."""
ANCHORED = {
    "CANVAS_NAME",
    "MOODLE_NAME",
    "BLACKBOARD_NAME",
    "BRIGHTSPACE_NAME",
    "BRIGHTSPACE_FOLDER",
}
"""Compiled patterns that are used by another name, and are matched there."""
OURS = {
    "(?s)<title>.*?</title>": "the page of the class, once, in its head",
    '(?s)<p class="who">.*?</p>': "the page of the class, once, in its head",
    r"\[([a-z-]+): ([^]]+)\] ?": "the catalogue of this project",
    r"^```\w+ (\w+)\n(.*?)\n```$": "the words of a handout, the instructor's own",
    r"^## (\S+): (.+)\n\n((?:.+\n)+)\nKnown from: .+$": "the catalogue",
    r"^(\w+):\s*(?:\"\"\"(.*?)\"\"\"|\"([^\"\n]*)\")": "this project's docstrings",
}
"""Patterns that meet texts of the project or of its user alone, and which."""
NAMES = r"max_value|min_value|Game\.result"
REMEDIES = (
    *(Use(remedy.pattern, re.DOTALL, True) for remedy in remedies.FOR_EXCEPTIONS),
    *(Use(remedy.pattern, 0, True) for remedy in remedies.FOR_SYNTAX_ERRORS),
    *(Use(remedy.pattern, 0, False) for remedy in remedies.FOR_OTHER_LANGUAGES),
)
MADE: dict[str, tuple[Use, ...]] = {
    "exported_names stem": (
        Use(r".*[\W_]alphabeta(-\d+)?\.\w+", re.DOTALL | re.IGNORECASE, True),
    ),
    "csv_file FIELD escape self": (Use(FIELD.format(";"), 0, True),),
    "csv_file escape self": (Use('["\r\n;]', 0, False),),
    "not_json remedy": tuple(Use(each.pattern, 0, True) for each in not_json.REMEDIES),
    "remedies remedy": REMEDIES,
    "classroom50 FORMS WORD field": (Use(WORD, 0, True), Use(LINK, 0, True)),
    "by_hand stem": (Use(r"answers ?\((\d{1,4})\)\.json", 0, True),),
    "differences syntax": (
        *(Use(syntax.pattern, 0, False) for syntax in SYNTAX_SINCE),
        *(Use(syntax.message, 0, True) for syntax in SYNTAX_SINCE),
    ),
    "differences escape module": (Use(r"\bgame(?:\.\w+)+", 0, False),),
    "local_imports alternatives": (
        Use(rf"^[ \t]*(?:def|class)[ \t]+(?:{NAMES})\b", re.MULTILINE, False),
    ),
    "local_imports pattern": (Use(rf"(?<!\w)(?:{NAMES})(?!\w)", 0, False),),
    "misnamed pattern": (
        Use(r"copy of a\.py|a(?: ?\(\d+\)| ?-? ?copy(?: ?\(?\d+\)?)?)\.py", 0, True),
    ),
    "outputs pattern": tuple(
        Use(rf"(?:\xef\xbb\xbf)?\s*(?:{pattern})", re.IGNORECASE, True)
        for pattern in (r"<(!doctype )?html\b", r"(%[^\n]*\n\s*)*\\[a-z]+")
    ),
    "local_imports pieces": (Use(r"[^\x00-\x7f]{1,100}", 0, False),),
    "archive pattern": tuple(Use(name.pattern, re.DOTALL, True) for name in FILES),
    "mirror end escape": (Use(r"(?<![\w.])alpha(?!\w)", 0, False),),
    "mirror escape name": (Use(r"(?<![\w.])INF(?!\w)", 0, False),),
    "rewriting step_before_another": (
        Use(r"^( *)step\(\)\n(?=\n*\1\S)", re.MULTILINE, False),
    ),
    "student_folder pattern": (Use(r"[\w.]+\ is\ not\ written\ yet", 0, True),),
    "game_messages name pattern_of": (
        Use(r".* is not terminal, so it has no utility: .* .*", re.DOTALL, True),
    ),
    "render pattern_of_ids": (
        Use(r"`(?P<code>[^`\n]+)`|(?P<id>(?<![\w-])01(?![\w-]))", 0, False),
    ),
}
"""Examples of patterns that are made while the program runs, by module and names in them."""
MADE_OF_OURS = {
    "meaning definition": "the source of a course's adapter",
    "deployment pattern": "what pip prints",
    "own_paths escape longest_first map": "paths of this machine",
}
"""Such patterns of which none meets a stranger's text, and what they meet."""


class Written(NamedTuple):
    """A call of `re` in the source: its module, function, pattern and the name it gets."""

    module: str
    function: str
    call: ast.Call
    name: str


def written() -> Iterator[Written]:
    """Yield each place of the source that gives `re` a pattern."""
    for file in sorted((PROJECT / "autograder").rglob("*.py")):
        text = file.read_text("utf-8")
        if not GIVES_A_PATTERN.search(text):
            continue
        module = ".".join(file.relative_to(PROJECT).with_suffix("").parts)
        nodes = [*ast.walk(ast.parse(text))]
        names = {
            id(node.value): ast.unparse(node.targets[0])
            for node in nodes
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        }
        for node in nodes:
            if isinstance(node, ast.Call) and _function_of_re(node):
                function = ast.unparse(node.func).removeprefix("re.")
                yield Written(module, function, node, names.get(id(node), ""))


GIVES_A_PATTERN = re.compile(rf"\bre\.(compile|{'|'.join(MATCHED + SEARCHED)})\(")
"""A text without it has no such place: most modules, which need not be parsed."""
USED = re.compile(rf"(\w+|\S)\.({'|'.join(MATCHED + SEARCHED)})\b")
"""A name and a method, as a compiled pattern is used."""


def _function_of_re(call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr in ("compile", *MATCHED, *SEARCHED)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
    )


def methods() -> dict[str, set[str]]:
    """Return with which methods each compiled pattern is used, by the pattern's name."""
    used: dict[str, set[str]] = {name: {"match"} for name in ANCHORED}
    for file in (PROJECT / "autograder").rglob("*.py"):
        for name, method in USED.findall(file.read_text("utf-8")):
            used.setdefault(name, set()).add(method)
    return used


def uses() -> Iterator[Use]:
    """Yield all patterns of the project, but those that only meet texts of its own."""
    used = methods()
    for position in written():
        try:
            pattern, flags = constants(position)
        except NameError:
            made = made_of(position)
            if made not in MADE_OF_OURS:
                yield from MADE[made]
            continue
        if pattern in OURS:
            continue
        by = {position.function}
        if position.function == "compile":
            by = used.get(position.name, {"search"})
        yield Use(pattern, flags, is_anchored=by <= {*MATCHED})


def made_of(place: Written) -> str:
    """Return the module and the names in the expression of a pattern that is made."""
    names = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(place.call.args[0])
        if isinstance(node, ast.Name)
        or (isinstance(node, ast.Attribute) and node.attr == "escape")
    }
    module = place.module.rpartition(".")[2]
    return " ".join([module, *sorted(names - {"re"})])


def constants(place: Written) -> tuple[str, int]:
    """Return a pattern and its flags as the module that has it knows them."""
    names = vars(importlib.import_module(place.module))
    index = FLAGS_AT.get(place.function, 2)
    given = [*place.call.args[index : index + 1]]
    given += [
        keyword.value for keyword in place.call.keywords if keyword.arg == "flags"
    ]
    pattern, *flags = (
        eval(compile(ast.Expression(node), "", "eval"), names)
        for node in (place.call.args[0], *given)
    )
    own_flags = 0
    if isinstance(pattern, re.Pattern):
        pattern, own_flags = pattern.pattern, pattern.flags
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    return text, (own_flags | sum(map(int, flags))) & ~(re.UNICODE | re.LOCALE)


def steps(counted: Counted, use: Use, text: str) -> int:
    counted.steps = 0
    with suppress(TooManySteps):
        if use.is_anchored:
            counted.match(text, full=True)
        else:
            counted.search_all(text)
    return counted.steps


def beginnings(parsed: Any) -> list[str]:
    """Return texts after which a repeat of the pattern has its turn, and others."""
    before_repeats = [
        unit_samples(parsed[:index])[-1]
        for index, item in enumerate(parsed)
        if index and str(item[0]) in REPEATS and unit_samples(parsed[:index])
    ]
    samples = unit_samples(parsed)
    return list(dict.fromkeys(["", *samples[-1:], *samples[:1], *before_repeats]))


def growth(use: Use) -> tuple[float, str]:
    """Return how many times as many steps twice the text takes, at worst, and the text."""
    counted = Counted(use.pattern, use.flags)
    samples = unit_samples(counted.parsed)
    worst = (0.0, "")
    for start in beginnings(counted.parsed):
        for unit in (*samples, "\\'"):  # an escaped character, too
            texts = [start + unit * times + "\x01\\" for times in (10, 20)]
            short, long = (steps(counted, use, text) + 30 for text in texts)
            worst = max(worst, (long / short, f"{start!r} + {unit!r} * n"))
    return worst


USES = list(dict.fromkeys(uses()))


@pytest.mark.parametrize("use", USES, ids=lambda use: use.pattern[:40])
def test_no_pattern_takes_the_square_of_a_text(use: Use) -> None:
    factor, text = growth(use)
    assert factor < MOST_GROWTH, f"{text}: {factor:.2f} times the steps"


@pytest.mark.parametrize(
    ("pattern", "is_anchored"),
    [
        (r".+?_.+?_attempt_", True),
        (r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*""", False),
        (r"Error: .*not so .*'State'", True),
        (r'"?(?P<name>[^<>"]*?)"?\s*<(?P<email>[^<>\s]+@[^<>\s]+)>', True),
        (r"parse_\w*args", False),
    ],
)
def test_pattern_that_takes_the_square_is_known(
    pattern: str, is_anchored: bool
) -> None:
    """Such as stood here once."""
    factor, _ = growth(Use(pattern, 0, is_anchored))
    assert factor > MOST_GROWTH


@given(st.sampled_from(USES), st.data())
def test_counted_pattern_matches_as_re_does(use: Use, data: Any) -> None:
    counted = Counted(use.pattern, use.flags)
    units = st.sampled_from([*unit_samples(counted.parsed), " ", "\n", "'", "x"])
    text = "".join(data.draw(st.lists(units, max_size=5)))
    compiled = re.compile(use.pattern, use.flags)
    for is_full in (False, True):
        expected = (compiled.fullmatch if is_full else compiled.match)(text)
        end = counted.match(text, full=is_full)
        assert end == (expected.end() if expected else -1)


OLD_PROSE = re.compile(r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*""")
OLD_BLACKBOARD = re.compile(
    r"(?P<whose>.+?_.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)",
    re.DOTALL,
)
PARTS = ["_", "a", "_attempt_", "2026-11-20-10-00-00", ".txt", "\n", "é", "_attempt"]


@given(st.lists(st.sampled_from(PARTS), max_size=12).map("".join))
def test_blackboards_names_are_read_as_by_the_slower_pattern(name: str) -> None:
    blackboard = FILES[2]
    matches = [pattern.fullmatch(name) for pattern in (blackboard, OLD_BLACKBOARD)]
    new, old = (match and match.groupdict() for match in matches)
    assert new == old


@given(st.text(st.sampled_from("ab'\"# ")))
def test_texts_of_a_line_are_those_of_the_slower_pattern(line: str) -> None:
    assert differences.PROSE.sub("|", line) == OLD_PROSE.sub("|", line)
