"""A student's program, loaded and ready to search.

The grader asks for searches and answers the program's questions. The visited leaves
are this module's own record of the questions that it answered, so no code of a
student's can change it.
"""

import contextlib
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from autograder.core.errors import NoTemporaryFolder, NotIsolated
from autograder.core.exercises.model import Assignment, Limits
from autograder.core.exercises.packages import packages_folder
from autograder.core.limits import LOOKS_PER_NODE, MOST_DIGITS
from autograder.core.sandbox.containment import (
    ALL_LAYERS,
    NOBODY,
    Isolation,
    configuration,
    refuse_to_run_as_root,
)
from autograder.core.sandbox.game_messages import messages_of_game
from autograder.core.sandbox.outcome import (
    OVERRUN,
    WHOLE_SEARCH,
    Absence,
    Calls,
    Failure,
    Load,
    Searched,
    adapter_message,
    nan_message,
    parse_absence,
    refused_message,
    returned_message,
)
from autograder.core.sandbox.own_paths import OwnPaths
from autograder.core.sandbox.process import Ended, StudentProcess
from autograder.core.sentences import language, sentence
from autograder.core.text import quoted, visible_name
from autograder.core.worker import wire
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe, textbook_value
from reference.problem import Answer, Call, Observation, Problem

if TYPE_CHECKING:
    from autograder.core.sandbox.raised import GradedProgram
    from autograder.core.worker.commands import (
        Configuration,
        EngineCommand,
        KnownToAdapters,
        LoadCommand,
        SearchCommand,
    )

Result = TypeVar("Result")
Note = Literal["", "calls", "ends", "none"]
PLAIN = Assignment("")
ENGINE = "autograder.explain.repair.answer"
"""The engine that searches for a repair in a worker, and writes one."""
WHOLE_NUMBER = re.compile(f"-?[1-9][0-9]{{,{MOST_DIGITS - 1}}}")
"""The digits of a number that a double does not hold, and that are not too many."""


