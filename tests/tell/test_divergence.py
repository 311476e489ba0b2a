"""The sentences about a search that went wrong, read back and held against the textbook's recorded calls.

Each kind of sentence has a pattern, made of the sentence itself, in any language. One that fits none fails, and so does one if another kind is due. The facts
of a search are worked out once more, from the records alone.
"""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from math import inf, nan

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.core.judging.judge import calls_to_compare
from autograder.core.limits import MOST_LINES_OF_TREE
from autograder.core.sentences import languages, sentence, speaking
from autograder.explain.probe_trees import known, probes
from autograder.tell.divergence import describe_calls, describe_visits
from autograder.tell.styled_text import Style, plain
from autograder.tell.tree_drawing import TreeAnnotations, draw
from autograder.tell.wrong_values import describe_value
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree, Value
from reference.interfaces import exact_values, is_judged_in_part, load, searched_tree
from reference.observe import observe
from reference.problem import Answer, Call, Observation, Problem, PruneWhen
from tests.probes import CONVENTIONS
from tests.reading import NODE, NUMBER, Names, pattern, read
from tests.sets import cases, not_none
from tests.trees import FEW_VALUES, PLAYERS, Nested, nested_trees, problems

DECIDED_BY_FEW = nested_trees(FEW_VALUES).filter(lambda tree: isinstance(tree, list))
LANGUAGES = st.sampled_from(languages())
NO_FURTHER = ("divergence", "no further look")
TOO = ("divergence", "looked, too")
LOOKED = ("divergence", "looked")
KINDS: dict[str, Names] = {
    "no look": (("divergence", "no look"),),
    "can stop": (("cutoff", "stops"), TOO),
    "cannot stop": (("cutoff", "goes on"), NO_FURTHER),
    "cannot stop, instead": (("cutoff", "goes on"), LOOKED),
    "first": (("cutoff", "first"), NO_FURTHER),
    "first, instead": (("cutoff", "first"), LOOKED),
    "next": (("cutoff", "next"), NO_FURTHER),
    "next, instead": (("cutoff", "next"), LOOKED),
    "done": (("cutoff", "over"), TOO),
    "first window": (("divergence", "no second pass"),),
    "first window, again": (("divergence", "no second look"),),
    "another pass": (("divergence", "second pass is due"),),
}
"""The sentences about visits, by their topics and names."""
VALUES: dict[str, Names] = {
    "infinity": (("divergence", "finite infinity"),),
    "sign": (("divergence", "right leaves"), ("divergence", "only the sign")),
    "sign, first pass": (
        ("divergence", "right leaves, first pass"),
        ("divergence", "only the sign"),
    ),
    "no leaf": (
        ("divergence", "right leaves"),
        ("divergence", "value of no leaf"),
        ("divergence", "where it comes from"),
    ),
    "no leaf, first pass": (
        ("divergence", "right leaves, first pass"),
        ("divergence", "value of no leaf"),
        ("divergence", "where it comes from"),
    ),
    "anywhere": (("divergence", "right leaves"), ("divergence", "where it comes from")),
    "anywhere, first pass": (
        ("divergence", "right leaves, first pass"),
        ("divergence", "where it comes from"),
    ),
    "a leaf": (("divergence", "value of a leaf"), ("divergence", "other values")),
    "a leaf to MIN": (
        ("divergence", "value of a leaf to MIN"),
        ("divergence", "other values"),
    ),
    "a leaf, first pass": (
        ("divergence", "value of a leaf, first pass"),
        ("divergence", "other values"),
    ),
}
"""The sentences about a wrong value after right visits."""
COMPARE: Mapping[str, Callable[[Value, Value], bool]]
COMPARE = {"≥": operator.ge, ">": operator.gt, "≤": operator.le, "<": operator.lt}


def number(text: str) -> Value:
    return float(text) if re.search(r"inf|\.|e", text) else int(text)


def value_of(call: Call) -> Value:
    assert isinstance(call.value, (int, float))
    return call.value


def path_up(tree: Tree, node: int) -> list[int]:
    """Return a node and its ancestors, up to the root."""
    path = [node]
    while path[-1]:
        path.append(tree.parent(path[-1]))
    return path


@dataclass(frozen=True)
class Records:
    """A pass of the textbook's search, and where other looks part from it, by nothing but what was recorded.

    done: the looks that both made. due: the textbook's next look. made: the other search's look instead.
    """

    problem: Problem
    calls: Mapping[int, Call]
    visited: tuple[int, ...]
    done: tuple[int, ...]
    due: int | None
    made: int | None

    @property
    def tree(self) -> Tree:
        return self.problem.tree

    def below(self, node: int | None, above: int) -> bool:
        return node is not None and above in path_up(self.tree, node)

    def searched(self, node: int) -> list[int]:
        return [child for child in self.tree.children(node) if child in self.calls]

    def cut_off_at(self) -> int | None:
        """Return the node at which the textbook stops after just these looks, if the other search went on below it."""
        if self.made is None or self.made in self.visited or self.made in self.calls:
            return None
        node = next(
            (node for node in path_up(self.tree, self.made) if node in self.calls), None
        )
        if node is None or not self.searched(node) or not self.done:
            return None
        last = self.searched(node)[-1]
        reached = self.below(self.done[-1], last) and not self.below(self.due, node)
        return node if reached else None

    def goes_on_at(self) -> int | None:
        """Return the node at which the textbook does not stop after these looks, but goes on to its next child."""
        if self.due is None or not self.done:
            return None
        path = path_up(self.tree, self.due)
        node = next(
            above
            for below, above in pairwise(path)
            if below != self.tree.children(above)[0]
        )
        return node if node in self.calls else None


