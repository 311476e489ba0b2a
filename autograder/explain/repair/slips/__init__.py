"""Slips: code that beginners write and do not mean, as the text of a program shows.

A rule finds its slips in the syntax tree of one function, and offers the obvious
repair, if there is one, as an ordinary edit. Its kind is the rule, and its role the
words of the rule's sentence. The text alone proves none: `witnesses` watch whether the
sentence is true of a search. The rules are in `copies`, `cutoffs`, `loops`, `names`,
`results`, `sides` and `values`; `shapes` has the shapes of code that they share.
"""

import ast
from collections.abc import Iterator

from autograder.explain.repair.edits import Edit
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.slips import (
    copies,
    cutoffs,
    loops,
    names,
    results,
    sides,
    values,
)

RULES = (
    values.uncalled,
    values.texts_and_signs,
    results.unused,
    loops.same_position,
    names.unread_ends,
    copies.copied_functions,
    results.bare_returns,
    names.misspelt,
    names.without_self,
    names.changed_defaults,
    cutoffs.unreached,
    cutoffs.windows_begun_anew,
    cutoffs.no_way_out,
    loops.each_agent_alone,
    values.sums_as_conditions,
    loops.by_chance,
    loops.no_states,
    sides.same_for_both,
)
"""Each is called with a scope and its function, which some do not need."""


def slips(scope: Scope) -> Iterator[Edit]:
    """Yield the slips of a function, or of the lines outside of all."""
    if isinstance(scope.root, ast.FunctionDef):
        for rule in RULES:
            yield from rule(scope, scope.root)
    else:
        yield from names.made_at_import(scope)
