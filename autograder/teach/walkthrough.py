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

from autograder.core.errors import Mistake, WrongUsage, format_mistakes
from autograder.core.exercises.documents import exercise_files
from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import assignment_beside, searchable_exercise
from autograder.core.exercises.model import (
    Assignment,
    Exercise,
    FixedExercise,
    GeneratedExercise,
)
from autograder.core.exercises.tree_format import UNNEEDED
from autograder.core.limits import FEWEST_TREE_LINES
from autograder.core.text import visible_name
from autograder.tell.divergence import shown
from autograder.tell.styled_text import Line, Page, Span, Style, line, styled
from autograder.tell.trace import Box, Step, recorded, trace
from autograder.tell.tree_drawing import TreeAnnotations, branches, draw
from reference import interfaces
from reference.game import Value
from reference.problem import Answer, Observation, Problem

STYLES: dict[str, Style] = {"heading": "strong", "call": "strong", "cutoff": "cutoff"}
SCREEN, NO_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
"""Give a terminal a screen of its own, without a cursor and with long lines cut; and
take it away again.
"""
GOES_ON = ("heading", "call", "opening", "back")
"""Kinds of steps that are shown together with the next one, as a slide does."""
# What terminals send for ← and Backspace, Home, and End; and the letters that pagers
# take for them.
BACK = ("\x1b[D", "\x1bOD", "\x7f", "b")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "G")
KEYS = "any key: next   ← back   Home first   End last   q quit"
KEYS_AT_THE_END = "end of the search   any key: leave   ← back   Home first"
KEY = re.compile(r"\x1b[\[O]?[0-9;]*.?|.", re.DOTALL)
"""One key in what a terminal sends: a character, or an escape sequence as for ←."""


class Walkthrough(NamedTuple):
    """An exercise with the search that is shown.

    note: on the search, or "". mistakes: where the search contradicts the author.
    """

    exercise: Exercise
    problem: Problem
    expected: Observation
    steps: tuple[Step, ...]
    note: str
    mistakes: Sequence[Mistake]


def find_walkthrough(name: str, folder: Path, seed: int | None) -> Walkthrough:
    """Return an exercise with the search to show.

    name: a path, or how the id begins. seed: of its generated trees. Raises WrongUsage
    and InvalidExercises.
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
    """Return an exercise's file and assignment.

    name: a path, or how the id begins. Raises WrongUsage and InvalidExercises.
    """
    file = Path(name)
    if file.suffix == ".json" and os.path.isfile(file):
        return file, assignment_beside(file)
    if file.name != name:
        raise WrongUsage(
            f"{name}: there is no such .json file; name one, or the id of an exercise"
        )
    file = _file_of_id(name.removesuffix(".json"), folder)
    return file, assignment_beside(file)


def _file_of_id(start: str, folder: Path) -> Path:
    """Return the file of the one exercise whose id begins so. Raises WrongUsage."""
    files = exercise_files(folder)
    if not files:
        raise WrongUsage(
            f"{folder}: there are no exercises here; name a folder with --exercises"
        )
    candidates = [file for file in files if file.stem.startswith(start)]
    for file in candidates:
        if file.stem == start:
            return file
    if not candidates:
        ids = _listed(files)
        raise WrongUsage(f'{folder}: no exercise is called "{start}"; there are:{ids}')
    if len(candidates) > 1:
        ids = _listed(candidates)
        raise WrongUsage(
            f'{folder}: several exercises begin with "{start}"; name one of them:{ids}'
        )
    return candidates[0]


def _listed(files: Iterable[Path]) -> str:
    return "".join(f"\n  {file.stem}" for file in files)


def walkthrough_of(exercise: Exercise, mistakes: Sequence[Mistake] = ()) -> Walkthrough:
    """Return an exercise with the search to show.

    Of generated trees it is that of the first one that has something to show.
    """
    if isinstance(exercise, FixedExercise):
        problem, note = exercise.problem, ""
    else:
        problem, note = _generated(exercise)
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
    """Return the first generated problem that is worth showing, and a note on it.

    It has pruned leaves and different utilities, if any has.
    """
    problems = problems_of(exercise)
    # Searched no further than needed, as each takes a search.
    best = next((problem for problem in problems if all(_interest(problem))), None)
    if best is None:
        best = max(problems, key=_interest)
    differ, prunes = _interest(best)
    if not differ:
        reason = "like the others"
    elif prunes:
        reason = "the first with different values and pruned leaves"
    else:
        reason = "the first with different values"
    order = f"number {problems.index(best) + 1} of {len(problems)}"
    seed = exercise.generate.seed or 0
    note = f"This is {order} of seed {seed}, {reason}."
    return best, f"There is no one tree: they are generated. {note}"


def _interest(problem: Problem) -> tuple[bool, bool]:
    """Return whether a problem's leaves differ in value, and whether any is pruned."""
    tree, depth = problem.tree, problem.depth
    values = {tree.values[leaf] for leaf in tree.leaves(depth=depth)}
    return len(values) > 1, bool(recorded(problem).pruned(tree, depth))


