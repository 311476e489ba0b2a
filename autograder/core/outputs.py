"""The gate: every file that a command writes for somebody passes it.

A command tells its `Gate` the files that it reads, and asks for each one that it will
write before it begins to work. It gets an `Output`, which asks again when it is
written. The gate lets a file be replaced only if it is empty or has a mark of this
program. By force it may also be a file of the same form as the new one, such as any
page; so it is no program, roster or exercise. A file that the command reads is never
replaced. The gate follows no link in the last place, and none below a submission.
"""

import contextlib
import errno
import os
import re
import stat
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from autograder.core.errors import WrongUsage, resources_lacking
from autograder.core.files import FOLDER, Link, follow_links, write_into
from autograder.core.limits import LONGEST_HEAD, LONGEST_MESSAGE
from autograder.core.project import NAME
from autograder.core.text import visible_name

ContentTest = Callable[[BinaryIO], bool]
"""Tells of an open file, from its beginning, whether its content is of some kind."""


def is_nothing(opened: BinaryIO) -> bool:
    """Return False: a test that no file passes."""
    return False


class FileKind(NamedTuple):
    """A kind of file that commands write.

    noun: the name of its content. is_ours: tells whether this program wrote a file.
    is_alike: tells whether a file has the form of this kind, whoever wrote it.
    """

    noun: str
    is_ours: ContentTest
    is_alike: ContentTest = is_nothing


class NeedsForce(WrongUsage):
    """A file may be replaced, but only by force."""


NOT_OURS = (
    "this program did not write what is in it, so {noun} cannot replace it; {remedy},"
    " or have it replaced with --force"
)
OF_ANOTHER_KIND = (
    "this holds something else, so {noun} cannot replace it, not even with --force;"
    " {remedy}"
)


# --- How a file is known ---


def begins_with(*marks: str) -> ContentTest:
    """Return a test of the text that a file begins with: one of the marks."""
    beginnings = tuple(mark.encode() for mark in marks)
    return lambda opened: opened.read(LONGEST_HEAD).startswith(beginnings)


def begins_like(pattern: bytes) -> ContentTest:
    """Return a test whether the beginning of a file matches a pattern.

    Case makes no difference, nor do a byte order mark and blanks before it.
    """
    beginning = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:" + pattern + rb")", re.IGNORECASE)
    return lambda opened: bool(beginning.match(opened.read(LONGEST_HEAD)))


def archive_comment(purpose: str) -> bytes:
    """Return the comment that marks an archive of this program's."""
    return f"{NAME}: {purpose}".encode()


def ends_with(mark: bytes) -> ContentTest:
    """Return a test of a file's last bytes, such as an archive's comment."""

    def is_ours(opened: BinaryIO) -> bool:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - len(mark)))
        return opened.read() == mark

    return is_ours


def has_headings(headings: Sequence[str]) -> ContentTest:
    """Return a test of a CSV file's first headings."""
    return lambda opened: _headings(opened)[: len(headings)] == list(headings)


def shares_headings(headings: Sequence[str]) -> ContentTest:
    """Return a test of a CSV file's headings: half of these must be among them."""
    return lambda opened: 2 * len({*headings} & {*_headings(opened)}) >= len(headings)


def _headings(opened: BinaryIO) -> list[str]:
    """Return a CSV file's headings. A spreadsheet may have changed its separator."""
    line = opened.readline(LONGEST_HEAD).decode("utf-8-sig", "replace").strip()
    return [field.strip('"') for field in re.split("[,;\t]", line)]


def any_of(*tests: ContentTest) -> ContentTest:
    """Return a test that a file passes if it passes one of several."""

    def passes_one(opened: BinaryIO) -> bool:
        """Return whether a file passes one of the tests, each from its beginning."""
        for test in tests:
            opened.seek(0)
            if test(opened):
                return True
        return False

    return passes_one


def is_archive_of(fit: Callable[[Collection[str]], bool]) -> ContentTest:
    """Return a test of the names in an archive. An archive must be readable."""

    def is_alike(opened: BinaryIO) -> bool:
        """Return whether a file is a zip archive whose names fit."""
        import zipfile  # slow to import

        try:
            with zipfile.ZipFile(opened) as archive:
                return fit(archive.namelist())
        except Exception:  # zipfile raises whatever a damaged archive leads it to
            return False

    return is_alike


# --- The gate ---


