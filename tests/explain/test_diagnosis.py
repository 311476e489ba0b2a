"""The catalogue of known mistakes, the probes that tell them apart, and what is never said of a right search."""

import json
from collections.abc import Callable
from functools import partial
from itertools import chain, product, repeat
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    Adapter,
    Assignment,
    Every,
    ExerciseSet,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.judging.judge import Failed, NotRun, Verdict, judge
from autograder.core.limits import MOST_SEARCHED_ANEW
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sentences import topic_of
from autograder.explain import catalogue, claims
from autograder.explain.catalogue import BY_ID, CATALOGUE, CHANCE, Misconception
from autograder.explain.choices import NEVER_STOPS, REFUTED, SHOWN, choices_of
from autograder.explain.diagnosis import Diagnosis
from autograder.explain.probe_trees import (
    alike,
    among,
    digests,
    even_probes,
    few_results,
    known,
    probes,
)
from autograder.explain.probed_program import PLAYERS, can_be_diagnosed
from autograder.explain.repair.kinds import KINDS, STATE_KEPT
from autograder.explain.textbook import starting_with
from autograder.explain.ways import WAYS, Variant, variants
from autograder.teach.audit import AuditRow, audit, smallest_catch
from autograder.tell.places import CLAIMS, describe_mistake
from reference import interfaces
from reference.changes import Changes, changed, changes_from, observe
from reference.forms import forms
from reference.game import Tree, Value
from reference.problem import Observation, Problem, PruneWhen
from tests.probes import CONVENTIONS, is_right
from tests.sets import PROJECT, cases, not_none
from tests.trees import search_one_by_one

SETS = [
    PROJECT / "exercises",
    *sorted(file.parent for file in PROJECT.glob("exercises/*/assignment.json")),
]
SETS = [folder for folder in SETS if folder.name != "schema"]
INTERFACES = interfaces.names()
UNDONE = {
    name for kind in KINDS.values() for names in kind.undoes.values() for name in names
}
"""The mistakes that some change undoes."""


@pytest.mark.of("autograder.explain.worse")
def test_every_mistake_that_can_be_made_is_described() -> None:
    described = Path(catalogue.__file__).with_suffix(".md").read_text("utf-8")
    assert (
        described.count("\n## ")
        == described.count("\nKnown from: ")
        == len(CATALOGUE)
        == len(BY_ID)
    )
    assert set(BY_ID) >= {*WAYS, *UNDONE}
    assert {claim for mistake in CATALOGUE for claim in mistake.claims} == set(CLAIMS)


def test_each_sentence_about_a_mistake_is_of_a_known_one() -> None:
    names = [name.split(": ") for name in topic_of("mistakes")]
    assert {name for name, _ in names} == set(BY_ID)
    suffixes = {suffix for _, suffix in names}
    assert suffixes == {*catalogue.TITLES, *catalogue.PARTS, *CLAIMS}


def test_every_known_mistake_has_a_submission() -> None:
    """Which is given this diagnosis."""
    verdicts = (
        json.loads(file.read_text("utf-8"))
        for file in PROJECT.glob("tests/submissions/*/verdict.json")
    )
    assert set(BY_ID) <= {
        name for verdict in verdicts for name in verdict.get("misconceptions", ())
    }


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.id)
def test_catalogue_entry_has_a_readable_title_and_explanation(
    entry: Misconception,
) -> None:
    """With and without what it claims of a tree."""
    assert entry.title
    assert not entry.title.endswith(".")
    assert entry.id in WAYS or entry.id in {STATE_KEPT, CHANCE, *UNDONE}
    assert entry.description() == describe_mistake(entry.id).explanation
    for description in (entry.description(), entry.description(lambda _: True)):
        assert description.endswith((".", "?"))
        assert "  " not in description
        assert all(sentence[:1].isupper() for sentence in description.split(". "))


def test_title_of_what_one_player_can_do_is_not_about_both() -> None:
    """A program of which it is told may do so for MAX alone, and rightly for MIN."""
    of_one = {
        name
        for name, ways in WAYS.items()
        for way in ways
        if any(change.player != "both" for change in way)
    }
    about_one = ("A ", "MAX ", "MIN ", "At the root a ", "Alpha and beta are")
    titles = {name: BY_ID[name].title for name in of_one}
    of_both = {
        name: title for name, title in titles.items() if not title.startswith(about_one)
    }
    assert not of_both


