"""Verdicts on programs that run here, each held against its searches one by one. No process starts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import inf
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.core.exercises.exhaustive import Batch
from autograder.core.exercises.model import (
    CHECKS,
    Check,
    Every,
    Exercise,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.judging import judge as judging
from autograder.core.judging.judge import (
    NOTHING_RIGHT,
    Evidence,
    Failed,
    NotRun,
    Passed,
    Verdict,
    checks_in_any_form,
    evidence_of,
    judge,
    simplicity,
    with_simplest_tree,
)
from autograder.core.limits import MOST_PRINTED
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.explain.probe_trees import known
from autograder.explain.textbook import strict_test
from autograder.explain.ways import Variant
from reference import interfaces
from reference.changes import Changes, change, no_test, observe
from reference.forms import fail_hard, forms
from reference.game import Tree
from reference.problem import Bound, Call, Observation, Problem
from tests.trees import (
    FEW_VALUES,
    INTERFACES,
    Nested,
    nested_trees,
    problems,
    search_one_by_one,
)

PATTERN = Problem(Tree.from_nested(0))
DRAWN = GeneratedExercise(
    "id",
    "title",
    PATTERN,
    Generate(examples=20, depth=(1, 3), branching=(1, 10), seed=1),
)
EVERY = GeneratedExercise("id", "title", PATTERN, Every(3, 2, seed=1))
ENDS: dict[str, Callable[[Observation], Observation | Failure]] = {
    "right": lambda right: right,
    "wrong value": lambda right: right._replace(value=100),
    "another order": lambda right: right._replace(looks=right.looks[::-1]),
    "a leaf too few": lambda right: right._replace(looks=right.looks[:-1]),
    "guessed": lambda right: right._replace(looks=()),
    "no value": lambda right: Failure("not a value", "None", looks=right.looks),
    "broken": lambda right: Failure("raised", "ValueError", looks=right.looks),
}
"""How a search may end, made of how it should."""
HALF = "x" * (MOST_PRINTED // 2)
PRINTED = st.sampled_from(["", "said\n", HALF])


# --- Many trees ---


Searches = Sequence[tuple[Problem, Searched]]


@st.composite
def searches(draw: st.DrawFn) -> Searches:
    """Draw the outcomes of a program on some trees, which come by their size. It ends in few ways."""
    ways = ["right", *draw(st.lists(st.sampled_from([*ENDS]), max_size=2))]
    made = []
    for nested in draw(
        st.lists(st.lists(nested_trees(FEW_VALUES), min_size=1, max_size=3), max_size=5)
    ):
        problem = Problem(Tree.from_nested(nested))
        made.append(
            (
                problem,
                Searched(
                    ENDS[draw(st.sampled_from(ways))](observe(problem)), draw(PRINTED)
                ),
            )
        )
    return sorted(made, key=lambda search: len(search[0].tree))


def ended(*ways: str, printed: str = "") -> Searches:
    """Return searches of the same tree, which end one after the other in these ways."""
    problem = Problem(Tree.from_nested([3, 5]))
    return [(problem, Searched(ENDS[way](observe(problem)), printed)) for way in ways]


def each_alone(*problems: Problem) -> Callable[[GeneratedExercise], list[Batch]]:
    return lambda _: [Batch([problem], [observe(problem)]) for problem in problems]


@pytest.mark.parametrize("exercise", [DRAWN, EVERY], ids=["drawn", "every"])
@given(searched=searches(), time=st.integers(0, 6))
@example(searched=ended("right", "right"), time=1)
@example(searched=ended("right", "wrong value", "right"), time=2)
@example(searched=ended("another order", "a leaf too few"), time=6)
@example(searched=ended("a leaf too few", "broken"), time=6)
@example(searched=ended("a leaf too few", "guessed"), time=6)
@example(searched=ended("right", "right", "right", printed=HALF), time=6)
def test_check_passes_only_if_it_passes_for_every_tree(
    exercise: GeneratedExercise, searched: Searches, time: int
) -> None:
    """time: for so many trees."""
    held = [
        checks_in_any_form(problem, observe(problem), search_result)
        for problem, search_result in searched
    ]
    left: list[dict[Check, bool]] = [
        *accumulate(held, _both, initial=dict.fromkeys(CHECKS, True))
    ]
    needed = next(
        (count for count, checks in enumerate(left) if not any(checks.values())),
        len(searched),
    )
    count, is_whole = min(time, needed), time >= needed
    times = iter([True] * time)
    search_result, reached = iter(searched), list[int]()
    draw = each_alone(*(problem for problem, _ in searched))
    verdict = judge(
        exercise,
        lambda _: [next(search_result)[1]],
        lambda: next(times, False),
        reached.append,
        draw,
    )
    assert verdict.exercise is exercise
    assert reached == list(range(1, len(searched) - len(list(search_result)) + 1))
    wrong = [
        problem
        for (problem, _), checks in zip(searched[:count], held, strict=False)
        if not all(checks.values())
    ]
    assert verdict.checks == (left[count] if is_whole else NOTHING_RIGHT)
    assert verdict.kept == ((verdict.evidence,) if isinstance(verdict, Failed) else ())
    match verdict:
        case Passed():
            printed = [search_result.printed for _, search_result in searched]
            before = accumulate(map(len, printed), initial=0)
            kept = [
                text
                for text, length in zip(printed, before, strict=False)
                if length < MOST_PRINTED
            ]
            assert is_whole
            assert not wrong
            assert (verdict.trees, verdict.kept, verdict.printed) == (
                count,
                (),
                "".join(kept),
            )
        case NotRun(failure=failure):
            assert not is_whole
            assert not wrong
            message = f"The time for the whole submission was used up after {count} of these trees."
            assert failure == Failure("not run", message)
        case Failed(evidence=evidence):
            assert verdict.trees == count
            assert evidence.problem in wrong
            assert len(evidence.problem.tree) == min(
                len(problem.tree) for problem in wrong
            )
            assert evidence.expected == observe(evidence.problem, calls=True)
            assert evidence.checks == checks_in_any_form(
                evidence.problem, evidence.expected, evidence.searched
            )


def _both(one: dict[Check, bool], other: Mapping[Check, bool]) -> dict[Check, bool]:
    return {check: one[check] and other[check] for check in CHECKS}


def test_a_program_of_another_right_form_is_asked_for_the_textbooks_value() -> None:
    """A fail-hard search looks further under alpha > beta, which is right; not so its value, if fail-soft is due."""
    problem = Problem(
        Tree.from_nested([[3], 0]),
        window=(0, 2),
        prune_when="alpha > beta",
        bound="fail-soft",
    )
    observation = observe(problem, (fail_hard(),))
    assert observation.visited != observe(problem).visited
    assert evidence_of(problem, Searched(observation)).checks == {
        "value": False,
        "pruned": True,
        "order": True,
    }


def test_search_of_another_right_form_loses_no_check_beside_a_simpler_failure() -> None:
    """The simpler tree alone has a wrong order of visits."""
    simple = Problem(Tree.from_nested([3, 5]), prune_when="alpha > beta")
    narrow = Problem(
        Tree.from_nested([[3], 0]), window=(0, 2), prune_when="alpha > beta"
    )
    right = observe(narrow, (fail_hard(),))
    assert right.visited != observe(narrow).visited
    wrong = ENDS["another order"](observe(simple))
    results = {simple: wrong, narrow: right}
    verdict = judge(
        DRAWN,
        search_one_by_one(lambda problem: Searched(results[problem])),
        lambda: True,
        draw=each_alone(simple, narrow),
    )
    assert verdict.checks == {"value": True, "pruned": True, "order": False}


def test_program_that_dies_in_a_batch_is_not_searched_further() -> None:
    problems = [Problem(Tree.from_nested([value])) for value in range(3)]
    made = [Batch(problems, [observe(problem) for problem in problems])] * 2
    outcomes = [Searched(made[0].expected[0]), Searched(Failure("died", "It died."))]
    verdict = judge(EVERY, lambda _: outcomes, lambda: True, draw=lambda _: made)
    assert isinstance(verdict, Failed)
    assert (verdict.trees, verdict.checks) == (2, NOTHING_RIGHT)


# --- The textbook's program with changes ---


LOST = change("lost", lambda part: [part.put("update", "return {value}")])
CHANGED = (strict_test("MIN"), no_test("MAX"), LOST("MAX"))
WRONG = {str(change): change for change in CHANGED}


@dataclass
class Program:
    """The textbook's with some changes. answered: of how many searches of one command."""

    changes: Changes = ()
    asked: int = 0
    answered: int | None = None

    def search(self, problem: Problem) -> Searched:
        self.asked += 1
        return Searched(observe(problem, self.changes))

    def search_each(self, problems: Sequence[Problem]) -> list[Searched]:
        outcomes = [self.search(problem) for problem in problems[: self.answered]]
        return (
            outcomes
            if len(outcomes) == len(problems)
            else [*outcomes, Searched(Failure("died", "It died."))]
        )


