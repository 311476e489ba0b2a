"""The sentences for students: whole, by name, with named parts."""

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest
from markupsafe import Markup

from autograder.core.exercises.load import _constant
from autograder.core.exercises.model import CHECKS, Visibility
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.outcome import Cause
from autograder.core.sentences import (
    ENGLISH,
    parts_of,
    speak,
)
from autograder.core.text import CODING
from autograder.core.worker import wire
from autograder.explain.catalogue import BY_ID
from autograder.explain.repair.kinds import KINDS, OTHER_JUMP
from autograder.explain.repair.messages import FORMS as FORMS_OF_EDITS
from autograder.explain.repair.operators.lines import (
    LEADS,
    OUT_WITH_A_BOUND,
    OUT_WITH_ANOTHER,
)
from autograder.tell.pages.render import TOPIC_IN_SCRIPT, rendered, say
from reference.game import MESSAGES
from tests.asked import (
    Call,
    calls_in,
    calls_in_script,
    calls_in_template,
    counted_in_template,
    joined_in_page,
    literals,
    literals_in_script,
    literals_in_template,
    texts_in_template,
)
from tests.core.test_plurals import language
from tests.reading import forget_sentences
from tests.sets import PROJECT
from tools.translations import topics

__all__ = ["language"]
PROGRAM = PROJECT / "autograder"
MODULES = sorted(PROGRAM.rglob("*.py"))
SCRIPTS = sorted(PROGRAM.rglob("*.js"))
TEMPLATES = sorted((PROGRAM / "tell" / "pages" / "templates").glob("*.html.j2"))
LATEX = PROGRAM / "tell" / "pages" / "templates" / "sheet.tex.j2"
CALLS_IN_SCRIPTS = [call for file in SCRIPTS for call in calls_in_script(file)]
CALLS = [
    *(call for file in MODULES for call in calls_in(file)),
    *CALLS_IN_SCRIPTS,
    *(call for file in [*TEMPLATES, LATEX] for call in calls_in_template(file)),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.file}:{call.line}")
def test_sentence_that_is_asked_for_is_there_with_its_parts(call: Call) -> None:
    texts = topics(ENGLISH)[call.topic]
    if call.name is None:
        return
    assert call.name in texts
    if call.parts is not None:
        assert parts_of(texts[call.name]) == call.parts


ASKED_BY_NAME = {(call.topic, call.name) for call in CALLS if call.name is not None}


def test_sentence_whose_name_is_computed_gets_its_parts() -> None:
    """A call that can ask for it is not known, so one of those of its topic must do."""
    lacking = []
    for topic, texts in topics(ENGLISH).items():
        calls = [call for call in CALLS if call.topic == topic and call.name is None]
        for name, forms in texts.items():
            needed = parts_of(forms)
            gets_them = [call.parts is None or needed <= call.parts for call in calls]
            if (topic, name) not in ASKED_BY_NAME and calls and not any(gets_them):
                lacking.append(f"{topic}: {name}")
    assert not lacking


HANDED_OUT = ("handout", "student_tests")
"""The beginnings of the topics that `handout` fills the students' files with."""
NAMED_BY_TYPES = {
    "os_errors",
    "signals",
    "unfinished",
    "exceptions",
    "no_answer",
    "no_action",
    "no_answer_of_search",
    "no_action_of_search",
    "no_number",
    "returned",
    "pasted",
}
"""Topics with a sentence for each of some types, or kinds of text, of a program's: what
the program did names it, and no module lists the names."""
REASONS = {
    literal
    for file in (PROJECT / "autograder/core/reader").glob("*.py")
    for literal in literals(file)
}
"""Among them the reasons for which a file cannot be read, and is refused."""


