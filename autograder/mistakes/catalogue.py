"""The known mistakes, each made by operators on the textbook's roles, so that what it does is computed.

To add one, describe it in catalogue.md and say in `WAYS` how it is made. It then belongs to every interface that has
the role, in every form in which that interface's search may be written.
"""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from autograder.mistakes import textbook as op
from autograder.mistakes.forms import bounds_tested, forms
from autograder.mistakes.kinds import STATE_KEPT
from autograder.mistakes.textbook import Changes, Part, textbook
from reference.problem import Observation, Problem, PruneWhen


class Misconception(NamedTuple):
    """A known mistake. words: for the student: what is wrong and which line to look at, without the code."""

    id: str
    title: str
    words: str

    def explanation(self, holds: Callable[[str], bool] = lambda _: False) -> str:
        """The words, of which those that claim something of a tree are there only where that holds, else nowhere."""
        return CLAIMED.sub(lambda part: f"{part[2]} " if holds(part[1]) else "", self.words)


class Variant(NamedTuple):
    """One way to make a mistake, in one of the forms in which a search can be written."""

    misconception: Misconception
    way: Changes
    form: Changes = ()

    @property
    def changes(self) -> Changes:
        """What is changed in the textbook's own form."""
        return self.form + self.way

    def attempt(self, problem: Problem, *, calls: bool = False) -> Observation | None:
        """What a program with the mistake does; None where that breaks. Under another convention it may be none."""
        is_one = op.changed(problem.interface, problem.prune_when, self.changes)
        try:
            return op.observe(problem, self.changes if is_one else self.form, calls=calls)
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            return None

    def __str__(self) -> str:
        form = f" in {'; '.join(map(str, self.form))}" if self.form else ""
        return f"{self.misconception.id}: {'; '.join(map(str, self.way))}{form}"


ties_replace = op.writing("ties-replace", choice=op.LOOSE)
test_before_fold = op.ordering("test-before-fold", "search", "test", "fold")

FINITE = ((-1000, 1000), (-10_000_000, 10_000_000), (-100_000_000, 10_000_000))
"""Some of many, the last of source 003; a diagnosis finds out which constant a program really uses."""

FIRST, FAILS = "v = search(state, alpha, beta)", "v <= alpha or v >= beta"
"""The first pass of an aspiration search, and the question whether it has failed."""

