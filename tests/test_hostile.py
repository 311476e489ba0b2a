"""Submissions that attack, graded as whoever runs the tests; and the proof that each layer of isolation is needed.

With the layer that stops it switched off, every attack that names one in "layer" is seen to succeed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from autograder.isolation import ALL_LAYERS
from tests.attacks import IN_A_NAMESPACE, VERDICTS, assert_fails, complaints, run


@IN_A_NAMESPACE
@pytest.mark.parametrize("name", VERDICTS)
def test_attack_fails(name: str, project: Path, tmp_path: Path) -> None:
    assert_fails(name, None, project, tmp_path)


# What a layer alone must stop; no_new_privs is what Landlock and seccomp stand on, and is seen only without them.
COMPANIONS = {"no_new_privs": ("landlock", "seccomp")}


@IN_A_NAMESPACE
@pytest.mark.skipif(os.geteuid() != 0, reason="without its layers an attack is only let loose by root, in a namespace")
@pytest.mark.parametrize("layer", ALL_LAYERS)
def test_every_layer_matters(layer: str, project: Path, tmp_path: Path) -> None:
    """Some attack fails with the layer and succeeds without it, all else being equal."""
    companions = COMPANIONS.get(layer, ())
    attacks = [name for name, verdict in VERDICTS.items() if layer in verdict.get("layer", ())]
    assert attacks
    for number, name in enumerate(attacks):
        with_it, without_it = tmp_path / f"{number}_with", tmp_path / f"{number}_without"
        with_it.mkdir()
        without_it.mkdir()
        stopped = complaints(name, run(name, project, with_it, None, companions)) == []
        if stopped and complaints(name, run(name, project, without_it, None, (*companions, layer))):
            return
    pytest.fail(f"no attack of {attacks} needs {layer}")
