"""Alpha and beta are known by what they hold when a program runs, whatever they are called."""

import ast
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.explain.repair.facts import Roles, Window
from autograder.explain.repair.messages import read_claims
from autograder.explain.repair.scopes import scopes
from tests.searches import searched
from tests.sets import PROJECT, SUBMISSIONS

CORE = load_set(PROJECT / "exercises", "0*")


def roles_of(source: str) -> Roles:
    """Return the roles of a program's variables."""
    return searched(dedent(source), CORE, 0.01).search.roles


def windows_of(source: str) -> dict[str, tuple[str, str]]:
    """Return the variables that hold alpha and beta in each function, by its name."""
    windows = roles_of(source).windows
    told = {window.region: (window.alpha, window.beta) for window in windows}
    functions = {
        scope.region: scope.root.name
        for scope in scopes({"": ast.parse(dedent(source))})
        if isinstance(scope.root, ast.FunctionDef)
    }
    return {functions[region]: window for region, window in told.items()}


TWO = """
    from math import inf

    def max_value(STATE, LOW, HIGH):
        if STATE.is_terminal():
            return STATE.utility()
        BEST = -inf
        for CHILD in STATE.children:
            BEST = max(BEST, min_value(CHILD, LOW, HIGH))
            if BEST > HIGH:
                return BEST
            LOW = max(LOW, BEST)
        return BEST

    def min_value(STATE, LOW, HIGH):
        if STATE.is_terminal():
            return STATE.utility()
        BEST = inf
        for CHILD in STATE.children:
            BEST = min(BEST, max_value(CHILD, LOW, HIGH))
            if BEST < LOW:
                return BEST
            HIGH = min(HIGH, BEST)
        return BEST
    """


def renamed(names: dict[str, str]) -> str:
    source = TWO
    for word, name in names.items():
        source = source.replace(word, name)
    return source


WORDS = st.sampled_from(
    [
        "alpha",
        "beta",
        "v",
        "a",
        "b",
        "x",
        "y",
        "lower",
        "下界",
        "上界",
        "最好",
        "untere",
        "obere",
        "wert",
        "cota",
        "valor",
        "mejor",
        "hijo",
        "low",
    ]
)
NAMES = st.lists(WORDS, min_size=5, max_size=5, unique=True)


@given(NAMES)
def test_names_decide_nothing(names: list[str]) -> None:
    """Whatever alpha and beta are called: "beta" may be the name of the state."""
    table = dict(zip(["STATE", "CHILD", "BEST", "LOW", "HIGH"], names, strict=True))
    window = table["LOW"], table["HIGH"]
    assert windows_of(renamed(table)) == {"max_value": window, "min_value": window}


ATTRIBUTES = """
    from math import inf

    class Search:
        def __init__(self, unten, oben):
            self.unten, self.oben = unten, oben

        def value(self, state, maximizing):
            if state.is_terminal():
                return state.utility()
            v = -inf if maximizing else inf
            for child in state.children:
                below = Search(self.unten, self.oben).value(child, not maximizing)
                if maximizing:
                    v = max(v, below)
                    self.unten = max(self.unten, v)
                else:
                    v = min(v, below)
                    self.oben = min(self.oben, v)
                if self.unten > self.oben:
                    break
            return v

    def max_value(state, a, b):
        return Search(a, b).value(state, True)

    def min_value(state, a, b):
        return Search(a, b).value(state, False)
    """
TUPLES = """
    from math import inf

    def max_value(state, a, b):
        return value(state, (a, b), 1)

    def min_value(state, a, b):
        return value(state, (a, b), -1)

    def value(state, fenster, seite):
        if state.is_terminal():
            return state.utility()
        v = -inf * seite
        for child in state.children:
            u = value(child, (fenster[0], fenster[1]), -seite)
            v = max(v, u) if seite > 0 else min(v, u)
            if v > fenster[1] if seite > 0 else v < fenster[0]:
                break
        return v
    """
REST = """
    from math import inf

    def max_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        return max_of(state.children, -inf, alpha, beta)

    def max_of(children, bound, q, r):
        if not children:
            return bound
        bound = max(bound, min_value(children[0], q, r))
        if bound > r:
            return bound
        return max_of(children[1:], bound, max(q, bound), r)

    def min_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        return min_of(state.children, inf, alpha, beta)

    def min_of(children, bound, q, r):
        if not children:
            return bound
        bound = min(bound, max_value(children[0], q, r))
        if bound < q:
            return bound
        return min_of(children[1:], bound, q, min(r, bound))
    """
