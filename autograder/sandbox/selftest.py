"""Says which layers of isolation this machine has, and proves each by trying what it must stop."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from autograder.exercises import Limits
from autograder.isolation import ALL_LAYERS, MEANING
from autograder.sandbox.containment import Isolation
from autograder.sandbox.outcome import Failure
from autograder.sandbox.program import Sandbox
from autograder.sandbox.staging import temporary_folder

PROBE = Path(__file__).with_name("selftest_probe.py")


GRADERS = "graders_file.txt"
"""What tells the probe which file it must not have: its device and its number."""


def isolation_report(probe: Path = PROBE, layers: tuple[str, ...] = ALL_LAYERS) -> tuple[list[str], bool]:
    """A line for each layer and each probe, and whether every layer in force stopped what it must stop.

    probe, layers: tests try others.
    """
    with temporary_folder(lambda folder: folder) as folder, tempfile.TemporaryFile() as held:
        shutil.copyfile(probe, folder / PROBE.name)
        os.set_inheritable(held.fileno(), True)
        status = os.fstat(held.fileno())
        (folder / GRADERS).write_text(f"{status.st_dev} {status.st_ino}", encoding="ascii")
        for file in folder.iterdir():
            file.chmod(0o644)
        with Sandbox(folder, PROBE.name, (), Limits(), time.monotonic() + 60, layers) as sandbox:
            loaded = sandbox.load()
            isolation = sandbox.isolation
    if isinstance(loaded.outcome, Failure):
        return [f"The probes did not run: {loaded.outcome.words}"], False
    return _lines(isolation, loaded.printed)


def _lines(isolation: Isolation, printed: str) -> tuple[list[str], bool]:
    """The report, from what the probes printed."""
    lines: list[str] = []
    all_hold = True
    probes = [entry.split(": ", 2) for entry in printed.splitlines()]
    for layer in (*isolation.in_force, *isolation.missing):
        missing = isolation.missing.get(layer)
        lines.append(f"{layer}: " + ("in force" if missing is None else f"missing: {missing}. So {MEANING[layer]}."))
        for probed, what, outcome in probes:
            if probed == layer:
                lines.append(f"    {what}: {outcome}")
                all_hold &= missing is not None or outcome.startswith("refused")
    return lines, all_hold