LAYERS = {*ALL_LAYERS, "access_times"}
REASONS_OF_LAYERS = {
    literal.partition(": ")[0]
    for file in ("worker/confinement", "launch", "sandbox/containment")
    for literal in literals(PROJECT / f"autograder/core/{file}.py")
} | {f"needs {library}" for library in ("py_landlock", "pyseccomp")}
"""Among them the reasons for which a layer of isolation is missing."""


def test_each_reason_for_which_a_layer_is_missing_has_a_clause() -> None:
    source = (PROJECT / "autograder/core/worker/confinement.py").read_text("utf-8")
    texts = [
        _text_in(argument).partition(": ")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Unavailable"
        for argument in node.args
    ]
    reasons = [text for text in texts if text and "{}" not in text]
    assert len(reasons) > 5
    assert set(reasons) <= topics(ENGLISH)["no_layer"].keys()


def test_each_type_that_is_no_number_has_a_sentence() -> None:
    assert topics(ENGLISH)["no_number"].keys() == wire.NO_NUMBERS.keys()


JUMPS = {
    f"{OTHER_JUMP.name}, {role}"
    for role in (*LEADS.values(), OUT_WITH_A_BOUND, OUT_WITH_ANOTHER)
}
AT_ROLES = {f"{kind.name}, {role}" for kind in KINDS.values() for role in kind.undoes}
AT_FORMS = {f"{kind}, {form}" for kind in KINDS for form in FORMS_OF_EDITS}
"""The names of sentences about a kind of edit at one of the roles that it knows."""


def test_each_way_in_which_a_jump_may_lead_has_a_sentence() -> None:
    edits = topics(ENGLISH)["edits"]
    assert {name for name in edits if name.startswith(OTHER_JUMP.name)} == JUMPS


def names_in(call: Call) -> Iterable[str]:
    """Return the literals among which the computed name of a call stands.

    Scripts of a page ask one another's functions.
    """
    file = PROJECT / call.file
    match file.suffix:
        case ".py":
            return literals(file)
        case ".js":
            return chain.from_iterable(map(literals_in_script, SCRIPTS))
        case _:
            return literals_in_template(file)


def test_each_sentence_is_asked_for() -> None:
    """If a name is computed, it stands in the text of that module, or in a script.

    tests/teach/test_handout_languages.py holds this of the students' files.
    """
    names_asked = {(call.topic, call.name) for call in CALLS}
    names_asked |= {
        (call.topic, literal)
        for call in CALLS
        if call.name is None
        for literal in names_in(call)
    }
    causes = {cause for union in get_args(Cause) for cause in get_args(union)}
    in_data = {*get_args(Visibility), *CHECKS, *KINDS, *causes, *REASONS, *LAYERS}
    in_data |= REASONS_OF_LAYERS | MESSAGES.keys() | JUMPS | AT_ROLES | AT_FORMS
    for module in ("file_kinds", "local_imports"):
        in_data |= literals(PROJECT / f"autograder/core/sandbox/{module}.py")
    mistakes = topics(ENGLISH)["mistakes"]
    in_data |= {name for name in mistakes if name.split(":")[0] in BY_ID}
    unused = [
        f"{topic}: {name}"
        for topic, texts in topics(ENGLISH).items()
        if topic not in NAMED_BY_TYPES and not topic.startswith(HANDED_OUT)
        for name in texts
        if (topic, name) not in names_asked and name not in in_data
    ]
    assert not unused


# --- No other text for students in the modules ---

