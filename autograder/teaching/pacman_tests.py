"""`import cs188`: makes a set of the Pacman project's own tests of question 3, and checks their solutions."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.exercises import InvalidExercises, Mistake, load_assignment, load_exercise
from autograder.teaching.new_set import in_the_way, write_frame
from autograder.text import visible_name
from reference.observe import observe
from reference.problem import Problem

COURSE = "cs188"
ENTRY = re.compile(r'^(\w+):\s*(?:"""(.*?)"""|"([^"\n]*)")', re.MULTILINE | re.DOTALL)
"""A field of a test: its name, and its text between single or triple quotes. What stands elsewhere is a comment."""
TREE_TEST, AGENT = "GraphGameTreeTest", "AlphaBetaAgent"
LEFT_OUT = {
    "PacmanGameTreeTest": "it plays Pacman, which needs the course's own game and layouts; this grader has trees"
}
MOST_NODES = 20_000
LARGEST_FILE = 2**20


class NotATree(Exception):
    """Raised for a test that no exercise can be made of. Its text says why."""


@dataclass
class Imported:
    """What was made of a folder. said: a line for each test that was left out, and for each solution that differs."""

    exercises: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


def import_tests(tests: Path, folder: Path) -> Imported:
    """Makes a set in a folder, of the tests in another. Raises InvalidExercises, and OSError where it cannot write."""
    found = sorted(tests.glob("*.test")) if os.path.isdir(tests) else []
    if not found:
        raise InvalidExercises([Mistake(tests, "", "there are no .test files here; name the folder of question 3")])
    mistake = in_the_way(folder)
    if mistake:
        raise InvalidExercises([Mistake(folder, "", mistake.partition(": ")[2])])
    write_frame(folder, COURSE)
    imported = Imported()
    for number, file in enumerate(found, 1):
        try:
            _import(file, folder, number, imported)
        except NotATree as error:
            imported.said.append(f"{visible_name(file.name)}: left out: {error}.")
    return imported


def _import(file: Path, folder: Path, number: int, imported: Imported) -> None:
    tree = _Tree(_fields(file))
    exercise = folder / f"{file.stem}.json"
    document = {"title": file.stem.replace("-", " "), "source": f"Pacman project, {file.name}", "number": str(number)}
    document |= tree.document
    exercise.write_text(json.dumps(document, indent=2) + "\n", "utf-8")
    try:
        problem = load_exercise(exercise, load_assignment(folder / "assignment.json")).pattern
    except InvalidExercises as error:
        exercise.unlink()
        raise NotATree("; ".join(mistake.words for mistake in error.mistakes)) from None
    imported.exercises.append(exercise.stem)
    solution = file.with_suffix(".solution")
    if os.path.isfile(solution):
        differences = tree.differences(problem, _fields(solution))
        imported.said += [f"{visible_name(solution.name)}: {words}" for words in differences]
    else:
        imported.said.append(
            f"{visible_name(file.name)}: there is no {visible_name(solution.name)} to check it against."
        )


def _fields(file: Path) -> dict[str, str]:
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(LARGEST_FILE)
    except (OSError, ValueError) as error:
        raise NotATree(f"{file.name} cannot be read: {error}") from None
    return {name: block or line for name, block, line in ENTRY.findall(text)}


class _Tree:
    """The tree of a test. What a graph reaches twice stands in it twice, as a search meets it twice."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        """fields: those of the test's file. Raises NotATree."""
        kind, agent = fields.get("class", "nothing"), fields.get("alg", "nothing")
        if kind != TREE_TEST:
            raise NotATree(LEFT_OUT.get(kind, f"it is a {visible_name(kind)}, and no {TREE_TEST}"))
        if agent != AGENT:
            raise NotATree(f"it is about {visible_name(agent)}, and not {AGENT}")
        missing = [
            name for name in ("depth", "num_agents", "start_state", "successors", "evaluation") if name not in fields
        ]
        if missing:
            raise NotATree(f"it lacks {', '.join(missing)}")
        self._over = set(f"{fields.get('win_states', '')} {fields.get('lose_states', '')}".split())
        self._agents, self._depth = (_whole(name, fields[name]) for name in ("num_agents", "depth"))
        self._values = {state: _value(value) for state, value in _rows("evaluation", fields["evaluation"], 2)}
        self._moves: dict[str, list[tuple[str, str]]] = {}
        for state, action, successor in _rows("successors", fields["successors"], 3):
            self._moves.setdefault(state, []).append((action, successor))
        self._start = fields["start_state"]
        self._names: dict[str, str] = {}
        self._nested = self._node(self._start, ())

    @property
    def document(self) -> dict[str, Any]:
        """The fields of an exercise that say what is searched."""
        players = ["MAX"] + ["MIN"] * (self._agents - 1)
        return {"players": players, "depth": self._depth * self._agents, "tree": self._nested}

    def differences(self, problem: Problem, solution: Mapping[str, str]) -> list[str]:
        """Where a solution's action, and the states that it generates, are not the textbook's search's."""
        textbook, tree = observe(problem, calls=True), problem.tree
        actions = dict(
            zip(tree.names(tree.children(0)), (action for action, _ in self._moves[self._start]), strict=True)
        )
        nodes = {0, *(call.node for call in textbook.calls)}
        states = {self._names[tree.name(node)] for node in nodes}
        found = []
        if "action" in solution and solution["action"] != actions[str(textbook.value)]:
            said = visible_name(solution["action"])
            found.append(f"the action is {said}, but the textbook's search takes {actions[str(textbook.value)]}.")
        theirs = set(solution.get("generated", "").split())
        if "generated" in solution and theirs != states:
            more, fewer = (" ".join(sorted(some)) or "none" for some in (theirs - states, states - theirs))
            found.append(f"it generates other states than the textbook's search: {more} too many, {fewer} missing.")
        return [visible_name(words, 500) for words in found]

    def _node(self, state: str, above: tuple[str, ...]) -> dict[str, Any]:
        if state in above:
            raise NotATree(f"the state {visible_name(state)} comes after itself, so there is no tree of it")
        if len(self._names) > MOST_NODES:
            raise NotATree(f"it has more than {MOST_NODES} states in all")
        name = state if state not in self._names else f"{state}#{len(self._names)}"
        self._names[name] = state
        moves = [] if state in self._over else self._moves.get(state, [])
        children = [self._node(successor, (*above, state)) for _, successor in moves]
        node: dict[str, Any] = {"name": name}
        if state in self._values or not children:
            node["value"] = self._values.get(state, "x")  # a leaf without a value is one that nobody looks at
        return {**node, "children": children} if children else node


def _rows(name: str, text: str, width: int) -> list[list[str]]:
    rows = [line.split() for line in text.strip().splitlines() if line.strip()]
    for row in rows:
        if len(row) != width:
            raise NotATree(f"a line of {name} has not {width} words: {visible_name(' '.join(row))}")
    return rows


def _whole(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text[:6]) < 100:
        raise NotATree(f"{name} is {visible_name(text)}, and no whole number that can be meant")
    return int(text)


def _value(text: str) -> float | int | str:
    try:
        value = float(text)
    except ValueError:
        raise NotATree(f"{visible_name(text)} is no value") from None
    return str(value) if value in (float("inf"), -float("inf")) else int(value) if value.is_integer() else value