def records(problem: Problem, expected: Observation, looks: Sequence[int]) -> Records:
    """Return how far some looks are those of a search."""
    visited = expected.visited
    same = next(
        (n for n, (a, b) in enumerate(zip(visited, looks, strict=False)) if a != b),
        min(len(visited), len(looks)),
    )
    due = visited[same] if same < len(visited) else None
    made = looks[same] if same < len(looks) else None
    return Records(
        problem,
        {call.node: call for call in expected.calls},
        visited,
        visited[:same],
        due,
        made,
    )


def first_pass(problem: Problem) -> Observation:
    """Return the first pass of aspiration search: the search of two functions with that window."""
    assert problem.guess is not None
    assert problem.epsilon is not None
    window = (problem.guess - problem.epsilon, problem.guess + problem.epsilon)
    terms = {
        "interface": "max_value/min_value",
        "window": window,
        "guess": None,
        "epsilon": None,
    }
    return observe(problem._replace(**terms), calls=True)  # type: ignore[arg-type]


# --- Where two searches part ---


def check(problem: Problem, looks: tuple[int, ...], *, returned: bool) -> str | None:
    """Hold the sentences about a search against the records; returns the kind of sentence."""
    expected = observe(problem, calls=True)
    sentence = describe_visits(problem, expected, looks, returned=returned)
    if not looks:
        assert (sentence is not None) == returned
        return read(sentence, KINDS)[0] if sentence else None
    if problem.epsilon is None:
        return _check_pass(
            records(problem, expected, tuple(dict.fromkeys(looks))),
            sentence,
            returned=returned,
        )
    first = first_pass(problem)
    calls_of_search = tuple(
        look
        for index, look in enumerate(looks)
        if index == 0 or looks[index - 1] != look
    )
    parting = records(problem, first, calls_of_search)
    assert problem.guess is not None
    inside = abs(value_of(first.calls[0]) - problem.guess) < problem.epsilon
    if parting.due is not None or (inside and parting.cut_off_at() is not None):
        return _check_pass(parting, sentence, returned=returned)
    if (parting.made is None) if inside else (parting.made is not None or not returned):
        assert sentence is None
        return None
    assert sentence is not None
    kind, captured = read(sentence, KINDS)
    if inside:
        is_again = parting.made in parting.done
        assert kind == ("first window, again" if is_again else "first window")
        assert problem.tree.node(captured["leaf"]) == parting.made
        return kind
    assert kind == "another pass"
    assert number(captured["value"]) == first.calls[0].value
    assert (number(captured["alpha"]), number(captured["beta"])) == (
        first.calls[0].alpha,
        first.calls[0].beta,
    )
    return kind


def _check_pass(found: Records, sentence: str | None, *, returned: bool) -> str | None:
    tree = found.tree
    if found.made is None and (found.due is None or not returned):
        assert sentence is None
        return None
    assert sentence is not None
    kind, captured = read(sentence, KINDS)
    cut_off, goes_on = found.cut_off_at(), found.goes_on_at()
    if cut_off is not None:
        assert kind == "can stop", (sentence, found)
        assert tree.node(captured["leaf"]) == found.made
        assert tree.node(captured["node"]) == cut_off
        assert tree.node(captured["child"]) == found.searched(cut_off)[-1]
        check_test(found, captured, stops=True)
        return kind
    if found.due is None:
        assert kind == "done", (sentence, found)
        assert tree.node(captured["leaf"]) == found.made
        return kind
    due_kind = "first" if found.due == found.visited[0] else "next"
    if goes_on is not None:
        due_kind = "cannot stop"
    instead = ", instead" if found.made is not None else ""
    assert kind == f"{due_kind}{instead}", (sentence, found)
    if found.made is not None:
        second = "leaf" if due_kind == "cannot stop" else "leaf2"
        assert tree.node(captured[second]) == found.made
    if goes_on is None:
        assert tree.node(captured["leaf"]) == found.due
    else:
        assert tree.node(captured["next"]) == found.due
        child = not_none(tree.node(captured["child"]))
        assert tree.node(captured["node"]) == goes_on == tree.parent(child)
        assert found.below(found.done[-1], child)
        assert found.below(found.due, child + 1)
        check_test(found, captured, stops=False)
    return kind