class Sandbox(contextlib.AbstractContextManager["Sandbox"]):
    """A student's program. To be used in a `with` statement, which ends it for sure."""

    def __init__(
        self,
        folder: Path,
        file: str,
        functions: tuple[str, ...],
        limits: Limits,
        deadline: float,
        layers: tuple[str, ...] = ALL_LAYERS,
        assignment: Assignment = PLAIN,
    ) -> None:
        """Start nothing yet: the first step starts the program's process.

        It puts its layers on before anything of the student's runs. file: staged,
        beside those that it imports. deadline: when the whole run must end, by
        time.monotonic().
        """
        self._folder, self._file, self._functions = folder, file, functions
        self._limits, self._deadline, self._layers = limits, deadline, layers
        self._adapter, self._packages = assignment.adapter, assignment.packages
        self._importable = packages_folder(
            assignment.packages, assignment.packages_lock
        )
        self._process: StudentProcess | None = None
        self._calls: Mapping[str, str] = {}
        """How the functions of the last search are called, by their names."""
        self.isolation = Isolation()
        """The layers of isolation in force, once the program is loaded."""
        self.ends = 0
        """How many times a process had to be ended, or ended by itself."""
        self.by_machine = False
        """Whether the machine may be at fault for such an end."""
        self.processor_left: Callable[[], float] = lambda: math.inf
        """Returns the processor time that the program may still use."""
        self.tells_values = False
        """Whether searches are told the values of their trees, and ask for none.

        That takes a third of the time. But a program could read them without a look, so
        no point may depend on such a search.
        """
        self._ended_seconds = 0.0
        """The processor time of its processes that are closed."""

    def __exit__(self, *error: object) -> None:
        self.close()

    def load(self) -> Load:
        """Start a fresh process and import the student's file."""
        process = self._fresh_process()
        with process.taking_turns():
            outcome, printed = self._step(process, partial(self._load, process))
        if isinstance(outcome, Failure) and self._may_lack_memory(outcome):
            hint = self._hint_at_memory()
            outcome = outcome._replace(message=f"{outcome.message}\n{hint}")
        return Load(outcome, printed)

    def search(self, problem: Problem, note: Note = "") -> Searched:
        """Let the student's function search a problem. note: as in `search_each`."""
        return self.search_each([problem], note)[0]

    def search_each(
        self, problems: Sequence[Problem], note: Note = ""
    ) -> list[Searched]:
        """Let the student's function search problems, with one command.

        The problems differ in their values alone. A process that ended before is
        replaced first. If this one ends, the rest is not searched, and the last outcome
        says why. note: "calls": note the calls of the student's functions, by the word
        of their process. "ends": note their results, too. "none": a TypeError names the
        calls that had returned None.
        """
        if self._process is None:
            loaded = self.load()
            if isinstance(loaded.outcome, Failure):
                return [Searched(loaded.outcome, loaded.printed)]
        assert self._process is not None
        process = self._process
        command = self._search_command(problems[0], note)
        command["times"] = len(problems)
        if self.tells_values:
            searched = map(interfaces.searched_tree, problems)
            command["values"] = [list(tree.values) for tree in searched]
        outcomes: list[Searched] = []
        with nullcontext() if self.tells_values else process.taking_turns():
            for problem in problems:
                is_first = not outcomes
                search = _Search(process, problem, command)
                outcomes.append(self._searched(search, command if is_first else None))
                if self._process is None:  # it has ended
                    break
        return outcomes

    def _searched(self, search: "_Search", command: "SearchCommand | None") -> Searched:
        """Have a problem searched. command: None if it was sent before."""
        process, calls = search.process, search.calls
        step = partial(self._search, search, command)
        outcome, printed = self._step(process, step)
        if isinstance(outcome, Failure):
            looks = tuple(search.looks)
            outcome = outcome._replace(looks=looks, calls=tuple(calls.begun))
        return Searched(outcome, printed, tuple(calls.ended), tuple(calls.events))

    def _step(
        self, process: StudentProcess, step: Callable[[], Result]
    ) -> tuple[Result | Failure, str]:
        """Return the outcome of a step, and the output meanwhile.

        A process that did not survive it is closed.
        """
        try:
            outcome = step()
        except Ended as end:
            printed = process.printed()
            failure = end.failure
            self.by_machine = self.by_machine or end.by_machine
            if failure.cause in OVERRUN:
                failure = self._with_its_line(failure, process.stack())
            if not end.alive:
                self.ends += 1
                self.close()
            return failure, printed
        return outcome, "" if self.tells_values else process.printed()

    def start_engine(self, command: "EngineCommand") -> None:
        """Have a fresh process look for a repair, or write one."""
        process = self._fresh_process()
        self._step(process, partial(self._command, process, command))

    def engine_answer(self) -> str:
        """Return the answer of the engine that was started in a process.

        It has a step's time from now. The answer is "" if there is none.
        """
        if self._process is None:
            return ""
        process = self._process
        process.give_time()
        wait = partial(self._message, process, wire.ENGINE_ANSWER)
        answer, _ = self._step(process, wait)
        self.close()
        return answer if isinstance(answer, str) else ""

    def close(self) -> None:
        """End the program's process. The next step would start another one."""
        if self._process is not None:
            self._ended_seconds = self.processor_seconds()
            self._process.close()
            self._process = None

    def processor_seconds(self) -> float:
        """Return the processor time that its processes have used, one by one."""
        if self._process is None:
            return self._ended_seconds
        return self._ended_seconds + self._process.processor_seconds()

    # --- Starting ---

    def _fresh_process(self) -> StudentProcess:
        self.close()
        self._process = StudentProcess(
            self._limits, self._layers, self._deadline, self.processor_left
        )
        return self._process

    def _load(self, process: StudentProcess) -> dict[str, Absence]:
        """Return the assignment's functions that the file lacks."""
        self._command(process, {"do": "load"})
        lacking: dict[str, Absence] = {}
        for line in self._message(process, wire.LOADED).splitlines():
            name, _, absence = line.partition(" ")
            if name in self._functions:
                lacking[name] = parse_absence(absence)
        return lacking

    def _may_lack_memory(self, failure: Failure) -> bool:
        """Return whether a load may have failed for want of memory.

        Without enough some packages end the process that imports them, and some wait.
        """
        return failure.cause in ("died", "too slow") and bool(self._packages)

    def _hint_at_memory(self) -> str:
        megabytes = self._limits.memory_mb
        question = sentence("sandbox", "no room to load", megabytes=megabytes)
        return f"{question} {sentence('sandbox', 'raise the limit')}"

    def _command(
        self, process: StudentProcess, command: "LoadCommand | EngineCommand"
    ) -> None:
        """Have a process put on the layers, and then carry out a command."""
        config = self._configuration(process, is_to_load=command["do"] == "load")
        process.own_paths = OwnPaths(config["folder"], config["importable"])
        try:
            process.command(config)
            report = self._layers_report(process)
        except Ended as end:
            if end.failure.cause != "died":
                raise
            raise Ended("not run", sentence("sandbox", "not shut in")) from None
        self.isolation = Isolation.of(report, self._layers)
        refuse_to_run_as_root(self.isolation)
        if "user" in self.isolation.in_force and config["user"] != NOBODY:
            process.user = config["user"]
        process.command(command)

    def _configuration(
        self, process: StudentProcess, *, is_to_load: bool
    ) -> "Configuration":
        """Return the first command, which precedes anything of the student's."""
        config = configuration(self._folder, self._limits, self._layers, process.pid)
        adapter = None
        if self._adapter is not None:
            name, source = self._adapter.file.name, self._adapter.source
            adapter = (name, source, list(self._functions), language())
        return {
            **config,
            "no_namespace": process.no_namespace,
            "importable": str(self._importable or ""),
            "engine": "" if is_to_load else ENGINE,
            "file": self._file,
            "functions": list(self._functions),
            "adapter": adapter,
            "messages": messages_of_game() if is_to_load else {},
        }

    def _layers_report(self, process: StudentProcess) -> str:
        """Return the process's report on its layers.

        It is believed, as nothing of the student's has run yet. Raises
        NoTemporaryFolder if the process cannot read the submission's copy, which the
        grader has made, and NotIsolated if its user may not read the packages that the
        program may import.
        """
        kind, size, _ = process.frame()
        if kind == wire.UNREADABLE:
            name, _, reason = process.message(size).partition(" ")
            if name == "packages":
                folder = self._importable
                raise NotIsolated(
                    sentence(
                        "sandbox", "unreadable packages", packages=folder, why=reason
                    )
                )
            raise NoTemporaryFolder(sentence("sandbox", "unreadable copy", why=reason))
        if kind != wire.LOCKED:
            raise self._raised(process, kind, size)
        return process.message(size)

    def _message(self, process: StudentProcess, expected: int) -> str:
        """Return the text of the next frame, which has to be of the expected kind.

        Raises Ended if the frame says that the step had another outcome.
        """
        kind, size, _ = process.frame()
        if kind != expected:
            raise self._raised(process, kind, size)
        return process.message(size)

    # --- Searching ---

    def _search_command(self, problem: Problem, note: Note) -> "SearchCommand":
        """Return the command to search a problem once, asking for each value."""
        interface = interfaces.load(problem.interface)
        if self._adapter is None:
            function, arguments = interface.call(problem)
            self._calls = interface.takes
            watched = [
                name for name in interface.functions if name in interface.windowed
            ]
            # The value of a function without a window can be told as well.
            if note == "ends" and not interface.windowed:
                watched = list(interface.functions)
        else:  # an adapter calls any function with any arguments
            function = WHOLE_SEARCH
            arguments = ()
            self._calls = {}
            watched = []
        answered = [name for name in watched if problem.isolate not in (None, name)]
        noted: list[str] = []
        if note in ("calls", "ends"):
            noted = [name for name in watched if name not in answered]
        return {
            "times": 1,
            "shape": problem.tree.child_counts.tobytes(),
            "names": problem.tree.own_names,
            "players": list(problem.tree.players),
            "function": function,
            "arguments": arguments,
            "noted": noted,
            "answered": answered,
            "note": note,
            "window": interface.window if interface.windowed else (),
            "known": known_to_adapters(problem),
        }

    def _search(
        self, search: "_Search", command: "SearchCommand | None"
    ) -> Observation:
        """Answer a search. command: None if it was sent before."""
        if command is not None:
            search.process.command(command)
        else:
            search.process.give_time()
        kind, number, value = search.converse()
        answer = self._answer(search, kind, number, value)
        looks, calls = tuple(search.looks), tuple(search.calls.begun)
        return Observation(answer, looks, calls, kind == wire.NO_ACTION)

    def _answer(
        self, search: "_Search", kind: int, number: int, value: float
    ) -> Answer:
        """Return the value or action of a frame with a function's result.

        Raises Ended if the function returned no answer.
        """
        process = search.process
        match kind:
            case wire.RETURNED_INT if value.is_integer():
                return int(value)
            case wire.RETURNED_FLOAT if not math.isnan(value):
                return value
            case wire.RETURNED_FLOAT:
                raise Ended("not a value", nan_message(search.function), alive=True)
            case wire.RETURNED_TEXT:
                return process.message(number)
            case wire.RETURNED_LARGE:
                digits = process.message(number)
                if not WHOLE_NUMBER.fullmatch(digits):
                    raise process.forged()
                return int(digits)
            case wire.REFUSED:
                kind_of_object = process.message(number)
                raise self._no_answer(search, kind_of_object)
            case wire.NOT_AN_ANSWER | wire.NO_ACTION if self._adapter is not None:
                return self._refused_answer(search, kind, number)
        raise self._raised(process, kind, number)

    def _no_answer(self, search: "_Search", kind: str) -> Ended:
        """Return the error for a returned object that is no answer.

        kind: the name of its type.
        """
        is_action = isinstance(observe(search.problem).value, str)
        message = returned_message(search.function, kind, is_action=is_action)
        if kind == "NoneType":
            from autograder.core.sandbox.differences import about_print  # as _exception

            remedy = about_print(search.function, self._graded_program())
            message = f"{message} {remedy}".rstrip()
        return Ended("not a value", message, alive=True, returned=kind)

    def _refused_answer(self, search: "_Search", kind: int, size: int) -> Answer:
        """Return an answer if the adapter refuses none that could be better.

        No action is as good as any if all are lost: a course's own code begins with
        none. Raises Ended for any other refusal.
        """
        reason = search.process.message(size)
        if kind == wire.NO_ACTION and interfaces.is_lost(search.problem):
            return search.problem.tree.name(1)
        raise Ended("not a value", refused_message(reason), alive=True)

    # --- Exceptions ---

    def _raised(self, process: StudentProcess, kind: int, size: int) -> Ended:
        """Return the error for a frame that is no answer.

        It tells an exception of the student's code or of the course's adapter, or it is
        forged.
        """
        if kind == wire.ADAPTER_RAISED and self._adapter is not None:
            return self._broken_adapter(self._adapter.file, process.message(size))
        if kind == wire.RAISED:
            return self._exception(process.message(size))
        return process.forged()

    def _broken_adapter(self, file: Path, message: str) -> Ended:
        """Return the end of a step that the adapter's exception ended.

        message: as `wire.ADAPTER_RAISED` has it.
        """
        from autograder.core.sandbox.raised import AdapterException  # only for failures

        raised = AdapterException.parse(message)
        line = visible_name(file.name)
        if raised.line:
            number = visible_name(raised.line)
            line = sentence("line", "of the adapter", file=line, line=number)
        text = adapter_message(line, raised.kind, raised.message)
        return Ended("adapter", text, alive=True)

    def _exception(self, message: str) -> Ended:
        """Return the end of a step that an exception of the program ended.

        message: as `wire.RAISED` has it.
        """
        from autograder.core.sandbox.meaning import describe  # only failures need it
        from autograder.core.sandbox.raised import RaisedException

        raised = RaisedException.parse(message)
        program = self._graded_program()
        traceback = raised.traceback_in_words
        details = quoted(traceback, 4000) if traceback else ""
        returned = raised.returned
        is_none_returned = returned is not None and returned.kind == "NoneType"
        return Ended(
            "raised",
            describe(raised, program),
            details,
            alive=True,
            returned="NoneType" if is_none_returned else "",
            raised=raised.kind,
        )

    def _with_its_line(self, failure: Failure, stack: str) -> Failure:
        from autograder.core.sandbox.stopped import with_its_line  # only for failures

        return with_its_line(failure, stack, self._graded_program())

    def _graded_program(self) -> "GradedProgram":
        from autograder.core.sandbox.raised import GradedProgram  # only for failures

        return GradedProgram(
            self._file, self._folder, self._packages, self._calls, self._adapter
        )


