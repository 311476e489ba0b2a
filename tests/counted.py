"""Counts how often each change that mends a program of a person was what the person had written wrong.

    .venv/bin/python -m tests.counted

writes autograder/explain/repair/counts.py, from which `likelihood` works out what a change costs. It takes some five minutes.

Of each wrong program of tests/submissions whose mistake's lines are marked all changes are looked for that mend it,
whatever they cost. A kind of change at a role counts as meant if one of them stands in a marked line and may undo a
mistake that the person named, if any is named; and as chance if one stands elsewhere. So what is counted hardly depends
on what changes cost at present: counting again under the new costs changes few rows. Not counted are slips, changes of
several sorts at once, and those that an operator holds to be less likely than their kind. The half that is put aside,
and the collections outside of this project, are not looked at.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest

from autograder import grade
from autograder.core.exercises.load import load_set
from autograder.explain.repair import answer, attempts, search
from autograder.explain.repair.classifier import classified
from autograder.explain.repair.costs import Repair
from autograder.explain.repair.edits import Edit
from autograder.explain.repair.likelihood import cost
from autograder.explain.repair.search import Search
from tests.core.test_submissions import explains_here
from tests.explained import Person, written
from tests.sets import PROJECT, SUBMISSIONS, submitted

COUNTS = PROJECT / "autograder" / "explain" / "repair" / "counts.py"
HEAD = '''"""How often each edit that repaired a program was meant, and how often chance.

Written by `python -m tests.counted`, which says how it counts. By a kind of edit and a
role: in how many programs it was meant, in how many it was not.
"""

COUNTS: dict[tuple[str, str], tuple[int, int]] = {
'''
SECONDS = 3
"""How long changes are looked for in each program: as long as usual."""
Sort = tuple[str, str]
"""The name of a kind of change, and the role of its place."""


class EveryRepair(Search):
    """A search that keeps all repairs that it finds."""

    kept: ClassVar[list[tuple[Repair, list[Edit]]]] = []
    """Each with its edits as they are classified."""

    def run(self) -> list[Repair]:
        """Return the best, and keep all."""
        best = super().run()
        every = self._attempts.repairs or self._attempts.looking_again
        for repair in every:
            self.kept.append((repair, classified(self.program.trees, repair.edits)))
        return best


def marked() -> Iterator[Person]:
    """Yield the programs that are counted."""
    yield from (person for person in written() if person.half == "tune")
    for file in sorted(SUBMISSIONS.glob("*/verdict.json")):
        verdict = json.loads(file.read_text("utf-8"))
        is_hostile = file.parent.name.startswith("hostile_")
        if verdict.get("places") and "written" not in verdict and not is_hostile:
            exercises = PROJECT / verdict.get("exercises", "exercises")
            first = frozenset(verdict["places"][:1])
            names = frozenset(verdict.get("misconceptions", ()))
            yield Person(file.parent, exercises, "tune", (first,), names)


def counted(person: Person) -> tuple[set[Sort], set[Sort]]:
    """Return which sorts of change that mend a program were meant, and which chance."""
    meant: set[Sort] = set()
    chance: set[Sort] = set()
    for repair, told in _every_repair(person):
        if _is_counted(repair.edits):
            line = min(edit.line for edit in repair.edits)
            is_there = any(line in lines for lines in person.lines)
            undone = {name for edit in told for name in edit.kind.at(edit.role)}
            is_meant = is_there and (not person.names or bool(person.names & undone))
            (meant if is_meant else chance).update(map(_sort, repair.edits))
    return meant, chance


def _every_repair(person: Person) -> Sequence[tuple[Repair, list[Edit]]]:
    exercises = load_set(person.exercises)
    assignment = exercises.assignment
    limits = assignment.limits._replace(explain_seconds=SECONDS)
    exercises = exercises._replace(assignment=assignment._replace(limits=limits))
    EveryRepair.kept.clear()
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        explains_here(patch, exercises)
        patch.setattr(answer, "Search", EveryRepair)
        patch.setattr(attempts, "NEARLY", inf)
        patch.setattr(search, "CHEAPEST_AGAIN", 0)
        grade(submitted(person.folder, assignment.file, Path(folder)), exercises)
    return EveryRepair.kept


def _is_counted(edits: Sequence[Edit]) -> bool:
    if any(edit.kind.is_slip for edit in edits):
        return False
    is_one_change = len(set(map(_sort, edits))) == 1 or all(
        edit.mirror_group for edit in edits
    )
    is_likely = any(edit.cost <= cost(edit.kind, edit.role) for edit in edits)
    return is_one_change and is_likely


def _sort(edit: Edit) -> Sort:
    return edit.kind.name, edit.role


def table(counts: Mapping[Sort, tuple[int, int]]) -> str:
    """Return the text of the module that has the counts."""
    rows = [
        f'    ("{kind}", "{role}"): {pair},\n'
        for (kind, role), pair in sorted(counts.items())
    ]
    return HEAD + "".join(rows) + "}\n"


def main() -> int:
    """Count all, and write the module."""
    argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0]).parse_args()
    meant: Counter[Sort] = Counter()
    chance: Counter[Sort] = Counter()
    with ProcessPoolExecutor() as processes:
        for of_meant, of_chance in processes.map(counted, marked()):
            meant.update(of_meant)
            chance.update(of_chance)
    counts = {sort: (meant[sort], chance[sort]) for sort in {*meant, *chance}}
    COUNTS.write_text(table(counts), "utf-8")
    print(f"{len(counts)} rows: {meant.total()} meant, {chance.total()} chance")
    return 0


if __name__ == "__main__":
    sys.exit(main())
