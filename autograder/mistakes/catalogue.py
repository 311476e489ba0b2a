"""The known mistakes, each made by operators on the textbook's roles, so that what it does is computed.

To add one, add an entry to `CATALOGUE`. It then belongs to every interface that has the role, in every form in which
that interface's search may be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reference.forms import bounds_tested, forms
from reference.observe import attempt
from reference.operators import (
    LOOSE,
    NEGATED,
    TURNED,
    Changes,
    all_children_first,
    applies,
    asking,
    below,
    comparing,
    counting,
    each,
    fold_turned,
    fresh_window,
    horizon,
    last_child_kept,
    leaf_negated,
    no_test,
    no_update,
    ordering,
    passing,
    players_exchanged,
    result_in_loop,
    returning,
    right_to_left,
    same_function,
    same_turn,
    sign_dropped,
    starting_with,
    strict_test,
    test_after_loop,
    testing,
    together,
    updating,
    wide_first_pass,
    window_begun_anew,
)
from reference.problem import Observation, Problem, PruneWhen
from reference.roles import program


@dataclass(frozen=True)
class Misconception:
    """A known mistake.

    title: in a few words. explanation: for the student: what is wrong and which line to look at, without the code.
    known_from: the source or course where the mistake is known. ways: the ways to make it; none where it can only be
    told by what mends it. unless: the pruning convention under which it is no mistake.
    """

    id: str
    title: str
    explanation: str
    known_from: str
    ways: tuple[Changes, ...]
    unless: str = ""


@dataclass(frozen=True)
class Variant:
    """One way to make a mistake, in one of the forms in which a search can be written."""

    misconception: Misconception
    way: Changes
    form: Changes = ()

    @property
    def changes(self) -> Changes:
        """What is changed in the textbook's own form."""
        return self.form + self.way

    def attempt(self, problem: Problem, *, calls: bool = False) -> Observation | None:
        """What a program with the mistake does; None where that breaks. Under some convention it may be no mistake."""
        is_none = self.misconception.unless == problem.prune_when
        return attempt(problem, self.form if is_none else self.changes, calls=calls)

    def __str__(self) -> str:
        form = f" in {'; '.join(map(str, self.form))}" if self.form else ""
        return f"{self.misconception.id}: {'; '.join(map(str, self.way))}{form}"


ties_replace = comparing("ties-replace", "choice", LOOSE)
test_before_fold = ordering("test-before-fold", "search", "test", "fold")

FINITE = ((-1000, 1000), (-10_000_000, 10_000_000), (-100_000_000, 10_000_000))
"""Some of many, the last of source 003; a diagnosis finds out which constant a program really uses."""