def page(walk: Walkthrough) -> Page:
    """Return the page: what is searched, the tree, the search, and its result."""
    problem, expected = walk.problem, walk.expected
    rows = [*heading(walk), line()]
    rows += draw(TreeAnnotations(problem, expected, walk.exercise.unneeded))
    rows.append(line())
    for step in walk.steps:
        rows.append(line("  " * step.indent, Span(step.text, _style(step))))
    rows.append(line())
    leaves = {
        "visited": expected.visited,
        "pruned": expected.pruned(problem.tree, problem.depth),
    }
    for label, nodes in leaves.items():
        names = " ".join(map(problem.tree.name, nodes))
        rows.append(line(f"{label:<9} {names or 'none'}"))
    label = "action" if isinstance(expected.value, str) else "value"
    rows.append(line(f"{label:<9} {shown(expected.value)}"))
    return rows


def heading(walk: Walkthrough) -> Page:
    """Return the title, the source, and the terms of the search that are not usual."""
    exercise = walk.exercise
    mistakes = list(format_mistakes(walk.mistakes))
    if any(leaf in exercise.unneeded for leaf in walk.expected.visited):
        mistakes.append(f"In the search below {UNNEEDED} stands for such letters.")
    rows = [line(Span(f"{visible_name(exercise.id)}: {exercise.title}", "strong"))]
    notes = (exercise.source, walk.note, "; ".join(_unusual_terms(walk.problem)))
    rows += [line(Span(note, "faint")) for note in notes if note]
    rows += [line(Span(mistake, "bad")) for mistake in mistakes]
    return rows


def _unusual_terms(problem: Problem) -> Iterator[str]:
    """Yield the terms of a search that are not the usual ones, in words."""
    if problem.window != (-inf, inf):
        alpha, beta = problem.window
        yield f"window ({shown(alpha)}, {shown(beta)})"
    if problem.depth is not None:
        yield f"searched to a depth of {problem.depth}"
    if problem.prune_when == "alpha > beta":
        yield "prunes when alpha > beta, not when they are equal"


def _style(step: Step) -> Style:
    if step.kind == "test" and step.text.endswith("YES"):
        return "cutoff"
    return STYLES.get(step.kind, "")


def step_through(walk: Walkthrough) -> None:
    """Show the steps, forth and back as keys are pressed, until `q` or past the last.

    Raises WrongUsage.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise WrongUsage(
            "--step waits for keys, so it needs a terminal; without --step the "
            "whole search is printed"
        )
    above = [*heading(walk), line()]
    # The indices of the steps that a screen ends with.
    stops = [index for index, step in enumerate(walk.steps) if step.kind not in GOES_ON]
    with _keys() as pressed:
        stop: int | None = 0
        while stop is not None:
            keys = KEYS_AT_THE_END if stop == len(stops) - 1 else KEYS
            footer = line(Span(f"{keys}   {stop + 1}/{len(stops)}", "faint"))
            width, height = shutil.get_terminal_size()
            new = stops[stop - 1] + 1 if stop else 0
            rows = view(walk, stops[stop], new, (width, height - len(above) - 2))
            screen = styled([*above, *rows, line(), footer]).replace("\n", "\r\n")
            print("\x1b[2J\x1b[H" + screen, end="", flush=True)  # on an empty screen
            stop = after(next(pressed, "q"), stop, len(stops))


def after(key: str, stop: int, stops: int) -> int | None:
    """Return the stop that a key leads to; None where it ends the walk.

    stop: the current one. stops: how many there are.
    """
    if key in BACK:
        return max(stop - 1, 0)
    if key in FIRST:
        return 0
    if key in LAST:
        return stops - 1
    if key in ("q", "Q", "\x03") or stop == stops - 1:
        return None
    return stop + 1


def view(walk: Walkthrough, last: int, new: int, room: tuple[int, int]) -> Page:
    """Return the tree as searched so far, and under it the lines of the current call.

    last: the index of the last step to show. new: of the first step that was not shown
    before. room: columns and rows; if it is small, nodes far off are left out.
    """
    width, height = room
    steps = walk.steps[: last + 1]
    calls = call_lines(steps, new, width)[-max(height - FEWEST_TREE_LINES - 1, 1) :]
    height -= len(calls) + 1
    tree = walk.problem.tree
    nodes = list(branches(tree, set(tree.leaves(depth=walk.problem.depth))))
    current = [node for node, _ in nodes].index(steps[-1].node)
    first = max(0, min(current - height // 2, len(nodes) - height))
    near = nodes[first : first + max(height, 1)]
    return [*known_nodes(walk, steps, near), line(), *calls]


def call_lines(steps: Sequence[Step], new: int, width: int) -> Page:
    """Return the lines so far of the current call.

    new: the index of the first step that is new; those before it are faint.
    """
    call = steps[-1].boxes[-1]
    rows: Page = [line(Span(call.heading, "strong"))]
    for index, step in enumerate(steps):
        if step.boxes[-1].number != call.number or step.kind == "heading":
            continue
        style: Style = "cutoff" if step.kind == "cutoff" else ""
        if index < new:
            style = "faint"
        wrapped = textwrap.wrap(
            step.text, max(width, 20), initial_indent="  ", subsequent_indent="      "
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
        return Span(f"   returned {shown(known.values[node])}")
    return Span("")


def _variables(box: Box, problem: Problem) -> str:
    """Return a call's variables, as the slides keep them beside the trace."""
    variables: dict[str, Value] = {}
    if interfaces.load(problem.interface).windowed:
        variables |= {"alpha": box.alpha, "beta": box.beta}
    if box.v is not None:
        variables["v"] = box.v
    return "".join(f"   {name} = {shown(value)}" for name, value in variables.items())


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """Give the keys pressed at the terminal, Ctrl-C too, each as soon as it is pressed.

    The terminal is left as it was.
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
