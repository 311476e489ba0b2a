"""`show` writes the textbook's search down as the sources do, and says nothing that the recorded calls do not."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given

from autograder.core.exercises.documents import exercise_files
from autograder.core.exercises.load import load_assignment, load_exercise
from autograder.core.exercises.model import Exercise, FixedExercise
from autograder.teach import walkthrough
from autograder.tell.search_passes import shown as number
from autograder.tell.styled_text import plain
from autograder.tell.trace import Step, recorded, trace
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Call, Problem
from tests.sets import PROJECT, Typed
from tests.trees import problems

CORE = PROJECT / "exercises"
SETS = sorted(
    file.parent
    for file in CORE.rglob("assignment.json")
    if file.parent.name != "schema"
)
FILES = [file for folder in SETS for file in exercise_files(folder)]


def loaded(name: str, folder: Path = CORE) -> Exercise:
    """Return the exercise whose id begins with a name."""
    return load_exercise(*walkthrough.find_exercise(name, folder))


def steps_of(exercise: Exercise) -> tuple[Step, ...]:
    """Return the steps of an exercise's trace."""
    return walkthrough.walkthrough_of(exercise).steps


# --- The sources: slides on AIMA's tree (002), and a walk through three plies (003) ---


def source(name: str) -> list[str]:
    """Return the lines of a source; above them stands where the trace is not theirs to the letter."""
    text = (PROJECT / "tests" / "sources" / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def without_bound(text: str) -> str:
    """Return a line without the meaning of a returned bound, which the sources leave out."""
    return text.partition(", so ")[0]


def slides_lines(steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield the lines as the slides break them: the successor on a line of its own, and the call again where it begins."""
    for index, step in enumerate(steps):
        if step.kind == "cutoff":  # the slides draw it into the tree
            continue
        yield from (
            step.text.split(": ", 1)
            if step.text.startswith("s = ")
            else [without_bound(step.text)]
        )
        if step.kind == "call":
            yield steps[index + 1].boxes[-1].heading


@pytest.mark.parametrize("name", ["01_two_plies", "02_two_plies_with_numbers"])
def test_aimas_tree_reads_as_the_slides_line_by_line(name: str) -> None:
    lines = list(slides_lines(steps_of(loaded(name))))
    expected = source("slides")
    assert lines[: len(expected)] == expected
    # The slides stop here; the search goes on in A1 and with B3, where only the last leaf proves enough.
    assert lines[len(expected) : len(expected) + 2] == [
        "MinValue(B2, 3, inf) = 2",
        "v = Max(v, 2) = Max(3, 2) = 3",
    ]
    assert lines[-1] == "return v: returns 3"


def test_aimas_tree_has_the_slides_boxes() -> None:
    exercise = loaded("02_two_plies_with_numbers")
    name = exercise.pattern.tree.name
    boxes = []
    for step in steps_of(exercise):
        box = step.boxes[-1]
        boxes.append(
            f"{name(box.node)} {box.alpha} {box.beta} {box.v} {None if box.s is None else name(box.s)}"
        )
    found = iter(dict.fromkeys(boxes))
    assert [
        box for box in source("slides_boxes") if box not in found
    ] == []  # in goes on from the last


def test_walkthrough_has_every_line_of_note_003() -> None:
    steps = steps_of(loaded("06_three_plies"))
    texts = iter([without_bound(step.text) for step in steps])
    assert [text for text in source("note") if text not in texts] == []


def test_returned_bound_says_what_it_means() -> None:
    texts = [step.text for step in steps_of(loaded("04_deep_cutoff"))]
    returned = [text for text in texts if ", so " in text]
    assert returned[0] == "return v: returns 15, so G ≥ 15"
    assert "return v: returns 10, so N ≤ 10" in returned
    negated = steps_of(loaded("04", CORE / "negamax"))
    assert "return val: returns -10, so N ≥ -10" in [step.text for step in negated]


def test_walkthrough_of_alpha_beta_follows_the_form_of_note_003() -> None:
    """Its pseudo-code updates the bound and then compares alpha with beta (steps 4 and 7)."""
    texts = [
        step.text for step in steps_of(loaded("01_three_plies", CORE / "alpha_beta"))
    ]
    index = texts.index("v = Max(v, 5) = Max(-inf, 5) = 5")
    assert texts[index + 1 : index + 3] == [
        "alpha = Max(alpha, v) = Max(-inf, 5) = 5",
        "beta ≤ alpha? 3 ≤ 5? YES",
    ]
    assert "beta ≤ alpha? 1 ≤ 3? YES" in texts


# --- Every exercise of every set ---


@pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_walkthrough_of_every_exercise_agrees_with_the_textbook(file: Path) -> None:
    exercise = load_exercise(file, load_assignment(file.parent / "assignment.json"))
    shown = walkthrough.walkthrough_of(exercise)
    whole = shown.problem._replace(isolate=None)
    textbook, tree = observe(whole), whole.tree
    assert [step.node for step in shown.steps if step.look] == list(textbook.looks)
    assert pruned_in_every_pass(shown.steps) == set(textbook.pruned(tree, whole.depth))
    assert shown.steps[-1].value == textbook.value
    text = plain(walkthrough.text_of(shown))
    assert text.splitlines()[-1].split()[-1] == number(textbook.value)
    assert isinstance(exercise, FixedExercise) or "generated" in text


def pruned_in_every_pass(steps: tuple[Step, ...]) -> set[int]:
    """Return the leaves that the cutoffs name; if the tree is searched twice, only those that both passes name."""
    passes: list[set[int]] = [set()]
    for step in steps:
        if step.kind == "call" and step.node == 0 and step.text.startswith("second"):
            passes.append(set())
        passes[-1].update(step.pruned)
    return set.intersection(*passes)


# --- Properties ---


@given(problems())
def test_traced_windows_and_values_are_the_recorded_ones(problem: Problem) -> None:
    expected = recorded(problem)
    steps = trace(problem)
    begins = [step for step in steps if step.kind in ("heading", "call", "leaf")]
    assert [step.node for step in begins] == [call.node for call in expected.calls]
    windowed = bool(interfaces.load(problem.interface).windowed)
    for step, call in zip(begins, expected.calls, strict=True):
        if windowed and step.kind != "heading" and not step.text.startswith("second"):
            assert passed_on(problem, step) == (call.alpha, call.beta)
    assert returns(steps) == returned_in_order(problem, expected.calls)
    for step in steps:
        if step.kind == "return" and windowed and not step.look:
            assert numbers(step)[step.text[len("return ") : step.text.index(":")]] in (
                step.value,
                None,
            )


@given(problems())
def test_traced_looks_and_cutoffs_are_the_textbooks(problem: Problem) -> None:
    textbook = observe(problem)
    steps = trace(problem)
    assert tuple(step.node for step in steps if step.look) == textbook.looks
    assert pruned_in_every_pass(steps) == set(
        textbook.pruned(problem.tree, problem.depth)
    )
    assert steps[-1].value == textbook.value
    for step, following in pairwise(steps):
        if (
            step.kind == "test"
            and step.holds
            and not step.text.startswith("v ≤ alpha or")
        ):
            assert following.kind in ("cutoff", "return")
        if step.kind == "cutoff":
            assert following.kind == "return"


def passed_on(problem: Problem, step: Step) -> tuple[Value, Value]:
    """Return the window that a call hands to the child which the step calls."""
    box = step.boxes[-1]
    return (
        (-box.beta, -box.alpha)
        if interfaces.load(problem.interface).negated
        else (box.alpha, box.beta)
    )


def numbers(step: Step) -> dict[str, object]:
    """Return the numbers that returned names stand for; {} for the best action, which is no number."""
    box = step.boxes[-1]
    return {"alpha": box.alpha, "beta": box.beta, "best": None} | dict.fromkeys(
        ("v", "val", "optimum"), box.v
    )


def returns(steps: tuple[Step, ...]) -> list[tuple[int, object]]:
    """Return the value that came back from each node, in the order of returning."""
    return [
        (step.node, step.value) for step in steps if step.kind in ("return", "leaf")
    ]


def returned_in_order(
    problem: Problem, calls: tuple[Call, ...]
) -> list[tuple[int, object]]:
    """Return the recorded calls in the order of returning: a call returns once one begins that it did not make."""
    found: list[tuple[int, object]] = []
    stack: list[Call] = []
    for call in calls:
        while (
            stack
            and not (len(stack) == 1 and call.node == 0)
            and not is_child(problem, stack[-1], call)
        ):
            found.append((stack[-1].node, stack.pop().value))
        stack.append(call)
    return found + [(call.node, call.value) for call in reversed(stack)]


def is_child(problem: Problem, parent: Call, child: Call) -> bool:
    """Return whether a call is about a child of another's node."""
    return child.node != 0 and problem.tree.parent(child.node) == parent.node


# --- The command ---


def test_show_prints_the_tree_and_the_search(typed: Typed) -> None:
    printed = typed("show", "01")
    assert "\x1b" not in printed
    lines = printed.splitlines()
    assert lines[0] == "01_two_plies: Two plies with unknown leaves x and y"
    assert lines[1].startswith("Russell & Norvig")
    assert "│  ├─ C5 x   pruned" in lines
    assert "    v ≤ alpha? 2 ≤ 3? YES" in lines
    assert lines[-3:] == [
        "visited   C1 C2 C3 C4 C7 C8 C9",
        "pruned    C5 C6",
        "value     3",
    ]


def test_show_finds_an_exercise_by_path_and_in_other_sets(
    typed: Typed, tmp_path: Path
) -> None:
    assert "-negamax(B2, 1, -inf, -3)" in typed(
        "show", CORE / "negamax" / "01_two_plies.json"
    )
    assert (
        typed("show", "02", "--exercises", CORE / "alpha_beta_search")
        .splitlines()[-1]
        .startswith("action    ")
    )
    alone = tmp_path / "alone.json"  # without an assignment beside it
    alone.write_text('{"title": "Alone", "tree": [[1, 2], [0, "x"]]}')
    assert "cutoff: pruned C4" in typed("show", alone)


def test_walkthrough_states_window_and_pruning_convention() -> None:
    strict = FixedExercise(
        "x",
        "X",
        Problem(
            Tree.from_nested([[1, 2], [1, 0]]), prune_when="alpha > beta", window=(0, 9)
        ),
    )
    text = plain(walkthrough.text_of(walkthrough.walkthrough_of(strict)))
    assert "window (0, 9); prunes when alpha > beta" in text
    assert "v < alpha? 1 < 1? No" in text
