"""The output of `isolation` on this machine, and the sentences about a program that it had to end."""

import errno
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
import time
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom import pool, processes
from autograder.core import launch
from autograder.core.errors import InvalidExercises, NotIsolated
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import Limits
from autograder.core.grading import run
from autograder.core.sandbox import containment
from autograder.core.sandbox.containment import (
    ALL_LAYERS,
    FIRST_USER,
    NOBODY,
    PROCESS_ID_BITS,
    Isolation,
    ciphered,
    configuration,
    refuse_to_run_as_root,
)
from autograder.core.sandbox.outcome import Failure, Load, missing_message
from autograder.core.sandbox.process import Ended, StudentProcess
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.selftest import isolation_report
from autograder.core.sandbox.staging import staged
from autograder.core.sandbox.submission import find_submission
from autograder.core.sentences import sentence
from autograder.core.worker import confinement, wire
from reference.game import Tree
from reference.observe import observe
from reference.problem import Observation, Problem
from tests.attacks import IN_A_NAMESPACE, namespace
from tests.benchmarks import table, trees
from tests.benchmarks.measure import check_full
from tests.classes import command
from tests.patience import PATIENCE, UNHURRIED
from tests.sets import PROJECT, QUICK, made_set, valid_results, written

PROGRAMS = PROJECT / "tests" / "programs"
RIGHT = (PROJECT / "tests" / "submissions" / "textbook" / "alphabeta.py").read_bytes()
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root is refused")
FILTERS = not isinstance(confinement.libraries()["pyseccomp"], Exception)
WITHOUT_USER = Isolation((), {"user": "other users may not read Python: /secret"})


