"""How a step in the student's process ended: with what it came to, or with a failure in words that say what to do."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from autograder.limits import LONGEST_EXCEPTION, MOST_NAMED, NEARLY_THE_SAME
from autograder.text import QUOTE, visible, visible_name
from autograder.worker import wire
from reference.game import Value
from reference.problem import Call, Observation

Cause = Literal[
    "missing file",
    "missing function",
    "raised",
    "not a value",
    "not a window",
    "too slow",
    "processor time",
    "too many looks",
    "died",
    "forged",
    "not run",
    "not an answer",
    "adapter",
]


class Failure(NamedTuple):
    """A step of the student's program that came to no answer: why, in words for the student, and their own traceback.

    looks: the nodes looked at before it ended. calls: those that were noted or answered.
    """

    cause: Cause
    words: str
    details: str = ""
    looks: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()


IN_SHORT: Mapping[Cause, str] = {
    "missing file": "no file to grade",
    "missing function": "a function is missing",
    "not a window": "a call without numbers for alpha and beta",
    "too slow": "ended by the time limit",
    "processor time": "ended by the limit of processor time",
    "too many looks": "looked at leaves over and over",
    "died": "its process ended",
    "forged": "its process sent what no search sends",
    "not run": "not run",
    "not an answer": "an answer that cannot be judged",
    "adapter": "the course's own code broke",
}


def in_short(failure: Failure) -> str:
    """A failure in so few words that those of a class can be counted: "returned None", "raised IndexError"."""
    if failure.cause == "raised" and "and returned None." not in failure.words:
        kind, *_ = re.split(r"[:\n]", failure.words)
        return f"raised {kind}"
    returned = re.search(r"; it (returned [^:\n]+)", failure.words)
    return returned[1].rstrip(".") if returned else IN_SHORT.get(failure.cause, "returned None")


def broke_on_none(failure: Failure) -> bool:
    """Whether a step broke because something was None."""
    return failure.cause == "raised" and failure.words.startswith("TypeError") and "NoneType" in failure.words


class Load(NamedTuple):
    """What came of importing the student's file, and what it printed meanwhile.

    outcome: where it was imported, the functions that it does not define, each with what to say of it.
    """

    outcome: Mapping[str, str] | Failure
    printed: str = ""


class Returned(NamedTuple):
    """A call of one of the student's functions, and what it returned; None where that was no number.

    below: the nodes of the calls that it made itself, each with what came back. All of it is the word of the student's
    process: good for a sentence, never for a grade.
    """

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Value | None
    below: tuple[tuple[int, Value | None], ...]


class Searched(NamedTuple):
    """What came of one search, and what the student's code printed meanwhile.

    returned: the calls of the student's functions in the order in which they ended, where these were asked for.
    """

    outcome: Observation | Failure
    printed: str = ""
    returned: tuple[Returned, ...] = ()

    @property
    def finished(self) -> Observation | None:
        """What a search did that returned, with nan for what is no value; None where it did not return."""
        if isinstance(self.outcome, Failure) and self.outcome.cause == "not a value":
            return Observation(math.nan, self.outcome.looks, self.outcome.calls)
        return self.outcome if isinstance(self.outcome, Observation) else None


class Calls:
    """What the student's process says of its calls. begun: in the order of beginning. ended: in that of ending."""

    def __init__(self) -> None:
        self.begun: list[Call] = []
        self.ended: list[Returned] = []
        self._open: list[tuple[Call, list[tuple[int, float | None]]]] = []

    def begin(self, call: Call) -> None:
        """Notes a call as it begins."""
        self.begun.append(call)
        self._open.append((call, []))

    def end(self, value: float) -> bool:
        """Notes what the innermost call returned, nan for no number. False where no call is open."""
        if not self._open:
            return False
        call, below = self._open.pop()
        number = None if math.isnan(value) else value
        self.ended.append(Returned(call.function, call.node, call.alpha, call.beta, number, tuple(below)))
        if self._open:
            self._open[-1][1].append((call.node, number))
        return True


NO_ANSWER = {
    "NoneType": "it returned None: some path through the function ends without a `return`",
    "tuple": "it returned a tuple: return the value alone, not a pair of value and move",
    "list": "it returned a list: return the value alone",
    "str": "it returned text: return the number that utility() gave, unchanged",
    "function": "it returned a function: call it, with parentheses",
    "method": "it returned a method: call it, with parentheses, as in state.utility()",
    "State": "it returned a state: return the value of the state, a number",
    wire.TOO_LARGE: f"it returned {wire.TOO_LARGE}: no leaf has such a value; for infinity there is math.inf",
    "complex": "it returned a complex number: return an int or a float",
}

RAISE_THE_LIMIT = "Where that is a package of the assignment's, the course staff can raise limits.memory_mb."
NO_MEMORY = "MemoryError|failed to map segment|[cC]annot allocate memory"

EXCEPTIONS = {
    "RecursionError": "The recursion never ends. Is there a base case, and does each call get a position one move on?",
    "NotImplementedError": "This function is still the stub from the template. Write its body.",
    "EOFError": "Your code waits for input, and no one is there to type. Take out input().",
    "SystemExit": "Your code ends the program itself. Take out exit(), quit() and sys.exit().",
    "MemoryError": "Your code used more memory than it may. Does a list or a dictionary grow with every call?",
    "KeyboardInterrupt": "Your code raises KeyboardInterrupt itself. Take that out.",
    "SyntaxError": "Python cannot read the file. Look at the line below, and at the one before it.",
    "IndentationError": "The lines are not indented as Python needs it. Look at the line below, and the one before.",
    "TabError": "Tabs and spaces are mixed. Let your editor turn all tabs into spaces.",
    "PermissionError": "Files, the network and other programs are out of reach, and a search needs none of them.",
    "ModuleNotFoundError": "Only Python's standard library and your own files are there. Submit your helper files too.",
}


ARGUMENTS = "Does the function take the arguments that the assignment names, in that order?"
OWN_CALL = "Look at the call in the last line below: does it give the function all arguments, and in the right order?"
BY_MESSAGE = {
    "ImportError: .*attempted relative import": "Leave out the dot: files beside yours are imported by their "
    "names alone, as in `from game import State`.",
    r"TypeError: \w+\.\w+\(\) takes \d+ positional argument": "Is `self` the first parameter of the method? Are the "
    "others those that it is called with, in that order?",
    "TypeError: .*positional argument": ARGUMENTS,
    "TypeError: .*'list' object is not callable": "A list is called like a function. Are there parentheses too many?"
    "| state.children has none.",
    "(Type|Attribute)Error: .*'(method|function)'( object (is not|has no)| and|$)|.* of type 'method' has no len": "A "
    "function is used that was not called. Are parentheses missing?| It is state.utility(), say.",
    "AttributeError: 'tuple' object has no attribute": "A tuple stands where something else is meant. Is it a "
    "pair, to be taken apart first?| state.successors() gives pairs: `for action, child in state.successors()`.",
    "AttributeError: 'str' object has no attribute": "Text stands where something else is meant.| An action is text, "
    "and state.result(action) is the state that it leads to.",
    "AttributeError: 'list' object has no attribute '(length|size)'": "len() says how many there are, as in "
    "len(children).",
    "TypeError: .*(State' object is not itera|non-iterable (Game)?State)": "A state is no list.| Its children are "
    "state.children, and state.successors() gives each with its action.",
    "NameError: name '(null|true|false|none)'": "Python writes None, True and False.",
    "NameError: name '(inf|infinity|INF|Infinity)'": "For infinity there is math.inf, after `import math`.",
    "NameError: name 'math'": "Write `import math` at the top of the file.",
    "TypeError: .*not supported between instances of .*'State'": "A state is compared instead of its value. Which "
    "function returns a state, and not a number?",
}
"""What an error means by its message, as far as that says more than its type: the first pattern that matches.

What follows a bar is said only where students are given the states of `reference.game`, and not a course's own."""
OTHER_LANGUAGES = {
    r"\w(\+\+|--)(?![\w(])": "Python has no ++ and no --: write += 1 or -= 1.",
    r"&&|\|\||!(?!=)": "Python writes `and`, `or` and `not`.",
    r"\belse if\b": "Python writes `elif`.",
}
"""What to say of a line that Python cannot read, by what stands in it outside of texts and comments."""
PROSE = r"""'(\\.|[^'\\])*('|$)|"(\\.|[^"\\])*("|$)|#.*"""
"""The texts, be they ended or not, and the comment of a line."""