WAYS: dict[str, tuple[Changes, ...]] = {
    "no-pruning": ((op.no_test,), (op.no_test, op.no_update), (op.test_after_loop,)),
    "no-max-cutoff": ((op.no_test("MAX"),), (op.test_after_loop("MAX"),)),
    "no-min-cutoff": ((op.no_test("MIN"),), (op.test_after_loop("MIN"),)),
    "strict-cutoff": op.each(op.strict_test),
    "eager-cutoff": op.each(op.writing("loose-test", test=op.LOOSE)),
    "swapped-cutoff": op.each(
        op.testing("own-bound-tested", "{value} {ge} {own}"),
        op.testing("own-bound-tested-turned", "{value} {le} {own}"),
    ),
    "late-cutoff": op.each(
        test_before_fold,
        op.ordering("test-and-update-before-fold", "search", "test", "update", "fold"),
        op.ordering("test-before-update", "search", "fold", "test", "update"),
        bounds_tested,
    ),
    "alpha-not-updated": ((op.no_update("MAX"),), (op.no_update,)),
    "beta-not-updated": ((op.no_update("MIN"),), (op.no_update("MAX"), op.no_update("MIN"))),
    "bound-overwritten": op.each(
        op.writing("update-by-child", update="{own} = {u}"), op.writing("update-by-value", update="{own} = {value}")
    ),
    "wrong-bound-updated": op.each(op.writing("update-of-other-bound", update="{other} = {min}({other}, {value})")),
    "window-not-passed": (*op.each(op.fresh_window), (op.window_begun_anew,)),
    "shallow-only": op.each(
        op.writing("value-only-passed", Part.keeps_best, passed="{value}", limit="{best}"),
        op.writing("own-bound-only-passed", passed="{own}", limit="{best}"),
    ),
    "bounds-swapped": op.each(
        op.writing("bounds-exchanged", lambda part: not part.negates(), passed="{other}", limit="{own}")
    ),
    "root-window-reset": (
        *op.each(
            op.writing(
                "fresh-window-at-root", passed="{old} if {ply} else {worst}", limit="{old} if {ply} else {best}"
            ),
            op.writing("no-update-at-root", update="{own} = {max}({own}, {value}) if {ply} else {own}"),
        ),
        (op.fresh_window("both", "root"),),
        (op.fresh_window("both", "root"), op.no_test("both", "root")),
    ),
    "zero-initial-value": op.each(op.starting_with(0, 0)),
    "finite-infinity": op.each(*(op.starting_with(low, high) for low, high in FINITE)),
    "right-to-left": ((op.right_to_left,),),
    "one-player": op.each(op.as_twin("same-function", "callee")),
    "players-exchanged": ((op.players_exchanged,),),
    "first-child-only": op.each(op.result_in_loop),
    "eager-children": op.each(op.all_children_first),
    "depth-off-by-one": (
        (op.writing("horizon-at-1", depth="depth == 1"),),
        (op.writing("horizon-below-2", depth="depth <= 1"),),
        (op.writing("horizon-below-0", depth="depth < 0"),),
    ),
    "player-not-toggled": op.each(op.as_twin("same-turn", "turn")),
    "sign-not-flipped": ((op.writing("sign-dropped", Part.negates, child="-({old})"),),),
    "window-not-negated": (
        (op.writing("window-as-it-is", Part.negates, passed="-{other}", limit="-{own}"),),
        (op.writing("window-negated-only", Part.negates, passed="{other}", limit="{own}"),),
        (op.writing("window-exchanged-only", Part.negates, passed="-{own}", limit="-{other}"),),
    ),
    "no-re-search": (
        (op.rewriting("first-pass-taken", FAILS, "False"),),
        (op.rewriting("ends-taken", FAILS, "v < alpha or v > beta"),),
        (op.rewriting("fail-high-taken", FAILS, "v <= alpha"),),
        (op.rewriting("fail-low-taken", FAILS, "v >= beta"),),
    ),
    "full-first-window": ((op.rewriting("wide-first-pass", FIRST, FIRST.replace("alpha, beta", "-inf, inf")),),),
    "last-of-ties": tuple((ties_replace(player, "root"),) for player in op.PLAYERS),
    "inverted-cutoff": op.each(op.writing("test-turned", test=op.TURNED), op.writing("test-negated", test=op.NEGATED)),
    "update-reversed": op.each(op.writing("update-turned", update="{own} = {min}({own}, {value})")),
    "last-child-kept": op.each(op.last_child_kept, op.writing("last-child-returned", Part.is_below, result="{u}")),
    "cutting-child-not-counted": op.together(test_before_fold, op.testing("child-tested", "{u} {ge} {other}")),
    "own-bound-not-passed": op.each(op.writing("other-bound-only-passed", passed="{worst}", limit="{other}"))[1:],
    "wrong-infinity": op.each(op.starting_with("{best}", "{best}")),
    "fold-reversed": op.each(op.fold_turned),
    "wrong-bound-returned": op.each(op.writing("other-bound-returned", Part.is_below, result="{other}")),
    "depth-miscounted": ((op.writing("depth-less-0", plies="0"),), (op.writing("depth-less-2", plies="2"),)),
    "leaf-sign": ((op.writing("leaf-negated", Part.negates, leaf="-({old})"),),),
}
"""The ways to make each mistake; one that has none can only be told by what mends it."""

CLAIMED = re.compile(r"\[([a-z-]+): ([^]]+)\] ?")
ENTRY = re.compile(r"^## (\S+): (.+)\n\n((?:.+\n)+)\nKnown from: .+$", re.M)


def entries(text: str) -> tuple[Misconception, ...]:
    """The mistakes that a text describes as catalogue.md does."""
    return tuple(Misconception(name, title, " ".join(words.split())) for name, title, words in ENTRY.findall(text))


CATALOGUE = entries(Path(__file__).with_suffix(".md").read_text("utf-8"))
BY_ID = {entry.id: entry for entry in CATALOGUE}
FINITE_INFINITY = BY_ID["finite-infinity"]
CHANCE = "answers-by-chance"
REPAIRED = {*BY_ID} - {*WAYS, STATE_KEPT, CHANCE} | {FINITE_INFINITY.id, "right-to-left"}
"""Those that what mends them proves: it is no other mistake, whatever else was done."""


def ways(interface: str) -> list[tuple[Misconception, Changes]]:
    """Every way to make each mistake, in a decision also below the root only, whether an interface has it or not."""
    at_root = any(part.at_root for part in textbook(interface).parts)
    made = [(entry, way) for entry in CATALOGUE for way in WAYS.get(entry.id, ())]
    places = [(entry, there) for entry, way in made for there in ((way, op.below(way)) if at_root else (way,))]
    return list(dict.fromkeys(places))


def variants(interface: str, prune_when: PruneWhen, name: str = "") -> Iterator[Variant]:
    """Every way to make each mistake under a pruning convention, in the textbook's form and then in the others.

    A way that finds nothing to change in a form is not there. That it changes what the search does is not said: in some
    form it may be no mistake, as probe_trees.py finds out. A decision's root has its own form only. name: one alone.
    """
    inside = [form for form in forms(interface) if all(change.where != "root" for change in form)]
    for form, (entry, way) in product(inside, ways(interface)):
        if name in ("", entry.id) and op.changed(interface, prune_when, form + way):
            yield Variant(entry, way, form)
