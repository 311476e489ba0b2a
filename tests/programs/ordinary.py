"""Features of Python that ordinary programs use: all of them work."""

import asyncio, concurrent.futures, contextlib, copy, ctypes, dataclasses, decimal, enum, fractions, functools, hashlib
import heapq, io, itertools, json, locale, logging, math, mmap, operator, os, pathlib, pickle
import platform, queue, random, re, resource, select, shutil, signal, statistics, string, subprocess, sys, tempfile
import textwrap, threading, time, traceback, typing, unittest, uuid, warnings, weakref, zlib

here = pathlib.Path(__file__).parent
assert sorted(os.listdir(here)) == ["program.py"] == [file.name for file in here.iterdir()]
assert pathlib.Path(__file__).read_text() and os.getcwd()
os.chdir(here)
assert os.path.realpath("program.py") == __file__

sys.setrecursionlimit(10**5)
threading.stack_size(16 * 2**20)
hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))
deep = lambda n: n and 1 + deep(n - 1)
found = []
thread = threading.Thread(target=lambda: found.append(deep(3000)), name="deep")
thread.start()
thread.join()
assert found == [3000]
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(abs, range(-9, 0))) == 45
lock = threading.Lock()
lock.acquire()
assert not lock.acquire(timeout=0.01)
event = threading.Event()
threading.Timer(0.01, event.set).start()
assert event.wait(5)

start = time.monotonic(), time.perf_counter(), time.process_time(), time.thread_time(), time.time()
time.sleep(0.01)
select.select([], [], [], 0.001)
rung = []
signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
signal.setitimer(signal.ITIMER_REAL, 0.01)
signal.pause()
signal.raise_signal(signal.SIGALRM)
assert len(rung) == 2

memory = mmap.mmap(-1, 8192)
memory[:3] = b"abc"
del memory
blocks = [bytearray(2**20) for _ in range(32)]
del blocks
callback = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda argument: None)
pthread, libc = ctypes.c_ulong(), ctypes.CDLL(None)
for _ in range(20):  # pthread_join waits for a futex that is not private
    assert libc.pthread_create(ctypes.byref(pthread), None, callback, None) == 0
    assert libc.pthread_join(pthread, None) == 0
random.seed()
assert uuid.uuid4() and os.urandom(4) and hashlib.sha256(b"").digest() and platform.python_version()
assert shutil.get_terminal_size() and not sys.stdin.isatty() and sys.stdin.read() == ""
assert os.dup(1) > 2 and os.cpu_count() and os.getpid() and platform.uname()
with contextlib.suppress(PermissionError), open("written", "w"):
    raise AssertionError("it could write")