CATALOGUE: tuple[Misconception, ...] = (
    Misconception(
        "no-pruning",
        "Nothing is ever pruned",
        "The search is minimax: it returns the right value after looking at every leaf. In both functions look for "
        "the line that ends the loop early: does it stand in the loop, and can its condition ever hold?",
        "source 004: MINIMAX explores each node",
        ((no_test(),), (no_test(), no_update()), (test_after_loop(),)),
    ),
    Misconception(
        "no-max-cutoff",
        "MAX never stops early",
        "MIN prunes and MAX does not. Look for the test against beta in the part for MAX.",
        "AIMA figure 5.7: the test stands in both functions",
        ((no_test("MAX"),), (test_after_loop("MAX"),)),
    ),
    Misconception(
        "no-min-cutoff",
        "MIN never stops early",
        "MAX prunes and MIN does not. Look for the test against alpha in the part for MIN.",
        "AIMA figure 5.7: the test stands in both functions",
        ((no_test("MIN"),), (test_after_loop("MIN"),)),
    ),
    Misconception(
        "strict-cutoff",
        "Equal bounds do not prune",
        "When v is exactly as good as the bound, nothing better can come for the player above, and this course prunes "
        "there. Look at the comparison in the line that ends the loop: what does it say when both sides are equal?",
        "source 000: the condition is alpha ≥ beta; some courses use alpha > beta",
        each(strict_test),
        unless="alpha > beta",
    ),
    Misconception(
        "eager-cutoff",
        "Equal bounds prune",
        "This course prunes only when alpha is greater than beta, and searches on when they are equal. Look at the "
        "comparison in the line that ends the loop: what does it say when both sides are equal?",
        "courses that prune when alpha > beta",
        each(comparing("loose-test", "test", LOOSE)),
        unless="alpha >= beta",
    ),
    Misconception(
        "swapped-cutoff",
        "The test looks at the wrong bound",
        "MAX can stop when v reaches beta, the best that MIN already has elsewhere; its own alpha is no reason to "
        "stop. Look at which bound each of the two tests compares v with.",
        "AIMA figure 5.7: MAX compares with β, MIN with α",
        each(
            testing("own-bound-tested", "{value} {ge} {own}"),
            testing("own-bound-tested-turned", "{value} {le} {own}"),
        ),
    ),
    Misconception(
        "late-cutoff",
        "The test comes one child too late",
        "The loop tests before the value of the child just searched is taken into account, so one more child is "
        "searched than needed. Look at the order of the lines in the loop: first update v, then test.",
        "source 002: v is updated, then tested, then the bound is moved",
        (
            *each(
                test_before_fold,
                ordering("test-and-update-before-fold", "search", "test", "update", "fold"),
                ordering("test-before-update", "search", "fold", "test", "update"),
            ),
            *each(bounds_tested),
        ),
    ),
    Misconception(
        "alpha-not-updated",
        "MAX never raises alpha",
        "What MAX has found so far has to reach the children that are searched next, as their alpha. Look for the "
        "line in the part for MAX that changes alpha.",
        "source 000: the MAX player only updates alpha",
        ((no_update("MAX"),), (no_update(),)),
    ),
    Misconception(
        "beta-not-updated",
        "MIN never lowers beta",
        "What MIN has found so far has to reach the children that are searched next, as their beta. Look for the line "
        "in the part for MIN that changes beta.",
        "source 000: the MIN player only updates beta",
        ((no_update("MIN"),), (no_update("MAX"), no_update("MIN"))),
    ),
    Misconception(
        "bound-overwritten",
        "A bound is replaced even when it gets worse",
        "Alpha may only rise and beta may only fall. Here the last child's value takes the place of the bound even "
        "when the bound was better. Look at the line that changes it: does it keep the better of the two?",
        "source 004: alpha is set to the largest of the scores so far",
        each(updating("update-by-child", "{own} = {u}"), updating("update-by-value", "{own} = {value}")),
    ),
    Misconception(
        "wrong-bound-updated",
        "A player moves the other one's bound",
        "MAX raises alpha and MIN lowers beta, never the other way round. Look at which of the two each part changes.",
        "sources 000 and 003: MAX updates only alpha, MIN only beta",
        each(updating("update-of-other-bound", "{other} = {min}({other}, {value})")),
    ),
    Misconception(
        "window-not-passed",
        "Children are searched with a fresh window",
        "Children start with (−inf, +inf), so they know nothing of what was found before and can prune nothing "
        "because of it. Look at what stands for alpha and beta where a child is searched.",
        "source 003: child nodes get alpha and beta",
        (*each(fresh_window), (window_begun_anew(),)),
    ),
    Misconception(
        "shallow-only",
        "Bounds from further up are lost",
        "Of alpha and beta as they came from above not both reach the children, so what was found further up saves "
        "nothing there. Look at what stands for both where a child is searched, and at every line that sets them.",
        "source 001: deep pruning",
        each(
            passing("value-only-passed", "{value}", "{best}"),
            passing("own-bound-only-passed", "{own}", "{best}"),
        ),
    ),
    Misconception(
        "bounds-swapped",
        "Alpha and beta are passed in the wrong order",
        "Where a child is searched, its alpha is given as beta and its beta as alpha. Look at the order of the "
        "arguments.",
        "AIMA figure 5.7: both functions take alpha before beta",
        each(passing("bounds-exchanged", "{other}", "{own}", negated=False)),
    ),
    Misconception(
        "root-window-reset",
        "Each move at the root is searched with a fresh window",
        "What the first moves at the root were worth has to narrow the window for the next ones. Look at the loop "
        "over the root's actions: what is passed for alpha and beta there?",
        "AIMA figure 5.7: one call of MAX-VALUE covers all moves at the root",
        (
            *each(
                passing("fresh-window-at-root", "{own} if {ply} else {worst}", "{other} if {ply} else {best}"),
                updating("no-update-at-root", "{own} = {max}({own}, {value}) if {ply} else {own}"),
            ),
            (fresh_window("both", "root"),),
            (fresh_window("both", "root"), no_test("both", "root")),
        ),
    ),
    Misconception(
        "zero-initial-value",
        "The best value starts at 0",
        "With v = 0 at the start MAX never finds less than 0 and MIN never more. Look at the line before the loop: no "
        "value at all has been found yet.",
        "AIMA figure 5.7: v starts at −∞ and +∞",
        each(starting_with(0, 0)),
    ),
    Misconception(
        "finite-infinity",
        "A finite number stands for infinity",
        "Some utility lies beyond the number that the search starts with, and so is never seen as better. Look at the "
        "line before the loop, and use infinity itself.",
        "source 003's program starts with ±10,000,000 and −100,000,000",
        each(*(starting_with(low, high) for low, high in FINITE)),
    ),
    Misconception(
        "right-to-left",
        "Children are searched from right to left",
        "The order of the children decides what is pruned, and the textbook's is from the first to the last. Look at "
        "what the loop runs over.",
        "all sources: successors in their order",
        ((right_to_left(),),),
    ),
    Misconception(
        "one-player",
        "The same player moves twice",
        "The players take turns: after MAX it is MIN's move, and after MIN it is MAX's. Look at which function each "
        "of the two calls for a child.",
        "AIMA figure 5.7: MAX-VALUE calls MIN-VALUE, and MIN-VALUE calls MAX-VALUE",
        each(same_function),
    ),
    Misconception(
        "players-exchanged",
        "MAX minimizes and MIN maximizes",
        "The two parts do each other's work. MAX wants the greatest value and raises alpha; MIN the least and lowers "
        "beta.",
        "source 000: MAX and MIN",
        ((players_exchanged(),),),
    ),
    Misconception(
        "first-child-only",
        "Only the first child is searched",
        "The function returns in the first round of the loop, whatever the child was worth. Look at how far the "
        "return after the loop is indented, and whether the test in the loop can ever be false.",
        "a frequent slip of indentation",
        each(result_in_loop),
    ),
    Misconception(
        "eager-children",
        "All children are searched before the first test",
        "The values of all children are computed first, and only then compared, so nothing is saved. Look at where "
        "the children are searched: it has to be inside the loop, one at a time.",
        "a frequent use of a list where a loop is needed",
        each(all_children_first),
    ),
    Misconception(
        "depth-off-by-one",
        "The search ends one ply too early or too late",
        "At depth 0 the state itself is evaluated; each move takes one ply from the depth. Look at the test for the "
        "horizon, and at the depth that is passed to a child.",
        "source 003: if depth == 0 or node is a terminal node",
        (
            (horizon("horizon-at-1", "depth == 1")(),),
            (horizon("horizon-below-2", "depth <= 1")(),),
            (horizon("horizon-below-0", "depth < 0")(),),
        ),
    ),
    Misconception(
        "player-not-toggled",
        "The same player moves at every ply",
        "maximizing_player has to change with every move. Look at what is passed for it where a child is searched.",
        "source 003: alpha_beta(child, depth − 1, alpha, beta, False)",
        each(same_turn),
    ),
    Misconception(
        "sign-not-flipped",
        "A child's value is not negated",
        "In negamax a child's value is good for the opponent, so it has to be negated before it is compared. Look at "
        "the line that searches a child.",
        "source 001: double val = −alphabeta(…)",
        ((sign_dropped(),),),
    ),
    Misconception(
        "window-not-negated",
        "The window is not turned round for the opponent",
        "The opponent's alpha is −beta and their beta is −alpha: both are negated and they change places. Look at "
        "what is passed where a child is searched.",
        "source 001: alphabeta(depth − 1, −beta, −alpha)",
        (
            (passing("window-as-it-is", "-{other}", "-{own}", negated=True)(),),
            (passing("window-negated-only", "{other}", "{own}", negated=True)(),),
            (passing("window-exchanged-only", "-{own}", "-{other}", negated=True)(),),
        ),
    ),
    Misconception(
        "no-re-search",
        "A failed first pass is taken for the answer",
        "Outside the window, ends included, the first pass has only proved a bound. Look at what happens when the "
        "value is not strictly between guess − epsilon and guess + epsilon.",
        "source 001: fail high and fail low",
        (
            (asking("first-pass-taken", "False")(),),
            (asking("ends-taken", "v < alpha or v > beta")(),),
            (asking("fail-high-taken", "v <= alpha")(),),
            (asking("fail-low-taken", "v >= beta")(),),
        ),
    ),
    Misconception(
        "full-first-window",
        "The first pass is not narrow",
        "Aspiration search is worth its trouble because the first pass prunes more: it has the window (guess − "
        "epsilon, guess + epsilon). Look at the bounds that the first pass is given.",
        "source 001: alphabeta(D, x − epsilon, x + epsilon)",
        ((wide_first_pass(),),),
    ),
    Misconception(
        "last-of-ties",
        "A later action that only ties replaces the best one",
        "Of actions that are worth the same the first counts; and where equal bounds prune, a later one may only seem "
        "to be worth as much. Look at the comparison that decides whether an action is the best so far.",
        "AIMA figure 5.7: the action with value v",
        tuple((ties_replace(player, "root"),) for player in ("both", "MAX", "MIN")),
    ),
    Misconception(
        "inverted-cutoff",
        "The test is the wrong way round",
        "MAX stops when v has become as large as beta, MIN when v has become as small as alpha. Read the comparison in "
        "the line that ends the loop aloud, with numbers: on which side must the greater one stand?",
        "AIMA figure 5.7: v ≥ β for MAX, v ≤ α for MIN; the most frequent mistake in public programs without a name",
        each(
            comparing("test-turned", "test", TURNED),
            comparing("test-negated", "test", NEGATED),
        ),
    ),
    Misconception(
        "update-reversed",
        "A bound moves the wrong way",
        "Alpha may only rise, so it becomes the greater of itself and v; beta may only fall, so it becomes the lesser. "
        "Look at the lines that change them: which of max and min stands there?",
        "source 000: alpha is MAX's best, beta MIN's",
        each(updating("update-turned", "{own} = {min}({own}, {value})")),
    ),
    Misconception(
        "last-child-kept",
        "The last child's value counts, not the best one's",
        "Each child's value takes the place of the one before, or is what is returned, even when an earlier child was "
        "better. Look at the line that changes v: does it keep the better of the two?",
        "AIMA figure 5.7: v becomes the greater of v and the child's value",
        each(last_child_kept, returning("last-child-returned", "{u}")),
    ),
    Misconception(
        "cutting-child-not-counted",
        "The child that ends the loop is not counted",
        "The loop is left as soon as a child's value reaches the bound, before that value has become v, so a worse one "
        "is returned. Look at the order of the lines in the loop: first update v, then test.",
        "AIMA figure 5.7: v is updated before it is tested",
        together(test_before_fold, testing("child-tested", "{u} {ge} {other}")),
    ),
    Misconception(
        "own-bound-not-passed",
        "Children get only one of the two bounds",
        "A child is given the bound from further up and not the one that this player has moved, so what was found so "
        "far saves nothing below. Look at what is passed where a child is searched: both bounds, as they now are.",
        "AIMA figure 5.7: MIN-VALUE(RESULT(s, a), α, β)",
        each(passing("other-bound-only-passed", "{worst}", "{other}"))[1:],
    ),
    Misconception(
        "wrong-infinity",
        "The best value starts at the wrong infinity",
        "MAX begins with −infinity, so that any child is better, and MIN with +infinity. Look at the line before the "
        "loop: here no child can ever be better.",
        "AIMA figure 5.7: v starts at −∞ for MAX and at +∞ for MIN",
        each(starting_with("{best}", "{best}")),
    ),
    Misconception(
        "fold-reversed",
        "The worse value is kept",
        "MAX keeps the greater of v and a child's value, MIN the lesser. Look at the line in the loop that changes v: "
        "which of max and min stands there?",
        "AIMA figure 5.7: MAX(v, …) in MAX-VALUE, MIN(v, …) in MIN-VALUE",
        each(fold_turned),
    ),
    Misconception(
        "wrong-bound-returned",
        "The other player's bound is returned",
        "At the end MAX's best value is alpha and MIN's is beta. Look at what each part returns after its loop.",
        "source 004: MAX returns alpha, MIN returns beta",
        each(returning("other-bound-returned", "{other}")),
    ),
    Misconception(
        "depth-miscounted",
        "A move does not take one ply from the depth",
        "A child is searched with one ply less than its parent. Look at the depth that is passed where a child is "
        "searched.",
        "sources 001 and 003: depth − 1",
        ((counting("depth-less-0", 0)(),), (counting("depth-less-2", 2)(),)),
    ),
    Misconception(
        "leaf-sign",
        "A leaf's value is for the wrong side",
        "In negamax every value is that of the side to move, a leaf's too. Look at what is returned where the search "
        "ends: for whom is that number good?",
        "source 001: the evaluation is for the side to move",
        ((leaf_negated(),),),
    ),
    Misconception(
        "move-not-taken-back",
        "A move is not taken back",
        "A move that was made on the board has to be taken back before the next one is tried, else that is made on "
        "another board. Look at what follows the line that searches a child.",
        "courses' programs for boards with push and pop",
        (),
    ),
    Misconception(
        "value-without-move",
        "A value is returned without a move",
        "Who calls takes a value and a move apart, so both are returned everywhere, with None where there is no move. "
        "Look at what is returned where the game is over.",
        "AIMA 4th edition: functions that return a value and a move",
        (),
    ),
    Misconception(
        "agents-miscounted",
        "A round has too few or too many moves",
        "The first player's turn comes again when all others have moved, however many they are. Look at the line that "
        "says when a round is over: with what number does it compare?",
        "the Pacman project: any number of ghosts",
        (),
    ),
    Misconception(
        "state-kept-between-searches",
        "Something is remembered from earlier searches",
        "In a fresh program the same search is right. Look for global variables, default arguments that are lists or "
        "dictionaries, and caches that a new search does not reset.",
        "globals in students' programs",
        (),
    ),
    Misconception(
        "answers-by-chance",
        "The program answers by chance",
        "Your program answered differently when the same searches were run again in a new process. Look for random, "
        "for the clock, and for loops over a set: its order is another one in each process, unless you sort it.",
        "students' programs that shuffle, or that keep children in a set",
        (),
    ),
)
BY_ID = {entry.id: entry for entry in CATALOGUE}
FINITE_INFINITY = BY_ID["finite-infinity"]
STATE_KEPT = "state-kept-between-searches"
CHANCE = "answers-by-chance"
REPAIRED = {entry.id for entry in CATALOGUE if not entry.ways} - {STATE_KEPT, CHANCE}
REPAIRED |= {FINITE_INFINITY.id, "right-to-left"}
"""Those that what mends them proves: it is no other mistake, whatever else was done."""


def ways(interface: str) -> list[tuple[Misconception, Changes]]:
    """Every way to make each mistake, in a decision also below the root only, whether an interface has it or not."""
    at_root = any(part.at_root for part in program(interface).parts)
    made = [(entry, way) for entry in CATALOGUE for way in entry.ways]
    return list(
        dict.fromkeys((entry, each) for entry, way in made for each in ((way, below(way)) if at_root else (way,)))
    )


def variants(interface: str, prune_when: PruneWhen, name: str = "") -> Iterator[Variant]:
    """Every way to make each mistake under a pruning convention, in the textbook's form and then in the others.

    A way that finds nothing to change in a form is not there. That it changes what the search does is not said: in some
    form it may be no mistake, as probe_trees.py finds out. A decision's root has its own form only. name: one alone.
    """
    made = [(entry, way) for entry, way in ways(interface) if name in ("", entry.id)]
    for form in forms(interface):
        for entry, way in made:
            at_root = any(change.where == "root" for change in form)
            if not at_root and entry.unless != prune_when and applies(interface, prune_when, form + way):
                yield Variant(entry, way, form)
