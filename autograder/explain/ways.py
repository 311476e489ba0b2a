"""The ways to make the known mistakes in a textbook.

Each is a kind of edit of the table, with the operator that finds it. To add a mistake,
describe it in catalogue.md and add to `WAYS` how it is made. It then belongs to every
interface in which an operator finds the edit, in every form in which that interface's
search may be written.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from autograder.explain import worse
from autograder.explain.catalogue import (
    BY_ID,
    CATALOGUE,
    CHANCE,
    FINITE_INFINITY,
    Misconception,
)
from autograder.explain.repair import kinds
from autograder.explain.repair.mirror import TURNED
from autograder.explain.repair.operators import (
    calls,
    expressions,
    general,
    layers,
    lines,
    meanings,
    numbers,
    turns,
)
from autograder.explain.textbook import (
    Fits,
    dropped,
    edit,
    starting_with,
    strict_test,
)
from reference.changes import (
    Change,
    Changes,
    Step,
    below,
    change,
    changed,
    child_named,
    either,
    no_test,
    no_update,
    observe,
    ordered,
    perhaps,
    together,
)
from reference.changes import for_each_player as each
from reference.forms import (
    best_apart_at_root,
    bounds_tested,
    forms,
    tested,
    value_tested,
)
from reference.parts import Player, textbook
from reference.problem import Observation, Problem, PruneWhen


class Variant(NamedTuple):
    """One way to make a mistake, in one form in which a search can be written."""

    misconception: Misconception
    way: Changes
    form: Changes = ()

    @property
    def changes(self) -> Changes:
        """Return the changes that make the variant from the textbook's own form."""
        return self.form + self.way

    def attempt(self, problem: Problem, *, calls: bool = False) -> Observation | None:
        """Return the observation of a program with the mistake; None if it breaks.

        Under another convention it may be no mistake: then the form alone is searched.
        """
        is_mistake = changed(problem.interface, problem.prune_when, self.changes)
        try:
            return observe(
                problem, self.changes if is_mistake else self.form, calls=calls
            )
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            return None

    def __str__(self) -> str:
        form = f" in {'; '.join(map(str, self.form))}" if self.form else ""
        return f"{self.misconception.id}: {'; '.join(map(str, self.way))}{form}"


def becomes(signs: Mapping[type[ast.cmpop], type[ast.cmpop]]) -> Fits:
    """Return whether a comparison gets the sign that a table has for its own."""
    return lambda _, edit: type(edit.new) is signs.get(type(vars(edit.old)["ops"][0]))


def single(name: str, *arguments: Any, **options: Any) -> Change:
    """Return a change that is one edit."""
    return change(name, edit(*arguments, **options))


def around(name: str, *steps: Step) -> tuple[Changes, ...]:
    """Return a change around the loops, in the two passes of an aspiration search."""
    return ((change(name, *map(perhaps, steps), around=True),),)


def never_stopping(player: Player) -> tuple[Changes, ...]:
    """Return ways in which a player, or both, never stop early."""
    test, update = no_test(player), no_update(player)
    return ((test,), (test, update), (test_after_loop(player),))


def also_apart(*ways: Changes) -> tuple[Changes, ...]:
    """Return ways that change the player's own bound, and the same with another root.

    There the best value is kept apart from the bound, and so is the best action.
    """
    apart = best_apart_at_root("both", "root")
    return (*ways, *((apart, *way) for way in ways))


compared = partial(edit, expressions.comparisons)
in_test = partial(edit, general.others, kinds.COMPARED, "test", at="test")
passed = partial(edit, worse.fresh_windows, kinds.ARGUMENT, "window")
passed_at_root = partial(edit, worse.only_below, kinds.ARGUMENT, "root window")
window = partial(edit, calls.arguments, role="window")
returned = partial(edit, general.others, kinds.RESULT, "result", at="result")
unfolded = partial(edit, worse.last_values, kinds.FOLD_ADDED)
updated = partial(edit, general.others, role="update")
next_number = partial(edit, numbers.constants, kinds.NEXT_NUMBER)
depth_compared = partial(compared, kinds.OTHER_ORDER, "horizon")
part_dropped = partial(edit, layers.without, kinds.PART_DROPPED, "")

