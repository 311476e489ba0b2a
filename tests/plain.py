"""Print which of the catalogue's mistakes are named if they are written plainly.

    .venv/bin/python -m tests.plain [--set NAME] [--only MISTAKE] [--right FOLDER] [-v]

A row is a mistake, made in the right program of a set by one change that a person would
call one: an update replaced by `pass`, a test by `if False:`, the other bound updated.
Each changes a line for both players alike, or that of one. A name that is not the row's
is a false one, and the command fails.

FOLDER holds another right program of the one set that --set names: of the Pacman project
nobody may publish a plain one.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.judging.judge import Failed
from autograder.explain.findings import NOTHING_FOUND
from autograder.explain.graded import grade_and_explain
from tests.sets import PROJECT, SUBMISSIONS, submitted

RIGHT = {
    "": "textbook",
    "aspiration_search": "aspiration_search_textbook",
    **{
        name: f"{name}_textbook"
        for name in (
            "aima_4e",
            "aima_python",
            "aind_isolation",
            "alpha_beta",
            "alpha_beta_search",
            "board",
            "cs188",
            "methods",
            "minimax",
            "minimax_ab",
            "minimax_array",
            "negamax",
            "nested",
            "strict_convention",
            "value_and_move",
        )
    },
}
"""A right program of each set, "" is the core's."""
UPDATE = r"(?P<end>alpha|beta) = (?P<fold>max|min)\(\w+, (?P<value>\w+)\)"
TEST = r"if (?P<left>\w+) (?P<sign>[<>]=?) (?P<right>\w+):(?=\n +(?:break|return))"
FOLD = r"(?P<place>v|best|optimum) = (?P<fold>max|min)\(\w+, (?P<value>.+)\)(?=\n)"
KEPT = r"if (?P<left>\w+) (?P<sign>[<>]) (?P<right>\w+) or"
START = r"\b(?P<place>v|best|optimum)(?P<more>, \w+)? = (?P<sign>-?)(?P<inf>math\.inf|inf(?:inity)?\b|MAX|MIN)"
WINDOW = r"(?P<open>\w+\((?!state, ).+, )alpha, beta(?P<close>[^)=]*\))(?!:)"
LOOP = r"for (?P<child>[\w, ]+) in (?P<children>.+):(?=\n)"
DEPTH = r"depth (?P<sign>==|<=) 0"
TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
STRICTER = {">=": ">", "<=": "<"}
LOOSER = {">": ">=", "<": "<="}
OTHER = {"alpha": "beta", "beta": "alpha", "max": "min", "min": "max"}
INF = 'float("inf")'
Match = re.Match[str]
Replace = Callable[[Match], str]


class Row(NamedTuple):
    """A mistake, how it is made, and what it may be called.

    place: what is replaced, by `replace`. players: in whose parts, one program for each.
    also: other ids that are true of it.
    """

    mistake: str
    how: str
    place: str
    replace: Replace
    players: tuple[str, ...] = ("both", "MAX")
    also: tuple[str, ...] = ()


def _put(template: str) -> Replace:
    return lambda found: found.expand(template)


def _test_with(found: Match, signs: dict[str, str]) -> str:
    sign = signs.get(found["sign"], found["sign"])
    return f"if {found['left']} {sign} {found['right']}:"


def _swapped_bound(found: Match) -> str:
    # Nobody compares a bound with itself.
    if found["left"] in OTHER:
        return found[0]
    bound = OTHER.get(found["right"], found["right"])
    return f"if {found['left']} {found['sign']} {bound}:"


def _other_updated(found: Match) -> str:
    end, fold = OTHER[found["end"]], OTHER[found["fold"]]
    return f"{end} = {fold}({end}, {found['value']})"


def _folded_otherwise(found: Match) -> str:
    target = found.groupdict().get("place") or found["end"]
    return f"{target} = {OTHER[found['fold']]}({target}, {found['value']})"


def _other_infinity(found: Match) -> str:
    sign = "" if found["sign"] else "-"
    rest = found["more"] or ""
    return f"{found['place']}{rest} = {sign}{found['inf']}"


