"""Plays both searches of a failed exercise, moment by moment.

Of the student's search there are the looks, which the grader recorded, and the calls,
as its own process reported them: the window of each on entry, and its result.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, compress, pairwise, zip_longest
from math import isnan
from typing import Literal, NamedTuple, TypedDict

from autograder.core.judging.judge import Evidence, same_looks
from autograder.core.limits import LONGEST_STEP
from autograder.core.sandbox.outcome import CallEvent, Failure
from autograder.core.sentences import sentence
from autograder.core.text import visible_name
from autograder.tell.pages.picture import (
    NO_LABEL,
    Label,
    Labels,
    cut,
    label_of_value,
    short,
    window,
)
from autograder.tell.pages.render import with_signs
from autograder.tell.search_passes import signed
from autograder.tell.styled_text import plain
from autograder.tell.trace import SLIDES, Box, Step, Wording, trace
from autograder.tell.tree_drawing import TreeAnnotations
from reference import interfaces
from reference.interfaces import is_negated, searched_tree
from reference.problem import Call, Observation, Problem
from reference.proof import Proof

Look = tuple[int, int] | tuple[int, int, str]
"""A leaf, its visit and, in a student's search, its state in the drawing."""


class _StepText(TypedDict):
    text: str


class Frame(_StepText, total=False):
    """A step as player.js reads it: its text, and its changes to the drawing.

    node: the one that it is about. look: at a leaf. pruned: leaves. cutoff: whether it
    is one. window: a node and its window on entry, from now on. present: a node and its
    window by now, "" if that is still the one on entry, or the call is over. bounds:
    the changed alpha or beta of the innermost call, or the call that looks at a leaf.
    value: a node and its value from now on.
    """

    node: int
    look: Look
    pruned: list[int]
    cutoff: bool
    window: tuple[int, str]
    present: tuple[int, str]
    bounds: str
    value: tuple[int, str]


class Playback(TypedDict):
    """Both searches as player.js reads them.

    found: the student's. moments: how many frames of each search are over. parts: the
    index of the moment at which the searches part, if they do.
    """

    right: list[Frame]
    found: list[Frame]
    moments: list[tuple[int, int]]
    parts: int | None


Event = tuple[Literal["call", "end"], int]
"""The beginning or the end of a call at a node."""
Moment = tuple[int, int]
"""How many steps of the right search and of the student's are over."""


class PlayedStep(NamedTuple):
    """A step of a search.

    nodes: those that it is about. looks: how many leaves were looked at when it was
    done. event: apart from looks, both searches may have it in common.
    """

    frame: Frame
    nodes: set[int]
    looks: int
    event: Event | None = None


def playback(
    evidence: Evidence, annotated: TreeAnnotations, keys: set[int], wording: Wording
) -> Playback:
    """Return the playback of a failed search, as player.js reads it.

    It keeps the steps about nodes that are drawn, the one at which the searches part,
    and the last of each search. Its moments say how many of the frames of each search
    are over then, and `parts` is the moment at which they part, if they do.

    keys: the nodes that are drawn.
    """
    right = _right_steps(annotated, keys, wording)
    student = _student_steps(evidence, annotated)
    parting = _parting_step(annotated, right)
    moments, moment_of_parting = _moments(annotated, right, student, parting)
    always_kept = (parting, len(right) - 1)
    is_right_kept = [
        step.nodes <= keys or index in always_kept for index, step in enumerate(right)
    ]
    is_student_kept = [step.nodes <= keys for step in student]
    # How many frames are kept of the first so many.
    right_kept = list(accumulate(is_right_kept, initial=0))
    student_kept = list(accumulate(is_student_kept, initial=0))
    kept = [
        (right_kept[steps], student_kept[student_steps])
        for steps, student_steps in moments
    ]
    different = list(dict.fromkeys(kept))
    parting_moment = None
    if moment_of_parting is not None:
        parting_moment = different.index(kept[moment_of_parting])
    return {
        "right": [step.frame for step in compress(right, is_right_kept)],
        "found": [step.frame for step in compress(student, is_student_kept)],
        "moments": different,
        "parts": parting_moment,
    }


# --- How both go on together ---