class _Search:
    """A search under way: its questions, and the notes on it."""

    def __init__(
        self, process: StudentProcess, problem: Problem, command: "SearchCommand"
    ) -> None:
        self.process, self.problem = process, problem
        self.function = command["function"]
        self._is_asked = "values" not in command
        self._watched = command["noted"] + command["answered"]
        self.looks: list[int] = []
        self.calls = Calls()

    def converse(self) -> tuple[int, int, float]:
        """Answer the search's questions; return the first frame that is none.

        Raises Ended if it asks more than any search that comes to an end.
        """
        process, looks = self.process, self.looks
        values = interfaces.searched_tree(self.problem).values
        most_looks = LOOKS_PER_NODE * (len(values) + 1)
        while True:
            kind, number, value = process.frame()
            is_node = number < len(values)
            if kind == wire.LOOK and is_node:
                looks.append(number)
                if self._is_asked:
                    process.send(_answer_frame(values[number]))
            elif kind in (wire.CALL, wire.ASK) and is_node:
                self._called(kind, number, value)
            elif kind != wire.CALL_ENDED or not self.calls.end(value, len(looks)):
                return kind, number, value
            if len(looks) + len(self.calls.begun) > most_looks:
                raise _too_many_looks(looks, self.problem.tree)

    def _called(self, kind: int, node: int, alpha: float) -> None:
        """Note a call, and answer it if asked; the next frame has the rest of it.

        Raises Ended if that frame is another, or if the window is no window.
        """
        next_kind, number, beta = self.process.frame()
        if next_kind != wire.WINDOW_END or number >= len(self._watched):
            raise self.process.forged()
        name = self._watched[number]
        if kind == wire.CALL:
            self.calls.begin(Call(name, node, alpha, beta, None), len(self.looks))
            return
        if math.isnan(alpha) or math.isnan(beta):
            node_name = self.problem.tree.name(node)
            message = sentence("sandbox", "no window", function=name, node=node_name)
            raise Ended("not a window", message)
        looks_before = len(self.looks)
        if not self.problem.is_closed(alpha, beta):
            self.looks.append(node)
        value = textbook_value(self.problem, name, node, alpha, beta)
        answered = Call(name, node, alpha, beta, value)
        self.calls.answer(answered, looks_before, len(self.looks))
        self.process.send(_answer_frame(value))


def _too_many_looks(looks: Sequence[int], tree: Tree) -> Ended:
    """Say how often a search looked at leaves, and at which one most often."""
    parts = {"looks": len(looks), "nodes": len(tree)}
    message = sentence("sandbox", "too many looks", **parts)
    for leaf, times in Counter(looks).most_common(1):
        if times > 1:
            message = sentence(
                "sandbox",
                "too many looks at a leaf",
                leaf=tree.name(leaf),
                times=times,
                **parts,
            )
    return Ended("too many looks", message)


def _answer_frame(value: Value | None) -> bytes:
    if value is None:
        return wire.FRAME.pack(wire.NOTHING, 0, 0.0)
    return wire.FRAME.pack(wire.INT if type(value) is int else wire.FLOAT, 0, value)


def known_to_adapters(problem: Problem) -> "KnownToAdapters":
    """Return the terms of a problem that a course's adapter may know."""
    players = list(problem.tree.players)
    return {
        "interface": problem.interface,
        "window": problem.window,
        "depth": problem.depth,
        "guess": problem.guess,
        "epsilon": problem.epsilon,
        "functions": list(interfaces.load(problem.interface).functions),
        "players": players,
        "to_move": players[0],
    }
