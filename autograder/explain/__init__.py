"""Explains failures: by smaller trees, known mistakes, and the edits that repair it.

Nothing that is found here costs or gives a point. `explain` is the door: `core` calls
it as a function, and all that lies behind it is imported only if something failed.

- `failures`: all that explains one program, from first to last.
- `answers`: the same of answers by hand.
- `findings`: the findings, and the order in which a repair names mistakes
  (`ClaimedRepair.undoes`). `graded`: has a submission graded, and hands on its report
  with the findings beside it.

By behaviour:

- `probed_program`: a failed program, asked for the searches of the probes, and what its
  players do there.
- `diagnosis`: the known mistakes that agree with it. What it does on the probes is
  looked up among the digests of the variants. The few that are alike are run, and must
  agree in every exercise, too. If the functions call themselves by the interface's
  names, the windows of the calls must agree as well. Of `finite-infinity` the program's
  own number is found by a root whose leaves are infinitely bad.
- `probe_trees`: the probes, chosen by `tests.probes` so that known mistakes differ.
- `choices`: mistakes that a player shows at a node above leaves, in whatever form.
- `chance`: whether fresh processes answer some searches alike. If not, the program
  keeps something between searches, or answers by chance, and all else is dropped.

Known mistakes:

- `catalogue`: their ids, from catalogue.md. `claims`: the claims of these about all
  searches, tried on each way to make the mistake, and on a program before it is named.
- `ways`: how each is made, by operators of `repair` in the textbook's text.
- `textbook`: such edits. `worse`: edits that no student's program is offered, as they
  only make it worse.

By place:

- `repairs`: has a process of the program search for repairs, beside all else.
- `trials`: the input of that process: searches, with their right results.
- `proof`: tries each repair: a copy with it is judged as any submission.
  If there is no repair, the edits that help most are judged alike.
- `components`: the known mistake that each component of a repair undoes, and the
  trees that show it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.core.grading.judged import Judged
    from autograder.explain.findings import Explanation

RUNS_IN = "the grader"
MODULES = ("catalogue", "findings", "graded", "probe_trees", "ways")


def explain(judged: "Judged") -> "Explanation":
    """Return the verdicts with their known mistakes, and the findings.

    All that it needs is imported only now, as no right submission needs it.
    """
    if judged.program is None:
        from autograder.explain.answers import with_known_mistakes

        return with_known_mistakes(judged.verdicts)
    from autograder.explain.failures import FailedProgram

    sources, budget, repair, repair_sought = judged.program
    program = FailedProgram(judged.assignment, sources, budget, repair_sought)
    return program.explained(list(judged.verdicts), repair=repair)
