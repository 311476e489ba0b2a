"""Submissions that attack, graded as an ordinary user, where root runs the tests.

A file of its own, so that it runs beside the other.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.attacks import IN_A_NAMESPACE, ORDINARY_USER, VERDICTS, assert_fails


@IN_A_NAMESPACE
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("name", VERDICTS)
def test_attack_fails(name: str, project: Path, tmp_path: Path) -> None:
    assert_fails(name, ORDINARY_USER, project, tmp_path)
