"""The claims that the text of a known mistake makes, each as a test of a search."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from autograder.core.judging.judge import checks_in_any_form, same_looks
from autograder.core.sandbox.outcome import Searched
from reference.forms import other_right_searches
from reference.game import Tree, Value
from reference.interfaces import load
from reference.observe import observe
from reference.problem import Call, Observation, Problem


class Entered(NamedTuple):
    """A node below which a search looked at something.

    looked_below: of each of its children, whether it looked there. is_choice: whether
    it is the root of a search for an action.
    """

    player: str
    looked_below: tuple[bool, ...]
    is_choice: bool

    @property
    def stops_early(self) -> bool:
        """Return whether a child was left out."""
        return not all(self.looked_below)


Done = tuple[Problem, Observation]
Claim = Callable[[Sequence[Done]], bool]


def hold(mistake: str, searches: Sequence[Done]) -> bool:
    """Return whether the claims of a known mistake's text are true of some searches."""
    claim = CLAIMS.get(mistake)
    return claim is None or claim(searches)


def _entered(searches: Sequence[Done]) -> Iterator[Entered]:
    for problem, observed in searches:
        tree = problem.tree
        reached = {0}
        for look in observed.looks:
            node = look
            while node not in reached:
                reached.add(node)
                node = tree.parent(node)
        for node in reached:
            looked_below = tuple(child in reached for child in tree.children(node))
            if any(looked_below):
                is_choice = node == 0 and isinstance(observed.value, str)
                yield Entered(tree.player(node), looked_below, is_choice)


def _stops_early(player: str, searches: Sequence[Done]) -> bool:
    return any(node.stops_early for node in _entered(searches) if node.player == player)


def _never_stop(*players: str) -> Claim:
    """Return the claim that some players never stop early."""
    return lambda searches: (
        not any(_stops_early(player, searches) for player in players)
    )


def _of_a_player(is_so: Callable[[Entered], bool]) -> Claim:
    """Return the claim that all nodes of MAX, or all of MIN, are so.

    The root of a search for an action may have a loop of its own.
    """

    def claim(searches: Sequence[Done]) -> bool:
        nodes = [node for node in _entered(searches) if not node.is_choice]
        return any(
            all(is_so(node) for node in nodes if node.player == player)
            for player in ("MAX", "MIN")
        )

    return claim


def _from_right(searches: Sequence[Done]) -> bool:
    """Return whether a player, or a root of its own, begins with the last child.

    So it is wherever several children were looked below.
    """
    is_so: dict[tuple[str, bool], bool] = {}
    for problem, observed in searches:
        for node, children in _in_order(problem, observed).items():
            if len(children) > 1:
                is_choice = node == 0 and isinstance(observed.value, str)
                whose = problem.tree.player(node), is_choice
                is_turned = children == sorted(children, reverse=True)
                is_so[whose] = is_so.get(whose, True) and is_turned
    return any(is_so.values())


def _in_order(problem: Problem, observed: Observation) -> dict[int, list[int]]:
    """Return the children below which a search looked, in order, by their parent."""
    children: dict[int, dict[int, None]] = {}
    for look in observed.visited:
        node = look
        while node:
            child, node = node, problem.tree.parent(node)
            children.setdefault(node, {})[child] = None
    return {node: list(below) for node, below in children.items()}


def _first_goes_on(searches: Sequence[Done]) -> bool:
    """Return whether a search is first wrong by going on too long."""
    return all(_may_first_go_on(*done) for done in searches)


def _may_first_go_on(problem: Problem, observed: Observation) -> bool:
    if problem.guess is not None:  # of two passes one may begin otherwise
        return True
    visited = observed.visited
    for right in _right_searches(problem):
        agreeing = same_looks(visited, right.visited)
        rest = visited[agreeing:]
        if visited == right.visited or (rest and rest[0] not in right.visited):
            return True
    return False


def _first_stops(searches: Sequence[Done]) -> bool:
    """Return whether a search is first wrong by stopping too early."""
    return all(_may_first_stop(*done) for done in searches)


def _may_first_stop(problem: Problem, observed: Observation) -> bool:
    if problem.guess is not None:
        return True
    visited = observed.visited
    for right in _right_searches(problem):
        agreeing = same_looks(visited, right.visited)
        rest = visited[agreeing:]
        if visited == right.visited or not rest or rest[0] in right.visited:
            return True
    return False


def _right_searches(problem: Problem) -> Iterator[Observation]:
    return chain([observe(problem)], other_right_searches(problem))


