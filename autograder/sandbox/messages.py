"""Words for students: what an error of theirs means, in a sentence or two that says what to do next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autograder.limits import LONGEST_MESSAGE
from autograder.text import QUOTE, visible, visible_name
from autograder.worker import wire

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

RAISE_IT = "Where that is a package of the assignment's, the course staff can raise limits.memory_mb."
NO_ROOM = re.compile("MemoryError|failed to map segment|cannot allocate memory|Cannot allocate memory")

EXCEPTIONS = {
    "RecursionError": "The recursion never ends: is there a base case? Test is_terminal() first and return utility().",
    "NotImplementedError": "This function is still the stub from the template. Write its body.",
    "EOFError": "Your code waits for input, and no one is there to type. Take out input().",
    "SystemExit": "Your code ends the program itself. Take out exit(), quit() and sys.exit().",
    "MemoryError": "Your code used more memory than it may. Is something collected that is never let go?",
    "KeyboardInterrupt": "Your code raises KeyboardInterrupt itself. Take that out.",
    "SyntaxError": "Python cannot read the file. Look at the line below, and at the one before it.",
    "IndentationError": "The lines are not indented as Python needs it. Look at the line below, and the one before.",
    "TabError": "Tabs and spaces are mixed. Let your editor turn all tabs into spaces.",
    "PermissionError": "Files, the network and other programs are out of reach, and a search needs none of them.",
    "ModuleNotFoundError": "Only Python's standard library and your own files are there. Submit your helper files too.",
}


WHERE_IT_LIES = re.compile(r" \((/.*|unknown location)\)$", re.DOTALL)
"""What Python adds to a name that a module lacks: a place on the grader's machine."""
ARGUMENTS = "Does the function take the arguments that the assignment names, in that order?"
OWN_CALL = "Look at the call in the last line below: does it give the function all arguments, and in their order?"
IN_MESSAGES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (
        "ImportError",
        re.compile("attempted relative import"),
        "Leave out the dot: files beside yours are imported by their names alone, as in `from game import State`.",
    ),
    (
        "TypeError",
        re.compile(r"^\w+\.\w+\(\) takes \d+ positional argument"),
        "Is `self` the first parameter of the method? Are the others those that it is called with, in that order?",
    ),
    ("TypeError", re.compile("positional argument"), ARGUMENTS),
    (
        "TypeError",
        re.compile("'list' object is not callable"),
        "A list is called like a function. Are there parentheses too many? state.children has none.",
    ),
    (
        "TypeError",
        re.compile("not supported between instances of .*'(method|function)'"),
        "A function is compared that was not called. Are parentheses missing, as in state.utility()?",
    ),
    (
        "TypeError",
        re.compile("not supported between instances of .*'State'"),
        "A state is compared instead of its value. Which function returns a state, and not a number?",
    ),
)
"""What an error means by its message, as far as that says more than its type."""


def of_exception(
    kind: str, message: str, packages: Sequence[str] = (), memory_mb: int = 0, *, is_within: bool = False
) -> str:
    """What an exception in the student's code means.

    packages: what it may import. memory_mb: its address space. is_within: whether a line of theirs raised it, and not
    the call of their function.
    """
    explained = EXCEPTIONS.get(kind)
    if kind == "ImportError":
        message = WHERE_IT_LIES.sub("", message)
    if kind == "ModuleNotFoundError" and packages:
        explained = f"Python's standard library, {', '.join(packages)} and your own files are there, and nothing else."
    if packages and kind in ("ImportError", "MemoryError") and NO_ROOM.search(f"{kind} {message}"):
        explained = f"There was no room to load it in {memory_mb} MB of address space. {RAISE_IT}"
    for known, pattern, words in IN_MESSAGES:
        if explained is None and kind == known and pattern.search(message):
            explained = OWN_CALL if is_within and words == ARGUMENTS else words
    first, *others = visible(message).split("\n")
    head = f"{visible_name(kind)}: {first}" if message else visible_name(kind)
    raised = "\n".join([head, *(QUOTE + row for row in others)])
    return f"{raised}\n{explained}" if explained else raised


NOT_SHUT_IN = (
    "The process that should run your program ended before anything of your program was read. So this is a "
    "fault of the machine and not of your program: submit again, or tell the course staff, whom "
    "./run_autograder isolation tells more."
)


def of_no_room(memory_mb: int) -> str:
    """What else may have kept a process from importing packages."""
    return f"Or was there no room to load what it imports in {memory_mb} MB of address space? {RAISE_IT}"


def of_adapter(file: str, where: str, kind: str, message: str) -> str:
    """What to say where the course's own code broke. where: the line, such as "line 12", if it is known."""
    place = f"{visible_name(file)}, {visible_name(where)}" if where else visible_name(file)
    raised = visible_name(f"{kind}: {message}" if message else kind, LONGEST_MESSAGE)
    ours = "The course's own code broke here, and not your program. Show this to the course staff:"
    return f"{ours}\n{place}: {raised}"


def of_none(returned: str) -> str:
    """The line on what had returned None to the call that then broke. returned: "LINE FUNCTION", or nothing."""
    at, _, function = returned.partition(" ")
    if not at.isdecimal() or not function:
        return ""
    seen = f"Just before, {visible_name(function)} had returned None there, in its line {visible_name(at)}."
    return f"\n{seen} Is a `return` missing, or one without a value?"


def of_returned(function: str, kind: str) -> str:
    """What is wrong with a returned object that is neither a value nor an action."""
    function = visible_name(function)
    if function == "alpha_beta_search":
        what = NO_ANSWER.get(kind, f"it returned {visible_name(kind)}").partition(":")[0]
        return f"{function} must return an action, one of state.actions(); {what}."
    what = NO_ANSWER.get(kind, f"it returned {visible_name(kind)}: return an int or a float")
    name = function[0].upper() + function[1:] if " " in function else function
    return f"{name} must return a number; {what}."


def of_missing_function(file: str, name: str, how: str) -> str:
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
