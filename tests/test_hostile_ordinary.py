"""Submissions that attack, graded as an ordinary user, where root runs the tests.

There one layer less is in force: `user`. So all attacks that this layer helps to stop, and one for each other choice of
layers. A run of the tests as an ordinary user, which .ci/run makes too, tries all attacks as that user.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.attacks import IN_A_NAMESPACE, ORDINARY_USER, VERDICTS, assert_fails, open_to_all

PYTHON = Path(sys.executable).resolve()
LAYERS = {name: tuple(verdict["layer"]) for name, verdict in VERDICTS.items() if "layer" in verdict}
OF_THEIR_OWN = {layers: name for name, layers in LAYERS.items()}.values()
TELLING = [name for name, layers in LAYERS.items() if "user" in layers or name in OF_THEIR_OWN]


@IN_A_NAMESPACE
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.skipif(not open_to_all(PYTHON), reason=f"other users may not run {PYTHON}")
@pytest.mark.parametrize("name", TELLING)
def test_attack_fails(name: str, project: Path, tmp_path: Path) -> None:
    assert_fails(name, ORDINARY_USER, project, tmp_path)