def _start(number: int, found: Match) -> str:
    sign = found["sign"] if number else ""
    return f"{found['place']}{found['more'] or ''} = {sign}{number}"


def _kept_with(found: Match) -> str:
    return f"if {found['left']} {LOOSER[found['sign']]} {found['right']} or"


def _window(low: str, high: str) -> Replace:
    return _put(rf"\g<open>{low}, {high}\g<close>")


def _own_value_only(found: Match) -> str:
    """Pass the best value so far, by its name or as alpha, and no beta."""
    kept = re.search(START, found.string)
    low = kept["place"] if kept else "alpha"
    return _window(low, INF)(found)


def _negated_depth(number: int) -> Replace:
    return _put(rf"depth \g<sign> {number}")


ROWS = (
    Row("no-pruning", "if False", TEST, _put("if False:"), ("both",)),
    Row("no-max-cutoff", "if False", TEST, _put("if False:"), ("MAX",)),
    Row("no-min-cutoff", "if False", TEST, _put("if False:"), ("MIN",)),
    Row("strict-cutoff", ">", TEST, partial(_test_with, signs=STRICTER)),
    Row("eager-cutoff", ">=", TEST, partial(_test_with, signs=LOOSER)),
    Row("swapped-cutoff", "own bound", TEST, _swapped_bound),
    Row("inverted-cutoff", "turned", TEST, partial(_test_with, signs=TURNED)),
    Row("first-child-only", "if True", TEST, _put("if True:")),
    Row("alpha-not-updated", "pass", UPDATE, _put("pass"), ("MAX",)),
    Row("beta-not-updated", "pass", UPDATE, _put("pass"), ("MIN",)),
    Row("bound-overwritten", "no fold", UPDATE, _put(r"\g<end> = \g<value>")),
    Row("wrong-bound-updated", "other", UPDATE, _other_updated),
    Row("update-reversed", "other fold", UPDATE, _folded_otherwise),
    Row("window-not-passed", "infinities", WINDOW, _window(f"-{INF}", INF)),
    Row("shallow-only", "no beta", WINDOW, _own_value_only, ("MAX",)),
    Row("own-bound-not-passed", "no alpha", WINDOW, _window(f"-{INF}", "beta"), ("MAX",)),
    Row("bounds-swapped", "exchanged", WINDOW, _window("beta", "alpha")),
    Row("zero-initial-value", "0", START, partial(_start, 0)),
    Row("finite-infinity", "1000", START, partial(_start, 1000)),
    Row("wrong-infinity", "other", START, _other_infinity),
    Row("right-to-left", "reversed", LOOP, _put(r"for \1 in reversed(list(\2)):"), ("both",)),
    Row("fold-reversed", "other fold", FOLD, _folded_otherwise, also=("players-exchanged",)),
    Row("last-child-kept", "no fold", FOLD, _put(r"\g<place> = \g<value>")),
    Row("last-of-ties", ">=", KEPT, _kept_with),
    Row("depth-off-by-one", "1", DEPTH, _negated_depth(1), ("both",)),
    Row("depth-miscounted", "no - 1", r"depth - 1", _put("depth"), ("both",)),
    Row("one-player", "itself", r"(?<!def )\b(min|max)_value(?=\((?!state, |self))", lambda found: f"{OTHER[found[1]]}_value"),
    Row("player-not-toggled", "same turn", r"(?<=, )(?:not (maximizing)|(False|True))(?=[,)])", lambda found: found[1] or str(found[2] == "False")),
    Row("sign-not-flipped", "no minus", r"-(negamax)", _put(r"\1"), ("both",)),
    Row("window-not-negated", "as it is", r"-beta, -alpha", _put("alpha, beta"), ("both",)),
    Row("leaf-sign", "minus", r"return (state\.evaluate)", _put(r"return -\1"), ("both",)),
    Row("move-not-taken-back", "pass", r"board\.pop\(\)", _put("pass"), ("both",)),
)  # fmt: skip


