"""`isolation`: what shuts students' programs in on this machine."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from autograder.commands.options import add_command

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers


USAGE = "isolation               what shuts students' programs in on this machine"
DESCRIPTION = "Tries what each layer of isolation must stop on this machine."


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    return add_command(commands, "isolation", DESCRIPTION, run)


def run(options: argparse.Namespace) -> int:
    """Prints a line for each layer and what it stopped; 1 where one in force did not."""
    from autograder.sandbox.selftest import isolation_report

    lines, all_hold = isolation_report()
    print("\n".join(lines))
    return 0 if all_hold else 1
