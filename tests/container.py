"""Builds docs/platforms/Dockerfile without Docker, in a new Debian folder, and prints the layers of isolation there.

    .venv/bin/python -m tests.container [FOLDER]

It does what the Dockerfile says, grades in the image without a network and with nothing but /tmp and the results to
write to, and prints a table of the layers that are in force for each way of running it. Needs root, the network, and
Debian's packages debootstrap, crun, and golang-github-containers-common, which has podman's filter of system calls. It
takes some minutes, and is no part of tests/run.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.sandbox.containment import ALL_LAYERS

PROJECT = Path(__file__).resolve().parents[1]
FILTER = Path("/usr/share/containers/seccomp.json")
CONTAINERS = (
    "CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID SETPCAP NET_BIND_SERVICE NET_RAW SYS_CHROOT MKNOD "
    "AUDIT_WRITE SETFCAP"
)
"""The capabilities that Docker gives a container."""
MANY = f"{CONTAINERS} DAC_READ_SEARCH NET_ADMIN IPC_LOCK SYS_PTRACE SYS_NICE"
PRIVATE = 'umount -R -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'
"""crun refuses a machine that has both versions of control groups mounted, so it is shown one."""


class Way(NamedTuple):
    """A way of running a container. filtered: by the filter of system calls that podman gives one."""

    name: str
    user: int
    rights: str
    filtered: bool

    @property
    def capabilities(self) -> list[str]:
        """Their names."""
        return [f"CAP_{name}" for name in self.rights.split()]


AS_ROOT = (
    Way("root with `CAP_SYS_ADMIN`", 0, f"{MANY} SYS_ADMIN", filtered=False),
    Way("root without", 0, MANY, filtered=False),
    Way("root in a container", 0, CONTAINERS, filtered=True),
)
ORDINARY = (
    Way("ordinary user", 1000, "", filtered=False),
    Way("ordinary user in a container", 1000, "", filtered=True),
)


def instructions() -> Iterator[tuple[str, str]]:
    """Yield the instructions of the Dockerfile, one at a time."""
    text = (
        (PROJECT / "docs" / "platforms" / "Dockerfile")
        .read_text("utf-8")
        .replace("\\\n", " ")
    )
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word and not word.startswith("#"):
            yield word, rest


def build(folder: Path) -> Iterator[tuple[str, ...]]:
    """Make the image in a folder, and yield the entry point at the end of each stage."""
    entry: tuple[str, ...] = ()
    for word, rest in instructions():
        if word == "FROM" and entry:
            yield entry
        elif word == "FROM":
            release = rest.partition("debian:")[2].partition("-slim")[0]
            if not (folder / "etc" / "debian_version").exists():
                subprocess.run(
                    ["debootstrap", "--variant=minbase", release, folder],
                    check=True,
                    stdout=sys.stderr,
                )
            # The network is reached with the settings of this machine.
            for file in (
                "/etc/resolv.conf",
                "/etc/pip.conf",
            ):
                if os.path.exists(file):
                    shutil.copy(file, f"{folder}{file}")
        elif word == "RUN":
            print(f"RUN {rest}", file=sys.stderr)
            mounted = 'mount --bind /dev "$0/dev"; mount -t proc proc "$0/proc"; exec chroot "$0" sh -ec "$1"'
            subprocess.run(
                ["unshare", "--mount", "sh", "-c", mounted, folder, rest],
                check=True,
                stdout=sys.stderr,
            )
            certificates = Path("/etc/ssl/certs/ca-certificates.crt")
            shutil.copy(certificates, f"{folder}{certificates}")
        elif word == "COPY":
            copy_context(folder / rest.split()[1].lstrip("/"))
        elif word == "ENTRYPOINT":
            entry = tuple(json.loads(rest))
        else:
            assert (word, rest) == ("USER", "grader")
    yield entry


def copy_context(target: Path) -> None:
    """Copy the project as `COPY .` does, without the files that .dockerignore names."""
    ignored = (PROJECT / ".dockerignore").read_text("utf-8").replace("**/", "").split()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(
        PROJECT, target, symlinks=True, ignore=shutil.ignore_patterns(*ignored)
    )


def seccomp(rights: list[str]) -> dict[str, Any]:
    """podman's filter for a container with some rights, as the runtime takes it."""
    profile = json.loads(FILTER.read_text("utf-8"))
    calls = [
        {
            key: call[key]
            for key in ("names", "action", "args", "errnoRet")
            if call.get(key) is not None
        }
        for call in profile["syscalls"]
        if set(call.get("includes", {}).get("caps", ())) <= set(rights)
        and not set(call.get("excludes", {}).get("caps", ())) & set(rights)
        and "amd64" in (call.get("includes", {}).get("arches") or ["amd64"])
    ]
    return {
        "defaultAction": profile["defaultAction"],
        "defaultErrnoRet": 1,
        "syscalls": calls,
    }


def run(way: Way, image: Path, command: tuple[str, ...]) -> str:
    """Return the output of a command in a container of an image."""
    mounts = [
        {"destination": "/proc", "type": "proc", "source": "proc"},
        {
            "destination": "/dev",
            "type": "tmpfs",
            "source": "tmpfs",
            "options": ["nosuid", "mode=755"],
        },
        {
            "destination": "/tmp",
            "type": "tmpfs",
            "source": "tmpfs",
            "options": ["mode=1777"],
        },
        {
            "destination": "/mnt",
            "type": "bind",
            "source": str(PROJECT / "tests"),
            "options": ["bind", "ro"],
        },
    ]
    process = {
        "user": {"uid": way.user, "gid": way.user},
        "args": command,
        "cwd": "/",
        "env": ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"],
        "capabilities": dict.fromkeys(
            ("bounding", "effective", "permitted"), way.capabilities
        ),
    }
    namespaces = [{"type": kind} for kind in ("pid", "network", "ipc", "uts", "mount")]
    linux: dict[str, Any] = {"namespaces": namespaces} | (
        {"seccomp": seccomp(way.capabilities)} if way.filtered else {}
    )
    config = {
        "ociVersion": "1.0.0",
        "process": process,
        "root": {"path": str(image), "readonly": True},
    }
    with tempfile.TemporaryDirectory() as bundle:
        Path(bundle, "config.json").write_text(
            json.dumps({**config, "mounts": mounts, "linux": linux}), "utf-8"
        )
        crun = [
            "crun",
            f"--root={bundle}/state",
            "--cgroup-manager=disabled",
            "run",
            f"--bundle={bundle}",
            "measured",
        ]
        prefix = ["unshare", "--mount", "sh", "-c", PRIVATE, "sh"]
        done = subprocess.run(
            [*prefix, *crun], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def measure(way: Way, image: Path, entry: tuple[str, ...]) -> list[str]:
    """Return a cell of the table for each layer, and the points of a right and of a wrong program."""
    lines = run(way, image, (*entry, "isolation")).splitlines()
    states = dict(line.split(": ", 1) for line in lines if line[:1].strip())
    cells = ["yes" if states[layer] == "in force" else "no" for layer in ALL_LAYERS]
    programs = (
        run(way, image, (*entry, f"/mnt/submissions/{name}"))
        for name in ("textbook", "strict_cutoff")
    )
    return [*cells, *(printed.splitlines()[-1] for printed in programs)]


def image_folder(name: str) -> Path:
    """Return a folder for an image: a new or empty one, or an earlier image's. Raises ArgumentTypeError."""
    folder = Path(name)
    is_image = (folder / "etc" / "debian_version").exists()
    if (
        folder.exists()
        and not is_image
        and not (folder.is_dir() and not any(folder.iterdir()))
    ):
        raise argparse.ArgumentTypeError(
            f"{name} holds something else than an image; name a new folder"
        )
    return folder


def main() -> None:
    """Build the image and print the table."""
    built = "Builds docs/platforms/Dockerfile without Docker, and prints which layers of isolation are in force there."
    needs = "Needs root, the network, debootstrap, crun and golang-github-containers-common, and some minutes."
    parser = argparse.ArgumentParser(
        prog="python -m tests.container", description=built, epilog=needs
    )
    default = "/var/tmp/container"
    where = f"where the image is made: {default}, if none is named"
    parser.add_argument(
        "folder",
        nargs="?",
        type=image_folder,
        default=default,
        metavar="FOLDER",
        help=where,
    )
    folder: Path = parser.parse_args().folder
    columns: dict[str, list[str]] = {}
    for entry, ways in zip(build(folder), (AS_ROOT, ORDINARY), strict=True):
        columns |= {way.name: measure(way, folder, entry) for way in ways}
    rows = [*(f"`{layer}`" for layer in ALL_LAYERS), "a right program", "a wrong one"]
    print(f"| |{' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
    for number, row in enumerate(rows):
        print(f"| {row} | {' | '.join(cells[number] for cells in columns.values())} |")


if __name__ == "__main__":
    main()
