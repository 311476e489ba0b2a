"""Says which layers of isolation this machine has, and proves each by trying what it
must stop."""

import os
import tempfile
import time
from pathlib import Path
from string import Template

from autograder.exercises.model import Limits
from autograder.launch import ALL_LAYERS, MEANING
from autograder.sandbox.outcome import Failure
from autograder.sandbox.program import Sandbox
from autograder.sandbox.staging import temporary_folder

FILE = "probe.py"
TEMPLATE = Path(__file__).with_name("probe.py.template")


def isolation_report(
    layers: tuple[str, ...] = ALL_LAYERS, before: str = ""
) -> tuple[list[str], bool]:
    """A line for each layer and each probe, and whether every layer in force stopped
    what it must stop."""
    with (
        temporary_folder(lambda folder: folder) as folder,
        tempfile.TemporaryFile() as held,
    ):
        os.set_inheritable(held.fileno(), True)
        status = os.fstat(held.fileno())
        program = Template(TEMPLATE.read_text("utf-8")).substitute(
            graders_file=(status.st_dev, status.st_ino)
        )
        (folder / FILE).write_text(before + program, "utf-8")
        (folder / FILE).chmod(0o644)
        with Sandbox(
            folder, FILE, (), Limits(), time.monotonic() + 60, layers
        ) as sandbox:
            loaded = sandbox.load()
    if isinstance(loaded.outcome, Failure):
        return [f"The probes did not run: {loaded.outcome.words}"], False
    lines, all_hold, missing_layers = list[str](), True, sandbox.isolation.missing
    probes = [entry.split(": ", 2) for entry in loaded.printed.splitlines()]
    for layer in (*sandbox.isolation.in_force, *missing_layers):
        missing = missing_layers.get(layer)
        lines.append(
            f"{layer}: "
            + (
                "in force"
                if missing is None
                else f"missing: {missing}. So {MEANING[layer]}."
            )
        )
        for probed, what, outcome in probes:
            if probed == layer:
                lines.append(f"    {what}: {outcome}")
                all_hold &= missing is not None or outcome.startswith("refused")
    return lines, all_hold