class _Read(NamedTuple):
    """A file that a command reads, or a folder with all that is in it.

    path: with all links followed. besides: a folder in it that is not read. role: the
    name of the file's use, or of the use of each file in the folder.
    """

    path: Path
    role: str
    besides: Path | None

    def holds(self, path: Path) -> bool:
        """Return whether a file is in this folder and is read."""
        besides = self.besides
        is_inner = besides is not None and besides.is_relative_to(self.path)
        if besides is not None and is_inner and path.is_relative_to(besides):
            return False
        return path != self.path and path.is_relative_to(self.path)


class Gate:
    """Decides which files a command may write.

    force: a file of another program may be replaced, too, if it has the form of the new
    file and the command does not read it.
    """

    def __init__(self, *, force: bool = False) -> None:
        self.force = force
        self._read: list[_Read] = []
        self._distrusted: list[Path] = []
        self._asked = defaultdict[str, dict[Path, str]](dict)

    def reads(self, path: Path, role: str, besides: Path | None = None) -> None:
        """Note a path that the command reads, so that it cannot write it.

        role: as in "the roster"; of a folder that of each file in it. besides: a folder
        in it for the files that the command writes.
        """
        real_besides = _real(besides) if besides is not None else None
        self._read.append(_Read(_real(path), role, real_besides))

    def distrust(self, folder: Path) -> None:
        """Follow no link below a folder, as a student may have put some there."""
        self._distrusted.append(_real(folder))

    def folder(self, path: Path, option: str) -> Path:
        """Return a folder to write into, with links followed.

        Raise WrongUsage if one of these lies in a submission. option: names it.
        """
        return self._resolved(path, f"name another folder for {option}", is_file=False)

    def ask(self, file: Path, kind: FileKind, option: str) -> "Output":
        """Return the writer of a file. Raise WrongUsage if it cannot be written.

        option: names it on the command line; "" for none.
        """
        remedy = "name another file" + (f" for {option}" if option else "")
        return self._ask(file, kind, option, remedy)

    def ask_within(
        self, file: Path, kind: FileKind, option: str = "--results"
    ) -> "Output":
        """Return the writer of a file in a folder, which an option names.

        The folder may not be there yet. Raise WrongUsage.
        """
        remedy = f"name another folder for {option}"
        return self._ask(file, kind, option, remedy, in_new_folder=True)

    def _ask(
        self,
        file: Path,
        kind: FileKind,
        option: str,
        remedy: str,
        *,
        in_new_folder: bool = False,
    ) -> "Output":
        """Return the writer of a file that an option names.

        remedy: the advice if it cannot be written. in_new_folder: whether its folder
        may not be there yet; then the file is checked when it is written. Raise
        WrongUsage.
        """
        real = self._resolved(file, remedy, is_file=True)
        role = self._role(real) or self._role_of_output(real, option)
        if role:
            raise _refused(file, f"this is {role}; {remedy}")
        output = Output(self, real, file, kind, remedy)
        if not in_new_folder or os.path.exists(real.parent):
            output.check()
        own_role = kind.noun if in_new_folder else f"the file for {option}"
        self._asked[option][real] = own_role
        return output

    def own(self, file: Path, kind: FileKind) -> "Output":
        """Return the writer of a file that nobody named; it replaces any file."""
        real = _real(file.parent) / file.name
        return Output(self, real, file, kind, "", is_own=True)

    def trusted_part(self, folder: Path) -> Path:
        """Return the beginning of a path below which no link is followed."""
        around = [path for path in self._distrusted if folder.is_relative_to(path)]
        return min(around, key=lambda path: len(path.parts), default=folder)

    def role_of_neighbour(self, real: Path) -> str:
        """Return the role of a file by its folder; "" if the command reads none."""
        for read in self._read:
            if read.holds(real):
                return read.role
        return ""

    def _role(self, real: Path) -> str:
        """Return the role of a file that is read; "" for any other."""
        if os.path.isdir(real):
            return ""
        for read in self._read:
            if read.path == real or _is_same(read.path, real):
                return read.role
        return ""

    def _role_of_output(self, real: Path, option: str) -> str:
        """Return the role of a file that another option writes; "" for any other."""
        for other, files in self._asked.items():
            if other == option:
                continue
            for file, role in files.items():
                if file == real or _is_same(file, real):
                    return role
        return ""

    def _resolved(self, path: Path, remedy: str, *, is_file: bool) -> Path:
        """Return a path with the links followed that may be.

        Raise WrongUsage if another is on the way.
        """

        def check(link: Link) -> None:
            """Raise WrongUsage if this link is not to be followed."""
            is_target = is_file and link.is_last
            if not is_target and not self._is_distrusted(link.folder):
                return
            named = path if link.is_last else link.path
            shown = visible_name(str(named), LONGEST_MESSAGE)
            target = visible_name(os.readlink(link.path), LONGEST_MESSAGE)
            reason = f"{shown} is a link to {target}, which is not followed"
            raise WrongUsage(f"{reason}; {remedy}")

        return follow_links(path, check)

    def _is_distrusted(self, folder: Path) -> bool:
        return any(folder.is_relative_to(path) for path in self._distrusted)


