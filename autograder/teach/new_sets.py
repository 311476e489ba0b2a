"""Makes sets of exercises, as `new`, `import` and `prove` need them."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

from autograder.core.errors import InvalidExercises, Mistake, WrongUsage
from autograder.core.exercises.documents import (
    ASSIGNMENT,
    exercise_files,
    from_here,
    read_document,
)
from autograder.core.exercises.load import (
    load_assignment,
    load_exercise,
    unknown_interface,
)
from autograder.core.exercises.model import (
    FROM_TEXTBOOK,
    SOLUTION,
    Every,
    ExerciseSet,
    GeneratedExercise,
)
from autograder.core.limits import (
    LARGEST_PACMAN_TEST,
    LARGEST_PACMAN_TREE,
    LONGEST_MESSAGE,
    PROOF_DAYS,
)
from autograder.core.outputs import create
from autograder.core.project import EXERCISES, SCHEMAS
from autograder.core.text import counted, visible_name
from autograder.teach.handout_fields import FRAMES, WORDS_OF_SET, file_of_words
from reference.game import Tree
from reference.interfaces import module_name
from reference.observe import observe
from reference.problem import Problem

FIXED, GENERATED = "01_one_tree.json", "02_generated_trees.json"

PACMAN = "cs188"
ENTRY = re.compile(r'^(\w+):\s*(?:"""(.*?)"""|"([^"\n]*)")', re.MULTILINE | re.DOTALL)
"""A field of a Pacman test: its name, and its text in single or triple quotes.

