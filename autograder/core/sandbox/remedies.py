"""Finds the remedy for an exception whose message or line has a known pattern.

Imported only if something broke.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple


class Remedy(NamedTuple):
    """The advice for a pattern.

    of_our_states: an addition that does not hold for the states of a course's adapter,
    which have methods of their own.
    """

    pattern: str
    text: str
    of_our_states: str = ""


WRONG_ARGUMENTS = Remedy(
    r"TypeError: .*positional argument",
    "Does the function take the arguments that the assignment names, in that order?",
)
"""It does not hold if the call is one of the student's own."""
WRONG_METHOD_ARGUMENTS = Remedy(
    r"TypeError: \w+\.\w+\(\) takes \d+ positional argument",
    "Is `self` the first parameter of the method? Are the others those that "
    "it is called with, in that order?",
)
"""Something else is said of a method of the course's."""

PYTHON_2 = (
    Remedy(
        r"NameError: name 'xrange' is",
        "Python 2 had `xrange`. In Python 3 it is `range`.",
    ),
    Remedy(
        r"NameError: name 'raw_input' is",
        "Python 2 had `raw_input`. In Python 3 it is `input`, but no one is there to "
        "type: remove it.",
    ),
    Remedy(
        r"NameError: name '(unicode|basestring)' is",
        "Python 2 had `unicode` and `basestring`. In Python 3 both are `str`.",
    ),
    Remedy(
        r"NameError: name 'unichr' is",
        "Python 2 had `unichr`. In Python 3 it is `chr`.",
    ),
    Remedy(
        r"NameError: name 'long' is",
        "Python 2 had `long`. In Python 3 it is `int`.",
    ),
    Remedy(
        r"NameError: name 'reduce' is",
        "In Python 3 `reduce` has to be imported: write `from functools import reduce` "
        "at the top of the file.",
    ),
    Remedy(
        r"NameError: name 'cmp' is",
        "Python 2 had `cmp`. In Python 3 compare by <, == and >.",
    ),
    Remedy(
        r"TypeError: ('cmp' is an invalid keyword|.* keyword argument 'cmp')",
        "Python 2 had `cmp=`. In Python 3 sort by `key=`, a function of one argument.",
    ),
    Remedy(
        r"AttributeError: .* has no attribute 'iteritems'",
        "Python 2 had `iteritems`. In Python 3 it is `items`.",
    ),
    Remedy(
        r"AttributeError: .* has no attribute 'itervalues'",
        "Python 2 had `itervalues`. In Python 3 it is `values`.",
    ),
    Remedy(
        r"AttributeError: .* has no attribute 'iterkeys'",
        "Python 2 had `iterkeys`. In Python 3 it is `keys`.",
    ),
    Remedy(
        r"AttributeError: .* has no attribute 'has_key'",
        "Python 2 had `d.has_key(k)`. In Python 3 write `k in d`.",
    ),
    Remedy(
        r"AttributeError: module 'sys' has no attribute 'maxint'",
        "Python 2 had `sys.maxint`. For infinity there is math.inf, after "
        "`import math`.",
    ),
    Remedy(
        r"AttributeError: '.*iterator' object has no attribute 'next'",
        "Python 2 had `i.next()`. In Python 3 write `next(i)`.",
    ),
    Remedy(
        r"TypeError: '(dict_keys|dict_values|dict_items|map|filter|zip)' object is not "
        r"subscriptable",
        "In Python 3 this is no list. Put list(...) around it, and take the item from "
        "that.",
    ),
    Remedy(
        r"TypeError: object of type '(map|filter|zip)' has no len",
        "In Python 3 this is no list. Put list(...) around it.",
    ),
)
"""For the names that Python 2 had: Python itself says that one is not there."""