def test_benchmark_of_the_layers_measures_a_run_with_full_points(
    tmp_path: Path,
) -> None:
    trees.write_fixed(tmp_path)
    for without in ((), ALL_LAYERS):
        subprocess.run(
            table.grading(tmp_path, without),
            cwd=PROJECT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        check_full(tmp_path / "results.json", trees.FIXED_TREES)


def test_open_descriptor_of_a_library_is_not_reported() -> None:
    before = (
        "import os\nLIBRARY = [os.open(os.devnull, os.O_RDONLY) for _ in range(3)]\n"
    )
    lines, all_hold = isolation_report(before=before)
    assert "    using a descriptor of the grader's: refused" in lines
    assert all_hold


def test_open_descriptor_of_the_grader_is_reported() -> None:
    lines, _ = isolation_report(
        layers=tuple(layer for layer in ALL_LAYERS if layer != "descriptors")
    )
    assert "    using a descriptor of the grader's: succeeded" in lines


NEVER_READS = """
from channel import LOOK, send

def max_value(state, alpha, beta):
    while True:
        send(LOOK, 1)
"""
WIDE = Problem(Tree.from_nested([[0] * 1000] * 100))
"""A tree whose command is longer than what a pipe holds."""


def test_program_that_takes_no_answers_is_ended_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time is over as soon as its looks have filled the pipe with answers."""
    frame, wait_for_room = StudentProcess.frame, StudentProcess._wait_for_room
    frames = 0

    def counted_frame(process: StudentProcess) -> tuple[int, int, float]:
        nonlocal frames
        frames += 1
        return frame(process)

    def wait_and_be_late(process: StudentProcess) -> None:
        if frames > 65536 // wire.SIZE:
            process._deadline = 0.0
        wait_for_room(process)

    monkeypatch.setattr(StudentProcess, "frame", counted_frame)
    monkeypatch.setattr(StudentProcess, "_wait_for_room", wait_and_be_late)
    attack = PROJECT / "tests" / "submissions" / "hostile_asks_ahead"
    shutil.copy(attack / "channel.py", tmp_path)
    written(tmp_path / "alphabeta.py", NEVER_READS)
    outcome = searched_wide(tmp_path, UNHURRIED)
    assert isinstance(outcome, Failure)
    assert outcome.cause == "too slow"
    assert len(outcome.looks) > 65536 // wire.SIZE


def test_command_longer_than_a_pipe_arrives_whole() -> None:
    outcome = searched_wide(PROJECT / "tests" / "submissions" / "textbook", UNHURRIED)
    assert isinstance(outcome, Observation)
    assert outcome == observe(WIDE)


def searched_wide(submission: Path, limits: Limits) -> Observation | Failure:
    """Have a submission search a wide tree."""
    deadline = time.monotonic() + PATIENCE
    file = "alphabeta.py"
    with (
        staged(find_submission(submission, file)) as folder,
        Sandbox(folder, file, ("max_value",), limits, deadline) as sandbox,
    ):
        return sandbox.search(WIDE).outcome


@AS_ROOT
def test_root_refuses_to_grade_without_another_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(NotIsolated, match="--without user"):
        refuse_to_run_as_root(WITHOUT_USER)
    refuse_to_run_as_root(Isolation.of("", ALL_LAYERS[:3]))  # left out, as asked
    monkeypatch.setattr(
        "autograder.core.sandbox.containment.on_gradescope", lambda: True
    )
    refuse_to_run_as_root(WITHOUT_USER)


def test_an_ordinary_user_cannot_become_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    refuse_to_run_as_root(WITHOUT_USER)


def test_every_process_has_a_user_of_its_own(tmp_path: Path) -> None:
    users = [
        configuration(tmp_path, Limits(), ALL_LAYERS, process)["user"]
        for process in range(1, 1000)
    ]
    if set(users) == {NOBODY}:
        pytest.skip("this user namespace has too few ids")
    assert len(set(users)) == len(users)
    assert all(FIRST_USER <= user < 2**31 for user in users)


@given(
    st.binary(min_size=1, max_size=40), st.sets(st.integers(0, 2**PROCESS_ID_BITS - 1))
)
def test_no_two_processes_have_one_user_whatever_the_key(
    key: bytes, processes: set[int]
) -> None:
    users = {ciphered(process, key) for process in processes}
    assert len(users) == len(processes)
    assert all(0 <= user < 2**PROCESS_ID_BITS for user in users)


@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells which ids a namespace has"
)
@pytest.mark.parametrize("lacking", ["", "uid", "gid"])
def test_user_of_its_own_needs_both_ids_in_this_namespace(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mapped(file: str) -> str:
        return "0 0 1" if lacking and f"/{lacking}_map" in file else "0 0 4294967295"

    monkeypatch.setattr(containment, "_proc", mapped)
    assert (containment._user_of_its_own(1) == NOBODY) == bool(lacking)


TELLS_ITS_USER = """
import os
print("user", os.getuid())
def max_value(state, alpha, beta):
    return 0
min_value = max_value
"""
STARTS_THREADS = """
import threading
for _ in range({}):
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
"""


@AS_ROOT
@IN_A_NAMESPACE
def test_the_number_of_a_user_tells_nothing_of_how_many_threads_ran_before(
    tmp_path: Path,
) -> None:
    """Alone in a namespace, where nothing else starts processes: so by their ids each thread would be seen."""
    exercises = made_set(tmp_path / "set", [{"tree": [[3, 12, 8], [2, 4]]}])
    users = []
    for threads in (100, 200, 300):
        folder = tmp_path / f"{threads}"
        for number, starts in enumerate((threads, 0)):
            program = STARTS_THREADS.format(starts) + TELLS_ITS_USER
            written(folder / f"class/{number}/alphabeta.py", program)
        grade_class = command(
            folder / "class", folder / "results", "--jobs", "1", exercises=exercises
        )
        subprocess.run(
            [*(namespace() or []), *grade_class], capture_output=True, check=True
        )
        results = [
            valid_results(folder / "results" / f"{number}.json") for number in (0, 1)
        ]
        users += [
            int(re.findall(r"user (\d+)", result["output"])[0]) for result in results
        ]
    if set(users) == {NOBODY}:
        pytest.skip("this user namespace has too few ids")
    few, several, most = (
        after - before for before, after in zip(users[::2], users[1::2], strict=True)
    )
    assert most - several != several - few


@pytest.fixture
def closed_python(tmp_path: Path) -> Path:
    """Return the project's Python in a folder that other users may not read, as one that root installed at home."""
    return python_below(tmp_path / "home", 0o700)


def python_below(home: Path, mode: int) -> Path:
    """Lay the project's Python out in a new folder of a mode; return the Python of a virtual environment there."""
    library = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for folder in ("bin", "lib", f"venv/lib/{library}", "venv/bin"):
        (home / folder).mkdir(parents=True)
    (home / "lib" / library).symlink_to(Path(os.__file__).parent)
    (home / "venv" / "lib" / library / "site-packages").symlink_to(
        sysconfig.get_path("purelib")
    )
    shutil.copy2(os.path.realpath(sys.executable), home / "bin" / "python3")
    (home / "venv" / "bin" / "python3").symlink_to(home / "bin" / "python3")
    (home / "venv" / "pyvenv.cfg").write_text(f"home = {home / 'bin'}\n", "utf-8")
    home.chmod(mode)
    return home / "venv" / "bin" / "python3"


def grade(
    python: Path, results: Path, root: str, *options: str
) -> subprocess.CompletedProcess[str]:
    submission = PROJECT / "tests/submissions/explicit_stack"
    exercises = PROJECT / "tests/exercises/quick"
    command = [
        str(python),
        "-I",
        str(PROJECT / "autograder/__main__.py"),
        str(submission),
        *options,
    ]
    command += ["--exercises", str(exercises), "--results", str(results)]
    return subprocess.run(
        command,
        env={"AUTOGRADER_ROOT": root},
        capture_output=True,
        text=True,
        check=False,
    )


@AS_ROOT
def test_grading_as_root_alone_is_refused(closed_python: Path, tmp_path: Path) -> None:
    done = grade(closed_python, tmp_path / "results.json", "/nowhere")
    assert done.returncode == 2, done.stderr
    assert "would run as root here, because other users may not read" in done.stderr
    assert "--without user" in done.stderr
    assert "Traceback" not in done.stderr
    assert (
        "not your program's fault"
        in json.loads((tmp_path / "results.json").read_text("utf-8"))["output"]
    )
    assert "tests" not in valid_results(tmp_path / "results.json")


@AS_ROOT
def test_grading_as_root_alone_can_be_asked_for(
    closed_python: Path, tmp_path: Path
) -> None:
    done = grade(
        closed_python, tmp_path / "results.json", "/nowhere", "--without", "user"
    )
    assert done.returncode == 0, done.stderr
    assert "Not isolated by user: it was left out, as asked" in done.stdout
    assert valid_results(tmp_path / "results.json")["extra_data"][
        "isolation_missing"
    ].keys() >= {"user"}


@AS_ROOT
@pytest.mark.parametrize(
    ("mode", "is_isolated"),
    [(0o711, True), (0o701, True), (0o755, True), (0o744, False)],
)
def test_another_user_must_be_able_to_pass_the_folders_above_python_and_need_not_list_them(
    mode: int, is_isolated: bool
) -> None:
    with TemporaryDirectory(dir="/var/tmp") as name:
        path = Path(name)
        path.chmod(0o711)
        python = python_below(path / "home", mode)
        done = grade(python, path / "results.json", "/nowhere")
        assert ("other users may not read" in done.stderr) != is_isolated
        assert ("tests" in valid_results(path / "results.json")) == is_isolated
        if is_isolated:
            missing = valid_results(path / "results.json")["extra_data"][
                "isolation_missing"
            ]
            assert "user" not in missing
            assert valid_results(path / "results.json")["score"] == 12


@AS_ROOT
def test_another_user_must_be_able_to_follow_the_links_to_python() -> None:
    """Here a link leads through a folder that is closed to others."""
    with TemporaryDirectory(dir="/var/tmp") as name:
        path = Path(name)
        path.chmod(0o755)
        python = python_below(path / "home", 0o755)
        (library,) = (path / "home" / "lib").iterdir()
        closed = path / "closed"
        closed.mkdir(mode=0o700)
        library.rename(closed / "library")
        library.symlink_to(closed / "library")
        done = grade(python, path / "results.json", "/nowhere")
        assert done.returncode == 2, done.stdout
        assert "would run as root here, because other users may not read" in done.stderr


def test_the_machine_is_blamed_where_the_process_cannot_read_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packages").mkdir(mode=0o000)
    (tmp_path / "alphabeta.py").write_text("import numpy", "utf-8")
    monkeypatch.setattr(
        "autograder.core.sandbox.program.packages_folder",
        lambda *_: tmp_path / "packages",
    )
    with (
        staged(find_submission(tmp_path / "alphabeta.py", "alphabeta.py")) as copy,
        Sandbox(
            copy, "alphabeta.py", (), UNHURRIED, time.monotonic() + PATIENCE
        ) as sandbox,
        pytest.raises(NotIsolated, match=r"cannot read them: .* So nothing was graded"),
    ):
        sandbox.load()


@AS_ROOT
def test_root_on_gradescope_grades_without_another_user_and_says_so(
    closed_python: Path, tmp_path: Path
) -> None:
    (tmp_path / "source").symlink_to(PROJECT)
    done = grade(closed_python, tmp_path / "results.json", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Not isolated by user: other users may not read" in done.stdout
    assert valid_results(tmp_path / "results.json")["score"] == 12


WITHOUT_LANDLOCK_AND_SECCOMP = """if True:
    import errno, os, sys
    sys.path.append(sys.argv[1])
    import pyseccomp
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    for landlock in (444, 445, 446):
        rules.add_rule_exactly(pyseccomp.ERRNO(errno.ENOSYS), landlock)
    rules.add_rule(pyseccomp.ERRNO(errno.EPERM), "seccomp")
    PR_SET_SECCOMP = pyseccomp.Arg(0, pyseccomp.EQ, 22)
    rules.add_rule(pyseccomp.ERRNO(errno.EINVAL), "prctl", PR_SET_SECCOMP)
    rules.load()
    os.execv(sys.argv[2], sys.argv[2:])
"""
"""Runs a command as on a kernel that has neither."""


@pytest.mark.skipif(not FILTERS, reason="there is no libseccomp here")
def test_isolation_says_in_words_what_the_kernel_lacks_and_raises_no_false_alarm() -> (
    None
):
    line = [sys.executable, "-c", WITHOUT_LANDLOCK_AND_SECCOMP, launch.SITE_PACKAGES]
    line += [str(PROJECT / "run_autograder"), "isolation"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no_new_privs: in force" in done.stdout
    assert "landlock: missing: " in done.stdout
    why = "seccomp: missing: the kernel refused the filter of system calls. So a"
    assert why in done.stdout
    assert "Errno" not in done.stdout


@AS_ROOT
def test_isolation_report_says_why_no_namespace_can_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autograder.core.launch.FIRST", "/nowhere/cat")
    lines, _ = isolation_report()
    why = [
        line
        for line in lines
        if line.startswith("pid_namespace: missing: root cannot make one here: ")
    ]
    assert why, lines
    assert os.readlink("/proc/self/ns/pid_for_children") == os.readlink(
        "/proc/self/ns/pid"
    )
    assert "    seeing other processes: succeeded" in lines


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_no_program_runs_without_a_namespace_as_others_took_all_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The C library stands for one that may make a namespace, which not even root may everywhere."""
    left: list[int] = []
    libc = SimpleNamespace(unshare=lambda _: 0, setns=lambda _, kind: left.append(kind))

    def refuse(*_: object, **named: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("autograder.core.launch.subprocess.Popen", refuse)
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: libc)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    with pytest.raises(BlockingIOError), launch._pid_namespace():
        pass
    assert left == [launch.CLONE_NEWPID]


WITHOUT_PROC = [
    "unshare",
    "--mount",
    "sh",
    "-c",
    'mount -t tmpfs none /proc && exec "$0" "$@"',
]


@pytest.mark.skipif(
    subprocess.run([*WITHOUT_PROC, "true"], capture_output=True, check=False).returncode
    != 0,
    reason="/proc cannot be hidden here",
)
def test_a_right_program_is_right_where_there_is_no_proc(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    command = [
        *WITHOUT_PROC,
        str(PROJECT / "run_autograder"),
        str(PROJECT / "tests/submissions/explicit_stack"),
    ]
    command += [
        "--exercises",
        str(PROJECT / "tests/exercises/quick"),
        "--results",
        str(results),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    document = valid_results(results)
    assert document["score"] == 12, document["output"]
    assert "pid_namespace" in document["extra_data"]["isolation_missing"]


ZONES = "/usr/share/zoneinfo"
WITH_FILES_OF_LONG_AGO = f"""
mount -t tmpfs -o strictatime,mode=755 none {ZONES} || exit 77
cd {ZONES} && for number in $(seq 1000 2299); do echo > $number; done && touch -a -d 2000-01-01 * && cd /
exec "$0" "$@"
"""
"""Runs a command where a folder that every program may read notes each access, whatever the machine's folders do."""


def may_mount() -> bool:
    """Return whether this user may mount something, in a namespace of mounts."""
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@AS_ROOT
@pytest.mark.skipif(
    not may_mount() or not os.path.isdir(ZONES), reason="nothing can be mounted here"
)
def test_no_run_learns_from_access_times_what_an_earlier_one_read(
    tmp_path: Path,
) -> None:
    visible = {"tree": [[3, 12, 8], [2, 4]]}
    hidden = {"tree": [[41, 77, 13], [8, 60, 21], [55, 35, 90]]}
    exercises = made_set(
        tmp_path / "set", [visible, {**hidden, "visibility": "hidden"}]
    )
    for number, name in enumerate(
        ("reads_a_file_for_each_leaf", "prints_what_was_read")
    ):
        written(
            tmp_path / f"class/{number}/alphabeta.py",
            (PROGRAMS / f"{name}.py").read_bytes(),
        )
    grade_class = command(
        tmp_path / "class", tmp_path / "results", "--jobs", "1", exercises=exercises
    )
    line = ["unshare", "--mount", "sh", "-c", WITH_FILES_OF_LONG_AGO, *grade_class]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    reader, printer = (
        valid_results(tmp_path / "results" / f"{number}.json") for number in (0, 1)
    )
    if "pid_namespace" not in printer["extra_data"]["isolation"]:
        pytest.skip("here an access is noted: the mounts are everybody's")
    # So it has seen the hidden leaves, and read a file for each.
    assert reader["score"] == 6
    assert "1300 files; read: []" in printer["output"]


OWN_USERS = [
    "unshare",
    "--user",
    "--map-root-user",
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "--kill-child",
]


def test_run_reports_that_access_times_stay_on(tmp_path: Path) -> None:
    """As in a container's own namespace of users, where root may not change how the machine's folders are mounted."""
    line = [
        *OWN_USERS,
        str(PROJECT / "run_autograder"),
        str(PROJECT / "tests/submissions/explicit_stack"),
    ]
    line += [
        "--exercises",
        str(QUICK),
        "--without",
        "user",
        "--results",
        str(tmp_path / "results.json"),
    ]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    if done.returncode and "unshare" in done.stderr:
        pytest.skip("no namespace of users can be made here")
    assert done.returncode == 0, done.stderr
    sentence = "Not isolated by access_times: this machine refuses to switch them off: Operation not permitted. So the"
    assert sentence in done.stdout
    about = valid_results(tmp_path / "results.json")["extra_data"]
    assert "pid_namespace" in about["isolation"]
    assert "access_times" in about["isolation_missing"]


SWITCHES_ACCESS_TIMES_OFF = """if True:
    import os, sys
    sys.path.insert(0, sys.argv[1])
    from autograder.core.worker import confinement
    confinement.MOUNT_SETATTR = int(sys.argv[2])
    confinement._call("unshare", confinement.CLONE_NEWNS)
    confinement._mount(b"/", confinement.MS_REC | confinement.MS_PRIVATE)
    confinement._call("mount", b"none", b"/mnt", b"tmpfs", confinement.ctypes.c_ulong(confinement.MS_RDONLY), None)
    assert confinement._switch_access_times_off() == []
    for place in filter(os.path.exists, ("/mnt", confinement.PYTHON, *confinement.SYSTEM_FILES)):
        assert os.statvfs(place).f_flag & os.ST_NOATIME, place
    assert os.statvfs("/mnt").f_flag & os.ST_RDONLY
"""


@AS_ROOT
@pytest.mark.skipif(not may_mount(), reason="nothing can be mounted here")
@pytest.mark.parametrize("number", [confinement.MOUNT_SETATTR, 9999])
def test_access_times_are_switched_off_on_older_kernels_too(number: int) -> None:
    """number: of the system call for it, or of one that no kernel has."""
    line = [sys.executable, "-c", SWITCHES_ACCESS_TIMES_OFF, str(PROJECT), str(number)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


TAKES_ALL_PROCESSES = b"""
import threading, time
threading.stack_size(32768)
def wait():
    time.sleep(1)
try:
    while True:
        threading.Thread(target=wait, daemon=True).start()
except RuntimeError:
    wait()
"""


@AS_ROOT
@pytest.mark.skipif(
    shutil.which("setpriv") is None or shutil.which("prlimit") is None,
    reason="as util-linux has them",
)
def test_program_that_takes_all_processes_costs_no_other_student_a_result(
    project: Path, tmp_path: Path
) -> None:
    """As an ordinary user, whom the programs of all students share."""
    user = str(10**6 + os.getpid())
    exercises = made_set(tmp_path / "set", [{"tree": [[3, 12, 8], [2, 4]]}])
    for name in ("a_bomb", "b", "c", "d", "e_bomb", "f"):
        program = RIGHT + TAKES_ALL_PROCESSES if "bomb" in name else RIGHT
        written(tmp_path / "class" / name / "alphabeta.py", program)
    results = tmp_path / "results"
    results.mkdir()
    # Pytest closes its folders to other users, and another user must reach these.
    for path in (
        tmp_path,
        *tmp_path.rglob("*"),
        *tmp_path.parents[:3],
    ):
        path.chmod(path.stat().st_mode | 0o055)
    os.chown(results, int(user), int(user))
    line = [
        "setpriv",
        f"--reuid={user}",
        f"--regid={user}",
        "--clear-groups",
        "prlimit",
        "--nproc=60",
    ]
    line += [
        str(project / "run_autograder"),
        "class",
        str(tmp_path / "class"),
        "--results",
        str(results),
    ]
    line += ["--exercises", str(exercises), "--jobs", "2"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    scores = {
        name: valid_results(results / f"{name}.json")["score"]
        for name in "bcdf"
        if (results / f"{name}.json").exists()
    }
    assert scores == dict.fromkeys("bcdf", 3), done.stdout + done.stderr


def test_submission_without_a_process_is_graded_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = {"unlucky": 1, "exhausting": 2}
    grading = pool.Pool(load_set(QUICK), lambda name: {"name": name, "files": None}, 2)

    def stub(request: bytes, *_: object) -> processes.Ended:
        name = pickle.loads(request)["name"]
        refused[name] = refused.get(name, 0) - 1
        return processes.Exhausted() if refused[name] >= 0 else {}

    monkeypatch.setattr(pool, "graded_by_a_process", stub)
    answers = dict(grading.graded(["a", "unlucky", "exhausting"]))
    assert answers == {"a": {}, "unlucky": {}, "exhausting": pool.EXHAUSTED_ALONE}


@pytest.mark.parametrize("refused", [2, 3, 100])
def test_a_class_is_graded_by_the_threads_that_can_be_started(
    refused: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """refused: the number of the first thread that the machine refuses, and all after it."""
    start, started = threading.Thread.start, list[threading.Thread]()

    def start_or_not(thread: threading.Thread) -> None:
        started.append(thread)
        if len(started) >= refused:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_or_not)
    monkeypatch.setattr(pool, "graded_by_a_process", lambda *_: {})
    grading = pool.Pool(load_set(QUICK), lambda name: {"name": name, "files": None}, 3)
    assert dict(grading.graded("abcd")) == {name: {} for name in "abcd"}


def test_class_run_without_any_thread_reports_every_submission_exhausted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    grading = pool.Pool(load_set(QUICK), lambda name: {"name": name, "files": None}, 3)
    assert dict(grading.graded("ab")) == dict.fromkeys("ab", pool.EXHAUSTED_ALONE)


def test_the_machine_is_blamed_where_the_process_breaks_before_it_reads_the_program(
    tmp_path: Path,
) -> None:
    with Sandbox(
        tmp_path,
        "none.py",
        (),
        UNHURRIED,
        time.monotonic() + PATIENCE,
        (*ALL_LAYERS, "no such layer"),
    ) as sandbox:
        outcome = sandbox.load().outcome
    assert isinstance(outcome, Failure)
    assert "a fault of the machine and not of your program" in outcome.message


@pytest.mark.parametrize(
    "readable", ["the set", "a folder above it", "a link to that", "the project"]
)
def test_exercises_that_programs_may_read_are_refused(
    readable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = shutil.copytree(
        PROJECT / "tests" / "exercises" / "quick", tmp_path / "lib" / "quick"
    )
    (tmp_path / "link").symlink_to(tmp_path / "lib")
    places = {
        "the set": quick,
        "a folder above it": tmp_path / "lib",
        "a link to that": tmp_path / "link",
    }
    monkeypatch.setattr(
        "autograder.core.sandbox.containment.SYSTEM_FILES",
        (str(places.get(readable, PROJECT)), "/nowhere"),
    )
    with pytest.raises(InvalidExercises) as refused:
        run.grade(
            PROJECT / "tests" / "submissions" / "textbook", load_set(quick, "ties")
        )
    (mistake,) = refused.value.mistakes
    assert mistake.file == (PROJECT if readable == "the project" else quick)
    assert "move this folder elsewhere" in mistake.message


LIMITS = Limits(seconds=0.5)


@pytest.mark.parametrize(
    ("run_seconds", "words"),
    [
        (PATIENCE, "after 0.5 seconds"),
        (0.3, "when the time for the whole submission was used up"),
    ],
)
def test_failure_names_the_time_limit_that_ended_the_program(
    run_seconds: float, words: str, tmp_path: Path
) -> None:
    outcome = loaded("while True: pass", tmp_path, LIMITS, run_seconds).outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "too slow"
    assert words in outcome.message


class _Forger:
    """A process that answers with whatever frames and words it is given."""

    pid = 1

    def __init__(self, answers: list[tuple[int, bytes]]) -> None:
        self._answers = iter(answers)
        self._text = b""

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None  # what is sent to it goes nowhere

    def frame(self) -> tuple[int, int, float]:
        kind, self._text = next(self._answers, (wire.LOOK, b""))
        return kind, len(self._text), 0.0

    def message(self, size: int) -> str:
        return self._text.decode("utf-8", "backslashreplace")

    def printed(self) -> str:
        return ""

    def forged(self) -> Ended:
        return Ended("forged", "forged")


WORDS = st.binary(max_size=40) | st.lists(
    st.sampled_from(
        [
            "max_value",
            "min_value",
            "missing",
            "is",
            "process",
            " ",
            "\n",
            "\0",
            "\u2028",
            "\x1b",
            "x",
        ]
    )
).map(lambda pieces: "".join(pieces).encode())
KINDS = st.sampled_from([wire.LOCKED, wire.LOADED, wire.RAISED, wire.REFUSED, 0, 255])


@given(st.lists(st.tuples(KINDS, WORDS), max_size=3), WORDS)
@example([(wire.LOCKED, b"")], b"max_value")
def test_load_gives_an_outcome_for_any_answer_of_the_process(
    answers: list[tuple[int, bytes]], lacking: bytes
) -> None:
    for answer in (
        answers,
        [(wire.LOCKED, b"process"), (wire.LOADED, lacking)],
        [*answers, (wire.LOADED, lacking)],
    ):
        sandbox = Sandbox(
            Path("/nowhere"),
            "alphabeta.py",
            ("max_value", "min_value"),
            LIMITS,
            0.0,
            ("process",),
        )
        forger: Any = _Forger(answer)
        outcome, _ = sandbox._step(forger, partial(sandbox._load, forger))
        sentences = (
            ""
            if isinstance(outcome, Failure)
            else missing_message("alphabeta.py", outcome)
        )
        assert "\n" not in sentences
        assert "\x1b" not in sentences


SPINS = """
import contextlib, resource, time
hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
with contextlib.suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
{}
"""


def loaded(
    code: str,
    folder: Path,
    limits: Limits,
    seconds: float = PATIENCE,
    processor_left: float = inf,
) -> Load:
    (folder / "program.py").write_text(code, "utf-8")
    until = time.monotonic() + seconds
    with (
        staged(find_submission(folder, "program.py")) as copy,
        Sandbox(copy, "program.py", (), limits, until) as sandbox,
    ):
        sandbox.processor_left = lambda: processor_left
        return sandbox.load()


@pytest.mark.skipif(
    sys.platform != "linux", reason="the grader reads a clock that only Linux has"
)
def test_processor_time_is_limited_even_if_a_program_raises_its_limits(
    tmp_path: Path,
) -> None:
    outcome = loaded(
        SPINS.format("while True: pass"), tmp_path, UNHURRIED._replace(cpu_seconds=1)
    ).outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "processor time"
    assert "more than 1 second of processor time" in outcome.message


@pytest.mark.skipif(
    sys.platform != "linux", reason="the grader reads a clock that only Linux has"
)
def test_a_program_gets_no_more_processor_time_than_is_left(tmp_path: Path) -> None:
    outcome = loaded("while True: pass", tmp_path, Limits(), processor_left=0.2).outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "processor time"
    assert outcome.message.startswith(
        sentence("ended", "processor time after a failure")
    )


def test_sleeping_is_no_processor_time(tmp_path: Path) -> None:
    outcome = loaded(
        SPINS.format("time.sleep(1.5)"), tmp_path, UNHURRIED._replace(cpu_seconds=1)
    ).outcome
    assert not isinstance(outcome, Failure)


def test_joining_a_thread_is_no_processor_time(tmp_path: Path) -> None:
    """As pthread_join may not wait for it, see syscalls.SHARED_WAITS."""
    searched = loaded((PROGRAMS / "joins.py").read_text("utf-8"), tmp_path, UNHURRIED)
    assert not isinstance(searched.outcome, Failure)
    assert float(searched.printed) < 0.2


def test_ordinary_uses_of_the_standard_library_work_in_the_sandbox(
    tmp_path: Path,
) -> None:
    searched = loaded(
        (PROGRAMS / "ordinary.py").read_text("utf-8"), tmp_path, UNHURRIED
    )
    assert not isinstance(searched.outcome, Failure), searched
    assert searched.printed == ""


def test_descriptors_that_a_library_keeps_open_are_closed() -> None:
    code = """if True:
        import os, sys
        sys.path.insert(0, sys.argv[1])
        from autograder.core.worker.confinement import close_all_but
        opened = [os.open("/dev/null", os.O_RDONLY) for _ in range(6)]
        kept = opened[3], opened[1]
        close_all_but(kept)
        open_now = [number for number in range(64) if os.path.lexists(f"/proc/self/fd/{number}")]
        print(open_now == [0, 1, 2, *sorted(kept)])
    """
    line = [sys.executable, "-c", code, str(PROJECT)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr
