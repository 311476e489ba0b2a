"""Which version of a library is installed, where importing the library is what is to be avoided."""

from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path


@lru_cache
def installed(library: str) -> list[str]:
    """The name of what a library's installer left, which has the version in it; nothing where there is no library."""
    found = PathFinder.find_spec(library)
    if found is None or found.origin is None:
        return []
    return sorted(file.name for file in Path(found.origin).parents[1].glob(f"{library}-*.dist-info"))