def test_one_player_is_looked_for_also_where_one_takes_the_others_value() -> None:
    """A MAX that is written as MIN's behaves as if MIN moved twice."""
    ways = {str(change) for way in WAYS["one-player"] for change in way}
    assert any("players-exchanged" in way for way in ways)
    assert "does MAX keep the greatest value" in BY_ID["one-player"].description()


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_probes_tell_every_known_variant_from_the_textbook(
    interface: str, prune_when: PruneWhen
) -> None:
    """On three probes, and on one if so few of all trees do that three would be too many to ask.

    Fails if the stored probes are older than the catalogue: `python -m tests.probes` mends it.
    """
    chosen = probes(interface, prune_when)
    right = [observe(problem) for problem in chosen]
    once = 0
    for variant in known(interface, prune_when):
        observation = [variant.attempt(problem) for problem in chosen]
        differences = sum(
            result != other for result, other in zip(observation, right, strict=True)
        )
        assert differences, variant
        once += differences < 3
        assert variant in alike(
            interface, prune_when, [*zip(chosen, observation, strict=True)]
        )
    assert once <= len(known(interface, prune_when)) // 10


def stops(problem: Problem, observed: Observation, player: str) -> bool:
    """Return whether some node of a player has a child below which nothing was looked at, beside one below which it was."""
    tree = problem.tree
    looks = {*observed.looks}
    for node in range(len(tree)):
        looked = [
            not looks.isdisjoint(all_below(tree, child))
            for child in tree.children(node)
        ]
        if tree.player(node) == player and any(looked) and not all(looked):
            return True
    return False


def all_below(tree: Tree, node: int) -> set[int]:
    nodes = {node}
    for child in tree.children(node):
        nodes |= all_below(tree, child)
    return nodes


@pytest.mark.of("autograder.explain.claims")
@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_words_of_a_mistake_are_true_of_each_way_to_make_it_in_each_form(
    interface: str, prune_when: PruneWhen
) -> None:
    chosen = probes(interface, prune_when)
    goes_on = {
        "no-pruning": ("MAX", "MIN"),
        "no-max-cutoff": ("MAX",),
        "no-min-cutoff": ("MIN",),
    }
    for variant, _ in digests(interface, prune_when):
        name = variant.misconception.id
        if name not in claims.CLAIMS:
            continue
        attempts = [
            (problem, variant.attempt(problem, calls=True)) for problem in chosen
        ]
        searches = [
            (problem, observation) for problem, observation in attempts if observation
        ]
        assert claims.hold(name, searches), variant
        for player in goes_on.get(name, ()):
            for problem, observation in searches:
                assert not stops(problem, observation, player), variant


def searches_of(changes: str, *trees: object) -> list[tuple[Problem, Observation]]:
    problems = [Problem(Tree.from_nested(tree)) for tree in trees]
    return [
        (problem, observe(problem, changes_from(changes), calls=True))
        for problem in problems
    ]


@pytest.mark.of("autograder.explain.claims")
@pytest.mark.parametrize(
    ("name", "changes", "is_true"),
    [
        ("no-pruning", "no-test", True),
        ("no-pruning", "no-test for MAX", False),
        ("no-max-cutoff", "no-test for MAX", True),
        ("no-max-cutoff", "no-test for MIN", False),
        ("no-min-cutoff", "no-test for MIN", True),
        ("no-min-cutoff", "no-test for MAX", False),
        # Below a node with a closed window its children return at once.
        ("no-min-cutoff", "bounds-tested; tested-on-entry; no-test for MAX", False),
        ("strict-cutoff", "strict-test", True),
        ("strict-cutoff", "result-in-loop", False),
        ("late-cutoff", "test-before-fold", True),
        ("late-cutoff", "last-child-kept", False),
        ("first-child-only", "result-in-loop", True),
        ("first-child-only", "no-test", False),
        # It goes on if the first child is no better than alpha.
        ("first-child-only", "own-bound-tested-turned for MAX", False),
        ("right-to-left", "right-to-left for MIN", True),
        ("right-to-left", "no-test", False),
        ("eager-children", "all-children-first for MAX", True),
        ("eager-children", "strict-test", False),
        ("alpha-not-updated", "no-update for MAX", True),
        ("alpha-not-updated", "no-update for MIN", False),
        ("beta-not-updated", "no-update", True),
        ("beta-not-updated", "no-update for MAX", False),
        ("leaf-sign", "fold-turned", False),
        ("fold-reversed", "no-test", True),  # whose words claim nothing of all searches
    ],
)
def test_claims_of_a_mistakes_words_are_true_of_its_searches_alone(
    name: str, changes: str, is_true: bool
) -> None:
    trees = (
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        [[[3, 4], [5, 9]], [[1, 2], [7, 8]], [[6, 4], [0, 1]]],
        [[3, 4], [3, 2]],
        [3, [[1], [0, 0]]],
        [[[5, 6, 1], [5, 8, 2], [9, 9, 1]], [[2, 1, 1], [7, 7, 7]]],
    )
    assert claims.hold(name, searches_of(changes, *trees)) == is_true


