"""Starts the worker, and imports its modules by relative paths.

Absolute ones would tell a student's program where the project lies. `launch.BOOT` runs
this file by `exec`. There stands `at_start`: the modules, the path and the finders that
were there before it.
"""

import gc
import sys
from _thread import allocate_lock
from importlib.machinery import ModuleSpec, SourceFileLoader
from os import path, uname
from types import ModuleType

# Nothing that is imported here is garbage, and to look for it takes a tenth of a start.
# It is collected again as soon as the student's code runs.
gc.disable()
QUESTIONS, ANSWERS, PACKAGES = sys.argv[1:]
"""The descriptors of the socket to the grader and of the pipe from it, and the folder
of the sandbox libraries, "" if no layer needs them."""
FOLDERS = {
    "autograder": "",
    "reference": "",
    "py_landlock": PACKAGES,
    "pyseccomp": PACKAGES,
}


class Finder:
    """Finds the project's modules and the sandbox libraries.

    The project's folder is the current one.
    """

    @staticmethod
    def find_spec(
        name: str, folders: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return the place of a module; None for any other."""
        names = name.split(".")
        if names[0] not in FOLDERS:
            return None
        stem = path.join(FOLDERS[names[0]], *names)
        for ending, is_package in (("/__init__.py", True), (".py", False)):
            file = stem + ending
            if path.isfile(file):
                loader = SourceFileLoader(name, file)
                return ModuleSpec(name, loader, origin=file, is_package=is_package)
        return None


class AnyName:
    """Stands for any name of typing.

    It can be a base class, or have brackets or arguments after it.
    """

    def __class_getitem__(cls, _: object) -> type:
        return cls

    def __new__(cls, *arguments: object) -> object:  # type: ignore[misc]
        """Return the last argument: `overload`, `cast` and `NewType` have to."""
        return arguments[-1]


class Path(str):
    """Stands for pathlib's Path, as far as py-landlock asks one."""

    exists = path.exists

    def resolve(self) -> "Path":
        """Return the path without links."""
        return Path(path.realpath(self))


NAMES = (
    "Any",
    "Collection",
    "Iterable",
    "NewType",
    "NoReturn",
    "Protocol",
    "Union",
    "cast",
    "overload",
)
FOR_THE_WORKER: dict[str, dict[str, object]] = {
    "collections": {},
    "collections.abc": vars(sys.modules["_collections_abc"]),
    "signal": vars(sys.modules["_signal"]),
    "typing": {"TYPE_CHECKING": False, **dict.fromkeys(NAMES, AnyName)},
}
FOR_THE_LIBRARIES: dict[str, dict[str, object]] = {
    "ctypes.util": {
        "find_library": {"c": "libc.so.6", "seccomp": "libseccomp.so.2"}.get
    },
    "enum": {"IntFlag": int},
    "pathlib": {"Path": Path},
    "platform": {"machine": lambda: uname().machine},
    "threading": {"Lock": allocate_lock},
    # its memory goes with the process
    "weakref": {"finalize": lambda *_: None},
}
"""Modules that the worker and the sandbox libraries import, each with all that they use
of it. To import them whole would take a third of the start of a process; ctypes.util
would even run ldconfig and a compiler."""


def import_worker() -> ModuleType:
    """Import the worker, and the sandbox libraries if a layer needs them.

    Later imports find the whole modules.
    """
    _stand_in(FOR_THE_WORKER)
    from autograder.core.worker import confinement, serve

    if PACKAGES:
        _stand_in(FOR_THE_LIBRARIES)
        confinement.libraries()
    for name in [*FOR_THE_WORKER, *FOR_THE_LIBRARIES]:
        sys.modules.pop(name, None)
    return serve


def _stand_in(modules: dict[str, dict[str, object]]) -> None:
    """Put modules of only these contents into sys.modules, and into their packages."""
    for name, contents in modules.items():
        module = ModuleType(name)
        vars(module).update(contents)
        sys.modules[name] = module
        package, _, last = name.rpartition(".")
        if package:
            setattr(sys.modules[package], last, module)


if __name__ == "__main__":
    sys.meta_path.insert(0, Finder)
    import_worker().main(int(QUESTIONS), int(ANSWERS), at_start)  # type: ignore[name-defined]  # noqa: F821 (launch defines it)