def _is_for(player: str, source: str, at: int) -> bool:
    """Return whether a place in a program is a player's, as its function tells."""
    if player == "both":
        return True
    heads = list(re.finditer(r"MIN\"|min_value\(.*:\n|max_value\(.*:\n|else:\n|if maxi\w+:\n", source[:at]))  # fmt: skip
    return bool(heads) and _player_of(heads[-1][0], source) == player


def _player_of(head: str, source: str) -> str:
    if head.startswith("else"):
        return "MAX" if 'to_move == "MIN"' in source else "MIN"
    return "MIN" if head.startswith(("MIN", "min")) else "MAX"


def programs(source: str) -> Iterator[tuple[Row, str, str]]:
    """Yield each row with a player, and the program with that mistake.

    If a line serves both players, that is no mistake of one's.
    """
    for row in ROWS:
        made = {source, _with_mistake(row, "both", source)}
        if "both" in row.players:
            made = {source}
        for player in row.players:
            wrong = _with_mistake(row, player, source)
            if wrong not in made:
                made.add(wrong)
                yield row, player, wrong


def _with_mistake(row: Row, player: str, source: str) -> str:
    def replaced(found: Match) -> str:
        is_for = _is_for(player, source, found.start())
        return row.replace(found) if is_for else found[0]

    return re.sub(row.place, replaced, source)


class Told(NamedTuple):
    """The names and the lines that a program is told."""

    names: set[tuple[str, ...]]
    lines: list[int]
    failed: bool


def told(source: str, exercises: ExerciseSet) -> Told:
    """Return the sentences about a program."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / exercises.assignment.file
        file.write_text(source, "utf-8")
        explained = grade_and_explain(Path(folder), exercises)
    failed = [
        verdict for verdict in explained.report.visible if isinstance(verdict, Failed)
    ]
    names = {verdict.misconceptions for verdict in failed} - {()}
    lines = [
        location.line
        for verdict in failed[:1]
        for location in explained.findings.get(
            verdict.exercise.id, NOTHING_FOUND
        ).locations
    ]
    return Told(names, lines, bool(failed))


def main() -> int:
    """Print the table, and return whether something is called what it is not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--set", default="*", metavar="GLOB", help="sets of these names"
    )
    parser.add_argument(
        "--only", default="*", metavar="GLOB", help="mistakes of these ids"
    )
    parser.add_argument(
        "--right", type=Path, metavar="FOLDER", help="a right program of the set"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="print the rows that are named, too")  # fmt: skip
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for name, right in RIGHT.items():
        if fnmatch(name or "core", options.set):
            folder = options.right or SUBMISSIONS / right
            results = _results(name, folder, options.only, verbose=options.verbose)
            for result in results:
                counts[result] += 1
    print(dict(counts))
    return 1 if counts["false"] else 0


def _results(name: str, right: Path, only: str, *, verbose: bool) -> Iterator[str]:
    """Yield how each mistake is named in a set's right program; print the rows."""
    exercises = load_set(PROJECT / "exercises" / name)
    file = exercises.assignment.file
    with TemporaryDirectory() as temporary:
        folder = submitted(right, file, Path(temporary))
        source = (folder / file).read_text("utf-8")
    for row, player, wrong in programs(source):
        if not fnmatch(row.mistake, only):
            continue
        page = told(wrong, exercises)
        result = _result(page, {row.mistake, *row.also})
        if verbose or result != "named":
            names = (
                "; ".join(" or ".join(alternatives) for alternatives in page.names)
                or "-"
            )
            where = f"{name or 'core':18} {row.mistake:21} {row.how:10} {player:5}"
            print(f"{where} {result:9} {names} {page.lines}", flush=True)
        yield result


def _result(page: Told, true: set[str]) -> str:
    if not page.failed:
        return "right"
    if any(not true & set(names) for names in page.names):
        return "false"
    return "named" if page.names else "no name"


if __name__ == "__main__":
    sys.exit(main())