@pytest.mark.of("autograder.explain.claims")
@pytest.mark.parametrize(
    ("value_of", "is_true"),
    [
        (lambda value, _: -value, True),
        (lambda value, player: -value if player == "MIN" else value, True),
        (lambda value, _: value + 1, False),
        (lambda value, _: abs(value), False),
    ],
)
def test_leaf_is_for_the_wrong_side_only_if_its_sign_alone_is_wrong(
    value_of: Callable[[Value, str], Value], is_true: bool
) -> None:
    """A leaf's line may be repaired by another value, too."""
    searches = []
    for nested in ([[-3, 12], [5, -8]], [3, -4, [1, -5]], [[[5, -6], 1], [2, 7]]):
        tree = Tree.from_nested(nested)
        changed_values = [
            None if value is None else value_of(value, tree.player(node))
            for node, value in enumerate(tree.values)
        ]
        problem = Problem(tree, "negamax")
        seen = problem._replace(tree=tree.with_values(changed_values))
        searches.append((problem, observe(seen)))
    assert claims.hold("leaf-sign", searches) == is_true


@given(st.data())
@settings(max_examples=50)
def test_every_wrong_variant_of_any_form_is_diagnosed(data: st.DataObject) -> None:
    """Each in the form in which it was drawn."""
    interface = data.draw(st.sampled_from(INTERFACES))
    prune_when = data.draw(st.sampled_from(CONVENTIONS))
    chosen = probes(interface, prune_when)
    form = data.draw(
        st.sampled_from(
            [form for form in forms(interface) if "(root)" not in str(form and form[0])]
        )
    )
    name = data.draw(st.sampled_from([*WAYS]))
    made = Variant(BY_ID[name], data.draw(st.sampled_from(WAYS[name])), form)
    if changed(interface, prune_when, made.changes):
        observation = [made.attempt(problem) for problem in chosen]
        is_known = made in alike(
            interface, prune_when, [*zip(chosen, observation, strict=True)]
        )
        searches = [
            (problem, result)
            for problem, result in zip(chosen, observation, strict=True)
            if result is not None
        ]
        assert (
            is_known
            or is_right(
                [(problem, observe(problem)) for problem in chosen], observation
            )
            or not claims.hold(name, searches)
        )


def same(problem: Problem, seen: Observation) -> bool:
    return seen == observe(problem)


def uncaught(exercises: ExerciseSet) -> list[AuditRow]:
    """Return the known mistakes that no exercise catches. Those over every small tree are tried last, with what is left."""
    in_order = tuple(
        sorted(exercises.exercises, key=lambda each: isinstance(each.generate, Every))
    )
    return [
        row
        for row in audit(exercises._replace(exercises=in_order), once=True)
        if not row.caught
    ]


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_every_shipped_set_passes_its_audit(folder: Path) -> None:
    assert [str(row.variant) for row in uncaught(load_set(folder))] == []


def test_uncaught_variants_equal_those_of_the_audit() -> None:
    for folder, only in (
        (PROJECT / "exercises", "23*"),
        (PROJECT / "exercises" / "minimax", "1[0-3]*"),
    ):
        exercises = load_set(folder, only)
        assert [row.variant for row in uncaught(exercises)] == [
            row.variant for row in audit(exercises) if not row.caught
        ]


@pytest.mark.parametrize("seed", [1, 17])
def test_generated_exercises_of_the_core_set_catch_every_mistake_with_any_seed(
    seed: int,
) -> None:
    exercises = load_set(PROJECT / "exercises")
    assert (
        sum(
            exercise.generate.examples
            for exercise in exercises.generated
            if isinstance(exercise.generate, Generate)
        )
        == 300
    )
    others = tuple(
        exercise._replace(generate=exercise.generate._replace(seed=seed))
        for exercise in exercises.generated
    )
    assert [
        row.variant.misconception.id
        for row in uncaught(exercises._replace(exercises=others))
    ] == []


def test_audit_of_a_poor_set_names_a_tree_that_catches_each_missed_mistake() -> None:
    exercises = load_set(PROJECT / "exercises", "23*")
    passing = [row for row in audit(exercises) if not row.caught]
    assert "shallow-only" in {row.variant.misconception.id for row in passing}
    for row in passing[:3]:
        problem = not_none(smallest_catch(row))
        mistaken = row.variant.attempt(problem)
        assert mistaken is None or not same(problem, mistaken)