FOR_EXCEPTIONS = (
    *PYTHON_2,
    Remedy(
        r"ImportError: .*(failed to map segment|[cC]annot allocate memory)",
        "There was no room to load it. Where that is a package of the "
        "assignment's, the course staff can raise limits.memory_mb.",
    ),
    Remedy(
        r"ImportError: .*attempted relative import",
        "Leave out the dot: files beside yours are imported by their names "
        "alone, as in `from game import State`.",
    ),
    WRONG_METHOD_ARGUMENTS,
    WRONG_ARGUMENTS,
    Remedy(
        r"\w+: .*('(async_generator|coroutine)'|in 'await' expression)",
        "A function that begins with `async def` gives no value when it is called. "
        "Write `def`, and leave out `await`.",
    ),
    Remedy(
        r"\w+: .*'generator'",
        "A function with `yield` gives no value when it is called. Write `return`.",
    ),
    Remedy(
        r"TypeError: .*'list' object is not callable",
        "A list is called like a function. Are there too many parentheses?",
        of_our_states="state.children has none.",
    ),
    Remedy(
        r"(Type|Attribute)Error: .*'(method|function)'( object (is not|has no)| and|$)"
        r"|.* of type 'method' has no len",
        "A function is used that was not called. Are parentheses missing?",
        of_our_states="Write state.utility(), for example.",
    ),
    Remedy(
        r"ValueError: .* has no static evaluation",
        "A state is evaluated that is no leaf: its value comes from its children. "
        "Is it evaluated too early, or is another state meant?",
    ),
    Remedy(
        r"NameError: name 'get_ipython'",
        "get_ipython() is there in Jupyter and Colab only. Remove the last line below.",
    ),
    Remedy(
        r"NameError: name 'display'",
        "display() is there in Jupyter and Colab only. Use print().",
    ),
    Remedy(
        r"AttributeError: 'tuple' object has no attribute",
        "A tuple stands where something else is meant. Does a pair have to be "
        "unpacked first?",
        of_our_states=(
            "state.successors() gives pairs: `for action, child in state.successors()`."
        ),
    ),
    Remedy(
        r"AttributeError: 'str' object has no attribute",
        "Text stands where something else is meant.",
        of_our_states=(
            "An action is text, and state.result(action) is the state that it leads to."
        ),
    ),
    Remedy(
        r"AttributeError: 'list' object has no attribute '(length|size)'",
        "len() says how many there are, as in len(children).",
    ),
    Remedy(
        r"TypeError: .*(State' object is not itera|non-iterable (Game)?State)",
        "A state is not a list.",
        of_our_states=(
            "Its children are state.children, and state.successors() gives each "
            "with its action."
        ),
    ),
    Remedy(
        r"NameError: name '(null|true|false|none)'",
        "Python writes None, True and False.",
    ),
    Remedy(
        r"NameError: name '(inf|infinity|INF|Infinity)'",
        "For infinity there is math.inf, after `import math`.",
    ),
    Remedy(
        r"NameError: name 'math'",
        "Write `import math` at the top of the file.",
    ),
    Remedy(
        r"TypeError: (?:(?!not supported between).)*"
        r"not supported between instances of .*'State'",
        "A state is compared instead of its value. Which function returns a "
        "state, and not a number?",
    ),
    Remedy(
        r"TypeError: '[<>]=?' not supported between instances of .*'tuple'",
        "A tuple is compared with something else. Which function returns a pair? Take "
        "the value out of it first, or return the value alone.",
    ),
    Remedy(
        r"TypeError: '[<>]=?' not supported between instances of .*'str'",
        "Text is compared with a number. Which of the two is text?",
    ),
)
"""By the beginning of TYPE: MESSAGE. The first that matches is meant."""

WRAPPINGS = {
    "conflict": (
        "Git could not merge two versions, and wrote both into {lines}. Keep one of "
        "them, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>."
    ),
    "fence": (
        "A chat or a web page wrote ``` into {lines}. Delete that, and any text around "
        "the program."
    ),
    "prompt": (
        "Python's prompt wrote >>> or ... into {lines}. Delete these signs, and what "
        "Python answered."
    ),
    "numbers": (
        "The numbers of lines were copied along, into {lines}. Delete these numbers."
    ),
    "quote": (
        "Mails and web pages write > or | before what they quote, as in {lines}. "
        "Delete these signs."
    ),
    "difference": (
        "Git shows by + and - how two versions differ, as in {lines}. Hand in the file "
        "itself."
    ),
}
"""The advice for each kind of pasted text in `worker.pasted`."""