All other text is a comment.
"""
TREE_TEST, AGENT = "GraphGameTreeTest", "AlphaBetaAgent"
NEEDED = ("depth", "num_agents", "start_state", "successors", "evaluation")


def courses() -> list[str]:
    """Return the names of the courses with a shipped set for their own interface."""
    return sorted(file.parent.name for file in EXERCISES.glob("*/adapter.py"))


def new_set(folder: Path, interface: str) -> None:
    """Make a set after an interface's or course's shipped one, and print the next step.

    Raise WrongUsage and OSError.
    """
    if unknown := unknown_interface(interface, courses()):
        raise WrongUsage(unknown)
    documents = [
        read_document(file)[0] for file in exercise_files(_frame(folder, interface))
    ]
    for name, kind in ((FIXED, "tree"), (GENERATED, "generate")):
        exercise = next(document for document in documents if kind in document)
        create(folder / name, _json(exercise, folder, "exercise.json"))
    stub = load_assignment(folder / ASSIGNMENT).file
    message = (FRAMES / "new_set.template").read_text("utf-8")
    names = {"assignment": ASSIGNMENT, "fixed": FIXED, "generated": GENERATED}
    print(
        message.format(
            folder=from_here(folder), interface=interface, stub=stub, **names
        ).rstrip("\n")
    )


def _frame(folder: Path, interface: str) -> Path:
    """Make all of a set but its exercises in a new or empty folder.

    Return the shipped set that is the model for it.
    """
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise WrongUsage(
            f"{from_here(folder)}: there is a file of this name; name a folder"
        )
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        message = (
            "this folder is not empty; name one that is, or one that does not exist yet"
        )
        raise WrongUsage(f"{from_here(folder)}: {message}")
    shipped = EXERCISES / module_name(interface)
    if not shipped.is_dir():  # the core set's interface has no folder of its own
        shipped = EXERCISES
    assignment, _ = read_document(shipped / ASSIGNMENT)
    create(folder / ASSIGNMENT, _json(assignment, folder, "assignment.json"))
    if "adapter" in assignment:
        names = [assignment["adapter"], SOLUTION, FROM_TEXTBOOK, WORDS_OF_SET]
        names += [file.name for file in shipped.glob(file_of_words("*"))]
        for name in names:
            if (shipped / name).exists():
                create(folder / name, (shipped / name).read_bytes())
    return shipped


def _json(document: dict[str, Any], folder: Path, schema: str) -> str:
    """Return the text of a document for a folder, a field a line.

    Fields that fit only the shipped set are left out.
    """
    fields = {
        key: value
        for key, value in document.items()
        if key not in ("$schema", "number", "expected")
    }
    if "generate" in fields:
        fields["generate"] = {
            key: value for key, value in fields["generate"].items() if key != "seed"
        }
    fields = {"$schema": os.path.relpath(SCHEMAS / schema, folder), **fields}
    lines = (
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in fields.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


class NotATree(Exception):
    """A test of which no exercise can be made. Its text says why."""


def import_course(course: str, tests: Path, folder: Path) -> None:
    """Make a set of a course's tests, and print omissions and differences.

    course: PACMAN.
    """
    made, remarks = import_tests(tests, folder)
    print(
        f"{from_here(folder)}: {counted(len(made), 'exercise')} for "
        "multiAgents.py. Check them next:"
    )
    print(f"  ./run_autograder validate {from_here(folder)}")
    if remarks:
        print("\nWhat you should know:", *remarks, sep="\n")


def import_tests(tests: Path, folder: Path) -> tuple[list[str], list[str]]:
    """Make a set; return its ids, and sentences on omissions and differences.

    Raise AutograderError and OSError.
    """
    test_files = sorted(tests.glob("*.test")) if os.path.isdir(tests) else []
    if not test_files:
        raise InvalidExercises(
            [
                Mistake(
                    tests,
                    "",
                    "there are no .test files here; name the folder of question 3",
                )
            ]
        )
    _frame(folder, PACMAN)
    made, remarks = [], []
    for number, file in enumerate(test_files, 1):
        try:
            remarks += _import(file, folder, number)
            made.append(file.stem)
        except NotATree as error:
            remarks.append(f"{visible_name(file.name)}: left out: {error}.")
    return made, remarks


def _import(file: Path, folder: Path, number: int) -> list[str]:
    """Make an exercise of a test; return the differences of its solution.

    They are differences from the textbook's search. Raise NotATree.
    """
    graph = _GameGraph(_fields(file))
    solution = file.with_suffix(".solution")
    exercise = folder / f"{file.stem}.json"
    solved = _fields(solution) if os.path.isfile(solution) else None
    document = {
        "title": file.stem.replace("-", " "),
        "source": f"Pacman project, {file.name}",
        "number": str(number),
    }
    create(exercise, json.dumps(document | graph.document, indent=2) + "\n")
    try:
        problem = load_exercise(exercise, load_assignment(folder / ASSIGNMENT)).pattern
    except InvalidExercises as error:
        exercise.unlink()
        raise NotATree(
            "; ".join(mistake.message for mistake in error.mistakes)
        ) from None
    name = visible_name(solution.name)
    if solved is None:
        return [f"{visible_name(file.name)}: there is no {name} to check it against."]
    return [
        f"{name}: {visible_name(difference, LONGEST_MESSAGE)}"
        for difference in graph.differences(problem, solved)
    ]


def _fields(file: Path) -> dict[str, str]:
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(LARGEST_PACMAN_TEST)
    except (OSError, ValueError) as error:
        raise NotATree(f"{file.name} cannot be read: {error}") from None
    return {name: block or line for name, block, line in ENTRY.findall(text)}


class _GameGraph:
    """The graph of a test, unfolded into a tree.

    A state that is reached twice becomes two nodes.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        kind, agent = fields.get("class", "nothing"), fields.get("alg", "nothing")
        if kind == "PacmanGameTreeTest":
            raise NotATree(
                "it plays Pacman, which needs the course's own game and layouts; "
                "this grader has trees"
            )
        if kind != TREE_TEST:
            raise NotATree(f"it is a {visible_name(kind)}, and no {TREE_TEST}")
        if agent != AGENT:
            raise NotATree(f"it is about {visible_name(agent)}, and not {AGENT}")
        if missing := [name for name in NEEDED if name not in fields]:
            raise NotATree(f"it lacks {', '.join(missing)}")
        self._over = {
            *fields.get("win_states", "").split(),
            *fields.get("lose_states", "").split(),
        }
        for name in ("num_agents", "depth"):
            if not fields[name].isdecimal() or not 0 < int(fields[name][:6]) < 100:
                raise NotATree(
                    f"{name} is {visible_name(fields[name])}, and no whole number "
                    "that can be meant"
                )
        agents, rounds = int(fields["num_agents"]), int(fields["depth"])
        self._values = {
            state: _value(value)
            for state, value in _rows("evaluation", fields["evaluation"], 2)
        }
        self._moves = defaultdict[str, list[tuple[str, str]]](list)
        for state, action, successor in _rows("successors", fields["successors"], 3):
            self._moves[state].append((action, successor))
        self._start = fields["start_state"]
        self._state_of: dict[str, str] = {}  # by the name of its node
        self.document: dict[str, Any] = {
            "players": ["MAX"] + ["MIN"] * (agents - 1),
            "depth": rounds * agents,
        }
        self.document["tree"] = self._node(self._start, ())

    def differences(self, problem: Problem, solution: Mapping[str, str]) -> list[str]:
        """Return the differences of a solution from the textbook's search.

        They are in its action, and in the states that it generates.
        """
        textbook = observe(problem, calls=True)
        tree = problem.tree
        states = {
            self._state_of[tree.name(node)]
            for node in {0, *(call.node for call in textbook.calls)}
        }
        index = tree.names(tree.children(0)).index(str(textbook.value))
        action, _ = self._moves[self._start][index]
        differences = []
        if solution.get("action", action) != action:
            differences.append(
                f"the action is {visible_name(solution['action'])}, but the "
                f"textbook's search takes {action}."
            )
        if (
            "generated" in solution
            and (theirs := set(solution["generated"].split())) != states
        ):
            too_many = " ".join(sorted(theirs - states)) or "none"
            missing = " ".join(sorted(states - theirs)) or "none"
            differences.append(
                f"it generates other states than the textbook's search: {too_many} "
                f"too many, {missing} missing."
            )
        return differences

    def _node(self, state: str, above: tuple[str, ...]) -> dict[str, Any]:
        if state in above:
            raise NotATree(
                f"the state {visible_name(state)} comes after itself, so there is "
                "no tree of it"
            )
        if len(self._state_of) >= LARGEST_PACMAN_TREE:
            raise NotATree(f"it has more than {LARGEST_PACMAN_TREE} states in all")
        name = (
            state if state not in self._state_of else f"{state}#{len(self._state_of)}"
        )
        self._state_of[name] = state
        moves = [] if state in self._over else self._moves[state]
        children = [self._node(successor, (*above, state)) for _, successor in moves]
        # A leaf without a value is one that no search looks at.
        value = self._values.get(state, None if children else "x")
        node = {"name": name, "value": value, "children": children or None}
        return {
            field: content for field, content in node.items() if content is not None
        }


