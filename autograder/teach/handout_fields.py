"""Collects the fields of a handout: the facts of a set, and the texts for it.

Texts are those of the topic `handout`, in the language of the set. Code and the order
of the texts are the same in every language. They stand in `templates`:
`every.template` holds for every set. The fields of the set's interface, of sets with
an adapter, and of the set's own `handout.md` come after it, and each replaces those
before it. In another language that is `handout.LANGUAGE.md`, if it is there.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import indent

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.documents import from_here
from autograder.core.exercises.model import CHECKS, ExerciseSet
from autograder.core.limits import LONGEST_TITLE, LOOKS_PER_NODE
from autograder.core.sentences import (
    FOLDER,
    checked_topic,
    in_a_row,
    plain_number,
    sentence,
    text_of,
)
from autograder.core.text import visible_name
from autograder.teach import student_sentences
from autograder.teach.handout_templates import (
    TOPIC,
    Fields,
    Words,
    as_template,
    filled,
    not_written,
    read_fields,
    without_dollars,
)
from autograder.teach.student_tests import (
    PLAIN_SIGNS,
    as_python,
    fields_of_tests,
    quoted_title,
)
from reference import interfaces

FRAMES = Path(__file__).with_name("templates")
WORDS_OF_SET = "handout.md"
"""A set's own words, in its folder."""
OLDEST_PYTHON = (3, 8)
"""The Python for game.py and the tests. macOS' command line tools bring 3.9."""
ALL_FIELDS = (
    f"all are in {from_here(FRAMES)} and {from_here(FOLDER / 'en' / TOPIC)}.json"
)
OF_TESTS = ("count", "tests", "functions_by_interface", "more")
"""The fields about the tests."""
EARNED = {"all or nothing": "all", "with value": "value"}
"""The end of the name of the text about how points are earned, if not each alone."""


def fields_of_set(exercises: ExerciseSet) -> Fields:
    """Return the fields of a set, by name. Raises InvalidExercises."""
    assignment = exercises.assignment
    fields = _facts(exercises)
    fields |= _texts(TOPIC) | read_fields(FRAMES / "every.template", body="readme")
    fields |= _fields_of(interfaces.module_name(assignment.interface))
    fields |= _fields_of("adapter") if assignment.adapter is not None else {}
    file = words_of(exercises)
    own_fields = read_fields(file)
    if unknown := [name for name in own_fields if name not in fields]:
        message = f"there is no field of this name that it may replace; {ALL_FIELDS}"
        raise InvalidExercises([Mistake(file, name, message) for name in unknown])
    fields |= own_fields
    interface = interfaces.load(assignment.interface)
    convention = {"alpha >= beta": "equal", "alpha > beta": "strict"}[
        assignment.prune_when
    ]
    rule = convention if interface.windowed else "none"
    bound = "fail-hard" if interface.hard_only else assignment.bound
    fields |= {
        "rules": fields[f"rules_{rule}"],
        "rule": fields[f"rule_{rule}"],
        "pruned_check": fields.get(f"pruned_check_{rule}", fields["pruned_check"]),
        "outside_window": fields[f"outside_{bound}"],
        "window": fields.get(f"window_{bound}_{convention}", fields[f"window_{bound}"]),
    }
    names = {*fields, *OF_TESTS}
    for name, value in fields.items():
        if isinstance(value, Words):
            fields[name] = Words(without_dollars(value, names))
    fields |= fields_of_tests(exercises, filled(fields["trees"], fields).split())
    fields["more"] = fields[f"more_{fields['more']}"]
    fields["other_earned"] = "" if fields["earned"] else fields["some_earned"]
    checks = f"checks_{fields['checks_asked']}"
    way = EARNED.get(fields["earned"], "")
    fields["checks"] = fields.get(f"{checks}_{way}", fields[checks])
    return fields


def words_of(exercises: ExerciseSet) -> Path:
    """Return the file of a set's own words: that of its language, or of every one."""
    own = exercises.folder / file_of_words(exercises.assignment.language)
    return own if own.exists() else exercises.folder / WORDS_OF_SET


def file_of_words(language: str) -> str:
    """Return the name of the file that has a set's own words in a language alone."""
    stem, ending = WORDS_OF_SET.split(".")
    return f"{stem}.{language}.{ending}"


def languages_of_words(folder: Path) -> dict[str, Path]:
    """Return the files that have a set's own words in a language alone, by its code."""
    before, after = file_of_words("*").split("*")
    files = sorted(folder.glob(file_of_words("*")))
    return {file.name.removeprefix(before).removesuffix(after): file for file in files}


