"""Explains a program by the smallest change to its own code that makes it right, and believes none that it did not see.

A process of the submission's looks for the change; what it says is a claim. A fresh process then runs the program with
the change made, and only if that passes every visible exercise is the claim taken for true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from autograder.exercises import Exercise, FixedExercise, Generate, GeneratedExercise, problems_of
from autograder.judging.explanation import Edit, Explanation, NewLines, Repair
from autograder.judging.judge import Searching, evidence_of, passes
from autograder.sandbox import known_to_adapters
from reference import interfaces
from reference.forms import other_forms
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem, PruneWhen

MOST_TRIALS = 160
LARGEST_TRIAL = 400
LARGEST_FAILED = 100
"""Searches that a repair is looked for on, the smallest, nodes of the largest, and of the largest that was failed."""
SMALLEST = (
    [1, 2],
    [2, 1],
    [1, 1],
    [2, 1, 3],
    [2, 3, 1],
    [[2, 3]],
    [[3, 2]],
    [[2], [1, 3]],
    [[1], [2, 3]],
    [[2], [3, 1]],
)
"""Trees that are tried before any other."""
ROUNDS = 5
"""How deep they are searched where a search has a depth: whole rounds, as some courses count them."""
MOST_BELIEVED = 2
"""Equal repairs that are tried on every exercise."""
MOST_EDITS = 12
MOST_LINES = 200
"""Changed places of a repair, and lines of its new text, beyond which it is no repair that a person would read."""
LONGEST_LINE = 400
LARGEST_NUMBER = 10**7


def explanation(
    exercises: Sequence[Exercise],
    prune_when: PruneWhen,
    files: Mapping[str, Sequence[str]],
    claims: str,
    repaired: Callable[[tuple[int, ...]], Searching],
    going_on: Callable[[], bool],
    simplest: Problem | None = None,
) -> Explanation:
    """What explains a program that fails some of the exercises that students see.

    files: the lines of each of the submission's files. claims: what a process of the submission says of repairs that
    it found on the trials. repaired: a fresh process that searches with some changes made. going_on: whether there is
    time for more. simplest: the smallest tree on which the program fails.
    """
    claimed = list(read_claims(claims, files))
    believed: list[Repair] = []
    for repair in claimed:
        if not repair.passes or len(believed) == MOST_BELIEVED or not going_on():
            break
        program = repaired(repair.recipe)
        if all(passes(exercise, program, going_on) for exercise in exercises):
            believed.append(repair)
    if believed and simplest is not None and going_on():
        believed[0] = _as_it_shows(believed[0], simplest, repaired)
    nearest = next((repair for repair in claimed if not repair.passes), None)
    return Explanation(tuple(believed), None if believed else nearest, len(exercises), prune_when)


def _as_it_shows(repair: Repair, simplest: Problem, repaired: Callable[[tuple[int, ...]], Searching]) -> Repair:
    """A repair of several mistakes, first the one that alone is to blame for the simplest failure, if one is."""
    kinds = dict.fromkeys((edit.operator, edit.what) for edit in repair.edits)
    for kind in kinds if len(kinds) > 1 else ():
        its = [(edit.operator, edit.what) == kind for edit in repair.edits]
        alone = tuple(number for number, chosen in zip(repair.recipe, its, strict=True) if chosen)
        if evidence_of(simplest, repaired(alone).search(simplest)).passed:
            places = sorted(range(len(its)), key=lambda place: not its[place])
            return replace(repair, edits=tuple(repair.edits[place] for place in places))
    return repair


def trials(exercises: Sequence[Exercise], failed: Sequence[Problem] = ()) -> Iterator[tuple[Any, ...]]:
    """The searches of some exercises, with what is right of each, as plain tuples that can be marshalled.

    failed: those that a program failed. Its mistake may show in none of the smallest, or a change mend these alone.
    """
    given = [exercise.problem for exercise in exercises if isinstance(exercise, FixedExercise)]
    generated = [exercise for exercise in exercises if isinstance(exercise, GeneratedExercise)]
    some = [exercise for exercise in generated if isinstance(exercise.generate, Generate)]  # all would be too many
    drawn = [problem for exercise in some for problem in problems_of(exercise)]
    fitting = [entry for entry in (*given, *drawn) if entry.isolate is None and len(entry.tree) <= LARGEST_TRIAL]
    chosen = sorted(fitting, key=lambda problem: len(problem.tree))[:MOST_TRIALS]
    known = set(map(id, chosen))
    larger = [entry for entry in failed if entry.isolate is None and len(entry.tree) <= LARGEST_FAILED]
    for problem in [*_smallest(fitting), *chosen, *(entry for entry in larger if id(entry) not in known)]:
        interface = interfaces.load(problem.interface)
        function, arguments = interface.call(problem)
        expected = observe(problem)
        forms = [expected, *(observe(problem, form) for form in other_forms(problem))]
        tree: Tree = interfaces.searched_tree(problem)
        yield (
            tree.child_counts.tobytes(),
            list(tree.values),
            list(tree.players),
            tree.own_names,
            function,
            tuple(arguments),
            tuple(dict.fromkeys(form.visited for form in forms)),
            *_range(problem, expected.value),
            interfaces.is_lost(problem),
            known_to_adapters(problem),
        )


def _smallest(problems: Sequence[Problem]) -> Iterator[Problem]:
    """The smallest trees there are, for both players: in them one mistake shows and another does not."""
    patterns: dict[tuple[object, ...], Problem] = {}
    for problem in problems:
        plain = problem.window == (-inf, inf) and problem.guess is None
        alike = {other.tree.players for other in problems if other.interface == problem.interface}
        for players in sorted(alike) if plain else ():
            deep = None if problem.depth is None else ROUNDS * len(players)
            patterns.setdefault(
                (problem.interface, players), replace(problem, tree=Tree.from_nested(0, players), depth=deep)
            )
    for pattern in patterns.values():
        for nested in SMALLEST:
            smallest = replace(pattern, tree=Tree.from_nested(nested, pattern.tree.players))
            if not interfaces.load(pattern.interface).mistakes(smallest):
                yield smallest


def _range(problem: Problem, value: Any) -> tuple[Any, Any]:
    """The least and the greatest answer that is right, as the interface accepts them."""
    accepts = interfaces.load(problem.interface).accepts
    alpha, beta = problem.window
    if isinstance(value, str):
        return value, value
    least = next((end for end in (-inf, alpha) if end < value and accepts(problem, value, end)), value)
    greatest = next((end for end in (inf, beta) if end > value and accepts(problem, value, end)), value)
    exact = interfaces.exact_value(problem)
    inside = [end for end in (least, greatest, exact, alpha, beta) if accepts(problem, value, end)]
    return min([value, *inside]), max([value, *inside])


def read_claims(text: str, files: Mapping[str, Sequence[str]]) -> Iterator[Repair]:
    """The repairs that a process claims. Whatever is not as it should be ends them: it is a hostile program's word.

    files: the lines of each of the submission's files.
    """
    lines = text.split("\n")
    try:
        while lines:
            word, numbers = lines.pop(0).split("\t")
            recipe = tuple(_number(number) for number in numbers.split(","))
            edits: list[Edit] = []
            new: list[NewLines] = []
            while lines and lines[0].startswith("edit\t"):
                edits.append(_edit(lines.pop(0).split("\t")[1:], files))
            while lines and lines[0].startswith("lines\t"):
                new.append(_new_lines(lines, files))
            if word not in ("repair", "nearest") or not 0 < len(edits) == len(recipe) <= MOST_EDITS:
                return
            yield Repair(recipe, tuple(edits), tuple(new), word == "repair")
    except ValueError:
        return


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < len(str(LARGEST_NUMBER))):
        raise ValueError(text)
    return int(text)


def _edit(fields: Sequence[str], files: Mapping[str, Sequence[str]]) -> Edit:
    operator, what, role, player, file, line = fields
    if not 1 <= _number(line) <= len(files.get(file, ())) or player not in ("MAX", "MIN", ""):
        raise ValueError(file)
    return Edit(
        operator, what, role, player, file, _number(line), files[file][_number(line) - 1].strip()[:LONGEST_LINE]
    )


def _new_lines(lines: list[str], files: Mapping[str, Sequence[str]]) -> NewLines:
    _, file, first, last, count = lines.pop(0).split("\t")
    most = len(files.get(file, ())) + 1
    if (
        not 1 <= _number(first) <= most
        or not _number(first) - 1 <= _number(last) <= most
        or _number(count) > MOST_LINES
    ):
        raise ValueError(file)
    new = tuple(lines.pop(0) for _ in range(min(_number(count), len(lines))))
    if any(not line.startswith(" ") or len(line) > LONGEST_LINE for line in new):
        raise ValueError(file)
    return NewLines(file, _number(first), _number(last), tuple(line[1:] for line in new))
