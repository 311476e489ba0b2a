"""Explains a program by the smallest change to its own code that makes it right, and believes none that it did not see.

A process of the submission's looks for the change. It runs the student's code, so it only claims which of all possible
changes mends the program. A second process, which runs nothing of the student's, writes that change into the student's
own text. The text is then run as any submission is, and only if it passes every visible exercise the claim is believed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from math import inf
from typing import Any

from autograder import limits
from autograder.exercises.generated import problems_of
from autograder.exercises.model import (
    Exercise,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.explaining.catalogue import CHANCE
from autograder.explaining.findings import ClaimedRepair, EditedLine, Findings, NewLines
from autograder.judging.judge import Failed, Verdict, judge, same_looks
from autograder.repair.kinds import KINDS, MAY_BE_MEANT
from autograder.sandbox.program import Sandbox, known_to_adapters
from autograder.text import encoding_of, source_lines
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem

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
CLAIMS = ("repair", "nearest", "seen")
Changed = Callable[[ClaimedRepair], AbstractContextManager[Sandbox]]
"""A program with its text changed by a repair, in a process that its context ends."""


def explanation(
    verdicts: Sequence[Verdict],
    repairs: Sequence[ClaimedRepair],
    program: Changed,
    going_on: Callable[[], bool],
) -> Findings:
    """What explains a program that fails some of the exercises that students see, given the repairs that it claims."""
    exercises = [verdict.exercise for verdict in verdicts]
    believed, nearer = list[ClaimedRepair](), list[ClaimedRepair]()
    claimed = [
        repair
        for kind in ("repair", "nearest")
        for repair in repairs
        if repair.kind == kind and repair.text
    ]
    for repair in claimed:
        if len(believed) == limits.MOST_BELIEVED or not going_on():
            break
        with program(repair) as changed:
            after = [
                judge(exercise, changed.search_each, going_on) for exercise in exercises
            ]
        if all(verdict.passed for verdict in after):
            believed.append(repair)
        elif repair.kind == "nearest":
            nearer.append(_with_what_it_mends(repair, verdicts, after))
    now = sum(verdict.points for verdict in verdicts)
    nearer = [
        repair
        for repair in nearer
        if not believed and (repair.points > now or repair.helps)
    ]
    nearest = max(
        nearer,
        key=lambda repair: (len(repair.mends), len(repair.helps), repair.points),
        default=None,
    )
    may_be_meant = MAY_BE_MEANT if believed else ()
    seen = [
        edit
        for repair in repairs
        if repair.kind == "seen"
        for edit in repair.edits
        if edit.kind.is_slip
    ]
    # Whoever gets here answers alike each time: what goes by chance makes no difference.
    slips = [
        edit
        for edit in seen
        if edit.kind.name not in may_be_meant and CHANCE not in edit.kind.at("")
    ]
    return Findings(
        tuple(believed), nearest, len(exercises), tuple(slips[: limits.MOST_EDITS])
    )


def _with_what_it_mends(
    repair: ClaimedRepair, before: Sequence[Verdict], after: Sequence[Verdict]
) -> ClaimedRepair:
    pairs = list(zip(before, after, strict=True))
    lost = any(old.passed and not new.passed for old, new in pairs)
    mends = (
        ()
        if lost
        else tuple(
            new.exercise.id for old, new in pairs if new.passed and not old.passed
        )
    )
    is_likely = (
        len({edit.kind.name for edit in repair.edits}) == 1
        and repair.edits[0].kind.cost <= limits.DEAREST_HELP
    )
    helps = _helped(before, after) if not mends and is_likely else ()
    return repair._replace(
        points=sum(verdict.points for verdict in after), mends=mends, helps=helps
    )


def _helped(before: Sequence[Verdict], after: Sequence[Verdict]) -> tuple[str, ...]:
    """The fixed exercises in which a search looks at the right leaves for longer; none where in one it does so less."""
    pairs = [
        pair
        for pair in zip(before, after, strict=True)
        if isinstance(pair[0].exercise, FixedExercise)
    ]
    looked = [
        (_right_looks(old), _right_looks(new), old.exercise.id) for old, new in pairs
    ]
    helped = tuple(name for old, new, name in looked if new > old)
    return (
        helped
        if all(new >= old for old, new, _ in looked)
        and len(helped) >= limits.LEAST_HELPED
        else ()
    )


def _right_looks(verdict: Verdict) -> float:
    if not isinstance(verdict, Failed):
        return inf if verdict.passed else -1
    return same_looks(
        list(dict.fromkeys(verdict.evidence.found.outcome.looks)),
        verdict.evidence.expected.visited,
    )


def modules(sources: Mapping[str, bytes]) -> dict[str, str]:
    """The text of the Python files in which a repair is looked for, by the names of their modules."""
    found: dict[str, str] = {}
    for file, data in sources.items():
        # What has no text could not be written back as it was.
        with suppress(UnicodeError):
            data.decode(encoding_of(data))
            if "/" not in file and len(data) <= limits.LARGEST_PROGRAM:
                found[file.removesuffix(".py")] = "\n".join(source_lines(data))
    return found


def trials(
    exercises: Sequence[Exercise], failed: Sequence[Problem] = ()
) -> Iterator[tuple[Any, ...]]:
    """The searches of some exercises and those `failed`, each with what is right, as plain tuples for marshal."""
    asked = [
        exercise.problem
        for exercise in exercises
        if isinstance(exercise, FixedExercise)
    ]
    for exercise in exercises:
        # All would be too many.
        if isinstance(exercise, GeneratedExercise) and isinstance(
            exercise.generate, Generate
        ):
            asked += problems_of(exercise)
    fitting = [
        entry
        for entry in asked
        if entry.isolate is None and len(entry.tree) <= limits.LARGEST_TRIAL
    ]
    chosen = sorted(fitting, key=lambda problem: len(problem.tree))[
        : limits.MOST_TRIALS
    ]
    # A program's mistake may show in none of the smallest, or a change mend the failed ones alone.
    larger = [
        entry
        for entry in failed
        if entry.isolate is None and len(entry.tree) <= limits.LARGEST_FAILED
    ]
    for problem in [
        *_smallest(fitting),
        *chosen,
        *(entry for entry in larger if entry not in chosen),
    ]:
        interface, tree = (
            interfaces.load(problem.interface),
            interfaces.searched_tree(problem),
        )
        function, arguments = interface.call(problem)
        expected = observe(problem)
        nodes = (
            tree.child_counts.tobytes(),
            list(tree.values),
            list(tree.players),
            tree.own_names,
        )
        visits = tuple(
            dict.fromkeys(
                form.visited for form in (expected, *other_right_searches(problem))
            )
        )
        right = (
            visits,
            *interface.accepted(problem, expected.value),
            interfaces.is_lost(problem),
        )
        yield *nodes, function, tuple(arguments), *right, known_to_adapters(problem)


def _smallest(problems: Sequence[Problem]) -> Iterator[Problem]:
    """The smallest trees there are, for both players: in them one mistake shows and another does not."""
    patterns: dict[str, Problem] = {}
    for problem in problems:
        if problem.window == (-inf, inf) and problem.guess is None:
            patterns.setdefault(problem.interface, problem)
    for interface, pattern in patterns.items():
        for players in sorted(
            {
                problem.tree.players
                for problem in problems
                if problem.interface == interface
            }
        ):
            # Whole rounds, as some courses count them.
            deep = None if pattern.depth is None else 5 * len(players)
            for nested in SMALLEST:
                smallest = pattern._replace(
                    tree=Tree.from_nested(nested, players), depth=deep
                )
                if not any(interfaces.load(interface).mistakes(smallest)):
                    yield smallest


MOST_NUMBERS = {"in": limits.MOST_REGIONS, **dict.fromkeys(CLAIMS, limits.MOST_EDITS)}
"""What a claim may begin with, and how many numbers may follow: regions of the program, or of all edits there."""


def read_claims(text: str) -> list[tuple[str, tuple[int, ...]]]:
    """What a process claims to mend the program: a hostile program's word, up to what is not as it should be."""
    claims: list[tuple[str, tuple[int, ...]]] = []
    with suppress(ValueError):
        for line in text.split("\n")[: limits.MOST_CLAIMS]:
            word, numbers = line.split("\t")
            chosen = tuple(_number(number) for number in numbers.split(","))
            if len(chosen) > MOST_NUMBERS.get(word, 0) or (word == "in" and claims):
                break
            claims.append((word, chosen))
    return claims