def _moments(
    annotated: TreeAnnotations,
    right: Sequence[PlayedStep],
    student: Sequence[PlayedStep],
    parting: int | None,
) -> tuple[list[Moment], int | None]:
    """Return the moments of both searches, and the index of the one at which they part.

    Both come to each look together. parting: the index of the right step at which the
    searches part, if they do.
    """
    right_ends = _ends_of_looks(right)
    student_ends = _ends_of_looks(student)
    index_of_parting = None
    if parting is not None:
        agreeing = _agreeing_visits(annotated)
        before, after = right_ends[:agreeing], right_ends[agreeing:]
        later = [end for end in after if end > parting + 1]
        right_ends = [*before, parting + 1, *later]
        index_of_parting = agreeing
    right_ends.append(len(right))
    student_ends.append(len(student))
    moments: list[Moment] = []
    moment_of_parting = None
    start = (0, 0)
    for index, ends in enumerate(zip_longest(right_ends, student_ends)):
        end = (ends[0] or len(right), ends[1] or len(student))
        right_part = right[start[0] : end[0]]
        student_part = student[start[1] : end[1]]
        for steps, student_steps in _side_by_side(right_part, student_part):
            moments.append((start[0] + steps, start[1] + student_steps))
        if index == index_of_parting:
            moment_of_parting = len(moments) - 1
        start = end
    return moments, moment_of_parting


def _ends_of_looks(steps: Sequence[PlayedStep]) -> list[int]:
    """Return how many steps are over after each first look at a leaf."""
    counts = [step.looks for step in steps]
    return [
        index + 1
        for index, (before, count) in enumerate(pairwise([0, *counts]))
        if count > before
    ]


def _side_by_side(
    right: Sequence[PlayedStep], student: Sequence[PlayedStep]
) -> Iterator[Moment]:
    """Yield how many steps of two parts of searches are over, one step after another.

    If both begin or end a call at the same node, they do it together. So are their last
    steps.
    """
    over = 0  # of the student's
    for index, step in enumerate(right[:-1]):
        match = _first_alike(step, student[over:-1])
        if match is not None:
            for passed in range(match):
                yield index, over + passed + 1
            over += match + 1
        yield index + 1, over
    for passed in range(over + 1, len(student)):
        yield max(len(right) - 1, 0), passed
    yield len(right), len(student)


def _first_alike(step: PlayedStep, others: Sequence[PlayedStep]) -> int | None:
    """Return the index of the first step with the same event; None if there is none."""
    if step.event is None:
        return None
    events = [other.event for other in others]
    return events.index(step.event) if step.event in events else None


def _agreeing_visits(annotated: TreeAnnotations) -> int:
    return same_looks(list(annotated.visits), annotated.expected.visited)


def _parting_step(
    annotated: TreeAnnotations, right: Sequence[PlayedStep]
) -> int | None:
    """Return the index of the right step at which the searches part, if they do.

    There the right search looks at another leaf, or prunes the leaf that the student's
    looks at.
    """
    visits = list(annotated.visits)
    right_visits = annotated.expected.visited
    agreeing = _agreeing_visits(annotated)
    if agreeing == len(visits) == len(right_visits):
        return None
    wrong_leaf = visits[agreeing] if agreeing < len(visits) else None
    for index, step in enumerate(right):
        is_pruned = wrong_leaf in step.frame.get("pruned", ())
        if step.looks > agreeing or (step.looks == agreeing and is_pruned):
            return index
    return len(right) - 1


# --- The right search ---


def _right_steps(
    annotated: TreeAnnotations, keys: set[int], wording: Wording
) -> list[PlayedStep]:
    """Return the steps of the textbook's search. keys: the nodes that are drawn."""
    problem, visited = annotated.problem, annotated.expected.visited
    # An array has no states to ask.
    over_array = interfaces.LEAVES in interfaces.load(problem.interface).arguments
    wording_of_steps = SLIDES if over_array else wording
    steps = trace(problem, wording_of_steps) if problem.isolate is None else ()
    visited_in_steps = dict.fromkeys(step.node for step in steps if step.look)
    if tuple(visited_in_steps) != visited:
        # Another right form, or one function alone: only its looks are known.
        return [
            PlayedStep(_look(annotated, leaf, visit), {leaf}, visit)
            for visit, leaf in enumerate(visited, 1)
        ]
    leaves_seen: set[int] = set()
    entered: dict[int, Box] = {}
    right: list[PlayedStep] = []
    for step in steps:
        if step.look:
            leaves_seen.add(step.node)
        box = step.boxes[-1]
        nodes = {step.node}
        if step.kind != "return" and box.s is not None:
            nodes.add(box.s)
        box_on_entry = entered.setdefault(box.number, box)
        frame = _frame_of(annotated, step, box_on_entry, keys)
        right.append(PlayedStep(frame, nodes, len(leaves_seen), _event_of(step)))
    return right


def _event_of(step: Step) -> Event | None:
    """Return the call that a step of the textbook's search begins or ends, if any."""
    match step.kind:
        case "heading" | "call":
            return "call", step.node
        case "return":
            return "end", step.node
    return None


