"""Says which layers of isolation this machine has.

Each is proved by trying an attack that it must stop.
"""

import os
import tempfile
import time
from pathlib import Path
from string import Template
from typing import NamedTuple

from autograder.core.exercises.model import Limits
from autograder.core.sandbox.containment import ALL_LAYERS, Isolation, told_reason
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.staging import temporary_folder
from autograder.core.sentences import sentence

FILE = "probe.py"
TEMPLATE = Path(__file__).with_name("probe.py.template")


class Probe(NamedTuple):
    """A line that a probe prints: the attempt, and its result."""

    layer: str
    attempt: str
    outcome: str


def isolation_report(
    layers: tuple[str, ...] = ALL_LAYERS, before: str = ""
) -> tuple[list[str], bool]:
    """Return a line for each layer and each probe, and whether all layers hold.

    They hold if each that is in force stopped the attempts that it must stop. before:
    Python that runs before the probes.
    """
    with (
        temporary_folder(lambda folder: folder) as folder,
        tempfile.TemporaryFile() as held,
    ):
        # A file of the grader's, which the probes must not find open.
        os.set_inheritable(held.fileno(), True)
        status = os.fstat(held.fileno())
        template = Template(TEMPLATE.read_text("utf-8"))
        program = template.substitute(graders_file=(status.st_dev, status.st_ino))
        (folder / FILE).write_text(before + program, "utf-8")
        (folder / FILE).chmod(0o644)
        deadline = time.monotonic() + 60
        with Sandbox(folder, FILE, (), Limits(), deadline, layers) as sandbox:
            loaded = sandbox.load()
    if isinstance(loaded.outcome, Failure):
        return [f"The probes did not run: {loaded.outcome.message}"], False
    return _report(loaded.printed, sandbox.isolation)


def _report(printed: str, isolation: Isolation) -> tuple[list[str], bool]:
    """Return the lines of the probes' report, and whether all layers hold."""
    probes = [Probe(*line.split(": ", 2)) for line in printed.splitlines()]
    lines: list[str] = []
    all_hold = True
    for layer in (*isolation.in_force, *isolation.missing):
        reason = isolation.missing.get(layer)
        state = "in force"
        if reason is not None:
            state = f"missing: {told_reason(reason)}. {sentence('isolation', layer)}"
        lines.append(f"{layer}: {state}")
        for probe in probes:
            if probe.layer != layer:
                continue
            lines.append(f"    {probe.attempt}: {probe.outcome}")
            is_stopped = probe.outcome.startswith("refused")
            if reason is None and not is_stopped:
                all_hold = False
    return lines, all_hold