def _rows(name: str, text: str, width: int) -> list[list[str]]:
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if wrong := [" ".join(row) for row in rows if len(row) != width]:
        raise NotATree(
            f"a line of {name} has not {width} words: {visible_name(wrong[0])}"
        )
    return rows


def _value(text: str) -> float | int | str:
    try:
        value = float(text)
    except ValueError:
        raise NotATree(f"{visible_name(text)} is no value") from None
    return (
        str(value)
        if value in (inf, -inf)
        else int(value)
        if value.is_integer()
        else value
    )


def proof_set(exercises: ExerciseSet, leaves: int, plies: int) -> ExerciseSet:
    """Return a set with one exercise: every tree up to a size.

    exercises: another set, whose interface and rules it takes. leaves, plies: the most
    of a tree.
    """
    patterns = [exercise.pattern for exercise in exercises.exercises]
    same = [
        problem
        for problem in patterns
        if problem.interface == exercises.assignment.interface
    ]
    pattern = (same or patterns)[0]._replace(
        tree=Tree([0]), window=(-inf, inf), depth=None, isolate=None
    )
    # There must be room for as many values on each side of the window as inside.
    if pattern.guess is not None:
        pattern = pattern._replace(guess=0, epsilon=leaves + 1)
    title = f"Every tree of at most {leaves} leaves and {plies} plies"
    far = 3 * (leaves + 1)
    exercise = GeneratedExercise(
        "proof", title, pattern, Every(leaves, plies, values=(-far, far))
    )
    limits = exercises.assignment.limits._replace(run_seconds=PROOF_DAYS * 24 * 3600)
    assignment = exercises.assignment._replace(limits=limits, feedback="full")
    return exercises._replace(assignment=assignment, exercises=(exercise,))