def _frame_of(
    annotated: TreeAnnotations, step: Step, on_entry: Box, keys: set[int]
) -> Frame:
    """Return the frame of a step of the textbook's search.

    on_entry: the variables of its call when that began. keys: the nodes that are drawn.
    """
    problem = annotated.problem
    box = step.boxes[-1]
    # The program may have another name for the returned value.
    text = step.returned or step.text
    frame: Frame = {"text": cut(with_signs(text), LONGEST_STEP), "node": step.node}
    if step.look:
        frame["look"] = (step.node, annotated.right_visits[step.node])
    if step.kind == "cutoff":
        frame["pruned"] = [leaf for leaf in step.pruned if leaf in keys]
        frame["cutoff"] = True
    frame["window"] = (
        box.node,
        window(problem, box.node, on_entry.alpha, on_entry.beta),
    )
    bounds = _changed_bounds(annotated, on_entry, box)
    frame["present"] = (box.node, "")
    # The returned value does not depend on them any more.
    if bounds and step.kind != "return":
        frame["bounds"] = bounds
        present = window(problem, box.node, box.alpha, box.beta)
        frame["present"] = (box.node, sentence("nodes", "now", window=present))
    if step.known is not None:
        value = -step.known if is_negated(problem, box.node) else step.known
        # A value that proves nothing yet does not stand beside its node.
        proved = signed(short(value), step.meaning) if step.meaning else ""
        frame["value"] = (box.node, proved)
    return frame


def _changed_bounds(annotated: TreeAnnotations, on_entry: Box, now: Box) -> str:
    """Return a phrase about the bounds of a call that changed since it began."""
    if now.alpha == on_entry.alpha and now.beta == on_entry.beta:
        return ""
    node = visible_name(annotated.tree.name(now.node))
    alpha, beta = short(now.alpha), short(now.beta)
    if now.beta == on_entry.beta:
        return sentence("playback", "alpha now", node=node, alpha=alpha)
    if now.alpha == on_entry.alpha:
        return sentence("playback", "beta now", node=node, beta=beta)
    return sentence("playback", "both now", node=node, alpha=alpha, beta=beta)


def _look(annotated: TreeAnnotations, leaf: int, visit: int) -> Frame:
    """Return the frame of a look at a leaf."""
    text = sentence(
        "playback", "look", visit=visit, leaf=_leaf_with_value(annotated, leaf)
    )
    return {"text": text, "node": leaf, "look": (leaf, visit)}


def _leaf_with_value(annotated: TreeAnnotations, leaf: int) -> str:
    name = visible_name(annotated.tree.name(leaf))
    value = annotated.value(leaf)
    return f"{name} = {short(value)}" if value else name


# --- The student's search ---


def student_labels(evidence: Evidence) -> Labels:
    """Return the labels of the nodes with known calls of the student's.

    As in a right search, they are of the last call there, and as MAX sees them.
    """
    problem = evidence.problem
    looks = evidence.searched.outcome.looks
    proof = Proof(problem)
    looked = 0
    labels: dict[int, Label] = {}
    for event in _known_events(evidence):
        call = event.call
        label = labels.get(call.node, NO_LABEL)
        if event.has_ended:
            for leaf in looks[looked : event.looks]:
                proof.look(leaf)
            looked = event.looks
            value = label_of_value(problem, call)
            meaning = proof.meaning(call)
            labels[call.node] = label._replace(value=value, meaning=meaning)
        else:
            labels[call.node] = label._replace(window=_window_of(problem, call))
    return labels


def _student_steps(evidence: Evidence, annotated: TreeAnnotations) -> list[PlayedStep]:
    """Return the steps of the student's search, and how it ended."""
    looks = evidence.searched.outcome.looks
    student = _StudentSteps(annotated)
    events = _known_events(evidence)
    answer = _end_of_search(evidence, events)
    looked = 0
    for event in events if answer is None else events[:-1]:
        for leaf in looks[looked : event.looks]:
            student.look(leaf)
        looked = event.looks
        if event.has_ended:
            student.end(event.call)
        else:
            student.begin(event.call)
    for leaf in looks[looked:]:
        student.look(leaf)
    student.finish(_ending(evidence), answer)
    return student.steps


def _known_events(evidence: Evidence) -> list[CallEvent]:
    """Return how the student's calls began and ended, as far as their process told.

    Calls that were left by an exception returned nothing, so their ends are not told.
    """
    events = list(evidence.searched.events)
    outcome = evidence.searched.outcome
    if isinstance(outcome, Failure) and outcome.cause == "raised":
        while events and events[-1].has_ended and events[-1].call.value is None:
            events.pop()
    return events


def _end_of_search(evidence: Evidence, events: Sequence[CallEvent]) -> Call | None:
    """Return the call that was the whole search, if it ended and its end is known."""
    function, _ = interfaces.load(evidence.problem.interface).call(evidence.problem)
    if not events or evidence.searched.finished is None:
        return None
    last = events[-1]
    is_whole = last.has_ended and last.call.node == 0 and last.call.function == function
    return last.call if is_whole else None