def check_test(found: Records, said: Mapping[str, str], *, stops: bool) -> None:
    """Hold the window, the values, the comparison and the player of a sentence against the calls."""
    tree, problem = found.tree, found.problem
    node, child = tree.node(said["node"]), tree.node(said["child"])
    assert node is not None
    assert child is not None
    negated, player = load(problem.interface).negated, tree.player(node)
    greatest = negated or player == "MAX"
    call = found.calls[node]
    assert said["name"] == ("beta" if greatest else "alpha")
    assert number(said["bound"]) == (call.beta if greatest else call.alpha)
    before = [
        value_of(found.calls[sibling])
        for sibling in tree.children(node)
        if sibling <= child
    ]
    values = [-value for value in before] if negated else before
    assert number(said["returned"]) == values[-1]
    assert number(said["v"]) == (max if greatest else min)(values)
    assert COMPARE[said["sign"]](number(said["v"]), number(said["bound"]))
    equal = problem.prune_when == "alpha >= beta"
    sign = ("≥" if equal else ">") if greatest else ("≤" if equal else "<")
    opposite = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}
    assert said["sign"] == (sign if stops else opposite[sign])


def every_problem() -> st.SearchStrategy[Problem]:
    """Return a strategy of problems of every interface; in some of the two functions one is judged alone."""
    return problems().flatmap(
        lambda problem: st.sampled_from([problem, alone(problem)])
    )


def alone(problem: Problem) -> Problem:
    """Return the same with the function judged alone that starts, if there are two functions."""
    if problem.interface != "max_value/min_value" or problem.tree.is_leaf(0):
        return problem
    return problem._replace(
        isolate="max_value" if problem.tree.player(0) == "MAX" else "min_value"
    )


@st.composite
def searches(draw: st.DrawFn) -> tuple[Problem, tuple[int, ...]]:
    """Return a problem and what some search looked at: one with a known mistake, or with a few looks wrong at random."""
    problem = draw(every_problem())
    mistakes = known(problem.interface, problem.prune_when)
    if problem.isolate is None and bool(mistakes) and draw(st.booleans()):
        observation = draw(st.sampled_from(mistakes)).attempt(problem)
        if observation is not None:
            return problem, observation.looks
    looks = list(observe(problem).looks)
    for _ in range(draw(st.integers(0, 3))):
        drawn = draw(st.integers(0, len(looks)))
        kind = draw(st.sampled_from(["look", "skip", "end", "swap", "turn"]))
        if kind == "look":
            looks.insert(drawn, draw(st.integers(0, len(problem.tree) - 1)))
        elif kind == "turn":
            looks.reverse()
        elif kind == "swap" and drawn < len(looks):
            looks[0], looks[drawn] = looks[drawn], looks[0]
        else:
            del looks[
                drawn : drawn + draw(st.integers(1, 3)) if kind == "skip" else None
            ]
    return problem, tuple(looks)


@settings(max_examples=150)
@given(LANGUAGES, searches(), st.booleans())
def test_sentence_about_the_visits_is_true_of_any_looks(
    language: str, search: tuple[Problem, tuple[int, ...]], returned: bool
) -> None:
    problem, looks = search
    with speaking(language):
        check(problem, looks, returned=returned)


@settings(max_examples=150)
@given(
    LANGUAGES,
    DECIDED_BY_FEW,
    PLAYERS,
    st.none() | FEW_VALUES,
    st.sampled_from([0.5, 1, 3]),
    st.data(),
    st.booleans(),
)
def test_sentence_about_the_visits_of_aspiration_passes_is_true(
    language: str,
    nested: Nested,
    player: str,
    guess: int | None,
    epsilon: Value,
    data: st.DataObject,
    returned: bool,
) -> None:
    """One that ends early, perhaps just after the first pass, or late. guess: None for the value itself."""
    tree = Tree.from_nested(nested, player)
    value = observe(Problem(tree, "max_value/min_value")).value
    assert not isinstance(value, str)
    problem = Problem(
        tree,
        "aspiration_search",
        guess=value if guess is None else guess,
        epsilon=epsilon,
    )
    looks, first = observe(problem).looks, first_pass(problem).looks
    end = data.draw(st.just(len(first)) | st.integers(1, len(looks)))
    pruned = [leaf for leaf in tree.leaves() if leaf not in first]
    leaves = (tree.leaves(), pruned or tree.leaves())
    before, after = (
        data.draw(st.lists(st.sampled_from([*leaves_of_pass]), max_size=2))
        for leaves_of_pass in leaves
    )
    with speaking(language):
        check(problem, (*before, *looks[:end], *after), returned=returned)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (
            Problem(Tree.from_nested([[3, 5], [2, 7]])),
            "a right search goes on to C3. Your search looked at no further leaf.",
        ),
        (
            Problem(
                Tree.from_nested([[3, 5], [2, 7]]),
                "aspiration_search",
                guess=20,
                epsilon=1,
            ),
            "the tree is searched again. Your search looked at no other leaf after that.",
        ),
    ],
)
def test_search_that_looks_no_further_is_not_said_to_have_stopped(
    problem: Problem, said: str
) -> None:
    """It may have gone on all the same: a table may have answered."""
    expected = observe(problem, calls=True)
    end = 2 if problem.epsilon is None else expected.looks.index(expected.looks[0], 1)
    sentences = describe_visits(problem, expected, expected.looks[:end])
    assert sentences is not None
    assert sentences.endswith(said)


