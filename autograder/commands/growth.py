"""`growth`: how visited leaves grow with depth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from autograder.commands.options import add_command, from_least

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers


USAGE = "growth                  how visited leaves grow with depth"
DESCRIPTION = (
    "Prints a Markdown table of how many leaves alpha-beta visits in trees of b moves and d plies, for the worst, "
    "random and perfect order of moves. The d-th root of that is the effective branching factor."
)


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "growth", DESCRIPTION, run)
    parser.add_argument(
        "--branching", type=from_least(2), nargs="+", metavar="B", default=(2, 3, 5), help="numbers of moves (2 3 5)"
    )
    parser.add_argument(
        "--most-leaves", type=from_least(1), metavar="N", default=20_000, help="how large trees may grow (20000)"
    )
    parser.add_argument("--trees", type=from_least(1), metavar="N", default=20, help="random trees for each row (20)")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other random trees (0)")
    return parser


def run(options: argparse.Namespace) -> int:
    """Prints the table."""
    from autograder.teaching.growth import rows, table

    print("\n".join(table(rows(options.branching, options.most_leaves, options.trees, options.seed))))
    return 0