class Output:
    """A file that a command may write.

    file: as it was named. real: with the links of its folder followed. remedy: the
    advice if it cannot be written. is_own: it is replaced whatever it holds.
    """

    def __init__(
        self,
        gate: Gate,
        real: Path,
        file: Path,
        kind: FileKind,
        remedy: str,
        *,
        is_own: bool = False,
    ) -> None:
        self.file = file
        self._gate = gate
        self._real = real
        self._kind = kind
        self._remedy = remedy
        self._is_own = is_own

    def check(self) -> None:
        """Raise WrongUsage if the file cannot be written, as far as that is known.

        Either the file that is there may not be replaced, or its folder is missing.
        """
        with self._in_words(), self._folder() as folder:
            if os.path.isdir(self._real):
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
            self._refuse_others(folder)
            if not os.access(self._real.parent, os.W_OK | os.X_OK):
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    def write(self, content: str | bytes, mode: int | None = None) -> None:
        """Write the file whole, like `files.write_whole`. Raise WrongUsage."""
        with self._in_words(), self._folder() as folder:
            self._refuse_others(folder)
            write_into(folder, self._real.name, content, mode)

    def remove(self) -> None:
        """Remove the file, if it is there. Raise WrongUsage."""
        with self._in_words(), self._folder() as folder:
            self._refuse_others(folder)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._real.name, dir_fd=folder)

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        """Have an AutograderError raised in place of an OSError."""
        try:
            yield
        except OSError as error:
            lacking = resources_lacking(error)
            if lacking is not None:
                raise lacking from None
            reason = f"{self._kind.noun} cannot be written there: {error.strerror}"
            remedy = f"; {self._remedy}" if self._remedy else ""
            raise _refused(self.file, reason + remedy) from None

    @contextlib.contextmanager
    def _folder(self) -> Iterator[int]:
        """Open the folder. In a submission no link is followed, even a new one."""
        trusted = self._gate.trusted_part(self._real.parent)
        descriptor = os.open(trusted, FOLDER)
        try:
            for name in self._real.parent.relative_to(trusted).parts:
                inner = os.open(name, FOLDER | os.O_NOFOLLOW, dir_fd=descriptor)
                os.close(descriptor)
                descriptor = inner
            yield descriptor
        finally:
            os.close(descriptor)

    def _refuse_others(self, folder: int) -> None:
        """Raise WrongUsage if something is there that may not be replaced.

        It is NeedsForce if force would do. Raise OSError if it is no file at all.
        """
        if self._is_own:
            return
        try:
            status = os.stat(self._real.name, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "this is no regular file")
        role = self._gate.role_of_neighbour(self._real)
        is_empty = status.st_size == 0 and not role
        if is_empty or self._tells(folder, self._kind.is_ours):
            return
        if role:
            raise _refused(self.file, f"this is {role}; {self._remedy}")
        if not self._tells(folder, self._kind.is_alike):
            reason = OF_ANOTHER_KIND.format(noun=self._kind.noun, remedy=self._remedy)
            raise _refused(self.file, reason)
        if not self._gate.force:
            reason = NOT_OURS.format(noun=self._kind.noun, remedy=self._remedy)
            raise _refused(self.file, reason, NeedsForce)

    def _tells(self, folder: int, test: ContentTest) -> bool:
        """Return whether the file passes a test; False if it cannot be read."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with contextlib.suppress(OSError, ValueError, RecursionError):
            descriptor = os.open(self._real.name, flags, dir_fd=folder)
            with os.fdopen(descriptor, "rb") as opened:
                return test(opened)
        return False


def create(file: Path, content: str | bytes) -> None:
    """Write a new file. Raise WrongUsage if it is there already."""
    real = _real(file.parent) / file.name
    try:
        descriptor = os.open(real.parent, FOLDER)
        try:
            write_into(descriptor, real.name, content, is_new=True)
        finally:
            os.close(descriptor)
    except FileExistsError:
        raise _refused(file, "this is there already, and is not replaced") from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None


def _refused(
    file: Path, reason: str, error: type[WrongUsage] = WrongUsage
) -> WrongUsage:
    return error(f"{visible_name(str(file), LONGEST_MESSAGE)}: {reason}")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two names lead to one file: case may make no difference."""
    with contextlib.suppress(OSError):
        return os.path.samefile(path, other)
    return False
