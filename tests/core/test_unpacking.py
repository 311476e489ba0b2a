"""The reader at work: what it leaves of a notebook, how it is limited, and whose fault it says an error is."""

import errno
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.core.reader import process
from autograder.core.reader.process import CannotRead, ask
from tests.core.test_reader import python_of
from tests.sets import PROJECT

TELLS_A_LIMIT = f"""
import resource, sys
sys.path.insert(0, {str(PROJECT)!r})
from autograder.core.reader.__main__ import limit
limit(2**30, int(sys.argv[1]), 60.0, 0)
print(resource.getrlimit(resource.RLIMIT_CPU))
"""


@pytest.mark.parametrize(
    ("machine", "wanted", "limit"), [(5, 20, 5), (20, 5, 5), (20, 20, 20)]
)
def test_process_gets_the_stricter_of_machine_and_wanted_limit(
    machine: int, wanted: int, limit: int
) -> None:
    """A machine that gives its users less keeps its say, also if root grades."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (machine, machine))

    command = [sys.executable, "-c", TELLS_A_LIMIT, str(wanted)]
    finished = subprocess.run(
        command, preexec_fn=limited, capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == str((limit, limit))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_the_machines_fault(number: int) -> None:
    with pytest.raises(OSError, match="No room") as raised:
        process._checked(json.dumps({"error": "No room", "errno": number}).encode())
    assert raised.value.errno == number


def test_other_read_failures_are_the_files_fault(tmp_path: Path) -> None:
    bounds: Any = (False, 1, 1, 1, 1, 1)
    arguments = {
        "archive": str(tmp_path / "none.zip"),
        "folder": str(tmp_path / "new"),
        "bounds": bounds,
    }
    with pytest.raises(CannotRead, match=r"closed.*No such file or directory"):
        ask("unpack", arguments)


@pytest.mark.parametrize("answer", [b"", b"{", b'{"refused": [', b"\xff", b"Killed\n"])
def test_reader_that_ended_without_an_answer_has_used_up_its_allowance(
    answer: bytes,
) -> None:
    with pytest.raises(CannotRead, match="too much"):
        process._checked(answer)


@pytest.mark.parametrize(
    "source",
    [
        "max_value?  # is it right?",  # Jupyter reads a comment, and no question
        "f(\n  a?\n)",
        "f(k=!ls)",
        "d[k=%pwd] = 1",
        "x == !ls",
    ],
)
def test_text_that_is_neither_python_nor_jupyter_stays_in_the_program(
    source: str,
) -> None:
    """So that the student is told of it, with its line."""
    assert python_of(source) == (source, [])
