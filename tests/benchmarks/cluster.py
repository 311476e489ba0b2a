"""Grades so many copies of tests/submissions by two workers of a cluster; prints time, and peak memory of each part."""

import argparse
import os
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from tests.benchmarks.classes import made
from tests.benchmarks.measure import PROJECT, family, grader, peak_of
from tests.classes import Cluster

BETWEEN_LOOKS = 0.2


def graded(size: int) -> None:
    """Grade a class of so many, a third of it right, on two workers at addresses of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder = made(Path(name, "class"), size // 3, size - size // 3, 0)
        with Cluster(Path(name)) as cluster:
            for host in ("127.0.0.2", "127.0.0.3"):
                cluster.add_worker(host=host, hidden=[folder])
            line = grader(
                "class",
                str(folder),
                "--results",
                str(Path(name, "results")),
                "--cluster",
                cluster.address,
            )
            start, ended = time.perf_counter(), threading.Event()
            with subprocess.Popen(
                line, stdout=subprocess.DEVNULL, cwd=PROJECT, env=os.environ
            ) as process:
                processes = {
                    "the class's process": process.pid,
                    "the scheduler": cluster.processes[0].pid,
                }
                processes |= {
                    f"worker {n}": worker.pid
                    for n, worker in enumerate(cluster.processes[1:], 1)
                }
                peaks = dict.fromkeys(processes, 0)

                def watch() -> None:
                    while not ended.wait(BETWEEN_LOOKS):
                        for process, pid in processes.items():
                            peaks[process] = max(
                                peaks[process], sum(map(peak_of, family(pid)))
                            )

                thread = threading.Thread(target=watch)
                thread.start()
                process.wait()
                seconds = time.perf_counter() - start
                ended.set()
                thread.join()
            assert process.returncode == 0
            done = len(list(Path(name, "results").glob("*.json")))
    memory = ", ".join(f"{part} {peak / 2**20:.0f} MB" for part, peak in peaks.items())
    print(
        f"{done} of {size} submissions: {seconds:.0f} s, which is {1000 * seconds / size:.0f} s a thousand"
    )
    print(f"  peak memory, with all that each started: {memory}", flush=True)


def class_size(text: str) -> int:
    """Return how many submissions a class has. Raises ArgumentTypeError for any other text."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of submissions")
    return int(text)


def main() -> None:
    """Grade classes of the sizes that are named."""
    graded_there = "Grades a class by two workers of a cluster on this machine; prints time, and peak memory."
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.cluster", description=graded_there
    )
    parser.add_argument(
        "sizes",
        nargs="+",
        type=class_size,
        metavar="SIZE",
        help="how many submissions a class has",
    )
    for size in parser.parse_args().sizes:
        graded(size)


if __name__ == "__main__":
    main()