def read_repairs(text: str, files: Mapping[str, Sequence[str]]) -> list[ClaimedRepair]:
    """The repairs, as a process wrote them. It read a stranger's text: whatever is not as it should be ends them."""
    lines, found = text.split("\n"), list[ClaimedRepair]()
    with suppress(ValueError):
        while lines:
            word = lines.pop(0)
            edits, new = list[EditedLine](), list[NewLines]()
            while lines and lines[0].startswith("edit\t"):
                edits.append(_edit(lines.pop(0).split("\t")[1:], files))
            while lines and lines[0].startswith("lines\t"):
                new.append(_new_lines(lines, files))
            repair = ClaimedRepair(tuple(edits), tuple(new), word)
            if word == "part" and found:
                found[-1] = found[-1]._replace(parts=(*found[-1].parts, repair))
            elif word in CLAIMS and 0 < len(edits) <= limits.MOST_EDITS:
                found.append(repair)
            else:
                break
    return found


def _number(text: str) -> int:
    if not (
        text.isascii()
        and text.isdigit()
        and len(text) < len(str(limits.LARGEST_CLAIMED))
    ):
        raise ValueError(text)
    return int(text)


def _edit(fields: Sequence[str], files: Mapping[str, Sequence[str]]) -> EditedLine:
    kind, role, file, number = fields
    line = _number(number)
    if kind not in KINDS or not 1 <= line <= len(files.get(file, ())):
        raise ValueError(file)
    return EditedLine(
        KINDS[kind],
        role,
        file,
        line,
        files[file][line - 1].strip()[: limits.LONGEST_NEW_LINE],
    )


def _new_lines(lines: list[str], files: Mapping[str, Sequence[str]]) -> NewLines:
    _, file, *numbers = lines.pop(0).split("\t")
    first, last, count = map(_number, numbers)
    new = tuple(lines.pop(0) for _ in range(min(count, len(lines))))
    most = len(files.get(file, ())) + 1
    fits = (
        file in files
        and 1 <= first <= most
        and first - 1 <= last <= most
        and count <= limits.MOST_NEW_LINES
    )
    if not fits or any(
        not line.startswith(" ") or len(line) > limits.LONGEST_NEW_LINE for line in new
    ):
        raise ValueError(file)
    return NewLines(file, first, last, tuple(line[1:] for line in new))