TOLD_BY = [
    file
    for pattern in (
        "tell/**/*.py",
        "core/sandbox/*.py",
        "core/exercises/not_json.py",
        "core/exercises/strict_json.py",
        "core/judging/*.py",
        "core/grading/*.py",
        "core/reader/*.py",
        "core/worker/adapted.py",
        "core/worker/serve.py",
        "core/worker/tracebacks.py",
        "cli/watch.py",
        "explain/*.py",
        "teach/student_sentences.py",
        "teach/walkthrough.py",
        "teach/worksheets.py",
    )
    for file in sorted((PROJECT / "autograder").glob(pattern))
]
"""The modules that make the texts which students read."""
TO_COURSE_STAFF = {
    "core/grading/report.py": (
        "does not say which attempt this is",
        "previous_submissions is no list",
    ),
    "core/grading/run.py": ("students' programs may read all that lies in",),
    "core/sandbox/containment.py": ("Students' programs would run as root here",),
    "core/sandbox/selftest.py": ("The probes did not run",),
    "core/sandbox/staging.py": ("others remove it again and again",),
    "teach/walkthrough.py": (
        "there is no such .json file",
        "there are no exercises here",
        'no exercise is called "',
        "these contain it",
        'several exercises begin with "',
        "In the search below {} stands for such letters.",
        "has one tree and is the same for everyone",
    ),
    "teach/worksheets.py": (
        "there is no tree {purpose} here",
        "to work out by hand",
        "at most {} leaves and",
        "as in exercises/by_hand",
        "variants differ",
        "All variants are the same",
        "only trees that an exercise generates can differ",
    ),
    "tell/terminal.py": (", about {} min left",),
}
"""Texts on the machine, its settings and a set, by the module: whoever set it up, or
wrote it, reads them."""
NO_SENTENCES = {
    "core/exercises/not_json.py": (
        "Invalid control character at",
        "Unterminated string starting at",
        "Expecting property name enclosed in double quotes",
    ),
    "core/grading/right_program.py": ("from __future__ import annotations",),
    "core/judging/by_hand.py": ('{ "01_two_plies": {',),
    "core/reader/archive.py": ("room in all",),
    "core/reader/notebook.py": ("# %% cell {} of the notebook",),
    "core/sandbox/differences.py": ("absl aiohttp", "'game' is not a package"),
    "core/worker/serve.py": ("source code cannot contain null bytes",),
    "core/worker/tracebacks.py": (
        'File "{}", line {}, in {}',
        "<exception str() failed>",
        " of the notebook",
    ),
    "explain/ways.py": ("{other} = {min}({other}", "search(state, alpha, beta)"),
    "teach/worksheets.py": ("% Needs, in the preamble",),
    "tell/formats.py": ("<?xml version=",),
    "tell/trace.py": ("alpha, beta = guess", "v ≤ alpha or v ≥ beta"),
    "tell/pages/render.py": ("<!DOCTYPE html>", "<meta name=", "const LANGUAGE ="),
}
"""Python, JSON and HTML, names of packages and reasons, messages of Python's."""


def told_literals(file: Path) -> list[str]:
    """Return the literals of three words or more that a module may tell students."""
    tree = ast.parse(file.read_text("utf-8"))
    passed_over: set[ast.AST] = set()
    for node in ast.walk(tree):
        for untold in _untold_parts(node):
            passed_over.update(ast.walk(untold))
    names = {name for texts in topics(ENGLISH).values() for name in texts}
    texts: list[str] = []
    for node in ast.walk(tree):
        text = _text_in(node)
        if node not in passed_over and len(_words_of(text)) >= 3 and text not in names:
            texts.append(text)
        if isinstance(node, ast.JoinedStr):
            passed_over.update(ast.walk(node))
    return texts


def _untold_parts(node: ast.AST) -> list[ast.AST]:
    """Return the docstrings, patterns, types, keys and texts that are compared with."""
    match node:
        case ast.Subscript(slice=key):
            return [key]
        case (
            ast.Expr(value=ast.Constant())
            | ast.Compare()
            | ast.Call(func=ast.Name(id="Remedy" | "Syntax" | "_of_all"))
        ):
            return [node]
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[pattern, *_]):
            return [pattern]
    return []


