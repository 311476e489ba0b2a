"""Show an exercise: its tree and the textbook's search, whole or step by step."""

import os
import re
import shutil
import sys
import termios
import textwrap
import tty
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import NamedTuple

from autograder.errors import Mistake, WrongUsage, format_mistakes
from autograder.exercises.documents import exercise_files
from autograder.exercises.generated import problems_of
from autograder.exercises.load import assignment_beside, searchable_exercise
from autograder.exercises.model import (
    Assignment,
    Exercise,
    FixedExercise,
    GeneratedExercise,
)
from autograder.exercises.tree_format import UNNEEDED
from autograder.limits import FEWEST_TREE_LINES
from autograder.showing.divergence import shown
from autograder.showing.styled_text import Line, Page, Span, Style, line, styled
from autograder.showing.tree_drawing import TreeAnnotations, branches, draw
from autograder.teaching.trace import Box, Step, number, recorded, trace
from autograder.text import visible_name
from reference import interfaces
from reference.game import Value
from reference.problem import Answer, Observation, Problem

STYLES: dict[str, Style] = {"heading": "strong", "call": "strong", "cutoff": "cutoff"}
SCREEN, NO_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
"""What gives a terminal a screen of its own, without a cursor and with long lines cut;
and what takes it away again.
"""
GOES_ON = ("heading", "call", "opening", "back")
"""Kinds of steps that are shown together with the next one, as a slide does."""
BACK = ("\x1b[D", "\x1bOD", "\x7f", "b")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "G")
"""What terminals send for ← and Backspace, Home, and End; and the letters that pagers
take for them.
"""
KEYS = "any key: next   ← back   Home first   End last   q quit"
KEYS_AT_THE_END = "end of the search   any key: leave   ← back   Home first"
KEY = re.compile(r"\x1b[\[O]?[0-9;]*.?|.", re.DOTALL)
"""One key in what a terminal sends: a character, or an escape sequence such as that of
an arrow.
"""


class Walkthrough(NamedTuple):
    """An exercise with the search that is shown. mistakes: where that contradicts the
    author. note: may be "".
    """

    exercise: Exercise
    problem: Problem
    expected: Observation
    steps: tuple[Step, ...]
    note: str
    mistakes: Sequence[Mistake]


def find_walkthrough(name: str, folder: Path, seed: int | None) -> Walkthrough:
    """The search to show of an exercise. seed: of its generated trees. Raises
    WrongUsage, InvalidExercises.
    """
    exercise, contradictions = searchable_exercise(*find_exercise(name, folder))
    if seed is not None:
        if isinstance(exercise, FixedExercise):
            raise WrongUsage(
                f"{exercise.id} has one tree and is the same for everyone; leave "
                "--seed out"
            )
        exercise = exercise._replace(generate=exercise.generate._replace(seed=seed))
    return walkthrough_of(exercise, contradictions)


def find_exercise(name: str, folder: Path) -> tuple[Path, Assignment]:
    """An exercise's file and assignment. name: a path, or how the id begins. Raises
    WrongUsage, InvalidExercises.
    """
    file = Path(name)
    if file.suffix == ".json" and os.path.isfile(file):
        return file, assignment_beside(file)
    if file.name != name:
        raise WrongUsage(
            f"{name}: there is no such .json file; name one, or the id of an exercise"
        )
    if not (files := exercise_files(folder)):
        raise WrongUsage(
            f"{folder}: there are no exercises here; name a folder with --exercises"
        )
    start = name.removesuffix(".json")
    found = [file for file in files if file.stem == start] or [
        file for file in files if file.stem.startswith(start)
    ]
    if len(found) != 1:
        why = (
            f'several exercises begin with "{start}"'
            if found
            else f'no exercise is called "{start}"'
        )
        listed = "".join(f"\n  {file.stem}" for file in found or files)
        raise WrongUsage(
            f"{folder}: {why}; {'name one of them' if found else 'there are'}:{listed}"
        )
    return found[0], assignment_beside(found[0])


def walkthrough_of(exercise: Exercise, mistakes: Sequence[Mistake] = ()) -> Walkthrough:
    """An exercise with the search to show; of generated trees, that of the first one
    that has something to show.
    """
    problem, note = (
        (exercise.problem, "")
        if isinstance(exercise, FixedExercise)
        else _generated(exercise)
    )
    if problem.isolate:
        note = (
            f"Only {problem.isolate} is judged here, the grader answers for the "
            "other; this is the whole search."
        )
        problem = problem._replace(isolate=None)
    return Walkthrough(
        exercise, problem, recorded(problem), trace(problem), note, mistakes
    )


