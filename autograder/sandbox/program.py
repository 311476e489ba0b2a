"""A student's program, loaded and ready to search: the grader asks for searches and
answers its questions.

What was visited is this module's own record of the questions that it answered, so no
code of a student's can change it.
"""

import contextlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from autograder.errors import NoTemporaryFolder, NotIsolated
from autograder.exercises.model import Assignment, Limits
from autograder.exercises.packages import packages_folder
from autograder.launch import ALL_LAYERS
from autograder.limits import LOOKS_PER_NODE, MOST_DIGITS
from autograder.sandbox.containment import (
    NOBODY,
    Isolation,
    configuration,
    refuse_to_run_as_root,
)
from autograder.sandbox.outcome import (
    Calls,
    Failure,
    Load,
    Searched,
    adapter_words,
    refused_words,
    returned_words,
)
from autograder.sandbox.own_paths import OwnPaths
from autograder.sandbox.process import Ended, StudentProcess
from autograder.text import counted, quoted, table, visible_name
from autograder.worker import wire
from reference import interfaces
from reference.game import Value
from reference.observe import textbook_value
from reference.problem import Answer, Call, Observation, Problem

Result = TypeVar("Result")
Note = Literal["", "calls", "ends", "none"]
PLAIN = Assignment("")


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
        """The program starts with the first step, with its layers put on before
        anything of the student's runs.

        file: staged, beside those that it imports. deadline: when the whole run must
        end, by time.monotonic().
        """
        self._folder, self._file, self._functions = folder, file, functions
        self._limits, self._deadline, self._layers = limits, deadline, layers
        self._adapter, self._packages = assignment.adapter, assignment.packages
        self._importable = packages_folder(
            assignment.packages, assignment.packages_lock
        )
        self._process: StudentProcess | None = None
        self._takes: Mapping[str, str] = {}
        self.isolation = Isolation()
        """The layers of isolation in force, once the program is loaded."""
        self.ends = 0
        """How many times a process had to be ended, or ended by itself."""

    def __exit__(self, *error: object) -> None:
        self.close()

    def load(self) -> Load:
        """Starts a fresh process and imports the student's file."""
        process = self._fresh_process()
        with process.taking_turns():
            outcome, printed = self._step(process, partial(self._load, process))
        # Without enough memory some packages end the process that imports them, and
        # some wait.
        if (
            isinstance(outcome, Failure)
            and outcome.cause in ("died", "too slow")
            and self._packages
        ):
            room = f"in {self._limits.memory_mb} MB of address space? {table('sandbox')['said']['raise the limit']}"
            outcome = outcome._replace(
                words=f"{outcome.words}\nOr was there no room to load what it imports {room}"
            )
        return Load(outcome, printed)

    def search(self, problem: Problem, note: Note = "") -> Searched:
        """Lets the student's function search a problem. note: as in `search_each`."""
        return self.search_each([problem], note)[0]

    def search_each(
        self, problems: Sequence[Problem], note: Note = ""
    ) -> list[Searched]:
        """Lets the student's function search problems that differ in their values
        alone, with one command.

        A process that ended before is replaced first. Where this one ends the rest is
        not searched, and the last says why. note: "calls": notes the calls of the
        student's functions, by the word of their process. "ends": notes what they
        returned, too. "none": a TypeError says which of them had returned None; this is
        slow.
        """
        if self._process is None:
            loaded = self.load()
            if isinstance(loaded.outcome, Failure):
                return [Searched(loaded.outcome, loaded.printed)]
        assert self._process is not None
        process, found = self._process, list[Searched]()
        asked = self._asked(problems, note)
        with process.taking_turns():
            for problem in problems:
                search = _Search(process, problem, asked)
                outcome, printed = self._step(
                    process,
                    partial(self._search, process, search, {} if found else asked),
                )
                if isinstance(outcome, Failure):
                    outcome = outcome._replace(
                        looks=tuple(search.looks), calls=tuple(search.calls.begun)
                    )
                found.append(Searched(outcome, printed, tuple(search.calls.ended)))
                if self._process is None:
                    break
        return found

    def _step(
        self, process: StudentProcess, step: Callable[[], Result]
    ) -> tuple[Result | Failure, str]:
        """What a step came to, and what was printed meanwhile. A process that did not
        survive it is closed."""
        try:
            outcome = step()
        except Ended as end:
            printed = process.printed()
            if not end.alive:
                self.ends += 1
                self.close()
            return end.failure, printed
        return outcome, process.printed()

    def start_explaining(self, command: dict[str, Any]) -> None:
        """Has a fresh process look for what would mend the program, or write it:
        `mistakes.answer` says how."""
        process = self._fresh_process()
        self._step(process, partial(self._command, process, command))

    def explained(self) -> str:
        """What the process says that was started to explain the program, or nothing. It
        has a step's time from now."""
        if self._process is None:
            return ""
        self._process.give_time()
        said, _ = self._step(
            self._process, partial(self._words, self._process, wire.EXPLAINED)
        )
        self.close()
        return said if isinstance(said, str) else ""

    def close(self) -> None:
        """Ends the program's process. The next step would start another one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _fresh_process(self) -> StudentProcess:
        self.close()
        self._process = StudentProcess(self._limits, self._layers, self._deadline)
        return self._process

    def _load(self, process: StudentProcess) -> Mapping[str, str]:
        self._command(process, {"do": "load"})
        lacking = [
            entry.partition(" ")
            for entry in self._words(process, wire.LOADED).splitlines()
        ]
        return {name: how for name, _, how in lacking if name in self._functions}

    def _command(self, process: StudentProcess, command: dict[str, Any]) -> None:
        """Has a process put on the layers, and then do something with the program."""
        functions = list(self._functions)
        config = configuration(
            self._folder, self._limits, self._layers, process.pid
        ) | {
            "no_namespace": process.no_namespace,
            "importable": str(self._importable or ""),
            # looks for a repair
            "engine": "" if command["do"] == "load" else "autograder.mistakes.answer",
            "file": self._file,
            "functions": functions,
            "adapter": self._adapter
            and (self._adapter.file.name, self._adapter.source, functions),
        }
        process.own_paths = OwnPaths(config["folder"], config["importable"])
        try:
            process.command(config)
            report = self._layers_report(process)
        except Ended as end:
            if end.failure.cause != "died":
                raise
            raise Ended("not run", table("sandbox")["said"]["not shut in"]) from None
        self.isolation = Isolation.of(report, self._layers)
        refuse_to_run_as_root(self.isolation)
        if "user" in self.isolation.in_force and config["user"] != NOBODY:
            process.user = config["user"]
        process.command(command)

    def _layers_report(self, process: StudentProcess) -> str:
        """Return what the process says of its layers, before anything of the student's
        runs, so that it is believed.

        Raises NoTemporaryFolder where the process cannot read the submission's copy,
        which the grader has made, and NotIsolated where its user may not read the
        packages that the program may import.
        """
        kind, size, _ = process.frame()
        if kind == wire.UNREADABLE:
            name, _, why = process.words(size).partition(" ")
            sentence = table("sandbox")["said"][f"unreadable {name}"].format(
                why=why, packages=self._importable
            )
            raise (
                NotIsolated(sentence)
                if name == "packages"
                else NoTemporaryFolder(sentence)
            )
        if kind != wire.LOCKED:
            raise self._raised(process, kind, size)
        return process.words(size)

    def _words(self, process: StudentProcess, wanted: int) -> str:
        kind, size, _ = process.frame()
        if kind != wanted:
            raise self._raised(process, kind, size)
        return process.words(size)

    def _asked(self, problems: Sequence[Problem], note: Note) -> dict[str, Any]:
        problem, interface = problems[0], interfaces.load(problems[0].interface)
        # An adapter calls what it likes with what it likes.
        function, arguments = (
            interface.call(problem) if self._adapter is None else ("your search", ())
        )
        self._takes = interface.takes if self._adapter is None else {}
        watched = [
            name
            for name in interface.functions
            if self._adapter is None and name in interface.windowed
        ]
        answered = [name for name in watched if problem.isolate not in (None, name)]
        return {
            "times": len(problems),
            "shape": problem.tree.child_counts.tobytes(),
            "names": problem.tree.own_names,
            "players": list(problem.tree.players),
            "function": function,
            "arguments": arguments,
            "noted": [
                name
                for name in watched
                if note in ("calls", "ends") and name not in answered
            ],
            "answered": answered,
            "note": note,
            "window": interface.window,
            "known": known_to_adapters(problem),
        }

    def _search(
        self, process: StudentProcess, search: "_Search", asked: dict[str, Any]
    ) -> Observation:
        """Answers a search. asked: the command for it, if it was not sent before."""
        if asked:
            process.command(asked)
        else:
            process.give_time()
        kind, number, value = search.converse()
        answer = self._answer(process, search, kind, number, value)
        return Observation(
            answer,
            tuple(search.looks),
            tuple(search.calls.begun),
            kind == wire.NO_ACTION,
        )

    def _answer(
        self,
        process: StudentProcess,
        search: "_Search",
        kind: int,
        number: int,
        value: float,
    ) -> Answer:
        """What a frame says that a student's function returned. Raises Ended where it
        returned no answer."""
        match kind:
            case wire.NO_ACTION if self._adapter is not None and interfaces.is_lost(
                search.problem
            ):
                process.words(number)
                # no action is better: a course's own code begins with none
                return search.problem.tree.name(1)
            case wire.RETURNED_INT if value.is_integer():
                return int(value)
            case wire.RETURNED_FLOAT if not math.isnan(value):
                return value
            case wire.RETURNED_TEXT:
                return process.words(number)
            case (
                wire.RETURNED_LARGE
            ):  # what a double does not hold: only digits, and not too many, are read
                if re.fullmatch(
                    f"-?[1-9][0-9]{{,{MOST_DIGITS - 1}}}",
                    digits := process.words(number),
                ):
                    return int(digits)
                raise process.forged()
            case wire.RETURNED_FLOAT:
                words = f"{search.function} returned nan, which is no number at all."
            case wire.REFUSED:
                words = returned_words(search.function, process.words(number))
            case wire.NOT_AN_ANSWER | wire.NO_ACTION if self._adapter is not None:
                words = refused_words(process.words(number))
            case _:
                raise self._raised(process, kind, number)
        raise Ended("not a value", words, alive=True)

    def _raised(self, process: StudentProcess, kind: int, size: int) -> Ended:
        """What to raise for a frame that says that code raised an exception: the
        student's or the course's adapter."""
        if kind == wire.ADAPTER_RAISED and self._adapter is not None:
            name, message, where = (*process.words(size).split("\0", 2), "", "")[:3]
            place = ", ".join(
                visible_name(part) for part in (self._adapter.file.name, where) if part
            )
            return Ended("adapter", adapter_words(place, name, message), alive=True)
        if kind != wire.RAISED:
            return process.forged()
        # only what broke needs it
        from autograder.sandbox.meaning import exception_words

        parts = process.words(size).split("\0", wire.PARTS_OF_RAISED - 1)
        parts += [""] * (wire.PARTS_OF_RAISED - len(parts))
        traceback = parts[2]
        words = exception_words(
            *parts,
            packages=self._packages,
            takes=self._takes,
            file=self._file,
            folder=self._folder,
            adapter=self._adapter,
        )
        return Ended(
            "raised", words, quoted(traceback, 4000) if traceback else "", alive=True
        )


class _Search:
    """A search under way: what is asked in it, and what is noted of it."""

    def __init__(
        self, process: StudentProcess, problem: Problem, asked: dict[str, Any]
    ) -> None:
        self._process, self.problem, self.function = process, problem, asked["function"]
        self._watched = asked["noted"] + asked["answered"]
        self.looks: list[int] = []
        self.calls = Calls()

    def converse(self) -> tuple[int, int, float]:
        """Answers the search's questions; returns the first frame that is none."""
        process, values, looks = (
            self._process,
            interfaces.searched_tree(self.problem).values,
            self.looks,
        )
        most_looks = LOOKS_PER_NODE * (len(values) + 1)
        while True:
            kind, number, value = process.frame()
            if kind == wire.LOOK and number < len(values):
                looks.append(number)
                process.send(_answer_frame(values[number]))
            elif kind in (wire.CALL, wire.ASK) and number < len(values):
                self._called(kind, number, value)
            elif kind != wire.CALL_ENDED or not self.calls.end(value):
                return kind, number, value
            if len(looks) + len(self.calls.begun) > most_looks:
                tree = f"a tree of {counted(len(values), 'node')}"
                sentence = f"Your search looked at leaves {len(looks)} times in {tree} and was ended."
                raise Ended(
                    "too many looks",
                    f"{sentence} Does it search the same states over and over?",
                )

    def _called(self, kind: int, node: int, alpha: float) -> None:
        end, number, beta = self._process.frame()
        if end != wire.WINDOW_END or number >= len(self._watched):
            raise self._process.forged()
        name = self._watched[number]
        if kind == wire.CALL:
            self.calls.begin(Call(name, node, alpha, beta, None))
            return
        if math.isnan(alpha) or math.isnan(beta):
            where = f"{name} at {self.problem.tree.name(node)}"
            raise Ended(
                "not a window",
                f"Your search called {where} without two numbers for alpha and beta.",
            )
        if not self.problem.is_closed(alpha, beta):
            self.looks.append(node)
        value = textbook_value(self.problem, name, node, alpha, beta)
        self.calls.begun.append(Call(name, node, alpha, beta, value))
        self._process.send(_answer_frame(value))


def _answer_frame(value: Value | None) -> bytes:
    if value is None:
        return wire.FRAME.pack(wire.NOTHING, 0, 0.0)
    return wire.FRAME.pack(wire.INT if type(value) is int else wire.FLOAT, 0, value)


def known_to_adapters(problem: Problem) -> dict[str, object]:
    """What a course's adapter may know of a problem: nothing of the tree, whose values
    are the grader's."""
    known = {
        name: getattr(problem, name)
        for name in ("interface", "window", "depth", "guess", "epsilon")
    }
    functions, players = (
        interfaces.load(problem.interface).functions,
        problem.tree.players,
    )
    return {
        **known,
        "functions": list(functions),
        "players": list(players),
        "to_move": players[0],
    }