@pytest.mark.parametrize(
    "name",
    [
        "strict-cutoff",
        "alpha-not-updated",
        "late-cutoff",
        "first-child-only",
        "no-max-cutoff",
    ],
)
def test_smallest_catch_has_as_few_leaves_as_possible(name: str) -> None:
    (row, *_) = [
        row
        for row in audit(load_set(PROJECT / "exercises", "01*"))
        if row.variant.misconception.id == name
    ]
    problem = not_none(smallest_catch(row))
    assert sum(1 for _ in problem.tree.leaves()) == (
        2 if name == "first-child-only" else 3
    )


# --- What a diagnosis says of a program, which runs here ---

Search = Callable[[Problem], Searched]
Change = Callable[[Problem, Observation], Observation | Failure]
AIMA = Problem(Tree.from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
TIES = Problem(Tree.from_nested([[3, 4], [3, 2]]))
LOST = Problem(Tree.from_nested([[-inf, 4], [-inf, 3]]))
WON = Problem(Tree.from_nested([[inf, 4], [inf, 3]], "MIN"))
TREES = (AIMA, TIES, LOST, WON)
LOW = Problem(Tree.from_nested([[5, 1], [3, 2]]), window=(5, 9))
HIGH = Problem(Tree.from_nested([[5, 9], [7, 8]], "MIN"), window=(1, 5))
STRICT = changes_from("strict-test")
# Making a change lets changes_from read its name in the rows of this test.
FAR = starting_with(-777, 777)
UNLIKE = starting_with(-777, 666)


def searching(changes: Changes = (), then: Change = lambda _, found: found) -> Search:
    """Return a program: the textbook's with changes. then: what becomes of what it does."""

    def search(problem: Problem) -> Searched:
        observation = observe(problem, changes, calls=True)
        functions = interfaces.load(problem.interface).functions
        calls = tuple(call for call in observation.calls if call.function in functions)
        return Searched(then(problem, observation._replace(calls=calls)))

    return search


def diagnosed(
    search: Search, *problems: Problem, adapter: Adapter | None = None, **given: Any
) -> tuple[Diagnosis, list[Verdict]]:
    """Return the diagnosis of a program, and the verdicts on its exercises."""
    exercises = [
        FixedExercise(str(number), "t", problem)
        for number, problem in enumerate(problems or TREES)
    ]
    verdicts: list[Verdict] = [
        judge(exercise, search_one_by_one(search), lambda: True)
        for exercise in exercises
    ]
    given = {"search": search, "fresh": search, **given}
    assignment = Assignment(
        "", adapter=adapter, prune_when=exercises[0].problem.prune_when
    )
    return Diagnosis(verdicts, assignment, **given), verdicts


def named(
    search: Search, *problems: Problem, adapter: Adapter | None = None, **given: Any
) -> set[tuple[str, ...]]:
    """Return the mistakes that are named in the exercises that a program fails."""
    diagnosis, verdicts = diagnosed(search, *problems, adapter=adapter, **given)
    return {
        diagnosis.names_for(verdict)
        for verdict in verdicts
        if isinstance(verdict, Failed)
    }


@pytest.mark.parametrize(
    ("interface", "changes", "name"),
    cases("mistake_is_named_in_every_form_and_number_for_infinity"),
)
def test_mistake_is_named_in_every_form_and_number_for_infinity(
    interface: str, changes: str, name: str
) -> None:
    guess = {"guess": 4, "epsilon": 2} if interface == "aspiration_search" else {}
    problems = [problem._replace(interface=interface, **guess) for problem in TREES]  # type: ignore[arg-type]
    assert named(searching(changes_from(changes)), *problems) == {(name,)}


def test_diagnosis_puts_the_likeliest_of_several_mistakes_first() -> None:
    others = ("alpha-not-updated", "update-reversed")
    assert named(searching(changes_from("fresh-window"))) == {
        ("window-not-passed", *others)
    }


def test_mistake_that_agrees_in_trees_like_the_sets_is_asked_for_them_alone() -> None:
    """With far values this program stops too early as well, by its small infinities."""

    def small(problem: Problem) -> Searched:
        is_whole = problem.window == (-inf, inf)
        window = (-20, 20) if is_whole else problem.window
        return Searched(observe(problem._replace(window=window), STRICT))

    (diagnosis, _) = diagnosed(small, AIMA, TIES)
    assert not diagnosis.fits_text("strict-cutoff")
    assert diagnosis.agrees_nearby("strict-cutoff")
    assert not diagnosis.agrees_nearby("eager-cutoff")


def test_mistake_need_not_agree_where_a_leaf_is_infinite() -> None:
    """Some loops begin with a test, and search nothing between infinite bounds."""

    def first_tested(problem: Problem, found: Observation) -> Observation:
        is_infinite = inf in map(abs, filter(None, problem.tree.values))
        return found._replace(looks=found.looks[:1]) if is_infinite else found

    (diagnosis, _) = diagnosed(searching(STRICT, first_tested))
    assert diagnosis.agreeing == ()
    assert diagnosis.agrees_nearby("strict-cutoff")
    assert not diagnosis.agrees_nearby("late-cutoff")


def test_player_that_leaves_out_a_leaf_is_seen_to_stop() -> None:
    """A course may have no tree in which the choices of a player can be asked."""
    stops = {}
    for way in ("strict-test", "no-test for MAX"):
        (diagnosis, _) = diagnosed(searching(changes_from(way)), AIMA, TIES)
        diagnosis._program.choices = []
        stops[way] = [
            diagnosis.stops_early(f"no-{player}-cutoff") for player in ("max", "min")
        ]
    assert stops == {"strict-test": [True, True], "no-test for MAX": [False, True]}


@pytest.mark.parametrize("value", [41, 10**399], ids=["small", "beyond any double"])
def test_diagnosis_names_nothing_where_no_mistake_fits(value: int) -> None:
    odd = searching(then=lambda _, found: found._replace(value=value))
    assert named(odd) == {()}
    assert named(odd, fresh=searching()) == {(STATE_KEPT,)}


def test_diagnosis_of_kept_state_stops_at_the_first_search_wrong_in_a_fresh_process() -> (
    None
):
    """As soon as one is wrong there too, nothing is named any more."""
    odd = searching(then=lambda _, found: found._replace(value=41))
    judged_problems = []

    def fresh(problem: Problem) -> Searched:
        judged_problems.append(problem)
        return odd(problem)

    assert named(odd, fresh=fresh) == {()}
    assert len(judged_problems) == 1


def test_kept_state_is_told_of_no_search_that_is_wrong_by_itself() -> None:
    """The smallest are searched anew first: a larger one may fail for another reason."""
    odd = searching(then=lambda _, found: found._replace(value=41))
    problems = [
        Problem(Tree.from_nested(list(range(size))))
        for size in range(1, MOST_SEARCHED_ANEW + 2)
    ]

    def fresh(problem: Problem) -> Searched:
        is_largest = problem.tree is problems[-1].tree
        return odd(problem) if is_largest else searching()(problem)

    assert named(odd, *problems, fresh=fresh) == {(STATE_KEPT,), ()}


def test_diagnosis_names_nothing_where_time_runs_out() -> None:
    always = Mock(return_value=True)
    assert named(searching(STRICT), going_on=always) == {("strict-cutoff",)}
    for moments in (0, 1, always.call_count // 2, always.call_count - 2):
        going_on = Mock(side_effect=chain([True] * moments, repeat(False)))
        assert named(searching(STRICT), fresh=searching(), going_on=going_on) == {()}


BROKEN = Failure("raised", "It broke.")
SLOW = Failure("too slow", "Too slow.")
MAX_FIRST = sorted(
    probes(AIMA.interface, AIMA.prune_when), key=lambda problem: problem.tree.players[0]
)
PROBED = [problem.tree.values for problem in MAX_FIRST]


@pytest.mark.parametrize(
    ("where", "failure"),
    [(slice(None), BROKEN), (slice(1), BROKEN), (slice(-1, None), SLOW)],
)
def test_program_that_breaks_on_every_probe_or_unlike_any_mistake_has_no_diagnosis(
    where: slice, failure: Failure
) -> None:
    def ends(problem: Problem, found: Observation) -> Observation | Failure:
        return failure if problem.tree.values in PROBED[where] else found

    assert named(searching(STRICT, ends)) == {()}


@pytest.mark.parametrize(("failure", "others"), [(SLOW, "strict-cutoff"), (BROKEN, "")])
def test_diagnosis_leaves_out_exercises_that_were_too_slow(
    failure: Failure, others: str
) -> None:
    """One that a mistake would not break has: what explains the others does not explain it."""

    def ends(problem: Problem, found: Observation) -> Observation | Failure:
        return failure if problem is WON else found

    program = searching(STRICT, ends)
    assert named(program) == {(), *((name,) for name in [others] if name)}
    verdict = judge(
        FixedExercise("a", "t", pattern=WON), search_one_by_one(program), lambda: True
    )
    assert can_be_diagnosed(verdict) == (failure is BROKEN)
    assert not can_be_diagnosed(NotRun(verdict.exercise, failure))


def shifted(by: float) -> Change:
    """Return something else if the value is outside the window: further out, or on the other side."""

    def shift(problem: Problem, found: Observation) -> Observation:
        alpha, beta = problem.window
        assert not isinstance(found.value, str)
        outside = found.value <= alpha or found.value >= beta
        step = by if found.value >= beta else -by
        return (
            found._replace(value=found.value + step)
            if outside and abs(found.value) < inf
            else found
        )

    return shift


def another_window(calls: int) -> Change:
    """Call with another window at first. calls: how many are noted; one alone says that a helper recurses."""

    def change(_: Problem, found: Observation) -> Observation:
        return found._replace(
            calls=(found.calls[0]._replace(alpha=-5), *found.calls[1:calls])
        )

    return change


def unknown_call(_: Problem, found: Observation) -> Observation:
    """Call a function once more, at a node where the mistaken search calls none."""
    return found._replace(
        calls=(*found.calls, found.calls[0]._replace(node=1000, alpha=-5))
    )


@pytest.mark.parametrize(
    ("then", "is_named"),
    [
        (shifted(1), True),
        (shifted(-2), True),
        (shifted(-3), False),
        (another_window(1), True),
        (another_window(2), False),
        (unknown_call, True),
        (lambda _, found: found._replace(calls=()), True),
        (
            lambda _, found: found._replace(
                looks=found.looks[:1] * 2 + found.looks[1:]
            ),
            True,
        ),
        (
            lambda problem, found: found._replace(
                looks=found.looks[:: -1 if problem is AIMA else 1]
            ),
            False,
        ),
    ],
)
def test_diagnosis_needs_value_visits_and_windows_to_agree(
    then: Change, is_named: bool
) -> None:
    assert named(searching(STRICT, then), *TREES, LOW, HIGH) == {
        ("strict-cutoff",) if is_named else ()
    }


def test_program_that_once_returns_a_value_for_an_action_has_no_diagnosis() -> None:
    changed = AIMA._replace(interface="alpha_beta_search")
    others = TIES._replace(interface="alpha_beta_search")

    def returns(problem: Problem, found: Observation) -> Observation:
        return found._replace(value=3) if problem is changed else found

    assert named(searching(STRICT), changed, others) == {("strict-cutoff",)}
    assert named(searching(STRICT, returns), changed, others) == {()}


def test_program_that_breaks_on_infinite_utilities_is_diagnosed_by_other_probes() -> (
    None
):
    def breaks(problem: Problem, found: Observation) -> Observation | Failure:
        return BROKEN if abs(problem.tree.values[-1] or 0) == inf else found

    assert named(searching(STRICT, breaks), AIMA, TIES) == {("strict-cutoff",)}


def test_one_function_alone_is_explained_by_what_the_program_does_as_a_whole() -> None:
    """The other function is the student's own, too: nobody answers for it."""
    alone = Problem(
        Tree.from_nested([3, 9, 5, 13, 7]), window=(-inf, 9), isolate="max_value"
    )
    assert named(searching(STRICT), alone) == {("strict-cutoff",)}
    lost = Problem(Tree.from_nested([-inf, -inf]), isolate="max_value")
    assert named(searching((UNLIKE(),)), lost, WON) == {("finite-infinity",)}


def test_diagnosis_takes_the_number_for_infinity_from_a_search_without_a_window() -> (
    None
):
    program = searching((*changes_from("fail-hard"), FAR()))
    assert named(program, LOW, LOST, WON) == {("finite-infinity",)}


@pytest.mark.parametrize(
    ("mirrored", "problems"), [(True, [LOST, WON]), (False, [LOST])]
)
def test_diagnosis_of_an_adapters_course_probes_only_the_players_of_its_set(
    mirrored: bool, problems: list[Problem]
) -> None:
    judged_problems: list[Problem] = []

    def noted(problem: Problem, found: Observation) -> Observation:
        judged_problems.append(problem)
        return found

    program = searching((UNLIKE("MAX"),), noted)
    adapter = Adapter(Path("adapter.py"), "", (), mirrored=mirrored)
    assert named(program, *problems, adapter=adapter) == {("finite-infinity",)}
    assert {
        problem.tree.players[0] for problem in judged_problems[len(problems) :]
    } == {"MAX"}


# --- Courses that have no word for some trees, or few values ---

COURSE = Adapter(Path("adapter.py"), "", ())
REFUSED = Failure("adapter", "No tree for this program.")
WHERE_GAMES_END = [
    interface for interface in INTERFACES if interface != "minimax_array"
]


def leaf_depths(tree: Tree) -> set[int]:
    depths = [0] * len(tree)
    for node in range(len(tree)):
        for child in tree.children(node):
            depths[child] = depths[node] + 1
    return {depths[leaf] for leaf in tree.leaves()}


def test_probe_that_a_course_refuses_counts_as_not_asked() -> None:
    def refuses(problem: Problem, found: Observation) -> Observation | Failure:
        return REFUSED if len(leaf_depths(problem.tree)) > 1 else found

    assert named(searching(STRICT, refuses), adapter=COURSE) == {("strict-cutoff",)}


def test_nothing_is_named_if_a_course_refuses_nearly_all_probes() -> None:
    def refuses(problem: Problem, found: Observation) -> Observation | Failure:
        return found if problem in TREES else REFUSED

    assert named(searching(STRICT, refuses), adapter=COURSE) == {()}


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", WHERE_GAMES_END)
def test_even_probes_have_all_leaves_in_the_last_ply(
    interface: str, prune_when: PruneWhen
) -> None:
    even = even_probes(interface, prune_when)
    assert even
    for problem in even:
        assert len(leaf_depths(problem.tree)) == 1
        assert not any(interfaces.mistakes(problem))


@pytest.mark.parametrize("results", [(-1, 0, 1), (0, 0.5, 1), (-10, 10)])
def test_program_of_a_game_with_few_results_is_asked_no_other_values(
    results: tuple[float, ...],
) -> None:
    low, high = results[0], results[-1]
    trees = (
        [[results[1], low], [high, results[1]]],
        [[low, high], [low, results[1]]],
    )
    problems = [Problem(Tree.from_nested(tree)) for tree in trees]

    def knows(problem: Problem, found: Observation) -> Observation:
        others = set(problem.tree.values) - {*results, None}
        return found._replace(value=7) if others else found

    program = searching(STRICT, knows)
    assert named(program, *problems, adapter=COURSE) == {("strict-cutoff",)}
    # Without an adapter the handout promises any numbers.
    assert named(program, *problems) == {()}


@pytest.mark.parametrize(
    ("generate", "results"),
    [
        (Generate(values=(-1, 1)), (-1, 0, 1)),
        (Generate(values=(0, 0), infinities=True), (-inf, 0, inf)),
        (Generate(values=(-2, 2)), ()),
        (Every(leaves=2, plies=1, values=(0, 2)), (0, 1, 2)),
    ],
)
def test_few_results_are_those_that_a_set_may_draw(
    generate: Generate | Every, results: tuple[float, ...]
) -> None:
    drawn = GeneratedExercise("1", "t", Problem(Tree.from_nested(0)), generate)
    assert few_results([drawn]) == results
    fixed = FixedExercise("2", "t", Problem(Tree.from_nested([0, 7])))
    assert few_results([drawn, fixed]) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([5, [9, -3]], [0, [1, -1]]),
        ([1, 2], [-1, 1]),
        ([4, [4]], [1, [1]]),
        ([-4, [-4]], [-1, [-1]]),
        ([1, 2, 3, 4, 5], [-1, -1, 0, 1, 1]),
    ],
)
def test_values_become_results_in_their_order(before: Any, after: Any) -> None:
    problem = among((-1, 0, 1), Problem(Tree.from_nested(before)))
    assert problem.tree.values == Tree.from_nested(after).values


