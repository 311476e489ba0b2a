"""Clusters of dask as docs/instructors.md starts them, of processes on this machine."""

import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.sets import PROJECT


class Cluster:
    """A dask scheduler and workers as docs/instructors.md starts them: processes of their own, on this machine."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._log = folder / "log"
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2])

    def _start(self, *arguments: str, hidden: Sequence[Path] = (), **more: str) -> None:
        line = [str(Path(sys.executable).with_name("dask")), *arguments, "--no-dashboard"]
        if hidden and os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0:
            cover = "".join(f"mount -t tmpfs none {shlex.quote(str(folder))} && " for folder in hidden)
            line = ["unshare", "--mount", "sh", "-c", f'{cover}exec "$@"', "sh", *line]
        place = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | more
        with self._log.open("ab") as log:
            self.processes.append(
                subprocess.Popen(line, cwd=self._folder, env=place, stdout=log, stderr=log, start_new_session=True)
            )

    def add_worker(self, project: Path | None = PROJECT, host: str = "127.0.0.1", hidden: Sequence[Path] = ()) -> None:
        """Starts a worker, with the project in some folder or without it. hidden: folders that it is not to see."""
        before = self._registered()
        path = {"PYTHONPATH": str(project)} if project else {}
        line = ["worker", self.address, "--host", host, "--nworkers", "1", "--nthreads", "1"]
        self._start(*line, hidden=hidden, **path)
        wait_for(lambda: self._registered() > before, 60)

    def _registered(self) -> int:
        return self._log.read_text("utf-8").count("Registered to:")

    def kill_last(self) -> None:
        """Kills the last worker that was started, and the process that would start it again."""
        last = self.processes.pop()
        os.killpg(last.pid, signal.SIGKILL)
        last.wait()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *error: object) -> None:
        while self.processes:
            self.kill_last()


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    assert condition()
