"""The reader's process: takes its limits, does one task, and answers. Run by its path.

Standard input holds a line of JSON, the arguments, and after it the bytes to read. The
answer is an object of JSON. It is the result of the task, or it has "reason": the name
of the sentence that says why the task could not be done, with the "error" or the
"number" that it tells. It has "errno", too, if that is the machine's fault.
"""

import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.normpath(os.path.join(HERE, "..", "..", "..")))


def unpack(arguments: dict[str, Any], content: bytes) -> dict[str, Any]:
    """Unpack an archive: see `archive.unpack`."""
    from autograder.core.reader.archive import Bounds, unpack

    refused = unpack(
        arguments["archive"], arguments["folder"], Bounds(*arguments["bounds"])
    )
    return {"refused": refused}


def notebook(arguments: dict[str, Any], content: bytes) -> dict[str, Any]:
    """Make Python of a notebook: see `notebook.as_python`."""
    from autograder.core.reader.notebook import as_python

    return as_python(content)._asdict()


def normal_form(arguments: dict[str, Any], content: bytes) -> dict[str, Any]:
    """Make the normal form of a program: see `normal_form.normal_form`."""
    from autograder.core.reader.normal_form import normal_form

    return {"form": normal_form(content)}


TASKS: dict[str, Callable[[dict[str, Any], bytes], dict[str, Any]]] = {
    "unpack": unpack,
    "notebook": notebook,
    "normal form": normal_form,
}


def limit(memory: int, cpu_seconds: int, seconds: float, largest_file: int) -> None:
    """Take the limits of an allowance, as far as this system and this user allow."""
    wanted = {
        resource.RLIMIT_AS: memory,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_FSIZE: largest_file,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (OSError, ValueError):  # macOS does not limit memory
            continue


def no_room(error: OSError) -> dict[str, Any]:
    """Return the answer for a task that found no room to write.

    The file is not at fault.
    """
    from autograder.core.files import NO_ROOM  # slow to import

    return {"errno": error.errno} if error.errno in NO_ROOM else {}


def why_not(error: Exception) -> dict[str, Any]:
    """Return the answer for a file that cannot be read.

    A library may raise anything about a file that no honest program wrote.
    """
    from autograder.core.reader.cells import NoNotebook
    from autograder.core.reader.zip_entries import NoArchive

    if isinstance(error, NoArchive):
        return {"reason": str(error), "error": ""}
    if isinstance(error, NoNotebook):
        return {"reason": error.reason, "error": "", "number": error.number}
    return {"reason": "other error", "error": str(error) or type(error).__name__}


def main(task: str) -> None:
    """Do a task, and print the answer, also if something goes wrong.

    There is none if the allowance was used up.
    """
    arguments = json.loads(sys.stdin.buffer.readline())
    limit(*arguments["allowance"])
    try:
        answer = TASKS[task](arguments, sys.stdin.buffer.read())
    except OSError as error:
        answer = {"reason": "closed", "error": error.strerror or str(error)}
        answer |= no_room(error)
    except MemoryError:
        return
    except Exception as error:
        answer = why_not(error)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