# --- What the choices of one player show ---


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", INTERFACES)
def test_no_right_search_shows_a_mistake_by_its_choices(
    interface: str, prune_when: PruneWhen
) -> None:
    pattern = next(iter(probes(interface, prune_when)))._replace(depth=None)
    if interfaces.load(interface).complete_binary:
        return
    for form in forms(interface):
        search = partial(observe, changes=form)
        for player in ("MAX", "MIN"):
            choices = choices_of(player, pattern, search)
            shown = [name for name, is_shown in SHOWN.items() if is_shown(choices)]
            assert not shown, (form, player)


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ("last-child-kept", {"last-child-kept"}),
        ("test-before-fold", {"late-cutoff"}),
        ("test-before-fold; child-tested", {"cutting-child-not-counted"}),
        ("right-to-left", {"right-to-left"}),
        ("strict-test", set()),
        ("no-test", set()),
    ],
)
def test_choices_of_a_player_show_the_mistakes_that_it_makes(
    changes: str, names: set[str]
) -> None:
    search = partial(observe, changes=changes_from(changes))
    choices = choices_of("MIN", Problem(Tree.from_nested([0])), search)
    assert {name for name, is_shown in SHOWN.items() if is_shown(choices)} == names


@pytest.mark.parametrize(
    ("interface", "name"),
    [
        ("alpha_beta_search", "root-window-reset"),
        ("alpha_beta_search", "last-of-ties"),
        ("max_value/min_value", "zero-initial-value"),
    ],
)
def test_choices_show_mistakes_of_a_root_and_of_a_start(
    interface: str, name: str
) -> None:
    pattern = Problem(Tree.from_nested([0]), interface)
    made = [made for made in variants(interface, CONVENTIONS[0], name) if not made.form]
    shown = [
        SHOWN[name](choices_of(player, pattern, variant.attempt))
        for variant in made
        for player in ("MAX", "MIN")
    ]
    assert any(shown)


