"""Takes the grader's own paths out of the messages of a worker.

These paths differ in each run and tell a student nothing.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from autograder.core.sandbox.staging import OURS, OWN
from autograder.core.worker.confinement import PYTHON


class OwnPaths:
    """The paths that a worker knows and nobody is to read.

    Another text is shown in the place of each. A program's files are shown relative to
    its folder, as they are beside the program at home.
    """

    def __init__(self, folder: str = "", importable: str = "") -> None:
        """Collect the paths.

        folder: the submission's, as the process sees it. importable: that of the
        assignment's packages, or "".
        """
        self._shown: dict[bytes, bytes] = {}
        for path, shown in _shown_paths(folder, importable):
            for spelling in _spellings(path):
                self._shown.setdefault(spelling, shown.encode())
        longest_first = sorted(self._shown, key=len, reverse=True)
        self._longest = longest_first[0] if longest_first else b""
        self._pattern = re.compile(b"|".join(map(re.escape, longest_first)) or rb"(?!)")

    @property
    def longest(self) -> int:
        """The number of bytes of the longest path."""
        return len(self._longest)

    def hidden(self, data: bytes) -> bytes:
        """Return a message of a process, without the grader's paths."""
        return self._pattern.sub(lambda match: self._shown[match[0]], data)

    def without_beginning(self, data: bytes) -> bytes:
        """Return bytes that were cut, without the beginning of a path at their end."""
        for path in self._shown:
            for length in range(min(len(path) - 1, len(data)), 1, -1):
                if data.endswith(path[:length]):
                    return data[:-length]
        return data


def _shown_paths(folder: str, importable: str) -> Iterator[tuple[str, str]]:
    """Yield each path that is hidden, and the text in its place."""
    if folder:
        yield f"{folder}/", ""
        yield folder, "."
        above = Path(folder).parent
        if OURS.fullmatch(above.name):
            yield f"{above}/", "../"
            yield str(above), ".."
            yield above.name, "grading"
        if Path(folder).name.startswith(OWN):
            yield Path(folder).name, "submission"
    if importable:
        yield f"{importable}/", ""
        yield importable, "packages"
    # the standard library, as tracebacks name its files
    if os.path.basename(PYTHON).startswith("python"):
        yield os.path.join(os.path.dirname(PYTHON), "python"), "python"


def _spellings(path: str) -> Iterator[bytes]:
    """Yield a path as its bytes are, and as Python shows it in quotation marks."""
    yield os.fsencode(path)
    yield repr(path)[1:-1].encode("utf-8", "backslashreplace")
    yield ascii(path)[1:-1].encode()
    yield repr(os.fsencode(path))[2:-1].encode()
    # as a stream of Python's writes signs that it cannot encode
    yield path.encode("utf-8", "backslashreplace")