# Changes that stand in more than one way.
usual = perhaps(ordered("search", "fold", "test", "update"))
test_before_fold = change(
    "test-before-fold", perhaps(child_named), usual, ordered("search", "test", "fold")
)
test_after_loop = single(
    "test-after-loop", lines.moves, kinds.OUT_BEHIND, "test", old="{leaves}"
)
infinity_tested = change("infinity-tested", tested("other", "best"))
value_for_own_bound = edit(
    general.others, kinds.ARGUMENT, "window", old="{own}", new="{best_so_far}"
)
same_function = single(
    "same-function", calls.callees, kinds.CALLEE, "recursion", new="{twin}"
)
fold_turned = edit(expressions.folds, kinds.OTHER_FOLD, "fold")
other_infinity = edit(numbers.constants, kinds.OTHER_INFINITY, "initial", old="{worst}")
as_the_other = single("players-exchanged", worse.exchanged, kinds.AS_THE_OTHER, "fold")
fresh_window = change("fresh-window", passed(old="{passed}"), passed(old="{limit}"))
stands_in = (kinds.FOLDED, kinds.COMPARED, kinds.OTHER_VALUE)
of_value = [perhaps(updated(kind, old="{u}", new="{value}")) for kind in stands_in]
other_updated = either(
    edit(
        expressions.targets,
        kinds.WHOLE_TARGET,
        "update",
        new="{other} = {min}({other}, {value})",
    ),
    edit(expressions.bounds_exchanged, kinds.MIRRORED, "update"),
)
own_tested = perhaps(*value_tested.steps), in_test(old="{other}", new="{own}")
overwritten = either(
    *(unfolded("update", new=new) for new in ("{value}", "{u}", "{own} = {u}"))
)
FINITE = ((-1000, 1000), (-10_000_000, 10_000_000), (-100_000_000, 10_000_000))
"""Some of many, the last of source 003.

A diagnosis finds out which constant a program really uses.
"""

