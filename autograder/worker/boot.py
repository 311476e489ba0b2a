"""Starts the worker, and imports its modules by relative paths, so that nothing tells where the project lies.

An absolute path would stand in each module, in the code of each function, and in every traceback.
"""

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from os.path import isfile, join

CHANNEL, PACKAGES = sys.argv[1:]
FOLDERS = {"autograder": "", "reference": "", "py_landlock": PACKAGES, "pyseccomp": PACKAGES}


class Finder:
    """Finds the project's modules and the sandbox libraries from the project's folder, the current one."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where a module is; None for any other."""
        top, _, rest = name.partition(".")
        if top in FOLDERS:
            stem = join(FOLDERS[top], top, *rest.split(".")) if rest else join(FOLDERS[top], top)
            for file, is_package in ((stem + "/__init__.py", True), (stem + ".py", False)):
                if isfile(file):
                    return ModuleSpec(name, SourceFileLoader(name, file), origin=file, is_package=is_package)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Finder)
    from autograder.worker.serve import main

    main(int(CHANNEL), at_start, PACKAGES != "")  # type: ignore[name-defined]  # noqa: F821 (launch defines it)