def _fields_of(name: str) -> Fields:
    """Return the texts and the frames for an interface, or for sets with an adapter."""
    frames = FRAMES / f"{name}.template"
    if not frames.exists():
        return {}
    return _texts(f"{TOPIC}_{name}") | read_fields(frames)


def _texts(topic: str) -> Fields:
    """Return the texts of a topic, by name."""
    return {
        name: as_template(forms) if isinstance(forms, str) else forms
        for name, forms in checked_topic(topic).items()
    }


def _facts(exercises: ExerciseSet) -> Fields:
    assignment, adapter = exercises.assignment, exercises.assignment.adapter
    needs = (
        interfaces.load(assignment.interface).functions
        if adapter is None
        else adapter.needs
    )
    names = [
        need
        for need in needs
        if not any(other.startswith(f"{need}.") for other in needs)
    ]
    packages = assignment.packages
    facts: Fields = {
        "title": visible_name(assignment.title, LONGEST_TITLE),
        "quoted_title": quoted_title(assignment.title),
        "file": assignment.file,
        "module": assignment.file.removesuffix(".py"),
        "functions": _named(names),
        "interface": assignment.interface,
        "python": ".".join(map(str, OLDEST_PYTHON)),
        "packages": in_a_row(packages, "and") if packages else "",
        "stub_of_needs": _stub_of(names),
    }
    interface = interfaces.load(assignment.interface)
    facts |= {
        "prune_when": assignment.prune_when if interface.windowed else "",
        "is_negated": str(interface.negated),
        "adapter_module": "",
        "needed": as_python([] if adapter else names),
        "looks_per_node": str(LOOKS_PER_NODE),
        "version": "{version}",  # of the Python that runs the tests
        "stops": _sentence("stops"),
        "goes_on": _sentence("goes on"),
        **student_sentences.fields(assignment.file, has_adapter=adapter is not None),
    }
    if adapter is not None:
        facts |= {"adapter": adapter.file.name, "adapter_module": adapter.file.stem}
    return facts | _facts_of_points(exercises)


def _named(needs: Sequence[str]) -> str:
    """Return the names that students define, as they stand in a sentence."""
    names = [
        in_a_row([f"`{name}`" for name in need.split("|")], "or") for need in needs
    ]
    return in_a_row(names, "and") if names else sentence(TOPIC, "not_named")


def _points_in_words(points: Sequence[float]) -> str:
    """Return how many points a check gives, which may differ from tree to tree."""
    least, most = plain_number(min(points)), plain_number(max(points))
    if least == most:
        return sentence(TOPIC, "points", count=most)
    return sentence(TOPIC, "points_between", least=least, count=most)


def _facts_of_points(exercises: ExerciseSet) -> dict[str, str]:
    """Return the sentences on points; "" for a check that is not asked."""
    visible = [exercise for exercise in exercises.exercises if exercise.is_visible]
    facts: dict[str, str] = {}
    number = 0
    for check in CHECKS:
        points = [exercise.points[check] for exercise in visible]
        points = points or [exercises.assignment.points[check]]
        facts[f"points_{check}"] = ""
        if max(points):
            number += 1
            facts[f"points_{check}"] = _points_in_words(points)
        facts[f"number_{check}"] = str(number)
    has_extra = any(exercise.extra for exercise in visible)
    ways = {exercise.earned for exercise in visible} or {exercises.assignment.earned}
    return {
        **facts,
        "checks_asked": str(number),
        "has_extra": "True" if has_extra else "",
        "earned": ways.pop() if len(ways) == 1 else "",
    }


def _sentence(situation: str) -> str:
    """Return the sentence for a cutoff, as text in a program for any terminal.

    Each clause stands on a line of its own.
    """
    text = text_of("cutoff", situation).translate(PLAIN_SIGNS)
    clauses = re.split(r"(?<=[.:]) ", text)
    lines = [f'    "{clause} "' for clause in clauses[:-1]] + [f'    "{clauses[-1]}"']
    return "\n".join(["(", *lines, ")"])


def _stub_of(names: Iterable[str]) -> str:
    """Return stubs of the functions and methods that an adapter needs.

    It does not say their parameters, so they take any.
    """
    owned: dict[str, list[str]] = {"": []}  # by the class of methods, "" for functions
    for name in (alternatives.partition("|")[0] for alternatives in names):
        *owner, method = name.split(".")
        head = f"def {method}({'self, ' if owner else ''}*arguments, **named):"
        stub = f'{head}\n    raise NotImplementedError("{not_written(name)}")'
        owned.setdefault(owner[0] if owner else "", []).append(
            indent(stub, "    " * bool(owner))
        )
    classes = (
        f"class {owner}:\n" + "\n\n".join(methods)
        for owner, methods in owned.items()
        if owner
    )
    return "\n\n\n".join([*owned[""], *classes])