@pytest.mark.parametrize("name", NEVER_STOPS)
@pytest.mark.parametrize("interface", ["max_value/min_value", "minimax_ab", "negamax"])
def test_player_that_never_stops_leaves_no_leaf_out(interface: str, name: str) -> None:
    pattern = Problem(Tree.from_nested([0]), interface)
    for player in NEVER_STOPS[name]:
        assert choices_of(player, pattern, observe).stops
        made = variants(interface, CONVENTIONS[0], name)
        # If children are tested on entry, leaves are left out without the player's test.
        for variant in (variant for variant in made if not variant.form):
            assert not choices_of(player, pattern, variant.attempt).stops


@pytest.mark.parametrize("player", ["MAX", "MIN"])
def test_player_looks_on_only_where_a_right_search_stops(player: str) -> None:
    pattern = Problem(Tree.from_nested([0]))
    right = choices_of(player, pattern, observe)
    without_test = choices_of(
        player, pattern, partial(observe, changes=changes_from("no-test"))
    )
    assert without_test.looks_on(right)
    assert not right.looks_on(right)
    never_prunes = Problem(Tree.from_nested([0]), "minimax")
    of_minimax = choices_of(player, never_prunes, observe)
    assert not of_minimax.looks_on(of_minimax)


def shown_on_probes(interface: str, name: str) -> list[Variant]:
    shown = [variant for variant, _ in digests(interface, CONVENTIONS[0])]
    made = [variant for variant in shown if variant.misconception.id == name]
    assert made
    return made


