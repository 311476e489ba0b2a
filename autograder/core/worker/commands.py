"""The types of the grader's commands, which travel as marshalled dictionaries.

A worker is told a `Configuration` first, then to load the program or to start the
engine. If it has loaded the program, searches follow. This file is read by type
checkers alone: no process imports it, so a worker starts no later for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict


class Confinement(TypedDict):
    """The part of a configuration that the layers of isolation need.

    layers: those to put on. descriptors: whether to close all others. folder: the
    submission's copy. user: the number of the user and group to become, as root.
    parent: the grader's process id.
    """

    layers: list[str]
    descriptors: bool
    folder: str
    user: int
    parent: int
    memory_mb: int
    run_seconds: float


class Configuration(Confinement):
    """Everything that a worker needs to know before anything of the student's runs.

    no_namespace: why the process is in no PID namespace of its own, or "". importable:
    the folder of the packages that the student may import, or "". engine: a module to
    import in place of the program, or "". file: the student's, in the folder.
    functions: those that the set asks for. adapter: its name and source,
    its functions, and the language of its messages. messages: of game.py, in the
    language of the set; {} for English.
    """

    no_namespace: str
    importable: str
    engine: str
    file: str
    functions: list[str]
    adapter: tuple[str, str, list[str], str] | None
    messages: dict[str, str]


class LoadCommand(TypedDict):
    """Load the program."""

    do: Literal["load"]


class _EngineTask(TypedDict):
    do: Literal["repair", "rewrite"]


class EngineCommand(_EngineTask, total=False):
    """Have the engine look for repairs, or say which lines its claimed repairs change.

    sources: by the names of their modules. Of records as plain tuples the engine makes
    records again.

    To "repair" it gets trials: the searches that a repair must make right. wide: those
    that show the roles of variables (see `watching`). windowed: those that a repair is
    held against once all trials hold. seconds, processor: its limits of work and of
    processor time.

    To "rewrite" it gets its own answer to "repair", in a process that runs nothing of
    the student's. windows, numbers: the roles of variables. claims: numbers of edits.
    """

    sources: dict[str, str]
    trials: list[tuple[object, ...]]
    wide: list[tuple[object, ...]]
    windowed: list[tuple[object, ...]]
    numbers: list[tuple[object, ...]]
    seconds: float
    processor: float
    windows: list[tuple[object, ...]]
    claims: list[tuple[object, ...]]


class KnownToAdapters(TypedDict):
    """The part of a problem that a course's adapter may know: nothing of the values.

    window, depth, guess, epsilon: as in `Problem`. to_move: the player at the root.
    """

    interface: str
    window: tuple[float, float]
    depth: int | None
    guess: float | None
    epsilon: float | None
    functions: list[str]
    players: list[str]
    to_move: str


class ToldValues(TypedDict, total=False):
    """The part of a search that only the proof of a repair has.

    values: the values of each tree. The worker then asks for none.
    """

    values: Sequence[Sequence[Any]]


class SearchCommand(ToldValues):
    """Search a tree's shape so many times, each time with other values.

    shape: the counts of children, as bytes of an array. names: the nodes' own.
    function, arguments: the call to make, with "<root>" or "<leaves>" in their places.
    noted: the functions whose calls the worker reports. answered: those that are not
    run, as the grader tells their results. note: the facts to note of calls, a `Note`
    of `sandbox/program.py`. window: the positions of the arguments alpha and beta.
    """

    times: int
    shape: bytes
    names: Mapping[int, str]
    players: list[str]
    function: str
    arguments: Sequence[Any]
    noted: list[str]
    answered: list[str]
    note: str
    window: tuple[int, ...]
    known: KnownToAdapters