def exception_words(
    kind: str,
    message: str,
    traceback: str = "",
    returned_none: str = "",
    meant: str = "",
    *,
    packages: Sequence[str] = (),
    memory_mb: int = 0,
    takes: Mapping[str, str] = {},
    has_own_states: bool = False,
) -> str:
    """What an exception in the student's code means.

    traceback: the lines of theirs that it passed, if not the call of their function raised it. returned_none: what had
    returned None to the call that broke, as "LINE FUNCTION". meant: an unknown name, and those that are known in its
    place. packages: what it may import. memory_mb: its address space. takes: how the assignment's functions are called,
    by their names. has_own_states: whether an adapter gives students a course's own.
    """
    explained = EXCEPTIONS.get(kind)
    if kind == "ImportError":  # without the path on the grader's machine, which Python adds where a module lacks a name
        message = re.sub(r"(?s) \((/.*|unknown location)\)$", "", message)
    if kind == "ModuleNotFoundError" and packages:
        explained = f"Python's standard library, {', '.join(packages)} and your own files are there, and nothing else."
    if packages and kind in ("ImportError", "MemoryError") and re.search(NO_MEMORY, f"{kind} {message}"):
        explained = f"There was no room to load it in {memory_mb} MB of address space. {RAISE_THE_LIMIT}"
    if explained is None:
        raised = f"{kind}: {message}"
        explained = next((words for known, words in BY_MESSAGE.items() if re.match(known, raised, re.DOTALL)), None)
        explained = OWN_CALL if traceback and explained == ARGUMENTS else explained
        explained = explained and (explained.partition("|")[0] if has_own_states else explained.replace("|", ""))
        function = message.partition("()")[0]
        if explained in (ARGUMENTS, OWN_CALL) and function in takes:
            explained += f" In the assignment it is {takes[function]}."
        if "so it has no utility" in message and any("depth" in call for call in takes.values()):
            explained = "Where the depth is used up, evaluate() gives the value."
        explained = explained or _meant(meant, kind)
    if kind == "SyntaxError":
        code = re.sub(PROSE, "", (traceback.split("\n") * 2)[1])
        found = (words for known, words in OTHER_LANGUAGES.items() if re.search(known, code))
        explained = " ".join([EXCEPTIONS[kind], *found])
    first, *others = visible(message).split("\n")
    head = f"{visible_name(kind)}: {first}" if message else visible_name(kind)
    lines = [head, *(QUOTE + row for row in others), *([explained] if explained else [])]
    line, _, function = returned_none.partition(" ")
    if line.isdecimal() and function:
        seen = f"Just before, {visible_name(function)} ended in line {visible_name(line)} and returned None."
        lines.append(f"{seen} Is a `return` missing there, or does one stand without a value?")
    return "\n".join(lines)


def _meant(known: str, kind: str) -> str | None:
    """What to say of an unknown name. known: it, and the names that are known in its place."""
    from difflib import get_close_matches  # only what broke needs it

    each = list(dict.fromkeys(known[:LONGEST_EXCEPTION].split()))
    wanted, *names = [visible_name(name) for name in each] or [""]
    bare, own = [name.removesuffix("()") for name in names], f"self.{wanted}"
    near = [own] if own in bare else get_close_matches(wanted, bare, 1, NEARLY_THE_SAME)
    if near:
        return f"Did you mean `{near[0]}()`?" if f"{near[0]}()" in names else f"Did you mean `{near[0]}`?"
    has = kind == "AttributeError" and 0 < len(names) <= MOST_NAMED
    return f"It has {', '.join(sorted(names))}." if has else None


NOT_SHUT_IN = (
    "The process that should run your program ended before anything of your program was read. So this is a "
    "fault of the machine and not of your program: submit again, or tell the course staff, whom "
    "./run_autograder isolation tells more."
)


def returned_words(function: str, kind: str) -> str:
    """What is wrong with a returned object that is neither a value nor an action."""
    function = visible_name(function)
    if function == "alpha_beta_search":
        what = NO_ANSWER.get(kind, f"it returned {visible_name(kind)}").partition(":")[0]
        return f"{function} must return an action, one of state.actions(); {what}."
    what = NO_ANSWER.get(kind, f"it returned {visible_name(kind)}: return an int or a float")
    name = function[0].upper() + function[1:] if " " in function else function
    return f"{name} must return a number; {what}."


def missing_function_words(file: str, name: str, how: str) -> str:
    """What to say of a function, class or method (CLASS.METHOD) that the student's file lacks; of "f|g", of both.

    how: "missing OTHERS", "is KIND", or "within CLASS" of one that is a method there.
    """
    state, *rest = how.split() or ["missing"]
    file, name = visible_name(file), visible_name(name.replace("|", " or "))
    if state == "is":
        return f"{name} in {file} is not a function but of type {visible_name(' '.join(rest))}."
    if state == "within" and rest:
        return f"{name} in {file} is a method of {visible_name(rest[0])}. It has to be a function outside of any class."
    others = f"It defines {', '.join(rest)}" if rest else "It defines no function when it is imported"
    kind = "class" if name[:1].isupper() and "." not in name else "method" if "." in name else "function"
    return f"{file} has no {kind} called {name}. {visible(others)}; the names must be exactly those of the assignment."