@pytest.mark.parametrize(
    ("interface", "name"),
    [
        *product(
            ["max_value/min_value", "minimax_ab", "negamax"],
            ["last-child-kept", "late-cutoff"],
        ),
        ("max_value/min_value", "own-bound-not-passed"),
        ("minimax_ab", "own-bound-not-passed"),
    ],
)
def test_choices_refute_no_mistake_that_is_made(interface: str, name: str) -> None:
    pattern = Problem(Tree.from_nested([0]), interface)
    for variant in shown_on_probes(interface, name):
        choices = [choices_of(player, pattern, variant.attempt) for player in PLAYERS]
        assert not REFUTED[name](choices), variant


@pytest.mark.parametrize("interface", ["max_value/min_value", "minimax_ab", "negamax"])
def test_bound_that_is_returned_is_seen_in_any_form(interface: str) -> None:
    pattern = Problem(Tree.from_nested([0]), interface)
    for variant in shown_on_probes(interface, "wrong-bound-returned"):
        choices = [choices_of(player, pattern, variant.attempt) for player in PLAYERS]
        assert any(choice.returned_bound for choice in choices), variant


@pytest.mark.of("autograder.explain.claims")
@pytest.mark.parametrize(
    ("depth", "is_true"), [(None, True), (1, True), (2, False), (3, True)]
)
def test_search_ends_at_another_depth_if_it_looks_there(
    depth: int | None, is_true: bool
) -> None:
    problem = Problem(Tree.from_nested([[[3], [4]], [[5]]]), "alpha_beta", depth=2)
    looks_in_ply_2 = Observation(3, (3, 4, 5))
    searches = [(problem._replace(depth=depth), looks_in_ply_2)]
    assert claims.hold("depth-off-by-one", searches) == is_true


def test_choices_of_what_cannot_be_asked_show_nothing() -> None:
    choices = choices_of("MAX", Problem(Tree.from_nested([0])), lambda _: None)
    assert not any(is_shown(choices) for is_shown in SHOWN.values())
