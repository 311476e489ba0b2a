"""The pages' scripts alone: the search that they show, and the types that their comments state."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from reference.game import Tree
from tests.sets import PROJECT, written

TSC = shutil.which("tsc")
RULES = ("--noEmit", "--checkJs", "--strict", "--target", "es2022")
SCRIPTS = PROJECT / "autograder" / "tell" / "pages" / "scripts"

typed = pytest.mark.skipif(
    TSC is None,
    reason="no compiler for TypeScript is installed; where Node.js is: npm install --global typescript",
)


def complaints(*scripts: Path) -> list[str]:
    """Return the compiler's messages about scripts that are loaded together."""
    done = subprocess.run(
        [str(TSC), *RULES, *map(str, scripts)], capture_output=True, text=True
    )
    return done.stdout.splitlines()


@typed
def test_scripts_of_pages_have_the_types_that_they_state() -> None:
    assert complaints(*SCRIPTS.glob("*.js")) == []


@typed
def test_wrong_type_in_a_script_is_found(tmp_path: Path) -> None:
    wrong = written(tmp_path / "wrong.js", 'shown("5");\n')
    (complaint,) = complaints(SCRIPTS / "sentences.js", wrong)
    assert "wrong.js(1,7): error TS2345" in complaint


RUN = """
const [nodes, rule] = JSON.parse(process.argv[1]);
const steps = searched(nodes, [-Infinity, Infinity], RULES[rule]);
console.log(JSON.stringify(steps));
"""


def steps_of(tree: Tree, rule: str) -> list[dict[str, Any]]:
    """Return the steps of the search that pages show of a tree."""
    parents = {
        child: node for node in range(len(tree)) for child in tree.children(node)
    }
    nodes = [
        {
            "name": tree.name(node),
            "player": tree.player(node),
            "children": [*tree.children(node)],
            "value": tree.values[node],
            "parent": parents.get(node, -1),
        }
        for node in range(len(tree))
    ]
    source = (SCRIPTS / "search.js").read_text("utf-8") + RUN
    run = subprocess.run(
        ["node", "--eval", source, json.dumps([nodes, rule])],
        capture_output=True,
        text=True,
        check=True,
    )
    steps: list[dict[str, Any]] = json.loads(run.stdout)
    return steps


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
@pytest.mark.parametrize(
    ("root", "first", "cut_off"), [("MIN", 5, (6, 4)), ("MAX", 5, (4, 6))]
)
def test_bound_of_a_cutoff_is_that_of_the_node_that_set_it_first(
    root: str, first: int, cut_off: tuple[int, int]
) -> None:
    """C1 returns no better value than A1 has, so the cutoff below it is A1's doing."""
    tree = Tree.from_nested([first, [[first, [*cut_off]]]], root)
    (cutoff,) = [
        step for step in steps_of(tree, "alpha-beta") if step["kind"] == "cutoff"
    ]
    assert tree.name(cutoff["node"]) == "D2"
    assert tree.name(cutoff["bound"]) == "A1"
