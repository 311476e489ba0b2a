"""Says whether the packages of a lock file are there, and can be imported.

setup.sh runs this file, with the Python that is to have them: it ends with a reason,
and status 1, if they are not. So it needs no more than Python's own library.
"""

import importlib
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path


def absent_from(folder: Path, lock: Path) -> str:
    """Return the first package of a lock that a folder lacks; "" if it has all."""
    for name, _ in _rows(lock):
        if not any(metadata.distributions(name=name, path=[str(folder)])):
            return name
    return ""


def why_not_importable(lock: Path) -> str:
    """Return why some package of a lock cannot be imported here; "" if all can.

    A package for one system alone is not looked at: grading does not need it.
    """
    for name, marker in _rows(lock):
        if "sys_platform" in marker:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if marker:  # of another version of Python
                continue
            return f"{name} is not there"
        for module in sorted(_modules(distribution)):
            try:
                importlib.import_module(module)
            except Exception as error:
                return f"{name} cannot be imported: {type(error).__name__}: {error}"
    return ""


def _rows(lock: Path) -> Iterator[tuple[str, str]]:
    """Yield each package's name with its marker, which names its systems, or ""."""
    for line in lock.read_text("utf-8").splitlines():
        name, pin, rest = line.partition("==")
        if pin and not name.startswith((" ", "#")):
            yield name.strip(), rest.partition(";")[2]


def _modules(distribution: metadata.Distribution) -> set[str]:
    """Return the names under which a distribution is imported.

    They are those of its packages, or of its modules if it has no package.

    A module beside a package may be for another program, as a plugin is.
    """
    packages = set[str]()
    modules = set[str]()
    for file in distribution.files or ():
        if len(file.parts) == 2 and file.name == "__init__.py":
            packages.add(file.parts[0])
        elif len(file.parts) == 1 and file.suffix == ".py":
            modules.add(file.stem)
    return packages or modules


if __name__ == "__main__":
    sys.exit(why_not_importable(Path(sys.argv[1])) or None)