@pytest.mark.parametrize("prune_when", CONVENTIONS)
@pytest.mark.parametrize("interface", interfaces.names())
def test_sentence_and_drawing_of_every_known_mistake_are_true(
    interface: str, prune_when: PruneWhen
) -> None:
    for problem in probes(interface, prune_when):
        observation = {
            attempt.looks
            for made in known(interface, prune_when)
            if (attempt := made.attempt(problem))
        }
        calls = observe(problem, calls=True)
        for index, looks in enumerate(sorted(observation)):
            check(problem, looks, returned=True)
            check_drawing(problem, calls, looks, returned=index % 2 == 0)


# --- What is said of answered calls ---

CALLS: dict[str, Names] = {
    "missing": (("divergence", "call is missing"),),
    "more": (("divergence", "call too many"),),
    "window": (("divergence", "other window"),),
}


@settings(max_examples=150, deadline=None)
@given(LANGUAGES, DECIDED_BY_FEW, PLAYERS, st.data())
def test_describe_calls_tells_the_first_wrong_call_truly(
    language: str, nested: Nested, player: str, data: st.DataObject
) -> None:
    with speaking(language):
        check_calls(nested, player, data)


def check_calls(nested: Nested, player: str, data: st.DataObject) -> None:
    """Hold the sentences about some calls against the right ones."""
    problem = alone(Problem(Tree.from_nested(nested, player)))
    textbook = observe(problem, calls=True)
    due_calls, _ = calls_to_compare(problem, textbook, textbook)
    assert describe_calls(problem, due_calls, due_calls) is None
    drawn = data.draw(st.integers(0, len(due_calls)))
    ends = {"alpha": st.sampled_from([-99, 98]), "beta": st.sampled_from([-98, 99])}
    changed = []
    if drawn < len(due_calls):
        bounds = data.draw(st.fixed_dictionaries({}, optional=ends))
        changed = [due_calls[drawn]._replace(**bounds)]  # type: ignore[arg-type]
    additional = (
        [Call(due_calls[0].function, len(problem.tree) - 1, 3, 4, None)]
        if data.draw(st.booleans())
        else []
    )
    made_calls = [
        *due_calls[:drawn],
        *(changed if data.draw(st.booleans()) else []),
        *additional,
        *due_calls[drawn + 1 :],
    ]
    right, made_call = next(
        ((a, b) for a, b in zip_longest(due_calls, made_calls) if a != b), (None, None)
    )
    sentence = describe_calls(problem, due_calls, made_calls)
    assert (sentence is None) == (right is made_call is None)
    if sentence is None:
        return
    kind, captured = read(sentence, CALLS, due=".+?", given=".+")
    assert kind == (
        "missing"
        if made_call is None
        else "more"
        if right is None or right.node != made_call.node
        else "window"
    )
    shown = not_none(made_call or right)
    assert (captured["function"], problem.tree.node(captured["node"])) == (
        shown.function,
        shown.node,
    )
    if kind == "more":
        assert (number(captured["alpha"]), number(captured["beta"])) == (
            shown.alpha,
            shown.beta,
        )
    if kind == "window":
        assert right is not None
        for name, is_right, is_own in (
            ("alpha", right.alpha, shown.alpha),
            ("beta", right.beta, shown.beta),
        ):
            assert (
                (f"{name} =" in captured["due"])
                == (f"{name} =" in captured["given"])
                == (is_right != is_own)
            )
            for clause, value in (
                ((captured["due"], is_right), (captured["given"], is_own))
                if is_right != is_own
                else ()
            ):
                found_number = not_none(re.search(rf"{name} = ({NUMBER})", clause))
                assert number(found_number[1]) == value


# --- What is said of a value ---


@settings(max_examples=150)
@given(LANGUAGES, every_problem(), st.data())
def test_sentence_about_a_wrong_value_is_true(
    language: str, problem: Problem, data: st.DataObject
) -> None:
    expected = observe(problem, calls=True)
    values_seen = [
        value for value in searched_tree(problem).values if value is not None
    ]
    large = st.sampled_from(
        [2**63 - 1, -(2**63), 10**300, 1.7e308, 2**53 + 1, 2**53, -(2**53)]
    )
    value = data.draw(
        st.sampled_from([*values_seen, *(-value for value in values_seen)])
        | st.integers(-5, 5)
        | large
    )
    if not isinstance(expected.value, str) and value != expected.value:
        with speaking(language):
            check_value(problem, expected, value)


