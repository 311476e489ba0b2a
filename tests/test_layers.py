"""The tests that `tests/run` runs: each module has a quick test, and the slow ones are known."""

import ast
import fnmatch
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tests.layers import SLOW_SECONDS, slow_tests
from tests.sets import PROJECT

FILES = sorted(
    file
    for folder in (PROJECT / "tests", *(PROJECT / "tests").glob("*/"))
    if (folder / "__init__.py").exists()
    for file in folder.glob("test_*.py")
)
PARTS = ("autograder", "reference")
MODULES = sorted(
    ".".join(file.relative_to(PROJECT).with_suffix("").parts)
    for part in PARTS
    for file in (PROJECT / part).rglob("*.py")
    if file.name != "__init__.py"
)


class Names(ast.NodeVisitor):
    """The names and the dotted texts in a piece of a test file."""

    def __init__(self, *pieces: ast.AST) -> None:
        self.names: set[str] = set()
        for piece in pieces:
            self.visit(piece)

    def visit_Name(self, node: ast.Name) -> None:
        self.names.add(node.id)

    def visit_arg(self, node: ast.arg) -> None:
        self.names.add(node.arg)  # a fixture, if it is a parameter of a test

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.names.add(node.value)  # a module that is patched, or in a mark `of`


class File:
    """A test file: its definitions, its imports, and its tests."""

    def __init__(self, file: Path) -> None:
        tree = ast.parse(file.read_text("utf-8"))
        self.tests: list[ast.FunctionDef] = []
        self._definitions: dict[str, set[str]] = {}
        self._modules: dict[str, set[str]] = {}
        for node in tree.body:
            self._add(node)

    def _add(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                self._definitions[name] = Names(node).names
                if isinstance(node, ast.FunctionDef) and name.startswith("test_"):
                    self.tests.append(node)
            case ast.Assign() | ast.AnnAssign():
                names = Names(node).names
                self._definitions.update(dict.fromkeys(names, names))
            case ast.Import(names=imports):
                for alias in imports:
                    name = (alias.asname or alias.name).partition(".")[0]
                    self._modules[name] = {alias.name}
            case ast.ImportFrom(module=str(module), names=imports):
                for alias in imports:
                    name = alias.asname or alias.name
                    self._modules[name] = set(homes_of(module, alias.name))

    def modules_of(self, test: ast.FunctionDef) -> set[str]:
        """Return the modules that a test names, itself or by what it uses of its file."""
        reached: set[str] = set()
        todo = [test.name]
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo += self._definitions.get(name, ())
        modules = {module for name in reached for module in self._modules.get(name, ())}
        marked = {module for name in reached for module in named_by_a_mark(name)}
        patched = {module for name in reached for module in patched_in(name)}
        return modules | marked | patched


@lru_cache(None)
def homes_of(module: str, name: str) -> tuple[str, ...]:
    """Return the modules that an import names, of a room's face the one behind it."""
    if not module.startswith(PARTS):
        return ()
    if f"{module}.{name}" in MODULES:
        return (f"{module}.{name}",)
    home = getattr(getattr(importlib.import_module(module), name), "__module__", module)
    return (module, home)


def named_by_a_mark(text: str) -> list[str]:
    """Return the modules that a text such as in a mark `of` stands for."""
    return fnmatch.filter(MODULES, text) if text.startswith(PARTS) else []


def patched_in(text: str) -> Iterator[str]:
    """Yield the module of a dotted name such as a test patches."""
    parts = text.split(".")
    for end in range(2, len(parts)):
        if (module := ".".join(parts[:end])) in MODULES:
            yield module


def quick_tests() -> Iterator[tuple[File, ast.FunctionDef]]:
    """Yield the tests of which no case is slow, each with its file."""
    slow = {name.partition("[")[0] for name in slow_tests()}
    for path in FILES:
        file = File(path)
        for test in file.tests:
            if f"{path.relative_to(PROJECT).as_posix()}::{test.name}" not in slow:
                yield file, test


def test_each_module_is_named_by_a_quick_test() -> None:
    named = {module for file, test in quick_tests() for module in file.modules_of(test)}
    assert sorted(set(MODULES) - named) == []


def test_slow_tests_are_tests_that_exist_and_take_long() -> None:
    """A test that is renamed must be measured again: tests/run --all --measure."""
    known = {
        f"{path.relative_to(PROJECT).as_posix()}::{test.name}"
        for path in FILES
        for test in File(path).tests
    }
    slow = slow_tests()
    assert {name.partition("[")[0] for name in slow} <= known
    assert all(seconds >= SLOW_SECONDS for seconds in slow.values())


def test_every_call_of_pytest_in_tests_run_is_understood(tmp_path: Path) -> None:
    """An option that pytest learns from conftest.py may not have its value as a word of its own.

    That would be taken for a folder of tests, and conftest.py would not be found.
    """
    text = (PROJECT / "tests" / "run").read_text("utf-8")
    calls = re.findall(r"^ *(\.venv/bin/python -m pytest .*)$", text, re.MULTILINE)
    assert len(calls) == 2
    (tmp_path / "again").touch()
    variables = f"passed_again={tmp_path}/again; secret=(--secret={'ab' * 32}); arguments=(--all)"
    for call in calls:
        line = f"{variables}; {call} --collect-only --quiet --numprocesses 0"
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in (0, 5), done.stderr  # 5: nothing failed before


def test_tests_that_pass_are_listed_if_that_is_asked_for(tmp_path: Path) -> None:
    test = "tests/test_layers.py::test_slow_tests_are_tests_that_exist_and_take_long"
    file = tmp_path / "passed"
    line = [sys.executable, "-m", "pytest", "-n", "0", f"--passed-again={file}", test]
    subprocess.run(line, cwd=PROJECT, capture_output=True, check=True)
    assert file.read_text("utf-8") == f"{test}\n"
