"""Finds the command that was meant, reads its options and runs it."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Any

from autograder.commands import COMMANDS
from autograder.exercises import InvalidExercises, told

WRONG_USAGE = 2
BROKEN = 1


def main(arguments: list[str]) -> int:
    """Runs a command; returns the exit status: 0 done, 1 the grader broke, 2 wrong usage, exercises or machine."""
    name, options = (
        (arguments[0], arguments[1:]) if arguments[:1] and arguments[0] in COMMANDS else ("grade", arguments)
    )
    parser = argparse.ArgumentParser("./run_autograder", allow_abbrev=False)
    command = _module(name).add_to(parser.add_subparsers())
    if name == "grade" and {"-h", "--help"} & set(options):
        command.epilog += "".join(f"\n  ./run_autograder {_module(other).USAGE}" for other in COMMANDS)
    chosen = parser.parse_args([name, *options])
    try:
        status: int = chosen.run(chosen)
    except BrokenPipeError:  # as when piped into head
        return BROKEN
    except InvalidExercises as error:
        for words in told(error.mistakes):
            print(words, file=sys.stderr)
        return WRONG_USAGE
    return status


def _module(name: str) -> Any:
    return import_module(f"autograder.commands.{name}")