def given_to(problem: Problem) -> set[Value]:
    """Return the numbers that a search is called with."""
    sign = -1 if problem.interface == "negamax" else 1
    given = {*problem.window, *(sign * end for end in problem.window)}
    if problem.guess is not None and problem.epsilon is not None:
        guess, epsilon = problem.guess, problem.epsilon
        given |= {guess, epsilon, guess - epsilon, guess + epsilon}
    return given


@pytest.mark.parametrize(
    ("window", "nested"),
    [((0, 4), [[4, 3], [6, 5]]), ((-inf, inf), [[4, 4], [7, 8]])],
    ids=["an end of the window", "two leaves"],
)
def test_no_leaf_is_named_if_a_wrong_value_may_come_from_elsewhere(
    window: tuple[Value, Value], nested: Nested
) -> None:
    problem = Problem(
        Tree.from_nested(nested),
        window=window,
        bound="fail-soft",
        prune_when="alpha > beta",
    )
    expected = observe(problem, calls=True)
    said = describe_value(problem, expected, expected._replace(value=4))
    assert said == (
        "Your search looked at the right leaves and returned 4. "
        "Where in your code does it come from?"
    )


def check_value(problem: Problem, expected: Observation, value: Value) -> str:
    """Hold the sentences about a wrong value against the values that were looked at."""
    sentence = not_none(
        describe_value(problem, expected, expected._replace(value=value))
    )
    assert not isinstance(expected.value, str)
    if 10**200 < abs(value) < inf:  # cut to a length that can be read
        cut = pattern("list", "cut", text=r"-?\d{39,40}", length=r"\d+")
        sentence, cuts = re.subn(cut, str(value), sentence)
        assert cuts == 1
    kind, captured = read(sentence, VALUES)
    assert number(captured["value"]) == value
    own_values = searched_tree(problem).values
    answered = (
        {call.node: call.value for call in expected.calls} if problem.isolate else {}
    )
    holders = [
        leaf
        for leaf in expected.visited
        if value in (problem.tree.values[leaf], own_values[leaf], answered.get(leaf))
    ]
    sign = (
        -1 if problem.interface == "negamax" and problem.tree.player(0) == "MIN" else 1
    )
    worth = [problem.tree.values[leaf] for leaf in expected.visited]
    is_a_leafs = value in [sign * not_none(leaf) for leaf in worth if leaf is not None]
    is_answered = value in [answered.get(leaf) for leaf in expected.visited]
    finite = 2**53 < abs(value) < inf and abs(value) != abs(expected.value)
    text = (
        "infinity"
        if finite
        else "sign"
        if value == -expected.value
        and abs(value) < inf
        and not (is_a_leafs or is_answered)
        else "no leaf"
        if not holders
        else "anywhere"
        if len(holders) > 1 or value in given_to(problem)
        else "a leaf"
    )
    if text == "a leaf" and problem.tree.values[holders[0]] != value:
        # The tree is drawn with its values for MAX.
        is_for_min = problem.tree.player(holders[0]) == "MIN"
        text = "a leaf to MIN" if is_for_min and not is_answered else text
    is_of_first_pass = is_judged_in_part(problem, expected) and text != "infinity"
    assert kind == (f"{text}, first pass" if is_of_first_pass else text), sentence
    if text.startswith("a leaf"):
        assert problem.tree.node(captured["leaf"]) in holders
    return kind


@pytest.mark.parametrize("value", [2**53, -(2**53), 2**53 + 1])
def test_only_what_is_larger_than_any_utility_stands_for_infinity(value: int) -> None:
    problem = Problem(Tree.from_nested([3, 5]))
    check_value(problem, observe(problem), value)


@pytest.mark.parametrize(
    ("right", "value"), [(3, "B1"), ("B1", 3), ("B1", "B2"), (3, nan)]
)
def test_describe_value_says_nothing_of_a_value_that_is_no_number(
    right: Answer, value: Answer
) -> None:
    assert (
        describe_value(
            Problem(Tree.from_nested([3])),
            Observation(right, (1,)),
            Observation(value, (1,)),
        )
        is None
    )


@pytest.mark.parametrize(
    ("tree", "value", "words"),
    [
        ([[2, 3], [-2, 5]], -2, "returned -2, the value of C3."),
        ([[-inf, 3]], inf, "returned inf. No leaf has this value."),
        ([[2, 3], [1, 5]], -2, "returned -2. Only the sign is wrong."),
    ],
)
def test_sign_is_not_blamed_where_a_leaf_or_a_start_has_the_value(
    tree: Nested, value: Value, words: str
) -> None:
    problem = Problem(Tree.from_nested(tree))
    expected = observe(problem, calls=True)
    description = describe_value(problem, expected, expected._replace(value=value))
    assert words in not_none(description)


def test_sign_is_not_blamed_where_a_value_went_wrong_before() -> None:
    problem = Problem(Tree.from_nested([[2, 3], [1, 5]]))
    expected = observe(problem, calls=True)
    observed = expected._replace(value=-2)
    description = describe_value(
        problem, expected, observed, "The value first went wrong."
    )
    assert not_none(description).endswith("returned -2. The value first went wrong.")