def _text_in(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Constant(value=bytes() as encoded):
            return encoded.decode("utf-8", "replace")
        case ast.Call(
            func=ast.Attribute(ast.Constant(str() as between), "join"),
            args=[ast.List(items) | ast.Tuple(items)],
        ):
            return between.join(map(_text_in, items))
        case ast.JoinedStr(values=pieces):
            return "".join(
                str(piece.value) if isinstance(piece, ast.Constant) else "{}"
                for piece in pieces
            )
    return ""


def _words_of(text: str) -> list[str]:
    return [word for word in text.split() if sum(map(str.isalpha, word)) >= 2]


def _module(file: Path) -> str:
    return file.relative_to(PROJECT / "autograder").as_posix()


def _exceptions(module: str) -> tuple[str, ...]:
    return TO_COURSE_STAFF.get(module, ()) + NO_SENTENCES.get(module, ())


SNEAKED_INTO_MODULES = {
    "a constant": 'TEXT = "Look at line"',
    "a text with values": 'text = f"Look {at} line {number} now"',
    "a text with values, few words": 'text = f"{name} is wrong {there}"',
    "an old format": 'text = "Look at line %d" % number',
    "words that are joined": 'text = " ".join(["Look", "at", "line"])',
    "words that are added": 'text = "Look " + "at " + "line"',
    "bytes": 'text = b"Look at line".decode()',
    "a default": 'text = texts.get(name, "Look at line")',
    "a replacement": 'text = re.sub("x", "Look at line", text)',
    "a default of a parameter": 'def f(text="Look at line"): return text',
    "a table": 'TEXTS = {"a": "Look at line"}',
}


@pytest.mark.parametrize(
    "source", SNEAKED_INTO_MODULES.values(), ids=SNEAKED_INTO_MODULES
)
def test_text_that_is_sneaked_into_a_module_is_found(
    source: str, tmp_path: Path
) -> None:
    file = tmp_path / "sneaked.py"
    file.write_text(source)
    assert told_literals(file) or pieces(file)


PATTERN = CODING.decode()
"""Of a line about a file's encoding."""


def test_modules_that_tell_take_no_text_from_another_one() -> None:
    """A constant beside the limits would be no literal of theirs."""
    imported_names = set()
    for file in TOLD_BY:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            source = PROJECT / f"{node.module.replace('.', '/')}.py"
            if source.is_relative_to(PROGRAM) and source not in TOLD_BY:
                imported_names |= {(source, name.name) for name in node.names}
    texts = [
        _text_in(node.value)
        for source in {source for source, _ in imported_names if source.is_file()}
        for node in ast.parse(source.read_text("utf-8")).body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if (source, ast.unparse(target)) in imported_names
    ]
    assert not [text for text in texts if len(_words_of(text)) >= 3 and text != PATTERN]


DATA_WITHOUT_SENTENCES = {"classroom/words.json", "explain/probe_trees.json"}
"""What course staff reads, and trees."""


def test_data_beside_the_words_has_no_sentences() -> None:
    files = {_module(file) for file in PROGRAM.rglob("*.json")}
    assert {
        name for name in files if not name.startswith("words/")
    } == DATA_WITHOUT_SENTENCES


@pytest.mark.parametrize("file", TOLD_BY, ids=_module)
def test_texts_for_students_stand_in_the_words_alone(file: Path) -> None:
    module = _module(file)
    texts = [
        text
        for text in told_literals(file)
        if not any(beginning in text for beginning in _exceptions(module))
    ]
    assert not texts


TO_AUTHORS = (
    "agent 0 is MAX and all others are MIN",
    "depth counts whole rounds here",
    "nested lists have no static evaluations",
    "FixedRandom TimeoutFunction",
    "Actions AgentState",
    "ClassicGameRules",
)
"""What shipped adapters tell of a set's trees, and names of a course's functions."""


@pytest.mark.parametrize(
    "file",
    sorted((PROJECT / "exercises").glob("*/adapter.py")),
    ids=lambda file: file.parent.name,
)
def test_texts_of_adapters_for_students_stand_among_their_messages(file: Path) -> None:
    messages, _ = _constant(ast.parse(file.read_text("utf-8")), "MESSAGES")
    messages = messages or {}
    assert isinstance(messages, dict)
    known_texts = {
        text for name in messages for text in (name, *messages[name].values())
    }
    texts = [
        text
        for text in told_literals(file)
        if text not in known_texts and not text.startswith(TO_AUTHORS)
    ]
    assert not texts


def pieces(file: Path) -> list[str]:
    """Return the texts of a module that may be a piece of a sentence.

    They are words that a blank follows or precedes, or that others are joined by or
    added to; what is counted in English; and two forms of a word, of which code takes
    one.
    """
    tree = ast.parse(file.read_text("utf-8"))
    passed_over: set[ast.AST] = set()
    for node in ast.walk(tree):
        for untold in _untold_parts(node):
            passed_over.update(ast.walk(untold))
    texts: list[str] = []
    for node in ast.walk(tree):
        if node not in passed_over:
            texts += _pieces_in(node)
    return texts


def _pieces_in(node: ast.AST) -> list[str]:
    match node:
        case ast.Call(func=ast.Name(id="counted")):
            return [ast.unparse(node)]
        case ast.Call(
            func=ast.Attribute(ast.Constant(str() as text), "join" | "format")
        ) if _words_of(text):
            return [text]
        case ast.BinOp(left, ast.Add(), right):
            sides = map(_text_in, (left, right))
            return [text for text in sides if " " in text and _words_of(text)]
        case ast.IfExp(
            body=ast.Constant(str() as one), orelse=ast.Constant(str() as two)
        ):
            is_plural = f"{one}s" == two or f"{two}s" == one
            return [f"{one}, {two}"] if is_plural or {one, two} in FORMS else []
        case ast.Constant(str() as text) if text != text.strip() and _words_of(text):
            return [text]
    return []


FORMS = ({"is", "are"}, {"has", "have"}, {"was", "were"}, {"it", "they"})
"""Words of which a number chooses one."""
NO_PIECES = {
    "core/grading/right_program.py": ("from __future__ import",),
    "core/grading/run.py": ("students' programs may read", ", and so "),
    "core/reader/normal_form.py": ("name ",),
    "core/reader/notebook.py": (" None",),
    "core/sandbox/containment.py": ("Students' programs would run as root here",),
    "core/sandbox/differences.py": ("absl aiohttp", "Path(__file__)", "def "),
    "core/sandbox/selftest.py": ("missing: ", "The probes did not run: "),
    "core/sandbox/stopped.py": ("def ", "class "),
    "core/sandbox/misnamed.py": (" ?-? ?copy", "copy of "),
    "core/worker/adapted.py": (" object>",),
    "core/worker/serve.py": ("missing ", "is ", "within "),
    "core/worker/tracebacks.py": (
        *('", line ', ", in ", ", cell "),
        *("# %% cell ", " of the notebook", "global ", "nonlocal "),
    ),
    "explain/textbook.py": ("starting-with ", " and "),
    "explain/ways.py": (" in ",),
    "explain/worse.py": (" = -inf, inf",),
    "teach/walkthrough.py": (
        *("In the search below ", " stands for such letters."),
        " has one tree and is the same for everyone; leave --seed out",
    ),
    "teach/worksheets.py": (
        *("% Needs, in the preamble: ", "Only ", " of ", " variants differ"),
        *("at most ", " leaves and "),
    ),
    "tell/divergence.py": ("alpha = ", "beta = "),
    "tell/pages/render.py": ("const LANGUAGE = ", "const SENTENCES = "),
    "tell/terminal.py": ("counted(of, ", " of ", ", about ", " min left"),
    "tell/trace.py": ("alpha, beta = guess", " or "),
    "tell/version.py": ("ref: ",),
}
"""Pieces of code, of lines between processes, of tracebacks, and of texts for staff."""


@pytest.mark.parametrize("file", TOLD_BY, ids=_module)
def test_no_sentence_for_students_is_put_together_by_code(file: Path) -> None:
    allowed = NO_PIECES.get(_module(file), ())
    fragments = pieces(file)
    assert not [
        text for text in fragments if not any(piece in text for piece in allowed)
    ]
    for piece in allowed:
        assert any(piece in text for text in fragments), f"{piece} is there no more"


@pytest.mark.parametrize("module", [*TO_COURSE_STAFF, *NO_SENTENCES])
def test_each_exception_is_still_there(module: str) -> None:
    texts = told_literals(PROJECT / "autograder" / module)
    for beginning in _exceptions(module):
        assert any(beginning in text for text in texts)


# --- Nor in the pages and their scripts ---

PAGES = PROGRAM / "tell" / "pages"
PARTS_OF_PAGES = [*SCRIPTS, *TEMPLATES]
TO_COURSE_STAFF_ALONE = {"class.html.j2", "matrix.js"}
NO_SENTENCES_IN_PAGES = {
    "board.js": ("the page has no {}",),
}
"""The message for a developer who changes the scripts."""
CODE_LINE = re.compile(r'\[(?:player|"\w*"), "\w*", (?:"[^"\n]*"|`[^`\n]*`)\]')
"""A line of a search's text, which is code."""
NAMES_IN_PAGES = {"MAX", "MIN", "alpha", "beta"}
"""Words that stand in a template, as they are the same in all languages."""
SELECTOR = re.compile(r"\[data-|\[type")


def own_texts(file: Path) -> list[str]:
    """Return the texts of a script or a template that belong into the words.

    In a template it is each word, in a literal each text of three words or more.
    """
    if file.suffix == ".js":
        texts, candidates = [], literals_in_script(file, without=CODE_LINE)
    else:
        texts = [text for text in texts_in_template(file) if _has_words(text)]
        texts += counted_in_template(file)
        candidates = literals_in_template(file)
    names = {name for texts in topics(ENGLISH).values() for name in texts}
    texts += [
        text
        for text in candidates
        if len(_words_of(text)) >= 3 and text not in names
        if not SELECTOR.search(text)
        if text not in NO_SENTENCES_IN_PAGES.get(file.name, ())
    ]
    if file.suffix == ".js":
        texts += [text for text in candidates if _is_piece(text)]
    return texts + [text for text in joined_in_page(file) if _has_words(text)]


def _is_piece(text: str) -> bool:
    """Return whether a text is a word that others are joined to, with a blank."""
    return text != text.strip() and _has_words(text) and not SELECTOR.search(text)


SNEAKED_INTO_SCRIPTS = {
    "a text": 'node.textContent = "Look at line";',
    "a text with values": "node.textContent = `Look ${at} line now`;",
    "words that are added": 'node.textContent = "Look " + "at " + "line";',
    "words that are joined": 'node.textContent = ["Look", "at", "line"].join(" ");',
}
SNEAKED_INTO_TEMPLATES = {
    "a text": "<p>Look</p>",
    "an expression": '{{ "Look at line" }}',
    "a default": '{{ text | default("Look at line") }}',
    "a variable": '{% set text = "Look at line" %}{{ text }}',
    "an attribute": '<b title="Look">1</b>',
    "words that are joined": '{{ ["Look", "at", "line"] | join(" ") }}',
    "words that are added": '{{ "Look " ~ "at " ~ "line" }}',
}


@pytest.mark.parametrize(
    ("name", "source"),
    [("x.js", source) for source in SNEAKED_INTO_SCRIPTS.values()]
    + [("x.html.j2", source) for source in SNEAKED_INTO_TEMPLATES.values()],
)
def test_text_that_is_sneaked_into_a_page_is_found(
    name: str, source: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(source)
    assert own_texts(file)


def test_styles_write_no_words() -> None:
    written = [
        text
        for file in (PAGES / "styles").glob("*.css")
        for rule in re.findall(r"content:([^;}]*)", file.read_text("utf-8"))
        for text in re.findall(r'"[^"]*"', rule)
    ]
    assert written
    assert not [text for text in written if re.search(r"[^\W\d_]", text)]


def _has_words(text: str) -> bool:
    return bool({*re.findall(r"[^\W\d_]{2,}", text)} - NAMES_IN_PAGES)


@pytest.mark.parametrize("file", PARTS_OF_PAGES, ids=lambda file: file.name)
def test_texts_of_pages_stand_in_the_words_alone(file: Path) -> None:
    if file.name in TO_COURSE_STAFF_ALONE:
        return
    assert not own_texts(file)


def test_texts_of_sheets_in_latex_stand_in_the_words_alone() -> None:
    _, _, sheets = LATEX.read_text("utf-8").partition("for sheet in sheets")
    expressions = r"<%.*?%>|<<.*?>>|<#.*?#>"
    code = r"%.*|\\(begin|end)\{\w+\}|\\[a-zA-Z]+\*?"
    prose = re.sub(f"{expressions}|{code}", "", sheets)
    style = {"game", "tree"}
    assert {*re.findall(r"[^\W\d_]{3,}", prose)} == style


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_page_has_the_topics_for_which_its_scripts_ask(file: Path) -> None:
    topics_put_in = {*TOPIC_IN_SCRIPT.findall(file.read_text("utf-8"))}
    assert topics_put_in == {call.topic for call in calls_in_script(file)}


SAID = """
for (const [topic, name, parts] of JSON.parse(process.argv[1])) console.log(say(topic, name, parts));
"""


def said_by_script(*calls: tuple[str, str, Mapping[str, object]]) -> list[str]:
    """Return what `say` of the pages' scripts returns, with the sentences of a page."""
    page = rendered("page.html.j2", ["player.js"])
    constants = re.findall(r"const (?:LANGUAGE|SENTENCES) = .*", page)
    script = (PAGES / "scripts" / "sentences.js").read_text("utf-8")
    source = "\n".join([*constants, script, SAID])
    run = subprocess.run(
        ["node", "--eval", source, json.dumps(calls)],
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_scripts_say_the_sentences_of_the_language(language: Path) -> None:
    forms = {
        "one": "{step} Schritt",
        "few": "{step} wenige",
        "other": "{step} <Schritte>",
    }
    texts = {"moment": {"by": "steps", **forms}, "right": "Richtig: {step}"}
    (language / "script_player.json").write_text(json.dumps(texts))
    about = {"name": "Polski", "plurals": {}}
    (language / "language.json").write_text(json.dumps(about))
    language.rename(language.with_name("pl"))
    speak("pl")
    forget_sentences()
    sentences = said_by_script(
        *(
            ("script_player", "moment", {"step": number, "steps": number})
            for number in (1, 2, 5)
        ),
        ("script_player", "right", {"step": "-inf {steps}"}),
        ("script_player", "found", {"step": 2}),
    )
    assert sentences == [
        "1 Schritt",
        "2 wenige",
        "5 <Schritte>",
        "Richtig: -inf {steps}",
        "Your search: 2",
    ]


def test_page_names_its_language(language: Path) -> None:
    assert '<html lang="xx">' in rendered("page.html.j2")


def test_sentence_of_a_template_is_html(language: Path) -> None:
    texts = {"players": "`x < {max}` {min}"}
    (language / "page_tree.json").write_text(json.dumps(texts))
    forget_sentences()
    html = say("page_tree", "players", max="`<i>`", min=Markup("<b>MIN</b>"))
    assert html == "<code>x &lt; `&lt;i&gt;`</code> <b>MIN</b>"


def test_no_full_stop_follows_a_title_which_may_end_with_a_sign_of_its_own() -> None:
    for file in sorted((PROGRAM / "words").glob("*/*.json")):
        assert "{title}." not in file.read_text("utf-8"), file
