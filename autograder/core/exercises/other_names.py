"""The names that people write for fields of a set, and the field that each means."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

VALUE = ...
"""Stands in a synonym's form for the value that was given."""


class Synonym(NamedTuple):
    """Names that people write for a field that has another one.

    field: its name. names: the others. form: the content of the field, with `VALUE` for
    the given value. written: the field as messages show it, if `form` cannot say that.
    Such a synonym is taken to be meant with any value but null and false; of others the
    schema must allow the value.
    """

    field: str
    names: tuple[str, ...]
    form: Any = VALUE
    written: str = ""

    def holding(self, value: Any) -> Any:
        """Return the content of the field for a value: its form, filled in."""
        return _filled_in(self.form, value)

    @property
    def shown(self) -> str:
        """The field as it is written in a file, such as "root": "max"."""
        if self.written:
            return self.written
        if self.form is VALUE:
            return f'"{self.field}"'
        return f'"{self.field}": {json.dumps(_filled_in(self.form, "…"))}'.replace(
            '"\\u2026"', "…"
        )


def _filled_in(form: Any, value: Any) -> Any:
    """Return a form with a value in the place of VALUE."""
    if form is VALUE:
        return value
    if isinstance(form, dict):
        return {key: _filled_in(inner, value) for key, inner in form.items()}
    return form


SYNONYMS = (
    Synonym("title", ("name", "description")),
    Synonym("source", ("comment", "note")),
    Synonym("root", ("player", "to_move"), written='"root": "max" or "min"'),
    Synonym("window", ("alpha", "beta"), written='"window": [alpha, beta]'),
    Synonym(
        "expected",
        ("answer", "solution"),
        written='"expected": {"value", "pruned", "visited"}',
    ),
    Synonym("expected", ("value",), {"value": VALUE}),
    Synonym("expected", ("pruned",), {"pruned": VALUE}, '"expected": {"pruned": […]}'),
    Synonym(
        "expected", ("visited",), {"visited": VALUE}, '"expected": {"visited": […]}'
    ),
    Synonym(
        "points",
        ("score", "weight", "max_score"),
        written='"points": {"value", "pruned", "order"}',
    ),
    Synonym("earned", ("all_or_nothing",), written='"earned": "all or nothing"'),
    Synonym(
        "extra",
        ("extra_credit", "bonus", "bonus_points"),
        written='"extra": true',
    ),
    Synonym("tree", ("children",)),
    Synonym("generate", ("random",), written='"generate"'),
    Synonym("generate", ("examples",), {"examples": VALUE}),
    Synonym("generate", ("seed",), {"seed": VALUE}),
    Synonym("generate", ("branching",), {"branching": VALUE}),
    Synonym("examples", ("count", "trees")),
    Synonym("file", ("filename",)),
    Synonym("interface", ("function", "algorithm")),
    Synonym("limits", ("seconds", "timeout"), {"seconds": VALUE}),
    Synonym("seconds", ("time",)),
    Synonym("memory_mb", ("memory",)),
)


class Flag(NamedTuple):
    """Names that people write with true or false for a value of another field.

    field: its name. on, off: the values that true and false mean; off is "" if false
    has no known meaning.
    """

    field: str
    on: str
    off: str
    names: tuple[str, ...]

    def shown(self, value: Any) -> str:
        """Return the setting that a value means, such as "visibility": "hidden".

        A value that is neither true nor false does not tell, so both are named.
        """
        choices = {True: [self.on], False: [self.off]}
        wanted = choices[value] if isinstance(value, bool) else [self.on, self.off]
        named = " or ".join(f'"{choice}"' for choice in wanted if choice)
        return f'"{self.field}": {named}' if named else ""


FLAGS = (
    Flag("visibility", "hidden", "visible", ("hidden", "hide", "invisible")),
    Flag("visibility", "visible", "hidden", ("visible", "show", "shown", "public")),
    Flag("root", "max", "min", ("maximizing", "maximize", "maximizing_player")),
    Flag("root", "min", "max", ("minimizing", "minimize", "minimizing_player")),
    Flag("prune_when", "alpha > beta", "alpha >= beta", ("strict",)),
    Flag("bound", "fail-soft", "", ("fail_soft",)),
    Flag("bound", "fail-hard", "", ("fail_hard",)),
)


class NoField(NamedTuple):
    """Names that no field exists for, and the advice on each."""

    names: tuple[str, ...]
    message: str


NOT_ZERO_SUM = NoField(
    (
        "chance",
        "chance_node",
        "chance_nodes",
        "dice",
        "expectimax",
        "expectiminimax",
        "max_n",
        "maxn",
        "nature",
        "payoff",
        "payoffs",
        "probabilities",
        "probability",
        "utilities",
    ),
    "in a game here what MAX gains MIN loses, so there are no chance nodes, and no "
    "third player with values of its own",
)
"""Names of games that alpha-beta as it is taught here does not search."""
NO_FIELDS = (
    NOT_ZERO_SUM,
    NoField(
        ("due", "due_date", "due_at", "duedate", "due_time", "deadline"),
        "the due date is not part of a set; give it to class, "
        "as in ./run_autograder class … --due 2026-11-20T23:59",
    ),
    NoField(
        ("total", "total_points", "max_points", "points_possible", "out_of"),
        "a set is worth what its exercises are together; validate says how much",
    ),
    NoField(
        (
            "attempts",
            "max_attempts",
            "attempt_limit",
            "max_submissions",
            "submission_limit",
        ),
        "how often students may submit is set on the platform itself, such as "
        'Gradescope; "feedback" by attempt in assignment.json shows less from an '
        'attempt on, as in "feedback": {"full": 3}',
    ),
    NoField(
        ("language", "lang", "locale", "programming_language"),
        'programs are in Python; "language" in assignment.json says in what language '
        'students read, as in "language": "de"',
    ),
    NoField(
        ("leaderboard", "ranking"),
        "there is no leaderboard; leave it out",
    ),
    NoField(
        ("forbid", "forbidden", "forbidden_imports", "disallow", "ban", "banned"),
        "a program is judged by what it does and not by its text, so nothing can be "
        'forbidden; "packages" in assignment.json are all that it may import beside '
        "Python's own library",
    ),
    NoField(
        ("required", "mandatory", "must_pass"),
        'write "earned": "with value" or "earned": "all or nothing" for the points of '
        "one exercise; none can be made a condition of others",
    ),
)
"""Advice on fields that a set cannot have, and on settings made elsewhere."""