def test_a_number_with_many_digits_is_cut() -> None:
    description = not_none(
        describe_value(
            Problem(Tree.from_nested([1e300])),
            Observation(1e300, (1,)),
            Observation(-1e300, (1,)),
        )
    )
    assert re.search(
        r"returned -\d{39} … \(cut: 302 characters in all\)\. Only the sign is wrong\.",
        description,
    )


# --- The drawing ---

TESTS: dict[str, Names] = {
    "test": (("cutoff", "test"),),
    "on entry": (("cutoff", "on entry"),),
}
STOPS: dict[str, Names] = {
    "cutoff": (("drawing", "cutoff"),),
    "should stop": (("drawing", "should stop"),),
}
"""The sentences about a cutoff in a drawing, by their topics and names."""
LEAF = rf"(?P<before>[ │├└─]*)(?P<name>{NODE}) (?P<value>(?:{NUMBER})?)   (?P<mark>.+)"
STOP = r"   (?P<stop>✂ .*)"
INNER = rf"(?P<before>[ │├└─]*)(?P<name>{NODE}) (?P<player>MAX|MIN)(?: (?P<sign>[=≤≥]) (?P<bound>{NUMBER}))?(?:  (?P<folded>….*?))?(?:{STOP})?"


@settings(max_examples=200)
@given(LANGUAGES, searches(), st.booleans(), st.integers(0, 3))
def test_drawing_of_any_looks_is_true(
    language: str, search: tuple[Problem, tuple[int, ...]], returned: bool, form: int
) -> None:
    problem, looks = search
    forms = (
        [*other_right_searches(problem, calls=True)] if problem.isolate is None else []
    )
    if form < len(forms):
        expected = forms[form]
        looks = expected.looks
    else:
        expected = observe(problem, calls=True)
    with speaking(language):
        check_drawing(problem, expected, looks, returned=returned)
        check_drawing(problem, expected, None, returned=True)


@settings(max_examples=100)
@given(DECIDED_BY_FEW, PLAYERS, st.sampled_from(CONVENTIONS))
@example([[inf], [1, 2]], "MAX", "alpha >= beta")
def test_drawing_of_a_decision_in_another_right_form_is_true(
    nested: Nested, player: str, prune_when: PruneWhen
) -> None:
    """Below a root without a test the window may be closed already."""
    problem = Problem(
        Tree.from_nested(nested, player), "alpha_beta_search", prune_when=prune_when
    )
    for expected in other_right_searches(problem, calls=True):
        check_drawing(problem, expected, expected.looks, returned=True)


@settings(max_examples=100)
@given(
    LANGUAGES,
    st.lists(
        st.lists(
            FEW_VALUES | st.lists(FEW_VALUES, min_size=1, max_size=2),
            min_size=1,
            max_size=3,
        ),
        min_size=12,
    ),
    st.sampled_from([None, 2]),
    st.booleans(),
    st.data(),
)
def test_drawing_of_a_large_tree_is_true(
    language: str,
    nested: list[Nested],
    depth: int | None,
    returned: bool,
    data: st.DataObject,
) -> None:
    tree = Tree.from_nested(nested)
    tree = tree.with_values([value or 0 for value in tree.values])
    problem = Problem(tree, "alpha_beta", depth=depth)
    expected = observe(problem, calls=True)
    left_out = data.draw(st.sets(st.sampled_from(expected.looks), max_size=2))
    looks = [
        look
        for look in expected.looks[: data.draw(st.integers(0, len(expected.looks)))]
        if look not in left_out
    ]
    pruned = expected.pruned(tree, depth)
    drawn = data.draw(st.lists(st.sampled_from(pruned), max_size=2)) if pruned else []
    with speaking(language):
        check_drawing(problem, expected, (*looks, *drawn), returned=returned)
        check_drawing(problem, expected, None, returned=True)


@pytest.mark.parametrize(("nested", "more"), cases("drawing_with_extra_looks_is_true"))
def test_drawing_with_extra_looks_is_true(
    nested: list[Nested], more: tuple[int, ...]
) -> None:
    problem = Problem(Tree.from_nested(nested))
    values = problem.tree.values
    looks = (*observe(problem).looks, *(values.index(value) for value in more))
    check_drawing(problem, observe(problem, calls=True), looks, returned=True)


def test_a_leaf_without_a_value_is_drawn_as_its_author_calls_it() -> None:
    problem = Problem(
        Tree.from_nested([[3], [2, 5, 6]]).with_values(
            [None, None, None, 3, 2, None, None]
        )
    )
    rows = plain(
        draw(TreeAnnotations(problem, observe(problem, calls=True), {5: "x"}))
    ).split("\n")
    assert rows[-2:] == ["   ├─ C3 x   pruned", "   └─ C4    pruned"]