CLOSURE = """
    from math import inf

    def searched(state, unten, oben, maximizing):
        def search(node, links, rechts, is_max):
            if node.is_terminal():
                return node.utility()
            v = -inf if is_max else inf
            for child in node.children:
                u = search(child, links, rechts, not is_max)
                if is_max:
                    v = max(v, u)
                    links = max(links, v)
                else:
                    v = min(v, u)
                    rechts = min(rechts, v)
                if links > rechts:
                    break
            return v
        return search(state, unten, oben, maximizing)

    def max_value(state, alpha, beta):
        return searched(state, alpha, beta, True)

    def min_value(state, alpha, beta):
        return searched(state, alpha, beta, False)
    """


@pytest.mark.parametrize(
    ("source", "function", "window"),
    [
        (ATTRIBUTES, "value", ("self.unten", "self.oben")),
        (TUPLES, "value", ("fenster[0]", "fenster[1]")),
        (REST, "max_of", ("q", "r")),
        (REST, "min_of", ("q", "r")),
        (CLOSURE, "search", ("links", "rechts")),
        (CLOSURE, "searched", ("unten", "oben")),
    ],
    ids=["attributes", "tuples", "rest of max", "rest of min", "inner", "outer"],
)
def test_window_is_told_wherever_it_is_kept(
    source: str, function: str, window: tuple[str, str]
) -> None:
    assert windows_of(source)[function] == window


def test_best_value_is_no_window_though_it_begins_as_one() -> None:
    """The best value begins below all leaves, too, but not at the end that was given."""
    window = windows_of(TWO.replace("LOW", "z").replace("HIGH", "best"))["max_value"]
    assert window == ("z", "best")


COUNTED = """
    from math import inf

    def max_value(state, alpha, beta, noch=4):
        if state.is_terminal() or not noch:
            return state.utility()
        v = -inf
        for n, child in enumerate(state.children):
            v = max(v, min_value(child, alpha, beta, noch - 1))
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, noch=4):
        if state.is_terminal() or not noch:
            return state.utility()
        v = inf
        for n, child in enumerate(state.children):
            v = min(v, max_value(child, alpha, beta, noch - 1))
            beta = min(beta, v)
        return v
    """


def test_function_that_makes_a_number_is_no_variable_between_two_others() -> None:
    """Of those that begin alike the two that stand side by side are the window."""
    begun_anew = """
        def max_value(state, alpha, beta):
            return search(state, True)

        def min_value(state, alpha, beta):
            return search(state, False)

        def search(state, is_max):
            if state.is_terminal():
                return state.utility()
            low = float("-inf")
            high = float("inf")
            if is_max:
                greatest = float("-inf")
                for child in state.children:
                    greatest = max(greatest, search(child, False))
                    low = max(low, greatest)
                    if low >= high:
                        break
                return greatest
            smallest = float("inf")
            for child in state.children:
                smallest = min(smallest, search(child, True))
                high = min(high, smallest)
                if low >= high:
                    break
            return smallest
        """
    assert windows_of(begun_anew)["search"] == ("low", "high")


def test_depth_is_known_by_the_numbers_that_it_holds() -> None:
    """`n` holds small numbers, too, but the same at each depth."""
    depths = {held.region: held.depths for held in roles_of(COUNTED).numbers}
    assert depths == {1: ("noch",), 2: ("noch",)}


@pytest.mark.parametrize("name", ["plies", "n", "profondeur"])
def test_depth_of_which_a_search_loses_count_is_known_by_how_it_begins(
    name: str,
) -> None:
    """The loop of MAX takes a ply from it for each child."""
    folder = SUBMISSIONS / "written_alpha_beta_depth_goes_down_in_the_loop"
    source = (folder / "alphabeta.py").read_text("utf-8").replace("depth", name)
    exercises = load_set(PROJECT / "exercises" / "alpha_beta", "0*")
    told = searched(source, exercises, 0.01).search.roles.numbers
    assert [held.depths for held in told] == [(name,)]