def _generated(exercise: GeneratedExercise) -> tuple[Problem, str]:
    """The first generated problem with pruned leaves and different utilities, if there
    is one, and a note on it.
    """

    def interest(problem: Problem) -> tuple[bool, bool]:
        values = {
            problem.tree.values[leaf]
            for leaf in problem.tree.leaves(depth=problem.depth)
        }
        return len(values) > 1, bool(
            recorded(problem).pruned(problem.tree, problem.depth)
        )

    problems = problems_of(exercise)
    best = next(
        (problem for problem in problems if all(interest(problem))), None
    ) or max(problems, key=interest)
    differ, prunes = interest(best)
    which = (
        f"number {problems.index(best) + 1} of {len(problems)} of seed "
        f"{exercise.generate.seed or 0}"
    )
    what = (
        "the first with different values" + (" and pruned leaves" if prunes else "")
        if differ
        else "like the others"
    )
    return best, f"There is no one tree: they are generated. This is {which}, {what}."


def page(walk: Walkthrough) -> Page:
    """The page: what is searched, the tree, the search, and what came of it."""
    problem, expected = walk.problem, walk.expected
    leaves = {
        "visited": expected.visited,
        "pruned": expected.pruned(problem.tree, problem.depth),
    }
    return [
        *heading(walk),
        line(),
        *draw(TreeAnnotations(problem, expected, walk.exercise.unneeded)),
        line(),
        *(
            line("  " * step.indent, Span(step.text, _style(step)))
            for step in walk.steps
        ),
        line(),
        *(
            line(f"{what:<9} {' '.join(map(problem.tree.name, which)) or 'none'}")
            for what, which in leaves.items()
        ),
        line(
            f"{'action' if isinstance(expected.value, str) else 'value':<9} "
            f"{number(expected.value)}"
        ),
    ]


def heading(walk: Walkthrough) -> Page:
    """The title, the source and the terms of the search, as far as they are not the
    usual ones.
    """
    exercise, (low, high) = walk.exercise, walk.problem.window
    terms = {
        f"window ({number(low)}, {number(high)})": (low, high) != (-inf, inf),
        f"searched to a depth of {walk.problem.depth}": walk.problem.depth is not None,
        "prunes when alpha > beta, not when they are equal": walk.problem.prune_when
        == "alpha > beta",
    }
    said = (
        exercise.source,
        walk.note,
        "; ".join(words for words, holds in terms.items() if holds),
    )
    wrong = list(format_mistakes(walk.mistakes))
    if any(leaf in exercise.unneeded for leaf in walk.expected.visited):
        wrong.append(f"In the search below {UNNEEDED} stands for such letters.")
    title = line(Span(f"{visible_name(exercise.id)}: {exercise.title}", "strong"))
    return [
        title,
        *(line(Span(text, "faint")) for text in said if text),
        *(line(Span(text, "bad")) for text in wrong),
    ]


def _style(step: Step) -> Style:
    return STYLES.get(
        step.kind, "cutoff" if step.kind == "test" and step.text.endswith("YES") else ""
    )