def _children_get_more(player: str, problem: Problem, observed: Observation) -> bool:
    """Return whether a child of a player is called with a better bound of its own.

    That is a greater alpha for MAX, a smaller beta for MIN.
    """
    if problem.guess is not None:  # the second pass begins with another window
        return False
    tree = problem.tree
    windows: dict[int, tuple[Value, Value]] = {}
    for call in observed.calls:
        windows.setdefault(call.node, _window_of_max(problem, call))
    for child, (alpha, beta) in windows.items():
        parent = tree.parent(child) if child else 0
        is_below_choice = parent == 0 and isinstance(observed.value, str)
        if parent not in windows or tree.player(parent) != player or is_below_choice:
            continue
        alpha_before, beta_before = windows[parent]
        if alpha > alpha_before if player == "MAX" else beta < beta_before:
            return True
    return False


def _window_of_max(problem: Problem, call: Call) -> tuple[Value, Value]:
    """Return the window of a call as MAX sees it; in negamax MIN's is negated."""
    is_negated = load(problem.interface).negated
    if is_negated and problem.tree.player(call.node) == "MIN":
        return -call.beta, -call.alpha
    return call.alpha, call.beta


def _never_moves_bound_of(player: str) -> Claim:
    return lambda searches: (
        not any(_children_get_more(player, *done) for done in searches)
    )


def _some_leaves_are_negated(searches: Sequence[Done]) -> bool:
    """Return whether searches are right but for the sign of some leaves' values.

    They are those of one player or of both, where the game is over, or where only the
    search ends, or both.
    """
    for players, are_over in product(SOME_PLAYERS, (ENDS, ENDS[:1], ENDS[1:])):
        if all(
            _is_right_but_for_sign(*done, players(done[0].tree), are_over)
            for done in searches
        ):
            return True
    return False


def _ends_with_min(tree: Tree) -> bool:
    """Return whether it is MIN's turn in the last ply."""
    return tree.player(max(range(len(tree)), key=tree.ply)) == "MIN"


def _players(*players: str) -> Callable[[Tree], Collection[str]]:
    return lambda _: players


SOME_PLAYERS: Sequence[Callable[[Tree], Collection[str]]] = (
    _players("MAX", "MIN"),
    _players("MAX"),
    _players("MIN"),
    lambda tree: ("MAX", "MIN") if _ends_with_min(tree) else (),
)
"""By tree, the players whose leaves are negated.

In some games a leaf counts for whose turn it would be where the search ends.
"""
ENDS = (True, False)
"""Whether the game is over where a search ends."""


def _is_right_but_for_sign(
    problem: Problem,
    observed: Observation,
    players: Collection[str],
    are_over: Sequence[bool],
) -> bool:
    tree = problem.tree
    values = [
        -value
        if value is not None
        and tree.player(node) in players
        and tree.is_leaf(node) in are_over
        else value
        for node, value in enumerate(tree.values)
    ]
    turned = problem._replace(tree=tree.with_values(values))
    checks = checks_in_any_form(turned, observe(turned), Searched(observed))
    return all(checks.values())


def _ends_elsewhere(searches: Sequence[Done]) -> bool:
    """Return whether a search ends at another depth, if any has one."""
    with_depth = [done for done in searches if done[0].depth is not None]
    return not with_depth or any(
        not _is_end(problem, look)
        for problem, observed in with_depth
        for look in observed.looks
    )


def _is_end(problem: Problem, node: int) -> bool:
    """Return whether a right search of a problem may look at a node."""
    tree = problem.tree
    ply = tree.ply(node)
    return ply == problem.depth or (ply < (problem.depth or 0) and tree.is_leaf(node))


CLAIMS: Mapping[str, Claim] = {
    "no-pruning": _never_stop("MAX", "MIN"),
    "no-max-cutoff": _never_stop("MAX"),
    "no-min-cutoff": _never_stop("MIN"),
    "strict-cutoff": _first_goes_on,
    "eager-cutoff": _first_stops,
    "late-cutoff": _first_goes_on,
    "alpha-not-updated": _never_moves_bound_of("MAX"),
    "beta-not-updated": _never_moves_bound_of("MIN"),
    "first-child-only": _of_a_player(lambda node: not any(node.looked_below[1:])),
    "eager-children": _of_a_player(lambda node: not node.stops_early),
    "right-to-left": _from_right,
    "depth-off-by-one": _ends_elsewhere,
    "depth-miscounted": _ends_elsewhere,
    "leaf-sign": _some_leaves_are_negated,
}
"""By the id of the mistake; the words of others say nothing of all searches."""