NEVER_COUNTED = """
    import util
    from game import Agent

    def scoreEvaluationFunction(state):
        return state.getScore()

    class MultiAgentSearchAgent(Agent):
        def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
            self.index = 0
            self.evaluationFunction = util.lookup(evalFn, globals())
            self.depth = int(depth)

    class AlphaBetaAgent(MultiAgentSearchAgent):
        def getAction(self, state):
            return self.best(state, 0, 0, float("-inf"), float("inf"))[1]

        def best(self, state, who, ROUNDS, low, high):
            if self.is_over(state, ROUNDS):
                return self.evaluationFunction(state), None
            found = None
            following = (who + 1) % state.getNumAgents()
            for action in state.getLegalActions(who):
                child = state.generateSuccessor(who, action)
                if following:
                    value = self.best(child, following, ROUNDS, low, high)[0]
                else:
                    value = self.best(child, 0, ROUNDS, low, high)[0]
                if found is None or (value < found[0] if who else value > found[0]):
                    found = value, action
                if who:
                    high = min(high, value)
                else:
                    low = max(low, value)
                if low > high:
                    break
            return found

        def is_over(self, state, COUNTED):
            return state.isWin() or state.isLose() or COUNTED == self.depth
    """


@pytest.mark.parametrize("name", ["ROUNDS", "depth", "n"])
def test_depth_that_is_never_counted_is_known_by_what_it_is_compared_with(
    name: str,
) -> None:
    source = dedent(NEVER_COUNTED).replace("ROUNDS", name)
    exercises = load_set(PROJECT / "exercises" / "cs188")
    search, repairs = searched(source, exercises)
    told = {held.region: {*held.depths} for held in search.roles.numbers}
    functions = {
        scope.root.name: told.get(scope.region, set())
        for scope in scopes({"": ast.parse(source)})
        if isinstance(scope.root, ast.FunctionDef)
    }
    assert name in functions["best"]
    assert "COUNTED" in functions["is_over"]
    best, *_ = repairs
    assert [edit.line for edit in best.edits] == [28]


HELPER = """
    from math import inf

    def is_cut(p, q):
        return p > q

    def max_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        for child in state.children:
            alpha = max(alpha, min_value(child, alpha, beta))
            if is_cut(alpha, beta):
                break
        return alpha

    def min_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        for child in state.children:
            beta = min(beta, max_value(child, alpha, beta))
            if is_cut(alpha, beta):
                break
        return beta
    """


def test_helper_that_is_first_called_behind_a_leaf_has_its_callers_window() -> None:
    assert windows_of(HELPER)["is_cut"] == ("p", "q")


@pytest.mark.parametrize(
    "text",
    [
        '[1,"alpha"]',
        '[1,"alpha","beta",2]',
        '["1","alpha","beta"]',
        '[-1,"alpha","beta"]',
        '[1,"f()","beta"]',
        '[1,"alpha","1"]',
        '[1,"alpha","beta; x"]',
        '[1,2,"beta"]',
        '[1,"' + "(" * 90 + '","beta"]',
    ],
)
def test_window_that_no_honest_process_claims_is_refused(text: str) -> None:
    assert read_claims(text).windows == ()


def test_window_that_a_process_claims_is_read() -> None:
    claims = read_claims('[1,"self.low","w[1]"]\n["repair",[3]]')
    assert claims.windows == (Window(1, "self.low", "w[1]"),)
    assert [tuple(claim) for claim in claims.edits] == [("repair", (3,))]


WINDOW_OF_A_HELPER = """
    from math import inf

    class Bounds:
        def __init__(self, low, high):
            self.low, self.high = low, high

        def closed(self, worth):
            return worth <= self.low

    def stops(worth, bounds):
        return worth <= bounds.low

    def max_value(state, alpha, beta):
        return search(state, Bounds(alpha, beta))

    def search(state, bounds):
        if state.is_terminal():
            return state.utility()
        worst = inf
        for child in state.children:
            worst = min(worst, max_value(child, bounds.low, bounds.high))
            if stops(worst, bounds) or bounds.closed(worst):
                break
        return worst
    """


def test_helper_has_the_window_of_an_object_whatever_it_reads_of_it() -> None:
    """`stops` and `closed` read one end alone; the other is a field of the same object."""
    windows = windows_of(WINDOW_OF_A_HELPER)
    assert windows["stops"] == ("bounds.low", "bounds.high")
    assert windows["closed"] == ("self.low", "self.high")


def test_values_of_leaves_are_known_by_the_numbers_that_a_variable_holds() -> None:
    values = {held.values for held in roles_of(WINDOW_OF_A_HELPER).numbers}
    assert ("worth", "bounds.low", "bounds.high") in values
