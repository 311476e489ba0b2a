"""Says which layers of isolation this machine has, and proves each by trying what it must stop."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from autograder.confine import MEANING, PROJECT
from autograder.exercise import Limits
from autograder.outcome import Failure
from autograder.sandbox import Sandbox

PROBE = PROJECT / "autograder" / "probe.py"


def isolation_report() -> tuple[list[str], bool]:
    """A line for each layer and each probe, and whether every layer in force stopped what it must stop."""
    with tempfile.TemporaryDirectory(prefix="alphabeta-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copyfile(PROBE, folder / PROBE.name)
        (folder / PROBE.name).chmod(0o644)
        with Sandbox(folder, PROBE.name, (), Limits(), time.monotonic() + 60) as sandbox:
            loaded = sandbox.load()
            isolation = sandbox.isolation
    if isinstance(loaded.outcome, Failure):
        return [f"The probes did not run: {loaded.outcome.words}"], False
    lines: list[str] = []
    all_hold = True
    probes = [entry.split(": ", 2) for entry in loaded.printed.splitlines()]
    for layer in (*isolation.in_force, *isolation.missing):
        missing = isolation.missing.get(layer)
        lines.append(f"{layer}: " + ("in force" if missing is None else f"missing: {missing}. So {MEANING[layer]}."))
        for probed, what, outcome in probes:
            if probed == layer:
                lines.append(f"    {what}: {outcome}")
                all_hold &= missing is not None or outcome.startswith("refused")
    return lines, all_hold
