"""Writes the files that students get from the words of their interface and from their assignment."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from string import Template
from textwrap import fill, indent

from autograder.exercises import Assignment
from autograder.teaching.handout import Function, Handout
from autograder.teaching.handout.public import public_tests
from reference import interfaces
from reference.problem import Bound

TEMPLATES = Path(__file__).with_name("templates")
WIDTH = 120

BOUNDS = {
    "either": (
        "At alpha or below, at beta or above, nobody will let the game come here: any bound that shows this will do."
    ),
    "fail-soft": (
        "At alpha or below, at beta or above, return the best value found until then: the search is fail-soft."
    ),
    "fail-hard": "Outside, return the end of the window that is nearer: the search is fail-hard.",
}
BOUNDS_OF_THE_GRADE = {
    "either": "any bound that says so",
    "fail-soft": "the best value found, as a fail-soft search returns it",
    "fail-hard": "the end of the window that is nearer",
}


@dataclass(frozen=True)
class Kind:
    """What a search may return: what it is called, how the tests tell it from other things, and that in words."""

    noun: str
    words: str
    test: str
    meaning: str


KINDS = {
    "value": Kind(
        "number", "a number", "isinstance(answer, (int, float)) and answer == answer", "an int or a float, and not nan"
    ),
    "action": Kind("action", "an action, such as 'B2'", "isinstance(answer, str)", "the name of a move"),
}


def student_files(handout: Handout, assignment: Assignment) -> dict[str, str]:
    """What the students of an assignment get: the text of each file, by its name; the one to hand in comes first."""
    adapter = assignment.adapter
    return {
        assignment.file: _stub(handout, assignment),
        "game.py": handout.game.read_text("utf-8"),
        **({adapter.file.name: adapter.source} if adapter is not None else {}),
        "README.md": _readme(handout, assignment),
        f"test_{assignment.file}": _tests(handout, assignment),
    }


def _readme(handout: Handout, assignment: Assignment) -> str:
    names = " and ".join(f"`{function.name}`" for function in handout.functions)
    width = max(len(function.call) for function in handout.functions)
    return _template("README.md").substitute(
        file=assignment.file,
        heading=handout.heading,
        given=_given(assignment),
        task=fill(f"Write {names} in `{assignment.file}`: {handout.task}", WIDTH),
        calls="\n".join(f"    {function.call:<{width}}    {function.brief}" for function in handout.functions),
        called=fill(f"{handout.called} {_rule_of_the_readme(assignment)}", WIDTH),
        tells=handout.tells.strip("\n"),
        answer=handout.answer,
        trees=len(handout.trees),
        expect=fill(
            f"Your search runs on more trees than these, many of them made at random: {handout.expect}.", WIDTH
        ),
        right=fill(_right(handout, assignment), WIDTH, subsequent_indent="   "),
        pruned=_left_out(assignment),
        visit=fill(f"{handout.visit} All else that you ask is free.", WIDTH),
    )


def _given(assignment: Assignment) -> str:
    """What is said of the files that students get and do not change."""
    if assignment.adapter is None:
        return "`game.py` stays as it is; grading uses its own copy."
    name = assignment.adapter.file.name
    return f"`game.py` and `{name}` stay as they are; grading uses its own copies."


def _right(handout: Handout, assignment: Assignment) -> str:
    """What counts as the right value; also where it lies outside the window, if the search is given one."""
    right = f"1. **value**: the {KINDS[handout.answer].noun} that you return is right."
    if not any("$window" in note for function in handout.functions for note in function.notes):
        return right
    return f"{right} (Is the true value outside the window? Then {BOUNDS_OF_THE_GRADE[_bound(assignment)]}.)"


def _left_out(assignment: Assignment) -> str:
    if _prunes(assignment):
        return "you left out exactly the leaves that can be left out, no more and no fewer."
    return "you looked at every leaf, and left none out."


def _template(name: str) -> Template:
    return Template((TEMPLATES / f"{name}.template").read_text("utf-8"))


def _prunes(assignment: Assignment) -> bool:
    return bool(interfaces.load(assignment.interface).windowed)


def _rule_of_the_readme(assignment: Assignment) -> str:
    left_to_right = "go through the moves **from left to right**"
    if not _prunes(assignment):
        return f"One rule makes the order of visits unique: {left_to_right}. Prune nothing."
    where = {
        "alpha >= beta": "**as soon as alpha ≥ beta**, so also when both are equal",
        "alpha > beta": "**as soon as alpha > beta**: where both are equal, the search goes on",
    }
    return f"Two rules make the answer unique: {left_to_right}, and prune {where[assignment.prune_when]}."


def _rule_of_the_stub(assignment: Assignment) -> str:
    if not _prunes(assignment):
        return "Go through the moves from left to right, and prune nothing."
    if assignment.prune_when == "alpha >= beta":
        return "Go through the moves from left to right, and prune as soon as alpha >= beta."
    return (
        "In this course the search goes on where a value only equals a bound: go through the moves from left to right, "
        "and prune as soon as alpha > beta."
    )


def _bound(assignment: Assignment) -> Bound:
    """What may be returned outside the window, be it that the interface leaves no choice."""
    return "fail-hard" if interfaces.load(assignment.interface).hard_only else assignment.bound


def _window(assignment: Assignment) -> str:
    """What is to be returned inside the window, and outside of it."""
    if assignment.prune_when == "alpha > beta" and _bound(assignment) == "fail-soft":
        return (
            "From the one to the other, return the value exactly. Below alpha or above beta, return the best value "
            "found until then: the search is fail-soft."
        )
    return f"Between the two, return the value exactly. {BOUNDS[_bound(assignment)]}"


def _stub(handout: Handout, assignment: Assignment) -> str:
    functions = "the function below" if len(handout.functions) == 1 else "the functions below"
    return _template("stub.py").substitute(
        heading=handout.heading,
        functions=functions,
        about=fill(f"{handout.about} {_rule_of_the_stub(assignment)}", WIDTH),
        tests=f"test_{assignment.file}",
        imports=handout.imports,
        definitions=handout.written.strip("\n")
        or "\n\n\n".join(_definition(function, assignment) for function in handout.functions),
    )


def _import_of_adapter(assignment: Assignment) -> str:
    if assignment.adapter is None:
        return ""
    return f"\n# isort: split\nimport {assignment.adapter.file.stem}  # after the game, whose name it may take\n"


def _definition(function: Function, assignment: Assignment) -> str:
    parameters = ", ".join(f"{parameter.name}: {parameter.type}" for parameter in function.parameters)
    head = f"def {function.name}({parameters}) -> {function.type}:"
    if len(head) > WIDTH:
        head = f"def {function.name}(\n    {parameters}\n) -> {function.type}:"
    described = [f"{parameter.name}: {parameter.text}" for parameter in function.parameters if parameter.text]
    paragraphs = [
        function.summary,
        "\n".join(fill(text, WIDTH - 4) for text in described),
        *(fill(Template(note).substitute(window=_window(assignment)), WIDTH - 4) for note in function.notes),
        fill(function.returns, WIDTH - 4),
    ]
    docstring = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
    body = f'"""{docstring}\n"""\nraise NotImplementedError("{function.name} is not written yet")'
    return f"{head}\n{indent(body, '    ')}"


def _tests(handout: Handout, assignment: Assignment) -> str:
    kind, module = KINDS[handout.answer], assignment.file.removesuffix(".py")
    tests = public_tests(handout.trees, assignment, handout.answer)
    needs_inf = "inf" in handout.search or any(word in tests for word in ("[inf", "-inf", " inf"))
    return _template("test.py").substitute(
        file=assignment.file,
        module=module,
        adapter=_import_of_adapter(assignment),
        types="from types import SimpleNamespace\n" if assignment.adapter is not None else "",
        inf="from math import inf\n" if needs_inf else "",
        search=Template(handout.search.strip("\n")).substitute(module=module),
        answer=handout.answer,
        leaf=handout.leaf,
        seen=handout.seen,
        again=handout.again,
        right=handout.right,
        kind=kind.words,
        is_right_kind=kind.test,
        meaning=kind.meaning,
        tests=tests,
    )