WAYS: dict[str, tuple[Changes, ...]] = {
    "no-pruning": never_stopping("both"),
    "no-max-cutoff": (*never_stopping("MAX"), (infinity_tested("MAX"),)),
    "no-min-cutoff": (*never_stopping("MIN"), (infinity_tested("MIN"),)),
    "strict-cutoff": each(strict_test),
    "eager-cutoff": each(change("loose-test", compared(kinds.LOOSER, "test"))),
    "swapped-cutoff": each(
        change("own-bound-tested", *own_tested),
        change(
            "own-bound-tested-turned",
            *own_tested,
            compared(kinds.OPPOSITE, "test", fits=becomes(TURNED)),
        ),
    ),
    "late-cutoff": each(
        test_before_fold,
        change(
            "test-and-update-before-fold",
            *test_before_fold.steps[:2],
            ordered("search", "test", "update", "fold"),
        ),
        change(
            "test-before-update",
            perhaps(child_named),
            ordered("search", "fold", "test", "update"),
        ),
        bounds_tested,
    ),
    "alpha-not-updated": also_apart((no_update("MAX"),), (no_update,)),
    "beta-not-updated": also_apart(
        (no_update("MIN"),),
        (no_update("MAX"), no_update("MIN")),
    ),
    "bound-overwritten": each(
        change(
            "update-by-child",
            perhaps(child_named),
            overwritten,
            perhaps(updated(kinds.OTHER_VALUE, old="{value}", new="{u}")),
        ),
        change("update-by-value", overwritten, *of_value),
    ),
    "wrong-bound-updated": also_apart(
        *each(change("update-of-other-bound", *of_value, other_updated))
    ),
    "window-not-passed": (
        *each(fresh_window),
        (
            single(
                "window-begun-anew", worse.fresh_windows, kinds.SLIPS["anew"], "anew"
            ),
        ),
    ),
    "shallow-only": each(
        change(
            "value-only-passed",
            value_for_own_bound,
            passed(old="{limit}"),
        ),
        change("own-bound-only-passed", passed(old="{limit}")),
        change("value-for-own-bound", value_for_own_bound),
    ),
    "bounds-swapped": each(change("bounds-exchanged", window(kinds.EXCHANGED))),
    "root-window-reset": (
        *each(
            change(
                "fresh-window-at-root",
                passed_at_root(old="{passed}"),
                passed_at_root(old="{limit}"),
            ),
            single(
                "no-update-at-root",
                worse.only_below,
                kinds.UPDATE_ADDED,
                "update",
                at="update",
            ),
        ),
        (fresh_window("both", "root"),),
        (fresh_window("both", "root"), no_test("both", "root")),
    ),
    "zero-initial-value": each(starting_with(0, 0)),
    "finite-infinity": each(*(starting_with(low, high) for low, high in FINITE)),
    "right-to-left": each(
        single("right-to-left", worse.other_loops, kinds.IN_ORDER, "loop")
    ),
    "one-player": (
        *each(same_function),
        *together(same_function, where="root"),
        *each(as_the_other)[1:],
    ),
    "players-exchanged": ((as_the_other,),),
    "first-child-only": each(
        single("result-in-loop", worse.other_loops, kinds.OUT_BEHIND, "result")
    ),
    "eager-children": each(
        change(
            "all-children-first",
            perhaps(child_named),
            edit(worse.other_loops, kinds.LAZY, "loop"),
        )
    ),
    "depth-off-by-one": (
        (
            change(
                "horizon-at-1",
                next_number("horizon", old="0"),
                perhaps(depth_compared(old="depth <= 1")),
            ),
        ),
        (
            change(
                "horizon-below-2",
                next_number("horizon", old="0"),
                perhaps(depth_compared(fits=becomes({ast.Eq: ast.LtE}))),
            ),
        ),
        (
            change(
                "horizon-below-0",
                either(
                    compared(kinds.STRICTER, "horizon", old="depth <= 0"),
                    depth_compared(old="depth == 0"),
                ),
            ),
        ),
    ),
    "player-not-toggled": each(
        single("same-turn", turns.flags, kinds.TURN, "turn", new="{flag}")
    ),
    "sign-not-flipped": (
        (single("sign-dropped", layers.without, kinds.SIGN_DROPPED, "recursion"),),
    ),
    "window-not-negated": (
        (change("window-as-it-is", window(kinds.WINDOW_PASSED, new="alpha, beta")),),
        (change("window-negated-only", window(kinds.TURNED, new="-alpha, -beta")),),
        (change("window-exchanged-only", window(kinds.NEGATED, new="beta, alpha")),),
    ),
    "no-re-search": (
        *around("first-pass-taken", dropped(kinds.LINE_DROPPED, "statement")),
        *around(
            "ends-taken",
            *(
                compared(kinds.STRICTER, "first window", old=old)
                for old in ("v <= alpha", "v >= beta")
            ),
        ),
        *around(
            "upper-end-taken", compared(kinds.STRICTER, "first window", old="v >= beta")
        ),
        *around(
            "lower-end-taken",
            compared(kinds.STRICTER, "first window", old="v <= alpha"),
        ),
        *around("fail-high-taken", part_dropped(new="v <= alpha")),
        *around("fail-low-taken", part_dropped(new="v >= beta")),
    ),
    "full-first-window": around(
        "wide-first-pass",
        edit(
            calls.first_windows,
            kinds.WHOLE_WINDOW,
            "first window",
            old="search(state, alpha, beta)",
        ),
    ),
    "last-of-ties": together(
        change("ties-replace", compared(kinds.LOOSER, "kept")), where="root"
    ),
    "inverted-cutoff": each(
        change("test-turned", compared(kinds.OPPOSITE, "test", fits=becomes(TURNED))),
        change(
            "test-negated",
            compared(kinds.OPPOSITE, "test", fits=becomes(meanings.OPPOSITE)),
        ),
    ),
    "update-reversed": also_apart(
        *each(
            change(
                "update-turned",
                either(
                    edit(expressions.folds, kinds.OTHER_FOLD, "update"),
                    compared(kinds.OPPOSITE, "update", fits=becomes(TURNED)),
                ),
            )
        )
    ),
    "last-child-kept": each(
        change("last-child-kept", unfolded("fold", new="{u}")),
        change("last-child-returned", perhaps(child_named), returned(new="{u}")),
    ),
    "cutting-child-not-counted": together(
        test_before_fold,
        change(
            "child-tested",
            perhaps(*value_tested.steps),
            in_test(old="{value}", new="{u}"),
        ),
    ),
    "own-bound-not-passed": each(
        change("other-bound-only-passed", passed(old="{passed}"))
    )[1:],
    "wrong-infinity": each(change("other-infinity", other_infinity)),
    "fold-reversed": (
        *each(change("fold-turned", fold_turned)),
        # If both begin so, they are exchanged.
        *each(change("fold-turned-from-first", fold_turned, other_infinity))[1:],
    ),
    "wrong-bound-returned": each(
        change("other-bound-returned", returned(new="{other}"))
    ),
    "depth-miscounted": each(
        change(
            "depth-less-0",
            edit(layers.without, kinds.SUM_DROPPED, "step", old="depth - 1"),
        ),
        change(
            "depth-less-2",
            next_number(
                "step",
                new="2",
                fits=lambda part, _: "depth - 1" in part.placeholders["child"],
            ),
        ),
    ),
    "leaf-sign": ((single("leaf-negated", layers.around, kinds.SIGN_ADDED, "leaf"),),),
}
"""The ways to make each mistake.

One that has none can only be told by the edits that undo it.
"""