def _ending(evidence: Evidence) -> str:
    """Say how the student's search ended."""
    if evidence.searched.finished is None:
        return sentence("playback", "stops")
    outcome = evidence.searched.outcome
    if isinstance(outcome, Observation):
        return sentence("playback", "returns", value=short(outcome.returned))
    return sentence("playback", "returns no value")


def _window_of(problem: Problem, call: Call) -> str:
    """Return the window of a student's call; "" if its bounds were no numbers."""
    if isnan(call.alpha) or isnan(call.beta):
        return ""
    return window(problem, call.node, call.alpha, call.beta)


class _StudentSteps:
    """The steps of a student's search, as far as they were told.

    The call of a leaf is no step of its own: its look tells it.
    """

    def __init__(self, annotated: TreeAnnotations) -> None:
        self.steps: list[PlayedStep] = []
        self._annotated = annotated
        self._problem = annotated.problem
        self._looks = 0
        self._proof = Proof(annotated.problem)
        self._call_of_leaf: Call | None = None
        self._looked_in_call = False

    def look(self, leaf: int) -> None:
        """Add a look at a leaf, if it is the first one."""
        annotated = self._annotated
        self._proof.look(leaf)
        visit = annotated.visits[leaf]
        if visit <= self._looks:
            return
        self._looks = visit
        state = annotated.state(leaf)
        frame = _look(annotated, leaf, visit)
        frame["look"] = (leaf, visit, state)
        if state in ("extra", "moved"):
            description = plain([annotated.describe_leaf(leaf)])
            frame["text"] = sentence(
                "playback",
                "look, judged",
                leaf=_leaf_with_value(annotated, leaf),
                state=description,
            )
        call = self._call_of_leaf
        if call is not None and call.node == leaf:
            self._looked_in_call = True
            frame["bounds"] = sentence("playback", "in", call=self._written(call))
        self._add(frame)

    def begin(self, call: Call) -> None:
        """Add the beginning of a call, with its window."""
        if call.node in self._annotated.frontier:
            self._call_of_leaf = call
            self._looked_in_call = False
            return
        frame: Frame = {"text": self._written(call), "node": call.node}
        frame["window"] = (call.node, _window_of(self._problem, call))
        self._add(frame, ("call", call.node))

    def end(self, call: Call) -> None:
        """Add the end of a call, with its value."""
        node = call.node
        if node in self._annotated.frontier and self._is_told_by_look(call):
            return
        written = self._written(call)
        if call.value is None:
            text = sentence("playback", "call ends", call=written)
            frame: Frame = {"text": text, "node": node}
        else:
            returned = short(call.value)
            text = sentence("playback", "call returns", call=written, value=returned)
            value = self._value_beside(call)
            frame = {"text": text, "node": node, "value": (node, value)}
        self._add(frame, ("end", node))

    def finish(self, ending: str, answer: Call | None) -> None:
        """Add the end of the search. answer: the call that was the whole search."""
        frame: Frame = {"text": ending}
        if answer is not None and answer.value is not None:
            frame["value"] = (answer.node, self._value_beside(answer))
        self._add(frame)

    def _value_beside(self, call: Call) -> str:
        """Return the result of a call as it stands beside its node.

        A value that is neither right nor a bound has no sign.
        """
        return signed(label_of_value(self._problem, call), self._proof.meaning(call))

    def _is_told_by_look(self, call: Call) -> bool:
        """Return whether a call of a leaf returned the value of the look at it."""
        if not self._looked_in_call:
            return False
        # One function judged alone is told these values by the textbook.
        is_answer = self._problem.isolate is not None
        value = searched_tree(self._problem).values[call.node]
        return is_answer or call.value in (None, value)

    def _written(self, call: Call) -> str:
        """Return a call as a right search has it, as far as its arguments are known."""
        name = visible_name(self._annotated.tree.name(call.node))
        known = {"state": name, "node": name}
        if _window_of(self._problem, call):
            known |= {"alpha": short(call.alpha), "beta": short(call.beta)}
        takes = interfaces.load(self._problem.interface).takes[call.function]
        parameters = takes.removeprefix(f"{call.function}(")[:-1].split(", ")
        if set(parameters) <= set(known):
            arguments = ", ".join(known[parameter] for parameter in parameters)
            return f"{call.function}({arguments})"
        bounds = [
            f"{bound} = {known[bound]}" for bound in ("alpha", "beta") if bound in known
        ]
        if not bounds:
            return sentence("playback", "call", function=call.function, node=name)
        return sentence(
            "playback",
            "call with bounds",
            function=call.function,
            node=name,
            bounds=", ".join(bounds),
        )

    def _add(self, frame: Frame, event: Event | None = None) -> None:
        frame["text"] = cut(frame["text"], LONGEST_STEP)
        nodes = {frame.get("node", 0)}
        self.steps.append(PlayedStep(frame, nodes, self._looks, event))