def step_through(walk: Walkthrough) -> None:
    """Shows the steps, forth and back as keys are pressed, until `q` or past the last.
    Raises WrongUsage.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUsage(
            "--step waits for keys, so it needs a terminal; without --step the "
            "whole search is printed"
        )
    above = [*heading(walk), line()]
    stops = [place for place, step in enumerate(walk.steps) if step.kind not in GOES_ON]
    with _keys() as pressed:
        place: int | None = 0
        while place is not None:
            keys = KEYS_AT_THE_END if place == len(stops) - 1 else KEYS
            footer = line(Span(f"{keys}   {place + 1}/{len(stops)}", "faint"))
            width, height = shutil.get_terminal_size()
            new = stops[place - 1] + 1 if place else 0
            rows = view(walk, stops[place], new, (width, height - len(above) - 2))
            screen = styled([*above, *rows, line(), footer]).replace("\n", "\r\n")
            print("\x1b[2J\x1b[H" + screen, end="", flush=True)  # on an empty screen
            place = after(next(pressed, "q"), place, len(stops))


def after(key: str, place: int, stops: int) -> int | None:
    """Return where a key leads among so many stops; None where it ends the walk."""
    for keys, to in ((BACK, max(place - 1, 0)), (FIRST, 0), (LAST, stops - 1)):
        if key in keys:
            return to
    return None if key in ("q", "Q", "\x03") or place == stops - 1 else place + 1


def view(walk: Walkthrough, place: int, new: int, room: tuple[int, int]) -> Page:
    """The tree after the step at a place, as far as it was searched, and under it the
    lines of the current call.

    new: that of the first step not shown before. room: columns and rows; if it is
    small, nodes far off are left out.
    """
    steps, (width, height) = walk.steps[: place + 1], room
    calls = call_lines(steps, new, width)[-max(height - FEWEST_TREE_LINES - 1, 1) :]
    height -= len(calls) + 1
    nodes = list(
        branches(
            walk.problem.tree, set(walk.problem.tree.leaves(depth=walk.problem.depth))
        )
    )
    at = [node for node, _ in nodes].index(steps[-1].node)
    first = max(0, min(at - height // 2, len(nodes) - height))
    return [
        *known_nodes(walk, steps, nodes[first : first + max(height, 1)]),
        line(),
        *calls,
    ]


def call_lines(steps: Sequence[Step], new: int, width: int) -> Page:
    """The lines so far of the current call; those before the step `new` are faint."""
    call = steps[-1].boxes[-1]
    rows: Page = [line(Span(call.heading, "strong"))]
    for place, step in enumerate(steps):
        if step.boxes[-1].number == call.number and step.kind != "heading":
            style: Style = (
                "faint" if place < new else "cutoff" if step.kind == "cutoff" else ""
            )
            wrapped = textwrap.wrap(
                step.text,
                max(width, 20),
                initial_indent="  ",
                subsequent_indent="      ",
            )
            rows += [line(Span(row, style)) for row in wrapped]
    return rows


class _Known(NamedTuple):
    """What is known after some steps: numbers of visits and returned values, by node.

    pruned: the leaves that were cut off. boxes: the open calls, by node. current: the
    node of the last step.
    """

    visits: dict[int, int]
    values: dict[int, Answer]
    pruned: set[int]
    boxes: dict[int, Box]
    current: int


def _known_after(steps: Sequence[Step]) -> _Known:
    boxes = {box.node: box for box in steps[-1].boxes}
    known = _Known({}, {}, set(), boxes, steps[-1].node)
    for step in steps:
        if step.kind == "call" and step.node == 0:  # another pass over the same tree
            known.values.clear()
            known.pruned.clear()
        if step.look:
            known.visits.setdefault(step.node, len(known.visits) + 1)
        if step.value is not None:
            known.values[step.node] = step.value
        known.pruned.update(step.pruned)
    return known


def known_nodes(
    walk: Walkthrough, steps: Sequence[Step], nodes: Iterable[tuple[int, str]]
) -> Iterator[Line]:
    """Return a line for each node, with what is known of it after some steps.

    nodes: each with what is drawn before it.
    """
    tree, depth = walk.problem.tree, walk.problem.depth
    known = _known_after(steps)
    frontier = set(tree.leaves(depth=depth))
    for node, branch in nodes:
        style: Style = "strong" if node in known.boxes else ""
        if node == known.current:
            style = "good"
        content: str = tree.player(node)
        if node in frontier:
            content = walk.exercise.unneeded.get(node) or shown(tree.values[node])
        state = _state_of(node, known, walk.problem, is_leaf=node in frontier)
        yield line(branch, Span(tree.name(node), style), f" {content}", state)


def _state_of(node: int, known: _Known, problem: Problem, *, is_leaf: bool) -> Span:
    """Return what is known of a node, as the end of its line."""
    box = known.boxes.get(node)
    leaves = problem.tree.leaves(node, problem.depth)
    if box is None and known.pruned.issuperset(leaves):
        return Span("   pruned", "faint")
    if is_leaf:
        return Span(f"   visit {known.visits[node]}" if node in known.visits else "")
    if box is not None:
        return Span(_variables(box, problem), "strong")
    if node in known.values:
        return Span(f"   returned {number(known.values[node])}")
    return Span("")


def _variables(box: Box, problem: Problem) -> str:
    """Return a call's variables, as the slides keep them beside the trace."""
    variables: dict[str, Value] = {}
    if interfaces.load(problem.interface).windowed:
        variables |= {"alpha": box.alpha, "beta": box.beta}
    if box.v is not None:
        variables["v"] = box.v
    return "".join(f"   {name} = {number(value)}" for name, value in variables.items())


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """The keys pressed at the terminal, Ctrl-C too, each as soon as it is pressed.
    Leaves the terminal as it was.
    """
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setraw(terminal, termios.TCSADRAIN)
        print(SCREEN, end="")
        typed = iter(lambda: os.read(terminal, 1024), b"")
        yield (
            key
            for keys in typed
            for key in KEY.findall(keys.decode("utf-8", "replace"))
        )
    finally:
        print(NO_SCREEN, end="", flush=True)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