CHARACTERS = {
    "∞": "Python has no ∞: write math.inf, after `import math`.",
    "≤": "Python writes <= instead of ≤.",
    "≥": "Python writes >= instead of ≥.",
    "≠": "Python writes != instead of ≠.",
    "×": "Python writes * instead of ×.",
    "⋅": "Python writes * instead of ⋅.",
    "·": "Python writes * instead of ·.",
    "÷": "Python writes / instead of ÷.",
    "−": "Python writes - instead of −.",
    "–": "Python writes - instead of –.",
    "—": "Python writes - instead of —.",
    "→": "Python writes -> instead of →.",
    "…": "Python writes ... instead of …, and `pass` for a function without a body.",
    "¬": "Python writes `not` instead of ¬.",
    "∧": "Python writes `and` instead of ∧.",
    "∨": "Python writes `or` instead of ∨.",
}
"""By a character that no program has outside of texts and comments."""
RANGES = re.compile(r"\d{1,7}-\d{1,7}( \d{1,7}-\d{1,7})*")
INVALID_CHARACTER = re.compile(r"invalid character '(?P<char>.)'")

FOR_SYNTAX_ERRORS = (
    Remedy(
        r"invalid character '[\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb]'",
        "Python needs straight quotation marks, ' or \".",
    ),
    Remedy(
        r"invalid non-printable character U\+(00A0|200B|FEFF)",
        "There is an invisible character. Delete the blanks of that line, and type "
        "them again.",
    ),
    Remedy(
        r"Missing parentheses in call to 'print'",
        "Python 2 had `print x`. In Python 3 write `print(x)`.",
    ),
    Remedy(
        r".*'unicodeescape' codec",
        "In a string \\ begins a special character. In a path write / instead.",
    ),
    Remedy(
        r"(unknown encoding|encoding problem)",
        "The first two lines name an encoding that Python does not know. Remove "
        "that, and save the file as UTF-8.",
    ),
)
"""By the beginning of the message. All that match are said."""

FOR_OTHER_LANGUAGES = (
    Remedy(
        r"\w(\+\+|--)(?![\w(])",
        "Python has no ++ and no --: write += 1 or -= 1.",
    ),
    Remedy(
        r"&&|\|\||(?<!^)(?<!<)!(?!=)",
        "Python writes `and`, `or` and `not`.",
    ),
    Remedy(
        r"^[!%]\s*[A-Za-z]",
        "A line that begins with ! or % is for Jupyter and Colab only. Remove it.",
    ),
    Remedy(
        r"\belse if\b",
        "Python writes `elif`.",
    ),
)
"""By a pattern in the code of the line that Python cannot read."""


def remedy_for(kind: str, message: str) -> Remedy | None:
    """Return the remedy for an exception of a type with a message, if there is one."""
    text = f"{kind}: {message}"
    for remedy in FOR_EXCEPTIONS:
        if re.match(remedy.pattern, text, re.DOTALL):
            return remedy
    return None


def pasted_along(clue: str) -> str:
    """Return the advice on text that was pasted along with a program; "" for none.

    clue: as `worker.pasted` writes it, by the word of a student's process.
    """
    kind, _, ranges = clue.partition(" ")
    if kind not in WRAPPINGS or not RANGES.fullmatch(ranges):
        return ""
    shown: list[str] = []
    for text in ranges.split():
        first, last = text.split("-")
        shown.append(first if first == last else f"{first} to {last}")
    noun = "line" if len(shown) == 1 and shown[0].isdecimal() else "lines"
    *others, latest = shown
    lines = f"{', '.join(others)} and {latest}" if others else latest
    return WRAPPINGS[kind].format(lines=f"{noun} {lines}")


def _for_character(message: str) -> str:
    """Return the advice on a character that Python cannot read; "" for none."""
    match = INVALID_CHARACTER.match(message)
    if match is None:
        return ""
    char = match["char"]
    plain = unicodedata.normalize("NFKC", char)
    if char not in CHARACTERS and plain != char and plain.isascii():
        return f"Python writes {plain} instead of {char}."
    return CHARACTERS.get(char, "")


def remedies_for_syntax(message: str, code: str) -> Iterator[str]:
    """Yield the remedies for a syntax error, by its message and by the line's code."""
    for remedy in FOR_SYNTAX_ERRORS:
        if re.match(remedy.pattern, message):
            yield remedy.text
    character = _for_character(message)
    if character:
        yield character
    for remedy in FOR_OTHER_LANGUAGES:
        if re.search(remedy.pattern, code):
            yield remedy.text
