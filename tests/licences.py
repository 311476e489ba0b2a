"""Prints the packages that the locks name and that are installed here, with their licences, as their metadata tell.

.venv/bin/python -m tests.licences
"""

import argparse
import re
from importlib import metadata
from typing import NamedTuple

from tests.sets import PROJECT

LOCKS = ("grading", "cluster", "dev")
"""Each has all that the one before has, and more."""
HEAD = ("package", "version", "licence", "lock")
NOT_TOLD = "not told"
LICENCE = "License :: "


class Package(NamedTuple):
    """An installed package. lock: the first one that names it."""

    name: str
    version: str
    licence: str
    lock: str


def packages() -> list[Package]:
    """Return the installed packages, those that grading needs first."""
    listed: dict[str, Package] = {}
    for lock in LOCKS:
        text = (PROJECT / "requirements" / f"{lock}.lock").read_text("utf-8")
        for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE):
            if name not in listed and any(metadata.distributions(name=name)):
                about = metadata.distribution(name)
                licence = licence_of(about.metadata)
                listed[name] = Package(name, about.version, licence, lock)
    return list(listed.values())


def licence_of(about: metadata.PackageMetadata) -> str:
    """Return the licence that a package's metadata tell, by the newest field that does."""
    classifiers = about.get_all("Classifier") or []
    names = [name for name in classifiers if name.startswith(LICENCE)]
    named = ", ".join(name.rpartition(" :: ")[2] for name in names)
    # The field License may have the whole text.
    old, *_ = [*(about.get_all("License") or []), ""]
    told = about.get_all("License-Expression") or []
    return next(filter(None, [*told, *old.splitlines()[:1], named]), NOT_TOLD)


def table(listed: list[Package]) -> str:
    """Return packages as lines below a head, column under column."""
    rows = [HEAD, *listed]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = [zip(row, widths, strict=True) for row in rows]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in line).rstrip() for line in cells
    )


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(
        prog="python -m tests.licences",
        description="Prints the packages that are installed, with their licences.",
    ).parse_args()
    print(table(packages()))


if __name__ == "__main__":
    main()
