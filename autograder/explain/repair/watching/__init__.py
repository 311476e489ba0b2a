"""Finds the roles of a program's variables from the values that they hold in runs.

The program searches trees whose leaves are all known, each with a window that is wider
than all of them. When a function is called before any leaf was looked at, a variable
that is below every leaf holds alpha, and one that is above every leaf holds beta,
whatever their names. If no run shows the window of a function, it comes from the
positions of arguments: in its calls of functions with a known window, or in their calls
of it. A variable that holds another small number for each depth of the recursion holds
a number of plies, and so does one that holds the depth that the search was given.

- `watch`: notes what variables hold in runs.
- `windows`: which of them are alpha and beta, by values and then by positions.
- `plies`: which hold numbers of plies, and which values of leaves.
"""

import ast
from collections.abc import Iterable, Sequence

from autograder.explain.repair.bench import Bench, Names
from autograder.explain.repair.facts import Roles
from autograder.explain.repair.scopes import Scope
from autograder.explain.repair.trial import Trial, watched
from autograder.explain.repair.watching.plies import counted_up_to_depths, numbers_of
from autograder.explain.repair.watching.watch import RoleWatch
from autograder.explain.repair.watching.windows import windows_of


def roles(
    bench: Bench, names: Names, scopes: Sequence[Scope], trials: Iterable[Trial]
) -> Roles:
    """Return the roles of the variables in each function, as far as runs tell.

    names: the program's definitions. trials: searches for it to run; a repair need not
    make these right.
    """
    functions = [scope for scope in scopes if isinstance(scope.root, ast.FunctionDef)]
    watch = RoleWatch(bench, functions)
    for trial in trials:
        watch.run(names, watched(trial))
    windows = windows_of(functions, watch)
    numbers = {scope.region: numbers_of(scope, watch) for scope in functions}
    for scope, counts in counted_up_to_depths(functions, watch, numbers).items():
        held = numbers[scope.region]
        numbers[scope.region] = held._replace(depths=(*held.depths, *counts))
    return Roles(
        tuple(windows.values()),
        tuple(held for held in numbers.values() if held.depths or held.values),
    )
