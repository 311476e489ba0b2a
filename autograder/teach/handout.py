"""`handout`: make the files that students get: one to write in, game, README, tests.

All is made of fields, and filled into templates.
"""

import ast
import re
import sys
from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path

from jinja2 import TemplateError

import reference.game
from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.documents import ASSIGNMENT, from_here
from autograder.core.exercises.load import guard_set, load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.outputs import Gate
from autograder.core.sandbox import game_messages
from autograder.core.sentences import language, languages, speaking
from autograder.teach.handout_fields import (
    ALL_FIELDS,
    FRAMES,
    OLDEST_PYTHON,
    fields_of_set,
    words_of,
)
from autograder.teach.handout_templates import Fields, filled
from autograder.teach.student_folder import write_files
from autograder.tell.terminal import load_aloud
from reference import interfaces


def handout(
    folder: Path | None, exercises: Path, to: Path | None, *, force: bool
) -> None:
    """Write the files that students get of a set.

    Raises WrongUsage, InvalidExercises and OSError.
    """
    named = folder or exercises
    target = to or Path(f"{named.resolve().name}-student")
    files = student_files(load_aloud(named))
    gate = Gate(force=force)
    guard_set(gate, named)
    write_files(files, target, gate, cache(partial(files_in_each_language, named)))
    print(f"{from_here(target)}: {', '.join(files)}")


def files_in_each_language(folder: Path) -> list[dict[str, str]]:
    """Return the files that students get of a set in each language, by their names.

    Raises InvalidExercises.
    """
    with speaking(language()):
        return [student_files(load_set(folder, language=code)) for code in languages()]


def student_files(exercises: ExerciseSet) -> dict[str, str]:
    """Return the text of each file that students get, by its name, the one to hand in
    first.

    Raises InvalidExercises.
    """
    assignment, adapter = exercises.assignment, exercises.assignment.adapter

    def unfit(field: str, message: str) -> InvalidExercises:
        return InvalidExercises(
            [Mistake(exercises.folder / ASSIGNMENT, field, message)]
        )

    def unfit_text(message: str) -> InvalidExercises:
        advice = f"a field is written {{{{ rules }}}}; {ALL_FIELDS}"
        return InvalidExercises(
            [Mistake(words_of(exercises), "", f"{message}; {advice}")]
        )

    if assignment.by_hand:
        message = (
            "students of this set hand in answers; ./run_autograder practice and "
            "sheet make pages for them"
        )
        raise unfit("interface", message)
    try:
        files = _files(exercises, fields_of_set(exercises))
    except TemplateError as error:
        raise unfit_text(f"this cannot be filled in: {error}") from None
    except RecursionError:
        raise unfit_text("a field stands in itself") from None
    if adapter is not None:
        if adapter.file.name in files:
            raise unfit("adapter", "students get another file of this name; rename it")
        source = game_messages.adapter_of_handout(adapter.source)
        files[adapter.file.name] = source
    return {name: text.rstrip("\n") + "\n" for name, text in files.items()}


def _files(exercises: ExerciseSet, fields: Fields) -> dict[str, str]:
    """Return the text of each file that is filled in, the one to hand in first.

    Raises InvalidExercises, TemplateError and RecursionError.
    """
    assignment, adapter = exercises.assignment, exercises.assignment.adapter
    if "stub" not in fields:
        name = interfaces.module_name(assignment.interface)
        message = f"nobody has written {FRAMES.name}/{name}.template for it"
        raise InvalidExercises(
            [Mistake(exercises.folder / ASSIGNMENT, "interface", message)]
        )
    stub = filled(fields["stub_file"], fields)
    sources = [stub] if adapter is None else [stub, adapter.source]
    fields = {**fields, **_needed_python(fields["python"], sources, exercises)}
    return {
        assignment.file: stub,
        "game.py": _game(),
        "README.md": filled(fields["readme"], fields),
        f"test_{assignment.file}": filled(
            (FRAMES / "test.py.template").read_text("utf-8"), fields
        ),
    }


def _game() -> str:
    """Return the text of game.py, with its messages in the run's language."""
    text = Path(reference.game.__file__).read_text("utf-8")
    messages = game_messages.messages_of_game()
    if not messages:
        return text
    table = f"MESSAGES = {game_messages.table_of(messages)}"
    return game_messages.TABLE.sub(table.replace("\\", r"\\"), text, count=1)


def _needed_python(
    promised: str, sources: Iterable[str], exercises: ExerciseSet
) -> dict[str, str]:
    """Return the fields about the Python that students need.

    It is the promised one, or a newer one that reads the sources. promised: such as
    "3.8". sources: the files that differ from set to set. Only their grammar is read,
    not the names of Python's library that they use. Raises InvalidExercises if
    `promised` is no such version, or too old a one.
    """
    oldest = OLDEST_PYTHON[1]
    version = re.fullmatch(r"3\.(\d{1,2})", promised)
    if version is None or int(version[1]) < oldest:
        message = (
            f"this is the oldest Python that will do for students, 3.{oldest} or "
            "newer, such as 3.10"
        )
        raise InvalidExercises([Mistake(words_of(exercises), "python", message)])
    minor = int(version[1])
    while minor < sys.version_info.minor and not all(
        _is_grammatical(source, minor) for source in sources
    ):
        minor += 1
    return {"python": f"3.{minor}", "python_tuple": f"(3, {minor})"}


def _is_grammatical(source: str, minor: int) -> bool:
    """Return whether Python 3.MINOR can parse a source."""
    try:
        ast.parse(source, feature_version=(3, minor))
    except SyntaxError:
        return False
    return True