def test_a_leaf_of_an_earlier_pass_is_not_told_as_one_that_should_have_been_left_out() -> (
    None
):
    tree = Tree.from_nested([[5], [1, 2]])
    problem = Problem(
        tree, "aspiration_search", guess=0, epsilon=0.5, prune_when="alpha > beta"
    )
    forms = other_right_searches(problem, calls=True)
    twice = [
        expected
        for expected in forms
        if 5 in expected.looks and 2 in stops(problem, expected)
    ]
    assert twice
    for expected in twice:
        drawing = TreeAnnotations(problem, expected, {}, expected.looks, returned=False)
        assert "should stop" not in plain(draw(drawing))


def check_drawing(
    problem: Problem,
    expected: Observation,
    looks: tuple[int, ...] | None,
    *,
    returned: bool,
) -> None:
    """Hold the shape of a drawing, its marks, its cutoffs and what it leaves out against the records."""
    tree = problem.tree
    page = draw(TreeAnnotations(problem, expected, {}, looks, returned=returned))
    for line in page:
        spans = line[1:] if line[0].style == "branch" else line
        assert all(span.style == style_of(span.text) for span in spans)
    assert all(line[0].style == "branch" for line in page[: 2 * MOST_LINES_OF_TREE])
    rows = plain(page).split("\n")
    rows_are_all = rows[-1] != sentence("drawing", "rest left out")
    if not rows_are_all:
        assert len(rows) > 2 * MOST_LINES_OF_TREE
        del rows[-1]
    frontier = set(tree.leaves(depth=problem.horizon))
    stopped = stops(problem, expected)
    shown_looks = expected.looks if looks is None else looks
    ways = {
        0,
        *(
            above
            for leaf in kept(expected, shown_looks)
            for above in path_up(tree, leaf)
        ),
    }
    drawn: list[int] = []
    shown: list[int] = []
    for row in rows:
        match = re.fullmatch(LEAF, row) or re.fullmatch(INNER, row)
        assert match is not None, row
        node = not_none(tree.node(match["name"]))
        assert len(match["before"]) == 3 * tree.ply(node)
        assert (match.re.pattern == LEAF) == (node in frontier), row
        if node in frontier:
            check_leaf(problem, expected, node, match, shown_looks, returned=returned)
        else:
            folded = match["folded"]
            check_inner(problem, node, match, stopped)
            check_proved(problem, node, match)
            cut_off = [
                leaf
                for leaf in tree.leaves(node, problem.horizon)
                if leaf not in expected.looks
            ]
            marked = [
                leaf
                for leaf in cut_off
                if leaf in shown_looks
                and below_the_cutoff(problem, expected, leaf, node)
            ]
            if match["stop"]:
                how, _ = read(match["stop"], STOPS, test=".*")
                assert (how == "should stop") == bool(marked)
            assert bool(folded) == (len(tree) > MOST_LINES_OF_TREE and node not in ways)
            below = [
                leaf for leaf in tree.leaves(node, problem.horizon) if leaf in frontier
            ]
            if folded:
                check_folded(
                    expected,
                    below,
                    folded,
                    shown_looks,
                    alone=looks is None,
                    returned=returned,
                )
                drawn += below
        drawn.append(node)
        shown.append(node)
    if rows_are_all:
        assert kept(expected, shown_looks) & frontier <= set(shown)
    assert len(rows) <= 2 * MOST_LINES_OF_TREE + 1
    inner = {leaf for leaf in drawn if leaf in frontier}
    if len(rows) <= 2 * MOST_LINES_OF_TREE:
        assert inner == frontier & set(tree.leaves(0, problem.horizon))


def check_proved(problem: Problem, node: int, said: re.Match[str]) -> None:
    """Check that the bound beside a node is true of it, as MAX sees it."""
    if said["sign"] is None:
        return
    exact = not_none(exact_values(problem)[node])
    if load(problem.interface).negated and problem.tree.player(node) == "MIN":
        exact = -exact
    compare = {"=": operator.eq, "≤": operator.le, "≥": operator.ge}[said["sign"]]
    assert compare(exact, number(said["bound"]))


def kept(expected: Observation, looks: Sequence[int]) -> set[int]:
    """Two leaves that are drawn for themselves, however large the tree is: where the looks part, then what is wrong."""
    parted = next(
        (
            (a, b)
            for a, b in zip_longest(expected.visited, dict.fromkeys(looks))
            if a != b
        ),
        (),
    )
    wrong = sorted({*expected.visited} ^ {*looks})
    return {*[leaf for leaf in (*parted, *wrong) if leaf is not None][:2]} or {
        *expected.visited[:1]
    }


def style_of(text: str) -> Style:
    """Return the style of a piece of a drawing."""
    styles: dict[str, Style] = {NODE: "strong", r"✗.*": "bad", r"\s+✂.*": "cutoff"}
    marks = [sentence("drawing", name) for name in ("pruned", "not reached")]
    styles["|".join([*marks, r" \(.*", r"\s*….*"])] = "faint"
    return next(
        (style for form, style in styles.items() if re.fullmatch(form, text)), ""
    )