REPAIRED = {*BY_ID} - {*WAYS, kinds.STATE_KEPT, CHANCE} | {
    FINITE_INFINITY.id,
    "right-to-left",
    "leaf-sign",
    "depth-miscounted",
    "depth-off-by-one",
    "one-player",
    "inverted-cutoff",
    "own-bound-not-passed",
    "late-cutoff",
    "bounds-swapped",
}
"""Mistakes that the edits that undo them prove, whatever else was changed."""

ALSO_OF_OTHERS = frozenset({"wrong-bound-updated", "update-reversed"})
"""Mistakes that behave as other slips do, so that behaviour alone proves none.

A condition about whose turn it is always holds, a bound never moves.
"""

OF_EVERY_NODE = frozenset({"players-exchanged"})
"""Mistakes whose words say of both players what they do, and so of the root, too.

Below a right root it is another mistake that does the same: a player moves twice.
"""

AT_ROOT = "root-window-reset"
"""The mistake in whose place another one may seem to be made in every node."""

BY_KIND_ALONE = frozenset({"eager-children", "zero-initial-value", FINITE_INFINITY.id})
"""Mistakes that only an edit which undoes them proves.

If a test is never true, a search looks at the same leaves as if it came too late. If a
number limits values, it behaves as if the best value began with this number.
"""


def ways(interface: str) -> list[tuple[Misconception, Changes]]:
    """Return every way to make each mistake, whether an interface has it or not.

    For a decision each way comes also as it is made below the root only, unless its
    words are about every node.
    """
    at_root = any(part.at_root for part in textbook(interface))
    made = [(mistake, way) for mistake in CATALOGUE for way in WAYS.get(mistake.id, ())]
    by_place = [
        (mistake, changes)
        for mistake, way in made
        for changes in (
            (way, below(way)) if at_root and mistake.id not in OF_EVERY_NODE else (way,)
        )
    ]
    return list(dict.fromkeys(by_place))


def variants(
    interface: str, prune_when: PruneWhen, name: str = ""
) -> Iterator[Variant]:
    """Yield every way to make each mistake under a pruning convention, form by form.

    The textbook's own form comes first. A way that finds nothing to change in a form is
    left out. A way that finds something need not change the search: in some form it may
    be no mistake, as probe_trees.py finds out. name: the id of the one mistake to vary;
    "" for all.
    """
    for form, (mistake, way) in product(forms(interface), ways(interface)):
        variant = Variant(mistake, way, form)
        is_wanted = name in ("", variant.misconception.id)
        if is_wanted and changed(interface, prune_when, variant.changes):
            yield variant