CUTS: list[Nested] = [[3, [9, 1]], [3, 5]]
FIXED = FixedExercise("id", "title", pattern=Problem(Tree.from_nested(CUTS)))
LARGE = Problem(Tree.from_nested(CUTS * 5))


@pytest.mark.parametrize(
    "exercise", [FIXED, DRAWN, EVERY], ids=["fixed", "drawn", "every"]
)
@pytest.mark.parametrize("change", [None, *WRONG])
def test_only_the_right_program_passes(exercise: Exercise, change: str | None) -> None:
    program = Program(() if change is None else (WRONG[change],))
    assert judge(exercise, program.search_each, lambda: True).passed == (change is None)


@pytest.mark.parametrize("change", WRONG)
def test_evidence_is_made_of_no_search_that_a_simpler_one_shows(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes as long as many searches, of which thousands may fail."""
    made: list[Evidence] = []

    def noted(*arguments: Any) -> Evidence:
        made.append(evidence_of(*arguments))
        return made[-1]

    monkeypatch.setattr("autograder.core.judging.judge.evidence_of", noted)
    verdict = judge(EVERY, Program((WRONG[change],)).search_each, lambda: True)
    assert isinstance(verdict, Failed)
    failed = [evidence for evidence in made if not evidence.passed]
    for evidence, shown in pairwise(failed):
        assert shown.simplicity() <= evidence.simplicity()
    assert verdict.evidence is failed[-1]


def test_program_that_returns_another_right_bound_passes() -> None:
    narrow = DRAWN._replace(pattern=PATTERN._replace(window=(-2, 2)))
    assert judge(narrow, Program((fail_hard(),)).search_each, lambda: True).passed


@pytest.mark.parametrize("drawn", [True, False])
def test_textbooks_bound_is_wrong_where_the_end_of_the_window_is_due(
    drawn: bool,
) -> None:
    """As much of a tree that is drawn as of one that the set has."""
    hard = Problem(Tree.from_nested([5, 7]), window=(0, 2), bound="fail-hard")
    exercise = DRAWN if drawn else FIXED._replace(pattern=hard)
    for changes, is_right in (((), False), ((fail_hard(),), True)):
        verdict = judge(
            exercise,
            Program(changes).search_each,
            lambda: True,
            draw=each_alone(hard),
        )
        assert verdict.checks == {"value": is_right, "pruned": True, "order": True}


def test_program_that_ends_before_the_last_search_fails() -> None:
    assert not judge(EVERY, Program(answered=2).search_each, lambda: True).passed


# --- The smallest failing tree ---


@dataclass
class Fragile(Program):
    """Dies on trees of fewer nodes, and notes those on which it goes wrong."""

    fewest: int = 0
    wrong: list[Evidence] = field(default_factory=list)

    def search(self, problem: Problem) -> Searched:
        search_result = super().search(problem)
        if len(problem.tree) < self.fewest:
            return Searched(Failure("died", "It died."))
        evidence = evidence_of(problem, search_result)
        if not evidence.passed:
            self.wrong.append(evidence)
        return search_result


@pytest.mark.parametrize("change", WRONG)
@pytest.mark.parametrize("fewest", [0, 8])
def test_a_failure_is_shown_on_the_smallest_tree_that_is_found(
    change: str, fewest: int
) -> None:
    """Of trees of one size on the last one, as their values become simpler."""
    program = Fragile((WRONG[change],), fewest=fewest)
    verdict = judge(
        DRAWN,
        Program((WRONG[change],)).search_each,
        lambda: True,
        draw=each_alone(LARGE),
    )
    assert isinstance(verdict, Failed)
    smallest = with_simplest_tree(verdict, program.search, lambda: True)
    sizes = [len(evidence.problem.tree) for evidence in program.wrong]
    assert smallest == verdict._replace(evidence=smallest.evidence)
    assert (
        smallest.evidence
        == [
            evidence
            for evidence in program.wrong
            if len(evidence.problem.tree) == min(sizes)
        ][-1]
    )
    assert min(sizes) < len(verdict.evidence.problem.tree)
    assert program.asked < 500


def test_a_simpler_kind_of_tree_is_kept_before_a_smaller_one() -> None:
    finite, infinite = (
        DRAWN.pattern._replace(tree=Tree.from_nested(leaves))
        for leaves in ([0, 0, 0], [inf, 0])
    )

    def wrong_value(problem: Problem) -> Searched:
        return Searched(observe(problem)._replace(value=9))

    def shown(*problems: Problem) -> Problem:
        verdict = judge(
            DRAWN,
            search_one_by_one(wrong_value),
            lambda: True,
            draw=each_alone(*problems),
        )
        assert isinstance(verdict, Failed)
        return verdict.evidence.problem

    assert shown(finite, infinite) == shown(infinite, finite) == finite
    verdict = judge(
        DRAWN, search_one_by_one(wrong_value), lambda: True, draw=each_alone(infinite)
    )
    assert isinstance(verdict, Failed)
    assert (
        inf
        not in with_simplest_tree(
            verdict, wrong_value, lambda: True
        ).evidence.problem.tree.values
    )


def test_smaller_trees_are_tried_only_while_there_is_time_and_the_program_lives() -> (
    None
):
    verdict = judge(
        DRAWN,
        Program((WRONG["no-test for MAX"],)).search_each,
        lambda: True,
        draw=each_alone(LARGE),
    )
    fixed = judge(FIXED, Program((WRONG["no-test for MAX"],)).search_each, lambda: True)
    assert isinstance(verdict, Failed)
    assert isinstance(fixed, Failed)
    dead = verdict._replace(
        evidence=verdict.evidence._replace(
            searched=Searched(Failure("died", "It died."))
        )
    )
    program = Program((WRONG["no-test for MAX"],))
    assert with_simplest_tree(verdict, program.search, lambda: False) is verdict
    assert with_simplest_tree(dead, program.search, lambda: True) is dead
    assert with_simplest_tree(fixed, program.search, lambda: True) is fixed
    assert program.asked == 0
    times = iter([True] * 30)
    with_simplest_tree(verdict, program.search, lambda: next(times, False))
    assert program.asked == 29


# --- One function alone ---


CLOSED, WIDE = Call("min_value", 1, 1, 0, 1), Call("min_value", 1, -99, 99, 0)
ALONE: dict[str, Callable[[Observation, Observation], Observation | Failure]] = {
    "as the textbook": lambda alone, whole: alone,
    "tests on entry": lambda alone, whole: alone._replace(calls=(*alone.calls, CLOSED)),
    "calls with another window": lambda alone, whole: alone._replace(
        calls=(WIDE, *alone.calls[1:], CLOSED)
    ),
    "calls nobody": lambda alone, whole: whole,
    "breaks": lambda alone, whole: Failure("raised", "ValueError", looks=alone.looks),
}
"""The searches of a program that is asked for one function alone, made of how the textbook does that and the whole."""


@pytest.mark.parametrize("way", ALONE)
@given(
    tree=st.lists(nested_trees(FEW_VALUES), min_size=1, max_size=3),
    whole_is_right=st.booleans(),
)
def test_function_judged_alone_is_run_whole_only_if_it_tests_the_window_on_entry(
    way: str, tree: Nested, whole_is_right: bool
) -> None:
    whole = Problem(Tree.from_nested(tree))
    alone = whole._replace(isolate="max_value")
    judged_problems: list[Problem] = []

    def search(problem: Problem) -> Searched:
        judged_problems.append(problem)
        if problem.isolate is not None:
            return Searched(ALONE[way](observe(alone), observe(whole)), "alone ")
        return Searched(
            observe(whole) if whole_is_right else observe(whole)._replace(value=100),
            "whole",
        )

    verdict = judge(
        FixedExercise("id", "title", pattern=alone),
        search_one_by_one(search),
        lambda: True,
    )
    assert not isinstance(verdict, NotRun)
    assert verdict.trees == 1
    (evidence,) = verdict.kept
    on_entry = way == "tests on entry"
    assert len(judged_problems) == 1 + on_entry
    assert evidence.problem == (whole if on_entry or way == "calls nobody" else alone)
    assert evidence.searched.printed == ("alone whole" if on_entry else "alone ")
    assert verdict.passed == (
        whole_is_right if on_entry else way in ("as the textbook", "calls nobody")
    )


def test_function_judged_alone_is_judged_whole_beside_a_simpler_failure() -> None:
    """Its functions do not call each other, so each search is the whole one."""
    problems = [
        Problem(Tree.from_nested(nested), isolate="max_value")
        for nested in ([3, 5], [[3, 12], [2, 4]])
    ]

    def search(problem: Problem) -> Searched:
        right = observe(problem._replace(isolate=None))
        return Searched(right._replace(value=100))

    verdict = judge(
        DRAWN, search_one_by_one(search), lambda: True, draw=each_alone(*problems)
    )
    assert verdict.checks == {"value": False, "pruned": True, "order": True}


def test_look_at_an_inner_node_counts_where_the_window_is_tested_on_entry() -> None:
    """The program looks at C1 when its function is asked alone, and not in the whole search."""
    whole = Problem(Tree.from_nested([[[3, 5], 1], 4]))
    alone = whole._replace(isolate="max_value")
    inner = whole.tree.node("C1")
    assert inner is not None
    observation = observe(alone)
    calls, looks = (*observation.calls, CLOSED), (*observation.looks, inner)
    results = {
        alone: observation._replace(calls=calls, looks=looks),
        whole: observe(whole),
    }
    verdict = judge(
        FixedExercise("id", "title", pattern=alone),
        search_one_by_one(lambda problem: Searched(results[problem])),
        lambda: True,
    )
    assert not verdict.checks["order"]


# --- The short ways to judge ---


ONE_CHECK = ("wrong value", "another order")
"""Ends of the simplest search, after which checks are left to be lost."""
WAYS = ("a known mistake", "another form", *ENDS, *ALONE)
PLAYERS_FUNCTION = {"MAX": "max_value", "MIN": "min_value"}


@dataclass
class Mixed:
    """A program that does something else in each of the problems that it is asked for.

    ways: of WAYS, by the problems, which it is asked for alone or whole.
    """

    mistake: Variant
    form: Changes
    ways: dict[Problem, str] = field(default_factory=dict)

    def search(self, problem: Problem) -> Searched:
        whole = problem._replace(isolate=None)
        way, right = self.ways[whole], observe(problem)
        if way == "a known mistake":
            observed = self.mistake.attempt(problem)
            return Searched(observed or Failure("raised", "ValueError"))
        if way == "another form":
            return Searched(observe(problem, self.form))
        if way in ENDS:
            return Searched(ENDS[way](right))
        if problem.isolate is None:
            return Searched(right)
        return Searched(ALONE[way](right, observe(whole)))


@st.composite
def programs_and_problems(draw: st.DrawFn) -> tuple[Mixed, list[Problem]]:
    """Return a program, and problems for one interface in one convention, the simplest first."""
    interface = draw(st.just(PATTERN.interface) | INTERFACES)
    of_interface = st.lists(problems(st.just(interface)), min_size=2, max_size=6)
    first, *others = draw(of_interface)
    terms = {name: getattr(first, name) for name in ("prune_when", "guess", "epsilon")}
    options = interfaces.load(interface).options
    if "bound" in options:
        terms["bound"] = draw(st.sampled_from(get_args(Bound)))
    same_terms = [problem._replace(**terms) for problem in (first, *others)]
    distinct = sorted(dict.fromkeys(same_terms), key=simplicity)
    program = Mixed(
        draw(st.sampled_from(known(interface, first.prune_when))),
        draw(st.sampled_from(forms(interface))),
    )
    few_ways = st.lists(st.sampled_from(WAYS), min_size=1, max_size=2)
    ways = draw(few_ways | st.just(["another form"]))
    for problem in distinct:
        program.ways[problem] = draw(st.sampled_from(ways))
    program.ways[distinct[0]] = draw(st.sampled_from((*ONE_CHECK, *ways)))
    if "isolate" in options and draw(st.booleans()):
        distinct = [
            whole._replace(isolate=PLAYERS_FUNCTION[whole.tree.player(0)])
            for whole in distinct
        ]
    return program, distinct


class Unlike(Observation):
    """A right search that no other is taken for, so that each is judged."""

    def __ne__(self, other: object) -> bool:
        return True


@settings(max_examples=300)
@given(programs_and_problems())
def test_short_ways_to_judge_come_to_the_same_verdict(
    drawn: tuple[Mixed, list[Problem]],
) -> None:
    """Of a search that is the textbook's, and of one that a simpler failure shows."""
    program, problems = drawn

    def judged(expected: type[Observation]) -> Verdict:
        search_each = search_one_by_one(program.search)
        batches = [
            Batch([problem], [expected(*observe(problem))]) for problem in problems
        ]
        return judge(DRAWN, search_each, lambda: True, draw=lambda _: batches)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging._Tally, "_is_shown_by_simpler", lambda *_: False)
        at_length = judged(Unlike)
    assert judged(Observation) == at_length