def check_leaf(
    problem: Problem,
    expected: Observation,
    leaf: int,
    said: re.Match[str],
    looks: tuple[int, ...],
    *,
    returned: bool,
) -> None:
    """Check that the mark of a leaf says what became of it in both searches."""
    distinct_looks = list(dict.fromkeys(looks))
    right = expected.visited.index(leaf) + 1 if leaf in expected.visited else None
    made = distinct_looks.index(leaf) + 1 if leaf in distinct_looks else None
    answered = (
        {call.node: call.value for call in expected.calls} if problem.isolate else {}
    )
    value: Answer | None = answered.get(leaf, problem.tree.values[leaf])
    assert (number(said["value"]) if said["value"] else None) == value
    if right is None:
        mark = sentence("drawing", "pruned" if made is None else "extra", visit=made)
    elif made is None:
        later = [look for look in distinct_looks if look in expected.visited[right:]]
        name = "missed" if returned or later else "not reached"
        mark = sentence("drawing", name, due=right)
    else:
        name = "visited" if made == right else "moved"
        mark = sentence("drawing", name, visit=made, due=right)
    assert said["mark"] == mark


def check_inner(
    problem: Problem,
    node: int,
    said: re.Match[str],
    stopped: Mapping[int, tuple[Value, Value, Value]],
) -> None:
    """Check that the player of a node is its own, and that a cutoff stands at a node that the textbook left, with its numbers."""
    assert said["player"] == problem.tree.player(node)
    assert bool(said["stop"]) == (node in stopped), (said[0], stopped)
    if not said["stop"]:
        return
    _, details = read(said["stop"], STOPS, test=".*")
    kind, cutoff = read(details["test"], TESTS)
    v, alpha, beta = stopped[node]
    equal = problem.prune_when == "alpha >= beta"
    assert (kind == "on entry") == problem.is_closed(alpha, beta), details
    if kind == "on entry":
        assert (number(cutoff["alpha"]), number(cutoff["beta"])) == (alpha, beta)
        assert cutoff["sign"] == ("≥" if equal else ">")
        return
    greatest = load(problem.interface).negated or said["player"] == "MAX"
    bound = beta if greatest else alpha
    assert cutoff["name"] == ("beta" if greatest else "alpha")
    assert cutoff["sign"] == (
        ("≥" if equal else ">") if greatest else ("≤" if equal else "<")
    )
    assert (number(cutoff["v"]), number(cutoff["bound"])) == (v, bound)
    assert COMPARE[cutoff["sign"]](v, bound)


def below_the_cutoff(
    problem: Problem, expected: Observation, leaf: int, node: int
) -> bool:
    """Return whether a leaf is below a child of a node that the textbook's last pass does not search."""
    starts = [index for index, call in enumerate(expected.calls) if call.node == 0]
    called = {call.node for call in expected.calls[starts[-1] if starts else 0 :]}
    while problem.tree.parent(leaf) != node:
        leaf = problem.tree.parent(leaf)
    return leaf not in called


def check_folded(
    expected: Observation,
    leaves: Sequence[int],
    folded: str,
    looks: tuple[int, ...],
    *,
    alone: bool,
    returned: bool,
) -> None:
    """Check that the sign for leaves that are not drawn counts them, and says what became of them."""
    right = expected.visited
    last = max((right.index(look) for look in looks if look in right), default=-1)
    later = set() if returned else {*right[last + 1 :]}
    awaited = [leaf for leaf in leaves if leaf in later]
    wrong = any((leaf in right) != (leaf in looks) for leaf in {*leaves} - {*awaited})
    pruned = not any(leaf in right or leaf in looks for leaf in leaves)
    if wrong:
        name = "folded, some wrongly"
    elif awaited:
        is_each = len(awaited) == len(leaves)
        name = "folded, not reached" if is_each else "folded, some not reached"
    elif pruned:
        name = "folded, pruned" if alone else "folded, pruned rightly"
    else:
        name = "folded" if alone else "folded, rightly"
    assert folded == sentence("drawing", name, count=len(leaves))


def stops(
    problem: Problem, expected: Observation
) -> dict[int, tuple[Value, Value, Value]]:
    """Return the nodes at which the textbook's last pass left children out, each with its v and window."""
    starts = [index for index, call in enumerate(expected.calls) if call.node == 0]
    calls = {call.node: call for call in expected.calls[starts[-1] if starts else 0 :]}
    negated = load(problem.interface).negated
    ends: dict[int, tuple[Value, Value, Value]] = {}
    for node, call in calls.items():
        children = problem.tree.children(node)
        values = [value_of(calls[child]) for child in children if child in calls]
        if values and len(values) < len(children):
            greatest = negated or problem.tree.player(node) == "MAX"
            child_values = [-value for value in values] if negated else values
            ends[node] = (max if greatest else min)(child_values), call.alpha, call.beta
    return ends
