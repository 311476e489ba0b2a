"""Submissions that attack, graded as an ordinary user, where root runs the tests.

Those that a layer of isolation has to stop, as there one layer less is in force. A run of the tests as an ordinary user
tries all attacks as that user. A file of its own, so that it runs beside the other.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.attacks import IN_A_NAMESPACE, ORDINARY_USER, VERDICTS, assert_fails, open_to_all

PYTHON = Path(sys.executable).resolve()
OF_A_LAYER = [name for name, verdict in VERDICTS.items() if "layer" in verdict]


@IN_A_NAMESPACE
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.skipif(not open_to_all(PYTHON), reason=f"other users may not run {PYTHON}")
@pytest.mark.parametrize("name", OF_A_LAYER)
def test_attack_fails(name: str, project: Path, tmp_path: Path) -> None:
    assert_fails(name, ORDINARY_USER, project, tmp_path)
